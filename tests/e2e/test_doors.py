"""The same mail by a mailbox and over HTTP, and a whole game through a mailbox without plus-addresses."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from dovecot import Dovecot, dovecot
from world import World, world_in

pytestmark = [pytest.mark.slow, pytest.mark.needs_host, pytest.mark.timeout(600)]

ADA, BEN, CLUB = "ada@players.example", "ben@players.example", "club@example.org"


@pytest.fixture
def host() -> Iterator[Dovecot]:
    with dovecot() as made:
        yield made


def test_the_same_mail_by_a_mailbox_and_over_http_at_once_is_one(host: Dovecot, tmp_path: Path) -> None:
    """K26: the same bytes, and bytes that differ by what mail servers add."""
    with world_in(tmp_path / "data", imap_url=host.url(CLUB)) as world:
        enrol(world)
        wait_for_mailbox(world)
        raw = f"From: {ADA}\r\nTo: pbem@pbem.localhost\r\nMessage-ID: <one@players.example>\r\n\r\nSTATUS\r\n".encode()
        other = raw.replace(b"\r\n\r\n", b"\r\nReceived: by another way\r\n\r\n")
        doors = [threading.Thread(target=world.post, args=(copy,)) for copy in (raw, other)]
        doors += [threading.Thread(target=host.deliver, args=(CLUB, copy)) for copy in (raw, other)]
        for door in doors:
            door.start()
        for door in doors:
            door.join()
        world.next(ADA)
        until = time.monotonic() + 60
        while len(host.mails(CLUB, "pbem-done")) < 2:
            assert time.monotonic() < until
            time.sleep(0.2)
        with pytest.raises(AssertionError, match="no mail"):
            world.next(ADA, patience=4)
        assert sorted(world.mail_states()) == ["dropped", "read", "read", "read"]


def test_a_game_through_a_mailbox_without_plus_addresses(host: Dovecot, tmp_path: Path) -> None:
    settings = {
        "mail_domain": "example.org",
        "mailbox_local_part": "club",
        "plus_addresses": False,
        "imap_url": host.url(CLUB),
    }
    with world_in(tmp_path / "data", **settings) as world:
        wait_for_mailbox(world)
        # Whatever is written to the server comes into the mailbox.
        world.post = lambda raw: host.deliver(CLUB, raw) or 200  # type: ignore[assignment,func-returns-value]
        for player, line in ((ADA, "NEW waterloo1895"), (BEN, "JOIN waterloo1")):
            world.write(player, line, to=CLUB)
            answer(host, player, world.next(player, "answer this mail"), "")
            world.next(player, "you play")
        answer(host, ADA, world.next(ADA, "post your army"), "place default")
        world.next(ADA, "Wellington has still to post")
        report = world.next(BEN, "post your army")
        assert report["Reply-To"] == CLUB
        # His mail program tells nothing of what it answers; the line of the form does.
        text = next(part for part in report.walk() if part.get_content_type() == "text/plain").get_payload(decode=True)
        assert isinstance(text, bytes)
        line = re.search(r"game waterloo1 wellington \d+ \w{4}", text.decode())
        assert line is not None
        world.write(BEN, f"{line[0]}\nplace default", to=CLUB)
        answer(host, ADA, world.next(ADA, "your throw"), "resign")
        answer(host, ADA, world.next(ADA, "answer with YES"), "YES")
        for player in (ADA, BEN):
            world.next(player, "game is over")
        assert set(world.mail_states()) == {"read"}
        assert host.mails(CLUB) == []


def answer(host: Dovecot, player: str, mail: object, body: str) -> None:
    """Answer as mail programs do, whole Message-ID and all."""
    ident = " ".join(str(mail["Message-ID"]).split())  # type: ignore[index]
    head = f"From: {player}\r\nTo: {CLUB}\r\nMessage-ID: <{time.monotonic_ns()}@players.example>\r\n"
    host.deliver(CLUB, f"{head}In-Reply-To:\r\n {ident}\r\nReferences:\r\n {ident}\r\n\r\n{body}\r\n".encode())


def enrol(world: World) -> None:
    world.write(ADA, "GAMES")
    world.reply(world.next(ADA, "answer this mail"), "")
    world.next(ADA, "welcome")
    world.next(ADA)


def wait_for_mailbox(world: World) -> None:
    """Wait until the mailbox is open: what came before is left alone."""
    from sqlalchemy import text

    until = time.monotonic() + 90
    while True:
        with world.tables() as rows:
            if rows.execute(text("SELECT count(*) FROM mail_folder")).scalar():
                return
        assert time.monotonic() < until
        time.sleep(0.2)
