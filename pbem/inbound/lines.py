"""Telling commands, orders and chatter apart, line by line. Nothing is dropped: every line ends up in one of the three.

A line is a command when it begins with a command word and what follows fits that word; otherwise it is an order if
the rule set says that it looks like one; otherwise it is chatter, and is listed in the answer as not read. Where a
command says `name=below`, the lines that follow belong to it, down to a line END or the end of the mail; so do words to
other players (`pbem.inbound.press`). What follows CHECK or AHEAD on its line may be an order; whoever asks for a move
back is heard in his own words.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

import msgspec

from core.contract import Level
from pbem.inbound import loosely, press
from pbem.inbound.press import SAY
from pbem.inbound.quotes import OwnLine
from pbem.nearest import by_form, one_slip
from pbem.reading.phrases import is_courtesy
from pbem.rulesets import names
from pbem.rulesets.lexing import lines_of_letter
from pbem.rulesets.rulebooks import clauses

# A word is mended where one letter is wrong, missing or too many, or two are exchanged; a word alone has to be longer.
SHORTEST_TYPO = 3
SHORTEST_TYPO_ALONE = 4

_NOTHING = re.compile(r"$")
_WHICH_GAMES = re.compile(r"(open|mine|watch)?$", re.IGNORECASE)
# A game's name, also with a blank before its number.
_GAME = re.compile(r"[\w.-]*( [0-9]{1,9})?$")
_TOPIC = re.compile(r"[\w.-]*( [\w.-]+){0,2}$")
# A rule set or a game, also with a blank in its name.
_BOOK = re.compile(r"[\w.-]*( [\w.-]+)?$")
# A game, then a place or point and how much larger: `marengo7 flip`, `3500,3200 zoom 4`, `LHS zoom 8`.
_WAYS = r"( (flip|print)){0,2}$"
_PART = re.compile(r"[\w.-]*( [\w.-]+)?( ?[0-9]{1,5} ?, ?[0-9]{1,5})?( zoom ?[0-9]{1,2})?" + _WAYS, re.IGNORECASE)
_ON_OFF = re.compile(r"(on|off)?$", re.IGNORECASE)
# Days have a number or one of these words; "away with your cavalry" has not.
_DAYS = re.compile(
    r"$|(?=.*([0-9]|\b(today|tomorrow|mon|tue|wed|thu|fri|sat|sun|heute|morgen|demain|domani|mañana)))[^?!]{1,80}$",
    re.I,
)
# `claim`, `Claim the win!`, `wait waterloo3`, `robot`: what is said about somebody silent, and no sentence.
_ABOUT_SILENT = re.compile(
    r"((the )?(win|victory|game|computer)|robot|plays?( on)?|please)?( ?[\w.-]*[0-9]{1,9})?$", re.IGNORECASE
)
_ZONE = re.compile(r"([a-z_]+(/[\w+ -]+){0,2})?$", re.IGNORECASE)
_ANYTHING = re.compile(r".*$")
_HAS_BELOW = re.compile(r"= ?below\b", re.IGNORECASE)
_END_OF_BELOW = re.compile(r"\s*end\W*$", re.IGNORECASE)
# `waterloo1`, as every game is called: what follows a misspelt word where the games are not known.
_GAMES_NAME = re.compile(r"[a-z]+[0-9]+$", re.IGNORECASE)
_POINT = re.compile(r"([0-9]{1,5} ?, ?[0-9]{1,5})?( ?zoom ?[0-9]{1,2})?( ?(flip|print)){0,2}$", re.IGNORECASE)
_PLEASE_BEFORE = re.compile(r"(please|pls|bitte)\W+", re.IGNORECASE)
_PLEASE_AFTER = re.compile(r"(?<!\bword)(?<!\bas)[\s,]+(please|pls)\W*$|^(please|pls)\W*$", re.IGNORECASE)

_MOVE = r"(?:it|that|this|them|those|(?:my|the|that|this|last|previous)(?: \w+){1,2})"
_TAKEN_BACK = rf"(?:undo(?: .{{0,60}})?|take ?back(?: .{{0,40}})?|take {_MOVE} back(?: .{{0,40}})?)"
_UNDO = re.compile(
    rf"(?:(?:please|pls|sorry|oops|hi|hello)\W+)*"
    rf"(?:(?:can|could|may|might|shall|should|must|how (?:can|could|do)) (?:i|we) (?:\w+ ){{0,2}}"
    rf"|i (?:\w+ ){{0,4}})?{_TAKEN_BACK}\W*$",
    re.IGNORECASE,
)
UNDO = "UNDO"
CHECK, ODDS, AHEAD = loosely.CHECK, loosely.ODDS, loosely.AHEAD

# Alone on its line a word with a letter replaced is another word more often than a command: James, Chuck, Nice.
# CHECK and AHEAD are the exception, since what they stand above must not be played; these words then are none.
_ABOVE_ORDERS = {CHECK, ODDS, AHEAD}
_NO_CHECK = {"CHUCK", "CHICK", "CHEEK"}
_ORDERS_AHEAD = re.compile(r"(?:(?:my|these|the) )?orders ahead\W*$", re.IGNORECASE)

# Each command word with the form of what may follow it on its line.
WORDS = {
    "HELP": _TOPIC,
    "RULES": _BOOK,
    "NEW": _ANYTHING,
    "SERIES": _ANYTHING,
    "JOIN": _ANYTHING,
    "GAMES": _WHICH_GAMES,
    "HISTORY": _NOTHING,
    "RATING": _NOTHING,
    "EXPORT": _NOTHING,
    "CHECK": _NOTHING,
    "ODDS": re.compile(r"deep$|$", re.IGNORECASE),
    "HINT": _GAME,
    "PREVIEW": _GAME,
    "AHEAD": re.compile(r"off?$|$", re.IGNORECASE),
    "STATUS": _GAME,
    "MAP": _PART,
    "REPORT": _GAME,
    "RECORD": _GAME,
    "REPLAY": _GAME,
    "DIARY": _GAME,
    "DICE": _GAME,
    "PICTURES": _ON_OFF,
    "PROFILE": _ON_OFF,
    "FULL": _NOTHING,
    "SHORT": _NOTHING,
    "UNSUBSCRIBE": _NOTHING,
    "AWAY": _DAYS,
    "BACK": _NOTHING,
    "TIMEZONE": _ZONE,
    "CLAIM": _ABOUT_SILENT,
    "WAIT": _ABOUT_SILENT,
    "ROBOT": _ABOUT_SILENT,
    "EVENTS": _BOOK,
    "STANDINGS": _BOOK,
    "PAIRINGS": _BOOK,
}
# What lasts is not done because of a word that was meant otherwise.
_AS_TYPED = frozenset({"FULL", "SHORT", "AWAY", "BACK", "TIMEZONE", "HISTORY", "EXPORT", "CLAIM", "WAIT", "ROBOT"}) | {
    "UNSUBSCRIBE",
    # "Reply" is a word of any mail.
    *("REPLAY", "DIARY"),
}

# Words that people use between themselves, of commands that change something: "Leave it to me", "Name one reason". They
# are read in capitals alone, or with the name of a game and nothing else, and never mended.
_A_GAME = r"(?P<game>[a-z][a-z_-]*[ _-]?[0-9]{1,9})"
_AN_ADDRESS = r"<?[^\s@<>,;]{1,80}@[^\s@<>,;]{1,255}>?"
_MY_GAME = re.compile(rf"({_A_GAME})?$", re.IGNORECASE)
_AN_EVENT = r"(?P<event>[a-z][a-z0-9_-]{0,39}(?: [a-z0-9_-]{1,20}){0,2}?)"
_A_ROBOT = rf"(?:(?:an?|one|two|three|[1-3]) )?(?:{'|'.join(Level)})s?"
_A_GUEST = rf"(?:{_AN_ADDRESS}|{_A_ROBOT})"
_WHOM = re.compile(rf"({_A_GUEST}((,| and|, and)? {_A_GUEST})*,?( (to|in|into|for) {_A_GAME})?)?$", re.IGNORECASE)
_AN_END = r"(?:win|won|draw|drawn|loss|lose|lost)"
_WHO = re.compile(r".{0,80}$")
_ADDRESSES = re.compile(rf"((add|use|drop) {_AN_ADDRESS})?$", re.IGNORECASE)
_ME = re.compile(r"ME$")
_SEAT = re.compile(r"([\w'-]{1,40}( [\w'-]{1,40})?)?$")
_SEAT_OF = re.compile(rf"SEAT( {_A_GAME})?$", re.IGNORECASE)
LASTING = {
    "OPEN": _SEAT_OF,
    "CLOSE": _SEAT_OF,
    "TAKE": re.compile(rf"SEAT (.{{1,40}} (in|of|at) )?{_A_GAME}$", re.IGNORECASE),
    "DELEGATE": re.compile(
        rf"({_A_GAME} )?(to .{{1,80}}? until .{{1,40}}|off( [a-z_-]{{1,40}}[ _-]?\d{{1,9}})?)$", re.IGNORECASE
    ),
    "SUBSTITUTE": re.compile(r"(ON|OFF)?$", re.IGNORECASE),
    "LEAVE": _MY_GAME,
    "CANCEL": _MY_GAME,
    "REMATCH": _MY_GAME,
    "INVITE": _WHOM,
    "NAME": _WHO,
    "HISTORY": _WHO,
    "RATING": _WHO,
    "ADDRESS": _ADDRESSES,
    "FORGET": _ME,
    "REMEMBER": _ME,
    "CLAIM": _WHO,
    "WAIT": _WHO,
    "ROBOT": _WHO,
    "WATCH": _MY_GAME,
    "UNWATCH": _MY_GAME,
    "MUTE": _SEAT,
    "UNMUTE": _SEAT,
    "ENTER": re.compile(rf"({_AN_EVENT})?$", re.IGNORECASE),
    "WITHDRAW": re.compile(rf"({_AN_EVENT})?(?: because .{{1,200}})?$", re.IGNORECASE),
    # Said otherwise it is answered with how it is said, and nothing is done.
    "AGREE": re.compile(rf"(?:{_AN_END}(?: (?:in |of )?{_A_GAME})?|.{{0,60}}\b{_AN_END}\b.{{0,60}})?$", re.IGNORECASE),
    "BID": re.compile(r"[\w'-]{1,40} \w{1,20}$", re.IGNORECASE),
    "APPEAL": re.compile(rf"{_A_GAME} because .{{1,200}}$|\S{{0,40}}$", re.IGNORECASE),
    "CHALLENGE": re.compile(rf".{{1,80}}? in {_AN_EVENT}$|\S{{1,40}}( \S{{1,40}})?$", re.IGNORECASE),
}
# Of what anything may follow, this is a word of letters too: "Series of attacks like that one".
_IN_CAPITALS = frozenset({"SERIES"})
MOST_FOLDS = 5  # lines that a list may go on in
MOST_WORDS_OF_A_NAME = 3
# These words begin orders too: `ENTER P1 H3`, `WITHDRAW DRAW`; or are one: PREVIEW in the wargame.
_OF_ORDERS_TOO = frozenset({"ENTER", "WITHDRAW", "BID", "PREVIEW"})
# Of a command that lacks something, or has too much. What begins with such a word and may be an order, is one.
_COMMAND_WORDS = frozenset({*WORDS, *LASTING})
_SEAT_WORDS = frozenset({"OPEN", "CLOSE", "TAKE"})
# Hardly said between people, so that in small letters they are told to be commands in capitals.
_NAMING = loosely.QUESTIONS | {"REPLAY", "DIARY", "PREVIEW"}
_OF_A_GAME = frozenset(
    {"DELEGATE", "LEAVE", "CANCEL", "REMATCH", "INVITE", "WATCH", "UNWATCH", "TAKE", "OPEN", "CLOSE", "APPEAL"}
)
_WITH_LINES_BELOW = frozenset({"NEW", "SERIES"})
_WORDS_OF_TALK = frozenset({"GAMES", "FORGET", "REMEMBER"})  # "GAMES of chance", "FORGET IT"
_BESIDE_ORDERS = (loosely.QUESTIONS - {"HISTORY", "RATING"}) | _ABOVE_ORDERS - {AHEAD}
MOST_WORDS_LOOKED_AT = 12
_LETTERS = re.compile(r"[A-Z]+")
_CAPITALS = re.compile(r"(?<![\w'-])[A-Z]{3,}(?![\w'-])")
_SELDOM_SAID = frozenset({"DELEGATE", "SUBSTITUTE", "REMATCH", "INVITE", "UNMUTE", "UNWATCH"})


class Command(msgspec.Struct, frozen=True):
    """A command: its word in capitals, what follows it, and whether it was read otherwise than it was typed.

    `below` are the lines under it that belong to it, and `doubtful` the numbers of those that may have been meant
    otherwise. `half`: it lacks something or has something odd, so that it is asked back with how it is written.
    """

    number: int
    text: str
    word: str
    rest: str
    mended: bool = False
    below: tuple[str, ...] = ()
    doubtful: tuple[int, ...] = ()
    half: bool = False


class Split(msgspec.Struct, frozen=True):
    """A mail's own lines, told apart."""

    commands: tuple[Command, ...]
    orders: tuple[OwnLine, ...]
    chatter: tuple[OwnLine, ...]


