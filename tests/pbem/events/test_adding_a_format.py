"""The format of the guide works: what docs/directing.md quotes is run as it stands there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest
from cups import begun, by_chance, finished, paired
from msgspec import Meta

from pbem.events import formats, sittings, standings
from pbem.events.contract import Draw, Encounter, State
from pbem.events.formats.base import Base, by_rank, settled
from pbem.events.formats.base import finished as all_ended

GUIDE = Path(__file__).parents[3] / "docs" / "directing.md"


def test_the_format_of_the_guide_can_be_played(monkeypatch: pytest.MonkeyPatch) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    names: dict[str, Any] = {
        "msgspec": msgspec,
        "Annotated": Annotated,
        "Meta": Meta,
        "Base": Base,
        "State": State,
        "Draw": Draw,
        "Encounter": Encounter,
        "finished": all_ended,
        "settled": settled,
        "by_rank": by_rank,
        "sittings": sittings,
    }
    exec(compile(code, str(GUIDE), "exec", dont_inherit=True), names)
    cup = names["RandomCup"]()
    monkeypatch.setitem(formats.FORMATS, cup.name, cup)  # type: ignore[arg-type]
    state = begun(cup.name, 7, settings={"rounds": 3})
    for number in range(1, 4):
        after = paired(state)
        assert after is not None
        now = [name for met in after.encounters if met.round == number for name in met.entrants]
        assert sorted(now) == [f"p{at:02}" for at in range(1, 8)]
        state = finished(after, by_chance(1))
    assert paired(state) is None
    assert len(standings.ordered(state, cup.groups(state)[0], Draw(b"", "cup"))) == 7
