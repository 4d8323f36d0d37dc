"""Handing mails to an SMTP server over one connection: each mail has one recipient and one answer.

The server is the host's own or a provider's; it looks up mail exchangers and queues, which is not done here. When to
try again is the outbox's business, and so is what a server that is slow may hold up.
"""

from __future__ import annotations

import re
import smtplib
import ssl
import time
from contextlib import suppress
from functools import cache
from urllib.parse import SplitResult, unquote, urlsplit

from pbem.addresses.signed import bounce_address
from pbem.config import Settings

LEAST_TIMEOUT_S = 0.05
# Nothing depends on the answer to QUIT.
FAREWELL_S = 1
# smtp: in the clear, but a password is never sent so, save to this machine: then, as with smtp+starttls, STARTTLS.
SCHEMES = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}


NO_SMTPUTF8 = "our mail server takes no addresses beyond ASCII (it has no SMTPUTF8, RFC 6531)"


class SmtpRefused(Exception):
    """The mail was not taken. `temporary`: another try may succeed. `reply` is what the server said."""

    def __init__(self, temporary: bool, reply: str) -> None:
        super().__init__(reply)
        self.temporary, self.reply = temporary, reply


class SmtpSlow(Exception):
    """The server was not ready to take the mail as soon as was asked; it has none of it."""


class _Clock:
    """How long the server may take for its next answer.

    With `patience` all that comes before the mail must be done in so many seconds. Once the mail is handed over it has
    the usual time again: whoever gave up then would have to send it a second time.
    """

    def __init__(self, usual: float, patience: float | None) -> None:
        self.usual = usual
        self._until = None if patience is None else time.monotonic() + patience

    def left(self) -> float:
        """Seconds for the next answer."""
        if self._until is None:
            return self.usual
        return min(self.usual, max(self._until - time.monotonic(), LEAST_TIMEOUT_S))

    def ran_out(self) -> bool:
        """Whether that took too long which was to be done in time."""
        return self._until is not None and time.monotonic() >= self._until

    def handed_over(self) -> None:
        """Give the usual time from here on."""
        self._until = None


class Connection:
    """A connection to the mail server, made for the first mail; `patience` is given to each mail anew.

    To be closed, or used by `with`.
    """

    def __init__(self, settings: Settings, patience: float | None = None) -> None:
        self._settings, self._patience = settings, patience
        self._server: smtplib.SMTP | None = None

    def __enter__(self) -> Connection:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def send(self, raw: bytes, to: str, outbox_id: int) -> str:
        """Send a mail; the server's answer. Raises SmtpRefused, and SmtpSlow where it is not ready within `patience`.

        The envelope sender names the mail (VERP), so that a bounce tells which it was; where the mailbox has no
        plus-addresses, the Message-ID in the bounce does. A connection that breaks after the mail was handed over
        counts as temporary: better twice, under one Message-ID, than never.
        """
        clock = _Clock(self._settings.smtp_timeout, self._patience)
        sender = self._settings.address
        if self._settings.plus_addresses:
            sender = bounce_address(self._settings, outbox_id)
        try:
            return _hand_over(self._ready(clock), clock, raw, to, sender)
        except smtplib.SMTPResponseException as error:
            self.close()
            # 5yz on greeting or signing in is the host's trouble, not the recipient's: it may be mended.
            raise SmtpRefused(True, _said(error.smtp_code, error.smtp_error)) from error
        except (smtplib.SMTPException, OSError) as error:
            self.close()
            if clock.ran_out():
                raise SmtpSlow(f"{type(error).__name__}: {error}") from error
            raise SmtpRefused(True, f"{type(error).__name__}: {error}") from error

    def open(self) -> None:
        """Connect and log in, without a mail. Raises SmtpRefused."""
        try:
            self._ready(_Clock(self._settings.smtp_timeout, None))
        except (smtplib.SMTPException, OSError) as error:
            self.close()
            raise SmtpRefused(True, f"{type(error).__name__}: {error}") from error

    def close(self) -> None:
        """Take leave of the server."""
        if self._server is not None:
            _leave(self._server)
            self._server = None

    def _ready(self, clock: _Clock) -> smtplib.SMTP:
        """The server, waiting for the next mail: the one that took the last, where it takes another."""
        if self._server is not None and not _takes_another(self._server, clock):
            self.close()
        if self._server is None:
            self._server = _connect(self._settings, clock)
        return self._server


