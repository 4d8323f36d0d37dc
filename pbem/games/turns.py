"""A turn: orders handed in, the turn frozen, adjudicated and settled, the seats told, the silent reminded.

Every change is a conditional update under the turn's epoch, so any of these may run twice or at once: the second
finds the work done.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
import rfc8785
import structlog
from sqlalchemy import bindparam, insert, select, union, update
from sqlalchemy.orm import Session

from core.contract import BOT, HOST, Adjudication, Budget, Checked, Decision, Effect, Level, Orders, SeatName
from core.dice import Roll, SeededDice
from pbem.games import (
    ahead,
    clocks,
    hosted,
    kept_letters,
    mails,
    mustered,
    onlookers,
    press,
    record,
    retold_mails,
    sealed,
    stand_ins,
    table,
)
from pbem.games.kept_orders import HandedIn, NumberedLines, for_the_record, read_lines, that_waited, to_wait
from pbem.games.kept_record import KeptRecord
from pbem.games.sealed import Written
from pbem.reports.answers import Answer, answers_to
from pbem.robots import playing
from pbem.rulesets import presentation
from pbem.runtime.context import Context, notify_after_commit
from pbem.runtime.failpoint import failpoint
from pbem.store import inbox
from pbem.store.database import change, now, prepared
from pbem.store.inbox import Outdated
from pbem.store.models import Game, Inbox, OrderSet, Seat, Turn

# A turn that still is not adjudicated after so many tries breaks whoever tries; its game is stopped for the host.
MOST_ATTEMPTS = 4
CANNOT_BE_CARRIED_OUT = f"{MOST_ATTEMPTS} times its turn could not be carried out"
CHANGED_BEHIND_RECORD = "its position was changed behind its record"

log = structlog.get_logger(__name__)

# Orders wait for those of others (held), or for the YES of whoever sent them: at the deadline they count without it
# (asked), or never do (asked-binding).
WAITING = ("held", "asked", "asked-binding")

_MOMENT = bindparam("moment", type_=Turn.deadline.type)
_OPEN = Turn.state == "open"
# One by one each finds its own by an index; of all at once SQLite would look at every open turn.
_DUE_TURNS = union(
    *(
        select(Turn.id).where(kind)
        for kind in (
            (Turn.state == "frozen") & (Turn.lease_until < _MOMENT),
            _OPEN & Turn.ready.is_(True),
            _OPEN & (Turn.deadline <= _MOMENT),
            _OPEN & (Turn.carry_at <= _MOMENT),
        )
    )
).subquery()
_DUE = (
    select(Turn.game_id, Turn.number, Turn.epoch, Turn.thinking)
    .join(_DUE_TURNS, _DUE_TURNS.c.id == Turn.id)
    .join(Game, Game.id == Turn.game_id)
    .where(table.PLAYED_HERE)
    .order_by(Turn.id)
    .limit(bindparam("most"))
)
_TO_REMIND = (
    select(Turn.game_id, Turn.number)
    .join(Game, Game.id == Turn.game_id)
    .where(_OPEN, Turn.remind_at <= _MOMENT, table.PLAYED_HERE)
    .order_by(Turn.remind_at)
    .limit(bindparam("most"))
)
_IS_HELD = (OrderSet.turn_id == bindparam("turn")) & (OrderSet.state == "held")
_HELD = (
    select(OrderSet.seat, OrderSet.lines, OrderSet.orders, OrderSet.at_once, OrderSet.answer)
    .where(_IS_HELD)
    .order_by(OrderSet.id)
)
_ADD = insert(OrderSet)
_USE = update(OrderSet).where(_IS_HELD).values(state="used")
_SUPERSEDE = (
    update(OrderSet)
    .where(
        OrderSet.turn_id == bindparam("turn"),
        OrderSet.seat == bindparam("seat_name"),
        OrderSet.state.in_(bindparam("states", expanding=True)),
    )
    .values(state="superseded")
)
_FREEZE = (
    update(Turn)
    .where(Turn.id == bindparam("turn"), Turn.epoch == bindparam("seen"))
    .values(
        state="frozen",
        due=bindparam("is_due"),
        epoch=Turn.epoch + 1,
        attempts=Turn.attempts + 1,
        lease_until=bindparam("until"),
    )
)
_CLOSE = (
    update(Turn)
    .where(Turn.id == bindparam("turn"), Turn.state == "frozen", Turn.epoch == bindparam("held"))
    .values(state="done", lease_until=None)
)
_WAITING = select(Inbox.id).where(Inbox.state == "new", Inbox.game == bindparam("game")).order_by(Inbox.id)


class Busy(Exception):
    """The turn is being adjudicated, or is about to be: what came has to wait for the next."""


class NotAsked(Exception):
    """No orders wait for this answer: it was given already, or newer orders or the deadline came first."""


class Sent(msgspec.Struct, frozen=True):
    """The orders of one mail: as mailed, as read, as judged, and what else the mail is answered with."""

    lines: NumberedLines
    orders: Orders
    checked: Checked
    answer: Answer


class DueGame(NamedTuple):
    """A game whose turn can be adjudicated, with a mark for the notifier, and whether robots have to think for it."""

    game: int
    mark: str
    thinking: bool


@dataclass(frozen=True)
class Frozen:
    """A turn that this worker may adjudicate: no order can come or go any more; `orders` are all that are in.

    `robots` are the seats that robots play, and how well.
    """

    game: Game
    turn: Turn
    epoch: int
    due: bool
    dice: SeededDice
    orders: dict[SeatName, HandedIn]
    robots: Mapping[SeatName, Level]


@dataclass(frozen=True)
class Played:
    """What was adjudicated: the position and orders it was made of, whether the deadline had passed, and the result.

    `silent` are the seats that the rules or a robot had to decide for. The orders hold seals in the place of `letters`.
    """

    before: Any
    orders: dict[SeatName, HandedIn]
    silent: tuple[SeatName, ...]
    due: bool
    result: Adjudication
    rolls: tuple[Roll, ...]
    letters: tuple[Written, ...] = ()


# --- Beginning ---------------------------------------------------------------------------------------------------


def start(session: Session, context: Context, game: Game) -> None:
    """Begin a game whose seats are taken: its record, its first turn, the first reports."""
    words = presentation(game.ruleset)
    options = table.options_of(game)
    game.state = "running"
    # It may have waited for its players while the rules changed; nobody has played by the old ones.
    game.version = words.rules.version
    players = [
        (
            seat.name,
            table.drawn_name(session, game, seat.player) if seat.player else table.who_has(seat) or "",
            seat.word,
        )
        for seat in game.seats
    ]
    umpire = game.umpire.player if game.umpire is not None else None
    called = table.drawn_name(session, game, umpire) if umpire is not None else None
    kept, seed, begins = KeptRecord(session, game), bytes.fromhex(game.seed), mustered.of(game)
    start, part_of = (None, None) if begins is None else (begins.position, begins.part_of)
    kept.append(
        "game",
        record.game_body(
            game.name, words, options, players, seed, rated=game.rated, start=start, part_of=part_of, umpire=called
        ),
    )
    # Whatever the rules decide before anybody is asked (a throw for the start, say) happens here.
    dice = table.dice_of(game)
    opening = words.rules.opening(options) if start is None else words.rules.decode(start, options)
    result = words.rules.adjudicate(opening, {}, dice)
    played = Played(opening, {}, (), False, result, tuple(dice.rolls))
    _settle(session, context, game, None, played, kept, first_report=True)


# --- Handing in ---------------------------------------------------------------------------------------------------


def ensure_open(session: Session, game: Game, received_at: datetime) -> Turn:
    """The game's turn, which nobody else changes until this transaction ends. Raises Busy.

    A mail has to wait where the turn is frozen, is about to be, or was due before the mail came.
    """
    turn = table.locked_turn(session, game)
    if turn.state == "frozen" or turn.ready or (turn.state == "done" and game.state == "running"):
        raise Busy
    if turn.state == "open" and turn.deadline is not None and received_at > turn.deadline:
        raise Busy
    return turn


def hand_in(session: Session, context: Context, turn: Turn, seat: Seat, mail: Inbox, sent: Sent) -> Frozen | None:
    """Keep accepted orders for the turn, which `ensure_open` gave; the turn, frozen, if they complete it.

    Orders that run at once close the turn to further mail; of others, the latest mail of a seat counts. What is frozen
    is to be carried out after the commit (`carry_out`); if this process dies before, the schedule sees to it.
    """
    _supersede(session, turn, seat.name, WAITING)
    _add(session, turn, seat, mail, sent, "held")
    clocks.answered(seat, turn, mail.received_at)
    at_once = sent.checked.effect is Effect.AT_ONCE
    if at_once and clocks.hold_of(seat.game) and not clocks.is_held(session, seat.game):
        turn.carry_at = carried_out_at(session, turn, seat)
        clocks.set_deadline(session, context, seat.game, turn)
        return None
    return _freeze_if_complete(session, context, turn, seat, at_once=at_once)


def carried_out_at(session: Session, turn: Turn, seat: Seat) -> datetime:
    """When orders are carried out that a seat sends now to a game that holds them for a while.

    Nobody puts off what others have sent before, or his own beyond the end of his time by sending again and again.
    """
    others = set(_held_orders(session, turn)) - {seat.name}
    moments = [now(session) + clocks.hold_of(seat.game), seat.due_at, turn.carry_at if others else None]
    return min(moment for moment in moments if moment is not None)


def held_until(session: Session, turn: Turn, seat: Seat) -> datetime | None:
    """When orders of a seat are carried out that its game holds for a while; None where it has none."""
    waits = turn.state == "open" and turn.carry_at is not None
    return turn.carry_at if waits and seat.name in _held_orders(session, turn) else None


def waits_for_host(session: Session, turn: Turn, seat: Seat) -> bool:
    """Whether orders of a seat wait until the host, who holds its game, lets it go on."""
    return clocks.is_held(session, seat.game) and seat.name in _held_orders(session, turn)


def take_back(session: Session, context: Context, turn: Turn, seat: Seat) -> None:
    """Void orders that are held for a while; the clock of the seat runs on as if they had not come."""
    _supersede(session, turn, seat.name, WAITING)
    if not _held_orders(session, turn):
        turn.carry_at = None
    clocks.answer_taken_back(seat, turn)
    session.flush()
    clocks.set_deadline(session, context, seat.game, turn)


def ask_first(session: Session, turn: Turn, seat: Seat, mail: Inbox, sent: Sent, *, binding: bool) -> None:
    """Keep orders until whoever sent them says YES; where they bind, they are not played without it."""
    _supersede(session, turn, seat.name, WAITING[1:])
    _add(session, turn, seat, mail, sent, "asked-binding" if binding else "asked")


def confirm(
    session: Session, context: Context, turn: Turn, seat: Seat, asked: int, answer: Answer, received_at: datetime
) -> Frozen | None:
    """Hand in the orders that the stored mail `asked` holds, which somebody was asked about; as `hand_in` does.

    Raises NotAsked where they wait for no answer any more.
    """
    question = session.scalar(
        select(OrderSet).where(
            OrderSet.turn_id == turn.id,
            OrderSet.seat == seat.name,
            OrderSet.inbox_id == asked,
            OrderSet.state.in_(WAITING[1:]),
        )
    )
    if question is None:
        raise NotAsked
    _supersede(session, turn, seat.name, ("held",))
    question.state, question.answer = "held", msgspec.json.encode(answer).decode()
    clocks.answered(seat, turn, received_at)
    session.flush()
    return _freeze_if_complete(session, context, turn, seat, at_once=question.at_once)


def asked_about(session: Session, turn: Turn, seat: Seat, orders: Orders) -> bool:
    """Whether the seat was asked about the same orders in this turn, and has sent nothing else since."""
    question = session.scalar(
        select(OrderSet).where(OrderSet.turn_id == turn.id, OrderSet.seat == seat.name, OrderSet.state == "asked")
    )
    if question is None:
        return False
    waited = that_waited(presentation(seat.game.ruleset), question.lines, question.orders)
    return [line.order for line in waited.orders] == [line.order for line in orders]


def supersede_all(session: Session, turn: Turn) -> None:
    """Void whatever orders wait in a turn."""
    waiting = update(OrderSet).where(OrderSet.turn_id == turn.id, OrderSet.state.in_(WAITING))
    session.execute(waiting.values(state="superseded"))


def _supersede(session: Session, turn: Turn, seat: SeatName, states: Sequence[str]) -> None:
    change(session, _SUPERSEDE, {"turn": turn.id, "seat_name": seat, "states": list(states)})


def _add(session: Session, turn: Turn, seat: Seat, mail: Inbox, sent: Sent, state: str) -> None:
    row = {
        "turn_id": turn.id,
        "seat": seat.name,
        "inbox_id": mail.id,
        "lines": msgspec.json.encode(list(sent.lines)).decode(),
        "orders": to_wait(presentation(seat.game.ruleset), sent.orders),
        "answer": msgspec.json.encode(sent.answer).decode(),
        "at_once": sent.checked.effect is Effect.AT_ONCE,
        "state": state,
    }
    prepared(session, _ADD, row)


def _freeze_if_complete(session: Session, context: Context, turn: Turn, seat: Seat, *, at_once: bool) -> Frozen | None:
    game, held = seat.game, _held_orders(session, turn)
    is_complete = at_once or _is_complete(context, game, turn, held)
    if not is_complete or clocks.is_held(session, game):
        clocks.set_deadline(session, context, game, turn)
        return None
    turn.ready = True
    return _freeze(session, context, game, turn, held, due=False)


def _is_complete(context: Context, game: Game, turn: Turn, held: Mapping[SeatName, HandedIn]) -> bool:
    """Whether nobody need be waited for; an appointment is kept all the same where that was agreed."""
    return not clocks.terms_of(context, game).wait and not _silent(game, turn, held)


def give_for_host(session: Session, context: Context, turn: Turn, lines: Orders) -> None:
    """Keep the lines of the seat `host` for a turn that asks it, which `ensure_open` gave; then it can be carried out.

    Whoever dies before it is leaves it to the schedule. A game that its host holds is carried out when it goes on.
    """
    game = session.get_one(Game, turn.game_id)
    text = [(line.number, line.text) for line in lines]
    mail, answer = hosted.as_mail(session, context, game, text)
    row = {
        "turn_id": turn.id,
        "seat": HOST,
        "inbox_id": mail.id,
        "lines": msgspec.json.encode(text).decode(),
        "orders": to_wait(presentation(game.ruleset), lines),
        "answer": msgspec.json.encode(answer).decode(),
        "at_once": False,
        "state": "held",
    }
    prepared(session, _ADD, row)
    if clocks.is_held(session, game):
        return
    turn.ready = True
    session.flush()
    notify_after_commit(session, "adjudicate", game.id, f"{turn.number}-host")


# --- Adjudicating -------------------------------------------------------------------------------------------------


def adjudicate(context: Context, game_id: int) -> bool:
    """Adjudicate the game's turn if it is complete or due; whether it was done here. Runs at once for each game."""
    with context.transaction("freeze", durable=False) as session:
        frozen = _frozen_if_due(session, context, game_id)
    return frozen is not None and carry_out(context, frozen)


