"""Who may enter an event and who may not, and what is told of those who have."""

from __future__ import annotations

import pytest
from cups_by_mail import (
    TD,
    about_cup,
    address,
    event_file,
    games,
    held,
    mail_about,
    open_event,
    plain,
    play,
    state_of,
)
from shown_club import application
from sqlalchemy import select

from pbem.events import directing
from pbem.events.directing import Asked
from pbem.store import people
from pbem.store.models import Player

ADA, BEN, CY, DAN = map(address, ("ada", "ben", "cy", "dan"))


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
    open_event(cup, event_file(event="strict", reliability=0.95))
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
