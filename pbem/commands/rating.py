"""RATING: how strong a player is in each way that he plays, and how far one can count on him."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select
from sqlalchemy.orm import Session

from pbem.commands.answers import BELOW, Reply, fixed, words
from pbem.commands.queries import Asker
from pbem.inbound import loosely
from pbem.nearest import did_you_mean
from pbem.ratings import standing
from pbem.ratings.reliability import Reliability, reliability_of
from pbem.ratings.standing import Standing
from pbem.reports.document import echoed
from pbem.runtime.context import Context
from pbem.store import people
from pbem.store.models import Player

NOTHING_YET = "No rated game of {} has ended yet. A newcomer begins at 1500 +-333."
MEANING = (
    "In two cases of three the true number is within the +-. Below +-200 a rating has a rank; until then it is "
    "provisional. Each way to play has a rating of its own."
)
WIDEST = 40  # of a way to play, in a table of 78 columns


def rating(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`RATING [name]`: a player's ratings, one's own or those of somebody who is named, and his reliability."""
    player = asker.player
    if rest and rest.lower() != "me":
        named = people.named(session, rest) or people.named(session, loosely.named(rest) or rest)
        if not named:
            near = did_you_mean(rest, session.scalars(select(Player.name).limit(1000)).all())
            return Reply("no", f'nobody here is called "{echoed(rest)}"{near}')
        player = named[0]
    found = standing.of_player(session, player)
    title = "Your ratings" if player is asker.player else f"Ratings of {player.name}"
    reliable = words("Reliability", *in_words(reliability_of(session, player)))
    if not found:
        whose = "yours" if player is asker.player else player.name
        return Reply("ok", BELOW, (words(title, NOTHING_YET.format(whose)), reliable))
    return Reply("ok", BELOW, (fixed(title, "\n".join(_rows(found))), words(None, MEANING), reliable))


def _rows(found: tuple[Standing, ...]) -> Iterator[str]:
    for each in found:
        place = "provisional" if each.rank is None else f"{each.rank} of {each.ranked}"
        games = f"{each.games} game{'' if each.games == 1 else 's'}"
        yield f"{echoed(each.way, WIDEST):<{WIDEST}} {each.rating:>5} +-{each.spread:<3}  {place}, {games}"


def in_words(found: Reliability) -> Iterator[str]:
    """How far one can count on a player, in sentences."""
    asked = found.decided + found.missed
    if not asked and not found.started:
        yield "Nothing is known yet of the last year."
        return
    if asked:
        yield (
            f"In the last year {found.decided - found.late} of {asked} decisions came in time "
            f"({100 * found.in_time:.0f} %): {found.late} were late, and {found.missed} were missed."
        )
    if found.started:
        games = "1 game that is" if found.started == 1 else f"{found.started} games that are"
        yield f"Of {games} over, {found.finished} {'was' if found.finished == 1 else 'were'} played to the end."
