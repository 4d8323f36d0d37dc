"""Expert: the pursuit."""

import pytest

clause = pytest.mark.clause


def chase(victor="blue", **riders):
    return {"phase": "pursuit", "pursuit": {"victor": victor, "riders": riders}}


@pytest.fixture
def pursue(play):
    """BLUE pursues, unless `victor` says otherwise, with the given riders; the pieces are the fugitives."""

    def pursue(pieces, orders="", riders=None, gone=None, seat="blue", victor="blue", n=None, **kwargs):
        position = chase(victor, **(riders or {"V1": "CH"})) | {"eliminated": gone or {}}
        more = kwargs.pop("position", {})
        return play(pieces, orders, seat=seat, n=n, version="expert", position=position | more, **kwargs)

    return pursue


@clause("SWL-160", "SWL-164")
def test_the_battle_stops(play):
    played = play("CH I10, CH L5, BF F8, KH A5, NE A1", "L5 L10", "2 1", version="expert")
    assert played.awaiting == {"blue": "pursuit"}
    for order in ("A1 A2", "attack A1 A5", "fire A1 A2", "enter CU E1", "rest A1", "card IN A1-A2"):
        assert played.then(order).codes == ["E-PHASE"]
    assert played.then("save F8", seat="red").codes == ["E-PHASE"]


@clause("SWL-160")
def test_no_turn_limit_in_a_pursuit(pursue):
    played = pursue("BF E9, BF F9, BF G9", "cut V1 E9 / end", turn=40, riders={"V1": "CH", "R1": "KH"})
    assert played.end is None
    assert played.awaiting == {"red": "pursuit"}


@clause("SWL-160", "SWL-103")
def test_no_draw_is_agreed_in_a_pursuit(pursue):
    played = pursue("BF E9, BF F9", "offer draw", riders={"V1": "CH", "R1": "KH"})
    assert played.codes == ["E-PHASE"]
    assert pursue("BF E9", {"red": "resign"}).end == "blue resigned SWL-103"
    assert pursue("BF E9", "resign").end == "red resigned SWL-103"


@clause("SWL-161", "SWL-162", "SWL-R57", "SWL-173")
def test_who_takes_part(play):
    left = {"turn": 1, "seat": "blue"}
    pool = {
        "blue": [
            "CH",
            {"code": "CU", "blocks": 2, "status": "withdrawn", "left": left},
            "LN",
            {"code": "OG", "status": "late"},
        ],
        "red": ["KH", "BF", "BA"],
    }
    pieces = "CH I10, CH L9, NA A1, NE B1, LN C1, FA D1, WE E8, UX F7, SL L5, BF A8, BA B8, DC-1 C8"
    more = {"pool": pool, "undrawn": ["SL", "BU"]}
    played = play(pieces, "L9 L10", "1 1 1 1 1 1 1", version="expert", position=more)
    riders = played.position["pursuit"]["riders"]

    def codes(letter):
        shown = (
            rider if isinstance(rider, str) else rider["code"] for label, rider in riders.items() if label[0] == letter
        )
        return sorted(code.split("-")[0] for code in shown)

    assert codes("V") == ["CH", "CH", "CH", "CU", "NE"]
    assert codes("R") == ["DC", "KH", "SL", "UX"]
    fugitives = {square: piece for square, piece in played.view("red")["board"].items() if piece["side"] == "red"}
    assert sorted(piece["code"] for piece in fugitives.values() if piece["arm"] != "c") == ["BA", "BF"]


@clause("SWL-R57")
def test_who_has_recovered(play):
    def away(turn, seat):
        return {"code": "CU", "blocks": 2, "status": "withdrawn", "left": {"turn": turn, "seat": seat}}

    def blocks(turn, seat):
        pool = {"pool": {"blue": [away(turn, seat)]}}
        played = play("LN I10, LN L9, BF A8", "L9 L10", "1", version="expert", position=pool)
        rider = played.position["pursuit"]["riders"]["V1"]
        return (0 if "-" not in rider else int(rider[-1])) if isinstance(rider, str) else rider.get("blocks", 0)

    assert blocks(5, "red") == 2
    assert blocks(4, "blue") == 0
    assert blocks(4, "red") == 0


