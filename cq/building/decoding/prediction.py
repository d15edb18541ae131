"""Predicts builds: encodes examples in batches, samples candidates, and chooses the best of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
import torch

from cq.building.actions import Action
from cq.building.canonical_frame import CanonicalFrame
from cq.building.decoding.candidates import Candidates
from cq.building.decoding.minimum_bayes_risk import BuildPrediction, minimum_bayes_risk
from cq.building.decoding.rollout import Rollout, rollouts
from cq.building.example import BuildingExample, encode_examples
from cq.building.model.network import BuildingNetwork
from cq.building.model.scene_tensors import SceneTensors
from cq.building.model.trajectory import BREAK, MAX_ACTIONS, FrameAction
from cq.building.token_embedder import TokenEmbedder
from cq.types import Doubles, Floats, Grid
from cq.world import SHAPE

BATCH_SIZE = 8
NUM_SAMPLES, SEED = 6, 0


def predict_builds(
    networks: Sequence[BuildingNetwork],
    examples: Sequence[BuildingExample],
    embedder: TokenEmbedder,
    num_samples: int = NUM_SAMPLES,
    test_time_augmentation: bool = True,
) -> list[BuildPrediction]:
    """The prediction for each example, chosen from its candidates. The arguments are those of
    `sample_builds`.
    """
    sampled = sample_builds(networks, examples, embedder, num_samples, test_time_augmentation)
    return [minimum_bayes_risk(candidates) for candidates in sampled]


def sample_builds(
    networks: Sequence[BuildingNetwork],
    examples: Sequence[BuildingExample],
    embedder: TokenEmbedder,
    num_samples: int = NUM_SAMPLES,
    test_time_augmentation: bool = True,
) -> list[Candidates]:
    """The candidates for each example's texts and start; a target is ignored.

    They are the likeliest build and `num_samples` sampled builds; with `test_time_augmentation`, also as many
    from the mirrored example. The samples depend on the example alone, not on the other examples.
    """
    uniforms = [None, *_stratified_uniforms(num_samples)]
    order = sorted(range(len(examples)), key=lambda i: sum(map(len, examples[i].texts)))
    candidates: dict[int, Candidates] = {}
    for first in range(0, len(order), BATCH_SIZE):
        rows = order[first : first + BATCH_SIZE]
        batch = [replace(examples[i], target=None) for i in rows]
        frames = [example.frame() for example in batch]
        if test_time_augmentation:
            frames += [frame.mirror() for frame in frames]
            batch += batch
        by_frame = _sample(networks, batch, frames, embedder, uniforms)
        for place, i in enumerate(rows):
            candidates[i] = _merged(examples[i].start, by_frame[place :: len(rows)])
    return [candidates[i] for i in range(len(examples))]


def _stratified_uniforms(num_samples: int) -> Doubles:
    """Uniform numbers (num_samples, MAX_ACTIONS + 1, 2) in [0, 1), stratified over the samples: at each
    choice every sample falls into another of `num_samples` equal intervals.
    """
    rng = np.random.default_rng(SEED)
    size = (num_samples, MAX_ACTIONS + 1, 2)
    strata = rng.permuted(np.broadcast_to(np.arange(num_samples)[:, None, None], size), axis=0)
    return (strata + rng.random(size)) / max(1, num_samples)


class _Sample(NamedTuple):
    """The rollouts of one frame, as grids and actions in the world's directions and colours, and the
    networks' plan.
    """

    plan: Floats
    grids: Grid
    actions: list[tuple[Action, ...]]
    log_probabilities: list[float]


def _sample(
    networks: Sequence[BuildingNetwork],
    examples: Sequence[BuildingExample],
    frames: Sequence[CanonicalFrame],
    embedder: TokenEmbedder,
    uniforms: Sequence[Doubles | None],
) -> list[_Sample]:
    """One sample for each example in its frame; probabilities are averaged over networks."""
    encoded_examples = encode_examples(examples, frames, embedder)
    with torch.inference_mode():
        scene = SceneTensors.of(encoded_examples)
        encoded = [network.encode(scene) for network in networks]
        plans = torch.stack([network.plan.contents(scene) for network, _ in encoded]).mean(0)
    plans_by_frame = plans.numpy().reshape(len(examples), -1, *SHAPE)
    by_example = rollouts(networks, encoded, [example.grid for example in encoded_examples], uniforms)
    return [
        _in_world(frame.world_plan(plan), of_example, frame)
        for plan, of_example, frame in zip(plans_by_frame, by_example, frames, strict=True)
    ]


def _in_world(plan: Floats, rollouts: Sequence[Rollout], frame: CanonicalFrame) -> _Sample:
    grids = frame.world_grid(np.stack([rollout.trajectory.grid for rollout in rollouts]))
    actions = [_world_actions(rollout.trajectory.actions, frame) for rollout in rollouts]
    return _Sample(plan, grids, actions, [rollout.log_probability for rollout in rollouts])


def _merged(start: Grid, samples: Sequence[_Sample]) -> Candidates:
    """The candidates of all frames of one example."""
    return Candidates.of(
        start,
        [grid for sample in samples for grid in sample.grids],
        [actions for sample in samples for actions in sample.actions],
        [value for sample in samples for value in sample.log_probabilities],
        np.mean([sample.plan for sample in samples], axis=0),
    )


def _world_actions(actions: Sequence[FrameAction], frame: CanonicalFrame) -> tuple[Action, ...]:
    cells = [tuple(frame.world_cells[action.cell].tolist()) for action in actions]
    return tuple(
        Action("break", cell)
        if action.kind == BREAK
        else Action("place", cell, frame.colours[action.kind - 1])
        for action, cell in zip(actions, cells, strict=True)
    )
