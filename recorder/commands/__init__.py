"""Commands at a terminal: backup, restore, checks of a store and of a machine.

A new command goes to ``cli``. This room serves no request.
"""
