"""A turn of a game by mail: orders in, everybody told, clocks, and mail that comes from the wrong side.

The game is Sealed Bids (tests/toys): both seats bid secretly at the same time; `resign` runs at once.
"""

import json
from datetime import timedelta

import pytest
from inprocess import delivery_report, letter, text_of

from pbem.games import turns
from pbem.games.record import verify
from pbem.store.database import now
from pbem.store.models import Game, Inbox, Turn

ADA, BEN, EVE = "ada@players.example", "ben@players.example", "eve@players.example"


@pytest.fixture
def game(server, sealed_bids):
    """A game of two rounds between Ada (north) and Ben (south)."""
    server.begin((ADA, "NEW sealed_bids rounds=2"), (BEN, "JOIN sealed1"))
    return "sealed1"


@pytest.mark.both_databases(quick="both")
def test_orders_wait_for_the_other_seat_and_are_answered_at_once(server, words, game):
    [answer] = server.reply(server.latest(ADA), "bid 4")
    assert "bid 4" in words(answer)
    assert "ok" in words(answer)
    before = len(server.box(ADA))
    [report] = server.reply(server.latest(BEN), "bid 2")[-1:]
    assert len(server.box(ADA)) == before + 1
    assert "What happened" in words(report)


@pytest.mark.both_databases(quick="both")
def test_the_last_mail_of_a_seat_counts(server, words, game):
    report = server.latest(ADA)
    server.reply(report, "bid 1")
    server.reply(report, "bid 7")
    server.reply(server.latest(BEN), "bid 6")
    assert "7" in words(server.latest(ADA)).partition("What happened")[2].partition("Dice")[0]


def test_a_refused_line_leaves_the_rest_unplayed_and_says_why(server, words, game):
    [answer] = server.reply(server.latest(ADA), "bid 100000")
    assert "BID-006" in words(answer)
    assert "Nothing was played" in words(answer)


def test_check_judges_and_plays_nothing(server, words, game):
    report = server.latest(ADA)
    [answer] = server.reply(report, "CHECK\nbid 3")
    assert "can be played" in words(answer)
    server.reply(server.latest(BEN), "bid 2")
    assert server.latest(ADA)["Message-ID"] == answer["Message-ID"]


def test_chatter_is_listed_as_not_read(server, words, game):
    [answer] = server.reply(server.latest(ADA), "Good luck, Ben!\nbid 3")
    assert "not read" in words(answer)
    assert "Good luck, Ben!" in words(answer)


def test_a_reply_to_an_old_report_plays_nothing(server, words, game):
    old = server.latest(ADA)
    server.reply(old, "bid 4")
    server.reply(server.latest(BEN), "bid 2")
    [answer] = server.reply(old, "bid 5")
    assert "turn is over" in words(answer)
    assert answer["Reply-To"] != old["Reply-To"]


@pytest.mark.both_databases(quick="both")
def test_a_mail_sent_twice_has_one_effect_and_one_answer(server, game):
    report = server.latest(ADA)
    raw = b"From: ada@players.example\r\nMessage-ID: <twice@players.example>\r\n\r\nbid 4\r\n"
    before = len(server.box(ADA))
    first = server.take_in(raw, report["Reply-To"])
    again = server.take_in(raw, report["Reply-To"])
    server.work()
    assert (first.fresh, again.fresh, first.id) == (True, False, again.id)
    # The same mail by another way differs in its trace, and is the same mail all the same.
    server.take_in(b"Received: from elsewhere\r\n" + raw, report["Reply-To"])
    server.work()
    assert len(server.box(ADA)) == before + 1


def test_a_stranger_with_the_reply_address_is_not_heard_and_the_player_is_told(server, words, game):
    report = server.latest(ADA)
    server.reply(report, "resign", sender=EVE)
    [told] = server.box(EVE)
    assert "nothing in it was carried out" in " ".join(words(told).split())
    assert ADA not in words(told)
    server.reply(report, "resign", sender=EVE)
    assert len(server.box(EVE)) == 1  # told once a day
    assert EVE in words(server.latest(ADA))
    assert server.game(game).state == "running"


def test_another_player_with_the_reply_address_gets_nowhere(server, words, game):
    report = server.latest(ADA)
    answers = server.reply(report, "bid 4", sender=BEN)
    assert "another player's seat" in words(answers[-1])
    assert server.game(game).state == "running"


def test_a_forged_reply_address_is_refused(server, words, game):
    genuine = server.latest(ADA)["Reply-To"]
    local, _, domain = genuine.partition("@")
    forged = f"{local[:-1]}{'a' if local[-1] != 'a' else 'b'}@{domain}"
    [answer] = server.mail(ADA, "bid 4", to=forged)
    assert "no reply address of ours that still holds" in words(answer)


def test_orders_in_a_fresh_mail_are_not_played(server, words, game):
    [answer] = server.mail(ADA, "bid 4")
    assert "not sent to a seat's reply address" in words(answer)


