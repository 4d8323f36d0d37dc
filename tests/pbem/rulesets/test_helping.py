"""The order helper: games are played by what it offers alone, and all that it offers the rules take."""

from __future__ import annotations

import re
from itertools import pairwise
from math import dist
from random import Random

import pytest
from conflict_pieces import placed

from core.contract import Effect, Line, Status
from core.dice import SeededDice
from pbem.rulesets import helping, names, presentation
from pbem.rulesets.helping import Offer, Proposed
from pbem.rulesets.proposing import Proposal

HELPED = [name for name in names() if presentation(name).helper is not None]
GAMES = [
    ("waterloo1895", {"mode": "little"}, 60),
    ("waterloo1895", {}, 8),
    ("waterloo1895", {"mode": "double", "throws": "chain"}, 6),
    ("conflict", {}, 6),
    ("stratego_waterloo", {}, 10),
    ("stratego_waterloo", {"version": "expert", "draft": "live"}, 12),
    ("waterloo_grid", {}, 6),
    ("hundred_days", {}, 4),
    ("waterloo_wargame", {}, 8),
]


def read(ruleset: str, texts: list[str]) -> tuple[Line, ...]:
    return presentation(ruleset).read(list(enumerate(texts, start=1)))


def offered(ruleset: str, view, seat: str, texts: list[str], picked: str | None = None) -> Offer:
    words = presentation(ruleset)
    return helping.offer(words.rules, words.helper, words.text_of, view, seat, read(ruleset, texts), picked)


def proposed(ruleset: str, view, seat: str, texts: list[str], **fields) -> Proposed:
    words = presentation(ruleset)
    orders, proposal = read(ruleset, texts), Proposal(**fields)
    begun = {line.number for line in orders}
    below = [number for number in range(1, len(texts) + 1) if number not in begun]
    return helping.propose(
        words.rules, words.helper, words.text_of, view, seat, orders, proposal, words.say_verdict, below
    )


def written(ruleset: str, view, seat: str, chance: Random) -> list[str]:
    """A whole set of orders, by picking pieces and ways, and what is offered besides."""
    texts: list[str] = []
    for _ in range(40):
        offer = offered(ruleset, view, seat, texts)
        if offer.complete:
            return texts
        if offer.plain and offer.plain[0].text.endswith("default"):
            texts.append(offer.plain[0].text)
        elif offer.pieces:
            piece = chance.choice(offer.pieces)
            assert piece.at in offer.board.spots
            ways = offered(ruleset, view, seat, texts, piece.piece).ways
            texts.append(chance.choice(ways).text)
        else:
            texts.append(offer.plain[0].text)
    raise AssertionError(f"no end of {texts}")


@pytest.mark.parametrize(("ruleset", "options", "turns"), GAMES, ids=lambda each: str(each))
def test_games_are_played_by_the_helper_alone(ruleset: str, options: dict[str, str], turns: int) -> None:
    rules = presentation(ruleset).rules
    chance, dice = Random(1815), SeededDice(b"helped" * 6, "helped")
    position = rules.opening(presentation(ruleset).settle(options))
    for _ in range(turns):
        orders = {}
        for decision in rules.awaiting(position):
            view = rules.view(position, decision.seat)
            if presentation(ruleset).ask(view, decision.seat) is None:
                orders[decision.seat] = ()  # the first throw, which nobody is asked about
                continue
            texts = written(ruleset, view, decision.seat, chance)
            orders[decision.seat] = read(ruleset, texts)
            checked = rules.check(position, decision.seat, orders[decision.seat])
            assert checked.effect is not Effect.NOTHING, texts
            assert all(each.status is Status.OK for each in checked.verdicts), (texts, checked)
        if not orders:
            break
        position = rules.adjudicate(position, orders, dice).position


