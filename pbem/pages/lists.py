"""Lists: the home of a club with what is going on, and its games in each state, a page at a time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

import msgspec
from sqlalchemy import func, select
from sqlalchemy.orm import Session, selectinload

from core.contract import Outcome
from pbem.events.announcement import Announcement
from pbem.events.kept import ANNOUNCED, CANCELLED, OPEN, OVER, PLANNED, RUNNING
from pbem.games import house_rules, table
from pbem.games.kept_record import KeptRecord
from pbem.pages import known
from pbem.pages.known import Seated
from pbem.reports.turn import CANCELLED as BY_HOST
from pbem.rulesets.contract import Presentation
from pbem.rulesets.sentences import listed
from pbem.runtime.context import Context
from pbem.store.models import Event, Game, Seat, Turn

AT_HOME = 10
A_PAGE = 30


class GameRow(msgspec.Struct, frozen=True):
    """A game in a list. `turns` are those that can be seen; `began`, `ended` and `result` stand where there are any."""

    name: str
    page: str
    ruleset: str
    title: str
    state: str
    seats: tuple[Seated, ...]
    turns: int
    opened: datetime
    ended: datetime | None
    result: str | None
    waits: bool

    @property
    def free(self) -> list[str]:
        """The seats that somebody can take."""
        return [each.seat for each in self.seats if each.player is None or each.open]


class EventRow(msgspec.Struct, frozen=True):
    """An event in a list."""

    name: str
    page: str
    title: str
    ruleset: str
    game: str
    state: str
    said: str


class Home(msgspec.Struct, frozen=True):
    """The home of a club; `address` is where one writes to."""

    club: str
    address: str
    games: tuple[GameRow, ...]
    free: tuple[GameRow, ...]
    events: tuple[EventRow, ...]
    results: tuple[GameRow, ...]


class GameList(msgspec.Struct, frozen=True):
    """The games in a state, the latest first; `more` is the path of those that come after them."""

    state: str
    ruleset: str | None
    games: tuple[GameRow, ...]
    more: str | None


class EventList(msgspec.Struct, frozen=True):
    """The events there are, the latest first; `more` is the path of those that come after them."""

    events: tuple[EventRow, ...]
    more: str | None


def home(session: Session, context: Context) -> Home:
    """The home of a club."""
    under_way = select(Event).where(Event.state.in_((RUNNING, OPEN, ANNOUNCED)), Event.state != PLANNED)
    return Home(
        club=context.settings.mail_domain,
        address=context.settings.address,
        games=rows(session, _latest(session, known.RUNNING, AT_HOME)),
        free=rows(session, [*_latest(session, known.FORMING, AT_HOME), *_with_open_seats(session)]),
        events=_events(session.scalars(under_way.order_by(Event.id.desc()).limit(AT_HOME))),
        results=rows(session, _results(session)),
    )


def games(session: Session, state: str, ruleset: str | None, before: int | None) -> GameList:
    """The games in a state, of a rule set or of all, from before the game of that number on."""
    wanted = select(Game).where(known.games_in(state)).options(selectinload(Game.everybody))
    if ruleset is not None:
        wanted = wanted.where(Game.ruleset == ruleset)
    if before is not None:
        wanted = wanted.where(Game.id < before)
    found = list(session.scalars(wanted.order_by(Game.id.desc()).limit(A_PAGE + 1)))
    of = f"&ruleset={ruleset}" if ruleset is not None else ""
    more = f"/games?state={state}{of}&before={found[A_PAGE - 1].id}" if len(found) > A_PAGE else None
    return GameList(state, ruleset, rows(session, found[:A_PAGE]), more)


def events(session: Session, before: int | None) -> EventList:
    """The events from before that of that number on."""
    wanted = select(Event).where(Event.state != PLANNED).order_by(Event.id.desc()).limit(A_PAGE + 1)
    found = list(session.scalars(wanted if before is None else wanted.where(Event.id < before)))
    more = f"/events?before={found[A_PAGE - 1].id}" if len(found) > A_PAGE else None
    return EventList(_events(found[:A_PAGE]), more)


# --- Games --------------------------------------------------------------------------------------------------------


def rows(session: Session, found: Sequence[Game]) -> tuple[GameRow, ...]:
    """These games, as lists show them."""
    counts = _turns(session, found)
    return tuple(
        row(session, game, words, counts.get(game.id, 0)) for game in found if (words := known.words_of(game.ruleset))
    )


def row(session: Session, game: Game, words: Presentation, turns: int) -> GameRow:
    """A game, as lists show it."""
    over = game.state == known.OVER
    return GameRow(
        name=game.name,
        page=known.game_path(game.name),
        ruleset=game.ruleset,
        title=words.title,
        state=game.state,
        seats=known.seated(game, words),
        turns=turns,
        opened=game.created_at,
        ended=game.over_at if over else None,
        result=result(words, KeptRecord(session, game).outcome()) if over else None,
        waits=table.waits_for_host(game) is not None,
    )


def result(words: Presentation, outcome: Outcome | None) -> str:
    """How a game ended, in a few words."""
    if outcome is None:
        return "it has ended"
    if outcome.reason == BY_HOST:
        return "cancelled by the host"
    if not outcome.winners:
        return "a draw"
    return f"{listed([words.seat_title(each) for each in outcome.winners])} won"


def _latest(session: Session, state: str, most: int) -> list[Game]:
    wanted = select(Game).where(known.games_in(state)).options(selectinload(Game.everybody))
    return list(session.scalars(wanted.order_by(Game.id.desc()).limit(most)))


def _with_open_seats(session: Session) -> list[Game]:
    open_ = select(Seat.game_id).where(Seat.open_since.is_not(None))
    wanted = select(Game).where(known.games_in(known.RUNNING), Game.id.in_(open_)).options(selectinload(Game.everybody))
    return list(session.scalars(wanted.order_by(Game.id.desc()).limit(AT_HOME)))


def _results(session: Session) -> list[Game]:
    wanted = select(Game).where(known.games_in(known.OVER)).options(selectinload(Game.everybody))
    return list(session.scalars(wanted.order_by(Game.over_at.desc(), Game.id.desc()).limit(AT_HOME)))


def _turns(session: Session, found: Sequence[Game]) -> dict[int, int]:
    """How many turns of each of the running games can be seen by now."""
    running = {game.id: game for game in found if game.state == known.RUNNING}
    counted = select(Turn.game_id, func.count()).where(Turn.game_id.in_(running), Turn.shown).group_by(Turn.game_id)
    return {game: max(0, count - house_rules.of(running[game]).delay) for game, count in session.execute(counted)}


# --- Events -------------------------------------------------------------------------------------------------------


def _events(found: Iterable[Event]) -> tuple[EventRow, ...]:
    return tuple(event_row(each) for each in found)


def event_row(event: Event) -> EventRow:
    """An event, as lists show it."""
    ruleset = msgspec.json.decode(event.announcement, type=Announcement).plan.ruleset
    path = f"/events/{event.name}"
    return EventRow(event.name, path, event.title, ruleset, known.title_of(ruleset), event.state, _said(event))


def _said(event: Event) -> str:
    return {
        ANNOUNCED: "announced",
        OPEN: "takes entries",
        RUNNING: f"round {event.round}",
        OVER: "over",
        CANCELLED: "called off",
    }[event.state]
