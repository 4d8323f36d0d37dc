"""The command line. Everything heavy is imported inside the commands, so that `pbem --help` is quick."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NoReturn

import click

if TYPE_CHECKING:
    from pbem.config import Settings

FORMATS = click.Choice(["text", "svg", "png", "html"])
LONGEST_ACT = 400
COMPLETING = "_PBEM_COMPLETE"  # the variable by which a shell asks click what may follow
USUAL_ENTRANTS = 8  # of a demonstrated event
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


class Piped(click.Command):
    """A command that mail servers start: a wrong call has the exit status that they know."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """What is left of the arguments."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            error.show()
            ctx.exit(os.EX_USAGE)


def _tell_versions(ctx: click.Context, _option: click.Parameter, wanted: bool) -> None:
    """What `--version` prints; nothing else is done then."""
    if not wanted or ctx.resilient_parsing:
        return
    from pbem.ops.versions import versions

    click.echo("\n".join(versions()))
    ctx.exit()


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_tell_versions,
    help="Show the version, those of the rule sets, and that of records, and exit.",
)
def main() -> None:
    """A play-by-email turn server: players mail orders in plain words and are mailed what they may know.

    `pbem demo` shows a whole game by mail on this machine; `pbem serve` runs a server.
    """


@main.command(context_settings={"ignore_unknown_options": True})
@click.option("--ruleset", default="waterloo1895", show_default=True, metavar="NAME", help="the rule set to play")
@click.option("--seed", type=click.IntRange(min=0), help="a number that settles the dice and the bots; else by chance")
@click.option("--against", type=click.Choice(["recruit", "officer", "marshal"]), help="one player against such robots")
@click.option("--event", "form", metavar="FORMAT", help="a small tournament instead: swiss, round-robin, mini-cup ...")
@click.option("--players", type=click.IntRange(2, 16), help="how many play in it; of an event 8 if it is not said")
@click.option("--quiet", is_flag=True, help="print a line for each mail instead of the mail")
@click.argument("options", nargs=-1, type=click.UNPROCESSED, metavar="[--OPTION VALUE]...")
def demo(
    ruleset: str,
    seed: int | None,
    against: str | None,
    form: str | None,
    players: int | None,
    options: tuple[str, ...],
    quiet: bool,
) -> None:
    """Play a whole game by mail on this machine, or a whole event.

    The real web application, queue, workers and SMTP are started in a temporary folder; bots read the reports and
    answer them; the mails are printed as they arrive. At the end the record of the game is verified.

    Of an event (--event) the letters about its rounds are printed, and a line for every other mail; its record is
    verified with those of all its games.

    Any option of the rule set can be given by its name, as in --mode four; an option alone means yes.
    """
    from pbem.ops.demo import DemoFailed, play

    try:
        if form is not None:
            from pbem.ops.demo_event import play as play_event

            play_event(form, players or USUAL_ENTRANTS, ruleset, seed, _game_options(options), quiet=quiet)
            return
        asked = {} if players is None else {"players": str(players)}
        play(ruleset, seed, asked | _game_options(options), against=against, quiet=quiet)
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
@click.option("--address", metavar="ADDRESS", help="the server's own mail address")
@click.option("--mail-in", metavar="DOOR", help="how mail comes in: imaps://..., lmtp, smtp, pipe, webhook or none")
@click.option("--mail-out", metavar="URL", help="how mail goes out: smtp://..., or none")
@click.option("--host", metavar="ADDRESS", help="mail address of the host, or none")
@click.option("--proxy", metavar="NAME", help="what stands before the web server: nginx, caddy or none")
@click.option("--parts", is_flag=True, help="a unit for each part, with PostgreSQL and Redis of this machine")
@click.option("--plus-addresses/--no-plus-addresses", default=True, help="whether mail to name+anything@ arrives")
@click.option("--user", default="pbem", show_default=True, help="whom the server runs as")
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path(),
    help="where it runs, and where the files are written  [default: this folder]",
)
@click.option("--print", "only_print", is_flag=True, help="print the files, and write none")
@click.option("--overwrite", is_flag=True, help="replace files that are there without asking")
def init(
    address: str | None,
    mail_in: str | None,
    mail_out: str | None,
    host: str | None,
    proxy: str | None,
    folder: Path,
    **how: Any,
) -> None:
    """Set up a server: ask five questions, and write pbem.toml, systemd units and a sample for the proxy.

    What an option answers is not asked. Nothing outside the folder is touched, and what is there already is replaced
    only with your consent.
    """
    from pbem.ops.init import BadAnswer, run

    given = {"address": address, "mail_in": mail_in, "mail_out": mail_out, "host": host, "proxy": proxy}
    try:
        run(given, folder, **how)
    except (BadAnswer, OSError) as error:
        fail(str(error), 2)


