"""A player's own pages in Chromium, on a real `pbem serve` with its local mailbox: short whole games by the helper
alone, and axe-core over each page.

Run by `tox -e pages`. With `PBEM_TEST_SHOTS=folder` pictures are kept there, to be looked at.
"""

from __future__ import annotations

import os
import random
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from urllib.parse import quote

import pytest
from chromium import STANDARDS, chromium
from inprocess import text_of
from sqlalchemy import select

from axe_playwright_python.sync_playwright import Axe  # isort: skip
from playwright.sync_api import Browser, BrowserContext, Page, expect  # isort: skip

from pbem.games import record
from pbem.store import Store
from pbem.store.models import Game, LocalMail

pytestmark = [pytest.mark.slow, pytest.mark.needs_host]
WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 360, "height": 720}
PATIENCE_S = float(os.environ.get("PBEM_TEST_PATIENCE", "90"))
ADA, BEN, CAROL = (f"{name}@players.localhost" for name in ("ada", "ben", "carol"))
MOST_TURNS, MOST_CLICKS = 60, 40


class Club:
    """`pbem serve` in a folder of its own, and what stands in the mailboxes of its players."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.base = f"http://127.0.0.1:{port}"
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("PBEM_")}
        chosen = {"PBEM_DATA_DIR": str(folder), "PBEM_WEB_PORT": str(port), "PBEM_PUBLIC_URL": self.base}
        chosen["PBEM_OWN_PAGES"] = "yes"
        self._log = (folder / "log").open("wb")
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "pbem", "serve"],
            env=inherited | chosen | {"PBEM_SEED_KEY": "the same dice", "PBEM_WORKERS": "1"},
            cwd=folder,
            stdout=self._log,
            stderr=self._log,
        )
        self.store = Store(f"sqlite:///{folder / 'pbem.sqlite3'}")

    def box(self, player: str) -> list[Message]:
        """All mail to a player, oldest first."""
        mine = select(LocalMail.raw).where(LocalMail.to_address == player).order_by(LocalMail.id)
        with self.store.reading() as session:
            return [message_from_bytes(raw) for raw in session.scalars(mine)]

    def wait_for(self, player: str, wanted: Callable[[Message], bool]) -> Message:
        """The latest mail of its kind, once there is one."""
        return wait(lambda: next((mail for mail in reversed(self.box(player)) if wanted(mail)), None))

    def is_over(self, game: str) -> bool:
        with self.store.reading() as session:
            return session.scalar(select(Game.state).where(Game.name == game)) == "over"

    def close(self) -> None:
        self.process.terminate()
        self.process.wait(PATIENCE_S)
        self.store.close()
        self._log.close()


def wait(found: Callable[[], object]):
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        if got := found():
            return got
        time.sleep(0.2)
    raise AssertionError("it does not come")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as made:
        yield made


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory, browser: Browser) -> Iterator[Club]:
    made = Club(tmp_path_factory.mktemp("served"))
    try:
        page = browser.new_page()
        wait(lambda: _is_up(page, made))
        for player in (ADA, BEN, CAROL):
            write(page, made, player, "HELP")
            made.wait_for(player, lambda mail: True)
            page.goto(f"{made.base}/mailbox/of/{quote(player)}")
            page.locator("a[href^='/mailbox/mail/']").first.click()
            page.get_by_role("button", name="Send").click()
            made.wait_for(player, lambda mail: "welcome" in str(mail["Subject"]).lower())
        page.close()
        yield made
    finally:
        made.close()


def _is_up(page: Page, club: Club) -> bool:
    assert club.process.poll() is None, "the server has ended"
    try:
        return bool(page.request.get(f"{club.base}/readyz").ok)
    except Exception:  # whatever a browser calls it that nobody listens yet
        return False


def write(page: Page, club: Club, player: str, text: str) -> None:
    """Write a mail on the mailbox page."""
    page.goto(f"{club.base}/mailbox/write?from={quote(player)}&text={quote(text)}")
    page.get_by_role("button", name="Send").click()


def begin(page: Page, club: Club, new: str, player: str = ADA) -> str:
    """A new game of a player's and Ben's; its name."""
    seen = len(club.box(player))
    write(page, club, player, new)
    mail = wait(lambda: next((each for each in club.box(player)[seen:] if "JOIN" in text_of(each)), None))
    game = re.search(r"JOIN (\w+\d+)", text_of(mail))[1]
    write(page, club, BEN, f"JOIN {game}")
    return game


def link_to(club: Club, player: str, game: str) -> str:
    mail = club.wait_for(player, lambda mail: f"/own/{game}." in text_of(mail))
    return re.search(rf"{club.base}/own/{game}\.\S+", text_of(mail))[0]


def enter(context: BrowserContext, club: Club, player: str, game: str) -> Page:
    """The page of a game, opened by the link from a mail, in a browser that is made known by a code.

    A player gets three codes an hour, so that his browsers of later tests have the cookie of the first.
    """
    context.add_cookies(KNOWN.get(player, []))
    page = watched(context)
    page.goto(link_to(club, player, game))
    page.get_by_role("button", name="Open the page in this browser").click()
    expect(page.get_by_label("Your orders")).to_be_visible()
    if not page.get_by_role("button", name="Mail me a code").count():
        return page
    before = len(club.box(player))
    page.get_by_role("button", name="Mail me a code").click()
    mail = wait(lambda: next((each for each in club.box(player)[before:] if "your code" in str(each["Subject"])), None))
    page.get_by_label("The code from the mail to you").fill(re.search(r"(\d{6}) is the code", text_of(mail))[1])
    page.get_by_label("Your orders").fill("")
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_text("There is nothing to be sent.")).to_be_visible()
    KNOWN[player] = context.cookies()
    return page


KNOWN: dict[str, list] = {}
WRONG: list[str] = []


def watched(context: BrowserContext) -> Page:
    page = context.new_page()
    page.set_default_timeout(PATIENCE_S * 1000)
    page.on("console", lambda message: WRONG.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: WRONG.append(str(error)))
    return page


def whole(page: Page) -> bool:
    return page.locator("#helper-said").inner_text().startswith("These orders can be sent")


def play(page: Page, chance: random.Random, *, by_keys: bool) -> None:
    """Write the orders of a turn by the helper alone, by mouse on the map or by keys in the lists, and send them."""
    expect(page.locator("#helper-said")).not_to_be_empty()
    for _ in range(MOST_CLICKS):
        pieces = page.locator("#pieces button")
        if whole(page):
            break
        if not pieces.count():
            pressed(page, page.locator("#plain button").first, by_keys=by_keys)
            continue
        name = pieces.nth(chance.randrange(pieces.count())).inner_text()
        spots = page.locator(f".spot.piece[aria-label^='{name} on ']")
        on_map = not by_keys and spots.count() == 1
        pressed(page, spots if on_map else page.get_by_role("button", name=name, exact=True).last, by_keys=by_keys)
        spots = page.locator(".spot.way")
        ways = page.locator("#ways button")
        at = chance.randrange(ways.count())
        single = f".spot.way[aria-label$=' to {ways.nth(at).inner_text()}']"
        on_map = not by_keys and page.locator(single).count() == 1
        pressed(page, page.locator(single) if on_map else ways.nth(at), by_keys=by_keys)
    assert whole(page), page.locator("#helper-said").inner_text()
    with page.expect_navigation():
        page.locator("#send").click()
    expect(page.locator("#became")).to_contain_text("Your lines were read", timeout=PATIENCE_S * 1000)


def pressed(page: Page, button, *, by_keys: bool) -> None:
    with page.expect_response("**/helper"):
        if by_keys:
            button.focus()
            page.keyboard.press("Enter")
        else:
            button.click()
    page.wait_for_function("() => document.querySelector('#helper-said').textContent !== ''")
    page.wait_for_timeout(50)


def test_a_short_whole_game_by_the_helper_alone(browser: Browser, club: Club) -> None:
    new = "NEW waterloo1895 mode=little max_rounds=5 AS napoleon"
    first, second = browser.new_context(viewport=WIDE), browser.new_context(viewport=NARROW)
    game = begin(watched(first), club, new)
    chance, turns = random.Random(1815), 0
    pages = {player: enter(context, club, player, game) for player, context in ((ADA, first), (BEN, second))}
    paths = {player: page.url.removesuffix("/send") for player, page in pages.items()}
    while not club.is_over(game):
        for player, page in pages.items():
            page.goto(paths[player])
            if page.locator("#helper").is_visible():
                play(page, chance, by_keys=player == BEN)
                turns += 1
        assert turns < MOST_TURNS
    shot(pages[ADA], f"end-{game}")
    assert turns >= 8
    with club.store.reading() as session:
        from pbem.games.kept_record import KeptRecord

        played = KeptRecord(session, session.scalars(select(Game).where(Game.name == game)).one()).entries()
    assert dict(record.positions(played))
    first.close()
    second.close()
    # Two refusals a player belong to it: the first orders want a code, and the code came without orders.
    assert [each for each in WRONG if "400 (BAD REQUEST)" not in each] == []


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_nothing_is_wider_than_the_screen(
    browser: Browser, club: Club, scheme: str, size: dict[str, int]
) -> None:
    context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
    page, found = context.new_page(), {}
    game = begin(page, club, "NEW waterloo1895 mode=little AS napoleon", CAROL)

    def look(name: str) -> None:
        answer = Axe().run(page, options={"runOnly": STANDARDS}).response
        found[name] = [(each["id"], [node["html"] for node in each["nodes"]]) for each in answer["violations"]]
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found[name].append(("too wide", []))
        shot(page, f"own-{name}-{scheme}-{size['width']}")

    page.goto(link_to(club, CAROL, game))
    look("link")
    page.get_by_role("button", name="Open the page in this browser").click()
    expect(page.locator("#pieces button")).to_have_count(3)
    # Napoleon's pieces stand in the east of the map, which a small screen has to be moved to.
    if size is NARROW:
        page.wait_for_function("document.querySelector('.field').scrollLeft > 0")
    look("seat")
    with page.expect_response("**/helper"):
        page.locator("#pieces button").first.click()
    expect(page.locator("#ways button").first).to_be_visible()
    look("picked")
    with page.expect_response("**/helper"):
        page.locator("#ways button").first.click()
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator("#tried h2")).to_be_visible()
    look("checked")
    page.get_by_role("button", name="Mail me a code").click()
    look("code")
    page.goto(f"{club.base}/own")
    look("games")
    page.get_by_role("button", name="End it in this browser").click()
    look("ended")
    context.close()
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_without_scripts_orders_are_checked_and_sent_by_forms(browser: Browser, club: Club) -> None:
    context = browser.new_context(java_script_enabled=False)
    game = begin(context.new_page(), club, "NEW waterloo1895 mode=little AS napoleon")
    page = enter(context, club, ADA, game)
    page.get_by_label("Your orders").fill("auto")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.get_by_role("heading", name="Orders checked")).to_be_visible()
    expect(page.get_by_label("Your orders")).to_have_value("auto")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#became")).to_contain_text("Your lines")
    club.wait_for(BEN, lambda mail: game in str(mail["Subject"]) and "your throw" in str(mail["Subject"]))
    context.close()


# --- Dragging ------------------------------------------------------------------------------------------------------

expect.set_options(timeout=PATIENCE_S * 1000)
SEATS = {"wargame": "french", "waterloo": "napoleon", "stratego": "red"}
TALL = {"width": 1280, "height": 1500}


def on_field(page: Page, east: int, north: int) -> tuple[float, float]:
    """Where a point of the wargame's field is on the screen."""
    box = page.locator("#sheet").bounding_box()
    return (
        box["x"] + (46 + east * 0.2) * box["width"] / 1492,
        box["y"] + (124 + (5000 - north) * 0.2) * box["height"] / 1220,
    )


