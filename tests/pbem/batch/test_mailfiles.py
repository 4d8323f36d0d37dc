"""Orders for requests from mails: what is asked about by mail changes nothing here."""

from __future__ import annotations

import json
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.batch.mailfiles import Addresses, MailFiles, WrongAddresses, addresses_in
from pbem.inbound.quotes import OWN_LINES_LIMIT
from pbem.rulesets.contract import Presentation

POSITION = {"round": 1, "prize": 7, "purses": {"north": 10, "south": 10}}


def mail(seat: str, text: str, sender: str = "ada@example.org", **fields: str) -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, "gm@example.org", f"Re: [g1 {seat}] your bid"
    for name, value in fields.items():
        message[name.replace("_", "-")] = value
    message.set_content(text)
    return message.as_bytes()


def filled(
    mails: list[bytes], orders: dict[str, str], addresses: Addresses | None = None
) -> tuple[dict[str, str], list[str]]:
    """The orders of a request once the mails were read, and what was said about the mails."""
    files = MailFiles(mails, addresses)
    request = {"id": "g1", "ruleset": "sealed_bids", "position": POSITION, "orders": orders}
    return json.loads(files.fill(json.dumps(request).encode()))["orders"], files.close()


def test_a_mail_that_would_be_asked_about_leaves_the_orders_as_they_were(sealed_bids: Presentation) -> None:
    mails = [
        mail("North", "bid 4\n"),
        mail("North", "bid 2\n\n> Round 1: bid for 7 points; you hold 10 coins.\n> bid 5\n"),
        mail("South", "bid 1\n" * (OWN_LINES_LIMIT + 1)),
    ]
    orders, notes = filled(mails, {"south": "bid 9"})
    assert orders == {"north": "bid 4", "south": "bid 9"}
    assert notes == [
        'mail 2, "Re: [g1 North] your bid": orders not played: they stand in the quotation.',
        'mail 3, "Re: [g1 South] your bid": your mail is too long.',
    ]


def test_a_mail_that_cannot_be_read_is_named(sealed_bids: Presentation) -> None:
    orders, notes = filled([mail("North", "x\n" * 30_000)], {"north": "bid 3"})
    assert orders == {"north": "bid 3"}
    assert notes == ['mail 1, "Re: [g1 North] your bid" cannot be read (size).']


@pytest.mark.parametrize(
    ("sender", "fields"),
    [
        ("ada@example.org", {"Auto_Submitted": "auto-replied"}),
        ("ada@example.org", {"Precedence": "bulk"}),
        ("ada@example.org", {"Return_Path": "<>"}),
        ("MAILER-DAEMON@example.org", {}),
    ],
)
def test_a_machine_wipes_no_orders(sealed_bids: Presentation, sender: str, fields: dict[str, str]) -> None:
    mails = [mail("North", "bid 4\n"), mail("North", "I am away until Monday.\nbid 1\n", sender, **fields)]
    orders, notes = filled(mails, {"south": "bid 9"})
    assert orders == {"north": "bid 4", "south": "bid 9"}
    assert len(notes) == 1
    assert "written by a machine" in notes[0]


def test_an_absence_notice_by_its_subject_is_a_machine_s(sealed_bids: Presentation) -> None:
    away = mail("North", "bid 1\n").replace(b"Subject: Re: [", b"Subject: Automatic reply: [")
    orders, notes = filled([mail("North", "bid 4\n"), away], {"south": "bid 9"})
    assert orders["north"] == "bid 4"
    assert "absence subject" in notes[0]


def test_nobody_plays_for_him_who_has_written_first(sealed_bids: Presentation) -> None:
    mails = [mail("North", "bid 4\n"), mail("North", "bid 0\n", "eve@evil.example"), mail("North", "bid 5\n")]
    orders, notes = filled(mails, {"south": "bid 9"})
    assert orders["north"] == "bid 5"
    assert notes == [
        'mail 2, "Re: [g1 North] your bid": from eve@evil.example, but north is played by ada@example.org; '
        "it is no orders."
    ]


def test_where_it_is_said_who_plays_nobody_else_does(sealed_bids: Presentation) -> None:
    mails = [
        mail("North", "bid 0\n", "eve@evil.example"),
        mail("North", "bid 4\n", "Ada <ADA@example.org>"),
        mail("South", "bid 2\n", "ben@example.org"),
    ]
    orders, notes = filled(mails, {"north": "", "south": "bid 9"}, {"g1": {"North": ["ada@example.org"]}})
    assert orders == {"north": "bid 4", "south": "bid 9"}
    assert [note.partition('": ')[2] for note in notes] == [
        "from eve@evil.example, but north is played by ada@example.org; it is no orders.",
        "from ben@example.org, but south is played by nobody; it is no orders.",
    ]


def test_addresses_come_from_a_file_for_one_request_or_for_every(tmp_path: Path, sealed_bids: Presentation) -> None:
    file = tmp_path / "addresses.json"
    file.write_text('{"*": {"north": ["ada@example.org"]}, "g1": {"south": ["ben@example.org"], "west": ["x@x.x"]}}')
    mails = [mail("North", "bid 4\n"), mail("South", "bid 2\n", "ben@example.org")]
    orders, notes = filled(mails, {}, addresses_in(file))
    assert orders == {"north": "bid 4", "south": "bid 2"}
    assert notes == ['the addresses: g1 has no seat "west".']
    file.write_text('{"g1": "ada@example.org"}')
    with pytest.raises(WrongAddresses, match=r"addresses\.json is not the JSON"):
        addresses_in(file)
