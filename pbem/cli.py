"""The command line. Everything heavy is imported inside the commands, so that `pbem --help` is quick."""

from __future__ import annotations

import os
import re
import sys
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import IO, Any

import click

from pbem import __version__

FORMATS = click.Choice(["text", "svg", "png", "html"])
LONGEST_ACT = 400
FILES = click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path)


class Elsewhere(click.Group):
    """A group whose commands stand in another module, imported when they are wanted."""

    @cached_property
    def _group(self) -> click.Group:
        group: click.Group = getattr(import_module(f"pbem.ops.{self.name}_cli"), str(self.name))
        return group

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands."""
        return self._group.list_commands(ctx)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name."""
        return self._group.get_command(ctx, cmd_name)


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="pbem")
def main() -> None:
    """A play-by-email turn server: players mail orders in plain words and are mailed what they may know.

    `pbem demo` shows a whole game by mail on this machine; `pbem serve` runs a server.
    """


@main.command(context_settings={"ignore_unknown_options": True})
@click.option("--ruleset", default="waterloo1895", show_default=True, metavar="NAME", help="the rule set to play")
@click.option("--seed", type=click.IntRange(min=0), help="a number that settles the dice and the bots; else by chance")
@click.option("--quiet", is_flag=True, help="print a line for each mail instead of the mail")
@click.argument("options", nargs=-1, type=click.UNPROCESSED, metavar="[--OPTION VALUE]...")
def demo(ruleset: str, seed: int | None, options: tuple[str, ...], quiet: bool) -> None:
    """Play a whole game by mail on this machine.

    The real web application, queue, workers and SMTP are started in a temporary folder; bots read the reports and
    answer them; the mails are printed as they arrive. At the end the record of the game is verified.

    Any option of the rule set can be given by its name, as in --mode four; an option alone means yes.
    """
    from pbem.ops.demo import DemoFailed, play

    try:
        play(ruleset, seed, _game_options(options), quiet=quiet)
    except DemoFailed as error:
        fail(str(error), 1)


@main.command()
def serve() -> None:
    """Run everything on this machine: web server, workers, schedule, and Redis unless PBEM_REDIS_URL is set."""
    from pbem.ops.embedded_redis import NoRedis
    from pbem.ops.serving import serve as run
    from pbem.ops.starting import CannotServe

    try:
        run(_settings(), click.echo)
    except (CannotServe, NoRedis) as error:
        fail(str(error), 2)


@main.command()
def web() -> None:
    """Run the web server alone. Needs PBEM_REDIS_URL."""
    from pbem.ops.serving import FOLDER, environment, redis_url, web_command
    from pbem.ops.starting import CannotServe, started
    from pbem.runtime.logs import configure

    configure()
    settings = _settings()
    try:
        redis_url(settings)
        started(settings).close()
    except CannotServe as error:
        fail(str(error), 2)
    command = web_command(settings)
    os.chdir(FOLDER)
    os.execve(command[0], command, {**os.environ, **environment(settings)})


@main.command()
@click.option("--queue", metavar="NAME", help="the queue to listen to  [default: PBEM_QUEUE]")
@click.option("--delivery", is_flag=True, help="listen to the delivery queue: mail to a mail server that is slow")
def worker(queue: str | None, delivery: bool) -> None:
    """Run one worker process: reads mail, adjudicates turns, sends reports. Needs PBEM_REDIS_URL.

    While the mail server is slow to answer, mail to it is left to workers of its own, so that reading does not wait for
    it: run one with --delivery beside the others.
    """
    from pbem.ops.serving import worker_command
    from pbem.runtime.notifier import delivery_queue

    if delivery:
        queue = delivery_queue(queue or _settings().queue)
    command = worker_command(queue)
    os.execv(command[0], command)


@main.command()
def schedule() -> None:
    """Run the schedule alone: deadlines, reminders, and whatever a lost notifier left lying. Needs PBEM_REDIS_URL."""
    from pbem.ops.serving import run_schedule
    from pbem.ops.starting import CannotServe
    from pbem.runtime.logs import configure

    configure()
    try:
        run_schedule(_settings())
    except CannotServe as error:
        fail(str(error), 2)


