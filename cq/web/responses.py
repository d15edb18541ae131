"""The responses of the HTTP API, and the JSON of the library's results."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from pydantic import BaseModel, Field

from cq.building import Build
from cq.clarity import Clarity
from cq.dialogue.model import ClarityModel, Part, QuestionModel, Share
from cq.dialogue.shown import ShownBuild, ShownTurn, build_fields, turn_fields
from cq.dialogue.turn import Turn
from cq.reading.grounded import GroundedInstruction
from cq.types import Cell
from cq.web.reading import Place, ReadingJson, reading_json
from cq.world import RECORDED_GROUND, World, Zone

MIN_PROBABILITY = 0.02
"""Less likely changes of a plan are omitted."""


class EvidenceJson(BaseModel):
    """An open slot: a sentence, the words that it is about, and the blocks that they could mean.

    `in_the_way` says that nobody could build before it is settled.
    """

    text: str
    words: str
    blocks: list[Place]
    in_the_way: bool


class VerdictJson(ClarityModel):
    """Whether an instruction is clear, the evidence behind the reasons, and its reading."""

    evidence: list[EvidenceJson]
    reading: ReadingJson


class RankedQuestionJson(Part):
    """A question of a bank; its score is its share of the softmax over the bank."""

    rank: int
    qid: str
    question: str
    score: Share


class DocumentJson(BaseModel):
    """The text of a document, where a request asks for it."""

    text: str


class RerankedJson(BaseModel):
    """A document by its index in the request; scores are those of `rank`, 0 of an empty document."""

    index: int
    relevance_score: float
    document: DocumentJson | None = None


class RerankJson(BaseModel):
    """The documents, best first, in the form of Cohere's `POST /v2/rerank`."""

    id: str
    results: list[RerankedJson]
    meta: dict[str, Any]


class ChangeJson(BaseModel):
    """A possible change of one cell and its probability; `colour` is null for a break."""

    x: int
    y: int
    z: int
    colour: str | None
    probability: float


class BuildJson(ShownBuild):
    """A build: the world after it, the actions that lead to it, and the plan behind it."""

    plan: list[ChangeJson]


class QuestionJson(QuestionModel):
    """A clarifying question. `short` is its text without the options."""

    short: Annotated[str, Field(validation_alias="asked")]


class TurnJson(ShownTurn):
    """The utterance, and the builder's turn about it. `said_before` counts the utterances before it."""

    said: str
    is_answer: bool
    said_before: int
    evidence: list[EvidenceJson]
    reading: ReadingJson
    question: QuestionJson | None
    build: BuildJson | None


class DialogueJson(BaseModel):
    """A dialogue after a step. `turns` are those that the step added, or all if it added none."""

    dialogue: dict[str, Any]
    world: dict[str, Any]
    question_is_open: bool
    said: list[tuple[str, str]]
    turns: list[TurnJson]


class ScoresJson(BaseModel):
    """Scores of a built world, and the blocks that differ from the target: [x, y, z, colour]."""

    maximal_intersection: int
    target_blocks: int
    grid_f1: float
    changed_f1: float | None
    missing: list[tuple[int, int, int, str]]
    superfluous: list[tuple[int, int, int, str]]


class WorldJson(BaseModel):
    """A checked world as a recorded state, and in words."""

    world: dict[str, Any]
    description: str


class StoredWorldJson(WorldJson):
    """A world of a collection. `target` and `instruction` are null where none is recorded."""

    title: str
    instruction: str | None
    target: dict[str, Any] | None


class CollectionJson(BaseModel):
    """A collection of worlds. `names` is null for a data set, whose rows are numbered from 0. `missing` says
    how to get its files, null if they are here.
    """

    id: str
    title: str
    names: dict[str, str] | None
    missing: str | None = None


class DefaultsJson(BaseModel):
    """The defaults of a request: the cost of asking of a dialogue, and the `p_unclear` above which an
    instruction is unclear.
    """

    cost_of_asking: float
    threshold: float


class ErrorJson(BaseModel):
    """The error of a request, in one sentence."""

    error: str


def turn_json(turn: Turn, said: GroundedInstruction, *, is_answer: bool) -> TurnJson:
    """A turn about an utterance as JSON."""
    heard = {
        "said": said.said,
        "is_answer": is_answer,
        "said_before": len(said.dialogue),
        "evidence": [] if turn.action == "reply" else evidence_json(said),
        "reading": reading_json(said, in_words=turn.build is not None),
        "build": None if turn.build is None else build_json(turn.build, said.world),
    }
    return TurnJson(**turn_fields(turn) | heard)


def build_json(build: Build, before: World) -> BuildJson:
    """A build as JSON; `before` is the world that it changes."""
    return BuildJson(**build_fields(build, before.pose), plan=_plan_json(build, before))


def evidence_json(said: GroundedInstruction) -> list[EvidenceJson]:
    """The open points of an instruction as JSON."""
    return [
        EvidenceJson(
            text=evidence.text,
            words=evidence.words,
            blocks=[_place(cell, said.world.zone) for cell in evidence.cells],
            in_the_way=evidence.in_the_way,
        )
        for evidence in said.evidence
    ]


def verdict_json(clarity: Clarity, said: GroundedInstruction) -> VerdictJson:
    """A verdict as JSON."""
    shared = ClarityModel.model_validate(clarity)
    return VerdictJson(
        **dict(shared), evidence=evidence_json(said), reading=reading_json(said, in_words=False)
    )


def difference_json(left: World, right: World) -> list[tuple[int, int, int, str]]:
    """The blocks of `left` that `right` does not have in the same place and colour."""
    cells = np.argwhere((left.grid != 0) & (left.grid != right.grid)).tolist()
    names = left.palette.ids
    return [(*_place((y, x, z), left.zone), names[int(left.grid[y, x, z])]) for y, x, z in cells]


def _plan_json(build: Build, before: World) -> list[ChangeJson]:
    changes = np.array(build.plan)
    np.put_along_axis(changes, before.grid[None].astype(np.int64), 0.0, axis=0)
    found = []
    for content, *cell in np.argwhere(changes >= MIN_PROBABILITY).tolist():
        x, y, z = _place((cell[0], cell[1], cell[2]), before.zone)
        colour = before.palette.ids[content] if content else None
        probability = min(float(changes[(content, *cell)]), 1.0)
        found.append(ChangeJson(x=x, y=y, z=z, colour=colour, probability=round(probability, 4)))
    return found


def _place(cell: Cell, zone: Zone) -> Place:
    """A grid index (y, x, z) in the coordinates of the world's blocks."""
    x, z, _ = zone.coordinates(cell)
    return x, cell[0] + RECORDED_GROUND, z
