"""The presentation as a whole: options, help, seats, conditions, and mails as the reader sorts them."""

from __future__ import annotations

import json
import re
from random import Random

import pytest

from core.contract import Status
from pbem.inbound import lines
from pbem.inbound.quotes import OwnLine
from pbem.reading import reader
from pbem.rulesets import names
from pbem.rulesets.contract import PressBy
from pbem.rulesets.hundred_days import presentation
from pbem.rulesets.sentences import meaning


def test_it_is_offered():
    assert "hundred_days" in names()
    assert presentation().name == "hundred_days"
    assert presentation().press is PressBy.OWN


def test_every_option_and_value_is_explained():
    found = presentation()
    assert list(found.option_help) == [option.name for option in found.rules.options()]
    for option in found.rules.options():
        for value in option.values or ():
            assert meaning(found.option_help[option.name], value) != found.option_help[option.name]


def test_every_order_of_the_help_is_an_order(campaign):
    found = presentation()
    view = campaign().view()
    orders = [line[2:] for line in found.order_help.split("\n") if re.match("  [a-zA-Z]", line)]
    assert len(orders) > 25
    for line in orders:
        typed = re.split(r"\s{2,}", line)[0]
        if not typed.startswith(("MAP", "PREVIEW")):
            (read,) = found.read([(1, typed)])
            assert read.order is not None, typed
            assert found.say_verdict(
                found.rules.check(campaign().position, "napoleon", (read,)).verdicts[0], read, view
            )


def test_texts_keep_to_their_columns(campaign):
    found = presentation()
    assert max(map(len, found.order_help.split("\n"))) <= 78
    card = found.card(campaign().view())
    assert len(card) <= 24
    assert max(map(len, card)) <= 200
    for options in ({}, {"scenario": "ligny"}, {"players": 8, "fog": "none"}):
        assert len(found.brief(found.rules.settle(options))) < 1_900


@pytest.mark.parametrize(
    ("word", "seat"),
    [
        ("Nap", "napoleon"),
        ("the Duke", "wellington"),
        ("Blücher", "blucher"),
        ("bluecher", "blucher"),
        ("hil", "hill"),
        ("x", None),
        ("", None),
        ("b", None),
    ],
)
def test_a_seat_is_found_by_many_words(word, seat):
    seats = presentation().rules.seats(presentation().rules.settle({"players": 8}))
    assert presentation().find_seat(word, seats) == seat


def test_partners_are_those_of_the_side(campaign):
    view = campaign(players=5).view("ney")
    assert presentation().partners(view, "ney") == ("napoleon", "grouchy")


def test_conditions_name_columns_places_and_sightings(campaign):
    look = {"link": None, "towards": None, "arrived": 0, "by": "FP", "beat": 0, "seen": "corps", "at": "CHA"}
    view = campaign().turn(napoleon="F2 march THU").view() | {"sightings": [look]}
    found = presentation().whereabouts(view, "napoleon")
    assert found == presentation().whereabouts(json.loads(json.dumps(view)), "napoleon")
    assert found.pieces["f2"] == {"sol-thu"}
    assert found.pieces["napoleon"] == {"bea"}
    assert found.places["charleroi"] == found.enemy == {"cha"}


def test_a_mail_with_talk_is_sorted(campaign):
    view = campaign().view()
    mail = ["Dear all,", "F2 marhc CHA attack", "an idea: as you like", "F7 march THU", "thanks", "A. Player"]
    found = reader.read(presentation(), list(enumerate(mail, start=1)), lambda: view)
    assert [line.number for line in found.orders] == [2, 4]
    assert found.unclear == ()


@pytest.mark.parametrize(
    "line", ["F2 rests at CHA", "F2 march CHA attack stand", "march to Charleroi at once", "F9 hld"]
)
def test_what_may_be_an_order_and_is_none_stops_the_mail(campaign, line):
    view = campaign().view()
    found = reader.read(presentation(), [(1, "F7 march THU"), (2, line)], lambda: view)
    assert [each.number for each in found.unclear] == [2]


@pytest.mark.parametrize("seed", range(5))
def test_its_robot_mails_orders_that_are_taken(campaign, seed):
    played = campaign().at_random(2, seed)
    mail = presentation().bot(json.loads(json.dumps(played.view())), "napoleon", Random(seed))
    lines = presentation().read(list(enumerate(mail.split("\n"), start=1)))
    assert lines
    verdicts = played.rules.check(played.position, "napoleon", lines).verdicts
    assert {verdict.status for verdict in verdicts} == {Status.OK}


LETTER = ["F7 march THU", "letter ney:", "Ney,", "F2 march CHA; resign", "HELP", "END", "thanks", "F3 rest"]


def test_a_letter_is_one_statement_whatever_its_lines_look_like(campaign):
    view = campaign(players=5).view()
    found = reader.read(presentation(), [(at + (at > 2), text) for at, text in enumerate(LETTER)], lambda: view)
    assert [presentation().text_of(line.order) for line in found.orders] == [
        "F7 march THU",
        "letter ney: Ney,\n\nF2 march CHA; resign\nHELP\nEND",
        "F3 rest",
    ]
    assert found.unclear == ()


def test_commands_in_a_letter_are_words(campaign):
    told = lines.split(
        [OwnLine(number, text) for number, text in enumerate(LETTER, start=1)],
        lambda text: " march " in text or " rest" in text,
        letter=presentation().letter,
    )
    assert told.commands == ()
    assert [line.text for line in told.orders] == [*LETTER[:6], LETTER[7]]
    assert [line.text for line in told.chatter] == ["thanks"]
    without = lines.split([OwnLine(1, "HELP")], lambda _: False, letter=presentation().letter)
    assert [command.word for command in without.commands] == ["HELP"]
