"""Series by mail: opened by a line or by a file, fought battle by battle, told, and verified with their battles."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from datetime import timedelta
from email.message import Message
from pathlib import Path

import pytest
from campaigns_by_mail import files_of, games, latest_report, play, play_all, seats_of
from click.testing import CliRunner, Result
from cups_by_mail import about_cup, address, held, mail_about, plain, starts_in, state_of
from inprocess import Server, subject_of
from shown_club import application
from sqlalchemy import update

from core.contract import Removed, Toll
from pbem.cli import main as pbem
from pbem.events import battles, directing, direction, entering, results
from pbem.events.contract import How
from pbem.events.directing import Asked
from pbem.events.kept import Held
from pbem.events.record import verify
from pbem.events.series import USUAL_ARMY
from pbem.games import acts as host_acts
from pbem.games import mustered, record
from pbem.games.acts import Asked as OfHost
from pbem.games.record import Difference
from pbem.games.record import verify as verify_game
from pbem.runtime import context as runtime_context
from pbem.store import people
from pbem.store.models import Event, EventRound

ADA, BEN, CY = map(address, ("ada", "ben", "cy"))
TWO = "SERIES waterloo1895, waterloo_grid hours=2"
WEEK = """
event = "week"
title = "A week in June"
format = "series"
[series]
battles = ["waterloo1895", "waterloo_grid"]
hours = 2
"""


def begun(server: Server, line: str = TWO) -> str:
    """A series of two players that has begun; its name."""
    server.enrol(ADA, BEN)
    server.mail(ADA, line)
    server.mail(BEN, "ENTER series1")
    return "series1"


def answer(mails: list[Message]) -> str:
    """The text of an answer on one line."""
    return " ".join(plain(mail) for mail in mails)


def award(server: Server, name: str, to: str = ADA) -> None:
    """A game is ended by its host, for the seat of a player."""
    seat = next(seat for player, seat in seats_of(server, name) if player == to)
    host_acts.end(server.context, OfHost(name, "a test"), "award", (seat,))


def end_first(server: Server) -> str:
    """The first battle ends, and what follows on that is done; its name."""
    (first,) = games(server)
    award(server, first.name)
    server.work()
    return first.name


@pytest.fixture(scope="module")
def fought(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A series that is over: its first battle was awarded, its second fought for a while."""
    made = Server(tmp_path_factory.mktemp("series"))
    begun(made)
    end_first(made)
    (second,) = games(made)
    play(made, second.name, rounds=3)
    if games(made):
        award(made, second.name)
        made.work()
    yield made
    made.store.close()


@pytest.fixture(scope="module")
def records(fought: Server) -> dict[str, list[bytes]]:
    """The records of that series and of its battles, by their names."""
    found = {name.removesuffix(".jsonl"): content.splitlines() for name, content in files_of(fought, ADA).items()}
    assert list(found) == ["waterloo1", "grid2", "series1"]
    return found


def battles_of(records: dict[str, list[bytes]]) -> dict[str, list[bytes]]:
    return {name: lines for name, lines in records.items() if name != "series1"}


# --- A series from its opening to its end -------------------------------------------------------------------------


def test_the_second_battle_begins_with_what_the_first_has_left(server: Server) -> None:
    name = begun(server)
    assert [each.battle for each in held(server, name).state.encounters[0].sittings] == [1, 2]
    assert [game.ruleset for game in games(server)] == ["waterloo1895"], "the second waits for the end of the first"
    first = end_first(server)
    (second,) = games(server)
    assert second.ruleset == "waterloo_grid"
    assert (second.rated, second.closed) == (False, True)
    began = mustered.of(second)
    assert began is not None
    head = held(server, name).state.results[0].record
    assert began.part_of["follows"] == [{"game": first, "head": head}]
    # Of 120, 100 and 60 hundreds of foot the winner has lost 9, 8 and 4, and the loser 18, 15 and 9; of these half, and
    # the odd one, are routed, and half of them are back: 2, 2 and 1, and 4, 4 and 2.
    assert sorted(sum(each.foot for each in began.battle.forces if each.code[0] == code) for code in "AB") == [248, 264]
    report = plain(next(mail for mail in server.box(ADA) if f"+{second.name}." in str(mail["Reply-To"])))
    assert f"This is battle 2 of 2 of Series 1. It follows {first}; it stands" in report
    assert "as battles of campaigns and series are" in answer(server.mail(ADA, f"OPEN SEAT {second.name}"))


