"""A club as it is run, with everything that befalls one at once: every mail comes, once, and is that of a calm game.

Postfix, Dovecot, PostgreSQL and Redis are real, and so are the mailboxes of the players. Each few seconds one of three
workers is killed, and a fifth of the mails that go out is told to come again. `tox -e club` plays whole games, on one
host and on two whose line is cut; a short game is played with every change.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import TypeAlias

import pytest
from beside import beside
from clubhouse import DOORS, Clubhouse, clubhouse
from inprocess import subject_of
from namespaces import two_hosts
from postgresql import database as postgresql_database
from short_game import ADA, BEN, Shown, play, shown_to
from world import World, world_in

from pbem.ops.demo import files_of, orders_wanted
from pbem.rulesets import presentation

pytestmark = pytest.mark.needs_host

# The line is cut once so many mails have come, and for so many seconds.
CUT_AFTER, CUT_FOR_S = 4, 75
PATIENT_S = 300
WHOLE, SEED = "waterloo1895", 3
Box: TypeAlias = dict[str, list[Shown]]


@pytest.fixture
def database(postgresql: str) -> Iterator[str]:
    with postgresql_database(postgresql) as url:
        yield url


@pytest.fixture(scope="module")
def calm_short(tmp_path_factory: pytest.TempPathFactory) -> Box:
    """What players get in a short game to which nothing happens."""
    with world_in(tmp_path_factory.mktemp("calm")) as world:
        return play(world)


@pytest.fixture(scope="module")
def calm_whole(tmp_path_factory: pytest.TempPathFactory) -> Box:
    """The same of a whole game."""
    with world_in(tmp_path_factory.mktemp("calm")) as world:
        return play_to_the_end(world)


@pytest.mark.timeout(600)
def test_a_short_game_through_a_club_in_which_everything_goes_wrong(
    calm_short: Box, tmp_path: Path, database: str
) -> None:
    with clubhouse(tmp_path, database, "lmtp", later=True) as club:
        with beside(club.kill_workers, club.end_pauses):
            assert play(club) == calm_short
            club.everything_came()
        befell(club, killed=2, later=1)


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.slow
@pytest.mark.timeout(3000)
def test_a_whole_game_through_a_club_in_which_everything_goes_wrong(
    calm_whole: Box, tmp_path: Path, database: str, door: str
) -> None:
    with clubhouse(tmp_path, database, door, later=True) as club:
        with beside(club.kill_workers, club.end_pauses):
            assert play_to_the_end(club) == calm_whole
            club.everything_came()
        befell(club, killed=10, later=10)


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.slow
@pytest.mark.timeout(3000)
def test_two_hosts_whose_line_is_cut(calm_short: Box, tmp_path: Path, database: str, door: str) -> None:
    """The mail server and the club do not reach each other for more than a minute, in the midst of a game."""
    with two_hosts() as line, clubhouse(tmp_path, database, door, later=True, hosts=line.hosts) as club:

        def cut(over: Event) -> None:
            while len(club.seen) < CUT_AFTER and not over.wait(0.2):
                pass
            was_cut.append(len(club.seen))
            line.cut(CUT_FOR_S)
            was_mended.append(len(club.seen))

        was_cut: list[int] = []
        was_mended: list[int] = []
        club.patience = PATIENT_S
        with beside(club.kill_workers, club.end_pauses, cut):
            assert play(club) == calm_short
            club.everything_came()
        befell(club, killed=3, later=1)
        # The game had begun, and had not ended; of what was on its way one mail at most was taken already.
        assert 0 < was_cut[0] <= was_mended[0] < len(club.seen)


def befell(club: Clubhouse, killed: int, later: int) -> None:
    """See that what was to befall the club did."""
    print(f"{club.killed} workers killed, {club.told_later} mails told to come again, {len(club.copies)} copies")
    assert club.killed >= killed
    assert club.told_later >= later


def play_to_the_end(world: World) -> Box:
    """A whole game, which bots play that know no more than their mails say; what each player got, in order."""
    words = presentation(WHOLE)
    for player, wish in ((ADA, f"NEW {WHOLE}"), (BEN, "JOIN waterloo1")):
        world.write(player, wish)
        world.reply(world.next(player, "answer this mail"), "")
        world.next(player, "is open|you play")
    # Both are asked at once; in which order they answer is seen in their mails.
    for player, then in ((ADA, "Wellington has still to post"), (BEN, "")):
        mail = world.next(player, "post your army")
        world.reply(mail, str(orders_wanted(words, files_of(mail), SEED)))
        world.next(ADA, then)
    left = {ADA, BEN}
    while left:
        player, mail = world.next_to_anybody()
        orders = orders_wanted(words, files_of(mail), SEED)
        if orders is not None:
            world.reply(mail, orders)
        if "game is over" in subject_of(mail):
            left.remove(player)
    return shown_to(world)
