"""Letters that are orders of a game: the game holds their seals, the words go with their writer."""

import msgspec
import pytest
from inprocess import Server, text_of
from sqlalchemy import select

from pbem.campaigns.record import verify as verify_campaign
from pbem.games import sealed, table, turns
from pbem.games.kept_record import KeptRecord
from pbem.games.record import Difference, verify
from pbem.rulesets import presentation
from pbem.store.models import LocalMail, OrderSet, Outbox, Player, SealedLetter, Turn

ADA, BEN, CLEO = (f"{name}@players.example" for name in ("ada", "ben", "cleo"))
WORDS = ("Hold the crossroads at Frasnes, whatever it costs.", "I am before Ligny with 60,000 men.")
GAME = "days1"


@pytest.fixture
def campaign(tmp_path):
    """Wellington, Blücher and Napoleon, in the first turn."""
    server = Server(tmp_path)
    server.enrol(ADA, BEN, CLEO)
    server.mail(ADA, "NEW hundred_days players=3 AS wellington")
    server.mail(BEN, f"JOIN {GAME} AS blucher")
    server.mail(CLEO, f"JOIN {GAME}")
    yield server
    server.store.close()


def play_turn(server, *lines):
    """A turn of the game, with what Wellington writes in it."""
    server.reply(server.latest(ADA), "\n".join(lines or ("continue",)))
    for player in (BEN, CLEO):
        server.reply(server.latest(player), "continue")


def write_and_deliver(server):
    """A letter to Blücher, and as many turns as it rides."""
    play_turn(server, "letter blucher: " + WORDS[0], WORDS[1], "END", "Yours, W.")
    for _ in range(4):
        if any(WORDS[0] in " ".join(text_of(mail).split()) for mail in server.box(BEN)):
            return
        play_turn(server)
    raise AssertionError("the letter has not come")


def end(server):
    server.reply(server.latest(CLEO), "resign")
    server.reply(server.latest(CLEO), "YES")
    for player in (ADA, BEN):
        server.reply(server.latest(player), "continue")
    assert server.game(GAME).state == "over"


def record_of(server):
    with server.store.reading() as session:
        return KeptRecord(session, table.find_game(session, GAME)).file().content.splitlines()


def everything(server):
    """All that the database says of the game, and all mails that are kept."""
    with server.store.reading() as session:
        rows = [turn.position for turn in session.scalars(select(Turn))]
        rows += [part for each in session.scalars(select(OrderSet)) for part in (each.lines, each.orders or "")]
        rows += [mail.text for mail in session.scalars(select(Outbox))]
        rows += [each.words for each in session.scalars(select(SealedLetter))]
        mails = [mail.raw for mail in session.scalars(select(LocalMail))]
    told = [text_of(server._open(raw)) for raw in mails]
    return " ".join("\n".join([*rows, *told, *(line.decode() for line in record_of(server))]).split())


def forget(server, player):
    server.mail(player, "FORGET ME")
    server.reply(next(mail for mail in reversed(server.box(player)) if "forgotten" in mail["Subject"]), "YES")
    with server.store.reading() as session:
        assert session.scalar(select(Player.id).where(Player.address == player)) is None


def test_a_letter_arrives_and_the_game_holds_its_seal_alone(campaign):
    write_and_deliver(campaign)
    with campaign.store.reading() as session:
        game = table.find_game(session, GAME)
        lines = "\n".join(KeptRecord(session, game).lines())
        positions = "\n".join(turn.position for turn in session.scalars(select(Turn)))
        letter = session.scalars(select(SealedLetter)).one()
        assert (letter.seat, letter.words) == ("wellington", "\n".join(WORDS))
    for kept in (lines, positions):
        assert letter.seal in kept
        assert "crossroads" not in kept
        assert "60,000" not in kept
    assert not any("sha256:" in text_of(mail) for player in (ADA, BEN, CLEO) for mail in campaign.box(player))
    assert not any("crossroads" in text_of(mail) for mail in campaign.box(CLEO))


def test_at_the_end_all_read_the_letters_and_the_record_has_them_below_its_chain(campaign):
    write_and_deliver(campaign)
    end(campaign)
    lines = record_of(campaign)
    found = verify(lines)
    assert (found.complete, found.letters, found.opened) == (True, 1, 1)
    assert verify_campaign(lines)[0] == found
    at = next(at for at, line in enumerate(lines) if line.startswith(b'{"kind":"letters"'))
    without = verify([*lines[:at], *lines[at + 1 :]])
    assert (without.head, without.letters, without.opened) == (found.head, 1, 0)
    told = msgspec.json.decode(lines[at])
    seal, letter = next(iter(told["letters"].items()))
    for altered in ({seal: {**letter, "words": "Come at once."}}, {"sha256:" + "0" * 64: letter}, {seal: "x"}):
        tampered = msgspec.json.encode({**told, "letters": altered})
        with pytest.raises(Difference):
            verify([*lines[:at], tampered, *lines[at + 1 :]])
    stray = sealed.Letter("00", "never sent")
    with pytest.raises(Difference, match="no order of the game"):
        verify([*lines[:at], msgspec.json.encode({"kind": "letters", "letters": {stray.seal: stray}})])


def test_who_is_forgotten_takes_his_letters_along_and_the_record_still_holds(campaign):
    write_and_deliver(campaign)
    end(campaign)
    before = verify(record_of(campaign))
    assert "crossroads" in everything(campaign)
    forget(campaign, ADA)
    assert "crossroads" not in everything(campaign)
    assert "60,000 men" not in everything(campaign)
    after = verify(record_of(campaign))
    assert (after.head, after.letters, after.opened) == (before.head, 1, 0)
    with campaign.store.reading() as session:
        game = table.find_game(session, GAME)
        view = table.view_of(game, table.seat_named(game, "blucher"), table.current_turn(session, game))
    assert [each["text"] for each in view["letters"]] == [sealed.WITHDRAWN]


def test_of_a_letter_under_way_the_courier_rides_on_without_the_words(campaign):
    play_turn(campaign, "letter blucher: " + WORDS[0])
    with campaign.store.session() as session:
        session.delete(session.scalars(select(SealedLetter)).one())
    for _ in range(3):
        play_turn(campaign)
    assert any(sealed.WITHDRAWN in " ".join(text_of(mail).split()) for mail in campaign.box(BEN))
    end(campaign)
    assert verify(record_of(campaign)).complete


def test_orders_are_sealed_line_by_line():
    words = presentation("hundred_days")
    text = "F2 march CHA\nletter blucher: one\ntwo\nEND\nF3 rest"
    statements = list(enumerate(text.split("\n"), start=1))
    handed_in = turns.HandedIn(statements, words.read(statements))
    orders, letters = sealed.seal_all(words, {"napoleon": handed_in})
    (written,) = letters
    assert written.letter.words == "one\ntwo"
    found = orders["napoleon"]
    assert found.lines == [(1, "F2 march CHA"), (2, f"letter blucher: {written.letter.seal}"), (5, "F3 rest")]
    assert [line.order for line in found.orders][1].text == written.letter.seal
    again = words.read(found.lines)
    assert [line.order for line in again] == [line.order for line in found.orders]
