"""Standard: the draft, and each card."""

from collections import Counter

import pytest

clause = pytest.mark.clause


def hold(blue="", red="", **more):
    return {"cards": {"hands": {"blue": blue.split(), "red": red.split()}}} | more


@pytest.fixture
def standard(play):
    def standard(pieces, orders="", dice="", blue="RE IN CA GB FS", red="", **kwargs):
        position = hold(blue, red) | kwargs.pop("position", {})
        return play(pieces, orders, dice, version="standard", position=position, **kwargs)

    return standard


# --- The draft ---


@clause("SWL-131", "SWL-R50")
def test_fifteen_cards(opening):
    assert Counter(opening(version="standard").position["cards"]["stack"]) == dict.fromkeys(
        ["RE", "IN", "CA", "GB", "FS"], 3
    )


@clause("SWL-132", "SWL-R51")
def test_lists_are_used_up_and_burnt(begun):
    red = "setup default\nkeep RE RE RE RE\nburn FS IN"
    blue = "setup default\nkeep RE FS\nburn RE"
    played = begun(red, blue, version="standard")
    # RED RE/FS, BLUE RE/RE; then RED finds no RE and takes FS by the default, BLUE finds neither of his: FS/FS, CA/CA.
    assert sorted(played.hand("red").split()) == ["CA", "FS", "GB", "RE"]
    assert sorted(played.hand("blue").split()) == ["CA", "GB", "IN", "RE"]
    assert sorted(played.position["cards"]["discards"]) == ["CA", "FS", "FS", "GB", "IN", "IN", "RE"]


@clause("SWL-132")
def test_eight_are_kept_and_seven_discarded(begun):
    cards = begun(version="standard").position["cards"]
    assert [len(cards["hands"]["red"]), len(cards["hands"]["blue"]), len(cards["discards"])] == [4, 4, 7]


@clause("SWL-R51", "SWL-132")
def test_a_live_draft(begun):
    played = begun(version="standard", draft="live")
    assert played.awaiting == {"red": "draft"}
    assert len(played.view("red")["cards"]["stack"]) == 15
    played = played.then("keep GB / burn FS")
    assert played.awaiting == {"blue": "draft"}
    assert played.hand("red") == "GB"
    for picks in range(6):
        stack = played.view(next(iter(played.awaiting)))["cards"]["stack"]
        assert len(stack) == 13 - 2 * picks
        played = played.then(f"keep {stack[0]} / burn {stack[-1]}")
    assert played.position["phase"] == "play"
    assert played.awaiting == {"red": "ply"}
    cards = played.position["cards"]
    assert [len(cards["hands"]["red"]), len(cards["hands"]["blue"]), len(cards["discards"])] == [4, 4, 7]


@clause("SWL-R51", "SWL-103")
def test_words_beside_a_pick(begun):
    """A draw may be offered with it; who resigns has picked nothing."""
    drafting = begun(version="standard", draft="live")
    offered = drafting.then("offer draw / keep GB / burn FS")
    assert offered.ok
    assert offered.hand("red") == "GB"
    assert offered.then("accept draw").end == "draw draw_agreed SWL-103"
    resigned = drafting.then("keep GB / resign")
    assert resigned.end == "blue resigned SWL-103"
    assert resigned.hand("red") == ""


@clause("SWL-R51", "SWL-R18")
def test_silence_in_a_live_draft(begun):
    played = begun(version="standard", draft="live").then(due=True)
    assert played.hand("red") == "FS"
    assert played.position["cards"]["discards"] == ["FS"]
    played = played.then(due=True)
    assert played.hand("blue") == "FS"
    assert played.position["cards"]["discards"].count("CA") == 1


@clause("SWL-133")
def test_hands_and_discards_are_secret(begun):
    played = begun(version="standard")
    assert len(played.view("blue")["cards"]["hands"]["blue"]) == 4
    assert played.view("blue")["cards"]["hands"]["red"] == 4
    assert played.view(None)["cards"]["hands"] == {"blue": 4, "red": 4}
    for seat in ("blue", "red", None):
        assert played.view(seat)["cards"]["discards"] is None
    assert played.of("hand", None) == []


# --- When a card may be played ---


