"""docs/running.md, "Mail in": the configuration and the commands of every door are what is run here, and they work.

Only folders, ports, users and names of hosts are others.
"""

from __future__ import annotations

import os
import re
import shutil
import smtplib
import ssl
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from dovecot import PASSWORD, dovecot
from page import Club, blocks, club, the, wait
from postfix import Postfix, postfix
from programs import missing, program
from world import free_port

pytestmark = pytest.mark.needs_host


def slow(place: str) -> object:
    """One place of several of the same kind."""
    return pytest.param(place, marks=pytest.mark.slow)


MAILBOX, LMTP, PIPE, SMTP = (
    "A mailbox",
    "Postfix, by LMTP",
    "Postfix, Exim, procmail, by a pipe",
    "Port 25 itself",
)
OURS, TAGGED, NOBODY = "pbem@play.example.org", "pbem+club@play.example.org", "nobody@play.example.org"
RAW = b"From: ada@players.example\r\nTo: pbem@play.example.org\r\nMessage-ID: <1@players.example>\r\n\r\nGAMES\r\n"


@pytest.fixture
def place() -> Iterator[Club]:
    with club() as made:
        yield made


@contextmanager
def border(place: Club, heading: str, which: int = 0, **changed: str) -> Iterator[Postfix]:
    """Postfix, with what the page has under a heading: of several ways, that one."""
    of = {name: [block.text for block in blocks(heading) if block.name == f"/etc/postfix/{name}"] for name in FILES}
    transport, main = of["transport"][which], of["main.cf"][0]
    master = of["master.cf"][0] if transport.split()[1].startswith("pbem") else ""
    main = main.replace("/etc/postfix", "{etc}")
    with postfix(main, place.here(master), transport=place.here(transport, **changed)) as made:
        yield made


FILES = ("main.cf", "master.cf", "transport")


def letter(number: int, body: bytes = b"GAMES\r\n") -> bytes:
    return RAW.replace(b"<1@", b"<%d@" % number).replace(b"GAMES\r\n", body)


def goes_through(place: Club, host: Postfix) -> None:
    """A mail to two of ours, a bounce, and a mail to nobody."""
    refused = host.send(RAW, [OURS, TAGGED, NOBODY])
    assert list(refused) == [NOBODY]
    assert refused[NOBODY][0] == 550
    with pytest.raises(smtplib.SMTPRecipientsRefused):
        host.send(RAW, ["ben@elsewhere.example"])
    host.send(letter(2), [OURS], sender="")
    wait(lambda: len(place.inbox()) == 3 and host.queued() == 0)
    found = {(row.recipient, row.sender) for row in place.inbox()}
    assert found == {(OURS, "ada@players.example"), (TAGGED, "ada@players.example"), (OURS, "")}
    assert "status=bounced" not in host.log()


def too_large_is_refused(host: Postfix) -> None:
    with pytest.raises(smtplib.SMTPSenderRefused) as refused:
        host.send(letter(9, b"x" * 70 + b"\r\n" * (11 << 19)), [OURS])
    assert refused.value.smtp_code == 552


@pytest.mark.slow
def test_postfix_by_lmtp_on_a_port(place: Club) -> None:
    port = str(free_port())
    place.set_up(the(LMTP, "pbem.toml").replace("8024", port))
    with border(place, LMTP, **{"8024": port}) as host:
        with place.running("lmtp", until="listening"):
            goes_through(place, host)
            too_large_is_refused(host)
        # Nobody is there: Postfix keeps it, and brings it when somebody is.
        host.send(letter(3), [OURS])
        host.wait_for("status=deferred")
        with place.running("lmtp", until="listening"):
            wait(lambda: len(place.inbox()) == 4)
            wait(lambda: host.queued() == 0)


