"""What the next throw will bring: for each of the 56 kinds the best answer that single moves put together give.

Moves are weighed one by one and the best are combined; the combinations are then made by the rules, as far as they go,
and weighed as a whole. What one move opens for another is seen only where the combination happens to be tried.
"""

from core.rulesets.waterloo1895.evaluation cimport Outlook
from core.rulesets.waterloo1895.field cimport Field


# The chance that the side of `army`, which is to throw, wins. `after` throws next unless the throw is a doublet. Of the
# combinations of each throw `tried` are made.
cdef double expected(const Outlook* outlook, Field* field, int army, int after, int tried) noexcept nogil

# The same where the throw is cast already: the dice set.
cdef double with_throw(const Outlook* outlook, Field* field, int army, int after, int dice, int tried) noexcept nogil
