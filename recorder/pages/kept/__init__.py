"""Things that tables enter once and later games begin with.

``kept`` lists them all; ``houserules`` and ``precedents`` come in named sets. ``transfer`` is the
way of a game to another recorder, which keeps it, too.
"""
