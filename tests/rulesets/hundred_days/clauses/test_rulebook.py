"""The rulebook against the rules: its clauses, the tables of the country and the armies, its map, its example."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from core.rulesets.hundred_days.campaign import Campaign
from core.rulesets.hundred_days.schema import REASON_CLAUSES, REASONS
from pbem.batch.answering import answer
from pbem.rulesets.hundred_days import board, dispatches, presentation
from pbem.rulesets.hundred_days.wording import REFUSALS

BOOK = (Path(board.__file__).parent / "rulebook.md").read_text(encoding="utf-8")
EVENTS = (Path(__file__).parents[4] / "core" / "rulesets" / "hundred_days" / "events.pyx").read_text(encoding="utf-8")
ANCHORS = re.findall(r'<a id="(HD-[^"]+)"></a>', BOOK)
ACTS = ("weather", "correction", "sighting", "ruling", "letter")  # of an umpire
OF_THE_GAME = (
    "turn",
    "end",
    "resigned",
    "draw",
    "given",
    *(f"umpire_{act}" for act in ACTS),
)  # events that are not of the log


def section(heading: str, until: str) -> str:
    return BOOK[BOOK.index(f"\n## {heading}") : BOOK.index(f"\n## {until}")]


def table(part: str) -> list[list[str]]:
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in re.findall(r"^\|.*\|$", part, re.M)]
    return rows[2:]


@pytest.fixture
def campaign(rules) -> Campaign:
    return rules.variant(rules.settle({})).campaign


def test_each_id_is_anchored_once_and_each_link_leads_somewhere():
    assert [anchor for anchor, count in Counter(ANCHORS).items() if count > 1] == []
    assert sorted(each for each in ANCHORS if "R" not in each) == [
        f"HD-{number:03}" for number in (*range(1, 120), *range(130, 138))
    ]
    assert [each for each in ANCHORS if "R" in each] == [f"HD-R{number:02}" for number in range(1, 19)]
    titles = re.findall(r"^#+ (.*)$", BOOK, re.MULTILINE)
    known = {*ANCHORS, *(re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles)}
    assert [target for target in re.findall(r"\]\(#([^)]+)\)", BOOK) if target not in known] == []


def test_the_parts_that_are_cited_by_number_are_there():
    titles = set(re.findall(r"^## (\d\.\d+) ", BOOK, re.MULTILINE))
    clauses = re.sub(r"\[[^]]*\]\([^)]*\)|^#.*$", "", section("3.1 ", "5.1 "), flags=re.MULTILINE)
    assert set(re.findall(r"(?<![\d.])[2-5]\.\d{1,2}(?![\d%])", clauses)) <= titles


def test_the_table_of_places_is_the_country(campaign):
    rows = table(section("2.2 ", "2.3 "))
    assert [row[:3] for row in rows] == [[place.code, place.name, place.terrain] for place in campaign.places]
    roads = {
        (row[0], code, int(hm), kind) for row in rows for code, hm, kind in re.findall(r"(\w{3}) (\d+)([prt])", row[3])
    }
    ends = [(link.a, link.b, link.length, link.kind[0]) for link in campaign.links]
    assert roads == {*ends, *((b, a, hm, kind) for a, b, hm, kind in ends)}


def test_the_table_of_bridges_is_the_country(campaign):
    told = {row[0]: set(row[1].split(", ")) for row in table(section("2.3 ", "2.4 "))}
    links: dict[str, set[str]] = {}
    for link in campaign.links:
        if link.bridge:
            links.setdefault(link.bridge, set()).add(f"{link.a}-{link.b}")
    assert told == links


def test_the_map_is_the_one_that_players_are_sent(rules):
    view = rules.view(rules.opening(rules.settle({})), None)
    assert presentation().map_text(view | {"inset": "ALL"}) in section("2.4 ", "2.5 ")


def test_the_tables_of_forces_are_the_armies(rules, campaign):
    for part, of in (
        (section("2.5 ", "2.6 "), campaign),
        (section("5.7 ", "5.8 "), rules.variant(rules.settle({"scenario": "ligny"})).campaign),
    ):
        rows = table(part)
        assert [row[:7] for row in rows] == [
            [each.code, each.name, *map(str, (each.foot, each.horse, each.guns, each.quality)), each.place]
            for each in of.forces
        ]
        if of is campaign:
            assert [row[7:] for row in rows] == [[str(each.ready), str(each.muster)] for each in of.forces]


def test_the_table_of_seats_is_the_rules(rules, campaign):
    rows = table(section("2.6 ", "2.7 "))
    assert [(row[0], row[1], int(row[2])) for row in rows] == [
        (each.name, each.army, each.value) for each in campaign.persons
    ]
    for players in range(2, 9):
        told = []
        for row in rows:
            for seat, when in zip(row[4].split(", "), row[5].split("; "), strict=False):
                numbers = [int(number) for number in re.findall(r"\d", when)]
                if players in numbers or ("to" in when and numbers[0] <= players <= numbers[-1]):
                    told.append(seat)
        assert set(told) == set(rules.seats(rules.settle({"players": players})))


def test_the_table_of_points_is_the_rules(campaign):
    told = section("2.7 ", "2.8 ")
    for codes, french, coalition in re.findall(r"^\| ([A-Z, ]+) held(?:, each)? \| (\d*) \| (\d*) \|", told, re.M):
        for code in codes.split(", "):
            points = campaign.points[code]
            assert (str(points.get("french", "")), str(points.get("coalition", ""))) == (french, coalition)
    assert len(campaign.points) == len(re.findall(r"[A-Z]{3}", "".join(re.findall(r"^\| ([A-Z, ]+) held", told, re.M))))


def test_the_calendar_is_the_rules(campaign):
    rows = table(section("2.8 ", "3.1 "))
    turns = [int(cell.partition(",")[0]) for row in rows for cell in row[1:] if cell]
    assert turns == list(range(1, campaign.turns + 1))
    assert [int(row[6]) for row in rows if row[6]] == list(campaign.nights)


def test_the_table_of_options_is_the_rules_own(rules):
    part = section("3.12 ", "4. ")
    told = re.findall(r"^\| `(\w+)` \| (.*?) \| ", part, re.MULTILINE)
    assert [name for name, _ in told] == [option.name for option in rules.options()]
    for option, (_, values) in zip(rules.options(), told, strict=True):
        for value in option.values or ():
            assert str(value) in values


def test_the_table_of_errors_is_complete():
    assert re.findall(r"^\| (E\d\d) \|", BOOK, re.MULTILINE) == [f"E{number:02}" for number in range(1, 22)]
    assert set(REFUSALS) == {f"E{number:02}" for number in range(1, 22)}


def test_every_example_of_an_order_is_one():
    rows = re.findall(r"^\| (`.*?`) \| ", section("5.3 ", "5.4 "), re.MULTILINE)
    typed = [order for row in rows for order in re.findall(r"`([^`]*)`", row)]
    assert len(typed) > 25
    for order in typed:
        alone = re.match(r"[A-Z]\w |napoleon|letter|give|turn|test|show|draw|resign|continue", order)
        (read,) = presentation().read([(1, order if alone else f"F2 march CHA {order}")])
        assert read.order is not None, order


def test_the_head_of_the_columns_is_that_of_reports():
    assert f"\n{dispatches.HEAD}\n" in section("5.5 ", "5.7 ")


def test_the_campaign_of_ones_own_can_be_played(rules):
    text = section("5.8 ", "5.9 ").partition("```text\n")[2].partition("\n```")[0]
    options = rules.settle({"campaign": text})
    assert rules.seats(options) == ("grouchy", "blucher")
    assert rules.outcome(rules.playout(rules.opening(options), 1, 10_000).position) is not None


def test_the_example_is_what_the_server_answers():
    request, told = (
        msgspec.json.decode(text)
        for text in re.findall(r"^```json\n(.*?)^```$", BOOK[BOOK.index("from end to end\n") :], re.DOTALL | re.M)
    )
    assert answer(request) == told


def test_the_ends_of_a_game_have_their_clauses():
    assert len(REASONS) == len(REASON_CLAUSES)
    assert set(REASON_CLAUSES) <= set(ANCHORS)


def test_every_event_is_documented():
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \|", BOOK[BOOK.index("The events are\n") :], re.MULTILINE)
    kinds = re.findall(r"Told\.\w+: \(\s*\"(\w+)\"", EVENTS)
    assert sorted(re.findall(r"`(\w+)`", " ".join(rows))) == sorted([*kinds, *OF_THE_GAME])
