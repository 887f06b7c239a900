"""A game in play: entering and taking back, what a seat tells alone, reading the board.

``turns`` is the page of play, ``private`` what only one player may tell, ``checking`` the
comparison with the real board.
"""
