"""What there is in a campaign: the law of one game and its state, as C structs copied by assignment.

Men are hundreds, guns pieces, lengths hm, times beats of the game: beat B is the half hour that ends 30 B minutes
after the start (HD-001). Columns stand in the order of HD-008, places and links in alphabetical order.
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from core.stream cimport Stream

cdef enum:
    MOST = 108  # columns: a letter of three armies, and one sign of 36
    SIGNS = 36
    MOST_ON_MAP = 18  # of an army (HD-035)
    MOST_ARMIES = 3
    MOST_SEATS = 8
    MOST_PERSONS = 11
    MOST_PLACES = 120
    MOST_LINKS = 300
    MOST_BRIDGES = 32
    MOST_BATTLES = 54  # each has a column of either side
    MOST_PATH = 24  # places that a path names
    MOST_PAPERS = 1200  # orders under way: see `campaign.FARTHEST`
    FAR = 60000  # hm or beats: no way
    NONE = -1
    TURN = 8  # beats
    COURIER = 50  # hm a beat (HD-045)
    RIDER = 40  # hm a beat (HD-052)
    BARRED = 20  # men that bar a place (HD-077)
    SHORT = 50  # hm of a link at whose mouth nobody waits (HD-020)

cdef enum Side:
    FRENCH
    COALITION

cdef enum Kind:  # of a link
    PAVED
    ROAD
    TRACK

cdef enum Terrain:
    OPEN
    WOOD
    RIDGE
    TOWN

cdef enum Plan:
    HOLD
    REST
    MARCH
    RETREAT
    EXIT
    JOIN
    REPAIR
    NO_PLAN  # of a paper: the plan stays

cdef enum Stance:
    STAND
    ATTACK
    AVOID
    NO_STANCE  # of a paper

cdef enum Gone:
    PRESENT
    DESTROYED
    JOINED
    LEFT

cdef enum Linked:
    BY_TABLE
    ASKED  # as a game of another rule set; the clock stands
    BOUND  # its result is in, and its columns are busy until its end (HD-088)

cdef enum Ending:
    NOBODY_WON  # HD-090: the attackers halt short
    GIVEN_UP
    WON

cdef enum Arm:
    FOOT
    HORSE

cdef enum End:
    PLAY_ON
    POINTS  # HD-101
    BROKEN  # HD-099
    CAPITAL  # HD-100
    RESIGNED  # HD-095
    AGREED  # HD-119


# --- Sets of columns -------------------------------------------------------------------------------------------------

cdef struct Set:
    uint64_t word[2]


cdef extern from * nogil:
    int lowest "__builtin_ctzll"(unsigned long long bits)


cdef inline Set empty() noexcept nogil:
    cdef Set none
    none.word[0] = none.word[1] = 0
    return none


cdef inline bint has(const Set* set, int column) noexcept nogil:
    return (set.word[column >> 6] >> (column & 63)) & 1


cdef inline void put(Set* set, int column) noexcept nogil:
    set.word[column >> 6] |= <uint64_t>1 << (column & 63)


cdef inline void drop(Set* set, int column) noexcept nogil:
    set.word[column >> 6] &= ~(<uint64_t>1 << (column & 63))


cdef inline bint any_of(const Set* set) noexcept nogil:
    return (set.word[0] | set.word[1]) != 0


cdef inline int take(Set* set) noexcept nogil:
    """Remove and return the first column of a set, or NONE: `column = take(&left)` walks through it."""
    cdef int half
    cdef uint64_t bits
    for half in range(2):
        bits = set.word[half]
        if bits:
            set.word[half] = bits & (bits - 1)
            return (half << 6) + lowest(bits)
    return NONE


# --- The law of a game -----------------------------------------------------------------------------------------------

cdef struct Way:
    # What a place adjoins; those of a place stand one behind the other, by the other place.
    int16_t link
    int16_t place


cdef struct Law:
    int places, links, bridges, armies, seats, persons
    int16_t x[MOST_PLACES]  # hm
    int16_t y[MOST_PLACES]
    uint8_t terrain[MOST_PLACES]
    int16_t a[MOST_LINKS]  # the ends of a link, the first in the alphabet before the other
    int16_t b[MOST_LINKS]
    uint8_t kind[MOST_LINKS]
    int16_t length[MOST_LINKS]
    int16_t bridge[MOST_LINKS]  # or NONE
    int16_t ways[MOST_PLACES + 1]  # where the ways of a place begin in `way`
    Way way[2 * MOST_LINKS]
    uint16_t far[MOST_PLACES][MOST_PLACES]  # hm by the shortest way, all links open
    uint8_t hop[MOST_PLACES][MOST_PLACES]  # the next place on it (HD-046)
    uint16_t beats[2][MOST_PLACES][MOST_PLACES]  # by the fastest way of an arm (HD-023)
    uint8_t fast[2][MOST_PLACES][MOST_PLACES]
    int16_t exit_far[MOST_ARMIES][MOST_PLACES]  # hm to the nearest exit of an army
    uint8_t exits[MOST_ARMIES][MOST_PLACES]
    uint8_t side[MOST_ARMIES]
    int16_t chief[MOST_ARMIES]  # the person who commands an army
    uint8_t person_army[MOST_PERSONS]
    uint8_t value[MOST_PERSONS]
    int32_t start_men[MOST_ARMIES]
    int turns
    uint8_t night[64]  # by turn
    uint8_t evening[64]
    int16_t rain[2]  # the turns of a die, or 0
    int rain_until
    int rain_fixed  # the turn in which the rain begins without a die, or 0
    bint asked  # night turns are asked for
    bint fog
    bint linked  # battles may be fought as games of another rule set (HD-085)
    int hour  # of the day at which beat 0 ends
    int breaks  # how many times fewer men break an army; 0: none is ever broken (HD-099)
    int capital  # a place, or NONE
    int capital_men
    int handicap
    int16_t points[2][MOST_PLACES]
    int award_loss, award_join, award_apart, award_cut, award_broken, award_taken


# --- The state -------------------------------------------------------------------------------------------------------

cdef struct Column:
    uint8_t army
    uint8_t sign  # of its code, 0 .. 35
    int16_t person  # by whom it is commanded: through him go its orders and dispatches
    int16_t foot
    int16_t horse
    int16_t guns
    uint8_t quality  # 1 .. 5
    uint8_t fatigue  # 0 .. 8 (HD-028)
    int16_t stragglers
    int16_t lost  # men lost for good by it
    int16_t place  # where it is, or NONE on a link
    int16_t link  # or NONE
    int16_t origin  # the end it comes from, on a link
    int16_t goal
    int16_t done  # hm from the origin, 0 .. length - 1
    int16_t came  # the link by which it came to its place, or NONE
    uint8_t plan
    uint8_t stance
    uint8_t paths  # how many places its path still names
    uint8_t path[MOST_PATH]
    int16_t target  # of a join: a column, or NONE
    int16_t awaits  # of a join: the sign of a column that is still to be made, or NONE (HD-036)
    int16_t line  # the place of retreat that was ordered, or NONE (HD-077)
    int16_t scout  # the place to be looked at in this turn, or NONE (HD-069)
    int16_t start  # the beat before which it does not set out, or 0 (HD-018)
    int16_t ready  # the beat before whose end it does not march (HD-024)
    int16_t muster  # beats, 0 when it is over
    int16_t free  # the first beat in which it may march once its muster has begun, else 0
    int16_t halt  # it does not march before the end of this beat
    int16_t acts_on  # the turn of the newest paper it has had, or 0
    int16_t blow  # the bridge it is about to blow, or NONE
    int16_t blow_at  # the beat of its die
    int16_t repair  # the bridge it repairs, or NONE
    int16_t repaired  # beats of work
    int16_t kept  # the paper that waits for the end of its retreat, or NONE
    int16_t battle  # its battle, or NONE
    int16_t battle_lost  # men it lost in it
    uint8_t attacker  # of its battle
    uint8_t gone
    int16_t gone_place
    bint guns_word  # HD-080
    bint forced
    bint night
    bint routed
    bint driven  # on a retreat of HD-077
    bint swept  # HD-115
    bint to_guns
    bint refused  # that its way is closed has been told
    bint leaving  # it leaves the map at the start of the next beat (HD-037)
    int16_t comes  # half hours after which it would come to a battle that is asked for, or 0 (HD-089)
    int16_t comes_to  # that battle
    int16_t comes_by  # the link by which it would come there
    Set touch  # the enemies it is in touch with (HD-116)
    # Of this turn alone:
    uint8_t marched  # beats
    uint8_t rests
    bint forced_march
    bint night_march
    bint fought
    bint scouted
    bint tired  # attacked at rest (HD-030)
    bint busy  # in a linked battle, so that it does not recover (HD-090)
    int16_t took  # a person it took and has not told of yet, or NONE; kept here while the clock stands


cdef struct Person:
    int16_t seat  # whose he is, or NONE: not on the map
    int16_t place  # or NONE
    int16_t link
    int16_t origin
    int16_t goal
    int16_t done
    int16_t column  # the column he is with, or NONE
    int16_t follows  # the column he rides to, or NONE
    int16_t target  # the place he rides to, or NONE
    uint8_t ways  # places of the way he has chosen
    uint8_t way[MOST_PLACES]
    bint taken


cdef struct Paper:
    # The orders of one mail for one column (HD-117), in the column's hands at the end of beat `due`.
    int16_t column
    int16_t unmade  # the sign of a column that `column` was to make and that is not there yet, or NONE
    int16_t turn
    int16_t due
    int16_t rider  # the paper of a column that this one is to make, or NONE
    bint carried  # by another paper
    bint used
    uint8_t plan
    uint8_t stance
    uint8_t paths
    uint8_t path[MOST_PATH]
    int16_t target
    int16_t awaits  # of a join: the sign of a column that is not there when it is written, or NONE
    bint leaves  # `exit` beside a march
    bint forced
    bint night
    int16_t start
    int16_t guns_word  # 0 no, 1 yes, or NONE
    int16_t line  # a place, NONE: not said, or NONE - 1: free
    int16_t scout
    int16_t blow
    int16_t repair
    int16_t detach  # foot, 0 none, or NONE: all horse
    int16_t sign  # of the column to be made
    int16_t given  # the person whom that column was given to before it was made, or NONE (HD-051)


cdef struct Battle:
    bint used
    int16_t number  # B1, B2 ... in the order of beginning
    int16_t place  # or NONE
    int16_t link
    uint8_t attacker  # a side
    bint terrain  # whether the ground counts (HD-074)
    int16_t began
    int16_t rounds
    uint8_t linked
    int16_t until  # the beat in which a linked battle ends
    uint8_t ending
    uint8_t winner  # a side, where there is one
    int32_t brought[2]  # men, by side
    int32_t lost[2]


cdef struct Mouth:
    int16_t until  # nobody of the side enters before this beat
    int16_t column  # but this one


cdef struct State:
    int16_t turn
    int16_t beat  # beats that have passed
    int16_t rain  # the turn in which the rain began, or 0
    uint8_t sky  # as an umpire has it (HD-134): 0 he has said nothing, 1 dry, 2 mud
    int16_t sky_until  # the last turn for which that holds
    int16_t columns
    int16_t papers  # entries of `paper` that may be in use
    int16_t battles  # battles so far
    int16_t capital_turns
    uint8_t over
    uint8_t winner  # a side, or 2: nobody
    uint8_t resigned  # a set of seats
    uint8_t draws  # a set of seats
    uint32_t blown  # a set of bridges
    uint8_t held[MOST_PLACES]  # a side
    int32_t losses[2]
    int32_t left[MOST_ARMIES]  # men that left by an exit, with their stragglers
    uint8_t taken[MOST_PERSONS]
    Mouth mouth[2][MOST_LINKS][2]  # by side, link and end: 0 at `a`
    Column column[MOST]
    Person person[MOST_PERSONS]
    Battle battle[MOST_BATTLES]
    Paper paper[MOST_PAPERS]


# --- Dice and what is told -------------------------------------------------------------------------------------------

cdef struct Roller:
    Stream* stream  # of a playout, or NULL
    void* source  # a `RolledDice` of a game
    int turn  # for which dice are rolled
    bint failed  # a die could not be had; what follows is worth nothing


cdef enum Told:
    # Kinds of entries; `events.pyx` has the names and what the numbers mean.
    SET_OUT
    ARRIVED
    HALTED_AT_BRIDGE
    CROSSED
    TOUCHED
    CONTACT
    BEGAN
    CAME_IN
    ROUND
    HIT
    TEST
    PURSUIT
    STRAGGLED
    RETREATS
    REARGUARD
    SWEPT
    WAS_DESTROYED
    ENDED
    BLOWN
    CHARGE_FAILS
    REPAIRED
    PUT_BACK
    LEFT_MAP
    TAKEN_UP
    MADE
    LAPSED
    ACTS
    PUT_ASIDE
    DANGER
    HEARD
    RUMOUR
    RAIN_DIE
    STOPPED_RIDE
    DISPATCH
    SEEN
    SEEN_CLASS
    SIGHTED
    RIDES
    SEES
    TIRED
    ASKED_FOR
    RESULT
    PAID

cdef enum Why:
    # What makes a column write (HD-047), bits of a dispatch's `why`.
    HOURLY = 1
    IN_TOUCH = 2
    WITHDREW = 4
    BATTLE_BEGAN = 8
    BATTLE_ENDED = 16
    BATTLE_JOINED = 32
    WAY_CLOSED = 64
    RETREAT_REFUSED = 128
    BRIDGE_BLOWN = 256
    BRIDGE_REPAIRED = 512
    ORDER_LAPSED = 1024
    BRIDGE_LOST = 2048
    WAS_MADE = 4096
    TOOK_UP = 8192
    PERSON_TAKEN = 16384  # told with the next dispatch; it makes none

cdef enum Lapse:
    # Which orders lapsed, bits of a dispatch's `lapsed`.
    LAPSED_DETACH = 1
    LAPSED_BLOW = 2
    LAPSED_REPAIR = 4
    LAPSED_EXIT = 8
    LAPSED_JOIN = 16
    LAPSED_SCOUT = 32


cdef struct Entry:
    int16_t kind
    int16_t beat
    int32_t n[8]
    int32_t snapshot  # of a dispatch: its place in `Log.snapshot`, else NONE


cdef struct Log:
    int entries, room
    Entry* entry
    int snapshots, snapshot_room
    Column* snapshot
    bint failed  # no memory


cdef struct Site:
    int16_t place
    int16_t link
    int16_t origin
    int16_t goal
    int16_t done
    int16_t came


cdef struct Links:
    # A set of links.
    uint64_t word[5]


cdef struct Turn:
    # A turn as it is played: beside law, state, dice and log what lasts for a beat or less.
    const Law* law
    State* state
    Roller* roller
    Log* log  # or NULL: nobody listens
    int beat  # of the game
    bint night, dusk, mud
    Site before[MOST]  # where columns were at the start of the beat
    Set moving  # marched in this beat
    int16_t on[MOST]  # the link it marched on
    int16_t out[MOST]  # the end from which it marched
    int16_t since[MOST]  # its interval on that link, in hm from that end
    int16_t until[MOST]
    uint32_t why[MOST]
    uint32_t lapsed[MOST]
    int16_t took[MOST]  # a person it took, or NONE
    int16_t was_battle[MOST]  # the number of the battle that is over for it, for its dispatch; 0: none
    int16_t was_rounds[MOST]
    Set sounding  # battles with a round in this beat that is heard, by their place in `State.battle`


# --- Small questions -------------------------------------------------------------------------------------------------

cdef inline int men(const Column* column) noexcept nogil:
    return column.foot + column.horse


cdef inline int side_of(const Law* law, const Column* column) noexcept nogil:
    return law.side[column.army]


cdef inline int nearest(const Law* law, const Column* column) noexcept nogil:
    """The nearest place of a column (1): on a link the end it came from while 2 done <= length."""
    if column.place != NONE:
        return column.place
    return column.origin if 2 * column.done <= law.length[column.link] else column.goal


cdef inline bint present(const Column* column) noexcept nogil:
    return column.gone == PRESENT


cdef inline int link_between(const Law* law, int one, int other) noexcept nogil:
    """The link that joins two places, or NONE."""
    cdef int at
    for at in range(law.ways[one], law.ways[one + 1]):
        if law.way[at].place == other:
            return law.way[at].link
    return NONE


cdef inline int other_end(const Law* law, int link, int place) noexcept nogil:
    return law.b[link] if law.a[link] == place else law.a[link]


cdef inline bint closed(const Law* law, const State* state, int link) noexcept nogil:
    """Whether the bridge of a link is blown (HD-039)."""
    return law.bridge[link] != NONE and (state.blown >> law.bridge[link]) & 1


cdef inline bint in_battle(const Column* column) noexcept nogil:
    return column.battle != NONE


cdef inline bint bound(const State* state, const Column* column) noexcept nogil:
    """Whether a column is in a linked battle: until it is over it acts on nothing (HD-088, HD-118)."""
    return column.battle != NONE and state.battle[column.battle].linked != BY_TABLE


cdef inline bint standing(const State* state) noexcept nogil:
    """Whether the clock stands for a linked battle (HD-085)."""
    cdef int at
    for at in range(MOST_BATTLES):
        if state.battle[at].used and state.battle[at].linked == ASKED:
            return True
    return False


cdef inline bint mustering(const Column* column) noexcept nogil:
    """HD-024: a muster is still to come, or goes on; `free` beats are counted by who lets beats pass."""
    return column.muster > 0


cdef inline int strength(const Column* column) noexcept nogil:
    """HD-073, with HD-030."""
    cdef int fatigue = min(8, column.fatigue + 2) if column.tired else column.fatigue
    return (column.foot + column.horse + column.guns) * (8 + column.quality - fatigue // 2) // 10


cdef inline int tail(const Column* column) noexcept nogil:
    """HD-019."""
    return max(1, (column.foot + 2 * column.horse + column.guns + 39) // 40)


cdef inline int arm(const Column* column) noexcept nogil:
    """HD-012: horse alone marches as horse."""
    return HORSE if column.foot == 0 and column.horse > 0 else FOOT


cdef inline int rate(int arm_, int kind, bint mud, bint night, bint forced) noexcept nogil:
    """HD-012: hm a beat."""
    cdef int hm
    if night:
        hm = 9 if kind == PAVED else 6 if kind == ROAD else 4
    elif forced:
        hm = 20 if kind == PAVED else (13 if mud else 17) if kind == ROAD else (9 if mud else 13)
    else:
        hm = 14 if kind == PAVED else (9 if mud else 12) if kind == ROAD else (6 if mud else 9)
    return 2 * hm if arm_ == HORSE else hm
