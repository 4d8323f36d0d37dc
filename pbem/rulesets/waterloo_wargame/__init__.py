"""The Waterloo Wargame by mail: its `Presentation`. The rules are `core.rulesets.waterloo_wargame`."""

from __future__ import annotations

from functools import cache, partial

from core.contract import Json, SeatName
from core.rulesets.waterloo_wargame import WaterlooWargame
from core.rulesets.waterloo_wargame.orders import OfferDraw, Resign, WithdrawDraw, text_of
from pbem.rulesets import balance
from pbem.rulesets.contract import Ask, Presentation

from . import (
    between,
    board,
    bot,
    card,
    form,
    grammar,
    helper,
    hints,
    narration,
    odds,
    picture,
    questions,
    texts,
    trial,
    vocabulary,
    whereabouts,
    wording,
)
from . import map as map_


@cache
def presentation() -> Presentation:
    """The presentation of the Waterloo Wargame, made once: rules and words share its board."""
    rules = WaterlooWargame(board.source())
    return Presentation(
        rules=rules,
        title=texts.TITLE,
        stem="wargame",
        not_by_mail=frozenset({("scenario", "bare")}),
        about=texts.ABOUT,
        brief=texts.brief,
        modes=frozenset({"scenario"}),
        handicaps=frozenset({"turns"}),
        measured=balance.measured(__name__),
        levers=frozenset({"target"}),
        idle=texts.idle,
        order_help_of=texts.order_help,
        order_help=texts.ORDER_HELP,
        option_help=texts.OPTION_HELP,
        seat_title=board.seat_title,
        find_seat=board.find_seat,
        read=grammar.read,
        text_of=text_of,
        vocabulary=vocabulary.vocabulary,
        whereabouts=whereabouts.whereabouts,
        binding=frozenset({Resign}),
        timeless=frozenset({OfferDraw, Resign, WithdrawDraw}),
        trial=partial(trial.trial, rules),
        odds=partial(odds.told, rules),
        reason=partial(hints.reason, rules),
        say_verdict=wording.say_verdict,
        bot=partial(bot.orders, rules),
        say_event=narration.say_event,
        digest=narration.digest,
        tells_dice=True,
        unanswered=narration.unanswered,
        failed=narration.failed,
        say_outcome=questions.say_outcome,
        status=questions.status,
        ask=partial(_ask, rules),
        draws=between.draws,
        between=between.between,
        forces=questions.forces,
        forces_in_columns=True,
        roster=questions.roster,
        card=card.card,
        map_text=map_.map_text,
        parts=map_.parts,
        map_svg=picture.map_svg,
        helper=helper.helper(),
        say_bad_option=wording.say_bad_option,
        say_bad_position=wording.say_bad_position,
    )


def _ask(rules: WaterlooWargame, view: Json, seat: SeatName) -> Ask | None:
    return questions.ask(view, seat, form.form(rules, view, seat)) if questions.owes(view, seat) else None
