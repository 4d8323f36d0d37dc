"""A seat's mail: judged line by line, rehearsed on a copy, carried out."""

from core.rulesets.waterloo_grid.position cimport Position
from core.rulesets.waterloo_grid.rolls cimport Source
from core.rulesets.waterloo_grid.told cimport Story


cdef class Mail:
    cdef readonly int side
    cdef readonly str seat
    cdef readonly tuple lines
    cdef readonly dict verdicts  # index of the line -> Verdict
    cdef readonly bint refused  # a line breaks a rule
    cdef readonly bint trial  # its first line is `test`
    cdef readonly bint places  # it has an order, place, enter or end line: the dice are placed by it (WGR-141)
    cdef readonly bint ends  # it closes the turn
    cdef dict slots  # index of an order line -> slot of its unit
    cdef list given  # units, in order, that have a die by this mail
    cdef list symbols  # the dice placed by this mail, as (symbol, who has it)
    cdef list entries  # classes that enter

    cdef object play(self, Position position, Source source, Story story)
