"""The component sheet: figures that are printed on components only, read off them once.

``printed`` lists what can be read and what has been; ``kept`` keeps it under a name for later
games; ``sheets`` offers it while a game is played.
"""