@main.command()
@click.argument("files", nargs=-1, type=FILES)
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="processes to adjudicate with")
@click.option("--queue", is_flag=True, help="send the batch through rq to the workers that listen")
@click.option("--reports", type=click.Path(file_okay=False, path_type=Path), help="folder for each seat's turn report")
@click.option("--report-format", metavar="F", default="text", show_default=True, help="of reports: text, html, json")
@click.option("--mbox", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="take orders from this mbox")
@click.option("--maildir", type=click.Path(exists=True, file_okay=False, path_type=Path), help="or from this maildir")
@click.option("--resume", type=click.Path(dir_okay=False, path_type=Path), help="answer into this file, or go on in it")
def adjudicate(files: tuple[Path, ...], **choices: Any) -> None:
    """Adjudicate requests, one JSON object a line, from FILES or standard input; one answer a line, in that order.

    Exit status: 0 all answered, 1 some requests were in error, 2 could not run.
    """
    from pbem.batch.command import run

    sys.exit(run(files, **choices))


@main.command(context_settings={"ignore_unknown_options": True})
@click.argument("ruleset")
@click.option("--a", required=True, metavar="PLAYER", help="a robot by its name, or a program by its path")
@click.option("--b", required=True, metavar="PLAYER", help="the other")
@click.option("--games", type=click.IntRange(min=1), default=400, show_default=True, help="how many; two of each seed")
@click.option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="settles the dice of all games")
@click.option("--jobs", type=click.IntRange(min=1), help="processes; as many as there are cores, if it is not said")
@click.option("--keep", type=click.Path(file_okay=False, path_type=Path), help="folder for the games, or to go on in")
@click.option(
    "--seconds", type=click.FloatRange(min=0.01), default=10.0, show_default=True, help="a program's decision"
)
@click.option("--memory", type=click.IntRange(min=16), default=1024, show_default=True, help="of a program, in MiB")
@click.option("--json", "as_json", is_flag=True, help="print the counts as JSON")
@click.argument("options", nargs=-1, type=click.UNPROCESSED, metavar="[--OPTION VALUE]...")
def arena(ruleset: str, options: tuple[str, ...], **choices: Any) -> None:
    """Let two players meet in many games of RULESET: the same dice for both, each on both sides.

    A program reads a decision as a line of JSON, and writes its orders and an empty line (docs/arena.md). Any option of
    the rule set can be given by its name, as in --mode four.
    """
    from pbem.arena.command import CannotRun, run

    try:
        run(ruleset, _game_options(options), **choices)
    except CannotRun as error:
        fail(str(error), 2)


@main.command()
@click.argument("record", type=click.File("rb"))
def verify(record: IO[bytes]) -> None:
    """Replay the game record RECORD and check every roll, position and hash; exit 1 at the first difference."""
    from pbem.games.record import Difference
    from pbem.games.record import verify as check

    try:
        found = check(line for line in record if line.strip())
    except Difference as difference:
        fail(str(difference), 1)
    click.echo(f"{found.game}: {found.ruleset}, {found.turns} entries, {found.rolls} rolls, head {found.head}")
    for act in found.acts:
        click.echo(_told_of_act(act))
    for part in found.unreplayed:
        click.echo(
            f"{_entries(part.turns)} played by version {part.version} of the rules: their lines are unaltered and "
            f"the game went on from where they ended, but only pbem {part.release} can play them again."
        )
    if found.unreplayed:
        click.echo("What follows is of the entries since then.")
    if found.seats:
        click.echo(_told_of_seats(found.seats))
    if found.complete:
        click.echo("The record is whole: the seed matches its seal, and every roll, event, position and hash holds.")
    else:
        click.echo("The game goes on: hashes, events and positions hold; the rolls wait for the seed at the end.")


