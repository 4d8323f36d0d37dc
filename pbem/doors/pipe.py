"""`pbem receive`: a mail on standard input, from a mail server or a filter that starts a program for each mail.

What became of it is told by the exit status (sysexits.h), as Postfix, Exim, fetchmail and procmail read it. EX_TEMPFAIL
makes them keep the mail and come again; everything else but 0 makes them send it back, so it is given only where trying
again cannot help. A fault of ours can be mended, and so can wrong settings: the mail waits.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import BinaryIO

import structlog

from pbem.config import Settings
from pbem.doors.contract import Handed, NotNow
from pbem.doors.storing import head_of, is_too_large, keep, named_in, ours
from pbem.inbound import results
from pbem.inbound.mail import return_path
from pbem.runtime.context import Context

NAME = "pipe"
NO_MESSAGE, NO_USER, COME_AGAIN = os.EX_DATAERR, os.EX_NOUSER, os.EX_TEMPFAIL
CHUNK = 1 << 20

log = structlog.get_logger(__name__)


class NotTaken(Exception):
    """Why a mail is not taken in, as a sentence without its full stop, and the exit status that says so."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


def receive(
    opened: Callable[[], Context], message: BinaryIO, sender: str | None, recipients: Sequence[str]
) -> list[int]:
    """Store the mail of a stream; the numbers it is kept under. Raises NotTaken.

    Without `recipients` it is for those whom its header names, and without `sender` from its Return-Path. Of one that
    is larger than is taken in the head is kept, and its writer told: who pipes mail to us has accepted it already.
    """
    try:
        context = opened()
        return _kept(context, message, sender, recipients)
    except NotNow as reason:
        raise NotTaken(COME_AGAIN, f"{reason}; the mail should come again") from reason
    except NotTaken:
        raise
    except Exception as error:
        log.error("fault", door=NAME, exc_info=error)
        raise NotTaken(COME_AGAIN, f"something went wrong here ({type(error).__name__})") from error


def _kept(context: Context, message: BinaryIO, sender: str | None, recipients: Sequence[str]) -> list[int]:
    settings = context.settings
    raw, size = _read(settings, message)
    if not raw.strip():
        raise NotTaken(NO_MESSAGE, "there is no message")
    to = ours(settings, recipients) if recipients else named_in(settings, raw)
    if not to:
        raise NotTaken(NO_USER, "there is no such address here")
    envelope = return_path(raw) if sender is None else sender.strip("<>")
    cut_from = size if is_too_large(settings, size) else None
    kept = head_of(raw) if cut_from is not None else raw
    verdict = results.of_border(raw, settings.authserv_ids)
    return [each.id for each in keep(context, [Handed(kept, envelope, each, verdict, cut_from) for each in to], NAME)]


def _read(settings: Settings, message: BinaryIO) -> tuple[bytes, int]:
    """As much of a mail as may be wanted of it, and how many bytes it has."""
    found, size = bytearray(), 0
    while chunk := message.read(CHUNK):
        size += len(chunk)
        if not is_too_large(settings, len(found)):
            found += chunk
    # Some write mails with the mark of mbox files before them (RFC 4155).
    if found.startswith(b"From "):
        del found[: found.find(b"\n") + 1]
    return bytes(found), size
