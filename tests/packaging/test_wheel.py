"""What a host installs: sdist and wheel are whole, and each runs in an environment that holds nothing else.

The slow tests do it on every Python that is there (`python3.11` and later on the path), with nothing but the package
index to ask.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from pbem import __version__

ROOT = Path(__file__).parent.parent.parent
ROOMS = ("core", "pbem", "worker")
LEFT_BEHIND = shutil.ignore_patterns(
    ".*", "build", "dist", "venv", "__pycache__", "*.egg-info", "*.so", "*.c", "*.pyc", "pbem-data"
)

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SUPPORTED = [each.rpartition(" ")[2] for each in PROJECT["project"]["classifiers"] if re.search(r":: 3\.\d+$", each)]
MANUAL = "pbem/pbem.1"


def interpreters() -> dict[str, str]:
    """Those of the supported Pythons that are here, each with its path: on the search path, or kept by pyenv."""
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = {}
    for version in SUPPORTED:
        for path in [shutil.which(f"python{version}"), *sorted(kept.glob(f"{version}.*/bin/python"))]:
            # The shims of pyenv are there for every version, and start those alone that it was told to.
            if path and subprocess.run([path, "-c", "import venv, ensurepip"], capture_output=True).returncode == 0:
                found[version] = str(path)
                break
    return found


HERE = interpreters()

# How long an installation and a compiler take hangs on what else the machine does.
pytestmark = pytest.mark.timeout(5400)


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
    assert sources() - held == {MANUAL}
    [manual] = [name for name in held if name.endswith("/data/share/man/man1/pbem.1")]
    compiled = {name.partition(".")[0] for name in held if name.endswith(".so")}
    assert compiled == {source.partition(".")[0] for source in sources() if source.endswith(".pyx")}
    # A top-level `tests`, or anything else beside the rooms, would lie in everybody's way.
    assert {name.partition("/")[0] for name in held - {manual} if ".dist-info/" not in name} == set(ROOMS)


def test_wheels_are_built_for_every_python_that_the_package_takes() -> None:
    built_for = {each.removesuffix("-*").replace("cp3", "3.") for each in PROJECT["tool"]["cibuildwheel"]["build"]}
    assert built_for == set(SUPPORTED)
    assert PROJECT["project"]["requires-python"] == f">={SUPPORTED[0]}"


# tox runs all tests with the wheel, beside what they need themselves.
@pytest.mark.slow
@pytest.mark.timeout(5400)
@pytest.mark.parametrize("python", HERE)
@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_what_was_built_runs_where_nothing_else_is_installed(
    built: Path, tmp_path: Path, kind: str, python: str
) -> None:
    [package] = built.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    if kind == "wheel" and f"cp{python.replace('.', '')}" not in package.name:
        pytest.skip(f"the wheel that was built is {package.name}; the sdist is tried on Python {python}")
    venv = tmp_path / "venv"
    run(HERE[python], "-m", "venv", venv, cwd=tmp_path)
    run(venv / "bin/pip", "install", "--quiet", package, cwd=tmp_path, PBEM_OPTIMISE="0")
    run(venv / "bin/pip", "check", cwd=tmp_path)
    pbem = venv / "bin/pbem"
    assert "Commands:" in run(pbem, "--help", cwd=tmp_path)
    versions = run(pbem, "--version", cwd=tmp_path)
    assert versions.startswith(f"pbem, version {__version__}\n")
    assert (venv / "share/man/man1/pbem.1").read_bytes() == (ROOT / MANUAL).read_bytes()
    for path in (ROOT / "pbem/rulesets").glob("*/__init__.py"):
        assert f"  {path.parent.name} " in versions
        # The picture needs the board, the template and the font; the text does not.
        assert run(pbem, "map", path.parent.name, "--format", "png", "--output", "map.png", cwd=tmp_path) == ""
        assert (tmp_path / "map.png").read_bytes().startswith(b"\x89PNG")
    told = run(pbem, "demo", "--ruleset", "conflict", "--seed", "3", "--quiet", cwd=tmp_path)
    assert re.search(r"The record of \d+ entries and \d+ rolls holds", " ".join(told.split()))


@pytest.mark.slow
@pytest.mark.timeout(5400)
def test_a_tool_that_installs_commands_offers_this_one_and_its_manual(built: Path, tmp_path: Path) -> None:
    (wheel,) = built.glob("*.whl")
    run(sys.executable, "-m", "venv", tmp_path / "tools", cwd=tmp_path)
    run(tmp_path / "tools/bin/pip", "install", "--quiet", "pipx", "uv", cwd=tmp_path)
    places = {"PIPX_HOME": str(tmp_path / "pipx"), "PIPX_BIN_DIR": str(tmp_path / "bin")}
    places["PIPX_MAN_DIR"] = str(tmp_path / "man")
    run(tmp_path / "tools/bin/pipx", "install", "--quiet", wheel, cwd=tmp_path, **places)
    assert f"version {__version__}" in run(tmp_path / "bin/pbem", "--version", cwd=tmp_path)
    assert (tmp_path / "man/man1/pbem.1").exists()
    places = {"UV_TOOL_DIR": str(tmp_path / "uv"), "UV_TOOL_BIN_DIR": str(tmp_path / "uv-bin")}
    run(tmp_path / "tools/bin/uv", "tool", "install", "--python", sys.executable, wheel, cwd=tmp_path, **places)
    assert f"version {__version__}" in run(tmp_path / "uv-bin/pbem", "--version", cwd=tmp_path)


def sources() -> set[str]:
    """Every file of the rooms that is no product of a build, as a path from the root."""
    found = (path for room in ROOMS for path in (ROOT / room).rglob("*") if path.is_file())
    return {
        str(path.relative_to(ROOT))
        for path in found
        if path.suffix not in {".so", ".c", ".pyc"} and not path.name.startswith(".")
    }


def run(*command: str | Path, cwd: Path, **more: str) -> str:
    """The output of a command that succeeds, run away from the sources and without our own path."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")} | more
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
    return done.stdout
