"""A seat's turn report: what is wanted and by when, what happened, the dice, the map, the forces, the order form.

Everything in it comes from the seat's view and from events that the seat may know of, never from a position. The
order of the parts is always the same, so that a player's eye finds them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple
from zoneinfo import ZoneInfo

import msgspec

from core.contract import Event, Json, Option, Options, Outcome, SeatName
from core.dice import Roll
from pbem.reports import standing
from pbem.reports.answers import LEFT_OUT
from pbem.reports.document import (
    LONGEST_SUBJECT,
    AnswerLine,
    Attachment,
    Document,
    Picture,
    Section,
    subject_line,
    together,
)
from pbem.rulesets import balance
from pbem.rulesets.contract import Ask, Matter, Presentation
from pbem.rulesets.sentences import listed, sentence, unusual

COMMANDS = (
    "CHECK  above your orders: they are judged, and nothing is played",
    "MAP    the map once more",
    "HELP   how orders are written, and everything else you can ask for",
)
# What is said of a mail alone, and left out where the same is shown on a page.
REPLY, IN_A_REPLY = "Reply to this mail with your orders", "In a reply you can also write"
# Told in these words wherever it is told: in reports, by HELP, in docs/playing.md.
QUOTATION_RULE = (
    "What you type outside the quotation counts. You may fill in the order form inside the quotation instead, if you "
    "type no orders outside: once a line of it is changed, the whole form is read as it then stands. If you do both, "
    "or change or add orders elsewhere in the quotation, nothing is played and you are asked."
)
NOT_BELOW = 'Nothing is read below a line "-- ".'
REPORT_SENDS = "REPORT sends the whole report, with the map."
REPORT_SENDS_FORM = "REPORT sends the whole report, with the map and the order form."
MORE = (
    "HELP CARD tells what the pieces can do, HELP ORDERS how all orders are written, HELP {} all options{}. FULL makes "
    "all your reports longer."
)
MORE_FORCES = "; REPORT brings all forces too"  # where the first report does not
# The reasons by which a host, or the others for a silent player, end a game, which no rules know.
CANCELLED, DRAWN, AWARDED = "host-cancelled", "host-drawn", "host-awarded"
CLAIMED = "silent-claimed"  # that of a win over a side whose player is silent
# Those of games in which a flag can fall, and of games of an event.
FLAGGED, AGREED, LEFT, DECIDED = "out-of-time", "agreed-in-event", "left-event", "decided"
HOST_ENDED = {
    CANCELLED: "The host has cancelled it: nobody has won, and nobody has lost.",
    DRAWN: "The host has ended it as a draw.",
    AWARDED: "The host has awarded it.",
    CLAIMED: "It was claimed from a side that had missed several decisions running.",
    FLAGGED: "Somebody was out of time, and with that had lost.",
    AGREED: "Its players have agreed on the result.",
    LEFT: "A player has left the event that it belongs to.",
    DECIDED: "It was decided for the event that it belongs to.",
}
LINES_OF_SEATS = 4
PLAYERS = "players"  # the option by which rule sets have more seats or fewer
COMMANDS_AFTER = (
    "REMATCH  the same game once more, with seats swapped",
    "DICE     every roll of the game",
    "RECORD   the record of the game, as a file",
    "HELP     everything else you can ask for",
)


class GameFacts(msgspec.Struct, frozen=True):
    """What a report tells of a game beside its position.

    `players` gives each seat's player by name, in the order of the seats; `deadline` (with its zone) is that of the
    present turn; `commitment` is the dice seal and `head` the hash of the record's last line, both in hex; `length` is
    the number of lines of the record, where all may know how often something was recorded. `seed` (hex) only once it
    is revealed, `outcome` only once the game is over. `first` marks a seat's first report, `full` one not cut short;
    `awaited` are the seats that owe orders; times are told in `zone`, and `clock` tells of clocks what the deadline
    does not; `between` is what stands between the players whatever the rules, `ahead` what the seat has sent for its
    next question; with `flag` who is out of time has lost. What a game does not have, the report does not mention.
    """

    name: str
    version: str
    players: dict[SeatName, str] = {}
    deadline: datetime | None = None
    commitment: str | None = None
    length: int | None = None
    head: str | None = None
    seed: str | None = None
    outcome: Outcome | None = None
    first: bool = False
    full: bool = True
    awaited: tuple[SeatName, ...] = ()
    zone: str = "UTC"
    clock: tuple[str, ...] = ()
    between: tuple[Matter, ...] = ()
    ahead: tuple[Section, ...] = ()
    flag: bool = False


def turn_report(
    presentation: Presentation,
    game: GameFacts,
    view: Json,
    seat: SeatName | None,
    events: Sequence[Event],
    rolls: Sequence[Roll] = (),
    answers: Sequence[Section] = (),
) -> Document:
    """The report to a seat (None: an onlooker) on the position that `view` shows.

    `events` are those since its last report, oldest first, `rolls` the dice thrown meanwhile that it may know of and
    `answers` what its own mail is answered with. Events that the seat may not see are left out.
    """
    ask = presentation.ask(view, seat) if seat is not None and game.outcome is None else None
    between = standing.between(presentation, view, seat, game.between) if game.outcome is None else ()
    leads = _leads(presentation, view, seat, ask, between, events)
    parts = [
        _headline(presentation, game, view, seat, ask, leads),
        *answers,
        *(_first_words(presentation, game, view) if game.first else []),
        _listed("What happened", _happened(presentation, view, seat, events, answers)),
        standing.section(between, leads.asked_above),
        *game.ahead,
        _dice(presentation, rolls),
        map_section(presentation, game.name, seat, view, events),
        *([_forces(presentation, view)] if _tells_forces(game, ask) or _tells_first(presentation, game, ask) else []),
        *([card_of(presentation, view)] if _tells_forces(game, ask) and ask is not None else []),
        *_closing(presentation, game, view, seat, ask),
        *(_last_words(presentation, game, view["options"]) if game.first else []),
        _tool_lines(presentation, game, seat),
    ]
    return Document(
        subject=_subject(presentation, game, view, seat, ask, leads),
        sections=tuple(part for part in parts if part.lines),
        attachments=(_view_attachment(game.name, seat, view),),
    )


def letter(
    presentation: Presentation,
    game: GameFacts,
    view: Json,
    seat: SeatName,
    events: Sequence[Event],
    answers: Sequence[Section] = (),
) -> Document:
    """A few lines to a seat on what has changed neither the map nor what is asked: words, offers, standing orders.

    The report before it has the map and the order form.
    """
    ask = presentation.ask(view, seat)
    between = standing.between(presentation, view, seat, game.between)
    leads = _leads(presentation, view, seat, ask, between, events)
    parts = [
        _headline(presentation, game, view, seat, ask, leads),
        *answers,
        _listed("What happened", _happened(presentation, view, seat, events, answers)),
        standing.section(between, leads.asked_above),
        *game.ahead,
        Section(None, "words", (REPORT_SENDS_FORM if ask is not None else REPORT_SENDS,)),
        _tool_lines(presentation, msgspec.structs.replace(game, commitment=None, head=None), seat),
    ]
    return Document(
        subject=_subject(presentation, game, view, seat, ask, leads),
        sections=tuple(part for part in parts if part.lines),
        attachments=(_view_attachment(game.name, seat, view),),
    )


def map_section(
    presentation: Presentation, game: str, seat: SeatName | None, view: Json, events: Sequence[Event]
) -> Section:
    """The map of a view in text, and its picture with the moves of those events that the seat may know of."""
    picture = Picture(f"{game}-{seat or 'onlooker'}.png", presentation.name, view, tuple(_seen(events, seat)))
    drawn = presentation.map_text(view | {"lately": tuple(_seen(events, seat))})
    return Section("Map", "map", tuple(drawn.split("\n")), picture)


def chosen_options(presentation: Presentation, options: Options) -> list[Section]:
    """What a game with these settled options was created with: all of them, the unusual ones explained, the texts."""
    idle = presentation.idle(options)
    of_words = [option for option in presentation.rules.options() if not option.text and option.name not in idle]
    told = ", ".join(f"{option.name}={_value(options, option)}" for option in of_words)
    meant = _listed("What the unusual options mean", _unusual_options(presentation, options))
    return _with_lines(Section("Options of this game", "words", (told,)), meant, *_texts(presentation, options))


def unusual_options(presentation: Presentation, options: Options, *, seated: bool = False) -> list[Section]:
    """What of a game's options is not as usual, explained, and the texts it was created with: for a short report.

    By what games here come to an end (`ends_by`) is no news: the rules in short say it. Nor is what they say beside it
    (`in_brief`), or how many play, where it stands beside who is `seated`.
    """
    elsewhere = {*presentation.in_brief, PLAYERS} if seated else {}
    told = {name: options[name] for name in elsewhere if name in options}
    lines = _unusual_options(presentation, options, told={**presentation.ends_by, **told})
    found = _listed("Options of this game that are not the usual ones", lines)
    return _with_lines(found, *_texts(presentation, options))


def _value(options: Options, option: Option) -> str | int:
    """What a game has chosen: games that began before there was such an option are as usual."""
    value: str | int = options.get(option.name, option.default)
    return value


def _texts(presentation: Presentation, options: Options) -> list[Section]:
    texts = [option.name for option in presentation.rules.options() if option.text and _value(options, option)]
    return [Section(f"The {name} of this game", "fixed", tuple(options[name].split("\n"))) for name in texts]


def _with_lines(*sections: Section) -> list[Section]:
    return [section for section in sections if section.lines]


def tag(presentation: Presentation, game: str, seat: SeatName | None) -> str:
    """What opens every subject that concerns a seat: `[marengo7 Napoleon]`."""
    return f"[{game} {presentation.seat_title(seat)}]" if seat is not None else f"[{game}]"


def order_form(presentation: Presentation, ask: Ask) -> Section:
    """The order form of a question; whether what is sent can be taken back stands above it."""
    count = "the latest count" if presentation.waits else "orders count at once"
    # Of what begins with # nothing is read, whatever is changed behind it.
    only_examples = all(line.startswith("#") for line in ask.form if line)
    what = "write without the #" if only_examples else "edit and send back"
    return Section(f"Order form - {what} ({count}; CHECK tries them)", "form", ask.form)


def card_of(presentation: Presentation, view: Json) -> Section:
    """What the pieces can do, for whoever has orders to write: a table, or where it has no columns a list.

    A list is set to the width of the screen; of a table a phone breaks every line.
    """
    lines = presentation.card(view)
    return Section("What the pieces can do", "fixed" if any("  " in line for line in lines) else "list", lines)


def in_words(moment: datetime, zone: str = "UTC") -> str:
    """A moment as players read it, by the clocks of their zone: `Tue 24 Nov 22:00 CET`."""
    there = moment.astimezone(ZoneInfo(zone))
    return f"{there:%a} {there.day} {there:%b %H:%M %Z}"


def roll_lines(presentation: Presentation, rolls: Sequence[Roll]) -> list[str]:
    """A line for the rolls of each turn: their numbers (turn and draw), the kind of die, the faces that came up."""
    lines = []
    for (turn, die), cast in groupby(rolls, key=lambda roll: (roll.turn, _kind_of_die(roll))):
        draws = list(cast)
        first, last = draws[0].draw, draws[-1].draw
        numbers = f"{turn}.{first}" if first == last else f"{turn}.{first}-{last}"
        lines.append(f"  {numbers:<10}{die:<5}{presentation.called([roll.value for roll in draws])}")
    return lines


def _kind_of_die(roll: Roll) -> str:
    return f"d{roll.faces}" if isinstance(roll.value, int) else "die"


# --- What is wanted -----------------------------------------------------------------------------------------------


class _Leads(NamedTuple):
    """What a report says before what the turn wants: what is new across the table, what is asked there, what failed.

    `asked_before` is what the reader was asked in earlier mails, for the end of the subject. News that is `told_below`,
    with what is between the players, is for the subject alone.
    """

    news: str
    asked: str
    failed: str
    asked_before: str
    asked_above: Sequence[Matter]
    told_below: bool

    @property
    def first(self) -> tuple[str, ...]:
        return self.news, self.asked, self.failed

    @property
    def headline(self) -> tuple[str, ...]:
        return ("" if self.told_below else self.news), self.asked, self.failed


def _leads(
    presentation: Presentation,
    view: Json,
    seat: SeatName | None,
    ask: Ask | None,
    between: Sequence[Matter],
    events: Sequence[Event],
) -> _Leads:
    seen = _seen(events, seat)
    new, old = standing.open_questions(between, seen)
    news = standing.news(presentation, view, seat, seen)
    return _Leads(
        news,
        standing.asked(new, may_play=ask is not None),
        _failed(presentation, view, seat, events),
        standing.still_asked(old),
        new,
        any(each.said.startswith(f"{news};") for each in between),
    )


def _failed(presentation: Presentation, view: Json, seat: SeatName | None, events: Sequence[Event]) -> str:
    """What of the seat's own orders failed, in a few words, or nothing."""
    if seat is None:
        return ""
    return presentation.failed(_seen(events, seat), view)


