"""Words to other players in a mail: where they begin and end, and that no order is taken for words, or said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.inbound.lines import split
from pbem.inbound.press import header
from pbem.inbound.quotes import OwnLine

ORDERS = ("N3 5 U23", "end", "NC 3 Q26")
PROSE = ("good luck", "the sun shines", "Best wishes", "and so on")


def own(*texts: str, source: str = "typed") -> list[OwnLine]:
    return [OwnLine(number, text, source) for number, text in enumerate(texts, start=1)]


def told(*texts: str, ends_a_turn: bool = False):
    orders = ORDERS if ends_a_turn else (ORDERS[0], ORDERS[2])
    return split(own(*texts), lambda text: text.lower() in {order.lower() for order in orders})


@pytest.mark.parametrize(
    ("text", "addressed", "said"),
    [
        ("SAY: good luck", "", "good luck"),
        ("say: good luck", "", "good luck"),
        ("SAY TO wellington: at ten: not before", "wellington", "at ten: not before"),
        ("Say to Wellington and Blücher : hi", "Wellington and Blücher", "hi"),
        ("PRESS red, blue: hi", "red, blue", "hi"),
        ("please say to red: hi", "red", "hi"),
        ("PRESS", "", ""),
        ("SAY well played", "", "well played"),
        ("PRESS TO red", "red", ""),
    ],
)
def test_words_begin_with(text, addressed, said):
    found = header(text)
    assert (found.addressed, found.said) == (addressed, said)


@pytest.mark.parametrize(
    "text",
    ["Say hello to Ben", "press on with the attack", "say red: hi", "I say: hi", "SAYING: x", "Press", "essay: x", ""],
)
def test_words_between_people_begin_nothing(text):
    assert header(text) is None


def test_what_stands_above_end_is_said_whatever_it_looks_like():
    found = told("SAY TO red: look", "N3 5 U23", "STATUS", "end", "NC 3 Q26")
    [say] = found.commands
    assert say.below == ("N3 5 U23", "STATUS")
    assert not say.doubtful
    assert [line.text for line in found.orders] == ["NC 3 Q26"]


def test_without_end_words_go_on_to_the_end_of_the_mail():
    [say] = told("SAY: look", "the sun", "and the moon").commands
    assert say.below == ("the sun", "and the moon")
    assert not say.doubtful


def test_blank_lines_between_words_are_kept():
    lines = [OwnLine(1, "SAY: look"), OwnLine(2, "the sun"), OwnLine(5, "the moon")]
    [say] = split(lines, lambda _: False).commands
    assert say.below == ("the sun", "", "the moon")


@pytest.mark.parametrize("below", ["N3 5 U23", "STATUS", "JOIN waterloo2"])
def test_without_end_what_may_be_an_order_or_a_command_is_asked_about(below):
    [say] = told("SAY: look", "the sun", below).commands
    assert say.doubtful == (3,)


def test_a_sentence_that_begins_with_a_command_s_word_is_no_command():
    [say] = told("SAY: look", "help me with this one", "new ideas are wanted", "back in June").commands
    assert not say.doubtful


def test_words_end_where_others_begin():
    found = told("SAY TO red: a", "the sun", "SAY TO blue: b", "the moon", "END", "N3 5 U23")
    assert [(say.text, say.below) for say in found.commands] == [
        ("SAY TO red: a", ("the sun",)),
        ("SAY TO blue: b", ("the moon",)),
    ]
    assert [line.text for line in found.orders] == ["N3 5 U23"]


def test_words_are_what_was_typed_and_not_the_form_below():
    lines = [*own("SAY: look", "the sun"), OwnLine(9, "N3 5 U23", "edited quote")]
    found = split(lines, lambda text: text in ORDERS)
    assert found.commands[0].below == ("the sun",)
    assert not found.commands[0].doubtful
    assert [line.number for line in found.orders] == [9]


class TestWhereEndIsAnOrder:
    def test_it_ends_words_in_capitals_if_none_of_them_may_be_an_order(self):
        found = told("SAY: look", "the sun", "END", "N3 5 U23", ends_a_turn=True)
        assert not found.commands[0].doubtful
        assert [line.text for line in found.orders] == ["N3 5 U23"]

    @pytest.mark.parametrize("mail", [("SAY: x", "end"), ("SAY: x", "N3 5 U23", "END"), ("SAY: x", "N3 5 U23", "end")])
    def test_else_it_is_asked_about(self, mail):
        assert told(*mail, ends_a_turn=True).commands[0].doubtful

    def test_end_say_always_ends_them(self):
        found = told("SAY: x", "N3 5 U23", "end", "End say.", "end", ends_a_turn=True)
        assert found.commands[0].below == ("N3 5 U23", "end")
        assert not found.commands[0].doubtful
        assert [line.text for line in found.orders] == ["end"]


LINES = st.sampled_from([*ORDERS, *PROSE, "SAY: x", "SAY TO red: x", "PRESS", "END", "END SAY", "STATUS"])


@given(st.lists(LINES, max_size=12), st.booleans())
def test_each_line_is_one_thing_and_an_order_is_said_only_above_an_end(lines, ends_a_turn):
    found = told(*lines, ends_a_turn=ends_a_turn)
    said = [command for command in found.commands if command.word == "SAY"]
    numbers = [line.number for line in (*found.commands, *found.orders, *found.chatter)]
    assert len(numbers) == len(set(numbers))
    below = sum(len(say.below) for say in said)
    ends = sum(line in ("END", "END SAY", "end") for line in lines)
    assert len(lines) - ends <= len(numbers) + below <= len(lines)
    for say in said:
        if say.doubtful:
            continue
        meant = [line for line in say.below if line in ORDERS or line == "STATUS"]
        after = lines[say.number + len(say.below) :]
        assert not meant or after[0] in ("END SAY", *(() if ends_a_turn else ("END", "end")))
    at_the_top = next((at for at, line in enumerate(lines) if header(line)), len(lines))
    assert [line for line in lines[:at_the_top] if line == ORDERS[0]] == [
        line.text for line in found.orders if line.text == ORDERS[0] and line.number <= at_the_top
    ]
