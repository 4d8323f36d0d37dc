"""Handing mail to a real SMTP server that takes it, refuses it, or goes away, at each point of the conversation."""

from __future__ import annotations

import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from pbem.addresses.signed import BounceAddress, read_recipient
from pbem.config import Settings
from pbem.outbound.smtp import SmtpRefused, known_authorities, send

RAW = b"From: pbem@play.example\r\nSubject: x\r\n\r\n.a line with a dot\r\nGr\xc3\xbc\xc3\x9fe\r\n"
TO = "jean@players.example"


class Host:
    """A mail server that answers as it is told, and keeps what it took."""

    def __init__(self, **answers: str) -> None:
        self.answers = answers
        self.taken: list[Envelope] = []

    async def handle_MAIL(  # noqa: N802
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        envelope.mail_from = address
        return self.answers.get("MAIL", "250 ok")

    async def handle_RCPT(  # noqa: N802
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        answer = self.answers.get("RCPT", "250 ok")
        if answer[0] == "2":
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        self.taken.append(envelope)
        if self.answers.get("DATA") == "vanish":
            assert server.transport is not None
            server.transport.abort()
        return self.answers.get("DATA", "250 taken as 4711")

    async def handle_QUIT(self, server: SMTP, _session: Session, _envelope: Envelope) -> str:  # noqa: N802
        return self.answers.get("QUIT", "221 bye")


@contextmanager
def running(host: Host, **options: object) -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    controller = Controller(host, hostname="127.0.0.1", port=port, **options)
    controller.start()
    try:
        yield port
    finally:
        controller.stop()


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


def test_a_server_that_vanishes_after_the_dot_is_asked_again() -> None:
    host = Host(DATA="vanish")
    with pytest.raises(SmtpRefused) as caught:
        sent(host)
    assert caught.value.temporary
    assert len(host.taken) == 1


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
