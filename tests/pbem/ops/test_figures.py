"""The figures of a running game: a turn is overdue from its deadline until it is adjudicated."""

from __future__ import annotations

import pytest
from inprocess import Server
from sqlalchemy import update

from pbem.ops import figures
from pbem.ops.figures import Figures
from pbem.rulesets.contract import Presentation
from pbem.store.models import Game

ADA, BEN = "ada@players.example", "ben@players.example"


def read(server: Server) -> Figures:
    with server.store.reading() as session:
        return figures.read(session)


@pytest.mark.both_databases
def test_a_turn_is_overdue_until_it_is_adjudicated(server: Server, sealed_bids: Presentation) -> None:
    # To the minute, so that it is no copy of a game that is some minutes old.
    server.enrol(ADA, BEN)
    server.mail(ADA, "NEW sealed_bids")
    server.mail(BEN, "JOIN sealed1")
    assert (read(server).overdue_turns, read(server).longest_overdue) == (0, None)
    server.hours_pass(server.settings.deadline_hours + 2)
    late = read(server)
    assert late.overdue_turns == 1
    assert late.longest_overdue == pytest.approx(7200, abs=60)
    server.work()
    assert read(server).overdue_turns == 0


def test_a_game_that_waits_for_the_host_is_not_overdue(server: Server, sealed_bids: Presentation) -> None:
    server.begin((ADA, "NEW sealed_bids"), (BEN, "JOIN sealed1"))
    server.hours_pass(server.settings.deadline_hours + 2)
    with server.store.session() as session:
        session.execute(update(Game).values(version="of another time"))
    assert read(server).overdue_turns == 0
