"""What a host does to a game: each act changes what it says, stands in the record, and is mailed to every seat.

The game is Sealed Bids (tests/toys): both seats bid secretly at the same time; `resign` runs at once.
"""

import json
import re
import sys

import pytest
from forged import relinked
from hypothesis import given
from hypothesis import strategies as st
from inprocess import Server, subject_of, text_of
from sqlalchemy import select, update

from core.contract import Decision
from core.dice import SeededDice
from pbem.games import acts, desk, record, table, turns
from pbem.games.acts import Asked, CannotAct
from pbem.games.carry_on import carry_on
from pbem.games.kept_record import KeptRecord
from pbem.games.record import Difference, verify
from pbem.store import people
from pbem.store.models import Game, Inbox, Player, RecordEntry, Turn

ADA, BEN, CAROL = "ada@players.example", "ben@players.example", "carol@players.example"
GAME = "sealed1"
WHY = Asked(GAME, "a mail went astray")


@pytest.fixture
def game(server, sealed_bids):
    """A game of three rounds between Ada (north) and Ben (south)."""
    server.begin((ADA, "NEW sealed_bids rounds=3 purse=40"), (BEN, "JOIN sealed1"))
    return GAME


def record_of(server: Server) -> list[str]:
    with server.store.reading() as session:
        return list(session.scalars(select(RecordEntry.body).order_by(RecordEntry.number)))


def file_of(server: Server) -> list[bytes]:
    """The record as players get it: with how they are called below."""
    with server.store.reading() as session:
        game = session.scalars(select(Game)).one()
        return KeptRecord(session, game).file().content.splitlines()


def entries(server: Server, kind: str) -> list[dict]:
    return [entry for entry in map(json.loads, record_of(server)) if entry["kind"] == kind]


def position_of(server: Server) -> dict:
    with server.store.reading() as session:
        return json.loads(session.scalars(select(Turn).order_by(Turn.id.desc())).first().position)


def words(mail) -> str:
    return " ".join(text_of(mail).split())


def both(server: Server) -> tuple[str, str]:
    """The latest mails to the two players, once what is due is done."""
    server.work()
    for player in (ADA, BEN):
        assert max(map(len, text_of(server.latest(player)).split("\n"))) <= 78
    return words(server.latest(ADA)), words(server.latest(BEN))


def report_of(server: Server, player: str):
    """The latest mail that can be answered with orders."""
    return [mail for mail in server.box(player) if f"+{GAME}." in str(mail["Reply-To"])][-1]


def play(server: Server, north: int, south: int) -> None:
    for player, bid in ((ADA, north), (BEN, south)):
        server.reply(report_of(server, player), f"bid {bid}")


# --- Looking -----------------------------------------------------------------------------------------------------


def test_a_host_sees_everything_and_the_seats_are_told_that_he_looked(server, game):
    server.reply(server.latest(ADA), "bid 4")
    found = desk.show(server.context, WHY)
    assert found.orders == {"north": ["bid 4"]}
    assert found.position == position_of(server)
    assert (found.turns, found.game.wanted) == (1, ("north", "south"))
    for told in both(server):
        assert "host, a host of this server, looked at the whole game" in told
        assert "Why: a mail went astray" in told
    [entry] = entries(server, "act")
    assert {key: entry[key] for key in ("act", "who", "why")} == {"act": "show", "who": "host", "why": WHY.why}
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", entry["at"])
    assert "bid 4" in desk.as_text(found)


def test_a_host_reads_the_report_of_a_seat_as_its_player_gets_it(server, game):
    told = desk.report(server.context, WHY, "north")
    assert "[sealed1 North]" in told
    assert "you hold 40 coins" in told
    assert entries(server, "act")[0]["seat"] == "north"
    assert "looked at the report of North" in both(server)[1]


