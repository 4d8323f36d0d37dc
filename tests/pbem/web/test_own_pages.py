"""A player's own pages: links, cookies, codes; orders that are checked, and sent as a mail is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from inprocess import Server, text_of
from own_pages import PUBLIC, SITE, Browser, code_in, link_in
from sqlalchemy import select

from pbem.games import acts
from pbem.store.models import Device, Game, Inbox

ADA, BEN = "ada@players.example", "ben@players.example"
LITTLE = "NEW waterloo1895 mode=little"


@pytest.fixture
def club(tmp_path: Path) -> Server:
    """A server whose players can reach its web server, with a game of Ada's and Ben's in which Ada is to move."""
    made = Server(tmp_path, seed_key="the same dice", mail_domain="play.example", public_url=PUBLIC, own_pages=True)
    made.enrol(ADA, BEN)
    made.mail(ADA, f"{LITTLE} AS napoleon")
    made.mail(BEN, "JOIN waterloo1")
    yield made
    made.store.close()


def moves_in(server: Server, player: str) -> str:
    """The example in the form of a player's latest report, as orders."""
    return "\n".join(re.findall(r"^  #   ([A-Z]\w+ \d \S+)$", text_of(server.latest(player)), re.M))


# --- The link ------------------------------------------------------------------------------------------------------


def test_the_link_stands_at_the_end_of_each_mail_of_a_game_and_nowhere_else(club: Server) -> None:
    report = club.latest(ADA)
    assert text_of(report).rstrip().rsplit("\n", 1)[-1] == f"Your own page of this game: {PUBLIC}{link_in(report)}"
    assert f'<a href="{PUBLIC}{link_in(report)}">Your own page of this game</a>' in report.as_string().replace(
        "=\n", ""
    )
    assert link_in(report) != link_in(club.latest(BEN))
    club.mail(ADA, "HELP")
    assert "/own/" not in club.latest(ADA).as_string()


def test_without_a_public_address_or_by_the_hosts_wish_there_is_none(tmp_path: Path) -> None:
    for folder, settings in (("a", {"own_pages": True}), ("b", {"public_url": PUBLIC})):
        server = Server(tmp_path / folder, mail_domain="play.example", **settings)
        server.enrol(ADA, BEN)
        server.mail(ADA, LITTLE)
        server.mail(BEN, "JOIN waterloo1")
        assert "/own/" not in server.latest(ADA).as_string()
        assert Browser(server).get("/own").status_code == 404
        server.store.close()


def test_looking_at_the_link_changes_nothing(club: Server) -> None:
    browser = Browser(club)
    answer = browser.get(link_in(club.latest(ADA)))
    assert "Open the page in this browser" in answer.text
    assert "Set-Cookie" not in answer.headers
    with club.store.reading() as session:
        assert session.scalar(select(Device.id)) is None
    assert browser.get("/own/waterloo1/napoleon").status_code == 403


def test_its_cookie_is_for_these_pages_alone_and_its_secret_is_kept_nowhere(club: Server) -> None:
    answer = Browser(club).client.post(link_in(club.latest(ADA)), headers=SITE, base_url=PUBLIC)
    cookie = answer.headers["Set-Cookie"]
    for part in ("Secure", "HttpOnly", "Path=/own", "SameSite=Strict", f"Max-Age={30 * 86_400}"):
        assert part in cookie
    secret = re.match(r"pbem_own=([^;]+)", cookie)[1]
    with club.store.reading() as session:
        device = session.scalars(select(Device)).one()
    assert secret not in str(vars(device))


@pytest.mark.parametrize(
    "cut", [lambda link: link[:-1], lambda link: f"{link[:-20]}{'a' * 20}", lambda link: "/own/a.b.c"]
)
def test_a_link_that_is_not_ours_opens_nothing(club: Server, cut) -> None:
    answer = Browser(club).client.post(cut(link_in(club.latest(ADA))), headers=SITE, base_url=PUBLIC)
    assert answer.status_code == 404
    assert "Set-Cookie" not in answer.headers


