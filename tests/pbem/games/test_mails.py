"""Mails about a seat: the end of an answer, which tells what is wanted of it still, and what can be answered."""

from __future__ import annotations

import pytest
from inprocess import text_of

from pbem.addresses.signed import seat_address
from pbem.games import acts, table
from pbem.games.acts import Asked

ADA, BEN, EVE = "ada@players.example", "ben@players.example", "eve@players.example"
WHY = Asked("sealed1", "a test")


@pytest.fixture
def club(server, sealed_bids):
    server.begin((ADA, "NEW sealed_bids rounds=2"), (BEN, "JOIN sealed1"))
    return server


def end_of(mail) -> str:
    """What stands below the map that was asked for."""
    told = " ".join(text_of(mail).split())
    return told[max(map(told.rfind, ("Still wanted of you", "What you may still write", "Where the game stands"))) :]


def asked_for_the_map(server, player: str) -> str:
    report = [mail for mail in server.box(player) if "+sealed1." in str(mail["Reply-To"])][-1]
    return end_of(server.reply(report, "MAP")[-1])


def test_whose_orders_are_not_in_is_told_what_is_wanted_and_until_when(club):
    told = asked_for_the_map(club, ADA)
    assert told.startswith("Still wanted of you")
    assert "Answer by " in told


def test_whose_orders_are_in_is_told_until_when_they_wait_if_that_is_known(club):
    club.reply(club.latest(BEN), "bid 2")
    assert "Your orders wait for those of the others, until " in asked_for_the_map(club, BEN)
    acts.hold(club.context, WHY)
    club.work()
    assert "Your orders wait for those of the others: orders that you send before" in asked_for_the_map(club, BEN)


def test_of_a_game_that_a_host_has_ended_it_is_told_how_and_nothing_is_wanted(club):
    acts.end(club.context, WHY, "draw")
    club.work()
    told = asked_for_the_map(club, ADA)
    assert told.startswith("Where the game stands The host has ended it as a draw.")


def test_a_warning_from_before_a_game_began_is_answered_with_the_first_orders(server):
    """A game may have begun, and look for players once more: where an older backup was restored."""
    server.begin((ADA, "NEW waterloo1895 AS napoleon"), also=(BEN,))
    with server.store.reading() as session:
        seat = table.seat_named(table.find_game(session, "waterloo1"), "napoleon")
        to = seat_address(server.settings, "waterloo1", "napoleon", 0, seat.nonce)
    server.mail(EVE, "place default", to=to)
    warning = server.latest(ADA)
    assert "a mail to your seat from another address" in warning["Subject"]
    server.mail(BEN, "JOIN waterloo1")
    [answer] = server.reply(warning, "place default")
    assert "Wellington has still to post" in answer["Subject"]
