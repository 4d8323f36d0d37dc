"""Maps that come by mail: as pictures, the other way up, in part; and fields that the players bring themselves."""

import re
import sqlite3
from datetime import timedelta
from html import unescape

import pytest
from inprocess import letter, subject_of
from sqlalchemy import select, update

from pbem.games.maps_in_text import text_of, with_maps_drawn
from pbem.ops import schedule
from pbem.outbound import pictures as drawing
from pbem.reports import maps
from pbem.rulesets import presentation
from pbem.store import outbox
from pbem.store.models import Outbox, Player
from worker.jobs import WORK

ADA, BEN = "ada@players.example", "ben@players.example"
BLANK = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'
RULES = presentation("waterloo1895").rules
OPENING = RULES.view(RULES.opening(RULES.settle({})), None)
PNG = b"\x89PNG\r\n\x1a\n"
FIELD = """\
scenario "Ligny corner"
base standard
tile HILL F8
tile MUD E5   ; a bog

army blue NA 1 NE 1 LN 10 LI 4 CH 4 CU 2 FA 5
army red WE 1 UX 1 BF 12 RI 3 KH 4 DC 2 BA 4
prussians none"""


def pictures(mail):
    return {
        part.get_filename(): part.get_payload(decode=True)
        for part in mail.walk()
        if part.get_content_type() == "image/png"
    }


def begin(server, ruleset):
    server.enrol(ADA, BEN, pictures=True)
    server.mail(ADA, f"NEW {ruleset}")
    server.mail(BEN, f"JOIN {presentation(ruleset).stem or ruleset.rstrip('0123456789').partition('_')[0]}1")


RULE_SETS = ("conflict", "stratego_waterloo", "waterloo1895", "waterloo_grid", "waterloo_wargame")


def parts(mail, kind):
    return [part for part in mail.walk() if part.get_content_type() == kind]


def html_of(mail):
    return parts(mail, "text/html")[0].get_payload(decode=True).decode().replace("\r\n", "\n")


def map_in(text):
    return text.partition("\nMap\n")[2].partition("\n\n")[0]


@pytest.mark.parametrize("ruleset", RULE_SETS)
def test_a_report_shows_the_map_as_a_picture_with_the_text_map_folded_below(server, words, ruleset):
    begin(server, ruleset)
    report = server.latest(ADA)
    [image] = parts(report, "image/png")
    assert image.get_payload(decode=True).startswith(PNG)
    assert len(image.get_payload(decode=True)) <= maps.LARGEST_PICTURE
    assert len(report.as_bytes()) < 220_000
    [above] = re.findall(r'<img class="picture" src="cid:([^"]+)"', html_of(report))
    assert image["Content-ID"] == f"<{above}>"
    assert image["Content-Disposition"].startswith("inline")
    folded = html_of(report).partition("<details>")[2].partition("</details>")[0]
    assert map_in(words(report))
    assert map_in(words(report)) in unescape(folded)


def test_mails_without_a_map_have_no_picture(server):
    begin(server, "conflict")
    [answer] = server.reply(server.latest(ADA), "STATUS\nHELP")
    assert not parts(answer, "image/png")
    assert "<img" not in html_of(answer)


def test_two_maps_of_one_mail_are_each_beside_their_own_text(server):
    begin(server, "waterloo1895")
    [answer] = server.reply(server.latest(ADA), "MAP\nMAP FLIP")
    first, second = (image.get_payload(decode=True) for image in parts(answer, "image/png"))
    assert first != second
    shown = re.findall(r'src="cid:([^"]+)"', html_of(answer))
    assert shown == [image["Content-ID"].strip("<>") for image in parts(answer, "image/png")]


@pytest.mark.parametrize("ruleset", RULE_SETS)
def test_a_map_is_seen_from_the_other_side(server, words, ruleset):
    begin(server, ruleset)
    [usual, other] = (server.reply(server.latest(BEN), text)[0] for text in ("MAP", "MAP FLIP"))
    assert "one way up only" not in words(other)
    assert map_in(words(usual)) != map_in(words(other))
    assert [*pictures(usual).values()] != [*pictures(other).values()]


def test_a_map_with_two_ways_up_is_turned(server, words):
    begin(server, "stratego_waterloo")
    [north, south] = (server.reply(server.latest(BEN), text)[0] for text in ("MAP", "map stratego1 flip"))
    assert words(north).index("\n10 ") < words(north).index("\n 1 ")
    assert words(south).index("\n10 ") > words(south).index("\n 1 ")


def test_a_map_for_paper_is_another_picture_of_the_same_map(server, words):
    begin(server, "waterloo_grid")
    [usual, paper, turned] = (
        server.reply(server.latest(ADA), text)[0] for text in ("MAP", "MAP PRINT", "map waterloo1 flip print")
    )
    assert map_in(words(usual)) == map_in(words(paper)) != map_in(words(turned))
    assert len({*pictures(usual).values(), *pictures(paper).values(), *pictures(turned).values()}) == 3


