"""From a stranger's first mail to the first report of a game."""

import pytest

ADA, BEN = "ada@players.example", "ben@players.example"


def test_a_stranger_is_told_once_a_day_how_to_play(server, words):
    [hint] = server.mail(ADA, "hello, is this the game server?")
    assert "Answer this mail" in words(hint)
    assert server.mail(ADA, "hello?") == []
    assert [row.state for row in server.inbox()] == ["held", "held"]


@pytest.mark.both_databases(quick="both")
def test_an_empty_answer_to_the_hint_enrols_and_what_was_asked_is_done(server, words, sealed_bids):
    [hint] = server.mail(ADA, "NEW sealed_bids")
    assert "what you asked for in the first mail is done" in " ".join(words(hint).split())
    answers = server.reply(hint, "")
    assert any("Welcome" in words(mail) for mail in answers)
    assert any("JOIN sealed1" in words(mail) for mail in answers)


def test_somebody_else_cannot_use_the_hint(server):
    [hint] = server.mail(ADA, "hello")
    [other] = server.reply(hint, "", sender=BEN)
    assert "+enrol." in other["Reply-To"]
    assert other["Reply-To"] != hint["Reply-To"]


@pytest.mark.both_databases(quick="both")
def test_a_game_begins_when_the_last_seat_is_taken(server, words, sealed_bids):
    server.enrol(ADA, BEN)
    [opened] = server.mail(ADA, "NEW sealed_bids")
    assert "JOIN sealed1" in words(opened)
    assert server.game("sealed1").state == "forming"
    server.mail(BEN, "JOIN sealed1")
    assert server.game("sealed1").state == "running"
    for player in (ADA, BEN):
        report = server.latest(player)
        assert report["Subject"].startswith("[sealed1 ")
        assert "+sealed1." in report["Reply-To"]
        assert "dice-seal" in words(report)


def test_a_wrong_game_seat_or_option_is_explained(server, words, sealed_bids):
    server.enrol(ADA)
    for line, says in [
        ("NEW chess", 'no rule set "chess"'),
        ("NEW sealed_bids frobs=7", "frobs"),
        ("NEW sealed_bids AS nobody", 'no seat called "nobody"'),
        ("JOIN nowhere", 'no game "nowhere"'),
    ]:
        [answer] = server.mail(ADA, line)
        assert says in words(answer), line
    assert "forming" not in words(server.mail(ADA, "GAMES")[0])


def test_a_command_may_stand_in_the_subject_of_an_empty_mail(server, words):
    server.enrol(ADA)
    [answer] = server.mail(ADA, "", subject="Re: help")
    assert "NEW ruleset" in words(answer)


def test_nobody_sits_twice_in_a_game(server, words, sealed_bids):
    server.begin((ADA, "NEW sealed_bids"))
    [answer] = server.mail(ADA, "JOIN sealed1")
    assert "You sit in sealed1 already." in " ".join(words(answer).split())
    assert server.game("sealed1").state == "forming"
