"""ODDS above orders: what they may come to, in the answer to the mail that asks for it."""

from __future__ import annotations

from sqlalchemy.orm import Session

from core.contract import Json, Orders
from pbem.commands.answers import words
from pbem.commands.robots import MOST_A_DAY, may_ask
from pbem.reports.document import Section
from pbem.robots import odds as sampled
from pbem.rulesets.contract import Presentation, no_odds
from pbem.store.models import Player

TITLE = "What these orders may come to"
ENOUGH = f"Odds are told {MOST_A_DAY} times a day, and these would be more; tomorrow there are others."
CERTAIN = "Chance decides nothing in these orders."
NONE = "No odds are told in {game}. ODDS DEEP tells how many of the points robots would get from there on."
SAMPLED = (
    f"Played {sampled.SAMPLES} times for you alone, from what you may know and with dice that are not the game's. What "
    "the others keep secret is imagined."
)
IN_SHORT = "In short: {told}. ODDS instead of CHECK tells more."
ROBOTS = "Robots that play on from there would get {share} of the points for you."


def in_short(ruleset: Presentation, view: Json, orders: Orders) -> tuple[Section, ...]:
    """The odds of orders that are tried, in a line; nothing where there are none to be told."""
    told = sampled.in_short(ruleset, view, orders)
    return (words(None, IN_SHORT.format(told=told)),) if told else ()


def section(
    session: Session,
    player: Player | None,
    ruleset: Presentation,
    view: Json,
    orders: Orders,
    *,
    deep: bool,
    counted: bool = False,
) -> tuple[Section, ...]:
    """The odds of orders that can be played; that there are no more today, where a player has asked too often.

    `counted`: it was found out before that he may have them.
    """
    if player is None or not (counted or may_ask(session, player, "odds")):
        return (words(TITLE, ENOUGH),)
    tells = ruleset.odds is not no_odds
    if not tells and not deep:
        return (words(TITLE, NONE.format(game=ruleset.title)),)
    found = sampled.of(ruleset, view, orders, deep=deep)
    told = found.told or ((CERTAIN,) if tells else ())
    share = () if found.share is None else (ROBOTS.format(share=f"{round(100 * found.share)} %"),)
    return (Section(TITLE, "list", (*told, *share)), words(None, SAMPLED))
