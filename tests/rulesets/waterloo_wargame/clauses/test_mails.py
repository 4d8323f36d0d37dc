"""Playing by mail: what a mail does, standing orders, silence, the words across the table, what is private."""

import pytest

from pbem.rulesets.waterloo_wargame import presentation

clause = pytest.mark.clause
PAIR = "F I2 inf 2 3000,1900/0; A D2 inf 2 3000,2000/180; F J1 inf 1 1000,1000/0; F G1 gun 5000,500/0"


@clause("WWG-029", "WWG-R59")
def test_a_mail_with_an_error_changes_nothing(play):
    refused = play(PAIR, "move j1 forward 100 / move g1 forward 101 / attack d2 with j1")
    assert refused.no == "2 E05, 3 E16"
    assert refused.events == []
    assert refused.at("J1") == "1000,1000/0"
    assert refused.awaiting == {"french": "turn"}


@pytest.mark.parametrize("header", ["turn 3", "TURN 3", "turn 3 # the third"])
def test_the_header_names_the_turn(play, header):
    position = {"round": 3}
    assert play(PAIR, f"{header} / pass", position=position).awaiting == {"allied": "turn"}
    assert play(PAIR, "turn 5 / pass", position=position).no == "1 E25"
    assert play(PAIR, "turn 3", position=position).events == []


@clause("WWG-R61")
def test_a_preview_is_not_carried_out(play):
    orders = "move j1 forward 100 / attack d2 with i2 / preview"
    table = play(PAIR, orders)
    assert (table.ok, table.events) == (True, [])
    odds = table.facts(orders, 2)
    assert odds["odds"] == {"win": 21, "draw": 5, "lose": 10, "of": 36}
    assert odds["fixed"] == {"attack": 3, "defence": 2}


@clause("WWG-R61", "WWG-102", "WWG-115", "WWG-117")
def test_a_duel_is_foreseen_in_figures_gun_by_gun(play):
    pieces = "F G1 gun 3000,1500/0; F H1 gun 3000,1000/0; F I1 inf 1 3000,1200/0; A G2 gun 3000,1900/180"
    orders = "fire g1, h1 at g2 / preview"
    near, far = play(pieces, orders, generals="A=G2").facts(orders, 1)["duels"]
    assert (near["gun"], near["fixed"], near["dice"]) == ("G1", {"attack": 5, "defence": 9}, 2)
    assert near["odds"]["of"] == 1296
    assert (far["gun"], far["fixed"]) == ("H1", {"attack": 5, "defence": 4})
    assert (far["dice"], far["odds"]) == (1, {"win": 21, "draw": 5, "lose": 10, "of": 36})
    # Who has gone over to a piece in this turn helps no duel, and who was there all the time does.
    ours = "fire h1 at g2"
    (helped,) = play(f"{pieces}; F K1 inf 1 3000,1700/0", f"{ours} / preview", generals="F=K1").facts(ours, 1)["duels"]
    assert (helped["fixed"], helped["dice"]) == ({"attack": 10, "defence": 4}, 2)
    joined = "general to k1 / fire h1 at g2"
    moved = play(f"{pieces}; F K1 inf 1 3000,1700/0", f"{joined} / preview", generals="F=I1").facts(joined, 2)
    assert moved["duels"][0]["fixed"] == {"attack": 5, "defence": 4}


@clause("WWG-099")
def test_several_orders_on_a_line(play, rules):
    pieces = "F G1 gun 2700,1200/0; F G2 gun 3300,1200/0; A B5 inf 5 3000,1900/180; F H1 gun 5000,1000/0"
    both = "fire g1 at b5; fire h1 at d1; fire g2 at b5"
    table = play(f"{pieces}; A D1 inf 1 5000,1500/180")
    lines = presentation().read([(1, both)])
    settled = rules.settle({"scenario": "bare"})
    verdicts = rules.check(rules.decode(table.position, settled), "french", lines).verdicts
    assert [verdict.facts["effect"] for verdict in verdicts] == ["destroy", "push", "destroy"]
    assert table.then(both, "2").losses == "F 0 A 5"


@clause("WWG-R61", "WWG-R60")
def test_a_preview_does_not_betray_standing_orders(play):
    horse = "A C2 cav 2 3000,2000/180; A E2 inf 2 3200,2000/180; F I5 inf 5 3000,1900/0"
    facts = [
        play(horse, position={"standing": {"allied": standing}}).facts("attack c2 with i5 / preview")
        for standing in ({}, {"evade": {"all": "never"}}, {"support": {"all": "none"}})
    ]
    assert facts[0] == facts[1] == facts[2]
    assert facts[0]["may_evade"] is True