def test_a_series_that_is_over_is_told(fought: Server) -> None:
    assert state_of(fought, "series1") == "over"
    end = plain(mail_about(fought, ADA, "it is over"))
    assert "has won the series with" in end
    assert "The battles 1 waterloo1 The Game of Waterloo (1895)" in end
    assert "won by ada; men left: " in end
    assert "Men" in plain(fought.mail(BEN, "STANDINGS series1")[0])


def test_a_series_is_verified_with_the_battles_beside_it(records: dict[str, list[bytes]], tmp_path: Path) -> None:
    told = by_command(records, tmp_path)
    assert told.exit_code == 0, told.output
    assert "What waterloo1, grid2 cost was worked out again, and the next battles by it." in told.output
    assert "The record is whole" in told.output


def test_what_is_not_there_is_named(records: dict[str, list[bytes]], tmp_path: Path) -> None:
    told = by_command({name: lines for name, lines in records.items() if name != "grid2"}, tmp_path)
    assert told.exit_code == 0, told.output
    assert "Not here are the records of grid2" in told.output


def test_a_battle_that_was_tampered_with_is_found(records: dict[str, list[bytes]], tmp_path: Path) -> None:
    changed = [line.replace(b'"RI1"', b'"RI2"', 1) for line in records["grid2"]]
    told = by_command({**records, "grid2": changed}, tmp_path)
    assert told.exit_code == 1
    assert "grid2" in told.output


def by_command(records: dict[str, list[bytes]], folder: Path) -> Result:
    """What `pbem verify` says of a series whose files lie in a folder."""
    for name, lines in records.items():
        (folder / f"{name}.jsonl").write_bytes(b"\n".join(lines))
    return CliRunner().invoke(pbem, ["verify", str(folder / "series1.jsonl")])


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["waterloo1895, waterloo_grid", "stratego_waterloo, waterloo_wargame"])
def test_a_whole_series_against_a_robot(server: Server, rules: str, tmp_path: Path) -> None:
    server.enrol(ADA)
    server.mail(ADA, f"SERIES {rules} hours=2 AGAINST recruit")
    play_all(server)
    assert state_of(server, "series1") == "over"
    assert len(held(server, "series1").replay.tolls) == 2
    files = {name.removesuffix(".jsonl"): content.splitlines() for name, content in files_of(server, ADA).items()}
    told = by_command(files, tmp_path)
    assert told.exit_code == 0, told.output
    assert "cost was worked out again" in told.output


# --- Tampering ----------------------------------------------------------------------------------------------------

Tamper = Callable[[list[dict[str, object]]], None]


def _toll(entries: list[dict[str, object]]) -> None:
    entry = next(each for each in entries if "toll" in each)
    entry["toll"]["columns"]["A1"]["foot"] += 2  # type: ignore[index]


def _forces(entries: list[dict[str, object]]) -> None:
    *_, entry = (each for each in entries if each["kind"] == "battle")
    entry["battle"]["forces"][0]["foot"] += 1  # type: ignore[index]


def _follows(entries: list[dict[str, object]]) -> None:
    *_, entry = (each for each in entries if each["kind"] == "battle")
    entry["follows"] = []


def _no_toll(entries: list[dict[str, object]]) -> None:
    del next(each for each in entries if "toll" in each)["toll"]


