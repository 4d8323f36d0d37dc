"""What players type, and what is read in it."""

from __future__ import annotations

import re
import time
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from meant import may_be_meant_in, sort_in

from core.contract import Line
from core.dice import SeededDice
from core.rulesets.waterloo_grid.orders import (
    Activate,
    Alternative,
    Charge,
    Claim,
    Clause,
    Draw,
    End,
    Enter,
    Face,
    Fights,
    Fire,
    FormLine,
    FormSquare,
    Forward,
    GameTurn,
    Hold,
    Order,
    Place,
    Resign,
    Show,
    Target,
    Test,
    Turn,
    text_of,
)
from pbem.reading.reader import Sort
from pbem.rulesets.waterloo_grid import presentation
from pbem.rulesets.waterloo_grid.grammar import _parsed, _usual, hint, read
from pbem.rulesets.waterloo_grid.wording import AFTER, HINTS

looks_like_order = may_be_meant_in("waterloo_grid")


def orders(text: str) -> list[Order | None]:
    return [line.order for line in read(list(enumerate(text.split("\n"), start=1)))]


def acts(unit: str, *clauses: Clause) -> Activate:
    return Activate(unit, (Alternative(clauses),))


def all_of(*actions: object) -> Clause:
    return Clause(actions)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("turn 4", GameTurn(4)),
        ("A2 fire F5", acts("A2", all_of(Fire((Target("F5"),))))),
        ("I2 f2                    # two cells forward", acts("I2", all_of(Forward(2)))),
        ("H1 right charge 2", acts("H1", all_of(Turn("right"), Charge(2)))),
        ("I3 bc: f, fa: hold", acts("I3", Clause((Forward(),), "bc"), Clause((Hold(),), "fa"))),
        ("I5 @K4: left f", acts("I5", Clause((Turn("left"), Forward()), None, "K4"))),
        ("G1 square", acts("G1", all_of(FormSquare()))),
        ("I4 fire D5 fire D5", acts("I4", all_of(Fire((Target("D5"),)), Fire((Target("D5"),))))),
        (
            "I6 fire n:E4 w:D6",
            acts("I6", all_of(Fire((Target("E4", side="n"), Target("D6", side="w"))))),
        ),
        ("I1 charge 2 or f1", Activate("I1", (Alternative((all_of(Charge(2)),)), Alternative((all_of(Forward()),))))),
        ("enter I at X3 facing w", Enter("I", "X3", "w")),
        ("enter H at X1 s", Enter("H", "X1", "s")),
        ("fights E5 D4", Fights(("E5", "D4"))),
        ("place I3 H2", Place(("I3", "H2"))),
        ("end", End()),
        ("test", Test()),
        ("resign", Resign()),
        ("draw", Draw()),
        ("claim", Claim()),
        ("show", Show()),
    ],
)
def test_the_orders_of_the_rulebook(typed: str, meant: Order) -> None:
    assert orders(typed) == [meant]
    assert looks_like_order(typed)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("I3 f f", acts("I3", all_of(Forward(), Forward()))),
        ("I3 b f", acts("I3", all_of(Turn("about"), Forward()))),
        ("I3 f: f", acts("I3", Clause((Forward(),), "f"))),
        ("I3 b: f", acts("I3", Clause((Forward(),), "b"))),
        ("I3 a f", acts("I3", Clause((Forward(),), "a"))),
        ("I3 ca f2", acts("I3", Clause((Forward(2),), "ca"))),
        ("I3 ab: f2, fc: hold", acts("I3", Clause((Forward(2),), "ab"), Clause((Hold(),), "fc"))),
        ("I3 b, c: f", acts("I3", all_of(Turn("about")), Clause((Forward(),), "c"))),
    ],
)
def test_letters_that_are_also_action_words(typed: str, meant: Order) -> None:
    assert orders(typed) == [meant]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("I2 fire f2", acts("I2", all_of(Fire((Target("F2"),))))),
        ("I2 fire f2 l2", acts("I2", all_of(Fire((Target("F2"), Target("L2")))))),
        ("I2 fire forward 2", acts("I2", all_of(Fire(), Forward(2)))),
        ("I2 fire move 2", acts("I2", all_of(Fire(), Forward(2)))),
        ("I2 fire, f2", acts("I2", all_of(Fire()), all_of(Forward(2)))),
        ("I2 fire f", acts("I2", all_of(Fire(), Forward()))),
        ("I2 fire b:e4 c: d4", acts("I2", all_of(Fire((Target("E4", base="b"), Target("D4", base="c")))))),
    ],
)
def test_what_stands_behind_fire(typed: str, meant: Order) -> None:
    assert orders(typed) == [meant]


