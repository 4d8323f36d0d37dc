"""What needs a host now: stuck mail, players who cannot be reached, clocks that stand, games and parts that hang.

Read from the database at each look, for the screen and for the mails to hosts alike.

A kind of need is a function in `SOURCES`. Each says the same thing by the same `matter` as long as it lasts.

Not for: how it is shown (`pbem.ops.screen`) or mailed (`pbem.ops.desk_mail`), or what is done about it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from typing import Any

import msgspec
from sqlalchemy import func, or_, select, union
from sqlalchemy.orm import Session

from pbem.games import seats, table
from pbem.games.clocks import HELD
from pbem.games.misses import PATIENCE
from pbem.inbound.screen import WriterKind
from pbem.ops.condition import LONGEST_OVERDUE_S, Condition
from pbem.reports.document import echoed, shown
from pbem.reports.turn import in_words
from pbem.store import inbox, people, trouble
from pbem.store.database import now
from pbem.store.models import (
    Event,
    EventRound,
    Game,
    Inbox,
    Outbox,
    Player,
    PlayerAddress,
    Seat,
    Sitting,
    Standstill,
    Turn,
)

MOST_NAMED = 10
LONGEST_SAID = 300
BOUNCED_LATELY = timedelta(days=7)
LARGE_LATELY = 7
UNREAD_LATELY = timedelta(days=7)
NOT_READ = (WriterKind.MACHINE, WriterKind.BOUNCE, WriterKind.DOUBTFUL)
NO_PROGRESS = timedelta(days=14)
SERVER, MAIL, PLAYERS, CLOCKS, GAMES = "Server", "Mail", "Players", "Clocks", "Games"
ROOMS = (SERVER, MAIL, PLAYERS, CLOCKS, GAMES)
# Whoever is held for these reasons was told what to do himself, or a host has chosen it.
LEFT_TO_THEMSELVES = (
    *(inbox.NOT_ENROLLED, inbox.OTHERS_SEAT, inbox.UNCONFIRMED),
    *(inbox.BARRED, inbox.WAITS_FOR_HOST),
)


class Need(msgspec.Struct, frozen=True):
    """Something that needs a host: under which heading, in a sentence, and the command that helps.

    What is `urgent` stops somebody now.
    """

    matter: str
    room: str
    said: str
    do: str = ""
    urgent: bool = False


def needs(session: Session, found: Condition) -> list[Need]:
    """All that needs a host, the urgent first, in the order of the headings."""
    all_of_them = [*_server(found), *(need for source in SOURCES for need in source(session))]
    return sorted(map(_fit, all_of_them), key=lambda need: (ROOMS.index(need.room), not need.urgent))


def _fit(need: Need) -> Need:
    # What people and mail servers wrote stands in it.
    said = echoed(shown(" ".join(need.said.split())), LONGEST_SAID)
    return msgspec.structs.replace(need, said=said, do=shown(need.do))


# --- The server ---------------------------------------------------------------------------------------------------


def _server(found: Condition) -> Iterator[Need]:
    for name, state in found.faults().items():
        yield Need(f"server/{name}", SERVER, f"{name}: {state}", urgent=True)


# --- Mail ---------------------------------------------------------------------------------------------------------


def _unreadable(session: Session) -> Iterator[Need]:
    count, latest = _latest(session, select(Inbox.id, Inbox.reason).where(Inbox.state == "shunted"), Inbox.id)
    if latest:
        which = "; ".join(f"in{number}: {reason}" for number, reason in latest[:3])
        do = f"pbem mail list --state shunted; pbem mail show in{latest[0][0]}"
        yield Need("mail/shunted", MAIL, f"{_mails(count)} could not be read: {which}", do, urgent=True)


def _held(session: Session) -> Iterator[Need]:
    for_hosts = or_(Inbox.reason.is_(None), Inbox.reason.not_in(LEFT_TO_THEMSELVES))
    rows = select(Inbox.reason, func.count()).where(Inbox.state == "held", for_hosts).group_by(Inbox.reason)
    for reason, count in session.execute(rows.limit(MOST_NAMED)):
        said = f"{_mails(count)} held: {reason}"
        yield Need(f"mail/held/{reason}", MAIL, said, "pbem mail list --state held")


def _refused(session: Session) -> Iterator[Need]:
    failed = select(Outbox.id, Outbox.to_address, Outbox.reply).where(Outbox.state == "failed")
    count, latest = _latest(session, failed, Outbox.id)
    if latest:
        which = "; ".join(f"out{number} to {to}: {reply}" for number, to, reply in latest[:3])
        do = f"pbem mail retry out{latest[0][0]}; pbem mail who {latest[0][1]}"
        yield Need("mail/failed", MAIL, f"{_mails(count)} refused for good: {which}", do, urgent=True)


def _too_large(session: Session) -> Iterator[Need]:
    for door, count in inbox.refused_lately(session, LARGE_LATELY):
        said = f"{_mails(count)} by /inbound/{door} refused as too large in {LARGE_LATELY} days; their writers are told"
        yield Need(f"mail/too-large/{door}", MAIL, f"{said} by their mail servers, if at all", "see PBEM_MAX_MAIL_MB")


def _like_machines(session: Session) -> Iterator[Need]:
    """Mail of players that was taken for a machine's, and so was neither read nor answered."""
    since = now(session) - UNREAD_LATELY
    players = union(select(Player.address), select(PlayerAddress.address))
    by_machines = or_(*(Inbox.reason.startswith(f"{kind}:") for kind in NOT_READ))
    mine = (Inbox.state == "dropped", Inbox.received_at > since, by_machines, Inbox.from_address.in_(players))
    rows = select(Inbox.from_address, Inbox.reason, func.count(), func.max(Inbox.id)).where(*mine)
    grouped = rows.group_by(Inbox.from_address, Inbox.reason).order_by(func.max(Inbox.id).desc())
    for address, reason, count, latest in session.execute(grouped.limit(MOST_NAMED)):
        said = f"{_mails(count)} of {address} not read, as by a machine: {reason}"
        yield Need(f"mail/machine/{address}/{reason}", MAIL, said, f"pbem mail show in{latest}")