def tampered(lines: list[bytes], tamper: Tamper) -> list[bytes]:
    """A record changed by somebody who links it anew, hash for hash."""
    entries = [json.loads(line) for line in lines]
    seed = next(bytes.fromhex(entry["seed"]) for entry in entries if entry["kind"] == "end")
    names = entries.pop() if entries[-1]["kind"] == record.NAMES else None
    tamper(entries)
    before, found = None, []
    for entry in entries:
        body = {key: value for key, value in entry.items() if key not in ("number", "kind", "salt", "prev", "hash")}
        before = record.link(before, entry["kind"], body, seed)
        found.append(before.line.encode())
    return found if names is None else [*found, json.dumps(names).encode()]


def test_a_record_that_is_linked_anew_unchanged_holds(records: dict[str, list[bytes]]) -> None:
    games_of_it = battles_of(records)
    verified = [verify_game(lines) for lines in games_of_it.values()]
    found = verify(tampered(records["series1"], lambda _: None), verified, games_of_it)
    assert found.complete
    assert len(found.battles) == 2
    assert found.taken_on_trust == ()


def _battle_that_is_none(entries: list[dict[str, object]]) -> None:
    """A record that is cut off, so that its pairings are not drawn again."""
    del entries[-1]
    for entry in entries:
        if entry["kind"] == "round":
            entry["encounters"][0]["sittings"][1]["battle"] = 9  # type: ignore[index]


def _no_series(entries: list[dict[str, object]]) -> None:
    del entries[-1]
    del entries[0]["plan"]["series"]  # type: ignore[attr-defined]


def _endless(entries: list[dict[str, object]]) -> None:
    entries[0]["plan"]["series"]["hours"] = 10**9  # type: ignore[index]


@pytest.mark.parametrize(
    ("tamper", "said"),
    [
        (_toll, "leaves other numbers of men"),
        (_forces, "begins with other forces"),
        (_follows, "follows other games"),
        (_no_toll, "does not tell what"),
        (_battle_that_is_none, "the turn of 1-1-2 has not come"),
        (_no_series, "no series is played"),
        (_endless, "not a well-formed 'event' entry"),
    ],
)
def test_a_series_that_was_tampered_with_is_found(records: dict[str, list[bytes]], tamper: Tamper, said: str) -> None:
    with pytest.raises(Difference, match=said):
        verify(tampered(records["series1"], tamper))


def test_a_cost_that_its_battle_does_not_bear_out_is_found(records: dict[str, list[bytes]]) -> None:
    def cost(entries: list[dict[str, object]]) -> None:
        *_, entry = (each for each in entries if "toll" in each)
        entry["toll"]["columns"]["A1"]["guns"] += 1  # type: ignore[index]  # of guns no other line of it tells

    changed = tampered(records["series1"], cost)
    assert verify(changed).complete, "by itself it holds"
    games_of_it = battles_of(records)
    with pytest.raises(Difference, match="grid2 has cost something else"):
        verify(changed, [verify_game(lines) for lines in games_of_it.values()], games_of_it)


def test_a_battle_of_another_series_is_found(records: dict[str, list[bytes]]) -> None:
    def earlier(entries: list[dict[str, object]]) -> None:
        entries[1]["at"] = "2026-01-01T00:00:00Z"

    changed, games_of_it = tampered(records["series1"], earlier), battles_of(records)
    with pytest.raises(Difference, match="waterloo1 is a part of something else"):
        verify(changed, [verify_game(lines) for lines in games_of_it.values()], games_of_it)


# --- Whoever dies -------------------------------------------------------------------------------------------------


class Died(BaseException):
    """The end of a process, which nothing catches."""


