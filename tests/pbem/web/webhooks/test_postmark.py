"""POST /inbound/postmark: the password, the message in JSON, the verdict of Postmark's fields, and its events."""

from __future__ import annotations

from base64 import b64encode
from pathlib import Path

import pytest
from door import Door, letter
from werkzeug.test import TestResponse

from pbem.inbound import mime

PASSWORD = "a long random text"
VALID = ("X-Spam-Tests", "DKIM_SIGNED,DKIM_VALID,DKIM_VALID_AU,SPF_PASS")
ANOTHERS = ("X-Spam-Tests", "DKIM_SIGNED,DKIM_VALID,SPF_PASS")
ADDED = [("Return-Path", "<jean@players.example>"), ("Received-SPF", "Pass (sender SPF authorized) identity=mailfrom")]


@pytest.fixture
def door(tmp_path: Path) -> Door:
    return Door(tmp_path, postmark_secrets=[PASSWORD, "the next one"])


def post(door: Door, payload: dict[str, object], password: str = PASSWORD) -> TestResponse:
    given = b64encode(f"pbem:{password}".encode()).decode()
    return door.client.post("/inbound/postmark", json=payload, headers={"Authorization": f"Basic {given}"})


def inbound(raw: bytes, headers: list[tuple[str, str]]) -> dict[str, object]:
    """As on postmarkapp.com/developer/webhooks/inbound-webhook, with the message in full."""
    return {
        "FromName": "Jean",
        "MessageStream": "inbound",
        "From": "jean@players.example",
        "FromFull": {"Email": "jean@players.example", "Name": "Jean", "MailboxHash": ""},
        "To": "pbem@play.example",
        "OriginalRecipient": "pbem@play.example",
        "Subject": "throw",
        "MessageID": "73e6d360-66eb-11e1-8e72-a8904824019b",
        "Date": "Fri, 1 Aug 2014 16:45:32 -04:00",
        "TextBody": "N1 5 U23",
        "RawEmail": raw.decode(),
        "Headers": [{"Name": name, "Value": value} for name, value in headers],
        "Attachments": [],
    }


def test_a_whole_message_is_stored(door: Door) -> None:
    raw = letter("Grüße\n")
    assert post(door, inbound(raw, [*ADDED, VALID])).status_code == 200
    [row] = door.inbox()
    assert (row.raw, row.sender, row.recipient) == (raw, "jean@players.example", "pbem@play.example")
    assert (row.verdict, row.judge, row.transport) == ("pass", "postmark", "postmark")


def test_each_of_the_passwords_opens_and_no_other_does(door: Door) -> None:
    assert post(door, inbound(letter(), ADDED), "the next one").status_code == 200
    assert post(door, inbound(letter(), ADDED), "guessed").status_code == 401
    assert door.client.post("/inbound/postmark", json=inbound(letter(), ADDED)).status_code == 401


@pytest.mark.parametrize(
    ("headers", "outcome"),
    [
        ([VALID], "pass"),
        ([ANOTHERS], "none"),
        # The sender has written one of them.
        ([VALID, ANOTHERS], "none"),
        (ADDED, "pass"),
        ([("Return-Path", "<eve@evil.example>"), ADDED[1]], "none"),
        ([ADDED[0], ("Received-SPF", "Fail (not authorized)")], "fail"),
        ([], "none"),
    ],
)
def test_the_verdict_is_postmark_s(door: Door, headers: list[tuple[str, str]], outcome: str) -> None:
    assert post(door, inbound(letter(), headers)).status_code == 200
    assert [row.verdict for row in door.inbox()] == [outcome]


def test_what_brings_no_message_says_how_it_is_set_up(door: Door) -> None:
    answer = post(door, {**inbound(letter(), ADDED), "RawEmail": ""})
    assert answer.status_code == 400
    assert "RawEmail" in answer.get_json()["error"]
    assert post(door, {"Headers": 3}).status_code == 400


def bounced(kind: str, record: str = "Bounce") -> dict[str, object]:
    """As on postmarkapp.com/developer/webhooks/bounce-webhook."""
    return {
        "RecordType": record,
        "MessageStream": "outbound",
        "ID": 4323372036854775807,
        "Type": kind,
        "TypeCode": 1,
        "Name": kind,
        "MessageID": "883953f4-6105-42a2-a16a-77a8eac79483",
        "Description": "The server was unable to deliver your message.",
        "Details": "smtp;550 5.1.1 unknown user",
        "Email": "jean@players.example",
        "From": "pbem@play.example",
        "BouncedAt": "2014-08-01T13:28:10.2735393-04:00",
    }


def test_what_became_of_the_latest_mail_to_somebody_is_stored_as_a_report_on_it(door: Door, sent: int) -> None:
    kinds = [("HardBounce", "Bounce"), ("SoftBounce", "Bounce"), ("SpamComplaint", "SpamComplaint")]
    for kind, record in [*kinds, ("AutoResponder", "Bounce")]:
        assert post(door, bounced(kind, record)).status_code == 200
    failed, late, spam = door.inbox()
    assert failed.recipient.startswith(f"pbem+bounce.{sent}.")
    reports = [mime.read(row.raw).bounce for row in (failed, late)]
    assert [report.permanent if report else None for report in reports] == [("jean@players.example",), ()]
    assert b"Feedback-Type: abuse" in spam.raw


def test_news_of_a_mail_that_is_not_ours_is_no_fault_of_postmark_s(door: Door) -> None:
    answer = post(door, bounced("HardBounce"))
    assert (answer.status_code, answer.get_json()) == (200, {"noted": [None]})
    assert door.inbox() == []
