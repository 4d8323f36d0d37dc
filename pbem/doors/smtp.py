"""`pbem smtp`: mail from the net itself, for a server that has port 25 for its own (RFC 5321).

It takes in mail to its own addresses and passes nothing on. With a certificate it offers STARTTLS (RFC 3207).
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Sequence
from functools import partial

import structlog

from pbem.config import Settings
from pbem.doors.listening import CannotListen, Desk, Talk, host_port, listen
from pbem.inbound.authentication import Lookup
from pbem.runtime.context import Context

NAME = "smtp"

log = structlog.get_logger(__name__)


def run(context: Context) -> None:
    """Take mail in by SMTP until SIGINT or SIGTERM. Raises CannotListen."""
    asyncio.run(listen(partial(opened, context)))


async def opened(context: Context, lookup: Lookup | None = None) -> Sequence[asyncio.Server]:
    """Open the door in the event loop that runs; `lookup` asks the domain name system. Raises CannotListen."""
    loop, settings = asyncio.get_running_loop(), context.settings
    if not settings.smtp_hosts:
        raise CannotListen("PBEM_SMTP_HOSTS is not set")
    desk, encryption = Desk(context, NAME, each=False, lookup=lookup), _encryption(settings)
    servers = []
    for where in settings.smtp_hosts:
        try:
            address = host_port(where)
            servers.append(await loop.create_server(lambda: Talk(desk, settings, tls_context=encryption), *address))
        except OSError as error:
            raise CannotListen(f"cannot listen on {where} ({error.strerror or error}); see PBEM_SMTP_HOSTS") from None
        log.info("listening", door=NAME, where=where)
    return servers


def _encryption(settings: Settings) -> ssl.SSLContext | None:
    if settings.smtp_certificate is None:
        return None
    made = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        made.load_cert_chain(settings.smtp_certificate, settings.smtp_certificate_key)
    except (OSError, ssl.SSLError) as error:
        raise CannotListen(f"the certificate {settings.smtp_certificate} cannot be used ({error})") from None
    return made