YES = re.compile(r"\W*(?:yes|yep|y|ja|jawohl|oui|s[ií]|sì|confirm(?:ed)?)(?: please)?\W*", re.IGNORECASE)
IsGame = Callable[[str], bool]
Opens = Callable[[str], bool]


def _has_a_games_form(name: str) -> bool:
    return _GAMES_NAME.match(name.replace(" ", "")) is not None


def split(
    lines: Sequence[OwnLine],
    looks_like_order: Callable[[str], bool],
    is_game: IsGame = _has_a_games_form,
    opens_words: Opens = press.opens_words,
    letter: re.Pattern[str] | None = None,
) -> Split:
    """Tell the lines apart; `looks_like_order` speaks for the rule set in play, `is_game` for the names of games.

    `opens_words` tells whether words to other players begin with a line, `letter` how an order of the game begins that
    goes on in the lines below it, down to a line END.
    """
    commands: list[Command] = []
    orders: list[OwnLine] = []
    chatter: list[OwnLine] = []
    waiting = deque(lines)
    while waiting:
        line = waiting.popleft()
        if not line.text.strip():
            continue
        if letter is not None and letter.match(line.text):
            orders += [line, *_take_letter(waiting, letter)]
            continue
        if opens_words(line.text):
            said = press.take(waiting, line, opens_words, looks_like_order, is_command)
            commands.append(Command(line.number, line.text, SAY, "", below=said.lines, doubtful=said.doubtful))
            continue
        several = _several(line, looks_like_order, is_game)
        if several:
            commands += several
            continue
        asked, left = _beside_orders(line, looks_like_order)
        if asked and left is not None:
            commands += asked
            orders.append(left)
            continue
        found = _order_behind_word(line, looks_like_order, is_game)
        if found is not None:
            word, order = found
            commands.append(Command(line.number, word, word, ""))
            orders.append(order)
            continue
        command = _command(line, looks_like_order, is_game, above_orders=not orders)
        command = command or _loose(line, looks_like_order, is_game) or _half(line, looks_like_order, is_game)
        if command is not None:
            if command.word == "NEW" and _HAS_BELOW.search(command.rest):
                command = msgspec.structs.replace(command, below=tuple(_take_below(waiting)))
            if command.word == "SERIES":
                command = msgspec.structs.replace(command, below=tuple(_take_list(command.rest, waiting)))
            commands.append(command)
        elif looks_like_order(line.text):
            orders.append(line)
        else:
            chatter.append(line)
    return Split(tuple(commands), tuple(orders), tuple(chatter))


