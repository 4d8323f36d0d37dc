"""Positions as values, and their JSON: what `encode` writes, `read` reads back (HD-107, 5.9).

A `Position` is handed out only when it is finished, and never changed afterwards; who needs another makes a copy.
"""

from msgspec import UNSET
from msgspec.structs import asdict, replace

from core.contract import BadPosition, Outcome, shaped
from core.rulesets.hundred_days.campaign import CODE_SIGNS, SIDES
from core.rulesets.hundred_days.schema import (
    CLASSES, GONE, PLANS, REASONS, REASON_CLAUSES, STANCES, BattleSchema, ColumnSchema, ComingSchema, DispatchSchema,
    KnownSchema, MouthSchema, OutcomeSchema, PaperSchema, PersonSchema, PositionSchema, RoadSchema, SightingSchema,
    TodaySchema, plain,
)

from libc.string cimport memset

from core.position cimport BasePosition
from core.rulesets.hundred_days.board cimport Variant
from core.rulesets.hundred_days.chance cimport forget
from core.rulesets.hundred_days.field cimport (
    ASKED, COALITION, FRENCH, JOIN, LEFT, MOST_BATTLES, MOST_PAPERS, NONE, NO_PLAN, NO_STANCE, PLAY_ON, TURN, Battle,
    Column, Entry, Law, Log, Paper, Person, Roller, State, Told, Turn, has, link_between, men, other_end, present, put,
    side_of,
)
from core.rulesets.hundred_days.turn cimport open_turn, see_at_once

LINKED = (None, "asked", "bound")
SKIES = (None, "dry", "mud")
ENDINGS = ("nobody", "given_up", "won")


cdef class Position(BasePosition):
    """What a game of Hundred Days looks like at one moment."""

    @property
    def rules(self):
        """The rules it belongs to."""
        return self.variant.rules

    @property
    def options(self):
        """The settled options of its game."""
        return dict(self.variant.options)

    cdef Position copy(self):
        cdef Position other = Position.__new__(Position)
        other.variant, other.state, other.known = self.variant, self.state, dict(self.known)
        other.dispatches, other.letters = self.dispatches, self.letters
        other.before, other.standstill = self.before, self.standstill
        return other

    cdef object code(self, int column):
        return code_of(self.variant, &self.state.column[column])

    cdef int find(self, code) except? -2:
        cdef int column
        for column in range(self.state.columns):
            if code_of(self.variant, &self.state.column[column]) == code:
                return column
        return NONE

    @property
    def turn(self):
        """The turn that is asked for."""
        return self.state.turn

    @property
    def beat(self):
        """Beats of the game that have passed."""
        return self.state.beat

    @property
    def stands(self):
        """Whether the clock stands for a linked battle (HD-085)."""
        return self.standstill is not None

    @property
    def over(self):
        """Whether the game has ended."""
        return self.state.over != PLAY_ON


cdef object code_of(Variant variant, const Column* column):
    return variant.armies[column.army] + CODE_SIGNS[column.sign]


cdef object target_of(Variant variant, const State* state, const Column* column):
    """The code of the column that a column is to join, made or still to be made; else None."""
    if column.target != NONE:
        return code_of(variant, &state.column[column.target])
    if column.plan == JOIN and column.awaits != NONE:
        return variant.armies[column.army] + CODE_SIGNS[column.awaits]
    return None


def outcome_of(Position position):
    """How the game ended, or None."""
    cdef State* state = &position.state
    if state.over == PLAY_ON:
        return None
    winners = () if state.winner > 1 else tuple([
        seat for seat in position.variant.seats if position.variant.seat_sides[seat] == SIDES[state.winner]
    ])
    return Outcome(winners, REASONS[state.over - 1], REASON_CLAUSES[state.over - 1])


# --- The opening -----------------------------------------------------------------------------------------------------

cdef Position blank(Variant variant):
    cdef Position position = Position.__new__(Position)
    cdef int at
    memset(&position.state, 0, sizeof(State))
    position.variant, position.known, position.dispatches, position.letters = variant, {}, (), ()
    position.state.beat = variant.campaign.begin
    position.state.turn = variant.campaign.begin // TURN + 1
    for at in range(variant.law.places):
        position.state.held[at] = SIDES.index(variant.campaign.held.get(variant.places[at], SIDES[COALITION]))
    for at in range(variant.law.persons):
        position.state.person[at].seat = position.state.person[at].column = position.state.person[at].place = NONE
        position.state.person[at].follows = position.state.person[at].target = NONE
    return position


cdef Position opening(Variant variant):
    """2.5, 2.6: before anything was decided."""
    return read(variant, {})


cdef void begin(Variant variant, Column* column):
    """A column without anything particular."""
    memset(column, 0, sizeof(Column))
    column.place = column.link = column.came = column.target = column.awaits = column.line = NONE
    column.scout = column.blow = column.repair = column.kept = column.battle = column.gone_place = column.took = NONE
    column.guns_word = variant.options["guns"] == "yes"


# --- Reading ---------------------------------------------------------------------------------------------------------

cdef Position read(Variant variant, written):
    """The position of its JSON. Raises BadPosition, or msgspec.ValidationError for the wrong shape."""
    return Reader(variant, shaped(written, PositionSchema)).position


