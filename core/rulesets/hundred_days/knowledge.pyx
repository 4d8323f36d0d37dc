"""What of a turn becomes known to whom: HD-046 to HD-050, HD-064, HD-070, HD-103 to HD-105.

The engine's log is read once: of it come the events of the record, the dispatches that ride, and what reached each
seat. Nothing else changes what a seat knows, and a view is made of that alone.
"""

from msgspec.structs import replace

from core.rulesets.hundred_days.schema import (
    CLASSES, LAPSES, WHYS, BridgeNewsSchema, EnemySchema, FightSchema, RidingSchema, RumourSchema, SightingSchema,
    TakenSchema, TidingsSchema,
)

from core.rulesets.hundred_days.board cimport Variant
from core.rulesets.hundred_days.events cimport event_of
from core.rulesets.hundred_days.field cimport NONE, Column, Entry, Law, Log, State, Told
from core.rulesets.hundred_days.position cimport Position, code_of, dispatch_of
KEPT = 48  # beats that old sightings are kept (HD-070)


class Known:
    """What a seat knows, while it grows; `schema` is the struct it ends as."""

    def __init__(self, schema):
        self.schema = schema
        self.columns, self.news = dict(schema.columns), list(schema.news)
        self.sightings, self.bridges = list(schema.sightings), dict(schema.bridges)
        self.letters, self.taken = list(schema.letters), list(schema.taken)
        self.rumours, self.orders = list(schema.rumours), list(schema.orders)
        self.tidings, self.since = list(schema.tidings), schema.since

    def hear(self, dispatch, arrived, seat):
        """A dispatch has arrived: the newest of a column by the time it was written counts (HD-049).

        Whose the column is now, the `seat`, is told by HD-051 and HD-102, and not by a dispatch that left before.
        """
        dispatch = replace(dispatch, arrived=arrived)
        self.news.append(dispatch)
        self.see(replace(dispatch, seat=seat))
        for sighting in dispatch.sightings:
            self.sightings.append(replace(sighting, arrived=arrived))

    def see(self, dispatch):
        """What a column wrote or what was seen of it, if nothing newer is known."""
        known = self.columns.get(dispatch.column)
        if known is None or known.ordered or newer(dispatch, known):
            self.columns[dispatch.column] = dispatch
        for name, whole in dispatch.bridges.items():
            told = self.bridges.get(name)
            if told is None or told.beat <= dispatch.written:
                self.bridges[name] = BridgeNewsSchema(whole=whole, beat=dispatch.written)

    def ended(self, beat):
        """The struct, old sightings left out."""
        return replace(
            self.schema,
            since=self.since,
            columns=self.columns,
            news=self.news,
            sightings=[each for each in self.sightings if each.beat > beat - KEPT],
            bridges=self.bridges,
            letters=self.letters,
            taken=self.taken,
            rumours=self.rumours,
            orders=self.orders,
            tidings=self.tidings,
        )


def newer(dispatch, known):
    """Whether a dispatch tells more than what is known; what a person saw at the end of a beat was seen after it."""
    return (dispatch.written, dispatch.in_person) >= (known.written, known.in_person)


cdef list learn(Position position, const Log* log, dict known, list letters_due, int number):
    """The events of the turn of a number, played; `known` (seat -> Known) grows by what reached each seat in it.

    `letters_due` are the letters that have arrived, with the seats they are for.
    """
    cdef Scribe scribe = Scribe.__new__(Scribe)
    cdef int at
    scribe.position, scribe.variant, scribe.known = position, position.variant, known
    scribe.number = number
    scribe.events, scribe.riding, scribe.seen, scribe.written = [], list(position.dispatches), {}, None
    for at in range(log.entries):
        scribe.read(log, &log.entry[at])
    scribe.deliver()
    for letter, seat in letters_due:
        known[seat].letters.append(letter)
    return scribe.events


