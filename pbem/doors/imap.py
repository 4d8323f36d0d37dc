"""`pbem fetch`: mail from a mailbox at a provider or on a server of one's own (IMAP, RFC 9051).

A mail is fetched without marking it read, stored, and only then moved to another folder; whoever dies in between finds
it where it was, and the inbox knows it by its bytes. Nothing is ever deleted: what cannot be moved stays, marked read.

A mailbox may hold ten years of mail. It is read from the moment at which it was first looked at; how far that got is a
row of the database (`MailFolder`). Where the server numbers its mails anew (UIDVALIDITY), those numbers mean nothing,
and the mails that came since that moment are looked at again.
"""

from __future__ import annotations

import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

import structlog
from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientError
from sqlalchemy import update
from sqlalchemy.exc import SQLAlchemyError
from tenacity import RetryCallState, Retrying, retry_if_exception_type, stop_when_event_set, wait_random_exponential
from tenacity.nap import sleep_using_event

from pbem.config import Settings
from pbem.doors.contract import Handed, NotNow
from pbem.doors.storing import is_too_large, keep, named_in
from pbem.inbound import results
from pbem.inbound.mail import HEADER_LIMIT, return_path
from pbem.outbound.smtp import is_here
from pbem.runtime.context import Context
from pbem.runtime.failpoint import failpoint
from pbem.store.database import change, now
from pbem.store.models import MailFolder

NAME = "imap"
SCHEMES = {"imaps": 993, "imap+starttls": 143, "imap": 143}
USUAL_FOLDER = "INBOX"
TIMEOUT_S = 60.0
# RFC 2177 wants IDLE issued anew within 29 minutes; routers forget a silent connection sooner, and say nothing.
LONGEST_IDLE_S = 240.0
# How often it is looked whether this process is to end.
LOOK_S = 1.0
LONGEST_PAUSE_S = 300
# Of a mailbox that is read from its beginning so many mails are asked for at a time.
PORTION = 100

SEEN, DELETED = b"\\Seen", b"\\Deleted"
SIZE, FLAGS, ARRIVED = b"RFC822.SIZE", b"FLAGS", b"INTERNALDATE"
WHOLE, HEAD = "BODY.PEEK[]", f"BODY.PEEK[HEADER]<0.{HEADER_LIMIT}>"

# What may go wrong with a mailbox, or behind us, and be right again later.
TROUBLE = (IMAPClientError, OSError, SQLAlchemyError, NotNow)

log = structlog.get_logger(__name__)


class CannotFetch(Exception):
    """Why no mailbox can be read, as a sentence without its full stop."""


class Account(NamedTuple):
    """A mailbox, as the setting `imap_url` names it."""

    scheme: str
    host: str
    port: int
    user: str
    password: str
    folder: str

    @property
    def name(self) -> str:
        """What tells it from other mailboxes, without the password."""
        return f"{self.user}@{self.host}:{self.port}/{self.folder}"


def account_of(settings: Settings) -> Account:
    """The mailbox that is set. Raises CannotFetch."""
    if settings.imap_url is None:
        raise CannotFetch("PBEM_IMAP_URL is not set")
    try:
        url = urlsplit(settings.imap_url)
        if url.scheme in SCHEMES and url.hostname and url.username:
            port, folder = url.port or SCHEMES[url.scheme], unquote(url.path.strip("/")) or USUAL_FOLDER
            return Account(url.scheme, url.hostname, port, unquote(url.username), unquote(url.password or ""), folder)
    except ValueError:
        pass
    # The URL itself is not told: it holds the password.
    raise CannotFetch(
        f"PBEM_IMAP_URL must be one of {', '.join(SCHEMES)}, then ://user:password@host/folder, with %40 for an @ in "
        "the name of the user"
    )


def fetch(context: Context, stop: threading.Event, *, all_there_is: bool = False, once: bool = False) -> None:
    """Take mail from the mailbox until `stop` is set, or `once`. Raises CannotFetch.

    With `all_there_is` the mailbox is first read from its beginning.
    """
    account = account_of(context.settings)
    while not stop.is_set():
        opened = _with_patience(stop, partial(_opened, context, account, all_there_is=all_there_is))
        if opened is None:
            return
        with opened:
            if once:
                return
            try:
                while opened.wait(stop):
                    opened.look()
            except TROUBLE as error:
                log.warning("mailbox lost", mailbox=account.name, error=_told(error))
        # Whatever it is that asks for all, it is done.
        all_there_is = False


