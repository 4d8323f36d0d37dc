"""What a report on Stratego Waterloo asks of its reader, with a form to answer on, and every side's pieces in words.

The form of a set-up is the usual formation, ready to be changed and sent back. That of a ply is all remarks: what can
be attacked and shot at now. Whatever of it comes back quoted or untouched is not read as an order.

What a seat could do is found by asking the rules about a position imagined from its view. Which orders of the seat
itself are legal does not hang on what is imagined, since the rules judge orders by what their sender knows. Not for:
choosing among orders, which is `bot.py`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap
from typing import TypeAlias

from core.contract import Json, Line, SeatName
from core.rulesets.stratego_waterloo import StrategoWaterloo
from core.rulesets.stratego_waterloo.orders import (
    End,
    Enter,
    Fire,
    Go,
    Order,
    Rest,
    Row,
    Setup,
    text_of,
    written_setup,
)
from core.rulesets.stratego_waterloo.position import Position
from core.rulesets.stratego_waterloo.setup import Formation
from pbem.rulesets.contract import Ask
from pbem.rulesets.sentences import listed

from .board import (
    ARMS,
    CARDS,
    CARDS_DO,
    COLUMNS,
    DRAFT_ORDER,
    SEATS,
    SETUP_ROWS,
    army_of,
    before_a_gun,
    blocks_called,
    by_label,
    codes_counted,
    colour,
    column_of,
    in_order,
    is_known_light,
    kinds,
    name_of,
    of,
    on_board,
    other,
    piece_called,
    row_of,
    square,
)
from .map import HARD_SPACE
from .narration import actions_called, late_in_words

FORM_WIDTH = 70
MOST_SHOWN = 14
ATTACKS = "Attacks within reach, and how often each wins"

Chances: TypeAlias = Mapping[tuple[str, str], str]


def owes(view: Json, seat: SeatName) -> str | None:
    """The kind of decision that a seat owes in a view: `setup`, `draft`, `ply`, `pursuit`, or None."""
    owed = view.get("owed")
    return str(owed["kind"]) if owed and owed["seat"] == seat else None


def ask_setup(view: Json, seat: SeatName, usual: Formation) -> Ask:
    """The question for a set-up; `usual` is what stands in the form."""
    army = view["armies"][seat]
    size, limit = sum(army.values()), view["reserve_limit"]
    rows = listed(str(row) for row in sorted(SETUP_ROWS[seat]))
    guards = [guard for guard in view["garrisons"] if guard["seat"] == seat]
    where = f"on rows {rows}{' but for a garrison' if guards else ''}"
    said = [f"Set up your army: {size} pieces {where}, at most {limit} of them held back as reserve."]
    said += [_guarding(view, guard) for guard in guards]
    said += _section_words(view, seat)
    if view["late"]:
        said.append(f"{late_in_words(view)}.")
    if seat == "red":
        said.append("Blue will see the arms of your pieces, and sets up after you.")
    else:
        said.append("The map shows the arms of the Allied pieces.")
    form = [
        *_drawn(written_setup(setup_of(seat, usual))),
        *_draft_form(view),
        "# .. is an empty square; what is not placed is reserve. This is the usual",
        "# formation, which setup default gives as well. Your army, with strengths:",
        *(f"#   {row.replace(HARD_SPACE, ' ')}" for row in wrap(_army(army), FORM_WIDTH - 4)),
    ]
    return Ask("set up your army", " ".join(said), tuple(form), _silent_setup(view), usual="setup default")


def _drawn(lines: Sequence[str]) -> list[str]:
    """A set-up as a form: its squares below each other, under the letters of their columns.

    Its words are no more than twelve a line: longer lines would be taken for prose of ours when they come back.
    """
    rows = [found for found in map(_ROW.match, lines) if found is not None]
    width = max((len(found[1]) for found in rows), default=0)
    drawn = [_ROW.sub(lambda found: f"{found[1]:0>{width}}:", line) for line in lines]
    first = next((at for at, line in enumerate(lines) if _ROW.match(line)), len(lines))
    return [*drawn[:first], f"#{' ' * width}{'  '.join(COLUMNS)}", *drawn[first:]]


_ROW = re.compile("^([0-9]{1,2}):(?! )")


def ask_draft(view: Json, seat: SeatName) -> Ask:
    """The question for a pick in a live draft."""
    stack = view["cards"].get("stack") or []
    hand = view["cards"]["hands"].get(seat) or []
    held = f" You hold {listed(hand)}." if hand else ""
    best = next((card for card in DRAFT_ORDER if card in stack), "FS")
    rest = [card for card in stack if card != best] + ([best] if stack.count(best) > 1 else [])
    burnt = next((card for card in DRAFT_ORDER if card in rest), best)
    return Ask(
        "pick a card",
        f"Take one card from the stack and put one away{_put_away(view, seat)}. The stack: {' '.join(stack)}.{held}",
        (f"keep {best}", f"burn {burnt}", *(_card_told(card) for card in dict.fromkeys(stack))),
        f"If you send nothing, {best} is taken and {burnt} put away: what comes first in the order "
        f"{' '.join(DRAFT_ORDER)}.",
    )


def _card_told(card: str) -> str:
    """`# IN Initiative: up to three pieces move in one action`."""
    return f"# {card} {CARDS[card]}: {CARDS_DO[card]}"


def _put_away(view: Json, seat: SeatName) -> str:
    """What becomes of cards put away: where Prussians come Red may have two of them (SWL-114, SWL-146)."""
    turn = view["prussian_turn"]
    if turn is None:
        return " for good"
    unsure = ", if the Prussians come" if view["options"]["grouchy"] == "on" else ""
    return f" ({'you' if seat == 'red' else 'Red'} may take two of those put away from turn {turn} on{unsure})"


def ask_ply(
    view: Json, seat: SeatName, possible: Sequence[Order], ways: Mapping[tuple[str, str], str], chances: Chances
) -> Ask:
    """The question for a ply; `possible` are the single actions that the rules accept now, `ways` as from `ways`.

    `chances` tells how often an attack wins, by where it comes from and on which square it falls.
    """
    acted = view["actions"]
    left = acted["allowance"] - acted["used"]
    number = f"turn {view['turn']}, {view['clock']}"
    said = [f"Your ply of {number}: {actions_called(view)}."]
    if acted.get("may_return") and not left:
        said.append("Your Commander may still come back onto the board.")
    if acted["split"] and acted["allowance"] > 1:
        most = acted["allowance"] - 1
        said.append(f"Neither Allies nor Prussians may have more than {most} of the {acted['allowance']} (SWL-111).")
    hand = view["cards"]["hands"].get(seat)
    if hand and not acted["card"]:
        usable = [card for card in dict.fromkeys(hand) if _card_order(card, view, seat, possible, ways)]
        said += _playable(usable, first=not acted["used"])
    said += _taking(view, seat)
    again = " more" if acted["used"] else ""
    return Ask(
        f"your ply of turn {view['turn']} ({view['clock']})"
        if not acted["used"]
        else f"your ply goes on ({left} {'action' if left == 1 else 'actions'} left)",
        " ".join(said),
        (
            *_reachable(view, possible, ways, chances),
            *_off_board(view, seat, possible),
            "# One order a line, carried out one after the other, for example:",
            *(f"#   {each}" for each in _examples(view, seat, possible, ways)),
            "# Before a line: try, if won:, if lost: (HELP ORDERS tells more)",
            "# end",
        ),
        f"If you send nothing{again}, the ply ends and the actions left are lost.",
    )


def ask_pursuit(view: Json, seat: SeatName) -> Ask:
    """The question for a ply of the pursuit."""
    pursuit = view["pursuit"]
    victor = pursuit["victor"]
    left = view["actions"]["allowance"] - view["actions"]["used"]
    fugitives = fugitives_of(view)
    riders = {side: _riders(pursuit["riders"], side) for side in SEATS}
    count = f"{left} {'action' if left == 1 else 'actions'}"
    if seat == victor:
        said = f"You pursue the {army_of(other(seat))}: {count}."
        form = ["# cut V1 E9: a rider takes a fugitive; charge V1 R1: cavalry against", "# cavalry; stop: enough"]
    else:
        said = f"Your army is retreating: {count}."
        form = ["# save B8: a fugitive gets away; charge R1 V1; retire R1: a rider gets away"]
    lines = [
        f"Your riders: {', '.join(riders[seat]) or 'none'}.",
        f"Enemy riders: {', '.join(riders[other(seat)]) or 'none'}.",
        f"Fugitives: {', '.join(fugitives) or 'none'}.",
    ]
    form += [f"# {row}" for line in lines for row in wrap(line, FORM_WIDTH)]
    form.append(
        "# plan auto: the usual policy until further notice; plan "
        + ("cut" if seat == victor else "save")
        + " and squares"
    )
    return Ask(
        f"the pursuit, {count}",
        " ".join([said, _dead(view)]),
        tuple(form),
        "If you send nothing, the usual policy acts for you in this ply.",
    )


def setup_of(seat: SeatName, usual: Formation) -> Setup:
    """A formation as an order."""
    rows = tuple(
        Row(row, tuple(usual.board.get(square(column, row)) for column in range(len(COLUMNS))))
        for row in sorted(SETUP_ROWS[seat], reverse=True)
    )
    outside = {name: code for name, code in usual.board.items() if int(name[1:]) not in SETUP_ROWS[seat]}
    garrison = tuple((outside[name], name) for name in sorted(outside, key=in_order))
    return Setup(rows=rows, reserve=usual.reserve or None, garrison=garrison)


def fugitives_of(view: Json) -> list[str]:
    """The squares of those who can be cut down, with what is known of them: `E9 BF`."""
    loser = other(view["pursuit"]["victor"])
    return [f"{name} {piece_called(piece)}" for name, piece in on_board(view, loser).items() if piece["arm"] != "c"]


def forces(view: Json) -> list[str]:
    """Each side in words: where its pieces are; then the reader's standing orders. The rest stands below the map."""
    lines = [row for side in SEATS for row in _force(view, side)]
    seat = view.get("seat")
    if seat is not None and view["phase"] != "over":
        lines += _standing_orders(view, seat)
    return lines


