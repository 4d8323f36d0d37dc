"""W95-010 to W95-015: the five ways to play."""

import pytest

clause = pytest.mark.clause

ALL_FOUR = ("napoleon", "ney", "wellington", "blucher")


@pytest.mark.parametrize(
    ("options", "seats"),
    [
        pytest.param({}, ("napoleon", "wellington"), marks=clause("W95-010")),
        pytest.param({"mode": "duel"}, ("napoleon", "wellington"), marks=clause("W95-010")),
        pytest.param({"mode": "four"}, ALL_FOUR, marks=clause("W95-012")),
        pytest.param({"mode": "three"}, ("napoleon", "wellington", "blucher"), marks=clause("W95-013", "W95-096")),
        pytest.param({"mode": "double"}, ("napoleon", "wellington"), marks=clause("W95-014")),
    ],
)
def test_a_new_game_asks_every_player_for_a_set_up(ask, options, seats):
    played = ask(None, {}, "", **options)
    assert played.awaiting == dict.fromkeys(seats, "setup")


@pytest.mark.parametrize(
    ("armies", "seats"),
    [
        pytest.param("NW", ("napoleon", "wellington"), marks=clause("W95-015", "W95-110")),
        pytest.param("NYWB", ALL_FOUR, marks=clause("W95-015", "W95-110")),
        pytest.param("NYW", ("napoleon", "ney", "wellington"), marks=clause("W95-110", "W95-R37")),
        pytest.param("YWB", ("ney", "wellington", "blucher"), marks=clause("W95-110", "W95-R37")),
    ],
)
def test_little_has_a_seat_for_every_army_and_no_set_up(rules, armies, seats):
    options = rules.settle({"mode": "little", "armies": armies})
    assert tuple(rules.seats(options)) == seats
    assert all(decision.kind != "setup" for decision in rules.awaiting(rules.opening(options)))


@clause("W95-110")
@pytest.mark.parametrize("armies", ["N", "NY", "WN", "NWY", "NN", "", "NWX", "nw"])
def test_little_is_for_two_at_paris_and_brussels_or_three_or_four(ask, armies):
    assert "error" in ask(None, {}, mode="little", armies=armies).answer


@clause("W95-010")
@pytest.mark.parametrize("order", ["Y1 1 M22", "B1 1 M22", "YC 1 M22"])
def test_duel_has_no_second_armies(play, order):
    assert play("N: N1=M21 N2=M26 / W: W1=A14 W2=A20", "N", "1-5-6", order).codes == ["E02"]


@clause("W95-010")
def test_duel_refuses_a_position_with_a_second_army(play):
    assert "error" in play("N: N1=M21 Y1=M26 / W: W1=A14 W2=A20", "N", "1-5-6").answer


@clause("W95-011", "W95-076")
def test_duel_napoleon_does_not_win_in_namur(play):
    played = play("N: N1=V11 N2=X11 N3=M24 / W: W1=A14 W2=A20", "N", "1-5-6", "N2 1 W12 / N3 5 M19 / N1 6 P11")
    assert played.ok
    assert played.end is None


@clause("W95-011", "W95-077")
def test_duel_wellington_does_not_win_in_versailles(play):
    played = play("N: N1=V11 N2=X11 / W: W1=B29 W2=D28 W3=A20", "W", "1-5-6", "W2 1 C28 / W3 5 B16 / W1 6 B24")
    assert played.ok
    assert played.end is None


@clause("W95-011")
@pytest.mark.parametrize(
    ("stars", "gate", "army"),
    [("W: W1=B29 W2=D29", "N1=A28", "N"), ("N: N1=V11 N2=X11", "W1=U11", "W")],
    ids=["Versailles", "Namur"],
)
def test_duel_support_holds_on_the_stars_of_the_two_other_cities(play, stars, gate, army):
    other = "W: W3=A20 W4=A22" if army == "W" else "N: N3=Y20 N4=Y22"
    star = {"N": "B29", "W": "V11"}[army]
    played = play(f"{stars} {gate} {other}", army, "1-5-6", f"{army}1 1 {star}")
    assert played.codes == ["E13"]


