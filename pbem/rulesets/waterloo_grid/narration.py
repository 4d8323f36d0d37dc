"""What happened in a game of Waterloo on a grid, in the words of a report.

A player's turn is told under one line that sums it up: shots, fights, losses. Below it every shot has its line, and
every fight one line for what came of it and one for its rolls, with the dice as they fell and their numbers, under
which the report lists them once more: `[21.3-9]` are rolls 3 to 9 of key 21. Not for: answers to orders, which are
`wording.py`; how the game stands, which is `questions.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from core.contract import Event, Json, SeatName
from pbem.rulesets.sentences import cited, listed

from . import wording
from .board import CLASSES, ROOM, board, called, place_title, seat_title, side_of
from .questions import dice_called, say_outcome
from .retracing import LETTERS, retraced

Facts = Json


def say_event(event: Event, view: Json) -> str | None:
    """One event in a line of its own, or None where the events about it say it already."""
    said = EVENTS[event.kind](event.facts, view)
    return f"{said.removesuffix('.')} ({event.clause})." if said and event.clause and event.kind in CITED else said


def digest(events: Sequence[Event], view: Json) -> list[str]:
    """The events of a report: for each player's turn a line that sums it up, and what happened in it below.

    What a unit does one thing after another stands in one entry, and units that only march share one.
    """
    telling = _Telling(view)
    for event in retraced(events, view):
        telling.tell(event)
    telling.sum_up()
    return telling.lines


def unanswered(events: Sequence[Event], view: Json) -> list[Event]:
    """The events without what the answer to an order tells: the way of the reader's unit, its entry, why it failed.

    Of an order that was cut short the answer tells only why.
    """
    cut = {event.facts["unit"] for event in events if event.kind == "void" and event.facts["cut"]}
    return [
        event
        for event in events
        if event.kind not in ANSWERED
        or event.facts["seat"] != view["seat"]
        or (event.kind in ACTIONS and event.facts["unit"] in cut)
    ]


def failed(events: Sequence[Event], view: Json) -> str:
    """Of the reader's own orders, what failed and what was cut short: `2 of your 5 orders failed`."""
    orders = _Orders()
    for event in events:
        if event.kind in IN_A_TURN and event.facts["seat"] == view["seat"]:
            orders.count(event)
    many = orders.all > 1
    told = []
    if orders.failed:
        told.append(f"{orders.failed} of your {orders.all} orders failed" if many else "your order failed")
    if orders.cut:
        of_yours = "" if told else f" of your {orders.all} orders"
        was = "was" if orders.cut == 1 else "were"
        told.append(f"{orders.cut}{of_yours} {was} cut short" if many else "your order was cut short")
    return ", ".join(told)


# --- A turn as it is told -------------------------------------------------------------------------------------------


class _Orders:
    """How many orders were carried out, and how many failed, or were cut short after their first shot."""

    def __init__(self) -> None:
        self.failed = self.cut = 0
        self._units: set[str] = set()
        self._entries = 0

    def count(self, event: Event) -> None:
        unit = event.facts.get("unit")
        if event.kind == "void":
            self.failed += not event.facts["cut"]
            self.cut += event.facts["cut"]
        if event.kind == "enter" or (event.kind == "void" and unit is None):
            self._entries += 1  # what is to come in has no unit yet
        elif unit is not None and (event.kind in ACTIONS or event.kind in ("shot", "shot_lost", "void")):
            self._units.add(unit)

    @property
    def all(self) -> int:
        """All of them."""
        return len(self._units) + self._entries


