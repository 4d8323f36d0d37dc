"""A campaign as players write one: places and roads, forces, seats, calendar and points (HD-111).

The two that come with the rule set are texts of the same kind, so that nothing of 1815 is built in. A text comes from
outside and is read in full: the first thing wrong raises BadOption with the line, the reason's code and particulars.
Here is no rule; what follows from a campaign for one game is worked out in `board`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NoReturn

import msgspec

from core.contract import BadOption
from core.rulesets.hundred_days.names import letters

BAD = "HD-111"
TERRAINS = ("open", "wood", "ridge", "town")
CLASSES = ("paved", "road", "track")
SIDES = ("french", "coalition")
MONTHS = tuple(
    "January February March April May June July August September October November December".split()  # noqa: SIM905
)
DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
CODE_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"  # of columns, behind the army's letter, in the order of HD-035

# Bounds for what comes from outside: they keep a position within its C arrays and a report within reason.
MOST_TEXT = 40_000
MOST_LINES = 1_000
MOST_PLACES = 120
MOST_LINKS = 300
MOST_COLUMNS = 40
MOST_STARTING = 48  # of the campaigns that come with the rule set
MOST_SEATS = 8
MOST_ARMIES = 3
MOST_BRIDGES = 32
MOST_TURNS = 60
MOST_NUMBER = 9_999
MOST_NAME = 40
FARTHEST = 4_000  # hm between two places: papers under way stay few
FEWEST_PLACES = 2
REMEMBERED = 16  # campaigns, so that one that many games are of is read once

# No seat may be called by what begins an order line, and the host plays none.
RESERVED = frozenset(
    [
        *(
            "march",
            "hold",
            "rest",
            "retreat",
            "continue",
            "exit",
            "join",
            "detach",
            "scout",
            "blow",
            "repair",
            "forced",
        ),
        *("night", "at", "attack", "stand", "avoid", "guns", "line", "letter", "give", "turn", "test", "show", "draw"),
        *("resign", "ride", "with", "host", "yes", "no", "free", "horse", "as", "to"),
        *("umpire", "sighting", "ruling", "weather", "correct", "from", "for"),
    ]
)


# --- What a text comes to -----------------------------------------------------------------------------------------


class Place(msgspec.Struct, frozen=True):
    """A place; `x` and `y` are hectometres to the east and north."""

    code: str
    x: int
    y: int
    terrain: str
    name: str


class Link(msgspec.Struct, frozen=True):
    """A road between two places, the alphabetically first of them `a`; `length` in hm."""

    a: str
    b: str
    kind: str
    length: int
    bridge: str | None = None


class Army(msgspec.Struct, frozen=True):
    """An army: its letter, its side, and what it is called."""

    letter: str
    side: str
    name: str


class Force(msgspec.Struct, frozen=True):
    """A column at the start: men in hundreds, guns in pieces; `ready` and `muster` in beats (HD-024)."""

    code: str
    army: str
    foot: int
    horse: int
    guns: int
    quality: int
    place: str
    ready: int
    muster: int
    fatigue: int
    heavy: bool
    name: str


class Seat(msgspec.Struct, frozen=True):
    """A seat, from how many players and to how many it is in play, and the columns that are named for it."""

    name: str
    armies: str
    least: int
    most: int
    columns: tuple[str, ...]


class Person(msgspec.Struct, frozen=True):
    """A commander: his worth in battle, his seat, and the place or column where he begins."""

    name: str
    army: str
    value: int
    seat: str
    column: str | None
    place: str | None

    @property
    def word(self) -> str:
        """What he is called in orders and positions: `blucher`."""
        return letters(self.name)


class Campaign(msgspec.Struct, frozen=True):
    """A campaign as written, places and links in alphabetical order."""

    name: str
    month: int
    day: int
    hour: int
    year: int
    begin: int  # beats that have passed when it begins
    turns: int
    nights: tuple[int, ...]
    nights_asked: bool
    rain: tuple[int, ...]  # the turns with a die
    rain_until: int
    armies: tuple[Army, ...]
    places: tuple[Place, ...]
    links: tuple[Link, ...]
    forces: tuple[Force, ...]
    seats: tuple[Seat, ...]
    persons: tuple[Person, ...]
    exits: tuple[tuple[str, str], ...]  # place, army
    held: dict[str, str]  # place -> side, of those that are not the coalition's
    points: dict[str, dict[str, int]]  # place -> side -> points
    awards: dict[str, int]  # loss, join, apart, cut, broken, taken
    breaks: bool  # whether HD-099 applies
    capital: str | None
    capital_men: int
    handicap: int

    @property
    def bridges(self) -> tuple[str, ...]:
        """The names of the bridges, in alphabetical order."""
        return tuple(sorted({link.bridge for link in self.links if link.bridge}))

    def commander(self, army: str) -> Person:
        """The commander-in-chief of an army: the first person of it."""
        return next(person for person in self.persons if person.army == army)

    def side_of(self, army: str) -> str:
        """The side that an army is of."""
        return next(each.side for each in self.armies if each.letter == army)


# --- Reading ------------------------------------------------------------------------------------------------------


@lru_cache(REMEMBERED)
def read(text: str, *, own: bool = True) -> Campaign:
    """The campaign that a text describes; `own` for one that players bring. Raises BadOption.

    It is asked for whenever options are settled, and takes longer than all else of that.
    """
    return _Reader(text, own).campaign()


class _Line:
    """One line: its number, what it says, and its words still to be read."""

    def __init__(self, number: int, text: str) -> None:
        self.number, self.text, self.words = number, text, text.split()

    def fail(self, code: str, **facts: Any) -> NoReturn:
        raise BadOption("text", BAD, option="campaign", line=self.number, text=self.text, reason=code, **facts)

    def word(self, what: str) -> str:
        if not self.words:
            self.fail("missing", what=what)
        return self.words.pop(0)

    def one_of(self, what: str, allowed: Sequence[str]) -> str:
        word = self.word(what)
        if word not in allowed:
            self.fail("word", what=what, word=word, allowed=tuple(allowed))
        return word

    def number_of(self, what: str, least: int = 0, most: int = MOST_NUMBER) -> int:
        word = self.word(what)
        if not re.fullmatch("[0-9]{1,5}", word) or not least <= int(word) <= most:
            self.fail("number", what=what, word=word, least=least, most=most)
        return int(word)

    def tenths(self, what: str) -> int:
        word = self.word(what)
        if not re.fullmatch(r"[0-9]{1,4}(\.[0-9])?", word):
            self.fail("number", what=what, word=word, least=0, most=MOST_NUMBER)
        return int(word.replace(".", "")) if "." in word else 10 * int(word)

    def match(self, what: str, pattern: str) -> str:
        word = self.word(what)
        if not re.fullmatch(pattern, word):
            self.fail("form", what=what, word=word)
        return word

    def keyword(self, word: str) -> None:
        self.one_of(word, (word,))

    def next_is(self, word: str) -> bool:
        if self.words[:1] == [word]:
            self.words.pop(0)
            return True
        return False

    def rest(self, what: str) -> str:
        if not self.words:
            self.fail("missing", what=what)
        name, self.words = " ".join(self.words), []
        if len(name) > MOST_NAME or not name.isprintable():
            self.fail("long", what=what, most=MOST_NAME)
        return name

    def done(self) -> None:
        if self.words:
            self.fail("more", word=self.words[0])


class _Reader:
    """A text on its way to a campaign."""

    def __init__(self, text: str, own: bool) -> None:
        self.own = own
        self.last = 1
        self.lines = self._lines(text)
        self.at: dict[str, Any] = {}
        self.armies: dict[str, Army] = {}
        self.places: dict[str, Place] = {}
        self.links: dict[tuple[str, str], Link] = {}
        self.forces: dict[str, Force] = {}
        self.seats: dict[str, Seat] = {}
        self.persons: dict[str, Person] = {}
        self.exits: list[tuple[str, str]] = []
        self.held: dict[str, str] = {}
        self.points: dict[str, dict[str, int]] = {}
        self.awards: dict[str, int] = {}

    def _lines(self, text: str) -> list[_Line]:
        if len(text) > MOST_TEXT or text.count("\n") > MOST_LINES:
            _Line(1, "").fail("size", most=MOST_TEXT, lines=MOST_LINES)
        stripped = [(number, line.partition("#")[0].strip()) for number, line in enumerate(text.split("\n"), start=1)]
        self.last = len(stripped)
        return [_Line(number, line) for number, line in stripped if line]

    def campaign(self) -> Campaign:
        """All lines in the order of kinds, and then what only the whole can show."""
        ended = False
        reached = -1
        for line in self.lines:
            if ended:
                line.fail("after_end")
            kind = line.word("kind")
            if kind not in KINDS:
                line.fail("kind", word=kind, allowed=tuple(KINDS))
            order = list(KINDS).index(kind)
            if order < reached:
                line.fail("order", word=kind, after=list(KINDS)[reached])
            if order == reached and kind not in MANY:
                line.fail("twice", word=kind)
            reached = order
            KINDS[kind](self, line)
            ended = kind == "end"
            line.done()
        end = _Line(self.last, self.lines[-1].text if self.lines else "")
        if not ended:
            end.fail("no_end")
        return self._whole(end)

    # --- One kind of line each ------------------------------------------------------------------------------------

    def name(self, line: _Line) -> None:
        self.at["name"] = line.rest("name")

    def start(self, line: _Line) -> None:
        day = line.number_of("day", 1, 31)
        month = MONTHS.index(line.one_of("month", MONTHS)) + 1
        year = line.number_of("year", 1, 9_999)
        leap = month == 2 and ((year % 4 == 0 and year % 100 != 0) or year % 400 == 0)
        if day > DAYS[month - 1] + leap:
            line.fail("number", what="day", word=str(day), least=1, most=DAYS[month - 1] + leap)
        hour = line.one_of("hour", ("03:00", "07:00", "11:00", "15:00", "19:00", "23:00"))
        self.at |= {"day": day, "month": month, "year": year, "hour": int(hour[:2])}

    def begin(self, line: _Line) -> None:
        self.at["begin"] = line.number_of("beats", 0, 8 * MOST_TURNS - 2)
        if self.at["begin"] % 2:
            line.fail("number", what="beats", word=str(self.at["begin"]), least=0, most=8 * MOST_TURNS)

    def turns(self, line: _Line) -> None:
        self.at["turns"] = line.number_of("turns", 1, MOST_TURNS)
        if 8 * self.at["turns"] <= self.at.get("begin", 0):
            line.fail("number", what="turns", word=str(self.at["turns"]), least=1, most=MOST_TURNS)

    def night(self, line: _Line) -> None:
        nights: list[int] = []
        while line.words and not line.next_is("asked"):
            nights.append(line.number_of("turn", 1 if not nights else nights[-1] + 1, self.at.get("turns", MOST_TURNS)))
        self.at["nights"] = tuple(nights)
        self.at["nights_asked"] = line.text.split()[-1] == "asked"

    def rain(self, line: _Line) -> None:
        turns: list[int] = []
        if line.next_is("none"):
            return
        while line.words and line.words[0] != "until":
            turns.append(line.number_of("turn", 1 if not turns else turns[-1] + 1, self.at.get("turns", MOST_TURNS)))
        if not 1 <= len(turns) <= 2:
            line.fail("missing", what="turn")
        line.keyword("until")
        self.at["rain_until"] = line.number_of("turn", turns[-1], MOST_TURNS)
        self.at["rain"] = tuple(turns)

    def army(self, line: _Line) -> None:
        letter = line.match("army", "[A-Z]")
        if letter in self.armies or len(self.armies) == MOST_ARMIES:
            line.fail("twice" if letter in self.armies else "too_many", word=letter, most=MOST_ARMIES)
        side = line.one_of("side", SIDES)
        self.armies[letter] = Army(letter, side, line.rest("name") if line.words else letter)

    def place(self, line: _Line) -> None:
        code = line.match("place", "[A-Z]{3}")
        if code in self.places or len(self.places) == MOST_PLACES:
            line.fail("twice" if code in self.places else "too_many", word=code, most=MOST_PLACES)
        x, y = line.tenths("east"), line.tenths("north")
        self.places[code] = Place(code, x, y, line.one_of("terrain", TERRAINS), line.rest("name"))

    def link(self, line: _Line) -> None:
        a, b = sorted((self._place(line), self._place(line)))
        kind = line.one_of("class", CLASSES)
        length = line.number_of("hm", 1, 999)
        bridge = line.rest("bridge") if line.next_is("bridge") else None
        if a == b or (a, b) in self.links or len(self.links) == MOST_LINKS:
            line.fail("too_many" if len(self.links) == MOST_LINKS else "twice", word=f"{a} {b}", most=MOST_LINKS)
        self.links[a, b] = Link(a, b, kind, length, bridge)

    def column(self, line: _Line) -> None:
        code = line.match("column", "[A-Z][A-Z0-9]")
        army = self._army(line)
        most = MOST_COLUMNS if self.own else MOST_STARTING
        if code in self.forces or len(self.forces) == most:
            line.fail("twice" if code in self.forces else "too_many", word=code, most=most)
        if code[0] != army or sum(each.army == army for each in self.forces.values()) == MOST_OF_AN_ARMY:
            line.fail("army", word=code, army=army, most=MOST_OF_AN_ARMY)
        foot, horse, guns = (line.number_of(what) for what in ("foot", "horse", "guns"))
        quality = line.number_of("quality", 1, 5)
        if not foot + horse:
            line.fail("number", what="foot", word="0", least=1, most=MOST_NUMBER)
        place = self._place(line)
        line.keyword("ready")
        ready = line.number_of("ready", 0, 8 * MOST_TURNS)
        line.keyword("muster")
        muster = line.number_of("muster", 0, 8 * MOST_TURNS)
        fatigue = line.number_of("fatigue", 0, 8) if line.next_is("fatigue") else 0
        heavy = line.next_is("heavy")
        name = line.rest("name")
        self.forces[code] = Force(code, army, foot, horse, guns, quality, place, ready, muster, fatigue, heavy, name)

    def seat(self, line: _Line) -> None:
        name = line.match("seat", "[a-z]{1,20}")
        if name in RESERVED or name in self.seats or len(self.seats) == MOST_SEATS + 1:
            line.fail("word", what="seat", word=name, allowed=())
        armies = line.match("army", "[A-Z]{1,3}")
        if any(army not in self.armies for army in armies) or len({self.armies[army].side for army in armies}) != 1:
            line.fail("no_army", word=armies)
        players = line.match("players", "[0-9](-[0-9])?")
        least, _, most = players.partition("-")
        columns = []
        while line.words:
            columns.append(self._column(line))
            if columns[-1][0] not in armies or any(columns[-1] in seat.columns for seat in self.seats.values()):
                line.fail("twice", word=columns[-1])
        self.seats[name] = Seat(name, armies, int(least), int(most or MOST_SEATS), tuple(columns))

    def person(self, line: _Line) -> None:
        name = line.word("person")
        if not name.isalpha() or len(name) > 20 or letters(name) in RESERVED or letters(name) in self.persons:
            line.fail("word", what="person", word=name, allowed=())
        army = self._army(line)
        value = line.number_of("value", 0, 2)
        seat = line.one_of("seat", tuple(self.seats))
        if army not in self.seats[seat].armies:
            line.fail("no_army", word=army)
        if len(self.persons) == MOST_SEATS + MOST_ARMIES:
            line.fail("too_many", word=name, most=MOST_SEATS + MOST_ARMIES)
        if line.one_of("with", ("with", "at")) == "with":
            column = self._column(line)
            if self.armies[self.forces[column].army].side != self.armies[army].side:
                line.fail("army", word=column, army=army, most=0)
            self.persons[letters(name)] = Person(name, army, value, seat, column, None)
        else:
            self.persons[letters(name)] = Person(name, army, value, seat, None, self._place(line))

    def exit(self, line: _Line) -> None:
        self.exits.append((self._place(line), self._army(line)))
        if len(self.exits) > MOST_PLACES:
            line.fail("too_many", word="exit", most=MOST_PLACES)

    def hold(self, line: _Line) -> None:
        place = self._place(line)
        self.held[place] = line.one_of("side", SIDES)

    def point(self, line: _Line) -> None:
        if line.words[:1] == ["loss"]:
            for award in AWARDS:
                line.keyword(award)
                if award == "broken" and line.next_is("none"):
                    self.at["breaks"] = False
                    self.awards[award] = 0
                else:
                    self.awards[award] = line.number_of(award, 0, 999)
            return
        place = self._place(line)
        side = line.one_of("side", SIDES)
        self.points.setdefault(place, {})[side] = line.number_of("points", 0, 999)

    def capital(self, line: _Line) -> None:
        if not line.next_is("none"):
            self.at["capital"] = self._place(line)
            self.at["capital_men"] = line.number_of("men", 1)

    def handicap(self, line: _Line) -> None:
        self.at["handicap"] = line.number_of("points", 0, 999)

    def end(self, line: _Line) -> None:
        """Nothing follows."""

    def _place(self, line: _Line) -> str:
        word = line.word("place")
        if word not in self.places:
            line.fail("no_place", word=word)
        return word

    def _army(self, line: _Line) -> str:
        word = line.word("army")
        if word not in self.armies:
            line.fail("no_army", word=word)
        return word

    def _column(self, line: _Line) -> str:
        word = line.word("column")
        if word not in self.forces:
            line.fail("no_column", word=word)
        return word

    # --- The whole ------------------------------------------------------------------------------------------------

    def _whole(self, end: _Line) -> Campaign:
        for what in ("name", "day", "turns"):
            if what not in self.at:
                end.fail("missing", what={"name": "campaign", "day": "start"}.get(what, what))
        if {army.side for army in self.armies.values()} != set(SIDES):
            end.fail("sides")
        if len(self.places) < FEWEST_PLACES:
            end.fail("missing", what="place")
        self._joined(end)
        for army in self.armies:
            if not any(force.army == army for force in self.forces.values()):
                end.fail("missing", what="column", army=army)
            if not any(person.army == army for person in self.persons.values()):
                end.fail("missing", what="person", army=army)
            if not any(each == army for _, each in self.exits):
                end.fail("missing", what="exit", army=army)
        if not self.awards:
            end.fail("missing", what="points loss")
        self._apart(end)
        if len({link.bridge for link in self.links.values() if link.bridge}) > MOST_BRIDGES:
            end.fail("too_many", word="bridge", most=MOST_BRIDGES)
        campaign = Campaign(
            **{
                "begin": 0,
                "nights": (),
                "nights_asked": False,
                "rain": (),
                "rain_until": 0,
                "breaks": True,
                "capital": None,
                "capital_men": 0,
                "handicap": 0,
                **self.at,
            },
            armies=tuple(self.armies.values()),
            places=tuple(self.places[code] for code in sorted(self.places)),
            links=tuple(self.links[ends] for ends in sorted(self.links)),
            forces=tuple(self.forces.values()),
            seats=tuple(self.seats.values()),
            persons=tuple(self.persons.values()),
            exits=tuple(dict.fromkeys(self.exits)),
            held={place: side for place, side in self.held.items() if side != SIDES[1]},
            points=self.points,
            awards=self.awards,
        )
        self._seated(campaign, end)
        return campaign

    def _joined(self, end: _Line) -> None:
        """The net is connected, and nobody rides for ever."""
        ways: dict[str, dict[str, int]] = {code: {} for code in self.places}
        for link in self.links.values():
            ways[link.a][link.b] = ways[link.b][link.a] = link.length
        first = min(self.places)
        for start in self.places:
            far = {start: 0}
            fresh = [start]
            while fresh:
                here = min(fresh, key=far.__getitem__)
                fresh.remove(here)
                for other, length in ways[here].items():
                    if far[here] + length < far.get(other, FARTHEST * 1_000):
                        far[other] = far[here] + length
                        fresh.append(other)
            if start == first and len(far) < len(self.places):
                end.fail("apart", places=tuple(sorted(set(self.places) - set(far))))
            if max(far.values()) > FARTHEST:
                end.fail("far", word=start, most=FARTHEST)

    def _apart(self, end: _Line) -> None:
        """V8: no enemy columns share a place at the start."""
        sides: dict[str, str] = {}
        for force in self.forces.values():
            side = self.armies[force.army].side
            if sides.setdefault(force.place, side) != side:
                end.fail("enemies", word=force.place)

    def _seated(self, campaign: Campaign, end: _Line) -> None:
        """Some number of players has a seat for each, and with each such number every army has its commander's."""
        if not any(playable(campaign, players) for players in range(2, MOST_SEATS + 1)):
            end.fail("seats")


