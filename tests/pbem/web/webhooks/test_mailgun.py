"""POST /inbound/mailgun: the payload in all its forms, its signature, its token, and what a faker may try."""

from __future__ import annotations

import time
from pathlib import Path
from urllib.parse import urlencode

import msgspec
import pytest
from door import Door, letter, signed
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from structlog.testing import capture_logs
from werkzeug.test import TestResponse

from pbem.addresses.signed import BounceAddress, bounce_address, read_recipient
from pbem.config import Settings
from pbem.inbound import mime

HEADERS = [
    ["Received", "by mxa.mailgun.example"],
    ["From", "Émile <jean@players.example>"],
    ["To", "pbem@play.example"],
    ["Subject", "Re: throw"],
    ["Message-Id", "<a1@players.example>"],
    ["In-Reply-To", "<r1@play.example>"],
    ["Content-Type", 'multipart/alternative; boundary="other"'],
    ["Bad Name", "x"],
    ["X-Broken", "one\r\nBcc: two"],
]


def parsed(**fields: str) -> dict[str, str]:
    texts = {
        "body-plain": "N1 5 U23\n",
        "body-html": "<p>N1 5 U23</p>",
        "message-headers": msgspec.json.encode(HEADERS).decode(),
    }
    return signed(**{**texts, **fields})


def multipart(fields: list[tuple[str, bytes]], boundary: bytes = b"xyz") -> tuple[bytes, str]:
    parts = [
        b"--"
        + boundary
        + b'\r\nContent-Disposition: form-data; name="'
        + name.encode()
        + b'"\r\n\r\n'
        + value
        + b"\r\n"
        for name, value in fields
    ]
    return b"".join(parts) + b"--" + boundary + b"--\r\n", f"multipart/form-data; boundary={boundary.decode()}"


def post(door: Door, fields: dict[str, str]) -> TestResponse:
    return door.client.post("/inbound/mailgun", data=fields)


def test_a_whole_message_is_stored_byte_for_byte(door: Door) -> None:
    raw = b"From: jean@players.example\r\nSubject: Gr\xfc\xdfe\r\n\r\nN1 5 U23, mit Gr\xfc\xdfen\xff\r\n"
    fields = [(name, value.encode()) for name, value in signed(sender="jean@players.example").items()]
    body, kind = multipart([*fields, ("body-mime", raw)])
    answer = door.client.post("/inbound/mailgun", data=body, content_type=kind)
    [row] = door.inbox()
    assert (answer.status_code, answer.get_json()) == (200, {"accepted": [{"id": row.id, "fresh": True}]})
    assert (row.raw, row.sender, row.recipient) == (raw, "jean@players.example", "pbem@play.example")


def test_a_urlencoded_message_keeps_its_bytes(door: Door) -> None:
    raw = b"Subject: x\r\n\r\ncaf\xe9 + 100% & more=less\r\n"
    body = urlencode({**signed(), "body-mime": raw})
    assert (
        door.client.post("/inbound/mailgun", data=body, content_type="application/x-www-form-urlencoded").status_code
        == 200
    )
    assert door.inbox()[0].raw == raw


def test_a_message_of_nine_megabytes_in_a_form(door: Door) -> None:
    raw = letter() + b"A" * (9 << 20)
    body, kind = multipart([*((name, value.encode()) for name, value in signed().items()), ("body-mime", raw)])
    assert door.client.post("/inbound/mailgun", data=body, content_type=kind).status_code == 200
    assert len(door.inbox()[0].raw) == len(raw)


def test_a_message_taken_apart_is_put_together_for_the_reader(door: Door) -> None:
    assert post(door, parsed()).status_code == 200
    opened = mime.read(door.inbox()[0].raw)
    assert (opened.sender, opened.sender_name) == ("jean@players.example", "Émile")
    assert (opened.message_id, opened.in_reply_to) == ("<a1@players.example>", "<r1@play.example>")
    assert opened.text.strip() == "N1 5 U23"
    assert opened.field("x-pbem-rebuilt") == "mailgun"
    assert not opened.field("bcc")


def test_taken_apart_without_plain_text(door: Door) -> None:
    post(door, parsed(**{"body-plain": ""}))
    assert mime.read(door.inbox()[0].raw).text.strip() == "N1 5 U23"


def test_the_same_payload_under_a_new_token_is_the_same_mail(door: Door) -> None:
    post(door, parsed())
    assert post(door, parsed(token="u" * 50)).get_json()["accepted"][0]["fresh"] is False
    assert len(door.inbox()) == 1


