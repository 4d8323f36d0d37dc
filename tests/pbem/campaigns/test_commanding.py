"""Who commands a battle of a campaign of several seats: the commander, his delegate, a superior, a robot."""

from __future__ import annotations

from datetime import timedelta

import pytest
from inprocess import text_of

from core.contract import ATTACKER, DEFENDER, Battle, Force
from pbem.campaigns import commanding
from pbem.campaigns.linked import Kind, game_of
from pbem.games import table
from pbem.rulesets import presentation
from pbem.store.database import now
from pbem.store.models import Delegation, Player

PLAYERS = tuple(f"{name}@players.example" for name in ("ada", "ben", "cy", "dan"))
DELEGATE = "eve@players.example"
BATTLE = Battle(
    "B1",
    "waterloo_grid",
    "town",
    3,
    (Force("F1", ATTACKER, 40, 10, 8, 3, 60), Force("F9", ATTACKER, 30, 0, 0, 3, 30, comes=2),
     Force("P1", DEFENDER, 60, 2, 8, 3, 80)),
    {ATTACKER: ("ney", "napoleon"), DEFENDER: ("blucher", "wellington")},
)  # fmt: skip


@pytest.fixture
def campaign(server):
    """A campaign of four seats that has begun, and a fifth player."""
    server.enrol(*PLAYERS, DELEGATE)
    server.mail(PLAYERS[0], "NEW hundred_days players=4 battles=linked rules=waterloo_grid")
    for player in PLAYERS[1:]:
        server.mail(player, "JOIN days1")
    with server.store.session() as session:
        game = table.find_game(session, "days1")
        assert [seat.name for seat in game.seats] == ["napoleon", "ney", "wellington", "blucher"]
        yield session, game


def commanders(session, game) -> dict[str, tuple[Kind, str | None]]:
    found = game_of(
        BATTLE,
        presentation("waterloo_grid").rules,
        commanding.silent_in(game),
        commanding.delegates_in(session, game),
    )
    return {seat: (each.kind, each.player) for seat, each in found.seats.items()}


def seat_of(game, name):
    return table.seat_named(game, name)


def delegate(session, game, name) -> Player:
    other = next(each for each in session.query(Player) if each.address == DELEGATE)
    seat_of(game, name).delegation = Delegation(player_id=other.id, until=now(session) + timedelta(days=9))
    session.flush()
    session.refresh(seat_of(game, name), ["delegation"])
    return other


def test_who_commands_follows_from_the_seats(campaign):
    session, game = campaign
    assert commanders(session, game) == {"blue": (Kind.COMMANDER, "ney"), "red": (Kind.COMMANDER, "blucher")}
    seat_of(game, "ney").misses = 2
    assert commanders(session, game)["blue"] == (Kind.SUPERIOR, "napoleon")
    delegate(session, game, "ney")
    assert commanders(session, game)["blue"] == (Kind.DELEGATE, "eve")
    seat_of(game, "blucher").player, seat_of(game, "wellington").robot = None, True
    assert commanders(session, game)["red"] == (Kind.ROBOT, None)


def test_whoever_falls_silent_is_followed_by_the_next_of_his_side_and_a_robot_at_last(campaign):
    session, game = campaign
    other = delegate(session, game, "ney")
    standing = commanding.first(game_of(BATTLE, presentation("waterloo_grid").rules))["blue"]
    came = []
    for _ in range(4):
        came.append((standing.command.kind, commanding.player_of(session, game, standing.command)))
        standing = commanding.following(session, game, BATTLE, standing)
    assert came == [
        (Kind.COMMANDER, seat_of(game, "ney").player),
        (Kind.DELEGATE, other),
        (Kind.SUPERIOR, seat_of(game, "napoleon").player),
        (Kind.ROBOT, None),
    ]
    assert standing.command.kind is Kind.ROBOT


def test_who_plays_for_a_commander_in_the_campaign_does_so_in_his_battle(campaign):
    session, game = campaign
    other = delegate(session, game, "ney")
    linked = game_of(BATTLE, presentation("waterloo_grid").rules)
    battle = table.open_named(session, presentation("waterloo_grid"), linked.options, "grid9", b"")
    for seat in battle.seats:
        commanding.sit_down(session, game, seat, linked.seats[seat.name])
    session.flush()
    seats = {seat.name: seat for seat in battle.seats}
    assert seats["blue"].player is seat_of(game, "ney").player
    assert seats["blue"].delegation.player_id == other.id
    assert seats["red"].delegation is None


def test_a_seat_is_told_for_whom_it_commands_and_of_its_own_side_alone(campaign):
    _, game = campaign
    seat_of(game, "ney").misses = 2
    linked = game_of(BATTLE, presentation("waterloo_grid").rules, commanding.silent_in(game))
    standings = commanding.first(linked)
    told = {seat: " ".join(commanding.told(game, linked, seat, each)) for seat, each in standings.items()}
    assert "You attack for Ney in a town, with F1 (4000 foot, 1000 horse, 8 guns)." in told["blue"]
    assert "F9 comes as turn 3 begins." in told["blue"]
    assert "You defend in a town, with P1 (6000 foot, 200 horse, 8 guns)." in told["red"]
    assert "F" not in told["red"].replace("For", "")


def test_a_robot_that_has_its_seat_commands_as_well_as_it_plays(server):
    server.enrol(PLAYERS[0])
    answered = server.mail(PLAYERS[0], "NEW hundred_days battles=linked AGAINST marshal")
    assert "days1" in " ".join(text_of(mail) for mail in answered)
    with server.store.session() as session:
        game = table.find_game(session, "days1")
        linked = game_of(
            between(BATTLE, {ATTACKER: ("napoleon",), DEFENDER: ("coalition",)}),
            presentation("waterloo_grid").rules,
            commanding.silent_in(game),
        )
        assert linked.seats["red"].kind is Kind.COMMANDER
        battle = table.open_named(session, presentation("waterloo_grid"), linked.options, "grid9", b"")
        for seat in battle.seats:
            commanding.sit_down(session, game, seat, linked.seats[seat.name])
        levels = {seat.name: seat.level for seat in battle.seats}
    assert levels == {"blue": None, "red": "marshal"}


def between(battle: Battle, seats) -> Battle:
    return Battle(battle.id, battle.ruleset, battle.ground, battle.hours, battle.forces, seats)
