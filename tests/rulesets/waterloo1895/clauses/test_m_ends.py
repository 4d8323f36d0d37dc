"""W95-101 to W95-105: the ends that the source does not foresee."""

import pytest

clause = pytest.mark.clause

DUEL = "N: N1=M24 N2=Y20 N3=V25 / W: W1=A14 W2=A20 W3=M14"
FOUR = "N8=M24 N7=M26 Y8=A23 Y7=A20 W8=M16 W7=M18 B8=Y17 B7=Y20"


# --- W95-101, W95-102: too few pieces ---


@clause("W95-101", "W95-R32")
def test_a_side_without_a_piece_loses_at_once(play):
    played = play("N: N1=M24 N2=W26 / W: W1=M21", "N", "3-5-6", "N1 3 M21")
    assert played.end == "napoleon no_pieces W95-101"
    other = play("N: N1=M21 / W: W1=M24 W2=A20", "W", "3-5-6", "W1 3 M21")
    assert other.end == "wellington no_pieces W95-101"


@clause("W95-101")
def test_four_a_side_is_lost_with_its_last_piece_not_with_an_army(play):
    army = play("N1=M24 N2=W26 Y1=A20 Y2=A23 B1=M21 W2=Y17 W3=Y14", "N", "3-5-6", "N1 3 M21 / N2 5 U23", mode="four")
    assert army.end is None
    side = play("N1=M24 N2=W26 Y1=A20 B1=M21", "N", "3-5-6", "N1 3 M21", mode="four")
    assert side.end == "napoleon+ney no_pieces W95-101"


@clause("W95-102", "W95-R41")
def test_both_sides_too_weak_is_a_draw_at_once(play):
    played = play("N: N1=M24 / W: W1=A14 W2=M21", "N", "3-5-6", "N1 3 M21")
    assert played.end == "draw too_few W95-102"


@clause("W95-102")
def test_a_weak_side_plays_on_against_a_strong_one(play):
    played = play("N: N1=M24 N2=W26 / W: W1=A14 W2=M21", "N", "3-5-6", "N1 3 M21 / N2 5 U23")
    assert played.ok
    assert played.end is None
    assert played.awaiting == {"wellington": "throw"}


@clause("W95-102")
def test_four_a_side_of_two_is_too_weak_and_two_against_two_a_draw(play):
    drawn = play("N1=M24 Y2=W26 B1=M21 W2=Y17 W3=Y14", "N", "3-5-6", "N1 3 M21", mode="four")
    assert drawn.end == "draw too_few W95-102"
    on = play("N1=M24 N2=W26 Y2=A20 B1=M21 W2=Y17 W3=Y14", "N", "3-5-6", "N1 3 M21 / N2 5 U23", mode="four")
    assert on.end is None


@clause("W95-102", "W95-R32")
@pytest.mark.parametrize(
    ("mode", "pieces", "end"),
    [
        ("duel", "N1=M24 N2=W26 W1=A14 W2=M21", "napoleon remnant"),
        ("four", "N1=M24 N2=W26 Y2=A20 B1=M21 W2=Y17 W3=Y14", "napoleon+ney remnant"),
    ],
)
def test_remnant_lose_the_side_that_sinks_too_low_loses(play, mode, pieces, end):
    played = play(pieces, "N", "3-5-6", "N1 3 M21", mode=mode, remnant="lose")
    assert played.end is not None
    assert played.end.startswith(end)
    assert "W95-102" in played.end or "W95-R32" in played.end


@clause("W95-102", "W95-R32")
def test_remnant_lose_needs_the_fall_below_two(play):
    played = play("N1=M24 N2=W26 W1=A14 W2=M21 W3=A20", "N", "3-5-6", "N1 3 M21 / N2 5 U23", remnant="lose")
    assert played.end is None


# --- 103: stalling ---


@clause("W95-103", "W95-R33")
@pytest.mark.parametrize(
    ("quiet", "stall", "drawn"), [(59, 30, True), (58, 30, False), (1, 1, True), (0, 1, False), (59, 0, False)]
)
def test_duel_stall_times_two_quiet_turns_draw(play, quiet, stall, drawn):
    played = play(DUEL, "N", "1-2-5", "N1 1 M23 / N3 2 V23 / N2 5 X24", position={"quiet": quiet}, stall=stall)
    assert played.end == ("draw stall W95-103" if drawn else None)
    if not drawn:
        assert played.position["quiet"] == quiet + 1


