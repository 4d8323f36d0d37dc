"""W95-130 to W95-138: what the server does with orders, silence and dice."""

import tomllib
from importlib.resources import files

import pytest

from core.dice import ScriptedDice
from core.rulesets.waterloo1895 import Waterloo1895

clause = pytest.mark.clause

PIECES = "N: N1=M24 N2=Y20 N3=V25 / W: W1=A14 W2=A20 W3=M14"
ORDERS = "N1 1 M23 / N3 2 V23 / N2 5 X24"
AUTO = "N: N1=S27 N2=Q26 N3=P26 N4=W26 NC=Y26 / W: W1=A14 W2=B16"


# --- W95-130, W95-131: a set is one thing ---


@clause("W95-130")
@pytest.mark.parametrize(
    "orders", ["N1 1 M23 / N3 2 V23 / N2 5 X23", "N1 1 M23 / N3 2 V23", "N1 1 M23 / N3 2 V23 / nonsense"]
)
def test_all_or_nothing(play, orders):
    played = play(PIECES, "N", "1-2-5", orders)
    assert not played.ok
    assert played.at("N1 N2 N3") == "M24 Y20 V25"
    assert played.moves == []
    assert played.throw == "1-2-5"
    assert played.awaiting == {"napoleon": "throw"}


@clause("W95-130")
def test_after_a_refusal_he_may_send_again(play, ask):
    refused = play(PIECES, "N", "1-2-5", "N1 1 M22")
    again = ask(refused.position, {"napoleon": ORDERS})
    assert again.ok
    assert again.to_move == "W"


@clause("W95-130")
def test_a_refusal_names_seat_line_text_and_reason(play):
    refusal = play(PIECES, "N", "1-2-5", "N1 1 M23 / N3 2 V20").refusal
    assert refusal["seat"] == "napoleon"
    assert refusal["line"] == 2
    assert refusal["text"] == "N3 2 V20"
    assert "W95-031" in refusal["clause"]
    assert "N3" in refusal["message"]


@clause("W95-131", "W95-063")
@pytest.mark.parametrize(("pieces", "k"), [(PIECES, 3), ("N: N1=M24 N2=Y20 / W: W1=A14 W2=A20", 2)])
def test_the_throw_states_k(cast, pieces, k):
    assert cast(pieces, "N", "1-2-5").of("throw")[0]["must"] == k


@clause("W95-131", "W95-064")
def test_with_k_0_nobody_is_asked(cast):
    played = cast("N: N1=A13 / W: W1=A12 W2=B11 W3=A14 W4=A15", "N", "1-4-6")
    assert [kind for kind in played.kinds if kind != "turn"] == ["throw", "passed", "throw"]
    assert played.awaiting == {"wellington": "throw"}


# --- 132: AUTO ---


@clause("W95-132")
@pytest.mark.parametrize(
    ("pieces", "throw", "moves"),
    [
        pytest.param(AUTO, "2-3-6", ["N4 W26-V25 (2)", "NC Y26-X24 (3)", "N3 P26-H26 (6)"], id="plain before paired"),
        pytest.param(AUTO, "2-2-4", ["N4 W26-V25 (2)", "NC Y26-X25 (2)", "N3 P26-K26 (4)"], id="doublet"),
        pytest.param(
            "N: N1=B11 N2=F11 N3=W26 / W: W1=X25 W2=M24", "2-4-6", ["N2 F11-D11 (2)"], id="winning comes first"
        ),
        pytest.param(
            "N: N1=W26 NC=Y20 / W: W1=A14 W2=B16", "1-2-5", ["N1 W26-V26 (1)", "NC Y20-R20 (2+5)"], id="fewer dice"
        ),
        pytest.param(
            "N: N1=D11 N2=M24 N3=F20 N4=Y20 / W: W1=X15 W2=M14",
            "1-2-4",
            ["N2 M24-M23 (1)", "N4 Y20-W20 (2)", "N3 F20-B20 (4)"],
            id="a hill before an enemy star",
        ),
        pytest.param("N: NC=A20 / W: W1=A19 W2=A18 W3=B20 W4=C20", "1-2-2", ["NC A20-B24 (1+2+2)"], id="fewer legs"),
    ],
)
def test_auto_takes_the_least_by_the_key(play, pieces, throw, moves):
    played = play(pieces, "N", throw, "rest auto")
    assert played.ok
    assert played.moves == moves


