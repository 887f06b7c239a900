"""One entry judged: its verdict, its options, other permissions, decisive house rules.

A new kind of answer about an entry goes here. The rules themselves stay in ``chapters``.
"""
