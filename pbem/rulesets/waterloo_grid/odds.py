"""What orders may come to, in sentences: each shot and each fight, what changes hands, and who stands in danger.

All of it is counted in turns that were played with fresh dice; what the rules know of targets and contacts is in the
views of where they ended. Not for: which orders are good.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from core.contract import Event, Json, RuleSet, SeatName
from pbem.rulesets.contract import Sample
from pbem.rulesets.sentences import WIDTH, listed, percent

from .board import (
    ACTION_POINTS,
    Stack,
    ahead,
    cell_order,
    class_of,
    place_title,
    seat_title,
    side_of,
    stacks_of,
    unit_order,
)

# Who stands in danger is looked up in so many of the samples: that takes a fifth of a millisecond each.
MOST_LOOKED_AT = 100
LINES_OF_DANGER = 6
RARE = 0.05  # what is rarer is no danger worth a line
OPPOSITE = {"n": "s", "e": "w", "s": "n", "w": "e"}


class Roll(NamedTuple):
    """A shot or a fight that was ordered: who, from where, at whom, and which of several it is."""

    kind: str
    who: str
    cell: str
    target: str
    number: int


def told(rules: RuleSet[Any], view: Json, samples: Iterable[Sample]) -> tuple[str, ...]:
    """What orders of the seat of this view come to in these samples."""
    played = list(samples)
    if not played:
        return ()
    seat = view["seat"]
    said = [*_rolls(played, seat), *_ends(rules, played), *_objectives(rules, view, played)]
    said += _dangers(rules, played, seat)
    return tuple(said) or ("Nobody fires, nobody fights, and nothing changes hands.",)


def short(view: Json, samples: Sequence[Sample]) -> str:
    """Of each cell that is fought for or fired at in a few words: `I8 wins 58 %, E4 hits 56 %`."""
    played, found = samples, dict[str, str]()
    for roll, events in _counted(played).items():
        if roll.kind == "shot":
            found.setdefault(roll.target, f"hits {percent(sum(map(_hits, events)), len(played))}")
        elif roll.kind == "fight":
            won = sum(event.facts["loser"] == "defender" for event in events if event.kind == "fight")
            found[roll.target] = f"wins {percent(won, len(played))}"
    return ", ".join(f"{cell} {what}" for cell, what in found.items())


# --- Shots and fights -----------------------------------------------------------------------------------------------


def _counted(played: Sequence[Sample]) -> dict[Roll, list[Event]]:
    """The shots and fights of all samples, under what was ordered, in the order of the first time."""
    found: dict[Roll, list[Event]] = {}
    for sample in played:
        numbers: Counter[tuple[str, ...]] = Counter()
        for event in sample.events:
            named = _named(event)
            if named is not None:
                numbers[named] += 1
                found.setdefault(Roll(*named, numbers[named]), []).append(event)
    return dict(sorted(found.items(), key=lambda item: item[0].kind != "shot"))


def _named(event: Event) -> tuple[str, str, str, str] | None:
    facts = event.facts
    if event.kind in ("shot", "shot_lost"):
        return "shot", facts["unit"], facts.get("cell", ""), facts["target"]
    if event.kind in ("fight", "lapsed"):
        kind = "passive" if facts["group"] == 3 else "fight"
        return kind, facts["seat"], facts["from"], facts["to"]
    return None


def _rolls(played: Sequence[Sample], seat: SeatName) -> list[str]:
    return [
        _shot(roll, events, len(played)) if roll.kind == "shot" else _fight(roll, events, len(played), seat)
        for roll, events in _counted(played).items()
    ]


def _hits(event: Event) -> bool:
    return event.kind == "shot" and bool(event.facts["losses"])


def _shot(roll: Roll, events: Sequence[Event], count: int) -> str:
    """BA1 at D4: nothing 26 %, bases fall 55 %, driven back 19 %, destroyed 3 %."""
    fired = [event.facts for event in events if event.kind == "shot"]
    hits = sum(bool(facts["losses"]) for facts in fired)
    gone = sum(facts["destroyed"] is not None for facts in fired)
    back = sum(bool(facts["moves"]) and facts["destroyed"] is None for facts in fired)
    nothing = sum(not facts["losses"] and not facts["moves"] and facts["destroyed"] is None for facts in fired)
    said = [("bases fall", hits), ("driven back", back), ("destroyed", gone), ("not fired", count - len(fired))]
    said = [("nothing", nothing), *(each for each in said if each[1])]
    again = f" (shot {roll.number})" if roll.number > 1 else ""
    while True:
        line = f"{roll.who} at {roll.target}{again}: {', '.join(f'{what} {percent(n, count)}' for what, n in said)}."
        if len(line) <= WIDTH:
            return line
        said = said[1:]


def _fight(roll: Roll, events: Sequence[Event], count: int, seat: SeatName) -> str:
    """BI2 charges RI2 in E4: wins 51 %, loses 49 %; costs 1.2 bases, kills 1.4. Told from the seat's own side."""
    fought = [event.facts for event in events if event.kind == "fight"]
    if not fought:
        return f"{roll.cell} against {roll.target}: no fight."
    first, mine = fought[0], roll.who == seat
    won = sum((facts["loser"] == "defender") == mine for facts in fought)
    losses = Counter(loss["seat"] for facts in fought for each in facts["rolls"] for loss in each["losses"])
    own, other = losses[seat], sum(losses.values()) - losses[seat]
    attack, defend = _units(first["units"]["attack"]), _units(first["units"]["defend"])
    verb = "charges" if first["charge"] else "fights"
    named = f"{attack} {verb} {defend} in {roll.target}" if mine else f"{defend} in {roll.target} fights {attack}"
    said = f"{named}: wins {percent(won, count)}, loses {percent(len(fought) - won, count)}"
    if len(fought) < count:
        said += f", no fight {percent(count - len(fought), count)}"
    more = f"; costs {own / len(fought):.1f} bases, kills {other / len(fought):.1f}"
    return f"{said}{more}." if len(said) + len(more) < WIDTH else f"{said}."


