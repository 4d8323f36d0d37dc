"""The page of a player: the games he plays and has played, his ratings and how they came about, and his reliability.

Of games that are private, or that nobody may watch while they go on, nothing is listed; ratings and reliability are
what `RATING` tells of him, and count all his games.
"""

from __future__ import annotations

from datetime import datetime

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from pbem.events.kept import PLANNED
from pbem.pages import known, lists
from pbem.pages.lists import EventRow, GameRow
from pbem.ratings import standing
from pbem.ratings.reliability import reliability_of
from pbem.ratings.scale import shown, spread
from pbem.ratings.standing import Standing
from pbem.store.models import Entrant, Event, Game, Player, RatedPlayer, RatingChange, Seat

POINTS = 100  # of a curve: the latest


class Point(msgspec.Struct, frozen=True):
    """A rating after the end of a game, its +-, and the path of that game."""

    at: datetime
    rating: int
    spread: int
    game: str
    page: str


class Curve(msgspec.Struct, frozen=True):
    """Where a player stands in one way to play, and how he came there; `rank` None: it is provisional."""

    way: str
    title: str
    rating: int
    spread: int
    games: int
    rank: int | None
    ranked: int
    points: tuple[Point, ...]


class Reliable(msgspec.Struct, frozen=True):
    """How a player kept his times in the last year, and whether he played his games to their end."""

    asked: int
    in_time: int
    late: int
    missed: int
    begun: int
    finished: int


class PlayerPage(msgspec.Struct, frozen=True):
    """A player; `more` is the path of the games that come after those listed."""

    name: str
    page: str
    ratings: tuple[Curve, ...]
    reliable: Reliable
    games: tuple[GameRow, ...]
    events: tuple[EventRow, ...]
    more: str | None


def page(session: Session, player: Player, before: int | None) -> PlayerPage:
    """The page of a player who has one, with the games from before the one of that number on."""
    found = _games(session, player, before)
    path = known.person(player).page or ""
    more = f"{path}?before={found[lists.A_PAGE - 1].id}" if len(found) > lists.A_PAGE else None
    return PlayerPage(
        name=player.name,
        page=path,
        ratings=tuple(_curve(session, player, each) for each in standing.of_player(session, player)),
        reliable=_reliable(session, player),
        games=lists.rows(session, found[: lists.A_PAGE]),
        events=_events(session, player),
        more=more,
    )


def _games(session: Session, player: Player, before: int | None) -> list[Game]:
    mine = select(Seat.game_id).where(Seat.player_id == player.id)
    wanted = select(Game).where(Game.id.in_(mine), known.any_game()).options(selectinload(Game.everybody))
    if before is not None:
        wanted = wanted.where(Game.id < before)
    return list(session.scalars(wanted.order_by(Game.id.desc()).limit(lists.A_PAGE + 1)))


def _events(session: Session, player: Player) -> tuple[EventRow, ...]:
    mine = select(Event).join(Entrant, Entrant.event_id == Event.id)
    mine = mine.where(Entrant.player_id == player.id, Event.state != PLANNED).order_by(Event.id.desc())
    return tuple(lists.event_row(each) for each in session.scalars(mine.limit(lists.A_PAGE)))


def _curve(session: Session, player: Player, found: Standing) -> Curve:
    number = select(RatedPlayer.id).where(RatedPlayer.player_id == player.id)
    changes = (
        select(RatingChange.at, RatingChange.mu, RatingChange.sigma, Game.name)
        .join(Game, Game.id == RatingChange.game_id)
        .where(
            RatingChange.kind == "player",
            RatingChange.who == str(session.scalar(number)),
            RatingChange.ruleset == found.ruleset,
            RatingChange.mode == found.mode,
            Game.private.is_(False),
        )
        .order_by(RatingChange.at.desc(), RatingChange.game_id.desc())
        .limit(POINTS)
    )
    points = [
        Point(at, shown(mu), spread(sigma), game, known.game_path(game))
        for at, mu, sigma, game in session.execute(changes)
    ]
    title = known.title_of(found.ruleset)
    return Curve(
        way=found.way,
        title=f"{title}, {found.mode}" if found.mode else title,
        rating=found.rating,
        spread=found.spread,
        games=found.games,
        rank=found.rank,
        ranked=found.ranked,
        points=tuple(reversed(points)),
    )


def _reliable(session: Session, player: Player) -> Reliable:
    found = reliability_of(session, player)
    asked = found.decided + found.missed
    return Reliable(asked, found.decided - found.late, found.late, found.missed, found.started, found.finished)