def _mails(count: int) -> str:
    return "a mail" if count == 1 else f"{count} mails"


# --- Players ------------------------------------------------------------------------------------------------------


def _bounced(session: Session) -> Iterator[Need]:
    """Whose mail came back, and who has not been heard of since."""
    since = now(session) - BOUNCED_LATELY
    back = func.max(Outbox.bounced_at)
    rows = select(Outbox.to_address, back, func.count()).where(Outbox.bounced_at > since).group_by(Outbox.to_address)
    for address, moment, count in session.execute(rows.order_by(back.desc()).limit(MOST_NAMED)):
        player = people.player_at(session, address)
        if player is None or player.address != address or _heard_since(session, player, moment):
            continue
        waiting = [game.name for game in table.games_of(session, player) if game.state == "running"]
        wait = f"; {', '.join(waiting[:MOST_NAMED])} {'waits' if len(waiting) == 1 else 'wait'}" if waiting else ""
        said = f"mail to {player.name} <{address}> came back ({count} in a week){wait}"
        yield Need(f"bounced/{address}", PLAYERS, said, f"pbem mail who {address}", urgent=bool(waiting))


def _stopped(session: Session) -> Iterator[Need]:
    """Addresses to which no mail goes any more."""
    for address, since, why in trouble.stopped(session, MOST_NAMED):
        said = f"mail to {address} has stopped since {in_words(since)}: {why}"
        yield Need(f"stopped/{address}", PLAYERS, said, f"pbem mail resume {address}", urgent=True)


def _heard_since(session: Session, player: Player, moment: Any) -> bool:
    mine = Inbox.from_address.in_(people.addresses_of(session, player))
    heard = select(Inbox.id).where(mine, Inbox.state == "read", Inbox.received_at > moment)
    return session.scalar(heard.limit(1)) is not None


def _silent(session: Session) -> Iterator[Need]:
    """Who has missed several decisions running."""
    rows = (
        select(Game.name, Seat.name, Seat.misses)
        .join(Game, Game.id == Seat.game_id)
        .where(Game.state == "running", Seat.misses >= PATIENCE, Seat.player_id.is_not(None), ~Seat.robot)
        .order_by(Seat.misses.desc(), Seat.id)
    )
    for game, seat, misses in session.execute(rows.limit(MOST_NAMED)):
        do = f"pbem game replace {game} {seat} ADDRESS --why ..."
        yield Need(
            f"silent/{game}/{seat}",
            PLAYERS,
            f"{seat} of {game} has missed {misses} decisions running, and the others are asked",
            do,
        )


def _barred(session: Session) -> Iterator[Need]:
    """Games that wait for somebody who is kept out."""
    rows = (
        select(Game.name, Seat.name, Player.name)
        .join(Game, Game.id == Seat.game_id)
        .join(Player, Player.id == Seat.player_id)
        .where(Player.barred.is_not(None), Game.state == "running")
        .order_by(Game.id)
    )
    for game, seat, player in session.execute(rows.limit(MOST_NAMED)):
        do = f"pbem game replace {game} {seat} ADDRESS --why ..."
        yield Need(f"barred/{game}/{seat}", PLAYERS, f"{player}, who is barred, sits in {game} as {seat}", do)


# --- Clocks -------------------------------------------------------------------------------------------------------


def _held_games(session: Session) -> Iterator[Need]:
    rows = (
        select(Game.name, Standstill.since)
        .join(Standstill, Standstill.game_id == Game.id)
        .where(Standstill.kind == HELD, Standstill.until.is_(None), Game.state == "running")
        .order_by(Standstill.since)
    )
    for game, since in session.execute(rows.limit(MOST_NAMED)):
        said = f"{game} is held by a host since {in_words(since)}"
        yield Need(f"held/{game}", CLOCKS, said, f"pbem game resume {game} --why ...")


