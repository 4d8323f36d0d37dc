"""Whoever pairs a round or takes a result may die at any place: nothing is lost, and nothing is done twice."""

from __future__ import annotations

import re

import pytest
from cups_by_mail import TD, about_cup, address, event_file, games, held, open_event, plain, play, state_of
from inprocess import subject_of

from pbem.events import directing, direction, opening, results
from pbem.events.directing import Asked, CannotDo
from pbem.events.record import verify
from pbem.games import acts as host_acts
from pbem.games.acts import Asked as OfHost
from pbem.runtime import context as runtime_context

ADA, BEN, CY = map(address, ("ada", "ben", "cy"))
STRENGTH = {ADA: 9, BEN: 5, CY: 2}


class Died(BaseException):
    """The end of a process, which nothing catches."""


def dies_once(monkeypatch, module, place: str) -> None:
    left = [place]

    def failpoint(name: str) -> None:
        if name in left:
            left.remove(name)
            raise Died

    monkeypatch.setattr(module, "failpoint", failpoint)


def written_of(server, player: str) -> list[str]:
    """Which games have written to a player who has not answered yet, as often as they have."""
    asked = [re.search(r"\+(\w+)\.(?:north|south)\.", str(mail["Reply-To"])) for mail in server.box(player)]
    return sorted(found[1] for found in asked if found)


@pytest.fixture
def full(server, sealed_bids):
    """A mini-cup that is full, and that nobody has looked at since."""
    open_event(server, event_file(), ADA, BEN, CY, TD)
    for player in (ADA, BEN):
        server.mail(player, "ENTER cup")
    return server


@pytest.mark.parametrize(
    ("module", "place"),
    [
        (direction, "round-paired"),
        (runtime_context, "after-commit-event-game"),
        *(
            pytest.param(runtime_context, place, marks=pytest.mark.slow)
            for place in (
                "before-commit-event-results",
                "after-commit-event-results",
                "before-commit-event-round",
                "after-commit-event-round",
                "before-commit-event-game",
            )
        ),
    ],
)
@pytest.mark.both_databases
def test_a_round_is_opened_once(full, monkeypatch, module, place):
    dies_once(monkeypatch, module, place)
    with pytest.raises(Died):
        full.mail(CY, "ENTER cup")
    full.work()
    assert len(games(full)) == 3
    assert len([said for said in about_cup(full, ADA) if "round 1" in said]) == 1
    assert len(written_of(full, ADA)) == len(set(written_of(full, ADA))) == 2
    play(full, STRENGTH)
    assert state_of(full) == "over"
    assert verify(directing.record_of(full.context, Asked("cup")).encode().splitlines()).complete


@pytest.mark.parametrize(
    ("module", "place"),
    [
        (results, "result-taken"),
        (runtime_context, "after-commit-event-results"),
        pytest.param(direction, "round-paired", marks=pytest.mark.slow),
        *(
            pytest.param(runtime_context, place, marks=pytest.mark.slow)
            for place in ("before-commit-event-results", "before-commit-event-round", "after-commit-event-round")
        ),
    ],
)
@pytest.mark.both_databases
def test_a_result_is_taken_once(full, monkeypatch, module, place):
    full.mail(CY, "ENTER cup")
    with monkeypatch.context() as patched:
        dies_once(patched, module, place)
        with pytest.raises(Died):
            play(full, STRENGTH)
    play(full, STRENGTH)
    full.work()
    assert state_of(full) == "over"
    assert len(held(full).state.results) == 3
    found = verify(directing.record_of(full.context, Asked("cup")).encode().splitlines())
    assert (found.complete, found.results) == (True, 3)
    assert len([said for said in about_cup(full, ADA) if "it is over" in said]) == 1


@pytest.mark.both_databases
@pytest.mark.parametrize("place", ["before-commit-event-act", "after-commit-event-act"])
def test_an_act_of_the_director_is_done_once_or_not_at_all(full, monkeypatch, place):
    full.mail(CY, "ENTER cup")
    game = games(full)[0].name
    asked = Asked("cup", "both are level", TD)
    with monkeypatch.context() as patched:
        dies_once(patched, runtime_context, place)
        with pytest.raises(Died):
            directing.adjudicate(full.context, asked, game, "draw")
    if place.startswith("before"):
        assert len(games(full)) == 3, "nothing of it was done"
        directing.adjudicate(full.context, asked, game, "draw")
    full.work()
    with pytest.raises(CannotDo, match="has ended, and nobody has appealed"):
        directing.adjudicate(full.context, asked, game, "draw")
    play(full, STRENGTH)
    found = verify(directing.record_of(full.context, Asked("cup")).encode().splitlines())
    assert [act.act for act in found.acts].count("adjudicate") == 1
    assert found.results == 3


@pytest.mark.slow
@pytest.mark.both_databases
@pytest.mark.parametrize("place", ["before-commit-appraise", "after-commit-appraise"])
def test_what_robots_make_of_a_position_is_counted_once(full, monkeypatch, place):
    full.mail(CY, "ENTER cup")
    for game in games(full):
        host_acts.hold(full.context, OfHost(game.name, "a test"))
    full.hours_pass(61 * 24)
    with monkeypatch.context() as patched:
        dies_once(patched, runtime_context, place)
        with pytest.raises(Died):
            full.work()
    full.work()
    asked = [mail for mail in full.box(TD) if "is yours to decide" in subject_of(mail)]
    assert len(asked) == 3
    assert all("of 400 robot games" in plain(mail) for mail in asked)


def test_one_look_begins_all_games_of_a_round(full, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr(opening, "begin_next", lambda _context, _event: False)
        with pytest.raises(AssertionError, match="does not come to rest"):
            full.mail(CY, "ENTER cup")
    assert games(full) == []
    assert direction.look(full.context, 1)
    assert len(games(full)) == 3


@pytest.mark.both_databases(quick="both")
def test_two_who_look_at_once_do_the_same_once(full, monkeypatch):
    """Another pairs the round while the first is pairing it, who then finds another epoch, and the work done."""
    again = []

    def failpoint(name: str) -> None:
        if name == "round-paired" and not again:
            again.append(name)
            direction.look(full.context, 1)

    monkeypatch.setattr(direction, "failpoint", failpoint)
    full.mail(CY, "ENTER cup")
    assert again
    assert len(games(full)) == 3
    assert len([said for said in about_cup(full, ADA) if "round 1" in said]) == 1
