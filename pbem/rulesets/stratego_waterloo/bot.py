"""A robot for Stratego Waterloo, playing by mail text from what a seat may see.

It makes up a position that fits its view and asks the built-in player of `core` what it would do there. What it adds is
what a player does who knows that he does not know: he varies his set-up, and looks at the enemy with Reconnaissance.
Not for: choosing among actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from core.contract import Effect, Json, Line, SeatName
from core.rulesets.stratego_waterloo import StrategoWaterloo
from core.rulesets.stratego_waterloo.options import battlefield_of
from core.rulesets.stratego_waterloo.orders import (
    End,
    Enter,
    Fire,
    Go,
    Order,
    Reconnoitre,
    Rest,
    Setup,
    When,
    text_of,
    written_setup,
)
from core.rulesets.stratego_waterloo.setup import default_formation

from .board import COLUMNS, SETUP_ROWS, in_order, kinds, on_board, other, source, tile_at
from .questions import actions, fugitives_of, owes, setup_of

SWAPS = 6
WISHES = ("FS", "GB", "CA", "RE", "IN")
LOOKED_AT = 4  # SWL-139
HALVES = {"blue": range(1, 6), "red": range(6, 11)}


def orders(rules: StrategoWaterloo, view: Json, seat: SeatName, rng: Random) -> str:
    """Orders for what the seat owes in this view, as text; empty where it owes nothing."""
    match owes(view, seat):
        case "setup":
            return _set_up(view, seat, rng)
        case "draft":
            return _pick(view, rng)
        case "ply":
            return _ply(rules, view, seat, rng)
        case "pursuit":
            return _pursue(view, seat, rng)
    return ""


# --- Before the battle ----------------------------------------------------------------------------------------------


def _set_up(view: Json, seat: SeatName, rng: Random) -> str:
    """The usual formation with a few pieces exchanged, drawn or by its name, and lists for the draft."""
    lists = []
    if view["options"]["version"] != "basic" and view["options"]["draft"] == "lists":
        lists = [f"keep {' '.join(rng.sample(WISHES, 4))}", f"burn {' '.join(rng.sample(WISHES, 2))}"]
    usual = setup_of(seat, default_formation(battlefield_of(source(), view["options"]), source(), seat))
    drawn = ["setup default"] if rng.random() < 0.3 else _typed(_changed(usual, view, seat, rng))
    standing = ["stand spirit win 4"] if lists and rng.random() < 0.5 else []
    return "\n".join([*drawn, *lists, *standing])


def _typed(setup: Setup) -> list[str]:
    """A set-up in a player's own hand. A form that comes back nearly as it was sent could be taken for a quotation."""
    _, *lines = written_setup(setup)
    return ["Set-up:", *(line.replace(" ", ",") if line[0].isdecimal() else line for line in lines)]


def _changed(usual: Setup, view: Json, seat: SeatName, rng: Random) -> Setup:
    """A formation with a few pieces exchanged, none of them a leader, none on a tile."""
    rows = {row.row: list(row.squares) for row in usual.rows}
    for _ in range(SWAPS):
        (row, column), (to, beside) = ((rng.choice(SETUP_ROWS[seat]), rng.randrange(len(COLUMNS))) for _ in range(2))
        one, two = rows[row][column], rows[to][beside]
        leads = any(code in kinds() and kinds()[code].leads for code in (one, two))
        if not (leads or tile_at(view, f"{COLUMNS[column]}{row}") or tile_at(view, f"{COLUMNS[beside]}{to}")):
            rows[row][column], rows[to][beside] = two, one
    changed = tuple(type(row)(row.row, tuple(rows[row.row])) for row in usual.rows)
    return Setup(rows=changed, reserve=usual.reserve, garrison=usual.garrison)


def _pick(view: Json, rng: Random) -> str:
    """The best card of the stack, and one of the others put away."""
    stack = list(view["cards"]["stack"])
    keep = next(card for card in WISHES if card in stack)
    stack.remove(keep)
    return "\n".join([f"keep {keep}", *([f"burn {rng.choice(stack)}"] if stack else [])])


# --- A ply ----------------------------------------------------------------------------------------------------------