cdef class Reader:
    """JSON on its way to a position."""

    cdef readonly Position position
    cdef Variant variant
    cdef object given
    cdef dict numbers  # code -> column

    def __init__(self, Variant variant, given):
        cdef State* state
        self.variant, self.given, self.position, self.numbers = variant, given, blank(variant), {}
        state = &self.position.state
        state.turn = given.turn
        if given.turn > variant.law.turns:
            raise BadPosition("turn", "turns", turns=variant.law.turns)
        if given.turn == 1 and given.beat is None:
            state.turn, state.beat = variant.campaign.begin // TURN + 1, variant.campaign.begin
        else:
            state.beat = TURN * (state.turn - 1) if given.beat is None else given.beat
        if given.outcome is None and not (
            TURN * (state.turn - 1) <= state.beat < TURN * state.turn + (given.phase == "battle")
        ):
            raise BadPosition("beat", "turn", turn=state.turn, beat=state.beat)
        if state.beat > TURN * variant.law.turns:
            raise BadPosition("beat", "turns", turns=variant.law.turns)
        state.rain, state.capital_turns, state.battles = given.rain, given.capital_turns, given.battles_begun
        state.sky, state.sky_until = SKIES.index(given.sky), given.sky_until
        self._columns()
        self._persons()
        self._battles()
        self._touches()
        self._papers()
        self._ground()
        self._seats()
        self._known()
        self._end()
        self._standstill()

    def _columns(self):
        cdef State* state = &self.position.state
        cdef int at
        forces = {force.code: force for force in self.variant.campaign.forces}
        if self.given.columns is None:
            listed = [ColumnSchema(code=code) for code in forces]
        else:
            listed = self.given.columns
        for at, each in enumerate(listed):
            where = f"columns[{at}]"
            if each.code[0] not in self.variant.armies:
                raise BadPosition(f"{where}.code", "army", column=each.code)
            if each.code in self.numbers:
                raise BadPosition(f"{where}.code", "twice", column=each.code)
            self.numbers[each.code] = at
        state.columns = len(listed)
        for at, each in enumerate(listed):
            self._column(at, each, forces.get(each.code))

    cdef _column(self, int at, given, force):
        cdef Column* column = &self.position.state.column[at]
        cdef Variant variant = self.variant
        where = f"columns[{at}]"
        begin(variant, column)
        column.army = variant.armies.index(given.code[0])
        column.sign = CODE_SIGNS.index(given.code[1])
        usual = {} if force is None else {
            **{key: getattr(force, key) for key in ("foot", "horse", "guns", "quality", "fatigue", "ready", "muster")},
            "at": force.place, "person": variant.column_persons[force.code],
        }

        def value(key, other):
            found = getattr(given, key)
            return usual.get(key, other) if found is UNSET else found

        column.person = self._person(f"{where}.person", value("person", self._chief(given.code[0])))
        column.foot, column.horse, column.guns = value("foot", 0), value("horse", 0), value("guns", 0)
        column.quality, column.fatigue = value("quality", 3), value("fatigue", 0)
        column.stragglers, column.lost = given.stragglers, given.lost
        column.ready, column.muster = value("ready", 0), value("muster", 0)
        column.plan, column.stance = PLANS.index(given.plan), STANCES.index(given.stance)
        if given.guns_word is not UNSET:
            column.guns_word = given.guns_word
        self._stand(where, column, given, value("at", None) if given.on is None else None)
        self._path(f"{where}.path", given.path, column.path, &column.paths)
        column.target, column.awaits = self._joined(f"{where}.target", given.code, given)
        column.line = self._place(f"{where}.line", given.line)
        column.forced, column.night, column.start = given.forced, given.night, given.start
        column.free, column.halt, column.acts_on = given.free, given.halt, given.acts_on
        column.blow, column.blow_at = self._bridge(f"{where}.blow", given.blow), given.blow_at
        column.repair, column.repaired = self._bridge(f"{where}.repair", given.repair), given.repaired
        column.battle_lost, column.routed = given.battle_lost, given.routed
        column.driven, column.swept, column.to_guns = given.driven, given.swept, given.to_guns
        column.refused, column.leaving = given.refused, given.leaving
        if given.today is not None:
            self._today(where, column, given.today)
        column.gone = GONE.index(given.gone or "")
        column.gone_place = column.place if column.gone else NONE
        if column.free and not column.muster:
            raise BadPosition(f"{where}.free", "muster")
        if present(column) and not men(column):
            raise BadPosition(where, "empty", column=given.code)
        if present(column) and column.driven and column.place != NONE:
            raise BadPosition(f"{where}.driven", "at_place", column=given.code)
        if column.driven and not column.paths:
            raise BadPosition(f"{where}.path", "driven", column=given.code)
        if not present(column) and (given.battle is not None or given.touch or given.on is not None):
            raise BadPosition(f"{where}.gone", "gone", column=given.code)

    cdef _today(self, where, Column* column, today):
        column.marched, column.rests, column.fought, column.scouted = (
            today.marched, today.rests, today.fought, today.scouted
        )
        column.forced_march, column.night_march, column.tired, column.busy = (
            today.forced, today.night, today.tired, today.busy
        )
        column.scout = self._place(f"{where}.today.scout", today.scout)
        column.took = NONE if today.took is None else self._person(f"{where}.today.took", today.took)

    cdef _stand(self, where, Column* column, given, at):
        """In a place, the usual one if nothing is said of it; or on a road."""
        cdef const Law* law = &self.variant.law
        if at is None and given.on is None:
            raise BadPosition(where, "nowhere", column=given.code)
        if given.on is not None and given.at is not UNSET and given.at is not None:
            raise BadPosition(f"{where}.on", "both", column=given.code)
        if at is not None:
            column.place = self._place(f"{where}.at", at)
            if given.came is not None:
                column.came = link_between(law, column.place, self._place(f"{where}.came", given.came))
                if column.came == NONE:
                    raise BadPosition(f"{where}.came", "no_link", places=[at, given.came])
            return
        column.origin, column.goal, column.link, column.done = self._road(f"{where}.on", given.on)

    def _road(self, where, road):
        """Origin, goal, link, done."""
        origin, goal = self._place(f"{where}.from", road.origin), self._place(f"{where}.to", road.to)
        link = link_between(&self.variant.law, origin, goal)
        if link == NONE:
            raise BadPosition(where, "no_link", places=[road.origin, road.to])
        if road.done >= self.variant.law.length[<int>link]:
            raise BadPosition(f"{where}.done", "long", length=self.variant.law.length[<int>link])
        return origin, goal, link, road.done

    def _place(self, where, code):
        if code is None:
            return NONE
        if code not in self.variant.place_numbers:
            raise BadPosition(where, "no_place", place=code)
        return self.variant.place_numbers[code]

    def _bridge(self, where, name):
        if name is None:
            return NONE
        if name not in self.variant.bridges:
            raise BadPosition(where, "no_bridge", bridge=name)
        return self.variant.bridges.index(name)

    def _number(self, where, code):
        if code is None:
            return NONE
        if code not in self.numbers:
            raise BadPosition(where, "no_column", column=code)
        return self.numbers[code]

    def _joined(self, where, code, given):
        """The column that a column of a code is to join; or the sign of one that is still to be made."""
        if given.plan == "join" and given.target is not None and given.target not in self.numbers:
            if given.target[0] == code[0]:
                return NONE, CODE_SIGNS.index(given.target[1])
        return self._number(where, given.target), NONE

    def _person(self, where, name):
        if name not in self.variant.persons:
            raise BadPosition(where, "no_person", person=name)
        return self.variant.persons.index(name)

    def _general(self, where, name, code):
        """A person of the army of a column."""
        person = self._person(where, name)
        if self.position.state.person[<int>person].seat == NONE:
            raise BadPosition(where, "no_person")
        if self.variant.law.person_army[<int>person] != self.variant.armies.index(code[0]):
            raise BadPosition(where, "army")
        return person

    def _chief(self, letter):
        return self.variant.persons[self.variant.law.chief[<int>self.variant.armies.index(letter)]]

    def _link(self, where, ends):
        link = link_between(
            &self.variant.law, self._place(where, ends[0]), self._place(where, ends[1])
        )
        if link == NONE:
            raise BadPosition(where, "no_link", places=list(ends))
        return link

    cdef _path(self, where, path, unsigned char* into, unsigned char* count):
        cdef int at
        for at, code in enumerate(path):
            into[at] = self._place(where, code)
        count[0] = len(path)

    def _persons(self):
        cdef State* state = &self.position.state
        cdef Variant variant = self.variant
        cdef int number
        given = self.given.persons
        if given is None:
            given = {}
            for person in variant.campaign.persons:
                name = person.word
                if name in variant.person_seats:
                    given[name] = self._usual_person(person, variant.person_seats[name])
        for name, person in given.items():
            number = self._person(f"persons.{name}", name)
            self._one_person(f"persons.{name}", &state.person[number], person)
        for number in range(variant.law.armies):
            if state.person[variant.law.chief[number]].seat == NONE:
                raise BadPosition("persons", "chief", person=variant.persons[variant.law.chief[number]])
        for number in range(state.columns):
            if state.person[state.column[number].person].seat == NONE:
                raise BadPosition(f"columns[{number}].person", "no_person")
            if variant.law.person_army[state.column[number].person] != state.column[number].army:
                raise BadPosition(f"columns[{number}].person", "army")

    def _usual_person(self, person, seat):
        """As at the start; where his column is not in a position written by hand, where it would begin."""
        if person.column is not None and person.column in self.numbers:
            return PersonSchema(seat=seat, column=person.column)
        if person.column is None:
            return PersonSchema(seat=seat, at=person.place)
        force = next(each for each in self.variant.campaign.forces if each.code == person.column)
        return PersonSchema(seat=seat, at=force.place)

    cdef _one_person(self, where, Person* who, given):
        cdef const Law* law = &self.variant.law
        cdef int at, here
        if given.seat not in self.variant.seats:
            raise BadPosition(f"{where}.seat", "no_seat", seat=given.seat)
        who.seat = self.variant.seats.index(given.seat)
        if sum([given.at is not None, given.on is not None, given.column is not None]) != 1:
            raise BadPosition(where, "nowhere")
        who.place, who.link = self._place(f"{where}.at", given.at), NONE
        who.column = self._number(f"{where}.column", given.column)
        who.follows = self._number(f"{where}.follows", given.follows)
        who.target = self._place(f"{where}.target", given.target)
        who.taken = given.taken
        if given.on is not None:
            who.origin, who.goal, who.link, who.done = self._road(f"{where}.on", given.on)
        if who.column != NONE and (not present(&self.position.state.column[who.column]) or who.taken):
            raise BadPosition(f"{where}.column", "gone", column=given.column)
        if who.column != NONE and given.way:
            raise BadPosition(f"{where}.way", "with", column=given.column)
        here = who.place if given.on is None else who.origin
        for at, code in enumerate(given.way):
            who.way[at] = self._place(f"{where}.way", code)
            if at == 0 and given.on is not None and who.way[0] != who.goal:
                raise BadPosition(f"{where}.way", "ahead", place=given.on.to)
            if link_between(law, here, who.way[at]) == NONE:
                raise BadPosition(f"{where}.way", "no_link", places=[self.variant.places[here], code])
            here = who.way[at]
        who.ways = len(given.way)

    def _battles(self):
        cdef State* state = &self.position.state
        cdef Battle* battle
        cdef int at
        numbers = {}
        for at, given in enumerate(self.given.battles):
            battle, where = &state.battle[at], f"battles[{at}]"
            if given.number in numbers:
                raise BadPosition(where, "twice", number=given.number)
            if (given.at is None) == (given.link is None):
                raise BadPosition(where, "nowhere", number=given.number)
            battle.used, battle.number = True, given.number
            battle.place = self._place(f"{where}.at", given.at)
            battle.link = NONE if given.link is None else self._link(f"{where}.link", given.link)
            for other in numbers.values():
                if state.battle[<int>other].place == battle.place and state.battle[<int>other].link == battle.link:
                    raise BadPosition(where, "second", number=given.number)
            battle.attacker, battle.terrain = SIDES.index(given.attacker), given.terrain
            battle.began, battle.rounds = given.began, given.rounds
            battle.linked = LINKED.index(given.linked)
            battle.until, battle.ending = given.until, ENDINGS.index(given.ending)
            battle.winner = 0 if given.winner is None else SIDES.index(given.winner)
            if (given.winner is None) != (given.ending == "nobody"):
                raise BadPosition(f"{where}.winner", "ending", number=given.number)
            if (given.linked == "asked") and self.given.phase != "battle":
                raise BadPosition(f"{where}.linked", "stands", number=given.number)
            battle.brought[0], battle.brought[1] = given.brought
            battle.lost[0], battle.lost[1] = given.lost
            numbers[given.number] = at
            state.battles = max(state.battles, given.number)
        if self.given.columns is not None:
            for at, given in enumerate(self.given.columns):
                if given.battle is not None:
                    self._fighter(at, given, numbers)
                if given.comes is not None:
                    self._comer(at, given, numbers)
        self._sides_apart(numbers)

    cdef _fighter(self, int at, given, numbers):
        cdef State* state = &self.position.state
        cdef Column* column = &state.column[at]
        cdef Battle* battle
        where = f"columns[{at}].battle"
        if given.battle not in numbers:
            raise BadPosition(where, "no_battle", number=given.battle)
        battle = &state.battle[<int>numbers[given.battle]]
        if battle.place != column.place or battle.place == NONE and battle.link != column.link:
            raise BadPosition(where, "site", number=given.battle)
        if column.driven:
            raise BadPosition(where, "driven", number=given.battle)
        column.battle = numbers[given.battle]
        column.attacker = side_of(&self.variant.law, column) == battle.attacker

    cdef _comer(self, int at, given, numbers):
        cdef Column* column = &self.position.state.column[at]
        where = f"columns[{at}].comes"
        if given.comes.battle not in numbers or given.battle is not None or given.gone is not None:
            raise BadPosition(where, "no_battle", number=given.comes.battle)
        column.comes, column.comes_to = given.comes.after, numbers[given.comes.battle]
        column.comes_by = self._link(f"{where}.by", given.comes.by)
        if self.position.state.battle[column.comes_to].linked != ASKED:
            raise BadPosition(where, "stands", number=given.comes.battle)

    def _sides_apart(self, numbers):
        """No enemies in one place but in battle, and both sides in each battle."""
        cdef State* state = &self.position.state
        cdef const Law* law = &self.variant.law
        cdef int at
        fighting = {number: set() for number in numbers.values()}
        there = {}
        for at in range(state.columns):
            if not present(&state.column[at]):
                continue
            if state.column[at].battle != NONE:
                fighting[state.column[at].battle].add(side_of(law, &state.column[at]))
            if state.column[at].place != NONE:
                side = side_of(law, &state.column[at])
                other = there.setdefault(state.column[at].place, (side, state.column[at].battle))
                if other != (side, state.column[at].battle) and (
                    other[1] != state.column[at].battle or state.column[at].battle == NONE
                ):
                    raise BadPosition(f"columns[{at}].at", "enemies", place=self.variant.places[state.column[at].place])
        for number, at in numbers.items():
            if len(fighting[at]) < 2:
                raise BadPosition("battles", "sides", number=number)

    def _touches(self):
        cdef State* state = &self.position.state
        cdef int at, other
        if self.given.columns is None:
            return
        for at, given in enumerate(self.given.columns):
            for code in given.touch:
                other = self._number(f"columns[{at}].touch", code)
                if side_of(&self.variant.law, &state.column[other]) == side_of(&self.variant.law, &state.column[at]):
                    raise BadPosition(f"columns[{at}].touch", "friend", column=code)
                if not present(&state.column[other]):
                    raise BadPosition(f"columns[{at}].touch", "gone", column=code)
                put(&state.column[at].touch, other)
                put(&state.column[other].touch, at)

    def _papers(self):
        cdef State* state = &self.position.state
        cdef int at
        for at, given in enumerate(self.given.papers):
            self._paper(f"papers[{at}]", given, False)
        if self.given.columns is not None:
            for at, given in enumerate(self.given.columns):
                if given.kept is not None:
                    if not present(&state.column[at]):
                        raise BadPosition(f"columns[{at}].kept", "gone", column=given.code)
                    state.column[at].kept = self._paper(f"columns[{at}].kept", given.kept, False)
                    if state.paper[state.column[at].kept].column != at:
                        raise BadPosition(f"columns[{at}].kept", "column")

    def _paper(self, where, given, carried):
        cdef State* state = &self.position.state
        cdef Paper* paper
        cdef int at = state.papers
        if at >= MOST_PAPERS:
            raise BadPosition(where, "many", most=MOST_PAPERS)
        state.papers += 1
        paper = &state.paper[at]
        memset(paper, 0, sizeof(Paper))
        # What rides along is for a column that is not there yet: until then it stands under the column it leaves.
        paper.column, paper.unmade = NONE, NONE
        if given.maker is not None and not carried:
            paper.column = self._number(f"{where}.maker", given.maker)
            if given.column[0] != given.maker[0]:
                raise BadPosition(f"{where}.maker", "army", column=given.column)
            paper.unmade = CODE_SIGNS.index(given.column[1])
        elif not carried:
            paper.column = self._number(f"{where}.column", given.column)
        paper.turn, paper.due, paper.used, paper.carried = given.turn, given.due, True, carried
        paper.plan = NO_PLAN if given.plan is None else PLANS.index(given.plan)
        paper.stance = NO_STANCE if given.stance is None else STANCES.index(given.stance)
        self._path(f"{where}.path", given.path, paper.path, &paper.paths)
        paper.target, paper.awaits = self._joined(f"{where}.target", given.column, given)
        paper.leaves, paper.forced, paper.night, paper.start = given.leaves, given.forced, given.night, given.start
        paper.guns_word = NONE if given.guns_word is None else given.guns_word
        paper.line = NONE - 1 if given.line == "free" else self._place(f"{where}.line", given.line)
        paper.scout = self._place(f"{where}.scout", given.scout)
        paper.blow = self._bridge(f"{where}.blow", given.blow)
        paper.repair = self._bridge(f"{where}.repair", given.repair)
        paper.detach, paper.sign, paper.given, paper.rider = NONE, NONE, NONE, NONE
        if given.plan == "repair" and given.repair is None:
            raise BadPosition(f"{where}.repair", "no_bridge", bridge=None)
        if given.made is not None:
            if given.made[0] != given.column[0]:
                raise BadPosition(f"{where}.made", "army", column=given.made)
            paper.detach = NONE if given.detach is None else given.detach
            paper.sign = CODE_SIGNS.index(given.made[1])
            paper.given = NONE if given.given is None else self._general(f"{where}.given", given.given, given.made)
        if given.rider is not None:
            alone = given.rider.made is None and given.rider.maker is None
            if carried or given.made is None or given.rider.column != given.made or not alone:
                raise BadPosition(f"{where}.rider", "rider")
            rider = self._paper(f"{where}.rider", given.rider, True)
            state.paper[at].rider = rider
        return at

    def _ground(self):
        cdef State* state = &self.position.state
        cdef int link, at, end, side
        for name in self.given.blown:
            state.blown |= <unsigned int>1 << <int>self._bridge("blown", name)
        if self.given.held is not None:
            for at in range(self.variant.law.places):
                state.held[at] = COALITION
            for code, whose in self.given.held.items():
                state.held[<int>self._place("held", code)] = SIDES.index(whose)
        for number, mouth in enumerate(self.given.mouths):
            where = f"mouths[{number}]"
            at, link = self._number(f"{where}.column", mouth.column), self._link(f"{where}.link", mouth.link)
            end = 0 if self.variant.law.a[link] == self._place(f"{where}.link", mouth.link[0]) else 1
            side = side_of(&self.variant.law, &state.column[at])
            state.mouth[side][link][end].until, state.mouth[side][link][end].column = mouth.until, at

    def _seats(self):
        cdef State* state = &self.position.state
        cdef const Law* law = &self.variant.law
        cdef int at
        for key in ("resigned", "draws"):
            bits = 0
            for seat in getattr(self.given, key):
                if seat not in self.variant.seats:
                    raise BadPosition(key, "no_seat", seat=seat)
                bits |= 1 << self.variant.seats.index(seat)
            if key == "resigned":
                state.resigned = bits
            else:
                state.draws = bits
        for at in range(state.columns):
            state.losses[side_of(law, &state.column[at])] += state.column[at].lost
            if state.column[at].gone == LEFT:
                state.left[state.column[at].army] += men(&state.column[at])

    def _known(self):
        cdef Position position = self.position
        given = self.given
        if given.known is None:
            position.known = columns_known(position)
        else:
            for seat in given.known:
                if seat not in self.variant.seats:
                    raise BadPosition(f"known.{seat}", "no_seat", seat=seat)
            position.known = {seat: given.known.get(seat, KnownSchema()) for seat in self.variant.seats}
        for seat, known in position.known.items():
            for code, dispatch in known.columns.items():
                self._told(f"known.{seat}.columns.{code}", dispatch)
                if code != dispatch.column:
                    raise BadPosition(f"known.{seat}.columns.{code}", "code", column=dispatch.column)
            for name in known.bridges:
                self._bridge(f"known.{seat}.bridges", name)
            for dispatch in known.news:
                self._told(f"known.{seat}.news", dispatch)
            for sighting in known.sightings:
                self._sighted(f"known.{seat}.sightings", sighting)
        for number, riding in enumerate(given.dispatches):
            # His seat may have been resigned since it left: then it goes to his commander-in-chief (HD-102).
            self._person(f"dispatches[{number}].to", riding.to)
            self._told(f"dispatches[{number}].dispatch", riding.dispatch)
        for number, letter in enumerate(given.letters):
            self._person(f"letters[{number}].to", letter.to)
            if letter.sender not in self.variant.seats and not self.variant.umpired:
                raise BadPosition(f"letters[{number}].from", "no_seat", seat=letter.sender)
        position.dispatches, position.letters = tuple(given.dispatches), tuple(given.letters)

    def _told(self, where, dispatch):
        """A dispatch that could have been written on this map."""
        if dispatch.column[0] not in self.variant.armies:
            raise BadPosition(f"{where}.column", "army", column=dispatch.column)
        if dispatch.seat not in self.variant.seats:
            raise BadPosition(f"{where}.seat", "no_seat", seat=dispatch.seat)
        if (dispatch.at is None) == (dispatch.on is None):
            raise BadPosition(where, "nowhere", column=dispatch.column)
        self._place(f"{where}.at", dispatch.at)
        self._place(f"{where}.line", dispatch.line)
        self._bridge(f"{where}.blow", dispatch.blow)
        if dispatch.on is not None:
            self._road(f"{where}.on", dispatch.on)
        for code in dispatch.path:
            self._place(f"{where}.path", code)
        for name in dispatch.bridges:
            self._bridge(f"{where}.bridges", name)
        for enemy in dispatch.touch:
            if enemy.column[0] not in self.variant.armies:
                raise BadPosition(f"{where}.touch", "army", column=enemy.column)
        for sighting in dispatch.sightings:
            self._sighted(f"{where}.sightings", sighting)

    def _sighted(self, where, sighting):
        if (sighting.at is None) == (sighting.link is None):
            raise BadPosition(where, "nowhere")
        self._place(where, sighting.at)
        self._place(where, sighting.towards)
        if sighting.link is not None:
            self._link(where, sighting.link)

    def _end(self):
        cdef State* state = &self.position.state
        end = self.given.outcome
        if (end is None) != (self.given.phase != "over"):
            raise BadPosition("outcome", "phase")
        if end is None:
            return
        for seat in end.winners:
            if seat not in self.variant.seats:
                raise BadPosition("outcome.winners", "no_seat", seat=seat)
        state.over = 1 + REASONS.index(end.reason)
        state.winner = 2
        if end.winners:
            state.winner = SIDES.index(self.variant.seat_sides[end.winners[0]])
        told = outcome_of(self.position)
        if (list(told.winners), told.clause) != (list(end.winners), end.clause):
            raise BadPosition("outcome", "winners", clause=told.clause)
        if (state.winner == 2) != (end.reason == "agreed"):
            raise BadPosition("outcome", "winners", clause=told.clause)

    def _standstill(self):
        """What is kept while the clock stands; then, and only then, a battle is asked for."""
        given = self.given.standstill
        asked = any([battle.linked == "asked" for battle in self.given.battles])
        if (given is not None) != (self.given.phase == "battle") or asked != (given is not None):
            raise BadPosition("standstill", "stands")
        if given is None:
            return
        if given.before.phase != "orders" or given.before.turn != given.asked:
            raise BadPosition("standstill.before", "stands")
        for gift in given.gifts:
            if gift.to not in self.variant.seats:
                raise BadPosition("standstill.gifts", "no_seat", seat=gift.to)
        self.position.before = (<Reader>Reader(self.variant, given.before)).position
        self.position.standstill = given


