"""What a line of a Stratego Waterloo mail can say, once read: one Struct for each kind of order.

Squares are `E4`, piece codes `LN`, tiles `HOU` (own battlefields: `T1`), cards `RE`; all in capitals, as the grammar
gives them. Whether they exist and what the order comes to is for the rules to say.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from core.contract import Line, Orders


class Go(msgspec.Struct, frozen=True, tag=True):
    """`E4-E5xE6`, `move E4 E6`, `attack E4 E6 spirit then D6`: one piece moves or attacks (SWL-028, SWL-036, SWL-037).

    Two squares are start and end, more are a path square by square. `how` None: a move if the last square is empty.
    `piece` and `foe` are what the player calls the piece on the first square and the enemy on the last, if he does.
    """

    path: tuple[str, ...]
    how: Literal["move", "attack"] | None = None
    spirit: bool = False
    then: str | None = None
    piece: str = ""
    foe: str = ""


class Fire(msgspec.Struct, frozen=True, tag=True):
    """`fire E4 E7`, `fire C3 HOU`: a gun on a square, and its target, a square or a tile (SWL-065).

    `piece` and `foe` are what the player calls them, if he does.
    """

    gun: str
    target: str
    piece: str = ""
    foe: str = ""


class Enter(msgspec.Struct, frozen=True, tag=True):
    """`enter NE E1`, `enter PRUSSIAN L6`: a piece of the pool comes onto the board (SWL-091, SWL-R24)."""

    code: str
    square: str


class Rest(msgspec.Struct, frozen=True, tag=True):
    """`rest C7`, `rest CU C7`: weakened heavy cavalry leaves the board (SWL-077)."""

    square: str
    piece: str = ""


class Reconnoitre(msgspec.Struct, frozen=True, tag=True):
    """`card RE E7 F7`: the names of up to four pieces (SWL-139)."""

    squares: tuple[str, ...]


class Initiative(msgspec.Struct, frozen=True, tag=True):
    """`card IN E2-E3, F2-F4`: up to three moves (SWL-140)."""

    moves: tuple[Go, ...]


class Combined(msgspec.Struct, frozen=True, tag=True):
    """`card CA fire E4 E7, attack C6 C7`: an attack by infantry, one by cavalry, a shot (SWL-141)."""

    parts: tuple[Go | Fire, ...]


class Battery(msgspec.Struct, frozen=True, tag=True):
    """`card GB fire E4 E7, F4 F7`: shots by a group of guns (SWL-142)."""

    shots: tuple[Fire, ...]


class Take(msgspec.Struct, frozen=True, tag=True):
    """`take FS CA`: two cards from the discard stack (SWL-146)."""

    cards: tuple[str, ...]


class End(msgspec.Struct, frozen=True, tag=True):
    """`end`: the ply is over (SWL-026)."""


PlyAction: TypeAlias = Go | Fire | Enter | Rest | Reconnoitre | Initiative | Combined | Battery | Take | End


class When(msgspec.Struct, frozen=True, tag=True):
    """`if won: ...`, `if lost: ...`, `try ...` before a line of a ply."""

    condition: Literal["won", "lost", "try"]
    order: PlyAction


class Row(msgspec.Struct, frozen=True):
    """`4: LN FA .. CH`: one row of a drawn set-up, A to L; None is an empty square."""

    row: int
    squares: tuple[str | None, ...]


class Setup(msgspec.Struct, frozen=True, tag=True):
    """A drawn set-up, or `setup default` (SWL-009, SWL-016), with all the lines that belong to it.

    `reserve` None: what is not placed; `garrison`: codes and squares of those who start in a building (SWL-148).
    """

    default: bool = False
    rows: tuple[Row, ...] = ()
    reserve: tuple[str, ...] | None = None
    garrison: tuple[tuple[str, str], ...] = ()


class Keep(msgspec.Struct, frozen=True, tag=True):
    """`keep FS FS CA`: cards wanted in the draft, or the pick of a live draft (SWL-R51)."""

    cards: tuple[str, ...]


class Burn(msgspec.Struct, frozen=True, tag=True):
    """`burn GB IN`: cards to be put away in the draft (SWL-R51)."""

    cards: tuple[str, ...]


class Stand(msgspec.Struct, frozen=True, tag=True):
    """`stand spirit win 5`, `stand advance on`: a standing order (SWL-R41). `number` only goes with `win` and `any`."""

    what: Literal["spirit", "advance", "own-tie", "farm-target", "prussians"]
    value: str
    number: int | None = None


class Cut(msgspec.Struct, frozen=True, tag=True):
    """`cut V1 E9`: a rider of the victor and a fugitive (SWL-165)."""

    label: str
    square: str


class Charge(msgspec.Struct, frozen=True, tag=True):
    """`charge V3 R1`: an own rider against one of the enemy's (SWL-166)."""

    label: str
    other: str


