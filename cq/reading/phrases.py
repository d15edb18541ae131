"""The noun phrases of an instruction in its world: the things to be made, and the references to things in the
world."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from copy import copy
from dataclasses import dataclass

from cq.deadlines import working
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
from cq.semantics.seen import keeping
from cq.world import World

TO_BUILD, EXISTING, TO_REMOVE = ROLES = ("to build", "existing", "to remove")
"""The role of the blocks of a phrase in an instruction."""
OPEN_ENDS = ("colour", "count", "size", "place", "arrangement", "which", "absent")
"""The open ends of a phrase; "absent": nothing of the kind is in the world."""

MOST_UNREAD = 32
"""Unread spans whose phrases are looked for."""

_EVERY = ("all", "each", "both", "any")
_NO_KIND = {*PRONOUNS, "everything", "edge", "ground", "same"}


@dataclass(frozen=True)
class Phrase:
    """A noun phrase of an instruction: `meaning` is a `Ref` to things in the world, or a `Thing` to be made.

    `words` are its words, `role` is one of `ROLES`. `found` are all candidates of a reference where its
    command is carried out; None for a pronoun, and for a thing to be made. `open_ends` are some of
    `OPEN_ENDS`.
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
            sizes = [limit.size for limit in self.meaning.limits if isinstance(limit, HasSize)]
            named = [self.meaning.number, *(size.number for size in sizes)]
        else:
            sizes = list(self.meaning.sizes)
            named = [self.meaning.count, *self.meaning.dims, *(size.number for size in sizes)]
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


@working()
@keeping()
def phrases_of(
    program: Program,
    decisions: Decisions,
    words: Mapping[Meaning, str],
    world: World,
    facing: str | None = None,
) -> tuple[Phrase, ...]:
    """The phrases of a program, command by command. `decisions` are those on the way to the likeliest build,
    `words` the words of the parts of the program. Commands after one that cannot be carried out are looked at
    in the world before it.
    """
    found: list[Phrase] = []
    seen: list[Command] = []

    def look(command: Command, scene: Scene) -> None:
        seen.append(command)
        gone = [command.ref, *command.ref.others] if isinstance(command, Remove | Replace) else []
        placed = not isinstance(command, Make) or command.place is not None
        for part in parts(command):
            said = words.get(part, "")
            if isinstance(part, Thing):
                found.append(Phrase(part, TO_BUILD, said, frozenset(_lacking(part, placed))))
            elif isinstance(part, Ref):
                role = TO_REMOVE if part in gone else EXISTING
                fitting = _fitting(part, scene)
                found.append(Phrase(part, role, said, _open(part, fitting), fitting))

    scene = Scene.of(world.grid, Replayed(decisions=list(decisions)), facing, world.recent)
    with suppress(Failure):
        carried_out(program, scene, look)
    for command in program:
        if command not in seen:
            look(command, scene)
    return tuple(found)


def unread_phrases(reading: Reading, world: World) -> Iterator[Phrase]:
    """The noun phrases within the unread words of a text: definite ones name existing things, others things
    to be built. Removed things are not known. Of a long text they are those of its first `MOST_UNREAD` spans:
    its whole reading has a budget, and each span takes a reading of its own.
    """
    for first, end in reading.unread_spans[:MOST_UNREAD]:
        words = [token.text for token in reading.tokens[first:end]]
        known: set[int] = set()
        for part in (*read(" ".join(words), "Ref")[0].parts, *read(" ".join(words), "Thing")[0].parts):
            meaning, said = part.value, " ".join(words[part.start : part.end])
            if isinstance(meaning, Ref) and meaning.quantifier not in ("", "a"):
                known.update(range(part.start, part.end))
                fitting = _fitting(meaning, Scene.of(world.grid, Choices()))
                yield Phrase(meaning, EXISTING, said, _open(meaning, fitting), fitting)
            elif isinstance(meaning, Thing) and known.isdisjoint(range(part.start, part.end)):
                yield Phrase(meaning, TO_BUILD, said, frozenset(_lacking(meaning, True)))


def _lacking(new: Thing, placed: bool) -> Iterator[str]:
    """The open ends of a thing to be made."""
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
    """The open ends of a reference, by its candidates."""
    wanted = ref.number or (None if ref.plural or ref.quantifier in _EVERY else 1)
    if fitting is None:
        return frozenset()
    if not fitting:
        return frozenset({"absent"})
    return frozenset({"which"} if wanted is not None and len(fitting) > wanted else ())


def _fitting(ref: Ref, scene: Scene) -> tuple[Cells, ...] | None:
    """All candidates of a reference, whatever their number; None for a pronoun, or if they are not known."""
    if ref.noun in _NO_KIND:
        return None
    looked_at = copy(scene)
    looked_at.choices, looked_at.decided = Choices(), dict(scene.decided)
    try:
        return tuple(candidates(ref, looked_at))
    except Failure as failure:
        return () if failure.kind == "absent" else None
