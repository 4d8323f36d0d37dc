"""Files of results that can be taken up again after a kill: what stands in them stays, what follows is appended.

Not for answers that are printed: a pipe remembers nothing.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Generic, TypeVar

import msgspec

T = TypeVar("T")


class CannotResume(Exception):
    """Why a file of results cannot be taken up again, as a sentence."""


class LineFile(Generic[T]):
    """A result a line on disk, ours alone until it is closed. `one` names a line of it: "an answer".

    Raises CannotResume, OSError.
    """

    def __init__(self, path: Path, of: type[T], one: str) -> None:
        self.path, self._of, self._one = path, of, one
        self._file: BinaryIO = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.close()
            raise CannotResume(f"another run is writing to {path}.") from None

    def found(self) -> Iterator[T]:
        """What is there, in order; a last line that was cut short is dropped from the file.

        To be gone through to its end before anything is written.
        """
        whole = 0
        for number, line in enumerate(self._file, start=1):
            told = self._read(line)
            if told is None:
                if self._file.read(1):
                    raise CannotResume(f"line {number} of {self.path} is not {self._one}.")
                break
            whole += len(line)
            yield told
        self._file.seek(whole)
        self._file.truncate()

    def write(self, lines: bytes) -> None:
        """Append lines, and hand them to the operating system, where they survive our being killed."""
        self._file.write(lines)
        self._file.flush()

    def close(self) -> None:
        """On the disk, and free for others."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()

    def _read(self, line: bytes) -> T | None:
        if not line.endswith(b"\n"):
            return None
        try:
            return msgspec.json.decode(line, type=self._of)
        except msgspec.DecodeError:
            return None


class Answered(msgspec.Struct):
    """What has to be known of an answer: whose it is, and whether it is an error."""

    id: str | int | None
    error: object = None


class AnswerFile(LineFile[Answered]):
    """The answers of a batch. They stand in the order of the requests, so the number of lines says where to go on."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, Answered, "an answer")
