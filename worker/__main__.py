"""`python -m worker [queue]`: one worker process."""

from __future__ import annotations

import sys

from pbem.config import WrongSettings, load
from pbem.ops.serving import redis_url
from pbem.ops.starting import CannotServe, started
from pbem.runtime.logs import configure
from worker.process import work
from worker.work_horse import UnfitRq


def main() -> int:
    """Run jobs until SIGINT or SIGTERM; 2 where the settings, the database or the rq that is here do not fit."""
    configure()
    try:
        settings = load()
        redis = redis_url(settings)
        # Closed, since no connection may be carried over the fork of a work horse.
        started(settings, plays=True).close()
        work(settings, redis, sys.argv[1] if len(sys.argv) > 1 else None)
    except (CannotServe, UnfitRq, WrongSettings) as error:
        print(f"pbem worker: {error}", file=sys.stderr)
        return 2
    return 0


sys.exit(main())
