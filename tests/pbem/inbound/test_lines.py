"""Telling commands, orders and chatter apart: the lines below a NEW that belong to it."""

import pytest

from pbem.inbound.lines import meant_command, split
from pbem.inbound.quotes import OwnLine


def told_apart(*texts: str):
    return split([OwnLine(number, text) for number, text in enumerate(texts, 1)], lambda text: text.startswith("move"))


def test_the_lines_under_a_new_that_says_below_are_its_value():
    told = told_apart("NEW field map=below", "move hill", "", "  river F8", "GAMES")
    [new] = told.commands
    assert new.rest == "field map=below"
    assert new.below == ("move hill", "", "  river F8", "GAMES")
    assert not told.orders
    assert not told.chatter


def test_a_line_end_closes_what_stands_below():
    told = told_apart("NEW field map = below AS red", "hill A1", "End.", "GAMES", "thanks")
    assert [(command.word, command.below) for command in told.commands] == [("NEW", ("hill A1", "end")), ("GAMES", ())]
    assert [line.text for line in told.chatter] == ["thanks"]


def test_without_below_every_line_speaks_for_itself():
    told = told_apart("NEW field map=small", "move a", "end", "GAMES")
    assert [command.word for command in told.commands] == ["NEW", "GAMES"]
    assert [line.text for line in told.orders] == ["move a"]
    assert [line.text for line in told.chatter] == ["end"]


@pytest.mark.parametrize(
    ("line", "word", "rest"),
    [
        ("JOIM waterloo1", "JOIN", "waterloo1"),
        ("NWE conflict", "NEW", "conflict"),
        ("STAUTS", "STATUS", ""),
        ("MPA waterloo1 flip", "MAP", "waterloo1 flip"),
        ("HLEP orders", "HELP", "orders"),
        ("dcie waterloo1", "DICE", "waterloo1"),
        ("chekc", "CHECK", ""),
        ("CHEVK", "CHECK", ""),
        ("Games, please", "GAMES", ""),
        ("please join waterloo1", "JOIN", "waterloo1"),
        ("Status waterloo 1", "STATUS", "waterloo 1"),
    ],
)
def test_a_command_word_is_mended_where_the_rest_has_its_shape(line, word, rest):
    [command] = told_apart(line).commands
    assert (command.word, command.rest) == (word, rest)


@pytest.mark.parametrize(
    "line",
    ["Nice move", "Nice!", "Nice", "Knew it", "Held ground", "Held", "James", "Chuck", "John", "Joan,", "Joint attack",
     "Report card of my aunt", "Gamed", "Newt", "Maple syrup", "Recorded", "take my advice", "I come back to you",
     "back ar3", "Undone", "undoubtedly"],
)  # fmt: skip
def test_a_remark_or_a_name_is_no_command(line):
    told = told_apart(line)
    assert not told.commands
    assert [each.text for each in told.chatter] == [line]


def test_a_name_below_the_orders_does_not_stop_them():
    told = told_apart("move a", "Checks")
    assert [command.word for command in told.commands] == ["CHECK"]
    assert not told_apart("move a", "Cheek").commands
    assert not told_apart("move a", "Chevk").commands


@pytest.mark.parametrize("line", ["CHECK move a", "check: move a", "Check  move a"])
def test_check_may_stand_on_the_line_of_an_order(line):
    told = told_apart(line, "move b")
    assert [command.word for command in told.commands] == ["CHECK"]
    assert [(each.number, each.text) for each in told.orders] == [(1, "move a"), (2, "move b")]


@pytest.mark.parametrize(
    "line",
    ["UNDO", "undo D7 D5", "Undo please", "TAKE BACK", "take back my move", "Can I take that back",
     "can I take back my move?", "Could I please undo my last move?", "I want to take that back.",
     "Sorry, take it back please", "Please undo that!", "How can I undo this?"],
)  # fmt: skip
def test_whoever_wants_a_move_back_is_understood(line):
    assert [command.word for command in told_apart(line).commands] == ["UNDO"]


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("Enter tinny", "ENTER"),
        ("please withdraw cup.", "WITHDRAW"),
        ("leave waterlo1", "LEAVE"),
        ("ENTER tinny", None),  # it is one
        ("enter", None),
        ("Enter the gate by the garden wall", None),
        ("Wait for me", None),
        ("Best regards", None),
    ],
)
def test_what_would_be_a_command_in_capitals_is_told(line, word):
    assert meant_command(line) == word
