"""HELP, RULES, STATUS, MAP, REPORT, DICE, UNDO: questions, which change nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from textwrap import wrap
from typing import Any

import msgspec
from sqlalchemy.orm import Session

from core.contract import Options
from pbem.commands.answers import BELOW, Reply, fixed, words
from pbem.commands.first_steps import first_steps
from pbem.games import (
    ahead,
    clock,
    delegates,
    forming,
    hosted,
    house_rules,
    mails,
    misses,
    onlookers,
    seats,
    table,
    turns,
)
from pbem.games.clocks import Clocks, terms_of
from pbem.games.kept_record import KeptRecord
from pbem.games.maps_in_text import text_of
from pbem.games.onlookers import Shown
from pbem.nearest import by_form, did_you_mean
from pbem.ops.listing import choices, usual
from pbem.reports import rulebook, standing
from pbem.reports.document import Picture, Section, echoed
from pbem.reports.text import WORDS_WIDTH
from pbem.reports.turn import QUOTATION_RULE, card_of, chosen_options, in_words, roll_lines, unusual_options
from pbem.rulesets import names, presentation
from pbem.rulesets.balance import ways
from pbem.rulesets.contract import Presentation
from pbem.rulesets.rulebooks import clauses, is_ruling, rulings_on, with_rulebooks
from pbem.rulesets.sentences import listed, sentence
from pbem.runtime.context import Context
from pbem.store import people
from pbem.store.models import Game, Player, Seat, Turn

COMMAND_HELP = """\
HELP [topic]        this text; HELP and a rule set's name, or the number of
                    a clause with what was ruled on it: HELP CON-010
HELP ORDERS         how orders are written; of another game than yours
                    HELP ORDERS conflict
HELP CARD           what the pieces can do; HELP CARD conflict
RULES [ruleset]     the rulebook, attached as a page and as plain text
NEW ruleset         open a game; add option=value, AS seat, WORD anything,
                    private, with ben@example.org (then it is private too)
NEW ruleset AGAINST marshal
                    the same against a robot: recruit, officer or marshal
SERIES ruleset, ruleset
                    open battles one after another, each with what the one
                    before has left of both armies; AGAINST robot too, and
                    hours=6, ground=town,open, routed=50, fallen=0, pool=0
JOIN game           take a seat; add AS seat, WORD anything
INVITE address to game
                    ask somebody to a game of yours that has not begun, or
                    a robot: INVITE officer
LEAVE game, CANCEL game
                    get up from it, or call it off if you opened it
REMATCH [game]      a game that is over once more, with sides swapped
GAMES               your games: who is wanted, and until when
GAMES OPEN          games that look for players, and open seats
GAMES WATCH         games that anybody may watch
WATCH game          a report of each of its turns; UNWATCH game ends that
OPEN SEAT [game]    anybody may take your seat, which you play until then;
                    CLOSE SEAT takes that back
TAKE SEAT Red IN game
                    play on for a seat that is open
DELEGATE game TO carol UNTIL 17 Dec
                    once she says YES, she may send orders for you too, and
                    both get all mail; DELEGATE OFF, from either, ends it
SUBSTITUTE ON       you are mailed when a seat comes open; SUBSTITUTE OFF
HISTORY [player]    games that are over: yours, or another player's
RATING [player]     how strong you are, or another is, in each way to play,
                    and how well decisions and games were kept up
STATUS [game]       who is wanted, and until when
MAP [game] [FLIP]   the map and a picture of it; with FLIP the other way up
MAP PRINT           the picture in black and white, for paper
PICTURES off        reports without the picture of the map; PICTURES on
MAP 3500,3200 ZOOM 4
                    a part of the map, in games on an open field
REPORT [game]       the whole report once more, with all forces
PROFILE off         no page of the web names you; PROFILE on
FULL, SHORT         how long your reports are from now on; SHORT is usual
UNSUBSCRIBE         only mails of your own games; tells what can be chosen
AWAY 3 Dec to 17 Dec
                    no clock of yours runs on these days; BACK ends it
