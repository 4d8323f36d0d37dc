"""What is told of ratings: a player's in all ways that he plays, who stands where in one of them, what sides are worth.

Uncertainty is that of the moment it is told at: whoever has been idle has a wider one than after his last game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import datetime
from math import sqrt

import msgspec
from sqlalchemy import Text, cast, select
from sqlalchemy.orm import Session

from core.contract import SeatName
from pbem.ratings.scale import MU, faded, gained, is_provisional, share, shown, spread
from pbem.rulesets import UnknownRuleSet, presentation
from pbem.rulesets.sentences import listed
from pbem.store.database import now
from pbem.store.models import Player, RatedPlayer, Rating, RatingChange


class Standing(msgspec.Struct, frozen=True):
    """Where somebody stands in one way to play a rule set: his rating as it is shown and its +-, and his games.

    `rank` is his place among the `ranked` players who have one; None while his rating is provisional.
    """

    ruleset: str
    mode: str
    rating: int
    spread: int
    games: int
    rank: int | None
    ranked: int

    @property
    def way(self) -> str:
        """The rule set and the way it is played, as one types it."""
        return way(self.ruleset, self.mode)


class Row(msgspec.Struct, frozen=True):
    """A line of a table: a player, a robot or a side, with the rating as it is shown, its +- and the games."""

    name: str
    rating: int
    spread: int
    games: int
    provisional: bool


class SideRow(msgspec.Struct, frozen=True):
    """A side, and the share of points that it is worth between equals against the others on the average.

    In two cases of three the true share is between `low` and `high`.
    """

    side: str
    share: float
    low: float
    high: float
    games: int


class Table(msgspec.Struct, frozen=True):
    """The ratings of one way to play a rule set, the best first; players whose rating is provisional come last."""

    ruleset: str
    mode: str
    players: tuple[Row, ...]
    robots: tuple[Row, ...]
    sides: tuple[SideRow, ...]

    @property
    def way(self) -> str:
        """The rule set and the way it is played, as one types it."""
        return way(self.ruleset, self.mode)


def way(ruleset: str, mode: str) -> str:
    """A way to play, as one types it after NEW."""
    return f"{ruleset} {mode}".strip()


def of_player(session: Session, player: Player) -> tuple[Standing, ...]:
    """Where a player stands, in each way that he has played rated games."""
    number = session.scalar(select(RatedPlayer.id).where(RatedPlayer.player_id == player.id))
    if number is None:
        return ()
    mine = select(Rating).where(Rating.kind == "player", Rating.who == str(number))
    return tuple(_standing(session, each) for each in session.scalars(mine.order_by(Rating.ruleset, Rating.mode)))


def ratings_of(session: Session, ruleset: str, mode: str, players: Collection[int]) -> dict[int, int]:
    """The ratings of the players of these numbers in one way to play, as they are shown; of those who have one."""
    found = select(RatedPlayer.player_id, Rating.mu).where(
        RatedPlayer.player_id.in_(players),
        Rating.who == cast(RatedPlayer.id, Text),
        Rating.kind == "player",
        Rating.ruleset == ruleset,
        Rating.mode == mode,
    )
    return {player: shown(mu) for player, mu in session.execute(found) if player is not None}


def ratings_of_robots(session: Session, ruleset: str, mode: str) -> dict[str, int]:
    """The ratings of the robots' levels in one way to play, as they are shown; of those that have one."""
    found = select(Rating.who, Rating.mu).where(Rating.kind == "robot", Rating.ruleset == ruleset, Rating.mode == mode)
    return {level: shown(mu) for level, mu in session.execute(found)}


