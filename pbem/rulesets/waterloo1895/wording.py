"""The answers to orders for Waterloo (1895), and to options and positions that cannot be, in sentences.

The rules judge with codes and facts; here each code has its sentence, which names piece, spot and clause. The report
prints the number and the text of the line beside it. Not for: what happened in the game, which is
`narration.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from core.contract import BadOption, BadPosition, Json, Line, Status, Verdict
from core.rulesets.waterloo1895.orders import (
    Auto,
    Move,
    Pass,
    Place,
    Resign,
    RestAuto,
    TellPartner,
    ThrowHeader,
)
from pbem.rulesets.contract import Said
from pbem.rulesets.lexing import Hint
from pbem.rulesets.sentences import bad_option, bad_position, cited, listed

from .between import partner_of
from .board import (
    armies_in,
    armies_of,
    army_title,
    board,
    commander,
    goal_of,
    is_little,
    kind_of,
    pieces_of,
    roster_of,
    seat_title,
    spot_title,
)
from .grammar import hint
from .narration import called, in_short, say_outcome
from .questions import graph

Facts = Json


def say_verdict(verdict: Verdict, line: Line | None, view: Json) -> Said:
    """The answer to one order line, or to the whole set where `line` is None."""
    if verdict.status is Status.OK:
        return _accepted(verdict.facts, line, view)
    if verdict.status is Status.VOID:
        return _not_tried(verdict, line, view)
    mark = "which?" if verdict.status is Status.ASKED else "no"
    sentence = REFUSALS[verdict.code or "E01"](verdict.facts, line, view)
    return Said(mark, f"{sentence}{cited(verdict.clauses)}.")


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
    """The reading of an accepted line, by its facts: `order` may be another of several orders on the same line."""
    if "legs" in facts:
        return moved(facts)
    if "moves" in facts:
        moves = [in_short(move) for move in facts["moves"]]
        return f"the server plays {', '.join(moves) or 'nothing: no die that is left can be played'}"
    if "spot" in facts:
        return f"{facts['piece']} on {spot_title(facts['spot'])}"
    if "default" in facts:
        return "all pieces that you do not place yourself on their usual spots"
    if "to" in facts:
        return f"passed on to {listed([seat_title(seat) for seat in facts['to']])}"
    if "number" in facts:
        return f"the orders below are for throw {facts['number']}"
    if "seat" not in facts:
        return "you play nothing"
    if isinstance(order, Resign):
        return f"you resign{_after_resigning(view)}"
    return _offered(facts, view)


def _offered(facts: Facts, view: Json) -> str:
    if facts["agreed"]:
        return "you agree to a draw, and so do all the others"
    if any(seat != facts["seat"] for seat in view["draw_offers"]):
        return "you agree to the draw, and not all have yet"
    return "you offer a draw already" if facts["standing"] else "you offer a draw"


def moved(facts: Facts) -> str:
    """A move in full: `NC from S27 to Q26 with the 3, taking W3, then to S27 with the 3`."""
    legs = [
        f"to {spot_title(leg['spot'])} with {with_dice(leg['dice'])}"
        + (f", taking {leg['captured']}" if leg.get("captured") else "")
        for leg in facts["legs"]
    ]
    return f"{facts['piece']} from {facts['from']} {', then '.join(legs)}"


def _after_resigning(view: Json) -> str:
    """What becomes of the game when the reader resigns: his side has lost once all its players have (W95-105)."""
    partner = partner_of(view["seat"], view)
    if partner is None:
        return ""
    if partner in view["resigned"]:
        return f"; as {seat_title(partner)} has resigned, your side gives up, and the game is over"
    return f"; your side plays on until {seat_title(partner)} resigns too"


def _not_tried(verdict: Verdict, line: Line | None, view: Json) -> Said:
    if "outcome" in verdict.facts:
        return Said("not needed", "the game has ended before this line")
    if "with" in verdict.facts:
        return Said("not done", "as the orders beside it do not stand; send it with orders that do, or alone")
    misplaced = _misplaced(line.order if line is not None else None, view)
    return Said("no", f"{misplaced} (W95-087).") if misplaced else Said("not tried", "because of another line")


def _misplaced(order: object, view: Json) -> str:
    """Why a line of a set-up cannot stand whatever becomes of the others: better told now than after the next mail."""
    if view["phase"] != "setup" or not isinstance(order, Move | Place):
        return ""
    piece = order.unit if isinstance(order, Move) else order.piece
    army = piece[:1] if len(piece) == 2 and piece[1] in roster_of(view) and piece[0] in view["armies"] else ""
    if not army or commander(army, view) == view["seat"]:
        return ""
    done = "move" if isinstance(order, Move) else "post"
    return f"{piece} is {_of(seat_title(commander(army, view)))}, not yours to {done}"


# --- What is refused ------------------------------------------------------------------------------------------------


class Example(NamedTuple):
    """What an example of a move is made of: the reader's own piece, where it stands, a die, and a spot so far away."""

    piece: str
    start: str
    die: int
    spot: str

    def __str__(self) -> str:
        return f"{self.piece} {self.die} {self.spot}"


