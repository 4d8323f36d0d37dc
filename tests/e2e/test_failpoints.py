"""A process is killed between any two steps, and the players notice nothing: the same mails, each once.

The same short game is played by the same mails; in all but the first run, the third process to pass each of some
named places is killed there. Only what differs by nature is taken out before the mails are compared: the dates, and
the hash of the record, which calls players by words drawn for each game.

Orders that complete a turn freeze it as they are read; a transaction of its own freezes it only for whoever takes it
over from a worker that was killed. So these places are passed after a kill in the same game, and sooner.
"""

import re
from hashlib import sha256

import pytest
from sqlalchemy import create_engine, text
from world import world_in

ADA, BEN = "ada@players.example", "ben@players.example"

# Every place is passed at least so often in the game below, four times by adjudications.
NTH = 3

PLACES = [
    *("mail-stored", "before-commit-claim-mail", "after-commit-claim-mail", "mail-parsed"),
    *("before-commit-read-mail", "after-commit-read-mail", "before-commit-settle", "after-commit-settle"),
    *("before-commit-claim-delivery", "after-commit-claim-delivery", "smtp-accepted", "before-commit-delivery-sent"),
    *("after-commit-delivery-sent", "adjudicated", "pictures-drawn"),
]
# The first to take over is killed before it has frozen the turn, and the next once it has.
TAKEN_OVER = {"before-commit-freeze": 1, "after-commit-freeze": 1}
GAMES = 4


def play(world):
    """A short game from strangers to a resignation; what each player got, in order."""
    world.write(ADA, "NEW waterloo1895")
    world.reply(world.next(ADA, "answer this mail"), "")
    world.next(ADA, "is open")
    world.write(BEN, "JOIN waterloo1")
    world.reply(world.next(BEN, "answer this mail"), "")
    world.reply(world.next(ADA, "post your army"), "place default")
    world.next(ADA, "Wellington has still to post")
    world.reply(world.next(BEN, "post your army"), "place default")
    world.reply(world.next(ADA, "your throw"), "auto")
    world.next(BEN, "your throw")
    world.reply(world.next(ADA, "Wellington to move"), "resign")
    world.reply(world.next(ADA, "answer with YES"), "YES")
    for player in (ADA, BEN):
        world.next(player, "game is over")
    return {player: [plain(mail) for to, mail in world.seen if to == player] for player in (ADA, BEN)}


def plain(mail):
    """A mail's subject, text and pictures without what is different in every run."""
    part = next(part for part in mail.walk() if part.get_content_type() == "text/plain")
    shown = f"{mail['Subject']}\n{part.get_payload(decode=True).decode()}".replace("\r\n", "\n")
    shown = re.sub(r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun) +\d+ \w+ \d\d:\d\d UTC", "DATE", " ".join(shown.split()))
    shown = re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\dZ", "DATE", shown)
    return re.sub(r":: head [0-9a-f]{64}", ":: head HASH", shown), pictures(mail)


def pictures(mail):
    """The pictures of a mail, by their hashes."""
    images = [part for part in mail.walk() if part.get_content_type() == "image/png"]
    return [sha256(part.get_payload(decode=True)).hexdigest() for part in images]


@pytest.fixture(scope="module")
def calm(tmp_path_factory):
    """The mails of a game in which nobody is killed."""
    with world_in(tmp_path_factory.mktemp("calm")) as world:
        return play(world)


@pytest.mark.parametrize("game", range(GAMES))
def test_kills_change_nothing_in_what_players_receive(calm, tmp_path, monkeypatch, game):
    """Each game suffers a quarter of the kills, places that are far apart."""
    places = dict.fromkeys(PLACES[game::GAMES], NTH)
    if "adjudicated" in places:
        places |= TAKEN_OVER
    marks = tmp_path / "marks"
    marks.mkdir()
    monkeypatch.setenv("PBEM_FAIL_AT", ",".join(f"{place}:{nth}" for place, nth in places.items()))
    monkeypatch.setenv("PBEM_FAIL_MARKS", str(marks))
    with world_in(tmp_path / "data") as world:
        assert play(world) == calm
        assert any(drawn for _, drawn in calm[ADA])
        assert all(copy == first for first, copy in world.copies)
        with create_engine(world.settings.database).connect() as rows:
            assert set(rows.execute(text("SELECT DISTINCT state FROM inbox")).scalars()) == {"read"}
    for place, nth in places.items():
        assert len((marks / place).read_bytes()) >= nth, f"{place} was not passed often enough to be killed there"
