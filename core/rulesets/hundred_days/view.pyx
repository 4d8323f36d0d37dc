"""What a seat, or an onlooker, may know of a position (HD-103, HD-104, HD-105, HD-106, HD-107, HD-113, HD-137).

A view is made of what reached its seat (`Position.known`) and of what everybody knows: nothing else of the truth goes
in but the sites of the seat's own persons. Once the game is over it shows all (HD-108), and an umpire sees all always.
"""

import msgspec

from core.contract import HOST
from core.rulesets.hundred_days.campaign import SIDES
from core.rulesets.hundred_days.position import encode, outcome_of
from core.rulesets.hundred_days.requests import asked_of, shown_to
from core.rulesets.hundred_days.schema import CLASSES, EnemySchema, FightSchema, KnownSchema, SightingSchema
from core.rulesets.hundred_days.board cimport Variant
from core.rulesets.hundred_days.field cimport (
    NONE, Battle, Column, Law, Person, State, has, men, nearest, present,
)
from core.rulesets.hundred_days.position cimport Position, code_of, dispatch_of, seats_of
from core.rulesets.hundred_days.sight cimport class_of
from core.rulesets.hundred_days.turn cimport Points, is_wet, parts_of, points_of


def view_of(Position position, seat):
    """The view of a seat; None for an onlooker.

    While the clock stands for a linked battle it is what it was before the turn, but for the phase, and the request for
    the seats that are named in it (HD-092). The seat `host` sees then what an onlooker does, and which are asked for;
    where a person has it, an umpire, he sees everything at any time.
    """
    eyes = seat if seat != HOST or position.variant.umpired else None
    if not position.stands:
        return Viewer(position, eyes).shown()
    shown = Viewer(position.before, eyes).shown()
    shown["phase"] = "battle"
    if seat == HOST:
        return shown | {"seat": HOST, "requests": [{"id": battle.id} for battle in asked_of(position)]}
    return shown | {"requests": [] if seat is None else shown_to(position, seat)}


def points_in_full(Position position):
    """What counts for each side at the end, and for what (HD-096); and how many more the French need (HD-101)."""
    told = {name: points_of_side(position, side) for side, name in enumerate(SIDES)}
    return told | {"handicap": position.variant.law.handicap}


cdef dict points_of_side(Position position, int side):
    cdef const Law* law = &position.variant.law
    cdef const State* state = &position.state
    cdef Points points = parts_of(law, state, side)
    cdef int place, army
    variant = position.variant
    return {
        "total": points_of(law, state, side),
        "held": {
            variant.places[place]: law.points[side][place]
            for place in range(law.places) if state.held[place] == side and law.points[side][place]
        },
        "losses": {"men": state.losses[1 - side], "points": points.losses},
        "broken": {"armies": armies_in(variant, points.armies_broken), "points": points.broken},
        "taken": {
            "persons": [
                variant.persons[law.chief[army]] for army in range(law.armies) if (points.armies_taken >> army) & 1
            ],
            "points": points.taken,
        },
        "cut": {"armies": armies_in(variant, points.armies_cut), "points": points.cut},
        "joined": points.joined,
        "apart": points.apart,
    }


cdef list armies_in(Variant variant, unsigned int armies):
    cdef int army
    return [variant.armies[army] for army in range(variant.law.armies) if (armies >> army) & 1]


def in_full(value):
    """A struct, or what holds some, as JSON data with every key, those too whose values are as usual."""
    if isinstance(value, msgspec.Struct):
        names = zip(value.__struct_fields__, value.__struct_encode_fields__)
        return {key: in_full(getattr(value, name)) for name, key in names}
    if isinstance(value, (list, tuple)):
        return [in_full(each) for each in value]
    if isinstance(value, dict):
        return {key: in_full(value[key]) for key in sorted(value)}
    return value


