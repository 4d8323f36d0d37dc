"""Handing a mail to an SMTP server: one mail, one recipient, one answer.

The server is the host's own or a provider's; it looks up mail exchangers and queues, which is not done here. When to
try again is the outbox's business.
"""

from __future__ import annotations

import smtplib
import ssl
from contextlib import suppress
from functools import cache
from urllib.parse import SplitResult, unquote, urlsplit

from pbem.addresses.signed import bounce_address
from pbem.config import Settings

# smtp: in the clear, but a password is never sent so, save to this machine: then, as with smtp+starttls, STARTTLS.
SCHEMES = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}


class SmtpRefused(Exception):
    """The mail was not taken. `temporary`: another try may succeed. `reply` is what the server said."""

    def __init__(self, temporary: bool, reply: str) -> None:
        super().__init__(reply)
        self.temporary, self.reply = temporary, reply


def send(settings: Settings, raw: bytes, to: str, outbox_id: int) -> str:
    """Send a mail; the server's answer. Raises SmtpRefused.

    The envelope sender names the mail (VERP), so that a bounce tells which it was. A connection that breaks after the
    mail was handed over counts as temporary: better twice, under one Message-ID, than never.
    """
    try:
        server = _connect(settings)
        try:
            return _hand_over(server, raw, to, bounce_address(settings, outbox_id))
        finally:
            _leave(server)
    except smtplib.SMTPResponseException as error:
        # 5yz on greeting or signing in is the host's trouble, not the recipient's: it may be mended.
        raise SmtpRefused(True, _said(error.smtp_code, error.smtp_error)) from error
    except (smtplib.SMTPException, OSError) as error:
        raise SmtpRefused(True, f"{type(error).__name__}: {error}") from error


@cache
def known_authorities() -> ssl.SSLContext:
    """What this machine trusts: read once in a process, and only if asked for, since sending a mail is quicker."""
    return ssl.create_default_context()


def _connect(settings: Settings) -> smtplib.SMTP:
    url, port = _server(settings.smtp_url or "")
    host, timeout = url.hostname or "", settings.smtp_timeout
    if url.scheme == "smtps":
        server: smtplib.SMTP = smtplib.SMTP_SSL(host, port, timeout=timeout, context=known_authorities())
    else:
        server = smtplib.SMTP(host, port, timeout=timeout)
    try:
        if url.scheme == "smtp+starttls" or (url.scheme == "smtp" and url.username and not _is_here(host)):
            server.starttls(context=known_authorities())
        if url.username:
            server.login(unquote(url.username), unquote(url.password or ""))
    except BaseException:
        server.close()
        raise
    return server


def _server(smtp_url: str) -> tuple[SplitResult, int]:
    try:
        url = urlsplit(smtp_url)
        if url.scheme in SCHEMES and url.hostname:
            return url, url.port or SCHEMES[url.scheme]
    except ValueError:
        pass
    raise SmtpRefused(True, f"smtp_url must be one of {', '.join(SCHEMES)}, then ://host or ://host:port")


def _is_here(host: str) -> bool:
    return host in ("localhost", "127.0.0.1", "::1")


def _hand_over(server: smtplib.SMTP, raw: bytes, to: str, envelope_sender: str) -> str:
    server.ehlo_or_helo_if_needed()
    code, reply = server.mail(envelope_sender)
    if code != 250:
        # Our own address is refused, or we ought to have signed in: nothing that the recipient could change.
        raise SmtpRefused(True, _said(code, reply))
    code, reply = server.rcpt(to)
    if code not in (250, 251):
        raise SmtpRefused(code < 500, _said(code, reply))
    try:
        code, reply = server.data(raw)
    except smtplib.SMTPDataError as error:
        raise SmtpRefused(error.smtp_code < 500, _said(error.smtp_code, error.smtp_error)) from error
    if code != 250:
        raise SmtpRefused(code < 500, _said(code, reply))
    return _said(code, reply)


def _leave(server: smtplib.SMTP) -> None:
    # Not `with server`: that raises where the server answers QUIT with anything odd, after the mail was taken.
    with suppress(smtplib.SMTPException, OSError):
        server.quit()
    server.close()


def _said(code: int, reply: bytes | str) -> str:
    words = reply.decode("utf-8", "replace") if isinstance(reply, bytes) else reply
    return f"{code} {' '.join(words.split())}"[:500]
