"""Files of past plays: BG Stats exports, BoardGameGeek's plays, tables of a spreadsheet.

A new kind of file goes here. This room keeps nothing, and knows no store, request or page.
"""
