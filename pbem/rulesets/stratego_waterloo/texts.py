"""What a player of Stratego Waterloo is told about the game, its orders and its options."""

from __future__ import annotations

from core.contract import Options

TITLE = "Stratego Waterloo"

ABOUT = (
    "The battle of 18 June 1815 for two players on 12 by 10 squares, published by Jumbo in 2015. Of the enemy's pieces "
    "you see the arm and nothing else - infantry, cavalry or artillery - until they fight. The French (Blue) have 47 "
    "pieces, the Allies (Red) 45, and from 17:00 on up to 13 Prussians come to their help. Your leaders are worth "
    "actions: the Commander-in-Chief two, the Commander one, so you begin with three in each of your plies, for moves, "
    "attacks, shots of artillery and reserves that march up. The stronger piece wins a fight; equal pieces roll the "
    "battle die, which may also send the winner raging on (frenzy) or let the loser get away (retreat). You win by "
    "standing with two pieces on the enemy's lines of retreat, four squares of his back row. There are three "
    "versions: Basic; Standard with two farms, a hill and manoeuvre cards; Expert with Plancenoit, open lines of "
    "retreat and a pursuit that measures the victory. Beginners are advised to play Basic a few times first. One "
    "mail from each player a turn is enough."
)

_BRIEFS = {
    "basic": (
        "Basic: no terrain, no manoeuvre cards. A card drawn for each side names the section of its back row (left, "
        "centre or right, as its own player sees it) that is its lines of retreat; only its owner knows it. Lose "
        "Commander and Commander-in-Chief, and the battle is lost as well."
    ),
    "standard": (
        "Standard: the farms of Hougemont and La Haye/Papelotte, the hill of Mont St. Jean, and four manoeuvre cards "
        "for each side, drafted after the set-up. A card drawn for each side names the section of its back row that "
        "is its lines of retreat; only its owner knows it. The battle is lost as well when your Commander-in-Chief "
        "falls."
    ),
    "expert": (
        "Expert: farms, hill, village and cards. Two French pieces on the Allied centre (E10-H10) decide the battle "
        "at once; two on the Allied left or right, or two Allied pieces on one section of the French back row, make "
        "the enemy retreat, and a pursuit measures the victory. The fall of Napoleon decides for the Allies; "
        "that of Wellington costs the Allies two actions, and with Uxbridge gone too the battle. Two Allied "
        "infantry start in Hougemont."
    ),
}
_EARLY = " The battle begins at 09:30 with the French to move first and 14 of their pieces still on the march."
_PRUSSIANS = " From turn 13 (17:00) on up to 13 Prussians come to Red's help."
_GROUCHY = " At 15:00 the battle die is rolled: on a blue face the Prussians never come."
_CUSTOM = " It is fought on a battlefield of the players' own making, whose text goes with the options."
# What is said of lines of retreat and terrain holds on the printed board alone: here the text of the battlefield says.
_CUSTOM_BRIEFS = {
    "basic": "By the Basic rules: no cards. Lose Commander and Commander-in-Chief, and the battle is lost as well.",
    "standard": (
        "By the Standard rules: four manoeuvre cards for each side, drafted after the set-up. The battle is lost as "
        "well when your Commander-in-Chief falls."
    ),
    "expert": (
        "By the Expert rules: manoeuvre cards, and a pursuit that measures the victory. The fall of Napoleon decides "
        "for the Allies; that of Wellington costs the Allies two actions, and with Uxbridge gone too the battle."
    ),
}


_OF_CARDS = {"draft"}
_OF_EXPERTS = {"casualties", "start", "grouchy"}


def idle(options: Options) -> frozenset[str]:
    """The options that mean nothing in the version that is played, or on its battlefield."""
    unmeant: set[str] = set() if options["start"] == "early" else {"late-arrival"}
    if options["version"] == "basic":
        unmeant |= _OF_CARDS
    if options["version"] != "expert":
        unmeant |= _OF_EXPERTS
    # A battlefield of the players' own may have farms and mud in any version; the printed ones have no mud.
    if not options["battlefield"]:
        unmeant |= {"mud-back", "fortify"} if options["version"] == "basic" else {"mud-back"}
    return frozenset(unmeant)


def brief(options: Options) -> str:
    """A paragraph on how a game with these options is played."""
    briefs = _CUSTOM_BRIEFS if options["battlefield"] else _BRIEFS
    said = ABOUT_IN_SHORT + (_BY_RETREAT if options["version"] != "expert" else "") + briefs[options["version"]]
    if options["start"] == "early":
        said += _EARLY
    said += "" if options["battlefield"] else _PRUSSIANS
    if options["grouchy"] == "on":
        said += _GROUCHY
    if options["battlefield"]:
        said += _CUSTOM
    return said


ABOUT_IN_SHORT = (
    "Blue commands the French, in the south, Red the Allies. "
    "Of the enemy's pieces you see the arm and nothing else until they fight. Leaders are worth actions: the "
    "Commander-in-Chief two, the Commander one. In an action a piece moves or attacks - infantry two squares, light "
    "infantry three, cavalry any distance in a straight line - or a gun fires, up to three squares straight ahead, and "
    "kills what it hits unless that is light infantry. The stronger piece wins a fight, equal pieces roll the battle "
    "die; a gun beats whatever attacks it from the front, and nothing from side or rear. "
)
# In Expert no card names lines of retreat (SWL-147), and what two pieces there do its own paragraph says.
_BY_RETREAT = "You win by standing with two pieces on the enemy's lines of retreat. "

