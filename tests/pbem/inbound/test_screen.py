"""Who wrote a mail: people are answered, machines never; each sign by an example."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.config import Settings
from pbem.inbound.mime import read
from pbem.inbound.screen import WriterKind, judge
from pbem.outbound.compose import OutboundMail, compose

SETTINGS = Settings(secret_key="k", mail_domain="play.example")
REPORTS = Path(__file__).parents[2] / "mail" / "reports"
STYLES = Path(__file__).parents[2] / "mail" / "styles"


def kind_of(*fields: str, sender: str | None = "jean@players.example") -> tuple[WriterKind, str]:
    lines = fields if any(field.startswith("From:") for field in fields) else ("From: jean@players.example", *fields)
    found = judge(read("\r\n".join([*lines, "", "N1 5 U23"]).encode()), sender, SETTINGS)
    return found.kind, found.reason


@pytest.mark.parametrize(
    ("field", "reason"),
    [
        ("Auto-Submitted: auto-replied", "auto-submitted auto-replied"),
        ("Auto-Submitted: auto-generated (vacation)", "auto-submitted auto-generated"),
        ("auto-submitted: AUTO-NOTIFIED; x=y", "auto-submitted auto-notified"),
        ("Precedence: bulk", "precedence bulk"),
        ("Precedence: auto_reply", "precedence auto_reply"),
        ("List-Id: <x.example>", "list-id"),
        ("List-Unsubscribe: <https://x.example>", "list-unsubscribe"),
        ("X-Autoreply: yes", "x-autoreply"),
        ("X-Autorespond: I am away", "x-autorespond"),
        ("X-Auto-Response-From: x", "x-auto-response-from"),
        ("X-Vacation: yes", "x-vacation"),
        ("X-Out-Of-Office: yes", "x-out-of-office"),
        ("X-Content-Identifier: Auto-Reply", "content-identifier"),
        ("From: MAILER-DAEMON@x.example", "daemon address"),
        ("From: no-reply@x.example", "daemon address"),
        ("From: bounces+123=x@x.example", "daemon address"),
    ],
)
def test_machines(field: str, reason: str) -> None:
    assert kind_of(field) == (WriterKind.MACHINE, reason)


@pytest.mark.parametrize(
    "field",
    [
        "Auto-Submitted: no",
        "X-Auto-Response-Suppress: All",
        "X-Autoreply: no",
        "Precedence: normal",
        "Precedence: first-class",
        "X-Priority: 1",
        "Subject: Re: [waterloo7 Napoleon] your throw",
        "Subject: the office of Marshal Ney is out of orders",
        "From: noreplyson@x.example",
        "From: alice@play.example",
    ],
)
def test_people(field: str) -> None:
    assert kind_of(field) == (WriterKind.PERSON, "")


def test_a_person_may_ask_for_an_answer_in_bulk_mail() -> None:
    assert kind_of("Precedence: bulk", "X-Ack: yes") == (WriterKind.PERSON, "")


@pytest.mark.parametrize("style", sorted(path.name for path in STYLES.glob("*.eml")))
def test_every_mail_program_s_user_is_a_person(style: str) -> None:
    assert judge(read((STYLES / style).read_bytes()), None, SETTINGS).kind is WriterKind.PERSON


@pytest.mark.parametrize(
    "subject",
    [
        "Out of Office: your mail",
        "Out of the office until Monday",
        "Automatic reply: Re: x",
        "Abwesenheitsnotiz: x",
        "Automatische Antwort: x",
        "AW: Ich bin nicht im Büro",
        "Réponse automatique : x",
        "Respuesta automática: x",
        "Risposta automatica: x",
        "Автоответ: x",
        "自動応答: x",
    ],
)
def test_an_absence_by_its_subject_alone_is_doubtful(subject: str) -> None:
    assert kind_of(f"Subject: {subject}") == (WriterKind.DOUBTFUL, "absence subject")


@pytest.mark.parametrize("report", ["postfix-dsn.eml", "qmail.eml"])
@pytest.mark.parametrize("envelope", ["", None, "jean@players.example"])
def test_delivery_reports(report: str, envelope: str | None) -> None:
    assert judge(read((REPORTS / report).read_bytes()), envelope, SETTINGS).kind is WriterKind.BOUNCE


def test_the_null_sender_is_never_a_person() -> None:
    assert kind_of(sender="") == (WriterKind.BOUNCE, "null sender")
    assert kind_of("Return-Path: <>", sender=None) == (WriterKind.BOUNCE, "null sender")
    assert kind_of("Return-Path: <jean@players.example>", sender=None) == (WriterKind.PERSON, "")


def test_our_own_mail_come_back_is_a_loop() -> None:
    letter = OutboundMail(
        to="jean@players.example",
        subject="x",
        text="x",
        message_id="<a@play.example>",
        date=datetime(2026, 11, 24, tzinfo=UTC),
        auto="auto-replied",
    )
    assert judge(read(compose(letter, SETTINGS)), None, SETTINGS).kind is WriterKind.LOOP
    assert kind_of("X-Pbem-Loop: other.example") == (WriterKind.LOOP, "loop field")
    assert kind_of("From: PBEM@play.example") == (WriterKind.LOOP, "our own address")
    assert kind_of("From: pbem+waterloo7.ney.3.x@play.example") == (WriterKind.LOOP, "our own address")
    assert kind_of(*["Received: by x"] * 51) == (WriterKind.LOOP, "too many hops")
    assert kind_of(*["Received: by x"] * 50) == (WriterKind.PERSON, "")
