"""`pbem doctor`: everything that mail and games depend on looked at, each with what to do where it is amiss.

Settings that are wrong never come here: the command says so and ends. What is looked at on the net, the domain name
system and other servers, is asked once, for a few seconds each.
"""

from __future__ import annotations

import secrets
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from email.message import EmailMessage
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlsplit

import msgspec
from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

from pbem.config import Settings, outdated
from pbem.doors import imap
from pbem.doors.listening import CannotListen, host_port
from pbem.inbound.authentication import Lookup, NoAnswer, asked_of_the_net, policy_of
from pbem.inbound.mail import header_fields
from pbem.ops import condition
from pbem.ops.screen import condition_beside
from pbem.outbound import signing, smtp
from pbem.outbound.smtp import SmtpRefused, is_here
from pbem.runtime import disk
from pbem.runtime.context import Context
from pbem.store.database import now
from pbem.store.models import Inbox

WELL, NOTE, BAD = "well", "note", "bad"
MOST_SECONDS_OFF = 5
MAIL_BACK_S = 120
PLUS_BACK_S = 10  # after the one without a plus, at least
PLUS = "{0}+doctor@{1}"
LEAST_FREE = 0.05
DOOR_PATIENCE_S = 10
# What a part is called, where its name alone would be taken for something else.
NAMES = {"room": "room for mail", "smtp": "pace of the SMTP server"}
# What to do about a part.
DO = {
    "database": "Start it, or look at PBEM_DATABASE_URL; mail is put off meanwhile",
    "migrations": "Start `pbem schedule`, `pbem web` or `pbem serve` of this version: each makes its tables",
    "room": "Make room on the disk: without, no mail is taken in",
    "redis": "Start it, or look at PBEM_REDIS_URL; mail is taken in meanwhile, and waits",
    "workers": "Start `pbem worker`, or look in its log why it ends",
    "robots": "Start `pbem worker --robots`, or look in its log why it ends",
    "delivery": "Start `pbem worker --delivery`, or look in its log why it ends",
    "smtp": "Mail to it goes by the delivery queue; if it stays so, ask whoever runs it",
    "schedule": "Start `pbem schedule`, or look in its log why it ends",
    "reading": "Look whether the workers run, and at `pbem desk`",
    "sending": "Look at SMTP below, and at `pbem mail list --state failed`",
    "turns": "Look at `pbem desk`, which names the games",
    "web": "Start it, or look at web_host and web_port",
    "pages": "Start `pbem pages`, which `pbem serve` does too, if they are to run on this machine",
}
PROVIDERS = "That is your provider's business, where the domain is his"
LOOK_UP = "docs/running.md, Health, says what each part is"
MARKS = {WELL: "ok  ", NOTE: "note", BAD: "BAD "}


class Finding(msgspec.Struct, frozen=True):
    """What was found of one thing, and what to do: `well`, `bad`, or `note` where it may be so or none could look."""

    name: str
    state: str
    said: str
    do: str = ""


def examine(context: Context, *, by_mail: bool = False, lookup: Lookup = asked_of_the_net) -> Iterator[Finding]:
    """Look at everything, one thing after the other; with `by_mail` a mail goes out and must come in."""
    yield from (Finding("settings", NOTE, told) for told in outdated())
    begun = not context.store.is_empty()
    if begun:
        yield from _parts(context)
        yield from _doors(context)
        yield from _pages(context.settings)
        yield _clock(context)
    else:
        yield Finding("server", NOTE, "it has not run here yet", "Start `pbem serve`, and ask again")
    yield _disk(context)
    for check in (_mx, _spf, _dkim, _dmarc, _ptr):
        yield _asked(check, context, lookup)
    yield _smtp(context)
    yield _imap(context)
    if by_mail and begun:
        yield _round_trip(context)


def in_a_line(finding: Finding) -> str:
    """A finding as it is printed."""
    said = finding.said if finding.said.endswith(("?", ".")) or not finding.do else f"{finding.said}."
    return f"{MARKS[finding.state]} {finding.name}: {said} {finding.do}".rstrip()


# --- This machine -------------------------------------------------------------------------------------------------


