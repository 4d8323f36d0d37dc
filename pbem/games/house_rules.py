"""What is chosen for a game beside its rules and its clock: press, onlookers, and whether it is rated.

No rule set knows of it, but for those whose players write to each other by orders of the game.
"""

from __future__ import annotations

import re

import msgspec

from pbem.games.clock import BadTerms
from pbem.rulesets.contract import Presentation, PressBy, no_partners
from pbem.store.models import Game

PRESS = ("off", "open", "signed", "grey")
PRESS_TO = ("all", "one")
LONGEST_DELAY = 20
RATED = "Its end counts for your ratings, so that nobody gets a HINT in it."
NOT_RATED = "It is not rated."

_WATCH = re.compile(r"(?P<plain>off|on)|delay[:=]?\s?(?P<delay>[0-9]{1,3})", re.IGNORECASE)
_MEANT = {
    "off": "Players do not write to each other here{but}.",
    "open": "Players write to each other with {say}, under the name of their seat; onlookers read what all are told.",
    "signed": "Players write to each other with {say}, under the name of their seat.",
    "grey": "Players write to each other with {say}, and nobody is told who wrote{but}.",
}


class HouseRules(msgspec.Struct, frozen=True):
    """Who may write to whom, who may watch, and whether it is rated.

    `press`: `off`; `open` (under the name of the seat, and onlookers read what is said to all); `signed` (for those it
    is addressed to alone); `grey` (without a name). `press_to`: `all`, or `one` (to single seats as well). `watch`:
    whether others may, and how many turns `delay` they are behind. `rated`: its end goes into the ratings, and no robot
    advises anybody meanwhile.
    """

    press: str = "signed"
    press_to: str = "one"
    watch: bool = True
    delay: int = 0
    rated: bool = True


def of(game: Game) -> HouseRules:
    """Those of a game."""
    return HouseRules(game.press, game.press_to, *_watched(game.watch), game.rated)


def keep(game: Game, rules: HouseRules) -> None:
    """Make them those of a game."""
    game.press, game.press_to, game.watch = rules.press, rules.press_to, watch_text(rules)
    game.rated = rules.rated


def settle(
    chosen: dict[str, str], ruleset: Presentation, *, own_ground: bool = False, umpired: bool = False
) -> HouseRules:
    """The house rules that a player chose by their names, the others as usual. Raises BadTerms.

    `own_ground`: a battlefield is brought along, on which no game is rated; nor is one that is `umpired`.
    """
    for name in ("press", "press_to"):
        if name in chosen and ruleset.press != PressBy.HOUSE:
            raise BadTerms(f"{name} is not to be chosen here: {why_no_press(ruleset)}")
    press = _one_of("press", chosen.get("press", HouseRules().press), PRESS)
    press_to = _one_of("press_to", chosen.get("press_to", HouseRules().press_to), PRESS_TO)
    rated = _one_of("rated", chosen.get("rated", "off" if own_ground or umpired else "on"), ("on", "off")) == "on"
    if rated and own_ground:
        raise BadTerms("games on a battlefield of one's own are not rated; leave rated=on out")
    if rated and umpired:
        raise BadTerms("games with an umpire are not rated; leave rated=on out")
    return HouseRules(press, press_to, *_watched(chosen.get("watch", "on")), rated)


def watch_text(rules: HouseRules) -> str:
    """Whether others may watch, as it is typed."""
    return f"delay:{rules.delay}" if rules.delay else "on" if rules.watch else "off"


def in_words(game: Game, ruleset: Presentation) -> str:
    """What the house rules of a game mean, in sentences."""
    rules = of(game)
    say = "SAY" if rules.press_to == "all" else "SAY or SAY TO and a seat"
    partners = " (but partners, who always may, under their names)" if may_have_partners(ruleset) else ""
    press = _MEANT[rules.press].format(say=say, but=partners) if ruleset.press == PressBy.HOUSE else ""
    return " ".join(filter(None, (press, _watching(game, rules), RATED if rules.rated else NOT_RATED)))


def why_no_press(ruleset: Presentation) -> str:
    """Why the house passes no words on in games of a rule set, as a sentence without its full stop."""
    if ruleset.press == PressBy.OWN:
        return f"in {ruleset.title} words to others are orders of the game, as HELP ORDERS tells"
    return f"the rules of {ruleset.title} let nobody write to the others"


def _watching(game: Game, rules: HouseRules) -> str:
    if not rules.watch:
        return "Nobody else may watch."
    late = f", {rules.delay} {'turn' if rules.delay == 1 else 'turns'} late" if rules.delay else ""
    who = "Whoever is invited" if game.private else "Anybody"
    return f"{who} may watch{late}."


def may_have_partners(ruleset: Presentation) -> bool:
    """Whether there are games of a rule set in which several seats play for one side."""
    return ruleset.partners is not no_partners


def _one_of(name: str, typed: str, values: tuple[str, ...]) -> str:
    value = typed.lower()
    if value not in values:
        raise BadTerms(f"{name} is one of {', '.join(values)}")
    return value


def _watched(typed: str) -> tuple[bool, int]:
    """Whether others may watch, and how many turns late. Raises BadTerms."""
    found = _WATCH.fullmatch(typed.strip())
    if found is None:
        raise BadTerms("watch is one of off, on, delay:2 (so many turns late)")
    if found["plain"]:
        return found["plain"].lower() == "on", 0
    delay = int(found["delay"])
    if not 1 <= delay <= LONGEST_DELAY:
        raise BadTerms(f"onlookers are 1 to {LONGEST_DELAY} turns late")
    return True, delay
