"""The discriminator of implicit actions (Suhr et al. 2019, section 5).

An example that starts where errors led may need actions that its instruction does not say: those that repair
the errors. Taught as if the instruction said them, they would blur what it means. The discriminator reads the
building network's state of the instruction in the world, and how likely the network holds the changes that an
example asks for, and says whether some of them are implicit.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import torch

from cq.building.example import BuildingExample, encode_examples
from cq.building.model.network import BuildingNetwork
from cq.building.model.scene_tensors import SceneTensors
from cq.building.token_embedder import TokenEmbedder
from cq.world import SHAPE

LEAST = 1e-4
"""Probabilities below it are as good as 0."""

Features = npt.NDArray[np.float64]


def implicit_features(
    network: BuildingNetwork, examples: Sequence[BuildingExample], embedder: TokenEmbedder
) -> Features:
    """The features (n, ·) of examples with targets: five of the changes, and the network's state."""
    frames = [example.frame() for example in examples]
    encoded = encode_examples(examples, frames, embedder)
    with torch.inference_mode():
        scene = SceneTensors.of(encoded)
        states = network.encode(scene)
        contents = states.plan.contents(scene).numpy().reshape(len(examples), -1, *SHAPE)
    plans = [frame.world_plan(plan) for frame, plan in zip(frames, contents, strict=True)]
    changes = [_of_changes(example, plan) for example, plan in zip(examples, plans, strict=True)]
    return np.concatenate([changes, states.memory[:, 0].numpy()], axis=1)


def implicit_probabilities(
    features: Features, implicit: npt.NDArray[np.bool_], groups: npt.NDArray[np.integer], parts: int = 5
) -> npt.NDArray[np.float64]:
    """The probability that each example (n,) has implicit actions, by a logistic regression that was fitted
    to the others, in `parts` parts; examples of a group are in one part. Zeros where too few are known.
    """
    from sklearn.linear_model import LogisticRegression
    from sklearn.model_selection import GroupKFold, cross_val_predict
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import StandardScaler

    if len(set(groups.tolist())) < parts or min(implicit.sum(), (~implicit).sum()) < parts:
        return np.zeros(len(implicit))
    model = make_pipeline(StandardScaler(), LogisticRegression(C=0.01, max_iter=500))
    split = GroupKFold(parts)
    predicted = cross_val_predict(model, features, implicit, groups=groups, cv=split, method="predict_proba")
    return np.asarray(predicted[:, 1])


def _of_changes(example: BuildingExample, plan: npt.NDArray[np.float32]) -> list[float]:
    """How many changes there are and how likely: in the mean, the least likely one, and how many the plan
    expects, in all and besides these.
    """
    assert example.target is not None, "the examples have targets"
    changed = example.start != example.target
    wanted, kept = (
        np.take_along_axis(plan, grid[None].astype(np.int64), 0)[0]
        for grid in (example.target, example.start)
    )
    logs = np.log(np.maximum(wanted[changed], LEAST)) if changed.any() else np.zeros(1)
    moved = 1 - kept
    return [*map(float, (changed.sum(), logs.mean(), logs.min(), moved.sum(), moved[~changed].sum()))]