@clause("W95-132", "W95-102")
def test_a_move_that_draws_leaves_auto_nothing_to_play(play):
    """N1 3 A18 comes first by the key, but draws the game (two pieces against two) with one die of two played."""
    played = play("N1=B20 N2=M24 W1=A18 B1=Y14 B2=Y20", "N", "3-5-6", "auto", mode="four")
    assert played.moves == ["N1 B20-A22 (3)", "N2 M24-J26 (5)"]
    assert played.end is None


@clause("W95-132")
def test_auto_never_spoils_k(play):
    """The plain piece with the least die would shut the other in: N1 1 B15 is not among AUTO's moves."""
    pieces = "N: N1=A15 N2=A14 / W: W1=A12 W2=A13 W3=B17 W4=A17"
    played = play(pieces, "N", "1-2-6", "auto")
    assert played.moves == ["N1 A15-B16 (2)", "N2 A14-A15 (1)"]


@clause("W95-132")
def test_the_deadline_plays_auto(play):
    played = play(AUTO, "N", "2-3-6", due=True)
    assert played.of("auto")[0]["reason"] == "deadline"
    assert played.moves[0] == "N4 W26-V25 (2)"
    assert played.to_move == "W"
    asked = play(AUTO, "N", "2-3-6", "auto")
    assert asked.of("auto")[0]["reason"] == "order"
    assert asked.pieces == played.pieces


@clause("W95-132")
def test_before_the_deadline_silence_changes_nothing(play):
    played = play(AUTO, "N", "2-3-6")
    assert played.events == []
    assert played.awaiting == {"napoleon": "throw"}


@clause("W95-132")
def test_orders_in_time_stand_at_the_deadline(play):
    assert play(PIECES, "N", "1-2-5", ORDERS, due=True).moves[0] == "N1 M24-M23 (1)"
    refused = play(PIECES, "N", "1-2-5", "N1 1 M22", due=True)
    assert refused.codes == ["E09"]
    assert refused.of("auto")[0]["reason"] == "deadline"


@clause("W95-132")
def test_rest_auto_uses_the_dice_that_are_left(play):
    played = play(AUTO, "N", "2-3-6", "N1 3 Q26 / rest auto")
    assert played.codes == ["E11"]
    played = play(AUTO, "N", "2-3-6", "N1 3 V28 / rest auto")
    assert played.ok
    assert played.moves == ["N1 S27-V28 (3)", "N4 W26-V25 (2)", "NC Y26-T29 (6)"]


@clause("W95-132", "W95-062")
def test_rest_auto_cannot_mend_a_spoilt_k(play):
    pieces = "N: N1=A15 N2=A14 / W: W1=A12 W2=A13 W3=B17 W4=A17"
    assert play(pieces, "N", "1-2-6", "N1 1 B15 / rest auto").codes == ["E15"]


@clause("W95-132")
def test_rest_auto_closes_the_moves(play):
    played = play(PIECES, "N", "1-2-5", "rest auto / N1 1 M23")
    assert not played.ok
    assert played.moves == []


@clause("W95-R40")
def test_the_absent_are_played_by_auto_or_by_the_robot(rules):
    for absent in ("auto", "bot"):
        options = rules.settle({"absent": absent})
        pieces = {"N1": "M24", "W1": "A14", "W2": "A20"}
        position = rules.decode({"pieces": pieces, "throw": [1, 2, 3], "to_move": "N"}, options)
        assert rules.awaiting(position)[0].at_deadline == absent


# --- 134: default set-ups ---


@clause("W95-134")
def test_no_set_up_by_the_deadline_is_the_default(ask, post):
    late = ask(None, {}, "1-2-4", due=True)
    sent = post({"napoleon": "place default", "wellington": "place default"}, dice="1-2-4")
    assert late.pieces == sent.pieces
    assert all(event["default"] for event in late.of("posted"))
    assert late.awaiting == {"napoleon": "throw"}