@pytest.mark.slow
def test_postfix_brings_again_what_could_not_be_stored_and_nothing_else(place: Club) -> None:
    """K27: one of two recipients has 250, the other 451."""
    port = str(free_port())
    place.set_up(the(LMTP, "pbem.toml").replace("8024", port))
    with border(place, LMTP, **{"8024": port}) as host, place.running("lmtp", until="listening"):
        place.sql(
            f"CREATE TRIGGER full BEFORE INSERT ON inbox WHEN NEW.recipient = '{TAGGED}' "
            "BEGIN SELECT RAISE(ABORT, 'no room'); END"
        )
        host.send(RAW, [OURS, TAGGED])
        host.wait_for("the database does not answer")
        wait(lambda: [row.recipient for row in place.inbox()] == [OURS])
        assert host.queued() == 1
        place.sql("DROP TRIGGER full")
        wait(lambda: host.queued() == 0)
        assert [row.recipient for row in place.inbox()] == [OURS, TAGGED]
        assert host.log().count("status=sent") == 2


@pytest.mark.parametrize(
    "at", [slow("before-commit-take-in:1"), slow("after-commit-take-in:1"), slow("mail-announced:2")]
)
def test_a_door_that_is_killed_within_a_mail_to_two_loses_and_doubles_nothing(place: Club, at: str) -> None:
    """K27: Postfix has no answer, and brings the mail again."""
    port = str(free_port())
    place.set_up(the(LMTP, "pbem.toml").replace("8024", port))
    marks = place.folder / "marks"
    marks.mkdir()
    marks.chmod(0o777)
    with border(place, LMTP, **{"8024": port}) as host:
        with place.running("lmtp", until="listening", PBEM_FAIL_AT=at, PBEM_FAIL_MARKS=str(marks)) as door:
            host.send(RAW, [OURS, TAGGED])
            wait(lambda: door.poll() is not None)
            assert door.returncode == -9
        host.wait_for("status=deferred")
        with place.running("lmtp", until="listening"):
            wait(lambda: host.queued() == 0)
        assert sorted(row.recipient for row in place.inbox()) == [TAGGED, OURS]
        assert len({row.raw for row in place.inbox()}) == 1


@pytest.mark.parametrize("at", [slow("before-commit-take-in:1"), slow("mail-fetched:1"), "mail-moved:1"])
def test_a_mailbox_whose_reader_is_killed_is_read_once(place: Club, at: str) -> None:
    """K26: before a mail is stored, once it is, and once it is moved."""
    marks = place.folder / "marks"
    marks.mkdir()
    marks.chmod(0o777)
    with dovecot() as host:
        place.set_up(f'mail_domain = "play.example.org"\nimap_url = "{host.url("club@example.org")}"\n')
        with place.running("fetch", until="mailbox open", PBEM_FAIL_AT=at, PBEM_FAIL_MARKS=str(marks)) as door:
            for number in (1, 2):
                host.deliver("club@example.org", letter(number))
            wait(lambda: door.poll() is not None)
            assert door.returncode == -9
        with place.running("fetch", until="mailbox open"):
            wait(lambda: len(host.mails("club@example.org", "pbem-done")) == 2)
        assert [row.raw for row in place.inbox()] == [letter(1), letter(2)]
        assert host.mails("club@example.org") == []


def test_postfix_by_lmtp_on_a_socket(place: Club) -> None:
    if os.geteuid() != 0:
        missing("the folder of the socket is made by root")
    for block in blocks(LMTP):
        if block.name == "sh":
            command = place.here(block.text, **{"-o pbem": "-o nobody"})
            subprocess.run(command, shell=True, check=True)
    place.set_up(place.here(the(LMTP, "pbem.toml", 1)))
    with border(place, LMTP, 1) as host, place.running("lmtp", until="listening"):
        goes_through(place, host)


def test_postfix_by_a_pipe(place: Club) -> None:
    place.set_up('mail_domain = "play.example.org"\n')
    with border(place, PIPE) as host:
        goes_through(place, host)
        too_large_is_refused(host)
        # What can be mended is tried again, here settings that cannot be.
        good = (place.folder / "pbem.toml").read_text()
        (place.folder / "pbem.toml").write_text('mail_domian = "play.example.org"\n')
        host.send(letter(3), [OURS, TAGGED])
        host.wait_for("status=deferred", times=2)
        (place.folder / "pbem.toml").write_text(good)
        wait(lambda: host.queued() == 0)
        assert len(place.inbox()) == 5
        assert "status=bounced" not in host.log()