def middle(page: Page, spot: str) -> tuple[float, float]:
    box = page.locator(spot).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """Press, move and let go; the page is asked about both the piece and what is written then."""
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=6)
    page.wait_for_timeout(600)
    page.mouse.up()


def lines_in(page: Page, count: int) -> list[str]:
    """The lines of the box, once there are so many."""
    box = page.locator("#text")
    wait(lambda: len(box.input_value().splitlines()) == count)
    return box.input_value().splitlines()


def sent(page: Page) -> None:
    with page.expect_navigation():
        page.locator("#send").click()
    expect(page.locator("#became")).to_contain_text("Your lines were read", timeout=PATIENCE_S * 1000)


def test_a_turn_on_the_open_field_by_dragging_and_by_keys(browser: Browser, club: Club) -> None:
    context = browser.new_context(viewport=TALL)
    game = begin(watched(context), club, "NEW waterloo_wargame scenario=few-guns AS french")
    page = enter(context, club, ADA, game)
    page.goto(f"{club.base}/own/{game}/{SEATS[game.rstrip('0123456789')]}")
    expect(page.locator("#pieces button").first).to_be_visible()
    page.locator("#text").fill("")
    expect(page.locator("#plain button").first).to_contain_text("Pass")
    drag(page, on_field(page, 2850, 1560), on_field(page, 2650, 1750))
    [line] = lines_in(page, 1)
    assert re.fullmatch(r"MOVE KEL (TO|TOWARD) \d+,\d+( MAX)?", line)
    shot(page, f"dragged-{game}")
    # The same piece once more: its line is another, and there is still one.
    drag(page, middle(page, ".shadow-key"), on_field(page, 2950, 1600))
    wait(lambda: page.locator("#text").input_value() != line)
    assert len(lines_in(page, 1)) == 1
    # By keys: a gun is turned, and its line written.
    page.get_by_role("button", name="SAL", exact=True).press("Enter")
    expect(page.locator("#ways-title")).to_contain_text("SAL")
    page.get_by_role("button", name="Lead its shadow on the map by keys").press("Enter")
    for _ in range(3):
        page.keyboard.press("PageDown")
    expect(page.locator("#field-said")).to_contain_text("TURN SAL TO 15")
    page.keyboard.press("Enter")
    assert lines_in(page, 2)[1] == "TURN SAL TO 15"
    # And by the form.
    page.get_by_text("Put an order together").click()
    page.locator("select[name=piece]").select_option("MAR")
    page.locator("select[name=kind]").select_option("forward")
    page.get_by_label("Yards; empty: as far as it can").fill("50")
    page.get_by_role("button", name="Add to the orders").click()
    assert lines_in(page, 3)[2] == "MOVE MAR FORWARD 50"
    shot(page, f"turn-{game}")
    sent(page)
    club.wait_for(BEN, lambda mail: game in str(mail["Subject"]) and "your orders" in str(mail["Subject"]))
    context.close()


