"""`cq arena run` in processes of its own that are killed from outside at random moments, while agents,
recordings, episodes and palettes change from one to the next.
"""

from __future__ import annotations

import json
import os
import random
import sys
import time
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

from forked import command, started
from toy_transcripts import transcript, written

from cq import World, arena
from cq.cli.main import app

AGENT = """
import time
from cq import World, arena
from cq.arena.episode import form_of

def agent(shown, history):
    time.sleep(0.02)
    with open("played", "a") as file:
        file.write(f"{shown.id}\\n")
    return arena.Build(World.parse([[0, 63, 0, "COLOUR"]], **form_of(shown.world)))
"""
GAMES = 15
LIMIT = 900
"""Seconds for what takes a few on an idle processor."""


class Given:
    """What a study is played with: the colours that the agent and the recording build, and the palette."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.agent, self.recording = folder, "red", "red"
        self.palette = {"red": 1, "teal": 2}
        self.request = "Put a block"

    def write(self) -> None:
        (self.folder / "agent_of_kills.py").write_text(AGENT.replace("COLOUR", self.agent))
        world = {"worldEndingState": {"blocks": [[1, 63, 1, 1]]}, "palette": self.palette}
        rows = [
            {"id": f"own:{i}", "request": self.request, "world": world, "meant": [[0, 63, 0, "red"]]}
            for i in range(GAMES)
        ]
        (self.folder / "episodes.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
        move = {"build": [[0, 63, 0, self.recording]], "doubt": 0.25, "said": "Done."}
        orders = [{"request": self.request, "asked": [], "move": move}]
        games = [transcript(id=f"own:{i}", agent="old", orders=orders) for i in range(GAMES)]
        written(self.folder / "old.jsonl", *games)

    def start(self) -> BaseProcess:
        self.write()
        agents = ["--agent", "a=agent_of_kills:agent", "--agent", "old=recorded:old.jsonl"]
        told = ["arena", "run", "episodes.jsonl", *agents, "--protocol", "asking", "--out", "out.jsonl"]

        def job() -> None:
            os.chdir(self.folder)
            sys.path.insert(0, str(self.folder))
            sys.dont_write_bytecode = True  # Two texts of one second and one length would share it.
            command(app, "cq", *told)()

        return started(job, self.folder / "told")

    def told(self) -> str:
        return (self.folder / "told").read_text()

    def kill(self, rng: random.Random) -> None:
        """Start it, and kill it at some moment while it plays."""
        known, process = {*self.logs()}, self.start()
        ends = time.monotonic() + LIMIT
        while not {*self.logs()} - known and process.is_alive() and time.monotonic() < ends:
            time.sleep(0.005)
        time.sleep(rng.uniform(0, 0.02 * GAMES))
        process.kill()
        process.join()
        assert "Traceback" not in self.told()

    def finish(self) -> list[dict[str, Any]]:
        process = self.start()
        process.join(LIMIT)
        assert process.exitcode == 0, self.told()
        return arena.read_transcripts(self.folder / "out.jsonl")

    def logs(self) -> list[Path]:
        return list(self.folder.glob(".out.jsonl.cq-answers*"))

    def played(self) -> list[str]:
        return (self.folder / "played").read_text().splitlines()


def acknowledged(log: Path) -> set[str]:
    """The games whose whole line is in a log."""
    lines = log.read_bytes().split(b"\n")[1:-1]
    return {json.loads(line.partition(b" ")[2])[1]["id"] for line in lines if b'"agent": "a"' in line}


def test_what_was_played_is_not_played_again(tmp_path):
    given = Given(tmp_path)
    given.kill(random.Random(1))
    (log,) = given.logs()
    kept = acknowledged(log)
    found = given.finish()
    assert len(found) == 2 * GAMES
    assert all(given.played().count(name) == 1 for name in kept)
    assert len(given.played()) <= GAMES + 1  # The game that a kill interrupted.
    assert not given.logs()


def test_nothing_of_before_a_change_is_resumed(tmp_path):
    given, rng = Given(tmp_path), random.Random(0)
    given.kill(rng)
    given.agent, given.palette = "teal", {"red": 2, "teal": 1}
    given.kill(rng)
    given.recording, given.request = "teal", "Put another block"
    games = given.finish()
    assert {one["agent"] for one in games} == {"a", "old"}
    for one in games:
        (order,) = one["orders"]
        assert (order["request"], order["move"]["build"]) == ("Put another block", [[0, 63, 0, "teal"]])
        assert one["orders"][0]["move"].get("failed") is None
    assert len(games) == 2 * GAMES
    assert not given.logs()


def test_a_palette_is_in_what_a_game_depends_on(tmp_path):
    given = Given(tmp_path)
    given.write()
    (first, *_) = arena.episodes(str(tmp_path / "episodes.jsonl"))
    given.palette = {"red": 2, "teal": 1}
    given.write()
    (other, *_) = arena.episodes(str(tmp_path / "episodes.jsonl"))
    assert isinstance(first.world, World)
    assert first.world.palette.ids != other.world.palette.ids
    agents = {"old": f"recorded:{tmp_path / 'old.jsonl'}"}
    assert arena.Study([first], agents).digest != arena.Study([other], agents).digest
