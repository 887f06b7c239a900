"""The common parts of all pages.

``blueprint`` holds all views, ``header`` the values of every page about one game, ``sentences``
words entries and steps, ``filters`` words single values in templates, ``known_links`` the games of
this browser, ``private_notice`` a seat's private notes, ``problems`` shows errors, ``parts``
renders and keeps parts of a page, ``delivery`` sends the bytes, and ``shell`` keeps the frame on
the phone and names its version.
"""