def _example(view: Json, *, cavalry: bool = False) -> Example:
    """A move of the reader's own, as nobody may move another's pieces; with a die of the throw if it is the reader's.

    One by an empty road to an empty spot, if any piece has one. Where the reader has no such piece left, it is taken
    from the usual set-up.
    """
    army = _army_shown(view)
    kinds = ("cavalry",) if cavalry and not is_little(view) else ("infantry", "cavalry")
    here = {piece: view["pieces"][piece] for piece in pieces_of(army, view) if kind_of(piece) in kinds}
    usual = {piece: spot for piece, spot in board().default_setups[army].items() if kind_of(piece) in kinds}
    dice = view["throw"] if view["throw"] and view["to_move"] == army else [USUAL_DIE]
    if cavalry:
        dice = [die for die in dice if dice.count(die) > 1] or dice
    moves = list(_roads(here or usual, dice, view))
    occupied = set(view["pieces"].values())
    return next((move for move in moves if move.spot not in occupied), moves[0])


def _roads(stand: Mapping[str, str], dice: Sequence[int], view: Json) -> Iterator[Example]:
    """Where pieces can go with a die by empty roads; below these the first piece's spots were the board empty."""
    occupied = set(view["pieces"].values())
    for die in dict.fromkeys(dice):
        for piece, start in stand.items():
            for end in sorted(set(graph().walks(start, die, occupied)) - {start}):
                yield Example(piece, start, die, end)
    piece, start = next(iter(stand.items()))
    for end in sorted(set(graph().walks(start, dice[0])) - {start}):
        yield Example(piece, start, dice[0], end)


def _adding_up(piece: str, view: Json) -> str:
    """How a piece of cavalry adds up two of the dice that its player has; nothing for infantry, which cannot."""
    dice = view["throw"]
    if is_little(view) or len(dice) < 2 or kind_of(piece) != "cavalry" or piece not in view["pieces"]:
        return ""
    first, last = dice[0], dice[-1]
    occupied = set(view["pieces"].values())
    ends = sorted(set(graph().walks(view["pieces"][piece], first + last, occupied)) - occupied)
    return f"; two dice added up are written {piece} {first}+{last} {ends[0]}" if ends else ""


def _army_shown(view: Json) -> str:
    """The army of an example: the one in turn if it is the reader's, else the reader's first."""
    own = [army.letter for army in armies_of(view.get("seat") or "", view)]
    if not own or view["to_move"] in own:
        return view["to_move"] or armies_in(view)[0].letter
    return own[0]


USUAL_DIE = 3


def _not_understood(facts: Facts, line: Line | None, view: Json) -> str:
    match line.order if line is not None else None:
        case TellPartner():
            return "there is nobody to tell: you have no partner in this game"
        case ThrowHeader(number) if view["options"]["throws"] == "chain":
            return f"throw {number} is out of place here: there are {facts['throws']}, each is ordered once, in order"
        case ThrowHeader():
            return "this game is played one throw at a time: leave this line out"
        case Move() | Auto() | RestAuto() | Pass() if "after" in facts:
            return f"line {facts['after']} has left the rest of the throw to the server, so nothing can follow it"
    return f"I do not understand this line; {_hinted(hint(line.text if line is not None else ''), view)}"


