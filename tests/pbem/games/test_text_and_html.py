"""The two parts of every mail say the same: words of the HTML part beside those of the text part, kind by kind."""

from __future__ import annotations

import re
from collections import Counter
from email.message import Message
from html.parser import HTMLParser
from random import Random

import pytest
from inprocess import Server, subject_of, text_of

from pbem.games import table
from pbem.reports.html import AS_TEXT
from pbem.rulesets import presentation

ADA, BEN = "ada@players.example", "ben@players.example"
GAMES = [
    "waterloo1895 mode=little",
    "stratego_waterloo version=expert",
    "waterloo_wargame",
    *(
        pytest.param(new, marks=pytest.mark.slow)
        for new in ("waterloo1895", "conflict", "stratego_waterloo version=basic", "waterloo_grid")
    ),
]
MANY_WORDS = 4
LONGEST_SUBJECT = 78  # RFC 5322 2.1.1
WALK = re.compile(r"\b[a-z][0-9]+-[a-z][0-9]+\b")
BY_LINES = "Your mail, line by line"
SETTING_UP = 9  # orders at most until a game has begun


class Shown(HTMLParser):
    """What the body of a document shows: not its title, its styles, or what stands for a picture."""

    def __init__(self) -> None:
        super().__init__()
        self.inside, self.words = False, Counter[str]()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.inside = self.inside or tag == "body"

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.words.update(data.split())


def differences(mail: Message) -> Counter[str]:
    """The words that one of the two parts has more often than the other."""
    html = next(part for part in mail.walk() if part.get_content_type() == "text/html")
    shown = Shown()
    payload = html.get_payload(decode=True)
    assert isinstance(payload, bytes)
    shown.feed(payload.decode())
    plain = Counter(text_of(mail).split())
    assert plain.total() > 10
    # Below a picture the page says what is folded there, where the plain part has nothing but the map.
    folded = Counter(AS_TEXT.split() * payload.count(b"<details>"))
    return (plain - shown.words) + (shown.words - folded - plain)


def repeated(text: str) -> list[str]:
    """Sentences that stand twice in a mail's text, the map, the table of pieces and the form aside."""
    body = re.sub(
        r"\n(Map[^\n]*|Forces|What the pieces can do|Order form [^\n]*)\n.*?(?=\n\n)", "\n", text, flags=re.DOTALL
    )
    counted: Counter[str] = Counter()
    for paragraph in body.split("\n\n"):
        said = sentences(paragraph)
        # Lines that are alike may have answers that are alike.
        counted.update(set(said) if paragraph.startswith(BY_LINES) else said)
    return [each for each, count in counted.items() if count > 1]


def sentences(paragraph: str) -> list[str]:
    """The sentences of a paragraph, and what a semicolon parts of them, that have some words.

    A walk is no words: it stands with the line that ordered it, and in the story of the turn.
    """
    parts = re.split(r"(?<=[.;!?]) ", " ".join(paragraph.removeprefix(BY_LINES).split()))
    parts = [part for part in parts if not WALK.search(part)]
    bare = [re.sub(r"^(?:[0-9]+ )?.* ok ", "", part).strip(" .;:!?").lower() for part in parts]
    return [each for each in bare if len(re.findall(r"[a-z]{2,}", each)) >= MANY_WORDS]


def by_robot(server: Server, name: str) -> tuple[str, str]:
    """Who is to move, and orders for that seat."""
    with server.store.reading() as session:
        game = table.find_game(session, name)
        assert game is not None
        words, position = presentation(game.ruleset), table.position_of(game, table.current_turn(session, game))
        seat = words.rules.awaiting(position)[0].seat
        player = table.seat_named(game, seat).player.address  # type: ignore[union-attr]
    return player, words.bot(words.rules.view(position, seat), seat, Random(3))


def latest_report(server: Server, player: str, name: str) -> Message:
    return [mail for mail in server.box(player) if f"+{name}." in str(mail["Reply-To"])][-1]


FULL = pytest.param(True, marks=pytest.mark.slow)


@pytest.mark.parametrize("full", [False, FULL], ids=["short", "full"])
@pytest.mark.parametrize("new", GAMES)
def test_text_and_html_say_the_same(server: Server, new: str, full: bool) -> None:
    server.enrol(ADA, pictures=True)
    server.enrol(BEN)
    if full:
        server.mail(ADA, "FULL")
        server.mail(BEN, "FULL")
    [opened] = server.mail(ADA, f"NEW {new}")
    name = re.search(r"game (\w+) is open", " ".join(text_of(opened).split())).group(1)  # type: ignore[union-attr]
    server.mail(BEN, f"JOIN {name}")
    for _ in range(SETTING_UP):
        player, orders = by_robot(server, name)
        [*_, answer] = server.reply(latest_report(server, player, name), orders)
        if "answer with YES" in subject_of(answer):
            server.reply(answer, "YES")
    player, orders = by_robot(server, name)
    other = BEN if player == ADA else ADA
    report = latest_report(server, player, name)
    kinds = {
        "refusal": server.reply(report, "attack E9 with bs9 9 9\nN1 9 to A99")[-1],
        "trial": server.reply(report, f"CHECK\n{orders}")[-1],
        "questions": server.reply(report, "HELP\nSTATUS\nMAP\nREPORT\nDICE")[-1],
        "offer": server.reply(report, "draw")[-1],
    }
    kinds["offered"] = latest_report(server, other, name)
    kinds["end"] = server.reply(kinds["offered"], "draw")[-1]
    assert "over" in subject_of(kinds["end"])
    found = {kind: differences(mail) for kind, mail in kinds.items()}
    every = {subject_of(mail): differences(mail) for box in (ADA, BEN) for mail in server.box(box)}
    assert {kind: words for kind, words in (found | every).items() if words} == {}
    mails = [mail for box in (ADA, BEN) for mail in server.box(box)]
    asked = kinds["questions"]["Message-ID"]  # HELP and REPORT both bring the rule of quotations
    again = {subject_of(mail): repeated(text_of(mail)) for mail in mails if mail["Message-ID"] != asked}
    assert {subject: said for subject, said in again.items() if said} == {}, "nothing is said twice"
    assert [subject_of(mail) for mail in mails if len(subject_of(mail)) > LONGEST_SUBJECT] == []
