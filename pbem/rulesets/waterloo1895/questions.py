"""What a report on Waterloo (1895) asks of its reader, with a form to answer on, and every army in words.

The form for a throw lists what each piece can reach with each die, as the rules answer it, and one complete set of
legal orders, all in comments: whatever of it comes back quoted or untouched is not read as an order. The set-up form is
the default set-up itself, ready to be changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from textwrap import wrap
from typing import Any

from core.boards.graph import Graph
from core.contract import Json, Line, Orders, RuleSet, SeatName, Status
from core.rulesets.waterloo1895.orders import Leg, Move, Order, text_of
from pbem.rulesets.contract import Ask
from pbem.rulesets.sentences import listed

from .between import partner_of
from .board import (
    Army,
    armies_in,
    armies_of,
    army_title,
    board,
    captured_of,
    counts,
    goal_of,
    is_little,
    kind_of,
    pieces_of,
    seat_title,
    spot_title,
)
from .narration import called

FORM_WIDTH = 74
MOST_HALTS = 12  # of a ride that are tried for an example
EXAMPLES_TRIED = 40  # sets of orders, for the one that is shown
TAKES = "x"
FORWARD = ">"  # before a spot that is nearer to the goal; whoever sends it with the spot is understood
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
            f"place {piece} {spot:<4}{_remark(spot, view)}".rstrip()
            for army in armies
            for piece, spot in board().default_setups[army.letter].items()
        ),
    ]
    partner = partner_of(seat, view)
    two = f"no two, {seat_title(partner)}'s included," if partner else "no two"
    rule = f"{which}, at most 10 spots from the nearest star of {whose} city, and {two} on adjacent spots"
    is_posted = partner and all(army.letter in view["posted"] for army in armies_of(partner, view))
    news = f"{seat_title(partner)} has posted" if partner and is_posted else ""
    return Ask(
        subject=f"post {yours}",
        headline=f"{f'{news}. ' if news else ''}Post {yours} round {cities}: {rule}.",
        form=tuple(form),
        silence=f'If you send nothing, {yours} will stand on the usual spots, as with "place default".',
        usual="place default",
    )


def ask_throw(view: Json, example: Orders, reach: Reach, rides: Sequence[Move] = (), raid: Move | None = None) -> Ask:
    """The question for the present throw.

    `example` is a legal set, `reach` where each piece can go with each die; `rides` are some with dice added up, and
    `raid` is one with a halt, if there is one.
    """
    army, dice = view["to_move"], called(view["throw"])
    whose = "your" if len(armies_of(view["seat"], view)) == 1 else f"{army_title(army)}'s"
    return Ask(
        subject=f"{whose} throw {dice}",
        headline=f"{whose.capitalize()} throw is {dice}{_more_throws(view)}: {_duty(view)}.",
        form=tuple(_throw_form(view, example, reach, rides, raid)),
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
        goal = goal_of(view["to_move"]).name
        if view["forward"]:
            return f"go on as long as a die you have left brings a piece you have not moved nearer to {goal}"
        return f"no die can bring a piece nearer to {goal}, so you may move or pass"
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


def _throw_form(view: Json, example: Orders, reach: Reach, rides: Sequence[Move], raid: Move | None) -> list[str]:
    taken = {spot for piece, spot in view["pieces"].items() if piece not in reach}
    lines = [
        "# One move a line: piece, die, spot. Nothing behind a # is read.",
        "# For example, legal in this order without it:",
        *(f"#   {text_of(line.order)}" for line in example),
        *_reach_lines(view, reach, taken),
    ]
    if rides:
        shown = [_ridden(ride, taken) for ride in rides]
        taking = " (x takes a piece)" if any(f" {TAKES}" in each for each in shown) else ""
        lines.append(f"# Cavalry may add dice up{taking}: {', or '.join(shown)}")
    if raid is not None:
        and_take = ", and take there" if raid.legs[0].spot in taken else ""
        lines.append(f"# Cavalry may halt on its way{and_take}: {text_of(raid)}")
    return lines


def _reach_lines(view: Json, reach: Reach, taken: Collection[str]) -> list[str]:
    """Where each piece can go with each die; the marks before spots may be sent with them."""
    marked = {
        piece: {die: [_mark(view, piece, spot, taken) + spot for spot in spots] for die, spots in by_die.items()}
        for piece, by_die in reach.items()
    }
    shown = " ".join(spot for by_die in marked.values() for spots in by_die.values() for spot in spots)
    goal = f"{FORWARD}: nearer to {goal_of(view['to_move']).name}" if is_little(view) else ""
    meanings = [said for mark, said in ((TAKES, "x: takes a piece"), (FORWARD, goal)) if mark in shown]
    lines = [f"# What each piece can reach now with one die{f' ({listed(meanings)})' if meanings else ''}:"]
    for piece, by_die in marked.items():
        lines += _reach_of(piece, [f"{die}: {' '.join(spots)}" for die, spots in by_die.items()])
    stuck = [piece for piece, by_die in reach.items() if not by_die]
    if stuck:
        lines += wrap(f"# {listed(stuck)} cannot move as the pieces stand now.", FORM_WIDTH, subsequent_indent="# ")
    return lines


def _mark(view: Json, piece: str, spot: str, taken: Collection[str]) -> str:
    """`x` where a piece would be taken; in the children's game a sign where the piece comes nearer to its goal."""
    if is_little(view):
        return FORWARD * (to_goal(piece, spot, view) < to_goal(piece, view["pieces"][piece], view))
    return TAKES * (spot in taken)


