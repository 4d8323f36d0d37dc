"""The order set of one seat, judged line by line.

Movement is carried out on a copy while it is judged, since each line sees what earlier ones left; fire and attacks are
judged against the position after all moves, and resolved only when the whole set is good (WWG-R59). Nothing here
writes a sentence.
"""

from core.contract import Event, Status, Verdict
from core.rulesets.waterloo_wargame.events import end_event
from core.rulesets.waterloo_wargame.options import ACROSS_THE_TABLE, PATIENCE, SEATS
from core.rulesets.waterloo_wargame.orders import (
    ALL, Attack, Claim, Exit, Face, Fire, General, Move, OfferDraw, Pass, Preview, Refused, Resign, StandDraw,
    StandEvade, StandFallback, StandRetreat, StandSupport, Turn, TurnBy, TurnHeader, Wheel, WithdrawDraw,
)
from core.rulesets.waterloo_wargame.position import AWAY, BEARING, DRAWS, EVADES, SUPPORTS

from libc.stdlib cimport calloc, free
from libc.string cimport memset

from core.rulesets.waterloo_wargame.battle cimport (
    BOMBARDS, BY_EXIT, DESTROYS, DRIVES, DUELS, HAS_MOVED, JOINED, LOCKED, NO_GARRISON, NO_GUN, NO_POINT, OUT_OF_ARC,
    OWN_TARGET, SOUND, Finding, Score, choose_support, count_attackers, effect_of_fire, even_out, judge_attack,
    judge_gun, lead_of, open_phase, remove_pieces, score_attack, score_defence, score_duel, target_of, total,
    would_evade,
)
from core.rulesets.waterloo_wargame.events cimport events_of, refusal
from core.rulesets.waterloo_wargame.field cimport (
    AGREED, CLAIMED, GUN, MOST_NAMED, NOBODY, PLAY_ON, RESIGNED, Field, Set, StandingOrders, garrisoned_by, none, put,
)

OK, REFUSED = Status.OK, Status.REFUSED

KINDS = {
    type(None): UNREAD,
    **dict.fromkeys((StandEvade, StandSupport, StandDraw, StandRetreat, StandFallback), STANDING),
    **dict.fromkeys((Resign, OfferDraw, WithdrawDraw, Claim), TABLE),
    TurnHeader: HEADER,
    Preview: PREVIEW,
    Pass: PASS,
    **dict.fromkeys((Move, Turn, TurnBy, Face, Wheel, General, Exit), MOVEMENT),
    Fire: FIRE,
    Attack: ATTACK,
}
CLAUSES = {Turn: "WWG-049", TurnBy: "WWG-049", Face: "WWG-049", Wheel: "WWG-050", Move: "WWG-038"}