@clause("SWL-134", "SWL-136", "SWL-137")
def test_one_card_in_a_ply(standard):
    pieces = "LN E2, LN F2, BF E3"
    played = standard(pieces, "card IN F2-F3 / attack E2 E3 spirit")
    assert played.no == "2 E-CARD SWL-134"
    one = standard(pieces, "card IN F2-F3")
    assert one.actions == "1/3"
    assert "IN" not in one.hand("blue")
    assert one.position["cards"]["discards"] == []
    assert one.then("attack E2 E3 spirit").no == "1 E-CARD SWL-134"


@clause("SWL-134", "SWL-144")
def test_one_more_in_each_enemy_ply(standard):
    stand = {"standing": {"red": {"spirit": "win 1"}}}
    played = standard("LN E5, BF E6, LN G5, BF G6", "attack E5 E6 / attack G5 G6", "B", red="FS FS", position=stand)
    assert played.fights == ["LN E5xE6 BF 3v4 - defender eliminated -", "LN G5xG6 BF 3v3 B attacker eliminated G6"]
    assert played.hand("red") == "FS"


@clause("SWL-135")
@pytest.mark.parametrize(
    "order",
    ["card RE E9", "card IN E2-E3", "card CA attack E2 E3", "card GB fire C3 C4"],
)
def test_four_of_the_cards_come_first(standard, order):
    pieces = "LN E2, BL E3, FA C3, BF C4, BF E9, LN H1"
    if order == "card IN E2-E3":
        order = "card IN E2-D2"
    assert standard(pieces, order).ok
    assert standard(pieces, f"H1 H2 / {order}").no == "2 E-CARD SWL-135"


@clause("SWL-135", "SWL-023")
def test_resting_may_come_before(standard):
    assert standard("PL-1 E4, LN E2, NA A1", "rest E4 / card IN E2-E3").ok


@clause("SWL-135", "SWL-146")
def test_taking_may_come_before(standard):
    taken = {"cards": {"hands": {"blue": [], "red": []}, "discards": ["IN", "GB"]}}
    played = standard("BF E8, WE A9", "take IN GB / card IN E8-E7", seat="red", turn=13, position=taken)
    assert played.ok
    assert played.hand("red") == "GB"


@clause("SWL-137")
def test_a_card_that_one_does_not_hold(standard):
    assert standard("LN E2", "card IN E2-E3", blue="FS").codes == ["E-CARD"]
    assert standard("LN E2, BF E3", "attack E2 E3 spirit", blue="IN").codes == ["E-CARD"]


@clause("SWL-138", "SWL-111")
def test_whose_action_a_card_is(standard):
    pieces = "WE A9, UX B9, SL L5, PI K5, BF C8"

    def counts(order):
        actions = standard(pieces, order, seat="red", turn=13, n=None, red="IN RE").position["actions"]
        return actions["prussian"], actions["allied"]

    assert counts("card IN L5-L4, K5-K4") == (1, 0)
    assert counts("card IN C8-C7") == (0, 1)
    assert counts("card IN L5-L4, C8-C7") == (0, 0)
    scouts = standard(pieces + ", LN E4", "card RE E4", seat="red", turn=13, n=None, red="IN RE")
    assert (scouts.position["actions"]["prussian"], scouts.position["actions"]["allied"]) == (0, 1)


# --- Each card ---


@clause("SWL-139", "SWL-R53")
@pytest.mark.parametrize(
    "squares",
    ["E7 G7", "E5", "A10 B10 C10 D10 E10", "E7 F8", "E7 E6", "H8"],
)
def test_what_reconnaissance_cannot_look_at(standard, squares):
    pieces = "BF E7, BF G7, BF E5, BF F8, BF A10, BF B10, BF C10, BF D10, BF E10, LN E6"
    assert standard(pieces, f"card RE {squares}").no == "1 E-CARD SWL-139"


@clause("SWL-139", "SWL-R53")
def test_reconnaissance_of_a_chain(standard):
    played = standard("BF E6, HR E7, KH F7, BA F6, NA A1", "card RE E6 F6 F7 E7")
    assert played.ok
    assert played.sees("blue", "E6 E7 F7 F6") == "BF HR KH BA"
    assert played.sees("red", "E6 E7") == "BF HR"
    assert played.actions == "1/3"
    assert "RE" not in played.hand("blue")
    red = standard("LN E5, LN E4, WE A9", "card RE E5 E4", seat="red", blue="", red="RE")
    assert red.sees("red", "E5 E4") == "LN LN"


