"""What is known of what pbem needs to run: its licences, its bill of materials, and faults that others have found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.metadata import Distribution, requires

import audit
import pytest
from installed import UnknownLicence, bundled_in, closure, licence_of, name_of
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

# Licences under which a part may be used and passed on beside a program under MIT, whatever becomes of that.
PERMISSIVE = {
    "0BSD",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "CNRI-Python",
    "ISC",
    "MIT",
    "MIT-0",
    "PSF-2.0",
    "Unicode-3.0",
    "Unicode-DFS-2016",
    "Unlicense",
    "Zlib",
}
# Under these a part stays under its own licence; used unchanged, as a distribution of its own, it asks nothing of ours.
OF_THEIR_OWN = {
    "certifi": "MPL-2.0",  # certificates, behind inscriptis
    "psycopg": "LGPL-3.0-only",  # with the extra postgresql alone
    "psycopg-binary": "LGPL-3.0-only",
}


def is_permissive(expression: str) -> bool:
    """Whether there is a way to take a part by this SPDX expression under permissive licences alone."""

    def judged(found: re.Match[str]) -> str:
        return found[0].lower() if found[0] in ("AND", "OR") else str(found[0] in PERMISSIVE)

    return bool(eval(re.sub(r"[\w.+-]+( WITH [\w.+-]+)?", judged, expression)))


@pytest.fixture(scope="module", params=[(), ("postgresql",)], ids=["usual", "postgresql"])
def installed(request: pytest.FixtureRequest) -> list[Distribution]:
    """All that is needed to run."""
    return closure(extras=request.param)


def test_the_closure_has_what_is_asked_for_and_what_that_needs(installed: list[Distribution]) -> None:
    there = {name_of(each) for each in installed}
    asked = [Requirement(line) for line in requires("pbem") or ()]
    assert {canonicalize_name(each.name) for each in asked if each.marker is None} <= there
    assert {"pbem", "mako", "greenlet" if "greenlet" in there else "mako", "mdurl", "pydantic-core"} <= there
    assert "pytest" not in there


def test_every_licence_goes_with_ours(installed: list[Distribution]) -> None:
    other = {name_of(each): licence_of(each) for each in installed if not is_permissive(licence_of(each))}
    there = {name_of(each) for each in installed}
    assert other == {name: licence for name, licence in OF_THEIR_OWN.items() if name in there}


def test_so_does_every_licence_of_what_was_compiled_into_a_wheel(installed: list[Distribution]) -> None:
    told = [(name_of(each), *part) for each in installed for part in parts_of(each)]
    assert {name for name, _, _ in told} >= {"cryptography", "pydantic-core", "resvg-py"}
    assert [each for each in told if not is_permissive(each[2])] == []


def parts_of(each: Distribution) -> Iterator[tuple[str, str]]:
    """What a wheel says was compiled into it, each with its licence, where it tells one."""
    for bill in bundled_in(each):
        for part in bill.get("components", ()):
            for licence in part.get("licenses", ()):
                yield part["name"], licence.get("expression") or licence["license"]["id"]


@pytest.mark.parametrize(
    ("expression", "permissive"),
    [
        ("MIT", True),
        ("GPL-3.0-only", False),
        ("MIT AND GPL-3.0-only", False),
        ("Apache-2.0 OR GPL-2.0-only", True),
        ("(MIT OR GPL-2.0-only) AND Unicode-3.0", True),
        ("(MIT OR Apache-2.0) AND AGPL-3.0-or-later", False),
        ("Apache-2.0 WITH LLVM-exception", True),
        ("GPL-2.0-only WITH Classpath-exception-2.0", False),
    ],
)
def test_an_expression_is_permissive_if_it_can_be_met_by_such_alone(expression: str, permissive: bool) -> None:
    assert is_permissive(expression) is permissive


def test_who_says_nothing_of_his_licence_is_named() -> None:
    [silent] = [each for each in closure() if name_of(each) == "resvg-py"]

    class Emptied(type(silent)):  # type: ignore[misc]
        files = ()

    with pytest.raises(UnknownLicence, match="resvg-py: no file of its licence"):
        licence_of(Emptied(silent._path))  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("status", "found", "said", "told", "comes_to"),
    [
        (0, "", "No known vulnerabilities found", "nothing is known of 3", 0),
        (1, "Name Version ID\nx 1 PYSEC-1", "Found 1 known vulnerability in 1 package", "FOUND: Found 1 known", 1),
        (1, "", "requests.exceptions.ConnectionError: no route", "NOT LOOKED: the service could not be asked", 3),
        (1, "", "ERROR:pip_audit._cli:x: Dependency not found and could not be audited: x (1)", "NOT LOOKED", 3),
        (0, "", "", "NOT LOOKED", 3),
        (1, "", "", "NOT LOOKED", 3),
    ],
)
def test_an_audit_that_asked_nobody_does_not_pass(
    capsys: pytest.CaptureFixture[str], status: int, found: str, said: str, told: str, comes_to: int
) -> None:
    assert audit.told(status, found, said, 3) == comes_to
    assert told in capsys.readouterr().err


def test_the_bill_of_materials_is_sound_and_whole(tmp_path) -> None:
    pytest.importorskip("cyclonedx", reason="tox -e bill has it")
    import bill

    made = bill.bill()
    assert {each.name for each in made.components} == {name_of(each) for each in closure(extras=bill.EXTRAS)} - {"pbem"}
    assert made.metadata.component.name == "pbem"
    assert all(each.licenses for each in made.components)
    assert len(next(each for each in made.components if each.name == "cryptography").components) > 10
