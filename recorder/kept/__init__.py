"""Values that a table keeps for its next games: figures, boards, named sets, precedents.

A new kind of kept value goes here. Its pages stand in ``recorder.pages.kept``.
"""
