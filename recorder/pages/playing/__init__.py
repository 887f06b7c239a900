"""A game in play: entering and taking back, what a seat tells alone, reading the board.

``turns`` is the page of play, ``live`` what tells the others' phones at once, ``clock`` thinking
time, ``proposals`` what a seat proposes and the table decides, ``private`` what only one player may
tell, ``checking`` the comparison with the real board, ``wall`` the page for a large screen.
"""
