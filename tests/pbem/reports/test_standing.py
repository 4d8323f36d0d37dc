"""What is in force or open between the players, in the reports of every rule set."""

from __future__ import annotations

from typing import Any

import pytest

from core.contract import Event, Json
from core.dice import SeededDice
from pbem.reports import standing, text
from pbem.reports.document import NO_BREAK
from pbem.reports.standing import BETWEEN
from pbem.reports.turn import GameFacts, turn_report
from pbem.rulesets import names, presentation

# In the Hundred Days all write at the same time: offers of a draw are sealed like all orders, and agreed within a turn.
OURS = [name for name in names() if name not in ("sealed_bids", "landmine", "hundred_days")]


def begun(name: str, **options: object) -> Any:
    """A position in which a turn is owed: whoever has to set up has done so."""
    rules = presentation(name).rules
    dice = SeededDice(bytes(32))
    position = rules.adjudicate(rules.opening(rules.settle(options)), {}, dice).position
    for _ in range(9):
        due = rules.awaiting(position)
        if due[0].kind not in ("setup", "draft", "armies"):
            return position
        orders = {each.seat: rules.random_orders(position, each.seat, 1) for each in due}
        position = rules.adjudicate(position, orders, dice).position
    raise AssertionError("the set-up has no end")


def says(name: str, position: Any, seat: str, line: str) -> Any:
    orders = presentation(name).read([(1, line)])
    return presentation(name).rules.adjudicate(position, {seat: orders}, SeededDice(bytes(32)))


def report(name: str, position: Any, seat: str, events: tuple[Event, ...] = ()) -> Any:
    rules = presentation(name).rules
    facts = GameFacts("g1", rules.version, outcome=rules.outcome(position))
    return turn_report(presentation(name), facts, rules.view(position, seat), seat, events)


def two_seats(name: str, position: Any) -> tuple[str, str]:
    """The seat that is to move, and another."""
    rules = presentation(name).rules
    mover = rules.awaiting(position)[0].seat
    options: Json = rules.view(position, mover)["options"]
    return mover, next(seat for seat in rules.seats(options) if seat != mover)


@pytest.mark.parametrize("name", OURS)
def test_who_waits_is_asked_too_when_a_draw_is_offered(name: str) -> None:
    position = begun(name)
    mover, waiting = two_seats(name, position)
    played = says(name, position, mover, "draw")
    offered, events = played.position, played.events
    title = presentation(name).seat_title(mover)
    asked = f"{title} offers a draw: answer DRAW to agree"
    told = report(name, offered, waiting, events)
    assert told.subject.startswith(f"[g1 {presentation(name).seat_title(waiting)}] {asked}")
    assert text.write(told).startswith(f"{asked}.\n\nNothing else is wanted of you now: ")
    assert text.write(told).count("DRAW") == 1, "what to type stands in the headline"
    assert f"The offer of a draw by {title} stands until " in " ".join(text.write(told).split())
    later = report(name, offered, waiting)
    assert "answer DRAW" not in later.subject, "it was told before, and hides no news"
    assert text.write(later).startswith(f"Still open: {title} offers a draw.\n\nNothing else is wanted of you now: ")
    assert "DRAW agrees to it." in plain(later)
    own = report(name, offered, mover, events)
    assert "offers a draw" not in own.subject
    assert "Your offer of a draw stands until " in text.write(own)


@pytest.mark.parametrize("name", OURS)
def test_who_is_to_move_is_asked_above_his_turn(name: str) -> None:
    position = begun(name)
    mover, waiting = two_seats(name, position)
    played = says(name, position, waiting, "draw")
    offered = played.position
    told = report(name, offered, mover, played.events)
    asked = f"{presentation(name).seat_title(waiting)} offers a draw: answer DRAW or play on"
    assert f"] {asked}; " in told.subject
    assert "Reply to this mail with your orders." in told.sections[0].lines
    assert told.sections[0].lines[0] == f"{asked}."


@pytest.mark.parametrize("name", OURS)
def test_whoever_accepts_a_draw_is_told_to_have_agreed(name: str) -> None:
    position = begun(name)
    mover, waiting = two_seats(name, position)
    first = says(name, position, mover, "draw")
    last = says(name, first.position, waiting, "draw")
    rules, words = presentation(name).rules, presentation(name)
    verdict = last.verdicts[waiting][0]
    said = words.say_verdict(verdict, words.read([(1, "draw")])[0], rules.view(first.position, waiting))
    assert said.text.startswith(("you agree to", "you accept"))
    document = report(name, last.position, mover, (*first.events, *last.events))
    told = " ".join(next(part for part in document.sections if part.title == "What happened").lines)
    title, other = words.seat_title(mover), words.seat_title(waiting)
    assert f"{title} offers a draw.".lower() in told.lower()
    assert f"{other} offers" not in told
    open_still = next(
        part for part in report(name, first.position, waiting, first.events).sections if part.title == BETWEEN
    )
    assert f"The offer of a draw by {title} stands until" in open_still.lines[0]
    assert text.write(report(name, first.position, waiting, first.events)).count("offers a draw") == 1, "the headline"
    assert f"{other} agrees to the draw." in told or f"{other.upper()} accepts the draw." in told
    assert "The game is drawn" in document.sections[0].lines[1]
    assert "The game is drawn" not in told, "how the game ended stands above"


