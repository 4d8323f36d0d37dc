"""Orders carried out: `check` and `adjudicate` of the contract.

HD-001 to HD-005, HD-044, HD-050, HD-051, HD-102, HD-109, HD-114, HD-119 and HD-130 to HD-136.

What the mails order is sent off by couriers; the beats are played in C by `turn`, which plays random games the same
way; then what reached whom is learned (`knowledge`).
"""

from msgspec.structs import replace

from core.contract import ATTACKER, HOST, Adjudication, Effect, Event
from core.rulesets.hundred_days.campaign import CODE_SIGNS
from core.rulesets.hundred_days.knowledge import Known
from core.rulesets.hundred_days.order_set import judge, judge_results
from core.rulesets.hundred_days.position import ENDINGS, SKIES, outcome_of
from core.rulesets.hundred_days.requests import asked_of
from core.rulesets.hundred_days.schema import (
    PLANS, STANCES, DispatchSchema, GiftSchema, LetterSchema, PositionSchema, SentSchema, StandstillSchema,
    TakenSchema, TidingsSchema,
)
from core.rulesets.hundred_days.umpire import Script, judge_acts
from core.rulesets.hundred_days.view import view_of
from libc.string cimport memset

from core.rulesets.hundred_days.battles cimport file_battles
from core.rulesets.hundred_days.board cimport Variant
from core.rulesets.hundred_days.chance cimport Hand, forget
from core.rulesets.hundred_days.field cimport (
    AGREED, ASKED, MOST_BATTLES, MOST_PAPERS, NONE, NO_PLAN, NO_STANCE, PLAY_ON, Column, Law, Log, Paper,
    Person, Roller, State, Turn, nearest, present, side_of, standing,
)
from core.rulesets.hundred_days.forces cimport look_for_danger, part, stop
from core.rulesets.hundred_days.knowledge cimport learn
from core.rulesets.hundred_days.linked cimport bind, bury_the_fallen, come_in, hours_of, leave_to_the_table, pay
from core.rulesets.hundred_days.marches cimport file_papers
from core.rulesets.hundred_days.position cimport Position, seats_of
from core.rulesets.hundred_days.rides cimport Ride, courier, person_is_with, post_of
from core.rulesets.hundred_days.turn cimport finish, open_turn, play_beats, play_rest, reopen_turn, stand_down

BEFORE = PositionSchema()  # in `Position.standstill`, whose `before` is kept as a position of its own


def check(Position position, seat, lines):
    """The judgement of a seat's orders, by its view alone (HD-109)."""
    if seat == HOST:
        if position.variant.umpired and not position.stands:
            return judge_acts(position.variant, view_of(position, HOST), list(lines))[0]
        return judge_results(asked_columns(position), list(lines))[0]
    return judge(position.variant, view_of(position, seat), list(lines))[0]


def asked_columns(position):
    """The battles that are asked for, with the columns that are in them or would come."""
    return {battle.id: [force.code for force in battle.forces] for battle in asked_of(position)}


def adjudicate(Position position, orders, dice, due):
    """The turn played, once every awaited seat has sent or the deadline has passed; a night turn rides along.

    It stops where a linked battle is asked for, and goes on with the last result that was awaited (HD-085, HD-087).
    """
    cdef Adjudicator game
    verdicts, sheets, results, script = {}, {}, [], Script()
    for seat in orders:
        if seat == HOST and position.variant.umpired and not position.stands:
            checked, script = judge_acts(position.variant, view_of(position, HOST), list(orders[seat]))
            verdicts[seat] = checked.verdicts
            continue
        if seat == HOST:
            checked, results = judge_results(asked_columns(position), list(orders[seat]))
            verdicts[seat] = checked.verdicts
            continue
        checked, sheet = judge(position.variant, view_of(position, seat), list(orders[seat]))
        verdicts[seat] = checked.verdicts
        if checked.effect is Effect.WHEN_ALL_IN:
            sheets[seat] = sheet
    if position.stands:
        if not results and not due:
            return Adjudication(position, (), verdicts, ())
        game = Adjudicator(position, dice)
        game.resume(results, due)
        return Adjudication(game.position, game.happened(), verdicts, game.told())
    awaited = [] if position.over else [
        seat for seat in position.variant.seats if seat not in seats_of(position.variant, position.state.resigned)
    ]
    if position.over or not due and any([seat not in sheets for seat in awaited]):
        return Adjudication(position, (), verdicts, ())
    game = Adjudicator(position, dice)
    game.play(sheets, script)
    return Adjudication(game.position, game.happened(), verdicts, game.told())


