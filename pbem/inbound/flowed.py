"""Undoing `format=flowed` (RFC 3676): the lines as their writer saw them.

A mail program that sends flowed text breaks paragraphs at a space and lets the reader's program join them again.
"""

from __future__ import annotations

# RFC 3676 4.2 asks for lines of at most 66 to 78 columns. A break that comes well before was not made to fit the
# width: the writer pressed Enter after a space, and his lines are two orders, not one.
SHORTEST_WRAPPED = 56
# RFC 3676 4.3: it ends in a space and is never flowed.
SIGNATURE_SEPARATOR = "-- "


def unflow(text: str, delsp: bool = False) -> str:
    """The text with soft line breaks joined and stuffed spaces removed; quoted lines keep one `> ` for each level.

    With `delsp` the space before a soft break was added by the sender's program and goes (RFC 3676 4.2).
    """
    lines: list[str] = []
    open_line: tuple[int, int] | None = None
    for line in text.split("\n"):
        depth, body = _unstuff(line)
        separator = body == SIGNATURE_SEPARATOR
        if open_line is not None and not separator and _goes_on(open_line, depth, body):
            lines[-1] = (lines[-1][:-1] if delsp else lines[-1]) + body
        else:
            lines.append("> " * depth + body)
        open_line = (depth, len(line)) if body.endswith(" ") and not separator else None
    return "\n".join(line if line.endswith(SIGNATURE_SEPARATOR) else line.rstrip(" ") for line in lines)


def _unstuff(line: str) -> tuple[int, str]:
    body = line.lstrip(">")
    return len(line) - len(body), body.removeprefix(" ")


def _goes_on(open_line: tuple[int, int], depth: int, body: str) -> bool:
    open_depth, width = open_line
    return depth == open_depth and width + len(body.partition(" ")[0]) >= SHORTEST_WRAPPED
