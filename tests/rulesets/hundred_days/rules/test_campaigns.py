"""The campaigns that come with the rule set (V1 to V8), and what a text of one's own may get wrong (HD-111)."""

from __future__ import annotations

from collections import Counter
from math import hypot
from pathlib import Path

import networkx
import pytest

from core.contract import BadOption
from core.rulesets.hundred_days import campaign as campaigns

TAILS = (
    "F1 7, F2 7, F7 2, F3 6, F4 6, F6 4, FO 4, FY 2, FL 2, FH 2, FP 2, FE 2, FK 3, FM 2, A1 2, A2 3, A3 3, A4 3, A5 3, "
    "A6 2, AP 3, AC 3, AF 3, AB 3, AK 1, AN 2, AU 2, AV 3, AD 1, P1 3, P2 3, P3 3, P4 2, PR 3, P5 4, P7 4, PJ 4, P9 4, "
    "PT 3, PH 2, PB 4, PL 4, PW 3"
)
CURVES = {"paved": 1.06, "road": 1.15, "track": 1.2}
DANUBE = (Path(__file__).parents[4] / "docs" / "campaigns" / "danube-1809.txt").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def campaign(written):
    return campaigns.read(written["campaign"], own=False)


@pytest.fixture(scope="module", params=["campaign", "danube"])
def any_campaign(request, written):
    """One that comes with the rule set, and the example in docs/campaigns."""
    return campaigns.read(DANUBE) if request.param == "danube" else request.getfixturevalue("campaign")


def test_v1_places_links_and_bridges(campaign):
    assert (len(campaign.places), len(campaign.links)) == (56, 116)
    kinds = [link.kind for link in campaign.links]
    assert [kinds.count(kind) for kind in campaigns.CLASSES] == [29, 66, 21]
    assert (len(campaign.bridges), sum(link.bridge is not None for link in campaign.links)) == (9, 13)


def test_v2_the_net_is_connected(campaign):
    net = networkx.Graph([(link.a, link.b) for link in campaign.links])
    assert networkx.is_connected(net)
    assert min(degree for _, degree in net.degree) == 2


def test_v3_no_two_links_cross(any_campaign):
    campaign = any_campaign
    at = {place.code: (place.x, place.y) for place in campaign.places}

    def turns(one, two, three):
        return (two[0] - one[0]) * (three[1] - one[1]) - (two[1] - one[1]) * (three[0] - one[0])

    for number, one in enumerate(campaign.links):
        for other in campaign.links[:number]:
            if {one.a, one.b} & {other.a, other.b}:
                continue
            a, b, c, d = (at[place] for place in (one.a, one.b, other.a, other.b))
            assert not (turns(a, b, c) * turns(a, b, d) < 0 and turns(c, d, a) * turns(c, d, b) < 0), (one, other)


def test_v4_lengths(any_campaign):
    campaign = any_campaign
    at = {place.code: (place.x, place.y) for place in campaign.places}
    for link in campaign.links:
        straight = hypot(at[link.a][0] - at[link.b][0], at[link.a][1] - at[link.b][1])
        assert abs(straight * CURVES[link.kind] - link.length) <= 2, link


def test_v5_forces(campaign):
    sums = {army.letter: [0, 0, 0, 0] for army in campaign.armies}
    for force in campaign.forces:
        for at, number in enumerate((1, force.foot, force.horse, force.guns)):
            sums[force.army][at] += number
    assert sums == {"F": [14, 949, 227, 358], "A": [15, 725, 124, 180], "P": [14, 1010, 138, 296]}


