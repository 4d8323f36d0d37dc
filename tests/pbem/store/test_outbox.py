"""The outbox: in order to each address, again after a pause that doubles, given up at last, and each mail once."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy.exc import IntegrityError

from pbem.outbound.posting import Draft, answers_lately, post
from pbem.reports.document import Document, Section
from pbem.store import outbox
from pbem.store.database import now
from pbem.store.inbox import Outdated
from pbem.store.models import LocalMail, Outbox

ADA, BEN = "ada@players.example", "ben@players.example"
LEASE = timedelta(minutes=1)
BUSY = "451 try again later"


def posted(server, to, key=None, text="Your throw is 2-3-6.", game=None):
    """A mail put in the outbox; its row's id."""
    document = Document("your throw", (Section(None, "words", (text,)),))
    draft = Draft(document=document, key=key or f"{to} {text}", to=to, reply_to="pbem@pbem.localhost", game=game)
    with server.store.session() as session:
        message_id = post(session, server.context, draft)
        return session.query(Outbox.id).where(Outbox.message_id == message_id).scalar()


def claimed(server, ident, lease=LEASE):
    with server.store.session() as session:
        return next(iter(outbox.claim(session, [ident], lease)), None)


def note(server, what, delivery, reply="250 taken"):
    with server.store.session() as session:
        what(session, delivery.claim, reply)


def row(server, ident):
    with server.store.reading() as session:
        return session.get_one(Outbox, ident)


def change(server, ident, **values):
    with server.store.session() as session:
        for name, value in values.items():
            setattr(session.get_one(Outbox, ident), name, value)


@pytest.mark.both_databases(quick="both")
def test_a_mail_waits_while_an_older_one_to_its_address_is_unsent(server):
    first, second = posted(server, ADA, text="first"), posted(server, ADA, text="second")
    assert claimed(server, second) is None
    sending = claimed(server, first)
    assert sending is not None
    assert claimed(server, second) is None
    note(server, outbox.put_off, sending, BUSY)
    assert claimed(server, second) is None
    change(server, first, not_before=row(server, first).created_at)
    note(server, outbox.sent, claimed(server, first))
    assert claimed(server, second) is not None


def test_a_mail_does_not_wait_for_those_to_others_nor_for_one_that_failed(server):
    posted(server, BEN)
    first, second = posted(server, ADA, text="first"), posted(server, ADA, text="second")
    note(server, outbox.fail, claimed(server, first), "550 no such user")
    assert claimed(server, second) is not None


@pytest.mark.both_databases(quick="both")
def test_after_a_temporary_refusal_the_pause_doubles_up_to_two_hours(server):
    ident = posted(server, ADA)
    pauses = []
    for _ in range(9):
        note(server, outbox.put_off, claimed(server, ident), BUSY)
        with server.store.reading() as session:
            pauses.append((session.get_one(Outbox, ident).not_before - now(session)) / timedelta(minutes=1))
        assert claimed(server, ident) is None
        change(server, ident, not_before=row(server, ident).created_at)
    doubled = [1, 2, 4, 8, 16, 32, 64, 120, 120]
    # A quarter more by chance, and what the test takes less.
    assert all(-0.5 < pause - least <= least / 4 for pause, least in zip(pauses, doubled, strict=True)), pauses
    assert len({round(pause / least, 6) for pause, least in zip(pauses, doubled, strict=True)}) > 4


@pytest.mark.both_databases(quick="both")
def test_mails_to_a_domain_follow_one_by_one_the_one_that_it_has_put_off(server):
    first, second, third = (posted(server, address) for address in (ADA, BEN, "cleo@players.example"))
    elsewhere, below = posted(server, "dan@elsewhere.example"), posted(server, "eve@more.players.example")
    note(server, outbox.put_off, claimed(server, first), "421 4.7.28 too many mails")
    with server.store.session() as session:
        outbox.pace(session, first)
    begins = row(server, first).not_before
    assert [row(server, each).not_before - begins for each in (second, third)] == [outbox.STEP, 2 * outbox.STEP]
    assert all(row(server, each).not_before < begins - timedelta(seconds=30) for each in (elsewhere, below))
    assert claimed(server, second) is None
    assert claimed(server, elsewhere) is not None


def test_a_mail_is_given_up_after_five_days_and_not_before(server):
    young, old = posted(server, ADA), posted(server, BEN)
    change(server, young, created_at=row(server, young).created_at - timedelta(days=4, hours=23))
    change(server, old, created_at=row(server, old).created_at - timedelta(days=5, hours=1))
    for ident in (young, old):
        change(server, ident, attempts=60)
        note(server, outbox.put_off, claimed(server, ident), BUSY)
    assert [row(server, ident).state for ident in (young, old)] == ["ready", "failed"]
    assert row(server, old).reply == BUSY


def test_a_mail_that_nobody_could_try_for_five_days_is_tried_all_the_same(server):
    ident = posted(server, ADA)
    change(server, ident, created_at=row(server, ident).created_at - timedelta(days=6))
    for attempt in range(1, 9):
        note(server, outbox.put_off, claimed(server, ident), BUSY)
        assert row(server, ident).state == ("ready" if attempt < 8 else "failed")
        change(server, ident, not_before=row(server, ident).created_at)