def _reach_of(piece: str, by_die: Sequence[str]) -> list[str]:
    """The spots of a piece in one line, or where that is too long, each die on its own."""
    begin, below = f"#   {piece}  ", "#       "
    if len(whole := begin + "   ".join(by_die)) <= FORM_WIDTH:
        return [whole] if by_die else []
    return [
        row
        for at, each in enumerate(by_die)
        for row in wrap(each, FORM_WIDTH, initial_indent=below if at else begin, subsequent_indent=below + "   ")
    ]


# --- Forces ---------------------------------------------------------------------------------------------------------


def _force(army: Army, view: Json) -> list[str]:
    city = board().city(army.city).name
    stand = [_tied(f"{piece} {_remark_on(view['pieces'][piece], view)}") for piece in pieces_of(army.letter, view)]
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


def _remark_on(spot: str, view: Json) -> str:
    """A spot with what it is, if that means anything in this game (W95-011, W95-115)."""
    city = board().city_on(spot)
    if city:
        return f"{spot} (star of {city.name})" if counts(city, view) else spot
    return spot if is_little(view) else spot_title(spot)


def _remark(spot: str, view: Json) -> str:
    place = _remark_on(spot, view).removeprefix(spot).strip(" ()")
    return f"  # {place}" if place else ""


def _together(army: Army, view: Json) -> list[str]:
    """Pieces of an army next to one another, or to those of a partner who stands below: what supports what."""
    if is_little(view):
        return []
    on = {spot: piece for piece, spot in view["pieces"].items()}
    order = [other.letter for other in armies_in(view)]
    friends = {other.letter for other in armies_in(view) if other.side == army.side}
    pairs = {tuple(sorted((on[one], on[other]))) for one, other in board().links if one in on and other in on}
    return [
        _tied(f"{one} and {other}")
        for one, other in sorted(pairs)
        if {one[0], other[0]} <= friends and army.letter == min((one[0], other[0]), key=order.index)
    ]


def _taken(piece: str, view: Json) -> str:
    turn = view.get("captured", {}).get(piece)
    return f"{piece} (turn {turn})" if turn else piece


# --- Where pieces can go: the rules are asked, move by move -------------------------------------------------------


@cache
def _numbers() -> dict[str, int]:
    """The spots in their order, by column then row."""
    return {spot: number for number, spot in enumerate(board().spots)}


@cache
def graph() -> Graph:
    """The board as a graph, for distances and walks."""
    return Graph(board().spots, board().links)


def position_of(rules: RuleSet[Any], view: Json) -> Any:
    """The position that a view shows; to be asked for in phase `play`, where nothing is hidden. Raises BadPosition."""
    return rules.imagine(view, 0)


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


def to_goal(piece: str, spot: str, view: Json) -> int:
    """How far a spot is from the nearest star that a piece is to come to: its goal's, or an enemy city's."""
    return _to_nearest(spot, _stars_for(piece, view))


def _stars_for(piece: str, view: Json) -> tuple[str, ...]:
    if is_little(view):
        return goal_of(piece[0]).stars
    return _enemy_stars(piece[0], tuple(army.letter for army in armies_in(view)))


@cache
def _enemy_stars(letter: str, taking_part: tuple[str, ...]) -> tuple[str, ...]:
    armies = [board().armies[each] for each in taking_part]
    side = board().armies[letter].side
    return tuple(star for army in armies if army.side != side for star in board().city(army.city).stars)


@cache
def _to_nearest(spot: str, stars: tuple[str, ...]) -> int:
    return min(graph().distance(spot, star) or 0 for star in stars)


def example(rules: RuleSet[Any], view: Json, seat: SeatName, reach: Reach) -> Orders:
    """A complete legal set: of some drawn by chance, always the same, the one that is easiest to follow.

    That is the one with most moves that the list of what can be reached shows too, and of these the one that brings its
    pieces nearest to where they are to come; children are shown the way before all.
    """
    position = position_of(rules, view)
    first = rules.legal(position, seat, 1)
    drawn = [rules.random_orders(position, seat, number) for number in range(EXAMPLES_TRIED)]

    # The sets drawn have most of their moves in common.
    @cache
    def weighed(move: Move) -> tuple[int, bool]:
        return _weighed(move, view, reach)

    return max([*first[:1], *drawn], key=lambda orders: _worth_showing(orders, view, weighed), default=())


