"""What somebody may want to write who does not know the commands yet: lines that he can send as they stand.

They are told whoever wrote to the server in words that are no command, and in HELP to who sits in no game.
"""

from __future__ import annotations

from textwrap import wrap

from sqlalchemy import select
from sqlalchemy.orm import Session

from pbem.commands.answers import fixed
from pbem.events.kept import OPEN
from pbem.games import forming, table
from pbem.reports.document import Section
from pbem.reports.text import WORDS_WIDTH
from pbem.rulesets import names, presentation
from pbem.rulesets.sentences import listed
from pbem.store import people
from pbem.store.models import Entrant, Event, Game, Player

MOST_OFFERED = 3  # games, and events
GAP = 2

Step = tuple[str, str]


def first_steps(session: Session, player: Player) -> Section:
    """Lines that a player can send now, each with what it brings: his games, games to join, events, a robot, help."""
    steps = [*_his_own(session, player), *_to_join(session, player), *_to_enter(session, player), *_to_open()]
    return fixed("Lines that you can send", in_columns(steps))


def in_columns(steps: list[Step]) -> str:
    """Lines at the left, what they bring beside them, no wider than words are."""
    left = max(len(line) for line, _ in steps) + GAP
    rows: list[str] = []
    for line, brings in steps:
        first, *more = wrap(brings, WORDS_WIDTH - left)
        rows += [f"{line:<{left}}{first}", *(f"{'':<{left}}{each}" for each in more)]
    return "\n".join(rows)


def _his_own(session: Session, player: Player) -> list[Step]:
    running = [game.name for game in table.games_of(session, player) if game.state == "running"]
    if not running:
        return []
    return [
        ("GAMES", "your games, and which wait for you; orders are sent in answer to a game's report"),
        (f"REPORT {running[0]}", "its report once more"),
    ]


def _to_join(session: Session, player: Player) -> list[Step]:
    looking = forming.forming_games(session, people.addresses_of(session, player), player.id)
    others = [game for game in looking if all(seat.player_id != player.id for seat in game.seats)]
    more = [("GAMES OPEN", "more games that look for players")] if len(others) > MOST_OFFERED else []
    return [*((f"JOIN {game.name}", _free(game)) for game in others[:MOST_OFFERED]), *more]


def _free(game: Game) -> str:
    found = presentation(game.ruleset)
    seats = listed([found.seat_title(seat.name) for seat in table.free_places(game)])
    return f"sits you down in {found.title}; free: {seats}"


def _to_enter(session: Session, player: Player) -> list[Step]:
    there = select(Entrant.id).where(Entrant.event_id == Event.id, Entrant.player_id == player.id).exists()
    taking = select(Event).where(Event.state == OPEN, ~there).order_by(Event.id.desc()).limit(MOST_OFFERED)
    return [
        (f"ENTER {event.name}", f"enters {event.title}; EVENTS {event.name} tells about it")
        for event in session.scalars(taking)
    ]


def _to_open() -> list[Step]:
    first, *others = names()
    return [
        (f"NEW {first} AGAINST recruit", "a game against an easy robot, which begins at once"),
        (f"NEW {first}", "a game that waits for somebody to join"),
        (f"HELP {first}", f"how it is played; so with {listed(others)}" if others else "how it is played"),
        ("HELP", "all commands"),
    ]
