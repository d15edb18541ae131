"""The human evaluation of 2022: games, tasks and ratings, in the format of the platform Greenlands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from greenlands_set import AIR, BLUE, GAME, RED, blocks, event, placed, said, task, written

from cq import arena
from cq.data import HumanEvaluation, HumanEvaluationReport, load_feedback, load_human_evaluation
from cq.errors import InputError, MissingFileError
from cq.world import World

POINTER = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"


def grid(*given: tuple[int, int, int, int]) -> list[Any]:
    """A grid of blocks at x, level, z with their colours."""
    cells = np.zeros((9, 11, 11), np.int8)
    for x, level, z, colour in given:
        cells[level - 1, x + 5, z + 5] = colour
    return cells.tolist()


def test_a_game_is_a_dialogue_with_worlds_an_outcome_and_a_rating(tmp_path: Path) -> None:
    found = load_human_evaluation(written(tmp_path))
    assert found.games.to_list() == [
        {
            "game_id": "g1",
            "task_id": "t1",
            "agent": "MHB",
            "dialogue": [
                {"speaker": "architect", "text": "Put a red block on top."},
                {"speaker": "builder", "text": "I am done."},
                {"speaker": "architect", "text": "Thank you."},
            ],
            "start": grid((0, 1, 0, 1)),
            "end": grid((0, 1, 0, 1), (0, 2, 0, 3)),
            "target": grid((0, 1, 0, 1), (0, 2, 0, 3)),
            "outcome": "PLAYER_COMMAND_SUCCESS",
            "hit_id": "h1",
            "was_chosen_best": True,
            "comment": "It built well.",
        }
    ]
    assert found.report == HumanEvaluationReport(tmp_path.name, games=1, tasks=1, ratings=1)


def test_tasks_have_their_words_and_worlds(tmp_path: Path) -> None:
    tasks = {
        "t1": task((0, 1, 0, AIR), (1, 1, -5, RED)),
        "t2": task(instructions="Build a tower."),
        "t3": {**task((0, 2, 0, RED)), "initialWorldCompleteBlocks": blocks((2, 1, 2, RED), (0, 1, 0, RED))},
    }
    tasks["t3"]["targetGameChanges"] += [{"worldChanges": {"blockChanges": blocks((0, 3, 0, BLUE))}}]
    found = load_human_evaluation(written(tmp_path, tasks=tasks)).tasks
    one = found["t1"]
    assert one.dialog == "<Architect> Put a blue block down.\n<Builder> Where?"
    assert one.instruction == "<Architect> In the middle."
    assert one.starting_grid.tolist() == grid((0, 1, 0, 1))
    assert one.target_grid.tolist() == grid((1, 1, -5, 3))
    assert (found["t2"].dialog, found["t2"].instruction) == ("", "Build a tower.")
    built = ((2, 1, 2, 3), (0, 1, 0, 1), (0, 2, 0, 3), (0, 3, 0, 1))
    assert found["t3"].target_grid.tolist() == grid(*built)


@pytest.mark.parametrize(
    ("games", "tasks"),
    [
        ({"id": "g1", "events": GAME}, [{"id": "t1", **task((0, 2, 0, RED))}]),
        ({"g1": {"events": GAME}}, {"id": "t1", **task((0, 2, 0, RED))}),
        ({"g1": GAME}, {"t1": task((0, 2, 0, RED))}),
    ],
)
def test_games_and_tasks_come_by_id_or_in_lists(tmp_path: Path, games: Any, tasks: Any) -> None:
    found = load_human_evaluation(written(tmp_path, games, tasks))
    assert found.games["game_id"][:] == ["g1"]
    assert list(found.tasks) == ["t1"]
    assert found.report.unread == {}


@pytest.mark.parametrize(
    ("damaged", "reason", "end_is_known"),
    [
        (placed(0.5, 1.0, 0.0), "whole numbers", False),
        (placed(None, 1.0, 0.0), "whole numbers", False),
        (placed(float("inf"), 1.0, 0.0), "whole numbers", False),
        (placed(6.0, 1.0, 0.0), r"\(6, 1, 0\) is outside the zone", False),
        (placed(0.0, 1.0, 0.0, 174), "material 174", False),
        (placed(0.0, 1.0, 0.0, [1]), r"material \[1\]", False),
        (event("BlockRemoveEvent"), "location is None", False),
        (placed(0.0, 1.0, 0.0, gameId="g2"), "its gameId is 'g2'", False),
        ("lost", "'lost' is not an event", False),
        ({"id": "e"}, "not an event", False),
        (said(None), "message is None", True),
        (said(" "), "message is ' '", True),
        (said("\ud800"), "lone surrogate", True),
        (said("<Builder> Where?"), "mark of a speaker", True),
        (said("Hello.", taskId="t2"), "its taskId is 't2'", True),
        (event("PlatformTaskCompletedEvent", completionType="WON"), "completionType is 'WON'", True),
        (event("PlayerDanceEvent"), "the eventType 'PlayerDanceEvent' is unknown", True),
    ],
)
def test_a_damaged_event_is_reported_with_its_place(
    tmp_path: Path, damaged: Any, reason: str, end_is_known: bool
) -> None:
    folder = written(tmp_path, [{"id": "g1", "events": [*GAME[:2], damaged, *GAME[2:]]}])
    found = load_human_evaluation(folder)
    assert list(found.report.unread) == ["gamedata.json: game 'g1', event 3"]
    assert re.search(reason, found.report.summary())
    (row,) = found.games.to_list()
    assert len(row["dialogue"]) == 3
    assert (row["end"] is not None) == end_is_known
    assert row["start"] == grid((0, 1, 0, 1))


@pytest.mark.parametrize(
    ("damaged", "reason"),
    [
        ({}, "has initialGameState|initialGameState is None"),
        ([], "not an object"),
        ({**task(), "targetGameChanges": []}, "targetGameChanges is"),
        (task((0, 10, 0, RED)), "outside the zone"),
        (task((0, 1, 0, 5)), "material 5"),
        (task(instructions=["a"]), "instructions is"),
        (task(instructions="<Architect> Go on.\n<Judge> Stop."), "speaker"),
        (task(worldState={"blockChanges": {"here": {"type": RED}}}), "here"),
        (task(worldState={"blockChanges": {"[0.0,1.0,0.0]": RED}}), "is 181; it is an object"),
    ],
)
def test_a_damaged_task_leaves_its_games_without_worlds(tmp_path: Path, damaged: Any, reason: str) -> None:
    found = load_human_evaluation(written(tmp_path, tasks={"t1": damaged}))
    assert list(found.report.unread) == ["taskdata.json: task 't1'", "gamedata.json: game 'g1'"]
    assert re.search(reason, found.report.unread["taskdata.json: task 't1'"])
    (row,) = found.games.to_list()
    assert (row["start"], row["end"], row["target"]) == (None, None, None)
    assert len(row["dialogue"]) == 3
    assert arena.episodes(f"human:{tmp_path}") == []


def test_games_and_ratings_that_do_not_fit_are_reported(tmp_path: Path) -> None:
    games = [
        {"id": "g1", "events": GAME},
        {"id": "g1", "events": GAME[:2]},
        {"events": GAME},
        {"id": "g2", "events": []},
        {"id": "g3", "events": [event("PlatformGameStartEvent", gameId="g3")]},
    ]
    found = load_human_evaluation(written(tmp_path, games, rated=(("a", "g9"), ("b", "g1"), ("c", "g1"))))
    assert {place: reason.split(";")[0] for place, reason in found.report.unread.items()} == {
        "gamedata.json: game 'g1', again": "its id is there twice",
        "gamedata.json: game 3": found.report.unread["gamedata.json: game 3"],
        "gamedata.json: game 'g2'": "its events are []",
        "human_agent_feedback.csv: row 1": "its game 'g9' is not among those that are read",
        "human_agent_feedback.csv: row 3": "its game 'g1' has a rating already, which is kept",
    }
    rated, unrated = found.games.to_list()
    assert rated["hit_id"] == "b"
    assert [unrated[name] for name in ("agent", "hit_id", "was_chosen_best", "comment", "outcome")] == [
        None
    ] * 5
    assert unrated["end"] == unrated["start"]


@pytest.mark.parametrize("name", ["gamedata.json", "taskdata.json", "human_agent_feedback.csv"])
def test_missing_files_and_pointers_are_named_with_the_remedy(tmp_path: Path, name: str) -> None:
    path = written(tmp_path) / name
    path.write_text(POINTER, encoding="utf-8")
    with pytest.raises(InputError, match=f"{name}' is a pointer of Git LFS.*git lfs pull"):
        load_human_evaluation(tmp_path)
    path.unlink()
    with pytest.raises(MissingFileError, match=f"no {name}"):
        load_human_evaluation(tmp_path)


def test_a_pointer_of_the_ratings_is_named_too_where_they_are_read_alone(tmp_path: Path) -> None:
    (tmp_path / "human_agent_feedback.csv").write_text(POINTER, encoding="utf-8")
    with pytest.raises(InputError, match="git lfs pull"):
        load_feedback(tmp_path)


@pytest.mark.parametrize(
    ("games", "named"),
    [
        ([], "it is empty"),
        ([{"id": "g1"}], "game 'g1'.*its events are None"),
        ("3", "holds 3"),
        ("[", "gamedata.json' is not valid JSON"),
    ],
)
def test_a_file_without_a_readable_game_is_refused(tmp_path: Path, games: Any, named: str) -> None:
    with pytest.raises(InputError, match=named):
        load_human_evaluation(written(tmp_path, games))


def test_without_a_folder_the_data_folders_are_searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty, full = tmp_path / "empty", tmp_path / "full"
    for folder in (empty, full):
        folder.mkdir()
    monkeypatch.delenv("IGLU_DATA_PATH", raising=False)
    monkeypatch.setenv("CQ_CACHE", str(empty))
    monkeypatch.setenv("CQ_DATA", str(empty))
    with pytest.raises(MissingFileError, match=r"no gamedata\.json.*git lfs pull"):
        load_human_evaluation()
    monkeypatch.setenv("CQ_DATA", str(written(full)))
    assert isinstance(load_human_evaluation(), HumanEvaluation)
    assert len(arena.episodes("human")) == 1


def test_the_games_go_to_parquet_and_back(tmp_path: Path) -> None:
    import datasets

    found = load_human_evaluation(written(tmp_path))
    folder = found.to_parquet(tmp_path / "hub")
    back = datasets.load_dataset(str(folder), split="train", cache_dir=str(tmp_path / "cache"))
    assert back.features == found.games.features
    assert back.to_list() == found.games.to_list()
    assert all(f"| `{name}` |  |" not in (folder / "README.md").read_text() for name in back.features)


def test_games_are_episodes_of_the_arena(tmp_path: Path) -> None:
    silent = [event("PlatformGameStartEvent", gameId="g2"), placed(0.0, 2.0, 0.0, gameId="g2")]
    games = [{"id": "g1", "events": GAME}, {"id": "g2", "events": silent}]
    one, other = arena.episodes(f"human:{written(tmp_path, games)}")
    assert (one.id, one.request, one.then) == ("human:g1", "Put a red block on top.", ("Thank you.",))
    assert [text for _, text in one.context] == ["Put a blue block down.", "Where?", "In the middle."]
    assert one.world is not None
    assert one.world.grid.tolist() == grid((0, 1, 0, 1))
    assert isinstance(one.meant[0], World)
    assert one.meant[0].grid.tolist() == grid((0, 1, 0, 1), (0, 2, 0, 3))
    # A person who said nothing left the task's own instruction to be done.
    assert (other.request, other.then) == ("In the middle.", ())
    assert [text for _, text in other.context] == ["Put a blue block down.", "Where?"]
