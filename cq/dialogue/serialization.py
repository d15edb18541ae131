"""Saved dialogues: plain JSON values, checked when they are read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from cq.building import Action, Build, replay
from cq.building.plan_changes import certain
from cq.clarity import Clarity
from cq.dialogue.questions import ClarifyingQuestion, Option
from cq.dialogue.turn import ACTIONS, Ranking, Turn
from cq.errors import InputError, excerpt
from cq.language.request import head_of
from cq.ranking import QuestionBank
from cq.world import World

T = TypeVar("T")

VERSION = 2
READ = (1, VERSION)
"""The versions that are read: the first one knows no replies and nothing that is taken back in words."""


def bank_to_dict(bank: QuestionBank) -> dict[str, Any]:
    """A question bank as JSON values."""
    return {"qids": list(bank.qids), "questions": list(bank.questions), "kinds": list(bank.kinds)}


def bank_from_dict(data: Any) -> QuestionBank:
    """A question bank from `bank_to_dict`. Raises `InputError`."""
    fields = Fields(data, "qbank")
    return QuestionBank(*(fields.texts(name) for name in ("qids", "questions", "kinds")))


def read_header(data: Any) -> Fields:
    """The fields of a saved dialogue. Raises `InputError` if it is none, or of another version."""
    fields = Fields(data, "the saved dialogue")
    version = fields.given("version")
    if type(version) is not int or version not in READ:
        raise InputError(
            f"the saved dialogue has version {excerpt(version, 20)}; this cq reads version {VERSION}, "
            "and older ones"
        )
    return fields


def turn_to_dict(turn: Turn) -> dict[str, Any]:
    """A turn as JSON values, without the plan of its build and the ranking of the bank."""
    question, build, clarity = turn.question, turn.build, turn.clarity
    return {
        "action": turn.action,
        "reasons": list(turn.reasons),
        "reply": turn.reply,
        "clarity": {
            "is_clear": bool(clarity.is_clear),
            "p_unclear": float(clarity.p_unclear),
            "threshold": float(clarity.threshold),
            "reasons": list(clarity.reasons),
            "in_domain": bool(clarity.in_domain),
            "domain": clarity.domain,
        },
        "question": question
        and {
            "type": question.type,
            "asked": question.asked,
            "text": question.text,
            "value": float(question.value),
            "necessary": question.necessary,
            "lists_options": question.lists_options,
            "options": [
                {"text": one.text, "probability": float(one.probability)} for one in question.options
            ],
        },
        "build": build
        and {
            "confidence": float(build.confidence),
            "actions": [[one.kind, *map(int, (*one.cell, one.colour))] for one in build.actions],
        },
    }


def turn_from_dict(data: Any, world: World, ranking: Ranking) -> Turn:
    """A turn from `turn_to_dict`, taken in `world`. `ranking` is used if it asks. The plan of its build is
    its grid, as certain. Raises `InputError` naming what is wrong.
    """
    fields = Fields(data, "turn")
    action = fields.one_of("action", ACTIONS)
    question = _question(fields.given("question")) if action == "ask" else None
    build = _build(fields.given("build"), world) if action == "build" else None
    may_reply = action == "build" and fields.data.get("reply") is not None
    reply = fields.text("reply") if action == "reply" or may_reply else None
    for name, needed in (("question", "ask"), ("build", "build"), ("reply", "reply")):
        if action != needed and not (name == "reply" and may_reply) and fields.data.get(name) is not None:
            raise InputError(f"turn.{name} is given, but the action is {excerpt(action)}; it must be null")
    clarity = Fields(fields.given("clarity"), "clarity")
    return Turn(
        action,
        Clarity(
            clarity.of_type("is_clear", bool),
            clarity.fraction("p_unclear"),
            clarity.fraction("threshold"),
            clarity.texts("reasons"),
            clarity.data.get("in_domain", True) is not False,
            "text" if clarity.data.get("domain") == "text" else "building",
        ),
        question,
        build,
        fields.texts("reasons"),
        ranking if action == "ask" else None,
        reply=reply,
    )


def _question(data: Any) -> ClarifyingQuestion:
    fields = Fields(data, "question")
    options = []
    for one in fields.of_type("options", list):
        option = Fields(one, "option")
        options.append(Option(option.text("text"), option.fraction("probability")))
    return ClarifyingQuestion(
        fields.text("type"),
        fields.text("asked") if "asked" in fields.data else f"{head_of(fields.text('text'))}?",
        tuple(options),
        fields.fraction("value"),
        fields.data.get("necessary") is True,
        fields.data.get("lists_options") is not False,
    )


def _build(data: Any, world: World) -> Build:
    fields = Fields(data, "build")
    actions = tuple(_action(one, world) for one in fields.of_type("actions", list))
    grid = replay(world.grid, actions)
    grid.setflags(write=False)
    plan, confidence = certain(grid, world.palette), fields.fraction("confidence")
    return Build(grid, actions, plan, confidence, start=world.grid, palette=world.palette)


def _action(row: Any, world: World) -> Action:
    if (
        isinstance(row, list)
        and len(row) == 5
        and row[0] in ("place", "break")
        and all(isinstance(i, int) and not isinstance(i, bool) for i in row[1:])
        and (row[4] in world.palette.ids if row[0] == "place" else row[4] == 0)
    ):
        return Action(row[0], (row[1], row[2], row[3]), row[4], world.zone, world.palette)
    raise InputError(f'action {excerpt(row)} is not ["place" or "break", y, x, z, colour id]')


class Fields:
    """The fields of a JSON object, each checked when it is read. Errors name `where.field`."""

    def __init__(self, data: Any, where: str) -> None:
        if not isinstance(data, Mapping):
            raise InputError(f"{where} is {type(data).__name__} {excerpt(data)}; it must be an object")
        self.data, self.where = data, where

    def given(self, name: str) -> Any:
        """Any value. Raises `InputError` if it is missing."""
        if name not in self.data:
            raise InputError(f"{self.where} lacks {name!r}; it has {sorted(map(str, self.data))}")
        return self.data[name]

    def of_type(self, name: str, kind: type[T]) -> T:
        """A value of exactly this type."""
        value = self.given(name)
        if type(value) is not kind:
            raise self._error(name, f"a {kind.__name__}")
        return value

    def text(self, name: str) -> str:
        """A text that is not empty."""
        value = self.of_type(name, str)
        if not value.strip():
            raise self._error(name, "some text")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts."""
        values = self.of_type(name, list)
        if not all(isinstance(value, str) for value in values):
            raise self._error(name, "a list of texts")
        return tuple(values)

    def pairs(self, name: str) -> tuple[tuple[str, str], ...]:
        """Pairs of texts; none if the field is missing."""
        values = self.data.get(name, [])
        if not isinstance(values, list) or not all(
            isinstance(pair, list) and len(pair) == 2 and all(isinstance(one, str) for one in pair)
            for pair in values
        ):
            raise self._error(name, "a list of pairs of texts")
        return tuple((first, second) for first, second in values)

    def fraction(self, name: str) -> float:
        """A number in [0, 1]."""
        value = self.given(name)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
            raise self._error(name, "a number in [0, 1]")
        return float(value)

    def state(self, name: str, most: int) -> int | None:
        """A number from 0 to `most`, None if it is missing or null."""
        value = self.data.get(name)
        if value is not None and (type(value) is not int or not 0 <= value <= most):
            raise self._error(name, f"a number from 0 to {most}, or null")
        return value

    def one_of(self, name: str, allowed: tuple[T, ...]) -> T:
        """One of the allowed values."""
        value = self.given(name)
        if value not in allowed:
            raise self._error(name, f"one of {', '.join(map(str, allowed))}")
        return allowed[allowed.index(value)]

    def _error(self, name: str, needed: str) -> InputError:
        return InputError(f"{self.where}.{name} is {excerpt(self.data[name])}; it must be {needed}")
