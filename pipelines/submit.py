"""`cq submit` from a clone: `python -m pipelines.submit`."""

from __future__ import annotations

from cq.cli.runner import run
from cq.jobs.submit import app

if __name__ == "__main__":
    run(app)
