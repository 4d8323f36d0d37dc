"""What a public page costs on the server, in milliseconds of a process that does nothing else.

A club with games of every rule set that are over and packed, and with some that go on. Each page is asked for through
the application, as the web server asks it: made anew (nothing of it is kept), out of the cache, and by whoever has it
already (304). The first view of a long game plays it again from its record.

    PYTHONPATH=. nice python bench/pages.py [ROUNDS]
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from flask.testing import FlaskClient
from rounds import Sheet
from sqlalchemy import select

sys.path.append(str(Path(__file__).parent.parent / "tests" / "shared"))
import packed_games
from shown_club import application, club

from pbem.pages import turns
from pbem.rulesets import names
from pbem.store.models import Player
from pbem.web.pages import answering

ROUNDS = 40
BURST = 200
LONG = "waterloo950"
HTML = {"Accept": "text/html"}


def compare(sheet: Sheet, rounds: int = ROUNDS) -> None:
    """Ask for pages, and put the tables on the sheet."""
    with tempfile.TemporaryDirectory() as folder:
        server = club(Path(folder) / "club")
        with server.store.session() as session:
            players = list(session.scalars(select(Player).order_by(Player.id)))[:2]
            for at, ruleset in enumerate(names()):
                name = LONG if ruleset == "waterloo1895" else f"bench{at}"
                options = {"turn_limit": 30} if ruleset == "waterloo_grid" else {}
                packed_games.keep(session, name, packed_games.record_of(ruleset, name, options), players)
        client = application(server).test_client()
        games = [LONG, *(f"bench{at}" for at, ruleset in enumerate(names()) if ruleset != "waterloo1895")]
        views = [_first_view(client, name) for name in games]
        sheet.table("The first view of a game that is over", ["", "turns", "ms"], views)
        pages = {f"a turn of {name}": f"/games/{name}/turns/{{}}" for name in games}
        pages |= {"its map": f"/games/{LONG}/turns/{{}}/map.svg", "home": "/", "games": "/games?state=over"}
        pages |= {"a game going on": "/games/stratego6", "event": "/events/cup", "player": "/players/Ada%20Lovelace"}
        rows = [_row(client, name, path, rounds) for name, path in pages.items()]
        sheet.table("Pages", ["", "anew: median", "nine of ten", "cache", "304", "kB"], rows)
        print(f"a burst of {BURST} from the cache: {_burst(client):.0f} ms")
        server.store.close()


def _first_view(client: FlaskClient, name: str) -> list[str]:
    turns._replays.clear()
    spent = _timed(lambda: client.get(f"/games/{name}", headers=HTML))
    return [name, str(client.get(f"/games/{name}.json").json["turn"]["of"]), f"{spent:.0f}"]


def _row(client: FlaskClient, name: str, path: str, rounds: int) -> list[str]:
    of = client.get(path.partition("/turns/")[0] + ".json").json["turn"]["of"] if "{}" in path else 1
    paths = [path.format(1 + at * (of - 1) // max(1, rounds - 1)) for at in range(rounds)]
    anew, kept, same = [], [], []
    for each in paths:
        answering._cache = answering.Cache(answering.KEPT_BYTES)
        anew.append(_timed(lambda each=each: client.get(each, headers=HTML)))
        kept.append(_timed(lambda each=each: client.get(each, headers=HTML)))
        tag = client.get(each, headers=HTML).headers["ETag"]
        same.append(_timed(lambda each=each, tag=tag: client.get(each, headers={**HTML, "If-None-Match": tag})))
    size = len(client.get(paths[-1], headers=HTML).data)
    slow = sorted(anew)[len(anew) * 9 // 10]
    told = (statistics.median(anew), slow, statistics.median(kept), statistics.median(same))
    return [name, *(f"{each:.1f}" for each in told), f"{size / 1000:.0f}"]


def _burst(client: FlaskClient) -> float:
    client.get("/games/stratego6", headers=HTML)
    return _timed(lambda: [client.get("/games/stratego6", headers=HTML) for _ in range(BURST)])


def _timed(ask: Callable[[], object]) -> float:
    begun = time.perf_counter()
    ask()
    return 1000 * (time.perf_counter() - begun)


if __name__ == "__main__":
    compare(Sheet(), int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS)
