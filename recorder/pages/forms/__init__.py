"""Between what is offered, what a form says, and an entry.

``offers`` reads ``next``, ``forms`` turns fields into an entry, ``nested`` into a document.
"""
