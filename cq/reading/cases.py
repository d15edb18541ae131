"""Pairs as requests in their worlds, with the builds of their canonical orders, for the judge."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from cq.language.asked import question_in
from cq.language.lexicon import speaking_of
from cq.language.request import Exchange, Request
from cq.language.spoken import DONE, Utterance
from cq.reading.considered import Considered
from cq.reading.instruction import heard_in, remembered
from cq.reading.pairs import Pair
from cq.types import Grid
from cq.world import World


@dataclass(frozen=True, eq=False)
class Case:
    """A request in its world: in a writer's words, in plain English, or noise, for which no candidate is
    right. `end` is the right final grid; None if the request leaves something open.
    """

    request: Request
    world: World
    end: Grid | None
    kind: Literal["said", "plain", "noise"] = "said"

    def is_right(self, candidate: Considered) -> bool:
        """Whether a candidate ends right; if the request leaves something open, whether its build is not
        sure."""
        if self.kind == "noise":
            return False
        if self.end is not None:
            return candidate.grid is not None and np.array_equal(candidate.grid, self.end)
        return candidate.heard.understanding.grid is None


def cases_of(pairs: Iterable[Pair]) -> Iterator[Case]:
    """The pairs whose world and meaning are known, in the writer's words and in plain English, without those
    with an earlier order that is not read.
    """
    for pair in pairs:
        if pair.world is None or not pair.canonical:
            continue
        with speaking_of(pair.start.palette):
            before = built_by(pair.before, pair.start, ())
            if before is None:
                continue
            world, context = before
            built = built_by(pair.canonical, world, context)
            request = Request(pair.text, (), context)
            if pair.kind == "answer":
                request = Request(pair.order, (Exchange(question_in(pair.question), pair.text),))
            end = None if built is None else built[0].grid
            if end is None or not np.array_equal(end, world.grid):
                yield Case(request, world, end)
                yield Case(Request(". ".join(pair.canonical), (), context), world, end, "plain")


def noise_of(pairs: Iterable[Pair], texts: Iterable[str]) -> Iterator[Case]:
    """Texts that are not orders, as orders and as answers in the worlds of pairs."""
    answers = [pair for pair in pairs if pair.kind == "answer" and pair.world is not None]
    for pair, text in zip(answers, texts, strict=False):
        asked = (Exchange(question_in(pair.question), text),)
        yield Case(Request(text), pair.start, None, "noise")
        yield Case(Request(pair.order, asked), pair.start, None, "noise")


def built_by(
    orders: Sequence[str], world: World, context: tuple[Utterance, ...]
) -> tuple[World, tuple[Utterance, ...]] | None:
    """The world after orders that the grammar reads, and the utterances; None if an order is not sure."""
    for text in orders:
        understanding = heard_in(Request(text, (), context), world).understanding
        if understanding.grid is None:
            return None
        after = world.after(understanding.grid)
        memory = remembered(understanding, world, after)
        context = (*context, Utterance("architect", text), Utterance("builder", DONE, "build", None, memory))
        world = after
    return world, context
