"""Maps that come by mail: as pictures, the other way up, in part; and fields that the players bring themselves."""

import sqlite3

import pytest

from pbem.games import pictures as drawing
from pbem.games.pictures import Picture, illustrated
from pbem.reports import maps
from pbem.rulesets import presentation

ADA, BEN = "ada@players.example", "ben@players.example"
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
    server.enrol(ADA, BEN)
    server.mail(ADA, f"NEW {ruleset}")
    server.mail(BEN, f"JOIN {presentation(ruleset).stem or ruleset.partition('_')[0]}1")


def test_reports_of_a_game_on_the_open_field_carry_its_picture(server):
    begin(server, "waterloo_wargame")
    (drawn,) = pictures(server.latest(ADA)).values()
    assert drawn.startswith(PNG)


def test_a_map_that_is_asked_for_comes_as_a_picture_too(server, words):
    begin(server, "conflict")
    assert not pictures(server.latest(ADA))
    [answer] = server.reply(server.latest(ADA), "MAP FLIP")
    assert "one way up only" in words(answer)
    assert list(pictures(answer)) == ["conflict1-red.png"]


def test_a_map_with_two_ways_up_is_turned(server, words):
    begin(server, "stratego_waterloo")
    [north, south] = (server.reply(server.latest(BEN), text)[0] for text in ("MAP", "map stratego1 flip"))
    assert words(north).index("\n10 ") < words(north).index("\n 1 ")
    assert words(south).index("\n10 ") > words(south).index("\n 1 ")


def test_a_part_of_the_map_is_drawn_larger(server, words):
    begin(server, "waterloo_wargame")
    [whole, part, no_part] = (
        server.reply(server.latest(ADA), text)[0] for text in ("MAP", "MAP 3500,3200 ZOOM 4", "MAP nowhere")
    )
    assert words(whole) != words(part)
    assert 'no part of this map is called "nowhere"' in " ".join(words(no_part).split())


def test_a_battlefield_comes_in_the_mail_that_opens_the_game_and_is_seen_before_one_joins(server, words):
    server.enrol(ADA, BEN)
    [opened] = server.mail(ADA, f"NEW stratego_waterloo battlefield=below\n{FIELD}\nEND\nGAMES")
    assert "JOIN stratego1" in words(opened)
    [seen] = server.mail(BEN, "STATUS stratego1")
    assert "tile MUD E5" in words(seen)
    server.mail(BEN, "JOIN stratego1")
    assert server.game("stratego1").state == "running"
    assert "tile MUD E5" in words(server.latest(BEN))


def test_a_battlefield_that_cannot_be_is_refused_with_its_line(server, words):
    server.enrol(ADA)
    [answer] = server.mail(ADA, f"NEW stratego_waterloo battlefield=below\n{FIELD.replace('F8', 'Z8')}")
    assert "line 3" in words(answer).lower()
    assert "Z8" in words(answer)


# --- While nobody waits -------------------------------------------------------------------------------------------


@pytest.fixture
def drawn(server, monkeypatch):
    """Everything that is drawn from now on; meanwhile somebody else writes to the database, or fails to."""
    seen = []

    def png(svg):
        seen.append(svg)
        with sqlite3.connect(server.settings.data_dir / "pbem.sqlite3", timeout=0.1) as other:
            other.execute("UPDATE player SET name = name")
        return PNG + str(len(seen)).encode()

    monkeypatch.setattr(maps, "png", png)
    return seen


def test_others_write_while_the_maps_of_a_mail_are_drawn(server, drawn):
    begin(server, "conflict")
    [answer] = server.reply(server.latest(ADA), "MAP\nMAP FLIP\nMAP")
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
    assert sum("reminder" in str(mail["Subject"]) and bool(pictures(mail)) for mail in server.box(ADA)) == 1
    server.reply(server.latest(ADA), "PASS")
    assert len(drawn) > before


def test_others_write_while_a_part_of_the_field_is_drawn_in_text(server, words, drawn, monkeypatch):
    begin(server, "waterloo_wargame")
    wargame, seen = drawing.presentation("waterloo_wargame"), []
    drawn_in_text = wargame.map_text

    def map_text(view):
        if "inset" in view:
            seen.append(view["inset"])
            maps.png("")
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
    server.reply(server.latest(ADA), "MAP 1,1 zoom 2\n" * 3 + "MAP\n" * 200)
    assert len(drawn) <= 2


def test_what_wants_another_picture_with_every_try_is_given_up(server, drawn):
    begin(server, "conflict")
    views = iter(range(100))

    def restless(session):
        view = {"seat": next(views)}
        return drawing.file_of(session, Picture("x.png", "conflict", view))

    with pytest.raises(RuntimeError, match="other pictures"):
        illustrated(server.context, "restless", restless, _Blank())


class _Blank(drawing.Pictures):
    def _draw(self, key, view):
        self._drawn[key] = b"blank"
