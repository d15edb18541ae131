"""Predicts builds: encodes examples in batches, samples candidates, and chooses the best of each."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import torch

from cq.building.actions import Action
from cq.building.canonical_frame import CanonicalFrame
from cq.building.decoding.minimum_bayes_risk import (
    BuildPrediction,
    Candidate,
    FrameCandidates,
    minimum_bayes_risk,
)
from cq.building.decoding.rollout import Rollout, rollouts
from cq.building.example import BuildingExample, encode_examples
from cq.building.model.network import BuildingNetwork
from cq.building.model.scene_tensors import SceneTensors
from cq.building.model.trajectory import BREAK, MAX_ACTIONS, FrameAction
from cq.building.token_embedder import TokenEmbedder
from cq.world import SHAPE

BATCH_SIZE = 32
NUM_SAMPLES = 4


def predict_builds(
    networks: Sequence[BuildingNetwork],
    examples: Sequence[BuildingExample],
    embedder: TokenEmbedder,
    num_samples: int = NUM_SAMPLES,
    test_time_augmentation: bool = True,
    seed: int = 0,
) -> list[BuildPrediction]:
    """The prediction for each example's instruction and start; a target is ignored.

    The candidates are the likeliest build and `num_samples` sampled builds; with `test_time_augmentation`,
    also as many from the mirrored example. The samples depend on `seed` and the example alone, not on the
    other examples.
    """
    uniforms = [None, *_stratified_uniforms(num_samples, seed)]
    order = sorted(range(len(examples)), key=lambda i: len(examples[i].instruction))
    predictions: dict[int, BuildPrediction] = {}
    for first in range(0, len(order), BATCH_SIZE):
        rows = order[first : first + BATCH_SIZE]
        batch = [BuildingExample(examples[i].instruction, examples[i].start) for i in rows]
        frames = [example.frame() for example in batch]
        if test_time_augmentation:
            frames += [frame.mirror() for frame in frames]
            batch += batch
        by_frame = _candidates(networks, batch, frames, embedder, uniforms)
        for place, i in enumerate(rows):
            predictions[i] = minimum_bayes_risk(by_frame[place :: len(rows)], examples[i].start)
    return [predictions[i] for i in range(len(examples))]


def _stratified_uniforms(num_samples: int, seed: int) -> npt.NDArray[np.float64]:
    """Uniform numbers (num_samples, MAX_ACTIONS + 1, 2) in [0, 1), stratified over the samples: at each
    choice every sample falls into another of `num_samples` equal intervals.
    """
    rng = np.random.default_rng(seed)
    size = (num_samples, MAX_ACTIONS + 1, 2)
    strata = rng.permuted(np.broadcast_to(np.arange(num_samples)[:, None, None], size), axis=0)
    return (strata + rng.random(size)) / max(1, num_samples)


def _candidates(
    networks: Sequence[BuildingNetwork],
    examples: Sequence[BuildingExample],
    frames: Sequence[CanonicalFrame],
    embedder: TokenEmbedder,
    uniforms: Sequence[npt.NDArray[np.float64] | None],
) -> list[FrameCandidates]:
    """The plan and the candidates of each example in its frame, averaged over networks."""
    encoded_examples = encode_examples(examples, frames, embedder)
    with torch.inference_mode():
        scene = SceneTensors.of(encoded_examples)
        encoded = [network.encode(scene) for network in networks]
        plans = torch.stack([one.plan.contents(scene) for one in encoded]).mean(0)
    plans_by_frame = plans.numpy().reshape(len(examples), -1, *SHAPE)
    by_example = rollouts(networks, encoded, [example.grid for example in encoded_examples], uniforms)
    return [
        FrameCandidates(frame.world_plan(plan), _in_world(of_example, frame))
        for plan, of_example, frame in zip(plans_by_frame, by_example, frames, strict=True)
    ]


def _in_world(rollouts: Sequence[Rollout], frame: CanonicalFrame) -> list[Candidate]:
    """The rollouts of one frame in the world's directions and colours."""
    grids = frame.world_grid(np.stack([rollout.trajectory.grid for rollout in rollouts]))
    return [
        Candidate(grid, _world_actions(rollout.trajectory.actions, frame), rollout.log_probability)
        for grid, rollout in zip(grids, rollouts, strict=True)
    ]


def _world_actions(actions: Sequence[FrameAction], frame: CanonicalFrame) -> tuple[Action, ...]:
    cells = [tuple(frame.world_cells[action.cell].tolist()) for action in actions]
    return tuple(
        Action("break", cell)
        if action.kind == BREAK
        else Action("place", cell, frame.colours[action.kind - 1])
        for action, cell in zip(actions, cells, strict=True)
    )
