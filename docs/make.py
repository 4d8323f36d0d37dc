"""The pages that are made from the sources: `python docs/make.py [PAGE ...]` writes them, `--check` says which are old.

- docs/api.md: the public face, from docstrings and signatures
- docs/positions.md: the JSON of positions, from the structs that read it
- the tree in docs/architecture.md, between its markers, from the first sentence of each module
- the table in docs/balance.md, between its markers, from what was measured of each rule set
- pbem/pbem.1: the manual page, from commands and settings (`docs/manual.py`)
- what was mailed in docs/campaigning.md, behind its markers, by playing that game again (`docs/played.py`)
- the mails of docs/mails.md, by two players who write to a server (`docs/mailed.py`)

Needs griffe, and pbem itself for the positions.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from pydoc import locate

import griffe
import mailed
import manual
import played

from pbem.rulesets import balance, names, presentation
from pbem.rulesets.schema import key_table
from pbem.rulesets.sentences import listed

ROOT = Path(__file__).resolve().parents[1]
# What a program may build on, in the order in which it is met.
FACE = {
    "pbem.rulesets.play": "Playing: `import pbem`",
    "core.contract": "The rules of a game: `core.contract`",
    "core.position": "Positions: `core.position`",
    "core.dice": "Dice: `core.dice`",
    "pbem.rulesets": "The rule sets: `pbem.rulesets`",
    "pbem.rulesets.contract": "The words of a game: `pbem.rulesets.contract`",
    "pbem.rulesets.schema": "The JSON of positions: `pbem.rulesets.schema`",
    "pbem.games.record": "Records: `pbem.games.record`",
    "pbem.events.contract": "Events: `pbem.events.contract`",
}
SOURCES = (".py", ".pyx", ".pxd", ".toml", ".lark", ".j2", ".md")
TREE = re.compile(r"(<!-- tree of the sources -->\n```\n).*?(```\n<!-- end -->)", re.DOTALL)
MEASURED = re.compile(r"(<!-- what was measured -->\n).*?(<!-- end -->)", re.DOTALL)
PLAYED = re.compile(r"(?P<head><!-- played: (?P<part>.+?)(?:, (?P<most>\d+) lines)? -->\n```text\n).*?```\n", re.DOTALL)
MAILED = re.compile(r"(<!-- mailed: (.+?) -->\n```text\n).*?```\n", re.DOTALL)
LONGEST_NOTE = 96


# --- docs/api.md ----------------------------------------------------------------------------------------------------


def api() -> str:
    """The public face, module by module."""
    lines = ["# The public face", "", "Made by `python docs/make.py` from the docstrings.", ""]
    # Whatever is asked for of a package, the whole of it is read: so each is read once.
    loader = griffe.GriffeLoader(search_paths=[str(ROOT)], allow_inspection=False)
    for package in sorted({name.partition(".")[0] for name in FACE}):
        loader.load(package)
    for name, title in FACE.items():
        module = loader.modules_collection[name]
        lines += [f"## {title}", "", _doc(module), ""]
        for member in module.members.values():
            if _is_public(member):
                lines += _described(member, "###")
    return "\n".join(lines).rstrip() + "\n"


def _described(member: griffe.Object, heading: str) -> Iterator[str]:
    yield f"{heading} `{member.name}`"
    yield ""
    yield from ("```python", _signature(member), "```", "")
    if told := _doc(member):
        yield from (told, "")
    for inner in member.members.values():
        if member.is_class and _is_public(inner) and (inner.docstring is not None or inner.is_function):
            yield from _described(inner, heading + "#")


def _is_public(member: griffe.Object | griffe.Alias) -> bool:
    if member.is_alias or member.is_module or member.name.startswith("_"):
        return False
    return bool(member.is_class or member.is_function or member.docstring is not None)


def _signature(member: griffe.Object) -> str:
    if isinstance(member, griffe.Function):
        shown = member.signature()
        return f"@property\n{shown}" if "property" in member.labels else shown
    if isinstance(member, griffe.Class):
        return f"class {member.name}({', '.join(str(base) for base in member.bases)})".replace("()", "")
    assert isinstance(member, griffe.Attribute)
    annotated = f": {member.annotation}" if member.annotation else ""
    return f"{member.name}{annotated}" + (f" = {member.value}" if member.value else "")


def _doc(member: griffe.Object) -> str:
    """The docstring; of a compiled module, whose stub has none, that of the object itself without its signature."""
    if member.docstring is not None:
        return member.docstring.value
    told = inspect.getdoc(locate(member.path)) if "core." in member.path else None
    lines = (told or "").split("\n")
    return "\n".join(lines[1:] if lines[0].partition("(")[0].endswith(member.name) else lines).strip()


# --- docs/positions.md ----------------------------------------------------------------------------------------------


def positions() -> str:
    """The keys of every rule set's positions."""
    lines = [
        "# Positions as JSON",
        "",
        "`pbem adjudicate` and `pbem map` read and write positions of these forms; `pbem rulesets NAME --schema`",
        "prints the JSON Schema. Keys that are not in a table are refused. Made by `python docs/make.py`.",
        "",
    ]
    for name in names():
        lines += [f"## {name}", "", *key_table(presentation(name).rules)]
    return "\n".join(lines).rstrip() + "\n"