@clause("W95-134")
def test_only_the_silent_get_the_default(ask, post):
    first = post({"napoleon": "place default / place N8 P29"})
    late = ask(first.position, {}, "1-2-4", due=True)
    assert late.at("N8 W8") == "P29 H11"
    assert [(event["army"], event["default"]) for event in late.of("posted")] == [("W", True)]


@clause("W95-134", "W95-018")
@pytest.mark.parametrize("spot", ["M13", "M14", "L11", "K11"])
def test_a_default_stands_beside_any_legal_set_up_of_the_partner(ask, post, spot):
    """Nothing a partner may post can conflict with the defaults; they stay as they are."""
    first = post({"wellington": f"place default / place W2 {spot}"}, mode="four")
    assert first.ok
    late = ask(first.position, {}, "6-6-6 1-1-2 4-4-4 6-5-1 1-2-3", due=True, mode="four")
    assert late.at("B1 B2 B3 B8") == "S13 P14 R14 R11"


@clause("W95-134")
def test_a_conflicting_default_moves_to_the_nearest_legal_spot():
    """On the board as it is no default can conflict, so here Bluecher's B2 and B3 have other default places.

    Both are next to Wellington's M13. B2 goes to V11, the first of all spots by distance from Namur, column and row. Of
    the spots at distance 1, U11 is then next to B2, V12 next to BC, W13 next to BD: B3 goes to Y12.
    """
    board = tomllib.loads(files("pbem.rulesets.waterloo1895").joinpath("board.toml").read_text(encoding="utf-8"))
    board["default_setups"]["B"] |= {"B2": "M14", "B3": "M12"}
    wellington = board["default_setups"]["W"] | {"W2": "M13"}
    rules = Waterloo1895(board)
    position = rules.decode({"phase": "setup", "pieces": wellington, "posted": ["W"]}, rules.settle({"mode": "four"}))
    dice = ScriptedDice([6, 6, 6, 1, 1, 2, 4, 4, 4, 6, 5, 1, 1, 2, 3])
    pieces = rules.encode(rules.adjudicate(position, {}, dice, due=True).position)["pieces"]
    assert (pieces["B1"], pieces["B2"], pieces["B3"], pieces["B4"]) == ("S13", "V11", "Y12", "U18")
    assert {piece: spot for piece, spot in pieces.items() if piece[0] == "W"} == wellington


# --- 135: throws earned by AUTO ---


@clause("W95-135")
@pytest.mark.parametrize(("orders", "due"), [("auto", False), ("", True)], ids=["order", "deadline"])
def test_auto_plays_the_throws_it_earns(play, orders, due):
    played = play(PIECES, "N", "1-1-5", orders, then="2-2-3 1-2-4 2-3-6", due=due)
    assert played.throws == ["N 2-2-3 K3", "N 1-2-4 K3", "W 2-3-6 K3"]
    assert len(played.moves) == 9
    assert played.awaiting == {"wellington": "throw"}


@clause("W95-135")
def test_after_rest_auto_the_player_is_asked_as_usual(play):
    played = play(PIECES, "N", "1-1-5", "rest auto", then="2-2-3")
    assert played.throws == ["N 2-2-3 K3"]
    assert played.awaiting == {"napoleon": "throw"}


# --- 136: dice ---


@clause("W95-136")
def test_a_throw_hangs_on_the_seed_and_its_number_only(ask):
    seed = {"seed": "5a" * 32}
    one = {"pieces": {"N1": "M24", "N2": "M26", "W1": "A14", "W2": "A20"}, "to_move": "N", "throws": 11}
    other = {"pieces": {"N1": "C14", "W1": "Y20", "W2": "Y22"}, "to_move": "W", "throws": 11, "turn": 3, "round": 2}
    dice = [ask(position, {}, seed).of("throw")[0]["dice"] for position in (one, other)]
    assert dice[0] == dice[1]
    numbers = {tuple(ask(one | {"throws": number}, {}, seed).of("throw")[0]["dice"]) for number in range(20)}
    assert len(numbers) > 10
    seeds = {tuple(ask(one, {}, {"seed": f"{number:02x}" * 32}).of("throw")[0]["dice"]) for number in range(20)}
    assert len(seeds) > 10


