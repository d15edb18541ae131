"""The explicit part of the input: the world in numbers, the words in numbers, and how the two agree.

A sentence vector knows nothing of the world, and a frozen one little of counts and colours. These
features say what stands there, what is mentioned, and where the two do not fit: a colour the world
lacks, "the red block" where there are four, more blocks to remove than there are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from cq.clarity.mentions import Mentions, mentions
from cq.lexicon import (
    ADD_WORDS,
    COMPASS_WORDS,
    EXTREME_WORDS,
    PRONOUNS,
    RELATIVE_WORDS,
    REMOVE_WORDS,
    SHAPE_WORDS,
)
from cq.world import COLOURS, World

Features = dict[str, float]


def feature_names() -> list[str]:
    """Names of the columns of `explicit_features`, in order."""
    return list(_row("place one red block", World.parse()))


def explicit_features(instructions: Sequence[str], worlds: Sequence[World]) -> npt.NDArray[np.float32]:
    """One row per (instruction, world): float32 (n, len(feature_names())), not yet scaled."""
    rows = [list(_row(text, world).values()) for text, world in zip(instructions, worlds, strict=True)]
    return np.array(rows, dtype=np.float32).reshape(len(rows), len(feature_names()))


def _row(instruction: str, world: World) -> Features:
    found = mentions(instruction)
    return {**_world_features(world.grid), **_word_features(found), **_agreement_features(found, world.grid)}


def _world_features(grid: npt.NDArray[Any]) -> Features:
    cells = np.argwhere(grid)
    counts = np.bincount(grid[grid > 0], minlength=len(COLOURS) + 1)[1:]
    extent = cells.max(0) - cells.min(0) + 1 if len(cells) else np.zeros(3)
    centre = cells.mean(0) - (0, 5, 5) if len(cells) else np.zeros(3)
    return {
        "world: blocks (log)": float(np.log1p(len(cells))),
        "world: empty": float(not len(cells)),
        "world: colours": float((counts > 0).sum()),
        "world: height": float(extent[0]),
        "world: floats": float(bool(len(cells)) and not grid[0].any()),
        "world: extent east": float(extent[1]),
        "world: extent south": float(extent[2]),
        "world: off centre": float(np.abs(centre[1:]).sum()),
        "world: levels": float(grid.any(axis=(1, 2)).sum()),
        **{f"world: {name} (log)": float(np.log1p(n)) for name, n in zip(COLOURS, counts, strict=True)},
    }


def _word_features(found: Mentions) -> Features:
    return {
        "words: number (log)": float(np.log1p(len(found.words))),
        "words: sentences": float(found.sentences),
        "words: colours mentioned": float(len(found.colours)),
        "words: distinct colours": float(len(set(found.colours))),
        "words: no colour": float(not found.colours),
        "words: counts mentioned": float(len(found.counts)),
        "words: no count": float(not found.counts),
        "words: sum of counts (log)": float(np.log1p(sum(found.counts))),
        "words: compass": float(found.number_in(COMPASS_WORDS)),
        "words: relative places": float(found.number_in(RELATIVE_WORDS)),
        "words: no place": float(not found.number_in(COMPASS_WORDS | RELATIVE_WORDS)),
        "words: add": float(found.number_in(ADD_WORDS)),
        "words: remove": float(found.number_in(REMOVE_WORDS)),
        "words: no action": float(not found.number_in(ADD_WORDS | REMOVE_WORDS)),
        "words: pronouns": float(found.number_in(PRONOUNS)),
        "words: shapes": float(found.number_in(SHAPE_WORDS)),
        "words: extremes": float(found.number_in(EXTREME_WORDS)),
        "words: facing": float("facing" in found.words or "looking" in found.words),
        "words: places per action": found.number_in(COMPASS_WORDS | RELATIVE_WORDS)
        / max(1, found.number_in(ADD_WORDS | REMOVE_WORDS)),
        "words: colours per action": len(found.colours) / max(1, found.number_in(ADD_WORDS | REMOVE_WORDS)),
        "words: counts per action": len(found.counts) / max(1, found.number_in(ADD_WORDS | REMOVE_WORDS)),
    }


def _agreement_features(found: Mentions, grid: npt.NDArray[Any]) -> Features:
    counts = np.bincount(grid[grid > 0], minlength=len(COLOURS) + 1)
    lacking = [c for c in set(found.colours) if not counts[c]]
    referred = [(counts[colour], singular) for colour, singular in found.references]
    removes, adds = found.number_in(REMOVE_WORDS), found.number_in(ADD_WORDS)
    blocks = int(counts.sum())
    return {
        "agree: colours lacking": float(len(lacking)),
        "agree: refers to a lacking colour": float(sum(n == 0 for n, _ in referred)),
        "agree: refers to one of many": float(sum(n > 1 for n, singular in referred if singular)),
        "agree: candidates of a reference (log)": float(
            np.log1p(max((n for n, singular in referred if singular), default=0))
        ),
        "agree: refers to several where one is": float(
            sum(n == 1 for n, singular in referred if not singular)
        ),
        "agree: removes only, colours lacking": float(bool(removes and not adds) * len(lacking)),
        "agree: removes from nothing": float(bool(removes) and not blocks),
        "agree: removes more than there is": float(
            bool(removes and not adds) and sum(found.counts[:1]) > blocks
        ),
        "agree: removes without a colour": float(bool(removes) and not found.colours and blocks > 1),
        "agree: adds without a colour": float(bool(adds) and not found.colours),
        "agree: refers in an empty world": float(bool(found.references) and not blocks),
        "agree: no place in an empty world": float(
            not blocks and not found.number_in(COMPASS_WORDS | RELATIVE_WORDS)
        ),
        "agree: no place in a full world": float(
            blocks > 0 and not found.number_in(COMPASS_WORDS | RELATIVE_WORDS)
        ),
    }
