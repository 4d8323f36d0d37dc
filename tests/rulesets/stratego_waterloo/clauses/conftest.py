"""The words in which the rules of stratego_waterloo are tested: place a few pieces, order, roll, look at what came.

    played = play("LN E5, CH E7, BF E6", "attack E5 E6", "B+")
    assert played.board == "LN E7"

asks `pbem.batch.answer` exactly what `pbem adjudicate` would ask, with the orders as the player to move would mail them
(` / ` parts the lines). That is BLUE in turn 5 with three actions of a basic game, unless a test says otherwise.
`CU-1 D4` has one block, `*BF E6` has been shown to both. `dice` are faces, or numbers where numbers are rolled.

`then` goes on from what became of it, with the orders of whoever is awaited. Keywords that are options go into the
options (`li_front` is `li-front`); `position` adds keys to the position, `due` says that the deadline has passed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from pbem.batch.answering import answer
from pbem.rulesets.stratego_waterloo import presentation

SEED = {"seed": "5b", "game": "clauses"}


@dataclass(frozen=True)
class Played:
    """An answer of `pbem adjudicate`, with names for what the tests look at."""

    answer: Mapping[str, Any]
    options: Mapping[str, Any]

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
    def error(self) -> dict[str, Any]:
        """Why the request could not be adjudicated at all."""
        return self.answer["error"]

    @property
    def ok(self) -> bool:
        return self.refused == []

    @property
    def codes(self) -> list[str]:
        return [entry["code"] for entry in self.refused]

    @property
    def refusal(self) -> dict[str, Any]:
        """The one refusal there is."""
        assert len(self.refused) == 1, self.refused
        return self.refused[0]

    @property
    def no(self) -> str:
        """The one refusal in brief: `1 E-FRIEND SWL-038`."""
        return f"{self.refusal['line']} {self.refusal['code']} {self.refusal['clause'] or '-'}"

    @property
    def message(self) -> str:
        return self.refusal["message"]

    @property
    def board(self) -> str:
        """All pieces on the board by square, A to L and then upward: `LN E7, CU-1 F6`."""
        squares = sorted(self.position["board"], key=lambda square: (square[0], int(square[1:])))
        return ", ".join(f"{plain(self.position['board'][square])} {square}" for square in squares)

    def at(self, squares: str) -> str:
        """What stands on each square, `..` where nothing does: `at("E6 E7") == "LN .."`."""
        table = self.position["board"]
        return " ".join(plain(table[square]) if square in table else ".." for square in squares.split())

    def lost(self, seat: str) -> str:
        """The casualties of a side, by code: `BF BF LN`."""
        counts = self.position["eliminated"].get(seat, {})
        return " ".join(code for code in sorted(counts) for _ in range(counts[code]))

    def pool(self, seat: str) -> str:
        """A side's pool, each as `CU-2 withdrawn`, by code."""
        pieces = self.position["pool"].get(seat, [])
        return ", ".join(sorted(f"{plain(piece)} {status(piece)}" for piece in pieces))

    def tile(self, name: str) -> str:
        """A tile's flag and damage: `red 1`, `- 0`."""
        state = self.position["tiles"][name]
        return f"{state['flag'] or '-'} {state['damage']}"

    def hand(self, seat: str) -> str:
        return " ".join(self.position["cards"]["hands"][seat])

    def of(self, kind: str, seat: str | None = "any") -> list[dict[str, Any]]:
        """The events of a kind: all, or those that a seat (None: an onlooker) may know of."""
        told = self.events if seat == "any" else self.seen(seat)
        return [event for event in told if event["event"] == kind]

    def seen(self, seat: str | None) -> list[dict[str, Any]]:
        """The events that a seat may know of."""
        return [event for event in self.events if event.get("seen_by") is None or seat in event["seen_by"]]

    @property
    def kinds(self) -> list[str]:
        """The kinds of the events that RED may know of, in order."""
        return [event["event"] for event in self.seen("red")]

    @property
    def fights(self) -> list[str]:
        """The attacks, each as `LN E5xE6 BF 3v3 B+ attacker eliminated E6`: what was lost and where the winner went."""
        return [fight(event) for event in self._own("attack")]

    @property
    def shots(self) -> list[str]:
        """The shots, each as `E4 E7 BF eliminated`, `C3 HOU damaged 3`."""
        return [shot(event) for event in self._own("shot")]

    @property
    def moves(self) -> list[str]:
        """The moves, each as `LN E4-E6`, as the owner sees them."""
        return [f"{event['piece']['code']} {event['from']}-{event['to']}" for event in self._own("move")]

    def _own(self, kind: str) -> list[dict[str, Any]]:
        """The events of a kind as the side that acts may know of them."""
        return [event for event in self.of(kind) if event in self.seen(event["seat"])]

    @property
    def actions(self) -> str:
        """Actions used, and the allowance: `1/3`."""
        return f"{self.position['actions']['used']}/{self.position['actions']['allowance']}"

    @property
    def awaiting(self) -> dict[str, str]:
        return self.answer["awaiting"]

    @property
    def ply(self) -> str:
        """Whose decision is owed, in which turn: `blue 5`."""
        return f"{self.position['to_move']} {self.position['turn']}"

    @property
    def rolled(self) -> str:
        return " ".join(map(str, self.answer["rolled"]))

    @property
    def outcome(self) -> dict[str, Any] | None:
        assert "error" not in self.answer, self.answer
        return self.answer["outcome"]

    @property
    def end(self) -> str | None:
        """How the game ended, as `blue retreat_lines SWL-097` or `draw turn_limit SWL-104`; None while it goes on."""
        if self.outcome is None:
            return None
        return f"{'+'.join(self.outcome['winners']) or 'draw'} {self.outcome['reason']} {self.outcome['clause']}"

    def view(self, seat: str | None) -> dict[str, Any]:
        """What a seat (None: an onlooker) may know of the position."""
        rules = presentation().rules
        return rules.view(rules.decode(self.position, rules.settle(self.options)), seat)

    def sees(self, seat: str | None, squares: str) -> str:
        """What a seat sees on squares: the code of what it knows, else the arm; `..` where nothing stands."""
        table = self.view(seat)["board"]
        shown = (table.get(square) for square in squares.split())
        return " ".join(".." if piece is None else piece["code"] or piece["arm"] for piece in shown)

    def map(self, seat: str | None) -> list[str]:
        return presentation().map_text(self.view(seat)).splitlines()

    def then(
        self,
        orders: str | Mapping[str, str] = "",
        dice: str | Mapping[str, Any] = "",
        seat: str | None = None,
        due: bool = False,
        position: Mapping[str, Any] | None = None,
    ) -> Played:
        """What becomes of it next: the orders are those of the seat that is awaited."""
        seat = seat or next(iter(self.awaiting), "blue")
        told = {seat: orders} if isinstance(orders, str) else orders
        return asked(self.position | dict(position or {}), told, dice, due, self.options)


