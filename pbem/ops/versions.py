"""What `pbem --version` prints: the release, the records it reads, and by which rules it plays."""

from __future__ import annotations

from collections.abc import Iterator

from pbem import __version__
from pbem.games.record import FORMATS
from pbem.rulesets import names, presentation


def versions() -> Iterator[str]:
    """The lines: the release first, then the formats of records, then each rule set with the version of its rules.

    A rule set of somebody else's that cannot be loaded is named with why.
    """
    *others, newest = sorted(FORMATS)
    yield f"pbem, version {__version__}"
    yield f"records: format {newest}{''.join(f'; {each} is read too' for each in others)}"
    yield "rule sets:"
    longest = max(len(name) for name in names())
    for name in names():
        yield f"  {name:<{longest}}  {_version_of(name)}"


def _version_of(name: str) -> str:
    try:
        return str(presentation(name).rules.version)
    except Exception as error:  # whatever a package of somebody else's does as it is imported
        return f"cannot be loaded: {type(error).__name__}: {error}"
