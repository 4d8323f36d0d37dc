"""The answers to order lines for Stratego Waterloo: what was understood, what is left out, what is refused.

The report prints the number and the text of the line beside it. Not for: why a line is refused, which is `refusals.py`;
what happened in the battle, which is `narration.py`.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from core.contract import Json, Line, Status, Verdict
from core.rulesets.stratego_waterloo.orders import (
    AcceptDraw,
    Battery,
    Burn,
    Charge,
    Combined,
    Cut,
    End,
    Enter,
    Fire,
    Go,
    Initiative,
    Keep,
    OfferDraw,
    Plan,
    Reconnoitre,
    Resign,
    Rest,
    Retire,
    Save,
    Setup,
    Stand,
    Stop,
    Take,
    Test,
    When,
    text_of,
)
from pbem.rulesets.contract import Said
from pbem.rulesets.sentences import cited, listed

from .board import CARDS, DRAFT_ORDER, before_a_gun, codes_counted, kinds, tile_title
from .refusals import refused

Facts = Json


def say_verdict(verdict: Verdict, line: Line | None, view: Json) -> Said:
    """The answer to one order line, or to the whole set where `line` is None."""
    if verdict.status is Status.OK:
        return _accepted(verdict.facts, line, view)
    if verdict.status is Status.VOID:
        return _not_carried_out(verdict, view)
    sentence = refused(verdict.code or "E-SYNTAX", verdict.facts, line, view)
    done = _done(verdict.facts)
    return Said("which?" if verdict.status is Status.ASKED else "no", f"{sentence}{cited(verdict.clauses)}.{done}")


def _done(facts: Facts) -> str:
    """What stood when a line turned out to be impossible; nothing for a line that was refused before anything began."""
    if "executed" not in facts:
        return ""
    executed, left = facts["executed"], facts.get("left")
    above = (
        "Nothing above it was"
        if not executed
        else "1 line above it was"
        if executed == 1
        else f"{executed} lines above it were"
    )
    actions = "" if left is None else f"; {left} {'action' if left == 1 else 'actions'} left"
    return f" {above} carried out{actions}."


# --- What is accepted -----------------------------------------------------------------------------------------------


def _accepted(facts: Facts, line: Line | None, view: Json) -> Said:
    order = line.order if line is not None else None
    mended = line is not None and line.read_as is not None
    return Said("ok, read as" if mended else "ok", _reading(order, facts, view))


def _reading(order: Any, facts: Facts, view: Json) -> str:
    match order:
        case When(condition, inner):
            return f"{CONDITIONS[condition]}: {_reading(inner, facts, view)}"
        case Go():
            return _going(order, facts, view)
        case Fire(gun, target):
            return _firing(gun, target, facts, view)
        case Enter(code, square):
            called = "a Prussian piece" if code == "PRUSSIAN" else facts.get("code") or code
            return f"{called} comes onto the board at {square}"
        case Rest(square):
            return f"{facts.get('code') or 'it'} leaves the board from {square} to rest, free of charge"
        case Reconnoitre(squares):
            return f"{CARDS['RE']}: you look at {listed(squares)}, and the rest of your ply waits for your next mail"
        case Initiative(moves):
            return f"{CARDS['IN']}: {listed(['-'.join(move.path) for move in moves])}, one action in all"
        case Combined(parts):
            return f"{CARDS['CA']}: {listed(map(text_of, parts))}, one action in all"
        case Battery(shots):
            return f"{CARDS['GB']}: {listed([f'{shot.gun} at {shot.target}' for shot in shots])}, one action in all"
        case Take(cards):
            return f"you take {listed([CARDS.get(card, card) for card in cards])}"
        case Setup():
            return _set_up(order, facts)
        case Keep(cards):
            return (
                f"you take {cards[0]}"
                if _picking(view)
                else f"in the draft you take, in this order, {' '.join(cards)}, and then what is there first of {USUAL}"
            )
        case Burn(cards):
            return (
                f"you put {cards[0]} away"
                if _picking(view)
                else f"in the draft you put away first of all {' '.join(cards)}, and where none of these is left what "
                f"is there first of {USUAL}; kinds on your keep list go last, from its end"
            )
        case Stand():
            return f"standing order: {_standing(order)}"
        case OfferDraw():
            return _offering(view)
        case Cut(label, square):
            return f"{label} cuts down the fugitive on {square}"
        case Charge(label, other):
            return f"{label} charges {other}"
        case Save(square):
            return f"the fugitive on {square} gets away"
        case Retire(label):
            return f"{label} leaves the pursuit for good"
        case Plan(kind, squares):
            return f"plan: {PLANS[kind]}{' ' + ' '.join(squares) if squares else ''}"
    return next((words for kind, words in _READINGS if isinstance(order, kind)), "accepted")


USUAL = " ".join(DRAFT_ORDER)  # SWL-R51
# Said of a line that is tried by CHECK and of one that was carried out alike.
CONDITIONS = {"try": "tried", "won": "after a win", "lost": "after a loss"}


def _offering(view: Json) -> str:
    """`offer draw` where the other side has offered one accepts it (SWL-103)."""
    if view["draw_offer"] not in (None, view["seat"]):
        return "you accept the draw"
    return "you offer a draw already" if view["draw_offer"] else "you offer a draw"


_READINGS: tuple[tuple[type, str], ...] = (
    (End, "ends the ply"),
    (Stop, "it stops here"),
    (Test, "this mail is only tried out"),
    (Resign, "you resign"),
    (AcceptDraw, "you accept the draw"),
)
PLANS = {
    "auto": "the usual policy acts for you until further notice",
    "cut": "these are cut down one after the other:",
    "save": "these are saved one after the other:",
}


def _picking(view: Json) -> bool:
    return bool(view["phase"] == "draft")


def _going(order: Go, facts: Facts, view: Json) -> str:
    piece, path = facts.get("code") or "it", list(facts.get("path") or order.path)
    found = " (the way found for you)" if len(order.path) == 2 and _bends([*path, order.path[-1]]) else ""
    if facts.get("action") == "attack":
        spirit = " with Fighting Spirit" if order.spirit else ""
        return f"{piece} {'-'.join(path)} attacks {facts['to']}{spirit}{found}{_doomed(piece, path[-1], facts, view)}"
    return f"{piece} moves {'-'.join(path) if _bends(path) else f'{path[0]}-{path[-1]}'}"


def _doomed(piece: str, assault: str, facts: Facts, view: Json) -> str:
    """What everybody can see of an attack on a gun from its front."""
    if not before_a_gun(view, assault, facts["to"]):
        return ""
    stays = view["options"]["li-front"] == "repulse" and piece in kinds() and kinds()[piece].kind == "LIGHT"
    return " - from a gun's front, where it can only stay before it" if stays else " - from a gun's front: it is lost"


def _bends(path: list[str]) -> bool:
    return len({square[0] for square in path}) > 1 and len({square[1:] for square in path}) > 1


def _firing(gun: str, target: str, facts: Facts, view: Json) -> str:
    piece = facts.get("code_of_gun") or "the gun"
    if facts.get("what") == "tile":
        return f"{piece} on {gun} fires at {tile_title(view, facts['tile'])}"
    known = facts.get("code")
    warned = " - which is light infantry: it will take no harm" if facts.get("warning") == "light" else ""
    return f"{piece} on {gun} fires at {f'{known} on ' if known else ''}{target}{warned}"


def _set_up(order: Setup, facts: Facts) -> str:
    held = codes_counted(Counter(facts["reserve"]))
    usual = " in the usual formation" if order.default else ""
    return f"{facts['placed']} pieces are set up{usual}, {f'in reserve {held}' if held else 'no reserve'}"


def _standing(order: Stand) -> str:
    match order.what, order.value:
        case "spirit", "off":
            return "Fighting Spirit is never played in defence"
        case "spirit", "leaders":
            return "Fighting Spirit is played in defence for a Commander alone"
        case "spirit", "win":
            return f"Fighting Spirit wins a tie for a defender of strength {order.number} or more"
        case "spirit", _:
            return (
                f"Fighting Spirit wins a tie, or makes one of a loss, for a defender of strength {order.number} or more"
            )
        case "advance", value:
            return f"a defender who wins by the die {'takes the square of the attack' if value == 'on' else 'stays'}"
        case "own-tie", value:
            return f"of two equal friends in a frenzy {OWN_TIES[value]}"
        case "farm-target", value:
            return f"a frenzy in a farm goes on {FARM_TARGETS[value]}"
    return "the Prussians wait" if order.value == "hold" else "the Prussians come when they can"


OWN_TIES = {
    "auto": "a Commander survives, else the one that was met",
    "mover": "the frenzied one survives",
    "other": "the one that was met survives",
}
FARM_TARGETS = {
    "low": "at the lowest square",
    "high": "at the highest square",
    "strong": "at the strongest enemy that is known",
}


# --- What is not carried out ----------------------------------------------------------------------------------------


def _not_carried_out(verdict: Verdict, view: Json) -> Said:
    if verdict.code == "tried":
        error = verdict.facts["error"]
        why = refused(error["error"], error, None, view)
        return Said("-", f"left out: {why}{cited(error['clauses'])}.")
    return Said("-", f"{VOIDS.get(verdict.code or 'rejected', VOIDS['rejected'])}.")


VOIDS = {
    "rejected": "not carried out, as another line of this mail cannot stand",
    "condition": "not carried out: its condition is not met",
    "only_parsed": "carried out only if the attack or shot above fails",
    "stopped": "not carried out, as a line above it had become impossible",
    "scouted": "not carried out: first look at what the Reconnaissance has found",
    "after_end": "not looked at: the ply ended above",
    "over": "not looked at: the battle is over",
    "test": "only tried out",
}
