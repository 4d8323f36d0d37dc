"""`import pbem`: a game in a few lines, for every rule set and for one that others installed."""

from __future__ import annotations

import subprocess
import sys
from typing import Any
from xml.etree import ElementTree

import pytest

import pbem
from pbem.rulesets.contract import Presentation

HEAVY = ("rq", "redis", "sqlalchemy", "flask", "alembic")


def played(ruleset: str, rounds: int, seed: int = 3, **options: Any) -> pbem.Game:
    """A game that robots have played for so many rounds of orders."""
    game = pbem.game(ruleset, seed=seed, **options)
    for turn in range(rounds):
        for seat in list(game.awaiting):
            if seat in game.awaiting:
                assert all(answer.mark.startswith("ok") for answer in game.play(game.bot(turn, seat), seat))
    return game


@pytest.mark.parametrize("ruleset", pbem.rule_sets())
def test_every_game_can_be_played_from_a_notebook(ruleset: str) -> None:
    game = played(ruleset, 4)
    seat = next(iter(game.awaiting))
    assert game.awaiting
    assert game.legal(seat, 3)
    assert len(set(game.legal(seat, 3))) == len(game.legal(seat, 3)) <= 3
    assert all(answer.mark.startswith("ok") for answer in game.check(game.random(1, seat), seat))
    assert game.rolls
    assert game.outcome is None
    assert game.view(seat)["seat"] == seat
    assert game.view(None)["seat"] is None
    assert str(game) == game.board
    assert max(map(len, game.board.split("\n"))) <= 78
    assert repr(game) == f"<pbem.Game {ruleset}: {game.status}>"
    assert ElementTree.fromstring(game._repr_svg_()).tag == "{http://www.w3.org/2000/svg}svg"


@pytest.mark.parametrize("ruleset", pbem.rule_sets())
def test_a_seed_makes_a_game(ruleset: str) -> None:
    one, again, other = played(ruleset, 3), played(ruleset, 3), played(ruleset, 3, seed=4)
    assert one.position == again.position
    assert one.rolls == again.rolls
    assert one.events == again.events
    assert one.commitment == again.commitment != other.commitment
    assert one.rolls != other.rolls


def test_a_game_without_a_seed_is_the_one_of_seed_nought() -> None:
    games = [pbem.game("conflict", seed=0), pbem.game("conflict"), pbem.Game("conflict")]
    for game in games:
        for turn in range(3):
            game.play(game.random(seed=turn, seat=next(iter(game.awaiting))), seat=next(iter(game.awaiting)))
    assert games[0].position == games[1].position == games[2].position


def test_orders_that_cannot_be_change_nothing() -> None:
    game = pbem.game("conflict", players=2, seed=5)
    before = game.position
    [answer] = game.play("ar1 4 to l9")
    assert (answer.number, answer.mark) == (1, "no")
    assert "CON-023" in str(answer)
    assert game.position == before


def test_secret_orders_wait_for_each_other(sealed_bids: Presentation) -> None:
    game = pbem.game("sealed_bids", seed=1)
    assert game.awaiting.keys() == {"north", "south"}
    with pytest.raises(pbem.OrdersWanted, match="name a seat: north, south owe orders"):
        game.play("bid 3")
    game.play("bid 3", "N")
    assert (game.awaiting.keys(), len(game.events)) == ({"south"}, 1)
    game.play("bid 4")
    assert game.position.points["south"] > 0
    assert game.awaiting.keys() == {"north", "south"}
    game.play("resign", "north")
    assert game.outcome is not None
    assert game.awaiting == {}
    with pytest.raises(pbem.OrdersWanted, match="no seat owes orders now"):
        game.play("bid 1")


def test_orders_at_once_take_along_what_was_kept_for_the_turn(
    sealed_bids: Presentation, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, sent = pbem.game("sealed_bids", seed=1), []
    rules = type(game.rules)
    adjudicate = rules.adjudicate
    monkeypatch.setattr(
        rules,
        "adjudicate",
        lambda self, at, orders, dice: sent.append(set(orders)) or adjudicate(self, at, orders, dice),
    )
    game.play("bid 3", "north")
    game.play("resign", "south")
    assert sent == [{"north", "south"}]


def test_a_seat_that_is_not_there_is_said() -> None:
    with pytest.raises(pbem.OrdersWanted, match='there is no seat "purple"; there is red, green'):
        pbem.game("conflict", players=2).play("", "purple")


def test_importing_and_playing_loads_nothing_of_the_server() -> None:
    code = (
        "import sys, pbem\n"
        "game = pbem.game('waterloo1895', mode='little')\n"
        "game.play(game.bot()) if len(game.awaiting) == 1 else game.play(game.bot(seat='napoleon'), 'napoleon')\n"
        f"print([name for name in {HEAVY} if name in sys.modules])"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert loaded.stdout == "[]\n"


def test_the_face_is_what_dir_says() -> None:
    assert dir(pbem) == sorted(["Answer", "Game", "OrdersWanted", "__version__", "game", "rule_sets"])
    assert all(getattr(pbem, name) for name in dir(pbem))
    with pytest.raises(AttributeError, match="no attribute 'play_all'"):
        pbem.play_all  # noqa: B018
