"""W95-081 to W95-094: four armies, two sides."""

import pytest

from core.dice import ScriptedDice
from pbem.rulesets.waterloo1895 import presentation

clause = pytest.mark.clause

SETUP = dict.fromkeys(("napoleon", "ney", "wellington", "blucher"), "place default")
# One or two pieces an army, far from each other and from every city.
FIELD = "N8=M24 N7=M26 Y8=A23 W8=M16 W7=M18 B8=Y17"


@clause("W95-081")
def test_the_rules_of_the_two_player_game_hold(play):
    assert play(FIELD, "N", "1-2-4", "N8 1 M23", mode="four").codes == ["E15"]
    assert play(FIELD, "N", "1-2-4", "N8 1+2 M21", mode="four").codes == ["E07"]
    assert play(f"{FIELD} W6=M22", "N", "1-2-4", "N8 2 M22 / N7 1 M27", mode="four").at("W6") == "-"
    assert play(FIELD, "N", "1-1-4", "N8 1 M23 / N7 1 M27", mode="four").to_move == "N"


@clause("W95-082", "W95-017")
@pytest.mark.parametrize(
    ("seat", "piece", "spot", "city"),
    [
        ("napoleon", "N1", "G27", "Paris"),
        ("ney", "Y1", "S27", "Versailles"),
        ("wellington", "W1", "S13", "Brussels"),
        ("blucher", "B1", "G13", "Namur"),
    ],
)
def test_an_army_posts_round_its_own_city_and_not_its_partners(post, seat, piece, spot, city):
    played = post({seat: f"place default / place {piece} {spot}"}, mode="four")
    assert played.codes == ["E16"]
    assert city in played.message


@pytest.mark.parametrize(
    ("army", "pieces", "order", "end"),
    [
        pytest.param("B", "W1=X29 B2=V29 B3=W26", "B3 2 W28", "wellington+blucher", marks=clause("W95-083", "W95-085")),
        pytest.param("W", "W1=B29 B2=D29 W3=C26", "W3 2 C28", "wellington+blucher", marks=clause("W95-083", "W95-085")),
        pytest.param("B", "W1=X29 B1=V29 W2=B29 B2=C26", "B2 2 C28", "wellington+blucher", marks=clause("W95-083")),
        pytest.param("W", "B1=X29 B2=V29 W1=B29 W2=C26", "W2 2 C28", "wellington+blucher", marks=clause("W95-R31")),
        pytest.param("N", "N1=B11 Y2=D11 N3=C14", "N3 2 C12", "napoleon+ney", marks=clause("W95-084", "W95-085")),
        pytest.param("Y", "N1=X11 Y2=V11 Y3=W14", "Y3 2 W12", "napoleon+ney", marks=clause("W95-084", "W95-085")),
        pytest.param("Y", "N1=X11 Y1=V11 N2=B11 Y2=C14", "Y2 2 C12", "napoleon+ney", marks=clause("W95-084")),
    ],
)
def test_three_in_a_city_or_two_and_two_win_in_any_mixture(play, army, pieces, order, end):
    played = play(f"{FIELD} {pieces}", army, "1-2-5", order, mode="four")
    side = "W95-083" if army in "WB" else "W95-084"
    assert played.end == f"{end} stars {side}"


@pytest.mark.parametrize(
    ("army", "pieces", "order"),
    [
        pytest.param("B", "B2=V29 B3=W26", "B3 2 W28 / rest auto", marks=clause("W95-086")),
        pytest.param("B", "B2=V29 W1=B29 B3=W26", "B3 2 W28 / rest auto", marks=clause("W95-086", "W95-083")),
        pytest.param("N", "N1=B11 N3=C14", "N3 2 C12 / rest auto", marks=clause("W95-086", "W95-084")),
    ],
    ids=["two in one city", "two and one", "two in one city, French"],
)
def test_two_in_a_single_city_do_not_win(play, army, pieces, order):
    played = play(f"{FIELD} {pieces}", army, "2-5-6", order, mode="four")
    assert played.ok
    assert played.end is None


@clause("W95-083", "W95-084")
def test_pieces_in_the_cities_of_their_own_side_do_not_count(play):
    played = play(f"{FIELD} N1=X29 N2=V29 N3=W26", "N", "2-5-6", "N3 2 W28 / rest auto", mode="four")
    assert played.end is None


@clause("W95-087")
@pytest.mark.parametrize("order", ["Y8 1 A22", "W8 1 M15", "B8 1 Y18"])
def test_nobody_moves_anothers_piece(play, order):
    played = play(FIELD, "N", "1-2-4", order, mode="four")
    assert played.codes == ["E03"]
    assert "W95-087" in played.clause
    assert order[:2] in played.message


@clause("W95-088")
def test_a_partner_supports(play):
    pieces = f"{FIELD} N1=M23 Y1=M22".replace("N8=M24", "N8=Y23")
    assert play(pieces, "W", "1-4-5", "W7 4 M22", mode="four").codes == ["E13"]


@clause("W95-089")
def test_a_partner_blocks_and_is_not_landed_on(play):
    pieces = f"{FIELD} Y1=M22"
    landed = play(pieces, "N", "1-2-4", "N8 2 M22", mode="four")
    assert landed.codes == ["E11"]
    passed = play(pieces, "N", "1-2-4", "N8 4 CH", mode="four")
    assert passed.codes == ["E10"]
    assert "Y1" in passed.message