@clause("W95-103")
@pytest.mark.parametrize(("quiet", "drawn"), [(119, True), (118, False)])
def test_four_armies_have_four_times_as_many(play, quiet, drawn):
    played = play(FOUR, "N", "1-2-4", "auto", position={"quiet": quiet}, mode="four")
    assert played.end == ("draw stall W95-103" if drawn else None)


@clause("W95-103")
def test_a_lost_army_does_not_shorten_the_count(play):
    pieces = "N8=M24 N7=M26 Y8=A23 Y7=A20 W8=M16 W7=M18 W6=Y17"
    assert play(pieces, "N", "1-2-4", "auto", position={"quiet": 89}, mode="four").end is None
    played = play(pieces, "W", "1-2-5", "auto", position={"quiet": 100}, mode="four")
    assert played.position["quiet"] == 101  # the passing over of Bluecher's army is no turn


@clause("W95-103")
def test_a_capture_breaks_the_silence(play):
    pieces = f"{DUEL} W4=M22"
    played = play(pieces, "N", "1-2-5", "N1 2 M22 / N3 1 V24 / N2 5 X24", position={"quiet": 59})
    assert played.end is None
    assert played.position["quiet"] == 0


@clause("W95-103")
@pytest.mark.parametrize(
    ("start", "die", "star", "quiet"),
    [("E11", 1, "D11", 0), ("E29", 1, "D29", 41), ("U29", 1, "V29", 41), ("U11", 1, "V11", 41)],
    ids=["Brussels", "Versailles", "Paris", "Namur"],
)
def test_only_stars_of_an_enemy_stronghold_break_it(play, start, die, star, quiet):
    pieces = f"N1={start} N2=Y20 N3=M26 W1=A17 W2=A20 W3=M14"
    played = play(pieces, "N", "1-2-5", f"N1 1 {star} / N3 2 M28 / N2 5 X24", position={"quiet": 40})
    assert played.ok
    assert played.position["quiet"] == quiet


@clause("W95-103")
def test_stars_run_over_in_a_leg_do_not_break_it_but_a_halt_does(play):
    pieces = "NC=E13 N2=Y20 N3=M26 W1=A17 W2=A20 W3=M14"
    over = play(pieces, "N", "1-3-5", "NC 1+3 C14 / N2 5 X24", position={"quiet": 40})
    assert over.position["quiet"] == 41
    halt = play(pieces, "N", "2-2-5", "NC 2 C12 then 2 C14 / N2 5 X24", position={"quiet": 40}, then="1-3-4")
    assert halt.ok
    assert halt.position["quiet_turn"] is False


@clause("W95-103", "W95-071")
def test_a_whole_turn_is_one_with_all_its_throws(play, ask):
    """A capture in the first throw of a turn makes the turn count as broken, whatever its second throw brings."""
    pieces = f"{DUEL} W4=M22"
    first = play(pieces, "N", "1-2-2", "N1 2 M22 / N3 1 V24 / N2 2 Y22", position={"quiet": 59}, then="1-3-4")
    assert first.end is None
    second = ask(first.position, {"napoleon": "rest auto"})
    assert second.end is None
    assert second.position["quiet"] == 0
    quiet = play(DUEL, "N", "1-2-2", "N1 2 M22 / N3 1 V24 / N2 2 Y22", position={"quiet": 59}, then="1-3-4")
    assert quiet.end is None  # the turn is not completed yet
    assert ask(quiet.position, {"napoleon": "rest auto"}).end == "draw stall W95-103"


@clause("W95-103", "W95-064")
def test_a_lost_turn_counts(cast):
    pieces = "N: N1=A13 / W: W1=A12 W2=B11 W3=A14 W4=A15"
    played = cast(pieces, "N", "1-4-6", position={"quiet": 59})
    assert played.end == "draw stall W95-103"


# --- 104: rounds ---


