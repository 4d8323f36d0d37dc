"""What a host does to a game: each act an entry of its record, and a mail to every seat.

An act is one transaction: what it changes, its entry, and the mails about it, or nothing at all. A host who sits in a
game may not look into it, nor set its position or rule in it: another host does.

Not for: how a host is shown what he looks at (`pbem.games.desk`), or the command line (`pbem.ops.game_cli`).
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from core.contract import BadPosition, Effect, Json, Outcome, SeatName
from pbem.addresses import postal
from pbem.games import ahead, anew, clocks, mails, onlookers, record, retold_mails, seats, table, turns
from pbem.games.clock import LONGEST, BadTerms, span_in_words, span_of, span_text
from pbem.games.clocks import Clocks
from pbem.games.kept_record import KeptRecord, NoSuchTurn
from pbem.inbound.mail import InboundMail
from pbem.reading.judging import judge
from pbem.reading.reader import read
from pbem.reports.answers import Answer, answers_to
from pbem.reports.document import Attachment, Section, shown
from pbem.reports.turn import AWARDED, CANCELLED, DRAWN, REPORT_SENDS, in_words
from pbem.rulesets import presentation
from pbem.rulesets.sentences import listed
from pbem.runtime.context import Context, notify_after_commit
from pbem.store import inbox, people
from pbem.store.database import now
from pbem.store.models import Game, Inbox, Player, Seat, Turn

LONGEST_WHY = 200
LONGEST_WORDS = 4_000
MOST_ORDERS = 1 << 16
DEFAULT_HOST = "host"

# What nobody may do in a game in which he sits.
NOT_IN_ONE_S_OWN = (*record.LOOKING, "correct", "rule")

OUTCOMES = {"cancel": CANCELLED, "draw": DRAWN, "award": AWARDED}
BUSY = "its turn is being carried out; try again in a moment"
SET_ANEW = (
    "Orders that waited are void, and mails to the addresses of earlier reports play nothing: answer this one. The "
    "time for orders begins anew. From here on other dice are drawn than would have been."
)
HELD = (
    "No clock runs, and nothing is carried out, until the host lets the game go on; you are told then. Orders can be "
    "sent all the same: they are kept, and TAKE BACK takes them back."
)
GOES_ON = (
    "The clocks run on from where they stood. Orders that came in meanwhile count; those that complete the turn are "
    "carried out now."
)
PREVIEWED = "The dice of that look were thrown for it alone; those of the game are others, and nothing was changed."
REVEALED = (
    "The secret number behind the dice is told below as dice-seed. Save the attached record and run pbem verify on it: "
    "it works out every roll and move again, and lists what hosts did."
)


class CannotAct(Exception):
    """Why the act of a host is not carried out, as a sentence; nothing was changed."""


class Asked(msgspec.Struct, frozen=True):
    """What every act has: the game, why, and the address of the host who acts (None: whoever is the first)."""

    game: str
    why: str
    by: str | None = None


# --- Looking ------------------------------------------------------------------------------------------------------


def look(session: Session, context: Context, asked: Asked, act: str, seat_word: str | None = None) -> Desk:
    """Record that a host looks at the game, or at the report or a mail of one seat; what he looks at."""
    desk = Desk(session, context, asked, act)
    what: Json = {}
    seen = "at the whole game: the orders that are in, and the position with all that is hidden in it"
    if act == "preview":
        seen = f"how the turn would go. {PREVIEWED[:-1]}"
    if seat_word is not None:
        seat = desk.seat(seat_word)
        what, seen = {"seat": seat.name}, f"at {'a mail' if act == 'mail' else 'the report'} of {desk.title(seat)}"
    # Of a game that is over nothing is secret, and its record is closed.
    if desk.game.state == "running":
        desk.note(what)
        desk.tell("the host looked into the game", f"looked {seen}.")
    return desk


# --- The turn -----------------------------------------------------------------------------------------------------


def process(context: Context, asked: Asked) -> bool:
    """Have the turn carried out now, as at its deadline; False where another worker does it."""
    _stop_if_changed(context, asked)
    with _transaction(context) as session:
        desk = Desk(session, context, asked, "process", plays=True)
        if clocks.is_held(session, desk.game):
            raise CannotAct(f"{desk.game.name} is held; let it go on first (resume)")
        if inbox.unread_of_game(session, desk.game.name, now(session)):
            raise CannotAct(f"a mail to {desk.game.name} is not read yet; try again in a moment")
        desk.note({})
        desk.tell("the turn is carried out", "has the turn carried out now, as at its deadline.")
        frozen = turns.close_now(session, context, desk.game, desk.turn)
    return frozen is not None and turns.carry_out(context, frozen)


def act_for(context: Context, asked: Asked, seat_word: str, text: str) -> None:
    """Give orders for a seat, judged as if its player had mailed them."""
    if len(text) > MOST_ORDERS:
        raise CannotAct(f"these orders are longer than {MOST_ORDERS} characters")
    _stop_if_changed(context, asked)
    with _transaction(context) as session:
        desk = Desk(session, context, asked, "act-for", plays=True)
        seat = desk.seat(seat_word)
        sent, told = _judged(desk, seat, text)
        desk.note({"seat": seat.name})
        did = f"gave orders for {desk.title(seat)}."
        desk.tell("orders by the host", did, only={seat.name: told})
        frozen = turns.hand_in(session, context, desk.turn, seat, _as_mail(desk, seat, text, sent), sent)
    if frozen is not None:
        turns.carry_out(context, frozen)


def _stop_if_changed(context: Context, asked: Asked) -> None:
    with context.store.reading() as session:
        game = table.find_game(session, asked.game)
    if game is not None and game.state == "running" and table.waits_for_host(game) is None:
        turns.stop_if_changed(context, game.id)


def _judged(desk: Desk, seat: Seat, text: str) -> tuple[turns.Sent, Section]:
    """The orders as they are handed in, and what is told of each line."""
    words, view = desk.words, table.view_of(desk.game, seat, desk.turn)
    lines = [(number, line) for number, line in enumerate(text.splitlines(), start=1) if line.strip()]
    reading = read(words, lines, lambda: view)
    checked = judge(words, desk.position(), seat.name, reading)
    answers = answers_to(words, reading.lines, checked.verdicts, view)
    if checked.effect is Effect.NOTHING or reading.remarks:
        wrong = [f"line {each.number}: {each.mark}: {each.said}" for each in answers if each.mark in ("no", "which?")]
        wrong += [f"line {each.number} is no order" for each in reading.remarks]
        raise CannotAct("; ".join(["nothing was played", *wrong]))
    opening = Section(None, "words", ("The host gave these orders for your seat.",))
    message_id = f"<{secrets.token_hex(16)}@{desk.context.settings.mail_domain}>"
    told = Section("The orders, line by line", "answers", tuple(answers))
    return turns.Sent(lines, reading.lines, checked, Answer(message_id, (opening,))), told


def _as_mail(desk: Desk, seat: Seat, text: str, sent: turns.Sent) -> Inbox:
    """The orders as a mail that was read: orders come from mails, and their text is kept with them."""
    head = f"Message-ID: {sent.answer.message_id}\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n"
    mail = InboundMail((head + text).encode(), None, desk.context.settings.address, "host")
    row = desk.session.get_one(Inbox, inbox.accept(desk.session, mail, desk.game.name, seat.name).id)
    row.state, row.reason, row.message_id = "read", "orders by the host", sent.answer.message_id
    return row


# --- The clocks ---------------------------------------------------------------------------------------------------


def extend(context: Context, asked: Asked, span: str, seat_word: str | None = None) -> None:
    """Give the seats that are asked now, or one of them, more time for their orders."""
    seconds = _span(span)
    with _transaction(context) as session:
        desk = Desk(session, context, asked, "extend", plays=True)
        running = Clocks(session, context, desk.game)
        seats = _asked_now(desk, running, seat_word)
        for seat in seats:
            running.extend(seat, seconds)
            if seat.extra > LONGEST:
                raise CannotAct(f"{desk.title(seat)} would have more than a year beside its own time")
        running.set_deadline(session, desk.turn)
        desk.note({"span": span_text(seconds), **({} if seat_word is None else {"seat": seats[0].name})})
        until = {seat.name: _has_until(seat) for seat in seats if seat.due_at is not None}
        titles = listed([desk.title(seat) for seat in seats])
        did = f"gave {titles} {span_in_words(seconds)} more for the orders that are wanted now."
        desk.tell("more time", did, only=until)


def _asked_now(desk: Desk, running: Clocks, seat_word: str | None) -> list[Seat]:
    wanted = running.asked(desk.turn)
    seats = wanted if seat_word is None else [desk.seat(seat_word)]
    for seat in seats:
        if seat not in wanted:
            raise CannotAct(f"{desk.title(seat)} is asked for nothing now in {desk.game.name}")
    return seats


def _has_until(seat: Seat) -> Section:
    assert seat.due_at is not None
    return Section(None, "words", (f"You have until {in_words(seat.due_at, mails.zone_of(seat))} now.",))


def _span(typed: str) -> int:
    try:
        seconds = span_of(typed)
    except BadTerms as error:
        raise CannotAct(str(error)) from None
    if not seconds:
        raise CannotAct("no time is no extension")
    return seconds


def hold(context: Context, asked: Asked) -> None:
    """Stop all clocks of the game; orders are taken and kept, and nothing is carried out until it goes on."""
    with _transaction(context) as session:
        desk = Desk(session, context, asked, "hold")
        if desk.game.stopped is not None:
            raise CannotAct(desk.game.stopped)
        if clocks.is_held(session, desk.game):
            raise CannotAct(f"{desk.game.name} is held already")
        if desk.turn.state != "open" or desk.turn.ready:
            raise CannotAct(BUSY)
        clocks.hold(session, context, desk.game, desk.turn)
        desk.note({})
        desk.tell("the game is held", "holds the game.", HELD)


def resume(context: Context, asked: Asked) -> None:
    """Let a game go on that was held; what came in meanwhile is carried out if it completes the turn."""
    _stop_if_changed(context, asked)
    with _transaction(context) as session:
        desk = Desk(session, context, asked, "resume")
        if not clocks.is_held(session, desk.game):
            raise CannotAct(f"{desk.game.name} is not held")
        desk.note({})
        desk.tell("the game goes on", "lets the game go on.", GOES_ON)
        frozen = turns.go_on(session, context, desk.game, desk.turn)
    if frozen is not None:
        turns.carry_out(context, frozen)


# --- The position -------------------------------------------------------------------------------------------------


def rollback(context: Context, asked: Asked, turn: int) -> None:
    """Go back to the position before a turn, counted as the record has them, the first being 1."""
    with _transaction(context) as session:
        desk = Desk(session, context, asked, "rollback")
        position = _before(desk, turn)
        did = f"set the game back to the position before turn {turn} of its record."
        desk.set_position(position, {"turn": turn}, "the game is set back", did)


def correction(session: Session, context: Context, asked: Asked, given: bytes) -> tuple[Any, list[str], int]:
    """The position that `given` describes, how it differs from the present one, and the turn that it is for."""
    return _corrected(Desk(session, context, asked, "correct"), given)


def _corrected(desk: Desk, given: bytes) -> tuple[Any, list[str], int]:
    rules = desk.words.rules
    try:
        position = rules.decode(msgspec.json.decode(given, type=dict[str, Any]), table.options_of(desk.game))
    except BadPosition as error:
        raise CannotAct(f"the position cannot be: {desk.words.say_bad_position(error)}") from error
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise CannotAct(f"the position cannot be read: {error}") from error
    if rules.outcome(position) is None and not rules.awaiting(position):
        raise CannotAct("in this position nobody is asked for anything, so that the game could not go on")
    differs = list(differences(msgspec.json.decode(desk.turn.position), _plain(rules.encode(position))))
    if not differs and desk.game.stopped is None:
        raise CannotAct("this is the position as it stands; nothing would be changed")
    return position, differs, desk.turn.number


def correct(context: Context, asked: Asked, given: bytes, turn: int) -> None:
    """Put another position in the place of that of the turn for which the difference was shown."""
    with _transaction(context) as session:
        desk = Desk(session, context, asked, "correct")
        position, _, present = _corrected(desk, given)
        if present != turn:
            raise CannotAct("the game went on meanwhile; look at the difference again")
        desk.set_position(position, {}, "the position is corrected", "corrected the position.")


def differences(before: Any, after: Any, path: str = "") -> Iterator[str]:
    """Where two values of JSON differ, a line each: the path, what was there and what is."""
    if isinstance(before, dict) and isinstance(after, dict):
        for key in sorted({*before, *after}):
            yield from differences(before.get(key), after.get(key), f"{path}.{key}" if path else str(key))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for at, (old, new) in enumerate(zip(before, after, strict=True)):
            yield from differences(old, new, f"{path}[{at}]")
    elif before != after:
        old, new = (msgspec.json.encode(value).decode() for value in (before, after))
        yield f"{path}: {old} -> {new}"


def _before(desk: Desk, turn: int) -> Any:
    try:
        wanted = desk.kept.start_of(turn)
    except NoSuchTurn as error:
        raise CannotAct(
            f"{desk.game.name} can go back to before turns {error.oldest} to {error.latest}"
            if error.oldest <= error.latest
            else f"{desk.game.name} has no turn to go back to"
        ) from None
    stored = select(Turn.position).where(Turn.game_id == desk.game.id).order_by(Turn.number.desc())
    for position in desk.session.scalars(stored):
        if record.hash_of_text(position) == wanted:
            return desk.words.rules.decode(position, table.options_of(desk.game))
    raise CannotAct(f"the position before turn {turn} is not kept any more")


# --- The seats ----------------------------------------------------------------------------------------------------


def replace(context: Context, asked: Asked, seat_word: str, address: str) -> None:
    """Give a seat to another player, who is enrolled if he was not."""
    known = postal.known_as(address)
    if known is None or postal.sent_to(known) is None:
        raise CannotAct(f"{address!r} is no mail address that can be written to")
    with _transaction(context) as session:
        desk = Desk(session, context, asked, "replace")
        if desk.game.closed:
            raise CannotAct(f"{seats.closed(desk.game)}; TD replace gives the place of an entrant to a reserve")
        seat, player = desk.seat(seat_word), _player(session, known)
        if table.seat_of(desk.game, player) is not None:
            raise CannotAct(f"{player.name} sits in {desk.game.name} already")
        if player.barred is not None:
            raise CannotAct(f"{player.name} is barred; `pbem player bar --lift` lets him in again")
        desk.note({"seat": seat.name, "player": table.drawn_name(session, desk.game, player)})
        did = f"gave the seat of {desk.title(seat)} to {player.name}."
        desk.tell("another player", did, only=ahead.void_of(seat))
        _hand_over(desk, seat, player)
        told = Section("The host", "words", (*desk.said(did), "You play on from here: answer this mail."))
        reports = desk.reports(desk.turn, desk.position())
        seat.reported = desk.kept.length
        reports.mail(session, context, seat, opening=(told,), first=True, key=f"replace/{desk.key}")


def eject(context: Context, asked: Asked, seat_word: str) -> None:
    """Take a seat from its player; until it is given to another the rules decide for it at each deadline."""
    with _transaction(context) as session:
        desk = Desk(session, context, asked, "eject")
        seat = desk.seat(seat_word)
        if seat.player is None:
            raise CannotAct(f"nobody sits at {desk.title(seat)} in {desk.game.name}")
        is_kept = desk.game.private or desk.game.closed
        desk.note({"seat": seat.name})
        desk.tell(
            "a seat without a player",
            f"took the seat of {desk.title(seat)} from {seat.player.name}. Until somebody else has it, the rules "
            "decide for it at each deadline."
            + ("" if is_kept else f" It is open: TAKE SEAT {desk.game.name} takes it."),
            only=ahead.void_of(seat),
        )
        _hand_over(desk, seat, None)
        if not is_kept:
            seats.declare_open(session, context, seat)


def _hand_over(desk: Desk, seat: Seat, player: Player | None) -> None:
    seats.hand_over(desk.session, desk.context, desk.game, desk.turn, seat, player)


def _player(session: Session, address: str) -> Player:
    player = people.player_at(session, address)
    if player is None:
        player = Player(address=address, name=people.name_for(session, "", address), enrolled_at=now(session))
        session.add(player)
        session.flush()
        for waiting in inbox.release_held(session, address):
            notify_after_commit(session, "receive", waiting, "enrolled")
    return player


# --- The end ------------------------------------------------------------------------------------------------------


def end(context: Context, asked: Asked, act: str, seat_words: Sequence[str] = ()) -> None:
    """Cancel the game, end it as a draw, or award it to seats."""
    with _transaction(context) as session:
        desk = Desk(session, context, asked, act)
        winners = [desk.seat(word) for word in seat_words]
        if (act == "award") != bool(winners):
            raise CannotAct("a game is awarded to a seat, and neither cancelled nor drawn for one")
        outcome = Outcome(tuple(dict.fromkeys(seat.name for seat in winners)), OUTCOMES[act], "")
        did = {
            "cancel": "cancelled the game: nobody has won, and nobody has lost.",
            "draw": "ended the game as a draw.",
            "award": f"awarded the game to {' and '.join(dict.fromkeys(map(desk.title, winners)))}.",
        }[act]
        desk.close()
        desk.note({"outcome": outcome})
        desk.end(outcome)
        desk.tell("the game is over", did, REVEALED, seed=desk.game.seed, attachments=(desk.kept.file(),))
        anew.read_what_waited(session, desk.game, desk.turn)


# --- Words --------------------------------------------------------------------------------------------------------


def say(context: Context, asked: Asked, words: str, seat_word: str | None = None) -> None:
    """Mail words to all seats, or to one. The record notes that it was done, and not the words, as with all press."""
    lines = _lines(words)
    with _transaction(context) as session:
        desk = Desk(session, context, asked, "say")
        seat = desk.seat(seat_word) if seat_word is not None else None
        told = Section("The host writes", "words", lines)
        desk.note({"seat": seat.name} if seat is not None else {})
        if seat is None:
            desk.tell("words from the host", "writes to all seats.", also=(told,))
        else:
            desk.tell("words from the host", f"wrote to {desk.title(seat)}.", only={seat.name: told})


def rule(context: Context, asked: Asked, words: str) -> None:
    """A ruling in words: recorded, and mailed to all seats."""
    lines = _lines(words)
    with _transaction(context) as session:
        desk = Desk(session, context, asked, "rule")
        desk.note({"words": "\n".join(lines)})
        desk.tell("a ruling", "rules:", also=(Section("The ruling", "words", lines),))


def _lines(words: str) -> tuple[str, ...]:
    lines = tuple(line for line in map(shown, words.strip().splitlines()))
    if not lines:
        raise CannotAct("there are no words")
    if len(words) > LONGEST_WORDS:
        raise CannotAct(f"these words are longer than {LONGEST_WORDS} characters")
    return lines


# --- One act on one game ------------------------------------------------------------------------------------------


@contextmanager
def _transaction(context: Context) -> Iterator[Session]:
    try:
        with context.transaction("act") as session:
            yield session
    except (anew.BeingPlayed, turns.Busy):
        raise CannotAct(BUSY) from None


class Act:
    """An act on a running game: the game, which nobody else changes until the transaction ends, and its record.

    `by` is who acts, as sentences about it begin; `who` as the record has it.
    """

    def __init__(
        self, session: Session, context: Context, game: Game, turn: Turn, act: str, who: str, why: str
    ) -> None:
        self.session, self.context, self.game, self.turn = session, context, game, turn
        self.act, self.who, self.why, self.by = act, who, why, who
        self.words = presentation(game.ruleset)
        self.kept = KeptRecord(session, game)
        self.key = ""

    def seat(self, word: str) -> Seat:
        """The seat that is meant."""
        name = self.words.find_seat(word, [seat.name for seat in self.game.everybody])
        found = table.seat_named(self.game, name) if name is not None else None
        if found is None:
            there = ", ".join(self.title(seat) for seat in self.game.everybody)
            raise CannotAct(f"{self.game.name} has no seat called {word!r}; it has {there}")
        return found

    def title(self, seat: Seat) -> str:
        """The name of a seat, as people write it."""
        return self.words.seat_title(seat.name)

    def position(self) -> Any:
        """The position of the present turn."""
        return table.position_of(self.game, self.turn)

    def reports(self, turn: Turn, position: Any) -> mails.Reports:
        """The reports of a turn to the seats."""
        return mails.Reports(self.game, turn, position, self.kept, Clocks(self.session, self.context, self.game))

    def note(self, what: Mapping[str, Any]) -> None:
        """Write the act into the record."""
        body = record.act_body(self.act, self.who, now(self.session), self.why, dict(what))
        self.kept.append("act", body)
        self.key = f"{self.game.name}/{self.kept.length}"

    def close(self) -> None:
        """Close the turn, and void the orders that wait in it."""
        turns.supersede_all(self.session, self.turn)
        anew.close(self.session, self.turn)

    def end(self, outcome: Outcome, position: Any = None) -> None:
        """End the game, in a position that the rules say is its end, or in whatever it is by an act of people."""
        ahead.drop_all(self.session, self.game)
        self.game.state, self.game.stopped = "over", None
        self.kept.end(outcome, position)
        self.session.flush()
        retold_mails.at_the_end(self.session, self.game)
        onlookers.note(self.session, self.game, self.turn)

    def set_position(self, position: Any, what: Json, subject: str, did: str) -> None:
        """Go on from another position: with other dice, addresses and a new clock; all seats get its report."""
        game, rules = self.game, self.words.rules
        # What was secret in the position that is set aside stands in the record still.
        game.veiled = game.veiled or not all(map(self._is_open, (self._stored(), position)))
        self.close()
        void = ahead.drop_all(self.session, game)
        self.note({**what, "position": rules.encode(position)})
        game.set_by_host, game.stopped = game.set_by_host + 1, None
        following = anew.ask(self.session, self.context, game, self.turn, position)
        outcome = rules.outcome(position)
        if outcome is not None:
            self.end(outcome, position)
        told = Section("The host", "words", (*self.said(did), SET_ANEW))
        reports = self.reports(following, position)
        for seat in game.everybody:
            seat.nonce = secrets.token_hex(table.NONCE_BYTES)
            seat.reported = self.kept.length
            reports.mail(self.session, self.context, seat, opening=(told, *((ahead.VOID,) if seat in void else ())))
        onlookers.note_anew(self.session, game, following, self.kept.length)
        anew.read_what_waited(self.session, game, following)

    def _stored(self) -> Any:
        try:
            return self.position()
        except (BadPosition, msgspec.MsgspecError):
            return None  # it was changed behind the record, so that nobody knows what was hidden in it

    def _is_open(self, position: Any) -> bool:
        rules = self.words.rules
        return position is not None and rules.open_record(position) and rules.open_rolls(position)

    def said(self, did: str) -> tuple[str, ...]:
        """What was done, by whom and why, as sentences."""
        return (f"{self.by} {did}", f"Why: {self.why}") if self.why else (f"{self.by} {did}",)

    def tell(
        self,
        subject: str,
        did: str,
        *more: str,
        only: Mapping[SeatName, Section] | None = None,
        also: Sequence[Section] = (),
        seed: str | None = None,
        attachments: Sequence[Attachment] = (),
    ) -> None:
        """Mail all seats what was done; `only` has what is for one seat alone, `also` what is for all of them."""
        tools = [f":: dice-seed {seed}"] if seed is not None else []
        tools.append(f":: head {self.kept.head}")
        for seat in self.game.everybody:
            own = [only[seat.name]] if only is not None and seat.name in only else []
            ends = () if seed is not None else (REPORT_SENDS,)
            sections = [
                Section(None, "words", (*self.said(did), *more, *ends)),
                *also,
                *own,
                Section(None, "fixed", tuple(tools)),
            ]
            mails.tell(self.session, self.context, seat, subject, sections, f"act/{self.key}", attachments=attachments)


class Desk(Act):
    """An act of a host, under way."""

    def __init__(self, session: Session, context: Context, asked: Asked, act: str, *, plays: bool = False) -> None:
        address = _host(context, asked.by)
        game = self._game(session, asked.game, act, plays=plays)
        host = people.player_at(session, address) if address is not None else None
        sits = host is not None and any(
            each.player_id == host.id for each in game.seats
        )  # an umpire knows all as it is
        if act in NOT_IN_ONE_S_OWN and sits and game.state == "running":
            raise CannotAct(f"{address} sits in {game.name}, where another host has to do this ({act})")
        turn = self._turn(session, game, plays=plays)
        super().__init__(session, context, game, turn, act, _name(session, address), _one_line(asked.why))
        self.by = f"{self.who}, a host of this server,"

    @staticmethod
    def _game(session: Session, name: str, act: str, *, plays: bool) -> Game:
        game = table.find_game(session, name)
        if game is None:
            raise CannotAct(f"there is no game called {name}")
        if game.state == "forming":
            raise CannotAct(f"{game.name} has not begun: it still waits for players")
        if game.state == "cancelled":
            raise CannotAct(f"{game.name} was called off before it began")
        if game.state == "over" and act not in ("show", "report"):
            raise CannotAct(f"{game.name} is over")
        waits = game.stopped if plays else None
        # What ends a game, or is words alone, needs no position that the rules that are here can read.
        reads = act not in ("say", "cancel", "draw", "award", "eject")
        waits = waits or (table.waits_for_rules(game) if reads else None)
        if waits is not None:
            raise CannotAct(waits)
        return game

    @staticmethod
    def _turn(session: Session, game: Game, *, plays: bool) -> Turn:
        if plays:
            return turns.ensure_open(session, game, now(session))
        while True:
            turn = table.current_turn(session, game)
            # A worker that settles it is waited for; what it wrote is read then.
            session.refresh(turn, with_for_update=True)
            if turn.id == table.current_turn(session, game).id:
                session.refresh(game)
                return turn


def _host(context: Context, address: str | None) -> str | None:
    hosts = context.settings.hosts
    if address is None:
        return hosts[0] if hosts else None
    known = postal.known_as(address)
    if known is None:
        raise CannotAct(f"{address!r} is no mail address")
    if hosts and known not in hosts:
        raise CannotAct(f"{known} is not among the hosts that are set (PBEM_HOSTS)")
    return known


def _name(session: Session, address: str | None) -> str:
    """The host as the record and the players know him: nobody's address stands in a record."""
    if address is None:
        return DEFAULT_HOST
    player = people.player_at(session, address)
    return shown(player.name) if player is not None else address.partition("@")[0]


def _one_line(why: str) -> str:
    told = " ".join(shown(why).split())
    if len(told) > LONGEST_WHY:
        raise CannotAct(f"the reason is longer than {LONGEST_WHY} characters")
    return told


def _plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))
