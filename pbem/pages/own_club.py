"""The club as one player's own page shows it: games that look for players, and what he has chosen for himself.

What can be filled in there becomes a line of a mail (`pbem.web.own.writing`); what is shown is what `GAMES`, `AWAY` and
the like would be answered. Nobody's address is among it.
"""

from __future__ import annotations

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session, selectinload

from core.contract import Level
from pbem.addresses.links import without_links
from pbem.addresses.plain import without_form_lines
from pbem.config import Settings
from pbem.games import forming, table
from pbem.games.clocks import AWAY
from pbem.pages import known
from pbem.pages.known import title_of
from pbem.reports.turn import in_words
from pbem.rulesets import names, presentation
from pbem.store import people
from pbem.store.database import now
from pbem.store.models import Game, Inbox, Outbox, Player, Seat, Standstill

MOST_SHOWN = 40
ROBOTS = tuple(str(each.value) for each in Level)


class Place(msgspec.Struct, frozen=True):
    """A seat of a game that looks for players, and who sits there; nobody while it is free."""

    seat: str
    title: str
    who: str | None


class Looking(msgspec.Struct, frozen=True):
    """A game that looks for players; whether the player sits in it, and whether he may call it off."""

    game: str
    ruleset: str
    title: str
    chosen: str
    places: tuple[Place, ...]
    mine: bool
    opened: bool
    private: bool


class Chosen(msgspec.Struct, frozen=True):
    """What a player has chosen: his name, his clocks, his mails, and the days on which he is away."""

    name: str
    zone: str
    full: bool
    pictures: bool
    hidden: bool
    away: tuple[str, ...]


class Forms(msgspec.Struct, frozen=True):
    """What the forms are filled in from; `chosen` is for a browser alone that has shown whose it is."""

    looking: tuple[Looking, ...]
    chosen: Chosen | None
    rulesets: tuple[tuple[str, str], ...]
    robots: tuple[str, ...]


class Became(msgspec.Struct, frozen=True):
    """What became of what was sent: `waits`, `read` or `kept`, and the letter that answered it, if it has come."""

    state: str
    subject: str = ""
    text: str = ""


def forms(session: Session, player: Player) -> Forms:
    """What a player's own page of the club has."""
    found = forming.forming_games(session, people.addresses_of(session, player), player.id)
    mine = sorted(found[:MOST_SHOWN], key=lambda game: table.seat_of(game, player) is None)
    return Forms(
        looking=tuple(_looking(game, player) for game in mine),
        chosen=_chosen(session, player),
        rulesets=tuple((name, presentation(name).title) for name in names()),
        robots=ROBOTS,
    )


def open_forms(session: Session, settings: Settings) -> Forms:
    """What the same page has in a browser that has shown no code yet: nothing that not anybody may know."""
    wanted = select(Game).where(known.games_in(known.FORMING)).options(selectinload(Game.everybody))
    found = session.scalars(wanted.order_by(Game.id.desc()).limit(MOST_SHOWN)) if settings.public_pages else ()
    return Forms(
        looking=tuple(_looking(game, None) for game in found),
        chosen=None,
        rulesets=tuple((name, presentation(name).title) for name in names()),
        robots=ROBOTS,
    )


def sent(session: Session, player: Player, address: str, mail: int) -> Became | None:
    """What became of a mail that was sent from this page to the server's `address`; None where there is no such."""
    state = session.scalar(
        select(Inbox.state).where(
            Inbox.id == mail,
            Inbox.transport == "page",
            Inbox.sender == player.address,
            Inbox.recipient == address,
        )
    )
    if state is None:
        return None
    mine = (Outbox.key == f"answer/{mail}") & (Outbox.to_address == player.address)
    row = session.execute(select(Outbox.subject, Outbox.text).where(mine)).first()
    subject, text = (row[0], without_links(without_form_lines(row[1])).rstrip()) if row is not None else ("", "")
    return Became({"new": "waits", "read": "read"}.get(state, "kept"), subject, text)


def _looking(game: Game, player: Player | None) -> Looking:
    """A game that looks for players, as one of them sees it; without a player as anybody may."""
    ruleset = presentation(game.ruleset)
    usual = ruleset.settle({})
    # Nobody has looked what stands in the texts that players bring along.
    texts = {option.name for option in ruleset.rules.options() if option.text}
    chosen = {
        name: value for name, value in table.options_of(game).items() if usual.get(name) != value and name not in texts
    }
    mine = player is not None and table.seat_of(game, player) is not None
    return Looking(
        game=game.name,
        ruleset=game.ruleset,
        title=title_of(game.ruleset),
        chosen=" ".join(f"{name}={value}" for name, value in chosen.items() if "\n" not in str(value)),
        places=tuple(
            Place(seat.name, ruleset.seat_title(seat.name), _who(seat, to_all=player is None))
            for seat in game.everybody
        ),
        mine=mine,
        opened=player is not None and mine and game.opened_by in (None, player.id),
        private=game.private,
    )


def _who(seat: Seat, *, to_all: bool) -> str | None:
    """Who sits there, as players are told, or all who look on, who are not told every name."""
    if not to_all:
        return table.who_has(seat)
    found = known.who_has(seat)
    return found.name if found is not None else None


def _chosen(session: Session, player: Player) -> Chosen:
    ahead = select(Standstill).where(
        Standstill.kind == AWAY, Standstill.player_id == player.id, Standstill.until > now(session)
    )
    spans = session.scalars(ahead.order_by(Standstill.since))
    away = tuple(
        f"{in_words(each.since, player.zone)} to {in_words(each.until, player.zone)}" for each in spans if each.until
    )
    return Chosen(player.name or "", player.zone, player.full, player.pictures, player.hidden, away)
