"""Whether a change of the code changed any behaviour: answers, games, mails and drawings, recorded and compared.

    python bench/answers.py record --to bench/answers/22b85cb.json [--requests DIR] [--corpus DIR] [--keep DIR]
    python bench/answers.py compare bench/answers/22b85cb.json [... the same] [--against DIR [--ignore KEY]]

runs on whatever pbem the Python that runs it imports (installed, editable, or built in place with PYTHONPATH=.); the
first line printed says which. For each rule set

- 20,000 sound requests and 4,000 malformed ones are made by the engine from a seed and answered by `pbem adjudicate`;
- turn reports are written for 300 of the requests (`--reports`), and 120 get their orders from mails that quote a
  report in one of several styles (`--mbox`);
- its page, its schema, and maps of the opening and 200 positions are printed, as text and SVG, for every seat.

Besides, the golden games of `tests` are replayed, and of every mail in `tests/mail/styles` and in a folder of mails
(`--corpus`) is told what was read: who wrote it, which lines are his own, and which of them are commands, orders or
chatter. All is compared byte for byte by SHA-256; the recorded file holds the digests of blocks of lines.

Since the engine makes the requests, a change of its random play, its drawn orders or its robots makes other requests.
That is told. `record --requests DIR` keeps them in a folder (below DIR/requests), and `compare --requests DIR` replays
the same bytes, whatever the new tree would have made.

What differs by design is for whoever changes it to list, in the note on that change: the `where` or the `message` of an
error whose shape is described anew, a schema that is generated, the name of an exception. `--against` and `--keep` show
all that differs, counted by its place in the JSON; `--ignore message --ignore where` leaves out what is listed, and the
exit status then is 0 if nothing else differs. `codes/...` tell of malformed requests only whether and with which code
they are in error, and have to be equal in any case.

Modules that move cost a line in `bench/replay/inside.py`. Rule sets that are not in `bench/replay/habits.py` are not
recorded.
"""

from __future__ import annotations

import json
import platform
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click
from replay.batches import COUNTS, Stopped, batch, golden, made, reports, requests_file
from replay.blocks import Parts
from replay.differences import differing, looked_at
from replay.drawings import drawings
from replay.habits import HABITS
from replay.mailbox_orders import mailed
from replay.mails import mails

ROOT = Path(__file__).parents[1]
KINDS = ("mails", "golden", "batches", "reports", "mailed", "drawings")
# Libraries whose own words or choices come into what is compared.
PACKAGES = ("msgspec", "lark", "rapidfuzz", "jinja2", "inscriptis", "mail-parser-reply", "flufl.bounce", "click")
FOLDER = click.Path(file_okay=False, path_type=Path)
THERE = click.Path(exists=True, file_okay=False, path_type=Path)

Job = tuple[Callable[..., Parts | None], Sequence[Any]]


