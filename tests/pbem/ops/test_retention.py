"""What is kept for how long: mail goes, finished games are packed and stay whole, running games lose nothing."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from click.testing import CliRunner
from inprocess import Server, letter, text_of
from sqlalchemy import func, select, update

from pbem.cli import main as pbem
from pbem.games import acts
from pbem.games.acts import Asked
from pbem.games.kept_record import KeptRecord, packed, unpacked
from pbem.games.record import verify
from pbem.ops import retention
from pbem.store.database import now
from pbem.store.models import (
    Game,
    Inbox,
    OrderSet,
    Outbox,
    PackedRecord,
    Question,
    RecordEntry,
    Replied,
    SeenToken,
    Turn,
)

ADA, BEN, STRANGER = "ada@players.example", "ben@players.example", "zoe@elsewhere.example"
MONTH = 24 * 31


@pytest.fixture
def game(server, sealed_bids):
    server.begin((ADA, "NEW sealed_bids rounds=3 purse=40 clock=each:300d"), (BEN, "JOIN sealed1"))
    return "sealed1"


def report_of(server: Server, player: str):
    return [mail for mail in server.box(player) if "+sealed1." in str(mail["Reply-To"])][-1]


def play(server: Server, rounds: int = 3) -> None:
    for bid in range(1, rounds + 1):
        server.reply(report_of(server, ADA), f"bid {bid}")
        server.reply(report_of(server, BEN), f"bid {bid + 1}")


def record_of(server: Server) -> bytes:
    with server.store.reading() as session:
        return KeptRecord(session, session.scalars(select(Game)).one()).file().content


def count(server: Server, model) -> int:
    with server.store.reading() as session:
        return session.scalar(select(func.count()).select_from(model))


def answer(server: Server, text: str, who: str = ADA) -> str:
    return " ".join(text_of(server.mail(who, text)[-1]).split())


# --- Finished games ----------------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_a_finished_game_is_packed_and_stays_whole(server, game):
    play(server)
    before = record_of(server)
    assert verify(before.splitlines()).complete
    told = answer(server, "HISTORY"), answer(server, "STATUS sealed1")
    server.hours_pass(MONTH)
    server.work()
    assert server.game("sealed1").packed
    assert (count(server, PackedRecord), count(server, RecordEntry), count(server, OrderSet)) == (1, 1, 0)
    with server.store.reading() as session:
        turns = session.scalars(select(Turn).order_by(Turn.number)).all()
    assert [turn.position == "{}" for turn in turns] == [True, False]
    assert record_of(server) == before
    assert verify(record_of(server).splitlines()).complete
    assert (answer(server, "HISTORY"), answer(server, "STATUS sealed1")) == told
    [record] = server.mail(ADA, "RECORD sealed1")
    assert [part.get_payload(decode=True) for part in record.walk() if part.get_filename()] == [before]
    assert "sealed2" in answer(server, "REMATCH sealed1")
    for question in ("REPORT sealed1", "MAP sealed1", "DICE sealed1"):
        assert "could not be" not in answer(server, question)


def test_where_a_packed_game_stands_is_read_from_its_own_record(server, game):
    """Another game has entries of the same numbers, and those are not packed."""

    def reached() -> str | None:
        with server.store.reading() as session:
            return KeptRecord(session, session.scalars(select(Game).where(Game.name == game)).one()).reached()

    play(server)
    before = reached()
    server.hours_pass(MONTH)
    server.mail(ADA, "NEW sealed_bids rounds=9 purse=70 clock=each:300d")
    server.mail(BEN, "JOIN sealed2")
    for bid in range(4):
        for player in (ADA, BEN):
            asked = [mail for mail in server.box(player) if "+sealed2." in str(mail["Reply-To"])][-1]
            server.reply(asked, f"bid {bid}")
    assert server.game(game).packed
    assert reached() == before


@pytest.mark.both_databases
def test_of_a_finished_game_no_mail_is_left_and_of_its_players_all_that_they_need(server, game):
    play(server)
    server.hours_pass(MONTH)
    server.work()
    server.hours_pass(1.1)
    server.work()
    # The highest numbers stay, so that none is given twice.
    assert count(server, Inbox) == 1
    assert count(server, Outbox) == 1
    assert "ada" in answer(server, "NAME")


def test_a_game_ended_by_a_host_is_packed_too(server, game):
    play(server, 1)
    acts.end(server.context, Asked("sealed1", "the club closes"), "draw")
    server.work()
    before = record_of(server)
    server.hours_pass(MONTH)
    server.work()
    assert server.game("sealed1").packed
    assert record_of(server) == before
    assert verify(before.splitlines()).acts[0].act == "draw"


def test_a_record_that_is_packed_is_verified_by_the_command(server, game, tmp_path):
    play(server)
    server.hours_pass(MONTH)
    server.work()
    path = tmp_path / "record.jsonl"
    path.write_bytes(record_of(server))
    done = CliRunner().invoke(pbem, ["verify", str(path)])
    assert (done.exit_code, "The record is whole" in done.output) == (0, True)


@pytest.mark.parametrize("lines", [["{}"], ["a" * 100_000, "\u2028é"], [json.dumps({"x": "\n"})] * 3])
def test_what_is_packed_comes_back(lines):
    assert unpacked(packed(lines)) == lines


# --- Running games -----------------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_a_report_of_long_ago_may_still_be_quoted_in_a_running_game(server, game):
    report = report_of(server, ADA)
    for _ in range(7):
        server.mail(ADA, "STATUS sealed1")
    server.hours_pass(4 * MONTH)
    server.work()
    with server.store.reading() as session:
        row = session.scalars(select(Outbox).where(Outbox.message_id == str(report["Message-ID"]))).one()
        assert (row.raw, bool(row.text), bool(row.shown)) == (b"", True, True)
        assert session.scalars(select(Outbox).where(Outbox.key.startswith("hint/"))).all() == []
    # Quoted without marks, the report's own order form above the order: nothing of it is taken for his.
    quoted = text_of(report)
    to = str(report["Reply-To"])
    server.take_in(letter(ADA, to, f"bid 7\n\nOn Tuesday the server wrote:\n{quoted}", "", report["Message-ID"]), to)
    server.work()
    with server.store.reading() as session:
        [kept] = session.scalars(select(OrderSet)).all()
    assert json.loads(kept.lines) == [[1, "bid 7"]]


def test_orders_of_a_running_game_stay_though_their_mail_goes(server, game):
    server.reply(report_of(server, ADA), "bid 4")
    server.hours_pass(2 * MONTH)
    server.work()
    with server.store.reading() as session:
        [row] = session.scalars(select(Inbox).where(Inbox.seat == "north")).all()
        assert row.raw == b""
    server.reply(report_of(server, BEN), "bid 2")
    assert "North bid 4, South 2" in " ".join(text_of(server.latest(BEN)).split())


def test_orders_ahead_stay_though_their_mail_goes(server, game):
    server.reply(report_of(server, ADA), "bid 4")
    server.reply(report_of(server, ADA), "AHEAD\nbid 3")
    server.hours_pass(2 * MONTH)
    server.work()
    with server.store.reading() as session:
        assert [row.raw for row in session.scalars(select(Inbox).where(Inbox.seat == "north"))] == [b"", b""]
    server.reply(report_of(server, BEN), "bid 2")
    server.reply(report_of(server, BEN), "bid 1")
    assert "North bid 3, South 1" in " ".join(text_of(server.latest(BEN)).split())


def test_nothing_is_deleted_before_its_time(server, game):
    play(server)
    inbox, outbox = count(server, Inbox), count(server, Outbox)
    server.hours_pass(24 * 29)
    server.work()
    assert (count(server, Inbox), count(server, Outbox)) == (inbox, outbox)
    assert not server.game("sealed1").packed


def test_the_time_can_be_set(server, game):
    server.context.settings = server.settings.model_copy(update={"retention_days": 90})
    play(server)
    server.hours_pass(2 * MONTH)
    server.work()
    assert not server.game("sealed1").packed
    server.hours_pass(MONTH)
    server.work()
    assert server.game("sealed1").packed


def test_mail_that_waits_for_its_game_is_kept(server, game):
    with server.store.session() as session:
        session.merge(server.game("sealed1")).stopped = "sealed1 waits for the host."
    server.reply(report_of(server, ADA), "bid 4")
    server.mail(BEN, "GAMES")
    server.hours_pass(3 * MONTH)
    server.work()
    [kept] = [row for row in server.inbox() if row.reason == "its game waits for the host"]
    assert kept.raw != b""


# --- Strangers, and small things ---------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_mail_of_strangers_expires_after_a_week(server, game):
    server.mail(STRANGER, "NEW sealed_bids")
    server.reply(report_of(server, ADA), "bid 4", sender=STRANGER)
    server.mail(BEN, "GAMES")
    server.hours_pass(6.9 * 24)
    server.work()
    assert sum(row.state == "held" for row in server.inbox()) == 2
    server.hours_pass(3)
    server.work()
    assert sum(row.state == "held" for row in server.inbox()) == 0
    assert sum(row.state == "read" for row in server.inbox()) == 3


def test_notes_and_tokens_and_old_questions_go(server, game):
    server.mail(ADA, "FORGET ME")
    server.mail(ADA, "ADDRESS ADD ada@elsewhere.example")
    with server.store.session() as session:
        session.add(SeenToken(provider="mailgun", token="t", noted_at=now(session)))
    assert count(server, Replied) > 0
    server.hours_pass(MONTH)
    server.work()
    assert [count(server, model) for model in (Replied, SeenToken, Question)] == [0, 0, 1]


def test_numbers_are_never_given_twice(server, game):
    play(server)
    with server.store.reading() as session:
        highest = session.scalar(select(func.max(Inbox.id))), session.scalar(select(func.max(Outbox.id)))
    for _ in range(3):
        server.hours_pass(MONTH)
        server.work()
    server.mail(ADA, "GAMES")
    with server.store.reading() as session:
        assert session.scalar(select(func.min(Inbox.id))) >= highest[0]
        assert session.scalar(select(func.min(Outbox.id))) >= highest[1]


def test_it_goes_in_portions_until_nothing_is_left(server, game, monkeypatch):
    play(server)
    monkeypatch.setattr(retention, "PORTION", 3)
    server.hours_pass(MONTH)
    before = count(server, Outbox)
    assert retention.sweep(server.context)
    assert count(server, Outbox) == before - 3
    server.work()
    assert count(server, Outbox) == 1
    assert not retention.sweep(server.context)  # before an hour is over


def test_a_record_that_changed_meanwhile_is_not_packed(server, game):
    play(server)
    server.hours_pass(MONTH)
    with server.store.session() as session:
        session.execute(update(RecordEntry).where(RecordEntry.number == 2).values(number=900))
    with pytest.raises(AssertionError, match="has changed after its end"):
        retention.sweep(server.context)
    assert count(server, PackedRecord) == 0


def test_unsent_and_unread_mail_is_kept_however_old(server, game):
    report = report_of(server, ADA)
    server.take_in(b"From: ada@players.example\r\n\r\nGAMES\r\n", str(report["Reply-To"]))
    with server.store.session() as session:
        later = now(session) + timedelta(days=300)
        session.execute(update(Outbox).where(Outbox.to_address == ADA).values(state="ready", not_before=later))
    server.hours_pass(3 * MONTH)
    ready = count(server, Outbox)
    retention.sweep(server.context)
    assert server.inbox()[-1].state == "new"
    with server.store.reading() as session:
        assert session.scalars(select(Outbox.raw).where(Outbox.state == "ready", Outbox.raw == b"")).all() == []
    assert 0 < count(server, Outbox) <= ready
