"""Rules that change while games run: the games wait for the host, nothing is lost, and the record tells of it.

The game is Sealed Bids (tests/toys); its rules become another version between two mails, as by an upgrade.
"""

import json
import sys
from datetime import timedelta

import pytest
from click.testing import CliRunner
from forged import relinked
from inprocess import Server, text_of
from sqlalchemy import select

from pbem.cli import main as pbem
from pbem.games import carry_on as host
from pbem.games import record, turns
from pbem.games.record import Difference, Unreplayed, verify
from pbem.store.models import OrderSet, RecordEntry, Turn

ADA, BEN = "ada@players.example", "ben@players.example"


@pytest.fixture
def game(server, sealed_bids):
    server.begin((ADA, "NEW sealed_bids rounds=2"), (BEN, "JOIN sealed1"))
    return "sealed1"


@pytest.fixture
def upgrade(sealed_bids, monkeypatch):
    """The rules become version 2.0: so does every process that is started from here on."""
    return lambda to="2.0": monkeypatch.setattr(sys.modules["sealed_bids.rules"].Rules, "version", to)


def record_of(server: Server) -> list[str]:
    with server.store.reading() as session:
        return list(session.scalars(select(RecordEntry.body).order_by(RecordEntry.number)))


def words(mail) -> str:
    return " ".join(text_of(mail).split())


@pytest.mark.both_databases
def test_orders_are_answered_plainly_and_kept_and_no_deadline_passes(server, game, upgrade):
    before = record_of(server)
    upgrade()
    [answer] = server.reply(server.latest(ADA), "bid 4")
    assert "sealed1 waits for the host: its rules changed from 1.0 to 2.0." in words(answer)
    assert "nothing in it was carried out" in words(answer)
    assert "waits for the host" in answer["Subject"]
    assert (server.inbox()[-1].state, server.inbox()[-1].reason) == ("held", "its game waits for the host")
    mails = len(server.box(ADA)) + len(server.box(BEN))
    server.hours_pass(200)
    server.work()
    assert record_of(server) == before
    assert len(server.box(ADA)) + len(server.box(BEN)) == mails


@pytest.mark.both_databases
def test_the_host_lets_it_go_on_and_what_waited_is_read(server, game, upgrade):
    server.reply(server.latest(BEN), "bid 2")
    upgrade()
    server.reply(server.latest(ADA), "bid 4")
    server.hours_pass(200)
    assert host.carry_on(server.context, game) == "2.0"
    server.work()
    # Ada's mail is answered; with Ben's, which was in, it completes the turn.
    assert "rules of sealed1 were changed from version 1.0 to 2.0" in words(server.box(BEN)[-2])
    assert "North bid 4, South 2" in words(server.latest(ADA))
    assert server.game(game).version == "2.0"
    for player in (ADA, BEN):
        server.reply(server.latest(player), "bid 1")
    found = verify(record_of(server))
    assert (found.complete, found.turns) == (True, 3)
    assert found.unreplayed == (Unreplayed("1.0", record.__version__, 1),)
    assert [json.loads(line)["kind"] for line in record_of(server)] == ["game", "turn", "rules", "turn", "turn", "end"]


def test_the_clock_begins_anew(server, game, upgrade):
    upgrade()
    server.hours_pass(200)
    host.carry_on(server.context, game)
    server.work()
    assert len(record_of(server)) == 3
    server.hours_pass(49)
    server.work()
    assert "reminder" in server.latest(ADA)["Subject"]
    server.hours_pass(24)
    server.work()
    assert json.loads(record_of(server)[-1])["due"]


def test_an_old_reply_address_is_good_after_it(server, game, upgrade):
    report = server.latest(ADA)
    upgrade()
    host.carry_on(server.context, game)
    server.work()
    [answer] = server.reply(report, "bid 4")
    assert "orders kept" in answer["Subject"]


@pytest.mark.parametrize("asked", ["STATUS", "MAP", "REPORT", "DICE", "RECORD", "hello there"])
def test_questions_about_it_are_answered_with_that_it_waits(server, game, upgrade, asked):
    upgrade()
    [answer] = server.reply(server.latest(ADA), asked)
    assert "waits for the host: its rules changed from 1.0 to 2.0" in words(answer)
    assert "bid" not in words(answer).partition("On Tuesday")[0].lower()


def test_the_list_of_a_player_s_games_says_so(server, game, upgrade):
    upgrade()
    [answer] = server.mail(ADA, "GAMES")
    assert "sealed1 Sealed Bids waits for the host" in words(answer)


def test_a_turn_that_was_complete_is_played_when_the_host_says_so(server, game, upgrade):
    """A worker froze it and died; then came the upgrade."""
    server.reply(server.latest(BEN), "bid 2")
    with server.store.session() as session:
        turn = session.scalars(select(Turn).order_by(Turn.id.desc())).first()
        kept = session.scalars(select(OrderSet)).one()
        session.add(
            OrderSet(
                turn_id=turn.id,
                seat="north",
                inbox_id=1,
                lines='[[1,"bid 4"]]',
                orders=None,
                answer=kept.answer,
                at_once=False,
                state="held",
            )
        )
        turn.ready, turn.state, turn.epoch, turn.lease_until = True, "frozen", 1, turn.asked_at - timedelta(minutes=5)
    upgrade()
    server.work()
    assert not turns.adjudicate(server.context, 1)
    assert len(record_of(server)) == 2
    host.carry_on(server.context, game)
    server.work()
    assert "North bid 4, South 2" in words(server.latest(ADA))
    assert verify(record_of(server)).turns == 2


