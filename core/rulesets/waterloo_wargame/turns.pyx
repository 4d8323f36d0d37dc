"""A mail judged line by line, and an army turn carried out: sections C and 5 of the rulebook.

Movement is carried out on a copy while it is judged, since each line sees what earlier ones left; fire and attacks are
judged against the position after all moves, and resolved only when the whole mail is good. Nothing here writes a
sentence.
"""

from core.contract import Adjudication, Checked, Effect, Event, Status, Verdict
from core.rulesets.waterloo_wargame.options import SEATS
from core.rulesets.waterloo_wargame.orders import (
    ALL, Attack, Claim, Exit, Face, Fire, General, Move, OfferDraw, Pass, Preview, Resign, StandDraw, StandEvade,
    StandFallback, StandRetreat, StandSupport, Turn, TurnHeader, Wheel, WithdrawDraw,
)
from core.rulesets.waterloo_wargame.position import (
    AWAY, BEARING, DRAWS, EVADES, SUPPORTS, outcome_of, step_of, time_of,
)
from core.rulesets.waterloo_wargame.refused import Refused

from cython cimport final
from libc.stdint cimport uint8_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from core.rulesets.waterloo_wargame.battle cimport (
    BY_EXIT, HAS_MOVED, JOINED, LOCKED, NO_GARRISON, NO_GUN, NO_POINT, OUT_OF_ARC, OWN_TARGET, SOUND, Finding, Score,
    attack, choose_support, end_turn, even_out, fire, judge_attack, judge_gun, lead_of, open_phase, remove_pieces,
    score_attack, score_defence, take_points, target_of, total, won,
)
from core.rulesets.waterloo_wargame.field cimport (
    AGREED, CAVALRY, CLAIMED, GUN, INFANTRY, MOST_NAMED, MOST_POINTS, NOBODY, PLAY_ON, RESIGNED, Field, Set, Standing,
    garrisoned_by, none, on, put,
)
from core.rulesets.waterloo_wargame.position cimport seat_or_none
from core.rulesets.waterloo_wargame.told cimport events_of, refusal

PATIENCE = 3  # missed turns running (5.5)
OK, REFUSED = Status.OK, Status.REFUSED

SORTS = {
    type(None): UNREAD,
    **dict.fromkeys((StandEvade, StandSupport, StandDraw, StandRetreat, StandFallback), STANDING),
    **dict.fromkeys((Resign, OfferDraw, WithdrawDraw, Claim), TABLE),
    TurnHeader: HEADER,
    Preview: PREVIEW,
    Pass: PASS,
    **dict.fromkeys((Move, Turn, Face, Wheel, General, Exit), MOVEMENT),
    Fire: FIRE,
    Attack: ATTACK,
}
CLAUSES = {Turn: "WWG-049", Face: "WWG-049", Wheel: "WWG-050", Move: "WWG-038"}


# --- Checking (5.4) --------------------------------------------------------------------------------------------------