# --- Who wants none -----------------------------------------------------------------------------------------------


def test_who_wants_no_pictures_gets_none_but_those_asked_for_by_name(server, words):
    begin(server, "waterloo_wargame")
    [answer] = server.reply(server.latest(ADA), "PICTURES off\nREPORT")
    assert "your reports have the map as text alone" in " ".join(words(answer).split())
    assert not pictures(answer)
    assert '<pre class="map"' in html_of(answer)
    assert "<details>" not in html_of(answer)
    assert pictures(server.reply(server.latest(ADA), "MAP")[0])
    server.reply(server.latest(ADA), "PASS")
    assert not pictures(server.latest(ADA))
    assert pictures(server.latest(BEN))
    [answer] = server.reply(server.latest(ADA), "pictures ON\nREPORT")
    assert pictures(answer)
    [told] = server.reply(server.latest(ADA), "PICTURES")
    assert "your reports show the map as a picture" in " ".join(words(told).split())


def test_the_choice_is_kept_for_all_games_of_a_player(server):
    server.enrol(ADA, BEN, pictures=True)
    server.mail(ADA, "PICTURES off")
    server.mail(ADA, "NEW conflict")
    server.mail(BEN, "JOIN conflict1")
    assert not pictures(server.latest(ADA))
    assert pictures(server.latest(BEN))
    with server.store.reading() as session:
        chosen = {player.address: player.pictures for player in session.scalars(select(Player))}
    assert chosen == {ADA: False, BEN: True}


# --- Drawn when they are delivered --------------------------------------------------------------------------------


def written_not_sent(server):
    """The mails with pictures that wait in the outbox once a game has begun."""
    server.enrol(ADA, BEN, pictures=True)
    server.mail(ADA, "NEW conflict")
    server.take_in(letter(BEN, server.settings.address, "JOIN conflict1"), server.settings.address)
    with server.store.reading() as session:
        due = schedule.find_due(session).receive
    for ident, _mark in due:
        WORK["receive"](server.context, ident)
    with server.store.reading() as session:
        waiting = select(Outbox).where(Outbox.state == "ready", Outbox.pictures.is_not(None))
        return session.scalars(waiting.order_by(Outbox.id)).all()


def claimed(server, row, lease=timedelta(minutes=1)):
    """A mail as a worker takes it that then dies; the mails before it to the same address are done with."""
    with server.store.session() as session:
        before = (Outbox.to_address == row.to_address) & (Outbox.id < row.id)
        session.execute(update(Outbox).where(before).values(state="sent"))
        return next(iter(outbox.claim(session, [row.id], lease)), None)


def test_nothing_is_drawn_before_the_mail_is_delivered_and_nothing_of_it_is_kept(server, drawn):
    rows = written_not_sent(server)
    assert {row.to_address for row in rows} == {ADA, BEN}
    assert not drawn
    assert all(b"image/png" not in row.raw for row in rows)
    server.work()
    assert drawn
    with server.store.reading() as session:
        assert session.scalars(select(Outbox.pictures).where(Outbox.pictures.is_not(None))).all() == []


def test_a_mail_that_is_delivered_again_has_the_same_bytes(server):
    delivery = claimed(server, written_not_sent(server)[0])
    first = drawing.illustrated(delivery)
    maps.png.cache_clear()
    assert b"image/png" in first
    assert drawing.illustrated(delivery) == first


def test_what_all_seats_see_alike_is_drawn_once(server, drawn):
    begin(server, "waterloo_wargame")
    assert all(pictures(server.latest(player)) for player in (ADA, BEN))
    assert len(drawn) == 1


def test_a_picture_that_would_be_too_large_holds_no_mail_back(server, monkeypatch):
    monkeypatch.setattr(maps, "LARGEST_PICTURE", 1_000)
    begin(server, "conflict")
    report = server.latest(ADA)
    assert "[conflict1 Red]" in report["Subject"]
    assert not parts(report, "image/png")
    assert '<pre class="map"' in html_of(report)
    assert "<details>" not in html_of(report)
    monkeypatch.setattr(maps, "LARGEST_PICTURE", 150_000)
    monkeypatch.setattr(maps, "LARGEST_DRAWING", 1_000)
    assert not parts(server.reply(report, "MAP")[0], "image/png")


@pytest.mark.parametrize("svg", ["<svg width='10'><no end", "<svg/>", ""])
def test_a_drawing_that_fails_holds_no_mail_back(server, svg):
    words = presentation("conflict")
    map_svg = words.map_svg
    object.__setattr__(words, "map_svg", lambda view, lately=(): svg)
    try:
        begin(server, "conflict")
    finally:
        object.__setattr__(words, "map_svg", map_svg)
    assert "[conflict1 Red]" in server.latest(ADA)["Subject"]
    assert not parts(server.latest(ADA), "image/png")


