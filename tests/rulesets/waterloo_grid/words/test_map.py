"""The map as text, read back, and as a picture."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest

from core.contract import Json
from pbem.reports.maps import png
from pbem.rulesets.waterloo_grid import presentation
from pbem.rulesets.waterloo_grid.board import board
from pbem.rulesets.waterloo_grid.map import FACING, MIXED, TERRAIN, map_text

RULES = presentation().rules
SVG = "{http://www.w3.org/2000/svg}"

OPENING = """\
     A     B     C     D     E     F     G     H     I     J     K     L
  +-----+-----+-----+-----+-----+-----+-X1--+-----+-----+-----+-----+-----+
 1|     |     |     |     |     |     |     |     |     |     |     |     |1
  |     |     |     |     |     |     |     |     |     |     |     |     |
  +-----+-----+-----+-----+-----+-MSJ-+-MSJ-+-----+-----+-----+-----+-----+
 2|     |     |     |     |     |V    |V    |     |     |     |     |     |2
  |     |     |     |     |     |     |     |     |     |     |     |     |
  +-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-X2--+
 3|     |h    |hRL1 |h    |hRH1 |h    |h    |hRH2 |h    |hRL2 |     |     |3
  |     |     | 4v* |     | 4v* |     |     | 4v* |     | 4v* |     |     |
  +-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+
 4|     |hRI1 |hRG1 |hRA1 |hRI2 |hRI3 |hRA2 |hRI4 |hRA3 |h    | RI5 |     |4
  |     | 4v* | 2v* | 2v  | 4v* | 2v* | 2v  | 4v* | 2v  |     | 3v* |     |
  +-----+-----+-----+-----+-----+-LHS-+-----+-----+-----+-----+-PAP-+-----+
 5|     |     |     |     |     |FRI3 |     |     |     |     |fRI5 |w    |5
  |     |     |     |     |     | 2v  |     |     |     |     | 1v  |     |
  +-----+-----+-HOU-+-----+-----+-----+-----+-----+-----+-----+-----+-----+
 6|     |     |FRG1 |     |     |     |     |     |     |     |     |     |6
  |     |     | 2v  |     |     |     |     |     |     |     |     |     |
  +-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-X3--+
 7|     |     |w    |     |     |     |     |     |     |     |     |     |7
  |     |     |     |     |     |     |     |     |     |     |     |     |
  +-----+-----+-----+-----+-----+-----+-BEL-+-----+-----+-----+-----+-----+
 8|     | BL1 | BI1 |hBA1 |hBI2 |hBA2 |fBG1 |hBA3 |hBI3 | BI4 | BL2 |w    |8
  |     | 4^* | 4^* | 2^  | 4^* | 2^  | 1^  | 2^  | 4^* | 4^* | 4^* |     |
  +-----+-----+-----+-----+-----+-----+-----+-----+-----+-PLA-+-PLA-+-----+
 9|     |     |     |hBH1 |hBA4 |hBH3 |hBG1 |hBH2 |hBI5 |VBI6 |VBI6 |w    |9
  |     |     |     | 4^* | 2^  | 4^* | 3^* | 4^* | 4^* | 2^* | 2>  |     |
  +-----+-----+-----+-----+-----+-Y---+-----+-----+-----+-----+-----+-----+
10|     |     |     |     |     |     | BG2 |     |     |     |     |     |10
  |     |     |     |     |     |     | 4^* |     |     |     |     |     |
  +-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+
     A     B     C     D     E     F     G     H     I     J     K     L

Held      Blue: 2 of 4 village cells (J9 K9), 1 farm (BEL)
          Red: 0 of 4 village cells, 3 farms (HOU LHS PAP)
          Nobody: F2 G2
          All four village cells and two farms win.
Ground    h hill  V village  F large farm  f small farm  w wood
          X1 X2 X3 Y roads of entry
Places    MSJ Mont-St-Jean  PLA Plancenoit  HOU Hougoumont  LHS La Haye Sainte
          PAP Papelotte  BEL La Belle Alliance  (each above its cell)
