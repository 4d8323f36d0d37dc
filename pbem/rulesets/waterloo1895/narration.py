"""What happened in a game of Waterloo (1895), how it stands and how it ended, in the words of a report.

Moves are written in short, as in a chess score: `NC S27-Q26xW3-S27 (3,3)` is a ride of NC from S27 to Q26, where W3
was taken, and back, with a three each way. Not for: answers to orders, which are `wording.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from core.contract import Event, Json, SeatName
from pbem.rulesets.sentences import listed

from .between import partner_of
from .board import armies_in, armies_of, army_title, board, commander, goal_of, is_little, seat_title

DICE = 3  # in a throw (W95-023)
_S = "'s"
MANY = {2: "two", 3: "three"}


def say_event(event: Event, view: Json) -> str | None:
    """One line for an event, or None where the events about it say it already."""
    said = EVENTS[event.kind](event.facts, view)
    cited = (event.kind in CITED or event.facts.get("default")) and not _left(event, view)
    return f"{said.removesuffix('.')} ({event.clause})." if said and cited and event.clause else said


def _left(event: Event, view: Json) -> bool:
    """Whether dice were left by choice: children need not play all they can, and have no clause for it (W95-124a)."""
    return is_little(view) and event.kind in ("passed", "lost")


def digest(events: Sequence[Event], view: Json) -> list[str]:
    """The events of a report in as few lines as read well: the moves of one throw stand together behind its dice.

    `Napoleon 3-3-5: NC S27-Q26xW3-S27 (3,3), N1 W26-U23 (5).` then `Napoleon throws again: 1-2-6, 3 to play.`
    """
    score = _Score()
    shown = [event.facts["army"] for event in events if event.kind == "setup"]
    for event in events:
        match event.kind:
            case "posted" if event.facts["army"] in shown and not event.facts.get("default"):
                pass  # that it is in is told by its being shown
            case "posted" if view["phase"] == "setup" and _is_of_partner(event.facts["army"], view):
                pass  # whoever has still to post is told with the question
            case "resigned" if view["outcome"] is None and view["seat"] is not None:
                pass  # a seat is told of it with what stands between the players, and with what follows from it
            case "setup":
                score.shown(event.facts, shown)
            case "throw":
                score.throw(event.facts)
            case "again":
                score.again(say_event(event, view))
            case "move":
                score.move(event.facts)
            case _:
                score.remark(say_event(event, view))
    return score.ended()


def unanswered(events: Sequence[Event], view: Json) -> list[Event]:
    """The events without the reader's own moves, which the answers to his orders tell, and the throws among them.

    What the server moved for him is told: an answer to `auto` tells the first throw of it alone.
    """
    ordered = [at for at, event in enumerate(events) if _is_ordered(event, view)]
    last = max((at for at in ordered if events[at].kind == "move"), default=0)
    return [
        event
        for at, event in enumerate(events)
        if at not in ordered and not (event.kind == "again" and at < last and _is_own(event, view))
    ]


def _is_ordered(event: Event, view: Json) -> bool:
    by_server = event.facts.get("auto") or event.facts.get("default")
    return event.kind in ("move", "posted") and _is_own(event, view) and not by_server


def _is_own(event: Event, view: Json) -> bool:
    return view["seat"] is not None and commander(event.facts["army"], view) == view["seat"]


class _Score:
    """The lines of a digest as they grow. The last line may be a throw whose moves are still to come."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._last = ""  # what the last line is: "throw", "moves" or something else
        self._throw = ""  # the dice of the throw being played, where they are known
        self._chain: list[str] = []  # the throws after it, with throws=chain
        self._again = False
        self._again_said: str | None = None  # where no throw is told after it

    def shown(self, facts: Json, armies: Sequence[str]) -> None:
        """All set-ups that are shown, where the first of them is; piece by piece they stand among the forces."""
        if facts["army"] == armies[0]:
            several = len(armies) > 1
            self.remark(
                f"The set-up{'s' * several} of {listed(map(army_title, armies))} {'are' if several else 'is'} shown."
            )

    def throw(self, facts: Json) -> None:
        if facts.get("must", 0) is None and self._last == "throw":
            self._chain.append(called(facts["dice"]))
            self.lines[-1] = f"{self.lines[-1].removesuffix('.')}, then {self._chain[-1]}."
            return
        said = _throw(facts, {})
        self.lines.append(said.replace(" throws ", " throws again: ", 1) if self._again else said)
        self._last, self._throw, self._chain, self._again = "throw", called(facts["dice"]), [], False

    def again(self, said: str | None) -> None:
        self._last, self._again, self._again_said = "", True, said
        self._throw = self._chain.pop(0) if self._chain else ""

    def move(self, facts: Json) -> None:
        if self._last == "moves":
            self.lines[-1] = f"{self.lines[-1].removesuffix('.')}, {in_short(facts)}."
            return
        if self._last == "throw":
            self.lines.pop()
        who = " ".join(
            word for word in (army_title(facts["army"]), "again" if self._again else "", self._throw) if word
        )
        self.lines.append(f"{who}: {in_short(facts)}.")
        self._last, self._throw, self._again = "moves", "", False

    def remark(self, said: str | None) -> None:
        if said is not None:
            self.lines.append(said)
            self._last = ""

    def ended(self) -> list[str]:
        """All lines; that somebody throws again is said where neither his throw nor a move of it follows."""
        if self._again:
            self.remark(self._again_said)
        return self.lines


