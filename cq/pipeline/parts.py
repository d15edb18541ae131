"""The parts of a pipeline: what each must be able to do, and checks of what it gives."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar, runtime_checkable

import numpy as np

from cq.building import Build
from cq.building.decoding.candidates import Candidates
from cq.clarity import Clarity
from cq.dialogue.answers import heard
from cq.errors import InputError
from cq.language.foreign_language import NOT_ENGLISH, is_english
from cq.language.instruction import GroundedInstruction
from cq.ranking import QuestionBank, QuestionRanker, RankedQuestion
from cq.threads import one_numpy_thread
from cq.world import COLOURS
from cq.world.grid import Grid

T = TypeVar("T")


class Classifier(Protocol):
    """Decides when to ask. `cq.clarity.ClarityClassifier` is the bundled one."""

    @one_numpy_thread()
    def classify(
        self, instructions: Sequence[GroundedInstruction], cost_of_asking: float | None = None
    ) -> list[Clarity]:
        """One `Clarity` per instruction. `cost_of_asking`, in (0, 1), takes the place of the threshold."""


class Ranker(Protocol):
    """Decides what to ask. `cq.ranking.QuestionRanker` is the bundled one."""

    def rank(
        self,
        bank: QuestionBank,
        instructions: Sequence[GroundedInstruction],
        *,
        top_k: int | None = None,
    ) -> list[list[RankedQuestion]]:
        """For each instruction the first `top_k` questions of the bank, all for None, best first."""


class Builder(Protocol):
    """Decides what to build. `cq.building.NetworkBuilder` is the bundled one."""

    def build(self, instructions: Sequence[GroundedInstruction]) -> list[Build]:
        """One `Build` per instruction."""


@runtime_checkable
class SamplingBuilder(Builder, Protocol):
    """A builder that can also say what else it would build. From that follows what an answer is worth."""

    def sample(self, instructions: Sequence[GroundedInstruction]) -> list[Candidates]:
        """The different builds it considers for each instruction."""

    def choose(self, candidates: Candidates) -> Build:
        """The build to choose among the candidates of an instruction."""


@dataclass(frozen=True)
class Parts:
    """The three parts of a pipeline. Their results are checked."""

    classifier: Classifier
    ranker: Ranker
    builder: Builder

    def __post_init__(self) -> None:
        """Raises `InputError` for an object that lacks its part's method."""
        for part, method in ((self.classifier, "classify"), (self.ranker, "rank"), (self.builder, "build")):
            _check_part(part, method)

    @one_numpy_thread()
    def classify(
        self, instructions: Sequence[GroundedInstruction], cost_of_asking: float | None
    ) -> list[Clarity]:
        """One `Clarity` per instruction."""
        clarities = self.classifier.classify(instructions, cost_of_asking)
        return _checked(clarities, Clarity, len(instructions), self.classifier)

    @one_numpy_thread()
    def rank(
        self, bank: QuestionBank, instructions: Sequence[GroundedInstruction], top_k: int | None = None
    ) -> list[list[RankedQuestion]]:
        """The first `top_k` questions of the bank for each instruction, all for None."""
        rankings = self.ranker.rank(bank, instructions, top_k=top_k)
        return _checked(rankings, list, len(instructions), self.ranker)

    @one_numpy_thread()
    def rank_some(
        self, bank: QuestionBank, instruction: GroundedInstruction, qids: Sequence[str]
    ) -> list[RankedQuestion]:
        """Some questions of the bank, best first."""
        if isinstance(self.ranker, QuestionRanker):
            return self.ranker.rank(bank, [instruction], candidates=[qids])[0]
        chosen = set(qids)
        return [one for one in self.rank(bank, [instruction])[0] if one.qid in chosen]

    @property
    def can_sample(self) -> bool:
        """Whether the builder is a `SamplingBuilder`."""
        return isinstance(self.builder, SamplingBuilder)

    @one_numpy_thread()
    def sample(self, instructions: Sequence[GroundedInstruction]) -> list[Candidates]:
        """The builds that are considered for each instruction, weighted by how well they agree with the
        answers of its dialogue. The builder must be a `SamplingBuilder`.
        """
        assert isinstance(self.builder, SamplingBuilder)
        found = _checked(self.builder.sample(instructions), Candidates, len(instructions), self.builder)
        return [heard(one, candidates) for one, candidates in zip(instructions, found, strict=True)]

    def choose(self, candidates: Candidates) -> Build:
        """The build to choose among candidates. The builder must be a `SamplingBuilder`."""
        assert isinstance(self.builder, SamplingBuilder)
        return _checked([self.builder.choose(candidates)], Build, 1, self.builder)[0]

    @one_numpy_thread()
    def build(self, instructions: Sequence[GroundedInstruction]) -> list[Build]:
        """One `Build` per instruction. For a text that is not English nothing is built, with a warning."""
        foreign = [one for one in instructions if not is_english(one.request.instruction)]
        if foreign:
            text = foreign[0].request.instruction
            warnings.warn(f"nothing is built for {text[:60]!r}: {NOT_ENGLISH}", stacklevel=2)
            english = [one for one in instructions if one not in foreign]
            builds = iter(self.build(english) if english else [])
            return [_unchanged(one.world.grid) if one in foreign else next(builds) for one in instructions]
        if self.can_sample and any(one.request.exchanges for one in instructions):
            return [self.choose(candidates) for candidates in self.sample(instructions)]
        return _checked(self.builder.build(instructions), Build, len(instructions), self.builder)


def _unchanged(start: Grid) -> Build:
    """The build that changes nothing and trusts nothing."""
    plan = (np.arange(len(COLOURS) + 1)[:, None, None, None] == start).astype(np.float32)
    return Build(start, (), plan, 0.0, start=start)


def _check_part(part: object, method: str) -> None:
    """Raise `InputError` if an object has no such method."""
    if isinstance(part, type) or not callable(getattr(part, method, None)):
        raise InputError(
            f"{part!r} cannot {method}; give an object with a method {method!r}, as the protocols "
            "cq.Classifier, cq.Ranker and cq.Builder describe it"
        )


def _checked(results: list[T], kind: type, count: int, part: object) -> list[T]:
    """The results of a part, one for each of `count` instructions. Raises `InputError` if they are not."""
    if not isinstance(results, list) or len(results) != count:
        found = f"{len(results)} results" if isinstance(results, list) else f"a {type(results).__name__}"
        raise InputError(f"{type(part).__name__} gave {found} for {count} instructions; it must give a list")
    for result in results:
        if not isinstance(result, kind):
            raise InputError(
                f"{type(part).__name__} gave a {type(result).__name__} for an instruction; it must give a "
                f"{kind.__name__}"
            )
    return results
