"""Chromium for tests, one of the programs that a host's machine may lack, and the packages by which they lead it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from shutil import which
from typing import TYPE_CHECKING

from programs import missing

if TYPE_CHECKING:
    from playwright.sync_api import Browser

STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

for package in ("playwright", "axe_playwright_python"):
    if find_spec(package) is None:
        missing(f"{package} is not installed; it comes with the extra `test`")


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser; without it the test ends as `missing` says."""
    from playwright.sync_api import sync_playwright

    found = which("chromium") or which("chromium-browser")
    if found is None:
        missing("chromium is not installed; it is a package of Debian")
    with sync_playwright() as playwright:
        # As root it has no sandbox of its own.
        made = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield made
        made.close()
