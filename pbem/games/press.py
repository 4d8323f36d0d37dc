"""Press: words from the player of a seat to others, as they are kept: who may say them to whom, and who hears them.

The record of a game has a dash for them and no more. They are mailed at once (`mails.pass_on_words`) and repeated below
the next report. Not for: rule sets whose players write to each other by orders of the game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from textwrap import wrap

import msgspec
from sqlalchemy import Select, bindparam, func, select, update
from sqlalchemy.orm import Session

from core.contract import SeatName
from pbem.addresses.links import without_links
from pbem.games import house_rules, table
from pbem.reports.document import Section, shown
from pbem.rulesets import presentation
from pbem.rulesets.contract import PressBy
from pbem.rulesets.sentences import listed
from pbem.store.database import now, objects
from pbem.store.models import Game, Mute, Player, Press, PressCopy, Seat

MOST_A_DAY = 20  # that a player says in a game
LONGEST = 4_000
MOST_LINES = 100
DAY = timedelta(days=1)
# Whoever mends his orders sends the words that stood beside them once more.
SAID_AGAIN_WITHIN = timedelta(hours=1)
AFTER_THE_END = timedelta(days=14)
MOST_QUOTED = 5
EVERYBODY = ""  # who mutes this hears nobody
DASH = "-"
SOMEBODY = "Somebody at the table"

# No line of somebody else's words can be taken for one of ours.
BAR = "| "
WIDTH = 72
_ADDRESS = re.compile(r"[^\s<>@,;:|()\"']{1,64}@[^\s<>@,;:|()\"']{1,255}")
ADDRESS_LEFT_OUT = "(an address)"
# What is said, and to whom, is flushed as it is kept.
_NEW = (
    select(Press)
    .where(Press.game_id == bindparam("game"), Press.noted.is_(False))
    .order_by(Press.id)
    .execution_options(autoflush=False)
)
_UNQUOTED = (
    select(PressCopy)
    .where(PressCopy.game_id == bindparam("game"), PressCopy.quoted_in.is_(None))
    .order_by(PressCopy.press_id)
    .execution_options(autoflush=False)
)


class NotSaid(Exception):
    """Why words are not passed on, as a sentence without its full stop."""


class Said(msgspec.Struct, frozen=True):
    """Words that were said: under whose name (None: nobody's), to whom, who was reached, and the lines as passed on."""

    ident: int
    game: str
    sender: SeatName | None
    addressed: tuple[SeatName, ...]
    reached: tuple[SeatName, ...]
    lines: tuple[str, ...]


# --- Saying -------------------------------------------------------------------------------------------------------


def addressed_by(session: Session, seat: Seat, named: Sequence[SeatName]) -> tuple[SeatName, ...]:
    """To whom a seat says what it says to those `named`, or to all where none is. Raises NotSaid where it may not."""
    game = seat.game
    _ensure_begun(session, game)
    rules, ruleset = house_rules.of(game), presentation(game.ruleset)
    if ruleset.press != PressBy.HOUSE:
        raise NotSaid(house_rules.why_no_press(ruleset))
    others = [each.name for each in game.seats if each is not seat]
    to = tuple(name for name in others if name in named) if named else tuple(others)
    if set(to) <= set(partners_of(session, seat)):
        return to
    if rules.press == "off":
        raise NotSaid(f"players do not write to each other in {game.name}")
    if rules.press_to == "all" and len(to) < len(others):
        raise NotSaid(f"what is said in {game.name} is said to all; write SAY: and the words")
    return to


def partners_of(session: Session, seat: Seat) -> tuple[SeatName, ...]:
    """The seats that play for the same side."""
    game = seat.game
    if table.waits_for_rules(game) is not None:
        return ()  # what stands in the position may mean something else by the rules that are here
    ruleset = presentation(game.ruleset)
    return ruleset.partners(table.view_of(game, seat, table.current_turn(session, game)), seat.name)


def say(session: Session, seat: Seat, player: Player, addressed: tuple[SeatName, ...], words: Sequence[str]) -> Said:
    """Keep words to seats that may be said to them, with a copy for each who is reached. Raises NotSaid."""
    game = seat.game
    lines = _fit_to_be_said(words)
    text = "\n".join(lines)
    _ensure_few(session, game, player, text)
    said = Press(
        game_id=game.id,
        seat=seat.name,
        player_id=player.id,
        turn=table.current_turn(session, game).number,
        addressed=msgspec.json.encode(addressed).decode(),
        words=text,
        said_at=now(session),
    )
    session.add(said)
    session.flush()
    reached = [each for each in game.seats if each.name in addressed and _hears(session, each, seat)]
    for each in reached:
        assert each.player_id is not None
        session.add(PressCopy(press_id=said.id, game_id=game.id, seat=each.name, player_id=each.player_id))
    session.flush()
    signed = is_signed(game, addressed, partners_of(session, seat))
    names = tuple(each.name for each in reached)
    return Said(said.id, game.name, seat.name if signed else None, addressed, names, lines)


def is_signed(game: Game, addressed: Iterable[SeatName], partners: Iterable[SeatName]) -> bool:
    """Whether words to these seats go out under the name of the seat that says them."""
    return game.press != "grey" or set(addressed) <= set(partners)


def _fit_to_be_said(words: Sequence[str]) -> tuple[str, ...]:
    """Words as they are passed on: printable lines, without an address of anybody. Raises NotSaid."""
    if sum(map(len, words)) > LONGEST or len(words) > MOST_LINES:
        raise NotSaid(f"words have {LONGEST:,} characters and {MOST_LINES} lines at most; send them in parts")
    lines = [_ADDRESS.sub(ADDRESS_LEFT_OUT, shown(without_links(line).expandtabs(4))) for line in words]
    while lines and not lines[0]:
        del lines[0]
    while lines and not lines[-1]:
        del lines[-1]
    if not lines:
        raise NotSaid("there are no words; write them behind the colon, or on lines below, down to a line END")
    return tuple(lines)


def _ensure_begun(session: Session, game: Game) -> None:
    if game.state in ("forming", "cancelled"):
        raise NotSaid(f"{game.name} has not begun")
    if game.state == "over" and now(session) - table.current_turn(session, game).asked_at > AFTER_THE_END:
        raise NotSaid(f"{game.name} has been over for long")


def _ensure_few(session: Session, game: Game, player: Player, text: str) -> None:
    mine = (Press.game_id == game.id, Press.player_id == player.id)
    moment = now(session)
    lately = select(func.count(Press.id)).where(*mine, Press.said_at > moment - DAY)
    if (session.scalar(lately) or 0) >= MOST_A_DAY:
        raise NotSaid(f"you said {MOST_A_DAY} things in {game.name} within a day, and more cannot be said; try later")
    again = select(Press.id).where(*mine, Press.words == text, Press.said_at > moment - SAID_AGAIN_WITHIN)
    if session.scalar(again.limit(1)) is not None:
        raise NotSaid("the same words went out within this hour, and were not sent again")


# --- Muting -------------------------------------------------------------------------------------------------------


def mute(session: Session, seat: Seat, of: SeatName) -> None:
    """Keep words of a seat, or of everybody, from the player of a seat."""
    assert seat.player_id is not None
    if of not in muted(session, seat):
        session.add(Mute(game_id=seat.game_id, player_id=seat.player_id, seat=of))
        session.flush()


def unmute(session: Session, seat: Seat, of: SeatName) -> None:
    """Let words of a seat through again; with EVERYBODY those of all."""
    for row in session.scalars(_mutes(seat)).all():
        if of in (EVERYBODY, row.seat):
            session.delete(row)
    session.flush()


def muted(session: Session, seat: Seat) -> set[SeatName]:
    """Whose words the player of a seat does not want to hear."""
    return {row.seat for row in session.scalars(_mutes(seat))}


def _mutes(seat: Seat) -> Select[Mute]:
    return select(Mute).where(Mute.game_id == seat.game_id, Mute.player_id == seat.player_id)


def _hears(session: Session, seat: Seat, sender: Seat) -> bool:
    return seat.player is not None and muted(session, seat).isdisjoint((EVERYBODY, sender.name))


# --- Telling ------------------------------------------------------------------------------------------------------


def set_apart(lines: Iterable[str]) -> tuple[str, ...]:
    """Words as they stand in a mail of ours: behind a bar, each line of a width that a screen has."""
    rows = [wrap(line, WIDTH, break_on_hyphens=False, drop_whitespace=len(line) > WIDTH) or [""] for line in lines]
    return tuple(f"{BAR}{row}".rstrip() for each in rows for row in each)


def unquoted(session: Session, game: Game) -> Sequence[PressCopy]:
    """What players of a game were mailed since their last reports, in order."""
    if game.press == "off" and not _has_partners(game):
        return ()
    return objects(session, _UNQUOTED, {"game": game.id})


def quotation(session: Session, seat: Seat, copies: Sequence[PressCopy]) -> Section | None:
    """The latest words of others to a seat, once more, for the foot of a report; None where there are none."""
    if not copies:
        return None
    latest = copies[-MOST_QUOTED:]
    older = len(copies) - len(latest)
    rows = [f"({older} more, in letters of {'its' if older == 1 else 'their'} own.)"] if older else []
    partners = partners_of(session, seat)
    for said in session.scalars(_those([copy.press_id for copy in latest])):
        rows += _told(seat.game, said, seat.name, partners)
    return Section("Said since your last report", "fixed", tuple(rows))


def said_to_all(session: Session, game: Game, after: int, until: int) -> Section | None:
    """What was said to all at the table in the turns from one number on until another, where onlookers may read it."""
    if game.press != "open":
        return None
    rules = select(Press).where(Press.game_id == game.id, Press.turn >= after, Press.turn < until).order_by(Press.id)
    open_words = [said for said in session.scalars(rules) if _is_to_all(game, said)]
    rows = [row for said in open_words[-MOST_QUOTED:] for row in _told(game, said, None, ())]
    return Section("Said at the table", "fixed", tuple(rows)) if rows else None


def dashes(session: Session, game: Game) -> list[str]:
    """What the record has of the words that were said since it was written last: a dash each, in their order.

    A name stands before it where all at the table know it.
    """
    if presentation(game.ruleset).press != PressBy.HOUSE:
        return []
    new = objects(session, _NEW, {"game": game.id})
    if new:
        session.execute(update(Press).where(Press.id.in_([said.id for said in new])).values(noted=True))
    return [
        f"{said.seat}: {DASH}" if game.press in ("open", "signed") and _is_to_all(game, said) else DASH for said in new
    ]


def _told(game: Game, said: Press, to: SeatName | None, partners: Iterable[SeatName]) -> Iterator[str]:
    addressed = msgspec.json.decode(said.addressed, type=list[str])
    # Whoever is a partner of mine has me for a partner.
    own = [to] if to is not None and said.seat in partners else []
    sender = said.seat if is_signed(game, addressed, own) else None
    yield f"{heading(game, sender, addressed, to)}:"
    yield from set_apart(said.words.split("\n"))


def heading(game: Game, sender: SeatName | None, addressed: Sequence[SeatName], to: SeatName | None) -> str:
    """Who writes to whom, as one of those it is for is told."""
    title = presentation(game.ruleset).seat_title
    if sender is None:
        return f"{SOMEBODY} writes"  # to whom would tell by whom
    if len(game.seats) == 2:
        return f"{title(sender)} writes" + ("" if to is None else " to you")
    if len(addressed) == len(game.seats) - 1:
        return f"{title(sender)} writes to all"
    others = [title(name) for name in addressed if name != to]
    return f"{title(sender)} writes to {listed(['you', *others]) if others else 'you alone'}"


def _is_to_all(game: Game, said: Press) -> bool:
    return len(msgspec.json.decode(said.addressed, type=list[str])) == len(game.seats) - 1


def _has_partners(game: Game) -> bool:
    return house_rules.may_have_partners(presentation(game.ruleset))


def _those(idents: Sequence[int]) -> Select[Press]:
    return select(Press).where(Press.id.in_(idents)).order_by(Press.id)
