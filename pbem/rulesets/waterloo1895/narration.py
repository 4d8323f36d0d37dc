"""What happened in a game of Waterloo (1895), in the words of a report.

Moves are written in short, as in a chess score: `NC S27-Q26xW3-S27 (3,3)` is a ride of NC from S27 to Q26, where W3
was taken, and back, with a three each way. Not for: answers to orders, which are `wording.py`; how the game stands
and how it ended, which is `standing.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.contract import Event, Json
from pbem.rulesets.sentences import listed

from .armies import army_title, seat_title
from .status import called, say_outcome


def say_event(event: Event, view: Json) -> str | None:
    """One line for an event, or None where the events about it say it already."""
    said = EVENTS[event.kind](event.facts, view)
    cited = event.kind in CITED or event.facts.get("default")
    return f"{said.removesuffix('.')} ({event.clause})." if said and cited and event.clause else said


def digest(events: Sequence[Event], view: Json) -> list[str]:
    """The events of a report in as few lines as read well: the moves of one throw stand together behind its dice.

    `Napoleon 3-3-5: NC S27-Q26xW3-S27 (3,3), N1 W26-U23 (5).` then `Napoleon throws again: 1-2-6, 3 to play.`
    """
    score = _Score()
    for event in events:
        match event.kind:
            case "throw":
                score.throw(event.facts)
            case "again":
                score.again()
            case "move":
                score.move(event.facts)
            case _:
                score.remark(say_event(event, view))
    return score.lines


class _Score:
    """The lines of a digest as they grow. The last line may be a throw whose moves are still to come."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._last = ""  # what the last line is: "throw", "moves" or something else
        self._throw = ""  # the dice of the throw being played, where they are known
        self._chain: list[str] = []  # the throws after it, with throws=chain
        self._again = False

    def throw(self, facts: Json) -> None:
        if facts.get("must", 0) is None and self._last == "throw":
            self._chain.append(called(facts["dice"]))
            self.lines[-1] = f"{self.lines[-1].removesuffix('.')}, then {self._chain[-1]}."
            return
        said = _throw(facts, {})
        self.lines.append(said.replace(" throws ", " throws again: ", 1) if self._again else said)
        self._last, self._throw, self._chain, self._again = "throw", called(facts["dice"]), [], False

    def again(self) -> None:
        self._last, self._again = "", True
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


def in_short(move: Json) -> str:
    """A move as it stands in the score: `N1 W26-U23 (5)`."""
    landings = "".join(f"-{leg['spot']}" + (f"x{leg['captured']}" if leg["captured"] else "") for leg in move["legs"])
    dice = ",".join("+".join(map(str, leg["dice"])) for leg in move["legs"])
    return f"{move['piece']} {move['from']}{landings} ({dice})"


# --- Events ---------------------------------------------------------------------------------------------------------


def _posted(facts: Json, view: Json) -> str:
    if facts.get("default"):
        return f"{army_title(facts['army'])} is posted on the default spots."
    return f"{army_title(facts['army'])}'s set-up is in."


def _setup(facts: Json, view: Json) -> str:
    return f"{army_title(facts['army'])}'s set-up is shown."  # piece by piece it stands among the forces


def _first_throw(facts: Json, view: Json) -> str:
    rounds = [
        ", ".join(f"{army_title(army)} {called(dice)} = {sum(dice)}" for army, dice in cast.items())
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
    dice = [f"the {die}" for die in facts["dice"]]
    return f"{army_title(facts['army'])} could not play {listed(dice)}."


def _passed(facts: Json, view: Json) -> str:
    return f"{army_title(facts['army'])} can play no die and loses the throw {called(facts['dice'])}."


def _auto(facts: Json, view: Json) -> str:
    name = army_title(facts["army"])
    if facts["reason"] == "deadline":
        return f"{name} sent no orders in time: the server plays the throw."
    return f"{name} leaves the dice to the server."


def _again(facts: Json, view: Json) -> str:
    return f"{army_title(facts['army'])} threw equal dice and throws again."


def _skipped(facts: Json, view: Json) -> str:
    return f"{army_title(facts['army'])} has no piece left and is passed over."


def _nothing(facts: Json, view: Json) -> None:
    return None


def _draw_offered(facts: Json, view: Json) -> str:
    return f"{seat_title(facts['seat'])} offers a draw."


def _resigned(facts: Json, view: Json) -> str:
    return f"{seat_title(facts['seat'])} resigns."


def _taken_off(facts: Json, view: Json) -> str:
    return f"{army_title(facts['army'])}'s pieces leave the board: {listed(facts['pieces'])}."


def _end(facts: Json, view: Json) -> str:
    return say_outcome(view)


CITED = frozenset({"auto", "passed", "skipped", "again", "first_throw"})
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
    "resigned": _resigned,
    "taken_off": _taken_off,
    "end": _end,
}