def _told_of_seats(seats: dict[str, str]) -> str:
    from pbem.reports.document import echoed, shown

    told = ", ".join(f"{seat} {player}" for seat, player in seats.items())
    return echoed(shown(" ".join(f"Players at the beginning: {told}".split())), LONGEST_ACT)


def _told_of_act(act: Any) -> str:
    from pbem.reports.document import echoed, shown

    told = f"host, after turn {act.turns}: {act.at} {act.who}: {act.act} {act.about}".rstrip()
    return echoed(shown(" ".join(f"{told}{f'. Why: {act.why}' if act.why else ''}".split())), LONGEST_ACT)


def _entries(count: int) -> str:
    """Of a record: each time that orders were carried out, which may be several times in a turn of the game."""
    return "1 entry was" if count == 1 else f"{count} entries were"


@main.group(invoke_without_command=True)
@click.pass_context
def games(asked: click.Context) -> None:
    """List the games that are not over; those that wait for the host say why."""
    if asked.invoked_subcommand is not None:
        return
    from pbem.games.carry_on import hosted

    with _store().reading() as session:
        for game in hosted(session):
            click.echo(f"{game.name}  {game.ruleset} {game.version}  {game.waits or game.state}")
            if game.waits and not game.stopped:
                click.echo(f"    pbem games carry-on {game.name}    lets it go on under the rules that are here")


@games.command("carry-on")
@click.argument("game")
def carry_on(game: str) -> None:
    """Let GAME, whose rules have changed since it began, go on under the rules that are here. Its record says so."""
    from pbem.games.carry_on import CannotCarryOn
    from pbem.games.carry_on import carry_on as run

    try:
        version = run(context_of_host(), game)
    except CannotCarryOn as error:
        fail(f"{game} stays as it is: {error}", 1)
    click.echo(f"{game} goes on under version {version} of its rules; its players are told.")


@main.command()
@click.option("--json", "as_json", is_flag=True, help="one JSON object a line")
def desk(as_json: bool) -> None:
    """Show on one screen what needs a host now: stuck mail, lost players, clocks that stand, games that hang."""
    from pbem.ops.screen import show

    show(context_of_host(), as_json=as_json)


@main.group(cls=Elsewhere)
def game() -> None:
    """Run the games: look, put right, replace, end. Each act is recorded, and told to all seats."""


@main.group(cls=Elsewhere)
def mail() -> None:
    """Look after mail that waits for a host: held, dropped or shunted as it came in, or not taken as it went out."""


@main.group(cls=Elsewhere)
def player() -> None:
    """See who plays here, and do what players cannot: a lost address, one person known twice, somebody kept out."""


@main.command()
@click.argument("name", required=False)
@click.option("--schema", is_flag=True, help="print the JSON Schema of a position")
def rulesets(name: str | None, schema: bool) -> None:
    """List the rule sets, or show one's seats, options and order syntax."""
    from pbem.ops.listing import list_rulesets, position_schema, show_ruleset
    from pbem.rulesets import UnknownRuleSet

    try:
        if name is None:
            click.echo(list_rulesets())
        else:
            click.echo(position_schema(name) if schema else show_ruleset(name))
    except UnknownRuleSet:
        fail(f'there is no rule set "{name}"; `pbem rulesets` lists them', 2)


@main.command("map")
@click.argument("ruleset")
@click.argument("position", required=False, type=click.File("rb"))
@click.option("--seat", metavar="S", help="draw what this seat may see")
@click.option("--format", "format_", type=FORMATS, default="text", show_default=True)
@click.option("--option", "-o", "options", multiple=True, metavar="NAME=VALUE", help="a game option; may be repeated")
@click.option(
    "--output", type=click.File("wb", lazy=True), default="-", help="file to write  [default: standard output]"
)
def map_(
    ruleset: str,
    position: IO[bytes] | None,
    seat: str | None,
    format_: str,
    options: tuple[str, ...],
    output: IO[bytes],
) -> None:
    """Draw the position in POSITION (a JSON file, `-` for standard input), or the opening position of RULESET."""
    from pbem.reports.maps import CannotDraw, draw

    try:
        drawn = draw(ruleset, position.read() if position else None, _pairs(options), seat, format_)
    except CannotDraw as error:
        fail(str(error), 2)
    # Not before there is something to write: the file is made as it is first looked at.
    output.write(drawn)


