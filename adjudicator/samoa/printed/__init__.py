"""Tiles, cards, tourists, names and open questions of Hotel Samoa, as they are printed.

Add a tile or a term here; the rows stand in ``data/``. Nothing in this room changes during a game.
"""
