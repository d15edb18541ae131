"""Recorded clear rows in sequence: instruction-level, session-level and cascaded scores in one table.

The network that follows an instruction was trained without the instruction's fold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from cq.building import LanguageBuilder, NetworkBuilder
from cq.building.confidence import NUM_FEATURES, Confidence
from cq.building.example import BuildingExample
from cq.building.model.network import BuildingNetwork
from cq.building.training.sessions import chained_sessions
from cq.data import fold
from cq.encoder.backbone import Backbone
from cq.metrics import SessionStep, bootstrap_interval, cascaded, changed_f1
from cq.reading.grounded import ground
from cq.types import Grid
from cq.world import World

Scores = dict[str, Any]
BuildMany = Callable[[Sequence[str], Sequence[Grid]], list[Grid]]


def recorded_sessions(tasks: Sequence[BuildingExample]) -> list[list[SessionStep]]:
    """Recorded tasks in sequence (see `chained_sessions`)."""
    sessions = chained_sessions(tasks)
    return [[SessionStep(one.instruction, one.start, one.target) for one in some] for some in sessions]


def session_table(
    sessions: Sequence[Sequence[SessionStep]], builders: Mapping[str, BuildMany], samples: int
) -> dict[str, Scores]:
    """Scores of each builder; empty if there are no sessions."""
    return {name: _scores(sessions, build, samples) for name, build in builders.items()} if sessions else {}


def by_builders(networks: Mapping[int, BuildingNetwork], backbone: Backbone) -> BuildMany:
    """Each instruction is followed by the builder whose network was trained without its fold."""
    builders = {
        held: NetworkBuilder([network], Confidence((0.0,) * NUM_FEATURES), backbone)
        for held, network in networks.items()
    }

    def build(instructions: Sequence[str], grids: Sequence[Grid]) -> list[Grid]:
        folds = [fold(text) for text in instructions]
        built = [np.asarray(grid) for grid in grids]
        for held, builder in builders.items():
            of = [i for i, f in enumerate(folds) if f == held]
            grounded = ground([instructions[i] for i in of], [World(built[i]) for i in of], backbone)
            for i, one in zip(of, builder.build(grounded), strict=True):
                built[i] = one.grid
        return built

    return build


def by_language(instructions: Sequence[str], grids: Sequence[Grid]) -> list[Grid]:
    """What the language reads, without networks."""
    worlds = [World.parse(grid) for grid in grids]
    return [build.grid for build in LanguageBuilder().build(ground(instructions, worlds))]


def without_change(instructions: Sequence[str], grids: Sequence[Grid]) -> list[Grid]:
    """The grids as they are."""
    return list(grids)


def _scores(sessions: Sequence[Sequence[SessionStep]], build: BuildMany, samples: int) -> Scores:
    steps = [step for session in sessions for step in session]
    starts, targets = np.stack([s.start for s in steps]), np.stack([s.target for s in steps])
    alone = np.stack(build([step.instruction for step in steps], list(starts)))
    cascade = cascaded(sessions, build)
    first = cascade.step == 0
    of_step = np.array([s for s, session in enumerate(sessions) for _ in session])

    def interval(values: Any, groups: Any) -> str:
        return str(bootstrap_interval(np.mean, values, groups=groups, samples=samples))

    def of_runs(figure: str, of: Any) -> str:
        return interval(getattr(cascade, figure)[of].astype(float), cascade.session[of])

    every = np.ones(len(cascade.step), dtype=bool)
    return {
        "instruction: changed F1": interval(changed_f1(alone, targets, starts), of_step),
        "session: followed": of_runs("followed", first),
        "session: whole world right": of_runs("world_correct", first),
        "cascaded: followed": of_runs("followed", every),
        "cascaded: cells right": of_runs("cells_correct", every),
    }
