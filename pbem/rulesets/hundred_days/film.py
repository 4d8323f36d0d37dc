"""The film of a campaign that is over: columns and persons as they went, riders, and what seats believed.

And the map of each turn as it was. Everything stands in the points of one drawing of the country, of the part of it in
which the campaign was fought.
"""

from __future__ import annotations

from collections.abc import Iterator

from core.rulesets.hundred_days.schema import Seen
from pbem.rulesets.retold import Errand, Eyes, Film, Key, Look, Map, Note, Ride, Scene, Standing, Track

from . import chronicle, dispatches, picture, sites
from . import map as map_
from .board import army_name, column_name, date_and_hour, hour, person_title, place_name, seat_title
from .board import campaign as written
from .chapters import Campaign, Chapter, Knew
from .courses import Course, way
from .picture import Frame, Stroke
from .riders import DISPATCH, LETTER, ORDERS, Rider
from .sites import Site, at, by_code
from .texts import TITLE

OLDEST = picture.OLDEST
SCALE = 0.8  # of what stands on the map: a film shows more of the country than a report, and all columns
PERSON = ("#f2c230", "#3a2d18")
ERRANDS = (Errand("orders", "#5b2a86"), Errand("dispatch", "#0f766e"), Errand("letter", "#be185d"))
CARRIES = {ORDERS: "orders for {}", DISPATCH: "a dispatch of {}", LETTER: "a letter, {}"}
LEGEND = (
    "Blocks are columns, with a stroke if they are horse; yellow flags are commanders, and dots are couriers: violet "
    "with orders, green with dispatches, red with letters; a cross is one who was lost.",
    "In what a seat knew blocks are its columns as last known, paler the older the news; diamonds are the enemy as "
    "last seen: P patrol, D division, C corps, A army, S screen of horse.",
)
MAP_LEGEND = ("All columns as they were; dashed: couriers with orders and letters under way.",)


def film(told: Campaign) -> Film:
    """The whole film."""
    return _Film(told).made()


class _Film:
    """A film in the making: what looks alike is kept once."""

    def __init__(self, told: Campaign) -> None:
        self.told, self.view = told, told.view
        self.frame = frame(told)
        self.looks: dict[Look, int] = {}
        self.ways: dict[tuple[str, str], int] = {}

    def made(self) -> Film:
        of, view = written(self.view), self.view
        last = self.told.chapters[-1].stage.beat
        return Film(
            title=of.name if of.name == TITLE else f"{TITLE}: {of.name}",
            ground=picture.ground(view | {"bridges": {}}, self.frame),
            block=(picture.BLOCK, picture.HIGH),
            scale=SCALE,
            times=[date_and_hour(beat, of) for beat in range(last + 1)],
            stops=sorted({chapter.stage.beat for chapter in self.told.chapters}),
            tracks=list(self._tracks()),
            eyes=[self._eyes(seat) for seat in view["seats"]],
            rides=[self._ride(rider) for rider in self.told.riders],
            ways=[self._way(*ends) for ends in self.ways],
            errands=ERRANDS,
            notes=list(self._notes()),
            looks=list(self.looks),
            legend=LEGEND,
        )

    def _number(self, look: Look) -> int:
        return self.looks.setdefault(look, len(self.looks))

    # --- What was so ------------------------------------------------------------------------------------------------

    def _tracks(self) -> Iterator[Track]:
        for code, course in self.told.columns.items():
            yield Track(self._number(self._block(code)), self._keys(course))
        for name, course in self.told.persons.items():
            title = person_title(name, self.view)
            yield Track(self._number(Look("flag", title, *PERSON, title)), self._keys(course))

    def _keys(self, course: Course) -> list[Key]:
        found: list[Key] = []
        for key in course.keys:
            if key.site is None:
                x, y = (found[-1].x, found[-1].y) if found else (0.0, 0.0)
                found.append(Key(round(key.beat, 2), x, y, gone=True))
            else:
                found.append(Key(round(key.beat, 2), *self._point(key.site)))
        return found

    def _block(self, code: str) -> Look:
        fill, ink = picture.colours(code[0], self.view)
        name = column_name(code, self.view)
        return Look("barred" if self._is_horse(code) else "block", code, fill, ink, f"{code} {name}".strip())

    def _is_horse(self, code: str) -> bool:
        first = next((each.stage.columns[code] for each in self.told.chapters if code in each.stage.columns), None)
        return first is not None and first[1] == 0 and first[2] > 0

    def _point(self, site: Site) -> tuple[float, float]:
        return self.frame.point(*at(site, self.view))

    # --- What a seat took for true ----------------------------------------------------------------------------------

    def _eyes(self, seat: str) -> Eyes:
        scenes = [self._scene(each, each.knew[seat]) for each in self.told.chapters if seat in each.knew]
        return Eyes(seat_title(seat), scenes)

    def _scene(self, chapter: Chapter, knew: Knew) -> Scene:
        beat, standing = chapter.stage.beat, []
        for code, (site, since, _) in knew.columns.items():
            standing.append(Standing(self._number(self._block(code)), *self._point(site), _fresh(beat - since)))
        for enemy in knew.enemies:
            look = self._number(_diamond(enemy.what))
            standing.append(Standing(look, *self._point(enemy.site), _fresh(beat - enemy.beat)))
        return Scene(beat, standing)

    # --- Who rode ---------------------------------------------------------------------------------------------------

    def _ride(self, rider: Rider) -> Ride:
        ends = (rider.start, rider.end)
        number = self.ways.setdefault(ends, len(self.ways))
        return Ride(rider.left, rider.due, number, rider.errand, rider.lost, self._in_words(rider))

    def _in_words(self, rider: Rider) -> str:
        of = written(self.view)
        what = CARRIES[rider.errand].format(rider.who)
        ends = f"{place_name(rider.start, self.view)} to {place_name(rider.end, self.view)}"
        end = "lost" if rider.lost else f"there {hour(rider.due, of)}"
        if rider.taken_by:
            end = f"taken, read by {army_name(rider.taken_by, self.view)}"
        return f"{what}: {ends}, left {hour(rider.left, of)}, {end}"

    def _way(self, start: str, end: str) -> list[tuple[float, float]]:
        places = by_code(self.view)
        return [self.frame.point(places[code].x, places[code].y) for code in way(start, end, self.view)]

    # --- What happened ----------------------------------------------------------------------------------------------

    def _notes(self) -> Iterator[Note]:
        for chapter in self.told.chapters:
            for each in chronicle.happened(chapter.events, self.view, chapter.stage.beat):
                yield Note(each.beat, each.words)
        for line in self.told.end:
            yield Note(self.told.chapters[-1].stage.beat, line)


