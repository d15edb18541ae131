"""Steps per second of the environment, and its memory over many steps.

Random actions in `IGLUGridworldVector-v0` on the Minecraft goal C8, with a new episode whenever one ends.
Times are processor times, so that other work on the machine hardly counts. Memory is the peak of the process.
"""

from __future__ import annotations

import multiprocessing
import resource
import time
from typing import Annotated, Any

import gymnasium
import numpy as np
import typer

from cq.cli.tables import print_table
from cq.data import TaskSet
from cq.env.registration import register_ids
from eval.options import Out
from eval.output import write_json

NAME = "IGLUGridworldVector-v0"
CASES: dict[str, dict[str, Any]] = {
    "vector state": {},
    "vector state, flying": {"action_space": "flying"},
    "64 × 64 view": {"render": True},
}

Steps = Annotated[int, typer.Option(help="Steps of each case.")]
Processes = Annotated[int, typer.Option(help="Processes that step environments of their own at once.")]
MemorySteps = Annotated[int, typer.Option(help="Steps over which memory is watched; 0 leaves it out.")]


def main(
    steps: Steps = 30_000, processes: Processes = 2, memory_steps: MemorySteps = 0, out: Out = None
) -> None:
    rows = {
        name: {"steps_per_second": f"{steps_per_second(steps, arguments):,.0f}"}
        for name, arguments in CASES.items()
    }
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        alone = pool.starmap(steps_per_second, [(steps, {})] * processes)
    rows[f"vector state, {processes} processes, sum"] = {"steps_per_second": f"{sum(alone):,.0f}"}
    if memory_steps:
        rows |= {f"memory after {n:,} steps": {"MB": f"{mb:.1f}"} for n, mb in memory(memory_steps).items()}
    print_table("Environment", rows)
    write_json(out, rows)


def steps_per_second(steps: int, arguments: dict[str, Any]) -> float:
    """Steps per second of processor time, with random actions."""
    env, actions = _environment(arguments)
    began = time.process_time()
    _play(env, actions, steps)
    return steps / (time.process_time() - began)


def memory(steps: int) -> dict[int, float]:
    """The peak memory of the process in MB after a tenth of the steps, and after all."""
    env, actions = _environment({})
    peaks: dict[int, float] = {}
    for part in (steps // 10, steps - steps // 10):
        _play(env, actions, part)
        peaks[max(peaks, default=0) + part] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return peaks


def _environment(arguments: dict[str, Any]) -> tuple[gymnasium.Env[Any, Any], list[Any]]:
    register_ids()
    env = gymnasium.make(NAME, tasks=TaskSet(["C8"]).current, **arguments)
    env.reset(seed=0)
    env.action_space.seed(0)
    actions = [env.action_space.sample() for _ in range(2_000)]
    if isinstance(env.action_space, gymnasium.spaces.Discrete):
        actions = np.random.default_rng(0).integers(env.action_space.n, size=2_000).tolist()
    return env, actions


def _play(env: gymnasium.Env[Any, Any], actions: list[Any], steps: int) -> None:
    for i in range(steps):
        _, _, terminated, truncated, _ = env.step(actions[i % len(actions)])
        if terminated or truncated:
            env.reset()
