"""A turn: orders handed in, the turn frozen, adjudicated and settled, the seats told, the silent reminded.

Every change is a conditional update under the turn's epoch, so any of these may run twice or at once: the second
finds the work done.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping
from datetime import datetime, timedelta
from random import Random
from typing import Any

import msgspec
import structlog
from sqlalchemy import or_, select, update
from sqlalchemy.orm import Session

from core.contract import BOT, Adjudication, Checked, Decision, Effect, SeatName
from core.dice import Roll
from pbem.games import mailing, record, table
from pbem.games.record import NumberedLines
from pbem.reports.answers import answers_to
from pbem.reports.document import AnswerLine, Document
from pbem.rulesets import presentation
from pbem.runtime.context import Context, notify_after_commit
from pbem.runtime.failpoint import failpoint
from pbem.store import inbox
from pbem.store.database import change, now
from pbem.store.inbox import Outdated
from pbem.store.models import Game, Inbox, OrderSet, RecordEntry, Seat, Turn

ALARM_AFTER_ATTEMPTS = 3

log = structlog.get_logger(__name__)


class Busy(Exception):
    """The turn is being adjudicated, or is about to be: what came has to wait for the next."""


class Played(msgspec.Struct, frozen=True):
    """What was adjudicated: the orders for the record, whether the deadline had passed, the result and its rolls."""

    orders: dict[SeatName, NumberedLines]
    due: bool
    result: Adjudication
    rolls: tuple[Roll, ...]


class Frozen(msgspec.Struct, frozen=True):
    """A turn that this worker may adjudicate: no order can come or go any more."""

    game_id: int
    turn_id: int
    epoch: int
    due: bool
    orders: dict[SeatName, NumberedLines]


# --- Asking about a turn ------------------------------------------------------------------------------------------


def current(session: Session, game: Game) -> Turn:
    """The game's latest turn; the game must have begun."""
    return session.scalars(select(Turn).where(Turn.game_id == game.id).order_by(Turn.number.desc()).limit(1)).one()


def position_of(game: Game, turn: Turn) -> Any:
    """The position at the beginning of a turn."""
    return presentation(game.ruleset).rules.decode(turn.position, table.options_of(game))


def awaited(game: Game, turn: Turn) -> tuple[Decision, ...]:
    """The decisions that the seats owe in this turn."""
    return presentation(game.ruleset).rules.awaiting(position_of(game, turn))


# --- Beginning ---------------------------------------------------------------------------------------------------


def start(session: Session, context: Context, game: Game) -> None:
    """Begin a game whose seats are taken: its record, its first turn, the first reports."""
    words = presentation(game.ruleset)
    options = table.options_of(game)
    game.state = "running"
    players = [(seat.name, seat.player.name if seat.player else "", seat.word) for seat in game.seats]
    seed = bytes.fromhex(game.seed)
    first = record.link(None, "game", record.game_body(game.name, words, options, players, seed), seed)
    session.add(RecordEntry(game_id=game.id, number=first.number, hash=first.hash, body=first.line))
    session.flush()
    # Whatever the rules decide before anybody is asked (a throw for the start, say) happens here.
    dice = table.dice_of(game)
    result = words.rules.adjudicate(words.rules.opening(options), {}, dice)
    settle(session, context, game, None, Played({}, False, result, tuple(dice.rolls)), first_report=True)


# --- Handing in ---------------------------------------------------------------------------------------------------


def hand_in(
    session: Session,
    context: Context,
    turn: Turn,
    seat: Seat,
    mail: Inbox,
    lines: NumberedLines,
    checked: Checked,
    answer: Document,
) -> None:
    """Keep accepted orders for the turn. `answer` opens the report of the turn if they run at once. Raises Busy.

    Orders that run at once close the turn to further mail; of others, the latest mail of a seat counts.
    """
    ensure_open(session, turn, mail.received_at)
    at_once = checked.effect is Effect.AT_ONCE
    session.execute(
        update(OrderSet)
        .where(OrderSet.turn_id == turn.id, OrderSet.seat == seat.name, OrderSet.state == "held")
        .values(state="superseded")
    )
    session.add(
        OrderSet(
            turn_id=turn.id,
            seat=seat.name,
            inbox_id=mail.id,
            lines=msgspec.json.encode(list(lines)).decode(),
            answer=msgspec.json.encode(answer).decode(),
            at_once=at_once,
            state="held",
        )
    )
    session.flush()
    turn.ready = at_once or _all_in(session, seat.game, turn)
    if turn.ready:
        notify_after_commit(session, "adjudicate", seat.game_id, f"{turn.number}-{mail.id}")


