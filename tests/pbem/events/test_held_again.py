"""The same event held again comes to the same tables: pairings, lots and dice hang on its seed, and on nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from cups_by_mail import TD, address, check_in, event_file, games, held, play, starts_in, state_of
from inprocess import Server
from pydantic import SecretStr

from pbem.events import course, directing
from pbem.events.directing import Asked

PLAYERS = tuple(address(name) for name in ("ada", "ben", "cy", "dan", "eve"))
# Two are as strong as each other, so that the dice decide between them.
STRENGTH = dict(zip(PLAYERS, (4, 3, 3, 2, 2), strict=True))


def hold(server: Server, key: str) -> tuple[object, ...]:
    """A Swiss of five with a withdrawal and a silent player; what it came to, hashes of records left out."""
    server.enrol(*PLAYERS, TD)
    server.settings.seed_key = SecretStr(key)
    file = event_file(format="swiss", least=5, most=5, start=starts_in(server), settings={"rounds": 3})
    directing.new(server.context, file)
    directing.open_(server.context, Asked("cup"))
    for player in PLAYERS:
        server.mail(player, "ENTER cup")
    check_in(server, *PLAYERS)
    play(server, STRENGTH, but=(PLAYERS[4],))
    server.hours_pass(32 * 24)
    server.work()
    server.mail(PLAYERS[3], "WITHDRAW cup")
    while state_of(server) == "running" and games(server):
        play(server, STRENGTH)
    assert state_of(server) == "over"
    found = held(server)
    results = sorted((each.sitting, each.places, each.how, each.margin, each.misses) for each in found.state.results)
    paired = [(met.round, met.number, met.entrants) for met in found.state.encounters]
    return tuple(results), paired, course.standings_rows(found.state, found.draw), found.names()


@pytest.fixture
def again(sealed_bids, tmp_path: Path):
    """Another server, with a database of its own."""
    made = Server(tmp_path / "again")
    yield made
    made.store.close()


def test_the_same_event_held_again_gives_the_same_tables(server, sealed_bids, again):
    assert hold(server, "one key") == hold(again, "one key")


@pytest.mark.slow
def test_under_another_seed_it_is_another_event(server, sealed_bids, again):
    assert hold(server, "one key") != hold(again, "another key")
