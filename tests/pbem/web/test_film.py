"""The film of a campaign that is over, linked from its page: who has one, what it may do, and what it keeps back."""

from __future__ import annotations

import re
import subprocess
import threading
from collections.abc import Iterator
from email.message import Message
from pathlib import Path
from shutil import which

import pytest
from flask.testing import FlaskClient
from inprocess import Server, subject_of
from shown_club import application
from werkzeug.serving import make_server

ADA, BEN, CLEO = (f"{name}@players.example" for name in ("ada", "ben", "cleo"))
HTML = {"Accept": "text/html"}
WORDS = "Hold the crossroads at Frasnes."
CHROMIUM = which("chromium") or which("chromium-browser")


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A campaign that is over, one that goes on, a private one that is over, and a game of rules that tell none."""
    server = Server(tmp_path_factory.mktemp("club"), public_url="https://play.example")
    server.enrol(ADA, BEN)
    for name, more in (("days1", ""), ("days2", ""), ("days3", f" WITH {BEN}")):
        server.mail(ADA, f"NEW hundred_days scenario=ligny{more} AS napoleon")
        server.mail(BEN, f"JOIN {name}")
    for name in ("days1", "days3"):
        give_up(server, name)
    server.mail(ADA, "NEW waterloo1895 AGAINST recruit")
    server.reply(server.latest(ADA), "resign")
    server.reply(server.latest(ADA), "YES")
    yield server
    server.store.close()


@pytest.fixture
def client(club: Server) -> FlaskClient:
    return application(club).test_client()


def give_up(server: Server, name: str) -> None:
    """Ada attacks, and Ben resigns a turn later."""
    server.reply(report(server, ADA, name), "F3 march LIG attack")
    server.reply(report(server, BEN, name), "continue")
    server.reply(report(server, BEN, name), "resign")
    server.reply(server.latest(BEN), "YES")
    server.reply(report(server, ADA, name), "continue")
    assert server.game(name).state == "over"


def report(server: Server, player: str, name: str) -> Message:
    """The latest mail of a game to a player."""
    return next(mail for mail in reversed(server.box(player)) if subject_of(mail).startswith(f"[{name} "))


def test_a_campaign_that_is_over_has_its_film_as_it_was_mailed(club: Server, client: FlaskClient) -> None:
    page = client.get("/games/days1", headers=HTML)
    assert 'href="/games/days1/film"' in page.text
    assert client.get("/games/days1.json").json["game"]["film"] == "/games/days1/film"
    shown = client.get("/games/days1/film", headers=HTML)
    assert shown.status_code == 200
    told = next(mail for mail in club.box(ADA) if "from its beginning to its end" in subject_of(mail))
    files = {part.get_filename(): part.get_payload(decode=True) for part in told.walk()}
    assert shown.data == files["days1-replay.html"]
    again = client.get("/games/days1/film", headers={**HTML, "If-None-Match": shown.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_it_may_run_its_own_script_and_reach_nothing_else(client: FlaskClient) -> None:
    policy = client.get("/games/days1/film").headers["Content-Security-Policy"]
    allowed = dict(each.split(" ", 1) for each in policy.split("; "))
    assert allowed["default-src"] == allowed["form-action"] == allowed["frame-ancestors"] == "'none'"
    assert allowed["script-src"] == "'unsafe-inline'"
    assert allowed["sandbox"] == "allow-scripts"
    assert "connect-src" not in allowed


@pytest.mark.parametrize("name", ["days2", "days3", "waterloo4", "nobody1"])
def test_games_that_go_on_or_are_private_or_of_other_rules_have_none(client: FlaskClient, name: str) -> None:
    assert client.get(f"/games/{name}/film", headers=HTML).status_code == 404
    page = client.get(f"/games/{name}", headers=HTML)
    assert "/film" not in page.text


def test_it_tells_that_a_letter_rode_and_not_what_it_said(tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.enrol(ADA, BEN, CLEO)
    server.mail(ADA, "NEW hundred_days players=3 AS wellington")
    server.mail(BEN, "JOIN days1 AS blucher")
    server.mail(CLEO, "JOIN days1")
    server.reply(server.latest(ADA), f"letter blucher: {WORDS}")
    server.reply(report(server, BEN, "days1"), "continue")
    server.reply(report(server, CLEO, "days1"), "continue")
    server.reply(report(server, CLEO, "days1"), "resign")
    server.reply(server.latest(CLEO), "YES")
    for player in (ADA, BEN):
        server.reply(report(server, player, "days1"), "continue")
    assert server.game("days1").state == "over"
    shown = application(server).test_client().get("/games/days1/film").text
    assert "a letter, Wellington to Blücher: Brussels to Namur" in shown
    assert WORDS not in shown
    server.store.close()


@pytest.mark.slow
@pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed")
def test_it_moves_in_a_browser_as_it_is_served(club: Server, tmp_path: Path) -> None:
    server = make_server("127.0.0.1", 0, application(club), threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    flags = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}"]
    film = f"http://127.0.0.1:{server.server_port}/games/days1/film"
    try:
        shown = [
            subprocess.run(
                [str(CHROMIUM), *flags, "--dump-dom", f"{film}#{at}"],
                capture_output=True,
                text=True,
                timeout=120,
                check=True,
            ).stdout
            for at in ("0", "70")
        ]
    finally:
        server.shutdown()
        thread.join()
    hours = [re.findall(r'<output id="now"[^>]*>([^<]*)<', page) for page in shown]
    assert hours == [["16 June 12:00"], ["16 June 14:00"]]  # the campaign of Ligny begins at half hour 66