def _subject(
    presentation: Presentation,
    game: GameFacts,
    view: Json,
    seat: SeatName | None,
    ask: Ask | None,
    leads: _Leads,
) -> str:
    """What leads the report, then what the turn wants, and at last what was asked before."""
    begins = f"{tag(presentation, game.name, seat)} "
    if game.outcome is not None:
        return subject_line(begins + _end_in_short(presentation, game.outcome, seat))
    if ask is not None:
        wanted = first_and_wanted(leads.first, ask, game.deadline, game.zone, len(begins))
        return subject_line(begins + fitting((wanted, leads.asked_before), len(begins)))
    stands = presentation.status(view).split("; ")
    return subject_line(begins + fitting((*leads.first, *stands, leads.asked_before), len(begins)))


def first_and_wanted(first: Sequence[str], ask: Ask, deadline: datetime | None, zone: str, begun: int) -> str:
    """A subject that goes on at the column `begun`: what comes first, and what the turn wants, with its deadline.

    Where there is no room for all, the deadline is kept if it can be, and not what was thrown, say.
    """
    said = "; ".join(filter(None, (*first, wanted_by(ask, deadline, zone))))
    if begun + len(said) <= LONGEST_SUBJECT or deadline is None or not any(first):
        return said
    return fitting((*first, f"orders {together(f'by {in_words(deadline, zone)}')}"), begun)