@main.command()
def web() -> None:
    """Run the web server alone, where PBEM_PAGES_PORT is set without the pages. Needs PBEM_REDIS_URL."""
    from pbem.ops.serving import web_command

    _run_web(web_command)


@main.command()
def pages() -> None:
    """Run the web server of the pages alone, at PBEM_PAGES_PORT. Needs PBEM_REDIS_URL."""
    from pbem.ops.serving import pages_command

    _run_web(pages_command)


def _run_web(command_of: Callable[[Settings], tuple[str, ...]]) -> NoReturn:
    """Put a web server in the place of this process."""
    from pbem.ops.serving import FOLDER, environment, redis_url
    from pbem.ops.starting import CannotServe, started
    from pbem.runtime.logs import configure

    configure()
    settings = _settings()
    try:
        command = command_of(settings)
        redis_url(settings)
        started(settings).close()
    except CannotServe as error:
        fail(str(error), 2)
    os.chdir(FOLDER)
    os.execve(command[0], command, {**os.environ, **environment(settings)})


@main.command()
@click.option("--queue", metavar="NAME", help="the queue to listen to  [default: PBEM_QUEUE]")
@click.option("--delivery", is_flag=True, help="listen to the delivery queue: mail to a mail server that is slow")
@click.option("--robots", is_flag=True, help="listen to the queue of robots: turns that wait for one to think")
def worker(queue: str | None, delivery: bool, robots: bool) -> None:
    """Run one worker process: reads mail, adjudicates turns, sends reports. Needs PBEM_REDIS_URL.

    While the mail server is slow to answer, mail to it is left to workers of its own, and so are turns that robots have
    to think about for seconds, so that reading waits for neither: run one with --delivery and one with --robots beside
    the others.
    """
    from pbem.ops.serving import worker_command
    from pbem.runtime.notifier import delivery_queue, robots_queue

    if delivery and robots:
        fail("one worker listens to one queue: --delivery or --robots", 2)
    if delivery:
        queue = delivery_queue(queue or _settings().queue)
    if robots:
        queue = robots_queue(queue or _settings().queue)
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
@click.option("--all", "all_there_is", is_flag=True, help="read the mailbox from its beginning, not from now on")
@click.option("--once", is_flag=True, help="take in what is there, and end")
def fetch(all_there_is: bool, once: bool) -> None:
    """Take mail from the mailbox of PBEM_IMAP_URL as it comes; stored mails are moved to the folder PBEM_IMAP_DONE.

    What was there before the mailbox was looked at for the first time is left alone, unless --all is given once.
    """
    _open_door("fetch", all_there_is=all_there_is, once=once)


@main.command()
def lmtp() -> None:
    """Take mail in from a mail server on this machine, at PBEM_LMTP_LISTEN (RFC 2033)."""
    _open_door("lmtp")


@main.command()
def smtp() -> None:
    """Take mail in from the net, at PBEM_SMTP_HOSTS: for a server that has port 25 for its own."""
    _open_door("smtp")


def _open_door(name: str, **how: bool) -> None:
    from pbem.ops.serving import run_door
    from pbem.ops.starting import CannotServe
    from pbem.runtime.logs import configure

    configure()
    try:
        run_door(_settings(), name, **how)
    except CannotServe as error:
        fail(str(error), 2)


@main.command(cls=Piped)
@click.option("--sender", metavar="ADDRESS", help="the envelope sender, empty for none  [default: from Return-Path]")
@click.argument("recipients", nargs=-1, metavar="[ADDRESS]...")
def receive(sender: str | None, recipients: tuple[str, ...]) -> None:
    """Take in one mail from standard input, for ADDRESS or those whom its header names.

    For a mail server or a filter that starts a program for each mail. Exit status (sysexits.h): 0 stored, 64 wrongly
    called, 65 no message, 67 no such address here, 75 not now: keep the mail and come again.
    """
    from pbem.doors import pipe
    from pbem.runtime.logs import configure

    configure()
    try:
        pipe.receive(_context_at_once, sys.stdin.buffer, sender, recipients)
    except pipe.NotTaken as refusal:
        fail(str(refusal), refusal.status)


