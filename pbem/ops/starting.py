"""What every part of a server does as it starts, in any order and at once: the tables are brought up to date, and the
settings are compared with those of the machines that use the same tables.

A part that signs with another key, or takes another domain for its own, would close other people's mail as not
addressed to us; so it does not start.
"""

from __future__ import annotations

import hmac
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from urllib.parse import urlsplit

import msgspec
import structlog
from sqlalchemy import select
from sqlalchemy.exc import ArgumentError, IntegrityError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.orm import Session

from pbem.config import PREFIX, Settings, outdated
from pbem.rulesets import NotARuleSet, names, presentation
from pbem.runtime.private import private_folder
from pbem.store import Store
from pbem.store.database import LaterVersion, now
from pbem.store.models import SettingInForce

FINGERPRINT_OF = b"the key that signs reply addresses"
FINGERPRINT_DIGITS = 16
RULES = "rule sets"
ADOPT = "pbem config --adopt"

log = structlog.get_logger(__name__)


class CannotServe(Exception):
    """Why the server cannot run here, as a sentence."""


NOT_BEGUN = (
    "no server has run here yet: there are no tables in {where}. `pbem serve` makes them; or is this another folder "
    "than that of your server?"
)


def started(settings: Settings, *, plays: bool = False) -> Store:
    """The store, its tables up to date and its settings agreed upon. Raises CannotServe.

    `plays`: this part adjudicates games or looks for those that are due, so that its rule sets matter.
    """
    for told in outdated():
        log.warning("setting of an older release", said=told)
    store = opened(settings)
    with _told():
        store.upgrade()
        _refuse_test_clock(store)
        with store.session() as session:
            _compare(session, settings)
            if plays:
                _tell_other_rules(session)
    return store


def beside(settings: Settings) -> Store:
    """The store as a server has left it or uses it now, for a command that acts in its name. Raises CannotServe."""
    store = opened(settings)
    with _told():
        if store.is_empty():
            raise CannotServe(NOT_BEGUN.format(where=store.engine.url.render_as_string(hide_password=True)))
        if not store.is_current():
            raise CannotServe("the database is not of this version; `pbem serve` or `pbem web` brings it up to date")
        _refuse_test_clock(store)
        with store.session() as session:
            _compare(session, settings)
    return store


def looked_at(settings: Settings) -> Store:
    """The store for a command that looks a server over, which may not have run yet. Raises CannotServe."""
    store = opened(settings)
    with _told():
        is_empty = store.is_empty()
    if is_empty:
        return store
    store.close()
    return beside(settings)


def opened(settings: Settings) -> Store:
    """The store as it is. Raises CannotServe where its URL is none, or its driver is not installed."""
    try:
        private_folder(settings.data_dir)
        return Store(settings.database)
    except ModuleNotFoundError as error:
        raise CannotServe(
            f"PBEM_DATABASE_URL needs the Python package {error.name}, which is not installed; "
            "for PostgreSQL: pip install 'pbem[postgresql]'"
        ) from None
    except (ArgumentError, NoSuchModuleError, ValueError) as error:
        raise CannotServe(f"PBEM_DATABASE_URL is none that SQLAlchemy can read: {_in_a_line(error)}") from None
    except OSError as error:
        raise CannotServe(f"the database cannot be opened: {error}") from None


@contextmanager
def _told() -> Iterator[None]:
    """What may be wrong with a database, in a line."""
    try:
        yield
    except SQLAlchemyError as error:
        raise CannotServe(f"the database cannot be used: {_in_a_line(error)}") from None
    except LaterVersion as error:
        raise CannotServe(f"the database was brought up to date by a later version of pbem: {error}") from None


def _refuse_test_clock(store: Store) -> None:
    # The server would not read it, but what a test has written with it has times that are still to come.
    if store.has_test_clock():
        raise CannotServe(
            "the database was used by a test that put its clock ahead (table test_clock); no server runs on it"
        )


def adopt(settings: Settings) -> list[str]:
    """Put the present settings in force for all machines of the database; the names of those that differed.

    Raises CannotServe.
    """
    store = opened(settings)
    ours = _shared(settings)
    with _told():
        store.upgrade()
        with store.session() as session:
            changed = [row for row in _in_force(session, settings) if row.value != ours[row.name]]
            for row in changed:
                row.value, row.machine, row.since = ours[row.name], socket.gethostname(), now(session)
            return [PREFIX + row.name.upper() for row in changed]


def _shared(settings: Settings) -> dict[str, str]:
    """What the machines of a database must have alike, as it is compared and shown."""
    return {
        "mail_domain": settings.mail_domain,
        "mailbox_local_part": settings.mailbox_local_part,
        "plus_addresses": "yes" if settings.plus_addresses else "no",
        "smtp_url": _host(settings.smtp_url),
        "secret_key": fingerprint(settings.signing_keys()[0]),
    }


def fingerprint(key: bytes) -> str:
    """What tells two keys apart, and nothing about either."""
    return hmac.new(key, FINGERPRINT_OF, sha256).hexdigest()[:FINGERPRINT_DIGITS]


def _host(smtp_url: str | None) -> str:
    # The host alone: who signs in there, and by which port, is each machine's own business.
    if smtp_url is None:
        return "no server"
    try:
        return urlsplit(smtp_url).hostname or "a URL without a host"
    except ValueError:
        return "a URL without a host"


def _in_force(session: Session, settings: Settings) -> list[SettingInForce]:
    """The shared settings in force; those of this machine where there were none."""
    for name, value in _shared(settings).items():
        if session.get(SettingInForce, name) is None:
            _put(session, name, value)
    return list(session.scalars(select(SettingInForce).where(SettingInForce.name.in_(_shared(settings)))))


def _put(session: Session, name: str, value: str) -> None:
    # Another machine may start at this moment: then its settings are in force, and ours are compared with them.
    with suppress(IntegrityError), session.begin_nested():
        session.add(SettingInForce(name=name, value=value, machine=socket.gethostname(), since=now(session)))


def _compare(session: Session, settings: Settings) -> None:
    ours = _shared(settings)
    differing = [
        f"{PREFIX}{row.name.upper()} (here {ours[row.name]}; in force is {row.value}, since {row.since:%Y-%m-%d}, "
        f"by {row.machine})"
        for row in _in_force(session, settings)
        if row.value != ours[row.name]
    ]
    if differing:
        raise CannotServe(
            f"the machines that share this database must be set alike, and differ in {' and '.join(differing)}; "
            f"where the change is meant, stop all parts and run `{ADOPT}`"
        )


def _tell_other_rules(session: Session) -> None:
    """Note the versions of the rule sets that are here, and say so where the last machine that started had others."""
    here = {}
    for name in names():
        # What somebody installed wrongly stops its own games alone.
        with suppress(NotARuleSet, ImportError):
            here[name] = presentation(name).rules.version
    text = msgspec.json.encode(here, order="sorted").decode()
    row = session.get(SettingInForce, RULES)
    if row is None:
        _put(session, RULES, text)
    elif row.value != text:
        there = msgspec.json.decode(row.value, type=dict[str, str])
        others = {name: version for name, version in there.items() if here.get(name) != version}
        log.warning("rule sets differ, each machine plays the games of its own", machine=row.machine, there=others)
        row.value, row.machine, row.since = text, socket.gethostname(), now(session)


def _in_a_line(error: Exception) -> str:
    cause = getattr(error, "orig", None) or error
    return " ".join(str(cause).split())
