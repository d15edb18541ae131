"""Command lines, run in this process as the command `cq` runs them."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from cq.cli.main import app
from cq.cli.runner import run
from eval.faults import values
from eval.faults.sections import EntryPoint
from eval.faults.tally import check

CONTROL = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
Line = list[str]


def entry_points() -> list[EntryPoint]:
    """Commands that are quick, and those that run the models."""
    said = values.instructions
    hostile = st.one_of(st.one_of(values.states, values.json_values).map(values.as_json), values.texts)
    world = values.mostly(values.good_worlds.map(json.dumps), hostile)
    dialogue = st.one_of(st.just("<Architect> Build a tower <Builder> How high?"), values.texts)
    file = st.sampled_from(
        ["FILE.json", "FILE.csv", "FILE.jsonl", "FILE.parquet", "FILE.zip", "FILE", "NO.json"]
    )
    out = st.sampled_from(["OUT.json", "OUT.png", "OUT.txt", "OUT/x.json", "FILE.json", "."])
    number = st.one_of(st.integers(-1, 9).map(str), values.texts)
    files = [
        _line("score", world, world),
        _line("score", world, world, "--start", world, "--json"),
        _line("draw", world),
        _line("draw", file),
        _line("draw", world, "--out", out),
        _line("data", "tape", file),
        _line("data", "feedback", file),
        _line("data", "stats", file),
        _line("data", "export", out, file),
        _line("data", "minecraft", file),
        _line("data", "download", values.texts, "--mirror", values.texts),
        _line("evaluate", "--data", file, "--predictions", file),
        _line("weights", st.sampled_from([".", "FILE", "NO"])),
        _line(
            "predict", "--input", file, "--output", st.sampled_from(["OUT.parquet", "OUT", "FILE.parquet"])
        ),
        _line("submit", "predict", "--input", file, "--output", "OUT.csv", "--qbank", file),
        _line("submit", "evaluate", "--data", file, "--out", out),
        _line(
            "train", st.sampled_from(["clarity", "ranking"]), "--data", file, "--out", "W", "--epochs", number
        ),
        st.lists(
            st.one_of(values.texts, st.sampled_from(["ask", "--json", "--world", "-", "data", "train"])),
            max_size=5,
        ),
    ]
    models = [
        _line("ask", said, "--world", world, "--max-questions", number),
        _line("classify", said, "--world", world, "--dialogue", dialogue),
        _line("classify", said, "--cost-of-asking", number, "--json"),
        _line("rank", said, "--top", number, "--qbank", file),
        _line("build", said, "--world", world, "--json"),
        _line("build", said, "--world", world, "--out", out),
        _line("chat", "--world", world, "--json"),
        _line("chat", "--resume", file),
    ]
    given = st.one_of(values.contents, values.texts.map(values.as_bytes))
    return [
        EntryPoint("commands on files", command, st.tuples(st.one_of(*files), given), 12),
        EntryPoint("commands with models", command, st.tuples(st.one_of(*models), given), 6),
    ]


def _line(*parts: Any) -> Any:
    return st.tuples(*(st.just(part) if isinstance(part, str) else part for part in parts)).map(list)


def command(given: tuple[Line, bytes]) -> None:
    """Exit code 0 or 2; a 2 says why in one line; no control character reaches the terminal; JSON is JSON."""
    line, content = given
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for name in ("json", "csv", "jsonl", "parquet", "zip"):
            Path(f"FILE.{name}").write_bytes(content)
        Path("FILE").write_bytes(content)
        code, out, err = in_process([_argument(one) for one in line], content)
    check(code in (0, 1, 2), f"exit code {code}")
    check(not CONTROL.search(out + err), "a control character reaches the terminal")
    errors = [one for one in err.splitlines() if one.startswith("error: ")]
    check((code == 2) == (len(errors) == 1) or "Usage" in out, f"{code} with {len(errors)} lines of errors")
    check("Traceback" not in err, "a traceback")
    if code == 0 and line[-1] == "--json" and out.strip():
        for one in out.splitlines():
            json.loads(one)


def _argument(text: str) -> str:
    """What a shell can pass: no zero bytes, and half characters only as undecodable bytes."""
    return os.fsdecode(text.replace("\0", "").encode("utf-8", "replace"))[:60_000]


def in_process(arguments: Line, typed: bytes = b"") -> tuple[int, str, str]:
    """The exit code, the output and the errors of `cq` with these arguments."""
    out, err = io.StringIO(), io.StringIO()
    shown, old, stdin = warnings.showwarning, sys.argv, sys.stdin
    sys.argv, sys.stdin = ["cq", *arguments], io.TextIOWrapper(io.BytesIO(typed), "utf-8", "surrogateescape")
    code: Any = 0
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            run(app)
    except SystemExit as stopped:
        code = stopped.code
    finally:
        warnings.showwarning, sys.argv, sys.stdin = shown, old, stdin
    return code if isinstance(code, int) else 0, out.getvalue(), err.getvalue()
