"""The box of a game, put together from the base game and the modules that a record names.

A new base part is declared in ``base_game``. No rule is decided here.
"""