Bases     ^>v< facing  + in square  x several ways  * flag  ! faces an enemy
          & more units"""


# --- A map read back ------------------------------------------------------------------------------------------------


class Drawn(msgspec.Struct, frozen=True):
    """What a text map shows of one cell.

    `terrain` is None where a long unit id hides it; `facing` is n, e, s, w, `+` in square, `x` mixed, or None in an
    empty cell, where `unit` is empty too.
    """

    terrain: str | None
    name: str
    unit: str
    more: bool
    bases: int
    facing: str | None
    flag: bool
    contact: bool


def parse_map(text: str) -> dict[str, Drawn]:
    """What stands on a text map, cell by cell. Raises ValueError where a cell means nothing."""
    b, lines = board(), text.splitlines()
    found = {}
    for row in range(b.rows):
        edge, upper, lower = lines[1 + 3 * row : 4 + 3 * row]
        for column in range(len(b.columns)):
            inside = slice(3 + 6 * column, 8 + 6 * column)
            found[b.cell(column, row)] = _drawn(edge[inside], upper[inside], lower[inside])
    return found


def _drawn(edge: str, upper: str, lower: str) -> Drawn:
    """The meaning of a cell's three lines. Raises ValueError."""
    terrains = {sign: terrain for terrain, sign in TERRAIN.items()}
    shown = terrains.get(upper[0])
    unit = (upper if shown is None else upper[1:]).strip()
    facings = {sign: facing for facing, sign in FACING.items()} | {MIXED: MIXED}
    if not unit:
        if lower.strip() or shown is None:
            raise ValueError(f"{upper!r} over {lower!r} is no cell")
        return Drawn(shown, edge.strip("-"), "", False, 0, None, False, False)
    if not lower[1].isdigit() or lower[2] not in facings:
        raise ValueError(f"{lower!r} shows no bases")
    return Drawn(
        terrain=shown,
        name=edge.strip("-"),
        unit=unit.removesuffix("&"),
        more=unit.endswith("&"),
        bases=int(lower[1]),
        facing=facings[lower[2]],
        flag=lower[3] == "*",
        contact=lower[4] == "!",
    )


# --- The text map ---------------------------------------------------------------------------------------------------


def view(units: Json, **more: Any) -> Json:
    at = RULES.decode({"units": units, "dice": list("IICAX")} | more, RULES.settle({}))
    return RULES.view(at, None)


def test_the_opening_as_it_is_mailed() -> None:
    assert map_text(RULES.view(RULES.opening(RULES.settle({})), "blue")) == OPENING


def test_what_a_cell_shows() -> None:
    shown = {
        "BI2": "E6:fabc:n",
        "RI2": "E5:fab:s",
        "RI1": "B4:fa:+",
        "RI10": "B4:fa:e",
        "BI3": "C2:fb:n C3:ac:e",
        "RG1": "C6:f:w",
    }
    drawn = parse_map(map_text(view(shown)))
    e6 = drawn["E6"]
    assert (e6.unit, e6.bases, e6.facing, e6.flag, e6.contact) == ("BI2", 4, "n", True, True)
    assert drawn["E5"].contact
    b4 = drawn["B4"]
    assert (b4.unit, b4.more, b4.bases, b4.facing, b4.flag, b4.contact) == ("RI1", True, 4, "x", True, False)
    assert (drawn["C3"].flag, drawn["C3"].facing, drawn["C3"].terrain) == (False, "e", "hill")
    assert (drawn["C6"].terrain, drawn["C6"].name, drawn["C6"].unit) == ("large_farm", "HOU", "RG1")
    assert "Together  B4: RI1 fa in square, RI10 fa east" in map_text(view(shown))


def test_a_long_number_takes_the_place_of_the_terrain() -> None:
    drawn = parse_map(map_text(view({"RI10": "B4:fa:+", "RI11": "B4:fa:e"})))
    assert (drawn["B4"].terrain, drawn["B4"].unit, drawn["B4"].more) == (None, "RI10", True)
    assert parse_map(map_text(view({"RI10": "B4:fa:+"})))["B4"].terrain == "hill"


