"""`cq.explain`: how a text is read, the meaning of its words in the world, and their open ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

import numpy as np

from cq.language.arguments import DialogueLike, Instructions, Texts, WorldLike
from cq.language.lexicon import speaking_of
from cq.language.program import Meaning
from cq.language.public_program import Program
from cq.language.reading import Reading, read
from cq.language.request import Request, read_request
from cq.language.say import say
from cq.language.spoken import Turns
from cq.reading.explained_choices import open_ends
from cq.reading.explained_references import Block, block_at, denotations
from cq.reading.explained_rules import rules_of
from cq.reading.explanation import Explanation, PossibleBuild, SaidText
from cq.reading.instruction import meant
from cq.reading.understand import Understanding
from cq.semantics.choices import Outcome
from cq.semantics.execute import executed
from cq.types import Grid
from cq.world import World

MOST_PROGRAMS = 4
"""Programs that an explanation lists."""
MOST_OUTCOMES = 8
"""Outcomes that an explanation lists."""


@overload
def explain(text: str, world: WorldLike = None, dialogue: DialogueLike = None) -> Explanation: ...
@overload
def explain(text: Texts, world: WorldLike = None, dialogue: DialogueLike = None) -> list[Explanation]: ...
def explain(
    text: str | Texts, world: WorldLike = None, dialogue: DialogueLike = None
) -> Explanation | list[Explanation]:
    """How a text is read: its tokens, rules and programs, the meaning of each phrase in the world, and its
    holes.

    `text`, `world` and `dialogue` are as for `cq.classify`; a list of texts gives a list. No model is loaded:
    this is the language alone, which `cq.ask` and `cq.build` read first. Raises `InputError` for input that
    `cq.classify` refuses.
    """
    given = Instructions.parse(text, world, dialogue)
    pairs = zip(given.texts, given.worlds, given.dialogues, strict=True)
    return given.unpack([explained(said, where, before) for said, where, before in pairs])


def explained(said: str, world: World, before: Turns = ()) -> Explanation:
    """The explanation of an utterance of the architect in a world, after the earlier turns."""
    with speaking_of(world.palette):
        return _explained(read_request(said, before), world)


def _explained(request: Request, world: World) -> Explanation:
    facing = None if world.pose is None else world.pose.facing
    exchanges = tuple((exchange.question.text, exchange.answer) for exchange in request.exchanges)
    readings = read(request.instruction)
    answers = [read(answer, "Answer")[0] for _, answer in exchanges]
    understanding = meant(request.instruction, exchanges, world.grid, facing, world.recent)
    best = readings[0] if understanding is None else understanding.reading
    decisions = () if understanding is None else understanding.decisions
    ways = executed(best.program, world.grid, facing, world.recent) if best.program else []
    parts = [(request.instruction, _parsed(best, readings))]
    parts += [
        (exchange.answer, reading) for exchange, reading in zip(request.exchanges, answers, strict=True)
    ]
    return Explanation(
        said=tuple(_said(words, reading) for words, reading in parts),
        programs=_programs(understanding, readings),
        denotations=denotations(best.program, decisions, world, facing, best.words_of),
        holes=open_ends(ways, decisions, world.zone),
        outcomes=_outcomes(understanding, world),
        is_sure=understanding is not None and understanding.grid is not None,
        doubts=_doubts(understanding, best, answers, ways),
    )


def _parsed(best: Reading, readings: Sequence[Reading]) -> Reading:
    """The reading of the instruction alone; with answers in it, the best one has no rules of its own."""
    return best if best.parts else readings[0]


def _said(words: str, reading: Reading) -> SaidText:
    return SaidText(words, reading.tokens, rules_of(reading), reading.unread_words)


def _programs(understanding: Understanding | None, readings: Sequence[Reading]) -> tuple[Program, ...]:
    """The programs with outcomes, the most probable first; without outcomes the cheapest one."""
    found = [] if understanding is None else [result.reading.program for result in understanding.results]
    if not found:
        found = [reading.program for reading in readings[:1] if reading.program]
    return tuple(map(Program, list(dict.fromkeys(found))[:MOST_PROGRAMS]))


def _outcomes(understanding: Understanding | None, world: World) -> tuple[PossibleBuild, ...]:
    results = () if understanding is None else understanding.results[:MOST_OUTCOMES]
    return tuple(
        PossibleBuild(
            Program(result.reading.program),
            result.probability,
            result.grid,
            *(_changed(world.grid, result.grid, grid) for grid in (world.grid, result.grid)),
        )
        for result in results
    )


def _changed(before: Grid, after: Grid, grid: Grid) -> tuple[Block, ...]:
    """The blocks of a grid in the cells that differ."""
    cells = np.argwhere((before != after) & (grid != 0)).tolist()
    return tuple(block_at((y, x, z), grid) for y, x, z in cells)


def _doubts(
    understanding: Understanding | None,
    best: Reading,
    answers: Sequence[Reading],
    ways: Sequence[Outcome[Grid]],
) -> tuple[str, ...]:
    doubts = []
    if not best.program:
        doubts.append("no rule reads it")
    for reading in (best, *answers):
        if reading.unread:
            doubts.append(f"not read: {', '.join(reading.unread_words)}")
        if reading.over_budget:
            doubts.append("the text is too long or too tangled to be read to the end")
    if understanding is None:
        doubts.append("an answer fits nowhere in the instruction")
    elif not understanding.results:
        failures = [way.failure for way in ways if way.failure is not None]
        doubts += dict.fromkeys(_failed(failure.text, failure.about) for failure in failures)
        if best.program and not doubts:
            doubts.append("it changes nothing")
    elif understanding.grid is None and not best.unread:
        doubts.append(
            f"the likeliest build has only {understanding.results[0].probability:.0%} of the probability"
        )
    return tuple(doubts)


def _failed(text: str, about: Any) -> str:
    words = say(about) if isinstance(about, Meaning) else None
    return text if words is None else f"{text}: {words}"
