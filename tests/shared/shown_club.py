"""A club with something on each of its pages: games in every state and of every kind of secret, an event, ratings."""

from __future__ import annotations

from pathlib import Path

import packed_games
from cups_by_mail import TD, event_file
from door import NOBODY_LISTENS
from flask import Flask
from inprocess import Server
from sqlalchemy import select

from pbem.events import directing
from pbem.events.directing import Asked
from pbem.runtime.notifier import Notifier
from pbem.store.models import Player
from pbem.web import create_app

NAMES = ("Ada Lovelace", "Ben Gunn", "Carol O'Neill", "Dora Klein")
ADA, BEN, CAROL, DORA = (f"{name.split()[0].lower()}.secret@players.example" for name in NAMES)
FINISHED = {"conflict900": "conflict", "stratego901": "stratego_waterloo", "grid902": "waterloo_grid"}


def club(folder: Path, **settings: object) -> Server:
    """The club; `FINISHED` are games of it that are packed, and resign1 to resign2 have just ended."""
    usual: dict[str, object] = {"mail_domain": "play.example", "public_url": "https://play.example"}
    server = Server(folder, seed_key="the same dice", **{**usual, **settings})
    server.enrol(ADA, BEN, CAROL, DORA, TD)
    with server.store.session() as session:
        players = list(session.scalars(select(Player).order_by(Player.id)))
        for player, name in zip(players, NAMES, strict=False):
            player.name = name
        for name, ruleset in FINISHED.items():
            options = {"turn_limit": 6} if ruleset == "waterloo_grid" else {}
            packed_games.keep(session, name, packed_games.record_of(ruleset, name, options), players[:2])
    for number in (1, 2):
        _resigned(server, f"waterloo{3 + number}")
    _running(server)
    _event(server)
    return server


def application(server: Server) -> Flask:
    """The web application of a club."""
    return create_app(server.settings, server.store, Notifier(NOBODY_LISTENS, "pbem"))


def _resigned(server: Server, name: str) -> None:
    server.mail(ADA, "NEW waterloo1895 WORD tulip")
    server.mail(BEN, f"JOIN {name}")
    for player in (ADA, BEN):
        server.reply(server.latest(player), "place default")
    server.reply(server.reply(server.latest(ADA), "resign")[-1], "YES")


def _running(server: Server) -> None:
    server.mail(CAROL, "NEW stratego_waterloo")
    server.mail(ADA, "JOIN stratego6")
    server.reply(server.latest(CAROL), "setup default")
    server.reply(server.latest(ADA), "setup default")
    server.mail(CAROL, "NEW waterloo1895 watch=off")
    server.mail(BEN, "JOIN waterloo7")
    server.mail(CAROL, f"NEW conflict WITH {ADA}")
    server.mail(DORA, "NEW waterloo_wargame")


def _event(server: Server) -> None:
    file = event_file(ruleset="conflict", options={}, title="Spring Cup", format="mini-cup", unit="single")
    directing.new(server.context, file)
    directing.open_(server.context, Asked("cup"))
    for player in (ADA, BEN, CAROL):
        server.mail(player, "ENTER cup")
    server.work()
