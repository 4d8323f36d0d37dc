"""A position of Hundred Days as JSON: every key with its type, its bounds, its default and what it means.

`position.pyx` reads and writes it, and checks what can be seen only by more than one key, or only with the campaign of
the game. What seats know (`known`), and the dispatches and letters that ride, are kept as these very structs; a view is
made of them alone.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

MOST_BEATS = 480
MOST_LETTER = 1_000
MOST_COLUMNS = 108
MOST_PATH = 24

Code: TypeAlias = Annotated[str, Meta(pattern="^[A-Z][A-Z0-9]$")]
PlaceCode: TypeAlias = Annotated[str, Meta(pattern="^[A-Z]{3}$")]
Army: TypeAlias = Annotated[str, Meta(pattern="^[A-Z]$")]
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40)]
Word: TypeAlias = Annotated[str, Meta(min_length=1, max_length=20)]
Beat: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_BEATS)]
Later: TypeAlias = Annotated[int, Meta(ge=0, le=2 * MOST_BEATS)]
TurnNumber: TypeAlias = Annotated[int, Meta(ge=0, le=60)]
Men: TypeAlias = Annotated[int, Meta(ge=0, le=9_999)]
Done: TypeAlias = Annotated[int, Meta(ge=0, le=998)]
Fatigue: TypeAlias = Annotated[int, Meta(ge=0, le=8)]
Side: TypeAlias = Literal["french", "coalition"]
PlanName: TypeAlias = Literal["hold", "rest", "march", "retreat", "exit", "join", "repair"]
StanceName: TypeAlias = Literal["stand", "attack", "avoid"]
ClassName: TypeAlias = Literal["patrol", "division", "corps", "army"]
Seen: TypeAlias = Literal["patrol", "division", "corps", "army", "screen"]
Path: TypeAlias = Annotated[list[PlaceCode], Meta(max_length=MOST_PATH)]
Why: TypeAlias = Literal[
    "hourly",
    "touch",
    "withdrew",
    "battle_began",
    "battle_ended",
    "battle_joined",
    "way_closed",
    "retreat_refused",
    "bridge_blown",
    "bridge_repaired",
    "order_lapsed",
    "bridge_lost",
    "made",
    "took_up",
    "person_taken",
]
Lapsed: TypeAlias = Literal["detach", "blow", "repair", "exit", "join", "scout"]

PLANS = ("hold", "rest", "march", "retreat", "exit", "join", "repair")
STANCES = ("stand", "attack", "avoid")
CLASSES = ("patrol", "division", "corps", "army", "screen")
GONE = ("", "destroyed", "joined", "left")
WHYS = Why.__args__  # type: ignore[attr-defined]
LAPSES = Lapsed.__args__  # type: ignore[attr-defined]
REASONS = ("points", "broken", "capital", "resigned", "agreed")
REASON_CLAUSES = ("HD-101", "HD-099", "HD-100", "HD-095", "HD-119")


class Struct(msgspec.Struct, forbid_unknown_fields=True, frozen=True, kw_only=True, omit_defaults=True):
    """What all parts have in common: values, written without what is as usual."""


class RoadSchema(Struct, frozen=True, kw_only=True):
    """Where on a link somebody is (HD-010)."""

    origin: Annotated[PlaceCode, Meta(description="The end he comes from.")] = msgspec.field(name="from")
    to: Annotated[PlaceCode, Meta(description="The end he goes to.")]
    done: Annotated[Done, Meta(description="hm from the end he comes from.")] = 0


# --- What rides, and what is known ---------------------------------------------------------------------------------


class EnemySchema(Struct, frozen=True, kw_only=True):
    """An enemy column in touch or in battle, as it was reported (HD-066)."""

    column: Annotated[Code, Meta(description="Its code.")]
    men: Annotated[Men, Meta(description="Men in hundreds, to the nearest 10.")]
    horse: Annotated[bool, Meta(description="Whether it has horse.")] = False
    guns: Annotated[Men, Meta(description="Guns, to the nearest 10.")] = 0


class SightingSchema(Struct, frozen=True, kw_only=True):
    """What a column saw from afar (HD-068)."""

    by: Annotated[Code, Meta(description="Who saw it.")]
    beat: Annotated[Beat, Meta(description="When.")]
    seen: Annotated[Seen, Meta(description="A class (HD-067), or a screen of horse.")]
    at: Annotated[PlaceCode | None, Meta(description="Where, if in a place.")] = None
    link: Annotated[tuple[PlaceCode, PlaceCode] | None, Meta(description="Where, if on a link: its two ends.")] = None
    towards: Annotated[PlaceCode | None, Meta(description="The place towards which the first of them goes.")] = None
    arrived: Annotated[Later, Meta(description="The beat in which it was told.")] = 0


class FightSchema(Struct, frozen=True, kw_only=True):
    """How a battle stands, or stood, for a column."""

    number: Annotated[int, Meta(ge=1, le=9_999, description="Which battle: B1, B2 ...")]
    attacker: Annotated[bool, Meta(description="Whether the column's side attacked.")]
    rounds: Annotated[int, Meta(ge=0, le=MOST_BEATS, description="Rounds fought.")]
    lost: Annotated[Men, Meta(description="Men that the column lost in it.")]
    over: Annotated[bool, Meta(description="Whether it is over for the column.")] = False


class DispatchSchema(Struct, frozen=True, kw_only=True):
    """What a column wrote (HD-048), or was when its seat's person saw it."""

    column: Annotated[Code, Meta(description="Its code.")]
    written: Annotated[Beat, Meta(description="The beat at whose end it wrote; 0: as at the start.")]
    seat: Annotated[Word, Meta(description="The seat it belonged to.")]
    at: Annotated[PlaceCode | None, Meta(description="Where it was, if in a place.")] = None
    on: Annotated[RoadSchema | None, Meta(description="Where it was, if on a link.")] = None
    foot: Annotated[Men, Meta(description="Foot, in hundreds.")] = 0
    horse: Annotated[Men, Meta(description="Horse, in hundreds.")] = 0
    guns: Annotated[Men, Meta(description="Guns, in pieces.")] = 0
    quality: Annotated[int, Meta(ge=1, le=5, description="5 guard to 1 raw.")] = 3
    fatigue: Annotated[Fatigue, Meta(description="HD-028.")] = 0
    stragglers: Annotated[Men, Meta(description="Stragglers, in hundreds.")] = 0
    plan: Annotated[PlanName, Meta(description="What it does.")] = "hold"
    path: Annotated[Path, Meta(description="The places still to come.")] = []
    target: Annotated[Code | None, Meta(description="The column it is to join.")] = None
    forced: Annotated[bool, Meta(description="Whether it makes forced marches.")] = False
    night: Annotated[bool, Meta(description="Whether it marches at night.")] = False
    start: Annotated[Later, Meta(description="The first beat in which it may set out; 0: any.")] = 0
    stance: Annotated[StanceName, Meta(description="What it does when it meets the enemy.")] = "stand"
    guns_word: Annotated[bool, Meta(description="Whether it marches to the sound of guns.")] = False
    line: Annotated[PlaceCode | None, Meta(description="The place of retreat that was ordered.")] = None
    ready: Annotated[Later, Meta(description="It does not march before this beat has ended.")] = 0
    muster: Annotated[Later, Meta(description="Beats that it needs to muster; 0: it has.")] = 0
    acts_on: Annotated[TurnNumber, Meta(description="The turn of the newest orders it has had.")] = 0
    routed: Annotated[bool, Meta(description="HD-082.")] = False
    blow: Annotated[Name | None, Meta(description="The bridge that it is about to blow.")] = None
    touch: Annotated[list[EnemySchema], Meta(description="Enemies in touch or in battle.", max_length=108)] = []
    facing: Annotated[ClassName | None, Meta(description="Their class, where horse hides the rest.")] = None
    battle: Annotated[FightSchema | None, Meta(description="Its battle.")] = None
    why: Annotated[list[Why], Meta(description="What made it write.", max_length=15)] = []
    lapsed: Annotated[list[Lapsed], Meta(description="Which of its orders lapsed.", max_length=6)] = []
    person: Annotated[Word | None, Meta(description="The enemy commander whom it took.")] = None
    bridges: Annotated[dict[str, bool], Meta(description="Bridges at its place: whether they are whole.")] = {}
    sightings: Annotated[list[SightingSchema], Meta(description="What it saw from afar.", max_length=64)] = []
    in_person: Annotated[bool, Meta(description="Seen by a person on the spot (HD-049).")] = False
    ordered: Annotated[bool, Meta(description="A column that is to be made (HD-035), known by the order alone.")] = (
        False
    )
    arrived: Annotated[Later, Meta(description="The beat in which it reached the seat.")] = 0


