"""What `pbem adjudicate` does: requests from files or standard input, answers to standard output."""

from __future__ import annotations

import mailbox
import os
import re
import stat
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, nullcontext
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import msgspec
import structlog

from pbem.batch.postbag import Postbag, mails_of
from pbem.batch.processes import adjudicate_lines
from pbem.batch.request import LINE_LIMIT, ident_of, reports_for
from pbem.batch.resume import Answered, AnswerFile, CannotResume
from pbem.logs import configure

if TYPE_CHECKING:
    from rich.progress import Progress

ALL_ANSWERED, SOME_FAILED, COULD_NOT_RUN = 0, 1, 2
STANDARD_INPUT = Path("-")
LONGEST_NAME = 80
ANSWERS_A_LOOK = 64

log = structlog.get_logger(__name__)


class CannotRun(Exception):
    """Why the batch cannot be run, or not to its end, as a sentence."""


def run(
    files: Sequence[Path],
    *,
    jobs: int = 1,
    queue: bool = False,
    reports: Path | None = None,
    mbox: Path | None = None,
    maildir: Path | None = None,
    resume: Path | None = None,
) -> int:
    """Answer all requests of the files (none: standard input) on standard output; the exit status.

    With `resume` the answers go to that file; those that stand in it from an earlier run are not worked out again.
    0: all answered, 1: some requests were in error, 2: could not run. What has to be said goes to standard error.
    """
    configure()
    try:
        with ExitStack() as stack:
            requests = _Requests([stack.enter_context(_opened(path)) for path in files or [STANDARD_INPUT]])
            postbag = Postbag(mails_of(mbox, maildir)) if mbox or maildir else None
            answers = stack.enter_context(closing(AnswerFile(resume))) if resume else None
            batch = _Batch(requests, postbag, answers, jobs=jobs, queue=queue, reports=reports)
            failed = batch.run(stack.enter_context(_progress(requests.size)))
    except (OSError, mailbox.Error, CannotRun, CannotResume) as error:
        return _complain(error)
    for note in postbag.close() if postbag else ():
        print(f"pbem adjudicate: {note}", file=sys.stderr)
    return SOME_FAILED if failed else ALL_ANSWERED


class _Requests:
    """The request lines of some files, one after the other; `read` counts the bytes of `size` (None: not known)."""

    def __init__(self, files: Sequence[BinaryIO]) -> None:
        self.files = files
        states = [os.fstat(file.fileno()) for file in files]
        regular = all(stat.S_ISREG(state.st_mode) for state in states)
        self.size = sum(state.st_size for state in states) if regular else None
        self.read = 0

    def __iter__(self) -> Iterator[bytes]:
        for file in self.files:
            # A line beyond the limit is cut right behind it: long enough to be refused, short enough to be kept.
            while line := file.readline(LINE_LIMIT + 1):
                self.read += len(line)
                self._skip_rest(file, line)
                if line.strip():
                    yield line.rstrip(b"\r\n")

    def _skip_rest(self, file: BinaryIO, line: bytes) -> None:
        while len(line) > LINE_LIMIT and not line.endswith(b"\n"):
            line = file.readline(LINE_LIMIT + 1)
            self.read += len(line)