@pytest.mark.parametrize(
    "head",
    [
        "Auto-Submitted: auto-replied",
        "Return-Path: <>",
        "Content-Type: multipart/report; report-type=delivery-status; boundary=x",
    ],
)
def test_machines_are_not_answered(server, game, head):
    report = server.latest(ADA)
    before = len(server.box(ADA))
    server.take_in(f"From: {ADA}\r\n{head}\r\n\r\nbid 4\r\n".encode(), report["Reply-To"])
    server.work()
    assert len(server.box(ADA)) == before
    assert server.inbox()[-1].state == "dropped"
    assert server.inbox()[-1].reason


@pytest.mark.both_databases(quick="both")
def test_a_bounce_is_noted_at_the_mail_it_is_about(server, game):
    from sqlalchemy import select

    from pbem.addresses.signed import bounce_address
    from pbem.store.models import Outbox

    def bounced() -> bool:
        with server.store.reading() as session:
            return session.scalar(select(Outbox.bounced_at).where(Outbox.id == 1)) is not None

    ours = bounce_address(server.settings, 1)
    server.take_in(b"From: ada@players.example\r\n\r\nI am away until Monday", ours, "")
    server.take_in(delivery_report(ADA, "delayed", "4.4.1"), ours, "")
    server.work()
    assert not bounced()
    server.take_in(delivery_report(ADA, "failed", "5.1.1"), ours, "")
    server.work()
    assert bounced()


def test_an_empty_mail_is_answered_with_what_is_wanted(server, words, game):
    [answer] = server.mail(ADA, "", to=server.latest(ADA)["Reply-To"])
    assert "no orders in your mail" in answer["Subject"]
    assert "Still wanted of you" in words(answer)


def test_of_whom_orders_are_kept_nothing_more_is_wanted(server, words, game):
    asked = server.latest(BEN)
    kept, again = (server.reply(asked, line)[-1] for line in ("bid 2", "MAP"))
    for answer in (kept, again):
        told = " ".join(words(answer).split())
        assert "Still wanted" not in told
        assert "What you may still write" in told
        assert "Your orders wait for those of the others, until " in told
        assert "orders that you send before replace them" in told
        assert "Answer by" not in told
    assert "your bid" not in again["Subject"]
    told = " ".join(words(server.reply(asked, "STATUS\nGAMES")[-1]).split())
    assert "Your orders are in, and can be replaced until all are, by " in told
    assert "your orders are in, others are waited for by " in told
    assert "ou are wanted" not in told
    last = next(mail for mail in server.reply(server.latest(ADA), "bid 4") if "orders kept" in mail["Subject"])
    assert "All orders are in; what becomes of them is told in a mail of its own." in " ".join(words(last).split())
    assert "Still wanted" not in words(last)


@pytest.mark.both_databases(quick="both")
def test_the_silent_are_reminded_and_then_decided_for(server, words, game):
    server.reply(server.latest(BEN), "bid 2")
    before = len(server.box(ADA)), len(server.box(BEN))
    server.hours_pass(35)
    server.work()
    assert (len(server.box(ADA)), len(server.box(BEN))) == before
    for hours in (2, 22):  # a half and four fifths of three days
        server.hours_pass(hours)
        server.work()
        assert "reminder" in server.latest(ADA)["Subject"]
        reminded = len(server.box(ADA))
        server.work()
        assert len(server.box(ADA)) == reminded
    assert (len(server.box(ADA)), len(server.box(BEN))) == (before[0] + 2, before[1])
    server.hours_pass(10)  # nearly all of it: who waits is told
    server.work()
    assert "reminder" in server.latest(ADA)["Subject"]
    assert "North has until" in server.latest(BEN)["Subject"]
    server.hours_pass(4)
    server.work()
    assert "What happened" in words(server.latest(ADA))


def test_a_question_is_due_at_the_appointment_after_it_was_asked(server, sealed_bids):
    server.days_pass_until(2)
    server.begin((ADA, "NEW sealed_bids rounds=3 clock=at:mon@20:00"), (BEN, "JOIN sealed1"))
    server.hours_pass(6 * 24)
    server.work()
    with server.store.reading() as session:
        first, *others = [turn.deadline for turn in session.query(Turn).order_by(Turn.number)]
    assert others == [first + timedelta(days=7)], "who was silent has until the next Monday"


def test_a_robot_plays_for_the_silent_where_the_game_was_made_so(server, words):
    server.begin((ADA, "NEW waterloo1895 absent=bot"), (BEN, "JOIN waterloo1"))
    for player in (ADA, BEN):
        server.reply(server.latest(player), "place default")
    server.hours_pass(73)
    server.work()
    happened = words(server.latest(BEN)).partition("What happened")[2].partition("Dice")[0]
    assert "Napoleon: N" in happened
    [answer] = server.reply(server.latest(BEN), "RECORD")
    [record] = [part for part in answer.walk() if part.get_filename() == "waterloo1.jsonl"]
    turn = json.loads(record.get_payload(decode=True).splitlines()[-2])  # the names of the players are below
    assert turn["due"] is False
    assert turn["orders"]["napoleon"]
    assert not verify(record.get_payload(decode=True).splitlines()).complete


