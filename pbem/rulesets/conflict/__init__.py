"""Conflict by mail: its `Presentation`. The rules are `core.rulesets.conflict`, the rulebook is `rulebook.md`.

`board.toml` is the board for the words and for the rules.
"""

from __future__ import annotations

from functools import cache, partial

from core.rulesets.conflict import Conflict
from core.rulesets.conflict.orders import OfferDraw, Press, Resign, WithdrawDraw, text_of
from pbem.rulesets import balance
from pbem.rulesets.contract import Presentation, PressBy

from . import (
    between,
    board,
    bot,
    card,
    doubts,
    grammar,
    helper,
    hints,
    narration,
    odds,
    questions,
    texts,
    vocabulary,
    whereabouts,
    wording,
)
from .map import map_svg, map_text


@cache
def presentation() -> Presentation:
    """The presentation of Conflict, made once: rules and words share its board."""
    rules = Conflict(board.source())
    return Presentation(
        rules=rules,
        title=texts.TITLE,
        about=texts.ABOUT,
        brief=texts.brief,
        modes=frozenset({"players", "teams"}),
        handicaps=frozenset({"first"}),
        measured=balance.measured(__name__),
        idle=texts.idle,
        order_help=texts.ORDER_HELP,
        option_help=texts.OPTION_HELP,
        seat_title=board.seat_title,
        find_seat=board.find_seat,
        read=grammar.read,
        text_of=text_of,
        vocabulary=vocabulary.vocabulary,
        whereabouts=whereabouts.whereabouts,
        free_text=vocabulary.FREE_TEXT,
        press=PressBy.OWN,
        binding=frozenset({Resign}),
        timeless=frozenset({OfferDraw, Press, Resign, WithdrawDraw}),
        doubts=partial(doubts.doubts, rules),
        likely=questions.likely,
        say_verdict=wording.say_verdict,
        bot=partial(bot.orders, rules),
        odds=partial(odds.told, rules),
        odds_in_short=partial(odds.short, rules),
        reason=partial(hints.reason, rules),
        say_event=narration.say_event,
        digest=narration.digest,
        headlined=frozenset({"throw"}),
        unanswered=narration.unanswered,
        tells_dice=True,
        say_outcome=narration.say_outcome,
        status=narration.status,
        ask=partial(questions.ask, rules),
        draws=between.draws,
        between=between.between,
        partners=between.partners,
        forces=questions.forces,
        card=card.card,
        map_text=map_text,
        map_svg=map_svg,
        helper=helper.helper(),
        say_bad_option=wording.say_bad_option,
        say_bad_position=wording.say_bad_position,
    )
