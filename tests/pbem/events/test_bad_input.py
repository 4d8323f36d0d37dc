"""What is asked of events that cannot be had: each is answered in a sentence, and nothing is done."""

from __future__ import annotations

import pytest
from cups_by_mail import (
    TD,
    about_cup,
    address,
    director_writes,
    event_file,
    games,
    held,
    mail_about,
    plain,
    play,
    state_of,
)
from shown_club import application
from sqlalchemy import select

from pbem.events import directing
from pbem.events.directing import Asked, CannotDo
from pbem.store import people
from pbem.store.models import Player

ADA, BEN, CY, DAN = map(address, ("ada", "ben", "cy", "dan"))


@pytest.fixture
def cup(server, sealed_bids):
    """A mini-cup for three that takes entries."""
    server.enrol(ADA, BEN, CY, DAN, TD)
    directing.new(server.context, event_file())
    directing.open_(server.context, Asked("cup"))
    return server


def test_entries_that_cannot_be(cup):
    def answered(player: str, line: str) -> str:
        return plain(cup.mail(player, line)[0])

    assert "did you mean cup?" in answered(ADA, "ENTER cups")
    assert "there is no event" in answered(ADA, "STANDINGS marengo")
    assert "has not begun" in answered(ADA, "PAIRINGS cup")
    assert "you have not entered cup" in answered(ADA, "WITHDRAW cup")
    assert "you are in cup" in answered(ADA, "ENTER cup")
    assert "you have entered cup already" in answered(ADA, "ENTER cup")
    assert "you have left cup" in answered(ADA, "WITHDRAW cup BECAUSE of work")
    assert "you have left cup already" in answered(ADA, "WITHDRAW cup")
    assert "you are in cup" in answered(ADA, "ENTER cup"), "until it begins one may think better of it"
    for player in (BEN, CY):
        cup.mail(player, "ENTER cup")
    assert len(games(cup)) == 3
    assert "entries are closed" in answered(DAN, "ENTER cup")
    play(cup, {ADA: 9, BEN: 5})
    assert state_of(cup) == "over"
    assert "cup is over" in answered(DAN, "ENTER cup")
    assert "cup is over" in answered(BEN, "WITHDRAW cup")


def test_the_page_of_an_event_names_who_has_entered_until_it_is_called_off(cup):
    def entered() -> list[str]:
        page = application(cup).test_client().get("/events/cup.json").json
        return [each["who"]["name"] for each in page["entered"]]

    for player in (ADA, BEN):
        cup.mail(player, "ENTER cup")
    assert entered() == ["ada", "ben"]
    directing.close(cup.context, Asked("cup", "rain"))
    assert entered() == []


@pytest.mark.parametrize(("decided", "missed", "answer"), [(19, 1, "you are in"), (18, 2, "of yours it are 90%")])
def test_who_is_often_silent_may_not_enter_where_that_counts(cup, decided, missed, answer):
    directing.new(cup.context, event_file(event="strict", reliability=0.95))
    directing.open_(cup.context, Asked("strict"))
    with cup.store.session() as session:
        player = session.scalars(select(Player).where(Player.address == ADA)).one()
        player.decided, player.missed = decided, missed
    assert answer in plain(cup.mail(ADA, "ENTER strict")[0])


def test_two_who_have_entered_one_event_are_not_made_one_but_others_may_be(cup):
    for player in (ADA, BEN):
        cup.mail(player, "ENTER cup")
    with cup.store.session() as session:
        ada, ben, cy, dan = (people.player_at(session, each) for each in (ADA, BEN, CY, DAN))
        with pytest.raises(people.NotDone, match="both have entered cup"):
            people.merge(session, ada, ben)
        people.merge(session, cy, dan)
        people.merge(session, ada, dan)
    assert "you have entered cup already" in plain(cup.mail(DAN, "ENTER cup")[0])


