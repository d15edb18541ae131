"""Train a part on the single-turn set: `python -m pipelines.train clarity|ranking|building --data PATH`.

Each command judges its training configuration out of fold, fits on all rows, and writes the part with its
model card. Everything is deterministic: the same data, versions and number of threads give the same weights.
"""

from __future__ import annotations

import typer

from pipelines.training.building import building
from pipelines.training.clarity import clarity
from pipelines.training.ranking import ranking

app = typer.Typer(help=__doc__, add_completion=False, no_args_is_help=True)
for command in (clarity, ranking, building):
    app.command()(command)

if __name__ == "__main__":
    from cq.cli.runner import run

    run(app)