@pytest.mark.parametrize("ruleset", HELPED)
def test_places_lie_on_the_picture_and_apart(ruleset: str) -> None:
    words = presentation(ruleset)
    rules = words.rules
    for flip in (False, True):
        view = rules.view(rules.opening(words.settle({})), None) | {"flip": flip}
        board = words.helper.board(view)
        svg = words.map_svg(view)
        size = re.search(r'viewBox="0 0 ([0-9.]+) ([0-9.]+)"', svg)
        assert (float(size[1]), float(size[2])) == (board.width, board.height)
        points = list(board.spots.values())
        assert all(0 < x < board.width and 0 < y < board.height for x, y in points)
        assert len(set(points)) == len(points)


def test_what_is_not_understood_stops_it_and_what_is_refused_is_said() -> None:
    rules = presentation("waterloo1895").rules
    position = rules.opening(presentation("waterloo1895").settle({"mode": "little"}))
    position = rules.adjudicate(position, {}, SeededDice(b"helped" * 6, "helped")).position
    [decision] = rules.awaiting(position)
    view = rules.view(position, decision.seat)
    assert "Line 1 is not understood" in offered("waterloo1895", view, decision.seat, ["N1 nowhere"]).said
    refused = offered("waterloo1895", view, decision.seat, ["N1 1 A11"])
    assert "Check tells why" in refused.said
    assert not refused.complete


@pytest.mark.parametrize("ruleset", HELPED)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_wherever_robots_have_got_to_it_offers_something_to_begin_with(ruleset: str, seed: int) -> None:
    words = presentation(ruleset)
    rules, dice = words.rules, SeededDice(bytes([seed]) * 32, "helped")
    position = rules.opening(words.settle({}))
    for turn in range(16):
        asked = rules.awaiting(position)
        views = {each.seat: rules.view(position, each.seat) for each in asked}
        orders = {}
        for seat, view in views.items():
            if words.ask(view, seat) is None:
                orders[seat] = ()
                continue
            if turn % 3 == 0:
                offer = offered(ruleset, view, seat, [])
                assert offer.pieces or offer.plain, (turn, seat)
            orders[seat] = read(ruleset, words.bot(view, seat, Random(seed)).split("\n"))
        if not asked:
            break
        position = rules.adjudicate(position, orders, dice).position


