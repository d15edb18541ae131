"""Builds as text for a terminal."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from cq.building.actions import Action, actions_between
from cq.types import Grid
from cq.world import IGLU_2022, Palette, World
from cq.world.drawing.terminal import draw

ACTIONS_SHOWN = 12


def print_build(
    built: Grid,
    actions: Sequence[Action],
    corrections: Sequence[tuple[str, str]],
    confidence: float,
    palette: Palette = IGLU_2022,
) -> None:
    """Draw the built world and list the actions that lead to it."""
    console = Console()
    console.print(Text("What would be built:", style="bold") if actions else "Nothing would change.")
    console.print(draw(built, palette))
    print_actions(actions, corrections)
    console.print(f"Expected changed F1: {confidence:.2f}", highlight=False)


def print_actions(actions: Sequence[Action], corrections: Sequence[tuple[str, str]]) -> None:
    """List the first actions of a build, after the words whose spelling was corrected."""
    console = Console()
    for written, read in corrections:
        console.print(f"“{written}” is read as “{read}”.", highlight=False, markup=False)
    for i, action in enumerate(actions[:ACTIONS_SHOWN], start=1):
        console.print(f"{i:>3}. {action}", highlight=False)
    if len(actions) > ACTIONS_SHOWN:
        console.print(f"     … and {len(actions) - ACTIONS_SHOWN} more")


def print_target(built: Grid, target: World) -> None:
    """Draw the intended world, and print its distance from the build."""
    console = Console()
    console.print(Text("What was intended:", style="bold"))
    console.print(draw(target.grid, target.palette))
    count = len(actions_between(built, target.grid))
    verb = "action leads" if count == 1 else "actions lead"
    console.print(f"{count} {verb} from the build to it.", highlight=False)
