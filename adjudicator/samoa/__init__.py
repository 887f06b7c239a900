"""Hotel Samoa (3 to 6 players): twelve rounds of price cards, building and tourists.

One module for each chapter of the rulebook: arrivals (phases 1 to 3), building (4), lodging (5),
state (6 and the course of a round), special (tiles), hotel (fees), scoring (end). ``game`` puts
them together.
"""

from adjudicator.samoa.game import Samoa

GAME = Samoa()
