"""The site is built without a warning or a dead link, and documents all public names."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from conftest import ROOT

import cq
from cq import arena

missing = [name for name in ("mkdocs", "material", "mkdocstrings") if find_spec(name) is None]
pytestmark = pytest.mark.skipif(bool(missing), reason=f"needs {', '.join(missing)}; pip install -e '.[docs]'")


def test_the_site_is_built_strictly_and_is_complete(tmp_path):
    """One test, because the build takes most of its time."""
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    check_that_the_reference_has_all_public_names(tmp_path)
    check_that_no_page_loads_anything_from_another_server(tmp_path)
    check_that_notebooks_are_shown_with_their_outputs(tmp_path)


def check_that_the_reference_has_all_public_names(site: Path) -> None:
    pages = "".join(path.read_text(encoding="utf-8") for path in (site / "api").glob("*.html"))
    anchors = {name.rpartition(".")[2] for name in re.findall(r'id="(cq\.[\w.]+)"', pages)}
    modules = {"arena", "corpora", "data", "llm", "metrics", "simulate"}
    assert (set(cq.__all__) | set(arena.__all__)) - modules <= anchors


def check_that_no_page_loads_anything_from_another_server(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert not re.findall(r'<(?:script|img|link rel="stylesheet")[^>]*"(?:https?:)?//', text), page


def check_that_notebooks_are_shown_with_their_outputs(site: Path) -> None:
    loop = (site / "notebooks" / "loop.html").read_text(encoding="utf-8")
    assert "<svg" in loop
    assert "Which yellow block do you mean" in loop