def fitting(clauses: Sequence[str], begun: int) -> str:
    """The clauses for which there is room in a subject, from the column `begun` on: the first ones, each whole.

    Losses that stop after the first side, say, would mislead.
    """
    said = ""
    for clause in filter(None, clauses):
        longer = f"{said}; {clause}" if said else clause
        if said and begun + len(longer) > LONGEST_SUBJECT:
            break
        said = longer
    return said


def wanted_by(ask: Ask, deadline: datetime | None, zone: str) -> str:
    """A question in a few words, with until when its answer is awaited: `your throw 2-3-6 by Tue 24 Nov 21:00 UTC`."""
    return f"{ask.subject} {together(f'by {in_words(deadline, zone)}')}" if deadline else ask.subject


def silence_of(ask: Ask, *, flag: bool) -> str:
    """What happens if no answer comes to a question."""
    return "If nothing comes by then, you are out of time and have lost." if flag else ask.silence


def _end_in_short(presentation: Presentation, outcome: Outcome, seat: SeatName | None) -> str:
    if outcome.reason == CANCELLED:
        return "the game is over: cancelled"
    if not outcome.winners:
        return "the game is over: a draw"
    if seat in outcome.winners:
        return "the game is over: you have won"
    names = " and ".join(presentation.seat_title(winner) for winner in outcome.winners)
    return f"the game is over: {names} {'has' if len(outcome.winners) == 1 else 'have'} won"


