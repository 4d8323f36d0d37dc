"""What players type, and what is read in it."""

from __future__ import annotations

import time
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from meant import may_be_meant_in

from core.rulesets.waterloo_wargame.orders import (
    Along,
    Attack,
    Bearing,
    ByRoad,
    ByRoadTo,
    Claim,
    Exit,
    Face,
    Fire,
    General,
    Leg,
    Move,
    OfferDraw,
    Order,
    Pass,
    Preview,
    Resign,
    StandDraw,
    StandEvade,
    StandFallback,
    StandRetreat,
    StandSupport,
    To,
    ToContact,
    Toward,
    Turn,
    TurnBy,
    TurnHeader,
    Wheel,
    WithdrawDraw,
    text_of,
)
from pbem.rulesets.waterloo_wargame import presentation
from pbem.rulesets.waterloo_wargame.board import COMPASS
from pbem.rulesets.waterloo_wargame.grammar import _USUAL, OPENERS, hint, read
from pbem.rulesets.waterloo_wargame.wording import FORMS

looks_like_order = may_be_meant_in("waterloo_wargame")


def orders(text: str) -> list[Order | None]:
    return [line.order for line in read(list(enumerate(text.split("\n"), start=1)))]


TYPED: list[tuple[str, Order]] = [
    ("TURN 6", TurnHeader(6)),
    ("MOVE MIL FORWARD 400", Move("mil", (Along("forward", 400),))),
    ("move mil back 1,000 yards", Move("mil", (Along("back", 1000),))),
    ("Move Milhaud left max", Move("mil", (Along("left", None),))),
    ("MOVE SIM ROAD CHA NORTH 500            # North", Move("sim", (ByRoad("cha", 0, 500),))),
    ("move sim by road cha n max", Move("sim", (ByRoad("cha", 0, None),))),
    ("move sim along the Nivelles road s 20", Move("sim", (ByRoad("niv", 180, 20),))),
    ("MOVE BOU 350 120 THEN ROAD CHA N 200", Move("bou", (Bearing(350, 120), ByRoad("cha", 0, 200)))),
    ("move f13 on bearing north-north-east 120 yds", Move("f13", (Bearing(23, 120),))),
    ("move f13 NNW 5", Move("f13", (Bearing(338, 5),))),
    ("- move f13 360 5.", Move("f13", (Bearing(0, 5),))),
    ("MOVE DON TO CONTACT BYL", Move("don", (ToContact("byl"),))),
    ("MOVE DON TO CONTACT BYL BEARING 10", Move("don", (ToContact("byl", 10),))),
    ("MOVE BAC TOWARD LHS MAX", Move("bac", (Toward("lhs", None),))),
    ("move bac towards La Haye Sainte 100", Move("bac", (Toward("lhs", 100),))),
    ("MOVE BAC TO 3000,2500", Move("bac", (To((3000, 2500)),))),
    ("MOVE BAC TO LBA", Move("bac", (To("lba"),))),
    ("MOVE LEF ROAD PLA TO 4500, 1700", Move("lef", (ByRoadTo("pla", (4500, 1700)),))),
    ("TURN DOM TO 90", Turn("dom", 90)),
    ("turn dom west", Turn("dom", 270)),
    ("turn dom around", Turn("dom", None)),
    ("TURN SAL FACE LHS", Face("sal", "lhs")),
    ("turn sal to face 100,200", Face("sal", (100, 200))),
    ("WHEEL MAR LEFT 20 degrees", Wheel("mar", "left", 20)),
    ("GENERAL TO FRI", General("fri")),
    ("EXIT VDL", Exit("vdl")),
    ("FIRE NOU, DSV AT BYL", Fire(("nou", "dsv"), "byl")),
    ("fire nou and dsv at Hougoumont", Fire(("nou", "dsv"), "hou")),
    ("fire nou, nou at byl", Fire(("nou",), "byl")),
    ("ATTACK HOU WITH BAU, SOY ADVANCE BAU", Attack("hou", ("bau", "soy"), advance=True, advancer="bau")),
    ("ATTACK KEM WITH QUI, BOU DRAW RETREAT", Attack("kem", ("qui", "bou"), draw="retreat")),
    ("attack kem with qui bou draw hold advance", Attack("kem", ("qui", "bou"), advance=True)),
    ("STAND EVADE ALL NEVER", StandEvade("all", "never")),
    ("STAND SUPPORT YG1 WITH YG2", StandSupport("yg1", "with", ("yg2",))),
    ("stand support all auto", StandSupport("all", "auto")),
    ("standing order: draw mil retreat", StandDraw("mil", "retreat")),
    ("STAND RETREAT ALL AWAY", StandRetreat("all", None)),
    ("STAND RETREAT MIL BEARING SSW", StandRetreat("mil", 203)),
    ("STAND GENERAL FALLBACK FRI", StandFallback("fri")),
    ("PASS", Pass()),
    ("PREVIEW", Preview()),
    ("RESIGN", Resign()),
    ("draw", OfferDraw()),
    ("I offer a draw.", OfferDraw()),
    ("withdraw the draw", WithdrawDraw()),
    ("claim the game", Claim("game")),
    ("CLAIM", Claim("game")),
    ("claim computer", Claim("computer")),
    # A distance before its direction, and the two run together.
    ("MOVE BAU 100 FORWARD", Move("bau", (Along("forward", 100),))),
    ("move bau 1,000 yards back", Move("bau", (Along("back", 1000),))),
    ("move bau max left", Move("bau", (Along("left", None),))),
    ("MOVE BAU 200 S", Move("bau", (Bearing(180, 200),))),
    ("move bau 200 yards north-west", Move("bau", (Bearing(315, 200),))),
    ("move bau 200 bearing 350", Move("bau", (Bearing(350, 200),))),
    ("MOVE BAU N100", Move("bau", (Bearing(0, 100),))),
    ("move bau wsw100 yds", Move("bau", (Bearing(248, 100),))),
    ("move bau 100nne", Move("bau", (Bearing(23, 100),))),
    ("move bau 100 towards LHS", Move("bau", (Toward("lhs", 100),))),
    ("move bau 350 120 then 100 forward", Move("bau", (Bearing(350, 120), Along("forward", 100)))),
    # A point without its comma.
    ("MOVE BAU TO 3000 1100", Move("bau", (To((3000, 1100)),))),
    ("move bau toward 3000 1100 200", Move("bau", (Toward((3000, 1100), 200),))),
    ("move lef road pla to 4500 1700", Move("lef", (ByRoadTo("pla", (4500, 1700)),))),
    ("turn sal face 100 200", Face("sal", (100, 200))),
    # Degrees with their sign, or with what a phone has for it.
    ("MOVE BAU 45° 100", Move("bau", (Bearing(45, 100),))),
    ("move bau 100 45°", Move("bau", (Bearing(45, 100),))),
    ("TURN BAU TO 45 °", Turn("bau", 45)),
    ("turn bau 45º", Turn("bau", 45)),
    ("turn bau 45˚", Turn("bau", 45)),
    ("WHEEL MAR LEFT 20°", Wheel("mar", "left", 20)),
    ("wheel mar 20 left", Wheel("mar", "left", 20)),
    ("TURN BAU RIGHT 90", TurnBy("bau", "right", 90)),
    ("turn bau left by 45 degrees", TurnBy("bau", "left", 45)),
    ("turn bau 90° right", TurnBy("bau", "right", 90)),
    # Other verbs, and lines that begin with the piece.
    ("CHARGE HOU WITH BAU", Attack("hou", ("bau",))),
    ("charge KEM with QUI, BOU advance", Attack("kem", ("qui", "bou"), advance=True)),
    ("SOY FORWARD 200", Move("soy", (Along("forward", 200),))),
    ("Soy 200 forward", Move("soy", (Along("forward", 200),))),
    ("F10 N 100", Move("f10", (Bearing(0, 100),))),
    ("BAU moves N 100", Move("bau", (Bearing(0, 100),))),
    ("BAU TO CONTACT MAC", Move("bau", (ToContact("mac"),))),
    ("Milhaud road CHA n 200", Move("mil", (ByRoad("cha", 0, 200),))),
    ("ADVANCE FOY 200", Move("foy", (Along("forward", 200),))),
    ("FOY advances 200 yards", Move("foy", (Along("forward", 200),))),
    ("WBT FIRE AT HOU", Fire(("wbt",), "hou")),
    ("NOU and DSV fire at BYL", Fire(("nou", "dsv"), "byl")),
    ("BAU, SOY ATTACK HOU", Attack("hou", ("bau", "soy"))),
    ("bau attacks Hougoumont advance", Attack("hou", ("bau",), advance=True)),
    ("NAPOLEON TO FRI", General("fri", "french")),
    ("move Napoleon to FRI", General("fri", "french")),
    ("Wellington joins KEM", General("kem", "allied")),
    ("FACE BAU EAST", Turn("bau", 90)),
    ("face bau LHS", Face("bau", "lhs")),
    ("EVADE ALL NEVER", StandEvade("all", "never")),
    ("SUPPORT YG1 WITH YG2", StandSupport("yg1", "with", ("yg2",))),
    ("Draw accepted", OfferDraw()),
    ("I accept your draw offer", OfferDraw()),
]


