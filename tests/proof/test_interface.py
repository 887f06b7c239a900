"""What the interface is sent by somebody who has read nothing but its description."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import APIOperation, Case
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from recorder import create_app
from tests.proof.routes import LONG, OFTEN
from tests.recorder.test_bad_input import HIRING

V1 = "/api/v1"
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


def test_every_operation_answers_as_it_is_described(tmp_path: Path) -> None:
    """Whatever fits the description, and what does not: an answer that is described, no 5xx."""
    app = create_app({"DATABASE": str(tmp_path / "recorder.db")} | OFTEN)
    schema = schemathesis.openapi.from_wsgi(f"{V1}/openapi.json", app)
    for described in schema.get_all_operations():
        operation = described.ok()
        begun = app.test_client().post(f"{V1}/records", json=HIRING).get_json()
        assert try_out(operation, begun["links"][0]["token"]), operation.label


def try_out(operation: APIOperation[Any, Any, Any], token: str) -> Counter[int]:
    """Send an operation what its description allows; return how often each status came."""
    answered: Counter[int] = Counter()

    @settings(
        max_examples=500 if LONG else 4,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def check(case: Case) -> None:
        if "token" in case.path_parameters:
            case.path_parameters["token"] = token
        response = case.call(headers={"Accept-Encoding": "identity"})
        answered[response.status_code] += 1
        case.validate_response(response, checks=CHECKS)

    check()
    return answered
