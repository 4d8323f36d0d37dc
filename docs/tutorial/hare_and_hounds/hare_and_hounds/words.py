"""The words of Hare and Hounds: what the server says of options, orders, events and positions."""

from __future__ import annotations

from collections.abc import Sequence

from core.contract import Event, Json, Line, Options, SeatName, Status, Verdict
from pbem.rulesets.contract import Ask, Presentation, Said, Whereabouts
from pbem.rulesets.sentences import bad_option, bad_position, cited, listed

from . import bot, grammar
from .board import board
from .map import map_svg, map_text
from .rules import HARE, HOUNDS, SEATS, HareAndHounds, text_of

TITLE = "Hare and Hounds"
ABOUT = "Three hounds corner a hare on eleven points, or it slips past them. A game of ten minutes."
ORDER_HELP = """\
b1 c1       the hound on b1 goes to c1; so does b1-c1, or "move b1 to c1"
d2          the hare goes to d2 (or the one hound that can)
resign      give up"""
OPTION_HELP = {
    "first": "who has the first move.",
    "stall": "how many moves in a row the hounds may not make up and down.",
    "stalled": "what becomes of hounds that do: the hare has won, or the game is drawn.",
}
REFUSALS = {
    "H01": "this is no order of Hare and Hounds; write for example {example}",
    "H02": "there is no point {point} on the board",
    "H03": "no piece of yours stands on {point}",
    "H04": "it is the turn of the {to_move}",
    "H05": "no line leads to {to} in one step",
    "H06": "{point} is taken",
    "H07": "a hound never goes back, as from {start} to {to}",
    "H08": "a mail holds one order, and this one holds more",
    "H09": "which hound goes to {to}, that from {from_either}?",
    "H10": "the game is over",
}
ENDS = {
    "trapped": "The hare cannot move: the hounds have won",
    "escaped": "The hare is past the hounds and has won",
    "no_move": "No hound can move: the hare has won",
    "stalled": "The hounds have moved up and down {stall} times in a row: {result}",
    "resigned": "The other side has resigned: {result}",
}
POSITION_REASONS = {
    "same_point": "two pieces stand on one point: {points}",
    "outcome": "the pieces do not show this outcome",
}


def presentation() -> Presentation:
    """The presentation: the rules on their board, and the words of this package."""
    rules = HareAndHounds(board())
    return Presentation(
        rules=rules,
        title=TITLE,
        about=ABOUT,
        brief=brief,
        order_help=ORDER_HELP,
        option_help=OPTION_HELP,
        seat_title=seat_title,
        find_seat=find_seat,
        read=grammar.read,
        text_of=text_of,
        vocabulary=grammar.vocabulary,
        whereabouts=whereabouts,
        say_verdict=say_verdict,
        bot=lambda view, seat, rng: bot.orders(rules, view, seat, rng),
        say_event=say_event,
        digest=digest,
        say_outcome=say_outcome,
        status=status,
        ask=lambda view, seat: ask(rules, view, seat),
        forces=forces,
        map_text=map_text,
        map_svg=map_svg,
        say_bad_option=lambda error: bad_option(error, TITLE, ""),
        say_bad_position=lambda error: bad_position(error, POSITION_REASONS),
    )


# --- The game and its seats -----------------------------------------------------------------------------------------


def brief(options: Options) -> str:
    """How a game with these options is played."""
    ending = "the hare has won" if options["stalled"] == HARE else "the game is drawn"
    return (
        f"One piece moves one step along a line; hounds never go back. The hounds win when the hare cannot move, the "
        f"hare when it is past all hounds. After {options['stall']} moves of the hounds in a row up or down, {ending}."
    )


def seat_title(seat: SeatName) -> str:
    """`Hounds`, `Hare`."""
    return seat.title()


def find_seat(word: str, seats: Sequence[SeatName]) -> SeatName | None:
    """The seat whose name begins so; an `h` may be either."""
    found = [seat for seat in seats if word and seat.startswith(word.lower())]
    return found[0] if len(found) == 1 else None


# --- Orders ---------------------------------------------------------------------------------------------------------