@pytest.mark.parametrize(
    ("module", "place"),
    [
        (results, "result-taken"),
        pytest.param(battles, "battle-opened", marks=pytest.mark.slow),
        (runtime_context, "before-commit-event-results"),
        (runtime_context, "after-commit-event-results"),
        pytest.param(runtime_context, "before-commit-event-game", marks=pytest.mark.slow),
        (runtime_context, "after-commit-event-game"),
    ],
)
@pytest.mark.both_databases(quick="sqlite")
def test_the_next_battle_is_opened_once(
    server: Server, monkeypatch: pytest.MonkeyPatch, module: object, place: str
) -> None:
    name = begun(server)
    left = [place]

    def failpoint(reached: str) -> None:
        if reached in left:
            left.remove(reached)
            raise Died

    with monkeypatch.context() as patched:
        patched.setattr(module, "failpoint", failpoint)
        with pytest.raises(Died):
            end_first(server)
    server.work()
    assert [game.ruleset for game in games(server)] == ["waterloo_grid"]
    found = held(server, name)
    assert len(found.state.results) == 1
    assert list(found.replay.battles) == ["1-1-1", "1-1-2"]
    reports = [mail for mail in server.box(ADA) if f"+{games(server)[0].name}." in str(mail["Reply-To"])]
    assert len(reports) == 1


# --- Robots, files and leagues ------------------------------------------------------------------------------------


def test_a_series_against_a_robot_begins_at_once(server: Server) -> None:
    server.enrol(ADA)
    assert "it begins now" in answer(server.mail(ADA, f"{TWO} AGAINST recruit"))
    end_first(server)
    assert [game.ruleset for game in games(server)] == ["waterloo_grid"]


def test_a_series_from_a_file(server: Server) -> None:
    server.enrol(ADA, BEN)
    assert directing.faults_of(server.context, WEEK) == []
    directing.new(server.context, WEEK)
    directing.open_(server.context, Asked("week"))
    announced = plain(server.mail(ADA, "EVENTS week")[0])
    assert "who has most points of them has won the series" in announced
    assert "none of the fallen are replaced for the next one, half of the routed return" in announced
    for player in (ADA, BEN):
        server.mail(player, "ENTER week")
    assert end_first(server) == "week1"
    assert [game.name for game in games(server)] == ["week2"]
    assert "The battles" in plain(server.mail(BEN, "STANDINGS week")[0])


@pytest.mark.slow
def test_a_league_of_series(server: Server) -> None:
    server.enrol(ADA, BEN, CY)
    league = WEEK.replace('"series"', '"mini-cup"').replace("[series]", "least = 3\nmost = 3\n[series]")
    directing.new(server.context, league)
    directing.open_(server.context, Asked("week"))
    for player in (ADA, BEN, CY):
        server.mail(player, "ENTER week")
    assert len(games(server)) == 3, "the first battle of each series"
    play_all(server)
    assert state_of(server, "week") == "over"
    found = verify(directing.record_of(server.context, Asked("week")).encode().splitlines())
    assert (found.complete, found.results, len(found.taken_on_trust)) == (True, 6, 6)


@pytest.mark.slow
def test_a_knock_out_of_series(server: Server) -> None:
    """Three, of whom the strongest has a bye; in the final he meets who has more points, or more men."""
    server.enrol(ADA, BEN, CY)
    cup = WEEK.replace('"series"', '"knock-out"').replace(
        "[series]", "least = 3\nmost = 4\nstart = 2030-03-01\n[series]"
    )
    directing.new(server.context, cup)
    directing.open_(server.context, Asked("week"))
    for player in (ADA, BEN, CY):
        server.mail(player, "ENTER week")
    directing.start(server.context, Asked("week"))
    server.work()
    assert len(games(server)) == 1, "the first battle of the one series of the first round"
    play_all(server)
    assert state_of(server, "week") == "over"
    found = held(server, "week").state
    assert [len(met.sittings) for met in found.encounters] in ([2, 0, 2], [0, 2, 2])
    assert verify(directing.record_of(server.context, Asked("week")).encode().splitlines()).complete


# --- What goes otherwise ------------------------------------------------------------------------------------------


