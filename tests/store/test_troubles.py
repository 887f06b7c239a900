"""What a database server complains of, as the store knows it; no server is needed for that."""

import pytest

from recorder.database import Failed, NoRoom, ReadOnly, Unavailable, Violated

psycopg = pytest.importorskip("psycopg", reason="the extra postgres is not installed")


@pytest.mark.parametrize(
    ("problem", "known"),
    [
        ("UniqueViolation", Violated),
        ("ForeignKeyViolation", Violated),
        ("OperationalError", Unavailable),
        ("LockNotAvailable", Unavailable),
        ("DiskFull", NoRoom),
        ("ReadOnlySqlTransaction", ReadOnly),
        ("IdleInTransactionSessionTimeout", Unavailable),
        ("SyntaxError", Failed),
        ("UndefinedTable", Failed),
    ],
)
def test_what_may_be_otherwise_in_a_moment_is_unavailable(
    problem: str, known: type[Failed]
) -> None:
    from recorder.database.postgresql import server_failure

    raised = getattr(psycopg, problem, None) or getattr(psycopg.errors, problem)
    told = server_failure(raised("it said so"))
    assert type(told) is known
    assert "it said so" in str(told)
    assert str(server_failure(raised(""))) == problem  # what says nothing is called by its kind
