"""The examples of the documents for players, directors, umpires and programmers, done as they stand there."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from datetime import UTC, datetime
from email.message import Message
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any

import documents
import pytest
from cups_by_mail import director_writes
from documents import Block
from inprocess import Server, subject_of, text_of
from sqlalchemy import select

from pbem.arena.players import Asked, Limits, player
from pbem.batch.answering import answer
from pbem.commands.rating import _rows as rating_rows
from pbem.events.announcement import BadAnnouncement, read
from pbem.games import acts
from pbem.ops.init import Answers
from pbem.ops.init import written as files_of_init
from pbem.ratings.standing import Standing
from pbem.reports.maps import draw
from pbem.rulesets import presentation
from pbem.store.models import RecordEntry

ADA, BEN, TD = "ada@players.example", "ben@players.example", "hedda@players.example"
ASKED = "Reply to this mail with your orders"
FEW = 2  # games of a series that has hundreds on its page


def example(page: str, begins: str) -> str:
    """What stands in a block of a page."""
    return documents.the(page, begins).text


def plain(mail: Message) -> str:
    return " ".join(f"{subject_of(mail)} {text_of(mail)}".split())


def report(server: Server, player_: str, game: str) -> Message:
    return next(mail for mail in reversed(server.box(player_)) if f"+{game}." in str(mail["Reply-To"]))


# --- Players ------------------------------------------------------------------------------------------------------


def test_two_players_sit_down_by_the_mails_of_the_page(server: Server) -> None:
    server.enrol(ADA, BEN)
    [opened] = server.mail(ADA, example("docs/playing.md", "NEW waterloo1895\n"))
    assert "game waterloo1 is open" in plain(opened)
    server.mail(BEN, example("docs/playing.md", "JOIN "))
    assert all("post your army" in plain(server.latest(each)) for each in (ADA, BEN))


@pytest.mark.parametrize(
    ("page", "begins"),
    [
        ("docs/playing.md", "NEW conflict clock"),
        ("docs/campaigning.md", "NEW hundred_days"),
        ("docs/umpiring.md", "NEW hundred_days umpire=yes\n"),
        ("docs/umpiring.md", "NEW hundred_days umpire=yes clock"),
    ],
)
def test_a_mail_of_the_page_is_done(server: Server, page: str, begins: str) -> None:
    server.enrol(ADA)
    [opened] = server.mail(ADA, example(page, begins))
    assert re.search(r"game \w+1 is open", plain(opened))
    for option in example(page, begins).split()[2:]:
        assert option.partition("=")[2].partition("+")[0] in plain(opened), option


def test_words_to_another_player_come_to_him(server: Server) -> None:
    server.begin((ADA, "NEW waterloo1895 AS napoleon"), (BEN, "JOIN waterloo1"))
    server.reply(report(server, ADA, "waterloo1"), example("docs/playing.md", "SAY TO"))
    told = plain(server.latest(BEN))
    assert "The road to Wavre is yours if you want it." in told
    assert "Think about it." in told


@pytest.mark.parametrize("begins", ["AHEAD\nE4", "AHEAD\nIF"])
def test_orders_ahead_are_kept_as_the_page_writes_them(server: Server, begins: str) -> None:
    server.begin((ADA, "NEW stratego_waterloo"), (BEN, "JOIN stratego1"))
    for player_ in (ADA, BEN):
        server.reply(report(server, player_, "stratego1"), "setup default")
    [waiting] = [each for each in (ADA, BEN) if ASKED not in text_of(report(server, each, "stratego1"))]
    orders = example("docs/playing.md", begins)
    told = server.reply(report(server, waiting, "stratego1"), orders)
    assert "Nothing of this mail is kept" not in plain(told[-1])
    status = plain(server.mail(waiting, "STATUS stratego1")[-1])
    assert all(line in status for line in orders.split("\n") if re.match(r"[A-Z]\d ", line))


def test_the_orders_of_the_page_are_taken() -> None:
    """In some position: the page shows none."""
    words = presentation("waterloo1895")
    orders = example("docs/playing.md", "N3 5")
    read_ = words.read(list(enumerate(orders.strip().split("\n"), start=1)))
    assert [words.text_of(line.order) for line in read_ if line.order is None] == []
    spots = words.rules.encode(words.rules.opening(words.settle({})))
    assert spots
    found = [
        told
        for three, chief in product(near("U23", 5), near("Q26", 3))
        if three != chief and not (told := taken(orders, three, chief))["refused"]
    ]
    assert found


def near(spot: str, steps: int) -> list[str]:
    """Spots about as far from another as steps are: of a few rows and files around it."""
    columns, row = "ABCDEFGHJKLMNPQRSTUVWXY", int(spot[1:])
    at = columns.index(spot[0])
    return [
        f"{file}{row + down}"
        for file in columns[max(0, at - steps) : at + steps + 1]
        for down in range(-steps, steps + 1)
    ]


def taken(orders: str, three: str, chief: str) -> dict[str, Any]:
    position = {"pieces": {"N3": three, "NC": chief, "W1": "A14"}, "to_move": "N", "throw": [3, 3, 5]}
    request = {
        "id": 1,
        "ruleset": "waterloo1895",
        "position": position,
        "orders": {"napoleon": orders},
        "dice": [1] * 9,
    }
    return {"refused": True, **answer(request)}


FIRST_PAGES = [
    pytest.param(block, id=f"{block.page.split('/')[2]} {block.line}")
    for block in documents.blocks()
    if block.page.startswith("pbem/") and block.heading in ("In two minutes", "Writing orders")
]


@pytest.mark.parametrize("block", FIRST_PAGES)
def test_orders_of_the_books_can_be_read(block: Block) -> None:
    """Each line is an order, or one of several that are an order together; none is asked back."""
    words = presentation(block.page.split("/")[2])
    lines = list(enumerate(block.text.strip().split("\n"), start=1))
    found = words.read(lines)
    assert [line for line in found if line.order is None] == []
    assert found[0].number == 1


COLOURS = {"R": "red", "Y": "yellow", "G": "green", "O": "orange"}
ARMS = {"a": "ar", "b": "bs", "p": "pl"}


def test_the_game_that_the_book_draws_is_drawn_so() -> None:
    """The position is read from the drawing: who stands in a camp or dock waits, and who is nowhere is a prisoner."""
    shown = documents.the("pbem/rulesets/conflict/rulebook.md", "    a  b  c  d").text
    words = presentation("conflict")
    options = {"players": 4}
    printed = tomllib.loads(files("pbem.rulesets.conflict").joinpath("board.toml").read_text("utf-8"))["grid"]["rows"]
    position = words.rules.encode(words.rules.opening(words.settle({"players": "4"})))
    for seat, pieces in position["pieces"].items():
        pieces.update(dict.fromkeys(pieces, "HELD:orange" if seat != "orange" else "HELD:red"))
    for row in shown.split("\n")[1:25]:
        rank, cells = int(row[:2]), row[3:75]
        for file, cell in zip("abcdefghijklmnopqrstuvwx", (cells[at : at + 3] for at in range(0, 72, 3)), strict=True):
            found = re.fullmatch(r"([RYGO])([abp])(\w)", cell)
            if found is not None:
                number = "aa" if found[3] == "a" else ARMS[found[2]] + found[3]
                place = {"#": "START", "d": "START", "X": "RESERVE"}.get(printed[24 - rank][ord(file) - ord("a")])
                position["pieces"][COLOURS[found[1]]][number] = place or f"{file}{rank}"
    drawn = draw("conflict", position, options, None, "text").decode()
    assert [line.rstrip() for line in drawn.split("\n")][:26] == shown.rstrip("\n").split("\n")


def test_ratings_are_told_as_the_page_shows_them() -> None:
    shown = example("docs/ratings.md", "waterloo1895").strip().split("\n")
    two = (
        Standing("waterloo1895", "", 1612, 98, 23, 12, 40),
        Standing("waterloo1895", "mode=four", 1540, 244, 3, None, 40),
    )
    assert [" ".join(line.split()) for line in rating_rows(two)] == [" ".join(line.split()) for line in shown]


# --- Directors ----------------------------------------------------------------------------------------------------


def test_the_faults_of_an_event_file_are_told_as_the_page_shows_them() -> None:
    """Three dots on the page stand for what is not shown."""
    shown = example("docs/directing.md", "line 3").strip().split("\n")
    head = 'event = "cup"\ntitle = "Cup"\nruleset = "waterlo1895"\nformat = "swiss"\nleast = 4\nmost = 8\n'
    text = head + "start = 2020-01-01\n[settings]\nrunds = 5\n"
    with pytest.raises(BadAnnouncement) as told:
        read(text, datetime(2026, 11, 1, tzinfo=UTC))
    assert len(shown) == len(told.value.faults)
    for line, fault in zip(shown, told.value.faults, strict=True):
        assert re.fullmatch(re.escape(line).replace(re.escape("..."), ".*"), str(fault)), (line, str(fault))


def test_an_event_is_made_by_the_mail_of_the_page(server: Server) -> None:
    server.context.settings = server.settings.model_copy(update={"hosts": [TD]})
    server.enrol(TD)
    rest = 'ruleset = "conflict"\nformat = "mini-cup"\nleast = 3\nmost = 3'
    told = director_writes(server, example("docs/directing.md", "TD new").replace("...", rest))
    assert "autumn-cup" in plain(told)
    assert "autumn-cup" in plain(director_writes(server, "TD list"))


def test_the_series_of_the_page_is_an_event() -> None:
    found = read(example("docs/directing.md", "event ="), datetime(2026, 11, 1, tzinfo=UTC))
    assert found.plan.series is not None
    assert [fight.ruleset for fight in found.plan.series.battles] == [
        "waterloo_wargame",
        "waterloo_grid",
        "waterloo1895",
    ]


# --- Programmers --------------------------------------------------------------------------------------------------


def pbem(*words: str, cwd: Path, **more: str) -> str:
    """What a command prints that succeeds, typed in a folder."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "pbem", *words],
        capture_output=True,
        text=True,
        cwd=cwd,
        env={**os.environ, **more},
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_the_entries_of_a_record_are_as_the_page_shows_them(server: Server) -> None:
    """By the keys that they have."""
    turn, act = (json.loads(example("docs/architecture.md", begins)) for begins in ('{"number', '{"kind": "act"'))
    server.begin((ADA, "NEW waterloo1895"), (BEN, "JOIN waterloo1"))
    for player_ in (ADA, BEN):
        server.reply(report(server, player_, "waterloo1"), "place default")
    acts.rollback(server.context, acts.Asked("waterloo1", "why"), 2)
    with server.store.reading() as session:
        bodies = session.scalars(select(RecordEntry.body).order_by(RecordEntry.number))
        entries = [json.loads(body) for body in bodies]
    given = [lines for entry in entries if entry["kind"] == "turn" for lines in entry["orders"].values()]
    assert given
    assert all(set(line) == set(turn) for lines in given for line in lines)
    [done] = [entry for entry in entries if entry["kind"] == "act"]
    assert set(act) <= set(done)


