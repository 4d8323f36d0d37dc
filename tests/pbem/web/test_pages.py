"""The public pages: what they show of a club, what they keep back, and how they are answered."""

from __future__ import annotations

import hmac
import json
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from xml.etree import ElementTree

import pytest
from door import Door
from flask.testing import FlaskClient
from inprocess import Server
from shown_club import ADA, BEN, CAROL, DORA, FINISHED, NAMES, application, club
from sqlalchemy import select, update
from structlog.testing import capture_logs

from pbem.store.models import Base, Game, Player
from pbem.web import gate
from pbem.web.pages import answering, static

PEOPLE = (ADA, BEN, CAROL, DORA)
HTML = {"Accept": "text/html"}
LISTS = ("/", "/games", "/games?state=over", "/games?state=forming", "/events", "/rules")
SKIPPED = re.compile(r"^/mailbox|/turns/(?!(?:1|2|13|43|172)[?/]|(?:1|2|13|43|172)$)")
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The club, made once: no page changes anything."""
    made = club(tmp_path_factory.mktemp("club"))
    yield made
    made.store.close()


@pytest.fixture(scope="module")
def pages(shown: Server) -> dict[str, str]:
    """What can be reached from its home by links."""
    return every_page(application(shown).test_client())


@pytest.fixture
def client(shown: Server) -> FlaskClient:
    return application(shown).test_client()


def links(client: FlaskClient, path: str) -> set[str]:
    page = client.get(path, headers=HTML).text
    return {each.replace("&amp;", "&") for each in re.findall(r'(?:href|src)="(/[^"#]*)"', page)}


def every_page(client: FlaskClient) -> dict[str, str]:
    """Everything that can be reached from the home of the club by links; of each game the first and the last turns."""
    found: dict[str, str] = {}
    left = {"/"}
    while left:
        path = left.pop()
        answer = client.get(path, headers=HTML)
        assert answer.status_code == 200, path
        found[path] = answer.text
        if answer.mimetype == "text/html":
            left |= {each for each in links(client, path) if not SKIPPED.search(each)} - found.keys()
    return found


# --- What is shown ------------------------------------------------------------------------------------------------


def test_the_home_has_games_seats_events_and_results(client: FlaskClient) -> None:
    home = client.get("/index.json").json
    assert [each["name"] for each in home["games"]] == ["cup3", "cup2", "cup1", "stratego6"]
    assert [each["name"] for each in home["free"]] == ["wargame9"]
    assert [each["name"] for each in home["events"]] == ["cup"]
    assert [each["name"] for each in home["results"]][:2] == ["waterloo5", "waterloo4"]
    assert home["results"][0]["result"] == "Wellington won"


def test_a_game_is_shown_by_its_latest_turn_and_each_turn_has_an_address(client: FlaskClient) -> None:
    latest = client.get("/games/stratego6.json").json
    assert latest["turn"]["number"] == latest["turn"]["of"] == 2
    again = client.get("/games/stratego6/turns/2.json").json
    assert again["turn"]["headline"] == latest["turn"]["headline"]
    first = client.get("/games/stratego6/turns/1", headers=HTML).text
    assert "Turn 1 of 2" in first
    assert client.get("/games/stratego6/turns/3").status_code == 404
    assert client.get("/games/stratego6/turns/0").status_code == 404


@pytest.mark.parametrize("name", FINISHED)
def test_a_packed_game_is_played_again_from_its_record_and_every_seat_lends_its_eyes(
    client: FlaskClient, name: str
) -> None:
    count = client.get(f"/games/{name}.json").json["turn"]["of"]
    for number in (1, 2, count // 2, count):
        told = client.get(f"/games/{name}/turns/{number}.json").json
        assert told["turn"]["number"] == number
        assert len(told["eyes"]) == 3
        for each in told["eyes"]:
            answer = client.get(each["page"], headers=HTML)
            assert answer.status_code == 200
            [picture] = re.findall(r'<img src="([^"]*)"', answer.text)
            assert client.get(picture).text.startswith("<svg")
    assert "The game is over." in client.get(f"/games/{name}", headers=HTML).text


def test_what_was_hidden_is_seen_with_the_eyes_of_its_owner_once_the_game_is_over(client: FlaskClient) -> None:
    middle = "/games/stratego901/turns/20.json"
    onlooker, blue = (client.get(f"{middle}{query}").json["turn"]["view"] for query in ("", "?as=blue"))
    assert blue["seat"] == "blue"
    assert onlooker["seat"] is None
    assert onlooker != blue


def test_eyes_are_lent_in_no_game_that_is_going_on(client: FlaskClient) -> None:
    assert client.get("/games/stratego6/turns/1.json?as=red").status_code == 404
    assert client.get("/games/stratego6/turns/1/map.svg?as=red").status_code == 404


def test_an_event_has_its_table_and_its_pairings(client: FlaskClient) -> None:
    page = client.get("/events/cup", headers=HTML).text
    assert page.count("<table>") == 2
    told = client.get("/events/cup.json").json
    assert {each["games"][0]["page"] for each in told["pairings"]} == {"/games/cup1", "/games/cup2", "/games/cup3"}
    assert client.get("/events/cup?round=2").status_code == 404
    assert client.get("/events/none").status_code == 404


def test_a_player_has_history_ratings_and_reliability(client: FlaskClient) -> None:
    told = client.get("/players/ada%20lovelace.json").json
    assert told["name"] == "Ada Lovelace"
    [rating] = told["ratings"]
    assert [point["game"] for point in rating["points"]] == ["waterloo4", "waterloo5"]
    assert told["reliable"]["finished"] == 2
    assert {each["name"] for each in told["games"]} >= {*FINISHED, "waterloo4", "stratego6", "cup1"}
    assert "<polyline" in client.get("/players/Ada%20Lovelace", headers=HTML).text


def test_a_rule_set_has_its_rulebook_its_measures_and_a_picture(client: FlaskClient) -> None:
    page = client.get("/rules/waterloo1895", headers=HTML).text
    assert 'id="W95-R06"' in page
    assert "half of the games took" in page
    assert client.get("/rules/waterloo1895/map.svg").text.startswith("<svg")


# --- Dice ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*FINISHED, "waterloo4"])
def test_with_what_is_told_every_roll_can_be_worked_out_again(client: FlaskClient, name: str) -> None:
    dice = client.get(f"/games/{name}/dice.json").json
    seed = bytes.fromhex(dice["seed"])
    assert sha256(seed).hexdigest() == dice["seal"]
    key = hmac.digest(seed, ("pbem dice 1\n" + "\n".join(dice["words"])).encode(), "sha256")
    assert key.hex() == dice["key"]
    assert ("tulip" in dice["words"]) == (name == "waterloo4")
    for roll in dice["rolls"]:
        told = f"{roll['game']}\n{roll['turn']}\n{roll['draw']}\n1"
        number = int.from_bytes(hmac.digest(key, told.encode(), "sha256")[:8])
        assert isinstance(roll["value"], str) or roll["value"] == number % roll["faces"] + 1


def test_the_seed_of_a_game_that_goes_on_is_nowhere(shown: Server, client: FlaskClient, pages: dict[str, str]) -> None:
    with shown.store.reading() as session:
        seeds = set(session.scalars(select(Game.seed).where(Game.state != "over")))
    whole = "\n".join(pages.values())
    assert not [seed for seed in seeds if seed in whole]
    assert client.get("/games/stratego6/dice.json").json["secret"] is True


# --- What is kept back --------------------------------------------------------------------------------------------


def test_no_address_and_no_secret_of_the_database_is_on_any_page(shown: Server, pages: dict[str, str]) -> None:
    assert len(pages) > 60
    whole = "\n".join(pages.values())
    addresses, nonces = set(), set()
    with shown.store.reading() as session:
        for table in Base.metadata.sorted_tables:
            for column in table.columns:
                values = [str(value) for value in session.scalars(select(column).distinct()) if value]
                addresses |= {found for value in values for found in re.findall(r"[\w.+-]+@[\w-]+\.[\w.-]+", value)}
                if column.name == "nonce":
                    nonces |= {value for value in values if len(value) >= 16}
    assert set(PEOPLE) <= addresses
    # Where one writes to may stand there; some subject is cut in the middle of it.
    told = {each for each in addresses | nonces if each in whole and not "pbem@play.example".startswith(each)}
    assert told == set()


def test_private_and_unwatched_games_are_nowhere(client: FlaskClient, pages: dict[str, str]) -> None:
    for name in ("conflict8", "waterloo7"):
        for path in (f"/games/{name}", f"/games/{name}.json", f"/games/{name}/turns/1", f"/games/{name}/dice"):
            assert client.get(path).status_code == 404
        assert client.get(f"/games/{name}/feed.atom").status_code == 404
    whole = "\n".join(pages.values())
    assert "conflict8" not in whole
    assert "waterloo7" not in whole


def test_who_does_not_want_to_be_named_is_named_nowhere(
    shown: Server, client: FlaskClient, pages: dict[str, str]
) -> None:
    assert sum("Lovelace" in page for page in pages.values()) > 20
    [told] = shown.mail(ADA, "PROFILE off")
    assert "no page of the web names you" in " ".join(told.as_string().split())
    try:
        # Those alone on which the name was: each of them has changed by this, for readers who have the old one too.
        for path in (path for path, page in pages.items() if "Lovelace" in page and "/players/" not in path):
            assert "Lovelace" not in client.get(path, headers=HTML).text, path
        for path in ("/players/Ada%20Lovelace", "/players/Ada%20Lovelace.json", "/players/ada%20lovelace"):
            assert client.get(path).status_code == 404
        assert "player 1" in client.get("/events/cup.json").text
    finally:
        shown.mail(ADA, "PROFILE on")
    assert client.get("/players/Ada%20Lovelace").status_code == 200


def test_whoever_has_played_nothing_that_is_shown_has_no_page(shown: Server, client: FlaskClient) -> None:
    shown.enrol("eve.secret@players.example")
    assert client.get("/players/eve%20secret").status_code == 404


def test_nothing_of_a_name_is_taken_for_markup(shown: Server, client: FlaskClient) -> None:
    with shown.store.session() as session:
        session.execute(update(Player).where(Player.address == DORA).values(name="<script>alert(1)</script>&"))
    try:
        for path in ("/", "/games/wargame9", "/games?state=forming"):
            page = client.get(path, headers=HTML).text
            assert "<script>alert" not in page
            assert "&lt;script&gt;alert" in page
    finally:
        with shown.store.session() as session:
            session.execute(update(Player).where(Player.address == DORA).values(name=NAMES[3]))


# --- How they are answered ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [*LISTS, "/games/waterloo4", "/games/stratego6/turns/1", "/games/waterloo4/dice", "/events/cup", "/rules/conflict"],
)
def test_whoever_has_a_page_is_told_that_it_is_the_same(client: FlaskClient, path: str) -> None:
    answer = client.get(path, headers=HTML)
    again = client.get(path, headers={**HTML, "If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert again.headers["ETag"] == answer.headers["ETag"]
    base, _, query = path.partition("?")
    twin = client.get(f"{base if base != '/' else '/index'}.json?{query}")
    assert (twin.status_code, twin.mimetype) == (200, "application/json")
    assert twin.headers["ETag"] != answer.headers["ETag"]


@pytest.mark.parametrize(
    "path", ["/", "/games/waterloo4", "/games/waterloo4/dice", "/events/cup", "/players/Ben%20Gunn"]
)
def test_pages_are_safe_and_set_no_cookie(client: FlaskClient, path: str) -> None:
    answer = client.get(path, headers=HTML)
    policy = answer.headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "Set-Cookie" not in answer.headers
    assert not re.search(r"<script(?![^>]*\bsrc=)|\son\w+=|\sstyle=|<style", answer.text)


@pytest.mark.parametrize("path", ["/", "/games/waterloo4", "/games", "/rules/conflict", "/players/Ben%20Gunn"])
def test_pages_can_be_read_and_walked_without_eyes(client: FlaskClient, path: str) -> None:
    answer = client.get(path, headers={**HTML, "Accept-Language": "fr, de;q=0.5"})
    page = answer.text
    assert '<html lang="en">' in page
    # There is one text of each page, whatever its reader would like best.
    assert (answer.headers["Content-Language"], answer.vary.as_set()) == ("en", set())
    assert '<a class="skip" href="#main">' in page
    assert re.search(r'<main id="main"', page)
    assert len(re.findall("<h1", page)) == 1
    assert not re.search(r"<img(?![^>]*\balt=)", page)


def test_a_first_page_is_light(client: FlaskClient) -> None:
    """Under 100 kB without pictures, scripts under 60 kB."""
    for path in ("/", "/games/waterloo4", "/events/cup"):
        whole = [client.get(each).data for each in links(client, path) if each.startswith("/static")]
        assert sum(map(len, whole)) + len(client.get(path, headers=HTML).data) < 100_000
    # Those of players' own pages included.
    assert sum(len(content) for name, content in static.contents().items() if name.endswith(".js")) < 60_000


@pytest.mark.parametrize(
    "path",
    [
        *(
            "/games?before=0",
            "/games?before=x",
            "/games?before=99999999999",
            "/games?state=all",
            "/games?ruleset=chess",
        ),
        *("/games/%00", "/games/" + "x" * 5_000, "/games/waterloo4/turns/99999999999999999999", "/events/cup?round=-1"),
        *(
            "/players/nobody",
            "/players/%2e%2e",
            "/static/x/pages.css",
            "/static/../config.py",
            "/games/waterloo4?as=admin",
        ),
    ],
)
def test_what_cannot_be_is_not_found_and_says_why(client: FlaskClient, path: str) -> None:
    answer = client.get(path, headers=HTML)
    assert answer.status_code == 404


def test_what_nobody_asks_for_makes_no_other_page(client: FlaskClient) -> None:
    plain = client.get("/games", headers=HTML)
    other = client.get("/games?utm=1&x=2", headers=HTML)
    assert (other.data, other.headers["ETag"]) == (plain.data, plain.headers["ETag"])


def test_refusals_are_pages_for_people_and_json_for_programs(client: FlaskClient) -> None:
    page = client.get("/games/none", headers=HTML)
    assert (page.status_code, page.mimetype) == (404, "text/html")
    assert client.get("/games/none.json", headers=HTML).json == {"error": "there is no such game"}
    for method in ("post", "put", "delete"):
        assert getattr(client, method)("/games/waterloo4").status_code == 405


def test_so_many_pages_are_worked_out_at_once_and_no_more(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "WAIT_S", 0.01)
    known = client.get("/rules", headers=HTML)
    for _ in range(gate.AT_ONCE):
        gate._gate.acquire()
    try:
        answering._cache = answering.Cache(0)
        answer = client.get("/rules", headers=HTML)
        assert (answer.status_code, answer.headers["Retry-After"]) == (503, "60")
        # Whoever has it already keeps nobody waiting, and waits for nobody.
        assert client.get("/rules", headers={"If-None-Match": known.headers["ETag"]}).status_code == 304
    finally:
        answering._cache = answering.Cache(answering.KEPT_BYTES)
        for _ in range(gate.AT_ONCE):
            gate._gate.release()


def test_of_what_is_kept_that_goes_first_which_nobody_wants() -> None:
    kept = answering.Cache(10)
    kept.put("a", b"12345")
    kept.put("b", b"12345")
    assert kept.get("a") == b"12345"
    kept.put("c", b"12345")
    assert [kept.get(each) for each in "abc"] == [b"12345", None, b"12345"]


def test_nothing_of_what_is_read_is_logged(client: FlaskClient) -> None:
    with capture_logs() as lines:
        for path in LISTS:
            client.get(path, headers=HTML)
    assert lines == []


# --- Feeds --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("path", "entries"), [("/games/waterloo4", 3), ("/games/stratego6", 2), ("/events/cup", 1)])
def test_a_feed_is_atom_with_links_that_lead_somewhere(client: FlaskClient, path: str, entries: int) -> None:
    answer = client.get(f"{path}/feed.atom")
    assert answer.mimetype == "application/atom+xml"
    feed = ElementTree.fromstring(answer.data)
    assert feed.tag == f"{ATOM}feed"
    for name in ("id", "title", "updated"):
        assert feed.findtext(f"{ATOM}{name}")
    found = feed.findall(f"{ATOM}entry")
    assert len(found) == entries
    assert len({entry.findtext(f"{ATOM}id") for entry in found}) == entries
    for entry in found:
        link = entry.find(f"{ATOM}link")
        assert link is not None
        assert link.attrib["href"].startswith("https://play.example/")
        assert client.get(link.attrib["href"].removeprefix("https://play.example"), headers=HTML).status_code == 200


# --- Settings -----------------------------------------------------------------------------------------------------


def test_a_host_may_switch_them_off_and_the_rules_stay(tmp_path: Path) -> None:
    door = Door(tmp_path, public_pages=False)
    for path in ("/", "/games", "/events", "/players/ada", "/index.json"):
        assert door.client.get(path).status_code == 404
    page = door.client.get("/rules/conflict", headers=HTML)
    assert page.status_code == 200
    assert 'href="/games' not in page.text


def test_an_empty_club_has_a_home(door: Door) -> None:
    page = door.client.get("/", headers=HTML)
    assert page.status_code == 200
    assert "No game has ended yet." in page.text
    assert json.loads(door.client.get("/index.json").data)["games"] == []
