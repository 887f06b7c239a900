"""Looking back at a game: its log, its moments, one entry and its correction, the result, files.

``log`` lists the entries, ``moments`` walks through them on the boards (``course``: the stops along
the way, ``chart``: as a picture), ``correcting`` shows one of them and its possible corrections,
``rulings`` lets it stand or takes it out. ``ending`` tells the final scoring, ``result`` shows the
score, ``review_rows`` the unused chances. ``files`` and ``picture`` are for handing on.
"""
