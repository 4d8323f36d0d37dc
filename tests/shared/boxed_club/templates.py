"""What a club's rows are copied from: real games of every rule set, each at a stage of its own, and some that are over.

A game is played in this process by the robots of its rule set, who know nothing but their mails. Not for: games whose
copies are to be packed one by one; those that are over are played in the arena, and kept as retention leaves them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple
from unittest import mock

import campaigns_by_mail
import packed_games
from cups_by_mail import TD, event_file
from inprocess import Server
from robots import Robots
from sqlalchemy import delete, select

from pbem.events import directing
from pbem.events.directing import Asked
from pbem.games import turns
from pbem.rulesets import names
from pbem.store.models import Event, Game, LinkedBattle, LocalMail, OrderSet, Player, Sitting, Turn

DOMAIN = "club.example"
ADDRESSES = tuple(f"p{number}@{DOMAIN}" for number in range(1, 9))
SHORT = {"conflict": 6, "hundred_days": 4, "waterloo1895": 8}  # mails of a game that is in its midst
USUAL_MAILS = 5
CUP = "cup"
FORMING, SET_UP, MIDST, KEPT, FROZEN, OVER = "forming", "set-up", "in the midst", "orders kept", "frozen", "over"
EVENT, CAMPAIGN = "in an event", "campaign with battles"
STAGES = (FORMING, SET_UP, MIDST, KEPT, FROZEN)


class Template(NamedTuple):
    """Rows that belong together: the games with these numbers, at a stage, and an event where they are of one."""

    stage: str
    ruleset: str
    games: tuple[int, ...]
    event: int | None = None


def make(server: Server, stages: tuple[str, ...] = (*STAGES, OVER, EVENT, CAMPAIGN)) -> list[Template]:
    """Play them on an empty server; the games that are frozen last, since a worker would take them up again."""
    server.enrol(*ADDRESSES, TD)
    robots = Robots(server)
    made: list[Template] = []
    # First, since it looks for the only campaign there is.
    if CAMPAIGN in stages:
        made.append(_campaign(server))
    for stage in (stage for stage in STAGES if stage in stages):
        for ruleset in names():
            found = _game(server, robots, ruleset, stage)
            made += [] if found is None else [found]
    if OVER in stages:
        made += _over(server)
    if EVENT in stages:
        made.append(_event(server))
    with server.store.session() as session:
        session.execute(delete(LocalMail))
    return sorted(made, key=lambda each: each.stage == FROZEN)


def _game(server: Server, robots: Robots, ruleset: str, stage: str) -> Template | None:
    """A game at a stage; None where its rules know no such stage, as where no orders wait for others."""
    # One player may open so many games that look for others; here each opens those of one rule set.
    first = sorted(names()).index(ruleset)
    players = (*ADDRESSES[first:], *ADDRESSES[:first])
    server.mail(players[0], f"NEW {ruleset}")
    with server.store.reading() as session:
        game = session.scalars(select(Game).order_by(Game.id.desc()).limit(1)).one()
        seats = len(game.seats)
    if stage != FORMING:
        for player in players[1:seats]:
            server.mail(player, f"JOIN {game.name}")
    if stage in (MIDST, KEPT, FROZEN):
        robots.play(game.name, mails=SHORT.get(ruleset, USUAL_MAILS))
    if stage == KEPT:
        _answer_one(server, robots, game.name)
    if stage == FROZEN:
        with _workers_that_die():
            robots.play(game.name, mails=1)
            _answer_until_frozen(server, robots, game)
    fits = _stands_at(server, game.id, stage)
    return Template(stage, ruleset, (game.id,)) if fits else None


def _answer_one(server: Server, robots: Robots, game: str) -> None:
    asked = [place for place in robots.known() if place.game == game and robots.wants(place)]
    if len(asked) > 1:
        robots.answer(asked[0])
        server.work()


def _answer_until_frozen(server: Server, robots: Robots, game: Game) -> None:
    for _ in range(2):
        if not _stands_at(server, game.id, FROZEN):
            robots.play(game.name, mails=1)


@contextmanager
def _workers_that_die() -> Iterator[None]:
    """Whoever has frozen a turn dies before he carries it out."""
    with mock.patch.object(turns, "carry_out", return_value=False):
        yield


def _stands_at(server: Server, game: int, stage: str) -> bool:
    with server.store.reading() as session:
        state = session.scalar(select(Game.state).where(Game.id == game))
        latest = session.execute(
            select(Turn.id, Turn.state).where(Turn.game_id == game).order_by(Turn.number.desc()).limit(1)
        ).one_or_none()
        held = latest and session.scalar(
            select(OrderSet.id).where(OrderSet.turn_id == latest.id, OrderSet.state == "held")
        )
    if stage == FORMING:
        return state == "forming"
    if state != "running" or latest is None:
        return False
    return bool({FROZEN: latest.state == "frozen", KEPT: held}.get(stage, latest.state == "open"))


def _over(server: Server) -> list[Template]:
    """A game of each rule set that is over and packed; the Hundred Days in their shortest form."""
    made = []
    with server.store.session() as session:
        players = list(session.scalars(select(Player).order_by(Player.id)))
        for ruleset in names():
            options = {"hundred_days": {"scenario": "ligny"}, "waterloo_grid": {"turn_limit": 30}}.get(ruleset)
            name = f"over{len(made)}"
            game = packed_games.keep(session, name, packed_games.record_of(ruleset, name, options), players)
            made.append(Template(OVER, ruleset, (game.id,)))
    return made


def _event(server: Server) -> Template:
    """A cup of three in its first round, which began when it was full."""
    file = event_file(event=CUP, ruleset="waterloo1895", options={"mode": "little", "max_rounds": 4})
    directing.new(server.context, file)
    directing.open_(server.context, Asked(CUP))
    for player in ADDRESSES[:3]:
        server.mail(player, f"ENTER {CUP}")
    with server.store.reading() as session:
        event = session.scalars(select(Event)).one()
        games = session.scalars(select(Sitting.game_id).order_by(Sitting.game_id)).all()
    assert games, "the cup has not begun"
    return Template(EVENT, "waterloo1895", tuple(games), event.id)


def _campaign(server: Server) -> Template:
    """A campaign of two days one of whose battles is fought as a game."""
    with mock.patch.object(server, "enrol"):  # they are players already
        name = campaigns_by_mail.begin(server, "waterloo_grid", players=ADDRESSES[:2])
    campaigns_by_mail.attack(server, name)
    with server.store.reading() as session:
        campaign = session.scalars(select(Game).where(Game.name == name)).one()
        battles = session.scalars(select(LinkedBattle.game_id).where(LinkedBattle.campaign_id == campaign.id)).all()
    games = [battle for battle in battles if battle is not None]
    assert games, "no battle of the campaign is fought as a game"
    return Template(CAMPAIGN, "hundred_days", (campaign.id, *games))
