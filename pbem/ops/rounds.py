"""What is done now and then by one process for all of them: a row says when it is due again.

Not for the schedule, which looks all the time and names what is due (`pbem.ops.schedule`).
"""

from __future__ import annotations

import os
import socket
from datetime import datetime

from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from pbem.store.database import change, now
from pbem.store.models import Lease

# What is done so: the host's desk looked over, the hosts told of the week, and what is kept no longer swept out.
DESK, WEEKLY, SWEEP = "desk", "desk-weekly", "sweep"


def is_due(session: Session, name: str) -> bool:
    """Whether it is time for something; it is, where it was never done."""
    until = session.scalar(select(Lease.until).where(Lease.name == name))
    return until is None or until <= now(session)


def is_known(session: Session, name: str) -> bool:
    """Whether something was ever done."""
    return session.get(Lease, name) is not None


def take(session: Session, name: str, until: datetime) -> bool:
    """Take it upon this process, for all until a moment; False where it is not due, or another took it."""
    moment = now(session)
    row = {"holder": f"{socket.gethostname()}-{os.getpid()}", "until": until, "beat_at": moment}
    if change(session, update(Lease).where(Lease.name == name, Lease.until <= moment).values(**row)) == 1:
        return True
    if session.get(Lease, name) is not None:
        return False
    try:
        with session.begin_nested():
            session.add(Lease(name=name, **row))
    except IntegrityError:
        return False
    return True


def at_once(session: Session, name: str) -> None:
    """Have it done again with the next look of the schedule."""
    session.execute(update(Lease).where(Lease.name == name).values(until=now(session)))