@pytest.mark.parametrize(
    ("new", "piece", "line"),
    [
        ("NEW waterloo1895 AS napoleon", "N1", r"place N1 \w+"),
        ("NEW stratego_waterloo version=standard AS red", "BF A7", r"0?7:\w\w .*"),
    ],
    ids=["waterloo1895", "stratego"],
)
def test_a_set_up_by_dragging(browser: Browser, club: Club, new: str, piece: str, line: str) -> None:
    context = browser.new_context(viewport=TALL)
    game = begin(watched(context), club, new)
    page = enter(context, club, ADA, game)
    page.goto(f"{club.base}/own/{game}/{SEATS[game.rstrip('0123456789')]}")
    spot = f".spot.piece[aria-label^='{piece} on ']"
    expect(page.locator(spot)).to_be_visible(timeout=PATIENCE_S * 1000)
    before = page.locator("#text").input_value()
    start = middle(page, spot)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + 30, start[1] + 20, steps=4)
    expect(page.locator(".spot.way").nth(3)).to_be_visible(timeout=PATIENCE_S * 1000)
    way = page.locator(".spot.way").nth(3)
    goes_to = way.get_attribute("aria-label").removeprefix(f"{piece} to ").split(",")[0]
    page.mouse.move(*middle(page, f".spot.way[aria-label='{way.get_attribute('aria-label')}']"), steps=4)
    shot(page, f"set-up-{game}")
    page.mouse.up()
    wait(lambda: page.locator("#text").input_value() != before)
    text = page.locator("#text").input_value()
    assert re.search(rf"^{line}$", text, re.M), text
    expect(page.locator(f".spot.piece[aria-label$=' on {goes_to}']")).to_be_visible(timeout=PATIENCE_S * 1000)
    assert whole(page)
    sent(page)
    context.close()