@pytest.mark.parametrize("ruleset", HELPED)
def test_however_much_is_typed_the_rules_are_asked_about_so_many_lines(
    ruleset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = presentation(ruleset)
    position = words.rules.opening(words.settle({}))
    while (seat := words.rules.awaiting(position)[0].seat) and words.ask(
        words.rules.view(position, seat), seat
    ) is None:
        position = words.rules.adjudicate(position, {}, SeededDice(bytes(32), "helped")).position
    view = words.rules.view(position, seat)
    lines = words.bot(view, seat, Random(1)).split("\n")
    judged = []
    stands = helping._Desk._stands

    def counted(desk, order) -> bool:
        judged.append(len(desk.written) + 1)
        return stands(desk, order)

    monkeypatch.setattr(helping._Desk, "_stands", counted)
    offered(ruleset, view, seat, (lines * 500)[:499])
    assert sum(judged) <= helping.MOST_JUDGED + 500


# --- The open field ------------------------------------------------------------------------------------------------

WARGAME = "waterloo_wargame"


def battle(pieces: list[dict], **options):
    """The view of the French in a battle on the bare field."""
    rules = presentation(WARGAME).rules
    settled = presentation(WARGAME).settle({"scenario": "bare", **options})
    return rules.view(rules.decode({"pieces": pieces}, settled), "french")


def at(code: str, side: str, arm: str, men: int, x: int, y: int, heading: int) -> dict:
    return {"code": code, "side": side, "arm": arm, "men": men, "x": x, "y": y, "heading": heading}


@pytest.fixture(scope="module")
def field():
    """Three French pieces before two Allied ones."""
    return battle(
        [
            at("I3", "french", "infantry", 3, 3000, 1900, 0),
            at("C2", "french", "cavalry", 2, 3450, 1900, 0),
            at("G1", "french", "gun", 0, 3300, 1700, 0),
            at("D4", "allied", "infantry", 4, 3000, 2200, 180),
            at("E2", "allied", "infantry", 2, 5000, 4000, 180),
        ]
    )


def test_a_drag_ends_where_the_rules_let_it_and_is_told_in_an_order(field) -> None:
    rules = presentation(WARGAME).rules
    chance, position = Random(1815), rules.imagine(field, 0)
    for _ in range(60):
        east, north = chance.randrange(-300, 7300), chance.randrange(-300, 5300)
        piece = chance.choice(("I3", "C2", "G1"))
        told = proposed(WARGAME, field, "french", [], piece=piece, kind="drag", east=east, north=north)
        if not told.stands:
            assert told.said
            continue
        [verdict] = rules.check(position, "french", read(WARGAME, [told.text])).verdicts
        assert verdict.status is Status.OK
        assert [told.pose.east, told.pose.north, told.pose.heading] == list(verdict.facts["to"])
        assert len(told.pose.corners) == 4
        assert bool(told.pose.arc) == (piece == "G1")


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"piece": "I3", "kind": "drag", "east": 3000, "north": 2000}, "MOVE I3 TO 3000,2000"),
        ({"piece": "I3", "kind": "drag", "east": 2900, "north": 1000}, "MOVE I3 TOWARD 2900,1000 MAX"),
        ({"piece": "C2", "kind": "drag", "east": 3000, "north": 2190}, "MOVE C2 TO CONTACT D4"),
        ({"piece": "C2", "kind": "drag", "east": 5000, "north": 4000}, "MOVE C2 TOWARD E2 MAX"),
        ({"piece": "C2", "kind": "contact", "what": "d4"}, "MOVE C2 TO CONTACT D4"),
        ({"piece": "C2", "kind": "turn-to", "east": 3550, "north": 2000}, "TURN C2 TO 45"),
        ({"piece": "I3", "kind": "corner-right", "east": 3150, "north": 2003}, "WHEEL I3 LEFT 10"),
        ({"piece": "I3", "kind": "corner-left", "east": 2850, "north": 2003}, "WHEEL I3 RIGHT 10"),
        ({"piece": "G1", "kind": "fire", "what": "D4"}, "FIRE G1 AT D4"),
        ({"piece": "I3", "kind": "bearing", "degrees": 350, "yards": 120}, "MOVE I3 350 120"),
        ({"piece": "I3", "kind": "toward", "what": "la belle alliance"}, "MOVE I3 TOWARD LBA MAX"),
        ({"piece": "I3", "kind": "face", "what": "3500,1900"}, "TURN I3 FACE 3500,1900"),
        ({"piece": "I3", "kind": "general"}, "GENERAL TO I3"),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_fields_of_a_form_are_an_order(field, fields, text: str) -> None:
    if fields["kind"] == "general":
        told = proposed(WARGAME, field, "french", [], **fields)
        assert (told.text, told.stands) == (text, False)  # there is no General on the bare field
        return
    told = proposed(WARGAME, field, "french", [], **fields)
    assert (told.text, told.stands) == (text, True), told.said


@pytest.mark.parametrize(
    "fields",
    [
        {"piece": "I3", "kind": "to"},
        {"piece": "I3", "kind": "bearing", "yards": 10},
        {"piece": "I3", "kind": "fly", "east": 1, "north": 1},
        {"piece": "I3", "kind": "face"},
        {"piece": "I3", "kind": "to", "east": -5, "north": 1900},
        {"piece": "I3", "kind": "back", "yards": -5},
        {"piece": "I3", "kind": "wheel-left", "degrees": -5},
        {"piece": "I3", "kind": "attack", "what": "d4; resign"},
        {"piece": "D4", "kind": "forward"},
        {"piece": "nobody", "kind": "forward"},
        {"piece": "I3", "kind": "corner-right", "east": 3150, "north": 1000},
        {"piece": "C2", "kind": "attack", "what": "D4"},
    ],
    ids=str,
)
def test_fields_that_make_no_order_are_told_why(field, fields) -> None:
    told = proposed(WARGAME, field, "french", [], **fields)
    assert not told.stands
    assert told.said
    assert told.pose is None


