"""Alliances and partnerships."""

import pytest

clause = pytest.mark.clause

# Each has a piece that goes one square on, turn after turn.
ALL = "R:ar1@l2 Y:ar1@a12 G:ar1@l23 O:ar1@x12"
STEP = {"R": "ar1 1 e", "Y": "ar1 1 n", "G": "ar1 1 e", "O": "ar1 1 n"}
FORMAL = {"alliances": "formal"}
PACT = {"pacts": [{"seats": ["red", "green"], "broken_by": []}]}


@pytest.fixture
def turns(ask):
    """Let the named players have their turns one after another: each moves his piece by the 1 of a throw 1-2."""

    def turns(played, movers, **options):
        for letter in movers:
            played = ask(played.position, {letter: STEP[letter]}, "1-2 " * 4, **options)
            assert played.ok, played.refused
        return played

    return turns


@clause("CON-100")
def test_all_against_all_by_default(play):
    """What was promised binds nobody, and the rules know of no pact."""
    played = play(ALL, "R", "1-2", "ally green")
    assert played.codes == ["E21"]
    assert played.clause == "CON-100"
    broken = play("R:ar1@l2 G:ar1@m2", "R", "1-2", "press green: I shall not touch you / ar1 1 m2")
    assert broken.at("G:ar1") == "HELD:red"
    assert play(ALL, "R", "1-2", "break green").codes == ["E21"]


@clause("CON-101", "CON-R38")
def test_a_pact_needs_both(play, ask):
    proposed = play(ALL, "R", "1-2", "ally green", **FORMAL)
    assert proposed.ok
    assert proposed.of("pact") == []
    assert proposed.position["pacts"] == []
    made = ask(proposed.position, {"G": "ally red"}, **FORMAL)
    assert made.of("pact")[0]["seats"] in (["red", "green"], ["green", "red"])
    assert made.of("pact")[0].get("seen_by") is None
    assert set(made.position["pacts"][0]["seats"]) == {"red", "green"}
    assert made.position["proposals"] == []
    assert made.to_move == "red", "it is no order of the turn"


@clause("CON-101", "CON-067", "CON-045", "CON-044")
def test_pact_pieces_are_friendly(play):
    pieces = "R:ar1@l2 G:ar1@m2 O:ar1@n2"
    over = play(pieces, "R", "2-1", "ar1 2 m2 n2", position=PACT, **FORMAL)
    assert over.moves == ["R:ar1 2 l2-m2-n2 xO:ar1@n2"]
    on = play(pieces, "R", "1-2", "ar1 1 m2", position=PACT, **FORMAL)
    assert on.no == "line 1 E12 CON-045"
    without = play(pieces, "R", "2-1", "ar1 2 m2 n2", **FORMAL)
    assert without.held("R") == "G:ar1 O:ar1"


@clause("CON-101", "CON-R38")
@pytest.mark.parametrize(
    ("line", "position"),
    [
        ("ally red", {}),
        ("ally yellow", PACT),
        ("ally green", PACT),
        ("break yellow", PACT),
        ("break green", {}),
        ("ally orange", {"pacts": [{"seats": ["green", "orange"], "broken_by": []}]}),
    ],
)
def test_pacts_that_cannot_be(play, line, position):
    """With oneself, a second one, with somebody who has one, and breaking what there is not."""
    assert play(ALL, "R", "1-2", line, position=position, **FORMAL).codes == ["E21"]


@clause("CON-101", "CON-R38")
def test_no_pact_with_the_dead_or_between_two(play):
    gone = {"turn": 9, "out": {"green": {"how": "resigned", "heir": None, "turn": 2}}}
    pieces = "R:ar1@l2 Y:ar1@a12 G:*@RETIRED O:ar1@x12"
    assert play(pieces, "R", "1-2", "ally green", position=gone, **FORMAL).codes == ["E21"]
    both = {"out": gone["out"] | {"orange": {"how": "resigned", "heir": None, "turn": 3}}, "turn": 9}
    two = play("R:ar1@l2 Y:ar1@a12 G:*@RETIRED O:*@RETIRED", "R", "1-2", "ally yellow", position=both, **FORMAL)
    assert two.codes == ["E21"]


@clause("CON-101", "CON-R38")
def test_a_proposal_lapses_when_both_have_finished_a_turn(play, ask, turns):
    """Red proposes in Yellow's turn: it stands through Green's and Orange's, and lapses with Red's."""
    proposed = play(ALL, "Y", "1-2", {"R": "ally green"}, **FORMAL)
    standing = turns(proposed, "YGO", **FORMAL)
    assert len(standing.position["proposals"]) == 1
    assert ask(standing.position, {"G": "ally red"}, **FORMAL).of("pact") != []
    lapsed = turns(standing, "R", **FORMAL)
    assert lapsed.position["proposals"] == []
    assert lapsed.of("proposal_lapsed")[0]["clause"] == "CON-R38"
    answered = ask(lapsed.position, {"G": "ally red"}, **FORMAL)
    assert answered.of("pact") == []
    assert len(answered.position["proposals"]) == 1


