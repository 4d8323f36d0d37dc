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

    def begin(self) -> str:
        """A game of Ben's and Cy's in which both have still to post their armies; its name."""
        opened = re.search(r"game (waterloo\d+) is open", said(self.say(BEN, "NEW waterloo1895", "is open")))
        assert opened is not None
        self.say(CY, f"JOIN {opened[1]}", "post your army")
        return opened[1]


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
    club.say(ADA, "PICTURES off", "your reports have the map as text alone")
    club.say(ADA, "FULL", "your reports come in full from now on")
    club.say(ADA, "SHORT", "your reports are short from now on")
    club.say(ADA, "UNSUBSCRIBE", "you get no more mails beside those of your own games")
    club.say(ADA, "pictures on", "your reports show the map as a picture")
    club.say(ADA, "profile off", "no page of the web names you")
    club.say(ADA, "PROFILE on", "the pages of the web name you")
    several = "HELP ORDERS waterloo1895\nGAMES\nGAMES OPEN\nHISTORY\n\nBest regards\nAda"
    club.say(ADA, several, "Looking for players")
    club.say(ADA, "RULES waterloo1895", "are attached")
    club.say(ADA, "HELP W95-031", "W95-031")
    club.say(ADA, "AWAY 3 Dec to 17 Dec", "you are away .* of your 30 days this year are left")
    club.say(ADA, "AWAY from 3/4 to 5/4", "which of them is meant")
    club.say(ADA, "BACK", "you are not away .* any more")
    club.say(ADA, "", "Looking for players", subject="GAMES")


def test_addresses(club: Club) -> None:
    asked = club.say(ADA, f"ADDRESS ADD {ELSEWHERE}", "answer this mail with the word YES")
    club.say(ADA, "YES", "waits for a YES from there", asked)
    club.world.reply(club.told(ELSEWHERE, "answer this mail with the word YES"), "YES")
    club.told(ELSEWHERE, f"{ELSEWHERE} may write here")
    club.say(ELSEWHERE, f"ADDRESS USE {ELSEWHERE}", f"your mail goes to {ELSEWHERE} from now on")
    club.say(ELSEWHERE, "EXPORT", "kept about you is attached")


def test_before_a_game_begins(club: Club) -> None:
    club.say(BEN, "NEW waterloo1895 private", "game waterloo1 is open")
    club.say(BEN, "INVITE cy@players.example to waterloo1", "is invited to waterloo1")
    club.say(CY, "JOIN waterloo1", "post your army")
    club.say(CY, "NEW conflict with ben@players.example", "conflict2 is open, ben@players.example invited")
    club.told(BEN, "invites you")
    club.say(CY, "CANCEL conflict2", "conflict2 is called off")
    club.say(HEDDA, "NEW stratego_waterloo", "game stratego3 is open")
    club.say(BEN, "JOIN stratego3", "set up your army")


def test_a_game_with_its_clock_words_and_onlookers(club: Club) -> None:
    club.say(BEN, "NEW waterloo1895 clock=bank:20d+1d cap:30d grace=12h weekend=off watch=on", "game waterloo4 is open")
    club.say(CY, "JOIN waterloo4", "post your army")
    club.say(HEDDA, "WATCH waterloo4", "you watch waterloo4")
    club.say(HEDDA, "GAMES WATCH", "waterloo4")
    club.say(BEN, "STATUS waterloo4\nDICE waterloo4\nMAP waterloo4", "have still to post")
    club.say(CY, "SAY TO napoleon: Good luck!\nAnd a fair wind.\nEND", "delivered", club.report(CY, "waterloo4"))
    club.told(BEN, "And a fair wind")
    club.say(BEN, "MUTE wellington", "no words of Wellington come to you", club.report(BEN, "waterloo4"))
    club.say(BEN, "UNMUTE wellington", "words of Wellington come to you", club.report(BEN, "waterloo4"))
    club.say(HEDDA, "UNWATCH waterloo4", "you do not watch waterloo4 any more")


def test_orders_that_are_held_and_taken_back(club: Club) -> None:
    club.say(HEDDA, "NEW waterloo1895 hold=15m grace=1h", "game waterloo5 is open")
    club.say(CY, "JOIN waterloo5", "post your army")
    club.say(HEDDA, "place default", "orders taken", club.report(HEDDA, "waterloo5"))
    club.say(HEDDA, "TAKE BACK", "are taken back", club.report(HEDDA, "waterloo5"))