def test_link_and_cookie_end_with_the_nonce_of_the_seat(club: Server) -> None:
    browser, link = Browser(club), link_in(club.latest(ADA))
    browser.enter(club.latest(ADA))
    club.reply(club.latest(ADA), "auto")
    assert browser.get("/own/waterloo1/napoleon").status_code == 200
    acts.rollback(club.context, acts.Asked("waterloo1", "a slip", None), 2)
    club.work()
    assert browser.get("/own/waterloo1/napoleon").status_code == 403
    assert browser.client.post(link, headers=SITE, base_url=PUBLIC).status_code == 404
    assert browser.enter(club.latest(ADA)).status_code == 200


def test_it_holds_for_seven_days_after_the_end_and_the_cookie_for_thirty(club: Server) -> None:
    browser = Browser(club)
    browser.enter(club.latest(ADA))
    club.reply(club.reply(club.latest(ADA), "resign")[-1], "YES")
    link = club.latest(ADA)
    club.hours_pass(6 * 24)
    assert "Wellington" in browser.get("/own/waterloo1/napoleon").text
    club.hours_pass(2 * 24)
    assert browser.get("/own/waterloo1/napoleon").status_code == 403
    assert browser.client.post(link_in(link), headers=SITE, base_url=PUBLIC).status_code == 404
    club.hours_pass(23 * 24)
    assert "nothing is open in this browser" in browser.get("/own", headers={"Accept": "application/json"}).text


def test_it_is_ended_by_its_buttons(club: Server) -> None:
    first, second = Browser(club), Browser(club)
    for browser in (first, second):
        browser.enter(club.latest(ADA))
    answer = first.client.post("/own/end-all", data={"form": first.form}, headers=SITE, base_url=PUBLIC)
    assert answer.status_code == 200
    assert [each.get("/own/waterloo1/napoleon").status_code for each in (first, second)] == [403, 403]


def test_who_quotes_a_mail_gives_no_link_away(club: Server) -> None:
    report, link = club.latest(ADA), link_in(club.latest(ADA))
    club.reply(
        report,
        f"SAY: look at {PUBLIC}{link} and\nhttps://safe.example/?url=https%3A%2F%2Fplay.example%2Fown%2F"
        f"{link.rpartition('/')[2]}&data=1\nEND",
    )
    heard = club.latest(BEN)
    assert "look at" in text_of(heard)
    assert link.rpartition(".")[2] not in heard.as_string()
    [answer] = club.reply(report, f"CHECK\nN1 1 Z99 {PUBLIC}{link}")
    assert link.rpartition(".")[2] not in text_of(answer).replace(link_in(answer), "")


# --- Who may ask ---------------------------------------------------------------------------------------------------


def test_no_other_site_can_send_a_form(club: Server) -> None:
    browser = Browser(club)
    browser.enter(club.latest(ADA))
    link = link_in(club.latest(ADA))
    form = {"form": browser.form, "step": browser.step, "nonce": browser.nonce, "text": "pass"}
    for headers in (
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "https://evil.example"},
    ):
        assert browser.client.post(link, headers=headers, base_url=PUBLIC).status_code == 403
        for act in ("check", "odds", "send", "code", "helper"):
            assert (
                browser.client.post(f"{browser.page}/{act}", data=form, headers=headers, base_url=PUBLIC).status_code
                == 403
            )
    for token in ("", "a" * 40):
        form["form"] = token
        assert browser.client.post(f"{browser.page}/check", data=form, headers=SITE, base_url=PUBLIC).status_code == 403


def test_a_page_is_for_its_own_player(club: Server) -> None:
    browser = Browser(club)
    browser.enter(club.latest(ADA))
    for path in ("", ".json", "/map.svg"):
        assert browser.get(f"/own/waterloo1/wellington{path}").status_code == 403
        assert Browser(club).get(f"/own/waterloo1/napoleon{path}").status_code == 403


def test_nothing_of_a_page_is_kept_or_tells_where_its_reader_was(club: Server) -> None:
    browser = Browser(club)
    link = link_in(club.latest(ADA))
    answers = [
        browser.get(link),
        browser.enter(club.latest(ADA)),
        browser.get("/own"),
        browser.get(f"{browser.page}.json"),
    ]
    for answer in answers:
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert answer.headers["Cache-Control"] == "no-store"
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert link.rpartition(".")[2] not in answer.text
        assert "@players" not in answer.text