def test_a_preview_throws_dice_of_its_own_and_changes_nothing(server, game):
    server.reply(server.latest(ADA), "bid 4")
    before = position_of(server)
    seen = ["\n".join(desk.preview(server.context, WHY)) for _ in range(6)]
    assert all("A PREVIEW" in told and "North bid 4, South 0" in told for told in seen)
    # Six throws of two dice that all show the same are one in sixty million.
    assert len({re.search(r"Round 2: the prize is \d+", told)[0] for told in seen}) > 1
    assert position_of(server) == before
    assert "was changed" in both(server)[0]
    server.reply(server.latest(BEN), "bid 2")
    assert "North bid 4, South 2" in both(server)[0]


def test_a_preview_counts_the_orders_that_would_count_and_robots_decide_by_chance_of_its_own(server, game, monkeypatch):
    rules = sys.modules["sealed_bids.rules"].Rules
    facts = lambda position: tuple(Decision(seat, "bid", at_deadline="bot") for seat in ("north", "south"))  # noqa: E731
    monkeypatch.setattr(rules, "awaiting", lambda self, position: () if position.outcome else facts(position))
    seen = {re.search(r"North bid \d+, South \d+", next(iter(desk.preview(server.context, WHY))))[0] for _ in range(6)}
    assert len(seen) > 1
    server.hours_pass(73)
    server.work()
    assert re.search(r"North bid \d+, South \d+", words(server.latest(ADA)))
    assert verify(record_of(server)).turns == 2


# --- The turn ----------------------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_a_turn_is_carried_out_before_its_deadline(server, game):
    server.reply(server.latest(ADA), "bid 4")
    assert acts.process(server.context, WHY)
    assert all("North bid 4, South 0" in told for told in both(server))
    assert "has the turn carried out now, as at its deadline" in words(server.box(BEN)[-2])
    assert entries(server, "turn")[-1]["due"]
    assert verify(record_of(server)).acts[0].act == "process"


def test_a_turn_is_not_carried_out_while_a_mail_to_it_is_unread(server, game):
    report = server.latest(ADA)
    server.take_in(b"From: ada@players.example\r\n\r\nbid 4\r\n", str(report["Reply-To"]))
    with pytest.raises(CannotAct, match="not read yet"):
        acts.process(server.context, WHY)
    assert entries(server, "act") == []


def test_a_turn_that_a_worker_has_is_left_to_it(server, game):
    with server.store.session() as session:
        turn = session.scalars(select(Turn)).one()
        turn.state, turn.lease_until = "frozen", turn.deadline
    for act in (
        lambda: acts.process(server.context, WHY),
        lambda: acts.act_for(server.context, WHY, "north", "bid 1"),
        lambda: acts.end(server.context, WHY, "draw"),
    ):
        with pytest.raises(CannotAct, match="being carried out"):
            act()
    assert entries(server, "act") == []
    acts.say(server.context, WHY, "patience")


@pytest.mark.both_databases
def test_orders_for_a_seat_are_judged_and_carried_out_as_if_mailed(server, game):
    acts.act_for(server.context, WHY, "north", "bid 7\n")
    for_ada, for_ben = both(server)
    assert "gave orders for North" in for_ada
    assert "you bid 7" in for_ada
    assert "7" not in for_ben.partition("::")[0]
    server.reply(server.latest(BEN), "bid 2")
    assert "North bid 7, South 2" in both(server)[0]
    assert entries(server, "turn")[-1]["orders"]["north"] == [{"number": 1, "mailed": "bid 7", "orders": ["bid 7"]}]
    assert [entry["kind"] for entry in map(json.loads, record_of(server))] == ["game", "turn", "act", "turn"]


def test_orders_for_a_seat_that_run_at_once_are_carried_out_at_once(server, game):
    acts.act_for(server.context, WHY, "south", "resign")
    assert "North has won" in both(server)[0]
    assert "The host gave these orders for your seat" in words(server.latest(BEN))
    assert verify(record_of(server)).complete


