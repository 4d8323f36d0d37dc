"""The children's game as the robots see it (W95-110 to W95-124): how far the pieces of an army still have to go."""

from core.rulesets.waterloo1895.evaluation cimport Outlook
from core.rulesets.waterloo1895.field cimport Field


cdef double lead(const Outlook* outlook, const Field* field, int army) noexcept nogil  # over the next best: log odds
cdef double next_hopes(const Outlook* outlook, Field* field, int army) noexcept nogil  # after its next throw
cdef double throws_to_go(const Outlook* outlook, const Field* field, int army) noexcept nogil  # about how many