def is_yes(told: Split) -> bool:
    """Whether a mail says YES with but courtesies around it: whoever explains himself may mean something else."""
    said = [line.text for line in told.chatter if not YES.fullmatch(line.text)]
    alone = not told.commands and not told.orders
    return alone and len(said) < len(told.chatter) and all(map(is_courtesy, said))


def without_seat(told: Split) -> Split:
    """The lines of a mail to no seat: PREVIEW alone is a line of orders in answer to a report, and a command here."""
    asked = [line for line in told.orders if line.text.strip(" .,:;!?").upper() == "PREVIEW"]
    if not asked or len(asked) < len(told.orders):
        return told
    return Split(
        (*told.commands, *(Command(each.number, each.text, "PREVIEW", "") for each in asked)), (), told.chatter
    )


def is_command(text: str) -> bool:
    """Whether a line would be read as a command, were it no order."""
    return _command(OwnLine(1, text), lambda _: False, _has_a_games_form) is not None


def meant_command(text: str) -> str | None:
    """The word of a command that a short line would be, were it in capitals; None where it would be none.

    `Enter tinny` may be a typo for the name of an event, and may be words: it is not done, and its writer is told how
    to say it.
    """
    first, tail, found = _form_of_lasting(" ".join(text.split()))
    if first.upper() in _SELDOM_SAID and first != first.upper() and len(tail.split()) <= MOST_WORDS_LOOKED_AT:
        return first.upper()
    if found is None or first == first.upper() or len(tail.split()) > MOST_WORDS_OF_A_NAME:
        return None
    return first.upper() if _named(found) is not None else None


