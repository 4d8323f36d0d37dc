"""How a campaign stands, what a report asks of its reader, and what each army has: all of it from the view."""

from __future__ import annotations

from collections.abc import Iterator

from core.contract import Json, SeatName
from pbem.rulesets.contract import Ask
from pbem.rulesets.sentences import listed

from . import dispatches, umpire
from .board import (
    army_name,
    asked_until,
    begins,
    campaign,
    column_name,
    date_and_hour,
    hour,
    men,
    nearest,
    person_title,
    place_name,
    seat_title,
    variant,
)
from .sites import commanded

SIDES = {"french": "The French", "coalition": "The coalition"}
STANDS = "the clock stands for a battle that is fought as a game of its own"
MOST_EXAMPLES = 3


def status(view: Json) -> str:
    """`15 June 07:00, turn 2 of 23, dry`."""
    if view["phase"] == "over":
        return say_outcome(view)
    stands = f"; {STANDS}" if view["phase"] == "battle" else ""
    return f"{_now(view)}, turn {view['turn']} of {campaign(view).turns}, {weather(view)}{stands}"


def weather(view: Json) -> str:
    """`dry`, `mud`."""
    return "mud" if view["mud"] else "dry"


def _now(view: Json) -> str:
    return date_and_hour(begins(view["turn"]), campaign(view))


def say_outcome(view: Json) -> str:
    """One sentence: who won, why, and the clause."""
    outcome = view["outcome"]
    if outcome is None:
        return "The campaign goes on."
    clause = f"({outcome['clause']})"
    if not outcome["winners"]:
        return f"The campaign is drawn: all have agreed on it {clause}."
    won = set(outcome["winners"])
    side = next((side for side in SIDES if won & _seats_of(side, view)), "coalition")
    return f"{SIDES[side]} win{'s' if side == 'coalition' else ''}: {_why(outcome, side, view)} {clause}."


def _seats_of(side: str, view: Json) -> set[SeatName]:
    return {seat for seat in view["seats"] if variant(view).seat_sides[seat] == side}


def _why(outcome: Json, side: str, view: Json) -> str:
    loser = "the coalition" if side == "french" else "the French"
    match outcome["reason"]:
        case "broken":
            return "the army of the French is broken" if side == "coalition" else "both armies against them are broken"
        case "capital":
            place = campaign(view).capital
            return f"they have held {place_name(place or '', view)} for two turns running"
        case "resigned":
            return f"all seats of {loser} have resigned"
    points = view["points"]
    if points is None:
        return "by points"
    told = f"{points['french']['total']} points of the French to {points['coalition']['total']}"
    return f"{told}, and {points['handicap']} more were needed to win for the French"


# --- What is asked --------------------------------------------------------------------------------------------------


def owes(view: Json, seat: SeatName | None) -> bool:
    """Whether a seat owes orders in a view."""
    return bool(view["phase"] == "orders" and seat in view["seats"] and seat not in view["resigned"])


def ask(view: Json, seat: SeatName) -> Ask | None:
    """The question for a seat's turn, with its order form."""
    if umpire.is_his(view):
        return umpire.ask(view)
    if not owes(view, seat):
        return None
    of = campaign(view)
    until = hour(asked_until(view), of)
    night = ", with the night behind it" if asked_until(view) > begins(view["turn"] + 1) else ""
    last = ", the last" if view["turn"] == of.turns else ""
    leave = dispatches.post(view)
    from_where = f"Your orders leave at {hour(begins(view['turn']), of)} from {leave}." if leave else ""
    couriers = from_where if view["couriers"] else "Your orders need no couriers in this game."
    return Ask(
        # Without the day, so that the deadline has room behind it in a line of 78 characters.
        subject=f"your orders for turn {view['turn']} ({hour(begins(view['turn']), of)})",
        headline=f"{_now(view)} to {until}, turn {view['turn']} of {of.turns}{last}{night}; {weather(view)}. "
        f"{couriers}".rstrip(),
        form=tuple(_form(view, seat)),
        silence="If nothing comes by then, no new orders leave, and all goes on (HD-003).",
    )