def _hinted(guess: Hint, view: Json) -> str:
    match guess.kind:
        case "word":
            return f'if "{guess.found}" is to be "{guess.meant}", please write it so'
        case "start_named_twice" | "then_missing" | "no_spot" | "no_piece" | "unknown" if view["phase"] == "setup":
            return f"a piece is posted like this: {_posting(view)}"
        case "start_named_twice":
            like = _example(view)
            return (
                "name either the piece or the spot it starts from, not both, "
                f"as in {like} or {like.start} {like.die} {like.spot}"
            )
        case "then_missing":
            like = _example(view, cavalry=True)
            equal = "" if view["options"]["halts"] == "always" else "with two equal dice "
            return f'{equal}two legs of one move are joined by "then", as in {like} then {like.die} {like.start}'
    return _HINTS[guess.kind].format(example=_example(view))


_HINTS = {
    "question": "with a question mark it is a question, and no order",
    "long": "it is far too long for an order",
    "no_spot": "it does not say to which spot, as in {example}",
    "no_piece": "it does not say which piece, as in {example}",
    "unknown": "a move is written like this: {example}",
}


def _posting(view: Json) -> str:
    """How a piece of the reader's is posted: the first of the usual set-up."""
    piece, spot = next(iter(board().default_setups[_army_shown(view)].items()))
    return f"place {piece} {spot}"


def _no_piece(facts: Facts, line: Line | None, view: Json) -> str:
    return f"there is no piece {facts['piece']} in this game"


def _not_yours(facts: Facts, line: Line | None, view: Json) -> str:
    army, piece = facts["army"], facts["piece"]
    if commander(army, view) == view.get("seat"):
        return f"{piece} is {_of(army_title(army))}, and this throw is for {army_title(view['to_move'])}"
    deed = "post" if view["phase"] == "setup" else "move"
    return f"{piece} is {_of(seat_title(commander(army, view)))}, not yours to {deed}"


def _not_there(facts: Facts, line: Line | None, view: Json) -> str:
    if "stands" in facts:
        stands = f", but on {spot_title(facts['stands'])}" if facts["stands"] else ""
        return f"{facts['piece']} does not stand on {spot_title(facts['spot'])}{stands}"
    if facts["piece"] is None:
        return f"none of your pieces stood on {spot_title(facts['spot'])} when the throw began"
    if facts["turn"]:
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
    call = called(throw)
    if not 1 <= die <= 6:
        stands = _stands_there(facts["piece"], line, view)
        return (
            f"{stands}a die shows 1 to 6, and your throw is {call}{'' if stands else _adding_up(facts['piece'], view)}"
        )
    if die not in throw:
        return f"there is no {die} in your throw {call}"
    return f"there is no {die} left, your throw is {call}"


def _stands_there(piece: str, line: Line | None, view: Json) -> str:
    """That a piece already stands where it is told to go; or nothing."""
    order = line.order if line is not None else None
    if not isinstance(order, Move) or view["pieces"].get(piece) != order.legs[-1].spot:
        return ""
    return f"{piece} stands on {spot_title(order.legs[-1].spot)} already; "


def _one_die_only(facts: Facts, line: Line | None, view: Json) -> str:
    piece = facts["piece"]
    if is_little(view):
        return f"{piece} uses one die only, as every piece does in this game"
    return f"{piece} is {kind_of(piece)} and uses one die only"


def _moved_already(facts: Facts, line: Line | None, view: Json) -> str:
    return f"{facts['piece']} has already moved in this throw"


def _no_road(facts: Facts, line: Line | None, view: Json) -> str:
    count, far = sum(facts["dice"]), facts["distance"]
    road = f"no road of exactly {count} {'spot' if count == 1 else 'spots'}"
    beside = f", which is {far} away" if far != count else ""
    return f"{road} leads {facts['piece']} from {facts['from']} to {facts['spot']}{beside}"


def _blocked(facts: Facts, line: Line | None, view: Json) -> str:
    blockers = [f"{blocker['piece']} on {spot_title(blocker['spot'])}" for blocker in facts["blockers"]]
    road = f"{sum(facts['dice'])} from {facts['from']} to {facts['spot']}"
    return f"{facts['piece']} cannot pass {listed(blockers, 'or')} on its way of {road}"


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
    if view["options"]["halts"] == "always":
        return f"{facts['piece']} cannot divide its dice like that"
    if any(len(leg) > 1 for leg in facts["dice"]):
        return f"{facts['piece']} may halt only between equal dice; a third die is added to one of the two legs"
    return f"{facts['piece']} may halt only between equal dice"


