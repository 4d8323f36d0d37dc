"""W95-016 to W95-021: the set-up."""

import pytest

clause = pytest.mark.clause

TEN = "place N1 S27 / place N2 P26 / place N3 R26 / place N4 U22 / place N5 V24 / place N6 Y23 / place N7 Y26"
DEFAULT = "place default"


@clause("W95-016")
def test_nobody_throws_before_every_army_is_posted(post):
    played = post({"napoleon": DEFAULT})
    assert played.awaiting == {"wellington": "setup"}
    assert played.kinds == ["posted"]
    both = post({"wellington": DEFAULT}, first=[{"napoleon": DEFAULT}])
    assert both.kinds[-1] == "throw"
    assert both.awaiting == {"napoleon": "throw"}


@clause("W95-016", "W95-R05")
def test_all_ten_pieces_have_to_be_posted(post):
    played = post({"napoleon": f"{TEN} / place N8 R29 / place NC U27"})
    assert played.codes == ["E18"]
    assert played.lines == [None]
    assert "W95-016" in played.clause
    assert "ND" in played.message
    assert post({"napoleon": f"{TEN} / place N8 R29 / place NC U27 / place ND W26"}).ok


@clause("W95-017", "W95-R03")
@pytest.mark.parametrize(
    ("spot", "links"),
    [("T21", 10), ("T20", 11), ("M26", 10), ("M25", 11), ("M29", 8), ("L29", 9), ("K29", 10), ("J29", 11)],
)
def test_ten_links_from_the_nearest_own_star_is_the_limit(post, spot, links):
    played = post({"napoleon": f"{DEFAULT} / place N2 {spot}"})
    if links <= 10:
        assert played.ok
        assert played.at("N2") == spot
    else:
        assert played.codes == ["E16"]
        assert "W95-017" in played.clause
        assert spot in played.message
        assert "11" in played.message
        assert "Paris" in played.message


@clause("W95-018", "W95-R04")
def test_two_pieces_of_an_army_may_not_be_adjacent(post):
    played = post({"napoleon": f"{DEFAULT} / place N3 Q26"})
    assert played.codes == ["E17"]
    assert "W95-018" in played.clause
    assert all(word in played.message for word in ("N2", "P26", "N3", "Q26"))


@clause("W95-018", "W95-R04")
@pytest.mark.parametrize(
    ("spot", "code"), [("M14", "E17"), ("M12", "E17"), ("M13", "E18"), ("M11", None), ("L11", None)]
)
def test_a_partners_pieces_count_for_adjacency(post, spot, code):
    """Wellington stands on M13, inside both Allied zones; Bluecher's second piece comes near."""
    played = post(
        {"blucher": f"{DEFAULT} / place B2 {spot}"},
        first=[{"wellington": f"{DEFAULT} / place W2 M13"}],
        mode="four",
    )
    assert played.codes == ([code] if code else [])
    if code:
        assert "W2" in played.message
        assert "M13" in played.message


@clause("W95-018")
def test_the_later_of_two_partners_gives_way_in_one_mail_too(post):
    """Both Allied set-ups in the same batch: one of them is refused, the other stands."""
    played = post({"wellington": f"{DEFAULT} / place W2 M13", "blucher": f"{DEFAULT} / place B2 M14"}, mode="four")
    assert played.codes == ["E17"]
    assert set(played.awaiting) == {"napoleon", "ney", played.refusal["seat"]}


@clause("W95-019")
def test_two_pieces_may_not_share_a_spot(post):
    played = post({"napoleon": f"{DEFAULT} / place N6 V24"})
    assert played.codes == ["E18"]
    assert "W95-019" in played.clause
    assert all(word in played.message for word in ("N5", "N6", "V24"))


@clause("W95-019", "W95-R03")
@pytest.mark.parametrize("spot", ["S27", "V29", "W28", "X29"])
def test_hills_and_own_stars_may_be_used(post, spot):
    played = post({"napoleon": f"{DEFAULT} / place N1 {spot}"})
    assert played.codes == []
    assert played.at("N1") == spot


@clause("W95-019", "W95-018")
def test_only_one_piece_fits_on_the_own_triangle(post):
    assert post({"napoleon": f"{DEFAULT} / place N8 V29"}).ok
    assert post({"napoleon": f"{DEFAULT} / place N8 V29 / place NC X29"}).codes == ["E17"]


@clause("W95-019")
def test_later_lines_for_a_piece_replace_earlier_ones(post):
    played = post({"napoleon": f"place N8 V29 / {DEFAULT} / place N8 M29 / place N8 P29"})
    assert played.ok
    assert played.at("N8") == "P29"