def shared(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options that both have."""
    for option in reversed(
        (
            click.option("--requests", type=FOLDER, help="folder that the requests are kept in"),
            click.option("--keep", type=FOLDER, help="keep whole answers, reports, drawings and readings here"),
            click.option("--corpus", type=THERE, help="folder of more mails, a file each"),
            click.option("--tests", type=THERE, default=ROOT / "tests", help="folder with golden games and mails"),
            click.option("--ruleset", "rulesets", multiple=True, type=click.Choice(list(HABITS)), help="these alone"),
            click.option("--only", "kinds", multiple=True, type=click.Choice(KINDS), help="these alone"),
            click.option("--jobs", type=click.IntRange(min=1), default=2, show_default=True, help="processes"),
        )
    ):
        command = option(command)
    return command


@click.group(help=(__doc__ or "").partition("\n")[0])
def main() -> None:
    """Record or compare."""


@main.command()
@click.option("--to", type=click.Path(dir_okay=False, path_type=Path), required=True, help="file for the digests")
@shared
def record(to: Path, **choices: Any) -> None:
    """Write down the digests of this tree."""
    parts = _run(**choices)
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_text(json.dumps({"made with": _versions(), "parts": parts}, indent=1, sort_keys=True) + "\n")
    click.echo(f"{sum(map(len, parts.values()))} digests in {to}")


@main.command()
@click.argument("recorded", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--against", type=THERE, help="folder that the recorded tree kept: show what differs (needs --keep)")
@click.option("--ignore", multiple=True, metavar="KEY", help="leave out this key of the JSON (needs --against)")
@click.option("--show", type=click.IntRange(min=0), default=3, show_default=True, help="examples of each part")
@shared
def compare(recorded: Path, against: Path | None, ignore: tuple[str, ...], show: int, **choices: Any) -> None:
    """Compare this tree with the digests in RECORDED. Exit status: 0 equal, 1 something differs."""
    if against is not None and choices["keep"] is None:
        raise click.UsageError("--against needs --keep: what this tree answers is compared line by line.")
    if ignore and against is None:
        raise click.UsageError("--ignore needs --against: digests cannot leave anything out.")
    known = json.loads(recorded.read_text())
    for name, here in _versions().items():
        if known["made with"].get(name) != here:
            click.echo(f"note: recorded with {name} {known['made with'].get(name)}, and this is {here}")
    if choices["requests"] is not None:
        _refuse_others(choices["requests"], choices["rulesets"] or list(HABITS))
    parts = _run(**choices)
    unequal = False
    for part, labels in sorted(differing(known["parts"], parts).items()):
        click.echo(f"{part}: {_verdict(part, labels, parts)}")
        if labels and against is not None:
            look = looked_at(part, against, choices["keep"], ignore, show)
            click.echo("\n".join(look.sentences))
            unequal |= look.lines > 0
        else:
            unequal |= bool(labels)
    click.echo("Something differs." if unequal else "Nothing differs.")
    sys.exit(unequal)


def _refuse_others(folder: Path, rulesets: Sequence[str]) -> None:
    """Requests that this tree would make are not those of the recorded one, so none are made into its folder."""
    for ruleset in rulesets:
        if not all(requests_file(ruleset, kind, folder).exists() for kind in COUNTS):
            raise click.UsageError(
                f"{folder} has no requests of {ruleset}: `record --requests {folder}` keeps them there."
            )


def _verdict(part: str, labels: Sequence[str], parts: Parts) -> str:
    if not labels:
        return f"equal ({len(parts[part])})"
    told = f"{len(labels)} of {len(parts[part])} DIFFER: {', '.join(labels[:12])}{' ...' if len(labels) > 12 else ''}"
    if part.startswith("requests/"):
        told += "\n  These are other requests, so that their answers cannot be equal: the engine plays, draws or lists"
        told += " otherwise.\n  Replay those of the recorded tree with --requests."
    return told


# --- Running it all -----------------------------------------------------------------------------------------------


def _run(
    requests: Path | None,
    keep: Path | None,
    corpus: Path | None,
    tests: Path,
    rulesets: Sequence[str],
    kinds: Sequence[str],
    jobs: int,
) -> Parts:
    """All digests of this tree."""
    click.echo(f"pbem from {import_module('pbem').__path__[0]}, core from {import_module('core').__path__[0]}")
    rulesets, kinds = rulesets or list(HABITS), kinds or KINDS
    with _folder(requests) as asked, ProcessPoolExecutor(jobs) as pool:
        if {"batches", "reports", "mailed", "drawings"} & set(kinds):
            _done(pool, {f"requests/{name}": (made, (name, asked)) for name in rulesets})
        each: dict[str, dict[str, Job]] = {
            "batches": {
                f"answers/{name}/{kind}": (batch, (name, kind, asked, keep)) for name in rulesets for kind in COUNTS
            },
            "reports": {f"reports/{name}": (reports, (name, asked, keep)) for name in rulesets},
            "mailed": {f"mailed/{name}": (mailed, (name, asked, keep)) for name in rulesets},
            "drawings": {f"drawings/{name}": (drawings, (name, asked, keep)) for name in rulesets},
            "golden": {"golden": (golden, (tests, rulesets, keep))},
            "mails": {"mails": (mails, (tests, corpus, list(HABITS), keep))},
        }
        return _done(pool, {name: job for kind in KINDS if kind in kinds for name, job in each[kind].items()})


def _done(pool: ProcessPoolExecutor, jobs: dict[str, Job]) -> Parts:
    """What the jobs found, all together; each is told as it ends."""
    begun = time.monotonic()
    waiting = {pool.submit(work, *arguments): name for name, (work, arguments) in jobs.items()}
    parts: Parts = {}
    for future in as_completed(waiting):
        try:
            parts |= future.result() or {}
        except Stopped as error:
            click.echo(error, err=True)
            parts[waiting[future]] = {"stopped": str(error)}  # so that it is equal to nothing
        click.echo(f"{time.monotonic() - begun:6.0f} s  {waiting[future]}", err=True)
    return parts


@contextmanager
def _folder(given: Path | None) -> Iterator[Path]:
    if given is not None:
        yield given
        return
    with tempfile.TemporaryDirectory(prefix="pbem-replay-") as name:
        yield Path(name)


def _versions() -> dict[str, str]:
    return {"Python": ".".join(platform.python_version_tuple()[:2]), **{name: version(name) for name in PACKAGES}}


if __name__ == "__main__":
    main()
