"""The table of a running game: its state, its hotels, positions, secrets, and findings.

A new piece goes here. A rule that judges an entry goes to ``chapters``.
"""