def say_verdict(verdict: Verdict, line: Line | None, view: Json) -> Said:
    """The answer to one order line."""
    facts, clauses = verdict.facts, cited(verdict.clauses)
    if verdict.status is Status.VOID:
        return Said("no", f"not looked at, because of the line before{clauses}")
    if verdict.code is not None:
        either = listed(facts.get("starts", ()), "or")
        said = REFUSALS[verdict.code].format(**{"example": example(view), "from_either": either, **facts})
        return Said("which?" if verdict.status is Status.ASKED else "no", f"{said}{clauses}")
    said = f"from {facts['start']} to {facts['to']}" if facts else f"you resign{clauses}"
    if line is not None and line.read_as is not None:
        return Said("ok, read as", f"{line.read_as}: {said}")
    return Said("ok", said)


def example(view: Json) -> str:
    """An order that a side in this view might write."""
    return "d2" if view["seat"] == HARE else "b1 c1"


def whereabouts(view: Json, seat: SeatName) -> Whereabouts:
    """Where the hare and the hounds are, for conditions: `IF HARE ON C2`, `IF ENEMY ON D1`."""
    standing = {each: frozenset(places(view, each)) for each in SEATS}
    [enemy] = [each for each in SEATS if each != seat]
    return Whereabouts(standing, {point: frozenset({point}) for point in board().points}, standing[enemy])


# --- What happened, and how it stands -------------------------------------------------------------------------------


def say_event(event: Event, view: Json) -> str | None:
    """One event in a sentence; the end has its own (`say_outcome`)."""
    facts = event.facts
    match event.kind:
        case "moved":
            silence = cited(["HAH-014"]) if event.clause == "HAH-014" else ""
            who = "a hound" if facts["seat"] == HOUNDS else "the hare"
            return f"Move {facts['move']}: {who} goes from {facts['start']} to {facts['to']}{silence}."
        case "resigned":
            return f"The player of the {facts['seat']} resigns (HAH-012)."
    return None


def digest(events: Sequence[Event], view: Json) -> list[str]:
    """What happened, a line for each event that needs words."""
    said = (say_event(event, view) for event in events)
    return [line for line in said if line is not None]


def say_outcome(view: Json) -> str:
    """Who won, or that it is a draw, and why."""
    outcome = view["outcome"]
    verb = "has" if outcome["winners"] == [HARE] else "have"
    result = f"the {outcome['winners'][0]} {verb} won" if outcome["winners"] else "a draw"
    said = ENDS[outcome["reason"]].format(stall=view["options"]["stall"], result=result)
    return f"{said}{cited([outcome['clause']])}."


def status(view: Json) -> str:
    """The number of the move, and whose it is."""
    return f"Move {view['move']}: {seat_title(view['to_move'])} to move."


def ask(rules: HareAndHounds, view: Json, seat: SeatName) -> Ask | None:
    """The question for a move, with all moves there are in comments: what comes back untouched orders nothing."""
    if view["outcome"] is not None or view["to_move"] != seat:
        return None
    moves = rules.moves(bot.position_of(rules, view).state)
    return Ask(
        subject=f"your move {view['move']}",
        headline=f"It is your move.{stalling(view)}",
        form=(
            "# One line: the point a piece leaves, and the point it goes to. You can:",
            *(f"#   {text_of(move)}" for move in moves),
        ),
        silence=f"If you send nothing, the server will move for you: {text_of(moves[0])} (HAH-014).",
    )


def stalling(view: Json) -> str:
    """How near the hounds are to stalling; nothing where they are not."""
    made, most = view["sideways"], view["options"]["stall"]
    if view["seat"] != HOUNDS or made == 0:
        return ""
    return f" You have moved up or down {made} times in a row, and may not {most} times (HAH-010)."


def forces(view: Json) -> list[str]:
    """Where the pieces of each side stand."""
    return [f"{seat_title(seat)}: {listed(places(view, seat))}" for seat in SEATS]


def places(view: Json, seat: SeatName) -> list[str]:
    """The points that a side's pieces stand on."""
    found: list[str] = view["hounds"] if seat == HOUNDS else [view["hare"]]
    return found
