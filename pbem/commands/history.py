"""GAMES, HISTORY, RECORD, REPLAY, DIARY: a player's games, those that look for players, and those that are over."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from textwrap import wrap

import msgspec
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from core.contract import Outcome, SeatName
from pbem.commands.answers import BELOW, Reply, fixed
from pbem.commands.queries import Asker, no_game_of_yours
from pbem.games import forming, hosted, house_rules, onlookers, retelling, retold_mails, seats, table
from pbem.games.clocks import Clocks
from pbem.games.kept_record import KeptRecord
from pbem.inbound import loosely
from pbem.nearest import did_you_mean
from pbem.ratings.standing import changes_of
from pbem.reports.document import echoed
from pbem.reports.text import WORDS_WIDTH
from pbem.reports.turn import CANCELLED, in_words
from pbem.rulesets import presentation
from pbem.rulesets.sentences import listed
from pbem.runtime.context import Context
from pbem.store import outbox, people
from pbem.store.models import Game, Player, RecordEntry, Seat, Turn

MOST_LISTED = 40
GONE = "somebody who is gone"
VEILED = "parts of the record are secret for now; it is mailed whole at the end of the game"


# --- Games --------------------------------------------------------------------------------------------------------


def games(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """A player's games, with who is wanted and until when; `GAMES OPEN`: those that look for players.

    `GAMES WATCH`: those that anybody may watch.
    """
    if rest.lower() == "watch":
        rows = [_to_watch(game) for game in onlookers.to_watch(session, asker.player, MOST_LISTED + 1)]
        return Reply("ok", BELOW, (fixed("Games to watch", _cut(rows)),))
    addresses = people.addresses_of(session, asker.player)
    looking = [
        game
        for game in forming.forming_games(session, addresses, asker.player.id)
        if all(seat.player_id != asker.player.id for seat in game.seats)
    ]
    empty = [_open_seat(seat) for seat in seats.open_seats(session) if seat.player_id != asker.player.id]
    open_now = fixed("Looking for players", _cut([*(_looking(game) for game in looking), *empty]))
    if rest.lower() == "open":
        return Reply("ok", BELOW, (open_now,))
    mine = table.games_of(session, asker.player)
    yours = fixed("Your games", _cut([_mine(session, context, game, asker) for game in mine[: MOST_LISTED + 1]]))
    watched = onlookers.watched_by(session, asker.player)
    theirs = (fixed("Games you watch", _cut([_to_watch(game) for game in watched])),) if watched else ()
    if not mine:
        return Reply("ok", BELOW, (yours, *theirs, open_now))
    more = f"; GAMES OPEN has {len(looking)} more" if looking else ""
    return Reply("ok", f"{BELOW}{more}", (yours, *theirs))


def _to_watch(game: Game) -> str:
    found, delay = presentation(game.ruleset), house_rules.of(game).delay
    players = [f"{found.seat_title(seat.name)} {table.who_has(seat) or GONE}" for seat in game.seats]
    late = f"  ({delay} {'turn' if delay == 1 else 'turns'} late)" if delay else ""
    rows = wrap(", ".join(players), WORDS_WIDTH - 2)
    return "\n".join([f"{game.name}  {found.title}{late}", *(f"  {row}" for row in rows)])


def _mine(session: Session, context: Context, game: Game, asker: Asker) -> str:
    title = f"{game.name}  {presentation(game.ruleset).title}  "
    if game.state == "forming":
        return f"{title}waits for players: {_free(game)}"
    if table.waits_for_host(game) is not None:
        return f"{title}waits for the host"
    return title + "; ".join(_wanted(session, context, game, asker))


def _wanted(session: Session, context: Context, game: Game, asker: Asker) -> Iterable[str]:
    turn, running = table.current_turn(session, game), Clocks(session, context, game)
    if turn.hosted:
        yield hosted.STANDS
        return
    for decision in table.awaited(game, turn):
        seat = table.seat_named(game, decision.seat)
        due = running.deadline(turn, seat)
        until = f"by {in_words(due, asker.player.zone)}" if due else "while the clock stands"
        is_mine = seat is not None and seat.player_id == asker.player.id
        if is_mine and seat is not None and table.holds_orders(session, turn, seat):
            yield f"your orders are in, others are waited for{f' {until}' if due else ''}"
            continue
        who = "you are" if is_mine else f"{presentation(game.ruleset).seat_title(decision.seat)} is"
        yield f"{who} wanted {until}"


def _looking(game: Game) -> str:
    private = "  (you are invited)" if game.private else ""
    return f"{game.name}  {presentation(game.ruleset).title}  free: {_free(game)}{private}"


def _open_seat(seat: Seat) -> str:
    game = seat.game
    return f"{game.name}  {presentation(game.ruleset).title}  TAKE SEAT {seats.title(seat)} IN {game.name}"


def _free(game: Game) -> str:
    found = presentation(game.ruleset)
    return ", ".join(found.seat_title(seat.name) for seat in table.free_places(game))


# --- Games that are over ------------------------------------------------------------------------------------------


def history(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """Games that are over: who sat where, how each ended, how long it took; one's own, or those of a named player."""
    over = select(Game).join(Seat).where(Game.state == "over").order_by(Game.id.desc())
    mine = Seat.player_id == asker.player.id
    if not rest:
        found = session.scalars(over.where(mine).limit(MOST_LISTED + 1)).unique().all()
        return Reply("ok", BELOW, (fixed("Your games that are over", _cut([_over(session, game) for game in found])),))
    named = people.named(session, rest) or people.named(session, loosely.named(rest) or rest)
    if not named:
        near = did_you_mean(rest, session.scalars(select(Player.name).limit(1000)).all())
        return Reply("no", f'nobody here is called "{echoed(rest)}"{near}')
    # What was played in private is nobody's business but of those who played it.
    known = ~Game.private | Game.id.in_(select(Seat.game_id).where(mine))
    theirs = over.where(Seat.player_id.in_([each.id for each in named]), known)
    rows = [_over(session, game) for game in session.scalars(theirs.limit(MOST_LISTED + 1)).unique()]
    return Reply("ok", BELOW, (fixed(f"Games of {named[0].name} that are over", _cut(rows)),))