def _take_below(waiting: deque[OwnLine]) -> Iterator[str]:
    """The lines below a command, and the line END that closes them, as `end`: a text may have to have one."""
    while waiting:
        text = waiting.popleft().text
        if _END_OF_BELOW.match(text):
            yield "end"
            return
        yield text


def _take_list(rest: str, waiting: deque[OwnLine]) -> Iterator[str]:
    """The lines that a list goes on in that ends with a comma, as where a mail program has folded it."""
    for _ in range(MOST_FOLDS):
        if not rest.rstrip().endswith(",") or not waiting:
            return
        rest = waiting.popleft().text
        yield rest


def _take_letter(waiting: deque[OwnLine], letter: re.Pattern[str]) -> Iterator[OwnLine]:
    """The lines of a letter below its first, whatever they look like, the line END among them."""
    for _ in range(lines_of_letter(letter, [line.text for line in waiting])):
        yield waiting.popleft()


def _order_behind_word(
    line: OwnLine, looks_like_order: Callable[[str], bool], is_game: IsGame
) -> tuple[str, OwnLine] | None:
    """The word and the order in `CHECK N1 1 S26`, the order as a line of its own."""
    first, _, rest = line.text.strip().partition(" ")
    word = first.strip(".,:;!").upper()
    if word not in _ABOVE_ORDERS or not rest.strip() or not looks_like_order(rest.strip()):
        return None
    if _names_known(rest, is_game):
        return None  # `CHECK waterloo1`
    return word, msgspec.structs.replace(line, text=rest.strip())