class _Batch:
    """Requests on their way to answers."""

    def __init__(
        self,
        requests: _Requests,
        postbag: Postbag | None,
        answers: AnswerFile | None,
        *,
        jobs: int,
        queue: bool,
        reports: Path | None,
    ) -> None:
        self.postbag, self.reports, self.file = postbag, reports, answers
        self.jobs, self.queue, self.size = jobs, queue, requests.size
        self.requests = requests
        self.asked: deque[bytes] = deque()
        self.lines = self._filled()

    def run(self, progress: Progress) -> int:
        """Write every answer that is still to be given; how many of all are errors."""
        if self.reports is not None:
            self.reports.mkdir(parents=True, exist_ok=True)
        task = progress.add_task("adjudicating", total=self.size)
        failed = self._skip_answered()
        for written, answer in enumerate(self._answers(), start=1):
            request = self.asked.popleft()
            told = msgspec.json.decode(answer, type=Answered)
            # Reports come first: whoever finds the answer finds them too, even if we are killed in between.
            sound = told.error is None and (self.reports is None or _write_reports(self.reports, told.id, request))
            failed += not sound
            self._write(answer)
            # Showing progress and emptying the buffer take longer than an answer, so a file gets them now and then.
            if self.size is None or written % ANSWERS_A_LOOK == 0:
                self._flush()
                progress.update(task, completed=self.requests.read)
        self._flush()
        return failed

    def _skip_answered(self) -> int:
        """Pass over the requests that the file has answers to; how many of these are errors. Raises CannotResume."""
        failed = 0
        for number, told in enumerate(self.file.found() if self.file else (), start=1):
            line = next(self.lines, None)
            if line is None:
                raise CannotRun(f"{self.file_name} has more answers than there are requests.")
            if ident_of(line) != told.id:
                raise CannotRun(
                    f"answer {number} in {self.file_name} is to the request {told.id!r}, "
                    f"and request {number} here is {ident_of(line)!r}; these are not the same requests."
                )
            failed += told.error is not None
        self.asked.clear()
        return failed

    @property
    def file_name(self) -> str:
        return str(self.file.path) if self.file else "the output"

    def _write(self, answer: bytes) -> None:
        if self.file is not None:
            self.file.write(answer)
        else:
            sys.stdout.buffer.write(answer + b"\n")

    def _flush(self) -> None:
        if self.file is not None:
            self.file.flush()
        else:
            sys.stdout.buffer.flush()

    def _answers(self) -> Iterator[bytes]:
        if self.queue:
            return _through_queue(self.lines)
        # A program may be waiting for each answer before it sends more; a file is not.
        promptly = self.jobs == 1 and self.size is None
        return adjudicate_lines(self.lines, self.jobs, promptly=promptly)

    def _filled(self) -> Iterator[bytes]:
        for line in self.requests:
            request = self.postbag.fill(line) if self.postbag else line
            self.asked.append(request)
            yield request


def _through_queue(lines: Iterator[bytes]) -> Iterator[bytes]:
    from pydantic import ValidationError
    from redis import Redis
    from redis.exceptions import RedisError
    from rq import Queue
    from rq.serializers import JSONSerializer

    from pbem.batch.queue import NobodyListens, adjudicate_through_queue
    from pbem.config import Settings
    from pbem.serving import CannotServe, redis_url

    try:
        settings = Settings()
        connection = Redis.from_url(redis_url(settings))
        yield from adjudicate_through_queue(lines, Queue(settings.queue, connection, serializer=JSONSerializer))
    except (CannotServe, NobodyListens, RedisError, ValidationError) as error:
        raise CannotRun(str(error)) from error


def _write_reports(folder: Path, ident: str | int | None, request: bytes) -> bool:
    try:
        written = reports_for(request)
    except Exception:
        # The request has its answer; reports that fail must not keep the others from theirs.
        log.exception("the reports on a request could not be written", id=ident)
        return False
    for seat, report in written.items():
        (folder / f"{file_name(str(ident))}.{seat}.txt").write_text(report, encoding="utf-8")
    return True


def file_name(ident: str) -> str:
    """A request's id as part of a file name: itself where it can be, else its letters and digits and a short hash."""
    plain = re.sub(r"[^A-Za-z0-9_-]", "_", ident)[:LONGEST_NAME]
    return plain if plain == ident else f"{plain}-{sha256(ident.encode()).hexdigest()[:8]}"


def _opened(path: Path) -> AbstractContextManager[BinaryIO]:
    return nullcontext(sys.stdin.buffer) if path == STANDARD_INPUT else path.open("rb")


def _progress(size: int | None) -> Progress:
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    return Progress(console=console, disable=not console.is_terminal, transient=True)


def _complain(error: Exception) -> int:
    if isinstance(error, BrokenPipeError):
        # Whoever read the answers has gone; without this the interpreter complains once more when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    print(f"pbem adjudicate: {error}", file=sys.stderr)
    return COULD_NOT_RUN
