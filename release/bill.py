"""The bill of materials of what is installed here, as CycloneDX 1.6: `python release/bill.py pbem.cdx.json`.

It has what pbem needs to run, with the extra `postgresql`, each with its licence and what it needs itself; and what was
compiled into the wheels, where they tell. `tox -e bill` makes it in an environment of its own.
"""

from __future__ import annotations

import sys
from importlib.metadata import Distribution
from pathlib import Path
from typing import Any

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from installed import bundled_in, closure, licence_of, name_of
from packageurl import PackageURL
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

EXTRAS = ("postgresql",)


def bill() -> Bom:
    """The whole bill."""
    there = closure(extras=EXTRAS)
    parts = {name_of(each): _component(each) for each in there}
    made = Bom(components=[part for name, part in parts.items() if name != "pbem"])
    made.metadata.component = parts["pbem"]
    for each in there:
        needs = {canonicalize_name(Requirement(line).name) for line in each.requires or ()}
        made.register_dependency(parts[name_of(each)], [parts[name] for name in sorted(needs & set(parts))])
    return made


def _component(each: Distribution) -> Component:
    name = name_of(each)
    url = PackageURL("pypi", None, name, each.version)
    return Component(
        name=name,
        version=each.version,
        type=ComponentType.APPLICATION if name == "pbem" else ComponentType.LIBRARY,
        purl=url,
        bom_ref=str(url),
        licenses=[LicenseFactory().make_from_string(licence_of(each))],
        components=[_within(part, str(url)) for told in bundled_in(each) for part in told.get("components", ())],
    )


def _within(part: dict[str, Any], outer: str) -> Component:
    """What was compiled into a wheel, as the wheel tells it; where it came from on its builder's disk is left out."""
    licences = [told.get("expression") or told["license"].get("id") for told in part.get("licenses", ())]
    name, version = part["name"], part.get("version")
    return Component(
        name=name,
        version=version,
        type=ComponentType.LIBRARY,
        purl=PackageURL.from_string(part["purl"].partition("?")[0]) if "purl" in part else None,
        bom_ref=f"{outer}#{name}@{version}",
        licenses=[LicenseFactory().make_from_string(told) for told in licences if told],
    )


def main() -> int:
    """Write the bill; 1 where what was written is no sound CycloneDX."""
    told = JsonV1Dot6(bill()).output_as_string(indent=1)
    wrong = JsonStrictValidator(SchemaVersion.V1_6).validate_str(told)
    if wrong is not None:
        print(f"the bill is not sound: {wrong}", file=sys.stderr)
        return 1
    Path(sys.argv[1]).write_text(f"{told}\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