@clause("W95-136")
def test_rolled_dice_can_be_handed_in_again(ask):
    first = ask(None, {"napoleon": "place default", "wellington": "place default"}, {"seed": "07" * 32})
    rolled = "".join(map(str, first.answer["rolled"]))
    again = ask(None, {"napoleon": "place default", "wellington": "place default"}, rolled)
    assert again.answer == first.answer


@clause("W95-136", "W95-137")
def test_chain_and_step_see_the_same_dice(ask):
    """Throws 1, 2, 3 ... of one seed are the same whether they are cast one by one or as a chain."""
    setups = {"napoleon": "place default", "wellington": "place default"}
    for number in range(12):
        seed = {"seed": f"{number:02x}" * 32}
        chain = ask(None, setups, seed, throws="chain")
        cast = [chain.position["throw"], *chain.position["chain"]]
        step = ask(None, setups, seed)
        seen = [step.position["throw"]]
        while len(seen) < len(cast):
            step = ask(step.position, {"napoleon": "rest auto"}, seed)
            assert step.to_move == "N"
            seen.append(step.position["throw"])
        assert seen == cast


# --- 137: chains ---


@pytest.fixture
def chained(play):
    """Orders for a chain of throws; `chain` are the throws after the first."""

    def chained(pieces, army, throw, chain, orders="", **more):
        rest = [[int(die) for die in one.split("-")] for one in chain.split()]
        return play(pieces, army, throw, orders, position={"chain": rest}, throws="chain", **more)

    return chained


@clause("W95-137", "W95-R25")
def test_the_whole_chain_is_cast_before_the_mail(cast):
    played = cast(PIECES, "N", "2-2-5 3-3-1 4-2-1", throws="chain")
    assert played.position["throw"] == [2, 2, 5]
    assert played.position["chain"] == [[1, 3, 3], [1, 2, 4]]
    assert played.awaiting == {"napoleon": "throw"}
    assert played.position["throws"] == 1


@clause("W95-137", "W95-R25")
def test_step_casts_one_throw_only(cast):
    played = cast(PIECES, "N", "2-2-5 3-3-1 4-2-1")
    assert played.answer["rolled"] == [2, 2, 5]


@clause("W95-137")
def test_a_chain_is_answered_in_sections(chained):
    orders = "throw 1: / N1 1 M23 / N3 1 V24 / N2 5 X24 / throw 2: / N1 1 M22 / N3 2 U23 / N2 3 Y26"
    played = chained(PIECES, "N", "1-1-5", "1-2-3", orders)
    assert played.ok
    assert played.at("N1 N2 N3") == "M22 Y26 U23"
    assert played.to_move == "W"


@clause("W95-137", "W95-130")
def test_all_sections_are_one_set(chained):
    orders = "throw 1: / N1 1 M23 / N3 1 V24 / N2 5 X24 / throw 2: / N1 1 M21 / N3 2 U23 / N2 3 Y26"
    played = chained(PIECES, "N", "1-1-5", "1-2-3", orders)
    assert played.codes == ["E09"]
    assert played.lines == [6]
    assert played.at("N1 N2 N3") == "M24 Y20 V25"
    assert played.throw == "1-1-5"


@clause("W95-137", "W95-062")
def test_each_throw_of_a_chain_has_its_own_k(chained):
    missing = chained(PIECES, "N", "1-1-5", "1-2-3", "throw 1: / N1 1 M23 / N3 1 V24 / N2 5 X24")
    assert missing.codes == ["E15"]
    short = chained(PIECES, "N", "1-1-5", "1-2-3", "throw 1: / N1 1 M23 / throw 2: / rest auto")
    assert short.codes == ["E15"]


