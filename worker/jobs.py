"""The jobs that the notifier names. Each takes an id, looks in the database what there is to do, and may run twice.

What a job makes due it does itself, one thing after another: a mail that completes a turn is read, the turn adjudicated
and its reports sent by one job. The way of a job through the queue costs as much as its work.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

from rq import get_current_job
from rq.timeouts import BaseTimeoutException

from pbem.batch import portions
from pbem.batch.answering import answered
from pbem.campaigns import conduct
from pbem.events import direction, odds
from pbem.games import claims, clocks, delegates, flags, forming, onlookers, questions, retold_mails, turns
from pbem.inbound import ahead as orders_ahead
from pbem.inbound import processing
from pbem.ops import desk_mail, retention
from pbem.outbound import delivery
from pbem.ratings import keeping
from pbem.runtime.context import Context
from pbem.runtime.notifier import APPRAISE, ARRIVED, RETELL, THINK, InlineNotifier
from pbem.store import inbox
from worker.context import context

SENT_TOGETHER = 8  # mails: where a worker dies, as many may be sent twice
# Before a job sends what it brought about it reads so many mails that wait, and sends theirs with it: a connection to
# the mail server and two transactions that go to the disk are for all of them. Nobody waits longer than so for others'.
READ_ON_MOST, READ_ON_FOR_S = 3, 0.25
# A clock begins when the report that asks is on its way.
LISTENERS = delivery.Listeners(taken=clocks.mails_taken, refused=onlookers.came_back)


def receive(inbox_id: int) -> None:
    """Read one mail and answer it: the one whose turn it is, which may not be this."""
    _do("receive", inbox_id)


def adjudicate(game_id: int) -> None:
    """Adjudicate a game's turn, if it is complete or due."""
    _do("adjudicate", game_id)


def think(game_id: int) -> None:
    """Adjudicate a game's turn that waits for robots to think; a job of the robots' queue."""
    _do("think", game_id)


def ahead(game_id: int) -> None:
    """Judge the orders that seats of a game have sent ahead, if they are asked for now."""
    _do("ahead", game_id)


def deliver(outbox_id: int) -> None:
    """Send one mail."""
    _do("deliver", outbox_id)


def deliver_apart(outbox_id: int) -> None:
    """Send one mail to a mail server that is slow; a job of the delivery queue."""
    _carry_out(partial(delivery.deliver_apart, listeners=LISTENERS), outbox_id)


def tick(game_id: int) -> None:
    """Remind the silent seats of a game."""
    _do("tick", game_id)


def show(game_id: int) -> None:
    """Mail the onlookers of a game what they have not seen yet."""
    _do("show", game_id)


def claim(game_id: int) -> None:
    """Let the robots of a game claim the win over its only player, who is silent."""
    _do("claim", game_id)


def expire(game_id: int) -> None:
    """End a game that has looked for players for too long."""
    _do("expire", game_id)


def forget(player_id: int) -> None:
    """Forget a player who asked for it."""
    _do("forget", player_id)


def relieve(seat_id: int) -> None:
    """End a delegation whose time is over."""
    _do("relieve", seat_id)


def event(event_id: int) -> None:
    """Do what is due in an event: take results, pair the next round, and what its dates bring."""
    _do("event", event_id)


def campaign(game_id: int) -> None:
    """Do what is due about the battles of a campaign: open their games, and give it their results."""
    _do("campaign", game_id)


def appraise(sitting_id: int) -> None:
    """Play on a game that is to be decided, robots on all sides; a job of the robots' queue."""
    _do("appraise", sitting_id)


def desk(_nothing: int) -> None:
    """Look over the host's desk, and mail hosts what is urgent."""
    _do("desk", _nothing)


def sweep(_nothing: int) -> None:
    """Delete a portion of what is kept no longer."""
    _do("sweep", _nothing)


def weigh(_nothing: int) -> None:
    """Take the ends of rated games into the ratings."""
    _do("weigh", _nothing)


def retell(game_id: int) -> None:
    """Mail a game that is over, told from its beginning to its end; a job of the robots' queue."""
    _do("retell", game_id)


def answer(portion: str) -> bool:
    """Answer a portion of a batch, if Redis still holds it; whether it did."""
    job = get_current_job()
    assert job is not None
    chunk = portions.asked(job.connection, portion)
    if chunk is None:
        return False
    with portions.few_searches():
        portions.tell(job.connection, portion, answered(chunk, (BaseTimeoutException,)))
    return True


def _read_next(here: Context, inbox_id: int) -> None:
    # Notifications come in the order of the mails, and whoever has sent thousands is not to keep the others waiting.
    following = processing.receive_next(here, inbox_id)
    if following == inbox_id:
        return
    with here.store.reading() as session:
        put_back, waits = inbox.is_unread(session, following), inbox.is_unread(session, inbox_id)
    if waits and put_back:
        # It cannot be read now, as while its turn is adjudicated, or another worker is at it; nobody is to wait for it.
        processing.receive(here, inbox_id)
    elif waits:
        # Its own notification is used up, and its name taken until this job has ended.
        here.notifier.notify("receive", inbox_id, f"after-{following}")


def _deliver(here: Context, outbox_id: int) -> None:
    delivery.deliver(here, [outbox_id, *here.notifier.more_inline("deliver", SENT_TOGETHER - 1)], LISTENERS)


WORK: dict[str, Callable[[Context, int], object]] = {
    "receive": _read_next,
    "adjudicate": flags.adjudicate,
    "think": flags.adjudicate,
    "ahead": orders_ahead.play,
    "deliver": _deliver,
    "tick": turns.remind,
    "show": onlookers.show,
    "claim": claims.by_robots,
    "expire": forming.expire,
    "forget": questions.forget,
    "relieve": delegates.relieve,
    "event": direction.look,
    "campaign": conduct.look,
    "appraise": odds.appraise,
    "desk": desk_mail.look,
    "sweep": retention.sweep,
    "weigh": keeping.weigh,
    "retell": retold_mails.retell,
}

# The job that reads anyway, and those of the robots' queue, in which nothing waits for long behind anything.
WITHOUT_MAIL = ("receive", THINK, APPRAISE, RETELL)


def _do(job: str, ident: int) -> None:
    if job in WITHOUT_MAIL:
        _carry_out(WORK[job], ident)
    else:
        _carry_out(partial(_behind_a_mail, WORK[job]), ident)


def _behind_a_mail(work: Callable[[Context, int], object], here: Context, ident: int) -> None:
    """The work, and before it a mail that waits: its own notification stands behind all that was due before it came.

    So a mail waits for one job of each worker, though thousands of deadlines fall together, and they for no more than
    one mail each.
    """
    processing.receive_waiting(here)
    work(here, ident)


def _carry_out(work: Callable[[Context, int], object], ident: int) -> None:
    carry_out(*context(), work, ident)


def carry_out(here: Context, notifier: InlineNotifier, work: Callable[[Context, int], object], ident: int) -> None:
    """The job, and what follows from it as long as there is time; the workers are notified of what is left over.

    Mails go out last, and before they do some of those that wait are read.
    """
    with notifier.inline_work():
        work(here, ident)
        until, read_on = time.monotonic() + READ_ON_FOR_S, 0
        while (following := notifier.next_inline(last="deliver")) is not None:
            may_read_on = following.name == "deliver" and read_on < READ_ON_MOST and time.monotonic() < until
            if may_read_on and (read := processing.receive_waiting(here)) is not None:
                notifier.keep(following)
                notifier.withdraw("receive", read, ARRIVED)
                read_on += 1
            else:
                WORK[following.name](here, following.ident)
