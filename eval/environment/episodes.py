"""Episodes of an agent in the environment: the challenge's score of what it has built at the end.

Each task is an instruction, a start and a target. Its score is the F1 of the signed difference from the
start, cell by cell in place, at the end of an episode; the corpus score weighs tasks by the cells that the
target changes. An episode ends when the agent stops, the target stands, or after `--max-steps`. Tasks are
spread over processes. Results are kept in `--work`: a killed run continues where it stopped.

With `--out-of-fold` the agent is that of `cq`, and each row is built by a network that was trained without
the row's fold. `python -m eval building` trains these networks; rows of folds without one are left out.
"""

from __future__ import annotations

import itertools
import json
import sys
import zlib
from collections.abc import Iterator, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from tqdm import tqdm

from cq.building.training.cross_validation import out_of_fold_builds
from cq.building.training.recorded_builds import recorded_builds
from cq.data import SingleturnDataset, Task, TaskSet, load_singleturn
from cq.encoder.backbone import Backbone
from cq.env import Agent, GoalAgent, SilentBuilder
from cq.errors import InputError
from cq.files.digests import fingerprint
from cq.files.locks import one_writer
from cq.jobs.answer_log import AnswerLog
from cq.metrics import changed_f1
from cq.modeling.workers import in_workers
from cq.types import Grid
from eval.environment.out_of_fold import finished_networks
from eval.options import BUILDING_WORK, Data, Out
from eval.output import show

Goals = Mapping[str, Grid]
"""The worlds to build, by the names of tasks."""


def main(
    agent: Annotated[str, typer.Option(help="The agent's class, as MODULE:CLASS.")] = "cq.env:Oracle",
    space: Annotated[str, typer.Option(help="walking, flying or cells.")] = "walking",
    tasks: Annotated[
        str, typer.Option(help="rows: the clear single-turn rows; goals: the Minecraft goals.")
    ] = "rows",
    limit: Annotated[int, typer.Option(help="Only so many tasks, spread evenly over all; 0 takes all.")] = 0,
    repeats: Annotated[int, typer.Option(help="Episodes of each task, with seeds from 0.")] = 1,
    max_steps: Annotated[int, typer.Option(help="Steps of an episode at most.")] = 500,
    processes: Annotated[int, typer.Option(help="Processes at once.")] = 2,
    out_of_fold: Annotated[
        bool, typer.Option("--out-of-fold", help="Play cq's builds by the networks of the folds.")
    ] = False,
    networks: Annotated[Path, typer.Option(help="Folder of the networks of the folds.")] = BUILDING_WORK,
    data: Data = None,
    work: Annotated[
        Path, typer.Option(help="Folder of finished episodes; a killed run resumes from them.")
    ] = Path("runs/episodes"),
    out: Out = None,
) -> None:
    load_agent(agent)
    settings: list[Any] = [agent, space, tasks, max_steps]
    goals: Goals = {}
    if out_of_fold:
        agent, tasks = "cq.build, out of fold", "rows"
        chosen, goals = _out_of_fold(data, networks, limit)
        settings = [agent, space, max_steps, fingerprint(goals)]
    else:
        chosen = _chosen(_tasks(tasks, data), limit)
    finished = AnswerLog(work, "episodes", json.dumps(settings))
    if finished.path.is_file():
        print(f"finished episodes are taken from {finished.path}; delete it to play anew", file=sys.stderr)
    with one_writer(finished.path):
        episodes = play_all(chosen, agent, space, max_steps, repeats, processes, finished, goals)
    table = {f"{agent}, {space}, {tasks}": summary(episodes)}
    show({"Episodes": table}, out, settings=settings, episodes=episodes)


def play_all(
    tasks: list[tuple[str, Task]],
    agent: str,
    space: str,
    max_steps: int,
    repeats: int,
    processes: int,
    finished: AnswerLog,
    goals: Goals | None = None,
) -> list[dict[str, Any]]:
    """The results of all episodes, in the order of tasks and seeds. Those in the log `finished` are not
    played again. With `goals`, the agent plans to the goal of each task.
    """
    jobs = [
        (f"{seed} {name}", (name, task, seed, agent, space, max_steps, goals[name] if goals else None))
        for name, task in tasks
        for seed in range(repeats)
    ]
    keys = finished.fill(partial(in_workers, _job, workers=processes), jobs)
    return [finished[key] for key in tqdm(keys, total=len(jobs), desc="episodes")]


