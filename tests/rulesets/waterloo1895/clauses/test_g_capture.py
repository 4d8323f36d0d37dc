"""W95-050 to W95-060: capture, support, hills."""

import pytest

clause = pytest.mark.clause

RESERVE = "N8=Y20 N7=Y25 / W: W8=A20 W7=A22"


@clause("W95-050", "W95-009")
@pytest.mark.parametrize("taker", ["N1", "NC"])
@pytest.mark.parametrize("taken", ["W1", "WC"])
def test_landing_on_an_enemy_takes_it_whatever_its_kind(play, taker, taken):
    played = play(f"{taker}=M24 {taken}=M22 {RESERVE}", "N", "1-2-6", f"{taker} 2 M22 / N8 1 Y21 / N7 6 W28")
    assert played.ok
    assert played.moves[0] == f"{taker} M24-M22x{taken} (2)"
    assert played.at(f"{taker} {taken}") == "M22 -"


@clause("W95-050")
def test_standing_next_to_an_enemy_takes_nothing(play):
    played = play(f"N1=M24 W1=M22 {RESERVE}", "N", "1-2-6", "N1 1 M23 / N8 2 Y22 / N7 6 W28")
    assert played.ok
    assert played.at("N1 W1") == "M23 M22"


@clause("W95-051")
@pytest.mark.parametrize("supporter", ["M21", "M23"])
def test_a_friend_next_to_it_saves_a_piece(play, supporter):
    """The supporter may stand behind the piece or before it; in the second case it bars the road as well."""
    played = play(f"N1=M25 W1=M22 W2={supporter} {RESERVE}", "N", "1-3-6", "N1 3 M22")
    assert played.codes == ["E13" if supporter == "M21" else "E10"]
    assert played.at("W1") == "M22"


@clause("W95-051")
def test_each_of_a_pair_supports_the_other(play):
    pieces = f"N1=M25 N2=M16 W1=M22 W2=M21 {RESERVE}"
    one = play(pieces, "N", "3-5-6", "N1 3 M22")
    assert one.codes == ["E13"]
    assert all(word in one.message for word in ("W1", "M22", "W2", "M21"))
    assert "W95-051" in one.clause
    other = play(pieces, "N", "3-5-6", "N2 5 M21")
    assert other.codes == ["E13"]


@clause("W95-051")
def test_two_links_apart_is_no_support(play):
    assert play(f"N1=M25 W1=M22 W2=M20 {RESERVE}", "N", "1-3-6", "N1 3 M22 / rest auto").at("W1") == "-"


@clause("W95-051")
def test_an_enemy_on_the_next_spot_is_no_supporter(play):
    assert play(f"N1=M25 N2=M21 W1=M22 {RESERVE}", "N", "1-3-6", "N1 3 M22 / rest auto").at("W1") == "-"


@clause("W95-052")
@pytest.mark.parametrize(("one", "other"), [("W1", "W2"), ("W1", "WC"), ("WC", "W1"), ("WC", "WD")])
def test_support_takes_no_notice_of_kinds(play, one, other):
    assert play(f"N1=M25 {one}=M22 {other}=M21 {RESERVE}", "N", "1-3-6", "N1 3 M22").codes == ["E13"]


@clause("W95-052")
@pytest.mark.parametrize(
    ("start", "die", "piece", "spot", "supporter"),
    [("M23", 2, "W1", "M21", "W2=M20"), ("D14", 2, "W1", "C13", "W2=C12")],
    ids=["from a hill", "from a star"],
)
def test_a_supporter_may_stand_on_a_hill_or_a_star(play, start, die, piece, spot, supporter):
    played = play(f"N1={start} {piece}={spot} {supporter} {RESERVE}", "N", f"{die}-5-6", f"N1 {die} {spot}")
    assert played.codes == ["E13"]


@clause("W95-053")
@pytest.mark.parametrize("alone", [True, False], ids=["alone", "supported"])
def test_a_hill_protects_with_and_without_support(play, alone):
    friend = "" if alone else "W2=M19"
    played = play(f"N1=M22 W1=M20 {friend} {RESERVE}", "N", "1-2-6", "N1 2 CH")
    assert played.codes == ["E12"]
    assert "W95-053" in played.clause
    assert all(word in played.message for word in ("W1", "M20"))