@clause("W95-020")
def test_after_the_set_up_pieces_may_stand_together(play):
    played = play("N: @N / W: @W", "N", "1-2-5", "N2 1 Q26 / N4 2 V23 / N8 5 L29")
    assert played.ok
    assert played.at("N2 N3 N4 N5") == "Q26 R26 V23 V24"


@clause("W95-021", "W95-R04")
def test_a_secret_set_up_is_shown_when_all_are_in_and_not_before(post, rules):
    """The one thing all may know is that a set-up has come."""
    options = rules.settle({})
    first = post({"napoleon": DEFAULT})
    assert first.of("posted")[0]["army"] == "N"
    assert "setup" not in first.kinds
    position = rules.decode(first.position, options)
    assert len(rules.view(position, "napoleon")["pieces"]) == 10
    for stranger in ("wellington", None):
        view = rules.view(position, stranger)
        assert view["pieces"] == {}
        assert view["posted"] == ["N"]
    both = post({"wellington": DEFAULT}, first=[{"napoleon": DEFAULT}])
    assert sorted(event["army"] for event in both.of("setup")) == ["N", "W"]
    opened = rules.decode(both.position, options)
    assert all(len(rules.view(opened, seat)["pieces"]) == 20 for seat in ("napoleon", "wellington", None))


@clause("W95-021", "W95-R04")
def test_partners_see_each_others_accepted_set_up(post, rules):
    options = rules.settle({"mode": "four"})
    position = rules.decode(post({"wellington": DEFAULT}, mode="four").position, options)
    assert len(rules.view(position, "blucher")["pieces"]) == 10
    for stranger in ("napoleon", "ney", None):
        assert rules.view(position, stranger)["pieces"] == {}


@clause("W95-021")
def test_an_accepted_set_up_is_final_and_a_refused_one_leaves_nothing(post):
    again = post({"napoleon": f"{DEFAULT} / place N8 P29"}, first=[{"napoleon": DEFAULT}])
    assert again.codes == ["E19"]
    assert again.at("N8") == "R29"
    refused = post({"napoleon": "place N1 T20"})
    assert refused.pieces == {}
    later = post({"napoleon": "place N8 P29"}, first=[{"napoleon": f"{DEFAULT} / place N1 T20"}])
    assert set(later.codes) == {"E18"}


@clause("W95-021", "W95-R04")
def test_open_armies_post_one_after_another_before_all_eyes(post, rules):
    first = post({}, setup="open", mode="four")
    assert first.awaiting == {"napoleon": "setup"}
    early = post({"wellington": DEFAULT}, setup="open", mode="four")
    assert early.codes == ["E19"]
    shown = post({"napoleon": DEFAULT}, setup="open", mode="four")
    assert shown.awaiting == {"ney": "setup"}
    position = rules.decode(shown.position, rules.settle({"mode": "four", "setup": "open"}))
    assert all(len(rules.view(position, seat)["pieces"]) == 10 for seat in ("wellington", "ney", None))
    third = post({"ney": DEFAULT}, first=[{"napoleon": DEFAULT}], setup="open", mode="four")
    assert third.awaiting == {"wellington": "setup"}
    fourth = post({"wellington": DEFAULT}, first=[{"napoleon": DEFAULT}, {"ney": DEFAULT}], setup="open", mode="four")
    assert fourth.awaiting == {"blucher": "setup"}


@clause("W95-021", "W95-R04")
def test_open_duel_napoleon_posts_first(post):
    assert post({}, setup="open").awaiting == {"napoleon": "setup"}
    assert post({"napoleon": DEFAULT}, setup="open").awaiting == {"wellington": "setup"}


@clause("W95-016", "W95-097")
@pytest.mark.parametrize("mode", ["three", "double"])
def test_a_player_with_two_armies_posts_both_in_one_mail(post, mode):
    both = post({"napoleon": DEFAULT}, mode=mode)
    assert both.ok
    assert len(both.pieces) == 20
    assert sorted(event["army"] for event in both.of("posted")) == ["N", "Y"]
    mixed = post({"napoleon": f"{DEFAULT} / place N2 M27 / place Y2 M28"}, mode=mode)
    assert mixed.codes == ["E17"]
    half = post({"napoleon": f"{TEN} / place N8 R29 / place NC U27 / place ND W26"}, mode=mode)
    assert set(half.codes) == {"E18"}


@clause("W95-016", "W95-019")
def test_set_up_errors_in_the_lines_come_before_those_of_the_whole(post):
    played = post({"napoleon": f"{DEFAULT} / place N9 V29 / place W1 V29 / place N1 I15 / place N2 PA / place N3"})
    assert played.codes == ["E02", "E03", "E05", "E05", "E01"]
    assert played.lines == [2, 3, 4, 5, 6]
