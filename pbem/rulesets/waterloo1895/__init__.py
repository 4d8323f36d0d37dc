"""The Game of Waterloo (1895) by mail: its `Presentation`. The rules are `core.rulesets.waterloo1895`.

`choices` asks the rules where pieces can go, `strategy`
weighs positions for the bot, and `board.toml` is the board for the words and for the rules.
"""

from __future__ import annotations

from functools import cache, partial

from core.contract import Json, SeatName
from core.rulesets.waterloo1895 import Waterloo1895
from pbem.rulesets.contract import Ask, Presentation

from . import armies, bot, errors, grammar, narration, picture, questions, status, texts, wording
from . import map as map_
from .board import source
from .choices import position_of, reach


@cache
def presentation() -> Presentation:
    """The presentation of Waterloo (1895), made once: rules and words share its board."""
    rules = Waterloo1895(source())
    return Presentation(
        rules=rules,
        title=texts.TITLE,
        about=texts.ABOUT,
        brief=texts.brief,
        order_help=texts.ORDER_HELP,
        option_help=texts.OPTION_HELP,
        seat_title=armies.seat_title,
        find_seat=armies.find_seat,
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


def _ask(rules: Waterloo1895, view: Json, seat: SeatName) -> Ask | None:
    match questions.owes(view, seat):
        case "setup":
            return questions.ask_setup(view, seat)
        case "throw":
            example = rules.legal(position_of(rules, view), seat, 1)
            return questions.ask_throw(view, example[0] if example else (), reach(rules, view))
    return None
