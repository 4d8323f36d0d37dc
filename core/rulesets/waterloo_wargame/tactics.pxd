"""How a robot makes an army turn: what shots, attacks and marches are worth, and which it takes."""

from libc.stdint cimport uint8_t

from core.rulesets.waterloo_wargame.battle cimport Phase
from core.rulesets.waterloo_wargame.field cimport MOST, NOBODY, Field, Law, Roster, Set
from core.rulesets.waterloo_wargame.plans cimport Plan, Step
from core.stream cimport Stream


cdef struct Weights:
    double gun, own, barrage, evading, push, duel, contact, exposed, chance, pull, gun_pull, cover, gain, general
    double noise
    double share, share_need, share_rounds, share_losses, share_guns, share_enemy_guns, share_way
    double margin_slope, margin_shift


cdef struct Style:  # one way to make a turn
    bint wary  # looks at what the enemy can do
    bint leads  # the General goes where he helps
    double gain  # on top of the least gain of an attack
    double caution  # how much of the danger counts on the march
    double fear  # how much of the danger of contact counts
    double daring  # how much of it counts for guns
    double pull  # how much of the pull counts
    double own  # how much own men lost count
    double shelter  # for each thousand men in a strongpoint
    int focus  # the enemy piece that is marched upon, or NOBODY: whoever is nearest


cdef struct Body:  # a piece as it is measured by eye
    int piece
    double x, y, s, c, w, d  # centre, sine and cosine of its heading, half its front and depth
    double men, strength, reach
    bint gun, cavalry, sheltered


cdef struct Scene:
    const Law* law
    const Roster* roster
    Field* field  # changed as steps are taken
    int side
    Weights weights
    Style style
    Stream* stream
    Plan* plan
    Phase phase
    int owns, foes, guns, foe_guns
    Body own[MOST]
    Body foe[MOST]
    uint8_t gun[MOST]  # places in `own` of the side's guns
    uint8_t foe_gun[MOST]  # and in `foe` of the enemy's
    uint8_t place[MOST]  # of a piece in `own` or `foe`
    Set busy  # own pieces that fire or fight, and enemies that are shot at
    bint general_used
    double won  # the chance of the attack that was weighed last


cdef void weigh(Weights* weights, object written) except *
cdef Style usual_style() noexcept nogil
cdef void make_turn(
    const Law* law, const Roster* roster, Field* field, const Weights* weights, const Style* style, Stream* stream,
    Plan* plan
) noexcept nogil
cdef void survey(Scene* scene) noexcept nogil
cdef double danger_by_contact(
    const Scene* scene, const Body* body, const Body* others, int count, const Body* friends, int friendly, int side
) noexcept nogil
