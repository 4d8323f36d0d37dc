"""Doors that listen, opened in a thread of the test, on a server without its processes."""

from __future__ import annotations

import asyncio
import smtplib
import threading
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager

from pbem.runtime.context import Context

Opened = Callable[[Context], Awaitable[Sequence[asyncio.Server]]]


@contextmanager
def listening(opened: Opened, context: Context) -> Iterator[None]:
    """A door, open as long as this lasts."""
    loop, ready = asyncio.new_event_loop(), threading.Event()
    servers: list[asyncio.Server] = []

    async def keep_open() -> None:
        servers.extend(await opened(context))

    def run() -> None:
        loop.run_until_complete(keep_open())
        loop.call_soon(ready.set)
        loop.run_forever()

    thread = threading.Thread(target=run)
    thread.start()
    assert ready.wait(30)
    try:
        yield
    finally:
        loop.call_soon_threadsafe(lambda: [server.close() for server in servers])
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


class Lmtp(smtplib.LMTP):
    """A client that hands over a mail, and tells the answer to each recipient."""

    def hand_over(self, raw: bytes, recipients: Sequence[str], sender: str = "ada@players.example") -> list[str]:
        """The answers, in the order of the recipients that were taken; the mail ends with a line end."""
        self.ehlo_or_helo_if_needed()
        code, said = self.mail(sender)
        assert code == 250, said
        taken = [to for to in recipients if self.rcpt(to)[0] == 250]
        assert self.docmd("DATA")[0] == 354
        self.send(smtplib._quote_periods(raw) + b".\r\n")
        return [f"{code} {said.decode()}" for code, said in (self.getreply() for _ in taken)]
