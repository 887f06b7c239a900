"""Any number of records judged at once: ``python -m recorder archive PATH.. --out FILE``.

``sources`` finds the records, ``judging`` makes a line of each, ``workers`` shares the work out
among processes or machines, ``command`` is what is typed. Nothing of it judges by itself: that is
the adjudicator's.
"""

from __future__ import annotations
