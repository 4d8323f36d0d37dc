"""Whom a mail is for, and who sent it in the envelope's eyes, from the header block alone."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.inbound.mail import recipients, return_path

MAILBOX = "pbem@play.example"


def found(*lines: str) -> tuple[str, ...]:
    return recipients("\r\n".join([*lines, "", "To: pbem+body@play.example"]).encode(), "play.example", MAILBOX)


@pytest.mark.parametrize(
    ("lines", "wanted"),
    [
        (["To: pbem@play.example"], ["pbem@play.example"]),
        (["To: X <PBEM+G.S.1.M@Play.Example>"], ["pbem+g.s.1.m@play.example"]),
        (["X-Original-To: pbem+a@play.example", "To: pbem+b@play.example"], ["pbem+a@play.example"]),
        (["Delivered-To: pbem@play.example", "To: pbem+b@play.example"], ["pbem+b@play.example"]),
        (["Delivered-To: ada@players.example", "To: pbem@play.example"], ["pbem@play.example"]),
        (
            ["To: pbem+a@play.example,", "\tpbem+b@play.example", "Cc: pbem+c@play.example"],
            ["pbem+a@play.example", "pbem+b@play.example"],
        ),
        (["Cc: pbem+c@play.example, pbem+c@play.example"], ["pbem+c@play.example"]),
        (["Subject: pbem+x@play.example", "To: undisclosed-recipients:;"], [MAILBOX]),
        (["To: pbem+a@play.example.evil.example, pbem+a@xplay.example"], [MAILBOX]),
        (["no header at all"], [MAILBOX]),
    ],
)
def test_recipients(lines: list[str], wanted: list[str]) -> None:
    assert found(*lines) == tuple(wanted)


def test_the_envelope_sender() -> None:
    assert return_path(b"Return-Path: <ada@players.example>\r\n\r\n") == "ada@players.example"
    assert return_path(b"\r\nRETURN-PATH: <>\n\n") == ""
    assert return_path(b"From: ada@players.example\r\n\r\nReturn-Path: <x@y>") is None


@given(st.binary(max_size=300))
def test_any_bytes_have_a_recipient(raw: bytes) -> None:
    assert recipients(raw, "play.example", MAILBOX)
    return_path(raw)


@pytest.mark.parametrize(
    "block",
    [b"a" * 30_000_000, b"To: " + b"a@" * 200_000, b"To: " + b"a." * 200_000, b"\n" * 100_000, b" x\n" * 1_000_000],
)
def test_long_headers_take_no_time(block: bytes) -> None:
    started = time.perf_counter()
    recipients(block, "play.example", MAILBOX)
    assert time.perf_counter() - started < 5