cdef class Mail:
    """The judgement of one seat's order lines; `position` is what they lead to before any die is rolled."""

    def __init__(self, Position position, seat, orders):
        cdef list lines = list(orders)
        self.position, self.seat, self.side = position.copy(), seat, SEATS.index(seat)
        self.verdicts, self.events, self.at_line, self.named = [None] * len(lines), [], [], {}
        self.march = March(self.position, {})
        self._speak(lines)
        self._move(lines)
        self._take_aim(lines)

    def __dealloc__(self):
        free(self.lines)

    cdef _judge(self, int at, line, Sort sort):
        """The verdict on a line: OK with the facts of what it does, or refused."""
        try:
            self.verdicts[at] = Verdict(line.number, OK, None, (), self._facts(at, line, sort))
        except Refused as error:
            self._refuse(at, line, error.code, error.clauses, error.facts)

    cdef dict _facts(self, int at, line, Sort sort):
        """Carry out a line, or read what it will do; its facts. Raises Refused."""
        order = line.order
        if sort == MOVEMENT:
            return self._march(order, line.number)
        if sort == STANDING:
            facts = self._stand(order)
        elif sort == TABLE:
            facts = self._say(order)
        elif sort == HEADER:
            facts = self._head(order)
        else:
            facts = self._aim(at, line)
        return {"seat": self.seat, **facts}

    cdef _refuse(self, int at, line, code, clauses, facts):
        self.failed = True
        self.verdicts[at] = Verdict(line.number, REFUSED, code, clauses, {"seat": self.seat, **facts})

    # --- Standing orders and words across the table, of either seat at any time (5.1, 5.5) ----------------------------

    cdef _speak(self, list lines):
        cdef int at
        cdef Sort sort
        for at, line in enumerate(lines):
            sort = SORTS[type(line.order)]
            if sort == PREVIEW:
                self.previews = True
            if self.position.field.over != PLAY_ON:
                self._close(at, line)
            elif sort == STANDING:
                self.speaks = True
                self._judge(at, line, sort)
            elif sort == TABLE:
                self.speaks = self.told_others = True
                self._judge(at, line, sort)
            elif sort == HEADER:
                self._judge(at, line, sort)
            elif sort == PREVIEW:
                self.verdicts[at] = Verdict(line.number, OK, None, (), {"seat": self.seat})
            elif sort == UNREAD:
                self._refuse(at, line, "E26", (), {"what": "line"})
            elif self.side != self.position.field.to_move:
                self._refuse(at, line, "E25", ("WWG-028",), {"what": "not_your_turn", **self._now()})

    cdef _close(self, int at, line):
        """After the end of the game: refused, or if it ended with this mail not looked at."""
        if at and any([event.kind == "end" for event in self.events]):
            self.verdicts[at] = Verdict(line.number, Status.VOID)
            return
        self._refuse(at, line, "E25", (), {"what": "over", **self._now()})

    cdef dict _now(self):
        return {"round": self.position.field.round, "to_move": SEATS[self.position.field.to_move]}

    cdef dict _head(self, order):
        if order.number != self.position.field.round:
            raise Refused("E25", what="header", number=order.number, **self._now())
        return {"number": order.number}

    cdef dict _say(self, order):
        cdef Position position = self.position
        cdef Field* field = &position.field
        cdef int other = 1 - self.side
        match order:
            case Resign():
                self._finish(RESIGNED, other)
                return {}
            case OfferDraw():
                field.offers |= 1 << self.side
                self._tell("draw_offered", "5.5", {"seat": self.seat})
                if field.offers == 3:
                    self._finish(AGREED, NOBODY)
                return {}
            case WithdrawDraw():
                standing = bool((field.offers >> self.side) & 1)
                if standing:
                    field.offers &= ~(1 << self.side)
                    self._tell("draw_withdrawn", "5.5", {"seat": self.seat})
                return {"standing": standing}
            case Claim(what):
                if field.missed[other] < PATIENCE:
                    raise Refused("E34", "WWG-R56", missed=field.missed[other], needed=PATIENCE)
                if what == "game":
                    self._finish(CLAIMED, self.side)
                else:
                    field.computer |= 1 << other
                    self._tell("computer", "5.5", {"seat": SEATS[other], "by": self.seat})
                return {"what": what}
        raise TypeError(order)

    cdef _finish(self, int over, int winner):
        self.position.field.over, self.position.field.winner = over, winner
        self.events.append(end_event(self.position))

    cdef _tell(self, kind, clause, facts):
        self.events.append(Event(kind, facts, clause))

    cdef dict _stand(self, order):
        """A standing order; told to nobody else (5.2)."""
        cdef Field* field = &self.position.field
        cdef Standing* standing
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

    # --- Movement (section D) -----------------------------------------------------------------------------------------

    cdef _move(self, list lines):
        cdef int at
        cdef Sort sort
        for at, line in enumerate(lines):
            if self.verdicts[at] is not None:
                continue
            if self.position.field.over != PLAY_ON:  # by a word further down in this mail
                self.verdicts[at] = Verdict(line.number, Status.VOID)
                continue
            sort = SORTS[type(line.order)]
            if sort == PASS:
                self.plays = True
                self.verdicts[at] = Verdict(line.number, OK, None, (), {"seat": self.seat})
            elif sort == FIRE:
                self._note_fire(line)
            elif sort == MOVEMENT:
                self.plays = True
                self._judge(at, line, sort)

    cdef _note_fire(self, line):
        """WWG-034: a gun that is to fire may not be moved further down."""
        for name in line.order.guns:
            gun = self.position.pieces.index.get(name.upper())
            if gun is not None and self.position.pieces.roster.arm[<int>gun] == GUN:
                self.march.firing.setdefault(gun, line.number)

    cdef dict _march(self, order, int number):
        told, facts = self.march.carry_out(number, order)
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
        cdef Chronicle chronicle
        cdef Phase phase = self.phase(NULL, &chronicle)
        cdef Set gone = none()
        chronicle.count = 0
        put(&gone, piece)
        remove_pieces(&phase, &gone, BY_EXIT)
        self.events += events_of(self.position, &chronicle)

    cdef Phase phase(self, Roller* roller, Chronicle* told):
        """The attack phase after the moves made so far."""
        cdef Phase phase
        cdef Set moved = none()
        cdef Position position = self.position
        for piece in self.march.moved:
            put(&moved, piece)
        joined = NOBODY if self.march.joined is None else self.march.joined
        open_phase(
            &phase, &position.variant.law, &position.pieces.roster, &position.field, &moved, joined, roller, told
        )
        return phase

    # --- Fire and attacks (sections E to K) ---------------------------------------------------------------------------

    cdef _take_aim(self, list lines):
        cdef int at
        aimed = [at for at in range(len(lines)) if self.verdicts[at] is None]
        if not aimed:
            return
        self.plays = True
        self.lines = <Line*>calloc(min(len(aimed), MOST_LINES), sizeof(Line))
        if self.lines == NULL:
            raise MemoryError
        for at in aimed:
            self._judge(at, lines[at], SORTS[type(lines[at].order)])
        self._count_guns()

    cdef dict _aim(self, int place, line):
        """E01 to E32 of a FIRE or ATTACK line; the facts of what it would do."""
        cdef Position position = self.position
        cdef Phase phase = self.phase(NULL, NULL)
        cdef Line* aimed
        cdef Finding found
        if self.count == MOST_LINES:
            raise Refused("E26", what="too_many", most=MOST_LINES)
        aimed = &self.lines[self.count]
        self.read_line(line.order, aimed)
        aimed.number = line.number
        self._cap_so_far(&phase)
        if aimed.is_fire:
            found = worst_gun(&phase, aimed)
        else:
            found = judge_attack(&phase, aimed)
        if found.fault != SOUND:
            error = refusal(position, &phase, aimed, found)
            if found.fault == HAS_MOVED:
                error.facts["line"] = self.march.moved[found.piece]
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

    cdef void _cap_so_far(self, Phase* phase) except *:
        """WWG-132: what the lines above have used, supposing that none lapses."""
        cdef int at, member, piece
        cdef Set counted = none()
        if not phase.law.cap_touching:
            return
        for at in range(self.count):
            if self.lines[at].is_fire:
                continue
            for member in range(self.lines[at].count):
                piece = self.lines[at].piece[member]
                if not (counted.word[piece >> 6] >> (piece & 63)) & 1:
                    put(&counted, piece)
                    phase.attacking[phase.component[piece]] += phase.roster.strength[piece]

    cdef void read_line(self, order, Line* line) except *:
        """E01 E02: the names in a FIRE or ATTACK line."""
        memset(line, 0, sizeof(Line))
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
            # By place, not by number: several orders may stand on one line of the mail.
            self.verdicts[self.at_line[at]].facts["effect"] = effect_of(self.position, &phase, target, len(guns))


