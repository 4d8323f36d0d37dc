"""What a report on Conflict asks of its reader, with a form to answer on, and every side's pieces in words.

The form is all comments: a complete set of legal orders, and what can be captured or taken now; both are the rules'
answers, so that no rule is written down twice. Whatever of it comes back quoted or untouched is not read as an order.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

import msgspec

from core.contract import Effect, Json, Line, Orders, SeatName
from core.dice import SeededDice
from core.rulesets.conflict import Conflict
from core.rulesets.conflict.orders import Back, Move, Order, Steps, WalkTo, text_of
from core.rulesets.conflict.position import Position
from pbem.rulesets.contract import Ask
from pbem.rulesets.sentences import listed

from .board import (
    RESERVE,
    RETIRED,
    START,
    Corner,
    board,
    distance,
    field_of,
    in_state,
    of,
    partner_of,
    prisoners_of,
    seat_title,
    seats_in,
)
from .map import terrain_under
from .narration import dice_called, move_written

FORM_WIDTH = 70
EXAMPLES_TRIED = 40  # sets of orders, for the one that is shown
THIRD = 3  # the throw that gives no other (CON-097)
LEAD = 7  # the columns of a side's name: `YELLOW `


class Chance(msgspec.Struct, frozen=True):
    """A first move worth knowing of: its facts, as those of an event, and every square to be ordered."""

    facts: Json
    ordered: tuple[str, ...]


def position_of(rules: Conflict, view: Json) -> Position:
    """The position that a view shows; what it does not show, other seats' pacts and robots, moves no piece."""
    return rules.imagine(view, 0)


def owes(view: Json, seat: SeatName) -> bool:
    """Whether a seat owes orders in a view."""
    return bool(view["owed"] and view["owed"]["seat"] == seat)


def likely(order: object, view: Json) -> bool:
    """Whether a move may be offered to the reader: if he has thrown, only with a die of his (CON-023)."""
    if not isinstance(order, Move | Steps | WalkTo) or order.die is None or view["to_move"] != view["seat"]:
        return True
    return not view["throws"] or any(order.die in throw for throw in view["throws"])


def ask(rules: Conflict, view: Json, seat: SeatName) -> Ask | None:
    """The question for a seat's turn, with a complete legal set and what its first move may gain; None out of turn."""
    if not owes(view, seat):
        return None
    position = position_of(rules, view)
    throws = view["owed"]["throws"]
    called = [dice_called(throw["dice"]) for throw in throws]
    noun = "throw" if len(throws) == 1 else "throws"
    which = f" {throws[0]['number']}" if len(throws) == 1 and throws[0]["number"] > 1 else ""
    return Ask(
        subject=f"your {noun} {', '.join(called)}",
        headline=" ".join([f"Your {noun}{which}: {_wanted(view, throws)}.", *_extras(view, throws)]),
        form=(
            *_example(_possible(rules, position, view, seat)),
            *_gains(_chances(rules, position, view, seat), view),
            *_how_to(view, throws),
        ),
        silence=_silence(rules, position, view, seat),
    )


def forces(view: Json) -> list[str]:
    """Each side in words: its pieces on the field, those that wait, those in reserve, and whom it holds."""
    return [line for seat in seats_in(view) for line in _force(seat, view)]


# --- The turn -------------------------------------------------------------------------------------------------------


def _wanted(view: Json, throws: Sequence[Json]) -> str:
    """`throw 1 is 4-4, two moves by two different pieces; throw 2 is 5-2, two moves if possible then`."""
    said = [f"{dice_called(throw['dice'])}, {_moves(throw, _forgone(view, throw))}" for throw in throws]
    if len(throws) == 1:
        return said[0]
    return "; ".join(f"throw {throw['number']} is {each}" for throw, each in zip(throws, said, strict=True))


def _forgone(view: Json, throw: Json) -> bool:
    """Whether a throw is a third double that is only paid for (CON-R32)."""
    return view["options"]["third_double"] == "no_move" and throw["number"] == THIRD and len(set(throw["dice"])) == 1


def _moves(throw: Json, forgone: bool) -> str:
    match throw["moves"]:
        case None:
            return "two moves if possible then"
        case 0 if forgone:
            return "which is played without moves"
        case 0:
            return "and no piece can move" + (" unless one comes out of reserve" if throw["seven"] else "")
        case 1:
            return "one move"
    return "two moves by two different pieces"


def _extras(view: Json, throws: Sequence[Json]) -> list[str]:
    said = []
    sevens = [throw for throw in throws if throw["seven"]]
    if sevens:
        which = "" if len(throws) == 1 else f" in throw {listed(str(throw['number']) for throw in sevens)}"
        said.append(f"You have a seven{which}, so you may take a piece out of reserve before its moves.")
    if any(throw["back"] for throw in throws):
        said.append("The third double puts a piece in reserve: name it with back.")
    return said


def _example(example: Sequence[Order]) -> list[str]:
    if not example:
        return ["# No move is possible; an empty set of orders says so.", "end"]
    return [
        "# Nothing behind a # is read. For example, all legal together without it:",
        *(f"#   {text_of(order)}" for order in example),
    ]


