"""POST /inbound/sendgrid: the signature over time and body, the form, the verdict, and the event webhook."""

from __future__ import annotations

import json
import time
from base64 import b64encode
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from door import Door, letter
from werkzeug.test import EnvironBuilder, TestResponse

from pbem.inbound import mime

KEY, OTHER_KEY = generate_private_key(SECP256R1()), generate_private_key(SECP256R1())


def public(key: EllipticCurvePrivateKey) -> str:
    return b64encode(key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).decode()


@pytest.fixture
def door(tmp_path: Path) -> Door:
    return Door(tmp_path, sendgrid_keys=[public(OTHER_KEY), public(KEY)])


def post(
    door: Door, body: bytes, kind: str, key: EllipticCurvePrivateKey = KEY, at: float | None = None
) -> TestResponse:
    stamp = str(int(time.time() if at is None else at))
    signature = b64encode(key.sign(stamp.encode() + body, ECDSA(SHA256()))).decode()
    headers = {
        "X-Twilio-Email-Event-Webhook-Signature": signature,
        "X-Twilio-Email-Event-Webhook-Timestamp": stamp,
    }
    return door.client.post("/inbound/sendgrid", data=body, content_type=kind, headers=headers)


def form(raw: bytes, **fields: str) -> tuple[bytes, str]:
    """As on the page on Inbound Parse, with the message in full."""
    usual = {
        "envelope": json.dumps({"to": ["pbem@play.example"], "from": "jean@players.example"}),
        "sender_ip": "192.0.2.7",
        "SPF": "pass",
        "dkim": "{@players.example : pass}",
        "spam_score": "0.1",
        "email": raw.decode("latin-1"),
    }
    built = EnvironBuilder(method="POST", data={**usual, **fields})
    built.content_type = "multipart/form-data"
    environ = built.get_environ()
    return environ["wsgi.input"].read(), environ["CONTENT_TYPE"]


def test_a_whole_message_is_stored(door: Door) -> None:
    raw = letter("bid 3\n")
    assert post(door, *form(raw)).status_code == 200
    [row] = door.inbox()
    assert (row.raw, row.sender, row.recipient) == (raw, "jean@players.example", "pbem@play.example")
    assert (row.verdict, row.verdict_reason) == ("pass", "dkim=pass of players.example")


def test_a_request_under_another_key_or_changed_or_too_old_is_refused(door: Door) -> None:
    body, kind = form(letter())
    mine = generate_private_key(SECP256R1())
    assert post(door, body, kind, mine).status_code == 401
    assert post(door, body, kind, at=time.time() - 3 * 24 * 3600 - 60).status_code == 401
    assert post(door, body, kind, at=time.time() - 2 * 24 * 3600).status_code == 200
    stamp = str(int(time.time()))
    signature = b64encode(KEY.sign(stamp.encode() + body, ECDSA(SHA256()))).decode()
    for headers in (
        {},
        {"Signature": signature, "Timestamp": stamp},
        {"Signature": "not base64!", "Timestamp": stamp},
    ):
        named = {f"X-Twilio-Email-Event-Webhook-{name}": value for name, value in headers.items()}
        changed = body.replace(b"N1", b"N2")
        answer = door.client.post("/inbound/sendgrid", data=changed, content_type=kind, headers=named)
        assert answer.status_code == 401
    assert len(door.inbox()) == 1


@pytest.mark.parametrize(
    ("fields", "outcome"),
    [
        ({}, "pass"),
        ({"dkim": "none"}, "pass"),
        ({"dkim": "{@evil.example : pass}", "SPF": "none"}, "none"),
        ({"dkim": "{@evil.example : pass, @players.example : fail}", "SPF": "softfail"}, "none"),
        ({"dkim": "none", "SPF": "fail"}, "fail"),
        ({"dkim": "none", "envelope": '{"to": ["pbem@play.example"], "from": "eve@evil.example"}'}, "none"),
    ],
)
def test_the_verdict_is_sendgrid_s(door: Door, fields: dict[str, str], outcome: str) -> None:
    assert post(door, *form(letter(), **fields)).status_code == 200
    assert [(row.verdict, row.judge) for row in door.inbox()] == [(outcome, "sendgrid")]


def test_a_form_without_a_message_says_how_it_is_set_up(door: Door) -> None:
    built = EnvironBuilder(method="POST", data={"text": "bid 3"})
    built.content_type = "multipart/form-data"
    environ = built.get_environ()
    answer = post(door, environ["wsgi.input"].read(), environ["CONTENT_TYPE"])
    assert answer.status_code == 400
    assert "raw, full MIME" in answer.get_json()["error"]
    assert post(door, *form(letter(), envelope="no JSON")).status_code == 400


def test_what_became_of_a_mail_of_ours_is_stored_as_a_report_on_it(door: Door, sent: int) -> None:
    usual = {
        "email": "jean@players.example",
        "timestamp": 1764000000,
        "sg_event_id": "x",
        "smtp-id": "<1@play.example>",
    }
    events = [
        {**usual, "event": "bounce", "type": "bounce", "status": "5.1.1", "reason": "550 5.1.1 unknown"},
        {**usual, "event": "bounce", "type": "blocked", "status": "4.0.0", "reason": "greylisted"},
        {**usual, "event": "spamreport"},
        {**usual, "event": "open", "useragent": "x"},
        {**usual, "event": "processed"},
    ]
    assert post(door, json.dumps(events).encode(), "application/json").status_code == 200
    failed, late, spam = door.inbox()
    assert failed.recipient.startswith(f"pbem+bounce.{sent}.")
    reports = [mime.read(row.raw).bounce for row in (failed, late)]
    assert [report.permanent if report else None for report in reports] == [("jean@players.example",), ()]
    assert b"Feedback-Type: abuse" in spam.raw