def carry_out(context: Context, frozen: Frozen) -> bool:
    """Adjudicate a frozen turn and settle it; False where another worker has settled it meanwhile."""
    try:
        played = play(frozen, frozen.game.seed)
    except Exception:
        # The turn stays frozen; whoever tries again does so once its lease is over.
        log.exception("turn cannot be adjudicated", game=frozen.game.name, turn=frozen.turn.number)
        return False
    failpoint("adjudicated")

    try:
        # Nobody hears of it before its mails are claimed, which is durable, and all before it with it.
        with context.transaction("settle", durable=False) as session:
            _close(session, frozen)
            game = table.game_numbered(session, frozen.game.id)
            _settle(session, context, game, frozen.turn, played, KeptRecord(session, game))
            for waiting in prepared(session, _WAITING, {"game": game.name}).scalars():
                notify_after_commit(session, "receive", waiting, f"after-{frozen.turn.id}")
    except Outdated:
        log.info("turn was settled by another worker", game=frozen.game.name, turn=frozen.turn.number)
        return False
    return True


def due_games(session: Session, limit: int = 200) -> list[DueGame]:
    """Games whose turn can be adjudicated, or has lost its worker."""
    rows = session.execute(_DUE, {"moment": now(session), "most": limit})
    return [DueGame(game_id, f"{number}-{epoch}-due", thinking) for game_id, number, epoch, thinking in rows]


