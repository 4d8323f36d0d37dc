"""Every clause of the rulebook is named by the code that carries it out and by a test; every refusal is listed."""

import re
from importlib.resources import files
from pathlib import Path

from hare_and_hounds.words import REFUSALS

PACKAGE = files("hare_and_hounds")
BOOK = PACKAGE.joinpath("rulebook.md").read_text(encoding="utf-8")
CLAUSES = re.findall(r'<a id="(HAH-\d+)"></a>', BOOK)


def named_in(texts):
    return set(re.findall(r"HAH-\d+", "".join(texts)))


def test_every_clause_is_named_in_the_code_and_none_that_there_is_not():
    sources = [each.read_text(encoding="utf-8") for each in PACKAGE.iterdir() if each.name.endswith((".py", ".toml"))]
    assert len(CLAUSES) == len(set(CLAUSES)) == 14
    assert named_in(sources) == set(CLAUSES)


def test_every_clause_is_marked_on_a_test():
    marks = re.findall(
        r"@pytest\.mark\.clause\((.*)\)", "".join(map(Path.read_text, Path(__file__).parent.glob("*.py")))
    )
    assert named_in(marks) == set(CLAUSES)


def test_what_else_the_book_names_is_there():
    assert named_in([BOOK]) == set(CLAUSES)
    assert re.findall(r"^\| `(H\d\d)`", BOOK, re.MULTILINE) == list(REFUSALS)