@pytest.mark.parametrize(
    "typed",
    [
        "h1 RIGHT Charge 2",
        "  - H1 right charge 2",
        "2) H1 right charge 2.",
        "H1: right charge 2",
        "H1 r charge 2",
        "H1 turn right and then charge 2",
        "H1 right charge for 2 cells",
        "\u201cH1 right charge 2\u201d",
        "H\u00a01 right charge\u20032",
        "(H1 right charge 2)",
    ],
)
def test_form_makes_no_difference(typed: str) -> None:
    assert orders(typed) == [acts("H1", all_of(Turn("right"), Charge(2)))]
    assert read([(1, typed)])[0].read_as is None


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("bl1 left f3 about", acts("BL1", all_of(Turn("left"), Forward(3), Turn("about")))),
        ("I1 turn left, forward 1 cell", acts("I1", all_of(Turn("left")), all_of(Forward()))),
        ("I1 face west f", acts("I1", all_of(Face("w"), Forward()))),
        ("G1 form line facing south", acts("G1", all_of(FormLine("s")))),
        ("I1 form square", acts("I1", all_of(FormSquare()))),
        ("A1 fires at D4", acts("A1", all_of(Fire((Target("D4"),))))),
        ("enter guard at X2 facing east", Enter("G", "X2", "e")),
        ("enter light cavalry at x 1 s", Enter("L", "X1", "s")),
        ("enter guns Y n", Enter("A", "Y", "n")),
        ("place I3, H2 and A1", Place(("I3", "H2", "A1"))),
        ("fights: e5, d4", Fights(("E5", "D4"))),
        ("I offer a draw.", Draw()),
        ("End turn", End()),
        ("claim the win", Claim()),
        ("show me the map", Show()),
        (
            "I1 charge 2 or I1 f or hold",
            Activate(
                "I1",
                (
                    Alternative((all_of(Charge(2)),)),
                    Alternative((all_of(Forward()),), "I1"),
                    Alternative((all_of(Hold()),)),
                ),
            ),
        ),
    ],
)
def test_other_ways_to_say_it(typed: str, meant: Order) -> None:
    assert orders(typed) == [meant]
    assert looks_like_order(typed)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("BI3 forward 2", "BI3 f2"),
        ("I4: f2", "I4 f2"),
        ("RA1 fire C6", "RA1 fire C6"),
        ("guns RA2 fire H8", "RA2 fire H8"),
        ("Cavalry H2 f3", "H2 f3"),
        ("our light cavalry L1 f4", "L1 f4"),
        ("line infantry I2 f", "I2 f1"),
        ("please move BI2 forward 2", "BI2 f2"),
        ("my H1 left", "H1 left"),
        ("fire A2 at F5", "A2 fire F5"),
        ("turn H1 left and charge 2", "H1 left charge 2"),
        ("hold I3", "I3 hold"),
        ("charge I3 2", "I3 charge 2"),
        ("I advance I2 two cells", "I2 f2"),
        ("BI2 advances two cells and turns left", "BI2 f2 left"),
        ("BI2 2 cells ahead", "BI2 f2"),
        ("I move I2 forward 1 or hold", "I2 f1 or hold"),
        ("Draw accepted", "draw"),
        ("I accept your draw.", "draw"),
    ],
)
def test_words_around_the_unit(typed: str, meant: str) -> None:
    (order,) = orders(typed)
    assert order is not None
    assert text_of(order) == meant


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("BI2 moves forward 1 cell", "BI2 f1"),
        ("I2 move forward 2", "I2 f2"),
        ("I2 move f2", "I2 f2"),
        ("I2 moves 2 cells forward, left", "I2 f2, left"),
        ("I2 advances two ahead", "I2 f2"),
    ],
)
def test_a_move_is_one_move_however_many_words_say_it(typed: str, meant: str) -> None:
    """By the letter `move forward 1` are two moves of one cell; it is shown how it was read."""
    (line,) = read([(1, typed)])
    assert line.order is not None
    assert (text_of(line.order), line.read_as) == (meant, meant)


@pytest.mark.parametrize(
    "typed",
    [
        "move I2 two cells north",
        "move I2 left",
        "infantry 1 f",
        "Infantry H2 f3",
        "guns I2 fire D5",
        "A2 fire F5 2",
        "A2 fire 2",
        "charge H1",
        "I2 f2 3",
        "I2 left 2",
        "I2 hold 1",
        "B A1 fire C6",
        "Picton f2",
        "draw?",
        "resign?",
        "end?",
    ],
)
def test_what_cannot_be_accounted_for_is_not_read(typed: str) -> None:
    assert orders(typed) == [None]