def seats_in_play(campaign: Campaign, players: int) -> tuple[Seat, ...]:
    """The seats with so many players, in their order."""
    return tuple(seat for seat in campaign.seats if seat.least <= players <= seat.most)


def playable(campaign: Campaign, players: int) -> bool:
    """Whether there is a seat for each of so many players, and one that commands each army."""
    seats = seats_in_play(campaign, players)
    return len(seats) == players and all(commanding(campaign, army.letter, seats) for army in campaign.armies)


def commanding(campaign: Campaign, army: str, seats: Sequence[Seat]) -> Seat | None:
    """The seat in play that commands an army: its commander-in-chief's, else the first that has the army."""
    named = campaign.commander(army).seat
    here = [seat for seat in seats if army in seat.armies]
    return next((seat for seat in here if seat.name == named), here[0] if here else None)


AWARDS = ("loss", "join", "apart", "cut", "broken", "taken")
MOST_OF_AN_ARMY = 18
KINDS: dict[str, Callable[[_Reader, _Line], None]] = {
    "campaign": _Reader.name,
    "start": _Reader.start,
    "begin": _Reader.begin,
    "turns": _Reader.turns,
    "night": _Reader.night,
    "rain": _Reader.rain,
    "army": _Reader.army,
    "place": _Reader.place,
    "link": _Reader.link,
    "column": _Reader.column,
    "seat": _Reader.seat,
    "person": _Reader.person,
    "exit": _Reader.exit,
    "held": _Reader.hold,
    "points": _Reader.point,
    "capital": _Reader.capital,
    "handicap": _Reader.handicap,
    "end": _Reader.end,
}
MANY = frozenset({"army", "place", "link", "column", "seat", "person", "exit", "held", "points"})