def _standing(session: Session, mine: Rating) -> Standing:
    moment = now(session)
    others = select(Rating.mu, Rating.sigma, Rating.at).where(
        Rating.ruleset == mine.ruleset, Rating.mode == mine.mode, Rating.kind == "player"
    )
    ranked = [mu for mu, sigma, at in session.execute(others) if not is_provisional(faded(sigma, at, moment))]
    sigma = faded(mine.sigma, mine.at, moment)
    rank = None if is_provisional(sigma) else 1 + sum(shown(mu) > shown(mine.mu) for mu in ranked)
    return Standing(mine.ruleset, mine.mode, shown(mine.mu), spread(sigma), mine.games, rank, len(ranked))


# --- Tables -------------------------------------------------------------------------------------------------------


def tables(session: Session) -> Iterator[Table]:
    """The ratings of each way to play in which a rated game has ended."""
    ways = select(Rating.ruleset, Rating.mode).distinct().order_by(Rating.ruleset, Rating.mode)
    for ruleset, mode in session.execute(ways).all():
        yield _table(session, ruleset, mode)


def _table(session: Session, ruleset: str, mode: str) -> Table:
    moment = now(session)
    rows = session.scalars(select(Rating).where(Rating.ruleset == ruleset, Rating.mode == mode)).all()
    numbers = [int(each.who) for each in rows if each.kind == "player"]
    names = _names(session, numbers)
    players = [_row(each, names.get(int(each.who), ""), moment) for each in rows if each.kind == "player"]
    robots = [_row(each, each.who, None) for each in rows if each.kind == "robot"]
    sides = [each for each in rows if each.kind == "side"]
    return Table(ruleset, mode, _best_first(players), _best_first(robots), tuple(_sides(ruleset, sides)))


def _names(session: Session, numbers: Collection[int]) -> dict[int, str]:
    named = select(RatedPlayer.id, Player.name).join(Player, Player.id == RatedPlayer.player_id)
    wanted = set(numbers)
    return {number: name for number, name in session.execute(named) if number in wanted}


def _row(rating: Rating, name: str, moment: datetime | None) -> Row:
    sigma = rating.sigma if moment is None else faded(rating.sigma, rating.at, moment)
    return Row(name, shown(rating.mu), spread(sigma), rating.games, is_provisional(sigma))


def _best_first(rows: list[Row]) -> tuple[Row, ...]:
    return tuple(sorted(rows, key=lambda row: (row.provisional, -row.rating, row.name)))


def _sides(ruleset: str, sides: list[Rating]) -> Iterator[SideRow]:
    """Each side against those that it meets: those with the same handicap."""
    for each in sorted(sides, key=lambda side: (_handicap(side), -side.mu)):
        others = [side for side in sides if side is not each and _handicap(side) == _handicap(each)]
        ahead = each.mu - (sum(side.mu for side in others) / len(others) if others else MU)
        doubt = sqrt(each.sigma**2 + sum(side.sigma**2 for side in others) / max(1, len(others)) ** 2)
        low, high = share(ahead - doubt), share(ahead + doubt)
        yield SideRow(side_title(ruleset, each.who), share(ahead), low, high, each.games)


def _handicap(side: Rating) -> str:
    return side.who.partition(" ")[2]


def side_title(ruleset: str, who: str) -> str:
    """A side, as it is called: its seats, and the options that make it stronger or weaker than usual."""
    seats, _, handicap = who.partition(" ")
    try:
        named = listed([presentation(ruleset).seat_title(seat) for seat in seats.split("+")])
    except (UnknownRuleSet, KeyError):
        named = seats
    return f"{named}, {handicap}" if handicap else named


# --- Games --------------------------------------------------------------------------------------------------------


def changes_of(session: Session, game: int) -> dict[SeatName, tuple[int, int]]:
    """What the end of a game has made of the ratings of those on its seats: the new one, and by how much it changed."""
    mine = select(RatingChange.seat, RatingChange.mu_before, RatingChange.mu).where(
        RatingChange.game_id == game, RatingChange.seat.is_not(None)
    )
    return {seat: (shown(after), gained(before, after)) for seat, before, after in session.execute(mine) if seat}