@pytest.mark.parametrize(
    ("orders", "why"), [("bid 100", "BID-006"), ("bid 3\nbid four", "line 2"), ("", "nothing"), ("bid 3\nhello", "2")]
)
def test_orders_for_a_seat_that_are_not_sound_play_nothing(server, game, orders, why):
    with pytest.raises(CannotAct, match=why):
        acts.act_for(server.context, WHY, "north", orders)
    assert entries(server, "act") == []
    assert position_of(server)["round"] == 1


# --- The position ------------------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_a_game_goes_back_and_on_with_other_dice_and_addresses(server, game):
    play(server, 4, 2)
    before = position_of(server)
    play(server, 5, 9)
    old = server.latest(ADA)
    server.reply(old, "bid 1")
    acts.rollback(server.context, WHY, 3)
    assert position_of(server) == before
    for told in both(server):
        assert "set the game back to the position before turn 3 of its record" in told
        assert "Round 2: bid for" in told
        assert "Orders that waited are void" in told
    [answer] = server.reply(old, "bid 1")
    assert "no reply address of ours that still holds, so nothing was played" in words(answer)
    play(server, 5, 9)
    play(server, 3, 3)
    found = verify(record_of(server))
    assert (found.complete, found.turns) == (True, 5)
    assert [(act.act, act.turns, act.about) for act in found.acts] == [("rollback", 3, "to before turn 3")]


def test_a_game_goes_back_several_times_and_no_die_comes_again(server, game):
    play(server, 4, 2)
    for _ in range(4):
        play(server, 5, 9)
        acts.rollback(server.context, WHY, 3)
        server.work()
    with server.store.reading() as session:
        again = table.find_game(session, game)
        dice = table.dice_of(again)
    assert dice.roll(3, 2**40) == SeededDice(bytes.fromhex(again.seed), f"{game}/4", ["", ""]).roll(3, 2**40)
    play(server, 5, 9)
    assert verify(record_of(server)).turns == 7


@given(st.binary(min_size=32, max_size=32), st.integers(0, 5), st.integers(0, 5))
def test_no_die_is_drawn_twice_whatever_the_seed(seed, before, after):
    names = [record.drawn_for("sealed1", times) for times in (before, after)]
    drawn = [[SeededDice(seed, name).roll(turn, 2**62) for turn in range(1, 9)] for name in names]
    assert (drawn[0] == drawn[1]) == (before == after)
    assert before == after or not set(drawn[0]) & set(drawn[1])


@pytest.mark.parametrize("turn", [-1, 0, 1, 4, 99])
def test_a_game_goes_back_to_no_turn_that_was_not_played(server, game, turn):
    play(server, 4, 2)
    play(server, 4, 2)
    with pytest.raises(CannotAct, match="can go back to before turns 2 to 3"):
        acts.rollback(server.context, WHY, turn)
    assert entries(server, "act") == []


def test_a_game_that_was_never_played_cannot_go_back(server, game):
    with pytest.raises(CannotAct, match="no turn to go back to"):
        acts.rollback(server.context, WHY, 2)


def test_a_position_is_corrected_once_its_difference_was_shown(server, game):
    position = position_of(server) | {"purses": {"north": 7, "south": 40}}
    given = json.dumps(position).encode()
    with server.store.reading() as session:
        _, differs, turn = acts.correction(session, server.context, WHY, given)
    assert differs == ["purses.north: 40 -> 7"]
    old = server.latest(BEN)
    acts.correct(server.context, WHY, given, turn)
    assert position_of(server) == position
    assert "corrected the position" in both(server)[0]
    assert "you hold 7 coins" in both(server)[0]
    [answer] = server.reply(old, "bid 1")
    assert "nothing was played" in words(answer)
    for _ in range(3):
        play(server, 1, 2)
    found = verify(record_of(server))
    assert (found.complete, found.acts[0].act) == (True, "correct")


