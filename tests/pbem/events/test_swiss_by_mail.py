"""A Swiss by mail with what goes wrong in one: an odd number, a withdrawal, a flag that falls, somebody who is late."""

from __future__ import annotations

import pytest
from cups_by_mail import (
    TD,
    about_cup,
    address,
    director_writes,
    event_file,
    file_of,
    games,
    held,
    mail_about,
    open_event,
    plain,
    play,
    state_of,
)
from inprocess import subject_of, text_of
from pydantic import SecretStr
from sqlalchemy import func, select

from pbem.events import directing
from pbem.events.contract import How
from pbem.events.directing import Asked
from pbem.events.record import verify
from pbem.store.models import Event, Outbox

NAMES = ("ada", "ben", "cy", "dan", "eve")
ADA, BEN, CY, DAN, EVE = map(address, NAMES)
FAY, GUS = map(address, ("fay", "gus"))
STRENGTH = {player: 10 - at for at, player in enumerate((ADA, BEN, CY, DAN, EVE))}
HOURS = 24


def swiss(server, **keys: object) -> str:
    """The file of a Swiss that begins in three weeks."""
    from datetime import timedelta

    from pbem.store.database import now

    with server.store.reading() as session:
        start = (now(session) + timedelta(days=21)).replace(microsecond=0, tzinfo=None)
    usual = {"format": "swiss", "least": 4, "most": 8, "start": start.isoformat(), "settings": {"rounds": 2}}
    return event_file(**(usual | keys))


@pytest.fixture
def entered(server, sealed_bids):
    """Five have entered."""
    server.enrol(ADA, BEN, CY, DAN, EVE, FAY, GUS, TD)
    server.settings.seed_key = SecretStr("the same lots each time")
    directing.new(server.context, swiss(server, least=5, settings={"rounds": 3}))
    directing.open_(server.context, Asked("cup"))
    for player in (ADA, BEN, CY, DAN, EVE):
        [answer] = server.mail(player, "ENTER cup")
        assert "you are in cup" in plain(answer)
    return server


def check_in(server, *players: str) -> None:
    server.hours_pass(17 * HOURS)
    server.work()
    for player in players:
        asked = mail_about(server, player, "are you there?")
        [answer] = server.reply(asked, "bid 1")
        assert "you are there" in plain(answer)


@pytest.fixture
def begun(entered):
    """The same, all there, the first round paired."""
    check_in(entered, ADA, BEN, CY, DAN, EVE)
    entered.hours_pass(5 * HOURS)
    entered.work()
    return entered


def round_of(server) -> int:
    with server.store.reading() as session:
        return session.scalars(select(Event.round)).one()


@pytest.mark.both_databases
def test_a_swiss_of_five_with_a_withdrawal_and_a_fallen_flag(begun):
    server = begun
    assert round_of(server) == 1
    byes = [player for player in (ADA, BEN, CY, DAN, EVE) if "you have a bye" in about_cup(server, player)[-1]]
    assert len(byes) == 1
    play(server, STRENGTH)
    assert round_of(server) == 2, "the next round is paired once all games have ended"
    left = server.mail(DAN, "WITHDRAW cup BECAUSE I move house")
    assert any("you have left cup" in plain(mail) for mail in left)
    assert any("dan has left" in subject for subject in about_cup(server, TD))
    # Eve is silent until her flag falls.
    play(server, STRENGTH, but=(EVE,))
    waits = [game for game in games(server) if any(s.player and s.player.address == EVE for s in game.seats)]
    server.hours_pass(32 * HOURS)
    server.work()
    if waits:
        assert waits[0].name in [game.name for game in games(server, "over")]
        assert any(result.how is How.TIME for result in held(server).state.results)
        [refused] = server.mail(EVE, "ENTER cup")
        assert "no" in plain(refused)
    play(server, STRENGTH)
    assert state_of(server) == "over"
    record = file_of(mail_about(server, ADA, "it is over"), "cup.jsonl")
    found = verify(record.splitlines())
    assert found.complete
    assert found.rounds == found.drawn_again == 3
    assert "dan (left)" in text_of(mail_about(server, ADA, "it is over"))
    assert subject_of(mail_about(server, ADA, "it is over")).startswith("[cup] it is over: you are ")


def test_who_does_not_check_in_is_replaced_by_a_reserve(server, sealed_bids):
    open_event(server, swiss(server, most=4, least=4), ADA, BEN, CY, DAN, EVE, FAY, TD)
    for player in (ADA, BEN, CY, DAN, EVE, FAY):
        server.mail(player, "ENTER cup")
    assert "reserve 2" in plain(server.latest(FAY))
    check_in(server, ADA, BEN, CY, FAY)
    [again] = server.reply(mail_about(server, ADA, "are you there?"), "bid 1")
    assert "nothing more is wanted" in plain(again)
    [not_read] = server.reply(mail_about(server, EVE, "are you there?"), "I hope so")
    assert "No order of the game was found" in plain(not_read)
    server.hours_pass(5 * HOURS)
    server.work()
    playing = {held(server).called(each.name) for each in held(server).state.entrants}
    assert playing == {"ada", "ben", "cy", "fay"}
    assert "[cup] it begins without you" in about_cup(server, DAN)
    assert verify(directing.record_of(server.context, Asked("cup")).encode().splitlines()).entrants == 4


