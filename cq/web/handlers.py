"""The computations of the HTTP API: plain functions of a request body, without a server."""

from __future__ import annotations

import time
from typing import Any
from uuid import uuid4

import cq
from cq.deadlines import Deadline, check_deadline
from cq.dialogue.policy import COST_OF_ASKING
from cq.errors import InputError
from cq.language.arguments import Instructions
from cq.metrics import changed_f1, grid_f1, maximal_intersection
from cq.reading.grounded import GroundedInstruction
from cq.web.limits import ORDER
from cq.web.requests import (
    MAX_TURNS,
    AskRequest,
    BuildRequest,
    ClassifyRequest,
    DialogueRequest,
    InWorld,
    RankRequest,
    RerankRequest,
    ScoreRequest,
    StepRequest,
    WorldRequest,
)
from cq.web.responses import (
    BuildJson,
    DefaultsJson,
    DialogueJson,
    DocumentJson,
    RankedQuestionJson,
    RerankedJson,
    RerankJson,
    ScoresJson,
    TurnJson,
    VerdictJson,
    WorldJson,
    build_json,
    difference_json,
    turn_json,
    verdict_json,
)


def classify(body: ClassifyRequest) -> VerdictJson:
    """Is the instruction clear enough to act on in this world, and what do its words leave open?"""
    if body.after is None:
        given = _parse(body)
    elif any(field is not None for field in (body.world, body.dialogue, body.zone, body.palette)):
        raise InputError("after has its world and what was said already; give it without others")
    else:
        talk = _restored(body.after)
        given = Instructions.parse(body.instruction, talk.world, talk.said)
    clarity = cq.classify(given, cost_of_asking=body.cost_of_asking)
    return verdict_json(_one(clarity), _grounded(given))


def rank(body: RankRequest) -> list[RankedQuestionJson]:
    """The questions of a bank, best first."""
    given = _parse(body)
    _hear(given)
    ranked: Any = cq.rank(body.questions, given, top_k=body.top_k)
    return [RankedQuestionJson.model_validate(question) for question in ranked]


def rerank(body: RerankRequest) -> RerankJson:
    """The questions of a bank, best first, for clients of Cohere's rerank."""
    given = Instructions.parse(body.query, body.parsed(body.world))
    _hear(given)
    texts = {str(index): text for index, text in enumerate(body.texts)}
    bank = {index: text for index, text in texts.items() if text.strip()}
    ranked: Any = cq.rank(cq.QuestionBank.parse(bank), given) if bank or not texts else []
    scores = {question.qid: question.score for question in ranked} | dict.fromkeys(
        texts.keys() - bank.keys(), 0.0
    )
    order = [question.qid for question in ranked] + [index for index in texts if index not in bank]
    results = [
        RerankedJson(
            index=int(index),
            relevance_score=scores[index],
            document=DocumentJson(text=texts[index]) if body.return_documents else None,
        )
        for index in order[: body.top_n]
    ]
    return RerankJson(id=str(uuid4()), results=results, meta={"api_version": {"version": "2"}})


def build(body: BuildRequest) -> BuildJson:
    """What would a person build?"""
    given = _parse(body)
    return build_json(_one(cq.build(given)), given.worlds[0])


def ask(body: AskRequest) -> TurnJson:
    """One turn of the builder: it asks, builds, replies or refuses."""
    given = _parse(body)
    _hear(given)
    said = _grounded(given)
    turn = cq.ask(
        given,
        qbank=body.questions,
        cost_of_asking=body.cost_of_asking,
        max_questions=body.max_questions,
        on_unsure=body.on_unsure or "build",
    )
    return turn_json(_one(turn), said, is_answer=bool(said.request.exchanges))


def dialogue(body: DialogueRequest) -> DialogueJson:
    """One step of a dialogue: say something, answer the open question, or take a step back."""
    talk = _opened(body)
    return dialogue_json(talk, taken(talk, body))