@clause("SWL-162", "SWL-R67")
def test_fugitives_are_infantry_and_guns(pursue):
    assert pursue("BF E9", "cut V1 E9").lost("red") == "BF"
    assert pursue("BA E9", "cut V1 E9").lost("red") == "BA"
    assert pursue("FG E9, BF A9", "cut V1 E9").lost("red") == "FG"
    assert pursue("BF E9, LN E4", "cut V1 E4").codes == ["E-PURSUIT"]
    assert pursue("BF E9", "cut V1 F9").codes == ["E-PURSUIT"]


@clause("SWL-163", "SWL-169")
@pytest.mark.parametrize(
    ("riders", "gone", "retired", "n"),
    [
        ({"V1": "CH", "V2": "NE"}, {}, [], 3),
        ({"V1": "CH"}, {"blue": {"NE": 1}}, [], 2),
        ({"V1": "CH", "V2": "NE"}, {"blue": {"NA": 1}}, [], 1),
        ({"V1": "CH"}, {}, ["NE"], 3),
    ],
)
def test_actions_of_a_pursuit(pursue, riders, gone, retired, n):
    pursuit = {"victor": "blue", "riders": riders, "retired": {"blue": retired, "red": []}}
    assert pursue("BF E9, BF F9", gone=gone, position={"pursuit": pursuit}).actions == f"0/{n}"


@clause("SWL-163")
def test_bulow_counts_and_nations_do_not_matter(pursue):
    riders = {"V1": "UX", "V2": "BU", "V3": "SL", "R1": "CH"}
    played = pursue("LN E1, LN F1, LN G1, LN H1", riders=riders, victor="red", seat="red")
    assert played.actions == "0/4"
    assert played.then("cut V3 E1 / cut V3 F1 / cut V3 G1 / cut V3 H1").ok


@clause("SWL-164")
def test_plies_alternate(pursue):
    played = pursue("BF E9, BF F9, BF G9", "cut V1 E9 / end")
    assert played.awaiting == {"red": "pursuit"}
    assert played.then("save F9 / end").awaiting == {"blue": "pursuit"}


@clause("SWL-165", "SWL-161")
@pytest.mark.parametrize("order", ["cut V2 E9", "cut NA E9", "cut R1 E9", "charge V1 V1", "charge V1 R2"])
def test_who_cuts_and_charges(pursue, order):
    assert pursue("BF E9, BF F9", order, riders={"V1": "CH", "R1": "KH"}).codes == ["E-PURSUIT"]


@clause("SWL-166")
@pytest.mark.parametrize(
    ("ours", "theirs", "lost"),
    [("PL", "DC", "red"), ("CU", "DC", "red"), ("CU-1", "DC", "blue"), ("NE", "SG", "red"), ("CH", "UX", "blue")],
)
def test_a_charge_of_the_victor(pursue, ours, theirs, lost):
    played = pursue("BF E9", "charge V1 R1", riders={"V1": ours, "V2": "CH", "R1": theirs, "R2": "KH"})
    assert played.ok
    other = "blue" if lost == "red" else "red"
    assert played.lost(lost) == (theirs if lost == "red" else ours.split("-")[0])
    assert played.lost(other) == ""


@clause("SWL-166")
def test_a_charge_of_the_defeated(pursue):
    riders = {"V1": "CH", "V2": "CU", "R1": "KH", "R2": "SG"}
    played = pursue("BF E9, BF F9", "charge R1 V1", riders=riders, seat="red")
    assert played.lost("red") == "KH"
    strong = pursue("BF E9, BF F9", "charge R2 V2", riders=riders, seat="red")
    assert strong.lost("blue") == "CU"
    assert strong.rolled == ""
    event = strong.of("charge", None)[0]
    assert (event["piece"]["code"], event["target"]["code"]) == ("SG", "CU")


