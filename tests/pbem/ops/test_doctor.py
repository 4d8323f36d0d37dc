"""`pbem doctor`: what it finds of names, servers and clocks, and a mail to ourselves through real doors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session
from click.testing import CliRunner
from inprocess import NOBODY_LISTENS, Server
from listening import listening
from mail_host import Host, running
from world import free_port

from pbem.cli import main
from pbem.doors import lmtp, smtp
from pbem.inbound.authentication import NoAnswer
from pbem.ops import condition, doctor
from pbem.ops.doctor import BAD, NOTE, WELL, Finding, examine, in_a_line
from pbem.outbound import signing

DOMAIN = "play.example"


def found(server: Server, names: dict[tuple[str, str], list[Any]], **more: Any) -> dict[str, Finding]:
    return {
        each.name: each
        for each in examine(server.context, lookup=lambda name, kind: names.get((name, kind), []), **more)
    }


def test_a_domain_without_records_is_told_what_to_publish(tmp_path: Path) -> None:
    key = tmp_path / "key.pem"
    signing.new_key(key)
    server = Server(
        tmp_path / "data", mail_domain=DOMAIN, dkim_key=key, dkim_selector="s1", smtp_url="smtp://127.0.0.1:1"
    )
    bare = found(server, {})
    assert {name: bare[name].state for name in ("MX", "SPF", "DKIM", "DMARC", "SMTP", "IMAP", "clock")} == {
        "MX": BAD,
        "SPF": BAD,
        "DKIM": BAD,
        "DMARC": BAD,
        "SMTP": BAD,
        "IMAP": NOTE,
        "clock": WELL,
    }
    assert "s1._domainkey.play.example. IN TXT" in bare["DKIM"].do
    assert all(each.do for each in bare.values() if each.state == BAD)
    assert in_a_line(bare["MX"]).startswith("BAD  MX: play.example has none. Publish an MX record")
    names: dict[tuple[str, str], list[Any]] = {
        (DOMAIN, "MX"): [(10, "mx.play.example")],
        (DOMAIN, "TXT"): [b"v=spf1 mx -all", b"other"],
        (f"_dmarc.{DOMAIN}", "TXT"): [b"v=DMARC1; p=quarantine"],
        (f"s1._domainkey.{DOMAIN}", "TXT"): [signing.record_of(key).encode()],
        ("mx.play.example", "A"): ["192.0.2.7"],
        ("7.2.0.192.in-addr.arpa", "PTR"): ["mx.play.example."],
    }
    whole = found(server, names)
    assert {whole[name].state for name in ("MX", "SPF", "DKIM", "DMARC", "PTR")} == {WELL}
    names["7.2.0.192.in-addr.arpa", "PTR"] = ["customer.example."]
    names[f"s1._domainkey.{DOMAIN}", "TXT"] = [b"v=DKIM1; p=other"]
    names[DOMAIN, "TXT"] = [b"v=spf1 mx -all", b"v=spf1 -all"]
    half = found(server, names)
    assert [half[name].state for name in ("PTR", "DKIM", "SPF")] == [BAD] * 3
    server.store.close()


def test_a_silent_system_is_no_fault_of_the_domain_s(server: Server) -> None:
    def silent(_name: str, _kind: str) -> list[Any]:
        raise NoAnswer

    states = {each.name: each.state for each in examine(server.context, lookup=silent)}
    assert {states[name] for name in ("MX", "SPF", "DMARC")} == {NOTE}


def test_a_clock_that_is_off_is_told(server: Server) -> None:
    server.hours_pass(1)
    assert found(server, {})["clock"].state == BAD


def test_a_mailbox_that_lets_nobody_in_is_told(tmp_path: Path) -> None:
    server = Server(tmp_path, imap_url=f"imap://club:secret@127.0.0.1:{free_port()}/INBOX")
    told = found(server, {})["IMAP"]
    assert told.state == BAD
    assert "secret" not in told.said + told.do
    server.store.close()


class Postman(Host):
    """A mail server that brings mail to our own domain back to our door."""

    server: Server | None = None

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        if self.server is not None:
            self.server.take_in(b"Received: by us\r\n" + bytes(envelope.original_content or b""), envelope.rcpt_tos[0])
        return await super().handle_DATA(server, session, envelope)


@pytest.mark.parametrize("comes_back", [True, False])
def test_a_mail_to_ourselves_comes_back_or_not(
    tmp_path: Path, comes_back: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "MAIL_BACK_S", 10 if comes_back else 1)
    host = Postman()
    with running(host) as port:
        server = Server(tmp_path, smtp_url=f"smtp://127.0.0.1:{port}")
        if comes_back:
            host.server = server
        told = found(server, {}, by_mail=True)
        assert told["SMTP"].state == WELL
        assert told["mail"].state == (WELL if comes_back else BAD)
        server.work()
        assert [row.state for row in server.inbox()] == (["dropped", "dropped"] if comes_back else [])
        assert server.box(server.settings.address) == []
        server.store.close()


def test_a_mailbox_without_plus_addresses_is_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "PLUS_BACK_S", 0.1)
    host = Postman(refused="pbem+doctor@play.example")
    with running(host) as port:
        host.server = server = Server(tmp_path, smtp_url=f"smtp://127.0.0.1:{port}", mail_domain=DOMAIN)
        told = found(server, {}, by_mail=True)["mail"]
        assert (told.state, told.do) == (BAD, "Set plus_addresses = false: docs/running.md, A mailbox")
        assert "pbem+doctor@play.example did not" in told.said
        server.settings.plus_addresses = False
        assert found(server, {}, by_mail=True)["mail"].state == WELL
        server.store.close()


def test_whoever_has_a_mailbox_at_a_provider_is_not_told_to_publish_records(tmp_path: Path) -> None:
    server = Server(tmp_path, imap_url=f"imap://club:secret@127.0.0.1:{free_port()}/INBOX", mail_domain=DOMAIN)
    told = found(server, {})
    assert {told[name].state for name in ("MX", "SPF", "DKIM", "DMARC")} == {NOTE}
    assert "your provider's business" in in_a_line(told["MX"])
    server.store.close()


def test_before_the_server_has_run_the_rest_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pbem.toml").write_text(f'mail_domain = "{DOMAIN}"\nimap_url = "imap://a:b@127.0.0.1:{free_port()}"\n')
    monkeypatch.setattr(doctor, "asked_of_the_net", lambda _name, _kind: [])
    done = CliRunner().invoke(main, ["doctor"])
    assert done.exit_code == 1, done.output
    assert "note server: it has not run here yet. Start `pbem serve`, and ask again" in done.output
    assert "BAD  IMAP" in done.output
    other = CliRunner().invoke(main, ["desk"])
    assert other.exit_code == 2
    assert "no server has run here yet" in other.output
    assert "pbem-data/pbem.sqlite3" in other.output


def test_a_door_at_which_nobody_answers_is_told_and_one_that_is_open_too(tmp_path: Path) -> None:
    port, other = free_port(), free_port()
    server = Server(tmp_path, lmtp_listen=f"127.0.0.1:{port}", smtp_hosts=[f"0.0.0.0:{other}"])
    shut = found(server, {})
    assert [shut[name].state for name in ("LMTP door", "SMTP door")] == [BAD, BAD]
    assert "Start `pbem lmtp`" in shut["LMTP door"].do
    with listening(lmtp.opened, server.context), listening(smtp.opened, server.context):
        opened = found(server, {})
    assert [opened[name].state for name in ("LMTP door", "SMTP door")] == [WELL, WELL]
    server.store.close()


def test_a_door_on_a_socket_is_asked_there(tmp_path: Path) -> None:
    server = Server(tmp_path / "data", lmtp_listen=str(tmp_path / "socket"))
    assert found(server, {})["LMTP door"].state == BAD
    with listening(lmtp.opened, server.context):
        assert found(server, {})["LMTP door"].state == WELL
    server.store.close()


def test_every_part_that_is_amiss_says_what_to_do(server: Server) -> None:
    """No Redis and no worker is there."""
    server.settings.redis_url = NOBODY_LISTENS
    told = {each.name: each for each in doctor.examine(server.context, lookup=lambda _name, _kind: [])}
    assert told["redis"].state == BAD
    assert in_a_line(told["redis"]) == (
        "BAD  redis: does not answer. Start it, or look at PBEM_REDIS_URL; mail is taken in meanwhile, and waits"
    )
    parts = {*condition.NEEDED, *condition.condition(server.context).wanted} - {"disk"}
    assert parts <= set(doctor.DO)


def test_a_password_that_is_wrong_is_told_as_the_mail_server_tells_it(tmp_path: Path) -> None:
    def nobody(*_words: object) -> AuthResult:
        return AuthResult(success=False, handled=False)

    with running(Host(), authenticator=nobody, auth_require_tls=False) as port:
        server = Server(tmp_path, smtp_url=f"smtp://club:secret@127.0.0.1:{port}")
        with pytest.MonkeyPatch.context() as patch:
            # No TLS is set up for the test, and without it no password is sent.
            patch.setattr("pbem.outbound.smtp.is_here", lambda _host: True)
            told = found(server, {})["SMTP"]
        server.store.close()
    assert told.state == BAD
    assert "535" in told.said
    assert "user and password" in told.do
    assert "secret" not in in_a_line(told)


def test_a_question_is_not_ended_by_a_full_stop() -> None:
    assert in_a_line(Finding("web", BAD, "does it run?", "Start it")) == "BAD  web: does it run? Start it"
    assert in_a_line(Finding("web", WELL, "it runs")) == "ok   web: it runs"
