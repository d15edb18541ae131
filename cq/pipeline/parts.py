"""The parts of a pipeline: their interfaces, and checks of their results."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from inspect import Parameter, signature
from typing import Protocol, TypeVar

from cq.building import Build, NetworkBuilder
from cq.building.decoding.candidates import Candidates
from cq.clarity import Clarity, ClarityClassifier
from cq.clarity.general import bundled_general
from cq.encoder.backbone import PACKAGE
from cq.errors import InputError, excerpt
from cq.modeling.threads import one_numpy_thread
from cq.ranking import QuestionBank, QuestionRanker, RankedQuestion
from cq.ranking.text_ranker import TextRanker
from cq.reading.grounded import GroundedInstruction
from cq.world import World

T = TypeVar("T")


class Classifier(Protocol):
    """Decides when to ask. `cq.clarity.ClarityClassifier` is the bundled one."""

    @one_numpy_thread()
    def classify(
        self, instructions: Sequence[GroundedInstruction], cost_of_asking: float | None = None
    ) -> list[Clarity]:
        """One `Clarity` per instruction. `cost_of_asking`, in (0, 1), replaces the threshold."""


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
        """One `Build` per instruction, such as `Build.from_grid` and `Build.from_blocks` make."""


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
        """One `Clarity` per instruction. The bundled general classifier judges requests of other domains, if
        the classifier is for blocks.
        """

        def judged(by: Classifier, some: Sequence[GroundedInstruction]) -> list[Clarity]:
            return _checked(_classified(by, some, cost_of_asking), Clarity, len(some), by)

        return apart(
            [instruction.by_grammar for instruction in instructions],
            self.is_judged_in_general,
            lambda some: judged(bundled_general(), some),
            lambda some: judged(self.classifier, some),
        )

    def is_judged_in_general(self, instruction: GroundedInstruction) -> bool:
        """Whether an instruction is of another domain, and the classifier for blocks."""
        classifier = self.classifier
        is_for_blocks = isinstance(classifier, ClarityClassifier) and classifier.backbone.name == PACKAGE
        return is_for_blocks and instruction.is_of_another_domain

    @one_numpy_thread()
    def rank(
        self, bank: QuestionBank, instructions: Sequence[GroundedInstruction], top_k: int | None = None
    ) -> list[list[RankedQuestion]]:
        """The first `top_k` questions of the bank for each instruction, all for None."""
        rankings = self.ranker.rank(
            bank, [instruction.by_grammar for instruction in instructions], top_k=top_k
        )
        rankings = _checked(rankings, list, len(instructions), self.ranker)
        # A bank may have a million questions, and these rankers are known.
        for ranked in rankings if not isinstance(self.ranker, QuestionRanker | TextRanker) else ():
            _check_ranking(ranked, bank, top_k, self.ranker)
        return rankings

    @one_numpy_thread()
    def rank_some(
        self, bank: QuestionBank, instruction: GroundedInstruction, qids: Sequence[str]
    ) -> list[RankedQuestion]:
        """Some questions of the bank, best first."""
        if isinstance(self.ranker, QuestionRanker):
            return self.ranker.rank(bank, [instruction.by_grammar], candidates=[qids])[0]
        chosen = set(qids)
        return [question for question in self.rank(bank, [instruction])[0] if question.qid in chosen]

    @one_numpy_thread()
    def sample(self, instructions: Sequence[GroundedInstruction]) -> list[Candidates | None]:
        """The builder's candidates for each instruction, None if it has none to show."""
        if isinstance(self.builder, NetworkBuilder) and instructions:
            return list(self.builder.sample(instructions))
        return [None] * len(instructions)

    @one_numpy_thread()
    def build(
        self, instructions: Sequence[GroundedInstruction], sampled: Sequence[Candidates | None] = ()
    ) -> list[Build]:
        """One `Build` per instruction, chosen from its `sampled` candidates, if any. A text that is not an
        instruction changes nothing, with a warning.
        """
        known = dict(zip(map(id, instructions), sampled, strict=False))
        building = [
            instruction
            for instruction in instructions
            if instruction.is_building and known.get(id(instruction)) is None
        ]
        for instruction in instructions:
            if not instruction.is_building:
                text, reason = instruction.request.instruction, instruction.obstacles[0].text
                warnings.warn(f"nothing is built for {text[:60]!r}: {reason}", stacklevel=2)
        found = self.builder.build(building) if building else []
        builds = iter(_checked(found, Build, len(building), self.builder))
        return [
            self.builder.choose(candidates)
            if isinstance(self.builder, NetworkBuilder)
            and (candidates := known.get(id(instruction))) is not None
            else next(builds)
            if instruction.is_building
            else _unchanged(instruction.world)
            for instruction in instructions
        ]


