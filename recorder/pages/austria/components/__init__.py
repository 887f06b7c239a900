"""The component sheet: figures that are printed on components only, read off them once.

``printed`` lists the readable figures and the known ones; ``kept`` keeps them under a name for
later games; ``sheets`` offers reading while a game is played.
"""