def plain(piece: str | Mapping[str, Any]) -> str:
    """A piece as `LN` or `PL-2`, however the position writes it."""
    if isinstance(piece, str):
        return piece
    return f"{piece['code']}-{piece['blocks']}" if piece.get("blocks") else piece["code"]


def status(piece: str | Mapping[str, Any]) -> str:
    return "reserve" if isinstance(piece, str) else piece.get("status", "reserve")


def fight(event: Mapping[str, Any]) -> str:
    strengths = "v".join(map(str, event["strengths"])) if event["strengths"] else event["how"]
    facts = [event["die"], event["winner"], event["loser"], event["advance"]]
    text = f"{event['piece']['code']} {event['assault']}x{event['square']} {event['target']['code']} {strengths}"
    return " ".join([text, *(fact or "-" for fact in facts)])


def shot(event: Mapping[str, Any]) -> str:
    target = event["tile"] if event["what"] == "tile" else f"{event['at']} {event['target']['code']}"
    damage = f" {event['damage']}" if event["what"] == "tile" else ""
    return f"{event['from']} {target} {event['result']}{damage}"


def placed(pieces: str) -> dict[str, Any]:
    """`LN E5, CU-1 D4, *BF E6` as the `board` of a position."""
    found = re.findall(r"(\*?)([A-Z]{2}(?:-\d)?) ([A-L]\d+)", pieces)
    assert len(found) == len([entry for entry in pieces.split(",") if entry.strip()]), pieces
    assert len({square for _, _, square in found}) == len(found), pieces
    return {square: shown(code) if star else code for star, code, square in found}


def shown(code: str) -> dict[str, Any]:
    name, _, blocks = code.partition("-")
    return {"code": name, "known": True} | ({"blocks": int(blocks)} if blocks else {})


def faces(dice: str) -> list[int | str]:
    return [int(word) if word.isdigit() else word for word in dice.split()]


def asked(
    position: Mapping[str, Any] | None,
    orders: Mapping[str, str],
    dice: str | Mapping[str, Any],
    due: bool,
    options: Mapping[str, Any],
) -> Played:
    request = {
        "id": "case",
        "ruleset": "stratego_waterloo",
        "options": dict(options),
        "position": position,
        "orders": {seat: text.replace(" / ", "\n") for seat, text in orders.items() if text},
        "dice": faces(dice) if isinstance(dice, str) else dice,
    }
    return Played(answer(request | {"due": True} if due else request), options)


def named(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name.replace("_", "-"): value for name, value in options.items()}


@pytest.fixture
def ask() -> Callable[..., Played]:
    """Ask a batch request made of its parts: position (None: the opening), orders by seat, dice, options."""

    def ask(
        position: Mapping[str, Any] | None,
        orders: Mapping[str, str] | None = None,
        dice: str | Mapping[str, Any] = "",
        due: bool = False,
        **options: Any,
    ) -> Played:
        return asked(position, orders or {}, dice, due, named(options))

    return ask


@pytest.fixture
def play() -> Callable[..., Played]:
    """Send the orders of the player to move on the given pieces."""

    def play(
        pieces: str,
        orders: str | Mapping[str, str] = "",
        dice: str = "",
        seat: str = "blue",
        turn: int = 5,
        n: int | None = 3,
        due: bool = False,
        position: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> Played:
        whole: dict[str, Any] = {"board": placed(pieces), "to_move": seat, "turn": turn}
        if n is not None:
            whole["actions"] = {"allowance": n}
        told = {seat: orders} if isinstance(orders, str) else orders
        return asked(whole | dict(position or {}), told, dice, due, named(options))

    return play


@pytest.fixture
def opening() -> Callable[..., Played]:
    """A new game with its cards dealt, before RED's set-up; `dice` may say what is dealt."""

    def opening(dice: str | Mapping[str, Any] = SEED, **options: Any) -> Played:
        return asked(None, {}, dice, False, named(options))

    return opening


@pytest.fixture
def begun(opening: Callable[..., Played]) -> Callable[..., Played]:
    """A new game that both sides have set up by the default formation: the first ply is owed."""

    def begun(red: str = "setup default", blue: str = "setup default", **options: Any) -> Played:
        return opening(**options).then(red).then(blue)

    return begun


@pytest.fixture(scope="session")
def rules() -> Any:
    return presentation().rules
