"""What is asked of events that cannot be had: each is answered in a sentence, and nothing is done."""

from __future__ import annotations

import pytest
from cups_by_mail import (
    TD,
    address,
    director_writes,
    event_file,
    games,
    held,
    open_event,
    plain,
    state_of,
)

from pbem.events import directing
from pbem.events.directing import Asked, CannotDo

ADA, BEN, CY, DAN = map(address, ("ada", "ben", "cy", "dan"))


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("TD begin cup", "there is no act"),
        ("TD adjudicate cup9 draw\nWHY so", "there is no game of an event called cup9"),
        ("TD close cup", "one line has to say WHY"),
        ("TD bar cup nobody\nWHY so", "nobody in cup is called"),
        ("TD replace cup ada ben\nWHY so", "TD replace EVENT NAME BY RESERVE"),
        ("TD start cup", "cannot begin"),
        ("TD pair cup", "has not begun"),
        ("TD enter cup general", "robots are recruit, officer, marshal"),
        ("TD open cap", "did you mean cup?"),
        ("TD open cup\nTD close cup\nWHY so", "no more"),
        ("Do not\nTD open cup", "above TD was not understood"),
        ("TD open cup\nor rather not", "below TD was not understood"),
    ],
)
def test_acts_that_cannot_be(cup, lines, told):
    before = held(cup).head
    assert told in plain(director_writes(cup, lines))
    assert held(cup).head == before


def test_greetings_and_a_name_around_an_act_do_no_harm(cup):
    told = plain(director_writes(cup, "Hi there,\n\nTD enter cup recruit\n\nBest regards\nTed\nthe director"))
    assert "recruit (robot) has entered cup" in told


def test_nobody_else_directs(cup):
    cup.settings.hosts.append(address("host"))
    with pytest.raises(CannotDo, match="neither directs it nor is a host"):
        directing.start(cup.context, Asked("cup", by=ADA))
    cup.mail(ADA, "TD close cup\nWHY I lose")
    assert state_of(cup) == "open"


def test_a_file_with_faults_is_refused_with_all_of_them(cup):
    wrong = event_file(event="cup2", ruleset="sealed_bods", format="swizz")
    answer = plain(director_writes(cup, f"TD check\n{wrong}"))
    assert "did you mean sealed_bids?" in answer
    assert "did you mean swiss?" in answer
    right = event_file(event="cup3")
    assert "without faults" in plain(director_writes(cup, f"TD check\n{right}"))
    assert "without faults" in plain(director_writes(cup, f"TD check\n{right}\n\nBest regards,\nTed the director"))
    below = plain(director_writes(cup, f"TD check\n{right}\nCheers\nround_days = 3"))
    assert "this is no TOML" in below, "what may belong to the file is not cut off with the sign-off"


def test_a_director_who_plays_does_not_decide_his_games(server, sealed_bids):
    second = address("sam")
    open_event(server, event_file(directors=[TD, second]), ADA, BEN, TD, second)
    for player in (ADA, BEN, TD):
        server.mail(player, "ENTER cup")
    mine = next(game for game in games(server) if any(seat.player.address == TD for seat in game.seats))
    refused = director_writes(server, f"TD adjudicate {mine.name} draw\nWHY I want it so")
    assert f"you play in {mine.name}" in plain(refused)
    done = director_writes(server, f"TD adjudicate {mine.name} draw\nWHY both are level", second)
    assert f"{mine.name} is decided" in plain(done)
