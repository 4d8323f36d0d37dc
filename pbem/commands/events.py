"""EVENTS, ENTER, WITHDRAW, STANDINGS, PAIRINGS, AGREE, APPEAL, CHALLENGE: what players do and ask about events."""

from __future__ import annotations

import re
from itertools import islice
from textwrap import wrap

from sqlalchemy.orm import Session

from pbem.commands.answers import BELOW, Reply, fixed, words
from pbem.commands.queries import Asker
from pbem.events import agreeing, bidding, challenges, conditions, directing, entering, formats, mails, tables
from pbem.events.agreeing import CannotAgree, Word
from pbem.events.bidding import NoBid
from pbem.events.contract import CannotBe
from pbem.events.directing import CannotDo
from pbem.events.entering import NotDone
from pbem.events.kept import ANNOUNCED, IN, OPEN, OVER, PLANNED, RESERVE, RUNNING, Held, events_in, find_event, seats_of
from pbem.games import clock, table
from pbem.nearest import by_form, did_you_mean, nearest
from pbem.reports.document import Section, echoed
from pbem.reports.text import WORDS_WIDTH
from pbem.rulesets.sentences import listed
from pbem.runtime.context import Context, notify_after_commit
from pbem.store.models import Event, Game, Seat

MOST_LISTED = 20
NONE = "there are no events now"
_BECAUSE = re.compile(r"\s+because\s+(.*)$", re.IGNORECASE)
_WORD = re.compile(r"(win|won|draw|drawn|loss|lose|lost)(?:\s+(?:(?:in|of)\s+)?([\w -]{1,60}))?", re.IGNORECASE)
_SAID: dict[str, Word] = {
    "win": "win",
    "won": "win",
    "draw": "draw",
    "drawn": "draw",
    "loss": "loss",
    "lose": "loss",
    "lost": "loss",
}