def taken(talk: cq.Dialogue, step: StepRequest) -> int:
    """Take a step of a dialogue; the number of the first turn that it added, 0 if it is none. Raises
    `InputError`.
    """
    if sum([step.say is not None, step.answer is not None, step.undo]) > 1:
        raise InputError("the request has more than one of say, answer and undo; give one")
    first = len(talk.steps)
    if step.undo:
        talk.undo()
    elif step.say is not None:
        talk.say(step.say)
    elif step.answer is not None:
        talk.answer(step.answer)
    else:
        first = 0
    return first


def dialogue_json(talk: cq.Dialogue, first: int = 0) -> DialogueJson:
    """A dialogue, with its turns from the number `first` on."""
    return DialogueJson(
        dialogue=talk.to_dict(),
        world=talk.world.to_recorded(),
        question_is_open=talk.question_is_open,
        said=list(talk.said),
        turns=[_turn(talk, index) for index in range(first, len(talk.steps))],
    )


def score(body: ScoreRequest) -> ScoresJson:
    """How near is a built world to its target, and where do they differ?"""
    built, target = body.parsed(body.built), body.parsed(body.target)
    start = None if body.start is None else body.parsed(body.start)
    return ScoresJson(
        maximal_intersection=maximal_intersection(built.grid, target.grid),
        target_blocks=len(target),
        grid_f1=grid_f1(built.grid, target.grid),
        changed_f1=None if start is None else changed_f1(built.grid, target.grid, start.grid),
        missing=difference_json(target, built),
        superfluous=difference_json(built, target),
    )


def defaults() -> DefaultsJson:
    """The cost of asking and the threshold that hold where a request does not say them."""
    return DefaultsJson(cost_of_asking=COST_OF_ASKING, threshold=cq.classify("Build a wall").threshold)


def world(body: WorldRequest) -> WorldJson:
    """Check a world, in any form that the API reads, and describe it in words."""
    parsed = body.parsed(body.world)
    return WorldJson(world=parsed.to_recorded(), description=parsed.describe())


def _parse(body: InWorld) -> Instructions:
    return Instructions.parse(body.instruction, body.parsed(body.world), body.dialogue)


def _grounded(given: Instructions) -> GroundedInstruction:
    return GroundedInstruction(given.texts[0], given.worlds[0], given.dialogues[0])


def _hear(given: Instructions) -> None:
    """Hear the instruction, which is kept, within the time of an order: a bank may take longer."""
    with Deadline(ORDER.work, time.thread_time):
        _ = _grounded(given).heard


def _one(result: Any) -> Any:
    """The result of `Instructions` with one instruction; the library types it as a list."""
    return result


def _opened(body: DialogueRequest) -> cq.Dialogue:
    """The dialogue of the request, or a new one."""
    options = (body.max_questions, body.cost_of_asking, body.questions)
    if body.dialogue is None:
        return cq.Dialogue(body.parsed(body.world), *options, on_unsure=body.on_unsure or "build")
    if any(field is not None for field in (body.world, body.zone, body.palette, body.on_unsure, *options)):
        raise InputError("a dialogue has its world and options already; give it without others")
    return _restored(body.dialogue)


def _restored(saved: dict[str, Any]) -> cq.Dialogue:
    steps = saved.get("steps")
    if isinstance(steps, list) and len(steps) > MAX_TURNS:
        raise InputError(f"the dialogue has {len(steps):,} steps, more than {MAX_TURNS}; begin a new one")
    return cq.Dialogue.from_dict(saved)


def _turn(talk: cq.Dialogue, index: int) -> TurnJson:
    check_deadline()
    step = talk.steps[index]
    so_far = cq.Dialogue(talk.start)
    so_far.steps = talk.steps[: index + 1]
    said = GroundedInstruction(step.said, step.world, so_far.said[:-2])
    return turn_json(step.turn, said, is_answer=step.is_answer)
