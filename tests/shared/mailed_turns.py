"""Mails as hasty players write them, answered to the report that asks for orders: what was played, what was told.

Each game is brought to its first question once, and every mail is sent to a copy of that server. The mail takes the
whole way: in at the door, past the quotations, through the reader and the rules, and out as an answer.
"""

from __future__ import annotations

import re
import shutil
from email.message import EmailMessage, Message
from html import escape
from pathlib import Path
from typing import NamedTuple

import msgspec
from inprocess import Server, letter, subject_of, text_of
from sqlalchemy import select

from pbem.store.models import OrderSet

ADA, BEN = "ada@players.example", "ben@players.example"
SETUP = {"stratego_waterloo": "setup default", "waterloo1895": "place default"}
_ASKED = "Reply to this mail"
# A line of the answer's list: its number, and below it the lines that run on.
_STOPS = re.compile(r"(?:^|\s{2,})(?:which\?|no)\s{2,}")
_TOLD = re.compile(r"^ {1,3}(\d+)  (.*(?:\n {5,}.*)*)", re.MULTILINE)

# What a program writes between an answer and the mail that is answered.
ABOVE = {
    "gmail": "On Tue, Nov 24, 2026 at 9:04 PM pbem <pbem@play.example> wrote:",
    "gmail de": "Am Di., 24. Nov. 2026 um 21:04 Uhr schrieb pbem <pbem@play.example>:",
    "gmail fr": "Le mar. 24 nov. 2026 à 21:04, pbem <pbem@play.example> a écrit :",
    "gmail es": "El mar, 24 nov 2026 a las 21:04, pbem (<pbem@play.example>) escribió:",
    "apple": "> On 24. Nov 2026, at 21:04, pbem <pbem@play.example> wrote:\n>",
    "apple de": "> Am 24.11.2026 um 21:04 schrieb pbem <pbem@play.example>:\n>",
    "thunderbird": "On 11/24/26 21:04, pbem wrote:",
    "thunderbird de": "Am 24.11.26 um 21:04 schrieb pbem:",
    "thunderbird fr": "Le 24/11/2026 à 21:04, pbem a écrit :",
    "iphone": "Sent from my iPhone\n\n> On 24 Nov 2026, at 21:04, pbem <pbem@play.example> wrote:\n>",
    "iphone fr": "Envoyé de mon iPhone\n\n> Le 24 nov. 2026 à 21:04, pbem <pbem@play.example> a écrit :\n>",
    "iphone es": "Enviado desde mi iPhone\n\n> El 24 nov 2026, a las 21:04, pbem <pbem@play.example> escribió:\n>",
    "outlook": "________________________________\nFrom: pbem <pbem@play.example>\n"
    "Sent: Tuesday, November 24, 2026 9:04 PM\nTo: ada <ada@players.example>\nSubject: your turn\n",
    "outlook de": "Von: pbem <pbem@play.example>\nGesendet: Dienstag, 24. November 2026 21:04\n"
    "An: ada <ada@players.example>\nBetreff: your turn\n",
    "outlook fr": "De : pbem <pbem@play.example>\nEnvoyé : mardi 24 novembre 2026 21:04\n"
    "À : ada <ada@players.example>\nObjet : your turn\n",
    "outlook es": "De: pbem <pbem@play.example>\nEnviado el: martes, 24 de noviembre de 2026 21:04\n"
    "Para: ada <ada@players.example>\nAsunto: your turn\n",
    "android": "Sent from my Galaxy\n\n-------- Original message --------\nFrom: pbem <pbem@play.example>\n"
    "Date: 24/11/2026 21:04 (GMT+01:00)\nTo: ada@players.example\nSubject: your turn\n",
}
_UNMARKED = ("outlook", "android")  # they put no > before what they quote


class Mailed(NamedTuple):
    """What somebody types above the report, and what must come of it.

    `plays` are the orders that are played or kept, in canonical text; `stops` are the numbers of the lines because of
    which nothing of the mail is. `says` has to stand in the answer. `style` is how the program quotes the report; a
    page is sent as HTML.
    """

    body: str
    plays: tuple[str, ...] = ()
    stops: tuple[int, ...] = ()
    says: str = ""
    style: str = "gmail"
    page: bool = False


