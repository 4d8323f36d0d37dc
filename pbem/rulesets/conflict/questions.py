"""What a report on Conflict asks of its reader, with a form to answer on, and every side's pieces in words.

The form is all comments: a complete set of legal orders, and what can be captured or taken now; both are the rules'
answers, so that no rule is written down twice. Whatever of it comes back quoted or untouched is not read as an order.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

import msgspec

from core.contract import Json, Orders, SeatName
from core.rulesets.conflict import Conflict
from core.rulesets.conflict.orders import Move, Steps, WalkTo, text_of
from core.rulesets.conflict.position import Position
from pbem.rulesets.contract import Ask
from pbem.rulesets.sentences import listed

from .board import (
    RESERVE,
    RETIRED,
    START,
    board,
    field_of,
    in_state,
    letter_of,
    of,
    prisoners_of,
    seat_title,
    seats_in,
)
from .map import NAMED
from .narration import dice_called, move_written

FORM_WIDTH = 70
THIRD = 3  # the throw that gives no other (CON-097)
LEAD = 7  # the columns of a side's name: `YELLOW `
# What a view has beyond the position itself.
NOT_THE_POSITION = frozenset(
    {"options", "seat", "seats", "order", "living", "step", "mines", "circles", "friends", "bot", "owed"}
)


class Chance(msgspec.Struct, frozen=True):
    """A first move worth knowing of: its facts, as those of an event, and every square to be ordered."""

    facts: Json
    ordered: tuple[str, ...]


def position_of(rules: Conflict, view: Json) -> Position:
    """The position that a view shows; what it does not show, other seats' pacts and robots, moves no piece."""
    return rules.decode({key: value for key, value in view.items() if key not in NOT_THE_POSITION}, view["options"])


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
            *_example(_possible(rules, position, seat)),
            *_gains(_chances(rules, position, view, seat)),
            *_how_to(throws),
        ),
        silence=_silence(view, seat),
    )


def forces(view: Json) -> list[str]:
    """Each side in words: its pieces on the field, those that wait, those in reserve, and whom it holds."""
    return [line for seat in seats_in(view) for line in _force(seat, view)]


# --- The turn -------------------------------------------------------------------------------------------------------


def _wanted(view: Json, throws: Sequence[Json]) -> str:
    """`throw 1 is 4-4, two moves by two different pieces; throw 2 is 5-2, two moves if they are possible then`."""
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
            return "two moves if they are possible then"
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
        said.append(f"You have a seven{which}, so you may take a piece out of reserve before moving.")
    if any(throw["back"] for throw in throws):
        said.append("The third double costs a piece: name one with back, and it goes to reserve.")
    return said


def _example(example: Orders) -> list[str]:
    if not example:
        return ["# No move is possible; an empty set of orders says so.", "end"]
    return ["# For example, all legal together:", *(f"#   {text_of(line.order)}" for line in example)]


def _gains(chances: Sequence[Chance]) -> list[str]:
    """First moves that capture something or take a circle, ready to be copied, each with what it gains."""
    if not chances:
        return []
    orders = {move_written({**chance.facts, "path": chance.ordered}): _gained(chance.facts) for chance in chances}
    room = max(map(len, orders))
    lines = [f"{order:<{room}}  {gained}" for order, gained in orders.items()]
    rows = [row for line in lines for row in wrap(line, FORM_WIDTH, subsequent_indent=" " * 4)]
    return ["# What your first move could gain:", *(f"#   {row}" for row in rows)]


def _gained(facts: Json) -> str:
    """`Orange bs1 and ar2`, `Green's circle`."""
    captured: dict[SeatName, list[str]] = {}
    for taken in facts["captured"]:
        captured.setdefault(taken["seat"], []).append(taken["piece"])
    said = [f"{seat_title(owner)} {listed(pieces)}" for owner, pieces in captured.items()]
    return ", ".join([f"{of(facts['takes'])} circle", *said] if facts["takes"] else said)


def _how_to(throws: Sequence[Json]) -> list[str]:
    lines = ["# A move: piece, die, every square entered; or piece, die, to, square."]
    if len(throws) > 1:
        lines.append('# "throw 2" on a line of its own stands above the moves of the second throw.')
    return lines


def _silence(view: Json, seat: SeatName) -> str:
    if view["options"]["nmr"] == "bot" or view.get("bot"):
        return "If you send nothing, the robot will play this turn for you, and go on until you send orders."
    said = "If you send nothing, your turn passes and none of your pieces moves."
    doubles = [len(set(dice)) == 1 for dice in view["throws"]]
    if len(doubles) == 3 and all(doubles):
        said += " The third double then costs the piece that the rules choose."
    if view["missed"].get(seat):
        return f"{said} It would be the second turn missed in a row, and the robot would go on for you."
    return f"{said} After two turns missed in a row the robot plays for you."


# --- What the rules offer -------------------------------------------------------------------------------------------


def _possible(rules: Conflict, position: Position, seat: SeatName) -> Orders:
    """One complete set of orders that the rules accept now, or none."""
    sets = rules.legal(position, seat, 1)
    return sets[0] if sets else ()


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
    stand = [f"{piece}@{_place(square, view)}" for piece, square in field_of(seat, view).items()]
    lists = {
        "start": in_state(seat, START, view),
        "reserve": in_state(seat, RESERVE, view),
        "holds": [f"{letter_of(owner)}:{piece}" for owner, piece in prisoners_of(seat, view)],
        "gone": in_state(seat, RETIRED, view),
    }
    rest = "  " * bool(stand) + "   ".join(f"{what} {' '.join(pieces)}" for what, pieces in lists.items() if pieces)
    lines = [line for line in (f"field {' '.join(stand)}" if stand else "", rest) if line]
    return [line if at else name + line for at, line in enumerate(lines)]


def _out(facts: Json) -> str:
    how = {"circle": "home circle taken", "pieces": "no piece left", "both": "no piece left", "resigned": "resigned"}
    heir = f", all fell to {seat_title(facts['heir'])}" if facts["heir"] else ""
    turn = f" on turn {facts['turn']}" if facts["turn"] else ""
    return f"out{turn}: {how[facts['how']]}{heir}"


def _place(square: str, view: Json) -> str:
    terrain = NAMED.get(board().terrain_of(square))
    if terrain == "circle" and view["circles"][square]:
        terrain = "home"
    return f"{square}({terrain})" if terrain else square
