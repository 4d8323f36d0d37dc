"""Entering an event and leaving it: who is in, who waits as a reserve, who has shown that he is there.

Before an event begins whoever leaves makes room for the first reserve. Once it runs, a reserve takes the place of who
leaves in its first round; otherwise his games are over, and won by those who met him.
"""

from __future__ import annotations

import re
from datetime import timedelta

import msgspec

from core.contract import Level
from pbem.events import bars, formats, mails
from pbem.events.contract import Entrant as Playing
from pbem.events.contract import EntrantName
from pbem.events.kept import ANNOUNCED, GONE, IN, OPEN, OVER, PLAYING, RESERVE, RUNNING, Held, seats_of, sides_of
from pbem.events.record import at_text, drawn_name
from pbem.games import ends, seats
from pbem.games.ends import End
from pbem.games.record import LEAVE
from pbem.nearest import did_you_mean
from pbem.reports.turn import LEFT, in_words
from pbem.rulesets import presentation
from pbem.rulesets.sentences import listed
from pbem.store.models import Entrant, Player, Sitting

CHECK_IN_BEFORE = timedelta(days=5)
LONGEST_WHY = 200
LEAST_DECISIONS = 20  # before which nobody is called unreliable
NO_SHOW = "did not check in"


class NotDone(Exception):
    """Why somebody does not enter or leave, as a sentence without its full stop; nothing was changed."""


# --- Entering -----------------------------------------------------------------------------------------------------


def enter(held: Held, player: Player) -> Entrant:
    """Enter a player, as a reserve where the event is full. Raises NotDone."""
    event = held.event
    if player.forget_at is not None:
        raise NotDone("you asked to be forgotten once your games are over; REMEMBER ME takes that back")
    row = held.row_of(player)
    if row is not None and row.state != GONE and event.state in (OPEN, RUNNING):
        raise NotDone(f"you have entered {event.name} already{', as a reserve' if row.state == RESERVE else ''}")
    late = _ensure_open(held, row)
    bar = bars.bar_of(held.session, player)
    if bar is not None:
        raise NotDone(
            f"you have lost a game of an event on time, and cannot enter until {in_words(bar, player.zone)}, or until "
            "you have brought a game to an end"
        )
    _ensure_reliable(held, player)
    doubles = _like(held, player)
    has_room = late or _taken(held) < held.file.most
    if row is None:
        row = _new_row(held, player, None)
    row.state = IN if has_room else RESERVE
    row.asked_at = row.here_at = None
    _note_entry(held, row)
    if late:
        _join(held, row)
    if doubles:
        _show_doubles(held, row, doubles)
    event.look_at = held.moment
    held.session.flush()
    return row


def _ensure_reliable(held: Held, player: Player) -> None:
    """Raises NotDone for a player who was late or silent too often, where the event asks for that."""
    wanted, decisions = held.file.reliability, player.decided + player.missed
    if not wanted or decisions < LEAST_DECISIONS:
        return
    share = (player.decided - player.late) / decisions
    if share < wanted:
        raise NotDone(
            f"{held.event.name} is for players who make {wanted:.0%} of their decisions in time, and of yours it are "
            f"{share:.0%}"
        )


def enter_robot(held: Held, level: Level) -> Entrant:
    """Enter a robot. Raises NotDone where there is no room."""
    late = _ensure_open(held, None, by_director=True)
    if not late and _taken(held) >= held.file.most:
        raise NotDone(f"{held.event.name} is full")
    row = _new_row(held, None, level)
    row.state = IN
    _note_entry(held, row)
    if late:
        _join(held, row)
    held.event.look_at = held.moment
    held.session.flush()
    return row


def stand_in(held: Held, level: Level) -> Entrant:
    """The robot that plays those who would have had a bye; it stands in no table."""
    row = _new_row(held, None, level)
    row.state = IN
    _note_entry(held, row)
    return row


def _ensure_open(held: Held, row: Entrant | None, *, by_director: bool = False) -> bool:
    """Whether who enters now joins an event that has begun. Raises NotDone where nobody may enter."""
    event = held.event
    if event.state == ANNOUNCED and not by_director:
        raise NotDone(f"entries to {event.name} are not open yet")
    if event.state in (OPEN, ANNOUNCED):
        closes = held.file.entries
        if closes is not None and held.moment > closes and not by_director:
            raise NotDone(f"entries to {event.name} closed on {in_words(closes)}")
        return False
    if event.state == OVER:
        raise NotDone(f"{event.name} is over; STANDINGS {event.name} tells how it ended")
    if event.state != RUNNING:
        raise NotDone(f"{event.name} is called off")
    if row is not None:
        raise NotDone(f"you have left {event.name}, and it has begun")
    if not formats.of(held.plan.format).may_enter(held.state):
        raise NotDone(f"{event.name} has begun, and its entries are closed")
    if _taken(held) >= held.file.most:
        raise NotDone(f"{event.name} is full")
    return True