def _parts(context: Context) -> Iterator[Finding]:
    found = condition_beside(context)
    for name, state in {**found.needed, **found.wanted}.items():
        if name == "disk":
            continue
        known = state != condition.UNKNOWN
        do = "" if state == condition.OK or not known else DO.get(name, LOOK_UP)
        yield Finding(NAMES.get(name, name), WELL if state == condition.OK else BAD if known else NOTE, state, do)


def _doors(context: Context) -> Iterator[Finding]:
    """Whether somebody listens where a mail server, or the net, is to hand mail over."""
    settings = context.settings
    doors = [
        ("lmtp", "LMTP door", settings.lmtp_listen),
        *(("smtp", "SMTP door", each) for each in settings.smtp_hosts),
    ]
    for command, name, where in doors:
        if where is None:
            continue
        try:
            greeting = _greeting(where)
        except (OSError, CannotListen) as error:
            do = f"Start `pbem {command}`, which `pbem serve` does too; its log says why it ends"
            yield Finding(name, BAD, f"nobody answers at {where} ({error})", do)
            continue
        if greeting.startswith("220"):
            yield Finding(name, WELL, f"answers at {where}")
        else:
            yield Finding(name, BAD, f"something else answers at {where}: {greeting[:80]!r}", "Set another port")


def _pages(settings: Settings) -> Iterator[Finding]:
    """Whether the web server of the pages answers, where they have one of their own."""
    if settings.pages_port is None:
        return
    where = f"{settings.web_host}:{settings.pages_port}"
    pages = HTTPConnection(settings.web_host, settings.pages_port, timeout=DOOR_PATIENCE_S)
    try:
        pages.request("GET", "/healthz")
        status = pages.getresponse().status
    except (OSError, HTTPException) as error:
        # They may run on another machine.
        yield Finding("pages", NOTE, f"no answer at {where} ({error})", DO["pages"])
        return
    finally:
        pages.close()
    if status == HTTPStatus.OK:
        yield Finding("pages", WELL, f"answer at {where}")
    else:
        yield Finding("pages", BAD, f"something else answers at {where}: {status}", "Set another pages_port")


def _greeting(where: str) -> str:
    """The first line that a door says. Raises OSError, and CannotListen where that is no address."""
    unix = "/" in where
    with socket.socket(socket.AF_UNIX if unix else socket.AF_INET6 if "[" in where else socket.AF_INET) as asked:
        asked.settimeout(DOOR_PATIENCE_S)
        asked.connect(where if unix else tuple(host_port(where)))
        return asked.recv(512).decode("utf-8", "replace").strip()


def _clock(context: Context) -> Finding:
    with context.store.reading() as session:
        off = abs((now(session) - datetime.now(UTC)).total_seconds())
    if off <= MOST_SECONDS_OFF:
        return Finding("clock", WELL, f"{off:.1f} s from that of the database")
    do = "Switch NTP on, on both machines: signatures of webhooks have five minutes"
    return Finding("clock", BAD, f"{off:.0f} s from that of the database", do)


def _disk(context: Context) -> Finding:
    free, total = disk.room(context.settings)
    said = f"{free / (1 << 30):.1f} GiB free of {total / (1 << 30):.1f}"
    if free / total >= LEAST_FREE and disk.takes_mail(context.settings):
        return Finding("disk", WELL, said)
    return Finding("disk", BAD, said, "Make room: without, no mail is taken in")


# --- The domain name system ---------------------------------------------------------------------------------------


def _asked(check: Callable[[Context, Lookup], Finding], context: Context, lookup: Lookup) -> Finding:
    try:
        return check(context, lookup)
    except NoAnswer:
        name = check.__name__.strip("_").upper()
        return Finding(name, NOTE, "the domain name system does not answer", "Try again; else look at /etc/resolv.conf")


def _is_a_mailbox(context: Context) -> bool:
    """Whether mail comes in by a mailbox alone, whose domain is its provider's as a rule."""
    settings = context.settings
    return settings.imap_url is not None and not (settings.lmtp_listen or settings.smtp_hosts)


def _of_the_domain(context: Context, name: str, said: str, do: str) -> Finding:
    """A record that is missing. Whoever has a mailbox at a provider can publish none: that is no fault of his."""
    if _is_a_mailbox(context):
        return Finding(name, NOTE, said, f"{PROVIDERS}. If it is your own: {do[0].lower()}{do[1:]}")
    return Finding(name, BAD, said, do)