@clause("SWL-167")
def test_heavy_cavalry_tires(pursue):
    def blocks(played, label):
        rider = played.position["pursuit"]["riders"][label]
        return (0 if "-" not in rider else int(rider[-1])) if isinstance(rider, str) else rider.get("blocks", 0)

    riders = {"V1": "CU", "V2": "CU-4", "R1": "KH", "R2": "KH"}
    played = pursue("BF E9, BF F9, BF G9", "cut V1 E9 / cut V2 F9", riders=riders)
    assert (blocks(played, "V1"), blocks(played, "V2")) == (1, 4)
    charged = pursue("BF E9, BF F9", "charge V1 R1", riders=riders)
    assert blocks(charged, "V1") == 1
    assert pursue("BF E9", "rest E9", riders=riders).codes == ["E-PHASE"]


@clause("SWL-168", "SWL-172")
def test_saving(pursue):
    played = pursue("BF E9, BF F9, BF G9", "save E9 / save F9", seat="red", riders={"V1": "CH", "R1": "KH"})
    assert played.ok
    assert played.lost("red") == ""
    assert played.board == "BF G9"
    assert played.position["pursuit"]["saved"]["red"] == ["BF", "BF"]
    assert pursue("BF E9, BF F9", "save E9").codes == ["E-PURSUIT"]
    assert pursue("BF E9, BF F9", "cut R1 E9", seat="red", riders={"V1": "CH", "R1": "KH"}).codes == ["E-PURSUIT"]


@clause("SWL-169", "SWL-172", "SWL-R59")
def test_retiring(pursue):
    riders = {"V1": "CH", "V2": "PL-2", "R1": "KH", "R2": "KH"}
    played = pursue("BF E9, BF F9", "retire V2", riders=riders)
    assert played.ok
    assert played.actions == "1/2"
    assert "V2" not in played.position["pursuit"]["riders"]
    assert played.lost("blue") == ""
    assert played.then("cut V2 E9").codes == ["E-PURSUIT"]
    red = pursue("BF E9, BF F9", "retire R1", riders=riders, seat="red")
    assert red.lost("red") == ""
    assert pursue("BF E9", "retire R1", riders=riders).codes == ["E-PURSUIT"]


@clause("SWL-170", "SWL-R60")
def test_how_it_ends(pursue):
    riders = {"V1": "CH", "R1": "KH"}
    assert pursue("BF E9", "stop", riders=riders).end.endswith("SWL-171")
    assert pursue("BF E9", "end", riders=riders).end.endswith("SWL-171")
    assert pursue("BF E9", "cut V1 E9", riders={"V1": "CH"}).end.endswith("SWL-171")
    assert pursue("BF E9", "cut V1 E9", riders=riders).end is None
    assert pursue("BF E9", "stop", riders=riders, seat="red").codes == ["E-PURSUIT"]


@clause("SWL-170")
def test_it_ends_without_riders_or_actions(pursue):
    lost = pursue("BF E9, BF F9", "charge R1 V1 / end", riders={"V1": "CH", "R1": "UX"}, seat="red")
    assert lost.end is not None
    chief = {"blue": {"NA": 1, "NE": 1}}
    idle = pursue("BF E9, BF F9", "save E9 / end", riders={"V1": "CH", "R1": "KH"}, gone=chief, seat="red")
    assert idle.end is not None


@clause("SWL-171", "SWL-R61")
def test_casualties_of_the_whole_game_or_of_the_pursuit(pursue):
    gone = {"blue": {"LN": 2}, "red": {"BF": 12}}
    assert pursue("BF E9", "stop", gone=gone).end == "blue major SWL-171"
    assert pursue("BF E9", "stop", gone=gone, casualties="pursuit").end == "draw indecisive SWL-171"
    prussians = {"blue": {}, "red": {"PI": 3, "LW": 1}}
    assert pursue("BF E9", "stop", gone=prussians).end == "blue minor SWL-171"


@clause("SWL-171")
def test_red_may_pursue(pursue):
    gone = {"blue": {"LN": 11}, "red": {"BF": 1}}
    played = pursue("LN E2", "stop", riders={"V1": "KH"}, victor="red", seat="red", gone=gone)
    assert played.end == "red major SWL-171"


