"""The battles that a position asks for, in the words of `core.contract.Battle`: HD-086, HD-089, HD-091 and HD-092."""

from core.contract import ATTACKER, DEFENDER, Battle as Asked, Force
from core.rulesets.hundred_days.campaign import TERRAINS

from core.rulesets.hundred_days.field cimport (
    ASKED, MOST_BATTLES, NONE, Battle, Column, Law, State, present, side_of, strength,
)
from core.rulesets.hundred_days.linked cimport general_of, hours_of
from core.rulesets.hundred_days.position cimport Position

TIRED = 4  # fatigue from which a column enters with nine tenths of its numbers (HD-091)


def asked_of(Position position):
    """The battles that are asked for and have no result yet, in the order of beginning."""
    cdef State* state = &position.state
    cdef int at
    found = [
        (state.battle[at].number, at)
        for at in range(MOST_BATTLES) if state.battle[at].used and state.battle[at].linked == ASKED
    ]
    return tuple([request(position, at) for _, at in sorted(found)])


cdef object request(Position position, int at):
    cdef State* state = &position.state
    cdef const Law* law = &position.variant.law
    cdef const Battle* battle = &state.battle[at]
    ground = "open"
    if battle.terrain and battle.place != NONE:
        ground = TERRAINS[law.terrain[battle.place]]
    return Asked(
        id=f"B{battle.number}",
        ruleset=position.variant.options["rules"],
        ground=ground,
        hours=hours_of(law, battle),
        forces=tuple([force(position, at, column) for column in concerned(state, at)]),
        seats={
            ATTACKER: commanders(position, at, battle.attacker), DEFENDER: commanders(position, at, 1 - battle.attacker)
        },
    )


cdef list concerned(const State* state, int at):
    """The columns that are in a battle, or would come to it."""
    cdef int column
    return [
        column for column in range(state.columns)
        if present(&state.column[column]) and (
            state.column[column].battle == at or state.column[column].comes and state.column[column].comes_to == at
        )
    ]


cdef object force(Position position, int at, int column):
    cdef State* state = &position.state
    cdef const Column* one = &state.column[column]
    cdef int of_ten = 9 if one.fatigue >= TIRED else 10
    code = position.code(column)
    heavy = any([force.heavy for force in position.variant.campaign.forces if force.code == code])
    return Force(
        code=code,
        side=ATTACKER if side_of(&position.variant.law, one) == state.battle[at].attacker else DEFENDER,
        foot=one.foot * of_ten // 10,
        horse=one.horse * of_ten // 10,
        guns=one.guns * of_ten // 10,
        quality=one.quality,
        strength=strength(one),
        heavy=heavy,
        general=general_of(&position.variant.law, state, at, column),
        comes=one.comes,
    )


cdef tuple commanders(Position position, int at, int side):
    """The seats of a side there, that with most men first; behind them the commanders-in-chief of their armies."""
    cdef State* state = &position.state
    cdef const Law* law = &position.variant.law
    cdef int column, seat, chief
    men, chiefs = {}, []
    for column in range(state.columns):
        if state.column[column].battle != at or side_of(law, &state.column[column]) != side:
            continue
        seat = state.person[state.column[column].person].seat
        men[seat] = men.get(seat, 0) + state.column[column].foot + state.column[column].horse
        chief = state.person[law.chief[state.column[column].army]].seat
        chiefs.append(chief)
    ranked = sorted(men, key=lambda each: (-men[each], each))
    return tuple([position.variant.seats[seat] for seat in dict.fromkeys([*ranked, *chiefs])])


def shown_to(Position position, seat):
    """The requests that a seat is named in, with those who come to its own side alone (HD-092)."""
    shown = []
    for battle in asked_of(position):
        for side, seats in battle.seats.items():
            if seats[0] == seat:
                shown.append({
                    "id": battle.id,
                    "ruleset": battle.ruleset,
                    "side": side,
                    "ground": battle.ground,
                    "hours": battle.hours,
                    "forces": [
                        {"column": each.code, "side": each.side, "comes": each.comes}
                        for each in battle.forces if not each.comes or each.side == side
                    ],
                })
    return shown
