"""The mails of an event: one letter a player about each round, and about whatever else he has to know or do.

Each says in its subject and first sentence what is wanted. Its thread is the event's; STANDINGS and the like can be
written in answer to any of them.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import select

from core.contract import ATTACKER, BATTLE_SIDES, Budget, Level, SeatName
from core.dice import SeededDice
from pbem.addresses import signed
from pbem.campaigns.linked import game_of
from pbem.events import course, formats, odds, scoring, series, standings, tables
from pbem.events.contract import Encounter, EntrantName, How, Result, Unit
from pbem.events.contract import Sitting as Planned
from pbem.events.kept import RESERVE, Held, seats_of
from pbem.events.pace import Pace
from pbem.games import clock, table
from pbem.games.clocks import Clocks
from pbem.outbound.posting import Draft, post
from pbem.reports.document import Attachment, Document, Section
from pbem.reports.turn import in_words
from pbem.robots import playing
from pbem.rulesets import presentation
from pbem.rulesets.contract import Presentation
from pbem.rulesets.sentences import listed
from pbem.store import people
from pbem.store.models import Entrant, EventRound, Game, Outbox, Player, Sitting

QUESTIONS = (
    "STANDINGS {0} tells how it stands, PAIRINGS {0} who meets whom; WITHDRAW {0} takes you out. Answer any mail with "
    "one of these."
)
HOW_MEASURED = (
    "The margin goes from -1 (has lost) to 1 (has won). The robot games were played on from the position as it stands, "
    "by recruits on all sides."
)
HOW_TO_AGREE = (
    "If you and your opponent agree how it would end, answer its latest report with AGREE WIN, AGREE DRAW or AGREE "
    "LOSS, each from your own side. Once you both have sent the same it ends so; until then you may send another."
)


def tell(
    held: Held,
    player: Player,
    subject: str,
    sections: Sequence[Section],
    key: str,
    *,
    attachments: Sequence[Attachment] = (),
    reply_to: str | None = None,
) -> None:
    """Mail a player something about the event; of two mails to him with one key the second is an error."""
    post(
        held.session,
        held.context,
        Draft(
            document=Document(f"[{held.event.name}] {subject}", tuple(sections), tuple(attachments)),
            key=_key(held, key, player),
            to=player.address,
            reply_to=reply_to or held.context.settings.address,
            sender_name=f"pbem {held.event.name}",
        ),
    )


def tell_all(
    held: Held,
    subject: str,
    sections: Sequence[Section],
    key: str,
    *,
    attachments: Sequence[Attachment] = (),
    rows: Sequence[Entrant] | None = None,
) -> None:
    """Mail all who have entered and not left, or these."""
    for row in held.people() if rows is None else rows:
        if row.player is not None:
            tell(held, row.player, subject, sections, key, attachments=attachments)


def tell_directors(
    held: Held, subject: str, sections: Sequence[Section], key: str, *, but: Player | None = None
) -> None:
    """Mail those who direct the event, so that they can answer with an act; where nobody does, the hosts."""
    found = [each for each in (held.event.director, held.event.second) if each is not None and each is not but]
    if not found:
        hosts = (people.player_at(held.session, host) for host in held.context.settings.hosts)
        found = [host for host in hosts if host is not None and host is not but]
    for player in found:
        tell(held, player, subject, sections, key, reply_to=desk_of(held, player))


# --- A round ------------------------------------------------------------------------------------------------------


def tell_round(held: Held, encounters: Sequence[Encounter], games: Mapping[str, Game]) -> None:
    """One letter to each player about his round: whom he meets in which games, until when, and how it stands."""
    number, row = encounters[0].round, held.round_row
    below = _so_far(held, number)
    for name in dict.fromkeys(name for met in encounters for name in met.entrants):
        entrant = held.rows.get(name)
        if entrant is None or entrant.player is None:
            continue
        mine = [met for met in encounters if name in met.entrants and not met.is_bye]
        subject, said, table_of_games = _meeting(held, mine, name, games) if mine else _bye()
        until = f" The round ends on {in_words(row.ends_at, entrant.player.zone)}." if row and row.ends_at else ""
        terms = f"{clock.in_words(held.terms)}{until}"
        sections = [words(None, said), *table_of_games, words(None, terms), *below]
        tell(held, entrant.player, f"round {number}: {subject}", sections, f"round/{number}")


def _bye() -> tuple[str, str, list[Section]]:
    said = "You have a bye in this round: nobody is left for you to play, and it counts as if you had won."
    return "you have a bye", said, []


def _meeting(
    held: Held, mine: Sequence[Encounter], name: EntrantName, games: Mapping[str, Game]
) -> tuple[str, str, list[Section]]:
    others = listed(list(dict.fromkeys(held.called(each) for met in mine for each in met.entrants if each != name)))
    if held.plan.series is not None:
        return f"you meet {others}", _to_fight(held, others), [_battles_of(held, mine, name)]
    sittings = [sitting for met in mine for sitting in met.sittings if name in sitting.seats.values()]
    count = "a game" if len(sittings) == 1 else f"{len(sittings)} games"
    swapped = ", each match with sides swapped" if len(mine) > 1 else ", with sides swapped"
    how = swapped if held.plan.unit is Unit.MATCH and len(sittings) > 1 else ""
    reports = "its first report comes" if len(sittings) == 1 else "the first report of each comes"
    which = "that" if len(sittings) == 1 else "those"
    said = f"You meet {others} in {count}{how}; {reports} in a mail of its own. Answer {which} with your orders."
    title = presentation(held.plan.ruleset).seat_title
    if any(sitting.bid for sitting in sittings):
        return f"bid for your side against {others}", _to_bid(held, others), []
    rows = []
    for sitting in sittings:
        seat = next(seat for seat, who in sitting.seats.items() if who == name)
        against = listed([held.called(who) for who in sitting.seats.values() if who != name])
        rows.append(f"{games[sitting.name].name}  you play {title(seat)}, against {against}")
    return f"you meet {others}", said, [Section("Your games", "fixed", tuple(rows))]


def _to_fight(held: Held, others: str) -> str:
    count = len(series.of(held.plan).battles)
    return (
        f"You meet {others} in a series of {count} battles, one after another. Each is a game of its own: its first "
        "report comes in a mail of its own, that of the second when the first is over, and so on. Answer those with "
        "your orders."
    )


def _battles_of(held: Held, mine: Sequence[Encounter], name: EntrantName) -> Section:
    """The battles that somebody has before him."""
    rows = []
    for met in mine:
        for sitting in met.sittings:
            other = next(held.called(each) for each in met.entrants if each != name)
            fight = series.of(held.plan).battles[sitting.battle - 1]
            does = "attack" if sitting.seats[ATTACKER] == name else "defend"
            rows.append(f"{sitting.battle}  {presentation(fight.ruleset).title}: you {does}, against {other}")
    return Section("Your battles", "fixed", tuple(rows))


def battles_text(held: Held) -> str:
    """The battles of all series that have begun: who won each, and what both had left."""
    return "\n".join(
        _battle_line(held, met, each) for met in held.state.encounters for each in met.sittings if each.battle
    )


def _battle_line(held: Held, met: Encounter, sitting: Planned) -> str:
    fight = series.of(held.plan).battles[sitting.battle - 1]
    who = " - ".join(held.called(name) for name in met.entrants)
    game = held.replay.games.get(sitting.name, "-")
    head = f"{sitting.battle}  {game}  {presentation(fight.ruleset).title}: {who}"
    result = held.state.by_sitting.get(sitting.name)
    if result is None:
        return f"{head}\n   {'is being fought' if sitting.name in held.replay.games else 'has not begun'}"
    left = " - ".join(f"{100 * result.left[name]:,}" for name in met.entrants) if result.left else ""
    return f"{head}\n   {_came_to(held, result)}{f'; men left: {left}' if left else ''}"


def _came_to(held: Held, result: Result) -> str:
    if not result.counts:
        return "counts for nobody"
    if len(result.places) == 1:
        return "lost by both" if result.nothing else "drawn"
    not_fought = ", without a fight" if result.how in (How.BEATEN, How.WITHDRAWN) else ""
    return f"won by {listed([held.called(name) for name in result.places[0]])}{not_fought}"


def _to_bid(held: Held, others: str) -> str:
    """What is asked of whoever has to bid for his side."""
    handicap = presentation(held.plan.ruleset).rules.handicap
    assert handicap is not None
    title, least, most = presentation(held.plan.ruleset).seat_title, handicap.values[0], handicap.values[-1]
    return (
        f"You meet {others} in a game for whose sides you both bid. Answer with the side you want and the "
        f"{handicap.option} with which you would take it, {least} to {most}, the later the harder for "
        f"{title(handicap.harder_for)}: BID {title(held.plan.seats[0])} {handicap.values[len(handicap.values) // 2]}. "
        "Nobody is told before both have bid, or seven days are over; who has sent none takes the side that is left. "
        "What you bid counts for all your games of this round."
    )


def _so_far(held: Held, number: int) -> list[Section]:
    paired = fixed(f"Round {number}", tables.pairings(held.state, number, held.names()))
    stands = [fixed("How it stands", standings_text(held))] if held.state.results else []
    return [paired, *stands, words(None, QUESTIONS.format(held.event.name))]


def standings_text(held: Held) -> str:
    """All tables of the event as text."""
    groups = formats.of(held.plan.format).groups(held.state)
    called = held.names()
    return "\n\n".join(tables.text(standings.table(held.state, each, held.draw), called) for each in groups)


# --- The round's date ---------------------------------------------------------------------------------------------


def tell_of_pace(held: Held, row: EventRound, late: Sequence[Pace]) -> None:
    """Tell the directors at half of a round's time which of its games will not end by its date, if there are any."""
    if not late or row.ends_at is None:
        return
    count = "a game of it" if len(late) == 1 else f"{len(late)} games of it"
    said = (
        f"Half of round {row.number} is over, which ends on {in_words(row.ends_at)}. As they go, {count} will still be "
        "going on then. Nothing is wanted of you; at that date you would be asked to decide what is left. You may "
        "write to its players."
    )
    how = (
        "This goes by how long the games of the event took that have ended; where that tells nothing, by what is left "
        "on a game's clocks."
    )
    rows = []
    for each in late:
        over = held.moment + timedelta(seconds=each.needs) - row.ends_at
        turns = f"{each.turns} turn{'' if each.turns == 1 else 's'} in {clock.span_in_words(each.taken)}"
        rows.append(f"{each.game}  {turns}, late by {clock.span_in_words(max(clock.DAY, over.total_seconds()))}")
    tell_directors(
        held,
        f"round {row.number}: {'a game' if len(late) == 1 else f'{len(late)} games'} will not end in time",
        [words(None, said), fixed("Behind", "\n".join(rows)), words(None, how)],
        f"pace/{row.number}",
    )