def test_of_two_addresses_of_one_player_one_counts(cup):
    other = "ada@office.example"
    cup.mail(ADA, f"ADDRESS ADD {other}")
    for each in (ADA, other):
        cup.reply(next(mail for mail in reversed(cup.box(each)) if "+ask." in str(mail["Reply-To"])), "YES", each)
    cup.mail(ADA, "ENTER cup")
    cup.mail(other, "ENTER cup")
    assert "you have entered cup already" in plain(cup.latest(ADA))
    assert len(held(cup).rows) == 1


def test_the_director_is_shown_who_may_be_one_person(cup):
    twin = "ada@elsewhere.example"
    cup.enrol(twin)
    cup.mail(ADA, "ENTER cup")
    cup.mail(twin, "ENTER cup")
    asked = mail_about(cup, TD, "one person?")
    assert ADA in plain(asked)
    assert twin in plain(asked)
    assert len(held(cup).state.entrants) == 0
    [done] = cup.reply(asked, "TD bar cup ada 2\nWHY they are one person")
    assert "is out of cup" in plain(done)
    assert about_cup(cup, twin)[-1] == "[cup] you are out of it"
    assert [row.state for row in held(cup).rows.values()] == ["in", "gone"]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("TD begin cup", "there is no act"),
        ("TD adjudicate cup9 draw\nWHY so", "there is no game of an event called cup9"),
        ("TD close cup", "one line has to say WHY"),
        ("TD bar cup nobody\nWHY so", "nobody in cup is called"),
        ("TD replace cup ada ben\nWHY so", "TD replace EVENT NAME BY RESERVE"),
        ("TD start cup", "cannot begin"),
        ("TD pair cup", "has not begun"),
        ("TD enter cup general", "robots are recruit, officer, marshal"),
        ("TD open cap", "did you mean cup?"),
        ("TD open cup\nTD close cup\nWHY so", "no more"),
        ("Do not\nTD open cup", "above TD was not understood"),
        ("TD open cup\nor rather not", "below TD was not understood"),
    ],
)
def test_acts_that_cannot_be(cup, lines, told):
    before = held(cup).head
    assert told in plain(director_writes(cup, lines))
    assert held(cup).head == before


def test_greetings_and_a_name_around_an_act_do_no_harm(cup):
    told = plain(director_writes(cup, "Hi there,\n\nTD enter cup recruit\n\nBest regards\nTed\nthe director"))
    assert "recruit (robot) has entered cup" in told


def test_nobody_else_directs(cup):
    cup.settings.hosts.append(address("host"))
    with pytest.raises(CannotDo, match="neither directs it nor is a host"):
        directing.start(cup.context, Asked("cup", by=ADA))
    cup.mail(ADA, "TD close cup\nWHY I lose")
    assert state_of(cup) == "open"


def test_a_file_with_faults_is_refused_with_all_of_them(cup):
    wrong = event_file(event="cup2", ruleset="sealed_bods", format="swizz")
    answer = plain(director_writes(cup, f"TD check\n{wrong}"))
    assert "did you mean sealed_bids?" in answer
    assert "did you mean swiss?" in answer
    right = event_file(event="cup3")
    assert "without faults" in plain(director_writes(cup, f"TD check\n{right}"))
    assert "without faults" in plain(director_writes(cup, f"TD check\n{right}\n\nBest regards,\nTed the director"))
    below = plain(director_writes(cup, f"TD check\n{right}\nCheers\nround_days = 3"))
    assert "this is no TOML" in below, "what may belong to the file is not cut off with the sign-off"


def test_a_director_who_plays_does_not_decide_his_games(server, sealed_bids):
    second = address("sam")
    server.enrol(ADA, BEN, TD, second)
    directing.new(server.context, event_file(directors=[TD, second]))
    directing.open_(server.context, Asked("cup"))
    for player in (ADA, BEN, TD):
        server.mail(player, "ENTER cup")
    mine = next(game for game in games(server) if any(seat.player.address == TD for seat in game.seats))
    refused = director_writes(server, f"TD adjudicate {mine.name} draw\nWHY I want it so")
    assert f"you play in {mine.name}" in plain(refused)
    done = director_writes(server, f"TD adjudicate {mine.name} draw\nWHY both are level", second)
    assert f"{mine.name} is decided" in plain(done)
