"""A short game that two strangers play by mail, and what came of it, to be compared with the same game under stress."""

from __future__ import annotations

import re
from email.message import Message
from hashlib import sha256
from typing import TypeAlias

from world import World

ADA, BEN = "ada@players.example", "ben@players.example"

# Every place is passed at least so often in it. On PostgreSQL a number that a transaction took is gone with it: were it
# the one in which the game is opened, the game would have another name, and other dice.
NTH = 4
PLACES = [
    *("mail-arrived", "before-commit-claim-mail", "after-commit-claim-mail", "mail-parsed"),
    *("before-commit-read-mail", "after-commit-read-mail", "before-commit-settle", "after-commit-settle"),
    *("before-commit-claim-delivery", "after-commit-claim-delivery", "smtp-accepted", "before-commit-delivery-sent"),
    *("after-commit-delivery-sent", "adjudicated", "pictures-drawn", "before-commit-take-in"),
    *("after-commit-take-in", "job-taken", "mail-announced"),
]
# Orders that complete a turn freeze it as they are read; a transaction of its own freezes it only for whoever takes it
# over from a worker that was killed. So these places are passed after a kill in the same game, and sooner: the first to
# take over is killed before it has frozen the turn, and the next once it has.
TAKEN_OVER = {"before-commit-freeze": 1, "after-commit-freeze": 1}
# In so many games everybody is killed once, at places that are far apart.
GAMES = 4

Shown: TypeAlias = tuple[str, list[str]]  # a mail's subject and text, and the hashes of its pictures


def play(world: World) -> dict[str, list[Shown]]:
    """A game from strangers to a resignation; what each player got, in order."""
    world.write(ADA, "NEW waterloo1895")
    world.reply(world.next(ADA, "answer this mail"), "")
    world.next(ADA, "is open")
    world.write(BEN, "JOIN waterloo1")
    world.reply(world.next(BEN, "answer this mail"), "")
    world.reply(world.next(ADA, "post your army"), "place default")
    world.next(ADA, "Wellington has still to post")
    world.reply(world.next(BEN, "post your army"), "place default")
    world.reply(world.next(ADA, "your throw"), "auto")
    world.next(BEN, "your throw")
    world.reply(world.next(ADA, "Wellington to move"), "resign")
    world.reply(world.next(ADA, "answer with YES"), "YES")
    for player in (ADA, BEN):
        world.next(player, "game is over")
    return shown_to(world)


def shown_to(world: World) -> dict[str, list[Shown]]:
    """What each player got, in order.

    Only what differs by nature is taken out: the dates, and the hash of the record, which calls players by words drawn
    for each game.
    """
    return {player: [_shown(mail) for to, mail in world.seen if to == player] for player in (ADA, BEN)}


def _shown(mail: Message) -> Shown:
    part = next(part for part in mail.walk() if part.get_content_type() == "text/plain")
    payload = part.get_payload(decode=True)
    assert isinstance(payload, bytes)
    shown = f"{mail['Subject']}\n{payload.decode()}"
    shown = re.sub(r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun) +\d+ \w+ \d\d:\d\d UTC", "DATE", " ".join(shown.split()))
    shown = re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\dZ", "DATE", shown)
    return re.sub(r":: head [0-9a-f]{64}", ":: head HASH", shown), _pictures(mail)


def _pictures(mail: Message) -> list[str]:
    images = [part.get_payload(decode=True) for part in mail.walk() if part.get_content_type() == "image/png"]
    return [sha256(image).hexdigest() for image in images if isinstance(image, bytes)]
