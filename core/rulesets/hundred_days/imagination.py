"""Positions made up from a view: what is as likely as anything else that looks like it to its seat (5.10).

Own columns stand as last known, marched on by their orders at plain rates; columns of the side that the seat knows
nothing of are as at the start. Enemy columns are drawn to places among those that neither contradict a sighting of the
last turn nor stand where the seat's own columns are; what is not known of them is as at the start.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from core.contract import Json
from core.rulesets.hundred_days.board import Variant
from core.rulesets.hundred_days.campaign import CODE_SIGNS
from core.stream import drawn

BITS = (1 << 64) - 1
MEN = {"patrol": (1, 19), "division": (20, 99), "corps": (100, 299), "army": (300, 900)}  # HD-067
KNOWN_KEYS = ("since", "columns", "news", "sightings", "bridges", "letters", "taken", "rumours", "orders", "tidings")
# Of a column's last dispatch: what is true of it still, as far as the seat can tell.
KEPT = (
    *("foot", "horse", "guns", "quality", "fatigue", "stragglers", "stance", "guns_word", "line"),
    *("forced", "night", "start", "acts_on", "routed"),
)
LATEST = 8  # beats back in which a sighting still counts
ROAMING = 14  # beats of march that an unseen enemy column is taken to be from where it began, at the most, in a turn


def imagined(variant: Variant, view: Json, seed: int) -> Json:
    """The JSON of the position that `seed` draws among those that look like the view."""
    if view["truth"] is not None:
        return dict(view["truth"])
    return _Dream(variant, view, seed).position()


class _Dream:
    """One drawing from a view."""

    def __init__(self, variant: Variant, view: Json, seed: int) -> None:
        self.variant, self.view, self.chance = variant, view, _numbers(seed)
        self.side = view["side"]
        self.columns: dict[str, Json] = {}
        self.taken: set[str] = set()  # places with columns of the seat's side

    def position(self) -> Json:
        """The whole position."""
        view = self.view
        for code in self._order():
            self.columns[code] = {}
        for code in self.columns:
            if self._side_of(code) == self.side:
                self.columns[code] = self._own(code)
        persons = self._persons()
        self.taken = {column["at"] for column in self.columns.values() if column.get("at") and not column.get("gone")}
        self._place_enemies()
        battles = self._battles()
        return {
            "turn": view["turn"],
            "beat": view["beat"],
            "rain": view["rain"],
            "columns": [{"code": code, **column} for code, column in self.columns.items()],
            "persons": persons,
            "battles": battles,
            "blown": [name for name, told in view["bridges"].items() if not told["whole"]],
            "held": self._held(),
            "resigned": view["resigned"],
            "draws": view["draws"],
            "known": {view["seat"]: {key: view[key] for key in KNOWN_KEYS}} if view["seat"] else {},
        }

    def _order(self) -> list[str]:
        """All columns: those of the start, and those that were made since, as far as is known."""
        codes = [force.code for force in self.variant.campaign.forces]
        made = [code for code in self.view["columns"] if code not in codes]
        return [*codes, *made]

    def _side_of(self, code: str) -> str:
        return str(self.view["armies"][code[0]])

    # --- The own side ---------------------------------------------------------------------------------------------

    def _own(self, code: str) -> Json:
        known = self.view["columns"].get(code)
        if known is None:
            # Without fog a column of the own side that is not seen is gone.
            return {"at": self._start_of(code)} | ({} if self.view["couriers"] else {"gone": "left"})
        column = {key: known[key] for key in KEPT}
        column["person"] = self._person_of(code, known["seat"])
        if not known["foot"] + known["horse"]:
            column["foot"] = 1
        if known["muster"]:
            column |= {"muster": known["muster"], "ready": known["ready"]}
        else:
            column |= {"muster": 0, "ready": min(known["ready"], self.view["beat"] + 24)}
        return column | self._marched_on(known)

    def _person_of(self, code: str, seat: str) -> str:
        """Through whom a column is commanded: the seat's person of that army, before its commander-in-chief."""
        army = code[0]
        chief = self.variant.campaign.commander(army).word
        for person in self.variant.campaign.persons:
            name = person.word
            if person.army == army and self.view["commanders"].get(name) == seat and name != chief:
                return name
        return chief

    def _marched_on(self, known: Json) -> Json:
        """Where a column is by now, at plain rates, if nothing has befallen it; and what is left of its orders."""
        stands: Json = {"at": known["at"]} if known["on"] is None else {"at": None, "on": known["on"]}
        left = max(0, self.view["beat"] - max(known["written"], known["ready"]))
        if known["plan"] not in ("march", "retreat", "exit") or not known["path"] or known["ordered"]:
            return stands
        if not left:
            return stands | {"plan": known["plan"], "path": known["path"]}
        horse = known["foot"] == 0 and known["horse"] > 0
        here, goal, done = known["at"], None, 0
        if here is None:
            here, goal, done = known["on"]["from"], known["on"]["to"], known["on"]["done"]
        way = list(self.variant.filled(goal or here, known["path"], horse))
        way = [goal, *way] if goal else way
        while way:
            beats = self.variant.beats_of(here, way[0], horse, done)
            if beats > left:
                return self._on_the_way(here, way[0], done, left, horse) | self._rest_of_path(known, way)
            left -= beats
            here, done = way.pop(0), 0
        return {"at": here}

    def _on_the_way(self, here: str, goal: str, done: int, beats: int, horse: bool) -> Json:
        whole = self.variant.beats_of(here, goal, horse, done)
        length = self.variant.link_hm(here, goal) or 1
        done += (length - done) * beats // max(1, whole)
        if done == 0:
            return {"at": here}
        return {"at": None, "on": {"from": here, "to": goal, "done": min(done, length - 1)}}

    def _rest_of_path(self, known: Json, way: list[str]) -> Json:
        path = [place for place in known["path"] if place in way] or way[-1:]
        return {"plan": known["plan"], "path": path}

    def _persons(self) -> Json:
        """Own persons as they are; others as at the start, or where their column would be."""
        found: Json = {}
        for person in self.variant.campaign.persons:
            name = person.word
            seat = self.view["commanders"].get(name) or self.variant.person_seats.get(name)
            if seat is None or (
                self.view["commanders"]
                and name not in self.view["commanders"]
                and (self._side_of(person.army) == self.side)
            ):
                continue
            found[name] = {"seat": seat, "at": self._somewhere(person)}
        for name, own in self.view["persons"].items():
            found[name] = self._own_person(own)
        return found

    def _somewhere(self, person: Any) -> str:
        if person.place is not None:
            return str(person.place)
        return next(force.place for force in self.variant.campaign.forces if force.code == person.column)

    def _own_person(self, own: Json) -> Json:
        person: Json = {"seat": self.view["seat"], "taken": own["taken"], "target": own["target"], "way": own["way"]}
        if own["follows"] in self.columns:
            person["follows"] = own["follows"]
        if own["taken"]:
            return person | {"at": self.variant.places[0], "way": [], "target": None}
        if own["column"] in self.columns and own["column"] is not None:
            # He is where his column is: the seat sees it, whatever its last dispatch said.
            column = self.columns[own["column"]]
            column.pop("gone", None)
            column |= {"at": own["at"], "on": own["on"]} if own["at"] is None else {"at": own["at"], "on": None}
            return person | {"column": own["column"]}
        return person | ({"at": own["at"]} if own["at"] is not None else {"on": own["on"]})

    def _battles(self) -> list[Json]:
        """Where both sides are seen in one place there is a battle; who attacked is not."""
        there: dict[str, set[str]] = {}
        for code, column in self.columns.items():
            if column.get("at") and not column.get("gone"):
                there.setdefault(column["at"], set()).add(self._side_of(code))
        places = [place for place, sides in there.items() if len(sides) == 2]
        for column in self.columns.values():
            if column.get("at") in places and not column.get("gone"):
                column |= {"battle": places.index(column["at"]) + 1}
        return [
            {"number": number, "at": place, "attacker": "french", "began": self.view["beat"], "brought": (100, 100)}
            for number, place in enumerate(places, start=1)
        ]

    def _held(self) -> Json:
        """As at the start, but for where own columns are."""
        held = dict(self.variant.campaign.held)
        for place in self.taken:
            held[place] = self.side
        return held

    # --- The enemy ------------------------------------------------------------------------------------------------

    def _place_enemies(self) -> None:
        codes = [code for code in self.columns if self._side_of(code) != self.side]
        if self.side is None:
            return
        sites = self._sites()
        self._shuffle(codes)
        for site, (least, most) in sites.items():
            self._fill(site, least, most, codes)
        free = [place for place in self.variant.places if place not in self.taken and place not in self._empty()]
        for code in codes:
            if not self.view["couriers"]:
                self.columns[code] = {"at": self._start_of(code), "gone": "left"}
            else:
                self.columns[code] = {"at": self._roamed(code, free)}

    def _sites(self) -> dict[tuple[str, ...], tuple[int, int]]:
        """Where enemies were seen in the last turn, and how many men there are; a screen may hide any number."""
        found: dict[tuple[str, ...], tuple[int, int]] = {}
        since = self.view["beat"] - LATEST
        for sighting in self.view["sightings"]:
            if sighting["beat"] <= since and self.view["couriers"]:
                continue
            site = (sighting["at"],) if sighting["at"] else tuple(sighting["link"])
            if site[0] in self.taken and len(site) == 1 and self.view["couriers"]:
                continue
            found[site] = MEN.get(sighting["seen"], (20, 900))
        return found

    def _empty(self) -> frozenset[str]:
        """Places next to own horse that reported nothing there: nobody is drawn to them."""
        seen: set[str] = set()
        for code, known in self.view["columns"].items():
            if (
                known["horse"] >= 5
                and known["at"]
                and known["written"] > self.view["beat"] - LATEST
                and (self._side_of(code) == self.side)
            ):
                seen |= set(self.variant.neighbours(known["at"]))
        return frozenset(seen)

    def _fill(self, site: tuple[str, ...], least: int, most: int, codes: list[str]) -> None:
        """Columns to a site until it is what was seen; of the last the men are cut or raised to fit."""
        where: Json = (
            {"at": site[0]} if len(site) == 1 else {"at": None, "on": {"from": site[0], "to": site[1], "done": 0}}
        )
        total = 0
        codes = codes if codes or self.view["couriers"] else [self._unheard_of()]
        while codes and total < least:
            code = codes.pop()
            foot, horse = self._strength(code)
            column = dict(where)
            if total + foot + horse > most or not self.view["couriers"]:
                column |= {"foot": max(1, (least + most) // 2 - total), "horse": 0}
            elif not codes and total + foot + horse < least:
                column |= {"foot": least - total - horse}
            total += column.get("foot", foot) + column.get("horse", horse)
            self.columns[code] = column

    def _unheard_of(self) -> str:
        """A code for a column of the enemy that was made since the start: without fog its site is seen."""
        letters = [letter for letter, side in self.view["armies"].items() if side != self.side]
        codes: Iterator[str] = (letter + sign for letter in letters for sign in CODE_SIGNS)
        return next(code for code in codes if code not in self.columns)

    def _strength(self, code: str) -> tuple[int, int]:
        force = next((each for each in self.variant.campaign.forces if each.code == code), None)
        return (force.foot, force.horse) if force is not None else (20, 0)

    def _start_of(self, code: str) -> str:
        force = next((each for each in self.variant.campaign.forces if each.code == code), None)
        return force.place if force is not None else self.variant.places[0]

    def _roamed(self, code: str, free: list[str]) -> str:
        """A free place as likely as any that the column can have come to since the beginning."""
        start = self._start_of(code)
        reach = ROAMING * 12 * max(0, self.view["turn"] - 1)
        near = [place for place in free if self.variant.hm(start, place) <= reach]
        choices = [*near] or [*free] or [start]
        return choices[next(self.chance) % len(choices)]

    def _shuffle(self, codes: list[str]) -> None:
        for at in range(len(codes) - 1, 0, -1):
            other = next(self.chance) % (at + 1)
            codes[at], codes[other] = codes[other], codes[at]


def _numbers(seed: int) -> Iterator[int]:
    """Numbers of 64 bits without end, the same for the same seed."""
    while True:
        found = drawn(seed & BITS, 256)
        yield from found
        seed = found[-1] + 1
