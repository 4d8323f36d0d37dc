"""NEW and JOIN: opening a game and taking a seat in one."""

from __future__ import annotations

import re

import msgspec
from sqlalchemy.orm import Session

from core.contract import HOST, BadOption
from pbem.commands import events, house, robots
from pbem.commands import forming as company
from pbem.commands.answers import Reply, words
from pbem.commands.queries import Asker
from pbem.commands.robots import NoSuchRobot
from pbem.events.kept import OPEN, find_event
from pbem.games import clock, clocks, forming, house_rules, table
from pbem.games.clock import BadTerms
from pbem.games.invitations import NotInvited
from pbem.games.table import NotSeated
from pbem.inbound.lines import Command
from pbem.nearest import by_form, did_you_mean
from pbem.reports.document import Section, echoed
from pbem.rulesets import names, presentation
from pbem.rulesets.contract import Presentation
from pbem.rulesets.ways import NeverEnds, brings_along, is_umpired, that_end
from pbem.runtime.context import Context
from pbem.store import people
from pbem.store.models import Game

# `waterloo grid`, `stratego waterloo`: how many words a name may be typed in.
MOST_WORDS_OF_A_NAME = 4

NOTHING_TO_PLAY = "{} is for positions of your own, and by mail there would be nothing to play; leave it out"
ONLY_INVITED = (
    "Nobody else sees this game: it can be joined by those you invite, with INVITE and their addresses, to {}."
)
NO_UMPIRE = "Nobody is the umpire yet: JOIN {game} AS umpire. Without one it does not begin."
BEHIND_NAMES = frozenset({"AS", "WORD", "AGAINST", "VERSUS", "VS", "VS."})
# `JOIN the game waterloo1`: no game is called so.
_SMALL = re.compile(r"(?:(?:the|a|my|game|match|event)\s+)+(?=\S)", re.IGNORECASE)
_NO_SIGN = re.compile(r"[\W_]+")


def new(session: Session, context: Context, asker: Asker, asked: Command) -> Reply:
    """`NEW ruleset [option=value ...] [AGAINST robot] [private] [with addresses] [AS seat] [WORD word]`: open a game.

    Its opener takes a seat. `AGAINST marshal` gives all others to robots; robots that are counted, as in `AGAINST two
    officers`, take as many.

    `option=below` takes the lines under the command as the option's value. Options of the house (`house`) go beside
    those of the rules. A game `with` somebody is private too, and he is invited.
    """
    ruleset, typed, tail = _ruleset_and_rest(asked.rest)
    if not typed:
        return Reply("no", f"write what is to be played behind it, as NEW {names()[0]}; there is {', '.join(names())}")
    if ruleset is None:
        near = did_you_mean(typed, names())
        return Reply("no", f'there is no rule set "{echoed(typed)}" here{near}; there is {", ".join(names())}')
    try:
        opponents, tail = robots.taken_out(tail)
    except NoSuchRobot as error:
        return Reply("no", str(error))
    invited, tail = company.taken_out(tail)
    of_the_house, tail = house.taken_out(tail)
    tail, seat_word, word = _clauses(tail)
    chosen, wrong = _options(tail, "\n".join(asked.below))
    if wrong:
        return Reply("no", f'"{echoed(wrong)}" is not an option; write options as name=value')
    chosen, mended = _in_good_form(ruleset, chosen)
    otherwise = asked.mended or bool(mended) or typed.lower() != ruleset.name
    read_as = " ".join([f"NEW {ruleset.name}", *mended]) if otherwise else None
    empty = [f"{name}={value}" for name, value in chosen.items() if (name, value) in ruleset.not_by_mail]
    if empty:
        return Reply("no", NOTHING_TO_PLAY.format(" ".join(empty)))
    try:
        terms = house.settle(of_the_house, ruleset, clocks.usual_terms(context), asker.player.zone)
        own_ground = brings_along(ruleset, chosen)
        if own_ground:
            # Refused before anybody asks whether the text that was brought along is a battlefield.
            house_rules.settle(of_the_house, ruleset, own_ground=True)
        umpire, chosen = _umpire(ruleset, chosen, seat_word)
        rules = house_rules.settle(of_the_house, ruleset, own_ground=own_ground, umpired=umpire is not None)
        with session.begin_nested():
            forming.ensure_may_open(session, asker.player)
            settled = that_end(ruleset, chosen) if rules.rated else chosen
            game = table.open_game(session, context, ruleset, settled)
            game.terms, game.opened_by = msgspec.json.encode(terms).decode(), asker.player.id
            game.private = invited.private
            house_rules.keep(game, rules)
            takes = HOST if umpire == "" and seat_word is None else seat_word
            seat = table.sit_down(session, game, asker.player, takes, word)
            robots.sit_down(session, game, opponents)
            if umpire:
                company.invite_umpire(session, context, asker, game, umpire)
            guests = company.invite_all(session, context, asker, game, invited.invited)
    except BadOption as error:
        return Reply("no", ruleset.say_bad_option(error) + _meant_option(ruleset, error))
    except (NotSeated, BadTerms, NotInvited, NeverEnds) as error:
        return Reply("no", str(error))
    title = ruleset.seat_title(seat.name)
    added = "".join(f", with {name}={value} as it is rated" for name, value in settled.items() if name not in chosen)
    others = "".join(f"; {each}" for each in [robots.in_seats(game)] if each)
    role = "you are" if seat.name == HOST else "you play"
    said = f"game {game.name} is open{added}{f', {guests} invited' if guests else ''}; {role} {title}{others}"
    return Reply("ok", said, (_what_next(context, ruleset, game),), starts=_full(game), read_as=read_as)