def ensure_open(session: Session, turn: Turn, received_at: datetime) -> None:
    """Raises Busy where a mail has to wait: the turn is frozen, is about to be, or was due before the mail came."""
    session.refresh(turn)
    if turn.state == "frozen" or turn.ready:
        raise Busy
    if turn.state == "open" and turn.deadline is not None and received_at > turn.deadline:
        raise Busy


# --- Adjudicating -------------------------------------------------------------------------------------------------


def adjudicate(context: Context, game_id: int) -> bool:
    """Adjudicate the game's turn if it is complete or due; whether it was done here. Runs at once for each game."""
    with context.transaction("freeze") as session:
        frozen = _freeze(session, game_id, context.lease)
    if frozen is None:
        return False
    with context.store.reading() as session:
        game = session.get_one(Game, frozen.game_id)
        turn = session.get_one(Turn, frozen.turn_id)
        played = _play(game, turn, frozen)
        mailing.draw_ahead(game, played.result.position)
    failpoint("adjudicated")
    try:
        with context.transaction("settle") as session:
            _close(session, frozen)
            game = session.get_one(Game, frozen.game_id)
            settle(session, context, game, session.get_one(Turn, frozen.turn_id), played)
            for waiting in session.scalars(
                select(Inbox.id).where(Inbox.state == "new", Inbox.game == game.name).order_by(Inbox.id)
            ):
                notify_after_commit(session, "receive", waiting, f"after-{frozen.turn_id}")
    except Outdated:
        log.info("turn was settled by another worker", game=game_id, turn=frozen.turn_id)
        return False
    return True


def settle(
    session: Session,
    context: Context,
    game: Game,
    turn: Turn | None,
    played: Played,
    *,
    first_report: bool = False,
) -> Turn:
    """Write everything that follows from an adjudication: record, next turn, mails. One transaction with the rest."""
    rules = presentation(game.ruleset).rules
    _record(session, game, played)
    following = _next_turn(session, context, game, turn, played.result.position)
    session.add(following)
    outcome = rules.outcome(played.result.position)
    if outcome is not None:
        game.state, game.ended_at = "over", now(session)
        _append(session, game, "end", record.end_body(outcome, bytes.fromhex(game.seed)))
    session.flush()
    answered = _answers(session, game, turn, played.result)
    for seat in game.seats:
        if first_report or seat.name in played.result.tell or seat.name in answered:
            mailing.report(
                session, context, game, seat, following, answering=answered.get(seat.name), first=first_report
            )
    for note in played.result.notes:
        mailing.relay(session, context, game, following, note)
    return following


def due_games(session: Session, limit: int = 200) -> list[tuple[int, str]]:
    """Games whose turn can be adjudicated, or has lost its worker, each with a mark for the notifier."""
    moment = now(session)
    orphaned = (Turn.state == "frozen") & (Turn.lease_until < moment)
    waiting = (Turn.state == "open") & or_(Turn.ready, Turn.deadline <= moment)
    rows = session.execute(
        select(Turn.game_id, Turn.number, Turn.epoch).where(or_(orphaned, waiting)).order_by(Turn.id).limit(limit)
    )
    return [(game_id, f"{number}-{epoch}-due") for game_id, number, epoch in rows]


def due_reminders(session: Session, limit: int = 200) -> list[tuple[int, str]]:
    """Games with a seat to remind, each with a mark for the notifier."""
    rows = session.execute(
        select(Turn.game_id, Turn.number)
        .where(Turn.state == "open", Turn.remind_at <= now(session))
        .order_by(Turn.id)
        .limit(limit)
    )
    return [(game_id, f"{number}-remind") for game_id, number in rows]


