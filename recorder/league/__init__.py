"""The league: players, seasons, standings, ratings, records, case law.

Everything here is computed from the league's log of operations and from its finished games.
``summary`` shortens a replay to the part that is kept of a game. ``plays``, ``points``,
``standings``, ``ratings``, ``records``, ``statistics``, ``seating`` and ``awards`` compute values
from values; they know no web, store or clock.
"""
