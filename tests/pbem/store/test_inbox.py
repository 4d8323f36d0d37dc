"""The inbox: what was held is carried out while it is young, and a mail belongs to one worker at a time."""

from __future__ import annotations

from datetime import timedelta

import pytest
from inprocess import Server
from postgresql import database as postgresql_database
from sqlalchemy import text

from pbem.inbound.mail import InboundMail
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


@pytest.mark.both_databases(quick="both")
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
    assert [mail.state for mail in server.inbox()] == ["read"]  # what waited in vain is swept out
    assert not [mail for mail in server.box(ADA) if "is open" in str(mail["Subject"])]


def test_a_wish_that_was_held_a_few_days_is_carried_out(server, sealed_bids):
    server.mail(ADA, "NEW sealed_bids")
    hint = server.latest(ADA)
    server.hours_pass(6 * 24)
    server.reply(hint, "")
    assert [mail for mail in server.box(ADA) if "is open" in str(mail["Subject"])]


@pytest.mark.both_databases(quick="both")
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


FLOOD = "flood@players.example"


def flood(server, mails, sender=FLOOD):
    """So many mails of one sender, stored as the web process stores them; their ids."""
    with server.store.session() as session:
        return [
            inbox.accept(
                session,
                InboundMail(f"From: {sender}\r\n\r\n{number}\r\n".encode(), None, "pbem@pbem.localhost", "test"),
            ).id
            for number in range(mails)
        ]


def read_in_order(server, mails):
    """The ids of the next so many mails, each claimed and closed in its turn."""
    read = []
    for _ in range(mails):
        with server.store.session() as session:
            [ident] = inbox.unread(session, limit=1)
            inbox.close(session, inbox.claim(session, ident, LEASE), "read")
        read.append(ident)
    return read


@pytest.mark.both_databases(quick="both")
def test_behind_thousands_of_mails_of_one_sender_the_mail_of_another_is_read_next(server):
    flooded = flood(server, 5000 if server.store.sqlite else 500)
    assert read_in_order(server, 20) == flooded[:20]
    [ada] = flood(server, 1, ADA)
    assert ada > flooded[-1]
    assert read_in_order(server, 3) == [flooded[20], flooded[21], ada]


def test_senders_take_turns_and_those_of_one_sender_keep_their_order(server):
    one, two, three = (
        flood(server, 4),
        flood(server, 3, "two@players.example"),
        flood(server, 2, "three@players.example"),
    )
    order = read_in_order(server, 9)
    for sender in (one, two, three):
        assert [ident for ident in order if ident in sender] == sender
    # Whoever came first has a mail more ahead of the others than a round gives; from there on they take turns.
    assert order == [one[0], one[1], two[0], three[0], one[2], two[1], three[1], one[3], two[2]]


def test_new_senders_do_not_keep_an_old_one_waiting_for_ever(server):
    flooded, order = flood(server, 5), []
    for number in range(30):
        flood(server, 2, f"new{number}@players.example")
        order += read_in_order(server, 2)
    assert set(flooded) < set(order)


@pytest.mark.parametrize(
    ("head", "sender", "writer"),
    [
        (b"From: Ada <ADA@players.example>", "list-bounce-17@lists.example", "ada@players.example"),
        (b"Subject: x\r\nFROM: Ada\r\n <ada@players.example>\r\nTo: y", None, "ada@players.example"),
        (b"from:ada@players.example", None, "ada@players.example"),
        (b"Subject: x", "ada@players.example", "ada@players.example"),
        (b"Subject: x\r\n\r\nFrom: ben@players.example", None, "pbem@pbem.localhost"),
        (b"From: a\0\xff@x", None, "a?\ufffd@x"),
        (b"From: " + b"x" * 99_999, None, "x" * 254),
        (b"From:" + b"\r\n " * 20_000 + b"a@x", None, "a@x"),
        (b"", "", "pbem@pbem.localhost"),
    ],
)
def test_the_writer_is_the_one_that_the_mail_itself_names(server, head, sender, writer):
    accepted = server.take_in(head + b"\r\n\r\nHELP\r\n", "pbem@pbem.localhost", sender)
    assert row(server, accepted.id).writer == writer


@pytest.mark.slow
def test_workers_that_look_at_once_find_different_mails_and_none_waits(tmp_path, postgresql):
    """On PostgreSQL; on SQLite one writes at a time."""
    with postgresql_database(postgresql) as url:
        server = Server(tmp_path, database_url=url)
        first, second = taken_in(server, "HELP 1"), taken_in(server, "HELP 2")
        with server.store.session() as one, server.store.session() as other:
            other.execute(text("SET LOCAL lock_timeout = '2s'"))
            assert inbox.next_unread(one) == first
            assert inbox.claim(one, first, LEASE) is not None
            assert inbox.next_unread(other) == second
        with server.store.session() as later:
            assert inbox.next_unread(later) == second
        server.store.close()
