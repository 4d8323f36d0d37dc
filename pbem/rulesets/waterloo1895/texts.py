"""What a player of Waterloo (1895) is told about the game, its orders and its options."""

from __future__ import annotations

from core.contract import Options
from core.rulesets.waterloo1895.options import MEANT_FOR, PARTNERS

from .board import board

TITLE = "The Game of Waterloo (1895)"

# With the booklet's advice: W95-125, W95-126, W95-127, W95-128.
ABOUT = (
    "A light war game of the campaign of 1815, published in Salem in 1895 and played here on a reconstructed board. "
    "Armies of eight infantry and two cavalry stand on a net of roads round Paris, Versailles, Brussels and Namur. In "
    "your turn three dice are thrown and you move three pieces, each by exactly the number of a die, along the roads "
    "and never through another piece. Landing on an enemy piece takes it, unless it stands on a hill or has a friend "
    "on the next spot. Equal dice give another throw. You win the duel with two pieces on starred spots of the enemy "
    "capital; with four armies a side needs three in one city, or two in each. The dice must be used as far as they "
    "can be, so a strong post may have to be given up: keep spare pieces elsewhere. Pairs are safe and travel best on "
    "doublets; cavalry can add up dice, and with a doublet strike and ride home. Press on to the enemy's city, but "
    "keep your own safe; luck is in the dice, and careful thought still wins more games. There is a game for two "
    "players with an army each, for three or four, for two with two armies each, and a simple one for children."
)

# How each way to play differs from the others, for the first report of a game.
_LITTLE = (
    "The children's game of Waterloo. Your three pieces stand on the stars of your own city, and want to be on the "
    "three stars of the city in the opposite corner: {corners}. In your turn three dice are thrown, and each die moves "
    "one piece by exactly its number of spots along the roads, never through another piece and never on to one; nobody "
    "is taken. {again}{duty} The first to have all three pieces on the stars of the other city has won. Hills mean "
    "nothing here."
)
_ARMY = (
    "Each army has eight infantry and two cavalry on the roads round its city. In your turn three dice are thrown and "
    "you move three pieces, each by exactly the number of a die, along the roads and never through another piece; "
    "cavalry may add dice up. Landing on an enemy piece takes it, unless it stands on a hill or has a friend on the "
    "next spot; on the stars of {own} no friend helps it. Equal dice give another throw{halts}: strike, and ride home. "
    "{duty}, so keep spare pieces about."
)
_HALTS = {
    "doublets": ", and let cavalry halt on the way",
    "always": ". Cavalry may halt between its dice",
}
_DUTIES = {
    "max": "The dice must be used as far as they can be",
    "each": "You must go on as long as a die you have left can be played",
}
_LITTLE_DUTIES = {
    "forward": "As long as a die you have left can bring a piece you have not moved nearer to its goal you must go on; "
    "beyond that you may move as you like.",
    "none": "You may move as you like, or not at all.",
}
_TURNS = {
    "separate": "Each army has a turn of its own.",
    "joint": "Each army has a turn of its own, in which a player with two may move either.",
}
_BRIEFS = {
    "duel": "Napoleon at Paris against Wellington at Brussels. {army} You win with two pieces on starred spots of the "
    "enemy's capital; Namur's and Versailles' are spots like any others.",
    "four": "Napoleon and Ney against Wellington and Blücher, four players. {army} Partners' pieces support each "
    "other and count together: a side wins with three pieces on the stars of one enemy city, or two in each of the "
    "two. A line that begins with tell partner: is passed on to your partner at once.",
    "three": "One player commands Napoleon's and Ney's armies, the other two are Wellington and Blücher. {army} "
    "{turns} A side wins with three pieces on the stars of one enemy city, or two in each of the two.",
    "double": "Two players with two armies each: Napoleon and Ney against Wellington and Blücher. {army} "
    "{turns} A side wins with three pieces on the stars of one enemy city, or two in each of the two.",
    "little": _LITTLE,
}


def idle(options: Options) -> frozenset[str]:
    """The options that mean nothing in the way a game is played."""
    unmeant = {name for name, modes in MEANT_FOR.items() if options["mode"] not in modes}
    if options["mode"] == "little":
        unmeant |= {"order"} if len(options["armies"]) == 2 else set()
        unmeant |= {"throws"} if options["lp_again"] == "no" else set()
    return frozenset(unmeant)


# Which armies meet on a diagonal, and their cities (W95-112).
_DIAGONALS = {"NW": "Paris and Brussels", "YB": "Versailles and Namur"}


def brief(options: Options) -> str:
    """A paragraph on how a game with these options is played."""
    if options["mode"] == "little":
        again = "Equal dice give another throw. " if options["lp_again"] == "yes" else ""
        return _LITTLE.format(corners=_corners(options), again=again, duty=_LITTLE_DUTIES[options["lp_oblige"]])
    both = options["mode"] != "duel" and options["own_city"] == "side"
    own = "its side's two cities" if both else "its own city"
    army = _ARMY.format(own=own, halts=_HALTS[options["halts"]], duty=_DUTIES[options["oblige"]])
    return _BRIEFS[options["mode"]].format(army=army, turns=_TURNS[options["pool"]])


