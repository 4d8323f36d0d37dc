"""Whoever pairs a round or takes a result may die at any place: nothing is lost, and nothing is done twice."""

from __future__ import annotations

import pytest
from cups_by_mail import TD, about_cup, address, event_file, games, held, play, state_of

from pbem.events import directing, direction, results
from pbem.events.directing import Asked
from pbem.events.record import verify
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


@pytest.fixture
def full(server, sealed_bids):
    """A mini-cup that is full, and that nobody has looked at since."""
    server.enrol(ADA, BEN, CY, TD)
    directing.new(server.context, event_file())
    directing.open_(server.context, Asked("cup"))
    for player in (ADA, BEN):
        server.mail(player, "ENTER cup")
    return server


@pytest.mark.parametrize(
    ("module", "place"),
    [
        (runtime_context, "before-commit-event-results"),
        (runtime_context, "after-commit-event-results"),
        (direction, "round-paired"),
        (runtime_context, "before-commit-event-round"),
        (runtime_context, "after-commit-event-round"),
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
    play(full, STRENGTH)
    assert state_of(full) == "over"
    assert verify(directing.record_of(full.context, Asked("cup")).encode().splitlines()).complete


@pytest.mark.parametrize(
    ("module", "place"),
    [(results, "result-taken"), (runtime_context, "before-commit-event-results"), (direction, "round-paired")],
)
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