def test_a_correction_is_not_carried_out_on_another_turn_than_it_was_shown_for(server, game):
    given = json.dumps(position_of(server) | {"purses": {"north": 7, "south": 40}}).encode()
    play(server, 1, 2)
    with pytest.raises(CannotAct, match="went on meanwhile"):
        acts.correct(server.context, WHY, given, 1)
    assert entries(server, "act") == []


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (b"{", "cannot be read"),
        (b"[]", "cannot be read"),
        (b"\xff", "cannot be read"),
        (b'{"round": -1, "purses": {}}', "cannot be read"),
        (b'{"round": 1, "purses": {}}', "cannot be: purses"),
        (b'{"a":' * 100_000, "cannot be read"),
    ],
)
def test_a_position_that_cannot_be_corrects_nothing(server, game, given, why):
    with pytest.raises(CannotAct, match=why):
        acts.correct(server.context, WHY, given, 1)
    assert entries(server, "act") == []


def test_a_corrected_position_in_which_the_game_is_over_ends_it(server, game):
    outcome = {"winners": ["south"], "reason": "points", "clause": "BID-008"}
    given = json.dumps(position_of(server) | {"outcome": outcome}).encode()
    acts.correct(server.context, WHY, given, 1)
    assert "the game is over: South has won" in subject_of(server.latest(ADA)) or both(server)
    assert verify(record_of(server)).outcome == outcome
    assert server.game(game).state == "over"


def test_what_was_secret_before_a_game_was_set_back_stays_so(server, game, sealed_bids, monkeypatch):
    """A record that was closed is not open again because the position that hid something is set aside."""
    rules = sys.modules["sealed_bids.rules"].Rules
    monkeypatch.setattr(rules, "open_record", lambda self, position: position.round == 1)
    [answer] = server.mail(ADA, "RECORD sealed1")
    assert "attached as sealed1.jsonl" in words(answer)
    play(server, 4, 2)
    acts.rollback(server.context, WHY, 2)
    server.work()
    for asked in ("RECORD sealed1", "DICE sealed1"):
        [answer] = server.mail(ADA, asked)
        assert "secret for now" in words(answer)


def test_status_counts_turns_as_the_host_does_where_all_may_know_how_many(server, game, monkeypatch):
    play(server, 4, 2)
    [answer] = server.mail(ADA, "STATUS sealed1")
    assert ":: record-turns" not in words(answer)
    monkeypatch.setattr(sys.modules["sealed_bids.rules"].Rules, "open_record", lambda self, position: True)
    [answer] = server.mail(ADA, "STATUS sealed1")
    assert ":: record-turns 2" in words(answer)
    assert desk.show(server.context, WHY).turns == 2


# --- The seats ---------------------------------------------------------------------------------------------------


def test_a_seat_is_given_to_somebody_else_who_plays_on(server, game):
    old = server.latest(ADA)
    acts.replace(server.context, WHY, "north", CAROL)
    server.work()
    first = server.latest(CAROL)
    assert "gave the seat of North to carol" in words(first)
    assert "Round 1: bid for" in words(first)
    assert all("gave the seat of North to carol" in told for told in both(server))
    [answer] = server.reply(old, "bid 1")
    assert "nothing was played" in words(answer)
    server.reply(first, "bid 9")
    server.reply(server.latest(BEN), "bid 2")
    assert "North bid 9, South 2" in words(server.latest(CAROL))
    assert CAROL not in "".join(record_of(server))
    [entry] = entries(server, "act")
    assert entry["seat"] == "north"
    assert entry["player"].startswith("player-")
    assert verify(file_of(server)).acts[0].about == "north: carol"


def test_who_is_made_a_player_so_may_do_what_players_do(server, game):
    acts.replace(server.context, WHY, "north", CAROL)
    server.work()
    [answer] = server.mail(CAROL, "GAMES")
    assert "sealed1" in words(answer)


