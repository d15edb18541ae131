"""Studies of agents that are killed, and whose agents, recordings, pipelines or architects change before they
go on. What is written is what a new study over what is there would write.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from fuzz.children import Done, run
from fuzz.generators import generator
from fuzz.killing import at_append, die, load_both, loading_of, weights_in

Files = dict[str, str]
COLOURS = ("red", "blue", "green", "yellow", "teal")
OWN = {
    "worldEndingState": {"blocks": [[4, 63, 4, 1]]},
    "palette": {name: number for number, name in enumerate(COLOURS, start=1)},
}
"""A world in a palette of its own."""
FILES: Files = {
    "mine.py": "import importlib\nfrom cq import World, arena\nfrom cq.arena.episode import form_of\n"
    "def agent(shown, history):\n"
    "    from colours import BUILT\n"
    "    placed = importlib.import_module('places').PLACE\n"
    "    return arena.Build(World.parse([[*placed, BUILT]], **form_of(shown.world)))\n"
    "def model(messages):\n"
    "    from colours import BUILT\n"
    '    return \'{"build": [[0, 63, 0, "%s"]]}\' % BUILT\n',
    "colours.py": "from paints.bright import BUILT\n",
    "paints/__init__.py": "",
    "paints/bright.py": 'BUILT = "red"\n',
    "places.py": "PLACE = (0, 63, 0)\n",
    "architects.py": "from cq import arena\n"
    "class Tells:\n"
    "    def __init__(self, episode, rng): pass\n"
    '    def answer(self, ask): return arena.Answer("one block")\n',
    "episodes.jsonl": "".join(
        json.dumps(
            {"id": f"own:{i}", "request": f"Put a block {i}", "meant": [[0, 63, 0, "red"]]}
            | ({"world": OWN} if i == 1 else {})
        )
        + "\n"
        for i in range(4)
    ),
}


def _replaced(name: str, old: str, new: str) -> Callable[[Files], None]:
    def change(files: Files) -> None:
        assert old in files[name], (name, old)
        files[name] = files[name].replace(old, new)

    return change


CHANGES: dict[str, Callable[[Files], None]] = {
    "nothing": lambda _: None,
    "the agent's file": _replaced("mine.py", "[[*placed, BUILT]]", "[[1, 63, 1, BUILT]]"),
    "a file that it imports in a function": _replaced("colours.py", "BUILT", "BUILT; BUILT = 'blue'"),
    "a file of a package": _replaced("paints/bright.py", "red", "green"),
    "a file that it imports by name": _replaced("places.py", "(0, 63, 0)", "(2, 63, 2)"),
    "the language model": _replaced("mine.py", "[[0, 63, 0, ", "[[3, 63, 0, "),
    "the architect": _replaced("architects.py", "one block", "two blocks"),
    "the episodes": _replaced("episodes.jsonl", '63, 0, "red"', '63, 0, "blue"'),
    "the palette": _replaced("episodes.jsonl", '"red": 1, "blue": 2', '"red": 2, "blue": 1'),
    "the name of a colour": _replaced("episodes.jsonl", '"teal"', '"pink"'),
    "the recording": _replaced("old.jsonl", '"red"', '"yellow"'),
    "the weights": lambda files: files.update(threshold="0.01"),
}
AGENTS = ("mine:agent", "model:mine:model", "recorded:old.jsonl", "never:weights")


class Case(NamedTuple):
    """The agents, what changes, and after how many games, or seconds (float), the study is killed."""

    agents: list[str]
    change: str
    games: float


def write(folder: Path, files: Files) -> None:
    """Write what a study is played with, in place of what was there."""
    shutil.rmtree(folder / "__pycache__", ignore_errors=True)  # Of the same second, Python takes it for new.
    for name, text in files.items():
        if name == "threshold":
            weights_in(folder, float(text) if text else None)
        else:
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(text)


def play(
    folder: Path,
    agents: list[str],
    out: str,
    before: Callable[[], object] = lambda: None,
    killed_after: float | None = None,
) -> Done:
    """Run the study in a child, which may be killed after some seconds."""
    load_both()

    def prepare() -> None:
        os.chdir(folder)
        sys.path.insert(0, str(folder))
        sys.dont_write_bytecode = True
        loading_of()
        before()

    named = [part for one in agents for part in ("--agent", f"{one.partition(':')[0]}{one[-3:]}={one}")]
    told = ["arena", "run", "episodes.jsonl", *named, "--architect", "architects:Tells", "--out", out]
    return run([*told, "--protocol", "asking"], prepare, killed_after)


def recorded(folder: Path) -> str:
    """What an agent played, as a file that it can be played from."""
    done = play(folder, ["mine:agent"], "old.jsonl")
    assert done.code == 0, done.printed
    return (folder / "old.jsonl").read_text()


def goes_on_as_new(case: Case) -> None:
    """A study that goes on after a change writes what a new one writes."""
    with TemporaryDirectory() as root:
        folder, fresh = Path(root) / "study", Path(root) / "new"
        folder.mkdir(), fresh.mkdir()
        write(folder, FILES)
        before: Files = {**FILES, "old.jsonl": recorded(folder), "threshold": ""}
        after = dict(before)
        CHANGES[case.change](after)
        write(folder, before), write(fresh, after)
        if isinstance(case.games, int):
            done = play(folder, case.agents, "out.jsonl", at_append(case.games, die))
        else:
            done = play(folder, case.agents, "out.jsonl", killed_after=case.games)
        assert done.code in (0, -signal.SIGKILL), done.printed
        write(folder, after)
        for one in (folder, fresh):
            done = play(one, case.agents, "out.jsonl")
            assert done.code == 0, done.printed
        found, expected = ((one / "out.jsonl").read_text() for one in (folder, fresh))
        assert found == expected
        assert not list(folder.glob(".out*"))


@generator(goes_on_as_new, 1)
def killed_studies(rng: random.Random) -> Any:
    """A study of which something changes after a kill."""
    moment = rng.uniform(0.01, 1.5) if rng.random() < 0.3 else rng.randint(1, 5)
    return Case(rng.sample(AGENTS, rng.randint(1, 3)), rng.choice(list(CHANGES)), moment)
