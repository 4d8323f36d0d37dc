"""Conflict by mail: its `Presentation`. The rules are `core.rulesets.conflict`.

`choices` asks the rules what a throw offers, and
`board.toml` is the board for the words and for the rules.
"""

from __future__ import annotations

from functools import cache, partial

from core.contract import Json, SeatName
from core.rulesets.conflict import Conflict
from pbem.rulesets.contract import Ask, Presentation

from . import bot, errors, grammar, narration, picture, questions, sides, status, texts, wording
from . import map as map_
from .board import source
from .choices import chances, example, position_of


@cache
def presentation() -> Presentation:
    """The presentation of Conflict, made once: rules and words share its board."""
    rules = Conflict(source())
    return Presentation(
        rules=rules,
        title=texts.TITLE,
        about=texts.ABOUT,
        brief=lambda _: texts.ABOUT,
        order_help=texts.ORDER_HELP,
        option_help=texts.OPTION_HELP,
        seat_title=sides.seat_title,
        find_seat=sides.find_seat,
        read=grammar.read,
        looks_like_order=grammar.looks_like_order,
        say_verdict=wording.say_verdict,
        bot=partial(bot.orders, rules),
        say_event=narration.say_event,
        digest=narration.digest,
        say_outcome=status.say_outcome,
        status=status.status,
        ask=partial(_ask, rules),
        forces=questions.forces,
        map_text=map_.map_text,
        map_svg=picture.map_svg,
        say_bad_option=errors.say_bad_option,
        say_bad_position=errors.say_bad_position,
    )


def _ask(rules: Conflict, view: Json, seat: SeatName) -> Ask | None:
    if not questions.owes(view, seat):
        return None
    position = position_of(rules, view)
    possible = example(rules, position, seat)
    return questions.ask(view, seat, possible, chances(rules, position, view, seat))
