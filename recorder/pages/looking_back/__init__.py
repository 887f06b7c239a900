"""Looking back at a game: its log, one entry and its correction, rulings, the result, files.

``log`` lists the entries, ``correcting`` shows one of them and what can be done about it,
``rulings`` lets it stand or takes it out, ``result`` and ``chart`` show the score, ``files``
hand on records, sheets and links.
"""
