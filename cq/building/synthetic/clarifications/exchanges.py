"""Adds questions with their answers to a task."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from cq.building.canonical_frame import FACING
from cq.building.example import BuildingExample
from cq.building.synthetic.clarifications.answers import Answers
from cq.building.synthetic.clarifications.omissions import leave_out
from cq.building.synthetic.clarifications.questions import QUESTIONS, UNKNOWN_ANSWERS
from cq.building.synthetic.scene import colour_name
from cq.world.difference import Difference, Part

NUM_EXCHANGES = (1, 1, 1, 2, 2, 3)
OMISSION_SHARE = 0.5
"""How often an answer tells what the instruction then leaves out; else it repeats or adds."""

UNKNOWN_SHARE = 0.04


def clarified(
    rng: random.Random,
    example: BuildingExample,
    question: str | None = None,
    kinds: frozenset[str] = frozenset(),
) -> BuildingExample:
    """The example with one to three exchanges, or as it is if nothing can be asked about it.

    A recorded `question` of some `kinds`, as here named, is asked first if it is given.
    """
    assert example.target is not None, "only an example with a target can be asked about"
    edit = Difference.between(example.start, example.target)
    stated = FACING.search(example.instruction.casefold())
    answers = Answers(rng, edit, stated[1] if stated else example.facing)
    asked = [kind for kind in QUESTIONS if rng.random() < 0.9]
    rng.shuffle(asked)
    asked = [*sorted(kinds & QUESTIONS.keys())[:1], *asked] if question else asked
    wanted = rng.choice(NUM_EXCHANGES)
    exchanges: list[tuple[str, str]] = []
    text = example.instruction
    for kind in dict.fromkeys(asked):
        if len(exchanges) == wanted:
            break
        parts = _parts(rng, edit, kind)
        answer = answers.answer(kind, parts) if parts else None
        if not answer:
            continue
        if question and kind in kinds:
            asking, question = question, None
        else:
            asking = _question(rng, kind, parts)
            if rng.random() < OMISSION_SHARE:
                text = leave_out(rng, text, kind)
        if rng.random() < UNKNOWN_SHARE and text == example.instruction:
            answer = rng.choice(UNKNOWN_ANSWERS)
        exchanges.append((asking, answer))
    return replace(example, instruction=text, exchanges=tuple(exchanges))


def _parts(rng: random.Random, edit: Difference, kind: str) -> Sequence[Part]:
    """The parts that a question is about: what is removed or what is placed."""
    sides = [side for side in (edit.placed, edit.removed) if side]
    if not sides:
        return []
    if kind == "action":
        return [*edit.removed, *edit.placed]
    if kind in ("colour", "size", "where", "direction") and edit.placed:
        return edit.placed
    if kind == "which" and edit.removed:
        return edit.removed
    return rng.choice(sides)


def _question(rng: random.Random, kind: str, parts: Sequence[Part]) -> str:
    colour = rng.choice(("", "", f"{colour_name(parts[0].colour)} ")) if kind != "colour" else ""
    removed = parts[0].removed
    verb = rng.choice(("remove", "destroy", "break") if removed else ("place", "put", "build", "add"))
    noun = rng.choice(("block", "block", "cube"))
    form = rng.choice(QUESTIONS[kind])
    return form.format(thing=f"{colour}{noun}", things=f"{colour}{noun}s", verb=verb)