WORDS = """I2 H1 A1 move moves forward ahead advance f f2 1 2 3 two charge left cells cell by for the please and hold
fire at E4 D5 , : or ab turn face n my guns line square on straight go"""


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(WORDS.split()), min_size=2, max_size=7))
def test_a_number_is_never_overlooked(words: list[str]) -> None:
    """Each number of a line that is read stands in the order, and the others in the order are moves without one."""
    text = " ".join(words)
    (order,) = orders(text) or [None]
    if isinstance(order, Activate):
        typed = Counter(re.findall("[0-9]+", text.replace("two", "2")))
        said = Counter(re.findall("[0-9]+", text_of(order)))
        assert typed <= said, text_of(order)
        assert set(said - typed) <= {"1"}, text_of(order)


def test_a_whole_mail() -> None:
    mail = """Good evening,

turn 4
I3 bc: f, fa: hold   # the garrison goes
> A1 fire D4
end
resign
--
draw"""
    found = read(list(enumerate(mail.split("\n"), start=1)))
    assert [(line.number, line.order) for line in found] == [
        (1, None),
        (3, GameTurn(4)),
        (4, acts("I3", Clause((Forward(),), "bc"), Clause((Hold(),), "fa"))),
        (6, End()),
        (7, Resign()),
    ]


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("I2 foward 2", "I2 f2"),
        ("I2 chrage 2", "I2 charge 2"),
        ("H1 rihgt charge 2", "H1 right charge 2"),
        ("G1 sqaure", "G1 square"),
        ("entre I at X3 facing w", "enter I at X3 facing w"),
        ("fihgts E5", "fights E5"),
        ("plcae I3", "place I3"),
    ],
)
def test_a_misspelt_keyword_is_mended_and_shown(typed: str, shown: str) -> None:
    (line,) = read([(1, typed)])
    assert line.read_as == shown
    assert looks_like_order(typed)


@pytest.mark.parametrize("typed", ["resing", "drwa", "cliam", "tset", "shwo", "edn", "I2 fire E4, D4", "I3 b,c: f"])
def test_what_is_never_guessed(typed: str) -> None:
    assert orders(typed) == [None]


@pytest.mark.parametrize(
    ("typed", "kind", "found"),
    [
        ("I2", "no_action", "i2"),
        ("I2 jump", "odd_word", "jump"),
        ("I2 f2 gallop", "odd_word", "gallop"),
        ("I3 b,c: f", "letters_apart", "b,c"),
        ("I2 charge", "charge_count", "charge"),
        ("I2 face", "no_direction", "face"),
        ("G1 line", "no_direction", "line"),
        ("I6 fire n:E4, w:D6", "target_comma", "fire n:e4, w:d6"),
        ("I2 f2, A2 fire F5", "two_orders", "a2 f"),
        ("enter I", "enter_form", "enter"),
        ("place the guns", "after", "place"),
        ("fights on", "after", "fights"),
        ("turn left", "after", "turn"),
        ("resing", "word", "resing"),
        ("tset", "word", "tset"),
        ("I2 trun n", "word", "trun"),
        ("I2 shw", "odd_word", "shw"),
        ("A2 fire D1O", "word", "d1o"),
        ("What now", "unknown", ""),
        ("draw?", "question", "draw"),
        ("Infantry H2 f3", "arm", "Infantry H2 f3"),
        ("I2 " + "f " * 200, "long", ""),
    ],
)
def test_what_is_probably_wrong(typed: str, kind: str, found: str) -> None:
    guess = hint(typed)
    assert (guess.kind, guess.found) == (kind, found)
    assert guess.kind in {*HINTS, "word", "odd_word", "no_action", "letters_apart", "after"}
    assert guess.kind != "after" or guess.found in AFTER


@pytest.mark.parametrize(
    "typed",
    [
        "Hello Blue,",
        "I like this game a lot",
        "The fight is lost",
        "Fights are fun",
        "Place your bets",
        "Best wishes, Arthur",
        "to be or not to be",
        "> I2 f2",
        "x" * 400,
    ],
)
def test_chatter_is_no_order(typed: str) -> None:
    assert not looks_like_order(typed)


@pytest.mark.parametrize("typed", ["I2", "I2 jump", "BI7 go there now and charge", "fights E5 and then", "resing"])
def test_badly_written_orders_are_not_passed_over(typed: str) -> None:
    assert looks_like_order(typed)


# --- Orders written and read again ----------------------------------------------------------------------------------