def apart(
    instructions: Sequence[GroundedInstruction],
    test: Callable[[GroundedInstruction], bool],
    yes: Callable[[Sequence[GroundedInstruction]], Sequence[T]],
    no: Callable[[Sequence[GroundedInstruction]], Sequence[T]],
) -> list[T]:
    """The results of one function for the instructions that pass a test, of another for the others."""
    passed = [test(instruction) for instruction in instructions]
    if not any(passed):
        return list(no(instructions))
    some = {
        is_so: [instruction for instruction, was in zip(instructions, passed, strict=True) if was == is_so]
        for is_so in (True, False)
    }
    results = {True: iter(yes(some[True])), False: iter(no(some[False]) if some[False] else ())}
    return [next(results[is_so]) for is_so in passed]


def _unchanged(world: World) -> Build:
    """The build without changes, with confidence 0."""
    return Build.from_grid(world.grid, world, 0.0)


def _check_part(part: object, method: str) -> None:
    """Raise `InputError` if an object has no such method."""
    if isinstance(part, type) or not callable(getattr(part, method, None)):
        raise InputError(
            f"{part!r} cannot {method}; give an object with a method {method!r}, as the protocols "
            "cq.Classifier, cq.Ranker and cq.Builder describe it"
        )


def _classified(
    classifier: Classifier, instructions: Sequence[GroundedInstruction], cost_of_asking: float | None
) -> list[Clarity]:
    """A classifier's results. One that takes no `cost_of_asking` is called without it; a given cost is then
    the threshold of its probabilities.
    """
    taken = signature(classifier.classify).parameters.values()
    if any(
        parameter.name == "cost_of_asking" or parameter.kind is Parameter.VAR_KEYWORD for parameter in taken
    ):
        return classifier.classify(instructions, cost_of_asking=cost_of_asking)
    if len(taken) > 1 or any(parameter.kind is Parameter.VAR_POSITIONAL for parameter in taken):
        return classifier.classify(instructions, cost_of_asking)
    found = classifier.classify(instructions)
    if cost_of_asking is None:
        return found
    _checked(found, Clarity, len(instructions), classifier)
    return [
        replace(clarity, is_clear=clarity.p_unclear <= cost_of_asking, threshold=cost_of_asking)
        for clarity in found
    ]


def _check_ranking(
    ranked: list[RankedQuestion], bank: QuestionBank, top_k: int | None, ranker: object
) -> None:
    """Raise `InputError` for a ranking that is not of questions of the bank, each once, or of another length.
    `RankedQuestion` checks the scores.
    """
    name, seen = type(ranker).__name__, set[str]()
    for question in ranked:
        if not isinstance(question, RankedQuestion):
            raise InputError(f"{name} ranked a {type(question).__name__}; it must give a RankedQuestion")
        if question.qid not in bank:
            raise InputError(
                f"{name} ranked {excerpt(question.qid)}, which is not in the bank; give ids of the bank"
            )
        if question.qid in seen:
            raise InputError(f"{name} ranked {excerpt(question.qid)} twice; give each question once")
        seen.add(question.qid)
    wanted = len(bank) if top_k is None else min(top_k, len(bank))
    if len(ranked) != wanted:
        raise InputError(
            f"{name} ranked {len(ranked)} of {len(bank)} questions where {wanted} were asked for; give the "
            "first top_k, all for None"
        )


def _checked(results: list[T], kind: type, count: int, part: object) -> list[T]:
    """The results of a part, one for each of `count` instructions. Raises `InputError` for other results."""
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
