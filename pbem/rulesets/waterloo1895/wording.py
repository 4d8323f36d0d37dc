"""The answers to orders for Waterloo (1895), and to options and positions that cannot be, in sentences.

The rules judge with codes and facts; here each code has its sentence, which names piece, spot and clause. The report
prints the number and the text of the line beside it. Not for: what happened in the game, which is `chronicle.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.contract import BadOption, BadPosition, Json, Line, Status, Verdict
from core.rulesets.waterloo1895.orders import (
    Auto,
    Move,
    OfferDraw,
    Pass,
    Place,
    PlaceDefault,
    Resign,
    RestAuto,
    TellPartner,
    ThrowHeader,
)
from pbem.rulesets.contract import Said

from . import chronicle
from .armies import armies_in, army_title, commander, is_little, kind_of, listed, seat_title, spot_title
from .board import board
from .grammar import Hint, hint, written

Facts = Json


def say_verdict(verdict: Verdict, line: Line | None, view: Json) -> Said:
    """The answer to one order line, or to the whole set where `line` is None."""
    if verdict.status is Status.OK:
        return _accepted(verdict.facts, line, view)
    if verdict.status is Status.VOID:
        return Said("-", _not_tried(verdict, view))
    mark = "which?" if verdict.status is Status.ASKED else "no"
    sentence = REFUSALS[verdict.code or "E01"](verdict.facts, line, view)
    return Said(mark, f"{sentence}{cited(verdict.clauses)}.")


def cited(clauses: Sequence[str]) -> str:
    """The clauses of an answer, in brackets: ` (W95-031, 033)`; nothing where there are none."""
    if not clauses:
        return ""
    first, *others = clauses
    start = first.split("-")[0] + "-"
    return f" ({', '.join([first, *(clause.removeprefix(start) for clause in others)])})"


def with_dice(dice: Sequence[int]) -> str:
    """`the 5`, `the 2 and the 6`."""
    return listed([f"the {die}" for die in dice])


# --- What is accepted -----------------------------------------------------------------------------------------------


def _accepted(facts: Facts, line: Line | None, view: Json) -> Said:
    order = line.order if line is not None else None
    supplied = isinstance(order, Move) and any(not leg.dice for leg in order.legs)
    mended = line is not None and line.read_as is not None
    return Said("ok, read as" if supplied or mended else "ok", _reading(order, facts, view))


def _reading(order: object, facts: Facts, view: Json) -> str:
    match order:
        case Place():
            return f"{facts.get('piece', order.piece)} on {spot_title(facts.get('spot', order.spot))}"
        case Move() if "legs" in facts:
            return moved(facts)
        case Move():
            return written(order)
        case TellPartner():
            return f"passed on to {_partner(view)}"
        case ThrowHeader(number):
            return f"the orders below are for throw {number}"
        case Resign():
            return "you resign" + (", and your side gives up once your partner does too" if _partner(view) else "")
    return _READINGS.get(type(order), "")


_READINGS: dict[type, str] = {
    PlaceDefault: "all your pieces on their default spots, but for those you place yourself",
    Auto: "the server plays this throw for you",
    RestAuto: "the server plays the dice that are left",
    Pass: "you play nothing",
    OfferDraw: "you offer a draw, open until the next throw is made",
}


def moved(facts: Facts) -> str:
    """A move in full: `NC from S27 to Q26 with the 3, taking W3, then to S27 with the 3`."""
    legs = [
        f"to {spot_title(leg['spot'])} with {with_dice(leg['dice'])}"
        + (f", taking {leg['captured']}" if leg.get("captured") else "")
        for leg in facts["legs"]
    ]
    return f"{facts['piece']} from {facts['from']} {', then '.join(legs)}"


def _partner(view: Json) -> str | None:
    """The partner of the seat whose view it is, by name, or None where there is none."""
    if is_little(view):
        return None
    sides = {army.side for army in armies_in(view) if commander(army.letter, view) == view.get("seat")}
    partners = {commander(army.letter, view) for army in armies_in(view) if army.side in sides} - {view.get("seat")}
    return seat_title(partners.pop()) if partners else None


def _not_tried(verdict: Verdict, view: Json) -> str:
    if "outcome" in verdict.facts:
        return "not needed: the line before ended the game."
    return "not tried, because of another line."


# --- What is refused ------------------------------------------------------------------------------------------------


def _not_understood(facts: Facts, line: Line | None, view: Json) -> str:
    order = line.order if line is not None else None
    match order:
        case TellPartner():
            return "there is nobody to tell: you have no partner in this game"
        case ThrowHeader():
            return "this game is played one throw at a time: leave this line out"
        case Place() | PlaceDefault():
            return "the pieces are posted already; a move is written like this: N3 5 U23"
        case None:
            return "I do not understand this line; " + _hinted(hint(line.text if line is not None else ""))
    return "this cannot be ordered now: the pieces are still being posted, as in place N1 S27"


def _hinted(guess: Hint) -> str:
    match guess.kind:
        case "word":
            return f'did you mean "{guess.meant}" where you wrote "{guess.found}"?'.rstrip("?")
        case "long":
            return "it is far too long for an order"
    return _HINTS[guess.kind]


_HINTS = {
    "start_named_twice": "name either the piece or the spot it starts from, not both, as in N3 5 U23 or Q26 5 U23",
    "then_missing": 'put "then" between two legs of one move, as in NC 3 Q26 then 3 S27, and each piece on its own line',
    "no_spot": "it does not say to which spot, as in N3 5 U23",
    "no_piece": "it does not say which piece, as in N3 5 U23",
    "unknown": "a move is written like this: N3 5 U23",
}


def _no_piece(facts: Facts, line: Line | None, view: Json) -> str:
    return f"there is no piece {facts['piece']} in this game"


def _not_yours(facts: Facts, line: Line | None, view: Json) -> str:
    army, piece = facts["army"], facts["piece"]
    if commander(army, view) == view.get("seat"):
        return f"{piece} is {_of(army_title(army))}, and this throw is for {army_title(view['to_move'])}"
    return f"{piece} is {_of(seat_title(commander(army, view)))}, not yours to move"


def _not_there(facts: Facts, line: Line | None, view: Json) -> str:
    if facts.get("piece") is None:
        return f"none of your pieces stood on {spot_title(facts['spot'])} when the throw began"
    if facts.get("turn"):
        return f"{facts['piece']} was captured on turn {facts['turn']}"
    return f"{facts['piece']} is no longer on the board"


def _no_spot(facts: Facts, line: Line | None, view: Json) -> str:
    spot = facts["spot"]
    city = next((city for city in board().cities if city.alias == spot), None)
    if city is not None:
        return f"{city.name} has three starred spots; name one of them: {listed(city.stars, 'or')}"
    row = f"{board().columns[0]}{board().first_row} to {board().columns[-1]}{board().last_row}"
    return f"there is no spot {spot} on the board; spots run from {row}, without the letters I and O, and not all exist"


def _no_die(facts: Facts, line: Line | None, view: Json) -> str:
    die, throw = facts["die"], facts["throw"]
    call = chronicle.called(throw)
    if not 1 <= die <= 6:
        return f"a die shows 1 to 6, and your throw is {call}; a cavalry piece that adds two dice is written NC 2+6 K26"
    if die not in throw:
        return f"there is no {die} in your throw {call}"
    return f"there is no {die} left, your throw is {call}"


def _one_die_only(facts: Facts, line: Line | None, view: Json) -> str:
    piece = facts["piece"]
    if is_little(view):
        return f"{piece} uses one die only, as every piece does in this game"
    return f"{piece} is {kind_of(piece)} and uses one die only"


def _moved_already(facts: Facts, line: Line | None, view: Json) -> str:
    return f"{facts['piece']} has already moved in this throw"


def _no_road(facts: Facts, line: Line | None, view: Json) -> str:
    count = sum(facts["dice"])
    far = facts.get("distance")
    beside = f"; it is {far} away" if isinstance(far, int) and far != count else ""
    road = f"no road of exactly {count} {'spot' if count == 1 else 'spots'}"
    return f"{road} leads {facts['piece']} from {facts['from']} to {facts['spot']}{beside}"


def _blocked(facts: Facts, line: Line | None, view: Json) -> str:
    blockers = [f"{piece} on {spot}" for blocker in facts["blockers"] for piece, spot in _blocker(blocker)]
    return f"{facts['piece']} cannot pass {listed(blockers, 'or')} on its way from {facts['from']} to {facts['spot']}"


def _blocker(blocker: Facts) -> list[tuple[str, str]]:
    return [(blocker["piece"], blocker["spot"])]


def _held_by_friend(facts: Facts, line: Line | None, view: Json) -> str:
    by, spot = facts["by"], spot_title(facts["spot"])
    if is_little(view):
        return f"{facts['piece']} cannot land on {spot}, where {by} stands"
    return f"{facts['piece']} cannot land on {spot}, which is held by {by} of your own side"


def _on_hill(facts: Facts, line: Line | None, view: Json) -> str:
    return f"{facts['by']} on {spot_title(facts['spot'])} stands on a hill, where nobody can capture it"


def _supported(facts: Facts, line: Line | None, view: Json) -> str:
    supporter = f"{facts['supporter']} on {spot_title(facts['supporter_spot'])}"
    return f"{facts['by']} on {spot_title(facts['spot'])} is supported by {supporter} and cannot be captured"


def _bad_halt(facts: Facts, line: Line | None, view: Json) -> str:
    return f"{facts['piece']} may halt only between two equal dice"


def _too_few_dice(facts: Facts, line: Line | None, view: Json) -> str:
    if is_little(view):
        return "a die you have left can still bring a piece forward, and must be used"
    return f"you use {_dice(facts['used'])} of your throw, but {facts['must']} can be played and must be"


def _too_far(facts: Facts, line: Line | None, view: Json) -> str:
    city = facts["city"]
    name = next((each.name for each in board().cities if each.alias == city), city)
    far = f"is {facts['distance']} spots from {name}, and {facts['allowed']} are allowed"
    return f"{facts['piece']} on {spot_title(facts['spot'])} {far}"


def _adjacent(facts: Facts, line: Line | None, view: Json) -> str:
    one, other = f"{facts['piece']} on {facts['spot']}", f"{facts['other']} on {facts['other_spot']}"
    return f"{one} and {other} are adjacent, which no two pieces may be when they are posted"


def _not_placed(facts: Facts, line: Line | None, view: Json) -> str:
    if facts.get("other"):
        return f"{facts['piece']} and {facts['other']} are both on {spot_title(facts['spot'])}"
    return f"{facts['piece']} is not placed"


def _not_your_turn(facts: Facts, line: Line | None, view: Json) -> str:
    if view["phase"] == "setup":
        return "your set-up has been accepted and is final; the others are still posting theirs"
    return f"it is {_of(army_title(facts.get('army') or view['to_move']))} turn"


def _game_over(facts: Facts, line: Line | None, view: Json) -> str:
    return f"the game is over: {chronicle.say_outcome(view).rstrip('.')}"


def _no_pass(facts: Facts, line: Line | None, view: Json) -> str:
    if is_little(view):
        return "you cannot pass: a die can still bring a piece forward"
    return f"you cannot pass: {_dice(facts['must'])} of your throw can be played and must be"


def _which_die(facts: Facts, line: Line | None, view: Json) -> str:
    choices = ["+".join(map(str, dice)) for dice in facts.get("choices", [])]
    piece, spot = facts["piece"], facts["spot"]
    if choices:
        return f"say which die takes {piece} to {spot}: {listed(choices, 'or')}"
    order = line.order if line is not None else None
    if isinstance(order, Move) and len(order.legs) > 1:
        return f"a move with then must name the die of every leg, as in {order.unit} 3 Q26 then 3 S27"
    return f"no die that is left takes {piece} to {spot}"


def _dice(count: int) -> str:
    return f"{count} die" if count == 1 else f"{count} dice"


def _of(name: str) -> str:
    return f"{name}'" if name.endswith("s") else f"{name}'s"


REFUSALS: dict[str, Callable[[Facts, Line | None, Json], str]] = {
    "E01": _not_understood,
    "E02": _no_piece,
    "E03": _not_yours,
    "E04": _not_there,
    "E05": _no_spot,
    "E06": _no_die,
    "E07": _one_die_only,
    "E08": _moved_already,
    "E09": _no_road,
    "E10": _blocked,
    "E11": _held_by_friend,
    "E12": _on_hill,
    "E13": _supported,
    "E14": _bad_halt,
    "E15": _too_few_dice,
    "E16": _too_far,
    "E17": _adjacent,
    "E18": _not_placed,
    "E19": _not_your_turn,
    "E20": _game_over,
    "E21": _no_pass,
    "E22": _which_die,
}


# --- Options and positions ------------------------------------------------------------------------------------------


def say_bad_option(error: BadOption) -> str:
    """A sentence on an option that cannot be had."""
    facts = error.facts
    name = facts["option"]
    match error.code:
        case "unknown":
            return f'Waterloo (1895) has no option "{name}".'
        case "conflict":
            chosen = f"{facts['other']}={facts['other_value']}"
            return (
                f"{name}={facts['value']} means nothing in a game with {chosen}; leave it out{cited([error.clause])}."
            )
    values = facts.get("values")
    wanted = f"one of {listed(list(values), 'or')}" if values else "a whole number, 0 or more"
    return f'Option {name} cannot be "{facts["value"]}": it is {wanted}{cited([error.clause])}.'


def say_bad_position(error: BadPosition) -> str:
    """A sentence on a position that cannot be."""
    return f"{error.where}: {error.code}"
