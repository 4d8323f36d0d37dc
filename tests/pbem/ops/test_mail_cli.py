"""`pbem mail`: what waits for a host is listed with its reason, shown safely, and read, sent or dropped by his word."""

from __future__ import annotations

import json
import stat
from datetime import timedelta

import pytest
from click.testing import CliRunner
from inprocess import Server, delivery_report, letter, subject_of, text_of
from sqlalchemy import select, update

from pbem.addresses.signed import bounce_address
from pbem.cli import main as pbem
from pbem.games import acts
from pbem.games.acts import Asked
from pbem.inbound.command_table import QUERIES
from pbem.store import inbox, outbox
from pbem.store.database import now
from pbem.store.models import Inbox, Outbox, Player, RecordEntry

ADA, BEN, STRANGER, HEDDA = "ada@players.example", "ben@players.example", "zoe@elsewhere.example", "hedda@club.example"


@pytest.fixture
def club(server, sealed_bids, monkeypatch):
    monkeypatch.setenv("PBEM_DATA_DIR", str(server.settings.data_dir))
    monkeypatch.setenv("PBEM_HOSTS", f"{HEDDA}, {ADA}")
    server.begin((ADA, "NEW sealed_bids rounds=3 purse=40"), (BEN, "JOIN sealed1"))
    return server


@pytest.fixture
def run():
    def invoke(*words, exit_code: int = 0) -> str:
        done = CliRunner().invoke(pbem, ["mail", *words], catch_exceptions=False)
        assert done.exit_code == exit_code, done.output
        return done.output

    return invoke


def last(server: Server) -> Inbox:
    return server.inbox()[-1]


def shunted(server: Server, body: str = "bid 4") -> str:
    """A mail to a seat that was put aside, as by a fault that is mended since."""
    report = next(mail for mail in reversed(server.box(ADA)) if "sealed1" in str(mail["Reply-To"]))
    to = str(report["Reply-To"])
    taken = server.take_in(letter(ADA, to, body, "Re: bids", str(report["Message-ID"])), to)
    with server.store.session() as session:
        aside = update(Inbox).where(Inbox.id == taken.id)
        session.execute(aside.values(state="shunted", reason="ZeroDivisionError while answering", attempts=3))
    return f"in{taken.id}"


def failed(server: Server) -> str:
    """A mail that its mail server refused for good."""
    with server.store.session() as session:
        row = session.scalars(select(Outbox).order_by(Outbox.id.desc()).limit(1)).one()
        row.state, row.reply = "failed", "550 5.1.1 no such user"
        return f"out{row.id}"


def acts_in(server: Server) -> list[dict]:
    with server.store.reading() as session:
        lines = session.scalars(select(RecordEntry.body).order_by(RecordEntry.number))
        return [entry for entry in map(json.loads, lines) if entry["kind"] == "act"]


# --- Looking -----------------------------------------------------------------------------------------------------


def test_all_that_waits_is_listed_with_its_reason(club, run):
    club.mail(STRANGER, "NEW sealed_bids")
    held, aside, gone = last(club).id, shunted(club), failed(club)
    listed = run("list")
    assert f"in{held}  " in listed
    assert "held  from zoe@elsewhere.example" in listed
    assert "    not enrolled" in listed
    assert f"{aside}  " in listed
    assert "shunted  from ada@players.example  sealed1 north" in listed
    assert "ZeroDivisionError while answering" in listed
    assert f"{gone}  " in listed
    assert "550 5.1.1 no such user" in listed
    assert aside not in run("list", "--state", "held")
    assert "zoe" not in run("list", "--from", ADA)
    [found] = map(json.loads, run("list", "--state", "held", "--json").splitlines())
    assert (found["id"], found["reason"]) == (f"in{held}", "not enrolled")


def test_a_list_is_no_longer_than_wanted_and_says_what_it_leaves_out(club, run):
    for number in range(7):
        club.take_in(letter(STRANGER, club.settings.address, f"mail {number}"), club.settings.address)
    club.work()
    listed = run("list", "--most", "3")
    assert listed.count("held  from") == 3
    assert "and 4 more" in listed


