"""The answers to orders for Conflict, and to options and positions that cannot be, in sentences.

The rules judge with codes and facts; here each code has its sentence, which names piece, square and clause. The report
prints the number and the text of the line beside it. Not for: what happened in the game, which is `narration.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import groupby, pairwise, starmap

from core.contract import BadOption, BadPosition, Json, Line, SeatName, Status, Verdict
from core.rulesets.conflict.orders import End, Move, NoReserve, Resign, Steps, WalkTo
from pbem.rulesets.contract import Said
from pbem.rulesets.lexing import Hint
from pbem.rulesets.sentences import bad_option, bad_position, cited, listed

from .board import (
    START,
    beside,
    board,
    distance,
    field_of,
    in_state,
    kind_of,
    of,
    partner_of,
    seat_title,
    seats_in,
    standing,
    way,
)
from .grammar import hint
from .narration import dice_called, in_full, move_written, say_outcome

Facts = Json


def say_verdict(verdict: Verdict, line: Line | None, view: Json) -> Said:
    """The answer to one order line, or to the whole set where `line` is None."""
    if verdict.status is Status.OK:
        return _accepted(verdict.facts, line, view)
    if verdict.status is Status.VOID:
        return Said("-", "not checked.")
    mark = "which?" if verdict.status is Status.ASKED else "no"
    sentence = REFUSALS[verdict.code or "E01"](verdict.facts, line, view)
    return Said(mark, f"{sentence}{cited(verdict.clauses)}.")


# --- What is accepted -----------------------------------------------------------------------------------------------


def _accepted(facts: Facts, line: Line | None, view: Json) -> Said:
    order = line.order if line is not None else None
    supplied = isinstance(order, Move | Steps | WalkTo) and order.die is None
    mended = line is not None and line.read_as is not None
    return Said("ok, read as" if supplied or mended else "ok", _reading(order, facts, view))


def _reading(order: object, facts: Facts, view: Json) -> str:
    """The reading of an accepted line, by its facts: `order` may be another of several orders on the same line."""
    match facts:
        case {"path": _}:
            found = " (the walk found for you)" if facts["chosen"] else ""
            takes = f", takes {of(facts['takes'])} home circle" if facts["takes"] else ""
            return f"{in_full(facts)}{takes}{found}"
        case {"piece": piece, "from": _}:
            return f"{piece} goes to reserve after the moves of throw {facts['throw']}"
        case {"piece": piece}:
            where = "a dock" if kind_of(piece) == "battleship" else "your camp"
            return f"{piece} comes out of reserve and waits in {where}, ready to enter"
        case {"number": number}:
            return f"the orders below are for throw {number}"
        case {"again": again}:
            return _offered(again, view)
        case {"on": on}:
            return "the robot plays for you from now on" if on else "you play yourself again"
        case {"to": to}:
            return f"passed on to {listed([seat_title(seat) for seat in to])}"
        case {"pact": pact, "other": other}:
            name = seat_title(other)
            return f"your pact with {name} stands" if pact else f"you propose a pact to {name}, who alone is told"
        case {"other": other}:
            return f"your pact with {seat_title(other)} ends when your next turn is over"
        case {"standing": standing}:
            return "your draw offer is withdrawn" if standing else "you had no draw offer standing"
        case {"throw": throw}:
            return f"throw {throw} is played without moves"
    return next((words for kind, words in _READINGS if isinstance(order, kind)), "accepted")


def _offered(again: bool, view: Json) -> str:
    """What becomes of `offer draw` (CON-108): it agrees where others offer one already.

    Until when it stands is told with what is between the players.
    """
    if not any(seat != view["seat"] for seat in view["draw_offers"]):
        return "you offer a draw already" if again else "you offer a draw"
    left = [seat_title(seat) for seat in view["living"] if seat not in (view["seat"], *view["draw_offers"])]
    if not left:
        return "you agree to the draw, and so do all the others"
    return f"you agree to the draw; {listed(left)} {'has' if len(left) == 1 else 'have'} still to agree"


_READINGS: tuple[tuple[type, str], ...] = (
    (End, "nothing below is read"),
    (NoReserve, "nothing comes out of the reserve"),
    (Resign, "you resign"),
)


# --- What is refused: lines -----------------------------------------------------------------------------------------


def _not_understood(facts: Facts, line: Line | None, view: Json) -> str:
    match facts.get("what"):
        case "throw_not_rolled":
            thrown = listed([dice_called(dice) for dice in view["throws"]])
            return f"there is no throw {facts['number']}: your dice in this turn are {thrown or 'not thrown yet'}"
        case "throw_sequence":
            return f"throw {facts['number']} is out of order: the throws of a turn stand one below the other, each once"
        case "square":
            nowhere = f"there is no square {facts['square']} on the board: squares run from {_corners()}"
            return f"{_nor_die(line, view)}{nowhere}"
    text = line.text if line is not None else ""
    return f"I do not understand this line; {_hinted(hint(text), view, text)}"


def _nor_die(line: Line | None, view: Json) -> str:
    """That no die shows what is ordered either, so that it can be put right at once."""
    order = line.order if line is not None else None
    die = order.die if isinstance(order, Move | Steps | WalkTo) else None
    thrown = view["throws"] if view["to_move"] == view["seat"] else []
    if die is None or not thrown or any(die in throw for throw in thrown):
        return ""
    return f"no die of yours shows {die}: you have {listed([dice_called(dice) for dice in thrown])} (CON-023); and "


def _corners() -> str:
    b = board()
    return f"{b.square(0, len(b.rows) - 1)} to {b.square(len(b.files) - 1, 0)}"


def _hinted(guess: Hint, view: Json, text: str) -> str:
    match guess.kind:
        case "word":
            return f'did you mean "{guess.meant}" where you wrote "{guess.found}"'
        case "odd_word":
            return f'"{guess.found}" is neither a square, nor a compass step, nor "to"'
        case "no_such_colour":
            return f'"{guess.found}" names no player; write a colour, as in press green: ..., or press: ... for all'
        case "after":
            return AFTER[guess.found]
    return HINTS[guess.kind].format(**_example(view, text))


def _example(view: Json, text: str) -> dict[str, str | int]:
    """A walk by empty squares: of the piece the reader named if it can make one, else out of his own corner.

    With a die of his if that is long enough to show one.
    """
    corner = board().corners[view["seat"] or view["to_move"] or seats_in(view)[0]]
    dice = [die for throw in view["throws"][:1] for die in throw] if view["to_move"] == corner.seat else []
    die = next((die for die in dice if die >= SHORTEST_SHOWN), USUAL_DIE)
    stand = dict.fromkeys(in_state(corner.seat, START, view), corner.circle) | field_of(corner.seat, view)
    words = set(re.findall(r"[a-z]+[0-9]*", text.lower()))
    named = [piece for piece in board().kinds if piece in words]
    for piece in (*named, *stand):
        walk = _walk((stand[piece],), die, kind_of(piece), set(standing(view))) if piece in stand else ()
        if walk:
            return _shown(piece, walk)
    return _shown("ar1", _walk((corner.circle,), die, "artillery", set()))


def _walk(gone: tuple[str, ...], die: int, kind: str, taken: set[str]) -> tuple[str, ...]:
    """A walk on from the squares `gone`, as straight away as can be, by squares that nothing makes doubtful."""
    if len(gone) > die:
        return gone
    onward = [
        square
        for square in beside(gone[-1])
        if square not in taken and square not in gone and board().terrain_of(square) in _GROUNDS[kind]
    ]
    for square in sorted(onward, key=lambda each: -distance(gone[0], each)):
        walk = _walk((*gone, square), die, kind, taken)
        if walk:
            return walk
    return ()


_LAND = ("land", "bridge")
_GROUNDS = {
    "artillery": _LAND,
    "anti_aircraft": _LAND,
    "battleship": ("water",),
    "airplane": (*_LAND, "water"),
}


def _shown(piece: str, walk: tuple[str, ...]) -> dict[str, str | int]:
    """A walk, its first square the one it begins on, in the parts that hints are made of."""
    steps = [f"{len(list(run))}{step}".removeprefix("1") for step, run in groupby(starmap(way, pairwise(walk)))]
    squares = " ".join(walk[1:])
    return {
        "piece": piece,
        "die": len(walk) - 1,
        "walk": squares,
        "end": walk[-1],
        "via": walk[2],
        "steps": " ".join(steps),
    }


USUAL_DIE, SHORTEST_SHOWN = 4, 3
HINTS = {
    "unknown": "a move is written like this: {piece} {die} {walk}, or {piece} {die} to {end}",
    "long": "it is far too long for an order",
    "no_way": "it does not say where to, as in {piece} {die} {walk}, or {piece} {die} to {end}",
    "question": "with a question mark it is a question, and no order",
    "one_square": 'one square stands behind "to", and squares on the way behind "via", as in '
    "{piece} {die} to {end} via {via}",
    "via_last": '"via" comes last, as in {piece} {die} to {end} via {via}',
    "loose_count": "a number of steps is attached to its direction, as in {piece} {die} {steps}, and only the die "
    "stands alone",
    "mixed": "a walk is written in squares or in compass steps, not in both",
    "no_piece": "it does not say which piece, as in {piece} {die} to {end}",
    "cut_short": "a mine ended that walk before its last step; write every step of the die, with ! behind them",
    "no_text": "there is nothing behind the colon to pass on",
}

AFTER = {
    "throw": 'behind "throw" stands its number, as in throw 2',
    "reserve": 'behind "reserve" stands one piece, as in reserve pl2',
    "back": 'behind "back" stands one piece, as in back ar3',
    "auto": "write auto on or auto off",
    "ally": 'behind "ally" stands one colour, as in ally green',
    "break": 'behind "break" stands one colour, as in break green',
    "press": "a note to other players needs a colon before its text, as in press green: ...",
    "offer": "write offer draw",
    "withdraw": "write withdraw draw",
    "draw": "write offer draw or withdraw draw",
    "pass": '"pass" stands alone on its line',
    "end": '"end" stands alone on its line',
    "resign": '"resign" stands alone on its line',
}


def _no_piece(facts: Facts, line: Line | None, view: Json) -> str:
    unit, piece = facts["unit"], facts.get("piece")
    match facts["what"]:
        case "empty_square":
            return f"nobody stands on {unit}"
        case "not_yours":
            return f"{unit} is held by {of(facts['owner'])} {facts['other']}, not by a piece of yours"
        case "held":
            return f"{piece} is a prisoner, held by {seat_title(facts['holder'])}"
        case "retired":
            return f"{piece} is out of the game for good"
    return f"there is no piece {unit}; yours are ar1 to ar4, aa, bs1 to bs5, pl1 and pl2"


def _in_reserve(facts: Facts, line: Line | None, view: Json) -> str:
    piece, dice = facts["piece"], facts.get("dice", ())
    if sum(dice) == 7:
        return f'{piece} is in reserve; {_throw(facts)} is a seven, so "reserve {piece}" above the moves brings it out'
    return f"{piece} is in reserve, where only a throw of seven brings it out"


def _no_die(facts: Facts, line: Line | None, view: Json) -> str:
    match facts["what"]:
        case "no_such_die":
            dice = dice_called(facts["dice"])
            return f"no die shows {facts['die']}, and two are never added up: throw {facts['throw']} is {dice}"
        case "used":
            return f"the {facts['die']} of {_throw(facts)} is used already{_next_throw(facts, view)}"
        case "which":
            choices = [f"{facts['piece']} {die} to {facts['to']}" for die in facts["choices"]]
            return f"either die takes {facts['piece']} to {facts['to']}; write {listed(choices, 'or')}"
    return f"there is no {facts['die']} in {_throw(facts)}"


def _moved_already(facts: Facts, line: Line | None, view: Json) -> str:
    return (
        f"{facts['piece']} has made its move in throw {facts['throw']}; the two dice are for two different pieces"
        f"{_next_throw(facts, view)}"
    )


def _next_throw(facts: Facts, view: Json) -> str:
    """How to say that a line is for the next throw, where doubles have earned one."""
    if facts["throw"] >= len(view["throws"]):
        return ""
    number = facts["throw"] + 1
    dice = dice_called(view["throws"][number - 1])
    return f'; if this line and those below are for throw {number} ({dice}), write "throw {number}" above it'


def _wrong_length(facts: Facts, line: Line | None, view: Json) -> str:
    piece, steps, die = facts["piece"], facts["steps"], facts["die"]
    if die is None:
        left = listed([f"the {die}" for die in facts["left"]])
        return f"{piece} makes {_counted(steps, 'step')}, and {_throw(facts)} has {left or 'no die'} left"
    said = f"{piece} makes {_counted(steps, 'step')}, and the die is {die}"
    order = line.order if line is not None else None
    if isinstance(order, Move) and len(order.squares) == steps == 1:
        return f'{said}; to have a walk found for you write "{order.unit} {die} to {order.squares[0]}"'
    return said


def _not_adjacent(facts: Facts, line: Line | None, view: Json) -> str:
    step = f"step {facts['at']} of {facts['piece']}"
    if facts["to"] is None:
        return f"{step} leaves the board: nothing lies {facts['direction']} of {facts['from']}"
    return f"{step} goes from {facts['from']} to {facts['to']}, which is not adjacent"


def _entered_twice(facts: Facts, line: Line | None, view: Json) -> str:
    step = f"step {facts['at']} of {facts['piece']}"
    if facts["what"] == "start":
        return f"{step} comes back to {facts['square']}, where its move began"
    return f"{step} enters {facts['square']} a second time"


def _wrong_terrain(facts: Facts, line: Line | None, view: Json) -> str:
    terrain = {"land": "land", "water": "water", "bridge": "a bridge (land)", "mine": "a mine (water)"}
    where = f"step {facts['at']} of {facts['piece']}, {facts['square']}, is {terrain[facts['terrain']]}"
    return f"{where}, and {KEEPS_TO[facts['kind']]}"


KEEPS_TO = {
    "artillery": "artillery keeps to land",
    "anti_aircraft": "the anti-aircraft gun keeps to land",
    "battleship": "battleships keep to water",
    "airplane": "airplanes cross land and water only",
}


def _forbidden(facts: Facts, line: Line | None, view: Json) -> str:
    square, terrain = facts["square"], facts["terrain"]
    return f"step {facts['at']} of {facts['piece']}, {square}, is a {terrain} square, and nobody ever enters those"


def _in_the_way(facts: Facts, line: Line | None, view: Json) -> str:
    piece, square, owner = facts["piece"], facts["square"], of(facts["owner"])
    match facts["what"]:
        case "home_pass":
            return f"{square} is {owner} home circle, which only the last step of a move may enter in this game"
        case "overfly_end":
            return f"{piece} may fly over {owner} {facts['other']} on {square}, but not end its move there"
    other = f"{owner} {facts['other']}"
    return f"at step {facts['at']}, {square}, {piece} meets {other}, which it can neither capture nor pass"


def _onto_friend(facts: Facts, line: Line | None, view: Json) -> str:
    piece, square, friend = facts["piece"], facts["square"], _friend(facts["owner"], facts["seat"], view)
    match facts["what"]:
        case "pass":
            return f"step {facts['at']} of {piece}, {square}: {friend} {facts['other']} bars the way in this game"
        case "enter":
            return f"{piece} cannot enter while {friend} {facts['other']} stands on {square}"
    return f"{piece} would end its move on {square}, where {friend} {facts['other']} stands"


def _friend(owner: SeatName, seat: SeatName, view: Json) -> str:
    if owner == seat:
        return "your own"
    return f"{'your partner' if partner_of(seat, view) == owner else 'your ally'} {of(owner)}"


def _onto_friends_circle(facts: Facts, line: Line | None, view: Json) -> str:
    circle = f"{_friend(facts['owner'], facts['seat'], view)} home circle"
    return f"{facts['piece']} would end its move on {facts['square']}, {circle}; friends may pass there and not stop"


def _would_be_lost(facts: Facts, line: Line | None, view: Json) -> str:
    piece, square = facts["piece"], facts["square"]
    if facts["how"] == "own_mine":
        return f"{piece} would be lost by stopping on your own mine {square}; put ! behind the order to confirm"
    mine = f"{of(facts['mine_of'])} mine {square} at step {facts['at']}"
    return f"{piece} would be lost on {mine}; put ! behind the order to confirm"


def _no_walk(facts: Facts, line: Line | None, view: Json) -> str:
    start = "its home circle" if facts["from"] == "START" else facts["from"]
    via = f" via {listed(facts['via'])}" if facts["via"] else ""
    why = _why_no_walk(facts, view)
    if facts["die"] is None:
        return f"no legal walk by a die that is left leads {facts['piece']} from {start} to {facts['to']}{via}{why}"
    steps = _counted(facts["die"], "step")
    return f"no legal walk of exactly {steps} leads {facts['piece']} from {start} to {facts['to']}{via}{why}"


# What each kind of piece may never enter, by the terrain, and what stands in the way of all (CON-003 to CON-006).
_CLOSED = {
    "battleship": ("land", "bridge"),
    "artillery": ("water", "mine"),
    "anti_aircraft": ("water", "mine"),
    "airplane": (),
}
_CALLED = {
    "camp": "a camp, which no piece walks into",
    "dock": "a dock, which no piece walks into",
    "reserve": "a reserve area, which no piece walks into",
    "bridge": "a bridge, which counts as land",
    "mine": "a mine, which counts as water",
}


def _why_no_walk(facts: Facts, view: Json) -> str:
    """What alone would prevent it: the ground at the end, the distance, or who stands there."""
    b, goal, kind = board(), facts["to"], kind_of(facts["piece"])
    terrain = b.terrain_of(goal)
    if terrain in ("camp", "dock", "reserve") or terrain in _CLOSED[kind]:
        return f": {goal} is {_CALLED.get(terrain, terrain)}"
    start = b.corners[view["to_move"]].circle if facts["from"] == "START" else facts["from"]
    least = distance(start, goal)
    if facts["die"] is not None and least > facts["die"]:
        return f": it is {_counted(least, 'step')} away at least"
    return ""


def _too_many_moves(facts: Facts, line: Line | None, view: Json) -> str:
    """Two moves, or none: where a single piece can move, nobody else can be named, and its own second one is E05."""
    if facts["moves"] == 0:
        return f"{_throw(facts)} is a third double, which is played without moves in this game"
    return f"{_throw(facts)} has its two moves already{_next_throw(facts, view)}"


def _no_reserve(facts: Facts, line: Line | None, view: Json) -> str:
    match facts["what"]:
        case "not_in_reserve":
            return f"{facts['piece']} is not in reserve"
        case "second":
            return f"{_throw(facts)} has brought a piece out already, and a seven brings out one"
        case "after_move":
            return f"a piece comes out of reserve first: put this line above the moves of {_throw(facts)}"
    return f"{_throw(facts)} totals {facts['total']}, and only a seven brings a piece out of reserve"


def _back(facts: Facts, line: Line | None, view: Json) -> str:
    match facts["what"]:
        case "not_due":
            return "no piece has to go back: that is the price of a third double only"
        case "not_in_play":
            return f"{facts['piece']} is neither on the field nor waiting to enter, so it cannot go back to reserve"
        case "second":
            return "one piece goes back to reserve, and it has been named above"
    throw = f"throw {facts['throw']} ({dice_called(view['throws'][facts['throw'] - 1])})"
    choices = [f"back {piece}" for piece in facts["choices"]]
    return f"{throw} is the third double and costs a piece, which you have to name: {listed(choices, 'or')}"


def _unavailable(facts: Facts, line: Line | None, view: Json) -> str:
    other = seat_title(facts["other"]) if facts.get("other") else ""
    match facts["what"]:
        case "alliances_off":
            return "there are no formal pacts in this game; you may agree on what you like by press"
        case "two_left":
            return "with two players left there are no pacts"
        case "self":
            return "you cannot have a pact with yourself"
        case "not_playing":
            return f"{other} takes no part in this game any more" if facts["other"] in view["seats"] else _nobody(other)
        case "in_pact":
            return f"you have a pact with {seat_title(facts['pact_with'])}, and nobody has two"
        case "other_in_pact":
            return f"{other} has a pact with another player, and nobody has two"
    return f"you have no pact with {other}"


def _nobody(colour: str) -> str:
    return f"nobody plays {colour} in this game"


# --- What is refused: sets of orders --------------------------------------------------------------------------------


def _too_few_moves(facts: Facts, line: Line | None, view: Json) -> str:
    wanted = {1: "one move", 2: "two moves by two different pieces"}[facts["required"]]
    example = "; ".join(move_written(move) for move in facts["example"])
    if facts.get("instead"):
        example = f"{example}, in place of what you wrote, which leaves no second move"
    header = f'; write "throw {facts["throw"]}" above them' if facts["throw"] > 1 and not facts["given"] else ""
    return f"{_throw(facts)} wants {wanted}, and {facts['given'] or 'none'} is given; possible: {example}{header}"


def _not_your_turn(facts: Facts, line: Line | None, view: Json) -> str:
    match facts["what"]:
        case "over":
            return f"the game is over: {say_outcome(view | {'seat': None}).rstrip('.')}"
        case "out":
            return "you are out of the game"
        case "not_thrown":
            return "the dice of your turn are not thrown yet"
    return f"it is {of(facts['to_move'])} turn" if facts["to_move"] else "it is not thrown for yet who begins"


def _no_pass(facts: Facts, line: Line | None, view: Json) -> str:
    example = "; ".join(move_written(move) for move in facts["example"])
    return f"{_throw(facts)} cannot be passed: possible is {example}"


def _throw(facts: Facts) -> str:
    """`throw 1 (5-3)`."""
    return f"throw {facts['throw']} ({dice_called(facts['dice'])})"


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


REFUSALS: dict[str, Callable[[Facts, Line | None, Json], str]] = {
    "E01": _not_understood,
    "E02": _no_piece,
    "E03": _in_reserve,
    "E04": _no_die,
    "E05": _moved_already,
    "E06": _wrong_length,
    "E07": _not_adjacent,
    "E08": _entered_twice,
    "E09": _wrong_terrain,
    "E10": _forbidden,
    "E11": _in_the_way,
    "E12": _onto_friend,
    "E13": _onto_friends_circle,
    "E14": _would_be_lost,
    "E15": _no_walk,
    "E16": _too_few_moves,
    "E17": _too_many_moves,
    "E18": _no_reserve,
    "E19": _back,
    "E20": _not_your_turn,
    "E21": _unavailable,
    "E22": _no_pass,
}


# --- Options and positions that cannot be ---------------------------------------------------------------------------


def say_bad_option(error: BadOption) -> str:
    """A sentence on an option that cannot be had."""
    return bad_option(error, "Conflict", "{name}={value} does not go with {other}")


def say_bad_position(error: BadPosition) -> str:
    """A sentence on a position that cannot be: where in the JSON, and why."""
    return bad_position(error, BAD_POSITIONS)


BAD_POSITIONS = {
    "no_such_seat": "this game has no seat {seat}",
    "no_such_piece": "there is no piece {piece} (CON-010)",
    "no_such_place": "{place} is neither a square nor one of START, RESERVE, RETIRED and HELD: with a seat (CON-011)",
    "no_heir": "{seat} cannot leave anything to this seat (CON-089)",
    "out": "{seat} is out of the game",
    "owner_out": "{piece} cannot be in play, as {seat} is out (CON-085)",
    "nothing_left": "{seat} has no piece left, and would be out (CON-088)",
    "held_by_owner": "{seat} cannot hold its own {piece} (CON-068)",
    "wrong_terrain": "{piece} cannot stand on {place}, which is {terrain} (CON-003 to 006)",
    "two_on_one_square": "{piece} and {other_seat}'s {other} both stand on {place}, which holds one piece (CON-009)",
    "nobody_in_turn": "there can be dice only with a seat in turn",
    "no_chain": "a throw follows another only after a double (CON-096)",
    "not_owed": "throw {throw} cannot be the one that is owed; that is throw {owed}",
    "no_pacts": "there are no pacts in this game (CON-101)",
    "two_pacts": "a pact joins two different seats, and nobody has two (CON-R38)",
    "not_in_pact": "{seat} is not a member of this pact (CON-R38)",
    "no_proposal": "a pact is proposed by one seat to another, once (CON-R38)",
    "not_concerned": "{seat} has no part in this proposal (CON-R38)",
    "over": "too few players are left: the phase is over (CON-106)",
    "other_end": "the game cannot have ended like this with the players that are left ({reason})",
    "not_over": "a game has an outcome only in phase over",
    "missing": "this must be given in this phase",
}
