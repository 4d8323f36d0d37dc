"""Who plays in the arena: robots by their names, and programs that read views and write orders.

A program is started for each game and gets a line of JSON for each decision; it answers with its order lines and an
empty line. What it costs is bounded, and whoever oversteps a bound loses the game.
"""

from __future__ import annotations

import os
import resource
import select
import shlex
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Protocol, TypeAlias

import msgspec

from core.contract import Budget, Json, Level, SeatName
from pbem.robots import playing
from pbem.rulesets.contract import Presentation

LONGEST_ANSWER = 1 << 16  # bytes of orders
READ_AT_ONCE = 1 << 14


class Forfeit(Exception):
    """Why a player has lost the game, whatever the rules say, as a clause: `it has ended`."""


class NoSuchPlayer(Exception):
    """Why somebody cannot play, as a sentence."""


class Asked(msgspec.Struct, frozen=True):
    """A decision that is owed: by which seat, of what kind, and what it may know. `seed` is for the player's chance."""

    words: Presentation
    position: Any
    seat: SeatName
    kind: str
    seed: str

    @property
    def view(self) -> Json:
        """What the seat may know."""
        return self.words.rules.view(self.position, self.seat)


class Player(Protocol):
    """One who plays the seats of a game. `clock` is how its thinking is timed, in seconds."""

    clock: Callable[[], float]

    def orders(self, asked: Asked) -> str:
        """Orders as text, as a player would mail them. Raises Forfeit."""

    def close(self) -> None:
        """The game is over."""


class Limits(msgspec.Struct, frozen=True):
    """What a program may cost: seconds for a decision, and bytes of memory."""

    seconds: float = 10.0
    memory: int = 1 << 30


# --- Robots -------------------------------------------------------------------------------------------------------


Think: TypeAlias = Callable[[Asked, Budget], str]


class Robot:
    """A robot of this server, which thinks within this process: what else the machine does is no time of its own."""

    clock = staticmethod(time.thread_time)

    def __init__(self, think: Think, budget: Budget) -> None:
        self._think, self._budget = think, budget

    def orders(self, asked: Asked) -> str:
        """What it thinks best."""
        return self._think(asked, self._budget)

    def close(self) -> None:
        """Nothing is left of it."""


def _at_random(asked: Asked, budget: Budget) -> str:
    """Any orders that the rules take. They alone know which there are; nothing else of the position is looked at."""
    drawn = Random(asked.seed).getrandbits(64)  # noqa: S311  (a robot's whim is no secret)
    return "\n".join(line.text for line in asked.words.rules.random_orders(asked.position, asked.seat, drawn))


def _stand_in(asked: Asked, budget: Budget) -> str:
    """Whoever plays by mail for a seat that is silent."""
    return asked.words.bot(asked.view, asked.seat, Random(asked.seed))  # noqa: S311  (as above)


def _of_level(level: Level, asked: Asked, budget: Budget, weights: Mapping[str, float] | None = None) -> str:
    return playing.orders(asked.words, asked.view, level, playing.seed_of(asked.seed), budget, weights)


ROBOTS: dict[str, Think] = {
    "random": _at_random,
    "stand-in": _stand_in,
    **{level.value: partial(_of_level, level) for level in Level},
}


def player(name: str, limits: Limits, budget: Budget) -> Player:
    """The player of a name: a robot, or else a command that starts a program. Raises NoSuchPlayer."""
    think = _robot(name)
    if think is not None:
        return Robot(think, budget)
    return Program(_command(name), limits)


def must_exist(name: str) -> None:
    """Raise NoSuchPlayer where nobody is called so, and no such program can be started."""
    if _robot(name) is None:
        _command(name)


def _robot(name: str) -> Think | None:
    """The robot of a name; `marshal@FILE` weighs positions as the file says, which is JSON: names to numbers."""
    level, at, path = name.partition("@")
    if not at or level not in set(Level):
        return ROBOTS.get(name)
    try:
        weights = msgspec.json.decode(Path(path).read_bytes(), type=dict[str, float])
    except (OSError, msgspec.MsgspecError) as error:
        raise NoSuchPlayer(f"the weights of {name} cannot be read: {error}") from error
    return partial(_of_level, Level(level), weights=weights)


