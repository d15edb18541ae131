"""The human evaluation of 2022 as a whole: its games, their tasks, and what the people said of the agents.

Its folder holds `human_agent_feedback.csv` (see `load_feedback`), and `gamedata.json` and `taskdata.json` in
the format of `cq.data.iglu.greenlands`: an object of games or tasks by id, or a list of objects with an `id`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cq.data.iglu.feedback import TABLE, load_feedback
from cq.data.iglu.greenlands import PlayedGame, read_game, read_task
from cq.data.report import HumanEvaluationReport, first_reasons
from cq.data.schema import grid_feature
from cq.data.storage.hub import to_hub_parquet
from cq.data.storage.sources import find
from cq.data.tasks.task import Task
from cq.errors import InputError, MissingFileError, excerpt, reporting
from cq.files import check_no_pointer
from cq.files.json_input import parse_json
from cq.settings import data_roots
from cq.types import PathLike

if TYPE_CHECKING:
    import datasets

GAMES, TASKS = "gamedata.json", "taskdata.json"
FOLDER = "datasets/human_evaluation of a clone of microsoft/iglu-datasets (git lfs pull)"


@dataclass(frozen=True)
class HumanEvaluation:
    """The games (columns: `game_features`), the tasks by their ids, and what could not be read."""

    games: datasets.Dataset
    tasks: dict[str, Task]
    report: HumanEvaluationReport

    def to_parquet(self, folder: PathLike) -> Path:
        """Write the games as `to_hub_parquet` does. Returns the folder."""
        return to_hub_parquet(self.games, folder, title="IGLU, the human evaluation of 2022, parsed")


def game_features() -> datasets.Features:
    """The columns of the games.

    `dialogue` is what was said in the game, oldest first; the person is the "architect", the agent the
    "builder". `start` and `target` are the task's worlds, None if the task cannot be read; `end` is the world
    that was left, None also if an event that changed it cannot be read. Grids are int8 (9, 11, 11),
    [y, x, z], IGLU 2022 colours. `outcome` is one of `cq.data.iglu.greenlands.OUTCOMES`, None if the game
    does not say. `agent`, `hit_id`, `was_chosen_best` and `comment` are those of `load_feedback`, None
    for a game without a rating.
    """
    from datasets import Features, List, Value

    grid, text = grid_feature(), Value("string")
    return Features(
        {
            "game_id": text,
            "task_id": text,
            "agent": text,
            "dialogue": List({"speaker": text, "text": text}),
            "start": grid,
            "end": grid,
            "target": grid,
            "outcome": text,
            "hit_id": text,
            "was_chosen_best": Value("bool"),
            "comment": text,
        }
    )


def load_human_evaluation(folder: PathLike | None = None) -> HumanEvaluation:
    """The games, tasks and ratings in a folder; None means the data folders (`CQ_DATA`).

    Games, tasks and single events that cannot be read are left out. The report names each by its file and
    place, and also games whose task, and ratings whose game is not there.

    Raises `MissingFileError` if one of the three files is missing; `InputError` if one is a pointer of Git
    LFS or cannot be read, or if no game can.
    """
    from datasets import Dataset

    root = find([], [GAMES], folder)
    if root is None:
        searched = ", ".join(repr(str(path)) for path in data_roots())
        raise MissingFileError(f"no {GAMES} in {searched}; give the folder {FOLDER}")
    report = HumanEvaluationReport(root.name)
    unread = report.unread

    def game_of(name: str, value: Any) -> PlayedGame:
        return read_game(name, value, tasks, f"{GAMES}: game {excerpt(name)}", unread)

    tasks = _read(root / TASKS, "task", lambda _, value: read_task(value), unread)
    games = _read(root / GAMES, "game", game_of, unread)
    if not games:
        reasons = first_reasons(unread) or "it is empty"
        raise InputError(f"no game in {str(root / GAMES)!r} can be read: {reasons}; get {FOLDER}")
    ratings = _ratings(root, games, unread)
    report.games, report.tasks, report.ratings = len(games), len(tasks), len(ratings)
    rows = []
    for name, game in games.items():
        task = tasks.get(game.task_id or "")
        worlds = {"start": task.starting_grid, "target": task.target_grid} if task else {}
        rows.append({"game_id": name, **vars(game), **worlds, **ratings.get(name, {})})
    return HumanEvaluation(Dataset(report.table(rows, game_features())), tasks, report)


def _read(path: Path, kind: str, read: Callable[[str, Any], Any], unread: dict[str, str]) -> dict[str, Any]:
    """What can be read of a file's entries, by id."""
    found: dict[str, Any] = {}
    for number, (name, value) in enumerate(_entries(path), start=1):
        place = f"{path.name}: {kind} {excerpt(name) if name else number}"
        try:
            if not name or not isinstance(name, str):
                raise InputError(f"{excerpt(value)} has no id, which is a text")
            if name in found:
                raise InputError("its id is there twice; the first is kept")
            found[name] = read(name, value)
        except InputError as error:
            unread[f"{place}, again" if name in found else place] = str(error)
    return found


def _entries(path: Path) -> Iterator[tuple[Any, Any]]:
    """The entries of a file with their ids, None for one without."""
    if not path.is_file():
        raise MissingFileError(f"no {path.name} at {str(path)!r}; give the folder {FOLDER}")
    with reporting(f"cannot read {str(path)!r}", "make it readable", OSError):
        content = path.read_bytes()
    check_no_pointer(content, path)
    value = parse_json(content, repr(str(path)))
    if isinstance(value, dict) and "id" not in value:
        yield from value.items()
    elif isinstance(value, dict | list):
        for entry in value if isinstance(value, list) else [value]:
            yield entry.get("id") if isinstance(entry, dict) else None, entry
    else:
        raise InputError(f"{str(path)!r} holds {excerpt(value)}; it is an object or a list; get {FOLDER}")


def _ratings(root: Path, games: dict[str, PlayedGame], unread: dict[str, str]) -> dict[str, dict[str, Any]]:
    """The rating of each game that has one."""
    columns, found = ["agent", "hit_id", "was_chosen_best", "comment"], dict[str, dict[str, Any]]()
    table = load_feedback(root).astype(object)
    for number, rating in enumerate(table.where(table.notna(), None).to_dict("records"), start=1):
        name, place = rating["game_id"], f"{TABLE}: row {number}"
        if name is None:
            continue  # The person did not play.
        if name not in games:
            unread[place] = f"its game {excerpt(name)} is not among those that are read"
        elif name in found:
            unread[place] = f"its game {excerpt(name)} has a rating already, which is kept"
        else:
            found[name] = {column: rating[column] for column in columns}
    return found
