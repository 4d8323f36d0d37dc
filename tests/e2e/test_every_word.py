"""Each word that players and hosts may write, once, through a whole server: mail in by HTTP, mail out by SMTP.

What each does is tested where it is made; here is shown that all of them come through, in mails as people write them.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from email.message import Message

import pytest
from inprocess import subject_of, text_of
from sqlalchemy import create_engine, text
from world import PATIENCE_S, World, world_in

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

ADA, BEN, CY, HEDDA = "ada@players.example", "ben@players.example", "cy@players.example", "hedda@club.example"
ELSEWHERE = "ada@elsewhere.example"
PLAYERS = (ADA, BEN, CY, HEDDA)


class Club:
    """Everybody who writes to the server, and what he is answered."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._read = 0

    def told(self, player: str, pattern: str) -> Message:
        """The next mail to a player, of those that nobody has waited for yet, that says something."""
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            for at in range(self._read, len(self.world.seen)):
                to, mail = self.world.seen[at]
                if to == player and re.search(pattern, said(mail)):
                    return mail
            self.world.fetch()
        since = [(to, said(mail)[:400]) for to, mail in self.world.seen[self._read :]]
        raise AssertionError(f"{player} was not told {pattern!r}; since: {since}")

    def say(self, player: str, words: str, pattern: str, to: Message | None = None, subject: str = "") -> Message:
        """Write something, or answer a mail with it, and wait until the answer says what is expected."""
        self._read = len(self.world.seen)
        if to is None:
            self.world.write(player, words, subject=subject)
        else:
            self.world.write(player, words, str(to["Reply-To"]), f"Re: {subject_of(to)}", str(to["Message-ID"]))
        return self.told(player, pattern)

    def report(self, player: str, game: str) -> Message:
        """The report of a game, as REPORT mails it."""
        return self.say(player, f"REPORT {game}", rf"^\[{game} ")

    def is_late(self) -> None:
        """All time there was for open decisions is over; the clock of a server that runs cannot be put ahead."""
        engine = create_engine(self.world.settings.database)
        with engine.begin() as rows:
            rows.execute(text("UPDATE turn SET deadline = '2026-01-01 00:00:00+00:00' WHERE state = 'open'"))
            rows.execute(text("UPDATE seat SET due_at = '2026-01-01 00:00:00+00:00' WHERE due_at IS NOT NULL"))
        engine.dispose()


def said(mail: Message) -> str:
    return " ".join(f"{subject_of(mail)} {text_of(mail)}".split())


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    with world_in(tmp_path_factory.mktemp("words"), hosts=HEDDA, lease_seconds=30) as world:
        made = Club(world)
        for player in PLAYERS:
            hint = made.say(player, "HELP", "answer this mail to play")
            made.say(player, "", "Welcome", hint)
        yield made


def test_what_everybody_may_ask_and_choose(club: Club) -> None:
    club.say(ADA, "NAME Ada of Ghent", "you are called Ada of Ghent")
    club.say(ADA, "timezone europe/berlin", "Europe/Berlin")
    for choice in ("PICTURES off", "FULL", "SHORT", "pictures on"):
        club.say(ADA, choice, "ok")
    club.say(ADA, "HELP ORDERS waterloo1895\nGAMES\nGAMES OPEN\nHISTORY\n\nBest regards\nAda", "no games|none|are over")
    club.say(ADA, "RULES waterloo1895", "are attached")
    club.say(ADA, "HELP W95-031", "W95-031")
    club.say(ADA, "AWAY 3 Dec to 17 Dec", "away")
    club.say(ADA, "AWAY from 3/4 to 5/4", "which|day and month")
    club.say(ADA, "BACK", "you are not away")
    club.say(ADA, "", "no games|GAMES", subject="GAMES")


def test_addresses(club: Club) -> None:
    asked = club.say(ADA, f"ADDRESS ADD {ELSEWHERE}", "YES")
    club.say(ADA, "YES", "other|both|confirm", asked)
    club.world.reply(club.told(ELSEWHERE, "YES"), "YES")
    club.told(ADA, "elsewhere")
    club.say(ELSEWHERE, f"ADDRESS USE {ELSEWHERE}", "YES|goes to")
    club.say(ELSEWHERE, "EXPORT", "kept about you is attached")


def test_before_a_game_begins(club: Club) -> None:
    club.say(BEN, "NEW waterloo1895 private", "is open")
    club.say(BEN, "INVITE cy@players.example to waterloo1", "invit")
    club.say(CY, "JOIN waterloo1", "you play|post your army")
    club.say(CY, "NEW conflict with ben@players.example", "is open|invit")
    club.told(BEN, "invites you")
    club.say(CY, "CANCEL conflict2", "called off")
    club.say(HEDDA, "NEW stratego_waterloo", "is open")
    club.say(BEN, "JOIN stratego3", "you play|Set up")