def _ply(rules: StrategoWaterloo, view: Json, seat: SeatName, rng: Random) -> str:
    hidden = _worth_a_look(view, seat)
    if hidden:
        return text_of(Reconnoitre(tuple(hidden)))  # the rest of the ply waits for what is found
    position = rules.imagine(view, rng.getrandbits(64))
    planned = [line.order for line in rules.choose(position, seat, rng.getrandbits(63))]
    called = next((order for order in actions(rules, position, seat) if _calls_a_prussian(order)), None)
    if called is not None and not any(map(_calls_a_prussian, planned)):
        planned = [called, *(_tried(order) for order in planned)]
    for attempt in (_hanging_together(planned), planned):
        if rules.check(position, seat, [Line(1, "", order) for order in attempt]).effect is Effect.AT_ONCE:
            return "\n".join(map(text_of, attempt))
    return text_of(End())


def _calls_a_prussian(order: Order) -> bool:
    action = order.order if isinstance(order, When) else order
    return isinstance(action, Enter) and action.code == "PRUSSIAN"


def _tried(order: Order) -> Order:
    return When("try", order) if isinstance(order, Go | Fire | Enter | Rest) else order


def _hanging_together(planned: Sequence[Order]) -> list[Order]:
    """The orders; one that goes on with a piece which has attacked before hangs on its success."""
    hanging: list[Order] = []
    before: Order | None = None
    for order in planned:
        goes_on = isinstance(order, When) and _goes_on(before, order.order)
        hanging.append(When("won", order.order) if goes_on and isinstance(order, When) else order)
        before = order.order if isinstance(order, When) else order
    return hanging


def _goes_on(before: Order | None, order: Order) -> bool:
    """Whether an order moves the piece that has just attacked, from where it stands if it wins."""
    fought = isinstance(before, Go) and before.how == "attack" and isinstance(order, Go)
    return fought and before.path[-1] == order.path[0]  # type: ignore[union-attr]


def _worth_a_look(view: Json, seat: SeatName) -> list[str]:
    """Four joined enemies without names in their half, for a player who holds the card for it; else none."""
    hand = view["cards"]["hands"].get(seat) or []
    if "RE" not in hand or view["actions"]["used"] or view["actions"]["card"] or not view["actions"]["left"]:
        return []
    hidden = [
        square
        for square, piece in on_board(view, other(seat)).items()
        if not piece["code"] and piece["arm"] != "a" and int(square[1:]) in HALVES[other(seat)]
    ]
    front = max if seat == "red" else min
    for start in sorted(hidden, key=lambda square: (abs(int(square[1:]) - front(6, 5)), in_order(square))):
        group = [start]
        for near in group:
            group += [each for each in hidden if each not in group and _adjoin(near, each)]
        if len(group) >= LOOKED_AT:
            return group[:LOOKED_AT]
    return []


def _adjoin(one: str, two: str) -> bool:
    return abs(ord(one[0]) - ord(two[0])) + abs(int(one[1:]) - int(two[1:])) == 1


# --- The pursuit ----------------------------------------------------------------------------------------------------


def _pursue(view: Json, seat: SeatName, rng: Random) -> str:
    """Cutting down and saving, one each action, sometimes by a plan; the victor stops when nobody is left."""
    if rng.random() < 0.3:
        return "plan auto"
    left = view["actions"]["left"]
    fugitives = [line.split()[0] for line in fugitives_of(view)]
    riders = view["pursuit"]["riders"]
    own = sorted((label for label in riders if riders[label]["side"] == seat), key=lambda label: _price(riders[label]))
    if seat == view["pursuit"]["victor"]:
        if not fugitives or not own:
            return "stop"
        return "\n".join(f"cut {own[at % len(own)]} {square}" for at, square in enumerate(fugitives[:left]))
    dearest = sorted(fugitives, key=lambda square: -_worth(view["board"][square]))
    lines = [f"save {square}" for square in dearest[:left]]
    lines += [f"retire {label}" for label in own[::-1][: left - len(lines)]]
    return "\n".join(lines if len(lines) == left else [*lines, "end"])


def _price(rider: Json) -> tuple[bool, int]:
    """Light cavalry rides first, since it does not tire."""
    kind = kinds()[rider["code"]]
    return (kind.kind != "LC", kind.strength)


def _worth(fugitive: Json) -> int:
    """Printed strength; a gun is worth 4 (SWL-R62)."""
    return 4 if fugitive["arm"] == "a" else kinds()[fugitive["code"]].strength
