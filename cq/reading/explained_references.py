"""What the phrases of a program mean in a world: for each reference its things, for each place its cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field, fields
from typing import Any

from cq.language import lexicon
from cq.language.code_form import code
from cq.language.program import Command, Meaning, Place, Program, Ref, parts
from cq.language.say import say
from cq.reading.explained_choices import Decisions
from cq.semantics.choices import Choices, Failure, Hole, outcomes
from cq.semantics.execute import carried_out
from cq.semantics.places import spots
from cq.semantics.reference import resolve_reference
from cq.semantics.scene import Scene
from cq.types import Cell, Grid
from cq.world import World
from cq.world.zone import Zone

MOST_RUNS = 12
"""Ways to mean a phrase that are looked at."""


@dataclass(frozen=True)
class Block:
    """A cell of the world: x from west to east, z from north to south, both from its middle, level from 1.
    `colour` is that of the block in it, "" for an empty cell.
    """

    x: int
    z: int
    level: int
    colour: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The block as a plain dict; an empty cell has no colour."""
        where: dict[str, Any] = {"x": self.x, "z": self.z, "level": self.level}
        return {**where, "colour": self.colour} if self.colour else where

    def __str__(self) -> str:
        place = f"x {self.x}, z {self.z}, level {self.level}"
        return f"{self.colour} at {place}" if self.colour else place


Things = tuple[tuple[Block, ...], ...]


@dataclass(frozen=True)
class Denotation:
    """What a phrase means in the world as it stands when its command is carried out.

    `meaning` is the reference or the place, `words` what was said. `ways` are the sets of things (or of
    cells, for a place) that it may mean, each with its probability; none if there is no such thing, which
    `failure` says.
    """

    meaning: Meaning
    words: str
    ways: tuple[tuple[Things, float], ...]
    failure: str = ""

    def to_dict(self) -> dict[str, Any]:
        """The denotation as a plain dict."""
        return {
            "phrase": self.words,
            "meaning": code(self.meaning),
            "ways": [
                {"probability": share, "things": [[one.to_dict() for one in thing] for thing in things]}
                for things, share in self.ways
            ],
            "failure": self.failure,
        }


def block_at(cell: Cell, grid: Grid) -> Block:
    """The block of a grid at an index (y, x, z)."""
    zone = Zone.of(grid)
    colour = int(grid[cell]) if zone.holds(cell) else 0
    return Block(*zone.coordinates(cell), lexicon.palette().ids[colour] if colour else "")


@dataclass
class Replayed(Choices):
    """Choices that decide a hole as it was decided before, and others as `Choices` does."""

    decisions: list[tuple[Hole, Any, float]] = field(default_factory=list)

    def choose(self, hole: Hole, options: Sequence[tuple[Any, float]]) -> Any:
        """What was decided for this hole, if it is among the options."""
        possible = [value for value, _ in options]
        for number, (decided, value, _) in enumerate(self.decisions):
            if decided == hole and value in possible:
                del self.decisions[number]
                return value
        return super().choose(hole, options)


def denotations(
    program: Program, decisions: Decisions, world: World, facing: str | None, words: Mapping[Meaning, str]
) -> tuple[Denotation, ...]:
    """What each phrase of a program means, command by command. `decisions` are those on the way to the
    likeliest build, `words` what the parts of the program were read from.
    """
    scene = Scene.of(world.grid, Replayed(decisions=list(decisions)), facing, world.recent)
    found: dict[tuple[Command, Meaning], Denotation] = {}

    def look(command: Command, scene: Scene) -> None:
        for one in phrases(command):
            if (command, one) not in found:
                found[command, one] = _denotation(one, scene, words)

    with suppress(Failure):
        carried_out(program, scene, look)
    return tuple(found.values())


def phrases(command: Command) -> Iterator[Meaning]:
    """The references of a command and the places where it happens, each before its parts."""
    for one in fields(command):  # type: ignore[arg-type]
        held = getattr(command, one.name)
        if isinstance(held, Place):
            yield held
        yield from (part for part in parts(held) if isinstance(part, Ref))


def _denotation(meaning: Meaning, scene: Scene, words: Mapping[Meaning, str]) -> Denotation:
    find = _things if isinstance(meaning, Ref) else _cells
    shares: dict[Things, float] = {}
    failure = ""
    for one in outcomes(lambda choices: find(meaning, _again(scene, choices)), most_runs=MOST_RUNS):
        if one.value is None:
            failure = failure or str(one.failure)
        else:
            shares[one.value] = shares.get(one.value, 0.0) + one.probability
    ways = tuple(sorted(shares.items(), key=lambda way: -way[1]))
    said = words.get(meaning) or say(meaning) or code(meaning)
    return Denotation(meaning, said, ways, "" if ways else failure)


def _again(scene: Scene, choices: Choices) -> Scene:
    """The same scene, in which other choices are made."""
    copied = deepcopy(scene)
    copied.choices = choices
    return copied


def _things(ref: Any, scene: Scene) -> Things:
    grid = scene.grid()
    return tuple(
        tuple(block_at(cell, grid) for cell in sorted(thing)) for thing in resolve_reference(ref, scene)
    )


def _cells(place: Any, scene: Scene) -> Things:
    grid = scene.grid()
    return tuple((block_at(one.cell, grid),) for one in spots(place, scene).spots)