def _diamond(what: Seen | str) -> Look:
    letter = map_.LETTERS[what].upper()
    return Look("diamond", letter, "#fff7ed", picture.ENEMY, dispatches.SHORT[what])


def _fresh(age: int) -> float:
    return round(1 - (1 - picture.PALEST) * min(max(age, 0), OLDEST) / OLDEST, 2)


# --- The map of each turn -------------------------------------------------------------------------------------------


def frame(told: Campaign) -> Frame:
    """The part of the country in which anybody was."""
    codes = {
        code
        for course in (*told.columns.values(), *told.persons.values())
        for key in course.keys
        if key.site is not None
        for code in (key.site.a, key.site.b)
        if code is not None
    }
    return picture.frame_around(codes, told.view)


def maps(told: Campaign) -> list[Map]:
    """The map of each turn, as it was when it began, and that of the end."""
    part = frame(told)
    return [
        Map(_name(number, chapter, told), _map(chapter, part, told)) for number, chapter in enumerate(told.chapters)
    ]


def _name(number: int, chapter: Chapter, told: Campaign) -> str:
    said = date_and_hour(chapter.stage.beat, written(told.view)).lower().replace(" ", "-").replace(":", "")
    return f"{number:02}-{said}"


def _map(chapter: Chapter, part: Frame, told: Campaign) -> str:
    stage, view = chapter.stage, told.view
    bridges = {name: {"whole": name not in stage.blown} for name in written(view).bridges}
    standing = [(code, *part.point(*at(site, view))) for code, (site, *_) in stage.columns.items()]
    persons = [
        (x - 16, y + 4, person_title(name, view))
        for name, found in stage.persons.items()
        if (site := stage.columns[found][0] if isinstance(found, str) and found in stage.columns else found)
        and isinstance(site, Site)
        for x, y in [part.point(*at(site, view))]
    ]
    heading = f"{TITLE}, {date_and_hour(stage.beat, written(view))}{', at the end' if stage.over else ''}"
    words = (
        f"All columns: {'; '.join(f'{code} at {_where(site, told)}' for code, (site, *_) in stage.columns.items())}."
    )
    return picture.ground(
        view | {"bridges": bridges},
        part,
        heading=heading,
        words=words,
        couriers=list(_under_way(stage.beat, part, told)),
        blocks=picture.laid_out(standing, view),
        persons=persons,
        legend=MAP_LEGEND,
    )


def _where(site: Site, told: Campaign) -> str:
    names = [place_name(code, told.view) for code in (site.a, site.b) if code is not None]
    return "-".join(names)


def _under_way(beat: int, part: Frame, told: Campaign) -> Iterator[Stroke]:
    """The ways of those who ride with orders or letters at a time."""
    places = sites.by_code(told.view)
    drawn: set[tuple[str, str, int]] = set()
    for rider in told.riders:
        key = (rider.start, rider.end, rider.errand)
        if rider.errand == DISPATCH or not rider.left <= beat < rider.due or key in drawn:
            continue
        drawn.add(key)
        points = [part.point(places[code].x, places[code].y) for code in way(rider.start, rider.end, told.view)]
        line = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        yield Stroke(line, ERRANDS[rider.errand].colour, 1.8, "7 4", 1, CARRIES[rider.errand].format(rider.who))
