"""The command line, as far as it needs no server: what it writes, and what it keeps to itself."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from pbem.cli import _masked, main


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
