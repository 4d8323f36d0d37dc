"""Onlookers: what they are shown of a game of others, when, and that it is no more than all may know."""

from __future__ import annotations

import json
import re

import pytest
from inprocess import subject_of, text_of
from sqlalchemy import select, update

from pbem.games import onlookers
from pbem.games.record import verify
from pbem.store.models import Onlooker, Outbox, Turn

ADA, BEN, CAROL, DAVE = (f"{name}@players.example" for name in ("ada", "ben", "carol", "dave"))


def said(mail) -> str:
    return " ".join(text_of(mail).split())


def reports_to(server, player: str, game: str = "sealed1") -> list:
    return [mail for mail in server.box(player) if subject_of(mail).startswith(f"[{game}] ")]


def file_in(mail, ending: str) -> bytes:
    [file] = [part for part in mail.walk() if (part.get_filename() or "").endswith(ending)]
    return file.get_payload(decode=True)


def bid(server, player: str, amount: int) -> None:
    report = next(mail for mail in reversed(server.box(player)) if "." in str(mail["Reply-To"]).partition("@")[0])
    server.reply(report, f"bid {amount}")


def play(server, north: int, south: int) -> None:
    bid(server, ADA, north)
    bid(server, BEN, south)


def begin(server, options: str = "") -> None:
    server.begin(
        (ADA, f"NEW sealed_bids rounds=4 purse=777 {options} AS north"),
        (BEN, "JOIN sealed1"),
        also=(
            CAROL,
            DAVE,
        ),
    )


@pytest.fixture
def club(server, sealed_bids):
    begin(server)
    return server


@pytest.mark.both_databases
def test_who_watches_gets_a_report_a_turn_in_a_thread_of_its_own(server, sealed_bids):
    begin(server)
    answer = server.mail(CAROL, "WATCH sealed1")[0]
    assert "you watch sealed1" in said(answer)
    play(server, 3, 2)
    play(server, 1, 2)
    first, second, third = reports_to(server, CAROL)
    assert "Round 1: the prize is" in said(first)
    assert "North: ada" in said(first)
    assert "North bid 3, South 2" in said(second)
    assert "North bid 1, South 2" in said(third)
    assert "North bid 3" not in said(third)
    assert first["In-Reply-To"] is None
    assert second["In-Reply-To"] == first["Message-ID"]
    assert third["References"].split() == [first["Message-ID"], second["Message-ID"]]
    assert str(third["Reply-To"]).startswith("pbem@")


def test_he_sees_no_more_than_all_may_know_until_the_end(club):
    club.mail(CAROL, "WATCH sealed1")
    play(club, 3, 2)
    bid(club, ADA, 5)
    for mail in [*reports_to(club, CAROL), *club.mail(CAROL, "STATUS sealed1\nMAP sealed1\nREPORT sealed1")]:
        whole = mail.as_string()
        assert "774" not in text_of(mail), "what a purse holds is its owner's secret"
        assert "coins left" not in text_of(mail)
        assert "sealed1.jsonl" not in whole
        assert "Reply to this mail with your orders" not in text_of(mail)
        for part in mail.walk():
            if (part.get_filename() or "").endswith(".json"):
                assert json.loads(part.get_payload(decode=True))["purses"] == {}
    assert "comes to those who watch it at its end" in said(club.mail(CAROL, "RECORD sealed1")[0])


def test_he_hears_of_a_turn_once_all_seats_do(server):
    server.begin((ADA, "NEW waterloo_grid"), (BEN, "JOIN grid1"), (CAROL, "WATCH grid1"))
    mover = next(server.latest(player) for player in (ADA, BEN) if "Order form" in text_of(server.latest(player)))
    unit = re.search(r"^  #   (\w+ fire \w+)", text_of(mover), re.MULTILINE)
    before = len(reports_to(server, CAROL, "grid1"))
    if unit is not None:
        [told] = server.reply(mover, unit.group(1))
        assert len(reports_to(server, CAROL, "grid1")) == before
        server.reply(told, "end")
    else:
        server.reply(mover, "end")
    assert len(reports_to(server, CAROL, "grid1")) == before + 1


