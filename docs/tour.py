"""The pictures of docs/tour.md and docs/mails.md: `python docs/tour.py [FOLDER]` draws them anew, with Chromium.

The club is the one that the tests of the pages have (`tests/shared/shown_club.py`): finished games, running ones with
and without secrets, an event, ratings; always the same, from the same dice. The mails are those of docs/mails.md
(`docs/mailed.py`); `--mails` draws them alone. Needs what `tox -e pages` needs.
"""

from __future__ import annotations

import re
import socket
import sys
import tempfile
import threading
from base64 import b64encode
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

import mailed  # noqa: E402
from inprocess import Server, text_of  # noqa: E402
from shown_club import ADA, CAROL, application, club  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
WIDE, TALL, PHONE, MAIL = (
    ViewportSize(width=wide, height=high) for wide, high in ((1000, 760), (1000, 1180), (360, 720), (400, 900))
)
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


# By their names in docs/mails.md.
MAILS = {"mail": "first report", "mail-of-a-campaign": "campaign"}


def main(folder: Path, *, mails_alone: bool = False) -> None:
    """Draw all pictures into a folder, or those of mails alone."""
    folder.mkdir(parents=True, exist_ok=True)
    with _chromium() as chrome:
        _mails(chrome, folder)
    if mails_alone:
        return
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


def _mails(browser: Browser, folder: Path) -> None:
    """The mails as a mail program shows them, where the pictures of their maps are."""
    with mailed.mails(pictures=True) as found:
        for name, which in MAILS.items():
            with _page(browser, Station("", MAIL)) as page:
                page.set_content(_html_of(found[which]))
                page.locator("img").first.scroll_into_view_if_needed()
                page.screenshot(path=folder / f"{name}.png")


def _html_of(mail: Message) -> str:
    """The HTML of a mail; a picture that it refers to stands in it."""
    html, pictures = "", dict[str, str]()
    for part in mail.walk():
        payload = part.get_payload(decode=True)
        if part.get_content_type() == "text/html" and isinstance(payload, bytes) and not part.get_filename():
            html = payload.decode("utf-8")
        elif part["Content-ID"] and isinstance(payload, bytes):
            data = b64encode(payload).decode("ascii")
            pictures[str(part["Content-ID"]).strip("<>")] = f"data:{part.get_content_type()};base64,{data}"
    return re.sub(r"cid:([^\"']+)", lambda found: pictures[found[1]], html)


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
    given = [each for each in sys.argv[1:] if each != "--mails"]
    main(Path(given[0]) if given else PICTURES, mails_alone="--mails" in sys.argv[1:])
