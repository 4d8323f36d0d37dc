"""Sides by sealed bids: both write what they bid, nobody hears of it before, and the game begins once both are in."""

from __future__ import annotations

import pytest
from cups_by_mail import TD, address, event_file, games, held, mail_about, open_event, plain
from inprocess import subject_of

from pbem.events import directing
from pbem.events.directing import Asked
from pbem.events.record import verify

ADA, BEN, CY = map(address, ("ada", "ben", "cy"))


@pytest.fixture
def cup(server):
    open_event(server, event_file(ruleset="waterloo_wargame", unit="bid", options={"turns": 4}), ADA, BEN, CY, TD)
    for player in (ADA, BEN, CY):
        server.mail(player, "ENTER cup")
    return server


def test_a_game_begins_once_both_bids_are_in(cup):
    assert not games(cup)
    assert "bid for your side" in subject_of(mail_about(cup, ADA, "round 1"))
    [unclear] = cup.mail(ADA, "BID french 99")
    assert "99 cannot be bid" in plain(unclear)
    [kept] = cup.mail(ADA, "BID french 33")
    assert "your bid is kept, sealed" in plain(kept)
    cup.mail(BEN, "BID french 20")
    [between] = games(cup)
    assert {seat.name: seat.player.address for seat in between.seats} == {"french": ADA, "allied": BEN}
    letter = mail_about(cup, BEN, f"[cup] {between.name} begins")
    assert "ada bid french 33." in plain(letter)
    assert "target is 33." in plain(letter)
    cup.mail(CY, "BID allied 15")
    assert len(games(cup)) == 3, "a bid counts for all games that wait for one"
    assert verify(directing.record_of(cup.context, Asked("cup")).encode().splitlines()).rounds == 1


def test_after_a_week_the_bids_that_are_in_decide(cup):
    cup.mail(ADA, "BID french 33")
    cup.hours_pass(7 * 24 + 1)
    cup.work()
    assert len(games(cup)) == 3
    found = held(cup)
    ada = next(name for name, row in found.rows.items() if row.player.address == ADA)
    settled = [each for met in found.state.encounters for each in met.sittings if ada in each.seats.values()]
    assert any(each.seats["french"] == ada and each.options for each in settled)
    [late] = cup.mail(BEN, "BID french 40")
    assert "no bid of yours is wanted now" in plain(late)
