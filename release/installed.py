"""What pbem needs to run, as it is installed here: every distribution behind its requirements, and under which licence.

    python release/installed.py [--extra postgresql] [--pins]

lists them; with `--pins` as lines for pip.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distribution
from typing import Any

from packaging.licenses import canonicalize_license_expression
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

# What distributions say in words that are no SPDX identifier, as they say it.
IN_WORDS = {
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
    "The Unlicense (Unlicense)": "Unlicense",
}
# What those that say nothing have in the file of their licence, and which one that is.
BY_THEIR_FILES = {
    "dkimpy": ("This software is provided 'as-is', without any express or implied", "Zlib"),
    "imapclient": ("Redistribution and use in source and binary forms", "BSD-3-Clause"),
    "resvg-py": ("Permission is hereby granted, free of charge", "MIT"),
}


class UnknownLicence(LookupError):
    """A distribution does not say under which licence it is, or not so that it is understood."""


def closure(name: str = "pbem", extras: Iterable[str] = ()) -> list[Distribution]:
    """A distribution and all that it needs here, each once, by name. Raises PackageNotFoundError."""
    found: dict[str, Distribution] = {}
    looked: set[tuple[str, tuple[str, ...]]] = set()
    wanted = [(name, tuple(sorted(extras)))]
    while wanted:
        asked = wanted.pop()
        if asked in looked:
            continue
        looked.add(asked)
        each = found.setdefault(canonicalize_name(asked[0]), distribution(asked[0]))
        for needed in map(Requirement, each.requires or ()):
            if needed.marker is None or any(needed.marker.evaluate({"extra": extra}) for extra in ("", *asked[1])):
                wanted.append((needed.name, tuple(sorted(needed.extras))))
    return [found[key] for key in sorted(found)]


def name_of(each: Distribution) -> str:
    """The name of a distribution as the index writes it."""
    return canonicalize_name(each.metadata["Name"])


def licence_of(each: Distribution) -> str:
    """The licence of a distribution, as an SPDX expression. Raises UnknownLicence."""
    name = name_of(each)
    if name in BY_THEIR_FILES:
        phrase, licence = BY_THEIR_FILES[name]
        if any(phrase in text for text in _files(each)):
            return licence
        raise UnknownLicence(f"{name}: no file of its licence has {phrase!r} any more")
    classified = [line.rpartition(" :: ")[2] for line in each.metadata.get_all("Classifier") or () if "License" in line]
    stated = [each.metadata.get("License-Expression"), (each.metadata.get("License") or "").strip(), *classified]
    for told in filter(None, stated):
        try:
            return str(canonicalize_license_expression(IN_WORDS.get(told, told)))
        except ValueError:
            continue
    raise UnknownLicence(f"{name} {each.version} says only {stated}")


def _files(each: Distribution) -> Iterator[str]:
    for path in each.files or ():
        if ".dist-info/" in str(path) and any(word in path.name.upper() for word in ("LICEN", "COPYING")):
            yield path.read_text()


def bundled_in(each: Distribution) -> Iterator[dict[str, Any]]:
    """The bills of materials that a wheel brings of what was compiled into it (PEP 770), as CycloneDX has them."""
    for path in each.files or ():
        if "/sboms/" in str(path) and path.suffix == ".json":
            told = json.loads(path.read_text())
            if told.get("bomFormat") == "CycloneDX":
                yield told


def main() -> None:
    """List them."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--extra", action="append", default=[])
    parser.add_argument("--pins", action="store_true", help="as lines for pip, pbem itself left out")
    asked = parser.parse_args()
    for each in closure(extras=asked.extra):
        if not asked.pins:
            print(f"{name_of(each):24} {each.version:18} {licence_of(each)}")
        elif name_of(each) != "pbem":
            print(f"{name_of(each)}=={each.version}")


if __name__ == "__main__":
    sys.exit(main())
