"""The host's desk by mail: who may write to it, what an address is good for, and what is answered.

What the acts do is tested in tests/pbem/games/test_acts.py.
"""

from __future__ import annotations

import json

import pytest
from inprocess import Server, subject_of, text_of
from sqlalchemy import select, update

from pbem.addresses import signed
from pbem.games.record import verify
from pbem.store.models import Inbox, RecordEntry

ADA, BEN, HEDDA = "ada@players.example", "ben@players.example", "hedda@club.example"


@pytest.fixture
def game(server, sealed_bids):
    server.begin((ADA, "NEW sealed_bids rounds=3 purse=40"), (BEN, "JOIN sealed1"), also=(HEDDA,))
    # Hosts are mailed what is amiss with the server, the next time within five minutes.
    server.context.settings = server.settings.model_copy(update={"hosts": [HEDDA, ADA]})
    return "sealed1"


@pytest.fixture
def gm(server, game):
    """Sends an act as the host, each in answer to the latest mail of the desk; the answer's text."""

    def send(*lines: str, who: str = HEDDA) -> str:
        box = [mail for mail in server.box(who) if "+desk." in str(mail["Reply-To"])]
        latest = box[-1] if box else server.mail(who, "GM")[-1]
        [answer] = [each for each in server.reply(latest, "\n".join(lines)) if "+desk." in str(each["Reply-To"])]
        assert max(map(len, text_of(answer).split("\n"))) <= 78
        return " ".join(text_of(answer).split())

    return send


def record_of(server: Server) -> list[str]:
    with server.store.reading() as session:
        return list(session.scalars(select(RecordEntry.body).order_by(RecordEntry.number)))


def acts(server: Server) -> list[str]:
    return [entry["act"] for entry in map(json.loads, record_of(server)) if entry["kind"] == "act"]


def test_a_host_who_asks_is_mailed_an_address_and_nothing_is_done_before(server, game):
    [answer] = server.mail(HEDDA, "GM cancel sealed1\nWHY I feel like it")
    assert "Nothing was done: acts are taken only in answer to this mail" in " ".join(text_of(answer).split())
    assert (subject_of(answer), acts(server)) == ("[pbem] the host's desk", [])
    assert "+desk." in str(answer["Reply-To"])


def test_every_act_can_be_mailed(server, game, gm):
    assert "sealed1 sealed_bids north, south by" in gm("GM list")
    assert '"purses": { "north": 40' in gm("GM show sealed1", "WHY a question of Ben's")
    assert "you hold 40 coins" in gm("GM report sealed1 south", "why: he has no report")
    assert "A PREVIEW" in gm("gm preview sealed1", "WHY is it stuck?")
    assert "There is more time in sealed1" in gm("GM extend sealed1 1d", "WHY a holiday")
    assert "REPORT sends the whole report, with the map." in text_of(server.latest(ADA))
    assert "There is more time in sealed1" in gm("GM extend sealed1 1d12h south", "WHY a holiday")
    assert "sealed1 is held" in gm("GM hold sealed1", "WHY a quarrel")
    assert "held, north, south" in gm("GM list")
    assert "sealed1 goes on" in gm("GM resume sealed1", "WHY it is settled")
    assert "The orders for north in sealed1 are in" in gm("GM act-for sealed1 north", "WHY ill", "", "bid 4")
    assert "is carried out" in gm("GM process sealed1", "WHY both agree")
    assert "is set back" in gm("GM rollback sealed1 2", "WHY a mistake")
    position = json.dumps({**position_of(server), "purses": {"north": 30, "south": 40}}, indent=1).split("\n")
    asked = gm("GM correct sealed1", "WHY a wrong purse", *position)
    assert "purses.north: 40 -> 30" in asked
    assert "with a line YES 3 below GM" in asked
    assert "is corrected" in gm("GM correct sealed1", "YES 3", "WHY a wrong purse", *position)
    assert "It is mailed" in gm("GM say sealed1", "I am sorry.", "", "It was my fault.")
    assert "It is mailed" in gm("GM say sealed1 north", "Yours, too.")
    assert "stands in the record" in gm("GM rule sealed1", "The bid stands.")
    assert "Nobody sits at south" in gm("GM eject sealed1 south", "WHY not heard of")
    assert "is played from" in gm("GM replace sealed1 south <carol@players.example>", "WHY she asked")
    assert "sealed1 is over" in gm("GM award sealed1 north", "WHY South has vanished")
    clock = ["extend", "extend", "hold", "resume"]
    first = ["show", "report", "preview", *clock, "act-for", "process", "rollback", "correct"]
    assert acts(server) == [*first, "say", "say", "rule", "eject", "replace", "award"]
    assert verify(record_of(server)).complete
    assert "It was my fault." in "".join(text_of(mail) for mail in server.box(ADA))


