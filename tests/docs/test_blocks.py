"""Every code block of the documents is run or read by a test, or says here why not; and what sentences quote is there.

A rule speaks for blocks of a page that begin alike: it names the tests that do what stands in them, or the reason why
none can. A block for which no rule speaks, and a rule that speaks for none, fail.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import NamedTuple

import click
import documents
import pytest
from documents import Block

from pbem.cli import main
from pbem.inbound import lines, press
from pbem.inbound.quotes import OwnLine
from pbem.rulesets import names, presentation

ROOT = Path(__file__).parents[2]


class Rule(NamedTuple):
    """Blocks of a page by how they begin; the tests that do what they say, or why none does."""

    page: str
    begins: str
    tests: str = ""
    because: str = ""

    def speaks_for(self, block: Block) -> bool:
        return fnmatch(block.page, self.page) and re.match(self.begins, block.text) is not None


ANY = r"(?s:.)"
DRAWN = "it is a drawing"
INSTALLED = "test_what_was_built_runs_where_nothing_else_is_installed"
MADE = "test_the_pages_that_are_made_from_the_sources_are_up_to_date"
POSTFIX = "test_postfix_by_lmtp_on_a_port test_postfix_by_lmtp_on_a_socket test_postfix_by_a_pipe"
PROXIES = "test_what_init_writes_is_what_stands_in_the_page test_those_who_send_slowly_keep_nobody_else_out"
UNIT = "test_the_unit_of_the_page_is_the_one_that_init_writes test_systemd_takes_the_units"
LONG = "it takes minutes to hours; that the script and its options are there is tested here"
BY_CI = "it is what `.ci/run` does, in a fresh clone"
TABLES = "test_the_map_is_the_one_that_players_are_sent test_the_head_of_the_columns_is_that_of_reports"
RULES = (
    # --- At the root
    Rule(
        "README.md",
        r"python3 -m venv .venv && .venv/bin/pip install \. ",
        INSTALLED,
    ),
    Rule("README.md", r".*install tox", because=BY_CI),
    Rule("README.md", r"\.venv/bin/pbem serve", "test_serve_starts_the_doors_that_are_set_up"),
    Rule("README.md", ">>> ", "test_what_the_readme_types_at_python_is_what_comes_out"),
    Rule("README.md", "echo '", "test_the_readme_example_is_answered"),
    Rule(
        "CONTRIBUTING.md",
        "python3 -m venv",
        because="it compiles the rules, for three minutes",
    ),
    Rule(
        "CONTRIBUTING.md",
        r"\.venv/bin/python setup",
        because="it compiles in the sources that tests run on",
    ),
    Rule("bench/README.md", ANY, because=LONG),
    # --- Made from the sources
    Rule("docs/api.md", ANY, MADE),
    Rule("docs/campaigning.md", "NEW ", "test_a_mail_of_the_page_is_done"),
    Rule("docs/campaigning.md", ANY, MADE),
    Rule("docs/mails.md", ANY, MADE),
    # --- For engineers
    Rule("docs/architecture.md", "core/ ", MADE),
    Rule("docs/architecture.md", r'\{"', "test_the_entries_of_a_record_are_as_the_page_shows_them"),
    Rule("docs/architecture.md", "worker|POST", because=DRAWN),
    Rule("docs/adding-a-provider.md", ANY, "test_a_mail_is_stored_byte_for_byte"),
    Rule("docs/adding-a-rule-set.md", "pip install", because="`tox -e tutorial` does it, in an environment of its own"),
    Rule("docs/adding-a-rule-set.md", ANY, "test_what_the_guide_quotes_stands_in_the_tutorial"),
    Rule("docs/arena.md", r'\{"ruleset": "waterloo1895", "games"', "test_the_arena_prints_the_counts_of_the_page"),
    Rule("docs/arena.md", r'\{"ruleset": "waterloo1895", "seat"', "test_a_program_is_asked_as_the_page_says"),
    Rule("docs/arena.md", "#!/usr", "test_the_program_of_the_page_plays"),
    Rule("docs/arena.md", "from pbem|import pbem", "test_python_of_the_page_runs"),
    Rule("docs/*.md", "pbem arena", "test_series_of_the_pages_can_be_played"),
    Rule("docs/scaling.md", "PYTHONPATH", because=LONG),
    Rule("docs/scaling.md", "turns a minute", because="it is a formula"),
    # --- For directors, umpires and players
    Rule("docs/directing.md", "line 3", "test_the_faults_of_an_event_file_are_told_as_the_page_shows_them"),
    Rule("docs/directing.md", "TD ", "test_an_event_is_made_by_the_mail_of_the_page"),
    Rule("docs/directing.md", "event =", "test_the_series_of_the_page_is_an_event"),
    Rule("docs/directing.md", "pbem verify", "test_the_record_of_an_event_is_verified_as_the_page_types_it"),
    Rule("docs/directing.md", "class ", "test_the_format_of_the_guide_can_be_played"),
    Rule("docs/umpiring.md", "NEW ", "test_a_mail_of_the_page_is_done"),
    Rule("docs/playing.md", "JOIN ", "test_two_players_sit_down_by_the_mails_of_the_page"),
    Rule("docs/playing.md", "NEW waterloo1895\n", "test_two_players_sit_down_by_the_mails_of_the_page"),
    Rule("docs/playing.md", "NEW conflict", "test_a_mail_of_the_page_is_done"),
    Rule("docs/playing.md", "N3 5", "test_the_orders_of_the_page_are_taken"),
    Rule("docs/playing.md", "AHEAD", "test_orders_ahead_are_kept_as_the_page_writes_them"),
    Rule("docs/playing.md", "SAY ", "test_words_to_another_player_come_to_him"),
    Rule("docs/ratings.md", "waterloo1895 ", "test_ratings_are_told_as_the_page_shows_them"),
    # --- For hosts
    Rule("docs/ratings.md", "pbem ratings", "test_commands_of_a_host_do_what_the_page_says"),
    Rule("docs/host-desk.md", "GM ", "test_an_act_of_a_host_is_done_by_the_mail_of_the_page"),
    Rule("docs/host-desk.md", "pbem", "test_commands_of_a_host_do_what_the_page_says"),
    Rule("docs/hosting.md", "umask|rm -f", "test_a_server_that_went_back_to_its_backup_plays_on_with_the_same_dice"),
    Rule("docs/hosting.md", "pip install", "test_a_club_moves_to_postgresql_by_the_script_of_the_page"),
    Rule("docs/hosting.md", "pbem |sqlite3 ", "test_commands_of_a_host_do_what_the_page_says"),
    Rule("docs/providers.md", "export default", "test_the_worker_of_the_page_brings_a_mail"),
    Rule("docs/running.md", "python3 -m venv", INSTALLED),
    Rule("docs/running.md", "pbem init", "test_five_questions_are_asked_and_what_is_typed_wrongly_is_asked_again"),
    Rule("docs/running.md", "# pbem.(toml|env)", "test_settings_of_the_page_are_settings"),
    Rule("docs/running.md", "pbem fetch", "test_a_mailbox"),
    Rule("docs/running.md", "pbem ", "test_commands_of_a_host_do_what_the_page_says"),
    Rule("docs/running.md", "install -d", "test_postfix_by_lmtp_on_a_socket"),
    Rule("docs/running.md", "# /etc/postfix", POSTFIX),
    Rule("docs/running.md", "# exim", "test_exim"),
    Rule("docs/running.md", "# .procmailrc", "test_procmail"),
    Rule("docs/running.md", "# .fetchmailrc", "test_fetchmail"),
    Rule("docs/running.md", "# /etc/(nginx|caddy)", PROXIES),
    Rule("docs/running.md", "# /etc/systemd", UNIT),
    Rule(
        "docs/running.md",
        "sudo -u postgres",
        because="it needs a host's PostgreSQL and its user",
    ),
    Rule("docs/running.md", "docker", "test_the_image_is_built_and_all_of_it_runs"),
    # --- The books of the games
    Rule("pbem/rulesets/*", r"\{", "test_the_example_is_what_the_server_answers"),
    Rule("pbem/rulesets/conflict/*", "    a b c", "test_the_board_of_the_book_is_the_board_of_the_rules"),
    Rule("pbem/rulesets/conflict/*", "    a  b", "test_the_game_that_the_book_draws_is_drawn_so"),
    Rule("pbem/rulesets/stratego_waterloo/*", "    A B C", "test_the_map_of_the_book_is_the_board_of_the_rules"),
    Rule("pbem/rulesets/stratego_waterloo/*", " +A    B", "test_the_map_of_the_rulebook"),
    Rule("pbem/rulesets/stratego_waterloo/*", r" ?10: | ?4: ", "test_the_default_set_ups_of_the_book_are_played"),
    Rule("pbem/rulesets/stratego_waterloo/*", "scenario", "test_the_battlefield_of_the_book_can_be_played"),
    Rule("pbem/rulesets/waterloo1895/*", r" +A  B", "test_the_map_of_the_book_shows_the_spots_of_the_board"),
    Rule("pbem/rulesets/waterloo1895/*", "triangle", "test_the_roads_of_the_book_are_the_roads_of_the_board"),
    Rule("pbem/rulesets/waterloo1895/*", "N: N1", "test_the_default_set_ups_of_the_book_are_those_of_the_board"),
    Rule("pbem/rulesets/waterloo_grid/*", " +A B", "test_the_map_of_the_book_agrees_with_its_tables"),
    Rule("pbem/rulesets/waterloo_grid/*", "RI1 B4", "test_the_armies_stand_where_the_table_has_them"),
    Rule("pbem/rulesets/waterloo_grid/*", "  +A     B", "test_the_map_of_the_book_is_what_is_drawn"),
    Rule("pbem/rulesets/waterloo_wargame/*", " +0  ", "test_the_map_of_the_book_is_the_map_of_the_reports"),
    Rule("pbem/rulesets/hundred_days/*", r" +=+LOU| *where", TABLES),
    Rule("pbem/rulesets/hundred_days/*", "campaign ", "test_the_campaign_of_ones_own_can_be_played"),
    Rule("pbem/rulesets/*", ANY, "test_orders_of_the_books_can_be_read"),
)


def rule_of(block: Block) -> Rule | None:
    return next((rule for rule in RULES if rule.speaks_for(block)), None)


def test_every_block_is_run_or_says_why_not() -> None:
    assert [str(block) for block in documents.blocks() if rule_of(block) is None] == []


def test_every_rule_speaks_for_a_block_and_names_tests_or_a_reason() -> None:
    used = {rule_of(block) for block in documents.blocks()}
    assert [rule for rule in RULES if rule not in used] == []
    assert [rule for rule in RULES if bool(rule.tests) == bool(rule.because)] == []
    there = set(re.findall(r"^def (test_\w+)", "".join(map(Path.read_text, (ROOT / "tests").rglob("test_*.py"))), re.M))
    assert {name for rule in RULES for name in rule.tests.split()} - there == set()


# --- Commands ---------------------------------------------------------------------------------------------------

# What the arena and a demonstration take besides their own: the options of rule sets.
OF_GAMES = {f"--{option.name}" for name in names() for option in presentation(name).rules.options()}
TAKES_THOSE = ("pbem demo", "pbem arena")
OF_EVERY_COMMAND = {"--help", "-h", "--version"}
BEFORE = r"\s*(?:\.venv/bin/|PBEM_\w+=\S+ |docker compose exec web )*"
COMMAND = re.compile(BEFORE + r"(pbem (?:--)?[a-z].*)")
BEHIND = re.compile(r"\||&&|;|>|<|  +#|\.\.\.")


def codes(page: str) -> Iterator[str]:
    """What a page quotes, within its sentences and as blocks; lines that go on in the next are one."""
    yield from documents.inline(page)
    yield from (block.text.replace("\\\n", " ") for block in documents.blocks() if block.page == page)


def typed(page: str) -> Iterator[str]:
    """Every command of ours that a page quotes, without what follows a pipe."""
    for part in (part for code in codes(page) for line in code.split("\n") for part in BEHIND.split(line)):
        found = COMMAND.match(part)
        if found is not None:
            yield found[1].strip()


def fault_in(command: str) -> str | None:
    """What is wrong with a command as it is typed: a word that is no command, or an option that it has not."""
    plain = re.sub(r"[][]", "", command)
    # Of a command that stands in quotation marks, in the settings of something else, the last one has no first.
    words = shlex.split(plain if plain.count('"') % 2 == 0 else plain.replace('"', ""))[1:]
    at: click.Command = main
    path = "pbem"
    for word in words:
        if word.startswith("-"):
            option = word.partition("=")[0]
            known = {each for parameter in at.params for each in (*parameter.opts, *parameter.secondary_opts)}
            if option not in known | OF_EVERY_COMMAND | (OF_GAMES if path in TAKES_THOSE else set()):
                return option
        # A word in capitals stands for a name.
        elif isinstance(at, click.Group) and word != word.upper():
            found = at.get_command(click.Context(at), word)
            if found is None:
                return word
            at, path = found, f"{path} {word}"
    return None


@pytest.mark.parametrize("page", [page for page in documents.pages() if any(typed(page))])
def test_every_command_that_a_page_types_is_one_with_these_options(page: str) -> None:
    assert [(command, wrong) for command in typed(page) if (wrong := fault_in(command))] == []


@pytest.mark.parametrize(
    "wrong", ["pbem sreve", "pbem game rolback x 1", "pbem demo --rulset x", "pbem mail list --stat x"]
)
def test_a_command_that_there_is_not_is_found(wrong: str) -> None:
    assert fault_in(wrong)


ENVIRONMENT = re.compile(r"tox -e ([\w-]+)")
SCRIPT = re.compile(r"python (?:-\w+ )*((?:bench|docs|release|tests)/[\w/]+\.py)([^\n|]*)")


def test_every_environment_of_tox_and_every_script_that_a_page_types_is_there() -> None:
    there = set(re.findall(r"^\[testenv:([\w-]+)\]", (ROOT / "tox.ini").read_text(encoding="utf-8"), re.M))
    found = [(page, re.sub(r" # .*", "", code)) for page in documents.pages() for code in codes(page)]
    assert [(page, name) for page, code in found for name in ENVIRONMENT.findall(code) if name not in there] == []
    for page, code in found:
        for script, behind in SCRIPT.findall(code):
            assert (ROOT / script).exists(), (page, script)
            source = (ROOT / script).read_text(encoding="utf-8")
            options = re.findall(r"(?<!\S)--[a-z-]+", behind)
            assert [option for option in options if f'"{option}"' not in source] == [], (page, code)


# --- Words of mails -----------------------------------------------------------------------------------------------

WORDS = {*lines.WORDS, *lines.LASTING, lines.UNDO}
# Words of orders and of the reading of mails, which are no commands by themselves.
NO_COMMANDS = {"END", "ELSE", "IF", "YES", "DRAW", "RESIGN", "SAY", "PRESS", "TAKE BACK"}
# What a page writes in the place of a name.
STANDS_FOR = {" x": " ada@office.example", " game": " conflict3"}


def words_of_mails(page: str) -> Iterator[str]:
    for code in documents.inline(page):
        first = code.partition(" ")[0].strip(":")
        # In capitals alone it may be the name of a command, without what has to follow it.
        if first in WORDS and not {code, first} & NO_COMMANDS and code != code.upper():
            yield code


def read_as(code: str) -> list[str]:
    """The words of the commands that a line is read as."""
    meant = code
    for word, name in STANDS_FOR.items():
        meant = re.sub(rf"{word}(?= |$)", name, meant)
    found = lines.split([OwnLine(1, meant)], lambda _: False, opens_words=press.opens_words).commands
    return [command.word for command in found if not command.mended or meant.endswith("please")]


@pytest.mark.parametrize("page", [page for page in documents.pages() if any(words_of_mails(page))])
def test_every_command_of_a_mail_that_a_page_quotes_is_read_as_that(page: str) -> None:
    wrong = [code for code in words_of_mails(page) if read_as(code) not in ([code.split()[0]], [lines.UNDO])]
    assert wrong == []