def due_reminders(session: Session, limit: int = 200) -> list[tuple[int, str]]:
    """Games with a seat to remind, each with a mark for the notifier."""
    rows = session.execute(_TO_REMIND, {"moment": now(session), "most": limit})
    return [(game_id, f"{number}-remind") for game_id, number in rows]


def remind(context: Context, game_id: int) -> int:
    """Write to the seats that are silent past the reminder's hour; how many were reminded."""
    with context.transaction("remind") as session:
        return _remind(session, context, game_id)


def _remind(session: Session, context: Context, game_id: int) -> int:
    game = session.get_one(Game, game_id)
    if table.waits_for_host(game) is not None:
        return 0
    turn = table.locked_turn(session, game)
    if turn.state != "open" or turn.remind_at is None or turn.remind_at > now(session):
        return 0
    reminded = 0
    for reminder in clocks.due_reminders(session, context, game, turn):
        mails.remind(session, context, game, reminder.seat, turn, reminder.number)
        if reminder.is_last:
            mails.tell_who_waits(session, context, game, reminder.seat, turn)
        reminded += 1
    clocks.set_deadline(session, context, game, turn)
    return reminded


# --- Freezing -----------------------------------------------------------------------------------------------------


def _frozen_if_due(session: Session, context: Context, game_id: int) -> Frozen | None:
    game = session.get(Game, game_id)
    if game is None or game.state != "running" or table.waits_for_host(game) is not None:
        return None
    turn = table.current_turn(session, game)
    moment = now(session)
    if turn.state == "open" and clocks.is_held(session, game):
        return None
    if turn.state == "frozen":
        if turn.lease_until is not None and turn.lease_until >= moment:
            return None
        due = turn.due
    elif turn.ready:
        due = turn.due
    elif is_past(session, game, turn, turn.carry_at, moment):
        due = False
    elif is_past(session, game, turn, turn.deadline, moment):
        if clocks.flag_of(game):
            return None  # nothing is decided for whoever is out of time (`pbem.games.flags`)
        due = True
    else:
        return None
    if due:
        answer_for_the_silent(session, turn)
    return _freeze(session, context, game, turn, _held_orders(session, turn), due=due)


