"""Cards, boards, editions and open questions of Grand Austria Hotel, as they are printed.

Add a card, a term or an edition here; the rows stand in ``data/``. Nothing in this room changes
during a game or knows a player.
"""