# --- The set-up ----------------------------------------------------------------------------------------------------


def _guarding(view: Json, garrison: Json) -> str:
    tile = view["tile_data"][garrison["tile"]]
    squares = listed(sorted(tile["squares"], key=in_order), "or")
    return f"Exactly {garrison['count']} infantry start in {tile['name'] or garrison['tile']}, on {squares}."


def _section_words(view: Json, seat: SeatName) -> list[str]:
    section = view["retreat"].get(seat)
    if not section:
        return []
    squares = sorted(view["sections"][seat].get(section, ()), key=in_order)
    return [f"Your lines of retreat are on the {section}: {' '.join(squares)}."]


def _draft_form(view: Json) -> list[str]:
    if view["options"]["version"] == "basic" or view["options"]["draft"] != "lists":
        return []
    return [f"keep {' '.join(DRAFT_ORDER)}", f"burn {' '.join(DRAFT_ORDER)}"]


def _army(army: Mapping[str, int]) -> str:
    """`18 BF British/KGL Foot (3), 1 WE Duke of Wellington`, each held together by hard spaces."""
    units = []
    for code, count in army.items():
        strength = kinds()[code].strength
        units.append(f"{count} {code} {name_of(code)}{f' ({strength})' if strength else ''}")
    return ", ".join(unit.replace(" ", HARD_SPACE) for unit in units)


