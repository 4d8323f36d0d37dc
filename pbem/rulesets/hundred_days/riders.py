"""Who rode in a campaign that is over: each courier with an order, a dispatch or a letter, and what became of him.

Dispatches stand in the record's events. Orders and letters are known by what their writers and readers knew of them,
and by who acted on them: what never came to anybody was lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from core.contract import Event, Json

from .board import RIDE, person_title, seat_title, variant
from .courses import Course

ORDERS, DISPATCH, LETTER = range(3)


class Rider(NamedTuple):
    """A courier: when he left and was due, from which place to which, with what, to or from whom, and his end.

    `due` of one who was lost is when he would have come; `taken_by` is the army that read what he carried.
    """

    left: int
    due: int
    start: str
    end: str
    errand: int
    who: str
    lost: bool
    taken_by: str | None


class Carried(NamedTuple):
    """What is known of orders and letters that rode, from all views and positions of a campaign."""

    sent: dict[tuple[str, int, str], Json]  # orders: by seat, turn and column
    due: dict[tuple[int, str], int]  # by turn and column, as far as they were under way at the end of a turn
    acted: dict[tuple[int, str], int]  # when the column had them
    letters: dict[tuple[str, str, int], Json]  # by writer, person and turn
    arrived: dict[tuple[str, str, int], int]
    taken: dict[tuple[int, str], str]  # orders: by when they left and column, the army that read them
    letters_taken: dict[tuple[str, str, int], str]


def nothing_carried() -> Carried:
    """What is known before anything is."""
    return Carried({}, {}, {}, {}, {}, {}, {})


def note(carried: Carried, truth: Json, views: Mapping[str, Json], events: Sequence[Event]) -> None:
    """Take in what a position, its views, and the events that led to it tell of orders and letters."""
    for paper in truth.get("papers", ()):
        carried.due[paper["turn"], paper["column"]] = paper["due"]
    for letter in truth.get("letters", ()):
        carried.arrived[_key(letter)] = letter["arrived"]
    for event in events:
        if event.kind in ("acts", "put_aside"):
            # He acts on it in the beat behind that at whose end it came (HD-045).
            carried.acted.setdefault((event.facts["turn"], event.facts["column"]), event.facts["beat"] - 1)
    for seat, view in views.items():
        for sent in view["orders"]:
            carried.sent.setdefault((seat, sent["turn"], sent["column"]), sent)
        for letter in view["letters"]:
            carried.letters.setdefault(_key(letter), letter)
            if letter["from"] != seat:
                carried.arrived[_key(letter)] = letter["arrived"]
        for paper in view["taken"]:
            army = next(iter(view["commands"]), "")
            if paper["kind"] == "orders":
                carried.taken[paper["beat"], paper["column"]] = army
            elif paper["letter"] is not None:
                carried.letters_taken[_key(paper["letter"])] = army


def _key(letter: Json) -> tuple[str, str, int]:
    return letter["from"], letter["to"], letter["turn"]


def riders(
    carried: Carried, events: Iterable[Event], columns: Mapping[str, Course], persons: Mapping[str, Course], view: Json
) -> list[Rider]:
    """All couriers, in the order in which they left; none where orders and news need none (HD-113)."""
    if not view["couriers"]:
        return []
    found = [*_with_orders(carried, columns, view), *_with_letters(carried, persons, view)]
    found += _with_dispatches(events, columns, persons, view)
    return sorted(found, key=lambda each: (each.left, each.errand, each.who))


def _with_orders(carried: Carried, columns: Mapping[str, Course], view: Json) -> Iterator[Rider]:
    for (_, turn, code), sent in carried.sent.items():
        course = columns.get(code)
        end = None if course is None else course.nearest(sent["left"], view)
        start = sent["sent_from"]
        if start is None or end is None or start == end:
            continue
        due = carried.due.get((turn, code), carried.acted.get((turn, code)))
        would = sent["left"] + _beats(start, end, view)
        taken_by = carried.taken.get((sent["left"], code))
        yield Rider(sent["left"], would if due is None else due, start, end, ORDERS, code, due is None, taken_by)


def _with_letters(carried: Carried, persons: Mapping[str, Course], view: Json) -> Iterator[Rider]:
    for key, letter in carried.letters.items():
        writer = _writer(letter, view)
        if writer not in persons or letter["to"] not in persons:
            continue
        start, end = (persons[name].nearest(letter["left"], view) for name in (writer, letter["to"]))
        if start is None or end is None or start == end:
            continue
        due = carried.arrived.get(key)
        would = letter["left"] + _beats(start, end, view)
        who = f"{seat_title(letter['from'])} to {person_title(letter['to'], view)}"
        lost, taken_by = due is None, carried.letters_taken.get(key)
        yield Rider(letter["left"], would if due is None else due, start, end, LETTER, who, lost, taken_by)


def _writer(letter: Json, view: Json) -> str:
    """The person by whom a seat writes: of the addressee's army if it has one, else its first."""
    of = variant(view)
    armies = {person.word: person.army for person in of.campaign.persons}
    own = [name for name in of.persons if of.person_seats.get(name) == letter["from"]]
    return next((name for name in own if armies[name] == armies.get(letter["to"])), own[0] if own else "")


def _with_dispatches(
    events: Iterable[Event], columns: Mapping[str, Course], persons: Mapping[str, Course], view: Json
) -> Iterator[Rider]:
    for event in events:
        facts = event.facts
        if event.kind != "courier" or facts["due"] <= facts["beat"]:
            continue
        course, person = columns.get(facts["column"]), persons.get(facts["to"])
        if course is None or person is None:
            continue
        start, end = course.nearest(facts["beat"], view), person.nearest(facts["beat"], view)
        if start is None or end is None or start == end:
            continue
        who, left, taken_by = facts["column"], facts["beat"], facts["taken_by"]
        yield Rider(left, facts["due"], start, end, DISPATCH, who, facts["lost"], taken_by)


def _beats(start: str, end: str, view: Json) -> int:
    """How long the shortest way takes a courier."""
    return -(-variant(view).hm(start, end) // RIDE)
