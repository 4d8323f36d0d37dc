"""The order lines of the umpire, judged by the truth, which is what he sees (HD-130 to HD-136); and what they come to.

A line is refused alone. What is refused of these lines is E21, but for what any line may be: E01, E16.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from core.contract import HOST, Checked, Effect, Json, Line, SeatName, Status, Verdict
from core.rulesets.hundred_days.acts import ACTS, NUMBERS, Act, Correct, Ruling, Sighting, Weather, WriteAs
from core.rulesets.hundred_days.board import Variant
from core.rulesets.hundred_days.names import letters, matching
from core.rulesets.hundred_days.orders import ContinueAll, Refused, Show, Test, TurnHeader, of_any_seat
from core.rulesets.hundred_days.schema import MOST_LETTER, SightingSchema

MOST_ACTS = 24  # of a mail
MOST_SENDER = 40
BOUNDS = {"fatigue": 8}
MOST_MEN = 9_999  # or guns, of a column
NOBODY = ("umpire", "the umpire", HOST)  # he himself, as the sender of a letter


class Letter(msgspec.Struct, frozen=True):
    """A letter as anyone: `sender` is as its reader is told, `person` whose courier rides; None: at once."""

    sender: str
    person: str | None
    to: str
    text: str


class Told(msgspec.Struct, frozen=True):
    """Something that seats are told: a sighting, its time left out, or the words of a ruling."""

    seats: tuple[SeatName, ...]
    sighting: SightingSchema | None = None
    text: str | None = None


class Corrected(msgspec.Struct, frozen=True):
    """What of a column is put right; `numbers` by the names of `acts.NUMBERS`."""

    column: str
    numbers: dict[str, int]
    place: str | None


class Script(msgspec.Struct):
    """What the good lines of a mail come to, in the order of HD-136."""

    sky: str | None = None
    corrected: list[Corrected] = []
    told: list[Told] = []
    letters: list[Letter] = []


def judge_acts(variant: Variant, view: Json, lines: Sequence[Line]) -> tuple[Checked, Script]:
    """The verdicts on the lines of the umpire, and what they come to; `view` is his."""
    judgement = _Judgement(variant, view)
    verdicts = tuple(judgement.of(line) for line in lines)
    unread = any(line.order is None for line in lines)
    trial = any(isinstance(line.order, Test) for line in lines)
    if unread or trial or not judgement.good:
        return Checked(verdicts, Effect.NOTHING), Script()
    return Checked(verdicts, Effect.WHEN_ALL_IN), judgement.script


class _Judgement:
    """The umpire's mail, line after line."""

    def __init__(self, variant: Variant, view: Json) -> None:
        self.variant, self.view = variant, view
        self.names = {place.code: place.name for place in variant.campaign.places}
        self.script = Script()
        self.said: dict[str, int] = {}  # what may be done once, and in which line it was
        self.acts = 0
        self.good = False

    def of(self, line: Line) -> Verdict:
        """The verdict on a line; what a good one comes to is in the script from then on."""
        try:
            facts = self._facts(line)
        except Refused as error:
            return Verdict(line.number, Status.REFUSED, error.code, error.clauses, {"seat": HOST, **error.facts})
        self.good = self.good or not isinstance(line.order, Test | Show | TurnHeader)
        return Verdict(line.number, Status.OK, facts={"seat": HOST, **facts})

    def _facts(self, line: Line) -> Json:
        order = line.order
        if self.view["phase"] == "over":
            raise Refused("E16", "HD-001", what="over")
        if (facts := of_any_seat(order, self.view["turn"])) is not None:
            return facts
        if isinstance(order, ContinueAll):
            return {"order": "no_acts"}
        if not isinstance(order, ACTS):
            raise Refused("E21", "HD-130", what="player")
        self.acts += 1
        if self.acts > MOST_ACTS:
            raise Refused("E21", "HD-130", what="many", most=MOST_ACTS)
        return self._act(order, line)

    def _act(self, order: Act, line: Line) -> Json:
        match order:
            case WriteAs():
                return self._letter(order)
            case Sighting():
                return self._sighting(order)
            case Ruling():
                return self._ruling(order)
            case Weather(sky):
                self._once("weather", line)
                self.script.sky = sky
                return {"order": "weather", "sky": sky}
        self._once(f"column {order.column.upper()}", line)
        return self._correction(order)

    def _once(self, what: str, line: Line) -> None:
        if what in self.said:
            raise Refused("E21", "HD-130", what="twice", line=self.said[what])
        self.said[what] = line.number

    # --- Letters and what is told ---------------------------------------------------------------------------------

    def _letter(self, order: WriteAs) -> Json:
        """HD-131."""
        to = self._person(order.to)
        if to is None:
            raise Refused("E21", "HD-131", what="to", to=order.to, allowed=list(self.view["commanders"]))
        self._short("HD-131", order.text)
        person = self._person(order.sender, to)
        seat = self.view["commanders"].get(person) if person is not None else None
        if person is not None and person == to:
            raise Refused("E21", "HD-131", what="himself", to=to)
        if seat is None and not order.at_once:
            raise Refused("E21", "HD-131", what="sender", sender=order.sender)
        sender = HOST if order.sender.lower() in NOBODY else seat or order.sender[:MOST_SENDER]
        self.script.letters.append(Letter(sender, None if order.at_once else person, to, order.text))
        return {"order": "letter_as", "sender": sender, "to": to, "at_once": order.at_once}

    def _person(self, name: str, beside: str | None = None) -> str | None:
        """The person on the map that a name means, his own or his seat's; of a seat's several one of the same army."""
        said = letters(name)
        commanders: dict[str, SeatName] = self.view["commanders"]
        if said in commanders:
            return str(said)
        persons = [person for person, seat in commanders.items() if seat == said]
        if beside is not None:
            army = self.view["persons"][beside]["army"]
            persons.sort(key=lambda person: self.view["persons"][person]["army"] != army)
        return persons[0] if persons else None

    def _short(self, clause: str, text: str) -> None:
        if len(text) > MOST_LETTER:
            raise Refused("E21", clause, what="long", most=MOST_LETTER, length=len(text))

    def _seat(self, clause: str, name: str) -> SeatName:
        said = letters(name)
        seat = said if said in self.view["seats"] else self.view["commanders"].get(said)
        if seat is None:
            raise Refused("E21", clause, what="seat", to=name, allowed=list(self.view["seats"]))
        return str(seat)

    def _ruling(self, order: Ruling) -> Json:
        """HD-133."""
        self._short("HD-133", order.text)
        seats = tuple(self.view["seats"]) if order.to is None else (self._seat("HD-133", order.to),)
        self.script.told.append(Told(seats, text=order.text))
        return {"order": "ruling", "to": None if order.to is None else seats[0]}

    def _sighting(self, order: Sighting) -> Json:
        """HD-132."""
        seat = self._seat("HD-132", order.to)
        place, other, towards = self._place(order.place), self._end(order.other), self._end(order.towards)
        if other is not None and not self.variant.link_hm(place, other):
            raise Refused("E21", "HD-132", what="road", places=[place, other])
        by = self._observer(order, seat, place)
        link = None
        if other is not None:
            one, two = sorted((place, other))
            link = (one, two)
        seen = SightingSchema(
            by=by, beat=0, seen=order.seen, at=place if link is None else None, link=link, towards=towards
        )
        self.script.told.append(Told((seat,), seen))
        told = {"place": place, "other": other, "towards": towards}
        return {"order": "sighting", "to": seat, "by": by, "seen": order.seen, **told}

    def _end(self, name: str | None) -> str | None:
        return None if name is None else self._place(name)

    def _observer(self, order: Sighting, seat: SeatName, place: str) -> str:
        """Who is said to have seen it: a column of the seat, the nearest where none is named."""
        own = {code: known for code, known in self.view["columns"].items() if known["seat"] == seat}
        if order.by is not None:
            code = order.by.upper()
            if code not in own:
                raise Refused("E21", "HD-132", what="observer", column=code, to=seat, own=list(own))
            return code
        if not own:
            raise Refused("E21", "HD-132", what="nobody", to=seat)
        return str(min(own, key=lambda code: self.variant.hm(_nearest(own[code]), place)))

    def _place(self, text: str) -> str:
        found = matching(text, self.names)
        if len(found) != 1:
            raise Refused("E03", "HD-010", place=text, several=found)
        return found[0]

    # --- Corrections ----------------------------------------------------------------------------------------------

    def _correction(self, order: Correct) -> Json:
        """HD-135."""
        code = order.column.upper()
        known = self.view["columns"].get(code)
        if known is None:
            raise Refused("E21", "HD-135", what="column", column=code)
        numbers = {name: value for name in NUMBERS if (value := getattr(order, name)) is not None}
        for name, value in numbers.items():
            most = BOUNDS.get(name, MOST_MEN)
            if not 0 <= value <= most:
                raise Refused("E21", "HD-135", what="bounds", name=name, value=value, most=most)
        if not numbers.get("foot", known["foot"]) + numbers.get("horse", known["horse"]):
            raise Refused("E21", "HD-135", what="empty", column=code)
        place = None if order.place is None else self._place(order.place)
        if place is not None:
            self._may_stand(code, known, place)
        was = {name: known[name] for name in numbers}
        self.script.corrected.append(Corrected(code, numbers, place))
        return {"order": "correction", "column": code, "numbers": numbers, "was": was, "place": place}

    def _may_stand(self, code: str, known: Json, place: str) -> None:
        """Nobody is put into a battle, out of one, or upon the enemy."""
        if known["battle"] is not None:
            raise Refused("E21", "HD-135", what="battle", column=code)
        armies = self.view["armies"]
        moved = {each.column: each.place for each in self.script.corrected if each.place is not None}
        for other, each in self.view["columns"].items():
            if armies[other[0]] != armies[code[0]] and moved.get(other, each["at"]) == place:
                raise Refused("E21", "HD-135", what="enemy", column=code, place=place, enemy=other)


def _nearest(known: Json) -> str:
    return str(known["at"] if known["at"] is not None else known["on"]["to"])