def _silent_setup(view: Json) -> str:
    by_lists = view["options"]["version"] != "basic" and view["options"]["draft"] == "lists"
    lists = f", and cards are drafted for you in the order {' '.join(DRAFT_ORDER)}" if by_lists else ""
    return f"If you send nothing, you get the usual formation{lists}."


# --- A ply ---------------------------------------------------------------------------------------------------------


def _taking(view: Json, seat: SeatName) -> list[str]:
    discards = view["cards"].get("discards")
    if seat != "red" or view["cards"]["taken"] or not discards or view["actions"]["used"]:
        return []
    return [f"Before any action you may take two of these cards, once: {' '.join(discards)} (take, and two of them)."]


def _playable(hand: Sequence[str], *, first: bool) -> list[str]:
    openers = [f"{card} {CARDS[card]}" for card in hand if card != "FS"]
    said = [f"You may begin with a card: {', '.join(openers)}."] if first and openers else []
    return [*said, "Fighting Spirit may go with an attack."] if "FS" in hand else said


def _reachable(
    view: Json, possible: Sequence[Order], ways: Mapping[tuple[str, str], str], chances: Chances
) -> list[str]:
    """What can be attacked, and how often that wins, and shot at now."""
    lines = []
    for what, orders in ((ATTACKS, attacks(view, possible, ways)), ("Shots within reach", _shots(view, possible))):
        said = list(dict.fromkeys(_short(order, chances) for order in orders))
        if said:
            more = f", and {len(said) - MOST_SHOWN} more" if len(said) > MOST_SHOWN else ""
            shown = ", ".join(each.replace(" ", HARD_SPACE) for each in said[:MOST_SHOWN])
            rows = wrap(f"{what}: {shown}{more}", FORM_WIDTH)
            lines += [f"# {row}".replace(HARD_SPACE, " ") for row in rows]
    return lines


