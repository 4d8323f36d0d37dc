"""What conditions can name in the Hundred Days: columns by their last dispatch, places, and where an enemy was seen."""

from __future__ import annotations

from core.contract import Json, SeatName
from pbem.rulesets.contract import Whereabouts

from .board import place_names


def whereabouts(view: Json, seat: SeatName) -> Whereabouts:
    """Where the columns and persons of a seat are as far as it knows, and where its newest sightings have the enemy.

    A column on the march stands on its road, which is named by its two ends: `cha-gos`.
    """
    pieces = {code.lower(): frozenset({_site(known)}) for code, known in view["columns"].items()}
    pieces |= {
        name: frozenset({_site(person)})
        for name, person in view["persons"].items()
        if person["at"] is not None or person["on"] is not None
    }
    places = {code.lower(): frozenset({code.lower()}) for code in place_names(view)}
    places |= {name.lower(): frozenset({code.lower()}) for code, name in place_names(view).items()}
    seen = frozenset(_seen(view))
    roads = {site for sites in (*pieces.values(), seen) for site in sites if "-" in site}
    places |= {road: frozenset({road}) for road in roads}
    return Whereabouts(pieces, places, seen)


def _site(known: Json) -> str:
    if known["at"] is not None:
        return str(known["at"]).lower()
    return _road(known["on"]["from"], known["on"]["to"])


def _road(one: str, other: str) -> str:
    return "-".join(sorted((one.lower(), other.lower())))


def _seen(view: Json) -> list[str]:
    """Where the enemy was seen by the newest look at each site, and where a column is in touch with him."""
    found = []
    for sighting in view["sightings"]:
        place = sighting["at"]
        found.append(str(place).lower() if place is not None else _road(*sighting["link"]))
    return found