def _context_at_once() -> Any:
    """The context of the running server. Raises NotNow where there is none: the host can mend that, and mail waits."""
    from pbem.config import WrongSettings, load
    from pbem.doors.contract import NotNow
    from pbem.ops.starting import CannotServe, beside
    from pbem.runtime.context import Context
    from pbem.runtime.notifier import NoNotifier, Notifier

    try:
        settings = load()
        notifier = Notifier(settings.redis_url, settings.queue) if settings.redis_url else NoNotifier()
        return Context(settings, beside(settings), notifier)
    except (WrongSettings, CannotServe) as error:
        raise NotNow(str(error)) from error


@main.command()
@click.argument("files", nargs=-1, type=FILES)
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True, help="processes to adjudicate with")
@click.option("--queue", is_flag=True, help="send the batch through rq to the workers that listen")
@click.option("--reports", type=click.Path(file_okay=False, path_type=Path), help="folder for each seat's turn report")
@click.option("--report-format", metavar="F", default="text", show_default=True, help="of reports: text, html, json")
@click.option("--mbox", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="take orders from this mbox")
@click.option("--maildir", type=click.Path(exists=True, file_okay=False, path_type=Path), help="or from this maildir")
@click.option(
    "--addresses",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help='whose mails count: JSON, {"<id>": {"<seat>": ["ada@example.org"]}}, * for all ids',
)
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
@click.option(
    "--budget", type=click.Choice(["arena", "mail"]), default="arena", show_default=True, help="of the robots"
)
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
@click.argument("games", nargs=-1, type=click.File("rb"))
def verify(record: IO[bytes], games: tuple[IO[bytes], ...]) -> None:
    """Replay the record RECORD of a game, or of an event, and check every hash and lot; exit 1 at the first difference.

    Of a game every roll and position is worked out again, of an event every pairing, bye and table. The records of an
    event's games may follow: each is verified too, and compared with the result that the event has for it.

    The battles of a campaign or a series, games of their own, are verified with it, and what they have cost is worked
    out again: their records follow, or lie in the same folder under the names that they were mailed with.
    """
    from pbem.campaigns.record import battles_named, is_of_campaign
    from pbem.campaigns.record import verify as check_campaign
    from pbem.events.record import is_of_event
    from pbem.games.record import Difference
    from pbem.games.record import verify as check

    lines = [line for line in record if line.strip()]
    fought: tuple[Any, ...] = ()
    try:
        if lines and is_of_event(lines[0]):
            _verify_event(record, lines, games)
            return
        if is_of_campaign(lines):
            found, fought = check_campaign(lines, list(_battles(record, battles_named(lines), games).values()))
        elif games:
            fail("the records of games can follow that of an event or a campaign alone", 2)
        else:
            found = check(lines)
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
    for battle in fought:
        click.echo(_told_of_battle(battle))
    if found.letters and found.complete:
        click.echo(_told_of_letters(found.letters, found.opened))
    if found.complete:
        click.echo("The record is whole: the seed matches its seal, and every roll, event, position and hash holds.")
    else:
        click.echo("The game goes on: hashes, events and positions hold; the rolls wait for the seed at the end.")


@main.command()
@click.argument("record", type=click.File("rb"))
@click.option(
    "--to", "folder", required=True, type=click.Path(file_okay=False, path_type=Path), help="folder, made if need be"
)
def replay(record: IO[bytes], folder: Path) -> None:
    """Tell a game that is over, from its record RECORD: a film as one HTML page, its maps as PNG, a diary as text.

    It is taken on trust that the record holds: `pbem verify` says whether it does. Games of some rule sets are not told
    so; see `pbem rulesets`.
    """
    from pbem.games import retelling

    lines = [line for line in record if line.strip()]
    try:
        told = retelling.of_record(lines)
        name = retelling.name_of(lines)
        files = [make(name, told) for make in (retelling.film_file, retelling.diary_file)]
    except retelling.NotRetold as why:
        fail(f"the game is not told: {why}", 2)
    pictures = folder / f"{name}-maps"
    pictures.mkdir(parents=True, exist_ok=True)
    for file in files:
        (folder / file.name).write_bytes(file.content)
        click.echo(folder / file.name)
    for each, content in retelling.pictures(told.maps):
        (pictures / f"{each}.png").write_bytes(content)
    click.echo(pictures)