class _Telling:
    """The lines of a digest as they grow, and the counts for the line that sums a turn up."""

    def __init__(self, view: Json) -> None:
        self.lines: list[str] = []
        self._view = view
        self._start: int | None = None  # where the summing line of the present turn belongs
        self._seat: SeatName = ""
        self._begun = self._closed = False  # whether all of the turn is told here, from its first mail to its end
        self._shots = self._fights = 0
        self._orders = _Orders()
        self._losses: dict[SeatName, int] = {}
        self._hurt: list[str] = []
        self._shooter = ""  # the unit whose shot the last line tells of
        self._acting = ""  # the unit whose actions are being told
        self._parts: list[_Part] = []  # and what each part of it does
        self._marching: int | None = None  # the entry that tells of units that only march

    def tell(self, event: Event) -> None:
        if event.kind in ("turn", "end"):
            self.sum_up()
            self.remark(event)
            return
        if event.kind in IN_A_TURN and self._start is None:
            self._start, self._seat = len(self.lines), event.facts["seat"]
        self.count(event)
        if event.kind in ACTIONS:
            if event.facts["unit"] != self._acting:
                self.finish()
                self._acting = event.facts["unit"]
            self._act(event)
            return
        if event.kind == "shot" and event.facts["unit"] == self._acting and self._parts:
            # One order, told in one line: the second of two for the same unit could not be sent back.
            after = self._parts[-1].bases
            self._parts[-1].actions.append(shot_in_words(event.facts, after=after).removesuffix("."))
            self.finish(with_shot=True)
            return
        self.finish()
        if event.kind == "fight":
            self.lines += [fight_in_short(event.facts), rolls_of_fight(event.facts)]
            self._marching, self._shooter = None, ""
        elif event.kind == "shot" and event.facts["unit"] == self._shooter:
            self._goes_on(shot_in_words(event.facts))
        else:
            self.remark(event)
            self._shooter = event.facts["unit"] if event.kind == "shot" else ""

    def _goes_on(self, said: str) -> None:
        """What a unit does after its shot stands in the same line: it is the same order."""
        self.lines[-1] = f"{self.lines[-1]} Then {said}"

    def finish(self, *, with_shot: bool = False) -> None:
        """Write down what the acting unit has done; units that only march share a line."""
        if not self._parts:
            return
        actions = _in_one(self._parts)
        said = f"{self._acting} {actions}"
        alone = with_shot or "charges" in actions
        if self._acting == self._shooter:
            self._goes_on(f"{said}.")
        elif self._marching is not None and not alone:
            self.lines[self._marching] = f"{self.lines[self._marching].removesuffix('.')}; {said}."
        else:
            self.lines.append(f"{said}.")
            self._marching = None if alone else len(self.lines) - 1
        self._shooter = self._acting if with_shot else ""
        self._acting, self._parts = "", []

    def _act(self, event: Event) -> None:
        """Note what some bases of the acting unit do; what the same bases do next stands beside it."""
        bases = event.facts.get("bases", "")
        if not self._parts or (bases and self._parts[-1].bases != bases):
            self._parts.append(_Part(event.facts))
        self._parts[-1].actions.append(ACTIONS[event.kind](event.facts))

    def remark(self, event: Event) -> None:
        self.finish()
        said = say_event(event, self._view)
        if said is not None:
            self.lines.append(said)
            self._marching, self._shooter = None, ""

    def count(self, event: Event) -> None:
        """Keep count of what the summing line tells."""
        facts = event.facts
        self._shots += event.kind == "shot"
        self._fights += event.kind == "fight"
        self._orders.count(event)
        results = facts["rolls"] if event.kind == "fight" else [facts] if event.kind == "shot" else []
        self._begun |= event.kind == "placed" or any(is_of_first_mail(result) for result in results)
        self._closed |= event.kind == "end_turn"
        for loss in (loss for result in results for loss in result.get("losses", ())):
            self._losses[loss["seat"]] = self._losses.get(loss["seat"], 0) + 1
            self._hurt.append(loss["unit"])

    def sum_up(self) -> None:
        """Put the line that sums up the turn above what was told of it."""
        self.finish()
        # Of the reader's own orders the headline tells what failed, as long as the game goes on.
        above = self._seat == self._view["seat"] and self._view["phase"] == "play"
        if self._start is not None and (self._shots or self._fights or (self._orders.failed and not above)):
            self.lines.insert(self._start, self._summary(_Orders() if above else self._orders))
        elif self._start == len(self.lines) and self._begun and self._closed and not above:
            self.lines.append(f"{seat_title(self._seat)} wakes no unit, and ends the turn.")
        self._start, self._marching, self._shooter = None, None, ""
        self._begun = self._closed = False
        self._shots = self._fights = 0
        self._orders = _Orders()
        self._losses, self._hurt = {}, []

    def _summary(self, orders: _Orders) -> str:
        told = []
        if orders.failed:
            told.append(f"{_counted(orders.failed, 'order')} could not be carried out")
        if orders.cut:
            told.append(f"{_counted(orders.cut, 'order')} cut short")
        told += [_counted(self._shots, "shot")] if self._shots else []
        told += [_counted(self._fights, "fight")] if self._fights else []
        enemy_first = sorted(self._view["seats"], key=lambda seat: seat == self._seat)
        lost = [f"{seat_title(seat)} {self._lost(seat)}" for seat in enemy_first] if self._losses else ["nothing"]
        return f"{self._turn_or_part()}: {', '.join(told)}. Lost: {', '.join(lost)}."

    def _turn_or_part(self) -> str:
        """What the line sums up: a whole turn, or what this report tells of one that takes several mails."""
        whose = f"{seat_title(self._seat)}'s turn"
        if self._begun:
            return f"{whose} in short" if self._closed else f"{whose} so far"
        return f"The rest of {whose}" if self._closed else f"{whose} goes on"

    def _lost(self, seat: SeatName) -> str:
        gone = [unit for unit in dict.fromkeys(self._hurt) if side_of(unit) == seat and unit not in self._view["units"]]
        said = _counted(self._losses[seat], "base") if self._losses.get(seat) else "nothing"
        return f"{said} ({listed(gone)} destroyed)" if gone else said