@clause("CON-101", "CON-R38")
def test_missed_turns_count_for_that_too(play, ask, turns):
    proposed = turns(play(ALL, "Y", "1-2", {"R": "ally green"}, **FORMAL), "Y", **FORMAL)
    missed = ask(proposed.position, {}, "1-2 " * 4, due=True, **FORMAL)
    assert missed.to_move == "orange"
    lapsed = turns(missed, "OR", **FORMAL)
    assert lapsed.position["proposals"] == []


@clause("CON-101", "CON-R38")
def test_a_break_in_ones_own_turn_ends_with_the_turn(play):
    pieces = "R:ar1@l2 R:ar2@l3 G:ar1@m2 Y:ar1@a12"
    line = "break green / ar1 2 m2 n2 / ar2 1 m3"
    played = play(pieces, "R", "2-1", line, position=PACT, **FORMAL)
    assert played.at("G:ar1") == "m2", "in this turn he still is a friend"
    announced = played.of("break_announced")[0]
    assert (announced["seat"], announced["other"], announced.get("seen_by")) == ("red", "green", None)
    assert played.of("pact_ended")[0]["why"] == "broken"
    assert played.position["pacts"] == []


@clause("CON-101", "CON-R38")
def test_a_break_in_anothers_turn_ends_with_the_next_own(play, ask, turns):
    told = play(ALL, "O", "1-2", {"G": "break red"}, position=PACT, **FORMAL)
    assert told.of("break_announced") != []
    later = turns(told, "ORY", **FORMAL)
    assert later.position["pacts"] == [{"seats": ["red", "green"], "broken_by": ["green"]}]
    ended = turns(later, "G", **FORMAL)
    assert ended.position["pacts"] == []


@clause("CON-101", "CON-R38")
def test_a_pact_ends_when_its_members_are_the_last(play):
    pieces = "R:ar1@l2 Y:ar1@a12 G:ar1@l23"
    played = play(pieces, "Y", "1-2", "resign", position=PACT, players=3, **FORMAL)
    assert played.of("pact_ended")[0]["why"] == "two_left"
    assert played.position["pacts"] == []
    assert played.outcome is None, "nobody wins together"


@clause("CON-101", "CON-R38")
@pytest.mark.parametrize("line", ["resign", "ar1 1 v22"], ids=["resigned", "circle lost"])
def test_a_pact_and_its_proposals_end_with_a_member(play, ask, line):
    """Green resigns, or Orange takes Green's circle."""
    pieces = "R:ar1@l2 Y:ar1@a12 G:ar1@l23 O:ar1@w21"
    mover = "G" if line == "resign" else "O"
    played = play(pieces, mover, "1-2", line, position=PACT, **FORMAL)
    assert played.position["pacts"] == []
    assert played.of("pact_ended")[0]["why"] == "out"
    proposed = play(pieces, mover, "1-2", {"Y": "ally green"}, **FORMAL)
    assert ask(proposed.position, {mover: line}, **FORMAL).position["proposals"] == []


@clause("CON-101", "CON-105", "CON-072")
def test_an_allys_mines_are_live(play):
    pieces = "R:bs1@r20 G:ar1@l23"
    assert play(pieces, "R", "1-2", "bs1 1 s20", position=PACT, **FORMAL).no == "line 1 E14 CON-072"
    assert play(pieces, "R", "1-2", "bs1 1 s20 !", position=PACT, **FORMAL).at("R:bs1") == "HELD:green"


@clause("CON-101", "CON-087", "CON-R38")
def test_an_allys_pieces_stay_prisoners(play):
    pieces = "R:bs1@t5 G:ar1@HELD:orange G:ar2@l23 O:bs1@p5"
    assert play(pieces, "R", "2-4", "bs1 2 u4 v3", position=PACT, **FORMAL).at("G:ar1") == "HELD:red"


@clause("CON-102")
@pytest.mark.parametrize(("teams", "friend", "enemies"), [("opposite", "G", "YO"), ("adjacent", "Y", "GO")])
def test_partners_are_friends(play, teams, friend, enemies):
    for other in "YGO":
        played = play(f"R:ar1@l2 {other}:ar1@m2", "R", "2-1", "ar1 2 m2 n2", teams=teams)
        assert played.held("R") == ("" if other == friend else f"{other}:ar1")
    for one, two in ((friend, "R"), tuple(enemies), tuple(reversed(enemies))):
        landing = play(f"{one}:ar1@l2 {two}:ar1@m2", one, "1-2", "ar1 1 m2", teams=teams)
        assert landing.no == "line 1 E12 CON-045"


@clause("CON-102", "CON-R39")
def test_each_moves_only_his_own(play):
    pieces = "R:ar1@l2 R:ar2@START G:ar3@l23 Y:ar1@a12"
    assert play(pieces, "R", "1-2", "l23 1 m23", teams="opposite").codes == ["E02"]
    by_id = play("R:ar1@l2 G:ar3@l23", "R", "1-2", "ar3 1 m23", teams="opposite")
    assert by_id.no == "line 1 E03 CON-027", "ar3 is Red's own ar3, and that one is in reserve"


