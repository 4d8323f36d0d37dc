"""The command line, where it touches files."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner

from pbem.cli import main


def test_a_map_that_cannot_be_drawn_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    drawn = tmp_path / "map.txt"
    assert CliRunner().invoke(main, ["map", "conflict", "--output", str(drawn)]).exit_code == 0
    before = drawn.read_bytes()
    assert before
    refused = CliRunner().invoke(main, ["map", "conflict", "--seat", "purple", "--output", str(drawn)])
    assert refused.exit_code == 2
    assert drawn.read_bytes() == before
