"""Handing mail to a real SMTP server that takes it, refuses it, or goes away, at each point of the conversation."""

from __future__ import annotations

import asyncio
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from mail_host import Host, running

from pbem.addresses.signed import BounceAddress, read_recipient
from pbem.config import Settings
from pbem.outbound.smtp import Connection, SmtpRefused, SmtpSlow, known_authorities

RAW = b"From: pbem@play.example\r\nSubject: x\r\n\r\n.a line with a dot\r\nGr\xc3\xbc\xc3\x9fe\r\n"
TO = "jean@players.example"


def send(settings: Settings, raw: bytes, to: str, outbox_id: int, patience: float | None = None) -> str:
    with Connection(settings, patience) as connection:
        return connection.send(raw, to, outbox_id)


def settings(url: str) -> Settings:
    return Settings(secret_key="k", mail_domain="play.example", smtp_url=url, smtp_timeout=2)


def sent(host: Host) -> str:
    with running(host) as port:
        return send(settings(f"smtp://127.0.0.1:{port}"), RAW, TO, 17)


def test_a_mail_arrives_byte_for_byte_and_its_envelope_names_it() -> None:
    host = Host()
    assert sent(host) == "250 taken as 4711"
    [envelope] = host.taken
    assert (envelope.original_content, envelope.rcpt_tos) == (RAW, [TO])
    sender = read_recipient(settings("smtp://x"), envelope.mail_from or "", lambda game, seat: None)
    assert sender == BounceAddress(17)


@pytest.mark.parametrize(
    ("answers", "temporary", "reply"),
    [
        ({"MAIL": "451 try later"}, True, "451 try later"),
        ({"MAIL": "550 sign in first"}, True, "550 sign in first"),
        ({"RCPT": "450 greylisted"}, True, "450 greylisted"),
        ({"RCPT": "550 no such user"}, False, "550 no such user"),
        ({"DATA": "452 disk full"}, True, "452 disk full"),
        ({"DATA": "554 spam"}, False, "554 spam"),
    ],
)
def test_a_refusal_is_temporary_or_final(answers: dict[str, str], temporary: bool, reply: str) -> None:
    with pytest.raises(SmtpRefused) as caught:
        sent(Host(**answers))
    assert (caught.value.temporary, caught.value.reply) == (temporary, reply)


def test_a_server_that_takes_a_mail_before_it_was_sent_has_not_got_it() -> None:
    with socket.create_server(("127.0.0.1", 0)) as hasty:
        answering = Thread(target=_say_250_to_all, args=(hasty,), daemon=True)
        answering.start()
        with pytest.raises(SmtpRefused) as caught:
            send(settings(f"smtp://127.0.0.1:{hasty.getsockname()[1]}"), RAW, TO, 17)
        answering.join()
    assert (caught.value.temporary, caught.value.reply) == (True, "250 fine")


def _say_250_to_all(listening: socket.socket) -> None:
    peer, _ = listening.accept()
    with peer, peer.makefile("rb") as said:
        peer.sendall(b"220 fine\r\n")
        for _line in said:
            peer.sendall(b"250 fine\r\n")


def test_a_server_that_vanishes_after_the_dot_is_asked_again() -> None:
    host = Host(DATA="vanish")
    with pytest.raises(SmtpRefused) as caught:
        sent(host)
    assert caught.value.temporary
    assert len(host.taken) == 1


def test_several_mails_go_over_one_connection_also_past_a_refusal() -> None:
    host = Host()
    with running(host) as port, Connection(settings(f"smtp://127.0.0.1:{port}")) as connection:
        connection.send(RAW, TO, 1)
        host.answers["RCPT"] = "550 no such user"
        with pytest.raises(SmtpRefused):
            connection.send(RAW, "nobody@players.example", 2)
        del host.answers["RCPT"]
        connection.send(RAW, TO, 3)
    assert [envelope.rcpt_tos for envelope in host.taken] == [[TO], [TO]]
    assert len(host.connections) == 1


def test_a_server_that_takes_one_mail_a_connection_gets_one_a_connection() -> None:
    host = Host(RSET="421 one is enough")
    with running(host) as port, Connection(settings(f"smtp://127.0.0.1:{port}")) as connection:
        assert [connection.send(RAW, TO, number) for number in (1, 2)] == ["250 taken as 4711"] * 2
    assert len(host.connections) == 2


def test_a_connection_that_broke_is_made_anew_for_the_next_mail() -> None:
    host = Host(DATA="vanish")
    with running(host) as port, Connection(settings(f"smtp://127.0.0.1:{port}")) as connection:
        with pytest.raises(SmtpRefused):
            connection.send(RAW, TO, 1)
        del host.answers["DATA"]
        assert connection.send(RAW, TO, 2) == "250 taken as 4711"
    assert len(host.connections) == 2


def test_an_odd_farewell_does_not_undo_a_mail_that_was_taken() -> None:
    assert sent(Host(QUIT="500 what?")) == "250 taken as 4711"


def test_a_server_that_is_not_there_or_says_nothing_or_rubbish() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        with pytest.raises(SmtpRefused) as caught:
            send(settings(f"smtp://127.0.0.1:{port}"), RAW, TO, 1)
        assert caught.value.temporary
    with pytest.raises(SmtpRefused) as caught:
        send(settings(f"smtp://127.0.0.1:{port}"), RAW, TO, 1)
    assert caught.value.temporary
    assert "refused" in caught.value.reply