def _command(
    line: OwnLine, looks_like_order: Callable[[str], bool], is_game: IsGame, *, above_orders: bool = True
) -> Command | None:
    plain = " ".join(line.text.split())
    if _UNDO.match(plain):
        return Command(line.number, line.text, UNDO, "")
    if _ORDERS_AHEAD.match(plain):
        return Command(line.number, line.text, AHEAD, "", mended=True)
    lasting = _lasting(line, plain, looks_like_order, is_game)
    if lasting is not None:
        return lasting
    first, _, rest = _PLEASE_BEFORE.sub("", plain, count=1).partition(" ")
    word, rest = first.strip(".,:;!").upper(), rest.rstrip(".!")
    asked = _PLEASE_AFTER.sub("", rest)
    if word in _IN_CAPITALS and first != first.upper() and not _fits(word, asked, is_game):
        return None
    if word in _OF_ORDERS_TOO and not (asked and is_game(asked)) and looks_like_order(line.text):
        return None
    if (meant := _named_behind(word, asked, is_game)) is not None:
        return Command(line.number, line.text, word, meant, mended=True)
    for tail in dict.fromkeys((asked, rest)):
        if word in WORDS and WORDS[word].match(tail):
            return Command(line.number, line.text, word, tail, mended=tail != rest)
    # A typo is mended only where the line can hardly mean anything else.
    if len(word) < SHORTEST_TYPO or looks_like_order(line.text):
        return None
    near = one_slip(word, WORDS)
    if near is None or near in _AS_TYPED or not WORDS[near].match(asked):
        return None
    alone = not asked
    if alone and (first.endswith(",") or not _mended_alone(word, near, above_orders=above_orders)):
        return None
    if not alone and not _fits(near, asked, is_game):
        return None
    return Command(line.number, line.text, near, asked, mended=True)


def _named_behind(word: str, tail: str, is_game: IsGame) -> str | None:
    """What is named in `of the game waterloo1`; None where small words are not all that stands beside a name."""
    meant = loosely.named(tail) if word in _NAMING else tail
    if meant == tail or _fits(word, tail, is_game):
        return None
    return meant if _fits(word, meant, is_game) and (meant or word not in LASTING) else None