class LetterSchema(Struct, frozen=True, kw_only=True):
    """A letter between seats of a side (HD-050), or one that an umpire has written as anyone (HD-131)."""

    sender: Annotated[Name, Meta(description="The seat that wrote it; of an umpire's letters anyone.")] = msgspec.field(
        name="from"
    )
    to: Annotated[Word, Meta(description="The person it is for.")]
    text: Annotated[str, Meta(max_length=MOST_LETTER, description="Its words.")]
    turn: Annotated[TurnNumber, Meta(description="The turn in which it left.")]
    left: Annotated[Beat, Meta(description="The beat at whose end it left.")]
    arrived: Annotated[Later, Meta(description="When it arrives.")] = 0


class TakenSchema(Struct, frozen=True, kw_only=True):
    """A paper that was taken from a courier of the enemy (HD-046)."""

    kind: Annotated[Literal["orders", "dispatch", "letter"], Meta(description="What it is.")]
    beat: Annotated[Beat, Meta(description="When it left.")]
    column: Annotated[Code | None, Meta(description="The column it was for or from.")] = None
    orders: Annotated[list[str], Meta(description="The order lines.", max_length=64)] = []
    dispatch: Annotated[DispatchSchema | None, Meta(description="The dispatch.")] = None
    letter: Annotated[LetterSchema | None, Meta(description="The letter.")] = None
    turn: Annotated[TurnNumber, Meta(description="The turn after which it is read.")] = 0


