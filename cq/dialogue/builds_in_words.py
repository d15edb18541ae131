"""Builds in a few words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cq.building import Build


def describe_build(build: Build) -> str:
    """A build in a few words: "removed 1 red block, placed 3 blue blocks"."""
    placed = Counter(action.colour for action in build.actions if action.kind == "place")
    removed = sum(action.kind == "break" for action in build.actions)
    said = [f"removed {_blocks(removed)}"] if removed else []
    said += (
        [f"placed {_listed([_blocks(n, build.palette.ids[c]) for c, n in sorted(placed.items())])}"]
        if placed
        else []
    )
    return " and ".join(said) or "nothing changes"


def _blocks(count: int, colour: str = "") -> str:
    return f"{count} {colour}{' ' if colour else ''}block{'' if count == 1 else 's'}"


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
