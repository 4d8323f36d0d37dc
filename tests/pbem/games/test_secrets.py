"""What a seat must not know leaves no trace in its mails: games that differ in a secret alone give equal mails.

Pictures are compared to the last pixel, and as the drawings that they are made from.
"""

import re
from random import Random

from inprocess import STANDING, Server, text_of

from pbem.games import mails, table
from pbem.rulesets import presentation

ADA, BEN = "ada@players.example", "ben@players.example"
QUESTIONS = "REPORT\nMAP\nMAP FLIP PRINT\nSTATUS\nDICE\nRECORD"


def told(folder, set_up):
    """Everything that Napoleon is mailed from Wellington's secret set-up on, until both are shown."""
    server = Server(folder, seed_key="the same dice", stands_at=STANDING)
    server.enrol(ADA, BEN, pictures=True)
    server.mail(ADA, "NEW waterloo1895")
    server.mail(BEN, "JOIN waterloo1")
    server.reply(server.latest(BEN), set_up)
    before = len(server.box(ADA))
    server.reply(server.latest(ADA), QUESTIONS)
    server.reply(server.latest(ADA), "CHECK\nplace default")
    server.reply(server.latest(ADA), "place default\nplace N1 G13")
    came = server.box(ADA)[before:]
    assert len(came) == 3
    assert any(part.get_content_type() == "image/png" for mail in came for part in mail.walk())
    drawn = drawings(server, "waterloo1", "napoleon")
    server.store.close()
    return [without_chance(mail) for mail in came], drawn


def without_chance(mail):
    """A mail's bytes as far as they are not drawn: its text, its HTML and its files."""
    parts = [part.get_payload(decode=True) or b"" for part in mail.walk() if not part.is_multipart()]
    whole = b"\n".join([" ".join(mail["Subject"].split()).encode(), *parts, text_of(mail).encode()])
    # The record's head is a hash over the hidden set-up, as the dice seal is one over the hidden seed.
    # A picture is known by the number of its mail.
    return re.sub(rb"\b[0-9a-f]{64}\b|(?<=cid:map-\d\.)[0-9a-f]{32}", b"-", whole)


def drawings(server, game, seat):
    """The drawings behind the pictures of a seat, as far as they can be had: either way up, and for paper."""
    with server.store.reading() as session:
        row = table.find_game(session, game)
        place = table.seat_named(row, seat)
        view = table.view_of(row, place, table.current_turn(session, row))
        lately = mails.told_last(session, row, place)
    ways = ({}, {"flip": True}, {"print": True})
    return [presentation(row.ruleset).map_svg(view | way, lately) for way in ways]


def test_a_secret_set_up_does_not_show_in_any_mail_to_the_other_side(tmp_path):
    usual = told(tmp_path / "one", "place default")
    other = told(tmp_path / "two", "place default\nplace W1 C12\nplace W8 J11")
    assert usual == other


# --- Stratego Waterloo: names, standing orders, and in how many mails somebody plays ---------------------------------

ALLIES = """
10: BF KH BL .. UX WE .. DC .. KH BF BF
9: KH KH DC BF SG BA BA RH BF DC KH KH
8: BF RI BF BF FG BA BA BF BF BF RI BF
7: BF BF BA BF BL HR HR BL BF BA BF BF
"""
CAVALRY, GUNS = {"KH", "UX", "WE", "DC", "SG", "RH"}, {"BA"}


def arm(code):
    return "c" if code in CAVALRY else "a" if code in GUNS else "i"


def behind_the_same_backs(seed):
    """The Allied set-up with the same arms in the same places, and other pieces behind them."""
    codes = re.findall(r"[A-Z]{2}", ALLIES)
    Random(seed).shuffle(codes)
    others = {each: [code for code in codes if arm(code) == each] for each in "ica"}
    return "setup" + re.sub(r"[A-Z]{2}", lambda found: others[arm(found[0])].pop(), ALLIES)


def told_to_the_french(folder, set_up, written):
    """Everything that the French are mailed in two turns in which nothing hidden comes to light."""
    server = Server(folder, seed_key="the same dice", stands_at=STANDING)
    server.enrol(ADA, BEN, pictures=True)
    server.mail(ADA, "NEW stratego_waterloo version=standard")
    server.mail(BEN, "JOIN stratego1")
    before = len(server.box(ADA))
    server.reply(server.latest(BEN), set_up)
    server.reply(server.latest(ADA), QUESTIONS)
    server.reply(server.latest(ADA), "setup default\nkeep FS CA GB IN\nburn RE")
    for mail in written:
        server.reply(server.latest(BEN), mail)
    server.reply(server.latest(ADA), QUESTIONS)
    server.reply(server.latest(ADA), "CHECK\nfire B4 B7\nA4 x A6\nD4 D9")
    server.reply(server.latest(ADA), "D4 D9\nA3 A4")
    server.reply(server.latest(ADA), "E4-E5\nend")
    server.reply(server.latest(BEN), "end")
    server.reply(server.latest(ADA), "stand spirit win 4")
    told = [without_chance(mail) for mail in server.box(ADA)[before:]]
    drawn = drawings(server, "stratego1", "blue")
    server.store.close()
    return told, drawn


def test_what_the_enemy_keeps_to_himself_shows_in_no_mail(tmp_path):
    usual = told_to_the_french(tmp_path / "one", f"setup{ALLIES}", ["A7-A6\nL7-L6\nend"])
    others = told_to_the_french(
        tmp_path / "two",
        f"{behind_the_same_backs(1815)}keep IN RE CA\nburn FS GB\nstand spirit win 5",
        ["A7-A6", "stand advance on", "B7 C9\nA6 A2", "L7-L6\nend"],
    )
    assert usual == others
    assert len(usual[0]) >= 9
    assert all("<title>" in drawing for drawing in usual[1])
