"""The file of a batch that can be killed and taken up again: what is answered in it stays, what follows is appended.

Answers stand in the order of the requests, so the number of whole lines says where to go on. Not for answers that are
printed: a pipe remembers nothing.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import msgspec


class CannotResume(Exception):
    """Why a file of answers cannot be taken up again, as a sentence."""


class Answered(msgspec.Struct):
    """What has to be known of an answer: whose it is, and whether it is an error."""

    id: str | int | None
    error: object = None


class AnswerFile:
    """The answers of a batch on disk, ours alone until it is closed. Raises CannotResume, OSError."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file: BinaryIO = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self._file.close()
            raise CannotResume(f"another batch is writing to {path}.") from None

    def found(self) -> Iterator[Answered]:
        """The answers that are there, in order; a last line that was cut short is dropped from the file.

        To be gone through to its end before anything is written.
        """
        whole = 0
        for number, line in enumerate(self._file, start=1):
            told = _answer_in(line)
            if told is None:
                if self._file.read(1):
                    raise CannotResume(f"line {number} of {self.path} is not an answer.")
                break
            whole += len(line)
            yield told
        self._file.seek(whole)
        self._file.truncate()

    def write(self, answers: bytes) -> None:
        """Append answers, and hand them to the operating system, where they survive our being killed."""
        self._file.write(answers)
        self._file.flush()

    def close(self) -> None:
        """On the disk, and free for others."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()


def _answer_in(line: bytes) -> Answered | None:
    if not line.endswith(b"\n"):
        return None
    try:
        return msgspec.json.decode(line, type=Answered)
    except msgspec.DecodeError:
        return None
