"""What the stages have learned, in tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.building.model.network import BuildingNetwork
from cq.building.token_embedder import TokenEmbedder
from cq.metrics import changed_f1
from eval.environment.action_stage.aggregation import Recovery
from eval.environment.action_stage.builders import MAX_STEPS
from eval.environment.action_stage.network import ActionNetwork, roll_out
from eval.environment.action_stage.training import Stages, judged
from eval.environment.action_stage.trajectories import RecordedWalk, Walk
from eval.environment.action_stage.visits import (
    NO_PASS,
    ORACLE,
    RECORDED,
    ColumnExample,
    ColumnNetwork,
    of_oracle,
    of_recorded,
    predict_columns,
)

Table = dict[str, dict[str, Any]]


def column_table(network: ColumnNetwork, walks: Sequence[Walk], recorded: Sequence[RecordedWalk]) -> Table:
    """How well the distributions over columns foretell walks that were not learned from, against the share
    of these walks that visits (or closes) each column, whatever the instruction.
    """
    of_walks, of_people = [of_oracle(one) for one in walks], [of_recorded(one) for one in recorded]
    kinds = (
        ("visits of the oracle", ORACLE, of_walks),
        ("visits of recorded builders", RECORDED, of_people),
        ("no-pass", NO_PASS, of_walks),
    )
    return {name: _column_scores(network, output, examples) for name, output, examples in kinds if examples}


def _column_scores(network: ColumnNetwork, output: int, examples: Sequence[ColumnExample]) -> dict[str, Any]:
    from sklearn.metrics import average_precision_score

    truth = np.stack([one.targets[output] for one in examples])
    predicted = predict_columns(network, [one.maps for one in examples])[:, output]
    prior = np.broadcast_to(truth.mean(axis=0), truth.shape)
    return {
        "walks": len(truth),
        "columns of one": f"{truth.sum() / len(truth):.1f}",
        "average precision": f"{average_precision_score(truth.ravel(), predicted.ravel()):.3f}",
        "by the mean alone": f"{average_precision_score(truth.ravel(), prior.ravel()):.3f}",
        "log loss": f"{_log_loss(truth, predicted):.3f}",
        "of the mean alone": f"{_log_loss(truth, prior):.3f}",
    }


def _log_loss(truth: npt.NDArray[np.floating], predicted: npt.NDArray[np.floating]) -> float:
    p = np.clip(predicted, 1e-4, 1 - 1e-4)
    return float(-np.where(truth > 0, np.log(p), np.log(1 - p)).mean())


def implicit_table(
    recoveries: Sequence[Recovery], network: BuildingNetwork, embedder: TokenEmbedder
) -> Table:
    """How well the discriminator tells examples with implicit actions from others, cross-validated."""
    from sklearn.metrics import roc_auc_score

    if not recoveries:
        return {}
    probabilities, implicit = judged(recoveries, network, embedder)
    if implicit.all() or not implicit.any():
        return {}
    right = (probabilities > 0.5) == implicit
    return {
        "discriminator": {
            "examples": len(implicit),
            "with implicit actions": int(implicit.sum()),
            "right": f"{right.mean():.3f}",
            "area under the curve": f"{roc_auc_score(implicit, probabilities):.3f}",
        }
    }


def walk_table(stages: Stages, walks: Sequence[Walk]) -> Table:
    """What each way of taking actions reaches if the target is known."""
    ways = {"planner": [(walk.target, len(walk.actions)) for walk in walks]}
    for name, network in (("imitation", stages.imitating), ("aggregation", stages.aggregated)):
        ways[f"stage two, {name}"] = _rolled_out(stages, network, walks)
    return {name: _walk_scores(walks, ends) for name, ends in ways.items()}


def _walk_scores(
    walks: Sequence[Walk], ends: Sequence[tuple[npt.NDArray[np.integer], int]]
) -> dict[str, Any]:
    """The scores of the worlds in which actions, so many of them, ended."""
    pairs = [(walk, grid) for walk, (grid, _) in zip(walks, ends, strict=True)]
    scores = [changed_f1(grid, walk.target, walk.body.grid) for walk, grid in pairs]
    return {
        "changed F1": f"{np.mean(scores):.3f}",
        "exact": f"{np.mean([np.array_equal(walk.target, grid) for walk, grid in pairs]):.3f}",
        "actions, median": int(np.median([count for _, count in ends])),
    }


def _rolled_out(
    stages: Stages, network: ActionNetwork, walks: Sequence[Walk]
) -> list[tuple[npt.NDArray[np.integer], int]]:
    rollouts = roll_out(network, [walk.body for walk in walks], stages.wanted(walks), MAX_STEPS)
    return [(one.body.grid, len(one.actions)) for one in rollouts]