def test_a_piece_has_one_line_of_movement_which_grows_by_legs(field) -> None:
    texts = ["FIRE G1 AT D4", "MOVE I3 0 50"]
    again = proposed(WARGAME, field, "french", texts, piece="I3", kind="back", yards=40)
    assert (again.text, again.lines) == ("MOVE I3 BACK 40", (2,))
    leg = proposed(WARGAME, field, "french", texts, piece="I3", kind="bearing", degrees=90, yards=30, further=True)
    assert (leg.text, leg.lines) == ("MOVE I3 0 50 THEN 90 30", (2,))
    moved = proposed(WARGAME, field, "french", texts, piece="G1", kind="forward", yards=10)
    assert not moved.stands  # it fires
    offer = offered(WARGAME, field, "french", texts, "I3")
    assert next(way.lines for way in offer.ways if way.text.startswith("MOVE")) == (2,)


def test_the_field_is_shown_as_it_will_be(field) -> None:
    offer = offered(WARGAME, field, "french", ["MOVE I3 FORWARD MAX"], "I3")
    shown = {base.piece: base for base in offer.field.bases}
    assert shown["I3"].was is not None
    assert shown["C2"].was is None
    assert not shown["D4"].own
    assert "touches D4" in offer.field.about
    assert len(offer.field.contacts) == 1
    assert any(way.text == "ATTACK D4 WITH I3" for way in offer.ways)
    x, y = offer.field.origin
    east, north = offer.field.scale
    assert (x + east * 3000, y + north * 1900) == pytest.approx(shown["I3"].was)
    assert len(offer.field.reach) > 20


def test_the_field_may_be_shown_the_other_way_up(field) -> None:
    drawn = offered(WARGAME, field | {"flip": True}, "french", ["MOVE I3 FORWARD MAX"], "I3").field
    x, y = drawn.origin
    east, north = drawn.scale
    assert (x + east * 3000, y + north * 1900) == pytest.approx(next(base.was for base in drawn.bases if base.was))


def test_where_guns_cover_a_square_it_is_shown_as_one(field) -> None:
    square = field | {"options": field["options"] | {"fire_arc": "square"}}
    pose = proposed(WARGAME, square, "french", [], piece="G1", kind="forward", yards=10).pose
    sides = [dist(one, other) for one, other in pairwise((*pose.arc, pose.arc[0]))]
    scale = abs(offered(WARGAME, square, "french", [], "G1").field.scale[0])
    assert sides == pytest.approx([1000 * scale] * 4)


def test_who_joins_an_attack_takes_its_line() -> None:
    view = battle(
        [
            at("P3", "french", "infantry", 3, 3000, 1900, 0),
            at("Q2", "french", "infantry", 2, 3000, 1800, 0),
            at("D4", "allied", "infantry", 4, 3000, 2000, 180),
        ]
    )
    offer = offered(WARGAME, view, "french", ["ATTACK D4 WITH P3 ADVANCE"], "Q2")
    [joined] = [way for way in offer.ways if way.said.startswith("join")]
    assert (joined.text, joined.lines) == ("ATTACK D4 WITH P3, Q2 ADVANCE", (1,))


# --- Set-ups -------------------------------------------------------------------------------------------------------


def set_up_of(ruleset: str, **options: str):
    rules = presentation(ruleset).rules
    position = rules.opening(presentation(ruleset).settle(options))
    seat = rules.awaiting(position)[0].seat
    return seat, rules.view(position, seat)