@clause("W95-053", "W95-R22")
@pytest.mark.parametrize(("hill", "gate"), [("S27", "S26"), ("G13", "G14")])
def test_the_enemys_hills_protect_as_well_as_the_own(play, hill, gate):
    """Wellington on the hill before Paris, Napoleon on the one before Brussels."""
    assert play(f"N1={gate} W1={hill} {RESERVE}", "N", "1-3-6", f"N1 1 {hill}").codes == ["E12"]
    assert play(f"W1={gate} N1={hill} {RESERVE}", "W", "1-3-6", f"W1 1 {hill}").codes == ["E12"]


@clause("W95-053")
def test_cavalry_and_partners_cannot_take_a_hill_either(play):
    assert play(f"NC=M22 W1=M20 {RESERVE}", "N", "1-1-6", "NC 1 M21 then 1 CH").codes == ["E12"]
    four = play(f"Y1=M22 W1=M20 B1=Y14 {RESERVE}", "Y", "1-2-6", "Y1 2 CH", mode="four")
    assert four.codes == ["E12"]


@clause("W95-054")
def test_a_piece_on_a_hill_closes_the_road_until_it_leaves(play):
    held = play(f"N1=M22 N2=M20 {RESERVE}", "N", "1-4-6", "N1 4 M18")
    assert held.codes == ["E10"]
    assert all(word in held.message for word in ("N2", "M20"))
    left = play(f"N1=M22 N2=M20 {RESERVE}", "N", "1-4-6", "N2 1 L20 / N1 4 M18 / rest auto")
    assert left.ok


@clause("W95-055")
def test_on_an_own_star_support_is_no_protection(play):
    pieces = f"N1=A13 W1=B11 W2=D11 {RESERVE}"
    played = play(pieces, "N", "1-2-6", "N1 2 B11 / rest auto")
    assert played.ok
    assert played.moves[0] == "N1 A13-B11xW1 (2)"
    mirrored = play(f"W1=Y27 N1=X29 N2=V29 {RESERVE}", "W", "1-2-6", "W1 2 X29 / rest auto")
    assert mirrored.moves[0] == "W1 Y27-X29xN1 (2)"


@clause("W95-055")
def test_before_the_own_star_support_protects(play):
    """A12 is the spot before B11, no star."""
    assert play(f"N1=A14 W1=A12 W2=B11 {RESERVE}", "N", "1-2-6", "N1 2 A12").codes == ["E13"]


@clause("W95-055")
def test_an_unsupported_piece_on_an_own_star_is_taken_like_any_other(play):
    assert play(f"N1=A13 W1=B11 {RESERVE}", "N", "1-2-6", "N1 2 B11 / rest auto").at("W1") == "-"


@pytest.mark.parametrize(
    ("options", "star", "code"),
    [
        pytest.param({}, "B29", None, marks=clause("W95-055", "W95-093", "W95-R18")),
        pytest.param({"own_city": "army"}, "B29", "E13", marks=clause("W95-055", "W95-093", "W95-R18")),
    ],
    ids=["side", "army"],
)
def test_four_a_partners_city_counts_as_own(play, options, star, code):
    pieces = f"W1=A27 N1={star} Y1=D29 W2=A20 B1=Y14 N3=Y20"
    played = play(pieces, "W", "2-4-5", f"W1 2 {star} / rest auto", mode="four", **options)
    assert played.codes == ([code] if code else [])
    assert played.at("N1") == (star if code else "-")


@clause("W95-055", "W95-093")
def test_four_own_city_army_still_takes_in_the_armys_own_city(play):
    pieces = "W1=A27 Y1=B29 N1=D29 W2=A20 B1=Y14 N3=Y20"
    played = play(pieces, "W", "2-4-5", "W1 2 B29 / rest auto", mode="four", own_city="army")
    assert played.ok
    assert played.at("Y1") == "-"


@clause("W95-056", "W95-R19")
def test_a_piece_on_an_own_star_supports_others(play):
    assert play(f"N1=D14 W1=C12 W2=C13 {RESERVE}", "N", "2-5-6", "N1 2 C13").codes == ["E13"]