def ask_to_agree(held: Held, row: EventRound, left: Sequence[Sitting]) -> None:
    """Ask the players of games that are left, in one letter each, whether they agree on how these end."""
    by_name: dict[EntrantName, list[Sitting]] = {}
    for sitting in left:
        for name in seats_of(sitting).values():
            by_name.setdefault(name, []).append(sitting)
    for name, sittings in by_name.items():
        player = held.rows[name].player if name in held.rows else None
        if player is None or row.ends_at is None:
            continue
        until = in_words(row.ends_at, player.zone)
        count = "a game of yours is" if len(sittings) == 1 else f"{len(sittings)} games of yours are"
        said = f"Round {row.number} ends on {until}, and {count} still going on: {listed(named(sittings))}."
        after = "What is left then is decided by the director."
        tell(
            held,
            player,
            f"round {row.number} ends soon: play on, or AGREE",
            [words(None, said, HOW_TO_AGREE, after)],
            f"agree/{row.number}",
        )


def ask_to_decide(held: Held, left: Sequence[Sitting]) -> None:
    """Ask the director to decide what is left of a round, with what the server knows of each game; once for each."""
    for sitting in left:
        key = f"decide/{sitting.name}"
        asked = [each for each in judges(held, sitting) if not was_told(held, key, each)]
        if not asked or sitting.game.state != "running":
            continue
        game, title = sitting.game, presentation(sitting.game.ruleset).seat_title
        seats = [seat.name for seat in game.seats]
        lines = [f"TD adjudicate {game.name} {seat}" for seat in seats] + [f"TD adjudicate {game.name} draw"]
        said = (
            f"The date of round {sitting.round} has come, and {game.name} is still going on. Its players "
            f"({seat_titles(held, seats_of(sitting), game.ruleset)}) have not agreed. Decide it: answer this mail with "
            "one of the lines below, and one that says WHY. They may appeal once to the host, within seven days."
        )
        facts = [f"{title(seat)}: {'; '.join(told)}" for seat, told in standing_of(held, sitting).items()]
        sections = [
            words(None, said),
            fixed("Write one of these", "\n".join([*lines, "WHY the reason, which both are told"])),
            Section("What the server knows of it", "list", tuple(facts)),
            words(None, HOW_MEASURED),
        ]
        for player in asked:
            tell(held, player, f"{game.name} is yours to decide", sections, key, reply_to=desk_of(held, player))


