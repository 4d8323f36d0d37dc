"""The map as text and as a picture."""

from __future__ import annotations

import re
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from core.contract import Json
from core.dice import SeededDice
from pbem.reports.maps import png
from pbem.rulesets.waterloo_wargame import presentation

RULES = presentation().rules
SVG = "{http://www.w3.org/2000/svg}"

OPENING = """\
     0         10        20        30        40        50        60        70
4800                                     .
4600                                    ..
4400                                   ...
4200                            MER' TRI . LAM GHI       VDL' VIV'
4000 .                     BWI  BWC ..SOM.   PON  BES' VIN'       .........
3800 ......AUB                    DOR ARN' KEM' PAC'   ............
3600       DET........ HHK   GRA KRU KIE OMP'...BIJ.RET      .
3400                 ..ADA...........CHK'.   BYL           SAX
3200                      DPL ..BYN MAI'#BRG'           NAS .
3000                   MIT  ..KUH'     ## .             ###..
2800                       ..             .           ....
2600                      ..              ..      dsv'.
2400                    ..#MAC#            .sal nou'    peg bre'
2200                   .. #####            .qui.don  mar      jac
2000                  ........wbt..plt'.bac.bou    mil'
1800             pir ..    bau    foy       .dom.sub'
1600                ..     soy         jea' sim  .....
1400               ..           kel          .lal  lef.........
1200              ..            guy       yg2.. yg1           .............
1000             ..                        fri.  mic
 800            ..                            ..
 600           ..                           pet' pel
 400          ..                               ..
 200         ..                                 .
   0        ..                                  ..
not shown for lack of room: A36 LLO 3420,3560  A37 ROG 3800,3560
abc French piece, ABC Allied piece, ' moved for room  . road  # strongpoint
Napoleon with PET; Wellington with OMP; a column is 100 yards, a row 200"""

TOUCHING = [
    {"code": "I3", "side": "french", "arm": "infantry", "men": 3, "x": 3000, "y": 1900, "heading": 0},
    {"code": "D5", "side": "allied", "arm": "infantry", "men": 5, "x": 3000, "y": 2000, "heading": 180},
    {"code": "G1", "side": "allied", "arm": "gun", "men": 0, "x": 2500, "y": 1600, "heading": 135},
    {"code": "C2", "side": "french", "arm": "cavalry", "men": 2},
]


def view(pieces: list[Json] | None = None, **more: Any) -> Json:
    options = RULES.settle({"scenario": "bare"} if pieces else {})
    position = RULES.decode({"pieces": pieces, **more}, options) if pieces else RULES.opening(options)
    return RULES.view(position, None)


def test_the_field_at_half_past_eleven() -> None:
    assert presentation().map_text(view()) == OPENING


def test_a_piece_on_a_row_s_line_is_shown_in_the_row_that_has_that_number() -> None:
    def row(y: int, *, flip: bool = False) -> str:
        drawn = presentation().map_text(view([TOUCHING[0] | {"x": 3050, "y": y}]) | {"flip": flip})
        return next(row.split()[0] for row in drawn.split("\n")[1:26] if re.search(r"\bi3\b", row))

    assert [row(y) for y in (1999, 2000, 2001, 2199, 2200)] == ["1800", "2000", "2000", "2000", "2200"]
    assert [row(y, flip=True) for y in (1999, 2000, 2001)] == ["1800", "2000", "2000"]


def test_in_an_enlarged_part_too_a_code_stands_in_the_row_of_its_number() -> None:
    def row(y: int) -> str:
        drawn = presentation().map_text(view([TOUCHING[0] | {"x": 3050, "y": y}]) | {"inset": "3000,1900 zoom 4"})
        return next(row.split()[0] for row in drawn.split("\n") if re.search(r"\bi3\b", row))

    assert [row(y) for y in (1899, 1900, 1901, 1949, 1950)] == ["1850", "1900", "1900", "1900", "1950"]


def test_at_the_edge_of_the_map_a_code_is_shown_whole() -> None:
    guard = {"code": "GRD", "side": "french", "arm": "cavalry", "men": 1, "x": 50, "y": 1900, "heading": 0}
    rows = presentation().map_text(view([guard])).split("\n")
    (row,) = [row for row in rows[1:26] if "grd" in row]
    assert row.startswith(("1800  grd'", "1800 grd"))


def test_of_two_in_one_row_the_southern_is_not_shown_north_of_the_other() -> None:
    rows = presentation().map_text(view()).split("\n")
    for north, south in (("VIN", "BES"), ("SOM", "ARN")):
        above, below = (next(at for at, row in enumerate(rows) if code in row) for code in (north, south))
        assert above <= below


