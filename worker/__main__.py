"""`python -m worker [queue]`: one worker process."""

from __future__ import annotations

import sys

from pbem.config import Settings
from pbem.ops.serving import CannotServe, redis_url
from pbem.runtime.logs import configure
from worker.process import work
from worker.work_horse import UnfitRq


def main() -> int:
    """Run jobs until SIGINT or SIGTERM; 2 where there is no Redis to listen to, or no rq that fits."""
    configure()
    settings = Settings()
    try:
        work(settings, redis_url(settings), sys.argv[1] if len(sys.argv) > 1 else None)
    except (CannotServe, UnfitRq) as error:
        print(f"pbem worker: {error}", file=sys.stderr)
        return 2
    return 0


sys.exit(main())
