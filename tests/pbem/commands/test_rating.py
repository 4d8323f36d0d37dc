"""RATING, and what HISTORY, STATUS and reports tell of ratings; which games are rated."""

from __future__ import annotations

from itertools import permutations

import pytest
from ends import DAY, NORTH, SOUTH, end, store
from inprocess import text_of
from sqlalchemy import select

from pbem.ratings.reliability import reliability_of
from pbem.store.database import now
from pbem.store.models import Game
from pbem.store.people import player_at

ADA, BEN, CAROL = "ada@players.example", "ben@players.example", "carol@players.example"


@pytest.fixture
def club(server, sealed_bids):
    server.enrol(ADA, BEN, CAROL)
    return server


def said(mail) -> str:
    return " ".join(text_of(mail).split())


def report(server, player: str, game: str):
    return next(mail for mail in reversed(server.box(player)) if f"+{game}." in str(mail["Reply-To"]))


def play(server, winner: str, loser: str, chosen: str = "") -> str:
    """A game that the loser, who plays south, gives up; its name."""
    server.mail(winner, f"NEW sealed_bids {chosen}")
    with server.store.reading() as session:
        name = session.scalars(select(Game.name).order_by(Game.id.desc())).first()
    server.mail(loser, f"JOIN {name}")
    [asked] = server.reply(report(server, loser, name), "resign")
    server.reply(asked, "YES")
    return name


@pytest.mark.both_databases
def test_rating_tells_every_way_to_play_with_its_rank_and_games(club):
    play(club, ADA, BEN, "rounds=3")
    with club.store.session() as session:
        known = {f"player-{at}": player_at(session, each).id for at, each in enumerate((ADA, BEN, CAROL), start=1)}
        meetings = list(permutations(known, 2)) * 4
        lately = (now(session) - DAY).days - len(meetings)
        for number, (one, other) in enumerate(meetings, start=100):
            better, worse = (NORTH, SOUTH) if (one < other) == (number % 5 != 0) else (SOUTH, NORTH)
            store(session, number, end(one, other, [[better], [worse]], day=lately + number - 100), known)
    club.work()
    told = said(club.mail(ADA, "RATING")[0])
    assert "Your ratings sealed_bids" in told
    assert "1 of 3, 16 games" in told or "1 of 3, 17 games" in told
    assert "Of 1 game that is over, 1 was played to the end." in told
    assert "2 of 3, 1" in said(club.mail(CAROL, "RATING ben")[0])
    assert "Ratings of ben sealed_bids" in said(club.mail(CAROL, "RATING Ben")[0])
    club.hours_pass(24 * 30 * 60)
    assert "provisional, 17 games" in said(club.mail(ADA, "RATING")[0])


def test_who_has_none_is_told_where_he_begins(club):
    told = said(club.mail(CAROL, "Rating")[0])
    assert "No rated game of yours has ended yet. A newcomer begins at 1500 +-333." in told
    assert "Nothing is known yet of the last year." in told


def test_a_name_that_nobody_has_is_asked_back(club):
    told = said(club.mail(CAROL, "RATING bem")[0])
    assert 'nobody here is called "bem" (did you mean ben?)' in told


@pytest.mark.parametrize("line", ["rating of movies", "Rating: five stars", "ratings are fun"])
def test_talk_of_ratings_asks_nothing(club, words, line):
    [answer] = club.mail(ADA, f"HELP MAP\n{line}")
    assert "not read" in words(answer)


def test_ratings_as_a_word_alone_is_understood(club):
    assert "RATING" in said(club.mail(ADA, "RATINGS")[0])


def test_history_tells_what_each_game_has_brought(club):
    play(club, ADA, BEN)
    told = said(club.mail(CAROL, "HISTORY ada")[0])
    assert "Ratings: North 1626 (+126), South 1374 (-126)" in told
    play(club, ADA, BEN, "rated=off")
    assert said(club.mail(ADA, "HISTORY")[0]).count("Ratings:") == 1


def test_the_last_report_tells_that_it_counts(club):
    name = play(club, ADA, BEN)
    assert "This game was rated. RATING tells how you stand" in said(report(club, ADA, name))
    name = play(club, ADA, BEN, "rated=off")
    assert "This game was rated" not in said(report(club, ADA, name))


def test_whether_it_is_rated_is_told_as_it_is_opened_and_in_its_status(club):
    opened = said(club.mail(ADA, "NEW sealed_bids")[0])
    assert "Its end counts for your ratings, so that nobody gets a HINT in it." in opened
    opened = said(club.mail(ADA, "NEW sealed_bids rated=off")[0])
    assert "It is not rated." in opened
    assert "It is not rated." in said(club.mail(BEN, "STATUS sealed2")[0])
    assert "rated is one of on, off" in said(club.mail(ADA, "NEW sealed_bids rated=perhaps")[0])


def test_a_rematch_is_rated_as_the_game_before(club):
    play(club, ADA, BEN, "rated=off")
    club.mail(ADA, "REMATCH")
    assert club.game("sealed2").rated is False


def test_a_battlefield_of_ones_own_is_not_rated(server):
    server.enrol(ADA)
    refused = said(server.mail(ADA, "NEW stratego_waterloo rated=on battlefield=below\nanything\nEND")[0])
    assert "games on a battlefield of one's own are not rated" in refused


def test_reliability_counts_decisions_of_the_last_year_and_games_to_their_end(club):
    club.mail(ADA, "NEW sealed_bids rounds=9")
    club.mail(BEN, "JOIN sealed1")
    for _ in range(2):
        club.reply(report(club, ADA, "sealed1"), "bid 1")
        club.hours_pass(4 * 24)
        club.work()
    club.mail(ADA, "CLAIM")
    with club.store.session() as session:
        ada, ben = (reliability_of(session, player_at(session, each)) for each in (ADA, BEN))
    assert (ada.decided, ada.missed, ada.in_time, ada.completed) == (2, 0, 1.0, 1.0)
    assert (ben.decided, ben.missed, ben.in_time, ben.started, ben.completed) == (0, 2, 0.0, 1, 0.0)
    told = said(club.mail(ADA, "RATING ben")[0])
    assert "In the last year 0 of 2 decisions came in time (0 %): 0 were late, and 2 were missed." in told
    assert "Of 1 game that is over, 0 were played to the end." in told
    club.hours_pass(24 * 400)
    with club.store.session() as session:
        assert reliability_of(session, player_at(session, BEN)).missed == 0


def test_robots_are_rated(club):
    club.mail(ADA, "NEW waterloo1895 mode=little AGAINST recruit AS Napoleon")
    [asked] = club.reply(report(club, ADA, "waterloo1"), "resign")
    club.reply(asked, "YES")
    assert "waterloo1895 mode=little" in said(club.mail(ADA, "RATING")[0])
    assert "Wellington 1626 (+126)" in said(club.mail(ADA, "HISTORY")[0])


def test_what_is_kept_of_ratings_is_exported(club):
    play(club, ADA, BEN)
    [answer] = club.mail(ADA, "EXPORT")
    [part] = [part for part in answer.walk() if (part.get_filename() or "").endswith(".json")]
    kept = part.get_payload(decode=True).decode()
    assert '"ratings": [' in kept
    assert '"ruleset": "sealed_bids"' in kept
    assert '"punctuality": [' in kept