def test_a_first_page_is_light(club: Server) -> None:
    """Under 100 kB without pictures, styles and scripts included."""
    browser = Browser(club)
    page = browser.enter(club.latest(ADA))
    parts = [browser.get(each) for each in set(re.findall(r'"(/static/[^"]+)"', page.text))]
    assert len(parts) >= 4
    assert len(page.data) + sum(len(each.data) for each in parts) < 100_000


def test_links_are_not_logged(club: Server, capsys: pytest.CaptureFixture[str]) -> None:
    from pbem.runtime.logs import configure

    configure()
    link = link_in(club.latest(ADA))
    browser = Browser(club)
    browser.client.post(link, headers={"Sec-Fetch-Site": "cross-site"}, base_url=PUBLIC)
    told = capsys.readouterr().err
    assert "/own/waterloo1.napoleon.***" in told
    assert link.rpartition(".")[2] not in told


# --- Checking ------------------------------------------------------------------------------------------------------


def test_orders_are_checked_and_nothing_is_played(club: Server) -> None:
    browser = Browser(club)
    browser.enter(club.latest(ADA))
    moves = moves_in(club, ADA)
    assert "Orders checked" in browser.post("check", moves).text
    tried = browser.ask("check", f"{moves.splitlines()[0]}\nN1 9 Z99\nHELP")["tried"]
    assert not tried["sound"]
    marks = {
        line["text"]: line["mark"] for part in tried["sections"] if part["kind"] == "answers" for line in part["lines"]
    }
    assert marks["N1 9 Z99"] == "no"
    assert len(club.inbox()) == 2
    assert club.game("waterloo1").state == "running"


def test_what_is_checked_is_what_a_mail_is_answered(club: Server) -> None:
    browser = Browser(club)
    browser.enter(club.latest(ADA))
    text = "N1 1 Z99\nrest auto"
    [answer] = club.reply(club.latest(ADA), f"CHECK\n{text}")
    told = [
        " ".join(f"{line['text']} {line['mark']} {line['said']}".split())
        for part in browser.ask("check", text)["tried"]["sections"]
        if part["kind"] == "answers"
        for line in part["lines"]
    ]
    mailed = " ".join(text_of(answer).split())
    assert told
    assert all(each in mailed for each in told)


# --- Sending -------------------------------------------------------------------------------------------------------


def test_sending_asks_once_for_a_code_and_enters_as_a_mail(club: Server) -> None:
    browser = Browser(club)
    browser.enter(club.latest(ADA))
    moves = moves_in(club, ADA)
    refused = browser.post("send", moves)
    assert refused.status_code == 403
    assert moves.splitlines()[0] in refused.text
    assert len(club.inbox()) == 2
    browser.post("code", moves)
    club.work()
    answer = browser.post("send", moves, code=code_in(club.latest(ADA)))
    assert answer.status_code == 303
    row = club.inbox()[-1]
    assert (row.transport, row.verdict, row.judge, row.state, row.sender) == ("page", "pass", "page", "new", ADA)
    assert (row.game, row.seat) == ("waterloo1", "napoleon")
    assert "have come in" in browser.get(answer.headers["Location"]).text
    club.work()
    assert club.inbox()[-1].state == "read"
    shown = browser.get(answer.headers["Location"]).text
    assert "Your lines were read" in shown
    assert "Your mail, line by line" in shown
    assert "Your mail, line by line" in text_of(club.latest(ADA))
    assert "your throw" in club.latest(BEN)["Subject"]
    # Now the browser is known.
    ben = Browser(club)
    ben.enter(club.latest(BEN))
    ben.make_known(BEN)
    assert ben.post("send", moves_in_report(club, BEN)).status_code == 303


def moves_in_report(server: Server, player: str) -> str:
    report = next(mail for mail in reversed(server.box(player)) if "your throw" in str(mail["Subject"]))
    return "\n".join(re.findall(r"^  #   ([A-Z]\w+ \d \S+)$", text_of(report), re.M))


def test_the_form_as_it_is_shown_and_filled_in_is_read_as_typed(club: Server) -> None:
    browser = Browser(club)
    page = browser.enter(club.latest(ADA))
    browser.make_known(ADA)
    form = re.search(r"<textarea[^>]*>(.*?)</textarea>", page.text, re.S)[1].replace("&gt;", ">")
    browser.post("send", f"{form}\n{moves_in_report(club, ADA)}")
    club.work()
    assert club.inbox()[-1].state == "read"
    assert "your throw" in club.latest(BEN)["Subject"]