def events(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`EVENTS`: the events there are; with a name what is known of one."""
    if rest:
        found = _meant(session, asker, rest, "EVENTS")
        return found if isinstance(found, Reply) else _about(Held(session, context, found, lock=False), asker)
    known = events_in(session, (RUNNING, OPEN, ANNOUNCED))[: MOST_LISTED + 1]
    if not known:
        return Reply("ok", NONE)
    rows = [_row(Held(session, context, each, lock=False), asker) for each in known[:MOST_LISTED]]
    more = ["..."] if len(known) > MOST_LISTED else []
    how = "EVENTS and a name tells all about one; ENTER and a name enters it."
    return Reply("ok", BELOW, (fixed("Events", "\n".join([*rows, *more])), words(None, how)))


def enter(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`ENTER cup`: take part in an event, as a reserve where it is full."""
    event = _meant(session, asker, rest, "ENTER", _open_events(session))
    if isinstance(event, Reply):
        return event
    held = Held(session, context, event)
    try:
        row = entering.enter(held, asker.player)
    except (NotDone, CannotBe) as error:
        return Reply("no", str(error), about=None)
    notify_after_commit(session, "event", event.id, f"entry-{row.number}")
    count = sum(each.state == IN for each in held.rows.values())
    if row.state == RESERVE:
        place = entering.reserves(held).index(row) + 1
        said = f"{event.name} is full, and you are reserve {place}: a place that comes free goes to the first"
    else:
        said = f"you are in {event.name}; {count} of {held.file.most} have entered"
    return Reply("ok", said, (*_what_next(held, asker), _entries(held)))


def withdraw(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`WITHDRAW cup [BECAUSE ...]`: leave an event."""
    because = _BECAUSE.search(rest)
    why = because[1] if because else ""
    event = _meant(session, asker, rest[: because.start()] if because else rest, "WITHDRAW")
    if isinstance(event, Reply):
        return event
    held = Held(session, context, event)
    row = held.row_of(asker.player)
    if row is None:
        return Reply("no", f"you have not entered {event.name}")
    if row.state not in (IN, RESERVE):
        return Reply("no", f"you have left {event.name} already")
    running = event.state == RUNNING
    try:
        with session.begin_nested():
            became = entering.withdraw(held, row, why)
    except (NotDone, CannotBe) as error:
        return Reply("no", str(error))
    if running:
        said = f"{asker.player.name} has left {event.title}."
        told = [
            mails.words(
                None, said, f"Why: {why}" if why else "", f"{became[:1].upper()}{became[1:]}." if became else ""
            )
        ]
        mails.tell_directors(held, f"{asker.player.name} has left", told, f"left/{row.number}", but=asker.player)
    notify_after_commit(session, "event", event.id, f"left-{row.number}")
    return Reply("ok", f"you have left {event.name}{f'; {became}' if became and running else ''}")


def standings(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`STANDINGS cup`: how it stands, and who has met whom."""
    held = _begun(session, context, asker, rest, "STANDINGS")
    if isinstance(held, Reply):
        return held
    called = held.names()
    groups = formats.of(held.plan.format).groups(held.state)
    crosses = [tables.cross_table(held.state, each, held.draw, called) for each in groups]
    state = directing.state_in_words(held, asker.player.zone)
    return Reply(
        "ok",
        BELOW,
        (
            words(None, f"{held.event.title}: {state}."),
            fixed("How it stands", mails.standings_text(held)),
            fixed("Who has met whom", "\n\n".join(crosses)),
            *([fixed("The battles", mails.battles_text(held))] if held.plan.series is not None else []),
        ),
    )


def pairings(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`PAIRINGS cup`: who meets whom in the present round, and in which games."""
    held = _begun(session, context, asker, rest, "PAIRINGS")
    if isinstance(held, Reply):
        return held
    paired = tables.pairings(held.state, held.state.round, held.names())
    going_on = [
        f"{each.game.name}  {mails.seat_titles(held, seats_of(each), each.game.ruleset)}"
        for each in held.sittings("playing")
    ]
    games = (fixed("Games that go on", "\n".join(going_on)),) if going_on else ()
    state = directing.state_in_words(held, asker.player.zone)
    heading = f"Round {held.state.round}"
    return Reply("ok", BELOW, (words(None, f"{held.event.title}: {state}."), fixed(heading, paired), *games))


def agree(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`AGREE win|draw|loss [game]`: how one would end a game of an event, as its opponent has to say too."""
    found = _WORD.fullmatch(rest)
    if found is None:
        return Reply(
            "no", "write AGREE WIN, AGREE DRAW or AGREE LOSS, from your own side, and nothing more on that line"
        )
    seat = _seat_meant(session, asker, found[2] or "")
    if isinstance(seat, Reply):
        return seat
    try:
        return Reply("ok", agreeing.say(session, context, seat, _SAID[found[1].lower()]), about=seat)
    except CannotAgree as error:
        return Reply("no", str(error))


def bid(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`BID side value`: for the side of a game of an event, sealed until both have bid."""
    wanted = [each for each in _of(session, asker) if _wants_bid(Held(session, context, each, lock=False), asker)]
    if not wanted:
        return Reply("no", "no bid of yours is wanted now")
    held = Held(session, context, wanted[0])
    try:
        with session.begin_nested():
            said = bidding.take(held, asker.player, rest)
    except (NoBid, CannotBe) as error:
        return Reply("no", str(error))
    return Reply("ok", said)


def appeal(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`APPEAL game BECAUSE ...`: to the host, once, about a game that the director has decided."""
    because = _BECAUSE.search(rest)
    name = (rest[: because.start()] if because else rest).replace(" ", "")
    if because is None or not name:
        return Reply("no", "name the game and say why: APPEAL cup7 BECAUSE your reason")
    try:
        return Reply("ok", directing.appeal(session, context, asker.player, name, because[1]))
    except CannotDo as error:
        return Reply("no", str(error))


def challenge(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`CHALLENGE ben IN ladder`: somebody who stands higher on a ladder."""
    whom, _, name = re.sub(r"\s+in\s+(?=\S+$)", "\0", rest, flags=re.IGNORECASE).partition("\0")
    ladders = [each for each in events_in(session, (RUNNING,)) if _is_ladder(session, context, each)]
    event = _meant(session, asker, name, "CHALLENGE ... IN", ladders)
    if isinstance(event, Reply):
        return event
    held = Held(session, context, event)
    try:
        with session.begin_nested():
            return Reply("ok", challenges.make(held, asker.player, whom))
    except (NotDone, CannotBe) as error:
        return Reply("no", str(error))


def _wants_bid(held: Held, asker: Asker) -> bool:
    row = held.row_of(asker.player)
    if row is None or not held.replay.started:
        return False
    return any(row.drawn in each.seats.values() for each in bidding.waiting(held))


# --- What is told of an event -------------------------------------------------------------------------------------


def _row(held: Held, asker: Asker) -> str:
    event = held.event
    mine = held.row_of(asker.player)
    you = "" if mine is None or mine.state not in (IN, RESERVE) else "  (you are in)"
    title = conditions.played(held.plan)
    lines = [f"{event.name}  {event.title}: {title}, {formats.of(held.plan.format).title.lower()}{you}"]
    count = sum(row.state == IN for row in held.rows.values())
    state = directing.state_in_words(held, asker.player.zone)
    lines += [f"  {part}" for part in wrap(f"{count} of {held.file.most} have entered; {state}.", WORDS_WIDTH - 2)]
    return "\n".join(lines)


def _about(held: Held, asker: Asker) -> Reply:
    state = directing.state_in_words(held, asker.player.zone)
    told = words(None, f"{held.event.title}: {state}.")
    return Reply("ok", BELOW, (told, directing.announced_section(held), _entries(held)))


def _entries(held: Held) -> Section:
    """Who has entered, with a rating where there is one."""
    ratings = held.ratings(list(held.rows))
    rows: list[str] = []
    for state, heading in ((IN, ""), (RESERVE, "reserve: ")):
        for name, row in held.rows.items():
            if row.state == state:
                rating = f"  {ratings[name]:.0f}" if name in ratings else ""
                rows.append(f"{len(rows) + 1:3}  {heading}{held.called(name)}{rating}")
    return fixed("Who has entered", "\n".join(rows) or "nobody yet")


def _what_next(held: Held, asker: Asker) -> list[Section]:
    event = held.event
    if event.state == RUNNING:
        return [words(None, "You are paired with the next round, and are mailed then.")]
    if event.starts_at is None:
        full = sum(row.state == IN for row in held.rows.values()) >= held.file.least
        when = "It has as many as it needs, and begins now" if full else "It begins as soon as it is full"
        begins = f"{when}: you are mailed whom you meet."
    else:
        begins = f"It begins {directing.when(event.starts_at, asker.player.zone)}."
        if formats.of(held.plan.format).check_in:
            begins += (
                " Five days before, you are mailed a trial order to answer: who does not is not in it, and a reserve "
                "gets the place."
            )
    return [words(None, begins, clock.in_words(held.terms), f"WITHDRAW {event.name} takes you out again.")]


# --- Which is meant -----------------------------------------------------------------------------------------------


def _open_events(session: Session) -> list[Event]:
    return events_in(session, (OPEN,))


def _is_ladder(session: Session, context: Context, event: Event) -> bool:
    return formats.of(Held(session, context, event, lock=False).plan.format).challenges


def _meant(session: Session, asker: Asker, rest: str, word: str, possible: list[Event] | None = None) -> Event | Reply:
    """The event that is named, or else the only one that can be meant."""
    if rest:
        found = find_event(session, rest)
        if found is not None and found.state != PLANNED:
            return found
        known = events_in(session, (ANNOUNCED, OPEN, RUNNING, OVER))
        titled = by_form(rest, [each.title for each in known])
        if titled is not None:
            return next(each for each in known if each.title == titled)
        near = did_you_mean(rest, [each.name for each in known])
        if not near:
            alike = nearest(rest, [each.title for each in known])
            names = [each.name for each in known if each.title in alike]
            near = f" (did you mean {listed(names, 'or')}?)" if names else ""
        return Reply("no", f'there is no event "{echoed(rest)}" here{near}; EVENTS lists them')
    if possible is None:
        possible = _of(session, asker)
    if len(possible) == 1:
        return possible[0]
    if not possible:
        return Reply("no", f"which event? Write its name: {word} cup; EVENTS lists them")
    return Reply("which?", f"which of {', '.join(each.name for each in possible)}? Write {word} and its name")


def _of(session: Session, asker: Asker) -> list[Event]:
    """The events of the asker that go on, or else all that do."""
    known = events_in(session, (ANNOUNCED, OPEN, RUNNING))
    mine = [each for each in known if any(row.player_id == asker.player.id for row in each.entries)]
    return mine or known


def _over(session: Session, asker: Asker) -> list[Event]:
    """The latest of the asker's events that are over."""
    mine = (each for each in events_in(session, (OVER,)) if any(r.player_id == asker.player.id for r in each.entries))
    return list(islice(mine, 1))


def _begun(session: Session, context: Context, asker: Asker, rest: str, word: str) -> Held | Reply:
    event = _meant(session, asker, rest, word, _of(session, asker) or _over(session, asker))
    if isinstance(event, Reply):
        return event
    held = Held(session, context, event, lock=False)
    if not held.replay.started:
        state = directing.state_in_words(held, asker.player.zone)
        return Reply("ok", f"{event.name} has not begun: {state}", (_entries(held),))
    return held


def _seat_meant(session: Session, asker: Asker, rest: str) -> Seat | Reply:
    game: Game | None = table.find_game(session, rest.replace(" ", "")) if rest else asker.game
    if game is None:
        if rest:
            near = did_you_mean(rest, [each.name for each in table.games_of(session, asker.player)])
            return Reply("no", f'you have no game called "{echoed(rest)}"{near}; GAMES lists yours')
        return Reply("which?", "in which game? Answer its latest report, or write its name after the word")
    seat = next((seat for seat in game.seats if seat.player_id == asker.player.id), None)
    if seat is None:
        return Reply("no", f"you do not play in {game.name}, so that nothing can be agreed for it")
    return seat