ORDER_HELP = """\
One order a line, carried out in this order; a whole ply fits in one mail.
Squares are A1 to L10, A in the west, row 1 the French back row.

  E4 E6                  move, cavalry any distance in a straight line,
  E4-E5-F5               infantry (1 or 2 squares, light 3) also by its path
  E4 x E6                attack: the last step goes onto an enemy
  D5-D6xE6               the same by its path, here into a gun's flank
  fire E4 E7             artillery fires: 3 squares straight ahead; from a
  fire C3 HOU            hill 4, and at the files beside; at a farm
  enter NE E1            from the reserve onto your back row
  rest C7                weakened heavy cavalry leaves the board, free
  try E4 E6              skipped if it turns out to be impossible
  if won: E6 E7          only if the last attack or shot succeeded,
  if lost: D3 E3         only if it did not
  end                    the ply is over, unused actions are lost

The mail is first tried out with what you know; if a line breaks a rule then,
nothing is carried out and you may send it again. If a line turns out to be
impossible on the way, what was done stands and you are asked for the rest.
A line "test" anywhere: the mail is only tried out.

Cards, played before any other action of your ply (Fighting Spirit any time):

  card RE E7 F7 F8 G8    Reconnaissance: look at up to four joined enemies
  card IN E2-E3, F2-F4   Initiative: up to three pieces move
  card CA fire E4 E7, attack C6 C7, attack G4 G7
                         Combined Attack: one shot, one infantry attack, one
                         cavalry attack at most
  card GB fire E4 E7, F4 F7
                         Grand Battery: guns side by side fire
  attack E5 E6 spirit    Fighting Spirit: +1 in this attack
  take FS RE             two more cards for the Allies, once, from 17:00 on

The set-up, rows from the front or the back, squares A to L, .. is empty:

  setup
  4: LN FA LN LN LI LI LI LI LN LN FA LN
  3: FA LN FA YG LN FA FA LN YG FA LN FA
  2: CH .. LN PL MG OG MG ED PL LN CU CH
  1: CH LN CH LI NE NA .. CU LN CH CH LN
  reserve: CU            may be left out: what is not placed is reserve
  garrison: BF C6, RI D5 where the game has one
  setup default          the usual formation
  keep FS FS CA GB       cards to take in the draft, best first
  burn GB IN RE          cards to discard in the draft, first of all

Standing orders count from the moment they come, in the enemy's ply too:

  stand spirit leaders   Fighting Spirit in defence: off, leaders, win 4 (to
                         win a tie with a piece of 4 or more), any 4 (also
                         to turn a loss into a tie)
  stand advance off      on: a defender who wins by the die takes the square
  stand own-tie auto     frenzy among equal friends: mover or other is lost
  stand farm-target low  frenzy in a farm goes on: low or high square, strong
  stand prussians come   hold: they wait

The pursuit (Expert):

  cut V1 E9              the victor's cavalry V1 takes the fugitive on E9
  charge V3 R1           cavalry against cavalry
  save B8                the defeated brings a fugitive to safety
  retire V3              takes an own cavalry piece out for good
  stop                   the victor ends the pursuit, or a plan ends
  plan cut E9 F10        these in this order, as long as they last,
  plan auto              or plan save B8 C8, or all by the usual policy

And: resign, offer draw, accept draw. A ";" or "#" begins a remark; capitals,
commas and words like "to" and "at" make no difference."""

OPTION_HELP = {
    "version": "which version of the rules is played; standard adds to basic, and expert to standard.",
    "memory": "what an enemy has shown of a piece; on: the map goes on naming it; off: only the report of the fight "
    "does.",
    "li-front": "light infantry that attacks a gun from the front; die: is eliminated; repulse: stays before it.",
    "fortify": "when infantry in a farm is stronger by 1; flag: while its flag flies there; full: while one side "
    "holds all "
    "four squares.",
    "prussian-rate": "two-per-turn: up to two Prussians come at each turn from 17:00 on; by-action: after the first "
    "two, "
    "each is brought on by an action.",
    "flag-relief": "where the French stand on a flag square; on: Prussians come on a square farther north; off: they "
    "wait.",
    "bulow-saves": "on: with Bulow on the field the Allies fight on without Wellington and Uxbridge; off: they have "
    "lost.",
    "retreat-depth": "how many rows deep the lines of retreat are, 1 or 2.",
    "draft": "lists: the cards are drafted at once by both players' keep and burn lists; live: a mail for each card.",
    "late-arrival": "with start=early, the turn (-1 to 13; 1 is 11:00) from which the late French pieces may come.",
    "casualties": "what the pursuit measures; whole: the casualties of the whole game; pursuit: those of the pursuit.",
    "mud-back": "yes: slowed pieces may also leave mud backward; no: forward, left and right only.",
    "turn-limit": "a draw after this many turns (turn 40 is 06:30 of the next morning); none: no limit.",
    "blue-extra": "a handicap of ours: up to this turn Blue has one action more in each of his plies; 0: never.",
    "red-extra": "the same for Red.",
    "start": "early: the battle begins at 09:30, the French move first, and 14 of their pieces come later (Expert "
    "only).",
    "grouchy": "on: at 15:00 a die decides whether the Prussians come at all (Expert only).",
    "battlefield": "the text of a battlefield of your own (see the rulebook); left out: the printed one.",
}