def _command(name: str) -> list[str]:
    try:
        command = shlex.split(name)
    except ValueError as error:
        raise NoSuchPlayer(f"{name!r} is no command: {error}") from error
    known = " and ".join(ROBOTS)
    if not command or os.sep not in command[0]:
        raise NoSuchPlayer(f"nobody is called {name!r}: there are {known}, or programs by their path, as ./my_bot")
    if not os.access(command[0], os.X_OK) or Path(command[0]).is_dir():
        raise NoSuchPlayer(f"{command[0]} is no program that can be started")
    return command


# --- Programs -----------------------------------------------------------------------------------------------------


class Program:
    """A program in a process, and a process group, of its own. What it writes to its error output is seen as it is."""

    clock = staticmethod(time.perf_counter)

    def __init__(self, command: list[str], limits: Limits) -> None:
        self._command, self._limits = command, limits
        self._process: subprocess.Popen[bytes] | None = None

    def orders(self, asked: Asked) -> str:
        """Its answer to a decision: all up to an empty line. Raises Forfeit."""
        question = {"ruleset": asked.words.name, "seat": asked.seat, "kind": asked.kind, "view": asked.view}
        process = self._started()
        until = time.monotonic() + self._limits.seconds
        self._send(process, msgspec.json.encode(question) + b"\n", until)
        return self._answer(process, until).decode("utf-8", "replace")

    def close(self) -> None:
        """End it, and whatever it has started."""
        process, self._process = self._process, None
        if process is None:
            return
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(BrokenPipeError):
                    pipe.close()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            try:
                self._process = subprocess.Popen(
                    self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True
                )
            except OSError as error:
                raise Forfeit(f"it cannot be started: {error.strerror}") from error
            self._limit(self._process.pid)
            for pipe in (self._process.stdin, self._process.stdout):
                if pipe is not None:
                    os.set_blocking(pipe.fileno(), False)
        return self._process

    def _limit(self, pid: int) -> None:
        with suppress(ProcessLookupError):
            resource.prlimit(pid, resource.RLIMIT_AS, (self._limits.memory, self._limits.memory))
            resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0))

    def _send(self, process: subprocess.Popen[bytes], question: bytes, until: float) -> None:
        assert process.stdin is not None
        left = memoryview(question)
        while left:
            _, ready, _ = select.select([], [process.stdin], [], _remaining(until))
            if not ready:
                raise Forfeit(self._too_slow())
            try:
                left = left[os.write(process.stdin.fileno(), left) :]
            except BlockingIOError:
                continue
            except BrokenPipeError as error:
                raise Forfeit(self._ended()) from error

    def _answer(self, process: subprocess.Popen[bytes], until: float) -> bytes:
        assert process.stdout is not None
        said = bytearray()
        # An empty line too many behind an answer may come at any time, and is none to the next question.
        while not said.lstrip(b"\r\n").endswith((b"\n\n", b"\n\r\n")):
            ready, _, _ = select.select([process.stdout], [], [], _remaining(until))
            if not ready:
                raise Forfeit(self._too_slow())
            part = os.read(process.stdout.fileno(), READ_AT_ONCE)
            if not part:
                raise Forfeit(self._ended())
            said += part
            if len(said) > LONGEST_ANSWER:
                raise Forfeit(f"it has written more than {LONGEST_ANSWER} bytes")
        return bytes(said)

    def _too_slow(self) -> str:
        return f"it took more than {self._limits.seconds:g} seconds"

    def _ended(self) -> str:
        assert self._process is not None
        status = self._process.wait()
        return f"it was ended by signal {-status}" if status < 0 else f"it has ended with status {status}"


def _remaining(until: float) -> float:
    return max(0.0, until - time.monotonic())
