"""AGAINST and INVITE with the names of robots: who of them sits down in a game. ODDS and HINT: what robots know."""

from __future__ import annotations

import re
from collections.abc import Collection

import msgspec
from sqlalchemy.orm import Session

from core.contract import Level, SeatName
from pbem.commands.answers import BELOW, Reply, fixed, words
from pbem.commands.queries import Asker, no_game_of_yours
from pbem.games import table
from pbem.games.table import NotSeated
from pbem.reports.document import echoed
from pbem.robots import playing
from pbem.rulesets import presentation
from pbem.rulesets.sentences import listed
from pbem.runtime.context import Context
from pbem.store import outbox
from pbem.store.models import Game, Player, Seat

MOST_A_DAY = 20  # hints, and odds, that a player is told
NO_ROBOT = 'no robot is called "{}"; there are {}'
LEVELS = ", ".join(Level)
NO_HINT = "{} is rated, and nobody gets hints in a rated game; a game that is opened with rated=off has them"

# `AGAINST marshal`, `against two officers and a recruit`: down to the next part of the line.
_AGAINST = re.compile(
    r"(?<!\S)(?:against|versus|vs\.?)\s+(.+?)(?=\s+\w+\s*=|\s+(?:as|word|with|private)(?:\s|$)|\s*$)", re.IGNORECASE
)
_BETWEEN = re.compile(r"\s*,\s*(?:and\s+)?|\s+and\s+|\s*\+\s*|\s+(?=\w)", re.IGNORECASE)
_COUNTS = {"a": 1, "an": 1, "one": 1, "1": 1, "two": 2, "2": 2, "three": 3, "3": 3}
_FILLING = frozenset({"the", "robot", "robots", "bot", "bots"})


class NoSuchRobot(Exception):
    """Why the robots that somebody named cannot play, as a sentence without its full stop."""


class Opponents(msgspec.Struct, frozen=True):
    """The robots that are to sit down in a game; where `all_seats` is set, one of that kind on each free seat."""

    levels: tuple[Level, ...] = ()
    all_seats: bool = False


def taken_out(text: str) -> tuple[Opponents, str]:
    """The robots that a game is opened against, in what follows `NEW ruleset`, and what is left. Raises NoSuchRobot."""
    found = _AGAINST.search(text)
    if found is None:
        return Opponents(), text
    levels, counted = _levels(found[1])
    left = " ".join(_AGAINST.sub(" ", text, count=1).split())
    return Opponents(levels, all_seats=len(levels) == 1 and not counted), left


def named(text: str) -> tuple[Level, ...]:
    """The robots that an invitation names; none where it is for somebody else."""
    try:
        return _levels(text)[0]
    except NoSuchRobot:
        return ()


def sit_down(session: Session, game: Game, opponents: Opponents) -> None:
    """Give robots seats. Raises NotSeated where there are not as many."""
    levels = opponents.levels
    if opponents.all_seats:
        levels = levels * len(table.free_seats(game))
    free = len(table.free_seats(game))
    if len(levels) > free:
        raise NotSeated(f"{len(levels)} robots would need as many seats, and {free or 'none'} of {game.name} is free.")
    for level in levels:
        table.seat_robot(session, game, level)
    if game.umpire is not None and all(seat.level is not None for seat in game.seats):
        raise NotSeated("An umpire needs somebody who plays: robots alone are through before he can write.")


def _levels(text: str) -> tuple[tuple[Level, ...], bool]:
    """The robots that are named, in order, and whether they were counted."""
    found: list[Level] = []
    count, counted = 1, False
    for word in filter(None, _BETWEEN.split(text.strip())):
        plain = word.lower().strip(".,;!")
        if plain in _COUNTS:
            count, counted = _COUNTS[plain], plain not in ("a", "an")
        elif plain.removesuffix("s") in set(Level):
            found += [Level(plain.removesuffix("s"))] * count
            count = 1
        elif plain not in _FILLING:
            raise NoSuchRobot(NO_ROBOT.format(echoed(word), LEVELS))
    if not found:
        raise NoSuchRobot(f"which robot? There are {LEVELS}")
    return tuple(found), counted or len(found) > 1


def in_seats(game: Game, before: Collection[SeatName] = ()) -> str:
    """The robots that sit in a game, in words, but for those who sat there before; empty where none does."""
    title = presentation(game.ruleset).seat_title
    seats = [seat for seat in game.seats if seat.level and seat.name not in before]
    return listed([f"{title(seat.name)} is played by a robot, {seat.level}" for seat in seats])


# --- HINT ---------------------------------------------------------------------------------------------------------


def hint(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`HINT [game]`: what an officer would write in one's place, and why."""
    found = _asked(session, asker, rest)
    if isinstance(found, Reply):
        return found
    if found.game.rated:
        return Reply("no", NO_HINT.format(found.game.name))
    turn = table.current_turn(session, found.game)
    if found.name not in {decision.seat for decision in table.owed(found.game, turn)}:
        return Reply("no", f"nothing is asked of you in {found.game.name} now")
    if not may_ask(session, asker.player, "hint"):
        return Reply("no", f"{MOST_A_DAY} hints a day are told; tomorrow there are more")
    ruleset = presentation(found.game.ruleset)
    orders, why = playing.hint(ruleset, table.view_of(found.game, found, turn))
    told = (fixed("An officer would write", orders), *((words(None, why),) if why else ()))
    return Reply("ok", BELOW, told, about=found)


def may_ask(session: Session, player: Player, kind: str) -> bool:
    """Whether a player may have another hint, or odds, today; saying yes uses one up."""
    return any(outbox.may_reply(session, player.address, f"{kind}-{count}") for count in range(MOST_A_DAY))


def _asked(session: Session, asker: Asker, rest: str) -> Seat | Reply:
    game = table.find_game(session, rest.replace(" ", "")) if rest else asker.game
    if game is None:
        return no_game_of_yours(session, asker, rest) if rest else Reply("which?", "in which game? GAMES lists yours")
    seat = next((seat for seat in game.seats if seat.player_id == asker.player.id), None)
    if seat is None:
        return no_game_of_yours(session, asker, game.name)
    waits = table.waits_for_host(game)
    if game.state != "running" or waits is not None:
        return Reply("no", waits or f"{game.name} is not running")
    return seat