class Table:
    """A game at its first question, on a server that is kept aside."""

    def __init__(self, folder: Path, ruleset: str, seed_key: str) -> None:
        self.folder, self.seed_key = folder, seed_key
        server = Server(folder, seed_key=seed_key)
        server.enrol(ADA, BEN)
        server.mail(ADA, f"NEW {ruleset}")
        name = subject_of(server.latest(ADA)).split("game ")[1].split()[0]
        server.mail(BEN, f"JOIN {name}")
        while (first := SETUP.get(ruleset)) and (asking := _asking(server)) and "et up your" in subject_of(asking):
            server.reply(asking, first)
        server.store.close()

    def copy(self, folder: Path) -> Server:
        """Another server of the same state."""
        shutil.copytree(self.folder, folder, dirs_exist_ok=True)
        return Server(folder, seed_key=self.seed_key)


class Came(NamedTuple):
    """What came of a mail: the orders that were kept or played, the lines that stopped it, the answer's text."""

    plays: tuple[str, ...]
    stops: tuple[int, ...]
    answer: str


def came_of(begun: Table, folder: Path, mailed: Mailed) -> Came:
    """Send a mail in answer to the report that asks for orders, on a copy of the table, and see what comes of it."""
    server = begun.copy(folder)
    try:
        return _came_of(server, mailed)
    finally:
        server.store.close()


def _came_of(server: Server, mailed: Mailed) -> Came:
    report = _asking(server)
    writer, to = str(report["To"]), str(report["Reply-To"])
    before, sets = len(server.box(writer)), len(_orders(server))
    raw = _page(mailed, report) if mailed.page else _plain(mailed, report)
    server.take_in(raw, to)
    server.work()
    answers = server.box(writer)[before:]
    answer = " ".join(text_of(answers[0]).split()) if answers else ""
    subject = subject_of(answers[0]) if answers else ""
    stops = _stopping(text_of(answers[0])) if answers else ()
    kept = _orders(server)[sets:]
    return Came(tuple(order for orders in kept for order in orders), stops, f"{subject} {answer}")


def _asking(server: Server) -> Message:
    return next(mail for mail in map(server.latest, (ADA, BEN)) if _ASKED in text_of(mail))


def _orders(server: Server) -> list[list[str]]:
    with server.store.reading() as session:
        rows = session.scalars(select(OrderSet.orders).order_by(OrderSet.id)).all()
    return [[order["canonical"] for order in msgspec.json.decode(row or "[]")] for row in rows]


def _stopping(answer: str) -> tuple[int, ...]:
    listed = answer.partition("Your mail, line by line\n")[2].partition("\n\n")[0]
    return tuple(int(number) for number, told in _TOLD.findall(listed) if _STOPS.search(told))


def _plain(mailed: Mailed, report: Message) -> bytes:
    below = text_of(report)
    if not mailed.style.startswith(_UNMARKED):
        below = "".join(f"> {line}\n" for line in below.split("\n"))
    body = f"{mailed.body}\n\n{ABOVE[mailed.style]}\n{below}"
    return letter(str(report["To"]), str(report["Reply-To"]), body, "Re: your turn", str(report["Message-ID"]))


def _page(mailed: Mailed, report: Message) -> bytes:
    """The mail as HTML alone, as phones and web programs send it."""
    typed = "".join(f"<div>{escape(line) or '<br>'}</div>" for line in mailed.body.split("\n"))
    below = "<br>".join(escape(line) for line in text_of(report).split("\n"))
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = str(report["To"]), str(report["Reply-To"]), "Re: your turn"
    message["Message-ID"], message["In-Reply-To"] = "<page@players.example>", str(report["Message-ID"])
    message.set_content(
        f'<div dir="auto">{typed}</div><br><div class="gmail_quote"><div>{escape(ABOVE[mailed.style])}</div>'
        f"<blockquote>{below}</blockquote></div>",
        subtype="html",
    )
    return message.as_bytes()
