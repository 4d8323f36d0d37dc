"""EXPORT, FORGET ME, REMEMBER ME: what is kept about a player, and its end."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from inprocess import subject_of
from sqlalchemy import func, select, text

from pbem.games.record import verify
from pbem.store import people
from pbem.store.database import now
from pbem.store.export import everything
from pbem.store.models import Base, Game, Invitation, Outbox, Participant, Player, PlayerAddress
from pbem.store.people import player_at

ADA, BEN, CAROL = "ada@players.example", "ben@players.example", "carol@players.example"
NAME = "Benedict Arkwright"


@pytest.fixture
def club(server, sealed_bids):
    server.enrol(ADA, BEN, CAROL)
    server.mail(BEN, f"NAME {NAME}")
    return server


def said(mail, words) -> str:
    return " ".join(words(mail).split())


def begin(server, game: str = "sealed1") -> None:
    server.mail(ADA, "NEW sealed_bids rounds=3 purse=40 WORD lark")
    server.mail(BEN, f"JOIN {game}")


def give_up(server) -> None:
    """Ada gives up the only game."""
    report = next(mail for mail in reversed(server.box(ADA)) if "sealed1" in mail["Subject"])
    [asked] = server.reply(report, "resign")
    server.reply(asked, "YES")
    assert server.game("sealed1").state == "over"


def file_of(mail, ending):
    [part] = [part for part in mail.walk() if (part.get_filename() or "").endswith(ending)]
    return part.get_payload(decode=True)


def everywhere(server) -> str:
    """All that stands in the database, but for what other people were sent and have sent."""
    found = []
    with server.store.reading() as session:
        for table in Base.metadata.sorted_tables:
            rows = session.execute(text(f'SELECT * FROM "{table.name}"')).mappings()
            for row in rows:
                others = {ADA, CAROL} & {row.get("to_address"), row.get("from_address"), row.get("writer")}
                if not others:
                    found += [
                        each.decode("utf-8", "replace") if isinstance(each, bytes) else str(each)
                        for each in row.values()
                    ]
    return "\n".join(found)


def forget(server, player: str) -> None:
    server.mail(player, "FORGET ME")
    server.reply(next(mail for mail in reversed(server.box(player)) if "forgotten" in mail["Subject"]), "YES")


# --- EXPORT -------------------------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_a_player_is_mailed_all_that_is_kept_about_him(club, words):
    begin(club)
    club.reply(next(mail for mail in reversed(club.box(BEN)) if "sealed1" in mail["Subject"]), "bid 3")
    club.mail(BEN, "NEW sealed_bids with zoe@elsewhere.example")
    [answer] = club.mail(BEN, "EXPORT")
    kept = json.loads(file_of(answer, "pbem-export.json"))
    assert (kept["player"]["name"], kept["player"]["addresses"]) == (NAME, [BEN])
    assert [seat["game"] for seat in kept["seats"]] == ["sealed1", "sealed2"]
    assert kept["orders"][0]["lines"] == ["bid 3"]
    assert kept["invitations"][0]["to"] == "zoe@elsewhere.example"
    assert any("sealed1" in mail["subject"] for mail in kept["mails_to"])
    assert any("JOIN sealed1" in mail["mail"] for mail in kept["mails_from"])
    assert ADA not in json.dumps(kept["seats"])


def test_it_is_mailed_once_a_day_and_in_bounds(club, words):
    assert "attached" in words(club.mail(BEN, "EXPORT")[0])
    assert "today already" in words(club.mail(BEN, "EXPORT")[0])
    club.hours_pass(25)
    assert "attached" in words(club.mail(BEN, "EXPORT")[0])
    with club.store.reading() as session:
        ben = player_at(session, BEN)
        whole, cut = everything(session, ben), everything(session, ben, 3_000)
    assert (whole.cut, cut.cut) == (False, True)
    assert len(cut.content) < len(whole.content)


# --- FORGET ME ----------------------------------------------------------------------------------------------------


@pytest.mark.both_databases
def test_who_is_forgotten_stands_nowhere_but_with_others(club, words):
    begin(club)
    club.mail(
        BEN, "ADDRESS ADD ben.work@office.example\nNEW sealed_bids with zoe@elsewhere.example\nAWAY 3 Dec to 17 Dec"
    )
    report = next(mail for mail in reversed(club.box(BEN)) if "[sealed1" in mail["Subject"])
    club.reply(report, "bid 3")
    forget(club, BEN)
    assert player_named(club, NAME)  # his game goes on
    give_up(club)
    assert not player_named(club, NAME)
    left = everywhere(club)
    for trace in (BEN, NAME, "Benedict", "ben.work"):
        assert trace not in left
    assert "somebody who is gone" in said(club.mail(ADA, "HISTORY")[0], words)


def player_named(server, name: str) -> bool:
    with server.store.reading() as session:
        return session.scalar(select(Player.id).where(Player.name == name)) is not None


@pytest.mark.both_databases
def test_the_record_holds_without_the_name_of_who_was_forgotten(club, words):
    begin(club)
    report = next(mail for mail in reversed(club.box(BEN)) if "[sealed1" in mail["Subject"])
    club.reply(report, "bid 3")
    give_up(club)
    before = file_of(club.mail(ADA, "RECORD sealed1")[0], ".jsonl").splitlines()
    assert verify(before).seats == {"north": "ada", "south": NAME}
    assert NAME.encode() not in b"".join(before[:-1])
    forget(club, BEN)
    after = file_of(club.mail(ADA, "RECORD sealed1")[0], ".jsonl").splitlines()
    assert before[:-1] == after[:-1]
    found = verify(after)
    assert found.complete
    assert found.seats["north"] == "ada"
    assert found.seats["south"].startswith("player-")
    assert NAME.encode() not in b"".join(after)


def test_a_player_has_another_name_in_each_record(club):
    begin(club)
    begin(club, "sealed2")
    with club.store.reading() as session:
        drawn = session.scalars(select(Participant.drawn)).all()
    assert len(set(drawn)) == 4


def test_nobody_is_forgotten_who_was_not_asked(club, words):
    [answer, asked] = sorted(club.mail(BEN, "FORGET ME"), key=lambda mail: "forgotten" in mail["Subject"])
    assert "asks whether you mean it" in said(answer, words)
    assert "at once" in said(asked, words)
    assert player_named(club, NAME)
    club.reply(asked, "no, do not")
    club.reply(asked, "YES", sender=ADA)
    assert player_named(club, NAME)
    club.hours_pass(8 * 24)
    club.reply(asked, "YES")
    assert player_named(club, NAME)


def test_he_does_not_wait_for_mail_to_others_who_have_two_addresses(club):
    """Mail to the second address of somebody else, which is still to be sent, is none of his."""
    with club.store.session() as session:
        ada = player_at(session, ADA)
        session.add(PlayerAddress(address="ada@second.example", player_id=ada.id, confirmed_at=now(session)))
        moment = now(session)
        told = {"subject": "x", "text": "", "shown": "", "raw": b"", "state": "ready", "created_at": moment}
        later = moment + timedelta(days=1)
        session.add(Outbox(key="x", message_id="x", to_address="ada@second.example", not_before=later, **told))
    forget(club, BEN)
    with club.store.reading() as session:
        assert player_at(session, BEN) is None


def test_the_last_mail_to_him_says_so_and_then_he_is_a_stranger(club, words):
    before = len(club.box(BEN))
    club.mail(BEN, "FORGET ME")
    asked = next(mail for mail in club.box(BEN)[before:] if "forgotten" in mail["Subject"])
    club.reply(asked, "YES")
    # What was sent is gone from the local mailbox too; what comes now comes to a stranger.
    assert club.box(BEN) == []
    [hint] = club.mail(BEN, "GAMES")
    assert "answer this mail to play" in subject_of(hint)
    club.reply(hint, "")
    assert "none" in words(club.mail(BEN, "HISTORY")[0])


@pytest.mark.parametrize(("state", "waits"), [("ready", True), ("sending", True), ("sent", False)])
def test_he_is_known_until_the_last_mail_to_him_has_gone_out(club, state, waits):
    with club.store.session() as session:
        ben = player_at(session, BEN)
        ben.forget_at = now(session)
        last = session.scalars(select(Outbox).where(Outbox.to_address == BEN).order_by(Outbox.id.desc())).first()
        last.state = state
        session.flush()
        assert people.can_be_forgotten(session, ben) is not waits
        assert [ident for ident, _ in people.to_forget(session)] == ([] if waits else [ben.id])


def test_games_that_have_not_begun_are_left(club, words):
    club.mail(BEN, "NEW sealed_bids")
    club.mail(BEN, "NEW conflict players=3")
    club.mail(ADA, "JOIN conflict2")
    forget(club, BEN)
    assert club.game("sealed1").state == "cancelled"
    assert club.game("conflict2").state == "forming"
    assert not player_named(club, NAME)
    assert "conflict2 is called off" in said(club.mail(ADA, "CANCEL conflict2")[0], words)


def test_who_waits_to_be_forgotten_sits_down_nowhere_and_may_stay(club, words):
    begin(club)
    forget(club, BEN)
    assert "REMEMBER ME takes that back" in said(club.mail(BEN, "NEW sealed_bids")[0], words)
    assert "when your games are over" in said(club.mail(BEN, "FORGET ME")[0], words)
    assert "you stay" in words(club.mail(BEN, "REMEMBER ME")[0])
    give_up(club)
    assert player_named(club, NAME)
    assert "sealed1" in words(club.mail(BEN, "HISTORY")[0])


def test_an_invitation_to_him_is_gone_with_him(club):
    club.mail(ADA, f"NEW sealed_bids with {BEN}")
    forget(club, BEN)
    with club.store.reading() as session:
        assert session.scalar(select(func.count()).select_from(Invitation)) == 0
        assert session.scalar(select(func.count(Outbox.id)).where(Outbox.to_address == BEN)) == 0
        assert session.scalar(select(func.count(Game.id))) == 1


def test_he_is_asked_a_few_times_a_day(club, words):
    for _ in range(3):
        assert len(club.mail(BEN, "FORGET ME")) == 2
    [answer] = club.mail(BEN, "FORGET ME")
    assert "you were asked already" in words(answer)


@pytest.mark.parametrize(
    "line", ["Forget me not", "forget me", "FORGET IT", "Remember me to your wife", "export taxes"]
)
def test_words_between_people_ask_nothing(club, words, line):
    [answer] = club.mail(BEN, f"HELP MAP\n{line}")
    assert "not read" in words(answer)
    assert not any("forgotten" in mail["Subject"] for mail in club.box(BEN))