class Save(msgspec.Struct, frozen=True, tag=True):
    """`save B8`: a fugitive leaves the board (SWL-168)."""

    square: str


class Retire(msgspec.Struct, frozen=True, tag=True):
    """`retire R2`: an own rider leaves the pursuit (SWL-169)."""

    label: str


class Stop(msgspec.Struct, frozen=True, tag=True):
    """`stop`: the pursuit is over, or the own plan (SWL-170, SWL-R62)."""


class Plan(msgspec.Struct, frozen=True, tag=True):
    """`plan auto`, `plan cut E9 F10`, `plan save B8`: what is done in the pursuit until further notice (SWL-R62)."""

    kind: Literal["auto", "cut", "save"]
    squares: tuple[str, ...] = ()


class Test(msgspec.Struct, frozen=True, tag=True):
    """`test`: the mail is only checked."""


class Resign(msgspec.Struct, frozen=True, tag=True):
    """`resign` (SWL-103)."""


class OfferDraw(msgspec.Struct, frozen=True, tag=True):
    """`offer draw` (SWL-103)."""


class AcceptDraw(msgspec.Struct, frozen=True, tag=True):
    """`accept draw` (SWL-103)."""


PlyOrder: TypeAlias = PlyAction | When
PursuitOrder: TypeAlias = Cut | Charge | Save | Retire | Stop | Plan | End
ListOrder: TypeAlias = Keep | Burn
TalkOrder: TypeAlias = Stand | Resign | OfferDraw | AcceptDraw | Test
Order: TypeAlias = PlyOrder | Setup | PursuitOrder | ListOrder | TalkOrder


# --- Orders as text -----------------------------------------------------------------------------------------------


def numbered(orders: Sequence[Order]) -> Orders:
    """The orders as the lines of a mail, counted from 1; a drawn set-up takes as many numbers as it has lines."""
    lines = []
    number = 1
    for order in orders:
        text = text_of(order)
        lines.append(Line(number, text, order))
        number += text.count("\n") + 1
    return tuple(lines)


def text_of(order: Order) -> str:
    """An order in its usual form: `E4-E5xE6`, `fire C3 HOU`; a drawn set-up has a line for each of its rows."""
    match order:
        case When(condition, inner):
            return f"{'try' if condition == 'try' else f'if {condition}:'} {text_of(inner)}"
        case Go():
            return _written_go(order)
        case Fire():
            return " ".join(word for word in ("fire", order.piece, order.gun, order.foe, order.target) if word)
        case Enter(code, square):
            return f"enter {code} {square}"
        case Rest(square, piece):
            return f"rest {piece} {square}" if piece else f"rest {square}"
        case Reconnoitre(squares):
            return f"card RE {' '.join(squares)}"
        case Initiative(moves):
            return f"card IN {', '.join('-'.join(move.path) for move in moves)}"
        case Combined(parts):
            return f"card CA {', '.join(map(text_of, parts))}"
        case Battery(shots):
            return f"card GB fire {', '.join(f'{shot.gun} {shot.target}' for shot in shots)}"
        case Setup():
            return "\n".join(written_setup(order))
        case Take(cards) | Keep(cards) | Burn(cards):
            return f"{type(order).__name__.lower()} {' '.join(cards)}"
        case Stand(what, value, number):
            return " ".join(["stand", what, value, *([] if number is None else [str(number)])])
        case Cut(label, square):
            return f"cut {label} {square}"
        case Charge(label, other):
            return f"charge {label} {other}"
        case Save(square):
            return f"save {square}"
        case Retire(label):
            return f"retire {label}"
        case Plan(kind, squares):
            return " ".join(["plan", kind, *squares])
    return {OfferDraw: "offer draw", AcceptDraw: "accept draw"}.get(type(order), type(order).__name__.lower())


def written_setup(order: Setup) -> list[str]:
    """A set-up as it is typed, a line each. No blank behind a row's number: copied rows are known by their words."""
    lines = ["setup default" if order.default else "setup"]
    lines += [f"{row.row}:{' '.join(code or '..' for code in row.squares)}" for row in order.rows]
    if order.reserve is not None:
        lines.append(f"reserve: {' '.join(order.reserve) or 'none'}")
    if order.garrison:
        lines.append(f"garrison: {', '.join(f'{code} {square}' for code, square in order.garrison)}")
    return lines


def _written_go(order: Go) -> str:
    suffix = (" spirit" if order.spirit else "") + (f" then {order.then}" if order.then else "")
    piece, foe = f"{order.piece} " if order.piece else "", f" {order.foe}" if order.foe else ""
    if order.how == "attack":
        return f"attack {piece}{'-'.join(order.path[:-1])}x{order.path[-1]}{foe}{suffix}"
    return f"{'move ' if order.how else ''}{piece}{'-'.join(order.path)}{suffix}"
