"""Requests that are wrong: sound ones changed at one place, as bytes, as JSON, in position, options, orders or dice.

Some are sound still, with a position that nobody would come to; that is meant.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from replay.inside import Json

ODD = (None, True, False, -1, 0, 1, 7, 255, 256, 32768, 65536, 2**31, 2**63, 2**64, 10**40, 0.5, -0.0, 1e308, "", " ")
ODD_WORDS = (
    "a",
    "x0",
    "N1",
    "l2",
    "red",
    "blue",
    "french",
    "E5",
    "A",
    "X",
    "\u0000",
    "\ud7ff",
    "é",
    "W26 ",
    "none",
    "I",
)
ODD_THINGS: tuple[Any, ...] = (*ODD, *ODD_WORDS, [], {}, [[]], [1, 2, 3], {"a": 1}, ["N1", "N1"], "9" * 300)


def malformed(sound: Iterable[bytes], seed: str) -> Iterator[bytes]:
    """Each of these requests, wrong in one way."""
    rng = Random(f"{seed} malformed")
    for line in sound:
        wrong = rng.choices(_WRONG, _SHARES)[0](line, rng)
        # A line of the batch is one line, and a blank one is no request.
        yield wrong.replace(b"\n", b" ").replace(b"\r", b" ").strip() or b"?"


# --- Bytes --------------------------------------------------------------------------------------------------------


def _bytes(line: bytes, rng: Random) -> bytes:
    at = rng.randrange(len(line))
    odd = bytes([rng.randrange(256)])
    return rng.choice(
        (
            line[:at],
            line[at:],
            line[:at] + odd + line[at:],
            line[:at] + odd + line[at + 1 :],
            line[:at] + line[at + 1 :],
            line[:at] + line[rng.randrange(len(line)) :],
            line + line,
            b"[" * 2000 + line,
            b"[" + line + b"]",
            line.replace(b'"', b"'", rng.choice((1, -1))),
            line.replace(b":", b"", 1),
            odd,
        )
    )


# --- The request --------------------------------------------------------------------------------------------------


def _request(line: bytes, rng: Random) -> bytes:
    request = json.loads(line)
    name = rng.choice([*request, "seat", "Position", "due", "id"])
    match rng.randrange(5):
        case 0:
            request.pop(name, None)
        case 1:
            request[name] = copy.deepcopy(rng.choice(ODD_THINGS))
        case 2:
            request[rng.choice(("extra", "orders ", "DICE", ""))] = request.pop(name, None)
        case 3:
            request["ruleset"] = rng.choice(
                ("", "chess", "Conflict", "conflict ", "waterloo", "../conflict", "waterloo1815")
            )
        case 4:
            request["id"] = rng.choice((None, 1.5, True, [], {}, "", "a/b\\c", "é" * 300, -5, 2**70, "x" * 5000))
    return _written(request)


def _position(line: bytes, rng: Random) -> bytes:
    """A leaf or a branch of the position changed, now and then two."""
    request = json.loads(line)
    if not isinstance(request.get("position"), dict):
        request["position"] = rng.choice(({}, [], "", 5, {"pieces": {}}, {"turn": 1}, True))
        return _written(request)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        _change(request["position"], rng)
    return _written(request)


def _change(node: Json | list[Any], rng: Random) -> None:
    """Go down to a branch by chance and change one of its entries."""
    inner = node
    while True:
        branches = [each for each in _entries(inner).values() if isinstance(each, dict | list) and each]
        if not branches or rng.random() < 0.25:
            break
        inner = rng.choice(branches)
    entries = _entries(inner)
    if not entries:
        return
    key = rng.choice(list(entries))
    match rng.randrange(6):
        case 0:
            del inner[key]
        case 1:
            inner[key] = copy.deepcopy(rng.choice(list(entries.values())))
        case 2:
            inner[key] = copy.deepcopy(rng.choice(ODD_THINGS))
        case 3 if isinstance(inner, dict):
            inner[rng.choice((f"{key}x", key.upper(), key[:-1], "extra"))] = inner.pop(key)
        case 4 if isinstance(inner, list):
            inner.insert(key, copy.deepcopy(inner[key]))
        case _:
            inner[key] = _near(inner[key], rng)


def _entries(node: Any) -> dict[Any, Any]:
    if isinstance(node, dict):
        return node
    return dict(enumerate(node)) if isinstance(node, list) else {}


def _near(value: Any, rng: Random) -> Any:
    """A value of the same kind that may even be allowed there."""
    match value:
        case bool():
            return not value
        case int():
            return value + rng.choice((-100, -2, -1, 1, 1, 2, 10, 1000))
        case float():
            return value * rng.choice((-1, 0.5, 2))
        case str() if value:
            at = rng.randrange(len(value))
            return value[:at] + rng.choice("abcdefgHIJKL0123456789-. ") + value[at + 1 :]
        case list() if value:
            return [*value, copy.deepcopy(rng.choice(value))] if rng.random() < 0.5 else value[::-1]
    return rng.choice(ODD)


def _options(line: bytes, rng: Random) -> bytes:
    request = json.loads(line)
    options = request.setdefault("options", {})
    values: tuple[Any, ...] = (
        "yes",
        "no",
        "on",
        "off",
        "expert",
        "four",
        "bot",
        "roll",
        "20",
        3,
        -1,
        10**12,
        0.5,
        None,
        [],
        ["red"],
        "x",
    )
    match rng.randrange(4):
        case 0:
            options[rng.choice(("colour", "", "Mode", "players", "turns", "version", "mode", "scenario"))] = rng.choice(
                values
            )
        case 1:
            options[rng.choice(list(options) or ["players"])] = rng.choice(values)
        case 2:
            options["battlefield"] = rng.choice(("scenario", 'scenario "x"\nbase basic', "base expert\ntile MUD Z9", 5))
        case 3:
            name = rng.choice(list(options) or ["mode"])
            options[name] = rng.choice((f"{options.get(name)} ", str(options.get(name)).upper(), [options.get(name)]))
    return _written(request)


def _orders(line: bytes, rng: Random) -> bytes:
    request = json.loads(line)
    orders = request.setdefault("orders", {})
    seat = rng.choice([*orders, "nobody", "", "RED", "napoleon", "blue"])
    text = str(orders.get(seat, "end"))
    at = rng.randrange(len(text) + 1)
    odd_text = (
        text[:at]
        + rng.choice(("\u0000", "\u2028", "\U0001f4a3", "\ufeff", "é", "ß", "\u202e", "\x1b[31m"))
        + text[at:],
        text * 40,
        text[::-1],
        " ".join(text.split()),
        text.replace(" ", ""),
        "x" * 70_000,
        "\n" * 3000,
        "1 " * 9000,
        "((((" * 500,
        "the to at " * 50,
        "".join(rng.choices("abcdeNW123456 ->:;,@#!?\n", k=120)),
    )
    orders[seat] = rng.choice((*odd_text, *odd_text, None, 5, ["end"], {"text": text}))
    return _written(request)


def _dice(line: bytes, rng: Random) -> bytes:
    request = json.loads(line)
    faces: tuple[Any, ...] = (0, 7, -1, 1.5, "6", "I", "X", "blank", None, True, [], 10**30, "")
    rolls = request["dice"] if isinstance(request.get("dice"), list) else [1, 2, 3, 4, 5, 6, 6, 1, 3, 2]
    at = rng.randint(0, len(rolls))
    seeds = ("", "0", "zz", "00ff", "é", "AB" * 40, 5, None, "0x12")
    request["dice"] = rng.choice(
        (
            [*rolls[:at], rng.choice(faces), *rolls[at:]],
            [*rolls[:at], rng.choice(faces), *rolls[at:]],
            rolls[:at],
            [],
            {},
            "seed",
            7,
            {"seed": rng.choice(seeds)},
            {"seed": "00ff", "turn": rng.choice((-1, 2**40, 1.5, "1", None, True))},
            {"seed": "00ff", "game": rng.choice((5, None, "x" * 9000, "\u0000"))},
            {"seed": "00ff", "words": rng.choice(("vive", [1], [""] * 300, None))},
            {"seed": "00ff", "extra": 1},
        )
    )
    return _written(request)


def _written(request: Json) -> bytes:
    return json.dumps(request, ensure_ascii=False).encode("utf-8", "surrogatepass")


_WRONG = (_bytes, _request, _position, _options, _orders, _dice)
_SHARES = (12, 14, 40, 10, 12, 12)
