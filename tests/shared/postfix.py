"""A real Postfix for tests, with a configuration, a queue and a log of its own; the host's own is left alone."""

from __future__ import annotations

import os
import pwd
import shutil
import smtplib
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from programs import missing, program
from world import free_port

PATIENCE_S = 120
MASTER = """
{host}:{port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""
MAIN = """
compatibility_level = 3.6
queue_directory = {folder}/spool
data_directory = {folder}/lib
maillog_file = {folder}/log
maillog_file_prefixes = {folder}
myhostname = border.example
mydestination =
inet_interfaces = 127.0.0.1 {host}
inet_protocols = ipv4
mynetworks =
smtpd_peername_lookup = no
disable_dns_lookups = yes
alias_maps =
alias_database =
queue_run_delay = 2s
minimal_backoff_time = 2s
maximal_backoff_time = 3s
"""


class Postfix:
    """A Postfix that runs: mail goes in by SMTP, and by what it is configured to do out again."""

    def __init__(self, folder: Path, host: str, port: int) -> None:
        self.folder, self.host, self.port = folder, host, port

    def send(
        self, raw: bytes, to: str | list[str], sender: str = "ada@players.example"
    ) -> dict[str, tuple[int, bytes]]:
        """Hand it a mail; the recipients that it refused. Raises smtplib's exceptions where it refuses all."""
        with smtplib.SMTP(self.host, self.port, timeout=PATIENCE_S) as server:
            return server.sendmail(sender, to, raw)

    def log(self) -> str:
        """What it has logged."""
        path = self.folder / "log"
        return path.read_text(errors="replace") if path.exists() else ""

    def wait_for(self, words: str, times: int = 1) -> None:
        """Wait until words stand in its log so many times."""
        until = time.monotonic() + PATIENCE_S
        while self.log().count(words) < times:
            assert time.monotonic() < until, f"{words!r} is not in the log:\n{self.log()}"
            time.sleep(0.1)

    def queued(self) -> int:
        """How many mails it has that are not delivered."""
        queue = self.folder / "spool"
        return sum(
            1 for name in ("incoming", "active", "deferred") for each in (queue / name).rglob("*") if each.is_file()
        )


@contextmanager
def postfix(main: str, master: str = "", host: str = "127.0.0.1", **files: str) -> Iterator[Postfix]:
    """A Postfix with these lines added to its main.cf and master.cf; further `files` stand beside them.

    `{etc}` in them is the folder of the configuration.
    """
    program("postfix")
    if os.geteuid() != 0:
        missing("Postfix is started by root alone")
    folder = Path(tempfile.mkdtemp(prefix="pbem-postfix-"))
    try:
        folder.chmod(0o755)
        etc, port = folder / "etc", free_port()
        for name in ("etc", "spool", "lib"):
            (folder / name).mkdir()
        os.chown(folder / "lib", pwd.getpwnam("postfix").pw_uid, -1)
        (etc / "main.cf").write_text(MAIN.format(folder=folder, host=host) + main.replace("{etc}", str(etc)))
        (etc / "master.cf").write_text(MASTER.format(host=host, port=port) + master.replace("{etc}", str(etc)))
        for name, text in files.items():
            (etc / name).write_text(text)
        _run(etc, "start")
        made = Postfix(folder, host, port)
        try:
            _wait(made)
            yield made
        finally:
            _run(etc, "stop", check=False)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _run(etc: Path, word: str, *, check: bool = True) -> None:
    done = subprocess.run(
        [program("postfix"), "-c", str(etc), word], capture_output=True, text=True, timeout=PATIENCE_S
    )
    assert not check or done.returncode == 0, done.stdout + done.stderr


def _wait(made: Postfix) -> None:
    until = time.monotonic() + PATIENCE_S
    while True:
        try:
            with smtplib.SMTP(made.host, made.port, timeout=5):
                return
        except (OSError, smtplib.SMTPException):
            assert time.monotonic() < until, made.log()
            time.sleep(0.1)