def attacks(view: Json, possible: Sequence[Order], ways: Mapping[tuple[str, str], str]) -> list[Go]:
    """From its front every attack on a gun is lost, as all can see: nobody is invited to it (SWL-049)."""
    return [
        order
        for order in possible
        if isinstance(order, Go)
        and order.path[-1] in view["board"]
        and not before_a_gun(view, ways.get((order.path[0], order.path[-1])) or _assault(order.path), order.path[-1])
    ]


def _shots(view: Json, possible: Sequence[Order]) -> list[Fire]:
    """What is known as light infantry takes no harm (SWL-065)."""
    return [order for order in possible if isinstance(order, Fire) and not is_known_light(view, order.target)]


def _examples(
    view: Json, seat: SeatName, possible: Sequence[Order], ways: Mapping[tuple[str, str], str]
) -> Iterator[str]:
    """A move, what can come on or rest, and each card of the hand with what it does; all of it possible now."""
    moves = [order for order in possible if isinstance(order, Go) and order.path[-1] not in view["board"]]
    onward = 1 if seat == "blue" else -1
    moves.sort(key=lambda order: -onward * (row_of(order.path[-1]) - row_of(order.path[0])))
    yield from (" ".join((order.path[0], order.path[-1])) for order in moves[:1])
    entries = [text_of(order) for order in possible if isinstance(order, Enter)]
    rests = [text_of(order) for order in possible if isinstance(order, Rest)]
    yield from (*entries[:1], *rests[:1])
    acted = view["actions"]
    hand = [] if acted["card"] else view["cards"]["hands"].get(seat) or []
    for card in dict.fromkeys(hand):
        order = _card_order(card, view, seat, possible, ways) if card == "FS" or not acted["used"] else ""
        if order:
            yield f"{order}  # {CARDS_DO[card]}"


def _card_order(
    card: str, view: Json, seat: SeatName, possible: Sequence[Order], ways: Mapping[tuple[str, str], str]
) -> str:
    """How a card is played, as an order that can be sent now; empty where there is none."""
    fights, shots = attacks(view, possible, ways), _shots(view, possible)
    moves = [order for order in possible if isinstance(order, Go) and order.path[-1] not in view["board"]]
    half = range(6, 11) if seat == "blue" else range(1, 6)
    hidden = [
        name for name, piece in on_board(view, other(seat)).items() if not piece.get("code") and row_of(name) in half
    ]
    orders = {
        "RE": [f"card RE {name}" for name in hidden],
        "IN": [f"card IN {order.path[0]}-{order.path[-1]}" for order in moves],
        "CA": [f"card CA {part}" for part in (*map(text_of, fights), *map(text_of, shots))],
        "GB": [f"card GB {text_of(order)}" for order in shots],
        "FS": [f"{_short(order, {})} spirit" for order in fights],
    }
    return next(iter(orders[card]), "")


def _assault(path: Sequence[str]) -> str:
    """The square from which a path attacks its last one; of two squares in a column the one before the last."""
    start, target = path[-2], path[-1]
    if start[0] != target[0]:
        return start
    step = 1 if row_of(start) > row_of(target) else -1
    return square(column_of(target), row_of(target) + step)


def _short(order: Order, chances: Chances) -> str:
    if isinstance(order, Go):
        often = chances.get((order.path[0], order.path[-1]), "")
        return f"{order.path[0]} x {order.path[-1]} {often}".rstrip()
    return text_of(order)


def _off_board(view: Json, seat: SeatName, possible: Sequence[Order]) -> list[str]:
    """Who can be brought on, an action each; who waits off the board where nobody can be."""
    codes = Counter(piece["code"] for piece in view["pool"][seat] if piece.get("status") != "late")
    if not codes:
        return []
    can_come = any(isinstance(order, Enter) for order in possible)
    title = "To bring on, an action each" if can_come else "Off the board"
    return [f"# {row}" for row in wrap(f"{title}: {codes_counted(codes)}", FORM_WIDTH)]


def _riders(riders: Mapping[str, Json], side: SeatName) -> list[str]:
    return [
        f"{label} {piece_called(piece)}{blocks_called(piece)}"
        for label, piece in by_label(riders)
        if piece["side"] == side
    ]