@pytest.mark.parametrize(("typed", "meant"), TYPED)
def test_what_people_type_is_read(typed: str, meant: Order) -> None:
    assert orders(typed.replace("order:", "order")) == [meant]


@pytest.mark.parametrize("typed", [typed for typed, _ in TYPED if "order:" not in typed])
def test_orders_are_told_from_chatter(typed: str) -> None:
    assert looks_like_order(typed)


@pytest.mark.parametrize(
    "chatter",
    [
        "Hello Wellington",
        "Turn about is fair play",
        "Pass me the salt",
        "General, that was a good move",
        "> MOVE MIL FORWARD 400",
        "# Guns with targets:",
        "",
        "x" * 5000,
    ],
)
def test_chatter_is_no_order(chatter: str) -> None:
    assert not looks_like_order(chatter)


def test_a_line_ends_at_a_semicolon_and_a_mail_at_its_signature() -> None:
    assert orders("PASS; resign\nGAME foo7\n> PASS\n-- \nPASS")[:2] == [Pass(), Resign()]
    assert orders("GAME foo7\n> PASS\n--\nPASS") == []


def test_a_slip_of_the_keys_is_mended_and_shown() -> None:
    (line,) = read([(3, "movv mil forwrad 400")])
    assert (line.number, line.order, line.read_as) == (3, TYPED[1][1], "MOVE MIL FORWARD 400")


