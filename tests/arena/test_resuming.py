"""A study that goes on plays with what is there: agents, recordings, weights and architects that changed."""

from __future__ import annotations

import json
import os
import shutil
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from forked import command, started
from toy_agents import Refuses
from toy_transcripts import transcript, written

import cq
from cq import InputError, World, arena
from cq.arena import dependencies
from cq.arena.episode import Episode, History, Move
from cq.arena.names import agent_of, depends_on
from cq.arena.study import _tell_of_kept
from cq.cli.main import app
from cq.jobs import weights_digest
from cq.jobs.weights_digest import pipeline_digest

AGENT = """
import os
from pathlib import Path
from cq import World, arena

def agent(shown, history):
    from colours import BUILT  # Inside, so that only the text of the file tells it.
    if shown.id.endswith("3") and Path("kill").exists():
        os._exit(9)
    return arena.Build(World.parse([[0, 63, 0, BUILT]]))

def model(messages):
    from colours import BUILT
    return '{"build": [[0, 63, 0, "%s"]]}' % BUILT
"""
ARCHITECT = """
from cq import arena

class Tells:
    def __init__(self, episode, rng): pass
    def answer(self, ask): return arena.Answer("one block")
"""


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "mine.py").write_text(AGENT)
    (tmp_path / "colours.py").write_text('BUILT = "red"\n')
    (tmp_path / "architects.py").write_text(ARCHITECT)
    rows = [{"id": f"own:{i}", "request": f"Put a block {i}", "meant": [[0, 63, 0, "red"]]} for i in range(6)]
    (tmp_path / "episodes.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return tmp_path


def run(folder: Path, agent: str = "mine:agent", *, kill: bool = False) -> list[Any]:
    """What was built in each game, if the run was not killed."""
    (folder / "kill").touch() if kill else (folder / "kill").unlink(missing_ok=True)
    told = [
        "--agent",
        f"a={agent}",
        "--architect",
        "architects:Tells",
        "--protocol",
        "asking",
        "--out",
        "out.jsonl",
    ]

    def job() -> None:
        os.chdir(folder)
        sys.path.insert(0, str(folder))
        forget_modules()
        command(app, "cq", "arena", "run", "episodes.jsonl", *told)()

    process = started(job)
    process.join()
    assert process.exitcode == (9 if kill else 0)
    if kill:
        return []
    return [one["orders"][0]["move"]["build"] for one in arena.read_transcripts(folder / "out.jsonl")]


def forget_modules() -> None:
    """What is imported from a folder is imported as in a new process."""
    for name in ("mine", "colours", "architects"):
        sys.modules.pop(name, None)
    dependencies._loaded.clear()


GREEN = [0, 63, 0, "green"]


def test_code_that_changed_is_played_in_all_games(folder):
    run(folder, kill=True)
    assert len(list(folder.glob(".*cq-answers*"))) == 1
    (folder / "colours.py").write_text('BUILT = "green"\n')
    assert run(folder) == [[GREEN]] * 6


@pytest.mark.parametrize("agent", ["mine:agent", "model:mine:model"])
@pytest.mark.parametrize("file", ["mine.py", "colours.py", "architects.py", "other.py"])
def test_what_is_imported_is_depended_on(folder, monkeypatch, agent, file):
    monkeypatch.syspath_prepend(str(folder))

    def told() -> str:
        forget_modules()
        return study(agent, "unreliable:0.1:0.1,architects:Tells").digest

    before = told()
    assert told() == before
    path = folder / file
    path.write_text((path.read_text() if path.exists() else "") + "# Changed.\n")
    assert (told() != before) == (file != "other.py")


# --- by digests ---

START = World.parse([(0, 63, 0, "red")])


def episode(**more: Any) -> Episode:
    return Episode("toy:0", "Put a red block on the block", (START,), START, **more)


def study(agent: Any, architect: Any = "written", **more: Any) -> arena.Study:
    return arena.Study([episode()], {"a": agent}, architect=architect, **more)


def still(shown: Episode, history: History) -> Move:
    return arena.Build(START)


class Sure:
    def __init__(self, doubt: Any) -> None:
        self.doubt = doubt

    def __call__(self, shown: Episode, history: History) -> Move:
        return arena.Build(START, self.doubt)

    def move(self, shown: Episode, history: History) -> Move:
        return self(shown, history)


def enclosing(doubt: float) -> Any:
    return lambda *_: arena.Build(START, doubt)


@pytest.mark.parametrize(
    "agent",
    [
        Sure,
        enclosing,
        lambda doubt: Sure(doubt).move,
        lambda doubt: Sure([{"deep": Sure(doubt)}]),
        lambda doubt: arena.ModelAgent(still, doubt),
        lambda doubt: arena.AsksAtRandom(share=doubt),
        lambda doubt: arena.Recorded([transcript(price=doubt, id=f"toy:{doubt}")]),
        lambda doubt: partial(still, doubt=doubt),
    ],
)
def test_objects_are_told_apart_by_what_they_hold(agent):
    assert study(agent(0.5)).digest == study(agent(0.5)).digest
    assert study(agent(0.5)).digest != study(agent(0.25)).digest


def test_architects_are_told_apart_by_what_they_hold():
    made = [arena.Unreliable(arena.WrittenArchitect, wrong) for wrong in (0.1, 0.1, 0.2)]
    one, same, other = (study(still, architect).digest for architect in made)
    assert one == same != other
    assert study(still, arena.Unreliable(arena.OwnArchitect, 0.1)).digest != one


def test_episodes_are_told_apart_by_all_that_is_in_them():
    worlds = [
        START,
        World.parse([(0, 63, 0, "red")]),
        World.parse([(0, 63, 0, "red")], facing="north"),
        World.parse([(0, 63, 0, "red")], palette={"red": 1, "white": 2}),
        World.parse([(0, 63, 0, "red")], zone=(12, 12, 9)),
    ]
    found = [arena.Study([Episode("a", "b", (START,), one)], {"a": still}).digest for one in worlds]
    assert found[0] == found[1]
    assert len({*found}) == 4
    changed = [{"answers": {"which": ("a",)}}, {"replies": ("a",)}, {"needed": ("a",)}, {"then": ("a",)},
               {"bank": ("a",)}, {"is_open": True}, {"context": (("builder", "a"),)}]  # fmt: skip
    found = [arena.Study([episode(**one)], {"a": still}).digest for one in ({}, *changed)]
    assert len({*found}) == len(changed) + 1


def test_a_function_of_no_file_is_like_no_other():
    made: dict[str, Any] = {"__name__": "notebook"}
    exec("def agent(shown, history): pass", made)
    assert study(made["agent"]).digest != study(made["agent"]).digest


def test_a_recording_that_changed_is_played_as_it_is(tmp_path):
    path = written(tmp_path / "old.jsonl", transcript())
    path.write_text(path.read_text().replace("Put a block", "Put a red block on the block"))
    plays = study(f"recorded:{path}")
    before = plays.digest
    (played,) = arena.run(study(f"recorded:{path}", protocols=["asking"]), tmp_path / "out.jsonl")
    assert played["orders"][0]["asked"][0]["question"]["ask"] == "Which?"
    path.write_text(path.read_text().replace('"Which?"', '"Which one?"'))
    assert plays.digest != before
    (played,) = arena.run(study(f"recorded:{path}", protocols=["asking"]), tmp_path / "out.jsonl")
    assert played["orders"][0]["asked"][0]["question"]["ask"] == "Which one?"
    with pytest.raises(InputError, match="it is also the input"):
        arena.run(study(f"recorded:{path}"), path)
    path.unlink()
    with pytest.raises(InputError, match=r"cannot read transcripts from .*old.jsonl"):
        _ = plays.digest


def test_weights_that_changed_are_told(tmp_path):
    folder = tmp_path / "weights"
    shutil.copytree(ROOT / "cq" / "weights", folder)
    plays = study(f"never:{folder}")
    before = plays.digest
    assert study(f"never:{folder}").digest == before != study("never").digest
    manifest = json.loads((folder / "pipeline.json").read_text())
    name = next(iter(manifest["files"]))
    manifest["files"][name] = "0" * 64
    (folder / "pipeline.json").write_text(json.dumps(manifest))
    with pytest.raises(InputError, match="does not match its digest"):
        assert plays.digest != before


def test_what_changes_while_it_plays_is_told(tmp_path):
    path = written(tmp_path / "old.jsonl", transcript())

    def meddles(shown: Episode, history: History) -> Move:
        path.write_text(path.read_text() + "\n")
        return arena.Build(START)

    plays = arena.Study([episode()], {"a": meddles, "b": f"recorded:{path}"})
    with pytest.raises(
        InputError, match=r"old.jsonl' of the agent 'b' changed while it played; run the study again"
    ):
        arena.run(plays, tmp_path / "out.jsonl")
    assert not list(tmp_path.glob("*out.jsonl*"))


def test_code_that_changed_since_it_was_loaded_is_told(tmp_path, monkeypatch):
    path = tmp_path / "loaded_once.py"
    path.write_text("def agent(shown, history): pass\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    agent_of("loaded_once:agent")
    assert [*depends_on("loaded_once:agent")[0]] == [str(path)]
    path.write_text("def agent(shown, history): return 1\n")
    with pytest.raises(InputError, match="has changed since it was loaded; start again in a new process"):
        depends_on("loaded_once:agent")
    path.write_text("def agent(\n")
    with pytest.raises(InputError, match=r"cannot read .*loaded_once.py"):
        depends_on("loaded_once:agent")


@pytest.mark.parametrize(
    "move",
    [
        arena.Build(START, 7),
        arena.Build(START, float("nan")),
        arena.Build(START, "much"),
        arena.Build(START, said=None),
        arena.Ask(5),
        arena.Ask(""),
        arena.Ask("\ud800?"),
        arena.Ask("?!"),
        arena.Ask("Which?", (1, 2)),
        arena.Refuse(None),
    ],
)
def test_a_move_that_no_file_can_hold_is_a_failure(tmp_path, move):
    plays = study(lambda *_: move, protocols=["asking"])
    (played,) = arena.run(plays, tmp_path / "out.jsonl")
    assert played["orders"][-1]["move"]["failed"]
    assert arena.read_transcripts(tmp_path / "out.jsonl") == [played]


@pytest.mark.parametrize("said", ["ok", None, 5, ("a", 1), ("a", "told", "b")])
def test_an_architect_that_gives_no_answer_is_named(said):
    class Odd:
        def __init__(self, *_: Any) -> None: ...

        def answer(self, ask: arena.Ask) -> Any:
            return said

    with pytest.raises(InputError, match=r"the architect answers .* to 'Which"):
        arena.play(episode(), lambda *_: arena.Ask("Which?"), Odd)


@pytest.mark.parametrize(
    "code",
    [
        "import importlib\ndef agent(*_): return importlib.import_module('beside')\n",
        "from importlib import import_module\nNAME = import_module('beside')\ndef agent(*_): pass\n",
        "def agent(*_): return __import__('beside').X\n",
        "def agent(*_):\n    try:\n        from beside import X\n    except ImportError: pass\n",
        "import between\ndef agent(*_): pass\n",
    ],
)
def test_a_module_beside_it_is_depended_on_however_it_is_imported(tmp_path, monkeypatch, code):
    name = f"imports_{abs(hash(code))}"
    (tmp_path / f"{name}.py").write_text(code)
    (tmp_path / "between.py").write_text("import beside\n")
    (tmp_path / "beside.py").write_text("X = 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    for module in ("beside", "between"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    monkeypatch.setattr(dependencies, "_loaded", {})
    assert str(tmp_path / "beside.py") in depends_on(f"{name}:agent")[0]


def test_versions_of_packages_are_depended_on(tmp_path, monkeypatch):
    (tmp_path / "with_packages.py").write_text("import numpy.linalg, json, typer\ndef agent(*_): pass\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    found = depends_on("with_packages:agent")[0]
    assert {one for one in found if one.startswith("the package")} == {
        "the package numpy",
        "the package typer",
    }
    before = study("with_packages:agent").digest
    monkeypatch.setattr(dependencies, "installed_version", lambda name: "0.1")
    assert study("with_packages:agent").digest != before


@pytest.mark.parametrize("library", ["numpy", "torch", "transformers", "scikit-learn", "rapidfuzz"])
def test_the_libraries_that_compute_are_in_the_keys_of_jobs_and_studies(monkeypatch, library):
    before = pipeline_digest(None), study(still).digest
    version = weights_digest.version
    monkeypatch.setattr(weights_digest, "version", lambda one: "0.1" if one == library else version(one))
    assert not {*before} & {pipeline_digest(None), study(still).digest}


@pytest.mark.parametrize(
    ("agent", "architect", "told"),
    [
        ("http://127.0.0.1:9/move", "written", "'a'"),
        ("a2a:http://127.0.0.1:9", "written", "'a'"),
        ("llm:any", "unreliable:0.1:0.1,llm:any", "'a', 'the architect'"),
        ("never", "llm:any", "'the architect'"),
        ("never", "written", ""),
    ],
)
def test_games_of_who_is_known_by_name_alone_are_told(caplog, agent, architect, told):
    _tell_of_kept(study(agent, architect), 0)
    assert not caplog.text
    _tell_of_kept(study(agent, architect), 7)
    assert (f"7 games were played before the study was interrupted; if what answers for {told} has"
            in caplog.text) == bool(told)  # fmt: skip


def test_workers_play_with_the_pipeline_that_is_used(tmp_path, monkeypatch):
    monkeypatch.setattr("cq.pipeline.default._default", None)
    monkeypatch.setattr("cq.pipeline.default._is_own", False)
    cq.use(Refuses())
    episodes = [Episode(f"toy:{n}", "Build a wall", (START,), START) for n in range(3)]
    plays = arena.Study(episodes, {"a": "never"}, protocols=["silent"])
    alone = arena.run(plays, tmp_path / "alone.jsonl")
    assert [one["orders"][0]["move"]["refuse"] for one in alone] == ["not today"] * 3
    assert arena.run(plays, tmp_path / "workers.jsonl", workers=2) == alone


@pytest.mark.parametrize(
    "left", [SystemExit(), SystemExit(3), SystemExit("done"), RecursionError(), MemoryError()]
)
def test_an_agent_that_leaves_ends_no_study(tmp_path, left):
    def leaves(*_: Any) -> Move:
        raise left

    (played,) = arena.run(study(leaves, protocols=["asking"]), tmp_path / "out.jsonl")
    assert played["orders"][-1]["move"]["failed"]


def test_an_episode_with_a_key_twice_is_named(tmp_path):
    path = tmp_path / "own.jsonl"
    path.write_text('{"id": "own:1", "id": "own:2", "request": "a", "meant": []}\n')
    with pytest.raises(InputError, match=r"line 1 of .*the key 'id' is there twice"):
        arena.episodes(str(path))


@pytest.mark.parametrize("code", ["def agent(:", "raise KeyError('x')", "import sys; sys.exit(4)", "1 / 0"])
def test_a_module_that_cannot_be_imported_is_named(tmp_path, monkeypatch, code):
    name = f"faulty_{abs(hash(code))}"
    (tmp_path / f"{name}.py").write_text(code)
    monkeypatch.syspath_prepend(str(tmp_path))
    for one in (f"{name}:agent", f"model:{name}:agent", "..:agent"):
        with pytest.raises(InputError, match="cannot import"):
            agent_of(one)