def test_who_leaves_loses_the_battles_that_are_left(server: Server) -> None:
    name = begun(server)
    server.mail(BEN, f"WITHDRAW {name}")
    found = held(server, name)
    assert state_of(server, name) == "over"
    assert {result.how for result in found.state.results} == {How.WITHDRAWN}
    assert "ada has won the series with 4 to 0 points" in plain(mail_about(server, ADA, "it is over"))
    assert verify(directing.record_of(server.context, Asked(name)).encode().splitlines()).complete


def test_a_battle_that_the_host_calls_off_costs_nothing(server: Server) -> None:
    name = begun(server)
    host_acts.end(server.context, OfHost(games(server)[0].name, "a mistake"), "cancel")
    server.work()
    found = held(server, name)
    assert found.state.results[0].how is How.CANCELLED
    assert found.replay.tolls == {}
    (second,) = games(server)
    began = mustered.of(second)
    assert began is not None
    assert sum(force.foot for force in began.battle.forces) == 2 * 280


def test_battles_that_have_not_begun_by_the_date_are_not_fought(server: Server) -> None:
    name = begun(server)
    with server.store.session() as session:
        session.execute(update(EventRound).values(ends_at=EventRound.opened_at))
    end_first(server)
    assert state_of(server, name) == "over"
    assert held(server, name).state.results[1].how is How.CANCELLED
    assert verify(directing.record_of(server.context, Asked(name)).encode().splitlines()).complete


def test_a_series_that_everybody_has_left_is_called_off(server: Server) -> None:
    server.enrol(ADA)
    server.mail(ADA, TWO)
    server.mail(ADA, "WITHDRAW series1")
    assert state_of(server, "series1") == "cancelled"


def test_a_series_that_nobody_joins_ends(server: Server) -> None:
    server.enrol(ADA)
    server.mail(ADA, TWO)
    with server.store.session() as session:
        found = session.get_one(Event, 1)
        found.created_at -= timedelta(days=31)
        found.look_at = found.created_at
    server.work()
    direction.look(server.context, 1)
    assert state_of(server, "series1") == "cancelled"
    assert any("called off" in each for each in about_cup(server, ADA, "series1"))


def test_both_may_agree_on_a_battle_and_a_director_decides_one(server: Server) -> None:
    name = begun(server)
    (first,) = games(server)
    server.reply(latest_report(server, ADA, first.name), "AGREE LOSS")
    server.reply(latest_report(server, BEN, first.name), "AGREE WIN")
    result = held(server, name).state.results[0]
    assert (result.how, len(result.left)) == (How.AGREED, 2)
    (second,) = games(server)
    assert "is decided" in directing.adjudicate(server.context, Asked(name, "level"), second.name, "draw")
    server.hours_pass(8 * 24)  # for appeals
    server.work()
    assert state_of(server, name) == "over"
    assert [each.how for each in held(server, name).state.results] == [How.AGREED, How.ADJUDICATED]
    assert "ben has won the series with 3 to 1 points" in plain(mail_about(server, BEN, "it is over"))


def test_where_points_and_men_are_equal_it_is_drawn(server: Server) -> None:
    name = begun(server, "SERIES waterloo1895, waterloo1895 hours=2")
    for _ in range(2):
        (game,) = games(server)
        host_acts.end(server.context, OfHost(game.name, "a test"), "draw")
        server.work()
    assert state_of(server, name) == "over"
    end = mail_about(server, ADA, "it is over: the series is drawn")
    assert "The series is drawn, with 2 to 2 points." in plain(end)


def test_where_points_are_equal_the_men_that_are_left_decide(server: Server) -> None:
    begun(server, "SERIES waterloo1895, waterloo1895 hours=2")
    for to in (BEN, ADA):
        # Of who has lost a tenth before, a tenth is less.
        award(server, games(server)[0].name, to)
        server.work()
    end = plain(mail_about(server, ADA, "it is over"))
    left = held(server, "series1").state.results[-1].left
    assert len(set(left.values())) == 2
    best = held(server, "series1").called(max(left, key=lambda each: left[each]))
    assert f"{best} has won the series with 2 to 2 points, by the men that are left." in end


