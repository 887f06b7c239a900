"""Files of a league: reports, certificates, tables, feeds, other programs' formats, pictures.

Everything is made from plain values; nothing here knows a league, a store or a page.
"""
