"""Which function answers which command word, and what of a mail's commands is not carried out in its place."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy.orm import Session

from pbem.commands import (
    absence,
    choices,
    claims,
    delegation,
    events,
    forming,
    history,
    people,
    privacy,
    queries,
    rating,
    robots,
    seats,
    series,
    signon,
    umpire,
    watching,
)
from pbem.commands import press as words_to_others
from pbem.commands.answers import Reply, fixed
from pbem.commands.queries import Asker
from pbem.inbound import ahead, press
from pbem.inbound.lines import AHEAD, CHECK, ODDS, UNDO, Command, Split
from pbem.runtime.context import Context

Query = Callable[[Session, Context, Asker, str], Reply]

QUERIES: dict[str, Query] = {
    "HELP": queries.help_,
    "RULES": queries.rules,
    "GAMES": history.games,
    "HISTORY": history.history,
    "RATING": rating.rating,
    "STATUS": queries.status,
    "MAP": queries.map_,
    "REPORT": queries.report,
    "DICE": queries.dice,
    "RECORD": history.record,
    "REPLAY": history.replay,
    "DIARY": history.diary,
    "PICTURES": choices.pictures,
    "PROFILE": choices.profile,
    "FULL": choices.full,
    "SHORT": choices.short,
    "UNSUBSCRIBE": choices.unsubscribe,
    "AWAY": absence.away,
    "BACK": absence.back,
    "TIMEZONE": absence.timezone,
    "LEAVE": forming.leave,
    "CANCEL": forming.cancel,
    "INVITE": forming.invite,
    "REMATCH": forming.rematch,
    "NAME": people.name,
    "ADDRESS": people.address,
    "OPEN": seats.open_,
    "CLOSE": seats.close,
    "TAKE": seats.take,
    "SUBSTITUTE": seats.substitute,
    "DELEGATE": delegation.delegate,
    "EXPORT": privacy.export,
    "FORGET": privacy.forget,
    "REMEMBER": privacy.remember,
    "CLAIM": claims.claim,
    "WAIT": claims.wait,
    "ROBOT": claims.robot,
    "HINT": robots.hint,
    "PREVIEW": umpire.preview,
    "WATCH": watching.watch,
    "UNWATCH": watching.unwatch,
    "MUTE": words_to_others.mute,
    "UNMUTE": words_to_others.unmute,
    "EVENTS": events.events,
    "ENTER": events.enter,
    "WITHDRAW": events.withdraw,
    "STANDINGS": events.standings,
    "PAIRINGS": events.pairings,
    "AGREE": events.agree,
    "APPEAL": events.appeal,
    "BID": events.bid,
    "CHALLENGE": events.challenge,
    UNDO: queries.undo,
}
SIGN_ON = {"NEW": signon.new, "JOIN": signon.join, "SERIES": series.open_}

# What is asked in answer to a seat that is another's is answered to him too.
OF_A_SEAT = frozenset(
    {
        *("HELP", "RULES", "STATUS", "MAP", "REPORT", "DICE", "RECORD", CHECK, ODDS, "HINT", "PREVIEW", AHEAD, UNDO),
        "DELEGATE",
    }
)
# They say themselves which part is missing.
READ_BY_PARTS = frozenset({"DELEGATE"})
HALF = "not done: {} stands here with something missing, or something that it does not take; it is written as below"
NOT_FOR_OTHERS = "not in answer to a seat that you play for somebody else, who is mailed the answer: write it by itself"
NOTHING_TO_CHECK = "nothing to check: no order was found in this mail"
CHECKED = "for the orders of this mail"
SAID_WITH_TRIAL = "not said, since {} stands in this mail; without it, it is"


def carried_out(session: Session, context: Context, asker: Asker, command: Command, told: Split) -> Reply:
    """Carry out a command of a mail, of which `told` are all lines; what it is answered."""
    for_other = asker.seat is not None and asker.seat.player_id != asker.player.id
    if for_other and command.word not in OF_A_SEAT:
        return Reply("no", NOT_FOR_OTHERS)
    if command.half and command.word not in READ_BY_PARTS:
        return Reply("which?", HALF.format(command.word), (fixed(None, queries.how_written(command.word)),))
    if command.word in SIGN_ON:
        return SIGN_ON[command.word](session, context, asker, command)
    if command.word in (CHECK, ODDS):
        return Reply("ok", CHECKED) if told.orders else Reply("no", NOTHING_TO_CHECK)
    if command.word == press.SAY:
        tried = next((other.word for other in told.commands if other.word in (CHECK, ODDS)), None)
        if tried is not None:
            return Reply("no", SAID_WITH_TRIAL.format(tried))
        return words_to_others.say(session, context, asker, command)
    if command.word == AHEAD:
        return ahead.answer(session, asker, command, has_orders=bool(told.orders))
    return QUERIES[command.word](session, context, asker, command.rest)