class _Part:
    """What some bases of a unit do one after another."""

    def __init__(self, facts: Facts) -> None:
        self.bases, self.living = str(facts.get("bases", "")), _living(facts)
        self.is_whole = set(self.living) <= set(self.bases) or not self.bases
        self.actions: list[str] = []

    def take_in(self, other: _Part) -> bool:
        """Whether the bases of another part went the same way, and so stood in the same cell; they are of this then."""
        alike = len(self.actions) == 1 and self.actions == other.actions and _is_roomy(self.actions[0])
        if not alike or set(self.bases) & set(other.bases):
            return False
        self.bases = "".join(letter for letter in LETTERS if letter in self.bases + other.bases)
        self.is_whole = set(self.living) <= set(self.bases)
        return True


def _in_one(parts: Sequence[_Part]) -> str:
    """`E8-E6` of a whole unit; `bc: I9-I8, turns east` of a part of it."""
    told: list[_Part] = []
    for part in parts:
        if not (told and told[-1].take_in(part)):
            told.append(part)
    named = [f"{part.bases}: " if at or not part.is_whole else "" for at, part in enumerate(told)]
    return ", ".join(f"{who}{', '.join(part.actions)}" for who, part in zip(named, told, strict=True))


# --- Actions: parts of an entry -------------------------------------------------------------------------------------


def _moved(facts: Facts) -> str:
    return f"{facts['from']}-{facts['to']}"


def _turned(facts: Facts) -> str:
    return f"turns {called(facts['facing'])}"


def _squared(facts: Facts) -> str:
    return f"forms square in {facts['cell']}"


def _lined(facts: Facts) -> str:
    return f"leaves square, facing {called(facts['facing'])}"


def _held(facts: Facts) -> str:
    return "holds"


def _charged(facts: Facts) -> str:
    return f"charges {facts['target']} (over {_counted(facts['tokens'], 'cell')})"


def _living(facts: Facts) -> str:
    """The bases that a unit has left when it acts; as many as there can be where an event stands alone."""
    return str(facts.get("living") or ("ab" if facts["unit"][1] == "A" else LETTERS))


