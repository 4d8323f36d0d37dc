"""What a player of the Hundred Days is told about the game, its orders and its options."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from core.contract import Options
from pbem.rulesets.sentences import listed

from .board import date_and_hour, place_name, variant_of

TITLE = "The Hundred Days"
ABOUT = (
    "The campaign of Waterloo, 15 to 18 June 1815, from the Sambre to Brussels, for 2 to 8 players on two sides. "
    "A turn is four hours, and all write at the same time; a night follows its evening by itself: 20 mails a player, "
    "or 4 in the scenario ligny. You see what couriers bring and order what couriers carry: 43 columns march on 116 "
    "roads, orders leave from where you are and ride 10 km an hour, and what you know of a column is its newest "
    "dispatch that has reached you. Dispatches and letters may be lost, or read by the enemy. Where columns meet, "
    "they fight by two dice an hour. At the end all is opened: who knew what, and when."
)

_BRIEF = (
    "{turns} turns of four hours, from {begins} to {ends}. All write for the same turn; silence is CONTINUE. "
    "{couriers}A column that meets the enemy attacks, stands (the usual) or avoids it. {points} RULES hundred_days "
    "tells how columns march, tire and fight."
)
IN_BRIEF = frozenset({"handicap"})
_COURIERS = (
    "Orders leave from where your commander is, by couriers who may be lost, and so do letters; what you know of a "
    "column is its newest dispatch that has arrived. "
)

ORDER_HELP = """\
One order a line. A column is named by its code: F2. A place is named by its
code or name, cut short where it is clear: CHA, Charleroi, quatre-bras.

  F2 march CHA > GOS attack  by these places; it fills the gaps in the way
  F2 hold                    it stands where it is
  F2 rest                    it recovers, and sees nothing
  F2 retreat FRA             by night too; in a battle it breaks off
  F8 join F1                 it becomes a part of F1
  F1 exit                    off the map for good, at an exit of its army
  F2 continue                as before: the usual, without a courier
  F1 detach 40 as F9         4,000 foot as a new column
  FE detach horse as FX      all its horse
  FP scout SOM               looks at a place two roads away at most
  F7 blow Charleroi          a bridge at its place
  F2 repair Charleroi        2,000 foot, eight half hours

Words behind an order of a column, or alone behind its code:

  F2 march CHA forced night  forced marches; by night too
  F2 march CHA at 06:00      not before that hour
  F2 attack                  attack, stand (usual) or avoid: what it does
                             when it meets the enemy
  F2 guns yes                it marches to the sound of guns; guns no
  F2 line GOS                where it retreats to; line free

People:

  napoleon ride FLE          8 km an hour
  napoleon with FO           he joins a column and stays with it
  letter ney: words          by courier, once a turn to each, 1,000
                             characters; several lines down to a line END
  give F4 to grouchy         a commander-in-chief gives a column away

  continue                   no new orders
  turn 5                     refuse this mail if it is not turn 5
  test                       judge these orders, and send nothing off
  show                       what you know once more
  MAP ALL                    all roads; MAP FLE ZOOM 4: a part of the map

An umpire, where the game has one:

  letter from blucher to wellington: words
                             by courier; "to wellington at once: words" is
                             there within half an hour, from anybody
  sighting for ney: corps at QBR towards GEN by F2
  ruling to ney: words       ruling: words, for all
  weather mud                or dry, in the coming turn
  correct F2 foot 140 fatigue 3 place QBR
                             horse, guns and stragglers too
  PREVIEW                    what each seat would be told after the turn

