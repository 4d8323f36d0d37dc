"""Names near to what somebody typed: the one he means by form alone, and those that he may have meant.

The same for rule sets, games, seats, options, clauses and command words. Whoever asks knows the names.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from rapidfuzz import process
from rapidfuzz.distance import OSA

from pbem.rulesets.sentences import listed

# A letter wrong, missing or too many, or two exchanged, is a slip; so many are borne in words as long as that.
_SLIPS = ((8, 3), (5, 2), (3, 1))
_MOST_OFFERED = 4
_LEAST_BEGINNING = 3
# Nobody mistypes a name into something much longer; what is longer is not compared.
_LONGEST = 60

_NO_SIGN = re.compile(r"[\W_]+")
_NOUGHTS = re.compile(r"(?<![0-9])0+(?=[0-9])")


def by_form(typed: str, names: Iterable[str]) -> str | None:
    """The one name that differs from what was typed in form alone: case, blanks, underscores, dashes, leading noughts.

    None where there is none, or more than one.
    """
    wanted = _bare(typed)
    meant = [name for name in names if _bare(name) == wanted] if wanted else []
    return meant[0] if len(meant) == 1 else None


def nearest(typed: str, names: Iterable[str]) -> list[str]:
    """The names that may have been meant: those a slip or two away, or else those that begin so. The nearest first."""
    wanted = _bare(typed)
    if not wanted or len(wanted) > _LONGEST:
        return []
    bare = {name: _bare(name) for name in names}
    slips = next((allowed for length, allowed in _SLIPS if len(wanted) >= length), 0)
    found = process.extract(wanted, bare, scorer=OSA.distance, score_cutoff=slips, limit=None, processor=None)
    near = [(distance, name) for _, distance, name in found]
    if near:
        least = min(near)[0]
        return sorted(name for distance, name in near if distance == least)[:_MOST_OFFERED]
    begin = [name for name, form in bare.items() if form.startswith(wanted)] if len(wanted) >= _LEAST_BEGINNING else []
    return sorted(begin)[:_MOST_OFFERED]


def one_slip(typed: str, names: Iterable[str]) -> str | None:
    """The one name that is a single slip away, or None."""
    close = process.extract(typed, list(names), scorer=OSA.distance, score_cutoff=1, limit=2)
    return close[0][0] if len(close) == 1 else None


def did_you_mean(typed: str, names: Iterable[str]) -> str:
    """` (did you mean conflict?)`, or nothing where no name is near."""
    near = nearest(typed, names)
    return f" (did you mean {listed(near, 'or')}?)" if near else ""


def _bare(text: str) -> str:
    """The letters and digits alone, in lower case: `Waterloo 1895` is `waterloo_1895`, and `con 10` is `CON-010`."""
    plain = unicodedata.normalize("NFKC", text[: 4 * _LONGEST]).casefold()
    return _NO_SIGN.sub("", _NOUGHTS.sub("", plain))