cdef object effect_of(Position position, const Phase* phase, int target, int guns):
    """`garrison`, `duel`, `destroy` or `push`."""
    if garrisoned_by(phase.law, phase.roster, phase.field, target) >= 0:
        return "garrison"
    if phase.roster.arm[target] == GUN and not (phase.law.guns_remove_guns and guns > 1):
        return "duel"
    return "destroy" if guns > 1 else "push"


RANK = {NO_GUN: 0, OWN_TARGET: 1, NO_GARRISON: 2, HAS_MOVED: 3, JOINED: 4, LOCKED: 5, OUT_OF_ARC: 6}


cdef Finding worst_gun(const Phase* phase, const Line* line) except *:
    """The first rule of 5.4 that a gun of the line breaks, and the first gun that does."""
    cdef Finding worst, found
    cdef int at
    worst = judge_gun(phase, line, line.piece[0])
    for at in range(1, line.count):
        found = judge_gun(phase, line, line.piece[at])
        if found.fault != SOUND and (worst.fault == SOUND or RANK.get(found.fault, 9) < RANK.get(worst.fault, 9)):
            worst = found
    return worst


# --- What an attack would come to ------------------------------------------------------------------------------------

cdef dict attack_facts(Position position, const Phase* before, const Line* line, Finding found):
    """The odds, with the opponent's standing orders taken as the defaults: they may not show through (5.3)."""
    cdef Position guess = position.copy()
    cdef Phase phase = before[0]
    cdef Score ours, theirs
    cdef Set support
    cdef int at, enemy = 1 - phase.side, dice
    cdef int point = garrisoned_by(before.law, before.roster, before.field, found.target)
    phase.field = &guess.field
    for at in range(phase.roster.count):
        if phase.roster.side[at] == enemy:
            memset(&guess.field.own[at], 0, sizeof(Standing))
    memset(&guess.field.all_of[enemy], 0, sizeof(Standing))
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
        "may_evade": may_evade(&phase, line, found.target),
    }


