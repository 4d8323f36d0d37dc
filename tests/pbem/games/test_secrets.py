"""What a seat must not know leaves no trace in its mails: games that differ in a secret alone give equal mails."""

import re

from inprocess import Server, text_of

ADA, BEN = "ada@players.example", "ben@players.example"
QUESTIONS = "REPORT\nMAP\nSTATUS\nDICE\nRECORD"


def told(folder, set_up):
    """Everything that Napoleon is mailed from Wellington's secret set-up on, until both are shown."""
    server = Server(folder, seed_key="the same dice")
    server.enrol(ADA, BEN)
    server.mail(ADA, "NEW waterloo1895")
    server.mail(BEN, "JOIN waterloo1")
    server.reply(server.latest(BEN), set_up)
    before = len(server.box(ADA))
    server.reply(server.latest(ADA), QUESTIONS)
    server.reply(server.latest(ADA), "CHECK\nplace default")
    server.reply(server.latest(ADA), "place default\nplace N1 G13")
    mails = server.box(ADA)[before:]
    assert len(mails) == 3
    server.store.close()
    return [without_chance(mail) for mail in mails]


def without_chance(mail):
    """A mail's bytes as far as they are not drawn or dated: its text, its HTML and its files."""
    parts = [part.get_payload(decode=True) or b"" for part in mail.walk() if not part.is_multipart()]
    whole = b"\n".join([" ".join(mail["Subject"].split()).encode(), *parts, text_of(mail).encode()])
    # The record's head is a hash over the hidden set-up, as the dice seal is one over the hidden seed.
    return re.sub(rb"\b[0-9a-f]{64}\b|\d\d:\d\d(?= UTC|Z)", b"-", whole)


def test_a_secret_set_up_does_not_show_in_any_mail_to_the_other_side(tmp_path):
    usual = told(tmp_path / "one", "place default")
    other = told(tmp_path / "two", "place default\nplace W1 C12\nplace W8 J11")
    assert usual == other
