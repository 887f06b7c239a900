"""Recorded games: replays, tables, links, secrets, corrections, proposals, clocks.

An operation on a game goes here. This room knows no request, no page and no league.
"""
