"""Messages, read one sentence after the other: each in the world that the sentences before it leave."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

import numpy as np

from cq.language.program import Program
from cq.language.reading import read
from cq.language.request import Request
from cq.language.say import say
from cq.reading.considered import LEAST, heard_as
from cq.reading.inventory import inventory
from cq.reading.linear import linear
from cq.reading.prompt import Prompt, sentences_of
from cq.reading.reader import ReadProgram
from cq.world import World

MOST_BEFORE = 3
"""Orders before a text that the network reads with it."""
MOST_SENTENCES = 8
"""Sentences of a message that is read so."""
BEAM = 3
"""Programs that are kept from one sentence to the next, and that are tried of a sentence."""
BY_GRAMMAR = -3.0
"""The log-probability of what the grammar reads in a sentence and the network does not."""
NOT_CARRIED_OUT = -2.0
"""What a sentence that cannot be carried out adds to the log-probability."""

Network = Callable[[list[Prompt]], list[tuple[ReadProgram, ...]]]
"""Reads prompts as one batch."""


@dataclass(frozen=True)
class _Way:
    """What the sentences so far may mean, and the world that they leave."""

    world: World
    program: Program = ()
    log_probability: float = 0.0
    length: int = 0


def read_messages(
    messages: Sequence[tuple[Request, World, str]], network: Network
) -> list[tuple[ReadProgram, ...]]:
    """The likeliest programs of orders of several sentences, each sentence read behind those before it, as a
    follow-up; none of orders of one sentence, or with answers. A message has its world, and what was ordered
    before. The first sentences of all are one batch of the network, then the second ones, and so on.
    """
    found: list[tuple[ReadProgram, ...]] = [()] * len(messages)
    going = {i: _read(*one) for i, one in enumerate(messages)}
    read: dict[int, list[tuple[ReadProgram, ...]] | None] = dict.fromkeys(going)
    while going:
        asked: dict[int, list[Prompt]] = {}
        for i in [*going]:
            try:
                asked[i] = going[i].send(read[i])
            except StopIteration as end:
                found[i] = end.value
                del going[i]
        answers = iter(network([prompt for some in asked.values() for prompt in some]))
        read = {i: [next(answers) for _ in some] for i, some in asked.items()}
    return found


def _read(
    request: Request, world: World, before: str
) -> Generator[list[Prompt], list[tuple[ReadProgram, ...]] | None, tuple[ReadProgram, ...]]:
    """Sends the prompts of one sentence after the other, takes what is read in them, and returns the programs
    of the message.
    """
    sentences = sentences_of(request.instruction)
    if request.exchanges or not 1 < len(sentences) <= MOST_SENTENCES:
        return ()
    ways = [_Way(world)]
    for sentence in sentences:
        prompts = [
            Prompt(sentence, orders_before(one.program, before), stands=inventory(one.world)) for one in ways
        ]
        found = yield prompts
        assert found is not None
        more = [
            longer
            for way, programs in zip(ways, found, strict=True)
            for one in _with_grammar(sentence, programs[:BEAM])
            if (longer := _longer(way, one, request, world)) is not None
        ]
        unique = {one.program: one for one in sorted(more, key=lambda one: one.log_probability)}
        ways = sorted(unique.values(), key=lambda one: -one.log_probability)[:BEAM]
    return tuple(
        ReadProgram(one.program, max(one.log_probability, LEAST + 1), one.length)
        for one in ways
        if one.program
    )


def orders_before(program: Program, earlier: str = "") -> str:
    """The last orders of a program in plain English, as the network learned them, behind `earlier` ones if
    there are few.
    """
    said = [text for one in program[-MOST_BEFORE:] if (text := say(one))]
    return ". ".join([earlier, *said] if earlier and len(said) < MOST_BEFORE else said)


def _with_grammar(sentence: str, found: Sequence[ReadProgram]) -> list[ReadProgram]:
    """What the network reads in a sentence, and what the grammar does."""
    reading = read(sentence)[0]
    if not reading.is_full or any(one.program == reading.program for one in found):
        return [*found]
    return [*found, ReadProgram(reading.program, BY_GRAMMAR, len(linear(reading.program)))]


def _longer(way: _Way, read: ReadProgram, request: Request, world: World) -> _Way | None:
    """A way with one sentence more; None if nobody would mean it. `world` is the one before the message."""
    total, length = way.log_probability + read.log_probability, way.length + read.length
    program = way.program + read.program
    if not read.program:
        return _Way(way.world, way.program, total, length)
    heard = heard_as(request, world, program)
    if heard is None:
        return None
    if not heard.understanding.results:
        return _Way(way.world, program, total + NOT_CARRIED_OUT, length)
    grid = heard.understanding.results[0].grid
    placed = np.argwhere((grid != way.world.grid) & (grid > 0)).tolist()
    return _Way(way.world.after(grid, [(y, x, z) for y, x, z in placed]), program, total, length)
