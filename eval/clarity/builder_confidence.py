"""What the builder's confidence adds to the clarity classifier.

If the builder does not know what to build, the instruction may be unclear. Networks that were trained on the
other folds build from each row; the confidence features of their builds (see `cq.building.confidence`) join
the classifier's input. Everything is judged out of fold. Intervals are 95 % bootstraps over groups of equal
instructions.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from cq.building.confidence import signs
from cq.building.decoding.candidates import attempts
from cq.building.task import Task
from cq.building.token_embedder import WordReader
from cq.building.training.examples import build_rows
from cq.building.training.training import BuildRecipe, fold_networks
from cq.clarity.examples import clarity_rows
from cq.clarity.training import Recipe, out_of_fold
from cq.cli.tables import print_table
from cq.data import load_singleturn
from cq.encoder.backbone import Backbone, RememberingBackbone
from cq.modeling.checkpoints import Workshop
from eval.clarity.scores import clarity_scores
from eval.options import Data, Out, Samples, Work
from eval.output import write_json


def main(
    data: Data = None,
    samples: Samples = 1000,
    work: Work = Path("runs/clarity"),
    building: Annotated[Path, typer.Option(help="Folder of the builder's checkpoints.")] = Path(
        "runs/building"
    ),
    out: Out = None,
) -> None:
    dataset = load_singleturn(data)
    backbone = RememberingBackbone(Backbone.load())
    reader = WordReader(backbone)
    networks = fold_networks(build_rows(dataset), reader, BuildRecipe(), Workshop(building))
    rows = clarity_rows(dataset, backbone)
    confidence = np.zeros((len(rows.x), 3), dtype=np.float32)
    for held, network in networks.items():
        held_out = np.flatnonzero(rows.folds == held).tolist()
        tasks = [Task(rows.instructions[i], rows.worlds[i].grid) for i in held_out]
        confidence[held_out] = [signs(one)[:-1] for one in attempts([network], tasks, reader)]
    recipe, checkpoints = Recipe(explicit=rows.explicit), Workshop(work)
    more = replace(recipe, explicit=rows.explicit + confidence.shape[1])
    alone = replace(recipe, explicit=confidence.shape[1], explicit_weight=1.0)
    inputs = {
        "words + findings": (rows.x, recipe),
        "… + the builder's confidence": (np.hstack([rows.x, confidence]), more),
        "the builder's confidence alone": (confidence, alone),
    }
    table = {
        name: clarity_scores(rows, out_of_fold(x, rows.targets, rows.folds, of, checkpoints), samples)
        for name, (x, of) in inputs.items()
    }
    print_table(f"When to ask, {len(dataset):,} rows, out of fold", table)
    write_json(out, table)