def answer_for_the_silent(session: Session, turn: Turn) -> None:
    """At the deadline sound orders count that only waited for a YES; they take the place of older ones."""
    asked = session.scalars(select(OrderSet).where(OrderSet.turn_id == turn.id, OrderSet.state == "asked")).all()
    for question in asked:
        _supersede(session, turn, question.seat, ("held",))
        question.state = "held"
    session.flush()


def _freeze(
    session: Session,
    context: Context,
    game: Game,
    turn: Turn,
    held: dict[SeatName, HandedIn],
    *,
    due: bool,
) -> Frozen | None:
    if game.stopped is not None:
        return None
    if not _is_of_the_record(session, game, turn):
        _stop(session, context, game, turn, CHANGED_BEHIND_RECORD)
        return None
    if turn.attempts >= MOST_ATTEMPTS:
        _stop(session, context, game, turn, CANNOT_BE_CARRIED_OUT)
        return None
    asked = {"turn": turn.id, "seen": turn.epoch, "is_due": due, "until": now(session) + context.lease}
    if change(session, _FREEZE, asked) != 1:
        return None
    return Frozen(game, turn, turn.epoch + 1, due, table.dice_of(game), held, stand_ins.robots_of(game))


def _is_of_the_record(session: Session, game: Game, turn: Turn) -> bool:
    """Whether the position is the one that the record came to: nothing is played that nobody could verify."""
    try:
        return record.hash_of_text(turn.position) == KeptRecord(session, game).reached()
    except (msgspec.DecodeError, rfc8785.CanonicalizationError):
        return False