def position_of(server: Server) -> dict:
    return next(
        entry["position"]
        for entry in map(json.loads, reversed(record_of(server)))
        if "act" in entry and "position" in entry
    )


def test_an_address_is_good_for_one_act(server, game, gm):
    [desk] = server.mail(HEDDA, "GM")
    server.reply(desk, "GM say sealed1\nonce")
    [answer] = server.reply(desk, "GM say sealed1\ntwice")
    assert "was used before" in text_of(answer)
    assert acts(server) == ["say"]
    server.reply(answer, "GM say sealed1\nagain")
    assert acts(server) == ["say", "say"]


def test_an_address_is_good_for_a_week(server, game):
    [desk] = server.mail(HEDDA, "GM")
    token = str(desk["Reply-To"]).partition("desk.")[2].partition(".")[0]
    mail = int(token.partition("-")[2])
    old = signed.desk_address(server.settings, HEDDA, int(token.partition("-")[0]) - 8 * 24 * 3600, mail)
    [answer] = server.mail(HEDDA, "GM say sealed1\nlate", to=old)
    assert "older than a week" in text_of(answer)
    assert acts(server) == []


@pytest.mark.parametrize("who", [BEN, ADA])
def test_an_address_is_good_for_the_host_it_was_made_for(server, game, who):
    [desk] = server.mail(HEDDA, "GM")
    server.mail(who, "GM cancel sealed1\nWHY mine", to=str(desk["Reply-To"]))
    assert acts(server) == []
    assert "nothing was played" in " ".join(text_of(server.latest(who)).split())


def test_who_is_no_host_has_no_desk(server, game):
    [answer] = server.mail(BEN, "GM cancel sealed1")
    assert "+desk." not in str(answer["Reply-To"])


def test_a_host_who_is_not_enrolled_has_no_desk_either(server, game):
    server.context.settings = server.settings.model_copy(update={"hosts": ["olga@club.example"]})
    [hint] = server.mail("olga@club.example", "GM")
    assert "answer this mail to play" in subject_of(hint)
    assert "+desk." not in str(hint["Reply-To"])


def test_words_may_begin_with_any_word(server, game, gm):
    gm("GM say sealed1", "Why not play on?")
    assert "Why not play on?" in text_of(server.latest(ADA))


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (("GM cancel sealed1",), "one line has to say WHY"),
        (("GM cancel sealed1", "WHY a", "WHY b"), "one line has to say WHY"),
        (("GM cancel sealed1", "GM draw sealed1", "WHY a"), "one line that begins with GM"),
        (("cancel sealed1", "WHY a"), "one line that begins with GM"),
        (("GM bless sealed1", "WHY a"), "there is no act 'bless'"),
        (("GM cancel", "WHY a"), "it is written GM cancel GAME"),
        (("GM rollback sealed1", "WHY a"), "it is written GM rollback GAME TURN"),
        (("GM rollback sealed1 two", "WHY a"), "'two' is not the number of a turn"),
        (("GM cancel sealed1 now", "WHY a"), "it is written GM cancel GAME"),
        (("GM cancel sealed1", "or rather not", "WHY a"), "'or rather not' below GM was not understood"),
        (("do not", "GM cancel sealed1", "WHY a"), "'do not' above GM was not understood"),
        (("GM extend sealed1", "WHY a"), "it is written GM extend GAME SPAN [SEAT]"),
        (("GM extend sealed1 later", "WHY a"), "written like 12h"),
        (("GM resume sealed1", "WHY a"), "sealed1 is not held"),
        (("GM cancel nosuch1", "WHY a"), "there is no game called nosuch1"),
        (("GM act-for sealed1 north", "bid 1000", "WHY a"), "BID-006"),
        (("GM replace sealed1 north ben@players.example", "WHY a"), "sits in sealed1 already"),
    ],
)
def test_what_cannot_be_done_is_answered_and_changes_nothing(server, game, gm, lines, says):
    told = gm(*lines)
    assert "Nothing was done: " in told
    assert says in told
    assert acts(server) == []


def test_greetings_and_names_around_an_act_do_no_harm(server, game, gm):
    gm("Hello", "", "GM hold sealed1", "WHY I have to think", "Hedda", "", "Best regards", "Hedda of the club")
    assert acts(server) == ["hold"]


def test_a_host_who_sits_in_a_game_may_not_look_into_it_by_mail_either(server, game, gm):
    assert "where another host has to do this" in gm("GM show sealed1", "WHY a", who=ADA)
    assert acts(server) == []


def test_a_mail_that_is_read_twice_is_carried_out_once(server, game):
    [desk] = server.mail(HEDDA, "GM")
    server.reply(desk, "GM say sealed1\nonce")
    with server.store.session() as session:
        session.execute(update(Inbox).where(Inbox.id == server.inbox()[-1].id).values(state="new", message_id=None))
    before = len(server.box(ADA))
    server.work()
    assert (acts(server), len(server.box(ADA))) == (["say"], before)
