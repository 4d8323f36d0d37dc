"""Stratego Waterloo by mail: its `Presentation`. The rules are `core.rulesets.stratego_waterloo`.

`board.toml` is the board for the words and for the rules; `refusals` has the sentences for `wording`.
"""

from __future__ import annotations

from functools import cache, partial

from core.contract import Json, SeatName
from core.rulesets.stratego_waterloo import StrategoWaterloo
from core.rulesets.stratego_waterloo.options import battlefield_of
from core.rulesets.stratego_waterloo.orders import AcceptDraw, OfferDraw, Resign, text_of
from core.rulesets.stratego_waterloo.setup import default_formation
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
    refusals,
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
    """The presentation of Stratego Waterloo, made once: rules and words share its board."""
    rules = StrategoWaterloo(board.source())
    return Presentation(
        rules=rules,
        title=texts.TITLE,
        about=texts.ABOUT,
        brief=texts.brief,
        modes=frozenset({"version"}),
        levers=frozenset({"retreat-depth", "prussian-rate", "start", "blue-extra", "red-extra"}),
        handicaps=frozenset({"bulow-saves", "late-arrival", "grouchy"}),
        measured=balance.measured(__name__),
        order_help=texts.ORDER_HELP,
        option_help=texts.OPTION_HELP,
        idle=texts.idle,
        seat_title=board.seat_title,
        find_seat=board.find_seat,
        read=grammar.read,
        text_of=text_of,
        vocabulary=vocabulary.vocabulary,
        whereabouts=whereabouts.whereabouts,
        binding=frozenset({Resign}),
        timeless=frozenset({AcceptDraw, OfferDraw, Resign}),
        unused=unused.unused,
        trial=trial.trial,
        say_verdict=wording.say_verdict,
        bot=partial(bot.orders, rules),
        odds=partial(odds.told, rules),
        odds_in_short=odds.short,
        reason=partial(hints.reason, rules),
        say_event=narration.say_event,
        digest=narration.digest,
        headlined=frozenset({"ply", "pursuit_ply"}),
        unanswered=narration.unanswered,
        say_outcome=narration.say_outcome,
        status=narration.status,
        ask=partial(_ask, rules),
        draws=between.draws,
        forces=questions.forces,
        card=card.card,
        map_text=map_.map_text,
        map_svg=map_.map_svg,
        helper=helper.helper(),
        say_bad_option=refusals.say_bad_option,
        say_bad_position=refusals.say_bad_position,
    )


def _ask(rules: StrategoWaterloo, view: Json, seat: SeatName) -> Ask | None:
    match questions.owes(view, seat):
        case "setup":
            field = battlefield_of(board.source(), view["options"])
            return questions.ask_setup(view, seat, default_formation(field, board.source(), seat))
        case "draft":
            return questions.ask_draft(view, seat)
        case "ply":
            return _ask_ply(rules, view, seat)
        case "pursuit":
            return questions.ask_pursuit(view, seat)
    return None


def _ask_ply(rules: StrategoWaterloo, view: Json, seat: SeatName) -> Ask:
    possible, ways = questions.possible(rules, view, seat), questions.ways(rules, view, seat)
    shown = questions.attacks(view, possible, ways)[: questions.MOST_SHOWN]
    return questions.ask_ply(view, seat, possible, ways, odds.of_attacks(rules, view, shown))
