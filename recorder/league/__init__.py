"""The league: players, seasons, standings, ratings, records, case law.

Everything here is a fold: the league's log over what was done to it, and the finished games over
what the league counts. ``summary`` turns a replay into what is kept of a game; ``plays``,
``points``, ``standings``, ``ratings``, ``records``, ``statistics``, ``seating`` and ``awards``
compute from values to values and know neither web nor store nor clock.
"""