@pytest.mark.clause("HD-019")
def test_v7_tails(campaign):
    tails = {force.code: max(1, -(-(force.foot + 2 * force.horse + force.guns) // 40)) for force in campaign.forces}
    assert tails == {part.split()[0]: int(part.split()[1]) for part in TAILS.split(", ")}


@pytest.mark.clause("HD-110")
def test_ligny(written):
    ligny = campaigns.read(written["ligny"], own=False)
    assert (ligny.begin, ligny.turns, ligny.nights_asked, ligny.breaks, ligny.capital) == (66, 12, True, False, None)
    assert len(ligny.forces) == 34


SMALL = """campaign Two towns
start 1 May 1809 07:00
turns 6
night 5
rain none
army X french The Xs
army Y coalition The Ys
place AAA 0.0 0.0 town Aaa
place BBB 10.0 0.0 open Bbb
place CCC 10.0 9.5 wood Ccc
link AAA BBB paved 106
link BBB CCC road 110 bridge Long Bridge
column X1 X 100 10 20 4 AAA ready 0 muster 0 First
column Y1 Y 90 12 16 3 CCC ready 0 muster 2 heavy Second
seat xavier X 2
seat ypsilon Y 2
person Xavier X 1 xavier with X1
person Yves Y 0 ypsilon at CCC
exit AAA X
exit CCC Y
held AAA french
points CCC french 20
points loss 1 join 0 apart 0 cut 8 broken 15 taken 15
capital none
handicap 3
end
"""


@pytest.mark.clause("HD-111")
def test_a_campaign_of_ones_own_is_played(rules):
    options = rules.settle({"campaign": SMALL})
    assert options["handicap"] == 3
    opening = rules.opening(options)
    assert rules.seats(options) == ("xavier", "ypsilon")
    played = rules.playout(opening, 1, 1_000).position
    assert rules.outcome(played) is not None
    assert rules.decode(rules.encode(played), options) == played


@pytest.mark.clause("HD-111")
@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("link AAA BBB paved 106", "link AAA ZZZ paved 106", "no_place"),
        ("link AAA BBB paved 106\n", "", "apart"),
        ("start 1 May 1809 07:00", "start 31 April 1809 07:00", "number"),
        ("start 1 May 1809 07:00", "start 1 May 1809 08:00", "word"),
        ("turns 6", "turns 600", "number"),
        ("army X french", "army X saxon", "word"),
        ("army Y coalition", "army Y french", "sides"),
        ("column Y1 Y", "column X2 Y", "army"),
        ("column Y1 Y 90", "column Y1 Y ninety", "number"),
        ("CCC ready 0 muster 2", "AAA ready 0 muster 2", "enemies"),
        ("seat xavier X 2", "seat march X 2", "word"),
        ("seat xavier X 2", "seat host X 2", "word"),
        ("with X1", "with X9", "no_column"),
        ("exit CCC Y\n", "", "missing"),
        ("end\n", "", "no_end"),
        ("end\n", "end\nplace DDD 0 0 open Ddd\n", "after_end"),
        ("night 5\n", "night 5\nturns 6\n", "order"),
        ("seat ypsilon Y 2", "seat ypsilon Y 3", "seats"),
        ("handicap 3", "handicap 3 4", "more"),
        ("campaign Two towns", "campain Two towns", "kind"),
        ("place BBB 10.0", "place BBB ten", "number"),
    ],
)
def test_the_first_thing_wrong_is_named_with_its_line(rules, old, new, reason):
    assert old in SMALL
    with pytest.raises(BadOption) as refused:
        rules.settle({"campaign": SMALL.replace(old, new)})
    assert (refused.value.clause, refused.value.facts["reason"]) == ("HD-111", reason)
    assert 1 <= refused.value.facts["line"] <= SMALL.count("\n") + 2


@pytest.mark.clause("HD-111")
@pytest.mark.parametrize(
    ("players", "seats"),
    [
        (2, ("napoleon", "charles")),
        (4, ("napoleon", "davout", "charles", "hiller")),
        (7, ("napoleon", "davout", "lefebvre", "massena", "charles", "hiller", "kolowrat")),
    ],
)
def test_the_danube_has_seats_for_two_to_seven(rules, players, seats):
    assert rules.seats(rules.settle({"campaign": DANUBE, "players": players})) == seats


@pytest.mark.clause("HD-111")
def test_neither_side_has_the_danube_by_chance(rules):
    """Nothing of 1815 is built in: whoever plays at random wins with either side, on this map as on the other."""
    options = rules.settle({"campaign": DANUBE})
    opening = rules.opening(options)
    ends = [rules.playout(opening, seed, 5_000).position for seed in range(100)]
    assert all(rules.decode(rules.encode(end), options) == end for end in ends)
    won = Counter(rules.outcome(end).winners for end in ends)
    assert set(won) == {("napoleon",), ("charles",)}
    assert min(won.values()) > 30
