"""What was typed on a seat's page, as a form or a script of it sends it: bounded, and fit to be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

import msgspec
from flask import request

from pbem.web.refusals import refuse

LONGEST, MOST_LINES, LARGEST_STEP = 20_000, 500, 1 << 31


class Typed(msgspec.Struct, frozen=True):
    """The orders, and the question that they answer."""

    text: str
    step: int


def typed() -> Typed:
    """What a form of the page, or a script of it, has sent."""
    if not request.is_json:
        step = request.form.get("step", "")
        is_number = step.isascii() and step.isdecimal() and len(step) <= 10
        return fit(request.form.get("text", ""), int(step) if is_number else -1)
    try:
        found = msgspec.json.decode(request.get_data(), type=Typed)
    except (msgspec.DecodeError, UnicodeDecodeError):
        refuse_broken()
    return fit(found.text, found.step)


def fit(text: str, step: int) -> Typed:
    """The same with the line ends that are read here; refused where there is too much of it."""
    if not 0 <= step < LARGEST_STEP:
        refuse_broken()
    # A form can be made to hold half a surrogate pair, which no charset can hold.
    plain = text.encode("utf-8", "replace").decode().replace("\0", " ").replace("\r\n", "\n").replace("\r", "\n")
    if len(plain) > LONGEST or plain.count("\n") >= MOST_LINES:
        refuse(413, f"that is more than {LONGEST:,} characters or {MOST_LINES} lines; send it by mail")
    return Typed(plain, step)


def put_in(text: str, order: str, instead: Sequence[int] = ()) -> str:
    """What is typed with one more order: below it all, or in the place of lines, which are named by their numbers."""
    if not instead:
        kept = text.rstrip()
        return f"{kept}\n{order}" if kept else order
    lines = [order if number == min(instead) else line for number, line in enumerate(text.split("\n"), start=1)]
    gone = set(instead) - {min(instead)}
    return "\n".join(line for number, line in enumerate(lines, start=1) if number not in gone)


def refuse_broken() -> NoReturn:
    """Refuse what no form of ours sends."""
    refuse(400, "the form is broken; open the page again")