def _part(facts: Facts) -> str:
    """The letters of the bases where they are not a whole unit: `bc`."""
    bases = str(facts.get("bases", ""))
    return bases if set(bases) < set(_living(facts)) else ""


def _is_roomy(action: str) -> bool:
    """Whether an action is a way that a whole unit can go at once: past no cell that holds but a part of it."""
    ends = action.split("-")
    if len(ends) != 2 or not all(map(_CELL.fullmatch, ends)):
        return False
    b = board()
    columns, rows = zip(*((b.columns.index(cell[0]), int(cell[1:]) - 1) for cell in ends), strict=True)
    passed = [
        b.cell(column, row)
        for column in range(min(columns), max(columns) + 1)
        for row in range(min(rows), max(rows) + 1)
    ]
    return all(ROOM[b.terrain_of(cell)] == len(LETTERS) for cell in passed if cell not in ends)


_CELL = re.compile("[A-L][0-9]{1,2}")


ACTIONS: dict[str, Callable[[Facts], str]] = {
    "move": _moved,
    "face": _turned,
    "square": _squared,
    "line": _lined,
    "hold": _held,
    "charge": _charged,
}
# What the answers to orders tell too.
ANSWERED = frozenset({*ACTIONS, "enter", "void"})
# What belongs to a player's turn, and so under its summing line.
IN_A_TURN = frozenset({*ACTIONS, "placed", "shot", "shot_lost", "enter", "void", "end_turn", "fight", "lapsed"})


# --- Shots and fights -----------------------------------------------------------------------------------------------


def shot_in_words(facts: Facts, after: str | None = None) -> str:
    """`BA2 at F8 fires at E4: X I [dice 21.1-2]. RI2 loses c, retreats to E3, pushing RH1 to E2.`

    `after` are the bases told of just before it in the entry of its unit, whose name stands there already.
    """
    some = _part(facts) if facts["how"] != "guns" else ""
    volley = "fires a volley" if facts["how"] == "volley" else "fires"
    who = f"{facts['unit']}{f' {some}' if some else ''} at {facts['cell']} {volley}"
    if after is not None:
        who = f"{'' if facts['bases'] == after or not some else f'{some}: '}{volley}"
    return (
        f"{who} at {place_title(facts['target'])}: {dice_called(facts['dice'])} "
        f"[dice {numbers_of([facts])}]. {_sentence(result_in_words([facts]) + _half(facts, facts))}"
    )


def fight_in_short(facts: Facts) -> str:
    """`BI2 charges RI2, E5 on E4: RI2 loses b and c, retreats to E3; BI2 loses b and c.`"""
    attack, defend = listed(facts["units"]["attack"]), listed(facts["units"]["defend"])
    how = ("charges", "charge") if facts["charge"] else ("attacks", "attack")
    where = f"{facts['from']} on {place_title(facts['to'])}"
    flank = " from flank or rear" if facts["flank"] else ""
    told = [
        result_in_words([roll for roll in facts["rolls"] if roll["what"] in whats])
        for whats in (("attack",), ("defensive", "defence"))
    ]
    squared = any(roll.get("squared") for roll in facts["rolls"])
    said = [f"{defend} {_does(facts['units']['defend'], 'forms', 'form')} square"] if squared else []
    said += [each for each in told if each != NO_EFFECT]
    does = _does(facts["units"]["attack"], *how)
    return f"Fight, {where}: {attack} {does} {defend}{flank}. {_sentence('; '.join(said) or NO_EFFECT)}"


def _does(who: Sequence[str], one: str, several: str) -> str:
    return one if len(who) == 1 else several