# --- The tree in docs/architecture.md -------------------------------------------------------------------------------


def architecture() -> str:
    """docs/architecture.md with its tree as it is now."""
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    tree = "\n".join(line for room in ("core", "pbem", "worker") for line in _room(ROOT / room, 0))
    return TREE.sub(lambda found: f"{found[1]}{tree}\n{found[2]}", page)


def _room(folder: Path, depth: int) -> Iterator[str]:
    """A folder and what is in it; of the rule sets, one stands for all."""
    yield _entry(folder.name + "/", depth, _first_sentence(folder / "__init__.py"))
    parts = sorted(folder.iterdir(), key=lambda part: (part.is_dir(), part.name))
    modules = [part for part in parts if part.suffix in (".py", ".pyx") and part.stem not in ("__init__", "__main__")]
    for module in modules:
        yield _entry(module.name, depth + 1, _first_sentence(module))
    for inner in parts:
        if inner.is_dir() and (inner / "__init__.py").exists() and inner.name not in ("versions", "__pycache__"):
            if folder.name == "rulesets":
                yield _entry(f"{inner.name}/", depth + 1, _first_sentence(inner / "__init__.py"))
            else:
                yield from _room(inner, depth + 1)


def _entry(name: str, depth: int, note: str) -> str:
    if len(note) > LONGEST_NOTE:
        note = note[: note.rindex(" ", 0, LONGEST_NOTE - 3)].rstrip(",;:") + " ..."
    return f"{'  ' * depth}{name:<{26 - 2 * depth}} {note}".rstrip()


def _first_sentence(source: Path) -> str:
    text = source.read_text(encoding="utf-8") if source.exists() else ""
    if source.suffix == ".py":
        told = ast.get_docstring(ast.parse(text)) or ""
    else:
        told = text.partition('"""')[2].partition('"""')[0]
    return re.split(r"(?<=\.)\s", " ".join(told.split()))[0].rstrip(".:")


# --- The table in docs/balance.md -----------------------------------------------------------------------------------


def balanced() -> str:
    """docs/balance.md with its table of what was measured."""
    page = (ROOT / "docs" / "balance.md").read_text(encoding="utf-8")
    table = [
        "| rule set | options | games | drawn | shares of points (95 %) | half within | nine of ten within |",
        "| --- | --- | ---: | ---: | --- | ---: | ---: |",
    ]
    for words in map(presentation, names()):
        for measure in words.measured:
            chosen = " ".join(f"`{name}={value}`" for name, value in measure.chosen.items()) or "as usual"
            shares = "; ".join(
                f"{listed([words.seat_title(seat) for seat in side])} {measure.share_of(side[0])}"
                for side in balance.sides(words, measure)
            )
            told = (words.name, chosen, measure.games, measure.drawn, shares, measure.half, measure.long)
            table.append(f"| {' | '.join(map(str, told))} |")
    return MEASURED.sub(lambda found: f"{found[1]}{chr(10).join(table)}\n{found[2]}", page)


def campaigning() -> str:
    """docs/campaigning.md with what was mailed in its game; a number behind a part says how many lines are shown."""
    found = played.blocks()

    def shown(marker: re.Match[str]) -> str:
        lines = found[marker["part"]].split("\n")
        most = int(marker["most"] or len(lines))
        return f"{marker['head']}{_without_blanks(chr(10).join(lines[:most]))}\n```\n"

    return PLAYED.sub(shown, (ROOT / "docs" / "campaigning.md").read_text(encoding="utf-8"))


def mails() -> str:
    """docs/mails.md with what is mailed."""
    found = mailed.blocks()
    page = (ROOT / "docs" / "mails.md").read_text(encoding="utf-8")
    return MAILED.sub(lambda marker: f"{marker[1]}{_without_blanks(found[marker[2]])}\n```\n", page)


def _without_blanks(text: str) -> str:
    """A text whose lines end where their last letter does, as an editor would leave them."""
    return "\n".join(line.rstrip() for line in text.split("\n"))


PAGES = {
    "docs/api.md": api,
    "docs/positions.md": positions,
    "docs/architecture.md": architecture,
    "docs/balance.md": balanced,
    "pbem/pbem.1": manual.page,
    "docs/campaigning.md": campaigning,
    "docs/mails.md": mails,
}


def main() -> int:
    """Write the pages, all or those that are named; with `--check` write none, and return 1 where one is old."""
    check = "--check" in sys.argv[1:]
    named = [name for name in sys.argv[1:] if name != "--check"] or list(PAGES)
    old = [page for page in named if not _is(page, PAGES[page]())]
    for page in old:
        if not check:
            (ROOT / page).write_text(PAGES[page](), encoding="utf-8")
        print(f"{page}: {'old' if check else 'written'}")
    return 1 if check and old else 0


def _is(page: str, text: str) -> bool:
    return (ROOT / page).exists() and (ROOT / page).read_text(encoding="utf-8") == text


if __name__ == "__main__":
    sys.exit(main())
