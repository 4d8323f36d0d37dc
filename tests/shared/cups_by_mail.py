"""Events in tests: their files, and players who answer whatever reports want of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import timedelta
from email.message import Message

from inprocess import Server, subject_of, text_of
from sqlalchemy import select

from pbem.events import directing
from pbem.events.directing import Asked
from pbem.events.kept import Held, find_event
from pbem.games import table
from pbem.ops.demo import orders_wanted
from pbem.rulesets import presentation
from pbem.store.database import now
from pbem.store.models import Event, Game, Seat

TD, HOST = "hedda@players.example", "host@players.example"


def address(name: str) -> str:
    return f"{name}@players.example"


def event_file(**keys: object) -> str:
    """An event file of sealed bids, with these keys and the usual others."""
    options = keys.pop("options", {"rounds": 1})
    settings = keys.pop("settings", {})
    usual: dict[str, object] = {
        "event": "cup",
        "title": "Little Cup",
        "ruleset": "sealed_bids",
        "format": "mini-cup",
        "unit": "single",
        "least": 3,
        "most": 3,
        "round_days": 60,
        "directors": [TD],
    }
    lines = [f"{key} = {_toml(value)}" for key, value in (usual | keys).items() if value is not None]
    for name, given in (("options", options), ("settings", settings)):
        lines += [f"[{name}]", *(f"{key} = {_toml(value)}" for key, value in given.items())]
    return "\n".join(lines) + "\n"


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    plain = str(value)
    return plain if isinstance(value, int | float) or re.match(r"\d{4}-\d\d-\d\d", plain) else f'"{value}"'


def open_event(server: Server, file: str, *players: str) -> None:
    """Enrol players, and have the host make an event of a file and open it for entries."""
    server.enrol(*players)
    directing.open_(server.context, Asked(directing.new(server.context, file)))


def games(server: Server, state: str = "running") -> list[Game]:
    """The games in a state, oldest first."""
    with server.store.reading() as session:
        found = list(session.scalars(select(Game).where(Game.state == state).order_by(Game.id)))
        for game in found:
            _ = game.seats
        return found


def latest_report(server: Server, player: str, game: str) -> Message:
    """The latest mail to a player that he can answer with orders in a game."""
    return next(mail for mail in reversed(server.box(player)) if f"+{game}." in str(mail["Reply-To"]))


def play(server: Server, strength: Mapping[str, int], but: tuple[str, ...] = ()) -> None:
    """Let all players answer all that is wanted of them in the games that go on now; those in `but` are silent.

    Each bids as much as he is strong, so that the stronger wins.
    """
    these = {game.name for game in games(server)}
    while True:
        wanted = [each for each in _wanted(server, but) if each[1] in these]
        if not wanted:
            return
        for player, game in wanted:
            server.reply(latest_report(server, player, game), f"bid {strength.get(player, 1)}")


def _wanted(server: Server, but: tuple[str, ...]) -> list[tuple[str, str]]:
    found = []
    with server.store.reading() as session:
        for game in session.scalars(select(Game).where(Game.state == "running").order_by(Game.id)):
            turn = table.current_turn(session, game)
            for decision in table.awaited(game, turn):
                seat = table.seat_named(game, decision.seat)
                assert isinstance(seat, Seat)
                if seat.player is not None and seat.player.address not in but and seat.answered_at is None:
                    found.append((seat.player.address, game.name))
    return found


def held(server: Server, name: str = "cup") -> Held:
    """An event as it stands."""
    with server.store.reading() as session:
        event = find_event(session, name)
        assert event is not None
        found = Held(session, server.context, event, lock=False)
        _ = found.rows, found.names()
        return found


def state_of(server: Server, name: str = "cup") -> str:
    with server.store.reading() as session:
        return session.scalars(select(Event.state).where(Event.name == name)).one()


def about_cup(server: Server, player: str, name: str = "cup") -> list[str]:
    """The subjects of the mails about an event to somebody, oldest first."""
    return [subject_of(mail) for mail in server.box(player) if f"[{name}]" in subject_of(mail)]


def mail_about(server: Server, player: str, said: str) -> Message:
    """The latest mail to somebody whose subject says something."""
    return next(mail for mail in reversed(server.box(player)) if said in subject_of(mail))


def file_of(mail: Message, name: str) -> bytes:
    """A file that came with a mail."""
    return next(part.get_payload(decode=True) for part in mail.walk() if part.get_filename() == name)


def plain(mail: Message) -> str:
    """The text of a mail on one line."""
    return " ".join(text_of(mail).split())


def director_writes(server: Server, lines: str, who: str = TD) -> Message:
    """The answer to an act that a director mails: he asks for an address, and answers the mail that brings it."""
    desk = _from_desk(server.mail(who, "TD list"))
    return _from_desk(server.reply(desk, lines))


def _from_desk(mails: list[Message]) -> Message:
    # A host is mailed other things too.
    return next(mail for mail in mails if "+desk." in str(mail["Reply-To"]))


HOURS = 24  # a day


def starts_in(server: Server, days: int = 21) -> str:
    """The start of an event that begins in so many days, as its file has it."""
    with server.store.reading() as session:
        return (now(session) + timedelta(days=days)).replace(microsecond=0, tzinfo=None).isoformat()


def check_in(server: Server, *players: str, days: int = 21, order: str = "bid 1") -> None:
    """Let the days until the start of an event go by, on the fifth before which players answer with a trial order."""
    server.hours_pass((days - 4) * HOURS)
    server.work()
    for player in players:
        [answer] = server.reply(mail_about(server, player, "are you there?"), order)
        assert "you are there" in plain(answer)
    server.hours_pass(5 * HOURS)
    server.work()


def play_by_programs(server: Server, ruleset: str, but: tuple[str, ...] = ()) -> None:
    """Let programs answer all that is wanted of the players, in the words of a rule set; those in `but` are silent."""
    words = presentation(ruleset)
    while wanted := _wanted(server, but):
        for player, game in wanted:
            mail = latest_report(server, player, game)
            files = {part.get_filename(): part.get_payload(decode=True) for part in mail.walk() if part.get_filename()}
            orders = orders_wanted(words, files, 3)
            assert orders is not None, text_of(mail)
            server.reply(mail, orders)


def table_rows(text: str) -> dict[str, list[str]]:
    """The rows of a table as it is mailed, by the names in them: place, points and what follows."""
    rows = re.findall(r"^ *(\d+) +(\S+(?: \(robot\)| \(left\)| \d)*)  +(.+)$", text, re.MULTILINE)
    return {name: [place, *rest.split()] for place, name, rest in rows}