def test_a_turn_that_is_being_adjudicated_is_left_alone(server, game, upgrade):
    with server.store.session() as session:
        turn = session.scalars(select(Turn).order_by(Turn.id.desc())).first()
        turn.state, turn.lease_until = "frozen", turn.deadline
    upgrade()
    with pytest.raises(host.CannotCarryOn, match="worker"):
        host.carry_on(server.context, game)
    assert len(record_of(server)) == 2


def test_what_has_not_changed_or_is_not_there_cannot_be_carried_on(server, game, upgrade):
    for name in (game, "sealed9"):
        with pytest.raises(host.CannotCarryOn):
            host.carry_on(server.context, name)
    assert len(record_of(server)) == 2


def test_a_position_that_cannot_be_under_the_new_rules_leaves_all_as_it_was(server, game, upgrade):
    with server.store.session() as session:
        turn = session.scalars(select(Turn).order_by(Turn.id.desc())).first()
        turn.position = '{"round": 0, "purses": {}}'
    upgrade()
    with pytest.raises(host.CannotCarryOn, match="position"):
        host.carry_on(server.context, game)
    assert (server.game(game).version, len(record_of(server))) == ("1.0", 2)


def test_a_game_that_waits_for_players_begins_by_the_rules_of_its_beginning(server, sealed_bids, upgrade):
    server.begin((ADA, "NEW sealed_bids rounds=2"), also=(BEN,))
    upgrade()
    server.mail(BEN, "JOIN sealed1")
    assert server.game("sealed1").version == json.loads(record_of(server)[0])["version"] == "2.0"
    assert verify(record_of(server)).turns == 1


# --- The host ----------------------------------------------------------------------------------------------------


def test_the_host_sees_what_waits_for_him_and_lets_it_go_on(server, game, upgrade, monkeypatch):
    monkeypatch.setenv("PBEM_DATA_DIR", str(server.settings.data_dir))
    upgrade()
    listed = CliRunner().invoke(pbem, ["games"])
    assert "sealed1 waits for the host: its rules changed from 1.0 to 2.0" in listed.output
    assert "pbem games carry-on sealed1" in listed.output
    done = CliRunner().invoke(pbem, ["games", "carry-on", "sealed1"])
    assert (done.exit_code, "goes on under version 2.0" in done.output) == (0, True)
    again = CliRunner().invoke(pbem, ["games", "carry-on", "sealed1"])
    assert (again.exit_code, "stays as it is" in again.output) == (1, True)
    assert "sealed1  sealed_bids 2.0  running" in CliRunner().invoke(pbem, ["games"]).output


# --- The record --------------------------------------------------------------------------------------------------


@pytest.fixture
def carried(server, game, upgrade):
    """A record whose rules changed twice."""
    upgrade()
    host.carry_on(server.context, game)
    server.work()
    for player in (ADA, BEN):
        server.reply(server.latest(player), "bid 1")
    upgrade("3.0")
    host.carry_on(server.context, game)
    server.work()
    for player in (ADA, BEN):
        server.reply(server.latest(player), "bid 3")
    return record_of(server)


def test_a_record_tells_by_which_rules_each_part_was_played(carried, upgrade, tmp_path):
    found = verify(carried)
    assert [(part.version, part.turns) for part in found.unreplayed] == [("1.0", 1), ("2.0", 1)]
    path = tmp_path / "sealed1.jsonl"
    path.write_text("\n".join(carried), encoding="utf-8")
    told = " ".join(CliRunner().invoke(pbem, ["verify", str(path)]).output.split())
    assert f"sealed1: sealed_bids, 3 entries, {found.rolls} rolls" in told
    assert "1 entry was played by version 1.0 of the rules" in told
    assert f"only pbem {record.__version__} can play them again" in told
    upgrade("2.0")
    with pytest.raises(Difference, match=r"line 5 of the record: it was played by version 3\.0 .*verify it with pbem"):
        verify(carried)


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (lambda entry: entry["position"]["purses"].update(north=99), "another position"),
        (lambda entry: entry.update({"from": "1.1"}), "changes version 1.1"),
        (lambda entry: entry.update({"from": "1.0", "to": "1.0"}), "changes no rules"),
        (lambda entry: entry.pop("options"), ""),
    ],
)
def test_a_change_of_rules_that_was_made_up_is_found(carried, edit, says):
    where = 2 if "options" not in edit.__code__.co_consts else 4
    with pytest.raises(Difference, match=f"line {where + 1} of the record: .*{says}"):
        verify(relinked(carried, where, edit))


def test_a_position_of_rules_in_between_need_not_be_one_of_those_that_are_here(carried):
    """Version 2.0 may have written what 3.0 does not know: nothing of its part is played again."""
    position = {**json.loads(carried[2])["position"], "debts": {"north": 0, "south": 0}}
    reached = record.hash_of_text(json.dumps(position))
    before = relinked(carried, 1, lambda entry: entry.update(position=reached))
    found = verify(relinked(before, 2, lambda entry: entry.update(position=position)))
    assert [part.version for part in found.unreplayed] == ["1.0", "2.0"]


def test_turns_before_and_after_a_change_cannot_be_altered(carried):
    for number in (1, 3, 5):
        with pytest.raises(Difference, match=f"line {number + (2 if number < 5 else 1)} of the record"):
            verify(relinked(carried, number, lambda entry: entry.update(position="0" * 64)))