@clause("W95-090", "W95-R27")
def test_the_highest_total_begins_and_ties_throw_again(post):
    played = post(SETUP, dice="3-3-3 1-1-2 4-4-4 6-5-1  1-2-4 6-3-1  1-2-3", mode="four")
    first = played.of("first_throw")[0]
    totals = [{army: sum(dice) for army, dice in rounds.items()} for rounds in first["rounds"]]
    assert totals == [{"N": 9, "Y": 4, "W": 12, "B": 12}, {"W": 7, "B": 10}]
    assert first["begins"] == "B"
    assert played.to_move == "B"
    assert played.throw == "1-2-3"
    assert played.position["order"] == ["B", "N", "Y", "W"]


@clause("W95-090")
def test_ties_throw_until_one_is_highest(post):
    played = post(SETUP, dice="1-1-1 6-6-6 1-1-2 6-6-6 2-2-2 2-2-2 3-3-3 1-1-1 1-2-3", mode="four")
    assert len(played.of("first_throw")[0]["rounds"]) == 3
    assert played.to_move == "Y"


@clause("W95-090")
def test_the_throw_for_the_start_moves_nothing_and_is_no_throw_of_the_game(post):
    played = post(SETUP, dice="6-6-6 1-1-2 4-4-4 6-5-1 1-2-3", mode="four")
    assert played.of("move") == []
    assert played.at("N1 Y1 W1 B1") == "S27 G27 G13 S13"
    assert played.position["throws"] == 1
    assert played.to_move == "N"
    assert played.position["turn"] == 1


@pytest.mark.parametrize(
    ("options", "order"),
    [
        pytest.param({}, "NYWB", marks=clause("W95-091", "W95-R26")),
        pytest.param({"order": "alternate"}, "NWYB", marks=clause("W95-091", "W95-R26")),
    ],
    ids=["round", "alternate"],
)
@pytest.mark.parametrize("first", "NYWB")
def test_the_turn_goes_round_from_the_army_that_began(play, ask, options, order, first):
    turned = order[order.index(first) :] + order[: order.index(first)]
    played = play(FIELD, first, "1-2-4", position={"order": list(turned)}, mode="four", **options)
    seats = {"N": "napoleon", "Y": "ney", "W": "wellington", "B": "blucher"}
    seen = []
    for _ in range(6):
        seen.append(played.to_move)
        played = ask(played.position, {seats[played.to_move]: "auto"}, mode="four", **options)
    assert "".join(seen) == (turned * 2)[:6]


@clause("W95-091", "W95-071")
def test_a_doublet_keeps_the_turn_among_four_too(play):
    played = play(FIELD, "W", "1-1-4", "rest auto", mode="four")
    assert played.to_move == "W"


@clause("W95-092")
def test_partners_may_write_to_each_other_at_any_time(rules):
    """The note goes to the partner alone, leaves no trace in the position and makes no event."""
    options = rules.settle({"mode": "four"})
    pieces = {"N8": "M24", "N7": "M26", "Y8": "A23", "W8": "M16", "W7": "M18", "B8": "Y17"}
    position = rules.decode({"pieces": pieces, "to_move": "N", "throw": [1, 2, 4]}, options)
    lines = presentation().read([(1, "tell partner: I can hold Ligny, go for Namur")])
    done = rules.adjudicate(position, {"blucher": lines}, ScriptedDice([]))
    assert [(note.sender, note.to, note.text) for note in done.notes] == [
        ("blucher", ("wellington",), "I can hold Ligny, go for Namur")
    ]
    assert rules.encode(done.position) == rules.encode(position)
    assert done.events == ()


@clause("W95-092")
@pytest.mark.parametrize("mode", ["duel", "double", "little"])
def test_who_has_no_partner_tells_him_nothing(play, mode):
    pieces = "N1=M24 N2=M26 N3=M22 W1=M14 W2=M16 W3=M18"
    more = " Y1=A20 B1=Y20" if mode == "double" else ""
    played = play(pieces + more, "N", "1-2-4", "tell partner: hello", mode=mode)
    assert played.codes == ["E01"]


@clause("W95-093", "W95-R18")
@pytest.mark.parametrize(("own_city", "codes"), [("side", []), ("army", ["E13"])])
def test_both_cities_of_a_side_are_own_for_both_armies(play, own_city, codes):
    """Bluecher's pair on two stars of Brussels."""
    pieces = f"{FIELD} N1=A13 B1=B11 B2=D11"
    played = play(pieces, "N", "2-5-6", "N1 2 B11 / rest auto", mode="four", own_city=own_city)
    assert played.codes == codes


@clause("W95-094", "W95-085")
def test_an_army_without_pieces_is_passed_over_and_its_partner_plays_on(play):
    pieces = "N8=M24 N7=M26 Y8=A23 Y7=A20 W8=M16 W7=M18 W6=X15"
    played = play(pieces, "W", "1-2-5", "auto", mode="four")
    assert [event["army"] for event in played.of("skipped")] == ["B"]
    assert played.to_move == "N"
    won = play("N8=M24 Y8=A23 Y7=A20 W1=X29 W2=V29 W3=W26", "W", "1-2-5", "W3 2 W28", mode="four")
    assert won.end == "wellington+blucher stars W95-083"


@clause("W95-094")
def test_an_army_whose_last_piece_falls_before_its_turn_is_passed_over(play):
    lost = play("N8=M24 N7=M26 N6=X15 Y8=A23 W7=A20 B8=Y17 B7=Y20", "W", "3-5-6", "W7 3 A23", mode="four")
    assert lost.to_move == "B"
    assert lost.of("skipped") == []
    after = play("N8=M24 N7=M26 N6=X15 W7=A23 B8=Y17 B7=Y20", "N", "1-2-5", "auto", mode="four")
    assert [event["army"] for event in after.of("skipped")] == ["Y"]
    assert after.to_move == "W"