def _with_patience(stop: threading.Event, work: Callable[[], Mailbox]) -> Mailbox | None:
    """What comes of it, tried again and again after ever longer pauses; None where this process is to end first."""
    trying = Retrying(
        retry=retry_if_exception_type(TROUBLE),
        wait=wait_random_exponential(multiplier=1, max=LONGEST_PAUSE_S),
        stop=stop_when_event_set(stop),
        sleep=sleep_using_event(stop),
        before_sleep=_tell_trouble,
        retry_error_callback=lambda _state: None,
    )
    return trying(work)


def _tell_trouble(state: RetryCallState) -> None:
    error = state.outcome.exception() if state.outcome is not None else None
    log.warning("mailbox cannot be read", attempt=state.attempt_number, error=_told(error))


def _told(error: BaseException | None) -> str:
    return " ".join(f"{type(error).__name__}: {error}".split())[:300]


def log_in(account: Account) -> Any:
    """A client that is logged in; to be logged out. Raises those of `TROUBLE`."""
    client = IMAPClient(
        account.host,
        account.port,
        ssl=account.scheme == "imaps",
        ssl_context=ssl.create_default_context(),
        timeout=TIMEOUT_S,
    )
    client.normalise_times = False
    try:
        # A password is never sent in the clear, save to this machine.
        if account.scheme == "imap+starttls" or (account.scheme == "imap" and not is_here(account.host)):
            client.starttls(ssl.create_default_context())
        client.login(account.user, account.password)
    except BaseException:
        _leave(client)
        raise
    return client


def _opened(context: Context, account: Account, *, all_there_is: bool) -> Mailbox:
    client = log_in(account)
    try:
        mailbox = Mailbox(context, account, client)
        mailbox.open(all_there_is=all_there_is)
    except BaseException:
        _leave(client)
        raise
    return mailbox


def _leave(client: Any) -> None:
    with suppress(IMAPClientError, OSError):
        client.logout()


