"""What reading a mail needs before it is read: whose it is, what was mailed to him, what orders look like in his game.

It is fetched in a transaction that only reads, and nothing of it changes: what was sent was sent.
"""

from __future__ import annotations

import re
from functools import cached_property

import msgspec
from sqlalchemy.orm import Session

from core.contract import Json
from pbem.addresses import signed
from pbem.addresses.links import without_links
from pbem.addresses.plain import without_form_lines
from pbem.config import Settings
from pbem.games import delegates, table
from pbem.inbound import press, quotes, screen
from pbem.inbound.lines import is_command
from pbem.inbound.mime import OpenedMail, read_opening
from pbem.inbound.quotes import Own
from pbem.inbound.screen import WriterKind
from pbem.inbound.spoken import Sorter, Spoken
from pbem.inbound.verdicts import PAGE
from pbem.reading.reader import Sort, is_order
from pbem.rulesets import names, presentation
from pbem.rulesets.contract import PressBy
from pbem.runtime.context import Context
from pbem.store import outbox
from pbem.store.models import Game, Player, Seat
from pbem.store.people import addresses_of, player_at

MAILS_QUOTED = 2  # the mail that is answered, and the one before it
READ = (WriterKind.PERSON, WriterKind.DOUBTFUL)


class Grounds(msgspec.Struct, frozen=True, dict=True):
    """What telling quotations from orders needs of the database. Nothing of it changes: what was sent was sent.

    Plain data, since it goes to another process. `game` is that of the writer's seat, if the mail went to one, and
    `spoken` its rule set with the words he may know; `own_seat` tells whether the seat is the writer's. `sent` are the
    latest mails to him. `openings` are the words that
    begin what is said to other players; the others of them begin orders of the game. What came by
    a player's own page is `typed`, all of it: nothing can be quoted there.
    """

    settings: Settings
    envelope: str | None
    game: str | None
    spoken: Spoken | None
    sent: list[str]
    openings: frozenset[str]
    own_seat: bool = False
    typed: bool = False

    def judge(self, mail: OpenedMail) -> screen.Screening:
        """What wrote the mail."""
        return screen.judge(mail, self.envelope, self.settings, to_own_seat=self.own_seat)

    @cached_property
    def sort(self) -> Sorter:
        """What a line is in this game, from whoever has this seat; without a game, in any."""
        if self.spoken is None:
            return _sorted_by_any
        return self.spoken.sorter()

    def own_lines(self, mail: OpenedMail) -> Own:
        """The lines of the mail that are its writer's; a machine has none."""
        if self.judge(mail).kind not in READ:
            return Own(())
        text = without_links(without_form_lines(mail.text))
        if self.typed:
            return quotes.typed_lines(text)
        return quotes.own_lines(
            text, self.sent, self.settings.mail_domain, self._says_something, self._is_command, self._opens_a_letter
        )

    def may_be_meant(self, text: str) -> bool:
        """Whether a line of the writer's own is an order, or may have been meant as one."""
        return self.sort(text) is not Sort.REMARK

    @property
    def letter(self) -> re.Pattern[str] | None:
        """How an order of this game begins that goes on in the lines below it."""
        return None if self.spoken is None else self.spoken.letter

    def opens_words(self, text: str) -> bool:
        """Whether a line begins words to other players."""
        if not press.opens_words(text, self.openings):
            return False
        return self.openings == press.OPENING or self.sort(text) is not Sort.ORDER

    def _opens_a_letter(self, text: str) -> bool:
        return self.opens_words(text) or bool(self.letter and self.letter.match(text))

    def _is_command(self, text: str) -> bool:
        return self.opens_words(text) or is_command(text)

    def _says_something(self, text: str) -> bool:
        # In a quotation nearly every line of ours names things of the game: there, orders alone count.
        return self.sort(text) is Sort.ORDER or self._is_command(text)


def grounds_of(context: Context, raw: bytes, recipient: str, envelope: str | None, door: str = "") -> Grounds:
    """Fetched in a transaction that only reads, so that nobody waits while a long mail is compared with them."""
    opening = read_opening(raw)
    sender, answered = opening.sender or "", opening.references[-MAILS_QUOTED:]
    with context.store.reading() as session:
        to = signed.read_recipient(context.settings, recipient, lambda game, seat: nonce_of(session, game, seat))
        player = player_at(session, sender)
        game, seat = seat_of(session, to, player)
        addresses = addresses_of(session, player) if player is not None else [sender]
        told = outbox.texts_sent(session, addresses, game.name if game else None, answered) if sender else []
        sent = [without_links(without_form_lines(text)) for text in told]
        spoken = None if game is None else _spoken(session, game, seat)
        openings = _openings(session, game, player)
        name = game.name if game else None
        return Grounds(
            context.settings, envelope, name, spoken, sent, openings, own_seat=seat is not None, typed=door == PAGE
        )


def grounds_at_page(session: Session, context: Context, seat: Seat) -> Grounds:
    """The same for lines on the page of a seat, which are no mail yet."""
    spoken, openings = _spoken(session, seat.game, seat), _openings(session, seat.game, None)
    return Grounds(context.settings, None, seat.game.name, spoken, [], openings, own_seat=True, typed=True)


def _openings(session: Session, game: Game | None, player: Player | None) -> frozenset[str]:
    """The words that begin what is said to other players: all, where no game has orders for that."""
    games = [game] if game is not None else table.games_of(session, player) if player is not None else []
    own = any(presentation(each.ruleset).press == PressBy.OWN for each in games)
    return frozenset({press.SAY}) if own else press.OPENING


def _spoken(session: Session, game: Game, seat: Seat | None) -> Spoken:
    return Spoken(game.ruleset, presentation(game.ruleset).vocabulary(seen(session, game, seat)))


def seen(session: Session, game: Game, seat: Seat | None) -> Json:
    """What a seat sees of its game; where that has not begun, or waits for its host, what it shows at the beginning."""
    if game.state == "forming" or table.waits_for_host(game) is not None:
        rules = presentation(game.ruleset).rules
        return rules.view(rules.opening(table.options_of(game)), seat.name if seat else None)
    return table.view_of(game, seat, table.current_turn(session, game))


def _sorted_by_any(text: str) -> Sort:
    """An order is what some rule set reads: one that went astray is not played, and its writer is told where to."""
    return Sort.ORDER if any(is_order(presentation(name), text) for name in names()) else Sort.REMARK


def nonce_of(session: Session, game: str, seat: str) -> str | None:
    """The secret in the reply address of a seat, by which older addresses are told from it."""
    found = table.find_game(session, game)
    place = table.seat_named(found, seat) if found else None
    return place.nonce if place else None


def seat_of(session: Session, to: signed.Recipient, player: Player | None) -> tuple[Game | None, Seat | None]:
    """The game and seat that a reply address names, if it is this player's own."""
    if player is None or not isinstance(to, signed.SeatAddress):
        return None, None
    game = table.find_game(session, to.game)
    seat = table.seat_named(game, to.seat) if game else None
    return (game, seat) if seat is not None and delegates.may_write(session, seat, player) else (None, None)