def _too_few_dice(facts: Facts, line: Line | None, view: Json) -> str:
    if is_little(view):
        forward = f"{facts['piece']} can still go forward to {facts['spot']} with the {facts['die']}"
        goal = goal_of(facts["piece"][0]).name
        return f"{forward}; you must go on while any die left can bring a piece nearer to {goal}"
    throw = called(facts["throw"])
    if view["options"]["oblige"] == "each":
        return f"you use {_dice(facts['used'])} of the throw {throw}, and one that is left can still be played"
    return f"you use {_dice(facts['used'])} of the throw {throw}, but {facts['must']} can be played and must be"


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
    if "awaited" in facts:
        return _not_your_post(facts["awaited"], view)
    if facts["army"] is None:
        return "no throw is cast yet"
    if commander(facts["army"], view) == view["seat"]:
        return f"the pieces are posted already; a move is written like this: {_example(view)}"
    return f"it is {_of(army_title(facts['army']))} turn"


def _not_your_post(awaited: Sequence[str], view: Json) -> str:
    names = listed([army_title(army) for army in awaited])
    if view["seat"] in (commander(army, view) for army in awaited):
        return f"no throw is cast before all armies are posted; post yours with lines like {_posting(view)}"
    if all(army.letter in view["posted"] for army in armies_of(view["seat"], view)):
        return f"your set-up is in and final; {names} must post first"
    return f"{names} must post first"


def _game_over(facts: Facts, line: Line | None, view: Json) -> str:
    return f"the game is over: {say_outcome(view | {'seat': None}).rpartition(' (')[0]}"


def _no_pass(facts: Facts, line: Line | None, view: Json) -> str:
    if is_little(view):
        return f"you cannot pass: a die can still bring a piece nearer to {goal_of(view['to_move']).name}"
    if view["options"]["oblige"] == "each":
        return f"you cannot pass: a die of the throw {called(facts['throw'])} can be played"
    return f"you cannot pass: you must play {_dice(facts['must'])} of the throw {called(facts['throw'])}"


def _which_die(facts: Facts, line: Line | None, view: Json) -> str:
    choices = ["+".join(map(str, dice)) for dice in facts["choices"]]
    order = line.order if line is not None else None
    if choices:
        return f"say which dice take {facts['piece']} to {facts['spot']}: {listed(choices, 'or')}"
    if isinstance(order, Move) and len(order.legs) > 1:
        like = _example(view, cavalry=True)
        return f"a move with then must name the dice of every leg, as in {like} then {like.die} {like.start}"
    left = called(facts["left"]) or "none"
    return f"no die takes {facts['piece']} to {facts['spot']} (left of your throw: {left}); say which you mean"


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


# --- Options and positions that cannot be -------------------------------------------------------------------------


def say_bad_option(error: BadOption) -> str:
    """A sentence on an option that cannot be had."""
    return bad_option(error, "Waterloo (1895)", "{name}={value} means nothing in a game with {other}; leave it out")


def say_bad_position(error: BadPosition) -> str:
    """A sentence on a position that cannot be: where in the JSON, and why."""
    return bad_position(error, BAD_POSITIONS)


BAD_POSITIONS = {
    "no_such_piece": "there is no piece {piece} in this game",
    "no_such_spot": "there is no spot {spot} on the board",
    "two_on_one_spot": "{piece} and {other} both stand on {spot}, and a spot holds one piece (W95-002)",
    "nobody": "no piece is on the board",
    "on_the_board": "{piece} cannot have been captured, as it stands on the board (W95-009)",
    "no_such_army": "no army {army} takes part in this game",
    "no_such_seat": "this game has no seat {seat}",
    "no_offer": "{seat} has offered no draw (W95-105)",
    "no_setup": "the children's game has no set-up (W95-111)",
    "not_all": "throws are played only when every army is posted (W95-016)",
    "all": "with every army posted the phase is play",
    "not_whole": "army {army} must have all its pieces on the board if it is posted, and none if it is not (W95-016)",
    "not_the_order": "turns do not go round in the order {order} (W95-091)",
    "nobody_in_turn": "there can be a throw only in phase play, with an army in turn",
    "no_chain": "throws follow one another only with throws=chain, each but the last with equal dice (W95-137)",
    "not_over": "a game has an outcome only in phase over",
    "missing": "this must be given in this phase",
}
