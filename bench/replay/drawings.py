"""What is printed of a rule set: its page and schema, and maps of positions, all by the command line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import msgspec
from click.testing import CliRunner

from replay import inside
from replay.batches import COUNTS, requests_in
from replay.blocks import Parts, digested, kept_file, line_of, named
from replay.inside import Json

POSITIONS, MAP_BLOCK = 200, 10
FORMATS = ("text", "svg")
PAGES = {"list": ("rulesets",), "page": ("rulesets", "{}"), "schema": ("rulesets", "{}", "--schema")}


def drawings(ruleset: str, requests: Path, keep: Path | None) -> Parts:
    """Digests of a rule set's page and schema, and of maps: the opening, and positions of sound requests."""
    pages = ((name, _printed(*(word.format(ruleset) for word in words))) for name, words in PAGES.items())
    openings = ((f"opening {form}", _printed("map", ruleset, "--format", form)) for form in (*FORMATS, "html"))
    part = f"printed/{ruleset}"
    found: Parts = {part: named([*pages, *openings], kept_file(keep, part))}
    placed = list(_with_positions(ruleset, requests))
    for form in FORMATS:
        part = f"maps/{ruleset}/{form}"
        maps = (line_of(_maps(number, request, form)) for number, request in enumerate(placed))
        found[part] = digested(maps, MAP_BLOCK, kept_file(keep, part))
    return found


def _with_positions(ruleset: str, requests: Path) -> Iterator[Json]:
    """Sound requests that start from a position of their own, from all over the batch."""
    decoded = (msgspec.json.decode(line) for line in requests_in(requests, ruleset, "valid"))
    every = COUNTS["valid"] // POSITIONS
    for number in range(POSITIONS):
        nearby = list(islice(decoded, every))
        placed = [request for request in nearby if request["position"] is not None]
        if placed:
            yield placed[number % len(placed)]


def _maps(number: int, request: Json, form: str) -> Json:
    """The maps of a request's position, as an onlooker and as every seat sees it."""
    ruleset, options = request["ruleset"], request["options"]
    seats = inside.rules(ruleset).seats(inside.settled(ruleset, options))
    position = msgspec.json.encode(request["position"])
    chosen = [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
    drawn = {}
    for seat in ("", *seats):
        watching = ("--seat", seat) if seat else ()
        drawn[seat or "onlooker"] = _printed("map", ruleset, "-", "--format", form, *watching, *chosen, given=position)
    return {"map": number, "drawn": drawn}


def _printed(*words: str, given: bytes | None = None) -> Json:
    result = CliRunner().invoke(inside.inside("command"), list(words), input=given)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return {"status": result.exit_code, "out": result.stdout, "err": result.stderr}
