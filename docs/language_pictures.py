"""Draw what orders of docs/language.md build, as the grammar's rules read them: `make pictures`."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import cq
from cq.world import World
from cq.world.drawing.picture import new_figure, plot

PAGE = Path(__file__).with_name("language.md")
SCENE = World.parse(
    [(-3, 63 + level, -2, "red") for level in range(3)]
    + [(3, 63 + level, -2, "blue") for level in range(2)]
    + [(-3, 63, 3, "yellow")]
    + [(x, 63, z, "orange") for x in (2, 3, 4) for z in (2, 3, 4) if (x, z) != (3, 3)]
)
SHEETS = ("make", "remove", "change")
"""The first blocks of orders on the page."""
COLUMNS, MOST = 3, 6


def orders() -> list[list[str]]:
    """The orders of each sheet."""
    blocks = re.findall(r'```text title="Orders"\n(.*?)```', PAGE.read_text(encoding="utf-8"), re.DOTALL)
    return [block.splitlines() for block in blocks[: len(SHEETS)]]


def sheet(texts: list[str], path: Path) -> None:
    """Write one picture of the scene, and of the first orders that are sure and change it."""
    shown = [("Before", SCENE.grid)]
    for text in texts:
        if len(shown) < MOST and cq.explain(text, SCENE).is_sure:
            build = cq.build(text, SCENE)
            if build.actions:
                shown.append((text, build.grid))
    rows = -(-len(shown) // COLUMNS)
    figure = new_figure(width=COLUMNS * 2.7, height=rows * 2.5)
    for number, (text, grid) in enumerate(shown, 1):
        axes = figure.add_subplot(rows, COLUMNS, number, projection="3d")
        plot(grid, axes)
        axes.tick_params(labelsize=5, pad=-4)
        axes.set_title(text, fontsize=7, wrap=True)
    figure.savefig(path, dpi=90, pil_kwargs={"optimize": True})


if __name__ == "__main__":
    for name, texts in zip(SHEETS, orders(), strict=True):
        sheet(texts, Path(sys.argv[1]) / f"language-{name}.png")
