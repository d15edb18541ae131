"""What to ask: the rank of a person's question.

Two protocols share these functions. Over *candidate pools*, a ranking is the row's candidate ids and `asked`
the id of its question. The track's *official evaluator* gives every unclear row the whole list of asked
questions, repeats included, and looks up the first place of the asked text: pass texts instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cq.arrays import as_list, is_integer
from cq.errors import InputError, excerpt


def reciprocal_rank(ranking: Sequence[str], asked: str, cutoff: int | None = None) -> float:
    """1 / rank of the first `asked` in `ranking` (best first); 0 if it is absent or past `cutoff`.

    Raises `InputError` for a cutoff below 1, and for a ranking without an order, such as a set.
    """
    if cutoff is not None:
        _check_count("cutoff", cutoff)
    shown = as_list(ranking, "a ranking", "give a list of ids or texts, best first")[:cutoff]
    if shown and isinstance(shown[0], str) != isinstance(asked, str):
        raise InputError(
            f"the ranking holds {excerpt(shown[0])}, but {excerpt(asked)} was asked; give both as ids or as "
            "texts: [one.qid for one in ranked]"
        )
    try:
        rank = shown.index(asked) + 1
    except ValueError:
        return 0.0
    return 1.0 / rank


def mean_reciprocal_rank(
    rankings: Sequence[Sequence[str]], asked: Sequence[str], cutoff: int | None = None
) -> float:
    """Mean over rows of `reciprocal_rank`, in [0, 1]; `cutoff=20` is MRR@20.

    Raises `InputError` for no rows, unequal lengths, values without an order, or a cutoff below 1.
    """
    rankings, asked = _rows(rankings, asked)
    return sum(reciprocal_rank(r, a, cutoff) for r, a in zip(rankings, asked, strict=True)) / len(asked)


def recall_at_k(rankings: Sequence[Sequence[str]], asked: Sequence[str], k: int) -> float:
    """Share of rows, in [0, 1], whose asked question is among the first k.

    Raises `InputError` for no rows, unequal lengths, values without an order, or a k below 1.
    """
    _check_count("k", k)
    rankings, asked = _rows(rankings, asked)
    found = [reciprocal_rank(r, a, k) > 0 for r, a in zip(rankings, asked, strict=True)]
    return sum(found) / len(asked)


def _check_count(name: str, value: Any) -> None:
    if not is_integer(value) or value < 1:
        raise InputError(f"{name} is {excerpt(value)}; it must be a whole number of 1 or more")


def _rows(rankings: Sequence[Sequence[str]], asked: Sequence[str]) -> tuple[list[Sequence[str]], list[str]]:
    """The rankings and the questions of all rows."""
    remedy = "give a list with one for each row"
    rows = as_list(rankings, "the list of rankings", remedy), as_list(asked, "the list of questions", remedy)
    if not rows[1] or len(rows[0]) != len(rows[1]):
        raise InputError(f"{len(rows[0])} rankings for {len(rows[1])} questions; give one of each per row")
    return rows
