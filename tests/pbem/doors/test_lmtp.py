"""The door for LMTP: an answer for each recipient, yes only for what is stored, no before a mail is sent."""

from __future__ import annotations

import shutil
import smtplib
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from inprocess import Server
from listening import Lmtp, listening
from world import free_port

from pbem.doors import lmtp
from pbem.doors.listening import MOST_CONNECTIONS, CannotListen
from pbem.runtime import disk

PATIENCE_S = 20
RAW = b"From: ada@players.example\r\nTo: pbem@pbem.localhost\r\nMessage-ID: <1@players.example>\r\n\r\nGAMES\r\n"
OURS, TAGGED, RETIRED = "pbem@pbem.localhost", "pbem+club@pbem.localhost", "pbem+marengo7.red.3.abcdefgh@pbem.localhost"


class Opened(NamedTuple):
    server: Server
    port: int

    def client(self) -> Lmtp:
        return Lmtp("127.0.0.1", self.port)


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Opened]:
    port = free_port()
    server = Server(tmp_path, lmtp_listen=f"127.0.0.1:{port}", max_mail_mb=1)
    with listening(lmtp.opened, server.context):
        yield Opened(server, port)
    server.store.close()


def test_every_recipient_has_an_answer_once_the_mail_is_stored_for_him(door: Opened) -> None:
    with door.client() as client:
        answers = client.hand_over(RAW, [OURS, TAGGED])
    rows = door.server.inbox()
    assert answers == [f"250 2.0.0 kept as {row.id}" for row in rows]
    assert [(row.recipient, row.raw, row.sender, row.transport) for row in rows] == [
        (OURS, RAW, "ada@players.example", "lmtp"),
        (TAGGED, RAW, "ada@players.example", "lmtp"),
    ]


def test_who_is_not_here_is_refused_before_the_mail_is_sent_and_others_are_not(door: Opened) -> None:
    with door.client() as client:
        client.ehlo_or_helo_if_needed()
        client.mail("ada@players.example")
        assert client.rcpt("nobody@pbem.localhost")[0] == 550
        assert client.rcpt("pbem@elsewhere.example")[0] == 550
        assert client.rcpt("pbem+bounce.17.aaaaaaaaaaaaaaaaaaaa@pbem.localhost")[0] == 550, "never made"
        assert client.rcpt(RETIRED)[0] == 250, "its writer is told"
        client.rset()
        assert len(client.hand_over(RAW, ["nobody@pbem.localhost", OURS])) == 1
    assert [row.recipient for row in door.server.inbox()] == [OURS]


def test_the_same_mail_again_is_the_same_row(door: Opened) -> None:
    with door.client() as client:
        assert client.hand_over(RAW, [OURS]) == client.hand_over(RAW, [OURS])
    assert len(door.server.inbox()) == 1


def test_the_null_sender_is_known_as_such_and_odd_senders_are_stored(door: Opened) -> None:
    with door.client() as client:
        client.hand_over(RAW, [OURS], sender="")
        client.ehlo_or_helo_if_needed()
        client.send("MAIL FROM:<a\xff@players.example>\r\n".encode("latin-1"))
        assert client.getreply()[0] in (250, 553)
    assert door.server.inbox()[0].sender == ""


def test_a_sender_beyond_ascii_is_taken(door: Opened) -> None:
    with door.client() as client:
        client.ehlo_or_helo_if_needed()
        client.send("MAIL FROM:<jörg@spieler.example> SMTPUTF8\r\n".encode())
        assert client.getreply()[0] == 250
        client.rcpt(OURS)
        client.docmd("DATA")
        client.send(RAW + b".\r\n")
        assert client.getreply()[0] == 250
    assert door.server.inbox()[0].sender == "jörg@spieler.example"


def test_what_is_too_large_is_refused_as_it_is_announced(door: Opened) -> None:
    with door.client() as client:
        client.ehlo_or_helo_if_needed()
        assert client.esmtp_features["size"] == str(1 << 20)
        assert client.mail("ada@players.example", [f"SIZE={(1 << 20) + 1}"])[0] == 552


