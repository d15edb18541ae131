"""Interprets an instruction: parses it, and carries it out if there is exactly one way to understand it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial

import numpy as np

from cq.building.interpretation.budget import attempt, spend
from cq.building.interpretation.execution.execute import execute
from cq.building.interpretation.execution.scene import Scene
from cq.building.interpretation.parsing.clauses import readings
from cq.building.interpretation.syntax import Clause, Unclear, has_pronoun
from cq.building.interpretation.wording.tokens import Sentence, sentences
from cq.language.denials import unread
from cq.language.length import is_too_long
from cq.meaning.geometry import Cell, Thing
from cq.world.grid import SHAPE, Grid

MOST_READINGS = 60
"""Readings of a sentence that are tried; a sentence with more is not understood."""
MOST_TOKENS = 90
MOST_STEPS = 150_000
"""Steps of work in which a text is interpreted; no recorded one takes 8,000."""
MOST_SCENES = 6
"""Different worlds that the readings of the sentences so far may lead to."""

Complete = Callable[[list[Clause]], Iterable[list[Clause]]]
"""The clauses of a reading with what they leave open filled in, in several ways."""


def interpret(text: str, start: Grid, facing: str | None = None, recent: Sequence[Cell] = ()) -> Grid | None:
    """The grid int8 (9, 11, 11), [y, x, z], that a text asks for in a start grid; None if it is not sure.

    Every word must be understood, and all readings that fit the world must lead to the same grid. `facing` is
    the compass direction of the builder's look; one that the text states comes before it. `recent` are the
    cells (y, x, z) of the blocks that were placed last before, oldest first: what "it" can mean. The grid
    cannot be written to: several callers ask for the same one.
    """
    blocks = np.ascontiguousarray(start, np.int8).tobytes()
    grid, steps = _interpreted(text, blocks, facing, tuple(recent))
    spend(steps)
    return grid


@lru_cache(maxsize=256)
def _interpreted(
    text: str, blocks: bytes, facing: str | None, recent: tuple[Cell, ...]
) -> tuple[Grid | None, int]:
    """What a text asks for, and the steps of work that it took to find it."""
    start: Grid = np.frombuffer(blocks, np.int8).reshape(SHAPE)
    return attempt(MOST_STEPS, partial(_only_outcome, text, start, facing, recent))


def _only_outcome(text: str, start: Grid, facing: str | None, recent: tuple[Cell, ...]) -> Grid | None:
    if is_too_long(text):
        return None
    parts = sentences(text)
    if not parts or sum(map(len, parts)) > MOST_TOKENS or leaves_out_a_denial(text, parts):
        return None
    grids = outcomes(parts, start, facing, recent)
    if len(grids) != 1:
        return None
    (grid,) = grids
    if np.array_equal(grid, start) != all(sentence.stops for sentence in parts):
        return None  # What is asked for is done already, or is taken back.
    grid.setflags(write=False)
    return grid


def leaves_out_a_denial(text: str, parts: Sequence[Sentence]) -> bool:
    """Whether the sentences of a text have lost what it forbids, keeps, excepts or corrects."""
    tokens = [token for part in parts for token in part]
    return bool(tokens) and unread(text, tokens) is not None


def outcomes(
    parts: Sequence[Sentence],
    start: Grid,
    facing: str | None,
    recent: Sequence[Cell] = (),
    complete: Complete | None = None,
) -> list[Grid]:
    """The different grids that the readings of sentences lead to; none if a sentence is not understood, or in
    too many ways. A sentence that cannot be carried out is, if it can be completed.
    """
    scenes = [Scene.of(start, facing, recent)]
    parts = _joined(parts)
    for sentence in parts:
        for scene in scenes:
            scene.facing = sentence.facing or scene.facing
            scene.told_facing = scene.told_facing or sentence.facing is not None
        if not sentence:
            continue
        ways = readings(tuple(sentence))
        if not ways or len(ways) > MOST_READINGS:
            return []
        before = scenes
        scenes = _distinct([after for scene in scenes for way in ways if (after := _after(way, scene))])
        if not scenes and sentence.announces and sentence is not parts[-1]:
            scenes = _announced(ways, before)
        if not scenes and complete is not None:
            whole = [one for way in ways for one in complete(way)]
            scenes = _distinct([after for scene in before for way in whole if (after := _after(way, scene))])
            scenes = scenes[:MOST_SCENES]
        if not scenes or len(scenes) > MOST_SCENES:
            return []
    kept = [scene for scene in scenes if scene.keeps_its_word()]
    return list({scene.grid().tobytes(): scene.grid() for scene in kept}.values())


def _joined(parts: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """The sentences, where one that goes on describing ("its corner is in the middle") joins the last."""
    found = list(parts[:1])
    for part in parts[1:]:
        last = found[-1]
        if part and last and not part.facing and not readings(tuple(part)):
            whole = Sentence((*last, ",", *part), last.facing)
            if readings(tuple(whole)):
                whole.announces = part.announces
                found[-1] = whole
                continue
        found.append(part)
    return tuple(found)


def _announced(ways: list[list[Clause]], scenes: list[Scene]) -> list[Scene]:
    """The scenes behind an announcement ("a green gate on the east edge:"), whose parts follow; none if it is
    no announcement of one thing."""
    things = {(way[0].new, way[0].place) for way in ways if len(way) == 1 and way[0].verb == "place"}
    colours = {new.colour for new, _ in things if new is not None}
    named = [
        new for new, _ in things if new is not None and new.shape not in ("block", "one", "row", "tower")
    ]
    if not named or len(colours) != 1:
        return []
    places = {place for new, place in things if new in named}
    for scene in scenes:
        scene.announced = (colours.pop() if colours else None, places.pop() if len(places) == 1 else None)
    return scenes


def _after(clauses: list[Clause], scene: Scene) -> Scene | None:
    for clause in clauses:
        following = _carried_out(clause, scene)
        if following is None:
            return None
        scene = following
    return scene


def _carried_out(clause: Clause, scene: Scene) -> Scene | None:
    """The scene after a clause; None if it cannot be carried out.

    "It" means what was spoken of last, or else the thing named last with which the clause can be carried
    out.
    """
    antecedents: list[list[Thing] | None] = [None]
    if has_pronoun(clause):
        antecedents += [one for one in reversed(scene.named) if one != scene.focus]
    for antecedent in antecedents:
        spend(_execution(len(scene.cells)))
        after = scene.copy()
        if antecedent is not None:
            if any(cell not in scene.cells for thing in antecedent for cell in thing):
                continue
            after.focus = antecedent
        try:
            execute(clause, after)
        except Unclear:
            continue
        return after
    return None


def _execution(blocks: int) -> int:
    """Steps of work that it counts for to carry out a clause where so many blocks stand."""
    return 200 + 5 * blocks + blocks**2 // 200


def _distinct(scenes: list[Scene]) -> list[Scene]:
    """One scene of those that agree in blocks and in what was spoken of."""
    found = {
        (tuple(sorted(one.cells.items())), tuple(map(tuple, map(sorted, one.focus))), tuple(one.last)): one
        for one in scenes
    }
    return list(found.values())
