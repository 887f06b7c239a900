"""A game looked through afterwards: what nobody took, where points came from, what dice gave.

What belongs to one game stands in that game's room ``review``. Legality comes from the engine:
an entry that is said to have been possible was judged at its moment. No estimate, no advice.
"""