class Mailbox:
    """A folder of a mailbox that is open, and what came into it. Its methods raise those of `TROUBLE`."""

    def __init__(self, context: Context, account: Account, client: Any) -> None:
        self._context, self._account, self._client = context, account, client
        self._done = ""

    def __enter__(self) -> Mailbox:
        return self

    def __exit__(self, *_error: object) -> None:
        _leave(self._client)

    def open(self, *, all_there_is: bool) -> None:
        """Find out how far the folder was read, and take in what came since."""
        self._done = self._folder_for_what_is_done()
        found = self._client.select_folder(self._account.folder)
        validity, before = int(found[b"UIDVALIDITY"]), int(found[b"UIDNEXT"]) - 1
        log.info("mailbox open", mailbox=self._account.name, mails=int(found[b"EXISTS"]))
        since = self._numbered_anew(validity)
        if since is not None:
            log.warning("mailbox numbered anew", mailbox=self._account.name, since=since.isoformat())
            # Noted below, when all are taken: whoever dies before begins again.
            self._take_since(since)
        self._note_folder(validity, begins_after=0 if all_there_is else before, anew=all_there_is or since is not None)
        self.look()

    def look(self) -> None:
        """Take in all mails that have come since the last look."""
        while True:
            after = self._last_uid()
            # `n:*` names the last mail, however far below n.
            new = sorted(uid for uid in self._client.search(["UID", f"{after + 1}:*"]) if uid > after)
            for uid, told in self._told_of(new[:PORTION], SIZE, FLAGS):
                if told is not None and DELETED not in told[FLAGS]:
                    self._take_in(uid, int(told[SIZE]))
                self._note_uid(uid)
            if len(new) <= PORTION:
                return

    def wait(self, stop: threading.Event) -> bool:
        """Wait until there may be new mail; False where this process is to end."""
        if not self._client.has_capability("IDLE"):
            return not stop.wait(self._context.settings.imap_poll_seconds)
        # What comes while a look ends is told with its last answer, and not again: the next look finds it.
        until = time.monotonic() + min(LONGEST_IDLE_S, self._context.settings.imap_poll_seconds)
        self._client.idle()
        try:
            while not stop.is_set() and time.monotonic() < until:
                if self._client.idle_check(timeout=LOOK_S):
                    break
        finally:
            self._client.idle_done()
        return not stop.is_set()

    # --- What is there --------------------------------------------------------------------------------------------

    def _take_since(self, moment: datetime) -> None:
        """Take in what came since a moment, whatever its number; mails that are known are stored once all the same."""
        # SINCE knows whole days, of a time zone that nobody tells.
        days = sorted(self._client.search(["SINCE", (moment - timedelta(days=1)).date()]))
        for at in range(0, len(days), PORTION):
            for uid, told in self._told_of(days[at : at + PORTION], SIZE, FLAGS, ARRIVED):
                if told is not None and DELETED not in told[FLAGS] and told[ARRIVED] >= moment:
                    self._take_in(uid, int(told[SIZE]))

    def _told_of(self, uids: list[int], *asked: bytes) -> Iterator[tuple[int, dict[bytes, Any] | None]]:
        """Mails with what is asked of them; None for one that somebody has taken away meanwhile."""
        told = self._client.fetch(uids, asked) if uids else {}
        for uid in uids:
            # Of such a one the server may still tell, unasked, that its flags have changed (RFC 9051 7.5.2).
            found = told.get(uid, {})
            yield uid, found if all(each in found for each in asked) else None

    def _take_in(self, uid: int, size: int) -> None:
        settings = self._context.settings
        too_large = is_too_large(settings, size)
        found = self._client.fetch([uid], [HEAD if too_large else WHOLE]).get(uid, {})
        # Of one that somebody has taken away meanwhile there is nothing, or NIL.
        raw = next((part for name, part in found.items() if name.startswith(b"BODY[")), None)
        if not raw or not raw.strip():
            return
        sender, cut_from = return_path(raw), size if too_large else None
        verdict = results.of_border(raw, settings.authserv_ids)
        mails = [Handed(raw, sender, to, verdict, cut_from) for to in named_in(settings, raw)]
        keep(self._context, mails, NAME)
        failpoint("mail-fetched")
        self._put_away(uid)
        failpoint("mail-moved")

    def _put_away(self, uid: int) -> None:
        """Move a mail that is stored out of the way. Where that fails it stays, and is not looked at again."""
        try:
            self._client.add_flags([uid], [SEEN], silent=True)
            if self._client.has_capability("MOVE"):
                self._client.move([uid], self._done)
            elif self._client.has_capability("UIDPLUS"):
                # RFC 6851 3.3: what MOVE does, in steps; only this one mail is expunged.
                self._client.copy([uid], self._done)
                self._client.add_flags([uid], [DELETED], silent=True)
                self._client.uid_expunge([uid])
        except IMAPClientError as error:
            if isinstance(error, IMAPClient.AbortError):
                raise
            log.warning("mail not moved", mailbox=self._account.name, folder=self._done, error=_told(error))

    def _folder_for_what_is_done(self) -> str:
        """The folder to move mails to, made where it is not there."""
        name = self._context.settings.imap_done
        if self._client.has_capability("NAMESPACE"):
            # Some servers keep all folders of a user below INBOX.
            personal = self._client.namespace().personal
            prefix = personal[0][0] if personal else ""
            name = name if name.startswith(prefix) else f"{prefix}{name}"
        if not self._client.folder_exists(name):
            self._client.create_folder(name)
        return name

    # --- How far it was read --------------------------------------------------------------------------------------

    def _numbered_anew(self, validity: int) -> datetime | None:
        """Since when the folder is read, where its mails have other numbers than when it was noted; else None."""
        with self._context.store.reading() as session:
            row = session.get(MailFolder, self._account.name)
            return row.since if row is not None and row.uid_validity != validity else None

    def _note_folder(self, validity: int, *, begins_after: int, anew: bool) -> None:
        """Note the folder where it is looked at for the first time, or how far it is read `anew`."""
        with self._context.transaction("note-folder") as session:
            row = session.get(MailFolder, self._account.name)
            if row is None:
                row = MailFolder(account=self._account.name, since=now(session))
                session.add(row)
            elif not anew:
                return
            row.uid_validity, row.last_uid = validity, begins_after

    def _last_uid(self) -> int:
        with self._context.store.reading() as session:
            return session.get_one(MailFolder, self._account.name).last_uid

    def _note_uid(self, uid: int) -> None:
        """Note that a mail is done with."""
        mine = (MailFolder.account == self._account.name) & (MailFolder.last_uid < uid)
        # What a power cut undoes of this is looked at again, and known.
        with self._context.transaction("note-uid", durable=False) as session:
            change(session, update(MailFolder).where(mine).values(last_uid=uid))
