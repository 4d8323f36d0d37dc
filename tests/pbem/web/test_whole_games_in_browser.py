"""Whole games in Chromium by the order helper alone, in every rule set, on a real `pbem serve`; others mixed with
mails; and finished games replayed.

Run by `tox -e pages`. With `PBEM_TEST_SHOTS=folder` pictures of each turn are kept there, to be looked at.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import which
from typing import Any, NamedTuple

import packed_games
import pytest
from inprocess import subject_of
from sqlalchemy import select

pytest.importorskip("playwright", reason="tox -e pages has Playwright")
from playwright.sync_api import Browser, Page, expect, sync_playwright
from served_club import AtPage, ByMail, ServedClub, map_drawn, served, watched

from pbem.inbound.verdicts import PAGE
from pbem.store import Store
from pbem.store.models import Inbox

CHROMIUM = which("chromium") or which("chromium-browser")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed; it is a package of Debian"),
]
NARROW = {"width": 360, "height": 720}
# A battle of few pieces, in which cavalry that comes through to the back row brings about a pursuit.
SKIRMISH = """battlefield=below
scenario "A skirmish"
base expert
first blue
turn 15
army blue NA 1 NE 1 CH 4
army red WE 1 UX 1 KH 1 BF 3 BA 1
prussians none
reserve 0
"""
RIDES = {"takes": "CH|V", "wants": ("cut down", r"\b[I-L]10\b", r"\b[I-L][4-9]\b")}
STANDS = {"takes": "BF|BA|enemy", "wants": ("save", "Reconnaissance|Initiative|Attack|Battery")}


class Short(NamedTuple):
    """A short game: how it is opened, the seats, and how those who play it at the page go about it."""

    new: str
    players: dict[str, dict[str, Any]]
    most: int = 60


GAMES = {
    "conflict": Short("NEW conflict turn_limit=6", {"red": {}, "green": {"viewport": NARROW}}),
    "stratego_waterloo": Short(
        "NEW stratego_waterloo version=standard draft=live turn-limit=2",
        {"blue": {"set_up": "LN A4"}, "red": {"set_up": "BF A7"}},
    ),
    "waterloo1895": Short(
        "NEW waterloo1895 max_rounds=4", {"napoleon": {"set_up": "N1"}, "wellington": {"set_up": "W1"}}
    ),
    "waterloo_grid": Short(
        "NEW waterloo_grid turn_limit=4", {"blue": {"last": "End the turn"}, "red": {"last": "End the turn"}}
    ),
    "waterloo_wargame": Short(
        "NEW waterloo_wargame scenario=few-guns turns=3", {"french": {"lines": 4}, "allied": {"lines": 4}}
    ),
    "hundred_days": Short("NEW hundred_days scenario=ligny", {"napoleon": {}, "coalition": {}}),
}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        # As root it has no sandbox of its own.
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield made
        made.close()


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedClub]:
    with served(tmp_path_factory.mktemp("played")) as made:
        yield made


def strangers(name: str) -> tuple[str, str]:
    return f"ada.{name}@players.localhost", f"ben.{name}@players.localhost"


def shot(page: Page, name: str) -> None:
    if folder := os.environ.get("PBEM_TEST_SHOTS"):
        Path(folder).mkdir(parents=True, exist_ok=True)
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


def is_whole(club: ServedClub, game: str, folder: Path) -> None:
    """The last mails say that the game is over, and bring one record, which `pbem verify` plays again."""
    records = set()
    for player in club.seats(game).values():
        last = club.wait_for(player, lambda mail: f"{game}.jsonl" in [part.get_filename() for part in mail.walk()])
        assert "over" in subject_of(last), subject_of(last)
        records.add(club.record(game, player))
    [content] = records
    file = folder / f"{game}.jsonl"
    file.write_bytes(content)
    told = subprocess.run(
        [sys.executable, "-P", "-m", "pbem", "verify", str(file)], capture_output=True, text=True, check=False
    )
    assert "The record is whole" in told.stdout, told.stderr


def mails_to(club: ServedClub, game: str) -> list[Inbox]:
    """The mails to the seats of a game, oldest first."""
    with club.store.reading() as session:
        return list(
            session.scalars(select(Inbox).where(Inbox.game == game, Inbox.seat.is_not(None)).order_by(Inbox.id))
        )


# --- By the helper alone ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ruleset", GAMES)
def test_a_whole_game_by_the_helper_alone(browser: Browser, club: ServedClub, ruleset: str, tmp_path: Path) -> None:
    short = GAMES[ruleset]
    game = club.begin(short.new, *strangers(ruleset))
    players = {
        seat: AtPage(browser, club, game, seat, random.Random(f"{ruleset} {seat}"), shots=shot, **how)
        for seat, how in short.players.items()
    }
    club.play(game, {seat: player.turn for seat, player in players.items()}, short.most)
    for player in players.values():
        player.look(f"{game}-{player.seat}-over")
        assert all(player.sent), player.sent
    is_whole(club, game, tmp_path)
    assert {said.judge for said in mails_to(club, game)} == {PAGE}
    for player in players.values():
        player.close()


def test_cards_a_breakthrough_and_the_pursuit_by_the_helper_alone(
    browser: Browser, club: ServedClub, tmp_path: Path
) -> None:
    game = club.begin(f"NEW stratego_waterloo AS blue draft=live {SKIRMISH}", *strangers("skirmish"))
    players = {
        seat: AtPage(browser, club, game, seat, random.Random(seat), shots=shot, **how)
        for seat, how in (("blue", RIDES), ("red", STANDS))
    }
    club.play(game, {seat: player.turn for seat, player in players.items()}, 60)
    sent = {line.split()[0] for player in players.values() for text in player.sent for line in text.split("\n")}
    assert {"keep", "burn", "card", "cut"} <= sent, sent
    is_whole(club, game, tmp_path)
    for player in players.values():
        player.look(f"{game}-{player.seat}-over")
        player.close()


# --- Mixed with mails -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("new", "at_page"),
    [("NEW conflict turn_limit=8 AS red", "red"), ("NEW waterloo1895 max_rounds=3 AS napoleon", "napoleon")],
    ids=["conflict", "waterloo1895"],
)
def test_a_seat_is_played_from_its_page_and_by_mail_in_turn(
    browser: Browser, club: ServedClub, new: str, at_page: str, tmp_path: Path
) -> None:
    game = club.begin(new, *strangers(f"mixed.{new.split()[1]}"))
    seats = club.seats(game)
    page = AtPage(browser, club, game, at_page, random.Random(3), shots=shot)
    mails = {seat: ByMail(club, game, seat, 3) for seat in seats}
    ways = [page.turn, mails[at_page].turn]
    taken: list[str] = []

    def in_turn() -> None:
        taken.append("page" if len(taken) % 2 == 0 else "mail")
        ways[0 if taken[-1] == "page" else 1]()

    club.play(game, {seat: in_turn if seat == at_page else mails[seat].turn for seat in seats}, 60)
    mine = [PAGE if said.judge == PAGE else "mail" for said in mails_to(club, game) if said.seat == at_page]
    assert mine == taken
    assert len(taken) >= 4
    assert all(said.judge != PAGE for said in mails_to(club, game) if said.seat != at_page)
    assert all(said.state == "read" for said in mails_to(club, game))
    is_whole(club, game, tmp_path)
    page.close()


# --- Replays ----------------------------------------------------------------------------------------------------------

SHORT: dict[str, list[dict[str, Any]]] = {
    "conflict": [
        {"turn_limit": 8},
        {"turn_limit": 6, "players": 4},
        {"turn_limit": 6, "players": 4, "teams": "opposite"},
    ],
    "stratego_waterloo": [
        {"turn-limit": 4},
        {"turn-limit": 3, "version": "standard"},
        {"turn-limit": 3, "version": "expert", "draft": "live"},
        {"turn-limit": 1, "version": "expert", "start": "early"},
    ],
    "waterloo1895": [
        {"max_rounds": 6},
        {"max_rounds": 5, "mode": "double"},
        {"max_rounds": 5, "mode": "four"},
        {"mode": "little", "max_rounds": 8},
    ],
    "waterloo_grid": [{"turn_limit": 5}, {"turn_limit": 6}, {"turn_limit": 4}],
    "waterloo_wargame": [{"turns": 3}, {"turns": 4, "scenario": "few-guns"}, {"turns": 3, "scenario": "no-guns"}],
    "hundred_days": [
        {"scenario": "ligny"},
        {"scenario": "ligny", "fog": "none"},
        {"scenario": "ligny", "rain": "none"},
    ],
}
FINISHED = {
    f"{ruleset}{number}": (ruleset, options)
    for ruleset, several in SHORT.items()
    for number, options in enumerate(several, start=901)
}


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedClub]:
    """A club with twenty games of all rule sets that robots have played to their end."""
    folder = tmp_path_factory.mktemp("archive")
    store = Store(f"sqlite:///{folder / 'pbem.sqlite3'}")
    store.upgrade()
    with store.session() as session:
        for name, (ruleset, options) in FINISHED.items():
            packed_games.keep(session, name, packed_games.record_of(ruleset, name, options), [])
    store.close()
    with served(folder) as made:
        yield made


@pytest.mark.parametrize("game", FINISHED)
def test_a_finished_game_is_replayed(browser: Browser, archive: ServedClub, game: str) -> None:
    wrong: list[str] = []
    page = watched(browser.new_context(viewport={"width": 1280, "height": 900}).new_page(), wrong)
    here = f"{archive.base}/games/{game}"
    page.goto(here)
    last = int(page.locator("#turn").get_attribute("data-number") or 0)
    shown = page.locator("#turn-title")
    expect(shown).to_have_text(f"Turn {last} of {last}")
    page.get_by_role("link", name="First").click()
    for number in range(1, last + 1):
        expect(shown).to_have_text(f"Turn {number} of {last}")
        map_drawn(page, "#turn figure img")
        if number < last:
            page.keyboard.press("ArrowRight")
    shot(page, f"replay-{game}")
    slider = page.get_by_role("slider")
    for number in {1, (last + 1) // 2, last}:
        slider.fill(str(number))
        expect(shown).to_have_text(f"Turn {number} of {last}")
    for number in range(1, last + 1):
        page.goto(f"{here}/turns/{number}")
        expect(shown).to_have_text(f"Turn {number} of {last}")
        assert (
            page.get_by_role("link", name="Link to this turn").get_attribute("href") == f"/games/{game}/turns/{number}"
        )
    eyes = page.get_by_role("navigation", name="With whose eyes").get_by_role("link")
    for at in range(eyes.count()):
        eyes.nth(at).click()
        expect(eyes.nth(at)).to_have_attribute("aria-current", "true")
        map_drawn(page, "#turn figure img")
        page.keyboard.press("ArrowLeft")
        expect(shown).to_contain_text(f"Turn {last - 1} of")
        page.keyboard.press("ArrowRight")
        expect(shown).to_contain_text(f"Turn {last} of")
    page.goto(f"{here}/dice")
    page.get_by_role("button", name="Work out every roll").click()
    told = page.get_by_role("status").locator("p")
    expect(told).to_have_count(3)
    assert (told.nth(2).text_content() or "").startswith("All ")
    assert page.locator(".bad").count() == 0
    page.context.close()
    assert wrong == []