TIMEZONE zone       times are told as your clocks have them: Europe/Berlin
DICE [game]         every roll so far
RECORD [game]       the record of the game, as a file that can be verified;
                    of games that are over too
REPLAY [game]       a campaign that is over, as a film with maps and a diary;
                    DIARY [game] the words alone
NAME Ada Lovelace   what reports call you
ADDRESS             which addresses are yours; ADDRESS ADD, ADDRESS USE and
                    ADDRESS DROP with an address change that
EXPORT              all that is kept about you, as a file
FORGET ME           all that is deleted once your games are over (you are
                    asked first)
REMEMBER ME         takes that back, until it is done
SAY: words          to all other players, down to a line END
SAY TO seat: words  to one of them; PRESS is the same as SAY
MUTE [seat]         no words of that seat, or of anybody, come to you;
                    UNMUTE [seat] undoes it
CHECK               judge the orders in this mail, but play nothing
ODDS                the same, and what they may come to: they are played a
                    thousand times for you alone; ODDS DEEP tells too how
                    often robots win from there
PREVIEW [game]      of an umpire: what each seat would be told after this
                    turn, with the orders that are in
HINT [game]         what a robot would write in your place, and why, in a
                    game that was opened with rated=off
AHEAD               the orders below it wait for your next question, and are
                    played then if they are sound; alone it tells what
                    waits, AHEAD OFF takes it back; lines IF ENEMY ON H8,
                    IF N7 GONE, IF BS1 ON C3, ELSE and END IF between them
                    say which of them count
UNDO, TAKE BACK     takes orders back that still wait, and tells what can be
                    done about others
CLAIM, WAIT, ROBOT  what you say about somebody who has missed two decisions
                    running: the win is yours, or wait, or a robot plays on
EVENTS [event]      tournaments: those there are, or all about one
ENTER event         take part in one; WITHDRAW event [BECAUSE why] leaves
STANDINGS event     how it stands, and who has met whom
PAIRINGS event      who meets whom now, and in which games
AGREE WIN, AGREE DRAW, AGREE LOSS
                    how you would end a game of an event, from your side;
                    it ends so once your opponent sends the same
BID side value      for your side of a game of an event, where both bid
APPEAL game BECAUSE why
                    to the host, about a game that the director decided
CHALLENGE name IN event
                    somebody above you on a ladder
