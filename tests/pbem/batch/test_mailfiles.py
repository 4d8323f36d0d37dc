"""Orders for requests from mails: what is asked about by mail changes nothing here."""

from __future__ import annotations

import json
from email.message import EmailMessage

from pbem.batch.mailfiles import MailFiles
from pbem.inbound.quotes import OWN_LINES_LIMIT
from pbem.rulesets.contract import Presentation

POSITION = {"round": 1, "prize": 7, "purses": {"north": 10, "south": 10}}


def mail(seat: str, text: str) -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = (
        "ada@example.org",
        "gm@example.org",
        f"Re: [g1 {seat}] your bid",
    )
    message.set_content(text)
    return message.as_bytes()


def filled(mails: list[bytes], orders: dict[str, str]) -> tuple[dict[str, str], list[str]]:
    """The orders of a request once the mails were read, and what was said about the mails."""
    files = MailFiles(mails)
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
