"""The command line, as far as it needs no server: what it writes, and what it keeps to itself."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from click.testing import CliRunner

from pbem import __version__, rulesets
from pbem.cli import _masked, main
from pbem.rulesets import names, presentation


def test_a_map_that_cannot_be_drawn_leaves_no_file(tmp_path):
    position, wanted = tmp_path / "position.json", tmp_path / "map.png"
    position.write_text("[]")
    result = CliRunner().invoke(main, ["map", "conflict", str(position), "--format", "png", "--output", str(wanted)])
    assert result.exit_code == 2
    assert "the position cannot be read" in result.output
    assert not wanted.exists()
    assert CliRunner().invoke(main, ["map", "conflict", "--output", str(wanted)]).exit_code == 0
    assert wanted.read_text().startswith("    a ")


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("smtp://u:p%@ss@h", "smtp://u:***@h"),
        ("smtp://u:p%40ss@h:25", "smtp://u:***@h:25"),
        ("smtps://u:p:a/s?s#@h", "smtps://u:***@h"),
        ("postgresql+psycopg://me:secret@db/pbem", "postgresql+psycopg://me:***@db/pbem"),
        ("postgresql://db/pbem?user=me&password=secret&x=1", "postgresql://db/pbem?user=me&password=***&x=1"),
        ("redis://:secret@cache:6379/0", "redis://:***@cache:6379/0"),
        ("smtp://h:25", "smtp://h:25"),
        ("sqlite:///data/pbem.sqlite3", "sqlite:///data/pbem.sqlite3"),
    ],
)
def test_no_part_of_a_password_is_shown(value, shown):
    assert _masked(value) == shown


def test_a_map_that_cannot_be_drawn_leaves_the_file_as_it_was(tmp_path):
    drawn = tmp_path / "map.txt"
    assert CliRunner().invoke(main, ["map", "conflict", "--output", str(drawn)]).exit_code == 0
    before = drawn.read_bytes()
    assert before
    refused = CliRunner().invoke(main, ["map", "conflict", "--seat", "purple", "--output", str(drawn)])
    assert refused.exit_code == 2
    assert drawn.read_bytes() == before


def test_the_version_tells_records_and_rule_sets_with_theirs():
    release, records, heading, *rules = CliRunner().invoke(main, ["--version"]).output.splitlines()
    assert release == f"pbem, version {__version__}"
    assert records == "records: format 2; 1 is read too"
    assert heading == "rule sets:"
    assert dict(line.split() for line in rules) == {name: str(presentation(name).rules.version) for name in names()}


def test_a_rule_set_that_cannot_be_loaded_is_named_with_why_among_the_versions(monkeypatch, tmp_path):
    (tmp_path / "broken_game.py").write_text("raise OSError('no such board')\n")
    info = tmp_path / "broken-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[pbem.rulesets]\nbroken_game = broken_game:presentation\n")
    monkeypatch.syspath_prepend(tmp_path)
    rulesets.forget()
    try:
        told = CliRunner().invoke(main, ["--version"])
    finally:
        rulesets.forget()
    assert told.exit_code == 0
    assert re.search(r"^  broken_game +cannot be loaded: OSError: no such board$", told.output, re.MULTILINE)
    assert re.search(r"^  conflict +\d", told.output, re.MULTILINE)


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("pbem rul", ["rulesets"]),
        ("pbem game roll", ["rollback"]),
        ("pbem adjudicate --re", ["--reports", "--report-format", "--resume"]),
        ("pbem map --format ", ["text", "svg", "png", "html"]),
    ],
)
def test_bash_completes_commands_options_and_values(tmp_path, typed, offered):
    command = tmp_path / "pbem"
    command.write_text(
        f'#!/bin/sh\nexec {sys.executable} -c \'from pbem.cli import main; main(prog_name="pbem")\' "$@"\n'
    )
    command.chmod(0o755)
    words = typed.split(" ")
    asked = f"""
eval "$(pbem completion bash)"
COMP_WORDS=({" ".join(word or "''" for word in words)}); COMP_CWORD={len(words) - 1}
$(complete -p pbem | sed 's/.*-F \\([^ ]*\\) .*/\\1/') pbem
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    path = f"{tmp_path}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", asked], env={**os.environ, "PATH": path}, capture_output=True, text=True, timeout=60
    )
    assert (done.stdout.split(), done.returncode) == (offered, 0), done.stderr


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_ask_by_the_same_variable(shell):
    printed = CliRunner().invoke(main, ["completion", shell])
    assert printed.exit_code == 0
    assert f"_PBEM_COMPLETE={shell}_complete" in printed.output
