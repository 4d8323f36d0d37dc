"""GAMES, HISTORY, RECORD: a player's games, those that look for players, those that are over, and their records."""

from __future__ import annotations

import pytest

from pbem.commands.history import MOST_LISTED
from pbem.games.record import verify
from pbem.store.models import Game

ADA, BEN, CAROL = "ada@players.example", "ben@players.example", "carol@players.example"


@pytest.fixture
def club(server, sealed_bids):
    server.enrol(ADA, BEN, CAROL)
    return server


def said(mail, words) -> str:
    return " ".join(words(mail).split())


def play_out(server, opening: str = "NEW sealed_bids", game: str = "sealed1") -> None:
    """A game of Ada (north) and Ben (south) that Ben gives up."""
    server.mail(ADA, opening)
    server.mail(BEN, f"JOIN {game}")
    [asked] = server.reply(server.latest(BEN), "resign")
    server.reply(asked, "YES")
    assert server.game(game).state == "over"


def file_of(mail):
    [part] = [part for part in mail.walk() if (part.get_filename() or "").endswith(".jsonl")]
    return part.get_payload(decode=True).splitlines()


# --- GAMES --------------------------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_games_tells_who_is_wanted_until_when_and_who_is_waited_for(club, words):
    club.mail(ADA, "NEW sealed_bids")
    club.mail(BEN, "JOIN sealed1")
    club.mail(ADA, "NEW conflict players=3")
    [answer] = club.mail(ADA, "GAMES")
    told = said(answer, words)
    assert "sealed1 Sealed Bids you are wanted by" in told
    assert "conflict2 Conflict waits for players" in told
    assert "GAMES OPEN" not in told


def test_games_open_lists_what_others_have_opened(club, words):
    club.mail(ADA, "NEW sealed_bids")
    assert "sealed1 Sealed Bids free: South" in said(club.mail(BEN, "GAMES OPEN")[0], words)
    assert "sealed1" in words(club.mail(BEN, "games open!")[0])
    assert "sealed1 " not in words(club.mail(ADA, "GAMES OPEN")[0])
    club.mail(CAROL, "NEW conflict players=3")
    assert "below; GAMES OPEN has 1 more" in said(club.mail(CAROL, "GAMES")[0], words)
    club.mail(CAROL, "LEAVE")
    # Whoever sits nowhere is shown them at once.
    assert "sealed1" in words(club.mail(CAROL, "GAMES")[0])
    assert "GAMES OPEN has" not in words(club.mail(ADA, "GAMES")[0])


@pytest.mark.parametrize("line", ["GAMES of chance", "Games are fun", "History repeats itself", "history is bunk"])
def test_talk_of_games_asks_nothing(club, words, line):
    [answer] = club.mail(ADA, f"HELP MAP\n{line}")
    assert "not read" in words(answer)


def test_long_lists_are_cut(club, words):
    club.mail(ADA, "NEW sealed_bids")
    with club.store.session() as session:
        first = session.get_one(Game, 1)
        columns = {column.name: getattr(first, column.name) for column in Game.__table__.columns}
        for number in range(2, MOST_LISTED + 5):
            session.add(Game(**columns | {"id": number, "name": f"sealed{number}"}))
    listed = words(club.mail(BEN, "GAMES OPEN")[0])
    assert listed.count("Sealed Bids") == MOST_LISTED
    assert "..." in listed


# --- HISTORY ------------------------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_history_tells_who_sat_where_and_how_it_ended(club, words):
    play_out(club)
    told = said(club.mail(ADA, "HISTORY")[0], words)
    assert "sealed1 Sealed Bids" in told
    assert "North ada, South ben: North won" in told
    assert "sealed1" not in words(club.mail(ADA, "GAMES")[0])
    assert "none" in words(club.mail(CAROL, "HISTORY")[0])


def test_the_games_of_others_are_found_by_their_name(club, words):
    play_out(club)
    assert "North ada, South ben" in said(club.mail(CAROL, "HISTORY BEN")[0], words)
    assert 'nobody here is called "bem" (did you mean ben?)' in said(club.mail(CAROL, "HISTORY bem")[0], words)
    assert "nobody here is called" in said(club.mail(CAROL, f"HISTORY {BEN}")[0], words)


def test_no_address_is_told(club, words):
    play_out(club)
    for line in ("HISTORY ben", "GAMES OPEN", "HISTORY zed", "GAMES"):
        assert "ben@" not in words(club.mail(CAROL, line)[0])


def test_private_games_are_in_the_history_of_their_players_alone(club, words):
    play_out(club, f"NEW sealed_bids with {BEN}")
    assert "North ada, South ben" in said(club.mail(ADA, "HISTORY ben")[0], words)
    assert "sealed1" not in words(club.mail(CAROL, "HISTORY ben")[0])


# --- RECORD -------------------------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_the_record_of_a_game_that_is_over_is_had_by_its_name(club, words):
    play_out(club)
    for who in (ADA, CAROL):
        [answer] = club.mail(who, "RECORD sealed1")
        assert verify(file_of(answer)).complete


def test_the_record_of_a_private_game_is_for_its_players(club, words):
    play_out(club, f"NEW sealed_bids with {BEN}")
    assert "no game called" in words(club.mail(CAROL, "RECORD sealed1")[0])
    assert verify(file_of(club.mail(BEN, "RECORD sealed1")[0])).complete


@pytest.mark.parametrize("word", ["RECORD", "DICE", "CLAIM", "HINT", "PREVIEW", "STATUS", "REPORT"])
@pytest.mark.parametrize("name", ["sealed1", "sealed 1"])
def test_a_running_game_of_others_is_told_to_be_theirs(club, words, word, name):
    """It was said that there is none of that name, and asked whether that very name was meant."""
    club.mail(ADA, "NEW sealed_bids")
    club.mail(BEN, "JOIN sealed1")
    told = said(club.mail(CAROL, f"{word} {name}")[0], words)
    assert "you do not play in sealed1; GAMES lists your games" in told
    assert "did you mean" not in told


def test_a_game_that_looks_for_players_is_found_by_its_name_in_two_words(club, words):
    club.mail(ADA, "NEW sealed_bids")
    assert "sealed1 waits for players: South" in said(club.mail(CAROL, "STATUS sealed 1")[0], words)


def test_the_record_of_a_running_game_is_for_its_players(club, words):
    club.mail(ADA, "NEW sealed_bids")
    assert "has not begun" in words(club.mail(ADA, "RECORD sealed1")[0])
    club.mail(BEN, "JOIN sealed1")
    assert "you do not play in sealed1" in words(club.mail(CAROL, "RECORD sealed1")[0])
    assert "secret for now" in words(club.mail(BEN, "RECORD sealed1")[0])
