"""`Subtasks`: a session of turns, each an instruction and the world built from it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, overload

import numpy as np

from cq.data.tasks.task import Rng, Task, as_grid
from cq.errors import InputError, excerpt


class Subtasks(Sequence[Task]):
    """The turns of a session as tasks, in order: `session[i]` goes from the world of turn i − 1 to that of
    turn i, with the dialog of the turns before it; `session[a:b]` is a list of them.

    `dialog` holds the utterances of each turn, `structure_seq` the world at the end of each, in any form that
    `World.parse` reads; `initial` is the world before the first turn. The last world is every task's
    `full_grid`. `invariant`, `admissible_only` and `exact` are passed to the tasks (the public packages drop
    the first).

    For an agent that plays it, the session acts as its current task: the first turn's, until `sample` picks
    another; `start` goes back to the first. If `progressive`, reaching a target makes the next turn's world
    the goal, up to the last. If `full`, `sample` and `start` make the last world the goal.
    """

    def __init__(
        self,
        dialog: Sequence[Sequence[str] | str],
        structure_seq: Sequence[Any],
        invariant: bool = True,
        progressive: bool = True,
        session_id: str | None = None,
        *,
        initial: Any = None,
        full: bool = False,
        admissible_only: bool = True,
        exact: bool = False,
    ) -> None:
        for name, given in (("dialog", dialog), ("structure_seq", structure_seq)):
            if not isinstance(given, (Sequence, np.ndarray)) or isinstance(given, str):
                raise InputError(f"{name} is {excerpt(given)}; give a list with one for each turn")
        if not len(structure_seq) or len(dialog) != len(structure_seq):
            raise InputError(
                f"a session has as many turns of dialog as worlds, at least one; session "
                f"{excerpt(session_id)} has {len(dialog)} turns and {len(structure_seq)} worlds"
            )
        self.dialog = [[turn] if isinstance(turn, str) else list(turn) for turn in dialog]
        self.structure_seq = [as_grid(world) for world in structure_seq]
        self.initial = as_grid(initial)
        self.invariant, self.progressive = invariant, progressive
        self.session_id, self.full, self.admissible_only = session_id, full, admissible_only
        self.exact = exact
        self.start()

    def create_task(self, turn_start: int, turn_goal: int) -> Task:
        """The task from the world after turn `turn_start` (−1: before the first) to that of `turn_goal`.

        Its instruction is the goal turn's utterances, its dialog those of the turns before. Raises
        `InputError` for turns that do not exist, or are not in this order.
        """
        if not -1 <= turn_start < turn_goal < len(self):
            raise InputError(
                f"no task from turn {turn_start} to turn {turn_goal} in a session of {len(self)}; "
                f"a start is -1 to {len(self) - 2}, a goal comes after it"
            )
        return Task(
            _joined(self.dialog[turn_goal : turn_goal + 1]),
            self.structure_seq[turn_goal],
            _joined(self.dialog[:turn_goal]),
            self.initial if turn_start < 0 else self.structure_seq[turn_start],
            self.structure_seq[-1],
            self.invariant,
            admissible_only=self.admissible_only,
            exact=self.exact,
        )

    def start(self) -> Task:
        """Go back to the first turn, which becomes the current task."""
        return self._begin(0)

    def sample(self, rng: Rng = None) -> Task:
        """A random turn, uniformly; it becomes the current task. If `full`, its goal is the last world."""
        return self._begin(int(np.random.default_rng(rng).integers(len(self))))

    def _begin(self, turn: int) -> Task:
        self.task_start, self.task_goal = turn - 1, len(self) - 1 if self.full else turn
        self.current = self.create_task(self.task_start, self.task_goal)
        return self.current

    def reset(self, rng: Rng = None) -> Task:
        """`sample`, under the older environment's name."""
        return self.sample(rng)

    def step_intersection(self, grid: Any) -> tuple[int, int, bool]:
        """`Task.step_intersection` of the current task. If its target is reached and `progressive` is set,
        the next turn's world becomes the goal; done means that no goal is left.
        """
        right, wrong, done = self.current.step_intersection(grid)
        while done and self.progressive and self.task_goal < len(self) - 1:
            self.task_goal += 1
            self.current = self.create_task(self.task_start, self.task_goal)
            _, _, done = self.current.step_intersection(grid)
        self.current.right_placement, self.current.wrong_placement = right, wrong
        return right, wrong, done

    def __len__(self) -> int:
        return len(self.structure_seq)

    @overload
    def __getitem__(self, turn: int) -> Task: ...

    @overload
    def __getitem__(self, turn: slice) -> list[Task]: ...

    def __getitem__(self, turn: int | slice) -> Task | list[Task]:
        if isinstance(turn, slice):
            return [self.create_task(i - 1, i) for i in range(len(self))[turn]]
        if not -len(self) <= turn < len(self):
            raise IndexError(f"no turn {turn} in a session of {len(self)}")
        place = turn % len(self)
        return self.create_task(place - 1, place)

    def __iter__(self) -> Iterator[Task]:
        return (self[i] for i in range(len(self)))

    def __repr__(self) -> str:
        return f"Subtasks({self.session_id!r}, {len(self)} turns)"


def _joined(turns: Sequence[Sequence[str]]) -> str:
    return "\n".join(utterance for turn in turns for utterance in turn)
