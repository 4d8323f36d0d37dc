"""`pbem adjudicate` as a process of its own, on batches of requests, on the golden games, and writing reports."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import msgspec

from replay.blocks import Digests, Parts, digested, kept_file, line_of, lines_in
from replay.inside import Json
from replay.malformed import malformed
from replay.requests import requests as sound

SEED = "1815"
BLOCK = 500
COUNTS = {"valid": 20_000, "malformed": 4_000}
REPORTS, REPORT_BLOCK = 300, 10
ADJUDICATE = (sys.executable, "-P", "-m", "pbem", "adjudicate")
CRASHED = 2  # exit statuses from here on mean that the batch was not finished


class Stopped(Exception):
    """The command did not answer every request, as a sentence."""


# --- Batches ------------------------------------------------------------------------------------------------------


def made(ruleset: str, folder: Path) -> None:
    """Make the requests of a rule set from the seed and keep them in a folder, if it does not have them."""
    _keep(sound(ruleset, SEED), "valid", ruleset, folder)
    # From all over the sound ones, which are as long in the making as all the rest of a run.
    every = COUNTS["valid"] // COUNTS["malformed"]
    chosen = islice(requests_in(folder, ruleset, "valid"), 0, None, every)
    _keep(malformed(chosen, f"{SEED} {ruleset}"), "malformed", ruleset, folder)


def _keep(lines: Iterator[bytes], kind: str, ruleset: str, folder: Path) -> None:
    path = requests_file(ruleset, kind, folder)
    if not path.exists():
        unfinished = path.with_suffix(".unfinished")
        digested(islice(lines, COUNTS[kind]), BLOCK, unfinished)
        unfinished.rename(path)


def batch(ruleset: str, kind: str, requests: Path, keep: Path | None) -> Parts:
    """Digests of the requests of a kind in a folder and of the answers to them. Raises Stopped."""
    part = f"{ruleset}/{kind}"
    with tempfile.TemporaryDirectory(prefix="pbem-replay-") as name:
        path = Path(name) / "requests.jsonl"
        asked = digested(_copied(requests_in(requests, ruleset, kind), path), BLOCK)
        codes: list[bytes] = []
        told = digested(_noting(answers_to(path), codes), BLOCK, kept_file(keep, f"answers/{part}"))
    if len(codes) != COUNTS[kind]:
        raise Stopped(f"{part}: {COUNTS[kind]} requests and {len(codes)} answers")
    found = {f"requests/{part}": asked, f"answers/{part}": told}
    # Where a shape is described anew, the words for what does not fit it change; whether it fits should not.
    return found | ({f"codes/{part}": digested(codes, BLOCK)} if kind == "malformed" else {})


def requests_in(folder: Path, ruleset: str, kind: str) -> Iterator[bytes]:
    """The requests of a kind that are kept in a folder."""
    return lines_in(requests_file(ruleset, kind, folder))


def requests_file(ruleset: str, kind: str, folder: Path) -> Path:
    """The file for the requests of a kind below a folder."""
    return kept_file(folder, f"requests/{ruleset}/{kind}")


def answers_to(path: Path, *options: str) -> Iterator[bytes]:
    """The answers to the requests in a file, as the command prints them. Raises Stopped."""
    with _command(*options, str(path)) as process:
        assert process.stdout is not None
        for line in process.stdout:
            yield line.removesuffix(b"\n")


def _copied(lines: Iterator[bytes], path: Path) -> Iterator[bytes]:
    with path.open("wb") as file:
        for line in lines:
            file.write(line + b"\n")
            yield line


def _noting(answers: Iterator[bytes], codes: list[bytes]) -> Iterator[bytes]:
    """The answers, each one's error code (or that there is none) noted on the way."""
    for line in answers:
        error = msgspec.json.decode(line, type=_Told).error
        codes.append(b"answered" if error is None else str(error["code"]).encode())
        yield line


class _Told(msgspec.Struct):
    error: Json | None = None


def completed(*arguments: str) -> tuple[bytes, str]:
    """What the command prints, and what it says on standard error. Raises Stopped."""
    with tempfile.TemporaryDirectory(prefix="pbem-replay-") as folder:
        done = subprocess.run([*ADJUDICATE, *arguments], capture_output=True, cwd=folder, env=_environment())
    _see(done.returncode, arguments)
    return done.stdout, done.stderr.decode(errors="replace")


@contextmanager
def _command(*arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    with (
        tempfile.TemporaryDirectory(prefix="pbem-replay-") as folder,
        subprocess.Popen(
            [*ADJUDICATE, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=folder,
            env=_environment(),
        ) as process,
    ):
        try:
            yield process
            assert process.stdin is not None
            process.stdin.close()
            status = process.wait()
        except BaseException:
            process.kill()
            raise
    _see(status, arguments)


def _environment() -> dict[str, str]:
    """Ours without settings, and with a path that leads to the same tree from another folder."""
    path = (str(Path(each).resolve()) for each in os.environ.get("PYTHONPATH", "").split(os.pathsep) if each)
    settings = {name: value for name, value in os.environ.items() if not name.startswith("PBEM_")}
    return settings | {"PYTHONPATH": os.pathsep.join(path)}


def _see(status: int, arguments: Sequence[str]) -> None:
    if status < 0 or status >= CRASHED:
        raise Stopped(f"pbem adjudicate {' '.join(arguments)} ended with {status}")


# --- Reports ------------------------------------------------------------------------------------------------------


def reports(ruleset: str, requests: Path, keep: Path | None) -> Parts:
    """Digests of the turn reports that are written for some of the sound requests. Raises Stopped."""
    every = COUNTS["valid"] // REPORTS
    lines = islice(requests_in(requests, ruleset, "valid"), 0, None, every)
    with tempfile.TemporaryDirectory(prefix="pbem-replay-") as name:
        path, folder = Path(name) / "requests.jsonl", Path(name) / "reports"
        # Names of their own, so that no two reports go into one file.
        asked = [msgspec.json.decode(line) | {"id": f"r{number:04}"} for number, line in enumerate(lines)]
        path.write_bytes(b"".join(line_of(request) + b"\n" for request in asked))
        answered = sum(1 for _ in answers_to(path, "--reports", str(folder)))
        if answered != len(asked):
            raise Stopped(f"reports/{ruleset}: {len(asked)} requests and {answered} answers")
        written = (_reports_on(folder, str(request["id"])) for request in asked)
        return {f"reports/{ruleset}": digested(written, REPORT_BLOCK, kept_file(keep, f"reports/{ruleset}"))}


def _reports_on(folder: Path, ident: str) -> bytes:
    written = {path.stem.partition(".")[2]: path.read_text() for path in folder.glob(f"{ident}.*.txt")}
    return line_of({"id": ident, "reports": written})


# --- Golden games -------------------------------------------------------------------------------------------------


def golden(tests: Path, rulesets: Sequence[str], keep: Path | None) -> Parts:
    """Digests of the recorded games below a folder, replayed: of what is asked and of all that is answered.

    Raises Stopped.
    """
    found: Parts = {f"golden/{name}/{what}": {} for name in rulesets for what in ("requests", "answers")}
    with _command() as process:
        for path in sorted(path for path in tests.rglob("golden/*.jsonl") if path.parts[-3] in rulesets):
            for what, lines in zip(("requests", "answers"), zip(*_replayed(process, path), strict=True), strict=True):
                part = f"golden/{path.parts[-3]}/{what}"
                found[part] |= _whole(path.stem, lines, kept_file(keep, f"{part}/{path.stem}"))
    return found


def _whole(name: str, lines: Sequence[bytes], kept: Path | None) -> Digests:
    """One digest for all lines, under a name."""
    (digest,) = digested(lines, len(lines), kept).values()
    return {name: digest}


def _replayed(process: subprocess.Popen[bytes], path: Path) -> Iterator[tuple[bytes, bytes]]:
    """The requests of a game, each from the position that the one before led to, and their answers."""
    assert process.stdin is not None
    assert process.stdout is not None
    head, *entries = (msgspec.json.decode(line) for line in path.read_bytes().splitlines())
    position = None
    for entry in entries:
        request = {
            "id": "golden",
            "ruleset": path.parts[-3],
            "options": head["options"],
            "position": position,
            "dice": {"seed": head["seed"], "game": "golden"},
            "orders": entry["orders"],
            "due": entry["due"],
        }
        line = line_of(request)
        process.stdin.write(line + b"\n")
        process.stdin.flush()
        answer = process.stdout.readline().removesuffix(b"\n")
        if not answer:
            raise Stopped(f"{path} was not answered to its end")
        yield line, answer
        position = msgspec.json.decode(answer).get("position")
