"""The README's and the guide's Python runs and prints what it says; its commands exist."""

from __future__ import annotations

import doctest
import importlib
import re
import shlex

import pytest
from conftest import DATA, ROOT, needs_data
from typer.testing import CliRunner

from cq.cli.jobs import JOBS
from cq.cli.main import app
from eval.__main__ import EVALUATIONS

README = (ROOT / "README.md").read_text(encoding="utf-8")
GUIDE = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs").glob("guide*.md")))


@pytest.mark.parametrize(
    ("page", "least"),
    [
        ("README.md", 2),
        ("docs/guide.md", 9),
        ("docs/guide_worlds.md", 4),
        ("docs/guide_banks.md", 4),
        ("docs/guide_rows.md", 5),
        ("docs/guide_own.md", 12),
        ("docs/metrics.md", 5),
        ("docs/dialogue.md", 10),
        ("docs/environment.md", 20),
        ("docs/cerealbar.md", 15),
        ("docs/language.md", 3),
        ("docs/zones.md", 12),
        ("docs/guard.md", 15),
        ("docs/corpora.md", 4),
        ("docs/tickets.md", 15),
        ("docs/study_arena.md", 10),
        pytest.param("docs/research.md", 40, marks=needs_data),
    ],
)
def test_the_python_snippets_print_the_shown_output(page, least, monkeypatch):
    monkeypatch.setenv("CQ_DATA", str(DATA))
    text = (ROOT / page).read_text(encoding="utf-8")
    snippets = "\n".join(re.findall(r"```pycon\n(.*?)```", text, flags=re.DOTALL))
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    test = doctest.DocTestParser().get_doctest(snippets, {}, page, page, 0)
    assert len(test.examples) > least
    said: list[str] = []
    assert doctest.DocTestRunner(optionflags=options).run(test, out=said.append).failed == 0, "".join(said)


PAGES = sorted((ROOT / "docs").glob("*.md"))


@pytest.mark.parametrize("page", [ROOT / "README.md", *PAGES], ids=lambda page: page.name)
def test_links_lead_somewhere_and_modules_that_commands_run_exist(page):
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert target.startswith("http") or (page.parent / target).exists(), target
    for module in re.findall(r"python -m (pipelines\.\w+)", text):
        path = ROOT / module.replace(".", "/")
        assert path.with_suffix(".py").is_file() or (path / "__main__.py").is_file(), module
    assert not re.findall(r"python -m eval\.\w+", text)
    for name in re.findall(r"python -m eval ([\w-]+)", text):
        assert name in EVALUATIONS, name


def test_the_readme_is_short():
    assert len(README.splitlines()) <= 90


@needs_data
def test_the_data_snippets_run(monkeypatch):
    monkeypatch.setenv("CQ_DATA", str(DATA))
    snippets = re.findall(r"```python\n(.*?)```", GUIDE, flags=re.DOTALL)
    names: dict[str, object] = {}
    for snippet in snippets:
        exec(snippet, names)
    assert names["start"].shape == names["target"].shape


@needs_data
def test_the_data_page_runs_and_names_existing_tests(monkeypatch, tmp_path):
    page = (ROOT / "docs" / "data.md").read_text(encoding="utf-8")
    rows = [line for line in page.partition("## Feature by")[2].splitlines() if line.startswith("| ")][1:]
    assert len(rows) > 30
    for row in rows:
        named = re.findall(r"`tests/([\w/]+\.py)::(\w+)`", row)
        assert named, row
        for file, test in named:
            assert f"def {test}(" in (ROOT / "tests" / file).read_text(encoding="utf-8"), test
    for name in (
        "minecraft_task_goals.json",
        "minecraft_dialogues.zip",
        "minecraft_discourse.zip",
        "iglu_singleturn.zip",
        "human_agent_feedback.csv",
    ):
        (tmp_path / name).symlink_to(DATA / name)
    from greenlands_set import written
    from multiturn_set import write_for_the_data_page

    write_for_the_data_page(tmp_path)
    (tmp_path / "human_evaluation").mkdir()
    written(tmp_path / "human_evaluation")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CQ_DATA", str(tmp_path))
    names: dict[str, object] = {}
    for snippet in re.findall(r"```python\n(.*?)```", page, flags=re.DOTALL):
        exec(snippet, names)


COMMANDS = re.findall(r"^cq (.*?)(?:\s+#.*)?$", README + GUIDE, flags=re.MULTILINE)


def is_short(command: str) -> bool:
    """Whether a command is no long job, and all its files are there."""
    return ".zip" not in command and "--qbank" not in command and command.split()[0] not in JOBS


SHORT = list(filter(is_short, COMMANDS))
# Without a path, `cq data` reads the recordings.
DATA_COMMANDS = [one for one in SHORT if one.startswith("data ")]


@pytest.mark.parametrize(
    "command",
    [pytest.param(one, marks=needs_data) if one in DATA_COMMANDS else one for one in SHORT],
)
def test_the_commands_run(command, tmp_path, monkeypatch):
    (tmp_path / "cq").symlink_to(ROOT / "cq")
    monkeypatch.chdir(tmp_path)
    built = (ROOT / "cq" / "examples" / "towers.json").read_text()
    (tmp_path / "built.json").write_text(built)
    result = CliRunner().invoke(app, shlex.split(command))
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("command", [c for c in COMMANDS if c.split()[0] in JOBS])
def test_the_options_of_the_jobs_exist(command):
    """A job is not run; an unknown option would be named before its help."""
    name, *options = shlex.split(command)
    job = importlib.import_module(f"cq.jobs.{name}").app
    part = [one for one in options[:1] if not one.startswith("-")]
    shown = CliRunner().invoke(job, [*part, "--help"], env={"COLUMNS": "200"})
    assert all(one in shown.output for one in options if one.startswith("--"))