@pytest.mark.slow
def test_postfix_keeps_the_mail_of_a_pipe_that_is_killed(place: Club) -> None:
    place.set_up('mail_domain = "play.example.org"\n')
    script = Path(place.command)
    good = script.read_text()
    script.write_text("#!/bin/sh\nkill -9 $$\n")
    with border(place, PIPE) as host:
        host.send(RAW, [OURS])
        host.wait_for("status=deferred")
        script.write_text(good)
        wait(lambda: len(place.inbox()) == 1)


@pytest.mark.slow
def test_procmail(place: Club) -> None:
    place.set_up('mail_domain = "play.example.org"\n')
    recipe = place.folder / "procmailrc"
    recipe.write_text(place.here(the(PIPE, ".procmailrc")))

    def given(raw: bytes) -> int:
        return subprocess.run([program("procmail"), "-m", str(recipe)], input=raw, timeout=60, cwd="/").returncode

    assert given(RAW) == 0
    # procmail ends a mail with an empty line.
    assert [(row.recipient, row.raw.rstrip()) for row in place.inbox()] == [(OURS, RAW.rstrip())]
    (place.folder / "pbem.toml").write_text("nonsense = 1\n")
    assert given(letter(2)) == os.EX_TEMPFAIL


EXIM = """
exim_path = {exim}
spool_directory = {folder}/spool
log_file_path = {folder}/exim-%s.log
keep_environment =
{main}
begin routers
{routers}
begin transports
{transports}
begin retry
* * F,1h,1m
"""


def test_exim(place: Club) -> None:
    """Exim cannot be installed beside Postfix; PBEM_TEST_EXIM may name one that was unpacked, whose user is there."""
    exim = os.environ.get("PBEM_TEST_EXIM") or shutil.which("exim4") or shutil.which("exim")
    if exim is None or os.geteuid() != 0:
        pytest.skip("Exim is not installed, or this is not root")
    place.set_up('mail_domain = "play.example.org"\n')
    folder = Path(tempfile.mkdtemp(prefix="pbem-exim-"))
    try:
        # Its logs are written by its own user.
        folder.chmod(0o777)
        command = [exim, "-C", str(folder / "conf")]
        parts = {name: place.here(the(PIPE, f"exim.conf, {name}")) for name in ("routers", "transports")}
        told = {"exim": exim, "folder": folder, "main": "never_users =", **parts}
        (folder / "conf").write_text(EXIM.format(**told))

        def given(raw: bytes, to: str, sender: str = "ada@players.example") -> None:
            # Only who runs the queue as root keeps his rights: this configuration is not the one that it was built for.
            subprocess.run([*command, "-odq", "-f", sender, "--", to], input=raw, check=True, timeout=120)
            run_queue()

        def run_queue() -> None:
            subprocess.run([*command, "-qff"], check=True, timeout=120)

        def queued() -> int:
            return int(subprocess.run([*command, "-bpc"], capture_output=True, check=True, timeout=60).stdout)

        for number, to in enumerate((OURS, TAGGED)):
            given(letter(number), to)
        given(letter(3), OURS, "<>")
        assert [(row.recipient, row.sender) for row in place.inbox()] == [
            (OURS, "ada@players.example"),
            (TAGGED, "ada@players.example"),
            (OURS, ""),
        ]
        assert subprocess.run([*command, "-bv", NOBODY], capture_output=True, timeout=60).returncode == 2
        assert queued() == 0
        # What can be mended is tried again.
        good = (place.folder / "pbem.toml").read_text()
        (place.folder / "pbem.toml").write_text("nonsense = 1\n")
        given(letter(4), OURS)
        assert queued() == 1
        (place.folder / "pbem.toml").write_text(good)
        run_queue()
        wait(lambda: queued() == 0)
        assert len(place.inbox()) == 4
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.mark.slow
def test_fetchmail(place: Club) -> None:
    place.set_up('mail_domain = "play.example.org"\n')
    with dovecot() as host:
        host.deliver("club@example.org", RAW)
        recipe = place.folder / "fetchmailrc"
        told = {"imap.example.org": "127.0.0.1", "protocol imap": f"protocol imap port {host.port}"}
        recipe.write_text(
            place.here(the(PIPE, ".fetchmailrc"), **told, **{'password "password"': f'password "{PASSWORD}"'})
        )
        recipe.chmod(0o600)
        command = [
            program("fetchmail"),
            "-f",
            str(recipe),
            "--nodetach",
            "--sslproto",
            "",
            "--pidfile",
            str(place.folder / "pid"),
        ]
        done = subprocess.run(command, capture_output=True, timeout=60, env={**os.environ, "HOME": str(place.folder)})
        assert done.returncode == 0, done.stdout + done.stderr
    [row] = place.inbox()
    assert row.recipient == OURS
    assert b"GAMES" in row.raw


