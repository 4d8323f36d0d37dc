"""Mail to postmaster@ and abuse@: it comes in by every door, is the host's, and is no word to the server."""

from __future__ import annotations

from email.message import Message
from pathlib import Path

import pytest
from inprocess import Server, letter, subject_of, text_of
from listening import Lmtp, listening
from sqlalchemy import select
from world import free_port

from pbem.doors import lmtp
from pbem.doors.storing import is_ours
from pbem.inbound.postmaster import MOST_AN_HOUR
from pbem.ops import condition, needs
from pbem.store.models import Outbox

ZOE, HOST = "zoe@elsewhere.example", "host@players.example"


@pytest.fixture
def server(tmp_path: Path) -> Server:
    return Server(tmp_path, hosts=[HOST])


def write(server: Server, to: str, body: str = "Your reports are in my spam.", **more: str) -> None:
    server.take_in(letter(ZOE, to, body, **more), to)
    server.work()


def passed_on(server: Server) -> list[Message]:
    """The mails to the host that are not of his desk."""
    return [mail for mail in server.box(HOST) if "to the postmaster" in subject_of(mail)]


@pytest.mark.parametrize("name", ["postmaster", "Postmaster", "abuse", "postmaster+anything"])
def test_the_host_is_mailed_what_is_written_to_him_and_its_writer_nothing(server: Server, name: str) -> None:
    write(server, f"{name}@{server.settings.mail_domain}", "NEW waterloo1895\n\x1b[2J evil")
    [row] = server.inbox()
    assert (row.state, row.reason) == ("held", "written to the postmaster")
    [mail] = passed_on(server)
    assert "to the postmaster" in subject_of(mail)
    assert "NEW waterloo1895" in text_of(mail)
    assert "\x1b" not in text_of(mail)
    assert f"pbem mail show in{row.id}" in " ".join(text_of(mail).split())
    assert server.box(ZOE) == []


def test_a_mail_to_him_stands_on_the_desk(server: Server) -> None:
    write(server, f"postmaster@{server.settings.mail_domain}")
    found = condition.condition(server.context)
    with server.store.reading() as session:
        assert any("written to the postmaster" in need.said for need in needs.needs(session, found))


def test_a_flood_of_them_is_kept_and_fills_nobody_s_mailbox(server: Server) -> None:
    for number in range(MOST_AN_HOUR + 3):
        write(server, f"abuse@{server.settings.mail_domain}", f"number {number}")
    assert len(passed_on(server)) == MOST_AN_HOUR
    assert len(server.inbox()) == MOST_AN_HOUR + 3
    server.hours_pass(1.1)
    write(server, f"abuse@{server.settings.mail_domain}", "later")
    assert len(passed_on(server)) == MOST_AN_HOUR + 1


def test_what_a_machine_writes_to_him_is_kept_and_not_passed_on(server: Server) -> None:
    raw = letter(ZOE, "postmaster@x", "a report").replace(b"\nTo:", b"\nAuto-Submitted: auto-generated\nTo:", 1)
    server.take_in(raw, f"postmaster@{server.settings.mail_domain}")
    server.work()
    assert [row.state for row in server.inbox()] == ["held"]
    assert passed_on(server) == []


def test_where_nobody_is_the_host_it_is_kept(tmp_path: Path) -> None:
    server = Server(tmp_path)
    write(server, f"postmaster@{server.settings.mail_domain}")
    assert [row.state for row in server.inbox()] == ["held"]
    with server.store.reading() as session:
        assert session.scalars(select(Outbox)).all() == []


def test_he_is_known_at_the_door_also_without_a_domain(tmp_path: Path) -> None:
    server = Server(tmp_path, lmtp_listen=f"127.0.0.1:{free_port()}")
    assert not is_ours(server.settings, "postmaster@elsewhere.example")
    assert not is_ours(server.settings, "abuse")
    port = int(str(server.settings.lmtp_listen).rpartition(":")[2])
    with listening(lmtp.opened, server.context), Lmtp("127.0.0.1", port) as client:
        answers = client.hand_over(b"From: zoe@elsewhere.example\r\n\r\nhello\r\n", ["postmaster"])
    assert [answer[:3] for answer in answers] == ["250"]
