"""What players type, and what is read in it."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from meant import may_be_meant_in

from core.rulesets.conflict.orders import (
    Ally,
    Auto,
    Back,
    Break,
    End,
    Move,
    NoReserve,
    OfferDraw,
    Order,
    Pass,
    Press,
    Reserve,
    Resign,
    Steps,
    ThrowHeader,
    WalkTo,
    WithdrawDraw,
    text_of,
)
from pbem.rulesets.conflict import grammar
from pbem.rulesets.conflict.grammar import COLOURS, hint, read
from pbem.rulesets.conflict.wording import AFTER, HINTS

looks_like_order = may_be_meant_in("conflict")


def orders(text: str) -> list[Order]:
    return [line.order for line in read(list(enumerate(text.split("\n"), start=1)))]


AR1_TO_G4 = Move("ar1", 4, ("d2", "e2", "f3", "g4"))
BS2_OVER_A_MINE = Move("bs2", 4, ("g5", "f5", "e5", "d4"), confirmed=True)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("ar1 4 d2 e2 f3 g4", AR1_TO_G4),
        ("no reserve", NoReserve()),
        ("Reserve: nothing.", NoReserve()),
        ("bs1 4 to f7", WalkTo("bs1", 4, "f7")),
        ("bs1 4 to f7 via e5 f6", WalkTo("bs1", 4, "f7", ("e5", "f6"))),
        ("pl1 5: d4 e5 f6 g7 h8", Move("pl1", 5, ("d4", "e5", "f6", "g7", "h8"))),
        ("bs1 2 e n", Steps("bs1", 2, ("e", "n"))),
        ("ar2 5 3n 2ne", Steps("ar2", 5, ("n", "n", "n", "ne", "ne"))),
        ("ar2 3n 2ne", Steps("ar2", None, ("n", "n", "n", "ne", "ne"))),
        ("ar1 d2 e2", Move("ar1", None, ("d2", "e2"))),
        ("d2 4 e2 f3 g4 h5", Move("d2", 4, ("e2", "f3", "g4", "h5"))),
        ("d2 4 to h5", WalkTo("d2", 4, "h5")),
        ("bs2 4 g5 f5 e5 d4 !", BS2_OVER_A_MINE),
        ("pl1 3 to e6 !", WalkTo("pl1", 3, "e6", confirmed=True)),
        ("throw 2", ThrowHeader(2)),
        ("reserve pl2", Reserve("pl2")),
        ("back ar3", Back("ar3")),
        ("back d2", Back("d2")),
        ("pass", Pass()),
        ("end", End()),
        ("resign", Resign()),
        ("offer draw", OfferDraw()),
        ("withdraw draw", WithdrawDraw()),
        ("auto on", Auto(on=True)),
        ("auto off", Auto(on=False)),
        ("ally green", Ally("green")),
        ("break g", Break("green")),
        ("press green o: meet me at e6", Press(("green", "orange"), "meet me at e6")),
        ("press: hello all", Press((), "hello all")),
    ],
)
def test_the_orders_of_the_rulebook(typed: str, meant: Order) -> None:
    assert orders(typed) == [meant]
    assert looks_like_order(typed)


@pytest.mark.parametrize(
    "typed",
    [
        "AR1 4 D2 E2 F3 G4",
        "ar1: 4: d2, e2, f3, g4",
        "ar1 4 d2-e2-f3-g4",
        "ar1 4 d2 -> e2 -> f3 -> g4.",
        "ar1 (4) d2 > e2 > f3 > g4",
        "  - ar1 4 d2 e2 f3 g4   # the gun",
        "1. ar1 4 d2 e2 f3 g4",
        "move ar1 4 d2 e2 f3 g4",
        "ar1 moves 4: d2 then e2, then f3 and g4",
        "AR 1 with the 4 d02 e2 f3 g4",
        "artillery 1 four d2 e2 f3 g4",
        "ar1\u00a04\u2003d2\u2192e2\u2192f3\u2192g4",
        "\u201car1 4 d2 e2 f3 g4\u201d",
        "please, ar1 4 d2 e2 f3 g4",
    ],
)
def test_form_makes_no_difference(typed: str) -> None:
    assert orders(typed) == [AR1_TO_G4]
    assert read([(1, typed)])[0].read_as is None
    assert looks_like_order(typed)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("bs2 4 g5 f5 e5 d4!", BS2_OVER_A_MINE),
        ("bs2 4 g5 f5 e5 d4 !!", BS2_OVER_A_MINE),
        ("battleship 2 goes to f7 through e5 with the 4", WalkTo("bs2", 4, "f7", ("e5",))),
        ("bs2 to f7 4", WalkTo("bs2", 4, "f7")),
        ("the anti-aircraft gun 3 to e3", WalkTo("aa", 3, "e3")),
        ("aa1 3 to e3", WalkTo("aa", 3, "e3")),
        ("aa 1 e3", Move("aa", 1, ("e3",))),
        ("take pl2 out of reserve", Reserve("pl2")),
        ("put ar3 back", Back("ar3")),
        ("back: ar3 ", Back("ar3")),
        ("draw", OfferDraw()),
        ("I offer a draw.", OfferDraw()),
        ("Draw accepted", OfferDraw()),
        ("The draw is accepted.", OfferDraw()),
        ("I accept your draw offer", OfferDraw()),
        ("Ra1 4 d2 e2 f3 g4", Move("ra1", 4, ("d2", "e2", "f3", "g4"))),
        ("Gp2 4 to g4", WalkTo("gp2", 4, "g4")),
        ("Raa 3 e2 e3 e4", Move("raa", 3, ("e2", "e3", "e4"))),
        ("Red ar1 (4) h5-i6-j7-k8-k9", Move("ra1", 4, ("h5", "i6", "j7", "k8", "k9"))),
        ("Red aa (1) e2-e3.", Move("raa", 1, ("e2", "e3"))),
        ("ar1 (4) h5-i6-j7-k8-k9", Move("ar1", 4, ("h5", "i6", "j7", "k8", "k9"))),
        ("ar1 enters d2-e2", Move("ar1", None, ("d2", "e2"))),
        ("ar1 (2) enters d2-e2", Move("ar1", 2, ("d2", "e2"))),
        (
            "bs2 (2) e18-f18-f19, captures Yellow bs1 at f18 (the walk found for you)",
            Move("bs2", 2, ("e18", "f18", "f19")),
        ),
        ("pl1 (2) e9-e10-e11, lost to Green's mine at e11", Move("pl1", 2, ("e9", "e10", "e11"), confirmed=True)),
        ("ar2 (1) b2-c3, takes Red's home circle", Move("ar2", 1, ("b2", "c3"))),
        ("Red takes pl2 out of reserve.", Reserve("rp2")),
        ("I take pl2 out of reserve.", Reserve("pl2")),
        ("pl2 comes out of reserve and waits at your circle, ready to move", Reserve("pl2")),
        ("ar3 goes to reserve after the moves of throw 3", Back("ar3")),
        ("Red puts ar3 back into reserve for the third double.", Back("ra3")),
        ("ar1 to g4", WalkTo("ar1", None, "g4")),
        ("ar1 to g4 via e2 !", WalkTo("ar1", None, "g4", ("e2",), confirmed=True)),
        ("move bs1 to d4", WalkTo("bs1", None, "d4")),
        ("2nd throw:", ThrowHeader(2)),
        ("second throw", ThrowHeader(2)),
        ("The third throw:", ThrowHeader(3)),
        ("the orders below are for throw 2", ThrowHeader(2)),
        ("withdraw my draw offer", WithdrawDraw()),
        ("I resign!", None),
        ("I resign", Resign()),
        ("ally with Green", Ally("green")),
        ("break the pact with Y", Break("yellow")),
        ("Press to Green & yellow: as you like", Press(("green", "yellow"), "as you like")),
        ("press to everybody: as you like", Press((), "as you like")),
        ("AUTO ON", Auto(on=True)),
    ],
)
def test_other_ways_to_say_it(typed: str, meant: Order | None) -> None:
    assert orders(typed) == [meant]


@pytest.mark.parametrize(
    "told",
    [
        "bs3 (5) u16-u17-t18-s19-s20, lost to Green's mine at s20",
        "bs3 (3) e20-f19-e19, captures Yellow bs5 at f19, captures Yellow bs4 at e19, lost to Yellow's mine at e19",
        "Red pl1 (3) enters d4-e5, lost to its own mine at e5.",
    ],
)
def test_a_walk_that_a_mine_cut_short_is_asked_about(told: str) -> None:
    """It was ordered with more steps, and as told it would be another walk."""
    assert orders(told) == [None]
    assert hint(told).kind == "cut_short"


def test_text_behind_the_colon_of_press_is_taken_as_written() -> None:
    typed = "press green:  At 12:30 - # or never; \u201eresign\u201c!  "
    assert orders(typed) == [Press(("green",), "At 12:30 - # or never; \u201eresign\u201c!")]


def test_a_whole_mail() -> None:
    mail = """Hello Red,