cdef class Scribe:
    """Reads a log from its beginning."""

    cdef Position position
    cdef Variant variant
    cdef int number  # of the turn: in the position it may be the next by now
    cdef dict known
    cdef list events
    cdef list riding
    cdef dict seen  # column -> sightings of this beat
    cdef object written  # the dispatch that is being read, as a dict
    cdef const Column* snapshot

    cdef read(self, const Log* log, const Entry* entry):
        cdef State* state = &self.position.state
        cdef int kind = entry.kind
        self.events.append(event_of(self.variant, state, entry))
        if kind == Told.SIGHTED:
            self.seen.setdefault(entry.n[0], []).append(self._sighting(entry))
        elif kind == Told.DISPATCH:
            self._begin(log, entry)
        elif kind == Told.SEEN:
            self.written["touch"].append(EnemySchema(
                column=code_of(self.variant, &state.column[entry.n[1]]),
                men=entry.n[2],
                horse=bool(entry.n[3]),
                guns=entry.n[4],
            ))
        elif kind == Told.SEEN_CLASS:
            self.written["facing"] = CLASSES[entry.n[1] - 1]
        elif kind == Told.RIDES:
            self._ride(entry)
        elif kind == Told.SEES:
            seat = self._seat(entry.n[1])
            self.known[seat].see(self._dispatch(entry.beat, in_person=True))
        elif kind == Told.RUMOUR:
            self._rumour(entry)
        elif kind == Told.STOPPED_RIDE:
            self._tell_of_person("no_way", entry.n[0])
        elif kind == Told.DANGER and entry.n[3] == NONE:
            self._tell_of_person("taken", entry.n[0])

    def _tell_of_person(self, kind, person):
        self.known[self._seat(person)].tidings.append(
            TidingsSchema(kind=kind, turn=self.number, person=self.variant.persons[person])
        )

    cdef object _sighting(self, const Entry* entry):
        cdef const Law* law = &self.variant.law
        places = self.variant.places
        link = None
        if entry.n[2] != NONE:
            link = (places[law.a[entry.n[2]]], places[law.b[entry.n[2]]])
        return SightingSchema(
            by=code_of(self.variant, &self.position.state.column[entry.n[0]]),
            beat=entry.beat,
            seen=CLASSES[entry.n[3] - 1],
            at=None if entry.n[1] == NONE else places[entry.n[1]],
            link=link,
            towards=None if entry.n[4] == NONE else places[entry.n[4]],
        )

    cdef _begin(self, const Log* log, const Entry* entry):
        """A column writes."""
        cdef int at
        cdef const Law* law = &self.variant.law
        self.snapshot = &log.snapshot[entry.snapshot]
        more = {"touch": [], "sightings": self.seen.pop(entry.n[0], [])}
        more["why"] = [why for at, why in enumerate(WHYS) if (entry.n[1] >> at) & 1]
        more["lapsed"] = [lapse for at, lapse in enumerate(LAPSES) if (entry.n[2] >> at) & 1]
        if entry.n[3] != NONE:
            more["person"] = self.variant.persons[entry.n[3]]
            more["why"].append("person_taken")
        if entry.n[4]:
            more["battle"] = FightSchema(
                number=entry.n[4],
                attacker=bool(self.snapshot.attacker),
                rounds=entry.n[5],
                lost=self.snapshot.battle_lost,
                over=bool(entry.n[6]),
            )
        if self.snapshot.place != NONE:
            more["bridges"] = {
                self.variant.bridges[law.bridge[law.way[at].link]]:
                not (<unsigned int>entry.n[7] >> law.bridge[law.way[at].link]) & 1
                for at in range(law.ways[self.snapshot.place], law.ways[self.snapshot.place + 1])
                if law.bridge[law.way[at].link] != NONE
            }
        self.written = more

    def _dispatch(self, beat, **more):
        return dispatch_of(
            self.variant, &self.position.state, self.snapshot, beat, {**self.written, **more}
        )

    cdef _ride(self, const Entry* entry):
        """A courier leaves with it; what was taken is read by the enemy in this turn's report."""
        dispatch = self._dispatch(entry.beat)
        if not entry.n[3]:
            self.riding.append(
                RidingSchema(to=self.variant.persons[entry.n[1]], due=entry.n[2], dispatch=dispatch)
            )
        elif entry.n[4] != NONE:
            self.known[self._seat(self.variant.law.chief[entry.n[4]])].taken.append(TakenSchema(
                kind="dispatch",
                beat=entry.beat,
                column=dispatch.column,
                dispatch=dispatch,
                turn=self.number,
            ))

    cdef _rumour(self, const Entry* entry):
        army = entry.n[0]
        self.known[self._seat(self.variant.law.chief[<int>army])].rumours.append(RumourSchema(
            army=self.variant.armies[army],
            beat=entry.beat,
            at=self.variant.places[entry.n[2]],
            seen=CLASSES[entry.n[3] - 1],
        ))

    cdef object _seat(self, int person):
        """The seat of a person; of one who has left the map that of his commander-in-chief (HD-102)."""
        cdef State* state = &self.position.state
        if state.person[person].seat == NONE:
            person = self.variant.law.chief[self.variant.law.person_army[person]]
        return self.variant.seats[state.person[person].seat]

    cdef object _commander(self, code):
        """The seat that commands a column, or did when it was gone."""
        return self._seat(self.position.state.column[self.position.find(code)].person)

    cdef deliver(self):
        """Couriers whose time is up arrive, in the order of their arrival."""
        left = []
        for riding in sorted(self.riding, key=due):
            if riding.due <= self.position.state.beat:
                seat = self._seat(self.variant.persons.index(riding.to))
                self.known[seat].hear(riding.dispatch, riding.due, self._commander(riding.dispatch.column))
            else:
                left.append(riding)
        self.position.dispatches = tuple(left)


def due(riding):
    """When a courier arrives."""
    return riding.due
