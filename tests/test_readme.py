"""The README's Python runs and prints what it says; its commands exist."""

from __future__ import annotations

import doctest
import re
import shlex

import pytest
from conftest import DATA, ROOT, needs_data
from typer.testing import CliRunner

from cq.cli import app

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_snippets_print_what_they_say():
    snippets = "\n".join(re.findall(r"```pycon\n(.*?)```", README, flags=re.DOTALL))
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    test = doctest.DocTestParser().get_doctest(snippets, {}, "README.md", "README.md", 0)
    assert len(test.examples) > 12
    said: list[str] = []
    assert doctest.DocTestRunner(optionflags=options).run(test, out=said.append).failed == 0, "".join(said)


@needs_data
def test_the_data_snippet_runs(monkeypatch):
    monkeypatch.setenv("CQ_DATA", str(DATA))
    (snippet,) = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)
    names: dict[str, object] = {}
    exec(snippet, names)
    assert names["start"].shape == names["target"].shape


COMMANDS = re.findall(r"^cq (.*?)(?:\s+#.*)?$", README, flags=re.MULTILINE)


@pytest.mark.parametrize("command", [c for c in COMMANDS if ".zip" not in c and "--qbank" not in c])
def test_the_commands_run(command, tmp_path, monkeypatch):
    (tmp_path / "cq").symlink_to(ROOT / "cq")
    monkeypatch.chdir(tmp_path)
    built = (ROOT / "cq" / "examples" / "towers.json").read_text()
    (tmp_path / "built.json").write_text(built)
    result = CliRunner().invoke(app, shlex.split(command))
    assert result.exit_code == 0, result.output