def test_of_mail_about_a_running_game_no_subject_is_listed(club, run):
    shunted(club)
    assert "Re: bids" not in run("list")
    assert "(about a running game)" in run("list")


def test_a_mail_about_a_running_game_is_looked_at_by_an_act_that_players_are_told(club, run):
    aside = shunted(club)
    assert "say why, and its players are told so" in run("show", aside, exit_code=2)
    assert "sits in sealed1, where another host has to do this" in run(
        "show", aside, "--why", "a fault", "--as", ADA, exit_code=2
    )
    assert acts_in(club) == []
    told = run("show", aside, "--why", "a fault")
    assert "bid 4" in told
    assert f"From: {ADA}" in told
    [act] = acts_in(club)
    assert (act["act"], act["seat"], act["who"], act["why"]) == ("mail", "north", "hedda", "a fault")
    club.work()
    assert "looked at a mail of North" in " ".join(text_of(club.latest(BEN)).split())


def test_a_mail_about_no_game_is_shown_and_saved(club, run, tmp_path):
    club.mail(STRANGER, "I would like to play.")
    number, raw = last(club).id, last(club).raw
    path = tmp_path / "mail.eml"
    assert "I would like to play." in run("show", f"in{number}", "--save", str(path))
    assert path.read_bytes() == raw
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert "cannot be written" in run("show", f"in{number}", "--save", str(path), exit_code=2)


HOSTILE = "\x1b]0;owned\x07\x1b[2J\u202egnp.exe\x00\x9b31m"


def test_nothing_in_a_mail_reaches_the_terminal_but_letters(club, run):
    raw = (
        f"From: =?utf-8?q?=1B]0;x=07?= <{STRANGER}>\r\nTo: x\r\nMessage-ID: <1@x.example>\r\n"
        "Subject: =?utf-8?q?=1B[31mred=E2=80=AE?=\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
        f"{HOSTILE}\r\n" + "line\r\n" * 3_000 + "x" * 200_000
    ).encode()
    club.take_in(raw, club.settings.address)
    club.work()
    with club.store.session() as session:
        session.execute(update(Inbox).where(Inbox.id == last(club).id).values(reason=f"held {HOSTILE}"))
    for told in (run("list"), run("show", f"in{last(club).id}"), run("who", STRANGER)):
        assert all(char.isprintable() or char == "\n" for char in told)
        assert len(told) < 60_000
    assert "more lines; --save writes all of it" in run("show", f"in{last(club).id}")


def test_a_mail_that_nobody_can_read_is_shown_as_far_as_it_goes(club, run):
    nested = "".join(f'Content-Type: multipart/mixed; boundary="b{n}"\r\n\r\n--b{n}\r\n' for n in range(40))
    club.take_in(
        f"From: {ADA}\r\nSubject: deep\r\nMessage-ID: <2@x.example>\r\n{nested}".encode(), club.settings.address
    )
    club.work()
    told = run("show", f"in{last(club).id}")
    assert "Subject: deep" in told
    assert "its text cannot be read: depth" in told


def test_what_is_known_of_an_address_is_told(club, run):
    club.mail(STRANGER, "hello")
    told = run("who", STRANGER)
    assert f"{STRANGER} is no player's address." in told
    assert "Mail from there: 1 held" in told
    assert "1 wait: not enrolled" in told
    told = run("who", ADA)
    assert "ada, enrolled" in told
    assert "sits in sealed1 north (running)" in told
    assert "no mail address" in run("who", "nobody", exit_code=2)


@pytest.mark.parametrize("what", ["show", "release", "rerun", "retry", "drop"])
def test_what_is_no_mail_is_told(club, run, what):
    for ident in ("12", "in", "inbox12", "in99", "out99", "in-1", "in1;drop", "in" + "9" * 30):
        told = run(what, "--", ident, exit_code=2)
        assert "is no mail; they are called in12" in told or "there is no mail" in told, ident


# --- Read again --------------------------------------------------------------------------------------------------


