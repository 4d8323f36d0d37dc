"""What a report on Waterloo (1895) asks of its reader, with a form to answer on, and every army in words.

The form for a throw lists what each piece can reach with each die, as the rules answer it, and one complete set of
legal orders, all in comments: whatever of it comes back quoted or untouched is not read as an order. The set-up form is
the default set-up itself, ready to be changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from textwrap import wrap
from typing import Any

from core.boards.graph import Graph
from core.contract import Json, Line, Orders, RuleSet, SeatName, Status
from core.rulesets.waterloo1895.orders import Leg, Move, Order, text_of
from pbem.rulesets.contract import Ask
from pbem.rulesets.sentences import listed

from .board import (
    Army,
    armies_in,
    armies_of,
    army_title,
    board,
    captured_of,
    is_little,
    kind_of,
    pieces_of,
    spot_title,
)
from .narration import called

FORM_WIDTH = 74
MOST_HALTS = 12  # of a ride that are tried for an example
TIE = "\u00a0"  # a blank at which no report breaks a line
TWO_ARMIES = ("your two armies", "ten pieces each", "their army's")

Reach = Mapping[str, Mapping[int, tuple[str, ...]]]


def owes(view: Json, seat: SeatName) -> str | None:
    """What a seat owes in a view: `setup`, `throw`, or None."""
    if view["phase"] == "setup":
        unposted = [army.letter for army in armies_in(view) if army.letter not in view["posted"]]
        due = unposted[:1] if view["options"]["setup"] == "open" else unposted
        return "setup" if any(view["armies"][army] == seat for army in due) else None
    if view["phase"] == "play" and view["throw"] and view["armies"][view["to_move"]] == seat:
        return "throw"
    return None


def likely(order: object, view: Json) -> bool:
    """Whether a move may be offered to the reader: if he has thrown, only with dice of one throw (W95-025)."""
    if not isinstance(order, Move) or not view["throw"] or view["armies"][view["to_move"]] != view["seat"]:
        return True
    dice = Counter(die for leg in order.legs for die in leg.dice)
    return any(not dice - Counter(throw) for throw in (view["throw"], *view.get("chain", [])))


def ask_setup(view: Json, seat: SeatName) -> Ask:
    """The question for the set-up of a seat's armies."""
    armies = armies_of(seat, view)
    cities = listed([board().city(army.city).name for army in armies])
    yours, which, whose = ("your army", "ten pieces", "its") if len(armies) == 1 else TWO_ARMIES
    form = [
        "# The usual set-up. Change lines where they stand, or send: place default",
        *(
            f"place {piece} {spot:<4}{_remark(spot)}".rstrip()
            for army in armies
            for piece, spot in board().default_setups[army.letter].items()
        ),
    ]
    rule = f"{which}, at most 10 spots from the nearest star of {whose} city, and no two on adjacent spots"
    return Ask(
        subject=f"post {yours}",
        headline=f"Post {yours} round {cities}: {rule}.",
        form=tuple(form),
        silence=f'If you send nothing, {yours} will stand on the usual spots, as with "place default".',
        usual="place default",
    )


def ask_throw(view: Json, example: Orders, reach: Reach, raid: Move | None = None) -> Ask:
    """The question for the present throw.

    `example` is a legal set, `reach` where each piece can go with each die, `raid` a ride with a halt, if there is one.
    """
    army, dice = view["to_move"], called(view["throw"])
    whose = "your" if len(armies_of(view["seat"], view)) == 1 else f"{army_title(army)}'s"
    return Ask(
        subject=f"{whose} throw {dice}",
        headline=f"{whose.capitalize()} throw is {dice}{_more_throws(view)}: {_duty(view)}.",
        form=tuple(_throw_form(view, example, reach, raid)),
        silence=_silence(view),
    )


def forces(view: Json) -> list[str]:
    """Each army in words: where its pieces stand, which of them stand side by side, and which are taken."""
    return [line for army in armies_in(view) for line in _force(army, view)]


# --- The throw ------------------------------------------------------------------------------------------------------