def standing_of(held: Held, sitting: Sitting) -> dict[SeatName, list[str]]:
    """What a director is shown of a game, by seats: its margin, how robots fared from there, the time it has left."""
    game, session = sitting.game, held.session
    turn = table.current_turn(session, game)
    margin = presentation(game.ruleset).rules.margin(table.position_of(game, turn))
    counted, running = odds.of(sitting), Clocks(session, held.context, game)
    told: dict[SeatName, list[str]] = {}
    for seat in game.seats:
        mine = [f"margin {margin.get(seat.name, 0.0):+.2f}"]
        if counted is not None and counted.games:
            mine.append(f"{round(100 * counted.share(seat.name))} % of {counted.games} robot games")
        if seat.bank is not None:
            mine.append(f"{clock.span_in_words(running.in_hand(seat, seat.bank))} left in the bank")
        if seat.misses:
            mine.append(f"{seat.misses} decisions missed running")
        told[seat.name] = mine
    return told


def judges(held: Held, sitting: Sitting) -> list[Player]:
    """Who may decide a game: the director, the second where the director plays in it, else the hosts."""
    playing = {seat.player_id for seat in sitting.game.seats}
    for director in (held.event.director, held.event.second):
        if director is not None and director.id not in playing:
            return [director]
    hosts = (people.player_at(held.session, host) for host in held.context.settings.hosts)
    return [host for host in hosts if host is not None and host.id not in playing]