cdef bint may_evade(const Phase* phase, const Line* line, int target):
    """Whether a target with the default standing order would rather go (WWG-093), if its way is free."""
    cdef Score ours, theirs
    cdef Set alone = none()
    cdef int at, arm = phase.roster.arm[target]
    if garrisoned_by(phase.law, phase.roster, phase.field, target) >= 0 or arm == GUN:
        return False
    if arm == INFANTRY and not phase.law.infantry_evades:
        return False
    for at in range(line.count):
        if arm == CAVALRY and phase.roster.arm[line.piece[at]] == CAVALRY:
            return False
    put(&alone, target)
    score_attack(phase, line, target, &ours)
    score_defence(phase, line, &alone, target, &theirs)
    even_out(phase.law, &ours, &theirs)
    return total(&ours) - total(&theirs) >= 2


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


# --- The contract ----------------------------------------------------------------------------------------------------

def check(Position position, seat, lines):
    """The judgement of a seat's orders, and what the server is to do with them."""
    cdef Mail mail = Mail(position, seat, lines)
    return Checked(tuple(mail.verdicts), Effect.AT_ONCE if counts(mail) else Effect.NOTHING)


cdef bint counts(Mail mail):
    """Whether a mail can be carried out: all or nothing (5.1)."""
    return not mail.failed and not mail.previews and (mail.plays or mail.speaks)


def adjudicate(Position position, orders, dice, due):
    """Carry out what each seat sent, the side to move last; with `due` a side that sent nothing stands (WWG-R56)."""
    cdef Game game = Game(position, dice)
    cdef Mail mail
    verdicts = {}
    for seat in sorted(orders, key=SEATS[position.field.to_move].__eq__):
        mail = Mail(game.position, seat, orders[seat])
        verdicts[seat] = tuple(mail.verdicts)
        if counts(mail):
            game.carry_out(mail)
    if due and not game.played and game.position.field.over == PLAY_ON:
        game.stand()
    return Adjudication(game.position, tuple(game.events), verdicts, SEATS if game.told else ())