def _stop(session: Session, context: Context, game: Game, turn: Turn, why: str) -> None:
    log.error("game stopped", game=game.name, turn=turn.number, why=why)
    game.stopped = f"{game.name} waits for the host: {why}."
    session.flush()
    mails.tell_of_stop(session, context, game, turn)


def is_past(session: Session, game: Game, turn: Turn, until: datetime | None, moment: datetime) -> bool:
    """Whether a moment of a turn has come, and every mail that came before it was read."""
    if until is None or until > moment:
        return False
    # What came in time counts, however late it is read: the turn waits for mails, and for orders sent ahead.
    return inbox.unread_of_game(session, game.name, until) == 0 and not any(ahead.due_seats(game, turn))


def _held_orders(session: Session, turn: Turn) -> dict[SeatName, HandedIn]:
    rows = prepared(session, _HELD, {"turn": turn.id})
    words = presentation(session.get_one(Game, turn.game_id).ruleset)
    return {row.seat: that_waited(words, row.lines, row.orders) for row in rows}


def _silent(game: Game, turn: Turn, held: Mapping[SeatName, HandedIn]) -> list[Decision]:
    return [decision for decision in table.awaited(game, turn) if decision.seat not in held]


# --- Playing ------------------------------------------------------------------------------------------------------


def play(frozen: Frozen, whim: str) -> Played:
    """A frozen turn, adjudicated; nothing is stored. Robots decide by the secret `whim`."""
    words = presentation(frozen.game.ruleset)
    before = table.position_of(frozen.game, frozen.turn)
    owed = [decision for decision in words.rules.awaiting(before) if decision.seat not in frozen.orders]
    silent = [decision for decision in owed if frozen.due and decision.seat not in frozen.robots]
    # A turn that is ready and yet due is one in which a robot made no headway: the rules decide for it.
    by_rules = owed if frozen.due and frozen.turn.ready else silent
    by_robot = [each for each in owed if each.seat in frozen.robots and each not in by_rules]
    by_robot += [each for each in by_rules if each.at_deadline == BOT]
    orders, letters = sealed.seal_all(words, frozen.orders | _of_robots(frozen, before, by_robot, whim))
    due = any(decision.at_deadline != BOT for decision in by_rules)
    read = {seat: handed_in.orders for seat, handed_in in orders.items()}
    result = words.rules.adjudicate(before, read, frozen.dice, due=due)
    seats = tuple(decision.seat for decision in silent)
    return Played(before, orders, seats, due, result, tuple(frozen.dice.rolls), letters)


