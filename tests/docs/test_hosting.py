"""docs/hosting.md, "Backup, and going back to it": its commands are what is run here, while the server is at work."""

from __future__ import annotations

import re
import subprocess
from email.message import Message
from pathlib import Path
from random import Random

import pytest
from inprocess import STANDING, Server, subject_of, text_of
from programs import program
from sqlalchemy import select

from pbem.games import table
from pbem.games.record import verify
from pbem.rulesets import presentation
from pbem.store.models import RecordEntry

PAGE = Path(__file__).parents[2] / "docs" / "hosting.md"
ADA, BEN = "ada@players.example", "ben@players.example"
GAME = "conflict1"

pytestmark = pytest.mark.needs_host


def commands(heading: str) -> list[str]:
    """The blocks of shell commands below a heading of the page, in order."""
    part = re.search(
        rf"^## \d+\. {re.escape(heading)}\n(.*?)(?=^## |\Z)", PAGE.read_text(encoding="utf-8"), re.M | re.S
    )
    assert part is not None, f"the page has no part {heading!r}"
    return re.findall(r"^```sh\n(.*?)^```$", part[1], re.M | re.S)


def run(block: str, folder: Path) -> None:
    subprocess.run(["sh", "-e", "-c", block], cwd=folder, check=True)


def play(server: Server) -> Message:
    """A turn by whoever is to move, in answer to the last report that he has; the report that asks the next."""
    with server.store.reading() as session:
        game = table.find_game(session, GAME)
        assert game is not None
        words, position = presentation(game.ruleset), table.position_of(game, table.current_turn(session, game))
        seat = words.rules.awaiting(position)[0].seat
        player = table.seat_named(game, seat).player.address  # type: ignore[union-attr]
    server.reply(report(server, player), words.bot(words.rules.view(position, seat), seat, Random(3)))
    return report(server, BEN if player == ADA else ADA)


def report(server: Server, player: str) -> Message:
    return [mail for mail in server.box(player) if f"+{GAME}." in str(mail["Reply-To"])][-1]


def boards(mail: Message) -> str:
    """A report without what the way to its reader differs by: its addresses, and the head of the record."""
    return re.sub(r"\S+@\S+|\b[0-9a-f]{64}\b", "", text_of(mail))


def entries(server: Server) -> list[str]:
    with server.store.reading() as session:
        return list(session.scalars(select(RecordEntry.body).order_by(RecordEntry.number)))


def test_a_server_that_went_back_to_its_backup_plays_on_with_the_same_dice(tmp_path: Path) -> None:
    program("sqlite3")
    backup, back = commands("Backup, and going back to it")
    server = Server(tmp_path / "pbem-data", stands_at=STANDING)
    server.enrol(ADA, BEN)
    server.mail(ADA, "NEW conflict")
    server.mail(BEN, f"JOIN {GAME}")
    play(server)
    kept = entries(server)
    run(backup, tmp_path)
    assert {path.stat().st_mode & 0o077 for path in tmp_path.glob("backup.*")} == {0}
    lost = play(server)
    assert entries(server)[: len(kept)] == kept != entries(server)
    server.store.close()

    *restored, start = back.rstrip().split("\n")
    assert start == "pbem serve"
    run("\n".join(restored), tmp_path)
    again = Server(tmp_path / "pbem-data", stands_at=STANDING)
    assert entries(again) == kept
    # A report that was sent after the backup asks what has not been asked yet: nothing is played by an answer to it.
    told = again.reply(lost, "resign")
    assert entries(again) == kept
    assert told, "it is answered"
    # The host's word to all, and the same orders: the dice fall as they did.
    for player in (ADA, BEN):
        [repeated] = again.mail(player, f"REPORT {GAME}")
        assert GAME in subject_of(repeated)
    assert boards(play(again)) == boards(lost)
    for _ in range(6):
        play(again)
    assert entries(again)[: len(kept)] == kept
    assert len(entries(again)) > len(kept) + 6
    assert verify(entries(again)).complete is False
