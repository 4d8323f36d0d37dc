"""IF, ELSE and END IF below AHEAD: answered by what the seat sees once it is asked; else nothing is kept."""

from __future__ import annotations

import shutil

import pytest
from inprocess import Server, subject_of
from sqlalchemy import select

from pbem.store.models import Ahead

RED, BLUE = "ada@players.example", "ben@players.example"


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """A server with a game of Stratego Waterloo in which Red is asked first, to be copied."""
    folder = tmp_path_factory.mktemp("table")
    made = Server(folder, seed_key="x")
    made.begin((RED, "NEW stratego_waterloo version=basic AS red"), (BLUE, "JOIN stratego1"))
    for player in (RED, BLUE):
        made.reply(made.latest(player), "setup default")
    made.store.close()
    return folder


@pytest.fixture
def usual(table, tmp_path):
    shutil.copytree(table, tmp_path / "usual")
    made = Server(tmp_path / "usual", seed_key="x")
    yield made
    made.store.close()


def flat(text: str) -> str:
    return " ".join(text.split())


def kept(server) -> int:
    with server.store.reading() as session:
        return len(session.scalars(select(Ahead.seat_id)).all())


ENEMY = "AHEAD\nIF ENEMY ON E6\nF4 F5\nELSE\nE4 E5\nEND IF\nD4 D5\nend"


@pytest.mark.parametrize(("red", "came", "not_so"), [("E7 E6", "F4-F5", "E4-E5"), ("D7 D6", "E4-E5", "F4-F5")])
def test_one_branch_counts_and_the_report_tells_why(usual, words, red, came, not_so):
    [answer] = usual.reply(usual.latest(BLUE), ENEMY)
    told = flat(words(answer))
    assert "IF ENEMY ON E6 ok if an enemy is on e6" in told
    assert "ELSE ok if not" in told
    assert kept(usual) == 1
    usual.reply(usual.latest(RED), f"{red}\nend")
    said = flat(words(usual.latest(BLUE)))
    assert f"Your conditions an enemy is on e6: {'yes' if came == 'F4-F5' else 'no'}" in said
    assert came in said
    assert not_so not in said
    assert "D4-D5" in said


def test_a_piece_somewhere_or_gone_and_a_branch_after_the_other(usual, words):
    usual.reply(
        usual.latest(BLUE),
        "AHEAD\nif the Old Guard is gone then:\nE4 E5\nelse if OG on A1\nG4 G5\nelse if my OG on F2\nF4 F5\n"
        "ELSE\nH4 H5\nend if\nend",
    )
    usual.reply(usual.latest(RED), "E7 E6\nend")
    said = flat(words(usual.latest(BLUE)))
    assert "old guard is not on the board: no" in said
    assert "og is on a1: no" in said
    assert "og is on f2: yes" in said
    assert "F4-F5" in said
    assert "H4-H5" not in said


def test_where_nothing_counts_the_seat_is_asked_as_usual(usual, words):
    usual.reply(usual.latest(BLUE), "AHEAD\nIF ENEMY ON A5\nE4 E5\nend")
    usual.reply(usual.latest(RED), "E7 E6\nend")
    report = usual.latest(BLUE)
    assert "None of its conditions holds" in flat(words(report))
    assert "your ply" in subject_of(report)


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ("IF ENEMY ON Z9\nE4 E5", 'knows no place "Z9"'),
        ("IF BF ON E6\nE4 E5", 'knows no piece "BF"'),  # the enemy's, hidden
        ("IF the weather is fine\nE4 E5", "this condition is not understood; write IF"),
        ("IF\nE4 E5", "this condition is not understood"),
        ("ELSE\nE4 E5", "there is no IF above this ELSE"),
        ("E4 E5\nEND IF", "there is no IF above this END IF"),
        ("IF ENEMY ON E6\nE4 E5\nELSE\nF4 F5\nELSE\nG4 G5", "has its ELSE already"),
        ("IF ENEMY ON E6\nE4 E5\nELSE F4 F5", "ELSE stands on a line of its own"),
        ("IF ENEMY ON E6\nE4 E5\nIF ENEMY ON D6\nF4 F5", "each needs a line END IF"),
        ("IF ENEMY ON E6\n" * 4 + "E4 E5\n" + "END IF\n" * 4, "3 IF within each other"),
        ("IF ENEMY ON E6\nE4 E5\nEND IF\n" * 21, "20 conditions"),
        ("IF ENEMY ON E6\nmove E4 somewhere\nEND IF", "1 line to put right"),
        ("IF ENEMY ON E6\nresign", "asks for a YES"),
        ("IF ENEMY ON E6", "there is no order below AHEAD"),
    ],
)
def test_what_is_not_understood_is_not_kept(usual, words, lines, why):
    [told] = usual.reply(usual.latest(BLUE), f"AHEAD\n{lines}\n")
    assert why in flat(f"{subject_of(told)} {words(told)}")
    assert kept(usual) == 0


@pytest.mark.parametrize("steer", ["IF ENEMY ON E6", "ELSE", "END IF", "if BF gone"])
def test_without_ahead_such_a_line_stops_the_mail(usual, words, steer):
    [told] = usual.reply(usual.latest(RED), f"{steer}\nE7 E6\nend")
    said = flat(words(told))
    assert "stand below AHEAD" in said
    assert subject_of(told).endswith("orders not played: IF without AHEAD")
    [status] = usual.reply(told, "STATUS")
    assert "You are wanted" in flat(words(status))


def test_words_between_people_and_orders_of_the_game_may_begin_with_if(usual, words):
    [told] = usual.reply(usual.latest(RED), "If you like, we can talk tonight.\nE7 E6\nif won: E6 E5\nend")
    assert "without AHEAD" not in subject_of(told)
    [told] = usual.reply(usual.latest(BLUE), "AHEAD\nE4 E5\nif won: E5 E6\nend")
    assert "kept" in subject_of(told) or "carried out" in flat(words(told))


def test_a_mail_of_nothing_but_conditions_is_read_in_no_time(usual, words):
    [told] = usual.reply(usual.latest(RED), "if qqq on zzz\n" * 1900)
    assert "without AHEAD" not in subject_of(told)
    [told] = usual.reply(usual.latest(BLUE), "AHEAD\n" + "else if qqq on zzz\n" * 1900)
    assert "not kept" in subject_of(told)