cdef class OrderSet:
    """The judgement of one seat's order lines; `position` is what they lead to before any die is rolled."""

    def __init__(self, Position position, seat, orders):
        cdef list lines = list(orders)
        self.position, self.seat, self.side = position.copy(), seat, SEATS.index(seat)
        self.verdicts, self.events, self.at_line, self.named = [None] * len(lines), [], [], {}
        self.movements = Movements(self.position, {})
        self._judge_at_any_time(lines)
        self._judge_movements(lines)
        self._judge_engagements(lines)
        self._hold_words(lines)

    def __dealloc__(self):
        free(self.lines)

    cdef _judge(self, int at, line, LineKind kind):
        """The verdict on a line: OK with the facts of what it does, or refused."""
        try:
            self.verdicts[at] = Verdict(line.number, OK, None, (), self._facts(at, line, kind))
        except Refused as error:
            self._refuse(at, line, error.code, error.clauses, error.facts)

    cdef dict _facts(self, int at, line, LineKind kind):
        """Carry out a line, or read what it will do; its facts. Raises Refused."""
        order = line.order
        if kind == MOVEMENT:
            return self._carry_out_movement(order, line.number)
        if kind == STANDING:
            facts = self._keep_standing_order(order)
        elif kind == TABLE:
            facts = self._across_the_table(order)
        elif kind == HEADER:
            facts = self._header(order)
        else:
            facts = self._engagement(at, line)
        return {"seat": self.seat, **facts}

    cdef _refuse(self, int at, line, code, clauses, facts):
        self.failed = True
        self.verdicts[at] = Verdict(line.number, REFUSED, code, clauses, {"seat": self.seat, **facts})

    cdef bint valid(self):
        """Whether it can be carried out: all or nothing (WWG-R59), and no preview (WWG-R61)."""
        return not self.failed and not self.previews and (self.plays or self.asides)

    # --- Standing orders (WWG-R26) and words across the table (WWG-R63), of either seat at any time ------------------

    cdef _judge_at_any_time(self, list lines):
        cdef int at
        cdef LineKind kind
        for at, line in enumerate(lines):
            kind = KINDS[type(line.order)]
            if kind == PREVIEW:
                self.previews = True
            if self.position.field.over != PLAY_ON:
                self._close(at, line)
            elif kind == STANDING:
                self.asides = True
                self._judge(at, line, kind)
            elif kind == TABLE:
                self.asides, told = True, len(self.events)
                self._judge(at, line, kind)
                self.concerns_both = self.concerns_both or len(self.events) > told
            elif kind == HEADER:
                self._judge(at, line, kind)
            elif kind == PREVIEW:
                self.verdicts[at] = Verdict(line.number, OK, None, (), {"seat": self.seat})
            elif kind == UNREAD:
                self._refuse(at, line, "E26", (), {"what": "line"})
            elif self.side != self.position.field.to_move:
                # WWG-028, WWG-061
                self._refuse(at, line, "E25", ("WWG-028",), {"what": "not_your_turn", **self._now()})

    cdef _close(self, int at, line):
        """After the end of the game: refused, or if it ended with this set not looked at."""
        if at and any([event.kind == "end" for event in self.events]):
            self.verdicts[at] = Verdict(line.number, Status.VOID)
            return
        self._refuse(at, line, "E25", (), {"what": "over", **self._now()})

    cdef dict _now(self):
        return {"round": self.position.field.round, "to_move": SEATS[self.position.field.to_move]}

    cdef dict _header(self, order):
        if order.number != self.position.field.round:
            raise Refused("E25", what="header", number=order.number, **self._now())
        return {"number": order.number}

    cdef _hold_words(self, list lines):
        """WWG-R63: beside orders that are not carried out no word across the table counts, and its line says so."""
        cdef int at
        if not self.failed and not self.previews:
            return
        why = {"held": "refused" if self.failed else "preview"}
        for at, line in enumerate(lines):
            verdict = self.verdicts[at]
            if KINDS[type(line.order)] == TABLE and verdict.status is OK:
                self.verdicts[at] = Verdict(verdict.line, OK, None, (), {**verdict.facts, **why})

    cdef dict _offer_draw(self):
        """What an offer does: it is made, it stood already, or it agrees to the other's."""
        cdef Field* field = &self.position.field
        if (field.offers >> self.side) & 1:
            return {"offer": "standing"}
        field.offers |= 1 << self.side
        if self.side != field.to_move:
            field.early |= 1 << self.side
        self._tell("draw_offered", ACROSS_THE_TABLE, {"seat": self.seat})
        if field.offers != 3:
            return {"offer": "made"}
        self._finish(AGREED, NOBODY)
        return {"offer": "agreed"}

    cdef dict _across_the_table(self, order):
        cdef Position position = self.position
        cdef Field* field = &position.field
        cdef int other = 1 - self.side
        match order:
            case Resign():
                self._finish(RESIGNED, other)
                return {}
            case OfferDraw():
                return self._offer_draw()
            case WithdrawDraw():
                stood = bool((field.offers >> self.side) & 1)
                if stood:
                    field.offers &= ~(1 << self.side)
                    field.early &= ~(1 << self.side)
                    self._tell("draw_withdrawn", ACROSS_THE_TABLE, {"seat": self.seat})
                return {"standing": stood}
            case Claim(what):
                if field.missed[other] < PATIENCE:
                    raise Refused("E34", "WWG-R56", missed=field.missed[other], needed=PATIENCE)
                if what == "game":
                    self._finish(CLAIMED, self.side)
                else:
                    field.computer |= 1 << other
                    self._tell("computer", ACROSS_THE_TABLE, {"seat": SEATS[other], "by": self.seat})
                return {"what": what}
        raise TypeError(order)

    cdef _finish(self, int over, int winner):
        self.position.field.over, self.position.field.winner = over, winner
        self.events.append(end_event(self.position))

    cdef _tell(self, kind, clause, facts):
        self.events.append(Event(kind, facts, clause))

    cdef dict _keep_standing_order(self, order):
        """A standing order; told to nobody else (WWG-R60)."""
        cdef Field* field = &self.position.field
        cdef StandingOrders* standing
        cdef int piece, at
        name = order.piece
        if isinstance(order, StandFallback):
            piece = self._own(name)
            field.fallback[self.side] = piece
            facts = {"order": "fallback", "piece": self.position.pieces.codes[piece]}
        else:
            piece = NOBODY if name == ALL else self._own(name)
            standing = &field.all_of[self.side] if name == ALL else &field.own[piece]
            facts = {"piece": ALL if name == ALL else self.position.pieces.codes[piece]}
            match order:
                case StandEvade(_, when):
                    standing.evade = EVADES[when]
                    facts |= {"order": "evade", "when": when}
                case StandDraw(_, then):
                    standing.draw = DRAWS[then]
                    facts |= {"order": "draw", "then": then}
                case StandRetreat(_, bearing):
                    standing.bears = AWAY if bearing is None else BEARING
                    standing.bearing = 0 if bearing is None else bearing % 360
                    facts |= {"order": "retreat", "bearing": None if bearing is None else bearing % 360}
                case StandSupport(_, how, names):
                    named = self._named(names) if how == "with" else []
                    standing.support, standing.named = SUPPORTS[how], len(named)
                    for at in range(standing.named):
                        standing.piece[at] = named[at]
                    codes = [self.position.pieces.codes[member] for member in named]
                    facts |= {"order": "support", "how": how, "pieces": codes}
        field.secrets = True
        self.events.append(Event("standing", {"seat": self.seat, **facts}, "WWG-R26", seen_by=(self.seat,)))
        return facts

    cdef list _named(self, names):
        named = list(dict.fromkeys([self._own(name) for name in names]))
        if not 1 <= len(named) <= MOST_NAMED:
            raise Refused("E26", what="too_many", most=MOST_NAMED)
        return named

    cdef int _own(self, name) except -1:
        """A piece of the seat. Raises Refused (E01, E02)."""
        cdef int piece = self.position.find(name)
        if self.position.pieces.roster.side[piece] != self.side:
            raise Refused("E02", piece=self.position.pieces.codes[piece], owner=SEATS[1 - self.side])
        return piece

    # --- Movement (WWG-036 to WWG-059) -------------------------------------------------------------------------------

    cdef _judge_movements(self, list lines):
        cdef int at
        cdef LineKind kind
        for at, line in enumerate(lines):
            if self.verdicts[at] is not None:
                continue
            if self.position.field.over != PLAY_ON:  # by a word further down
                self.verdicts[at] = Verdict(line.number, Status.VOID)
                continue
            kind = KINDS[type(line.order)]
            if kind == PASS:
                self.plays = True
                self.verdicts[at] = Verdict(line.number, OK, None, (), {"seat": self.seat})
            elif kind == FIRE:
                self._note_fire(line)
            elif kind == MOVEMENT:
                self.plays = True
                self._judge(at, line, kind)

    cdef _note_fire(self, line):
        """WWG-034: a gun that is to fire may not be moved further down."""
        for name in line.order.guns:
            gun = self.position.pieces.index.get(name.upper())
            if gun is not None and self.position.pieces.roster.arm[<int>gun] == GUN:
                self.movements.firing.setdefault(gun, line.number)

    cdef dict _carry_out_movement(self, order, int number):
        told, facts = self.movements.carry_out(number, order)
        if type(order) is General:
            self._tell("general", "WWG-058", told)
        elif type(order) is Exit:
            self._tell("exit", "WWG-135", told)
            self._take_off(self.position.pieces.index[facts["piece"]])
        else:
            self._tell("move", CLAUSES[type(order)], told)
        return facts

    cdef _take_off(self, int piece):
        """WWG-135: an exit is a loss."""
        cdef EventLog log
        cdef Phase phase = self.phase(NULL, &log)
        cdef Set gone = none()
        log.count = 0
        put(&gone, piece)
        remove_pieces(&phase, &gone, BY_EXIT)
        self.events += events_of(self.position, &log)

    cdef Phase phase(self, Roller* roller, EventLog* log):
        """The attack phase after the moves made so far."""
        cdef Phase phase
        cdef Set moved = none()
        cdef Position position = self.position
        for piece in self.movements.moved:
            put(&moved, piece)
        joined = NOBODY if self.movements.joined is None else self.movements.joined
        open_phase(
            &phase, &position.variant.law, &position.pieces.roster, &position.field, &moved, joined, roller, log
        )
        return phase

    # --- Fire and attacks (WWG-060 to WWG-114) -----------------------------------------------------------------------

    cdef _judge_engagements(self, list lines):
        cdef int at
        aimed = [at for at in range(len(lines)) if self.verdicts[at] is None]
        if not aimed:
            return
        self.plays = True
        self.lines = <Engagement*>calloc(min(len(aimed), MOST_LINES), sizeof(Engagement))
        if self.lines == NULL:
            raise MemoryError
        for at in aimed:
            self._judge(at, lines[at], KINDS[type(lines[at].order)])
        self._count_guns()

    cdef dict _engagement(self, int place, line):
        """E01 to E32 of a FIRE or ATTACK line; the facts of what it would do."""
        cdef Position position = self.position
        cdef Phase phase = self.phase(NULL, NULL)
        cdef Engagement* aimed
        cdef Finding found
        if self.count == MOST_LINES:
            raise Refused("E26", what="too_many", most=MOST_LINES)
        aimed = &self.lines[self.count]
        self.read_line(line.order, aimed)
        aimed.number = line.number
        count_attackers(&phase, self.lines, self.count)
        if aimed.is_fire:
            found = worst_gun(&phase, aimed)
        else:
            found = judge_attack(&phase, aimed)
        if found.fault != SOUND:
            error = refusal(position, &phase, aimed, found)
            if found.fault == HAS_MOVED:
                error.facts["line"] = self.movements.moved[found.piece]
            raise error
        self.count += 1
        self.at_line.append(place)
        pieces = [aimed.piece[at] for at in range(aimed.count)]
        again = [position.pieces.codes[piece] for piece in pieces if piece in self.named]
        for piece in pieces:
            self.named.setdefault(piece, line.number)
        point = aimed.point
        if point == NO_POINT:
            point = garrisoned_by(phase.law, phase.roster, phase.field, found.target)
        facts = {
            "target": position.pieces.codes[found.target],
            "strongpoint": None if point == NO_POINT else position.variant.points[point],
            "fallback": again,
        }
        if aimed.is_fire:
            return facts | {"guns": [position.pieces.codes[piece] for piece in pieces], "effect": ""}
        return facts | attack_facts(position, &phase, aimed, found)

    cdef void read_line(self, order, Engagement* line) except *:
        """E01 E02: the names in a FIRE or ATTACK line, its target among them (WWG-065)."""
        memset(line, 0, sizeof(Engagement))
        line.point, line.target, line.advancer = NO_POINT, NOBODY, NOBODY
        line.is_fire = type(order) is Fire
        names = order.guns if line.is_fire else order.pieces
        pieces = list(dict.fromkeys([self.position.find(name) for name in names]))
        point = self.position.variant.point_numbers.get(order.target.upper())
        if point is not None:
            line.point = point
        else:
            line.target = self.position.find(order.target)
        if not line.is_fire:
            line.advance, line.falls_back = order.advance, order.draw == "retreat"
            if order.advancer is not None:
                line.advancer = self.position.find(order.advancer)
        for piece in pieces:
            if self.position.pieces.roster.side[<int>piece] != self.side:
                raise Refused("E02", piece=self.position.pieces.codes[piece], owner=SEATS[1 - self.side])
            line.piece[line.count] = piece
            line.count += 1

    cdef _count_guns(self):
        """What each FIRE line would do, with all guns that are aimed at its target (WWG-099)."""
        cdef int at, other, target
        cdef Phase phase = self.phase(NULL, NULL)
        for at in range(self.count):
            if not self.lines[at].is_fire:
                continue
            target = target_of(&phase, &self.lines[at])
            guns = set()
            for other in range(self.count):
                if self.lines[other].is_fire and target_of(&phase, &self.lines[other]) == target:
                    guns |= {self.lines[other].piece[index] for index in range(self.lines[other].count)}
            # By place, not by number: several orders may stand on one line of a mail.
            effect = EFFECTS[effect_of_fire(&phase, target, len(guns))]
            facts = self.verdicts[self.at_line[at]].facts
            facts["effect"] = effect
            if effect == "duel":
                facts["duels"] = [
                    duel_facts(self.position, &phase, self.lines[at].piece[other], target)
                    for other in range(self.lines[at].count)
                ]


