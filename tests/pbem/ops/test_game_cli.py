"""The host's desk on the command line: what it prints, what it asks, and how it refuses.

What the acts do is tested in tests/pbem/games/test_acts.py.
"""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner
from inprocess import text_of
from sqlalchemy import select

from pbem.cli import main as pbem
from pbem.store.models import RecordEntry, Turn

ADA, BEN, HEDDA = "ada@players.example", "ben@players.example", "hedda@club.example"


@pytest.fixture
def game(server, sealed_bids, monkeypatch):
    monkeypatch.setenv("PBEM_DATA_DIR", str(server.settings.data_dir))
    monkeypatch.setenv("PBEM_HOSTS", f"{HEDDA}, {ADA}")
    server.begin((ADA, "NEW sealed_bids rounds=3 purse=40"), (BEN, "JOIN sealed1"))
    return "sealed1"


@pytest.fixture
def run():
    def invoke(*words, given: str | None = None, exit_code: int = 0) -> str:
        done = CliRunner().invoke(pbem, ["game", *words], input=given, catch_exceptions=False)
        assert done.exit_code == exit_code, done.output
        return done.stdout if exit_code == 0 else done.output

    return invoke


def acts(server) -> list[dict]:
    with server.store.reading() as session:
        lines = session.scalars(select(RecordEntry.body).order_by(RecordEntry.number))
        return [entry for entry in map(json.loads, lines) if entry["kind"] == "act"]


def test_the_list_names_seats_and_who_is_wanted_and_looks_into_no_game(server, game, run):
    listed = run("list")
    assert "sealed1  sealed_bids 1.0  north, south by" in listed
    assert f"north: {ADA}  south: {BEN}" in listed
    [found] = map(json.loads, run("list", "--json").splitlines())
    assert (found["name"], found["wanted"], found["waits"]) == ("sealed1", ["north", "south"], None)
    assert acts(server) == []


def test_a_game_is_shown_for_people_and_for_programs(server, game, run):
    server.reply(server.latest(ADA), "bid 4")
    shown = run("show", game, "--why", "a question of Ben's")
    assert "Orders of north that are in:\n  bid 4" in shown
    found = json.loads(run("show", game, "--why", "again", "--json"))
    assert found["position"]["purses"] == {"north": 40, "south": 40}
    assert [act["why"] for act in found["acts"]] == ["a question of Ben's", "again"]
    assert [act["who"] for act in acts(server)] == ["hedda", "hedda"]


def test_looks_at_a_seat_and_at_the_turn_are_printed(server, game, run):
    assert "[sealed1 South]" in run("report", game, "south", "--why", "he has no report")
    assert run("preview", game, "--why", "is it stuck?").count("A PREVIEW") == 2


def test_a_position_is_shown_edited_and_given_back(server, game, run, tmp_path):
    position = json.loads(run("show", game, "--why", "a wrong purse", "--json"))["position"]
    position["purses"]["north"] = 30
    path = tmp_path / "position.json"
    path.write_text(json.dumps(position))
    assert "nothing was changed" in run("correct", game, str(path), "--why", "x", given="n\n", exit_code=2)
    assert len(acts(server)) == 1
    told = run("correct", game, str(path), "--why", "a wrong purse", given="y\n")
    assert "purses.north: 40 -> 30" in told
    assert [act["act"] for act in acts(server)] == ["show", "correct"]
    assert "nothing would be changed" in run("correct", game, str(path), "--why", "x", "--yes", exit_code=2)


def test_every_act_has_its_command(server, game, run, tmp_path):
    run("extend", game, "2d", "--why", "a holiday")
    run("extend", game, "1d", "south", "--why", "a longer one")
    run("hold", game, "--why", "a quarrel")
    assert "held, north, south" in run("list")
    run("resume", game, "--why", "it is settled")
    run("act-for", game, "north", "--why", "his mail bounces", given="bid 4\n")
    run("process", game, "--why", "both agree")
    run("rollback", game, "2", "--why", "a mistake of mine")
    run("say", game, "I am sorry.")
    run("say", game, "-", "--to", "north", given="It was my fault.\nAll of it.\n")
    run("rule", game, "The bid stands.")
    run("eject", game, "south", "--why", "not heard of")
    run("replace", game, "south", "carol@players.example", "--why", "she asked for it")
    run("award", game, "north", "--why", "South has vanished", "--as", ADA)
    clock = ["extend", "extend", "hold", "resume"]
    names = [*clock, "act-for", "process", "rollback", "say", "say", "rule", "eject", "replace", "award"]
    assert [act["act"] for act in acts(server)] == names
    server.work()
    assert "awarded the game to North" in " ".join(text_of(server.latest("carol@players.example")).split())
    assert "sealed1" in run("list", "--all")
    assert run("list") == ""
    with server.store.reading() as session:
        lines = session.scalars(select(RecordEntry.body).order_by(RecordEntry.number)).all()
    path = tmp_path / "sealed1.jsonl"
    path.write_text("\n".join(lines))
    told = CliRunner().invoke(pbem, ["verify", str(path)]).output
    assert "hedda: rollback to before turn 2. Why: a mistake of mine" in told
    assert "ada: award. Why: South has vanished" in told
    assert "The record is whole" in told


@pytest.mark.parametrize("end", ["cancel", "draw"])
def test_a_game_is_ended(server, game, run, end):
    assert "is over" in run(end, game, "--why", "the club closes")
    assert "sealed1 is over" in run(end, game, "--why", "again", exit_code=2)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("show", "nosuch1", "--why", "x"), "there is no game called nosuch1"),
        (("show", "sealed1"), "Missing option '--why'"),
        (("show", "sealed1", "--why", "x", "--as", ADA), "sits in sealed1, where another host"),
        (("show", "sealed1", "--why", "x", "--as", BEN), "not among the hosts"),
        (("report", "sealed1", "east", "--why", "x"), "has no seat called 'east'; it has North, South"),
        (("rollback", "sealed1", "2", "--why", "x"), "no turn to go back to"),
        (("rollback", "sealed1", "two", "--why", "x"), "'two' is not a valid integer"),
        (("replace", "sealed1", "north", BEN, "--why", "x"), "sits in sealed1 already"),
        (("act-for", "sealed1", "north", "--why", "x"), "nothing was played; line 1"),
        (("rule", "sealed1", " "), "there are no words"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line_and_changes_nothing(server, game, run, words, says):
    told = run(*words, given="bid 1000\n", exit_code=2)
    assert says in told
    assert acts(server) == []
    with server.store.reading() as session:
        assert len(session.scalars(select(Turn)).all()) == 1


def test_orders_that_are_no_text_are_refused(server, game, run, tmp_path):
    path = tmp_path / "orders"
    path.write_bytes(b"\xff\xfe")
    assert "not text in UTF-8" in run("act-for", game, "north", str(path), "--why", "x", exit_code=2)


def test_a_game_that_was_stopped_is_listed_so(server, game, run):
    with server.store.session() as session:
        turn = session.scalars(select(Turn)).one()
        turn.position = turn.position.replace('"north":40', '"north":99')
    assert "waits for the host" in run("process", game, "--why", "x", exit_code=2)
    assert "its position was changed behind its record" in run("list")
    games = CliRunner().invoke(pbem, ["games"]).output
    assert "changed behind its record" in games
    assert "carry-on sealed1" not in games
    done = CliRunner().invoke(pbem, ["games", "carry-on", game])
    assert (done.exit_code, "pbem game rollback" in done.output) == (1, True)