def rolls_of_fight(facts: Facts) -> str:
    """The rolls of a fight in order: `Its dice [21.3-8]: RI2 fires first: I - = 1 lost | attack 3 +1 charge: I I`."""
    told = []
    for roll in facts["rolls"]:
        counted = f" {_dice_before(roll)}" if roll.get("mods") and roll["what"] != "square" else ""
        counted = f",{counted}" if counted and roll["what"] in BEFORE else counted
        mods = "".join(f" {count:+d} {MODS[name]}" for name, count in (roll.get("mods") or {}).items())
        dice = dice_called(roll["dice"]) if roll["dice"] else "no dice"
        half = _half(roll, facts) if roll["what"] == "attack" and facts["arms"]["defend"] == "I" else ""
        told.append(f"{_rolled(roll, facts)}{counted}{mods}: {dice}{_came_of_it(roll)}{half}")
    numbers = numbers_of(facts["rolls"])
    return f"Its dice{f' [{numbers}]' if numbers else ''}: {' | '.join(told)}."


def _rolled(roll: Json, facts: Facts) -> str:
    """What a roll is for; before the fight proper those who are charged roll, which is told with their name."""
    before = BEFORE.get(roll["what"])
    if before is None:
        return str(roll["what"])
    defend = facts["units"]["defend"]
    return f"{listed(defend)} {_does(defend, *before)}"


def _half(roll: Json, facts: Facts) -> str:
    """Of infantry in a walled farm: a single I or X that did nothing, as it takes two (WGR-106)."""
    alone = [symbol for symbol in "IX" if roll["dice"].count(symbol) == 1]
    infantry = facts.get("against", "I") == "I"
    if not (facts.get("walled") and infantry and alone) or roll["destroyed"]:
        return ""
    return f" ({listed([f'one {symbol}' for symbol in alone])}: a farm needs two)"


def _dice_before(roll: Json) -> int:
    """The dice that a roll had before anything was added or taken off.

    In a fight proper these are the bases; but of many muskets two dice fire, and a gun has two (WGR-087).
    """
    return len(roll["dice"]) - sum(roll["mods"].values()) if roll["what"] == "defensive" else int(roll["bases"])


BEFORE = {"defensive": ("fires first", "fire first"), "square": ("tries to form square", "try to form square")}
MODS = {
    "charge": "charge",
    "flank": "flank",
    "cover": "cover",
    "light": "light against heavy",
    "square": "on a square",
    "cavalry": "facing cavalry",
}
NO_EFFECT = "no effect"


def is_of_first_mail(roll: Json) -> bool:
    """Whether a roll was made for the first mail of a turn: keys of rolls end in the number of the mail."""
    return bool(roll["key"] % 10 == 1)


def numbers_of(rolls: Iterable[Json]) -> str:
    """Where rolls that were made one after another stand in the record: `21.3-9`; nothing where no die was rolled."""
    rolled = [roll for roll in rolls if roll["dice"]]
    if not rolled:
        return ""
    first, last = rolled[0]["draw"], rolled[-1]["draw"] + len(rolled[-1]["dice"]) - 1
    return f"{rolled[0]['key']}.{first}" if first == last else f"{rolled[0]['key']}.{first}-{last}"


def result_in_words(results: Sequence[Json]) -> str:
    """What rolls did, in the order of WGR-107: losses by unit, the way back, whom it pushed, who was lost on it."""
    killed = [loss for result in results for loss in _killed(result)]
    said = _losses_in_words(killed)
    left = "left " if said else ""
    named = list(dict.fromkeys(loss["unit"] for loss in killed)) if not any(loss["flag"] for loss in killed) else []
    said += _ways_in_words([move for result in results for move in result["moves"]], named)
    said += [_overtaken_in_words(result, left) for result in results if result["destroyed"]]
    return ", ".join(said) or NO_EFFECT


def _killed(result: Json) -> list[Json]:
    """The losses by the dice themselves; the hits come first, then whoever had no way back."""
    return list(result["losses"][: result["hits"]] if result["destroyed"] else result["losses"])


