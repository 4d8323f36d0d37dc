"""What the doors that mail servers connect to have in common (RFC 5321): who is refused, and when a mail is kept.

An address that is not ours is refused before any of the mail is sent, so that whoever sends it tells his user, and we
never have to send a bounce to an address that may be forged. What we cannot do now is answered 4xx, and comes again.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple

import structlog
from aiosmtpd.smtp import SMTP, Envelope
from aiosmtpd.smtp import Session as Conversation

from pbem.config import Settings
from pbem.doors.contract import Handed, NotNow
from pbem.doors.storing import ensure_room, is_ours, keep
from pbem.inbound import authentication, results
from pbem.inbound.authentication import Lookup
from pbem.inbound.verdicts import Verdict
from pbem.runtime.context import Context

MOST_RECIPIENTS = 100  # RFC 5321 4.5.3.1.8: no server may take fewer
MOST_CONNECTIONS = 50
# RFC 5321 4.5.3.2.7 allows a client five minutes between two commands.
PATIENCE_S = 300.0
# Longer than RFC 5321 4.5.3.1.6 has lines, since real mail has such, and the whole mail would be lost.
LONGEST_LINE = 1 << 16
MOST_JUDGES = 16
NULL_SENDER = "<>"

log = structlog.get_logger(__name__)


class CannotListen(Exception):
    """Why nobody can connect to a door, as a sentence without its full stop."""


class HostPort(NamedTuple):
    """Where to listen on the net."""

    host: str
    port: int


def host_port(text: str) -> HostPort:
    """`127.0.0.1:24` or `[::]:25`, taken apart. Raises CannotListen."""
    host, _, port = text.rpartition(":")
    if not port.isdigit() or int(port) > 65535 or not host:
        raise CannotListen(f'"{text}" is not host:port')
    return HostPort(host.strip("[]"), int(port))


class Desk:
    """Answers the commands of a conversation, as aiosmtpd asks for it.

    With `each` every recipient of a mail has an answer of his own (RFC 2033), and it is a mail server of the host's
    that talks; else all of them have one. `lookup` asks the domain name system.
    """

    def __init__(self, context: Context, door: str, *, each: bool, lookup: Lookup | None = None) -> None:
        self._context, self._door, self._each, self._lookup = context, door, each, lookup
        # Threads of their own: while they wait for the domain name system, mails that are judged are stored.
        self._judges = ThreadPoolExecutor(MOST_JUDGES, "judge")

    async def handle_MAIL(  # noqa: N802
        self, _server: SMTP, _session: Conversation, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """A mail is announced; the sizes that are too large aiosmtpd has refused already."""
        try:
            await asyncio.to_thread(ensure_room, self._context.settings)
        except NotNow as reason:
            return f"452 4.3.1 {reason}"
        envelope.mail_from = address
        envelope.mail_options.extend(options)
        return "250 2.1.0 ok"

    async def handle_RCPT(  # noqa: N802
        self, _server: SMTP, _session: Conversation, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        """Somebody for whom it is."""
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return "452 4.5.3 too many recipients; send the mail again for the others"
        if not is_ours(self._context.settings, address):
            log.info("refused", door=self._door, reason="no such address")
            return "550 5.1.1 there is no such address here"
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 ok"

    async def handle_DATA(self, _server: SMTP, session: Conversation, envelope: Envelope) -> str:  # noqa: N802
        """The mail itself: 250 once it is kept."""
        recipients = list(dict.fromkeys(address.lower() for address in envelope.rcpt_tos))
        verdict = await self._judged(session, envelope)
        mails = {to: self._handed(envelope, to, verdict) for to in recipients}
        if not self._each:
            return await self._kept(list(mails.values()))
        answers = {to: await self._kept([mail]) for to, mail in mails.items()}
        return "\r\n".join(answers[address.lower()] for address in envelope.rcpt_tos)

    async def handle_exception(self, error: Exception) -> str:
        """A fault of ours: the mail comes again."""
        log.error("fault", door=self._door, exc_info=error)
        return "451 4.3.0 something went wrong here"

    async def _judged(self, session: Conversation, envelope: Envelope) -> Verdict:
        """Whether the From of a mail is true, by the mail server before us where the host trusts it, else by us."""
        raw, trusted = bytes(envelope.original_content or b""), self._context.settings.authserv_ids
        if self._each and trusted:
            return results.of_border(raw, trusted)
        sender = "" if envelope.mail_from == NULL_SENDER else envelope.mail_from
        client = None if self._each else _client(session)
        judging = partial(authentication.check, raw, sender, client, self._lookup)
        return await asyncio.get_running_loop().run_in_executor(self._judges, judging)

    def _handed(self, envelope: Envelope, recipient: str, verdict: Verdict) -> Handed:
        raw, sender = bytes(envelope.original_content or b""), envelope.mail_from or ""
        return Handed(raw, "" if sender == NULL_SENDER else sender, recipient, verdict)

    async def _kept(self, mails: Sequence[Handed]) -> str:
        try:
            taken = await asyncio.to_thread(keep, self._context, mails, self._door)
        except NotNow as reason:
            log.warning("put off", door=self._door, reason=str(reason))
            return f"451 4.3.0 {reason}"
        except Exception as error:
            return await self.handle_exception(error)
        return f"250 2.0.0 kept as {', '.join(str(each.id) for each in taken)}"


def _client(session: Conversation) -> authentication.Client | None:
    """The server that talks, where it does so over the net."""
    if not isinstance(session.peer, tuple):
        return None
    return authentication.Client(str(session.peer[0]), session.host_name or "")


class Talk(SMTP):
    """A conversation with a mail server; those beyond MOST_CONNECTIONS are asked to come again."""

    line_length_limit = LONGEST_LINE
    open_now = 0

    def __init__(self, desk: Desk, settings: Settings, **more: Any) -> None:
        super().__init__(
            desk,
            data_size_limit=settings.max_mail_mb << 20,
            enable_SMTPUTF8=True,
            hostname=settings.mail_domain,
            ident="pbem",
            timeout=PATIENCE_S,
            loop=asyncio.get_running_loop(),
            **more,
        )
        self._counted = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody has connected, or goes on encrypted."""
        if not self._counted:
            Talk.open_now += 1
            self._counted = True
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        """He is gone."""
        if self._counted:
            Talk.open_now -= 1
            self._counted = False
        super().connection_lost(error)

    async def _handle_client(self) -> None:
        if Talk.open_now > MOST_CONNECTIONS and self.transport is not None:
            log.warning("refused", reason="too many connections")
            await self.push("421 4.3.2 too many connections; come again")
            self.transport.close()
            return
        await super()._handle_client()


async def listen(opened: Callable[[], Awaitable[Sequence[asyncio.Server]]]) -> None:
    """Serve until SIGINT or SIGTERM. Raises CannotListen."""
    loop, stop = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    servers = await opened()
    try:
        await stop.wait()
    finally:
        for server in servers:
            server.close()
