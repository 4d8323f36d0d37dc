"""A game that is over, told from its beginning to its end: what a rule set makes of the record, and in which values.

A rule set that can tell a game has `Presentation.retell`. It is handed the game moment by moment, opened: what was so,
what each seat knew of it, what was ordered and what happened. It makes a diary of it, a map of each moment, and a film:
what stands where and when, beside what a seat took for true. How a film becomes a page is said elsewhere
(`pbem.reports.film`), as is how what is made goes out (`pbem.games.retelling`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from core.contract import Event, Json, SeatName
from core.dice import Roll


class Moment(msgspec.Struct, frozen=True):
    """A position of a game that is over, and the entry of the record that led to it.

    `truth` is the whole position as JSON, `views` what each seat could know of it. `orders` are the lines of each seat
    as they were read, letters with their words; `by_host` tells that a host set the position, and nobody's orders.
    """

    truth: Json
    views: Mapping[SeatName, Json]
    orders: Mapping[SeatName, Sequence[str]] = {}
    events: Sequence[Event] = ()
    rolls: Sequence[Roll] = ()
    by_host: bool = False


class Look(msgspec.Struct, frozen=True, array_like=True):
    """How something looks that stands on a map: its shape, what stands on it, its colours, and the words for it.

    The shapes are `block`, `barred` (a block with a stroke through it), `diamond`, and `flag`, whose label stands
    beside it.
    """

    shape: str
    label: str
    fill: str
    ink: str
    words: str


class Key(msgspec.Struct, frozen=True, array_like=True):
    """Where something is at a time: between two of them it goes straight. With `gone` it is seen no more from then."""

    at: float
    x: float
    y: float
    gone: bool = False


class Track(msgspec.Struct, frozen=True, array_like=True):
    """What goes where: the number of its look, and its keys by time."""

    look: int
    keys: Sequence[Key]


class Standing(msgspec.Struct, frozen=True, array_like=True):
    """What a seat takes to be somewhere: the number of its look, where, and how fresh that is, from 0 to 1."""

    look: int
    x: float
    y: float
    fresh: float


class Scene(msgspec.Struct, frozen=True, array_like=True):
    """What a seat took for true from a time on."""

    at: float
    standing: Sequence[Standing]


class Eyes(msgspec.Struct, frozen=True, array_like=True):
    """A seat with whose eyes the film can be seen, and its scenes by time."""

    name: str
    scenes: Sequence[Scene]


class Ride(msgspec.Struct, frozen=True, array_like=True):
    """Somebody who rode with a message: when he left and was due, by the way of that number, and the words for it.

    The kind is that of what he carried, by its number in `Film.errands`; whoever was `lost` came half the way.
    """

    left: float
    due: float
    way: int
    errand: int
    lost: bool
    words: str


class Errand(msgspec.Struct, frozen=True, array_like=True):
    """A kind of message, and the colour of its riders."""

    name: str
    colour: str


class Note(msgspec.Struct, frozen=True, array_like=True):
    """What happened at a time, in a sentence."""

    at: float
    words: str


class Film(msgspec.Struct, frozen=True):
    """A game as pictures that move. Times are numbers from 0: `times` has the words for each whole one.

    `ground` is the map as an SVG document with nothing on it, in whose points everything else stands; `block` the width
    and height of a block, before all that stands is drawn at its `scale`. `stops` are the times at which somebody was
    asked something.
    """

    title: str
    ground: str
    block: tuple[float, float]
    scale: float
    times: Sequence[str]
    stops: Sequence[float]
    looks: Sequence[Look]
    tracks: Sequence[Track]
    eyes: Sequence[Eyes]
    ways: Sequence[Sequence[tuple[float, float]]]
    errands: Sequence[Errand]
    rides: Sequence[Ride]
    notes: Sequence[Note]
    legend: Sequence[str]


class Map(msgspec.Struct, frozen=True):
    """The map of a moment as an SVG document, and what its file is called, without an ending."""

    name: str
    svg: str


class Retold(msgspec.Struct, frozen=True):
    """A game told: the lines of its diary, of at most 78 columns, its film, and the maps of its moments."""

    diary: Sequence[str]
    film: Film
    maps: Sequence[Map]
