"""The order lines of one seat, judged by what the seat knows (HD-004, HD-109), and what they come to.

A line is refused alone; a line that nothing could be made of keeps the whole mail from counting. The tests of a line
come in the order of the error codes' table: E16, E01, E02/E11, E03, E15, E04, E05, E06, E14, E17, E07 to E10, E12, E13.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from core.contract import HOST, Checked, Effect, Json, Line, SeatName, Status, Verdict
from core.rulesets.hundred_days.acts import ACTS
from core.rulesets.hundred_days.board import Variant
from core.rulesets.hundred_days.names import letters, matching, one_of
from core.rulesets.hundred_days.orders import (
    NO_WORDS,
    PLAN_ORDERS,
    Blow,
    Change,
    Continue,
    ContinueAll,
    Detach,
    Draw,
    Give,
    Hold,
    Join,
    Leave,
    Letter,
    March,
    Refused,
    Repair,
    Resign,
    Rest,
    Result,
    Retreat,
    Ride,
    Scout,
    Show,
    Test,
    TurnHeader,
    With,
    Words,
    of_any_seat,
    text_of,
)
from core.rulesets.hundred_days.schema import MOST_LETTER, MOST_PATH

MOST_KNOWN = 18  # columns of an army (HD-035)
FEWEST = 10  # men of a part
RIDE = 50  # hm a beat of a courier
HALF_HOUR = 30
PLAN_NAMES: dict[type, str] = {
    March: "march",
    Hold: "hold",
    Rest: "rest",
    Retreat: "retreat",
    Leave: "exit",
    Join: "join",
    Repair: "repair",
}

Paper = dict[str, Any]  # what a `PaperSchema` says, without its date and its courier


class Sheet:
    """What the good lines of a mail order, ready to be sent."""

    def __init__(self) -> None:
        self.papers: dict[str, Paper] = {}
        self.texts: dict[str, list[str]] = {}
        self.rides: dict[str, tuple[str, str | None]] = {}  # person -> place, and the column he is to be with
        self.letters: list[tuple[str, str]] = []  # person, text
        self.gives: list[tuple[str, SeatName]] = []
        self.resigns = self.draws = False


def judge(variant: Variant, view: Json, lines: Sequence[Line]) -> tuple[Checked, Sheet]:
    """The verdicts on the lines of a seat, and what they order."""
    judgement = _Judgement(variant, view)
    verdicts = judgement.of_all(lines)
    return Checked(tuple(verdicts), judgement.effect), judgement.sheet


def judge_results(asked: Mapping[str, Collection[str]], lines: Sequence[Line]) -> tuple[Checked, list[Result]]:
    """The verdicts on the lines of the host, and the results in them (HD-087).

    `asked` has the battles that are asked for, each with the columns that may have taken part.
    """
    verdicts: list[Verdict] = []
    results: list[Result] = []
    for line in lines:
        try:
            result = _result(asked, line, [each.battle for each in results])
        except Refused as error:
            verdicts.append(
                Verdict(line.number, Status.REFUSED, error.code, error.clauses, {"seat": HOST, **error.facts})
            )
            continue
        facts = {"seat": HOST, "order": "result", "battle": result.battle, "ended_by": result.ended_by}
        verdicts.append(Verdict(line.number, Status.OK, facts=facts))
        results.append(result)
    unread = any(line.order is None for line in lines)
    if unread:
        return Checked(tuple(verdicts), Effect.NOTHING), []
    return Checked(tuple(verdicts), Effect.WHEN_ALL_IN if results else Effect.NOTHING), results


def _result(asked: Mapping[str, Collection[str]], line: Line, given: list[str]) -> Result:
    """The result of a line. Raises Refused."""
    order = line.order
    if order is None:
        raise Refused("E01", "HD-004")
    if not isinstance(order, Result):
        raise Refused("E18", "HD-087", what="order")
    if order.battle not in asked or order.battle in given:
        raise Refused("E18", "HD-087", battle=order.battle, what="battle", asked=list(asked))
    for code in order.columns:
        if code not in asked[order.battle]:
            raise Refused("E18", "HD-087", battle=order.battle, what="column", column=code)
    if (order.ended_by in ("won", "resigned")) != (order.winner is not None) and order.ended_by != "limit":
        raise Refused("E18", "HD-087", battle=order.battle, what="winner", ended_by=order.ended_by)
    return order


class _Judgement:
    """One seat's mail, line after line."""

    def __init__(self, variant: Variant, view: Json) -> None:
        self.variant, self.view, self.seat = variant, view, view["seat"]
        self.sheet = Sheet()
        self.said: dict[tuple[str, str], int] = {}  # what was ordered of whom, and in which line
        self.effect = Effect.NOTHING
        self.names = {place.code: place.name for place in variant.campaign.places}
        self.made: dict[str, str] = {}  # columns to be made in this mail, and of which
        self.ends: dict[str, str] = {}  # column -> the place where its path of this mail ends

    def of_all(self, lines: Sequence[Line]) -> list[Verdict]:
        """A verdict for each line."""
        closed = self._closed(lines)
        if closed is not None:
            return [self._refused(line, closed) if at == 0 else self._void(line) for at, line in enumerate(lines)]
        unread = any(line.order is None for line in lines)
        trial = any(isinstance(line.order, Test) for line in lines)
        resigns = any(isinstance(line.order, Resign) for line in lines)
        self._look_ahead(lines)
        verdicts = []
        good = False
        for line in lines:
            if resigns and not unread and not isinstance(line.order, Resign):
                verdicts.append(self._void(line))  # HD-102
                continue
            verdict = self._of_line(line)
            good = good or (verdict.status is Status.OK and not isinstance(line.order, Show | Test | TurnHeader))
            verdicts.append(verdict)
        if good and not unread and not trial:
            self.effect = Effect.WHEN_ALL_IN
        return verdicts

    def _closed(self, lines: Sequence[Line]) -> Refused | None:
        """E16, which is of the mail as a whole."""
        if self.view["phase"] == "over":
            return Refused("E16", "HD-001", what="over")
        if self.view["phase"] == "battle":
            return Refused("E16", "HD-092", what="battle")
        if self.seat in self.view["resigned"]:
            return Refused("E16", "HD-102", what="resigned")
        first = lines[0].order if lines else None
        if isinstance(first, TurnHeader) and first.number != self.view["turn"]:
            return Refused("E16", "HD-001", what="turn", turn=first.number, asked=self.view["turn"])
        return None

    def _look_ahead(self, lines: Sequence[Line]) -> None:
        """`detach` comes first, and an exit may stand before the march that leads to it."""
        for line in lines:
            order = line.order
            if isinstance(order, March | Retreat):
                found = matching(order.path[-1], self.names) if order.path else []
                if len(found) == 1:
                    self.ends.setdefault(order.column.upper(), found[0])

    def _of_line(self, line: Line) -> Verdict:
        try:
            return Verdict(line.number, Status.OK, facts={"seat": self.seat, **self._facts(line)})
        except Refused as error:
            return self._refused(line, error)

    def _refused(self, line: Line, error: Refused) -> Verdict:
        return Verdict(line.number, Status.REFUSED, error.code, error.clauses, {"seat": self.seat, **error.facts})

    def _void(self, line: Line) -> Verdict:
        return Verdict(line.number, Status.VOID, facts={"seat": self.seat})

    def _facts(self, line: Line) -> Json:
        """What a line orders, kept in the sheet. Raises Refused."""
        order = line.order
        if (facts := of_any_seat(order, self.view["turn"])) is not None:
            return facts
        match order:
            case ContinueAll():
                return {"order": "continue"}
            case Result(battle=battle):
                raise Refused("E18", "HD-087", battle=battle, what="host")
            case _ if isinstance(order, ACTS):
                raise Refused("E21", "HD-130", what="umpire")
            case Draw():
                self._once("draw", "", line)
                self.sheet.draws = True
                return {"order": "draw"}
            case Resign():
                self._once("resign", "", line)
                self.sheet.resigns = True
                return {"order": "resign"}
            case Letter():
                return self._letter(order, line)
            case Give():
                return self._give(order, line)
            case Ride() | With():
                return self._person(order, line)
        return self._column(order, line)

    def _once(self, kind: str, whom: str, line: Line) -> None:
        """E15."""
        if (kind, whom) in self.said:
            raise Refused("E15", "HD-004", kind=kind, column=whom or None, line=self.said[kind, whom])
        self.said[kind, whom] = line.number

    # --- What things are meant ------------------------------------------------------------------------------------

    def _own(self, name: str) -> Json:
        """The last dispatch of an own column, or what is known of one to be made. Raises E02."""
        code = name.upper()
        if code in self.made:
            return {**self.view["columns"][self.made[code]], "column": code, "acts_on": 0, "plan": "hold", "path": []}
        known = self.view["columns"].get(code)
        if known is None or known["seat"] != self.seat:
            whose = None if known is None else known["seat"]
            raise Refused("E02", "HD-051", column=code, whose=whose, own=self._codes())
        return dict(known)

    def _codes(self) -> list[str]:
        return [code for code, known in self.view["columns"].items() if known["seat"] == self.seat]

    def _place(self, text: str) -> str:
        found = matching(text, self.names)
        if len(found) != 1:
            raise Refused("E03", "HD-010", place=text, several=found)
        return found[0]

    def _bridge(self, text: str, clause: str) -> str:
        name = one_of(text, self.variant.bridges)
        if name is None:
            raise Refused("E10", clause, bridge=text, bridges=list(self.variant.bridges))
        return name

    # --- Columns --------------------------------------------------------------------------------------------------

    def _column(self, order: Any, line: Line) -> Json:
        known = self._own(order.column)
        code = known["column"]
        words: Words = getattr(order, "words", NO_WORDS)
        said = self._words(words)
        facts: Json = {"order": PLAN_NAMES.get(type(order), type(order).__name__.lower()), "column": code}
        path = self._path(order) if isinstance(order, March | Retreat) else []
        if isinstance(order, Scout):
            said["scout"] = self._place(order.place)
        self._orders_once(order, code, words, line)
        if isinstance(order, March | Retreat):
            self._way_makes_sense(code, known, path)
        if words.forced and isinstance(order, Rest | Hold | Retreat):
            raise Refused(
                "E05", "HD-016" if isinstance(order, Retreat) else "HD-030", column=code, order=facts["order"]
            )
        if words.at is not None:
            said["start"] = self._beat(words.at)
        said |= self._plan(order, code, known, path)
        if words.stance == "attack" and known["routed"]:
            raise Refused("E17", "HD-082", column=code)
        if isinstance(order, Detach):
            said |= self._detach(order, code, known)
        facts |= self._reading(code, known, path, words)
        self._keep(order, code, said)
        return facts | said

    def _orders_once(self, order: Any, code: str, words: Words, line: Line) -> None:
        """E15: one plan, one of each other kind, each word once."""
        kinds = []
        if type(order) in PLAN_ORDERS or isinstance(order, Continue):
            kind = PLAN_NAMES.get(type(order), "continue")
            other = {"march": "exit", "exit": "march"}.get(kind)
            for told, number in self.said.items():
                if told[1] == code and told[0] == "plan" and self.said.get((f"plan {other}", code)) != number:
                    raise Refused("E15", "HD-004", kind="plan", column=code, line=number)
            if (f"plan {kind}", code) in self.said:
                raise Refused("E15", "HD-004", kind="plan", column=code, line=self.said[f"plan {kind}", code])
            self.said[f"plan {kind}", code] = self.said["plan", code] = line.number
        elif not isinstance(order, Change):
            kinds.append(type(order).__name__.lower())
        kinds += [name for name in ("forced", "night") if getattr(words, name)]
        kinds += [name for name in ("at", "stance", "guns", "line") if getattr(words, name) is not None]
        for kind in kinds:
            self._once(kind, code, line)

    def _words(self, words: Words) -> Paper:
        said: Paper = {name: True for name in ("forced", "night") if getattr(words, name)}
        if words.stance is not None:
            said["stance"] = words.stance
        if words.guns is not None:
            said["guns_word"] = words.guns
        if words.line is not None:
            said["line"] = "free" if words.line == "free" else self._place(words.line)
        return said

    def _path(self, order: March | Retreat) -> list[str]:
        path = [self._place(name) for name in order.path]
        if not path or len(path) > MOST_PATH:
            raise Refused("E04", "HD-011", what="length", places=len(path), most=MOST_PATH)
        return path

    def _way_makes_sense(self, code: str, known: Json, path: list[str]) -> None:
        """E04."""
        for one, other in itertools.pairwise(path):
            if one == other:
                raise Refused("E04", "HD-011", what="twice", column=code, place=one)
        standing = known["at"] is not None and not known["path"]
        if standing and path[-1] == known["at"] and len(path) == 1:
            raise Refused("E04", "HD-011", what="there", column=code, place=path[-1])

    def _beat(self, minutes: int) -> int:
        """E06: the first beat that begins at or after an hour of the asked turn, and of the night behind it."""
        turn = int(self.view["turn"])
        begins = self.variant.campaign.hour * 60 + 240 * (turn - 1)
        span = 240
        if turn < self.variant.campaign.turns and self.variant.is_night(turn + 1) and not self.view["nights_asked"]:
            span += 240
        after = (minutes - begins) % 1_440
        if after >= span:
            last = (begins + span) % 1_440
            raise Refused("E06", "HD-018", at=minutes, first=begins % 1_440, last=last)
        return 8 * (turn - 1) + (after + HALF_HOUR - 1) // HALF_HOUR + 1

    def _plan(self, order: Any, code: str, known: Json, path: list[str]) -> Paper:
        if isinstance(order, Leave):
            self._leave(code, known)
            return {"leaves": True}
        if isinstance(order, Join):
            return self._join(order, code, known)
        if isinstance(order, Repair):
            bridge = self._bridge(order.bridge, "HD-043")
            if known["foot"] < 20:
                raise Refused("E10", "HD-043", column=code, bridge=bridge, foot=known["foot"])
            return {"plan": "repair", "repair": bridge}
        if isinstance(order, Blow):
            return {"blow": self._bridge(order.bridge, "HD-041")}
        if isinstance(order, Scout):
            return self._scout(order, code, known)
        if isinstance(order, March | Retreat | Hold | Rest):
            return {"plan": PLAN_NAMES[type(order)], "path": path}
        return {}

    def _leave(self, code: str, known: Json) -> None:
        """E14."""
        here = known["at"] if known["at"] is not None else None
        end = self.ends.get(code) or (known["path"][-1] if known["path"] else here)
        army = code[0]
        if not any(place is not None and self.variant.is_exit(army, place) for place in (here, end)):
            raise Refused("E14", "HD-037", column=code, place=end or self._nearest(known), army=army)

    def _join(self, order: Join, code: str, known: Json) -> Paper:
        """E08."""
        target = order.target.upper()
        other = self.view["columns"].get(self.made.get(target, target))
        if other is None or other["seat"] != self.seat or target == code or target[0] != code[0]:
            raise Refused("E08", "HD-036", column=code, target=target)
        place = self._nearest(other)
        there = known["at"] == place
        return {"plan": "join", "target": target, "path": [] if there else [place]}

    def _scout(self, order: Scout, code: str, known: Json) -> Paper:
        """E09."""
        place = self._place(order.place)
        here = self._nearest(known)
        if known["horse"] < FEWEST:
            raise Refused("E09", "HD-069", column=code, horse=known["horse"])
        if self.variant.links_between(here, place) > 2:
            raise Refused("E09", "HD-069", column=code, place=place, here=here)
        return {"scout": place}

    def _detach(self, order: Detach, code: str, known: Json) -> Paper:
        """E07."""
        made = order.code.upper()
        part = known["horse"] if order.foot is None else order.foot
        if order.foot is None and not known["horse"]:
            raise Refused("E07", "HD-035", column=code, what="no_horse")
        if order.foot is not None and order.foot > known["foot"]:
            raise Refused("E07", "HD-035", column=code, what="more", foot=known["foot"], asked=order.foot)
        if part < FEWEST or known["foot"] + known["horse"] - part < FEWEST:
            raise Refused("E07", "HD-035", column=code, what="small", least=FEWEST)
        if len(made) != 2 or made[0] != code[0] or not made.isalnum() or not made.isascii():
            raise Refused("E07", "HD-035", column=code, what="army", made=made)
        if made in self.view["columns"] or made in self.made or made in self.view["used"]:
            raise Refused("E07", "HD-035", column=code, what="used", made=made)
        own = sum(other[0] == code[0] for other in self.view["columns"]) + len(self.made)
        if own >= MOST_KNOWN:
            raise Refused("E07", "HD-035", column=code, what="many", most=MOST_KNOWN)
        if code in self.made:
            raise Refused("E07", "HD-035", column=code, what="new")
        self.made[made] = code
        return {"made": made, "detach": order.foot}

    def _nearest(self, known: Json) -> str:
        """The nearest place of a column by its last dispatch."""
        if known["at"] is not None:
            return str(known["at"])
        road = known["on"]
        length = self.variant.link_hm(road["from"], road["to"])
        return str(road["from"] if 2 * road["done"] <= (length or 0) else road["to"])

    def _reading(self, code: str, known: Json, path: list[str], words: Words) -> Json:
        """The way and the hours of a march, by what the seat knows: plain marching, and the courier before it."""
        here = self._nearest(known)
        reading: Json = {"here": here, "courier": self._courier(known, here)}
        if not path:
            return reading
        horse = known["foot"] == 0 and known["horse"] > 0
        start, done = here, 0
        if known["at"] is None:
            start = known["on"]["to"]
            done = self.variant.link_hm(known["on"]["from"], start) or 0
            done -= known["on"]["done"]
        places = self.variant.filled(start, path, horse)
        beats = 0
        length = done
        for one, other in zip((start, *places), places, strict=False):
            beats += self.variant.beats_of(one, other, horse, 0, words.forced, bool(self.view["mud"]))
            length += self.variant.link_hm(one, other) or 0
        if done:
            beats += self.variant.beats_of(
                known["on"]["from"], start, horse, known["on"]["done"], words.forced, bool(self.view["mud"])
            )
        return reading | {"way": [start, *places], "hm": length, "beats": beats}

    def _courier(self, known: Json, here: str) -> int:
        """Beats that a courier takes by the shortest way, as far as the seat knows."""
        post = self._post(known)
        if not post or not self.view["couriers"]:
            return 0
        return -(-self.variant.hm(post, here) // RIDE)

    def _post(self, known: Json) -> str | None:
        own = self.view["persons"]
        army = [person for person in own.values() if person["army"] == known["column"][0]]
        return next((str(person["post"]) for person in army or own.values() if person["post"]), None)

    def _keep(self, order: Any, code: str, said: Paper) -> None:
        """What is ordered, on the paper of its column."""
        if isinstance(order, Continue):
            self.sheet.texts.setdefault(code, [])
            return
        paper = self.sheet.papers.setdefault(code, {})
        paper |= {key: value for key, value in said.items() if value is not None or key == "detach"}
        self.sheet.texts.setdefault(code, []).append(text_of(order))

    # --- Persons, letters, gifts ----------------------------------------------------------------------------------

    def _person(self, order: Ride | With, line: Line) -> Json:
        name = letters(order.person)
        person = self.view["persons"].get(name)
        if person is None or person["taken"]:
            raise Refused("E11", "HD-052", person=name, own=list(self.view["persons"]), taken=person is not None)
        if isinstance(order, Ride):
            place, column = self._place(order.place), None
        else:
            column = order.column.upper()
            known = self.view["columns"].get(column)
            if known is None:
                raise Refused("E02", "HD-052", column=column, whose=None, own=self._codes())
            place = self._nearest(known)
        self._once("person", name, line)
        self.sheet.rides[name] = (place, column)
        facts = {"order": "ride" if column is None else "with", "person": name, "place": place, "column": column}
        return facts | {"hm": self.variant.hm(person["post"], place)}

    def _letter(self, order: Letter, line: Line) -> Json:
        to = letters(order.to)
        commanders: dict[str, SeatName] = self.view["commanders"]
        person = to if to in commanders else next((one for one, seat in commanders.items() if seat == to), None)
        if person is None or commanders[person] == self.seat:
            raise Refused(
                "E12", "HD-050", to=to, allowed=[one for one, seat in commanders.items() if seat != self.seat]
            )
        if len(order.text) > MOST_LETTER:
            raise Refused("E12", "HD-050", to=to, most=MOST_LETTER, length=len(order.text))
        if ("letter", person) in self.said:
            raise Refused("E12", "HD-050", to=to, line=self.said["letter", person])
        self.said["letter", person] = line.number
        self.sheet.letters.append((person, order.text))
        return {"order": "letter", "to": person}

    def _give(self, order: Give, line: Line) -> Json:
        code, seat = order.column.upper(), order.seat.lower()
        known = self.view["columns"].get(code)
        if known is None:
            raise Refused("E02", "HD-051", column=code, whose=None, own=self._codes())
        if known["seat"] != self.seat and code[0] not in self.view["commands"]:
            raise Refused("E02", "HD-051", column=code, whose=known["seat"], own=self._codes())
        self._once("give", code, line)
        here = self.view["army_seats"].get(code[0], [])
        if code[0] not in self.view["commands"] or seat not in here or seat == known["seat"]:
            raise Refused("E13", "HD-051", column=code, to=seat, seats=here)
        self.sheet.gives.append((code, seat))
        return {"order": "give", "column": code, "to": seat}
