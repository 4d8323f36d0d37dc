"""The documents say what is true: examples run, links lead somewhere, every setting and command is the one there is."""

import doctest
import json
import pkgutil
import re
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest
import yaml

from pbem import rulesets
from pbem.cli import main
from pbem.config import Settings

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
TOP = [ROOT / name for name in ("README.md", "CHANGELOG.md", "SECURITY.md")]
PAGES = sorted([*TOP, *(ROOT / "docs").rglob("*.md"), *(ROOT / "pbem").rglob("*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_to_a_file_and_a_place_in_it(page):
    prose = re.sub(r"^```.*?^```|`[^`\n]*`", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    for target, anchor in re.findall(r"\]\((?!https?:|mailto:)([^)#\s]*)#?([^)\s]*)\)", prose):
        file = (page.parent / target).resolve() if target else page
        assert file.exists(), target
        if anchor and file.suffix == ".md":
            text = file.read_text()
            headings = {re.sub(r"[^\w\- ]", "", line.lower()).replace(" ", "-") for line in _headings(text)}
            assert f'id="{anchor}"' in text or anchor.lower() in headings, f"{target}#{anchor}"


def test_the_readme_example_is_answered():
    request = re.search(r"^echo '(.*)' \| .venv/bin/pbem adjudicate$", (ROOT / "README.md").read_text(), re.MULTILINE)
    done = subprocess.run(
        [sys.executable, "-m", "pbem", "adjudicate"], input=request.group(1), capture_output=True, text=True, timeout=60
    )
    answer = json.loads(done.stdout)
    assert done.returncode == 0
    assert answer["refused"] == []
    assert answer["position"]["pieces"]["N3"] == "M23"


def test_what_the_readme_types_at_python_is_what_comes_out():
    assert doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS) == (0, 8)


MADE = ["docs/api.md", "docs/positions.md", "docs/architecture.md", "docs/balance.md", "pbem/pbem.1"]
PLAYED = ["docs/campaigning.md", "docs/mails.md"]  # a whole campaign, and games on a server


@pytest.mark.parametrize("pages", [MADE, pytest.param(PLAYED, marks=pytest.mark.slow)], ids=["made", "played"])
def test_the_pages_that_are_made_from_the_sources_are_up_to_date(pages):
    command = [sys.executable, ROOT / "docs" / "make.py", "--check", *pages]
    made = subprocess.run(command, capture_output=True, text=True)
    assert (made.returncode, made.stdout + made.stderr) == (0, "")


def test_the_manual_page_has_every_command_and_setting_and_nothing_that_a_reader_takes_for_an_instruction():
    page = (ROOT / "pbem" / "pbem.1").read_text(encoding="utf-8")
    plain = page.replace("\\-", "-")
    for path in _commands(main, "pbem"):
        assert re.search(rf"^\.SS {path}( |$)", plain, re.MULTILINE), path
    for setting in Settings.model_fields:
        assert f"\\fBPBEM_{setting.upper()}\\fR" in page
    assert set(re.findall(r"^[.'](\S+)", page, re.MULTILINE)) == {'\\"', "TH", "SH", "SS", "B", "PP", "TP"}
    if reader := shutil.which("groff"):
        read = subprocess.run([reader, "-man", "-ww", "-Tutf8", "-z", "-"], input=page, capture_output=True, text=True)
        assert (read.returncode, read.stderr) == (0, "")


def _commands(group, path):
    context = click.Context(group)
    for name, command in [(name, group.get_command(context, name)) for name in group.list_commands(context)]:
        if not isinstance(command, click.Group) or command.invoke_without_command:
            yield f"{path} {name}"
        if isinstance(command, click.Group):
            yield from _commands(command, f"{path} {name}")


def test_every_rule_set_has_its_rulebook_and_stands_in_the_readme():
    for name in (found.name for found in pkgutil.iter_modules(rulesets.__path__) if found.ispkg):
        assert (ROOT / "pbem" / "rulesets" / name / "rulebook.md").exists()
        assert f"pbem/rulesets/{name}/rulebook.md" in (ROOT / "README.md").read_text()


def test_the_settings_that_the_documents_name_exist():
    for page in PAGES:
        for variable in re.findall(r"PBEM_([A-Z_]+[A-Z])", page.read_text()):
            name = variable.removesuffix("_FILE").lower()
            assert name in Settings.model_fields or variable in ("CONFIG", "INBOUND_SECRET"), variable


def test_every_dependency_has_its_reason_in_the_architecture():
    listed = re.search(r"^dependencies = \[(.*?)^\]", (ROOT / "pyproject.toml").read_text(), re.MULTILINE | re.DOTALL)
    reasons = (ROOT / "docs" / "architecture.md").read_text().partition("## Libraries")[2].lower()
    for dependency in re.findall(r'"([\w.-]+)', listed.group(1)):
        assert dependency.lower().replace("resvg-py", "resvg") in reasons, dependency


def test_every_page_stands_in_one_menu_of_the_site():
    config = yaml.safe_load((ROOT / "docs" / "mkdocs.yml").read_text(encoding="utf-8"))
    listed = list(_leaves(config["nav"]))
    assert len(listed) == len(set(listed))
    pages = {str(page.relative_to(ROOT)) for page in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]}
    for name in (found.name for found in pkgutil.iter_modules(rulesets.__path__) if found.ispkg):
        pages |= {f"games/{name}.md", f"pbem/rulesets/{name}/rulebook.md"}
    assert set(listed) == pages


def _leaves(menu):
    for entry in menu:
        for below in entry.values() if isinstance(entry, dict) else [entry]:
            yield from _leaves(below) if isinstance(below, list) else [below]


def _headings(text):
    return re.findall(r"^#+ (.*)$", text, re.MULTILINE)


def test_every_test_that_the_documents_name_exists():
    named = set(re.findall(r"`(test_\w+)`", "".join(page.read_text(encoding="utf-8") for page in PAGES)))
    there = set(re.findall(r"^(?:async )?def (test_\w+)", "".join(map(Path.read_text, TESTS.rglob("test_*.py"))), re.M))
    assert named - there - {page.stem for page in TESTS.rglob("test_*.py")} == set()
    assert len(named) > 20


def test_each_picture_of_the_tour_and_of_the_mails_is_drawn_and_shown_once():
    pages = "".join((ROOT / "docs" / page).read_text(encoding="utf-8") for page in ("tour.md", "mails.md"))
    shown = re.findall(r"\]\(pictures/([\w-]+)\.png\)", pages)
    drawn = (ROOT / "docs" / "tour.py").read_text(encoding="utf-8")
    there = {picture.stem for picture in (ROOT / "docs" / "pictures").iterdir()}
    assert set(shown) == there == {name for name in there if f'"{name}"' in drawn}
    assert len(shown) == len(set(shown)) == 12
