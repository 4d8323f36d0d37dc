"""The words in which the rules of waterloo_grid are tested: place a few bases, give dice and orders, see what came.

    played = play("BI2 E6:fabc:n RI2 E4:fabc:s", "B", "I2 charge 1 / end", "I- II-C X")

asks `pbem.batch.answer` exactly what `pbem adjudicate` would ask, with the orders as the player of that side (B or R)
would mail them. Pieces are written as in the rulebook's table of armies: unit, then cell, bases and facing of each of
its groups, `+` for square. Only what is named is on the board; so that nobody is annihilated at the end of a turn each
side gets a battery in a far corner, where a test names none of its pieces.

The third text is the dice of shots and fights, a group a roll and `-` for a blank. If `end` closes the turn the
opponent's dice follow, five blanks unless `then` says otherwise. A test fails if other dice are taken (`loose` lifts
this). The activation dice of the turn are two I, two C and an A unless `dice` says otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from pbem.batch.answering import answer

SEATS = {"R": "red", "B": "blue"}
LETTERS = {seat: letter for letter, seat in SEATS.items()}
CLASSES = "IGLHA"
RED = """RI1 B4:fabc:s RI2 E4:fabc:s RI3 F4:fa:s F5:bc:s RI4 H4:fabc:s RI5 K4:fab:s K5:c:s RG1 C4:fa:s C6:bc:s
RL1 C3:fabc:s RL2 J3:fabc:s RH1 E3:fabc:s RH2 H3:fabc:s RA1 D4:ab:s RA2 G4:ab:s RA3 I4:ab:s"""
BLUE = """BI1 C8:fabc:n BI2 E8:fabc:n BI3 I8:fabc:n BI4 J8:fabc:n BI5 I9:fabc:n BI6 J9:fa:n K9:bc:e BG1 G9:fab:n G8:c:n
BG2 G10:fabc:n BL1 B8:fabc:n BL2 K8:fabc:n BH1 D9:fabc:n BH2 H9:fabc:n BH3 F9:fabc:n BA1 D8:ab:n BA2 F8:ab:n BA3 H8:ab:n
BA4 E9:ab:n"""
CORNERS = {"R": "RA9 A1:ab:n", "B": "BA9 A10:ab:s"}
ROLLS = {"defensive": "fire", "square": "square", "attack": "attack", "defence": "defence"}


@dataclass(frozen=True)
class Played:
    """An answer of `pbem adjudicate`, with names for what the tests look at."""

    answer: Mapping[str, Any]

    @property
    def position(self) -> dict[str, Any]:
        return self._get("position")

    @property
    def events(self) -> list[dict[str, Any]]:
        return self._get("events")

    @property
    def refused(self) -> list[dict[str, Any]]:
        return self._get("refused")

    @property
    def outcome(self) -> dict[str, Any] | None:
        return self._get("outcome")

    @property
    def awaiting(self) -> dict[str, str]:
        return self._get("awaiting")

    def _get(self, key: str) -> Any:
        assert "error" not in self.answer, self.answer
        return self.answer[key]

    @property
    def error(self) -> dict[str, Any]:
        """Why the request could not be adjudicated at all."""
        return self.answer["error"]

    @property
    def ok(self) -> bool:
        return self.refused == []

    @property
    def codes(self) -> list[str]:
        """The code of every refusal, in order."""
        return [entry["code"] for entry in self.refused]

    @property
    def lines(self) -> list[int | None]:
        return [entry["line"] for entry in self.refused]

    @property
    def refusal(self) -> dict[str, Any]:
        """The one refusal there is."""
        assert len(self.refused) == 1, self.refused
        return self.refused[0]

    @property
    def no(self) -> str:
        """The one refusal in brief: `line 2 E07`."""
        return f"line {self.refusal['line']} {self.refusal['code']}"

    @property
    def cites(self) -> list[str]:
        """The clauses of the one refusal."""
        return self.refusal["clauses"]

    @property
    def message(self) -> str:
        return self.refusal["message"]

    def at(self, units: str) -> str:
        """Where units are, as in the table of armies: `at("BI2 RI2") == "E5:fa:n E3:fa:n"`; nothing for a dead one."""
        table = self.position["units"]
        return " ".join(table.get(unit, "") for unit in units.split())

    def pool(self, letter: str) -> str:
        """A side's casualties, plain bases and flags by class: `I3+1 A2+0`."""
        pool = self.position["pools"][SEATS[letter]]
        counted = [(name, pool.get(name, 0), pool.get(f"{name}f", 0)) for name in CLASSES]
        return " ".join(f"{name}{plain}+{flags}" for name, plain, flags in counted if plain or flags)

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [event for event in self.events if event["event"] == kind]

    @property
    def kinds(self) -> list[str]:
        return [event["event"] for event in self.events]

    @property
    def shots(self) -> list[str]:
        """The shots fired, each as `E5>D4 IX`: from where, at what, the dice."""
        return [f"{shot['cell']}>{shot['target']} {''.join(shot['dice'])}" for shot in self.of("shot")]

    @property
    def fights(self) -> list[str]:
        """The fights, each as `1 E5>E4 fire I- attack II-C`: group, cells, the rolls with any dice; or lapsed."""
        return [fought(event) for event in self.events if event["event"] in ("fight", "lapsed")]

    @property
    def charges(self) -> list[str]:
        """The charges made, each as `E5n 2`: cell, direction, tokens."""
        return [f"{charge['cell']}{charge['dir']} {charge['tokens']}" for charge in self.of("charge")]

    @property
    def rolled(self) -> str:
        return "".join(self._get("rolled"))

    @property
    def dice(self) -> str:
        """The activation dice that lie on the table."""
        return "".join(self.position["dice"])

    @property
    def to_move(self) -> str:
        return self.position["to_move"]

    @property
    def end(self) -> str | None:
        """How the game ended, as `red objectives WGR-132`, `draw agreed WGR-136`, or None while it goes on."""
        if self.outcome is None:
            return None
        return f"{'+'.join(self.outcome['winners']) or 'draw'} {self.outcome['reason']} {self.outcome['clause']}"