def test_a_mail_whose_drawing_kills_the_worker_goes_without(server):
    row = written_not_sent(server)[0]
    tries = [claimed(server, row, -timedelta(seconds=1)) for _death in range(outbox.MOST_DEATHS + 1)]
    assert [each.pictures is not None for each in tries] == [True] * outbox.MOST_DEATHS + [False]
    assert drawing.illustrated(tries[-1]) == row.raw


def test_a_part_of_the_map_is_drawn_larger(server, words):
    begin(server, "waterloo_wargame")
    [whole, part, no_part] = (
        server.reply(server.latest(ADA), text)[0] for text in ("MAP", "MAP 3500,3200 ZOOM 4", "MAP nowhere")
    )
    assert words(whole) != words(part)
    assert 'no part of this map is called "nowhere"' in " ".join(words(no_part).split())


def test_a_battlefield_comes_in_the_mail_that_opens_the_game_and_is_seen_before_one_joins(server, words):
    server.enrol(ADA, BEN, pictures=True)
    [opened] = server.mail(ADA, f"NEW stratego_waterloo battlefield=below\n{FIELD}\nEND\nGAMES")
    assert "JOIN stratego1" in words(opened)
    [seen] = server.mail(BEN, "STATUS stratego1")
    assert "tile MUD E5" in words(seen)
    server.mail(BEN, "JOIN stratego1")
    assert server.game("stratego1").state == "running"
    assert "tile MUD E5" in words(server.latest(BEN))


def test_a_battlefield_that_cannot_be_is_refused_with_its_line(server, words):
    server.enrol(ADA, pictures=True)
    [answer] = server.mail(ADA, f"NEW stratego_waterloo battlefield=below\n{FIELD.replace('F8', 'Z8')}")
    assert "line 3" in words(answer).lower()
    assert "Z8" in words(answer)


# --- While nobody waits -------------------------------------------------------------------------------------------


@pytest.fixture
def drawn(server, monkeypatch):
    """Everything that is drawn from now on; meanwhile somebody else writes to the database, or fails to."""
    seen = []
    render = maps.resvg

    def resvg(svg, wide):
        seen.append(svg)
        with sqlite3.connect(server.settings.data_dir / "pbem.sqlite3", timeout=0.1) as other:
            other.execute("UPDATE player SET name = name")
        return render(svg, wide)

    maps.png.cache_clear()
    monkeypatch.setattr(maps, "resvg", resvg)
    return seen


def test_others_write_while_the_maps_of_a_mail_are_drawn(server, drawn):
    begin(server, "conflict")
    drawn.clear()
    [answer] = server.reply(server.latest(ADA), "MAP PRINT\nMAP FLIP\nMAP")
    assert len(drawn) == 2
    assert len([part for part in answer.walk() if part.get_content_type() == "image/png"]) == 2
    assert [mail.attempts for mail in server.inbox()] == [1] * len(server.inbox())


def test_others_write_while_the_pictures_of_reports_are_drawn(server, drawn):
    begin(server, "waterloo_wargame")  # the first reports are mailed with the answer to JOIN
    assert all(pictures(server.latest(player)) for player in (ADA, BEN))
    before = len(drawn)
    [again] = server.reply(server.latest(ADA), "REPORT")
    server.hours_pass(50)
    server.work()
    assert pictures(again)
    assert sum("reminder" in subject_of(mail) and bool(pictures(mail)) for mail in server.box(ADA)) == 1
    server.reply(server.latest(ADA), "PASS")
    assert len(drawn) > before


def test_others_write_while_a_part_of_the_field_is_drawn_in_text(server, words, drawn, monkeypatch):
    begin(server, "waterloo_wargame")
    wargame, seen = presentation("waterloo_wargame"), []
    drawn_in_text = wargame.map_text

    def map_text(view):
        if "inset" in view:
            seen.append(view["inset"])
            maps.resvg(BLANK, 10)
        return drawn_in_text(view)

    object.__setattr__(wargame, "map_text", map_text)
    try:
        [answer] = server.reply(server.latest(ADA), "MAP BAU\nMAP SOY")
    finally:
        object.__setattr__(wargame, "map_text", drawn_in_text)
    assert seen == ["BAU", "SOY"]
    assert words(answer).count("\nMap\n") == 2
    assert server.inbox()[-1].attempts == 1


def test_no_picture_is_drawn_for_a_map_that_is_left_out(server, drawn):
    begin(server, "conflict")
    drawn.clear()
    server.reply(server.latest(ADA), "MAP 1,1 zoom 2\n" * 3 + "MAP\n" * 200)
    assert len(drawn) <= 2


def test_what_wants_another_map_with_every_try_is_given_up(server):
    begin(server, "waterloo1895")
    turn = iter(range(100))

    def restless(session):
        return text_of(session, "waterloo1895", OPENING | {"round": next(turn)})

    with pytest.raises(RuntimeError, match="other maps"):
        with_maps_drawn(server.context, "restless", restless)
