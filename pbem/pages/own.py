"""A player's own page of a game: what his seat sees, in words and as a map, what is wanted of it, and where else he is.

It is made of the report that his mails bring, from the view of the seat, and knows nothing besides: two positions that
look the same to a seat make the same page.
"""

from __future__ import annotations

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from core.contract import Json, Orders
from pbem.addresses.links import without_links
from pbem.addresses.plain import without_form_lines
from pbem.config import Settings
from pbem.games import delegates, devices, house_rules, mails, press, table
from pbem.games.devices import Opened
from pbem.pages.known import title_of
from pbem.pages.turns import Part
from pbem.reports.document import Picture, Section, texts
from pbem.reports.turn import IN_A_REPLY, QUOTATION_RULE, REPLY, in_words
from pbem.rulesets import presentation
from pbem.rulesets.contract import PressBy
from pbem.rulesets.proposing import Kind
from pbem.runtime.context import Context
from pbem.store.models import Device, Inbox, Outbox, Seat


class Wanted(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game of the player's: as whom he sits there, whether he is wanted, and until when, by his own clocks."""

    game: str
    title: str
    seat: str
    page: str
    wanted: bool
    until: str | None = None


class Composing(msgspec.Struct, frozen=True):
    """What the form of an order can be filled in with: the pieces of the seat, and the kinds of orders."""

    pieces: tuple[str, ...]
    kinds: tuple[Kind, ...]


class OwnPage(msgspec.Struct, frozen=True):
    """The page of a seat; `until` is when its orders have to be in, by the player's clocks.

    `step` is that of the question that orders answer; `wanted` tells whether it is put to this seat. `form` is the
    order form, `parts` what the report tells, `map` the map as text, `picture` its path.
    """

    game: str
    ruleset: str
    title: str
    seat: str
    seat_title: str
    state: str
    step: int
    wanted: bool
    until: str | None
    known: bool
    headline: tuple[str, ...]
    parts: tuple[Part, ...]
    form: tuple[str, ...]
    map: tuple[str, ...]
    picture: str | None
    helper: bool
    page: str
    games: tuple[Wanted, ...]


class Voice(msgspec.Struct, frozen=True):
    """Another seat, and whether its words do not come."""

    seat: str
    title: str
    muted: bool


class Words(msgspec.Struct, frozen=True):
    """Whose words come to a seat: `of` are those whose words can be kept away, `nobodys` where all are."""

    of: tuple[Voice, ...]
    nobodys: bool


class AtTable(msgspec.Struct, frozen=True):
    """What the player of a seat can do about it besides orders.

    `words`: None where none come. `delegate` plays it as well, `until` then by the player's clocks; `mine`: it is the
    player's own, and not one that he plays for somebody. `is_open`: somebody else may have it. In a `closed` game
    nobody else takes a seat or plays it.
    """

    words: Words | None
    delegate: str | None
    until: str | None
    mine: bool
    is_open: bool
    closed: bool


class Letter(msgspec.Struct, frozen=True):
    """The latest mail of a game to a player, as text."""

    subject: str
    text: str


class Sent(msgspec.Struct, frozen=True):
    """What became of something that was sent from a page: `waits`, `read`, or `kept` where it could not be read."""

    state: str


def path_of(seat: Seat) -> str:
    """The path of the page of a seat."""
    return f"/own/{seat.game.name}/{seat.name}"


def page(session: Session, context: Context, found: Opened) -> OwnPage:
    """The page of a seat that is open to whoever looks."""
    game, seat = found.game, found.seat
    ruleset = presentation(game.ruleset)
    turn = table.current_turn(session, game)
    waits = table.waits_for_host(game)
    shown: list[Section] = []
    helped = wanted = False
    if table.waits_for_rules(game) is None:
        document = mails.present_report(session, context, game, seat, turn, full=True)
        shown = [each for each in document.sections if each.kind != "fixed" or each.title is not None]
        is_asked = game.state == "running" and waits is None and turn.state == "open"
        wanted = is_asked and _is_wanted(seat, turn.step)
        helped = wanted and ruleset.helper is not None
        shown = [each for each in shown if each.title != IN_A_REPLY]
    headline = [line for each in shown if each.title is None and each.kind == "words" for line in texts(each)]
    headline = [line for line in headline if not line.startswith((REPLY, QUOTATION_RULE))]
    return OwnPage(
        game=game.name,
        ruleset=game.ruleset,
        title=ruleset.title,
        seat=seat.name,
        seat_title=ruleset.seat_title(seat.name),
        state=game.state,
        step=turn.step,
        wanted=wanted,
        until=in_words(seat.due_at, found.player.zone) if wanted and seat.due_at is not None else None,
        known=found.known,
        headline=(*((waits,) if waits is not None else ()), *headline),
        parts=tuple(_part(each) for each in shown if each.title is not None and each.kind not in ("map", "form")),
        form=_lines(shown, "form"),
        map=_lines(shown, "map"),
        picture=f"{path_of(seat)}/map.svg" if shown else None,
        helper=helped,
        page=path_of(seat),
        games=games_in(session, context.settings, found.device),
    )


def composing(found: Opened, seen: Json, written: Orders) -> Composing | None:
    """What the form of an order can be filled in with below what is typed; None where the game has no such form."""
    helper, seat = presentation(found.game.ruleset).helper, found.seat.name
    if helper is None or helper.composer is None:
        return None
    kinds = tuple(helper.composer.kinds(seen, seat))
    placed = helper.pieces(seen, seat) if helper.placed is None else helper.placed(seen, seat, written)
    return Composing(tuple(each.piece for each in placed), kinds) if kinds and placed else None


def picture(session: Session, context: Context, found: Opened) -> Picture | None:
    """The map of a seat, as its mails show it; None where it cannot be drawn by the rules that are here."""
    if table.waits_for_rules(found.game) is not None:
        return None
    turn = table.current_turn(session, found.game)
    return mails.present_report(session, context, found.game, found.seat, turn, full=True).pictures[0]


def games_in(session: Session, settings: Settings, device: Device) -> tuple[Wanted, ...]:
    """The games of a player that are open in his browser, those where he is wanted first."""
    seats = devices.games_of(session, settings, device)
    told = [_wanted(session, seat, device.player.zone) for seat in seats]
    return tuple(each for _, each in sorted(told, key=lambda each: each[0]))


def heard(session: Session, found: Opened) -> tuple[tuple[str, str], ...]:
    """The other seats that words can be said to from a page, each with its title; none where words pass otherwise."""
    game, ruleset = found.game, presentation(found.game.ruleset)
    if ruleset.press != PressBy.HOUSE or table.waits_for_rules(game) is not None:
        return ()
    others = [each.name for each in game.seats if each is not found.seat and each.player_id is not None]
    if house_rules.of(game).press == "off":
        partners = press.partners_of(session, found.seat)
        others = [name for name in others if name in partners]
    return tuple((name, ruleset.seat_title(name)) for name in others)


def at_table(session: Session, found: Opened) -> AtTable | None:
    """What the player can do about a seat besides orders; None where nothing, or in a browser that showed no code."""
    game, seat = found.game, found.seat
    if not found.known or game.state != "running" or table.waits_for_host(game) is not None:
        return None
    delegation = seat.delegation if delegates.of(session, seat) is not None else None
    return AtTable(
        words=_words(session, found),
        delegate=delegation.player.name if delegation is not None else None,
        until=in_words(delegation.until, found.player.zone) if delegation is not None else None,
        mine=seat.player_id == found.player.id,
        is_open=seat.open_since is not None,
        closed=game.closed,
    )


def _words(session: Session, found: Opened) -> Words | None:
    """Whose words come; of unnamed ones none can be told apart."""
    voices, muted = heard(session, found), press.muted(session, found.seat)
    if not voices or found.seat.player_id != found.player.id:
        return None
    named = () if found.game.press == "grey" else voices
    return Words(tuple(Voice(name, title, name in muted) for name, title in named), press.EVERYBODY in muted)


def letter(session: Session, found: Opened) -> Letter | None:
    """The latest mail of a game to the player; only for a browser that has shown that he reads his mail."""
    if not found.known:
        return None
    mine = (Outbox.to_address == found.player.address) & (Outbox.game == found.game.name)
    row = session.execute(select(Outbox.subject, Outbox.text).where(mine).order_by(Outbox.id.desc()).limit(1)).first()
    return None if row is None else Letter(row[0], without_links(without_form_lines(row[1])).rstrip())


def sent(session: Session, found: Opened, mail: int) -> Sent | None:
    """What became of what was sent from this page; None where it was not sent from here."""
    here = (Inbox.id == mail, Inbox.transport == "page", Inbox.game == found.game.name, Inbox.seat == found.seat.name)
    state = session.scalar(select(Inbox.state).where(*here, Inbox.sender == found.player.address))
    if state is None:
        return None
    # What completes a turn is read before the turn is carried out, and the page shows what came of both.
    turn = table.current_turn(session, found.game)
    if state == "read" and found.game.state == "running" and turn.state != "open":
        state = "new"
    return Sent({"new": "waits", "read": "read"}.get(state, "kept"))


def _wanted(session: Session, seat: Seat, zone: str) -> tuple[tuple[bool, str, str], Wanted]:
    step = table.current_turn(session, seat.game).step
    wanted = seat.game.state == "running" and table.waits_for_host(seat.game) is None and _is_wanted(seat, step)
    until = in_words(seat.due_at, zone) if wanted and seat.due_at is not None else None
    words = presentation(seat.game.ruleset)
    told = Wanted(
        seat.game.name, title_of(seat.game.ruleset), words.seat_title(seat.name), path_of(seat), wanted, until
    )
    first = seat.due_at.isoformat() if wanted and seat.due_at is not None else "~"
    return (not wanted, first, seat.game.name), told


def _is_wanted(seat: Seat, step: int) -> bool:
    return seat.step == step and seat.answered_at is None


def _part(section: Section) -> Part:
    return Part(section.title or "", section.kind, tuple(texts(section)))


def _lines(shown: list[Section], kind: str) -> tuple[str, ...]:
    return next((tuple(texts(each)) for each in shown if each.kind == kind), ())
