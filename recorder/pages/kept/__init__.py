"""What tables enter once and later games begin with.

``kept`` lists it all; ``houserules`` and ``precedents`` come in named sets. ``carrying`` is the
way of a game to another recorder, which keeps it, too.
"""
