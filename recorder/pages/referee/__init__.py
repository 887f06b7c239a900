"""Asking without a recorded game: the referee, the scoring assistant, the rulebook.

``questions`` are texts that fit into a link, ``positions`` the editor they begin with,
``referee`` and ``scoring`` the two things to be asked, ``rulebook`` what every answer leads to.
"""
