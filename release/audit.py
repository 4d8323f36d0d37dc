"""Whether a fault is known of anything that pbem needs to run, as it is installed here: `tox -e audit`.

pip-audit asks the advisories of the Open Source Vulnerabilities database. Exit status: 0 nothing is known, 1 something
is, 3 nobody could be asked, which says nothing.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from installed import closure, name_of

EXTRAS = ("postgresql",)
NOBODY = 3
# What pip-audit says where it has not looked, though it ends as where it has found something.
NOT_LOOKED = re.compile(r"ConnectionError|ServiceError|Max retries exceeded|timed out|could not be audited|HTTPError")


def main() -> int:
    """Ask, and say what came of it."""
    pins = [f"{name_of(each)}=={each.version}" for each in closure(extras=EXTRAS) if name_of(each) != "pbem"]
    with TemporaryDirectory() as folder:
        listed = Path(folder) / "pins.txt"
        listed.write_text("\n".join(pins) + "\n", encoding="utf-8")
        command = [sys.executable, "-m", "pip_audit", "--strict", "--no-deps", "--disable-pip"]
        command += ["--vulnerability-service", "osv", "--requirement", str(listed), *sys.argv[1:]]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    print(done.stdout, end="")
    return told(done.returncode, done.stdout, done.stderr, len(pins))


def told(status: int, found: str, said: str, count: int) -> int:
    """The exit status, once what came of the question was said in a line on standard error."""
    if status == 0 and "No known vulnerabilities found" in said:
        print(f"audit: nothing is known of {count} distributions", file=sys.stderr)
        return 0
    # Of what was found there is a table; a failure has none.
    if found.strip() and not NOT_LOOKED.search(said):
        print(f"audit: FOUND: {said.strip().splitlines()[-1]}", file=sys.stderr)
        return 1
    last = (said.strip().splitlines() or ["pip-audit said nothing"])[-1]
    print(f"audit: NOT LOOKED: the service could not be asked, so nothing is known either way: {last}", file=sys.stderr)
    return NOBODY


if __name__ == "__main__":
    sys.exit(main())
