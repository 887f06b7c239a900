"""Beginning a game: the first page, setting up, a record uploaded, a sample opened.

``home`` holds the views, ``start_form`` the set-up form, ``seats`` gives players their ids,
``joining`` lets the others sit down, ``mine`` lists this phone's games, ``forgotten`` brings them
back, ``offered_names`` offers names of known players.
"""