# --- Writing ---------------------------------------------------------------------------------------------------------

def encode(Position position):
    """The position as JSON data: every key of `schema.PositionSchema`."""
    return plain(Writer(position).schema())


cdef class Writer:
    """A position on its way to JSON."""

    cdef Position position
    cdef Variant variant

    def __init__(self, Position position):
        self.position, self.variant = position, position.variant

    def schema(self):
        """The struct of the whole position."""
        cdef State* state = &self.position.state
        cdef int at
        variant, position = self.variant, self.position
        end = outcome_of(position)
        return PositionSchema(
            turn=state.turn,
            beat=state.beat,
            phase="over" if end is not None else "battle" if position.standstill is not None else "orders",
            rain=state.rain,
            sky=SKIES[state.sky],
            sky_until=state.sky_until,
            columns=[self._column(at) for at in range(state.columns)],
            persons={
                variant.persons[at]: self._person(at)
                for at in range(variant.law.persons)
                if state.person[at].seat != NONE
            },
            papers=[
                self._paper(at)
                for at in range(state.papers)
                if state.paper[at].used and not state.paper[at].carried and not self._is_kept(at)
            ],
            dispatches=list(position.dispatches),
            letters=list(position.letters),
            battles=[self._battle(at) for at in range(MOST_BATTLES) if state.battle[at].used],
            battles_begun=state.battles,
            blown=[name for at, name in enumerate(variant.bridges) if (state.blown >> <int>at) & 1],
            held={
                variant.places[at]: SIDES[FRENCH] for at in range(variant.law.places) if state.held[at] == FRENCH
            },
            mouths=self._mouths(),
            capital_turns=state.capital_turns,
            resigned=seats_of(variant, state.resigned),
            draws=seats_of(variant, state.draws),
            known={seat: position.known[seat] for seat in variant.seats},
            outcome=None if end is None else OutcomeSchema(
                winners=list(end.winners), reason=end.reason, clause=end.clause
            ),
            standstill=None if position.standstill is None else replace(
                position.standstill, before=Writer(position.before).schema()
            ),
        )

    cdef bint _is_kept(self, int at):
        cdef Paper* paper = &self.position.state.paper[at]
        return self.position.state.column[paper.column].kept == at

    cdef object _place(self, int place):
        return None if place == NONE else self.variant.places[place]

    cdef object _bridge(self, int bridge):
        return None if bridge == NONE else self.variant.bridges[bridge]

    cdef object _code(self, int column):
        return None if column == NONE else self.position.code(column)

    cdef _column(self, int at):
        cdef Column* column = &self.position.state.column[at]
        cdef State* state = &self.position.state
        return ColumnSchema(
            code=self._code(at),
            person=self.variant.persons[column.person],
            foot=column.foot,
            horse=column.horse,
            guns=column.guns,
            quality=column.quality,
            fatigue=column.fatigue,
            stragglers=column.stragglers,
            lost=column.lost,
            at=self._place(column.place),
            on=road_of(self.variant, column),
            came=None if column.came == NONE or column.place == NONE else self._place(
                other_end(&self.variant.law, column.came, column.place)
            ),
            plan=PLANS[column.plan],
            path=path_of(self.variant, column.path, column.paths),
            target=target_of(self.variant, state, column),
            stance=STANCES[column.stance],
            guns_word=bool(column.guns_word),
            line=self._place(column.line),
            forced=bool(column.forced),
            night=bool(column.night),
            start=column.start,
            ready=column.ready,
            muster=column.muster,
            free=column.free,
            halt=column.halt,
            acts_on=column.acts_on,
            blow=self._bridge(column.blow),
            blow_at=column.blow_at,
            repair=self._bridge(column.repair),
            repaired=column.repaired,
            kept=None if column.kept == NONE else self._paper(column.kept),
            battle=None if column.battle == NONE else state.battle[column.battle].number,
            battle_lost=column.battle_lost,
            routed=bool(column.routed),
            driven=bool(column.driven),
            swept=bool(column.swept),
            to_guns=bool(column.to_guns),
            refused=bool(column.refused),
            leaving=bool(column.leaving),
            touch=[self._code(other) for other in range(state.columns) if has(&column.touch, other)],
            gone=GONE[column.gone] or None,
            today=self._today(column) if self.position.standstill is not None else None,
            comes=self._coming(column),
        )

    cdef _today(self, const Column* column):
        return TodaySchema(
            marched=column.marched,
            rests=column.rests,
            forced=bool(column.forced_march),
            night=bool(column.night_march),
            fought=bool(column.fought),
            scouted=bool(column.scouted),
            tired=bool(column.tired),
            busy=bool(column.busy),
            scout=self._place(column.scout),
            took=None if column.took == NONE else self.variant.persons[column.took],
        )

    cdef _coming(self, const Column* column):
        cdef const Law* law = &self.variant.law
        if not column.comes:
            return None
        return ComingSchema(
            battle=self.position.state.battle[column.comes_to].number,
            after=column.comes,
            by=(self.variant.places[law.a[column.comes_by]], self.variant.places[law.b[column.comes_by]]),
        )

    cdef _paper(self, int at):
        cdef Paper* paper = &self.position.state.paper[at]
        made = None
        if paper.sign != NONE:
            made = self.variant.armies[self.position.state.column[paper.column].army] + CODE_SIGNS[paper.sign]
        rider = None
        if paper.rider != NONE:
            self.position.state.paper[paper.rider].column = paper.column
            rider = self._paper(paper.rider)
            rider = PaperSchema(**{**asdict(rider), "column": made})
        code, maker = self._code(paper.column), None
        if paper.unmade != NONE:
            code, maker = code[0] + CODE_SIGNS[paper.unmade], code
        return PaperSchema(
            column=code,
            maker=maker,
            turn=paper.turn,
            due=paper.due,
            plan=None if paper.plan == NO_PLAN else PLANS[paper.plan],
            path=path_of(self.variant, paper.path, paper.paths),
            target=self._code(paper.target) if paper.awaits == NONE else code[0] + CODE_SIGNS[paper.awaits],
            leaves=bool(paper.leaves),
            stance=None if paper.stance == NO_STANCE else STANCES[paper.stance],
            forced=bool(paper.forced),
            night=bool(paper.night),
            start=paper.start,
            guns_word=None if paper.guns_word == NONE else bool(paper.guns_word),
            line="free" if paper.line == NONE - 1 else self._place(paper.line),
            scout=self._place(paper.scout),
            blow=self._bridge(paper.blow),
            repair=self._bridge(paper.repair),
            detach=None if paper.detach == NONE else paper.detach,
            made=made,
            given=None if paper.given == NONE else self.variant.persons[paper.given],
            rider=rider,
        )

    cdef _person(self, int at):
        cdef Person* who = &self.position.state.person[at]
        cdef int way
        on = None
        if who.column == NONE and who.place == NONE:
            on = RoadSchema(
                origin=self.variant.places[who.origin], to=self.variant.places[who.goal], done=who.done
            )
        return PersonSchema(
            seat=self.variant.seats[who.seat],
            at=self._place(who.place) if who.column == NONE else None,
            on=on,
            column=self._code(who.column),
            follows=self._code(who.follows),
            target=self._place(who.target),
            way=[self.variant.places[who.way[way]] for way in range(who.ways)],
            taken=bool(who.taken),
        )

    cdef _battle(self, int at):
        cdef Battle* battle = &self.position.state.battle[at]
        cdef const Law* law = &self.variant.law
        link = None
        if battle.link != NONE:
            link = (self.variant.places[law.a[battle.link]], self.variant.places[law.b[battle.link]])
        return BattleSchema(
            number=battle.number,
            attacker=SIDES[battle.attacker],
            at=self._place(battle.place),
            link=link,
            terrain=bool(battle.terrain),
            began=battle.began,
            rounds=battle.rounds,
            linked=LINKED[battle.linked],
            until=battle.until,
            ending=ENDINGS[battle.ending],
            winner=None if ENDINGS[battle.ending] == "nobody" else SIDES[battle.winner],
            brought=(battle.brought[0], battle.brought[1]),
            lost=(battle.lost[0], battle.lost[1]),
        )

    cdef _mouths(self):
        cdef State* state = &self.position.state
        cdef const Law* law = &self.variant.law
        cdef int side, link, end
        found = []
        for side in range(2):
            for link in range(law.links):
                for end in range(2):
                    if state.mouth[side][link][end].until > state.beat + 1:
                        ends = (self.variant.places[law.a[link]], self.variant.places[law.b[link]])
                        found.append(MouthSchema(
                            column=self._code(state.mouth[side][link][end].column),
                            link=ends if end == 0 else ends[::-1],
                            until=state.mouth[side][link][end].until,
                        ))
        return found


