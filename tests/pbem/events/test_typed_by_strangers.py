"""What a stranger to events tries: half a name, the title, a word too many, a letter quoted whole; what he is told."""

from __future__ import annotations

import pytest
from cups_by_mail import (
    TD,
    address,
    event_file,
    games,
    held,
    latest_report,
    mail_about,
    open_event,
    plain,
    play,
    state_of,
)
from inprocess import letter, subject_of, text_of

from pbem.events import directing
from pbem.events.directing import Asked

ADA, BEN, CY = map(address, ("ada", "ben", "cy"))


@pytest.fixture
def cup(server, sealed_bids):
    """A mini-cup for two and a recruit, which is in it."""
    open_event(server, event_file(), ADA, BEN, CY, TD)
    directing.enter(server.context, Asked("cup"), "recruit")
    return server


@pytest.fixture
def begun(cup):
    for player in (ADA, BEN):
        cup.mail(player, "ENTER cup")
    return cup


def answered(server, player: str, line: str) -> str:
    return plain(server.mail(player, line)[0])


@pytest.mark.parametrize(
    "line", ["ENTER", "ENTER cup", "ENTER Cup", "enter CUP", "ENTER Little Cup", "ENTER little-cup"]
)
def test_the_cup_is_meant_by_its_name_its_title_or_since_there_is_no_other(cup, line):
    assert "you are in cup; 2 of 3 have entered" in answered(cup, ADA, line)


@pytest.mark.parametrize("line", ["ENTER cups", "ENTER litle cup", "ENTER Little Cap", "STANDINGS Litle Cup"])
def test_what_was_mistyped_is_asked_back_and_does_nothing(cup, line):
    assert "did you mean cup?" in answered(cup, ADA, line)
    assert len(held(cup).rows) == 1


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("ENTER cup and standings please", 'there is no event "cup and standings please" here'),
        ("ENTER the spring cup of Bath", "not done: ENTER stands here with something missing"),
        ("I would like to ENTER cup", "no order and no command"),
        ("WITHDRAW cup", "you have not entered cup"),
        ("WITHDRAW", "you have not entered cup"),
        ("STANDINGS", "cup has not begun"),
        ("PAIRINGS cup", "cup has not begun"),
        ("AGREE WIN cup1", "you have no game called"),
        ("APPEAL cup1 BECAUSE I won", "there is no game of an event called cup1"),
        ("CHALLENGE ada", "which event? Write its name"),
        ("BID french 33", "no bid of yours is wanted now"),
    ],
)
def test_what_cannot_be_is_answered_and_does_nothing(cup, line, told):
    before = held(cup).head
    assert told.replace("cup and standings please", "cup and standings") in answered(cup, BEN, line)
    assert held(cup).head == before


def test_entering_twice_in_one_mail_counts_once(cup):
    [told] = cup.mail(ADA, "ENTER cup\nENTER cup")
    assert "you are in cup; 2 of 3 have entered" in plain(told)
    assert "you have entered cup already" in plain(told)
    assert len(held(cup).rows) == 2


def test_who_makes_it_full_is_told_that_it_begins(cup):
    assert "It begins as soon as it is full" in answered(cup, ADA, "ENTER cup")
    told = answered(cup, BEN, "ENTER cup")
    assert "It has as many as it needs, and begins now" in told
    assert "as soon as it is full" not in told


@pytest.mark.parametrize(
    "line",
    [
        "AGREE",
        "AGREE with him that it is a win",
        "AGREE DRAW, yes?",
        "AGREE that this is a draw",
        "AGREE WIN or draw",
        "AGREE DRAW in all games please",
    ],
)
def test_agree_in_words_is_told_how_it_is_said_and_agrees_nothing(begun, line):
    between = next(game for game in games(begun) if all(seat.player for seat in game.seats))
    told = plain(begun.reply(latest_report(begun, ADA, between.name), line)[0])
    if "in all games" in line or "or draw" in line:
        assert "you have no game called" in told
    else:
        assert "write AGREE WIN, AGREE DRAW or AGREE LOSS" in told
    begun.reply(latest_report(begun, BEN, between.name), "AGREE DRAW")
    begun.reply(latest_report(begun, BEN, between.name), "AGREE LOSS")
    assert between.name in [game.name for game in games(begun)], "nothing was agreed by it"


@pytest.mark.parametrize("how", ["I agree, it is a draw", "agreed!", "agree draw"])
def test_small_letters_agree_nothing(begun, how):
    between = next(game for game in games(begun) if all(seat.player for seat in game.seats))
    begun.reply(latest_report(begun, BEN, between.name), "AGREE DRAW")
    begun.reply(latest_report(begun, ADA, between.name), how)
    assert between.name in [game.name for game in games(begun)]


def test_a_letter_quoted_without_marks_takes_nobody_out(begun):
    """The letter about a round names STANDINGS, PAIRINGS and WITHDRAW; whoever sends it all back did not mean them."""
    said = text_of(mail_about(begun, ADA, "round 1"))
    assert "WITHDRAW cup" in said
    for body in (f"STANDINGS cup\n\n{said}", said, f"{said}\nThank you!"):
        raw = letter(ADA, begun.settings.address, body, "Re: [cup] round 1")
        begun.take_in(raw, begun.settings.address)
        begun.work()
    assert [row.state for row in held(begun).rows.values()] == ["in"] * 3
    assert len(games(begun)) == 3


def test_standings_without_a_name_are_those_of_ones_last_event(begun):
    play(begun, {ADA: 9, BEN: 5})
    assert state_of(begun) == "over"
    told = begun.mail(ADA, "STANDINGS")[0]
    assert "Little Cup: it is over." in plain(told)
    assert "Who has met whom" in text_of(told)
    assert "which event? Write its name" in answered(begun, CY, "STANDINGS"), "whoever was in none is asked"


def test_no_mail_about_an_event_says_a_line_twice_or_is_too_wide_for_a_phone(begun):
    play(begun, {ADA: 9, BEN: 5})
    mails = [mail for player in (ADA, BEN) for mail in begun.box(player) if "[cup]" in subject_of(mail)]
    assert len(mails) >= 4
    for mail in mails:
        lines = [line.strip() for line in text_of(mail).split("\n")]
        assert all(len(line) <= 78 for line in lines)
        told = [line for line in lines if len(line) > 20]
        assert len(told) == len(set(told)), subject_of(mail)
