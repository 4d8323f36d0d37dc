"""Telling commands, orders and chatter apart: the lines below a NEW that belong to it."""

from pbem.inbound.lines import split
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
    assert [(command.word, command.below) for command in told.commands] == [("NEW", ("hill A1",)), ("GAMES", ())]
    assert [line.text for line in told.chatter] == ["thanks"]


def test_without_below_every_line_speaks_for_itself():
    told = told_apart("NEW field map=small", "move a", "end", "GAMES")
    assert [command.word for command in told.commands] == ["NEW", "GAMES"]
    assert [line.text for line in told.orders] == ["move a"]
    assert [line.text for line in told.chatter] == ["end"]
