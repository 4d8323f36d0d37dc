"""Mails of players in a hurry to Waterloo (1895): what is played, and which lines stop a mail."""

from __future__ import annotations

import pytest
from hasty import ADA, BEN, Mail, Table, answered, copied, laid

# The throw is 1-5-5, Napoleon is to move.
SEED = "table 1074"
TABLES = {
    "usual": Table("waterloo1895", SEED, first=((ADA, "place default"), (BEN, "place default"))),
    "set-up": Table("waterloo1895", SEED),
}
SET = ("N1 1 S26", "N2 5 J26", "N3 5 L26")
TYPED = "N1 1 S26\nN2 5 J26\nN3 5 L26"

MAILS = {
    # --- Greetings and endings of five languages, in as many programs
    "best regards": Mail(f"{TYPED}\n\nbest regards,\nAda", SET),
    "Best": Mail(f"Hi Ben,\n\n{TYPED}\n\nBest,\nAda", SET, style="Outlook"),
    "Best wishes": Mail(f"{TYPED}\nBest wishes", SET, style="Apple Mail"),
    "Best of luck": Mail(f"{TYPED}\n\nBest of luck!", SET, style="Thunderbird"),
    "Love": Mail(f"{TYPED}\n\nLove, Ada", SET, style="iPhone"),
    "BR": Mail(f"{TYPED}\n\nBR", SET, style="Outlook, HTML"),
    "Drew": Mail(f"{TYPED}\n\nDrew", SET, style="Android"),
    "Alto": Mail(f"{TYPED}\n\nAlto", SET, style="Gmail, text"),
    "West, Test": Mail(f"West\n{TYPED}\nTest", SET, style="Outlook, phone"),
    "Place your bets": Mail(f"Place your bets, Ben!\n{TYPED}\nPost scriptum", SET, style="iPhone"),
    "German": Mail(f"Hallo Ben,\n\nhier meine Züge:\n\n{TYPED}\n\nViele Grüße\nAda", SET, style="Outlook, German"),
    "German, phone": Mail(f"Moin!\n{TYPED}\nLG Ada", SET, style="iPhone, German"),
    "German, Thunderbird": Mail(f"{TYPED}\n\nMit freundlichen Grüßen\nAda", SET, style="Thunderbird, German"),
    "French": Mail(f"Bonjour Ben,\n\n{TYPED}\n\nCordialement,\nAda", SET, style="Outlook, French"),
    "French, phone": Mail(f"Salut\n\n{TYPED}\n\nBonne chance !\nBisous", SET, style="iPhone, French"),
    "Spanish": Mail(f"Hola Ben:\n\n{TYPED}\n\nUn saludo,\nAda", SET, style="Gmail, Spanish"),
    "Spanish, phone": Mail(f"Buenas\n{TYPED}\nsaludos", SET, style="iPhone, Spanish"),
    "Dutch": Mail(f"Beste Ben,\n\n{TYPED}\n\nMet vriendelijke groet,\nAda", SET, style="Gmail, Dutch"),
    "Italian": Mail(f"Ciao Ben,\n\n{TYPED}\n\nA presto!", SET, style="Gmail, Italian"),
    "a business card": Mail(
        f"{TYPED}\n\nKind regards\nAda Smith\nHead of Sales\n12 Station Road\nTel. +44 20 7946 0958",
        SET,
        style="Outlook",
    ),
    "a card that names a spot": Mail(f"{TYPED}\n\nKind regards\nAda\n12 Station Road, B12 8QX", stops=(7,)),
    # --- Words of the game in other forms
    "prose": Mail(
        "I move N1 to S26.\nMove N2 5 spots to J26.\nAnd N3 5 to L26 please.",
        ("N1 to S26", "N2 5 J26", "N3 5 L26"),
        style="iPhone",
    ),
    "greeting before the order": Mail("Hi Ben, N1 1 S26\nN2 5 J26\nN3 5 L26, thanks!", SET),
    "our own notation": Mail(
        "N1 S27-S26 (1)\nN2 P26-J26 (5)\nN3 R26-L26 (5)",
        ("N1 S27-S26 (1)", "N2 P26-J26 (5)", "N3 R26-L26 (5)"),
        style="Gmail, German",
    ),
    "heading": Mail(f"Turn 1\n\n{TYPED}", SET),
    "heading, Move": Mail(f"Move 1:\n{TYPED}\n", SET, style="Apple Mail, German"),
    "bullets": Mail("1. N1 1 S26\n2. N2 5 J26\n3. N3 5 L26", SET, style="Outlook, HTML"),
    "semicolons": Mail("N1 1 S26; N2 5 J26; N3 5 L26", SET, style="Apple Mail"),
    "commas": Mail("n1 1 s26, n2 5 j26, n3 5 l26", SET, style="iPhone"),
    "dashes and no-break spaces": Mail("N1\u00a01 → S26\nN2 5 – J26\nN3\u202f5 L26", SET, style="Apple Mail, French"),
    "from spot to spot": Mail(
        "S27 -> S26\nP26-J26\nR26 to L26", ("S27 to S26", "P26 to J26", "R26 to L26"), style="Gmail, French"
    ),
    "the die in words": Mail("N1 to S26 with the one\nN2 five J26\nN3 to L26 with 5", SET),
    "look-alikes": Mail("NI 1 S26\nN2 5 J26\nN3 5 L26", SET, says="N1"),
    "Cyrillic": Mail("\u041d1 1 S26\nN2 5 J26\nN3 5 L26", stops=(1,)),
    "full width": Mail("\uff2e\uff11 1 S26\nN2 5 J26\nN3 5 L26", SET),
    "O for nought": Mail("N1 1 S26\nN2 5 J26\nN3 5 M2O", stops=(3,), says="M20"),
    "wrapped": Mail("N1 1 S26, N2 5 J26,\nN3 5 L26", SET, style="Thunderbird"),
    "wrapped after to": Mail("N1 1 S26\nN2 5 to\nJ26\nN3 5 L26", SET, style="Thunderbird"),
    "comments": Mail("N1 1 S26 # off the hill\nN2 5 J26\nN3 5 L26 # and on", SET),
    "remarks between": Mail(
        f"Sorry for the delay!\n\n{TYPED}\n\nI think your W3 is in trouble.\nShould I resign?", SET, style="Gmail, text"
    ),
    # --- What was not understood
    "the third line": Mail("N1 1 S26\nN2 5 J26\nN3 six L62\nthanks, Ada", stops=(3,), says="no spot"),
    "the third line, misspelt": Mail("N1 1 S26\nN2 5 J26\nN3 5 L2", stops=(3,), says="L26", style="iPhone, German"),
    "no such spot": Mail("N1 1 S26\nN2 5 J62\nN3 5 L26", stops=(2,), says="J26", style="Outlook, phone"),
    "run together": Mail("N1 1 S26\nN2 5 J26\nN35L26", stops=(3,), says="N3 L26"),
    "piece without letter": Mail("1 1 S26\nN2 5 J26\nN3 5 L26", stops=(1,), says="not understood"),
    "a city's hill, misspelt": Mail("N1 1 S26\nN2 5 J26\nN3 to ligni", stops=(3,), says="ligny"),
    "half a hill": Mail("N2 5 J26\nN3 5 L26\nN1 to Paris Hil", stops=(3,), says="Paris Hill"),
    "a part between semicolons": Mail("N1 1 S26; N2 5 J26; N3 6 L2X", stops=(1,)),
    "cut off": Mail("N1 1 S26\nN2 5 J26\nN3 5 to", stops=(3,)),
    "a number too many": Mail("N1 1 S26\nN2 5 J26\nN3 5 L26 2", stops=(3,)),
    "a question": Mail("N1 1 S26\nN2 5 J26\nN3 5 L26?", stops=(3,), says="question"),
    "a name between": Mail("N1 1 S26\nN2 5 J26\nN3 advances again\nN3 5 L26", stops=(3,)),
    # --- Order of lines, CHECK, and what is asked about
    "another order of the lines": Mail("N3 5 L26\nN2 5 J26\nN1 1 S26", stops=(1,), says="N2 5 J26"),
    "CHECK above": Mail(f"CHECK\n{TYPED}\nbest regards", says="can be played", style="iPhone"),
    "CHECK on the line": Mail("CHECK N1 1 S26\nN2 5 J26\nN3 5 L26", says="can be played"),
    "CHECK above a slip": Mail("Check please\nN1 1 S26\nN2 5 J26\nN3 5 L2", stops=(4,), says="L26"),
    "resign": Mail("I resign.\n\nGood game!\nAda", keeps=("resign",), says="YES", style="iPhone"),
    "resign, misspelt": Mail("resing\n\nGood game!\nAda", stops=(1,), says="resign"),
    "undo": Mail("Can I take back my move?", stops=(1,), says="CHECK"),
    # --- Set-ups
    "set-up": Mail("place default\nBest regards,\nAnna", plays=("place default",), table="set-up"),
    "set-up, prose": Mail(
        "Hello!\nplace default\nplace N4 U22\n\nLove, Ada", plays=("place default", "place N4 U22"), table="set-up"
    ),
    "set-up, Cyrillic": Mail(
        "pl\u0430ce default\n\nCheers", plays=("place default",), table="set-up", style="Outlook, French"
    ),
    "set-up, a slip": Mail("place default\nplace N4 U2", stops=(2,), says="U2", table="set-up", style="iPhone"),
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
