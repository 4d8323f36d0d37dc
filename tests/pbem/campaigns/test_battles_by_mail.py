"""Battles of a campaign by mail: opened as games, fought, told to the campaign, and verified with its record."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest
from campaigns_by_mail import (
    ADA,
    ATTACK,
    BEN,
    about,
    attack,
    battles,
    begin,
    files_of,
    games,
    latest_report,
    play,
    play_all,
    seats_of,
)
from click.testing import CliRunner
from inprocess import STANDING, Server, subject_of, text_of
from sqlalchemy import select

from core.contract import Level
from core.rulesets.hundred_days.orders import text_of as written
from pbem.campaigns import conduct, record, results
from pbem.cli import main as pbem
from pbem.games import acts, mustered, table
from pbem.games.acts import Asked
from pbem.games.kept_record import KeptRecord
from pbem.games.record import Difference
from pbem.games.record import verify as verify_game
from pbem.store.database import now
from pbem.store.models import Delegation, Game, Player, Seat

HOST_LINE = "result B1 "
CY = "cy@players.example"
MILL = """campaign The mill
start 16 June 1815 15:00
turns 2
rain none
army F french The French
army P coalition The Prussians
place FLE 56.9 35.9 open Fleurus
place LIG 59.1 39.2 open Ligny
place SOM 60.9 40.9 ridge Sombreffe
link FLE LIG road 46
link LIG SOM road 28
column F3 F 168 10 38 4 FLE ready 0 muster 0 Vandamme
column FO F 86 0 24 5 FLE ready 0 muster 0 Guard
column P3 P 120 4 16 3 LIG ready 0 muster 0 Jagow
seat napoleon F 2
seat vandamme F 3 F3
seat henckel P 2
person Napoleon F 2 napoleon with FO
person Vandamme F 0 vandamme with F3
person Henckel P 0 henckel with P3
exit FLE F
exit SOM P
held FLE french
points LIG french 10
points loss 1 join 0 apart 0 cut 0 broken none taken 0
capital none
handicap 7
end"""


def lines_of(server, name: str) -> list[str]:
    with server.store.reading() as session:
        game = table.find_game(session, name)
        assert game is not None
        return KeptRecord(session, game).lines()


def entries_of(server, name: str) -> list[dict]:
    return [msgspec.json.decode(line) for line in lines_of(server, name)]


def acts_of(server, name: str) -> list[dict]:
    return [entry for entry in entries_of(server, name) if entry["kind"] == "act"]


def told_by_host(server, campaign: str) -> list[str]:
    """The lines of the seat `host` in the record of a campaign."""
    turns = [entry for entry in entries_of(server, campaign) if entry["kind"] == "turn"]
    return [line["mailed"] for entry in turns for line in entry["orders"].get("host", ())]


def verified(server, campaign: str):
    """The record of a campaign, verified with those of its battles."""
    fought = [row.game.name for row in battles(server) if row.game is not None and row.game.state == "over"]
    return record.verify(lines_of(server, campaign), [lines_of(server, name) for name in fought])


def award(server, game: str, seat: str) -> None:
    acts.end(server.context, Asked(game, "a test"), "award", (seat,))
    server.work()


@pytest.fixture
def fought(server):
    """A campaign that asks for a battle in the game of 1895, whose game has begun."""
    campaign = begin(server, "waterloo1895")
    attack(server, campaign)
    return campaign


@pytest.mark.both_databases
def test_a_battle_is_opened_between_the_commanders_and_the_clock_of_the_campaign_stands(server):
    campaign = begin(server, "waterloo_grid")
    attack(server, campaign)
    [row] = battles(server)
    game = row.game
    assert (row.name, row.state, game.state, game.ruleset) == ("B1", "playing", "running", "waterloo_grid")
    assert (game.private, game.closed, game.watch, game.rated, game.press) == (True, True, "off", False, "off")
    assert seats_of(server, game.name) == [(ADA, "blue"), (BEN, "red")]
    with server.store.reading() as session:
        turn = table.current_turn(session, table.find_game(session, campaign))
        assert (turn.hosted, turn.deadline, turn.remind_at) == (True, None, None)
        assert msgspec.json.decode(game.terms)["clock"]["seconds"] == 3 * 86_400
    for player in (ADA, BEN):
        [told] = about(server, player, "the clock stands")
        assert f"You command in battle B1: it is {game.name}" in " ".join(text_of(told).split())
        [asked] = server.mail(player, f"STATUS {campaign}")
        assert "The clock stands" in " ".join(text_of(asked).split())
        refused = server.reply(latest_report(server, player, campaign), "continue")[-1]
        assert "the clock stands for a battle" in " ".join(text_of(refused).split())
    server.hours_pass(24 * 2)
    server.work()
    assert battles(server)[0].state == "playing"
    assert len(games(server)) == 2


def test_each_side_is_told_of_its_own_columns_alone(server):
    campaign = begin(server, "waterloo_grid")
    attack(server, campaign)
    name = battles(server)[0].game.name
    first = {player: text_of(about(server, player, f"[{name}")[0]) for player in (ADA, BEN)}
    assert "F4 comes as turn 5 begins." in first[ADA]
    assert "F3 (16800 foot, 1000 horse, 38 guns)" in " ".join(first[ADA].split())
    assert "P1 (8900 foot" in " ".join(first[BEN].split())
    for code in ("F3", "F4", "F7", "FO"):
        assert f"{code} " not in first[BEN].partition("Waterloo on a grid")[0]
    assert "P1" not in first[ADA].partition("Waterloo on a grid")[0]
    # What the record of the battle says in the midst of it may be read by both.
    head, *_ = lines_of(server, name)
    assert not any(code in head for code in ('"F4"', '"FO"', '"F3"', '"P1"'))
    assert msgspec.json.decode(head)["part_of"]["campaign"] == campaign


@pytest.mark.both_databases
def test_what_a_battle_has_cost_comes_in_as_a_line_of_the_host(fought, server):
    game = battles(server)[0].game.name
    award(server, game, "napoleon")
    assert [row.state for row in battles(server)] == ["told"]
    [line] = told_by_host(server, fought)
    assert line.startswith(HOST_LINE)
    assert msgspec.json.decode(line.removeprefix(HOST_LINE))["winner"] == "attacker"
    [began, ended] = acts_of(server, fought)
    assert (began["act"], began["battle"], began["game"]) == ("battle", "B1", game)
    assert (ended["act"], ended["battle"], ended["game"]) == ("fought", "B1", game)
    first, *_, last = entries_of(server, game)
    assert first["part_of"] == {"campaign": fought, "battle": "B1", "head": began["hash"]}
    assert ended["head"] == last["hash"]
    found, battles_found = verified(server, fought)
    assert not found.complete
    assert [(each.battle, each.game) for each in battles_found] == [("B1", game)]
    # The turn was played to its end, and both are asked for the next.
    for player in (ADA, BEN):
        assert "your orders for turn 10" in subject_of(server.latest(player))


TWO = "f3 march lig attack at 13:00\nf7 march lig attack at 13:00\nf2 march qbr attack"


def test_two_battles_that_begin_at_once_are_told_together(server):
    campaign = begin(server, "waterloo1895")
    attack(server, campaign, TWO)
    first, second = battles(server)
    assert (first.name, second.name) == ("B1", "B2")
    [told] = about(server, ADA, "the clock stands")
    for row in (first, second):
        assert f"You command in battle {row.name}: it is {row.game.name}" in " ".join(text_of(told).split())
    award(server, second.game.name, "wellington")
    assert told_by_host(server, campaign) == []
    award(server, first.game.name, "napoleon")
    assert [line.partition(" {")[0] for line in told_by_host(server, campaign)] == ["result B1", "result B2"]
    assert [act["act"] for act in acts_of(server, campaign)] == ["battle", "battle", "fought", "fought"]
    assert [each.battle for each in verified(server, campaign)[1]] == ["B1", "B2"]
    seals = {verify_game(lines_of(server, row.game.name)).seal for row in (first, second)}
    assert len(seals) == 2


def test_a_battle_that_begins_later_in_the_turn_stops_the_clock_again(server):
    campaign = begin(server, "waterloo1895")
    attack(server, campaign, f"{ATTACK}\nf2 march qbr attack")
    [first] = battles(server)
    award(server, first.game.name, "napoleon")
    _, second = battles(server)
    assert (second.name, second.state) == ("B2", "playing")
    assert len(about(server, ADA, "the clock stands")) == 2
    assert about(server, ADA, "your orders for turn 10") == []
    award(server, second.game.name, "wellington")
    assert len(about(server, ADA, "your orders for turn 10")) == 1
    assert [each.battle for each in verified(server, campaign)[1]] == ["B1", "B2"]


def test_a_battle_that_its_host_calls_off_is_decided_by_the_table(fought, server):
    acts.end(server.context, Asked(battles(server)[0].game.name, "a test"), "cancel")
    server.work()
    assert told_by_host(server, fought) == ['result B1 {"ended_by":"abandoned"}']
    assert verified(server, fought)[1][0].game is not None


def test_a_battle_that_cannot_be_fought_is_decided_by_the_table(server):
    """So many men are there that the grid has no room for their units."""
    campaign = begin(server, "waterloo_grid")
    with server.store.reading() as session:
        turn = table.current_turn(session, table.find_game(session, campaign))
        position, number = msgspec.json.decode(turn.position), turn.number
    for column in position["columns"]:
        if column["code"] in ("F3", "P1"):
            column["foot"] = 4000
    acts.correct(server.context, Asked(campaign, "a test"), msgspec.json.encode(position), number)
    server.work()
    attack(server, campaign)
    [row] = battles(server)
    assert (row.state, row.why, row.game) == ("told", "pieces", None)
    assert told_by_host(server, campaign) == ['result B1 {"ended_by":"abandoned"}']
    assert [each.game for each in verified(server, campaign)[1]] == [None]
    assert "your orders for turn 10" in subject_of(server.latest(ADA))


def test_a_battle_whose_time_is_up_is_decided_by_the_table(fought, server):
    game = battles(server)[0].game.name
    acts.hold(server.context, Asked(game, "a test"))
    server.hours_pass(24 * 91)
    server.work()
    assert battles(server)[0].why == "its time is up"
    assert told_by_host(server, fought)[0] == 'result B1 {"ended_by":"abandoned"}'
    assert [act["act"] for act in acts_of(server, game)] == ["hold", "decide"]
    assert verified(server, fought)


def test_whoever_is_silent_in_a_battle_is_followed_by_a_robot(fought, server):
    name = battles(server)[0].game.name
    [(player, _)] = [each for each in seats_of(server, name) if each[1] == "napoleon"]
    assert player == ADA
    server.hours_pass(73)
    server.work()
    play(server, name, but=(ADA,))
    server.hours_pass(73)
    server.work()
    with server.store.reading() as session:
        game = table.find_game(session, name)
        seat = table.seat_named(game, "napoleon")
        assert (seat.robot, seat.level) == (True, None)
    assert not any("CLAIM" in subject_of(mail) for mail in server.box(BEN))
    award(server, name, "wellington")
    assert verified(server, fought)


@pytest.mark.slow
def test_a_delegate_follows_whoever_is_silent_and_a_robot_follows_him(fought, server):
    eve = "eve@players.example"
    server.enrol(eve)
    name = battles(server)[0].game.name
    with server.store.session() as session:
        other = next(each for each in session.scalars(select(Player)) if each.address == eve)
        seat = table.seat_named(table.find_game(session, fought), "napoleon")
        seat.delegation = Delegation(player_id=other.id, until=now(session) + timedelta(days=90))
    for _ in range(2):
        server.hours_pass(73)
        server.work()
        play(server, name, but=(ADA, eve))
    assert (eve, "napoleon") in seats_of(server, name)
    assert "eve plays Napoleon from here on" in " ".join(text_of(about(server, BEN, "another player")[-1]).split())
    [replaced] = [act for act in acts_of(server, name) if act["act"] == "replace"]
    assert (replaced["seat"], replaced["why"]) == ("napoleon", "Napoleon is silent")
    # Nothing that could not be forgotten names him.
    assert "eve" not in battles(server)[0].commands
    for _ in range(2):
        server.hours_pass(73)
        server.work()
        with server.store.reading() as session:
            robot = table.seat_named(table.find_game(session, name), "napoleon").robot
        if not robot:
            play(server, name, but=(ADA, eve))
    assert [act["act"] for act in acts_of(server, name)] == ["replace", "robot"]
    award(server, name, "wellington")
    assert verified(server, fought)


@pytest.fixture
def mill(server):
    """A campaign of three seats: Vandamme attacks Ligny, and his battle is a game; Napoleon stays behind."""
    server.enrol(ADA, BEN, CY)
    server.mail(ADA, f"NEW hundred_days players=3 battles=linked rules=waterloo1895 campaign=below\n{MILL}")
    [campaign] = games(server, "hundred_days", "forming")
    for player, seat in ((BEN, "vandamme"), (CY, "henckel")):
        server.mail(player, f"JOIN {campaign.name} AS {seat}")
    for player, seat in seats_of(server, campaign.name):
        text = "F3 march LIG attack" if seat == "vandamme" else "continue"
        server.reply(latest_report(server, player, campaign.name), text)
    return campaign.name


@pytest.mark.parametrize("more", ["", "\nGAMES", "\n\n-- \nAda"])
def test_a_campaign_of_ones_own_is_opened_by_a_mail_with_its_text(server, more):
    """HD-111: the text goes down to its line `end`; whatever stands below it is no part of it."""
    text = (Path(__file__).parents[3] / "docs" / "campaigns" / "danube-1809.txt").read_text(encoding="utf-8").strip()
    server.enrol(ADA)
    answers = server.mail(ADA, f"NEW hundred_days campaign=below\n{text}{more}")
    assert [game.name for game in games(server, "hundred_days", "forming")] == ["days1"]
    assert "HD-111" not in text_of(answers[0])
    [refused] = server.mail(ADA, f"NEW hundred_days campaign=below\n{text.removesuffix('end')}")
    assert "the last line is: end (HD-111)" in " ".join(text_of(refused).split())


def test_his_commander_in_chief_follows_whoever_is_silent_in_a_battle(mill, server):
    """HD-086: the others of the side stand in for him, in the order of the request, and a robot at last."""
    name = battles(server)[0].game.name
    assert sorted(seats_of(server, name)) == [(BEN, "napoleon"), (CY, "wellington")]
    for _ in range(2):
        server.hours_pass(73)
        server.work()
        play(server, name, but=(BEN,))
    assert sorted(seats_of(server, name)) == [(ADA, "napoleon"), (CY, "wellington")]
    [replaced] = [act for act in acts_of(server, name) if act["act"] == "replace"]
    assert (replaced["seat"], replaced["why"]) == ("napoleon", "Vandamme is silent")
    play_all(server)
    assert told_by_host(server, mill)
    assert verified(server, mill)


def test_a_campaign_that_is_put_right_beside_its_battle_goes_on_with_it(mill, server):
    """The new position asks for the very same battle, which is told to the turn that asks for it now."""
    [row] = battles(server)
    with server.store.reading() as session:
        game = table.find_game(session, mill)
        position = msgspec.json.decode(table.current_turn(session, game).position)
    guard = next(column for column in position["columns"] if column["code"] == "FO")
    guard["fatigue"] = 2
    acts.correct(server.context, Asked(mill, "a test"), msgspec.json.encode(position), row.turn)
    server.work()
    [same] = battles(server)
    assert (same.state, same.game.name, same.game.state) == ("playing", row.game.name, "running")
    assert same.turn > row.turn
    award(server, same.game.name, "wellington")
    assert len(told_by_host(server, mill)) == 1
    assert verified(server, mill)


def test_a_campaign_that_is_set_back_calls_its_battle_off_and_asks_for_another(fought, server):
    first = battles(server)[0].game.name
    acts.rollback(server.context, Asked(fought, "a test"), 2)
    server.work()
    [row] = battles(server)
    assert (row.state, row.game.state) == ("off", "over")
    attack(server, fought)
    _, again = battles(server)
    assert (again.state, again.game.state) == ("playing", "running")
    assert again.game.name != first
    award(server, again.game.name, "wellington")
    found, battles_found = record.verify(lines_of(server, fought), [lines_of(server, again.game.name)])
    assert [each.game for each in battles_found] == [again.game.name]
    assert [act.act for act in found.acts] == ["battle", "rollback", "battle", "fought"]


def test_a_campaign_that_is_held_takes_the_result_when_it_goes_on(fought, server):
    acts.hold(server.context, Asked(fought, "a test"))
    award(server, battles(server)[0].game.name, "napoleon")
    assert battles(server)[0].state == "told"
    assert told_by_host(server, fought) == []
    acts.resume(server.context, Asked(fought, "a test"))
    server.work()
    assert len(told_by_host(server, fought)) == 1
    assert verified(server, fought)


def test_a_campaign_that_waits_for_the_host_is_left_alone_until_it_goes_on(fought, server):
    def played_by(version: str) -> str:
        with server.store.session() as session:
            game = table.find_game(session, fought)
            before, game.version = game.version, version
            return before

    version = played_by("0.1")
    award(server, battles(server)[0].game.name, "napoleon")
    assert battles(server)[0].state == "ended"
    server.mail(ADA, "NEW waterloo1895")
    server.mail(BEN, f"JOIN {games(server, state='forming')[0].name}")
    with server.store.reading() as session:
        assert conduct.due(session) == [], "another game that goes on makes nothing due in it"
    played_by(version)
    server.work()
    assert battles(server)[0].state == "told"


def test_a_host_has_the_turn_carried_out_without_its_battle(fought, server):
    acts.process(server.context, Asked(fought, "a test"))
    server.work()
    [row] = battles(server)
    assert (row.state, row.game.state) == ("off", "over")
    assert told_by_host(server, fought) == []
    assert record.verify(lines_of(server, fought))[1] == ()


def test_a_campaign_that_is_over_calls_its_battles_off(fought, server):
    acts.end(server.context, Asked(fought, "a test"), "draw")
    server.work()
    [row] = battles(server)
    assert (row.state, row.game.state) == ("off", "over")
    assert record.verify(lines_of(server, fought))[0].complete


def test_nothing_of_a_battle_is_offered_again_or_to_others(fought, server):
    game = battles(server)[0].game.name
    server.enrol("cy@players.example")
    assert game not in text_of(server.mail("cy@players.example", "GAMES")[0])
    for line in (f"WATCH {game}", f"RECORD {game}", f"JOIN {game}"):
        answer = text_of(server.mail("cy@players.example", line)[0])
        assert "Ligny" not in answer
        assert "days" not in answer
    award(server, game, "napoleon")
    assert game not in text_of(server.mail("cy@players.example", "HISTORY ada")[0])
    for line in (f"RECORD {game}", f"REPORT {game}"):
        [answer] = server.mail("cy@players.example", line)
        assert not any(part.get_filename() for part in answer.walk())
    assert "is not fought again" in " ".join(text_of(server.mail(ADA, f"REMATCH {game}")[0]).split())


def test_a_campaign_that_was_over_for_long_is_packed_with_its_battles(fought, server):
    game = battles(server)[0].game.name
    award(server, game, "napoleon")
    acts.end(server.context, Asked(fought, "a test"), "draw")
    server.work()
    assert battles(server)[0].state == "sent"
    [sent] = about(server, ADA, f"the record of {game}")
    assert "pbem verify" in text_of(sent)
    server.hours_pass(24 * 800)
    server.work()
    assert (server.game(fought).packed, server.game(game).packed) == (True, True)
    assert [each.game for each in verified(server, fought)[1]] == [game]


def test_a_battle_that_is_being_fought_wants_nothing_done(fought, server):
    [row] = battles(server)
    assert not conduct.look(server.context, row.campaign_id)


# --- Who comes during it ------------------------------------------------------------------------------------------


@pytest.fixture
def on_the_grid(server):
    """A battle on the grid that was fought up to the turn in which F4 comes."""
    campaign = begin(server, "waterloo_grid")
    attack(server, campaign)
    name = battles(server)[0].game.name
    for _ in range(40):
        if any(act["act"] == "enter" for act in acts_of(server, name)):
            return campaign
        play(server, name, rounds=1)
    raise AssertionError("nobody came")


def test_a_report_of_a_battle_is_the_same_whoever_will_come_to_the_enemy(tmp_path):
    """Two campaigns that differ in what a side cannot know give it the same first report of the battle.

    What the mapping lets it know of all who will ever be there is the scale of the bases, which is the same in both.
    """
    found = []
    for number, orders in enumerate((f"{ATTACK}\nfh march lig attack", f"{ATTACK}\nfh hold")):
        server = Server(tmp_path / str(number), seed_key="the same", stands_at=STANDING)
        campaign = begin(server, "waterloo_grid")
        for player, seat in seats_of(server, campaign):
            server.reply(latest_report(server, player, campaign), orders if seat == "napoleon" else "continue")
        name = battles(server)[0].game.name
        text = text_of(about(server, BEN, f"[{name}")[0])
        # The hash of the record covers what is secret.
        found.append(re.sub(r"head [0-9a-f]{64}", "", text))
        mine = text_of(about(server, ADA, f"[{name}")[0])
        assert ("FH comes as turn" in mine) == (number == 0)
        server.store.close()
    assert found[0] == found[1]


def test_who_comes_enters_at_the_turn_and_its_own_side_alone_is_told(on_the_grid, server):
    game = battles(server)[0].game
    [act] = [act for act in acts_of(server, game.name) if act["act"] == "enter"]
    assert act["position"]["turn"] == 5
    assert "columns" not in act
    assert '"F4"' not in msgspec.json.encode(act).decode()
    play(server, game.name, rounds=2)
    told = {
        player: [text_of(mail) for mail in about(server, player, f"[{game.name}") if "come onto" in text_of(mail)]
        for player in (ADA, BEN)
    }
    assert len(told[ADA]) == 1
    assert "F4 has come onto the field." in told[ADA][0]
    assert told[BEN] == []


@pytest.mark.slow
def test_who_has_come_comes_again_when_the_battle_is_set_back(on_the_grid, server):
    name = battles(server)[0].game.name
    turns = sum(entry["kind"] == "turn" for entry in entries_of(server, name))
    acts.rollback(server.context, Asked(name, "a test"), turns)
    server.work()
    for _ in range(10):
        play(server, name, rounds=1)
    entered = [act for act in acts_of(server, name) if act["act"] == "enter"]
    assert len(entered) == 2
    with server.store.reading() as session:
        began = mustered.of(table.find_game(session, name))
    assert [each.column for each in began.entered] == ["F4"]
    award(server, name, "blue")
    assert verified(server, on_the_grid)


def test_a_server_that_lets_nobody_come_is_found_out(server, monkeypatch):
    with monkeypatch.context() as lying:
        lying.setattr(mustered, "come_in", lambda _session, _game, _kept, position: position)
        campaign = begin(server, "waterloo_grid")
        attack(server, campaign)
        name = battles(server)[0].game.name
        for _ in range(12):
            play(server, name, rounds=1)
        award(server, name, "blue")
    assert verify_game(lines_of(server, name)).complete
    with pytest.raises(Difference, match="somebody was to come onto the field"):
        verified(server, campaign)


# --- Tampering ----------------------------------------------------------------------------------------------------


def test_a_server_that_lies_about_what_a_battle_has_cost_is_found_out(fought, server, monkeypatch):
    real = results.lines

    def lying(campaign, position, asked, ends):
        [line] = real(campaign, position, asked, ends)
        columns = {code: msgspec.structs.replace(each, foot=0) for code, each in line.order.columns.items()}
        order = msgspec.structs.replace(line.order, columns=columns)
        return [msgspec.structs.replace(line, order=order, text=written(order))]

    with monkeypatch.context() as patched:
        patched.setattr(conduct.results, "lines", lying)
        award(server, battles(server)[0].game.name, "napoleon")
    assert verify_game(lines_of(server, fought)).turns == 3
    with pytest.raises(Difference, match="by the records of the battles it is"):
        verified(server, fought)


def test_a_server_that_leaves_a_battle_to_the_table_without_need_is_found_out(fought, server, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(conduct.results, "of_game", lambda _session, _game: None)
        award(server, battles(server)[0].game.name, "napoleon")
    with pytest.raises(Difference, match="by the records of the battles it is"):
        verified(server, fought)


def test_the_record_of_a_battle_that_is_not_here_or_is_another_is_no_proof(fought, server):
    award(server, battles(server)[0].game.name, "napoleon")
    game = battles(server)[0].game.name
    campaign, battle = lines_of(server, fought), lines_of(server, game)
    with pytest.raises(Difference, match=f"the record of {game}, which battle B1 was, is not here"):
        record.verify(campaign)
    with pytest.raises(Difference, match="it does not reach the end"):
        record.verify(campaign, [battle[:-1]])
    altered = [line.replace('"attacker', '"defender').replace('"max_rounds":15', '"max_rounds":14') for line in battle]
    with pytest.raises(Difference, match=f"the record of {game}"):
        record.verify(campaign, [altered])
    with pytest.raises(Difference, match=r"is no battle of"):
        record.verify(campaign, [battle, [battle[0].replace(f'"game":"{game}"', '"game":"waterloo99"')]])


def test_pbem_verify_takes_the_records_that_lie_beside_it(fought, server, tmp_path):
    award(server, battles(server)[0].game.name, "napoleon")
    game = battles(server)[0].game.name
    (tmp_path / "campaign.jsonl").write_text("\n".join(lines_of(server, fought)))
    alone = CliRunner().invoke(pbem, ["verify", str(tmp_path / "campaign.jsonl")])
    assert alone.exit_code == 1
    assert f"the record of {game}" in alone.output
    (tmp_path / f"{game}.jsonl").write_text("\n".join(lines_of(server, game)))
    beside = CliRunner().invoke(pbem, ["verify", str(tmp_path / "campaign.jsonl")])
    assert beside.exit_code == 0, beside.output
    assert f"Battle B1 was {game}: waterloo1895" in beside.output
    given = CliRunner().invoke(pbem, ["verify", str(tmp_path / "campaign.jsonl"), str(tmp_path / f"{game}.jsonl")])
    assert given.exit_code == 0, given.output
    (tmp_path / f"{game}.jsonl").write_text("\n".join(lines_of(server, game)[:-1]))
    assert CliRunner().invoke(pbem, ["verify", str(tmp_path / "campaign.jsonl")]).exit_code == 1


# --- Who commands -------------------------------------------------------------------------------------------------


def test_a_robot_commands_the_battles_of_a_seat_that_it_has(server):
    campaign = begin(server, "waterloo1895", "AGAINST recruit", players=(ADA,))
    attack(server, campaign)
    [row] = battles(server)
    with server.store.reading() as session:
        seats = {seat.name: (seat.player_id, seat.level) for seat in session.get_one(Game, row.game.id).seats}
    assert seats["wellington"] == (None, Level.RECRUIT.value)
    assert seats["napoleon"][0] is not None


def test_a_robot_commands_for_whoever_is_silent_in_the_campaign(server):
    campaign = begin(server, "waterloo1895")
    with server.store.session() as session:
        seat = table.seat_named(table.find_game(session, campaign), "coalition")
        session.get_one(Seat, seat.id).misses = 2
    attack_alone(server, campaign)
    [row] = battles(server)
    with server.store.reading() as session:
        game = session.get_one(Game, row.game.id)
        assert [(each.name, each.level) for each in game.seats if each.level] == [("wellington", "officer")]
    [told] = about(server, BEN, "the clock stands")
    assert "A robot commands for you in battle B1" in " ".join(text_of(told).split())


def attack_alone(server, campaign: str) -> None:
    """The French attack, and the others say nothing until their time is up."""
    [(player, _)] = [each for each in seats_of(server, campaign) if each[1] == "napoleon"]
    server.reply(latest_report(server, player, campaign), ATTACK)
    server.hours_pass(73)
    server.work()


# --- To its end ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_campaign_in_which_nobody_answers_any_more_comes_to_its_end(fought, server):
    for _ in range(200):
        if not games(server):
            break
        server.hours_pass(24)
        server.work()
    assert games(server) == []
    assert {row.state for row in battles(server)} == {"sent"}
    assert verified(server, fought)[0].complete


@pytest.mark.slow
@pytest.mark.both_databases
@pytest.mark.parametrize("rules", ["waterloo1895", "waterloo_grid", "waterloo_wargame", "stratego_waterloo"])
def test_a_whole_campaign_with_its_battles_verifies(server, rules):
    campaign = begin(server, rules)
    attack(server, campaign)
    play_all(server)
    assert {row.state for row in battles(server)} == {"sent"}
    files = files_of(server, ADA)
    games_of = [file.splitlines() for name, file in files.items() if name != f"{campaign}.jsonl"]
    found, fought = record.verify(files[f"{campaign}.jsonl"].splitlines(), games_of)
    assert found.complete
    assert [each.game for each in fought if each.game] == [row.game.name for row in battles(server) if row.game]
