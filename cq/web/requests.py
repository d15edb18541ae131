"""The request bodies of the HTTP API, with their limits."""

from __future__ import annotations

import json
from typing import Annotated, Any, ClassVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    PrivateAttr,
    StrictBool,
    StrictFloat,
    StrictInt,
    model_validator,
)

from cq.dialogue.limits import OnUnsure
from cq.language.instruction import MAX_CHARACTERS
from cq.world import World

MAX_QUESTIONS = 500
MAX_TURNS = 500
MAX_DOCUMENTS = 1_000
"""The most documents of a request to rerank: Cohere's own limit."""
MAX_OF_BANK = 100_000
"""Characters of all questions of a bank: reading them takes the ranker seconds."""

Text = Annotated[str, Field(min_length=1, max_length=MAX_CHARACTERS)]
# A string would be a path for `World.parse`, and no visitor may name files of this machine.
WorldJson = Annotated[
    dict[str, Any] | list[Any] | None,
    Field(
        description="A recorded state, a list of blocks [x, y, z, colour] with y from 63, or null (empty).",
        examples=[[[0, 63, 0, "red"], [0, 64, 0, "red"], [3, 63, -1, "blue"]]],
    ),
]


def _check_bank(bank: Any) -> Any:
    characters = sum(map(len, bank.values() if isinstance(bank, dict) else bank or ()))
    if characters > MAX_OF_BANK:
        raise ValueError(f"they have {characters:,} characters in all; give at most {MAX_OF_BANK:,}")
    return bank


Bank = Annotated[
    list[Text] | dict[str, Text] | None,
    Field(max_length=MAX_QUESTIONS, description="Questions as a list or by id; null: the bundled bank."),
    AfterValidator(_check_bank),
]
Cost = Annotated[StrictFloat | None, Field(gt=0, lt=1, description="What a question costs; see the docs.")]
MostQuestions = Annotated[
    StrictInt | None, Field(ge=0, le=100, description="Most questions per instruction.")
]
Unsure = Annotated[
    OnUnsure | None,
    Field(description="What happens where a question would pay and may not be asked; null: it is built."),
]


class Body(BaseModel):
    """A request body. An unknown field is an error, because it is probably a misspelt one."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _check_characters(cls, data: Any) -> Any:
        """JSON can contain characters that no response could repeat."""
        if isinstance(data, bytes):  # FastAPI reads a body as JSON only if its label says so.
            raise ValueError("it is not labelled as JSON; send the header Content-Type: application/json")
        try:
            json.dumps(data, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise ValueError("a text holds a lone surrogate; send whole characters") from None
        except RecursionError:  # It could be read, and just not be written.
            raise ValueError("it is nested too deeply; send fewer lists within lists") from None
        return data


class OfAZone(Body):
    """A body with worlds, and their zone and colours if they differ from those of the recordings. A recorded
    state may contain both.
    """

    zone: Annotated[
        dict[str, StrictInt] | None,
        Field(
            description="Cells: width (west to east), depth (north to south), height.",
            examples=[{"width": 20, "depth": 20, "height": 9}],
        ),
    ] = None
    palette: Annotated[
        dict[str, StrictInt] | None,
        Field(description="Colours of your own: names to ids from 1.", examples=[{"white": 1, "teal": 2}]),
    ] = None
    ground: Annotated[
        StrictInt | None,
        Field(description="y of the lowest level, if it is neither 63 nor -1; responses count from 63."),
    ] = None

    def parsed(self, world: Any) -> World:
        """A world of the body. Raises `InputError`."""
        return World.parse(world, zone=self.zone, palette=self.palette, ground=self.ground)


class InWorld(OfAZone):
    """An instruction in its world, after the turns before it."""

    instruction: Annotated[Text, Field(examples=["Break the red one"])]
    world: WorldJson = None
    dialogue: Annotated[
        list[tuple[str, Text]] | Text | None,
        Field(
            max_length=MAX_CHARACTERS,
            description="What was said before: pairs of a speaker (architect, builder) and a text, or an "
            "IGLU transcript.",
        ),
    ] = None


class ClassifyRequest(InWorld):
    """Is the instruction clear? `after` replaces `world` and `dialogue`, and knows the antecedent of "it"."""

    cost_of_asking: Cost = None
    after: Annotated[
        dict[str, Any] | None,
        Field(description="A dialogue of /api/dialogue at whose end the instruction is said."),
    ] = None


class WithBank(Body):
    """A request that may bring a bank of questions."""

    questions: Bank = None

    @property
    def has_bank(self) -> bool:
        """Whether it does."""
        return self.questions is not None


class RankRequest(InWorld, WithBank):
    """Which question fits best?"""

    top_k: Annotated[StrictInt, Field(ge=1, le=MAX_QUESTIONS)] = 10


class RerankRequest(OfAZone):
    """Which question fits best, as Cohere's clients ask: the documents are the questions of the bank."""

    has_bank: ClassVar[bool] = True

    model: Annotated[
        str | None, Field(max_length=200, description="Clients send it; our ranker is the only model.")
    ] = None
    query: Annotated[Text, Field(description="The instruction.", examples=["Break the red one"])]
    documents: Annotated[
        list[str | dict[str, Any]],
        Field(max_length=MAX_DOCUMENTS, description="Texts, or objects with a text."),
    ]
    rank_fields: Annotated[
        list[str] | None,
        Field(min_length=1, max_length=100, description="Of documents that are objects: the fields to read."),
    ] = None
    return_documents: Annotated[bool | None, Field(description="Whether results have their document.")] = None
    top_n: Annotated[StrictInt | None, Field(ge=1, description="Most results; null: all.")] = None
    max_chunks_per_doc: Annotated[int | None, Field(ge=1, description="Has no effect.")] = None
    max_tokens_per_doc: Annotated[int | None, Field(ge=1, description="Has no effect.")] = None
    priority: Annotated[int | None, Field(ge=0, description="Has no effect.")] = None
    world: WorldJson = None
    _texts: list[str] = PrivateAttr()

    @property
    def texts(self) -> list[str]:
        """The texts of the documents."""
        return self._texts

    @model_validator(mode="after")
    def _read_documents(self) -> RerankRequest:
        fields = self.rank_fields or ["text"]
        self._texts = [_text_of(document, number, fields) for number, document in enumerate(self.documents)]
        _check_bank(self._texts)
        return self


