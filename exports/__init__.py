"""Printed sheets and pictures, made from a record's replay, for any game.

Nothing here knows a game: titles and the names of score parts come from the game itself, verdicts
and score lines from the replay.
"""
