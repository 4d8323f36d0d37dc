"""What `pbem adjudicate` does: requests from files or standard input, answers to standard output.

What only some batches need (mail, the queue, a progress bar) is imported where it is needed: a batch of a few requests
takes little longer than to start.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, nullcontext
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

from pbem.batch.chunk import Answers, Reports
from pbem.batch.processes import adjudicate_lines
from pbem.batch.request import LINE_LIMIT, ident_of
from pbem.batch.resume import AnswerFile, CannotResume

ALL_ANSWERED, SOME_FAILED, COULD_NOT_RUN = 0, 1, 2
STANDARD_INPUT = Path("-")
LONGEST_NAME = 80


class CannotRun(Exception):
    """Why the batch cannot be run, or not to its end, as a sentence."""


def run(
    files: Sequence[Path],
    *,
    jobs: int = 1,
    queue: bool = False,
    reports: Path | None = None,
    report_format: str = "text",
    mbox: Path | None = None,
    maildir: Path | None = None,
    addresses: Path | None = None,
    resume: Path | None = None,
) -> int:
    """Answer all requests of the files (none: standard input) on standard output; the exit status.

    With `resume` the answers go to that file; those that stand in it from an earlier run are not worked out again.
    0: all answered, 1: some requests were in error, 2: could not run. What has to be said goes to standard error.
    """
    notes: list[str] = []
    try:
        with ExitStack() as stack:
            requests = _Requests([stack.enter_context(_opened(path)) for path in files or [STANDARD_INPUT]])
            lines = _with_mail(requests, mbox, maildir, addresses, notes) if mbox or maildir else iter(requests)
            failed = 0
            out: AnswerFile | _Printed = _Printed()
            if resume is not None:
                out = stack.enter_context(closing(AnswerFile(resume)))
                failed = _skip_answered(out, lines)
            wanted = None if reports is None else report_format
            suffix = "" if reports is None else _suffix_of(report_format)
            if reports is not None:
                reports.mkdir(parents=True, exist_ok=True)
            show = stack.enter_context(_progress(requests.size))
            for answers in _answers(lines, queue=queue, jobs=jobs, reports=wanted, size=requests.size):
                # Reports come first: whoever finds an answer finds them too, even if we are killed in between.
                if reports is not None:
                    _write_reports(reports, answers.reports, suffix)
                out.write(answers.text)
                failed += answers.failed
                show(requests.read)
    except (OSError, CannotRun, CannotResume) as error:
        return _complain(error)
    for note in notes:
        print(f"pbem adjudicate: {note}", file=sys.stderr)
    return SOME_FAILED if failed else ALL_ANSWERED


def _answers(
    lines: Iterator[bytes], *, queue: bool, jobs: int, reports: str | None, size: int | None
) -> Iterator[Answers]:
    if queue:
        return _through_queue(lines, reports=reports)
    # A program may be waiting for each answer before it sends more; a file is not.
    return adjudicate_lines(lines, jobs, reports=reports, promptly=jobs == 1 and size is None)


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


class _Printed:
    """Standard output, for answers."""

    def write(self, answers: bytes) -> None:
        sys.stdout.buffer.write(answers)
        sys.stdout.buffer.flush()


def _skip_answered(answers: AnswerFile, lines: Iterator[bytes]) -> int:
    """Pass over the requests that the file has answers to; how many of these are errors. Raises CannotResume."""
    failed = 0
    for number, told in enumerate(answers.found(), start=1):
        line = next(lines, None)
        if line is None:
            raise CannotResume(f"{answers.path} has more answers than there are requests.")
        if ident_of(line) != told.id:
            raise CannotResume(
                f"answer {number} in {answers.path} is to the request {told.id!r}, "
                f"and request {number} here is {ident_of(line)!r}; these are not the same requests."
            )
        failed += told.error is not None
    return failed


def _suffix_of(format_: str) -> str:
    """The end of the names of report files. Raises CannotRun."""
    from pbem.reports.formats import FORMATS

    if format_ not in FORMATS:
        raise CannotRun(f'there is no format "{format_}"; there is {", ".join(FORMATS)}')
    return FORMATS[format_].suffix


def _write_reports(folder: Path, reports: Sequence[Reports], suffix: str) -> None:
    for request in reports:
        for seat, report in request.by_seat.items():
            (folder / f"{file_name(str(request.id))}.{seat}.{suffix}").write_text(report, encoding="utf-8")


def _with_mail(
    lines: Iterable[bytes], mbox: Path | None, maildir: Path | None, addresses: Path | None, notes: list[str]
) -> Iterator[bytes]:
    """The request lines with orders from mail in them; sentences on what was not read are put among the notes."""
    import mailbox

    from pbem.batch.mailfiles import MailFiles, WrongAddresses, addresses_in, mails_of

    try:
        allowed = None if addresses is None else addresses_in(addresses)
        mailfiles = MailFiles(mails_of(mbox, maildir), allowed)
    except (mailbox.Error, WrongAddresses) as error:
        raise CannotRun(str(error)) from error
    for line in lines:
        yield mailfiles.fill(line)
    notes += mailfiles.close()


def _through_queue(lines: Iterator[bytes], *, reports: str | None) -> Iterator[Answers]:
    from redis import Redis
    from redis.exceptions import RedisError
    from rq import Queue
    from rq.serializers import JSONSerializer

    from pbem.batch.queue import LostAgain, NobodyListens, adjudicate_through_queue
    from pbem.config import WrongSettings, load

    try:
        settings = load()
        if settings.redis_url is None:
            raise CannotRun("PBEM_REDIS_URL is not set, so that there are no workers to send the batch to")
        queue = Queue(settings.queue, Redis.from_url(settings.redis_url), serializer=JSONSerializer)
        yield from adjudicate_through_queue(lines, queue, reports=reports)
    except (LostAgain, NobodyListens, RedisError, WrongSettings) as error:
        raise CannotRun(str(error)) from error


def file_name(ident: str) -> str:
    """A request's id as part of a file name: itself where it can be, else its documents and digits and a short hash."""
    plain = re.sub(r"[^A-Za-z0-9_-]", "_", ident)[:LONGEST_NAME]
    return plain if plain == ident else f"{plain}-{sha256(ident.encode()).hexdigest()[:8]}"


def _opened(path: Path) -> AbstractContextManager[BinaryIO]:
    return nullcontext(sys.stdin.buffer) if path == STANDARD_INPUT else path.open("rb")


@contextmanager
def _progress(size: int | None) -> Iterator[Callable[[int], None]]:
    """A progress bar where somebody can see it; what it gives is told how many bytes of `size` have been read."""
    if not sys.stderr.isatty():
        yield lambda read: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("adjudicating", total=size)
        yield lambda read: progress.update(task, completed=read)


def _complain(error: Exception) -> int:
    if isinstance(error, BrokenPipeError):
        # Whoever read the answers has gone; without this the interpreter complains once more when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    print(f"pbem adjudicate: {error}", file=sys.stderr)
    return COULD_NOT_RUN
