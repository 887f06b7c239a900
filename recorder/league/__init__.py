"""The league: players, seasons, standings, ratings, records, case law.

Everything here is a fold over two things: the league's log of operations, and its finished games.
``summary`` turns a replay into what is kept of a game; ``plays``, ``points``, ``standings``,
``ratings``, ``records``, ``statistics``, ``seating`` and ``awards`` compute from values to values
and know neither web nor store nor clock.
"""
