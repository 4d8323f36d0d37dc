"""Worked examples: whole throws with what becomes of them. Only the pieces named are on the board."""

import pytest

clause = pytest.mark.clause


@clause("W95-025", "W95-031", "W95-032")
def test_one_three_and_six(play, must):
    pieces = "N: N1=W26 N2=U22 N3=Q26 / W: W1=A14 W2=B16"
    assert must(pieces, "N", "1-3-6") == 3
    played = play(pieces, "N", "1-3-6", "N1 1 V26 / N2 3 LI / N3 6 M23")
    assert played.ok
    assert played.at("N1 N2 N3") == "V26 T20 M23"
    assert played.to_move == "W"


@clause("W95-033")
def test_five_is_not_three_out_and_two_back(play):
    played = play("N: N1=W26 N2=U22 / W: W1=A14", "N", "1-4-5", "N2 5 T22")
    assert played.codes == ["E09"]
    assert "W95-033" in played.clause


@clause("W95-041", "W95-042", "W95-046", "W95-071")
def test_doublet_raid(play):
    played = play(
        "N: NC=S27 N1=W26 N2=Y26 / W: W3=Q26 W1=A14", "N", "3-3-5", "NC 3 Q26 then 3 S27 / N1 5 U23", then="1-2-6"
    )
    assert played.ok
    assert played.moves == ["NC S27-Q26xW3-S27 (3,3)", "N1 W26-U23 (5)"]
    assert played.throws == ["N 1-2-6 K3"]


@pytest.mark.parametrize(
    ("army", "throw", "order", "code"),
    [
        pytest.param("N", "2-4-5", "N1 2 F18", None, marks=clause("W95-050"), id="a"),
        pytest.param("N", "2-4-5", "N1 2 H20", "E13", marks=clause("W95-051"), id="b"),
        pytest.param("W", "2-3-5", "WC 2 QB", "E12", marks=clause("W95-053"), id="c"),
    ],
)
def test_the_diagram(play, must, army, throw, order, code):
    pieces = "N: N1=F20 / W: WC=F18 W1=H20 W2=J20"
    assert must(pieces, "N", "2-4-5") == 1
    played = play(pieces, army, throw, order)
    assert played.codes == ([code] if code else [])
    if code == "E13":
        assert "W2" in played.message
    if code is None:
        assert played.at("WC") == "-"


@clause("W95-024")
def test_calling_the_throw(cast):
    assert cast("N: N1=W26 N2=U22 N3=Q26 / W: W1=A14", "N", "6-2-3").throws == ["N 2-3-6 K3"]


@clause("W95-062", "W95-065")
def test_two_infantry_left(play, must):
    pieces = "N: N1=W26 N2=Q26 / W: W1=A14 W2=H11"
    assert must(pieces, "N", "2-4-6") == 2
    both = play(pieces, "N", "2-4-6", "N1 2 V25 / N2 6 M23")
    assert both.ok
    assert both.of("lost")[0]["dice"] == [4]
    assert both.to_move == "W"
    assert play(pieces, "N", "2-4-6", "N1 2 V25").codes == ["E15"]


@clause("W95-034", "W95-027", "W95-126")
def test_doublets_move_a_pair(play):
    pieces = "N: N1=M23 N2=M24 N3=U29 / W: W1=A14"
    played = play(pieces, "N", "2-2-5", "N1 2 M21 / N2 2 M22 / N3 5 P29")
    assert played.ok
    assert played.to_move == "N"
    wrong = play(pieces, "N", "2-2-5", "N2 2 M22 / N1 2 M21 / N3 5 P29")
    assert (wrong.codes, wrong.lines) == (["E10"], [1])
    assert all(word in wrong.message for word in ("N2", "N1", "M23"))


@clause("W95-083", "W95-085", "W95-079", "W95-069")
def test_three_mixed(play):
    played = play("W: W1=X29 / B: B2=V29 B3=W26 / N: N1=M14 / Y: Y1=M11", "B", "2-5-6", "B3 2 W28", mode="four")
    assert played.ok
    assert played.end == "wellington+blucher stars W95-083"


@clause("W95-083", "W95-085")
def test_two_and_two(play):
    pieces = "W: W1=X29 W2=B29 / B: B1=V29 B2=C26 / N: N1=M14 / Y: Y1=M11"
    assert play(pieces, "B", "1-2-4", "B2 2 C28", mode="four").end == "wellington+blucher stars W95-083"


