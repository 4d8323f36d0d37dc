"""What the umpire of a campaign does, as values, each with its canonical text (HD-130 to HD-136).

Order lines like any: the grammar of `pbem` makes them, `umpire` judges them. Names are as typed, in small letters.
"""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

import msgspec

from core.rulesets.hundred_days.schema import Seen

NUMBERS = ("foot", "horse", "guns", "fatigue", "stragglers")  # of a column, that may be corrected


class WriteAs(msgspec.Struct, frozen=True, tag=True):
    """`letter from blucher to wellington: text`, by courier, or `at once` (HD-131)."""

    sender: str
    to: str
    text: str
    at_once: bool = False


class Sighting(msgspec.Struct, frozen=True, tag=True):
    """`sighting for ney: corps at qbr towards gen by f2`, or `on gos > fra` (HD-132)."""

    to: str
    seen: Seen
    place: str
    other: str | None = None  # the other end, of a road
    towards: str | None = None
    by: str | None = None


class Ruling(msgspec.Struct, frozen=True, tag=True):
    """`ruling to ney: text`, or `ruling: text` for everybody (HD-133)."""

    to: str | None
    text: str


class Weather(msgspec.Struct, frozen=True, tag=True):
    """`weather mud`, `weather dry` (HD-134)."""

    sky: Literal["mud", "dry"]


class Correct(msgspec.Struct, frozen=True, tag=True):
    """`correct f2 foot 140 fatigue 3 place qbr` (HD-135). None: as it is."""

    column: str
    foot: int | None = None
    horse: int | None = None
    guns: int | None = None
    fatigue: int | None = None
    stragglers: int | None = None
    place: str | None = None


Act: TypeAlias = WriteAs | Sighting | Ruling | Weather | Correct
ACTS = get_args(Act)
# Those that are words for somebody: they go on down to a line END.
IN_WORDS = (WriteAs, Ruling)


def text_of_act(act: Act) -> str:
    """An act as its line. What is read in it is the same act."""
    match act:
        case WriteAs(sender, to, text, at_once):
            return _in_words(f"letter from {sender} to {to}{' at once' if at_once else ''}", text)
        case Ruling(to, text):
            return _in_words("ruling" if to is None else f"ruling to {to}", text)
        case Sighting():
            return f"sighting for {act.to}: {act.seen} {_site(act)}"
        case Weather(sky):
            return f"weather {sky}"
    told = [f"{name} {getattr(act, name)}" for name in NUMBERS if getattr(act, name) is not None]
    told += [] if act.place is None else [f"place {_place(act.place)}"]
    return " ".join([f"correct {act.column.upper()}", *told])


def _in_words(head: str, text: str) -> str:
    # Several lines are closed by END, so that nothing below them is taken for a part of them.
    return f"{head}: {text}" + ("\nEND" if "\n" in text else "")


def _site(act: Sighting) -> str:
    where = f"at {_place(act.place)}" if act.other is None else f"on {_place(act.place)} > {_place(act.other)}"
    towards = "" if act.towards is None else f" towards {_place(act.towards)}"
    return f"{where}{towards}" + ("" if act.by is None else f" by {act.by.upper()}")


def _place(place: str) -> str:
    return place.upper() if len(place) == 3 else place