def test_the_field_the_other_way_up() -> None:
    rows = presentation().map_text(view() | {"flip": True}).split("\n")
    assert rows[0] == "     70        60        50        40        30        20        10        0"
    assert rows[1].startswith("   0 ")
    assert rows[13] == "2400                 peg    nou' sal.            #MAC#.."


@pytest.mark.parametrize("asked", ["nowhere at all", "XYZ", "3500", "1,2 zoom x", "()"])
def test_of_a_part_that_is_nowhere_the_whole_is_drawn(asked: str) -> None:
    assert presentation().map_text(view() | {"inset": asked}) == OPENING
    assert presentation().map_svg(view() | {"inset": asked}) == presentation().map_svg(view())


@pytest.mark.parametrize(
    "asked",
    ["HOU", "Hougoumont", "2360,2400", "2360 2400", "2,360, 2,400 zoom 4", "chateau of hougoumont, ZOOM 4"],
)
def test_a_part_is_asked_for_in_many_ways(asked: str) -> None:
    assert presentation().map_text(view() | {"inset": asked}) == presentation().map_text(
        view() | {"inset": "hou zoom 4"}
    )


@pytest.mark.parametrize(("zoom", "step"), [(0, 100), (1, 100), (3, 30), (4, 25), (9, 10), (10, 10), (99, 10)])
def test_an_enlarged_part_has_round_numbers_along_its_edges(zoom: int, step: int) -> None:
    drawn = presentation().map_text(view() | {"inset": f"3517,3209 zoom {zoom}"}).split("\n")
    assert drawn[-1].startswith(f"{step} x {2 * step} yards a sign")
    assert all(int(number) % (4 * step) == 0 for number in drawn[0].split())
    assert max(map(len, drawn)) <= 78


def test_an_enlarged_base_is_as_wide_as_it_is() -> None:
    # 300 by 100 yards at 25 a column and 50 a row: twelve signs in two rows, and the front before its middle.
    rows = presentation().map_text(view([TOUCHING[0]]) | {"inset": "3000,1900 zoom 4"}).split("\n")
    drawn = [row[5:].strip(" .") for row in rows if "-" in row and "French" not in row]
    assert [len(row) for row in drawn] == [12, 12]


def test_who_touches_an_enemy_is_shown_before_others() -> None:
    # Nine columns of men where there is room for few, and the last two of them touch.
    crowd = [
        {"code": f"Q{at}", "side": "french", "arm": "infantry", "men": 1, "x": 3050, "y": 1850 - 100 * at, "heading": 0}
        for at in range(5)
    ] + [
        {"code": f"R{at}", "side": "french", "arm": "infantry", "men": 1, "x": 3150, "y": 1850 - 100 * at, "heading": 0}
        for at in range(5)
    ]
    foe = {"code": "FOE", "side": "allied", "arm": "infantry", "men": 1, "x": 3150, "y": 1350, "heading": 0}
    overview = presentation().map_text(view([*crowd, foe])).split("abc French piece")[0]
    field, left_out = overview.split("not shown for lack of room:")
    assert "r4" in field
    assert "FOE" in field
    assert "r4" not in left_out


def test_a_part_as_a_picture_shows_the_same_enlarged() -> None:
    part = drawn(view() | {"inset": "hou zoom 4"})
    texts = [text.text for text in part.iter(f"{SVG}text")]
    assert "2,400" in texts
    assert "5,000" not in texts


@pytest.mark.parametrize(
    ("road", "middle"),
    [("NIV", "1,800"), ("nivelles road", "1,800"), ("CHA ZOOM 2", "3,600"), ("pla", "5,200")],
)
def test_a_road_can_be_asked_for_and_shows_its_middle(road: str, middle: str) -> None:
    texts = [text.text for text in drawn(view() | {"inset": road}).iter(f"{SVG}text")]
    assert middle in texts
    assert presentation().map_text(view() | {"inset": road}) != OPENING
    assert presentation().parts(view())["NIVELLES ROAD"] == "NIV"


@pytest.mark.parametrize(("road", "at"), [("NIV", "2016,2451"), ("CHA", "3838,2474"), ("PLA", "5387,1459")])
def test_the_middle_of_a_road_is_half_way_along_it(road: str, at: str) -> None:
    assert presentation().map_text(view() | {"inset": road}) == presentation().map_text(view() | {"inset": at})


def test_the_turn_and_the_losses_stand_beside_the_map_and_not_in_it() -> None:
    seen = view(TOUCHING, generals={"french": "I3"})
    assert "losses" not in presentation().map_text(seen)
    texts = [text.text or "" for text in drawn(seen).iter(f"{SVG}text")]
    assert "The Waterloo Wargame, turn 1 of 20" in texts
    assert "11:30" in texts
    assert not any("to move" in text for text in texts)


