"""Waterloo on a grid by mail, as hasty players write: Blue's first turn, the dice I I - I C."""

from __future__ import annotations

import pytest
from mailed_turns import Mailed, Table, came_of

ONE = ("BI4 f1", "end")
TWO = ("BI4 f2", "end")
UNREAD = "not understood"
QUESTION = "it is a question, and no order"

MAILS = [
    # Plain, and in other forms.
    Mailed("I2 f2\nL1 f2\nend", ("I2 f2", "L1 f2", "end"), says="ends in B6"),
    Mailed("BI3 forward 2", ("BI3 f2",)),
    Mailed("I4: f2", ("I4 f2",)),
    Mailed("I4 forward\nend", ("I4 f1", "end")),
    Mailed("BI4 moves forward 1 cell\nend", ONE),
    Mailed("please move BI4 forward 2\nend", TWO),
    Mailed("my L1 left", ("L1 left",)),
    Mailed("my H1 left", ("H1 left",)),
    Mailed("BI4 f2; BL1 f2; end", ("BI4 f2", "BL1 f2", "end")),
    Mailed("1) BI4 f1\n2) end", ONE),
    Mailed("– BI4 f1\n– END.", ONE),
    Mailed("* BI4 f1   # towards the farm\n* end", ONE),
    Mailed("BI4 foward 1\nend", ONE, says="read as"),
    Mailed("BI4 forwrad 1\nend", ONE, says="read as"),
    # Read, and judged by the rules.
    Mailed("Cavalry H2 f3\nBI4 f1\nend", stops=(1,), says="BH2 would enter H8, where BA3 stands"),
    Mailed("Artillery BA1 fire C6\nend", stops=(1,), says="BA1 needs an A"),
    Mailed("guns RA2 fire H8", stops=(1,), says="is your opponent's"),
    Mailed("BI44 f1\nend", stops=(1,), says='did you mean "BI4 f1"'),
    Mailed("BI4 f9\nend", stops=(1,), says="too many actions"),
    Mailed("BI4 f1\nend\nL1 f2", stops=(3,), says='it stands below "end"'),
    # One line that is not understood stops the mail.
    Mailed("BI4 f2\nBL1 f2\nmove I2 two cells north\nend", stops=(3,), says='unknown action "two"'),
    Mailed("BI4 f2\ninfantry 1 f\nend", stops=(2,), says=UNREAD),
    Mailed("Picton f2\nend", stops=(1,), says=UNREAD),
    Mailed("B12 f2\nend", stops=(1,), says='did you mean "BI2 f2" or "BL2 f2"'),
    Mailed("Bl2 f2\nend", stops=(1,), says='did you mean "BI2 f2" or "BL2 f2"'),
    Mailed("B A1 fire C6\nend", stops=(1,), says='did you mean "BA1 fire C6"'),
    Mailed("BI4 f2, BL1 f2, end", stops=(1,), says="every unit has a line of its own"),
    Mailed("I4 f1 2\nend", stops=(1,), says=UNREAD),
    Mailed("I4 north\nend", stops=(1,), says=UNREAD),
    Mailed("infantry on J8 forward 1\nend", stops=(1,), says=UNREAD),
    Mailed("could you move BI4 forward 1 please?\nend", stops=(1,), says=UNREAD),
    Mailed("BI4 f\n1\nend", stops=(2,), says=UNREAD),
    Mailed("BI4 f1\nedn", stops=(2,), says=UNREAD),
    Mailed("CHECK\nBI4 f1\nB12 f2\nend", stops=(3,), says='did you mean "BI2 f2" or "BL2 f2"'),
    Mailed("CHECK\nBI4 f1\nend", says="orders checked: 2 ok"),
    Mailed("CHECK BI4 f1", says="orders checked: 1 ok"),
    # Wrapped by a mail program.
    Mailed("BI4 f1 or\nleft\nend", ("BI4 f1 or left", "end"), style="outlook"),
    # Signs that look alike.
    Mailed("B14 f2\nend", TWO, says="read as"),
    Mailed("Bl4 f2\nend", TWO, says="read as"),
    Mailed("BI4 fl\nend", ONE, says="read as"),
    Mailed("BAl fire C6\nend", stops=(1,), says="BA1 needs an A"),
    Mailed("\N{CYRILLIC CAPITAL LETTER VE}I4 f1\nend", ONE, says="read as"),
    Mailed("\N{FULLWIDTH LATIN CAPITAL LETTER B}I4 f\N{FULLWIDTH DIGIT ONE}\nend", ONE),
    Mailed("BI4\N{NO-BREAK SPACE}f1\nend", ONE),
    # Greetings, sign-offs, headings and prose.
    Mailed("Hi,\nBI4 f1\nend", ONE),
    Mailed("Hi!\nBI4 f1\nend", ONE, style="iphone"),
    Mailed("Gl\nBI4 f1\nend", ONE, style="android"),
    Mailed("GL!\nBI4 f1\nend", ONE),
    Mailed("Best,\nBI4 f1\nend", ONE),
    Mailed("BI4 f1\nend\nBest,\nAda", ONE, style="apple"),
    Mailed("Hi Ben,\n\nBI4 f1\nend\n\nRegards,\nAda", ONE, page=True),
    Mailed("Hallo Ben,\nBI4 f1\nend\nMit freundlichen Grüßen\nAda", ONE, style="thunderbird de"),
    Mailed("Moin,\nBI4 f1\nend", ONE, style="outlook de"),
    Mailed("Bonjour,\nBI4 f1\nend\nBien à toi,\nAda", ONE, style="outlook fr"),
    Mailed("Salut Ben,\nBI4 f1\nend\nAmicalement", ONE, style="thunderbird fr"),
    Mailed("Hola,\nBI4 f1\nend\nUn abrazo,\nAda", ONE, style="iphone es"),
    Mailed("Buenas tardes,\nBI4 f1\nend\nSaludos", ONE, style="outlook es"),
    Mailed("Ciao,\nBI4 f1\nend\nA presto\nAda", ONE, style="gmail"),
    Mailed("Dag Ben,\nBI4 f1\nend\nGroetjes,\nAda", ONE, style="apple de"),
    Mailed("West\nBI4 f1\nend", ONE),
    Mailed("Place your bets\nBI4 f1\nend\nNed", ONE),
    Mailed("Turn 1\nBI4 f1\nend", ("turn 1", *ONE)),
    Mailed("My moves for turn 1:\nBI4 f1\nend", ONE),
    Mailed("I think your I5 is in trouble\nBI4 f1\nend", ONE),
    Mailed("Your guns at A2 worry me.\nBI4 f1\nend", ONE),
    Mailed("That was lucky, wasn't it?\nBI4 f1\nend", ONE),
    Mailed("Could you tell me your time zone?\nBI4 f1\nend", ONE),
    # What nothing undoes.
    Mailed("resign", ("resign",), says="Answer this mail with YES"),
    Mailed("BI4 f1\nend?", stops=(2,), says=QUESTION),
    # Quotations.
    Mailed("ok like this?\n> BI4 f1\n> end", stops=(2, 3), says="in the quotation"),
    Mailed("BI4 f1\nend\n\n-- \nAda\nBI3 f2", ONE),
]


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return Table(tmp_path_factory.mktemp("begun"), "waterloo_grid", "af")


@pytest.mark.parametrize("mailed", MAILS, ids=[" / ".join(each.body.split("\n")) for each in MAILS])
def test_what_hasty_players_mail(begun: Table, tmp_path, mailed: Mailed) -> None:
    came = came_of(begun, tmp_path, mailed)
    assert (came.plays, came.stops) == (mailed.plays, mailed.stops)
    assert mailed.says in came.answer
