"""docs/adding-a-provider.md: the provider on the page works as it stands there."""

from __future__ import annotations

import hmac
import json
import re
import time
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from door import SECRET, Door, letter
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-provider.md"


@pytest.fixture
def door(tmp_path: Path) -> Door:
    """The application with the provider of the page besides its own."""
    code = re.search(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert code is not None
    module: dict[str, Any] = {"__name__": "example"}
    exec(compile(code[1], str(PAGE), "exec", dont_inherit=True), module)
    made = Door(tmp_path)
    made.app.register_blueprint(module["Example"]().blueprint())
    return made


def post(client: FlaskClient, payload: object, *, secret: str = SECRET, age_s: int = 0) -> TestResponse:
    body, stamp = json.dumps(payload).encode(), str(int(time.time()) - age_s)
    signature = hmac.new(secret.encode(), stamp.encode() + body, sha256).hexdigest()
    headers = {"X-Example-Timestamp": stamp, "X-Example-Signature": signature, "Content-Type": "application/json"}
    return client.post("/inbound/example", data=body, headers=headers)


def mail(raw: bytes, to: str = "pbem@play.example") -> dict[str, object]:
    return {"envelope_from": "jean@players.example", "envelope_to": [to], "message": b64encode(raw).decode()}


def test_a_mail_is_stored_byte_for_byte(door: Door) -> None:
    raw = letter("Grüße\n")
    answer = post(door.client, mail(raw))
    [row] = door.inbox()
    assert (answer.status_code, row.raw, row.sender) == (200, raw, "jean@players.example")
    assert row.transport == "example"


def test_what_is_not_proved_or_no_mail_is_refused(door: Door) -> None:
    statuses = [
        door.client.post("/inbound/example", data=b"{}").status_code,
        post(door.client, mail(letter()), secret="guessed").status_code,
        post(door.client, mail(letter()), age_s=301).status_code,
        post(door.client, {"envelope_to": 1}).status_code,
        post(door.client, {**mail(b""), "message": "not base64"}).status_code,
        post(door.client, mail(b"")).status_code,
    ]
    assert statuses == [401, 401, 401, 400, 400, 400]
    assert door.inbox() == []


def test_a_stranger_is_no_recipient_and_head_is_answered(door: Door) -> None:
    answer = post(door.client, mail(letter(), to="someone@elsewhere.example"))
    assert (answer.status_code, answer.get_json()) == (200, {"accepted": []})
    assert door.client.head("/inbound/example").status_code == 200