At any time: resign. draw offers a draw for this turn; it is agreed when all
seats offer one in the same turn.
A line that cannot stand is left out, and the others count; a line that is
not understood stops the mail. A later mail of the turn replaces the earlier.
Capitals make no difference; what stands behind a # is not read, but in
letters."""

OPTION_HELP = {
    "players": "how many play: 2: Napoleon against the coalition; 3: Wellington and Blücher apart; 4: Ney has a part "
    "too; 5: Grouchy has one too; 6: Bülow has one too; 7: Hill has one too; 8: Orange has one too.",
    "scenario": "campaign: the four days; ligny: 16 June from noon to the night, for two.",
    "battles": "table: battles are fought by two dice an hour; linked: each is a game of its own.",
    "rules": "what linked battles are played by; waterloo_wargame: a map without squares, measured in yards; "
    "waterloo_grid: squares and dice; waterloo1895: spots and throws; stratego_waterloo: hidden ranks.",
    "nights": "auto: the night follows its evening, with one mail for both; asked: every night has a mail of its own.",
    "rain": "dice: it rains by dice on 17 June; history: from 11:00 that day; none: it stays dry.",
    "guns": "who marches to the sound of guns; no: columns with GUNS YES alone; yes: all but those with GUNS NO.",
    "fog": "couriers: you know what couriers have brought; none: you see your columns as they are and classes of all "
    "enemies, and orders need no courier: a game for learners.",
    "umpire": "no: the rules and the dice alone; yes: somebody beside the table sees all, and may step in (HD-130).",
    "handicap": "how many points the French must be ahead at the end.",
    "breaks": "when an army is broken; half: under half of its men; third: under a third of its men; no: never.",
    "campaign": "the text of a campaign of your own.",
}


def idle(options: Options) -> frozenset[str]:
    """The options that mean nothing in a game: rain where no turn has a die for it, breaks where no army is broken."""
    of = variant_of(options).campaign
    return frozenset(name for name, has in (("rain", of.rain), ("breaks", of.breaks)) if not has)


def brief(options: Options) -> str:
    """A paragraph on how a game with these settled options is played; what `HELP CARD` and `RULES` tell is left out."""
    of = variant_of(options).campaign
    return _BRIEF.format(
        begins=date_and_hour(of.begin, of),
        ends=date_and_hour(8 * of.turns, of),
        turns=of.turns - of.begin // 8,
        couriers=_COURIERS if options["fog"] == "couriers" else "",
        points=_points(options),
    )


def _points(options: Options) -> str:
    """What counts at the end, in a few sentences."""
    of = variant_of(options).campaign
    told = []
    for side, name in (("french", "the French"), ("coalition", "the coalition")):
        places = _places(options, {code: points[side] for code, points in of.points.items() if points.get(side)})
        if places:
            told.append(f"for {name} {places}")
    held = f"Places held at the end count: {'; '.join(told)}. " if told else ""
    losses = f"Both score {of.awards.get('loss', 0)} for each 1,000 men the enemy has lost"
    ahead = f"The French win if they are {options['handicap']} points ahead, else the coalition."
    return f"{held}{losses}{_awards(of.awards, options)}. {ahead}"


def _places(options: Options, worth: Mapping[str, int]) -> str:
    """`Brussels 25, Namur 8, Wavre and Mons 3 each`."""
    view = {"options": options}
    told = []
    for points, codes in groupby(worth, key=worth.__getitem__):
        names = [place_name(code, view) for code in codes]
        told.append(f"{listed(names)} {points}{' each' if len(names) > 1 else ''}")
    return ", ".join(told)


def _awards(awards: Mapping[str, int], options: Options) -> str:
    """What else counts: `, 15 for his commander-in-chief taken, ...`."""
    awards = {word: points for word, points in awards.items() if word != "broken" or options["breaks"] != "no"}
    both = (
        ("taken", "{} for his commander-in-chief taken"),
        ("cut", "{} for an army cut off from its exits"),
    )
    apart = (
        ("join", "the coalition {} if its armies stand together at the end, 10,000 men of each"),
        ("apart", "the French {} if they do not"),
        ("broken", "the French {} for an army broken, which may end the game"),
    )
    told = [said.format(awards[word]) for word, said in both if awards.get(word)]
    others = [said.format(awards[word]) for word, said in apart if awards.get(word)]
    return "".join(f", {each}" for each in told) + "".join(f"; {each}" for each in others)