@pytest.mark.both_databases(quick="both")
def test_a_claim_whose_lease_has_ended_is_taken_over_and_its_holder_notes_nothing(server):
    ident = posted(server, ADA)
    lost = claimed(server, ident, lease=timedelta(seconds=-2))
    kept = claimed(server, ident)
    assert kept is not None
    assert claimed(server, ident) is None
    for what in (outbox.sent, outbox.fail):
        with pytest.raises(Outdated):
            note(server, what, lost)
    note(server, outbox.sent, kept)
    assert row(server, ident).state == "sent"


def test_what_can_be_sent_now_is_told_oldest_first_with_its_tries(server):
    first, second, third = (posted(server, ADA, text=text) for text in ("one", "two", "three"))
    note(server, outbox.put_off, claimed(server, first), BUSY)
    with server.store.reading() as session:
        assert outbox.sendable(session) == [(second, 0), (third, 0)]
        assert outbox.next_for(session, [ADA]) == [(first, 1)]
        assert outbox.next_for(session, [BEN]) == []


def test_a_mail_that_stays_here_is_in_the_local_mailbox_once(server):
    ident = posted(server, ADA)
    delivery = claimed(server, ident)
    with server.store.session() as session:
        outbox.keep_locally(session, delivery, "pbem@pbem.localhost")
    with server.store.reading() as session:
        [kept] = session.query(LocalMail).all()
    assert (kept.to_address, kept.raw) == (ADA, row(server, ident).raw)
    assert row(server, ident).state == "sent"
    with pytest.raises(Outdated), server.store.session() as session:
        outbox.keep_locally(session, delivery, "pbem@pbem.localhost")


@pytest.mark.both_databases(quick="both")
def test_a_mail_with_the_key_of_another_is_not_put_in(server):
    posted(server, ADA, key="report/marengo7/1/red")
    with pytest.raises(IntegrityError):
        posted(server, ADA, key="report/marengo7/1/red", text="once more")


def test_an_unasked_answer_of_a_kind_goes_to_an_address_once_a_day(server):
    asked = [(ADA, "hint"), (ADA, "hint"), (ADA, "flood"), (BEN, "hint")]
    with server.store.session() as session:
        assert [outbox.may_reply(session, *each) for each in asked] == [True, False, True, True]


def test_the_texts_sent_are_the_latest_of_the_game_and_those_that_are_answered(server):
    idents = [posted(server, ADA, text=f"mail {number}", game="marengo7") for number in range(6)]
    posted(server, ADA, text="of another game", game="ligny8")
    for other in (BEN, "abe@players.example"):
        posted(server, other, text="to another player", game="marengo7")
    answered = row(server, idents[0]).message_id
    with server.store.reading() as session:
        latest = outbox.texts_sent(session, [ADA], "marengo7")
        with_answered = outbox.texts_sent(session, [ADA], "marengo7", [answered])
    assert sorted({text.strip() for text in latest}) == ["mail 2", "mail 3", "mail 4", "mail 5"]
    assert {text.strip() for text in with_answered} == {text.strip() for text in latest} | {"mail 0"}


def test_only_answers_of_the_last_hour_count_against_an_address(server):
    posted(server, ADA, key="answer/1", text="one")
    posted(server, ADA, key="report/marengo7/1/red", text="two")
    old = posted(server, ADA, key="answer/2", text="three")
    change(server, old, created_at=row(server, old).created_at - timedelta(minutes=61))
    with server.store.reading() as session:
        assert answers_lately(session, ADA) == 1
        assert answers_lately(session, BEN) == 0


def test_a_bounce_is_noted_at_a_mail_that_there_is(server):
    ident = posted(server, ADA)
    with server.store.session() as session:
        assert outbox.bounced(session, ident)
        assert not outbox.bounced(session, ident + 1)
    assert row(server, ident).bounced_at is not None


@pytest.mark.both_databases(quick="both")
def test_a_bounce_that_overtakes_the_note_of_its_sending_is_kept(server):
    """K33."""
    delivery = claimed(server, posted(server, ADA))
    with server.store.session() as session:
        assert outbox.bounced(session, delivery.claim.id)
    note(server, outbox.sent, delivery)
    mail = row(server, delivery.claim.id)
    assert (mail.state, mail.attempts) == ("sent", 1)
    assert mail.bounced_at is not None


@pytest.mark.both_databases(quick="both")
def test_a_mail_that_is_handed_on_was_not_tried(server):
    ident = posted(server, ADA)
    for _ in range(4):
        delivery = claimed(server, ident)
        with server.store.session() as session:
            outbox.hand_on(session, delivery.claim)
    assert (row(server, ident).state, row(server, ident).attempts, row(server, ident).reply) == ("ready", 0, None)
    with pytest.raises(Outdated), server.store.session() as session:
        outbox.hand_on(session, delivery.claim)


@pytest.mark.both_databases(quick="both")
def test_a_host_is_slow_until_its_time_is_over(server):
    def slow(host):
        with server.store.reading() as session:
            return outbox.is_slow(session, host)

    for lasting in (timedelta(minutes=1), timedelta(minutes=10)):
        with server.store.session() as session:
            outbox.note_slow(session, "smtp.example", lasting)
        assert (slow("smtp.example"), slow("smtp.other")) == (True, False)
    with server.store.session() as session:
        outbox.note_slow(session, "smtp.example", timedelta(seconds=-5))
    assert not slow("smtp.example")