@clause("W95-011")
def test_duel_pieces_are_posted_from_their_own_city_only(post):
    """C28 is a star of Versailles, far from Paris: in `duel` nothing of Napoleon's may be posted there."""
    played = post({"napoleon": "place default / place N1 C28"})
    assert played.codes == ["E16"]
    assert "W95-017" in played.clause


@clause("W95-011", "W95-053")
@pytest.mark.parametrize(("hill", "gate"), [("S13", "S14"), ("G27", "G26")])
def test_duel_the_hills_of_the_two_other_cities_stay_hills(play, hill, gate):
    assert play(f"N: N1={gate} N2=Y20 / W: W1={hill} W2=A20", "N", "1-5-6", f"N1 1 {hill}").codes == ["E12"]


@clause("W95-012")
@pytest.mark.parametrize(
    ("army", "pieces", "orders", "winners"),
    [
        ("N", "N1=B11 N2=C12 N3=E11 W1=M24 W2=M26 B1=M22", "N3 1 D11", "napoleon+ney"),
        ("Y", "Y1=X11 Y2=W12 Y3=U11 W1=M24 W2=M26 B1=M22", "Y3 1 V11", "napoleon+ney"),
        ("W", "W1=B29 W2=C28 W3=E29 N1=M14 N2=M16 Y1=M18", "W3 1 D29", "wellington+blucher"),
        ("B", "B1=X29 B2=W28 B3=U29 N1=M14 N2=M16 Y1=M18", "B3 1 V29", "wellington+blucher"),
    ],
    ids=["Brussels", "Namur", "Versailles", "Paris"],
)
def test_four_all_cities_are_strongholds(play, army, pieces, orders, winners):
    assert play(pieces, army, "1-5-6", orders, mode="four").end.startswith(f"{winners} stars")


@clause("W95-013", "W95-096", "W95-097")
@pytest.mark.parametrize(
    ("army", "asked"), [("N", "napoleon"), ("Y", "napoleon"), ("W", "wellington"), ("B", "blucher")]
)
def test_three_napoleon_moves_both_french_armies(play, army, asked):
    pieces = "N1=M24 N2=M26 Y1=E29 Y2=G29 W1=A14 W2=A20 B1=Y14 B2=Y20"
    assert play(pieces, army, "1-5-6", mode="three").awaiting == {asked: "throw"}


@clause("W95-013", "W95-087")
def test_three_the_allies_stay_two_players(play):
    pieces = "N1=M24 N2=M26 Y1=E29 Y2=G29 W1=A14 W2=A20 B1=Y14 B2=Y20"
    played = play(pieces, "W", "1-5-6", {"blucher": "W1 1 A15"}, mode="three")
    assert played.codes == ["E19"]


@clause("W95-014", "W95-097")
@pytest.mark.parametrize(
    ("army", "asked"), [("N", "napoleon"), ("Y", "napoleon"), ("W", "wellington"), ("B", "wellington")]
)
def test_double_each_player_moves_two_armies(play, army, asked):
    pieces = "N1=M24 N2=M26 Y1=E29 Y2=G29 W1=A14 W2=A20 B1=Y14 B2=Y20"
    assert play(pieces, army, "1-5-6", mode="double").awaiting == {asked: "throw"}


@pytest.mark.parametrize(
    ("mode", "winners"),
    [
        pytest.param("three", "napoleon", marks=clause("W95-013")),
        pytest.param("double", "napoleon", marks=clause("W95-014")),
    ],
)
def test_a_seat_with_two_armies_wins_once(play, mode, winners):
    pieces = "N1=B11 Y1=C12 N3=E11 W1=M24 W2=M26 B1=M22"
    assert play(pieces, "N", "1-5-6", "N3 1 D11", mode=mode).end == f"{winners} stars W95-084"
