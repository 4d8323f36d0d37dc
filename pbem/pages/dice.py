"""The dice of a game: the seal, every roll that may be known, and once the game is over what they were made from.

With seed, words and names anybody can work every roll out again; `static/dice.js` does so in the browser.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence

import msgspec
from sqlalchemy.orm import Session

from core.contract import Json
from core.dice import commitment
from pbem.games import table
from pbem.games.kept_record import KeptRecord, rolls_in
from pbem.games.record import SETTING, drawn_for
from pbem.pages.known import game_path
from pbem.pages.turns import Turns
from pbem.reports.turn import roll_lines
from pbem.rulesets.contract import Presentation
from pbem.store.models import Game


class Thrown(msgspec.Struct, frozen=True):
    """A roll: the name that it was drawn for, its turn and its number in it, how many faces, and what it showed."""

    game: str
    turn: int
    draw: int
    faces: int
    value: int | str


class DicePage(msgspec.Struct, frozen=True):
    """The dice of a game. `seed`, `words` and `key` are secret until it is over; `lines` are the rolls for people.

    Seed and seal are in hex, as is the key that seed and words make. The words are left out where one of them may hold
    somebody's address: then the key alone can be gone by. `secret`: there may be rolls that nobody may know of yet.
    """

    game: str
    title: str
    page: str
    seal: str
    seed: str | None
    words: tuple[str, ...] | None
    key: str | None
    secret: bool
    lines: tuple[str, ...]
    rolls: tuple[Thrown, ...]


def dice_page(session: Session, game: Game, words: Presentation, turns: Turns) -> DicePage:
    """The page of a game's dice; it has begun."""
    over = game.state == "over"
    entries = KeptRecord(session, game).between(0, None if over else turns.recorded)
    is_open = over or (turns.count > 0 and _are_open(session, game, turns))
    known = entries if is_open else []
    chosen = _words(entries)
    return DicePage(
        game=game.name,
        title=words.title,
        page=f"{game_path(game.name)}/dice",
        seal=commitment(bytes.fromhex(game.seed)),
        seed=game.seed if over else None,
        words=chosen if over and not any("@" in word for word in chosen) else None,
        key=key_of(bytes.fromhex(game.seed), chosen).hex() if over else None,
        secret=not is_open,
        lines=tuple(line.strip() for line in roll_lines(words, rolls_in(known))),
        rolls=tuple(_thrown(game.name, known)),
    )


def _are_open(session: Session, game: Game, turns: Turns) -> bool:
    return table.rolls_are_open(game, turns.position(turns.count))


def _words(entries: Sequence[Json]) -> tuple[str, ...]:
    return tuple(seat["word"] for seat in entries[0]["seats"]) if entries else ()


def key_of(seed: bytes, words: Sequence[str]) -> bytes:
    """The key under which the rolls of a game are drawn (`core.dice.SeededDice`)."""
    return hmac.digest(seed, ("pbem dice 1\n" + "\n".join(words)).encode(), "sha256")


def _thrown(game: str, entries: Sequence[Json]) -> Iterator[Thrown]:
    """The rolls, each with the name for which it was drawn: another one after a host has set the position."""
    set_by_host = 0
    for entry in entries:
        set_by_host += entry["kind"] == "act" and entry["act"] in SETTING
        for roll in entry.get("rolls", ()):
            yield Thrown(drawn_for(game, set_by_host), **roll)
