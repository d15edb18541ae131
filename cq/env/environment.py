"""`SilentBuilder`: the Gymnasium environment, in which an agent builds alone from a task's text."""

from __future__ import annotations

import math
from collections.abc import Mapping
from numbers import Real
from typing import Any, Literal, SupportsFloat

import gymnasium
import numpy as np
import numpy.typing as npt

from cq.arrays import is_integer
from cq.data.tasks.subtasks import Subtasks
from cq.data.tasks.task import Task, as_grid
from cq.env.action_spaces import default_space, make_controls
from cq.env.observations import GridworldObserver, Observer, OlderObserver, as_shown, view
from cq.env.physics import Physics
from cq.env.progress import Progress
from cq.env.raycaster import check_size
from cq.env.task_source import TaskSource
from cq.errors import InputError, excerpt
from cq.types import Grid

TEXT_SCALES = (2.0, 1.0)
"""The scales of right and wrong placements in the public text."""

Position = tuple[float, float, float, float, float]


class SilentBuilder(gymnasium.Env[dict[str, Any], Any]):
    """Build from a task's text, step by step, in the zone of 9 × 11 × 11 cells.

    Action spaces (`action_space`): "walking", as `Discrete(18)` or, without `discretize`, as a dict of keys;
    "flying"; "cells" (see `cq.env.cell_controls`); with `layout="iglu"`, the older environment's
    "human-level", "discrete" and "continuous". None is the first of the layout. `select_and_place`: taking a
    colour also places a block.
    `stop` adds an action with which the agent ends the episode. A step takes 1/20 s; an episode has at most
    `max_steps`.

    Observations: see `cq.env.observations`; `render` adds `pov`, of `render_size`, (width, height); `text` is
    the dialog (libraries that take arrays alone need it off). `vector_state` and `target_in_obs` are of the
    later layout; the older one has the target in the infos, and with `visual` neither that nor position and
    grid.

    Reward: `right_placement_scale` × the change of the maximal intersection of the signed differences from
    the start; if that is 0, `wrong_placement_scale` × the change in the number of differing cells, negative
    if there are more. With `size_reward`: by how much the best intersection of the episode has grown, less
    0.02 for a cell more that differs. An episode ends if all differences match or the agent stops
    (terminated), and at `max_steps` (truncated).

    `tasks` is a set of tasks, one task or a session; None gives goals of 1 to 4 blocks at random, in the
    older layout the task C8. Sets are sampled with the environment's seeded generator.
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array", "ansi"], "render_fps": 20}  # noqa: RUF012

    def __init__(
        self,
        *,
        tasks: Any = None,
        layout: Literal["gridworld", "iglu"] = "gridworld",
        action_space: str | None = None,
        discretize: bool = True,
        select_and_place: bool = True,
        stop: bool = False,
        max_steps: int = 250,
        vector_state: bool = True,
        target_in_obs: bool = False,
        render: bool = False,
        render_size: tuple[int, int] = (64, 64),
        visual: bool = False,
        text: bool = True,
        size_reward: bool = False,
        right_placement_scale: float = 1.0,
        wrong_placement_scale: float = 0.1,
        render_mode: str | None = None,
        width: int = 256,
        height: int = 256,
        name: str = "",
    ) -> None:
        if not is_integer(max_steps) or max_steps < 1:
            raise InputError(f"max_steps is {excerpt(max_steps)}; give a whole number of at least 1")
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise InputError(f"render_mode is {excerpt(render_mode)}; give 'rgb_array', 'ansi' or None")
        check_size(height, width)
        for scale in (right_placement_scale, wrong_placement_scale):
            if not _is_finite(scale):
                raise InputError(f"a placement scale is {excerpt(scale)}; give a finite number")
        self.render_mode, self.width, self.height, self.name = render_mode, width, height, name
        self.max_steps, self.size_reward = int(max_steps), size_reward
        self.right_placement_scale, self.wrong_placement_scale = right_placement_scale, wrong_placement_scale
        self.action_space_name = default_space(layout) if action_space is None else action_space
        self._controls = make_controls(
            layout,
            self.action_space_name,
            discretize=discretize,
            select_and_place=select_and_place,
            stop=stop,
        )
        size = _height_and_width(render_size) if render else None
        self._observer: Observer = (
            OlderObserver(visual=visual, pov=size, text=text)
            if layout == "iglu"
            else GridworldObserver(
                vector_state=vector_state, target_in_obs=target_in_obs, pov=size, text=text
            )
        )
        self.action_space, self.observation_space = self._controls.space, self._observer.space
        self._target_in_info = layout == "iglu" and not visual
        # The older environment's agent looks east at first, the later one's north.
        self._home: Position = (0.0, 0.0, 0.0, 90.0 if layout == "iglu" else 0.0, 0.0)
        self._position = self._home
        self._start: Grid | None = None
        self._source = TaskSource(tasks, default="C8" if layout == "iglu" else None)
        self._body = Physics(flying=self.action_space_name == "flying")
        self._task: Task | None = None
        self.step_no = 0

    def update_taskset(self, tasks: Any) -> None:
        """Sample episodes from `tasks`, from the next `reset` on: a set such as `RandomTasks`, `CustomTasks`
        or `TaskSet`, a session (`Subtasks`), one task, or any object whose `reset()` returns a task. None
        goes back to the default. Raises `InputError` for anything else.
        """
        self._source.update(tasks)

    set_task_generator = update_taskset

    def set_task(self, task: Any) -> None:
        """Play one task from now on: a `Task`, a `Subtasks`, or the id of a task in the set in use. Begins an
        episode, as the public environment does; a `reset` begins another. Raises `InputError` for anything
        else.
        """
        self._source.choose(task)
        self._begin(None)

    def initialize_world(self, starting_grid: Any, initial_position: Any) -> None:
        """Begin all episodes in the world `starting_grid` (None: the task's) at `initial_position`, (x, y, z,
        yaw, pitch) or (x, y, z), whatever the task says, and begin one.
        """
        try:
            place = [float(number) for number in initial_position]
        except (TypeError, ValueError, OverflowError):
            place = []
        if len(place) not in (3, 5) or not np.isfinite(place).all():
            raise InputError(
                f"initial_position is {excerpt(initial_position)}; give x, y, z and, if you like, yaw "
                "and pitch"
            )
        x, y, z, yaw, pitch = place if len(place) == 5 else (*place, 0.0, 0.0)
        if max(abs(x), abs(z)) > 7 or not -2 <= y < 10 or abs(pitch) > 90:
            raise InputError(
                f"initial_position {excerpt(initial_position)} is out of reach: x and z are −7 to 7, y −2 "
                "to 10, pitch −90 to 90"
            )
        self._start = None if starting_grid is None else as_grid(starting_grid)
        self._position = (x, y, z, yaw % 360, pitch)
        self._begin(None)

    def deinitialize_world(self) -> None:
        """Take back `initialize_world`, and begin an episode."""
        self._start, self._position = None, self._home
        self._begin(None)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin an episode. `options` may have a `task` for this episode alone."""
        super().reset(seed=seed)
        if not isinstance(options or {}, Mapping) or not set(options or {}) <= {"task"}:
            raise InputError(f"reset has no options {excerpt(options)}; it knows {{'task': a task}}")
        self._begin((options or {}).get("task"))
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[dict[str, Any], SupportsFloat, bool, bool, dict[str, Any]]:
        """Carry out one action. Raises `InputError` for an action that is not in the space, and before the
        first `reset`; the episode goes on unchanged.
        """
        if self._task is None:
            raise InputError("no episode has begun; call reset() before step()")
        changed, stops, refused = self._controls.apply(self._body, action)
        self.step_no += 1
        progress = self._progress
        reward = 0.0
        if changed is not None:
            right, wrong = progress.change(changed, int(self._body.grid[changed]))
            reward = self._reward(right, wrong)
        if progress.is_done and self._session is not None:
            self._next_goal(self._session)
        terminated = self._progress.is_done or stops
        truncated = not terminated and self.step_no >= self.max_steps
        info = self._info()
        if refused:
            info["refused"] = refused
        return self._observation(), reward, terminated, truncated, info

    def render(self) -> Any:
        """The view of the body, uint8 (`height`, `width`, 3), or with render mode "ansi" maps of the levels
        as text.
        """
        if self.render_mode == "ansi":
            return self._map()
        if self.render_mode == "rgb_array":
            return view(self._body, self.height, self.width)
        raise InputError("make the environment with render_mode='rgb_array' or 'ansi' to render it")

    @property
    def tasks(self) -> Any:
        """The tasks that episodes are sampled from, unless `set_task` chose one."""
        return self._source.tasks

    @property
    def task(self) -> Task:
        """The task of the episode. Raises `InputError` before the first episode."""
        if self._task is None:
            raise InputError("no episode has begun; call reset() first")
        return self._task

    current_task = task

    @property
    def grid(self) -> npt.NDArray[np.int32]:
        """The world now: int32 (9, 11, 11), [y, x, z], IGLU 2022 colours; a copy."""
        return self._body.grid.copy()

    @property
    def body(self) -> Physics:
        """The body: position, look, inventory."""
        return self._body

    def _begin(self, task: Any) -> None:
        self._task, self._session = self._source.sample(self.np_random, task)
        start = self._task.starting_grid if self._start is None else self._start
        x, y, z, yaw, pitch = self._position
        self._body.reset(start, (x, y, z), yaw, pitch)
        self._aim_at(self._task, start)
        self.step_no = 0

    def _aim_at(self, task: Task, start: npt.NDArray[Any]) -> None:
        self._task = task
        self._progress = Progress(task, start)
        self._best = 0
        self._target = task.target_grid.astype(np.int32)
        # The dialog of a custom task has the instruction already.
        parts = [task.dialog] if task.dialog.endswith(task.instruction) else [task.dialog, task.instruction]
        self._dialog = as_shown("\n".join(part for part in parts if part))

    def _next_goal(self, session: Subtasks) -> None:
        """If the session goes on, its next world becomes the goal."""
        if session.task_goal < len(session) - 1:
            session.task_goal += 1
            session.current = session.create_task(session.task_start, session.task_goal)
            self._aim_at(session.current, self._body.grid)

    def _reward(self, right: int, wrong: int) -> float:
        if self.size_reward:
            grown = max(0, self._progress.matched - self._best)
            self._best += grown
            return grown + min(0.02 * wrong, 0.0)
        if right:
            return right * self.right_placement_scale
        return wrong * self.wrong_placement_scale

    def _observation(self) -> dict[str, Any]:
        return self._observer.observe(self._body, self._dialog, self._target)

    def _info(self) -> dict[str, Any]:
        return {"target_grid": self._observer.target(self._target)} if self._target_in_info else {}

    def _map(self) -> str:
        from rich.console import Console

        from cq.world.drawing.terminal import draw

        console = Console(width=120, color_system=None)
        with console.capture() as capture:
            console.print(draw(self._body.grid.astype(np.int8)))
        x, y, z = self._body.position
        look = f"eyes at x {x:.2f}, y {y:.2f}, z {z:.2f}; yaw {self._body.yaw:g}, pitch {self._body.pitch:g}"
        return f"{capture.get()}{look}\n"


def _is_finite(value: Any) -> bool:
    """Whether this is a number that a float can hold."""
    try:
        return isinstance(value, Real) and math.isfinite(value)
    except OverflowError:
        return False


def _height_and_width(render_size: Any) -> tuple[int, int]:
    try:
        width, height = render_size
    except (TypeError, ValueError):
        raise InputError(f"render_size is {excerpt(render_size)}; give (width, height)") from None
    return height, width
