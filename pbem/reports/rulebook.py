"""A rulebook as its readers get it: a HTML page with an anchor for each clause, and plain text of at most 78 columns.

Both are made of the one Markdown source. The page is whole in itself: nothing is fetched from anywhere.
"""

from __future__ import annotations

import re
from functools import cache
from io import StringIO
from typing import ClassVar

from jinja2 import Environment, PackageLoader, StrictUndefined
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import CodeBlock, Heading, Markdown, MarkdownElement, TableElement
from rich.table import Table
from rich.text import Text

from pbem.reports.document import Attachment
from pbem.rulesets import presentation
from pbem.rulesets.rulebooks import source

WIDTH = 78
_UNDERLINES = {"h1": "=", "h2": "-"}
_NOT_IN_A_SLUG = re.compile(r"[^\w\- ]")


_printed: dict[str, tuple[Attachment, Attachment]] = {}


class NotPrinted(LookupError):
    """A rulebook is wanted that `print_` has not set yet; `args[0]` is its rule set."""


@cache
def page(name: str) -> str:
    """A rule set's rulebook as a HTML page. Raises LookupError where there is none."""
    html = body(name)
    template = Environment(
        loader=PackageLoader("pbem.reports", ""), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    ).get_template("rulebook.html.j2")
    return template.render(title=presentation(name).title, body=html) + "\n"


@cache
def body(name: str) -> str:
    """A rule set's rulebook as HTML, for a page that has more in it. Raises LookupError where there is none."""
    html: str = _markdown().render(_source(name))
    return html


@cache
def text(name: str) -> str:
    """A rule set's rulebook as plain text. Raises LookupError where there is none."""
    paper = StringIO()
    console = Console(file=paper, width=WIDTH, color_system=None, force_terminal=False, legacy_windows=False)
    console.print(_Plain(_source(name)))
    lines = "\n".join(line.rstrip() for line in paper.getvalue().split("\n"))
    return re.sub(r"\n{4,}", "\n\n\n", lines)


def print_(name: str) -> None:
    """Set both, for `files`. It takes a second, and so is not for a transaction. Raises LookupError."""
    _printed[name] = (
        Attachment(page_name(name), "text/html", page(name).encode()),
        Attachment(f"{name}-rules.txt", "text/plain", text(name).encode()),
    )


def files(name: str) -> tuple[Attachment, Attachment]:
    """Both, as files for a mail. Raises NotPrinted where `print_` has to come first."""
    if name not in _printed:
        raise NotPrinted(name)
    return _printed[name]


def page_name(name: str) -> str:
    """The file name of a rulebook's page."""
    return f"{name}-rules.html"


def _source(name: str) -> str:
    found = source(name)
    if found is None:
        raise LookupError(name)
    return found


# --- The page -----------------------------------------------------------------------------------------------------


def _markdown() -> MarkdownIt:
    # The anchors of clauses are HTML; whoever writes a rulebook writes what this server runs anyway.
    made = MarkdownIt("commonmark").enable("table")
    made.core.ruler.push("heading_ids", _name_headings)
    return made


def _name_headings(state: StateCore) -> None:
    """Headings get the ids by which the contents link to them, the same as the forges give them."""
    for opening, inline in zip(state.tokens, state.tokens[1:], strict=False):
        if opening.type == "heading_open":
            plain = "".join(part.content for part in inline.children or ())
            opening.attrSet("id", _NOT_IN_A_SLUG.sub("", plain.lower()).replace(" ", "-"))


# --- The text -----------------------------------------------------------------------------------------------------


class _Heading(Heading):
    """A heading at the left margin, the two highest underlined."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        underline = _UNDERLINES.get(self.tag)
        yield Text(self.text.plain)
        if underline:
            yield Text(underline * len(self.text.plain))


class _Code(CodeBlock):
    """Maps and orders as they stand, without the margin that would make a map too wide."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Text(str(self.text).rstrip())


class _Table(TableElement):
    """A table in which nothing is left out: what is too long for its column is broken."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for table in super().__rich_console__(console, options):
            for column in table.columns if isinstance(table, Table) else ():
                column.overflow = "fold"
            yield table


class _Plain(Markdown):
    elements: ClassVar[dict[str, type[MarkdownElement]]] = {
        **Markdown.elements,
        "heading_open": _Heading,
        "fence": _Code,
        "code_block": _Code,
        "table_open": _Table,
    }