def _umpire(ruleset: Presentation, chosen: dict[str, str], seat_word: str | None) -> tuple[str | None, dict[str, str]]:
    """Who is asked to be the umpire, by his address, and the options without that; None: the game has none.

    Whoever opens an umpired game and names nobody ("") is it himself, unless he takes a seat.
    """
    named = chosen.get("umpire", "")
    if "@" in named and any(option.name == "umpire" for option in ruleset.options()):
        return named, {**chosen, "umpire": "yes"}
    return ("" if is_umpired(ruleset, ruleset.settle(chosen)) else None), chosen


def join(session: Session, context: Context, asker: Asker, asked: Command) -> Reply:
    """`JOIN game [AS seat] [WORD word]`: take a free seat; the game begins when the last one is taken."""
    player = asker.player
    if not asked.rest:
        return Reply("no", "name the game: JOIN game")
    game, typed, tail = _game_and_rest(session, _SMALL.sub("", asked.rest, count=1))
    if not typed:
        return Reply("which?", "which game? Write its name behind JOIN; GAMES OPEN lists those that look for players")
    addresses = people.addresses_of(session, player)
    event = find_event(session, typed) if game is None and typed else None
    if event is not None and event.state == OPEN:
        return events.enter(session, context, asker, event.name)
    if game is None or not forming.may_see(session, game, player, addresses):
        near = did_you_mean(typed, [each.name for each in forming.forming_games(session, addresses, player.id)])
        return Reply("no", f'there is no game "{echoed(typed)}" here{near}; GAMES lists those that look for players')
    tail, seat_word, word = _clauses(tail)
    if tail:
        return Reply("no", f'I do not understand "{echoed(tail)}"; write JOIN {game.name} AS seat')
    try:
        seat = company.sit_down(session, game, player, seat_word, word)
    except NotSeated as error:
        return Reply("no", str(error))
    ruleset = presentation(game.ruleset)
    title = ruleset.seat_title(seat.name)
    said = f"you {'are' if seat.name == HOST else 'play'} {title} in {game.name}"
    read_as = f"JOIN {game.name}" if asked.mended or typed.lower() != game.name else None
    return Reply("ok", said, (_what_next(context, ruleset, game),), starts=_full(game), read_as=read_as)


def _ruleset_and_rest(rest: str) -> tuple[Presentation | None, str, str]:
    """The rule set that a NEW begins with, how it was typed, and what follows: its name may be typed with blanks."""
    name, tail = _parted(rest)
    for count in range(len(name), 0, -1):
        typed = " ".join(name[:count])
        found = by_form(typed, names())
        if found is not None:
            return presentation(found), typed, " ".join([*name[count:], tail]).strip()
    return None, " ".join(name[:MOST_WORDS_OF_A_NAME]), tail


def _game_and_rest(session: Session, rest: str) -> tuple[Game | None, str, str]:
    name, tail = _parted(rest)
    for count in range(len(name), 0, -1):
        typed = " ".join(name[:count])
        game = table.find_game(session, _NO_SIGN.sub("", typed))
        if game is not None:
            return game, typed, " ".join([*name[count:], tail]).strip()
    return None, name[0] if name else "", tail


def _parted(rest: str) -> tuple[list[str], str]:
    """The words that may be the name a command begins with, and what comes from the first option, AS or WORD on."""
    tokens = rest.replace(" =", "=").replace("= ", "=").split()
    ends = [at for at, token in enumerate(tokens) if "=" in token or token.upper() in BEHIND_NAMES]
    end = min([*ends, MOST_WORDS_OF_A_NAME, len(tokens)])
    return tokens[:end], " ".join(tokens[end:])


def _in_good_form(ruleset: Presentation, chosen: dict[str, str]) -> tuple[dict[str, str], list[str]]:
    """The options by their own names and values, where only case, dashes or underscores differ; and those mended."""
    options = {option.name: option for option in ruleset.options()}
    good: dict[str, str] = {}
    mended = []
    for typed, value in chosen.items():
        name = by_form(typed, options) or typed
        values = options[name].values if name in options else None
        meant = value if values is None or value in values else by_form(value, map(str, values)) or value
        good[name] = meant
        if (name, meant) != (typed, value):
            mended.append(f"{name}={meant}")
    return good, mended


def _meant_option(ruleset: Presentation, error: BadOption) -> str:
    """What was probably meant by an option or a value that there is not."""
    facts = error.facts
    if error.code == "unknown":
        return did_you_mean(str(facts["option"]), [option.name for option in ruleset.options()])
    return did_you_mean(str(facts["value"]), map(str, facts.get("values") or ())) if error.code == "value" else ""


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
    terms = f"{clock.in_words(clocks.terms_of(context, game))} {house_rules.in_words(game, ruleset)}"
    if table.is_full(game):
        return words(
            None, terms, "All seats are taken: the game begins, and your first report follows in a mail of its own."
        )
    free = [ruleset.seat_title(seat.name) for seat in table.free_places(game)]
    umpire = [NO_UMPIRE.format(game=game.name)] if table.lacks_umpire(game) else []
    return words(
        "Who else plays",
        *umpire,
        f"Still free: {', '.join(free)}. Whoever wants to play mails this line to {context.settings.address}:",
        *([ONLY_INVITED.format(game.name)] if game.private else []),
        f"JOIN {game.name}",
        f"{terms} STATUS {game.name} tells anybody which options the game has.",
        "The game begins by itself when the last seat is taken.",
    )