@pytest.mark.parametrize("address", ["no address", "", BEN, "a@b@c", "x@players.example\r\nBcc: y@z"])
def test_a_seat_is_given_to_nobody_who_cannot_have_it(server, game, address):
    with pytest.raises(CannotAct):
        acts.replace(server.context, WHY, "north", address)
    assert entries(server, "act") == []
    with server.store.reading() as session:
        assert len(session.scalars(select(Player)).all()) == 2


def test_a_seat_without_a_player_is_decided_for_by_the_rules_until_it_is_given(server, game):
    acts.eject(server.context, WHY, "n")
    assert "took the seat of North from" in both(server)[0]
    with pytest.raises(CannotAct, match="nobody sits at North"):
        acts.eject(server.context, WHY, "north")
    [answer] = server.reply(server.latest(ADA), "bid 1")
    assert "nothing was played" in words(answer)
    server.reply(server.latest(BEN), "bid 2")
    assert position_of(server)["round"] == 1
    server.hours_pass(73)
    server.work()
    assert "North bid 0, South 2" in words(server.latest(BEN))
    acts.replace(server.context, WHY, "north", ADA)
    server.work()
    server.reply(server.latest(ADA), "bid 3")
    server.reply(server.latest(BEN), "bid 1")
    assert "North bid 3, South 1" in words(server.latest(ADA))
    assert verify(record_of(server)).turns == 3


# --- The end -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("act", "seats", "says", "winners"),
    [
        ("cancel", (), "cancelled the game", []),
        ("draw", (), "ended the game as a draw", []),
        ("award", ("south",), "awarded the game to South", ["south"]),
    ],
)
@pytest.mark.both_databases
def test_a_game_is_ended_and_its_record_says_how(server, game, act, seats, says, winners):
    play(server, 4, 2)
    last = server.latest(ADA)
    server.reply(last, "bid 3")
    acts.end(server.context, WHY, act, seats)
    for told in both(server):
        assert says in told
        assert f":: dice-seed {server.game(game).seed}" in told
    found = verify(record_of(server))
    assert (found.complete, found.outcome["winners"]) == (True, winners)
    assert [part.get_filename() for part in server.latest(BEN).walk()][-1] == "sealed1.jsonl"
    # Nothing is played any more, whatever is sent and however long it lasts.
    before = record_of(server)
    [answer] = server.reply(last, "bid 3")
    assert "the game is over" in words(answer)
    [answer] = server.reply(last, "REPORT")
    assert "The game is over." in words(answer)
    [answer] = server.reply(last, "STATUS")
    assert "Wanted" not in words(answer).partition("On Tuesday")[0]
    assert "The host has" in words(answer)
    server.hours_pass(300)
    server.work()
    assert record_of(server) == before


def test_a_game_is_awarded_to_a_seat_and_not_drawn_for_one(server, game):
    for act, seats in (("award", ()), ("draw", ("north",)), ("award", ("east",))):
        with pytest.raises(CannotAct):
            acts.end(server.context, WHY, act, seats)
    assert server.game(game).state == "running"


def test_nothing_is_done_to_a_game_that_is_over_but_to_look_at_it(server, game):
    acts.end(server.context, WHY, "cancel")
    before = record_of(server)
    for act in (
        lambda: acts.say(server.context, WHY, "hello"),
        lambda: acts.rollback(server.context, WHY, 2),
        lambda: acts.end(server.context, WHY, "draw"),
        lambda: acts.process(server.context, WHY),
    ):
        with pytest.raises(CannotAct, match="is over"):
            act()
    assert desk.show(server.context, WHY).turns == 1
    assert "The game is over" in desk.report(server.context, WHY, "north")
    assert record_of(server) == before


# --- Words -------------------------------------------------------------------------------------------------------