def was_told(held: Held, key: str, player: Player) -> bool:
    """Whether a player was mailed something of the event under this key."""
    wanted = select(Outbox.id).where(Outbox.key == _key(held, key, player))
    return held.session.scalar(wanted) is not None


# --- Who is there -------------------------------------------------------------------------------------------------


def ask_to_check_in(held: Held, row: Entrant) -> None:
    """Ask an entrant for a trial order, which shows that he is there and that his mail can be read."""
    player, event = row.player, held.event
    if player is None or event.starts_at is None:
        return
    until, trial = in_words(event.starts_at, player.zone), trial_order(held)
    place = "You are a reserve, and get the place of whoever is silent." if row.state == RESERVE else ""
    told = [
        words(
            None, f"{event.title} begins on {until}. To show that you are there, answer this mail with a trial order:"
        ),
        fixed(None, trial),
        words(
            None,
            "Any order of the game does. Nothing is played by it.",
            f"Who has not answered by {until} is not in it, and a reserve gets the place. {place}".strip(),
        ),
    ]
    reply_to = signed.entry_address(held.context.settings, row.id, player.address)
    tell(held, player, f"are you there? Answer by {until}", told, f"check-in/{row.number}", reply_to=reply_to)


def trial_order(held: Held) -> str:
    """An order with which everybody can show that he is there: one of the first that the game asks for."""
    ruleset, position, seat = trial_position(held)
    view = ruleset.rules.view(position, seat)
    ask = ruleset.ask(view, seat)
    if ask is not None and ask.usual:
        return ask.usual
    return playing.orders(ruleset, view, Level.RECRUIT, 1, Budget.ARENA).split("\n")[0]


def trial_position(held: Held) -> tuple[Presentation, Any, SeatName]:
    """The position in which a game of the event asks first, and the seat that it asks."""
    ruleset = presentation(held.plan.ruleset)
    rules = ruleset.rules
    opening = rules.opening(held.plan.options) if held.plan.series is None else _first_battle(held, rules)
    dice = SeededDice(bytes(32), "trial", [""] * len(held.plan.seats))
    position = rules.adjudicate(opening, {}, dice).position
    return ruleset, position, rules.awaiting(position)[0].seat


def _first_battle(held: Held, rules: Any) -> Any:
    """The position with which the first battle of a series begins."""
    found = series.of(held.plan)
    sitting = Planned("1-1-1", dict(zip(BATTLE_SIDES, ("a", "b"), strict=True)), battle=1)
    asked = series.battle(found, Encounter(1, 1, ("a", "b"), (sitting,)), sitting, series.armies(found))
    linked = game_of(asked, rules)
    return rules.decode(linked.position, linked.options)


# --- The end ------------------------------------------------------------------------------------------------------