def _stopped_games(session: Session) -> Iterator[Need]:
    waits = select(Game).where(Game.state == "running", ~table.PLAYED_HERE).order_by(Game.id)
    for game in session.scalars(waits.limit(MOST_NAMED)):
        why = table.waits_for_host(game)
        do = f"pbem game show {game.name} --why ..." if game.stopped else f"pbem games carry-on {game.name}"
        if why is not None:
            yield Need(f"stopped/{game.name}", CLOCKS, why, do, urgent=True)


# --- Games --------------------------------------------------------------------------------------------------------


def _overdue(session: Session) -> Iterator[Need]:
    late = now(session) - timedelta(seconds=LONGEST_OVERDUE_S)
    rows = (
        select(Game.name, Turn.deadline)
        .join(Game, Game.id == Turn.game_id)
        .where(Turn.state.in_(("open", "frozen")), Turn.deadline <= late, Game.state == "running", table.PLAYED_HERE)
        .order_by(Turn.deadline)
    )
    count, latest = _latest(session, rows, None)
    if latest:
        which = ", ".join(f"{game} since {in_words(deadline)}" for game, deadline in latest)
        said = f"{count} turns are overdue: {which}" if count > 1 else f"a turn is overdue: {which}"
        yield Need("games/overdue", GAMES, said, "see the log for `turn cannot be adjudicated`", urgent=True)


def _without_progress(session: Session) -> Iterator[Need]:
    long_ago = now(session) - NO_PROGRESS
    held = select(Standstill.id).where(
        Standstill.kind == HELD, Standstill.game_id == Game.id, Standstill.until.is_(None)
    )
    rows = (
        select(Game.name, Turn.asked_at)
        .join(Game, Game.id == Turn.game_id)
        .where(Turn.state == "open", Turn.asked_at <= long_ago, Game.state == "running", table.PLAYED_HERE)
        .where(~held.exists())
        .order_by(Turn.asked_at)
    )
    for game, since in session.execute(rows.limit(MOST_NAMED)):
        said = f"{game} has asked the same since {in_words(since)}"
        yield Need(f"idle/{game}", GAMES, said, f"pbem game show {game} --why ...")


def _open_seats(session: Session) -> Iterator[Need]:
    """Seats for which nobody was found yet; where no substitute could be told of them, nobody else may look."""
    told = session.scalar(select(Player.id).where(Player.substitute_since.is_not(None)).limit(1)) is not None
    for seat in seats.open_seats(session)[:MOST_NAMED]:
        who = f"{seat.player.name} plays on until then" if seat.player is not None else "nobody plays it"
        since = f" since {in_words(seat.open_since)}" if seat.open_since is not None else ""
        said = f"the seat of {seats.title(seat)} in {seat.game.name} is open{since}; {who}"
        do = f"pbem game replace {seat.game.name} {seat.name} ADDRESS --why ..."
        yield Need(f"open/{seat.game.name}/{seat.name}", GAMES, said, do, urgent=not told)


def _latest(session: Session, rows: Any, newest: Any) -> tuple[int, Sequence[Any]]:
    """How many rows there are, and the first of them; the newest, where it is said by what."""
    count = session.scalar(select(func.count()).select_from(rows.order_by(None).subquery())) or 0
    ordered = rows if newest is None else rows.order_by(newest.desc())
    return count, session.execute(ordered.limit(MOST_NAMED)).all() if count else ()


def _events(session: Session) -> Iterator[Need]:
    """Games of events that are to be decided, longest first: their rounds wait for it."""
    rows = (
        select(Event.name, Game.name, EventRound.decides_at)
        .join(Sitting, Sitting.event_id == Event.id)
        .join(Game, Game.id == Sitting.game_id)
        .join(EventRound, (EventRound.event_id == Event.id) & (EventRound.number == Sitting.round))
        .where(Sitting.state == "playing", EventRound.decides_at.is_not(None), Event.state == "running")
        .order_by(EventRound.decides_at, Game.id)
    )
    for event, game, since in session.execute(rows.limit(MOST_NAMED)):
        said = f"{game} of {event} is to be decided{f' since {in_words(since)}' if since else ''}"
        yield Need(f"event/{game}", GAMES, said, f"pbem event adjudicate {game} SEAT --why ...")


SOURCES: tuple[Callable[[Session], Iterator[Need]], ...] = (
    _unreadable,
    _refused,
    _held,
    _too_large,
    _like_machines,
    _bounced,
    _stopped,
    _barred,
    _silent,
    _stopped_games,
    _held_games,
    _overdue,
    _without_progress,
    _open_seats,
    _events,
)
