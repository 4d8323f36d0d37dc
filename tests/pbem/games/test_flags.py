"""flag=lose: whoever is out of time has lost, between two at once; of more a robot plays on for him."""

from __future__ import annotations

import pytest
from inprocess import subject_of, text_of
from sqlalchemy import select

from pbem.games.record import verify
from pbem.reports.turn import FLAGGED
from pbem.store.models import Game, RecordEntry, Seat

ADA, BEN, CY = (f"{name}@players.example" for name in ("ada", "ben", "cy"))


def begin(server, new: str, *players: str) -> None:
    server.enrol(*players)
    server.mail(players[0], f"NEW {new}")
    with server.store.reading() as session:
        name = session.scalars(select(Game.name)).one()
    for player in players[1:]:
        server.mail(player, f"JOIN {name}")


def record(server) -> list[str]:
    with server.store.reading() as session:
        return list(session.scalars(select(RecordEntry.body).order_by(RecordEntry.number)))


def state(server) -> str:
    with server.store.reading() as session:
        return session.scalars(select(Game.state)).one()


@pytest.mark.both_databases
def test_between_two_the_other_has_won(server, sealed_bids):
    begin(server, "sealed_bids rounds=9 clock=bank:2d flag=lose", ADA, BEN)
    report = server.latest(ADA)
    assert "If nothing comes by then, you are out of time and have lost." in " ".join(text_of(report).split())
    server.reply(report, "bid 1")
    server.hours_pass(49)
    server.work()
    assert state(server) == "over"
    found = verify(record(server))
    assert found.outcome == {"winners": ["north"], "reason": FLAGGED, "clause": ""}
    assert [act.act for act in found.acts] == ["flag"]
    assert subject_of(server.latest(BEN)).endswith("the game is over")
    assert "The time of South is up" in " ".join(text_of(server.latest(ADA)).split())


def test_a_bank_that_is_empty_gives_no_day_more(server, sealed_bids):
    begin(server, "sealed_bids rounds=9 clock=bank:2d flag=lose", ADA, BEN)
    server.hours_pass(40)
    for player in (ADA, BEN):
        server.reply(server.latest(player), "bid 1")
    server.hours_pass(9)
    server.work()
    assert state(server) == "over", "eight hours were left"
    assert verify(record(server)).outcome["winners"] == [], "of both the time was up"


def test_of_three_a_robot_plays_on(server):
    begin(server, "conflict players=3 clock=bank:2d flag=lose", ADA, BEN, CY)
    server.hours_pass(49)
    server.work()
    assert state(server) == "running"
    with server.store.reading() as session:
        gone = session.scalars(select(Seat).where(Seat.level.is_not(None))).all()
    assert len(gone) == 1
    assert any(act.act == "flag" for act in verify(record(server)).acts)


@pytest.mark.parametrize(
    ("chosen", "told"), [("flag=win", "flag is lose"), ("clock=at:mon@20:00 flag=lose", "appointments")]
)
def test_a_flag_that_cannot_be(server, sealed_bids, chosen, told):
    server.enrol(ADA)
    [answer] = server.mail(ADA, f"NEW sealed_bids {chosen}")
    assert told in text_of(answer)
