"""How fair the sides are: what was measured, where it is told, and the word that asks for even ones."""

from __future__ import annotations

import json
from typing import Any

import pytest
from inprocess import Server, text_of
from sqlalchemy import select

from core.contract import BadOption
from pbem.ops.listing import show_ruleset
from pbem.rulesets import balance, names, presentation
from pbem.rulesets.balance import BALANCE, Measure, fair, in_short, in_words, is_even, share, sides
from pbem.rulesets.contract import Presentation
from pbem.store.models import Game

ADA, BEN = (f"{name}@players.example" for name in ("ada", "ben"))
MEASURES = [(presentation(name), each) for name in names() for each in presentation(name).measured]


def plain(text: str) -> str:
    return " ".join(text.split())


def label(value: Any) -> str:
    return value.name if isinstance(value, Presentation) else " ".join(f"{k}={v}" for k, v in value.chosen.items())


@pytest.mark.parametrize(("words", "measure"), MEASURES, ids=label)
def test_what_was_measured_is_of_games_that_can_be_played_and_adds_up(words: Presentation, measure: Measure) -> None:
    settled = words.rules.settle(measure.chosen)
    assert set(measure.won) == set(words.rules.seats(settled))
    assert balance.of(words, settled) == measure
    points = sum(measure.share_of(side[0]).share for side in sides(words, measure))
    found = len(list(sides(words, measure)))
    assert points == pytest.approx(1 + (found - 2) / 2 * measure.drawn / measure.games)
    assert 0 < measure.half <= measure.long
    assert measure.games >= 400


@pytest.mark.parametrize("name", ["conflict", "waterloo1895", "stratego_waterloo", "waterloo_wargame"])
def test_a_game_as_usual_was_measured(name: str) -> None:
    words = presentation(name)
    measure = balance.of(words, words.rules.settle({}))
    assert measure is not None
    assert in_words(words, measure) in plain(show_ruleset(name))


@pytest.mark.parametrize("name", names())
def test_fair_sides_are_between_45_and_55_in_100(name: str) -> None:
    words = presentation(name)
    for measure in words.measured:
        settled = words.rules.settle(
            {lever: value for lever, value in measure.chosen.items() if lever not in words.levers}
        )
        found = fair(words, settled)
        if found is not None:
            even = balance.of(words, {**settled, **found})
            assert even is not None
            assert is_even(words, even)
            assert set(found) <= words.levers


def test_the_word_stands_for_the_options_that_were_measured() -> None:
    words = presentation("waterloo_wargame")
    settled = words.settle({"balance": "fair"})
    assert settled != words.settle({}) == words.settle({"balance": "standard"})
    assert BALANCE.name not in settled
    changed = {name for name, value in settled.items() if value != words.settle({})[name]}
    assert changed == {"target"}


def test_on_the_grid_points_decide_with_two_handicaps() -> None:
    words = presentation("waterloo_grid")
    even = {"turn_limit": 20, "blue_points": 2, "blue_bases": 3}
    assert words.settle({"balance": "fair"}) == words.settle(even)


def test_the_campaign_and_the_afternoon_at_ligny_come_out_even_by_different_options() -> None:
    words = presentation("hundred_days")
    ligny = {"scenario": "ligny"}
    assert words.settle({"balance": "fair", **ligny}) == words.settle({**ligny, "handicap": 9})
    assert words.settle({"balance": "fair"}) == words.settle({"breaks": "third"})
    with pytest.raises(BadOption):
        words.settle({"balance": "fair", "players": 5})


@pytest.mark.parametrize("players", [3, 8])
def test_where_commanders_speak_by_courier_the_french_must_be_further_ahead(players: int) -> None:
    words = presentation("hundred_days")
    even = {"players": players, "breaks": "third", "handicap": 15}
    assert words.settle({"balance": "fair", "players": players}) == words.settle(even)


@pytest.mark.parametrize(
    ("chosen", "even"),
    [
        ({}, {"blue-extra": 14}),
        ({"version": "standard"}, {}),
        ({"version": "expert"}, {"red-extra": 10}),
        ({"version": "expert", "start": "early"}, {"blue-extra": 3}),
    ],
)
def test_an_action_more_makes_two_versions_even_and_the_third_is(chosen: dict[str, Any], even: dict[str, Any]) -> None:
    words = presentation("stratego_waterloo")
    assert words.settle({"balance": "fair", **chosen}) == words.settle({**chosen, **even})


@pytest.mark.parametrize("chosen", [{"scenario": "no-guns"}, {"target": 12}, {"turns": "6"}])
def test_where_nothing_was_measured_nothing_is_promised(chosen: dict[str, Any]) -> None:
    words = presentation("waterloo_wargame")
    with pytest.raises(BadOption) as found:
        words.settle({"balance": "fair", **chosen})
    assert "balance" in words.say_bad_option(found.value)
    assert words.settle({"balance": "standard", **chosen}) == words.rules.settle(chosen)
    with pytest.raises(BadOption):
        words.settle({"balance": "even"})


def test_a_game_by_mail_is_asked_for_with_even_sides(server: Server) -> None:
    """The word is mended like any other option; the game keeps what it stands for, and its first report tells it."""
    server.enrol(ADA)
    server.enrol(BEN)
    server.mail(ADA, "NEW waterloo_wargame Balance=FAIR")
    with server.store.reading() as session:
        game = session.scalars(select(Game)).one()
    server.mail(BEN, f"JOIN {game.name}")
    options = json.loads(game.options)
    assert options == presentation("waterloo_wargame").settle({"balance": "fair"})
    measure = balance.of(presentation("waterloo_wargame"), options)
    assert measure is not None
    reports = [plain(text_of(mail)) for mail in server.box(ADA)]
    assert any(in_short(presentation("waterloo_wargame"), measure) in each for each in reports)
    server.mail(ADA, "NEW waterloo_wargame balance=fiar")
    assert "fair" in plain(text_of(server.box(ADA)[-1]))


def test_shares_have_wilsons_bounds() -> None:
    found = share(30, 0, 100)
    assert (found.share, round(found.low, 3), round(found.high, 3)) == (0.3, 0.219, 0.396)
    assert (share(0, 0, 0).low, share(0, 0, 0).high) == (0.0, 1.0)
    assert share(0, 10, 10).share == 0.5