def _dead(view: Json) -> str:
    dead = {side: sum(view["eliminated"][side].values()) for side in SEATS}
    return f"Casualties: {', '.join(f'{of(side)} {count}' for side, count in dead.items())}."


# --- Forces --------------------------------------------------------------------------------------------------------


def _force(view: Json, side: SeatName) -> list[str]:
    standing = on_board(view, side)
    if not standing:
        return []
    by_name: dict[str, list[str]] = {}
    for name, piece in standing.items():
        blocks = str(piece.get("blocks") or "")
        called = f"{piece['code']}{blocks}" if piece.get("code") else _arm_called(piece) + blocks
        by_name.setdefault(called, []).append(name)
    order = list(kinds())
    groups = sorted(
        by_name.items(), key=lambda item: (order.index(item[0][:2]) if item[0][:2] in order else -1, item[0])
    )
    on_field = "; ".join(f"{called} {' '.join(squares)}" for called, squares in groups)
    return [f"{colour(side)} on the board ({len(standing)}): {on_field}"]


def _arm_called(piece: Json) -> str:
    return f"{'Prussian ' if piece['nation'] == 'PR' else ''}{ARMS[piece['arm']]}"


def _standing_orders(view: Json, seat: SeatName) -> list[str]:
    own = view["standing"].get(seat) or {}
    idle = _without_meaning(view, seat)
    said = [f"{what} {value}" for what, value in own.items() if what not in idle]
    changed = "to be changed at any time (see HELP ORDERS)"
    lines = [f"Your standing orders, {changed}: {', '.join(said)}"] if said else []
    lists = view["lists"].get(seat) or {}
    drafting = view["phase"] in ("setup", "draft")
    listed_cards = [f"{what} {' '.join(lists[what])}" for what in ("keep", "burn") if lists.get(what)]
    if drafting and listed_cards:
        lines.append(f"Your draft lists: {', '.join(listed_cards)}")
    plan = view["plans"].get(seat)
    if plan:
        lines.append(f"Your plan: {' '.join([plan['kind'], *plan['squares']])}")
    return lines


def _without_meaning(view: Json, seat: SeatName) -> frozenset[str]:
    """The standing orders that can change nothing: without cards, farms or Prussians (SWL-003); all in a pursuit."""
    if view["pursuit"]:
        return frozenset({"spirit", "advance", "own-tie", "farm-target", "prussians"})
    hand = view["cards"]["hands"].get(seat)
    spent = view["phase"] == "play" and isinstance(hand, list) and "FS" not in hand
    idle = {"spirit"} if view["options"]["version"] == "basic" or spent else set()
    if all(tile["kind"] != "FARM" for tile in view["tile_data"].values()):
        idle |= {"farm-target"}
    if seat != "red" or view["prussian_turn"] is None or view["grouchy"] == "never":
        idle |= {"prussians"}
    return frozenset(idle)


# --- What a seat could do ---------------------------------------------------------------------------------------------


def possible(rules: StrategoWaterloo, view: Json, seat: SeatName) -> list[Order]:
    """Every single action that the rules accept from the seat now, `end` left out.

    Which they are does not hang on what is imagined, so anything will do.
    """
    return actions(rules, rules.imagine(view, 0), seat)


def ways(rules: StrategoWaterloo, view: Json, seat: SeatName) -> dict[tuple[str, str], str]:
    """The squares from which guns would be attacked by ways with a bend, which the rules find; by start and target."""
    position = rules.imagine(view, 0)
    found = {}
    for order in actions(rules, position, seat):
        if not isinstance(order, Go) or len(order.path) > 2 or not _may_bend_before_a_gun(order, view):
            continue
        (verdict,) = rules.check(position, seat, (Line(1, text_of(order), order),)).verdicts
        if verdict.facts.get("path"):
            found[order.path[0], order.path[-1]] = verdict.facts["path"][-1]
    return found


def _may_bend_before_a_gun(order: Go, view: Json) -> bool:
    start, target = order.path[0], order.path[-1]
    piece = view["board"].get(target)
    return piece is not None and piece["arm"] == "a" and start[0] != target[0]


def actions(rules: StrategoWaterloo, position: Position, seat: SeatName) -> list[Order]:
    """Every single action that the rules accept from the seat in a position, `end` left out."""
    found = [line.order for orders in rules.legal(position, seat) for line in orders]
    return [order for order in found if not isinstance(order, End)]