def in_short(move: Json) -> str:
    """A move as it stands in the score: `N1 W26-U23 (5)`."""
    landings = "".join(f"-{leg['spot']}" + (f"x{leg['captured']}" if leg["captured"] else "") for leg in move["legs"])
    dice = ",".join("+".join(map(str, leg["dice"])) for leg in move["legs"])
    return f"{move['piece']} {move['from']}{landings} ({dice})"


# --- Events ---------------------------------------------------------------------------------------------------------


def _is_you(army: str, view: Json) -> bool:
    """Whether an army is all that the reader commands, so that it can be called by his name: you."""
    seat = view.get("seat")
    return seat is not None and [each.letter for each in armies_of(seat, view)] == [army]


def _is_of_partner(army: str, view: Json) -> bool:
    partner = partner_of(view.get("seat"), view)
    return partner is not None and commander(army, view) == partner


def _army(army: str, view: Json, own: str, others: str) -> str:
    """The beginning of a sentence about an army: `You threw`, `Napoleon throws`."""
    return f"You {own}" if _is_you(army, view) else f"{army_title(army)} {others}"


def _posted(facts: Json, view: Json) -> str:
    if facts.get("default"):
        return f"{_army(facts['army'], view, 'are', 'is')} posted on the usual spots."
    return f"{'Your' if _is_you(facts['army'], view) else army_title(facts['army']) + _S} set-up is in."


def _setup(facts: Json, view: Json) -> str:
    return f"{army_title(facts['army'])}'s set-up is shown."  # piece by piece it stands among the forces


def _first_throw(facts: Json, view: Json) -> str:
    rounds = [
        ", ".join(
            f"{army_title(army)} {called(cast[army])} = {sum(cast[army])}" for army in board().armies if army in cast
        )
        for cast in facts["rounds"]
    ]
    return f"Who begins: {'; again '.join(rounds)}. {army_title(facts['begins'])} begins."


def _throw(facts: Json, view: Json) -> str:
    said = f"{army_title(facts['army'])} throws {called(facts['dice'])}"
    if facts.get("must", 0) is None:
        return f"{army_title(facts['army'])}'s next throw is {called(facts['dice'])}."
    if "must" in facts:
        return f"{said}, {facts['must']} to play." if facts["must"] else f"{said}."
    return f"{said}." if facts.get("forward") else f"{said}; no forward move is possible."


def _move(facts: Json, view: Json) -> str:
    by = ", by the server" if facts.get("auto") else ""
    return f"{army_title(facts['army'])}: {in_short(facts)}{by}."


