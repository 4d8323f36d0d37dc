"""What players type, and what is read in it."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from meant import may_be_meant_in

from core.rulesets.waterloo1895.orders import (
    Auto,
    Leg,
    Move,
    OfferDraw,
    Order,
    Pass,
    Place,
    PlaceDefault,
    Resign,
    RestAuto,
    TellPartner,
    ThrowHeader,
    text_of,
)
from pbem.rulesets.waterloo1895 import grammar
from pbem.rulesets.waterloo1895.board import board
from pbem.rulesets.waterloo1895.grammar import hint, read

looks_like_order = may_be_meant_in("waterloo1895")


def orders(text: str) -> list[Order]:
    return [line.order for line in read(list(enumerate(text.split("\n"), start=1)))]


def move(unit: str, *legs: tuple[tuple[int, ...], str]) -> Move:
    return Move(unit, tuple(Leg(dice, spot) for dice, spot in legs))


N3_TO_U23 = move("N3", ((5,), "U23"))
RAID = move("NC", ((3,), "Q26"), ((3,), "S27"))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("N3 5 U23                 # infantry three, the five", N3_TO_U23),
        ("nc 2+6 to K26", move("NC", ((2, 6), "K26"))),
        ("NC 3 Q26 then 3 S27", RAID),
        ("W26 -> V25", move("W26", ((), "V25"))),
        ("rest auto", RestAuto()),
        ("auto", Auto()),
        ("pass", Pass()),
        ("resign", Resign()),
        ("draw", OfferDraw()),
        ("place N1 hp", Place("N1", "HP")),
        ("place default", PlaceDefault()),
        ("tell partner: I can hold Ligny, go for Namur", TellPartner("I can hold Ligny, go for Namur")),
        ("throw 2:", ThrowHeader(2)),
    ],
)
def test_the_orders_of_the_rulebook(typed: str, meant: Order) -> None:
    assert orders(typed) == [meant]


@pytest.mark.parametrize(
    "typed",
    [
        "n3 5 u23",
        "N3: 5 to U23",
        "N3, 5, U23.",
        "N3 5 -> U23",
        "N3 - 5 - U23",
        "N3 – 5 → U23",
        "  N3\t5   U23  ",
        "N 3 5 to U 23",
        "N3 the five to U23",
        "N3 moves 5 spots to U23",
        "Move N3 5 to U23!",
        "N3 to U23 with the 5",
        "N3 U23 (5)",
        "N3 U23 5",
        "- N3 5 U23",
        "2. N3 5 U23",
        "* N3: 5 to U23",
        "“N3 5 U23”",
        "N3\u00a05\u200b U23",
        "Ｎ３ ５ Ｕ２３",
        "please move N3 5 to U23",
    ],
)
def test_form_makes_no_difference(typed: str) -> None:
    (line,) = read([(1, typed)])
    assert line.order == N3_TO_U23
    assert line.read_as is None


@pytest.mark.parametrize(
    "typed",
    [
        "NC 3 to Q26, then 3 to S27",
        "nc 3xQ26 then 3 s27",
        "NC takes Q26 with the 3 and then to S27 with the 3",
        "NC: 3 Q26; then 3 S27",
        "NC 3 to Q26 then 3 to Paris Hill".replace("Paris Hill", "S27"),
        "NC 3 to Q26,\nthen 3 to S27",
    ],
)
def test_a_ride_with_a_halt(typed: str) -> None:
    assert orders(typed) == [RAID]


@pytest.mark.parametrize(
    ("typed", "dice"),
    [("2+6", (2, 6)), ("2 + 6", (2, 6)), ("2 and 6", (2, 6)), ("the 2 and the 6", (2, 6)), ("1+1+1", (1, 1, 1))],
)
def test_dice_added_up(typed: str, dice: tuple[int, ...]) -> None:
    assert orders(f"NC {typed} to K26") == [move("NC", (dice, "K26"))]
    assert orders(f"NC to K26 with {typed}") == [move("NC", (dice, "K26"))]


@pytest.mark.parametrize(
    ("name", "alias"),
    [
        ("Ligny", "LI"),
        ("quatre bras", "QB"),
        ("Quatre-Bras", "QB"),
        ("CHARLEROI", "CH"),
        ("Brussels Hill", "HB"),
        ("the paris hill", "HP"),
        ("Paris", "PA"),
        ("na", "NA"),
        ("li", "LI"),
    ],
)
def test_hills_and_cities_by_name(name: str, alias: str) -> None:
    assert orders(f"N2 3 to {name}") == [move("N2", ((3,), alias))]
    assert orders(f"place N2 on {name}") == [Place("N2", alias)]


def test_the_grammar_knows_every_alias_of_the_board() -> None:
    for alias in [*(hill.alias for hill in board().hills), *(city.alias for city in board().cities)]:
        assert orders(f"{alias} 3 {alias.lower()}") == [move(alias, ((3,), alias))]


@pytest.mark.parametrize("typed", ["I resign.", "Resign!", "we resign", "RESIGN"])
def test_resigning(typed: str) -> None:
    assert orders(typed) == [Resign()]


@pytest.mark.parametrize(
    "typed",
    [
        *("offer draw", "I offer a draw", "propose a draw", "I accept the draw.", "Draw accepted", "draw accepted!"),
        *("The draw is accepted.", "I agree to the draw", "accepted draw", "draw offer accepted", "draw agreed"),
    ],
)
def test_offering_a_draw(typed: str) -> None:
    assert orders(typed) == [OfferDraw()]


@pytest.mark.parametrize("typed", ["draw?", "Draw ?", "resign?", "I offer a draw?", "draw accepted?", "N3 5 U23?"])
def test_a_question_is_no_order(typed: str) -> None:
    assert orders(typed) == [None]
    assert looks_like_order(typed)  # so that it stops the mail
    assert hint(typed).kind == "question"


def standing(start: str, unit: str, *legs: tuple[tuple[int, ...], str] | tuple[tuple[int, ...], str, str]) -> Move:
    return Move(unit, tuple(Leg(*leg) for leg in legs), start)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("N2 P26-N26 (1)", [standing("P26", "N2", ((1,), "N26"))]),
        ("n2 p26-n26 (1)", [standing("P26", "N2", ((1,), "N26"))]),
        ("NC S27-Q26xW3-S27 (3,3)", [standing("S27", "NC", ((3,), "Q26", "W3"), ((3,), "S27"))]),
        ("NC S27-K26 (2+6)", [standing("S27", "NC", ((2, 6), "K26"))]),
        (
            "Napoleon again 1-1-5: N1 W26-U23 (5), N2 P26-N26 (1).",
            [standing("W26", "N1", ((5,), "U23")), standing("P26", "N2", ((1,), "N26"))],
        ),
        ("N 3-3-5: N1 W26-U23 (5)", [standing("W26", "N1", ((5,), "U23"))]),
        ("the server plays N1 W26-U23 (5)", [standing("W26", "N1", ((5,), "U23"))]),
        ("Blücher: B1 S13-Q14 (2), by the server.", [standing("S13", "B1", ((2,), "Q14"))]),
        (
            "NC from S27 to Q26 with the 3, taking W3, then to S27 with the 3",
            [standing("S27", "NC", ((3,), "Q26", "W3"), ((3,), "S27"))],
        ),
        ("NC from S27 to T20 (Ligny) with the 2 and the 6", [standing("S27", "NC", ((2, 6), "T20"))]),
        ("N1 from W26 to U23", [standing("W26", "N1", ((), "U23"))]),
        ("N1 W26 to U23 with the 5", [standing("W26", "N1", ((5,), "U23"))]),
        ("N1 at W26, 5 to U23", [standing("W26", "N1", ((5,), "U23"))]),
        ("I move N2 to K26.", [move("N2", ((), "K26"))]),
        ("I'll move N2 5 to K26", [move("N2", ((5,), "K26"))]),
        ("Move N2 5 spots to J26.", [move("N2", ((5,), "J26"))]),
        ("N1 on S27 (Paris Hill)", [Place("N1", "S27")]),
        ("N2 3 T20 (Ligny)", [move("N2", ((3,), "T20"))]),
        ("N1 V26, W26 V25", [move("N1", ((), "V26")), move("W26", ((), "V25"))]),
    ],
)
def test_what_the_server_says_of_a_move_is_read_back(typed: str, meant: list[Order]) -> None:
    assert orders(typed) == meant
    for order in meant:
        assert orders(text_of(order)) == [order]


@pytest.mark.parametrize(
    "typed",
    [
        "N1 W26-U23 (5) (3)",
        "N1 W26-U23 (5,3)",
        "Wellington: N1 W26-U23 (5)",
        "NC from S27 to T20 (Paris Hill) with the 2",
        "N1 W26-U23 (5), and so on",
    ],
)
def test_what_is_almost_the_servers_word_is_not_read(typed: str) -> None:
    assert orders(typed) == [None]


@pytest.mark.parametrize("typed", ["resign?", "do not resign", "resing", "reisgn", "drwa", "never resign"])
def test_what_cannot_be_undone_is_never_guessed(typed: str) -> None:
    assert orders(typed) == [None]


def test_several_orders_on_a_line() -> None:
    three = [move("N1", ((1,), "V26")), move("N2", ((3,), "LI")), move("N3", ((6,), "M23"))]
    assert orders("N1 1 V26, N2 3 LI, N3 6 M23") == three
    assert orders("N1 1 V26 / N2 3 LI / N3 6 M23") == three
    assert orders("N1 1 V26; N2 3 to Ligny. N3 6 M23.") == three
    assert orders("N1 to V26 with the 1, N2 to Ligny (3), N3 M23 6") == three
    lines = read([(4, "N1 1 V26, N2 3 LI")])
    assert [(line.number, line.text) for line in lines] == [(4, "N1 1 V26, N2 3 LI")] * 2


def test_several_pieces_behind_one_place() -> None:
    assert orders("place N1 HP, N2 P26, N3 R26") == [Place("N1", "HP"), Place("N2", "P26"), Place("N3", "R26")]
    assert orders("N1=S27") == [Place("N1", "S27")]


@pytest.mark.parametrize("typed", ["SETUP default", "set-up default", "setup: default", "Default setup"])
def test_setup_is_another_word_for_place(typed: str) -> None:
    assert orders(typed) == [PlaceDefault()]
    assert orders(typed.replace("default", "N1 S27").replace("Default setup", "setup N1 S27")) == [Place("N1", "S27")]


def test_setup_alone_is_a_heading_and_no_order() -> None:
    assert not looks_like_order("SETUP:")


def test_orders_behind_the_header_of_a_throw() -> None:
    assert orders("throw 1:\nN3 5 U23\nThrow 2: N3 5 U23") == [ThrowHeader(1), N3_TO_U23, ThrowHeader(2), N3_TO_U23]


@pytest.mark.parametrize(
    ("typed", "read_as"),
    [
        ("palce N1 hp", "place N1 HP"),
        ("place defualt", "place default"),
        ("plcae default", "place default"),
        ("rset auto", "rest auto"),
        ("NC 3 Q26 than 3 S27", "NC 3 Q26 then 3 S27"),
        ("N3 to U23 wiht the 5", "N3 5 U23"),
        ("tlel partner: hold Ligny", "tell partner: hold Ligny"),
        ("thorw 2:", "throw 2:"),
    ],
)
def test_keywords_are_mended_and_the_player_is_told(typed: str, read_as: str) -> None:
    (line,) = read([(1, typed)])
    assert line.read_as == read_as
    assert line.order is not None
    assert text_of(line.order) == read_as


@pytest.mark.parametrize("typed", ["N3 5 Lingy", "N3 5 Q2O", "N3 5 U2", "N 5 U23", "place N1 parris hill", "NX 5 U23"])
def test_pieces_and_spots_are_never_guessed(typed: str) -> None:
    assert orders(typed) == [None]


@pytest.mark.parametrize(("typed", "unit", "spot"), [("N9 5 I15", "N9", "I15"), ("x2 5 z99", "X2", "Z99")])
def test_unknown_pieces_and_spots_are_left_to_the_rules(typed: str, unit: str, spot: str) -> None:
    assert orders(typed) == [move(unit, ((5,), spot))]


@pytest.mark.parametrize(
    ("typed", "kind"),
    [
        ("N1 W26-U23 (5,3)", "start_named_twice"),
        ("N1 on from W26 to U23", "start_named_twice"),
        ("NC 3 to Q26, 3 to S27", "then_missing"),
        ("N3", "no_spot"),
        ("N3 5", "no_spot"),
        ("the 5 to U23", "no_piece"),
        ("go to U23", "no_piece"),
        ("N3 to Lingy", "word"),
        ("N3 2 Q2O", "word"),
        ("resing", "word"),
        ("charge!", "unknown"),
        ("N3 " * 200, "long"),
    ],
)
def test_hints_for_what_could_not_be_read(typed: str, kind: str) -> None:
    assert orders(typed) == [None]
    assert hint(typed).kind == kind


def test_a_hint_names_the_likely_word() -> None:
    assert (hint("N3 to Lingy").found, hint("N3 to Lingy").meant) == ("Lingy", "Ligny")
    assert (hint("N3 2 Q2O").found, hint("N3 2 Q2O").meant) == ("Q2O", "Q20")


def test_blank_lines_comments_quotes_and_signatures_give_no_line() -> None:
    mail = "\n".join(
        ["", "# my plan", "N3 5 U23  # out of the way", "> N1 1 V26", "   ", "rest auto", "-- ", "N2 3 LI"]
    )
    assert [(line.number, line.order) for line in read(list(enumerate(mail.split("\n"), start=1)))] == [
        (3, N3_TO_U23),
        (6, RestAuto()),
    ]


def test_a_note_is_passed_on_as_it_was_typed() -> None:
    assert orders("Tell my partner - “hold” Quatre Bras (F20) – I come!") == [
        TellPartner("“hold” Quatre Bras (F20) – I come!")
    ]


@pytest.mark.parametrize(
    "text",
    [
        "N3 5 U23",
        "palce N1 hp",
        "I resign",
        "resing",
        "resign?",
        "N3 to the hill",
        "N3",
        "the 5 to U23",
        "then 3 to S27",
        "I will move N3 to U23",
        "tell partner: hello",
        "auto please",
        "rest auto",
        "place N99 on the moon",
    ],
)
def test_what_has_the_form_of_an_order(text: str) -> None:
    assert looks_like_order(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Hi Bob, nice game!",
        "Pass me the salt, would you",
        "Rest in peace, old man",
        "Then I thought better of it",
        "On Tue 3 Nov 2026, pbem wrote:",
        "I think W1 on G13 is much too strong for me, sigh",
        "Sent from my iPhone",
        "Good luck and have fun",
        "Cheers, N",
        "throw better next time",
        "> N3 5 U23",
    ],
)
def test_what_has_not(text: str) -> None:
    assert not looks_like_order(text)


PIECES = st.from_regex(r"\A[NYWB][1-8CD]\Z")
SPOTS = st.sampled_from(board().spots) | st.sampled_from([hill.alias for hill in board().hills])
DICE = st.lists(st.integers(1, 6), min_size=1, max_size=3).map(tuple)
LEGS = st.lists(st.builds(Leg, DICE, SPOTS), min_size=1, max_size=3).map(tuple)
ANY_ORDER = st.one_of(
    st.builds(Place, PIECES, SPOTS),
    st.builds(Move, PIECES | SPOTS, LEGS),
    st.builds(Move, PIECES, st.builds(Leg, st.just(()), SPOTS).map(lambda leg: (leg,))),
    st.builds(ThrowHeader, st.integers(1, 20)),
    st.sampled_from([PlaceDefault(), Auto(), RestAuto(), Pass(), Resign(), OfferDraw()]),
)


@given(ANY_ORDER)
def test_what_is_written_is_read_back(order: Order) -> None:
    assert orders(text_of(order)) == [order]
    assert orders(text_of(order).lower()) == [order]
    assert looks_like_order(text_of(order))


TYPED = "N3 5 U23 then place default tell partner : -> + , # > -- ( ) throw rest auto the W26 QB Ligny lingy palce"
WORDS = st.sampled_from(TYPED.split())


@given(st.lists(st.text() | st.lists(WORDS).map(" ".join), max_size=5))
def test_nothing_a_player_sends_raises(texts: list[str]) -> None:
    for line in read(list(enumerate(texts, start=1))):
        assert texts[line.number - 1] is not None
        if line.order is None:
            assert hint(line.text).kind
    for text in texts:
        assert looks_like_order(text) in (True, False)


@pytest.mark.parametrize(
    "text",
    [
        "-" * 1_000_000,
        "N3 " * 300_000,
        "then " * 300_000,
        "=>" * 500_000,
        "(" * 1_000_000,
        "tell partner: " + "x" * 10**6,
    ],
)
def test_long_lines_are_cut_short(text: str) -> None:
    began = time.process_time()
    read([(1, text)])
    looks_like_order(text)
    hint(text)
    assert time.process_time() - began < 0.5


def test_long_mails_take_time_in_proportion() -> None:
    lines = [(number, "then 3 to S27") for number in range(20_000)]
    began = time.process_time()
    read(lines)
    assert time.process_time() - began < 20


@pytest.mark.parametrize(
    "line", ["N1 5 U23", "NC 1+2 Q26", "WD 3 Q26 then 3 S27", "B8 1+1+6 A14", "YC 2 H08 then 2+4 J13 then 1 K12"]
)
def test_the_usual_form_is_read_at_once_and_as_the_grammar_reads_it(line: str) -> None:
    ((order, read_as),) = grammar._reading(line)
    assert grammar._USUAL.fullmatch(line)
    assert [order] == grammar._parsed(grammar._plain(line))
    assert grammar.text_of(order) == line
    assert read_as is None


@pytest.mark.parametrize(
    "text", ["N1 to V25", "N1 5 V25", "NC 2+6 K26", "NC 3 Q26 then 3 S27", "S27 1 S26", "throw 2:", "rest auto", "draw"]
)
def test_an_order_in_its_usual_form_reads_back_as_it_is_written(text: str) -> None:
    (line,) = read([(1, text)])
    assert text_of(line.order) == text
    assert line.read_as is None
