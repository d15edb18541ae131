"""Builders that carry out what stage one wants with a body: the planner's, and the learned ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Generic, TypeVar

import numpy as np

from cq.building import NetworkBuilder
from cq.building.decoding.minimum_bayes_risk import BuildPrediction, minimum_bayes_risk
from cq.encoder.backbone import Backbone
from cq.env.planning import plan
from cq.meaning.grounded import ground
from cq.types import Grid
from cq.world import World
from eval.building.sessions import BuildMany
from eval.environment.action_stage.distributions import Floats, certain
from eval.environment.action_stage.network import ActionNetwork, roll_out
from eval.environment.action_stage.training import Stages
from eval.environment.action_stage.trajectories import body_in
from eval.environment.action_stage.visits import distributions

MAX_STEPS = 300

T = TypeVar("T")

CarryOut = Callable[[Sequence[BuildPrediction], Sequence[Grid]], list[Grid]]
"""From predictions and the worlds they start in to the worlds that a body makes."""


def builders_of(stages: Stages, builder: NetworkBuilder, backbone: Backbone) -> dict[str, BuildMany]:
    """Each way to carry out the builder's predictions, by name. Each body begins where episodes begin."""
    predict = _Remembered(partial(_predictions, builder, backbone))
    ways: dict[str, CarryOut] = {
        "the build itself, without a body": lambda predictions, _: [one.grid for one in predictions],
        "planner": _planned,
        "stage two, imitation, from the build": partial(_learned, stages, stages.imitating, _of_build),
        "stage two, aggregation, from the build": partial(_learned, stages, stages.aggregated, _of_build),
        "stage two, aggregation, from the plan": partial(_learned, stages, stages.aggregated, _of_plan),
    }
    return {name: _builder(predict, carry_out) for name, carry_out in ways.items()}


def _builder(predict: _Remembered[BuildPrediction], carry_out: CarryOut) -> BuildMany:
    def build(instructions: Sequence[str], grids: Sequence[Grid]) -> list[Grid]:
        return carry_out(predict(instructions, grids), grids)

    return _Remembered(build)


class _Remembered(Generic[T]):
    """A function of instructions and worlds that computes each pair once."""

    def __init__(self, compute: Callable[[Sequence[str], Sequence[Grid]], list[T]]) -> None:
        self._compute, self._known = compute, dict[tuple[str, bytes], T]()

    def __call__(self, instructions: Sequence[str], grids: Sequence[Grid]) -> list[T]:
        pairs = [(text, np.asarray(grid)) for text, grid in zip(instructions, grids, strict=True)]
        keys = [(text, grid.tobytes()) for text, grid in pairs]
        new = {key: pair for key, pair in zip(keys, pairs, strict=True) if key not in self._known}
        if new:
            texts, worlds = zip(*new.values(), strict=True)
            self._known |= zip(new, self._compute(texts, worlds), strict=True)
        return [self._known[key] for key in keys]


def _predictions(
    builder: NetworkBuilder, backbone: Backbone, instructions: Sequence[str], grids: Sequence[Grid]
) -> list[BuildPrediction]:
    grounded = ground(list(instructions), [World(grid) for grid in grids], backbone)
    return [minimum_bayes_risk(candidates) for candidates in builder.sample(grounded)]


def _planned(predictions: Sequence[BuildPrediction], grids: Sequence[Grid]) -> list[Grid]:
    pairs = zip(predictions, grids, strict=True)
    return [plan(body_in(grid), one.grid).grid.astype(np.int8) for one, grid in pairs]


def _learned(
    stages: Stages,
    network: ActionNetwork,
    contents: Callable[[BuildPrediction], Floats],
    predictions: Sequence[BuildPrediction],
    grids: Sequence[Grid],
) -> list[Grid]:
    bodies = [body_in(grid) for grid in grids]
    positions = [(body.position[0], body.position[2]) for body in bodies]
    wanted = distributions(stages.columns, [contents(one) for one in predictions], grids, positions)
    return [one.body.grid.astype(np.int8) for one in roll_out(network, bodies, wanted, MAX_STEPS)]


def _of_build(prediction: BuildPrediction) -> Floats:
    return certain(prediction.grid)


def _of_plan(prediction: BuildPrediction) -> Floats:
    return prediction.plan