@pytest.mark.parametrize("typed", ["resing", "MOV QI NROTH", "move mil 1,000 5", "wheel mar 20", "move mil 400 20"])
def test_what_cannot_be_taken_back_or_be_meant_is_not_guessed(typed: str) -> None:
    assert orders(typed) == [None]


@pytest.mark.parametrize(
    "typed",
    [
        "move bau n 200 300",
        "move bau 200 n 300",
        "move bau n100 200",
        "move bau 100 200 n",
        "move bau 100 forward 50",
        "move bau 2 times forward 100",
        "move bau n 45°",
        "move bau 45° n",
        "move bau 361 100",
        "move bau 100 bearing 400",
        "move bau to 3000",
        "move bau to 3000 1100 200",
        "turn bau right",
        "turn bau right 180",
        "turn bau right 90 45",
        "turn bau 90 yards",
        "wheel mar left 20 30",
        "charge hou",
        "charge hou with bau 2",
        "soy forward",
        "soy forward 200 now",
        "advance foy 200 300",
        "advance foy back 200",
        "wbt fire 2 at hou",
        "napoleon to fri 2",
        "napoleon fri",
        "face bau 90 degrees east",
        "retreat bau 100",
        "attack hou with bau,",
        "fire nou, dsv, # and the others",
        "move bau n 100,",
        "attack hou with bau and",
        "draw?",
        "no draw",
    ],
)
def test_every_word_and_number_of_a_line_is_accounted_for(typed: str) -> None:
    assert orders(typed) == [None]


@pytest.mark.parametrize("remark", ["Thanks to Ben", "Best to all", "Bye to you"])
def test_only_a_piece_of_the_board_opens_a_line(remark: str) -> None:
    assert orders(remark) == [None]
    assert not looks_like_order(remark)


def test_a_hint_for_every_opening_word() -> None:
    assert set(OPENERS) == set(FORMS)
    assert hint("wheel mar").found == "wheel"
    assert hint("mov qi nroth").meant == "move"
    assert hint("x" * 400).kind == "long"
    assert hint("ATTACK HOU WITH BAU,").kind == "cut"


