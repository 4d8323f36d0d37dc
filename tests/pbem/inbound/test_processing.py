"""A mail and its one answer where things go wrong: mail that kills its reader, floods, mail read by two workers."""

from __future__ import annotations

import os
import signal
from datetime import timedelta

import pytest
from sqlalchemy.exc import IntegrityError

from pbem.inbound import processing, triage
from pbem.inbound.at_hand import MailAtHand
from pbem.inbound.grounds import grounds_of
from pbem.inbound.player_mail import ANSWERS_AN_HOUR
from pbem.inbound.processing import receive
from pbem.store import Store, inbox
from pbem.store.inbox import MAX_ATTEMPTS
from pbem.store.models import Inbox, Outbox

ADA, BEN = "ada@players.example", "ben@players.example"


def killed_reading(server, ident):
    """Have a process read the mail that dies of it, as of a fault in C; then let its lease end."""
    server.store.close()
    child = os.fork()
    if child == 0:
        processing.read_with_own_lines = lambda raw, own_of: os.kill(os.getpid(), signal.SIGKILL)
        server.context.store = Store(server.settings.database)
        receive(server.context, ident)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL
    with server.store.session() as session:
        session.get_one(Inbox, ident).lease_until -= timedelta(hours=1)


def test_a_mail_that_kills_its_reader_is_put_aside_after_three_tries(server):
    server.enrol(ADA)
    before = len(server.box(ADA))
    taken = server.take_in(f"From: {ADA}\r\n\r\nHELP\r\n".encode(), server.settings.address)
    for _ in range(MAX_ATTEMPTS):
        killed_reading(server, taken.id)
    server.work()
    mail = server.inbox()[-1]
    assert (mail.state, mail.reason) == ("shunted", "reading it failed several times")
    assert len(server.box(ADA)) == before


def test_a_mail_that_killed_its_reader_twice_is_read_at_last(server):
    server.enrol(ADA)
    taken = server.take_in(f"From: {ADA}\r\n\r\nHELP\r\n".encode(), server.settings.address)
    for _ in range(MAX_ATTEMPTS - 1):
        killed_reading(server, taken.id)
    server.work()
    assert server.inbox()[-1].state == "read"


def test_a_player_who_floods_us_is_told_so_once_and_heard_no_more(server, words):
    server.enrol_by_mail(ADA)
    with server.store.session() as session:
        old = session.query(Outbox).where(Outbox.key.startswith("answer/")).first()
        values = {column.name: getattr(old, column.name) for column in Outbox.__table__.columns}
        for number in range(ANSWERS_AN_HOUR):
            values |= {"id": None, "key": f"answer/x{number}", "message_id": f"<{number}@x>", "state": "sent"}
            session.add(Outbox(**values))
    [answer] = server.mail(ADA, "HELP")
    assert "too many mails" in answer["Subject"]
    assert server.mail(ADA, "HELP") == []
    assert [mail.state for mail in server.inbox()][-2:] == ["held", "held"]


def answered(server, body):
    """How many mails one to the server brings."""
    return len(server.mail(ADA, body))


@pytest.mark.parametrize("body", ["I am on holiday until Monday.", "GAMES", "bid 1 2 3 4"])
def test_after_ten_mails_running_that_bring_nothing_about_nobody_is_answered_but_told_so_once(server, words, body):
    server.enrol(ADA)
    assert [answered(server, body) for _ in range(13)] == [1] * 11 + [0] * 2
    assert "as the mails of a machine do" in " ".join(words(server.latest(ADA)).split())
    assert [row.state for row in server.inbox()] == ["read"] * 10 + ["held"] * 3
    assert server.inbox()[-1].reason == inbox.LIKE_A_MACHINE
    assert answered(server, "HISTORY") == 1, "whatever else is understood is answered"
    assert answered(server, body) == 1
    server.hours_pass(25)
    assert answered(server, body) == 1


def test_ten_mails_that_differ_and_are_understood_are_a_player_s(server):
    server.enrol(ADA)
    assert [answered(server, f"{word}\n{number}") for number in range(6) for word in ("GAMES", "HISTORY")] == [1] * 12


def test_orders_that_are_refused_again_and_again_are_understood(server, sealed_bids):
    server.begin((ADA, "NEW sealed_bids rounds=3 purse=40"), (BEN, "JOIN sealed1"))
    report = server.latest(ADA)
    for bid in range(41, 53):
        [told] = server.reply(report, f"bid {bid}")
        assert "machine" not in str(told["Subject"])


def test_a_message_id_that_another_has_used_uses_up_nobody_s_mail(server):
    server.enrol("ada@players.example", "ben@players.example")
    for writer in ("ada@players.example", "ben@players.example"):
        raw = f"From: {writer}\r\nMessage-ID: <1@outlook.example>\r\n\r\nGAMES\r\n"
        before = len(server.box(writer))
        server.take_in(raw.encode(), server.settings.address)
        server.work()
        assert len(server.box(writer)) == before + 1


@pytest.mark.both_databases
def test_a_mail_that_another_worker_has_read_is_not_answered_again(server):
    server.enrol(ADA)
    before = len(server.box(ADA))
    taken = server.take_in(f"From: {ADA}\r\n\r\nHELP\r\n".encode(), server.settings.address)
    with server.store.session() as session:
        lost = inbox.claim(session, taken.id, timedelta(seconds=-2))
    receive(server.context, taken.id)
    raw = server.inbox()[-1].raw
    grounds = grounds_of(server.context, raw, server.settings.address, ADA)
    mail, own = processing.read_with_own_lines(raw, grounds.own_lines)
    # Its answer is there already, or else it finds that the mail is not its own any more.
    with server.store.session() as session:
        at_hand = MailAtHand(session, server.context, lost, mail, own, grounds)
        with pytest.raises((inbox.Outdated, IntegrityError)):
            triage.read(at_hand)
        session.rollback()
    server.work()
    assert len(server.box(ADA)) == before + 1


def test_chatter_and_commands_stand_beside_the_orders_in_the_report(server, words, sealed_bids):
    server.begin((ADA, "NEW sealed_bids rounds=2"), (BEN, "JOIN sealed1"))
    [answer] = server.reply(server.latest(ADA), "Farewell, Ben!\nresign\nGAMES")
    lines = words(answer).partition("Your mail, line by line")[2].partition("Your games")[0].split("\n")
    told = [" ".join(line.split()) for line in lines if line.strip()]
    assert told[0] == "1 Farewell, Ben! not read no order and no command"
    assert told[1].startswith("2 resign ok")
    assert told[2].startswith("3 GAMES ok")


def test_commands_that_bind_wait_where_a_line_was_not_understood(server, words):
    server.begin((ADA, "NEW waterloo1895"), (BEN, "JOIN waterloo1"), (BEN, "NEW waterloo1895"))
    [answer] = server.reply(server.latest(ADA), "place N2 to the west\nJOIN waterloo2\nGAMES")
    told = " ".join(words(answer).split())
    assert "JOIN waterloo2 no not done" in told
    assert server.game("waterloo2").state == "forming"
    assert "GAMES ok" in told