class RumourSchema(Struct, frozen=True, kw_only=True):
    """What the country people say (HD-064)."""

    army: Annotated[Army, Meta(description="The army whose commander-in-chief hears it.")]
    beat: Annotated[Beat, Meta(description="When.")]
    at: Annotated[PlaceCode, Meta(description="Where troops are said to be.")]
    seen: Annotated[ClassName, Meta(description="What they are said to be.")]


class SentSchema(Struct, frozen=True, kw_only=True):
    """Orders that a seat sent to a column, and when they left."""

    turn: Annotated[TurnNumber, Meta(description="The turn of the mail.")]
    left: Annotated[Beat, Meta(description="The beat at whose end they left.")]
    column: Annotated[Code, Meta(description="The column they are for.")]
    orders: Annotated[list[str], Meta(description="The lines.", max_length=64)]
    sent_from: Annotated[PlaceCode | None, Meta(description="From where; null: without a courier.")] = None


class BridgeNewsSchema(Struct, frozen=True, kw_only=True):
    """What a seat last heard of a bridge."""

    whole: Annotated[bool, Meta(description="Whether it stood.")]
    beat: Annotated[Beat, Meta(description="When that was written.")]


class TidingsSchema(Struct, frozen=True, kw_only=True):
    """Something that a seat is told besides: a column given, a seat resigned, a draw offered, words of the umpire."""

    kind: Annotated[Literal["given", "resigned", "draw", "no_way", "taken", "ruling"], Meta(description="What.")]
    turn: Annotated[TurnNumber, Meta(description="In which turn.")]
    column: Annotated[Code | None, Meta(description="The column given.")] = None
    seat: Annotated[Word | None, Meta(description="The seat it was given to, that resigned, or that offers.")] = None
    person: Annotated[Word | None, Meta(description="The person concerned.")] = None
    text: Annotated[
        Annotated[str, Meta(max_length=MOST_LETTER)] | None, Meta(description="The words of a ruling (HD-133).")
    ] = None


