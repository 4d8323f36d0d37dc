"""Campaigns with linked battles in tests: the French attack at Ligny, and players who answer whatever is wanted."""

from __future__ import annotations

from collections.abc import Iterable
from email.message import Message
from random import Random

from inprocess import Server, subject_of
from pydantic import SecretStr
from sqlalchemy import select, update

from pbem.games import table
from pbem.rulesets import presentation
from pbem.store.models import Game, LinkedBattle, Seat

ADA, BEN = "ada@players.example", "ben@players.example"
ATTACK = "\n".join(f"{code} march lig attack" for code in ("f3", "f4", "f7", "fo"))
MOST_ROUNDS = 400
SEED = bytes(32)


def begin(server: Server, rules: str, *more: str, players: tuple[str, ...] = (ADA, BEN)) -> str:
    """A campaign of two days at Ligny between two players; its name."""
    server.enrol(*players)
    # A game against a robot has begun before its seed could be changed.
    server.settings.seed_key = SecretStr("a seed with which the battle comes")
    server.mail(players[0], f"NEW hundred_days scenario=ligny battles=linked rules={rules} {' '.join(more)}".strip())
    with server.store.session() as session:
        # Couriers are lost by dice: what a test is about is to happen in each run of it.
        session.execute(update(Game).where(Game.state == "forming").values(seed=SEED.hex()))
    name = games(server, "hundred_days", "forming")[0].name if len(players) > 1 else ""
    for player in players[1:]:
        server.mail(player, f"JOIN {name}")
    return games(server, "hundred_days")[0].name


def attack(server: Server, campaign: str, orders: str = ATTACK) -> None:
    """The first turn: the French attack, the others go on; a battle is asked for."""
    for player, seat in seats_of(server, campaign):
        server.reply(latest_report(server, player, campaign), orders if seat == "napoleon" else "continue")


def games(server: Server, ruleset: str = "", state: str = "running") -> list[Game]:
    """The games in a state, oldest first."""
    with server.store.reading() as session:
        found = list(session.scalars(select(Game).where(Game.state == state).order_by(Game.id)))
        for game in found:
            _ = [seat.player for seat in game.seats]
        return [game for game in found if ruleset in ("", game.ruleset)]


def battles(server: Server) -> list[LinkedBattle]:
    """The battles of all campaigns, oldest first."""
    with server.store.reading() as session:
        found = list(session.scalars(select(LinkedBattle).order_by(LinkedBattle.id)))
        for row in found:
            _ = row.game
        return found


def seats_of(server: Server, name: str) -> list[tuple[str, str]]:
    """The players of a game, each with his seat."""
    with server.store.reading() as session:
        game = table.find_game(session, name)
        assert game is not None
        return [(seat.player.address, seat.name) for seat in game.seats if seat.player is not None]


def latest_report(server: Server, player: str, game: str) -> Message:
    """The latest mail to a player that he can answer with orders in a game."""
    return next(mail for mail in reversed(server.box(player)) if f"+{game}." in str(mail["Reply-To"]))


def play(server: Server, name: str, but: Iterable[str] = (), rounds: int = MOST_ROUNDS) -> None:
    """Let the players of a game answer what is wanted of them, as bots do, until nothing is; those in `but` do not."""
    for number in range(rounds):
        wanted = [each for each in _wanted(server, name) if each[0] not in but]
        if not wanted:
            return
        for player, text in wanted:
            if text:
                server.reply(latest_report(server, player, name), text)
        assert number < MOST_ROUNDS - 1, f"{name} comes to no end"


def play_all(server: Server) -> None:
    """Let all players answer all that is wanted of them until no game goes on."""
    while running := games(server):
        for game in running:
            play(server, game.name)
        server.work()


def _wanted(server: Server, name: str) -> list[tuple[str, str]]:
    """Who is wanted in a game, with what a bot would order."""
    found = []
    with server.store.reading() as session:
        game = table.find_game(session, name)
        assert game is not None
        turn = table.current_turn(session, game)
        words = presentation(game.ruleset)
        for decision in table.awaited(game, turn) if game.state == "running" else ():
            seat = table.seat_named(game, decision.seat)
            if not isinstance(seat, Seat) or seat.player is None or seat.answered_at is not None:
                continue
            view = table.view_of(game, seat, turn)
            rng = Random(f"{turn.number} {seat.name}")
            found.append((seat.player.address, words.bot(view, seat.name, rng)))
    return found


def about(server: Server, player: str, said: str) -> list[Message]:
    """The mails to somebody whose subject says something, oldest first."""
    return [mail for mail in server.box(player) if said in subject_of(mail)]


def files_of(server: Server, player: str) -> dict[str, bytes]:
    """The records that a player was mailed, by their names."""
    return {
        str(part.get_filename()): part.get_payload(decode=True)
        for mail in server.box(player)
        for part in mail.walk()
        if str(part.get_filename()).endswith(".jsonl")
    }