def test_who_leaves_in_the_first_round_is_followed_by_a_reserve(server, sealed_bids):
    open_event(server, swiss(server, most=4, least=4), ADA, BEN, CY, DAN, EVE, TD)
    for player in (ADA, BEN, CY, DAN, EVE):
        server.mail(player, "ENTER cup")
    check_in(server, ADA, BEN, CY, DAN, EVE)
    server.hours_pass(5 * HOURS)
    server.work()
    left = server.mail(BEN, "WITHDRAW cup")
    assert any("eve, the first reserve, plays on in that place" in plain(mail) for mail in left)
    assert "[cup] you are in, and play" in about_cup(server, EVE)
    assert not any(seat.player.address == BEN for game in games(server) for seat in game.seats)
    for _ in range(2):
        play(server, STRENGTH)
    assert state_of(server) == "over"
    called = held(server)
    assert {called.called(each.name) for each in called.state.entrants} == {"ada", "cy", "dan", "eve"}
    assert verify(directing.record_of(server.context, Asked("cup")).encode().splitlines()).complete


def test_with_too_few_the_director_is_told(server, sealed_bids):
    open_event(server, swiss(server), ADA, BEN, TD)
    for player in (ADA, BEN):
        server.mail(player, "ENTER cup")
    check_in(server, ADA, BEN)
    server.hours_pass(5 * HOURS)
    server.work()
    assert about_cup(server, TD)[-1] == "[cup] it does not begin"
    assert state_of(server) == "open"
    answer = director_writes(server, "TD close cup\nWHY too few have entered")
    assert "cup is called off" in plain(answer)
    assert about_cup(server, ADA)[-1] == "[cup] it is called off"
    [late] = server.mail(ADA, "ENTER cup")
    assert "cup is called off" in plain(late)


def test_one_letter_a_round_and_its_games_reports(begun):
    with begun.store.reading() as session:
        letters = session.scalar(select(func.count(Outbox.id)).where(Outbox.subject.like("%round 1:%")))
    assert letters == 5


def test_at_the_rounds_date_the_director_decides_and_the_host_hears_appeals(begun):
    server = begun
    host = address("host")
    server.enrol(host)
    server.settings.hosts.append(host)
    # Nobody plays; the clocks are kept from running by the host, so that no flag falls.
    from pbem.games import acts
    from pbem.games.acts import Asked as OfHost

    for game in games(server):
        acts.hold(server.context, OfHost(game.name, "a test"))
    server.hours_pass(51 * HOURS)
    server.work()
    one = games(server)[0]
    players = [seat.player.address for seat in one.seats]
    assert "[cup] round 1 ends soon: play on, or AGREE" in about_cup(server, players[0])
    server.hours_pass(10 * HOURS)
    server.work()
    asked = [mail for mail in server.box(TD) if "is yours to decide" in subject_of(mail)]
    assert len(asked) == len(games(server)) == 2
    mail = next(mail for mail in asked if one.name in subject_of(mail))
    assert "400 robot games" in plain(mail)
    assert "margin" in plain(mail)
    assert "left in the bank" in plain(mail)
    [done] = server.reply(mail, f"TD adjudicate {one.name} north\nWHY north has the larger purse")
    assert f"{one.name} is decided: North has won" in plain(done)
    told = mail_about(server, players[1], f"{one.name} is decided")
    assert f"APPEAL {one.name} BECAUSE" in text_of(told)
    [appealed] = server.mail(players[1], f"APPEAL {one.name} BECAUSE I stood better")
    assert "the host is told" in plain(appealed)
    [again] = server.mail(players[1], f"APPEAL {one.name} BECAUSE I really did")
    assert "there was an appeal" in plain(again)
    refused = director_writes(server, f"TD adjudicate {one.name} south\nWHY on second thoughts")
    assert "for a host to decide" in plain(refused)
    [decided] = server.reply(mail_about(server, host, "an appeal"), f"TD adjudicate {one.name} draw\nWHY level")
    assert "it is a draw" in plain(decided)
    sitting = next(name for name, game in held(server).replay.games.items() if game == one.name)
    assert len(held(server).state.by_sitting[sitting].places) == 1
    verify(directing.record_of(server.context, Asked("cup")).encode().splitlines())


def test_a_game_that_the_host_has_called_off_counts_for_nobody_until_it_is_decided(begun):
    from pbem.games import acts
    from pbem.games.acts import Asked as OfHost

    one, other = games(begun)
    acts.end(begun.context, OfHost(one.name, "a test"), "cancel")
    begun.work()
    result = next(result for result in held(begun).state.results if result.how is How.CANCELLED)
    assert not result.counts
    answer = director_writes(begun, f"TD adjudicate {one.name} draw\nWHY nobody is to blame")
    assert f"{one.name} is decided: it is a draw" in plain(answer)
    assert held(begun).state.by_sitting[result.sitting].counts
    assert other.state == "running"