@clause("SWL-139", "SWL-R04")
def test_what_was_found_stays_known_to_the_finder(standard):
    played = standard("BF E7, NA A1, WE A9", "card RE E7").then("end").then("E7 D7 / end")
    assert played.sees("blue", "D7") == "BF"
    assert played.sees(None, "D7") == "i"


@clause("SWL-140", "SWL-R54")
def test_initiative(standard):
    assert standard("LN E2, CH F2, FA G2", "card IN E2-E4, F2-F9, G2-G3").board == "LN E4, CH F9, FA G3"
    assert standard("LN E2, LN F2", "card IN E2-E3, F2-E2").board == "LN E2, LN E3"
    assert standard("LN E2", "card IN E2-E3").actions == "1/3"


@clause("SWL-140", "SWL-R11", "SWL-099")
def test_the_lines_are_looked_at_after_each_move_of_a_card(standard):
    cards = {"retreat": {"red": "RIGHT", "blue": "LEFT"}}
    played = standard("LN C9, CH B7, LN A1", "card IN C9-C10, B7-B10, A1-A2", position=cards)
    assert played.end == "blue retreat_lines SWL-097"
    assert played.at("A1 A2") == "LN .."


@clause("SWL-140", "SWL-R54")
@pytest.mark.parametrize(
    "moves",
    ["E2-E3, F2-F3, G2-G3, H2-H3", "E2-E3, E3-E4", "E2-E5", "E2-D2, F2-D2", "E2-E3, H2-H4"],
)
def test_what_initiative_cannot_do(standard, moves):
    played = standard("LN E2, LN F2, LN G2, LN H2, BF H4", f"card IN {moves}")
    assert played.codes == ["E-CARD"]
    assert played.at("E2") == "LN"


@clause("SWL-141", "SWL-R55")
@pytest.mark.parametrize(
    "parts",
    [
        "attack E2 E3",
        "fire C3 C4",
        "attack H2 H5",
        "attack H2 H5, attack E2 E3",
        "fire C3 C4, attack H2 H5, attack E2 E3",
    ],
)
def test_combined_attacks(standard, parts):
    played = standard("LN E2, RI E3, FA C3, BF C4, NE H2, KH H5, NA A1", f"card CA {parts}")
    assert played.ok
    assert len(played.fights) + len(played.shots) == len(parts.split(","))
    assert played.actions == "1/3"


@clause("SWL-141", "SWL-R55")
@pytest.mark.parametrize(
    "parts",
    ["attack E2 E3, attack F2 F3", "fire C3 C4, fire D3 D4", "attack H2 H5, attack L2 L5", "attack E2 D2"],
)
def test_one_part_of_an_arm(standard, parts):
    pieces = "LN E2, BF E3, LN F2, BF F3, FA C3, BF C4, FA D3, BF D4, CH H2, KH H5, CH L2, KH L5"
    played = standard(pieces, f"card CA {parts}")
    assert played.codes == ["E-CARD"]
    assert played.fights == played.shots == []


@clause("SWL-141", "SWL-R55")
def test_strengths_are_not_added_and_a_lost_part_is_dropped(standard):
    """LN's frenzy takes KH on E4 first: the cavalry's attack on it finds nothing, and card and action are spent."""
    played = standard("LN E2, BF E3, KH E4, CH A4, NA A1, WE A9", "card CA attack E2 E3, attack A4 E4", "B+")
    assert played.fights == ["LN E2xE3 BF 3v3 B+ attacker eliminated E3", "LN E3xE4 KH 3v2 - attacker eliminated E4"]
    assert played.actions == "1/3"
    assert "CA" not in played.hand("blue")
    assert played.at("A4") == "CH"
    assert len(played.of("dropped")) == 1


@clause("SWL-141", "SWL-R55", "SWL-073")
def test_heavy_cavalry_tires_and_buildings_are_hit(standard):
    played = standard("CU H2, KH H5, FA C3, BF C5", "card CA attack H2 H5, fire C3 HOU")
    assert played.at("H5") == "CU-1"
    assert played.tile("HOU") == "- 1"


@clause("SWL-142", "SWL-R56")
def test_a_battery(standard):
    pieces = "FA E4, FA E3, FA F3, BF E6, BF F5, FA I3, BF I5"
    assert standard(pieces, "card GB fire E4 E6, F3 F5").board == "FA E3, FA E4, FA F3, FA I3, BF I5"
    assert standard(pieces, "card GB fire I3 I5").ok
    assert standard(pieces, "card GB fire E4 E6, I3 I5").no == "1 E-CARD SWL-142"
    assert standard(pieces, "card GB fire E4 E6, E4 E6").no == "1 E-CARD SWL-142"


