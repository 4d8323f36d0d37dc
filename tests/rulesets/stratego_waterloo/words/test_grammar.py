"""What players type, and what is read in it."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from meant import may_be_meant_in

from core.rulesets.stratego_waterloo.orders import (
    AcceptDraw,
    Battery,
    Burn,
    Charge,
    Combined,
    Cut,
    End,
    Enter,
    Fire,
    Go,
    Initiative,
    Keep,
    OfferDraw,
    Order,
    Plan,
    Reconnoitre,
    Resign,
    Rest,
    Retire,
    Row,
    Save,
    Setup,
    Stand,
    Stop,
    Take,
    Test,
    When,
    text_of,
)
from pbem.rulesets.stratego_waterloo.grammar import hint, read

looks_like_order = may_be_meant_in("stratego_waterloo")


def orders(text: str) -> list[Order | None]:
    return [line.order for line in read(list(enumerate(text.split("\n"), start=1)))]


def order(text: str) -> Order | None:
    (found,) = orders(text)
    return found


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("E4 E6", Go(("E4", "E6"))),
        ("E4-E5-F5", Go(("E4", "E5", "F5"))),
        ("move E4 E6", Go(("E4", "E6"), "move")),
        ("m E4 E6", Go(("E4", "E6"), "move")),
        ("E4-E5xE6", Go(("E4", "E5", "E6"), "attack")),
        ("E4 x E6", Go(("E4", "E6"), "attack")),
        ("attack E4 F5", Go(("E4", "F5"), "attack")),
        ("a E5 E6 spirit", Go(("E5", "E6"), "attack", spirit=True)),
        ("attack E5 E6 spirit then D6", Go(("E5", "E6"), "attack", spirit=True, then="D6")),
        ("fire E4 E7", Fire("E4", "E7")),
        ("f C3 HOU", Fire("C3", "HOU")),
        ("fire K5 T2", Fire("K5", "T2")),
        ("enter NE E1", Enter("NE", "E1")),
        ("bring LN B1", Enter("LN", "B1")),
        ("enter PRUSSIAN L6", Enter("PRUSSIAN", "L6")),
        ("rest C7", Rest("C7")),
        ("card RE E7 F7 F8 G8", Reconnoitre(("E7", "F7", "F8", "G8"))),
        ("card IN E2-E3, F2-F4, A3-B3", Initiative((Go(("E2", "E3")), Go(("F2", "F4")), Go(("A3", "B3"))))),
        (
            "card CA fire E4 E7, attack C6 C7, attack G4 G7",
            Combined((Fire("E4", "E7"), Go(("C6", "C7"), "attack"), Go(("G4", "G7"), "attack"))),
        ),
        ("card GB fire E4 E7, F4 F7, G4 HOU", Battery((Fire("E4", "E7"), Fire("F4", "F7"), Fire("G4", "HOU")))),
        ("take FS RE", Take(("FS", "RE"))),
        ("stand spirit off", Stand("spirit", "off")),
        ("stand spirit leaders", Stand("spirit", "leaders")),
        ("stand spirit win 5", Stand("spirit", "win", 5)),
        ("stand spirit any 4", Stand("spirit", "any", 4)),
        ("stand advance on", Stand("advance", "on")),
        ("stand own-tie mover", Stand("own-tie", "mover")),
        ("stand farm-target strong", Stand("farm-target", "strong")),
        ("stand prussians hold", Stand("prussians", "hold")),
        ("keep FS FS CA GB", Keep(("FS", "FS", "CA", "GB"))),
        ("burn GB IN RE", Burn(("GB", "IN", "RE"))),
        ("if won: fire F4 F7", When("won", Fire("F4", "F7"))),
        ("if lost: D3-E3", When("lost", Go(("D3", "E3")))),
        ("try E4 E6", When("try", Go(("E4", "E6")))),
        ("end", End()),
        ("test", Test()),
        ("resign", Resign()),
        ("offer draw", OfferDraw()),
        ("accept draw", AcceptDraw()),
        ("cut V1 E9", Cut("V1", "E9")),
        ("charge V3 R1", Charge("V3", "R1")),
        ("save B8", Save("B8")),
        ("retire R2", Retire("R2")),
        ("cut Napoleon E9", Cut("NA", "E9")),
        ("stop", Stop()),
        ("plan auto", Plan("auto")),
        ("plan cut E9 F10", Plan("cut", ("E9", "F10"))),
        ("plan save B8", Plan("save", ("B8",))),
        ("setup default", Setup(default=True)),
    ],
)
def test_the_orders_of_the_rulebook(typed: str, meant: Order) -> None:
    assert order(typed) == meant
    assert order(text_of(meant)) == meant
    assert looks_like_order(typed)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("e4 to e6", Go(("E4", "E6"))),
        ("  - E4→E6.", Go(("E4", "E6"))),
        ("1. E4 E6 ; the flank", Go(("E4", "E6"))),
        ("e4e6", Go(("E4", "E6"))),
        ("move from E4 to E6 # now", Go(("E4", "E6"), "move")),
        ("E4 takes E6", Go(("E4", "E6"), "attack")),
        ("attack E5 E6 with fighting spirit", Go(("E5", "E6"), "attack", spirit=True)),
        ("F8 fires at E4", Fire("F8", "E4")),
        ("shoot C3 at Hougemont", Fire("C3", "HOU")),
        ("fire I3 at La Haye/Papelotte", Fire("I3", "LHP")),
        ("bring on Marshal Ney at E1", Enter("NE", "E1")),
        ("enter Bülow K10", Enter("BU", "K10")),
        ("enter Old Guard F1", Enter("OG", "F1")),
        ("enter light D1", Enter("LIGHT", "D1")),
        ("play reconnaissance E7, F7", Reconnoitre(("E7", "F7"))),
        ("card grand battery fire E4 E7 and F4 F7", Battery((Fire("E4", "E7"), Fire("F4", "F7")))),
        ("card CA fire E4 E7, C6xC7", Combined((Fire("E4", "E7"), Go(("C6", "C7"), "attack")))),
        ("take Fighting Spirit and Reconnaissance", Take(("FS", "RE"))),
        ("keep FS, FS, CA", Keep(("FS", "FS", "CA"))),
        ("stand own tie other", Stand("own-tie", "other")),
        ("If won, E6-E7", When("won", Go(("E6", "E7")))),
        ("End of turn.", End()),
        ("draw", OfferDraw()),
        ("set-up default", Setup(default=True)),
    ],
)
def test_other_ways_to_say_it(typed: str, meant: Order) -> None:
    assert order(typed) == meant
    assert looks_like_order(typed)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("BF moves E7-E6", Go(("E7", "E6"), "move", piece="BF")),
        ("the gun on K7 fires at K4", Fire("K7", "K4", "GUN")),
        ("BL D7 x D4", Go(("D7", "D4"), "attack", piece="BL")),
        ("LN C4 C5", Go(("C4", "C5"), piece="LN")),
        ("move BF E7 to E6", Go(("E7", "E6"), "move", piece="BF")),
        ("Wellington F10 G10", Go(("F10", "G10"), piece="WE")),
        ("E7 attacks E4", Go(("E7", "E4"), "attack")),
        ("Please fire the gun on K7 at K4.", Fire("K7", "K4", "GUN")),
        ("I move E7 to E6.", Go(("E7", "E6"), "move")),
        ("British foot D7 to D6", Go(("D7", "D6"), piece="BF")),
        ("E7 to E6 (British foot)", Go(("E7", "E6"), piece="BF")),
        ("cavalry on E4 attacks E9", Go(("E4", "E9"), "attack", piece="CAVALRY")),
        ("rest PL C7", Rest("C7", "PL")),
        (
            "BF E7-E6 attacks E5 with Fighting Spirit (the way found for you)",
            Go(("E7", "E6", "E5"), "attack", True, piece="BF"),
        ),
        ("FA on K7 fires at BF on K4 - which is light infantry: it will take no harm", Fire("K7", "K4", "FA", "BF")),
        ("FA on C3 fires at Hougemont", Fire("C3", "HOU", "FA")),
        ("CU leaves the board from C7 to rest, free of charge", Rest("C7", "CU")),
        ("NE comes onto the board at E1", Enter("NE", "E1")),
        ("a Prussian piece comes onto the board at L6", Enter("PRUSSIAN", "L6")),
        ("if won: BF moves E7-E6", When("won", Go(("E7", "E6"), "move", piece="BF"))),
        ("after a win: BF moves E7-E6", When("won", Go(("E7", "E6"), "move", piece="BF"))),
        ("after a loss: D3-E3", When("lost", Go(("D3", "E3")))),
        ("tried: NE comes onto the board at E1", When("try", Enter("NE", "E1"))),
        ("if possible: NE comes onto the board at E1", When("try", Enter("NE", "E1"))),
        ("RED BF E7-E6.", Go(("E7", "E6"), piece="BF")),
        (
            "BLUE LN E5 x E6 BF: 3 v 3, die B+ - BF eliminated, LN to E6.",
            Go(("E5", "E6"), "attack", piece="LN", foe="BF"),
        ),
        ("BLUE FA K7 fires at K4: BF eliminated.", Fire("K7", "K4", "FA")),
        ("BLUE brings on NE at E1.", Enter("NE", "E1")),
        ("BLUE rests CU (2 blocks) from C7.", Rest("C7", "CU")),
        ("ends the ply", End()),
        ("ends the ply.", End()),
        ("the ply is over", End()),
        ("if won: ends the ply", When("won", End())),
        ("Draw accepted", AcceptDraw()),
        ("The draw is accepted.", AcceptDraw()),
        ("I accept your draw offer", AcceptDraw()),
        ("agreed to the draw", AcceptDraw()),
    ],
)
def test_what_the_server_says_is_read_back(typed: str, meant: Order) -> None:
    (line,) = read([(1, typed)])
    assert (line.order, line.read_as) == (meant, None)
    assert order(text_of(meant)) == meant
    assert looks_like_order(typed)


@pytest.mark.parametrize("typed", ["draw?", "Draw?", "end?", "resign?", "E7 E6?", "accept draw ?", "test?"])
def test_a_question_is_no_order(typed: str) -> None:
    assert order(typed) is None
    assert looks_like_order(typed)  # so that it stops the mail
    assert hint(typed).kind == "question"


@pytest.mark.parametrize("typed", ["E7 to E6 (light infantry scouts)", "E7 E 6", "BLUE BF E7-E6.", "E7 to E6 (3)"])
def test_what_was_meant_to_go_somewhere_is_asked_about(typed: str) -> None:
    assert order(typed) is None
    assert looks_like_order(typed)


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("attak E4 E6", "attack E4xE6"),
        ("entr NE E1", "enter NE E1"),
        ("stand spirti win 5", "stand spirit win 5"),
        ("gaurd E4", None),
        ("resgin", None),
        ("acept draw", None),
    ],
)
def test_keywords_are_mended_and_shown_but_never_what_cannot_be_taken_back(typed: str, shown: str | None) -> None:
    (line,) = read([(1, typed)])
    assert line.read_as == shown
    assert (line.order is None) is (shown is None)


# --- A drawn set-up --------------------------------------------------------------------------------------------------

FRENCH = """\
setup
 4: LN FA LN LN LI LI LI LI LN LN FA LN
 3: FA LN FA YG LN FA FA LN YG FA LN FA
 2: CH .. LN PL MG OG MG ED PL LN CU CH
 1: CH LN CH LI NE NA .. CU LN CH CH LN
