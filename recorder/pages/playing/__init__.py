"""A game in play: entering and taking back, private notes of a seat, reading the board.

``turns`` is the page of play, ``streams`` tells the others' phones at once, ``clock`` shows
thinking time, ``proposals`` lets a seat propose and the table decide, ``private`` takes a player's
secret, ``checking`` compares with the real board, ``wall`` is the page for a large screen.
"""