@clause("W95-137", "W95-135")
def test_auto_in_a_section_plays_what_is_missing_after_it(chained):
    played = chained(PIECES, "N", "1-1-5", "1-2-3", "throw 1: / auto")
    assert played.ok
    assert len(played.moves) == 6
    assert played.to_move == "W"
    rest = chained(PIECES, "N", "1-1-5", "1-2-3", "throw 1: / rest auto")
    assert rest.codes == ["E15"]
    both = chained(PIECES, "N", "1-1-5", "1-2-3", "throw 1: / N1 1 M23 / rest auto / throw 2: / N1 1 M22 / rest auto")
    assert both.ok


@clause("W95-137")
def test_the_deadline_plays_the_whole_chain(chained):
    played = chained(PIECES, "N", "1-1-5", "2-2-3 1-2-3", due=True)
    assert len(played.moves) == 9
    assert played.to_move == "W"


@clause("W95-137")
def test_a_spot_used_as_unit_is_looked_up_when_its_section_is_reached(chained):
    orders = "throw 1: / N1 1 M23 / N3 1 V24 / N2 5 X24 / throw 2: / M23 1 M22 / V24 2 U23 / X24 3 Y26"
    played = chained(PIECES, "N", "1-1-5", "1-2-3", orders)
    assert played.ok
    assert played.at("N1 N2 N3") == "M22 Y26 U23"
    empty = "throw 1: / N1 1 M23 / N3 1 V24 / N2 5 X24 / throw 2: / M24 1 M22 / rest auto"
    played = chained(PIECES, "N", "1-1-5", "1-2-3", empty)
    assert played.codes == ["E04"]
    assert played.lines == [6]


@clause("W95-137", "W95-069")
def test_sections_after_the_end_of_the_game_are_ignored(chained):
    pieces = "N: N1=B11 N2=F11 N3=W26 / W: W1=X25 W2=M24"
    orders = "throw 1: / N2 2 D11 / throw 2: / N3 6 M23"
    played = chained(pieces, "N", "2-2-5", "1-2-3", orders)
    assert played.ok
    assert played.end == "napoleon stars W95-076"


@clause("W95-137", "W95-064", "W95-131")
@pytest.mark.parametrize("second", ["", " / throw 2:", " / throw 2: / pass", " / throw 2: / auto"])
def test_a_throw_of_the_chain_with_k_0_may_be_passed_or_left_out(chained, second):
    """N1 leaves the last gap and stands shut in on A13, or would stand there after its one."""
    pieces = "N: N1=A14 / W: W1=A12 W2=B11 W3=A15 W4=B15"
    played = chained(pieces, "N", "1-1-6", "4-5-6", f"throw 1: / N1 1 A13{second}")
    assert played.ok
    assert played.at("N1") == "A13"
    assert played.to_move == "W"


@clause("W95-137", "W95-131")
def test_a_throw_of_the_chain_with_k_is_not_passed(chained):
    played = chained(PIECES, "N", "1-1-5", "1-2-3", "throw 1: / N1 1 M23 / N3 1 V24 / N2 5 X24 / throw 2: / pass")
    assert played.codes == ["E21"]


@clause("W95-137")
def test_throw_headers_are_for_chains_only(play):
    assert play(PIECES, "N", "1-2-5", f"throw 1: / {ORDERS}").codes == ["E01"]


# --- 138: dice left out ---


@clause("W95-138")
def test_the_only_die_that_fits_is_supplied(play):
    played = play(PIECES, "N", "1-2-5", "N1 M23 / N3 V23 / N2 -> X24")
    assert played.ok
    assert played.moves == ["N1 M24-M23 (1)", "N3 V25-V23 (2)", "N2 Y20-X24 (5)"]


@clause("W95-138")
@pytest.mark.parametrize(("throw", "code"), [("2-3-6", "E22"), ("2-4-6", None), ("3-4-6", None), ("1-4-6", "E22")])
def test_two_values_that_fit_or_none_are_asked_back(play, throw, code):
    """D11 is two from C13, or three round the triangle."""
    played = play("N: N1=C13 N2=Y20 N3=M24 / W: W1=X25 W2=M14", "N", throw, "N1 D11 / rest auto")
    assert played.codes == ([code] if code else [])
    if code:
        assert "W95-138" in played.clause
        assert "N1" in played.message


