"""A language model that builds: blocks to place and to remove as JSON, validated."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from cq.building import Build
from cq.errors import InputError, excerpt
from cq.llm.chat import SECONDS, Chat, asking, object_from
from cq.reading.grounded import GroundedInstruction
from cq.world import World


class ModelBuilder:
    """A builder for a `Pipeline`. The model's output is a build only if each block fits the world: it places
    in empty cells, and removes existing blocks. Otherwise it gets one message with the error; then the
    pipeline refuses, with the reason.

    `model` is a function of messages that returns a text, `seconds` the time limit of a call, and
    `confidence` the changed F1 that you expect of its builds, in [0, 1].
    """

    def __init__(self, model: Chat, seconds: float = SECONDS, confidence: float = 0.7) -> None:
        self.model, self.seconds, self.confidence = model, seconds, confidence

    def build(self, instructions: Sequence[GroundedInstruction]) -> list[Build]:
        """One `Build` per instruction, each with a `failure` where the model's output was invalid."""
        return [self._built(instruction) for instruction in instructions]

    def _built(self, instruction: GroundedInstruction) -> Build:
        world = instruction.world

        def parse(data: dict[str, Any], _: bool) -> Build:
            return _build(data, world, self.confidence)

        said = [f"{who}: {what}" for who, what in (*instruction.dialogue, ("architect", instruction.said))]
        user = f"Blocks: {json.dumps(_named(world))}\n" + "\n".join(said)
        messages = asking(_system(world), user)
        found, why = object_from(self.model, messages, parse, instruction.budget, self.seconds)
        return found or replace(Build.from_grid(world.grid, world, 0.0), failure=why)


def _named(world: World) -> list[list[Any]]:
    return [[x, y, z, world.palette.ids[colour]] for x, y, z, colour in world.blocks(world.palette)]


def _build(data: dict[str, Any], world: World, confidence: float) -> Build:
    """The build of a model's object. Raises `InputError` naming the error."""
    if other := [key for key in data if key not in ("place", "remove")]:
        raise InputError(f'the object has {excerpt(other[0])}; its fields are "place" and "remove"')
    place, remove = data.get("place", []), data.get("remove", [])
    if not isinstance(place, list) or not isinstance(remove, list) or not (place or remove):
        raise InputError('"place" and "remove" are lists of blocks, and one of them has some')
    blocks = {tuple(block[:3]): block for block in _named(world)}
    for block in remove:
        if (
            not isinstance(block, list)
            or len(block) < 3
            or tuple(map(repr, block[:3])) not in {tuple(map(repr, cell)) for cell in blocks}
        ):
            raise InputError(f'"remove" has {excerpt(block)}, where no block stands; give [x, y, z] of one')
        del blocks[tuple(block[:3])]
    new = World.parse(place, zone=world.zone, palette=world.palette)
    for block in _named(new):
        if tuple(block[:3]) in blocks:
            raise InputError(f'"place" has {block}, where a block stands; remove that first')
    return Build.from_blocks([*blocks.values(), *_named(new)], world, confidence)


def _system(world: World) -> str:
    zone = world.zone
    return (
        "You build with blocks. A block is [x, y, z, colour]: x from west to east, "
        f"{zone.xs[0]} to {zone.xs[-1]}; z from north to south, {zone.zs[0]} to {zone.zs[-1]}; y from 63 on "
        f"the ground to {62 + zone.height}. Colours: {', '.join(world.palette.colours)}. Carry out the last "
        'instruction of the architect. Give one JSON object, and nothing else: {"place": [[x, y, z, colour], '
        '...], "remove": [[x, y, z], ...]}.'
    )
