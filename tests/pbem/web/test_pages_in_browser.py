"""The public pages in Chromium: axe-core over each, the replay by slider, keys and links, dice worked out by script.

Run by `tox -e pages`. With `PBEM_TEST_SHOTS=folder` a picture of each page is kept there, to be looked at.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from chromium import STANDARDS, chromium
from inprocess import Server
from shown_club import CAROL, application, club
from werkzeug.serving import make_server

from axe_playwright_python.sync_playwright import Axe  # isort: skip
from playwright.sync_api import Browser, Page, expect  # isort: skip

from pbem.inbound import budget
from pbem.ops.demo import orders_wanted
from pbem.rulesets import presentation

pytestmark = [pytest.mark.slow, pytest.mark.needs_host]
PAGES = {
    "home": "/",
    "games": "/games?state=over",
    "game": "/games/waterloo4",
    "hidden": "/games/stratego6",
    "eyes": "/games/grid902/turns/5?as=red",
    "forming": "/games/wargame9",
    "dice": "/games/conflict900/dice",
    "rules": "/rules",
    "conflict": "/rules/conflict",
    "wargame": "/rules/waterloo_wargame",
    "events": "/events",
    "event": "/events/cup",
    "player": "/players/Ada%20Lovelace",
}
WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 360, "height": 720}


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    made = club(tmp_path_factory.mktemp("club"))
    yield made
    made.store.close()


@pytest.fixture(scope="module")
def site(shown: Server) -> Iterator[str]:
    """The address of the pages."""
    server = make_server("127.0.0.1", 0, application(shown), threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as made:
        yield made
        # The child that reads mail was forked beside it, and would hold its pipes open.
        budget.dismiss()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page on which nothing may go wrong."""
    yield from watched(browser)


def watched(browser: Browser, **options: object) -> Iterator[Page]:
    context = browser.new_context(**options)
    made, wrong = context.new_page(), []
    made.on("console", lambda message: wrong.append(message.text) if message.type in ("error", "warning") else None)
    made.on("pageerror", lambda error: wrong.append(str(error)))
    yield made
    context.close()
    assert wrong == []


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_nothing_is_wider_than_the_screen(
    browser: Browser, site: str, scheme: str, size: dict[str, int]
) -> None:
    page = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce").new_page()
    axe, shots = Axe(), os.environ.get("PBEM_TEST_SHOTS")
    found = {}
    for name, path in PAGES.items():
        page.goto(f"{site}{path}", wait_until="load")
        answer = axe.run(page, options={"runOnly": STANDARDS}).response
        found[name] = [(each["id"], [node["html"] for node in each["nodes"]]) for each in answer["violations"]]
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found[name].append(("too wide", []))
        if shots:
            folder = Path(shots)
            folder.mkdir(parents=True, exist_ok=True)
            page.screenshot(
                path=folder / f"{name}-{scheme}-{size['width']}.png", full_page=not path.startswith("/rules/")
            )
    page.context.close()
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


# --- The replay ---------------------------------------------------------------------------------------------------


def test_the_arrow_keys_and_the_slider_lead_through_a_game(page: Page, site: str) -> None:
    page.goto(f"{site}/games/conflict900")
    last = int(page.locator("#turn").get_attribute("data-number") or 0)
    expect(page.get_by_role("slider")).to_have_value(str(last))
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#turn-title")).to_have_text(f"Turn {last - 1} of {last}")
    assert page.url == f"{site}/games/conflict900/turns/{last - 1}"
    page.get_by_role("slider").fill("3")
    expect(page.locator("#turn-title")).to_have_text(f"Turn 3 of {last}")
    expect(page.locator("figure img")).to_have_attribute("src", "/games/conflict900/turns/3/map.svg")
    page.get_by_role("link", name="Next").click()
    expect(page.locator("#turn-title")).to_have_text(f"Turn 4 of {last}")
    expect(page.get_by_role("link", name="Next")).to_be_focused()
    assert page.title().startswith("conflict900, Conflict, turn 4")
    page.reload()
    expect(page.locator("#turn-title")).to_have_text(f"Turn 4 of {last}")


def test_the_eyes_stay_the_same_from_turn_to_turn(page: Page, site: str) -> None:
    page.goto(f"{site}/games/grid902/turns/5?as=red")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#turn-title")).to_contain_text("Turn 6 of 13, as Red saw it")
    assert page.url.endswith("/turns/6?as=red")


def test_without_scripts_the_links_do(browser: Browser, site: str) -> None:
    for page in watched(browser, java_script_enabled=False):
        page.goto(f"{site}/games/conflict900")
        page.get_by_role("link", name="First").click()
        expect(page.locator("#turn-title")).to_contain_text("Turn 1 of")
        page.get_by_role("link", name="Next").click()
        expect(page.locator("#turn-title")).to_contain_text("Turn 2 of")
        page.get_by_text("The same map as text").click()
        expect(page.get_by_role("region", name="The map as text")).to_be_visible()


def test_who_has_a_game_open_is_told_of_its_next_turn(page: Page, site: str, shown: Server) -> None:
    page.clock.install()
    page.goto(f"{site}/games/cup1")
    page.wait_for_load_state("networkidle")
    page.clock.fast_forward(16_000)
    expect(page.locator("#fresh")).to_be_empty()
    report = next(mail for mail in reversed(shown.box(CAROL)) if "+cup1." in str(mail["Reply-To"]))
    files = {part.get_filename(): part.get_payload(decode=True) for part in report.walk() if part.get_filename()}
    shown.reply(report, orders_wanted(presentation("conflict"), files, seed=1) or "")
    page.clock.fast_forward(16_000)
    page.get_by_role("link", name="Something has happened").click()
    expect(page.locator("#turn-title")).to_have_text("Turn 2 of 2")


# --- Dice ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["conflict900", "grid902", "waterloo4"])
def test_the_browser_works_out_every_roll(page: Page, site: str, game: str) -> None:
    page.goto(f"{site}/games/{game}/dice")
    page.get_by_role("button", name="Work out every roll").click()
    told = page.get_by_role("status").locator("p")
    expect(told).to_have_count(3)
    assert told.nth(0).text_content() == "The seal is the SHA-256 of the secret number."
    assert told.nth(2).text_content().startswith("All ")
    assert page.locator(".bad").count() == 0


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (lambda dice: dice["rolls"][7].update(value=dice["rolls"][7]["value"] % 6 + 1), "rolls are otherwise"),
        (lambda dice: dice.update(seed="00" * 32), "is not the seal"),
        (lambda dice: dice.update(words=["another", ""]), "make another key"),
    ],
)
def test_and_says_which_is_otherwise(page: Page, site: str, changed, said: str) -> None:
    def forged(route) -> None:
        dice = json.loads(route.fetch().body())
        changed(dice)
        route.fulfill(json=dice)

    page.route("**/dice.json", forged)
    page.goto(f"{site}/games/conflict900/dice")
    page.get_by_role("button", name="Work out every roll").click()
    expect(page.locator(".bad").first).to_contain_text(said)


# --- By keyboard, on paper ----------------------------------------------------------------------------------------


def test_the_first_stop_of_the_keyboard_leads_past_the_head(page: Page, site: str) -> None:
    page.goto(f"{site}/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_on_paper_there_is_the_game_and_no_buttons(page: Page, site: str) -> None:
    page.goto(f"{site}/games/waterloo4")
    page.emulate_media(media="print")
    for hidden in ("header", "#slider", ".turns", "footer"):
        expect(page.locator(hidden).first).to_be_hidden()
    expect(page.locator("figure img")).to_be_visible()
