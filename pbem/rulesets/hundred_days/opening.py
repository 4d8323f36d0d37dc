"""How many rows the first report of a campaign has for its map, beside what it alone tells.

That is the rules in short, who plays, the options that are not the usual ones, the armies, and the dice. Not for: what
they say, which is the report's and `texts`'; here it is counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from core.contract import HOST, Json
from pbem.rulesets.sentences import unusual

from .board import campaign, rules
from .questions import roster
from .texts import IN_BRIEF, OPTION_HELP, brief

WORDS, HANGING = 74, 72  # columns of a paragraph below its title, and of the further rows of an entry in a list
TITLE = 2  # rows of a title, and of the blank before it
# Headline 5, who plays 7, dice 4, map 3, forces 2, clock 3, form 10, quotation 6, help 3, tool lines 5, and two titles.
BESIDE = 51


def is_first(view: Json) -> bool:
    """Whether a view is of the beginning, of which a player's first report tells."""
    return bool(view["seat"] != HOST and view["beat"] == campaign(view).begin)


def rows_for_map(view: Json, forces: int, limit: int) -> int:
    """The rows that a first report of at most `limit` rows has for the map, beside so many of forces."""
    options = view["options"]
    told = {name: options[name] for name in (*IN_BRIEF, "players")}
    chosen = _rows(unusual(rules().options(), options, OPTION_HELP, told))
    rest = len(wrap(brief(options), WORDS)) + (chosen + TITLE if chosen else 0) + _rows(roster(view))
    return limit - BESIDE - rest - forces


def _rows(entries: Sequence[str]) -> int:
    return sum(len(wrap(entry, HANGING)) for entry in entries)
