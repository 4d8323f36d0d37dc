"""What happened in a game of Conflict, how it stands and how it ended, in the words of a report.

A move is written with its die and every square of its walk, `pl1 (4) h12-h13-h14-g15-f16`: whoever reads it can follow
it on the map. Not for: answers to orders, which are `wording.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.contract import Event, Json, SeatName
from core.rulesets.conflict.orders import Move, text_of
from pbem.rulesets.sentences import cited, listed

from .board import START, board, clockwise, of, seat_title, seats_in


def say_event(event: Event, view: Json) -> str | None:
    """One event in a line of its own, or None where the events about it say it already."""
    said = EVENTS[event.kind](event.facts, view)
    return f"{said.removesuffix('.')} ({event.clause})." if said and event.clause and event.kind in CITED else said


def digest(events: Sequence[Event], view: Json) -> list[str]:
    """The events of a report in as few lines as read well: the throws of a turn in one, the moves of a throw in one.

    `Red throws 6-6, then 4-1.` and `Red: pl1 (4) h12-h13-h14-g15-f16; bs2 (1) e9-e10.`
    """
    lines: list[str] = []
    before: tuple[object, ...] = ()
    for event in events:
        said = say_event(event, view)
        if said is None:
            continue
        facts = event.facts
        now = (event.kind, facts.get("seat"), facts.get("throw") if event.kind == "move" else facts.get("turn"))
        if event.kind == "throw" and now == before:
            lines[-1] = f"{lines[-1].removesuffix('.')}, then {dice_called(facts['dice'])}."
        elif event.kind == "move" and now == before:
            lines[-1] = f"{lines[-1].removesuffix('.')}; {in_full(facts)}."
        else:
            lines.append(said)
        before = now
    return lines


def unanswered(events: Sequence[Event], view: Json) -> list[Event]:
    """The events without what the reader's own orders did, which the answers to them tell step by step.

    What the robot did for him, from an `auto on` in his turn, answers no order.
    """
    left, by_robot = [], False
    for event in events:
        own = event.facts.get("seat") == view["seat"]
        by_robot = by_robot or (own and event.kind == "auto" and event.facts["on"])
        if by_robot or not own or event.kind not in ORDERED or event.facts.get("default"):
            left.append(event)
    return left


def in_short(move: Json) -> str:
    """A move as it stands in the log, by the facts of its verdict or event: `pl1 (4) h12-h13-h14-g15-f16`."""
    way = "-".join(move["path"])
    way = f"enters {way}" if move["from"] == START else f"{move['from']}-{way}"
    return f"{move['piece']} ({move['die']}) {way}"


def in_full(move: Json) -> str:
    """A move with what it captured and whether it was lost: `bs2 (2) e18-f18, captures Yellow bs1 at f18`."""
    said = [in_short(move)]
    for taken in move["captured"]:
        said.append(f"captures {seat_title(taken['seat'])} {taken['piece']} at {taken['square']}")
    lost = move["lost"]
    if lost:
        mine = "its own mine" if lost["how"] == "own_mine" else f"{of(lost['to'])} mine"
        said.append(f"lost to {mine} at {lost['square']}")
    return ", ".join(said)


def move_written(move: Json) -> str:
    """A move of an example as a player would order it: `aa 3 d2 e2 f2`."""
    return text_of(Move(move["piece"], move["die"], tuple(move["path"]), bool(move["lost"])))


# --- Events ---------------------------------------------------------------------------------------------------------


def _who(seat: SeatName, view: Json, own: str, others: str) -> str:
    """The beginning of a sentence about somebody, who may be the reader: `You resign`, `Red resigns`."""
    return f"You {own}" if seat == view["seat"] else f"{seat_title(seat)} {others}"


def _whose(seat: SeatName, view: Json) -> str:
    return "your" if seat == view["seat"] else of(seat)


def _named(seats: Sequence[SeatName], view: Json) -> str:
    """Several seats, the reader first: `you and Yellow`."""
    readers = [seat for seat in seats if seat == view["seat"]]
    return listed([*("you" for _ in readers), *(seat_title(seat) for seat in seats if seat not in readers)])


def _sentence(said: str) -> str:
    return f"{said[:1].upper()}{said[1:]}"


def _first_throw(facts: Json, view: Json) -> str:
    rounds = [
        ", ".join(f"{seat_title(seat)} {dice_called(cast[seat])} = {sum(cast[seat])}" for seat in clockwise(cast))
        for cast in facts["rounds"]
    ]
    return f"Who begins: {'; again '.join(rounds)}. {seat_title(facts['begins'])} begins."


def _nothing(facts: Json, view: Json) -> None:
    return None


def _throw(facts: Json, view: Json) -> str:
    return f"{seat_title(facts['seat'])} throws {dice_called(facts['dice'])}."


def _reserve(facts: Json, view: Json) -> str:
    return f"{seat_title(facts['seat'])} takes {facts['piece']} out of reserve."


def _move(facts: Json, view: Json) -> str:
    return f"{seat_title(facts['seat'])} {in_full(facts)}."


def _out(facts: Json, view: Json) -> str | None:
    seat = facts["seat"]
    out = "you are out" if seat == view["seat"] else f"{seat_title(seat)} is out"
    match facts["how"]:
        case "circle" if facts["heir"] == view["seat"]:
            return f"{_sentence(out)}."  # that the circle is taken stands with the move that took it
        case "circle":
            return f"{seat_title(facts['heir'])} takes {_whose(seat, view)} home circle: {out}."
        case "pieces":
            return f"{_who(seat, view, 'have', 'has')} no piece left: {out}."
        case "both":
            lost = _who(seat, view, "have", "has")
            return f"{lost} lost the last piece in the same step as another player: {out}, without heir."
    return None  # who has resigned stands above, and what becomes of his pieces below


def _inherit(facts: Json, view: Json) -> str | None:
    said, heir = [], facts["heir"]
    s = "" if heir == view["seat"] else "s"
    if facts["pieces"]:
        count = len(facts["pieces"])
        pieces = "the last piece" if count == 1 else f"all {count} pieces"
        said.append(f"now hold{s} {pieces} that {_named([facts['seat']], view)} had left (CON-085)")
    # Who inherits without a piece that was left is heir by the last piece that he took.
    by = [] if facts["pieces"] else ["CON-089"]
    if facts["held"]:
        said.append(f"take{s} over these prisoners: {_owned(facts['held'], heir, view)}{cited([*by, 'CON-087'])}")
    own = [piece for piece in facts["freed"] if piece["seat"] == heir]
    others = [piece for piece in facts["freed"] if piece["seat"] != heir]
    for freed_pieces, clause in ((own, "CON-086"), (others, "CON-103")):
        if freed_pieces:
            wait = "waits" if len(freed_pieces) == 1 else "wait"
            freed = f"set{s} free {_owned(freed_pieces, heir, view)}, which {wait} to enter again"
            said.append(f"{freed}{cited([*by, clause])}")
    if not said:
        return None
    *before, last = said
    name = "You" if heir == view["seat"] else seat_title(heir)
    return f"{name} {'; '.join(before)}{', and ' if before else ''}{last}."


def _retired(facts: Json, view: Json) -> str:
    seat = facts["seat"]
    own = [piece for piece in facts["pieces"] if piece["seat"] == seat]
    prisoners = [piece for piece in facts["pieces"] if piece not in own]
    if not own:
        return f"Out of the game for good: {_owned(prisoners, seat, view)}."
    # Own ones are among them only by resigning, and then all are (CON-109): a list of the set tells nobody anything.
    said = f"{_who(seat, view, 'are', 'is')} out for good, and so are all of {_whose(seat, view)} pieces"
    return f"{said}, and the prisoners: {_owned(prisoners, seat, view)}." if prisoners else f"{said}."


def _owned(pieces: Sequence[Json], holder: SeatName, view: Json) -> str:
    """`Red's ar1 and bs2, and all of Green's pieces`; `its` are those of the holder, who has just been named."""
    by_seat: dict[SeatName, list[str]] = {}
    for piece in pieces:
        by_seat.setdefault(piece["seat"], []).append(piece["piece"])
    whose = {seat: "its" if seat == holder != view["seat"] else _whose(seat, view) for seat in by_seat}
    *others, last = [_of_one(whose[seat], each) for seat, each in by_seat.items()]
    return f"{', '.join(others)}, and {last}" if others else last


def _of_one(whose: str, pieces: Sequence[str]) -> str:
    """A list of the whole set tells nobody anything."""
    return f"all of {whose} pieces" if len(pieces) == len(board().kinds) else f"{whose} {listed(pieces)}"


def _passed(facts: Json, view: Json) -> str:
    throw = f"{_who(facts['seat'], view, 'cannot', 'cannot')} use the throw {dice_called(facts['dice'])}"
    match facts["why"]:
        case "no_pieces":
            return f"{throw}: no piece is on the field or waiting to enter."
        case "no_move":
            return f"{throw}: no piece has a legal move."
    makes = _who(facts["seat"], view, "make", "makes")
    return f"{makes} no moves with the third double {dice_called(facts['dice'])}."


def _back(facts: Json, view: Json) -> str:
    chosen = ", as the rules choose" if facts["default"] else ""
    return f"{seat_title(facts['seat'])} puts {facts['piece']} into reserve for the third double{chosen}."


def _missed(facts: Json, view: Json) -> str:
    return f"{_who(facts['seat'], view, 'sent', 'sent')} no orders in time; {_counted_misses(facts['count'])}."


def _counted_misses(count: int) -> str:
    return "one turn missed" if count == 1 else f"{count} turns missed in a row"


def _returned(facts: Json, view: Json) -> str:
    back = _who(facts["seat"], view, "are back, and play", "is back, and plays")
    return f"{back} again in place of the robot."


def _draw_offered(facts: Json, view: Json) -> str:
    return f"{seat_title(facts['seat'])} offers a draw."


def _draw_withdrawn(facts: Json, view: Json) -> str:
    return f"{_who(facts['seat'], view, 'withdraw', 'withdraws')} the offer of a draw."


def _draw_lapsed(facts: Json, view: Json) -> str:
    return f"{_sentence(_whose(facts['seat'], view))} offer of a draw has lapsed."


def _auto(facts: Json, view: Json) -> str:
    name = _named([facts["seat"]], view)
    return f"The robot plays for {name} from now on." if facts["on"] else f"The robot no longer plays for {name}."


def _proposal(facts: Json, view: Json) -> str:
    proposes = _who(facts["from"], view, "propose", "proposes")
    return f"{proposes} a pact to {_named([facts['to']], view)}; nobody else is told."


def _proposal_lapsed(facts: Json, view: Json) -> str:
    proposal = f"{_sentence(_whose(facts['from'], view))} proposal of a pact"
    return f"{proposal} to {_named([facts['to']], view)} has lapsed."


def _pact(facts: Json, view: Json) -> str:
    whose = "your" if view["seat"] in facts["seats"] else "their"
    named = _sentence(_named(facts["seats"], view))
    return f"{named} have made a pact: {whose} pieces are friendly to each other."


def _break_announced(facts: Json, view: Json) -> str:
    breaks = _who(facts["seat"], view, "break", "breaks")
    end = f"it ends when {_whose(facts['seat'], view)} next turn is over"
    return f"{breaks} the pact with {_named([facts['other']], view)}: {end}."


def _pact_ended(facts: Json, view: Json) -> str:
    both, one = ("you", "you") if view["seat"] in facts["seats"] else ("they", "them")
    why = {"broken": "it was broken", "two_left": f"{both} are the last two players", "out": f"one of {one} is out"}
    return f"The pact between {_named(facts['seats'], view)} is over: {why[facts['why']]}."


def _end(facts: Json, view: Json) -> str:
    shared = facts.get("among")
    if facts["winners"] or not shared or len(shared) == len(seats_in(view)):
        return say_outcome(view)
    return f"{say_outcome(view)} The draw is shared by {_named(shared, view)}."


ORDERED = frozenset({"move", "reserve", "back"})  # what an order brings about, and its answer tells
CITED = frozenset({"first_throw", "reserve", "out", "retired", "passed", "back", "missed", "draw_lapsed", "pact_ended"})
EVENTS: dict[str, Callable[[Json, Json], str | None]] = {
    "first_throw": _first_throw,
    "turn": _nothing,
    "throw": _throw,
    "reserve": _reserve,
    "move": _move,
    "out": _out,
    "inherit": _inherit,
    "retired": _retired,
    "passed": _passed,
    "back": _back,
    "missed": _missed,
    "returned": _returned,
    "draw_offered": _draw_offered,
    "draw_withdrawn": _draw_withdrawn,
    "draw_lapsed": _draw_lapsed,
    "auto": _auto,
    "proposal": _proposal,
    "proposal_lapsed": _proposal_lapsed,
    "pact": _pact,
    "break_announced": _break_announced,
    "pact_ended": _pact_ended,
    "end": _end,
}


# --- How the game stands --------------------------------------------------------------------------------------------


def status(view: Json) -> str:
    """How the game stands, in a line: `turn 15, Red to move, throws 6-6 and 4-1`."""
    if view["phase"] == "over":
        return say_outcome(view)
    if view["to_move"] is None:
        return "who begins is still to be thrown for"
    words = [f"turn {view['turn']}", f"{seat_title(view['to_move'])} to move"]
    if view["throws"]:
        thrown = [dice_called(dice) for dice in view["throws"]]
        words.append(f"{'throw' if len(thrown) == 1 else 'throws'} {listed(thrown)}")
    stands = ", ".join(words)
    if view["seat"] not in view["out"]:
        return stands
    return f"you are out of the game ({_how_gone(view)}); {stands}"


def _how_gone(view: Json) -> str:
    """Why the reader is out; who took his circle is named here, where nobody else is."""
    out = view["out"][view["seat"]]
    return (
        f"{seat_title(out['heir'])} took your home circle" if out["how"] == "circle" else _why_out(view["seat"], view)
    )


def say_outcome(view: Json) -> str:
    """One sentence: who won or that it is a draw, why, and the clause."""
    outcome = view["outcome"]
    if outcome is None:
        return "The game goes on."
    winners = outcome["winners"]
    why = f"{_why(outcome['reason'], view)} ({outcome['clause']})"
    if not winners:
        return f"The game is drawn: {why}."
    wins = "wins" if len(winners) == 1 and winners[0] != view["seat"] else "win"
    return f"{_sentence(_named(winners, view))} {wins}: {why}."


def dice_called(dice: Sequence[int]) -> str:
    """A throw as it is called: `5-3`."""
    return "-".join(map(str, dice))


def _why(reason: str, view: Json) -> str:
    match reason:
        case "last_standing":
            # One of the pair that has won may be out as well (CON-106), and that is no reason for its victory.
            beaten = [seat for seat in view["out"] if seat not in view["outcome"]["winners"]]
            out = sorted(beaten, key=lambda seat: view["out"][seat]["turn"])
            return _why_out(out[0], view) if len(out) == 1 else f"{_named(out, view)} are out"
        case "nobody_left":
            return "the last players went out together"
        case "agreed":
            return "all players agreed on it"
    return f"{view['options']['turn_limit']} turns have been played"


def _why_out(seat: SeatName, view: Json) -> str:
    """Why a player is out: `you have resigned`, `Red's home circle is taken`."""
    have = "you have" if seat == view["seat"] else f"{seat_title(seat)} has"
    match view["out"][seat]["how"]:
        case "circle":
            return f"{_whose(seat, view)} home circle is taken"
        case "resigned":
            return f"{have} resigned"
    return f"{have} no piece left"