def test_words_and_an_absence_from_the_page(browser: Browser, club: Club) -> None:
    context = browser.new_context(viewport=NARROW)
    game = begin(watched(context), club, "NEW waterloo1895 mode=little AS napoleon")
    page = enter(context, club, ADA, game)
    page.goto(f"{club.base}/own/{game}/{SEATS[game.rstrip('0123456789')]}")
    page.get_by_label("Words", exact=True).fill("Good luck,\nand no rain.")
    page.get_by_role("button", name="Say it").click()
    expect(page.locator("#became")).to_contain_text("Your lines were read", timeout=PATIENCE_S * 1000)
    club.wait_for(BEN, lambda mail: "and no rain." in text_of(mail))
    page.goto(f"{club.base}/own")
    page.get_by_label("First day").fill(f"{date.today() + timedelta(days=10)}")
    page.get_by_label("Last day").fill(f"{date.today() + timedelta(days=12)}")
    page.get_by_role("button", name="I am away").click()
    expect(page.locator("#became")).to_contain_text("Your line was read", timeout=PATIENCE_S * 1000)
    expect(page.locator("pre.letter")).to_contain_text("you are away")
    page.get_by_role("button", name="I am back, or stay").click()
    expect(page.locator("pre.letter")).to_contain_text("you are not away", timeout=PATIENCE_S * 1000)
    context.close()


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_the_open_field_in_a_set_up_and_among_the_forms(
    browser: Browser, club: Club, scheme: str, size: dict[str, int]
) -> None:
    context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
    found = {}

    def look(page: Page, name: str) -> None:
        answer = Axe().run(page, options={"runOnly": STANDARDS}).response
        found[name] = [(each["id"], [node["html"] for node in each["nodes"]]) for each in answer["violations"]]
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            found[name].append(("too wide", []))
        shot(page, f"own-{name}-{scheme}-{size['width']}")

    field = begin(context.new_page(), club, "NEW waterloo_wargame AS french")
    page = enter(context, club, ADA, field)
    page.goto(f"{club.base}/own/{field}/french")
    expect(page.locator("#pieces button").first).to_be_visible(timeout=PATIENCE_S * 1000)
    with page.expect_response("**/helper"):
        page.locator("#pieces button").nth(3).click()
    page.get_by_text("Put an order together").click()
    expect(page.locator("#ways button").first).to_be_visible()
    look(page, "field")
    set_up = begin(context.new_page(), club, "NEW stratego_waterloo version=standard AS red")
    link_to(club, ADA, set_up)  # it has begun then
    page.goto(f"{club.base}/own/{set_up}/red")
    expect(page.locator("#pieces button").first).to_be_visible(timeout=PATIENCE_S * 1000)
    with page.expect_response("**/helper"):
        page.locator("#pieces button").first.click()
    expect(page.locator("#ways button").first).to_be_visible(timeout=PATIENCE_S * 1000)
    look(page, "set-up")
    write(context.new_page(), club, BEN, "NEW conflict AS red")
    club.wait_for(BEN, lambda mail: "JOIN conflict" in text_of(mail))
    page.goto(f"{club.base}/own")
    look(page, "forms")
    context.close()
    assert {name: wrong for name, wrong in found.items() if wrong} == {}


def test_without_scripts_a_form_puts_an_order_together(browser: Browser, club: Club) -> None:
    context = browser.new_context(java_script_enabled=False)
    game = begin(context.new_page(), club, "NEW waterloo_wargame scenario=few-guns AS french")
    page = enter(context, club, ADA, game)
    page.get_by_text("Put an order together").click()
    page.locator("select[name=piece]").select_option("KEL")
    page.locator("select[name=kind]").select_option("back")
    page.get_by_label("Yards; empty: as far as it can").fill("100")
    page.get_by_role("button", name="Add to the orders").click()
    expect(page.get_by_text("Added: KEL (4,000) goes 100 yards")).to_be_visible()
    assert page.get_by_label("Your orders").input_value().endswith("MOVE KEL BACK 100")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#became")).to_contain_text("Your lines")
    club.wait_for(BEN, lambda mail: game in str(mail["Subject"]) and "your orders" in str(mail["Subject"]))
    context.close()


def shot(page: Page, name: str) -> None:
    if folder := os.environ.get("PBEM_TEST_SHOTS"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)
