"""`/games/<name>`: a game, each of its turns with its picture, its dice, a feed of its turns, its film at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec
from flask import Blueprint
from sqlalchemy.orm import Session
from werkzeug.wrappers import Response as AnyResponse

from pbem.games import retelling
from pbem.games.kept_record import KeptRecord
from pbem.games.retelling import NotRetold
from pbem.pages import dice as of_dice
from pbem.pages import game as of_game
from pbem.pages import known
from pbem.pages.game import GamePage, Head
from pbem.pages.turns import NoTurn, Turns, report
from pbem.reports.maps import LARGEST_DRAWING
from pbem.rulesets.contract import Presentation
from pbem.store.models import Game
from pbem.web.context import context
from pbem.web.pages import asked, feeds
from pbem.web.pages.answering import AGE_S, FILM_POLICY, HTML, SVG, answer, page
from pbem.web.refusals import refuse

blueprint = Blueprint("game", __name__)


class Looked(msgspec.Struct, frozen=True):
    """A game that is looked at, within a transaction."""

    session: Session
    game: Game
    words: Presentation
    turns: Turns
    head: Head

    @property
    def key(self) -> tuple[object, ...]:
        """What its pages hang on."""
        return of_game.key(self.session, self.game, self.head, self.turns)

    @property
    def age(self) -> int:
        """For how long its pages need not be asked about."""
        return AGE_S if self.game.state == known.OVER else 0


@blueprint.get("/games/<name>")
@blueprint.get("/games/<name>.json")
def game(name: str) -> AnyResponse:
    """A game as it stands, by its latest turn."""
    with _looked_at(name) as looked:
        return _turn(looked, looked.turns.count, known.game_path(looked.game.name))


@blueprint.get("/games/<name>/turns/<int(max=2147483647):number>")
@blueprint.get("/games/<name>/turns/<int(max=2147483647):number>.json")
def turn(name: str, number: int) -> AnyResponse:
    """A turn of a game; `?as=red`: as the seat saw it, once the game is over."""
    with _looked_at(name) as looked:
        if not 1 <= number <= looked.turns.count:
            refuse(404, "there is no such turn to be seen")
        return _turn(looked, number, f"{known.game_path(looked.game.name)}/turns/{number}")


@blueprint.get("/games/<name>/turns/<int(max=2147483647):number>/map.svg")
def picture(name: str, number: int) -> AnyResponse:
    """The map after a turn, as mails show it."""
    with _looked_at(name) as looked:
        seat = _eyes(looked)
        if not 1 <= number <= looked.turns.count:
            refuse(404, "there is no such turn to be seen")

        def drawn() -> str:
            _, found = report(looked.session, looked.game, looked.words, looked.turns.stretch(number), seat or None)
            svg = looked.words.map_svg(found.view, found.lately)
            if len(svg) > LARGEST_DRAWING:
                refuse(404, "this map is too large to be drawn")
            return svg

        path = f"{known.game_path(looked.game.name)}/turns/{number}/map.svg"
        return _if_there(lambda: answer(looked.key, drawn, SVG, path=path, age=looked.age))


@blueprint.get("/games/<name>/dice")
@blueprint.get("/games/<name>/dice.json")
def dice(name: str) -> AnyResponse:
    """The dice of a game that has begun, and what they can be checked by."""
    with _looked_at(name) as looked:
        if looked.game.state == known.FORMING or not looked.turns.count:
            refuse(404, "no dice of it are to be seen yet")
        path = f"{known.game_path(looked.game.name)}/dice.json"

        def build() -> of_dice.DicePage:
            return of_dice.dice_page(looked.session, looked.game, looked.words, looked.turns)

        return _if_there(lambda: page("dice", looked.key, build, twin=path, age=looked.age))


@blueprint.get("/games/<name>/film")
def film(name: str) -> AnyResponse:
    """A game that is over as a film, as it was mailed to all who played; it has no words of letters."""
    with _looked_at(name) as looked:
        if looked.head.film is None:
            refuse(404, "there is no film of this game")

        def made() -> bytes:
            lines = KeptRecord(looked.session, looked.game).file().content.splitlines()
            try:
                return retelling.film_file(looked.game.name, retelling.of_record(lines)).content
            except NotRetold:
                refuse(404, "this game cannot be told by the rules that are here")

        return answer(looked.key, made, HTML, path=looked.head.film, age=looked.age, policy=FILM_POLICY)


@blueprint.get("/games/<name>/feed.atom")
def feed(name: str) -> AnyResponse:
    """The latest turns of a game, as a feed."""
    with _looked_at(name) as looked:
        path = known.game_path(looked.game.name)
        title = f"{looked.words.title} {looked.game.name}"

        def build() -> bytes:
            entries = of_game.entries(looked.session, looked.game, looked.words, looked.turns)
            return feeds.written(title, path, entries, looked.game.created_at)

        key = (feeds.base(), looked.key)
        return _if_there(lambda: answer(key, build, feeds.ATOM, path=f"{path}/feed.atom", age=looked.age))


def _turn(looked: Looked, number: int, path: str) -> AnyResponse:
    seat = _eyes(looked)

    def build() -> GamePage:
        if not number:
            return GamePage(looked.head, None, ())
        return of_game.page(looked.session, looked.game, looked.words, looked.head, looked.turns, number, seat)

    return _if_there(lambda: page("game", looked.key, build, twin=f"{path}.json", age=looked.age))


def _eyes(looked: Looked) -> str:
    """With which seat's eyes a game that is over is looked at; an empty word: with nobody's."""
    seats = [seat.name for seat in looked.game.seats] if looked.game.state == known.OVER else []
    return asked.one_of("as", seats) or ""


def _if_there(given: Callable[[], AnyResponse]) -> AnyResponse:
    try:
        return given()
    except NoTurn:
        refuse(404, "this turn cannot be shown by the rules that are here")


@contextmanager
def _looked_at(name: str) -> Iterator[Looked]:
    """The game of a name that everybody may know of; all others are refused alike."""
    with context().store.reading() as session:
        found = known.game_named(session, name)
        if found is None:
            refuse(404, "there is no such game")
        words = known.words_of(found.ruleset)
        if words is None:
            refuse(404, "the rules of this game are not here any more")
        turns = _turns(session, found, words)
        yield Looked(session, found, words, turns, of_game.head(session, context(), found, words, turns))


def _turns(session: Session, game: Game, words: Presentation) -> Turns:
    try:
        return Turns(session, game, words)
    except NoTurn:
        refuse(404, "this game cannot be shown by the rules that are here")
