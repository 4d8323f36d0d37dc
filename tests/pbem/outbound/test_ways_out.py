"""What goes out with each mail for its reader and his provider: a signature, a way to have fewer, a feedback name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from inprocess import Server, delivery_report, text_of
from knock import Knocker
from mail_host import Host, running
from sqlalchemy import select

from pbem.addresses.signed import bounce_address, message_of_unsubscribing, unsubscribe_token
from pbem.cli import main
from pbem.config import Settings
from pbem.inbound.authentication import check
from pbem.outbound import signing, status
from pbem.store import trouble
from pbem.store.models import Outbox, Trouble
from pbem.web.webhooks.notices import Notice, written

ADA, BEN = "ada@players.example", "ben@players.example"


# --- DKIM ---------------------------------------------------------------------------------------------------------


def test_what_dkim_new_prints_proves_the_mail_that_goes_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("PBEM_MAIL_DOMAIN", "play.example")
    done = CliRunner().invoke(main, ["dkim", "new", "--selector", "s1"])
    assert done.exit_code == 0, done.output
    zone, settings = done.output.split("\n\n", 1)
    name, strings = zone.splitlines()[1].split(". IN TXT ")
    record = "".join(strings.split('"')[1::2]).encode()
    assert all(len(each) <= 255 for each in strings.split('"')[1::2])
    key = settings.split('dkim_key = "')[1].split('"')[0]
    assert (Path(key).stat().st_mode & 0o777) == 0o600
    host = Host()
    with running(host) as port:
        server = Server(
            tmp_path / "server",
            mail_domain="play.example",
            smtp_url=f"smtp://127.0.0.1:{port}",
            dkim_key=key,
            dkim_selector="s1",
            public_url="https://play.example",
        )
        server.begin((ADA, "HELP"))
        server.store.close()
    [sent] = host.taken
    names = {(name, "TXT"): [record], ("_dmarc.play.example", "TXT"): [b"v=DMARC1; p=reject"]}
    found = check(sent.original_content, "", None, lambda at, kind: names.get((at, kind), []))
    assert (found.outcome, found.reason) == ("pass", "dmarc=pass")
    signed_fields = sent.original_content.split(b"h=", 1)[1].split(b";", 1)[0].lower()
    assert all(each in signed_fields for each in (b"from", b"list-unsubscribe-post", b"list-unsubscribe", b"reply-to"))


def test_a_key_is_made_once_and_never_written_over(tmp_path: Path) -> None:
    signing.new_key(tmp_path / "key.pem")
    before = (tmp_path / "key.pem").read_bytes()
    with pytest.raises(signing.CannotSign, match="is there already"):
        signing.new_key(tmp_path / "key.pem")
    assert (tmp_path / "key.pem").read_bytes() == before


def test_a_mail_goes_unsigned_where_the_key_cannot_be_used(tmp_path: Path) -> None:
    raw = b"From: pbem@play.example\r\n\r\nx\r\n"
    (tmp_path / "no key").write_text("x")
    for key in (None, tmp_path / "nowhere", tmp_path / "no key"):
        assert signing.signed(raw, Settings(mail_domain="play.example", secret_key="k", dkim_key=key)) == raw


# --- Unsubscribing ------------------------------------------------------------------------------------------------


def test_every_mail_says_how_to_have_fewer_and_one_click_answers_like_a_mail(tmp_path: Path) -> None:
    server = Server(tmp_path, public_url="https://play.example/", inbound_secrets=["x"])
    server.enrol(ADA)
    [mail] = server.mail(ADA, "SUBSTITUTE ON")
    page, post = (part.strip("<> ") for part in str(mail["List-Unsubscribe"]).replace("\r\n", "").split(","))
    assert post == f"mailto:{server.settings.address}?subject=UNSUBSCRIBE"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail["Feedback-ID"] == f"all:answer:pbem:{server.settings.mail_domain}"
    client = Knocker(server).client
    path = page.removeprefix("https://play.example")
    before = len(server.box(ADA))
    assert b"<button" in client.get(path).data
    server.work()
    assert len(server.box(ADA)) == before, "looking at the page changes nothing"
    for _ in range(3):
        assert client.post(path, data={"List-Unsubscribe": "One-Click"}).status_code == 200
    server.work()
    [answer] = server.box(ADA)[before:]
    assert "FORGET ME" in text_of(answer)
    assert "you are not on the list" in text_of(server.mail(ADA, "SUBSTITUTE")[0])
    assert client.post(f"{path[:-3]}aaa").status_code == 404
    server.store.close()


def test_without_a_page_on_the_net_the_way_out_is_a_mail(server: Server) -> None:
    server.enrol(ADA)
    [mail] = server.mail(ADA, "HELP")
    assert mail["List-Unsubscribe"] == f"<mailto:{server.settings.address}?subject=UNSUBSCRIBE>"
    assert mail["List-Unsubscribe-Post"] is None
    [told] = server.mail(ADA, "This message was automatically generated.", subject="UNSUBSCRIBE")
    assert "no more mails beside those of your own games" in " ".join(text_of(told).split())


def test_a_token_of_another_key_or_mail_is_none() -> None:
    ours, theirs = (Settings(secret_key=key, mail_domain="play.example") for key in ("k", "other"))
    token = unsubscribe_token(ours, f"<{'0' * 32}@play.example>")
    assert message_of_unsubscribing(ours, token) == f"<{'0' * 32}@play.example>"
    assert message_of_unsubscribing(theirs, token) is None
    assert message_of_unsubscribing(ours, token.replace("0", "1", 1)) is None
    assert message_of_unsubscribing(ours, "x") is None


# --- Addresses that mail does not reach ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reply", "weight"),
    [
        ("550 5.1.1 <ada@x>: no such user", trouble.FULL),
        ("550 no such user", trouble.FULL),
        ("554 5.1.2 no such host", trouble.FULL),
        ("552 5.2.2 mailbox full", trouble.HALF),
        ("550 5.2.1 mailbox disabled", trouble.FULL),
        ("550 5.7.1 message refused as spam", 0),
        ("550 5.7.26 unauthenticated", 0),
        ("552 5.3.4 message too big", 0),
        ("554 5.6.0 malformed", 0),
    ],
)
def test_what_a_refusal_says_against_an_address(reply: str, weight: int) -> None:
    assert status.weight(reply) == weight


@pytest.mark.parametrize(
    ("reply", "means_domain"),
    [
        ("421 4.7.28 our system has detected an unusual rate of mail", True),
        ("421 closing", True),
        ("450 4.7.1 try again later", True),
        ("451 4.3.2 not accepting messages now", True),
        ("452 4.2.2 mailbox full", False),
        ("450 4.2.0 greylisted", False),
        ("451 4.3.0 come again later", False),
        ("450 busy", False),
    ],
)
def test_what_a_refusal_for_now_says_about_a_domain(reply: str, means_domain: bool) -> None:
    assert status.asks_for_patience(reply) is means_domain


def last_mail(server: Server) -> int:
    with server.store.reading() as session:
        return session.scalars(select(Outbox.id).order_by(Outbox.id.desc())).first() or 0


def report(server: Server, raw: bytes) -> None:
    server.take_in(raw, bounce_address(server.settings, last_mail(server)), "")
    server.work()


def test_after_three_days_of_mail_that_came_back_none_goes_until_he_writes(server: Server, sealed_bids: Any) -> None:
    server.enrol(ADA, BEN)
    for day in range(4):
        server.mail(ADA, f"GAMES\n{day}")
        with server.store.reading() as session:
            assert trouble.stopped(session, 9) == []
        assert len(server.mail(BEN, f"INVITE {ADA} to sealed1" if day == 9 else f"HISTORY\n{day}")) == 1
    with server.store.session() as session:
        for _day in range(3):
            trouble.came_back(session, ADA, trouble.FULL, "550 5.1.1")
            # Another on the same day does not count.
            trouble.came_back(session, ADA, trouble.FULL, "550 5.1.1")
            for row in session.scalars(select(Trouble)):
                row.counted_at -= trouble.ONE_A
        assert [address for address, _, _ in trouble.stopped(session, 9)] == [ADA]
        assert trouble.why_stopped(session, [ADA]) == {ADA: "550 5.1.1"}
        assert trouble.why_stopped(session, [BEN]) == {}
    server.hours_pass(73)
    with server.store.session() as session:
        assert trouble.why_stopped(session, [ADA]) == {}, "one is tried every three days"
        assert trouble.why_stopped(session, [ADA]) == {ADA: "550 5.1.1"}
    assert len(server.mail(ADA, "HELP")) == 1, "whoever writes is written to"


def test_points_are_forgotten(server: Server) -> None:
    with server.store.session() as session:
        trouble.came_back(session, ADA, trouble.FULL, "x")
    server.hours_pass(24 * 8)
    with server.store.session() as session:
        assert not trouble.came_back(session, ADA, trouble.FULL, "x")
        assert session.get_one(Trouble, ADA).points == trouble.FULL


def test_a_bounce_counts_and_a_full_mailbox_half(server: Server) -> None:
    server.begin((ADA, "GAMES"))
    report(server, delivery_report(ADA, "failed", "5.2.2"))
    with server.store.reading() as session:
        assert session.get_one(Trouble, ADA).points == trouble.HALF


def test_a_complaint_stops_mail_at_once_and_the_host_s_word_lets_it_go(server: Server) -> None:
    server.begin((ADA, "GAMES"))
    report(server, written(Notice("complaint", ADA), "postmark", last_mail(server), "pbem.localhost"))
    assert server.inbox()[-1].reason.startswith("complaint of mail")
    with server.store.session() as session:
        assert trouble.why_stopped(session, [ADA]) == {ADA: "its owner complained of mail from here"}
        trouble.heard_from(session, {ADA})
        assert trouble.why_stopped(session, [ADA]) == {}


def test_a_complaint_that_comes_to_the_mailbox_is_known_by_our_message_id(server: Server) -> None:
    server.enrol(ADA)
    [mail] = server.mail(ADA, "GAMES")
    raw = (
        "From: abuse@provider.example\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/report; report-type=feedback-report; boundary="b"\r\n\r\n'
        "--b\r\nContent-Type: text/plain\r\n\r\nabuse\r\n"
        "--b\r\nContent-Type: message/feedback-report\r\n\r\nFeedback-Type: abuse\r\nVersion: 1\r\n\r\n"
        f"--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: {mail['Message-ID']}\r\n\r\n--b--\r\n"
    )
    server.take_in(raw.encode(), server.settings.address)
    server.work()
    with server.store.reading() as session:
        assert [address for address, _, _ in trouble.stopped(session, 9)] == [ADA]