def test_who_beats_everybody_needs_not_fight_on(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """No battle of the usual army ends so; one in which all fall, of whom none return, does."""
    name = begun(server, f"{TWO} routed=0")
    (first,) = games(server)
    loser = next(each.code for each in mustered.of(first).battle.forces if each.side == "attacker")[0]  # type: ignore[union-attr]
    columns = {f"{loser}{at}": Removed(each.foot, each.horse) for at, each in enumerate(USUAL_ARMY, start=1)}
    monkeypatch.setattr(battles, "toll_of", lambda *_: Toll("won", "defender", 2, columns))
    end_first(server)
    assert state_of(server, name) == "over"
    assert held(server, name).state.results[1].how is How.BEATEN
    assert "without a fight" in plain(mail_about(server, ADA, "it is over"))
    assert verify(directing.record_of(server.context, Asked(name)).encode().splitlines()).complete


def test_who_is_out_of_time_has_lost_the_battle_and_the_next_one_begins(server: Server) -> None:
    name = begun(server, f"{TWO} clock=each:1d")
    server.hours_pass(10 * 24)
    server.work()
    found = held(server, name)
    assert found.state.results[0].how is How.TIME
    assert list(found.replay.tolls) == ["1-1-1"]
    assert [game.ruleset for game in games(server)] == ["waterloo_grid"]


def test_a_reserve_fights_on_with_what_is_left(server: Server) -> None:
    server.enrol(ADA, BEN, CY, address("dora"))
    league = WEEK.replace('"series"', '"mini-cup"').replace("[series]", "least = 3\nmost = 3\n[series]")
    directing.new(server.context, league)
    directing.open_(server.context, Asked("week"))
    with server.store.session() as session:  # nobody looks before the fourth is there
        event = session.get_one(Event, 1)
        for player in (ADA, BEN, CY, address("dora")):
            entering.enter(Held(session, server.context, event), people.player_at(session, player))
    server.work()
    for game in games(server):
        award(server, game.name, game.seats[0].player.address)
    server.work()
    server.mail(ADA, "WITHDRAW week")
    found = held(server, "week")
    assert len(games(server)) == 3
    assert all(set(each.left) <= {name.name for name in found.state.entrants} for each in found.state.results)
    for game in games(server):
        award(server, game.name, game.seats[0].player.address)
    server.work()
    assert state_of(server, "week") == "over"
    lines = directing.record_of(server.context, Asked("week")).encode().splitlines()
    files = {**files_of(server, BEN), **files_of(server, CY)}
    of_it = {
        name.removesuffix(".jsonl"): content.splitlines() for name, content in files.items() if name != "week.jsonl"
    }
    checked = verify(lines, [verify_game(each) for each in of_it.values()], of_it)
    assert (checked.complete, len(checked.battles)) == (True, len(of_it))


def test_a_league_asks_for_trial_orders_of_its_first_battle(server: Server) -> None:
    server.enrol(ADA, BEN, CY)
    lines = WEEK.replace('"series"', '"round-robin"').replace(
        "[series]", f"least = 3\nmost = 3\nstart = {starts_in(server)}\n[series]"
    )
    directing.new(server.context, lines)
    directing.open_(server.context, Asked("week"))
    for player in (ADA, BEN, CY):
        server.mail(player, "ENTER week")
    server.hours_pass(17 * 24)
    server.work()
    for player in (ADA, BEN, CY):
        asked = mail_about(server, player, "are you there?")
        order = re.search(r"trial order: (.*?) Any order", plain(asked))
        assert order is not None
        assert "you are there" in " ".join(subject_of(each) for each in server.reply(asked, order[1]))
    server.hours_pass(5 * 24)
    server.work()
    assert [game.ruleset for game in games(server)] == ["waterloo1895"], "of three one rests"


def test_pages_show_a_series_and_its_battles(fought: Server) -> None:
    client = application(fought).test_client()
    told = client.get("/events/series1.json").json
    assert told is not None
    shown = told["pairings"][0]["games"]
    assert [each["page"] for each in shown] == ["/games/waterloo1", "/games/grid2"]
    assert "attacker: ada" in " ".join(each["seats"] for each in shown)
    for path in ("/events", "/events/series1", "/games/waterloo1", "/games/grid2", "/games/grid2/turns/1"):
        assert client.get(path, headers={"Accept": "text/html"}).status_code == 200, path


# --- What people write --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("SERIES", "write the rule sets of its battles in their order"),
        ("SERIES waterloo_wargame", "a series has 2 to 7 battles, and here are 1"),
        (f"SERIES {', '.join(['waterloo_grid'] * 8)}", "a series has 2 to 7 battles, and here are 8"),
        ("SERIES waterloo_grid, conflict", "Conflict has no two armies on a field"),
        ("SERIES waterloo_grid, hundred_days", "has no two armies on a field"),
        ("SERIES waterlo_grid, waterloo1895", "(did you mean waterloo_grid?)"),
        ("SERIES waterloo_grid, chess", 'there is no rule set "chess" here'),
        ("SERIES waterloo_grid,\nBest regards", 'there is no rule set "Best regards" here'),
        (f"{TWO} routed=half", "routed is a number"),
        (f"{TWO} routed=150", "routed is wrong"),
        (f"{TWO} grond=town", "(did you mean ground?)"),
        (f"{TWO} ground=swamp", "ground is wrong"),
        (f"{TWO} ground=open,town,ridge", "one for all battles or one for each of 2"),
        (f"{TWO} with ben@players.example", "SERIES has no WITH"),
        (f"{TWO} rated=on", "a series has no rated"),
        (f"{TWO} army=big", "armies of your own are for event files"),
        (f"{TWO} AGAINST napoleon", 'no robot is called "napoleon"'),
        (f"{TWO} AGAINST two recruits", "you, and one robot"),
        (f"{TWO} clock=soon", "clock"),
        (f"{TWO}\n{TWO}", "a mail opens one series"),
        (f"SERIES {'waterloo_grid, ' * 100}", "a list of battles has 500 signs at the most"),
        (f"SERIES {'x' * 400}", "there is no rule set"),
        (f"{TWO} hours=", "there is no rule set"),
        (f"{TWO} hours=99", "hours is wrong"),
    ],
)
def test_mistakes_are_answered(server: Server, line: str, said: str) -> None:
    server.enrol(ADA)
    assert said in answer(server.mail(ADA, line))