@main.command()
@click.option("--adopt", is_flag=True, help="put these settings in force for all machines that share the database")
def config(adopt: bool) -> None:
    """Print the settings in force and where each comes from; secrets are masked.

    Machines that share a database must have the same mail domain, mailbox, SMTP host and secret key; a part that is set
    otherwise does not start. With --adopt those of this machine are what the others must have from now on: stop all
    parts, change the settings everywhere, and run it once.
    """
    if adopt:
        _adopt()
        return
    from rich.console import Console
    from rich.table import Table

    from pbem.config import Settings, origin

    settings = _settings()
    table = Table("setting", "value", "from", "what it is for", box=None, pad_edge=False)
    for name, field in Settings.model_fields.items():
        table.add_row(f"PBEM_{name.upper()}", _masked(getattr(settings, name)), origin(name), field.description)
    Console(width=None if sys.stdout.isatty() else 160).print(table)


def _adopt() -> None:
    from pbem.ops.starting import CannotServe
    from pbem.ops.starting import adopt as run

    try:
        changed = run(_settings())
    except CannotServe as error:
        fail(str(error), 2)
    click.echo(f"in force from now on: {', '.join(changed)}" if changed else "these settings are in force already")


def context_of_host() -> Any:
    """What an act of the host needs at hand, from a command that runs beside the server."""
    from pbem.runtime.context import Context
    from pbem.runtime.logs import configure
    from pbem.runtime.notifier import NoNotifier, Notifier

    configure()
    settings = _settings()
    # That of `pbem serve`, which nobody else can reach.
    its_own = settings.redis_url is None
    return Context(settings, _store(), NoNotifier() if its_own else Notifier(settings.redis_url, settings.queue))


def _store() -> Any:
    from pbem.ops.starting import CannotServe, beside

    try:
        return beside(_settings())
    except CannotServe as error:
        fail(str(error), 2)


def _settings() -> Any:
    from pbem.config import WrongSettings, load

    try:
        return load()
    except WrongSettings as error:
        fail(f"the settings are wrong: {error}", 2)


def _masked(value: Any) -> str:
    if isinstance(value, list) and value and isinstance(value[0], str):
        return ", ".join(value)
    if isinstance(value, list):
        return f"{len(value)} set" if value else "-"
    if hasattr(value, "get_secret_value"):
        return "********"
    if isinstance(value, str) and "://" in value:
        # A password may hold any sign, also those that no URL may have: it ends at the last @.
        hidden = re.sub(r"^([^:]+://[^:/@]*:).*@", r"\1***@", value)
        return re.sub(r"([?&](?:password|sslpassword)=)[^&]*", r"\1***", hidden)
    return "-" if value is None else str(value)


def _game_options(words: tuple[str, ...]) -> dict[str, str]:
    """`--mode four --teams` as {"mode": "four", "teams": "yes"}."""
    chosen: dict[str, str] = {}
    name = None
    for word in words:
        if word.startswith("--"):
            name, equals, value = word[2:].partition("=")
            chosen[name] = value if equals else "yes"
        elif name is not None:
            chosen[name], name = word, None
        else:
            fail(f'"{word}" belongs to no option; write --NAME VALUE', 2)
    return chosen


def _pairs(options: tuple[str, ...]) -> dict[str, str]:
    pairs = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals:
            fail(f'"{option}" is not an option; write NAME=VALUE', 2)
        pairs[name] = value
    return pairs


def fail(message: str, status: int) -> Any:
    """Say in one line why a command is not carried out, and stop."""
    click.echo(f"pbem: {message}", err=True)
    sys.exit(status)
