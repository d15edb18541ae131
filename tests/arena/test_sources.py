"""Where episodes come from, and the command."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from conftest import DATA, needs_data
from typer.testing import CliRunner

from cq import InputError, arena
from cq.arena.sources import tasks
from cq.cli.main import app
from cq.data import CustomTasks

ROW = {
    "request": "Put a red block on the blue one",
    "world": [[0, 63, 0, "blue"]],
    "meant": [[0, 63, 0, "blue"], [0, 64, 0, "red"]],
    "answers": {"colour": "red"},
    "is_open": False,
}


def written(folder: Path, *rows: object) -> Path:
    path = folder / "mine.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_episodes_of_ones_own_are_read(tmp_path: Path) -> None:
    first, second = arena.episodes(str(written(tmp_path, ROW, {**ROW, "id": "b", "facing": "east"})))
    assert (first.id, second.id) == ("mine:1", "mine:b")
    assert first.world.blocks() == [(0, 63, 0, 1)]
    assert first.meant[0].blocks()[1] == (0, 64, 0, 3)
    assert second.world.pose.facing == "east"
    assert first.answers == {"colour": ("red",)}


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"meant": None}, "meant"),
        ({"world": "/etc/passwd"}, "world"),
        ({"meant": "red"}, "text"),
        ({"request": " "}, "request"),
        ({"then": "b"}, "then"),
        ({"colour": 1}, "not an episode"),
        ({"world": [[99, 63, 0, "red"]]}, "99"),
        ({"answers": [1]}, "answers"),
        ({"answers": 0}, "answers"),
        ({"answers": {"colour": 5}}, "colour is 5"),
        ({"answers": {"colour": {"a": 1}}}, "colour is"),
        ({"replies": ""}, "replies"),
        ({"world": 0}, "world is 0"),
        ({"world": {"worldEndingState": {"blocks": []}, "palette": 7}}, "palette is 7"),
        ({"is_open": "yes"}, "is_open is 'yes'"),
        ({"is_open": 0}, "is_open is 0"),
        ({"id": {"a": 1}}, "id is"),
        ({"id": True}, "id is True"),
        ({"facing": ["north"]}, "facing is"),
        ({"context": [1]}, "turn|dialogue"),
    ],
)
def test_what_is_wrong_in_a_file_is_named_with_its_line(tmp_path: Path, changed: dict, named: str) -> None:
    path = written(tmp_path, ROW, {**ROW, **changed})
    with pytest.raises(InputError, match=f"line 2.*{named}"):
        arena.episodes(str(path))


@pytest.mark.parametrize("source", ["igloo", "bwim", "", "talks"])
def test_unknown_sources_are_refused(source: str) -> None:
    with pytest.raises(InputError, match="bwim:FILE"):
        arena.episodes(source)


def test_tasks_with_an_instruction_are_episodes() -> None:
    (one,) = tasks(CustomTasks([("Put a red block in the middle", [(0, 63, 0, "red")])]))
    assert one.request == "Put a red block in the middle"
    assert one.meant[0].blocks() == [(0, 63, 0, 3)]


@needs_data
@pytest.mark.parametrize(
    "source",
    [
        "iglu",
        "minecraft",
        f"bwim:{DATA}/bwim_list1.csv",
        *(f"talks:{DATA}/{name}_dev.json" for name in ("talks", "fragments", "conversations")),
    ],
)
def test_recordings_are_episodes_with_something_to_build(
    source: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CQ_DATA", str(DATA))
    found = arena.episodes(source, rows=30)
    assert len({one.id for one in found}) == len(found) > 0
    if source not in ("iglu", "minecraft"):  # They take a while to read.
        assert [one.id for one in found] == [one.id for one in arena.episodes(source, rows=30)]
    for one in found:
        assert one.request.strip()
        assert one.meant[0].grid.shape == one.world.grid.shape
    changed = [not np.array_equal(one.world.grid, one.meant[0].grid) for one in found]
    assert np.mean(changed) > 0.8  # Some take back what was built.


def test_the_command_runs_and_reports(tmp_path: Path) -> None:
    runner, out = CliRunner(), tmp_path / "study.jsonl"
    path = str(written(tmp_path, ROW, {**ROW, "id": "b"}))
    agents = ["--agent", "toy_agents:asker", "--agent", "still=toy_agents:guesser"]
    ran = runner.invoke(app, ["arena", "run", path, *agents, "--out", str(out), "--protocol", "asking"])
    assert ran.exit_code == 0, ran.output
    assert len(arena.read_transcripts(out)) == 4
    page = tmp_path / "report.html"
    shown = runner.invoke(app, ["arena", "report", str(out), "--out", str(page), "--json"])
    assert shown.exit_code == 0, shown.output
    rows = json.loads(shown.stdout.splitlines()[0])
    assert {row["agent"] for row in rows} == {"toy_agents:asker", "still"}
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    wrong = runner.invoke(app, ["arena", "run", path, "--agent", "nobody", "--out", str(out)])
    assert isinstance(wrong.exception, InputError)