@clause("SWL-142", "SWL-R56")
def test_red_and_black_guns_mix(standard):
    pieces = "BA K6, PA L6, LN K4, LN L4, WE A9, UX B9"
    played = standard(pieces, "card GB fire K6 K4, L6 L4", seat="red", turn=13, n=None, red="GB")
    assert played.ok
    assert played.lost("blue") == "LN LN"
    assert (played.position["actions"]["prussian"], played.position["actions"]["allied"]) == (0, 0)


@clause("SWL-142", "SWL-R56")
def test_a_shot_that_has_become_impossible_is_dropped(standard):
    """What stands on G6 turns out to be light infantry: it lives, and is in the way of the gun on G7."""
    played = standard("BA G8, BA G7, LI G6, LN G5", "card GB fire G8 G6, G7 G5", seat="red", red="GB")
    assert played.ok
    assert played.shots == ["G8 G6 LI immune"]
    assert played.lost("blue") == ""
    assert len(played.of("dropped")) == 1
    assert played.actions == "1/3"


@clause("SWL-142", "SWL-R56")
def test_a_shot_that_is_bound_to_become_impossible_is_refused(standard):
    """The first shot destroys the farm for certain, so the second has nothing to aim at."""
    state = {"tiles": {"HOU": {"damage": 3}}}
    played = standard("FA C4, FA D4", "card GB fire C4 HOU, D4 HOU", position=state)
    assert played.codes == ["E-CARD"]
    assert played.tile("HOU") == "- 3"


# --- Fighting spirit ---


@clause("SWL-143", "SWL-R40")
def test_spirit_lasts_through_the_frenzy(standard):
    frenzy = standard("LN E5, DC E6, DC E7", "attack E5 E6 spirit", "B+ B")
    assert frenzy.fights == [
        "LN E5xE6 DC 4v4 B+ attacker eliminated E6",
        "LN E6xE7 DC 4v4 B attacker eliminated E7",
    ]


@clause("SWL-143")
@pytest.mark.parametrize(
    ("pieces", "order"),
    [
        ("OG E5, HR E6", "attack E5 E6 spirit"),
        ("LN E5, BA E6", "attack E5 E6 spirit"),
        ("LN D6, BA E6", "attack D6 E6 spirit"),
        ("LN E5, WE E6, UX A9", "attack E5 E6 spirit"),
    ],
)
def test_a_declared_spirit_is_spent(play, pieces, order):
    played = play(pieces, order, version="standard", position=hold("FS FS"))
    assert played.hand("blue") == "FS"
    if played.end is None:
        assert played.position["actions"]["card"] is True


@clause("SWL-144", "SWL-R41")
@pytest.mark.parametrize(
    ("stand", "pieces", "die", "used"),
    [
        ("off", "OG E5, UX E6", "", False),
        ("leaders", "MG E5, UX E6", "", True),
        ("leaders", "OG E5, UX E6", "B", True),
        ("leaders", "LN E5, BF E6", "B", False),
        ("leaders", "LN E5, UX E6", "", False),
        ("win 3", "LN E5, BF E6", "", True),
        ("win 4", "LN E5, BF E6", "B", False),
        ("win 3", "YG E5, BF E6", "", False),
        ("any 3", "YG E5, BF E6", "B", True),
        ("any 3", "MG E5, BF E6", "", False),
        ("any 4", "YG E5, BF E6", "", False),
        ("win 6", "OG E5, FG E6", "B", False),
        ("any 1", "OG E5, WE E6, UX A9", "", False),
    ],
)
def test_when_a_standing_order_plays_it(standard, stand, pieces, die, used):
    told = {"standing": {"red": {"spirit": stand}}}
    played = standard(pieces, "attack E5 E6", die, red="FS", position=told)
    assert played.hand("red") == ("" if used else "FS")
    assert played.rolled == die
    assert played.of("attack")[0]["spirit"] == (["red"] if used else [])


@clause("SWL-R41")
def test_the_printed_strength_decides(standard):
    told = {"standing": {"red": {"spirit": "win 4"}}}
    played = standard("LN E5, DC-1 E6", "attack E5 E6", red="FS", position=told)
    assert played.hand("red") == ""
    assert played.of("attack")[0]["strengths"] == [3, 4]


