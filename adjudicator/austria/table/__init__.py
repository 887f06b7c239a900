"""The table of a running game: its state, its stores, positions, secrets, and moves of pieces.

A new piece, a new declaration of a module or a new price goes here. A rule that judges an entry
goes to ``chapters``.
"""
