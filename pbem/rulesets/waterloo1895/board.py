"""The board of Waterloo (1895) as the words need it: names of spots, cities, hills and armies, and where spots lie.

Read once from `board.toml`, the same file the rules are built from. Not for: distances, paths, or anything a rule
depends on; those are asked of `core`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

import msgspec


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
