"""Everything measured in one run, ours and theirs in turn; the tables are printed and written to a file.

    tox -e bench [-- --seconds 2 --most 1000000 --to performance.md --only playouts]

The peers (OpenSpiel, python-chess, the diplomacy package) are installed by that environment alone; pbem never imports
them. `docs/performance.md` says what the tables mean.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from rounds import Sheet, on_one_core

PARTS = ("playouts", "adjudications", "serving", "floods", "pictures", "ticks", "finished")
PACKAGES = ("pbem", "open_spiel", "chess", "diplomacy", "rq", "redis", "msgspec", "lark", "sqlalchemy", "flask")


def main() -> None:
    """Read the command line, measure, write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="of each case in each round")
    parser.add_argument("--most", type=int, default=100_000, help="requests of the largest batch")
    parser.add_argument("--to", type=Path, default=Path("performance.md"), help="file for the tables, as Markdown")
    parser.add_argument("--only", choices=PARTS, action="append", help="this part alone; may be given again")
    chosen = parser.parse_args()
    sheet = Sheet()
    wanted = chosen.only or PARTS
    if "serving" in wanted:
        import serving

        serving.compare(sheet)  # first, since it needs all cores
    if "floods" in wanted:
        import floods

        floods.compare(sheet)
    if "ticks" in wanted:
        import ticks

        ticks.compare(sheet)
    on_one_core()
    if "finished" in wanted:
        import finished

        finished.compare(sheet)
    if "pictures" in wanted:
        import pictures

        pictures.compare(sheet)
    if "playouts" in wanted:
        import playouts

        playouts.compare(sheet, playouts.all_starts(), chosen.seconds)
    if "adjudications" in wanted:
        import adjudications

        from pbem.rulesets import names

        adjudications.compare(sheet, list(names()), chosen.seconds, chosen.most)
    sheet.write(chosen.to, PACKAGES)


if __name__ == "__main__":
    main()