def test_attachments_are_left_out(door: Door) -> None:
    fields = [(name, value.encode()) for name, value in parsed().items()]
    body, kind = multipart(fields)
    extra = b'--xyz\r\nContent-Disposition: form-data; name="attachment-1"; filename="x.txt"\r\n\r\nresign\r\n'
    assert door.client.post("/inbound/mailgun", data=extra + body, content_type=kind).status_code == 200
    assert "resign" not in mime.read(door.inbox()[0].raw).text


def test_a_replayed_token_is_answered_406_and_stores_nothing(door: Door) -> None:
    fields = parsed()
    assert post(door, fields).status_code == 200
    with capture_logs() as lines:
        assert post(door, fields).status_code == 406
        assert post(door, {**fields, "body-plain": "resign"}).status_code == 406
    assert [line["reason"] for line in lines] == [
        "this token came before, with the same message",
        "this token came before, with another message",
    ]
    assert len(door.inbox()) == 1


def test_of_a_doubled_field_the_last_value_counts(door: Door) -> None:
    fields = [(name, value.encode()) for name, value in parsed().items()]
    body, kind = multipart(
        [
            ("recipient", b"pbem+a.b.1.c@play.example"),
            ("sender", b"fake@x.example"),
            *fields,
            ("sender", b"jean@players.example"),
        ]
    )
    door.client.post("/inbound/mailgun", data=body, content_type=kind)
    assert (door.inbox()[0].recipient, door.inbox()[0].sender) == ("pbem@play.example", "jean@players.example")


def test_several_recipients_and_one_token(door: Door) -> None:
    answer = post(door, parsed(recipient="pbem@play.example, pbem+a.b.1.c@play.example,x@elsewhere.example"))
    assert [each["fresh"] for each in answer.get_json()["accepted"]] == [True, True]


def test_a_stranger_s_recipient_is_dropped_and_not_tried_again(door: Door) -> None:
    with capture_logs() as lines:
        answer = post(door, parsed(recipient="x@elsewhere.example"))
    assert (answer.status_code, answer.get_json()) == (200, {"accepted": []})
    assert lines[0]["event"] == "dropped"


def test_a_bounce_has_the_null_sender(door: Door) -> None:
    post(door, parsed(sender="<>"))
    assert door.inbox()[0].sender == ""


REFUSALS: dict[str, tuple[int, dict[str, str]]] = {
    "no signature": (401, {"recipient": "pbem@play.example", "body-plain": "x"}),
    "wrong key": (401, parsed(key="guess")),
    "too old": (401, parsed(at=time.time() - 25 * 3600)),
    "from the future": (401, parsed(at=time.time() + 25 * 3600)),
    "other token": (401, {**parsed(), "token": "v" * 50}),
    "endless token": (400, parsed(token="t" * 201)),
    "no recipient": (400, parsed(recipient="")),
    "no headers": (400, signed(**{"body-plain": "x"})),
    "headers of another shape": (400, parsed(**{"message-headers": '{"From": "x"}'})),
    "an empty message": (400, signed(**{"body-mime": " "})),
}


@pytest.mark.parametrize("what", REFUSALS)
def test_refusals_have_their_status_and_a_line_in_the_log(door: Door, what: str) -> None:
    status, fields = REFUSALS[what]
    with capture_logs() as lines:
        answer = post(door, fields)
    assert answer.status_code == status
    assert [(line["event"], line["status"]) for line in lines] == [("refused", status)]
    assert door.inbox() == []


def test_what_is_no_form_is_refused(door: Door) -> None:
    assert door.client.post("/inbound/mailgun", json=parsed()).status_code == 400
    assert door.client.post("/inbound/mailgun", data="x", content_type="text/plain").status_code == 415
    assert door.client.post("/inbound/mailgun", data=b"x", content_type="multipart/form-data").status_code == 400
    assert (
        door.client.post(
            "/inbound/mailgun", data=b"--x\r\nbroken", content_type="multipart/form-data; boundary=x"
        ).status_code
        == 400
    )
    assert door.client.get("/inbound/mailgun").status_code == 405
    assert door.client.head("/inbound/mailgun").status_code == 200


def test_too_large_is_too_large(tmp_path: Path) -> None:
    door = Door(tmp_path, max_mail_mb=1)
    assert post(door, signed(**{"body-mime": "x" * ((1 << 20) + 1)})).status_code == 413
    assert post(door, signed(**{"body-mime": "x" * (3 << 20)})).status_code == 413