def test_a_form_sent_twice_is_one_mail(club: Server) -> None:
    browser = Browser(club)
    browser.enter(club.latest(ADA))
    browser.make_known(ADA)
    browser.get(browser.page)
    nonce = browser.nonce
    first = browser.post("send", "N1 1 Z99", nonce=nonce).headers["Location"]
    assert browser.post("send", "N1 1 Z99", nonce=nonce).headers["Location"] == first


def test_a_code_is_short_lived_tried_few_times_and_mailed_seldom(club: Server) -> None:
    browser = Browser(club)
    browser.enter(club.latest(ADA))

    def a_code() -> str:
        browser.post("code")
        club.work()
        return code_in(club.latest(ADA))

    def is_known(code: str) -> bool:
        return browser.post("send", "", code=code).status_code == 400  # nothing to be sent, and no code asked for

    code = a_code()
    wrong = "000000" if code != "000000" else "111111"
    for _ in range(5):
        assert not is_known(wrong)
    assert not is_known(code)
    old = a_code()
    club.hours_pass(0.3)
    assert not is_known(old)
    assert is_known(a_code())
    other = Browser(club)
    other.enter(next(mail for mail in reversed(club.box(ADA)) if "+waterloo1." in str(mail["Reply-To"])))
    assert "no more are for now" in other.post("code").text


def test_a_code_of_another_browser_is_none_here_and_ends_with_the_address(club: Server) -> None:
    mine, theirs = Browser(club), Browser(club)
    report = club.latest(ADA)
    for browser in (mine, theirs):
        browser.enter(report)
    mine.post("code")
    club.work()
    code = code_in(club.latest(ADA))
    assert theirs.post("send", "pass", code=code).status_code == 403
    assert mine.post("send", "", code=code).status_code == 400
    with club.store.session() as session:
        session.scalars(select(Device)).first().player.address = "ada@elsewhere.example"
    assert mine.post("send", "pass").status_code == 403


def test_no_question_that_was_never_put_can_be_answered(club: Server) -> None:
    browser = Browser(club)
    browser.enter(club.latest(ADA))
    browser.make_known(ADA)
    assert browser.post("send", "pass", step="99").status_code == 400
    assert browser.post("send", "pass", nonce="now").status_code == 400
    assert browser.post("check", "x" * 20_001).status_code == 413


def test_known_browsers_open_all_games_of_their_player_others_those_of_their_links(club: Server) -> None:
    club.mail(ADA, f"{LITTLE} AS napoleon")
    club.mail(BEN, "JOIN waterloo2")
    browser = Browser(club)
    browser.enter(club.latest(ADA))
    listed = browser.get("/own").text
    assert ">waterloo2<" in listed
    assert ">waterloo1<" not in listed
    assert browser.get("/own/waterloo1/napoleon").status_code == 403
    browser.get("/own/waterloo2/napoleon")
    browser.make_known(ADA)
    assert ">waterloo1<" in browser.get("/own").text
    assert browser.get("/own/waterloo1/napoleon").status_code == 200


# --- The end of it -------------------------------------------------------------------------------------------------


def test_games_that_are_private_or_wait_for_their_host_are_shown_to_their_seats(club: Server) -> None:
    browser = Browser(club)
    browser.enter(club.latest(ADA))
    with club.store.session() as session:
        game = session.scalars(select(Game)).one()
        game.private, game.stopped = True, "The game waits for its host."
    page = browser.get("/own/waterloo1/napoleon")
    assert "waits for its host" in page.text
    assert Browser(club).get("/games/waterloo1").status_code == 404


def test_what_is_kept_is_told_and_forgotten(club: Server) -> None:
    from pbem.store import people
    from pbem.store.export import everything
    from pbem.store.models import Player

    Browser(club).enter(club.latest(ADA))
    with club.store.session() as session:
        ada = session.scalars(select(Player).where(Player.address == ADA)).one()
        assert b'"devices"' in everything(session, ada).content
        people.forget(session, ada)
        assert session.scalar(select(Device.id)) is None
    with club.store.reading() as session:
        assert session.scalars(select(Inbox.sender).where(Inbox.sender == ADA)).all() == []
