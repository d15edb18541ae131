"""Moves and transcripts as JSON, over the parts that all turns share (`cq.dialogue.model`)."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from pydantic import ConfigDict, Discriminator, Field, SkipValidation, Strict, Tag

from cq.arena.episode import Ask, Build, Move, Protocol, Refuse, form_of, move_to_json
from cq.dialogue.model import Part, Several, Share, Text, Texts, read
from cq.errors import InputError, excerpt
from cq.world import World

Block = Annotated[tuple[int, int, int, str], Strict(False)]
"""x, y, z, colour."""
Figure = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class Told(Part):
    """What an agent tells. Fields that nobody knows do no harm."""

    model_config = ConfigDict(extra="ignore")


class AskJson(Told):
    """A question, with the answers that it offers."""

    ask: Text
    options: Texts = ()
    type: str = ""


class BuildJson(Told):
    """What stands in the end, or a text where there is no world. A world reads the blocks itself."""

    build: Annotated[str | Several[Block], SkipValidation]
    doubt: Share | None = None
    said: str = "Done."


class RefuseJson(Told):
    """That nothing is built, and why."""

    refuse: str
    failed: bool = False


class BuiltJson(BuildJson):
    """What was built, in a file: nobody else reads its blocks."""

    build: str | Several[Block]


def _kind(move: Any) -> str | None:
    """Whether a move of a file is a build or a refusal; None where it is both or neither."""
    told = set(move) & {"build", "refuse"} if isinstance(move, dict) else set()
    return told.pop() if len(told) == 1 else None


EndJson = Annotated[
    Annotated[BuiltJson, Tag("build")] | Annotated[RefuseJson, Tag("refuse")],
    Discriminator(
        _kind, custom_error_type="no_end", custom_error_message="It must have build or refuse, and not both"
    ),
]
"""The move that ends a request."""


class AskedJson(Told):
    """A question that was asked, its answer, and what kind of answer that is."""

    question: AskJson
    answer: str
    kind: str


class OrderJson(Told):
    """A request, what was asked about it, and what was done."""

    request: str
    asked: Several[AskedJson]
    move: EndJson


class TranscriptJson(Told):
    """A game: a line of a file of transcripts."""

    agent: str
    id: str
    protocol: Protocol
    price: Figure
    is_open: bool | None
    orders: Several[OrderJson]
    changed_f1: Annotated[Figure, Field(le=1)]
    exact: bool


def checked(move: Move) -> Move:
    """A move whose parts are what they must be in a file of transcripts. Raises `InputError` naming the first
    that is not.
    """
    told = move_to_json(replace(move, outcome="") if isinstance(move, Build) else move)
    if isinstance(move, Build):
        built = read(BuildJson, told, "the move")
        return replace(move, doubt=built.doubt, said=built.said)
    return move_from_json(told, None)


def move_from_json(data: object, world: World | None) -> Move:
    """The move that JSON tells (`move_to_json`). What is built are all blocks that stand in the end, in the
    zone and the colours of `world`. Null is as not said.

    Raises `InputError` naming what is wrong.
    """
    given = {key: one for key, one in data.items() if one is not None} if isinstance(data, dict) else {}
    told = [key for key in ("ask", "build", "refuse") if key in given]
    if told == ["ask"]:
        ask = read(AskJson, given, "the move")
        return Ask(ask.ask, ask.options, ask.type)
    if told == ["refuse"]:
        refuse = read(RefuseJson, given, "the move")
        return Refuse(refuse.refuse, refuse.failed)
    if told != ["build"]:
        raise InputError(f"{excerpt(data)} is no move; give an object with ask, build or refuse")
    build = read(BuildJson, given, "the move")
    if world is not None:
        outcome = World.from_blocks(build.build, **form_of(world))
        return Build(outcome, build.doubt, build.said)
    if not isinstance(build.build, str) or not build.build.strip():
        raise InputError(f"build is {excerpt(build.build)}; it must be text")
    return Build(build.build, build.doubt, build.said)
