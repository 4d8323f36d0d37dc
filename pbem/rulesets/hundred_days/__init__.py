"""The Hundred Days by mail: its `Presentation`. The rules are `core.rulesets.hundred_days`.

`board.toml` has the campaigns that come with it, for the words and for the rules.
"""

from __future__ import annotations

from functools import cache

from core.rulesets.hundred_days.orders import Resign, text_of
from pbem.rulesets import balance
from pbem.rulesets.contract import Presentation, PressBy

from . import (
    between,
    board,
    bot,
    card,
    forces,
    grammar,
    helper,
    narration,
    picture,
    questions,
    retelling,
    texts,
    vocabulary,
    whereabouts,
    wording,
)
from . import map as map_


@cache
def presentation() -> Presentation:
    """The presentation of the Hundred Days, made once: rules and words share its campaigns."""
    return Presentation(
        rules=board.rules(),
        title=texts.TITLE,
        stem="days",
        about=texts.ABOUT,
        brief=texts.brief,
        idle=texts.idle,
        in_brief=texts.IN_BRIEF,
        modes=frozenset({"players", "scenario", "fog", "battles"}),
        measured=balance.measured(__name__),
        handicaps=frozenset({"handicap"}),
        levers=frozenset({"handicap", "breaks"}),
        order_help=texts.ORDER_HELP,
        option_help=texts.OPTION_HELP,
        seat_title=board.seat_title,
        find_seat=board.find_seat,
        partners=between.partners,
        read=grammar.read,
        text_of=text_of,
        likely=vocabulary.likely,
        vocabulary=vocabulary.vocabulary,
        whereabouts=whereabouts.whereabouts,
        free_text=vocabulary.FREE_TEXT,
        letter=grammar.LETTER,
        press=PressBy.OWN,
        reworded=grammar.reworded,
        binding=frozenset({Resign}),
        timeless=frozenset({Resign}),
        waits=True,
        say_verdict=wording.say_verdict,
        bot=bot.orders,
        say_event=narration.say_event,
        digest=narration.digest,
        tells_dice=True,
        say_outcome=questions.say_outcome,
        status=questions.status,
        ask=questions.ask,
        between=between.between,
        forces=forces.forces,
        forces_in_columns=True,
        forces_at_first=True,
        roster=questions.roster,
        card=card.card,
        map_text=map_.map_text,
        parts=map_.parts,
        map_svg=picture.map_svg,
        retell=retelling.retell,
        helper=helper.helper(),
        say_bad_option=wording.say_bad_option,
        say_bad_position=wording.say_bad_position,
    )