def test_seats_that_change_hands(club: Club) -> None:
    club.say(HEDDA, "SUBSTITUTE ON", "you are on the list of substitutes")
    club.say(BEN, "DELEGATE waterloo4 TO Ada of Ghent UNTIL 17 Dec", "is asked to play your seat in waterloo4")
    asked = club.told(ELSEWHERE, "asks you to play Napoleon in waterloo4")
    club.say(ELSEWHERE, "YES", "You play Napoleon in waterloo4", asked)
    club.say(BEN, "DELEGATE OFF waterloo4", "both of you are told")
    club.say(CY, "OPEN SEAT waterloo4", "your seat in waterloo4 is open")
    club.told(HEDDA, "TAKE SEAT WELLINGTON IN waterloo4")
    club.say(HEDDA, "TAKE SEAT waterloo4", "you play Wellington")
    club.say(HEDDA, "SUBSTITUTE OFF", "you are not on the list of substitutes")


def test_orders_ahead(club: Club) -> None:
    club.say(BEN, "place default", "still to post", club.report(BEN, "waterloo1"))
    club.say(BEN, "AHEAD\nIF N1 GONE\nauto\nELSE\nauto\nEND IF", "orders ahead kept: 2", club.report(BEN, "waterloo1"))
    club.say(BEN, "AHEAD OFF", "what you had sent ahead is taken back", club.report(BEN, "waterloo1"))


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("WAIT", "you wait for Wellington; the rules decide"),
        ("ROBOT", "a robot plays for Wellington"),
        ("CLAIM", "you have won"),
    ],
)
def test_what_the_others_say_of_somebody_silent(club: Club, word: str, says: str) -> None:
    game = club.begin()
    club.say(BEN, "place default", "still to post", club.report(BEN, game))
    until = time.monotonic() + 4 * PATIENCE_S
    while "CLAIM" not in said(club.say(BEN, f"STATUS {game}", game)):
        assert time.monotonic() < until
        if "You are wanted" in said(club.say(BEN, f"STATUS {game}", game)):
            club.say(BEN, "auto", game, club.report(BEN, game))
        club.world.time_is_over()
        time.sleep(2)
    club.say(BEN, word, says, club.report(BEN, game))


def test_the_host_s_desk(club: Club) -> None:
    def gm(*lines: str, says: str) -> None:
        nonlocal desk
        desk = club.say(HEDDA, "\n".join(lines), says, desk)

    # Not one in which the host sits: of that he sees nothing.
    game = club.begin()
    desk = club.say(HEDDA, "GM", "the host's desk")
    gm("GM list", says=f"{game}")
    gm(f"GM show {game}", "WHY a question", says="Position:")
    gm(f"GM report {game} wellington", "WHY he has none", says="post your army")
    gm(f"GM preview {game}", "WHY is it stuck", says="PREVIEW")
    gm(f"GM extend {game} 1d", "WHY a holiday", says="more time")
    gm(f"GM hold {game}", "WHY a quarrel", says="is held")
    gm(f"GM resume {game}", "WHY settled", says="goes on")
    gm(f"GM say {game}", "I am sorry.", says="It is mailed")
    gm(f"GM rule {game}", "The move stands.", says="stands in the record")
    gm(f"GM process {game}", "WHY both agree", says="carried out")
    gm(f"GM act-for {game} napoleon", "WHY ill", "", "auto", says="The orders for napoleon in .* are in")
    gm(f"GM rollback {game} 2", "WHY a mistake", says="set back")
    gm(f"GM eject {game} wellington", "WHY not heard of", says="Nobody sits")
    gm(f"GM replace {game} wellington carol@players.example", "WHY she asked", says="is played from")
    gm(f"GM draw {game}", "WHY both want it", says="is over")
    club.say(BEN, f"RECORD {game}", f"attached as {game}.jsonl")
    club.say(BEN, f"REMATCH {game}", f"a rematch of {game} is open")


def test_the_end(club: Club) -> None:
    asked = club.say(CY, "FORGET ME", "answer this mail with the word YES")
    club.say(CY, "YES", "You are forgotten when your games are over", asked)
    club.say(CY, "REMEMBER ME", "you stay; nothing was deleted")