throw 1
ar1 4 d2 e2 f3 g4
# the ship next
bs1 4 to f7
> ar2 3 to e3
throw 2: reserve pl2; bs1 2 e n
pl2 5: d4 e5 f6 g7 h8
end
resign"""
    assert [(line.number, line.order) for line in read(list(enumerate(mail.split("\n"), start=1)))] == [
        (1, None),
        (3, ThrowHeader(1)),
        (4, AR1_TO_G4),
        (6, WalkTo("bs1", 4, "f7")),
        (8, ThrowHeader(2)),
        (8, Reserve("pl2")),
        (8, Steps("bs1", 2, ("e", "n"))),
        (9, Move("pl2", 5, ("d4", "e5", "f6", "g7", "h8"))),
        (10, End()),
        (11, None),  # it would be lost behind `end`
    ]


def test_nothing_is_read_below_a_signature() -> None:
    assert orders("pass\n-- \nresign") == [Pass()]


@pytest.mark.parametrize(
    ("typed", "meant", "shown"),
    [
        ("trhow 2", ThrowHeader(2), "throw 2"),
        ("rserve pl2", Reserve("pl2"), "reserve pl2"),
        ("resreve the pl2", Reserve("pl2"), "reserve pl2"),
        ("backk ar3", Back("ar3"), "back ar3"),
        ("ar1 mvoes 4 to g4", WalkTo("ar1", 4, "g4"), "ar1 4 to g4"),
        ("ar1 to g4 wiht the 4", WalkTo("ar1", 4, "g4"), "ar1 4 to g4"),
        ("ar1 4 to g4 trough e2", WalkTo("ar1", 4, "g4", ("e2",)), "ar1 4 to g4 via e2"),
        ("prses green: hi", Press(("green",), "hi"), "press green: hi"),
        ("auot on", Auto(on=True), "auto on"),
    ],
)
def test_a_misspelt_keyword_is_mended_and_shown(typed: str, meant: Order, shown: str) -> None:
    (line,) = read([(1, typed)])
    assert (line.order, line.read_as) == (meant, shown)
    assert looks_like_order(typed)


@pytest.mark.parametrize(
    "typed",
    [
        "resing",
        "offer drwa",
        "withdraw drew",
        "brake green",
        "alyl green",
        "ally gren",
        "press gren: x",
        "aar1 4 to g4",
    ],
)
def test_what_cannot_be_taken_back_and_who_is_meant_are_never_guessed(typed: str) -> None:
    assert orders(typed) == [None]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("ar9 4 to g4", WalkTo("ar9", 4, "g4")), ("ar1 8 to z9", WalkTo("ar1", 8, "z9")), ("throw 7", ThrowHeader(7))],
)
def test_what_does_not_exist_is_for_the_rules_to_say(typed: str, meant: Order) -> None:
    assert orders(typed) == [meant]


@pytest.mark.parametrize(
    ("typed", "kind", "found", "meant"),
    [
        ("ar1 goes north", "word", "north", "n"),
        ("ar1 3 northeast n n", "word", "northeast", "ne"),
        ("resing", "word", "resing", "resign"),
        ("ally gren", "word", "gren", "green"),
        ("ar1 4 to d1O", "word", "d1O", "d10"),
        ("ar1 4 to dl2", "word", "dl2", "d12"),
        ("Ra1 4 d2 e2 f3 g4 4", "unknown", "", ""),
        ("draw?", "question", "", ""),
        ("resign ?", "question", "", ""),
        ("ar1 4 to g4?", "question", "", ""),
        ("bs1 4 tto f7", "odd_word", "tto", ""),
        ("ar1 4 all the way to g4", "odd_word", "all", ""),  # too short to be a slip of `ally`
        ("bs1 3 e 2 n", "loose_count", "", ""),
        ("ar1 4 d2 2n", "mixed", "", ""),
        ("ar1 4", "no_way", "", ""),
        ("ar1", "no_way", "", ""),
        ("4 d2 e2", "no_piece", "", ""),
        ("ar1 4 to g4 f3", "one_square", "", ""),
        ("ar1 4 e2 via f3 to g4", "via_last", "", ""),
        ("press green:", "no_text", "", ""),
        ("press grren: hi", "no_such_colour", "grren", ""),
        ("press green hi", "after", "press", ""),
        ("throw", "after", "throw", ""),
        ("auto", "after", "auto", ""),
        ("ar1 4 d2 " * 60, "long", "", ""),
        ("good morning", "unknown", "", ""),
    ],
)
def test_what_is_wrong_with_a_line_is_seen(typed: str, kind: str, found: str, meant: str) -> None:
    assert orders(typed) == [None]
    guess = hint(typed)
    assert (guess.kind, guess.found, guess.meant) == (kind, found, meant)


@pytest.mark.parametrize(
    "typed",
    [
        "ar1 goes north",
        "Ra1 4 d2 e2 f3 g4 4",
        "draw?",
        "resign?",
        "end?",
        "I offer a draw?",
        "bs1 4 tto f7",
        "ar1",
        "throw",
        "bck ar3",
        "press grren: hi",
        "d2 4 to",
    ],
)
def test_a_bad_order_is_still_an_order(typed: str) -> None:
    assert looks_like_order(typed)


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "   ",
        "Hello Red,",
        "good luck",
        "I pass my regards on to your family",
        "see you at e4",
        "> ar1 4 to g4",
        "# ar1 4 to g4",
        "Cheers, Ann",
        "the end of the world",
        "On Tue, 24 Nov 2026 at 21:00 Conflict wrote:",
    ],
)
def test_chatter_is_no_order(typed: str) -> None:
    assert not looks_like_order(typed)


# --- Properties -----------------------------------------------------------------------------------------------------

SQUARES = st.builds("{}{}".format, st.sampled_from("abcdefghijklmnopqrstuvwx"), st.integers(1, 24))
PIECES = st.sampled_from(["ar1", "ar4", "aa", "bs1", "bs5", "pl1", "pl2"])
UNITS = PIECES | SQUARES
DICE = st.integers(1, 6)
WAYS = st.lists(SQUARES, min_size=1, max_size=6).map(tuple)
STEPS = st.lists(st.sampled_from(["n", "ne", "e", "se", "s", "sw", "w", "nw"]), min_size=1, max_size=6).map(tuple)
SEATS = st.sampled_from(COLOURS)
TEXTS = st.text(st.characters(categories=["L", "N", "P", "S"]), min_size=1, max_size=80)
ANY_ORDER = st.one_of(
    st.builds(Move, UNITS, st.none() | DICE, WAYS, st.booleans()),
    st.builds(Steps, UNITS, st.none() | DICE, STEPS, st.booleans()),
    st.builds(WalkTo, UNITS, DICE, SQUARES, WAYS | st.just(()), st.booleans()),
    st.builds(ThrowHeader, st.integers(1, 3)),
    st.builds(Reserve, PIECES),
    st.builds(Back, UNITS),
    st.sampled_from([Pass(), End(), Resign(), OfferDraw(), WithdrawDraw(), Auto(on=True), Auto(on=False)]),
    st.builds(Ally, SEATS),
    st.builds(Break, SEATS),
    st.builds(Press, st.lists(SEATS, max_size=3, unique=True).map(tuple), TEXTS),
)


@given(ANY_ORDER)
def test_what_is_written_is_read_back(order: Order) -> None:
    (line,) = read([(1, text_of(order))])
    assert (line.order, line.read_as) == (order, None)
    assert looks_like_order(text_of(order))


WORDS_AND_SIGNS = (
    *("ar1", "aa", "bs1", "pl2", "d2", "e6", "4", "12", "3n", "ne", "to", "via", "!", "throw", "reserve", "back"),
    *("pass", "end", "resign", "offer", "draw", "auto", "on", "press", "green", ":", ";", "#", ">", "-", "--", ","),
    *(".", "(", "north", "through", "with", "prses", "trhow", "Ra1", "dl2", "gren"),
)
SCRAPS = st.lists(st.sampled_from(WORDS_AND_SIGNS)).map(" ".join)


@given(st.lists(st.tuples(st.integers(0, 99), st.text() | SCRAPS), max_size=6))
def test_nothing_that_is_typed_raises(lines: list[tuple[int, str]]) -> None:
    read(lines)
    for _, text in lines:
        looks_like_order(text)
        guess = hint(text)
        assert guess.kind in {*HINTS, "word", "label", "odd_word", "no_such_colour"} or guess.found in AFTER


@pytest.mark.parametrize(
    "scrap",
    ["ar1 ", "d2,", "3n-", "a1a", "press ", ":", "; ", "!", "ar1;", "back ", "\u200d", "e ", "1. ", "\ufdfa", "to "],
)
def test_a_long_line_is_read_in_no_time(scrap: str) -> None:
    text = scrap * (60_000 // len(scrap))
    began = time.process_time()
    read([(1, text)])
    looks_like_order(text)
    hint(text)
    assert time.process_time() - began < 0.5


@pytest.mark.parametrize("line", ["ar1 4 d2 e2 f3 g4", "aa 1 c3", "bs5 6 a1 b1 c1 d1 e1 f1 !", "pl2 2 t20 s19"])
def test_the_usual_form_is_read_at_once_and_as_the_grammar_reads_it(line: str) -> None:
    ((order, read_as),) = grammar._reading(line)
    assert grammar._USUAL.fullmatch(line)
    assert [order] == grammar._parsed(grammar._plain(line))
    assert text_of(order) == line
    assert read_as is None
