"""`pbem lmtp`: mail from a mail server on this machine, or near it (RFC 2033).

The mail server before us keeps what we put off, for days; so this is the door at which the least can be lost. It
listens on a Unix socket, or on a port that the net must not reach: whoever connects is believed to be that server.
"""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import AnyStr

import structlog
from aiosmtpd.lmtp import LMTP

from pbem.doors.listening import CannotListen, Desk, Talk, host_port, listen
from pbem.inbound.authentication import Lookup
from pbem.runtime.context import Context

NAME = "lmtp"
# The user of the mail server may connect where the folder of the socket is his group's.
SOCKET_MODE = 0o660

log = structlog.get_logger(__name__)


class LmtpTalk(Talk, LMTP):
    """A conversation in which every recipient has an answer of his own, also where the mail is refused for all."""

    _recipients = 0

    async def smtp_DATA(self, arg: str) -> None:  # noqa: N802
        """The mail, then an answer for each recipient."""
        self._recipients = len(self.envelope.rcpt_tos) if self.envelope is not None else 0
        try:
            await super().smtp_DATA(arg)
        finally:
            self._recipients = 0

    async def push(self, status: AnyStr) -> None:
        """Send an answer; aiosmtpd gives one alone to a mail that is too large, and its sender would wait for more."""
        if isinstance(status, str) and self._recipients > 1 and status[:1] in "45" and "\r\n" not in status:
            await super().push("\r\n".join([status] * self._recipients))
        else:
            await super().push(status)


def run(context: Context) -> None:
    """Take mail in by LMTP until SIGINT or SIGTERM. Raises CannotListen."""
    asyncio.run(listen(partial(opened, context)))


async def opened(context: Context, lookup: Lookup | None = None) -> Sequence[asyncio.Server]:
    """Open the door in the event loop that runs; `lookup` asks the domain name system. Raises CannotListen."""
    loop, settings = asyncio.get_running_loop(), context.settings
    where = settings.lmtp_listen
    if where is None:
        raise CannotListen("PBEM_LMTP_LISTEN is not set")
    desk = Desk(context, NAME, each=True, lookup=lookup)
    try:
        if "/" in where:
            server = await loop.create_unix_server(lambda: LmtpTalk(desk, settings), _free_socket(Path(where)))
            Path(where).chmod(SOCKET_MODE)
        else:
            server = await loop.create_server(lambda: LmtpTalk(desk, settings), *host_port(where))
    except OSError as error:
        raise CannotListen(f"cannot listen on {where} ({error.strerror or error}); see PBEM_LMTP_LISTEN") from None
    log.info("listening", door=NAME, where=where)
    return [server]


def _free_socket(path: Path) -> str:
    """The path of a socket that nobody listens on; one that was left by a process that died is taken away."""
    if path.is_socket():
        with socket.socket(socket.AF_UNIX) as probe:
            try:
                probe.connect(str(path))
            except ConnectionRefusedError:
                path.unlink()
            else:
                raise CannotListen(f"another process listens on {path}")
    return str(path)
