"""Our own check of a mail's From: SPF, DKIM and DMARC, against names that stand in a table here."""

from __future__ import annotations

import base64
import time
from typing import Any

import dkim
import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.inbound import authentication
from pbem.inbound.authentication import Client, NoAnswer, check

KEY = generate_private_key(65537, 1024)
PEM = KEY.private_bytes(Encoding.PEM, PrivateFormat.TraditionalOpenSSL, NoEncryption())
PUBLIC = base64.b64encode(KEY.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo))
RECORD = b"v=DKIM1; k=rsa; p=" + PUBLIC
MAIL = b"From: Jean <jean@players.example>\r\nTo: pbem@play.example\r\nSubject: x\r\n\r\nbid 3\r\n"
HERE = Client("192.0.2.7", "mail.players.example")
JEAN = "jean@players.example"

NAMES: dict[tuple[str, str], list[Any]] = {
    ("players.example", "TXT"): [b"v=spf1 mx -all"],
    ("players.example", "MX"): [(10, "mx.players.example")],
    ("mx.players.example", "A"): ["192.0.2.7"],
    ("_dmarc.players.example", "TXT"): [b"v=DMARC1; p=reject"],
    ("a._domainkey.players.example", "TXT"): [RECORD],
    ("a._domainkey.mail.players.example", "TXT"): [RECORD],
    ("a._domainkey.evil.example", "TXT"): [RECORD],
    ("_dmarc.evil.example", "TXT"): [b"v=DMARC1; p=none"],
    ("evil.example", "TXT"): [b"v=spf1 ip4:198.51.100.0/24 -all"],
    ("_dmarc.strict.example", "TXT"): [b"v=DMARC1; p=reject; adkim=s; aspf=s"],
    ("a._domainkey.mail.strict.example", "TXT"): [RECORD],
    # A registry, and two houses below it.
    ("_dmarc.shared.example", "TXT"): [b"v=DMARC1; p=none; psd=y"],
    ("_dmarc.ours.shared.example", "TXT"): [b"v=DMARC1; p=reject"],
    ("a._domainkey.theirs.shared.example", "TXT"): [RECORD],
}


def lookup(name: str, kind: str) -> list[Any]:
    return NAMES.get((name, kind), [])


def signed(domain: str, mail: bytes = MAIL, **more: Any) -> bytes:
    return dkim.sign(mail, b"a", domain.encode(), PEM, **more) + mail


def outcome(raw: bytes, sender: str | None = JEAN, client: Client | None = HERE) -> tuple[str, str]:
    found = check(raw, sender, client, lookup)
    assert found.source == "own"
    return found.outcome, found.reason


def test_its_signature_or_its_sender_answers_for_a_domain() -> None:
    assert outcome(signed("players.example"), "", Client("203.0.113.1", "list.example")) == ("pass", "dmarc=pass")
    assert outcome(MAIL) == ("pass", "dmarc=pass")
    assert outcome(signed("mail.players.example"), "x@list.example", Client("203.0.113.1", "x")) == (
        "pass",
        "dmarc=pass",
    )


@pytest.mark.parametrize("domain", ["b\u00fccher.example", "\u0301.example", "\u00e4" * 70 + ".example", "a..\u00e4"])
def test_a_domain_beyond_ascii_is_asked_for_as_it_stands_in_the_names_and_one_that_cannot_be_is_none(
    domain: str,
) -> None:
    asked: list[str] = []

    def noted(name: str, _kind: str) -> list[Any]:
        asked.append(name)
        return []

    raw = MAIL.replace(b"players.example", domain.encode())
    assert check(raw, JEAN, HERE, noted).outcome == "none"
    assert ("_dmarc.xn--bcher-kva.example" in asked) == domain.startswith("b")
    assert all(name.isascii() for name in asked)


def test_another_s_signature_and_sender_do_not() -> None:
    evil = Client("198.51.100.9", "mail.evil.example")
    assert outcome(signed("evil.example"), "eve@evil.example", evil) == ("fail", "dmarc=fail")
    assert outcome(MAIL, JEAN, evil) == ("fail", "dmarc=fail")


def test_a_mail_that_was_changed_is_not_answered_for() -> None:
    raw = signed("players.example").replace(b"bid 3", b"bid 9")
    assert outcome(raw, "x@list.example", Client("203.0.113.1", "x"))[0] == "fail"


