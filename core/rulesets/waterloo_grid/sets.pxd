"""Drafts of turns made into orders."""

from core.rulesets.waterloo_grid.chance cimport Entry
from core.rulesets.waterloo_grid.drill cimport Plan
from core.rulesets.waterloo_grid.position cimport Position

cdef object entry_order(Position working, const Entry* entry)
cdef object plan_order(Position working, const Plan* plan)
