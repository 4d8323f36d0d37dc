"""Mails of hasty players: what they type, what their programs write round it, and what became of it.

A table is set once and copied for every mail, so that each finds the same throw. Not for: the quotations themselves,
which tests/pbem/inbound/test_quotes_in_play.py tries in many more styles.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage, Message
from email.utils import make_msgid
from html import escape
from pathlib import Path
from typing import NamedTuple

import msgspec
from inprocess import Server, subject_of, text_of
from sqlalchemy import select

from pbem.store.models import OrderSet

PLAYERS = ADA, BEN = "ada@players.example", "ben@players.example"
FIRST = {"waterloo1895": "place default", "stratego_waterloo": "setup default"}


class Table(NamedTuple):
    """A game that waits for a player's orders: the rule set, what its dice are drawn from, and who is to answer.

    `first` are mails that are answered before, one after the other, and by whom.
    """

    ruleset: str
    seed_key: str
    player: str = ADA
    first: tuple[tuple[str, str], ...] = ()


class Mail(NamedTuple):
    """What a player types, and what has to come of it.

    `plays` are the orders played, in canonical text; `keeps` those that are kept and asked about. `stops` are the lines
    of the mail that are told to be no good; with them nothing is played. `says` stands in what is answered.
    """

    body: str
    plays: tuple[str, ...] = ()
    stops: tuple[int, ...] = ()
    says: str = ""
    style: str = "Gmail"
    keeps: tuple[str, ...] = ()
    table: str = "usual"


class Became(NamedTuple):
    """What became of a mail: the orders that were played or kept, the lines that were refused, the answer's words."""

    plays: tuple[str, ...]
    keeps: tuple[str, ...]
    stops: tuple[int, ...]
    answer: str


# --- Programs ---------------------------------------------------------------------------------------------------------

_AT = "Mon, Nov 23, 2026 at 9:04 AM"


class _Quoted(NamedTuple):
    """The mail that is answered, as programs name and quote it."""

    name: str
    address: str
    subject: str
    text: str

    @property
    def who(self) -> str:
        return f"{self.name} <{self.address}>"

    @property
    def marked(self) -> str:
        return "\n".join(f"> {line}".rstrip() for line in self.text.split("\n"))


def _marked(intro: str, between: str = "\n\n", footer: str = "") -> Callable[[str, _Quoted], EmailMessage]:
    """A program that marks what it quotes, below one line of introduction."""

    def write(body: str, quoted: _Quoted) -> EmailMessage:
        said = intro.format(who=quoted.who, name=quoted.name, address=quoted.address)
        return _plain(f"{body}{footer}\n\n{said}{between}{quoted.marked}\n")

    return write


def _below(head: str, footer: str = "") -> Callable[[str, _Quoted], EmailMessage]:
    """A program that puts what it quotes below a copy of its fields, without a mark."""

    def write(body: str, quoted: _Quoted) -> EmailMessage:
        said = head.format(who=quoted.who, subject=quoted.subject)
        return _plain(f"{body}{footer}\n\n{said}\n\n{quoted.text}\n")

    return write


def _apple(intro: str, footer: str = "") -> Callable[[str, _Quoted], EmailMessage]:
    """Apple's programs mark the introduction too."""

    def write(body: str, quoted: _Quoted) -> EmailMessage:
        said = intro.format(who=quoted.who)
        return _plain(f"{body}{footer}\n\n> {said}\n> \n{quoted.marked}\n")

    return write


def _gmail_html(body: str, quoted: _Quoted) -> EmailMessage:
    """Gmail writes both, and wraps its text at some 75 columns."""
    message = _plain(f"{body}\n\nOn {_AT} {quoted.name} <\n{quoted.address}> wrote:\n\n{quoted.marked}\n")
    message.add_alternative(
        f'<div dir="ltr">{_divs(body)}</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">'
        f'On {_AT} {escape(quoted.who)} wrote:<br></div><blockquote class="gmail_quote"><pre>{escape(quoted.text)}'
        "</pre></blockquote></div>",
        subtype="html",
    )
    return message


