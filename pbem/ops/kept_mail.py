"""Mail that waits for a host: held, shunted or dropped as it came in, refused or come back as it went out.

Listed with the reason of each, shown, and read, sent or dropped by his word. A mail is called `in12` by its number in
the inbox, `out7` by that in the outbox.

Not for: what mails say (`pbem.inbound`), or the command line (`pbem.ops.mail_cli`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.orm import Session, defer

from pbem.games import acts, table
from pbem.games.acts import Asked
from pbem.inbound.budget import read_within_budget
from pbem.inbound.mime import OpenedMail, UnreadableMail, read_opening
from pbem.reports.document import echoed, shown
from pbem.runtime.context import Context, notify_after_commit
from pbem.store import inbox, outbox, people
from pbem.store.database import now
from pbem.store.models import UNFINISHED, Game, Inbox, Outbox, Player, Seat

HELD, SHUNTED, DROPPED, FAILED, BOUNCED = "held", "shunted", "dropped", "failed", "bounced"
STATES = (HELD, SHUNTED, DROPPED, FAILED, BOUNCED)
# What waits for somebody. Dropped mail was written by machines for the most part; what bounced has been told.
WAITING = (HELD, SHUNTED, FAILED)
IN, OUT = "in", "out"
# Of a mail that may have 40 MB so much is looked at for its subject.
HEAD_BYTES = 1 << 14
LONGEST_SUBJECT = 60
LONGEST_LINE = 500
MOST_LINES = 400
MOST_GAMES = 100
SECRET = "(about a running game)"  # noqa: S105  (what stands in the place of a subject)

_ID = re.compile(r"(in|out)([0-9]{1,12})")
# The columns that hold whole mails stay in the database where many are listed.
_LEAN_IN = (defer(Inbox.raw),)
_LEAN_OUT = (defer(Outbox.raw), defer(Outbox.text), defer(Outbox.shown))
_BOUNCED = (Outbox.state == "sent") & Outbox.bounced_at.is_not(None)


class CannotDo(Exception):
    """Why something is not done with a mail, as a sentence without its full stop; nothing was changed."""


class Kept(msgspec.Struct, frozen=True):
    """A mail in the list. `other` is the address at the other end: who wrote it, or whom it is to."""

    id: str
    state: str
    reason: str
    at: datetime
    other: str
    game: str | None
    seat: str | None
    subject: str


class Opened(msgspec.Struct, frozen=True):
    """A mail as it is shown: what is known of it, its header fields that matter, its text in lines fit to be printed.

    `left_out` counts the lines that are not shown; `unreadable` says why a text could not be had.
    """

    mail: Kept
    fields: dict[str, str]
    lines: tuple[str, ...]
    left_out: int
    unreadable: str | None
    raw: bytes


class Known(msgspec.Struct, frozen=True):
    """What is known of an address: whose it is, where he sits, and how much mail came and went, by state."""

    address: str
    player: str | None
    addresses: tuple[str, ...]
    enrolled_at: datetime | None
    barred: str | None
    games: tuple[str, ...]
    over: int
    decided: int
    late: int
    missed: int
    came: dict[str, int]
    last_came: datetime | None
    went: dict[str, int]
    last_went: datetime | None
    bounced: int
    reasons: dict[str, int]


# --- Looking ------------------------------------------------------------------------------------------------------


def listed(session: Session, states: Sequence[str], most: int, address: str | None = None) -> tuple[list[Kept], int]:
    """The mails in these states, the latest first, and how many there are; `address`: from or to that one alone."""
    came, went = _came(states, address), _went(states, address)
    count = sum(session.scalar(select(func.count()).where(where)) or 0 for where in (came, went))
    head = func.substr(Inbox.raw, 1, HEAD_BYTES)
    rows = session.execute(select(Inbox, head).where(came).order_by(Inbox.id.desc()).limit(most).options(*_LEAN_IN))
    found = [_kept_in(session, row, bytes(first)) for row, first in rows]
    outgoing = select(Outbox).where(went).order_by(Outbox.id.desc()).limit(most).options(*_LEAN_OUT)
    found += [_kept_out(session, row) for row in session.scalars(outgoing)]
    return sorted(found, key=lambda each: each.at, reverse=True)[:most], count


def show(context: Context, ident: str, why: str, by: str | None) -> Opened:
    """A mail as it is. One about a running game is looked at by an act of its record. Raises CannotDo, CannotAct."""
    kind, number = _parsed(ident)
    with context.transaction("show-mail") as session:
        row = _row(session, kind, number)
        game = table.find_game(session, row.game) if row.game else None
        if game is not None and game.state == "running":
            if not why.strip():
                raise CannotDo(f"{ident} is about {game.name}, which is running: say why, and its players are told so")
            acts.look(session, context, Asked(game.name, why, by), "mail", row.seat)
        raw = bytes(row.raw)
        mail = _kept_in(session, row, raw) if isinstance(row, Inbox) else _kept_out(session, row)
        text = None if isinstance(row, Inbox) else row.text
        judged = _judged(row) if isinstance(row, Inbox) else {}
    opened = _opened(mail, raw, text)
    return msgspec.structs.replace(opened, fields={**opened.fields, **judged})


def _judged(row: Inbox) -> dict[str, str]:
    """What was said of its From, as another field."""
    by = f" (by {row.judge})" if row.judge else ""
    return {"verdict": _line(f"{row.verdict}: {row.verdict_reason}{by}")}


def known(session: Session, address: str) -> Known:
    """What is known of an address, of a player's or of anybody's."""
    player = people.player_at(session, address)
    addresses = [address] if player is None else people.addresses_of(session, player)
    from_him = or_(Inbox.from_address.in_(addresses), Inbox.writer.in_(addresses))
    to_him = Outbox.to_address.in_(addresses)
    waits = select(Inbox.reason, func.count()).where(from_him, Inbox.state.in_((HELD, SHUNTED)))
    mine = [] if player is None else table.games_of(session, player)
    return Known(
        address=address,
        player=None if player is None else player.name,
        addresses=tuple(addresses),
        enrolled_at=None if player is None else player.enrolled_at,
        barred=None if player is None else player.barred,
        games=tuple(_seat_in(game, player) for game in mine[:MOST_GAMES] if player is not None),
        over=0 if player is None else _games_over(session, player),
        decided=0 if player is None else player.decided,
        late=0 if player is None else player.late,
        missed=0 if player is None else player.missed,
        came=_counts(session, Inbox.state, from_him),
        last_came=session.scalar(select(func.max(Inbox.received_at)).where(from_him)),
        went=_counts(session, Outbox.state, to_him),
        last_went=session.scalar(select(func.max(Outbox.sent_at)).where(to_him)),
        bounced=session.scalar(select(func.count()).where(to_him, _BOUNCED)) or 0,
        reasons={reason or "": count for reason, count in session.execute(waits.group_by(Inbox.reason))},
    )


def _came(states: Sequence[str], address: str | None) -> ColumnElement[bool]:
    wanted = Inbox.state.in_([state for state in states if state in (HELD, SHUNTED, DROPPED)])
    return wanted if address is None else wanted & or_(Inbox.from_address == address, Inbox.writer == address)


def _went(states: Sequence[str], address: str | None) -> ColumnElement[bool]:
    wanted: ColumnElement[bool] = Outbox.state.in_([state for state in states if state in (FAILED, DROPPED)])
    wanted = or_(wanted, _BOUNCED) if BOUNCED in states else wanted
    return wanted if address is None else wanted & (Outbox.to_address == address)


def _kept_in(session: Session, row: Inbox, head: bytes) -> Kept:
    opening = read_opening(head)
    return Kept(
        id=f"{IN}{row.id}",
        state=row.state,
        reason=_line(row.reason or ""),
        at=row.received_at,
        other=_line(row.from_address or row.writer or row.sender or "nobody"),
        game=row.game and _line(row.game),
        seat=row.seat and _line(row.seat),
        subject=SECRET if _is_running(session, row.game) else _line(opening.subject, LONGEST_SUBJECT),
    )


def _kept_out(session: Session, row: Outbox) -> Kept:
    bounced = f"came back on {row.bounced_at:%Y-%m-%d}; " if row.bounced_at is not None else ""
    return Kept(
        id=f"{OUT}{row.id}",
        state=BOUNCED if row.state == "sent" and row.bounced_at is not None else row.state,
        reason=_line(f"{bounced}{row.reply or ''}"),
        at=row.created_at,
        other=_line(row.to_address),
        game=row.game,
        seat=row.seat,
        subject=SECRET if _is_running(session, row.game) else _line(row.subject, LONGEST_SUBJECT),
    )


def _is_running(session: Session, name: str | None) -> bool:
    game = table.find_game(session, name) if name else None
    return game is not None and game.state == "running"


def _opened(mail: Kept, raw: bytes, text: str | None) -> Opened:
    unreadable = None
    try:
        opened: OpenedMail | None = read_within_budget(raw)
    except UnreadableMail as error:
        opened, unreadable = error.opening, error.reason
    told = text if text is not None else "" if opened is None else opened.text
    lines = told.split("\n") if told else []
    fields = ("from", "to", "date", "subject", "message-id", "return-path", "auto-submitted")
    return Opened(
        mail=mail,
        fields={name: _line(opened.field(name)) for name in fields if opened is not None and opened.field(name)},
        lines=tuple(_line(line) for line in lines[:MOST_LINES]),
        left_out=max(0, len(lines) - MOST_LINES),
        unreadable=unreadable,
        raw=raw,
    )


def _line(text: str, longest: int = LONGEST_LINE) -> str:
    """A text as one line that may be printed: whoever wrote it may want a terminal to do something."""
    return echoed(shown(text[: longest + 1]), longest)


def _seat_in(game: Game, player: Player) -> str:
    [seat] = [seat for seat in game.everybody if seat.player_id == player.id]
    return f"{game.name} {seat.name} ({game.state})"


def _games_over(session: Session, player: Player) -> int:
    over = select(func.count(Seat.id)).join(Game).where(Seat.player_id == player.id, Game.state.not_in(UNFINISHED))
    return session.scalar(over) or 0


def _counts(session: Session, state: Any, where: ColumnElement[bool]) -> dict[str, int]:
    rows: Any = session.execute(select(state, func.count()).where(where).group_by(state))
    return {row[0]: row[1] for row in rows}


# --- What is done with it -----------------------------------------------------------------------------------------


def release(session: Session, ident: str) -> str:
    """Have a held mail read, as if it came now; what to tell the host. Raises CannotDo."""
    row = _incoming(session, ident, (HELD,), "only held mail is released; `rerun` reads others again")
    held_again = _still_held(session, row)
    if held_again is not None:
        raise CannotDo(f"{ident} would be held again: {held_again}")
    before, came = row.reason, now(session)
    if before in (inbox.UNCONFIRMED, inbox.UNASKED):
        # It says what it said when it came, and the host has found out whose it is.
        inbox.believe(session, row, "host")
        came = row.received_at
    inbox.read_again(session, row, received_at=came)
    notify_after_commit(session, "receive", row.id, f"released-{row.epoch}")
    return f"{ident} is read now; it was held: {_line(before or 'for no reason that was noted')}"


def rerun(session: Session, ident: str) -> str:
    """Have a mail read again that was shunted or dropped, as of when it came. Raises CannotDo."""
    row = _incoming(session, ident, (SHUNTED, DROPPED), "only shunted and dropped mail is read again")
    before = row.reason
    inbox.read_again(session, row, received_at=row.received_at)
    notify_after_commit(session, "receive", row.id, f"rerun-{row.epoch}")
    return f"{ident} is read again; before: {_line(before or 'no reason was noted')}"


def retry(session: Session, ident: str) -> str:
    """Have a mail sent again that was refused for good, or came back. Raises CannotDo."""
    kind, number = _parsed(ident)
    row = _row(session, kind, number)
    if not isinstance(row, Outbox):
        raise CannotDo(f"{ident} came in; `release` and `rerun` are for that")
    if row.state != FAILED and not (row.state == "sent" and row.bounced_at is not None):
        raise CannotDo(f"{ident} is {row.state}: only mail that failed or came back is sent again")
    if not row.raw:
        raise CannotDo(f"{ident} is so old that it is not kept any more; REPORT brings its player a new one")
    outbox.send_again(session, row)
    notify_after_commit(session, "deliver", row.id, f"retry-{row.epoch}")
    return f"{ident} is sent again to {_line(row.to_address)}"


def drop(session: Session, ident: str) -> str:
    """Be done with a mail: it is neither read nor sent any more. Raises CannotDo."""
    kind, number = _parsed(ident)
    row = _row(session, kind, number)
    possible = (HELD, SHUNTED) if isinstance(row, Inbox) else (FAILED, "ready")
    if row.state not in possible:
        raise CannotDo(f"{ident} is {row.state}: there is nothing to drop")
    if isinstance(row, Inbox):
        inbox.drop(session, row)
    else:
        outbox.drop(session, row)
    return f"{ident} is dropped"


def held_from(session: Session, address: str, most: int = 100_000) -> list[str]:
    """The mails of a writer that are held, oldest first."""
    mine = select(Inbox.id).where(Inbox.state == HELD, or_(Inbox.from_address == address, Inbox.writer == address))
    return [f"{IN}{number}" for number in session.scalars(mine.order_by(Inbox.id).limit(most))]


def _still_held(session: Session, row: Inbox) -> str | None:
    """Why a mail would be held again if it were read now; None where it would not."""
    writer = people.player_at(session, row.from_address or "")
    if writer is not None and writer.barred is not None:
        return f"{writer.name} is barred; `pbem player bar --lift` lets him in again"
    if row.reason == inbox.NOT_ENROLLED and writer is None:
        return "its writer is not enrolled; he is once he answers the mail he got, from the same address"
    if row.reason == inbox.OTHERS_SEAT and not _is_whose_seat(session, row, writer):
        return "its writer is not known as that seat's player; `pbem player move` or `merge` makes him so"
    game = table.find_game(session, row.game) if row.reason == inbox.WAITS_FOR_HOST and row.game else None
    return None if game is None else table.waits_for_host(game)


def _is_whose_seat(session: Session, row: Inbox, writer: Player | None) -> bool:
    game = table.find_game(session, row.game) if row.game else None
    seat = table.seat_named(game, row.seat) if game is not None and row.seat else None
    return writer is not None and seat is not None and seat.player_id == writer.id


def _incoming(session: Session, ident: str, states: Sequence[str], otherwise: str) -> Inbox:
    kind, number = _parsed(ident)
    row = _row(session, kind, number)
    if not isinstance(row, Inbox):
        raise CannotDo(f"{ident} goes out; `retry` is for that")
    if row.state not in states:
        raise CannotDo(f"{ident} is {row.state}: {otherwise}")
    if not row.raw:
        raise CannotDo(f"{ident} is so old that it is not kept any more")
    return row


def _parsed(ident: str) -> tuple[str, int]:
    found = _ID.fullmatch(ident.lower())
    if found is None:
        raise CannotDo(f"{_line(ident, 40)!r} is no mail; they are called in12, out7 as `pbem mail list` has them")
    return found[1], int(found[2])


def _row(session: Session, kind: str, number: int) -> Inbox | Outbox:
    row = session.get(Inbox, number) if kind == IN else session.get(Outbox, number)
    if row is None:
        raise CannotDo(f"there is no mail {kind}{number}")
    return row
