"""One request: its store, its values, its errors, its cookie, and the health of the server.

A new error code goes here. Views stand in ``recorder.pages``, ``recorder.league.pages`` and the
JSON interface.
"""
