"""Four players of Waterloo (1895), two a side: what partners share, and what the other side does not see."""

import pytest

PLAYERS = {name: f"{name}@players.example" for name in ("ada", "ben", "cleo", "dan")}
ADA, BEN, CLEO, DAN = PLAYERS.values()


@pytest.fixture
def game(server):
    """Ada is Napoleon, Ben Ney, Cleo Wellington, Dan Blücher; all set-ups are owed."""
    server.enrol(*PLAYERS.values())
    server.mail(ADA, "NEW waterloo1895 mode=four as napoleon")
    for player in (BEN, CLEO, DAN):
        server.mail(player, "JOIN waterloo1")


def test_a_partner_sees_an_accepted_set_up_and_the_enemy_only_that_it_is_in(server, words, game):
    cleos = len(server.box(CLEO))
    server.reply(server.latest(ADA), "place default")
    assert "N1 S27" in words(server.latest(BEN)).partition("Forces")[2]
    assert len(server.box(CLEO)) == cleos
    [answer] = server.reply(server.latest(CLEO), "REPORT")
    assert "S27" not in words(answer).partition("Forces")[2].partition("Clock")[0]
    assert "Napoleon's set-up is in." in words(answer)


def test_a_note_reaches_the_partner_alone_and_at_once(server, words, game):
    before = {player: len(server.box(player)) for player in PLAYERS.values()}
    answers = server.reply(server.latest(ADA), "tell partner: I hold Ligny, you go for Namur")
    assert len(answers) == 1
    assert "ok" in words(answers[0])
    assert "I hold Ligny, you go for Namur" in words(server.latest(BEN))
    assert "note from Napoleon" in " ".join(server.latest(BEN)["Subject"].split())
    for player in (CLEO, DAN):
        assert len(server.box(player)) == before[player]


def test_the_record_keeps_no_notes_and_is_closed_while_set_ups_are_secret(server, words, game):
    server.reply(server.latest(ADA), "place default\ntell partner: hush")
    [answer] = server.reply(server.latest(CLEO), "RECORD\nDICE")
    assert "secret for now" in words(answer)
    assert not [part for part in answer.walk() if part.get_filename()]
    for player in (BEN, CLEO, DAN):
        server.reply(server.latest(player), "place default")
    [answer] = server.reply(server.latest(CLEO), "RECORD")
    [record] = [part.get_payload(decode=True) for part in answer.walk() if part.get_filename()]
    assert b"place default" in record
    assert b"hush" not in record


def test_one_partner_alone_cannot_resign_for_both(server, words, game):
    for player in PLAYERS.values():
        server.reply(server.latest(player), "place default")
    [asked] = server.reply(server.latest(ADA), "resign")
    server.reply(asked, "YES")
    assert server.game("waterloo1").state == "running"
    [asked] = server.reply(server.latest(BEN), "resign")
    server.reply(asked, "YES")
    assert server.game("waterloo1").state == "over"
    assert "you have won" in " ".join(server.latest(CLEO)["Subject"].split())
