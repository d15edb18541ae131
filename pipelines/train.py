"""`cq train` from a clone: `python -m pipelines.train`."""

from __future__ import annotations

from cq.cli.runner import run
from cq.jobs.train import app

if __name__ == "__main__":
    run(app)
