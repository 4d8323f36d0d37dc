"""What a player of Conflict is told about the game, its orders and its options."""

from __future__ import annotations

from core.contract import Options

TITLE = "Conflict"

_PLAY = (
    "Everybody has a corner with a home circle, four artillery, an anti-aircraft gun, five battleships and two "
    "airplanes. In your turn two dice are thrown and two different pieces move, each by exactly the number of one "
    "die: any walk of that many steps, in eight directions, that enters no square twice, nor the one it began on. It "
    "may pass your own pieces, not stop on one. Whatever the walker may capture is captured, in passing or stopping. "
    "Land pieces capture land pieces, ships capture ships, and either an airplane that rests on its kind of square; "
    "airplanes capture everything but the anti-aircraft gun. On a circle everything captures everything, but even "
    "there no airplane takes an anti-aircraft gun. Foreign ships sink on mines, foreign airplanes only if they stop "
    "there. Doubles give another throw, but a third in one turn puts a piece of yours in reserve; on a seven you may "
    "take a piece out of reserve. End a move on an enemy's circle by exact count and that player is out, with all his "
    "pieces and prisoners yours; {back}. Who has no piece left is out too. "
)
_BACK = "your own come back into play"
_BACK_TO_BOTH = "your own and your partner's come back into play"
ABOUT = (
    "A dice game of war by land, sea and air for two, three or four players, published in 1940 and played here on a "
    f"reconstructed board of 24 by 24 squares. {_PLAY.format(back=_BACK)}Who is left last has won, alone or with a "
    "partner."
)
_ENDS = {
    "none": "Who is left last has won.",
    "opposite": "Red and Green play against Yellow and Orange until one pair is out. {friends}",
    "adjacent": "Red and Yellow play against Green and Orange until one pair is out. {friends}",
}
_FRIENDS = "Partners' pieces never take each other, {pass_}, and never stop on one another or the partner's circle."
_PASSES = {"yes": "may pass", "no": "bar each other's way"}


def idle(options: Options) -> frozenset[str]:
    """The options that mean nothing with so many players, or without partners."""
    unmeant = set()
    if options["players"] == 2:
        unmeant |= {"teams", "alliances", "dead_mines"}
    if options["teams"] == "none":
        unmeant.add("partner_mines")
    else:
        unmeant.add("alliances")
    return frozenset(unmeant)


def mines_spare_partners(options: Options) -> bool:
    """Whether a partner's mines do no harm (CON-105); those of anybody else always do."""
    return bool(options["teams"] != "none" and options["partner_mines"] == "safe")


def brief(options: Options) -> str:
    """A paragraph on how a game with these options is played."""
    limit = options["turn_limit"]
    end = f" After {limit} turns the game is drawn among the living." if limit else ""
    play = _PLAY.format(back=_BACK if options["teams"] == "none" else _BACK_TO_BOTH)
    if mines_spare_partners(options):
        play = play.replace("Foreign ships", "Enemy ships").replace("foreign airplanes", "enemy airplanes")
    friends = _FRIENDS.format(pass_=_PASSES[options["friends_pass"]])
    return f"{play}{_ENDS[options['teams']].format(friends=friends)}{end}"


ORDER_HELP = """\
A move names a piece (or the square it stands on), the die, and its walk. One
move a line, in the order in which they are to be made:

  ar1 5 d2 e2 f3 g4 h5     every square entered, in order
  bs1 4 to f7              only the end: the server finds the walk
  bs1 to f7                and the die, where only one fits
  bs1 4 to f7 via e5       the same, over e5
  aa 3 2ne e               compass steps: two north-east, one east
  d2 4 e2 f3 g4 h5         the piece that stands on d2

Pieces are ar1 to ar4 (artillery), aa (anti-aircraft gun), bs1 to bs5
(battleships), pl1 and pl2 (airplanes). A piece that waits in its corner
begins on the home circle, which does not count. A walk that is found for you
captures as much as it can, and spares your piece the mines.

  bs2 4 g5 f5 e5 d4 !      ! confirms that the piece may be lost on a mine

More throws than one, sevens and the third double:

  throw 2                  the lines below are for the second throw
  reserve pl2              on a seven, before the moves of that throw
  no reserve               a seven that you leave unused on purpose
  back ar3                 the piece that the third double costs
  pass                     only when nothing can be moved

All lines of a mail are one set: if one of them cannot be carried out, none
is, you are told why, and you may send again until the deadline. Nothing is
read below a line "end".

At any time, your turn or not:

  press green: ...         a note to Green; press: ... goes to everybody
  offer draw               offers a draw, or accepts one; withdraw draw
  resign                   gives the game up
  auto on, auto off        the robot plays for you, or no longer does
  ally green, break green  formal pacts, in games that have them

Capitals, commas, dashes and words like "the" make no difference; what stands
behind a # is not read."""

OPTION_HELP = {
    "players": "2: two corners stay empty, and their mines harm nobody; 3: one corner stays empty, and its mines harm "
    "nobody; 4: every corner has a player.",
    "seats": "which colours play, in the order of joining; auto: red and green, who are opposite, then yellow, then "
    "orange.",
    "first": "who begins; roll: the highest throw does; or a colour.",
    "friends_pass": "yes: pieces may pass over friendly pieces; no: friendly pieces bar the way, also out of the "
    "circle.",
    "home_pass": "yes: a move may lead over an enemy's home circle; no: only its last step may enter one.",
    "aa_sky": "block: an airplane cannot pass an enemy's anti-aircraft gun; overfly: it may fly over one, and not stop "
    "there.",
    "own_mine_plane": "an airplane that stops on its own mine; safe: is safe; lost: is out of the game.",
    "dead_mines": "mines of a player who is out; inert: sink nobody; heir: serve the player who took over his pieces.",
    "third_double": "move_first: a third double is moved before it costs a piece; no_move: it only costs the piece.",
    "reveal": "ahead: all throws of a turn are thrown and ordered at once, which saves mails; stepwise: a further "
    "throw is thrown when the one before is played.",
    "teams": "opposite: Red and Green against Yellow and Orange; adjacent: Red and Yellow against Green and Orange; "
    "none: everybody alone.",
    "partner_mines": "a partner's mines; safe: do no harm; live: sink ships like any others.",
    "alliances": "press: players agree on what they like, and nothing binds them; formal: the server keeps pacts, "
    "which make pieces friendly.",
    "turn_limit": "a draw among the living after this many turns; 0: never.",
    "nmr": "who plays for a player whose orders do not come; hold: nobody, and the robot from the second turn in a "
    "row; bot: the robot at once.",
}
