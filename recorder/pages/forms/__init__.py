"""From an offer and the fields of a form to an entry.

``offers`` reads ``next``, ``entry_forms`` turns fields into an entry, ``nested_fields`` into a
document, ``shaped_fields`` into values of a position, ``entry_trials`` tries entries on a copy.
"""
