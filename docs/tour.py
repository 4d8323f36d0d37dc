"""The pictures of docs/tour.md: `python docs/tour.py [FOLDER]` draws them anew, with Chromium, from a club of its own.

The club is the one that the tests of the pages have (`tests/shared/shown_club.py`): finished games, running ones with
and without secrets, an event, ratings; always the same, from the same dice. Needs what `tox -e pages` needs.
"""

from __future__ import annotations

import re
import socket
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import Message
from pathlib import Path
from shutil import which
from typing import NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright
from werkzeug.serving import make_server

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "shared")]

from inprocess import Server, text_of  # noqa: E402
from shown_club import ADA, CAROL, application, club  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
WIDE, TALL, PHONE = (ViewportSize(width=wide, height=high) for wide, high in ((1000, 760), (1000, 1180), (360, 720)))
HIDDEN = "stratego6"
SCROLLED_TO = {"own": "h1", "own-on-a-phone": "#helper"}


class Station(NamedTuple):
    """A picture: the page by its path, the size of the window, light or dark."""

    path: str
    size: ViewportSize = WIDE
    dark: bool = False


STATIONS = {
    "home": Station("/"),
    "home-on-a-phone": Station("/", PHONE, dark=True),
    "game": Station("/games/conflict900/turns/12", TALL),
    "eyes": Station("/games/grid902/turns/5?as=red", TALL),
    "dice": Station("/games/conflict900/dice"),
    "event": Station("/events/cup"),
    "player": Station("/players/Ada%20Lovelace"),
    "rules": Station("/rules/waterloo_wargame"),
}


def main(folder: Path) -> None:
    """Draw all pictures into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory(prefix="pbem-tour-") as data,
        _site(Path(data)) as (server, base),
        _chromium() as chrome,
    ):
        for name, station in STATIONS.items():
            with _page(chrome, station) as page:
                page.goto(base + station.path, wait_until="load")
                if station.path.endswith("/dice"):
                    page.get_by_role("button").first.click()
                    page.wait_for_timeout(1_500)
                page.screenshot(path=folder / f"{name}.png")
        _own(chrome, server, base, folder)


def _own(browser: Browser, server: Server, base: str, folder: Path) -> None:
    """A player's own page, entered by the link of her mail as she would, with a piece picked."""
    server.reply(_latest(server, CAROL), "setup default")
    mail = next(mail for mail in (_latest(server, CAROL), _latest(server, ADA)) if "Order form" in text_of(mail))
    for name, station in (("own", Station("", TALL)), ("own-on-a-phone", Station("", PHONE))):
        with _page(browser, station) as page:
            page.goto(_link(mail, base), wait_until="load")
            page.get_by_role("button").first.click()
            page.wait_for_selector("#pieces button")
            page.locator("#pieces button").nth(4).click()
            page.wait_for_timeout(800)
            page.locator(SCROLLED_TO[name]).first.scroll_into_view_if_needed()
            page.screenshot(path=folder / f"{name}.png")


def _latest(server: Server, player: str) -> Message:
    """The latest mail to a player of the game with hidden pieces."""
    return [mail for mail in server.box(player) if f"[{HIDDEN} " in str(mail["Subject"])][-1]


def _link(mail: Message, base: str) -> str:
    found = re.search(rf"^Your own page of this game: {re.escape(base)}(/own/\S+)$", text_of(mail), re.M)
    if found is None:
        raise SystemExit("the mail has no link to a page of one's own")
    return base + found[1]


@contextmanager
def _site(data: Path) -> Iterator[tuple[Server, str]]:
    """The club, and where its pages are."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    base = f"http://127.0.0.1:{port}"
    server = club(data / "club", public_url=base, own_pages=True)
    served = make_server("127.0.0.1", port, application(server), threaded=True)
    thread = threading.Thread(target=served.serve_forever)
    thread.start()
    try:
        yield server, base
    finally:
        served.shutdown()
        thread.join()
        server.store.close()


@contextmanager
def _chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        # As root it has no sandbox of its own.
        browser = playwright.chromium.launch(
            executable_path=which("chromium") or which("chromium-browser"), args=["--no-sandbox"]
        )
        yield browser
        browser.close()


@contextmanager
def _page(browser: Browser, station: Station) -> Iterator[Page]:
    context = browser.new_context(
        viewport=station.size, color_scheme="dark" if station.dark else "light", reduced_motion="reduce"
    )
    yield context.new_page()
    context.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else PICTURES)
