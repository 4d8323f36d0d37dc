"""The board file and the options of a game, in terms of the rules; and who the pieces are."""

from libc.stdint cimport uint8_t

from core.rulesets.waterloo_wargame.field cimport MOST_POINTS, Law, Roster


cdef class Board:
    cdef readonly tuple roads  # ids, in the order of the file
    cdef readonly tuple points  # ids of the strongpoints
    cdef readonly dict places  # id -> (x, y)
    cdef readonly dict names  # id of a road, strongpoint or place -> its name
    cdef readonly dict centrelines  # id of a road -> its points
    cdef readonly dict outlines  # id of a strongpoint -> (west, south, east, north)
    cdef readonly dict holders  # id of a strongpoint -> the seat that holds it at the start
    cdef readonly dict generals  # seat -> code
    cdef readonly tuple pieces  # of the full scenario, as in the file
    cdef readonly dict guns  # scenario -> codes of the guns that take part
    cdef Law law  # without options


cdef class Pieces:
    cdef readonly tuple codes  # in roster order
    cdef readonly tuple numbers
    cdef readonly tuple names
    cdef readonly tuple written  # of each what `encode` writes, without a place: a dict, to be copied
    cdef readonly dict index  # code or key number -> place in the roster
    cdef Roster roster


cdef class Variant:
    cdef readonly object rules
    cdef readonly Board board
    cdef readonly dict options  # settled; not to be changed
    cdef readonly tuple seats
    cdef readonly tuple roads
    cdef readonly tuple points
    cdef readonly dict point_numbers  # id of a strongpoint -> its place in `points`
    cdef readonly dict known  # code -> what the scenario says of a piece
    cdef readonly Pieces army  # all of them
    cdef tuple templates  # of the army's JSON text
    cdef uint8_t holder[MOST_POINTS]  # at the start: a side, or NOBODY
    cdef Law law
