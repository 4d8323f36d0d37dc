"""Options of Waterloo (1895) that cannot be had and positions that cannot be, in sentences."""

from __future__ import annotations

from core.contract import BadOption, BadPosition
from pbem.rulesets.sentences import bad_option, bad_position


def say_bad_option(error: BadOption) -> str:
    """A sentence on an option that cannot be had."""
    return bad_option(error, "Waterloo (1895)", "{name}={value} means nothing in a game with {other}; leave it out")


def say_bad_position(error: BadPosition) -> str:
    """A sentence on a position that cannot be: where in the JSON, and why."""
    return bad_position(error, BAD_POSITIONS)


BAD_POSITIONS = {
    "no_such_piece": "there is no piece {piece} in this game",
    "no_such_spot": "there is no spot {spot} on the board",
    "two_on_one_spot": "{piece} and {other} both stand on {spot}, and a spot holds one piece (W95-002)",
    "nobody": "no piece is on the board",
    "on_the_board": "{piece} cannot have been captured, as it stands on the board (W95-009)",
    "no_such_army": "no army {army} takes part in this game",
    "no_such_seat": "this game has no seat {seat}",
    "no_setup": "the children's game has no set-up (W95-111)",
    "not_all": "throws are played only when every army is posted (W95-016)",
    "all": "with every army posted the phase is play",
    "not_whole": "army {army} must have all its pieces on the board if it is posted, and none if it is not (W95-016)",
    "not_the_order": "turns do not go round in the order {order} (W95-091)",
    "nobody_in_turn": "there can be a throw only in phase play, with an army in turn",
    "no_chain": "throws follow one another only with throws=chain, each but the last with equal dice (W95-137)",
    "not_over": "a game has an outcome only in phase over",
    "missing": "this must be given in this phase",
}
