"""What every page stands in: the blueprint, a game's frame, errors, delivery, and saying entries.

``blueprint`` holds all views, ``header`` what every page about one game needs, ``telling`` words
entries and steps, ``filters`` words single values in templates, ``recent`` knows the games of this
browser, ``alone`` what a seat may tell, ``problems`` shows errors, ``delivery`` sends the bytes,
and ``shell`` keeps the frame on the phone and names its version.
"""
