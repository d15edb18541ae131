"""The overall standing of a contest, from one file per entrant.

A file holds `{"entrant": NAME, "scores": {LEADERBOARD: SCORE, …}}`, higher scores better; `cq submit
evaluate` writes such a scores.json. As in the IGLU 2022 contest, the standing is the
weighted mean of the ranks over all leaderboards. An entrant that is missing from a leaderboard ranks last
there, and equal scores share the better rank.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from scipy.stats import rankdata

from cq.cli.tables import print_table
from cq.errors import InputError, excerpt
from cq.json_input import read_json
from eval.options import Out
from eval.output import write_json

Scores = Mapping[str, float]

COLUMNS = ("place", "mean rank")
"""The standing's own columns."""


def main(
    results: Annotated[list[Path], typer.Argument(help="A file per entrant.")],
    weight: Annotated[
        list[str] | None, typer.Option(help="LEADERBOARD=WEIGHT. Default: 1 for each leaderboard.")
    ] = None,
    out: Out = None,
) -> None:
    entrants: dict[str, Scores] = {}
    for path in results:
        name, scores = read_result(path)
        if name in entrants:
            raise InputError(f"{str(path)!r} is a second result of {name!r}; give one file per entrant")
        entrants[name] = scores
    table = standing(entrants, _weights(weight or []))
    print_table("Overall standing", table)
    write_json(out, table)


def standing(entrants: Mapping[str, Scores], weights: Scores | None = None) -> dict[str, dict[str, Any]]:
    """Entrants, best first: their place, weighted mean rank, and rank on each leaderboard.

    Equal entrants are ordered by name. Raises `InputError` for a weight of an unknown leaderboard, for
    negative or infinite weights, and if all weights are 0.
    """
    weights = dict(weights or {})
    boards = sorted({board for scores in entrants.values() for board in scores})
    unknown = [board for board in weights if board not in boards]
    if unknown:
        raise InputError(f"no leaderboard {unknown[0]!r}; there are {', '.join(boards)}")
    all_weights = {board: weights.get(board, 1.0) for board in boards}
    if not all(0 <= one < math.inf for one in all_weights.values()) or not sum(all_weights.values()):
        raise InputError(f"weights are 0 or more, and not all 0; they are {all_weights}")
    names = sorted(entrants)
    ranks = {board: _ranks([entrants[name].get(board) for name in names]) for board in boards}
    total = sum(all_weights.values())
    # Rounding keeps equal means equal although they are summed in different orders.
    means = [
        round(sum(all_weights[board] * ranks[board][i] for board in boards) / total, 9)
        for i in range(len(names))
    ]
    places = rankdata(means, method="min")
    table = {}
    for i in sorted(range(len(names)), key=lambda i: (means[i], names[i])):
        board_ranks = {board: int(ranks[board][i]) for board in boards}
        table[names[i]] = {"place": int(places[i]), "mean rank": round(means[i], 3), **board_ranks}
    return table


def read_result(path: Path) -> tuple[str, Scores]:
    """An entrant's name and scores. Raises `MissingFileError` or `InputError`."""
    path = path / "scores.json" if path.is_dir() else path
    found = read_json(path, "result")
    scores = found.get("scores") if isinstance(found, dict) else None
    if not isinstance(scores, dict) or not isinstance(found.get("entrant"), str):
        raise InputError(f'{str(path)!r} is not {{"entrant": NAME, "scores": {{LEADERBOARD: SCORE}}}}')
    if reserved := [name for name in COLUMNS if name in scores]:
        raise InputError(f"{str(path)!r}: no leaderboard may be named {reserved[0]!r}; rename it")
    for board, score in scores.items():
        if (
            isinstance(score, bool)
            or not isinstance(score, int | float)
            or not abs(score) < sys.float_info.max
        ):
            raise InputError(f"{str(path)!r}: the score on {board!r} is {excerpt(score)}; it is a number")
    return found["entrant"], scores


def _ranks(scores: Sequence[float | None]) -> list[float]:
    """Rank of each score, from 1; None ranks last."""
    there = [-score for score in scores if score is not None]
    found = iter(rankdata(there, method="min").tolist())
    return [len(scores) if score is None else next(found) for score in scores]


def _weights(given: Sequence[str]) -> dict[str, float]:
    weights = {}
    for one in given:
        board, _, number = one.rpartition("=")
        try:
            weights[board] = float(number)
        except ValueError:
            raise InputError(f"weight {one!r} is not LEADERBOARD=NUMBER") from None
    return weights
