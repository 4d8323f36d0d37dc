"""The page of a game: who plays, what was chosen for it, and one of its turns, the latest if none is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import msgspec
from sqlalchemy.orm import Session

from core.contract import Options
from pbem.games import clock, house_rules, table
from pbem.games.clocks import terms_of
from pbem.games.kept_record import KeptRecord
from pbem.pages import known, lists
from pbem.pages.lists import GameRow
from pbem.pages.turns import Eyes, Told, Turns, happened, told
from pbem.ratings.standing import changes_of
from pbem.reports.turn import unusual_options
from pbem.rulesets.contract import Presentation
from pbem.runtime.context import Context
from pbem.store.models import Game

IN_FEED = 20
WAITS = "The game waits for the host of the club, and is not shown meanwhile."
OTHER_RULES = "It was played by other rules than are here now, which cannot show its turns."
NOTHING_YET = "There is nothing to show yet."


class Gained(msgspec.Struct, frozen=True):
    """What the end of a game has made of somebody's rating."""

    seat: str
    rating: int
    gained: int


class Head(msgspec.Struct, frozen=True):
    """What is told of a game whatever its turn. `note` says why no turn of it is shown; `film` is where its film is."""

    row: GameRow
    brief: str
    options: tuple[str, ...]
    clock: str
    house: str
    join: str | None
    ratings: tuple[Gained, ...]
    turns: int
    note: str | None
    film: str | None = None


class GamePage(msgspec.Struct, frozen=True):
    """A game with one of its turns; `eyes` are those with which the turn can be seen."""

    game: Head
    turn: Told | None
    eyes: tuple[Eyes, ...]


class Entry(msgspec.Struct, frozen=True):
    """An entry of a feed."""

    title: str
    path: str
    at: datetime
    lines: tuple[str, ...]


def head(session: Session, context: Context, game: Game, words: Presentation, turns: Turns) -> Head:
    """What is told of a game whatever its turn."""
    options = table.options_of(game)
    row = lists.row(session, game, words, turns.count)
    running, forming = game.state == known.RUNNING, game.state == known.FORMING
    return Head(
        row=row,
        brief=words.brief(options),
        options=tuple(_options(words, options)),
        clock=clock.in_words(terms_of(context, game)) if running or forming else "",
        house=house_rules.in_words(game, words) if running or forming else "",
        join=_join(game, row),
        ratings=tuple(Gained(words.seat_title(seat), *change) for seat, change in _ratings(session, game).items()),
        turns=turns.count,
        note=_note(game, words, turns),
        film=f"{known.game_path(game.name)}/film" if _has_film(game, words, turns) else None,
    )


def page(
    session: Session, game: Game, words: Presentation, about: Head, turns: Turns, number: int, eyes: str
) -> GamePage:
    """A game with the turn of a number, as an onlooker sees it, or with `eyes` a seat of a game that is over.

    Raises NoTurn.
    """
    path = f"{known.game_path(game.name)}/turns/{number}"
    seat = eyes or None
    shown = told(session, game, words, turns.stretch(number), seat, path)
    return GamePage(about, shown, _eyes(game, words, path, seat))


def entries(session: Session, game: Game, words: Presentation, turns: Turns) -> tuple[Entry, ...]:
    """The latest turns of a game, the latest first, for its feed; those of packed games have no times, and are none."""
    found = [each for each in turns.latest(IN_FEED) if each.at is not None]
    return tuple(_entry(game, each.number, each.at, *happened(session, game, words, each)) for each in found if each.at)


def _entry(game: Game, number: int, at: datetime, title: str, lines: Sequence[str]) -> Entry:
    return Entry(
        f"{game.name}, turn {number}: {title}", f"{known.game_path(game.name)}/turns/{number}", at, tuple(lines)
    )


def _eyes(game: Game, words: Presentation, path: str, seat: str | None) -> tuple[Eyes, ...]:
    if game.state != known.OVER:
        return ()
    seats = [Eyes(words.seat_title(each.name), f"{path}?as={each.name}", each.name == seat) for each in game.seats]
    return (Eyes("an onlooker", path, seat is None), *seats)


def _options(words: Presentation, options: Options) -> list[str]:
    """What of the options is not as usual; texts that players have brought along are for them alone."""
    return [
        line
        for part in unusual_options(words, options)
        if part.kind == "list"
        for line in part.lines
        if isinstance(line, str)
    ]


def _join(game: Game, row: GameRow) -> str | None:
    if not row.free:
        return None
    return f"JOIN {game.name}" if game.state == known.FORMING else f"TAKE SEAT {row.free[0]} IN {game.name}"


def _ratings(session: Session, game: Game) -> dict[str, tuple[int, int]]:
    return changes_of(session, game.id) if game.state == known.OVER else {}


def _note(game: Game, words: Presentation, turns: Turns) -> str | None:
    if game.state == known.FORMING or turns.count:
        return None
    if table.waits_for_host(game) is not None:
        return WAITS
    return OTHER_RULES if game.version != words.rules.version else NOTHING_YET


def _has_film(game: Game, words: Presentation, turns: Turns) -> bool:
    """Whether a game is told as a film: it is over, and by rules that are here."""
    return game.state == known.OVER and bool(turns.count) and words.retell is not None


def key(session: Session, game: Game, about: Head, turns: Turns) -> tuple[object, ...]:
    """What a game's page hangs on, in little: when this is the same, so is every turn of it."""
    end = KeptRecord(session, game).head if game.state == known.OVER else None
    return (about, turns.hash, turns.count, game.packed, end)
