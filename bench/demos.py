"""Campaigns by mail as `pbem demo` plays them, seed by seed: each to its end, with a record that holds.

    PYTHONPATH=. nice python bench/demos.py demos 2:20 8:20 linked-2:3 linked-5:3

plays 20 seeds of the Hundred Days between two and between eight players with battles by the table, and 3 each between
two and five with battles that are games of their own, each in a whole server of its own. Of each record copies are
altered, and must be refused. What is found goes into a folder (`demos`), a line a campaign, and all mails of each as a
text; begun again it goes on with those that are missing. The table at the end tells how many lines the longest report
had, by seat.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from email.message import Message
from pathlib import Path
from typing import Any

import msgspec
from rounds import Sheet

from pbem.campaigns.record import is_of_campaign, verify
from pbem.games import record
from pbem.games.record import Difference
from pbem.ops import demo
from pbem.ops.demo import DemoFailed

sys.path.append(str(Path(__file__).parent.parent / "tests" / "shared"))
from forged import relinked

RULESET, LINKED = "hundred_days", "linked"
FIELDS = ("waterloo_wargame", "waterloo_grid", "waterloo1895", "stratego_waterloo")
PATIENCE_S = 1800  # without a mail: a game that waits for a core is not one that hangs

Lines = Sequence[str | bytes]


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """A campaign: what was played, how long it took, what was mailed, and what became of its record.

    `refused` are the ways in which its record was altered and the alteration was noticed, out of `altered`. `lines` are
    those of the longest report, by seat.
    """

    kind: str
    seed: int
    seconds: float
    mails: int = 0
    turns: int = 0
    battles: int = 0
    refused: int = 0
    altered: int = 0
    head: str = ""
    lines: dict[str, int] = {}
    failed: str = ""


def main(folder: Path, kinds: Sequence[str]) -> int:
    """Play what is missing and tell of all; 1 where anything went wrong."""
    demo.START_TIMEOUT_S = demo.SILENCE_TIMEOUT_S = PATIENCE_S
    folder.mkdir(parents=True, exist_ok=True)
    there = list(_kept(folder))
    done = {(each.kind, each.seed) for each in there if not each.failed}
    with (folder / "demos.jsonl").open("ab", buffering=0) as kept:
        for kind, seeds in (each.split(":") for each in kinds):
            for seed in range(1, int(seeds) + 1):
                if (kind, seed) in done:
                    continue
                there.append(played(folder, kind, seed))
                kept.write(msgspec.json.encode(there[-1]) + b"\n")
                print(there[-1], flush=True)
    last = {(each.kind, each.seed): each for each in there}
    _tell(list(last.values()))
    return any(each.failed or each.refused < each.altered for each in last.values())


def _kept(folder: Path) -> Iterator[Told]:
    file = folder / "demos.jsonl"
    for line in file.read_bytes().splitlines() if file.exists() else ():
        yield msgspec.json.decode(line, type=Told)


def chosen(kind: str, seed: int) -> dict[str, str]:
    """The options of a kind of campaign; linked ones are fought by another rule set with each seed."""
    name, _, players = kind.rpartition("-")
    linked = {"battles": LINKED, "rules": FIELDS[(seed - 1) % len(FIELDS)]}
    return {"players": players, **(linked if name == LINKED else {})}


def played(folder: Path, kind: str, seed: int) -> Told:
    """Play one, and keep its mails as a text and its records."""
    begun = time.monotonic()
    home = folder / f"{kind}-{seed}"
    home.mkdir(exist_ok=True)
    try:
        with (home / "mails.txt").open("w") as mails, redirect_stdout(mails):
            table = demo.play(RULESET, seed, chosen(kind, seed))
    except DemoFailed as error:
        return Told(kind=kind, seed=seed, seconds=time.monotonic() - begun, failed=str(error))
    seconds = time.monotonic() - begun
    records = {
        name: content
        for _, mail in table.mails
        for name, content in demo.files_of(mail).items()
        if name and name.endswith(".jsonl")
    }
    for name, content in records.items():
        (home / name).write_bytes(content)
    by_game = {name.removesuffix(".jsonl"): content.splitlines() for name, content in records.items()}
    campaign = by_game.pop(table.verified.game)
    altered = list(alterations(campaign, by_game))
    return Told(
        kind=kind,
        seed=seed,
        seconds=round(seconds, 1),
        mails=len(table.mails),
        turns=table.verified.turns,
        battles=len(by_game),
        refused=sum(is_refused(*each) for each in altered),
        altered=len(altered),
        head=table.verified.head,
        lines=longest(table.mails),
    )


# --- Records that somebody has altered ----------------------------------------------------------------------------


def alterations(campaign: Lines, battles: Mapping[str, Lines]) -> Iterator[tuple[Lines, list[Lines]]]:
    """A record and those of its battles, each time with something altered; but once all hashes are made anew."""
    games = list(battles.values())
    text = [line.decode() if isinstance(line, bytes) else line for line in campaign]
    entries = [msgspec.json.decode(line) for line in text]
    below = next((at for at, entry in enumerate(entries) if record.is_below(entry)), len(text))
    turn = next(at for at, entry in enumerate(entries) if entry["kind"] == "turn" and entry["rolls"])
    ordered = next(at for at, entry in enumerate(entries) if entry["kind"] == "turn" and any(entry["orders"].values()))
    yield [*text[:turn], text[turn].replace('"value":', '"value":1'), *text[turn + 1 :]], games
    yield [*text[: turn + 1], *text[turn + 2 :]], games
    for at, edit in ((turn, _turn_a_die), (ordered, _drop_orders)):
        yield [*relinked(text[:below], at, edit), *text[below:]], games
    if games:
        yield campaign, games[1:]
        yield campaign, [_with_a_die_turned(games[0]), *games[1:]]


def _with_a_die_turned(lines: Lines) -> list[str]:
    text = [line.decode() if isinstance(line, bytes) else line for line in lines]
    entries = [msgspec.json.decode(line) for line in text]
    below = next((at for at, entry in enumerate(entries) if record.is_below(entry)), len(text))
    rolled = next((at for at, entry in enumerate(entries) if entry.get("rolls")), None)
    edit: Callable[[dict[str, Any]], object] = _turn_a_die if rolled is not None else _another_game
    return [*relinked(text[:below], rolled or 0, edit), *text[below:]]


def _turn_a_die(entry: dict[str, Any]) -> None:
    roll = entry["rolls"][0]
    shown = roll["value"]
    # Some dice have names on their faces.
    roll["value"] = shown % roll["faces"] + 1 if isinstance(shown, int) else f"{shown}'"


def _drop_orders(entry: dict[str, Any]) -> None:
    seat = next(seat for seat, lines in entry["orders"].items() if lines)
    entry["orders"][seat] = []


def _another_game(entry: dict[str, Any]) -> None:
    entry["game"] += "0"


def is_refused(campaign: Lines, battles: list[Lines]) -> bool:
    """Whether a record and those of its battles do not hold together."""
    assert is_of_campaign(campaign)
    try:
        verify(campaign, battles)
    except Difference:
        return True
    return False


# --- What was mailed ----------------------------------------------------------------------------------------------


def longest(mails: Sequence[tuple[str, Message]]) -> dict[str, int]:
    """The lines of the longest report that each seat was sent as long as its campaign went on."""
    found: dict[str, int] = {}
    for _, mail in mails:
        for view in _views(mail):
            if "your orders for" in demo.subject_of(mail):
                lines = len(demo.plain_text(mail).rstrip("\n").split("\n"))
                found[view["seat"]] = max(found.get(view["seat"], 0), lines)
    return found


def _views(mail: Message) -> Iterator[Any]:
    for name, content in demo.files_of(mail).items():
        if name and name.startswith("days") and name.endswith(".json"):
            yield msgspec.json.decode(content)


def _tell(all_of_them: Sequence[Told]) -> None:
    rows, sheet = [], Sheet()
    for kind in dict.fromkeys(each.kind for each in all_of_them):
        told = [each for each in all_of_them if each.kind == kind]
        ended = [each for each in told if not each.failed]
        seats = sorted({seat for each in ended for seat in each.lines})
        rows.append(
            [
                kind,
                str(len(told)),
                str(len(ended)),
                f"{sum(each.refused for each in ended)} of {sum(each.altered for each in ended)}",
                str(sum(each.battles for each in ended)),
                str(sum(each.mails for each in ended)),
                f"{sum(each.seconds for each in ended) / max(1, len(ended)):.0f}",
                ", ".join(f"{seat} {max(each.lines.get(seat, 0) for each in ended)}" for seat in seats),
            ]
        )
    heads = ["campaigns", "begun", "ended, verified", "altered, refused", "battles", "mails", "s each", "longest"]
    sheet.table("Campaigns by mail", heads, rows)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