@clause("W95-104", "W95-R33")
@pytest.mark.parametrize(
    ("army", "round_", "max_rounds", "drawn"),
    [("W", 200, 200, True), ("W", 199, 200, False), ("N", 200, 200, False), ("W", 1, 1, True), ("W", 900, 0, False)],
)
def test_the_game_is_drawn_when_the_rounds_are_over(play, army, round_, max_rounds, drawn):
    played = play(DUEL, army, "1-2-5", "auto", position={"round": round_}, max_rounds=max_rounds)
    assert played.end == ("draw max_rounds W95-104" if drawn else None)


@clause("W95-104")
def test_a_round_ends_where_the_game_began(play):
    """Bluecher began: the round is over after Wellington."""
    order = {"order": ["B", "N", "Y", "W"], "round": 200}
    assert play(FOUR, "W", "1-2-5", "auto", position=order, mode="four").end == "draw max_rounds W95-104"
    assert play(FOUR, "B", "1-2-5", "auto", position=order, mode="four").end is None


@clause("W95-104")
def test_a_round_ends_there_even_when_that_army_is_gone(play):
    pieces = "N8=M24 N7=M26 Y8=A23 Y7=A20 W8=M16 W7=M18 W6=Y17"
    order = {"order": ["B", "N", "Y", "W"], "round": 200}
    assert play(pieces, "W", "1-2-5", "auto", position=order, mode="four").end == "draw max_rounds W95-104"


@clause("W95-104")
def test_rounds_are_counted(play):
    assert play(DUEL, "W", "1-2-5", "auto", position={"round": 7}).position["round"] == 8
    assert play(DUEL, "N", "1-2-5", "auto", position={"round": 7}).position["round"] == 7


# --- 105: resigning and agreeing ---


@clause("W95-105")
@pytest.mark.parametrize(("seat", "winner"), [("napoleon", "wellington"), ("wellington", "napoleon")])
def test_duel_resigning_loses_at_any_time(play, seat, winner):
    played = play(DUEL, "N", "1-2-5", {seat: "resign"})
    assert played.ok
    assert played.end == f"{winner} resigned W95-105"


@clause("W95-105", "W95-R34")
def test_four_a_side_resigns_as_a_whole(play, ask):
    first = play(FOUR, "N", "1-2-5", {"wellington": "resign"}, mode="four")
    assert first.end is None
    assert first.position["resigned"] == ["wellington"]
    enemy = ask(first.position, {"ney": "resign"}, mode="four")
    assert enemy.end is None
    second = ask(enemy.position, {"blucher": "resign"}, mode="four")
    assert second.end == "napoleon+ney resigned W95-105"


@clause("W95-105")
def test_a_partners_earlier_word_stands_through_later_throws(play, ask):
    first = play(FOUR, "N", "1-2-5", {"wellington": "resign"}, mode="four")
    later = ask(first.position, {"napoleon": "auto"}, mode="four")
    assert later.position["resigned"] == ["wellington"]
    assert ask(later.position, {"blucher": "resign"}, mode="four").end == "napoleon+ney resigned W95-105"


@clause("W95-105")
@pytest.mark.parametrize(
    ("mode", "seat", "end"), [("double", "wellington", "napoleon"), ("three", "napoleon", "wellington+blucher")]
)
def test_a_player_with_two_armies_is_a_side_by_himself(play, mode, seat, end):
    assert play(FOUR, "N", "1-2-5", {seat: "resign"}, mode=mode).end == f"{end} resigned W95-105"


@clause("W95-105")
def test_a_draw_is_agreed_when_everybody_has_offered_it(play, ask):
    first = play(DUEL, "N", "1-2-5", {"wellington": "draw"})
    assert first.end is None
    assert first.position["draw_offers"] == ["wellington"]
    assert first.throw == "1-2-5"
    assert ask(first.position, {"wellington": "draw"}).end is None
    assert ask(first.position, {"napoleon": "draw"}).end == "draw agreed W95-105"


