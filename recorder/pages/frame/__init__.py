"""What every page stands in: the blueprint, a game's frame, errors, delivery, and saying entries.

``blueprint`` is what all views are hung on, ``header`` what every page about one game needs,
``telling`` words entries and steps, ``filters`` words single values in templates, ``recent``
knows the games of this browser, ``alone`` what a seat may tell, ``problems`` shows errors,
``delivery`` sends the bytes,
``shell`` keeps the frame on the phone and says which version of it a page has.
"""