def fought(event: Mapping[str, Any]) -> str:
    text = f"{event['group']} {event['from']}>{event['to']}"
    if event["event"] == "lapsed":
        return f"{text} lapsed"
    rolls = [f"{ROLLS[roll['what']]} {''.join(roll['dice'])}" for roll in event["rolls"] if roll["dice"]]
    return " ".join([text, *rolls])


def peopled(pieces: str) -> str:
    """The pieces, and a battery in a corner for a side that has none among them."""
    sides = {word[0] for word in pieces.split() if ":" not in word}
    return " ".join([pieces, *(corner for side, corner in CORNERS.items() if side not in sides)])


def pooled(pools: Mapping[str, str]) -> dict[str, dict[str, int]]:
    """`{"R": "I5+1 H2+0"}` as the `pools` of a position."""
    table: dict[str, dict[str, int]] = {"blue": {}, "red": {}}
    for letter, text in pools.items():
        for name, plain, flags in re.findall(r"([IGLHA])(\d+)\+(\d+)", text):
            table[SEATS[letter]] |= {name: int(plain)} | ({f"{name}f": int(flags)} if name != "A" else {})
    return table


@pytest.fixture
def ask() -> Callable[..., Played]:
    """Ask a batch request made of its parts: position (None: the opening), orders by side, dice, options."""

    def ask(
        position: Mapping[str, Any] | None,
        orders: Mapping[str, str],
        dice: str | Mapping[str, Any] = "-----",
        due: bool = False,
        **options: Any,
    ) -> Played:
        request = {
            "id": "case",
            "ruleset": "waterloo_grid",
            "options": options,
            "position": position,
            "orders": {SEATS.get(side, side): text.replace(" / ", "\n") for side, text in orders.items()},
            "dice": list(dice.replace(" ", "")) if isinstance(dice, str) else dice,
        }
        return Played(answer(request | {"due": True} if due else request))

    return ask


@pytest.fixture
def play(ask: Callable[..., Played], units_in: Callable[[str], dict[str, str]]) -> Callable[..., Played]:
    """Send the orders of the side to move (or a mapping of orders by side) on the given pieces."""

    def play(
        pieces: str,
        mover: str,
        orders: str | Mapping[str, str] = "",
        rolls: str = "",
        dice: str = "IICCA",
        then: str = "-----",
        pools: Mapping[str, str] | None = None,
        position: Mapping[str, Any] | None = None,
        due: bool = False,
        loose: bool = False,
        **options: Any,
    ) -> Played:
        whole = {"units": units_in(peopled(pieces)), "to_move": SEATS[mover], "dice": list(dice)}
        whole |= {"pools": pooled(pools)} if pools else {}
        if isinstance(orders, str):
            orders = {mover: orders} if orders else {}
        played = ask(whole | dict(position or {}), orders, f"{rolls} {then}", due, **options)
        if not loose and "error" not in played.answer:
            taken = rolls.replace(" ", "")
            assert played.rolled in ((taken + then,) if played.of("turn") else (taken,)), played.answer
        return played

    return play


@pytest.fixture
def armies_play(play: Callable[..., Played]) -> Callable[..., Played]:
    """The same with both armies in their places, and `more` pieces."""

    def armies_play(mover: str, orders: str = "", rolls: str = "", more: str = "", **asked: Any) -> Played:
        return play(f"{RED} {BLUE} {more}", mover, orders, rolls, **asked)

    return armies_play


@pytest.fixture
def begin(ask: Callable[..., Played]) -> Callable[..., Played]:
    """A new game with these dice for Blue; with orders, Blue's first mail."""

    def begin(dice: str, orders: str | Mapping[str, str] = "", rolls: str = "", **options: Any) -> Played:
        opened = ask(None, {}, dice, **options)
        if not orders:
            return opened
        told = {"B": orders} if isinstance(orders, str) else orders
        return ask(opened.position, told, f"{rolls} -----", **options)

    return begin


@pytest.fixture
def view(rules: Any) -> Callable[..., dict[str, Any]]:
    """What a side (None: an onlooker) may know of the position an answer gives."""

    def view(played: Played, letter: str | None, **options: Any) -> dict[str, Any]:
        settled = rules.settle(options)
        return rules.view(rules.decode(played.position, settled), SEATS[letter] if letter else None)

    return view