@pytest.mark.both_databases(quick="both")
def test_a_turn_waits_for_mail_that_came_in_time(server, words, game):
    report = server.latest(ADA)
    server.reply(server.latest(BEN), "bid 2")
    raw = b"From: ada@players.example\r\nMessage-ID: <late@players.example>\r\n\r\nbid 4\r\n"
    taken = server.take_in(raw, report["Reply-To"])
    server.hours_pass(80)
    with server.store.session() as session:
        # It came an hour before the deadline and has not been read.
        from datetime import timedelta

        row = session.get_one(Inbox, taken.id)
        row.received_at += timedelta(hours=7)
    from pbem.games import turns

    game_id = server.game(game).id
    assert turns.adjudicate(server.context, game_id) is False
    server.work()
    assert "4" in words(server.latest(BEN)).partition("What happened")[2].partition("Dice")[0]


def test_mail_after_the_deadline_does_not_count(server, words, game):
    report = server.latest(ADA)
    server.reply(server.latest(BEN), "bid 2")
    server.hours_pass(80)
    answers = server.reply(report, "bid 9")
    assert "turn is over" in words(answers[-1])


def test_orders_that_run_at_once_are_answered_by_the_report(server, words, game):
    report = server.latest(ADA)
    answers = server.reply(report, "resign")
    assert len(answers) == 1
    assert "resign" in words(answers[0])
    assert answers[0]["In-Reply-To"] != report["Message-ID"]
    assert "game is over" in answers[0]["Subject"]


@pytest.mark.both_databases(quick="both")
def test_the_last_report_brings_a_record_that_verifies(server, words, game):
    server.reply(server.latest(ADA), "bid 4")
    server.reply(server.latest(BEN), "bid 2")
    server.reply(server.latest(ADA), "bid 1")
    server.reply(server.latest(BEN), "bid 3")
    files = {part.get_filename(): part.get_payload(decode=True) for part in server.latest(ADA).walk()}
    found = verify(files["sealed1.jsonl"].splitlines())
    assert found.complete
    assert found.game == "sealed1"
    assert "dice-seed" in words(server.latest(BEN))


def test_a_game_is_one_thread_in_the_mail_program(server, game):
    server.reply(server.latest(ADA), "bid 4")
    server.reply(server.latest(BEN), "bid 2")
    mails = [mail for mail in server.box(ADA) if mail["Subject"].startswith("[sealed1 ")]
    first = mails[0]["Message-ID"]
    assert len(mails) > 2
    assert all(first in mail["References"] for mail in mails[1:])


def test_questions_in_a_reply_are_answered_in_one_mail(server, words, game):
    [answer] = server.reply(server.latest(ADA), "MAP\nSTATUS\nDICE\nRECORD\nHELP")
    for title in ("Map", "Status", "Commands, one a line"):
        assert title in words(answer)


def test_a_typo_in_a_command_is_mended_and_said(server, words, game):
    [answer] = server.reply(server.latest(ADA), "STATSU")
    assert "ok, read as" in words(answer)


def test_one_report_may_be_answered_again_and_again(server, words, game):
    report = server.latest(ADA)
    # Outlook marks nothing: only who knows what was sent can tell it from what was written.
    body = f"CHECK\nbid 3\n\nFrom: pbem\nSent: Tuesday\nTo: Ada\nSubject: bids\n\n{text_of(report)}"
    for _ in range(6):
        server.take_in(letter(ADA, report["Reply-To"], body, "Re: bids", report["Message-ID"]), report["Reply-To"])
        server.work()
    answer = words(server.latest(ADA))
    assert "can be played" in answer
    assert "not read" not in answer


def test_a_report_that_was_asked_for_in_a_fresh_mail_can_be_answered(server, words, game):
    [report] = server.mail(ADA, "REPORT sealed1")
    [answer] = server.reply(report, "CHECK\nbid 3")
    assert "can be played" in words(answer)


@pytest.mark.both_databases(quick="both")
def test_each_game_that_is_due_is_told_once_and_no_other(server, game):
    for name in ("sealed2", "sealed3"):
        server.mail(ADA, "NEW sealed_bids rounds=2")
        server.mail(BEN, f"JOIN {name}")
    with server.store.session() as session:
        due, _not_due, also_due = session.query(Turn).order_by(Turn.game_id).all()
        for turn in (due, also_due):
            turn.deadline = now(session) - timedelta(hours=1)
            turn.remind_at = now(session) - timedelta(hours=5)
        expected = [due.game_id, also_due.game_id]
    with server.store.session() as session:
        assert [each.game for each in turns.due_games(session)] == expected
        assert [ident for ident, _ in turns.due_reminders(session)] == expected
    with server.store.session() as session:
        # A game of rules that are not here waits for the host, whatever else is played here.
        session.get_one(Game, expected[0]).version = "0.1"
    with server.store.session() as session:
        assert [each.game for each in turns.due_games(session)] == expected[1:]
        assert [ident for ident, _ in turns.due_reminders(session)] == expected[1:]