def _of_robots(frozen: Frozen, before: Any, owed: Sequence[Decision], whim: str) -> dict[SeatName, HandedIn]:
    """The orders of robots for what these seats owe."""
    turn, words = frozen.turn, presentation(frozen.game.ruleset)
    orders = {}
    for decision in owed:
        view = words.rules.view(before, decision.seat)
        # Drawn from a secret that stays, so that a second try of this worker's work decides the same.
        seed = playing.seed_of(f"{whim} {turn.number} {decision.seat}")
        level = frozen.robots.get(decision.seat, stand_ins.STAND_IN)
        text = playing.orders(words, view, level, seed, Budget.MAIL)
        orders[decision.seat] = read_lines(words, list(enumerate(text.split("\n"), start=1)))
    return orders


# --- By the host -------------------------------------------------------------------------------------------------


def close_now(session: Session, context: Context, game: Game, turn: Turn) -> Frozen | None:
    """Freeze an open turn as its deadline does; None where it cannot be."""
    if any(ahead.due_seats(game, turn)):
        raise Busy
    answer_for_the_silent(session, turn)
    held = _held_orders(session, turn)
    return _freeze(session, context, game, turn, held, due=bool(_silent(game, turn, held)))


def go_on(session: Session, context: Context, game: Game, turn: Turn) -> Frozen | None:
    """Let a turn go on that its host has held; the turn, frozen, if what came in meanwhile completes it."""
    clocks.let_go(session, context, game, turn)
    at_once = any(row.at_once for row in prepared(session, _HELD, {"turn": turn.id}))
    held = _held_orders(session, turn)
    if not held or not (at_once or _is_complete(context, game, turn, held)):
        stand_ins.wake(session, context, game, turn)
        return None
    turn.ready = True
    session.flush()
    return _freeze(session, context, game, turn, held, due=False)


