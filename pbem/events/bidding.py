"""Sealed bids by mail: both send theirs, and the game begins once they are in, or a week after the round has begun.

Nobody is told of a bid before; then both stand in the record of the event, and the sides follow from them (`bids`).
"""

from __future__ import annotations

from datetime import datetime, timedelta

import msgspec
from sqlalchemy import delete, select

from pbem.events import bids, mails, opening
from pbem.events.contract import EntrantName, Sitting
from pbem.events.kept import Held
from pbem.events.record import at_text
from pbem.games import turns
from pbem.rulesets import presentation
from pbem.store.models import EventRound, Player, SealedBid

TIME = timedelta(days=7)


class NoBid(Exception):
    """Why a bid is not taken, as a sentence without its full stop."""


def waiting(held: Held) -> list[Sitting]:
    """The games whose sides are not settled yet."""
    games = held.replay.games
    return [each for met in held.state.encounters for each in met.sittings if each.bid and each.name not in games]


def take(held: Held, player: Player, text: str) -> str:
    """Keep the bid of a player for all his games that wait for one, and begin those for which both are in.

    What was done, as a sentence. An earlier bid is replaced.

    Raises NoBid, and CannotBe for what cannot be bid.
    """
    row = held.row_of(player)
    mine = [each for each in waiting(held) if row is not None and row.drawn in each.seats.values()]
    if row is None or not mine:
        raise NoBid(f"no bid of yours is wanted in {held.event.name}")
    bids.read(presentation(held.plan.ruleset), held.plan, text)
    begun = 0
    for sitting in mine:
        _keep(held, sitting, row.drawn, text)
        if len(_kept(held, sitting)) == len(sitting.seats):
            settle(held, sitting)
            begun += 1
    if not begun:
        return "your bid is kept, sealed; another takes its place until your opponent's is in too"
    left = "" if begun == len(mine) else "; it is kept, sealed, for the others"
    return f"both bids are in for {'a game' if begun == 1 else f'{begun} games'}, which {_begins(begun)} now{left}"


def _begins(count: int) -> str:
    return "begins" if count == 1 else "begin"


def _keep(held: Held, sitting: Sitting, name: EntrantName, text: str) -> None:
    kept = held.session.get(SealedBid, (held.event.id, sitting.name, name))
    if kept is None:
        kept = SealedBid(event_id=held.event.id, sitting=sitting.name, entrant=name, at=held.moment, bid=text)
        held.session.add(kept)
    kept.bid, kept.at = text, held.moment
    held.session.flush()


def settle(held: Held, sitting: Sitting) -> None:
    """Begin a game by the bids that are in, and tell both what was bid."""
    words = presentation(held.plan.ruleset)
    handicap = words.rules.handicap
    assert handicap is not None
    given = _kept(held, sitting)
    read = {name: bids.read(words, held.plan, text) for name, text in given.items()}
    settled = bids.settled(sitting, read, handicap)
    game = opening.opened(held, held.state.of(sitting.name).round, settled)
    body = {"sitting": msgspec.to_builtins(settled), "bids": given, "game": game.name, "at": at_text(held.moment)}
    held.append("bids", body)
    held.session.execute(
        delete(SealedBid).where(SealedBid.event_id == held.event.id, SealedBid.sitting == sitting.name)
    )
    told = [
        f"{held.called(name)} bid {given[name]}." if name in given else f"{held.called(name)} sent no bid."
        for name in settled.seats.values()
    ]
    value = "".join(f" {name} is {each}." for name, each in settled.options.items())
    said = f"{mails.seat_titles(held, settled.seats)}.{value} The first report comes in a mail of its own."
    rows = [held.rows[name] for name in settled.seats.values() if name in held.rows]
    sections = [mails.words(None, " ".join(told), said)]
    mails.tell_all(held, f"{game.name} begins", sections, f"bids/{sitting.name}", rows=rows)
    turns.start(held.session, held.context, game)


def settle_overdue(held: Held) -> bool:
    """Begin the games for which bids are waited for no longer; whether there were any."""
    overdue = [each for each in waiting(held) if held.moment >= until(held, each)]
    for sitting in overdue:
        settle(held, sitting)
    return bool(overdue)


def until(held: Held, sitting: Sitting) -> datetime:
    """Until when the bids for a game may come."""
    row = held.session.get_one(EventRound, (held.event.id, held.state.of(sitting.name).round))
    return row.opened_at + TIME


def _kept(held: Held, sitting: Sitting) -> dict[str, str]:
    mine = select(SealedBid).where(SealedBid.event_id == held.event.id, SealedBid.sitting == sitting.name)
    return {each.entrant: each.bid for each in held.session.scalars(mine.order_by(SealedBid.entrant))}
