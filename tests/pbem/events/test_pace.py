"""At half of a round's time its director hears which games will not end by its date, and nothing where all will."""

from __future__ import annotations

import pytest
from cups_by_mail import (
    HOURS,
    TD,
    about_cup,
    address,
    event_file,
    games,
    latest_report,
    mail_about,
    open_event,
    plain,
    play,
)
from inprocess import text_of

ADA, BEN, CY = map(address, ("ada", "ben", "cy"))
STRENGTH = {ADA: 3, BEN: 2, CY: 1}
LATE = "will not end in time"
# Who is silent for half of a round of sixty days has not lost on time yet.
SLOW = "bank:40d+1d cap:50d"


@pytest.fixture
def cup(server, sealed_bids, request):
    """A mini-cup under way, with rounds of sixty days or as many as a test wants."""
    days = getattr(request, "param", 60)
    file = event_file(clock=SLOW, round_days=days, options={"rounds": 3, "ties": "nobody"})
    open_event(server, file, ADA, BEN, CY, TD)
    for player in (ADA, BEN, CY):
        server.mail(player, "ENTER cup")
    return server


def days_pass(server, days: float) -> None:
    server.hours_pass(days * HOURS)
    server.work()


def letters(server) -> list[str]:
    return [said for said in about_cup(server, TD) if LATE in said]


def without(server, player: str):
    return next(game for game in games(server) if all(seat.player.address != player for seat in game.seats))


def test_games_that_are_slower_than_those_that_have_ended_are_named(cup):
    quick = without(cup, CY)
    play(cup, STRENGTH, but=(CY,))
    assert quick.name in [game.name for game in games(cup, "over")]
    left = {game.name for game in games(cup)}
    assert len(left) == 2
    days_pass(cup, 29)
    assert letters(cup) == [], "before half of the round is over nothing is said"
    days_pass(cup, 2)
    assert letters(cup) == ["[cup] round 1: 2 games will not end in time"]
    told = text_of(mail_about(cup, TD, LATE))
    assert all(len(line) <= 78 for line in told.split("\n"))
    assert {line.split()[0] for line in told.split("\n") if ", late by " in line} == left
    assert "1 turns" not in told
    assert "Nothing is wanted of you" in plain(mail_about(cup, TD, LATE))
    days_pass(cup, 5)
    assert len(letters(cup)) == 1, "it is said once a round"


@pytest.mark.parametrize("cup", [20], indirect=True)
def test_where_no_game_has_ended_the_clocks_tell(cup):
    days_pass(cup, 11)
    assert letters(cup) == ["[cup] round 1: 3 games will not end in time"], "each could go on for sixty days"


def test_nothing_is_said_where_all_will_end_in_time(cup):
    play(cup, STRENGTH, but=(CY,))
    # Cy answers late, but is as far as the others were by half of the time.
    for game in games(cup):
        for _ in range(2):
            cup.reply(latest_report(cup, CY, game.name), "bid 1")
            other = next(seat.player.address for seat in game.seats if seat.player.address != CY)
            play_one(cup, other, game.name)
    assert games(cup)
    days_pass(cup, 31)
    assert letters(cup) == []


def play_one(server, player: str, game: str) -> None:
    """Let one answer once more in a game, if he is asked there."""
    mail = latest_report(server, player, game)
    server.reply(mail, "bid 1")
