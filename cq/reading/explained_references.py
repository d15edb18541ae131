"""The meaning of a program's phrases in a world: the things of each reference, the cells of each place."""

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
"""Ways to mean a phrase that are tried."""


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
    """The meaning of a phrase in the world in which its command is carried out.

    `meaning` is the reference or the place, `words` are its words. `ways` are the sets of things (or of
    cells, for a place) that it may mean, each with its probability; none if there is no such thing, as
    `failure` then says.
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
                {"probability": share, "things": [[block.to_dict() for block in thing] for thing in things]}
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
        """The earlier decision for this hole, if it is among the options."""
        possible = [value for value, _ in options]
        for number, (decided, value, _) in enumerate(self.decisions):
            if decided == hole and value in possible:
                del self.decisions[number]
                return value
        return super().choose(hole, options)


def denotations(
    program: Program, decisions: Decisions, world: World, facing: str | None, words: Mapping[Meaning, str]
) -> tuple[Denotation, ...]:
    """The meaning of each phrase of a program, command by command. `decisions` are those on the way to the
    likeliest build, `words` the words of the parts of the program.
    """
    scene = Scene.of(world.grid, Replayed(decisions=list(decisions)), facing, world.recent)
    found: dict[tuple[Command, Meaning], Denotation] = {}

    def look(command: Command, scene: Scene) -> None:
        for phrase in phrases(command):
            if (command, phrase) not in found:
                found[command, phrase] = _denotation(phrase, scene, words)

    with suppress(Failure):
        carried_out(program, scene, look)
    return tuple(found.values())


def phrases(command: Command) -> Iterator[Meaning]:
    """The references of a command and the places where it happens, each before its parts."""
    for attribute in fields(command):  # type: ignore[arg-type]
        held = getattr(command, attribute.name)
        if isinstance(held, Place):
            yield held
        yield from (part for part in parts(held) if isinstance(part, Ref))


def _denotation(meaning: Meaning, scene: Scene, words: Mapping[Meaning, str]) -> Denotation:
    find = _things if isinstance(meaning, Ref) else _cells
    shares: dict[Things, float] = {}
    failure = ""
    for outcome in outcomes(lambda choices: find(meaning, _again(scene, choices)), most_runs=MOST_RUNS):
        if outcome.value is None:
            failure = failure or str(outcome.failure)
        else:
            shares[outcome.value] = shares.get(outcome.value, 0.0) + outcome.probability
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
    return tuple((block_at(spot.cell, grid),) for spot in spots(place, scene).spots)
