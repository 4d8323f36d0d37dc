"""Who is where as a seat knows it, for both maps: own columns by their last dispatch, the enemy by the newest look."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from core.contract import Json
from core.rulesets.hundred_days.campaign import Place

from .board import campaign, variant

AHEAD = 10  # hm before a column on a road, where the enemy is drawn who meets it there


class Site(msgspec.Struct, frozen=True):
    """A place, or a road with how far along it from `a` (hm)."""

    a: str
    b: str | None = None
    done: int = 0


class Enemy(msgspec.Struct, frozen=True):
    """What was seen of the enemy at a site, by whom, and the beat in which it was."""

    site: Site
    what: str
    beat: int
    by: str


def of_known(known: Json) -> Site:
    """The site of a column, or of a person, as it is told."""
    if known["at"] is not None:
        return Site(known["at"])
    return Site(known["on"]["from"], known["on"]["to"], known["on"]["done"])


def own(view: Json) -> Iterator[tuple[Json, Site]]:
    """Every column that the reader commands, with its last known site, and those of others that he sees now."""
    for known in view["columns"].values():
        if _is_his(known, view) or known["written"] == view["beat"]:
            yield known, of_known(known)


def commanded(view: Json) -> list[Json]:
    """The columns that a reader commands or is written to of: what he once saw of others' is not his."""
    return [known for known in view["columns"].values() if _is_his(known, view)]


def _is_his(known: Json, view: Json) -> bool:
    return known["seat"] == view["seat"] or known["column"][:1] in view["commands"] or view["seat"] not in view["seats"]


def enemies(view: Json) -> list[Enemy]:
    """The newest look at each site, the oldest first; who is in touch with an own column is where that points."""
    newest: dict[tuple[str, str | None], Enemy] = {}
    found = [_sighted(each, view) for each in view["sightings"]]
    found += [enemy for known, site in own(view) for enemy in _touched(known, site, view)]
    for enemy in sorted(found, key=lambda each: each.beat):
        newest[enemy.site.a, enemy.site.b] = enemy
    return sorted(newest.values(), key=lambda each: each.beat)


def _sighted(sighting: Json, view: Json) -> Enemy:
    if sighting["at"] is not None:
        site = Site(sighting["at"])
    else:
        one, other = sorted(sighting["link"])
        site = Site(one, other, (variant(view).link_hm(one, other) or 0) // 2)
    return Enemy(site, sighting["seen"], sighting["beat"], sighting["by"])


def _touched(known: Json, site: Site, view: Json) -> Iterator[Enemy]:
    """Who is in touch with a column: at its place, in the place before which it has halted short, or on its road."""
    if not known["touch"] and known["facing"] is None:
        return
    men = sum(enemy["men"] for enemy in known["touch"])
    there = _before(site, view)
    yield Enemy(there, known["facing"] or class_of(men), known["written"], known["column"])


def _before(site: Site, view: Json) -> Site:
    """Where the enemy is before whom a column stands at a site (HD-057, HD-061)."""
    if site.b is None:
        return site
    length = variant(view).link_hm(site.a, site.b) or 1
    if site.done >= length - 1:
        return Site(site.b)
    ahead = min(site.done + AHEAD, length - 1)
    return Site(site.a, site.b, ahead) if site.a < site.b else Site(site.b, site.a, length - ahead)


def class_of(men: int) -> str:
    """The class of so many men, in hundreds (HD-067)."""
    return next((name for least, name in ((300, "army"), (100, "corps"), (20, "division")) if men >= least), "patrol")


def at(site: Site, view: Json) -> tuple[float, float]:
    """Where a site lies, in hm to the east and north."""
    places = by_code(view)
    here = places[site.a]
    if site.b is None:
        return here.x, here.y
    there = places[site.b]
    share = site.done / (variant(view).link_hm(site.a, site.b) or 1)
    return here.x + share * (there.x - here.x), here.y + share * (there.y - here.y)


def by_code(view: Json) -> dict[str, Place]:
    """The places of the campaign."""
    return {place.code: place for place in campaign(view).places}


def of_interest(view: Json) -> list[str]:
    """The places around which there is something to see: of own columns, persons, the enemy, and where paths lead."""
    standing = [of_known(known) for known in commanded(view)]
    found = [place for site in standing for place in (site.a, site.b) if place is not None]
    found += [place for known in commanded(view) for place in known["path"]]
    found += [person["post"] for person in view["persons"].values() if person["post"] is not None]
    found += [enemy.site.a for enemy in enemies(view)]
    return list(dict.fromkeys(found))