# --- Loosely written --------------------------------------------------------------------------------------------------


def _several(line: OwnLine, looks_like_order: Callable[[str], bool], is_game: IsGame) -> list[Command]:
    """The commands of a line that is several, each as it is written alone; none where it is not."""
    if not _has_command_word(line.text):
        return []
    for parts in loosely.parts(line.text):
        found = [_command(msgspec.structs.replace(line, text=part), looks_like_order, is_game) for part in parts]
        whole = [each for each, part in zip(found, parts, strict=True) if each and _first_word(part) == each.word]
        if len(whole) < len(parts) or any(each.word in _WITH_LINES_BELOW for each in whole):
            continue
        asks = all(each.word in loosely.QUESTIONS for each in whole)
        if (asks and whole[0].word != "HELP") or (";" in line.text and not looks_like_order(line.text)):
            return whole
    return []


def _beside_orders(line: OwnLine, looks_like_order: Callable[[str], bool]) -> tuple[list[Command], OwnLine | None]:
    """The commands in capitals that stand between semicolons beside orders, and what is left: `N1 1 S26; CHECK`."""
    if ";" not in line.text or "#" in line.text or ":" in line.text:
        return [], None
    parts = [part.strip() for part in line.text.split(";")]
    words = [part for part in parts if part.strip(" .!") in _BESIDE_ORDERS]
    left = "; ".join(part for part in parts if part.strip(" .!") not in _BESIDE_ORDERS)
    if not words or not looks_like_order(left):
        return [], None
    asked = [Command(line.number, word, word.strip(" .!"), "") for word in words]
    return asked, msgspec.structs.replace(line, text=left)


def _loose(line: OwnLine, looks_like_order: Callable[[str], bool], is_game: IsGame) -> Command | None:
    """A command with a bullet or quotation marks round it, or as a wish; orders that are to be tried, or kept ahead."""
    if not _has_command_word(line.text):
        return None
    is_order = looks_like_order(line.text)
    plain = loosely.bare(line.text)
    tried = loosely.trial(plain)
    if tried is not None and not is_order:
        return Command(line.number, line.text, *tried, mended=True)
    if loosely.is_for_later(plain) and not is_order:
        return Command(line.number, line.text, AHEAD, "", mended=True)
    wished = loosely.wish(plain)
    for said in filter(None, (plain, wished, _game_first(plain, is_game))):
        found = _command(msgspec.structs.replace(line, text=said), lambda _: False, is_game)
        first = said.split()[0].strip(".,:;!")
        if found is None or first.upper() != found.word or (said == wished and found.word not in loosely.QUESTIONS):
            continue
        if is_order and found.word in _OF_ORDERS_TOO and not _names_known(found.rest, is_game):
            continue
        is_sure = first == found.word or _names_known(found.rest, is_game)
        if is_sure or not (is_order or found.word in _AS_TYPED):
            return msgspec.structs.replace(found, text=line.text, mended=True)
    return None


def _game_first(text: str, is_game: IsGame) -> str:
    """`STATUS waterloo1` of `waterloo1 STATUS` or `game waterloo1: status`; "" where that is not what is written."""
    game, _, word = loosely.named(text).rpartition(" ")
    is_named = word.upper() in loosely.QUESTIONS and _names_known(game, is_game) and is_game(game.rstrip(":,"))
    return f"{word} {game.rstrip(':,')}" if is_named else ""


def _half(line: OwnLine, looks_like_order: Callable[[str], bool], is_game: IsGame) -> Command | None:
    """A command that lacks something, or has something that it does not take; it is asked back."""
    if not _has_command_word(line.text):
        return None
    plain = _PLEASE_BEFORE.sub("", loosely.bare(line.text), count=1)
    first, _, tail = plain.partition(" ")
    word = first.strip(".,:;!?").upper()
    names_game, is_order = _names_known(tail, is_game), looks_like_order(line.text)
    how = loosely.how_orders_count(plain)
    if how is not None and (not is_order or names_game):
        # Nothing of the mail is played by what was not understood.
        return Command(line.number, line.text, how, "", mended=how != AHEAD, half=how == AHEAD)
    if word not in _COMMAND_WORDS or word in _ABOVE_ORDERS:
        return None
    if tail and word in _WORDS_OF_TALK:
        return None
    if not first.strip(".,:;!?").isupper() and not (word in _OF_A_GAME and names_game):
        return None
    if is_order and not names_game and not (word in _SEAT_WORDS and tail.upper().startswith("SEAT")):
        return None
    if word == "HELP":
        return Command(line.number, line.text, word, "", mended=True)
    return Command(line.number, line.text, word, tail, half=True)


