"""Seats that miss one decision after another, and what the others may say about it, whatever game they play.

The rules decide for a silent seat at each deadline. After `PATIENCE` misses running the others are asked: they may
claim the win, wait, or have a robot play the seat. Not for what becomes of their answers (`pbem.games.stand_ins`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from core.contract import Json, SeatName
from pbem.games import table
from pbem.rulesets import presentation
from pbem.rulesets.contract import Matter
from pbem.rulesets.sentences import listed
from pbem.store.models import Game, Seat, Turn

PATIENCE = 2
# No event of any rules: a letter asks about it, and what is wanted of the turn leads the mails that follow.
ASKED_BY_LETTER = "silent"

Wish: TypeAlias = Literal["claim", "wait", "robot"]
LAST_WARNING = (
    "You have missed a decision. If you miss the next too, the others are asked whether they claim the win, wait, or "
    "have a robot play for you."
)
CHOICES = "CLAIM, and you have won; ROBOT, and a robot plays that side; WAIT, and the rules go on deciding for it."
CHOICES_OF_SEVERAL = (
    "Answer CLAIM, WAIT or ROBOT. If all of you claim, you have won; if all wait, the rules go on deciding for {who}; "
    "else a robot plays on, from the next missed decision at the latest."
)
SAID: Mapping[Wish, str] = {
    "claim": "You have claimed the win",
    "wait": "You wait",
    "robot": "You want a robot to play",
}


def missing(game: Game) -> list[Seat]:
    """The seats that have missed so many decisions running that the others are asked about them.

    In a battle that belongs to another game nobody is: others of its side command there then (`pbem.campaigns`).
    """
    if game.state != "running" or game.mustered is not None:
        return []
    silent = [seat for seat in game.seats if seat.misses >= PATIENCE and seat.answered_at is None]
    return [seat for seat in silent if not seat.robot]


def judges(game: Game, turn: Turn, silent: Seat) -> list[Seat]:
    """The seats that are asked about a silent one: those whose players are there, and still in the game."""
    others = [each for each in game.seats if each is not silent and each.player_id is not None and not each.robot]
    present = [each for each in others if each.misses < PATIENCE]
    if len(game.seats) == 2 or not present:
        return present
    draws = presentation(game.ruleset).draws(table.view_of(game, None, turn))
    in_play = {*draws.offers, *draws.left}
    return [each for each in present if each.name in in_play or not in_play]


def wishes(seat: Seat) -> dict[SeatName, Wish]:
    """What a seat has said about silent ones, by their names."""
    return {} if seat.wishes is None else msgspec.json.decode(seat.wishes, type=dict[SeatName, Wish])


def note_wish(seat: Seat, silent: Seat, wish: Wish | None) -> None:
    """Keep what a seat says about a silent one; None takes it back."""
    kept = {name: old for name, old in wishes(seat).items() if name != silent.name}
    if wish is not None:
        kept[silent.name] = wish
    seat.wishes = msgspec.json.encode(kept).decode() if kept else None


def matters(game: Game, turn: Turn, seat: Seat | None) -> tuple[Matter, ...]:
    """What stands between the players because some of them are silent, as a seat (None: an onlooker) is told."""
    if game.state != "running":
        return ()
    warned = [each for each in game.seats if each is seat and each.misses == PATIENCE - 1]
    return (
        *(Matter(LAST_WARNING) for _ in warned),
        *(_played_by_robot(game, each, seat) for each in game.seats if each.robot and each.level is None),
        *(of_silent(game, turn, each, seat) for each in missing(game)),
    )


def _played_by_robot(game: Game, played: Seat, seat: Seat | None) -> Matter:
    if played is seat:
        return Matter("A robot plays for you.", "Any mail that you send in answer to a report takes the seat back.")
    name = presentation(game.ruleset).seat_title(played.name)
    until = f" until {played.player.name} writes again" if played.player is not None else ""
    return Matter(f"A robot plays for {name}{until}.")


def of_silent(game: Game, turn: Turn, silent: Seat, seat: Seat | None) -> Matter:
    """What a seat is told of a silent one, with what it may say about it."""
    name = presentation(game.ruleset).seat_title(silent.name)
    if silent is seat:
        return Matter(
            f"You have missed {silent.misses} decisions running, so the others are asked whether they claim the win, "
            "wait, or have a robot play for you.",
            "Any orders of yours end that.",
        )
    said = f"{name} has missed {silent.misses} decisions running"
    if seat is None or seat not in judges(game, turn, silent):
        return Matter(f"{said}.")
    choices = CHOICES if len(game.seats) == 2 else CHOICES_OF_SEVERAL.format(who=name)
    answered = wishes(seat).get(silent.name)
    if answered is not None:
        return Matter(f"{said}. {SAID[answered]}; you can still say otherwise.", choices)
    return Matter(f"{said}.", choices, (f"{name} is silent", "CLAIM, WAIT or ROBOT"), ASKED_BY_LETTER, agrees=False)


def partners(game: Game, view: Json, seat: Seat) -> tuple[SeatName, ...]:
    """The seats that win with this one."""
    return presentation(game.ruleset).partners(view, seat.name)


def told_of(game: Game, seats: list[Seat]) -> str:
    """The names of seats, as a list in words."""
    return listed([presentation(game.ruleset).seat_title(seat.name) for seat in seats])