def test_what_a_line_would_do_is_told_in_yards(play):
    table = play("F I2 inf 2 1000,1000/0; A B2 inf 2 1150,1230/180")
    facts = table.facts("move i2 to contact b2")
    assert (facts["from"], facts["to"], facts["across"], facts["touches"]) == (
        [1000, 1000, 0],
        [1085, 1130, 0],
        155.2,
        ["B2"],
    )
    assert facts["left"]["across"] == 45


@clause("WWG-R26", "WWG-R21", "WWG-R32", "WWG-R60")
def test_standing_orders_are_given_at_any_time_and_are_private(play):
    sent = "stand evade all never / stand support d2 none / stand draw d2 retreat / stand retreat all bearing 10"
    played = play(PAIR, {"A": sent})
    assert played.ok
    assert played.awaiting == {"french": "turn"}
    assert all(event["seen_by"] == ["allied"] for event in played.of("standing"))
    assert len(played.of("standing")) == 4
    assert played.view("F")["standing"] == {"french": played.view("F")["standing"]["french"]}
    assert played.view("A")["standing"]["allied"] == {
        "evade": {"all": "never"},
        "support": {"D2": "none"},
        "draw": {"D2": "retreat"},
        "retreat": {"all": 10},
        "fallback": None,
    }
    assert played.view(None)["standing"] == {}
    assert "10" not in str([event for event in played.events if "seen_by" not in event])


@clause("WWG-086", "WWG-119")
def test_standing_orders_in_a_mail_count_for_it(play):
    pieces = "F P3 inf 3 3000,1900/0; F R4 inf 4 3000,1400/0; F Y1 inf 1 200,200/0; A D4 inf 4 3000,2000/180"
    played = play(pieces, "attack d4 with p3 / stand general fallback y1", "1 1 6 6", generals="F=P3")
    assert played.position["generals"]["french"] == "Y1"
    assert play(pieces, "stand draw d4 retreat").no == "1 E02"
    assert play(pieces, "stand evade x9 never").no == "1 E01"


def test_a_piece_of_its_own_beats_all(play):
    pieces = "A C2 cav 2 3000,2000/180; F I5 inf 5 3000,1900/0"
    both = play(pieces, {"A": "stand evade all never / stand evade c2 always"})
    assert both.then("attack c2 with i5").kinds == ["evade"]
    never = both.then({"A": "stand evade c2 never"})
    assert never.then("attack c2 with i5", "1 1").kinds[0] == "fight"


@clause("WWG-R56")
def test_silence(play):
    stood = play(PAIR, due=True)
    assert stood.one("stood")["missed"] == 1
    assert stood.awaiting == {"allied": "turn"}
    assert stood.at("I2 D2") == "3000,1900/0 3000,2000/180"
    bad = play(PAIR, "move j1 forward 900", due=True)
    assert (bad.no, bad.awaiting) == ("1 E05", {"allied": "turn"})
    assert stood.then("pass").then("pass").position["missed"] == {"french": 0, "allied": 0}


@clause("WWG-R56")
def test_three_turns_missed_may_be_claimed(play):
    missed = {"missed": {"french": 3, "allied": 0}}
    assert play(PAIR, {"A": "claim game"}, position={"missed": {"french": 2, "allied": 0}}).no == "1 E34"
    assert play(PAIR, {"A": "claim game"}, position=missed).end == "allied claimed WWG-R56"
    computer = play(PAIR, {"A": "claim computer"}, position=missed)
    assert computer.position["computer"] == ["french"]
    assert computer.then("pass").position["computer"] == []
    assert computer.then("pass").of("returned")


@clause("WWG-R63")
def test_who_resigns_moves_nobody(play):
    """Words go first, wherever they stand: the lines above them are void."""
    played = play(PAIR, "pass / resign")
    assert played.end == "allied resigned 5.5"
    assert played.ok
    assert played.kinds == play(PAIR, "resign").kinds
    assert play(PAIR, {"A": "offer draw"}).facts("pass / resign")["status"] == "void"


@clause("WWG-R63")
def test_resignation_and_draw(play):
    assert play(PAIR, {"A": "resign"}).end == "french resigned 5.5"
    offered = play(PAIR, "offer draw")
    assert offered.position["draw_offers"] == ["french"]
    assert offered.then({"A": "offer draw"}).end == "draw agreed 5.5"
    assert offered.then({"F": "withdraw draw"}).position["draw_offers"] == []
    assert offered.then("pass").then("pass").position["draw_offers"] == []


