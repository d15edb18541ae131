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

from cq.building.confidence import confidence_features
from cq.building.decoding.prediction import predict_builds
from cq.building.example import BuildingExample
from cq.building.token_embedder import TokenEmbedder
from cq.building.training.config import BuilderTrainingConfig
from cq.building.training.cross_validation import fold_networks
from cq.building.training.dialogue_examples import training_dialogues
from cq.building.training.recorded_builds import recorded_builds
from cq.clarity.examples import clarity_examples
from cq.clarity.training import ClarityTrainingConfig, predict_out_of_fold
from cq.cli.tables import print_table
from cq.data import load_singleturn
from cq.encoder.backbone import Backbone
from cq.modeling.checkpoints import CheckpointStore
from eval.clarity.scores import clarity_scores
from eval.options import BUILDING_WORK, CLARITY_WORK, Data, Out, Samples, Work
from eval.output import write_json


def main(
    data: Data = None,
    samples: Samples = 1000,
    work: Work = CLARITY_WORK,
    building: Annotated[Path, typer.Option(help="Folder of the builder's checkpoints.")] = BUILDING_WORK,
    out: Out = None,
) -> None:
    dataset = load_singleturn(data)
    backbone = Backbone.load()
    embedder = TokenEmbedder(backbone)
    networks = fold_networks(
        recorded_builds(dataset),
        embedder,
        BuilderTrainingConfig().shortened(),
        CheckpointStore(building),
        training_dialogues(),
    )
    examples = clarity_examples(dataset, backbone)
    confidence = np.zeros((len(examples.x), 3), dtype=np.float32)
    for held, network in networks.items():
        held_out = np.flatnonzero(examples.folds == held).tolist()
        tasks = [BuildingExample(examples.instructions[i], examples.worlds[i].grid) for i in held_out]
        confidence[held_out] = [
            confidence_features(one)[:-1] for one in predict_builds([network], tasks, embedder)
        ]
    config = ClarityTrainingConfig()
    store = CheckpointStore(work)
    x, nothing = examples.x, replace(examples.x, words=0 * examples.x.words, ngrams=0 * examples.x.ngrams)
    inputs = {
        "cq": x,
        "cq + the builder's confidence": replace(x, findings=np.hstack([x.findings, confidence])),
        "the builder's confidence alone": replace(nothing, findings=confidence),
    }
    table = {
        name: clarity_scores(
            examples, predict_out_of_fold(features, examples.targets, examples.folds, config, store), samples
        )
        for name, features in inputs.items()
    }
    print_table(f"When to ask, {len(dataset):,} rows, out of fold", table)
    write_json(out, table)