NAMES = st.from_regex(r"[bcgjkmopqrvxz][a-z][0-9]", fullmatch=True)
POINTS = st.tuples(st.integers(0, 7000), st.integers(0, 5000))
THINGS = st.one_of(NAMES, POINTS)
BEARINGS = st.integers(0, 359)
FAR = st.one_of(st.none(), st.integers(1, 99_999))
LEGS: st.SearchStrategy[Leg] = st.one_of(
    st.builds(Along, st.sampled_from(["forward", "right", "back", "left"]), FAR),
    st.builds(Bearing, BEARINGS, FAR),
    st.builds(To, THINGS),
    st.builds(Toward, THINGS, FAR),
    st.builds(ToContact, NAMES, st.one_of(st.none(), BEARINGS)),
    st.builds(ByRoad, NAMES, BEARINGS, FAR),
    st.builds(ByRoadTo, NAMES, THINGS),
)
LISTS = st.lists(NAMES, min_size=1, max_size=4, unique=True).map(tuple)
ORDERS: st.SearchStrategy[Order] = st.one_of(
    st.builds(Move, NAMES, st.lists(LEGS, min_size=1, max_size=3).map(tuple)),
    st.builds(Turn, NAMES, st.one_of(st.none(), BEARINGS)),
    st.builds(TurnBy, NAMES, st.sampled_from(["left", "right"]), st.integers(1, 179)),
    st.builds(General, NAMES, st.sampled_from([None, "french", "allied"])),
    st.builds(Face, NAMES, THINGS),
    st.builds(Wheel, NAMES, st.sampled_from(["left", "right"]), st.integers(1, 179)),
    st.builds(Fire, LISTS, NAMES),
    st.builds(Attack, NAMES, LISTS, st.just(True), st.one_of(st.none(), NAMES), st.sampled_from(["hold", "retreat"])),
    st.builds(StandSupport, NAMES, st.just("with"), LISTS),
    st.builds(StandRetreat, NAMES, st.one_of(st.none(), BEARINGS)),
)


@given(ORDERS)
@settings(max_examples=50, deadline=None)
def test_what_is_written_is_read_back(order: Order) -> None:
    assert orders(text_of(order)) == [order]


@pytest.mark.parametrize(("typed", "meant"), TYPED)
def test_every_kind_of_order_is_written_and_read_back(typed: str, meant: Order) -> None:
    assert orders(text_of(meant)) == [meant]


def test_orders_by_chance_are_read_back() -> None:
    rules = presentation().rules
    position = rules.opening(rules.settle({}))
    for seed in range(20):
        chosen = rules.random_orders(position, "french", seed)  # type: ignore[attr-defined]
        assert [line.order for line in read([(line.number, line.text) for line in chosen])] == [
            line.order for line in chosen
        ]


@given(st.text(max_size=200))
@settings(max_examples=50, deadline=None)
def test_nothing_typed_does_harm(text: str) -> None:
    read([(1, text)])
    looks_like_order(text)
    hint(text)


@pytest.mark.parametrize("typed", ["MOVE MIL {} 100", "MOVE MIL {}100", "MOVE MIL 100{}", "MIL {}", "TURN MIL {}"])
def test_only_sixteen_points_have_a_name(typed: str) -> None:
    """`nse` and `east-south-west` are no directions, and stop their mail like any slip."""
    named = {"n": "north", "s": "south", "e": "east", "w": "west"}
    for count in (1, 2, 3):
        for letters in map("".join, product(named, repeat=count)):
            for said in (letters, "-".join(map(named.__getitem__, letters)), "".join(map(named.__getitem__, letters))):
                read_well = [order is not None for order in orders(typed.format(said))]
                assert letters in COMPASS or read_well == [False], said


def test_long_lines_are_read_in_no_time() -> None:
    for typed in ("move mil " * 400, "fire " + "a1, " * 3000, "1,2 " * 3000, "((((" * 3000):
        began = time.process_time()
        read([(1, typed)])
        looks_like_order(typed)
        assert time.process_time() - began < 0.5


@settings(max_examples=200, deadline=None)
@given(st.from_regex(_USUAL, fullmatch=True))
def test_the_grammar_reads_the_usual_form_the_same(text: str) -> None:
    # Only capitals are read without the grammar.
    in_capitals, small = read([(1, text)]), read([(1, text.lower())])
    assert _USUAL.fullmatch(text.lower()) is None
    assert [line.order for line in in_capitals] == [line.order for line in small]
    assert in_capitals[0].order is not None
    assert in_capitals[0].read_as is None
