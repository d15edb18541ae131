"""The human evaluation of the 2022 agents: people built with each agent and rated it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cq.data.storage.sources import SOURCES, locate
from cq.errors import InputError, MissingFileError, excerpt
from cq.files import check_no_pointer
from cq.files.json_input import parse_json
from cq.tables.csv_text import read_text_table
from cq.types import PathLike

if TYPE_CHECKING:
    import pandas as pd

TABLE = SOURCES["feedback"].file
COLUMNS = ("HitId", "GameMinecraftId", "TaskMinecraftId", "AgentName", "Annotation", "CompletionCode")
NOTHING = frozenset({"", "na", "n/a", "no", "none", "nothing"})
"""Texts that count as no comment."""


def load_feedback(path: PathLike | None = None, *, download: bool = False) -> pd.DataFrame:
    """The table, one row per rating, from `human_agent_feedback.csv` or the folder that holds it.

    Columns: `hit_id`, `game_id`, `task_id` (strings, missing if the person did not play), `agent` (category),
    `was_chosen_best` (boolean, missing if the person did not rate), `comment` (string, missing if there is
    none), `completion_code`. Some people rated an agent but have no recorded game. `path` None and
    `download` work as for `load_multiturn`.

    Raises `InputError` if the table or an annotation in it cannot be read.
    """
    import pandas as pd

    location = locate("feedback", [TABLE], [TABLE], path, download)
    if not location.is_file():
        raise MissingFileError(f"no {TABLE} at {str(location)!r}; give the file, or the folder that holds it")
    content = location.read_bytes()
    check_no_pointer(content, location)
    frame = read_text_table(content, location.name, COLUMNS)
    rated = [_annotation(number, text) for number, text in enumerate(frame["Annotation"], start=1)]
    return pd.DataFrame(
        {
            "hit_id": frame["HitId"].astype("string"),
            "game_id": _present(frame["GameMinecraftId"]),
            "task_id": _present(frame["TaskMinecraftId"]),
            "agent": frame["AgentName"].astype("category"),
            "was_chosen_best": pd.array(
                [annotation.get("was_chosen_best") for annotation in rated], dtype="boolean"
            ),
            "comment": pd.array([_comment(annotation) for annotation in rated], dtype="string"),
            "completion_code": _present(frame["CompletionCode"]),
        }
    )


def feedback_summary(feedback: pd.DataFrame) -> pd.DataFrame:
    """Per agent: `hits`, `played`, `rated`, `chosen_best`, `comments` (counts), `share_best` of the rated, in
    [0, 1], and its 95 % Wilson interval `low`, `high`; the largest share comes first.
    """
    by_agent = feedback.groupby("agent", observed=True)
    table = by_agent.agg(
        hits=("hit_id", "size"),
        played=("game_id", "count"),
        rated=("was_chosen_best", "count"),
        chosen_best=("was_chosen_best", "sum"),
        comments=("comment", "count"),
    ).astype(int)
    table["share_best"] = table["chosen_best"] / table["rated"]
    intervals = [_wilson(*counts) for counts in zip(table["chosen_best"], table["rated"], strict=True)]
    table["low"], table["high"] = np.reshape(intervals, (-1, 2)).T
    return table.sort_values("share_best", ascending=False)


def _annotation(number: int, text: str) -> dict[str, Any]:
    """A person's annotation as an object. One recorded annotation has its outer braces doubled."""
    text = text.strip()
    if text.startswith("{{"):
        text = "{" + text.strip("{}") + "}"
    annotation = parse_json(text or "{}", f"row {number}: the annotation {text[:60]!r}")
    if not isinstance(annotation, dict):
        raise InputError(f"row {number}: the annotation {text[:60]!r} is not an object")
    for name, kind in (("was_chosen_best", bool), ("agent_performance", str)):
        if not isinstance(annotation.get(name), (kind, type(None))):
            raise InputError(f"row {number}: {name} is {excerpt(annotation[name])}; it is a {kind.__name__}")
    return annotation


def _comment(annotation: dict[str, Any]) -> str | None:
    comment = (annotation.get("agent_performance") or "").strip()
    return None if comment.lower() in NOTHING else comment


def _present(column: pd.Series) -> pd.Series:
    return column.astype("string").mask(column.isin(["", "NA"]))


def _wilson(chosen: int, rated: int) -> tuple[float, float]:
    """The 95 % Wilson score interval (Wilson 1927) of a share; not a number if nobody rated."""
    from scipy.stats import binomtest

    if not rated:
        return np.nan, np.nan
    interval = binomtest(int(chosen), int(rated)).proportion_ci(method="wilson")
    return interval.low, interval.high