def test_a_held_mail_is_read_as_if_it_came_now(club, run):
    with club.store.session() as session:
        session.add_all(_answers(session, 200))
    club.mail(ADA, "GAMES")
    assert last(club).reason == "more than 200 mails in an hour"
    mail = last(club)
    with club.store.session() as session:
        ago = now(session) - timedelta(hours=2)
        session.execute(update(Outbox).where(Outbox.key.startswith("answer/x")).values(created_at=ago))
        session.execute(update(Inbox).where(Inbox.id == mail.id).values(received_at=ago))
    assert "is read now; it was held: more than 200" in run("release", f"in{mail.id}")
    assert last(club).received_at >= mail.received_at
    before = len(club.box(ADA))
    club.work()
    assert (last(club).state, last(club).reason) == ("read", None)
    assert "sealed1" in text_of(club.box(ADA)[before])


def _answers(session, count):
    moment = now(session)
    return [
        Outbox(
            key=f"answer/x{number}", to_address=ADA, message_id=f"<x{number}@x>", subject="", text="", shown="",
            raw=b"x", created_at=moment, not_before=moment, state="sent",
        )
        for number in range(count)
    ]  # fmt: skip


def test_what_would_be_held_again_is_not_released(club, run):
    club.mail(STRANGER, "hello")
    assert "would be held again: its writer is not enrolled" in run("release", f"in{last(club).id}", exit_code=2)
    report = next(mail for mail in reversed(club.box(ADA)) if "sealed1" in str(mail["Reply-To"]))
    club.reply(report, "bid 3", sender=STRANGER)
    assert "not known as that seat's player" in run("release", f"in{last(club).id}", exit_code=2)
    assert last(club).state == "held"


def test_a_shunted_mail_is_read_again_as_of_when_it_came(club, run):
    aside = shunted(club)
    came = last(club).received_at
    assert "is read again; before: ZeroDivisionError" in run("rerun", aside)
    assert (last(club).state, last(club).received_at, last(club).attempts) == ("new", came, 0)
    club.work()
    assert last(club).state == "read"
    assert "bid 4" in text_of(club.latest(ADA))


def test_a_mail_is_answered_though_its_writer_was_told_that_it_was_put_aside(club, run, monkeypatch):
    """As often as it is put aside."""

    def broken(*_):
        raise ZeroDivisionError

    working = QUERIES["GAMES"]
    monkeypatch.setitem(QUERIES, "GAMES", broken)
    for again in range(3):
        club.mail(ADA, "GAMES") if not again else run("rerun", f"in{last(club).id}")
        for _ in range(3):
            with club.store.session() as session:
                session.execute(update(Inbox).where(Inbox.id == last(club).id).values(lease_until=None))
            club.work()
        assert last(club).reason == "ZeroDivisionError while answering"
        assert "it could not be read" in " ".join(text_of(club.latest(ADA)).split())
    monkeypatch.setitem(QUERIES, "GAMES", working)
    run("rerun", f"in{last(club).id}")
    club.work()
    assert last(club).state == "read"
    assert "sealed1" in text_of(club.latest(ADA))


def test_a_dropped_mail_is_read_again(club, run):
    club.mail(ADA, "GAMES", to="pbem@elsewhere.example")
    assert last(club).reason == "not addressed to us"
    assert f"in{last(club).id}" not in run("list")
    assert f"in{last(club).id}" in run("list", "--state", "dropped")
    with club.store.session() as session:
        session.execute(update(Inbox).where(Inbox.id == last(club).id).values(recipient=club.settings.address))
    run("rerun", f"in{last(club).id}")
    club.work()
    assert "sealed1" in text_of(club.latest(ADA))


def test_several_mails_are_done_with_and_what_cannot_be_is_told(club, run):
    first, second = shunted(club), shunted(club, "bid 5")
    told = run("drop", first, "in999", second, exit_code=2)
    assert f"{first} is dropped" in told
    assert "there is no mail in999" in told
    assert f"{second} is dropped" in told
    assert run("list") == ""
    assert "there is nothing to drop" in run("drop", first, exit_code=2)
    assert last(club).reason == "by the host; before: ZeroDivisionError while answering"


