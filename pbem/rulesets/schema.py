"""The JSON of a rule set's positions, described by the struct that reads it: as a JSON Schema, and as a table to read.

Bounds and descriptions stand in the struct's types (`core/rulesets/<name>/schema.py`) and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from core.contract import Json, RuleSet

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def json_schema(rules: RuleSet[Any]) -> Json:
    """The JSON Schema of a position: what it refuses is refused by `decode` too.

    `decode` refuses besides what only several keys together can show (two pieces on one square, say).
    """
    return {
        "$schema": DIALECT,
        "title": f"A position of {rules.name}, rules version {rules.version}",
        **msgspec.json.schema(rules.position_schema),
    }


def key_table(rules: RuleSet[Any]) -> Iterator[str]:
    """The keys of a position and of the objects in it as lines of Markdown: a table for each kind of object."""
    schema = json_schema(rules)
    kinds: dict[str, Json] = schema["$defs"]
    first = str(schema["$ref"]).rpartition("/")[2]
    for name in sorted(kinds, key=lambda kind: (kind != first, kind)):
        if "properties" in kinds[name]:
            yield from _kind(name, kinds[name])


def _kind(name: str, kind: Json) -> Iterator[str]:
    yield f"**{_plain(name)}**: {' '.join(kind.get('description', '').split())}"
    yield ""
    yield "| key | value | if left out | meaning |"
    yield "| --- | --- | --- | --- |"
    for key, value in kind["properties"].items():
        left_out = "may not be" if key in kind.get("required", ()) else _default(value)
        yield f"| `{key}` | {_value(value)} | {left_out} | {value.get('description', '')} |"
    yield ""


def _default(value: Json) -> str:
    return f"`{msgspec.json.encode(value['default']).decode()}`" if "default" in value else "worked out"


def _value(value: Json) -> str:
    """What a value may be, in a few words."""
    if "$ref" in value:
        return f"a *{_plain(str(value['$ref']).rpartition('/')[2])}*"
    if "anyOf" in value:
        return " or ".join(_value(each) for each in value["anyOf"])
    if "enum" in value:
        return ", ".join(f"`{each}`" for each in value["enum"])
    match value.get("type"):
        case "array":
            return _list(value)
        case "object":
            named = value.get("additionalProperties")
            return f"object: name to {_value(named)}" if isinstance(named, dict) else "object"
        case "integer":
            return _range(value)
        case "string" if "pattern" in value:
            return f"text like `{value['pattern']}`".replace("|", "\\|")
        case "string":
            return "text"
        case "boolean":
            return "`true` or `false`"
        case "null":
            return "`null`"
    return str(value.get("type", "anything"))


def _list(value: Json) -> str:
    if "prefixItems" in value:
        return "list: " + ", ".join(_value(each) for each in value["prefixItems"])
    return f"list of {_value(value['items'])}" if isinstance(value.get("items"), dict) else "list"


def _range(value: Json) -> str:
    low, high = value.get("minimum"), value.get("maximum")
    if low is None and high is None:
        return "number"
    return (
        f"{low:,} to {high:,}"
        if low is not None and high is not None
        else f"from {low}"
        if high is None
        else f"to {high}"
    )


def _plain(name: str) -> str:
    return name.removesuffix("Schema") or name
