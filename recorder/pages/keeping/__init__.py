"""What tables enter once and later games begin with.

``kept`` lists it all; ``houserules`` and ``precedents`` come in named sets.
"""
