"""Standing orders (`stand`) and the wishes for the draft (`keep`, `burn`). They count from the mail that brings them.

Not for: what they do in a fight or a draft, nor their JSON.
"""

from core.rulesets.stratego_waterloo.draft import CARDS as CARD_NAMES
from core.rulesets.stratego_waterloo.draft import MOST_WISHED
from core.rulesets.stratego_waterloo.orders import Burn, Keep, Stand

from libc.stdint cimport uint8_t

from core.rulesets.stratego_waterloo.board cimport RED, Variant
from core.rulesets.stratego_waterloo.field cimport (
    SPIRIT_ANY, SPIRIT_LEADERS, SPIRIT_OFF, SPIRIT_WIN, TARGET_HIGH, TARGET_LOW, TARGET_STRONG, TIE_AUTO, TIE_MOVER,
    TIE_OTHER, Field,
)

VALUES = {
    "spirit": {"leaders": SPIRIT_LEADERS, "off": SPIRIT_OFF, "win": SPIRIT_WIN, "any": SPIRIT_ANY},
    "advance": {"off": 0, "on": 1},
    "own-tie": {"auto": TIE_AUTO, "mover": TIE_MOVER, "other": TIE_OTHER},
    "farm-target": {"low": TARGET_LOW, "high": TARGET_HIGH, "strong": TARGET_STRONG},
    "prussians": {"come": 0, "hold": 1},
}
CLAUSES = {
    "spirit": "SWL-R41", "advance": "SWL-R31", "own-tie": "SWL-R33", "farm-target": "SWL-R35", "prussians": "SWL-109",
}
WITH_NUMBER = ("win", "any")
STRENGTHS = range(1, 7)  # K of `win K`: printed strengths


cdef object fault(Variant variant, const Field* field, int seat, order):
    """Why a `stand`, `keep` or `burn` cannot be taken: code, clause and facts; None where it can."""
    if isinstance(order, Stand):
        return fault_of_standing(seat, order)
    return fault_of_list(variant, order)


cdef object fault_of_standing(int seat, order):
    facts = {"what": order.what, "value": order.value, "number": order.number}
    clause = CLAUSES.get(order.what, "SWL-R41")
    if order.value not in VALUES.get(order.what, {}):
        return "E-STAND", clause, {**facts, "why": "value"}
    if (order.number is not None) != (order.value in WITH_NUMBER):
        return "E-STAND", clause, {**facts, "why": "number"}
    if order.number is not None and order.number not in STRENGTHS:
        return "E-STAND", clause, {**facts, "why": "number"}
    if order.what == "prussians" and seat != RED:
        return "E-STAND", clause, {**facts, "why": "seat"}
    return None


cdef object fault_of_list(Variant variant, order):
    unknown = [card for card in order.cards if card not in CARD_NAMES]
    if unknown:
        return "E-LIST", "SWL-131", {"what": "card", "cards": unknown}
    if not order.cards or len(order.cards) > MOST_WISHED:
        return "E-LIST", "SWL-R51", {"what": "length", "most": MOST_WISHED, "count": len(order.cards)}
    if not variant.law.has_cards:
        return "E-LIST", "SWL-003", {"what": "no_cards"}
    return None


cdef void take(Field* field, int seat, order) except *:
    """Carry out a `stand`, `keep` or `burn` that has no fault."""
    cdef int value
    if isinstance(order, (Keep, Burn)):
        write_list(field, seat, isinstance(order, Keep), order.cards)
        return
    value = VALUES[order.what][order.value]
    if order.what == "spirit":
        field.spirit[seat], field.spirit_from[seat] = value, order.number or 0
    elif order.what == "advance":
        field.advance[seat] = value
    elif order.what == "own-tie":
        field.own_tie[seat] = value
    elif order.what == "farm-target":
        field.farm_target[seat] = value
    else:
        field.hold = value


cdef void write_list(Field* field, int seat, bint keeps, cards) except *:
    cdef uint8_t* entry = &field.keep[seat][0] if keeps else &field.burn[seat][0]
    cdef int at
    for at, card in enumerate(cards):
        entry[at] = CARD_NAMES.index(card)
    if keeps:
        field.keep_count[seat] = len(cards)
    else:
        field.burn_count[seat] = len(cards)
