"""The inbox: what was held is carried out while it is young, and a mail belongs to one worker at a time."""

from __future__ import annotations

from datetime import timedelta

import pytest

from pbem.store import inbox
from pbem.store.inbox import HELD_FOR, Outdated
from pbem.store.models import Inbox

ADA = "ada@players.example"
LEASE = timedelta(minutes=1)


def taken_in(server, text="NEW sealed_bids", recipient="pbem@pbem.localhost"):
    return server.take_in(f"From: {ADA}\r\n\r\n{text}\r\n".encode(), recipient).id


def claimed(server, ident, lease=LEASE):
    with server.store.session() as session:
        return inbox.claim(session, ident, lease)


def row(server, ident):
    with server.store.reading() as session:
        return session.get_one(Inbox, ident)


def held(server, text, age, reason="not enrolled"):
    """A mail of Ada's that is held, and was received so long ago."""
    ident = taken_in(server, text)
    with server.store.session() as session:
        inbox.close(session, inbox.claim(session, ident, LEASE), "held", reason, from_address=ADA)
    with server.store.session() as session:
        session.get_one(Inbox, ident).received_at -= age
    return ident


@pytest.mark.both_databases
def test_wishes_are_released_while_they_are_young_oldest_first(server):
    hour = timedelta(hours=1)
    held(server, "JOIN sealed1", HELD_FOR + hour)
    young = [held(server, "JOIN sealed2", HELD_FOR - hour), held(server, "JOIN sealed3", hour)]
    held(server, "JOIN sealed4", hour, reason="more than 200 mails in an hour")
    with server.store.session() as session:
        assert inbox.release_held(session, ADA) == young
    assert [(row(server, ident).state, row(server, ident).attempts) for ident in young] == [("new", 0)] * 2


def test_a_wish_that_was_held_too_long_is_not_carried_out(server, sealed_bids):
    server.mail(ADA, "NEW sealed_bids")
    hint = server.latest(ADA)
    server.hours_pass(HELD_FOR / timedelta(hours=1) + 1)
    server.reply(hint, "GAMES")
    assert [mail.state for mail in server.inbox()] == ["held", "read"]
    assert not [mail for mail in server.box(ADA) if "is open" in str(mail["Subject"])]


def test_a_wish_that_was_held_a_few_days_is_carried_out(server, sealed_bids):
    server.mail(ADA, "NEW sealed_bids")
    hint = server.latest(ADA)
    server.hours_pass(6 * 24)
    server.reply(hint, "")
    assert [mail for mail in server.box(ADA) if "is open" in str(mail["Subject"])]


@pytest.mark.both_databases
def test_a_mail_is_one_workers_until_its_lease_ends(server):
    ident = taken_in(server)
    lost = claimed(server, ident, timedelta(seconds=-2))
    kept = claimed(server, ident)
    assert kept is not None
    assert claimed(server, ident) is None
    with pytest.raises(Outdated), server.store.session() as session:
        inbox.close(session, lost, "read")
    with server.store.session() as session:
        inbox.close(session, kept, "read")
    assert claimed(server, ident) is None
    assert row(server, ident).attempts == 2


def test_a_mail_that_is_put_back_was_not_tried(server):
    ident = taken_in(server)
    for _ in range(5):
        with server.store.session() as session:
            inbox.put_back(session, inbox.claim(session, ident, LEASE))
    assert (row(server, ident).state, row(server, ident).attempts) == ("new", 0)


def test_what_nobody_holds_is_unread_oldest_first(server):
    first, second, third = (taken_in(server, text) for text in ("HELP", "GAMES", "STATUS"))
    claimed(server, second)
    with server.store.reading() as session:
        assert list(inbox.unread(session)) == [first, third]


def test_mail_of_a_game_counts_as_unread_if_it_came_in_time(server):
    early = taken_in(server, "bid 1", "pbem+sealed1.north.1.x@pbem.localhost")
    taken_in(server, "bid 2", "pbem+sealed2.north.1.x@pbem.localhost")
    came = row(server, early).received_at
    with server.store.reading() as session:
        assert inbox.unread_of_game(session, "sealed1", came) == 1
        assert inbox.unread_of_game(session, "sealed1", came - timedelta(seconds=1)) == 0
