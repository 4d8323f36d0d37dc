"""What happened in the Hundred Days as the reader's staff tells it: what reached him, and when it was written.

The record's own events are seen by nobody before the end; so the digest is made of the view, which holds what came
with couriers since the last report. Not for: answers to order lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from core.contract import Event, Json
from pbem.rulesets.sentences import listed

from . import dispatches, umpire
from .board import (
    begins,
    campaign,
    date_and_hour,
    hours_in_words,
    men,
    person_title,
    place_name,
    seat_title,
    sites,
    when,
)
from .questions import ending, say_outcome

Facts = Json
MOST_IN_FULL = 3  # dispatches of the enemy; more of them are told together
MOST_APART = 8  # pieces of news; where there are more, who fights in one battle is told together
MOST_AT_LENGTH = 8  # columns that have written; of more their places are told by codes
WIDTH = 70
OF_A_TURN = frozenset({"turn", "end"})


def say_event(event: Event, view: Json) -> str | None:
    """One event as a sentence; None where it needs no words: all that couriers tell, or the end opens."""
    said = EVENTS.get(event.kind)
    return said(event.facts, view) if said is not None else None


def digest(events: Sequence[Event], view: Json) -> list[str]:
    """What everybody is told, then what has reached the reader since his last report, in the order in which it came."""
    lines = [said for event in events if (said := say_event(event, view)) is not None and event.kind != "turn"]
    if view["phase"] == "over":
        lines += ending(view)
    if umpire.is_his(view):
        return [*lines, *umpire.chronicle(events, view)]
    if view["seat"] is None or not any(event.kind in OF_A_TURN for event in events):
        return lines
    return [*lines, *tidings(view), *(said for _, said in sorted(_news(view), key=lambda each: each[0]))]


# --- What everybody sees --------------------------------------------------------------------------------------------


def _turn(facts: Facts, view: Json) -> str:
    return f"Turn {facts['turn']} begins: {date_and_hour(begins(facts['turn']), campaign(view))}."


def _weather(facts: Facts, view: Json) -> str:
    return "Rain sets in: the roads are mud from now on (HD-026)." if facts["rain"] else "It stays dry."


def _resigned(facts: Facts, view: Json) -> str:
    return f"{seat_title(facts['seat'])} has resigned (HD-102)."


def _draw(facts: Facts, view: Json) -> str:
    return f"{seat_title(facts['seat'])} offered a draw; it would have taken all in one turn (HD-119)."


def _given(facts: Facts, view: Json) -> str:
    return f"{facts['column']} is {seat_title(facts['to'])}'s from now on (HD-051)."


def _asked(facts: Facts, view: Json) -> str:
    hours = hours_in_words(facts["hours"])
    return f"Battle B{facts['battle']} is fought as a game of its own; it has {hours}, and the clock stands (HD-085)."


def _fought(facts: Facts, view: Json) -> str:
    hours = hours_in_words(facts["hours"])
    won = f"{WHO_WINS[facts['winner']]} it" if facts["winner"] is not None and facts["ending"] else "nobody has won it"
    return f"Battle B{facts['battle']} was over after {hours}: {won} (HD-087)."


WHO_WINS = {"french": "the French have won", "coalition": "the coalition has won"}


def _cost(facts: Facts, view: Json) -> str:
    guns = f", and {facts['guns']} guns are lost" if facts["guns"] else ""
    return f"{facts['column']} has lost {men(facts['lost'])} in it, {men(facts['stragglers'])} straggle{guns} (HD-091)."


def _sky(facts: Facts, view: Json) -> str:
    return f"The umpire rules: {umpire.SKIES[facts['sky']]} in this turn (HD-134)."


def _end(facts: Facts, view: Json) -> str:
    return say_outcome(view)


EVENTS: dict[str, Callable[[Facts, Json], str | None]] = {
    "turn": _turn,
    "weather": _weather,
    "umpire_weather": _sky,
    "resigned": _resigned,
    "draw": _draw,
    "given": _given,
    "battle_asked": _asked,
    "battle_fought": _fought,
    "battle_cost": _cost,
    "end": _end,
}


# --- What reached the reader ----------------------------------------------------------------------------------------


def tidings(view: Json) -> Iterator[str]:
    """What the umpire rules, and what his own staff tells of his persons."""
    for told in view["tidings"]:
        if begins(told["turn"] + 1) <= view["since"]:
            continue
        if told["kind"] == "ruling":
            yield f'The umpire rules: "{_run_on(told["text"] or "")}" (HD-133)'
        if told["person"] not in view["persons"]:
            continue
        who = person_title(told["person"], view)
        if told["kind"] == "no_way":
            yield f"{who} finds no way free of the enemy, and stays (HD-052)."
        if told["kind"] == "taken":
            yield f"{who} has been taken by the enemy (HD-055)."


def _news(view: Json) -> Iterator[tuple[int, str]]:
    """Everything that came with a rider, each with the beat in which it did."""
    yield from _dispatches(view)
    for letter in view["letters"]:
        if letter["from"] != view["seat"] and view["since"] < letter["arrived"] <= view["beat"]:
            yield letter["arrived"], _letter(letter, view)
    taken = _newly_taken(view)
    dispatches_taken = [paper for paper in taken if paper["dispatch"] is not None]
    if len(dispatches_taken) > MOST_IN_FULL:
        taken = [paper for paper in taken if paper["dispatch"] is None]
        yield view["beat"], _taken_together([paper["dispatch"] for paper in dispatches_taken], view)
    orders = [paper for paper in taken if paper["kind"] == "orders"]
    if len(orders) > 1:
        taken = [paper for paper in taken if paper["kind"] != "orders"]
        yield view["beat"], _orders_together(orders, view)
    for paper in taken:
        yield view["beat"], _taken(paper, view)
    for rumour in view["rumours"]:
        if rumour["beat"] > view["since"]:
            said = f"troops at {place_name(rumour['at'], view)}, said to be {dispatches.CLASSES[rumour['seen']]}"
            yield rumour["beat"], f"Rumour: {said}."


def _newly_taken(view: Json) -> list[Json]:
    """The papers that were taken since the last report; of several dispatches of a column the newest alone."""
    newest: dict[tuple[str, str | None, int], Json] = {}
    for number, paper in enumerate(view["taken"]):
        # Dispatches leave as a half hour ends; what else rides leaves as the turn begins.
        left = paper["beat"] if paper["kind"] == "dispatch" else paper["beat"] + 1
        if left <= view["since"]:
            continue
        alone = 0 if paper["kind"] == "dispatch" else number
        key = (paper["kind"], paper["column"], alone)
        if key not in newest or paper["beat"] >= newest[key]["beat"]:
            newest[key] = paper
    return list(newest.values())


def _dispatches(view: Json) -> Iterator[tuple[int, str]]:
    """For each column that wrote of more than its march, its newest dispatch, with all that came since the last report.

    Columns that wrote the same from the same place are told together. What only the hour made one write is in the
    table of columns.
    """
    by_column: dict[str, list[Json]] = {}
    for dispatch in view["news"]:
        by_column.setdefault(dispatch["column"], []).append(dispatch)
    alike = _alike(by_column.values(), view, crowded=False)
    if len(alike) > MOST_APART:
        alike = _alike(by_column.values(), view, crowded=True)
    for said, together in alike:
        newest = together[0]
        came = sorted({one["arrived"] for one in together})
        reached = f"reached you {' to '.join(when(beat, view) for beat in dict.fromkeys((came[0], came[-1])))}"
        each = "each " if len(together) > 1 else ""
        source = (
            f"{each}written {when(newest['written'], view)} {_where(newest, view, short=len(alike) > MOST_AT_LENGTH)}"
        )
        yield (
            came[-1],
            f"{listed([one['column'] for one in together])} ({source}, {reached}): "
            f"{'; '.join([*said, *_state(together)])}.",
        )


def _alike(columns: Iterable[list[Json]], view: Json, *, crowded: bool) -> list[tuple[tuple[str, ...], list[Json]]]:
    """What is told of columns, and the newest dispatches of those of whom the same is.

    Where it is `crowded` those that fight in one battle are told together, whenever their riders came and however each
    came to be in it.
    """
    alike: dict[tuple[tuple[str, ...], tuple[object, ...]], list[Json]] = {}
    for several in columns:
        several.sort(key=lambda each: each["written"])
        said, newest = _said(several, view), several[-1]
        if not (said or newest["battle"] is not None or newest["routed"]):
            continue
        arrived = newest["arrived"]
        if crowded and newest["battle"] is not None and not newest["battle"]["over"]:
            said, arrived = tuple(each for each in said if each not in OF_BATTLES), None
        there = (newest["written"], _where(newest, view, short=False), arrived)
        alike.setdefault((said, (*there, *_fight(newest))), []).append(newest)
    return [(said, together) for (said, _), together in alike.items()]


def _where(dispatch: Json, view: Json, *, short: bool) -> str:
    """`at Ligny`, `on the road from Ligny to Sombreffe`; in short `at LIG`, `on LIG-SOM`."""
    road = dispatch["on"]
    if not short:
        return f"{'at' if road is None else 'on'} {sites(dispatch, view)}"
    return f"at {dispatch['at']}" if road is None else f"on {road['from']}-{road['to']}"


def _said(several: Sequence[Json], view: Json) -> tuple[str, ...]:
    """What made a column write, in the order in which it came; whom it met as it was at last."""
    last = max((number for number, each in enumerate(several) if "touch" in each["why"]), default=-1)
    told = [
        text
        for number, each in enumerate(several)
        for text in _matters(each, view, touch=number == last, stands=_stands(each, several[-1]))
    ]
    # Of what came about twice the later: whose battle is over and who is in another has that at the end.
    newest = list(dict.fromkeys(reversed(told)))[::-1]
    begun = WHYS["battle_began"]
    over = [newest.index(each) for each in ENDS if each in newest]
    if over and begun in newest[min(over) :]:
        newest[newest.index(begun)] = ANOTHER_BATTLE
    return tuple(newest)


def _fights(dispatch: Json) -> bool:
    return dispatch["battle"] is not None and not dispatch["battle"]["over"]


def _stands(met: Json, newest: Json) -> bool:
    """Whether a column still stands before those whom it met, without a battle, when it wrote last."""
    if _fights(newest) or bool(met["touch"]) != bool(newest["touch"]):
        return False
    there = {enemy["column"] for enemy in newest["touch"]}
    return all(enemy["column"] in there for enemy in met["touch"]) and (bool(there) or newest["facing"] is not None)


def _in_order(dispatch: Json) -> list[str]:
    """Why a column wrote; a battle that is over before the one it fights now, else behind all that led to its end."""
    rest = [each for each in dispatch["why"] if each != "battle_ended"]
    if "battle_ended" not in dispatch["why"]:
        return rest
    first = next((at for at, each in enumerate(rest) if each in ("battle_began", "battle_joined")), len(rest))
    at = first if _fights(dispatch) else len(rest)
    return [*rest[:at], "battle_ended", *rest[at:]]


def _ended(dispatch: Json, view: Json) -> str:
    """How a battle ended for who wrote: whoever is left in it when the other side has gone has won it (HD-084)."""
    if dispatch["plan"] == "retreat" or dispatch["routed"]:
        return BACK
    # Where games decide battles, nobody may have won; everybody is told of that anyway.
    return OVER if view["options"]["battles"] == "linked" else WON


def _fight(dispatch: Json) -> tuple[object, ...]:
    """What is the same for all columns of a battle, whatever each has lost."""
    battle = dispatch["battle"] or {}
    return (*(battle.get(key) for key in ("number", "attacker", "rounds", "over")), dispatch["routed"])


def _matters(dispatch: Json, view: Json, *, touch: bool, stands: bool) -> Iterator[str]:
    """What made a column write, beside the hour, and if it is wanted beside whom it met and if it stands there yet."""
    for why in _in_order(dispatch):
        if why == "touch" and not touch:
            continue
        if why == "battle_ended":
            yield _ended(dispatch, view)
        elif why == "order_lapsed":
            yield f"its order to {listed([LAPSED[each] for each in dispatch['lapsed']], 'and to')} has lapsed"
        elif why == "person_taken" and dispatch["person"] is not None:
            yield f"it has taken {person_title(dispatch['person'], view)}"
        elif why == "touch" and dispatch["touch"]:
            met = [enemy["column"] for enemy in dispatch["touch"]]
            before = "it" if len(met) == 1 else "them"
            yield f"it met {listed(met)}" + (f" and stands before {before}" if stands else "")
        elif why == "touch":
            yield WHYS[why] + (" and stands before him" if stands else "")
        elif why in WHYS:
            yield WHYS[why]


def _state(together: Sequence[Json]) -> list[str]:
    """How it stands with the enemy, of columns that are told together."""
    said = []
    dispatch = together[0]
    battle = dispatch["battle"]
    if battle is not None:
        attacks = "as attacker" if battle["attacker"] else "in defence"
        lost = _lost(together)
        hours = f"{hours_in_words(battle['rounds'])}, {lost}"
        goes_on = "" if battle["over"] else "; the fight goes on"
        said.append(f"battle B{battle['number']} {attacks}: {hours if battle['rounds'] else 'no round yet'}{goes_on}")
    if dispatch["routed"]:
        said.append("it is routed")
    return said


def _lost(together: Sequence[Json]) -> str:
    losses = [one["battle"]["lost"] for one in together]
    if not any(losses):
        return "no losses to speak of"
    if len(losses) == 1:
        return f"it has lost {men(losses[0])}"
    told = [f"{one['column']} {men(lost)}" for one, lost in zip(together, losses, strict=True) if lost]
    return f"{', '.join(told)} lost"


ANOTHER_BATTLE = "another has begun"
OVER, WON, BACK = ENDS = ("its battle is over", "its battle is won", "its battle is over, and it goes back")
WHYS = {
    "touch": "it met the enemy",
    "battle_ended": OVER,
    "withdrew": "it has withdrawn before the enemy",
    "battle_began": "a battle has begun",
    "battle_joined": "it has joined a battle",
    "way_closed": "its way is closed by a blown bridge",
    "retreat_refused": "its retreat is barred",
    "bridge_blown": "it has blown the bridge",
    "bridge_repaired": "it has repaired the bridge",
    "bridge_lost": "the bridge was blown before it",
    "made": "it has been formed",
    "took_up": "it has taken up another column",
}
OF_BATTLES = {*ENDS, *(WHYS[why] for why in ("battle_began", "battle_joined")), ANOTHER_BATTLE}
LAPSED = {
    "detach": "detach",
    "blow": "blow the bridge",
    "repair": "repair the bridge",
    "exit": "leave the map",
    "join": "join",
    "scout": "scout",
}


def _letter(letter: Json, view: Json) -> str:
    """A letter in full, its lines run together: a report wraps them anew."""
    source = f"written {when(letter['left'], view)}, reached you {when(letter['arrived'], view)}"
    return f'Letter from {umpire.writer(letter["from"], view)} ({source}): "{_run_on(letter["text"])}"'


def _run_on(text: str) -> str:
    return " / ".join(line.strip() for line in text.split("\n") if line.strip())


def _taken(paper: Json, view: Json) -> str:
    """What a courier of the enemy carried."""
    left = when(paper["beat"], view)
    if paper["kind"] == "orders":
        return f"Taken from a courier who left at {left}, orders for {paper['column']}: {'; '.join(paper['orders'])}."
    if paper["kind"] == "letter" and paper["letter"] is not None:
        letter = paper["letter"]
        to = person_title(letter["to"], view)
        return (
            f'Taken, a letter from {umpire.writer(letter["from"], view)} to {to} of {left}: "{_run_on(letter["text"])}"'
        )
    dispatch = paper["dispatch"]
    if dispatch is None:
        return f"A courier of the enemy who left at {left} was taken."
    strength = f"{men(dispatch['foot'] + dispatch['horse'])} men and {dispatch['guns']} guns"
    at = "at" if dispatch["at"] is not None else "on"
    said = "; ".join([f"{at} {sites(dispatch, view)}, {DOES[dispatch['plan']]}", *_state([dispatch])])
    return f"Taken, a dispatch of {paper['column']} of {left}: {strength} {said}."


def _taken_together(found: Sequence[Json], view: Json) -> str:
    """Many dispatches of the enemy in little: of each column when, how many, and where."""
    told = []
    for each in found:
        battle = each["battle"]
        fights = f", in battle B{battle['number']}" if battle is not None and not battle["over"] else ""
        strength = men(each["foot"] + each["horse"])
        where = _where(each, view, short=True)
        told.append(f"{each['column']} of {when(each['written'], view)}, {strength} {where}{fights}")
    return f"Taken, {len(found)} dispatches: {'; '.join(told)}."


def _orders_together(papers: Sequence[Json], view: Json) -> str:
    """The orders of several couriers of the enemy, by when they left; those for a column begin with its code."""
    by_hour: dict[str, list[str]] = {}
    for paper in papers:
        by_hour.setdefault(when(paper["beat"], view), []).extend(paper["orders"])
    told = [f"of {left}: {'; '.join(orders)}" for left, orders in by_hour.items()]
    return f"Taken, orders {', '.join(told)}."


def rows_of_news(view: Json) -> int:
    """About how many rows of a report the news takes."""
    return sum(-(-len(said) // WIDTH) for _, said in _news(view))


DOES = {
    "hold": "holding",
    "rest": "resting",
    "march": "marching",
    "retreat": "in retreat",
    "exit": "about to leave the map",
    "join": "about to join another",
    "repair": "repairing a bridge",
}
