"""A real SMTP server that answers as a test tells it to."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session


class Host:
    """A mail server that answers as it is told, and keeps what it took."""

    def __init__(self, **answers: str) -> None:
        self.answers = answers
        self.taken: list[Envelope] = []
        self.connections: set[object] = set()

    async def handle_MAIL(  # noqa: N802
        self, _server: SMTP, session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        envelope.mail_from = address
        self.connections.add(session.peer)
        return self.answers.get("MAIL", "250 ok")

    async def handle_RCPT(  # noqa: N802
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        if address == self.answers.get("silent_to"):
            await asyncio.sleep(5)
        answer = "550 no such user" if address == self.answers.get("refused") else self.answers.get("RCPT", "250 ok")
        if answer[0] == "2":
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        self.taken.append(envelope)
        await asyncio.sleep(float(self.answers.get("pause", "0")))
        if self.answers.get("DATA") == "vanish":
            assert server.transport is not None
            server.transport.abort()
        return self.answers.get("DATA", "250 taken as 4711")

    async def handle_RSET(self, server: SMTP, _session: Session, _envelope: Envelope) -> str:  # noqa: N802
        return self.answers.get("RSET", "250 ok")

    async def handle_QUIT(self, server: SMTP, _session: Session, _envelope: Envelope) -> str:  # noqa: N802
        return self.answers.get("QUIT", "221 bye")


@contextmanager
def running(host: Host, **options: object) -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    controller = Controller(host, hostname="127.0.0.1", port=port, **options)
    controller.start()
    try:
        yield port
    finally:
        controller.stop()
