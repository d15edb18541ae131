"""Builds as a person reads them in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from cq.building.actions import actions_between
from cq.world import World
from cq.world.drawing.terminal import draw

if TYPE_CHECKING:
    from cq.building.build import Build

ACTIONS_SHOWN = 12


def print_build(build: Build) -> None:
    """Draw the built world and list the actions that lead to it."""
    console = Console()
    console.print(Text("What would be built:", style="bold") if build.actions else "Nothing would change.")
    console.print(draw(World(build.grid)))
    print_actions(build)
    console.print(f"Expected changed F1: {build.confidence:.2f}", highlight=False)


def print_actions(build: Build) -> None:
    """List the first actions of a build, after the words whose spelling was corrected."""
    console = Console()
    for written, read in build.corrections:
        console.print(f"“{written}” is read as “{read}”.", highlight=False, markup=False)
    for i, action in enumerate(build.actions[:ACTIONS_SHOWN], start=1):
        console.print(f"{i:>3}. {action}", highlight=False)
    if len(build.actions) > ACTIONS_SHOWN:
        console.print(f"     … and {len(build.actions) - ACTIONS_SHOWN} more")


def print_target(build: Build, target: World) -> None:
    """Draw the intended world, and say how far the build is from it."""
    console = Console()
    console.print(Text("What was intended:", style="bold"))
    console.print(draw(target))
    count = len(actions_between(build.grid, target.grid))
    verb = "action leads" if count == 1 else "actions lead"
    console.print(f"{count} {verb} from the build to it.", highlight=False)
