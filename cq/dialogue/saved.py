"""Saved dialogues: conversations as values of `cq.dialogue.model`, and back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from cq.building import Action, Build, actions_between, replay
from cq.building.plan_changes import certain
from cq.clarity import Clarity
from cq.dialogue.guess import Guess
from cq.dialogue.history import Step
from cq.dialogue.limits import AskingLimits
from cq.dialogue.model import (
    VERSION,
    BankModel,
    DialogueModel,
    GuessModel,
    MemoryModel,
    Noted,
    QuestionModel,
    Row,
    SpeakerModel,
    StepModel,
    TurnModel,
    read,
)
from cq.dialogue.questions import ClarifyingQuestion, Option
from cq.dialogue.speaker import Speaker
from cq.dialogue.turn import Ranking, Turn
from cq.errors import InputError, excerpt
from cq.language.asked import question_in
from cq.language.json_form import from_dict, to_dict
from cq.language.program import Command
from cq.ranking import QuestionBank
from cq.semantics.memory import Memory
from cq.types import Cell, Grid
from cq.world import World
from cq.world.grid import PackedGrid

Rows = tuple[tuple[str, int, int, int, int], ...]


def read_dialogue(data: Any) -> DialogueModel:
    """A saved dialogue. Raises `InputError` naming the unknown version, or the fault."""
    if not isinstance(data, dict):
        return read(DialogueModel, data, "the saved dialogue")
    version = data.get("version")
    if type(version) is not int or not 1 <= version <= VERSION:
        raise InputError(
            f"the saved dialogue has version {excerpt(version, 20)}; this cq reads the versions 1 to "
            f"{VERSION}: take the cq that wrote it, or begin a new dialogue"
        )
    with naming_version(version):
        return read(DialogueModel, data, "the saved dialogue")


@contextmanager
def naming_version(version: int) -> Iterator[None]:
    """Add the version and the remedy to an error in an older dialogue."""
    try:
        yield
    except InputError as error:
        if version == VERSION:
            raise
        raise InputError(
            f"{error} (version {version}, of an older cq: go on with that one, or begin a new dialogue)"
        ) from None


def to_model(
    start: World,
    steps: Iterable[Step],
    limits: AskingLimits,
    bank: QuestionBank | None,
    speaker: Speaker | None,
) -> DialogueModel:
    """A dialogue as it is saved: the world in which it began, and its steps."""
    return DialogueModel(
        version=VERSION,
        start=start.to_recorded(),
        recent=start.recent,
        before=_actions(start.grid, start.past[-1].grid, start) if start.past else None,
        max_questions=limits.max_questions,
        cost_of_asking=limits.cost_of_asking,
        on_unsure=limits.on_unsure,
        qbank=None if bank is None else BankModel.model_validate(bank),
        speaker=None if speaker is None else SpeakerModel.model_validate(speaker),
        steps=tuple(map(_step, steps)),
    )


def _step(step: Step) -> StepModel:
    """A step, without the plan of its build and the ranking of the bank."""
    turn, guess = TurnModel[Row].model_validate(step.turn), step.turn.guess
    if guess is not None and guess.build is step.turn.build:
        turn.guess = GuessModel[Row](probability=guess.probability, assumptions=guess.assumptions)
    memory = None
    if step.memory is not None:
        memory = MemoryModel(
            before=_actions(step.world.grid, step.memory.start, step.world),
            program=to_dict(step.memory.program),
            path=step.memory.path,
            recent=step.memory.recent,
            restored=step.memory.restored,
        )
    said, is_answer, back_to, assumed = step.said, step.is_answer, step.back_to, step.assumed
    return StepModel(
        said=said, is_answer=is_answer, back_to=back_to, assumed=assumed, turn=turn, memory=memory
    )


def bank_of(saved: BankModel | None) -> QuestionBank | None:
    """A bank. Raises `InputError`."""
    return None if saved is None else QuestionBank(saved.qids, saved.questions, saved.kinds)


def start_of(saved: DialogueModel) -> World:
    """The world in which a dialogue begins. Raises `InputError`."""
    world = World.parse(saved.start)
    recent = _cells(saved.recent, world)
    past = () if saved.before is None else (replace(world, grid=_replayed(saved.before, world)),)
    return replace(world, recent=recent, past=past)


def turn_of(saved: TurnModel[Row], world: World, ranking: Ranking) -> Turn:
    """The turn that was taken in a world. `ranking` is used if it asks. The plans of builds are their grids,
    as certain. Raises `InputError` naming the fault.
    """
    action = saved.action
    may = {"ask": ["question"], "build": ["build", "reply"], "reply": ["reply"], "refuse": []}[action]
    for name in ("question", "build", "reply"):
        is_given = getattr(saved, name) is not None
        if is_given and name not in may:
            raise InputError(f"turn.{name} is given, but the action is {action!r}; it must be null")
        if not is_given and name in may[:1]:
            raise InputError(f"turn.{name} is missing, but the action is {action!r}; give it")
    clarity = Clarity(**dict(saved.clarity))
    question = None if saved.question is None else _question(saved.question, world)
    built = saved.build
    build = None if built is None else _build(built.actions, built.confidence, built, world)
    guess = None
    if saved.guess is not None:
        actions = saved.guess.actions
        best = build if actions is None else _build(actions, saved.guess.probability, saved.guess, world)
        if best is None:
            raise InputError("turn.guess.actions is null, but nothing is built; give the actions")
        guess = Guess(best, saved.guess.assumptions)
    asks = ranking if action == "ask" else None
    return Turn(action, clarity, question, build, saved.reasons, asks, reply=saved.reply, guess=guess)


def memory_of(saved: MemoryModel | None, world: World) -> Memory | None:
    """The memory after a step in a world. Raises `InputError` naming the fault."""
    if saved is None:
        return None
    program = tuple(
        from_dict(command, Command, f"memory.program[{i}]") for i, command in enumerate(saved.program)
    )
    before = PackedGrid.of(_replayed(saved.before, world))
    recent, restored = _cells(saved.recent, world), _cells(saved.restored, world)
    return Memory(before, program, saved.path, recent, restored)


def _question(saved: QuestionModel, world: World) -> ClarifyingQuestion:
    if saved.about not in ("words", "blocks", *world.palette.colours):
        raise InputError(
            f"turn.question.about is {excerpt(saved.about)}; it must be words, blocks or a colour"
        )
    asked = saved.asked or f"{question_in(saved.text).head}?"
    if not asked.strip(" ?"):
        raise InputError(f"turn.question.asked is {excerpt(saved.asked)}; it must be some text")
    options = tuple(Option(option.text, option.probability) for option in saved.options)
    return ClarifyingQuestion(saved.type, asked, options, saved.value, saved.lists_options, saved.about)


def _build(rows: Rows, confidence: float, saved: Noted, world: World) -> Build:
    actions = tuple(_action(row, world) for row in rows)
    grid = _replayed(rows, world)
    noted = {name: getattr(saved, name) for name in Noted.model_fields}
    plan = certain(grid, world.palette)
    return Build(grid, actions, plan, confidence, start=world.grid, palette=world.palette, **noted)


def _actions(start: Grid, end: Grid, world: World) -> Any:
    """The actions from one grid to another; the model writes them as rows."""
    return actions_between(start, end, world.palette)


def _replayed(rows: Rows, world: World) -> Grid:
    grid = replay(world.grid, (_action(row, world) for row in rows))
    grid.setflags(write=False)
    return grid


def _action(row: tuple[str, int, int, int, int], world: World) -> Action:
    kind, y, x, z, colour = row
    if colour not in world.palette.ids if kind == "place" else colour != 0:
        raise InputError(f"action {list(row)} has the colour {excerpt(colour)}, which the world lacks")
    return Action("place" if kind == "place" else "break", (y, x, z), colour, world.zone, world.palette)


def _cells(cells: tuple[Cell, ...], world: World) -> tuple[Cell, ...]:
    if outside := [cell for cell in cells if not world.zone.holds(cell)]:
        raise InputError(f"the cell {outside[0]} is outside the zone {world.zone.shape}")
    return cells
