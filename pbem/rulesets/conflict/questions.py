"""What a report on Conflict asks of its reader, with a form to answer on, and every side's pieces in words.

The form is all comments: a complete set of legal orders, as the rules give it, and what can be captured or taken now
(`choices.py`). Whatever of it comes back quoted or untouched is not read as an order.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from core.contract import Json, Orders, SeatName
from pbem.rulesets.contract import Ask
from pbem.rulesets.sentences import listed

from .board import board
from .choices import Chance
from .grammar import written
from .map import HARD_SPACE, NAMED
from .narration import move_written
from .sides import (
    RESERVE,
    RETIRED,
    START,
    field_of,
    in_state,
    letter_of,
    of,
    prisoners_of,
    seat_title,
    seats_in,
)
from .status import dice_called

FORM_WIDTH = 70
FORCES_WIDTH = 74
LEAD = 7  # the columns of a side's name: `YELLOW `


def owes(view: Json, seat: SeatName) -> bool:
    """Whether a seat owes orders in a view."""
    return bool(view["owed"] and view["owed"]["seat"] == seat)


def ask(view: Json, seat: SeatName, example: Orders, chances: Sequence[Chance]) -> Ask:
    """The question for a seat's turn. `example` is a complete legal set, `chances` what its first move may gain."""
    throws = view["owed"]["throws"]
    called = [dice_called(throw["dice"]) for throw in throws]
    noun = "throw" if len(throws) == 1 else "throws"
    return Ask(
        subject=f"your {noun} {', '.join(called)}",
        headline=" ".join([f"Your {noun}: {_wanted(throws)}.", *_extras(view, throws), *_offers(view, seat)]),
        form=(*_example(example), *_chances(chances), *_how_to(throws)),
        silence=_silence(view, seat),
    )


def forces(view: Json) -> list[str]:
    """Each side in words: its pieces on the field, those that wait, those in reserve, and whom it holds."""
    return [line for seat in seats_in(view) for line in _force(seat, view)]


# --- The turn -------------------------------------------------------------------------------------------------------


def _wanted(throws: Sequence[Json]) -> str:
    """`throw 1 is 4-4, two moves by two different pieces; throw 2 is 5-2, two moves if they are possible then`."""
    if len(throws) == 1 and throws[0]["number"] == 1:
        return f"{dice_called(throws[0]['dice'])}, {_moves(throws[0])}"
    return "; ".join(f"throw {throw['number']} is {dice_called(throw['dice'])}, {_moves(throw)}" for throw in throws)


def _moves(throw: Json) -> str:
    match throw["moves"]:
        case None:
            return "two moves if they are possible then"
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


def _offers(view: Json, seat: SeatName) -> list[str]:
    drawn = [seat_title(other) for other in view["draw_offers"] if other != seat]
    said = [f"{listed(drawn)} {'offers' if len(drawn) == 1 else 'offer'} a draw; write offer draw to agree."]
    proposed = [proposal["from"] for proposal in view["proposals"] if proposal["to"] == seat]
    said = said if drawn else []
    return said + [f"{seat_title(other)} proposes a pact; write ally {other} to agree." for other in proposed]


def _example(example: Orders) -> list[str]:
    if not example:
        return ["# No move is possible; an empty set of orders says so.", "end"]
    return ["# For example, all legal together:", *(f"#   {written(line.order)}" for line in example)]


def _chances(chances: Sequence[Chance]) -> list[str]:
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
    rest = [f"{what} {' '.join(pieces)}".replace(" ", HARD_SPACE) for what, pieces in lists.items() if pieces]
    lines = _set_out(f"field {' '.join(stand)}") if stand else []
    lines += _set_out("   ".join(rest))
    return [name + line if place == 0 else " " * LEAD + line for place, line in enumerate(lines)]


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


def _set_out(words: str) -> list[str]:
    return [row.replace(HARD_SPACE, " ") for row in wrap(words, FORCES_WIDTH - LEAD)]
