"""The orders of a mail, judged: what becomes of them, and what is answered of each.

Nothing is kept or played here; what is to be kept is handed back with what is to be told. Not for: reading lines
(`pbem.reading`), or judging orders by the rules, which is the rule set's part.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from datetime import datetime

import msgspec
from sqlalchemy.orm import Session

from core.contract import HOST, Checked, Effect, Json, Line, Orders, Status
from pbem.addresses import signed
from pbem.commands.answers import words
from pbem.commands.first_steps import first_steps
from pbem.games import ahead, clocks, mails, table, turns
from pbem.games.ahead import Plan
from pbem.games.kept_orders import NumberedLines
from pbem.inbound import conflicts, odds, quotes
from pbem.inbound.lines import AHEAD, ODDS, Split
from pbem.inbound.quotes import Conflict, Own
from pbem.reading.judging import judge, judged_apart, playable_order
from pbem.reading.reader import Reading
from pbem.reports.answers import answers_to, marked
from pbem.reports.document import AnswerLine, Section, echoed
from pbem.reports.turn import in_words
from pbem.rulesets import presentation
from pbem.rulesets.contract import Presentation, Trial
from pbem.rulesets.sentences import listed
from pbem.store.models import Game, Player, Seat, Turn

NO_SEAT_ADDRESS = (
    "These orders were not sent to a seat's reply address, so nothing was played. Answer the latest report of your "
    "game; its reply address tells us the game, the seat and the turn. REPORT sends it again."
)
STALE = (
    "This answers a report whose turn is over, so nothing was played: the orders might mean something else by now. "
    "What is wanted of you today stands below; answer this mail."
)
PARTLY_STALE = (
    "This answers a report whose turn is over. What counts at any time was taken from it, and nothing else: the orders "
    "might mean something else by now."
)
NOTHING_READ = "There was no order and no command in your mail. HELP lists the commands."
NOTHING_THERE = {
    "empty": "Your mail was empty: there was no text in it.",
    "encrypted": "Your mail is encrypted, and cannot be read here. Send it as plain text.",
    "attachments": "There was no text in your mail. Attachments are not read: write the orders in the mail itself.",
    "fragment": "Only a part of your mail came (message/partial). Send it whole.",
}
ASKED = (
    '"{what}" cannot be taken back, so nothing in your mail was played yet. Answer this mail with YES, and it is '
    "played as you wrote it; answer with anything else, and it is not."
)
LEFT_UNUSED = (
    "Your orders are in order, but were not played yet. Answer this mail with YES, or with the same lines again, and "
    "they are played as you wrote them; so they are at the deadline, if you send nothing else. Answer with other "
    "orders, and they count instead."
)
CHECKED_UNUSED = "Without {trial} you would be asked about this once, before anything is played."
HOLDERS = "it cannot be taken back, and is for the holder of the seat alone to send"
LEFT = "something is left unused: answer with YES"
SEND_AGAIN = "Send the orders again, put right, in answer to this mail."
LETTER_ENDS = "A letter of several lines ends with a line END of its own."
OTHERS_STAND = "The lines marked ok are good as they are, judged as if the others were not there."
IN_ANOTHER_ORDER = "The same lines can be played in this order: "
HELD = (
    "These orders are carried out at {at}. Until then TAKE BACK, in answer to this mail, takes them back, and sound "
    "orders that you send take their place."
)
HELD_BY_HOST = (
    "The host holds the game: your orders are kept, and carried out when he lets it go on. Until then TAKE BACK, in "
    "answer to this mail, takes them back, and sound orders that you send take their place."
)
NO_ACTS = "The clock stands for a battle, and an umpire acts when it is over; nothing was done. Send your lines then."
NOT_AHEAD = "An umpire writes for the turn that is asked for, and nothing ahead; nothing was done."
READ_FROM_QUOTE = (
    "These orders were read from the order form in the quotation, as it now stands: you changed it there, and typed no "
    "orders outside."
)


LONGEST_ASKED = 24  # of a line that is asked about, in a subject


class Kept(msgspec.Struct, frozen=True):
    """Orders that are to be kept for a turn, as mailed, as read and as judged."""

    turn: Turn
    lines: NumberedLines
    orders: Orders
    checked: Checked


class Judged(msgspec.Struct):
    """What the orders of a mail came to; `kept` only where they are to be kept.

    `asks` where they wait for a YES, `binds` where they are never played without. `subject` and `answers` are those of
    an answer that is mailed at once, `drawn_up` the lines with their faults, to be put right; `others` are answers to
    lines that are not kept, beside those that are. `tried` where sound orders were only to be judged, `foreseen` what
    they would bring about. `doubts` are those for which they wait. `ahead` is what is to be kept for a later question,
    and the step of the one that it is not for.
    """

    subject: str
    opening: tuple[Section, ...] = ()
    answers: list[AnswerLine] = []
    kept: Kept | None = None
    asks: bool = False
    binds: bool = False
    drawn_up: tuple[str, ...] = ()
    others: list[AnswerLine] = []
    tried: bool = False
    foreseen: tuple[Section, ...] = ()
    doubts: tuple[str, ...] = ()
    ahead: tuple[Plan, int | None] | None = None


class OrdersOfMail(msgspec.Struct, frozen=True):
    """The orders of one mail on the desk.

    `written` is what the reading is of, remarks left out; `trial` the word by which the mail asks that nothing in it is
    played. `to_keep` judges them where they are not for the question that is asked now. The `writer` may play for the
    holder of the seat. `odds_counted`: that he may be told odds was found out before.
    """

    session: Session
    to: signed.Recipient
    received_at: datetime
    why_empty: str | None
    own: Own
    reading: Reading
    written: NumberedLines
    trial: str | None
    to_keep: Callable[[OrdersOfMail, Game, Seat, Turn, bool], Judged] | None = None
    writer: Player | None = None
    odds_counted: bool = False

    def judge(self, game: Game | None, seat: Seat | None, told: Split, *, check_only: bool) -> Judged:
        """What becomes of the orders of the mail; with `check_only` nothing is to be played."""
        if self.own.conflict is not None and not self._only_commands(told):
            conflict = self.own.conflict
            lines = conflicts.shown(told.orders, conflict)
            return Judged(conflicts.SUBJECT[conflict], (conflicts.why(conflict),), lines)
        if not told.orders:
            if told.commands:
                return Judged(subject="your mail is answered")
            reason = NOTHING_THERE.get(self.why_empty or "", NOTHING_READ)
            # Whoever writes to no seat may not know yet what there is to write.
            steps = () if seat is not None or self.writer is None else (first_steps(self.session, self.writer),)
            return Judged(subject="no orders in your mail", opening=(words(None, reason), *steps))
        if game is None or seat is None:
            return Judged(
                subject="orders not read",
                opening=(words(None, NO_SEAT_ADDRESS),),
                answers=[AnswerLine(line.number, line.text, "no", "not sent to a seat") for line in told.orders],
            )
        if game.state == "forming":
            return Judged(
                subject="orders not read",
                opening=(words(None, f"{game.name} has not begun: it still waits for players."),),
                answers=[AnswerLine(line.number, line.text, "no", "the game has not begun") for line in told.orders],
            )
        if mails.end_by_host(self.session, game) is not None:
            return Judged(
                subject="the game is over",
                opening=(words(None, f"{game.name} is over, so nothing was played: the host has ended it."),),
                answers=[AnswerLine(line.number, line.text, "no", "the game is over") for line in told.orders],
            )
        if check_only:
            turn = table.current_turn(self.session, game)
        else:
            turn = turns.ensure_open(self.session, game, self.received_at)
        if seat.name == HOST and (turn.hosted or self.to_keep is not None):
            why = NO_ACTS if turn.hosted else NOT_AHEAD
            answers = [AnswerLine(line.number, line.text, "no", "not now") for line in told.orders]
            return Judged("nothing was done", (words(None, why),), answers)
        if ahead.is_due(turn, seat):
            raise turns.Busy  # what was sent ahead comes first
        if self.writer is not None and seat.player_id != self.writer.id and (not_his := self._binding_lines(game)):
            answers = [AnswerLine(line.number, line.text, "no", HOLDERS) for line in not_his]
            return Judged("orders not played", (words(None, f"Nothing was played. {SEND_AGAIN}"),), answers)
        if self.to_keep is not None:
            return self.to_keep(self, game, seat, turn, check_only)
        if isinstance(self.to, signed.SeatAddress) and self.to.step != turn.step:
            return self._judge_stale(game, seat, turn, told.orders, check_only=check_only)
        return self._judge_for(game, seat, turn, told.orders, self.reading, check_only=check_only)

    def _binding_lines(self, game: Game) -> list[Line]:
        """The orders that nothing takes back."""
        return [line for line in self.reading.lines if type(line.order) in presentation(game.ruleset).binding]

    def _only_commands(self, told: Split) -> bool:
        """Whether a mail whose orders all stand in a quoted mail asks for something else, and for nothing of them."""
        asks = bool(told.commands) and all(each.word != AHEAD for each in told.commands)
        return self.own.conflict is Conflict.QUOTED and asks

    def judge_for(self, game: Game, seat: Seat, turn: Turn, lines: Sequence[quotes.OwnLine]) -> Judged:
        """The same for the question of a turn, whatever the mail answered: orders that were sent ahead."""
        return self._judge_for(game, seat, turn, lines, self.reading, check_only=False)

    def _judge_stale(
        self, game: Game, seat: Seat, turn: Turn, lines: Sequence[quotes.OwnLine], *, check_only: bool
    ) -> Judged:
        """An answer to a question that is over: what does not hang on the question counts, the rest is not played."""
        timeless = _timeless(game, self.reading)
        stale = [line for line in self.reading.lines if line not in timeless]
        told = [AnswerLine(line.number, line.text, "no", "for a turn that is over") for line in stale]
        if not timeless:
            return Judged(subject="orders for a turn that is over", opening=(words(None, STALE),), answers=told)
        judged = self._judge_for(game, seat, turn, lines, Reading(timeless), check_only=check_only)
        if judged.kept is not None and judged.kept.checked.effect is Effect.WHEN_ALL_IN:
            # It would take the place of the orders that wait.
            told += [AnswerLine(line.number, line.text, "no", "for a turn that is over") for line in timeless]
            return Judged(subject="orders for a turn that is over", opening=(words(None, STALE),), answers=told)
        if stale:
            judged.opening = (words(None, PARTLY_STALE), *judged.opening)
            judged.others = told
        return judged

    def _judge_for(
        self,
        game: Game,
        seat: Seat,
        turn: Turn,
        lines: Sequence[quotes.OwnLine],
        reading: Reading,
        *,
        check_only: bool,
    ) -> Judged:
        ruleset = presentation(game.ruleset)
        read_in = {line.number for line in reading.lines}
        whole = reading is self.reading  # the rows of a set-up, which are known by the first of them, included
        mailed = numbered([line for line in lines if whole or line.number in read_in])
        orders = reading.lines
        checked = judge(ruleset, table.position_of(game, turn), seat.name, reading)
        edited = any(line.source != "typed" for line in lines)
        opening = (words(None, READ_FROM_QUOTE),) if edited else ()
        view = table.view_of(game, seat, turn)
        doubts = ruleset.doubts(view, seat.name, orders) if checked.effect is not Effect.NOTHING else ()
        if checked.effect is not Effect.NOTHING and not check_only:
            kept = Kept(turn, mailed, orders, checked)
            if binding := _binding(ruleset, orders, checked):
                answers = [_asked(each, binding) for each in answers_to(ruleset, orders, checked.verdicts, view)]
                what = next(echoed(line, LONGEST_ASKED) for number, line in mailed if number in binding)
                asked = (words(None, ASKED.format(what=what)), *opening)
                return Judged(f'"{what}": answer with YES', asked, answers, kept, asks=True, binds=True)
            if doubts and not turns.asked_about(self.session, turn, seat, orders):
                answers = answers_to(ruleset, orders, checked.verdicts, view)
                opening = (words(None, *doubts, LEFT_UNUSED), *opening)
                return Judged(LEFT, opening, answers, kept, asks=True, doubts=doubts)
        by_host = not check_only and checked.effect is not Effect.NOTHING and clocks.is_held(self.session, game)
        if by_host:
            opening = (words(None, HELD_BY_HOST), *opening)
        if checked.effect is Effect.AT_ONCE and by_host:
            answers = answers_to(ruleset, orders, checked.verdicts, view)
            return Judged("orders kept", opening, answers, Kept(turn, mailed, orders, checked))
        if checked.effect is Effect.AT_ONCE and clocks.hold_of(game) and not check_only:
            answers = answers_to(ruleset, orders, checked.verdicts, view)
            at = turns.carried_out_at(self.session, turn, seat)
            held = words(None, HELD.format(at=in_words(at, mails.zone_of(seat))))
            return Judged("orders taken", (held, *opening), answers, Kept(turn, mailed, orders, checked))
        if checked.effect is Effect.AT_ONCE and not check_only:
            # What becomes of the lines is told by the adjudication.
            return Judged("", opening, kept=Kept(turn, mailed, orders, checked))
        if checked.effect is Effect.NOTHING:
            checked = judged_apart(ruleset, table.position_of(game, turn), seat.name, reading, checked)
        is_trial = (check_only or checked.effect is Effect.NOTHING) and not reading.unclear
        is_sound = all(verdict.status is Status.OK for verdict in checked.verdicts)
        foreseen = ruleset.trial(view, seat.name, orders, checked.verdicts) if is_trial and is_sound else None
        answers = answers_to(ruleset, orders, foreseen.verdicts if foreseen else checked.verdicts, view)
        drawn_up = marked(self.written, answers)
        good = sum(verdict.status is Status.OK for verdict in checked.verdicts)
        bad = sum(verdict.status in (Status.REFUSED, Status.ASKED) for verdict in checked.verdicts)
        if reading.unclear:
            refused = _refused(answers, reading)
            why = words(None, _why_stopped(reading, good, refused))
            return Judged(_not_understood(len(reading.unclear), refused), (why, *opening), answers, drawn_up=drawn_up)
        if checked.effect is Effect.NOTHING and bad:
            ordered = playable_order(ruleset, table.position_of(game, turn), seat.name, reading)
            hint = IN_ANOTHER_ORDER + "; ".join(line.text for line in ordered) if ordered else ""
            others = f" {OTHERS_STAND}" if good else ""
            again = words(None, f"Nothing was played.{others} {SEND_AGAIN}", *([hint] if hint else []))
            opening = (again, *opening)
            return Judged(f"orders not played: {good} ok, {bad} to put right", opening, answers, drawn_up=drawn_up)
        if check_only or checked.effect is Effect.NOTHING:
            # Rule sets may have a line of their own that asks for a trial; its orders are good and yet without effect.
            trial = f"without {self.trial}" if check_only else "without the line that asks for a trial"
            which = "These orders can be played" if not bad else "The lines marked ok can be played without the others"
            sound = words(None, f"{which}. Nothing was played: send them {trial} to play them.")
            asked = (words(None, *doubts, CHECKED_UNUSED.format(trial=self.trial)),) if doubts else ()
            unused = ruleset.unused(view, seat.name, orders, checked.verdicts) if check_only else ()
            opening = (sound, *asked, *((words(None, *unused),) if unused else ()), *opening)
            subject, then = (
                f"orders checked: {_counted(good, bad)}",
                (*self._odds(ruleset, view, orders, checked), *_foreseen(foreseen)),
            )
            return Judged(subject, opening, answers, drawn_up=drawn_up, tried=True, foreseen=then)
        return Judged(f"orders kept: {_counted(good, bad)}", opening, answers, Kept(turn, mailed, orders, checked))

    def _odds(self, ruleset: Presentation, view: Json, orders: Orders, checked: Checked) -> tuple[Section, ...]:
        """What the orders may come to, where the mail asks for that."""
        if self.trial is None or checked.effect is Effect.NOTHING:
            return ()
        if not self.trial.startswith(ODDS):
            return odds.in_short(ruleset, view, orders)
        deep, counted = self.trial != ODDS, self.odds_counted
        return odds.section(self.session, self.writer, ruleset, view, orders, deep=deep, counted=counted)


def numbered(lines: Sequence[quotes.OwnLine]) -> list[tuple[int, str]]:
    """The lines with their numbers, as readers take them."""
    return [(line.number, line.text) for line in lines]


def _binding(ruleset: Presentation, orders: Orders, checked: Checked) -> set[int]:
    """The lines, by their numbers, of those orders that nothing takes back and that would be played."""
    good = {verdict.line for verdict in checked.verdicts if verdict.status is Status.OK}
    return {line.number for line in orders if type(line.order) in ruleset.binding and line.number in good}


def _asked(answer: AnswerLine, binding: Container[int]) -> AnswerLine:
    """The answer to a line that is not done yet, though it could be."""
    return msgspec.structs.replace(answer, mark="YES?") if answer.number in binding else answer


def _foreseen(trial: Trial | None) -> tuple[Section, ...]:
    if trial is None:
        return ()
    lines = Section("If these orders were played", "list", trial.lines)
    then = Section("Map as it would stand before the first die", "map", tuple(trial.map.split("\n")))
    return tuple(part for part, told in ((lines, trial.lines), (then, trial.map)) if told)


def _timeless(game: Game, reading: Reading) -> tuple[Line, ...]:
    """The orders that mean the same whatever the turn: resigning, draws, words to others; none with an unclear line."""
    if reading.unclear:
        return ()
    types = presentation(game.ruleset).timeless
    return tuple(line for line in reading.lines if type(line.order) in types)


def _refused(answers: Sequence[AnswerLine], reading: Reading) -> int:
    """How many of the lines that could be read are told to be wrong, or asked about."""
    unread = {line.number for line in reading.unclear}
    return sum(answer.mark in ("no", "which?") and answer.number not in unread for answer in answers)


def _not_understood(count: int, refused: int) -> str:
    lines = f"{count} {'line' if count == 1 else 'lines'} not understood"
    return f"not played: {lines}{f', {refused} more to put right' if refused else ''}"


def _counted(good: int, bad: int) -> str:
    """How many lines are played; and how many are not, in games in which the others count without them."""
    return f"{good} ok, {bad} left out" if bad else f"{good} ok"


def _why_stopped(reading: Reading, good: int, refused: int) -> str:
    """That nothing was played, which lines are why, and what becomes of the others."""
    numbers = sorted({line.number for line in reading.unclear})
    which = f"line {numbers[0]} was" if len(numbers) == 1 else f"lines {listed(map(str, numbers))} were"
    others = " The lines marked ok are good, and would be played." if good else ""
    more = "1 other line has" if refused == 1 else f"{refused} other lines have"
    others += f" {more} to be put right too." if refused else ""
    meant = "may have been meant as an order"
    if set(numbers) <= set(reading.below_letter):
        meant = "would be left out of the letter above"
    ends = f" {LETTER_ENDS}" if reading.below_letter else ""
    return f"Nothing was played: {which} not understood, and {meant}.{ends}{others} {SEND_AGAIN}"
