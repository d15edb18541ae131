"""What the builder's confidence adds to the clarity classifier: `python -m eval.clarity.confidence --data PATH`.

A builder that does not know what to build may be told something unclear. Each row is built by networks that
were fitted on the other folds; what tells a good attempt (see `cq.building.confidence`) joins the
classifier's input. All is judged out of fold; intervals are 95 % bootstraps over groups of equal
instructions.
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from cq.building.confidence import confidence_features
from cq.building.decoding.prediction import predict_builds
from cq.building.example import BuildingExample
from cq.building.token_embedder import TokenEmbedder
from cq.building.training.config import BuilderTrainingConfig
from cq.building.training.cross_validation import fold_networks
from cq.building.training.recorded_builds import recorded_builds
from cq.clarity.examples import clarity_rows
from cq.clarity.training import Recipe, out_of_fold
from cq.data import load_singleturn
from cq.encoder.backbone import Backbone, RememberingBackbone
from cq.files import write_text
from cq.modeling.checkpoints import Workshop
from eval.clarity.figures import clarity_figures
from eval.options import Data, Out, Samples, Work
from eval.tables import print_table


def main(
    data: Data = None,
    samples: Samples = 1000,
    work: Work = Path("runs/clarity"),
    building: Annotated[Path, typer.Option(help="Folder of finished builders.")] = Path("runs/building"),
    out: Out = None,
) -> None:
    dataset = load_singleturn(data)
    backbone = RememberingBackbone(Backbone.load())
    embedder = TokenEmbedder(backbone)
    networks = fold_networks(recorded_builds(dataset), embedder, BuilderTrainingConfig(), Workshop(building))
    rows = clarity_rows(dataset, backbone)
    told = np.zeros((len(rows.x), 3), dtype=np.float32)
    for held, network in networks.items():
        of = np.flatnonzero(rows.folds == held).tolist()
        tasks = [BuildingExample(rows.instructions[i], rows.worlds[i].grid) for i in of]
        told[of] = [confidence_features(one)[:-1] for one in predict_builds([network], tasks, embedder)]
    recipe, workshop = Recipe(explicit=rows.explicit), Workshop(work)
    more = replace(recipe, explicit=rows.explicit + told.shape[1])
    alone = replace(recipe, explicit=told.shape[1], explicit_weight=1.0)
    given = {
        "words + findings": (rows.x, recipe),
        "… + the builder's confidence": (np.hstack([rows.x, told]), more),
        "the builder's confidence alone": (told, alone),
    }
    table = {
        name: clarity_figures(rows, out_of_fold(x, rows.targets, rows.folds, of, workshop), samples)
        for name, (x, of) in given.items()
    }
    print_table(f"When to ask, {len(dataset):,} rows, out of fold", table)
    if out is not None:
        write_text(out, json.dumps(table, indent=1) + "\n")


if __name__ == "__main__":
    from cq.cli.main import run

    app = typer.Typer(add_completion=False)
    app.command(help=__doc__)(main)
    run(app)
