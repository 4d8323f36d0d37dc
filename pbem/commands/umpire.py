"""PREVIEW: what an umpire is shown before a turn is carried out, and nobody else."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy.orm import Session

from core.contract import SeatName
from pbem.commands.answers import BELOW, Reply, words
from pbem.commands.queries import Asker, no_game_of_yours
from pbem.games import foreseen, table
from pbem.games.foreseen import Foreseen
from pbem.reading.reader import is_order
from pbem.reports import text
from pbem.reports.document import Attachment, Section
from pbem.rulesets import presentation
from pbem.runtime.context import Context
from pbem.store.models import Game, Turn

NOT_UMPIRE = "PREVIEW is for the umpire of a game, and you are none of {}"
LINE_OF_ORDERS = (
    "in {0} PREVIEW is a line beside your orders: write both in answer to its report, which REPORT {0} sends"
)
STANDS = "the clock of {} stands for a battle, and there is nothing to be foreseen before it is over"
MARKED = (
    "A preview, with dice thrown for it alone and the orders that are in now, yours among them; who is still silent, "
    "and robots, order nothing new in it. The turn itself will throw other dice, and nothing here has happened. The "
    "whole report of each seat is attached."
)
NOTHING = "Nothing would reach it."


def preview(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`PREVIEW [game]`: what each seat would be told after the turn that is asked for."""
    game = table.find_game(session, rest.replace(" ", "")) if rest else asker.game
    if game is None:
        return no_game_of_yours(session, asker, rest) if rest else Reply("which?", "of which game? GAMES lists yours")
    seat = table.seat_of(game, asker.player)
    if seat is None and asker.seat is not None and asker.seat.game is game:
        seat = asker.seat  # of whom the writer plays for
    if seat is None:
        return no_game_of_yours(session, asker, game.name)
    if seat is not game.umpire:
        is_line = is_order(presentation(game.ruleset), "PREVIEW")
        return Reply("no", (LINE_OF_ORDERS if is_line else NOT_UMPIRE).format(game.name))
    waits = table.waits_for_host(game)
    if game.state != "running" or waits is not None:
        return Reply("no", waits or f"{game.name} is not running")
    turn = table.current_turn(session, game)
    if turn.hosted:
        return Reply("no", STANDS.format(game.name))
    found = _foreseen(session, game, turn)
    shown = [_shown(found, each.name) for each in game.seats]
    sections = (words(None, MARKED), *(section for section, _ in shown))
    return Reply("ok", BELOW, sections, tuple(file for _, file in shown), about=seat)


def _foreseen(session: Session, game: Game, turn: Turn) -> Foreseen:
    """The turn as it would be played now; robots do not think for it, who may take their time."""
    ahead = foreseen.ahead(session, game, turn)
    return foreseen.foresee(replace(ahead, frozen=replace(ahead.frozen, robots={}, due=True)))


def _shown(found: Foreseen, seat: SeatName) -> tuple[Section, Attachment]:
    """What a seat would be told, and its report."""
    ruleset, result = presentation(found.game.ruleset), found.played.result
    rolls = found.played.rolls if ruleset.rules.open_rolls(result.position) else ()
    report = found.report(seat, rolls)
    seen = [event for event in result.events if event.seen_by is None or seat in event.seen_by]
    told = ruleset.digest(seen, found.view(seat)) or [NOTHING]
    written = f"{report.subject}\n\n{text.write(report)}"
    file = Attachment(f"preview-{found.game.name}-{seat}.txt", "text/plain", written.encode())
    return Section(f"{ruleset.seat_title(seat)} would be told", "list", tuple(told)), file
