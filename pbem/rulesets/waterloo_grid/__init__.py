"""Waterloo on a grid by mail: its `Presentation`. The rules are `core.rulesets.waterloo_grid`.

`board.toml` is the field for the words and for the rules.
"""

from __future__ import annotations

from functools import cache, partial

from core.contract import Json, SeatName
from core.rulesets.waterloo_grid import WaterlooGrid
from core.rulesets.waterloo_grid.orders import Draw, Resign, text_of
from pbem.rulesets import balance
from pbem.rulesets.contract import Ask, Presentation

from . import (
    between,
    board,
    bot,
    card,
    grammar,
    helper,
    hints,
    narration,
    odds,
    questions,
    texts,
    trial,
    unused,
    vocabulary,
    whereabouts,
    wording,
)
from . import map as map_


@cache
def presentation() -> Presentation:
    """The presentation of Waterloo on a grid, made once: rules and words share its board."""
    rules = WaterlooGrid(board.source())
    return Presentation(
        rules=rules,
        title=texts.TITLE,
        stem="grid",
        about=texts.ABOUT,
        brief=texts.brief,
        handicaps=frozenset({"scenario", "blue_entry_dice"}),
        levers=frozenset({"turn_limit", "blue_points", "blue_bases", "ties"}),
        ends_by={"turn_limit": 30},  # WGR-R60
        measured=balance.measured(__name__),
        order_help=texts.ORDER_HELP,
        option_help=texts.OPTION_HELP,
        seat_title=board.seat_title,
        find_seat=board.find_seat,
        read=grammar.read,
        text_of=text_of,
        vocabulary=vocabulary.vocabulary,
        whereabouts=whereabouts.whereabouts,
        binding=frozenset({Resign}),
        timeless=frozenset({Draw, Resign}),
        unused=unused.unused,
        trial=partial(trial.trial, rules),
        odds=partial(odds.told, rules),
        odds_in_short=odds.short,
        reason=partial(hints.reason, rules),
        say_verdict=wording.say_verdict,
        bot=partial(bot.orders, rules),
        say_event=narration.say_event,
        digest=narration.digest,
        headlined=frozenset({"turn"}),
        unanswered=narration.unanswered,
        tells_dice=True,
        failed=narration.failed,
        say_outcome=questions.say_outcome,
        status=questions.status,
        ask=_ask,
        draws=between.draws,
        forces=questions.forces,
        card=card.card,
        map_text=map_.map_text,
        map_svg=map_.map_svg,
        helper=helper.helper(),
        say_bad_option=texts.say_bad_option,
        say_bad_position=texts.say_bad_position,
    )


def _ask(view: Json, seat: SeatName) -> Ask | None:
    return questions.ask(view, seat) if questions.owes(view, seat) else None
