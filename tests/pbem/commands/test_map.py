"""MAP: what may stand behind it, written in full or begun."""

import pytest

ADA, BEN = "ada@players.example", "ben@players.example"


def begun(server, new):
    server.begin((ADA, f"NEW {new}"), (BEN, "JOIN wargame1" if new == "waterloo_wargame" else "JOIN waterloo1"))
    return server.latest(ADA)


def answer(server, words, report, line):
    return " ".join(words(server.reply(report, line)[0]).split())


@pytest.mark.parametrize(("line", "way"), [("MAP FL", "MAP FLIP"), ("map prin", "MAP PRINT"), ("MAP P", "MAP PRINT")])
def test_a_way_of_drawing_that_is_begun_is_taken_and_told(server, words, line, way):
    told = answer(server, words, begun(server, "waterloo1895"), line)
    assert f"{line} ok, read as {way}" in told
    assert "no part of this map" not in told


@pytest.mark.parametrize("line", ["MAP FLIP waterloo1", "map flip waterloo1"])
def test_a_way_of_drawing_may_stand_before_the_game_as_well(server, words, line):
    begun(server, "waterloo1895")
    flipped, plain, told = (
        words(server.mail(ADA, each)[0]).partition("\nMap\n")[2]
        for each in ("MAP waterloo1 FLIP", "MAP waterloo1", line)
    )
    assert told == flipped != plain


def test_a_map_without_parts_says_what_there_is(server, words):
    told = answer(server, words, begun(server, "waterloo1895"), "MAP CHA")
    assert "this map has no parts to ask for, but MAP FLIP and MAP PRINT; here is all of it" in told


def test_a_part_that_is_begun_is_taken_or_asked_back(server, words):
    report = begun(server, "waterloo_wargame")
    assert "ok, read as MAP HOU" in answer(server, words, report, "MAP hougo")
    assert "ok, read as MAP HOU ZOOM 4" in answer(server, words, report, "MAP hougo zoom 4")
    assert "which? which of LAL, LAM, LBA, LEF, LHS and LLO? Write it in full behind MAP" in answer(
        server, words, report, "MAP L"
    )
    assert "ok, read as MAP GOM" in answer(server, words, report, "MAP Hougoumont la")
    assert "here is all of it" not in answer(server, words, report, "MAP chaussee")
    assert 'no part of this map is called "nowhere"' in answer(server, words, report, "MAP nowhere")