def begins_with_command(text: str) -> str | None:
    """The command word in capitals with which a line begins that was taken for an order; None where it has none."""
    first = text.split()[0].strip(".,:;!?") if text.split() else ""
    return first if first in _COMMAND_WORDS else None


def command_within(text: str) -> str | None:
    """The command word in capitals that stands in the midst of words: `I am AWAY 3 Dec to 17 Dec`."""
    if text == text.upper() or begins_with_command(text):
        return None
    return next((word for word in _CAPITALS.findall(text)[:MOST_WORDS_LOOKED_AT] if word in _COMMAND_WORDS), None)


def _has_command_word(text: str) -> bool:
    return not _COMMAND_WORDS.isdisjoint(_LETTERS.findall(text.upper()))


def _first_word(text: str) -> str:
    return text.split()[0].strip(".,:;!").upper()


def _names_known(text: str, is_game: IsGame) -> bool:
    """Whether one word of a text, or two, are the name of a game that is known; its form alone is that of a piece."""
    if is_game is _has_a_games_form:
        return False
    words = [word.strip(".,:;!?") for word in text.split()[:MOST_WORDS_LOOKED_AT]]
    pairs = [" ".join(pair) for pair in pairwise(words)]
    return any(each and _GAMES_NAME.match(each.replace(" ", "")) and is_game(each) for each in (*words, *pairs))


def _lasting(line: OwnLine, plain: str, looks_like_order: Callable[[str], bool], is_game: IsGame) -> Command | None:
    """A command that changes something, in a form that hardly anybody gives to a sentence."""
    first, tail, found = _form_of_lasting(plain)
    if found is None:
        return None
    word, named = first.upper(), _named(found)
    is_known = named is not None and is_game(named)
    if first != word and not is_known:
        return None
    if word in _OF_ORDERS_TOO and not is_known and looks_like_order(line.text):
        return None
    return Command(line.number, line.text, word, tail)


def _form_of_lasting(plain: str) -> tuple[str, str, re.Match[str] | None]:
    """The first word of a line, what follows it, and that in the form of a command of LASTING, where it has one."""
    first, _, rest = _PLEASE_BEFORE.sub("", plain, count=1).partition(" ")
    tail, form = _PLEASE_AFTER.sub("", rest).rstrip(".!"), LASTING.get(first.upper())
    return first, tail, form.match(tail) if form is not None else None


def _named(found: re.Match[str]) -> str | None:
    """The game or event that a command names."""
    return found.groupdict().get("game") or found.groupdict().get("event")


def _mended_alone(word: str, meant: str, *, above_orders: bool) -> bool:
    """Whether a word that stands alone on its line is a misspelt command, and not a name or a remark."""
    if len(word) < SHORTEST_TYPO_ALONE or WORDS[meant] is _ANYTHING:
        return False
    replaced = len(word) == len(meant) and sorted(word) != sorted(meant)
    return not replaced or (meant in _ABOVE_ORDERS and above_orders and word not in _NO_CHECK)


def _fits(word: str, rest: str, is_game: IsGame) -> bool:
    """Whether what follows a misspelt word is what that command takes, and not only of the same form."""
    first = rest.partition(" ")[0]
    if word == "HELP":
        return rest.lower() in ("me", "orders", "card", "commands") or by_form(rest, [*names(), *clauses()]) is not None
    if word == "RULES":
        return by_form(rest, names()) is not None or is_game(rest)
    if word in ("NEW", "SERIES"):
        return any(by_form(part.strip(","), names()) for part in (first, " ".join(rest.split()[:2])))
    if word in ("PICTURES", "PROFILE"):
        return True
    if word == "MAP":
        return is_game(first) or _POINT.match(rest) is not None
    return is_game(first if word == "JOIN" else rest)
