"""Any number of records judged at once: ``python -m recorder archive PATH.. --out FILE``.

``sources`` finds the records, ``judging`` makes a line of each, ``workers`` shares the work out
among processes or machines, ``command`` reads the arguments. The adjudicator alone judges.
"""

from __future__ import annotations