def _headline(
    presentation: Presentation,
    game: GameFacts,
    view: Json,
    seat: SeatName | None,
    ask: Ask | None,
    leads: _Leads,
) -> Section:
    if game.outcome is not None:
        said = HOST_ENDED.get(game.outcome.reason) or presentation.say_outcome(view)
        return Section(None, "words", ("The game is over.", said))
    above = tuple(sentence(said) for said in leads.headline if said)
    still_open = (f"Still open: {leads.asked_before}.",) if leads.asked_before else ()
    if ask is not None:
        by = f" by {in_words(game.deadline, game.zone)}" if game.deadline else ""
        return Section(None, "words", (*above, ask.headline, f"{REPLY}{by}.", *still_open))
    nothing = "" if seat is None else f"Nothing {'else ' if leads.asked or still_open else ''}is wanted of you now: "
    return Section(None, "words", (*above, *still_open, sentence(f"{nothing}{presentation.status(view)}")))


def _tool_lines(presentation: Presentation, game: GameFacts, seat: SeatName | None) -> Section:
    lines = [f":: game {game.name}  rules {presentation.name}/{game.version}  seat {seat or '-'}"]
    if game.deadline is not None:
        lines.append(f":: due {game.deadline.astimezone(UTC):%Y-%m-%dT%H:%MZ}")
    if game.commitment is not None:
        lines.append(f":: dice-seal {game.commitment}")
    if game.seed is not None:
        lines.append(f":: dice-seed {game.seed}")
    if game.length is not None:
        lines.append(f":: record {game.length}")
    if game.head is not None:
        lines.append(f":: head {game.head}")
    return Section(None, "fixed", tuple(lines))


