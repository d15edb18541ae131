"""The results of a study: one row for each transcript, the measures of each agent, and their curves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from cq.arena.architects import ASIDE, UNKNOWN, WRONG
from cq.data import normalise
from cq.errors import InputError

if TYPE_CHECKING:
    import pandas as pd

PRICES = (0.0, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0)
"""Prices of a question on the curve of utility; a right outcome is worth 1."""
COVERAGES = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95)
"""Shares of right outcomes for which the needed help is given."""
COVERAGE = 0.9
"""The share in the table."""


def frame(transcripts: Sequence[dict[str, Any]]) -> pd.DataFrame:
    """A data frame of transcripts, one row each, in order.

    `questions` were answered or not, `over_budget` were asked when none was left, `repeated` had been asked
    before, with the same words. `doubt` is that of the last build; `failed` says that an agent broke the
    rules or raised an error. Raises `InputError` if an agent plays an episode twice under one protocol.
    """
    import pandas as pd

    rows = pd.DataFrame([_row(transcript) for transcript in transcripts])
    twice = rows[rows.duplicated(["agent", "id", "protocol"])]
    if len(twice):
        agent, name, protocol = twice.iloc[0][["agent", "id", "protocol"]]
        raise InputError(f"{agent!r} has played {name!r} under {protocol!r} twice; give the agents two names")
    return rows


def _row(transcript: dict[str, Any]) -> dict[str, Any]:
    asked = [exchange for order in transcript["orders"] for exchange in order["asked"]]
    kinds = [exchange["kind"] for exchange in asked]
    moves = [order["move"] for order in transcript["orders"]]
    words = [normalise(exchange["question"]["ask"]) for exchange in asked if exchange["kind"] != ASIDE]
    built = [move for move in moves if "build" in move]
    # A column of texts may not contain lone surrogates.
    name, agent = (
        transcript[key].encode("utf-8", "backslashreplace").decode("utf-8") for key in ("id", "agent")
    )
    return {
        "id": name,
        "source": name.partition(":")[0],
        "agent": agent,
        "protocol": transcript["protocol"],
        "is_open": transcript["is_open"],
        "questions": len(words),
        "over_budget": kinds.count(ASIDE),
        "repeated": len(words) - len({*words}),
        "wrong_answers": kinds.count(WRONG),
        "unknown_answers": kinds.count(UNKNOWN),
        "built": bool(built),
        "failed": any(move.get("failed", False) for move in moves),
        "doubt": built[-1].get("doubt") if built else None,
        "price": transcript["price"],
        "changed_f1": transcript["changed_f1"],
        "exact": transcript["exact"],
    }


def summary(rows: pd.DataFrame, price: float | None = None) -> pd.DataFrame:
    """The measures of each source, agent and protocol, of a `frame`; `price` is that of a question, None for
    the price at which each game was played. A measure over nothing is NaN. docs/study_arena.md defines
    them.
    """
    import pandas as pd

    found = []
    for (source, agent), some in rows.groupby(["source", "agent"], sort=False):
        silent = some[some["protocol"] == "silent"].set_index("id")
        for protocol, played in some.groupby("protocol", sort=False):
            told = {"source": source, "agent": agent, "protocol": protocol}
            found.append(told | _measures(played.set_index("id"), silent, price))
    return pd.DataFrame(found)


def _measures(played: pd.DataFrame, silent: pd.DataFrame, price: float | None) -> dict[str, Any]:
    without = silent.reindex(played.index)
    questions = played["questions"]
    needless = played["repeated"].where(~_true(without["exact"]), questions)
    closed = played["is_open"].map(lambda value: value is False or value == 0)
    misled = played["wrong_answers"] > 0
    right = _true(played["exact"])
    is_asking = played["protocol"].iloc[0] == "asking" and len(silent) > 0
    return {
        "episodes": len(played),
        "changed_f1": _mean(played["changed_f1"]),
        "exact": _mean(right),
        "questions": _mean(questions),
        "utility": utility(played, price),
        "asked": _mean(questions > 0),
        "redundant": float(needless.sum() / questions.sum()) if questions.sum() and len(silent) else np.nan,
        "harm_where_closed": _mean((without["changed_f1"] - played["changed_f1"])[closed])
        if is_asking
        else np.nan,
        "recovery": _mean(right[misled]),
        "questions_to_right": _mean(questions[right]),
        "help_at_coverage": help_rate(played, silent, COVERAGE) if is_asking else np.nan,
        "failed": _mean(played["failed"]),
    }


def utility(rows: pd.DataFrame, price: float | None = None) -> float:
    """The mean of: 1 for a right outcome, less the price of each question (None: that of its game)."""
    return _mean(_true(rows["exact"]) - (rows["price"] if price is None else price) * rows["questions"])


def help_rate(asking: pd.DataFrame, silent: pd.DataFrame, coverage: float) -> float:
    """The smallest share of episodes in which an agent must be helped, so that a share `coverage` of all
    outcomes is right: its questions are answered in the episodes that it doubts most, and in the others it
    builds without. Doubt is that of its build without questions; if it has none, whether it asks. Ties are
    broken by id. NaN where even all help does not suffice.

    Both frames are of one agent and source, with the ids as index.
    """
    silent = silent.reindex(asking.index)
    asks = (asking["questions"] > 0).astype(float)
    doubt = silent["doubt"].astype(float).fillna(asks)
    order = sorted(asking.index, key=lambda episode: (-doubt[episode], episode))
    helped, alone = (_true(rows["exact"])[order].to_numpy(dtype=float) for rows in (asking, silent))
    right = np.concatenate([[0.0], helped.cumsum()]) + alone.sum() - np.concatenate([[0.0], alone.cumsum()])
    enough = np.flatnonzero(right >= coverage * len(order) - 1e-9)
    return float(enough[0] / len(order)) if len(enough) else float("nan")


def _true(values: pd.Series) -> pd.Series:
    """Whether each value is true; a missing value is not."""
    return values.map(lambda value: value is True or value == 1).astype(bool)


def _mean(values: Any) -> float:
    return float(np.mean(np.asarray(values, dtype=float))) if len(values) else float("nan")
