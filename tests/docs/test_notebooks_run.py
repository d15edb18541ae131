"""The notebooks of the docs run from the first cell to the last."""

from __future__ import annotations

from importlib.util import find_spec

import pytest
from conftest import ROOT

missing = [name for name in ("nbclient", "nbformat", "ipykernel") if find_spec(name) is None]
pytestmark = pytest.mark.skipif(bool(missing), reason=f"needs {', '.join(missing)}; pip install -e '.[dev]'")

NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path):
    import nbclient
    import nbformat

    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    resources = {"metadata": {"path": str(ROOT)}}
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3", resources=resources).execute()
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert len(code) >= 4
    assert all(cell.execution_count for cell in code)


def test_there_are_three():
    assert [path.stem for path in NOTEBOOKS] == ["loop", "tickets", "training"]