@clause("W95-062", "W95-067", "W95-068")
def test_forced_out_of_the_stronghold(play, must):
    pieces = "N: N1=C12 N2=A15 / W: W1=M24 W2=X25"
    assert must(pieces, "N", "2-3-6") == 2
    assert play(pieces, "N", "2-3-6", "N2 3 A12").codes == ["E15"]
    left = play(pieces, "N", "2-3-6", "N2 3 A12 / N1 6 D17")
    assert left.ok
    assert left.to_move == "W"
    assert play(pieces, "N", "2-3-6", "N2 3 A12 / N1 2 D11").ok


@clause("W95-055")
def test_own_stars_give_no_safety(play, must):
    pieces = "W: W1=B11 W2=D11 W3=G13 / N: N1=A13 N2=V29"
    assert must(pieces, "N", "2-3-4") == 2
    played = play(pieces, "N", "2-3-4", "N1 2 B11 / N2 4 R29")
    assert played.ok
    assert played.at("W1") == "-"


@clause("W95-055", "W95-056", "W95-058")
def test_star_piece_as_supporter(play, must):
    pieces = "W: W1=C12 W2=C13 W3=X25 / N: N1=D14 N2=F13"
    assert must(pieces, "N", "2-3-6") == 2
    supported = play(pieces, "N", "2-3-6", "N1 2 C13")
    assert supported.codes == ["E13"]
    assert all(word in supported.message for word in ("W2", "W1", "C12"))
    played = play(pieces, "N", "2-3-6", "N2 3 C12 / N1 2 C13")
    assert played.ok
    assert played.at("W1 W2 N1 N2") == "- - C13 C12"
    assert played.end is None
    assert played.to_move == "W"


@clause("W95-057")
def test_invader(play):
    alone = play("W: W1=E11 W2=G13 / N: N1=D11 N2=W26", "W", "1-2-5", "W1 1 D11 / W2 2 H14")
    assert alone.ok
    assert alone.at("N1") == "-"
    assert play("W: W1=D12 W2=G13 / N: N1=C12 N2=C13", "W", "1-2-5", "W1 1 C12").codes == ["E13"]


@clause("W95-053", "W95-054")
def test_a_hill_closes_the_road(play):
    pieces = "N: N1=J14 N2=W26 / W: W1=G13"
    passed = play(pieces, "N", "3-5-6", "N1 5 E13")
    assert passed.codes == ["E10"]
    assert all(word in passed.message for word in ("W1", "G13"))
    assert play(pieces, "N", "3-5-6", "N1 3 HB").codes == ["E12"]


@clause("W95-040", "W95-062", "W95-063")
def test_cavalry_sum(play, must):
    pieces = "N: NC=R26 N1=W26 N2=Y26 / W: W3=N26 W1=A14"
    assert must(pieces, "N", "3-5-6") == 3
    blocked = play(pieces, "N", "3-5-6", "NC 3+5 M22")
    assert blocked.codes == ["E10"]
    assert all(word in blocked.message for word in ("W3", "N26"))
    taken = play(pieces, "N", "3-5-6", "NC 3 N26 / N1 5 U23 / N2 6 Y22")
    assert taken.ok
    assert taken.at("W3") == "-"
    two = "N: NC=R26 N1=W26 / W: W3=N26 W1=A14"
    assert must(two, "N", "3-5-6") == 3
    assert play(two, "N", "3-5-6", "NC 3 N26 / N1 5 U23").codes == ["E15"]


@clause("W95-040")
def test_no_halt_on_unequal_dice(play):
    pieces = "N: NC=S27 N1=W26 N2=Y26 / W: W3=Q26 W1=A14"
    assert play(pieces, "N", "3-4-5", "NC 3 Q26 then 4 T27").codes == ["E14"]


@clause("W95-044", "W95-075")
def test_triplet(play, must, ask):
    pieces = "N: NC=S27 N1=W26 / W: W3=R26 W1=A14"
    assert must(pieces, "N", "2-2-2") == 3
    played = play(pieces, "N", "2-2-2", "NC 2 R26 then 2 HP then 2 U27", then="1-2-3")
    assert played.ok
    assert played.at("W3 NC") == "- U27"
    assert played.to_move == "N"
    assert ask(played.position, {"napoleon": "rest auto"}).to_move == "W"


@clause("W95-045")
def test_doublet_and_third_die_on_one_horse(play):
    pieces = "N: NC=S27 N1=Q11 / W: W3=Q26 W1=A14"
    played = play(pieces, "N", "3-3-5", "NC 3 Q26 then 3+5 W27")
    assert played.ok
    assert played.moves == ["NC S27-Q26xW3-W27 (3,3+5)"]
    assert played.to_move == "N"
    assert play(pieces, "N", "3-3-5", "NC 3 Q26 then 3 S27 then 5 W27").codes == ["E14"]