@final
cdef class Game:
    """A game as it goes on within one adjudication."""

    cdef readonly Position position
    cdef object dice
    cdef readonly list events
    cdef readonly bint played, told

    def __init__(self, Position position, dice):
        self.position, self.dice, self.events = position, dice, []

    cdef carry_out(self, Mail mail):
        """A mail that is good as a whole."""
        cdef int side = mail.side
        self.position = mail.position
        self.events += mail.events
        self.told = self.told or mail.told_others
        if not mail.plays or self.position.field.over != PLAY_ON:
            return
        self.played = self.told = True
        self.position.field.missed[side] = 0
        if (self.position.field.computer >> side) & 1:
            self.position.field.computer &= ~(1 << side)
            self.events.append(Event("returned", {"seat": mail.seat}, "5.5"))
        self._attack_phase(mail)
        self._end_turn()

    cdef stand(self):
        """WWG-R56."""
        cdef int side
        self.position = self.position.copy()
        self.played = self.told = True
        side = self.position.field.to_move
        self.position.field.missed[side] = min(self.position.field.missed[side] + 1, 200)
        facts = {"seat": SEATS[side], "round": self.position.field.round, "missed": self.position.field.missed[side]}
        self.events.append(Event("stood", facts, "WWG-R56"))
        self._end_turn()

    # --- The attack phase (WWG-029, WWG-069, WWG-070) -----------------------------------------------------------------

    cdef _attack_phase(self, Mail mail):
        cdef Roller roller
        cdef Chronicle chronicle
        cdef Phase phase = mail.phase(&roller, &chronicle)
        cdef int at
        cdef bint over
        roller.stream = NULL
        over = won(phase.law, phase.field)  # by an exit
        for at in range(mail.count):
            facts = mail.verdicts[mail.at_line[at]].facts
            facts["came"] = "void" if over else self._resolve(mail, &phase, at)
            over = over or won(phase.law, phase.field)

    cdef _resolve(self, Mail mail, Phase* phase, int at):
        """One line; whether it was carried out, `done`, or `lapsed`.

        It is tried with the dice at hand, and where they do not suffice again with one more.
        """
        cdef Phase before = phase[0]
        cdef Field field = self.position.field
        cdef Finding found
        cdef Roller* roller = phase.roller
        cdef bint shared = mail.lines[at].shared
        roller.given = 0
        turn = step_of(self.position)
        while True:
            roller.used, roller.wanting, phase.told.count = 0, False, 0
            if mail.lines[at].is_fire:
                found = fire(phase, mail.lines, mail.count, at)
            else:
                mail.lines[at].reached = True
                found = attack(phase, &mail.lines[at])
            if not roller.wanting:
                break
            roller.die[roller.given] = self.dice.roll(turn=turn, faces=6)
            roller.given += 1
            phase[0] = before
            self.position.field = field
        if found.fault == SOUND:
            self.events += events_of(self.position, phase.told)
        elif not shared:
            self.events.append(lapse(self.position, phase, mail, at, found))
            return "lapsed"
        return "done"

    # --- The end of a turn (WWG-029, WWG-107, WWG-125, WWG-127) -------------------------------------------------------

    cdef _end_turn(self):
        cdef Position position = self.position
        cdef Field* field = &position.field
        cdef int side = field.to_move, round = field.round
        if field.over == PLAY_ON:
            self._take_points(side)
            self._lapse_offers(side)
            end_turn(&position.variant.law, &position.pieces.roster, field)
        if field.over != PLAY_ON:
            self.events.append(end_event(position))
            return
        if field.round != round:
            self.events.append(Event("dial", {"round": field.round, "time": time_of(position)}, "WWG-031"))
        facts = {"seat": SEATS[field.to_move], "round": field.round, "time": time_of(position)}
        self.events.append(Event("turn", facts, "WWG-028"))

    cdef _take_points(self, int side):
        cdef Position position = self.position
        cdef uint8_t before[MOST_POINTS]
        cdef int at, holder, was
        memcpy(before, position.field.holder, sizeof(before))
        take_points(&position.variant.law, &position.pieces.roster, &position.field, side)
        for at in range(position.variant.law.points):
            holder, was = position.field.holder[at], before[at]
            if holder != was:
                facts = {"strongpoint": position.variant.points[at], "holder": seat_or_none(holder)}
                self.events.append(Event("strongpoint", facts | {"was": seat_or_none(was)}, "WWG-107"))

    cdef _lapse_offers(self, int side):
        """An offer of a draw stands until the other side has completed a turn."""
        if (self.position.field.offers >> (1 - side)) & 1:
            self.position.field.offers &= ~(1 << (1 - side))
            self.events.append(Event("draw_lapsed", {"seat": SEATS[1 - side]}, "5.5"))


cdef object lapse(Position position, const Phase* phase, Mail mail, int at, Finding found):
    """WWG-067."""
    cdef const Line* line = &mail.lines[at]
    error = refusal(position, phase, line, found)
    target = line.target
    facts = {
        "seat": mail.seat,
        "line": line.number,
        "order": "fire" if line.is_fire else "attack",
        "target": position.variant.points[line.point] if line.point != NO_POINT else position.pieces.codes[target],
        "pieces": [position.pieces.codes[line.piece[member]] for member in range(line.count)],
        "code": error.code,
        "facts": {key: value for key, value in error.facts.items() if key != "near"},
    }
    return Event("lapse", facts, "WWG-067")


def end_event(Position position):
    """The event of the end of the game."""
    end = outcome_of(position)
    losses = {seat: position.field.losses[<int>side] for side, seat in enumerate(SEATS)}
    return Event(
        "end", {"winners": list(end.winners), "reason": end.reason, "clause": end.clause, "losses": losses}, end.clause
    )
