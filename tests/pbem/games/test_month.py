"""A month of a game that robots play by mail, at a clock that the test moves on: all that befalls games befalls it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import timedelta
from email.message import Message
from random import Random

import pytest
from inprocess import Server, delivery_report, subject_of, text_of
from sqlalchemy import select

from pbem.addresses.signed import bounce_address
from pbem.games import acts, table
from pbem.games.acts import Asked
from pbem.games.record import verify
from pbem.rulesets import presentation
from pbem.store.database import now
from pbem.store.models import Game, Outbox, RecordEntry, Seat, Turn

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]

ADA, BEN, CY, DAN, EVE = (f"{name}@players.example" for name in ("ada", "ben", "cy", "dan", "eve"))
NAME = "waterloo1"
STEP_HOURS = 8
DAYS = 31


@dataclass
class Club:
    """The server, who plays, and who does not answer just now."""

    server: Server
    silent: set[str] = field(default_factory=set)
    day: float = 0.0

    def game(self) -> Game:
        return self.server.game(NAME)

    def seats(self) -> dict[str, Seat]:
        with self.server.store.reading() as session:
            return {seat.name: seat for seat in session.scalars(select(Seat).order_by(Seat.place))}

    def turn(self) -> Turn:
        with self.server.store.reading() as session:
            return session.scalars(select(Turn).order_by(Turn.id.desc())).first()

    def record(self) -> list[str]:
        with self.server.store.reading() as session:
            return list(session.scalars(select(RecordEntry.body).order_by(RecordEntry.number)))

    def latest(self, player: str) -> Message:
        """The latest mail to the player's seat, which can be answered with orders."""
        return next(mail for mail in reversed(self.server.box(player)) if f"+{NAME}." in str(mail["Reply-To"]))

    def pass_until(self, day: float) -> None:
        """Days in which everybody who is asked and not silent answers within a third of a day."""
        while self.day < day and self.game().state == "running":
            self.answer()
            self.server.hours_pass(STEP_HOURS)
            self.server.work()
            self.day += STEP_HOURS / 24

    def answer(self) -> None:
        words = presentation("waterloo1895")
        for seat in self.seats().values():
            asked = seat.step is not None and seat.answered_at is None
            if asked and seat.player is not None and seat.player.address not in self.silent:
                position = table.position_of(self.game(), self.turn())
                whim = Random(f"{self.day} {seat.name}")
                self.server.reply(
                    self.latest(seat.player.address), words.bot(words.rules.view(position, seat.name), seat.name, whim)
                )
                return  # what the others are asked may have changed


def plain(mail: Message) -> str:
    return " ".join(text_of(mail).split())


@pytest.fixture
def club(server: Server) -> Club:
    server.begin(
        (ADA, "NEW waterloo1895 mode=four stall=0 max_rounds=0 clock=each:2d grace=6h"),
        also=(
            BEN,
            CY,
            DAN,
            EVE,
        ),
    )
    for player in (BEN, CY, DAN):
        server.mail(player, f"JOIN {NAME}")
    return Club(server)


@pytest.mark.both_databases
def test_a_month_of_a_game_with_all_that_befalls_it(club: Club) -> None:
    server = club.server
    club.pass_until(4)

    # Ada is away for five days, and nobody plays for her meanwhile.
    [answer] = server.mail(ADA, f"AWAY {in_days(club, 1)} to {in_days(club, 5)}")
    assert "you are away" in plain(answer)
    club.pass_until(5)
    club.silent.add(ADA)
    club.pass_until(9)
    assert club.seats()["napoleon"].misses == 0
    server.mail(ADA, "BACK")
    club.silent.discard(ADA)
    club.pass_until(12)

    # A report to Ben comes back: his clock stands until he writes.
    club.silent.add(BEN)
    while club.seats()["ney"].step is None:
        club.pass_until(club.day + 1)
    club.server.take_in(
        delivery_report(BEN, "failed", "5.1.1"), bounce_address(server.settings, report_to(club, BEN)), ""
    )
    server.work()
    club.pass_until(club.day + 3)
    assert club.seats()["ney"].misses == 0
    club.silent.discard(BEN)
    server.mail(BEN, "STATUS")
    club.pass_until(club.day + 2)

    # Cy gives up his seat; the host gives it to Eve, who plays on.
    why = "Cy has no time any more"
    acts.replace(server.context, Asked(NAME, why), "wellington", EVE)
    server.work()
    assert club.seats()["wellington"].player.address == EVE
    club.pass_until(club.day + 3)

    # The host sets the game back by two turns, and corrects the position.
    played = verify(club.record()).turns
    acts.rollback(server.context, Asked(NAME, "a ruling was wrong"), played - 1)
    server.work()
    assert verify(club.record()).turns == played
    club.pass_until(club.day + 2)
    correct(club)
    club.pass_until(club.day + 2)

    # Dan falls silent for good; after two misses the others wait, after three a robot plays on.
    club.silent.add(DAN)
    for _ in range(40):
        if club.seats()["blucher"].robot or club.game().state != "running":
            break
        club.pass_until(club.day + 1)
    assert club.seats()["blucher"].robot
    club.pass_until(DAYS)

    acts.end(server.context, Asked(NAME, "the month is over"), "draw")
    server.work()
    found = verify(club.record())
    assert found.complete
    assert found.turns > 40
    assert [act.act for act in found.acts] == ["replace", "rollback", "correct", "robot", "draw"]
    for player in (ADA, BEN, DAN, EVE):
        assert "the game is over" in subject_of(club.latest(player))
    with server.store.reading() as session:
        assert set(session.scalars(select(Outbox.state))) <= {"sent", "failed"}


def in_days(club: Club, days: int) -> str:
    with club.server.store.reading() as session:
        return (now(session) + timedelta(days=days)).strftime("%d %b")


def report_to(club: Club, player: str) -> int:
    with club.server.store.reading() as session:
        latest = (
            select(Outbox.id).where(Outbox.to_address == player, Outbox.seat.is_not(None)).order_by(Outbox.id.desc())
        )
        return session.scalars(latest.limit(1)).one()


def correct(club: Club) -> None:
    """Correct the position: the quiet turns that are counted towards a draw."""
    position = json.loads(club.turn().position)
    given = json.dumps(position | {"quiet": position.get("quiet", 0) + 1}).encode()
    with club.server.store.reading() as session:
        _, differs, turn = acts.correction(session, club.server.context, Asked(NAME, "a turn was miscounted"), given)
    assert len(differs) == 1
    acts.correct(club.server.context, Asked(NAME, "a turn was miscounted"), given, turn)
    club.server.work()
