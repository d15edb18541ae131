"""Standard input and output that are not UTF-8, and names of files that no text can hold."""

from __future__ import annotations

import io
import json
import os
import sys

import pytest
from fuzz.children import Done, run
from toy_words import WordsAlone

import cq
from cq.jobs.places import Place


@pytest.fixture(autouse=True)
def _words_alone(monkeypatch):
    monkeypatch.setattr("cq.pipeline.default._default", WordsAlone())


def typed(content: bytes, *arguments: object, encoding: str = "utf-8") -> Done:
    """Run a command that reads bytes, on a terminal of an encoding."""

    def before() -> None:
        reading, writing = os.pipe()
        os.write(writing, content)
        os.close(writing)
        os.dup2(reading, 0)
        sys.stdin = io.TextIOWrapper(io.FileIO(0, closefd=False), encoding=encoding)
        for stream in (sys.stdout, sys.stderr):
            stream.reconfigure(encoding=encoding, errors="strict")

    return run(arguments, before)


@pytest.mark.parametrize("line", [b"\xff\xfe\xfa", b"Build a w\xe4ll", b"\x80", bytes(range(128, 256))])
def test_bytes_that_are_no_text_end_no_chat(line):
    done = typed(line + b"\nPlace a red block in the middle\n", "chat", "--json")
    assert done.code == 0
    assert '"red"' in done.printed.splitlines()[-1]


@pytest.mark.parametrize("content", [b"\xff\xfe[", b'[[0, 63, 0, "r\xe9d"]]', b"\x80"])
def test_a_world_that_is_no_text_is_refused(content):
    done = typed(content, "ask", "Build a wall", "--world", "-")
    assert done.code == 2
    assert done.errors == [one for one in done.errors if "standard input is not text" in one] != []


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252", "cp437"])
@pytest.mark.parametrize(
    "command", [("explain", "Build a wäll 🧱"), ("chat",), ("explain", "Build é", "-w", "[]")]
)
def test_a_terminal_shows_what_it_can(encoding, command):
    done = typed(b"Place a red block in the middle\n", *command, encoding=encoding)
    assert done.code == 0, done.printed


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_json_is_whole_on_every_terminal(encoding):
    done = typed(b"", "explain", "Build a wäll 🧱", "--json", encoding=encoding)
    assert "wäll 🧱" in json.dumps(json.loads(done.printed), ensure_ascii=False)


@pytest.mark.parametrize("name", [b"b\xff.csv", b"\x80.parquet", b"folder\xe4/a.csv", b"\xed\xa0\x80.jsonl"])
def test_a_name_that_is_not_utf_8_is_refused(name):
    with pytest.raises(cq.InputError, match="is not UTF-8, which tables need; rename it"):
        Place(os.fsdecode(name))


@pytest.fixture
def loop(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("loop.csv", "loop.parquet", "loop"):
        (tmp_path / name).symlink_to(name)
    (tmp_path / "rows.csv").write_text("instruction\nBuild a wall\n")
    return tmp_path


@pytest.mark.parametrize(
    "arguments",
    [
        ("predict", "--input", "loop.csv", "--output", "a.parquet"),
        ("predict", "--input", "rows.csv", "--output", "loop/a.parquet"),
        ("predict", "--input", "rows.csv", "--output", "a.parquet", "--qbank", "loop.csv"),
        ("evaluate", "--data", "loop.csv"),
        ("arena", "report", "loop"),
        ("study", "export", "loop", "--out", "exported"),
        ("ask", "Build a wall", "--world", "loop"),
        ("predict", "--input", "rows.csv", "--output", f"{'x' * 250}.parquet"),
    ],
)
def test_links_in_a_circle_and_long_names_are_refused_in_a_line(loop, arguments):
    done = typed(b"", *arguments)
    assert (done.code, len(done.errors)) == (2, 1), done.printed
