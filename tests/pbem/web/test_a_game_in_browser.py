"""What every commit must show in Chromium: a whole game by the order helper alone, and axe-core over pages round it.

The battery for all rule sets, on a real `pbem serve`, light and dark, wide and narrow, is `tox -e pages`.
"""

from __future__ import annotations

import random
import re
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import STANDARDS, chromium
from door import NOBODY_LISTENS
from inprocess import Server, text_of
from own_pages import code_in
from werkzeug.serving import make_server

from pbem.games.kept_record import KeptRecord
from pbem.games.record import positions
from pbem.inbound import budget
from pbem.runtime.notifier import Notifier
from pbem.store.models import Game
from pbem.web import create_app

from axe_playwright_python.sync_playwright import Axe  # isort: skip
from playwright.sync_api import Browser, Page, expect  # isort: skip

pytestmark = [pytest.mark.needs_host, pytest.mark.timeout(600)]
ADA, BEN = "ada@players.example", "ben@players.example"
SEATS = {ADA: "napoleon", BEN: "wellington"}
GAME = "waterloo1"
MOST_TURNS, MOST_CLICKS = 20, 30
PATIENCE_MS = 60_000
AFTER = {
    "home": "/",
    "over": "/games?state=over",
    "game": f"/games/{GAME}",
    "eyes": f"/games/{GAME}/turns/1?as=napoleon",
    "dice": f"/games/{GAME}/dice",
    "player": "/players/ada",
    "rules": "/rules",
    "own": "/own",
}


class Site:
    """A club, and the web server of its pages."""

    def __init__(self, folder: Path) -> None:
        # The port is known before the application is made: its links name it.
        self._web = make_server("127.0.0.1", 0, lambda *asked: self._app(*asked), threaded=True)
        self.base = f"http://127.0.0.1:{self._web.server_port}"
        self.club = Server(
            folder, seed_key="the same dice", mail_domain="play.example", public_url=self.base, own_pages=True
        )
        self._app = create_app(self.club.settings, self.club.store, Notifier(NOBODY_LISTENS, "pbem"))
        self._thread = threading.Thread(target=self._web.serve_forever)
        self._thread.start()

    def close(self) -> None:
        self._web.shutdown()
        self._thread.join()
        self.club.store.close()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    made = Site(tmp_path)
    yield made
    made.close()


@pytest.fixture
def browser() -> Iterator[Browser]:
    with chromium() as made:
        yield made
        # The child that reads mail was forked beside it, and would hold its pipes open.
        budget.dismiss()


class Reader:
    """A player in a browser of his own, in which nothing may go wrong."""

    def __init__(self, browser: Browser, site: Site, player: str, width: int) -> None:
        self.site, self.player, self.path = site, player, f"{site.base}/own/{GAME}/{SEATS[player]}"
        self.page: Page = browser.new_context(viewport={"width": width, "height": 900}).new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self.wrong: list[str] = []
        self.page.on("console", lambda said: self.wrong.append(said.text) if said.type in NO_GOOD else None)
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))

    def enter(self) -> None:
        """Open the link of the first report, and show by a code whose browser it is."""
        link = re.search(rf"{self.site.base}/own/{GAME}\.\S+", text_of(self.site.club.latest(self.player)))
        assert link is not None
        self.page.goto(link[0])
        self.look("link")
        self.page.get_by_role("button", name="Open the page in this browser").click()
        self.page.goto(f"{self.site.base}/own")
        self.page.get_by_role("button", name="Mail me a code").click()
        self.site.club.work()
        self.page.get_by_label("The code from the mail to you").fill(code_in(self.site.club.latest(self.player)))
        self.page.get_by_role("button", name="Show all that is mine").click()
        expect(self.page.get_by_role("heading", name="When you are away")).to_be_visible(timeout=PATIENCE_MS)

    def is_wanted(self) -> bool:
        """Whether the page of his seat has the helper."""
        self.page.goto(self.path)
        return self.page.locator("#own[data-helper]").count() == 1

    def play(self, chance: random.Random) -> None:
        """Write the orders of a turn by the helper alone, and send them."""
        for _ in range(MOST_CLICKS):
            said = self.page.locator("#helper-said")
            expect(said).not_to_be_empty(timeout=PATIENCE_MS)
            if said.inner_text().startswith("These orders can be sent"):
                break
            pieces = self.page.locator("#pieces button")
            if not pieces.count():
                self.press("#plain button", 0)
                continue
            self.press("#pieces button", chance.randrange(pieces.count()))
            self.press("#ways button", chance.randrange(self.page.locator("#ways button").count()))
        with self.page.expect_navigation():
            self.page.locator("#send").click()
        self.site.club.work()
        expect(self.page.locator("#became")).to_contain_text("Your lines were read", timeout=PATIENCE_MS)

    def press(self, buttons: str, number: int) -> None:
        """Press a button, and wait for what the server says of it."""
        with self.page.expect_response("**/helper"):
            self.page.locator(buttons).nth(number).click()
        self.page.wait_for_timeout(50)

    def look(self, name: str) -> None:
        """Have axe-core look the page over."""
        found = Axe().run(self.page, options={"runOnly": STANDARDS}).response["violations"]
        assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in found] == [], name
        assert not self.page.evaluate("document.documentElement.scrollWidth > innerWidth"), f"{name} is too wide"


NO_GOOD = ("error", "warning")


def test_a_whole_game_by_the_helper_and_axe_finds_nothing_on_the_way(browser: Browser, site: Site) -> None:
    club = site.club
    club.enrol(ADA, BEN)
    club.mail(ADA, "NEW waterloo1895 mode=little max_rounds=1 AS napoleon")
    club.mail(BEN, f"JOIN {GAME}")
    ada, ben = readers = [Reader(browser, site, ADA, 1280), Reader(browser, site, BEN, 360)]
    for each in readers:
        each.enter()
    chance, turns = random.Random(1815), 0
    for _ in range(MOST_TURNS):
        for each in readers:
            if each.is_wanted():
                if not turns:
                    each.look("seat")
                each.play(chance)
                turns += 1
        if club.game(GAME).state == "over":
            break
    assert club.game(GAME).state == "over"
    for number, (name, path) in enumerate(AFTER.items()):
        reader = readers[number % 2]
        reader.page.goto(f"{site.base}{path}")
        reader.look(name)
    assert [ada.wrong, ben.wrong] == [[], []]
    assert turns > 1
    # It was played by mails, as all games are, and its record can be followed to the end.
    assert {row.transport for row in club.inbox() if row.game == GAME and row.seat} == {"page"}
    with club.store.reading() as session:
        game = session.query(Game).where(Game.name == GAME).one()
        assert dict(positions(KeptRecord(session, game).entries()))
