"""What every commit must show in Chromium: a whole game by the order helper alone, and axe-core over pages round it.

The battery for all rule sets, light and dark, wide and narrow, is `tox -e pages`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import STANDARDS, chromium
from inprocess import text_of
from world import World, free_port, world_in

from pbem.games.kept_record import KeptRecord
from pbem.games.record import positions
from pbem.store import Store
from pbem.store.models import Game

from axe_playwright_python.sync_playwright import Axe  # isort: skip
from playwright.sync_api import Browser, Page, expect  # isort: skip

pytestmark = [pytest.mark.needs_host, pytest.mark.timeout(900)]
ADA, BEN = "ada@players.example", "ben@players.example"
SEATS = {ADA: "napoleon", BEN: "wellington"}
GAME = "waterloo1"
MOST_TURNS, MOST_CLICKS = 20, 30
# On a machine that does much else besides.
PATIENCE_MS = 180_000
AFTER = {
    "home": "/",
    "over": "/games?state=over",
    "game": f"/games/{GAME}",
    "eyes": f"/games/{GAME}/turns/1?as=napoleon",
    "dice": f"/games/{GAME}/dice",
    "player": "/players/ada",
    "rules": "/rules",
}


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    port = free_port()
    own = {"pages_port": port, "public_url": f"http://127.0.0.1:{port}", "own_pages": True}
    with world_in(tmp_path / "data", workers=1, **own) as made:
        made.patience = PATIENCE_MS / 1000
        yield made


@pytest.fixture
def browser() -> Iterator[Browser]:
    with chromium() as made:
        yield made


class Reader:
    """A player in a browser of his own, in which nothing may go wrong."""

    def __init__(self, browser: Browser, world: World, player: str, width: int) -> None:
        self.world, self.player, self.path = world, player, f"{world.pages_url}/own/{GAME}/{SEATS[player]}"
        self.page: Page = browser.new_context(viewport={"width": width, "height": 900}).new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self.wrong: list[str] = []
        self.page.on(
            "console", lambda said: self.wrong.append(said.text) if said.type in ("error", "warning") else None
        )
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))

    def enter(self) -> None:
        """Open the link of the first report, and ask for the code that goes with the first orders."""
        self.page.goto(self.link())
        self.look("link")
        self.page.get_by_role("button", name="Open the page in this browser").click()
        self.page.get_by_role("button", name="Mail me a code").click()
        code = re.search(r"(\d{6}) is the code", text_of(self.world.next(self.player, "your code")))
        assert code is not None
        self.page.get_by_label("The code from the mail to you").fill(code[1])

    def link(self) -> str:
        """The link in the first mail that has one."""
        while True:
            found = re.search(rf"{self.world.pages_url}/own/{GAME}\.\S+", text_of(self.world.next(self.player)))
            if found is not None:
                return found[0]

    def is_wanted(self) -> bool:
        # The first time he is there already, with his code.
        if not self.page.url.endswith("/code"):
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
        expect(self.page.locator("#became")).to_contain_text("Your lines were read", timeout=PATIENCE_MS)

    def press(self, buttons: str, number: int) -> None:
        with self.page.expect_response("**/helper"):
            self.page.locator(buttons).nth(number).click()
        self.page.wait_for_timeout(50)

    def look(self, name: str) -> None:
        """Have axe-core look the page over."""
        found = Axe().run(self.page, options={"runOnly": STANDARDS}).response["violations"]
        assert [(each["id"], [node["html"] for node in each["nodes"]]) for each in found] == [], name
        assert not self.page.evaluate("document.documentElement.scrollWidth > innerWidth"), f"{name} is too wide"


def test_a_whole_game_by_the_helper_and_axe_finds_nothing_on_the_way(browser: Browser, world: World) -> None:
    for player in SEATS:
        world.write(player, "HELP")
        world.reply(world.next(player, "answer this mail"), "")
    world.write(ADA, "NEW waterloo1895 mode=little max_rounds=1 AS napoleon\nPICTURES off")
    world.next(ADA, "is open")
    world.write(BEN, f"JOIN {GAME}\nPICTURES off")
    readers = [Reader(browser, world, ADA, 1280), Reader(browser, world, BEN, 360)]
    for each in readers:
        each.enter()
    chance, turns = random.Random(1815), 0
    for each in readers:
        each.look("seat")
    while not is_over(world):
        for each in readers:
            if each.is_wanted():
                each.play(chance)
                turns += 1
        assert turns < MOST_TURNS
    ada, ben = readers
    for name, path in AFTER.items():
        each = ben if name in ("game", "home") else ada
        each.page.goto(f"{world.pages_url}{path}")
        each.look(name)
    ada.page.goto(f"{world.pages_url}/own")
    ada.look("own")
    assert [each.wrong for each in readers] == [[], []]
    assert turns > 1


def is_over(world: World) -> bool:
    """Whether the game is over, with a record that can be followed."""
    store = Store(world.settings.database)
    try:
        with store.reading() as session:
            game = session.query(Game).where(Game.name == GAME).one()
            return game.state == "over" and bool(dict(positions(KeptRecord(session, game).entries())))
    finally:
        store.close()