cdef class Viewer:
    """One who looks at a position."""

    cdef Position position
    cdef Variant variant
    cdef object seat

    def __init__(self, Position position, seat):
        self.position, self.variant, self.seat = position, position.variant, seat

    def shown(self):
        """The whole view."""
        cdef State* state = &self.position.state
        cdef const Law* law = &self.variant.law
        variant = self.variant
        end = outcome_of(self.position)
        known = KnownSchema() if self.seat in (None, HOST) else self.position.known[self.seat]
        if self.seat == HOST:
            known = KnownSchema(since=state.beat, columns=self._all_columns())
        elif self.seat is not None and (not law.fog or end is not None):  # HD-113, HD-108
            known = self._without_fog(known)
        return {
            "turn": state.turn,
            "beat": state.beat,
            "phase": "orders" if end is None else "over",
            "rain": state.rain,
            "mud": bool(is_wet(law, state)),
            "night": bool(law.night[state.turn]),
            "nights_asked": bool(law.asked),
            "couriers": bool(law.fog),
            "options": dict(variant.options),
            "seat": self.seat,
            "side": variant.seat_sides.get(self.seat),
            "seats": list(variant.seats),
            "armies": {army.letter: army.side for army in variant.campaign.armies},
            "commands": self._commands(),
            "army_seats": self._army_seats(),
            "commanders": self._commanders(),
            "used": self._used(known),
            "resigned": seats_of(variant, state.resigned),
            "draws": seats_of(variant, state.draws),
            "persons": self._persons(),
            **in_full(known),
            "columns": {code: in_full(known.columns[code]) for code in self._in_order(known.columns)},
            "outcome": None if end is None else in_full_outcome(end),
            "requests": [],
            "truth": encode(self.position) if end is not None or self.seat == HOST else None,
            "points": points_in_full(self.position) if end is not None or self.seat == HOST else None,
        }

    def _in_order(self, codes):
        """Columns in the order of the campaign, those that were made since behind them by their codes."""
        order = {force.code: at for at, force in enumerate(self.variant.campaign.forces)}
        return sorted(codes, key=lambda code: (order.get(code, len(order)), code))

    # --- What is public on a side ------------------------------------------------------------------------------------

    def _commands(self):
        """The armies whose commander-in-chief is this seat's."""
        cdef int army
        return [
            self.variant.armies[army] for army in range(self.variant.law.armies)
            if self.seat is not None and self.seat in (self._seat_of(self.variant.law.chief[army]), HOST)
        ]

    cdef object _seat_of(self, int person):
        cdef int seat = self.position.state.person[person].seat
        return None if seat == NONE else self.variant.seats[seat]

    def _commanders(self):
        """The persons of this side, and whose they are: to them letters go."""
        cdef int person
        return {
            self.variant.persons[person]: self._seat_of(person)
            for person in range(self.variant.law.persons)
            if self._seat_of(person) is not None and self._is_friend(person)
        }

    cdef bint _is_friend(self, int person):
        side = SIDES[self.variant.law.side[self.variant.law.person_army[person]]]
        if self.seat == HOST:
            return True
        return self.seat is not None and self.variant.seat_sides[self.seat] == side

    def _army_seats(self):
        """The seats that have a person of an army of this side, by its letter."""
        cdef int person
        found = {}
        for person in range(self.variant.law.persons):
            seat = self._seat_of(person)
            if seat is not None and self._is_friend(person):
                seats = found.setdefault(self.variant.armies[self.variant.law.person_army[person]], [])
                if seat not in seats:
                    seats.append(seat)
        return found

    def _used(self, known):
        """The codes of its side's columns that the seat knows as used (HD-035)."""
        own = self.variant.seat_sides.get(self.seat)
        codes = [
            force.code for force in self.variant.campaign.forces if self.variant.campaign.side_of(force.army) == own
        ]
        return list(dict.fromkeys([*codes, *self._in_order(known.columns)]))

    # --- Its own persons ---------------------------------------------------------------------------------------------

    def _persons(self):
        cdef int person
        return {
            self.variant.persons[person]: self._person(person)
            for person in range(self.variant.law.persons)
            if self.seat is not None and self._seat_of(person) is not None
            and self.seat in (self._seat_of(person), HOST)
        }

    cdef dict _person(self, int number):
        """A person with his site; one who was taken writes through a column, whose place is not told (HD-055)."""
        cdef State* state = &self.position.state
        cdef const Person* who = &state.person[number]
        cdef const Column* column
        cdef int place = who.place, way, through = NONE
        on = None
        post = NONE
        if who.taken:
            through = largest_of(state, number)
            place = NONE
        elif who.column != NONE:
            column = &state.column[who.column]
            place, post = column.place, nearest(&self.variant.law, column)
            if place == NONE:
                on = self._road(column.origin, column.goal, column.done)
        elif place == NONE:
            on = self._road(who.origin, who.goal, who.done)
            post = who.origin if 2 * who.done <= self.variant.law.length[who.link] else who.goal
        else:
            post = place
        places = self.variant.places
        return {
            "army": self.variant.armies[self.variant.law.person_army[number]],
            "value": self.variant.law.value[number],
            "at": None if place == NONE else places[place],
            "on": on,
            "column": None if who.column == NONE else self.position.code(who.column),
            "follows": None if who.follows == NONE else self.position.code(who.follows),
            "target": None if who.target == NONE else places[who.target],
            "way": [places[who.way[way]] for way in range(who.ways)],
            "taken": bool(who.taken),
            "post": None if post == NONE else places[post],
            "through": None if through == NONE else self.position.code(through),
        }

    cdef dict _road(self, int origin, int goal, int done):
        return {"from": self.variant.places[origin], "to": self.variant.places[goal], "done": done}

    # --- For an umpire (HD-137) --------------------------------------------------------------------------------------

    def _all_columns(self):
        """Every column on the map as it is, with its enemies and its battle."""
        cdef State* state = &self.position.state
        cdef int at
        found = {}
        for at in range(state.columns):
            if present(&state.column[at]):
                found[self.position.code(at)] = self._column(&state.column[at])
        return found

    cdef object _column(self, const Column* column):
        cdef State* state = &self.position.state
        cdef const Battle* battle
        cdef int at
        more = {"touch": [
            EnemySchema(
                column=self.position.code(at), men=men(&state.column[at]), horse=state.column[at].horse > 0,
                guns=state.column[at].guns,
            )
            for at in range(state.columns) if has(&column.touch, at) and present(&state.column[at])
        ]}
        if column.battle != NONE:
            battle = &state.battle[column.battle]
            more["battle"] = FightSchema(
                number=battle.number, attacker=bool(column.attacker), rounds=battle.rounds, lost=column.battle_lost,
            )
        return dispatch_of(self.variant, state, column, state.beat, more)

    # --- Without fog (HD-113) ----------------------------------------------------------------------------------------

    def _without_fog(self, known):
        """Its side's columns as they are, and a class for each site of the enemy."""
        cdef State* state = &self.position.state
        cdef const Law* law = &self.variant.law
        cdef const Column* column
        cdef int at
        own, sites = {}, {}
        for at in range(state.columns):
            column = &state.column[at]
            if not present(column):
                continue
            if SIDES[law.side[column.army]] == self.variant.seat_sides[self.seat]:
                own[code_of(self.variant, column)] = dispatch_of(self.variant, state, column, state.beat, {})
            else:
                site = (column.place, column.link if column.place == NONE else NONE)
                sites[site] = sites.get(site, 0) + men(column)
        return msgspec.structs.replace(
            known, columns=own, sightings=[self._site(site, sites[site]) for site in sorted(sites)]
        )

    def _site(self, site, number):
        places = self.variant.places
        cdef const Law* law = &self.variant.law
        place, link = site
        return SightingSchema(
            by=self.variant.armies[0] + "A",
            beat=self.position.state.beat,
            seen=CLASSES[class_of(number) - 1],
            at=None if place == NONE else places[place],
            link=None if link == NONE else (places[law.a[<int>link]], places[law.b[<int>link]]),
        )


cdef int largest_of(const State* state, int person):
    """The column with the most men of those that a person commands, or NONE."""
    cdef int column, most = 0, best = NONE
    for column in range(state.columns):
        if present(&state.column[column]) and state.column[column].person == person:
            if men(&state.column[column]) > most:
                best, most = column, men(&state.column[column])
    return best


def in_full_outcome(end):
    """An outcome as JSON data."""
    return {"winners": list(end.winners), "reason": end.reason, "clause": end.clause}