def test_the_arena_prints_the_counts_of_the_page(tmp_path: Path) -> None:
    shown = json.loads(example("docs/arena.md", '{"ruleset": "waterloo1895", "games"'))
    typed = ("arena", "waterloo1895", "--mode", "little", "--a", "random", "--b", "stand-in", "--games", "2", "--json")
    told = json.loads(pbem(*typed, cwd=tmp_path))
    assert list(told) == list(shown)
    assert all(set(counts) >= set(shown["by_seat"]["napoleon"]) for counts in told["by_seat"].values())


def test_a_program_is_asked_as_the_page_says(tmp_path: Path) -> None:
    shown = json.loads(example("docs/arena.md", '{"ruleset": "waterloo1895", "seat"'))
    script = tmp_path / "bot"
    script.write_text('#!/bin/sh\nread asked\necho "$asked" > asked.json\necho auto\necho\n')
    script.chmod(0o755)
    words = presentation("waterloo1895")
    opening = words.rules.opening(words.settle({}))
    bot = player(str(script), Limits(), None)  # type: ignore[arg-type]
    before = Path.cwd()
    os.chdir(tmp_path)
    try:
        bot.orders(Asked(words, opening, "napoleon", "throw", "1"))
    finally:
        os.chdir(before)
        bot.close()
    asked = json.loads((tmp_path / "asked.json").read_text())
    assert list(asked) == list(shown)
    assert (asked["ruleset"], asked["seat"], asked["kind"]) == (shown["ruleset"], shown["seat"], shown["kind"])