def _html_alone(body: str, quoted: _Quoted) -> EmailMessage:
    message = EmailMessage()
    message.set_content(
        f'<html><body><div class="WordSection1">{_paragraphs(body)}<div style="border-top:solid #E1E1E1 1.0pt">'
        f'<p class="MsoNormal"><b>From:</b> {escape(quoted.who)}<br><b>Sent:</b> Monday, November 23, 2026 9:04 AM<br>'
        f"<b>To:</b> Ada<br><b>Subject:</b> {escape(quoted.subject)}</p></div>{_paragraphs(quoted.text)}"
        "</div></body></html>",
        subtype="html",
    )
    return message


def _flowed(body: str, quoted: _Quoted) -> EmailMessage:
    message = EmailMessage()
    message.set_content(f"{body}\n\nOn 23/11/2026 09:04, {quoted.name} wrote:\n{quoted.marked}\n")
    message.set_param("format", "flowed")
    return message


def _plain(text: str) -> EmailMessage:
    message = EmailMessage()
    message.set_content(text)
    return message


def _divs(body: str) -> str:
    return "".join(f"<div>{escape(line) or '<br>'}</div>" for line in body.split("\n"))


def _paragraphs(text: str) -> str:
    lines = (escape(line).replace("  ", "&nbsp; ") or "&nbsp;" for line in text.split("\n"))
    return "".join(f'<p class="MsoNormal">{line}<o:p></o:p></p>' for line in lines)


_ORIGINAL = "From: {who}\nSent: Monday, November 23, 2026 9:04 AM\nTo: Ada\nSubject: {subject}"
_URSPRUNG = "Von: {who}\nGesendet: Montag, 23. November 2026 09:04\nAn: Ada\nBetreff: {subject}"
_ORIGINE = "De : {who}\nEnvoyé : lundi 23 novembre 2026 09:04\nÀ : Ada\nObjet : {subject}"
_ORIGEN = "De: {who}\nEnviado: lunes, 23 de noviembre de 2026 9:04\nPara: Ada\nAsunto: {subject}"

STYLES: dict[str, Callable[[str, _Quoted], EmailMessage]] = {
    "Gmail": _gmail_html,
    "Gmail, text": _marked(f"On {_AT} {{who}} wrote:"),
    "Gmail, German": _marked("Am Mo., 23. Nov. 2026 um 09:04 Uhr schrieb {who}:"),
    "Gmail, French": _marked("Le lun. 23 nov. 2026 à 09:04, {who} a écrit :"),
    "Gmail, Spanish": _marked("El lun, 23 nov 2026 a las 9:04, {who} escribió:"),
    "Gmail, Dutch": _marked("Op ma 23 nov 2026 om 09:04 schreef {who}:"),
    "Gmail, Italian": _marked("Il giorno lun 23 nov 2026 alle ore 09:04 {who} ha scritto:"),
    "Outlook": _below(f"-----Original Message-----\n{_ORIGINAL}"),
    "Outlook, HTML": _html_alone,
    "Outlook, German": _below(f"________________________________\n{_URSPRUNG}"),
    "Outlook, French": _below(f"________________________________\n{_ORIGINE}"),
    "Outlook, Spanish": _below(f"________________________________\n{_ORIGEN}"),
    "Outlook, phone": _below(
        f"________________________________\n{_ORIGINAL}", "\n\nGet Outlook for Android<https://aka.ms/AAb9ysg>"
    ),
    "Apple Mail": _apple("On 23 Nov 2026, at 09:04, {who} wrote:"),
    "Apple Mail, German": _apple("Am 23.11.2026 um 09:04 schrieb {who}:"),
    "Apple Mail, French": _apple("Le 23 nov. 2026 à 09:04, {who} a écrit :"),
    "iPhone": _apple("On 23 Nov 2026, at 09:04, {who} wrote:", "\n\nSent from my iPhone"),
    "iPhone, German": _apple("Am 23.11.2026 um 09:04 schrieb {who}:", "\n\nVon meinem iPhone gesendet"),
    "iPhone, French": _apple("Le 23 nov. 2026 à 09:04, {who} a écrit :", "\n\nEnvoyé de mon iPhone"),
    "iPhone, Spanish": _apple("El 23 nov 2026, a las 9:04, {who} escribió:", "\n\nEnviado desde mi iPhone"),
    "Android": _marked(f"On {_AT}, {{who}} wrote:", footer="\n\nSent from my Samsung Galaxy smartphone."),
    "Thunderbird": _flowed,
    "Thunderbird, German": _marked("Am 23.11.26 um 09:04 schrieb {name}:", between="\n"),
    "a fresh text": lambda body, _quoted: _plain(body),
}


