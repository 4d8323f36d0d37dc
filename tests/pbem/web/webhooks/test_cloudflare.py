"""POST /inbound/cloudflare: what the Email Worker of docs/providers.md signs, and Cloudflare's verdict."""

from __future__ import annotations

import hmac
import time
from hashlib import sha256
from pathlib import Path

import pytest
from door import Door, letter
from werkzeug.test import TestResponse

SECRET = "the Worker's secret"
RESULTS = b"Authentication-Results: mx.cloudflare.net; dmarc=pass header.from=players.example policy.dmarc=none\r\n"


@pytest.fixture
def door(tmp_path: Path) -> Door:
    return Door(tmp_path, cloudflare_secrets=[SECRET])


def post(door: Door, raw: bytes, to: str = "pbem@play.example", *, signed_to: str | None = None) -> TestResponse:
    stamp, sender = str(int(time.time())), "jean@players.example"
    text = f"{stamp}\n{sender}\n{to if signed_to is None else signed_to}\n".encode() + raw
    headers = {
        "X-Pbem-Timestamp": stamp,
        "X-Pbem-Sender": sender,
        "X-Pbem-Recipient": to,
        "X-Pbem-Signature": hmac.new(SECRET.encode(), text, sha256).hexdigest(),
    }
    return door.client.post("/inbound/cloudflare", data=raw, headers=headers)


def test_a_mail_comes_with_its_envelope_and_verdict(door: Door) -> None:
    raw = RESULTS + letter()
    assert post(door, raw).status_code == 200
    [row] = door.inbox()
    assert (row.raw, row.sender, row.recipient) == (raw, "jean@players.example", "pbem@play.example")
    assert (row.verdict, row.verdict_reason, row.judge) == ("pass", "dmarc=pass", "mx.cloudflare.net")


def test_a_mail_without_results_was_judged_by_nobody_though_it_should_have_been(door: Door) -> None:
    forged = b"Authentication-Results: mx.other.example; dmarc=pass header.from=players.example\r\n"
    assert post(door, forged + letter()).status_code == 200
    assert [(row.verdict, row.judge) for row in door.inbox()] == [("none", "mx.cloudflare.net")]


def test_an_envelope_that_was_changed_on_the_way_is_refused(door: Door) -> None:
    assert post(door, letter(), signed_to="pbem+other@play.example").status_code == 401
    assert door.client.post("/inbound/cloudflare", data=letter()).status_code == 401
    assert door.inbox() == []
