"""Answers without a recorded game: the referee, the scoring assistant, the rulebook, cards, cases.

``questions`` are texts that fit into a link, ``asked_positions`` the editor they begin with,
``referee`` and ``scoring_assistant`` answer them, ``plain_totals`` are results without a record,
``rulebook``, ``card_pages`` and ``casebook_pages`` are the aims of every answer, ``search`` finds
pages by words.
"""