# --- The first report ---------------------------------------------------------------------------------------------


def _first_words(presentation: Presentation, game: GameFacts, view: Json) -> list[Section]:
    options = view["options"]
    chosen = chosen_options(presentation, options) if game.full else unusual_options(presentation, options, seated=True)
    return [
        Section(presentation.title, "words", (presentation.brief(options),)),
        _listed("At the table", [*_seated(presentation, game), *_measured(presentation, view)]),
        *chosen,
        _listed("The armies", presentation.roster(view)),
        Section("Why you can trust the dice", "words", (_on_the_dice(game),) if game.commitment else ()),
    ]


def _seated(presentation: Presentation, game: GameFacts) -> Iterator[str]:
    """Who has which seat, a line for each; more than four in one, since most of them are nothing to the reader yet."""
    told = [f"{presentation.seat_title(seat)}: {player}" for seat, player in game.players.items()]
    yield from told if len(told) <= LINES_OF_SEATS else ["; ".join(told)]


def _measured(presentation: Presentation, view: Json) -> Iterator[str]:
    """How the sides of such games fared between robots, where that was measured."""
    measure = balance.of(presentation, view["options"])
    if measure is not None:
        yield balance.in_short(presentation, measure)


def _last_words(presentation: Presentation, game: GameFacts, options: Options) -> list[Section]:
    if not game.full:
        forces = "" if presentation.forces_at_first else MORE_FORCES
        return [Section(None, "words", (MORE.format(presentation.name, forces),))]
    return [Section("How orders are written", "fixed", tuple(presentation.order_help_in(options).split("\n")))]


def _unusual_options(
    presentation: Presentation, options: Options, told: Mapping[str, str | int] = MappingProxyType({})
) -> list[str]:
    """What the unusual options mean, without those of which it is told elsewhere."""
    return unusual(presentation.rules.options(), options, presentation.option_help, told)


def _on_the_dice(game: GameFacts) -> str:
    if not game.full:
        return (
            "Every roll follows from a secret number, whose SHA-256 is the dice-seal below. At the end it is told, and "
            "pbem verify works out every roll again."
        )
    return (
        "Every roll of this game follows from a secret number drawn before it began, and the dice-seal of this mail is "
        "that number's fingerprint (SHA-256), so nobody can change it now, this server included. When the game is "
        "over you are told the number, and pbem verify then works out every roll again from the record of the game."
    )


