"""The rules of Hotel Samoa, a file for each phase of a round, for scoring and for checks.

Change a rule in the file of its phase, with its id beside it. Nothing here knows a page or a store.
"""
