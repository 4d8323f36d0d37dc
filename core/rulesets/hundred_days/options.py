"""The options of Hundred Days (HD-112), and which campaign they choose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from core import options
from core.contract import BadOption, Option, Options
from core.rulesets.hundred_days import campaign as campaigns
from core.rulesets.hundred_days.campaign import Campaign

MOST_HANDICAP = 999
# By whose rules a linked battle may be fought: names alone, which whoever opens its game looks up.
FIELDS = ("waterloo_wargame", "waterloo_grid", "waterloo1895", "stratego_waterloo")

OPTIONS = (
    Option("players", 2, None, "HD-112"),
    Option("scenario", "campaign", ("campaign", "ligny"), "HD-110"),
    Option("battles", "table", ("table", "linked"), "HD-085"),
    Option("rules", FIELDS[0], FIELDS, "HD-086"),
    Option("nights", "auto", ("auto", "asked"), "HD-002"),
    Option("rain", "dice", ("dice", "history", "none"), "HD-026"),
    Option("guns", "no", ("no", "yes"), "HD-080"),
    Option("fog", "couriers", ("couriers", "none"), "HD-113"),
    Option("umpire", "no", ("no", "yes"), "HD-130"),
    Option("handicap", 7, None, "HD-101"),
    Option("breaks", "half", ("half", "third", "no"), "HD-099"),
    Option("campaign", "", None, "HD-111", text=True),
)
# An army is broken when so many times its present men are fewer than it had at the start; 0: never.
BREAKS = {"half": 2, "third": 3, "no": 0}
NUMBERS = tuple(str(number) for number in range(2, campaigns.MOST_SEATS + 1))
BY_NAME = {option.name: option for option in OPTIONS}


def settle(chosen: Mapping[str, Any], source: Mapping[str, Any]) -> Options:
    """All options with their values, defaults filled in; `source` has the campaigns. Raises BadOption."""
    settled = options.settle(OPTIONS, chosen, {"players": _players, "handicap": _handicap, "campaign": _text})
    if settled["battles"] == "table" and settled["rules"] != BY_NAME["rules"].default:
        raise options.clash(settled, BY_NAME["rules"], "battles")
    if settled["scenario"] == "ligny":
        if settled["players"] != 2:
            raise options.clash(settled, BY_NAME["scenario"], "players")
        if settled["campaign"]:
            raise options.clash(settled, BY_NAME["scenario"], "campaign")
    if not campaigns.playable(campaign := campaign_of(settled, source), settled["players"]):
        raise BadOption(
            "value",
            BY_NAME["players"].clause,
            option="players",
            value=str(settled["players"]),
            values=tuple(number for number in NUMBERS if campaigns.playable(campaign, int(number))),
        )
    if settled["campaign"] and "handicap" not in chosen:
        settled["handicap"] = campaign.handicap
    return settled


def campaign_of(settled: Options, source: Mapping[str, Any]) -> Campaign:
    """The campaign that settled options choose. Raises BadOption for a text that is none."""
    if settled["campaign"]:
        return campaigns.read(settled["campaign"])
    return campaigns.read(source[settled["scenario"]], own=False)


def _players(option: Option, value: Any) -> int:
    number = options.plain_value(option, value)
    if not isinstance(number, int) or not 2 <= number <= campaigns.MOST_SEATS:
        raise BadOption("value", option.clause, option=option.name, value=value, values=NUMBERS)
    return number


def _handicap(option: Option, value: Any) -> int:
    number = options.plain_value(option, value)
    if not isinstance(number, int) or number > MOST_HANDICAP:
        raise BadOption("value", option.clause, option=option.name, value=value, values=(f"0..{MOST_HANDICAP}",))
    return number


def _text(option: Option, value: Any) -> str:
    if not isinstance(value, str) or len(value) > campaigns.MOST_TEXT:
        raise BadOption("value", option.clause, option=option.name, value=value, values=None)
    return "" if value.strip() in ("", "none") else value