CELLS = st.builds("{}{}".format, st.sampled_from("ABCDEFGHIJKL"), st.integers(1, 10))
UNITS = st.builds("{}{}{}".format, st.sampled_from(["", "R", "B"]), st.sampled_from("IGLHA"), st.integers(1, 40))
WAYS = st.sampled_from("nesw")
TARGETS = st.one_of(
    st.builds(Target, CELLS),
    st.builds(Target, CELLS, side=WAYS),
    st.builds(Target, CELLS, base=st.sampled_from("fabc")),
)
ACTIONS = st.one_of(
    st.builds(Forward, st.integers(1, 4)),
    st.builds(Charge, st.integers(1, 4)),
    st.builds(Turn, st.sampled_from(["left", "right", "about"])),
    st.builds(Face, WAYS),
    st.builds(FormSquare),
    st.builds(FormLine, WAYS),
    st.builds(Fire, st.lists(TARGETS, max_size=4).map(tuple)),
    st.builds(Hold),
)
WHO = st.one_of(
    st.just((None, None)),
    st.lists(st.sampled_from("fabc"), min_size=1, max_size=4, unique=True).map(lambda each: ("".join(each), None)),
    CELLS.map(lambda cell: (None, cell)),
)
CLAUSES = st.builds(lambda actions, who: Clause(tuple(actions), *who), st.lists(ACTIONS, min_size=1, max_size=4), WHO)
TRIES = st.builds(Alternative, st.lists(CLAUSES, min_size=1, max_size=3).map(tuple), st.one_of(st.none(), UNITS))
ORDERS = st.one_of(
    st.builds(
        lambda unit, first, more: Activate(unit, (Alternative(first.clauses), *more)),
        UNITS,
        TRIES,
        st.lists(TRIES, max_size=1),
    ),
    st.builds(Place, st.lists(UNITS, min_size=1, max_size=5).map(tuple)),
    st.builds(Fights, st.lists(CELLS, min_size=1, max_size=5).map(tuple)),
    st.builds(Enter, st.sampled_from("IGLHA"), st.sampled_from(["X1", "X2", "X3", "Y"]), WAYS),
    st.builds(GameTurn, st.integers(1, 99)),
)


@settings(max_examples=60, deadline=None)
@given(ORDERS)
def test_what_is_written_is_read_again(order: Order) -> None:
    text = text_of(order)
    assert len(text) > 300 or orders(text) == [order]


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=120))
def test_nothing_that_is_typed_breaks_the_reading(typed: str) -> None:
    read([(1, typed)])
    looks_like_order(typed)
    hint(typed)


@pytest.mark.parametrize(
    "typed",
    ["I2 " + "f2 " * 90, "I2 " + "f," * 140, "fire " * 60, "I2 fire " + "a:E4 " * 58, "b," * 148 + "c:", ":" * 300],
)
def test_hostile_lines_are_read_quickly(typed: str) -> None:
    read([(1, "I2 hold")])  # the parser is built once
    began = time.process_time()
    for _ in range(10):
        read([(1, typed)])
        looks_like_order(typed)
        hint(typed)
    assert time.process_time() - began < 2


@settings(max_examples=40, deadline=None)
@given(st.lists(ORDERS, min_size=1, max_size=4), st.sampled_from(["blue", "red"]), st.integers(0, 20))
def test_every_answer_to_any_orders_has_its_words(given_orders: list[Order], seat: str, seed: int) -> None:
    rules = presentation().rules
    opening = rules.opening(rules.settle({}))
    position = rules.playout(opening, seed, 15 * seed + 1).position  # type: ignore[attr-defined]
    lines = [Line(number, text_of(order), order) for number, order in enumerate(given_orders, start=1)]
    view = rules.view(position, seat)
    for verdict in rules.check(position, seat, lines).verdicts:
        said = presentation().say_verdict(verdict, lines[(verdict.line or 1) - 1], view)
        assert said.text.endswith(".")
        assert "None" not in said.text


@pytest.mark.parametrize("seed", range(12))
def test_the_usual_form_is_read_without_the_grammar_as_the_grammar_reads_it(seed: int) -> None:
    rules = presentation().rules
    start = rules.opening(rules.settle({}))
    position = rules.adjudicate(
        rules.playout(start, seed, 40 * seed).position, {}, SeededDice(bytes([seed]) * 32)
    ).position
    (asked,) = rules.awaiting(position)
    for drawn in range(10):
        for line in rules.random_orders(position, asked.seat, drawn):
            assert _usual(line.text) == (_parsed(line.text) if isinstance(line.order, Activate) else None)


@pytest.mark.parametrize(
    "text", ["I1 fire f2", "I1 fire E4 f2", "I1 bc: fire b:E4 left f2, fa: hold or charge 2", "I1 f0", "I1 zz: f"]
)
def test_what_is_short_cut_is_only_what_the_grammar_reads_alike(text: str) -> None:
    assert _usual(text) in (None, _parsed(text))


@pytest.mark.parametrize(
    "text",
    ["RI4 fabc H4 s; RI5 fab K4 s, c K5 (PAP) s", "RG1 fa C5 s, bc C6 (HOU) s", "BI2 loses b and c.", "BL1 fabc I7 n"],
)
def test_a_line_of_the_roster_that_went_astray_is_no_order(text: str) -> None:
    assert sort_in("waterloo_grid", text) is Sort.UNCLEAR
