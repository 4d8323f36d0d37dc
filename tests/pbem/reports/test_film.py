"""A film as a page: it needs nothing else, says nothing as a script that is a text, and moves in a browser."""

import json
import re
import subprocess
from shutil import which

import pytest

from pbem.reports import film
from pbem.rulesets.retold import Errand, Eyes, Film, Key, Look, Note, Ride, Scene, Standing, Track

CHROMIUM = which("chromium") or which("chromium-browser")
HOSTILE = "</script><script>alert(1)</script><!-- & \u2028"
GROUND = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 90"><title id="title">Ground</title></svg>'


def made():
    told = Film(
        title="From Ligny to Wavre",
        ground=GROUND,
        block=(27, 16),
        scale=0.8,
        times=[f"15 June {hour:02}:00" for hour in range(11)],
        stops=[0, 8],
        looks=[Look("block", "F1", "#1f4e9c", "#ffffff", "F1"), Look("diamond", "C", "#fff7ed", "#c2410c", "a corps")],
        tracks=[Track(0, [Key(0, 10, 10), Key(4, 50, 10), Key(6, 50, 10, gone=True)])],
        eyes=[Eyes("Napoleon", [Scene(0, [Standing(0, 10, 10, 1)]), Scene(8, [Standing(1, 30, 30, 0.5)])])],
        ways=[[(10, 10), (50, 10)]],
        errands=[Errand("orders", "#5b2a86")],
        rides=[Ride(1, 5, 0, 0, False, HOSTILE)],
        notes=[Note(2, HOSTILE), Note(9, "It is over.")],
        legend=["Blocks are columns."],
    )
    return film.page(told)


def test_the_page_needs_nothing_else():
    page = made()
    addresses = set(re.findall(r"""https?://[^"'\s<>]+""", page))
    assert addresses <= {"http://www.w3.org/2000/svg"}
    assert "default-src 'none'" in page
    assert re.findall(r"<(?:link|img|iframe|object|embed)\b", page) == []
    assert not re.search(r"\b(?:fetch|import|eval|XMLHttpRequest|innerHTML)\b", page)


def test_a_text_in_it_is_a_text():
    page = made()
    assert page.count("<script>") == page.count("</script>") == 1
    data = json.loads(re.search(r"^const film = (.*);$", page, re.MULTILINE)[1])
    assert data["notes"][0] == [2, HOSTILE]
    assert data["rides"][0][5] == HOSTILE


def test_it_can_be_used_without_a_mouse_and_without_motion():
    page = made()
    assert "prefers-reduced-motion" in page
    assert "color-scheme: light dark" in page
    for key in ("ArrowLeft", "ArrowRight", "PageUp", "PageDown", "Home", "End"):
        assert key in page
    assert 'aria-label="Time"' in page
    assert "<noscript>" in page


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
@pytest.mark.parametrize(
    ("at", "shown", "hidden"),
    [("2", "translate(38.0 -8.8)", "It is over"), ("9", "It is over", "translate(38.0")],
)
def test_it_moves_in_a_browser(tmp_path, at, shown, hidden):
    file = tmp_path / "film.html"
    file.write_text(made(), encoding="utf-8")
    flags = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"]
    done = subprocess.run(
        [CHROMIUM, *flags, "--dump-dom", f"file://{file}#{at}"], capture_output=True, text=True, timeout=60, check=True
    )
    body = done.stdout.partition("<script>")[0]
    assert shown in body
    assert hidden not in body
