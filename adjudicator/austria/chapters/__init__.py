"""The rules of Grand Austria Hotel, one file for each chapter of the rulebook.

Change a rule in the file of its chapter, with its id beside it. A file names no module of the
expansion and no verdict: it reports to the findings of an entry.
"""