reserve: CU            ; optional
keep FS FS CA GB
burn GB IN RE
stand spirit win 5"""


def rows(setup: Order | None) -> dict[int, tuple[str | None, ...]]:
    assert isinstance(setup, Setup)
    return {row.row: row.squares for row in setup.rows}


def test_a_set_up_is_one_order_of_several_lines() -> None:
    setup, *others = orders(FRENCH)
    assert others == [Keep(("FS", "FS", "CA", "GB")), Burn(("GB", "IN", "RE")), Stand("spirit", "win", 5)]
    assert isinstance(setup, Setup)
    assert list(rows(setup)) == [4, 3, 2, 1]
    assert rows(setup)[2][:3] == ("CH", None, "LN")
    assert setup.reserve == ("CU",)
    (line, *_) = read(list(enumerate(FRENCH.split("\n"), start=5)))
    assert (line.number, line.text) == (5, "setup")


def test_a_set_up_typed_on_a_phone() -> None:
    typed = """\
Setup:
4) ln fa ln ln li li li li ln ln fa ln
3, fa ln
10: Bf,kh,bl,ba,…,we,–,ba,dc,kh,bf,..

Row 9: BF KH BL BA __ WE -- BA DC KH BF .
1:CHLNCHLINENA..CULNCHCHLN
Reserve: LN x2, FA 2
reserve CU
Garrison: BF C6 and D5 RI"""
    setup, strange = orders(typed)
    assert strange is None  # line 3 is no row
    assert isinstance(setup, Setup)
    assert list(rows(setup)) == [4, 10, 9, 1]
    assert rows(setup)[10] == ("BF", "KH", "BL", "BA", None, "WE", None, "BA", "DC", "KH", "BF", None)
    assert rows(setup)[9] == rows(setup)[10]
    assert rows(setup)[1][4:7] == ("NE", "NA", None)
    assert setup.reserve == ("LN", "LN", "FA", "FA", "CU")
    assert setup.garrison == (("BF", "C6"), ("RI", "D5"))


def test_a_set_up_reads_back_as_it_is_written() -> None:
    setup, *_ = orders(FRENCH)
    assert isinstance(setup, Setup)
    assert "2:CH .. LN PL MG OG MG ED PL LN CU CH" in text_of(setup).split("\n")
    assert orders(text_of(setup)) == [setup]
    assert orders("reserve: none") == [Setup(reserve=())]


def test_a_row_with_a_strange_piece_is_an_order_that_cannot_be_read() -> None:
    row = "4: LN FA XX LN LI LI LI LI LN LN FA LN"
    assert looks_like_order(row)
    assert orders(f"setup\n{row}") == [Setup(), None]
    assert (hint(row).kind, hint(row).found, hint(row).meant) == ("row", "XX", "4")


@pytest.mark.parametrize("line", ["10: hello my friend", "4: LN LN", "row 3: . . .", "10: XX YY"])
def test_where_fewer_than_half_the_cells_are_strange_or_none_it_is_no_row_with_a_slip(line: str) -> None:
    assert hint(line).kind != "row"


def test_a_row_may_hold_signs_that_nobody_sees() -> None:
    row = "4: LN FA LN LN LI LI LI LI LN LN FA LN"
    assert orders("setup\n" + row.replace("LN LN", "LN\u200b LN")) == orders(f"setup\n{row}")


def test_a_line_of_the_map_is_no_row() -> None:
    for line in (" 4  LN   FA    .   LN   LI   LI   LI   LI   LN   LN   FA   LN   4", "10  -i   -c   -i    .   10"):
        assert orders(line) == [None]


# --- What is no order, and what is a bad one --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed",
    [
        "hello there",
        "Best wishes, Anne",
        "I will rest now, good luck",
        "reserve: me a seat",
        "Well played! Wellington was lucky at E4 today",
        "# E4 E6",
        "> E4 E6",
        "",
    ],
)
def test_chatter_is_no_order(typed: str) -> None:
    assert not looks_like_order(typed)


@pytest.mark.parametrize(
    ("typed", "kind"),
    [
        ("E4", "one_square"),
        ("attack E4", "after"),
        ("fire E4", "after"),
        ("enter NE", "after"),
        ("card FS E4", "card"),
        ("card IN E4", "card"),
        ("stand spirit win", "stand"),
        ("stand", "after"),
        ("E1O E4", "word"),
        ("plan cut", "after"),
        ("reserve: CU, me", "reserve"),
        ("garrison: BF, C6", "garrison"),
        ("E4 E6 sideways E7", "unknown"),
        ("E4 " * 200, "long"),
    ],
)
def test_what_is_wrong_with_a_line_is_seen(typed: str, kind: str) -> None:
    assert order(typed) is None
    assert hint(typed).kind == kind
    assert looks_like_order(typed)


def test_nothing_is_read_below_a_signature() -> None:
    assert orders("E4 E6\n-- \nE6 E7") == [Go(("E4", "E6"))]


SCRAPS = st.text(st.sampled_from("aAeElLxX 0123456789:.,;-_>#…\"'cardfieswonplt\té\u200b"), max_size=60)


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 99), SCRAPS | st.text(max_size=30)), max_size=6))
def test_nothing_that_is_typed_raises(lines: list[tuple[int, str]]) -> None:
    for line in read(lines):
        if line.order is None:
            assert hint(line.text).kind
        elif not isinstance(line.order, Setup):
            assert order(text_of(line.order)) == line.order
    for _, text in lines:
        looks_like_order(text)


@pytest.mark.parametrize(
    "scrap", ["E4-", "4: LN ", "card ", "if won: ", "reserve: 9 ", "E4 x ", "4:" + "LN" * 9, "la haye "]
)
def test_a_long_line_is_read_in_no_time(scrap: str) -> None:
    start = time.process_time()
    read([(1, scrap * 3000)])
    looks_like_order(scrap * 3000)
    hint(scrap * 3000)
    assert time.process_time() - start < 0.5


def test_rows_and_squares_come_as_they_are_typed() -> None:
    """Whether there is such a square or row is for the rules to say."""
    assert order("M14 E99") == Go(("M14", "E99"))
    assert order("10: LN FA") == Setup(rows=(Row(10, ("LN", "FA")),))


@pytest.mark.parametrize(
    "usual",
    [
        "E4 E6",
        "E4-E5-F5",
        "attack E4 E6",
        "attack E4-E5 spirit",
        "attack E4 E5 then E6",
        "E4 E5 spirit then E6",
        "C10 C7",
        "fire E4 E7",
        "fire C3 HOU",
        "end",
    ],
)
def test_the_printed_form_is_read_without_the_grammar_and_alike(usual: str) -> None:
    # In small letters the line goes through the grammar.
    assert order(usual) == order(usual.lower())
    assert order(usual) == order(f"{usual} .")


def test_a_printed_move_of_one_square_is_no_order() -> None:
    assert order("E4") is None
    assert order("attack E4") is None