def test_with_a_delay_he_is_shown_what_was_so_many_turns_ago(server, sealed_bids):
    begin(server, "watch=delay:2")
    answer = server.mail(CAROL, "WATCH sealed1")[0]
    assert "there is nothing to show yet" in said(answer)
    assert "nothing of sealed1 to show yet" in said(server.mail(CAROL, "STATUS sealed1")[0])
    play(server, 3, 2)
    assert reports_to(server, CAROL) == []
    play(server, 4, 1)
    [first] = reports_to(server, CAROL)
    assert "Round 1: the prize is" in said(first)
    assert "North bid" not in said(first)
    assert "2 turns late" in said(first)
    play(server, 6, 5)
    latest = reports_to(server, CAROL)[-1]
    assert "North bid 3, South 2" in said(latest)
    assert "North bid 4" not in said(latest)
    shown = json.loads(file_in(latest, ".json"))
    assert shown["round"] == 2
    assert "North bid 4" not in said(server.mail(CAROL, "REPORT sealed1")[0])


def test_the_turns_that_were_told_are_those_of_the_game_itself(club):
    """And not those of a game that was there before it."""
    play(club, 3, 2)
    club.mail(ADA, "NEW sealed_bids rounds=4")
    club.mail(BEN, "JOIN sealed2")
    with club.store.reading() as session:
        told = [onlookers.turns_told(session, club.game(name)) for name in ("sealed1", "sealed2")]
    assert [[turn.number for turn in turns] for turns in told] == [[1, 2], [1]]


def test_at_the_end_all_is_shown_with_the_record_and_open_to_everybody(server, sealed_bids):
    begin(server, "watch=delay:2")
    server.mail(CAROL, "WATCH sealed1")
    for amount in (3, 4, 5, 6):
        play(server, amount, 1)
    last = reports_to(server, CAROL)[-1]
    assert "The game is over" in said(last)
    assert "North bid 6, South 1" in said(last)
    assert ":: dice-seed" in text_of(last)
    assert verify(file_in(last, ".jsonl").decode().splitlines()).complete
    with server.store.reading() as session:
        assert session.scalars(select(Onlooker)).all() == []
    [answer] = server.mail(DAVE, "REPORT sealed1\nRECORD sealed1")
    assert "North has won" in said(answer)
    assert verify(file_in(answer, "sealed1.jsonl").decode().splitlines()).complete


def test_the_end_by_a_host_is_shown_too(club):
    from pbem.games import acts

    club.mail(CAROL, "WATCH sealed1")
    acts.end(club.context, acts.Asked("sealed1", "nobody came", None), "cancel")
    club.work()
    assert "The host has cancelled it" in said(reports_to(club, CAROL)[-1])


def test_a_rollback_is_shown_without_what_was_set_aside(club):
    from pbem.games import acts

    club.mail(CAROL, "WATCH sealed1")
    play(club, 3, 2)
    acts.rollback(club.context, acts.Asked("sealed1", "a slip", None), 2)
    club.work()
    last = reports_to(club, CAROL)[-1]
    assert json.loads(file_in(last, ".json"))["round"] == 1
    assert "North bid" not in said(last)
    play(club, 9, 8)
    assert "North bid 9, South 8" in said(reports_to(club, CAROL)[-1])


def test_who_plays_does_not_watch_and_nobody_twice(club):
    assert "who plays does not watch" in said(club.mail(ADA, "WATCH sealed1")[0])
    club.mail(CAROL, "WATCH sealed1")
    assert "you watch sealed1 already" in said(club.mail(CAROL, "WATCH sealed1")[0])


def test_who_stops_hears_no_more_and_may_begin_again(club):
    club.mail(CAROL, "WATCH sealed1")
    assert "you do not watch sealed1 any more" in said(club.mail(CAROL, "UNWATCH")[0])
    play(club, 3, 2)
    assert len(reports_to(club, CAROL)) == 1
    club.mail(CAROL, "WATCH sealed1\nUNWATCH sealed1\nWATCH sealed1")
    assert len(reports_to(club, CAROL)) == 2
    assert "you watch no game" in said(club.mail(DAVE, "UNWATCH")[0])


def test_games_that_nobody_may_watch(server, sealed_bids):
    begin(server, "watch=off")
    assert "nobody may watch sealed1" in said(server.mail(CAROL, "WATCH sealed1")[0])
    assert "sealed1" not in said(server.mail(CAROL, "GAMES WATCH")[0]).split("Games to watch")[1]
    server.mail(ADA, "NEW sealed_bids")
    assert "has not begun" in said(server.mail(CAROL, "WATCH sealed2")[0])
    assert 'no game "sealed9" to watch' in said(server.mail(CAROL, "WATCH sealed9")[0])