def _over(session: Session, game: Game) -> str:
    found = presentation(game.ruleset)
    outcome, turns = _end_of(session, game)
    began, ended = session.execute(
        select(func.min(Turn.asked_at), func.max(Turn.asked_at)).where(Turn.game_id == game.id)
    ).one()
    players = {seat.name: table.who_has(seat) or GONE for seat in game.seats}
    seats = ", ".join(f"{found.seat_title(seat)} {player}" for seat, player in players.items())
    rows = [
        f"{game.name}  {found.title}  {_day(ended)}, {turns} turns, {_days(began, ended)}",
        *(f"  {part}" for part in wrap(f"{seats}: {_result(game, outcome)}", WORDS_WIDTH - 2)),
        *(f"  {part}" for part in wrap(_ratings(session, game), WORDS_WIDTH - 2)),
    ]
    return "\n".join(rows)


def _ratings(session: Session, game: Game) -> str:
    """What became of the ratings of those who began it, where it counted."""
    title = presentation(game.ruleset).seat_title
    changes = changes_of(session, game.id)
    told = [f"{title(seat)} {rating} ({gained:+})" for seat, (rating, gained) in changes.items()]
    return f"Ratings: {', '.join(told)}" if told else ""


def _end_of(session: Session, game: Game) -> tuple[Outcome | None, int]:
    """How a game ended, and how many entries of its record are turns: all but the first and the last."""
    latest = select(RecordEntry.number, RecordEntry.body).where(RecordEntry.game_id == game.id)
    row = session.execute(latest.order_by(RecordEntry.number.desc()).limit(1)).one_or_none()
    if row is None:
        return None, 0
    said = msgspec.json.decode(row.body).get("outcome")
    return (None if said is None else msgspec.convert(said, Outcome)), max(row.number - 1, 0)


def _result(game: Game, outcome: Outcome | None) -> str:
    if outcome is None:
        return "ended"
    if outcome.reason == CANCELLED:
        return "cancelled by the host"
    winners: list[SeatName] = list(outcome.winners)
    if not winners:
        return "a draw"
    return f"{listed([presentation(game.ruleset).seat_title(winner) for winner in winners])} won"


def _day(moment: datetime | None) -> str:
    return f"{moment.day} {moment:%b %Y}" if moment is not None else "-"


def _days(began: datetime | None, ended: datetime | None) -> str:
    days = (ended - began).days if began is not None and ended is not None else 0
    return "a day" if days < 2 else f"{days} days"


def _cut(rows: list[str]) -> str:
    left = ["..."] if len(rows) > MOST_LISTED else []
    return "\n".join([*rows[:MOST_LISTED], *left]) or "none"


# --- Records ------------------------------------------------------------------------------------------------------


def record(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """The record as a file: so far, or whole once the game is over; then of games of others too."""
    game = _recorded(session, asker, rest)
    if isinstance(game, Reply):
        return game
    if game.state != "over":
        turn = table.current_turn(session, game)
        if not table.record_is_open(game, table.position_of(game, turn)):
            return Reply("ok", VEILED)
    said = f"attached as {game.name}.jsonl; pbem verify {game.name}.jsonl checks it"
    return Reply("ok", said, (), (KeptRecord(session, game).file(),))


def replay(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """A game that is over as a film, with its maps and its diary, in a mail of its own."""
    return _told(session, asker, rest, retold_mails.REPLAY)


def diary(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """The diary alone."""
    return _told(session, asker, rest, retold_mails.DIARY)


def _told(session: Session, asker: Asker, rest: str, what: str) -> Reply:
    game = _recorded(session, asker, rest)
    if isinstance(game, Reply):
        return game
    if game.state != "over":
        return Reply("no", f"{game.name} goes on; it is told from its beginning once it is over")
    if not retelling.can_be_told(game.ruleset):
        title = presentation(game.ruleset).title
        return Reply("no", f"games of {title} are not told so; RECORD {game.name} sends the record")
    # Anybody may write in a player's name, and what comes is large.
    if not outbox.may_reply(session, asker.player.address, f"{what}/{game.name}"):
        return Reply("no", "it was sent to you today already; ask again tomorrow")
    if not retold_mails.wish(session, game, asker.player, what):
        return Reply("ok", "it is on its way to you already")
    return Reply("ok", f"{game.name} is told in a mail of its own, which comes in a moment")


def _recorded(session: Session, asker: Asker, rest: str) -> Game | Reply:
    game = asker.game
    if rest:
        game = table.find_game(session, rest) or table.find_game(session, rest.replace(" ", ""))
    elif game is None:
        return Reply("which?", "which game? Write its name after the word; GAMES and HISTORY list yours")
    mine = game is not None and table.seat_of(game, asker.player) is not None
    if game is not None and not mine and game.state == "running" and onlookers.of(session, game, asker.player):
        return Reply("no", f"the record of {game.name} comes to those who watch it at its end")
    if game is None or not (mine or (game.state == "over" and not game.private)):
        return no_game_of_yours(session, asker, rest)
    if game.state == "forming":
        return Reply("no", f"{game.name} has not begun")
    waits = table.waits_for_host(game)
    return game if waits is None else Reply("no", waits)
