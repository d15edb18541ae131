"""Train a part on the single-turn set or a table: `cq train clarity|ranking|building --data PATH`.

Each command judges its training configuration out of fold, fits on all rows, and writes the part with its
model card. Everything is deterministic: the same data, versions and number of threads give the same weights.
"""

from __future__ import annotations

import typer

from cq.jobs.training.building import building
from cq.jobs.training.clarity import clarity
from cq.jobs.training.ranking import ranking

app = typer.Typer(help=__doc__, add_completion=False, no_args_is_help=True)
for command in (clarity, ranking, building):
    app.command()(command)
