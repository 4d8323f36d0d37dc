"""A real Dovecot for tests: IMAP on a port of its own, with mailboxes in a folder of its own, run by whoever tests."""

from __future__ import annotations

import grp
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientError
from programs import program
from world import free_port

PASSWORD = "a:w@rd/"
# On a machine that has much to do the first process alone may take so long.
PATIENCE_S = 120
CONF = """
protocols = imap
listen = {host}
base_dir = {folder}/run
state_dir = {folder}/run
instance_name = {folder}
log_path = {folder}/log
ssl = {ssl}
{certificate}
disable_plaintext_auth = no
default_internal_user = {user}
default_login_user = {user}
default_internal_group = {group}
mail_location = maildir:{folder}/mail/%u
first_valid_uid = 0
first_valid_gid = 0
{capability}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = {secure_port}
    ssl = yes
  }}
}}
service anvil {{
  chroot =
}}
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={uid} gid={gid} home={folder}/mail/%u
}}
namespace inbox {{
  inbox = yes
  separator = /
  prefix = {prefix}
}}
"""


class Dovecot:
    """A Dovecot that runs. Every user is known to it, by one password."""

    def __init__(self, folder: Path, host: str, port: int, secure_port: int) -> None:
        self.folder, self.host, self.port, self.secure_port = folder, host, port, secure_port
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, and wait until it answers."""
        command = [program("dovecot"), "-F", "-c", str(self.folder / "conf")]
        who = _user()
        as_who = {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []} if os.geteuid() == 0 else {}
        self.process = subprocess.Popen(command, cwd="/", **as_who)
        until = time.monotonic() + PATIENCE_S
        while True:
            try:
                with IMAPClient(self.host, self.port, ssl=False, timeout=5):
                    return
            except (OSError, IMAPClientError):
                assert time.monotonic() < until, self.log()
                time.sleep(0.1)

    def stop(self) -> None:
        """End it, as a machine that is started anew."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(timeout=PATIENCE_S)

    def url(self, user: str) -> str:
        """What the setting `imap_url` is for a user."""
        return f"imap://{quote(user, safe='')}:{quote(PASSWORD, safe='')}@{self.host}:{self.port}/INBOX"

    @contextmanager
    def mailbox(self, user: str, folder: str = "INBOX") -> Iterator[IMAPClient]:
        """A folder of a user, open."""
        with IMAPClient(self.host, self.port, ssl=False, timeout=PATIENCE_S) as client:
            client.login(user, PASSWORD)
            client.select_folder(folder)
            yield client

    def deliver(self, user: str, raw: bytes) -> None:
        """Put a mail into somebody's INBOX."""
        with self.mailbox(user) as client:
            client.append("INBOX", raw)

    def mails(self, user: str, folder: str = "INBOX") -> list[bytes]:
        """The mails of a folder, in order; none where there is no such folder."""
        with self.mailbox(user) as client:
            if not client.folder_exists(folder):
                return []
            client.select_folder(folder, readonly=True)
            found = client.fetch(client.search(), ["BODY.PEEK[]"])
            return [found[uid][b"BODY[]"] for uid in sorted(found)]

    def log(self) -> str:
        """What it has logged."""
        path = self.folder / "log"
        return path.read_text(errors="replace") if path.exists() else ""


@contextmanager
def dovecot(
    *, capability: str = "", prefix: str = "", certificate: tuple[Path, Path] | None = None, host: str = "127.0.0.1"
) -> Iterator[Dovecot]:
    """A Dovecot; `capability` is what it says that it can, if not all, `prefix` what all folders are below."""
    program("dovecot")
    # Sockets have short names only.
    folder = Path(tempfile.mkdtemp(prefix="pbem-dovecot-"))
    try:
        who = _user()
        for path in (folder, folder / "run", folder / "mail"):
            path.mkdir(exist_ok=True)
            os.chown(path, who.pw_uid, who.pw_gid)
        made = Dovecot(folder, host, free_port(), free_port())
        keys = "" if certificate is None else f"ssl_cert = <{certificate[0]}\nssl_key = <{certificate[1]}"
        (folder / "conf").write_text(
            CONF.format(
                folder=folder,
                host=host,
                user=who.pw_name,
                group=grp.getgrgid(who.pw_gid).gr_name,
                uid=who.pw_uid,
                gid=who.pw_gid,
                port=made.port,
                secure_port=made.secure_port if certificate else 0,
                ssl="yes" if certificate else "no",
                certificate=keys,
                capability=f"imap_capability = {capability}" if capability else "",
                password=PASSWORD,
                prefix=prefix,
            )
        )
        try:
            made.start()
            yield made
        finally:
            made.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _user() -> pwd.struct_passwd:
    """Whoever tests; Dovecot refuses to serve as root."""
    return pwd.getpwnam("nobody") if os.geteuid() == 0 else pwd.getpwuid(os.geteuid())
