"""`pbem player`: players are listed, moved to another address, made one of two, kept out and forgotten."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from inprocess import text_of

from pbem.cli import main as pbem
from pbem.games import acts
from pbem.games.acts import Asked, CannotAct
from pbem.ops import player_cli
from pbem.store import people, punctuality

ADA, BEN, NEW = "ada@players.example", "ben@players.example", "ada@elsewhere.example"


@pytest.fixture
def club(server, sealed_bids, monkeypatch):
    monkeypatch.setenv("PBEM_DATA_DIR", str(server.settings.data_dir))
    server.begin((ADA, "NEW sealed_bids rounds=3 purse=40"), (BEN, "JOIN sealed1"))
    return server


@pytest.fixture
def run():
    def invoke(*words, given: str | None = None, exit_code: int = 0) -> str:
        done = CliRunner().invoke(pbem, ["player", *words], input=given, catch_exceptions=False)
        assert done.exit_code == exit_code, done.output
        return done.output

    return invoke


def words(mail) -> str:
    return " ".join(text_of(mail).split())


def test_who_lost_his_address_plays_on_from_another(club, run):
    report = next(mail for mail in reversed(club.box(ADA)) if "sealed1" in mail["Subject"])
    club.reply(report, "bid 3", sender=NEW)
    assert "ada plays on from ada@elsewhere.example" in run("move", ADA, NEW)
    club.work()
    answers = [text_of(mail) for mail in club.box(NEW)]
    assert any("The host has moved you" in " ".join(told.split()) for told in answers)
    assert any("bid 3" in told and "ok" in told for told in answers)  # what he wrote from there is read
    club.hours_pass(25)
    assert "answer this mail to play" in club.mail(ADA, "GAMES")[-1]["Subject"]
    assert "you are" in text_of(club.mail(NEW, "GAMES")[-1]) or "South is" in text_of(club.mail(NEW, "GAMES")[-1])


def test_two_players_who_are_one_are_made_one(club, run):
    club.enrol(NEW)
    assert "merge makes one player of two" in " ".join(run("move", ADA, NEW, exit_code=2).split())
    assert f"mail goes to {NEW}" in run("merge", ADA, NEW)
    assert "sealed1" in text_of(club.mail(NEW, "GAMES")[-1])
    with club.store.reading() as session:
        player = people.player_at(session, ADA)
        assert people.addresses_of(session, player) == [NEW, ADA]
    club.mail(NEW, f"ADDRESS DROP {ADA}")
    club.hours_pass(25)
    assert "answer this mail to play" in club.mail(ADA, "GAMES")[-1]["Subject"]


def test_what_is_counted_of_others_stays_when_two_are_made_one(club, run):
    club.enrol(NEW)
    with club.store.session() as session:
        for address, late in ((ADA, 1), (BEN, 2), (NEW, 4)):
            punctuality.count(session, people.player_at(session, address), decided=10, late=late)
    run("merge", ADA, NEW)
    with club.store.reading() as session:
        assert punctuality.of_the_last_year(session, people.player_at(session, NEW)) == (20, 5, 0)
        assert punctuality.of_the_last_year(session, people.player_at(session, BEN)) == (10, 2, 0)


def test_opponents_are_not_made_one(club, run):
    assert "both sit in sealed1" in run("merge", ADA, BEN, exit_code=2)
    assert "both are the same player" in run("merge", ADA, ADA, exit_code=2)


def test_who_is_not_known_is_told(club, run):
    assert "nobody plays here as zoe@elsewhere.example" in run("move", "zoe@elsewhere.example", NEW, exit_code=2)
    assert "no mail address" in run("move", ADA, "elsewhere", exit_code=2)


def test_an_export_of_any_size_is_printed(club, run):
    kept = json.loads(run("export", ADA))
    assert kept["player"]["addresses"] == [ADA]
    assert kept["mails_from"]


def test_invitations_go_with_him(club, run):
    club.enrol("carol@players.example")
    club.mail("carol@players.example", f"NEW sealed_bids with {ADA}")
    club.mail("carol@players.example", f"NEW sealed_bids with {ADA}, {NEW}")
    run("move", ADA, NEW)
    club.work()
    told = text_of(club.mail(NEW, "GAMES OPEN")[-1])
    assert "sealed2" in told
    assert "sealed3" in told


# --- Who plays here ----------------------------------------------------------------------------------------------


def test_players_are_listed_and_shown(club, run):
    listed = run("list")
    assert f"{ADA}  ada  1 unfinished, 0 decisions, 0 late, 0 missed" in listed
    assert listed.index(BEN) < listed.index(ADA)
    assert run("list", "--most", "1").count("\n") == 1
    found = [json.loads(line) for line in run("list", "--json").splitlines()]
    assert {each["address"] for each in found} == {ADA, BEN}
    told = run("show", ADA)
    assert "sits in sealed1 north (running)" in told
    assert "Mail from there: " in told
    assert "nobody plays here" in run("show", NEW, exit_code=2)


def test_of_many_games_that_wait_for_whom_is_barred_some_are_named_and_the_rest_counted(club, run, monkeypatch):
    monkeypatch.setattr(player_cli, "MOST_NAMED", 2)
    for number in (2, 3, 4, 5):
        club.mail(ADA, "NEW sealed_bids")
        club.mail(BEN, f"JOIN sealed{number}")
    told = run("bar", ADA, "--why", "x")
    assert told.count(" waits for him as north") == 2
    assert f"and 3 more games: pbem player show {ADA}" in told


# --- Kept out ----------------------------------------------------------------------------------------------------


def test_who_is_barred_is_told_and_nothing_he_writes_is_read(club, run):
    club.mail(ADA, "NEW sealed_bids")
    told = run("bar", ADA, "--why", "threats to others")
    assert "ada is barred; he is told" in told
    assert "sealed1 waits for him as north: pbem game replace sealed1 north ADDRESS" in told
    assert "has left: sealed2" in told
    club.work()
    assert "The host of this server has barred you" in words(club.latest(ADA))
    report = next(mail for mail in reversed(club.box(ADA)) if "+sealed1." in str(mail["Reply-To"]))
    [answer] = club.reply(report, "bid 4")
    assert "your mail is kept unread" in words(answer)
    assert club.reply(report, "bid 5") == []  # told once a day
    assert club.mail(ADA, "JOIN sealed2") == []
    held = [(row.state, row.reason) for row in club.inbox()[-3:]]
    assert held == [("held", "its writer is barred")] * 3
    assert "barred: threats to others" in run("list", "--barred")
    assert BEN not in run("list", "--barred")
    assert "threats to others" not in "".join(text_of(mail) for mail in club.box(ADA))


def test_who_is_barred_may_not_be_given_a_seat(club, run):
    club.enrol("carol@players.example")
    run("bar", "carol@players.example", "--why", "x")
    with pytest.raises(CannotAct, match="carol is barred"):
        acts.replace(club.context, Asked("sealed1", "x"), "north", "carol@players.example")


def test_he_is_let_in_again_and_what_he_wrote_lately_is_read(club, run):
    run("bar", ADA, "--why", "a quarrel")
    club.work()
    report = next(mail for mail in reversed(club.box(ADA)) if "+sealed1." in str(mail["Reply-To"]))
    club.reply(report, "bid 4")
    assert "ada is let in again; 1 of his mails are read now" in run("bar", ADA, "--lift")
    club.work()
    assert "orders kept" in club.latest(ADA)["Subject"]
    assert "ada is not barred" in run("bar", ADA, "--lift", exit_code=2)


@pytest.mark.parametrize("options", [(), ("--why", "x", "--lift"), ("--why", " ")])
def test_barring_wants_a_reason_and_lifting_none(club, run, options):
    assert "say --why, or --lift alone" in run("bar", ADA, *options, exit_code=2)


def test_a_bar_outlives_another_address_and_a_merger(club, run):
    club.enrol(NEW)
    run("bar", ADA, "--why", "x")
    run("merge", ADA, NEW)
    assert "held" not in [row.state for row in club.inbox()]
    club.mail(NEW, "GAMES")
    assert club.inbox()[-1].reason == "its writer is barred"
    run("move", NEW, "ada@third.example")
    club.mail("ada@third.example", "GAMES")
    assert club.inbox()[-1].reason == "its writer is barred"


# --- Forgotten ---------------------------------------------------------------------------------------------------


def test_a_player_is_forgotten_once_his_games_are_over(club, run):
    assert "nothing was changed" in run("forget", ADA, given="n\n", exit_code=2)
    assert "forgotten once these are over: sealed1 (1 in all)" in run("forget", ADA, "--yes")
    club.work()
    assert "once the games you sit in are over" in words(club.latest(ADA))
    assert "waits to be forgotten" in run("list")
    acts.end(club.context, Asked("sealed1", "x"), "draw")
    club.work()
    assert "nobody plays here" in run("show", ADA, exit_code=2)
    assert club.box(ADA) == []


def test_who_sits_in_no_game_is_forgotten_at_once(club, run):
    club.enrol(NEW)
    assert "as soon as the mail that tells him so is sent" in run("forget", NEW, "--yes")
    club.work()
    assert "nobody plays here" in run("show", NEW, exit_code=2)


def test_the_host_sees_who_would_play_on_for_others(club, run):
    assert "Nobody is on the list" in run("substitutes")
    club.mail(BEN, "SUBSTITUTE ON")
    assert run("substitutes") == f"{BEN}  ben\n"
