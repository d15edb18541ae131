"""The steps of a conversation, and those that still hold after some were taken back.

A state is the number of the step after which it was reached, 0 before the first one. Steps that hold lead
from one state to the next; others are only part of the talk.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from cq.building import Build
from cq.dialogue.turn import Turn
from cq.semantics.memory import Memory
from cq.world import World


@dataclass(frozen=True)
class Step:
    """The architect's words in a world, as an answer or as an instruction, and the builder's turn.

    `back_to` is the state that holds again after it: an earlier one for an undo, a later one for a redo, the
    one before it for a step that changes nothing. None: the step leads to a state of its own. `assumed` are
    the (question, answer) pairs that were taken as said, because the speaker is known to mean that
    (`cq.Speaker`). `memory` tells how its guess was understood, or its build.
    """

    said: str
    is_answer: bool
    world: World
    turn: Turn
    back_to: int | None = None
    assumed: tuple[tuple[str, str], ...] = ()
    memory: Memory | None = None

    @property
    def after(self) -> World:
        """The world that its build leaves."""
        build = self.turn.build
        return self.world if build is None else world_after(self.world, build)


def world_after(world: World, build: Build) -> World:
    """The world that a build leaves."""
    return world.after(build.grid, [action.cell for action in build.actions if action.kind == "place"])


@dataclass(frozen=True)
class History:
    """The steps so far, from a world."""

    start: World
    steps: tuple[Step, ...] = ()

    @property
    def state(self) -> int:
        """The state that holds."""
        return self.before(len(self.steps))

    def before(self, number: int) -> int:
        """The state before a step, by its number from 0."""
        if number == 0:
            return 0
        back_to = self.steps[number - 1].back_to
        return number if back_to is None else back_to

    def holding(self, state: int) -> tuple[Step, ...]:
        """The steps that lead to a state, oldest first."""
        found: list[Step] = []
        while state:
            found.append(self.steps[state - 1])
            state = self.before(state - 1)
        return tuple(reversed(found))

    def spoken(self, state: int) -> tuple[Step, ...]:
        """The steps that lead to a state with the talk between them, oldest first, renumbered."""
        leading, reached, found = {0}, state, list[Step]()
        while reached:
            leading.add(reached)
            reached = self.before(reached - 1)
        now = 0
        for number, step in enumerate(self.steps):
            if number + 1 in leading:
                found.append(step)
                now = len(found)
            elif step.back_to == self.before(number) in leading and step.turn.action == "reply":
                found.append(replace(step, back_to=now))
        return tuple(found)

    def world(self, state: int) -> World:
        """The world in a state."""
        return self.steps[state - 1].after if state else self.start

    @property
    def now(self) -> World:
        """The current world. Blocks that came back by an undo are its latest ones."""
        world, jump = self.world(self.state), self.jump
        build = None if jump is None else jump.turn.build
        back = (
            () if build is None else tuple(action.cell for action in build.actions if action.kind == "place")
        )
        return replace(world, recent=back) if back else world

    def is_open(self, state: int) -> bool:
        """Whether the builder waits for an answer in a state."""
        return state > 0 and self.steps[state - 1].turn.action == "ask"

    def back(self, times: int) -> int | None:
        """The state before the last `times` changes of the world; None if there were fewer.

        An open question is taken back first, with its instruction. It counts as a change, unless it is open
        again only since an undo, and there is more to take back.
        """
        state, left = self.unasked, times
        if state != self.state:
            left -= self.jump is None or not any(map(self._changes, self.holding(state)))
        while left > 0:
            while state and not self._changes(self.steps[state - 1]):
                state = self.before(state - 1)
            if not state:
                return None
            undone = self.steps[state - 1]
            state, left = self.before(state - 1), left - 1
            if left or not undone.is_answer:  # A dropped question stays dropped.
                state = self._unasked(state)
        return state

    def again(self, times: int) -> int | None:
        """The state that was left `times` undos ago; None if there were fewer."""
        left: list[int] = []
        for number, step in enumerate(self.steps):
            before = self.before(number)
            if step.back_to is None:
                left = left if step.turn.action == "refuse" else []
            elif step.back_to in left:
                del left[left.index(step.back_to) :]
            elif step.back_to != before:
                left.append(before)
        return left[-times] if 0 < times <= len(left) else None

    @property
    def unasked(self) -> int:
        """The state before the instruction with the open question; the current one if no question is open."""
        return self._unasked(self.state)

    @property
    def jump(self) -> Step | None:
        """The last step that is not mere talk, if it is an undo or a redo."""
        last = next(
            (i for i in range(len(self.steps) - 1, -1, -1) if self.steps[i].back_to != self.before(i)), None
        )
        return None if last is None or self.steps[last].back_to is None else self.steps[last]

    @property
    def took_away(self) -> bool:
        """Whether the last undo or redo removed blocks."""
        jump = self.jump
        return jump is not None and bool(((jump.world.grid > 0) & (self.world(self.state).grid == 0)).any())

    def _unasked(self, state: int) -> int:
        """The state before the instruction with the open question. A question that this instruction dropped
        stays dropped.
        """
        while self.is_open(state):
            while self.steps[state - 1].is_answer:
                state = self.before(state - 1)
            state = self.before(state - 1)
        return state

    def _changes(self, step: Step) -> bool:
        build = step.turn.build
        return build is not None and not np.array_equal(build.grid, step.world.grid)
