"""Programs in the arena: what they are asked, and that whatever they do costs them the game and nothing else."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import msgspec
import pytest
from arenas import series

from pbem.arena.players import Limits
from pbem.arena.series import play

HEAD = f"#!{sys.executable}\nimport json, os, sys, time\n"
# What a program of anybody's looks like: the children's game is played by AUTO.
SOUND = """
for line in sys.stdin:
    asked = json.loads(line)
    assert asked["ruleset"] == "waterloo1895"
    assert asked["view"]["seat"] == asked["seat"]
    print("auto" if asked["kind"] == "throw" else "place default", end="\\n\\n", flush=True)
"""

PATIENT = Limits(5.0)


def played(folder: Path, source: str, number: int = 0, limits: Limits = PATIENT):
    """A game of such a program against chance."""
    path = folder / "my_bot"
    path.write_text(HEAD + source, encoding="utf-8")
    path.chmod(0o755)
    return play(msgspec.structs.replace(series("waterloo1895", mode="little"), a=str(path)), number, limits)[0]


@pytest.mark.parametrize("number", [0, 1])
def test_a_program_plays_a_game_to_its_end_on_either_side(tmp_path, number):
    result = played(tmp_path, SOUND, number)
    assert result.forfeit == ""
    assert result.reason != "forfeit"
    assert result.entries > 4


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("", "it has ended with status 0"),
        ("sys.stdin.readline(); sys.exit(3)", "it has ended with status 3"),
        ("sys.stdin.readline(); os.abort()", "it was ended by signal 6"),
        (
            "sys.stdin.readline(); print('march on Brussels', end='\\n\\n', flush=True); time.sleep(9)",
            "its orders cannot be played",
        ),
        ("sys.stdin.readline(); print(end='\\n', flush=True); time.sleep(9)", "it took more than 5 seconds"),
        ("sys.stdin.readline()\nwhile True: print('x' * 1000, flush=True)", "it has written more than 65536 bytes"),
        ("sys.stdin.readline(); x = bytearray(600 << 20); print('auto\\n')", "it has ended with status 1"),
        ("os.write(1, b'\\xff\\xfe\\n\\n'); time.sleep(9)", "its orders cannot be played"),
    ],
)
def test_whatever_is_no_order_loses_the_game(tmp_path, source, why):
    result = played(tmp_path, source, limits=Limits(5.0, 512 << 20))
    assert why in result.forfeit
    assert (result.winner, result.reason) == ("b", "forfeit")


def test_an_empty_line_too_many_is_no_answer_to_the_next_question(tmp_path):
    talkative = SOUND.replace("flush=True)", "flush=True); time.sleep(0.02); os.write(1, b'\\n')")
    assert talkative != SOUND
    assert played(tmp_path, talkative).forfeit == ""


@pytest.mark.parametrize("source", ["time.sleep(60)", "sys.stdin.readline(); time.sleep(60)"])
def test_whoever_takes_too_long_loses_and_is_ended(tmp_path, source):
    note = tmp_path / "pid"
    begun = time.monotonic()
    result = played(tmp_path, f"open({str(note)!r}, 'w').write(str(os.getpid()))\n{source}", limits=Limits(1.0))
    assert time.monotonic() - begun < 30
    assert "it took more than 1 seconds" in result.forfeit
    assert result.winner == "b"
    with pytest.raises(ProcessLookupError):
        os.kill(int(note.read_text(encoding="utf-8")), 0)


def test_what_a_program_has_started_ends_with_it(tmp_path):
    note = tmp_path / "pid"
    child = f"""
import subprocess
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
open({str(note)!r}, "w").write(str(child.pid))
{SOUND}"""
    assert played(tmp_path, child).forfeit == ""
    until = time.monotonic() + 10
    while _runs(int(note.read_text(encoding="utf-8"))):
        assert time.monotonic() < until
        time.sleep(0.05)


def _runs(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"
