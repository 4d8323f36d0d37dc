"""The examples of the documents for hosts, done as they stand there: commands typed in a shell, beside a real club.

The club plays a rule set for tests, in which each player bids (`tests/toys`): the pages call their game `sealed1`. The
numbers of mails and of turns are those of this club.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from email.message import Message
from pathlib import Path
from shutil import which
from typing import Any, NamedTuple

import documents
import pytest
from click.testing import CliRunner
from cups_by_mail import TD, address, event_file, file_of, games, play
from documents import Block
from door import Door, letter
from inprocess import Server, text_of
from inprocess import letter as mail_of
from postgresql import database as postgresql_database
from programs import program
from sqlalchemy import delete, select, update
from werkzeug.serving import make_server

from pbem import rulesets
from pbem.cli import main
from pbem.events import directing
from pbem.events.directing import Asked
from pbem.games.record import verify
from pbem.inbound import budget
from pbem.store.models import Game, Inbox, LocalMail, Outbox, RecordEntry

TOYS = str(Path(__file__).parents[1] / "toys")
ADA, BEN, ZOE = "ada@old.example", "ben@example.org", "zoe@elsewhere.example"
GAME = "sealed1"
# What would install another release, or run until it is stopped.
LEFT_OUT = ("pip install", "createdb", "pbem serve")
# The exit status says that something is amiss: no worker listens.
MAY_FIND = "pbem doctor"


@pytest.fixture
def sealed_bids(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Sealed Bids is a rule set of this process, and of those that it starts."""
    monkeypatch.syspath_prepend(TOYS)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([TOYS, *filter(None, [os.environ.get("PYTHONPATH")])]))
    monkeypatch.setenv("PATH", os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    rulesets.forget()
    budget.dismiss()
    yield
    monkeypatch.undo()
    rulesets.forget()
    budget.dismiss()


# --- Commands -----------------------------------------------------------------------------------------------------


class Called(NamedTuple):
    """What this club has where the pages name something."""

    read_anew: str
    released: str
    refused: tuple[str, str]
    battles: list[str]

    def here(self, line: str) -> str:
        """A line of a page, with the names and numbers of this club."""
        for there, ours in {
            "in57": self.read_anew,
            "in58": self.released,
            "out31": self.refused[0],
            "out32": self.refused[1],
            "marengo7": GAME,
            f"rollback {GAME} 12": f"rollback {GAME} 2",
        }.items():
            line = line.replace(there, ours)
        return line.replace("grid12", self.battles.pop()) if "grid12" in line else line


def club(server: Server, battles_fought: int = 0) -> Called:
    """A club in which all is so that a page has something to say of; with battles where it speaks of them."""
    server.begin((ADA, "NEW sealed_bids rounds=5 purse=40"), (BEN, f"JOIN {GAME}"))
    for player in (ADA, BEN):
        server.reply(report(server, player), "bid 4")
    server.mail(ZOE, "GAMES")
    released = server.inbox()[-1].id
    server.enrol(ZOE)
    to = str(report(server, ADA)["Reply-To"])
    aside = server.take_in(mail_of(ADA, to, "bid 3"), to).id
    with server.store.session() as session:
        shunted = update(Inbox).where(Inbox.id == aside)
        session.execute(shunted.values(state="shunted", reason="ZeroDivisionError while answering", attempts=3))
        gone = list(session.scalars(select(Outbox).order_by(Outbox.id).limit(2)))
        for row in gone:
            row.state, row.reply = "failed", "550 5.1.1 no such user"
            session.execute(delete(LocalMail).where(LocalMail.message_id == row.message_id))
        refused = (f"out{gone[0].id}", f"out{gone[1].id}")
    battles = []
    for _ in range(battles_fought):
        server.mail(ADA, "NEW waterloo_grid")
        with server.store.reading() as session:
            battles.append(session.scalars(select(Game.name).order_by(Game.id.desc())).first() or "")
        server.mail(BEN, f"JOIN {battles[-1]}")
    return Called(f"in{aside}", f"in{released}", refused, battles)


def report(server: Server, player: str) -> Message:
    """The latest mail of the game to somebody that orders are sent in answer to."""
    return next(mail for mail in reversed(server.box(player)) if f"+{GAME}." in str(mail["Reply-To"]))


def entries(server: Server) -> list[dict[str, Any]]:
    """The entries of all records."""
    with server.store.reading() as session:
        bodies = session.scalars(select(RecordEntry.body).order_by(RecordEntry.game_id, RecordEntry.number))
        return [json.loads(body) for body in bodies]


def kinds(server: Server) -> list[str]:
    return [entry["kind"] for entry in entries(server)]


def acts(server: Server) -> list[str]:
    return [entry["act"] for entry in entries(server) if entry["kind"] == "act"]


def of_a_host() -> list[Block]:
    """The blocks in which a host types commands that can be tried one by one."""
    pages = ("docs/hosting.md", "docs/host-desk.md", "docs/running.md", "docs/ratings.md")
    typed = [block for block in documents.blocks() if block.page in pages and re.match(r"pbem |sqlite3 ", block.text)]
    return [block for block in typed if not re.match(r"pbem (init|fetch)", block.text)]


@pytest.mark.slow
@pytest.mark.parametrize("block", of_a_host(), ids=lambda block: f"{block.page}:{block.line}")
def test_commands_of_a_host_do_what_the_page_says(
    sealed_bids: None, server: Server, tmp_path: Path, block: Block
) -> None:
    if "sqlite3" in block.text:
        program("sqlite3")
    called = club(server, block.text.count("grid12"))
    if "carry-on" in block.text:
        with server.store.session() as session:
            session.execute(update(Game).where(Game.name == GAME).values(version="0.9"))
    for line in block.text.strip().split("\n"):
        if line.startswith(LEFT_OUT):
            continue
        if line.startswith("pbem game correct"):
            edit(tmp_path / "position.json")
        typed = called.here(line)
        done = subprocess.run(["bash", "-c", typed], input="y\n", cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0 or typed.startswith(MAY_FIND), (typed, done.stdout + done.stderr)
        assert done.stdout or line.startswith("sqlite3") or ">" in line or "| python3" in line, typed
    wanted = re.findall(rf"^pbem game (\S+) (?:{GAME}|marengo7|grid12)", block.text, re.M)
    assert sorted(acts(server)) == sorted([*wanted, *(["mail"] if "mail show" in block.text else [])])
    server.work()
    with server.store.reading() as session:
        first = select(RecordEntry.body).join(Game).where(Game.name == GAME).order_by(RecordEntry.number)
        if "carry-on" not in block.text:
            verify(list(session.scalars(first)))


def edit(file: Path) -> None:
    """Put the purse right that the page speaks of."""
    position = json.loads(file.read_text())
    position["purses"]["north"] = 30
    file.write_text(json.dumps(position))


def test_an_act_of_a_host_is_done_by_the_mail_of_the_page(sealed_bids: None, server: Server) -> None:
    club(server)
    server.context.settings = server.settings.model_copy(update={"hosts": [ZOE]})
    mails = [mail for mail in server.mail(ZOE, "GM") if "+desk." in str(mail["Reply-To"])]
    act = documents.the("docs/host-desk.md", "GM rollback").text
    told = server.reply(mails[-1], act.replace("marengo7 12", f"{GAME} 2"))
    assert any("is set back" in " ".join(text_of(mail).split()) for mail in told)
    assert acts(server) == ["rollback"]


# --- Settings -----------------------------------------------------------------------------------------------------

SETTINGS = [block for block in documents.blocks() if re.match(r"# pbem\.(toml|env)\n", block.text)]


@pytest.mark.parametrize("block", SETTINGS, ids=lambda block: f"{block.page}:{block.line}")
def test_settings_of_the_page_are_settings(block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    name, _, text = block.text.partition("\n")
    keys = re.findall(r"^(\w+) ?=", text, re.M)
    if name.endswith("toml"):
        (tmp_path / "pbem.toml").write_text(text)
    else:
        for key, value in re.findall(r"^(\w+)=(.*)$", text, re.M):
            monkeypatch.setenv(key, value)
    done = CliRunner().invoke(main, ["config"], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    for key in keys:
        setting = f"PBEM_{key.removeprefix('PBEM_').upper()}"
        [row] = re.findall(rf"^{setting} .*", done.output, re.M)
        assert " default " not in row


# --- A club that moves, events, a service elsewhere ---------------------------------------------------------------


@pytest.mark.slow
def test_a_club_moves_to_postgresql_by_the_script_of_the_page(
    sealed_bids: None, server: Server, postgresql: str, tmp_path: Path
) -> None:
    club(server)
    before, turns = games(server), kinds(server).count("turn")
    server.store.close()
    with postgresql_database(postgresql) as url:
        script = documents.the("docs/hosting.md", "pip install 'pbem[postgresql]'").text
        lines = [line for line in script.split("\n") if not line.startswith(LEFT_OUT)]
        typed = "\n".join(lines).replace("postgresql+psycopg:///pbem", f"'{url}'")
        done = subprocess.run(["sh", "-e", "-c", typed], cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        moved = Server(tmp_path / "pbem-data", database_url=url)
        try:
            assert [game.name for game in games(moved)] == [game.name for game in before]
            # A reply to a report from before the move is played, and new rows get new numbers.
            for player in (ADA, BEN):
                moved.reply(report(moved, player), "bid 2")
            assert kinds(moved).count("turn") == turns + 1
            assert "is open" in text_of(moved.mail(ADA, "NEW conflict")[-1])
        finally:
            moved.store.close()


@pytest.mark.slow
def test_the_record_of_an_event_is_verified_as_the_page_types_it(
    sealed_bids: None, server: Server, tmp_path: Path
) -> None:
    players = [address(name) for name in ("ada", "ben", "cy")]
    server.enrol(*players, TD)
    directing.new(server.context, event_file(event="autumn-cup"))
    directing.open_(server.context, Asked("autumn-cup"))
    for player in players:
        server.mail(player, "ENTER autumn-cup")
    play(server, {player: strength for strength, player in enumerate(players, start=1)})
    server.work()
    last = next(
        mail
        for mail in reversed(server.box(players[0]))
        if any(part.get_filename() == "autumn-cup.jsonl" for part in mail.walk())
    )
    (tmp_path / "autumn-cup.jsonl").write_bytes(file_of(last, "autumn-cup.jsonl"))
    over = games(server, "over")
    assert len(over) == 3
    for game in over:
        [told] = server.mail(players[0], f"RECORD {game.name}")
        (tmp_path / f"{game.name}.jsonl").write_bytes(file_of(told, f"{game.name}.jsonl"))
    typed = documents.the("docs/directing.md", "pbem verify").text
    done = subprocess.run(["sh", "-e", "-c", typed], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 games" in done.stdout


RUN = """\
import worker from "./worker.mjs";
import { readFileSync } from "node:fs";
const told = (name) => JSON.parse(readFileSync(name));
const setReject = (why) => { throw new Error(why); };
await worker.email({ ...told("message.json"), raw: readFileSync("mail"), setReject }, told("env.json"));
"""


def test_the_worker_of_the_page_brings_a_mail(tmp_path: Path) -> None:
    """In node instead of at Cloudflare, to a real web server."""
    node = which("node")
    if node is None:
        pytest.skip("node is not installed")
    (tmp_path / "worker.mjs").write_text(documents.the("docs/providers.md", "export default").text)
    door = Door(tmp_path / "data", cloudflare_secrets=["the Worker's secret"])
    served = make_server("127.0.0.1", 0, door.app, threaded=True)
    thread = threading.Thread(target=served.serve_forever)
    thread.start()
    message = {"from": "jean@players.example", "to": "pbem@play.example"}
    (tmp_path / "mail").write_bytes(letter("Grüße\n"))
    (tmp_path / "message.json").write_text(json.dumps(message))
    (tmp_path / "env.json").write_text(
        json.dumps({"SECRET": "the Worker's secret", "URL": f"http://127.0.0.1:{served.port}/inbound/cloudflare"})
    )
    (tmp_path / "run.mjs").write_text(RUN)
    try:
        done = subprocess.run([node, "run.mjs"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    finally:
        served.shutdown()
        thread.join()
    assert done.returncode == 0, done.stderr
    [row] = door.inbox()
    assert (row.raw, row.sender, row.recipient) == (letter("Grüße\n"), "jean@players.example", "pbem@play.example")
