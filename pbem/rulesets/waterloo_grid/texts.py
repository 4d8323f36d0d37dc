"""What a player of Waterloo on a grid is told about the game, its orders, its options, and what cannot be."""

from __future__ import annotations

from core.contract import BadOption, BadPosition, Options
from pbem.rulesets.sentences import bad_option, bad_position

TITLE = "Waterloo on a grid"

_ABOUT = (
    "18 June 1815 on 120 cells: Red is the Allied army, Blue the French, and Blue begins. Your turn opens with five "
    "dice whose faces are I, I, C, A, X and blank. Each I wakes an infantry unit, each C a cavalry unit, each A a "
    "battery; a unit that is awake moves, turns and fires with its action points (infantry 2, heavy cavalry 3, light "
    "cavalry 4, artillery 1). Then every stack that faces an enemy in the next cell fights until one side runs or "
    "dies. The same dice decide losses: a face kills where it matches the target's arm, and every X drives the target "
    "back a cell, over farms, villages and woods, pushing friends behind it; a stack with nowhere to go is lost. "
    "Infantry in a walled farm needs two I for a loss and two X for a step. Lost bases come back as new units, for "
    "Red cheaply on three roads, for Blue for {price} on one road. Who at the end of a turn stands in all four village "
    "cells and in two of the four farms has won. One mail a turn is enough; no orders are ever asked of the side whose "
    "turn it is not."
)
ABOUT = _ABOUT.format(price="two dice")


def brief(options: Options) -> str:
    """A paragraph on how a game with these options is played."""
    price, limit = {"1": "one die", "2": "two dice"}[str(options["blue_entry_dice"])], options["turn_limit"]
    return _ABOUT.format(price=price) + (f" {_count(options)}" if limit else "")


def _count(options: Options) -> str:
    """How a game with a limit of turns ends, as a sentence."""
    more, bases, ties = options.get("blue_points"), options.get("blue_bases"), options.get("ties") == "share"
    blue = f", and Blue has {more} more" if more else ""
    given = f", Blue's being counted as {bases} more" if bases else ""
    equal = f"; where that is equal, who has kept the larger share of his bases wins{given}" if ties else ""
    if bases and not ties:
        equal = f"; where that is equal, who has more bases on the board wins{given}"
    return f"After {options['turn_limit']} turns of both sides villages and farms are counted{blue}{equal}."


ORDER_HELP = """\
An order names a unit and what it does, in one line; it costs one die of its
arm, and it is all that the unit does in this turn. Actions:

  I2 f2                    two cells forward (or: I2 forward 2, I2 f f)
  H1 right charge 2        turns right, then charges: two cells into contact
  L1 left f3 about         also: face e, instead of left, right and about
  A2 fire F5               a shot, or a volley of infantry
  I4 fire D5 fire D5       two volleys
  G1 square                forms square; line e leaves it, facing east
  I6 hold                  takes a die and stays

A unit that stands in several cells, or faces several ways, is ordered in
parts: letters of its bases and a colon, or @ and a cell; the flag is base f.

  I3 bc: f, fa: hold       b and c march on
  I5 @K4: left f           all its bases in K4
  I6 fire n:E4 w:D6        from a square, one shot a side
  I6 fire a:E4 b:D6        base by base, where its bases face several ways

Two tries, lost units, and the end of the turn:

  I1 charge 2 or f1        the second where the first is impossible by then
  enter I at X3 facing w   a new unit from your losses
  place I3 H2              takes dice for units that get orders later
  fights E5 D4             whose fights come first, by attacking cell
  end                      closes the turn, and the fighting begins

The first mail of a turn takes the dice for its orders, place and enter lines;
what it does not take is lost. Without "end" the turn stays open: you are
shown what came of it, and may order the other units that you placed.

  turn 4                   first line: refuse this mail if it is not turn 4
  test                     first line: judge this mail, and play nothing

At any time, your turn or not:

  draw                     offers a draw, or agrees to one
  resign                   gives the game up
  claim                    takes the win of an opponent who is silent
  show                     mails you the position

Units may be written with their side's letter or without: BI2 or I2. Capitals
make no difference, and what stands behind a # is not read."""

