"""OPEN SEAT, TAKE SEAT, SUBSTITUTE: a seat of a running game changes hands, and its record holds."""

from __future__ import annotations

import json

import pytest
from inprocess import Server, subject_of
from sqlalchemy import select

from pbem.games import acts
from pbem.games.acts import Asked
from pbem.games.record import verify
from pbem.store.models import RecordEntry, Seat

ADA, BEN, CAROL, DAVE, HOST = (f"{name}@players.example" for name in ("ada", "ben", "carol", "dave", "host"))
GAME = "sealed1"


@pytest.fixture
def begun(tmp_path, sealed_bids):
    server = Server(tmp_path, hosts=[HOST])
    server.begin(
        (ADA, "NEW sealed_bids"),
        (BEN, f"JOIN {GAME}"),
        also=(
            CAROL,
            DAVE,
        ),
    )
    yield server
    server.store.close()


def flat(text: str) -> str:
    return " ".join(text.split())


def players(server) -> dict[str, str | None]:
    with server.store.reading() as session:
        return {seat.name: seat.player and seat.player.name for seat in session.scalars(select(Seat))}


def record(server) -> list[str]:
    with server.store.reading() as session:
        return list(session.scalars(select(RecordEntry.body).order_by(RecordEntry.number)))


def test_a_seat_declared_open_is_played_on_by_whoever_takes_it_first(begun, words):
    report = begun.latest(ADA)
    [said] = begun.reply(report, "OPEN SEAT")
    assert "yours to play until somebody takes it" in flat(words(said))
    [listed] = begun.mail(CAROL, "GAMES OPEN")
    assert f"TAKE SEAT North IN {GAME}" in words(listed)
    [status] = begun.mail(BEN, "STATUS")
    assert "The seat of North is open" in words(status)
    begun.reply(report, "AHEAD\nbid 1")
    before = {player: len(begun.box(player)) for player in (ADA, BEN, HOST)}
    taken = begun.mail(CAROL, f"TAKE SEAT north IN {GAME}")
    assert players(begun) == {"north": "carol", "south": "ben"}
    told = {player: flat(" ".join(map(words, begun.box(player)[count:]))) for player, count in before.items()}
    assert all("carol has taken the seat of North" in said for said in told.values())
    assert "What you had sent ahead for your next question is void" in told[ADA]
    begins = next(mail for mail in taken if "You have taken the seat of North" in words(mail))
    begun.reply(begins, "bid 3")
    begun.reply(begun.latest(BEN), "bid 1")
    assert "Round 2" in words(begun.latest(CAROL))
    [old] = begun.reply(report, "bid 2")
    assert "retired" in words(old) or "another player" in words(old)
    [late] = begun.mail(DAVE, f"TAKE SEAT north IN {GAME}")
    assert "no seat is open" in words(late)
    begun.reply(begun.latest(CAROL), "resign")
    entries = record(begun)
    found = verify(entries)
    assert [(act.act, act.about.partition(":")[0]) for act in found.acts] == [("take", "north")]
    take = next(json.loads(line) for line in entries if json.loads(line).get("act") == "take")
    assert take["player"] == take["who"]
    assert "carol" not in "".join(entries)


def test_it_is_taken_back_and_nobody_takes_what_is_not_open(begun, words):
    report = begun.latest(ADA)
    begun.reply(report, f"OPEN SEAT {GAME}")
    [again] = begun.reply(report, "OPEN SEAT")
    assert "open already" in words(again)
    [said] = begun.reply(report, "CLOSE SEAT")
    assert "yours alone again" in words(said)
    [said] = begun.mail(CAROL, f"TAKE SEAT {GAME}")
    assert "no seat is open there" in flat(words(said))
    assert players(begun) == {"north": "ada", "south": "ben"}


