"""The documents as a site, built by MkDocs from the Markdown files as they are: `tox -e site` runs this.

The pages are laid out below `build/pages` under the paths that they have here, so that their links lead where they lead
in the sources; each rule set has a page more, with its picture and what `pbem rulesets` prints. Links and anchors that
lead nowhere, and pages that no menu has, fail the build. The site is in `build/site`.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from pbem.ops.listing import show_ruleset
from pbem.reports.maps import draw
from pbem.rulesets import names, presentation

ROOT = Path(__file__).resolve().parents[1]
PAGES = ROOT / "build" / "pages"
CONFIG = ROOT / "docs" / "mkdocs.yml"
# What the site has of the sources. What pages link to beside pages (event files, the tutorial) comes along.
KEPT = (
    "*.md",
    "LICENSE",
    "docs/*.md",
    "docs/events/*",
    "docs/campaigns/*",
    "docs/pictures/*",
    "bench/history/*",
    "pbem/rulesets/*/*.md",
)
TUTORIAL = "docs/tutorial/hare_and_hounds"


def lay_out(pages: Path = PAGES) -> None:
    """Everything that the site is made of, in an empty folder."""
    shutil.rmtree(pages, ignore_errors=True)
    for source in sorted({path for pattern in KEPT for path in ROOT.glob(pattern)}):
        target = pages / source.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)
    for kept in ("pyproject.toml", "hare_and_hounds/rulebook.md"):
        (pages / TUTORIAL / kept).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / TUTORIAL / kept, pages / TUTORIAL / kept)
    # A site has no folders to look into.
    guide = pages / "docs" / "adding-a-rule-set.md"
    text = guide.read_text(encoding="utf-8")
    folder = TUTORIAL.removeprefix("docs/")
    guide.write_text(text.replace(f"({folder})", f"({folder}/pyproject.toml)"), encoding="utf-8")
    for name in names():
        _game(pages / "games", name)


def _game(folder: Path, name: str) -> None:
    """The page of a rule set, and its picture."""
    folder.mkdir(exist_ok=True)
    words = presentation(name)
    (folder / f"{name}.svg").write_bytes(draw(name, None, {}, None, "svg"))
    lines = [
        f"# {words.title}",
        "",
        words.about,
        "",
        f"![The board at the opening]({name}.svg)",
        "",
        f"[The rulebook](../pbem/rulesets/{name}/rulebook.md) · [how to sit down](../docs/playing.md) · "
        "[how fair it is](../docs/balance.md)",
        "",
        f"What `pbem rulesets {name}` prints:",
        "",
        "```text",
        show_ruleset(name),
        "```",
    ]
    (folder / f"{name}.md").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Lay it out and build it; the exit status is that of MkDocs."""
    from mkdocs.__main__ import cli

    lay_out()
    cli(["build", "--clean", "--strict", "--config-file", str(CONFIG), *sys.argv[1:]])


if __name__ == "__main__":
    main()
