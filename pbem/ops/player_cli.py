"""`pbem player`: what a host sees of the people of the server and does about them, on the command line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click
import msgspec
from sqlalchemy.orm import Session

from pbem.addresses import postal
from pbem.cli import context_of_host, fail
from pbem.games import forming, letters, questions, seats, table
from pbem.ops import kept_mail
from pbem.ops.mail_cli import told_of
from pbem.reports.document import shown
from pbem.runtime.context import Context, notify_after_commit
from pbem.store import inbox, people
from pbem.store.export import everything
from pbem.store.models import Player
from pbem.store.people import NotDone

MOST_LISTED = 200
MOST_NAMED = 20
LONGEST_WHY = 200
FORGOTTEN = (
    "The host of this server deletes what is kept about you: your address, your name, and all mail from and to you. It "
    "is done {}."
)
OUT = (
    "The host of this server has barred you. Mail from you is kept unread from now on, and you cannot join games. If "
    "you think that this is a mistake, write to the host himself and not to this address."
)
IN_AGAIN = (
    "The host of this server lets you in again. What you have written in the last seven days is read now.",
    "GAMES lists your games.",
)
MOVED = (
    "The host has moved you to this address: your games go on from here, and nothing that comes from the addresses you "
    "had before is yours any more.",
    "Reports that you do not have here come again with REPORT and the name of a game; GAMES lists them.",
)


@click.group()
def player() -> None:
    """See who plays here, and do what players cannot: a lost address, one person known twice, somebody kept out."""


@player.command("list")
@click.option("--barred", is_flag=True, help="those alone whom a host keeps out")
@click.option("--most", type=click.IntRange(1, 100_000), default=MOST_LISTED, show_default=True, help="list so many")
@click.option("--json", "as_json", is_flag=True, help="one JSON object a line")
def list_(barred: bool, most: int, as_json: bool) -> None:
    """List the players, the latest first: name, address, how many unfinished games, how reliable."""
    with _changing() as (session, _context):
        found = people.listed(session, most, barred=barred)
    for each in found:
        click.echo(msgspec.json.encode(each).decode() if as_json else _listed(each))


@player.command()
@click.argument("address")
def show(address: str) -> None:
    """Show what is known of the player at ADDRESS: his addresses, his games, and what mail came and went."""
    with _changing() as (session, _context):
        _player(session, address)
        told = list(told_of(kept_mail.known(session, _address(address))))
    click.echo("\n".join(map(shown, told)))


@player.command()
@click.argument("address")
@click.option("--why", default="", help="the reason, for the hosts; needed unless he is let in again")
@click.option("--lift", is_flag=True, help="let him in again; what he wrote in the last seven days is read")
def bar(address: str, why: str, lift: bool) -> None:
    """Keep the player at ADDRESS out: his mail is held unread, and he cannot join a game. --lift undoes it."""
    if bool(why.strip()) == lift:
        fail("say --why, or --lift alone", 2)
    with _changing() as (session, context):
        found = _player(session, address)
        told = _let_in(session, found) if lift else _keep_out(session, context, found, why)
    click.echo(told)


@player.command()
@click.argument("address")
@click.option("--yes", is_flag=True, help="do not ask")
def forget(address: str, yes: bool) -> None:
    """Forget the player at ADDRESS, with all mail from and to him, once his games are over; nothing brings it back."""
    if not (yes or click.confirm(f"Delete all that is kept about {address}?")):
        fail("nothing was changed", 2)
    with _changing() as (session, context):
        found = _player(session, address)
        running = questions.forget_soon(session, context, found)
        games = [game.name for game in table.games_of(session, found)][:MOST_NAMED]
        when = "once the games you sit in are over" if running else "as soon as this mail is sent"
        letters.letter(
            session, context, found.address, "[pbem] you are forgotten", (FORGOTTEN.format(when),), "forgotten"
        )
        told = f"{found.name} is forgotten as soon as the mail that tells him so is sent."
        if running:
            told = f"{found.name} is forgotten once these are over: {', '.join(games)} ({running} in all)."
    click.echo(told)


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


@player.command()
def substitutes() -> None:
    """List the players who want to be told when a seat comes open, those longest first."""
    with _changing() as (session, _context):
        listed = [f"{found.address}  {found.name}" for found in seats.substitutes(session)]
    click.echo("\n".join(listed) or "Nobody is on the list.")


def _keep_out(session: Session, context: Context, found: Player, why: str) -> str:
    reason = " ".join(shown(why).split())
    if len(reason) > LONGEST_WHY:
        raise NotDone(f"the reason is longer than {LONGEST_WHY} characters")
    found.barred = reason
    left = [game for game in table.games_of(session, found) if game.state == "forming"]
    for game in left:
        forming.leave(session, context, game, found)
    session.flush()
    letters.letter(session, context, found.address, "[pbem] you are barred", (OUT,), "barred")
    running = [game for game in table.games_of(session, found) if game.state == "running"]
    told = [f"{found.name} is barred; he is told. `pbem player bar {found.address} --lift` undoes it."]
    told += [f"Games he had not begun yet and has left: {', '.join(game.name for game in left)}."] if left else []
    for game in running[:MOST_NAMED]:
        [seat] = [seat.name for seat in game.everybody if seat.player_id == found.id]
        told.append(f"{game.name} waits for him as {seat}: pbem game replace {game.name} {seat} ADDRESS --why ...")
    if len(running) > MOST_NAMED:
        told.append(f"and {len(running) - MOST_NAMED} more games: pbem player show {found.address}")
    return "\n".join(told)


def _let_in(session: Session, found: Player) -> str:
    if found.barred is None:
        raise NotDone(f"{found.name} is not barred")
    found.barred = None
    session.flush()
    waiting = [
        ident
        for address in people.addresses_of(session, found)
        for ident in inbox.release_held(session, address, (inbox.BARRED,))
    ]
    for ident in sorted(waiting):
        notify_after_commit(session, "receive", ident, "let-in")
    return f"{found.name} is let in again; {len(waiting)} of his mails are read now."


def _listed(each: people.Listed) -> str:
    counts = f"{each.unfinished} unfinished, {each.decided} decisions, {each.late} late, {each.missed} missed"
    marks = [f"barred: {each.barred}"] if each.barred is not None else []
    marks += ["waits to be forgotten"] if each.leaving else []
    return "  ".join((each.address, each.name, counts, *marks))


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