def _duty(view: Json) -> str:
    options = view["options"]
    if is_little(view):
        if options["lp_oblige"] == "none":
            return "move as you like, or pass"
        if view["forward"]:
            return "go on while a die you have left can bring a piece forward"
        return "no die can bring a piece forward, so you may move or pass"
    if options["oblige"] == "each":
        return "go on while a die you have left can be played"
    count, cast = view["must"], len(view["throw"])
    first = "of the first throw " if view.get("chain") else ""
    return f"{first}you must play {'all three dice' if count == cast else f'{count} of the {cast} dice'}"


def _more_throws(view: Json) -> str:
    later = [called(throw) for throw in view.get("chain", [])]
    return f", then {listed(later)}" if later else ""


def _silence(view: Json) -> str:
    if view["options"]["absent"] == "bot":
        return "If you send nothing, the robot will play this throw for you."
    further = ", and any that it earns" if _earns(view) else ""
    return f'If you send nothing, the server will play this throw for you{further}, as with "auto".'


def _earns(view: Json) -> bool:
    """Whether the throw earns another, which AUTO would play as well (W95-071, W95-135)."""
    again = not is_little(view) or view["options"]["lp_again"] == "yes"
    return again and len(set(view["throw"])) < len(view["throw"])


def _throw_form(view: Json, example: Orders, reach: Reach, raid: Move | None) -> list[str]:
    taken = {spot for piece, spot in view["pieces"].items() if piece not in reach}
    lines = ["# One move a line: piece, die, spot. For example, all legal together:"]
    lines += [f"#   {text_of(line.order)}" for line in example]
    captures = any(spot in taken for by_die in reach.values() for spots in by_die.values() for spot in spots)
    lines.append(f"# What each piece can reach now with one die{' (x: takes a piece)' if captures else ''}:")
    for piece, by_die in reach.items():
        each = [f"{die}: {' '.join('x' * (spot in taken) + spot for spot in spots)}" for die, spots in by_die.items()]
        if each:
            lines += wrap("   ".join(each), FORM_WIDTH, initial_indent=f"#   {piece}  ", subsequent_indent="#       ")
    cavalry = [piece for piece in reach if kind_of(piece) == "cavalry"]
    if cavalry and not is_little(view):
        lines.append(f"# {listed(cavalry)} may also add dice, as in {cavalry[0]} {_sum_of(view['throw'])} and a spot.")
    if raid is not None:
        takes = ", and take there" if raid.legs[0].spot in taken else ""
        lines.append(f"# Cavalry may halt on its way{takes}: {text_of(raid)}")
    return lines


def _sum_of(throw: Sequence[int]) -> str:
    return f"{throw[0]}+{throw[-1]}"


# --- Forces ---------------------------------------------------------------------------------------------------------


def _force(army: Army, view: Json) -> list[str]:
    city = board().city(army.city).name
    stand = [_tied(f"{piece} {_remark_on(view['pieces'][piece])}") for piece in pieces_of(army.letter, view)]
    parts = [f"{army.name} ({city}): {', '.join(stand) or _absent(army, view)}"]
    together = _together(army, view)
    if together:
        parts.append(f"  side by side: {', '.join(together)}")
    taken = [_tied(_taken(piece, view)) for piece in captured_of(army.letter, view)]
    if taken:
        parts.append(f"  taken: {', '.join(taken)}")
    return parts


def _tied(words: str) -> str:
    """Words that stay on one line."""
    return words.replace(" ", TIE)


def _absent(army: Army, view: Json) -> str:
    if view["phase"] != "setup":
        return "no piece left"
    return "posted, not shown yet" if army.letter in view["posted"] else "not posted yet"


def _remark_on(spot: str) -> str:
    city = board().city_on(spot)
    return f"{spot} (star of {city.name})" if city else spot_title(spot)


def _remark(spot: str) -> str:
    place = _remark_on(spot).removeprefix(spot).strip(" ()")
    return f"  # {place}" if place else ""


def _together(army: Army, view: Json) -> list[str]:
    """Pieces of an army next to one another, or to a partner's: what supports what."""
    if is_little(view):
        return []
    on = {spot: piece for piece, spot in view["pieces"].items()}
    friends = {other.letter for other in armies_in(view) if other.side == army.side}
    pairs = {tuple(sorted((on[one], on[other]))) for one, other in board().links if one in on and other in on}
    return [
        _tied(f"{one} and {other}")
        for one, other in sorted(pairs)
        if {one[0], other[0]} <= friends and army.letter in one + other
    ]