def _taken(held: Held) -> int:
    return sum(row.state == IN for row in held.rows.values())


def _new_row(held: Held, player: Player | None, level: Level | None) -> Entrant:
    number = len(held.rows) + 1
    row = Entrant(
        event_id=held.event.id,
        number=number,
        player_id=player.id if player is not None else None,
        level=level.value if level is not None else None,
        drawn=drawn_name(held.draw, number),
        state=IN,
        entered_at=held.moment,
    )
    row.player = player
    held.session.add(row)
    held.session.flush()
    held.forget_rows()
    return row


def _note_entry(held: Held, row: Entrant) -> None:
    held.append(
        "enter", {"entrant": row.drawn, "at": at_text(held.moment), **({"robot": row.level} if row.level else {})}
    )


def _join(held: Held, row: Entrant) -> None:
    """Have a late entrant paired from the next round on."""
    rank = max((each.rank for each in held.state.entrants), default=0) + 1
    robot = Level(row.level) if row.level else None
    joins = Playing(row.drawn, rank, joined=held.state.round + 1, robot=robot)
    body = {"act": "late-entry", "who": row.drawn, "at": at_text(held.moment), "why": "", "about": row.drawn}
    held.append("act", {**body, "joins": msgspec.to_builtins(joins)})


# --- Doubles ------------------------------------------------------------------------------------------------------


def _like(held: Held, player: Player) -> list[Entrant]:
    """Those who have entered and may be the same person, by their names or addresses."""
    mine = _marks(player)
    return [row for row in held.people() if row.player is not None and mine & _marks(row.player)]


def _marks(player: Player) -> set[str]:
    """What two accounts of one person often have in common."""
    local = player.address.partition("@")[0].partition("+")[0]
    name = re.sub(r"[\W\d_]+", "", player.name).casefold()
    return {f"name {name}", f"address {re.sub(r'[^a-z]+', '', local.casefold()) or local}"}


def _show_doubles(held: Held, row: Entrant, doubles: list[Entrant]) -> None:
    others = listed([f"{held.called(each.drawn)} ({_address(each)})" for each in doubles])
    who = held.called(row.drawn)
    mails.tell_directors(
        held,
        f"are {who} and {held.called(doubles[0].drawn)} one person?",
        [
            mails.words(
                None,
                f"{who} ({_address(row)}) has entered, and looks like {others}. Nothing was done about it. If they are "
                "one person, answer this mail with",
            ),
            mails.fixed(None, f"TD bar {held.event.name} {who}\nWHY they are one person"),
        ],
        f"double/{row.number}",
    )


def _address(row: Entrant) -> str:
    return row.player.address if row.player is not None else "-"


# --- Being there --------------------------------------------------------------------------------------------------


def check_in(held: Held, row: Entrant) -> None:
    """Note that an entrant is there: he has sent an order that can be read."""
    if row.here_at is None:
        row.here_at = held.moment
        held.append("check-in", {"entrant": row.drawn, "at": at_text(held.moment)})


def opens_check_in(held: Held) -> bool:
    """Whether it is time to ask who is there."""
    event = held.event
    if event.starts_at is None or not formats.of(held.plan.format).check_in:
        return False
    return held.moment >= event.starts_at - CHECK_IN_BEFORE


# --- Leaving ------------------------------------------------------------------------------------------------------


def withdraw(held: Held, row: Entrant, why: str, *, act: str | None = None, who: str = "") -> str:
    """Take an entrant out, by his own wish or, with `act`, by that of `who` directs; what became of it, in a sentence.

    Raises NotDone, and turns.Busy where a game of his is being carried out.
    """
    event = held.event
    if row.state == GONE:
        raise NotDone(f"{held.called(row.drawn)} has left {event.name} already")
    if event.state not in (ANNOUNCED, OPEN, RUNNING):
        raise NotDone(f"{event.name} is over")
    why = " ".join(why.split())[:LONGEST_WHY]
    plays = event.state == RUNNING and any(each.name == row.drawn for each in held.state.entrants)
    reserve = next(iter(reserves(held)), None) if plays and may_be_replaced(held) else None
    if reserve is not None:
        take_over(held, row, reserve, why or "who had the place has left", who or held.called(row.drawn))
        return f"{held.called(reserve.drawn)}, the first reserve, plays on in that place"
    was_in, row.state = row.state == IN, GONE
    _note_leaving(held, row, why, act, who)
    held.session.flush()
    if held.file.by_mail:
        event.look_at = held.moment  # it is called off where nobody is left
    if not plays:
        moved = move_up(held) if was_in and event.state != RUNNING else None
        return f"{held.called(moved.drawn)} moves up from the reserves" if moved is not None else ""
    ended = _end_games(held, row, why)
    event.look_at = held.moment
    left = held.state.entrant(row.drawn)
    if left.annulled:
        return "fewer than half of the games had ended, so that none of them counts for the table"
    return f"{ended} unfinished games are lost" if ended else ""