@pytest.mark.slow
def test_the_program_of_the_page_plays(tmp_path: Path) -> None:
    script = tmp_path / "my_bot"
    script.write_text(example("docs/arena.md", "#!/usr"))
    script.chmod(0o755)
    typed = ("arena", "waterloo1895", "--mode", "little", "--a", "./my_bot", "--b", "random", "--games", "2")
    told = pbem(*typed, cwd=tmp_path)
    assert "forfeit" not in told
    assert "2 games" in told


@pytest.mark.slow
@pytest.mark.parametrize("begins", ["from pbem import gym", "import pbem"])
def test_python_of_the_page_runs(begins: str) -> None:
    if "gym" in begins:
        pytest.importorskip("pettingzoo", reason="the extra gym has it")
    exec(compile(example("docs/arena.md", begins), "docs/arena.md", "exec", dont_inherit=True), {"__name__": "page"})


SERIES = [
    (block.page, line)
    for block in documents.blocks()
    for line in block.text.split("\n")
    if line.startswith("pbem arena ")
]


@pytest.mark.slow
@pytest.mark.parametrize(("page", "line"), SERIES)
def test_series_of_the_pages_can_be_played(page: str, line: str, tmp_path: Path) -> None:
    """Each with two games, for the hundreds of the page."""
    words = shlex.split(re.sub(r" --games \d+", "", line))[1:]
    told = pbem(*words, "--games", str(FEW), "--json", cwd=tmp_path)
    assert json.loads(told)["games"] == FEW
    if "--keep" in words:
        assert len((tmp_path / words[words.index("--keep") + 1] / "games.jsonl").read_text().splitlines()) == FEW


def test_the_unit_of_the_page_is_the_one_that_init_writes() -> None:
    """Where the command stands in the environment of the page."""
    answers = Answers("pbem@play.example.org", "lmtp", "none", "none", "none")
    [unit] = [file.text for file in files_of_init(answers, Path("/srv/pbem"), "pbem") if "pbem.service" in file.path]
    written = re.sub(r"(?<=^ExecStart=)\S+(?= serve$)", "/srv/pbem/.venv/bin/pbem", unit, flags=re.M)
    _, _, shown = example("docs/running.md", "# /etc/systemd").partition("\n")
    assert written.endswith(shown)
    assert written.removesuffix(shown).count("\n") <= 1