@pytest.mark.parametrize(
    "line",
    [
        "SERIES waterloo 1895, waterloo-grid hours=2 ground=town,open clock=each:3d",
        "series waterloo1895 then waterloo_grid please",
        "SERIES waterloo1895,\nwaterloo_grid hours=2",
        "Seris waterloo1895 and waterloo_grid",
        "SERIES waterloo1895 waterloo_grid\n\nBest regards\nAda",
    ],
)
def test_a_series_may_be_written_so(server: Server, line: str) -> None:
    server.enrol(ADA)
    assert "series1 is open, with 2 battles" in answer(server.mail(ADA, line))
    assert [each.ruleset for each in held(server, "series1").plan.series.battles] == ["waterloo1895", "waterloo_grid"]


def test_words_about_a_series_open_none(server: Server) -> None:
    server.enrol(ADA)
    server.mail(ADA, "Series of attacks, like the last ones.")
    assert "there are no events now" in answer(server.mail(ADA, "EVENTS"))


def test_join_enters_a_series_too_and_as_many_may_be_open(server: Server) -> None:
    server.enrol(ADA, BEN)
    for _ in range(5):
        server.mail(ADA, TWO)
    assert "which look for an opponent" in answer(server.mail(ADA, TWO))
    assert "you are in series2" in answer(server.mail(BEN, "JOIN series2"))