def host_of(smtp_url: str) -> str:
    """The name of the server at an SMTP URL. Raises SmtpRefused where it is none."""
    return _server(smtp_url)[0].hostname or ""


@cache
def known_authorities() -> ssl.SSLContext:
    """What this machine trusts: read once in a process, and only if asked for, since sending a mail is quicker."""
    return ssl.create_default_context()


@cache
def _own_name() -> str:
    """What we call this machine in greetings, as the library finds out, which may have to ask name servers for it."""
    return smtplib.SMTP().local_hostname


def _connect(settings: Settings, clock: _Clock) -> smtplib.SMTP:
    url, port = _server(settings.smtp_url or "")
    host = url.hostname or ""
    if url.scheme == "smtps":
        server: smtplib.SMTP = smtplib.SMTP_SSL(
            host, port, local_hostname=_own_name(), timeout=clock.left(), context=known_authorities()
        )
    else:
        server = smtplib.SMTP(host, port, local_hostname=_own_name(), timeout=clock.left())
    try:
        _set_timeout(server, clock)
        if url.scheme == "smtp+starttls" or (url.scheme == "smtp" and url.username and not is_here(host)):
            server.starttls(context=known_authorities())
        if url.username:
            _set_timeout(server, clock)
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


def is_here(host: str) -> bool:
    """Whether a host is this machine."""
    return host in ("localhost", "127.0.0.1", "::1")


def _takes_another(server: smtplib.SMTP, clock: _Clock) -> bool:
    """Whether the server is still there after a mail; some take only so many over one connection."""
    try:
        _set_timeout(server, clock)
        return server.rset()[0] == 250
    except (smtplib.SMTPException, OSError):
        return False


def _set_timeout(server: smtplib.SMTP, clock: _Clock) -> None:
    # None where the server has closed the connection, which the next command tells.
    if server.sock is not None:
        server.sock.settimeout(clock.left())


def _hand_over(server: smtplib.SMTP, clock: _Clock, raw: bytes, to: str, envelope_sender: str) -> str:
    _set_timeout(server, clock)
    server.ehlo_or_helo_if_needed()
    _set_timeout(server, clock)
    options = []
    if not to.isascii():
        if not server.has_extn("smtputf8"):
            raise SmtpRefused(False, NO_SMTPUTF8)
        server.command_encoding = "utf-8"
        options = ["SMTPUTF8"]
    code, reply = server.mail(envelope_sender, options)
    if code != 250:
        # Our own address is refused, or we ought to have signed in: nothing that the recipient could change.
        raise SmtpRefused(True, _said(code, reply))
    _set_timeout(server, clock)
    code, reply = server.rcpt(to)
    if code not in (250, 251):
        raise SmtpRefused(code < 500, _said(code, reply))
    _set_timeout(server, clock)
    code, reply = server.docmd("DATA")
    if code != 354:  # whatever else it says, it has not been given the mail
        raise SmtpRefused(code < 500, _said(code, reply))
    clock.handed_over()
    _set_timeout(server, clock)
    server.send(_dotted(raw))
    code, reply = server.getreply()
    if code != 250:
        raise SmtpRefused(code < 500, _said(code, reply))
    return _said(code, reply)


def _dotted(raw: bytes) -> bytes:
    """A mail as it stands between DATA and its end (RFC 5321, 4.5.2)."""
    ended = raw if raw.endswith(b"\r\n") else raw + b"\r\n"
    return re.sub(rb"(?m)^\.", b"..", ended) + b".\r\n"


def _leave(server: smtplib.SMTP) -> None:
    # Not `with server`: that raises where the server answers QUIT with anything odd, after the mail was taken.
    with suppress(smtplib.SMTPException, OSError):
        if server.sock is not None:
            server.sock.settimeout(FAREWELL_S)
        server.quit()
    server.close()


def _said(code: int, reply: bytes | str) -> str:
    words = reply.decode("utf-8", "replace") if isinstance(reply, bytes) else reply
    return f"{code} {' '.join(words.split())}"[:500]
