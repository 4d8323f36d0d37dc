"""`pbem adjudicate` on a server that has the toys among its rule sets: `adjudicate.py [--jobs N] [--queue] FILE...`.

The processes that it starts import this module too, and so know the toys as well.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import pbem.rulesets
from pbem.batch.command import run

pbem.rulesets.__path__.append(str(Path(__file__).parent))

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--queue", action="store_true")
    parser.add_argument("--reports", type=Path)
    parser.add_argument("--mbox", type=Path)
    parser.add_argument("--maildir", type=Path)
    parser.add_argument("--resume", type=Path)
    sys.exit(run(**vars(parser.parse_args())))
