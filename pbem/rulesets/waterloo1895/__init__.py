"""The Game of Waterloo (1895) by mail: its `Presentation`. The rules are `core.rulesets.waterloo1895`.

`board.toml` is the board for the words and for the rules.
"""

from __future__ import annotations

from functools import cache, partial

from core.contract import Json, SeatName
from core.rulesets.waterloo1895 import Waterloo1895
from core.rulesets.waterloo1895.orders import OfferDraw, Resign, TellPartner, text_of
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
    vocabulary,
    whereabouts,
    wording,
)
from . import map as map_


@cache
def presentation() -> Presentation:
    """The presentation of Waterloo (1895), made once: rules and words share its board."""
    rules = Waterloo1895(board.source())
    return Presentation(
        rules=rules,
        title=texts.TITLE,
        about=texts.ABOUT,
        brief=texts.brief,
        modes=frozenset({"mode", "armies"}),
        measured=balance.measured(__name__),
        order_help=texts.ORDER_HELP,
        option_help=texts.OPTION_HELP,
        idle=texts.idle,
        order_help_of=texts.order_help,
        seat_title=board.seat_title,
        find_seat=board.find_seat,
        read=grammar.read,
        text_of=text_of,
        vocabulary=vocabulary.vocabulary,
        whereabouts=whereabouts.whereabouts,
        free_text=vocabulary.FREE_TEXT,
        binding=frozenset({Resign}),
        timeless=frozenset({OfferDraw, Resign, TellPartner}),
        likely=questions.likely,
        say_verdict=wording.say_verdict,
        bot=partial(bot.orders, rules),
        odds=partial(odds.told, rules),
        odds_in_short=partial(odds.short, rules),
        reason=partial(hints.reason, rules),
        say_event=narration.say_event,
        digest=narration.digest,
        called=narration.throws_called,
        headlined=frozenset({"throw"}),
        unanswered=narration.unanswered,
        tells_dice=True,
        say_outcome=narration.say_outcome,
        status=narration.status,
        ask=partial(_ask, rules),
        draws=between.draws,
        between=between.between,
        partners=between.partners,
        forces=questions.forces,
        card=card.card,
        map_text=map_.map_text,
        map_svg=map_.map_svg,
        helper=helper.helper(),
        say_bad_option=wording.say_bad_option,
        say_bad_position=wording.say_bad_position,
    )


def _ask(rules: Waterloo1895, view: Json, seat: SeatName) -> Ask | None:
    match questions.owes(view, seat):
        case "setup":
            return questions.ask_setup(view, seat)
        case "throw":
            reach = questions.reach(rules, view)
            example = questions.example(rules, view, seat, reach)
            return questions.ask_throw(view, example, reach, questions.rides(rules, view), questions.raid(rules, view))
    return None
