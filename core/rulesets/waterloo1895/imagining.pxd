"""Positions drawn from what a seat may know."""

from core.rulesets.waterloo1895.board cimport Variant
from core.rulesets.waterloo1895.position cimport Position


cdef Position imagined(Variant variant, view, seed)
