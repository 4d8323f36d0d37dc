"""The board of Waterloo (1895) as the words need it, and which of its armies and pieces a view shows.

Names of spots, cities, hills and armies, and where spots lie, are read once from `board.toml`, the same file the rules
are built from. Not for: distances, paths, or anything a rule depends on; those are asked of `core`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

import msgspec

from core.contract import Json, SeatName

ROSTER = "12345678CD"
ROSTER_OF_LITTLE = "123"


class City(msgspec.Struct, frozen=True):
    """A city: its alias (`PA`), name, three starred spots, and the alias of the city in the opposite corner."""

    alias: str
    name: str
    stars: tuple[str, ...]
    opposite: str


class Hill(msgspec.Struct, frozen=True):
    """A hill: its alias (`HP`), name and spot, and the alias of the city it lies before, if any."""

    alias: str
    name: str
    spot: str
    city: str | None


class Army(msgspec.Struct, frozen=True):
    """An army: its letter, its commander's name and seat, its side, and the alias of its city."""

    letter: str
    name: str
    seat: str
    side: str
    city: str


class Board(msgspec.Struct, frozen=True):
    """Everything `board.toml` says, under the names the reports use. Spots are in the order of columns, then rows."""

    columns: str
    first_row: int
    last_row: int
    spots: tuple[str, ...]
    links: tuple[tuple[str, str], ...]
    cities: tuple[City, ...]
    hills: tuple[Hill, ...]
    armies: dict[str, Army]
    default_setups: dict[str, dict[str, str]]

    def city(self, alias: str) -> City:
        """The city with this alias. Raises KeyError."""
        return {city.alias: city for city in self.cities}[alias]

    def hill_on(self, spot: str) -> Hill | None:
        """The hill on a spot, or None."""
        return next((hill for hill in self.hills if hill.spot == spot), None)

    def city_on(self, spot: str) -> City | None:
        """The city one of whose stars a spot is, or None."""
        return next((city for city in self.cities if spot in city.stars), None)

    def column(self, spot: str) -> int:
        """The column of a spot, 0 in the west."""
        return self.columns.index(spot[0])

    def row(self, spot: str) -> int:
        """The row of a spot, 0 in the north."""
        return int(spot[1:]) - self.first_row


@cache
def source() -> dict[str, Any]:
    """`board.toml` as it stands, for the rules."""
    return tomllib.loads(files(__package__).joinpath("board.toml").read_text(encoding="utf-8"))


@cache
def board() -> Board:
    """The board."""
    raw = source()
    grid = raw["grid"]
    roads = [road.split() for road in raw["roads"].values()]
    columns = grid["columns"]
    return Board(
        columns=columns,
        first_row=grid["first_row"],
        last_row=grid["last_row"],
        spots=tuple(sorted({spot for road in roads for spot in road}, key=lambda s: (columns.index(s[0]), s[1:]))),
        links=tuple(link for road in roads for link in pairwise(road)),
        cities=tuple(
            City(alias, city["name"], tuple(city["stars"]), city["opposite"]) for alias, city in raw["cities"].items()
        ),
        hills=tuple(Hill(alias, hill["name"], hill["spot"], hill.get("city")) for alias, hill in raw["hills"].items()),
        armies={
            letter: Army(letter, army["name"], army["seat"], army["side"], army["city"])
            for letter, army in raw["armies"].items()
        },
        default_setups={letter: dict(posts) for letter, posts in raw["default_setups"].items()},
    )


# --- What a view shows of it --------------------------------------------------------------------------------------


def armies_in(view: Json) -> list[Army]:
    """The armies taking part, in the order N, Y, W, B."""
    return [army for letter, army in board().armies.items() if letter in view["armies"]]


def armies_of(seat: SeatName, view: Json) -> list[Army]:
    """The armies a seat commands."""
    return [army for army in armies_in(view) if view["armies"][army.letter] == seat]


def commander(letter: str, view: Json) -> SeatName:
    """The seat that commands an army."""
    return str(view["armies"][letter])


def is_little(view: Json) -> bool:
    """Whether this is the children's game: three pieces an army, no captures, no kinds of pieces."""
    return bool(view["options"]["mode"] == "little")


def roster_of(view: Json) -> str:
    """The second letters of an army's pieces, in their order."""
    return ROSTER_OF_LITTLE if is_little(view) else ROSTER


def pieces_of(letter: str, view: Json) -> list[str]:
    """The pieces of an army that stand on the board, in their order."""
    return [letter + kind for kind in roster_of(view) if letter + kind in view["pieces"]]


def captured_of(letter: str, view: Json) -> list[str]:
    """The pieces of an army that have been taken; none while armies are still being posted."""
    if view["phase"] == "setup" or is_little(view):
        return []
    return [letter + kind for kind in roster_of(view) if letter + kind not in view["pieces"]]


def goal_of(letter: str) -> City:
    """The city in the opposite corner, which an army of the children's game heads for (W95-112)."""
    found = board()
    return found.city(found.city(found.armies[letter].city).opposite)


def counts(city: City, view: Json) -> bool:
    """Whether a city's stars mean anything in the game: in a duel only two cities are held (W95-011)."""
    cities = {army.city for army in armies_in(view)}
    goals = {goal_of(army.letter).alias for army in armies_in(view)} if is_little(view) else set()
    return city.alias in cities | goals


def kind_of(piece: str) -> str:
    """`infantry` or `cavalry`."""
    return "cavalry" if piece[1] in "CD" else "infantry"


def army_title(letter: str) -> str:
    """The name an army goes by: its commander's."""
    army = board().armies.get(letter)
    return army.name if army else letter


def seat_title(seat: SeatName) -> str:
    """A seat's name as printed."""
    return next((army.name for army in board().armies.values() if army.seat == seat), seat)


def find_seat(word: str, seats: Sequence[SeatName]) -> SeatName | None:
    """The seat a word means: its name, its army's letter or its side, or an unmistakable beginning of three letters."""
    wanted = word.strip(" .,:;").lower().replace("ü", "u").replace("ue", "u")
    meant = []
    for army in board().armies.values():
        names = {army.seat, army.letter.lower(), board().city(army.city).name.lower()}
        begins = len(wanted) >= 3 and any(name.startswith(wanted) for name in names)
        if army.seat in seats and (wanted in names or begins):
            meant.append(army.seat)
    if not meant:
        meant = [army.seat for army in board().armies.values() if army.seat in seats and army.side.lower() == wanted]
    return meant[0] if len(meant) == 1 else None


def spot_title(spot: str) -> str:
    """A spot with the name of its hill, if it is one: `V25`, `T20 (Ligny)`."""
    hill = board().hill_on(spot)
    return f"{spot} ({hill.name})" if hill else spot
