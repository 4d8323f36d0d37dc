"""LEAVE, CANCEL, INVITE, REMATCH, private games: what is done about a game before it begins, and after it is over."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from pbem.games.forming import MOST_FORMING
from pbem.games.invitations import MOST_A_DAY, MOST_TO_A_STRANGER
from pbem.store.models import Game, Invitation, Outbox

ADA, BEN, CAROL = "ada@players.example", "ben@players.example", "carol@players.example"
ZOE = "zoe@elsewhere.example"


@pytest.fixture
def club(server, sealed_bids):
    server.enrol(ADA, BEN, CAROL)
    return server


def finished(server) -> str:
    """The name of a game of Ada (north) and Ben (south) that Ben has given up."""
    server.mail(ADA, "NEW sealed_bids")
    server.mail(BEN, "JOIN sealed1")
    [asked] = server.reply(server.latest(BEN), "resign")
    server.reply(asked, "YES")
    assert server.game("sealed1").state == "over"
    return "sealed1"


def test_new_alone_is_told_what_there_is_to_play(club, words):
    [answer] = club.mail(ADA, "NEW")
    told = " ".join(words(answer).split())
    assert "as NEW conflict; there is conflict, hundred_days" in told


# --- Leaving and calling off --------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_who_leaves_frees_his_seat_and_the_others_are_told(club, words):
    club.mail(ADA, "NEW conflict players=3")
    club.mail(BEN, "JOIN conflict1")
    [answer] = club.mail(BEN, "LEAVE conflict1")
    assert "you have left conflict1" in words(answer)
    assert "is free again in conflict1: ben has left it" in " ".join(words(club.latest(ADA)).split())
    [again] = club.mail(CAROL, "JOIN conflict1")
    assert "you play" in words(again)


def test_the_last_who_leaves_ends_it(club, words):
    club.mail(ADA, "NEW sealed_bids")
    [answer] = club.mail(ADA, "LEAVE")
    assert "with that it is called off" in " ".join(words(answer).split())
    assert club.game("sealed1").state == "cancelled"
    [refused] = club.mail(BEN, "JOIN sealed1")
    assert "called off" in words(refused)
    assert "none" in words(club.mail(BEN, "GAMES OPEN")[0])
    assert 'no game called "sealed1"' in words(club.mail(ADA, "REPORT sealed1")[0])


def test_only_who_opened_a_game_calls_it_off_or_who_is_left_of_it(club, words):
    club.mail(ADA, "NEW conflict players=3")
    club.mail(BEN, "JOIN conflict1")
    assert "only who opened conflict1" in " ".join(words(club.mail(BEN, "CANCEL conflict1")[0]).split())
    club.mail(ADA, "LEAVE conflict1")
    assert "conflict1 is called off" in words(club.mail(BEN, "CANCEL conflict1")[0])
    assert club.game("conflict1").state == "cancelled"


def test_which_game_is_asked_back_where_there_is_not_one(club, words):
    def answer(line: str) -> str:
        return " ".join(words(club.mail(ADA, line)[0]).split())

    assert "you sit in no game that has not begun" in answer("CANCEL")
    club.mail(ADA, "NEW conflict players=3")
    club.mail(ADA, "NEW conflict players=3")
    for word in ("LEAVE", "CANCEL"):
        assert f"which of conflict2, conflict1? Write {word} and its name" in answer(word)
    assert "which of conflict2, conflict1? Write INVITE" in answer(f"INVITE {CAROL}")
    assert 'no game called "conflict9" (did you mean conflict1 or conflict2?)' in answer("LEAVE conflict9")
    club.mail(ADA, "LEAVE conflict2")
    assert "you have left conflict1, and with that it is called off" in answer("LEAVE")


def test_a_line_invites_five_at_most(club, words):
    club.mail(ADA, "NEW conflict players=4")
    whom = " and ".join(f"guest{number}@elsewhere.example" for number in range(6))
    assert "5 people at most" in " ".join(words(club.mail(ADA, f"INVITE {whom} to conflict1")[0]).split())
    with club.store.reading() as session:
        assert session.scalar(select(func.count()).select_from(Invitation)) == 0


def test_a_seat_is_not_taken_by_words_that_are_not_understood(club, words):
    club.mail(ADA, "NEW conflict players=3")
    told = " ".join(words(club.mail(BEN, "JOIN conflict1 please quickly")[0]).split())
    assert 'I do not understand "quickly"; write JOIN conflict1 AS seat' in told
    assert "name the game" in words(club.mail(BEN, "JOIN")[0])
    with club.store.reading() as session:
        assert [seat.player is not None for seat in session.scalars(select(Game)).one().seats] == [True, False, False]


def test_those_who_wait_are_told_when_a_game_is_called_off(club, words):
    club.mail(ADA, "NEW conflict players=3")
    club.mail(BEN, "JOIN conflict1")
    club.mail(ADA, "CANCEL conflict1")
    assert club.latest(BEN)["Subject"] == "[conflict1] called off"
    assert "ada has called off conflict1" in words(club.latest(BEN))


def test_a_game_that_has_begun_is_neither_left_nor_called_off(club, words):
    club.mail(ADA, "NEW sealed_bids")
    club.mail(BEN, "JOIN sealed1")
    for line in ("LEAVE sealed1", "CANCEL sealed1"):
        assert "sealed1 has begun; RESIGN gives it up" in words(club.mail(ADA, line)[0])
    assert club.game("sealed1").state == "running"


def test_a_seat_taken_and_freed_in_one_mail_begins_nothing(club, words):
    club.mail(ADA, "NEW sealed_bids")
    club.mail(BEN, "JOIN sealed1\nLEAVE sealed1")
    assert club.game("sealed1").state == "forming"
    club.mail(BEN, "JOIN sealed1\nLEAVE sealed1\nJOIN sealed1")
    assert club.game("sealed1").state == "running"


@pytest.mark.parametrize(
    "line",
    [
        "Leave it to me",
        "leave",
        "Leave room 5",
        "LEAVE IT TO ME",
        "Cancel that",
        "cancel my subscription to the Times",
        "CANCEL THAT ORDER",
        "Rematch?",
        "rematch soon!",
        "Invite ben@example.org",
        "Invite Ben to dinner",
        "INVITE BEN",
    ],
)
def test_words_between_people_do_nothing(club, words, line):
    club.mail(ADA, "NEW sealed_bids")
    [answer] = club.mail(ADA, f"Hello there,\n{line}\n")
    assert "not read" in words(answer)
    assert club.game("sealed1").state == "forming"
    assert club.box("ben@example.org") == []


@pytest.mark.parametrize("line", ["leave sealed1", "Leave Sealed 1", "LEAVE sealed1 please", "LEAVE"])
def test_the_name_of_a_game_or_capitals_make_it_a_command(club, words, line):
    club.mail(ADA, "NEW sealed_bids")
    assert "you have left sealed1" in words(club.mail(ADA, line)[0])


def test_a_subject_and_several_commands_a_mail_do_the_same(club, words):
    club.mail(ADA, "NEW sealed_bids")
    [answer] = club.mail(ADA, "", subject="Leave sealed1")
    assert "you have left sealed1" in words(answer)
    club.mail(ADA, "NEW sealed_bids private")
    [both] = club.mail(ADA, "NAME Ada Lovelace\nINVITE ben@players.example to sealed2\nGAMES")
    assert all(said in words(both) for said in ("you are called Ada Lovelace", "is invited to sealed2", "Your games"))


# --- How many, and for how long -----------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_a_game_without_players_ends_after_a_month_and_those_who_waited_are_told(club, words):
    club.mail(ADA, "NEW sealed_bids")
    club.hours_pass(30 * 24 - 1)
    club.work()
    assert club.game("sealed1").state == "forming"
    club.hours_pass(2)
    club.work()
    assert club.game("sealed1").state == "cancelled"
    assert "after 30 days without enough of them it is called off" in " ".join(words(club.latest(ADA)).split())
    before = len(club.box(ADA))
    club.work()
    assert len(club.box(ADA)) == before


def test_a_player_has_five_games_that_look_for_players_at_most(club, words):
    for _ in range(MOST_FORMING):
        assert "is open" in words(club.mail(ADA, "NEW sealed_bids")[0])
    assert "more you cannot have" in " ".join(words(club.mail(ADA, "NEW sealed_bids")[0]).split())
    club.mail(ADA, "CANCEL sealed3")
    assert "is open" in words(club.mail(ADA, "NEW sealed_bids")[0])


# --- Private games and invitations --------------------------------------------------------------------------------


def test_a_private_game_is_seen_and_joined_by_the_invited_alone(club, words):
    [opened] = club.mail(ADA, "NEW sealed_bids clock=each:5d private purse=12 AS south")
    assert "Nobody else sees this game" in words(opened)
    assert "sealed1" not in words(club.mail(BEN, "GAMES OPEN")[0])
    assert 'no game "sealed1"' in words(club.mail(BEN, "JOIN sealed1")[0])
    assert 'no game called "sealed1"' in words(club.mail(BEN, "STATUS sealed1")[0])
    club.mail(ADA, f"INVITE {BEN} to sealed1")
    assert "ada@players.example invites you to a game of Sealed Bids" in " ".join(words(club.latest(BEN)).split())
    assert "you are invited" in words(club.mail(BEN, "GAMES OPEN")[0])
    assert 'no game "sealed1"' in words(club.mail(CAROL, "JOIN sealed1")[0])
    club.mail(BEN, "JOIN sealed1")
    assert club.game("sealed1").state == "running"


def test_an_invitation_shows_its_own_game_and_no_other_private_one(club, words):
    club.mail(ADA, "NEW sealed_bids private")
    club.mail(ADA, f"NEW sealed_bids with {BEN}")
    club.mail(ADA, "NEW sealed_bids private")
    told = words(club.mail(BEN, "GAMES OPEN")[0])
    assert [name for name in ("sealed1", "sealed2", "sealed3") if name in told] == ["sealed2"]


@pytest.mark.both_databases
def test_a_stranger_is_invited_by_one_mail_and_answers_it_with_join(club, words):
    [opened] = club.mail(ADA, f"NEW sealed_bids with {ZOE}")
    assert f"{ZOE} invited" in " ".join(words(opened).split())
    [invitation] = club.box(ZOE)
    assert "JOIN sealed1" in words(invitation)
    answers = club.reply(invitation, "JOIN sealed1")
    assert any("Welcome" in words(mail) for mail in answers)
    assert club.game("sealed1").state == "running"


def test_nobody_is_invited_twice_to_one_game(club, words):
    club.mail(ADA, f"NEW sealed_bids with {ZOE}")
    club.hours_pass(48)
    assert "invited to sealed1 already" in " ".join(words(club.mail(ADA, f"INVITE {ZOE} to sealed1")[0]).split())
    assert len(club.box(ZOE)) == 1


def test_a_stranger_gets_one_a_day_and_few_a_month_whoever_invites(club, words):
    club.mail(ADA, f"NEW sealed_bids with {ZOE}")
    [refused] = club.mail(BEN, f"NEW sealed_bids with {ZOE}")
    assert "invited lately" in " ".join(words(refused).split())
    with club.store.reading() as session:
        assert session.scalar(select(func.count(Game.id))) == 1
    for day in range(1, MOST_TO_A_STRANGER + 2):
        club.hours_pass(25)
        club.mail((ADA, BEN)[day % 2], f"NEW sealed_bids with {ZOE}")
    assert len(club.box(ZOE)) == MOST_TO_A_STRANGER


def test_a_player_invites_ten_a_day(club, words):
    club.mail(ADA, "NEW sealed_bids private")
    for number in range(MOST_A_DAY):
        club.mail(ADA, f"INVITE friend{number}@elsewhere.example to sealed1")
    [refused] = club.mail(ADA, f"INVITE {ZOE} to sealed1")
    assert "10 people at most can be invited a day" in " ".join(words(refused).split())
    assert club.box(ZOE) == []
    with club.store.reading() as session:
        assert session.scalar(select(func.count()).select_from(Invitation)) == MOST_A_DAY


def test_no_words_of_the_inviter_are_mailed(club, words):
    club.mail(ADA, "NAME Buy Pills Now")
    club.mail(ADA, f"Cheap pills!\nNEW sealed_bids with {ZOE} WORD pills")
    [invitation] = club.box(ZOE)
    assert "pills" not in (words(invitation) + str(invitation["Subject"]) + str(invitation["From"])).lower()


@pytest.mark.parametrize("whom", ["pbem@example.org", "nobody@", "j\u00f6e@elsewhere.example", ADA])
def test_who_cannot_be_invited_is_told(club, words, whom):
    with club.store.reading() as session:
        before = session.scalar(select(func.count(Outbox.id)))
    whom = whom.replace("pbem@example.org", club.settings.address)
    [refused] = club.mail(ADA, f"NEW sealed_bids with {whom}")
    assert "  no" in words(refused) or " no " in words(refused)
    with club.store.reading() as session:
        assert session.scalar(select(func.count(Outbox.id))) == before + 1
        assert session.scalar(select(func.count(Game.id))) == 0


# --- Rematch ------------------------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_a_rematch_swaps_sides_and_begins_when_all_have_said_join(club, words):
    game = finished(club)
    assert "REMATCH" in words(club.latest(ADA))
    answers = club.reply(club.latest(ADA), "REMATCH")
    assert "sealed2, a rematch of sealed1 is open; you play South" in " ".join(words(answers[0]).split())
    assert club.game("sealed2").private
    assert "ada asks you for a rematch: sealed2" in " ".join(words(club.latest(BEN)).split())
    assert 'no game "sealed2"' in words(club.mail(CAROL, "JOIN sealed2")[0])
    club.mail(BEN, "JOIN sealed2")
    new, old = club.game("sealed2"), club.game(game)
    assert new.state == "running"
    assert (new.options, new.terms) == (old.options, old.terms)
    with club.store.reading() as session:
        seats = {seat.name: seat.player.address for seat in session.get_one(Game, new.id).seats}
    assert seats == {"north": BEN, "south": ADA}


def test_both_may_ask_for_the_same_rematch(club, words):
    finished(club)
    club.mail(ADA, "REMATCH sealed1")
    answer, _report = club.mail(BEN, "rematch sealed1")
    assert "sealed2, your rematch of sealed1; you play North" in " ".join(words(answer).split())
    assert club.game("sealed2").state == "running"


def test_the_seats_of_a_rematch_are_kept(club, words):
    finished(club)
    club.mail(ADA, "REMATCH sealed1")
    assert "North is kept for you" in " ".join(words(club.mail(BEN, "JOIN sealed2 AS south")[0]).split())
    assert "is for those who played before" in words(club.mail(ADA, f"INVITE {CAROL} to sealed2")[0])
    club.mail(ADA, "LEAVE sealed2")
    assert club.game("sealed2").state == "cancelled"


def test_there_is_no_rematch_of_what_was_not_played_to_its_end(club, words):
    club.mail(ADA, "NEW sealed_bids")
    club.mail(BEN, "JOIN sealed1")
    assert "to its end" in " ".join(words(club.mail(ADA, "REMATCH sealed1")[0]).split())
    assert "to its end" in words(club.mail(CAROL, "REMATCH")[0])
