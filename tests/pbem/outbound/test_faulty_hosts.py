"""Mail servers that vanish, are away for an hour, or refuse: nothing is lost, and nothing comes out of order."""

from __future__ import annotations

from email import message_from_bytes
from pathlib import Path

import pytest
from inprocess import NOBODY_LISTENS, Server, letter, text_of
from mail_host import Host, running

from pbem.runtime.context import Context
from pbem.runtime.notifier import Notifier

ADA, BEN = "ada@players.example", "ben@players.example"


class Club:
    """A server whose mail goes to a mail server that a test can exchange."""

    def __init__(self, server: Server) -> None:
        self.server = server
        server.enrol(ADA, BEN)
        for player in (ADA, BEN):
            server.mail(player, "PICTURES off")

    def write(self, player: str, words: str) -> None:
        to = self.server.settings.address
        self.server.take_in(letter(player, to, words), to)

    def work(self, port: int) -> None:
        """Do what is due, with a mail server at this port."""
        chosen = {"smtp_url": f"smtp://127.0.0.1:{port}", "smtp_timeout": 5}
        settings = self.server.settings.model_copy(update=chosen)
        usual, self.server.context = (
            self.server.context,
            Context(settings, self.server.store, Notifier(NOBODY_LISTENS, "pbem")),
        )
        try:
            self.server.work()
        finally:
            self.server.context = usual


@pytest.fixture
def club(server: Server) -> Club:
    return Club(server)


def subjects(host: Host) -> list[str]:
    return [str(message_from_bytes(envelope.original_content or b"")["Subject"]) for envelope in host.taken]


def ids(host: Host) -> list[str]:
    return [str(message_from_bytes(envelope.original_content or b"")["Message-ID"]) for envelope in host.taken]


@pytest.mark.both_databases
def test_a_mail_server_that_vanishes_after_the_dot_gets_the_same_mail_again(club: Club) -> None:
    """K18: nobody knows whether it took the mail; rather twice than never."""
    club.write(ADA, "GAMES")
    vanishing, host = Host(DATA="vanish"), Host()
    with running(vanishing) as port:
        club.work(port)
    club.server.hours_pass(1)
    with running(host) as port:
        club.work(port)
    assert len(vanishing.taken) == len(host.taken) == 1
    assert ids(vanishing) == ids(host)


@pytest.mark.both_databases
def test_after_an_hour_without_a_mail_server_everything_comes_in_order(club: Club, tmp_path: Path) -> None:
    """K19."""
    asked = ("GAMES", "HELP", "HISTORY")
    for words in asked:
        club.write(ADA, words)
        club.work(1)
        club.server.hours_pass(0.3)
    host = Host()
    for _ in range(4):
        club.server.hours_pass(1)
        with running(host) as port:
            club.work(port)
    expected = [str(mail["Subject"]) for mail in expected_answers(tmp_path / "other", asked)]
    assert subjects(host) == expected
    assert len(set(ids(host))) == 3


def expected_answers(folder: Path, asked: tuple[str, ...]) -> list[object]:
    """What a server answers whose mail server is always there."""
    folder.mkdir()
    calm = Server(folder)
    calm.enrol(ADA, BEN)
    try:
        return [mail for words in asked for mail in calm.mail(ADA, words)]
    finally:
        calm.store.close()


@pytest.mark.both_databases
def test_one_recipient_who_is_refused_is_noted_and_the_other_gets_his_mail(club: Club) -> None:
    """K20."""
    club.write(ADA, "GAMES")
    club.write(BEN, "GAMES")
    host = Host(refused=ADA)
    with running(host) as port:
        club.work(port)
        club.server.hours_pass(5)
        club.work(port)
    assert [envelope.rcpt_tos for envelope in host.taken] == [[BEN]]
    assert text_of(message_from_bytes(host.taken[0].original_content or b""))