cdef list seats_of(Variant variant, int bits):
    return [seat for at, seat in enumerate(variant.seats) if (bits >> <int>at) & 1]


cdef list path_of(Variant variant, const unsigned char* path, int count):
    cdef int at
    return [variant.places[path[at]] for at in range(count)]


cdef object road_of(Variant variant, const Column* column):
    if column.place != NONE:
        return None
    return RoadSchema(origin=variant.places[column.origin], to=variant.places[column.goal], done=column.done)


# --- What a column writes of itself (HD-048) -------------------------------------------------------------------------

cdef object dispatch_of(Variant variant, const State* state, const Column* column, int written, dict more):
    """A column's state as a dispatch; `more` has what it reports besides."""
    return DispatchSchema(
        column=code_of(variant, column),
        written=written,
        seat=variant.seats[state.person[column.person].seat],
        at=None if column.place == NONE else variant.places[column.place],
        on=road_of(variant, column),
        foot=column.foot,
        horse=column.horse,
        guns=column.guns,
        quality=column.quality,
        fatigue=column.fatigue,
        stragglers=column.stragglers,
        plan=PLANS[column.plan],
        path=path_of(variant, column.path, column.paths),
        target=target_of(variant, state, column),
        forced=bool(column.forced),
        night=bool(column.night),
        start=column.start,
        stance=STANCES[column.stance],
        guns_word=bool(column.guns_word),
        line=None if column.line == NONE else variant.places[column.line],
        ready=column.ready,
        muster=column.muster,
        acts_on=column.acts_on,
        routed=bool(column.routed),
        blow=None if column.blow == NONE else variant.bridges[column.blow],
        **more,
    )