@clause("W95-138")
def test_the_choices_are_named(play):
    message = play("N: N1=C13 N2=Y20 / W: W1=X25 W2=M14", "N", "2-3-6", "N1 D11").message
    assert "2" in message
    assert "3" in message


@clause("W95-138")
def test_cavalry_with_two_dice_that_fit_gets_no_sum_instead(play):
    """To D11 a 2 and a 3 would do; that 1+2 would do as well decides nothing."""
    played = play("N: NC=C13 N2=Y20 / W: W1=X25 W2=M14", "N", "1-2-3", "NC D11")
    assert played.codes == ["E22"]
    assert "1+2" not in played.message


@clause("W95-138")
def test_equal_dice_are_one_value_and_used_dice_are_none(play):
    pieces = "N: N1=C13 N2=Y20 N3=M24 / W: W1=X25 W2=M14"
    assert play(pieces, "N", "2-2-6", "N1 D11 / rest auto").ok
    assert play(pieces, "N", "2-3-6", "N2 2 Y22 / N1 D11 / rest auto").ok
    assert play(pieces, "N", "2-3-6", "N2 2 Y22 / N3 M22 / rest auto").codes == ["E22"]


@clause("W95-138")
def test_a_landing_that_is_barred_fits_no_die(play):
    """E10 to E13 count: the road of three passes B11."""
    pieces = "N: N1=C13 N2=Y20 N3=M24 / W: W1=X25 W2=B11 W3=M14"
    played = play(pieces, "N", "2-3-6", "N1 D11 / rest auto")
    assert played.ok
    assert played.moves[0] == "N1 C13-D11 (2)"


@clause("W95-138", "W95-062")
def test_the_obligation_is_not_looked_at(play):
    """Both a 1 and a 2 may be legal for N1 while only one of them saves K: it is asked back all the same."""
    pieces = "N: N1=A15 N2=A14 / W: W1=A12 W2=A13 W3=B17 W4=A17"
    assert play(pieces, "N", "1-2-6", "N1 B15").codes == ["E15"]


@clause("W95-138")
def test_cavalry_gets_a_sum_only_if_no_single_die_does(play):
    pieces = "N: NC=M24 N2=Y20 N3=V25 / W: W1=A14 W2=A20"
    assert play(pieces, "N", "1-2-3", "NC M21 / rest auto").moves[0] == "NC M24-M21 (3)"
    assert play(pieces, "N", "1-2-4", "NC M21 / rest auto").moves[0] == "NC M24-M21 (1+2)"
    assert play(pieces, "N", "1-2-4", "NC M17 / rest auto").moves[0] == "NC M24-M17 (1+2+4)"
    assert play(pieces, "N", "2-2-6", "NC CH / rest auto").moves[0] == "NC M24-M20 (2+2)"
    assert play(pieces, "N", "1-2-4", "NC M16 / rest auto").codes == ["E22"]


@clause("W95-138")
def test_cavalry_with_two_sums_is_asked_back(play):
    """From C13 two roads lead to A12: three by the short side of the triangle, four by the long one."""
    pieces = "N: NC=C14 N2=Y20 N3=V25 / W: W1=X15 W2=M11"
    played = play(pieces, "N", "1-3-2", "NC A12")
    assert played.codes == ["E22"]  # 1+3 and 2+3 both lead there
    assert "1+3" in played.message
    assert "2+3" in played.message


@clause("W95-138")
def test_a_move_with_then_must_name_its_dice(play):
    pieces = "N: NC=S27 N1=W26 N2=Y26 / W: W3=Q26 W1=A14 W2=A20"
    assert play(pieces, "N", "3-3-5", "NC Q26 then S27 / N1 5 U23").codes == ["E22"]
    assert play(pieces, "N", "3-3-5", "NC 3 Q26 then S27 / N1 5 U23").codes == ["E22"]
