"""Steps per second of the environment.

Random actions in `IGLUGridworldVector-v0` on the Minecraft goal C8, with a new episode whenever one ends.
Times are processor times, so that other work on the machine hardly counts.
"""

from __future__ import annotations

import multiprocessing
import time
from typing import Annotated, Any

import gymnasium
import numpy as np
import typer

from cq.data import TaskSet
from cq.env.registration import register_ids
from eval.options import Out
from eval.output import show

NAME = "IGLUGridworldVector-v0"
CASES: dict[str, dict[str, Any]] = {
    "vector state": {},
    "vector state, flying": {"action_space": "flying"},
    "64 × 64 view": {"render": True},
}


def main(
    steps: Annotated[int, typer.Option(help="Steps of each case.")] = 30_000,
    processes: Annotated[
        int, typer.Option(help="Processes that step environments of their own at once.")
    ] = 2,
    out: Out = None,
) -> None:
    rows = {
        name: {"steps/s": f"{steps_per_second(steps, arguments):,.0f}"} for name, arguments in CASES.items()
    }
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        alone = pool.starmap(steps_per_second, [(steps, {})] * processes)
    rows[f"vector state, {processes} processes, sum"] = {"steps/s": f"{sum(alone):,.0f}"}
    show({"Steps a second": rows}, out)


def steps_per_second(steps: int, arguments: dict[str, Any]) -> float:
    """Steps per second of processor time, with random actions."""
    register_ids()
    env = gymnasium.make(NAME, tasks=TaskSet(["C8"]).current, **arguments)
    env.reset(seed=0)
    env.action_space.seed(0)
    actions = [env.action_space.sample() for _ in range(2_000)]
    if isinstance(env.action_space, gymnasium.spaces.Discrete):
        actions = np.random.default_rng(0).integers(env.action_space.n, size=2_000).tolist()
    began = time.process_time()
    for i in range(steps):
        _, _, terminated, truncated, _ = env.step(actions[i % len(actions)])
        if terminated or truncated:
            env.reset()
    return steps / (time.process_time() - began)