def _note_leaving(held: Held, row: Entrant, why: str, act: str | None, who: str) -> None:
    # Who leaves a ladder does so on a day, elsewhere from a round on.
    day = {"day": held.day()} if formats.of(held.plan.format).challenges else {}
    body = {"at": at_text(held.moment), "why": why, **day}
    if act is None:
        held.append("withdraw", {"entrant": row.drawn, **body})
    else:
        held.append("act", {"act": act, "who": who, "about": row.drawn, "leaves": row.drawn, **body})


def reserves(held: Held) -> list[Entrant]:
    """The reserves in the order in which they entered."""
    return [row for row in held.rows.values() if row.state == RESERVE and row.player is not None]


def may_be_replaced(held: Held) -> bool:
    """Whether a reserve may still take the place of somebody: before the second round is paired."""
    return held.event.round <= 1 and not formats.of(held.plan.format).challenges


def take_over(held: Held, gone: Entrant, reserve: Entrant, why: str, who: str) -> None:
    """Give the place of who leaves to a reserve, who plays on in his games. Raises CannotBe."""
    body = {"act": "replace", "who": who, "at": at_text(held.moment), "why": why, "about": gone.drawn}
    held.append("act", {**body, "replaced_by": reserve.drawn})
    gone.state, reserve.state = GONE, IN
    for sitting in _games_of(held, gone.drawn):
        seated = {seat: reserve.drawn if name == gone.drawn else name for seat, name in seats_of(sitting).items()}
        sitting.seats = msgspec.json.encode(seated).decode()
        seat = next(seat for seat, name in seated.items() if name == reserve.drawn)
        if sitting.game.state == "running" and reserve.player is not None:
            seats.give(held.session, held.context, sitting.game, seat, reserve.player, "the event", why)
    held.session.flush()
    if reserve.player is not None:
        games = mails.named(_games_of(held, reserve.drawn))
        said = f"You play in {held.event.title} from now on, in the place of {held.called(gone.drawn)}."
        more = f"Your games: {listed(games)}. The report of each comes in a mail of its own." if games else ""
        mails.tell(
            held, reserve.player, "you are in, and play", [mails.words(None, said, more)], f"in/{reserve.number}"
        )


def move_up(held: Held) -> Entrant | None:
    """Give a place that has come free before the event begins to the first reserve."""
    waiting = reserves(held)
    if not waiting or _taken(held) >= held.file.most:
        return None
    waiting[0].state = IN
    held.session.flush()
    if waiting[0].player is not None:
        said = f"A place in {held.event.title} has come free, and it is yours: you are no reserve any more."
        mails.tell(held, waiting[0].player, "you are in", [mails.words(None, said)], f"in/{waiting[0].number}")
    return waiting[0]


def _games_of(held: Held, name: EntrantName) -> list[Sitting]:
    return [each for each in held.sittings(PLAYING) if name in seats_of(each).values()]


def _end_games(held: Held, row: Entrant, why: str) -> int:
    """End the games of who has left, won by the others; how many."""
    name, count = held.called(row.drawn), 0
    for sitting in _games_of(held, row.drawn):
        game, seated = sitting.game, seats_of(sitting)
        if game.state != "running":
            continue
        count += 1
        mine = [seat for seat, who in seated.items() if who == row.drawn]
        sides = sides_of(held, sitting)
        side = next(side for side in sides if mine[0] in side)
        lost = side if len(sides) == 2 else mine
        winners = tuple(seat for seat in seated if seat not in lost)
        title = presentation(game.ruleset).seat_title(mine[0])
        how = End(LEAVE, title, f"{name} has left {held.event.title}, which", why, winners, LEFT)
        ends.end(held.session, held.context, game, how)
    return count


def who_is_meant(held: Held, typed: str) -> Entrant:
    """The entrant whom somebody names. Raises NotDone."""
    found = held.named(typed)
    if found is None:
        near = did_you_mean(typed, list(held.names().values()))
        raise NotDone(f'nobody in {held.event.name} is called "{typed[:60]}"{near}')
    return found