class KnownSchema(Struct, frozen=True, kw_only=True):
    """What a seat knows beside what everybody does (HD-103)."""

    since: Annotated[Beat, Meta(description="News is what arrived after this beat.")] = 0
    columns: Annotated[dict[str, DispatchSchema], Meta(description="The newest of each column that arrived.")] = {}
    news: Annotated[list[DispatchSchema], Meta(description="Dispatches that arrived since then.")] = []
    sightings: Annotated[list[SightingSchema], Meta(description="Sightings of the last six turns.")] = []
    bridges: Annotated[dict[str, BridgeNewsSchema], Meta(description="Bridges it was told of.")] = {}
    letters: Annotated[list[LetterSchema], Meta(description="Letters that reached it, and its own.")] = []
    taken: Annotated[list[TakenSchema], Meta(description="Papers taken from the enemy.")] = []
    rumours: Annotated[list[RumourSchema], Meta(description="Rumours.")] = []
    orders: Annotated[list[SentSchema], Meta(description="Its own orders.")] = []
    tidings: Annotated[list[TidingsSchema], Meta(description="What it was told besides.")] = []


class RidingSchema(Struct, frozen=True, kw_only=True):
    """A dispatch under way."""

    to: Annotated[Word, Meta(description="The person it is for.")]
    due: Annotated[Later, Meta(description="The beat at whose end it arrives.")]
    dispatch: Annotated[DispatchSchema, Meta(description="What it says.")]


# --- What is true --------------------------------------------------------------------------------------------------


class TodaySchema(Struct, frozen=True, kw_only=True):
    """What a column has done in the present turn so far, while the clock stands for a linked battle."""

    marched: Annotated[Beat, Meta(description="Beats marched (HD-029).")] = 0
    rests: Annotated[Beat, Meta(description="Beats in which its plan was to rest (HD-030).")] = 0
    forced: Annotated[bool, Meta(description="Whether it made a forced march.")] = False
    night: Annotated[bool, Meta(description="Whether it marched by night.")] = False
    fought: Annotated[bool, Meta(description="Whether it fought a round.")] = False
    scouted: Annotated[bool, Meta(description="Whether it scouted (HD-069).")] = False
    tired: Annotated[bool, Meta(description="Whether it was attacked at rest (HD-030).")] = False
    busy: Annotated[bool, Meta(description="Whether it was in a linked battle (HD-090).")] = False
    scout: Annotated[PlaceCode | None, Meta(description="The place it scouts.")] = None
    took: Annotated[Word | None, Meta(description="A person it took and has not told of yet.")] = None


class ComingSchema(Struct, frozen=True, kw_only=True):
    """A column that is counted in for a linked battle (HD-089)."""

    battle: Annotated[int, Meta(ge=1, le=9_999, description="Which battle.")]
    after: Annotated[int, Meta(ge=1, le=20, description="Half hours after its beginning.")]
    by: Annotated[tuple[PlaceCode, PlaceCode], Meta(description="The link by which it would come, by its two ends.")]