def test_which_seat_is_asked_back_where_several_are_open(begun, words):
    def answer(player: str, line: str) -> str:
        return flat(words(begun.mail(player, line)[0]))

    assert f"your seat in {GAME} is not open" in answer(ADA, f"CLOSE SEAT {GAME}")
    assert f'you play no game called "sealed11" (did you mean {GAME}?)' in answer(ADA, "OPEN SEAT sealed11")
    assert "in which game? Write OPEN SEAT and its name" in answer(CAROL, "OPEN SEAT")
    for player in (ADA, BEN):
        begun.mail(player, f"OPEN SEAT {GAME}")
    assert f"which of North and South? Write TAKE SEAT, its name, IN {GAME}" in answer(CAROL, f"TAKE SEAT {GAME}")
    assert 'is called "nrth" (did you mean North?)' in answer(CAROL, f"TAKE SEAT nrth IN {GAME}")
    assert players(begun) == {"north": "ada", "south": "ben"}
    begun.mail(CAROL, f"TAKE SEAT south IN {GAME}")
    assert players(begun) == {"north": "ada", "south": "carol"}


@pytest.mark.parametrize("word", ["HINT", "CLAIM", "OPEN SEAT", "UNWATCH", "WATCH"])
def test_in_a_game_that_is_over_nothing_is_done_any_more(begun, words, word):
    [asked] = begun.reply(begun.latest(BEN), "resign")
    begun.reply(asked, "YES")
    told = flat(words(begun.mail(ADA, f"{word} {GAME}")[0]))
    assert any(why in told for why in ("is not running", "you play no game", "you watch no game", "who plays does not"))


@pytest.mark.parametrize("line", ["Open seat please, anybody?", "take seat", "Take N7 in W26", "open"])
def test_words_between_people_open_nothing(begun, line):
    begun.reply(begun.latest(ADA), f"{line}\nbid 1")
    with begun.store.reading() as session:
        assert not any(seat.open_since for seat in session.scalars(select(Seat)))


def test_who_sits_or_sat_there_cannot_take_it(begun, words):
    begun.reply(begun.latest(ADA), "OPEN SEAT")
    [said] = begun.mail(BEN, f"TAKE SEAT {GAME}")
    assert "you sit in" in words(said)
    begun.mail(CAROL, f"TAKE SEAT {GAME}")
    begun.reply(begun.latest(CAROL), "OPEN SEAT")
    [said] = begun.mail(ADA, f"TAKE SEAT {GAME}")
    assert "have sat there" in words(said)
    assert players(begun)["north"] == "carol"


def test_a_seat_that_the_host_has_emptied_is_open_and_substitutes_are_told_once(begun, words):
    [said] = begun.mail(CAROL, "SUBSTITUTE ON")
    assert "you are on the list" in words(said)
    before = len(begun.box(CAROL))
    acts.eject(begun.context, Asked(GAME, "he is silent"), "north")
    begun.work()
    [letter] = begun.box(CAROL)[before:]
    assert "the seat of North is open" in subject_of(letter)
    begun.reply(letter, f"TAKE SEAT NORTH IN {GAME}")
    assert players(begun)["north"] == "carol"
    assert verify(record(begun)).acts[-1].act == "take"
    [said] = begun.mail(CAROL, "SUBSTITUTE OFF")
    assert "not on the list" in words(said)


def test_who_opens_a_seat_is_told_who_is_on_the_list(begun, words):
    begun.mail(CAROL, "SUBSTITUTE ON")
    [said] = begun.reply(begun.latest(ADA), "OPEN SEAT")
    assert "carol on the list of substitutes will be told" in flat(words(said))
    before = len(begun.box(CAROL))
    begun.reply(begun.latest(ADA), "CLOSE SEAT\nOPEN SEAT")
    assert len(begun.box(CAROL)) == before


def test_a_private_game_has_no_open_seats(begun, words):
    begun.mail(ADA, f"NEW sealed_bids with {CAROL}")
    begun.mail(CAROL, "JOIN sealed2")
    [said] = begun.mail(ADA, "OPEN SEAT sealed2")
    assert "is private" in words(said)
    acts.eject(begun.context, Asked("sealed2", "a test"), "north")
    [said] = begun.mail(DAVE, "TAKE SEAT sealed2")
    assert "no seat is open there" in flat(words(said))