def remind(context: Context, game_id: int) -> int:
    """Write to the seats that are silent past the reminder's hour; how many were reminded."""
    with context.transaction("remind") as session:
        game = session.get_one(Game, game_id)
        turn = current(session, game)
        unsent = update(Turn).where(Turn.id == turn.id, Turn.state == "open", Turn.remind_at <= now(session))
        if change(session, unsent.values(remind_at=None)) != 1:
            return 0
        have_sent = set(
            session.scalars(select(OrderSet.seat).where(OrderSet.turn_id == turn.id, OrderSet.state == "held"))
        )
        silent = [decision for decision in awaited(game, turn) if decision.seat not in have_sent]
        for decision in silent:
            seat = table.seat_named(game, decision.seat)
            if seat is not None:
                mailing.reminder(session, context, game, seat, turn)
        return len(silent)


def _freeze(session: Session, game_id: int, lease: timedelta) -> Frozen | None:
    game = session.get(Game, game_id)
    if game is None or game.state != "running":
        return None
    turn = current(session, game)
    moment = now(session)
    if turn.state == "frozen":
        if turn.lease_until is not None and turn.lease_until >= moment:
            return None
        due = turn.due
    elif turn.ready:
        due = False
    elif _is_due(session, game, turn, moment):
        due = True
    else:
        return None
    epoch = session.execute(
        update(Turn)
        .where(Turn.id == turn.id, Turn.epoch == turn.epoch)
        .values(state="frozen", due=due, epoch=Turn.epoch + 1, attempts=Turn.attempts + 1, lease_until=moment + lease)
        .returning(Turn.epoch)
    ).scalar_one_or_none()
    if epoch is None:
        return None
    if turn.attempts >= ALARM_AFTER_ATTEMPTS:
        log.error("turn cannot be adjudicated", game=game.name, turn=turn.number, attempts=turn.attempts)
    return Frozen(game.id, turn.id, epoch, due, _held_orders(session, turn))


def _play(game: Game, turn: Turn, frozen: Frozen) -> Played:
    words = presentation(game.ruleset)
    dice = table.dice_of(game)
    orders, due = _decided_by_robots(game, turn, frozen) if frozen.due else (frozen.orders, False)
    result = words.rules.adjudicate(position_of(game, turn), record.read_orders(words, orders), dice, due=due)
    return Played(_for_the_record(orders, result), due, result, tuple(dice.rolls))


def _for_the_record(orders: dict[SeatName, NumberedLines], result: Adjudication) -> dict[SeatName, NumberedLines]:
    """The orders, with what the rules put in the place of words that are for some seats alone."""
    kept: dict[SeatName, NumberedLines] = {}
    for seat, lines in orders.items():
        veiled = {verdict.line: verdict.record_as for verdict in result.verdicts.get(seat, ()) if verdict.record_as}
        kept[seat] = [(number, veiled.get(number, text)) for number, text in lines]
    return kept


def _decided_by_robots(game: Game, turn: Turn, frozen: Frozen) -> tuple[dict[SeatName, NumberedLines], bool]:
    """The orders with those of robots for silent seats, and whether a seat is left for which the rules decide."""
    words = presentation(game.ruleset)
    orders = dict(frozen.orders)
    silent = [decision for decision in awaited(game, turn) if decision.seat not in orders]
    for decision in silent:
        if decision.at_deadline == BOT:
            view = words.rules.view(position_of(game, turn), decision.seat)
            # Drawn from the game's own secret, so that a second try of this worker's work decides the same.
            text = words.bot(view, decision.seat, Random(f"{game.seed} {turn.number} {decision.seat}"))  # noqa: S311
            orders[decision.seat] = list(enumerate(text.split("\n"), start=1))
    return orders, any(decision.at_deadline != BOT for decision in silent)


def _close(session: Session, frozen: Frozen) -> None:
    mine = update(Turn).where(Turn.id == frozen.turn_id, Turn.state == "frozen", Turn.epoch == frozen.epoch)
    if change(session, mine.values(state="done", lease_until=None)) != 1:
        raise Outdated


