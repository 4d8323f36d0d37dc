"""`pbem player`: what a host sets right about the people of the server, on the command line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click
from sqlalchemy.orm import Session

from pbem.addresses import postal
from pbem.cli import context_of_host, fail
from pbem.games import letters
from pbem.runtime.context import Context, notify_after_commit
from pbem.store import inbox, people
from pbem.store.export import everything
from pbem.store.models import Player
from pbem.store.people import NotDone

MOVED = (
    "The host has moved you to this address: your games go on from here, and nothing that comes from the addresses you "
    "had before is yours any more.",
    "Reports that you do not have here come again with REPORT and the name of a game; GAMES lists them.",
)


@click.group()
def player() -> None:
    """Set right what players cannot: an address that was lost, one person known twice, a large export."""


@player.command()
@click.argument("address")
@click.argument("new")
def move(address: str, new: str) -> None:
    """Let the player known by ADDRESS, who lost it, play on from NEW alone; he is told there."""
    with _changing() as (session, context):
        found, known = _player(session, address), _address(new)
        people.move(session, found, known)
        for waiting in inbox.release_held(session, known, (inbox.NOT_ENROLLED, inbox.OTHERS_SEAT)):
            notify_after_commit(session, "receive", waiting, "moved")
        letters.letter(session, context, known, "[pbem] you play on from here", MOVED, "moved")
    click.echo(f"{found.name} plays on from {known}.")


@player.command()
@click.argument("gone")
@click.argument("stays")
def merge(gone: str, stays: str) -> None:
    """Make one player of two: the games and addresses of GONE are those of STAYS, whose mail goes where it went."""
    with _changing() as (session, _context):
        found = _player(session, stays)
        people.merge(session, _player(session, gone), found)
        told = f"{found.name} has the games of both; mail goes to {found.address}."
    click.echo(told)


@player.command()
@click.argument("address")
def export(address: str) -> None:
    """Print all that is kept about the player known by ADDRESS, as JSON."""
    with _changing() as (session, _context):
        content = everything(session, _player(session, address)).content
    click.echo(content)


@contextmanager
def _changing() -> Iterator[tuple[Session, Context]]:
    context = context_of_host()
    try:
        with context.transaction("player") as session:
            yield session, context
    except NotDone as error:
        fail(f"{error}.", 2)


def _player(session: Session, address: str) -> Player:
    found = people.player_at(session, _address(address))
    if found is None:
        raise NotDone(f"nobody plays here as {address}")
    return found


def _address(typed: str) -> str:
    known = postal.known_as(typed)
    if known is None or postal.sent_to(known) is None:
        raise NotDone(f"{typed!r} is no mail address that can be written to")
    return known