def _lost(facts: Json, view: Json) -> str:
    # "a 5" and not "the 5", which may have been played; "lost" and not "could not", as which is lost may be chosen
    # (W95-R13).
    counts: Counter[int] = Counter(facts["dice"])
    dice = listed([f"a {die}" if count == 1 else f"{MANY[count]} {die}s" for die, count in counts.items()])
    name = army_title(facts["army"])
    if is_little(view):
        return f"{name} leaves {dice}."
    return f"Of {name}'s throw {dice} {'is' if len(facts['dice']) == 1 else 'are'} lost."


def _passed(facts: Json, view: Json) -> str:
    if is_little(view):
        return f"{_army(facts['army'], view, 'play', 'plays')} no die of {called(facts['dice'])}."
    none = _army(facts["army"], view, "can play no die and lose", "can play no die and loses")
    return f"{none} the throw {called(facts['dice'])}."


def _auto(facts: Json, view: Json) -> str:
    if facts["reason"] == "deadline":
        return f"{_army(facts['army'], view, 'sent', 'sent')} no orders in time: the server plays the throw."
    return f"{_army(facts['army'], view, 'leave', 'leaves')} the dice to the server."


def _again(facts: Json, view: Json) -> str:
    return f"{_army(facts['army'], view, 'threw equal dice and throw', 'threw equal dice and throws')} again."


def _skipped(facts: Json, view: Json) -> str:
    return f"{_army(facts['army'], view, 'have no piece left and are', 'has no piece left and is')} passed over."


def _nothing(facts: Json, view: Json) -> None:
    return None


def _draw_offered(facts: Json, view: Json) -> str:
    return f"{seat_title(facts['seat'])} offers a draw."


def _draw_lapsed(facts: Json, view: Json) -> str:
    if facts["seat"] == view["seat"]:
        return "Your offer of a draw has lapsed."
    return f"The offer of a draw by {seat_title(facts['seat'])} has lapsed."


def _resigned(facts: Json, view: Json) -> str:
    return "You resign." if facts["seat"] == view["seat"] else f"{seat_title(facts['seat'])} resigns."


def _taken_off(facts: Json, view: Json) -> str:
    whose = "Your" if _is_you(facts["army"], view) else f"{army_title(facts['army'])}{_S}"
    return f"{whose} pieces leave the board."  # all three: none is ever taken (W95-115)


def _end(facts: Json, view: Json) -> str:
    return say_outcome(view)


CITED = frozenset({"auto", "passed", "skipped", "again", "first_throw", "draw_lapsed", "taken_off"})
EVENTS: dict[str, Callable[[Json, Json], str | None]] = {
    "posted": _posted,
    "setup": _setup,
    "first_throw": _first_throw,
    "throw": _throw,
    "move": _move,
    "lost": _lost,
    "passed": _passed,
    "auto": _auto,
    "again": _again,
    "skipped": _skipped,
    "turn": _nothing,
    "draw_offered": _draw_offered,
    "draw_lapsed": _draw_lapsed,
    "resigned": _resigned,
    "taken_off": _taken_off,
    "end": _end,
}


# --- How it stands, and how it ended ------------------------------------------------------------------------------


def status(view: Json) -> str:
    """How the game stands, in a line: `turn 12, Napoleon to move, throw 2-3-6, 3 dice to play`."""
    if view["phase"] == "over":
        return say_outcome(view)
    if view["phase"] == "setup":
        awaited = [army.name for army in armies_in(view) if army.letter not in view["posted"]]
        return f"{listed(awaited)} {'has' if len(awaited) == 1 else 'have'} still to post"
    words = [f"turn {view['turn']}"]
    if view["to_move"]:
        words.append(f"{army_title(view['to_move'])} to move")
    if view["throw"]:
        later = [called(throw) for throw in view.get("chain", [])]
        words += [f"throw {called(view['throw'])}", *([f"then {listed(later)}"] if later else []), _duty(view)]
    return ", ".join(filter(None, words))


def say_outcome(view: Json) -> str:
    """One sentence: who won or that it is a draw, why, and the clause."""
    outcome = view["outcome"]
    if outcome is None:
        return "The game goes on."
    winners = [str(seat) for seat in outcome["winners"]]
    why = REASONS[outcome["reason"]](winners, view)
    if not winners:
        return f"The game is drawn: {why} ({outcome['clause']})."
    wins = "wins" if len(winners) == 1 and winners[0] != view["seat"] else "win"
    names = _named(winners, view)
    return f"{names[:1].upper()}{names[1:]} {wins}: {why} ({outcome['clause']})."


