"""Turns and dialogues as JSON values: the one model that files, the page, commands and adapters share.

pydantic takes a while to load, so other modules import this one where they use it.
"""

from __future__ import annotations

from typing import Annotated, Any, Generic, Literal, TypeAlias, TypeVar

import numpy as np
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    Strict,
    ValidationError,
    field_validator,
    model_validator,
)

from cq.building import Action
from cq.dialogue.guess import Guess
from cq.dialogue.limits import OnUnsure
from cq.dialogue.omissions import KINDS, Kind
from cq.dialogue.turn import ActionName
from cq.errors import InputError, fault_in

T = TypeVar("T")
A = TypeVar("A")
"""How an action is written: `Row` in a file, an object with coordinates for other programs."""
M = TypeVar("M", bound=BaseModel)

VERSION = 3
"""The version of saved dialogues. 1 has no replies and no undo in words; 2, of cq 0.2.0, no guesses and no
memory.
"""


def _number(value: Any) -> Any:
    """NumPy's numbers as Python's."""
    return value.item() if isinstance(value, np.generic) else value


def _some(text: str) -> str:
    if not text.strip():
        raise ValueError("it must be some text")
    return text


def _row(action: Any) -> Any:
    return (action.kind, *map(int, (*action.cell, action.colour))) if isinstance(action, Action) else action


Several: TypeAlias = Annotated[tuple[T, ...], Strict(False)]
"""A list in JSON."""
Texts: TypeAlias = Several[str]
Text = Annotated[str, AfterValidator(_some)]
Flag = Annotated[bool, BeforeValidator(_number)]
Share = Annotated[float, Field(ge=0, le=1), BeforeValidator(_number)]
Count = Annotated[int, Field(ge=0)]
Counts = Annotated[tuple[Count, Count], Strict(False)]
Pair = Annotated[tuple[str, str], Strict(False)]
Cell = Annotated[tuple[int, int, int], Strict(False)]
Row = Annotated[tuple[Literal["place", "break"], int, int, int, int], Strict(False), BeforeValidator(_row)]
"""An action: kind, y, x, z of the grid, and the id of the colour, 0 where a block is broken."""


class Part(BaseModel):
    """Values that are checked and never converted. They are read from JSON and from the library's objects."""

    model_config = ConfigDict(extra="forbid", strict=True, from_attributes=True)


class ClarityModel(Part):
    """How likely a person asks back, and what the words leave open: `cq.Clarity`."""

    is_clear: Flag
    p_unclear: Share
    threshold: Share
    reasons: Texts
    in_domain: Flag = True
    domain: Literal["building", "text"] = "building"


class OptionModel(Part):
    """A short answer and its probability."""

    text: Text
    probability: Share


class QuestionModel(Part):
    """A question. `text` is all of it, `asked` its words without the options; `value`, in [0, 1], is the
    changed F1 that an answer is expected to add. The rest is as in `ClarifyingQuestion`.
    """

    type: Text
    text: str = ""
    asked: str = ""
    value: Share
    options: Several[OptionModel]
    lists_options: bool = True
    about: str = "words"
    necessary: Annotated[bool, Field(exclude=True)] = False
    """Of version 2. It says nothing any more."""


class Noted(Part):
    """What a builder notes of a build, as in `cq.Build`."""

    corrections: Several[Pair] = ()
    unread: Texts = ()
    networks_saw: str = ""
    failure: str = ""


class BuildModel(Noted, Generic[A]):
    """A build: actions that are carried out one after the other, and how sure it is, in [0, 1]."""

    actions: Several[A]
    confidence: Share


class GuessModel(Noted, Generic[A]):
    """The best build whatever is done, how probable it is, in [0, 1], and what was assumed, as sentences.
    Without actions it is what is built.
    """

    actions: Several[A] | None = None
    probability: Share
    assumptions: Texts = ()

    @model_validator(mode="before")
    @classmethod
    def _of(cls, guess: Any) -> Any:
        if not isinstance(guess, Guess):
            return guess
        noted = {name: getattr(guess.build, name) for name in ("actions", *Noted.model_fields)}
        return {**noted, "probability": guess.probability, "assumptions": guess.assumptions}


class TurnModel(Part, Generic[A]):
    """The builder's turn, as `cq.Turn`: it asks, builds, refuses or replies."""

    action: ActionName
    clarity: ClarityModel
    reasons: Texts
    reply: str | None = None
    question: QuestionModel | None = None
    build: BuildModel[A] | None = None
    guess: GuessModel[A] | None = None


class MemoryModel(Part):
    """How a guess was understood: commands (`cq.language.json_form`), carried out with the options of `path`
    taken. `before` are the actions from the world of the step to the one in which they begin.
    """

    before: Several[Row] = ()
    program: Several[dict[str, Any]] = ()
    path: Several[Count] = ()
    recent: Several[Cell] = ()
    restored: Several[Cell] = ()


class StepModel(Part):
    """What the architect said, and the builder's turn."""

    said: Text
    is_answer: bool
    back_to: Count | None = None
    assumed: Several[Pair] = ()
    turn: TurnModel[Row]
    memory: MemoryModel | None = None


class BankModel(Part):
    """A bank of questions: `cq.QuestionBank`."""

    qids: Texts
    questions: Texts
    kinds: Texts


class SpeakerModel(Part):
    """What is known of a speaker: `cq.Speaker`."""

    name: Text
    meant_same: dict[Kind, Counts]
    orders: Counts
    answers: Counts
    cost_of_guessing: float | None = None

    @field_validator("meant_same")
    @classmethod
    def _has_all(cls, meant: dict[Kind, tuple[int, int]]) -> dict[Kind, tuple[int, int]]:
        if lacking := set(KINDS) - set(meant):
            raise ValueError(f"it must tell of {lacking.pop()!r}")
        return meant


class DialogueModel(Part):
    """A dialogue. `start` is a recorded state; `recent` are the cells of the blocks that were placed last
    before it, and `before` the actions that lead from it back to the world before that.
    """

    version: int
    start: dict[str, Any]
    recent: Several[Cell] = ()
    before: Several[Row] | None = None
    max_questions: int | None
    cost_of_asking: float | None
    on_unsure: OnUnsure = "build"
    qbank: BankModel | None
    speaker: SpeakerModel | None = None
    steps: Several[StepModel]


def read(kind: type[M], data: Any, whole: str) -> M:
    """The value of a model in JSON values, which messages call `whole`. Raises `InputError` naming the first
    fault.
    """
    try:
        return kind.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        if first["loc"][:1] == ("steps",) and len(first["loc"]) > 1:
            number, *inner = first["loc"][1:]
            whole, first["loc"] = f"step {int(number) + 1} of {whole}", tuple(inner)
        raise InputError(f"{whole}: {fault_in(first)}") from None