def stop_if_changed(context: Context, game_id: int) -> None:
    """Stop a game whose position is not that of its record, before a host has it played."""
    with context.transaction("stop") as session:
        game = session.get_one(Game, game_id)
        turn = table.current_turn(session, game)
        if game.state == "running" and game.stopped is None and not _is_of_the_record(session, game, turn):
            _stop(session, context, game, turn, CHANGED_BEHIND_RECORD)


def as_at_the_deadline(session: Session, game: Game, turn: Turn, dice: SeededDice) -> Frozen:
    """A turn with the orders that would count at its deadline, for a look at it with other dice; nothing is changed."""
    rows = session.scalars(select(OrderSet).where(OrderSet.turn_id == turn.id).order_by(OrderSet.id))
    words = presentation(game.ruleset)
    # Of a seat's orders the later ones, which those are that wait for a YES.
    held = {row.seat: that_waited(words, row.lines, row.orders) for row in rows if row.state in WAITING[:2]}
    return Frozen(game, turn, turn.epoch, bool(_silent(game, turn, held)), dice, held, stand_ins.robots_of(game))


# --- Settling -----------------------------------------------------------------------------------------------------


def _close(session: Session, frozen: Frozen) -> None:
    if change(session, _CLOSE, {"turn": frozen.turn.id, "held": frozen.epoch}) != 1:
        raise Outdated


