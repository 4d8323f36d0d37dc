"""OPEN SEAT, CLOSE SEAT, TAKE SEAT, SUBSTITUTE: seats of running games that change hands without the host."""

from __future__ import annotations

import re

from sqlalchemy.orm import Session

from pbem.commands.answers import Reply
from pbem.commands.queries import Asker, no_game_of_yours
from pbem.games import seats, table
from pbem.games.seats import NotTaken
from pbem.nearest import did_you_mean
from pbem.reports.document import echoed
from pbem.rulesets import presentation
from pbem.rulesets.sentences import listed
from pbem.runtime.context import Context
from pbem.store.database import now
from pbem.store.models import Game, Seat

NONE_LISTED = "nobody is on the list of substitutes now; GAMES OPEN shows it to everybody"
ON = "you are on the list of substitutes: you are mailed when a seat comes open; SUBSTITUTE OFF takes you off it"
OFF = "you are not on the list of substitutes; SUBSTITUTE ON puts you there"

_SEAT = re.compile(r"SEAT\s+", re.IGNORECASE)
_TAKE = re.compile(r"(?:(?P<seat>.{1,40}?)\s+(?:in|of|at)\s+)?(?P<game>[a-z][a-z_-]*[ _-]?[0-9]{1,9})", re.IGNORECASE)


def open_(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`OPEN SEAT [game]`: declare one's seat open; who opened it plays on until somebody takes it."""
    seat = _mine(session, asker, rest, "OPEN SEAT")
    if isinstance(seat, Reply):
        return seat
    try:
        told = seats.declare_open(session, context, seat)
    except NotTaken as error:
        return Reply("no", str(error))
    who = f"{listed([player.name for player in told])} on the list of substitutes will be told" if told else NONE_LISTED
    said = f"your seat in {seat.game.name} is open, and yours to play until somebody takes it; CLOSE SEAT takes it back"
    return Reply("ok", f"{said}; {who}")


def close(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`CLOSE SEAT [game]`: it is not open any more."""
    seat = _mine(session, asker, rest, "CLOSE SEAT")
    if isinstance(seat, Reply):
        return seat
    if seat.open_since is None:
        return Reply("ok", f"your seat in {seat.game.name} is not open")
    seat.open_since = None
    session.flush()
    return Reply("ok", f"your seat in {seat.game.name} is yours alone again")


def take(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`TAKE SEAT [seat IN] game`: play on for a seat that is open."""
    found = _TAKE.fullmatch(_SEAT.sub("", rest, count=1))
    game = table.find_game(session, re.sub(r"[ _]", "", found["game"])) if found else None
    there = seats.open_seats(session, game) if game is not None else []
    if found is None or game is None or not there:
        names = sorted({seat.game.name for seat in seats.open_seats(session) if not seat.game.private})
        which = f"; open seats are in {listed(names)}" if names else "; no seat is open now"
        return Reply("no", f"no seat is open there{which}")
    seat = _meant(game, there, found["seat"])
    if isinstance(seat, Reply):
        return seat
    try:
        seats.take(session, context, game, asker.player, seat)
    except NotTaken as error:
        return Reply("no", str(error))
    return Reply("ok", f"you play {seats.title(seat)} in {game.name}; its report comes in a mail of its own")


def substitute(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`SUBSTITUTE ON`, `SUBSTITUTE OFF`: be told when a seat comes open, or no more; alone: what holds."""
    if rest:
        asker.player.substitute_since = now(session) if rest.lower() == "on" else None
        session.flush()
    return Reply("ok", ON if asker.player.substitute_since is not None else OFF)


def _meant(game: Game, there: list[Seat], word: str | None) -> Seat | Reply:
    if word is None:
        if len(there) == 1:
            return there[0]
        return Reply("which?", f"which of {listed(map(seats.title, there))}? Write TAKE SEAT, its name, IN {game.name}")
    name = presentation(game.ruleset).find_seat(word, [seat.name for seat in game.seats])
    found = next((seat for seat in there if seat.name == name), None)
    if found is None:
        near = did_you_mean(word, [seats.title(seat) for seat in there])
        return Reply("no", f'no open seat of {game.name} is called "{echoed(word)}"{near}')
    return found


def _mine(session: Session, asker: Asker, rest: str, word: str) -> Seat | Reply:
    name = _SEAT.sub("", f"{rest} ", count=1).strip().replace(" ", "").lower()
    mine = [game for game in table.games_of(session, asker.player) if game.state == "running"]
    game = next((each for each in mine if each.name == name), None) if name else asker.game
    if game is None and name:
        near = did_you_mean(name, [each.name for each in mine])
        return Reply("no", f'you play no game called "{echoed(name)}"{near}')
    if game is None or game not in mine:
        return Reply("which?", f"in which game? Write {word} and its name")
    seat = next((each for each in game.seats if each.player_id == asker.player.id), None)
    if seat is None:  # the umpire's: a host finds him another
        return no_game_of_yours(session, asker, game.name)
    table.locked_turn(session, game)
    return seat