def test_a_drawn_set_up_is_written_anew_by_each_exchange_and_keeps_all_its_pieces() -> None:
    seat, view = set_up_of("stratego_waterloo", version="standard")
    chance, texts, seen = Random(1815), [], set()
    codes = sorted(each.mark for each in offered("stratego_waterloo", view, seat, []).pieces)
    for _ in range(4):
        below = tuple(range(2, len(texts) + 1))
        words = presentation("stratego_waterloo")
        orders = read("stratego_waterloo", texts)
        pieces = words.helper.placed(view, seat, orders)
        assert sorted(each.mark for each in pieces) == codes
        picked = chance.choice([each for each in pieces if each.mark == "BF"]).piece
        offer = helping.offer(words.rules, words.helper, words.text_of, view, seat, orders, picked, below)
        way = chance.choice(offer.ways)
        assert way.lines == ((1, *below) if texts else ())
        texts = way.text.split("\n")
        seen.add(way.text)
        orders = read("stratego_waterloo", texts)
        assert (
            presentation("stratego_waterloo")
            .rules.check(presentation("stratego_waterloo").rules.imagine(view, 0), seat, orders)
            .effect
            is not Effect.NOTHING
        )
    assert len(seen) > 1
    told = proposed("stratego_waterloo", view, seat, texts, piece=picked, kind="place", what="z99")
    assert not told.stands


def test_whoever_places_one_piece_changes_the_usual_set_up_and_then_its_line() -> None:
    seat, view = set_up_of("waterloo1895")
    offer = offered("waterloo1895", view, seat, [], "N1")
    assert all(way.text.startswith("place default\nplace N1 ") for way in offer.ways)
    texts = offer.ways[0].text.split("\n")
    again = offered("waterloo1895", view, seat, texts, "N1")
    assert again.complete
    assert {way.lines for way in again.ways} == {(2,)}
    stood = {each.piece: each.at for each in again.pieces}
    assert stood["N1"] == offer.ways[0].to
    assert stood["N1"] not in {way.to for way in offered("waterloo1895", view, seat, texts, "N2").ways}
    taken = proposed("waterloo1895", view, seat, texts, piece="N2", kind="place", what=stood["N1"])
    assert not taken.stands
    assert "N1" in taken.said
    told = proposed("waterloo1895", view, seat, texts, piece="N1", kind="place", what=offer.ways[1].to.lower())
    assert (told.stands, told.lines) == (True, (2,))


# --- Cards and the pursuit -----------------------------------------------------------------------------------------

STRATEGO = "stratego_waterloo"


def ply(board: dict[str, str], seat: str = "blue", **more):
    """The view of a seat that is to act."""
    rules = presentation(STRATEGO).rules
    settled = presentation(STRATEGO).settle({"version": "expert"})
    position = {"board": board, "to_move": seat, "turn": 5, "actions": {"allowance": 3}} | more
    return rules.view(rules.decode(position, settled), seat)


def hand(*cards: str):
    return {"cards": {"hands": {"blue": list(cards), "red": []}}}


def said(offer: Offer, words: str):
    """The way that ends in these words, as the list calls it."""
    return next(way for way in offer.ways if way.said.endswith(words))


def test_a_card_grows_by_each_piece_that_is_picked() -> None:
    board = {"A1": "NA", "B1": "NE", "C4": "LN", "E4": "LN", "G4": "FA", "C5": "BF", "G6": "BF", "A10": "WE"}
    view = ply(board, **hand("IN", "CA", "GB", "FS"))
    moved = said(offered(STRATEGO, view, "blue", [], "LN E4"), "E5 by Initiative")
    assert (moved.text, moved.lines) == ("card IN E4-E5", ())
    more = said(offered(STRATEGO, view, "blue", [moved.text], "NE B1"), "B2 by Initiative")
    assert (more.text, more.lines) == ("card IN E4-E5, B1-B2", (1,))
    fights = offered(STRATEGO, view, "blue", [], "LN C4")
    assert said(fights, "with Fighting Spirit").text == "attack C4xC5 spirit"
    fought = said(fights, "by Combined Attack").text
    shot = said(offered(STRATEGO, view, "blue", [fought], "FA G4"), "by Combined Attack")
    assert (shot.text, shot.lines) == ("card CA attack C4xC5, fire G4 G6", (1,))
    assert said(offered(STRATEGO, view, "blue", [], "FA G4"), "by Grand Battery").text == "card GB fire G4 G6"
    without = offered(STRATEGO, ply(board), "blue", [], "LN C4")
    assert not any("card" in way.text or "spirit" in way.text for way in without.ways)


