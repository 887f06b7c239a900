"""Beginning a game: the first page, setting up, a record uploaded, a sample opened.

``home`` holds the views, ``seats`` gives players their ids, ``joining`` lets the others sit down,
``mine`` lists what this phone has taken part in.
"""