@clause("W95-105")
def test_a_draw_offer_stands_until_the_other_has_had_his_next_turn(play, ask):
    offered = play(DUEL, "N", "1-2-5", {"wellington": "draw"})
    played = ask(offered.position, {"napoleon": "auto"})  # in the middle of this turn of his it was made
    assert (played.to_move, played.position["draw_offers"]) == ("W", ["wellington"])
    played = ask(played.position, {"wellington": "auto"})
    assert (played.to_move, played.position["draw_offers"]) == ("N", ["wellington"])
    assert ask(played.position, {"napoleon": "draw"}).end == "draw agreed W95-105"
    lapsed = ask(played.position, {"napoleon": "auto"})
    assert (lapsed.to_move, lapsed.position["draw_offers"]) == ("W", [])
    assert "draw_lapsed" in lapsed.kinds
    assert ask(lapsed.position, {"napoleon": "draw"}).end is None


@clause("W95-105")
def test_a_draw_offer_stands_through_further_throws(play, ask):
    offered = play(DUEL, "N", "1-1-5", "auto / draw")
    assert offered.to_move == "W"
    moved = ask(offered.position, {"wellington": "auto"}, "2-3-6")
    assert (moved.to_move, moved.position["draw_offers"]) == ("N", [])
    doublet = play(DUEL, "W", "2-2-5", {"napoleon": "draw"})
    again = ask(doublet.position, {"wellington": "rest auto"}, "1-2-4")
    assert (again.to_move, again.position["draw_offers"]) == ("W", ["napoleon"])
    assert ask(again.position, {"wellington": "draw"}).end == "draw agreed W95-105"


@clause("W95-105")
def test_an_offer_sent_with_the_moves_stands_in_the_turn_they_lead_to(play, ask):
    moved = play(DUEL, "N", "1-2-5", "N1 1 M23 / N3 2 V23 / N2 5 X24 / draw")
    assert moved.ok
    assert moved.to_move == "W"
    assert ask(moved.position, {"wellington": "draw"}).end == "draw agreed W95-105"


@clause("W95-105")
def test_an_offer_beside_refused_orders_is_not_made(play, ask):
    refused = play(DUEL, "N", "1-2-5", "draw / N1 1 M23")
    assert refused.codes == ["E15"]
    assert (refused.position["draw_offers"], refused.kinds) == ([], [])
    offered = play(DUEL, "N", "1-2-5", {"wellington": "draw"})
    assert ask(offered.position, {"napoleon": "N1 1 M23 / draw"}).codes == ["E15"]  # nor is it accepted so


@clause("W95-105")
def test_an_offer_repeated_is_told_to_nobody_and_stands_anew(play, ask):
    offered = play(DUEL, "W", "1-2-5", {"wellington": "draw / auto"})
    assert (offered.to_move, offered.position["draw_turns"]) == ("N", {"wellington": {"napoleon": 1}})
    again = ask(offered.position, {"wellington": "draw"})
    assert (again.ok, again.kinds) == (True, [])
    assert again.position["draw_turns"] == {"wellington": {"napoleon": 2}}


@clause("W95-105")
def test_four_an_offer_waits_for_the_turns_of_both_enemies(play, ask):
    played = play(FOUR, "N", "1-2-5", {"napoleon": "draw / auto"}, mode="four")
    for seat in ("ney", "wellington", "blucher"):
        assert played.position["draw_offers"] == ["napoleon"]
        played = ask(played.position, {seat: "auto"}, mode="four")
    assert (played.to_move, played.position["draw_offers"]) == ("N", [])


@clause("W95-105")
def test_four_an_offer_does_not_wait_for_the_partners_turn(play, ask):
    played = play(FOUR, "B", "1-2-5", {"blucher": "draw / auto"}, mode="four")
    assert played.position["draw_turns"] == {"blucher": {"napoleon": 1, "ney": 1}}
    for seat in ("napoleon", "ney"):
        assert played.position["draw_offers"] == ["blucher"]
        played = ask(played.position, {seat: "auto"}, mode="four")
    assert (played.to_move, played.position["draw_offers"]) == ("W", [])
    assert "draw_lapsed" in played.kinds


@clause("W95-105")
def test_four_all_four_must_offer(play, ask):
    played = play(FOUR, "N", "1-2-5", {"wellington": "draw"}, mode="four")
    for seat in ("ney", "blucher"):
        played = ask(played.position, {seat: "draw"}, mode="four")
        assert played.end is None
    assert ask(played.position, {"napoleon": "draw"}, mode="four").end == "draw agreed W95-105"