cdef class Adjudicator:
    """A turn as it is played."""

    cdef readonly Position position
    cdef Variant variant
    cdef Hand hand
    cdef readonly list events
    cdef dict known
    cdef list letters  # under way
    cdef Position before  # the position before the turn
    cdef int asked  # the turn whose orders are carried out
    cdef int number  # how often the clock has stood still in it
    cdef list gifts  # columns to be given, and to whom
    cdef object script  # what an umpire does in it

    def __init__(self, Position position, dice):
        self.position, self.variant, self.hand = position.copy(), position.variant, Hand(dice)
        self.before = position
        self.events, self.letters = [], list(position.letters)
        self.known = {}
        self.asked, self.number, self.gifts, self.script = position.state.turn, 0, [], Script()
        for seat, schema in position.known.items():
            self.known[seat] = Known(schema)
            if position.standstill is None:
                self.known[seat].since, self.known[seat].news = position.state.beat, []

    def play(self, sheets, script):
        """The asked turn, the night behind it, and what is told at its end; with an umpire's `script` (HD-136)."""
        self.script = script
        self._resign(sheets)
        self._draw(sheets)
        self.gifts = [(code, to) for seat in self.variant.seats if seat in sheets for code, to in sheets[seat].gives]
        self._turn(sheets)
        self._go_on(self.before)

    def resume(self, results, due):
        """The results of linked battles; after the last of them the turn goes on from the same beat (HD-087)."""
        kept = self.position.standstill
        before = self.position.before
        self.asked, self.number = kept.asked, kept.number
        self.gifts = [(gift.column, gift.to) for gift in kept.gifts]
        self._turn({}, results, due)
        if standing(&self.position.state):
            self.position.standstill = replace(kept, results=kept.results + len(results))
            self._keep()
            return
        self._go_on(before, kept.results + len(results))

    def happened(self):
        """The events of the turn; an umpire knows of those too that nobody at the table does (HD-137)."""
        if not self.variant.umpired:
            return tuple(self.events)
        return tuple([
            event if event.seen_by is None else replace(event, seen_by=(*event.seen_by, HOST)) for event in self.events
        ])

    def told(self):
        """Who is mailed: all at the end of an asked turn, an umpire too, nobody while the clock stands (5.10)."""
        if self.position.standstill is not None:
            return ()
        return (*self.variant.seats, HOST) if self.variant.umpired else self.variant.seats

    cdef _keep(self):
        """What became known so far, which nobody is shown before the turn is over."""
        cdef State* state = &self.position.state
        self.position.known = {seat: self.known[seat].ended(state.beat) for seat in self.variant.seats}
        self.position.letters = tuple(self.letters)

    cdef _stand_still(self, before, results):
        """HD-085: the clock stands."""
        self.position.before = before
        self.position.standstill = StandstillSchema(
            asked=self.asked, number=self.number + 1, results=results, before=BEFORE,
            gifts=[GiftSchema(column=code, to=to) for code, to in self.gifts],
        )
        self._keep()

    cdef _go_on(self, before, results=0):
        """The night behind the turn, and what is told at the end; or a standstill."""
        cdef State* state = &self.position.state
        while (
            state.over == PLAY_ON and not standing(state) and state.turn > self.asked
            and self.variant.law.night[state.turn] and not self.variant.law.asked
        ):
            self._turn({})
        if standing(state):
            self._stand_still(before, results)
            return
        self.position.before = self.position.standstill = None
        state.sky = state.sky_until = 0
        self._give(self.asked)
        self.position.known = {seat: self.known[seat].ended(state.beat) for seat in self.variant.seats}
        self.position.letters = tuple(self.letters)
        if state.over == PLAY_ON:
            self.events.append(Event("turn", {"turn": state.turn}, "HD-001"))
        else:
            end = outcome_of(self.position)
            facts = {"winners": list(end.winners), "reason": end.reason}
            self.events.append(Event("end", facts, end.clause))

    # --- Before the turn ---------------------------------------------------------------------------------------------

    def _resign(self, sheets):
        """HD-102: from the start of the turn."""
        cdef State* state = &self.position.state
        for seat in self.variant.seats:
            if seat not in sheets or not sheets[seat].resigns or state.over != PLAY_ON:
                continue
            stand_down(&self.variant.law, state, self.variant.seats.index(seat))
            self.events.append(Event("resigned", {"seat": seat}, "HD-102"))
            for known in self.known.values():
                known.tidings.append(TidingsSchema(kind="resigned", turn=state.turn, seat=seat))
            self._hand_over()

    cdef _hand_over(self):
        """Who has got columns knows them as their army's commander, or whose they were, saw them last."""
        cdef State* state = &self.position.state
        cdef int at
        for at in range(state.columns):
            code = self.position.code(at)
            seat = self.variant.seats[state.person[state.column[at].person].seat]
            self._belongs(code, seat)
        for known in [self.known[seat] for seat in seats_of(self.variant, state.resigned)]:
            for code, seen in list(known.columns.items()):
                if seen.ordered and seen.seat in seats_of(self.variant, state.resigned):
                    self._inherit(code, seen)

    cdef _inherit(self, code, seen):
        """One who resigned had a column that is still to be made: his commander-in-chief may order it (HD-035)."""
        cdef int chief = self.variant.law.chief[<int>self.variant.armies.index(code[0])]
        seat = self.variant.seats[self.position.state.person[chief].seat]
        known = self.known[seat].columns.get(code)
        if known is None or known.ordered and known.seat == seen.seat:
            self.known[seat].columns[code] = replace(seen, seat=seat)

    def _belongs(self, code, seat):
        """A column is a seat's: those of its side who know it know that, and the seat sees it as it was last seen."""
        best = None
        for other, known in self.known.items():
            if self.variant.seat_sides[other] == self.variant.seat_sides[seat] and code in known.columns:
                if best is None or known.columns[code].written > best.written:
                    best = known.columns[code]
                known.columns[code] = replace(known.columns[code], seat=seat)
        if best is not None and code not in self.known[seat].columns:
            self.known[seat].columns[code] = replace(best, seat=seat)

    def _draw(self, sheets):
        """HD-119: offers are told to all, and count while every seat makes one in the same turn."""
        cdef State* state = &self.position.state
        state.draws = 0
        for number, seat in enumerate(self.variant.seats):
            if seat in sheets and sheets[seat].draws:
                state.draws |= 1 << <int>number
                self.events.append(Event("draw", {"seat": seat}, "HD-119"))
                for known in self.known.values():
                    known.tidings.append(TidingsSchema(kind="draw", turn=state.turn, seat=seat))
        everybody = (1 << len(self.variant.seats)) - 1
        if state.over == PLAY_ON and state.draws | state.resigned == everybody and state.draws:
            finish(state, AGREED, 2)

    # --- The turn ----------------------------------------------------------------------------------------------------

    def _turn(self, sheets, results=None, due=False):
        """One turn of eight beats (HD-005); with `results` what is left of one that stood still."""
        cdef State* state = &self.position.state
        cdef Roller roller
        cdef Log log
        cdef Turn turn
        cdef int number = state.turn
        if state.over != PLAY_ON:
            return
        memset(&log, 0, sizeof(Log))
        # Dice after a standstill are no others' of this game: a turn has a number below 100 (5.10).
        roller.stream, roller.source, roller.failed = NULL, <void*>self.hand, False
        roller.turn = state.turn + 100 * self.number
        try:
            if results is None:
                self._set_right()
                open_turn(&turn, &self.variant.law, state, &roller, &log)
                self._send(&turn, sheets)
                with nogil:
                    play_beats(&turn)
            else:
                reopen_turn(&turn, &self.variant.law, state, &roller, &log)
                self._settle(&turn, results, due)
                if not standing(state):
                    with nogil:
                        play_rest(&turn)
            if self.hand.error is not None:
                raise self.hand.error
            if log.failed:
                raise MemoryError
            arrived = self._arrived()
            self.events += learn(self.position, &log, self.known, arrived, number)
            file_papers(state)
            file_battles(state)
        finally:
            forget(&log)

    cdef _settle(self, Turn* turn, results, due):
        """What linked battles came to (HD-087 to HD-091); with `due` those that are still asked for go to the table."""
        cdef State* state = turn.state
        cdef int at
        for result in results:
            for at in range(MOST_BATTLES):
                if state.battle[at].used and f"B{state.battle[at].number}" == result.battle:
                    self._fought(turn, at, result)
        for at in range(MOST_BATTLES):
            if due and state.battle[at].used and state.battle[at].linked == ASKED:
                leave_to_the_table(state, at)
        look_for_danger(turn)

    cdef _fought(self, Turn* turn, int at, result):
        cdef State* state = turn.state
        cdef int column, ending = ENDINGS.index(
            "given_up" if result.ended_by == "resigned" else "won" if result.ended_by == "won" else "nobody"
        ), winner = state.battle[at].attacker if result.winner == ATTACKER else 1 - state.battle[at].attacker
        if result.ended_by == "abandoned":
            leave_to_the_table(state, at)
            return
        for column in range(state.columns):
            code = self.position.code(column)
            if state.column[column].comes and state.column[column].comes_to == at and code in result.columns:
                come_in(turn, at, column)
        bind(turn, at, min(result.hours, hours_of(turn.law, &state.battle[at])), ending, winner)
        for column in range(state.columns):
            removed = result.columns.get(self.position.code(column))
            if removed is not None:
                pay(turn, column, removed.foot, removed.horse, removed.guns)
        bury_the_fallen(turn, at)

    cdef _send(self, Turn* turn, sheets):
        """By seats, then columns, then letters in the order written (HD-009)."""
        cdef State* state = &self.position.state
        cdef int at
        for seat in self.variant.seats:
            if seat not in sheets:
                continue
            sheet = sheets[seat]
            for person, (place, column) in sheet.rides.items():
                self._ride(person, place, column)
            codes = [self.position.code(at) for at in range(state.columns)]
            makers = {paper["made"]: code for code, paper in sheet.papers.items() if "made" in paper}
            new = [code for code in sheet.papers if code not in codes]
            for code in [*codes, *new]:
                if code in sheet.papers and code not in makers:
                    self._paper(turn, seat, sheet, code)
            for person, text in sheet.letters:
                self._letter(turn, seat, person, text)
        self._tell_of_the_umpire(turn)

    cdef _ride(self, person, place, column):
        """HD-052, HD-053: he acts at once."""
        cdef State* state = &self.position.state
        cdef Person* who = &state.person[<int>self.variant.persons.index(person)]
        cdef const Column* mine
        cdef int number = NONE if column is None else self.position.find(column)
        if who.column != NONE:
            if who.column == number:
                return
            mine = &state.column[who.column]
            who.place, who.link, who.origin, who.goal, who.done = (
                mine.place, mine.link, mine.origin, mine.goal, mine.done
            )
            who.column = NONE
        who.target, who.follows, who.ways = self.variant.place_numbers[place], number, 0

    cdef _paper(self, Turn* turn, seat, sheet, code):
        """One courier for a column (HD-044), with what rides in the same saddle for one that it is to make."""
        cdef State* state = &self.position.state
        cdef Column* column
        cdef Ride ride
        cdef int number = self.position.find(code), unmade = NONE, start, at, end, giver
        if number == NONE:
            number = self._maker(seat, code)
            unmade = CODE_SIGNS.index(code[1])
            if number == NONE:
                return
        column = &state.column[number]
        giver = self._giver(seat, column)
        start = NONE if giver == NONE else post_of(turn, giver)
        if start == NONE:
            return  # HD-055: nothing leaves
        end = nearest(&self.variant.law, column) if present(column) else column.gone_place
        if present(column) and person_is_with(turn, giver, number):
            ride.due, ride.lost, ride.taken = state.beat, False, NONE
        else:
            ride = courier(turn, side_of(&self.variant.law, column), start, end, state.beat)
        paper = sheet.papers[code]
        made = paper.get("made")
        texts = [*sheet.texts[code], *(sheet.texts.get(made, []) if made else [])]
        self._note(seat, code, made, texts, None if start == end else self.variant.places[start])
        if ride.lost:
            if ride.taken != NONE:
                self._taken(ride.taken, TakenSchema(
                    kind="orders", beat=state.beat, column=code, orders=texts, turn=state.turn
                ))
            return
        at = self._write(number, unmade, paper, ride.due)
        if made and made in sheet.papers and at != NONE:
            state.paper[at].rider = self._write(number, NONE, sheet.papers[made], ride.due)
            if state.paper[at].rider != NONE:
                state.paper[state.paper[at].rider].carried = True

    cdef int _giver(self, seat, const Column* column):
        """The person who sends a seat's orders: the column's; for one still to be made by another's, the seat's own."""
        cdef int number = self.variant.seats.index(seat)
        if self.position.state.person[column.person].seat == number:
            return column.person
        return self._person_of(number, self.variant.armies[column.army])

    cdef int _maker(self, seat, code):
        """The column that is to make one that is not there, by what was ordered; or that is to make its maker.

        The seat has ordered that itself, or the column was given to it before it was made (HD-051).
        """
        cdef int number
        mine = self.variant.seat_sides[seat]
        for other in (seat, *[each for each in self.variant.seats if self.variant.seat_sides[each] == mine]):
            for sent in reversed(self.known[other].orders):
                if any([text.lower().endswith(f" as {code.lower()}") for text in sent.orders]):
                    code, number = sent.column, self.position.find(sent.column)
                    if number != NONE:
                        return number
        return NONE

    cdef _note(self, seat, code, made, texts, start):
        """What a seat ordered, and the column to be made, which it knows as ordered from now on (HD-035)."""
        cdef State* state = &self.position.state
        self.known[seat].orders.append(SentSchema(
            turn=state.turn, left=state.beat, column=code, orders=texts, sent_from=start
        ))
        if made and code in self.known[seat].columns:
            maker = self.known[seat].columns[code]
            self.known[seat].columns[made] = DispatchSchema(
                column=made, written=maker.written, seat=seat, at=maker.at, on=maker.on, quality=maker.quality,
                fatigue=maker.fatigue, ordered=True, **self._part(maker, texts),
            )

    def _part(self, maker, texts):
        """The men and guns that a column to be made will have, by what its maker was."""
        for text in texts:
            words = text.split()
            if len(words) == 5 and words[1] == "detach":
                foot = 0 if words[2] == "horse" else int(words[2])
                horse = maker.horse if words[2] == "horse" else 0
                guns = maker.guns * (foot + horse) // max(1, maker.foot + maker.horse)
                return {"foot": foot, "horse": horse, "guns": guns, "stance": maker.stance}
        return {}

    cdef _taken(self, int army, paper):
        """HD-046: the enemy's commander-in-chief reads it in his next report."""
        cdef int chief = self.variant.law.chief[army]
        self.known[self.variant.seats[self.position.state.person[chief].seat]].taken.append(paper)

    cdef int _write(self, int number, int unmade, paper, int arrives) except -2:
        """A paper under way; its place, or NONE where there are too many, and then its courier is lost."""
        cdef State* state = &self.position.state
        cdef Paper* new
        cdef int at = 0, step
        cdef dict numbers = self.variant.place_numbers
        while at < state.papers and state.paper[at].used:
            at += 1
        if at == MOST_PAPERS:
            return NONE
        state.papers = max(state.papers, at + 1)
        new = &state.paper[at]
        memset(new, 0, sizeof(Paper))
        new.column, new.unmade, new.turn, new.due, new.rider, new.used = number, unmade, state.turn, arrives, NONE, True
        new.plan = PLANS.index(paper["plan"]) if "plan" in paper else NO_PLAN
        new.stance = STANCES.index(paper["stance"]) if "stance" in paper else NO_STANCE
        for step, code in enumerate(paper.get("path", ())):
            new.path[step] = numbers[code]
        new.paths = len(paper.get("path", ()))
        new.target = self.position.find(paper["target"]) if "target" in paper else NONE
        new.awaits = CODE_SIGNS.index(paper["target"][1]) if "target" in paper and new.target == NONE else NONE
        new.leaves, new.forced = paper.get("leaves", False), paper.get("forced", False)
        new.night, new.start = paper.get("night", False), paper.get("start", 0)
        new.guns_word = paper["guns_word"] if "guns_word" in paper else NONE
        line = paper.get("line")
        new.line = NONE if line is None else NONE - 1 if line == "free" else numbers[line]
        new.scout = numbers[paper["scout"]] if "scout" in paper else NONE
        new.blow = self.variant.bridges.index(paper["blow"]) if "blow" in paper else NONE
        new.repair = self.variant.bridges.index(paper["repair"]) if "repair" in paper else NONE
        new.detach = NONE if paper.get("detach") is None else paper["detach"]
        new.sign = CODE_SIGNS.index(paper["made"][1]) if "made" in paper else NONE
        new.given = NONE
        return at

    # --- Letters (HD-050) --------------------------------------------------------------------------------------------

    cdef _letter(self, Turn* turn, seat, person, text):
        """One courier from person to person."""
        cdef State* state = &self.position.state
        cdef int to = self.variant.persons.index(person), start, end, sender = self._sender(seat, to)
        cdef Ride ride
        letter = LetterSchema(sender=seat, to=person, text=text, turn=state.turn, left=state.beat)
        self.known[seat].letters.append(letter)
        start, end = post_of(turn, sender), post_of(turn, to)
        if start == NONE or end == NONE:
            return
        ride = courier(turn, self.variant.law.side[self.variant.law.person_army[to]], start, end, state.beat)
        if not ride.lost:
            self.letters.append(replace(letter, arrived=ride.due))
        elif ride.taken != NONE:
            self._taken(ride.taken, TakenSchema(kind="letter", beat=state.beat, letter=letter, turn=state.turn))

    cdef int _sender(self, seat, int to):
        """The person by whom a seat writes: of the addressee's army if it has one, else its first."""
        cdef State* state = &self.position.state
        cdef int person, found = NONE, number = self.variant.seats.index(seat)
        for person in range(self.variant.law.persons):
            if state.person[person].seat == number:
                if found == NONE or self.variant.law.person_army[person] == self.variant.law.person_army[to]:
                    found = person
        return found

    cdef list _arrived(self):
        """The letters that have arrived, with the seats they are for."""
        cdef State* state = &self.position.state
        cdef int person
        found, left = [], []
        for letter in self.letters:
            if letter.arrived > state.beat:
                left.append(letter)
                continue
            person = self.variant.persons.index(letter.to)
            if state.person[person].seat == NONE:
                person = self.variant.law.chief[self.variant.law.person_army[person]]
            found.append((letter, self.variant.seats[state.person[person].seat]))
        self.letters = left
        return found

    # --- The umpire (HD-130 to HD-136) -------------------------------------------------------------------------------

    def _set_right(self):
        """Weather and corrections, before anything of the asked turn; a night behind it has the same weather."""
        cdef State* state = &self.position.state
        if state.turn != self.asked:
            return
        if self.script.sky is not None:
            state.sky, state.sky_until = SKIES.index(self.script.sky), self._last_turn()
            facts = {"beat": state.beat, "sky": self.script.sky}
            self.events.append(Event("umpire_weather", facts, "HD-134"))
        for corrected in self.script.corrected:
            self._correct(corrected)

    def _last_turn(self):
        """The last turn that goes with the asked one: the night behind it (HD-002)."""
        cdef const Law* law = &self.variant.law
        return self.asked + (self.asked < law.turns and law.night[self.asked + 1] and not law.asked)

    cdef _correct(self, corrected):
        """HD-135: the column is as the umpire says; one that is put elsewhere holds there, in touch with nobody."""
        cdef State* state = &self.position.state
        cdef int number = self.position.find(corrected.column)
        cdef Column* one = &state.column[number]
        numbers = corrected.numbers
        one.foot, one.horse = numbers.get("foot", one.foot), numbers.get("horse", one.horse)
        one.guns, one.fatigue = numbers.get("guns", one.guns), numbers.get("fatigue", one.fatigue)
        one.stragglers = numbers.get("stragglers", one.stragglers)
        if corrected.place is not None:
            part(state, number)
            stop(one)
            one.place = self.variant.place_numbers[corrected.place]
            one.link = one.came = NONE
            one.origin = one.goal = one.done = one.halt = 0
        facts = {"beat": state.beat, "column": corrected.column, **numbers, "at": corrected.place}
        self.events.append(Event("umpire_correction", facts, "HD-135", ()))

    cdef _tell_of_the_umpire(self, Turn* turn):
        """What he tells, and the letters that he writes as anyone, as the turn begins."""
        cdef State* state = &self.position.state
        cdef int moment = state.beat + 1
        if state.turn != self.asked:
            return
        for told in self.script.told:
            for seat in told.seats:
                self._tell_seat(seat, told, moment)
            if told.sighting is None:
                facts = {"beat": state.beat, "to": list(told.seats)}
                self.events.append(Event("umpire_ruling", facts, "HD-133", told.seats))
        for letter in self.script.letters:
            self._letter_as(turn, letter, moment)

    def _tell_seat(self, seat, told, moment):
        """One seat is told of a sighting, or the words of a ruling."""
        known, turn = self.known[seat], self.position.turn
        if told.sighting is None:
            known.tidings.append(TidingsSchema(kind="ruling", turn=turn, text=told.text))
            return
        seen = replace(told.sighting, beat=moment, arrived=moment)
        known.sightings.append(seen)
        facts = {"beat": moment, "to": seat, "column": seen.by, "seen": seen.seen, "at": seen.at}
        facts |= {"link": None if seen.link is None else "-".join(seen.link), "towards": seen.towards}
        self.events.append(Event("umpire_sighting", facts, "HD-132", ()))

    cdef _letter_as(self, Turn* turn, letter, int moment):
        """HD-131: by courier, as of the person who is said to write it; or it is there within half an hour."""
        cdef State* state = &self.position.state
        cdef int to = self.variant.persons.index(letter.to), start, end, sender, side
        cdef Ride ride
        ride.due, ride.lost, ride.taken = moment, False, NONE
        written = LetterSchema(sender=letter.sender, to=letter.to, text=letter.text, turn=state.turn, left=state.beat)
        if letter.person is not None:
            sender = self.variant.persons.index(letter.person)
            start, end = post_of(turn, sender), post_of(turn, to)
            if start == NONE or end == NONE:
                ride.lost = True  # HD-055: nothing leaves, and nobody is there to read it
            else:
                side = self.variant.law.side[self.variant.law.person_army[sender]]
                ride = courier(turn, side, start, end, state.beat)
        facts = {"beat": state.beat, "from": letter.sender, "to": letter.to, "at_once": letter.person is None}
        facts |= {"due": max(ride.due, moment), "lost": bool(ride.lost)}
        self.events.append(Event("umpire_letter", facts, "HD-131", ()))
        if not ride.lost:
            self.letters.append(replace(written, arrived=max(ride.due, moment)))
        elif ride.taken != NONE:
            self._taken(ride.taken, TakenSchema(kind="letter", beat=state.beat, letter=written, turn=state.turn))

    # --- After it ----------------------------------------------------------------------------------------------------

    def _give(self, turn):
        """HD-051: from the next asked turn on; all seats of the army are told."""
        cdef State* state = &self.position.state
        cdef int at, person, number
        for code, to in self.gifts:
            at, number = self.position.find(code), self.variant.seats.index(to)
            person = self._person_of(number, code[0])
            if person == NONE:
                continue
            if at != NONE:
                state.column[at].person = person
            else:
                self._give_ordered(code, person)
            self.events.append(Event("given", {"column": code, "to": to}, "HD-051", self._seats_of(code[0])))
            for other in self._seats_of(code[0]):
                self.known[other].tidings.append(TidingsSchema(kind="given", turn=turn, column=code, seat=to))
            self._belongs(code, to)

    cdef _give_ordered(self, code, int person):
        """A column that is still to be made: it will be that person's. Another's may be ordered under the same code."""
        cdef State* state = &self.position.state
        cdef int at, army = self.variant.armies.index(code[0]), owner
        chief = self.variant.seats[state.person[self.variant.law.chief[army]].seat]
        known = self.known[chief].columns.get(code)
        if known is None:
            return  # he has heard in the meantime that it will not be made
        for at in range(state.papers):
            if not state.paper[at].used or state.paper[at].sign != CODE_SIGNS.index(code[1]):
                continue
            if state.column[state.paper[at].column].army != army:
                continue
            owner = state.paper[at].given if state.paper[at].given != NONE else (
                state.column[state.paper[at].column].person
            )
            if self.variant.seats[state.person[owner].seat] == known.seat:
                state.paper[at].given = person

    cdef int _person_of(self, int seat, army):
        """The person of a seat in an army: his own before one who came to him, or NONE."""
        cdef int person, found = NONE, letter = self.variant.armies.index(army)
        for person in range(self.variant.law.persons):
            if self.position.state.person[person].seat == seat and self.variant.law.person_army[person] == letter:
                if found == NONE or self.variant.law.chief[letter] == found:
                    found = person
        return found

    cdef tuple _seats_of(self, army):
        cdef int number
        return tuple([
            seat for number, seat in enumerate(self.variant.seats) if self._person_of(number, army) != NONE
        ])
