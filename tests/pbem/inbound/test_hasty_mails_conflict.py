"""Mails of players in a hurry to Conflict: what is played, and which lines stop a mail."""

from __future__ import annotations

import pytest
from hasty import Mail, Table, answered, copied, laid

# Red is to move. The throws: 4-2; 5-2, which is a seven; 2-2 and 3-5.
TABLES = {
    "usual": Table("conflict", "table 36"),
    "seven": Table("conflict", "table 48"),
    "doubles": Table("conflict", "table 2616"),
}
TYPED = "ar1 4 d2 e2 f3 g4\nbs1 2 d4 e5"
SET = ("ar1 4 d2 e2 f3 g4", "bs1 2 d4 e5")
GOING = ("ar1 4 to g4", "bs1 2 to e5")
SEVEN = "ar1 5 d2 e2 f3 g4 h5\nbs1 2 d4 e5"
SEVEN_SET = ("ar1 5 d2 e2 f3 g4 h5", "bs1 2 d4 e5")

MAILS = {
    # --- Greetings and endings of six languages, in as many programs
    "best regards": Mail(f"{TYPED}\n\nbest regards,\nAda", SET),
    "Best": Mail(f"Hi Ben,\n\n{TYPED}\n\nBest,\nAda", SET, style="Outlook"),
    "Love": Mail(f"Hi,\n{TYPED}\n\nLove, Ada", SET, style="iPhone"),
    "BR": Mail(f"{TYPED}\n\nBR", SET, style="Outlook, HTML"),
    "Gl": Mail(f"Gl!\n{TYPED}", SET, style="Android"),
    "Best of luck": Mail(f"{TYPED}\nBest of luck", SET, style="Apple Mail"),
    "West, Test": Mail(f"West\n{TYPED}\nTest", SET, style="Outlook, phone"),
    "Place your bets": Mail(f"Place your bets!\n{TYPED}\nPost scriptum", SET, style="iPhone"),
    "German": Mail(f"Hallo Ben,\n\nhier meine Züge:\n\n{TYPED}\n\nViele Grüße\nAda", SET, style="Outlook, German"),
    "German, phone": Mail(f"Servus\n{TYPED}\nLG Ada", SET, style="iPhone, German"),
    "German, Thunderbird": Mail(f"{TYPED}\n\nMit freundlichen Grüßen\nAda", SET, style="Thunderbird, German"),
    "French": Mail(f"Bonjour Ben,\n\n{TYPED}\n\nCordialement,\nAda", SET, style="Outlook, French"),
    "French, phone": Mail(f"Salut\n{TYPED}\nBonne chance !\nBises", SET, style="iPhone, French"),
    "Spanish": Mail(f"Hola Ben:\n\n{TYPED}\n\nUn abrazo,\nAda", SET, style="Outlook, Spanish"),
    "Spanish, phone": Mail(f"Buenas tardes\n{TYPED}\ngracias", SET, style="iPhone, Spanish"),
    "Dutch": Mail(f"Hoi Ben,\n\n{TYPED}\n\nGroetjes,\nAda", SET, style="Gmail, Dutch"),
    "Italian": Mail(f"Ciao Ben,\n\n{TYPED}\n\nUn caro saluto", SET, style="Gmail, Italian"),
    "a business card": Mail(
        f"{TYPED}\n\nKind regards\nAda Smith\nHead of Sales\n12 Station Road\nTel. +44 20 7946 0958",
        SET,
        style="Outlook",
    ),
    # --- Words of the game in other forms
    "prose": Mail("I move ar1 4 to g4.\nAnd bs1 2 to e5 please.", GOING, style="iPhone"),
    "with the die": Mail("Move artillery 1 to g4 with the 4\nbattleship 1 goes to e5 with the two", GOING),
    "to without a die": Mail("ar1 to g4\nbs1 to e5", ("ar1 to g4", "bs1 to e5"), style="Apple Mail"),
    "a greeting before the order": Mail("Hi Ben, ar1 4 to g4\nbs1 2 to e5, thanks!", GOING),
    "labels of the map": Mail(
        "Ra1 4 d2 e2 f3 g4\nRb1 2 d4 e5", ("ra1 4 d2 e2 f3 g4", "rb1 2 d4 e5"), style="Thunderbird"
    ),
    "our own notation": Mail("ar1 (4) d2-e2-f3-g4\nbs1 (2) enters d4-e5", SET, style="Gmail, German"),
    "compass": Mail("ar1 4 e e ne ne\nbs1 2ne", stops=(1,)),
    "heading, Move": Mail(f"Move:\n{TYPED}", SET),
    "heading, Turn": Mail(f"Turn 1\n{TYPED}", SET, style="Apple Mail, German"),
    "bullets": Mail("- ar1 4 d2 e2 f3 g4\n- bs1 2 d4 e5", SET, style="Outlook, HTML"),
    "numbered": Mail("1) ar1 4 d2 e2 f3 g4\n2) bs1 2 d4 e5", SET, style="Gmail, text"),
    "semicolons": Mail("ar1 4 d2 e2 f3 g4; bs1 2 d4 e5", SET, style="iPhone"),
    "capitals": Mail("AR1 4 D2 E2 F3 G4\nBS1 2 D4 E5", SET, style="Gmail, French"),
    "dashes and no-break spaces": Mail("ar1\u00a04 d2–e2–f3–g4\nbs1\u202f2 d4 → e5", SET, style="Apple Mail, French"),
    "look-alikes": Mail("arl 4 d2 e2 f3 g4\nbs1 2 d4 e5", SET, says="ar1"),
    "Cyrillic": Mail("\u0430r1 4 d2 \u04352 f3 g4\nbs1 2 d4 e5", SET),
    "full width": Mail("\uff41\uff521 4 d2 e2 f3 g4\nbs1 2 d4 e5", SET),
    "wrapped": Mail("ar1 4 d2 e2 f3\ng4\nbs1 2 d4 e5", stops=(1, 2), says="not understood"),
    "wrapped after to": Mail("ar1 4 to\ng4\nbs1 2 to e5", GOING, style="Thunderbird"),
    "wrapped after a dash": Mail("ar1 4 d2-e2-f3-\ng4\nbs1 2 d4-e5", SET, style="Outlook, phone"),
    "comments": Mail("ar1 4 d2 e2 f3 g4 # the bridge\nbs1 2 d4 e5", SET),
    "remarks": Mail(
        f"Sorry for the delay!\n\n{TYPED}\n\nI think your gun is in trouble.\nShould I resign?",
        SET,
        style="Gmail, Spanish",
    ),
    "press": Mail(
        f"{TYPED}\npress green: I resign if you take f3; ok? ar1 4",
        (*SET, "press green: I resign if you take f3; ok? ar1 4"),
    ),
    "below the end": Mail(f"{TYPED}\nend\n\nCheers,\nAda", (*SET, "end"), style="iPhone"),
    # --- What was not understood
    "the third line": Mail(f"{TYPED}\nar2 to\n\nthanks, Ada", stops=(3,), says="not understood"),
    "the second line, a square misspelt": Mail(
        "ar1 4 d2 e2 f3 g4\nbs1 2 d4 e55", stops=(2,), says="e5", style="iPhone"
    ),
    "no such piece": Mail("ar1 4 d2 e2 f3 g4\nbs11 2 d4 e5", stops=(2,), says="bs1"),
    "run together": Mail("ar14d2e2f3g4\nbs1 2 d4 e5", stops=(1,), says="not understood"),
    "a number too many": Mail("ar1 4 d2 e2 f3 g4 2\nbs1 2 d4 e5", stops=(1,)),
    "a part between semicolons": Mail("ar1 4 d2 e2 f3 g4; bs1 2 e", stops=(1,)),
    "a question": Mail("ar1 4 d2 e2 f3 g4\nbs1 2 d4 e5?", stops=(2,), says="question"),
    "an order below the end": Mail("ar1 4 d2 e2 f3 g4\nend\nbs1 2 d4 e5", stops=(3,)),
    "orders in words": Mail("my artillery goes north east\nbs1 2 d4 e5", stops=(1,)),
    "plain words below orders": Mail(f"{TYPED}\naa one square up\n\nthanks, Ada", stops=(3,), says="not understood"),
    "plain words above orders": Mail(f"Hi Ben, aa one square up\n{TYPED}", stops=(1,), style="iPhone"),
    # --- CHECK, and what is asked about
    "CHECK above": Mail(f"CHECK\n{TYPED}\nbest regards", says="can be played", style="iPhone"),
    "CHECK on the line": Mail("CHECK ar1 4 d2 e2 f3 g4\nbs1 2 d4 e5", says="can be played"),
    "CHECK above a slip": Mail("Check please\nar1 4 d2 e2 f3 g4\nbs1 2 d4 e55", stops=(3,), says="e5"),
    "resign": Mail("I resign.\n\nGood game!\nAda", keeps=("resign",), says="YES", style="iPhone"),
    "resign, misspelt": Mail("resing\n\nGood game!\nAda", stops=(1,), says="resign"),
    "undo": Mail("Can I take back my move?", stops=(1,), says="CHECK"),
    # --- Sevens
    "seven, prose": Mail(
        f"Hi Ada. I take pl2 out of reserve.\n{SEVEN}", ("reserve pl2", *SEVEN_SET), table="seven", style="iPhone"
    ),
    "seven, misspelt": Mail(f"reserv pl2\n{SEVEN}\n\nBest,\nAda", ("reserve pl2", *SEVEN_SET), table="seven"),
    "seven, please": Mail(
        f"Reserve: plane 2 please\n{SEVEN}", ("reserve pl2", *SEVEN_SET), table="seven", style="Outlook"
    ),
    "seven, airplane": Mail(f"reserve airplane 2\n{SEVEN}", ("reserve pl2", *SEVEN_SET), table="seven"),
    "seven, under CHECK": Mail(f"CHECK\n{SEVEN}", says="can be played", table="seven"),
    "seven, no such piece": Mail(f"Hi Ada. I take pl3 out of reserve.\n{SEVEN}", stops=(1,), says="pl3", table="seven"),
    # --- Doubles
    "doubles": Mail(
        "ar1 2 d2 e2\nbs1 2 d4 e5\nthrow 2\nar2 5 d2 e3 f3 g4 h5\nar3 3 b4 b5 b6\n\nthanks",
        ("ar1 2 d2 e2", "bs1 2 d4 e5", "throw 2", "ar2 5 d2 e3 f3 g4 h5", "ar3 3 b4 b5 b6"),
        table="doubles",
    ),
    "doubles, heading": Mail(
        "1st throw:\nar1 2 d2 e2\nbs1 2 d4 e5\n2nd throw:\nar2 5 d2 e3 f3 g4 h5\nar3 3 b4 b5 b6",
        ("throw 1", "ar1 2 d2 e2", "bs1 2 d4 e5", "throw 2", "ar2 5 d2 e3 f3 g4 h5", "ar3 3 b4 b5 b6"),
        table="doubles",
        style="Outlook, German",
    ),
}


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tables")
    for name, table in TABLES.items():
        laid(table, folder / name)
    return folder


@pytest.mark.parametrize("name", MAILS)
def test_a_hasty_mail(tables, tmp_path, name):
    mail = MAILS[name]
    with copied(tables / mail.table, tmp_path / "data", TABLES[mail.table]) as server:
        became = answered(server, TABLES[mail.table].player, mail)
    assert (became.plays, became.keeps, became.stops) == (mail.plays, mail.keeps, mail.stops), became.answer
    assert mail.says in " ".join(became.answer.split())