def _overtaken_in_words(result: Json, left: str) -> str:
    """`all left in K10 are lost (BI6 b and c): the way back leads off the field`."""
    destroyed = result["destroyed"]
    bases, carried = _by_unit(result["losses"][len(_killed(result)) :])
    who = [_bases_of(unit, sorted(letters)) for unit, letters in bases.items()]
    told = f" ({'; '.join(who + carried)})" if who else ""
    return f"all {left}in {destroyed['cell']} are lost{told}: {LOST_TO[destroyed['why']]}"


def _bases_of(unit: str, lost: Sequence[str]) -> str:
    return f"{unit}'s flag" if lost == [ITS_FLAG] else f"{unit} {listed(lost)}"


ITS_FLAG = "its flag"
LOST_TO = {
    "enemy": "an enemy bars the way back",
    "edge": "the way back leads off the field",
    "friends": "friends in the way cannot be pushed back",
}


def _losses_in_words(losses: Sequence[Json]) -> list[str]:
    """`RI2 loses b and c`; `RI1 loses a, the flag of RI1 goes from E5 to D5`."""
    bases, carried = _by_unit(losses)
    return [f"{unit} loses {listed(sorted(letters))}" for unit, letters in bases.items()] + carried


def _by_unit(losses: Sequence[Json]) -> tuple[dict[str, list[str]], list[str]]:
    """The bases lost, unit by unit, and the flags that took the place of one of them (WGR-110)."""
    bases: dict[str, list[str]] = {}
    carried = []
    for loss in losses:
        bases.setdefault(loss["unit"], []).append(ITS_FLAG if loss["base"] == "f" else loss["base"])
        if loss["flag"]:
            carried.append(f"the flag of {loss['unit']} goes from {loss['flag']['from']} to {loss['flag']['to']}")
    return bases, carried


def _ways_in_words(moves: Sequence[Json], named: Sequence[str]) -> list[str]:
    """`RI2 retreats to E3, pushing RH1 to E2`: where each ends; without the name of whoever was named just before."""
    ends = {(move["why"], tuple(_who_goes(move))): move["to"] for move in moves}
    back = [
        f"{'' if list(who) == named else f'{listed(who)} '}{_does(who, 'retreats', 'retreat')} to {to}"
        for (why, who), to in ends.items()
        if why == "retreat"
    ]
    pushed = [f"{listed(who)} to {to}" for (why, who), to in ends.items() if why == "push"]
    if pushed:
        back.append(f"pushing {', '.join(pushed)}")
    return [", ".join(back)] if back else []


def _who_goes(move: Json) -> list[str]:
    """The units of a stack, with the letters of their bases where these are not all: `RI2`, `RG1 bc`."""
    parts = move.get("parts", {})
    return [f"{unit} {parts[unit]}" if unit in parts else unit for unit in move["units"]]


def _came_of_it(roll: Json) -> str:
    """What a single roll did, in a word or two: ` = 2 lost, back`."""
    if roll["what"] == "square":
        return " = formed" if roll["squared"] else " = not formed"
    said = [f"{len(roll['losses'])} lost"] if roll["losses"] else []
    gone = next((_who_goes(move) for move in roll["moves"] if move["why"] == "retreat"), [])
    if roll["destroyed"]:
        said.append(f"{roll['destroyed']['cell']} is empty")
    elif gone:
        said.append(f"{listed(gone)} {_does(gone, 'goes', 'go')} back")
    return f" = {', '.join(said)}" if said else ""


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


# --- Events ---------------------------------------------------------------------------------------------------------


def _turn(facts: Facts, view: Json) -> str:
    numbers = numbers_of([facts])
    return f"Turn {facts['turn']}, {seat_title(facts['seat'])}: the dice are {dice_called(facts['dice'])} [{numbers}]."


def _placed(facts: Facts, view: Json) -> str | None:
    if not facts["lost"]:
        return None
    return f"{seat_title(facts['seat'])} leaves dice unused: {dice_called(facts['lost'])}."