@clause("SWL-144")
def test_spirit_in_defence_lasts_through_its_frenzy(standard):
    told = {"standing": {"red": {"spirit": "any 3"}}}
    played = standard("YG E5, BF E6, LI E4, YG E3", "attack E5 E6", "R+", red="FS", position=told)
    assert played.fights[0] == "YG E5xE6 BF 4v4 R+ defender eliminated E5"
    assert played.fights[1] == "BF E5xE4 LI 4v1 - attacker eliminated E4"


@clause("SWL-144")
def test_not_against_a_friend(standard):
    told = {"standing": {"blue": {"spirit": "any 1"}}}
    played = standard("MG E5, HR E6, LN E7", "attack E5 E6", "B+", blue="FS", position=told)
    assert played.hand("blue") == "FS"


@clause("SWL-144", "SWL-134", "SWL-R41")
def test_in_the_own_ply_it_is_the_plys_card(standard):
    """BF wins as defender and strikes LN in its frenzy, in BLUE's own ply: FS makes the tie a win."""
    told = {"standing": {"blue": {"spirit": "win 3"}}}
    pieces = "LN E5, BF E6, LN E4, LN H2, LN H4, BF H5"
    played = standard(pieces, "attack E5 E6", "R+", blue="FS FS IN", position=told)
    assert played.fights[1] == "BF E5xE4 LN 3v4 - defender eliminated -"
    assert sorted(played.hand("blue").split()) == ["FS", "IN"]
    assert played.then("attack H4 H5 spirit").no == "1 E-CARD SWL-134"
    spent = standard(pieces, "card IN H2-H3 / attack E5 E6", "R+ B", blue="FS FS IN", position=told)
    assert spent.fights[1].startswith("BF E5xE4 LN 3v3")


@clause("SWL-145")
def test_spirit_may_be_played_late(standard):
    assert standard("LN E5, BF E6, LN A1", "A1 A2 / A2 A3 / attack E5 E6 spirit").ok
    assert standard("LN E5, BF E6", "attack E5 E6 spirit", turn=30).ok


@clause("SWL-146", "SWL-181")
def test_no_extra_cards_without_prussians(play):
    cards = {"cards": {"discards": ["FS", "GB"]}, "grouchy": "never"}
    played = play("WE A9, UX B9", "take FS GB", seat="red", turn=13, version="expert", grouchy="on", position=cards)
    assert played.codes == ["E-TAKE"]


@clause("SWL-134", "SWL-140", "SWL-141", "SWL-142")
@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("card CA attack E2 E3 spirit", "Fighting Spirit does not go with Combined Attack (SWL-134)"),
        ("card CA E2-D2", "Combined Attack, part 1: there is nothing to attack on D2 (SWL-141, 037)"),
        ("card CA attack E2 E3, attack D9 D8", "Combined Attack, part 2: there is no piece on D9 (SWL-141, 028)"),
        ("card IN E2-E3", "Initiative is for moves alone; nothing is attacked (SWL-140)"),
        ("card IN E2-D2, D9-D8", "Initiative, part 2: there is no piece on D9 (SWL-140, 028)"),
        ("card GB fire C3 C4, fire D9 D8", "Grand Battery, part 2: there is no piece on D9 (SWL-142, 028)"),
    ],
)
def test_what_is_wrong_with_a_part_of_a_card_is_told_with_its_clause(standard, order, said):
    played = standard("LN E2, *BL E3, FA C3, BF C4", order)
    assert played.codes == ["E-CARD"]
    assert said in played.message
    assert "CA" in played.hand("blue")


@clause("SWL-012", "SWL-028")
@pytest.mark.parametrize(
    ("enemy", "order", "no"),
    [
        ("BF C4", "fire C3 BL C4", "1 E-EMPTY SWL-012"),
        ("*BF C4", "fire C3 BL C4", "1 E-EMPTY SWL-028"),
        ("BF C5", "fire C3 BL C4", "1 E-EMPTY SWL-028"),
    ],
)
def test_an_enemy_may_be_called_by_what_the_seat_knows_alone(standard, enemy, order, no):
    played = standard(f"FA C3, LN E2, {enemy}", order)
    assert played.no == no
    assert ("BF" in played.message) == enemy.startswith("*")