class ColumnSchema(Struct, frozen=True, kw_only=True):
    """A column as it is. Of one that begins with the campaign, what is left out is as at the start."""

    code: Annotated[Code, Meta(description="Its army's letter and one sign.")]
    person: Annotated[Word | UnsetType, Meta(description="Through whom its orders and dispatches go.")] = UNSET
    foot: Annotated[Men | UnsetType, Meta(description="Foot, in hundreds.")] = UNSET
    horse: Annotated[Men | UnsetType, Meta(description="Horse, in hundreds.")] = UNSET
    guns: Annotated[Men | UnsetType, Meta(description="Guns, in pieces.")] = UNSET
    quality: Annotated[
        Annotated[int, Meta(ge=1, le=5)] | UnsetType, Meta(description="5 guard, 4 veteran, 3 good, 2 ordinary, 1 raw.")
    ] = UNSET
    fatigue: Annotated[Fatigue | UnsetType, Meta(description="HD-028.")] = UNSET
    stragglers: Annotated[Men, Meta(description="Stragglers, in hundreds (HD-032).")] = 0
    lost: Annotated[Men, Meta(description="Men it has lost for good (HD-093).")] = 0
    at: Annotated[PlaceCode | UnsetType | None, Meta(description="The place where it is.")] = UNSET
    on: Annotated[RoadSchema | None, Meta(description="The link on which it is.")] = None
    came: Annotated[PlaceCode | None, Meta(description="The place from which it came where it is.")] = None
    plan: Annotated[PlanName, Meta(description="What it does (HD-011).")] = "hold"
    path: Annotated[Path, Meta(description="The places still to come.")] = []
    target: Annotated[Code | None, Meta(description="The column it is to join (HD-036).")] = None
    stance: Annotated[StanceName, Meta(description="HD-056.")] = "stand"
    guns_word: Annotated[bool | UnsetType, Meta(description="Whether it marches to the guns (HD-080).")] = UNSET
    line: Annotated[PlaceCode | None, Meta(description="The place of retreat that was ordered (HD-077).")] = None
    forced: Annotated[bool, Meta(description="Forced marches, until its path ends (HD-016).")] = False
    night: Annotated[bool, Meta(description="Whether it marches at night, until its path ends (HD-015).")] = False
    start: Annotated[Later, Meta(description="The first beat in which it may set out (HD-018); 0: any.")] = 0
    ready: Annotated[Later | UnsetType, Meta(description="It does not march before this beat has ended.")] = UNSET
    muster: Annotated[Later | UnsetType, Meta(description="Beats it needs to muster; 0: it has (HD-024).")] = UNSET
    free: Annotated[
        Annotated[int, Meta(ge=0, le=3 * MOST_BEATS)],
        Meta(description="The first beat in which it may march, once its muster has begun."),
    ] = 0
    halt: Annotated[Later, Meta(description="It does not march before the end of this beat.")] = 0
    acts_on: Annotated[TurnNumber, Meta(description="The turn of the newest paper it has had (HD-117).")] = 0
    blow: Annotated[Name | None, Meta(description="The bridge that it is about to blow (HD-041).")] = None
    blow_at: Annotated[Later, Meta(description="The beat of the die for it.")] = 0
    repair: Annotated[Name | None, Meta(description="The bridge that it repairs (HD-043).")] = None
    repaired: Annotated[Beat, Meta(description="Beats it has worked.")] = 0
    kept: Annotated[PaperSchema | None, Meta(description="A paper that waits for the end of its retreat.")] = None
    battle: Annotated[Annotated[int, Meta(ge=1, le=9_999)] | None, Meta(description="The battle it is in.")] = None
    battle_lost: Annotated[Men, Meta(description="Men it has lost in that battle.")] = 0
    routed: Annotated[bool, Meta(description="HD-082.")] = False
    driven: Annotated[bool, Meta(description="On a retreat of HD-077 that has not ended.")] = False
    swept: Annotated[bool, Meta(description="That retreat goes through the fields (HD-115).")] = False
    to_guns: Annotated[bool, Meta(description="It marches to the sound of guns.")] = False
    refused: Annotated[bool, Meta(description="It has told that its way is closed (HD-040).")] = False
    leaving: Annotated[bool, Meta(description="It leaves the map at the start of the next beat.")] = False
    touch: Annotated[
        list[Code], Meta(description="The enemies it is in touch with (HD-116).", max_length=MOST_COLUMNS)
    ] = []
    today: Annotated[TodaySchema | None, Meta(description="What it has done in this turn; while the clock stands.")] = (
        None
    )
    comes: Annotated[ComingSchema | None, Meta(description="To which linked battle it comes.")] = None
    gone: Annotated[
        Literal["destroyed", "joined", "left"] | None, Meta(description="Why it is no longer on the map.")
    ] = None


class PaperSchema(Struct, frozen=True, kw_only=True):
    """Orders of one mail for one column, under way (HD-117)."""

    column: Annotated[Code, Meta(description="Whom they are for.")]
    maker: Annotated[
        Code | None, Meta(description="The column that was to make that one, where it is not there yet.")
    ] = None
    turn: Annotated[TurnNumber, Meta(description="The turn of the mail: its date.")]
    due: Annotated[Later, Meta(description="The beat at whose end it arrives.")]
    plan: Annotated[PlanName | None, Meta(description="The plan ordered; null: none.")] = None
    path: Annotated[Path, Meta(description="The places ordered.")] = []
    target: Annotated[Code | None, Meta(description="The column to be joined.")] = None
    leaves: Annotated[bool, Meta(description="It leaves the map at the end of its path.")] = False
    stance: Annotated[StanceName | None, Meta(description="The stance ordered.")] = None
    forced: Annotated[bool, Meta(description="`forced`.")] = False
    night: Annotated[bool, Meta(description="`night`.")] = False
    start: Annotated[Later, Meta(description="`at`, as the first beat that begins then or later.")] = 0
    guns_word: Annotated[bool | None, Meta(description="`guns`.")] = None
    line: Annotated[
        Annotated[str, Meta(pattern="^([A-Z]{3}|free)$")] | None, Meta(description="`line`: a place, or `free`.")
    ] = None
    scout: Annotated[PlaceCode | None, Meta(description="The place to be scouted.")] = None
    blow: Annotated[Name | None, Meta(description="The bridge to be blown.")] = None
    repair: Annotated[Name | None, Meta(description="The bridge to be repaired.")] = None
    detach: Annotated[
        Annotated[int, Meta(ge=0, le=9_999)] | None,
        Meta(description="Foot to be detached; null: with `made`, all horse."),
    ] = None
    made: Annotated[Code | None, Meta(description="The column to be made by detaching.")] = None
    given: Annotated[
        Word | None, Meta(description="The person whom that column was given to before it was made; null: nobody.")
    ] = None
    rider: Annotated[PaperSchema | None, Meta(description="What rides along for the column to be made.")] = None


