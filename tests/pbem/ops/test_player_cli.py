"""`pbem player`: a player who lost his address is moved, one who is known twice made one, an export of any size."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from inprocess import text_of

from pbem.cli import main as pbem
from pbem.store import people

ADA, BEN, NEW = "ada@players.example", "ben@players.example", "ada@elsewhere.example"


@pytest.fixture
def club(server, sealed_bids, monkeypatch):
    monkeypatch.setenv("PBEM_DATA_DIR", str(server.settings.data_dir))
    server.enrol(ADA, BEN)
    server.mail(ADA, "NEW sealed_bids rounds=3 purse=40")
    server.mail(BEN, "JOIN sealed1")
    return server


@pytest.fixture
def run():
    def invoke(*words, exit_code: int = 0) -> str:
        done = CliRunner().invoke(pbem, ["player", *words], catch_exceptions=False)
        assert done.exit_code == exit_code, done.output
        return done.output

    return invoke


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
