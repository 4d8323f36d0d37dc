"""A process is killed between any two steps, and the players notice nothing: the same mails, each once.

The same short game is played by the same mails; in all but the first run, the third process to pass each of some
named places is killed there. On both databases, and killed in other ways: test_kill_points.
"""

import pytest
from marks import Marks
from short_game import ADA, GAMES, NTH, PLACES, TAKEN_OVER, play
from world import world_in


@pytest.fixture(scope="module")
def calm(tmp_path_factory):
    """The mails of a game in which nobody is killed."""
    with world_in(tmp_path_factory.mktemp("calm")) as world:
        return play(world)


# The short form of the club (test_club) does it too, and more besides, on PostgreSQL.
@pytest.mark.slow
def test_kills_change_nothing_in_what_players_receive(calm, tmp_path, monkeypatch):
    """At a quarter of the places, among them a turn that was adjudicated; all of them: the slow battery."""
    places = dict.fromkeys(PLACES[PLACES.index("adjudicated") % GAMES :: GAMES], NTH) | TAKEN_OVER
    marks = Marks(tmp_path / "marks", monkeypatch, **places)
    with world_in(tmp_path / "data") as world:
        assert play(world) == calm
        assert any(drawn for _, drawn in calm[ADA])
        assert all(copy == first for first, copy in world.copies)
        assert set(world.mail_states()) == {"read"}
    marks.were_struck()
