"""A game looked through afterwards: on the page of the result, and as JSON."""

import json
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from pypdf import PdfReader

from tests.review.test_review import CASES
from tests.seen import words_of

RECORDS = Path(__file__).parents[1] / "records"


def record_of(name: str) -> dict[str, Any]:
    return json.loads((RECORDS / f"{name}.json").read_text("utf-8"))


def upload(client: FlaskClient, document: dict[str, Any]) -> str:
    return client.post("/api/v1/records", json=document).json["links"][0]["token"]


@pytest.mark.parametrize("name", ["austria-3p-2022", "samoa-3p"])
def test_each_line_leads_to_its_moment(client: FlaskClient, name: str) -> None:
    document = record_of(name)
    token = upload(client, document)
    told = client.get(f"/api/v1/games/{token}/review").json
    page = client.get(f"/t/{token}/result").text
    part = page[page.index("looked-title") :].split("</section>")[0]
    moments = [int(number) for number in re.findall(rf"/t/{token}/moments/(\d+)", part)]
    assert sorted(moments) == sorted(one["from_entry"] for one in told["left"])
    assert moments
    assert client.get(f"/t/{token}/moments/{moments[0]}").status_code == 200
    for player in document["players"]:
        assert player["name"] in words_of(part)
    sources = page[page.index("sources-title") :].split("</section>")[0]
    counted = re.findall(rf"/t/{token}/moments/(\d+)", sources)
    assert [int(number) for number in counted] == [
        one["entry"] for key in ("most", "lead") for one in told[key]
    ]
    gains = re.findall(r"\+(\d+)</p>", sources)  # without a unit: points of Hotel Samoa are money
    assert [int(gain) for gain in gains] == [one["points"] for one in told["most"]]
    if name == "austria-3p-2022":  # entry 87 ends the last turn, the emperor scores
        assert "세미: scoring at the end of round 3" in words_of(sources)
    brought = [n for parts in told["points"].values() for rounds in parts.values() for n in rounds]
    assert len(re.findall(r"M\d+ 24v", sources)) == sum(map(bool, brought))
    scores = client.get(f"/api/v1/games/{token}").json["scores"]
    for player, parts in told["points"].items():
        assert sum(map(sum, parts.values())) == scores[player]["total"]


def test_what_nobody_has_entered_is_said(client: FlaskClient) -> None:
    """The result, the sheet and the JSON, each in its own way."""
    name = "a dancer who is not sent, with halls that nobody has entered"
    token = upload(client, dict(CASES)[name]["record"])
    assert client.get(f"/api/v1/games/{token}/review").json["unread"] == ["halls"]
    told = "What needs this is left out: the halls in play have not been entered."
    assert told in words_of(client.get(f"/t/{token}/result").text)
    sheet = PdfReader(BytesIO(client.get(f"/t/{token}/sheet.pdf?back=1").data))
    assert told in " ".join(sheet.pages[1].extract_text().split())


def test_nothing_is_told_before_the_end(client: FlaskClient) -> None:
    document = record_of("austria-3p-2022")
    token = upload(client, document | {"entries": document["entries"][:100]})
    refused = client.get(f"/api/v1/games/{token}/review")
    assert (refused.status_code, refused.json["error"]["code"]) == (409, "not-over")
    assert "looked-title" not in client.get(f"/t/{token}/result").text
    pages = PdfReader(BytesIO(client.get(f"/t/{token}/sheet.pdf?back=1").data)).pages
    assert len(pages) == 1


def test_the_sheet_looks_back_if_asked_for(client: FlaskClient) -> None:
    address = f"/t/{upload(client, record_of('samoa-3p'))}"
    asked = re.search(r'href="([^"]*sheet.pdf\?back=1)"', client.get(f"{address}/result").text)
    assert asked
    plain, looks = (
        PdfReader(BytesIO(client.get(path).data)).pages
        for path in (f"{address}/sheet.pdf", asked[1])
    )
    assert (len(plain), len(looks)) == (1, 2)