RESIGN, DRAW        give up; offer or accept a draw
WITHDRAW DRAW       takes your offer back, where the rules let you"""

OURS_IN_WORDS = "This rule is ours, wholly or in part: the game's own rules do not say it, or not so exactly."

NOT_TAKEN_BACK = (
    "orders count at once, and what was played cannot be taken back; next time write CHECK above your orders, and they "
    "are judged first and not played"
)
NOTHING_WAITS = "no orders of yours wait to be played, so there is nothing to take back"


TAKEN_BACK = "your orders are taken back, and nothing of them is played; you are asked as before"
WAYS = ("FLIP", "PRINT")  # of drawing the map
MOST_OF_A_NAME = 8
_ZOOM = re.compile(r" (?=ZOOM )")
_LEADING = re.compile(r"\b[A-Z]+\b")


class Asker(msgspec.Struct, frozen=True):
    """Who asks, and about which game and seat if that is clear from the address or from their only game.

    `writes_from` is which of his addresses his mail came from: whoever put his name to it knows that one already.
    """

    player: Player
    game: Game | None
    seat: Seat | None
    writes_from: str


def asker_of(session: Session, player: Player, game: Game | None, seat: Seat | None, writes_from: str) -> Asker:
    """The asker; where no game is given, the only one the player is in."""
    if game is None:
        mine = table.games_of(session, player)
        if len(mine) == 1:
            game = mine[0]
    if game is not None and seat is None:
        seat = _seat_of(game, player)
    return Asker(player, game, seat, writes_from)


def games_known_to(session: Session, player: Player) -> set[str]:
    """The names of the games that a player may name: his own, those that look for players, and those to watch."""
    open_now = forming.forming_games(session, people.addresses_of(session, player), player.id)
    watched = [*onlookers.watched_by(session, player), *onlookers.to_watch(session, player)]
    return {game.name for game in [*table.games_of(session, player, over=True), *open_now, *watched]}


def help_(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """The commands; with ORDERS how orders are written; with a rule set's name what it is and its options."""
    topic = rest.lower()
    if topic in ("", "commands", "me"):
        begins = not table.games_of(session, asker.player)
        sections = [first_steps(session, asker.player)] if begins else []
        sections += [fixed("Commands, one a line", COMMAND_HELP), words("Quotations", QUOTATION_RULE)]
        if asker.game is not None:
            sections.append(_order_help(asker.game.ruleset, table.options_of(asker.game)))
        else:
            sections.append(words(None, f"Rule sets here: {', '.join(names())}. HELP and a name tells more."))
        return Reply("ok", BELOW, tuple(sections))
    first, _, of = topic.partition(" ")
    if first in PARTS_OF_HELP:
        return _help_of_a_game(first, of, asker)
    clause = by_form(topic, clauses())
    if clause is not None:
        return Reply("ok", BELOW, _clause(clause), read_as=_help_read_as(rest, clause))
    command = _command_help(topic) or how_written(topic.upper())
    if command:
        return Reply("ok", BELOW, (fixed(topic.upper(), command),))
    meant = by_form(topic, names())
    if meant is None:
        near = did_you_mean(topic, [*PARTS_OF_HELP, *names(), *clauses()])
        return Reply(
            "no", f'no help on "{echoed(rest)}"{near}; there is HELP, HELP ORDERS and HELP with {", ".join(names())}'
        )
    found = presentation(meant)
    return Reply(
        "ok",
        BELOW,
        (
            words(found.title, found.about),
            *([words("How the sides fare", *ways(found))] if found.measured else []),
            _order_help(found.name),
            fixed("Options of NEW", _option_help(found)),
        ),
        read_as=_help_read_as(rest, found.name),
    )