def _settle(
    session: Session,
    context: Context,
    game: Game,
    turn: Turn | None,
    played: Played,
    kept: KeptRecord,
    *,
    first_report: bool = False,
) -> None:
    """Write everything that follows from an adjudication: record, next turn, mails. One transaction with the rest."""
    words, result = presentation(game.ruleset), played.result
    verdicts = result.verdicts
    orders = {seat: for_the_record(words, mail, verdicts.get(seat, ())) for seat, mail in played.orders.items()}
    said = press.dashes(session, game)
    kept_letters.keep(session, game, turn, played.letters)
    kept.append("turn", record.turn_body(words, orders, played.due, played.rolls, result, said))
    for seat in game.seats:
        if seat.name in played.silent:
            clocks.missed(seat)
    position = mustered.come_in(session, game, kept, result.position)
    following = _next_turn(session, game, turn, position)
    session.add(following)
    running = clocks.ask(session, context, game, following)
    # Of what robots do within seconds people hear with what is asked of them next.
    told = () if stand_ins.answer_at_once(game, following, running) else result.tell
    following.recorded, following.shown = kept.length, _is_told_to_all(game, turn, following, told)
    if turn is not None and turn.step == following.step:
        session.flush()  # it has a number from here on
        _go_on_asking(session, turn, following)
    outcome = words.rules.outcome(position)
    if outcome is not None:
        game.state = "over"
        kept.end(outcome, position)
        ahead.drop_all(session, game)
        retold_mails.at_the_end(session, game)
    reports = mails.Reports(game, following, position, kept, running)
    _tell_seats(session, context, reports, turn, following, played, told, first_report=first_report)
    for note in result.notes:
        mails.pass_on_press(session, context, game, following, note)
    if played.silent:
        stand_ins.after_misses(session, context, game, following, played.silent, kept)
    stand_ins.wake(session, context, game, following, before=turn)
    hosted.ring(session, game, following)
    onlookers.note(session, game, following)


def _tell_seats(
    session: Session,
    context: Context,
    reports: mails.Reports,
    turn: Turn | None,
    following: Turn,
    played: Played,
    told: Sequence[SeatName],
    *,
    first_report: bool,
) -> None:
    """Mail the seats told what it brought, and to those whose mails were carried out what became of them."""
    game = reports.game
    answered = _answered(session, game, turn, played) if turn is not None else {}
    # Who is asked what he has sent orders ahead for hears of it once they were judged.
    judged_first = {seat.name for seat in ahead.due_seats(game, following)}
    if judged_first:
        notify_after_commit(session, "ahead", game.id, f"{following.number}-ahead")
    for seat in game.everybody:
        if seat.name in judged_first and seat.name not in answered:
            continue
        if first_report or seat.name in told or seat.name in answered:
            before = played.before if turn is not None else None
            reports.mail(session, context, seat, answering=answered.get(seat.name), first=first_report, before=before)


def _is_told_to_all(game: Game, turn: Turn | None, following: Turn, told: Sequence[SeatName]) -> bool:
    """Whether all seats hear of a turn now, and somebody is asked something else: then onlookers may hear of it too."""
    return turn is None or (turn.step != following.step and {seat.name for seat in game.seats} <= set(told))


def _go_on_asking(session: Session, turn: Turn, following: Turn) -> None:
    """What waits for a YES goes on waiting where another seat's words, say, have changed nothing of the question."""
    session.execute(
        update(OrderSet)
        .where(OrderSet.turn_id == turn.id, OrderSet.state.in_(WAITING[1:]))
        .values(turn_id=following.id)
    )


def _next_turn(session: Session, game: Game, turn: Turn | None, position: Any) -> Turn:
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
        hosted=hosted.is_asked(game, rules, position),
    )
    if over:
        return following
    if turn is not None and turn.step == step:
        following.asked_at = turn.asked_at  # the question is the same, so the clock runs on
    return following


def _answered(session: Session, game: Game, turn: Turn, played: Played) -> dict[SeatName, mails.Answering]:
    """What the reports answer, by seat: each mail whose orders ran at once, with what became of its lines.

    Orders that waited for the others were answered when they came; the report is not that answer again.
    """
    words = presentation(game.ruleset)
    answered = {}
    for held in prepared(session, _HELD, {"turn": turn.id}):
        if held.at_once:
            seat = held.seat
            answer = msgspec.json.decode(held.answer, type=Answer)
            view = words.rules.view(played.before, seat)
            told = answers_to(words, played.orders[seat].orders, played.result.verdicts[seat], view)
            answered[seat] = mails.Answering(answer.message_id, answer.sections(told), answer.attachments)
    prepared(session, _USE, {"turn": turn.id})
    return answered