def test_words_go_to_all_seats_or_to_one_and_not_into_the_record(server, game):
    acts.say(server.context, Asked(GAME, ""), "The server moves on Sunday.\nNo deadline passes then.")
    assert all("The server moves on Sunday." in told and "No deadline passes then." in told for told in both(server))
    acts.say(server.context, Asked(GAME, ""), "Please use plain text.", "south")
    for_ada, for_ben = both(server)
    assert "wrote to South" in for_ada
    assert "plain text" not in for_ada
    assert "plain text" in for_ben
    assert "Sunday" not in "".join(record_of(server))


def test_a_ruling_stands_in_the_record(server, game):
    acts.rule(server.context, Asked(GAME, ""), "A bid of 007 is a bid of 7.")
    assert all("A bid of 007 is a bid of 7." in told for told in both(server))
    assert entries(server, "act")[0]["words"] == "A bid of 007 is a bid of 7."
    assert verify(record_of(server)).acts[0].about == "A bid of 007 is a bid of 7."


@pytest.mark.parametrize("words", ["", " \n ", "x" * 4_001])
def test_words_are_there_and_not_without_end(server, game, words):
    with pytest.raises(CannotAct):
        acts.say(server.context, WHY, words)
    with pytest.raises(CannotAct):
        acts.rule(server.context, WHY, words)
    with pytest.raises(CannotAct):
        acts.rule(server.context, Asked(GAME, "x" * 201), "hello")


# --- Who may -----------------------------------------------------------------------------------------------------


def test_a_host_who_sits_in_a_game_may_not_look_into_it_nor_set_nor_rule(server, game):
    mine = Asked(GAME, "I want to know", "Ada@Players.example")
    given = json.dumps(position_of(server)).encode()
    for act in (
        lambda: desk.show(server.context, mine),
        lambda: desk.report(server.context, mine, "south"),
        lambda: list(desk.preview(server.context, mine)),
        lambda: acts.correct(server.context, mine, given, 1),
        lambda: acts.rule(server.context, mine, "I win"),
    ):
        with pytest.raises(CannotAct, match="where another host has to do this"):
            act()
    assert entries(server, "act") == []
    acts.say(server.context, mine, "hello")
    assert entries(server, "act")[0]["who"] == "ada"


@pytest.fixture
def two_hosts(server):
    server.context.settings = server.settings.model_copy(update={"hosts": [ADA, "hedda@club.example"]})


def test_only_hosts_that_are_set_may_act_and_the_first_is_the_usual_one(server, game, two_hosts):
    with pytest.raises(CannotAct, match="not among the hosts"):
        acts.say(server.context, Asked(GAME, "", BEN), "hello")
    with pytest.raises(CannotAct, match=r"ada@players\.example sits in sealed1"):
        desk.show(server.context, WHY)
    desk.show(server.context, Asked(GAME, "", "hedda@club.example"))
    assert entries(server, "act")[0]["who"] == "hedda"
    assert "hedda@club.example" not in words(server.latest(BEN)) + "".join(record_of(server))


@pytest.mark.parametrize("name", ["nosuch7", ""])
def test_a_game_that_is_not_there_is_said_so(server, game, name):
    with pytest.raises(CannotAct, match="there is no game"):
        desk.show(server.context, Asked(name, "x"))


def test_a_game_that_has_not_begun_has_no_record_to_write_in(server, game):
    server.mail(ADA, "NEW sealed_bids")
    with pytest.raises(CannotAct, match="has not begun"):
        acts.say(server.context, Asked("sealed2", "x"), "hello")


# --- A position changed behind the record ------------------------------------------------------------------------


def _tamper(server: Server) -> None:
    with server.store.session() as session:
        turn = session.scalars(select(Turn).order_by(Turn.id.desc())).first()
        session.execute(
            update(Turn).where(Turn.id == turn.id).values(position=turn.position.replace('"south":38', '"south":99'))
        )


