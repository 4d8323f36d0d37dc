"""The manual page, man(7), from the commands and the settings: `python docs/make.py pbem/pbem.1` writes it.

One page holds all commands, so that whoever looks for a word finds it with `/`. It has no date: it changes when the
commands do.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator

import click

from pbem import __version__
from pbem.cli import main
from pbem.config import Settings

SHORT = "a play-by-email turn server for board and war games"
STATUS = """\
0: done. 1: what was asked for was looked at, and something is amiss: a record that does not hold, a request in error,
a finding of the doctor. 2: it could not be done: wrong settings, a wrong call, a file that is not there. `pbem receive`
has the statuses of sysexits.h, by which mail servers know whether to come again."""
FILES = """\
pbem.toml in the current folder, or the file that PBEM_CONFIG names, has settings, in TOML. The folder data_dir,
pbem-data if nothing else is said, has the database, the keys and the private Redis."""
MORE = "The documents that come with the sources tell how to play, run, host, direct and umpire, and what is stable."


def page() -> str:
    """The whole page."""
    top = click.Context(main, info_name="pbem")
    lines = [
        r".\" Made by docs/make.py from the commands.",
        f'.TH PBEM 1 "" "pbem {__version__}" "User Commands"',
        ".SH NAME",
        f"pbem \\- {_text(SHORT)}",
        ".SH SYNOPSIS",
        ".B pbem",
        r"[\fIOPTIONS\fR] \fICOMMAND\fR [\fIARGS\fR]...",
        ".SH DESCRIPTION",
        *_paragraphs(main.help or ""),
        ".SH OPTIONS",
        *_options(main, top),
        *_entry("-h, --help", "Show this message and exit; every command has it."),
        ".SH COMMANDS",
        *_commands(main, top),
        ".SH ENVIRONMENT",
        *_paragraphs(
            "Each setting is an environment variable, a file named by the variable with _FILE behind its name, or a "
            "line of pbem.toml under its name in small letters without PBEM_. `pbem config` shows those in force."
        ),
        *_settings(),
        ".SH FILES",
        *_paragraphs(FILES),
        ".SH EXIT STATUS",
        *_paragraphs(STATUS),
        ".SH NOTES",
        *_paragraphs(MORE),
    ]
    return "\n".join(lines) + "\n"


def _commands(group: click.Group, context: click.Context) -> Iterator[str]:
    """The commands of a group and of the groups in it, in alphabetical order."""
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is None or command.hidden:
            continue
        within = click.Context(command, info_name=name, parent=context)
        if not isinstance(command, click.Group) or command.invoke_without_command:
            usage = " ".join(piece for piece in command.collect_usage_pieces(within) if "COMMAND" not in piece)
            yield ".SS " + f"{_text(within.command_path)} {_text(usage)}".rstrip()
            # A paragraph each; what stands behind a form feed is not shown by click either.
            yield from _paragraphs(inspect.cleandoc(command.help or "").partition("\f")[0])
            yield from _options(command, within)
        if isinstance(command, click.Group):
            yield from _commands(command, within)


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    for parameter in command.params:
        told = parameter.get_help_record(context)
        if told is not None and isinstance(parameter, click.Option):
            yield from _entry(*told)


def _settings() -> Iterator[str]:
    for name, field in Settings.model_fields.items():
        yield from _entry(f"PBEM_{name.upper()}", field.description or "")


def _entry(term: str, told: str) -> Iterator[str]:
    yield ".TP"
    yield f"\\fB{_text(term)}\\fR"
    yield _text(" ".join(told.split()))


def _paragraphs(text: str) -> Iterator[str]:
    for paragraph in re.split(r"\n\s*\n", text.strip()):
        yield ".PP"
        yield _text(" ".join(paragraph.split()))


def _text(words: str) -> str:
    """Words as roff prints them: no sign of theirs is an instruction, and what stands in backquotes is bold."""
    escaped = words.replace("\\", r"\e").replace("-", r"\-")
    shown = re.sub(r"`([^`]+)`", r"\\fB\1\\fR", escaped)
    return f"\\&{shown}" if shown[:1] in (".", "'") else shown
