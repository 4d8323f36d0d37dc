"""What happened in a game of Waterloo on a grid, in the words of a report.

A player's turn is told under one line that sums it up: shots, fights, losses. Below it every shot has its line, and
every fight one line for what came of it and one for its rolls, with the dice as they fell and their numbers, under
which the report lists them once more: `[21.3-9]` are rolls 3 to 9 of key 21. Not for: answers to orders, which are
`wording.py`; how the game stands, which is `questions.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

import msgspec

from core.contract import Event, Json, SeatName
from pbem.rulesets.sentences import cited, listed

from . import wording
from .board import CLASSES, OBSTACLES, ROOM, ahead, board, called, cells_between, place_title, seat_title, side_of
from .questions import dice_called, is_walled, say_outcome
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
        self._gone: dict[str, str] = {}  # who has been shot out of a cell in this turn, in words
        self._shooter = ""  # the unit whose shot the last line tells of
        self._acting = ""  # the unit whose actions are being told
        self._parts: list[_Part] = []  # and what each part of it does
        self._charges: list[Facts] = []  # which the rules tell when all of it has moved
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
            self.lines += [fight_in_short(event.facts), rolls_of_fight(event.facts, self._view)]
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
        actions = _in_one(self._parts, self._charges)
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
        self._acting, self._parts, self._charges = "", [], []

    def _act(self, event: Event) -> None:
        """Note what some bases of the acting unit do; what the same bases do next stands beside it."""
        bases = event.facts.get("bases", "")
        if event.kind == "charge" and self._parts:
            self._charges.append(event.facts)
            return
        if not self._parts or (bases and self._parts[-1].bases != bases):
            self._parts.append(_Part(event.facts))
        self._parts[-1].actions.append(ACTIONS[event.kind](event.facts))

    def remark(self, event: Event) -> None:
        self.finish()
        said = say_event(event if event.kind != "void" else self._with_who_left(event), self._view)
        if said is not None:
            self.lines.append(said)
            self._marching, self._shooter = None, ""

    def _with_who_left(self, void: Event) -> Event:
        """An order that found nobody to fire at, with what the shots before it had done to him."""
        gone = self._gone.get(str(void.facts.get("target"))) if void.facts.get("what") == "empty" else None
        return msgspec.structs.replace(void, facts={**void.facts, "gone": gone}) if gone else void

    def _note_who_left(self, shot: Facts) -> None:
        if shot["destroyed"]:
            self._gone[shot["target"]] = f"all in {place_title(shot['target'])} had been lost"
        elif back := [move for move in shot["moves"] if move["why"] == "retreat"]:
            who = listed(_who_goes(back[-1]))
            self._gone[shot["target"]] = (
                f"{who} had been driven from {place_title(shot['target'])} to {place_title(back[-1]['to'])}"
            )

    def count(self, event: Event) -> None:
        """Keep count of what the summing line tells."""
        facts = event.facts
        if event.kind == "shot":
            self._note_who_left(facts)
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
        elif self._start is not None and self._closed and not self._begun:
            self.lines.insert(self._start, f"{self._turn_or_part()}: no fight.")
        self._start, self._marching, self._shooter = None, None, ""
        self._begun = self._closed = False
        self._shots = self._fights = 0
        self._orders = _Orders()
        self._losses, self._hurt, self._gone = {}, [], {}

    def _summary(self, orders: _Orders) -> str:
        told = []
        if orders.failed:
            told.append(f"{_counted(orders.failed, 'order')} could not be carried out")
        if orders.cut:
            told.append(f"{_counted(orders.cut, 'order')} cut short")
        told += [_counted(self._shots, "shot")] if self._shots else []
        told += [_counted(self._fights, "fight")] if self._fights else []
        enemy_first = sorted(self._view["seats"], key=lambda seat: seat == self._seat)
        lost = [f"{seat_title(seat)} {self._lost(seat)}" for seat in enemy_first] if self._losses else []
        hurt = f"Lost: {', '.join(lost)}." if lost else "Nobody lost anything."
        return f"{self._turn_or_part()}: {', '.join(told)}. {hurt}"

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
        both = "".join(letter for letter in LETTERS if letter in self.bases + other.bases)
        alike = len(self.actions) == 1 and self.actions == other.actions and _has_room(self.actions[0], len(both))
        if not alike or set(self.bases) & set(other.bases):
            return False
        self.bases = both
        self.is_whole = set(self.living) <= set(self.bases)
        return True


def _in_one(parts: Sequence[_Part], charges: Sequence[Facts] = ()) -> str:
    """`E8-E6` of a whole unit; `bc: I9-I8, turns east` of a part of it; a charge where its bases have moved."""
    told: list[_Part] = []
    for part in parts:
        if not (told and told[-1].take_in(part)):
            told.append(part)
    for charge in charges:
        charging = set(charge["bases"])
        # Of several parts that came to charge together it stands at the last.
        at = next((part for part in reversed(told) if part.bases and set(part.bases) <= charging), None)
        if at is None:
            at = _Part(charge)
            told.append(at)
        at.actions.append(_charged(charge))
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


def _has_room(action: str, bases: int) -> bool:
    """Whether an action is a way that so many bases can go at once: past no cell that holds fewer."""
    ends = action.split("-")
    if len(ends) != 2 or not all(map(_CELL.fullmatch, ends)):
        return False
    return all(ROOM[board().terrain_of(cell)] >= bases for cell in cells_between(*ends))


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
    volley = "fires a volley" if facts["how"] == "volley" and len(facts["bases"]) > 1 else "fires"
    who = f"{facts['unit']}{f' {some}' if some else ''} at {facts['cell']} {volley}"
    if after is not None:
        who = f"{'' if facts['bases'] == after or not some else f'{some}: '}{volley}"
    came = result_in_words([_aimed(facts, facts["facing"])]) + _half(facts, facts)
    return (
        f"{who} at {place_title(facts['target'])}: {dice_called(facts['dice'])} "
        f"[dice {numbers_of([facts])}]. {_sentence(came)}"
    )


def _aimed(roll: Json, direction: str) -> Json:
    """A roll with the direction in which it drives its target back."""
    return {**roll, "back": direction}


def fight_in_short(facts: Facts) -> str:
    """`BI2 charges RI2, E5 on E4: RI2 loses b and c and retreats to E3; BI2 loses b and c.`"""
    attack, defend = listed(_who_fights(facts, "attack")), listed(_who_fights(facts, "defend"))
    how = ("charges", "charge") if facts["charge"] else ("attacks", "attack")
    where = f"{facts['from']} on {place_title(facts['to'])}"
    flank = " from flank or rear" if facts["flank"] else ""
    told = [
        result_in_words([_aimed(roll, direction) for roll in facts["rolls"] if roll["what"] in whats])
        for whats, direction in ((("attack",), facts["dir"]), (("defensive", "defence"), OPPOSITE[facts["dir"]]))
    ]
    squared = any(roll.get("squared") for roll in facts["rolls"])
    said = [f"{defend} {_does(facts['units']['defend'], 'forms', 'form')} square"] if squared else []
    said += [each for each in told if each != NO_EFFECT]
    does = _does(facts["units"]["attack"], *how)
    return f"Fight, {where}: {attack} {does} {defend}{flank}. {_sentence('; '.join(said) or NO_EFFECT)}"


OPPOSITE = {"n": "s", "s": "n", "e": "w", "w": "e"}


def _who_fights(facts: Facts, side: str) -> list[str]:
    """The units of one side of a fight, with the letters of their bases where these are not all: `RG1 b`."""
    parts = facts.get("fighting", {})
    return [f"{unit} {parts[unit]}" if unit in parts else unit for unit in facts["units"][side]]


def _does(who: Sequence[str], one: str, several: str) -> str:
    return one if len(who) == 1 else several


def rolls_of_fight(facts: Facts, view: Json) -> str:
    """The rolls of a fight in order: `Its dice [21.3-8]: RI2 fires first: I - = 1 lost | attack 3 +1 charge: I I`."""
    told = []
    for roll in facts["rolls"]:
        counted = f" {_dice_before(roll)}" if roll.get("mods") and roll["what"] != "square" else ""
        counted = f",{counted}" if counted and roll["what"] in BEFORE else counted
        mods = "".join(f" {count:+d} {MODS[name]}" for name, count in (roll.get("mods") or {}).items())
        dice = dice_called(roll["dice"]) if roll["dice"] else "no dice"
        half = _half(roll, _target_of(roll, facts, view)) if roll["what"] != "square" else ""
        told.append(f"{_rolled(roll, facts)}{counted}{mods}: {dice}{_came_of_it(roll)}{half}")
    numbers = numbers_of(facts["rolls"])
    return f"Its dice{f' [{numbers}]' if numbers else ''}: {' | '.join(told)}."


def _target_of(roll: Json, facts: Facts, view: Json) -> Json:
    """Who is rolled at in a fight, and whether he stands in a walled farm: the attackers may, too."""
    if roll["what"] == "attack":
        return {"against": facts["arms"]["defend"], "walled": facts.get("walled")}
    return {"against": facts["arms"]["attack"], "walled": is_walled(facts["from"], view)}


def _rolled(roll: Json, facts: Facts) -> str:
    """What a roll is for; before the fight proper those who are charged roll, which is told with their name."""
    before = BEFORE.get(roll["what"])
    if before is None:
        return str(roll["what"])
    return f"{listed(_who_fights(facts, 'defend'))} {_does(facts['units']['defend'], *before)}"


def _half(roll: Json, target: Json) -> str:
    """Of infantry in a walled farm: a single I or X that did nothing, as it takes two (WGR-106)."""
    alone = [symbol for symbol in "IX" if roll["dice"].count(symbol) == 1]
    if not (target.get("walled") and target.get("against", "I") == "I" and alone) or roll["destroyed"]:
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
    """What rolls did, in the order of WGR-107: losses by unit, the way back, whom it pushed, who was lost on it.

    `back` of a result is the direction in which it drives its target back.
    """
    killed = [loss for result in results for loss in _killed(result)]
    said = _losses_in_words(killed)
    left = "left " if said else ""
    named = list(dict.fromkeys(loss["unit"] for loss in killed)) if not any(loss["flag"] for loss in killed) else []
    way = _ways_in_words([move for result in results for move in result["moves"]], named)
    if way and way[0].startswith("retreat") and said:
        said[-1], way = f"{said[-1]} and {way[0]}", way[1:]  # he was named just before
    said += way
    said += [each for result in results if result["destroyed"] for each in _overtaken_in_words(result, left)]
    if len(said) > 1:
        said = [*said[:-1], f"and {said[-1]}"]
    return ", ".join(said) or NO_EFFECT


def _killed(result: Json) -> list[Json]:
    """The losses by the dice themselves; the hits come first, then whoever had no way back."""
    return list(result["losses"][: result["hits"]] if result["destroyed"] else result["losses"])


def _overtaken_in_words(result: Json, left: str) -> list[str]:
    """`all left in K10 are lost (BI6 b and c): the way back leads off the field`; flags that were carried off."""
    cell = result["destroyed"]["cell"]
    bases, carried = _by_unit(result["losses"][len(_killed(result)) :])
    who = [_bases_of(unit, sorted(letters)) for unit, letters in bases.items()]
    why = _why_lost(result)
    if carried and not who:
        return [f"{carried[0]}: {why}", *carried[1:]]
    told = f" ({'; '.join(who)})" if who else ""
    return [f"all {left}in {cell} are lost{told}: {why}", *carried]


def _why_lost(result: Json) -> str:
    """Why there was no way back, and over what it would have led (WGR-115 to WGR-118)."""
    why, back = result["destroyed"]["why"], result.get("back")
    if back is None or why == "enemy":
        return LOST_TO[why]  # an enemy may stand in what would be jumped or behind it
    over: list[str] = []
    goal = ahead(result["destroyed"]["cell"], back)
    while goal is not None and board().terrain_of(goal) in OBSTACLES:
        over.append(goal)
        goal = ahead(goal, back)
    if why == "friends" and goal is not None:
        return f"friends in {place_title(goal)} cannot be pushed back"
    return f"the way back, over {_places(over)}, leads off the field" if over else LOST_TO[why]


def _bases_of(unit: str, lost: Sequence[str]) -> str:
    return f"{unit}'s flag" if lost == [ITS_FLAG] else f"{unit} {listed(lost)}"


ITS_FLAG = "its flag"
LOST_TO = {
    "enemy": "an enemy bars the way back",
    "edge": "the way back leads off the field",
    "friends": "friends in the way cannot be pushed back",
}


def _losses_in_words(losses: Sequence[Json]) -> list[str]:
    """`RI2 loses b and c`; `RI1's flag is carried from E5 to D5, where a is lost in its place`."""
    bases, carried = _by_unit(losses)
    return [f"{unit} loses {listed(sorted(letters))}" for unit, letters in bases.items()] + carried


def _by_unit(losses: Sequence[Json]) -> tuple[dict[str, list[str]], list[str]]:
    """The bases lost where they stood, unit by unit, and the flags that took the place of another (WGR-110)."""
    bases: dict[str, list[str]] = {}
    carried = []
    for loss in losses:
        unit, flag = loss["unit"], loss["flag"]
        if flag:
            way = f"from {flag['from']} to {flag['to']}"
            carried.append(f"{unit}'s flag is carried {way}, where {loss['base']} is lost in its place")
        else:
            bases.setdefault(unit, []).append(ITS_FLAG if loss["base"] == "f" else loss["base"])
    return bases, carried


def _ways_in_words(moves: Sequence[Json], named: Sequence[str]) -> list[str]:
    """`RI2 retreats to E3, pushing RH1 to E2`: where each ends, and over what; not the name told just before."""
    ends: dict[tuple[str, tuple[str, ...]], str] = {}
    over: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for move in moves:
        key = (move["why"], tuple(_who_goes(move)))
        ends[key] = move["to"]
        over.setdefault(key, []).extend(cells_between(move["from"], move["to"]))
    back = [
        f"{'' if list(who) == named else f'{listed(who)} '}{_does(who, 'retreats', 'retreat')}{_over(over[why, who])} "
        f"to {to}"
        for (why, who), to in ends.items()
        if why == "retreat"
    ]
    # The farthest goes first, and the nearest is told first.
    pushed = [f"{listed(who)}{_over(over[why, who])} to {to}" for (why, who), to in ends.items() if why == "push"]
    if pushed:
        back.append(f"pushing {listed(reversed(pushed))}")
    return [", ".join(back)] if back else []


def _over(cells: Sequence[str]) -> str:
    return f" over {_places(cells)}" if cells else ""


def _places(cells: Sequence[str]) -> str:
    """`F2 and G2 (Mont-St-Jean)`: cells with what lies there, which is named once."""
    by_place: dict[str, list[str]] = {}
    for cell in cells:
        wood = board().terrain_of(cell) == "wood"
        by_place.setdefault("" if wood else board().full_name(cell), []).append(f"the wood {cell}" if wood else cell)
    return listed([f"{listed(there)}{f' ({place})' if place else ''}" for place, there in by_place.items()])


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
    if gone and not roll["destroyed"]:
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
    why = wording.by_then(facts["code"], facts, view).removeprefix(f"{who}: ") + cited(facts["clauses"])
    return f"The {rest}order for {who}{line} could not be carried out: {facts.get('gone') or why}."


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
    return f"{fight_in_short(facts)} {rolls_of_fight(facts, view)}"


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
