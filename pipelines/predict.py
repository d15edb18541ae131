"""`cq predict` from a clone: `python -m pipelines.predict`."""

from __future__ import annotations

from cq.cli.runner import run
from cq.jobs.predict import app

if __name__ == "__main__":
    run(app)