@pytest.mark.parametrize(
    ("upper", "lower"), [("q    ", "     "), ("hRI1 ", "     "), ("hRI1 ", " 4?* "), ("h    ", " 4v* ")]
)
def test_a_map_that_means_nothing_is_refused(upper: str, lower: str) -> None:
    lines = OPENING.split("\n")
    lines[2] = f" 1|{upper}{lines[2][8:]}"
    lines[3] = f"  |{lower}{lines[3][8:]}"
    with pytest.raises(ValueError, match=r"cell|bases"):
        parse_map("\n".join(lines))


def random_views(count: int) -> list[Json]:
    """Views of positions that random play comes to."""
    settled = RULES.settle({})
    found = []
    for seed in range(count):
        played = RULES.playout(RULES.opening(settled), seed, 40 * seed)  # type: ignore[attr-defined]
        found.append(RULES.view(played.position, None))
    return found


def test_every_map_can_be_read_back() -> None:
    for seen in random_views(12):
        text = map_text(seen)
        assert max(map(len, text.split("\n"))) <= 78
        drawn = parse_map(text)
        stands: dict[str, list[tuple[str, str, str]]] = {}
        for unit, groups in seen["units"].items():
            for group in groups.split():
                cell, letters, facing = group.split(":")
                stands.setdefault(cell, []).append((unit, letters, facing))
        contacts = {contact["from"] for contact in seen["hints"]["contacts"]}
        for cell, shown in drawn.items():
            groups = stands.get(cell, [])
            assert shown.bases == sum(len(letters) for _, letters, _ in groups)
            assert shown.flag == any("f" in letters for _, letters, _ in groups)
            assert shown.more == (len({unit for unit, _, _ in groups}) > 1)
            assert shown.contact == (cell in contacts)
            assert shown.terrain in (None, board().terrain_of(cell))
            if groups:
                facings = {facing for _, _, facing in groups}
                assert shown.facing == (facings.pop() if len(facings) == 1 else "x")


# --- The picture ----------------------------------------------------------------------------------------------------


def test_every_base_is_in_the_picture() -> None:
    for seen in random_views(4):
        drawn = ElementTree.fromstring(presentation().map_svg(seen))
        titles = [title.text or "" for title in drawn.iter(f"{SVG}title")]
        told = sum(len(party.split()[1]) for title in titles[1:] for party in title.partition(": ")[2].split("; "))
        bases = sum(len(group.split(":")[1]) for groups in seen["units"].values() for group in groups.split())
        assert told == bases
        assert all(cell in "".join(titles) for groups in seen["units"].values() for cell in [groups.split(":")[0]])


def test_the_picture_becomes_pixels() -> None:
    picture = png(presentation().map_svg(RULES.view(RULES.opening(RULES.settle({"scenario": "lambert"})), None)))
    assert picture.startswith(b"\x89PNG")
    assert len(picture) > 20_000


def test_the_picture_says_in_words_what_it_shows() -> None:
    svg = presentation().map_svg(view({"BI2": "E6:fabc:n", "RI2": "E5:fab:s", "RG1": "C6:bf:+"}, turn=4))
    assert "Waterloo on a grid, turn 4" in svg
    assert "Blue: BI2 in E6; Red: RI2 in E5 and RG1 in C6." in svg
    assert "C6 (Hougoumont): RG1 fb in square" in svg
    assert svg == presentation().map_svg(view({"BI2": "E6:fabc:n", "RI2": "E5:fab:s", "RG1": "C6:bf:+"}, turn=4))


def test_small_farms_without_walls_are_drawn_without() -> None:
    walls = [
        presentation()
        .map_svg(RULES.view(RULES.opening(RULES.settle({"small_farms": farms})), None))
        .count('stroke-width="5"')
        for farms in ("walled", "open")
    ]
    assert walls == [6, 3]  # two of each kind on the field, and each kind once in the legend


def test_the_legend_explains_the_signs_and_counts_both_sides() -> None:
    svg = presentation().map_svg(RULES.view(RULES.opening(RULES.settle({})), None))
    for words in ("the way it faces", "flag of its unit", "thick edge: in square", "road of entry", "walled farm"):
        assert f">{words}</text>" in svg
    assert "Blue (French): 60 bases on the field; lost: none" in svg


def test_names_of_the_field_fit_the_map() -> None:
    assert all(len(board().name_at(cell)) <= 4 for cell in parse_map(OPENING))
