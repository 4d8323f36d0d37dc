"""An rq worker that has the toys among its rule sets: `work.py REDIS_URL QUEUE`."""

from __future__ import annotations

import sys
from pathlib import Path

from redis import Redis
from rq import Queue, Worker
from rq.serializers import JSONSerializer

import pbem.rulesets
import worker.jobs  # noqa: F401  imported once here, not in each job's own process

pbem.rulesets.__path__.append(str(Path(__file__).parent))

if __name__ == "__main__":
    connection = Redis.from_url(sys.argv[1])
    queue = Queue(sys.argv[2], connection=connection, serializer=JSONSerializer)
    Worker([queue], connection=connection, serializer=JSONSerializer).work()