def test_enemies_side_by_side_are_looked_at_by_reconnaissance() -> None:
    board = {"A1": "NA", "B1": "NE", "E7": "BF", "E8": "BF", "H9": "KH", "A10": "WE", "E5": "RI"}
    view = ply(board, **hand("RE"))
    offer = offered(STRATEGO, view, "blue", [])
    enemies = [each.piece for each in offer.pieces if each.piece.startswith("enemy")]
    assert enemies == ["enemy cavalry A10", "enemy infantry E7", "enemy infantry E8", "enemy cavalry H9"]
    [first] = offered(STRATEGO, view, "blue", [], "enemy infantry E7").ways
    beside = offered(STRATEGO, view, "blue", [first.text])
    assert [each.piece for each in beside.pieces if each.piece.startswith("enemy")] == ["enemy infantry E8"]
    [both] = offered(STRATEGO, view, "blue", [first.text], "enemy infantry E8").ways
    assert (both.text, both.lines) == ("card RE E7 E8", (1,))


def test_who_waits_off_the_board_is_picked_and_comes_on_at_a_square() -> None:
    view = ply({"A1": "NA", "B1": "NE", "A10": "WE"}, pool={"blue": ["LN", "CH"]})
    offer = offered(STRATEGO, view, "blue", [], "LN off the board")
    assert ("LN off the board", "") in [(each.piece, each.at) for each in offer.pieces]
    assert ("C1", "enter LN C1") in [(way.to, way.text) for way in offer.ways]


def test_a_live_draft_is_picked() -> None:
    rules = presentation(STRATEGO).rules
    position = rules.opening(presentation(STRATEGO).settle({"version": "standard", "draft": "live"}))
    for _ in range(2):
        seat, dice = rules.awaiting(position)[0].seat, SeededDice(b"helped" * 6, "helped")
        position = rules.adjudicate(position, {seat: read(STRATEGO, ["setup default"])}, dice).position
    view = rules.view(position, "red")
    assert [way.text for way in offered(STRATEGO, view, "red", []).plain] == [
        f"keep {card}" for card in dict.fromkeys(view["cards"]["stack"])
    ]
    offer = offered(STRATEGO, view, "red", ["keep FS"])
    assert offer.complete
    assert {way.text for way in offer.plain} == {f"burn {card}" for card in ("RE", "IN", "CA", "GB", "FS")}
    assert not offered(STRATEGO, view, "red", ["keep FS", "burn IN"]).plain


@pytest.mark.parametrize("victor", ["blue", "red"])
def test_a_pursuit_is_ridden(victor: str) -> None:
    riders = {"V1": "CH", "R1": "KH"} if victor == "blue" else {"V1": "KH", "R1": "CH"}
    board = {"blue": {"A1": "NA", "E9": "BF", "F9": "BA"}, "red": {"A10": "WE", "E2": "LN", "F2": "FA"}}[victor]
    pursuit = {"phase": "pursuit", "pursuit": {"victor": victor, "riders": riders}}
    loser = "red" if victor == "blue" else "blue"
    view = ply(board, victor, **pursuit)
    [rider] = offered(STRATEGO, view, victor, []).pieces
    texts = {way.text: way.to for way in offered(STRATEGO, view, victor, [], rider.piece).ways}
    squares = [name for name in board if name[0] in "EF"]
    assert texts == {**{f"cut V1 {name}": name for name in squares}, "charge V1 R1": "", "retire V1": ""}
    assert [way.text for way in offered(STRATEGO, view, victor, []).plain] == ["plan auto", "stop", "end"]
    beaten = ply(board, loser, **pursuit)
    pieces = [each.piece for each in offered(STRATEGO, beaten, loser, []).pieces]
    assert len(pieces) == 3
    [saved] = offered(STRATEGO, beaten, loser, [], pieces[1]).ways
    assert (saved.text, saved.to) == (f"save {squares[0]}", squares[0])
    left = [each.piece for each in offered(STRATEGO, beaten, loser, [saved.text]).pieces]
    assert left == [pieces[0], pieces[2]]