def _mx(context: Context, lookup: Lookup) -> Finding:
    domain = context.settings.mail_domain
    hosts = sorted(lookup(domain, "MX"))
    if not hosts:
        do = f"Publish an MX record of {domain}, or no mail comes in"
        return _of_the_domain(context, "MX", f"{domain} has none", do)
    return Finding("MX", WELL, ", ".join(f"{preference} {host}" for preference, host in hosts))


def _spf(context: Context, lookup: Lookup) -> Finding:
    domain = context.settings.mail_domain
    found = [text for text in _texts(lookup, domain) if text.lower().startswith("v=spf1")]
    if len(found) == 1:
        return Finding("SPF", WELL, found[0])
    do = f'Publish one TXT record of {domain}, such as "v=spf1 mx -all" with what your SMTP server\'s owner asks for'
    return _of_the_domain(
        context, "SPF", f"{domain} has {'none' if not found else f'{len(found)}, and one counts'}", do
    )


def _dkim(context: Context, lookup: Lookup) -> Finding:
    settings = context.settings
    if settings.dkim_key is None and _is_a_mailbox(context):
        return Finding("DKIM", NOTE, "mail is not signed here", PROVIDERS)
    if settings.dkim_key is None:
        return Finding("DKIM", NOTE, "mail is not signed here", "Where your SMTP server does not sign: `pbem dkim new`")
    name = f"{settings.dkim_selector}._domainkey.{settings.mail_domain}"
    try:
        ours = signing.record_of(settings.dkim_key)
    except signing.CannotSign as error:
        return Finding("DKIM", BAD, str(error), "Set dkim_key to the file that `pbem dkim new` has made")
    there = ["".join(text.split()) for text in _texts(lookup, name)]
    if "".join(ours.split()) in there:
        return Finding("DKIM", WELL, f"{name} has the key that mail is signed with")
    said = f"{name} has {'another key' if there else 'no record'}"
    return Finding("DKIM", BAD, said, f"Publish: {signing.in_zone_file(name, ours)}")


def _dmarc(context: Context, lookup: Lookup) -> Finding:
    domain = context.settings.mail_domain
    policy = policy_of(domain, lookup)
    if policy is None:
        do = f'Publish a TXT record of _dmarc.{domain}: "v=DMARC1; p=none" to begin with'
        return _of_the_domain(context, "DMARC", f"{domain} has none", do)
    return Finding("DMARC", WELL, f"p={policy.tags.get('p', '?')}, at _dmarc.{policy.domain}")


def _ptr(context: Context, lookup: Lookup) -> Finding:
    """The name of the machine that mail goes out from, where that is this one."""
    settings = context.settings
    host = urlsplit(settings.smtp_url or "").hostname or ""
    if not is_here(host):
        return Finding("PTR", NOTE, "mail goes out from another machine, whose name is its owner's business")
    exchangers = [str(name) for _, name in sorted(lookup(settings.mail_domain, "MX"))] or [settings.mail_domain]
    for address in lookup(exchangers[0], "A"):
        reverse = ".".join(reversed(str(address).split("."))) + ".in-addr.arpa"
        names = [str(name).rstrip(".") for name in lookup(reverse, "PTR")]
        if not any(address in lookup(name, "A") for name in names):
            do = "Have whoever gave you the address set its name (reverse DNS) to one that leads back to it"
            return Finding("PTR", BAD, f"{address} has {', '.join(names) or 'no name'}", do)
        return Finding("PTR", WELL, f"{address} is {names[0]}")
    return Finding("PTR", NOTE, f"{exchangers[0]} has no address of the old kind (A)")


def _texts(lookup: Lookup, name: str) -> list[str]:
    return [bytes(text).decode("ascii", "replace") for text in lookup(name, "TXT")]


# --- Other servers ------------------------------------------------------------------------------------------------