@clause("W95-056", "W95-055")
def test_but_not_one_on_another_own_star(play):
    assert play(f"N1=A13 W1=B11 W2=C12 W3=D11 {RESERVE}", "N", "1-2-6", "N1 2 B11 / rest auto").at("W1") == "-"


@clause("W95-057", "W95-R20")
def test_an_unsupported_invader_is_taken(play):
    played = play(f"W1=E11 N1=D11 {RESERVE}", "W", "1-2-6", "W1 1 D11 / rest auto")
    assert played.at("N1") == "-"


@clause("W95-057", "W95-R20")
def test_a_supported_invader_is_safe(play):
    from_the_gate = play(f"W1=D12 N1=C12 N2=C13 {RESERVE}", "W", "1-2-6", "W1 1 C12")
    assert from_the_gate.codes == ["E13"]


@clause("W95-057", "W95-086", "W95-R20")
def test_four_two_invaders_on_adjacent_stars_support_each_other(play):
    pieces = "W1=E11 N1=D11 N2=C12 Y1=E29 Y2=G29 B1=Y14 W2=A20"
    played = play(pieces, "W", "1-2-6", "W1 1 D11", mode="four")
    assert played.codes == ["E13"]
    assert played.end is None


@clause("W95-058", "W95-R23")
def test_support_is_judged_landing_by_landing(play):
    pieces = f"N1=D14 N2=F13 W1=C12 W2=C13 {RESERVE}"
    both = play(pieces, "N", "2-3-6", "N2 3 C12 / N1 2 C13 / rest auto")
    assert both.ok
    assert both.at("W1 W2") == "- -"
    assert play(pieces, "N", "2-3-6", "N1 2 C13 / N2 3 C12").codes == ["E13"]


@clause("W95-058")
def test_support_lost_between_the_legs_of_a_ride_counts(play):
    """NC takes the star piece at the halt; the piece it supported falls to the second leg."""
    played = play(f"NC=E13 W1=C12 W2=C14 W3=C13 {RESERVE}", "N", "2-2-6", "NC 2 C12 then 2 C14")
    assert played.codes == ["E10"]  # C13 stands between
    played = play(f"NC=D12 W1=C12 W2=C13 {RESERVE}", "N", "1-1-6", "NC 1 C12 then 1 C13 / rest auto")
    assert played.ok
    assert played.moves[0] == "NC D12-C12xW1-C13xW2 (1,1)"


@clause("W95-058", "W95-057")
def test_two_captors_side_by_side_cannot_be_taken_back(play, ask):
    pieces = f"N1=D14 N2=F13 W1=C12 W2=C13 W3=H11 {RESERVE}"
    first = play(pieces, "N", "2-3-6", "N2 3 C12 / N1 2 C13 / rest auto", then="1-5-6")
    assert ask(first.position, {"wellington": "W3 5 C12"}).codes == ["E13"]


@clause("W95-059")
def test_own_pieces_and_partners_are_never_taken(play):
    own = play(f"N1=M24 N2=M22 {RESERVE}", "N", "1-2-6", "N1 2 M22")
    assert own.codes == ["E11"]
    assert "W95-059" in own.clause
    assert "M22" in own.message
    partner = play(f"N1=M24 Y1=M22 B1=Y14 {RESERVE}", "N", "1-2-6", "N1 2 M22", mode="four")
    assert partner.codes == ["E11"]


@clause("W95-060", "W95-066")
def test_nobody_has_to_capture(play):
    """Every die could be played by a capture; three harmless moves are as good."""
    pieces = f"N1=M24 W1=M22 {RESERVE}"
    assert play(pieces, "N", "1-2-6", "N1 1 M25 / N8 2 Y22 / N7 6 W28").ok


@clause("W95-060", "W95-062")
def test_a_capture_is_due_only_when_the_die_cannot_be_played_otherwise(play):
    """N1, alone, is shut in at A13: its only 1 is the capture on A14. A12 is supported."""
    pieces = "N1=A13 W1=A12 W2=B11 W3=A14 W4=M14"
    assert play(pieces, "N", "1-5-6", "pass").codes == ["E21"]
    assert play(pieces, "N", "1-5-6", "N1 1 A14").ok
