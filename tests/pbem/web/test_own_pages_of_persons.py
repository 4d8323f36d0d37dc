"""The link to a player's pages beside games: where it stands, what it opens, and what ends it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from inprocess import Server, text_of
from own_pages import PUBLIC, SITE, Browser, code_in, link_to_all_in
from sqlalchemy import select

from pbem.store.models import Device, Player

ADA, BEN, CAROL = "ada@players.example", "ben@players.example", "carol@players.example"


@pytest.fixture
def club(tmp_path: Path) -> Server:
    """A server whose players can reach its web server; Ada and Ben play, Carol does not."""
    made = Server(tmp_path, seed_key="the same dice", mail_domain="play.example", public_url=PUBLIC, own_pages=True)
    made.enrol(ADA, BEN, CAROL)
    made.mail(ADA, "NEW waterloo1895 mode=little AS napoleon")
    made.mail(BEN, "JOIN waterloo1")
    made.mail(CAROL, "HELP")
    yield made
    made.store.close()


# --- Where it stands -----------------------------------------------------------------------------------------------


def test_answers_to_whoever_has_no_game_that_runs_bring_it(club: Server) -> None:
    link = link_to_all_in(club.latest(CAROL))
    assert text_of(club.latest(CAROL)).rstrip().endswith(f"Your own pages: {PUBLIC}{link}")
    assert f'<a href="{PUBLIC}{link}">Your own pages</a>' in club.latest(CAROL).as_string().replace("=\n", "")
    for words in ("NEW conflict AS red", "GAMES", "NAME Carol O'Neill"):
        club.mail(CAROL, words)
        assert link_to_all_in(club.latest(CAROL))
    # Whose game runs has the link of that game in its mails.
    club.mail(ADA, "HELP")
    assert "/own/" not in club.latest(ADA).as_string()


def test_a_stranger_gets_none_and_nobody_where_the_host_wants_none(club: Server, tmp_path: Path) -> None:
    club.mail("dora@players.example", "HELP")
    assert "/own/" not in club.latest("dora@players.example").as_string()
    for folder, settings in (("a", {"own_pages": True}), ("b", {"public_url": PUBLIC})):
        server = Server(tmp_path / folder, mail_domain="play.example", **settings)
        server.enrol(ADA)
        server.mail(ADA, "HELP")
        assert "/own/" not in server.latest(ADA).as_string()
        server.store.close()


def test_it_goes_out_with_no_quotation_and_no_words_to_others(club: Server) -> None:
    link = link_to_all_in(club.latest(CAROL))
    token = link.rpartition("/")[2]
    packed = f"https://safe.example/?url=https%3A%2F%2Fplay.example%2Fown%2F{token}&data=1"
    mac = token.rpartition(".")[2]
    club.mail(CAROL, "NEW waterloo1895 mode=little")
    club.mail(BEN, "JOIN waterloo2")
    report = next(mail for mail in reversed(club.box(CAROL)) if "+waterloo2." in str(mail["Reply-To"]))
    club.reply(report, f"SAY: look at {PUBLIC}{link} and\n{packed}\nEND")
    assert "look at" in text_of(club.latest(BEN))
    assert mac not in club.latest(BEN).as_string()
    [answer] = club.reply(report, f"CHECK\nN1 1 Z99 {PUBLIC}{link}")
    assert mac not in answer.as_string()


# --- What it opens -------------------------------------------------------------------------------------------------


def test_looking_at_it_changes_nothing_and_its_button_opens_no_seat(club: Server) -> None:
    browser = Browser(club)
    answer = browser.get(link_to_all_in(club.latest(CAROL)))
    assert "Open the page in this browser" in answer.text
    assert "Set-Cookie" not in answer.headers
    with club.store.reading() as session:
        assert session.scalar(select(Device.id)) is None
    assert "A new game" in browser.enter_all(club.latest(CAROL)).text
    assert browser.get("/own/waterloo1/napoleon").status_code == 403


def test_even_of_a_player_whose_game_runs_by_now_it_shows_nothing_of_it(club: Server) -> None:
    help_ = club.latest(CAROL)
    club.mail(CAROL, "NEW waterloo1895 mode=little AS napoleon")
    club.mail(BEN, "JOIN waterloo2")
    browser = Browser(club)
    page = browser.enter_all(help_).text
    assert "waterloo2" not in page
    assert browser.get("/own/waterloo2/napoleon").status_code == 403
    # With a code it is her own browser, which opens all her games.
    answer = browser.client.post("/own/code", data={"form": browser.form, "nonce": browser.nonce}, **FROM_HERE)
    browser._remember(answer)
    club.work()
    form = {"form": browser.form, "nonce": browser.nonce, "code": code_in(club.latest(CAROL))}
    assert browser.client.post("/own/known", data=form, **FROM_HERE).status_code == 303
    assert "waterloo2" in browser.get("/own").text
    assert browser.get("/own/waterloo2/napoleon").status_code == 200


def test_it_shows_what_anybody_may_know_and_nothing_of_its_player(club: Server) -> None:
    club.mail(CAROL, "NAME Carol O'Neill\nAWAY 2030-12-03 to 2030-12-17\nTIMEZONE Europe/Berlin")
    club.mail(CAROL, "NEW conflict private AS red")
    club.mail(BEN, "PROFILE off")
    club.mail(BEN, "NEW waterloo_grid AS french")
    page = Browser(club).enter_all(club.latest(CAROL)).text
    assert "Join grid" in page
    assert ": a player<" in page
    for secret in ("conflict2", "O'Neill", "O&#39;Neill", "Europe/Berlin", "2030", "@players", ": ben"):
        assert secret not in page, secret


def test_a_line_waits_for_the_code_and_goes_with_it(club: Server) -> None:
    browser = Browser(club)
    browser.enter_all(club.latest(CAROL))
    before = len(club.inbox())
    answer = browser.write("new", ruleset="conflict", options="", seat="red")
    assert answer.status_code == 403
    assert "<code>NEW conflict AS red</code>" in answer.text
    assert len(club.inbox()) == before
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', answer.text.split("</form>")[0]))
    assert (fields["act"], fields["ruleset"], fields["seat"]) == ("new", "conflict", "red")
    asked = browser.client.post("/own/code", data=fields, **FROM_HERE)
    assert "<code>NEW conflict AS red</code>" in asked.text
    club.work()
    wrong = browser.client.post("/own/write", data={**fields, "code": "000000x"}, **FROM_HERE)
    assert (wrong.status_code, "That is not the code" in wrong.text) == (403, True)
    code = code_in(club.latest(CAROL))
    assert browser.client.post("/own/write", data={**fields, "code": code}, **FROM_HERE).status_code == 303
    club.work()
    assert club.game("conflict2").state == "forming"


# --- What ends it --------------------------------------------------------------------------------------------------


def opens(club: Server, link: str) -> int:
    return Browser(club).client.post(link, **FROM_HERE).status_code


def test_it_ends_after_seven_days(club: Server) -> None:
    link = link_to_all_in(club.latest(CAROL))
    club.hours_pass(7 * 24 - 1)
    assert opens(club, link) == 303
    club.hours_pass(2)
    assert opens(club, link) == 404


def test_it_ends_with_all_browsers(club: Server) -> None:
    link = link_to_all_in(club.latest(CAROL))
    browser = Browser(club)
    browser.enter_all(club.latest(CAROL))
    club.hours_pass(1)
    browser.client.post("/own/end", data={"form": browser.form}, **FROM_HERE)
    assert opens(club, link) == 303
    browser.enter_all(club.latest(CAROL))
    browser.client.post("/own/end-all", data={"form": browser.form}, **FROM_HERE)
    assert opens(club, link) == 404
    club.hours_pass(1)
    club.mail(CAROL, "HELP")
    assert opens(club, link_to_all_in(club.latest(CAROL))) == 303


def test_it_ends_with_the_address_and_whom_the_host_bars_it_opens_nothing(club: Server) -> None:
    link = link_to_all_in(club.latest(CAROL))
    with club.store.session() as session:
        session.scalars(select(Player).where(Player.address == CAROL)).one().barred = "threats"
    assert opens(club, link) == 404
    with club.store.session() as session:
        carol = session.scalars(select(Player).where(Player.address == CAROL)).one()
        carol.barred, carol.address = None, "carol@elsewhere.example"
    assert opens(club, link) == 404


def test_one_that_is_not_ours_opens_nothing(club: Server) -> None:
    link = link_to_all_in(club.latest(CAROL))
    head, who, mac = link.split(".")
    number, _, made = who.partition("-")
    later = f"{head}.{number}-{int(made) + 60}.{mac}"
    for other in (f"{head}.1-{made}.{mac}", later, f"{head}.99-{made}.{mac}", f"{head}.{'9' * 18}-{made}.{mac}"):
        assert opens(club, other) == 404, other
    assert opens(club, f"{head}.{who}.{'a' * 20}") == 404
    # That of a seat is none of a person, and the other way round.
    assert opens(club, f"/own/waterloo1.napoleon.{mac}") == 404


FROM_HERE = {"headers": SITE, "base_url": PUBLIC}
