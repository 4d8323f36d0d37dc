"""Nobody but who has entered plays in a game of an event, by whatever word he tries to come in."""

from __future__ import annotations

import pytest
from cups_by_mail import (
    TD,
    address,
    director_writes,
    event_file,
    games,
    held,
    latest_report,
    open_event,
    plain,
    play,
    state_of,
)
from sqlalchemy import select

from pbem.games import acts
from pbem.games.acts import Asked as OfHost
from pbem.games.acts import CannotAct
from pbem.store.models import Delegation

ADA, BEN, CY, OUTSIDER = map(address, ("ada", "ben", "cy", "out"))


@pytest.fixture
def cup(server, sealed_bids):
    """A mini-cup under way, and somebody who has not entered it."""
    open_event(server, event_file(), ADA, BEN, CY, OUTSIDER, TD)
    for player in (ADA, BEN, CY):
        server.mail(player, "ENTER cup")
    return server


def mine(server, player: str):
    return next(game for game in games(server) if any(s.player and s.player.address == player for s in game.seats))


def sits(server) -> set[str]:
    return {seat.player.address for game in games(server) for seat in game.seats if seat.player is not None}


def test_no_seat_is_opened_and_none_is_taken(cup):
    name = mine(cup, ADA).name
    cup.mail(OUTSIDER, "SUBSTITUTE ON")
    [refused] = cup.mail(ADA, f"OPEN SEAT {name}")
    assert f"{name} is closed, as games of events are" in plain(refused)
    assert "is open" not in plain(cup.latest(OUTSIDER)), "no substitute is told of it"
    [none] = cup.mail(OUTSIDER, f"TAKE SEAT north IN {name}")
    assert "no seat is open there" in plain(none)
    [joins] = cup.mail(OUTSIDER, f"JOIN {name}")
    assert "ok" not in plain(joins).split()
    assert sits(cup) == {ADA, BEN, CY}


def test_a_seat_that_the_host_has_emptied_is_for_nobody(cup):
    game = mine(cup, ADA)
    seat = next(seat for seat in game.seats if seat.player.address == ADA)
    acts.eject(cup.context, OfHost(game.name, "a test"), seat.name)
    [none] = cup.mail(OUTSIDER, f"TAKE SEAT {seat.name} IN {game.name}")
    assert "no seat is open there" in plain(none)
    with pytest.raises(CannotAct, match="TD replace gives the place of an entrant to a reserve"):
        acts.replace(cup.context, OfHost(game.name, "a test"), seat.name, OUTSIDER)
    # Whoever finds it open all the same, as by an older release, cannot take it either.
    with cup.store.session() as session:
        row = next(each for each in session.get(type(game), game.id).seats if each.name == seat.name)
        row.open_since = row.asked_at
    [refused] = cup.mail(OUTSIDER, f"TAKE SEAT {seat.name} IN {game.name}")
    assert f"{game.name} is closed" in plain(refused)
    assert OUTSIDER not in sits(cup)
    cup.hours_pass(32 * 24)
    cup.work()
    assert game.name in [each.name for each in games(cup, "over")], "the clock of an empty seat runs out too"
    play(cup, {BEN: 5})
    assert state_of(cup) == "over"


@pytest.mark.parametrize("who", ["out", OUTSIDER, "nobody@players.example"])
def test_nobody_plays_for_another(cup, who):
    name = mine(cup, ADA).name
    [refused] = cup.reply(latest_report(cup, ADA, name), f"DELEGATE {name} TO {who} UNTIL 24 Dec")
    assert f"{name} is closed" in plain(refused), "and nobody learns by it which addresses play here"
    assert not [mail for mail in cup.box(OUTSIDER) if "+ask." in str(mail["Reply-To"])]
    with cup.store.reading() as session:
        assert session.scalars(select(Delegation)).all() == []


def test_the_director_gives_a_place_to_a_reserve_and_to_nobody_else(cup):
    refused = director_writes(cup, "TD replace cup ada BY out\nWHY ada moves house")
    assert 'nobody in cup is called "out"' in plain(refused)
    refused = director_writes(cup, "TD replace cup ada BY ben\nWHY ada moves house")
    assert "ben is no reserve" in plain(refused)
    assert len(held(cup).state.entrants) == 3


def test_other_games_are_as_open_as_before(cup):
    [opened, *_] = cup.mail(BEN, "NEW sealed_bids rounds=1")
    assert "bids1" in plain(opened) or "sealed" in plain(opened)
    forming = games(cup, "forming")[-1].name
    cup.mail(CY, f"JOIN {forming}")
    [done] = cup.mail(BEN, f"OPEN SEAT {forming}")
    assert "your seat" in plain(done)
    assert "is open, and yours to play" in plain(done)