def _worth_showing(orders: Orders, view: Json, weighed: Callable[[Move], tuple[int, bool]]) -> tuple[int, ...]:
    """How well a set serves as an example, by the moves of its first throw."""
    moves = [order for order in (line.order for line in orders) if isinstance(order, Move)][: len(view["throw"])]
    worth = [weighed(move) for move in moves if move.unit in view["pieces"]]
    nearer, listed_too = sum(gain for gain, _ in worth), sum(is_listed for _, is_listed in worth)
    if is_little(view):
        return (-sum(gain <= 0 for gain, _ in worth), nearer, listed_too)
    return (listed_too, nearer)


def _weighed(move: Move, view: Json, reach: Reach) -> tuple[int, bool]:
    """How much nearer a move brings its piece to where it is to come, and whether the list has it too."""
    gain = to_goal(move.unit, view["pieces"][move.unit], view) - to_goal(move.unit, move.legs[-1].spot, view)
    first, *further = move.legs
    is_listed = len(first.dice) == 1 and not further and first.spot in reach.get(move.unit, {}).get(first.dice[0], ())
    return gain, is_listed


def rides(rules: RuleSet[Any], view: Json) -> tuple[Move, ...]:
    """A ride on two of the dice added up and one on all three, where cavalry can make such now."""
    if is_little(view):
        return ()
    position, seat = position_of(rules, view), view["armies"][view["to_move"]]
    cavalry = [piece for piece in movable(view) if kind_of(piece) == "cavalry"]
    first, second, third = sorted(view["throw"])
    pairs = [(second, third), (first, third), (first, second)]
    found = (_ride(rules, position, view, seat, cavalry, sums) for sums in (pairs, [(first, second, third)]))
    return tuple(ride for ride in found if ride is not None)


def _ride(
    rules: RuleSet[Any],
    position: Any,
    view: Json,
    seat: SeatName,
    cavalry: Sequence[str],
    sums: Sequence[tuple[int, ...]],
) -> Move | None:
    """The first ride on one of these sums that the rules allow; those that take a piece are tried first, then those
    that come near to the goal.
    """
    trails = view["options"]["loops"] == "yes"
    found = []
    for dice in dict.fromkeys(sums):
        for piece in cavalry:
            ends, stars = graph().walks(view["pieces"][piece], sum(dice), trails=trails), _stars_for(piece, view)
            by_goal = sorted((_to_nearest(end, stars), end) for end in ends)
            found += [Move(piece, (Leg(dice, end),)) for _, end in by_goal]
    enemies = _enemies(view, seat)
    for ride in sorted(found, key=lambda ride: ride.legs[0].spot not in enemies):
        if may(rules, position, seat, [ride]):
            return ride
    return None


def _enemies(view: Json, seat: SeatName) -> set[str]:
    """The spots on which others' pieces stand, a partner's included: none of his can be ridden on to."""
    return {spot for piece, spot in view["pieces"].items() if view["armies"].get(piece[0]) != seat}


def _ridden(ride: Move, taken: Collection[str]) -> str:
    """A ride as it is shown, with the mark before the spot where it takes a piece."""
    begun, spot = text_of(ride).rsplit(" ", 1)
    return f"{begun} {TAKES if ride.legs[-1].spot in taken else ''}{spot}"


def raid(rules: RuleSet[Any], view: Json) -> Move | None:
    """A ride with a halt on two of the dice that is possible now: one that takes a piece at the halt, if one does."""
    dice = sorted(view["throw"])
    doubled = [die for die, count in Counter(dice).items() if count > 1]
    pairs = [(die, die) for die in doubled] or ([(dice[0], dice[-1])] if view["options"]["halts"] == "always" else [])
    if not pairs or is_little(view):
        return None
    position, seat = position_of(rules, view), view["armies"][view["to_move"]]
    enemies = _enemies(view, seat)
    found = []
    for piece in movable(view):
        for first, second in pairs if kind_of(piece) == "cavalry" else ():
            halts = sorted(graph().walks(view["pieces"][piece], first), key=lambda spot: spot not in enemies)
            found += [(piece, first, halt, second) for halt in halts[:MOST_HALTS]]
    for piece, first, halt, second in sorted(found, key=lambda each: each[2] not in enemies)[:MOST_HALTS]:
        # Strike, and ride home; where nobody is struck, ride on.
        home = halt in enemies
        for end in sorted(graph().walks(halt, second), key=lambda spot: (spot == view["pieces"][piece]) != home):
            ride = Move(piece, (Leg((first,), halt), Leg((second,), end)))
            if may(rules, position, seat, [ride]):
                return ride
    return None


def _landings(rules: RuleSet[Any], position: Any, view: Json, piece: str, die: int) -> tuple[str, ...]:
    start, trails = view["pieces"][piece], view["options"]["loops"] == "yes"
    ends = sorted(graph().walks(start, die, trails=trails), key=_numbers().__getitem__)
    seat = view["armies"][view["to_move"]]
    return tuple(end for end in ends if may(rules, position, seat, [Move(piece, (Leg((die,), end),))]))
