"""What everybody may know of: which games and events there are, and by which names people stand on pages.

A private game is nowhere, nor is one that does not let others watch while it goes on. Who does not want to be named
(`PROFILE off`) is `a player`, in tables a player with his number.
"""

from __future__ import annotations

from urllib.parse import quote

import msgspec
from sqlalchemy import ColumnElement, and_, or_, select
from sqlalchemy.orm import Session

from pbem.events.kept import PLANNED, Held
from pbem.games import table
from pbem.rulesets import NotARuleSet, UnknownRuleSet, names, presentation
from pbem.rulesets.contract import Presentation
from pbem.store import people
from pbem.store.models import Entrant, Event, Game, Player, Seat

UNNAMED = "a player"
GONE = "somebody who is gone"
FORMING, RUNNING, OVER = "forming", "running", "over"
STATES = (RUNNING, FORMING, OVER)


class Person(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody as he is called, and the path of his page, if he has one."""

    name: str
    page: str | None = None


class Seated(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat, and who has it: nobody where it is free. An `open` one has somebody, and is there to be taken."""

    seat: str
    player: Person | None = None
    open: bool = False


# --- Games --------------------------------------------------------------------------------------------------------


def games_in(state: str) -> ColumnElement[bool]:
    """The games in a state that everybody may know of, as a condition on their table."""
    here = Game.ruleset.in_(names())
    known = and_(Game.state == state, Game.private.is_(False), here)
    if state == FORMING:
        # The seats of a closed one are for people whom an event has chosen, and its settings may wait for their bids.
        return and_(known, Game.closed.is_(False))
    return and_(known, Game.watch != "off") if state == RUNNING else known


def any_game() -> ColumnElement[bool]:
    """All games that everybody may know of."""
    return or_(*(games_in(state) for state in STATES))


def game_named(session: Session, name: str) -> Game | None:
    """The game of a name, if everybody may know of it."""
    return session.scalar(select(Game).where(Game.name == name.lower(), any_game()))


def words_of(ruleset: str) -> Presentation | None:
    """The words of a rule set; None where they cannot be had here."""
    try:
        return presentation(ruleset)
    except (UnknownRuleSet, NotARuleSet, ImportError):
        return None


def title_of(ruleset: str) -> str:
    """What a rule set is called."""
    words = words_of(ruleset)
    return words.title if words is not None else ruleset


def is_played_here(game: Game, words: Presentation) -> bool:
    """Whether its positions can be read by the rules that are here."""
    return game.version == words.rules.version and table.waits_for_host(game) is None


def game_path(name: str) -> str:
    """The path of a game's page."""
    return f"/games/{quote(name)}"


# --- People -------------------------------------------------------------------------------------------------------


def person(player: Player) -> Person:
    """A player, as he wants to be called on pages."""
    if player.hidden or player.forget_at is not None:
        return Person(UNNAMED)
    return Person(player.name, f"/players/{quote(player.name)}")


def who_has(seat: Seat) -> Person | None:
    """Whoever has a seat; None while it is free in a game that has not begun."""
    if seat.level is not None:
        return Person(table.who_has(seat) or "")
    if seat.player is not None:
        return person(seat.player)
    return None if seat.game.state == FORMING else Person(GONE)


def seated(game: Game, words: Presentation) -> tuple[Seated, ...]:
    """The seats of a game, in their order."""
    return tuple(Seated(words.seat_title(seat.name), who_has(seat), seat.open_since is not None) for seat in game.seats)


def player_named(session: Session, name: str) -> Player | None:
    """The player of a name who has a page: who is named on pages, and has played or entered something they show."""
    for player in people.named(session, name):
        if person(player).page is not None and _has_played(session, player):
            return player
    return None


def _has_played(session: Session, player: Player) -> bool:
    sat = select(Seat.id).join(Game, Game.id == Seat.game_id).where(Seat.player_id == player.id, any_game())
    entered = select(Entrant.id).join(Event, Event.id == Entrant.event_id)
    entered = entered.where(Entrant.player_id == player.id, Event.state != PLANNED)
    return session.scalar(sat.limit(1)) is not None or session.scalar(entered.limit(1)) is not None


# --- Events -------------------------------------------------------------------------------------------------------


def event_named(session: Session, name: str) -> Event | None:
    """The event of a name that was announced."""
    return session.scalar(select(Event).where(Event.name == name.lower(), Event.state != PLANNED))


def entrant(held: Held, drawn: str) -> Person:
    """Somebody who takes part in an event."""
    row = held.rows.get(drawn)
    if row is None or row.player is None:
        return Person(held.called(drawn))
    found = person(row.player)
    # Two of them would be one in a table.
    return found if found.page is not None else Person(f"player {row.number}")
