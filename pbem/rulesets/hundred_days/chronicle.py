"""What happened in a campaign that is over, beat by beat, in sentences: what the events of the record open at the end.

What goes on all the time is left out, as are dispatches and what was seen from afar: the film shows each rider, and the
diary what seats made of it. Not for: what a seat is told while the game goes on (`narration`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from core.contract import Event, Json
from pbem.rulesets.sentences import listed

from . import narration
from .board import army_name, men, person_title, place_name
from .dispatches import CLASSES

SIDES = {"french": "the French", "coalition": "the coalition"}
BREAKS = ((4, "is routed"), (2, "is beaten"), (0, "retreats"))


class Happened(NamedTuple):
    """Something that happened at the end of a beat, as a sentence."""

    beat: int
    words: str


class Gathered(NamedTuple):
    """A kind of event of which several are told in one sentence: those with the same `by`, each by its `what`."""

    by: Callable[[Json], Hashable]
    what: Callable[[Json], str]
    words: Callable[[Json, Sequence[str], Json], str]


def happened(events: Sequence[Event], view: Json, beat: int) -> list[Happened]:
    """What some events tell, by time; `beat` is that of events that belong to the whole turn."""
    groups: dict[Hashable, list[Event]] = {}
    for number, event in enumerate(events):
        if event.kind == "lost" and not event.facts["men"]:
            continue
        gathered = GATHERED.get(event.kind)
        alone: Hashable = number if gathered is None else gathered.by(event.facts)
        groups.setdefault((event.facts.get("beat", beat), event.kind, alone), []).append(event)
    found = [Happened(each[0].facts.get("beat", beat), _told(each, view)) for each in groups.values()]
    return sorted((each for each in found if each.words), key=lambda each: each.beat)


def _told(events: Sequence[Event], view: Json) -> str:
    first = events[0]
    gathered = GATHERED.get(first.kind)
    if gathered is not None:
        return gathered.words(first.facts, [gathered.what(each.facts) for each in events], view)
    if first.kind in SENTENCES:
        return SENTENCES[first.kind](first.facts, view)
    if first.kind in OPEN:
        return narration.say_event(first, view) or ""
    return ""


def spot(facts: Json, view: Json) -> str:
    """`at Charleroi`, `on the road Charleroi-Gosselies`."""
    if facts.get("at") is not None:
        return f"at {place_name(facts['at'], view)}"
    if facts.get("link") is not None:
        return f"on the road {'-'.join(place_name(code, view) for code in str(facts['link']).split('-'))}"
    return "on its road"


# --- Several in a sentence ------------------------------------------------------------------------------------------


def _column(facts: Json) -> str:
    return str(facts["column"])


def _arrive(facts: Json, columns: Sequence[str], view: Json) -> str:
    return f"{listed(columns)} {'reaches' if len(columns) == 1 else 'reach'} {place_name(facts['at'], view)}."


def _act(facts: Json, columns: Sequence[str], view: Json) -> str:
    return f"{listed(columns)} {'acts' if len(columns) == 1 else 'act'} on the orders of turn {facts['turn']}."


def _lose(facts: Json, columns: Sequence[str], view: Json) -> str:
    return f"Lost: {', '.join(columns)}."


def _join(facts: Json, columns: Sequence[str], view: Json) -> str:
    how = "to attack" if facts["attacks"] else "in defence"
    return f"{listed(columns)} {'joins' if len(columns) == 1 else 'join'} battle B{facts['battle']} {how}."


def _meet(facts: Json, pairs: Sequence[str], view: Json) -> str:
    return f"In touch, without a battle: {listed(pairs)}."


def _fall_back(facts: Json, columns: Sequence[str], view: Json) -> str:
    return f"{listed(columns)} {'falls' if len(columns) == 1 else 'fall'} back on {place_name(facts['to'], view)}."


GATHERED = {
    "arrived": Gathered(lambda facts: facts["at"], _column, _arrive),
    "acts": Gathered(lambda facts: facts["turn"], _column, _act),
    "lost": Gathered(lambda facts: None, lambda facts: f"{facts['column']} {men(facts['men'])}", _lose),
    "joined_battle": Gathered(lambda facts: (facts["battle"], facts["attacks"]), _column, _join),
    "touch": Gathered(lambda facts: None, lambda facts: f"{facts['column']} before {facts['enemy']}", _meet),
    "retreat": Gathered(lambda facts: facts["to"], _column, _fall_back),
}


# --- One in a sentence ----------------------------------------------------------------------------------------------


def _battle(facts: Json, view: Json) -> str:
    return f"Battle B{facts['battle']} begins {spot(facts, view)}: {SIDES[facts['attacker']]} attack (HD-071)."


def _round(facts: Json, view: Json) -> str:
    dice = f"dice {facts['attack_die']} and {facts['defence_die']}"
    lost = f"attackers lose {men(facts['attacker_loses'])}, the defenders {men(facts['defender_loses'])}"
    score = f"with all that counts {facts['attack']} and {facts['defence']}"
    return f"B{facts['battle']}, hour {facts['round']}: {dice}, {score}; the {lost} (HD-074)."


def _test(facts: Json, view: Json) -> str:
    stands = facts["over"] < 0
    what = "stands" if stands else next(words for least, words in BREAKS if facts["over"] >= least)
    who = SIDES[facts["side"]]
    verb = f"{who} {what}" if facts["side"] == "coalition" else f"{who} {PLURALS[what]}"
    return f"B{facts['battle']}: with {facts['percent']} % lost and a {facts['die']}, {verb} (HD-076)."


PLURALS = {"stands": "stand", "is routed": "are routed", "is beaten": "are beaten", "retreats": "retreat"}


def _over(facts: Json, view: Json) -> str:
    whose = (
        f"{SIDES[facts['winner']]} {'has' if facts['winner'] == 'coalition' else 'have'} won" if facts["winner"] else ""
    )
    return f"Battle B{facts['battle']} is over; {whose or 'nobody has won'}."


def _destroyed(facts: Json, view: Json) -> str:
    with_guns = f" and {facts['guns']} guns" if facts["guns"] else ""
    where = f" at {place_name(facts['at'], view)}" if facts["at"] is not None else ""
    what = f", {men(facts['men'])} men{with_guns}," if facts["men"] else ""
    return f"{facts['column']}{what} is lost{where} (HD-094)."


def _danger(facts: Json, view: Json) -> str:
    who, where = person_title(facts["person"], view), place_name(facts["at"], view) if facts["at"] else "the road"
    escapes = f"escapes to {facts['with']}" if facts["with"] is not None else "is taken"
    return f"{who} is in danger at {where}: a {facts['die']}; he {escapes} (HD-054)."


def _post(what: str) -> Callable[[Json, Json], str]:
    def said(facts: Json, view: Json) -> str:
        return f"{what} {spot(facts, view)}: a {facts['die']}, {facts['score']} in all."

    return said


def _rumour(facts: Json, view: Json) -> str:
    return (
        f"A rumour for {army_name(facts['army'], view)}: {CLASSES[facts['seen']]} at {place_name(facts['at'], view)} "
        f"(it was {facts['column']}; HD-064)."
    )


def _detached(facts: Json, view: Json) -> str:
    numbers = f"{facts['foot']}+{facts['horse']}" if facts["horse"] else str(facts["foot"])
    return f"{facts['column']} detaches {facts['made']}: {numbers} hundred, {facts['guns']} guns."


def _lapsed(facts: Json, view: Json) -> str:
    return f"{facts['column']}: the order to {listed([narration.LAPSED[each] for each in facts['order']])} lapses."


SENTENCES: dict[str, Callable[[Json, Json], str]] = {
    "battle": _battle,
    "round": _round,
    "test": _test,
    "battle_over": _over,
    "destroyed": _destroyed,
    "danger": _danger,
    "rearguard": _post("A rearguard is tested"),
    "swept": _post("A small post is swept aside"),
    "rumour": _rumour,
    "detached": _detached,
    "lapsed": _lapsed,
    "pursuit": lambda facts, view: f"Pursuit after B{facts['battle']}: a {facts['die']}, {men(facts['men'])} men more.",
    "blown": lambda facts, view: f"{facts['column']} blows the bridge {facts['bridge']}: a {facts['die']} (HD-041).",
    "charge_fails": lambda facts, view: (
        f"{facts['column']} fails to blow {facts['bridge']}: a {facts['die']} (HD-041)."
    ),
    "repaired": lambda facts, view: f"{facts['column']} has repaired the bridge {facts['bridge']}.",
    "way_closed": lambda facts, view: f"{facts['column']} halts before the blown bridge {facts['bridge']}.",
    "put_back": lambda facts, view: (
        f"The bridge before {facts['column']} is blown: it is put back, and is {spot(facts, view)}."
    ),
    "left": lambda facts, view: f"{facts['column']} leaves the map at {place_name(facts['at'], view)}.",
    "taken_up": lambda facts, view: f"{facts['by']} takes up {facts['column']}.",
    "put_aside": lambda facts, view: f"{facts['column']} puts orders of turn {facts['turn']} aside: it has newer ones.",
    "to_the_guns": lambda facts, view: (
        f"{facts['column']} marches to the sound of guns: {place_name(facts['to'], view)}."
    ),
    "no_way": lambda facts, view: (
        f"{person_title(facts['person'], view)} finds no way to {place_name(facts['to'], view)}."
    ),
}
# What is told in the words of reports.
OPEN = frozenset({"weather", "resigned", "draw", "given", "battle_asked", "battle_fought", "battle_cost"})