def _next_turn(session: Session, context: Context, game: Game, turn: Turn | None, position: Any) -> Turn:
    rules = presentation(game.ruleset).rules
    step = rules.step(position)
    over = rules.outcome(position) is not None
    following = Turn(
        game_id=game.id,
        number=1 if turn is None else turn.number + 1,
        step=step,
        position=msgspec.json.encode(rules.encode(position)).decode(),
        state="done" if over else "open",
        asked_at=now(session),
        deadline=None,
        remind_at=None,
        lease_until=None,
    )
    if over:
        return following
    if turn is not None and turn.step == step:
        # The question is the same, so the clock runs on.
        following.asked_at, following.deadline, following.remind_at = turn.asked_at, turn.deadline, turn.remind_at
        return following
    following.deadline = following.asked_at + timedelta(hours=context.settings.deadline_hours)
    if context.settings.reminder_hours < context.settings.deadline_hours:
        following.remind_at = following.asked_at + timedelta(hours=context.settings.reminder_hours)
    return following


def _record(session: Session, game: Game, played: Played) -> None:
    result = played.result
    words = presentation(game.ruleset)
    _append(session, game, "turn", record.turn_body(words, played.orders, played.due, played.rolls, result))


def _append(session: Session, game: Game, kind: str, body: dict[str, Any]) -> None:
    last = session.scalars(
        select(RecordEntry).where(RecordEntry.game_id == game.id).order_by(RecordEntry.number.desc()).limit(1)
    ).one()
    entry = record.link(record.Entry(last.number, last.hash, last.body), kind, body, bytes.fromhex(game.seed))
    session.add(RecordEntry(game_id=game.id, number=entry.number, hash=entry.hash, body=entry.line))
    session.flush()


def _answers(
    session: Session, game: Game, turn: Turn | None, result: Adjudication
) -> dict[SeatName, mailing.Answering]:
    if turn is None:
        return {}
    used = session.scalars(select(OrderSet).where(OrderSet.turn_id == turn.id, OrderSet.state == "held")).all()
    answered = {}
    for order_set in used:
        order_set.state = "used"
        mail = session.get_one(Inbox, order_set.inbox_id)
        document = msgspec.json.decode(order_set.answer, type=Document)
        # Orders that waited for the others were answered when they came; the report is not that answer again.
        if order_set.at_once:
            document = _as_carried_out(document, game, turn, order_set, result)
            answered[order_set.seat] = mailing.Answering(mail.message_id or "", document)
    return answered


def _as_carried_out(document: Document, game: Game, turn: Turn, order_set: OrderSet, result: Adjudication) -> Document:
    """The answer to a mail, with what became of its lines in place of what the check had expected of them."""
    words = presentation(game.ruleset)
    view = words.rules.view(position_of(game, turn), order_set.seat)
    orders = words.read(_numbered(order_set.lines))
    told: dict[int | None, deque[AnswerLine]] = defaultdict(deque)
    for answer in answers_to(words, orders, result.verdicts[order_set.seat], view):
        told[answer.number].append(answer)
    sections = tuple(
        msgspec.structs.replace(section, lines=tuple(_later(line, told) for line in section.lines))
        for section in document.sections
    )
    return msgspec.structs.replace(document, sections=sections)


def _later(line: str | AnswerLine, told: Mapping[int | None, deque[AnswerLine]]) -> str | AnswerLine:
    """The next answer to the same text line, which may hold several orders."""
    later = told.get(line.number) if isinstance(line, AnswerLine) else None
    return later.popleft() if later else line


def _all_in(session: Session, game: Game, turn: Turn) -> bool:
    sent = _held_orders(session, turn)
    return bool(sent) and all(decision.seat in sent for decision in awaited(game, turn))


def _is_due(session: Session, game: Game, turn: Turn, moment: datetime) -> bool:
    if turn.deadline is None or turn.deadline > moment:
        return False
    # A mail that came in time counts, however late it is read: the turn waits for it.
    return inbox.unread_of_game(session, game.name, turn.deadline) == 0


def _held_orders(session: Session, turn: Turn) -> dict[SeatName, NumberedLines]:
    rows = session.scalars(
        select(OrderSet).where(OrderSet.turn_id == turn.id, OrderSet.state == "held").order_by(OrderSet.id)
    )
    return {row.seat: _numbered(row.lines) for row in rows}


def _numbered(lines: str) -> list[tuple[int, str]]:
    return msgspec.json.decode(lines, type=list[tuple[int, str]])
