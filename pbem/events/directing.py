"""What a director, or a host, does about an event: each act an entry of its record, with who did it and why.

An act is one transaction, or it is refused in a sentence. A director decides no game in which he plays: the second
does, or a host.

Not for: how acts are typed (`pbem.ops.event_cli`, `pbem.inbound.td`), or what follows by itself (`direction`).
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import chain
from textwrap import wrap

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from core.contract import Json, Level, SeatName
from pbem.addresses import postal
from pbem.events import acts, announcement, conditions, direction, entering, formats, mails, standings, tables
from pbem.events.announcement import Announcement, BadAnnouncement
from pbem.events.contract import CannotBe, How
from pbem.events.entering import NotDone
from pbem.events.kept import (
    ANNOUNCED,
    CANCELLED,
    GONE,
    IN,
    OPEN,
    OVER,
    PLANNED,
    PLAYING,
    RESERVE,
    RUNNING,
    Held,
    events_in,
    find_event,
    names_of_events,
    seats_of,
    sides_of,
)
from pbem.events.record import at_text
from pbem.games import ends, forming, record, table, turns
from pbem.games.ends import End
from pbem.nearest import did_you_mean
from pbem.reports.document import Section, shown
from pbem.reports.text import WORDS_WIDTH
from pbem.reports.turn import DECIDED, in_words
from pbem.rulesets import names as names_of_rulesets
from pbem.rulesets import presentation
from pbem.runtime.context import Context, notify_after_commit
from pbem.store import people
from pbem.store.database import now
from pbem.store.models import Entrant, Event, Game, Player, Sitting

SEED_BYTES = 32
LONGEST_WHY = 200
LONGEST_STEM = 8
MOST_DIRECTORS = 2
BUSY = "a game of it is being carried out; try again in a moment"
STATES = (PLANNED, ANNOUNCED, OPEN, RUNNING)
NOBODY = ("none", "nobody", "lost")


class CannotDo(Exception):
    """Why an act is not carried out, as a sentence without its full stop; nothing was changed."""


class Asked(msgspec.Struct, frozen=True):
    """What every act has: the event, why, and the address of who acts (None: whoever is the first of the hosts)."""

    event: str
    why: str = ""
    by: str | None = None


# --- A new event --------------------------------------------------------------------------------------------------


def faults_of(context: Context, text: str) -> list[str]:
    """What is wrong with an event file, each with its line; empty where nothing is."""
    with context.store.reading() as session:
        try:
            found = announcement.read(text, now(session))
        except BadAnnouncement as error:
            return [str(fault) for fault in error.faults]
        told = [
            f"nobody here is known as {address}; who directs has to be enrolled"
            for address in found.directors
            if people.player_at(session, address) is None
        ]
        if len(found.directors) > MOST_DIRECTORS:
            told.append("an event has a director, and a second one who decides his games; no more")
        if find_event(session, found.plan.event) is not None:
            told.append(f"there is an event called {found.plan.event} already")
        return told


def new(context: Context, text: str, by: str | None = None) -> str:
    """An event as a file describes it, not announced yet; its name. Raises CannotDo, with all faults."""
    wrong = faults_of(context, text)
    if wrong:
        raise CannotDo("\n".join(wrong))
    with context.transaction("event-new") as session:
        file = announcement.read(text, now(session))
        name = file.plan.event
        _ensure_host(session, context, by)
        event = Event(
            name=name,
            title=file.title,
            announcement=msgspec.json.encode(file).decode(),
            seed=_secret_seed(context, name).hex(),
            state=PLANNED,
            stem=_stem(session, name),
            created_at=now(session),
            starts_at=file.start,
        )
        directors = [people.player_at(session, address) for address in file.directors]
        event.director, event.second = (*directors, None, None)[:MOST_DIRECTORS]
        session.add(event)
        session.flush()
    return name


def new_by_mail(session: Session, context: Context, player: Player, file: Announcement) -> Held:
    """An event that a player opens by mail, which takes entries at once and has no director. Raises NotDone.

    It is called after what is played and the number of its row, as a game is.
    """
    _ensure_may_open(session, player)
    event = Event(
        name=secrets.token_hex(SEED_BYTES // 2),  # nobody can have it; the row's number makes the name
        title=file.title,
        announcement="",
        seed="",
        state=PLANNED,
        stem="",
        created_at=now(session),
    )
    session.add(event)
    session.flush()
    stem, number = file.plan.event, event.id
    while find_event(session, f"{stem}{number}") is not None:
        number += 1
    name = f"{stem}{number}"
    plan = msgspec.structs.replace(file.plan, event=name)
    event.title = f"{file.title} {number}"
    event.announcement = msgspec.json.encode(msgspec.structs.replace(file, plan=plan, title=event.title)).decode()
    event.name, event.seed, event.stem = name, _secret_seed(context, name).hex(), name
    held = Held(session, context, event)
    _announce(held)
    event.state, event.look_at = OPEN, held.moment
    session.flush()
    return held


def _ensure_may_open(session: Session, player: Player) -> None:
    """Raises NotDone for a player in as many events that were opened by mail, and have not begun, as he may."""
    mine = select(Event).join(Entrant).where(Entrant.player_id == player.id, Entrant.state == IN, Event.state == OPEN)
    found = [each.name for each in session.scalars(mine) if _file_of(each).by_mail]
    if len(found) >= forming.MOST_FORMING:
        raise NotDone(f"you are in {', '.join(found)}, which look for an opponent; WITHDRAW and a name ends one")


def _file_of(event: Event) -> Announcement:
    return msgspec.json.decode(event.announcement, type=Announcement)


def _secret_seed(context: Context, name: str) -> bytes:
    key = context.settings.seed_key
    if key is None:
        return secrets.token_bytes(SEED_BYTES)
    return table.seed_from(key.get_secret_value(), f"event {name}")


def _stem(session: Session, name: str) -> str:
    """What the games of an event are named after: its letters, and one more where another is named so."""
    letters = re.sub(r"[^a-z]+", "", name)[:LONGEST_STEM] or "event"
    taken = {table.stem_of(each) for each in names_of_rulesets()} | set(session.scalars(select(Event.stem)))
    stems = (letters, *(f"{letters[: LONGEST_STEM - 1]}{more}" for more in "bcdefghijklmnopqrstuvwxyz"))
    return next(
        (stem for stem in stems if stem not in taken), f"{letters[:3]}{secrets.token_hex(4).translate(_LETTERS)}"
    )


_LETTERS = str.maketrans("0123456789", "ghijklmnop")


def _meant_player(session: Session, typed: str) -> Player | None:
    known = postal.known_as(typed)
    found = people.player_at(session, known) if known is not None else None
    return found or session.scalar(select(Player).where(Player.name == typed))


# --- From announcement to closing ---------------------------------------------------------------------------------


def announce(context: Context, asked: Asked) -> str:
    """Make an event known: its record begins, EVENTS lists it; what was done, and the announcement below."""
    with _acting(context, asked, "announce", (PLANNED,)) as desk:
        _announce(desk.held)
        desk.note({})
        return f"{desk.event.name} is announced: EVENTS lists it\n{announced(desk.held)}"


def open_(context: Context, asked: Asked) -> str:
    """Let players enter an event, which is announced with it if it was not."""
    with _acting(context, asked, "open", (PLANNED, ANNOUNCED)) as desk:
        if desk.event.state == PLANNED:
            _announce(desk.held)
        desk.note({})
        desk.event.state, desk.event.look_at = OPEN, desk.held.moment
        return f"{desk.event.name} takes entries: ENTER {desk.event.name}"


def start(context: Context, asked: Asked) -> str:
    """Begin an event now with those who are in it."""
    with _acting(context, asked, "start", (OPEN,)) as desk:
        desk.note({})
        try:
            direction.start(desk.held, least=2)
        except direction.TooFew as error:
            raise CannotDo(f"{desk.event.name} cannot begin: {error}") from None
        return f"{desk.event.name} begins: the first round is paired now"


def pair(context: Context, asked: Asked) -> str:
    """Have the next round paired now, once all games have ended; it is otherwise paired by itself."""
    with _acting(context, asked, "pair", (RUNNING,)) as desk:
        left = desk.held.sittings(PLAYING)
        if left:
            raise CannotDo(f"games are still going on: {', '.join(mails.named(left))}")
        desk.note({})
        desk.event.look_at = desk.held.moment
        return f"the next round of {desk.event.name} is paired now"


def close(context: Context, asked: Asked) -> str:
    """Call an event off that has not begun, or end one that has, as it stands, once no game of it is left."""
    with _acting(context, asked, "close", STATES) as desk:
        held, event = desk.held, desk.event
        if event.state == RUNNING:
            left = held.sittings(PLAYING)
            if left:
                what = "decide them with adjudicate first"
                raise CannotDo(f"games are still going on: {', '.join(mails.named(left))}; {what}")
            desk.note({})
            direction.end(held)
            return f"{event.name} is over; its players are mailed the final table"
        if event.state != PLANNED:
            desk.note({}, act="cancel")
            said = f"{event.title} is called off by {desk.by}."
            mails.tell_all(held, "it is called off", [mails.words(None, said, desk.because())], "off")
        event.state, event.look_at = CANCELLED, None
        return f"{event.name} is called off{'' if event.state == PLANNED else '; who had entered is told'}"


def _announce(held: Held) -> None:
    file = held.file
    announced: Json = {
        "clock": msgspec.to_builtins(held.terms),
        "starts": at_text(file.start) if file.start is not None else None,
        "round_days": file.round_days,
        "rated": file.rated,
    }
    held.begin_record(announced)
    held.event.state = ANNOUNCED


def announced(held: Held) -> str:
    """What is known of an event, as text: what is played, how, when, and by which tie-breaks."""
    return _announced(held.file, held.replay.head.get("commitment"))


def announced_section(held: Held) -> Section:
    """The same as a section of a mail."""
    return mails.fixed("Announcement", announced(held))


def _announced(file: Announcement, seal: str | None) -> str:
    told = (f"{file.title}: {conditions.played(file.plan)}", *conditions.in_words(file))
    below = (f":: event-seal {seal}",) if seal else ()
    return "\n".join([*chain.from_iterable(wrap(each, WORDS_WIDTH) for each in told), *below])


# --- Who plays ----------------------------------------------------------------------------------------------------


def enter(context: Context, asked: Asked, whom: str) -> str:
    """Enter a robot, by its level, or a player by his name or address."""
    with _acting(context, asked, "enter", (ANNOUNCED, OPEN, RUNNING)) as desk:
        if whom.lower() in set(Level):
            row = entering.enter_robot(desk.held, Level(whom.lower()))
        else:
            player = _meant_player(desk.session, whom)
            if player is None:
                raise CannotDo(f"nobody here is known as {whom!r}, and robots are {', '.join(Level)}")
            row = entering.enter(desk.held, player)
            said = f"{desk.by} has entered you for {desk.event.title}."
            mails.tell(desk.held, player, "you are entered", [mails.words(None, said)], f"entered/{row.number}")
        desk.note({"about": row.drawn})
        how = " as a reserve" if row.state == RESERVE else ""
        return f"{desk.held.called(row.drawn)} has entered {desk.event.name}{how}"


def bar(context: Context, asked: Asked, whom: str) -> str:
    """Take an entrant out of an event, for good."""
    with _acting(context, asked, "bar", (ANNOUNCED, OPEN, RUNNING)) as desk:
        row = entering.who_is_meant(desk.held, whom)
        name, player = desk.held.called(row.drawn), row.player
        became = entering.withdraw(desk.held, row, desk.why, act="bar", who=desk.who)
        if player is not None:
            said = f"{desk.by} has taken you out of {desk.event.title}."
            mails.tell(
                desk.held, player, "you are out of it", [mails.words(None, said, desk.because())], f"bar/{row.number}"
            )
        return f"{name} is out of {desk.event.name}{f'; {became}' if became else ''}"


def replace(context: Context, asked: Asked, whom: str, by: str) -> str:
    """Give the place of an entrant to a reserve, before the second round."""
    with _acting(context, asked, "replace", (RUNNING,)) as desk:
        held = desk.held
        gone, reserve = entering.who_is_meant(held, whom), entering.who_is_meant(held, by)
        if reserve.state != RESERVE or reserve.player is None:
            raise CannotDo(f"{held.called(reserve.drawn)} is no reserve of {desk.event.name}")
        if gone.state != IN or not entering.may_be_replaced(held):
            raise CannotDo("a reserve can take the place of somebody who plays, and before the second round alone")
        player = gone.player
        entering.take_over(held, gone, reserve, desk.why, desk.who)
        if player is not None:
            said = f"{desk.by} has given your place in {desk.event.title} to {held.called(reserve.drawn)}."
            told = [mails.words(None, said, desk.because())]
            mails.tell(held, player, "another plays in your place", told, f"replaced/{gone.number}")
        return f"{held.called(reserve.drawn)} plays in the place of {held.called(gone.drawn)}"


# --- Games --------------------------------------------------------------------------------------------------------


def adjudicate(context: Context, asked: Asked, game: str, result: str) -> str:
    """Decide a game: for a seat, as a draw, or as lost by all (`none`). After an appeal the host may do so again."""
    with context.store.reading() as session:
        found = _sitting(session, game)
        asked = msgspec.structs.replace(asked, event=found.event.name)
    with _acting(context, asked, "adjudicate", (RUNNING,)) as desk:
        sitting = _sitting(desk.session, game)
        held, played = desk.held, sitting.game
        if desk.player is not None and any(seat.player_id == desk.player.id for seat in played.seats):
            raise CannotDo(f"you play in {played.name}; the second director or a host has to decide it")
        winners = _winners(played, result, sides_of(held, sitting))
        if sitting.state == PLAYING and played.state == "running":
            return _decide(desk, sitting, winners)
        return _decide_again(desk, sitting, winners)


def _decide(desk: Desk, sitting: Sitting, winners: tuple[SeatName, ...] | None) -> str:
    """End a game that is going on."""
    if winners is None:
        raise CannotDo(f"{sitting.game.name} is going on: it is won by a seat, or drawn")
    desk.note({"about": sitting.name, "game": sitting.game.name})
    sitting.decided_at = desk.held.moment
    by = f"{desk.by}, who directs {desk.event.title},"
    how = End(record.DECIDE, desk.who, by, desk.why, winners, DECIDED)
    ends.end(desk.session, desk.context, sitting.game, how)
    _tell_of_appeal(desk, sitting)
    return f"{sitting.game.name} is decided: {ends.outcome_in_words(sitting.game, winners)}"


def _decide_again(desk: Desk, sitting: Sitting, winners: tuple[SeatName, ...] | None) -> str:
    """Decide a game that was called off, or one about whose decision somebody has appealed to the host."""
    held = desk.held
    before = held.state.by_sitting.get(sitting.name)
    if before is None:
        raise turns.Busy
    if before.how is How.ADJUDICATED and sitting.name in held.replay.appealed and not desk.is_host:
        raise CannotDo(f"the appeal about {sitting.game.name} is for a host to decide")
    if before.how is not How.CANCELLED and sitting.name not in held.replay.appealed:
        raise CannotDo(f"{sitting.game.name} has ended, and nobody has appealed")
    seats = seats_of(sitting)
    names = [seats[seat] for seat in winners or ()]
    state = acts.adjudicated(held.state, sitting.name, names, both_lose=winners is None)
    result = msgspec.structs.replace(state.by_sitting[sitting.name], record=before.record, day=before.day)
    desk.note({"about": sitting.name, "game": sitting.game.name, "result": msgspec.to_builtins(result)})
    sitting.decided_at = None if before.how is How.ADJUDICATED else held.moment
    desk.event.look_at = held.moment
    decided = "all have lost it" if winners is None else ends.outcome_in_words(sitting.game, winners)
    rows = [held.rows[name] for name in seats.values() if name in held.rows]
    said = f"{desk.by} has decided {sitting.game.name}: {decided}."
    told = [mails.words(None, said, desk.because())]
    mails.tell_all(
        held, f"{sitting.game.name} is decided", told, f"decided/{sitting.name}/{len(held.replay.acts)}", rows=rows
    )
    return f"{sitting.game.name} is decided: {decided}"


def _tell_of_appeal(desk: Desk, sitting: Sitting) -> None:
    held = desk.held
    rows = [held.rows[name] for name in seats_of(sitting).values() if name in held.rows]
    days = direction.APPEAL.days
    said = f"{desk.by} has decided {sitting.game.name}, which had not ended by its round's date."
    how = f"Whoever thinks this wrong may appeal to the host, once and within {days} days: answer with the line"
    line = f"APPEAL {sitting.game.name} BECAUSE your reason"
    told = [mails.words(None, said, desk.because(), how), mails.fixed(None, line)]
    mails.tell_all(held, f"{sitting.game.name} is decided", told, f"decided/{sitting.name}", rows=rows)


def appeal(session: Session, context: Context, player: Player, game: str, why: str) -> str:
    """A player appeals to the host about the decision of a game of his, once; what was done. Raises CannotDo."""
    sitting = _sitting(session, game)
    held = Held(session, context, sitting.event)
    mine = held.row_of(player)
    if mine is None or mine.drawn not in seats_of(sitting).values():
        raise CannotDo(f"you do not play in {sitting.game.name}")
    if sitting.decided_at is None or held.event.state != RUNNING:
        raise CannotDo(f"{sitting.game.name} was not decided by a director, or it is too late for that")
    if held.moment > sitting.decided_at + direction.APPEAL:
        raise CannotDo(f"more than {direction.APPEAL.days} days have passed since {sitting.game.name} was decided")
    if sitting.name in held.replay.appealed:
        raise CannotDo(f"there was an appeal about {sitting.game.name} already")
    why = " ".join(shown(why).split())[:LONGEST_WHY]
    body = {"act": "appeal", "who": mine.drawn, "at": at_text(held.moment), "why": why, "about": sitting.name}
    held.append("act", body)
    said = f"{player.name} appeals against the decision of {sitting.game.name} in {held.event.title}."
    line = f"TD adjudicate {sitting.game.name} SEAT or draw\nWHY the reason"
    for host in context.settings.hosts:
        found = people.player_at(session, host)
        if found is not None:
            sections = [mails.words(None, said, f"Why: {why}" if why else ""), mails.fixed("To decide it", line)]
            subject = f"an appeal about {sitting.game.name}"
            mails.tell(held, found, subject, sections, f"appeal/{sitting.name}", reply_to=mails.desk_of(held, found))
    return f"the host is told of your appeal about {sitting.game.name}"


def _sitting(session: Session, game: str) -> Sitting:
    found = session.scalar(select(Sitting).join(Game).where(Game.name == game.lower()))
    if found is None:
        near = did_you_mean(game, session.scalars(select(Game.name).join(Sitting).limit(2000)))
        raise CannotDo(f"there is no game of an event called {game}{near}")
    return found


def _winners(game: Game, typed: str, sides: Sequence[Sequence[SeatName]]) -> tuple[SeatName, ...] | None:
    """The seats for which a game is decided: none for a draw; None where all have lost."""
    if typed.lower() == "draw":
        return ()
    if typed.lower() in NOBODY:
        return None
    words = presentation(game.ruleset)
    seat = words.find_seat(typed, [seat.name for seat in game.seats])
    if seat is None:
        titles = ", ".join(words.seat_title(each.name) for each in game.seats)
        raise CannotDo(f"a game is decided for a seat ({titles}), as a draw, or for none; {typed!r} is neither")
    return tuple(next(side for side in sides if seat in side)) if len(sides) == 2 else (seat,)


# --- Looking ------------------------------------------------------------------------------------------------------


def listed(session: Session, *, over: bool = False) -> list[Json]:
    """The events: what each is, how many are in it, its round and what it waits for."""
    states = (*STATES, OVER, CANCELLED) if over else STATES
    return [_in_short(session, event) for event in events_in(session, states)]


def _in_short(session: Session, event: Event) -> Json:
    entries = session.scalars(select(Entrant.state).where(Entrant.event_id == event.id)).all()
    going_on = session.scalars(select(Sitting.id).where(Sitting.event_id == event.id, Sitting.state == PLAYING)).all()
    return {
        "name": event.name,
        "title": event.title,
        "state": event.state,
        "entrants": sum(state == IN for state in entries),
        "reserves": sum(state == RESERVE for state in entries),
        "round": event.round,
        "games_going_on": len(going_on),
        "starts": at_text(event.starts_at) if event.starts_at else None,
    }


def in_a_line(found: Json) -> str:
    """An event of the list, for people."""
    reserves = f" and {found['reserves']} reserves" if found["reserves"] else ""
    going_on = f", {found['games_going_on']} games go on" if found["games_going_on"] else ""
    starts = f", begins {found['starts']}" if found["starts"] and not found["round"] else ""
    round_ = f", round {found['round']}" if found["round"] else ""
    counts = f"{found['entrants']} entrants{reserves}"
    return f"{found['name']}  {found['title']}: {found['state']}, {counts}{round_}{going_on}{starts}"


def as_announced(context: Context, text: str) -> str:
    """What players would read of an event file without faults."""
    with context.store.reading() as session:
        return _announced(announcement.read(text, now(session)), None)


def record_of(context: Context, asked: Asked) -> str:
    """The record of an event so far, as a file of JSON Lines."""
    with context.store.reading() as session:
        held = _found(session, context, asked.event)
        if not held.replay.head:
            raise CannotDo(f"{held.event.name} is not announced, and has no record yet")
        return held.record_file().content.decode()


def show(context: Context, asked: Asked) -> str:
    """All of an event that its director needs: who is in it, which games go on, what was done."""
    with context.store.reading() as session:
        held = _found(session, context, asked.event)
        lines = [f"{held.event.name}: {held.event.title}, {held.event.state}, round {held.event.round}"]
        lines += ["", "Entrants", *(_entrant_line(held, row) for row in held.rows.values())]
        going_on = held.sittings(PLAYING)
        lines += ["", "Games that go on", *(_game_line(held, each) for each in going_on)] if going_on else []
        told = [f"  {act.at} {act.who}: {act.act} {act.about}. {act.why}".rstrip() for act in held.replay.acts]
        lines += ["", "What was done", *told] if told else []
        return "\n".join(lines)


def _entrant_line(held: Held, row: Entrant) -> str:
    address = row.player.address if row.player is not None else ""
    state = "in, and there" if row.state == IN and row.here_at else {GONE: "has left"}.get(row.state, row.state)
    return f"  {row.number:3} {held.called(row.drawn)}  {address}  {state}"


def _game_line(held: Held, sitting: Sitting) -> str:
    agreed = f"  said: {sitting.agreed}" if sitting.agreed else ""
    return f"  {sitting.game.name}  {mails.seat_titles(held, seats_of(sitting), sitting.game.ruleset)}{agreed}"


def stands(context: Context, asked: Asked, form: str = "text") -> str:
    """How an event stands: as text, as CSV or as JSON."""
    with context.store.reading() as session:
        held = _found(session, context, asked.event)
        if not held.replay.started:
            raise CannotDo(f"{held.event.name} has not begun")
        if form == "text":
            return mails.standings_text(held)
        groups = formats.of(held.plan.format).groups(held.state)
        found = [standings.table(held.state, each, held.draw) for each in groups]
        if form == "csv":
            return tables.as_csv(found, held.names())
        return msgspec.json.encode(tables.as_json(found, held.names())).decode()


def _found(session: Session, context: Context, name: str) -> Held:
    event = find_event(session, name)
    if event is None:
        near = did_you_mean(name, names_of_events(session, planned=True))
        raise CannotDo(f"there is no event called {name[:60]}{near}")
    return Held(session, context, event, lock=False)


# --- Who acts -----------------------------------------------------------------------------------------------------


class Desk:
    """An act under way: the event, held, and who acts."""

    def __init__(self, session: Session, context: Context, asked: Asked, act: str, states: Sequence[str]) -> None:
        self.session, self.context, self.act = session, context, act
        self.why = " ".join(shown(asked.why).split())
        if len(self.why) > LONGEST_WHY:
            raise CannotDo(f"the reason is longer than {LONGEST_WHY} characters")
        event = _found(session, context, asked.event).event
        self.held = Held(session, context, event)
        self.event = event
        self.player, self.role = _who_acts(session, context, event, asked.by)
        if event.state not in states:
            raise CannotDo(_WHY_NOT[event.state].format(event.name))

    @property
    def is_host(self) -> bool:
        """Whether who acts is a host of the server."""
        return self.role == "host"

    @property
    def who(self) -> str:
        """Who acts, as the record has it: by his part, since a name could never be taken out of it."""
        return self.role

    @property
    def by(self) -> str:
        """Who acts, as sentences about it begin."""
        role = {"director": "the director", "second": "the second director", "host": "a host of this server"}[self.role]
        name = f"{shown(self.player.name)}, {role}," if self.player is not None else role.capitalize()
        return name.rstrip(",") if self.player is None else name

    def because(self) -> str:
        """The reason as a sentence; nothing where there is none."""
        return f"Why: {self.why}" if self.why else ""

    def note(self, what: Json, act: str | None = None) -> None:
        """Write the act into the record; nothing of an event that is not announced."""
        if self.held.replay.head:
            body = {"act": act or self.act, "who": self.who, "at": at_text(self.held.moment), "why": self.why}
            self.held.append("act", {**body, **what})


@contextmanager
def _acting(context: Context, asked: Asked, act: str, states: Sequence[str]) -> Iterator[Desk]:
    try:
        with context.transaction("event-act") as session:
            desk = Desk(session, context, asked, act, states)
            yield desk
            session.flush()
            notify_after_commit(session, "event", desk.event.id, f"act-{desk.event.epoch}")
    except turns.Busy:
        raise CannotDo(BUSY) from None
    except (NotDone, CannotBe) as error:
        raise CannotDo(str(error)) from None


def directs(session: Session, player: Player) -> list[Event]:
    """The events that are not over and that a player directs, the latest first."""
    mine = (Event.director_id == player.id) | (Event.second_id == player.id)
    return list(session.scalars(select(Event).where(mine, Event.state.in_(STATES)).order_by(Event.id.desc())))


def _who_acts(session: Session, context: Context, event: Event, by: str | None) -> tuple[Player | None, str]:
    if by is None:
        _ensure_host(session, context, None)
        hosts = context.settings.hosts
        return (people.player_at(session, hosts[0]) if hosts else None), "host"
    known = postal.known_as(by)
    player = people.player_at(session, known) if known is not None else None
    if player is not None and player.id in (event.director_id, event.second_id):
        return player, "director" if player.id == event.director_id else "second"
    _ensure_host(session, context, by)
    return player, "host"


def _ensure_host(session: Session, context: Context, by: str | None) -> None:
    hosts = context.settings.hosts
    known = postal.known_as(by) if by is not None else None
    if by is not None and hosts and known not in hosts:
        raise CannotDo(f"{by} neither directs it nor is a host of this server")


def state_in_words(held: Held, zone: str) -> str:
    """Where an event stands, in a few words."""
    event = held.event
    if event.state == RUNNING:
        row = held.round_row
        until = f", which ends on {in_words(row.ends_at, zone)}" if row is not None and row.ends_at else ""
        return f"round {event.round} is being played{until}"
    return {
        PLANNED: "it is not announced",
        ANNOUNCED: "it is announced, and entries open later",
        OPEN: f"it takes entries, and begins {when(event.starts_at, zone)}",
        OVER: "it is over",
        CANCELLED: "it was called off",
    }[event.state]


def when(moment: datetime | None, zone: str) -> str:
    """When an event begins, in words."""
    return f"on {in_words(moment, zone)}" if moment is not None else "as soon as it is full"


_WHY_NOT = {
    PLANNED: "{} is not announced yet",
    ANNOUNCED: "{} is announced, and its entries are not open yet",
    OPEN: "{} has not begun yet",
    RUNNING: "{} has begun",
    OVER: "{} is over",
    CANCELLED: "{} was called off",
}