def _gains(chances: Sequence[Chance], view: Json) -> list[str]:
    """First moves that capture something or take a circle, each with what it gains behind a sign of comment.

    So a line is an order as soon as the sign before it is away, whatever is told behind.
    """
    if not chances:
        return []
    orders = {move_written({**chance.facts, "path": chance.ordered}): _gained(chance.facts, view) for chance in chances}
    room = max(map(len, orders))
    lines = [f"{order:<{room}}  # takes {gained}" for order, gained in orders.items()]
    rows = [row for line in lines for row in wrap(line, FORM_WIDTH, subsequent_indent="    # ")]
    return ["# First moves that would take something:", *(f"#   {row}" for row in rows)]


def _gained(facts: Json, view: Json) -> str:
    """`Orange bs1 and ar2`, `Green's circle, and Green is out`."""
    captured: dict[SeatName, list[str]] = {}
    for taken in facts["captured"]:
        captured.setdefault(taken["seat"], []).append(taken["piece"])
    said = [f"{seat_title(owner)} {listed(pieces)}" for owner, pieces in captured.items()]
    if facts["takes"] is None:
        return ", ".join(said)
    things = ", ".join([f"{of(facts['takes'])} circle", *said])
    return f"{things}: {seat_title(facts['takes'])} is out{_wins(facts, view)}"


def _wins(facts: Json, view: Json) -> str:
    """Whether nobody but the mover and his partner is left when a circle is taken (CON-106)."""
    friends = {facts["seat"], partner_of(facts["seat"], view), facts["takes"]}
    return "" if set(view["living"]) - friends else ", and you win"


def _how_to(view: Json, throws: Sequence[Json]) -> list[str]:
    lines = ["# A move: piece, die, every square entered; or piece, die, to, square."]
    if in_state(view["seat"], START, view) or any(throw["seven"] for throw in throws):
        lines.append(_entering(board().corners[view["seat"]]))
    later = [f'"throw {throw["number"]}"' for throw in throws[1:]]
    if later:
        lines.append(f"# Above the moves of a later throw, alone on a line: {listed(later, 'or')}")
    for throw in throws:
        if throw["seven"]:
            lines += wrap(_seven(throw, throws, view), FORM_WIDTH, subsequent_indent="# ")
    return lines


def _entering(corner: Corner) -> str:
    """How a piece that waits begins (CON-049, CON-051 to 053)."""
    return f"# Out of camp or dock: first step {listed(corner.land_exits, 'or')} on land, {corner.ship_exit} on water."


def _seven(throw: Json, throws: Sequence[Json], view: Json) -> str:
    """How a piece is taken out of reserve, and where that line has to stand (CON-093)."""
    first, *others = in_state(view["seat"], RESERVE, view)
    below = "" if throw is throws[0] else f' and below "throw {throw["number"]}"'
    either = f" (or {', '.join(others)})" if others else ""
    return f"# On the seven, above its moves{below}: reserve {first}{either}"


def _silence(rules: Conflict, position: Position, view: Json, seat: SeatName) -> str:
    if view["options"]["nmr"] == "bot" or view.get("bot"):
        return "If you send nothing, the robot will play this turn for you, and go on until you send orders."
    said = "If you send nothing, your turn passes and none of your pieces moves."
    doubles = [len(set(dice)) == 1 for dice in view["throws"]]
    if len(doubles) == 3 and all(doubles):
        price = _price(rules, position)
        said += f" The third double then sends {price} into reserve." if price else ""
    if view["missed"].get(seat):
        return f"{said} It would be the second turn missed in a row, and the robot would go on for you."
    return f"{said} After two turns missed in a row the robot plays for you."


# --- What the rules offer -------------------------------------------------------------------------------------------


def _possible(rules: Conflict, position: Position, view: Json, seat: SeatName) -> list[Order]:
    """One complete set of orders that the rules accept now, or none.

    Of several drawn by chance, always the same ones, it is the one that goes farthest out and loses nothing.
    """
    sets = rules.legal(position, seat, 1)
    if not sets or not any(isinstance(line.order, Move) for line in sets[0]):
        return [line.order for line in sets[0]] if sets else []
    drawn = [rules.random_orders(position, seat, seed) for seed in range(EXAMPLES_TRIED)]
    drawn = [each for each in drawn if not any(isinstance(line.order, Move) and line.order.confirmed for line in each)]
    best = max([*drawn, sets[0]], key=lambda each: _outward(each, view, seat))
    return _with_a_short_one(rules, position, seat, [line.order for line in best])


def _outward(orders: Orders, view: Json, seat: SeatName) -> int:
    """By how many squares a set of orders brings pieces away from their home circle, all in all."""
    circle = board().corners[seat].circle
    at = dict(field_of(seat, view))
    gone = 0
    for order in (line.order for line in orders):
        if isinstance(order, Move):
            end = order.squares[-1]
            gone += distance(circle, end) - distance(circle, at.get(order.unit, circle))
            at[order.unit] = end
        elif isinstance(order, Back):
            gone -= distance(circle, at.get(order.unit, circle))
    return gone