@pytest.mark.parametrize("line", [b"x" * 70 + b"\r\n", b"x" * 100_000 + b"\r\n"], ids=["too much", "a line too long"])
def test_what_turns_out_too_large_is_refused_for_every_recipient(door: Opened, line: bytes) -> None:
    with door.client() as client:
        answers = client.hand_over(RAW + line * ((1 << 20) // len(line) + 1), [OURS, TAGGED])
        assert len(answers) == 2
        assert all(answer[0] == "5" for answer in answers)
        assert len(client.hand_over(RAW, [OURS, TAGGED])) == 2, "the conversation goes on"


def test_long_lines_dots_and_eight_bits_come_through(door: Opened) -> None:
    raw = RAW + b"." + "ü".encode() * 3000 + b"\r\n..\r\n.x\r\n"
    with door.client() as client:
        client.hand_over(raw, [OURS])
    assert door.server.inbox()[0].raw == raw


def test_a_full_disk_puts_mail_off(door: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = shutil.disk_usage("/")
    monkeypatch.setattr(disk.shutil, "disk_usage", lambda _path: usage._replace(free=3 << 20))
    with door.client() as client:
        client.ehlo_or_helo_if_needed()
        assert client.mail("ada@players.example") == (452, b"4.3.1 the disk is nearly full")


def test_a_database_that_is_away_puts_mail_off_for_each_and_later_it_is_taken(door: Opened, tmp_path: Path) -> None:
    file = tmp_path / "pbem.sqlite3"
    door.server.store.engine.dispose()
    file.rename(tmp_path / "away")
    file.mkdir()
    with door.client() as client:
        assert client.hand_over(RAW, [OURS, TAGGED]) == ["451 4.3.0 the database does not answer"] * 2
        file.rmdir()
        (tmp_path / "away").rename(file)
        assert [answer[:3] for answer in client.hand_over(RAW, [OURS, TAGGED])] == ["250", "250"]
    assert len(door.server.inbox()) == 2


def test_whoever_breaks_off_before_the_dot_leaves_nothing(door: Opened) -> None:
    client = door.client()
    client.ehlo_or_helo_if_needed()
    client.mail("ada@players.example")
    client.rcpt(OURS)
    client.docmd("DATA")
    client.send(RAW)
    client.close()
    with door.client() as other:
        assert other.hand_over(RAW.replace(b"<1@", b"<2@"), [OURS])[0].startswith("250")
    assert len(door.server.inbox()) == 1


def test_too_many_connections_are_asked_to_come_again_and_too_many_recipients_too(door: Opened) -> None:
    idle = [socket.create_connection(("127.0.0.1", door.port)) for _ in range(MOST_CONNECTIONS)]
    for each in idle:
        assert each.recv(100).startswith(b"220")
    with socket.create_connection(("127.0.0.1", door.port)) as late:
        assert late.recv(100).startswith(b"421 4.3.2")
    for each in idle:
        each.close()
    _wait_for_room(door)
    with door.client() as client:
        client.ehlo_or_helo_if_needed()
        client.mail("ada@players.example")
        codes = [client.rcpt(f"pbem+{number}@pbem.localhost")[0] for number in range(101)]
    assert codes == [250] * 100 + [452]


def _wait_for_room(door: Opened) -> None:
    """Until the door has seen that those who were connected have gone."""
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        with socket.create_connection(("127.0.0.1", door.port)) as one:
            if one.recv(100).startswith(b"220"):
                return
        time.sleep(0.05)
    raise AssertionError("the door has not seen that anybody went")


def test_it_is_lmtp_and_no_smtp(door: Opened) -> None:
    with smtplib.SMTP("127.0.0.1", door.port) as client:
        assert client.ehlo()[0] == 500


def test_a_socket_that_a_dead_process_left_is_taken_and_that_of_a_living_one_is_not(tmp_path: Path) -> None:
    where = tmp_path / "socket"
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(where))
    server = Server(tmp_path / "data", lmtp_listen=str(where))
    with listening(lmtp.opened, server.context):
        assert where.stat().st_mode & 0o777 == 0o660
        with Lmtp(str(where)) as client:
            assert client.hand_over(RAW, [OURS])[0].startswith("250")
        with pytest.raises(CannotListen, match="another process"):
            lmtp._free_socket(where)
    server.store.close()