@pytest.mark.both_databases
def test_a_position_that_was_changed_behind_the_record_stops_the_game(server, game):
    play(server, 4, 2)
    good = position_of(server)
    _tamper(server)
    assert position_of(server) != good
    before = record_of(server)
    play(server, 5, 9)
    assert record_of(server) == before
    assert "its position was changed behind its record" in both(server)[0]
    server.hours_pass(300)
    server.work()
    assert record_of(server) == before
    [answer] = server.reply(server.latest(ADA), "bid 6")
    assert "waits for the host" in subject_of(answer)
    with pytest.raises(CannotAct, match="waits for the host"):
        acts.process(server.context, WHY)
    given = json.dumps(good).encode()
    with server.store.reading() as session:
        _, differs, turn = acts.correction(session, server.context, WHY, given)
    assert differs == ["purses.south: 99 -> 38"]
    acts.correct(server.context, WHY, given, turn)
    server.work()
    # The mail that was kept meanwhile went to an address that is retired, and is answered so.
    assert "nothing was played" in words(server.latest(ADA))
    for _ in range(2):
        play(server, 5, 9)
    assert verify(record_of(server)).complete


def test_what_was_played_from_such_a_position_all_the_same_is_named_by_its_turn(server, game, monkeypatch):
    play(server, 4, 2)
    _tamper(server)
    monkeypatch.setattr(turns, "_is_of_the_record", lambda *_: True)
    for _ in range(2):
        play(server, 5, 9)
    with pytest.raises(Difference, match=r"line 4 of the record: turn 3: (event|the orders lead to another position)"):
        verify(record_of(server))


def test_what_a_host_has_played_from_such_a_position_is_not_played_either(server, game):
    play(server, 4, 2)
    _tamper(server)
    for act in (
        lambda: acts.process(server.context, WHY),
        lambda: acts.act_for(server.context, WHY, "north", "bid 3"),
    ):
        with pytest.raises(CannotAct, match="its position was changed behind its record"):
            act()
    assert entries(server, "act") == []
    assert "its position was changed behind its record" in both(server)[1]
    acts.rollback(server.context, WHY, 2)
    assert server.game(game).stopped is None
    assert "set the game back" in both(server)[1]


# --- Rules that change -------------------------------------------------------------------------------------------


def test_a_game_goes_back_to_no_turn_of_other_rules(server, game, monkeypatch):
    play(server, 4, 2)
    acts.rollback(server.context, WHY, 2)
    server.work()
    play(server, 4, 2)
    monkeypatch.setattr(sys.modules["sealed_bids.rules"].Rules, "version", "2.0")
    with pytest.raises(CannotAct, match=r"its rules changed from 1\.0 to 2\.0"):
        desk.show(server.context, WHY)
    carry_on(server.context, game)
    server.work()
    with pytest.raises(CannotAct, match="no turn to go back to"):
        acts.rollback(server.context, WHY, 3)
    play(server, 1, 2)
    with pytest.raises(CannotAct, match="can go back to before turns 4 to 4"):
        acts.rollback(server.context, WHY, 3)
    acts.rollback(server.context, WHY, 4)
    server.work()
    for _ in range(2):
        play(server, 1, 2)
    found = verify(record_of(server))
    assert (found.complete, found.turns, found.unreplayed[0].turns) == (True, 6, 3)
    assert [act.turns for act in found.acts] == [2, 4]


def test_a_game_that_waits_for_its_rules_can_be_ended(server, game, monkeypatch):
    monkeypatch.setattr(sys.modules["sealed_bids.rules"].Rules, "version", "2.0")
    acts.end(server.context, WHY, "cancel")
    assert "cancelled the game" in both(server)[0]
    assert server.game(game).state == "over"


# --- The record --------------------------------------------------------------------------------------------------


