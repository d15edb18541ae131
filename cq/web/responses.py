"""What the HTTP API gives back, and how results of the library become JSON."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from cq.building import Build
from cq.clarity import Clarity
from cq.dialogue.replies import reply
from cq.dialogue.turn import ActionName, Turn
from cq.meaning.grounded import GroundedInstruction
from cq.types import Cell
from cq.web.reading import Place, ReadingJson, reading_json
from cq.world import RECORDED_GROUND, World, Zone

MIN_PROBABILITY = 0.02
"""Less likely changes of a plan are left out."""


class Result(BaseModel):
    """A result of the library, whose attributes are read."""

    model_config = ConfigDict(from_attributes=True)


class ClarityJson(Result):
    """Whether an instruction is clear: how likely a person asks back, and what the words leave open."""

    is_clear: bool
    p_unclear: float
    threshold: float
    reasons: list[str]


class EvidenceJson(BaseModel):
    """One open thing: a sentence, the words that it is about, and the blocks that they could mean.

    `in_the_way` says that nobody could build before it is settled.
    """

    text: str
    words: str
    blocks: list[Place]
    in_the_way: bool


class VerdictJson(ClarityJson):
    """Whether an instruction is clear, what is behind the reasons, and how it is read."""

    evidence: list[EvidenceJson]
    reading: ReadingJson


class RankedQuestionJson(Result):
    """A question of a bank; its score is its share of the softmax over the bank."""

    rank: int
    qid: str
    question: str
    score: float


class RerankedJson(BaseModel):
    """A document by its index in the request; scores are those of `rank`."""

    index: int
    relevance_score: float


class RerankJson(BaseModel):
    """The documents, best first, in the form of Cohere's `POST /v2/rerank`."""

    id: str
    results: list[RerankedJson]
    meta: dict[str, Any]


class ActionJson(Result):
    """A block placed or broken. `level` counts from 1 on the ground; `colour` is null for a break."""

    kind: str
    x: int
    y: int
    z: int
    level: int
    colour: Annotated[str | None, Field(validation_alias="colour_name")]


class ChangeJson(BaseModel):
    """A possible change of one cell and its probability; `colour` is null for a break."""

    x: int
    y: int
    z: int
    colour: str | None
    probability: float


class BuildJson(BaseModel):
    """A build: the world after it, the actions that lead to it, and the plan behind it. `networks_saw` tells
    what of the zone the plan network looked at: "", "zone", "padded", "window" or "nothing".
    """

    world: dict[str, Any]
    actions: list[ActionJson]
    plan: list[ChangeJson]
    confidence: float
    networks_saw: str


class OptionJson(Result):
    """A short answer and its probability."""

    text: str
    probability: float


class QuestionJson(Result):
    """A clarifying question. `short` is its text without the options, and `value` the changed F1 that an
    answer is expected to add.
    """

    type: str
    text: str
    short: Annotated[str, Field(validation_alias="asked")]
    value: float
    options: list[OptionJson]


class TurnJson(BaseModel):
    """What was said, and the builder's turn: it asks, builds, replies or refuses. `reply` is the
    builder's side in words, whatever it does. `said_before` counts the utterances before it.
    """

    action: ActionName
    said: str
    is_answer: bool
    said_before: int
    reply: str
    reasons: list[str]
    evidence: list[EvidenceJson]
    reading: ReadingJson
    clarity: ClarityJson
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
    """What holds where a request does not say it: the cost of asking of a dialogue, and the `p_unclear` above
    which an instruction is unclear.
    """

    cost_of_asking: float
    threshold: float


class ErrorJson(BaseModel):
    """What was wrong with a request, in one sentence."""

    error: str


def turn_json(turn: Turn, said: GroundedInstruction, *, is_answer: bool) -> TurnJson:
    """A turn about what was said as JSON."""
    return TurnJson(
        action=turn.action,
        said=said.said,
        is_answer=is_answer,
        said_before=len(said.dialogue),
        reply=reply(turn),
        reasons=list(turn.reasons),
        evidence=[] if turn.action == "reply" else evidence_json(said),
        reading=reading_json(said, in_words=turn.build is not None),
        clarity=ClarityJson.model_validate(turn.clarity),
        question=None if turn.question is None else QuestionJson.model_validate(turn.question),
        build=None if turn.build is None else build_json(turn.build, said.world),
    )


def build_json(build: Build, before: World) -> BuildJson:
    """A build as JSON; `before` is the world that it changes."""
    return BuildJson(
        world=World(build.grid, before.pose, palette=before.palette).to_recorded(),
        actions=[ActionJson.model_validate(action) for action in build.actions],
        plan=_plan_json(build, before),
        confidence=build.confidence,
        networks_saw=build.networks_saw,
    )


def evidence_json(said: GroundedInstruction) -> list[EvidenceJson]:
    """What an instruction leaves open as JSON."""
    return [
        EvidenceJson(
            text=one.text,
            words=one.words,
            blocks=[_place(cell, said.world.zone) for cell in one.cells],
            in_the_way=one.in_the_way,
        )
        for one in said.evidence
    ]


def verdict_json(clarity: Clarity, said: GroundedInstruction) -> VerdictJson:
    """A verdict as JSON."""
    shared = ClarityJson.model_validate(clarity).model_dump()
    return VerdictJson(**shared, evidence=evidence_json(said), reading=reading_json(said, in_words=False))


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
