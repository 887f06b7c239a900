"""Options of a position, and the pieces that differ between two positions.

A new kind of offer goes here. The rules themselves stay in ``chapters``.
"""
