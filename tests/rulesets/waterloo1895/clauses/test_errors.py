"""The errors E01 to E22: when each is given, what its sentence names, and which comes first."""

import pytest

clause = pytest.mark.clause

# N1 and N2 infantry, NC cavalry; W1 on a hill, W2 and W3 a pair, W4 alone.
PIECES = "N1=M24 N2=M26 NC=S27 N3=Y20 / W1=M20 W2=L26 W3=K26 W4=Q26 W5=A14"


@pytest.mark.parametrize(
    ("order", "code", "named"),
    [
        pytest.param("N1 charges the guns", "E01", [], id="E01"),
        pytest.param("tell partner: hold", "E01", ["partner"], id="E01 no partner"),
        pytest.param("throw 1:", "E01", ["throw"], id="E01 no chain", marks=clause("W95-137")),
        pytest.param("N9 1 M23", "E02", ["N9"], id="E02"),
        pytest.param("A1 1 M23", "E02", ["A1"], id="E02 letter and digit"),
        pytest.param("ZC 1 M23", "E02", ["ZC"], id="E02 letter and C"),
        pytest.param("B1 1 M23", "E02", ["B1"], id="E02 army not in this mode", marks=clause("W95-010")),
        pytest.param("W2 1 M26", "E03", ["W2", "W95-087"], id="E03", marks=clause("W95-087")),
        pytest.param("N4 1 M23", "E04", ["N4", "W95-009"], id="E04", marks=clause("W95-009")),
        pytest.param("M22 1 M23", "E04", ["M22"], id="E04 empty spot"),
        pytest.param("Q26 1 P26", "E04", ["Q26"], id="E04 enemy on the spot"),
        pytest.param("N1 1 I15", "E05", ["I15"], id="E05"),
        pytest.param("N1 1 B12", "E05", ["B12"], id="E05 a hole in the grid"),
        pytest.param("N1 1 PA", "E05", ["Paris"], id="E05 city"),
        pytest.param("N1 4 M28", "E06", ["4", "2-3-5", "W95-025"], id="E06", marks=clause("W95-025")),
        pytest.param("N1 2+3 M19", "E07", ["N1", "W95-028"], id="E07", marks=clause("W95-028")),
        pytest.param("N1 5 M21", "E09", ["5", "M24", "M21", "W95-031"], id="E09", marks=clause("W95-031")),
        pytest.param("N1 5 M19", "E10", ["N1", "W1", "M20", "W95-034"], id="E10", marks=clause("W95-034")),
        pytest.param("N1 2 M26", "E11", ["M26", "W95-059"], id="E11", marks=clause("W95-059")),
        pytest.param("N2 2 K26", "E10", ["W2", "L26"], id="E10 enemy in the way"),
        pytest.param("NC 3 Q26 then 2 S26", "E14", ["NC", "W95-040"], id="E14", marks=clause("W95-040")),
        pytest.param("N1 2 M22", "E15", ["1", "3", "W95-062"], id="E15", marks=clause("W95-062")),
        pytest.param("pass", "E21", ["3", "W95-062"], id="E21", marks=clause("W95-062")),
    ],
)
def test_each_error_has_its_code_and_names_the_particulars(play, order, code, named):
    played = play(PIECES, "N", "2-3-5", order)
    assert played.codes == [code]
    refusal = played.refusal
    assert refusal["line"] == (None if code in ("E15", "E21") and refusal["line"] is None else 1)
    said = f"{refusal['message']} {refusal['clause']}"
    for word in named:
        assert word in said, (word, said)
    if refusal["line"] is not None:
        assert refusal["text"] == order


@clause("W95-053")
def test_e12_names_the_hill(play):
    played = play(PIECES.replace("N1=M24", "N1=M22"), "N", "2-3-5", "N1 2 CH")
    assert played.codes == ["E12"]
    assert all(word in f"{played.message} {played.clause}" for word in ("W1", "M20", "W95-053"))


@clause("W95-051")
def test_e13_names_the_supporter(play):
    played = play(PIECES.replace("N1=M24", "N1=M25"), "N", "1-2-5", "N2 1 L26")
    assert played.codes == ["E13"]
    assert all(word in f"{played.message} {played.clause}" for word in ("W2", "L26", "W3", "K26", "W95-051"))


@clause("W95-026")
def test_e08_names_the_piece(play):
    played = play(PIECES, "N", "2-3-5", "N1 2 M22 / N1 3 M21")
    assert (played.codes, played.lines) == (["E08"], [2])
    assert all(word in f"{played.message} {played.clause}" for word in ("N1", "W95-026"))


@pytest.mark.parametrize(
    ("lines", "code", "named"),
    [
        pytest.param("place N4 T20", "E16", ["N4", "T20", "11", "10", "Paris", "W95-017"], marks=clause("W95-017")),
        pytest.param("place N3 Q26", "E17", ["N2", "P26", "N3", "Q26", "W95-018"], marks=clause("W95-018")),
        pytest.param("place N6 V24", "E18", ["N5", "N6", "V24", "W95-019"], marks=clause("W95-019")),
    ],
)
def test_set_up_errors_name_pieces_and_spots(post, lines, code, named):
    played = post({"napoleon": f"place default / {lines}"})
    assert played.codes == [code]
    assert all(word in f"{played.message} {played.clause}" for word in named)


@clause("W95-016")
def test_e18_names_the_piece_that_is_missing(post):
    played = post({"napoleon": "place N1 S27"})
    assert set(played.codes) == {"E18"}
    assert "N7" in " ".join(entry["message"] for entry in played.refused)


def test_e19_says_whose_turn_it_is(play):
    played = play(PIECES, "N", "2-3-5", {"wellington": "W5 2 A12"})
    assert played.codes == ["E19"]
    assert "Napoleon" in played.message


