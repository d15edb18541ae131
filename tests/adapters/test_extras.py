"""An adapter whose package is missing names the extra that brings it."""

from __future__ import annotations

import importlib
import sys

import pytest


@pytest.mark.parametrize(
    ("adapter", "package", "extra"),
    [
        ("langchain", "langchain", "langchain"),
        ("mcp_server", "mcp", "mcp"),
        ("openai_agents", "agents", "openai-agents"),
        ("pydantic_ai", "pydantic_ai", "pydantic-ai"),
    ],
)
def test_a_missing_package_is_an_error_that_names_the_extra(monkeypatch, adapter, package, extra):
    for name in [name for name in sys.modules if name.split(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    monkeypatch.delitem(sys.modules, f"cq.adapters.{adapter}", raising=False)
    with pytest.raises(ImportError, match=rf"pip install '\.\[{extra}\]'"):
        importlib.import_module(f"cq.adapters.{adapter}")