# --- Tables -----------------------------------------------------------------------------------------------------------


def laid(table: Table, folder: Path) -> str:
    """Set a table in a folder; the name of its game."""
    server = Server(folder, seed_key=table.seed_key)
    server.enrol(*PLAYERS)
    server.mail(ADA, f"NEW {table.ruleset}")
    name = str(server.latest(ADA)["Subject"]).split("game ")[1].split()[0]
    server.mail(BEN, f"JOIN {name}")
    for player, body in table.first:
        server.reply(server.latest(player), body)
    server.store.close()
    return name


@contextmanager
def copied(laid_in: Path, folder: Path, table: Table) -> Iterator[Server]:
    """The server of a table that was laid, on a copy of its data."""
    shutil.copytree(laid_in, folder)
    server = Server(folder, seed_key=table.seed_key)
    try:
        yield server
    finally:
        server.store.close()


def answered(server: Server, player: str, mail: Mail) -> Became:
    """Send the mail in answer to the player's latest report; what became of it."""
    report = server.latest(player)
    name = str(report["From"]).partition("<")[0].strip(' "') or "The server"
    quoted = _Quoted(name, server.settings.address, subject_of(report), text_of(report))
    message = STYLES[mail.style](mail.body, quoted)
    message["From"], message["To"] = player, str(report["Reply-To"])
    message["Subject"] = f"Re: {quoted.subject}"
    message["Message-ID"] = make_msgid(domain="players.example")
    message["In-Reply-To"] = message["References"] = str(report["Message-ID"])
    before, kept = len(server.box(player)), len(_sets(server))
    server.take_in(message.as_bytes(), str(report["Reply-To"]))
    server.work()
    answers = server.box(player)[before:]
    new = _sets(server)[kept:]
    said = "\n".join(f"{subject_of(each)}\n{text_of(each)}" for each in answers)
    return Became(
        _canonical(new, {"used"}), _canonical(new, {"held", "asked", "asked-binding"}), _refused(answers), said
    )


def _sets(server: Server) -> list[OrderSet]:
    with server.store.session() as session:
        return list(session.scalars(select(OrderSet).order_by(OrderSet.id)))


def _canonical(sets: list[OrderSet], states: set[str]) -> tuple[str, ...]:
    kept = [each.orders or "[]" for each in sets if each.state in states]
    return tuple(line["canonical"] for orders in kept for line in msgspec.json.decode(orders))


# Where the line is too long for its column, the verdict stands below it.
_VERDICT = re.compile(r"^ {2,4}([0-9]+)  (?:.*?  |.*\n {5})?(no|which\?)(?:  |$)", re.MULTILINE)


def _refused(answers: list[Message]) -> tuple[int, ...]:
    """The lines that an answer says no to."""
    found: list[int] = []
    for answer in answers:
        _, _, verdicts = text_of(answer).partition("Your mail, line by line\n")
        found += [int(number) for number, _ in _VERDICT.findall(verdicts.partition("\n\n")[0])]
    return tuple(dict.fromkeys(found))
