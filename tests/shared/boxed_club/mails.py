"""Who of a club writes in an hour of the day, and what: orders as mail programs send them, slips, questions, and noise.

All of it hangs on the seed, the hour, and the question that a seat is asked, and on nothing else: the same day can be
held twice. Players answer from what their seat sees; they read it in the database, since 20,000 mailboxes need not be
kept for that.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from random import Random
from typing import NamedTuple
from zoneinfo import ZoneInfo

from inprocess import delivery_report
from mailed_turns import ABOVE
from sqlalchemy import select
from sqlalchemy.orm import Session

from boxed_club.templates import DOMAIN
from pbem.addresses.signed import seat_address
from pbem.config import Settings
from pbem.games import table
from pbem.rulesets import presentation
from pbem.store.models import Game, Outbox, Seat, Sitting, Turn

# By the hour of a player's own clock: how likely he writes in it, as a share of the day.
HOURS = (1, 0.5, 0.3, 0.2, 0.2, 0.5, 1.5, 3, 4, 4, 3.5, 4, 5.5, 5, 4, 4, 4.5, 6, 7.5, 9, 11, 10, 7, 4)
DAY = datetime(2026, 11, 27, tzinfo=UTC)  # of which the hours are simulated
ANSWERS_WITHIN_A_DAY = 0.8
ORDERS, SLIP, STALE, QUESTION, AWAY, BOUNCE, STRANGER = (
    "orders",
    "slip",
    "stale",
    "question",
    "away",
    "bounce",
    "stranger",
)
SHARES = {SLIP: 0.03, STALE: 0.02}  # of those who are asked something and write
NOISE = {QUESTION: 0.05, AWAY: 0.02, BOUNCE: 0.01, STRANGER: 0.01}  # beside them, for each mail with orders
AGAIN = 0.05  # so many mails come again, as they are
QUESTIONS = ("HELP", "GAMES", "STATUS", "RATING", "HISTORY")
QUOTED_LINES = 60


class Letter(NamedTuple):
    """A mail of somebody: to which address, of which kind, and about which game; `again` as often as it comes again."""

    raw: bytes
    to: str
    kind: str
    game: str | None
    again: int

    @property
    def ident(self) -> str:
        """Its Message-ID."""
        return str(message_from_bytes(self.raw)["Message-ID"])


class Asked(NamedTuple):
    """A seat that is asked something: the facts of which its answer is made."""

    game: Game
    seat: Seat
    turn: Turn


def asked_now(session: Session) -> list[Asked]:
    """All seats of running games that are asked something and have not answered; those of events are left alone."""
    rows = session.execute(
        select(Game, Seat, Turn)
        .join(Seat, Seat.game_id == Game.id)
        .join(Turn, Turn.game_id == Game.id)
        .where(
            Game.state == "running",
            Turn.state == "open",
            Seat.step == Turn.step,
            Seat.answered_at.is_(None),
            Seat.player_id.is_not(None),
            Game.id.not_in(select(Sitting.game_id)),
        )
        .order_by(Game.id, Seat.place)
    )
    return [Asked(*row) for row in rows]


def of_hour(session: Session, settings: Settings, seed: int, hour: int) -> list[Letter]:
    """The mails of an hour of the simulated day, in the order in which they come."""
    found = []
    for asked in asked_now(session):
        chance = Random(f"{seed} {asked.game.name} {asked.seat.name} {asked.turn.step} {hour}")
        if chance.random() < _writes(asked.seat, hour):
            found += _letters(session, settings, asked, chance)
    Random(f"{seed} {hour}").shuffle(found)
    return found


def burst(
    session: Session,
    settings: Settings,
    seed: int,
    most: int,
    rulesets: Collection[str] = (),
    but: Collection[int] = (),
) -> list[Letter]:
    """Orders of so many seats at once, of different games each, with nothing beside them.

    With `rulesets` of their games alone, and of none of those whose numbers `but` has.
    """
    found, games = [], set(but)
    for asked in asked_now(session):
        if asked.game.id in games or len(found) == most or (rulesets and asked.game.ruleset not in rulesets):
            continue
        games.add(asked.game.id)
        chance = Random(f"{seed} {asked.game.name} {asked.seat.name} {asked.turn.step}")
        found.append(_orders(session, settings, asked, ORDERS, chance))
    Random(seed).shuffle(found)
    return found


def _writes(seat: Seat, hour: int) -> float:
    """How likely a player writes in this hour, by his own clock."""
    assert seat.player is not None
    local = (DAY + timedelta(hours=hour)).astimezone(ZoneInfo(seat.player.zone)).hour
    return ANSWERS_WITHIN_A_DAY * HOURS[local] / sum(HOURS)


def _letters(session: Session, settings: Settings, asked: Asked, chance: Random) -> Iterator[Letter]:
    kind = _chosen(SHARES, chance) or ORDERS
    yield _orders(session, settings, asked, kind, chance)
    beside = _chosen(NOISE, chance)
    if beside is not None:
        assert asked.seat.player is not None
        yield _noise(settings, asked.seat.player.address, asked.game.name, beside, chance)


def _chosen(shares: dict[str, float], chance: Random) -> str | None:
    drawn = chance.random()
    for kind, share in shares.items():
        drawn -= share
        if drawn < 0:
            return kind
    return None


def _orders(session: Session, settings: Settings, asked: Asked, kind: str, chance: Random) -> Letter:
    """The answer of a seat to its latest report, which it quotes as a mail program does."""
    game, seat, turn = asked
    assert seat.player is not None
    view = table.view_of(game, seat, turn)
    text = presentation(game.ruleset).bot(view, seat.name, Random(f"{game.name} {turn.step}"))
    if kind == SLIP:
        text = f"{text}\nN99 to nowhere 77"
    step = max(turn.step - 1, 0) if kind == STALE else turn.step
    to = seat_address(settings, game.name, seat.name, step, seat.nonce)
    report = session.execute(
        select(Outbox.text, Outbox.message_id)
        .where(Outbox.game == game.name, Outbox.to_address == seat.player.address)
        .order_by(Outbox.id.desc())
        .limit(1)
    ).one_or_none()
    quoted, answered = report or ("", None)
    return _letter(seat.player.address, to, _in_style(text, quoted, chance), kind, game.name, chance, answered)


def _in_style(text: str, quoted: str, chance: Random) -> str:
    style = chance.choice(sorted(ABOVE))
    lines = quoted.split("\n")[:QUOTED_LINES]
    if not style.startswith(("outlook", "android")):
        lines = [f"> {line}" for line in lines]
    return "\n".join((text, "", ABOVE[style], *lines, ""))


def _noise(settings: Settings, address: str, game: str, kind: str, chance: Random) -> Letter:
    to = settings.address
    if kind == BOUNCE:
        raw = delivery_report(address, "delayed", "4.4.1")
        return Letter(raw, to, kind, None, 0)
    if kind == AWAY:
        return _letter(address, to, "I am out of the office until Monday.", kind, None, chance, machine=True)
    if kind == STRANGER:
        stranger = f"stranger{chance.randrange(10**9)}@elsewhere{chance.randrange(10**6)}.example"
        return _letter(stranger, to, "HELP", kind, None, chance)
    wish = chance.choice(QUESTIONS)
    return _letter(address, to, f"{wish} {game}" if wish == "STATUS" else wish, kind, None, chance)


def _letter(
    sender: str,
    to: str,
    body: str,
    kind: str,
    game: str | None,
    chance: Random,
    answered: str | None = None,
    *,
    machine: bool = False,
) -> Letter:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = sender, to, "Re: your turn"
    message["Message-ID"] = f"<{chance.randrange(16**16):016x}@{DOMAIN}>"
    if answered:
        message["In-Reply-To"] = message["References"] = answered
    if machine:
        message["Auto-Submitted"] = "auto-replied"
    message.set_content(body)
    return Letter(message.as_bytes(policy=SMTP), to, kind, game, 1 if chance.random() < AGAIN else 0)
