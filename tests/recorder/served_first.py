"""Imported by the process of which the servers of a test are forks (see ``served``)."""

from tests.recorder import served

served.read_in()