def _corners(options: Options) -> str:
    """Which cities change places; of three armies one goes where nobody comes from (W95-112, W95-R37)."""
    playing = set(options["armies"])
    change = [cities for armies, cities in _DIAGONALS.items() if playing.issuperset(armies)]
    alone = [army for armies in _DIAGONALS if not playing.issuperset(armies) for army in playing.intersection(armies)]
    goes = [f", and {_way_of(army)}" for army in alone]
    return "".join([", and so do ".join([f"{change[0]} change places", *change[1:]]), *goes])


def _way_of(army: str) -> str:
    """`Blücher goes from Namur to Versailles`."""
    found = board()
    name, city = found.armies[army].name, found.city(found.armies[army].city)
    return f"{name} goes from {city.name} to {found.city(city.opposite).name}"


_MOVES = """\
A move names a piece (or the spot it stands on), the die, and the spot where
it lands. One move a line, in the order in which they are to be made:

  N3 5 U23                 N3 goes 5 spots and lands on U23
  N3 to U23                the same; the only die that fits is found for you
  W26 -> V25               the piece that stands on W26 goes to V25
"""
_RIDES = """\
  NC 2+6 K26               cavalry (C and D) may add dice: 8 spots in one ride
  NC 3 Q26 then 3 S27      with two equal dice cavalry may halt between them
"""
_REST = """\
  rest auto                the server plays the dice that are left
  auto                     the server plays the whole throw
"""
_STOP = """\
  pass                     only when nothing can be played
"""
_LITTLE_STOPS = {
    "forward": """\
  pass                     only when no die can bring a piece forward
""",
    "none": """\
  pass                     leaves all dice
""",
}
_TOGETHER = """
All lines of a mail are one set: if one of them cannot be played, none is, you
are told why, and you may send again until the deadline.
"""
_POSTING = """
Posting your army before the first throw:

  place default            every piece on its usual spot
  place N1 S27             N1 on S27; later lines replace earlier ones
"""
_PLACES = """
Hills and their short names: HP Paris Hill, HV Versailles Hill, HB Brussels
Hill, HN Namur Hill, QB Quatre Bras, CH Charleroi, LI Ligny.

At any time:

  draw                     offers a draw, or accepts one
  resign                   gives the game up
"""
_PARTNER = """\
  tell partner: ...        a note to your partner, passed on at once
"""
_END = """
Capitals, full stops and words like "to" or "the" make no difference; what
stands behind a # is not read."""

ORDER_HELP = "".join((_MOVES, _RIDES, _REST, _STOP, _TOGETHER, _POSTING, _PLACES, _PARTNER, _END))


def order_help(options: Options) -> str:
    """The order syntax in a game with these options: no cavalry for children, partners where there are."""
    if options["mode"] == "little":
        return "".join((_MOVES, _REST, _LITTLE_STOPS[options["lp_oblige"]], _TOGETHER, _PLACES, _END))
    partner = _PARTNER if options["mode"] in PARTNERS else ""
    return "".join((_MOVES, _RIDES, _REST, _STOP, _TOGETHER, _POSTING, _PLACES, partner, _END))


OPTION_HELP = {
    "mode": "duel: Napoleon against Wellington; four: four players, two a side; three: the French player has both "
    "armies; double: both players have two; little: the children's game.",
    "setup": "secret: everybody posts at once and sees the others when all are in; open: one army after another, in "
    "sight of all.",
    "halts": "doublets: cavalry may halt only between equal dice; always: between any two dice.",
    "loops": "no: a leg visits no spot twice; yes: it may, but uses no road link twice.",
    "oblige": "max: as many dice must be played as possible; each: it is enough that no die left over can be played.",
    "own_city": "on the stars of its own city a piece can be taken even if supported; side: both cities of the side "
    "count as its own; army: only the army's own.",
    "order": "round: turns go Napoleon, Ney, Wellington, Blücher; alternate: the sides take turns, Napoleon, "
    "Wellington, Ney, Blücher.",
    "pool": "for a player with two armies; separate: a throw moves the army in turn; joint: it may move either.",
    "throws": "step: a further throw is cast when the one before is played; chain: all throws of a turn are cast and "
    "ordered at once, which saves mails.",
    "absent": "who plays for a player whose orders do not come; auto: the plain rule of the rulebook; bot: the robot.",
    "remnant": "a side too weak ever to take a city; play: plays on for a draw; lose: has lost.",
    "stall": "a draw after this many turns for each army without a capture or a landing on an enemy star; 0: never.",
    "max_rounds": "a draw after this many rounds; 0: never.",
    "lp_again": "in the children's game, whether equal dice give another throw.",
    "lp_oblige": "in the children's game; forward: a die that can bring a piece forward must be used; none: no duty.",
    "armies": "in the children's game, which armies play: two (NW), three or all four (NYWB).",
}