def _named(seats: Sequence[SeatName], view: Json) -> str:
    """Several seats, the reader first: `you and Ney`."""
    readers = [seat for seat in seats if seat == view["seat"]]
    return listed([*("you" for _ in readers), *(seat_title(seat) for seat in seats if seat not in readers)])


def called(throw: Sequence[int]) -> str:
    """A throw as it is called, smaller numbers first: `2-3-6` (W95-024)."""
    return "-".join(map(str, sorted(throw)))


def throws_called(faces: Sequence[int]) -> str:
    """Dice in the order in which they fell, as the throws that they make are called (W95-024)."""
    return "  ".join(called(faces[at : at + DICE]) for at in range(0, len(faces), DICE))


def _duty(view: Json) -> str:
    """What must be played of the throw, or of a chain's first; nothing where no number is owed (W95-R11, W95-R36)."""
    if is_little(view) or view["options"]["oblige"] == "each":
        return ""
    first = " of the first" if view.get("chain") else ""
    return f"{view['must']} {'die' if view['must'] == 1 else 'dice'}{first} to play"


# --- Ends -----------------------------------------------------------------------------------------------------------


def _stars(winners: Sequence[SeatName], view: Json) -> str:
    """Who stands in the cities that were taken: three pieces in one, or two in each."""
    sides = {army.side for army in armies_in(view) if commander(army.letter, view) in winners}
    conquerors = {army.letter for army in armies_in(view) if army.side in sides}
    inside = {
        city.name: [piece for piece, spot in view["pieces"].items() if piece[0] in conquerors and spot in city.stars]
        for city in (board().city(army.city) for army in armies_in(view) if army.side not in sides)
    }
    most = max(map(len, inside.values()))
    held = [
        f"{listed([_stands(piece, view) for piece in pieces])} hold {city}"
        for city, pieces in inside.items()
        if len(pieces) == most
    ]
    return ", ".join(held)


def _stands(piece: str, view: Json) -> str:
    return f"{piece} on {view['pieces'][piece]}"


def _goal(winners: Sequence[SeatName], view: Json) -> str:
    army = next(army for army in armies_in(view) if commander(army.letter, view) in winners)
    return f"all three pieces have come to {goal_of(army.letter).name}"


def _no_pieces(winners: Sequence[SeatName], view: Json) -> str:
    return f"{_losers(winners, view)} no piece left"


def _remnant(winners: Sequence[SeatName], view: Json) -> str:
    return f"{_losers(winners, view)} too few pieces left ever to take a city"


def _losers(winners: Sequence[SeatName], view: Json) -> str:
    losers = list(dict.fromkeys(seat for seat in view["armies"].values() if seat not in winners))
    has = "has" if len(losers) == 1 and losers[0] != view["seat"] else "have"
    return f"{_named(losers, view)} {has}"


def _too_few(winners: Sequence[SeatName], view: Json) -> str:
    return "neither side has pieces enough left ever to take a city"


def _stall(winners: Sequence[SeatName], view: Json) -> str:
    what = "a forward move" if is_little(view) else "a capture or a landing on an enemy star"
    return f"{view['options']['stall'] * len(view['armies'])} turns in a row went by without {what}"


def _max_rounds(winners: Sequence[SeatName], view: Json) -> str:
    return f"{view['options']['max_rounds']} rounds are completed"


def _gave_up(winners: Sequence[SeatName], view: Json) -> str:
    return f"{_losers(winners, view)} resigned"


def _agreed(winners: Sequence[SeatName], view: Json) -> str:
    return "all players agreed on it"


REASONS: dict[str, Callable[[Sequence[SeatName], Json], str]] = {
    "stars": _stars,
    "goal": _goal,
    "no_pieces": _no_pieces,
    "remnant": _remnant,
    "too_few": _too_few,
    "stall": _stall,
    "max_rounds": _max_rounds,
    "resigned": _gave_up,
    "agreed": _agreed,
    "last_left": _gave_up,
}
