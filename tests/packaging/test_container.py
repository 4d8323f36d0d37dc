"""The Containerfile and the compose file: built and run where a container tool works, and read through everywhere."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import time
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml

from pbem.cli import main
from pbem.config import Settings

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")
CONTAINERFILE = (ROOT / "Containerfile").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
OURS = {name: each for name, each in COMPOSE["services"].items() if each.get("image") == "pbem"}


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Containerfile, each with what follows it."""
    lines = re.sub(r"\\\n", "", CONTAINERFILE).splitlines()
    return [(line.split()[0], line.partition(" ")[2]) for line in lines if line.strip() and not line.startswith("#")]


def test_the_context_has_all_that_the_build_needs_and_no_secrets() -> None:
    kept = [line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")]
    for needed in ("core", "pbem", "worker", "pyproject.toml", "setup.py", "README.md", "LICENSE"):
        assert needed in kept
        assert (ROOT / needed).exists()
    for never in ("pbem-data", "pbem.toml", "pbem.env", ".git"):
        assert not any(fnmatch(never, pattern) for pattern in kept)


def test_the_image_runs_as_nobody_in_particular_and_starts_a_command_that_there_is() -> None:
    told = instructions()
    words = [word for word, _ in told]
    assert words[0] == "FROM"
    assert words.index("USER") > words.index("COPY")
    assert dict(told)["USER"] != "root"
    command = re.findall(r'"([^"]+)"', dict(told)["CMD"])
    assert command[0] == "pbem"
    assert command[1] in main.commands
    # The Python of the build and that of the image are one, and one that the package takes.
    [python] = {text.split()[0] for word, text in told if word == "FROM"}
    version = re.search(r"python:(3\.\d+)", python)
    assert version is not None
    assert f"Python :: {version[1]}" in (ROOT / "pyproject.toml").read_text()


def test_every_part_of_a_server_is_a_service_of_the_compose_file() -> None:
    commands = {each["command"] for each in OURS.values()}
    assert commands == {
        "pbem web",
        "pbem pages",
        "pbem worker",
        "pbem worker --delivery",
        "pbem worker --robots",
        "pbem schedule",
    } | {"pbem lmtp"}
    for command in commands:
        _, name, *options = shlex.split(command)
        assert name in main.commands
        known = {option for each in main.commands[name].params for option in each.opts}
        assert set(options) <= known


def test_the_services_know_one_another_and_the_settings_are_settings() -> None:
    services = COMPOSE["services"]
    for service in OURS.values():
        assert set(service["depends_on"]) <= set(services)
        names = [name.removeprefix("PBEM_").lower() for name in service["environment"]]
        chosen = Settings.model_validate(dict(zip(names, service["environment"].values(), strict=True)))
        assert re.search(r"@(\w+)/", str(chosen.database_url))[1] in services  # type: ignore[index]
        assert re.search(r"//(\w+):", str(chosen.redis_url))[1] in services  # type: ignore[index]
        for volume in service["volumes"]:
            assert volume.partition(":")[0] in COMPOSE["volumes"]
    ports = {port for each in OURS.values() for port in each.get("ports", ())}
    # Nobody reaches them but from this machine: a proxy and a mail server stand before them.
    assert ports == {"127.0.0.1:8025:8025", "127.0.0.1:8026:8026", "127.0.0.1:8024:8024"}


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_the_image_is_built_and_all_of_it_runs(tmp_path: Path) -> None:
    tool = container_tool()
    environment = re.search(r"^```sh\n# pbem\.env\n(.*?)^```$", PAGE, re.S | re.M)
    assert environment is not None
    for name in ("core", "pbem", "worker", "Containerfile", "compose.yaml", ".dockerignore", "setup.py"):
        source = ROOT / name
        copy = shutil.copytree if source.is_dir() else shutil.copy
        copy(source, tmp_path / name)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "pbem.env").write_text(environment[1])
    done = subprocess.run([*tool, "build"], cwd=tmp_path, capture_output=True, text=True, timeout=1200)
    if "no such host" in done.stderr or "dial tcp" in done.stderr or "i/o timeout" in done.stderr:
        pytest.skip("the images that it is built on cannot be fetched here")
    assert done.returncode == 0, done.stderr
    try:
        subprocess.run([*tool, "up", "-d"], cwd=tmp_path, check=True, timeout=600)
        until = time.monotonic() + 300
        check = "import urllib.request as u; print(u.urlopen('http://127.0.0.1:8025/readyz').read().decode())"
        while True:
            asked = [*tool, "exec", "-T", "web", "python", "-c", check]
            answer = subprocess.run(asked, cwd=tmp_path, capture_output=True, text=True, timeout=60)
            if answer.returncode == 0 and '"ok"' in answer.stdout:
                return
            assert time.monotonic() < until, answer.stdout + answer.stderr
            time.sleep(2)
    finally:
        subprocess.run([*tool, "down", "-v"], cwd=tmp_path, timeout=300)


def container_tool() -> list[str]:
    """The command that builds and runs a compose file, where one works; else the test is skipped and says why."""
    for tool in ("docker", "podman"):
        asked = ([tool, "info"], [tool, "compose", "version"])
        if shutil.which(tool) and all(subprocess.run(each, capture_output=True).returncode == 0 for each in asked):
            return [tool, "compose"]
    pytest.skip("no container tool works here: neither docker nor podman, with compose")
