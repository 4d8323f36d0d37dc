"""NAME and ADDRESS: what a player is called, and the addresses he writes from and receives at."""

from __future__ import annotations

import unicodedata

from sqlalchemy.orm import Session

from pbem.addresses import postal
from pbem.commands.answers import Reply
from pbem.commands.queries import Asker
from pbem.games import letters, questions
from pbem.inbound.lines import LASTING, UNDO, WORDS
from pbem.inbound.press import OPENING
from pbem.reports.document import echoed
from pbem.rulesets.sentences import listed
from pbem.runtime.context import Context
from pbem.store import outbox, people
from pbem.store.people import LONGEST_NAME, NotDone

MOST_ADDRESSES = 5
NO_NAMES = frozenset({*WORDS, *LASTING, *OPENING, UNDO, "CLAIM", "DRAW", "END", "RESIGN", "YES"})
ASKED_A_DAY = 3
BAD_NAME = (
    "a name has letters of one alphabet, with blanks, dots, hyphens or apostrophes between them, "
    f"{LONGEST_NAME} signs at most, and begins with no command: NAME Ada Lovelace"
)


def name(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`NAME Ada Lovelace`: what reports call a player from now on."""
    if not rest:
        return Reply("ok", f"you are called {asker.player.name}; NAME Ada Lovelace changes that")
    wanted = unicodedata.normalize("NFC", rest)
    if not people.is_name(wanted, NO_NAMES):
        return Reply("no", BAD_NAME)
    if " " in wanted and wanted.isupper():
        # A whole line in capitals may be a sentence of somebody who shouts.
        return Reply("no", "write the name as it shall stand in reports, not all in capitals: NAME Ada Lovelace")
    if people.name_taken(session, wanted, beside=asker.player):
        return Reply("no", f"somebody here is called {wanted} already, or nearly so; add a word or a number to it")
    asker.player.name = wanted
    session.flush()
    return Reply("ok", f"you are called {wanted} from now on, in all your games")


def address(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """`ADDRESS`, `ADDRESS ADD x`, `ADDRESS USE x`, `ADDRESS DROP x`: the addresses of a player."""
    verb, _, typed = rest.partition(" ")
    if not verb:
        return Reply("ok", _told(session, asker))
    wanted = postal.known_as(typed.strip().strip("<>,;"))
    if wanted is None or postal.sent_to(wanted) is None:
        return Reply("no", f'"{echoed(typed)}" is not an address that mail can be sent to')
    try:
        return _VERBS[verb.upper()](session, context, asker, wanted)
    except NotDone as error:
        return Reply("no", str(error))


def _told(session: Session, asker: Asker) -> str:
    first, *others = people.addresses_of(session, asker.player)
    told = f"your mail goes to {first}"
    return f"{told}, and you may write from {listed(others)} too" if others else f"{told}; ADDRESS ADD adds another"


def _add(session: Session, context: Context, asker: Asker, wanted: str) -> Reply:
    """Asked about at both addresses: whoever forged a mail of the player reads neither, or only his own."""
    mine = people.addresses_of(session, asker.player)
    if wanted in mine:
        return Reply("ok", f"{wanted} is yours already")
    if wanted.partition("@")[2] == context.settings.mail_domain.lower():
        return Reply("no", f"{wanted} is an address of this server")
    if len(mine) >= MOST_ADDRESSES:
        return Reply("no", f"{MOST_ADDRESSES} addresses at most; ADDRESS DROP takes one away")
    if questions.asked_lately(session, asker.player, questions.ADDRESS) >= ASKED_A_DAY:
        return Reply("no", f"{ASKED_A_DAY} addresses a day can be asked about; try again tomorrow")
    if not outbox.may_reply(session, wanted, "address"):
        return Reply("no", f"{wanted} was asked today already; try again tomorrow")
    questions.ask_about_address(session, context, asker.player, asker.writes_from, wanted)
    return Reply("ok", f"two mails are on their way, to {asker.player.address} and to {wanted}: answer YES to both")


def _use(session: Session, context: Context, asker: Asker, wanted: str) -> Reply:
    before = asker.player.address
    if wanted == before:
        return Reply("ok", f"your mail goes to {wanted} already")
    if wanted not in people.addresses_of(session, asker.player):
        return Reply("no", f"{wanted} is not known as yours; ADDRESS ADD {wanted} comes first")
    people.use_address(session, asker.player, wanted)
    told = (
        f"Your mail from here goes to {wanted} from now on, as a mail in your name asks.",
        f"ADDRESS USE {before} undoes it.",
    )
    letters.letter(session, context, before, "[pbem] your mail goes elsewhere", told, "address-used")
    return Reply("ok", f"your mail goes to {wanted} from now on; you may write from {before} as before")


def _drop(session: Session, context: Context, asker: Asker, wanted: str) -> Reply:
    if wanted == asker.player.address:
        return Reply("no", f"your mail goes to {wanted}; ADDRESS USE another of yours first")
    people.drop_address(session, asker.player, wanted)
    return Reply("ok", f"what comes from {wanted} is not yours any more")


_VERBS = {"ADD": _add, "USE": _use, "DROP": _drop}
