"""`pbem mail`: mail that waits for a host, on the command line: listed, shown, read, sent again, dropped."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import click
import msgspec
from sqlalchemy.orm import Session

from pbem.addresses import postal
from pbem.cli import context_of_host, fail
from pbem.games.acts import CannotAct
from pbem.ops import kept_mail
from pbem.ops.kept_mail import STATES, WAITING, CannotDo, Kept, Known, Opened
from pbem.reports.document import shown
from pbem.runtime.context import Context
from pbem.store import trouble

MOST_LISTED = 50

Ids = tuple[str, ...]


@click.group()
def mail() -> None:
    """Look after mail that waits for a host: held, dropped or shunted as it came in, or not taken as it went out."""


@mail.command("list")
@click.option("--state", "states", multiple=True, type=click.Choice(STATES), help="these alone; may be repeated")
@click.option("--from", "address", metavar="ADDRESS", help="from or to this address alone")
@click.option("--most", type=click.IntRange(1, 10_000), default=MOST_LISTED, show_default=True, help="list so many")
@click.option("--json", "as_json", is_flag=True, help="one JSON object a line")
def list_(states: Ids, address: str | None, most: int, as_json: bool) -> None:
    """List held, shunted and failed mail, the latest first, each with the reason.

    `in12` came in, `out7` goes out.
    """
    with _acting() as context, context.store.reading() as session:
        known = None if address is None else _address(address)
        found, count = kept_mail.listed(session, states or WAITING, most, known)
    for each in found:
        click.echo(msgspec.json.encode(each).decode() if as_json else _listed(each))
    if count > len(found) and not as_json:
        click.echo(f"and {count - len(found)} more; --most shows them")


@mail.command("show")
@click.argument("ident", metavar="MAIL")
@click.option("--why", default="", help="the reason; needed for mail about a running game, whose players are told")
@click.option("--as", "by", metavar="ADDRESS", help="the host who looks  [default: the first of PBEM_HOSTS]")
@click.option("--save", type=click.Path(dir_okay=False, path_type=Path), help="write the mail as it is to a new file")
def show_(ident: str, why: str, by: str | None, save: Path | None) -> None:
    """Show MAIL: where it came from, why it waits, and its text; nothing in it reaches the terminal but letters."""
    with _acting() as context:
        opened = kept_mail.show(context, ident, why, by)
    if save is not None:
        _save(save, opened.raw)
    click.echo("\n".join(_shown(opened)))


@mail.command()
@click.argument("address")
def resume(address: str) -> None:
    """Let mail to ADDRESS go again, which had stopped since it came back or its owner complained."""
    with _acting() as context, context.transaction("resume-mail") as session:
        trouble.heard_from(session, {_address(address)})
    click.echo(f"mail to {_address(address)} goes out again; `pbem mail retry` sends what was kept back")


@mail.command()
@click.argument("idents", nargs=-1, metavar="[MAIL]...")
@click.option("--from", "address", metavar="ADDRESS", help="all held mail of this address")
def release(idents: Ids, address: str | None) -> None:
    """Have held mail read and answered, as if it came now."""
    _each(kept_mail.release, idents, address)


@mail.command()
@click.argument("idents", nargs=-1, required=True, metavar="MAIL...")
def rerun(idents: Ids) -> None:
    """Have mail read again that was shunted or dropped, as of when it came."""
    _each(kept_mail.rerun, idents)


@mail.command()
@click.argument("idents", nargs=-1, required=True, metavar="MAIL...")
def retry(idents: Ids) -> None:
    """Send mail again that a mail server refused for good, or that came back."""
    _each(kept_mail.retry, idents)


@mail.command()
@click.argument("idents", nargs=-1, metavar="[MAIL]...")
@click.option("--from", "address", metavar="ADDRESS", help="all held mail of this address")
def drop(idents: Ids, address: str | None) -> None:
    """Be done with mail: it is neither read nor sent any more."""
    _each(kept_mail.drop, idents, address)


@mail.command()
@click.argument("address")
def who(address: str) -> None:
    """Tell what is known of ADDRESS: whose it is, his games, and what came and went."""
    with _acting() as context, context.store.reading() as session:
        told = told_of(kept_mail.known(session, _address(address)))
    click.echo("\n".join(map(shown, told)))


def told_of(found: Known) -> Iterator[str]:
    """What is known of an address, for people."""
    if found.player is None:
        yield f"{found.address} is no player's address."
    else:
        yield f"{found.player}, enrolled {found.enrolled_at:%Y-%m-%d}; mail goes to {found.addresses[0]}"
        yield from (f"  writes from {each} too" for each in found.addresses[1:])
        if found.barred is not None:
            yield f"  barred: {found.barred}"
        yield f"Decisions: {found.decided} answered, {found.late} of them late, {found.missed} missed"
        yield from (f"  sits in {game}" for game in found.games)
        yield f"  and in {found.over} that are over"
    yield f"Mail from there: {_counted(found.came, found.last_came)}"
    yield from (f"  {count} wait: {reason}" for reason, count in found.reasons.items())
    yield f"Mail to there: {_counted(found.went, found.last_went)}"
    if found.bounced:
        yield f"  {found.bounced} came back"


def _counted(counts: dict[str, int], last: datetime | None) -> str:
    told = [f"{count} {state}" for state, count in sorted(counts.items())]
    return ", ".join([*told, *([f"last {last:%Y-%m-%d %H:%M}"] if last else [])]) or "none"


def _listed(each: Kept) -> str:
    about = f"  {each.game} {each.seat or ''}".rstrip() if each.game else ""
    way = "from" if each.id.startswith(kept_mail.IN) else "to"
    first = f"{each.id}  {each.at:%Y-%m-%d %H:%M}  {each.state}  {way} {each.other}{about}  {each.subject}"
    return f"{first}\n    {each.reason}"


def _shown(opened: Opened) -> Iterator[str]:
    yield _listed(opened.mail)
    yield from (f"{name.title()}: {value}" for name, value in opened.fields.items())
    yield ""
    yield from opened.lines
    if opened.left_out:
        yield f"[{opened.left_out} more lines; --save writes all of it to a file]"
    if opened.unreadable is not None:
        yield f"[its text cannot be read: {opened.unreadable}]"


def _each(what: Callable[[Session, str], str], idents: Sequence[str], address: str | None = None) -> None:
    """Do something with each mail, in a transaction of its own. What cannot be done is told, and the status is 2."""
    if bool(idents) == (address is not None):
        fail("name the mails, or --from and an address", 2)
    refused = False
    with _acting() as context:
        if address is not None:
            with context.store.reading() as session:
                idents = kept_mail.held_from(session, _address(address))
            if not idents:
                fail(f"nothing from {address} is held", 2)
        for ident in dict.fromkeys(idents):
            try:
                with context.transaction("mail") as session:
                    told = what(session, ident)
                click.echo(told)
            except CannotDo as error:
                refused = True
                click.echo(f"pbem: {error}.", err=True)
    if refused:
        raise click.exceptions.Exit(2)


@contextmanager
def _acting() -> Iterator[Context]:
    try:
        yield context_of_host()
    except (CannotDo, CannotAct) as error:
        fail(f"{error}.", 2)


def _address(typed: str) -> str:
    known = postal.known_as(typed)
    if known is None:
        raise CannotDo(f"{typed!r} is no mail address")
    return known


def _save(path: Path, raw: bytes) -> None:
    try:
        # It is somebody's letter, and may be orders: for this user alone.
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(raw)
    except OSError as error:
        fail(f"{path} cannot be written: {error.strerror}", 2)
