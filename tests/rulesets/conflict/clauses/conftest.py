"""The words in which the rules of conflict are tested: place a few pieces, throw, order, look at what became of it.

    played = play("R:ar1@l2 R:pl1@h2 O:bs1@j4 Y:ar2@q1", "R", "6-5", "pl1 6 i3 j4 k4 l4 m4 n4 / ar1 5 m2 n2 o2 p2 q1")

asks `pbem.batch.answer` exactly what `pbem adjudicate` would ask, with the orders as Red's player would mail them. A
piece is written colour, name, place: `R:ar1@l2`, `Y:bs1@START`, `O:pl2@HELD:red`, `G:aa@RETIRED`; `Y:*@HELD:red` is
for all of Yellow's that are not named. Pieces that are not placed are in RESERVE, so that nobody goes out for lack
of them. Four play, all against all, unless a test says otherwise.

The dice of a turn are written `2-2 5-5 1-4`, a throw each. Those of the turns that follow are `then`; there are always
enough of them, and none is a double or, before the last, a seven, unless a test says so. Keywords that are game
options go into the options; `position` adds keys to the position, `due` says that the deadline has passed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from conflict_pieces import LETTERS, PIECES, SEATS, placed

from pbem.batch.answering import answer

PLAYING = {2: "RG", 3: "RYG", 4: "RYGO"}
# Throws that no test cares about: whoever has nothing but reserve lets them pass, until the sevens.
AFTER = "1-3 2-3 1-2 1-4 2-4 1-5 3-5 4-6 5-6 " + "3-4 " * 6


@dataclass(frozen=True)
class Played:
    """An answer of `pbem adjudicate`, with names for what the tests look at."""

    answer: Mapping[str, Any]

    @property
    def position(self) -> dict[str, Any]:
        assert "error" not in self.answer, self.answer
        return self.answer["position"]

    @property
    def events(self) -> list[dict[str, Any]]:
        assert "error" not in self.answer, self.answer
        return self.answer["events"]

    @property
    def refused(self) -> list[dict[str, Any]]:
        assert "error" not in self.answer, self.answer
        return self.answer["refused"]

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
        """The one refusal in brief: `line 2 E12 CON-045`; without the line where it is of the whole set."""
        line = f"line {self.refusal['line']} " if self.refusal["line"] is not None else ""
        return f"{line}{self.refusal['code']} {self.refusal['clause'] or '-'}"

    @property
    def clause(self) -> str:
        return self.refusal["clause"]

    @property
    def message(self) -> str:
        return self.refusal["message"]

    def at(self, pieces: str) -> str:
        """Where the named pieces are: `at("R:ar1 O:bs1") == "q1 HELD:red"`."""
        named = [name.split(":") for name in pieces.split()]
        return " ".join(self.position["pieces"][SEATS[letter]][piece] for letter, piece in named)

    def held(self, letter: str) -> str:
        """The prisoners of a player: `held("R") == "Y:ar2 O:bs1"`, by owner and in the order of the pieces."""
        return self._in(f"HELD:{SEATS[letter]}", "RYGO")

    def start(self, letter: str) -> str:
        """The pieces of a player that wait in START."""
        return self._in("START", letter)

    def reserve(self, letter: str) -> str:
        return self._in("RESERVE", letter)

    def retired(self, letters: str = "RYGO") -> str:
        return self._in("RETIRED", letters)

    def _in(self, state: str, letters: str) -> str:
        table = self.position["pieces"]
        return " ".join(
            f"{letter}:{piece}"
            for letter in letters
            for piece in PIECES
            if table.get(SEATS[letter], {}).get(piece) == state
        )

    def of(self, kind: str) -> list[dict[str, Any]]:
        return [event for event in self.events if event["event"] == kind]

    @property
    def kinds(self) -> list[str]:
        return [event["event"] for event in self.events]

    @property
    def moves(self) -> list[str]:
        """The moves made, each as `Y:bs2 4 h4-g5-f5 xR:bs3@g5 lost to red at f5`."""
        return [written(event) for event in self.of("move")]

    @property
    def throws(self) -> list[str]:
        """The throws rolled, each as `red 5-3`."""
        return [f"{event['seat']} {dashed(event['dice'])}" for event in self.of("throw")]

    @property
    def gone(self) -> list[str]:
        """Who went out on the way, each as `orange circle red`: how, and the heir or `-`."""
        return [f"{event['seat']} {event['how']} {event['heir'] or '-'}" for event in self.of("out")]

    @property
    def out(self) -> dict[str, str]:
        """Who is out, now and from before: `{"orange": "circle red"}`."""
        return {seat: f"{facts['how']} {facts['heir'] or '-'}" for seat, facts in self.position["out"].items()}

    @property
    def to_move(self) -> str:
        return self.position["to_move"]

    @property
    def dice(self) -> str:
        """The throws of the turn that is owed now: `2-2 3-4`."""
        return " ".join(dashed(throw) for throw in self.position["throws"])

    @property
    def awaiting(self) -> dict[str, str]:
        return self.answer["awaiting"]

    @property
    def rolled(self) -> list[int]:
        return self.answer["rolled"]

    @property
    def outcome(self) -> dict[str, Any] | None:
        assert "error" not in self.answer, self.answer
        return self.answer["outcome"]

    @property
    def end(self) -> str | None:
        """How the game ended, as `red last_standing CON-106`, `draw agreed CON-108`, or None while it goes on."""
        if self.outcome is None:
            return None
        winners = "+".join(self.outcome["winners"]) or "draw"
        return f"{winners} {self.outcome['reason']} {self.outcome['clause']}"

    @property
    def error(self) -> dict[str, Any]:
        """Why the request could not be adjudicated at all."""
        return self.answer["error"]


def written(move: Mapping[str, Any]) -> str:
    """A move event in one line: who, by which die, over which squares, and what came of it."""
    text = f"{LETTERS[move['seat']]}:{move['piece']} {move['die']} {'-'.join([move['from'], *move['path']])}"
    text += "".join(f" x{LETTERS[prey['seat']]}:{prey['piece']}@{prey['square']}" for prey in move["captured"])
    if move["lost"]:
        text += f" lost to {move['lost']['to'] or 'nobody'} at {move['lost']['square']}"
    return text + (f" takes {move['takes']}" if move["takes"] else "")


def dashed(dice: Sequence[int]) -> str:
    return "-".join(map(str, dice))


def pairs(dice: str) -> list[list[int]]:
    return [[int(die) for die in throw.split("-")] for throw in dice.split()]


@pytest.fixture
def ask() -> Callable[..., Played]:
    """Ask a batch request made of its parts: position (None: the opening), orders by seat, dice, options."""

    def ask(
        position: Mapping[str, Any] | None,
        orders: Mapping[str, str],
        dice: str | Mapping[str, Any] = AFTER,
        due: bool = False,
        **options: Any,
    ) -> Played:
        request = {
            "id": "case",
            "ruleset": "conflict",
            "options": {"players": 4} | options,
            "position": position,
            "orders": {SEATS.get(seat, seat): text.replace(" / ", "\n") for seat, text in orders.items()},
            "dice": [die for throw in pairs(dice) for die in throw] if isinstance(dice, str) else dice,
        }
        return Played(answer(request | {"due": True} if due else request))

    return ask


@pytest.fixture
def play(ask: Callable[..., Played]) -> Callable[..., Played]:
    """Send the orders of the player to move, for these throws, on the given pieces."""

    def play(
        pieces: str,
        mover: str,
        throws: str,
        orders: str | Mapping[str, str] = "",
        then: str = AFTER,
        position: Mapping[str, Any] | None = None,
        due: bool = False,
        playing: str = "",
        **options: Any,
    ) -> Played:
        playing = playing or PLAYING[options.get("players", 4)]
        whole = {"pieces": placed(pieces, playing), "to_move": SEATS[mover], "throws": pairs(throws)}
        if isinstance(orders, str):
            orders = {mover: orders} if orders else {}
        return ask(whole | dict(position or {}), orders, then, due, **options)

    return play


@pytest.fixture
def begin(ask: Callable[..., Played]) -> Callable[..., Played]:
    """A new game in which Red begins; `dice` are those of the first turns, `orders` Red's for the first of them."""

    def begin(dice: str, orders: str | Mapping[str, str] = "", **options: Any) -> Played:
        opened = ask(None, {}, f"{dice} {AFTER}", **{"first": "red"} | options)
        if not orders:
            return opened
        told = {"R": orders} if isinstance(orders, str) else orders
        left = f"{dice} {AFTER}".split()[len(opened.throws) :]
        return ask(opened.position, told, " ".join(left), **{"first": "red"} | options)

    return begin


@pytest.fixture
def view(rules: Any) -> Callable[..., dict[str, Any]]:
    """What a seat (None: an onlooker) may know of the position an answer gives."""

    def view(played: Played, letter: str | None, **options: Any) -> dict[str, Any]:
        settled = rules.settle({"players": 4} | options)
        return rules.view(rules.decode(played.position, settled), SEATS[letter] if letter else None)

    return view
