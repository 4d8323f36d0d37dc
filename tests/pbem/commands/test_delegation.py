"""DELEGATE: another player, asked first, plays a seat beside its holder until a day, and nothing else of his."""

from __future__ import annotations

import json

import pytest
from inprocess import subject_of, text_of
from sqlalchemy import select

from pbem.games import acts
from pbem.games.acts import Asked
from pbem.store import export, people
from pbem.store.models import Delegation, OrderSet, Seat, Turn

ADA, BEN, CAROL, DORA = (f"{name}@players.example" for name in ("ada", "ben", "carol", "dora"))
GAME = "sealed1"


@pytest.fixture
def club(server, sealed_bids):
    server.begin((ADA, "NEW sealed_bids rounds=6 purse=40"), (BEN, f"JOIN {GAME}"), also=(CAROL,))
    return server


def flat(text: str) -> str:
    return " ".join(text.split())


def texts(mails, words) -> str:
    return flat(" ".join(map(words, mails)))


def delegated(club, day: str = "in 3 days") -> None:
    """Carol is asked to play for Ada, and says YES."""
    club.reply(club.latest(ADA), f"DELEGATE TO carol UNTIL {day}")
    club.reply(club.latest(CAROL), "YES")


def report_to_carol(club):
    """The mail that tells her of it, in answer to which she plays."""
    return next(mail for mail in reversed(club.box(CAROL)) if "plays North for ada until" in text_of(mail))


def kept(club) -> list[tuple[str, str]]:
    with club.store.reading() as session:
        return [(each.seat, each.state) for each in session.scalars(select(OrderSet).order_by(OrderSet.id))]


def test_who_said_yes_gets_the_seats_mail_and_sends_orders_and_the_holder_is_told(club, words):
    [said] = club.reply(club.latest(ADA), f"DELEGATE {GAME} TO carol UNTIL in 3 days")
    assert "carol is asked to play your seat in sealed1" in flat(words(said))
    question = club.latest(CAROL)
    assert subject_of(question) == "[pbem] would you play for ada?"
    with club.store.reading() as session:
        assert session.scalars(select(Delegation)).all() == []
    club.reply(question, "YES")
    for player in (ADA, CAROL):
        assert "carol plays North for ada until" in texts(club.box(player), words)
    report = report_to_carol(club)
    before = len(club.box(ADA)), len(club.box(CAROL))
    club.reply(report, "bid 4", sender=CAROL)
    assert kept(club) == [("north", "held")]
    assert "orders kept: 1 ok" in subject_of(club.box(ADA)[before[0]])
    assert "orders kept: 1 ok" in subject_of(club.box(CAROL)[before[1]])
    [status] = club.mail(BEN, "STATUS")
    assert "carol plays North for its holder, until" in flat(words(status))
    club.reply(club.latest(BEN), "bid 1")
    assert "Round 2" in words(club.latest(CAROL))
    assert "Round 2" in words(club.latest(ADA))
    club.reply(club.latest(ADA), "bid 2", sender=ADA)
    assert kept(club)[-1] == ("north", "held")


@pytest.mark.parametrize("ender", [ADA, CAROL])
def test_a_word_of_either_ends_it_and_both_are_told(club, words, ender):
    delegated(club)
    report = report_to_carol(club)
    club.reply(report, "DELEGATE OFF", sender=ender)
    for player in (ADA, CAROL):
        assert "has ended it" in texts(club.box(player), words)
    club.reply(report, "bid 4", sender=CAROL)
    assert kept(club) == []
    assert "belongs to another player's seat" in texts(club.box(CAROL), words)


