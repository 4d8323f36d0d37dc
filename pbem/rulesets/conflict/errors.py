"""Options of Conflict that cannot be had and positions that cannot be, in sentences."""

from __future__ import annotations

from core.contract import BadOption, BadPosition
from pbem.rulesets.sentences import bad_option, bad_position


def say_bad_option(error: BadOption) -> str:
    """A sentence on an option that cannot be had."""
    return bad_option(error, "Conflict", "{name}={value} does not go with {other}")


def say_bad_position(error: BadPosition) -> str:
    """A sentence on a position that cannot be: where in the JSON, and why."""
    return bad_position(error, BAD_POSITIONS)


BAD_POSITIONS = {
    "no_such_seat": "this game has no seat {seat}",
    "no_such_piece": "there is no piece {piece} (CON-010)",
    "no_such_place": "{place} is neither a square nor one of START, RESERVE, RETIRED and HELD: with a seat (CON-011)",
    "no_heir": "{seat} cannot leave anything to this seat (CON-089)",
    "out": "{seat} is out of the game",
    "owner_out": "{piece} cannot be in play, as {seat} is out (CON-085)",
    "nothing_left": "{seat} has no piece left, and would be out (CON-088)",
    "held_by_owner": "{seat} cannot hold its own {piece} (CON-068)",
    "wrong_terrain": "{piece} cannot stand on {place}, which is {terrain} (CON-003 to 006)",
    "two_on_one_square": "{piece} and {other_seat}'s {other} both stand on {place}, which holds one piece (CON-009)",
    "nobody_in_turn": "there can be dice only with a seat in turn",
    "no_chain": "a throw follows another only after a double (CON-096)",
    "not_owed": "throw {throw} cannot be the one that is owed; that is throw {owed}",
    "no_pacts": "there are no pacts in this game (CON-101)",
    "two_pacts": "a pact joins two different seats, and nobody has two (CON-R38)",
    "not_in_pact": "{seat} is not a member of this pact (CON-R38)",
    "no_proposal": "a pact is proposed by one seat to another, once (CON-R38)",
    "not_concerned": "{seat} has no part in this proposal (CON-R38)",
    "over": "too few players are left: the phase is over (CON-106)",
    "other_end": "the game cannot have ended like this with the players that are left ({reason})",
    "not_over": "a game has an outcome only in phase over",
    "missing": "this must be given in this phase",
}
