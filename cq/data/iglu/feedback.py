"""The human evaluation of the 2022 agents: people built with each and said what they thought of it."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from cq.data.storage.download import SOURCES
from cq.data.storage.locate import locate
from cq.data.storage.tables import read_table
from cq.errors import InputError, MissingFileError

if TYPE_CHECKING:
    import pandas as pd

TABLE = SOURCES["feedback"].file
COLUMNS = ("HitId", "GameMinecraftId", "TaskMinecraftId", "AgentName", "Annotation", "CompletionCode")
NOTHING = frozenset({"", "na", "n/a", "no", "none", "nothing"})
"""Comments that say that there is none."""


def load_feedback(path: str | os.PathLike[str] | None = None, *, download: bool = False) -> pd.DataFrame:
    """The table, a row a rating, from `human_agent_feedback.csv` or the folder that holds it.

    Columns: `hit_id`, `game_id`, `task_id` (strings, missing where the person did not play), `agent`
    (category), `was_chosen_best` (boolean, missing where nothing was rated), `comment` (string, missing
    where none was made), `completion_code`. Some rated an agent without a game on record. None and
    `download` as for `load_multiturn`.

    Raises `InputError` where the table or an annotation in it cannot be read.
    """
    import pandas as pd

    place = locate("feedback", [TABLE], [TABLE], path, download)
    if not place.is_file():
        raise MissingFileError(f"no {TABLE} at {str(place)!r}; give the file, or the folder that holds it")
    frame = read_table(place.read_bytes(), place.name, COLUMNS)
    rated = [_annotation(number, text) for number, text in enumerate(frame["Annotation"], start=1)]
    return pd.DataFrame(
        {
            "hit_id": frame["HitId"].astype("string"),
            "game_id": _present(frame["GameMinecraftId"]),
            "task_id": _present(frame["TaskMinecraftId"]),
            "agent": frame["AgentName"].astype("category"),
            "was_chosen_best": pd.array([one.get("was_chosen_best") for one in rated], dtype="boolean"),
            "comment": pd.array([_comment(one) for one in rated], dtype="string"),
            "completion_code": _present(frame["CompletionCode"]),
        }
    )


def feedback_summary(feedback: pd.DataFrame) -> pd.DataFrame:
    """Per agent: `hits`, `played`, `rated`, `chosen_best` (counts), `share_best` of the rated, in [0, 1], and
    its 95 % Wilson interval `low`, `high`; most often chosen first.
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
    centre, half = _wilson(table["share_best"], table["rated"])
    table["low"], table["high"] = centre - half, centre + half
    return table.sort_values("share_best", ascending=False)


def _annotation(number: int, text: str) -> dict[str, Any]:
    """What a person said, as an object. One was written with its outer braces doubled."""
    text = text.strip()
    if text.startswith("{{"):
        text = "{" + text.strip("{}") + "}"
    try:
        said = json.loads(text or "{}")
    except ValueError as error:
        raise InputError(f"row {number}: the annotation {text[:60]!r} is not JSON ({error})") from None
    if not isinstance(said, dict):
        raise InputError(f"row {number}: the annotation {text[:60]!r} is no object")
    return said


def _comment(said: dict[str, Any]) -> str | None:
    comment = str(said.get("agent_performance", "")).strip()
    return None if comment.lower() in NOTHING else comment


def _present(column: pd.Series) -> pd.Series:
    return column.astype("string").mask(column.isin(["", "NA"]))


def _wilson(share: Any, of: Any, z: float = 1.96) -> tuple[Any, Any]:
    """Centre and half width of the Wilson score interval (Wilson 1927)."""
    centre = (share + z**2 / (2 * of)) / (1 + z**2 / of)
    half = z / (1 + z**2 / of) * (share * (1 - share) / of + z**2 / (4 * of**2)) ** 0.5
    return centre, half
