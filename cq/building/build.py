"""The result of a builder."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cq.building.actions import Action
from cq.building.picture import likeliest_changes, save_build_picture
from cq.building.printing import print_build, print_target
from cq.types import Floats, Grid, PathLike
from cq.world import World
from cq.world.drawing.isometric import draw_svg

if TYPE_CHECKING:
    from cq.language.arguments import WorldLike


@dataclass(frozen=True, eq=False, repr=False)
class Build:
    """What a builder predicts from one instruction in one world.

    `grid` is int8 (9, 11, 11), [y, x, z], IGLU 2022 colours. `actions`, replayed on the start grid, give
    exactly `grid`. `plan` is float32 (7, 9, 11, 11): the probability of each content of each cell (0 air,
    1…6 the colours), summing to 1 over the first axis. `confidence`, in [0, 1], is the expected changed F1
    of `grid`; the rule-based builder always says 1. `start` is the start grid, None where it is not known.
    `corrections` are the misspelt words of the instruction, as written and as the builder reads them,
    `unread` the words that no rule reads (networks may have made something of them).
    """

    grid: Grid
    actions: tuple[Action, ...]
    plan: Floats
    confidence: float = 1.0
    start: Grid | None = field(default=None, kw_only=True)
    corrections: tuple[tuple[str, str], ...] = field(default=(), kw_only=True)
    unread: tuple[str, ...] = field(default=(), kw_only=True)

    def draw(self, target: WorldLike = None, out: PathLike | None = None) -> None:
        """Print the built world level by level, the actions, and `target`, if it is given, with the number of
        actions that lead there. Or write a picture with the plan to `out`, whose ending (png, svg, pdf)
        chooses the format (extra `demo`).

        Raises `InputError` for another ending, or a target that `World.parse` cannot read.
        """
        wanted = None if target is None else World.parse(target)
        if out is not None:
            save_build_picture(self.start, self.grid, self.plan, out, target=wanted)
            return
        print_build(self.grid, self.actions, self.corrections, self.confidence)
        if wanted is not None:
            print_target(self.grid, wanted)

    def __repr__(self) -> str:
        return f"Build({self._count}, confidence={self.confidence:.2f})"

    def _repr_html_(self) -> str:
        """The world before and after, the plan, the actions and the confidence, for notebooks."""
        actions = "".join(f"<li>{action}</li>" for action in self.actions)
        pictures = [("built", draw_svg(self.grid, f"The built world after {self._count}"))]
        if self.start is not None:
            likeliest, changes = likeliest_changes(self.plan, self.start)
            plan = draw_svg(likeliest, "The plan: likelier changes are more opaque", opacity=changes)
            pictures = [("before", draw_svg(self.start, "The world before")), *pictures, ("plan", plan)]
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