EFFECTS = {BOMBARDS: "garrison", DUELS: "duel", DESTROYS: "destroy", DRIVES: "push"}
RANK = {NO_GUN: 0, OWN_TARGET: 1, NO_GARRISON: 2, HAS_MOVED: 3, JOINED: 4, LOCKED: 5, OUT_OF_ARC: 6}


cdef Finding worst_gun(const Phase* phase, const Engagement* line) except *:
    """The first rule, in the order of WWG-R62, that a gun of the line breaks, and the first gun that does."""
    cdef Finding worst, found
    cdef int at
    worst = judge_gun(phase, line, line.piece[0])
    for at in range(1, line.count):
        found = judge_gun(phase, line, line.piece[at])
        if found.fault != SOUND and (worst.fault == SOUND or RANK.get(found.fault, 9) < RANK.get(worst.fault, 9)):
            worst = found
    return worst


# --- What an attack would come to ------------------------------------------------------------------------------------

cdef dict attack_facts(Position position, const Phase* before, const Engagement* line, Finding found):
    """The odds, with the opponent's standing orders taken as the defaults: they may not show through (WWG-R61)."""
    cdef Position guess = position.copy()
    cdef Phase phase = before[0]
    cdef Score ours, theirs
    cdef Set support
    cdef int at, enemy = 1 - phase.side, dice
    cdef int point = garrisoned_by(before.law, before.roster, before.field, found.target)
    phase.field = &guess.field
    for at in range(phase.roster.count):
        if phase.roster.side[at] == enemy:
            memset(&guess.field.own[at], 0, sizeof(StandingOrders))
    memset(&guess.field.all_of[enemy], 0, sizeof(StandingOrders))
    support = choose_support(&phase, line, found.target)
    score_attack(&phase, line, found.target, &ours)
    score_defence(&phase, line, &support, found.target, &theirs)
    even_out(phase.law, &ours, &theirs)
    dice = 2 if ours.general or theirs.general else 1
    return {
        "lead": position.pieces.codes[line.piece[lead_of(&phase, line, found.target)]],
        "pieces": [position.pieces.codes[line.piece[at]] for at in range(line.count)],
        "men": found.men,
        "face": None if line.point != NO_POINT or point >= 0 else ("front", "flank", "rear")[ours.face],
        "fixed": {"attack": total(&ours), "defence": total(&theirs)},
        "support": position.codes(support),
        "dice": dice,
        "odds": odds(total(&ours) - total(&theirs), dice),
        "may_evade": would_evade(&phase, line, found.target),
    }


cdef dict duel_facts(Position position, const Phase* phase, int gun, int target):
    """What one gun's duel would come to; no standing order has a part in it."""
    cdef Score ours, theirs
    cdef int dice
    score_duel(phase, gun, target, &ours, &theirs)
    dice = 2 if ours.general or theirs.general else 1
    return {
        "gun": position.pieces.codes[gun],
        "fixed": {"attack": total(&ours), "defence": total(&theirs)},
        "dice": dice,
        "odds": odds(total(&ours) - total(&theirs), dice),
    }


def odds(int margin, int dice):
    """How many of 36 (one die a side) or 1,296 throws (two) win, draw and lose, with so many fixed points more."""
    sums = {0: 1}
    for _ in range(dice):
        spread = {}
        for value, ways in sums.items():
            for die in range(1, 7):
                spread[value + die] = spread.get(value + die, 0) + ways
        sums = spread
    found = {"win": 0, "draw": 0, "lose": 0, "of": 36**dice}
    for one, ways in sums.items():
        for other, more in sums.items():
            found["win" if one + margin > other else "draw" if one + margin == other else "lose"] += ways * more
    return found