@clause("W95-064", "W95-074", "W95-131")
def test_nothing_to_play(cast):
    played = cast("N: N1=A13 / W: W1=A12 W2=B11 W3=A14 W4=A15", "N", "4-4-6 4-5-6 1-2-3")
    assert played.throws[:2] == ["N 4-4-6 K0", "N 4-5-6 K0"]
    assert len(played.of("passed")) == 2
    assert played.to_move == "W"


@clause("W95-062", "W95-063")
def test_no_dodging(play, must):
    pieces = "N: N1=A15 N2=A14 / W: W1=A12 W2=A13 W3=B17 W4=A17"
    assert must(pieces, "N", "1-2-6") == 2
    assert play(pieces, "N", "1-2-6", "N1 1 B15").codes == ["E15"]
    assert play(pieces, "N", "1-2-6", "N1 2 B16 / N2 1 A15").ok


@clause("W95-017", "W95-018", "W95-019")
@pytest.mark.parametrize(
    ("lines", "codes"),
    [
        ("place N4 T20", ["E16"]),
        ("place N4 T21", []),
        ("place N3 Q26", ["E17"]),
        ("place N8 V29", []),
        ("place N8 V29 / place NC X29", ["E17"]),
    ],
)
def test_set_up(post, lines, codes):
    assert post({"napoleon": f"place default / {lines}"}).codes == codes


@clause("W95-088")
def test_a_partners_support(play):
    pieces = "W: W1=M20 / B: B1=X15 B2=U18 B3=R11 / N: N1=M23 / Y: Y1=M24"
    played = play(pieces, "W", "3-4-5", "W1 3 M23", mode="four")
    assert played.codes == ["E13"]
    assert all(word in played.message for word in ("Y1", "M24"))


@clause("W95-055", "W95-093")
def test_own_city_of_the_side(play, must):
    pieces = "W: W1=A27 / B: B1=X15 B2=U18 B3=R11 / N: N1=B29 / Y: Y1=D29"
    assert must(pieces, "W", "2-4-5", mode="four") == 1
    assert play(pieces, "W", "2-4-5", "W1 2 B29", mode="four").at("N1 W1") == "- B29"
    assert play(pieces, "W", "2-4-5", "W1 2 B29", mode="four", own_city="army").codes == ["E13"]


@clause("W95-011", "W95-051")
def test_in_duel_versailles_is_plain_field(play):
    played = play("W: W1=A27 W2=X15 / N: N1=B29 N2=D29", "W", "2-4-5", "W1 2 B29")
    assert played.codes == ["E13"]


REACH = {
    1: "C12 C14",
    2: "B11 D11 D12 D14",
    3: "A12 B11 D11 D15 E11 E13",
    4: "A12 A13 D16 E11 F11 F13",
    5: "A13 A14 D17 F11 G11 G13",
    6: "A14 A15 E17 G11 G14 H11",
}


@clause("W95-033", "W95-037")
@pytest.mark.parametrize(("die", "loops"), [(die, loops) for die in REACH for loops in ("no", "yes")])
def test_reach_of_one_piece(play, die, loops):
    spots = REACH[die].split() + ({4: ["C12"], 5: ["D12"]}.get(die, []) if loops == "yes" else [])
    throw = {1: "1-5-6", 2: "2-5-6", 3: "3-5-6", 4: "4-5-6", 5: "1-5-6", 6: "1-5-6"}[die]
    for spot in spots:
        assert play("N: N1=C13 / W: W1=X25 W2=M24", "N", throw, f"N1 {die} {spot}", loops=loops).ok, spot
    if loops == "no":
        assert play("N: N1=C13 / W: W1=X25 W2=M24", "N", "4-5-6", "N1 4 C12").codes == ["E09"]


@clause("W95-079", "W95-041", "W95-069")
def test_win_at_a_halt(play):
    played = play("N: N1=B11 NC=E13 / W: W1=X25 W2=M24", "N", "2-2-5", "NC 2 C12 then 2 C14")
    assert played.end == "napoleon stars W95-076"
    assert played.at("NC") == "C12"


@clause("W95-076", "W95-079")
def test_win_with_the_second_die(play):
    played = play("N: N1=A14 N2=F11 / W: W1=X25 W2=M24", "N", "2-3-6", "N1 3 B11 / N2 2 D11")
    assert played.end == "napoleon stars W95-076"


