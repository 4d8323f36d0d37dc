"""Players who are robots: they know a game only from the mails they get, and answer them as a mail program would.

Not for: playing well, or quickly; what they write is the rule sets' own robots' choice.
"""

from __future__ import annotations

from email import message_from_bytes
from email.message import Message
from random import Random
from typing import Any, NamedTuple

import msgspec
from inprocess import Server, letter, subject_of, text_of
from sqlalchemy import select

from pbem.rulesets import presentation
from pbem.store.models import LocalMail

DEADLINE_HOURS = 73  # an hour more than a player has


class Place(NamedTuple):
    """A seat of a game, as the reply address of a mail names it."""

    game: str
    seat: str


class Report(NamedTuple):
    """A mail with what a seat may see, and whether it has been answered."""

    mail: Message
    view: dict[str, Any]
    answered: bool


class Robots:
    """Everybody at every table of a server. `stalls` counts how often no robot had anything to answer."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.stalls = 0
        self.rulesets: dict[str, str] = {}
        self.reports: dict[Place, Report] = {}
        self._read = 0

    def play(self, *games: str, mails: int | None = None) -> None:
        """Answer what these games ask until they are over, or until so many mails are written."""
        while (running := self._running(games)) and mails != 0:
            asked = self._asked(running)[:mails]
            for place in asked:
                self.answer(place)
            if not asked:
                self.stalls += 1
                self.server.hours_pass(DEADLINE_HOURS)
            self.server.work()
            mails = mails if mails is None else mails - len(asked)

    def orders(self, place: Place) -> str:
        """What the robot of a seat answers to its latest report."""
        view = self.latest(place).view
        # A robot's choice hangs on what it sees alone, so that a game comes out the same every time.
        chance = Random(msgspec.json.encode(view, order="sorted").decode())
        return presentation(self._ruleset(place.game)).bot(view, place.seat, chance)

    def answer(self, place: Place, orders: str | None = None) -> int:
        """Write to the server in answer to a seat's latest report, quoting it below; the stored mail's id."""
        report = self.latest(place)
        self.reports[place] = report._replace(answered=True)
        mail, to = report.mail, str(report.mail["Reply-To"])
        quoted = "\n".join(f"> {line}" for line in text_of(mail).split("\n"))
        body = f"{self.orders(place) if orders is None else orders}\n\nThe server wrote:\n{quoted}\n"
        raw = letter(str(mail["To"]), to, body, f"Re: {subject_of(mail)}", str(mail["Message-ID"]))
        return self.server.take_in(raw, to).id

    def latest(self, place: Place) -> Report:
        """The latest report to a seat."""
        self._fetch()
        return self.reports[place]

    def known(self) -> list[Place]:
        """The seats that have had a report."""
        self._fetch()
        return sorted(self.reports)

    def wants(self, place: Place) -> bool:
        """Whether a seat's latest report asks for something and is unanswered."""
        report = self.latest(place)
        return not report.answered and presentation(self._ruleset(place.game)).ask(report.view, place.seat) is not None

    def _asked(self, games: list[str]) -> list[Place]:
        return [place for place in self.known() if place.game in games and self.wants(place)]

    def _running(self, games: tuple[str, ...]) -> list[str]:
        return [game for game in games if self.server.game(game).state == "running"]

    def _ruleset(self, game: str) -> str:
        if game not in self.rulesets:
            self.rulesets[game] = self.server.game(game).ruleset
        return self.rulesets[game]

    def _fetch(self) -> None:
        with self.server.store.reading() as session:
            rows = session.execute(
                select(LocalMail.id, LocalMail.raw).where(LocalMail.id > self._read).order_by(LocalMail.id)
            )
            for self._read, raw in rows:
                mail = message_from_bytes(raw)
                place = place_of(mail)
                view = None if place is None else view_in(mail, place.game)
                if place is not None and view is not None:
                    self.reports[place] = Report(mail, view, answered=False)


def place_of(mail: Message) -> Place | None:
    """The seat that a mail is about, by its reply address, or None."""
    parts = str(mail["Reply-To"]).partition("@")[0].partition("+")[2].split(".")
    return Place(parts[0], parts[1]) if len(parts) == 4 else None


def files_in(mail: Message) -> dict[str, bytes]:
    """The attachments of a mail, by their names."""
    named = {part.get_filename(): part.get_payload(decode=True) for part in mail.walk() if part.get_filename()}
    return {name: content for name, content in named.items() if name and isinstance(content, bytes)}


def view_in(mail: Message, game: str) -> dict[str, Any] | None:
    """What a report shows its reader, or None where the mail is none."""
    for name, content in files_in(mail).items():
        if name.startswith(f"{game}-") and name.endswith(".json"):
            view: dict[str, Any] = msgspec.json.decode(content)
            return view
    return None
