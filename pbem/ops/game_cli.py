"""`pbem game`: the host's desk on the command line. Each act is one transaction, with its reason, or an error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click
import msgspec

from pbem.cli import context_of_host, fail
from pbem.games import acts, desk
from pbem.games.acts import Asked, CannotAct
from pbem.runtime.context import Context

LARGEST_FILE = 4 << 20
MOST_DIFFERENCES = 200

Command = Callable[..., None]


@click.group()
def game() -> None:
    """Run the games: look, put right, replace, end. Each act is recorded, and told to all seats."""


def _act(*, why: bool = True) -> Callable[[Command], Command]:
    """What all acts have: the game, who acts, and why."""

    def decorate(command: Command) -> Command:
        needed: dict[str, Any] = {"required": True} if why else {"default": ""}
        reason = click.option("--why", **needed, help="the reason, which all are told")
        by = click.option("--as", "by", metavar="ADDRESS", help="the host who acts  [default: the first of PBEM_HOSTS]")
        return click.argument("name", metavar="GAME")(reason(by(command)))

    return decorate


@contextmanager
def _acting() -> Iterator[Context]:
    try:
        yield context_of_host()
    except CannotAct as error:
        fail(str(error), 2)


# --- Looking ------------------------------------------------------------------------------------------------------


@game.command("list")
@click.option("--all", "over", is_flag=True, help="those that are over too")
@click.option("--json", "as_json", is_flag=True, help="one JSON object a line")
def list_(over: bool, as_json: bool) -> None:
    """List the games: who sits, who is wanted until when, and which wait for the host."""
    with _acting() as context, context.store.reading() as session:
        for found in desk.games(session, over=over):
            if as_json:
                click.echo(msgspec.json.encode(found))
                continue
            click.echo(f"{found.name}  {found.ruleset} {found.version}  {desk.in_a_line(found)}")
            click.echo("    " + "  ".join(f"{seat}: {player or '-'}" for seat, player in found.seats.items()))


@game.command()
@_act()
@click.option("--json", "as_json", is_flag=True, help="as JSON; its `position` can be edited for `correct`")
def show(name: str, by: str | None, why: str, as_json: bool) -> None:
    """Show all of GAME: players, orders that are in, acts of hosts, the whole position. The players are told."""
    with _acting() as context:
        found = desk.show(context, Asked(name, why, by))
    click.echo(msgspec.json.encode(found) if as_json else desk.as_text(found))


@game.command()
@_act()
@click.argument("seat")
def report(name: str, seat: str, by: str | None, why: str) -> None:
    """Print the report of SEAT as its player gets it. The players are told."""
    with _acting() as context:
        click.echo(desk.report(context, Asked(name, why, by), seat))


@game.command()
@_act()
def preview(name: str, by: str | None, why: str) -> None:
    """Print how the turn would go for every seat, with dice thrown for that alone. The players are told."""
    with _acting() as context:
        for told in desk.preview(context, Asked(name, why, by)):
            click.echo(told)


# --- The clocks ---------------------------------------------------------------------------------------------------


@game.command()
@_act()
@click.argument("span")
@click.argument("seat", required=False)
def extend(name: str, span: str, seat: str | None, by: str | None, why: str) -> None:
    """Give all seats that are asked now, or SEAT alone, so much more time: 12h, 2d or 1d12h."""
    with _acting() as context:
        acts.extend(context, Asked(name, why, by), span, seat)
    click.echo(f"There is more time in {name}; its players are told.")


@game.command()
@_act()
def hold(name: str, by: str | None, why: str) -> None:
    """Stop all clocks of GAME. Orders are taken and kept; nothing is carried out until `resume`."""
    with _acting() as context:
        acts.hold(context, Asked(name, why, by))
    click.echo(f"{name} is held; its players are told.")


@game.command()
@_act()
def resume(name: str, by: str | None, why: str) -> None:
    """Let GAME go on that was held; orders that complete its turn are carried out now."""
    with _acting() as context:
        acts.resume(context, Asked(name, why, by))
    click.echo(f"{name} goes on; its players are told.")


# --- The turn and the position ------------------------------------------------------------------------------------


@game.command()
@_act()
def process(name: str, by: str | None, why: str) -> None:
    """Carry the turn of GAME out now, as at its deadline."""
    with _acting() as context:
        done = acts.process(context, Asked(name, why, by))
    click.echo(f"The turn of {name} is carried out{'' if done else ' by a worker'}.")


@game.command()
@_act()
@click.argument("turn", type=int)
def rollback(name: str, turn: int, by: str | None, why: str) -> None:
    """Set GAME back to the position before TURN, counted as `show` and `pbem verify` count."""
    with _acting() as context:
        acts.rollback(context, Asked(name, why, by), turn)
    click.echo(f"{name} is set back to the position before turn {turn}; its players are told.")


@game.command()
@_act()
@click.argument("position", type=click.File("rb"))
@click.option("--yes", is_flag=True, help="do not ask")
def correct(name: str, position: Any, yes: bool, by: str | None, why: str) -> None:
    """Go on from the position in POSITION (JSON, `-` for standard input), once its difference was shown."""
    given, asked = _read(position), Asked(name, why, by)
    with _acting() as context:
        with context.store.reading() as session:
            _, differs, turn = acts.correction(session, context, asked, given)
        for line in differs[:MOST_DIFFERENCES]:
            click.echo(line)
        if len(differs) > MOST_DIFFERENCES:
            click.echo(f"and {len(differs) - MOST_DIFFERENCES} more")
        if not (yes or click.confirm(f"Is this what you want in {name}?")):
            fail("nothing was changed", 2)
        acts.correct(context, asked, given, turn)
    click.echo(f"The position of {name} is corrected; its players are told.")


@game.command("act-for")
@_act()
@click.argument("seat")
@click.argument("orders", type=click.File("rb"), default="-")
def act_for(name: str, seat: str, orders: Any, by: str | None, why: str) -> None:
    """Give orders for SEAT, from the file ORDERS or standard input, judged as if they were mailed."""
    try:
        text = _read(orders).decode()
    except UnicodeDecodeError:
        fail("the orders are not text in UTF-8", 2)
    with _acting() as context:
        acts.act_for(context, Asked(name, why, by), seat, text)
    click.echo(f"The orders for {seat} in {name} are in; its players are told.")


# --- The seats ----------------------------------------------------------------------------------------------------


@game.command()
@_act()
@click.argument("seat")
@click.argument("address")
def replace(name: str, seat: str, address: str, by: str | None, why: str) -> None:
    """Give SEAT to the player at ADDRESS, who is enrolled if he was not."""
    with _acting() as context:
        acts.replace(context, Asked(name, why, by), seat, address)
    click.echo(f"{seat} in {name} is played from {address} from here on; its players are told.")


@game.command()
@_act()
@click.argument("seat")
def eject(name: str, seat: str, by: str | None, why: str) -> None:
    """Take SEAT from its player; the rules decide for it at each deadline until somebody else has it."""
    with _acting() as context:
        acts.eject(context, Asked(name, why, by), seat)
    click.echo(f"Nobody sits at {seat} in {name}; its players are told.")


# --- The end ------------------------------------------------------------------------------------------------------


@game.command()
@_act()
def cancel(name: str, by: str | None, why: str) -> None:
    """End GAME with no result."""
    _end(Asked(name, why, by), "cancel", ())


@game.command()
@_act()
def draw(name: str, by: str | None, why: str) -> None:
    """End GAME as a draw."""
    _end(Asked(name, why, by), "draw", ())


@game.command()
@_act()
@click.argument("seats", nargs=-1, required=True, metavar="SEAT...")
def award(name: str, seats: tuple[str, ...], by: str | None, why: str) -> None:
    """End GAME as won by SEAT, or by several that win together."""
    _end(Asked(name, why, by), "award", seats)


def _end(asked: Asked, act: str, seats: tuple[str, ...]) -> None:
    with _acting() as context:
        acts.end(context, asked, act, seats)
    click.echo(f"{asked.game} is over; its players are told.")


# --- Words --------------------------------------------------------------------------------------------------------


@game.command()
@_act(why=False)
@click.option("--to", "seat", metavar="SEAT", help="to this seat alone")
@click.argument("words")
def say(name: str, words: str, seat: str | None, by: str | None, why: str) -> None:
    """Mail WORDS (`-`: standard input) to all seats of GAME, or to one. The record does not hold them."""
    with _acting() as context:
        acts.say(context, Asked(name, why, by), _words(words), seat)
    click.echo("It is mailed.")


@game.command()
@_act(why=False)
@click.argument("words")
def rule(name: str, words: str, by: str | None, why: str) -> None:
    """Record the ruling WORDS (`-`: standard input), and mail it to all seats of GAME."""
    with _acting() as context:
        acts.rule(context, Asked(name, why, by), _words(words))
    click.echo(f"The ruling stands in the record of {name} and is mailed.")


def _words(given: str) -> str:
    return sys.stdin.read(LARGEST_FILE) if given == "-" else given


def _read(file: Any) -> bytes:
    content: bytes = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        fail(f"{file.name} is larger than {LARGEST_FILE >> 20} MiB", 2)
    return content
