"""docs/stability.md: what a release has promised, in `tests/fixtures/<release>/face.json`, later ones keep.

What has come since is promised with the next release (`python tests/shared/face.py`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import click
import face
import msgspec
import pytest

import pbem
from core.contract import RuleSet
from pbem.batch.answering import answer
from pbem.batch.request import Request, SeededRolls
from pbem.cli import main
from pbem.config import GONE, Settings
from pbem.games.record import FORMATS
from pbem.inbound.lines import LASTING, UNDO, WORDS
from pbem.rulesets import presentation

ROOT = Path(__file__).parents[2]
PAGES = ("stability.md", "../SECURITY.md")
FACES = sorted((ROOT / "tests" / "fixtures").glob("*/face.json"))


@pytest.fixture(params=FACES, ids=lambda path: path.parent.name)
def promised(request: pytest.FixtureRequest) -> dict[str, Any]:
    """What a release has promised."""
    told: dict[str, Any] = json.loads(request.param.read_text(encoding="utf-8"))
    assert told["release"] == request.param.parent.name
    return told


@cache
def now() -> dict[str, Any]:
    """What this one offers."""
    return face.face()


def examples(promised: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The positions that are kept of a release, each with its rule set."""
    for name, told in promised["rule_sets"].items():
        for each in told["examples"]:
            yield name, each


# --- The page -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES)
def test_every_row_names_the_test_that_shows_it(page: str) -> None:
    """That they exist, `test_every_test_that_the_documents_name_exists` says."""
    lines = (ROOT / "docs" / page).read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if line.startswith("| ") and not line.startswith(("| ---", "| what is", "| he "))]
    assert len(rows) > 10
    for row in rows:
        assert re.search(r"`test_\w+`[^|]*\|$", row), row


# --- Commands and settings ----------------------------------------------------------------------------------------


def test_commands_and_options_that_were_promised_are_there(promised: dict[str, Any]) -> None:
    there = dict(face.commands(main, "pbem"))
    for path, options in promised["commands"].items():
        assert path in there
        assert set(options) <= set(face.options(there[path])), path
        # None is asked for that was not needed before.
        needed = {each.name for each in there[path].params if isinstance(each, click.Option) and each.required}
        assert needed <= {option.lstrip("-").replace("-", "_") for option in options} | {"folder"}, path


def test_settings_that_were_promised_are_read_or_passed_over_with_a_word(promised: dict[str, Any]) -> None:
    assert set(promised["settings"]) <= {*Settings.model_fields, *GONE}


def test_no_setting_has_to_be_set() -> None:
    assert not [name for name, field in Settings.model_fields.items() if field.is_required()]


# --- Words and orders ---------------------------------------------------------------------------------------------


def test_words_of_mails_that_were_promised_are_understood(promised: dict[str, Any]) -> None:
    assert set(promised["words"]) <= {*WORDS, *LASTING, UNDO}


def test_options_and_values_of_games_that_were_promised_can_be_chosen(promised: dict[str, Any]) -> None:
    for name, told in promised["rule_sets"].items():
        there = {option.name: option.values or () for option in presentation(name).rules.options()}
        for option, values in told.get("options", {}).items():
            assert option in there, f"{name}: {option}"
            assert set(values) <= set(there[option]), f"{name}: {option}"


# --- JSON ---------------------------------------------------------------------------------------------------------


def test_requests_are_read_and_answers_have_every_key_that_was_promised(promised: dict[str, Any]) -> None:
    keys, there = promised["adjudicate"], now()["adjudicate"]
    assert set(keys) <= set(there)
    for part, names in keys.items():
        assert set(names) <= set(there[part]), part
    # Nothing is asked for that was not asked for before.
    needed = [*required(Request), *required(SeededRolls)]
    assert set(needed) == {"id", "ruleset", "seed"}


def required(struct: type[msgspec.Struct]) -> list[str]:
    """The names of the fields that have to be given."""
    return [field.name for field in msgspec.structs.fields(struct) if field.required]


def test_positions_that_were_kept_are_read_and_played_on_or_the_answer_says_what_to_do(
    promised: dict[str, Any],
) -> None:
    tried = set()
    for name, kept in examples(promised):
        request = {"id": 1, "ruleset": name, "options": kept["options"], "dice": {"seed": "00"}}
        line = msgspec.json.encode(request | {"position": msgspec.Raw(kept["position"].encode())})
        told = answer(line)
        if "error" in told:
            assert told["error"]["where"].startswith("position"), told
            assert "--schema" in told["error"]["message"] or told["error"]["code"] == "position", told
            continue
        tried.add(name)
        again = answer(request | {"position": told["position"]})
        assert "error" not in again
    # Where the rules of a rule set have a new first number, its old positions may be refused; of today's none is.
    changed = {name for name in promised["rule_sets"] if major(promised, name) != major(now(), name)}
    assert tried | changed >= set(promised["rule_sets"])


def major(told: dict[str, Any], name: str) -> str:
    """The first number of a rule set's version; of 0.1.0 none was kept."""
    return str(told["rule_sets"][name].get("version", "")).partition(".")[0]


def test_a_position_with_a_key_that_there_is_not_is_refused_with_the_place_to_look() -> None:
    told = answer({"id": 1, "ruleset": "conflict", "position": {"armies": {}}})
    assert told["error"]["code"] == "shape"
    assert "unknown field `armies`" in told["error"]["message"]
    assert told["error"]["message"].endswith("`pbem rulesets conflict --schema` prints what a position has.")


def test_records_of_every_format_that_was_written_are_read(promised: dict[str, Any]) -> None:
    assert set(promised["records"]) <= set(FORMATS)


# --- What others build on -----------------------------------------------------------------------------------------


def test_names_for_python_that_were_promised_are_there(promised: dict[str, Any]) -> None:
    for name in promised.get("python", ()):
        assert getattr(pbem, name) is not None


def test_a_rule_set_that_was_written_for_a_release_is_one_for_this(promised: dict[str, Any]) -> None:
    """Nothing more is asked of it: no method, no argument, no field of its words; and what it used is there."""
    told, there = promised.get("contract"), now()["contract"]
    if told is None:
        pytest.skip("the contract was first promised after this release")
    assert set(there["attributes"]) <= set(told["attributes"])
    assert {name: there["methods"].get(name) for name in told["methods"]} == told["methods"]
    assert set(there["methods"]) == set(told["methods"])
    assert set(there["words_needed"]) <= set(told["words_needed"])
    assert set(told["words"]) <= set(there["words"])
    assert set(told["values"]) <= set(there["values"])
    assert issubclass(RuleSet, object)