@pytest.mark.parametrize("order", ["resign", "draw"])
@clause("W95-105")
def test_e19_does_not_bar_what_may_be_said_at_any_time(play, order):
    assert play(PIECES, "N", "2-3-5", {"wellington": order}).ok


def test_e20_says_how_the_game_ended(play, ask):
    over = play("N: N1=B11 N2=F11 / W: W1=X25 W2=M24", "N", "2-3-6", "N2 2 D11")
    for seat, order in (("napoleon", "N1 3 A14"), ("wellington", "W1 1 X24"), ("wellington", "resign")):
        played = ask(over.position, {seat: order})
        assert played.codes == ["E20"]
        assert played.end == over.end
        assert "W95-076" in played.message


@clause("W95-138")
@pytest.mark.parametrize(("order", "named"), [("N1 D11", ["2", "3"]), ("NC Q26 then S27", ["NC"]), ("N1 M29", ["N1"])])
def test_e22_asks_for_the_die(play, order, named):
    played = play("N1=C13 NC=S27 N3=Y20 / W1=X25 W2=M14", "N", "2-3-3", order)
    assert played.codes == ["E22"]
    assert all(word in f"{played.message} {played.clause}" for word in [*named, "W95-138"])


# --- What comes first ---


def test_every_error_e01_to_e05_is_reported_and_nothing_is_tried(play):
    orders = "N1 5 M21 / N1 charges / N9 2 M22 / W2 1 M26 / N4 1 M23 / N2 1 I15 / M22 1 M23"
    played = play(PIECES, "N", "2-3-5", orders)
    assert played.codes == ["E01", "E02", "E03", "E04", "E05", "E04"]
    assert played.lines == [2, 3, 4, 5, 6, 7]


def test_of_the_other_errors_only_the_first_is_reported(play):
    played = play(PIECES, "N", "2-3-5", "N1 2 M22 / N2 3 M20 / N3 6 X25")
    assert (played.codes, played.lines) == (["E09"], [2])


@pytest.mark.parametrize(
    ("before", "order", "code"),
    [
        pytest.param("N1 2 M22", "N1 2+6 M21", "E08", id="E08 before E07 and E06"),
        pytest.param("", "N1 2+6 M16", "E07", id="E07 before E06"),
        pytest.param("", "NC 3 Q26 then 6 S26", "E06", id="E06 before E14"),
        pytest.param("", "NC 3 A14 then 2 A15", "E14", id="E14 before E09"),
        pytest.param("", "N1 5 L26", "E09", id="E09 before E10 and E13"),
        pytest.param("", "N2 2 K26", "E10", id="E10 before E13"),
        pytest.param("", "N1 6 HV", "E06", id="E06 before E10"),
    ],
)
def test_the_order_of_judgement_within_a_move(play, before, order, code):
    played = play(PIECES, "N", "2-3-5", f"{before} / {order}" if before else order)
    assert played.codes == [code]


@clause("W95-035")
def test_own_before_hill_before_support(play):
    """A friend on a hill is held by the own side; an enemy on a hill is safe by the hill, supported or not."""
    friend = "N1=M22 N2=M20 N3=Y20 / W2=M19 W3=A20"
    assert play(friend, "N", "2-3-5", "N1 2 CH").codes == ["E11"]
    both = "N1=M22 N3=Y20 / W1=M20 W2=M19 W3=A20"
    assert play(both, "N", "2-3-5", "N1 2 CH").codes == ["E12"]


@clause("W95-058")
def test_a_ride_is_judged_leg_by_leg(play):
    """The first leg fails on support before the second is looked at, which no road carries."""
    pieces = "NC=M22 N3=Y20 / W1=M24 W2=M25 W3=A20"
    assert play(pieces, "N", "2-2-5", "NC 2 M24 then 2 A14").codes == ["E13"]
    assert play(pieces, "N", "2-2-5", "NC 2 M20 then 2 A14").codes == ["E09"]


@clause("W95-062")
def test_e15_comes_last(play):
    played = play(PIECES, "N", "2-3-5", "N1 2 M21")
    assert played.codes == ["E09"]


# --- The language ---


@pytest.mark.parametrize(
    "orders",
    [
        "n1 2 m22 / n3 3 y23 / NC 5 v29",
        "N1 2 to M22 / N3 3 -> Y23 / nc 5 TO V29",
        "  N1   2 M22   # infantry one, the two /  / # a remark / N3 3 Y23 / NC 5 V29",
        "M24 2 M22 / Y20 3 Y23 / hp 5 V29",
        "> N1 5 M19 / N1 2 M22 / > N9 / N3 3 Y23 / NC 5 V29 / --  / Jean-Baptiste / N1 is my favourite",
    ],
    ids=["case", "to and arrow", "remarks", "spots as units", "quotation and signature"],
)
def test_the_forms_an_order_may_have(play, orders):
    played = play("N1=M24 NC=S27 N3=Y20 / W4=Q26 W5=A14 W6=A20", "N", "2-3-5", orders)
    assert played.ok, played.refused
    assert played.at("N1 N3 NC") == "M22 Y23 V29"


@clause("W95-027")
def test_a_spot_as_unit_is_the_piece_that_stood_there_when_the_throw_began(play):
    """N2 steps to M24 after N1 has left it; `M24` is still N1, which has moved."""
    pieces = "N1=M24 N2=M25 N3=Y20 / W4=Q26 W5=A14"
    played = play(pieces, "N", "1-2-5", "N1 2 M22 / N2 1 M24 / M24 5 M19")
    assert played.codes == ["E08"]
    assert "N1" in played.message
    fresh = play(pieces, "N", "1-2-5", "N1 2 M22 / M22 1 M21")
    assert fresh.codes == ["E04"]
