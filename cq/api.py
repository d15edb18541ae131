"""The functions users call: one or many instructions in, one or many results out."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, TypeVar, overload

from cq.building import Build
from cq.clarity import Clarity
from cq.errors import CqError, InputError, NothingClassifiedError
from cq.language.instruction import check_instruction
from cq.pipeline import Pipeline, Turn
from cq.ranking import QuestionBank
from cq.ranking.bank import BankLike
from cq.ranking.ranker import check_top_k
from cq.world import World

T = TypeVar("T")
Texts = list[str] | tuple[str, ...]


@dataclass(frozen=True)
class _Pairs:
    """Checked instructions with their worlds, and whether the caller gave one or a list."""

    instructions: tuple[str, ...]
    worlds: tuple[World, ...]
    single: bool

    def map(self, function: Callable[[Sequence[str], Sequence[World]], list[T]]) -> T | list[T]:
        results = function(self.instructions, self.worlds)
        return results[0] if self.single else results


_default: Pipeline | None = None
_loading = threading.Lock()
_classified: ContextVar[_Pairs | None] = ContextVar("cq_classified", default=None)


def default_pipeline() -> Pipeline:
    """The bundled pipeline, loaded once per process, on first use."""
    global _default
    with _loading:
        if _default is None:
            _default = Pipeline.from_pretrained()
        return _default


@overload
def classify(instruction: str, world: Any = None, *, cost_of_asking: float | None = None) -> Clarity: ...
@overload
def classify(
    instruction: Texts, world: Sequence[Any], *, cost_of_asking: float | None = None
) -> list[Clarity]: ...
def classify(instruction: Any, world: Any = None, *, cost_of_asking: float | None = None) -> Any:
    """Is the instruction clear enough to act on in this world?

    `instruction` is text and `world` anything `World.parse` reads; or both are lists of equal length, and
    a list comes back, computed in batches. Returns `Clarity`: `.is_clear`, `.p_unclear` in [0, 1],
    `.threshold`, `.reasons`. `cost_of_asking`, in (0, 1), says what a question costs where building wrong
    costs 1, and takes the place of the threshold of best macro-F1.

    Raises `InputError` (a `ValueError`) for an empty instruction, a world that cannot be read, lists of
    unequal length, or a cost outside (0, 1); `MissingFileError` where weights or backbone are missing.
    """
    given = _pairs(instruction, world)
    result = given.map(lambda texts, worlds: default_pipeline().classify(texts, worlds, cost_of_asking))
    _classified.set(given)
    return result


def rank(qbank: BankLike = None, instruction: Any = None, world: Any = None, top_k: int | None = None) -> Any:
    """The questions of a bank, best first, for an instruction in its world.

    `qbank` is a list of texts, a dict qid → text, a `QuestionBank`, a path to a `question_bank.csv`, or
    None for the bundled bank. Without `instruction`, the one (or the list) that this context classified
    last is meant, in its world. Returns a list of `RankedQuestion` (a list of such lists for a list of
    instructions); `top_k` keeps the first k, all where the bank has fewer. Scores are probability-like,
    in [0, 1]; equal scores are ordered by question id.

    Raises `NothingClassifiedError` (a `RuntimeError`) where nothing was classified in this context;
    `InputError` for an empty bank, top_k below 1, and what `classify` refuses.
    """
    bank = QuestionBank.parse(qbank)
    check_top_k(top_k)
    given = _last_classified(world) if instruction is None else _pairs(instruction, world)
    return given.map(lambda texts, worlds: default_pipeline().rank(bank, texts, worlds, top_k))


@overload
def build(instruction: str, world: Any = None) -> Build: ...
@overload
def build(instruction: Texts, world: Sequence[Any]) -> list[Build]: ...
def build(instruction: Any, world: Any = None) -> Any:
    """What a builder would build.

    Returns `Build`: `.grid` int8 (9, 11, 11), the `.actions` that lead to it, `.plan`, the probability of
    each content of each cell, and `.confidence`, in [0, 1], the changed F1 to be expected.

    Takes and refuses what `classify` does.
    """
    return _pairs(instruction, world).map(lambda texts, worlds: default_pipeline().build(texts, worlds))


@overload
def ask(
    instruction: str, world: Any = None, qbank: BankLike = None, *, cost_of_asking: float | None = None
) -> Turn: ...
@overload
def ask(
    instruction: Texts, world: Sequence[Any], qbank: BankLike = None, *, cost_of_asking: float | None = None
) -> list[Turn]: ...
def ask(
    instruction: Any, world: Any = None, qbank: BankLike = None, *, cost_of_asking: float | None = None
) -> Any:
    """One turn: classify, then the ranked questions if unclear, or the build if clear.

    Returns `Turn`: `.clarity`, `.questions` (None if clear), `.build` (None if unclear). Takes and refuses
    what `classify` and `rank` do.
    """
    bank = QuestionBank.parse(qbank)
    given = _pairs(instruction, world)
    return given.map(lambda texts, worlds: default_pipeline().ask(texts, worlds, bank, cost_of_asking))


def _last_classified(world: Any) -> _Pairs:
    if world is not None:
        raise InputError("rank got a world without its instruction; give both, or neither after classify")
    last = _classified.get()
    if last is None:
        raise NothingClassifiedError(
            "nothing was classified in this context; call cq.classify(instruction, world) first, or "
            "cq.rank(qbank, instruction, world)"
        )
    return last


def _pairs(instruction: Any, world: Any) -> _Pairs:
    """Check one (instruction, world), or two lists of equal length."""
    if not isinstance(instruction, (list, tuple)):
        return _Pairs((check_instruction(instruction),), (World.parse(world),), single=True)
    worlds = [None] * len(instruction) if world is None else world
    if not isinstance(worlds, (list, tuple)) or len(worlds) != len(instruction):
        count = (
            f"{len(worlds)} worlds" if isinstance(worlds, (list, tuple)) else f"one {type(world).__name__}"
        )
        raise InputError(f"{len(instruction)} instructions need as many worlds in a list; got {count}")
    texts, parsed = [], []
    for i, (text, one) in enumerate(zip(instruction, worlds, strict=True)):
        try:
            texts.append(check_instruction(text))
            parsed.append(World.parse(one))
        except CqError as error:
            raise InputError(f"item {i}: {error}") from None
    return _Pairs(tuple(texts), tuple(parsed), single=False)
