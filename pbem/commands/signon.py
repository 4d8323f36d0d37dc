"""NEW and JOIN: opening a game and taking a seat in one."""

from __future__ import annotations

from sqlalchemy.orm import Session

from core.contract import BadOption
from pbem.commands.answers import Reply, words
from pbem.games import table
from pbem.games.table import NotSeated
from pbem.inbound.lines import Command
from pbem.reports.document import Section
from pbem.rulesets import UnknownRuleSet, names, presentation
from pbem.rulesets.contract import Presentation
from pbem.runtime.context import Context
from pbem.store.models import Game, Player


def new(session: Session, context: Context, player: Player, asked: Command) -> Reply:
    """`NEW ruleset [option=value ...] [AS seat] [WORD word]`: open a game and sit down in it.

    `option=below` takes the lines under the command as the option's value.
    """
    ruleset_word, _, tail = asked.rest.partition(" ")
    ruleset = _find_ruleset(ruleset_word)
    if ruleset is None:
        return Reply("no", f'there is no rule set "{ruleset_word}" here; there is {", ".join(names())}')
    tail, seat_word, word = _clauses(tail)
    chosen, wrong = _options(tail, "\n".join(asked.below))
    if wrong:
        return Reply("no", f'"{wrong}" is not an option; write options as name=value')
    try:
        with session.begin_nested():
            game = table.open_game(session, context, ruleset, chosen)
            seat = table.sit_down(session, game, player, seat_word, word)
    except BadOption as error:
        return Reply("no", ruleset.say_bad_option(error))
    except NotSeated as error:
        return Reply("no", str(error))
    title = ruleset.seat_title(seat.name)
    said = f"game {game.name} is open; you play {title}"
    return Reply("ok", said, (_what_next(context, ruleset, game),), starts=_full(game))


def join(session: Session, context: Context, player: Player, asked: Command) -> Reply:
    """`JOIN game [AS seat] [WORD word]`: take a free seat; the game begins when the last one is taken."""
    name, _, tail = asked.rest.partition(" ")
    game = table.find_game(session, name)
    if game is None:
        return Reply("no", f'there is no game "{name}" here' if name else "name the game: JOIN game")
    tail, seat_word, word = _clauses(tail)
    if tail:
        return Reply("no", f'I do not understand "{tail}"; write JOIN {game.name} AS seat')
    try:
        seat = table.sit_down(session, game, player, seat_word, word)
    except NotSeated as error:
        return Reply("no", str(error))
    ruleset = presentation(game.ruleset)
    title = ruleset.seat_title(seat.name)
    return Reply("ok", f"you play {title} in {game.name}", (_what_next(context, ruleset, game),), starts=_full(game))


def _find_ruleset(word: str) -> Presentation | None:
    try:
        return presentation(word.lower())
    except UnknownRuleSet:
        return None


def _clauses(tail: str) -> tuple[str, str | None, str]:
    """What is left of `... AS seat WORD word` in front of these two, and the two."""
    seat_word, word = None, ""
    tokens = tail.split()
    left: list[str] = []
    while tokens:
        token = tokens.pop(0)
        if token.upper() == "AS" and tokens:
            seat_word = tokens.pop(0)
        elif token.upper() == "WORD" and tokens:
            word = tokens.pop(0)
        else:
            left.append(token)
    return " ".join(left), seat_word, word


def _options(tail: str, below: str) -> tuple[dict[str, str], str | None]:
    chosen: dict[str, str] = {}
    for token in tail.replace(" =", "=").replace("= ", "=").split():
        name, equals, value = token.strip(",").partition("=")
        if not equals or not name or not value:
            return {}, token
        chosen[name.lower()] = below if value.lower() == "below" else value
    return chosen, None


def _full(game: Game) -> Game | None:
    return game if table.is_full(game) else None


def _what_next(context: Context, ruleset: Presentation, game: Game) -> Section:
    if table.is_full(game):
        return words(None, "All seats are taken: the game begins, and your first report follows in a mail of its own.")
    free = [ruleset.seat_title(seat.name) for seat in game.seats if seat.player is None]
    return words(
        "Who else plays",
        f"Still free: {', '.join(free)}. Whoever wants to play mails this line to {context.settings.address}:",
        f"JOIN {game.name}",
        f"STATUS {game.name} tells anybody what was chosen for it.",
        "The game begins by itself when the last seat is taken. A word of your own for the dice can be added to NEW or "
        "JOIN (WORD something): it is mixed into every throw, so that not even the host can choose them.",
    )