@pytest.mark.timeout(600)
def test_a_mailbox(place: Club) -> None:
    with dovecot() as host:
        settings = the(MAILBOX, "pbem.toml")
        url = re.search(r'imap_url = "(.*)"', settings)
        assert url is not None
        place.set_up(settings.replace(url[1], host.url("club@example.org")))
        host.deliver("club@example.org", letter(1))
        with place.running("fetch", until="mailbox open"):
            host.deliver("club@example.org", letter(2))
            wait(lambda: len(place.inbox()) == 1, patience=150)
            wait(lambda: len(host.mails("club@example.org", "pbem-done")) == 1)
        assert host.mails("club@example.org") == [letter(1)]
        [command] = [block.text.split() for block in blocks(MAILBOX) if block.name == "sh"]
        assert command[0] == "pbem"
        assert place.run(*command[1:]).returncode == 0
        assert [row.raw for row in place.inbox()] == [letter(2), letter(1)]
        assert host.mails("club@example.org") == []
        # And without plus-addresses.
        place.set_up(settings.replace(url[1], host.url("club@example.org")) + the(MAILBOX, "pbem.toml", 1))
        host.deliver("club@example.org", letter(3))
        assert place.run("fetch", "--once").returncode == 0
        assert len(place.inbox()) == 3


def test_port_25_itself(place: Club) -> None:
    chain, key = place.folder / "fullchain.pem", place.folder / "privkey.pem"
    subject = "-subj /CN=localhost -addext subjectAltName=DNS:localhost"
    made = f"{program('openssl')} req -x509 -newkey rsa:2048 -nodes -days 2 {subject} -out {chain} -keyout {key}"
    subprocess.run(made.split(), check=True, capture_output=True)
    key.chmod(0o644)
    port = str(free_port())
    settings = place.here(the(SMTP, "pbem.toml"), **{"/etc/letsencrypt/live/play.example.org": str(place.folder)})
    place.set_up(settings.replace("0.0.0.0:25", f"127.0.0.1:{port}").replace(', "[::]:25"', ""))
    with place.running("smtp", until="listening"), smtplib.SMTP("localhost", int(port)) as client:
        client.starttls(context=ssl.create_default_context(cafile=chain))
        refused = client.sendmail("ada@players.example", [OURS, TAGGED, NOBODY], RAW)
        assert list(refused) == [NOBODY]
    assert [row.recipient for row in place.inbox()] == [OURS, TAGGED]


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_serve_starts_the_doors_that_are_set_up(place: Club) -> None:
    lmtp, smtp, web = (str(free_port()) for _ in range(3))
    with dovecot() as host:
        place.set_up(
            f'mail_domain = "play.example.org"\nlmtp_listen = "127.0.0.1:{lmtp}"\nsmtp_hosts = "127.0.0.1:{smtp}"\n'
            f'imap_url = "{host.url("club@example.org")}"\nweb_port = {web}\nworkers = 1\n'
        )
        with place.running("serve", until="mailbox open"):
            host.deliver("club@example.org", letter(1))
            wait(lambda: answers(int(lmtp)) and answers(int(smtp)))
            with smtplib.SMTP("127.0.0.1", int(smtp)) as client:
                client.sendmail("ada@players.example", [OURS], letter(2))
            with smtplib.LMTP("127.0.0.1", int(lmtp)) as client:
                client.sendmail("ada@players.example", [OURS], letter(3))
            wait(lambda: len(place.inbox()) == 3)
            wait(lambda: {row.state for row in place.inbox()} == {"held"})
            assert sorted(row.transport for row in place.inbox()) == ["imap", "lmtp", "smtp"]


def answers(port: int) -> bool:
    try:
        with smtplib.SMTP("127.0.0.1", port, timeout=5):
            return True
    except (OSError, smtplib.SMTPException):
        time.sleep(0.2)
        return False