def play(name: str, task: Task, seed: int, agent: Agent, space: str, max_steps: int) -> dict[str, Any]:
    """One episode's score, weight (cells to change), number of steps, and whether all cells are right; of an
    agent that plans, also the score of the world that it intended.
    """
    in_place = Task(
        task.instruction, task.target_grid, task.dialog, task.starting_grid, invariant=False, exact=True
    )
    env = SilentBuilder(tasks=in_place, action_space=space, stop=True, max_steps=max_steps)
    # Each task gets random numbers of its own.
    own_seed = zlib.crc32(f"{name} {seed}".encode())
    observation, _ = env.reset(seed=own_seed)
    agent.begin(env, observation, own_seed)
    over = False
    while not over:
        observation, _, terminated, truncated, _ = env.step(agent.act(observation))
        over = terminated or truncated
    grid, intended = env.grid, getattr(agent, "intended", None)
    return {
        "task": name,
        "seed": seed,
        "f1": changed_f1(grid, task.target_grid, task.starting_grid),
        "weight": int(np.count_nonzero(task.target_grid != task.starting_grid)),
        "steps": env.step_no,
        "success": bool((grid == task.target_grid).all()),
        "f1_intended": None
        if intended is None
        else changed_f1(intended, task.target_grid, task.starting_grid),
    }


def summary(episodes: list[dict[str, Any]]) -> dict[str, Any]:
    """F1 weighted by changed cells (also of what a planning agent intended), the plain mean, the share of
    exact worlds, and the steps.
    """
    scores = np.array([one["f1"] for one in episodes])
    weights = np.array([one["weight"] for one in episodes])
    steps = np.array([one["steps"] for one in episodes])
    intended: list[Any] = [one.get("f1_intended") for one in episodes]
    planned = {} if None in intended else {"intended F1": f"{np.average(intended, weights=weights):.3f}"}
    return {
        "episodes": len(episodes),
        "F1, weighted": f"{np.average(scores, weights=weights):.3f}",
        **planned,
        "F1, plain": f"{scores.mean():.3f}",
        "success": f"{np.mean([one['success'] for one in episodes]):.3f}",
        "steps, median": int(np.median(steps)),
        "steps, most": int(steps.max()),
    }


def load_agent(name: str) -> Agent:
    """The agent of MODULE:CLASS. Raises `InputError` if there is none."""
    module, _, kind = name.partition(":")
    try:
        agent: Agent = getattr(import_module(module), kind)()
    except (ImportError, AttributeError, ValueError, TypeError) as error:
        raise InputError(f"no agent {name!r}: {error}; give MODULE:CLASS, such as cq.env:Oracle") from None
    return agent


def _job(job: tuple[str, Task, int, str, str, int, Grid | None]) -> dict[str, Any]:
    name, task, seed, agent, space, max_steps, goal = job
    player = load_agent(agent) if goal is None else GoalAgent(goal)
    return play(name, task, seed, player, space, max_steps)


def _tasks(kind: str, data: Path | None) -> Iterator[tuple[str, Task]]:
    if kind == "goals":
        goals = TaskSet(TaskSet.ALL, path=None if data is None else data / "minecraft_task_goals.json")
        return iter(goals.tasks.items())
    if kind == "rows":
        rows = SingleturnDataset(path=data, clear=True)
        return ((f"{name}/{number}", task) for name, number, _, task in rows)
    raise InputError(f"tasks is {kind!r}; give rows or goals")


def _out_of_fold(
    data: Path | None, networks: Path, limit: int
) -> tuple[list[tuple[str, Task]], dict[str, Grid]]:
    """Clear rows of the folds whose networks are trained, and what these build."""
    rows, backbone = recorded_builds(load_singleturn(data)), Backbone.load()
    trained = finished_networks(rows, networks, backbone)
    playable = [
        (str(i), row)
        for i, row in enumerate(rows)
        if row.clear and row.fold in trained and (row.start != row.target).any()
    ]
    chosen = _chosen(iter(playable), limit)
    built = out_of_fold_builds([row for _, row in chosen], trained, backbone)
    tasks = [(name, Task(row.instruction, row.target, None, row.start)) for name, row in chosen]
    return tasks, {name: one.grid for (name, _), one in zip(chosen, built, strict=True)}


def _chosen(tasks: Iterator[tuple[str, Any]], limit: int) -> list[tuple[str, Any]]:
    everything = list(tasks)
    if not 0 < limit < len(everything):
        return everything
    places = np.linspace(0, len(everything) - 1, limit).astype(int)
    return [everything[i] for i, _ in itertools.groupby(places.tolist())]
