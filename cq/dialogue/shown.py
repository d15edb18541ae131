"""Turns as other programs get them: the HTTP API, commands with `--json`, and adapters."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, Literal

from pydantic import Field

from cq.building import Build
from cq.dialogue.model import BuildModel, GuessModel, Part, Several, Texts, TurnModel
from cq.dialogue.replies import reply
from cq.dialogue.turn import Turn
from cq.world import World
from cq.world.pose import Pose


class ActionJson(Part):
    """A block placed or broken. `level` counts from 1 on the ground; `colour` is null for a break."""

    kind: Literal["place", "break"]
    x: int
    y: int
    z: int
    level: int
    colour: Annotated[str | None, Field(validation_alias="colour_name")]


class ShownBuild(BuildModel[ActionJson]):
    """A build, and the world after it as a recorded state. `networks_saw` tells what of the zone the plan
    network looked at: "", "zone", "padded", "window" or "nothing".
    """

    world: dict[str, Any]


class GuessJson(GuessModel[ActionJson]):
    """The best build now, whatever the builder does; its probability, in [0, 1]; and what the words leave
    open and was taken for it, as sentences.
    """

    actions: Several[ActionJson]


class ShownTurn(TurnModel[ActionJson]):
    """The builder's turn: it asks, builds, replies or refuses. `reply` is the builder's side in words,
    whatever it does; `assumptions` are those of the guess.
    """

    reply: str
    build: ShownBuild | None
    guess: GuessJson | None
    assumptions: Texts


def build_fields(build: Build, pose: Pose | None = None) -> dict[str, Any]:
    """The fields of a `ShownBuild`."""
    world = World(build.grid, pose, palette=build.palette).to_recorded()
    return {name: getattr(build, name) for name in BuildModel.model_fields} | {"world": world}


def turn_fields(turn: Turn) -> dict[str, Any]:
    """The fields of a `ShownTurn` but its build."""
    held = {name: getattr(turn, name) for name in (*TurnModel.model_fields, "assumptions")}
    return held | {"reply": reply(turn), "build": None}


def build_json(build: Build) -> dict[str, Any]:
    """A build as JSON values."""
    return ShownBuild(**build_fields(build)).model_dump(mode="json")


def turn_json(turn: Turn, top: int = 0) -> dict[str, Any]:
    """A turn as JSON values, with the `top` first questions of the bank if it asks."""
    build = None if turn.build is None else ShownBuild(**build_fields(turn.build))
    ranked = [asdict(question) for question in turn.questions[:top]] if top and turn.questions else None
    shown = ShownTurn(**turn_fields(turn) | {"build": build})
    return shown.model_dump(mode="json") | {"questions": ranked}
