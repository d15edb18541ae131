"""What to build: baselines, confidence and sessions.

Every row is built by networks that were trained on the other folds. Intervals are 95 % bootstraps over groups
of equal instructions. Finished epochs are kept in `--work`, so that a killed run resumes, and a run after
`cq train building` does not train the same networks again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import numpy as np
import numpy.typing as npt
import typer
from tqdm import tqdm

from cq.building.decoding.minimum_bayes_risk import BuildPrediction
from cq.building.token_embedder import TokenEmbedder
from cq.building.training.config import BuilderTrainingConfig
from cq.building.training.cross_validation import (
    fold_networks,
    out_of_fold_builds,
    out_of_fold_predictions,
)
from cq.building.training.dialogue_examples import training_dialogues
from cq.building.training.recorded_builds import recorded_builds
from cq.data import load_singleturn
from cq.encoder.backbone import Backbone
from cq.errors import InputError
from cq.modeling.checkpoints import CheckpointStore
from eval.building.calibration import confidence_table
from eval.building.reading import PARTS
from eval.building.scores import BuildScorer, Scores
from eval.building.sessions import (
    by_builders,
    by_language,
    recorded_sessions,
    session_table,
    without_change,
)
from eval.options import BUILDING_WORK, Data, Out, Samples, Work
from eval.output import show

Grids = npt.NDArray[np.int8]
CACHED_TEXTS = 40_000
"""Texts whose token states are kept: all recorded ones in all their frames."""


def main(
    data: Data = None,
    samples: Samples = 1000,
    work: Work = BUILDING_WORK,
    fold: Annotated[
        list[int] | None, typer.Option(help="Only the rows of this fold; may be given several times.")
    ] = None,
    out: Out = None,
) -> None:
    training_rows = recorded_builds(load_singleturn(data))
    folds = fold or sorted({row.fold for row in training_rows})
    rows = [row for row in training_rows if row.fold in folds]
    if not rows:
        raise InputError(f"--fold {fold}: no row is in it; folds are numbers from 0 to 4")
    backbone, store = Backbone.load(), CheckpointStore(work)
    embedder = TokenEmbedder(backbone, CACHED_TEXTS, half_precision=True)
    scorer = BuildScorer(rows, samples)
    clear = np.array([row.clear for row in rows])
    table: dict[str, Scores] = {}

    def add(name: str, grids: Grids) -> None:
        table[name] = scorer.scores(grids, clear)
        tqdm.write(f"  {name}: {table[name]['changed F1, weighted']}")

    add("no change", scorer.start)
    add("language alone", np.stack(by_language([row.instruction for row in rows], list(scorer.start))))
    config, dialogues = BuilderTrainingConfig().shortened(), training_dialogues()
    networks = fold_networks(training_rows, embedder, config, store, dialogues, folds)
    of_networks = out_of_fold_predictions(rows, networks, embedder)
    predictions = out_of_fold_builds(rows, networks, backbone)
    built = _grids(predictions)
    add("networks alone", _grids(of_networks))
    add("cq: networks with what is read", built)
    table |= scorer.second_person(clear)
    builders = {
        "no change": without_change,
        "language alone": by_language,
        "cq": by_builders(networks, backbone),
    }
    recorded = recorded_sessions([row.example for row in rows if row.clear])
    of = f"fold {', '.join(map(str, folds))}" if fold else "all folds"
    tables = {
        f"What to build, {clear.sum():,} clear rows of {of}": table,
        "The same rows, by whether the rules were written with a look at them": {
            name: scorer.scores(built, clear & np.isin([row.fold for row in rows], folds))
            for name, folds in PARTS.items()
        },
        "Confidence, clear rows, fitted on the other folds": (
            confidence_table(rows, predictions, scorer) if len(folds) > 1 else {}
        ),
        f"{len(recorded)} sessions of {of}": session_table(recorded, builders, samples),
    }
    show(tables, out)


def _grids(predictions: Sequence[BuildPrediction]) -> Grids:
    return np.stack([one.grid for one in predictions])
