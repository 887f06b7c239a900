"""The store: schema, ledgers, logs, names in them, and the memory of a process.

A new table or a new operation of a log goes here. This room knows no game's rules and no request.
"""
