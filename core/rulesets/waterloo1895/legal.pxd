"""What could be ordered: all complete order sets, or one drawn by chance. Set-ups, and the moves of a throw."""

from core.rulesets.waterloo1895.engine cimport TurnEngine
from core.rulesets.waterloo1895.position cimport Position
from core.rulesets.waterloo1895.search cimport Sequence
from core.stream cimport Stream


cdef class SeededDraw:
    cdef Stream stream


cdef tuple random_set_up(Position position, seat, SeededDraw draw)
cdef list throw_sets(TurnEngine engine, limit)  # without a limit all of them
cdef list random_sections(TurnEngine engine, SeededDraw draw)
cdef tuple throw_lines(Position position, sections)
cdef void draw_sequence(TurnEngine engine, SeededDraw draw, Sequence* sequence) except *
cdef TurnEngine played(TurnEngine engine, const Sequence* sequence)
cdef list orders_of(TurnEngine engine, const Sequence* sequence)