def tell_end(held: Held) -> None:
    """The final table and the record to everybody who has played, and to the director."""
    event, record = held.event, held.record_file()
    stands = standings_text(held)
    kept = (
        f"The record of the event is attached. pbem verify {record.name} pairs every round again, draws every lot and "
        "counts every point; with the files of its games named behind it, it compares them too."
    )
    if held.plan.series is not None:
        kept += " Battles whose files lie beside it are fought again, and what each has cost is worked out."
    players = {row.player_id: row.player for row in held.rows.values() if row.player is not None}
    for director in (event.director, event.second):
        if director is not None:
            players.setdefault(director.id, director)
    places = final_places(held)
    drawn = {row.player_id: name for name, row in held.rows.items()}
    for ident, player in players.items():
        if player is None:
            continue
        place = places.get(drawn.get(ident, ""))
        said = f"{event.title} is over{f', and you are {ordinal(place)}' if place else ''}."
        seed = fixed(None, f":: event-seed {event.seed}\n:: head {held.head}")
        fought = [fixed("The battles", battles_text(held))] if held.plan.series is not None else []
        sections = [words(None, said), fixed("The final table", stands), *fought, words(None, kept), seed]
        subject = f"it is over: you are {ordinal(place)}" if place else "it is over: the final table"
        if held.plan.format == "series" and held.state.encounters:
            subject, told = _series_ended(held, drawn.get(ident))
            sections[0] = words(None, f"{event.title} is over. {told}")
        tell(held, player, subject, sections, "end", attachments=(record,))


def won_by(held: Held) -> EntrantName | None:
    """Who has won the series that an event was, by points and then by its tie-breaks; None where it is drawn.

    The lot, which gives a table an order, wins no series.
    """
    [group] = formats.of(held.plan.format).groups(held.state)
    first, other = standings.table(held.state, group, held.draw).rows
    return None if (first.points, first.told) == (other.points, other.told) else first.entrant


def _series_ended(held: Held, mine: EntrantName | None) -> tuple[str, str]:
    """The end of a series, for a subject and as a sentence; `mine` is the entrant who reads it."""
    [met] = held.state.encounters
    points, won = scoring.of_encounter(held.state, met), won_by(held)
    order = met.entrants if won is None else sorted(met.entrants, key=lambda name: name != won)
    score = " to ".join(tables.number(points[name]) for name in order)
    if won is None:
        return "it is over: the series is drawn", f"The series is drawn, with {score} points."
    how = "" if len(set(points.values())) > 1 else ", by the men that are left"
    if held.plan.tie_breaks[:1] != ("army",) and how:
        how = ", by its tie-breaks"
    told = "you have won" if mine == won else "you have lost" if mine in met.entrants else f"{held.called(won)} has won"
    return f"it is over: {told}", f"{held.called(won)} has won the series with {score} points{how}."


def final_places(held: Held) -> dict[EntrantName, int]:
    """The place of each in the table that says most of him: the last in which he stands."""
    if not held.replay.started:
        return {}
    found: dict[EntrantName, int] = {}
    for group in course.standings_rows(held.state, held.draw):
        found |= {row["entrant"]: row["place"] for row in group["rows"]}
    return found


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `3rd`, `11th`."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


# --- Pieces -------------------------------------------------------------------------------------------------------


def desk_of(held: Held, player: Player) -> str:
    """The address to which a director answers with an act, once."""
    issued = int(held.moment.timestamp())
    return signed.desk_address(held.context.settings, player.address, issued, secrets.randbelow(1 << 30))


def _key(held: Held, key: str, player: Player) -> str:
    return f"event/{held.event.id}/{key}/{player.id}"


def named(sittings: Sequence[Sitting]) -> list[str]:
    """The games by their names on the server."""
    return [sitting.game.name for sitting in sittings]


def seat_titles(held: Held, seats: Mapping[SeatName, EntrantName], ruleset: str | None = None) -> str:
    """Who sits where, in words; `ruleset` is that of the game where it need not be that of the event."""
    title = presentation(ruleset or held.plan.ruleset).seat_title
    return ", ".join(f"{title(seat)} {held.called(who)}" for seat, who in seats.items())


def words(title: str | None, *paragraphs: str) -> Section:
    """A section of running text."""
    return Section(title, "words", tuple(each for each in paragraphs if each))


def fixed(title: str | None, text: str) -> Section:
    """A section whose lines stay as they are."""
    return Section(title, "fixed", tuple(text.split("\n")))