names = st.sampled_from(
    ["timestamp", "token", "signature", "recipient", "body-mime", "body-plain", "message-headers", "sender", ""]
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    fields=st.lists(st.tuples(names, st.binary(max_size=50)), max_size=6), keep=st.booleans(), cut=st.integers(0, 30)
)
def test_no_form_makes_it_fail(door: Door, fields: list[tuple[str, bytes]], keep: bool, cut: int) -> None:
    base = [(name, value.encode()) for name, value in parsed().items()] if keep else []
    body, kind = multipart([*base, *fields])
    for data in (body, body[: len(body) - cut]):
        assert door.client.post("/inbound/mailgun", data=data, content_type=kind).status_code in (200, 400, 401, 406)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    data=st.binary(max_size=200),
    kind=st.sampled_from(
        ["multipart/form-data; boundary=x", "application/x-www-form-urlencoded", 'multipart/form-data; boundary="', ""]
    ),
)
def test_no_bytes_make_it_fail(door: Door, data: bytes, kind: str) -> None:
    assert door.client.post("/inbound/mailgun", data=data, content_type=kind).status_code in (400, 401, 415)


# --- Verdicts and events ------------------------------------------------------------------------------------------

SIGNED = "DKIM-Signature: v=1; a=rsa-sha256; d=players.example; s=a; bh=x; b=x"
OTHERS = "DKIM-Signature: v=1; a=rsa-sha256; d=evil.example; s=a; bh=x; b=x"
PASSED = "X-Mailgun-Dkim-Check-Result: Pass"


@pytest.mark.parametrize(
    ("added", "sender", "outcome"),
    [
        ([PASSED, SIGNED], "jean@players.example", "pass"),
        ([PASSED, OTHERS], "eve@evil.example", "none"),
        # Which of the two is valid is not said.
        ([PASSED, SIGNED, OTHERS], "eve@evil.example", "none"),
        # One of the two was written by the sender.
        ([PASSED, "X-Mailgun-Dkim-Check-Result: Fail", SIGNED], "eve@evil.example", "none"),
        (["X-Mailgun-Spf: Pass"], "jean@players.example", "pass"),
        (["X-Mailgun-Spf: Pass"], "eve@evil.example", "none"),
        (["X-Mailgun-Spf: Fail"], "jean@players.example", "fail"),
        (["X-Mailgun-Spf: SoftFail", "X-Mailgun-Dkim-Check-Result: Fail"], "jean@players.example", "none"),
        ([], "jean@players.example", "none"),
    ],
)
def test_the_verdict_is_mailgun_s(door: Door, added: list[str], sender: str, outcome: str) -> None:
    raw = "\r\n".join([*added, "From: jean@players.example", "", "N1 5 U23", ""])
    assert post(door, signed(sender=sender, **{"body-mime": raw})).status_code == 200
    fields = [each.split(": ", 1) for each in [*added, "From: jean@players.example"]]
    taken_apart = parsed(token="u" * 50, sender=sender, **{"message-headers": msgspec.json.encode(fields).decode()})
    assert post(door, taken_apart).status_code == 200
    assert [(row.verdict, row.judge) for row in door.inbox()] == [(outcome, "mailgun")] * 2


def event(number: int, kind: str, severity: str = "", token: str = "t" * 50) -> dict[str, object]:
    proof = signed(token)
    data = {
        "event": kind,
        "severity": severity,
        "timestamp": 1764000000.5,
        "recipient": "jean@players.example",
        "envelope": {"sender": bounce_address(Settings(secret_key="k", mail_domain="play.example"), number)},
        "delivery-status": {"code": 550, "enhanced-code": "5.1.1", "message": "no such\r\nuser", "attempt-no": 1},
        "message": {"headers": {"message-id": "1@play.example"}},
    }
    return {"signature": {name: proof[name] for name in ("timestamp", "token", "signature")}, "event-data": data}


def test_what_became_of_a_mail_of_ours_is_stored_as_a_report_on_it(door: Door) -> None:
    for kind, severity in (("failed", "permanent"), ("failed", "temporary"), ("complained", ""), ("opened", "")):
        told = event(7, kind, severity, token=f"{kind}{severity}")
        assert door.client.post("/inbound/mailgun", json=told).status_code == 200
    failed, late, spam = door.inbox()
    assert failed.sender == ""
    assert read_recipient(door.settings, failed.recipient, lambda *_: None) == BounceAddress(7)
    bounce = mime.read(failed.raw).bounce
    assert bounce is not None
    assert bounce.permanent == ("jean@players.example",)
    bounce = mime.read(late.raw).bounce
    assert bounce is not None
    assert (bounce.permanent, bounce.temporary) == ((), ("jean@players.example",))
    assert b"Feedback-Type: abuse" in spam.raw


def test_an_event_that_is_not_signed_changes_nothing(door: Door) -> None:
    told = event(7, "failed", "permanent")
    told["signature"] = {"timestamp": "1", "token": "x", "signature": "y"}
    assert door.client.post("/inbound/mailgun", json=told).status_code == 401
    assert door.inbox() == []