def test_beside_a_resignation_no_order_is_offered() -> None:
    """It would be void, though the orders can be sent."""
    words = presentation("hundred_days")
    view = words.rules.view(words.rules.opening(words.settle({})), "napoleon")
    assert offered("hundred_days", view, "napoleon", []).pieces
    offer = offered("hundred_days", view, "napoleon", ["resign"])
    assert (offer.pieces, offer.plain, offer.complete) == ((), (), True)
    assert offered("hundred_days", view, "napoleon", ["resign"], "F2").ways == ()


# --- Conflict: mines and prisoners ---------------------------------------------------------------------------------


def thrown(pieces: str, *throws: list[int]):
    """The view of Red, who has thrown, among four players."""
    words = presentation("conflict")
    settled = words.settle({"players": 4})
    position = {"pieces": placed(pieces), "to_move": "red", "throws": list(throws)}
    return words.rules.view(words.rules.decode(position, settled), "red")


def test_a_ship_is_staked_on_a_mine_where_no_other_way_leads_there() -> None:
    view = thrown("R:bs1@d19 R:ar1@l2 G:ar1@a12", [1, 4])
    ways = {way.text: way.said for way in offered("conflict", view, "red", [], "bs1").ways}
    assert ways["bs1 1 to e19 !"] == "1: e19, and may be lost on a mine"
    assert "bs1 1 to e19" not in ways
    assert not [text for text in ways if text.endswith("!") and text.removesuffix(" !") in ways]


def test_each_throw_is_called_by_its_number_and_dice() -> None:
    view = thrown("R:ar1@l2 R:ar2@g2 G:ar1@a12", [1, 1], [2, 2], [4, 1])
    texts = ["ar1 1 to m2", "ar2 1 to h2"]
    second = offered("conflict", view, "red", texts)
    assert ("throw 2", "On to throw 2: 2-2") in [(way.text, way.said) for way in second.plain]
    third = offered("conflict", view, "red", [*texts, "throw 2", "ar1 2 to o2", "ar2 2 to j2"])
    assert ("throw 3", "On to throw 3: 4-1") in [(way.text, way.said) for way in third.plain]


def test_a_move_that_is_written_is_shown_from_where_it_begins_to_where_it_ends() -> None:
    view = thrown("R:ar1@l2 R:bs1@START G:ar1@a12", [3, 2])
    offer = offered("conflict", view, "red", ["ar1 3 m2 n2 o2", "bs1 2 d4 e5"])
    assert offer.moves == (("l2", "o2"), ("c3", "e5"))


def test_prisoners_whom_a_move_has_freed_can_be_picked() -> None:
    view = thrown("R:*@RETIRED R:bs1@t5 R:ar2@HELD:orange R:ar3@HELD:green O:bs1@p5 G:ar1@a12", [2, 4])
    assert [each.piece for each in offered("conflict", view, "red", []).pieces] == ["bs1"]
    offer = offered("conflict", view, "red", ["bs1 2 to v3"], "ar2")
    assert [each.piece for each in offer.pieces] == ["ar2"]
    assert "ar2 4 to g2" in [way.text for way in offer.ways]


@pytest.mark.parametrize("texts", [["throw 2"], ["end"], ["end", "ar1 5 to q1"], ["pass", "throw 9"]], ids=str)
def test_below_an_end_and_a_throw_that_nobody_has_thrown_nothing_is_offered(texts: list[str]) -> None:
    view = thrown("R:*@RETIRED R:ar1@l2 R:ar2@g2 O:aa@START", [5, 2])
    offer = offered("conflict", view, "red", texts)
    assert not offer.complete
    assert not offer.pieces
    assert not offer.plain
    begun = offered("conflict", view, "red", [])
    assert "end" not in [way.text for way in begun.plain]  # moves are owed
    moved = offered("conflict", view, "red", ["ar1 5 to q1", "ar2 2 to i2"])
    assert moved.complete
    assert not moved.plain