def _smtp(context: Context) -> Finding:
    if context.settings.smtp_url is None:
        return Finding("SMTP", NOTE, "none is set: mail stays at /mailbox", "Set smtp_url to play by mail")
    try:
        with smtp.Connection(context.settings) as connection:
            connection.open()
    except SmtpRefused as error:
        do = "Look at smtp_url: host, port, user and password, and whether smtp+starttls:// or smtps:// is wanted"
        return Finding("SMTP", BAD, error.reply, do)
    return Finding("SMTP", WELL, f"{smtp.host_of(context.settings.smtp_url)} lets us in")


def _imap(context: Context) -> Finding:
    if context.settings.imap_url is None:
        return Finding("IMAP", NOTE, "none is set: mail comes in by another door")
    do = "Look at imap_url: host, user and password; %40 stands for an @ in them"
    try:
        account = imap.account_of(context.settings)
        client = imap.log_in(account)
    except (imap.CannotFetch, *imap.TROUBLE) as error:
        return Finding("IMAP", BAD, f"{type(error).__name__}: {error}", do)
    try:
        client.select_folder(account.folder, readonly=True)
    except imap.TROUBLE as error:
        return Finding("IMAP", BAD, f"no folder {account.folder}: {error}", do)
    finally:
        with suppress(*imap.TROUBLE):
            client.logout()
    return Finding("IMAP", WELL, f"{account.host} lets us in, and {account.folder} is there")


def _round_trip(context: Context) -> Finding:
    """A mail to ourselves, and one to an address of ours with a plus, as replies go to.

    They are known by their Message-IDs, and read by nobody: what comes from us is not answered.
    """
    settings = context.settings
    if settings.smtp_url is None:
        return Finding("mail", NOTE, "none was sent, since no SMTP server is set")
    with context.store.reading() as session:
        latest = session.scalar(select(func.max(Inbox.id))) or 0
    begun = time.monotonic()
    try:
        plain = _sent_to_ourselves(context, settings.address)
    except SmtpRefused as error:
        return Finding("mail", BAD, f"it was not taken: {error.reply}", "The SMTP server must take mail to our domain")
    with_plus = None
    if settings.plus_addresses:
        with suppress(SmtpRefused):
            with_plus = _sent_to_ourselves(context, PLUS.format(*settings.address.split("@")))
    found = _awaited(context, latest, plain, begun + MAIL_BACK_S)
    if found is None:
        do = "Look where it went: the MX record, the door, and the logs of the mail servers on its way"
        return Finding("mail", BAD, f"it did not come back within {MAIL_BACK_S} s", do)
    took = time.monotonic() - begun
    said = f"came back by {found.transport} after {took:.0f} s, its From judged {found.verdict}"
    if settings.plus_addresses:
        until = time.monotonic() + max(took, PLUS_BACK_S)
        if with_plus is None or _awaited(context, latest, with_plus, until) is None:
            do = "Set plus_addresses = false: docs/running.md, A mailbox"
            return Finding("mail", BAD, f"{said}; but one to {PLUS.format(*settings.address.split('@'))} did not", do)
    return Finding("mail", WELL, f"{said} ({found.verdict_reason})")


def _sent_to_ourselves(context: Context, to: str) -> str:
    """A mail to one of our addresses, sent; its Message-ID. Raises SmtpRefused."""
    settings = context.settings
    message = EmailMessage()
    message["From"], message["To"] = settings.address, to
    message["Subject"] = "pbem doctor"
    message["Message-ID"] = f"<doctor.{secrets.token_hex(12)}@{settings.mail_domain}>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content("A mail to ourselves, to see whether it comes back.\n")
    with smtp.Connection(settings) as connection:
        connection.send(signing.signed(message.as_bytes(), settings), to, 0)
    return str(message["Message-ID"])


def _awaited(context: Context, after: int, message_id: str, until: float) -> Inbox | None:
    """The mail as it came in, if it does before that moment of `time.monotonic`."""
    while True:
        found = _came(context, after, message_id)
        if found is not None or time.monotonic() >= until:
            return found
        time.sleep(0.5)


def _came(context: Context, after: int, message_id: str) -> Inbox | None:
    with suppress(SQLAlchemyError), context.store.reading() as session:
        for row in session.scalars(select(Inbox).where(Inbox.id > after).order_by(Inbox.id)):
            if any(name == b"message-id" and message_id.encode() in value for name, value in header_fields(row.raw)):
                return row
    return None