@clause("W95-090", "W95-091", "W95-071")
def test_who_begins(post, ask):
    setups = dict.fromkeys(("napoleon", "ney", "wellington", "blucher"), "place default")
    played = post(setups, dice="3-3-3 1-1-2 4-4-4 6-5-1 2-2-3 5-4-1 1-2-3", mode="four")
    seats = {"N": "napoleon", "Y": "ney", "W": "wellington", "B": "blucher"}
    turns = []
    for dice in ("1-2-3", "2-2-5", "1-2-3", "1-2-3", "1-2-3"):  # each is the throw after: the second is Ney's
        turns.append(played.to_move)
        played = ask(played.position, {seats[played.to_move]: "rest auto"}, dice, mode="four")
    assert turns == ["B", "N", "Y", "Y", "W"]


@clause("W95-094", "W95-085")
def test_army_gone(play):
    pieces = "W: W1=M20 W2=A20 W3=X29 / N: N1=M24 N2=M26 / Y: Y1=A23"
    played = play(pieces, "W", "1-2-5", "rest auto", mode="four")
    assert played.to_move == "N"
    won = play("W: W1=X29 W2=V29 W3=W26 / N: N1=M14 / Y: Y1=M11", "W", "1-2-5", "W3 2 W28", mode="four")
    assert won.end == "wellington+blucher stars W95-083"


@clause("W95-101", "W95-102")
def test_too_weak(play, must):
    pieces = "N: N1=M24 / W: W1=A14 W2=M21"
    assert must(pieces, "N", "3-5-6") == 1
    assert play(pieces, "N", "3-5-6", "N1 3 M21").end == "draw too_few W95-102"
    assert play("N: N1=M24 N2=W26 / W: W2=M21", "N", "3-5-6", "N1 3 M21").end == "napoleon no_pieces W95-101"


@clause("W95-132")
@pytest.mark.parametrize(
    ("throw", "moves"),
    [
        ("2-3-6", ["N4 W26-V25 (2)", "NC Y26-X24 (3)", "N3 P26-H26 (6)"]),
        ("2-2-4", ["N4 W26-V25 (2)", "NC Y26-X25 (2)", "N3 P26-K26 (4)"]),
    ],
)
def test_auto(play, throw, moves):
    played = play("N: N1=S27 N2=Q26 N3=P26 N4=W26 NC=Y26 / W: W1=A14 W2=B16", "N", throw, due=True)
    assert played.moves[:3] == moves


@clause("W95-132")
def test_auto_wins(play):
    played = play("N: N1=B11 N2=F11 N3=W26 / W: W1=X25 W2=M24", "N", "2-4-6", due=True)
    assert played.moves == ["N2 F11-D11 (2)"]
    assert played.end == "napoleon stars W95-076"


@clause("W95-138")
def test_die_supplied(play):
    pieces = "N: N1=W26 N2=U22 N3=Q26 / W: W1=A14 W2=B16"
    supplied = play(pieces, "N", "1-3-6", "N1 V26 / N2 LI / N3 M23")
    named = play(pieces, "N", "1-3-6", "N1 1 V26 / N2 3 LI / N3 6 M23")
    assert supplied.ok
    assert supplied.position == named.position


@clause("W95-111", "W95-113", "W95-118")
def test_little_first_throw(ask):
    played = ask(None, {}, "1-4-6", mode="little")
    played = ask(played.position, {"napoleon": "N1 4 R29 / N2 6 R26 / N3 1 Y28"}, mode="little")
    assert played.ok
    assert played.at("N1 N2 N3") == "R29 R26 Y28"


@clause("W95-117", "W95-119", "W95-120")
def test_little_duty(play):
    pieces = "N1=B11 N2=D11 N3=D14 W1=M24 W2=Y20 W3=Y25"
    assert play(pieces, "N", "2-5-6", "# nothing", mode="little").codes == ["E15"]
    assert play(pieces, "N", "2-5-6", "N3 2 C13", mode="little").ok
    assert play(pieces, "N", "3-5-6", "N3 3 C12", mode="little").end == "napoleon goal W95-120"


@clause("W95-115", "W95-117", "W95-118", "W95-124a")
def test_little_head_on(play):
    pieces = "N1=B11 N2=M23 N3=D11 W1=M22 W2=X29 W3=V29"
    assert play(pieces, "N", "2-3-6", "pass", mode="little").ok
    assert play(pieces, "N", "2-3-6", "N2 6 J26", mode="little").ok
    assert play(pieces, "N", "1-3-6", "N2 1 M22", mode="little").codes == ["E11"]