def test_it_ends_by_itself_after_the_day_and_both_are_told(club, words):
    delegated(club, "tomorrow")
    report = report_to_carol(club)
    before = len(club.box(ADA)), len(club.box(CAROL))
    club.hours_pass(49)
    club.work()
    [told] = [mail for mail in club.box(ADA)[before[0] :] if "nobody plays for you any more" in subject_of(mail)]
    assert "carol was to play North until" in flat(words(told))
    [told] = club.box(CAROL)[before[1] :]
    assert subject_of(told) == "[sealed1] you play for ada no more"
    assert "You were to play North in sealed1 for ada until" in flat(words(told))
    with club.store.reading() as session:
        assert session.scalars(select(Delegation)).all() == []
    before = len(club.box(CAROL))
    club.reply(report, "bid 4", sender=CAROL)
    assert kept(club) == []
    club.reply(club.latest(ADA), "bid 4")
    assert [mail for mail in club.box(CAROL)[before:] if "kept" in subject_of(mail)] == []


def test_what_is_the_holders_or_ones_own_is_not_done_in_answer_to_his_seat(club, words):
    delegated(club)
    report = report_to_carol(club)
    for line in ("EXPORT", "NAME Caroline", "OPEN SEAT", "FORGET ME"):
        before = len(club.box(ADA))
        club.reply(report, line, sender=CAROL)
        assert "not in answer to a seat that you play for somebody else" in texts(club.box(ADA)[before:], words)
        files = [part.get_filename("") for mail in club.box(ADA) for part in mail.walk()]
        assert "pbem-export.json" not in files
    with club.store.reading() as session:
        assert all(seat.open_since is None for seat in session.scalars(select(Seat)))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("DELEGATE TO ben UNTIL in 3 days", "whoever sits in sealed1"),
        ("DELEGATE TO ada UNTIL in 3 days", "you play it yourself"),
        ("DELEGATE TO crol UNTIL in 3 days", 'nobody here is called "crol" (did you mean carol'),
        ("DELEGATE TO carol UNTIL 3/4", "which of them is meant"),
        ("DELEGATE waterloo9 TO carol UNTIL tomorrow", "in which game of yours"),
        ("DELEGATE OFF sealed1", "nobody plays a seat for you there"),
        ("DELEGATE sealed1 OFF", "nobody plays a seat for you there"),
        ("DELEGATE OFF", "nobody plays a seat for you there"),
    ],
)
def test_what_cannot_be_is_told(club, words, line, why):
    before = len(club.box(CAROL))
    [said] = club.reply(club.latest(ADA), line)
    assert why in flat(words(said))
    assert len(club.box(CAROL)) == before


def test_nobody_learns_by_it_which_addresses_play_here(club, words):
    said = []
    for address in (CAROL, "nobody@players.example"):
        [answer] = club.reply(club.latest(ADA), f"DELEGATE TO {address} UNTIL tomorrow")
        said.append(flat(words(answer)).replace(address, "X"))
    assert said[0].partition("Still")[0] == said[1].partition("Still")[0]


def test_a_seat_that_changes_hands_has_no_delegate(club):
    delegated(club)
    acts.eject(club.context, Asked(GAME, "a test"), "north")
    with club.store.reading() as session:
        assert session.scalars(select(Delegation)).all() == []


def test_of_a_game_that_is_over_nobody_is_told_that_the_day_is(club):
    delegated(club, "tomorrow")
    acts.end(club.context, Asked(GAME, "a test"), "cancel")
    club.work()
    before = len(club.box(ADA)), len(club.box(CAROL))
    club.hours_pass(49)
    club.work()
    assert (len(club.box(ADA)), len(club.box(CAROL))) == before
    with club.store.reading() as session:
        assert session.scalars(select(Delegation)).all() == []


def test_a_copy_that_comes_back_stops_no_clock(club):
    delegated(club)
    with club.store.reading() as session:
        turn = session.scalars(select(Turn).order_by(Turn.id.desc())).first()
        assert turn.deadline is not None
    club.hours_pass(100)
    club.work()
    with club.store.reading() as session:
        assert session.scalars(select(Turn).order_by(Turn.id.desc())).first().number > 1


def test_an_export_tells_what_its_own_player_plays_for_others(club):
    club.enrol(DORA)
    delegated(club)
    with club.store.reading() as session:
        players = [people.player_at(session, each) for each in (ADA, CAROL, DORA)]
        told = [json.loads(export.everything(session, each).content)["plays_for_others"] for each in players]
    assert [[each["game"] for each in mine] for mine in told] == [[], [GAME], []]
