"""Where pieces of Waterloo (1895) can go in a throw: the rules are asked, move by move.

Serves the order form and the robot. Which spots lie at the right distance comes from the board; whether a piece may
really land there is `core`'s answer to an order line, so that no rule is written down twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from core.boards.graph import Graph
from core.contract import Json, Line, RuleSet, Status
from core.rulesets.waterloo1895.orders import Leg, Move, Order

from .armies import armies_of, pieces_of
from .board import board

# What a view has beyond the position itself.
NOT_THE_POSITION = frozenset({"options", "seat", "must", "forward", "step", "armies"})


@cache
def graph() -> Graph:
    """The board as a graph, for distances and walks."""
    return Graph(board().spots, board().links)


def position_of(rules: RuleSet[Any], view: Json) -> Any:
    """The position that a view shows; to be asked for in phase `play`, where nothing is hidden. Raises BadPosition."""
    return rules.decode({key: value for key, value in view.items() if key not in NOT_THE_POSITION}, view["options"])


def movable(view: Json) -> list[str]:
    """The pieces that the present throw may move, in their order: the army's in turn, with pool=joint both armies'."""
    letters = [view["to_move"]]
    if view["options"]["pool"] == "joint":
        seat = view["armies"][view["to_move"]]
        letters += [army.letter for army in armies_of(seat, view) if army.letter != view["to_move"]]
    return [piece for letter in letters for piece in pieces_of(letter, view)]


def reach(rules: RuleSet[Any], view: Json) -> dict[str, dict[int, tuple[str, ...]]]:
    """For each movable piece and each number in the throw, the spots where it may land now, by column then row."""
    position = position_of(rules, view)
    found: dict[str, dict[int, tuple[str, ...]]] = {}
    for piece in movable(view):
        landings = {die: _landings(rules, position, view, piece, die) for die in sorted(set(view["throw"]))}
        found[piece] = {die: spots for die, spots in landings.items() if spots}
    return found


def may(rules: RuleSet[Any], position: Any, seat: str, orders: Iterable[Order]) -> bool:
    """Whether each of the orders can be carried out, one after another; more dice may have to follow."""
    lines = [Line(number, "", order) for number, order in enumerate(orders, start=1)]
    verdicts = {verdict.line: verdict.status for verdict in rules.check(position, seat, lines).verdicts}
    return all(verdicts.get(line.number) in (Status.OK, Status.VOID) for line in lines)


def _landings(rules: RuleSet[Any], position: Any, view: Json, piece: str, die: int) -> tuple[str, ...]:
    start, trails = view["pieces"][piece], view["options"]["loops"] == "yes"
    ends = sorted(graph().walks(start, die, trails=trails), key=board().spots.index)
    seat = view["armies"][view["to_move"]]
    return tuple(end for end in ends if may(rules, position, seat, [Move(piece, (Leg((die,), end),))]))