def test_all_that_one_address_has_sent_is_done_with_at_once(club, run):
    for number in range(12):
        club.take_in(letter(STRANGER, club.settings.address, f"mail {number}"), club.settings.address)
    club.work()
    assert run("drop", "--from", STRANGER).count("is dropped") == 12
    assert "nothing from zoe@elsewhere.example is held" in run("drop", "--from", STRANGER, exit_code=2)
    assert "name the mails, or --from" in run("drop", exit_code=2)


# --- Sent again --------------------------------------------------------------------------------------------------


def test_a_failed_mail_is_sent_again(club, run):
    gone = failed(club)
    to = run("retry", gone)
    assert f"{gone} is sent again to" in to
    with club.store.reading() as session:
        row = session.get_one(Outbox, int(gone[3:]))
        assert (row.state, row.attempts) == ("ready", 0)
    with club.store.session() as session:  # the local mailbox has it already, under its Message-ID
        session.execute(update(Outbox).where(Outbox.id == int(gone[3:])).values(message_id="<again@x.example>"))
    club.work()
    with club.store.reading() as session:
        assert session.get_one(Outbox, int(gone[3:])).state == "sent"
    assert "only mail that failed or came back" in run("retry", gone, exit_code=2)


def test_a_mail_that_came_back_is_sent_again(club, run):
    with club.store.reading() as session:
        report = session.scalars(select(Outbox).where(Outbox.to_address == ADA).order_by(Outbox.id.desc())).first()
    club.take_in(delivery_report(ADA, "failed", "5.2.2"), bounce_address(club.settings, report.id), "")
    club.work()
    assert f"out{report.id}" in run("list", "--state", "bounced")
    assert "1 came back" in run("who", ADA)
    assert "is sent again" in run("retry", f"out{report.id}")
    assert run("list", "--state", "bounced") == ""


def test_a_mail_that_goes_out_is_shown_and_dropped(club, run):
    gone = failed(club)
    told = run("show", gone, "--why", "did he get it?")
    assert "550 5.1.1 no such user" in told
    assert "sealed1" in told
    assert f"{gone} is dropped" in run("drop", gone)
    assert run("list") == ""
    for what in ("release", "rerun"):
        assert "goes out; `retry` is for that" in run(what, gone, exit_code=2)
    assert "came in; `release` and `rerun`" in run("retry", "in1", exit_code=2)


def test_an_old_mail_that_is_tried_again_is_not_given_up_at_once(club):
    gone = int(failed(club)[3:])
    with club.store.session() as session:
        outbox.send_again(session, session.get_one(Outbox, gone))
    club.hours_pass(24 * 30)
    with club.store.session() as session:
        [claimed] = outbox.claim(session, [gone], club.context.lease)
        assert outbox.put_off(session, claimed.claim, "451 later") is True
    with club.store.session() as session:
        session.execute(update(Outbox).where(Outbox.id == gone).values(attempts=20, not_before=now(session)))
        [claimed] = outbox.claim(session, [gone], club.context.lease)
        assert outbox.put_off(session, claimed.claim, "451 later") is False


def test_mail_that_waits_for_a_game_is_not_released_past_its_host(club, run):
    with club.store.session() as session:
        session.execute(update(Player).values(pictures=False))
    report = next(mail for mail in reversed(club.box(ADA)) if "sealed1" in str(mail["Reply-To"]))
    with club.store.session() as session:
        game = session.merge(club.game("sealed1"))
        game.stopped = "sealed1 waits for the host: its position was changed behind its record."
    club.reply(report, "bid 3")
    assert last(club).reason == inbox.WAITS_FOR_HOST
    assert "would be held again: sealed1 waits for the host" in run("release", f"in{last(club).id}", exit_code=2)
    with club.store.session() as session:
        assert inbox.release_waiting(session, "sealed1") == [last(club).id]
    club.work()
    assert last(club).reason == inbox.WAITS_FOR_HOST  # and told so again
    acts.end(club.context, Asked("sealed1", "x"), "draw")
    club.work()
    assert last(club).state == "read"
    assert "the game is over" in subject_of(club.latest(ADA))