cdef object columns_known(Position position):
    """What seats know where nothing is said of it: their columns as they are, and commanders those of their army."""
    cdef State* state = &position.state
    cdef Variant variant = position.variant
    cdef int at, seat, chief
    known = {seat_: {} for seat_ in variant.seats}
    for at in range(state.columns):
        if not present(&state.column[at]):
            continue
        written = 0 if state.beat == variant.campaign.begin else state.beat
        dispatch = dispatch_of(variant, state, &state.column[at], written, {})
        seat = state.person[state.column[at].person].seat
        chief = state.person[variant.law.chief[state.column[at].army]].seat
        for number in dict.fromkeys((seat, chief)):
            known[variant.seats[number]][dispatch.column] = dispatch
    return {seat_: KnownSchema(since=state.beat, columns=columns) for seat_, columns in known.items()}


def refreshed(Position position, seen):
    """The position with seats that know their columns as they are; `seen` where a campaign begins in its midst.

    Then they know besides what their horse sees, with true classes and without dice (HD-110).
    """
    cdef Position other = position.copy()
    cdef Log log
    cdef Turn turn
    cdef Roller roller
    other.known, other.dispatches, other.letters = columns_known(other), (), ()
    if not seen:
        return other
    memset(&log, 0, sizeof(Log))
    roller.stream, roller.source, roller.turn, roller.failed = NULL, NULL, other.state.turn, True
    open_turn(&turn, &other.variant.law, &other.state, &roller, &log)
    see_at_once(&turn)
    try:
        other.known = told_at_once(other, &log)
    finally:
        forget(&log)
    return other


cdef dict told_at_once(Position position, const Log* log):
    """What is seen at the opening reaches each column's seat, and its commander-in-chief, at once."""
    cdef State* state = &position.state
    cdef Variant variant = position.variant
    cdef const Law* law = &variant.law
    cdef const Entry* entry
    cdef int at, column
    known = {seat: asdict(schema) for seat, schema in position.known.items()}
    for at in range(log.entries):
        entry = &log.entry[at]
        if entry.kind != Told.SIGHTED:
            continue
        column = entry.n[0]
        link = None
        if entry.n[2] != NONE:
            link = (variant.places[law.a[entry.n[2]]], variant.places[law.b[entry.n[2]]])
        sighting = SightingSchema(
            by=position.code(column), beat=state.beat, seen=CLASSES[entry.n[3] - 1], link=link,
            at=None if entry.n[1] == NONE else variant.places[entry.n[1]], arrived=state.beat,
        )
        for person in {state.column[column].person, law.chief[state.column[column].army]}:
            seat = variant.seats[state.person[<int>person].seat]
            if sighting not in known[seat]["sightings"]:
                known[seat]["sightings"] = [*known[seat]["sightings"], sighting]
    return {seat: KnownSchema(**fields) for seat, fields in known.items()}
