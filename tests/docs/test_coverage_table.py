"""What `bench/coverage_table.py` reads of C that gcc has counted, of C such as Cython writes."""

from __future__ import annotations

import shutil
import subprocess
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "bench" / "coverage_table.py"
OBJECTS = Path("build/temp.here/build/cython/core")
SMALL_C = """\
/* "core/dice.pyx":3
 * def half(number):             # <<<<<<<<<<<<<<
 */
static int half(int number) {
  /* "core/dice.pyx":4
 *     if number < 0:             # <<<<<<<<<<<<<<
 */
  if (number < 0) {
    /* "core/dice.pyx":5
 *         return -1             # <<<<<<<<<<<<<<
 */
    return -1;
  }
  /* "core/stream.pxd":9
 *     return number // 2             # <<<<<<<<<<<<<<
 */
  return number / 2;
}
/* "core/dice.pyx":6
 *             # <<<<<<<<<<<<<<
 */
/* Python wrapper */
static int of_no_line(int number) {
  return number;
}
/* "core/dice.pyx":8
 * half(7)             # <<<<<<<<<<<<<<
 */
int main(void) {
  half(7);
  half(8);
  /* function exit code */
  return of_no_line(0);
}
"""


@pytest.fixture(scope="module")
def script():
    spec = spec_from_file_location("coverage_table", SCRIPT)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.skipif(not (shutil.which("gcc") and shutil.which("gcov")), reason="there is no gcc here that counts lines")
def test_a_line_was_run_as_often_as_the_c_below_it(script, tmp_path):
    source = tmp_path / script.COMPILED / "small.c"
    for folder in (source.parent, tmp_path / OBJECTS):
        folder.mkdir(parents=True)
    source.write_text(SMALL_C)
    built = ["gcc", "--coverage", "-c", source.relative_to(tmp_path), "-o", OBJECTS / "small.o"]
    for command in (built, ["gcc", "--coverage", OBJECTS / "small.o", "-o", "small"], ["./small"]):
        subprocess.run(command, cwd=tmp_path, check=True)
    assert script.counted(tmp_path) == {"core/dice.pyx": {3: 2, 4: 2, 5: 0, 8: 1}, "core/stream.pxd": {9: 2}}


def test_lines_that_follow_each_other_are_a_range(script):
    assert script.ranges([7, 2, 3, 4, 9]) == "2-4, 7, 9"
    assert script.ranges([]) == ""


@pytest.mark.parametrize(
    ("file", "room"),
    [
        ("core/rulesets/conflict/field.pyx", "core/rulesets/conflict"),
        ("pbem/rulesets/conflict/map.py", "pbem/rulesets/conflict"),
        ("pbem/events/formats/swiss.py", "pbem/events"),
        ("core/dice.pyx", "core"),
    ],
)
def test_a_file_belongs_to_a_room(script, file, room):
    assert script.room_of(file) == room
