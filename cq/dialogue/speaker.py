"""`Speaker`: the meaning of a person's omissions of a colour or a number, learned from the right builds."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np

from cq.dialogue.omissions import KINDS, Kind, omissions
from cq.errors import InputError, excerpt
from cq.language.spoken import Turns
from cq.reading.grounded import GroundedInstruction
from cq.types import Grid
from cq.world import World

COST_OF_GUESSING = 0.25
"""The default cost of a question about an omission: it is asked if the guess is wrong with a greater
probability.
"""
OTHER_KINDS = 0.5
"""The weight of an omission of another kind, relative to one of the same kind."""
_PRIOR = {"omissions": (1.0, 1.0), "orders": (2.0, 1.0), "answers": (9.0, 1.0)}
"""Pseudo-counts of successes and failures: half of the omissions mean the last named value, nearly all
answers are right.
"""
MOST_OMISSIONS = 2
"""Omissions of one order that are learned from."""


@dataclass(frozen=True)
class Order:
    """An instruction in a world after the turns of its `context`, with (question, answer) pairs about it."""

    text: str
    world: World
    context: Turns
    exchanges: tuple[tuple[str, str], ...] = ()

    @property
    def said(self) -> str:
        """The last utterance: the instruction, or the last answer."""
        return self.exchanges[-1][1] if self.exchanges else self.text

    @property
    def before(self) -> Turns:
        """The turns before that."""
        turns = [("architect", self.text)]
        for question, answer in self.exchanges:
            turns += [("builder", question), ("architect", answer)]
        return (*self.context, *turns[:-1])

    @property
    def bare(self) -> Order:
        """The instruction without the questions about it."""
        return replace(self, exchanges=())

    def answered(self, question: str, answer: str) -> Order:
        """The instruction with one more exchange."""
        return replace(self, exchanges=(*self.exchanges, (question, answer)))


class Talk(Protocol):
    """The source of a speaker's counts: a dialogue (`cq.Dialogue`)."""

    start: World

    @property
    def world(self) -> World: ...
    @property
    def last_order(self) -> Order | None: ...


class Speaker:
    """A person who gives orders, and the meaning of their omissions.

        speaker = cq.Speaker("Ada")
        d = cq.Dialogue(world, speaker=speaker)
        d.say("Stack two red blocks in the middle. Then stack blocks on its left side.")  # asks how many
        d.answer("two")
        speaker.observe(d, world_that_was_meant)    # next time, two is a little likelier to be taken as said

    `name` is a text. `cost_of_guessing`, in (0, 1), is the probability of a wrong guess from which on an
    omission is asked about; None: the cost of a question in the dialogue. Counts are Beta posteriors: for
    each kind of omission ("colour", "number") how often it meant the last named value, and something else;
    and how often orders and answers led to the right build.
    """

    def __init__(self, name: str, cost_of_guessing: float | None = None) -> None:
        if not isinstance(name, str) or not name.strip():
            raise InputError(f"the name of a speaker is {excerpt(name)}; give a text that is not empty")
        self.name, self.cost_of_guessing = name, cost_of_guessing
        self.meant_same: dict[Kind, list[int]] = {kind: [0, 0] for kind in KINDS}
        """Kind → how often an omission meant the last named value, and how often something else."""
        self.orders, self.answers = [0, 0], [0, 0]
        """How often orders, and orders with answers, led to the right build, and how often they did not."""

    def p_same(self, kind: Kind) -> float:
        """The probability in (0, 1) that an omission means the last named value."""
        same, other = _PRIOR["omissions"]
        for known, (named, else_) in self.meant_same.items():
            share = 1.0 if known == kind else OTHER_KINDS
            same, other = same + share * named, other + share * else_
        return same / (same + other)

    @property
    def p_answer(self) -> float:
        """The probability in (0, 1) that an order with its answers leads to the right build."""
        return _share(self.answers, _PRIOR["answers"])

    @property
    def p_order(self) -> float:
        """The probability in (0, 1) that an order without answers leads to the right build."""
        return _share(self.orders, _PRIOR["orders"])

    def is_worth_asking(self, kind: Kind, cost: float | None = None) -> bool:
        """Whether a question about an omission is worth asking: the probability that the guess is wrong and
        the answer right must exceed the speaker's own cost of guessing, else the given one in (0, 1), else
        `COST_OF_GUESSING`.
        """
        costs = (self.cost_of_guessing, cost, COST_OF_GUESSING)
        least = next(given for given in costs if given is not None)
        return (1.0 - self.p_same(kind)) * self.p_answer > least

    def observe(self, dialogue: Talk, world: Any) -> None:
        """Learn from the world that was meant by the last instruction of a dialogue: a `World`, or a value
        that `World.parse` reads. It changes the speaker alone; nothing happens if nothing was said.
        """
        order = dialogue.last_order
        if order is None:
            return
        meant = World.parse(world, zone=dialogue.start.zone).grid
        held = int(not np.array_equal(dialogue.world.grid, meant))
        (self.answers if order.exchanges else self.orders)[held] += 1
        for kind, is_same in _meanings(order.bare, meant) or ():
            self.meant_same[kind][int(not is_same)] += 1

    def to_dict(self) -> dict[str, Any]:
        """The speaker as JSON values."""
        from cq.dialogue.model import SpeakerModel

        return SpeakerModel.model_validate(self).model_dump(mode="json")

    @classmethod
    def from_dict(cls, data: Any) -> Speaker:
        """The speaker that `to_dict` gave. Raises `InputError` naming the fault."""
        from cq.dialogue.model import SpeakerModel, read

        saved = read(SpeakerModel, data, "the saved speaker")
        speaker = cls(saved.name, saved.cost_of_guessing)
        speaker.meant_same = {kind: list(saved.meant_same[kind]) for kind in KINDS}
        speaker.orders, speaker.answers = list(saved.orders), list(saved.answers)
        return speaker

    def __repr__(self) -> str:
        known = ", ".join(f"p_same({kind!r})={self.p_same(kind):.2f}" for kind in KINDS)
        return f"Speaker({self.name!r}, {known})"


def _share(counts: list[int], prior: tuple[float, float]) -> float:
    held, failed = (count + more for count, more in zip(counts, prior, strict=True))
    return held / (held + failed)


def _meanings(order: Order, meant: Grid) -> tuple[tuple[Kind, bool], ...] | None:
    """For each omission of an order its kind, and whether it meant the last named value; None where no
    filling of all of them leads to the grid `meant`.
    """
    understanding = GroundedInstruction(order.said, order.world, order.before).heard.understanding
    left_out = omissions(understanding, [question for question, _ in order.exchanges])
    if not left_out:
        reached = bool(understanding.results) and np.array_equal(understanding.results[0].grid, meant)
        return () if reached else None
    if len(order.exchanges) == MOST_OMISSIONS:
        return None
    first = left_out[0]
    for value in dict.fromkeys((first.named, *_values(first.kind, order.world, meant))):
        rest = _meanings(order.answered(first.question.text, value), meant)
        if rest is not None:
            return ((first.kind, value == first.named), *rest)
    return None


def _values(kind: Kind, world: World, meant: Grid) -> tuple[str, ...]:
    """The colours or the numbers that can lead from one grid to another, in words."""
    changed = meant[meant != world.grid]
    if kind == "colour":
        return tuple(world.palette.colour(number) for number in sorted(set(changed[changed > 0].tolist())))
    return tuple(map(str, range(1, len(changed) + 1)))
