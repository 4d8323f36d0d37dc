"""SAY, MUTE, UNMUTE: words to the other players of a game, and whose words one does not want."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sqlalchemy.orm import Session

from core.contract import SeatName
from pbem.commands.answers import Reply, fixed
from pbem.commands.queries import Asker
from pbem.games import house_rules, mails, press
from pbem.games.press import EVERYBODY, NotSaid
from pbem.inbound.lines import Command
from pbem.inbound.press import header
from pbem.nearest import did_you_mean
from pbem.reports.document import echoed
from pbem.rulesets import presentation
from pbem.rulesets.contract import Presentation, PressBy
from pbem.rulesets.sentences import listed
from pbem.runtime.context import Context
from pbem.store.models import Game, Seat

ALL = frozenset({"all", "everybody", "everyone"})
PARTNER = re.compile(r"(?:my |the )?partner", re.IGNORECASE)
_AND = re.compile(r"\s*(?:[,;&]|\band\b)\s*", re.IGNORECASE)
SAID_TITLE = "Said in your name"
SAID_UNNAMED = "Said without your name"


def say(session: Session, context: Context, asker: Asker, asked: Command) -> Reply:
    """`SAY: words`, `SAY TO seat: words`, down to a line END or the end of the mail: mailed to them at once."""
    begun = header(asked.text)
    assert begun is not None
    try:
        game, seat = _at_the_table(asker)
        names, first = _names(begun.addressed, begun.said, certain=begun.colon, game=game)
        named = _seats_named(session, game, seat, names)
        to = press.addressed_by(session, seat, named)
        said = press.say(session, seat, asker.player, to, (first, *asked.below))
    except NotSaid as error:
        return Reply("no", str(error))
    mails.pass_on_words(session, context, game, said)
    title = SAID_TITLE if said.sender is not None else SAID_UNNAMED
    shown = fixed(title, "\n".join(press.set_apart(said.lines)))
    return Reply("ok" if said.reached else "no", _delivered(presentation(game.ruleset), said), (shown,))


def mute(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`MUTE seat`: no words of that seat come any more, in this game; alone, nobody's do."""
    try:
        game, seat = _at_the_table(asker)
        whom = _whom(session, game, seat, rest)
        if whom != EVERYBODY and game.press == "grey":
            raise NotSaid(f"in {game.name} nobody is told who wrote; MUTE alone keeps all words away")
    except NotSaid as error:
        return Reply("no", str(error))
    press.mute(session, seat, whom)
    return Reply("ok", f"no words of {_whose(game, whom)} come to you in {game.name}; UNMUTE undoes it")


def unmute(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`UNMUTE seat`: words of that seat come again; alone, everybody's do."""
    try:
        game, seat = _at_the_table(asker)
        whom = _whom(session, game, seat, rest)
        if whom != EVERYBODY and EVERYBODY in press.muted(session, seat):
            raise NotSaid("you hear nobody now; UNMUTE alone lets all through again")
    except NotSaid as error:
        return Reply("no", str(error))
    press.unmute(session, seat, whom)
    return Reply("ok", f"words of {_whose(game, whom)} come to you in {game.name}")


def _at_the_table(asker: Asker) -> tuple[Game, Seat]:
    """The game and seat from which somebody speaks. Raises NotSaid."""
    if asker.game is None or asker.seat is None:
        raise NotSaid("in which game? Write it in answer to a mail of that game; REPORT and its name sends one")
    ruleset = presentation(asker.game.ruleset)
    if ruleset.press != PressBy.HOUSE:
        raise NotSaid(house_rules.why_no_press(ruleset))
    return asker.game, asker.seat


def _names(addressed: str, said: str, *, certain: bool, game: Game) -> tuple[str, str]:
    """The names that words are for, and the first line of the words. Raises NotSaid where that is not certain."""
    if certain:
        return addressed, said
    first, _, rest = (addressed or said).partition(" ")
    is_seat = _find(game, first.rstrip(",")) is not None or first.lower().rstrip(",") in ALL
    if addressed and (is_seat or PARTNER.fullmatch(first)) and not first.endswith(","):
        return first, rest
    if addressed or is_seat:
        raise NotSaid("to whom? Put a colon behind the names: SAY TO seat: words; SAY: words says it to all")
    return "", said


def _seats_named(session: Session, game: Game, seat: Seat, names: str) -> Sequence[SeatName]:
    """The seats that words are for; none where they are for all. Raises NotSaid."""
    found: list[SeatName] = []
    for word in filter(None, _AND.split(names.strip())):
        if word.lower() in ALL:
            return ()
        partners = press.partners_of(session, seat) if PARTNER.fullmatch(word) else ()
        if partners:
            found += partners
            continue
        name = _find(game, word)
        if name is None:
            raise NotSaid(_nobody(game, word))
        if name == seat.name:
            raise NotSaid(f"{presentation(game.ruleset).seat_title(name)} is you")
        found.append(name)
    return found


def _whom(session: Session, game: Game, seat: Seat, rest: str) -> SeatName:
    """The seat that is muted or heard again, or EVERYBODY. Raises NotSaid."""
    if not rest or rest.lower() in ALL:
        return EVERYBODY
    [name, *more] = _seats_named(session, game, seat, rest)
    if more:
        raise NotSaid("one seat a line")
    return name


def _find(game: Game, word: str) -> SeatName | None:
    return presentation(game.ruleset).find_seat(word, [seat.name for seat in game.seats]) if word else None


def _nobody(game: Game, word: str) -> str:
    titles = [presentation(game.ruleset).seat_title(seat.name) for seat in game.seats]
    near = did_you_mean(word, titles)
    return f'nobody is called "{echoed(word, 40)}" in {game.name}{near}; there are {listed(titles)}'


def _whose(game: Game, whom: SeatName) -> str:
    return "anybody" if whom == EVERYBODY else presentation(game.ruleset).seat_title(whom)


def _delivered(ruleset: Presentation, said: press.Said) -> str:
    """What the writer is told: who has been mailed his words, and who has not, without a reason."""
    missed = [ruleset.seat_title(name) for name in said.addressed if name not in said.reached]
    reached = [ruleset.seat_title(name) for name in said.reached]
    told = [f"delivered to {listed(reached)}"] if reached else []
    told += [f"not delivered to {listed(missed)}"] if missed else []
    return "; ".join(told)
