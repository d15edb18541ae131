"""`python -m eval`: one command for every evaluation, imported when it is chosen."""

from __future__ import annotations

import ast
import subprocess
import sys
from importlib import import_module

import pytest
from conftest import ROOT
from typer.testing import CliRunner

from eval.__main__ import EVALUATIONS, application

LISTED = """
import sys
from typer.testing import CliRunner
from eval.__main__ import application
print(CliRunner().invoke(application(None), ["--help"]).output)
heavy = {"torch", "numpy", "transformers", "datasets", "eval.clarity.evaluate"}
print("imported:", sorted(heavy & set(sys.modules)))
"""


def test_help_lists_every_evaluation_and_imports_none():
    done = subprocess.run([sys.executable, "-c", LISTED], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert all(f" {name} " in done.stdout for name in EVALUATIONS)
    assert done.stdout.splitlines()[-1] == "imported: []"


@pytest.mark.parametrize("name", EVALUATIONS)
def test_an_evaluation_describes_itself(name):
    result = CliRunner().invoke(application(name), [name, "--help"])
    assert result.exit_code == 0, result.output
    first = import_module(EVALUATIONS[name].module).__doc__.splitlines()[0]
    assert first.split()[0] in result.output
    assert "--out" in result.output or name == "snapshot"


@pytest.mark.parametrize("package", ["eval", "pipelines"])
def test_evaluations_and_pipelines_import_only_the_library(package):
    others = {"eval", "pipelines", "tests"} - {package}
    for path in (ROOT / package).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else []
            )
            assert not {name.partition(".")[0] for name in names} & others, path
