"""AHEAD: the lines of a mail that are kept for the next question of its seat, and what becomes of them when it comes.

What is kept was read as any other mail is; a line that could not be read refuses it. When the question comes the orders
are judged by the same way as those of a mail (`pbem.inbound.orders`) and are spent, whatever comes of it: sound ones
are played, of others their seat is told with the question.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import msgspec
import structlog
from sqlalchemy.orm import Session

from core.contract import Effect, Json, Line, Status
from pbem.addresses import signed
from pbem.commands.answers import Reply, words
from pbem.commands.queries import Asker
from pbem.games import ahead, clocks, mails, table, turns
from pbem.games.ahead import Choice, Part, Plan
from pbem.games.kept_orders import HandedIn
from pbem.inbound.lines import AHEAD, Command, Split
from pbem.inbound.orders import Judged, OrdersOfMail, numbered
from pbem.inbound.plans import Builder, is_steer
from pbem.inbound.quotes import Own, OwnLine
from pbem.reading.conditions import NotKnown
from pbem.reading.reader import Reading, read
from pbem.reports.answers import Answer, answers_to
from pbem.reports.document import AnswerLine, Section
from pbem.rulesets import presentation
from pbem.rulesets.canonical import NotCanonical
from pbem.rulesets.contract import Presentation, Whereabouts
from pbem.runtime.context import Context
from pbem.store.models import Ahead, Game, Inbox, Seat, Turn

MOST_LINES = 200

OFF = "off"
ABOVE = "it stands above AHEAD, and a mail is kept as a whole or not at all: send what counts now in a mail of its own"
BELOW_AHEAD = "IF, ELSE and END IF stand below AHEAD alone"
STRAY = (
    "Nothing was played: a line says when orders count. Such lines stand below AHEAD, over orders for your next "
    "question; how it stands now you can see."
)
NO_ORDERS = "Nothing is kept: there is no order below AHEAD."
NOTHING_HOLDS = "None of its conditions holds, and nothing in it counts without one."
UNANSWERABLE = "Nobody can tell any more whether this holds: {condition}."
NOTHING_KEPT = "nothing of yours is kept ahead"
TAKEN_BACK = "what you had sent ahead is taken back"
NO_GAME = "of which game? Answer a mail of it"
KEPT = (
    "Kept for the next question that you are asked{after}. Your orders are judged then, as if you had just sent them: "
    "if all of them are sound, they are carried out at once; if not, you are asked as usual, and told why. AHEAD OFF "
    "takes them back until then."
)
AFTER_THIS = ", after the one that you are asked now"
REPLACES = "They take the place of those that you had sent ahead before."
TRIED = "These lines can be read. Nothing is kept: send them without {trial} to keep them."
ASKED_MEANWHILE = (
    "Nothing is kept: you were asked more than one question since the report that you answer, and these orders might "
    "mean something else by now. Answer the latest report."
)
IN_ALREADY = (
    "Nothing is kept: you have answered the question that came after the report you answer, so it is not clear which "
    "one these orders are for. Answer the latest report."
)
NOT_KEPT = "Nothing of this mail is kept. Send all of it again, put right. What you had sent before stays as it is."
TOO_MANY = f"Nothing is kept: {MOST_LINES} lines at most can be sent ahead."
CARRIED_OUT = "You were asked, and what you had sent ahead was sound: it is carried out."
TAKEN = "You are asked, and what you had sent ahead was sound: it is kept as your orders, and can still be replaced."
SPENT = "You are asked now. What you had sent ahead was not carried out, and is not kept any longer:"
NEEDS_YES = "It would leave something unused, about which you are asked first:"
IN_PART = "Not all of it could be carried out."
BROKEN = "It could not be judged here. The host is told."
UNREADABLE = "The rules that are here do not know one of these orders any more."

log = structlog.get_logger(__name__)


class Draft(msgspec.Struct, frozen=True):
    """The lines of a mail that are not for the question which is asked now, sorted.

    `reading` is of its orders; `items` are what would be kept, `steers` the lines that say when they count, `wrong`
    says of single lines why nothing is kept. A mail that says when without AHEAD in it (`is_ahead`) is refused.
    """

    reading: Reading
    items: tuple[Part | Choice, ...] = ()
    steers: tuple[AnswerLine, ...] = ()
    wrong: tuple[AnswerLine, ...] = ()
    is_ahead: bool = True

    @property
    def lines(self) -> tuple[Line, ...]:
        """The orders of the mail."""
        return self.reading.lines

    @property
    def numbers(self) -> set[int]:
        """The lines that are no remarks."""
        return {line.number for line in self.lines} | {each.number or 0 for each in (*self.steers, *self.wrong)}


def command_in(told: Split) -> Command | None:
    """The AHEAD of a mail that says what stands below it is to be kept; None where it has none, or takes one back."""
    takes = (each for each in told.commands if each.word == AHEAD and not each.half)
    return next((each for each in takes if each.rest.lower() != OFF), None)


def is_word(text: str) -> bool:
    """Whether a text is AHEAD and nothing else."""
    return text.strip(" .,:;!").upper() == AHEAD


def drafted(ruleset: Presentation, lines: Sequence[OwnLine], at: int, view: Callable[[], Json], seat: Seat) -> Draft:
    """What the lines of a mail come to that has AHEAD in line `at`."""
    above = read(ruleset, numbered([line for line in lines if line.number < at]), view)
    plan = Builder(ruleset, view, _ground(ruleset, view, seat))
    for line in lines:
        if line.number >= at:
            plan.take(line)
    items = plan.finish()
    wrong = [AnswerLine(line.number, line.text, "no", ABOVE) for line in above.lines]
    reading = Reading((*above.lines, *plan.lines), (*above.remarks, *plan.remarks), above.below_letter)
    return Draft(reading, items, tuple(plan.steers), (*wrong, *plan.wrong))


def without_ahead(
    ruleset: Presentation, lines: Sequence[OwnLine], view: Callable[[], Json], seat: Seat
) -> Draft | None:
    """The lines of a mail that has conditions and no AHEAD, so that nothing is played; None where it has none."""
    ground = _ground(ruleset, view, seat)
    stray = [line for line in lines if is_steer(ruleset, line.text, ground)]
    if not stray:
        return None
    wrong = tuple(AnswerLine(line.number, line.text, "no", BELOW_AHEAD) for line in stray)
    reading = read(ruleset, numbered([line for line in lines if line not in stray]), view)
    return Draft(reading, wrong=wrong, is_ahead=False)


def _ground(ruleset: Presentation, view: Callable[[], Json], seat: Seat) -> Callable[[], Whereabouts]:
    """What conditions can name; worked out once, and only for a mail that has some."""
    return cache(lambda: ruleset.whereabouts(view(), seat.name))


# --- Keeping ------------------------------------------------------------------------------------------------------


def judge_draft(orders: OrdersOfMail, game: Game, seat: Seat, turn: Turn, check_only: bool, *, draft: Draft) -> Judged:
    """What becomes of the lines of a mail with AHEAD: kept as a whole, or refused as a whole."""
    ruleset, lines = presentation(game.ruleset), draft.lines
    if game.state == "over":
        answers = [AnswerLine(line.number, line.text, "no", "the game is over") for line in lines]
        return Judged("the game is over", (words(None, f"{game.name} is over, so nothing is kept."),), answers)
    if draft.wrong or draft.reading.unclear:
        return _refused(orders, game, seat, turn, draft)
    if not lines:
        return Judged("nothing kept ahead", (words(None, NO_ORDERS),), list(draft.steers))
    if len(orders.written) > MOST_LINES:
        return Judged("orders ahead not kept: too many", (words(None, TOO_MANY),))
    answers = [*draft.steers, *(_line_kept(ruleset, line, NOT_YET if check_only else "kept") for line in lines)]
    if check_only:
        tried = words(None, TRIED.format(trial=orders.trial))
        return Judged(f"orders ahead checked: {len(lines)} can be read", (tried,), answers, tried=True)
    after = _after(orders, game, seat, turn)
    if isinstance(after, Section):
        answers = [AnswerLine(line.number, line.text, "no", "not kept") for line in lines]
        return Judged("orders ahead not kept", (after,), answers)
    told = tuple(text.strip() for _, text in orders.written)
    again = [REPLACES] if seat.ahead is not None else []
    opening = words(None, KEPT.format(after=AFTER_THIS if after == turn.step else ""), *again)
    return Judged(f"orders ahead kept: {len(lines)}", (opening,), answers, ahead=(Plan(told, draft.items), after))


def _refused(orders: OrdersOfMail, game: Game, seat: Seat, turn: Turn, draft: Draft) -> Judged:
    """Lines that cannot be read are answered as in any mail, wrong ones with their reason."""
    ruleset, view = presentation(game.ruleset), table.view_of(game, seat, turn)
    wrong = {line.number for line in draft.wrong}
    unclear = [line for line in draft.reading.unclear if line.number not in wrong]
    verdicts = ruleset.rules.check(table.position_of(game, turn), seat.name, unclear).verdicts if unclear else ()
    unread = answers_to(ruleset, unclear, [each for each in verdicts if each.line is not None], view)
    faulty = wrong | {line.number for line in unclear}
    good = [_line_kept(ruleset, line, NOT_YET) for line in draft.lines if line.number not in faulty]
    if not draft.is_ahead:
        good = [msgspec.structs.replace(each, mark="no", said="not played") for each in good]
        return Judged("orders not played: IF without AHEAD", (words(None, STRAY),), [*draft.wrong, *unread, *good])
    count = len(faulty)
    subject = f"orders ahead not kept: {count} {'line' if count == 1 else 'lines'} to put right"
    return Judged(subject, (words(None, NOT_KEPT),), [*draft.wrong, *unread, *draft.steers, *good])


NOT_YET = "can be kept"


def _line_kept(ruleset: Presentation, line: Line, becomes: str) -> AnswerLine:
    """An order as it was read, and whether it is kept; whether it can be carried out is not known yet."""
    text = ruleset.text_of(line.order)
    said = becomes if "\n" in text or _bare(text) == _bare(line.text) else f"{becomes}: {text}"
    return AnswerLine(line.number, line.text, "ok" if line.read_as is None else "ok, read as", line.read_as or said)


def _bare(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))


def _after(orders: OrdersOfMail, game: Game, seat: Seat, turn: Turn) -> int | Section | None:
    """The step of the question that the orders are not for, as their writer had been asked it; or why nothing is kept.

    If he was asked one question since the report that he answers, and has not answered it, that is the one he meant.
    """
    step = orders.to.step if isinstance(orders.to, signed.SeatAddress) else turn.step
    since = ahead.asked_since(orders.session, game, seat, step)
    if not since:
        return turn.step if seat.step == turn.step else None
    if since != {turn.step} or seat.step != turn.step:
        return words(None, ASKED_MEANWHILE)
    return None if seat.answered_at is None else words(None, IN_ALREADY)


# --- What waits, and taking it back ---------------------------------------------------------------------------------


def answer(session: Session, asker: Asker, command: Command, *, has_orders: bool) -> Reply:
    """`AHEAD` over orders, `AHEAD` alone, which tells what is kept, and `AHEAD OFF`, which takes it back."""
    if has_orders and command.rest.lower() != OFF:
        return Reply("ok", "for the lines that follow")
    if asker.game is None or asker.seat is None or asker.game.state != "running":
        return Reply("which?", NO_GAME)
    table.locked_turn(session, asker.game)
    session.refresh(asker.seat, ["ahead"])
    if command.rest.lower() == OFF:
        return Reply("ok", TAKEN_BACK if ahead.drop(session, asker.seat) else NOTHING_KEPT)
    if asker.seat.ahead is None:
        return Reply("ok", f"{NOTHING_KEPT}; write orders below AHEAD, and they wait for your next question")
    return Reply("ok", "below", ahead.section(asker.seat), about=asker.seat)


# --- When the question comes --------------------------------------------------------------------------------------


def play(context: Context, game_id: int) -> bool:
    """Judge what the seats of a game have sent ahead, where it is due; whether there was any.

    What cannot be judged for a fault of ours is spent too: its seat is asked, so that the game goes on.
    """
    try:
        with context.transaction("ahead") as session:
            done, frozen = _judge_due(session, context, game_id)
    except turns.Busy:
        return False  # the schedule sees to it
    except Exception:
        log.exception("orders ahead could not be judged", game=game_id)
        with context.transaction("ahead-given-up") as session:
            return _give_up(session, context, game_id)
    if frozen is not None:
        turns.carry_out(context, frozen)
    return done


def _judge_due(session: Session, context: Context, game_id: int) -> tuple[bool, turns.Frozen | None]:
    game = session.get(Game, game_id)
    if game is None or game.state != "running" or table.waits_for_host(game) is not None:
        return False, None
    turn = table.locked_turn(session, game)
    done = False
    for seat in list(ahead.due_seats(game, turn)):
        done = True
        frozen = _judge_seat(session, context, game, turn, seat)
        if frozen is not None:
            return True, frozen
    return done, None


def _judge_seat(session: Session, context: Context, game: Game, turn: Turn, seat: Seat) -> turns.Frozen | None:
    kept = seat.ahead
    assert kept is not None
    mail = session.get_one(Inbox, kept.inbox_id)
    turns.ensure_open(session, game, turn.asked_at)
    words_of_game, view = presentation(game.ruleset), table.view_of(game, seat, turn)
    try:
        found = ahead.chosen(words_of_game, ahead.plan_of(kept), view, seat.name)
    except (NotCanonical, NotKnown) as why:
        said = UNREADABLE if isinstance(why, NotCanonical) else UNANSWERABLE.format(condition=why)
        _ask(session, context, seat, turn, kept, (words(None, SPENT, said), *ahead.section(seat)))
        return None
    conditions = Section("Your conditions", "list", found.conditions)
    if not found.orders.orders:
        _ask(session, context, seat, turn, kept, (words(None, SPENT, NOTHING_HOLDS), conditions))
        return None
    judged = _judged(session, game, seat, turn, mail, found.orders)
    if judged.kept is None or judged.asks or not _all_ok(judged):
        _ask(session, context, seat, turn, kept, (*_why_not(judged, game, seat, turn), conditions))
        return None
    sound = judged.kept
    told = (conditions,) if found.conditions else ()
    answered = Answer(mail.message_id or "", (words(None, CARRIED_OUT), *told))
    ahead.drop(session, seat)
    sent = turns.Sent(sound.lines, sound.orders, sound.checked, answered)
    frozen = turns.hand_in(session, context, turn, seat, mail, sent)
    if sound.checked.effect is not Effect.AT_ONCE or clocks.hold_of(game):
        opening = (words(None, TAKEN), *judged.opening, *told, _listed(judged.answers))
        _ask(session, context, seat, turn, kept, opening)
    return frozen


def _judged(session: Session, game: Game, seat: Seat, turn: Turn, mail: Inbox, handed_in: HandedIn) -> Judged:
    """The orders, judged as those of a mail that has just come."""
    lines = tuple(OwnLine(number, text) for number, text in handed_in.lines)
    reading = Reading(tuple(handed_in.orders))
    orders = OrdersOfMail(
        session, signed.Plain(), mail.received_at, None, Own(lines), reading, handed_in.lines, trial=None
    )
    return orders.judge_for(game, seat, turn, lines)


def _all_ok(judged: Judged) -> bool:
    return judged.kept is not None and all(each.status is Status.OK for each in judged.kept.checked.verdicts)


def _why_not(judged: Judged, game: Game, seat: Seat, turn: Turn) -> tuple[Section, ...]:
    """Why the orders were not carried out, with the answer to each line."""
    if judged.kept is None:
        return (words(None, SPENT), *judged.opening, _listed(judged.answers))
    if judged.doubts:
        return (words(None, SPENT, NEEDS_YES, *judged.doubts), _listed(judged.answers))
    view, sound = table.view_of(game, seat, turn), judged.kept
    answers = answers_to(presentation(game.ruleset), sound.orders, sound.checked.verdicts, view)
    return (words(None, SPENT, IN_PART), _listed(answers))


def _listed(answers: Sequence[AnswerLine]) -> Section:
    """The answers to the lines, as many as a mail has room for."""
    [section] = Answer("").sections(answers) or [Section(None, "words", ())]
    return msgspec.structs.replace(section, title="Your orders ahead, line by line") if answers else section


def _ask(session: Session, context: Context, seat: Seat, turn: Turn, kept: Ahead, opening: tuple[Section, ...]) -> None:
    """Mail a seat its question, and above it what became of the orders, which are spent."""
    game, ident = seat.game, kept.inbox_id
    ahead.drop(session, seat)
    reports = mails.reports_of(session, context, game, turn)
    said = tuple(section for section in opening if section.lines)
    reports.mail(session, context, seat, opening=said, key=f"ahead/{game.name}/{seat.name}/{ident}")


def _give_up(session: Session, context: Context, game_id: int) -> bool:
    game = session.get(Game, game_id)
    if game is None or game.state != "running":
        return False
    turn = table.locked_turn(session, game)
    for seat in list(ahead.due_seats(game, turn)):
        if seat.ahead is not None:
            _ask(session, context, seat, turn, seat.ahead, (words(None, SPENT, BROKEN),))
    return True