def rules(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """The rulebook of a rule set, or of a game's, as files; alone that of the asker's game."""
    name = _ruleset_meant(session, asker, rest)
    if isinstance(name, Reply):
        return name
    if name not in with_rulebooks():
        return Reply("no", f"the rules of {presentation(name).title} are not here: whoever made it has them")
    said = f"the rules of {presentation(name).title} are attached, as a page and as plain text"
    return Reply("ok", said, (), rulebook.files(name), read_as=f"RULES {name}" if rest and rest != name else None)


def status(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """Who is wanted for what, and until when; of a game that looks for players, what was chosen for it."""
    meant = table.find_game(session, rest.replace(" ", "")) if rest else asker.game
    if meant is not None and meant.state == "forming":
        if forming.may_see(session, meant, asker.player, people.addresses_of(session, asker.player)):
            return _invitation(context, meant)
        return no_game_of_yours(session, asker, rest)
    watched = _watched(session, asker, rest)
    if watched is not None:
        return watched if isinstance(watched, Reply) else _status_for_onlookers(session, watched)
    found = _named(session, asker, rest)
    if isinstance(found, Reply):
        return found
    game, seat = found
    turn = table.current_turn(session, game)
    view = table.view_of(game, seat, turn)
    lines = [mails.end_by_host(session, game) or sentence(presentation(game.ruleset).status(view))]
    running, zone = Clocks(session, context, game), asker.player.zone
    lines += [sentence(hosted.STANDS)] if turn.hosted else []
    lines += [f"The umpire is {table.who_has(game.umpire) or 'nobody now'}."] if game.umpire is not None else []
    for decision in () if turn.hosted else table.awaited(game, turn):
        due = running.deadline(turn, table.seat_named(game, decision.seat))
        until = f"by {in_words(due, zone)}" if due else "while the clock stands"
        if seat is not None and decision.seat == seat.name and table.holds_orders(session, turn, seat):
            at_last = f", {until} at the latest" if due else ""
            lines.insert(0, f"Your orders are in, and can be replaced until all are{at_last}.")
        elif seat is not None and decision.seat == seat.name:
            lines.insert(0, f"You are wanted, {until}: answer this mail with your orders. REPORT brings map and form.")
        else:
            lines.append(f"Wanted: {presentation(game.ruleset).seat_title(decision.seat)}, {until}.")
    for each in game.seats:
        other = delegates.of(session, each)
        if other is not None and each.delegation is not None:
            until = in_words(each.delegation.until, asker.player.zone)
            lines.append(f"{other.name} plays {seats.title(each)} for its holder, until {until}.")
    free = [each for each in game.seats if each.open_since is not None]
    lines += [f"The seat of {seats.title(each)} is open: TAKE SEAT {game.name}." for each in free]
    chosen = unusual_options(presentation(game.ruleset), table.options_of(game))
    if not chosen:
        lines.append(f"All options are as usual; HELP {game.ruleset} tells them.")
    if game.state == "running":
        lines += [*running.told(turn, presentation(game.ruleset).seat_title, zone), clock.in_words(running.terms)]
        lines.append(house_rules.in_words(game, presentation(game.ruleset)))
    silent = misses.matters(game, turn, seat)
    open_now = standing.between(presentation(game.ruleset), view, seat.name if seat else None, silent)
    between = (standing.section(open_now),) if open_now and game.state == "running" else ()
    # By these a host counts who sets a game back.
    is_open = table.record_is_open(game, table.position_of(game, turn))
    count = (fixed(None, f":: record-turns {KeptRecord(session, game).turns()}"),) if is_open else ()
    kept = ahead.section(seat) if seat is not None else ()
    sections = (words("Status", *lines), *between, *kept, *chosen, *count)
    return Reply("ok", BELOW, sections, about=seat, whole=True)


def map_(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """The map as the asker's seat may see it, and a picture: the other way up, in black and white, or of a part."""
    words, ways = rest.split(), {}
    while words and words[-1].upper() in WAYS:
        ways[words.pop().lower()] = True
    while words and words[0].upper() in WAYS:  # before the name of the game
        ways[words.pop(0).lower()] = True
    if len(words) > 1 and table.find_game(session, "".join(words[:2])) is not None:
        words = ["".join(words[:2]), *words[2:]]
    named = bool(words) and (table.find_game(session, words[0]) is not None or asker.game is None)
    part = " ".join(words[1:] if named else words)
    found = _looked_at(session, asker, words[0] if named else "")
    if isinstance(found, Reply):
        return found
    game, seat, turn = found
    ruleset = presentation(game.ruleset)
    view = table.view_of(game, seat, turn)
    meant = _part_meant(part, ruleset.parts(view))
    if len(meant) > 1:
        return Reply("which?", f"which of {listed(meant)}? Write it in full behind MAP")
    read_as = f"MAP {meant[0]}" if meant and meant[0].lower() != part.lower() else None
    part = meant[0] if meant else part
    if part in WAYS:
        part, ways = "", ways | {part.lower(): True}
    whole = view | ways
    wanted = whole | ({"inset": part} if part else {})
    drawn, said = text_of(session, ruleset.name, wanted), BELOW
    if part and drawn == ruleset.map_text(whole):
        names = ruleset.parts(view)
        said = f'no part of this map is called "{echoed(part)}"{did_you_mean(part, names)}; here is all of it'
        said = said if names else "this map has no parts to ask for, but MAP FLIP and MAP PRINT; here is all of it"
    elif "flip" in ways and not part and drawn == ruleset.map_text(view):
        said = "this map has one way up only"
    lately = mails.told_last(session, game, seat) if seat is not None else ()
    picture = Picture(f"{game.name}-{seat.name if seat else 'onlooker'}.png", ruleset.name, wanted, lately, asked=True)
    section = Section("Map", "map", tuple(drawn.split("\n")), picture)
    return Reply("ok", said, (section,), about=seat, read_as=read_as)


def _part_meant(part: str, parts: Mapping[str, str]) -> list[str]:
    """What may stand behind MAP and begins like this: itself if it is a name; several, where it must be asked.

    A name with which all the others begin is meant: of `hougo` Hougoumont, and not the lane to it.
    """
    name, *zoom = _ZOOM.split(part.upper(), maxsplit=1)
    if not name or name in parts:
        return [part] if part else []
    names = sorted(full for full in parts if full.startswith(name))
    first = [full for full in names[:1] if all(each.startswith(full) for each in names)]
    begun = {parts[full] for full in first or names}
    begun |= {way for way in WAYS if way.startswith(name) and not zoom}
    return sorted(" ".join((each, *zoom)) for each in begun)[:MOST_OF_A_NAME]


def report(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """The present report of the asker's seat; of a game that he watches, what onlookers may see of it."""
    watched = _watched(session, asker, rest)
    if watched is not None:
        return watched if isinstance(watched, Reply) else _report_for_onlookers(session, watched)
    found = _running(session, asker, rest)
    if isinstance(found, Reply):
        return found
    game, seat = found
    document = mails.present_report(session, context, game, seat, table.current_turn(session, game), full=True)
    return Reply("ok", BELOW, document.sections, document.attachments, about=seat, whole=True)


def dice(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """Every roll of the game so far, numbered, where the rules keep none of them secret now."""
    found = _running(session, asker, rest)
    if isinstance(found, Reply):
        return found
    game, _seat = found
    if not table.rolls_are_open(game, _position(session, game)):
        return Reply("ok", "the rolls are secret for now; they are in the record at the end of the game")
    lines = roll_lines(presentation(game.ruleset), KeptRecord(session, game).rolls(0))
    return Reply("ok", BELOW, (fixed("Dice so far (turn.draw: value)", "\n".join(lines) or "none yet"),))


def undo(session: Session, context: Context, asker: Asker, rest: str) -> Reply:
    """UNDO: what becomes of a wish to have a move back.

    What is held for a while is taken back, what waits for others can be replaced, and nothing else.
    """
    if asker.game is None or asker.seat is None or asker.game.state != "running":
        return Reply("no", NOT_TAKEN_BACK)
    turn = table.locked_turn(session, asker.game)
    held_for_a_while = turns.held_until(session, turn, asker.seat) is not None
    if held_for_a_while or turns.waits_for_host(session, turn, asker.seat):
        turns.take_back(session, context, turn, asker.seat)
        return Reply("ok", TAKEN_BACK)
    if not table.holds_orders(session, turn, asker.seat):
        return Reply("no", NOTHING_WAITS if presentation(asker.game.ruleset).waits else NOT_TAKEN_BACK)
    until = f", until {in_words(turn.deadline, asker.player.zone)} at the latest" if turn.deadline else ""
    return Reply("ok", f"your orders wait for those of the others{until}: orders that you send before replace them")


def _invitation(context: Context, game: Game) -> Reply:
    """What somebody who thinks of joining wants to see first: the free seats and every option."""
    found = presentation(game.ruleset)
    free = ", ".join(found.seat_title(each.name) for each in table.free_places(game))
    return Reply(
        "ok",
        f"{game.name} waits for players: {free}",
        (
            words(found.title, found.brief(table.options_of(game))),
            *chosen_options(found, table.options_of(game)),
            words("Clock", clock.in_words(terms_of(context, game))),
            words("Press and onlookers", house_rules.in_words(game, found)),
        ),
    )


def no_game_of_yours(session: Session, asker: Asker, named: str) -> Reply:
    """What is said of a name that is of no game in which the asker has a seat, an umpire's place apart."""
    name, known = named.replace(" ", "").lower(), games_known_to(session, asker.player)
    game = table.find_game(session, name) if name in known else None
    if game is not None and game.umpire is not None and game.umpire.player_id == asker.player.id:
        return Reply("no", f"you are the umpire of {game.name}, and this is for those who play it")
    if game is not None:
        return Reply("no", f"you do not play in {game.name}; GAMES lists your games")
    near = did_you_mean(named, sorted(known))
    return Reply("no", f'you have no game called "{echoed(named)}"{near}; GAMES lists yours')


def _named(session: Session, asker: Asker, rest: str) -> tuple[Game, Seat | None] | Reply:
    if rest:
        game = table.find_game(session, rest) or table.find_game(session, rest.replace(" ", ""))
        if game is None or _seat_of(game, asker.player) is None:
            return no_game_of_yours(session, asker, rest)
        return _played(game, _seat_of(game, asker.player))
    if asker.game is None:
        return Reply("which?", "which game? Write its name after the word; GAMES lists yours")
    return _played(asker.game, asker.seat)


def _played(game: Game, seat: Seat | None) -> tuple[Game, Seat | None] | Reply:
    # What stands in the position may mean something else by the rules that are here.
    waits = table.waits_for_host(game)
    return (game, seat) if waits is None else Reply("no", waits)


def _running(session: Session, asker: Asker, rest: str) -> tuple[Game, Seat] | Reply:
    found = _named(session, asker, rest)
    if isinstance(found, Reply):
        return found
    game, seat = found
    if game.state == "forming" or seat is None:
        return Reply("no", f"{game.name} has not begun")
    return game, seat


# --- Onlookers ----------------------------------------------------------------------------------------------------


def _watched(session: Session, asker: Asker, rest: str) -> Shown | Reply | None:
    """What the asker may see of the game that is named, if he watches it; None where he does not."""
    game = table.find_game(session, rest.replace(" ", "")) if rest else None
    if game is None or _seat_of(game, asker.player) is not None:
        return None
    watches = onlookers.of(session, game, asker.player) is not None
    if not watches and (game.state != "over" or game.private):
        return None
    waits = table.waits_for_host(game)
    if waits is not None:
        return Reply("no", waits)
    return onlookers.shown(session, game) or Reply("ok", f"there is nothing of {game.name} to show yet")


def _status_for_onlookers(session: Session, found: Shown) -> Reply:
    game = found.game
    ruleset, view = presentation(game.ruleset), table.view_of(game, None, found.turn)
    state = mails.end_by_host(session, game) or (ruleset.say_outcome if found.over else ruleset.status)(view)
    state = f"{state[:1].upper()}{state[1:].rstrip('.')}."
    players = [f"{ruleset.seat_title(seat.name)}: {who}" for seat in game.seats if (who := table.who_has(seat))]
    lines = (state, ", ".join(players), *(() if found.over else (onlookers.late(game).strip(),)))
    return Reply("ok", BELOW, (words(f"Status of {game.name}", *filter(None, lines)),))


def _report_for_onlookers(session: Session, found: Shown) -> Reply:
    document = onlookers.report(session, found, full=True)
    return Reply("ok", BELOW, document.sections, document.attachments)


def _looked_at(session: Session, asker: Asker, rest: str) -> tuple[Game, Seat | None, Turn] | Reply:
    """The game that is meant, the asker's seat in it if he plays, and the turn that he may see."""
    watched = _watched(session, asker, rest)
    if watched is not None:
        return watched if isinstance(watched, Reply) else (watched.game, None, watched.turn)
    found = _running(session, asker, rest)
    if isinstance(found, Reply):
        return found
    game, seat = found
    return game, seat, table.current_turn(session, game)


def _seat_of(game: Game, player: Player) -> Seat | None:
    return table.seat_of(game, player)


def _position(session: Session, game: Game) -> Any:
    return table.position_of(game, table.current_turn(session, game))


def _help_read_as(typed: str, meant: str) -> str | None:
    return f"HELP {meant}" if typed.lower() != meant.lower() else None


def _help_of_a_game(part: str, of: str, asker: Asker) -> Reply:
    """HELP ORDERS, HELP CARD: of the rule set that is named, or else of the asker's game, with the game's options."""
    mine = asker.game.ruleset if asker.game is not None else None
    name = by_form(of, names()) if of else mine
    word = f"HELP {part.upper()}"
    if name is not None:
        options = table.options_of(asker.game) if asker.game is not None and name == mine else None
        read_as = f"{word} {name}" if of not in ("", name) else None
        return Reply("ok", BELOW, (PARTS_OF_HELP[part](name, options),), read_as=read_as)
    if of:
        return Reply("no", f'there is no rule set "{echoed(of)}" here{did_you_mean(of, names())}', (_any_of(word),))
    return Reply("which?", "of which rule set?", (_any_of(word),))


def _any_of(word: str) -> Section:
    return fixed("Write one of these", "\n".join(f"{word} {name}" for name in names()))


def _ruleset_meant(session: Session, asker: Asker, rest: str) -> str | Reply:
    if not rest:
        if asker.game is None:
            return Reply("which?", "the rules of which game?", (_any_of("RULES"),))
        return asker.game.ruleset
    name = by_form(rest, names())
    known = games_known_to(session, asker.player)
    game = by_form(rest, known)
    if name is not None or game is None:
        near = did_you_mean(rest, [*names(), *known])
        return name or Reply(
            "no", f'there are no rules called "{echoed(rest)}" here{near}; there is {", ".join(names())}'
        )
    found = table.find_game(session, game)
    return found.ruleset if found is not None else Reply("no", f"there is no game {game}")


def _clause(number: str) -> tuple[Section, ...]:
    """A clause, and below it what was ruled on it."""
    of = clauses()[number].ruleset
    ask = f"RULES {of} sends the whole rulebook."
    said = [clauses()[number].text]
    if clauses()[number].ours and not is_ruling(number):
        said.append(OURS_IN_WORDS)
    rulings = [words(each, clauses()[each].text) for each in rulings_on(number)]
    return (words(number, *said), *rulings, words(None, ask))


def how_written(word: str) -> str:
    """The lines of the list of commands in which a word stands, whether they begin with it or not."""
    return "\n".join(block for block in _blocks() if word in _LEADING.findall(block))


def _blocks() -> list[str]:
    return re.split(r"\n(?=[A-Z])", COMMAND_HELP)


def _command_help(word: str) -> str:
    """The lines of the list of commands that tell of one of them."""
    blocks = _blocks()
    return "\n".join(block for block in blocks if word.upper() in _LEADING.findall(block.partition("  ")[0])[:2])


def _option_help(found: Presentation) -> str:
    """Each option with its values, and below it what they mean."""
    rows: list[str] = []
    for option in found.options():
        rows += wrap(f"{option.name} = {choices(option)} (usual: {usual(option)})", WORDS_WIDTH, subsequent_indent="  ")
        meant = found.meanings[option.name]
        rows += wrap(meant, WORDS_WIDTH, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)
    return "\n".join(rows)


def _card_help(ruleset: str, options: Options | None = None) -> Section:
    rules = presentation(ruleset).rules
    view = rules.view(rules.opening(options or rules.settle({})), None)
    return card_of(presentation(ruleset), view)


def _order_help(ruleset: str, options: Options | None = None) -> Section:
    found = presentation(ruleset)
    return fixed(f"Orders of {found.title}", found.order_help if options is None else found.order_help_in(options))


# What HELP tells of a rule set by a word of its own.
PARTS_OF_HELP: dict[str, Callable[[str, Options | None], Section]] = {"orders": _order_help, "card": _card_help}
