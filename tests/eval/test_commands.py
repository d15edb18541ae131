"""`python -m eval`: one command for every evaluation, imported when it is chosen."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module

import pytest
from conftest import ROOT
from typer.testing import CliRunner

from eval.__main__ import EVALUATIONS, application, chosen

LISTED = """
import sys
from typer.testing import CliRunner
from eval.__main__ import application
print(CliRunner().invoke(application(), ["--help"]).output)
heavy = {"torch", "numpy", "transformers", "datasets", "eval.clarity.evaluate"}
print("imported:", sorted(heavy & set(sys.modules)))
"""
PARTS = [(name, part) for name, evaluation in EVALUATIONS.items() for part in evaluation.parts]


def test_help_lists_every_evaluation_and_imports_none():
    done = subprocess.run([sys.executable, "-c", LISTED], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert all(f" {name} " in done.stdout for name in EVALUATIONS)
    assert done.stdout.splitlines()[-1] == "imported: []"


@pytest.mark.parametrize(("name", "part"), PARTS)
def test_an_evaluation_and_each_of_its_parts_describes_itself(name, part):
    result = CliRunner().invoke(application(name, part), [name, "--help"])
    assert result.exit_code == 0, result.output
    module = import_module(f"eval.{EVALUATIONS[name].parts[part]}")
    assert module.__doc__.split()[0] in result.output


def test_a_part_is_the_word_behind_the_evaluation():
    assert chosen(["ranking", "nested", "--random", "1"]) == (
        "ranking",
        "nested",
        ["ranking", "--random", "1"],
    )
    assert chosen(["talks", "some.json"]) == ("talks", "", ["talks", "some.json"])
    assert chosen(["--help"]) == (None, "", ["--help"])


def test_evaluations_import_only_the_library():
    for path in (ROOT / "eval").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert (node.module or "").partition(".")[0] not in {"tests", "pipelines"}, path
