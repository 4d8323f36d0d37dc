"""Whoever opens a battle or takes its end may die at any place: nothing is lost, and nothing is done twice."""

from __future__ import annotations

import msgspec
import pytest
from campaigns_by_mail import ADA, ATTACK, BEN, about, attack, battles, begin, games, latest_report, seats_of

from pbem.campaigns import conduct, record
from pbem.games import acts, table, turns
from pbem.games.acts import Asked
from pbem.games.kept_record import KeptRecord
from pbem.runtime import context as runtime_context


class Died(BaseException):
    """The end of a process, which nothing catches."""


def dies_once(monkeypatch, module, place: str) -> list[str]:
    left = [place]

    def failpoint(name: str) -> None:
        if name in left:
            left.remove(name)
            raise Died

    monkeypatch.setattr(module, "failpoint", failpoint)
    return left


def lines_of(server, name: str) -> list[str]:
    with server.store.reading() as session:
        return KeptRecord(session, table.find_game(session, name)).lines()


def acts_of(server, name: str) -> list[str]:
    entries = [msgspec.json.decode(line) for line in lines_of(server, name)]
    return [entry["act"] for entry in entries if entry["kind"] == "act"]


OPENING = [
    (runtime_context, "after-commit-battle-told"),
    (runtime_context, "before-commit-battle-game"),
    (runtime_context, "before-commit-settle"),
    (runtime_context, "after-commit-settle"),
    (conduct, "battles-seen-to"),
    (runtime_context, "before-commit-battle-told"),
    (runtime_context, "after-commit-battle-game"),
]
ENDING = [
    (runtime_context, "after-commit-battle-end"),
    (runtime_context, "after-commit-battle-told"),
    (runtime_context, "before-commit-battle-end"),
    (conduct, "battles-seen-to"),
    (runtime_context, "before-commit-battle-told"),
    (conduct, "result-given"),
    (runtime_context, "before-commit-freeze"),
    (runtime_context, "after-commit-freeze"),
    (turns, "adjudicated"),
    (runtime_context, "before-commit-settle"),
    (runtime_context, "after-commit-settle"),
]
FIRST = 2  # of each in the quick suite, on SQLite; all of them on both databases take minutes


@pytest.mark.parametrize(("module", "place"), OPENING[:FIRST])
def test_a_battle_is_opened_once(server, monkeypatch, module, place):
    opens_once(server, monkeypatch, module, place)


@pytest.mark.slow
@pytest.mark.both_databases
@pytest.mark.parametrize(("module", "place"), OPENING)
def test_a_battle_is_opened_once_wherever_somebody_dies(server, monkeypatch, module, place):
    opens_once(server, monkeypatch, module, place)


@pytest.mark.parametrize(("module", "place"), ENDING[:FIRST])
def test_a_result_is_given_once(server, monkeypatch, module, place):
    is_told_once(server, monkeypatch, module, place)


@pytest.mark.slow
@pytest.mark.both_databases
@pytest.mark.parametrize(("module", "place"), ENDING)
def test_a_result_is_given_once_wherever_somebody_dies(server, monkeypatch, module, place):
    is_told_once(server, monkeypatch, module, place)


def opens_once(server, monkeypatch, module, place: str) -> None:
    campaign = begin(server, "waterloo1895")
    with monkeypatch.context() as patched:
        left = dies_once(patched, module, place)
        with pytest.raises(Died):
            attack(server, campaign)
        assert not left
    server.hours_pass(1)  # the lease of a worker that died is over
    for player, seat in seats_of(server, campaign):
        if not are_in(server, campaign, seat):
            server.reply(latest_report(server, player, campaign), ATTACK if seat == "napoleon" else "continue")
    server.work()
    [row] = battles(server)
    assert (row.state, row.game.state) == ("playing", "running")
    assert len(games(server)) == 2
    assert acts_of(server, campaign) == ["battle"]
    for player in (ADA, BEN):
        assert len(about(server, player, "the clock stands")) == 1
        assert len(about(server, player, f"[{row.game.name}")) == 1


def are_in(server, campaign: str, seat: str) -> bool:
    """Whether the orders of the first turn are in, or it was played."""
    with server.store.reading() as session:
        turn = table.current_turn(session, table.find_game(session, campaign))
        return turn.number > 1 or turn.state == "frozen" or seat in turns._held_orders(session, turn)


def is_told_once(server, monkeypatch, module, place: str) -> None:
    campaign = begin(server, "waterloo1895")
    attack(server, campaign)
    game = battles(server)[0].game.name
    acts.end(server.context, Asked(game, "a test"), "award", ("napoleon",))
    with monkeypatch.context() as patched:
        left = dies_once(patched, module, place)
        with pytest.raises(Died):
            server.work()
        assert not left
    server.hours_pass(1)  # the lease of a worker that died is over
    server.work()
    assert [row.state for row in battles(server)] == ["told"]
    assert acts_of(server, campaign) == ["battle", "fought"]
    found, fought = record.verify(lines_of(server, campaign), [lines_of(server, game)])
    assert (found.turns, [each.game for each in fought]) == (3, [game])
    for player in (ADA, BEN):
        assert len(about(server, player, "your orders for turn 10")) == 1


def test_two_who_look_at_once_do_the_same_once(server, monkeypatch):
    """Another opens the battles while the first is about to, who then finds the work done."""
    again = []

    def failpoint(name: str) -> None:
        if name == "battles-seen-to" and not again:
            again.append(name)
            conduct.look(server.context, 1)

    monkeypatch.setattr(conduct, "failpoint", failpoint)
    campaign = begin(server, "waterloo1895")
    attack(server, campaign)
    assert again
    assert len(battles(server)) == 1
    assert acts_of(server, campaign) == ["battle"]
