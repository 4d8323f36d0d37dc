"""What a player of the Waterloo Wargame is told about the game, its orders and its options."""

from __future__ import annotations

import re

from core.contract import Options

TITLE = "The Waterloo Wargame"

_ABOUT = (
    "18 June 1815 on an open field of 7,000 by 5,000 yards without squares: Napoleon moves first, then Wellington, "
    "{turns} of a quarter of an hour from 11:30. A turn moves up to {cap},000 men and all guns: infantry 200 yards, "
    "cavalry 400, by road more; a gun 100, or it fires. Then one side's shots and attacks are carried out in the order "
    "in which they are written. One gun drives infantry or cavalry in the open back 100 yards for each point of a die, "
    "two destroy infantry, and cavalry that does not evade; guns fight duels, and a garrison loses a piece by 10 or "
    "more of two dice. Pieces that touch may fight: thousands of men, 1 for the attacker, 1 or 2 for flank or "
    "rear, 5 for a garrison in Hougoumont, La Haye Sainte or Papelotte, 5 for a General within 300 yards, and a die "
    "a side, or two if a General counts; the lower sum loses its largest piece, a group that wins its smallest, and "
    "in a draw nobody falls. Who has made the enemy lose {target},000 men and has lost less himself wins at once; "
    "if Napoleon has not done it by the end of turn {last}, the Prussians are there and Wellington has won. Nothing "
    "is asked of the side that is not moving: what its pieces do when they are attacked follows its standing "
    "orders, sent at any time."
)
ABOUT = _ABOUT.format(turns="20 turns", last=20, cap=10, target=30)
_GUNS = frozenset({"gun_loss", "fire_arc", "two_guns_on_gun"})


def idle(options: Options) -> frozenset[str]:
    """The options that mean nothing where there are no guns."""
    return _GUNS if options["scenario"] == "no-guns" else frozenset()


def brief(options: Options) -> str:
    """A paragraph on how a game with these options is played."""
    last = options["turns"]
    turns = f"{last} turns" if last > 1 else "one turn"
    return _ABOUT.format(turns=turns, last=last, cap=options["move_cap"], target=options["target"])


ORDER_HELP = """\
One order a line. A piece is named by its code or key number: SIM or F13.
Distances are yards, bearings degrees from north or N, NNE, NE ... NNW.

  MOVE MIL FORWARD 400       also BACK, LEFT, RIGHT: it keeps its facing
  MOVE BOU NNE 120           or 23 120; MAX for as far as it can
  MOVE BAC TOWARD LHS MAX    or TO 3600,2200; LHS is a place
  MOVE DON TO CONTACT BYL    straight until it touches an enemy
  MOVE SIM ROAD CHA N 500    along a road, if it stands totally on it
  MOVE BOU 350 120 THEN ROAD CHA N 200
  TURN DOM TO 90             or TURN DOM FACE LHS, AROUND, RIGHT 45
  WHEEL MAR LEFT 20          about its front left corner
  GENERAL TO FRI             your General joins another piece

Shots and attacks, carried out in this order after all moves:

  FIRE NOU, SAL AT BYL       two guns destroy, one drives back
  FIRE WBT AT HOU            at a strongpoint's garrison
  ATTACK KEM WITH QUI, BOU   up to 5,000 men that touch one another
  ATTACK HOU WITH BAU, SOY ADVANCE BAU DRAW RETREAT
                             a strongpoint: up to 10,000; the winner may
                             advance; after a draw HOLD (usual) or RETREAT

Standing orders, at any time; they last until they are changed:

  STAND EVADE ALL NEVER      cavalry: ALWAYS, WEAK (usual), NEVER
  STAND SUPPORT YG1 WITH YG2 or AUTO (usual), NONE
  STAND DRAW ALL RETREAT     after a drawn defence; usual: HOLD
  STAND RETREAT MIL BEARING S   or AWAY (usual)
  STAND GENERAL FALLBACK FRI    where he goes if his carrier falls

  TURN 6                     refuse this mail if it is not turn 6
  PREVIEW                    judge these orders, and play nothing
  PASS                       the turn without (more) orders
  MAP LHS                    a part of the map enlarged: MAP FRI, or
  MAP 3500,3200 ZOOM 4       a point; ZOOM 1 to 10, 4 is usual

At any time: RESIGN; DRAW offers a draw or agrees to one, and WITHDRAW DRAW
takes it back; CLAIM, WAIT or ROBOT once an opponent has missed two turns
running.
A mail is carried out as a whole or not at all. Capitals make no difference;
what stands behind a # is not read."""

_OF_GUNS = re.compile(r"^  FIRE .*\n", re.MULTILINE)


def order_help(options: Options) -> str:
    """The order syntax in a game with these options; its examples name pieces that are there in all of them."""
    return _OF_GUNS.sub("", ORDER_HELP) if options["scenario"] == "no-guns" else ORDER_HELP


OPTION_HELP = {
    "scenario": "standard: both armies with all guns; few-guns: with four French guns and three Allied; no-guns: "
    "without guns; bare: an empty field, for positions of your own.",
    "split_move": "example: infantry goes three yards by road for each of its 200 that it does not use, at most 500; "
    "proportional: two and a half.",
    "unequal": "printed: strength counts once; double: the stronger side adds the difference in men once more.",
    "group_cap": "combat: 5,000 men in one fight; touching: 5,000 of one line of touching pieces in a whole turn.",
    "gun_loss": "what a lost gun counts, in thousands of men.",
    "blocked_retreat": "stop: a piece driven back by fire goes as far as it can; destroy: it is lost if that is too "
    "little.",
    "edge": "closed: nobody leaves the board; open: EXIT, and being driven over the edge, is a loss.",
    "fire_arc": "sector: a gun reaches 1,000 yards, 30 degrees to each side; square: 1,000 yards, 500 to each side.",
    "two_guns_on_gun": "duel: guns fight guns one by one; remove: two guns destroy a gun too.",
    "sp_initiative": "on: the attacker of a strongpoint has its 1 for the initiative; off: not.",
    "retreat_before": "off: only cavalry may evade an attack; on: infantry too.",
    "turns": "how many turns each side has.",
    "target": "how many thousands lost decide the game.",
    "move_cap": "how many thousands of infantry and cavalry move in a turn.",
}
