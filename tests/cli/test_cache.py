"""`cq cache`."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from cq.cli.main import app


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("CQ_CACHE", str(tmp_path))
    for name in ("questions", "singleturn", "data"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_bytes(bytes(1000))
    return tmp_path


def run(*arguments: str):
    return CliRunner().invoke(app, ["cache", *arguments])


def test_sizes_are_shown(cache):
    shown = json.loads(run("show", "--json").stdout)
    assert shown["bytes"] == {"questions": 1000, "singleturn": 1000, "data": 1000}
    assert str(cache) in run("show").stdout


def test_downloads_are_deleted_only_if_they_are_named(cache):
    assert run("clear", "questions").exit_code == 0
    assert {path.name for path in cache.iterdir()} == {"singleturn", "data"}
    run("clear")
    assert [path.name for path in cache.iterdir()] == ["data"]
    run("clear", "data")
    assert not list(cache.iterdir())


def test_an_unknown_part_is_refused(cache):
    result = run("clear", "weights")
    assert result.exit_code != 0
    assert len(list(cache.iterdir())) == 3


def test_a_folder_that_is_not_of_the_cache_stays(cache):
    (cache / "my-notes").mkdir()
    assert "my-notes" not in run("show").stdout
    run("clear")
    assert {path.name for path in cache.iterdir()} == {"data", "my-notes"}
    assert run("clear", "my-notes").exit_code != 0
