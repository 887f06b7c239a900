"""The rules: reads game records, judges every entry, names the rule, scores the game.

Pure: no Flask, no SQLite, no clock, no randomness, and no files at judging time
(the data files of a game are read once, at import).
"""
