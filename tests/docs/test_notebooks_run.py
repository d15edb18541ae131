"""The notebooks of the docs run from the first cell to the last."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path

import pytest
from conftest import ROOT
from forked import started

missing = [name for name in ("nbformat", "IPython") if find_spec(name) is None]
pytestmark = pytest.mark.skipif(bool(missing), reason=f"needs {', '.join(missing)}; pip install -e '.[dev]'")

NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


def run(cells: list[str], profile: Path) -> None:
    """Runs cells as a notebook does, with all forms in which it may show their results."""
    from IPython.core.interactiveshell import InteractiveShell

    os.environ["IPYTHONDIR"] = str(profile)
    os.chdir(ROOT)
    shell = InteractiveShell.instance()
    shell.display_formatter.active_types = shell.display_formatter.format_types
    for cell in cells:
        shell.run_cell(cell, store_history=True).raise_error()


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path, tmp_path: Path) -> None:
    import nbformat

    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    code = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    assert len(code) >= 4
    process = started(lambda: run(code, tmp_path), tmp_path / "log")
    process.join(300)
    process.kill()
    assert process.exitcode == 0, (tmp_path / "log").read_text()


def test_there_are_four():
    assert [path.stem for path in NOTEBOOKS] == ["cerealbar", "loop", "tickets", "training"]
