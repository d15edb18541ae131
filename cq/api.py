"""The functions users call: one or many instructions in, one or many results out."""

from __future__ import annotations

import os
import threading
from contextvars import ContextVar
from typing import Any, overload

from cq.building import Build
from cq.clarity import Clarity
from cq.errors import InputError, NothingClassifiedError
from cq.language.arguments import Instructions, Texts, WorldLike
from cq.pipeline import Pipeline, Turn
from cq.ranking import QuestionBank, RankedQuestion
from cq.ranking.bank import BankLike
from cq.ranking.ranker import check_top_k

_default: Pipeline | None = None
_loading = threading.Lock()
_classified: ContextVar[Instructions | None] = ContextVar("cq_classified", default=None)


def use(pipeline: Pipeline | str | os.PathLike[str] | None) -> Pipeline:
    """Set the pipeline that all functions use: a `Pipeline`, the folder of a saved one, or None for the
    bundled one. Returns it.

    Raises what `Pipeline.from_pretrained` raises; the default then stays as it is.
    """
    global _default
    chosen = pipeline if isinstance(pipeline, Pipeline) else Pipeline.from_pretrained(pipeline)
    with _loading:
        _default = chosen
    return chosen


def default_pipeline() -> Pipeline:
    """The pipeline that all functions use: the bundled one, loaded on first use, or the one set by `use`."""
    global _default
    with _loading:
        if _default is None:
            _default = Pipeline.from_pretrained()
        return _default


@overload
def classify(
    instruction: str, world: WorldLike = None, *, cost_of_asking: float | None = None
) -> Clarity: ...
@overload
def classify(
    instruction: Texts, world: WorldLike = None, *, cost_of_asking: float | None = None
) -> list[Clarity]: ...
def classify(
    instruction: str | Texts, world: WorldLike = None, *, cost_of_asking: float | None = None
) -> Clarity | list[Clarity]:
    """Is the instruction clear enough to act on in this world?

    `instruction` is text and `world` anything `World.parse` reads; or `instruction` is a list, tuple, array
    or Series of texts, with as many worlds or one world for all, and a list comes back, computed in batches.
    Returns `Clarity`: `.is_clear`, `.p_unclear` in [0, 1], `.threshold`, `.reasons`. `cost_of_asking`, in
    (0, 1), is the cost of a question if a wrong build costs 1; it replaces the default threshold.

    Raises `InputError` (a `ValueError`) for an empty instruction, a world that cannot be read, lists of
    unequal length, or a cost outside (0, 1); `MissingFileError` if weights or backbone are missing.
    """
    given = Instructions.parse(instruction, world)
    result = default_pipeline().classify(given, cost_of_asking=cost_of_asking)
    _classified.set(given)
    return result


@overload
def rank(
    qbank: BankLike = None,
    instruction: str | None = None,
    world: WorldLike = None,
    top_k: int | None = None,
) -> list[RankedQuestion]: ...
@overload
def rank(
    qbank: BankLike, instruction: Texts, world: WorldLike = None, top_k: int | None = None
) -> list[list[RankedQuestion]]: ...
def rank(
    qbank: BankLike = None,
    instruction: str | Texts | None = None,
    world: WorldLike = None,
    top_k: int | None = None,
) -> list[RankedQuestion] | list[list[RankedQuestion]]:
    """The questions of a bank, best first, for an instruction in its world.

    `qbank` is a list of texts, a Series or data frame of questions, a dict qid → text, a `QuestionBank`, a
    path to a `question_bank.csv`, or None for the bundled bank. Without `instruction`, it ranks for the last
    instruction (or list) that this context passed to `classify` or `ask`, in its world. Returns a list of
    `RankedQuestion` (a list of such lists for a list of instructions); `top_k` keeps the first k, all if the
    bank has fewer. Scores are the softmax of the logits over the bank, in [0, 1], and not calibrated; logits
    that are equal to four decimals are ordered by question id.

    Raises `NothingClassifiedError` (a `RuntimeError`) if nothing was classified in this context;
    `InputError` for an empty bank, top_k below 1, and what `classify` refuses.
    """
    bank = QuestionBank.parse(qbank)
    check_top_k(top_k)
    given = _last_classified(world) if instruction is None else Instructions.parse(instruction, world)
    return default_pipeline().rank(bank, given, top_k=top_k)


@overload
def build(instruction: str, world: WorldLike = None) -> Build: ...
@overload
def build(instruction: Texts, world: WorldLike = None) -> list[Build]: ...
def build(instruction: str | Texts, world: WorldLike = None) -> Build | list[Build]:
    """What a builder would build.

    Returns `Build`: `.grid` int8 (9, 11, 11), the `.actions` that lead to it, `.plan`, the probability of
    each content of each cell, and `.confidence`, in [0, 1], the expected changed F1.

    Takes and refuses what `classify` does.
    """
    return default_pipeline().build(instruction, world)


@overload
def ask(
    instruction: str, world: WorldLike = None, qbank: BankLike = None, *, cost_of_asking: float | None = None
) -> Turn: ...
@overload
def ask(
    instruction: Texts,
    world: WorldLike = None,
    qbank: BankLike = None,
    *,
    cost_of_asking: float | None = None,
) -> list[Turn]: ...
def ask(
    instruction: str | Texts,
    world: WorldLike = None,
    qbank: BankLike = None,
    *,
    cost_of_asking: float | None = None,
) -> Turn | list[Turn]:
    """One turn: classify, then the ranked questions if unclear, or the build if clear.

    Returns `Turn`: `.clarity`, `.questions` (None if clear), `.build` (None if unclear). Takes and refuses
    what `classify` and `rank` do.
    """
    bank = QuestionBank.parse(qbank)
    given = Instructions.parse(instruction, world)
    result = default_pipeline().ask(given, qbank=bank, cost_of_asking=cost_of_asking)
    _classified.set(given)
    return result


def _last_classified(world: Any) -> Instructions:
    if world is not None:
        raise InputError("rank got a world without its instruction; give both, or neither after classify")
    last = _classified.get()
    if last is None:
        raise NothingClassifiedError(
            "nothing was classified in this context; call cq.classify(instruction, world) first, or "
            "cq.rank(qbank, instruction, world)"
        )
    return last