def _taken(piece: str, view: Json) -> str:
    turn = view.get("captured", {}).get(piece)
    return f"{piece} (turn {turn})" if turn else piece


# --- Where pieces can go: the rules are asked, move by move -------------------------------------------------------

# What a view has beyond the position itself.
NOT_THE_POSITION = frozenset({"options", "seat", "must", "forward", "step", "armies"})


@cache
def graph() -> Graph:
    """The board as a graph, for distances and walks."""
    return Graph(board().spots, board().links)


def position_of(rules: RuleSet[Any], view: Json) -> Any:
    """The position that a view shows; to be asked for in phase `play`, where nothing is hidden. Raises BadPosition."""
    return rules.decode({key: value for key, value in view.items() if key not in NOT_THE_POSITION}, view["options"])


def movable(view: Json) -> list[str]:
    """The pieces that the present throw may move, in their order: the army's in turn, with pool=joint both armies'."""
    letters = [view["to_move"]]
    if view["options"]["pool"] == "joint":
        seat = view["armies"][view["to_move"]]
        letters += [army.letter for army in armies_of(seat, view) if army.letter != view["to_move"]]
    return [piece for letter in letters for piece in pieces_of(letter, view)]


def reach(rules: RuleSet[Any], view: Json) -> dict[str, dict[int, tuple[str, ...]]]:
    """For each movable piece and each number in the throw, the spots where it may land now, by column then row."""
    position = position_of(rules, view)
    found: dict[str, dict[int, tuple[str, ...]]] = {}
    for piece in movable(view):
        landings = {die: _landings(rules, position, view, piece, die) for die in sorted(set(view["throw"]))}
        found[piece] = {die: spots for die, spots in landings.items() if spots}
    return found


def may(rules: RuleSet[Any], position: Any, seat: str, orders: Iterable[Order]) -> bool:
    """Whether each of the orders can be carried out, one after another; more dice may have to follow."""
    lines = [Line(number, "", order) for number, order in enumerate(orders, start=1)]
    verdicts = {verdict.line: verdict.status for verdict in rules.check(position, seat, lines).verdicts}
    return all(verdicts.get(line.number) in (Status.OK, Status.VOID) for line in lines)


def raid(rules: RuleSet[Any], view: Json) -> Move | None:
    """A ride with a halt on two of the dice that is possible now: one that takes a piece at the halt, if one does."""
    dice = sorted(view["throw"])
    doubled = [die for die, count in Counter(dice).items() if count > 1]
    pairs = [(die, die) for die in doubled] or ([(dice[0], dice[-1])] if view["options"]["halts"] == "always" else [])
    if not pairs or is_little(view):
        return None
    position, seat = position_of(rules, view), view["armies"][view["to_move"]]
    enemies = {spot for piece, spot in view["pieces"].items() if view["armies"].get(piece[0]) != seat}
    found = []
    for piece in movable(view):
        for first, second in pairs if kind_of(piece) == "cavalry" else ():
            halts = sorted(graph().walks(view["pieces"][piece], first), key=lambda spot: spot not in enemies)
            found += [(piece, first, halt, second) for halt in halts[:MOST_HALTS]]
    for piece, first, halt, second in sorted(found, key=lambda each: each[2] not in enemies)[:MOST_HALTS]:
        for end in sorted(graph().walks(halt, second), key=lambda spot: spot != view["pieces"][piece]):
            ride = Move(piece, (Leg((first,), halt), Leg((second,), end)))
            if may(rules, position, seat, [ride]):
                return ride
    return None


def _landings(rules: RuleSet[Any], position: Any, view: Json, piece: str, die: int) -> tuple[str, ...]:
    start, trails = view["pieces"][piece], view["options"]["loops"] == "yes"
    ends = sorted(graph().walks(start, die, trails=trails), key=board().spots.index)
    seat = view["armies"][view["to_move"]]
    return tuple(end for end in ends if may(rules, position, seat, [Move(piece, (Leg((die,), end),))]))
