"""The noun phrases of an instruction in its world: what is to be made, and what is meant of what stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from copy import copy
from dataclasses import dataclass

from cq.language.lexicon import colours
from cq.language.program import Command, HasSize, Make, Meaning, Program, Ref, Remove, Replace, Thing, parts
from cq.language.reading import Reading, read
from cq.reading.explained_choices import Decisions
from cq.reading.explained_references import Replayed
from cq.semantics.choices import Choices, Failure
from cq.semantics.execute import carried_out
from cq.semantics.geometry import Thing as Cells
from cq.semantics.pronouns import PRONOUNS
from cq.semantics.reference import candidates
from cq.semantics.scene import Scene
from cq.world import World

TO_BUILD, EXISTING, TO_REMOVE = ROLES = ("to build", "existing", "to remove")
"""What an instruction does with the blocks of a phrase."""
OPEN_ENDS = ("colour", "count", "size", "place", "arrangement", "which", "absent")
"""What a phrase can leave open; "absent": nothing of the kind stands."""

MOST_UNREAD = 32
"""Spans that no command reads whose phrases are looked for."""

_EVERY = ("all", "each", "both", "any")
_NO_KIND = {*PRONOUNS, "everything", "edge", "ground", "same"}


@dataclass(frozen=True)
class Phrase:
    """A noun phrase of an instruction: `meaning` is a `Ref` to what stands, or a `Thing` to be made.

    `words` are those that it was read from, `role` is one of `ROLES`. `found` are the things that a reference
    fits where its command is carried out, whatever their number; None for a pronoun, and for what is made.
    `open_ends` are some of `OPEN_ENDS`.
    """

    meaning: Ref | Thing
    role: str
    words: str
    open_ends: frozenset[str]
    found: tuple[Cells, ...] | None = None

    @property
    def numbers(self) -> set[int]:
        """The numbers and sizes that it names."""
        if isinstance(self.meaning, Ref):
            sizes = [one.size for one in self.meaning.limits if isinstance(one, HasSize)]
            named = [self.meaning.number, *(one.number for one in sizes)]
        else:
            sizes = list(self.meaning.sizes)
            named = [self.meaning.count, *self.meaning.dims, *(one.number for one in sizes)]
        return {number for number in named if number is not None and number >= 0}

    @property
    def is_single(self) -> bool:
        """Whether it is a reference to one thing."""
        ref = self.meaning
        return (
            isinstance(ref, Ref)
            and not ref.plural
            and ref.number in (None, 1)
            and ref.quantifier not in _EVERY
        )


def phrases_of(
    program: Program,
    decisions: Decisions,
    words: Mapping[Meaning, str],
    world: World,
    facing: str | None = None,
) -> tuple[Phrase, ...]:
    """The phrases of a program, command by command. `decisions` are those on the way to the likeliest build,
    `words` what the parts of the program were read from. Commands after one that cannot be carried out are
    looked at in the world before that.
    """
    found: list[Phrase] = []
    seen: list[Command] = []

    def look(command: Command, scene: Scene) -> None:
        seen.append(command)
        gone = [command.ref, *command.ref.others] if isinstance(command, Remove | Replace) else []
        placed = not isinstance(command, Make) or command.place is not None
        for one in parts(command):
            said = words.get(one, "")
            if isinstance(one, Thing):
                found.append(Phrase(one, TO_BUILD, said, frozenset(_lacking(one, placed))))
            elif isinstance(one, Ref):
                role = TO_REMOVE if one in gone else EXISTING
                fitting = _fitting(one, scene)
                found.append(Phrase(one, role, said, _open(one, fitting), fitting))

    scene = Scene.of(world.grid, Replayed(decisions=list(decisions)), facing, world.recent)
    with suppress(Failure):
        carried_out(program, scene, look)
    for command in program:
        if command not in seen:
            look(command, scene)
    return tuple(found)


def unread_phrases(reading: Reading, world: World) -> Iterator[Phrase]:
    """The noun phrases within the words of a text that no command reads: definite ones are of what stands,
    others of what is to be built. What is removed is not known. Of a long text they are those of its first
    `MOST_UNREAD` spans: its whole reading has a budget, and each span takes a reading of its own.
    """
    for first, end in reading.unread_spans[:MOST_UNREAD]:
        words = [token.text for token in reading.tokens[first:end]]
        known: set[int] = set()
        for part in (*read(" ".join(words), "Ref")[0].parts, *read(" ".join(words), "Thing")[0].parts):
            one, said = part.value, " ".join(words[part.start : part.end])
            if isinstance(one, Ref) and one.quantifier not in ("", "a"):
                known.update(range(part.start, part.end))
                fitting = _fitting(one, Scene.of(world.grid, Choices()))
                yield Phrase(one, EXISTING, said, _open(one, fitting), fitting)
            elif isinstance(one, Thing) and known.isdisjoint(range(part.start, part.end)):
                yield Phrase(one, TO_BUILD, said, frozenset(_lacking(one, True)))


def _lacking(new: Thing, placed: bool) -> Iterator[str]:
    """What is not said of a thing to be made."""
    copied = new.like is not None
    sized = bool(new.sizes or new.dims) or copied
    if not new.colours and not copied and new.colour_of is None and len(colours()) > 1:
        yield "colour"
    if new.shape == "block":
        if new.plural and new.count is None and not sized:
            yield "count"
        if (new.count or 2) > 1 and new.plural and new.axis is None and new.heading is None:
            yield "arrangement"
    elif not sized:
        yield "size"
    if not placed:
        yield "place"


def _open(ref: Ref, fitting: tuple[Cells, ...] | None) -> frozenset[str]:
    """What a reference leaves open that fits some things."""
    wanted = ref.number or (None if ref.plural or ref.quantifier in _EVERY else 1)
    if fitting is None:
        return frozenset()
    if not fitting:
        return frozenset({"absent"})
    return frozenset({"which"} if wanted is not None and len(fitting) > wanted else ())


def _fitting(ref: Ref, scene: Scene) -> tuple[Cells, ...] | None:
    """All things that a reference fits, whatever their number; None for a pronoun, or if nobody knows."""
    if ref.noun in _NO_KIND:
        return None
    looked_at = copy(scene)
    looked_at.choices, looked_at.decided = Choices(), dict(scene.decided)
    try:
        return tuple(candidates(ref, looked_at))
    except Failure as failure:
        return () if failure.kind == "absent" else None
