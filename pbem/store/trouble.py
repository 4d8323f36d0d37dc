"""Addresses that mail does not reach: each has points, and mail to one with too many stops until it is heard from.

A mail that came back for good is a point, a full mailbox a half, at most one a day; points are forgotten after a week.
A complaint stops mail at once. While it is stopped a mail is tried every three days, to see whether it comes back.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from sqlalchemy import bindparam, delete, select
from sqlalchemy.orm import Session

from pbem.store.database import change, now, objects
from pbem.store.models import Trouble

FULL, HALF = 2, 1  # in halves of points
STOPS_AT = 6
FORGOTTEN_AFTER = timedelta(days=7)
ONE_A = timedelta(days=1)
PROBED_EVERY = timedelta(days=3)
LONGEST_WHY = 300

_AMONG = Trouble.address.in_(bindparam("addresses", expanding=True))
_STOPPED = select(Trouble).where(_AMONG, Trouble.stopped_at.is_not(None))
_FORGET = delete(Trouble).where(_AMONG)


def came_back(session: Session, address: str, weight: int, why: str) -> bool:
    """Count a mail that came back; whether mail to the address stops by that."""
    moment = now(session)
    row = session.get(Trouble, address)
    if row is None:
        row = Trouble(address=address, points=0, counted_at=moment - ONE_A, why="")
        session.add(row)
    if moment - row.counted_at >= FORGOTTEN_AFTER and row.stopped_at is None:
        row.points = 0
    if row.points and moment - row.counted_at < ONE_A:
        return False
    row.points, row.counted_at, row.why = row.points + weight, moment, why[:LONGEST_WHY]
    stops = row.points >= STOPS_AT and row.stopped_at is None
    if stops:
        row.stopped_at = row.probed_at = moment
    session.flush()
    return stops


def complained(session: Session, address: str) -> None:
    """Stop mail to an address whose owner calls it spam."""
    moment = now(session)
    row = session.get(Trouble, address) or Trouble(address=address, points=STOPS_AT, counted_at=moment, why="")
    row.points, row.counted_at, row.why = STOPS_AT, moment, "its owner complained of mail from here"
    row.stopped_at = row.probed_at = moment
    session.add(row)
    session.flush()


def why_stopped(session: Session, addresses: Collection[str]) -> dict[str, str]:
    """Those of the addresses to which mail has stopped, with the reason; not those that are tried now and then."""
    rows = objects(session, _STOPPED, {"addresses": list(addresses)})
    moment, stopped_now = now(session), {}
    for row in rows:
        if row.probed_at is None or moment - row.probed_at >= PROBED_EVERY:
            row.probed_at = moment
        else:
            stopped_now[row.address] = row.why
    if rows:
        session.flush()
    return stopped_now


def heard_from(session: Session, addresses: Collection[str]) -> None:
    """Let mail to addresses go again: somebody has written from there, or the host says so."""
    change(session, _FORGET, {"addresses": list(addresses)})


def stopped(session: Session, limit: int) -> list[tuple[str, datetime, str]]:
    """The addresses to which mail has stopped, since when and why, the latest first."""
    rows = select(Trouble).where(Trouble.stopped_at.is_not(None)).order_by(Trouble.stopped_at.desc()).limit(limit)
    return [(row.address, row.stopped_at, row.why) for row in session.scalars(rows) if row.stopped_at is not None]
