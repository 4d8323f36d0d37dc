"""What is known of columns and of the enemy, in words: each piece of news with when it was written and when it came."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from core.contract import Json
from pbem.rulesets.sentences import listed

from .board import (
    RIDE,
    campaign,
    date_and_hour,
    hour,
    men,
    moment,
    nearest,
    person_title,
    place_name,
    sites,
    variant,
    when,
)
from .sites import commanded

WIDTH = 78
SCREEN = "screen"
INDENT = "  "

HEAD = "   where       written  age  men     gun ft by  does"
LEGEND = "Men in hundreds, foot+horse; ft fatigue; by: turn of the orders it acts on."


# --- Own columns ----------------------------------------------------------------------------------------------------


def table(view: Json) -> Iterator[str]:
    """A line for each column as last known: where, when that was written, how old it is, men, what it does."""
    yield HEAD
    for known in commanded(view):
        yield _row(known, view)


def others(view: Json) -> Iterator[str]:
    """In one line, where a sub-commander has seen columns of others, and when."""
    own = {known["column"] for known in commanded(view)}
    seen_there = [
        f"{code} {known['at'] or '>'.join((known['on']['from'], known['on']['to']))} {written(known, view)}"
        for code, known in view["columns"].items()
        if code not in own
    ]
    if seen_there:
        yield f"Columns of others, as you saw them last: {', '.join(seen_there)}."


def _row(known: Json, view: Json) -> str:
    where = known["at"] if known["at"] is not None else _road(known["on"], view)
    numbers = f"{known['foot']}+{known['horse']}" if known["horse"] else str(known["foot"])
    acts = f"t{known['acts_on']}" if known["acts_on"] else "-"
    head = (
        f"{known['column']:<2} {where:<11} {written(known, view):<8} {age(known, view):<4} {numbers:<7} "
        f"{known['guns'] or '':<3} {known['fatigue']:<2} {acts:<3} "
    )
    return (head + _does(known, view, WIDTH - len(head))).rstrip()


def _road(road: Json, view: Json) -> str:
    length = variant(view).link_hm(road["from"], road["to"]) or 1
    return f"{road['from']}>{road['to']} {min(100 * road['done'] // length, 99)}%"


def written(known: Json, view: Json) -> str:
    """The hour at which a column was as it is told; of another day with the day's number: `15/17:00`."""
    return "ordered" if known["ordered"] else _in_short(known["written"], view)


def _in_short(beat: int, view: Json) -> str:
    """An hour; of another day with the day's number."""
    of = campaign(view)
    day, month, _ = moment(beat, of)
    today = moment(view["beat"], of)[:2]
    return hour(beat, of) if (day, month) == today else f"{day}/{hour(beat, of).lstrip('0')}"


def age(known: Json, view: Json) -> str:
    """How old that is: `2½h`, `now`."""
    beats = view["beat"] - known["written"]
    return f"{beats // 2 or ''}{'½' if beats % 2 else ''}h" if beats else "now"


def _does(known: Json, view: Json, room: int) -> str:
    """`march to FRA attack forced`, in so much room: what is least urgent is left out first."""
    path = known["path"]
    ways = [f" {path[0]}..{path[-1]}", f" ..{path[-1]}"] if len(path) > 1 else [f" {path[0]}"] if path else [""]
    target = f" {known['target']}" if known["target"] is not None else ""
    said = _details(known, view)
    for way in ways:
        whole = " ".join([known["plan"] + target + way, *said])
        if len(whole) <= room:
            return whole
    kept = known["plan"] + target + ways[-1]
    for word in said:
        if len(kept) + len(word) + 1 < room:
            kept += f" {word}"
    return f"{kept}\N{HORIZONTAL ELLIPSIS}"[:room]


def _details(known: Json, view: Json) -> list[str]:
    """What is to be known of a column besides its plan, the most urgent first."""
    fights = known["battle"] is not None and not known["battle"]["over"]
    said = ["ROUTED"] if known["routed"] else []
    said += ["in battle"] if fights else []
    said += ["in touch"] if (known["touch"] or known["facing"]) and not fights else []
    said += [known["stance"]] if known["stance"] != "stand" else []
    said += [word for word in ("forced", "night") if known[word]]
    said += [f"at {hour(known['start'] - 1, campaign(view))}"] if known["start"] > view["beat"] + 1 else []
    said += [f"of {known['seat']}"] if known["seat"] != view["seat"] else []
    said += [f"musters {known['muster'] / 2:g}h"] if known["muster"] else []
    said += [f"ready {_in_short(known['ready'], view)}"] if known["ready"] > view["beat"] else []
    said += [f"{known['stragglers']} straggle"] if known["stragglers"] else []
    said += [f"line {known['line']}"] if known["line"] is not None else []
    return [*said, *(["guns yes"] if known["guns_word"] else [])]


def persons(view: Json) -> Iterator[str]:
    """Where the reader's own persons are, and by which column a taken one's seat writes."""
    for name, person in view["persons"].items():
        who = person_title(name, view)
        if person["taken"]:
            through = person["through"]
            yield f"{who} is taken; {f'you write through {through}' if through else 'nobody carries your orders'}."
            continue
        place = sites(person, view)
        where = f"at {place}" if person["at"] is not None else f"on {place}"
        with_whom = f" with {person['column']}" if person["column"] is not None else ""
        rides = f", riding to {place_name(person['target'], view)}" if person["target"] is not None else ""
        rides = f", riding to {person['follows']}" if person["follows"] is not None else rides
        yield f"{who} is {where}{with_whom}{rides}."