# --- What happened ------------------------------------------------------------------------------------------------


def _happened(
    presentation: Presentation,
    view: Json,
    seat: SeatName | None,
    events: Sequence[Event],
    answers: Sequence[Section],
) -> list[str]:
    seen = _seen(events, seat)
    left = presentation.unanswered(seen, view) if _answers_all(answers) else seen
    return standing.happened(presentation, view, left)


def _seen(events: Sequence[Event], seat: SeatName | None) -> list[Event]:
    return [event for event in events if event.seen_by is None or seat in event.seen_by]


def _answers_all(answers: Sequence[Section]) -> bool:
    """Whether the seat's own order lines are answered here, and none is left out for lack of room."""
    given = [line for section in answers for line in section.lines if isinstance(line, AnswerLine)]
    return bool(given) and all(line.mark != LEFT_OUT for line in given)


def _dice(presentation: Presentation, rolls: Sequence[Roll]) -> Section:
    lines = () if presentation.tells_dice else roll_lines(presentation, rolls)
    return Section("Dice, numbered as in the record", "fixed", tuple(lines))


# --- What comes after the map -------------------------------------------------------------------------------------


def _closing(
    presentation: Presentation, game: GameFacts, view: Json, seat: SeatName | None, ask: Ask | None
) -> list[Section]:
    if game.outcome is not None:
        return [_proof(game), _commands(COMMANDS_AFTER if seat is not None else ())]
    if ask is None:
        clock = Section("Clock", "words", (*_others_have(presentation, game, view), *game.clock))
        return [clock, _commands(COMMANDS[1:] if seat is not None else ())] if game.full else [clock]
    # A short report names it once, in the headline.
    until = f"Deadline: {in_words(game.deadline, game.zone)}. " if game.deadline and game.full else ""
    return [
        Section("Clock", "words", (f"{until}{silence_of(ask, flag=game.flag)}", *game.clock)),
        order_form(presentation, ask),
        _commands(COMMANDS if game.full or not game.first else ()),
        Section(None, "words", (f"{QUOTATION_RULE} {NOT_BELOW}",)),
    ]


def _others_have(presentation: Presentation, game: GameFacts, view: Json) -> tuple[str, ...]:
    """Until when those have whose orders are awaited, by name."""
    if game.deadline is None:
        return ()
    wanted = [presentation.seat_title(seat) for seat in game.awaited]
    who = f"{listed(wanted)} {'has' if len(wanted) == 1 else 'have'}" if wanted else "The others have"
    return (f"{who} until {in_words(game.deadline, game.zone)}.",)


def _tells_forces(game: GameFacts, ask: Ask | None) -> bool:
    """Short reports have forces and card for whoever is to move, and not beside the words of the first report."""
    return game.full or (ask is not None and not game.first)


def _tells_first(presentation: Presentation, game: GameFacts, ask: Ask | None) -> bool:
    """Whether the first report too has forces: where every game begins alike, a map and the order of battle do."""
    return game.first and ask is not None and presentation.forces_at_first


def _forces(presentation: Presentation, view: Json) -> Section:
    return Section("Forces", "fixed" if presentation.forces_in_columns else "list", tuple(presentation.forces(view)))


def _proof(game: GameFacts) -> Section:
    if game.seed is None:
        return Section(None, "words", ())
    words = (
        "The secret number behind the dice is the dice-seed of this mail; its SHA-256 is the dice-seal that stood in "
        "your first report. Whoever wants to be sure saves the attached record and runs pbem verify on it, a program "
        "that works out every roll and move again."
    )
    return Section("The dice, revealed", "words", (words,))


def _commands(lines: Sequence[str]) -> Section:
    return Section(IN_A_REPLY, "list", tuple(lines))


def _listed(title: str, lines: Sequence[str]) -> Section:
    return Section(title, "list", tuple(lines))


def _view_attachment(game: str, seat: SeatName | None, view: Json) -> Attachment:
    return Attachment(f"{game}-{seat or 'onlooker'}.json", "application/json", msgspec.json.encode(view))