@pytest.mark.clause("WWG-031")
def test_a_map_of_a_game_that_is_over_tells_no_time() -> None:
    end = {"winners": ["allied"], "reason": "time", "clause": "WWG-127"}
    over = view(TOUCHING, phase="over", outcome=end, round=20, to_move="allied")
    told = presentation().map_text(over)
    assert "16:15" not in told
    assert "losses French 0, Allied 0" in told, "which nothing else tells then"
    texts = [text.text for text in drawn(over).iter(f"{SVG}text")]
    assert "The Waterloo Wargame, turn 20 of 20" in texts
    assert "the game is over" in texts
    assert not any("wins" in (text or "") for text in texts), "which the mail says"
    assert not any("16:15" in (text or "") for text in texts)


def test_both_seats_are_sent_the_same_picture() -> None:
    # Pictures are remembered by their SVG.
    position = RULES.opening(RULES.settle({}))
    pictures = {presentation().map_svg(RULES.view(position, seat)) for seat in (None, "french", "allied")}
    assert len(pictures) == 1


def drawn(at: Json) -> ElementTree.Element:
    return ElementTree.fromstring(presentation().map_svg(at))


def test_the_picture_names_every_piece_and_what_touches() -> None:
    svg = drawn(view(TOUCHING, generals={"french": "I3"}, losses={"french": 2}))
    titles = [title.text or "" for title in svg.iter(f"{SVG}title")]
    assert "F01 I3, I3: infantry, 3,000 men, at 3000,1900 facing N" in titles
    words = next(svg.iter(f"{SVG}desc")).text or ""
    assert "In contact: I3 touches D5" in words
    texts = [text.text for text in svg.iter(f"{SVG}text")]
    assert {"I3 3", "D5 5", "G1", "N", "French losses 2,000 of 30,000", "French pieces lost: C2 2"} <= set(texts)


def test_the_arc_of_a_gun_is_drawn_as_the_game_has_it() -> None:
    sector = presentation().map_svg(view(TOUCHING))
    options = RULES.settle({"scenario": "bare", "fire_arc": "square"})
    square = presentation().map_svg(RULES.view(RULES.decode({"pieces": TOUCHING}, options), None))
    assert "A200 200 0 0 1" in sector
    assert "A200 200 0 0 1" not in square


def test_a_name_cannot_break_out_of_the_picture() -> None:
    pieces = [TOUCHING[0] | {"name": "</title><script>alert(1)</script>"}]
    assert "<script" not in presentation().map_svg(view(pieces))


def test_the_picture_can_be_made_into_pixels() -> None:
    assert png(presentation().map_svg(view())).startswith(b"\x89PNG")


@pytest.mark.parametrize("turns", [0, 3, 6])
def test_nobody_is_shown_on_the_wrong_side_of_a_piece_near_to_him(turns: int) -> None:
    position = RULES.opening(RULES.settle({}))
    for turn in range(turns):
        seat = RULES.awaiting(position)[0].seat
        orders = presentation().bot(RULES.view(position, seat), seat, Random(turn))
        lines = presentation().read(list(enumerate(orders.split("\n"), start=1)))
        position = RULES.adjudicate(position, {seat: lines}, SeededDice(bytes([turn]) * 32)).position
    seen = RULES.view(position, None)
    rows = presentation().map_text(seen).split("\n")[1:26]
    places = {}
    for piece in seen["pieces"]:
        code = piece["code"].lower() if piece["side"] == "french" else piece["code"]
        whole = re.compile(rf"(?<![A-Za-z0-9]){code}(?![A-Za-z0-9])")
        found = [at for at, row in enumerate(rows) if whole.search(row)]
        if piece["x"] is not None and found:
            places[piece["code"]] = (piece, found[0])
    assert len(places) > 50
    for one, row in places.values():
        for other, below in places.values():
            if abs(one["x"] - other["x"]) <= 500 and one["y"] - other["y"] >= 200:
                assert row <= below, (one["code"], other["code"])


def test_a_code_that_was_moved_is_marked() -> None:
    crowd = [
        {"code": f"Q{at}", "side": "french", "arm": "infantry", "men": 1, "x": 3050 + 110 * at, "y": 1850, "heading": 0}
        for at in range(3)
    ]
    overview = presentation().map_text(view(crowd))
    assert [code for code in ("q0", "q1", "q2") if f"{code}'" in overview]
    assert "' moved for room" in overview
    alone = presentation().map_text(view(crowd[:1])).split("abc French piece")[0]
    assert "q0" in alone
    assert "q0'" not in alone
