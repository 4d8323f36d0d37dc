"""What a host installs: sdist and wheel are whole, and the wheel runs in an environment that holds nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
ROOMS = ("core", "pbem", "worker")
LEFT_BEHIND = shutil.ignore_patterns(
    ".*", "build", "dist", "venv", "__pycache__", "*.egg-info", "*.so", "*.c", "*.pyc", "pbem-data"
)

pytestmark = pytest.mark.timeout(600)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the source distribution, and the wheel that was built from it and not from the sources.

    tox has built that wheel already, in the same way; compiling it once more would take as long as many tests.
    """
    folder = tmp_path_factory.mktemp("built")
    shutil.copytree(ROOT, folder / "sources", ignore=LEFT_BEHIND)
    by_tox = Path(os.environ.get("TOX_PACKAGE", ""))
    # What is looked at is what the wheel holds and that it runs, not how fast.
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PBEM_OPTIMISE", "0")
        only = ["--sdist"] if by_tox.suffix == ".whl" else []
        run(sys.executable, "-m", "build", *only, "--outdir", folder / "dist", folder / "sources", cwd=folder)
    if by_tox.suffix == ".whl":
        shutil.copy(by_tox, folder / "dist")
    return folder / "dist"


def test_the_source_distribution_holds_every_source(built: Path) -> None:
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    assert {"pyproject.toml", "setup.py", "README.md", "LICENSE"} <= held
    assert sources() - held == set()


def test_the_wheel_holds_every_source_and_its_compiled_modules(built: Path) -> None:
    (path,) = built.glob("*.whl")
    held = set(zipfile.ZipFile(path).namelist())
    assert sources() - held == set()
    compiled = {name.partition(".")[0] for name in held if name.endswith(".so")}
    assert compiled == {source.partition(".")[0] for source in sources() if source.endswith(".pyx")}
    # A top-level `tests`, or anything else beside the rooms, would lie in everybody's way.
    assert {name.partition("/")[0] for name in held if ".dist-info/" not in name} == set(ROOMS)


# tox runs all tests with the wheel, beside what they need themselves.
@pytest.mark.slow
def test_the_wheel_runs_where_nothing_else_is_installed(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    run(sys.executable, "-m", "venv", tmp_path / "venv", cwd=tmp_path)
    run(tmp_path / "venv/bin/pip", "install", "--quiet", wheel, cwd=tmp_path)
    pbem = tmp_path / "venv/bin/pbem"
    assert "Commands:" in run(pbem, "--help", cwd=tmp_path)
    told = run(pbem, "rulesets", cwd=tmp_path)
    for path in (ROOT / "pbem/rulesets").glob("*/__init__.py"):
        assert path.parent.name in told
        # The picture needs the board, the template and the font; the text does not.
        assert run(pbem, "map", path.parent.name, "--format", "png", "--output", "map.png", cwd=tmp_path) == ""
        assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")
    run(tmp_path / "venv/bin/pip", "check", cwd=tmp_path)


def sources() -> set[str]:
    """Every file of the rooms that is no product of a build, as a path from the root."""
    found = (path for room in ROOMS for path in (ROOT / room).rglob("*") if path.is_file())
    return {
        str(path.relative_to(ROOT))
        for path in found
        if path.suffix not in {".so", ".c", ".pyc"} and not path.name.startswith(".")
    }


def run(*command: str | Path, cwd: Path) -> str:
    """The output of a command that succeeds, run away from the sources and without our own path."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout
