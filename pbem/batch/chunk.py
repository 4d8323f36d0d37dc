"""What passes between a batch and those who answer it: chunks of request lines there, their answers back."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from core.contract import Json, SeatName
from pbem.batch.request import failure, ident_of


class Chunk(msgspec.Struct, frozen=True):
    """Request lines that are answered together; `reports` is the format of each seat's turn report, if any."""

    lines: list[bytes]
    reports: str | None = None


class Reports(msgspec.Struct, frozen=True):
    """What a request led to, as each seat is told of it; `id` is the request's."""

    id: str | int
    by_seat: dict[SeatName, str]


class Answers(msgspec.Struct, frozen=True):
    """The answers to a chunk: `text` has a line of JSON for each request, `failed` counts those that went wrong."""

    text: bytes
    failed: int
    reports: list[Reports] = []


def line_of(told: Json) -> bytes:
    """An answer as a line of JSON."""
    return msgspec.json.encode(told) + b"\n"


def refusal(line: bytes, code: str, message: str) -> Answers:
    """The answer to a request that whoever was to answer it could not bear."""
    return Answers(line_of(failure(ident_of(line), code, message)), 1)


def together(parts: Sequence[Answers]) -> Answers:
    """Answers that follow each other as one."""
    if len(parts) == 1:
        return parts[0]
    reports = [report for part in parts for report in part.reports]
    return Answers(b"".join(part.text for part in parts), sum(part.failed for part in parts), reports)