def _units(units: Sequence[str]) -> str:
    """BI2; of several the first, with a sign that it is not alone."""
    first, *others = sorted(units, key=unit_order)
    return f"{first}&" if others else first


# --- What changes hands ---------------------------------------------------------------------------------------------


def _ends(rules: RuleSet[Any], played: Sequence[Sample]) -> list[str]:
    """Who wins by these orders, and how often."""
    ended: Counter[str] = Counter()
    for sample in played:
        outcome = rules.outcome(sample.after)
        if outcome is not None:
            ended[f"{seat_title(outcome.winners[0])} wins" if outcome.winners else "The game is drawn"] += 1
    return [f"{what} {percent(count, len(played))}." for what, count in ended.most_common()]


def _objectives(rules: RuleSet[Any], view: Json, played: Sequence[Sample]) -> list[str]:
    """Villages and farms that are somebody else's afterwards."""
    before = view["hints"]["objectives"]
    changed: Counter[tuple[str, SeatName | None]] = Counter()
    for sample in played:
        after = holders(rules, sample.after, before)
        changed.update((cell, seat) for cell, seat in after.items() if seat != before[cell])
    said = []
    for (cell, holder), count in sorted(changed.items(), key=lambda item: (cell_order(item[0][0]), -item[1])):
        now = f"is {seat_title(holder)}'s" if holder is not None else "stands empty"
        said.append(f"{place_title(cell)} {now} {percent(count, len(played))}.")
    return said


def holders(rules: RuleSet[Any], position: Any, before: Json) -> dict[str, SeatName | None]:
    """Whose each village cell and farm is: who stands there, or with hold=last who was there last (WGR-R58)."""
    written = rules.encode(position)
    held = written["held"]
    found = {cell: held.get(cell) for cell in before}
    for unit, groups in written["units"].items():
        for group in groups.split():
            cell = group.partition(":")[0]
            if cell in found:
                found[cell] = side_of(unit)
    return found


# --- Who stands in danger -------------------------------------------------------------------------------------------


def _dangers(rules: RuleSet[Any], played: Sequence[Sample], seat: SeatName) -> list[str]:
    """What the enemy could do to the own stacks in his next turn if his dice allow, the most frequent first."""
    looked_at = played[:: max(1, len(played) // MOST_LOOKED_AT)]
    found: Counter[tuple[str, str]] = Counter()
    for sample in looked_at:
        if rules.outcome(sample.after) is None:
            found.update(dangers(rules.view(sample.after, seat), seat))
    by_cell: dict[str, list[str]] = {}
    for (cell, what), count in found.most_common():
        if count > RARE * len(looked_at):
            often = "" if count == len(looked_at) else f" {percent(count, len(looked_at))}"
            by_cell.setdefault(cell, []).append(f"{what}{often}")
    worst = sorted(by_cell.items(), key=lambda item: (-len(item[1]), cell_order(item[0])))[:LINES_OF_DANGER]
    return [_fitting(cell, whats) for cell, whats in sorted(worst, key=lambda item: cell_order(item[0]))]


def _fitting(cell: str, whats: list[str]) -> str:
    """E6 in danger: guns of RA1 40 %, a charge of RH1 from behind; as many as a line has room for."""
    while True:
        said = f"{cell} in danger: {listed(whats)}."
        if len(said) <= WIDTH or len(whats) == 1:
            return said
        whats = whats[:-1]


def dangers(view: Json, seat: SeatName) -> list[tuple[str, str]]:
    """Each own cell that the enemy could harm in a turn of his, with what: guns, muskets, a charge, a fight on."""
    stacks = stacks_of(view)
    own = {cell for cell, stack in stacks.items() if side_of(stack.units[0]) == seat}
    found = []
    for how in ("guns", "muskets"):
        for unit, targets in view["hints"][how].items():
            found += [(cell, f"{how} of {unit}") for cell in targets if cell in own and side_of(unit) != seat]
    found += [
        (contact["to"], f"{_units(stacks[contact['from']].units)} in contact")
        for contact in view["hints"]["contacts"]
        if contact["seat"] != seat
    ]
    for cell in own:
        found += _charges(cell, stacks, seat)
    return list(dict.fromkeys(found))


def _charges(cell: str, stacks: dict[str, Stack], seat: SeatName) -> list[tuple[str, str]]:
    """The enemies who could charge a stack straight ahead, after a turn where one is needed (WGR-044 to WGR-048)."""
    found = []
    mine = stacks[cell]
    for direction in "nesw":
        steps, there = 0, ahead(cell, direction)
        while there is not None and there not in stacks:
            steps, there = steps + 1, ahead(there, direction)
        if there is None or not steps or side_of(stacks[there].units[0]) == seat:
            continue
        enemy = stacks[there]
        kind = class_of(enemy.units[0])
        cavalry = class_of(mine.units[0]) in "LH"
        turns = 0 if any(base.facing == OPPOSITE[direction] for base in enemy.bases) else 1
        if kind != "A" and not (kind in "IG" and cavalry) and steps + turns <= ACTION_POINTS[kind]:
            found.append((cell, f"a charge of {_units(enemy.units)}{_side(mine, direction)}"))
    return found


def _side(stack: Stack, direction: str) -> str:
    """From where it would come, if not from the front."""
    facings = {base.facing for base in stack.bases}
    if direction in facings or "+" in facings:
        return ""
    return " from behind" if OPPOSITE[direction] in facings else " from the side"