def _form(view: Json, seat: SeatName) -> Iterator[str]:
    """`continue`, and orders for columns of the reader's own that could be given."""
    yield "continue"
    yield "# Or, one order a line; a march without attack halts before any post:"
    own = [known for known in view["columns"].values() if known["seat"] == seat]
    foot = [known for known in own if known["foot"]]
    for known, words in zip(_first(foot or own), (" attack", " at {}", " forced"), strict=False):
        place = _next_place(known, view)
        said = words.format(hour(_soon(known, view), campaign(view)))
        if known["routed"] or _soon(known, view) >= begins(view["turn"] + 1):
            said = ""
        yield f"# {known['column']} march {place}{said}"
    scout = next((known for known in own if known["horse"] >= 10 and known["at"] is not None), None)
    if scout is not None:
        yield f"# {scout['column']} scout {_neighbour(scout, view)}"
    other = next((name for name, owner in view["commanders"].items() if owner != seat), None)
    if other is not None:
        yield f"# letter {other}: words, down to a line END if they are several lines"
    person = next((name for name, each in view["persons"].items() if not each["taken"]), None)
    if person is not None and own:
        yield f"# {person} with {_beside(view['persons'][person], own, view)}"
    if view["beat"] > campaign(view).begin:
        yield f"# turn {view['turn']}, first, has a mail refused that comes too late"


def _soon(known: Json, view: Json) -> int:
    """An hour at which a column could set out: early in the turn, or once it is ready."""
    return max(begins(view["turn"]) + 2, int(known["ready"]))


def _first(own: list[Json]) -> list[Json]:
    """Those that are free to march before those that are not ready."""
    return sorted(own, key=lambda known: (bool(known["touch"]), known["ready"] + known["muster"]))[:MOST_EXAMPLES]


def _beside(person: Json, own: list[Json], view: Json) -> str:
    """The column of a person's army that was last known nearest to him, but for the one that he is with."""
    ways, here = variant(view), person["post"]
    others = [each for each in own if each["column"][0] == person["army"] and each["column"] != person["column"]] or own
    if here is None:
        return str(others[0]["column"])
    return str(min(others, key=lambda each: ways.hm(here, nearest(each, view)))["column"])


def _next_place(known: Json, view: Json) -> str:
    """A place to which a column could march: where it is going, or else the nearest place."""
    return str(known["path"][-1]) if known["path"] else _neighbour(known, view)


def _neighbour(known: Json, view: Json) -> str:
    """The place that is nearest to where a column was last known."""
    here, ways = nearest(known, view), variant(view)
    return min(ways.neighbours(here), key=lambda place: (ways.link_hm(here, place) or 0, place))


# --- What the armies have -------------------------------------------------------------------------------------------


def roster(view: Json) -> tuple[str, ...]:
    """The columns of the reader's side that he knows, by army: how many men, and the names of those he commands."""
    lines = []
    his = {known["column"] for known in commanded(view)}
    for army in view["armies"]:
        own = [known for code, known in view["columns"].items() if code[0] == army]
        if own:
            named = [f"{code} {column_name(code, view)}" for known in own if (code := known["column"]) in his]
            total = sum(known["foot"] + known["horse"] for known in own)
            head = army_name(army, view)
            lines.append(f"{head[0].upper()}{head[1:]}, {men(total)} men{': ' if named else ''}{', '.join(named)}.")
    others = [army_name(army, view) for army, side in view["armies"].items() if view["side"] not in (None, side)]
    against = f"Against you: {listed(others)}."
    if not others or not lines:
        return (*lines, against) if others else ()
    return (*lines[:-1], f"{lines[-1]} {against}") if len(lines) == 1 else (*lines, against)


def ending(view: Json) -> Iterator[str]:
    """What counted for each side at the end: places, losses, and the rest (HD-096)."""
    for side, titled in SIDES.items():
        points = view["points"][side]
        told = list(_counted(points, view))
        total = f"{titled} {'have' if side == 'french' else 'has'} {points['total']} points"
        yield f"{total}: {', '.join(told)} (HD-096)." if told else f"{total} (HD-096)."


def _counted(points: Json, view: Json) -> Iterator[str]:
    for place, worth in points["held"].items():
        yield f"{place_name(place, view)} {worth}"
    if points["losses"]["points"]:
        yield f"{points['losses']['points']} for {men(points['losses']['men'])} men that the other side has lost"
    for key, why in (("broken", "{} broken"), ("cut", "{} cut off from all exits")):
        if points[key]["points"]:
            armies = listed([army_name(letter, view) for letter in points[key]["armies"]])
            yield f"{points[key]['points']} for {why.format(armies)}"
    if points["taken"]["points"]:
        persons = listed([person_title(name, view) for name in points["taken"]["persons"]])
        yield f"{points['taken']['points']} for {persons}, taken"
    if points["joined"]:
        yield f"{points['joined']} for its two armies, joined"
    if points["apart"]:
        yield f"{points['apart']} for the two armies of the coalition, apart"


def points_now(view: Json) -> str:
    """Both sides' points, as if the campaign ended now."""
    points = view["points"]
    return f"Points: the French {points['french']['total']}, the coalition {points['coalition']['total']}."


def seats_in_words(seats: list[SeatName]) -> str:
    """Seats by their titles."""
    return listed(map(seat_title, seats))
