"""Games that are over, put into a database as if they had been played by mail long ago: between robots, and packed."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from pbem.arena.match import Table, play
from pbem.arena.players import Limits
from pbem.games.kept_record import packed
from pbem.games.record import positions
from pbem.rulesets import presentation
from pbem.store.database import now
from pbem.store.models import Game, PackedRecord, Player, RecordEntry, Seat, Turn

SEED = bytes(range(32))


def record_of(
    ruleset: str, name: str, options: dict[str, Any] | None = None, robot: str = "recruit"
) -> tuple[str, ...]:
    """The record of a game between robots."""
    words = presentation(ruleset)
    settled = words.settle(options or {})
    seats = {seat: seat for seat in words.rules.seats(settled)}
    table = Table(words, settled, name, seats, dict.fromkeys(seats, robot), SEED)
    return play(table, Limits(), keep=True).record


def keep(session: Session, name: str, lines: tuple[str, ...], players: list[Player], **more: Any) -> Game:
    """Put a game with this record into the database; the seats are the players' in their order."""
    first, *_ = entries = [msgspec.json.decode(line) for line in lines]
    words, moment = presentation(first["ruleset"]), now(session)
    *_, (_, last) = positions(entries)
    settings = {"watch": "on", "rated": False, "over_at": moment} | more
    game = Game(
        name=name,
        ruleset=first["ruleset"],
        version=first["version"],
        options=msgspec.json.encode(first["options"]).decode(),
        seed=SEED.hex(),
        state="over",
        created_at=moment - timedelta(days=90),
        packed=True,
        **settings,
    )
    session.add(game)
    session.flush()
    for place, seat in enumerate(first["seats"]):
        player = players[place % len(players)] if players else None
        session.add(Seat(game_id=game.id, place=place, name=seat["seat"], nonce=f"{game.id}-{place}", player=player))
    position = msgspec.json.encode(words.rules.encode(last)).decode()
    session.add(Turn(game_id=game.id, number=len(entries), step=0, position=position, state="done", asked_at=moment))
    session.add(PackedRecord(game_id=game.id, content=packed(lines[:-1])))
    number = len(entries) - 1
    session.add(RecordEntry(game_id=game.id, number=number, hash=entries[-1]["hash"], body=lines[-1]))
    session.flush()
    return game
