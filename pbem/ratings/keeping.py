"""Ratings as they are kept: the ends of games weighed as they come, and all of them reckoned anew from the records.

Both come to the same, bit by bit, since a rating is settled by the ends alone and their order: that of their times, and
among equal ones of the games' numbers. A game whose end comes to light when later ones are weighed already (its
transaction took longer, or a host has made one player of two) has those taken back, and all go in again in order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import islice
from typing import Any, NamedTuple

import msgspec
import structlog
from sqlalchemy import and_, delete, func, insert, or_, select, tuple_, update
from sqlalchemy.orm import Session, aliased

from pbem.games.kept_record import KeptRecord
from pbem.games.record import Difference, check_links
from pbem.ratings.reckoning import Change, End, Key, Known, Reckoning, end_of
from pbem.runtime.context import Context
from pbem.store import rated
from pbem.store.database import now
from pbem.store.models import Game, Participant, RatedPlayer, Rating, RatingChange, RecordEntry

AT_ONCE = 500

_CHANGES = (
    RatingChange.at,
    RatingChange.game_id,
    RatingChange.kind,
    RatingChange.who,
    RatingChange.seat,
    RatingChange.ruleset,
    RatingChange.mode,
    RatingChange.mu_before,
    RatingChange.mu,
    RatingChange.sigma,
    RatingChange.games,
    RatingChange.silent,
)
_RATINGS = (
    Rating.ruleset,
    Rating.mode,
    Rating.kind,
    Rating.who,
    Rating.mu,
    Rating.sigma,
    Rating.games,
    Rating.at,
)
_OVER = (Game.rated.is_(True), Game.state == "over")
_ENTRY = aliased(RecordEntry)
_LAST = select(func.max(_ENTRY.number)).where(_ENTRY.game_id == Game.id).correlate(Game).scalar_subquery()
_ENDS = (
    select(Game.id, RecordEntry.body)
    .join(RecordEntry, and_(RecordEntry.game_id == Game.id, RecordEntry.number == _LAST))
    .where(*_OVER)
    .order_by(Game.id)
)

log = structlog.get_logger(__name__)


class Ended(NamedTuple):
    """A rated game that is over, in the order in which the ends go in."""

    at: datetime
    game: int
    end: End


class Rebuilt(msgspec.Struct, frozen=True):
    """What was reckoned anew: of how many games, of which so many count, how many ratings; and how many rows of all
    tables were otherwise than the records have it.

    `unsound` are the records of rated games whose lines do not hold, where that was looked at, each with the first
    difference.
    """

    games: int
    counted: int
    ratings: int
    differed: int
    unsound: tuple[str, ...] = ()


# --- As they come -------------------------------------------------------------------------------------------------


def weigh(context: Context, _ident: int = 0) -> bool:
    """Take the ends of rated games into the ratings that are not in them yet, each once; whether there were any."""
    with context.transaction("weigh") as session:
        rated.lock(session)
        waiting = session.scalars(rated.TO_WEIGH).all()
        if waiting:
            _weigh(session, waiting)
    return bool(waiting)


def _weigh(session: Session, games: Sequence[int]) -> None:
    ended = sorted(_ended(session, games))
    _note(session, [(game, None) for game in set(games) - {each.game for each in ended}])
    if not ended:
        return
    later = _later(session, ended[0])
    touched = _taken_back(session, [*later, *(each.game for each in ended)])
    reckoning = Reckoning(lambda key: _known(session, key), lambda who: _absent_since(session, who))
    changes = []
    for each in sorted([*ended, *_ended(session, later)]):
        found = reckoning.weigh(each.end, _numbers(session, each.game))
        changes += [_change_row(each, change) for change in found]
        touched |= {change.key for change in found}
        _note(session, [(each.game, each.at)])
    _insert(session, RatingChange, _CHANGES, changes)
    _settle(session, reckoning, touched)


def _ended(session: Session, games: Sequence[int]) -> Iterator[Ended]:
    """The games whose ends can be read, and whose players are known by their drawn names."""
    for some in _portions(games):
        drawn = select(Participant.game_id, Participant.drawn).where(Participant.game_id.in_(some))
        known = {tuple(row) for row in session.execute(drawn)}
        for game, body in session.execute(_ENDS.where(Game.id.in_(some))):
            end = _read(game, body)
            if end is None:
                continue
            if all((game, drawn) in known for drawn in end.people):
                yield Ended(end.at, game, end)
            else:
                log.error("a rated game has players whom nobody knows", game=game)


def _read(game: int, body: str) -> End | None:
    try:
        return end_of(body)
    except (msgspec.MsgspecError, ValueError):
        log.exception("the end of a rated game cannot be read", game=game)
        return None


def _later(session: Session, first: Ended) -> Sequence[int]:
    """The games that were weighed already and ended after this one."""
    after = or_(Game.weighed > first.at, and_(Game.weighed == first.at, Game.id > first.game))
    return session.scalars(select(Game.id).where(*_OVER, after)).all()


def _taken_back(session: Session, games: Sequence[int]) -> set[Key]:
    """Whose ratings these games had changed; the changes are gone."""
    touched = set()
    for some in _portions(games):
        mine = delete(RatingChange).where(RatingChange.game_id.in_(some))
        keys = mine.returning(RatingChange.ruleset, RatingChange.mode, RatingChange.kind, RatingChange.who)
        touched |= {_key(*row) for row in session.execute(keys)}
    return touched


def _known(session: Session, key: Key) -> Known:
    latest = select(RatingChange.mu, RatingChange.sigma, RatingChange.games, RatingChange.at).where(_of(key))
    row = session.execute(latest.order_by(RatingChange.at.desc(), RatingChange.game_id.desc()).limit(1)).one_or_none()
    return Known() if row is None else Known(*row)


def _key(ruleset: str, mode: str, kind: Any, who: str) -> Key:
    return Key(ruleset, mode, kind, who)


def _of(key: Key) -> Any:
    columns = (RatingChange.ruleset, RatingChange.mode, RatingChange.kind, RatingChange.who)
    return and_(*(column == value for column, value in zip(columns, key, strict=True)))


def _absent_since(session: Session, who: str) -> datetime | None:
    latest = (
        select(RatingChange.silent, RatingChange.at)
        .where(RatingChange.kind == "player", RatingChange.who == who)
        .order_by(RatingChange.at.desc(), RatingChange.game_id.desc())
    )
    row = session.execute(latest.limit(1)).one_or_none()
    return row.at if row is not None and row.silent else None


def _numbers(session: Session, game: int) -> Callable[[str], int]:
    """The number under which a player of a game is rated, by the name that was drawn for him; he is given one."""

    def number(drawn: str) -> int:
        participant = session.get_one(Participant, (game, drawn))
        if participant.rated_as is None:
            player = participant.player_id
            mine = select(RatedPlayer).where(RatedPlayer.player_id == player)
            found = session.scalar(mine) if player is not None else None
            if found is None:
                found = RatedPlayer(player_id=player)
                session.add(found)
                session.flush()
            participant.rated_as = found.id
            session.flush()
        return participant.rated_as

    return number


def _note(session: Session, weighed: Iterable[tuple[int, datetime | None]]) -> None:
    for game, at in weighed:
        session.execute(update(Game).where(Game.id == game).values(weighed=at or now(session)))


def _settle(session: Session, reckoning: Reckoning, touched: set[Key]) -> None:
    """Write what is known now of those whose ratings have changed."""
    named = _with_names(session)
    rows = [_rating_row(key, reckoning.known(key)) for key in sorted(touched) if _is_kept(key, named)]
    whole = tuple_(Rating.ruleset, Rating.mode, Rating.kind, Rating.who)
    for some in _portions(sorted(touched)):
        session.execute(delete(Rating).where(whole.in_(some)))
    _insert(session, Rating, _RATINGS, [row for row in rows if row[6]])


# --- Anew ---------------------------------------------------------------------------------------------------------


def rebuild(context: Context, *, verify: bool = False) -> Rebuilt:
    """Reckon all ratings from the last entries of the records, and put right what is otherwise in the tables.

    With `verify` the hashes of those records are checked too, from the first line to the last.
    """
    weigh(context)
    with context.store.reading() as session:
        state = _state(session)
        found = _reckoned(session)
        differed = _differed(found, *_stored(session))
        unsound = tuple(_unsound(session)) if verify else ()
    if differed:
        with context.transaction("rebuild") as session:
            rated.lock(session)
            if _state(session) != state:
                found = _reckoned(session)
                differed = _differed(found, *_stored(session))
            _replace(session, found)
    return Rebuilt(found.games, found.counted, len(found.ratings), differed, unsound)


def _state(session: Session) -> tuple[Any, ...]:
    """What changes with everything that ratings hang on: ends that were weighed, players made one, or forgotten."""
    ends = session.execute(select(func.count(Game.weighed), func.max(Game.weighed)).where(*_OVER)).one()
    people = session.execute(select(func.count(RatedPlayer.id), func.count(RatedPlayer.player_id))).one()
    return (*ends, *people)


class _Reckoned(msgspec.Struct):
    games: int
    counted: int
    changes: list[tuple[Any, ...]]
    ratings: list[tuple[Any, ...]]


def _reckoned(session: Session) -> _Reckoned:
    given = select(Participant.game_id, Participant.drawn, Participant.rated_as)
    rows = session.execute(given.where(Participant.rated_as.is_not(None)))
    numbers = {(game, drawn): number for game, drawn, number in rows if number is not None}
    ended = []
    for game, body in session.execute(_ENDS.where(Game.weighed.is_not(None))):
        end = _read(game, body)
        if end is not None:
            ended.append(Ended(end.at, game, end))
    ended.sort(key=lambda each: each[:2])
    reckoning = Reckoning()
    changes: list[tuple[Any, ...]] = []
    counted = 0
    for each in ended:
        try:
            found = reckoning.weigh(each.end, partial(_numbered, numbers, each.game))
        except KeyError:
            continue  # of its players somebody is not known; that was logged as it ended
        counted += bool(found)
        changes += [_change_row(each, change) for change in found]
    named = _with_names(session)
    ratings = [_rating_row(key, known) for key, known in reckoning if known.games and _is_kept(key, named)]
    changes.sort(key=lambda row: row[:4])
    return _Reckoned(len(ended), counted, changes, sorted(ratings))


def _numbered(numbers: Mapping[tuple[int, str], int], game: int, drawn: str) -> int:
    return numbers[game, drawn]


def _stored(session: Session) -> tuple[list[tuple[Any, ...]], list[tuple[Any, ...]]]:
    changes = [tuple(row) for row in session.execute(select(*_CHANGES))]
    ratings = [tuple(row) for row in session.execute(select(*_RATINGS))]
    changes.sort(key=lambda row: row[:4])
    return changes, sorted(ratings)


def _differed(found: _Reckoned, changes: list[tuple[Any, ...]], ratings: list[tuple[Any, ...]]) -> int:
    """In how many rows what is stored is otherwise; numbers are compared bit by bit."""
    if found.changes == changes and found.ratings == ratings:
        return 0
    return len(set(found.changes) ^ set(changes)) + len(set(found.ratings) ^ set(ratings))


def _replace(session: Session, found: _Reckoned) -> None:
    session.execute(delete(RatingChange))
    session.execute(delete(Rating))
    _insert(session, RatingChange, _CHANGES, found.changes)
    _insert(session, Rating, _RATINGS, found.ratings)


def _unsound(session: Session) -> Iterator[str]:
    for game in session.scalars(select(Game).where(*_OVER).order_by(Game.id)):
        try:
            check_links(KeptRecord(session, game).lines())
        except Difference as difference:
            yield f"{game.name}: {difference}"


# --- Rows ---------------------------------------------------------------------------------------------------------


def _change_row(ended: Ended, change: Change) -> tuple[Any, ...]:
    """The row of a change, in the order of `_CHANGES`."""
    key, after = change.key, change.after
    numbers = (change.before.mu, after.mu, after.sigma, after.games)
    return (ended.at, ended.game, key.kind, key.who, change.seat, key.ruleset, key.mode, *numbers, change.silent)


def _rating_row(key: Key, known: Known) -> tuple[Any, ...]:
    """The row of a rating, in the order of `_RATINGS`."""
    return (*key, known.mu, known.sigma, known.games, known.at)


def _with_names(session: Session) -> set[str]:
    """The numbers of the players who are not forgotten."""
    return {str(number) for number in session.scalars(select(RatedPlayer.id).where(RatedPlayer.player_id.is_not(None)))}


def _is_kept(key: Key, named: set[str]) -> bool:
    return key.kind != "player" or key.who in named


def _insert(session: Session, model: type[Any], columns: Sequence[Any], rows: Sequence[tuple[Any, ...]]) -> None:
    names = [column.key for column in columns]
    for some in _portions(rows, 10_000):
        session.execute(insert(model.__table__), [dict(zip(names, row, strict=True)) for row in some])


def _portions(of: Iterable[Any], size: int = AT_ONCE) -> Iterator[list[Any]]:
    left = iter(of)
    while some := list(islice(left, size)):
        yield some