def test_of_several_players_each_learns_who_has_still_to_agree() -> None:
    position = begun("conflict", players=4)
    seats = ("red", "yellow", "green", "orange")
    one = says("conflict", position, seats[0], "draw").position
    two = says("conflict", one, seats[1], "draw").position
    view = presentation("conflict").rules.view(two, seats[2])
    *_, last = standing.between(presentation("conflict"), view, seats[2])
    assert last.said.endswith("; Orange has to agree too.")
    own = standing.between(presentation("conflict"), presentation("conflict").rules.view(one, seats[0]), seats[0])[0]
    assert own.said.endswith("; Yellow, Green and Orange all have to agree to it.")
    assert last.answer == "DRAW agrees to it."
    assert last.asked == ("Red and Yellow offer a draw", "DRAW")
    orders = presentation("conflict").read([(1, "offer draw")])
    verdict = presentation("conflict").rules.check(one, seats[1], orders).verdicts[0]
    said = presentation("conflict").say_verdict(verdict, orders[0], presentation("conflict").rules.view(one, seats[1]))
    assert said.text.startswith("you agree to the draw; Green and Orange have still to agree")


def test_of_several_things_that_are_asked_each_stands_in_the_subject() -> None:
    position = begun("conflict", players=4, alliances="formal")
    events: tuple[Event, ...] = ()
    for seat, line in (("yellow", "draw"), ("green", "ally red")):
        played = says("conflict", position, seat, line)
        position, events = played.position, (*events, *played.events)
    told = report("conflict", position, "red", events)
    assert told.subject == "[g1 Red] Yellow offers a draw and Green proposes a pact: answer DRAW or\u2026"
    asked = told.sections[0].lines[0].replace(NO_BREAK, " ")
    assert asked == "Yellow offers a draw and Green proposes a pact: answer DRAW or ALLY GREEN to agree."
    assert "ALLY" not in " ".join(next(part for part in told.sections if part.title == BETWEEN).lines)
    assert "Green proposes a pact" not in text.write(report("conflict", position, "orange"))


def test_a_resignation_leads_the_mail_of_those_who_play_on() -> None:
    position = begun("conflict", players=3)
    _, waiting = two_seats("conflict", position)
    gone = says("conflict", position, waiting, "resign")
    for seat in ("red", "green", "yellow"):
        told = report("conflict", gone.position, seat, gone.events)
        leads = f"{presentation('conflict').seat_title(waiting)} has resigned"
        assert (leads in told.subject, plain(told).startswith(f"{leads}.")) == (seat != waiting, seat != waiting)


def test_a_resignation_that_is_told_with_what_is_between_the_players_is_told_once() -> None:
    position = begun("waterloo1895", mode="four")
    gone = says("waterloo1895", position, "napoleon", "resign")
    for seat in ("ney", "wellington", "blucher"):
        told = report("waterloo1895", gone.position, seat, gone.events)
        assert "Napoleon has resigned" in told.subject
        assert plain(told).count("Napoleon has resigned") == 1


def test_whoever_is_out_is_not_told_of_offers_that_he_cannot_accept() -> None:
    position = begun("conflict", players=3)
    mover, waiting = two_seats("conflict", position)
    gone = says("conflict", position, waiting, "resign").position
    offered = says("conflict", gone, mover, "draw").position
    assert "offer of a draw" not in plain(report("conflict", offered, waiting))


def test_an_offer_that_lapsed_is_told_to_whoever_made_it_as_his() -> None:
    lapsed = Event("draw_lapsed", {"seat": "red"}, "CON-108")
    position = begun("conflict")
    assert "Your offer of a draw has lapsed." in plain(report("conflict", position, "red", (lapsed,)))
    assert "Red's offer of a draw has lapsed (CON-108)." in plain(report("conflict", position, "green", (lapsed,)))


@pytest.mark.parametrize("name", OURS)
def test_whose_turn_it_is_and_how_the_game_ended_are_told_once(name: str) -> None:
    position = begun(name)
    mover, waiting = two_seats(name, position)
    view = presentation(name).rules.view(position, waiting)
    assert plain(report(name, position, waiting)).count(presentation(name).status(view)) == 1
    given_up = says(name, position, mover, "resign")
    told = plain(report(name, given_up.position, waiting, given_up.events))
    ended = presentation(name).say_outcome(presentation(name).rules.view(given_up.position, waiting))
    assert told.count(ended) == 1
    assert "resigns." not in told, "that is the reason told of the end"


def test_the_ply_that_is_asked_for_stands_in_the_headline_alone() -> None:
    told = report("stratego_waterloo", begun("stratego_waterloo"), "red", (Event("ply", {}, "SWL-017"),))
    assert told.sections[0].lines[0].startswith("Your ply of turn 1, 11:00: 3 actions")
    assert "What happened" not in [part.title for part in told.sections]


@pytest.mark.parametrize("name", ["conflict", "waterloo1895"])
def test_the_throw_that_is_to_be_played_stands_in_the_headline_alone(name: str) -> None:
    dice = SeededDice(bytes(32))
    rules, position, events = presentation(name).rules, begun(name), []
    for _ in range(6):
        mover, _ = two_seats(name, position)
        played = rules.adjudicate(position, {mover: rules.random_orders(position, mover, 1)}, dice)
        position, events = played.position, [event for event in played.events if event.kind == "throw"]
        for seat in rules.seats(rules.view(position, None)["options"]):
            told = report(name, position, seat, played.events)
            [happened] = [part.lines for part in told.sections if part.title == "What happened"]
            assert not any(" throws " in line and line[-2].isdigit() for line in happened[-1:])
            [last] = [event.facts["dice"] for event in events[-1:]]
            assert "-".join(map(str, last)) in told.sections[0].lines[0]


def plain(document: Any) -> str:
    """The text of a document on one line."""
    return " ".join(text.write(document).split())