@pytest.fixture
def put_right(server, game):
    """The record of a game with a rollback, a correction, a replacement and an award."""
    play(server, 4, 2)
    acts.rollback(server.context, WHY, 2)
    server.work()
    play(server, 4, 2)
    acts.correct(server.context, WHY, json.dumps(position_of(server) | {"round": 1}).encode(), 4)
    server.work()
    acts.replace(server.context, WHY, "north", CAROL)
    server.work()
    server.reply(server.latest(CAROL), "bid 3")
    server.reply(server.latest(BEN), "bid 1")
    acts.end(server.context, WHY, "award", ["north"])
    return record_of(server)


def test_a_record_is_replayed_through_all_that_hosts_did(put_right):
    found = verify(put_right)
    assert [act.act for act in found.acts] == ["rollback", "correct", "replace", "award"]
    assert (found.complete, found.turns, found.outcome["reason"]) == (True, 4, "host-awarded")


@pytest.mark.parametrize(
    ("act", "edit", "says"),
    [
        ("rollback", lambda entry: entry["position"].update(prize=99), "not the position before turn 2"),
        ("rollback", lambda entry: entry.update(turn=9), "before turn 9, and there were 2"),
        ("rollback", lambda entry: entry.update(turn=1), "not the position before turn 1"),
        ("rollback", lambda entry: entry.update(act="say"), "turn 3: "),
        ("correct", lambda entry: entry["position"]["purses"].update(north=1), "turn 4: "),
        ("correct", lambda entry: entry["position"].update(round="x"), "not a well-formed 'act'"),
        ("correct", lambda entry: entry.update(act="bless"), "no act is called 'bless'"),
        ("replace", lambda entry: entry.pop("why"), "not a well-formed 'act'"),
        ("replace", lambda entry: entry.update(who=7), "not a well-formed 'act'"),
        ("replace", lambda entry: entry.update(act="cancel", outcome={}), "goes on after a host has ended it"),
        ("award", lambda entry: entry["outcome"].update(winners=["south"]), "ends otherwise"),
    ],
)
def test_an_act_that_was_made_up_is_found(put_right, act, edit, says):
    [at] = [at for at, line in enumerate(put_right) if json.loads(line).get("act") == act]
    with pytest.raises(Difference, match=says):
        verify(relinked(put_right, at, edit))


def test_every_act_of_the_house_is_known_to_the_record(server):
    assert set(acts.OUTCOMES) == set(record.ENDING)
    assert set(acts.NOT_IN_ONE_S_OWN) <= set(record.OF_HOSTS)


def test_orders_of_the_host_are_kept_as_a_mail_that_was_read(server, game):
    acts.act_for(server.context, WHY, "north", "bid 7\n")
    with server.store.reading() as session:
        row = session.scalars(select(Inbox).order_by(Inbox.id.desc())).first()
        assert (row.transport, row.state, row.seat) == ("host", "read", "north")
        assert row.raw.endswith(b"bid 7\n")


WORK = "ada@work.example"


def test_a_host_is_known_by_all_his_addresses(server, game):
    with server.store.session() as session:
        ada = people.player_at(session, ADA)
        people.add_address(session, ada, WORK)
    with pytest.raises(CannotAct, match="sits in"):
        desk.show(server.context, Asked(game, "", WORK))
    with pytest.raises(CannotAct, match="sits in sealed1 already"):
        acts.replace(server.context, WHY, "south", WORK)


def test_nobody_is_forgotten_while_orders_of_his_count(server, game):
    first = server.latest(ADA)
    server.reply(first, "bid 3")
    acts.replace(server.context, WHY, "north", CAROL)
    server.work()
    server.mail(ADA, "FORGET ME")
    server.reply(next(mail for mail in server.box(ADA) if "forgotten" in mail["Subject"]), "YES")
    with server.store.reading() as session:
        assert people.player_at(session, ADA) is not None
    server.reply(server.latest(BEN), "bid 2")
    assert "North bid 3" in text_of(server.latest(BEN))
    server.work()
    with server.store.reading() as session:
        assert people.player_at(session, ADA) is None