def post(view: Json) -> str:
    """From where the reader's orders leave: `Beaumont`, `Brussels for A and Namur for P`."""
    posts = {person["army"]: person["post"] for person in view["persons"].values() if person["post"] is not None}
    if len(set(posts.values())) == 1:
        return place_name(next(iter(posts.values())), view)
    return listed(f"{place_name(place, view)} for {army}" for army, place in posts.items())


# --- Orders under way -----------------------------------------------------------------------------------------------


def unanswered(view: Json) -> Iterator[str]:
    """The newest orders of each column that no dispatch has answered: those that can have arrived, and those that not.

    `They can have arrived: F1, F7 t3.`, `Not there before 09:30: F2 t4; before 11:00: F3 t4.`
    """
    newest = {sent["column"]: sent for sent in view["orders"]}
    there: list[tuple[int, str]] = []
    under_way: dict[int, list[tuple[int, str]]] = {}
    for code, sent in newest.items():
        known = view["columns"].get(code)
        if known is None or known["acts_on"] >= sent["turn"] or not sent["orders"]:
            continue
        due = arrives(sent, known, view)
        where = there if due <= view["beat"] else under_way.setdefault(due, [])
        where.append((sent["turn"], code))
    if there:
        yield f"Orders without an answer that can have arrived: {_by_turn(there)}."
    if under_way:
        told = [f"{when(due, view)}: {_by_turn(sent)}" for due, sent in sorted(under_way.items())]
        yield f"Orders under way, not there before {'; '.join(told)}."


def _by_turn(sent: list[tuple[int, str]]) -> str:
    """`F1, FK t12, F2 t13`: the columns to which orders went out, those of one turn together."""
    turns = groupby(sorted(sent, key=lambda each: each[0]), key=lambda each: each[0])
    return ", ".join(f"{', '.join(code for _, code in several)} t{turn}" for turn, several in turns)


def arrives(sent: Json, known: Json, view: Json) -> int:
    """The beat at whose end orders can be with their column, by where it was last known."""
    if sent["sent_from"] is None or not view["couriers"]:
        return int(sent["left"])
    return int(sent["left"]) - (-variant(view).hm(sent["sent_from"], nearest(known, view)) // RIDE)


# --- The enemy ------------------------------------------------------------------------------------------------------


def enemies(view: Json, most: int) -> tuple[list[str], int]:
    """What is known of the enemy: who is in touch, then the newest look at each site; so many, the newest first, and
    how many others there are."""
    found = list(_touching(view))
    newest = {_site(sighting): sighting for sighting in sorted(view["sightings"], key=lambda each: each["beat"])}
    found += [(sighting["beat"], f"{sighting['by']}: {seen(sighting, view)}") for sighting in newest.values()]
    found.sort(key=lambda each: -each[0])
    lines = [f"{date_and_hour(beat, campaign(view))}, {said}." for beat, said in found[:most]]
    return lines, len(found) - len(lines)


def _touching(view: Json) -> Iterator[tuple[int, str]]:
    """Who is in touch with whom, and since when that is known; of several who say the same the last."""
    told: set[str] = set()
    for known in sorted(view["columns"].values(), key=lambda each: -each["written"]):
        said = in_touch(known)
        if said and said not in told:
            told.add(said)
            yield known["written"], f"{known['column']}: {said}"


def _site(sighting: Json) -> tuple[str, ...]:
    return (sighting["at"],) if sighting["at"] is not None else tuple(sorted(sighting["link"]))


def seen(sighting: Json, view: Json) -> str:
    """`a division at Gilly, towards Charleroi`."""
    what = SHORT[sighting["seen"]]
    if sighting["at"] is not None:
        where = f"at {place_name(sighting['at'], view)}"
    else:
        where = f"on the road {sighting['link'][0]}-{sighting['link'][1]}"
    on_its_way = sighting["towards"] not in (None, sighting["at"])
    towards = f", going towards {place_name(sighting['towards'], view)}" if on_its_way else ""
    return f"{what} {where}{towards}"


SHORT = {
    "patrol": "a patrol",
    "division": "a division",
    "corps": "a corps",
    "army": "an army",
    SCREEN: "a screen of horse",
}
CLASSES = {
    "patrol": "a patrol (under 2,000)",
    "division": "a division (2,000 to 9,900)",
    "corps": "a corps (10,000 to 29,900)",
    "army": "an army (30,000 or more)",
}


def in_touch(known: Json) -> str:
    """`in touch with P1 (about 9,000, with horse, 10 guns)`; nothing where it is in touch with nobody."""
    if known["facing"] is not None:
        return f"in touch with {SHORT[known['facing']]}, whose horse hides the rest"
    if not known["touch"]:
        return ""
    several = [_enemy(enemy) for enemy in known["touch"]]
    fights = known["battle"] is not None and not known["battle"]["over"]
    return f"{'fighting' if fights else 'in touch with'} {listed(several)}"


def _enemy(enemy: Json) -> str:
    """`P1 (about 9,000, with horse, 10 guns)`."""
    horse = ", with horse" if enemy["horse"] else ""
    guns = f", {enemy['guns']} guns" if enemy["guns"] else ""
    many = f"about {men(enemy['men'])}" if enemy["men"] else "a few hundred"
    return f"{enemy['column']} ({many}{horse}{guns})"


def rumours(view: Json) -> Iterator[str]:
    """The newest of what the country people said before the last report; what is newer is news."""
    old = [rumour for rumour in view["rumours"] if rumour["beat"] <= view["since"]]
    for rumour in sorted(old, key=lambda each: -each["beat"])[:1]:
        said = f"troops at {place_name(rumour['at'], view)}, said to be {SHORT[rumour['seen']]}"
        yield f"{date_and_hour(rumour['beat'], campaign(view))}, rumour: {said}."