def _battles(record: IO[bytes], names: list[str], given: tuple[IO[bytes], ...]) -> dict[str, list[bytes]]:
    """The records that were given, and those of battles that lie beside that of their campaign or series, by names."""
    folder = Path(record.name).parent if isinstance(record.name, str) else None
    found = {Path(each.name).stem: [line for line in each if line.strip()] for each in given}
    for name in names:
        # What a record calls a game is no way out of its folder.
        if folder is None or name in found or not re.fullmatch(r"[a-z][a-z0-9-]{0,40}", name):
            continue
        beside = folder / f"{name}.jsonl"
        if beside.is_file():
            found[name] = [line for line in beside.read_bytes().splitlines() if line.strip()]
    return found


def _told_of_battle(battle: Any) -> str:
    if battle.verified is None:
        return f"Battle {battle.battle} could not be fought as a game: the table has decided it."
    counts = f"{battle.verified.ruleset}, {battle.verified.turns} entries, {battle.verified.rolls} rolls"
    return f"Battle {battle.battle} was {battle.game}: {counts}; it holds, and what it has cost is what the host told."


def _told_of_letters(sealed: int, opened: int) -> str:
    gone = sealed - opened
    withdrawn = f"; {gone} {'was' if gone == 1 else 'were'} withdrawn" if gone else ""
    return f"Letters: {sealed} sealed in orders, {opened} below the record as sealed{withdrawn}."


def _verify_event(record: IO[bytes], lines: list[bytes], games: tuple[IO[bytes], ...]) -> None:
    from pbem.events.record import battles_named
    from pbem.events.record import verify as check
    from pbem.games.record import Difference
    from pbem.games.record import verify as check_game

    verified, records = [], {}
    for name, kept in _battles(record, battles_named(lines), games).items():
        try:
            verified.append(check_game(kept))
            records[verified[-1].game] = kept
        except Difference as difference:
            fail(f"{name}: {difference}", 1)
    found = check(lines, verified, records)
    counts = f"{found.entrants} entrants, {found.rounds} rounds, {found.results} results"
    click.echo(f"{found.event}: {_in_a_line(found.title)}, {counts}, head {found.head}")
    for act in found.acts:
        who = found.called.get(act.who, act.who)
        about = found.called.get(act.about, act.about)
        why = f". Why: {act.why}" if act.why else ""
        click.echo(_in_a_line(f"round {act.round}: {act.at} {who}: {act.act} {about}{why}"))
    for table in found.standings:
        for row in table["rows"]:
            called = found.called.get(row["entrant"], row["entrant"])
            click.echo(_in_a_line(f"{table['group']} {row['place']:3}  {called}  {row['points']}"))
    if verified:
        click.echo(f"{len(verified)} games were replayed, and ended as the event has it.")
    if found.battles:
        click.echo(
            f"What {_in_a_line(', '.join(found.battles))} cost was worked out again, and the next battles by it."
        )
    if found.taken_on_trust:
        there = _in_a_line(", ".join(found.taken_on_trust))
        click.echo(f"Not here are the records of {there}: what these battles cost stands as the event has it.")
    if found.complete:
        click.echo("The record is whole: the seed matches its seal, and every name, pairing, bye, lot and table holds.")
    elif found.cancelled:
        click.echo("The event was called off. Hashes and results hold.")
    else:
        click.echo("The event goes on: hashes and results hold; pairings and lots wait for the seed at the end.")


def _in_a_line(told: str) -> str:
    from pbem.reports.document import echoed, shown

    return echoed(shown(" ".join(told.split())), LONGEST_ACT)


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


@main.group(invoke_without_command=True)
@click.option("--most", type=click.IntRange(min=1), default=20, show_default=True, help="players of each table")
@click.option("--json", "as_json", is_flag=True, help="the whole tables, one JSON object a line")
@click.pass_context
def ratings(asked: click.Context, most: int, as_json: bool) -> None:
    """Show how strong players and robots are in each way to play, and what its sides are worth."""
    if asked.invoked_subcommand is not None:
        return
    from pbem.ratings import command

    context = context_of_host()
    for line in command.as_json(context) if as_json else command.shown(context, most):
        click.echo(line)


