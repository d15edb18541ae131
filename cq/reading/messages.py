"""Messages, read one order after the other: each in the world that the orders before it leave."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass

from cq.language.program import Program
from cq.language.reading import read
from cq.language.request import Request
from cq.language.say import say
from cq.reading.considered import LEAST, heard_as
from cq.reading.inventory import inventory
from cq.reading.linear import linear
from cq.reading.prompt import Prompt, clauses_of
from cq.reading.reader import ReadProgram
from cq.world import World

MOST_BEFORE = 3
"""Orders before a text that the network reads with it."""
MOST_CLAUSES, MOST_JOINED = 9, 3
"""Clauses of a message that is read so, and those that may be one order."""
BEAM = 2
"""Ways to read the first clauses that are kept, and programs that are tried of those that follow."""
MOST_FOUND = 3
"""Programs of a message."""
BY_GRAMMAR = -3.0
"""The log-probability of what the grammar reads in a clause and the network does not."""
NOT_CARRIED_OUT = -2.0
"""What an order that cannot be carried out adds to the log-probability."""

Network = Callable[[list[Prompt]], list[tuple[ReadProgram, ...]]]
"""Reads prompts as one batch."""


@dataclass(frozen=True)
class _Way:
    """What the clauses so far may mean, and the world that they leave."""

    world: World
    program: Program = ()
    log_probability: float = 0.0
    length: int = 0


def read_messages(
    messages: Sequence[tuple[Request, World, str]], network: Network
) -> list[tuple[ReadProgram, ...]]:
    """The likeliest programs of messages, each order read behind those before it, as a follow-up; none of a
    message of one clause, or with answers. A message has its world, and what was ordered before it. What
    follows the first orders of all is one batch of the network, then what follows the second ones, and so on.
    """
    found: list[tuple[ReadProgram, ...]] = [()] * len(messages)
    going = {i: _read(*message) for i, message in enumerate(messages)}
    programs: dict[int, list[tuple[ReadProgram, ...]] | None] = dict.fromkeys(going)
    while going:
        asked: dict[int, list[Prompt]] = {}
        for i in [*going]:
            try:
                asked[i] = going[i].send(programs[i])
            except StopIteration as end:
                found[i] = end.value
                del going[i]
        answers = iter(network([prompt for prompts in asked.values() for prompt in prompts]))
        programs = {i: [next(answers) for _ in prompts] for i, prompts in asked.items()}
    return found


def _read(
    request: Request, world: World, before: str
) -> Generator[list[Prompt], list[tuple[ReadProgram, ...]] | None, tuple[ReadProgram, ...]]:
    """Sends the prompts of what may follow the first clauses, takes their programs, and returns those of the
    message. An order is one clause or a few, whichever the network finds likelier.
    """
    text, clauses = request.instruction, clauses_of(request.instruction)
    if request.exchanges or not 1 < len(clauses) <= MOST_CLAUSES:
        return ()
    behind: list[list[_Way]] = [[_Way(world)], *([] for _ in clauses)]
    for i, (start, _) in enumerate(clauses):
        ends = range(i + 1, min(len(clauses), i + MOST_JOINED) + 1)
        tries = [
            (way, end, text[start : clauses[end - 1][1]]) for way in _best(behind[i], BEAM) for end in ends
        ]
        if not tries:
            continue
        found = yield [
            Prompt(order, orders_before(way.program, before), stands=inventory(way.world))
            for way, _, order in tries
        ]
        assert found is not None
        for (way, end, order), programs in zip(tries, found, strict=True):
            longer = (
                _longer(way, program, request, world) for program in _with_grammar(order, programs[:BEAM])
            )
            behind[end] += [way for way in longer if way is not None]
    return tuple(
        ReadProgram(way.program, max(way.log_probability, LEAST + 1), way.length)
        for way in _best(behind[-1], MOST_FOUND)
        if way.program
    )


def _best(ways: Sequence[_Way], count: int) -> list[_Way]:
    """The likeliest ways, each program once."""
    ordered = sorted(ways, key=lambda way: -way.log_probability)
    return [*{way.program: way for way in reversed(ordered)}.values()][::-1][:count]


def orders_before(program: Program, earlier: str = "") -> str:
    """The last orders of a program in plain English, as the network learned them, behind `earlier` ones if
    there are few.
    """
    said = [text for command in program[-MOST_BEFORE:] if (text := say(command))]
    return ". ".join([earlier, *said] if earlier and len(said) < MOST_BEFORE else said)


def _with_grammar(order: str, found: Sequence[ReadProgram]) -> list[ReadProgram]:
    """What the network reads in an order, and what the grammar does."""
    reading = read(order)[0]
    if not reading.is_full or any(program.program == reading.program for program in found):
        return [*found]
    return [*found, ReadProgram(reading.program, BY_GRAMMAR, len(linear(reading.program)))]


def _longer(way: _Way, read: ReadProgram, request: Request, world: World) -> _Way | None:
    """A way with one order more; None if nobody would mean it. `world` is the one before the message."""
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
    return _Way(way.world.after(grid), program, total, length)
