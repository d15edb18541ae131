"""The requests of participants: plain methods of a request body, without a server."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

import cq
from cq.arena.episode import Ask, blocks_of, move_to_json
from cq.dialogue.replies import reply
from cq.errors import InputError
from cq.pipeline import Pipeline
from cq.web.handlers import dialogue_json, taken
from cq.web.requests import Body, StepRequest
from cq.web.responses import DialogueJson
from cq.web.study.design import DEFAULT, Condition, Design, Item, Ready
from cq.web.study.store import Store

Code = Annotated[str, Field(pattern=r"^[a-z0-9]{1,40}$", description="The participant's code.")]
Number = Annotated[int, Field(ge=0, le=500)]


class ConsentRequest(Body):
    """A participant begins. Nothing is kept without consent."""

    consent: bool


class CodeRequest(Body):
    """A participant's request."""

    code: Code


class TaskRequest(CodeRequest):
    """A request about a participant's present task."""

    task: str


class TurnRequest(StepRequest, TaskRequest):
    """A step of the dialogue about a task. `number` counts the steps before it, so that a repeated request,
    after a lost answer, is not taken twice.
    """

    number: Number


class RatingRequest(TaskRequest):
    """A participant's rating of a build; `number` is that of its turn."""

    number: Number
    thumb: Literal["up", "down"] | None = None
    meant: Annotated[str, Field(max_length=5_000)] = ""


class AnswersRequest(CodeRequest):
    """The answers to the questionnaire, by question."""

    answers: Annotated[dict[str, Annotated[str, Field(max_length=5_000)]], Field(max_length=200)]


class IntroductionJson(BaseModel):
    """The text that a visitor reads before consenting."""

    title: str
    consent: str


class CodeJson(BaseModel):
    """A new participant's code."""

    code: str


class TaskJson(BaseModel):
    """A participant's present task, and the dialogue about it so far."""

    id: str
    title: str
    number: int
    target: dict[str, Any] | None
    turns: int
    talk: DialogueJson


class StateJson(BaseModel):
    """A participant's place: at a task, at the questionnaire, or at the end (both null)."""

    tasks: int
    task: TaskJson | None
    questionnaire: list[Item] | None


class DoneJson(BaseModel):
    """Confirms that something was kept, or deleted."""

    done: bool = True