def _action(kind: str) -> Callable[[Facts, Json], str]:
    def said(facts: Facts, view: Json) -> str:
        some = _part(facts)
        return f"{facts['unit']} {f'{some}: ' if some else ''}{ACTIONS[kind](facts)}."

    return said


def _shot(facts: Facts, view: Json) -> str:
    return shot_in_words(facts)


def _shot_lost(facts: Facts, view: Json) -> str:
    return f"{facts['unit']} has nobody left to fire at in {facts['target']}; that shot is not fired."


def _enter(facts: Facts, view: Json) -> str:
    where = f"at {facts['entry']} ({facts['cell']}), facing {called(facts['facing'])}"
    return f"{facts['unit']}, {CLASSES[facts['kind']]}, enters {where}."


def _void(facts: Facts, view: Json) -> str:
    who = facts["unit"] or "the entry"
    rest = "rest of the " if facts["cut"] else ""
    # Nobody but its sender has seen the mail that the line stands in.
    own = facts.get("line") is not None and facts["seat"] == view["seat"]
    line = f" (line {facts['line']})" if own else ""
    why = wording.refusal(facts["code"], facts, None, view).removeprefix(f"{who}: ")
    return f"The {rest}order for {who}{line} could not be carried out: {why}{cited(facts['clauses'])}."


def _end_turn(facts: Facts, view: Json) -> str | None:
    if facts["by"] == "order":
        return None
    missed = facts["missed"]
    return (
        f"The time is over, and {seat_title(facts['seat'])}'s turn {facts['turn']} is closed; "
        f"{_counted(missed, 'turn')} missed{' in a row' if missed > 1 else ''}."
    )


def _fights_ignored(facts: Facts, view: Json) -> str:
    return f"Named to fight first, and without a fight: {listed(facts['cells'])}."


def _fight(facts: Facts, view: Json) -> str:
    return f"{fight_in_short(facts)} {rolls_of_fight(facts)}"


def _lapsed(facts: Facts, view: Json) -> str:
    what = "charge" if facts["charge"] else "fight"
    why = next((f"nobody is left in {cell}" for cell in facts.get("empty", ())), "they no longer meet")
    return f"The {what} of {facts['from']} on {facts['to']} lapses, as {why}."


def _draw_offered(facts: Facts, view: Json) -> str:
    return f"{seat_title(facts['seat'])} offers a draw."


def _draw_lapsed(facts: Facts, view: Json) -> str:
    whose = "Your" if facts["seat"] == view["seat"] else f"{seat_title(facts['seat'])}'s"
    return f"{whose} offer of a draw has lapsed."


def _resigned(facts: Facts, view: Json) -> str:
    return f"{seat_title(facts['seat'])} resigns."


def _claimed(facts: Facts, view: Json) -> str:
    return f"{seat_title(facts['seat'])} claims the game."


def _end(facts: Facts, view: Json) -> str:
    said = say_outcome(view)
    if not facts.get("score"):
        return said
    counted = [
        f"{seat_title(seat)} {_counted(score['points'], 'point')} and {_counted(score['bases'], 'base')}"
        for seat, score in facts["score"].items()
    ]
    return f"{said} {', '.join(counted)}."


CITED = frozenset({"shot_lost", "end_turn", "fights_ignored", "lapsed", "draw_lapsed", "claimed"})
EVENTS: dict[str, Callable[[Facts, Json], str | None]] = {
    "turn": _turn,
    "placed": _placed,
    **{kind: _action(kind) for kind in ACTIONS},
    "shot": _shot,
    "shot_lost": _shot_lost,
    "enter": _enter,
    "void": _void,
    "end_turn": _end_turn,
    "fights_ignored": _fights_ignored,
    "fight": _fight,
    "lapsed": _lapsed,
    "draw_offered": _draw_offered,
    "draw_lapsed": _draw_lapsed,
    "resigned": _resigned,
    "claimed": _claimed,
    "end": _end,
}
