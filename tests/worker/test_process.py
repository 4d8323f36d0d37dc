"""What a worker process does before its first job, so that its children need not do it for every mail."""

from __future__ import annotations

import subprocess
import sys

IN_A_FRESH_PROCESS = """
from worker.process import prepare
prepare()
import lark
from pbem.inbound import quotes
from pbem.rulesets import names, presentation

def never(*_):
    raise AssertionError("a grammar is made anew")

lark.Lark.__init__ = never
for name in names():
    for line in ("MOVE BAU N 200", "words between people", "E7 E6"):
        presentation(name).read([(1, line)])
"""


def test_grammars_are_ready_before_the_first_mail() -> None:
    subprocess.run([sys.executable, "-c", IN_A_FRESH_PROCESS], check=True)
