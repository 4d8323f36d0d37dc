"""A mailbox as a door, at a real Dovecot: what is stored is moved, what is not stays, and nothing is read twice."""

from __future__ import annotations

import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from dovecot import Dovecot, dovecot
from inprocess import Server

from pbem.doors import imap
from pbem.doors.imap import CannotFetch, account_of
from pbem.store.models import MailFolder

pytestmark = pytest.mark.needs_host

CLUB, DONE = "club@example.org", "pbem-done"
NO_IDLE = "IMAP4rev1 UIDPLUS NAMESPACE"


@pytest.fixture(scope="module")
def host() -> Iterator[Dovecot]:
    with dovecot() as made:
        yield made


@pytest.fixture
def user(request: pytest.FixtureRequest) -> str:
    """A mailbox for this test alone."""
    return f"{abs(hash(request.node.nodeid))}@example.org"


def server_of(folder: Path, url: str, **more: object) -> Server:
    usual = {"mail_domain": "example.org", "mailbox_local_part": "club", "imap_url": url, "imap_poll_seconds": 0.2}
    return Server(folder, **{**usual, **more})


def letter(number: int, body: str = "GAMES", to: str = CLUB, **fields: str) -> bytes:
    more = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in fields.items())
    head = f"From: ada@players.example\r\nTo: {to}\r\nMessage-ID: <{number}@players.example>\r\n{more}"
    return f"{head}\r\n{body}\r\n".encode()


@contextmanager
def fetching(server: Server, **how: bool) -> Iterator[None]:
    """The door, open as long as this lasts."""
    stop = threading.Event()
    thread = threading.Thread(target=imap.fetch, args=(server.context, stop), kwargs=how)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(30)
        assert not thread.is_alive()


def once(server: Server, **how: bool) -> None:
    imap.fetch(server.context, threading.Event(), once=True, **how)


def wait(until: Callable[[], object], patience: float = 20) -> None:
    over = time.monotonic() + patience
    while not until():
        assert time.monotonic() < over
        time.sleep(0.05)


def test_new_mail_is_told_of_and_taken_at_once(host: Dovecot, user: str, tmp_path: Path) -> None:
    server = server_of(tmp_path, host.url(user), imap_poll_seconds=60)
    waited = []
    with fetching(server):
        wait(lambda: folder_of(server) is not None)
        for number in range(3):
            begun = time.monotonic()
            host.deliver(user, letter(number))
            wait(lambda: len(server.inbox()) > number, patience=100)  # noqa: B023  (asked here and now)
            waited.append(time.monotonic() - begun)
    # One may come while a look ends, and is found by the next.
    assert min(waited) < 15
    server.store.close()


def test_what_was_there_before_is_left_alone_and_what_comes_is_taken(host: Dovecot, user: str, tmp_path: Path) -> None:
    server = server_of(tmp_path, host.url(user))
    for number in range(3):
        host.deliver(user, letter(number))
    with fetching(server):
        wait(lambda: folder_of(server) is not None)
        host.deliver(user, letter(7, to="club+tag@example.org", Return_Path="<ada@players.example>"))
        wait(server.inbox)
        wait(lambda: host.mails(user, DONE))
    [row] = server.inbox()
    assert (row.recipient, row.sender, row.transport) == ("club+tag@example.org", "ada@players.example", "imap")
    assert row.raw == host.mails(user, DONE)[0]
    assert len(host.mails(user)) == 3
    server.store.close()


def test_all_of_it_is_read_where_that_is_asked_for(host: Dovecot, user: str, tmp_path: Path) -> None:
    server = server_of(tmp_path, host.url(user))
    for number in range(5):
        host.deliver(user, letter(number))
    once(server)
    assert server.inbox() == []
    once(server, all_there_is=True)
    assert [row.raw for row in server.inbox()] == [letter(number) for number in range(5)]
    assert (len(host.mails(user)), len(host.mails(user, DONE))) == (0, 5)
    server.store.close()


def test_what_is_not_taken_yet_is_neither_read_nor_gone(host: Dovecot, user: str, tmp_path: Path) -> None:
    server = server_of(tmp_path, host.url(user))
    once(server)
    host.deliver(user, letter(1))
    server.store.engine.dispose()
    (tmp_path / "pbem.sqlite3").rename(tmp_path / "away")
    (tmp_path / "pbem.sqlite3").mkdir()
    with fetching(server):
        time.sleep(1.5)
        with host.mailbox(user) as client:
            assert client.fetch(client.search(), ["FLAGS"])[1][b"FLAGS"] in ((), (b"\\Recent",))
        (tmp_path / "pbem.sqlite3").rmdir()
        (tmp_path / "away").rename(tmp_path / "pbem.sqlite3")
        wait(server.inbox, patience=60)
        wait(lambda: host.mails(user, DONE))
    assert host.mails(user) == []
    server.store.close()


