"""How fair the sides of a game are, as measured between robots, and the word that asks for even ones.

What was measured stands in `measured.json` beside a rule set's words; `bench/balance.py` writes it from series of the
arena. `balance=fair` among the options of a new game stands for those options with which the sides came out even; the
game keeps these, and knows nothing of the word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import resources
from math import sqrt
from typing import TYPE_CHECKING, Any

import msgspec

from core.contract import BadOption, Option, Options, SeatName
from pbem.rulesets.sentences import listed

if TYPE_CHECKING:
    from pbem.rulesets.contract import Presentation

STANDARD, FAIR = "standard", "fair"
BALANCE = Option("balance", STANDARD, (STANDARD, FAIR), "")
MEANING = (
    "standard: the sides are as strong as the rules make them; fair: with the options that make them even, as measured "
    "between robots"
)
FILE = "measured.json"


class Share(msgspec.Struct, frozen=True):
    """A share of points, draws counting half, and the bounds between which it lies in 95 cases of 100 (Wilson 1927)."""

    share: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{100 * self.share:.1f} % ({100 * self.low:.1f} to {100 * self.high:.1f})"


Z = 1.959963984540054  # of the normal distribution lie 95 % within


def share(won: int, drawn: int, games: int) -> Share:
    """The share of points of so many games; of none it is anything."""
    if not games:
        return Share(0.5, 0.0, 1.0)
    found = (won + drawn / 2) / games
    middle = (found + Z * Z / (2 * games)) / (1 + Z * Z / games)
    spread = Z / (1 + Z * Z / games) * sqrt(found * (1 - found) / games + Z * Z / (4 * games * games))
    return Share(found, max(0.0, middle - spread), min(1.0, middle + spread))


# --- What was measured --------------------------------------------------------------------------------------------


class Measure(msgspec.Struct, frozen=True, kw_only=True):
    """A series of games of a robot with itself: the options `chosen`, how many games, how many of them each seat won.

    Partners win together. Half of the games took `half` turns or fewer, nine of ten `long` or fewer; the turns of all
    sides are counted.
    """

    chosen: dict[str, str | int]
    robot: str
    games: int
    won: dict[SeatName, int]
    drawn: int
    half: int
    long: int

    def share_of(self, seat: SeatName) -> Share:
        """The share of points of a seat."""
        return share(self.won[seat], self.drawn, self.games)


def measured(package: str) -> tuple[Measure, ...]:
    """What was measured of the rule set whose words are in this package; nothing where no file tells."""
    file = resources.files(package) / FILE
    return msgspec.json.decode(file.read_bytes(), type=tuple[Measure, ...]) if file.is_file() else ()


def of(words: Presentation, options: Options) -> Measure | None:
    """What was measured of games with exactly these settled options."""
    settled = words.rules.settle
    return next((each for each in words.measured if settled(each.chosen) == options), None)


def in_words(words: Presentation, measure: Measure) -> str:
    """What was measured, as a sentence."""
    shares = []
    for named, found in _shares(words, measure):
        shares.append(f"{named} {100 * found.share:.0f} % ({100 * found.low:.0f} to {100 * found.high:.0f})")
    drawn = f", {measure.drawn} drawn" if measure.drawn else ""
    return (
        f"Between {measure.robot}s, {measure.games} games{drawn}, the shares of points were: {', '.join(shares)}; half "
        f"of the games took {measure.half} turns or fewer and nine of ten {measure.long} or fewer, those of all sides "
        "counted."
    )


def in_short(words: Presentation, measure: Measure) -> str:
    """What was measured, as half a sentence: for the head of a game, where lines are dear."""
    shares = ", ".join(f"{named} {100 * found.share:.0f} %" for named, found in _shares(words, measure))
    return f"between {measure.robot}s: {shares} of the points; half of the games took up to {measure.half} turns"


def _shares(words: Presentation, measure: Measure) -> Iterator[tuple[str, Share]]:
    for side in sides(words, measure):
        yield listed([words.seat_title(seat) for seat in side]), measure.share_of(side[0])


def ways(words: Presentation) -> Iterator[str]:
    """Each way to play that was measured, and how the sides fared."""
    for measure in words.measured:
        chosen = " ".join(f"{name}={value}" for name, value in measure.chosen.items())
        yield f"{chosen or 'as usual'}: {in_words(words, measure)}"


def sides(words: Presentation, measure: Measure) -> Iterator[tuple[SeatName, ...]]:
    """The seats, those of partners together."""
    rules = words.rules
    opening = rules.opening(rules.settle(measure.chosen))
    told: set[SeatName] = set()
    for seat in measure.won:
        if seat not in told:
            side = (seat, *words.partners(rules.view(opening, seat), seat))
            told.update(side)
            yield side


# --- What makes them even -----------------------------------------------------------------------------------------


EVEN = (0.45, 0.55)  # between these lies a side's share of points, where there are two


def is_even(words: Presentation, measure: Measure) -> bool:
    """Whether each side has had its share: half of the points where there are two, a third of them of three."""
    found = list(sides(words, measure))
    least, most = (bound * 2 / len(found) for bound in EVEN)
    return all(least <= measure.share_of(side[0]).share <= most for side in found)


def fair(words: Presentation, options: Options) -> Options | None:
    """The options that make the sides of games with these settled ones even: none where they are; None: not known.

    Of several ways it is the one that was measured first. What somebody chose himself stays as it is.
    """
    usual = words.rules.settle({})
    for measure in words.measured:
        settled = words.rules.settle(measure.chosen)
        changed = {name: value for name, value in settled.items() if value != options[name]}
        free = all(name in words.levers and options[name] == usual[name] for name in changed)
        if free and is_even(words, measure):
            return changed
    return None


def options_of(words: Presentation) -> tuple[Option, ...]:
    """The options of the rules, and `balance` where it was measured what makes the sides even.

    A rule set that has an option of that name itself is left alone.
    """
    own = tuple(words.rules.options())
    known = any(is_even(words, each) for each in words.measured)
    return (*own, BALANCE) if known and BALANCE.name not in {each.name for each in own} else own


def chosen_options(words: Presentation, chosen: Mapping[str, Any]) -> Mapping[str, Any]:
    """The options chosen, with those that `balance=fair` stands for in its place. Raises BadOption.

    There are such for games that were measured, and for no others.
    """
    asked = chosen.get(BALANCE.name)
    if asked is None or BALANCE not in options_of(words):
        return chosen
    if asked not in (STANDARD, FAIR):
        raise BadOption("value", option=BALANCE.name, value=asked, values=BALANCE.values)
    rest = {name: value for name, value in chosen.items() if name != BALANCE.name}
    if asked == STANDARD:
        return rest
    settled = words.rules.settle(rest)
    found = fair(words, settled)
    if found is None:
        raise BadOption("value", option=BALANCE.name, value=asked, values=(STANDARD,))
    return {**rest, **found}