@clause("SWL-172")
def test_fugitives_left_are_no_casualties(pursue):
    gone = {"blue": {}, "red": {"BF": 3}}
    assert pursue("BF E9, BF F9, BF G9, BF H9", "stop", gone=gone).end == "draw indecisive SWL-171"


@clause("SWL-173", "SWL-R58")
def test_labels_hide_names(play):
    pieces = "CH I10, LN L9, *PL A2, CU B2, BF A8, KH A9, DC B9"
    one = play(pieces, "L9 L10", "1 1 1", version="expert")
    other = play(pieces, "L9 L10", "3 2 2", version="expert")
    assert one.position["pursuit"]["riders"] != other.position["pursuit"]["riders"]
    theirs = [rider for label, rider in one.view("red")["pursuit"]["riders"].items() if label[0] == "V"]
    assert sorted(rider["code"] or "-" for rider in theirs) == ["-", "-", "PL"]
    own = [rider for label, rider in one.view("red")["pursuit"]["riders"].items() if label[0] == "R"]
    assert sorted(rider["code"] for rider in own) == ["DC", "KH"]


@clause("SWL-R62", "SWL-R18")
def test_the_victor_on_his_own(pursue):
    riders = {"V1": "CU", "V2": "NE", "V3": "CH", "V4": "CH", "R1": "KH"}
    played = pursue("BF F10, BF B8, BF C8, BA A10, BF L7", due=True, riders=riders)
    assert [(event["label"], event["square"]) for event in played.of("cut", "blue")] == [
        ("V3", "A10"),
        ("V3", "B8"),
        ("V3", "C8"),
    ]
    alone = pursue("BF A10, BF B8, BF C8, BF L7", due=True, riders={"V1": "CU", "V2": "NE", "R1": "KH"})
    assert {event["label"] for event in alone.of("cut", "blue")} == {"V2"}
    heavy = pursue("BF A10, BF B8, BF C8, BF L7", due=True, riders={"V1": "CU", "V2": "PL", "R1": "KH"}, n=None)
    assert next(event["label"] for event in heavy.of("cut", "blue")) == "V2"
    none = pursue("LN A2", due=True, riders={"V1": "CU", "R1": "KH"})
    assert none.end is not None


@clause("SWL-R62", "SWL-R18")
def test_the_defeated_on_his_own(pursue):
    riders = {"V1": "CH", "R1": "UX"}
    played = pursue("BF A9, BA F10, HR B8, BF C8, FG L7", due=True, riders=riders, seat="red")
    assert [event["square"] for event in played.of("save", "red")] == ["L7", "B8", "F10"]
    ties = pursue("BF C10, BF C9, BF B10, BF L7", due=True, riders=riders, seat="red")
    assert [event["square"] for event in ties.of("save", "red")] == ["B10", "C9", "C10"]


@clause("SWL-R62")
def test_plans(pursue):
    riders = {"V1": "CH", "R1": "KH"}
    fugitives = "BF A9, BF B9, BF C9, BF D9, BF E9, BF F9, BF G9"
    played = pursue(fugitives, "plan cut G9 F9 A1 E9", riders=riders)
    assert played.awaiting == {"red": "pursuit"}
    assert played.board == "BF A9, BF B9, BF C9, BF D9, BF E9"
    saved = played.then("plan save E9 D9 C9")
    # RED saves two; BLUE's E9 is gone, so his list is used up and he is asked.
    assert saved.board == "BF A9, BF B9, BF C9"
    assert saved.awaiting == {"blue": "pursuit"}


@clause("SWL-R62")
def test_plans_on_both_sides_play_to_the_end(pursue):
    riders = {"V1": "CH", "R1": "KH"}
    fugitives = "BF A9, BF B9, BF C9, BF D9, BF E9, BF F9, BF G9"
    played = pursue(fugitives, "plan auto", riders=riders).then("plan auto")
    assert played.board == ""
    assert played.lost("red") == "BF BF BF BF"
    # RED's hussar still rides, and the victor has no fugitive left: by himself he stops.
    assert played.end == "blue minor SWL-171"
