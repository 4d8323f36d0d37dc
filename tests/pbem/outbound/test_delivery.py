"""Mails that go out together: by one connection, each with what became of it, and none held up by another."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from inprocess import NOBODY_LISTENS, Server
from mail_host import Host, running
from rq.timeouts import JobTimeoutException
from sqlalchemy import select, update

from pbem.outbound import delivery, smtp
from pbem.runtime.context import Context
from pbem.runtime.notifier import InlineNotifier, Notifier
from pbem.store import outbox
from pbem.store.models import Outbox
from worker.jobs import LISTENERS, WORK

WRITERS = ("ada@players.example", "ben@players.example", "cleo@players.example")


@pytest.fixture
def server(tmp_path: Path) -> Server:
    """A server that has mail to three people in its outbox, unsent."""
    made = Server(tmp_path)
    for writer in WRITERS:
        made.take_in(f"From: {writer}\r\n\r\nHELP\r\n".encode(), made.settings.address)
    for mail in made.inbox():
        WORK["receive"](made.context, mail.id)
    return made


def mails(server: Server) -> list[Outbox]:
    with server.store.reading() as session:
        return list(session.scalars(select(Outbox).order_by(Outbox.id)))


def deliver(server: Server, host: Host, which: Sequence[int] | None = None, patience: float = 30) -> None:
    """Deliver all mails, or those of these ids, to a mail server that runs meanwhile."""
    with running(host) as port:
        chosen = {"smtp_url": f"smtp://127.0.0.1:{port}", "smtp_timeout": patience}
        settings = server.settings.model_copy(update=chosen)
        context = Context(settings, server.store, Notifier(NOBODY_LISTENS, "pbem"))
        delivery.deliver(context, [mail.id for mail in mails(server)] if which is None else which, LISTENERS)


def test_mails_that_are_due_together_go_over_one_connection(server: Server) -> None:
    host = Host()
    deliver(server, host)
    assert [envelope.rcpt_tos for envelope in host.taken] == [[writer] for writer in WRITERS]
    assert len(host.connections) == 1
    assert [(mail.state, mail.reply) for mail in mails(server)] == [("sent", "250 taken as 4711")] * 3


def test_one_that_is_refused_for_good_holds_up_no_other(server: Server) -> None:
    host = Host(refused=WRITERS[1])
    deliver(server, host)
    assert [mail.state for mail in mails(server)] == ["sent", "failed", "sent"]
    assert mails(server)[1].reply == "550 no such user"


@pytest.mark.parametrize(("reply", "tried"), [("421 4.7.0 too many mails", 1), ("450 4.2.1 that one is busy", 3)])
def test_a_domain_that_asks_for_patience_gets_it_for_all_its_mails(server: Server, reply: str, tried: int) -> None:
    deliver(server, Host(RCPT=reply), [mails(server)[0].id])
    # The schedule looks for what is due.
    with server.store.session() as session:
        due = [ident for ident, _ in outbox.sendable(session)]
    deliver(server, Host(RCPT=reply), due)
    assert sum(mail.attempts > 0 for mail in mails(server)) == tried


def test_what_a_server_took_before_it_fell_silent_is_noted_and_the_rest_handed_on(server: Server) -> None:
    host = Host(silent_to=WRITERS[1])
    deliver(server, host, patience=0.5)
    assert [(mail.state, mail.attempts) for mail in mails(server)] == [("sent", 1), ("ready", 0), ("ready", 0)]
    with server.store.session() as session:
        assert outbox.is_slow(session, "127.0.0.1")


def test_what_became_of_a_mail_that_another_worker_took_over_is_left_to_it_and_the_rest_is_noted(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where a lease runs out while the mails are on their way."""
    sent = smtp.Connection.send

    def taken_over_meanwhile(connection: smtp.Connection, raw: bytes, to: str, ident: int) -> str:
        if to == WRITERS[0]:
            with server.store.session() as session:
                session.execute(update(Outbox).where(Outbox.id == ident).values(epoch=Outbox.epoch + 1))
        return sent(connection, raw, to, ident)

    monkeypatch.setattr(smtp.Connection, "send", taken_over_meanwhile)
    deliver(server, Host())
    assert [mail.state for mail in mails(server)] == ["sending", "sent", "sent"]


def test_what_the_server_took_is_noted_though_the_job_is_broken_off(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = smtp.Connection.send

    def broken_off(connection: smtp.Connection, raw: bytes, to: str, ident: int) -> str:
        if to == WRITERS[1]:
            raise JobTimeoutException("the job took too long")
        return sent(connection, raw, to, ident)

    monkeypatch.setattr(smtp.Connection, "send", broken_off)
    with pytest.raises(JobTimeoutException):
        deliver(server, Host())
    assert [mail.state for mail in mails(server)] == ["sent", "sending", "sending"]


def test_a_connection_is_kept_no_longer_than_the_last_mail_has_time(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "TOGETHER_FOR_S", 0.3)
    deliver(server, Host(pause="0.2"))
    assert [(mail.state, mail.attempts) for mail in mails(server)] == [("sent", 1), ("sent", 1), ("ready", 0)]
    with server.store.session() as session:
        assert not outbox.is_slow(session, "127.0.0.1")


def test_mail_that_another_worker_sends_is_left_to_it(server: Server) -> None:
    first, *_ = mails(server)
    with server.store.session() as session:
        assert outbox.claim(session, [first.id], timedelta(minutes=1))
    host = Host()
    deliver(server, host)
    assert [mail.state for mail in mails(server)] == ["sending", "sent", "sent"]


def test_a_job_takes_with_it_the_mails_that_come_next_and_no_more_than_it_may() -> None:
    notifier = InlineNotifier(NOBODY_LISTENS, "pbem")
    with notifier.inline_work():
        for name, ident in (("deliver", 1), ("deliver", 2), ("deliver", 3), ("receive", 4), ("deliver", 5)):
            notifier.notify(name, ident)
        assert notifier.next_inline() == ("deliver", 1, "")
        assert notifier.more_inline("deliver", 1) == [2]
        assert notifier.more_inline("deliver", 7) == [3]
        assert notifier.more_inline("deliver", 7) == []
        assert notifier.next_inline() == ("receive", 4, "")
        assert notifier.more_inline("deliver", 7) == [5]