@pytest.mark.parametrize(
    "url", ["http://mail.example", "smtp://", "smtp://127.0.0.1:port", "smtp://127.0.0.1:99999", "mail.example:25"]
)
def test_a_url_that_is_none_is_the_host_s_trouble(url: str) -> None:
    with pytest.raises(SmtpRefused) as caught:
        send(settings(url), RAW, TO, 1)
    assert caught.value.temporary


def authenticate(_server: SMTP, _session: Session, _envelope: Envelope, _mechanism: str, data: object) -> AuthResult:
    assert isinstance(data, LoginPassword)
    return AuthResult(success=(data.login, data.password) == (b"us@er", b"p:ss"))


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:

    if shutil.which("openssl") is None:
        pytest.skip("there is no openssl command to make a certificate with")
    folder = tmp_path_factory.mktemp("tls")
    request = "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1"
    command = ["openssl", *request.split(), "-keyout", folder / "key.pem", "-out", folder / "cert.pem"]
    subprocess.run(command, check=True, capture_output=True)
    return folder


def tls(folder: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    return context


def trust(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate / "cert.pem"))
    known_authorities.cache_clear()


@pytest.fixture(autouse=True)
def trust_as_usual() -> Iterator[None]:
    known_authorities.cache_clear()
    yield
    known_authorities.cache_clear()


@pytest.mark.parametrize(("password", "taken"), [("p%3Ass", True), ("guess", False)])
def test_signing_in_over_starttls(
    certificate: Path, monkeypatch: pytest.MonkeyPatch, password: str, taken: bool
) -> None:
    trust(certificate, monkeypatch)
    host = Host()
    options = {"tls_context": tls(certificate), "authenticator": authenticate, "auth_required": True}
    with running(host, **options) as port:
        there = settings(f"smtp+starttls://us%40er:{password}@127.0.0.1:{port}")
        if taken:
            assert send(there, RAW, TO, 1).startswith("250")
        else:
            with pytest.raises(SmtpRefused) as caught:
                send(there, RAW, TO, 1)
            assert caught.value.temporary
    assert len(host.taken) == taken


def test_tls_from_the_first_byte(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    host = Host()
    with running(host, ssl_context=tls(certificate)) as port:
        there = settings(f"smtps://127.0.0.1:{port}")
        with pytest.raises(SmtpRefused) as caught:
            send(there, RAW, TO, 1)
        assert "certificate" in caught.value.reply.lower()
        trust(certificate, monkeypatch)
        assert send(there, RAW, TO, 1).startswith("250")


def test_a_server_without_starttls_gets_no_password() -> None:
    host = Host()
    with running(host) as port, pytest.raises(SmtpRefused) as caught:
        send(settings(f"smtp+starttls://user:password@127.0.0.1:{port}"), RAW, TO, 1)
    assert caught.value.temporary
    assert host.taken == []


def test_a_server_that_is_not_ready_in_time_is_slow_and_has_nothing() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"smtp://127.0.0.1:{silent.getsockname()[1]}"
        begun = time.monotonic()
        with pytest.raises(SmtpSlow):
            send(settings(url), RAW, TO, 1, patience=0.3)
        assert time.monotonic() - begun < 1.5


@pytest.mark.parametrize("steps", [1, 3])
def test_answers_that_are_each_in_time_may_be_slow_together(steps: int) -> None:
    """A server that takes most of the time for every answer, up to RCPT."""
    host = Slow(pauses=steps)
    with running(host) as port:
        if steps == 1:
            assert send(settings(f"smtp://127.0.0.1:{port}"), RAW, TO, 1, patience=1).startswith("250")
        else:
            with pytest.raises(SmtpSlow):
                send(settings(f"smtp://127.0.0.1:{port}"), RAW, TO, 1, patience=1)
    assert len(host.taken) == (steps == 1)


class Slow(Host):
    """A mail server that thinks for 0.6 s before each of its first answers."""

    def __init__(self, pauses: int) -> None:
        super().__init__()
        self.pauses = pauses

    async def _think(self) -> None:
        if self.pauses:
            self.pauses -= 1
            await asyncio.sleep(0.6)

    async def handle_EHLO(  # noqa: N802
        self, _server: SMTP, session: Session, _envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        await self._think()
        session.host_name = hostname
        return responses

    async def handle_MAIL(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        await self._think()
        return await super().handle_MAIL(server, session, envelope, address, options)

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        await self._think()
        return await super().handle_RCPT(server, session, envelope, address, options)


def test_a_server_that_has_the_mail_gets_the_usual_time() -> None:
    host = Host(pause="1")
    with running(host) as port:
        assert send(settings(f"smtp://127.0.0.1:{port}"), RAW, TO, 1, patience=0.5) == "250 taken as 4711"
    assert len(host.taken) == 1


def test_a_server_that_refuses_at_once_is_not_slow() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with pytest.raises(SmtpRefused, match="refused"):
        send(settings(f"smtp://127.0.0.1:{port}"), RAW, TO, 1, patience=1)


@pytest.mark.parametrize("raw", [b"", b".", b"x", b"x\r\n", b".\r\n..\r\n.x", b"a\r\n.\r\nb\r\n"])
def test_dots_and_ends_arrive_as_they_are(raw: bytes) -> None:
    host = Host()
    with running(host) as port:
        send(settings(f"smtp://127.0.0.1:{port}"), b"A: b\r\n\r\n" + raw, TO, 1)
    [envelope] = host.taken
    assert envelope.original_content == b"A: b\r\n\r\n" + raw + (b"" if raw.endswith(b"\r\n") or not raw else b"\r\n")
