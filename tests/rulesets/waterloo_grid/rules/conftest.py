"""What the tests of Waterloo on a grid share: its board, and turns from a few placed units."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from importlib.resources import files
from typing import Any

import pytest

from core.contract import Adjudication, Line
from core.dice import ScriptedDice
from core.rulesets.waterloo_grid import WaterlooGrid
from core.rulesets.waterloo_grid import orders as said

PLAIN = {
    "end": said.End(),
    "test": said.Test(),
    "resign": said.Resign(),
    "draw": said.Draw(),
    "claim": said.Claim(),
    "show": said.Show(),
}
TURNS = ("left", "right", "about")
AFTER = "-----"  # the activation dice of the next turn, where no test cares


def action_of(words: list[str]) -> Any:
    """The next action of a clause; its words are taken off the list."""
    word = words.pop(0)
    if word in TURNS:
        return said.Turn(word)  # type: ignore[arg-type]
    if match := re.fullmatch(r"f([1-9]?)", word):
        return said.Forward(int(match[1] or 1))
    if word == "charge":
        return said.Charge(int(words.pop(0)))
    if word in ("line", "face"):
        return (said.FormLine if word == "line" else said.Face)(words.pop(0))  # type: ignore[arg-type]
    if word == "square":
        return said.FormSquare()
    if word == "hold":
        return said.Hold()
    targets = []
    while word == "fire" and words and re.fullmatch(r"[A-L][0-9]+", words[0]):
        targets.append(said.Target(words.pop(0)))
    return said.Fire(tuple(targets))


def clause_of(text: str) -> said.Clause:
    bases, _, rest = text.rpartition(":")
    words, actions = rest.split(), []
    while words:
        actions.append(action_of(words))
    return said.Clause(tuple(actions), bases.strip() or None)


def order_of(text: str) -> Any:
    """An order from its usual form. The grammar proper is the presentation's."""
    if text in PLAIN:
        return PLAIN[text]
    head, _, rest = text.partition(" ")
    if head == "enter":
        kind, _, entry, _, facing = rest.split()
        return said.Enter(kind, entry, facing)  # type: ignore[arg-type]
    if head == "fights":
        return said.Fights(tuple(rest.split()))
    if head == "place":
        return said.Place(tuple(rest.split()))
    ways = [said.Alternative(tuple(map(clause_of, way.split(",")))) for way in rest.split(" or ")]
    return said.Activate(head, tuple(ways))


def read(text: str) -> tuple[Line, ...]:
    """Order lines, written one after another with ` / ` between them."""
    return tuple(Line(number, line, order_of(line)) for number, line in enumerate(text.split(" / "), start=1) if line)


def units_in(drawn: str) -> dict[str, str]:
    """`BI1 E5:fabc:n RI2 D4:fa:s E4:bc:s` as the units of a position."""
    return {name: bases.strip() for name, bases in re.findall(r"(\w+)((?: \S+:\S+)+)", drawn)}


@pytest.fixture(scope="session")
def board() -> dict[str, Any]:
    """The board file of the presentation."""
    path = files("pbem") / "rulesets" / "waterloo_grid" / "board.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def rules(board: dict[str, Any]) -> WaterlooGrid:
    return WaterlooGrid(board)


@pytest.fixture(scope="session")
def place(rules: WaterlooGrid) -> Callable[..., Any]:
    """The position with these units, this side in turn and these activation dice."""

    def place(
        drawn: str, dice: str = "IICCA", seat: str = "blue", more: Mapping[str, Any] | None = None, **options: Any
    ) -> Any:
        whole = {"units": units_in(drawn), "to_move": seat, "dice": list(dice)} | dict(more or {})
        return rules.decode(whole, rules.settle(options))

    return place


@pytest.fixture(scope="session")
def send(rules: WaterlooGrid) -> Callable[..., Adjudication]:
    """Adjudicate one seat's orders, with these dice."""

    def send(position: Any, orders: str | None, rolls: str = "", seat: str = "", due: bool = False) -> Adjudication:
        sender = seat or rules.awaiting(position)[0].seat
        given = {} if orders is None else {sender: read(orders)}
        return rules.adjudicate(position, given, ScriptedDice(rolls.replace(" ", "") + AFTER), due=due)

    return send