def test_a_game_with_its_clock_words_and_onlookers(club: Club) -> None:
    club.say(BEN, "NEW waterloo1895 clock=bank:20d+1d cap:30d grace=12h weekend=off watch=on", "is open")
    club.say(CY, "JOIN waterloo4", "post your army")
    club.say(HEDDA, "WATCH waterloo4", "ok")
    club.say(HEDDA, "GAMES WATCH", "waterloo4")
    club.say(BEN, "STATUS waterloo4\nDICE waterloo4\nMAP waterloo4", "have still to post")
    club.say(CY, "SAY TO napoleon: Good luck!\nAnd a fair wind.\nEND", "delivered", club.report(CY, "waterloo4"))
    club.told(BEN, "And a fair wind")
    club.say(BEN, "MUTE wellington", "ok", club.report(BEN, "waterloo4"))
    club.say(BEN, "UNMUTE wellington", "ok", club.report(BEN, "waterloo4"))
    club.say(HEDDA, "UNWATCH waterloo4", "ok")


def test_orders_that_are_held_and_taken_back(club: Club) -> None:
    club.say(HEDDA, "NEW waterloo1895 hold=15m grace=1h", "is open")
    club.say(CY, "JOIN waterloo5", "post your army")
    club.say(HEDDA, "place default", "orders taken", club.report(HEDDA, "waterloo5"))
    club.say(HEDDA, "TAKE BACK", "are taken back", club.report(HEDDA, "waterloo5"))


def test_seats_that_change_hands(club: Club) -> None:
    club.say(HEDDA, "SUBSTITUTE ON", "ok")
    club.say(BEN, "DELEGATE waterloo4 TO Ada of Ghent UNTIL 17 Dec", "ok")
    asked = club.told(ELSEWHERE, "YES")
    club.say(ELSEWHERE, "YES", "You play Napoleon in waterloo4", asked)
    club.say(BEN, "DELEGATE OFF waterloo4", "ok")
    club.say(CY, "OPEN SEAT waterloo4", "ok")
    club.told(HEDDA, "TAKE SEAT WELLINGTON IN waterloo4")
    club.say(HEDDA, "TAKE SEAT waterloo4", "you play Wellington")
    club.say(HEDDA, "SUBSTITUTE OFF", "ok")


def test_orders_ahead(club: Club) -> None:
    club.say(BEN, "place default", "still to post", club.report(BEN, "waterloo1"))
    club.say(BEN, "AHEAD\nIF N1 GONE\nauto\nELSE\nauto\nEND IF", "kept", club.report(BEN, "waterloo1"))
    club.say(BEN, "AHEAD OFF", "ok", club.report(BEN, "waterloo1"))


@pytest.mark.parametrize("word", ["WAIT", "ROBOT", "CLAIM"])
def test_what_the_others_say_of_somebody_silent(club: Club, word: str) -> None:
    opened = re.search(r"(waterloo\d+)", said(club.say(BEN, "NEW waterloo1895", "is open")))
    assert opened is not None
    game = opened[1]
    club.say(CY, f"JOIN {game}", "post your army")
    club.say(BEN, "place default", "still to post", club.report(BEN, game))
    until = time.monotonic() + 4 * PATIENCE_S
    while "CLAIM" not in said(club.say(BEN, f"STATUS {game}", game)):
        assert time.monotonic() < until
        if "You are wanted" in said(club.say(BEN, f"STATUS {game}", game)):
            club.say(BEN, "auto", game, club.report(BEN, game))
        club.is_late()
        time.sleep(2)
    club.say(BEN, word, "ok", club.report(BEN, game))


def test_the_host_s_desk(club: Club) -> None:
    def gm(*lines: str, says: str) -> None:
        nonlocal desk
        desk = club.say(HEDDA, "\n".join(lines), says, desk)

    # Not one in which the host sits: of that he sees nothing.
    opened = re.search(r"(waterloo\d+)", said(club.say(BEN, "NEW waterloo1895", "is open")))
    assert opened is not None
    game = opened[1]
    club.say(CY, f"JOIN {game}", "post your army")
    desk = club.say(HEDDA, "GM", "the host's desk")
    gm("GM list", says=f"{game}")
    gm(f"GM show {game}", "WHY a question", says="position")
    gm(f"GM report {game} wellington", "WHY he has none", says=f"{game}")
    gm(f"GM preview {game}", "WHY is it stuck", says="PREVIEW")
    gm(f"GM extend {game} 1d", "WHY a holiday", says="more time")
    gm(f"GM hold {game}", "WHY a quarrel", says="is held")
    gm(f"GM resume {game}", "WHY settled", says="goes on")
    gm(f"GM say {game}", "I am sorry.", says="It is mailed")
    gm(f"GM rule {game}", "The move stands.", says="stands in the record")
    gm(f"GM process {game}", "WHY both agree", says="carried out")
    gm(f"GM act-for {game} napoleon", "WHY ill", "", "auto", says="are in|played")
    gm(f"GM rollback {game} 2", "WHY a mistake", says="set back")
    gm(f"GM eject {game} wellington", "WHY not heard of", says="Nobody sits")
    gm(f"GM replace {game} wellington carol@players.example", "WHY she asked", says="is played from")
    gm(f"GM draw {game}", "WHY both want it", says="is over")
    club.say(BEN, f"RECORD {game}", f"attached as {game}.jsonl")
    club.say(BEN, f"REMATCH {game}", "is open|invit|REMATCH")


def test_the_end(club: Club) -> None:
    asked = club.say(CY, "FORGET ME", "YES")
    club.say(CY, "YES", "forgotten|after|games", asked)
    club.say(CY, "REMEMBER ME", "ok|stay|kept")
