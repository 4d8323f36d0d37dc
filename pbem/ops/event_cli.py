"""`pbem event`: the director's desk on the command line. Each act is one transaction, or an error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click
import msgspec

from pbem.cli import context_of_host, fail
from pbem.events import directing
from pbem.events.directing import Asked, CannotDo
from pbem.runtime.context import Context

LARGEST_FILE = 1 << 20
FORMS = click.Choice(["text", "csv", "json"])

Command = Callable[..., None]


@click.group()
def event() -> None:
    """Direct events: tournaments from their announcement to their closing. Each act is recorded, with its reason."""


def _act(*, why: bool = False) -> Callable[[Command], Command]:
    """What all acts have: the event, who acts, and why."""

    def decorate(command: Command) -> Command:
        needed: dict[str, Any] = {"required": True} if why else {"default": ""}
        reason = click.option("--why", **needed, help="the reason, which all are told who are concerned")
        by = click.option("--as", "by", metavar="ADDRESS", help="who acts  [default: the first of PBEM_HOSTS]")
        return click.argument("name", metavar="EVENT")(reason(by(command)))

    return decorate


@contextmanager
def _acting() -> Iterator[Context]:
    try:
        yield context_of_host()
    except CannotDo as error:
        fail(str(error), 2)


# --- The file -----------------------------------------------------------------------------------------------------


@event.command()
@click.argument("file", type=click.File("rb"))
def check(file: Any) -> None:
    """Look over the event file FILE, and print each fault with its line, or the announcement."""
    text = _text(file)
    with _acting() as context:
        faults = directing.faults_of(context, text)
        if faults:
            fail("\n".join(faults), 2)
        click.echo(directing.as_announced(context, text))


@event.command()
@click.argument("file", type=click.File("rb"))
@click.option("--as", "by", metavar="ADDRESS", help="who acts  [default: the first of PBEM_HOSTS]")
def new(file: Any, by: str | None) -> None:
    """Make an event of the event file FILE. Nobody knows of it before `announce`."""
    text = _text(file)
    with _acting() as context:
        name = directing.new(context, text, by)
    click.echo(f"{name} is made. `pbem event announce {name}` makes it known, `pbem event open {name}` takes entries.")


# --- From announcement to closing ---------------------------------------------------------------------------------


@event.command()
@_act()
def announce(name: str, by: str | None, why: str) -> None:
    """Make EVENT known: EVENTS lists it, and its record begins, with the seal of its lots."""
    with _acting() as context:
        click.echo(directing.announce(context, Asked(name, why, by)))


@event.command("open")
@_act()
def open_(name: str, by: str | None, why: str) -> None:
    """Let players enter EVENT."""
    with _acting() as context:
        click.echo(directing.open_(context, Asked(name, why, by)))


@event.command()
@_act()
def start(name: str, by: str | None, why: str) -> None:
    """Begin EVENT now, with those who are in it."""
    with _acting() as context:
        click.echo(directing.start(context, Asked(name, why, by)))


@event.command()
@_act()
def pair(name: str, by: str | None, why: str) -> None:
    """Pair the next round of EVENT now; it is paired by itself once all games have ended."""
    with _acting() as context:
        click.echo(directing.pair(context, Asked(name, why, by)))


@event.command()
@_act(why=True)
def close(name: str, by: str | None, why: str) -> None:
    """Call EVENT off before it begins, or end it as it stands once no game is left."""
    with _acting() as context:
        click.echo(directing.close(context, Asked(name, why, by)))


# --- Looking ------------------------------------------------------------------------------------------------------


@event.command("list")
@click.option("--all", "over", is_flag=True, help="those that are over too")
@click.option("--json", "as_json", is_flag=True, help="one JSON object a line")
def list_(over: bool, as_json: bool) -> None:
    """List the events: how many are in each, which round is played, how many games go on."""
    with _acting() as context, context.store.reading() as session:
        for found in directing.listed(session, over=over):
            click.echo(msgspec.json.encode(found) if as_json else directing.in_a_line(found))


@event.command()
@_act()
def show(name: str, by: str | None, why: str) -> None:
    """Print all of EVENT: who is in it, which games go on, what was done."""
    with _acting() as context:
        click.echo(directing.show(context, Asked(name, why, by)))


@event.command()
@_act()
@click.option("--format", "form", type=FORMS, default="text", show_default=True)
def standings(name: str, form: str, by: str | None, why: str) -> None:
    """Print how EVENT stands."""
    with _acting() as context:
        click.echo(directing.stands(context, Asked(name, why, by), form))


@event.command()
@_act()
def record(name: str, by: str | None, why: str) -> None:
    """Print the record of EVENT, for `pbem verify`."""
    with _acting() as context:
        click.echo(directing.record_of(context, Asked(name, why, by)), nl=False)


# --- Who plays, and how games end ---------------------------------------------------------------------------------


@event.command()
@_act()
@click.argument("who")
def enter(name: str, who: str, by: str | None, why: str) -> None:
    """Enter WHO for EVENT: a robot (recruit, officer, marshal), or a player by his address."""
    with _acting() as context:
        click.echo(directing.enter(context, Asked(name, why, by), who))


@event.command()
@_act(why=True)
@click.argument("who")
def bar(name: str, who: str, by: str | None, why: str) -> None:
    """Take WHO out of EVENT."""
    with _acting() as context:
        click.echo(directing.bar(context, Asked(name, why, by), who))


@event.command()
@_act(why=True)
@click.argument("who")
@click.argument("reserve")
def replace(name: str, who: str, reserve: str, by: str | None, why: str) -> None:
    """Give the place of WHO in EVENT to RESERVE, before the second round."""
    with _acting() as context:
        click.echo(directing.replace(context, Asked(name, why, by), who, reserve))


@event.command()
@click.argument("game")
@click.argument("result")
@click.option("--why", required=True, help="the reason, which its players are told")
@click.option("--as", "by", metavar="ADDRESS", help="who acts  [default: the first of PBEM_HOSTS]")
def adjudicate(game: str, result: str, why: str, by: str | None) -> None:
    """Decide GAME of an event: RESULT is a seat, `draw`, or for one that was called off `none`."""
    with _acting() as context:
        click.echo(directing.adjudicate(context, Asked("", why, by), game, result))


def _text(file: Any) -> str:
    content: bytes = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        fail(f"{file.name} is larger than {LARGEST_FILE >> 20} MiB", 2)
    try:
        return content.decode()
    except UnicodeDecodeError:
        return str(fail(f"{file.name} is not text in UTF-8", 2))
