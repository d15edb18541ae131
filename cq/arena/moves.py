"""Moves and transcripts as JSON, over the shared parts of all turns (`cq.dialogue.model`)."""

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
    """JSON from an agent. Unknown fields are ignored."""

    model_config = ConfigDict(extra="ignore")


class AskJson(Told):
    """A question, with the answers that it offers."""

    ask: Text
    options: Texts = ()
    type: str = ""


class BuildJson(Told):
    """The final world, or a text where there is no world. A world reads the blocks itself."""

    build: Annotated[str | Several[Block], SkipValidation]
    doubt: Share | None = None
    said: str = "Done."


class RefuseJson(Told):
    """A refusal to build, and the reason."""

    refuse: str
    failed: bool = False


class BuiltJson(BuildJson):
    """A build in a file: nothing else reads its blocks."""

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
    """A question, its answer, and the kind of the answer."""

    question: AskJson
    answer: str
    kind: str


class OrderJson(Told):
    """A request, the exchanges about it, and the final move."""

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
    """A move whose parts are valid in a file of transcripts. Raises `InputError` naming the first invalid
    one.
    """
    told = move_to_json(replace(move, outcome="") if isinstance(move, Build) else move)
    if isinstance(move, Build):
        built = read(BuildJson, told, "the move")
        return replace(move, doubt=built.doubt, said=built.said)
    return move_from_json(told, None)


def move_from_json(data: object, world: World | None) -> Move:
    """The move in JSON (`move_to_json`). A build gives all blocks of the final world, in the zone and the
    colours of `world`. Null counts as missing.

    Raises `InputError` naming the error.
    """
    given = {key: value for key, value in data.items() if value is not None} if isinstance(data, dict) else {}
    told = [key for key in ("ask", "build", "refuse") if key in given]
    if told == ["ask"]:
        ask = read(AskJson, given, "the move")
        return Ask(ask.ask, ask.options, ask.type)
    if told == ["refuse"]:
        refuse = read(RefuseJson, given, "the move")
        return Refuse(refuse.refuse, refuse.failed)
    if told != ["build"]:
        raise InputError(f"{excerpt(data)} is not a move; give an object with ask, build or refuse")
    build = read(BuildJson, given, "the move")
    if world is not None:
        outcome = World.from_blocks(build.build, **form_of(world))
        return Build(outcome, build.doubt, build.said)
    if not isinstance(build.build, str) or not build.build.strip():
        raise InputError(f"build is {excerpt(build.build)}; it must be text")
    return Build(build.build, build.doubt, build.said)
