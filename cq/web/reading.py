"""The reading of an instruction in words, and the antecedents of its pronouns, as JSON."""

from __future__ import annotations

from itertools import chain

from pydantic import BaseModel

from cq.language.lexicon import speaking_of
from cq.language.program import Ref, parts
from cq.language.public_program import Program
from cq.reading.explained_references import Block, denotations
from cq.reading.grounded import GroundedInstruction
from cq.semantics.pronouns import PRONOUNS
from cq.world import RECORDED_GROUND

Place = tuple[int, int, int]
"""x, y, z of a block; y counts from 63."""


class ReferenceJson(BaseModel):
    """The antecedent of a pronoun: its words, and the blocks that it most likely means."""

    words: str
    blocks: list[Place]


class ReadingJson(BaseModel):
    """The reading of an instruction. `is_read` tells whether the rules read it. `words` is the reading in
    words; null if nothing is built, no rule reads it, or no rule has words for it, as for a correction.
    `unread` are the words that no rule reads. `refers` has the antecedents of "it" and the like.
    """

    is_read: bool
    words: str | None
    unread: list[str]
    refers: list[ReferenceJson]


def reading_json(said: GroundedInstruction, *, in_words: bool) -> ReadingJson:
    """The reading of an instruction, with the answers about it, as JSON. Finding words takes as long as
    reading, so they are omitted unless `in_words`.
    """
    reading = said.heard.understanding.reading
    with speaking_of(said.world.palette):
        words = Program(tuple(reading.program)).say() if in_words and reading.program else None
    return ReadingJson(
        is_read=bool(reading.program),
        words=words,
        unread=list(reading.unread_words),
        refers=_refers(said),
    )


def _refers(said: GroundedInstruction) -> list[ReferenceJson]:
    understanding = said.heard.understanding
    reading = understanding.reading
    pronouns = [part for command in reading.program or () for part in parts(command) if _is_pronoun(part)]
    if not pronouns:
        return []
    meant = denotations(
        reading.program, understanding.decisions, said.world, said.heard.facing, reading.words_of
    )
    return [
        ReferenceJson(
            words=denotation.words, blocks=sorted({_place(block) for block in chain(*denotation.ways[0][0])})
        )
        for denotation in meant
        if denotation.meaning in pronouns and denotation.ways
    ]


def _is_pronoun(part: object) -> bool:
    return isinstance(part, Ref) and part.noun in PRONOUNS


def _place(block: Block) -> Place:
    return block.x, block.level - 1 + RECORDED_GROUND, block.z