def _text_of(document: str | dict[str, Any], number: int, fields: list[str]) -> str:
    """The text of a document: of an object, those of its fields, a line each. Raises `ValueError`."""
    if isinstance(document, str):
        text = document
    else:
        found = [document[name] for name in fields if document.get(name) is not None]
        if not found and not any(name in document for name in fields):
            raise ValueError(
                f"document {number} has no field {' or '.join(map(repr, fields))}; give it a text"
            )
        text = "\n".join(value if isinstance(value, str) else json.dumps(value) for value in found)
    if len(text) > MAX_CHARACTERS:
        raise ValueError(f"document {number} has {len(text):,} characters; give at most {MAX_CHARACTERS:,}")
    return text


class BuildRequest(InWorld):
    """What would a person build?"""


class AskRequest(InWorld, WithBank):
    """One turn of the builder."""

    cost_of_asking: Cost = None
    max_questions: MostQuestions = None
    on_unsure: Unsure = None


class StepRequest(Body):
    """A step of a dialogue: at most one of `say`, `answer` and `undo`."""

    say: Annotated[Text | None, Field(description="A new instruction.", examples=["Build a tower"])] = None
    answer: Annotated[
        Text | StrictInt | None, Field(description="An answer in words, or the number of an option, from 1.")
    ] = None
    undo: Annotated[StrictBool, Field(description="Take back the last step.")] = False


class DialogueRequest(StepRequest, OfAZone, WithBank):
    """A step of a dialogue. The caller keeps the dialogue, and sends it with each step.

    Begin with `world` and the options, and go on with the `dialogue` of the last response. Give at most one
    of `say`, `answer` and `undo`; with none of them the response shows the dialogue as it is.
    """

    dialogue: Annotated[
        dict[str, Any] | None, Field(description="The dialogue so far, from the last response.")
    ] = None
    world: WorldJson = None
    cost_of_asking: Cost = None
    max_questions: MostQuestions = None
    on_unsure: Unsure = None

    @property
    def has_bank(self) -> bool:
        """Whether it, or the dialogue that it goes on with, does."""
        return super().has_bank or (self.dialogue or {}).get("qbank") is not None


class ScoreRequest(OfAZone):
    """How near is a built world to its target?"""

    built: WorldJson = None
    target: WorldJson = None
    start: WorldJson = None


class WorldRequest(OfAZone):
    """A world to check."""

    world: WorldJson = None
