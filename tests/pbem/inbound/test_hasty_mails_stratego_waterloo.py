"""Stratego Waterloo by mail, as hasty players write: the Allies' first ply, three actions, the usual formations."""

from __future__ import annotations

import pytest
from mailed_turns import Mailed, Table, came_of

BOTH = ("E7-E6", "D7-D6", "end")
ONE = ("E7-E6", "end")
UNREAD = "not understood"

MAILS = [
    # Plain, and in other forms.
    Mailed("E7 E6\nD7 D6\nend", BOTH, says="BF moves E7-E6"),
    Mailed("- E7 E6\n- D7 D6\n- end", BOTH),
    Mailed("1. E7 E6\n2. D7 D6\n3. end", BOTH),
    Mailed("E7–E6\nD7—D6\nend", BOTH),
    Mailed("E7 → E6\nend", ONE),
    Mailed("E7 E6 please\nEnd.", ONE),
    Mailed("E7 E6   # towards the crossroads\nend turn", ONE),
    Mailed("e7-e6;d7-d6", ("E7-E6", "D7-D6")),
    Mailed("e7-e6; d7-d6; end", BOTH),
    # What the server says can be said to it.
    Mailed("BF moves E7-E6\nthe gun on K7 fires at K4", ("move BF E7-E6", "fire GUN K7 K4"), says="fires at K4"),
    Mailed("BL D7 x D4\nend", ("attack BL D7xD4", "end")),
    Mailed("move BF E7 to E6", ("move BF E7-E6",)),
    Mailed("Wellington F10 G10", ("WE F10-G10",)),
    Mailed("Please fire the gun on K7 at K4.", ("fire GUN K7 K4",)),
    Mailed("I move E7 to E6.", ("move E7-E6",)),
    Mailed("British foot E7 to E6\nend", ("BF E7-E6", "end")),
    # Read, and judged by the rules.
    Mailed("British foot D7 to D6\nE7 E6\nend", stops=(1,), says="the piece on D7 is BL, not BF"),
    Mailed("E7 attacks E4\nend", stops=(1,), says="BF on E7 reaches 2 squares"),
    Mailed("LN C4 C5", stops=(1,), says="is not yours"),
    # One line that is not understood stops the mail.
    Mailed("E7 to E6 (light infantry scouts)\nE7 E 6\nfire F7 F4; fire G7 G4\nend", stops=(1, 2), says='"E7 E6"'),
    Mailed("E7 E6\nD7 D6\nfire K7\nend", stops=(3,), says="write gun and target"),
    Mailed("bombard LHP with J7\nE7 E6\nend", stops=(1,), says=UNREAD),
    Mailed("E7 E6\nD7\nend", stops=(2,), says="it names D7 and nothing else"),
    Mailed("E7 E6 2\nend", stops=(1,), says=UNREAD),
    Mailed("E7 E6, D7 D6, end", stops=(1,), says=UNREAD),
    Mailed("E7 E6. D7 D6. end.", stops=(1,), says=UNREAD),
    Mailed("E7 E66\nend", stops=(1,), says='did you mean "E7 E6"'),
    Mailed("fire K7 K4 now\nend", stops=(1,), says=UNREAD),
    Mailed("E7 E6\nedn", stops=(2,), says=UNREAD),
    Mailed("E7 E6\npass", stops=(2,), says=UNREAD),
    Mailed("CHECK\nE7 E6\nE7 E 6\nend", stops=(3,), says='did you mean "E7 E6"'),
    Mailed("CHECK\nE7 E6\nend", says="orders checked: 2 ok"),
    Mailed("CHECK E7 E6", says="orders checked: 1 ok"),
    # Wrapped by a mail program.
    Mailed("D7 to\nD6\nE7 E6\nend", ("D7-D6", "E7-E6", "end"), style="outlook"),
    Mailed("fire K7 at\nK4\nend", ("fire K7 K4", "end"), style="iphone"),
    # Signs that look alike.
    Mailed("\N{CYRILLIC CAPITAL LETTER IE}7 \N{CYRILLIC CAPITAL LETTER IE}6\nend", ONE, says="read as"),
    Mailed("E7\N{NO-BREAK SPACE}E6\nend", ONE),
    Mailed("\N{FULLWIDTH LATIN CAPITAL LETTER E}7 E\N{FULLWIDTH DIGIT SIX}\nend", ONE),
    Mailed("Fl0 G10\nend", ("F10-G10", "end"), says="read as"),
    Mailed("FIO GIO", ("F10-G10",), says="read as"),
    # Greetings, sign-offs, headings and prose.
    Mailed("Hi Ben,\n\nE7 E6\nD7 D6\nend\n\nBest regards,\nAda", BOTH, style="gmail"),
    Mailed("Hi Ben,\n\nE7 E6\nend\n\nBest regards,\nAda", ONE, page=True),
    Mailed("Hallo Ben,\n\nE7 E6\nend\n\nViele Grüße\nAda", ONE, style="gmail de"),
    Mailed("Guten Abend,\nE7 E6\nend\nMit freundlichen Grüßen\nAda", ONE, style="outlook de"),
    Mailed("Bonjour Ben,\nE7 E6\nend\nCordialement,\nAda", ONE, style="gmail fr"),
    Mailed("Salut,\nE7 E6\nend", ONE, style="iphone fr"),
    Mailed("Hola Ben:\n\nE7 E6\nend\n\nUn saludo,\nAda", ONE, style="gmail es"),
    Mailed("Hoi Ben,\nE7 E6\nend\nMet vriendelijke groet,\nAda", ONE, style="apple"),
    Mailed("Ciao Ben,\nE7 E6\nend\nCordiali saluti,\nAda", ONE, style="thunderbird"),
    Mailed("Best,\nE7 E6\nend", ONE),
    Mailed("E7 E6\nend\nBR\nDrew", ONE, style="android"),
    Mailed("Love, Ada\nE7 E6\nend\nNed", ONE),
    Mailed("Place your bets\nE7 E6\nend", ONE),
    Mailed("Turn 1\nE7 E6\nend", ONE),
    Mailed("My orders for turn 1:\nE7 E6\nend", ONE),
    Mailed("Move:\nE7 E6\nend", ONE),
    Mailed("I think your F4 is in trouble\nE7 E6\nend", ONE),
    Mailed("That was a lucky shot last time!\nE7 E6\nend", ONE),
    Mailed("I don't want to resign yet\nE7 E6\nend", ONE),
    Mailed("No draw please\nE7 E6\nend", ONE),
    # What nothing undoes.
    Mailed("I resign", ("resign",), says="Answer this mail with YES"),
    Mailed("draw?", stops=(1,), says="it is a question, and no order"),
    Mailed("E7 E6\nend?", stops=(2,), says="it is a question, and no order"),
    Mailed("Should I resign?", says="no orders in your mail"),
    Mailed("E7 E6\nD7 D6\nUNDO", stops=(3,), says="cannot be taken back"),
    # Quotations.
    Mailed("Was that right?\n> E7 E6\n> D7 D6\n> end", stops=(2, 3, 4), says="in the quotation"),
    Mailed("E7 E6\nend\n\nOn Mon, Nov 23, 2026 at 8:00 PM Ada wrote:\nD7 D6", ONE, style="outlook"),
]


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return Table(tmp_path_factory.mktemp("begun"), "stratego_waterloo", "hasty mails")


@pytest.mark.parametrize("mailed", MAILS, ids=[" / ".join(each.body.split("\n")) for each in MAILS])
def test_what_hasty_players_mail(begun: Table, tmp_path, mailed: Mailed) -> None:
    came = came_of(begun, tmp_path, mailed)
    assert (came.plays, came.stops) == (mailed.plays, mailed.stops)
    assert mailed.says in came.answer