class Participants:
    """The participants of a study: their requests, and the data kept of them. Paths of builders start at
    `folder`.
    """

    def __init__(self, design: Design, ready: dict[str, Ready], store: Store, folder: Path) -> None:
        self.design, self.ready, self.store = design, ready, store
        own = [builder for builder in design.builders if builder != DEFAULT]
        self.pipelines = {builder: Pipeline.from_pretrained(folder / builder) for builder in own}

    def introduction(self) -> IntroductionJson:
        """What a visitor reads first."""
        return IntroductionJson(title=self.design.title, consent=self.design.consent)

    def begin(self, body: ConsentRequest) -> CodeJson:
        """Take part."""
        if not body.consent:
            raise InputError("nobody takes part without consent")
        return CodeJson(code=self.store.begin())

    def state(self, body: CodeRequest) -> StateJson:
        """Where a participant is."""
        participant = self.store.participant(body.code)
        count, left = len(self.ready), self._left(participant)
        if left:
            ready, talk = self.ready[left[0]], self._talk(body.code, left[0])
            task = TaskJson(
                id=left[0],
                title=ready.task.title,
                number=count - len(left) + 1,
                target=None if ready.target is None else ready.target.to_recorded(),
                turns=len(self.store.turns(body.code, left[0])),
                talk=dialogue_json(talk),
            )
            return StateJson(tasks=count, task=task, questionnaire=None)
        open_ = participant["finished"] is None and self.design.questionnaire
        return StateJson(tasks=count, task=None, questionnaire=open_ or None)

    def step(self, body: TurnRequest) -> DialogueJson:
        """A step of the dialogue about a task. It is on the disk before it is answered."""
        self._check_at(body)
        talk = self._talk(body.code, body.task)
        given = body.model_dump(include={"say", "answer", "undo"}, exclude_defaults=True)
        kept = self.store.turns(body.code, body.task)
        if body.number < len(kept) and kept[body.number]["request"] == given:
            return dialogue_json(talk, max(0, len(talk.steps) - 1))
        if body.number != len(kept):
            raise InputError(f"step {body.number} is not the next one, {len(kept)}; load the page again")
        if not given:
            raise InputError("the request has none of say, answer and undo; give one")
        first = taken(talk, body)
        self.store.keep(body.code, body.task, body.number, given, _told(talk, body.undo), talk.to_dict())
        return dialogue_json(talk, first)

    def rate(self, body: RatingRequest) -> DoneJson:
        """What a participant thinks of a build."""
        self._check_at(body)
        if body.number >= len(self.store.turns(body.code, body.task)):
            raise InputError(f"there is no turn {body.number}")
        self.store.rate(body.code, body.task, body.number, body.thumb, body.meant)
        return DoneJson()

    def finish(self, body: TaskRequest) -> StateJson:
        """A task is done; what is next. A page that never heard so may say it again."""
        if body.task not in self.store.done(body.code):
            self._check_at(body)
            self.store.finish_task(body.code, body.task, self._talk(body.code, body.task).to_dict())
        return self.state(CodeRequest(code=body.code))

    def answers(self, body: AnswersRequest) -> DoneJson:
        """The questionnaire, which is the end."""
        participant = self.store.participant(body.code)
        if left := self._left(participant):
            raise InputError(f"task {left[0]!r} is not done; do the tasks first, and load the page again")
        items = {question.id: question for question in self.design.questionnaire}
        for question, answer in body.answers.items():
            if question not in items:
                raise InputError(f"there is no question {question[:40]!r}")
            if (choices := items[question].choices) and answer not in choices:
                offered = ", ".join(map(repr, choices))
                raise InputError(f"{question!r} is answered {answer[:40]!r}; choose one of {offered}")
        if participant["finished"] is not None:
            kept = {row["question"]: row["answer"] for row in self.store.read("answers", code=body.code)}
            if kept != body.answers:
                raise InputError("the questions are answered already; nothing more is taken")
            return DoneJson()
        self.store.answer(body.code, body.answers)
        return DoneJson()

    def withdraw(self, body: CodeRequest) -> DoneJson:
        """Consent is withdrawn: all rows are deleted."""
        self.store.participant(body.code)
        self.store.forget(body.code)
        return DoneJson()

    def _left(self, participant: dict[str, Any]) -> list[str]:
        """The tasks that a participant has not finished, in order."""
        done = self.store.done(participant["code"])
        return [task for task in self.design.order(participant["number"]) if task not in done]

    def _check_at(self, body: TaskRequest) -> None:
        """Raise `InputError` unless a participant is at a task."""
        left = self._left(self.store.participant(body.code))
        if body.task not in left[:1]:
            raise InputError(f"task {body.task[:60]!r} is not the one that is open; load the page again")

    def _talk(self, code: str, task: str) -> cq.Dialogue:
        """The dialogue of a participant about a task."""
        _, condition = self.design.condition(self.ready[task].task)
        pipeline = self.pipelines.get(condition.builder)
        saved = self.store.dialogue(code, task)
        if saved is not None:
            return cq.Dialogue.from_dict(saved, pipeline)
        return cq.Dialogue(
            self.ready[task].world,
            condition.max_questions,
            condition.cost_of_asking,
            pipeline=pipeline,
            speaker=self._speaker(code) if condition.speaker else None,
        )

    def _speaker(self, code: str) -> cq.Speaker:
        """The speaker model of a participant, from the finished tasks with a target."""
        speaker = cq.Speaker("you")
        done = self.store.done(code)
        for task in self.design.order(self.store.participant(code)["number"]):
            ready = self.ready[task]
            if task in done and ready.target is not None and (saved := self.store.dialogue(code, task)):
                talk = cq.Dialogue.from_dict(saved, self.pipelines.get(_builder(self.design, ready)))
                if talk.last_order is not None:
                    speaker.observe(talk, ready.target)
        return speaker


def _builder(design: Design, ready: Ready) -> str:
    condition: Condition = design.condition(ready.task)[1]
    return condition.builder


def _told(talk: cq.Dialogue, undone: bool) -> dict[str, Any]:
    """The record of the builder's side of a step, beside the dialogue itself."""
    world = blocks_of(talk.world)
    if undone:
        # Where an answer was taken back, its question is open again.
        again = talk.steps[-1].turn.question if talk.steps and talk.steps[-1].turn.action == "ask" else None
        question = None if again is None else move_to_json(Ask.of(again))
        nothing = {"confidence": None, "is_answer": False}
        return {"action": "undo", "reply": "Undone.", "world": world, "question": question, **nothing}
    turn = talk.steps[-1].turn
    question = None if turn.question is None else move_to_json(Ask.of(turn.question))
    return {
        "action": turn.action,
        "reply": reply(turn),
        "world": world,
        "question": question,
        "confidence": None if turn.build is None else turn.build.confidence,
        "is_answer": talk.steps[-1].is_answer,
    }
