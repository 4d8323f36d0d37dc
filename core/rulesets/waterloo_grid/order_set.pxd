"""The orders that a seat sends in one mail: judged line by line, rehearsed on a copy, carried out."""

from libc.stdint cimport uint64_t

from core.rulesets.waterloo_grid.activation cimport Plan
from core.rulesets.waterloo_grid.position cimport Position
from core.rulesets.waterloo_grid.dice cimport DiceSource
from core.rulesets.waterloo_grid.events cimport EventLog


cdef class LineState:  # a line of the mail
    cdef int kind  # of order
    cdef object number  # of the line
    cdef object order
    cdef object verdict  # None: none yet
    cdef int slot  # of the unit that an order line names; -1: none
    cdef int plans
    cdef Plan* plan  # the alternatives of an order line, made ready


cdef class OrderSet:
    cdef int side
    cdef str seat
    cdef list lines  # of LineState
    cdef bint refused  # a line breaks a rule
    cdef bint trial  # its first line is `test`
    cdef bint orders  # there is more in it than the number of the game turn
    cdef bint places  # it has an order, place, enter or end line: the dice are placed by it (WGR-141)
    cdef bint draws  # it has a `draw` line
    cdef bint shows  # it has a `show` line
    cdef bint ends  # it closes the turn
    cdef uint64_t ordered  # slots that an order line names
    cdef uint64_t given  # slots that have a die by this mail
    cdef list names  # theirs, in order
    cdef list symbols  # the dice placed by this mail, as (symbol, who has it)
    cdef int spent[3]  # how many of them, by symbol
    cdef list entries  # classes that enter

    cdef int kind_of(self, int index)
    cdef bint accepted(self)
    cdef tuple judged(self)
    cdef object examine(self, Position position)
    cdef object rehearse(self, Position position, bint with_facts)
    cdef object play(self, Position position, DiceSource source, EventLog log)
    cdef dict why_void(self, LineState line)
    cdef object accept(self, LineState line, dict facts)
    cdef object refuse(self, LineState line, error)
    cdef object set_refused(self, LineState line, error)
    cdef object examine_line(self, Position position, int index, LineState line)
    cdef object examine_turn(self, Position position, int index, order)
    cdef object examine_order(self, Position position, LineState line)
    cdef object examine_place(self, Position position, unit)
    cdef int unit(self, Position position, word) except -1
    cdef list own(self, Position position, kind)
    cdef object give_die(self, Position position, int slot, late)
    cdef list spent_on(self, symbol)
    cdef object examine_entry(self, Position position, Position counted, order)
    cdef bint may_stand(self, Position before, int first, LineState line) except -1
    cdef bint stands(self, Position copy, int first, LineState last, int mode, int back) except -1
    cdef dict rehearse_line(self, Position working, EventLog log, LineState line, bint with_facts)
    cdef dict rehearse_order(self, Position working, EventLog log, LineState line, bint with_facts)
    cdef object place_dice(self, Position position, EventLog log)
    cdef dict play_line(self, Position position, DiceSource source, EventLog log, LineState line)
    cdef dict play_order(self, Position position, DiceSource source, EventLog log, LineState line)
    cdef object void(self, Position position, EventLog log, LineState line, error, cut)
    cdef dict say(self, Position position, LineState line, list events)
    cdef list set_fights(self, Position position, order)
    cdef dict offer(self, Position position, list events)