class PersonSchema(Struct, frozen=True, kw_only=True):
    """A person on the map (HD-052)."""

    seat: Annotated[Word, Meta(description="Whose he is.")]
    at: Annotated[PlaceCode | None, Meta(description="The place where he is.")] = None
    on: Annotated[RoadSchema | None, Meta(description="The link on which he is.")] = None
    column: Annotated[Code | None, Meta(description="The column he is with.")] = None
    follows: Annotated[Code | None, Meta(description="The column he rides to.")] = None
    target: Annotated[PlaceCode | None, Meta(description="The place he rides to.")] = None
    way: Annotated[list[PlaceCode], Meta(description="The way he has chosen.", max_length=120)] = []
    taken: Annotated[bool, Meta(description="Out of the game (HD-055).")] = False


class BattleSchema(Struct, frozen=True, kw_only=True):
    """A battle that goes on (HD-071)."""

    number: Annotated[int, Meta(ge=1, le=9_999, description="B1, B2 ... in the order of beginning.")]
    attacker: Annotated[Side, Meta(description="The side that attacks.")]
    at: Annotated[PlaceCode | None, Meta(description="The place.")] = None
    link: Annotated[tuple[PlaceCode, PlaceCode] | None, Meta(description="The link, by its two ends.")] = None
    terrain: Annotated[bool, Meta(description="Whether the ground counts (HD-074).")] = True
    began: Annotated[Beat, Meta(description="The beat in which it began.")] = 0
    rounds: Annotated[Beat, Meta(description="Rounds fought.")] = 0
    linked: Annotated[
        Literal["asked", "bound"] | None,
        Meta(description="Whether it is asked for as a game, or was one and binds its columns (HD-085, HD-088)."),
    ] = None
    until: Annotated[Later, Meta(description="The beat in which a linked battle ends.")] = 0
    ending: Annotated[Literal["nobody", "given_up", "won"], Meta(description="What its game came to (HD-090).")] = (
        "nobody"
    )
    winner: Annotated[Side | None, Meta(description="Who won its game.")] = None
    brought: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=999_999)], Annotated[int, Meta(ge=0, le=999_999)]],
        Meta(description="Men brought to it by the French and by the coalition (HD-076)."),
    ] = (0, 0)
    lost: Annotated[
        tuple[Annotated[int, Meta(ge=0, le=999_999)], Annotated[int, Meta(ge=0, le=999_999)]],
        Meta(description="Men lost in it by the French and by the coalition."),
    ] = (0, 0)


class MouthSchema(Struct, frozen=True, kw_only=True):
    """A column that is still entering a link (HD-020)."""

    column: Annotated[Code, Meta(description="The column.")]
    link: Annotated[tuple[PlaceCode, PlaceCode], Meta(description="The end by which it enters, and the other.")]
    until: Annotated[Later, Meta(description="No friend enters by that end before this beat.")]


class GiftSchema(Struct, frozen=True, kw_only=True):
    """A column that is to be given at the end of the turn (HD-051)."""

    column: Annotated[Code, Meta(description="Which.")]
    to: Annotated[Word, Meta(description="The seat that gets it.")]