@ratings.command("rebuild")
@click.option("--verify", is_flag=True, help="check the hashes of the records too, from the first line to the last")
def rebuild_ratings(verify: bool) -> None:
    """Reckon all ratings anew from the last lines of the records, and put right what is stored otherwise.

    Exit status: 1 where something was otherwise, or a record does not hold.
    """
    from pbem.ratings import command
    from pbem.ratings.keeping import rebuild

    found = rebuild(context_of_host(), verify=verify)
    for line in command.told(found, verified=verify):
        click.echo(line)
    if found.differed or found.unsound:
        sys.exit(1)


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
def event() -> None:
    """Direct events: tournaments from their announcement to their closing. Each act is recorded, with its reason."""


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
@click.option("--mail", is_flag=True, help="send a mail to ourselves, by the SMTP server and the door, and wait for it")
@click.option("--json", "as_json", is_flag=True, help="one JSON object a line")
def doctor(*, mail: bool, as_json: bool) -> None:
    """Look at everything that mail and games depend on, and say what to do where something is amiss.

    Exit status: 0 all is well, 1 something is not.
    """
    import msgspec

    from pbem.ops.doctor import BAD, examine, in_a_line

    wrong = False
    for finding in examine(context_of_host(begun=False), by_mail=mail):
        wrong = wrong or finding.state == BAD
        click.echo(msgspec.json.encode(finding).decode() if as_json else in_a_line(finding))
    sys.exit(1 if wrong else 0)


@main.group()
def dkim() -> None:
    """Sign outgoing mail, so that large mailbox providers believe that it is yours (DKIM)."""


@dkim.command("new")
@click.option("--selector", default=lambda: time.strftime("pbem%Y%m"), show_default="pbem and the month")
@click.option("--key", type=click.Path(dir_okay=False, path_type=Path), help="file for the key  [default: in data_dir]")
def new_key(selector: str, key: Path | None) -> None:
    """Make a key, and print its DNS record and the settings that use it."""
    from pbem.outbound import signing

    settings = _settings()
    if not signing.SELECTOR.fullmatch(selector):
        fail(f"{selector!r} cannot be a selector: small letters, digits and hyphens", 2)
    path = (key or settings.data_dir / f"dkim-{selector}.pem").resolve()
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        signing.new_key(path)
        record = signing.record_of(path)
    except signing.CannotSign as error:
        fail(str(error), 2)
    name = f"{selector}._domainkey.{settings.mail_domain}"
    click.echo(f"; the record for the DNS of {settings.mail_domain}\n{signing.in_zone_file(name, record)}")
    click.echo(f'\n# pbem.toml, once the record can be looked up\ndkim_key = "{path}"\ndkim_selector = "{selector}"')


@main.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the lines by which SHELL completes commands and options of pbem; its start-up file evaluates them.

    For bash: eval "$(pbem completion bash)" in ~/.bashrc; zsh likewise in ~/.zshrc, once compinit has run; for fish:
    pbem completion fish > ~/.config/fish/completions/pbem.fish.
    """
    from click.shell_completion import get_completion_class

    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(main, {}, "pbem", COMPLETING).source())


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

    from pbem.config import Settings, origin, outdated

    settings = _settings()
    table = Table("setting", "value", "from", "what it is for", box=None, pad_edge=False)
    for name, field in Settings.model_fields.items():
        table.add_row(f"PBEM_{name.upper()}", _masked(getattr(settings, name)), origin(name), field.description)
    Console(width=None if sys.stdout.isatty() else 160).print(table)
    for told in outdated():
        click.echo(f"pbem: {told}", err=True)


def _adopt() -> None:
    from pbem.ops.starting import CannotServe
    from pbem.ops.starting import adopt as run

    try:
        changed = run(_settings())
    except CannotServe as error:
        fail(str(error), 2)
    click.echo(f"in force from now on: {', '.join(changed)}" if changed else "these settings are in force already")


def context_of_host(*, begun: bool = True) -> Any:
    """What an act of the host needs at hand, from a command beside the server, which has `begun` or perhaps not."""
    from pbem.runtime.context import Context
    from pbem.runtime.logs import configure
    from pbem.runtime.notifier import NoNotifier, Notifier

    configure()
    settings = _settings()
    # That of `pbem serve`, which nobody else can reach.
    its_own = settings.redis_url is None
    return Context(
        settings, _store(begun=begun), NoNotifier() if its_own else Notifier(settings.redis_url, settings.queue)
    )


def _store(*, begun: bool = True) -> Any:
    from pbem.ops.starting import CannotServe, beside, looked_at

    try:
        return beside(_settings()) if begun else looked_at(_settings())
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
