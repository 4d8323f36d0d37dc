"""What the doors for mail servers hand on of whether From is true: the server's word before us, or our own check."""

from __future__ import annotations

import smtplib
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from inprocess import Server
from listening import listening
from world import free_port

from pbem.doors import lmtp, pipe, smtp

OURS = "pbem@pbem.localhost"
RAW = b"From: ada@players.example\r\nTo: pbem@pbem.localhost\r\n\r\nGAMES\r\n"
PASSED = b"Authentication-Results: mx.club.example; dmarc=pass header.from=players.example\r\n"
NAMES: dict[tuple[str, str], list[Any]] = {
    ("_dmarc.players.example", "TXT"): [b"v=DMARC1; p=reject"],
    ("players.example", "TXT"): [b"v=spf1 ip4:127.0.0.1 -all"],
    ("evil.example", "TXT"): [b"v=spf1 ip4:127.0.0.1 -all"],
}


def lookup(name: str, kind: str) -> list[Any]:
    return NAMES.get((name, kind), [])


def verdicts(server: Server) -> list[tuple[str, str]]:
    found = [(row.verdict, row.judge) for row in server.inbox()]
    server.store.close()
    return found


@pytest.mark.parametrize(("sender", "verdict"), [("ada@players.example", "pass"), ("eve@evil.example", "fail")])
def test_the_net_s_mail_is_checked_here_and_its_own_word_is_not_heard(
    tmp_path: Path, sender: str, verdict: str
) -> None:
    port = free_port()
    server = Server(tmp_path, smtp_hosts=[f"127.0.0.1:{port}"], authserv_ids=["mx.club.example"])
    with listening(partial(smtp.opened, lookup=lookup), server.context), smtplib.SMTP("127.0.0.1", port) as client:
        client.sendmail(sender, [OURS], PASSED + RAW)
    assert verdicts(server) == [(verdict, "own")]


@pytest.mark.parametrize(
    ("settings", "raw", "expected"),
    [
        ({"authserv_ids": ["mx.club.example"]}, PASSED + RAW, ("pass", "mx.club.example")),
        ({"authserv_ids": ["mx.other.example"]}, PASSED + RAW, ("none", "mx.other.example")),
        # Nobody is trusted: what we can see ourselves is whether it was signed.
        ({}, PASSED + RAW, ("none", "own")),
    ],
)
def test_the_word_of_the_server_before_us_is_heard_where_it_is_trusted(
    tmp_path: Path, settings: dict[str, object], raw: bytes, expected: tuple[str, str]
) -> None:
    port = free_port()
    server = Server(tmp_path, lmtp_listen=f"127.0.0.1:{port}", **settings)
    with listening(partial(lmtp.opened, lookup=lookup), server.context), smtplib.LMTP("127.0.0.1", port) as client:
        client.sendmail("ada@players.example", [OURS], raw)
    assert verdicts(server) == [expected]


def test_a_pipe_hears_the_server_before_it(tmp_path: Path) -> None:
    server = Server(tmp_path, authserv_ids=["mx.club.example"])
    pipe.receive(lambda: server.context, BytesIO(PASSED + RAW), None, [])
    assert verdicts(server) == [("pass", "mx.club.example")]