def _with_a_short_one(rules: Conflict, position: Position, seat: SeatName, orders: list[Order]) -> list[Order]:
    """The set with its last move written by its end alone, where the walk found for it comes to the same."""
    made = moves_made(rules, position, seat, orders)
    if len(made) < 2:
        return orders
    last = max(made)
    order = orders[last]
    assert isinstance(order, Move)
    short = [*orders[:last], by_its_end(order, made[last]), *orders[last + 1 :]]
    return short if come_to(moves_made(rules, position, seat, short)) == come_to(made) else orders


def moves_made(rules: Conflict, position: Position, seat: SeatName, chosen: Sequence[Order]) -> dict[int, Json]:
    """The facts of each move among the orders, by its place; none where the rules refuse the orders."""
    judged = rules.check(position, seat, [Line(place, "", order) for place, order in enumerate(chosen)])
    if judged.effect is not Effect.AT_ONCE:
        return {}
    return {
        verdict.line: verdict.facts
        for verdict in judged.verdicts
        if verdict.line is not None and "path" in verdict.facts
    }


def come_to(moves: dict[int, Json]) -> list[tuple[object, ...]]:
    """What is left of moves when it does not matter which way they went."""
    return [
        (facts["path"][-1], sorted(taken["square"] for taken in facts["captured"]), facts["lost"], facts["takes"])
        for _, facts in sorted(moves.items())
    ]


def by_its_end(order: Move, facts: Json) -> WalkTo:
    """A move written by its end alone."""
    return WalkTo(order.unit, facts["die"], order.squares[-1], (), order.confirmed)


def _price(rules: Conflict, position: Position) -> str:
    """The piece that a third double costs whoever sends nothing (CON-R33), as the rules choose it; or nothing."""
    result = rules.adjudicate(position, {}, SeededDice(bytes(32)), due=True)
    return next((event.facts["piece"] for event in result.events if event.kind == "back"), "")


def _chances(rules: Conflict, position: Position, view: Json, seat: SeatName) -> list[Chance]:
    """For each piece and die of the present throw the move that gains most without losing the piece, if any gains."""
    dice = sorted(set(view["owed"]["throws"][0]["dice"]), reverse=True)
    movable = [*field_of(seat, view), *in_state(seat, START, view)]
    found = []
    for piece in movable:
        for die in dice:
            gains = [facts for facts in rules.reach(position, seat, piece, die) if _gain(facts) > (False, 0)]
            if gains:
                best = max(gains, key=_gain)
                found.append(Chance(best, tuple(best["ordered"])))
    return found


def _gain(facts: Json) -> tuple[bool, int]:
    """A circle before any number of captures; a move that loses its piece gains nothing."""
    return (False, 0) if facts["lost"] else (facts["takes"] is not None, len(facts["captured"]))


# --- Forces ---------------------------------------------------------------------------------------------------------


def _force(seat: SeatName, view: Json) -> list[str]:
    name = f"{seat_title(seat).upper():<{LEAD}}"
    if seat in view["out"]:
        return [f"{name}{_out(view['out'][seat])}"]
    stand = [f"{piece}@{_place(piece, square, view)}" for piece, square in field_of(seat, view).items()]
    lists = {
        "start": in_state(seat, START, view),
        "reserve": in_state(seat, RESERVE, view),
        "holds": _held(seat, view),
        "gone": in_state(seat, RETIRED, view),
    }
    rest = "  " * bool(stand) + "   ".join(f"{what} {' '.join(pieces)}" for what, pieces in lists.items() if pieces)
    lines = [line for line in (f"field {' '.join(stand)}" if stand else "", rest) if line]
    return [line if at else name + line for at, line in enumerate(lines)]


def _out(facts: Json) -> str:
    how = {"circle": "home circle taken", "pieces": "no piece left", "both": "no piece left", "resigned": "resigned"}
    by = {"circle": " by ", "pieces": ", the last one taken by "}.get(facts["how"]) if facts["heir"] else None
    heir = f"{by}{seat_title(facts['heir'])}" if by else ""
    turn = f" on turn {facts['turn']}" if facts["turn"] else ""
    return f"out{turn}: {how[facts['how']]}{heir}"


def _held(seat: SeatName, view: Json) -> list[str]:
    """Whom a seat holds, by owner: `Yellow aa pl1`, `Green bs2`."""
    by_owner: dict[SeatName, list[str]] = {}
    for owner, piece in prisoners_of(seat, view):
        by_owner.setdefault(owner, []).append(piece)
    lists = [f"{seat_title(owner)} {' '.join(pieces)}" for owner, pieces in by_owner.items()]
    return [", ".join(lists)] if lists else []


def _place(piece: str, square: str, view: Json) -> str:
    terrain = terrain_under(piece, square)
    if terrain == "circle" and view["circles"][square]:
        terrain = "home"
    return f"{square}({terrain})" if terrain else square