def test_a_private_game_is_watched_by_those_who_are_invited(server, sealed_bids):
    server.begin(
        (ADA, f"NEW sealed_bids with {BEN}, {CAROL}"),
        (BEN, "JOIN sealed1"),
        also=(
            CAROL,
            DAVE,
        ),
    )
    assert 'no game "sealed1" to watch' in said(server.mail(DAVE, "WATCH sealed1")[0])
    assert "sealed1" not in said(server.mail(DAVE, "GAMES WATCH")[0]).split("Games to watch")[1]
    assert "you watch sealed1" in said(server.mail(CAROL, "WATCH sealed1")[0])


def test_how_many_watch_is_bounded(club, monkeypatch):
    monkeypatch.setattr(onlookers, "MOST_ONLOOKERS", 1)
    club.mail(CAROL, "WATCH sealed1")
    assert "1 watch sealed1 already" in said(club.mail(DAVE, "WATCH sealed1")[0])
    monkeypatch.setattr(onlookers, "MOST_WATCHED", 1)
    club.mail(ADA, "NEW sealed_bids")
    club.mail(BEN, "JOIN sealed2")
    assert "you watch 1 games" in said(club.mail(CAROL, "WATCH sealed2")[0])


def test_which_game_is_asked_back(club):
    assert "which game? Write its name" in said(club.mail(CAROL, "WATCH")[0])
    assert "you watch no game" in said(club.mail(CAROL, "UNWATCH")[0])
    club.mail(CAROL, "WATCH sealed1")
    assert 'you watch no game "sealed2" (did you mean sealed1?)' in said(club.mail(CAROL, "UNWATCH sealed2")[0])
    assert "you watch sealed1 already" in said(club.mail(CAROL, "WATCH sealed1")[0])
    assert "you get no more mails beside" in said(club.mail(CAROL, "UNSUBSCRIBE")[0])
    assert "you watch no game" in said(club.mail(CAROL, "UNWATCH")[0]), "with UNSUBSCRIBE that is over as well"


def test_what_he_watches_is_listed_and_looked_at(club):
    club.mail(CAROL, "WATCH sealed1")
    [answer] = club.mail(CAROL, "GAMES\nSTATUS sealed1\nMAP sealed1")
    assert "Games you watch sealed1 Sealed Bids North ada, South ben" in said(answer)
    assert "Status of sealed1" in said(answer)
    assert "Wanted" not in said(answer)
    assert "you do not play in sealed1" in said(club.mail(DAVE, "STATUS sealed1")[0])


def test_words_to_all_are_shown_where_press_is_open(server, sealed_bids):
    begin(server, "press=open")
    server.mail(CAROL, "WATCH sealed1")
    server.reply(server.latest(ADA), "SAY: good luck\nEND\nbid 3")
    bid(server, BEN, 2)
    assert "Said at the table North writes: | good luck" in said(reports_to(server, CAROL)[-1])


def test_signed_words_are_not_shown(club):
    club.mail(CAROL, "WATCH sealed1")
    club.reply(club.latest(ADA), "SAY: good luck\nEND\nbid 3")
    bid(club, BEN, 2)
    assert "good luck" not in said(reports_to(club, CAROL)[-1])


def test_mail_that_comes_back_ends_the_watching(club):
    club.mail(CAROL, "WATCH sealed1")
    with club.context.transaction("test") as session:
        mail = session.scalars(select(Outbox.id).where(Outbox.key.startswith("show/"))).one()
        onlookers.came_back(session, club.context, mail)
    play(club, 3, 2)
    assert len(reports_to(club, CAROL)) == 1


def test_a_turn_is_settled_before_its_onlookers_are_mailed(club):
    club.mail(CAROL, "WATCH sealed1")
    play(club, 3, 2)
    with club.context.transaction("test") as session:
        session.execute(update(Onlooker).values(behind=True))
    with club.store.reading() as session:
        [(game, _mark)] = onlookers.due(session)
    before = len(reports_to(club, CAROL))
    assert onlookers.show(club.context, game) == 0, "he has seen it"
    club.work()
    assert len(reports_to(club, CAROL)) == before
    with club.store.reading() as session:
        assert onlookers.due(session) == []
        turns = session.scalars(select(Turn).order_by(Turn.number)).all()
    assert [turn.shown for turn in turns] == [True] * len(turns)
    assert sorted({turn.recorded for turn in turns}) == [turn.recorded for turn in turns]


def test_who_is_forgotten_watches_nothing(club):
    club.mail(CAROL, "WATCH sealed1")
    asked = club.mail(CAROL, "FORGET ME")
    for mail in [each for each in club.box(CAROL) if "shall you be forgotten" in subject_of(each)]:
        club.reply(mail, "YES")
    assert asked
    with club.store.reading() as session:
        assert session.scalars(select(Onlooker)).all() == []
    play(club, 3, 2)