OPTION_HELP = {
    "scenario": "standard: the armies of the day; lambert: Red has one more brigade, in Mont-St-Jean.",
    "charge_bonus": "on: a charge rolls one die more in its first attack; off: it does not.",
    "small_farms": "walled: Papelotte and La Belle Alliance are walled like the large farms; open: they give the cover "
    "of a village, and losses there are not halved.",
    "advance_fire": "no: infantry that steps up to an enemy charges and cannot fire; volley: it may step up and fire, "
    "which is then no charge.",
    "passive_attacks": "yes: stacks of the side not in turn also attack the enemy they face; no: they wait for their "
    "own turn.",
    "cover_vs_cavalry": "plain: infantry in cover meets cavalry as in the open; steady: in a village, wood or farm it "
    "forms no square and loses no die to cavalry.",
    "double_fire": "yes: infantry may spend both its action points on fire; no: each base fires once a turn.",
    "garrison": "any: every arm may enter villages and farms; infantry: only infantry may.",
    "hold": "bases: a village cell or farm counts while bases stand in it; last: it counts for the side that stood in "
    "it last.",
    "blue_entry_dice": "how many dice Blue pays for a unit that comes back: 2 or 1.",
    "turn_limit": "the game ends after this many turns of both sides, and villages and farms are counted; 0: never.",
    "blue_points": "points that Blue has more than the field gives it when they are counted; a handicap of ours.",
    "blue_bases": "bases that Blue has more than there are on the board where points are equal; a handicap of ours.",
    "ties": "who wins where points are equal; bases: who has more bases on the board; share: who has more of "
    "those on it that it began with, a rule of ours.",
}


def say_bad_option(error: BadOption) -> str:
    """A sentence on an option that cannot be had."""
    return bad_option(error, "Waterloo on a grid", "{name}={value} does not go with {other}")


def say_bad_position(error: BadPosition) -> str:
    """A sentence on a position that cannot be: where in the JSON, and why."""
    return bad_position(error, BAD_POSITIONS)


BAD_POSITIONS = {
    "no_such_unit": "{unit} is no unit; one is called RI3 or BH2 (WGR-005)",
    "too_many": "{seat} has more units and flags than the {most} there can be",
    "bad_group": "bases are written as cell:bases:facing, like F4:fa:s (WGR-006)",
    "bad_letter": "{unit} is a battery and has no base {letter} (WGR-005)",
    "letter_twice": "base {letter} of {unit} stands in two places (WGR-005)",
    "square": "{unit} is not infantry, which alone forms square (WGR-006)",
    "two_sides": "{unit} and the enemy both stand in {cell} (WGR-007)",
    "two_arms": "{unit} stands in {cell} with another arm (WGR-007)",
    "capacity": "there are more bases in {cell} than the {room} it holds (WGR-008)",
    "no_flag": "{unit} has no flag base, which is the last to die (WGR-110)",
    "battery": "the bases of {unit} stand in different cells (WGR-015)",
    "facing": "the bases of {unit} in one cell face different ways (WGR-011)",
    "no_such_class": "{kind} is no class of bases here (WGR-111)",
    "number": "{number} is too low; it is {least} at least",
    "no_such_cell": "there is no cell {cell} (WGR-001)",
    "no_charge": "a charge from {cell} that way leads off the board (WGR-045)",
    "dice": "the dice of a turn are five or none, not {count} (WGR-021)",
    "not_placed": "{unit} cannot be here: it is not alive, or has no die in this turn (WGR-141)",
    "not_held": "this belongs to games with hold=last (WGR-R58)",
    "no_objective": "{cell} is neither a village cell nor a farm (WGR-132)",
    "missing": "a game that is over has an outcome",
    "not_over": "a game has an outcome only in phase over",
    "other_end": "a game that ends like this ({reason}) has another winner or clause",
}
