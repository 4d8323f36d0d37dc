"""Ratings as they are kept: weighed as games end, each once, and reckoned anew from the last lines of the records."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from random import Random

import pytest
from click.testing import CliRunner
from ends import as_number, end, some_end, store
from marks import Marks
from sqlalchemy import delete, func, select, update

from pbem.cli import main
from pbem.games import acts
from pbem.games.acts import Asked
from pbem.games.kept_record import KeptRecord
from pbem.games.record import Difference, verify
from pbem.ops import schedule
from pbem.ratings import keeping
from pbem.ratings.keeping import Rebuilt, rebuild, weigh
from pbem.runtime.context import Context
from pbem.store import people
from pbem.store.database import now
from pbem.store.models import Game, Lease, Participant, Player, RatedPlayer, Rating, RatingChange, RecordEntry
from pbem.store.people import player_at

ADA, BEN, CAROL = "ada@players.example", "ben@players.example", "carol@players.example"


@pytest.fixture
def club(server, sealed_bids):
    server.enrol(ADA, BEN, CAROL)
    return server


def play(server, winner: str, loser: str, *chosen: str) -> str:
    """A game that the loser, who plays south, gives up; its name."""
    server.mail(winner, " ".join(["NEW sealed_bids", *chosen]))
    with server.store.reading() as session:
        name = session.scalars(select(Game.name).order_by(Game.id.desc())).first()
    server.mail(loser, f"JOIN {name}")
    report = next(mail for mail in reversed(server.box(loser)) if f"+{name}." in str(mail["Reply-To"]))
    [asked] = server.reply(report, "resign")
    server.reply(asked, "YES")
    return name


def stored(server) -> tuple[list[tuple], list[tuple]]:
    """All rows of the ratings, bit by bit."""
    with server.store.reading() as session:
        return keeping._stored(session)


def rating(server, address: str) -> Rating | None:
    with server.store.reading() as session:
        number = session.scalar(select(RatedPlayer.id).join(Player).where(Player.address == address))
        return session.scalar(select(Rating).where(Rating.kind == "player", Rating.who == str(number)))


def store_ends(server, ends: dict, number_of_people: int = 0) -> None:
    """Games that have ended so, by their numbers, each player of the tables behind one drawn name."""
    with server.store.session() as session:
        players = {as_number(name): ident for name, ident in _people(session, number_of_people)}
        for number, told in ends.items():
            store(session, number, told, {drawn: players.get(as_number(drawn)) for drawn in told.people})


def _people(session, count: int):
    for number in range(1, count + 1):
        address = f"p{number}@players.example"
        player = player_at(session, address)
        if player is None:
            player = Player(address=address, name=f"P{number}", enrolled_at=session.scalar(select(Player.enrolled_at)))
            session.add(player)
            session.flush()
        yield f"player-{number}", player.id


# --- As they come -------------------------------------------------------------------------------------------------


@pytest.mark.both_databases(quick="both")
def test_the_end_of_a_game_is_weighed_once_and_told(club, words):
    game = play(club, ADA, BEN)
    ada, ben = rating(club, ADA), rating(club, BEN)
    assert ada.mu > 25 > ben.mu
    assert ada.games == ben.games == 1
    before = stored(club)
    assert not weigh(club.context)
    assert stored(club) == before
    assert rebuild(club.context, verify=True) == Rebuilt(1, 1, 4, 0)
    with club.store.reading() as session:
        lines = KeptRecord(session, session.get_one(Game, club.game(game).id)).file().content.splitlines()
    finish = json.loads(lines[-2])["finish"]
    assert (finish["places"], finish["silent"], finish["sides"]) == ([["north"], ["south"]], [], [["north"], ["south"]])
    assert verify(lines).complete


def test_a_record_with_another_finish_does_not_hold(club):
    game = play(club, ADA, BEN)
    with club.store.reading() as session:
        *lines, last = KeptRecord(session, session.get_one(Game, club.game(game).id)).lines()
    for place in ([["south"], ["north"]], [["north", "south"]]):
        entry = json.loads(last)
        entry["finish"]["places"] = place
        with pytest.raises(Difference, match="another finish"):
            verify([*lines, json.dumps(entry)])
    entry = json.loads(last)
    del entry["finish"]
    with pytest.raises(Difference, match="another finish"):
        verify([*lines, json.dumps(entry)])


def test_games_that_are_not_rated_change_nothing(club):
    play(club, ADA, BEN, "rated=off")
    assert stored(club) == ([], [])
    assert rebuild(club.context) == Rebuilt(0, 0, 0, 0)


def test_a_game_that_a_host_cancels_does_not_count_and_one_that_he_awards_does(club):
    for name, what in (("sealed1", "cancel"), ("sealed2", "award")):
        club.mail(ADA, "NEW sealed_bids")
        club.mail(BEN, f"JOIN {name}")
        acts.end(club.context, Asked(name, "as it is"), what, ["south"] if what == "award" else [])
        club.work()
    assert rating(club, BEN).mu > 25 > rating(club, ADA).mu
    assert rebuild(club.context) == Rebuilt(2, 1, 4, 0)


def test_a_substitute_plays_on_for_the_rating_of_who_began(club):
    club.mail(ADA, "NEW sealed_bids")
    club.mail(BEN, "JOIN sealed1")
    acts.replace(club.context, Asked("sealed1", "he asked for it"), "south", CAROL)
    club.work()
    report = next(mail for mail in reversed(club.box(CAROL)) if "+sealed1." in str(mail["Reply-To"]))
    [asked] = club.reply(report, "resign")
    club.reply(asked, "YES")
    assert rating(club, CAROL) is None
    assert rating(club, BEN).mu < 25
    assert rebuild(club.context).differed == 0


def test_a_win_that_is_claimed_tells_who_was_silent(club):
    club.mail(ADA, "NEW sealed_bids rounds=9")
    club.mail(BEN, "JOIN sealed1")
    for _ in range(2):
        club.reply(club.latest(ADA), "bid 1")
        club.hours_pass(4 * 24)
        club.work()
    club.mail(ADA, "CLAIM")
    assert club.game("sealed1").state == "over"
    with club.store.reading() as session:
        silent = {row.seat: row.silent for row in session.execute(select(RatingChange.seat, RatingChange.silent))}
    assert (silent["north"], silent["south"]) == (False, True)
    with club.store.reading() as session:
        assert verify(KeptRecord(session, session.get_one(Game, 1)).lines()).complete


def test_the_schedule_asks_for_weighing_as_long_as_there_is_something_to_weigh(server, sealed_bids):
    server.enrol(ADA)
    store_ends(server, {1: end("player-1", "player-2")}, 2)
    with server.store.reading() as session:
        assert [ident for ident, _ in schedule.find_due(session).weigh] == [0]
    server.work()
    with server.store.reading() as session:
        assert schedule.find_due(session).weigh == []
        assert len(session.scalars(select(RatingChange)).all()) == 4


def test_an_end_that_cannot_be_read_holds_nobody_up(server, sealed_bids):
    server.enrol(ADA)
    store_ends(server, {1: end("player-1", "player-2"), 2: end("player-1", "player-2")}, 2)
    with server.store.session() as session:
        session.execute(update(RecordEntry).where(RecordEntry.game_id == 1, RecordEntry.number == 1).values(body="{"))
        session.execute(delete(Participant).where(Participant.game_id == 2, Participant.drawn == "player-2"))
    assert weigh(server.context)
    assert stored(server) == ([], [])
    assert not weigh(server.context)
    assert rebuild(server.context).differed == 0


# --- The same anew ------------------------------------------------------------------------------------------------


@pytest.mark.both_databases
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_came_one_after_another_in_any_order_is_what_is_reckoned_anew(server, sealed_bids, seed):
    chance = Random(seed)
    server.enrol(ADA)
    ends = {number: some_end(chance, 8) for number in range(1, 61)}
    left = list(ends)
    chance.shuffle(left)
    while left:
        some = [left.pop() for _ in range(min(len(left), chance.randrange(1, 12)))]
        store_ends(server, {number: ends[number] for number in some}, 8)
        assert weigh(server.context)
    before = stored(server)
    assert 40 < len(before[0]) < 240
    found = rebuild(server.context)
    assert (found.games, found.differed, found.ratings) == (60, 0, len(before[1]))
    assert stored(server) == before


@pytest.mark.both_databases
def test_what_is_stored_otherwise_is_put_right(server, sealed_bids):
    server.enrol(ADA)
    store_ends(server, {number: some_end(Random(number), 4) for number in range(1, 20)}, 4)
    weigh(server.context)
    right = stored(server)
    with server.store.session() as session:
        row = session.scalars(select(Rating).where(Rating.kind == "player")).first()
        row.mu += 1e-12
        session.execute(delete(RatingChange).where(RatingChange.game_id == right[0][0][1]))
    assert rebuild(server.context).differed > 2
    assert stored(server) == right
    assert rebuild(server.context).differed == 0


@pytest.mark.both_databases
def test_who_is_forgotten_has_no_rating_and_his_games_stay_as_they_were_weighed(club):
    play(club, ADA, BEN)
    play(club, CAROL, BEN)
    play(club, BEN, ADA)
    changes, ratings = stored(club)
    with club.store.session() as session:
        people.forget(session, player_at(session, BEN))
    after = stored(club)
    assert after[0] == changes
    assert len(after[1]) == len(ratings) - 1
    assert rebuild(club.context, verify=True).differed == 0
    assert stored(club) == after
    with club.store.reading() as session:
        numbers = session.execute(select(RatedPlayer.id, RatedPlayer.player_id)).all()
    assert sorted(player is None for _, player in numbers) == [False, False, True]
    # What came later is weighed on top of it, and what comes to light late all anew: with the same end.
    play(club, ADA, CAROL)
    assert rebuild(club.context).differed == 0


@pytest.mark.both_databases
def test_two_players_whom_a_host_makes_one_have_the_ratings_of_one(club):
    play(club, ADA, BEN)
    play(club, ADA, CAROL)
    with club.store.session() as session:
        people.merge(session, player_at(session, CAROL), player_at(session, BEN))
    club.work()
    assert rating(club, BEN).games == 2
    with club.store.reading() as session:
        assert len(session.scalars(select(RatedPlayer)).all()) == 2
    assert rebuild(club.context).differed == 0


def test_ends_are_weighed_from_packed_records_too(club):
    play(club, ADA, BEN)
    before = stored(club)
    club.hours_pass(24 * 400)
    club.work()
    assert club.game("sealed1").packed
    assert rebuild(club.context, verify=True) == Rebuilt(1, 1, 4, 0)
    assert stored(club) == before


# --- Kills --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["before-commit-weigh", "after-commit-weigh"])
def test_a_worker_that_dies_loses_nothing_and_doubles_nothing(server, sealed_bids, tmp_path, monkeypatch, place):
    server.enrol(ADA)
    ends = {number: some_end(Random(number), 4) for number in range(1, 8)}
    store_ends(server, ends, 4)
    marks = Marks(tmp_path / "marks", monkeypatch, **{place.replace("-", "_"): 1})
    work = (
        "import sys\n"
        "from pbem.config import Settings\n"
        "from pbem.ratings.keeping import weigh\n"
        "from pbem.runtime.context import Context\n"
        "from pbem.runtime.notifier import NO_REDIS, Notifier\n"
        "from pbem.store import Store\n"
        "settings = Settings(data_dir=sys.argv[1])\n"
        "weigh(Context(settings, Store(settings.database), Notifier(NO_REDIS, 'test')))\n"
    )
    killed = subprocess.run([sys.executable, "-c", work, str(tmp_path)], env=os.environ, timeout=60, check=False)
    assert killed.returncode < 0
    marks.were_struck()
    assert (stored(server)[0] == []) == place.startswith("before")
    weigh(server.context)
    assert not weigh(server.context)
    once = stored(server)
    assert rebuild(server.context).differed == 0
    assert stored(server) == once


# --- By hand ------------------------------------------------------------------------------------------------------


def run(server, *arguments: str):
    environment = {"PBEM_DATA_DIR": str(server.settings.data_dir)}
    return CliRunner(env=environment).invoke(main, ["ratings", *arguments], catch_exceptions=False)


def test_the_tables_and_what_sides_are_worth_are_shown(club):
    assert "no rated game has ended yet" in run(club).output
    play(club, ADA, BEN)
    told = run(club).output
    assert "sealed_bids" in told
    assert "ada  " in told
    assert "provisional" in told
    assert "North: between equals 86 % (" in told
    assert "of the points, by 1 game\n" in told
    [line] = run(club, "--json").output.splitlines()
    assert [row["name"] for row in json.loads(line)["players"]] == ["ada", "ben"]


def test_reckoning_anew_tells_what_was_otherwise(club):
    play(club, ADA, BEN)
    found = run(club, "rebuild", "--verify")
    assert found.exit_code == 0
    assert "the same, bit by bit" in found.output
    assert "lines of all their records hold" in found.output
    with club.store.session() as session:
        session.execute(delete(Rating))
    found = run(club, "rebuild")
    assert (found.exit_code, "4 rows were otherwise" in found.output) == (1, True)


def test_a_record_that_was_altered_is_named(club):
    play(club, ADA, BEN)
    with club.store.session() as session:
        first = session.get_one(RecordEntry, (1, 0))
        first.body = first.body.replace('"sealed1"', '"sealed9"')
    found = run(club, "rebuild", "--verify")
    assert found.exit_code == 1
    assert "does not hold: sealed1: line 1 of the record: its hash is" in found.output


def test_while_ratings_are_written_nobody_loses_what_he_keeps(club):
    with club.store.session() as session:
        mine = {"holder": "another machine", "until": now(session), "beat_at": now(session)}
        session.add_all(Lease(name=name, **mine) for name in ("a first", "z last"))
    play(club, ADA, BEN)
    with club.store.reading() as session:
        kept = select(Lease.name).where(Lease.holder == "another machine")
        assert set(session.scalars(kept)) == {"a first", "z last"}


def test_who_is_forgotten_while_ratings_are_reckoned_anew_is_not_put_back(club, monkeypatch):
    play(club, ADA, BEN)
    play(club, CAROL, BEN)
    with club.store.session() as session:
        session.execute(delete(Rating))
    sound = Context.transaction

    def after_he_is_forgotten(context, name):
        if name == "rebuild":
            with club.store.session() as session:
                people.forget(session, player_at(session, CAROL))
            monkeypatch.undo()
        return sound(context, name)

    monkeypatch.setattr(Context, "transaction", after_he_is_forgotten)
    assert rebuild(club.context).differed
    with club.store.reading() as session:
        assert session.scalar(select(func.count()).where(Rating.kind == "player")) == 2
    assert not rebuild(club.context).differed