def test_what_was_put_behind_a_signed_length_is_not_answered_for() -> None:
    raw = signed("players.example", length=True) + b"resign\r\n"
    assert dkim.verify(raw, dnsfunc=lambda name, timeout=5: RECORD)
    assert outcome(raw, "x@list.example", Client("203.0.113.1", "x"))[0] == "fail"


def test_a_strict_policy_wants_the_very_domain() -> None:
    mail = MAIL.replace(b"players.example", b"strict.example")
    assert outcome(signed("mail.strict.example", mail), "", Client("203.0.113.1", "x"))[0] == "fail"


def test_neighbours_below_a_registry_do_not_answer_for_one_another() -> None:
    mail = MAIL.replace(b"players.example", b"ours.shared.example")
    assert outcome(signed("theirs.shared.example", mail), "", Client("203.0.113.1", "x"))[0] == "fail"


def test_the_policy_of_the_house_holds_for_what_is_below_it() -> None:
    mail = MAIL.replace(b"jean@players.example", b"jean@one.two.players.example")
    assert outcome(mail, "eve@evil.example", Client("198.51.100.9", "x")) == ("fail", "dmarc=fail")
    assert outcome(signed("players.example", mail), "", Client("203.0.113.1", "x")) == ("pass", "dmarc=pass")


def test_without_a_policy_the_domain_itself_may_answer_and_nothing_is_held_against_it() -> None:
    mail = MAIL.replace(b"players.example", b"free.example")
    assert outcome(mail, "jean@free.example")[0] == "none"
    NAMES["a._domainkey.free.example", "TXT"] = [RECORD]
    assert outcome(signed("free.example", mail), "x@list.example")[0] == "pass"
    del NAMES["a._domainkey.free.example", "TXT"]


def test_where_the_sender_s_server_is_not_known_a_signature_alone_counts() -> None:
    assert outcome(signed("players.example"), JEAN, None) == ("pass", "dmarc=pass")
    assert outcome(MAIL, JEAN, None)[0] == "none"


def test_two_writers_or_none_are_nobody() -> None:
    assert outcome(b"From: a@players.example\r\n" + signed("players.example"))[0] == "none"
    assert outcome(b"Subject: x\r\n\r\nx")[0] == "none"


@pytest.mark.parametrize("silent", ["_dmarc.players.example", "players.example", "a._domainkey.players.example"])
def test_a_silent_system_holds_nothing_against_a_mail(silent: str) -> None:
    def half_silent(name: str, kind: str) -> list[Any]:
        if name == silent:
            raise NoAnswer
        return NAMES.get((name, kind), [])

    evil = Client("198.51.100.9", "x")
    raw = (
        signed("players.example").replace(b"bid 3", b"bid 9")
        if silent == "players.example"
        else signed("players.example")
    )
    assert check(raw, JEAN, evil, half_silent).outcome == "none"


def test_a_mail_has_so_much_time_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(authentication, "ALL_S", 0.2)
    asked = []

    def slow(name: str, kind: str) -> list[Any]:
        asked.append(name)
        time.sleep(0.15)
        return []

    deep = MAIL.replace(b"@players.example", b"@a.b.c.d.e.f.players.example")
    assert deep != MAIL
    assert check(b"DKIM-Signature: v=1; d=a.b.c.d.e.f; s=x\r\n" * 50 + deep, JEAN, HERE, slow).outcome == "none"
    # What is asked before its time is over is one of the two first of its eight records; whatever comes then is not.
    assert len(asked) <= 3


@settings(max_examples=60, deadline=None)
@given(
    field=st.text(st.characters(codec="utf-8", exclude_characters="\r\n"), max_size=200),
    record=st.binary(max_size=100),
    sender=st.text(max_size=30),
)
def test_no_signature_and_no_record_makes_it_fail(field: str, record: bytes, sender: str) -> None:
    raw = b"DKIM-Signature: " + field.encode() + b"\r\n" + MAIL
    found = check(raw, sender, Client("192.0.2.7", sender[:5]), lambda _name, _kind: [record] if _kind == "TXT" else [])
    assert found.outcome in ("pass", "fail", "none")
