"""A campaign and the options of a game in terms of the rules: HD-110, HD-112, and who commands what at the start.

A `Variant` is worked out once for the options of a game, with all ways between all places, and never changes.
"""

from core.rulesets.hundred_days.campaign import CLASSES, SIDES, TERRAINS, commanding, seats_in_play
from core.rulesets.hundred_days.options import BREAKS
from libc.stdint cimport uint8_t, uint16_t
from libc.string cimport memset

from core.rulesets.hundred_days.field cimport FAR, FOOT, HORSE, MOST_PLACES, NONE, Law, Way, link_between, rate


cdef class Variant:
    """One campaign, played in one way."""

    def __init__(self, rules, campaign, options):
        self.rules, self.options, self.campaign = rules, dict(options), campaign
        self.places = tuple([place.code for place in campaign.places])
        self.links = tuple([f"{link.a}-{link.b}" for link in campaign.links])
        self.umpired = options.get("umpire") == "yes"
        self.bridges = campaign.bridges
        self.armies = tuple([army.letter for army in campaign.armies])
        self.persons = tuple([person.word for person in campaign.persons])
        self.place_numbers = {code: number for number, code in enumerate(self.places)}
        self.link_numbers = {name: number for number, name in enumerate(self.links)}
        self._seat()
        memset(&self.law, 0, sizeof(Law))
        self._lay_net()
        self._find_ways()
        self._count()
        self._settle()

    def _seat(self):
        """2.6: the columns of a seat that is not in play belong to the seat that commands their army."""
        campaign = self.campaign
        seats = seats_in_play(campaign, self.options["players"])
        self.seats = tuple([seat.name for seat in seats])
        self.seat_sides = {seat.name: campaign.side_of(seat.armies[0]) for seat in seats}
        chiefs = {army: campaign.commander(army) for army in self.armies}
        heads = {army: commanding(campaign, army, seats).name for army in self.armies}
        self.person_seats = {}
        for person in campaign.persons:
            if person is chiefs[person.army]:
                self.person_seats[person.word] = heads[person.army]
            elif person.seat in self.seats:
                self.person_seats[person.word] = person.seat
        own = {}
        for person in campaign.persons:
            seat = self.person_seats.get(person.word)
            if seat is not None:
                own.setdefault((seat, person.army), person.word)
        named = {code: seat.name for seat in seats for code in seat.columns}
        self.column_persons = {}
        for force in campaign.forces:
            key = (named.get(force.code, heads[force.army]), force.army)
            self.column_persons[force.code] = own.get(key, chiefs[force.army].word)
        self.seat_armies = {
            seat: "".join([army for army in self.armies if (seat, army) in own]) for seat in self.seats
        }

    def _lay_net(self):
        cdef Law* law = &self.law
        cdef int at, count, place
        campaign = self.campaign
        law.places, law.links, law.bridges = len(self.places), len(self.links), len(self.bridges)
        law.armies, law.seats, law.persons = len(self.armies), len(self.seats), len(self.persons)
        for at, each in enumerate(campaign.places):
            law.x[at], law.y[at], law.terrain[at] = each.x, each.y, TERRAINS.index(each.terrain)
        ways = {number: [] for number in range(law.places)}
        for at, link in enumerate(campaign.links):
            law.a[at], law.b[at] = self.place_numbers[link.a], self.place_numbers[link.b]
            law.kind[at], law.length[at] = CLASSES.index(link.kind), link.length
            law.bridge[at] = NONE if link.bridge is None else self.bridges.index(link.bridge)
            ways[law.a[at]].append((law.b[at], at))
            ways[law.b[at]].append((law.a[at], at))
        count = 0
        for place in range(law.places):
            law.ways[place] = count
            for other, link in sorted(ways[place]):
                law.way[count] = Way(link, other)
                count += 1
        law.ways[law.places] = count

    def _find_ways(self):
        """The shortest way of couriers (HD-046) and the fastest of each arm (HD-023), to each place from all."""
        cdef Law* law = &self.law
        cdef int target, arm_, link, each
        cdef int cost[300]
        for target in range(law.places):
            for each in range(law.links):
                cost[each] = law.length[each]
            spread(law, target, cost, law.far, law.hop)
            for arm_ in range(2):
                for link in range(law.links):
                    each = rate(arm_, law.kind[link], False, False, False)
                    # Fewest beats, and of equal ones fewest hm: one number, since no way is as long as 2**16 hm.
                    cost[link] = ((law.length[link] + each - 1) // each << 16) + law.length[link]
                spread(law, target, cost, law.beats[arm_], law.fast[arm_])

    def _count(self):
        cdef Law* law = &self.law
        cdef int army, place, exit_, at
        campaign = self.campaign
        for army, letter in enumerate(self.armies):
            law.side[army] = SIDES.index(campaign.side_of(letter))
            law.chief[army] = self.persons.index(campaign.commander(letter).word)
            for code, whose in campaign.exits:
                if whose == letter:
                    law.exits[army][<int>self.place_numbers[code]] = True
            for place in range(law.places):
                law.exit_far[army][place] = 30000
                for exit_ in range(law.places):
                    if law.exits[army][exit_]:
                        law.exit_far[army][place] = min(law.exit_far[army][place], law.far[place][exit_])
            law.start_men[army] = sum([each.foot + each.horse for each in campaign.forces if each.army == letter])
        for at, person in enumerate(campaign.persons):
            law.person_army[at], law.value[at] = self.armies.index(person.army), person.value

    def _settle(self):
        cdef Law* law = &self.law
        cdef int turn
        campaign, options = self.campaign, self.options
        law.turns = campaign.turns
        for turn in campaign.nights:
            law.night[turn] = True
            law.evening[turn - 1] = True
        for turn in range(1, campaign.turns + 1):
            if not law.night[turn] and (campaign.hour + 4 * (turn - 1)) % 24 == 19:
                law.evening[turn] = True
        rain = list(campaign.rain)
        if options["rain"] == "history" and rain:
            law.rain_fixed = rain[0]
        elif options["rain"] == "dice":
            for turn, each in enumerate(rain):
                law.rain[turn] = each
        law.rain_until = campaign.rain_until
        law.asked = options["nights"] == "asked" or campaign.nights_asked
        law.fog = options["fog"] == "couriers"
        law.linked, law.hour = options["battles"] == "linked", campaign.hour
        # Games that began before there was the option have none.
        law.breaks = BREAKS[options.get("breaks", "half")] if campaign.breaks else 0
        law.capital = NONE if campaign.capital is None else self.place_numbers[campaign.capital]
        law.capital_men, law.handicap = campaign.capital_men, options["handicap"]
        for code, sides in campaign.points.items():
            for side, points in sides.items():
                law.points[<int>SIDES.index(side)][<int>self.place_numbers[code]] = points
        awards = campaign.awards
        law.award_loss, law.award_join, law.award_apart = awards["loss"], awards["join"], awards["apart"]
        law.award_cut, law.award_broken, law.award_taken = awards["cut"], awards["broken"], awards["taken"]

    # --- Questions of who looks at a view ----------------------------------------------------------------------------

    def hm(self, start, end):
        """The length of the shortest way between two places, by their codes."""
        return self.law.far[<int>self.place_numbers[start]][<int>self.place_numbers[end]]

    def link_hm(self, start, end):
        """The length of the link between two places, or None where there is none."""
        cdef int link = link_between(
            &self.law, <int>self.place_numbers[start], <int>self.place_numbers[end]
        )
        return None if link == NONE else self.law.length[link]

    def neighbours(self, place):
        """The places that a place adjoins, in alphabetical order."""
        cdef int at, here = self.place_numbers[place]
        return tuple([
            self.places[self.law.way[at].place] for at in range(self.law.ways[here], self.law.ways[here + 1])
        ])

    def links_between(self, start, end):
        """How many links lie between two places: 0, 1, 2, or 3 for more."""
        return hops(&self.law, <int>self.place_numbers[start], <int>self.place_numbers[end])

    def filled(self, start, path, horse):
        """A path with its gaps filled from a place on, as a column of an arm would go (HD-023): all places after it."""
        cdef int here = self.place_numbers[start], target, step, arm_ = HORSE if horse else FOOT
        found = []
        for code in path:
            target = self.place_numbers[code]
            if link_between(&self.law, here, target) != NONE:
                found.append(target)
                here = target
            while here != target:
                step = self.law.fast[arm_][here][target]
                found.append(step)
                here = step
        return tuple([self.places[step] for step in found])

    def beats_of(self, start, end, horse, done=0, forced=False, mud=False, night=False):
        """The beats that a march over the rest of a link takes (HD-012, HD-014)."""
        cdef int link = link_between(
            &self.law, <int>self.place_numbers[start], <int>self.place_numbers[end]
        )
        cdef int arm_ = HORSE if horse else FOOT
        cdef int hm = rate(arm_, self.law.kind[link], mud, night, forced)
        return max(0, (self.law.length[link] - <int>done + hm - 1) // hm)

    def is_night(self, turn):
        """Whether a turn is a night turn."""
        return bool(self.law.night[<int>turn])

    def is_exit(self, army, place):
        """Whether an army, by its letter, may leave the map at a place."""
        return bool(self.law.exits[<int>self.armies.index(army)][<int>self.place_numbers[place]])


cdef int hops(const Law* law, int start, int end) noexcept nogil:
    cdef int at, way, middle
    if start == end:
        return 0
    for at in range(law.ways[start], law.ways[start + 1]):
        if law.way[at].place == end:
            return 1
    for at in range(law.ways[start], law.ways[start + 1]):
        middle = law.way[at].place
        for way in range(law.ways[middle], law.ways[middle + 1]):
            if law.way[way].place == end:
                return 2
    return 3


cdef void spread(
    const Law* law, int target, const int* cost, uint16_t (*far)[MOST_PLACES], uint8_t (*hop)[MOST_PLACES]
) noexcept nogil:
    """The cheapest ways from all places to one, ties by the alphabetically first list of places.

    `far` takes the cost, without what stands in its low half where there is a high one, and `hop` the next place.
    """
    cdef long long least[MOST_PLACES]
    cdef bint settled[MOST_PLACES]
    cdef int place, at, best, other
    cdef long long through
    for place in range(law.places):
        least[place], settled[place] = <long long>1 << 60, False
        far[place][target], hop[place][target] = FAR, place
    least[target] = 0
    while True:
        best = NONE
        for place in range(law.places):
            if not settled[place] and (best == NONE or least[place] < least[best]):
                best = place
        if best == NONE or least[best] == <long long>1 << 60:
            break
        settled[best] = True
        for at in range(law.ways[best], law.ways[best + 1]):
            other, through = law.way[at].place, least[best] + cost[law.way[at].link]
            if through < least[other]:
                least[other] = through
    for place in range(law.places):
        if least[place] == <long long>1 << 60:
            continue
        far[place][target] = <uint16_t>(least[place] >> 16 if cost_is_double(cost) else least[place])
        for at in range(law.ways[place], law.ways[place + 1]):
            other = law.way[at].place
            if place != target and least[other] + cost[law.way[at].link] == least[place]:
                hop[place][target] = other
                break


cdef inline bint cost_is_double(const int* cost) noexcept nogil:
    return cost[0] >= 1 << 16