@clause("WWG-R63")
def test_an_offer_stands_until_the_other_has_completed_a_turn(play):
    waiting = play(PAIR, "offer draw").then("pass")
    assert (waiting.position["draw_offers"], waiting.of("draw_lapsed")) == (["french"], [])
    lapsed = waiting.then("pass")
    assert (lapsed.position["draw_offers"], lapsed.one("draw_lapsed")["seat"]) == ([], "french")


@clause("WWG-R63")
def test_an_offer_beside_orders_stands_through_the_turn_of_the_other(play):
    moved = play(PAIR, "offer draw / move j1 forward 100")
    assert moved.position["draw_offers"] == ["french"]
    assert moved.of("draw_lapsed") == []
    assert moved.then("draw / pass").end == "draw agreed 5.5"


@clause("WWG-R63")
def test_an_offer_within_the_turn_of_the_other_counts_from_his_next(play):
    """The turn that runs is no turn that begins with it; the position says so to whoever takes it up."""
    waiting = play(PAIR, {"A": "offer draw"})
    assert waiting.position["early_offers"] == ["allied"]
    stands = waiting.then("pass")
    assert (stands.position["draw_offers"], stands.of("draw_lapsed")) == (["allied"], [])
    assert "early_offers" not in stands.position
    lapsed = stands.then("pass").then("pass")
    assert (lapsed.position["draw_offers"], lapsed.one("draw_lapsed")["seat"]) == ([], "allied")
    assert "early_offers" not in waiting.then({"A": "withdraw draw"}).position


@clause("WWG-R63", "WWG-R59")
def test_an_offer_beside_orders_that_are_refused_is_none(play):
    refused = play(PAIR, "draw / move j1 forward 900")
    assert (refused.no, refused.events, refused.position["draw_offers"]) == ("2 E05", [], [])
    assert play(PAIR).facts("draw / move j1 forward 900")["held"] == "refused"
    assert play(PAIR).facts("draw / move j1 forward 100 / preview")["held"] == "preview"
    assert "held" not in play(PAIR).facts("draw / move j1 forward 100")


@clause("WWG-R63")
def test_an_offer_made_again_is_the_same_offer(play):
    offered = play(PAIR, "offer draw")
    again = offered.then({"F": "draw"})
    assert (again.ok, again.events, again.position["draw_offers"]) == (True, [], ["french"])
    assert offered.facts("draw")["offer"] == "standing"
    assert play(PAIR, {"A": "draw"}).facts("draw")["offer"] == "agreed"


@clause("WWG-R56")
def test_turns_missed_are_counted_as_far_as_they_run(play):
    missed = {"missed": {"french": 2, "allied": 1}}
    assert play(PAIR, "pass", position=missed).position["missed"] == {"french": 0, "allied": 1}
    assert play(PAIR, due=True, position=missed).position["missed"] == {"french": 3, "allied": 1}


@clause("WWG-069")
def test_dice_from_a_seed_go_by_army_turns(ask, play):
    pieces = "F I2 inf 2 3000,1900/0; A D2 inf 2 3000,2000/180"
    seeded = [play(pieces, "attack d2 with i2", {"seed": "07"}, position={"round": n}).rolled for n in (1, 1, 2, 3, 4)]
    assert seeded[0] == seeded[1]
    assert len(set(seeded)) > 1
    assert play(pieces, "attack d2 with i2", "3").error["code"] == "dice_exhausted"


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("MOVE J1 BACK 100", "move j1 back 100"),
        ("  move   f02 back 100   # away", "move j1 back 100"),
        ("move j1 bearing south 100", "move j1 back 100"),
        ("turn j1 to ssw; pass", "turn j1 to 203"),
        ("turn j1 wnw", "turn j1 to 293"),
        ("turn j1 face 500,500", "turn j1 to 225"),
        ("move j1 to 1000,900", "move j1 back 100"),
        ("move j1 toward lba 141 then s 41", "move j1 toward 3900,2100 141 then south 41"),
    ],
)
def test_ways_of_writing(play, text, same):
    assert play(PAIR, text).at("J1") == play(PAIR, same).at("J1") != "1000,1000/0"


@pytest.mark.parametrize(
    "position",
    [
        {"pieces": [], "unknown": 1},
        {"pieces": [{"code": "I1"}]},
        {"pieces": [{"code": "LBA", "side": "french", "arm": "infantry", "men": 1, "x": 9, "y": 9, "heading": 0}]},
        {"pieces": [{"code": "I1", "side": "french", "arm": "gun", "men": 1, "x": 9, "y": 9, "heading": 0}]},
        {"pieces": [], "round": 21},
        {"pieces": [], "generals": {"french": "PET"}},
        {"pieces": [], "strongpoints": {"XYZ": None}},
    ],
)
def test_positions_that_cannot_be(ask, position):
    assert ask(position, scenario="bare").error["code"] in ("position", "shape")
