"""The result of a builder."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from cq.building.actions import Action, actions_between
from cq.building.picture import save_build_picture
from cq.building.plan_changes import certain, likeliest_changes
from cq.errors import InputError, excerpt
from cq.modeling.probabilities import check_probabilities, check_probability
from cq.types import Floats, Grid
from cq.world import IGLU_2022, Palette, World
from cq.world.drawing.isometric import draw_svg

if TYPE_CHECKING:
    from cq.language.arguments import WorldLike


@dataclass(frozen=True, eq=False, repr=False)
class Build:
    """The prediction of a builder from one instruction in one world.

    `grid` is int8 (height, width, depth), [y, x, z], in the ids of `palette`. `actions`, replayed on the
    start grid, give exactly `grid`. `plan` is float32 (1 + highest id, height, width, depth): the
    probability of each content of each cell (0 air, 1…6 the colours), summing to 1 over the first axis.
    `confidence`, in [0, 1], is the expected changed F1 of `grid`; the rule-based builder always says 1.
    `start` is the start grid, None where it is not known. `corrections` are the misspelt words of the
    instruction, as written and as the builder reads them, `unread` the words that no rule reads (networks
    may have read them). `networks_saw` is the part of the zone that the networks read, of 11 × 11 × 9 cells:
    "" if they were not called, "zone" for all of it, "padded" for a smaller zone, "window" for the part of a
    larger one with its blocks, "nothing" for a zone that they cannot read, or a palette of its own: then only
    the words were read. `failure` is the reason why a builder could build nothing, "" if it could: the
    pipeline then refuses with this reason.
    """

    grid: Grid
    actions: tuple[Action, ...]
    plan: Floats
    confidence: float = 1.0
    start: Grid | None = field(default=None, kw_only=True)
    corrections: tuple[tuple[str, str], ...] = field(default=(), kw_only=True)
    unread: tuple[str, ...] = field(default=(), kw_only=True)
    palette: Palette = field(default=IGLU_2022, kw_only=True)
    networks_saw: str = field(default="", kw_only=True)
    failure: str = field(default="", kw_only=True)

    def __post_init__(self) -> None:
        """Raises `InputError` if the confidence or a number of the plan is not a probability."""
        check_probability(self.confidence, "the confidence of a build")
        check_probabilities(self.plan, "the plan of a build")

    @classmethod
    def from_grid(cls, grid: Any, start: WorldLike = None, confidence: float = 1.0) -> Build:
        """The build that turns a world into a grid, for builders of your own.

        `grid` is an integer array [y, x, z] of the zone of `start`, in the ids of its palette, 0 air; `start`
        is anything `World.parse` reads, None for the empty world. `confidence`, in [0, 1], is the changed F1
        that you expect; under 0.7 the builder says that it is unsure.

        Raises `InputError` for another shape, an id that the palette lacks, or a confidence outside [0, 1].
        """
        before = World.parse(start)
        after = World.parse(_array(grid), zone=before.zone, palette=before.palette)
        return cls._between(before, after, confidence)

    @classmethod
    def from_blocks(cls, blocks: Any, start: WorldLike = None, confidence: float = 1.0) -> Build:
        """The build that turns a world into exactly these blocks: (x, y, z, colour) with `y` from 63 on the
        ground, as `World.blocks()` gives them. Blocks of `start` that are not among them are removed.

        For the other arguments and errors see `from_grid`; two blocks in one cell also raise `InputError`.
        """
        before = World.parse(start)
        if isinstance(blocks, str) or not isinstance(blocks, Iterable):
            raise InputError(f"blocks is {excerpt(blocks)}; give a list of (x, y, z, colour)")
        own = None if before.palette == IGLU_2022 else before.palette  # Recorded ids are read for the six.
        after = World.parse(list(blocks), zone=before.zone, palette=own)
        return cls._between(before, after, confidence)

    @classmethod
    def _between(cls, before: World, after: World, confidence: float) -> Build:
        if isinstance(confidence, bool) or not isinstance(confidence, Real) or not 0 <= confidence <= 1:
            raise InputError(
                f"confidence {excerpt(confidence)} is not in [0, 1]; give the changed F1 expected"
            )
        own = before.palette
        actions = tuple(actions_between(before.grid, after.grid, own))
        plan = certain(after.grid, own)
        return cls(after.grid, actions, plan, float(confidence), start=before.grid, palette=own)

    def draw(self, target: WorldLike = None, out: str | os.PathLike[str] | None = None) -> None:
        """Print the built world level by level, the actions, and `target`, if it is given, with the number of
        actions that lead there. Or write a picture with the plan to `out`, whose ending (png, svg, pdf)
        chooses the format (extra `demo`).

        Raises `InputError` for another ending, or a target that `World.parse` cannot read.
        """
        wanted = None if target is None else World.parse(target)
        if out is not None:
            save_build_picture(self.start, self.grid, self.plan, out, target=wanted, palette=self.palette)
            return
        from cq.building.printing import print_build, print_target

        print_build(self.grid, self.actions, self.corrections, self.confidence, self.palette)
        if wanted is not None:
            print_target(self.grid, wanted)

    def __repr__(self) -> str:
        return f"Build({self._count}, confidence={self.confidence:.2f})"

    def _repr_html_(self) -> str:
        """The world before and after, the plan, the actions and the confidence, for notebooks."""
        actions = "".join(f"<li>{action}</li>" for action in self.actions)
        pictures = [
            ("built", draw_svg(self.grid, f"The built world after {self._count}", palette=self.palette))
        ]
        if self.start is not None:
            likeliest, changes = likeliest_changes(self.plan, self.start)
            title, own = "The plan: likelier changes are more opaque", self.palette
            plan = draw_svg(likeliest, title, opacity=changes, palette=own)
            before = draw_svg(self.start, "The world before", palette=own)
            pictures = [("before", before), *pictures, ("plan", plan)]
        figures = "".join(
            f'<figure style="margin: 0">{picture}<figcaption>{name}</figcaption></figure>'
            for name, picture in pictures
        )
        return (
            f"<div><b>{self._count}</b>, confidence {self.confidence:.0%}</div>"
            f'<div style="display: flex; flex-wrap: wrap">{figures}</div>'
            f"<details><summary>actions</summary><ol>{actions}</ol></details>"
        )

    @property
    def _count(self) -> str:
        return f"{len(self.actions)} {'action' if len(self.actions) == 1 else 'actions'}"


def _array(grid: Any) -> npt.NDArray[Any]:
    """A grid as an array. Raises `InputError` for anything else."""
    try:
        return np.asarray(grid)
    except ValueError:
        raise InputError(f"the grid {excerpt(grid)} is ragged; give an integer array [y, x, z]") from None