@clause("CON-102", "CON-019")
@pytest.mark.parametrize("teams", ["opposite", "adjacent"])
def test_turns_go_round_as_ever(play, turns, teams):
    played = turns(play(ALL, "R", "1-2", "", teams=teams), "R", teams=teams)
    assert played.to_move == "yellow"
    assert turns(played, "YG", teams=teams).to_move == "orange"


@clause("CON-103")
def test_an_heir_frees_his_partners_pieces(play):
    pieces = "R:bs1@t5 R:ar2@HELD:orange G:ar1@HELD:orange Y:ar1@HELD:orange O:bs1@p5"
    played = play(pieces, "R", "2-4", "bs1 2 u4 v3", teams="opposite")
    assert played.at("R:ar2 G:ar1 Y:ar1") == "START START HELD:red"
    enemies = play(pieces, "R", "2-4", "bs1 2 u4 v3")
    assert enemies.at("R:ar2 G:ar1 Y:ar1") == "START HELD:red HELD:red"


@clause("CON-103", "CON-089")
def test_by_a_last_piece_as_well(play):
    pieces = "Y:*@HELD:red Y:bs3@q6 R:ar1@HELD:yellow G:ar1@HELD:yellow O:ar1@HELD:yellow G:pl1@p5"
    played = play(pieces, "G", "1-2", "pl1 1 q6", teams="opposite")
    assert played.at("R:ar1 G:ar1 O:ar1") == "START START HELD:green"


@clause("CON-103", "CON-R41")
def test_a_partner_who_is_out_is_not_revived(play):
    gone = {"turn": 9, "out": {"green": {"how": "circle", "heir": "orange", "turn": 2}}}
    pieces = "R:bs1@t5 R:ar2@HELD:orange G:*@HELD:orange O:bs1@p5 Y:ar1@a12"
    played = play(pieces, "R", "2-4", "bs1 2 u4 v3", teams="opposite", position=gone)
    assert played.at("R:ar2 G:ar1 G:pl2") == "START HELD:red HELD:red"


@clause("CON-104", "CON-R45")
def test_no_move_ends_on_a_friends_circle(play):
    partner = play("R:ar1@w21", "R", "1-2", "ar1 1 v22", teams="opposite")
    assert partner.no == "line 1 E13 CON-104"
    assert "v22" in partner.message
    ally = play("R:ar1@w21", "R", "1-2", "ar1 1 v22", position=PACT, **FORMAL)
    assert ally.no == "line 1 E13 CON-104"
    own = play("G:ar1@w21", "G", "1-2", "ar1 1 v22", teams="opposite")
    assert own.ok


@clause("CON-104")
def test_but_may_pass_over_it(play):
    played = play("R:ar1@w21 G:aa@v22", "R", "2-1", "ar1 2 v22 u23", teams="opposite")
    assert played.moves == ["R:ar1 2 w21-v22-u23"]
    assert played.gone == []
    assert played.at("G:aa") == "v22"


@clause("CON-104", "CON-R41")
def test_a_dead_partners_circle_is_an_ordinary_one(play):
    gone = {"turn": 9, "out": {"green": {"how": "circle", "heir": "orange", "turn": 2}}}
    played = play("R:ar1@w21 G:*@HELD:orange Y:ar1@a12", "R", "1-2", "ar1 1 v22", teams="opposite", position=gone)
    assert played.at("R:ar1") == "v22"


@clause("CON-105", "CON-R40")
def test_partners_mines_are_safe(play):
    pieces = "R:bs1@r20 R:pl1@r19"
    played = play(pieces, "R", "1-2", "bs1 1 s20 / pl1 2 s18 t19", teams="opposite")
    assert played.at("R:bs1 R:pl1") == "s20 t19"
    enemy = play("R:bs1@r5", "R", "1-2", "bs1 1 s5", teams="opposite")
    assert enemy.no == "line 1 E14 CON-072"


@clause("CON-105", "CON-R40")
def test_option_partners_mines_are_live(play):
    options = {"teams": "opposite", "partner_mines": "live"}
    assert play("R:bs1@r20", "R", "1-2", "bs1 1 s20", **options).no == "line 1 E14 CON-072"
    assert play("R:bs1@r20", "R", "1-2", "bs1 1 s20 !", **options).at("R:bs1") == "HELD:green"
    assert play("R:pl1@r19", "R", "2-1", "pl1 2 s18 t19", **options).no == "line 1 E14 CON-076"
    assert play("R:pl1@r19", "R", "2-1", "pl1 2 s20 t20", **options).ok


@clause("CON-105", "CON-R40")
@pytest.mark.parametrize("value", ["safe", "live"])
def test_partner_mines_mean_nothing_to_enemies(play, value):
    played = play("Y:bs1@r20", "Y", "1-2", "bs1 1 s20", teams="opposite", partner_mines=value)
    assert played.codes == ["E14"]
