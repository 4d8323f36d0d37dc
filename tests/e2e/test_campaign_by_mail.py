"""A campaign with linked battles in a whole server: by mail, through worker processes that are killed in between."""

from __future__ import annotations

import re
from email.message import Message
from pathlib import Path

import pytest
from campaigns_by_mail import ADA, ATTACK, BEN
from inprocess import subject_of, text_of
from marks import Marks
from world import World, world_in

from pbem.campaigns.record import battles_named, verify
from pbem.ops.demo import files_of, orders_wanted
from pbem.rulesets import presentation

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]

OPTIONS = "scenario=ligny battles=linked rules=waterloo1895"
SEED = 7
# Where the first process to come there is killed.
STRUCK = {
    "before_commit_battle_told": 1,
    "after_commit_battle_game": 1,
    "battles_seen_to": 2,
    "before_commit_battle_end": 3,
    "result_given": 1,
}


def begin(world: World) -> str:
    """Both are known, and sit at the table of a campaign; its name."""
    world.write(ADA, f"NEW hundred_days {OPTIONS}")
    world.reply(world.next(ADA, "answer this mail"), "")
    opened = text_of(world.next(ADA, "is open"))
    name = re.search(r"\bgame\s+(\S+)\s+is\s+open", opened)[1]
    world.write(BEN, f"JOIN {name}")
    world.reply(world.next(BEN, "answer this mail"), "")
    return name


def answer(campaign: str, mail: Message) -> str | None:
    """What a player answers to a mail: the French attack in the first turn, everything else is a bot's."""
    of_campaign = f"+{campaign}." in str(mail["Reply-To"])
    orders = orders_wanted(presentation("hundred_days" if of_campaign else "waterloo1895"), files_of(mail), SEED)
    if orders is None or not of_campaign:
        return orders
    return ATTACK if "Napoleon" in subject_of(mail) and "turn 9 " in subject_of(mail) else "continue"


def play(world: World) -> tuple[bytes, dict[str, bytes]]:
    """The record of a campaign that was played to its end, and those of its battles."""
    campaign = begin(world)
    records: dict[str, bytes] = {}
    while True:
        _, mail = world.next_to_anybody()
        files = files_of(mail)
        records |= {Path(name).stem: file for name, file in files.items() if name and name.endswith(".jsonl")}
        if campaign in records and set(battles_named(records[campaign].splitlines())) <= set(records):
            return records.pop(campaign), records
        text = None if any(str(name).endswith(".jsonl") for name in files) else answer(campaign, mail)
        if text is not None:
            world.reply(mail, text)


def test_kills_around_a_battle_lose_nothing_and_do_nothing_twice(tmp_path, monkeypatch):
    marks = Marks(tmp_path / "marks", monkeypatch, **STRUCK)
    with world_in(tmp_path / "data") as world:
        record, battles = play(world)
        subjects = [(player, subject) for player, subject in world.subjects() if "the clock stands" in subject]
    found, fought = verify(record.splitlines(), [each.splitlines() for each in battles.values()])
    assert found.complete
    games = [each.game for each in fought if each.game is not None]
    assert games
    assert sorted(games) == sorted(battles)
    assert len(subjects) == 2 * len({act.turns for act in found.acts if act.act == "battle"})
    assert [act.act for act in found.acts].count("battle") == len(games)
    marks.were_struck()