def test_whoever_dies_between_storing_and_moving_finds_the_mail_and_knows_it(
    host: Dovecot, user: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = server_of(tmp_path, host.url(user))
    once(server)
    host.deliver(user, letter(1))

    class Died(Exception):
        pass

    def die(place: str) -> None:
        if place == "mail-fetched":
            raise Died

    with monkeypatch.context() as dying:
        dying.setattr(imap, "failpoint", die)
        with pytest.raises(Died):
            once(server)
    assert (len(server.inbox()), len(host.mails(user)), host.mails(user, DONE)) == (1, 1, [])
    once(server)
    assert (len(server.inbox()), len(host.mails(user)), len(host.mails(user, DONE))) == (1, 0, 1)
    server.store.close()


def test_a_folder_that_is_numbered_anew_is_read_from_where_it_was_first_looked_at(
    host: Dovecot, user: str, tmp_path: Path
) -> None:
    server = server_of(tmp_path, host.url(user))
    old, taken, missed = letter(1), letter(2), letter(3)
    with host.mailbox(user) as client:
        client.append("INBOX", old, msg_time=days_ago(400))
    once(server)
    host.deliver(user, taken)
    once(server)
    # As it comes back from a copy: other numbers, the times kept, and what was moved is there again.
    with host.mailbox(user) as client:
        client.create_folder("new")
        client.append("new", old, msg_time=days_ago(400))
        client.append("new", taken)
        client.append("new", missed)
        client.delete_messages(client.search())
        client.expunge()
    before = folder_of(server)
    for name in ("cur", "new", "dovecot-uidlist"):
        swap(host.folder / "mail" / user, name)
    once(server)
    after = folder_of(server)
    assert before is not None
    assert after is not None
    assert before.uid_validity != after.uid_validity
    assert [row.raw for row in server.inbox()] == [taken, missed]
    assert host.mails(user) == [old]
    server.store.close()


def test_a_mail_too_large_is_not_fetched_and_its_writer_is_told(host: Dovecot, user: str, tmp_path: Path) -> None:
    server = server_of(tmp_path, host.url(user), max_mail_mb=1)
    server.enrol("ada@players.example")
    once(server)
    host.deliver(user, letter(1, body="x" * 78 + "\r\n" + "y\r\n" * 500_000))
    once(server)
    [row] = server.inbox()
    assert len(row.raw) < 200
    assert (row.cut_from or 0) > 1 << 20
    server.work()
    assert "too large" in str(server.latest("ada@players.example")["Subject"])
    assert (server.inbox()[0].state, server.inbox()[0].reason) == ("dropped", "larger than 1 MiB")
    server.store.close()


def test_without_idle_and_move_it_is_looked_now_and_then_and_copied(tmp_path: Path) -> None:
    with dovecot(capability=NO_IDLE) as host:
        server = server_of(tmp_path, host.url(CLUB))
        host.deliver(CLUB, letter(1))
        with fetching(server):
            wait(lambda: folder_of(server) is not None)
            host.deliver(CLUB, letter(2))
            wait(lambda: host.mails(CLUB, DONE))
        assert host.mails(CLUB) == [letter(1)], "only that one mail is expunged"
        assert [row.raw for row in server.inbox()] == host.mails(CLUB, DONE) == [letter(2)]
        server.store.close()


def test_a_server_that_can_neither_keeps_the_mail_marked_read(tmp_path: Path) -> None:
    with dovecot(capability="IMAP4rev1") as host:
        server = server_of(tmp_path, host.url(CLUB))
        once(server)
        host.deliver(CLUB, letter(1))
        once(server)
        once(server)
        with host.mailbox(CLUB) as client:
            assert b"\\Seen" in client.fetch(client.search(), ["FLAGS"])[1][b"FLAGS"]
        assert len(server.inbox()) == 1
        server.store.close()


def test_folders_below_inbox_are_found(tmp_path: Path) -> None:
    with dovecot(prefix="INBOX/") as host:
        server = server_of(tmp_path, host.url(CLUB))
        once(server)
        host.deliver(CLUB, letter(1))
        once(server)
        assert host.mails(CLUB, f"INBOX/{DONE}") == [letter(1)]
        server.store.close()


def test_a_server_that_goes_away_is_found_again(tmp_path: Path) -> None:
    with dovecot() as host:
        server = server_of(tmp_path, host.url(CLUB))
        with fetching(server):
            wait(lambda: folder_of(server) is not None)
            host.stop()
            time.sleep(1)
            host.start()
            host.deliver(CLUB, letter(1))
            wait(server.inbox, patience=60)
        server.store.close()


@pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")
def test_two_that_fetch_at_once_do_no_harm(host: Dovecot, user: str, tmp_path: Path) -> None:
    server = server_of(tmp_path, host.url(user))
    once(server)
    with fetching(server), fetching(server):
        for number in range(10):
            host.deliver(user, letter(number))
        wait(lambda: len(host.mails(user, DONE)) >= 10)
        wait(lambda: not host.mails(user))
    assert sorted(row.raw for row in server.inbox()) == sorted(letter(number) for number in range(10))
    server.store.close()


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("imaps://club%40example.org:p%40s%2Fs@imap.example.org", ("club@example.org", "p@s/s", 993, "INBOX")),
        ("imap://club:secret@localhost:1143/Post%20box", ("club", "secret", 1143, "Post box")),
    ],
)
def test_the_setting_names_user_password_port_and_folder(
    tmp_path: Path, url: str, found: tuple[str, str, int, str]
) -> None:
    account = account_of(server_of(tmp_path, url).settings)
    assert (account.user, account.password, account.port, account.folder) == found
    assert account.password not in account.name


@pytest.mark.parametrize("url", ["pop3://a:b@c", "imaps://imap.example.org", "imaps://a:b@c:port", "imaps://[a:b@c"])
def test_a_setting_that_names_no_mailbox_is_told_without_its_password(tmp_path: Path, url: str) -> None:
    with pytest.raises(CannotFetch) as told:
        account_of(server_of(tmp_path, url).settings)
    assert url not in str(told.value)


def folder_of(server: Server) -> MailFolder | None:
    """How far the mailbox is read."""
    with server.store.reading() as session:
        return next(iter(session.query(MailFolder)), None)


def days_ago(days: int) -> datetime:
    return datetime.now(UTC) - timedelta(days=days)


def swap(folder: Path, name: str) -> None:
    """Put a part of the folder `new` in the place of that of INBOX."""
    ours, theirs = folder / name, folder / ".new" / name
    if ours.is_dir():
        shutil.rmtree(ours)
    else:
        ours.unlink(missing_ok=True)
    theirs.rename(ours)