class StandstillSchema(Struct, frozen=True, kw_only=True):
    """What is kept while the clock stands for linked battles (HD-085)."""

    asked: Annotated[TurnNumber, Meta(description="The turn whose orders are being carried out.")]
    number: Annotated[int, Meta(ge=1, le=60, description="How often the clock has stood still in it.")] = 1
    results: Annotated[int, Meta(ge=0, le=90, description="Results given in it so far.")] = 0
    gifts: Annotated[list[GiftSchema], Meta(description="Columns to be given.", max_length=108)] = []
    before: Annotated[PositionSchema, Meta(description="The position before the turn: what seats are shown meanwhile.")]


class OutcomeSchema(Struct, frozen=True, kw_only=True):
    """How the game ended."""

    winners: Annotated[list[Word], Meta(description="The winning seats; empty for a draw.", max_length=8)]
    reason: Annotated[
        Literal["points", "broken", "capital", "resigned", "agreed"],
        Meta(description="Points after the last turn, an army broken, the capital held, resignation, agreement."),
    ]
    clause: Annotated[
        Literal["HD-101", "HD-099", "HD-100", "HD-095", "HD-119"], Meta(description="The clause of that reason.")
    ]


class PositionSchema(Struct, frozen=True, kw_only=True):
    """A position of Hundred Days. What is left out is as at the start; `known` left out: seats know what is so."""

    turn: Annotated[int, Meta(ge=1, le=60, description="The turn that is asked for.")] = 1
    beat: Annotated[Beat | None, Meta(description="Beats that have passed (2.8); null: the turns before it.")] = None
    phase: Annotated[
        Literal["orders", "battle", "over"],
        Meta(description="Whether orders are asked for, the clock stands for a linked battle, or the game is over."),
    ] = "orders"
    rain: Annotated[TurnNumber, Meta(description="The turn in which the rain began; 0: not yet (HD-026).")] = 0
    sky: Annotated[
        Literal["dry", "mud"] | None, Meta(description="The weather as an umpire has it, whatever the rain (HD-134).")
    ] = None
    sky_until: Annotated[TurnNumber, Meta(description="The last turn for which that holds.")] = 0
    columns: Annotated[
        Annotated[list[ColumnSchema], Meta(max_length=MOST_COLUMNS)] | None,
        Meta(description="All columns, in the order of HD-008."),
    ] = None
    persons: Annotated[dict[str, PersonSchema] | None, Meta(description="The persons on the map, by name.")] = None
    papers: Annotated[list[PaperSchema], Meta(description="Orders under way.", max_length=1_000)] = []
    dispatches: Annotated[list[RidingSchema], Meta(description="Dispatches under way.", max_length=5_000)] = []
    letters: Annotated[list[LetterSchema], Meta(description="Letters under way.", max_length=1_000)] = []
    battles: Annotated[list[BattleSchema], Meta(description="Battles that go on.", max_length=54)] = []
    battles_begun: Annotated[int, Meta(ge=0, le=9_999, description="Battles so far.")] = 0
    blown: Annotated[list[Name], Meta(description="The bridges that are blown (HD-038).", max_length=32)] = []
    held: Annotated[
        dict[str, Side] | None, Meta(description="Who holds each place (HD-025); those left out: the coalition.")
    ] = None
    mouths: Annotated[list[MouthSchema], Meta(description="Roads that are taken (HD-020).", max_length=1_200)] = []
    capital_turns: Annotated[int, Meta(ge=0, le=2, description="Turns running of HD-100.")] = 0
    resigned: Annotated[list[Word], Meta(description="Seats that have resigned (HD-102).", max_length=8)] = []
    draws: Annotated[list[Word], Meta(description="Seats that offered a draw in the last turn.", max_length=8)] = []
    known: Annotated[dict[str, KnownSchema] | None, Meta(description="What each seat knows.")] = None
    standstill: Annotated[
        StandstillSchema | None, Meta(description="What is kept while the clock stands; in phase `battle` alone.")
    ] = None
    outcome: Annotated[OutcomeSchema | None, Meta(description="How the game ended; in phase `over` alone.")] = None


def plain(value: Any) -> Any:
    """A struct of these as JSON data."""
    # By way of its text: JSON has lists where these have tuples.
    return msgspec.json.decode(msgspec.json.encode(value, order="deterministic"))
