"""Building step by step: each action is chosen in view of what the actions before it have changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import torch

from cq.building.model.batch import Past
from cq.building.model.network import BuildingNetwork, Reading
from cq.building.model.trajectory import BREAK, MOST_ACTIONS, STOP, Course, Step
from cq.world import SHAPE
from cq.world.grid import Grid

Floats = npt.NDArray[np.float64]
LAST = slice(-1, None)


@dataclass
class Rollout:
    """One way from an example's grid until the networks stop: the course taken, and the log-probability of
    all choices on it. `chances` (MOST_ACTIONS + 1, 2), in [0, 1), decide each; without them the likeliest is
    chosen.
    """

    example: int
    course: Course
    chances: Floats | None
    log_probability: float = 0.0


def rollouts(
    networks: Sequence[BuildingNetwork],
    readings: Sequence[Reading],
    grids: Sequence[Grid],
    chances: Sequence[Floats | None] = (None,),
) -> list[list[Rollout]]:
    """From each grid one rollout for each of `chances`; probabilities of the networks are averaged.

    `readings` holds what each network read of all grids and the words about them.
    """
    roots = [Course(grid) for grid in grids]
    found = [[Rollout(i, root, chance) for chance in chances] for i, root in enumerate(roots)]
    live = [one for of_grid in found for one in of_grid]
    with torch.inference_mode():
        for step in range(MOST_ACTIONS):
            live = _advanced(networks, readings, live, step)
            if not live:
                break
    return found


def _advanced(
    networks: Sequence[BuildingNetwork], readings: Sequence[Reading], live: Sequence[Rollout], step: int
) -> list[Rollout]:
    """Take one step in each rollout, and keep those that have not stopped. What rollouts have in common so
    far is computed once.
    """
    courses = {one.course: one.example for one in live}
    states = _States(networks, readings, list(courses), list(courses.values()))
    place = {course: i for i, course in enumerate(courses)}
    kinds = states.kinds()
    going: dict[tuple[int, int], list[Rollout]] = {}
    for one in live:
        row = place[one.course]
        kind = _chosen(kinds[row], one, step, 0)
        if kind != STOP:
            going.setdefault((row, kind), []).append(one)
    if not going:
        return []
    cells = states.cells(*zip(*going, strict=True))
    for ((_, kind), ones), chances in zip(going.items(), cells, strict=True):
        for one in ones:
            cell = np.unravel_index(_chosen(chances, one, step, 1), SHAPE)
            y, x, z = (int(n) for n in cell)
            one.course = one.course.after(Step(kind, (y, x, z)))
    return [one for ones in going.values() for one in ones]


class _States:
    """Networks after some courses (u,), of equally many steps each, in their examples."""

    def __init__(
        self,
        networks: Sequence[BuildingNetwork],
        readings: Sequence[Reading],
        courses: Sequence[Course],
        examples: Sequence[int],
    ) -> None:
        self._past = Past.of(courses)
        read = [reading.take(examples) for reading in readings]
        states = [network.follow(self._past, one) for network, one in zip(networks, read, strict=True)]
        self._each = list(zip(networks, read, states, strict=True))

    def kinds(self) -> Floats:
        """Probabilities (u, KINDS) of what to do next."""
        logits = [network.what(self._past, read, state, LAST)[:, 0] for network, read, state in self._each]
        return _mean([each.softmax(-1) for each in logits])

    def cells(self, rows: Sequence[int], kinds: Sequence[int]) -> Floats:
        """Probabilities (m, CELLS) of where to do what is of `kinds` (m,), after the courses `rows` (m,)."""
        past, wanted = self._past.take(rows), torch.tensor(kinds)[:, None]
        chances = []
        for network, read, state in self._each:
            some = read.take(rows)
            where = network.where(past, some, state[list(rows)], wanted, LAST)
            y, x, z = some.cells.unbind(-1)
            breaks = torch.zeros_like(where.places[:, 0])
            breaks = breaks.scatter_add(1, (y * SHAPE[1] + x) * SHAPE[2] + z, where.breaks[:, 0].exp())
            chances.append(torch.where(wanted == BREAK, breaks, where.places[:, 0]))
        return _mean(chances)


def _mean(each: Sequence[torch.Tensor]) -> Floats:
    return torch.stack(list(each)).mean(0).double().numpy()


def _chosen(probabilities: Floats, one: Rollout, step: int, choice: int) -> int:
    """The likeliest of the choices (k,), or the one on which the rollout's chance falls."""
    if one.chances is None:
        chosen = int(probabilities.argmax())
    else:
        sums = probabilities.cumsum()
        chosen = int(np.searchsorted(sums, one.chances[step, choice] * sums[-1], side="right"))
    one.log_probability += float(np.log(probabilities[chosen] + 1e-9))
    return chosen
