"""The door for SMTP: one answer for all recipients, STARTTLS where there is a certificate, nothing passed on."""

from __future__ import annotations

import smtplib
import ssl
import subprocess
from pathlib import Path

import pytest
from inprocess import Server
from listening import listening
from world import free_port

from pbem.doors import smtp
from pbem.doors.listening import CannotListen

RAW = b"From: ada@players.example\r\nTo: pbem@pbem.localhost\r\n\r\nGAMES\r\n"
OURS, TAGGED = "pbem@pbem.localhost", "pbem+club@pbem.localhost"


def server_in(folder: Path, **more: object) -> tuple[Server, int]:
    port = free_port()
    return Server(folder, smtp_hosts=[f"127.0.0.1:{port}"], **more), port


def test_a_mail_is_stored_for_all_its_recipients_and_nobody_elses_is_taken(tmp_path: Path) -> None:
    server, port = server_in(tmp_path)
    with listening(smtp.opened, server.context), smtplib.SMTP("127.0.0.1", port) as client:
        refused = client.sendmail("ada@players.example", [OURS, TAGGED, "ben@elsewhere.example"], RAW)
        assert not client.has_extn("starttls")
    assert refused["ben@elsewhere.example"][0] == 550
    assert [(row.recipient, row.raw, row.transport) for row in server.inbox()] == [
        (OURS, RAW, "smtp"),
        (TAGGED, RAW, "smtp"),
    ]
    server.store.close()


def test_all_of_it_is_put_off_where_the_database_is_away(tmp_path: Path) -> None:
    server, port = server_in(tmp_path)
    with listening(smtp.opened, server.context), smtplib.SMTP("127.0.0.1", port) as client:
        server.store.engine.dispose()
        (tmp_path / "pbem.sqlite3").rename(tmp_path / "away")
        (tmp_path / "pbem.sqlite3").mkdir()
        with pytest.raises(smtplib.SMTPDataError) as put_off:
            client.sendmail("ada@players.example", [OURS, TAGGED], RAW)
        assert put_off.value.smtp_code == 451
    server.store.close()


def test_with_a_certificate_it_is_encrypted(tmp_path: Path) -> None:
    chain, key = certificate(tmp_path)
    server, port = server_in(tmp_path, smtp_certificate=chain, smtp_certificate_key=key)
    trusting = ssl.create_default_context(cafile=chain)
    with listening(smtp.opened, server.context), smtplib.SMTP("localhost", port) as client:
        client.starttls(context=trusting)
        client.sendmail("ada@players.example", [OURS], RAW)
    assert len(server.inbox()) == 1
    server.store.close()


def test_what_it_cannot_listen_on_is_told(tmp_path: Path) -> None:
    server, _port = server_in(tmp_path, smtp_certificate=tmp_path / "none.pem")
    with pytest.raises(CannotListen, match="certificate"):
        smtp.run(server.context)
    server.store.close()
    for where in ("0.0.0.0:99999", "300.1.1.1:25"):
        odd = Server(tmp_path, smtp_hosts=[where])
        with pytest.raises(CannotListen, match=r"is not host:port|cannot listen on"):
            smtp.run(odd.context)
        odd.store.close()


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for localhost, and its key."""
    chain, key = folder / "chain.pem", folder / "key.pem"
    command = (
        f"openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext "
        f"subjectAltName=DNS:localhost,IP:127.0.0.1 -out {chain} -keyout {key}"
    )
    subprocess.run(command.split(), check=True, capture_output=True)
    return chain, key
