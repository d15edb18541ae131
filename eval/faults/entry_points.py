"""The public functions and loaders that take hostile values, each with a check of what it answers."""

from __future__ import annotations

import math
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from hypothesis import strategies as st

import cq
from cq.data import Tasks, actions, load_feedback, load_multiturn, load_singleturn, unpack
from cq.data.cells import cell_world
from cq.data.storage.download import address
from cq.language.arguments import Instructions
from cq.language.transcript import parse_dialogue, to_transcript
from cq.metrics import grid_f1, macro_f1, mean_reciprocal_rank, reward, track_bin
from cq.modeling.manifest import Manifest
from cq.ranking import QuestionBank
from cq.track import TrackClassifier, TrackRanker
from eval.faults import values
from eval.faults.tally import check


class EntryPoint(NamedTuple):
    """What is called, with which values, and its share of all inputs."""

    name: str
    call: Callable[[Any], object]
    inputs: values.Strategy
    share: int


def entry_points() -> list[EntryPoint]:
    """All entry points. Those that run the models have a small share: each call takes a tenth of a second."""
    said = st.tuples(values.texts, values.worlds)
    either = st.one_of(values.texts, values.values)
    asked = st.tuples(either, values.worlds, values.dialogues)
    return [
        EntryPoint("World.parse", _world, values.worlds, 200),
        EntryPoint("World.from_json", _json_world, values.contents, 60),
        EntryPoint("QuestionBank.parse", _bank, values.banks, 100),
        EntryPoint("dialogues", _dialogue, values.dialogues, 100),
        EntryPoint("instructions", lambda x: Instructions.parse(*x), asked, 100),
        EntryPoint("a table's world", lambda x: cell_world(x, Path("/nonexistent")), values.worlds, 60),
        EntryPoint("tapes", actions, st.one_of(values.texts, states_with_tape()), 60),
        EntryPoint("saved dialogues", cq.Dialogue.from_dict, values.json_values, 60),
        EntryPoint("metrics", _metrics, st.tuples(values.values, values.values), 60),
        EntryPoint("mirrors", lambda x: address("feedback", x), values.texts.filter(bool), 20),
        EntryPoint("files", _files, values.contents, 60),
        EntryPoint("classify", _classify, said, 12),
        EntryPoint("build", _build, said, 3),
        EntryPoint("rank", _rank, st.tuples(values.banks, values.texts), 6),
        EntryPoint("the track's classes", _track, st.tuples(either, values.worlds, values.banks), 6),
    ]


def states_with_tape() -> values.Strategy:
    """Recorded states with a tape of words and numbers."""
    words = st.lists(st.sampled_from(["1 action break 0 63 0", "2 pos_change (0,0,0)", "x", "3 set_look"]))
    return words.map(lambda lines: {"tape": "\n".join(lines)})


def _world(x: Any) -> None:
    if isinstance(x, str) and x.lstrip()[:1] not in ("[", "{"):
        x = [x]  # else it is the path of a file on this machine
    world = cq.World.parse(x)
    check(cq.World.parse(world.to_recorded()) == world, "a world differs after it was written and read")


def _json_world(content: bytes) -> None:
    world = cq.World.from_json(content)
    check(world.grid.shape == (9, 11, 11), "no grid")


def _bank(x: Any) -> None:
    if not isinstance(x, str):
        bank = QuestionBank.parse(x)
        check(len(set(bank.qids)) == len(bank) > 0, "ids are not distinct")
        check(all(isinstance(one, str) and one.strip() for one in bank), "a question is no text")


def _dialogue(x: Any) -> None:
    turns = parse_dialogue(x)
    check(parse_dialogue(to_transcript(turns)) == turns, "a dialogue differs after it was written and read")


def _metrics(pair: tuple[Any, Any]) -> None:
    grid = np.zeros((9, 11, 11), int)
    for metric in (
        lambda a, b: macro_f1([a], [b]),
        lambda a, b: mean_reciprocal_rank([a], [b]),
        lambda a, b: grid_f1(a, grid),
        lambda a, b: abs(reward(a, b, grid)) / 2,
        lambda a, b: track_bin(a),
    ):
        try:
            score = metric(*pair)
        except cq.InputError:
            continue
        check(0 <= float(score) <= 1, f"the score {score!r}")


READERS: dict[str, Callable[[Path], object]] = {
    "world.json": cq.World.parse,
    "bank.csv": QuestionBank.parse,
    "rows.csv": load_singleturn,
    "rows.jsonl": load_singleturn,
    "rows.parquet": load_singleturn,
    "set.zip": load_multiturn,
    "human_agent_feedback.csv": load_feedback,
    "goals.json": Tasks.load,
    "recording.json": actions,
    "archive.tar.gz": lambda path: unpack(path, path.with_name("unpacked")),
    "pipeline.json": lambda path: Manifest.read(path.parent),
}


def _files(content: bytes) -> None:
    """Each reader reads the content as its own kind of file."""
    with tempfile.TemporaryDirectory() as folder:
        for name, read in READERS.items():
            path = Path(folder) / name
            path.write_bytes(content)
            try:
                read(path)
            except cq.InputError:
                continue


def _classify(said: tuple[str, Any]) -> None:
    clarity = cq.classify(said[0], _no_path(said[1]))
    check(0 <= clarity.p_unclear <= 1 and math.isfinite(clarity.threshold), "no probability")


def _build(said: tuple[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        built = cq.build(said[0], _no_path(said[1]))
    check(bool(np.isin(built.grid, range(7)).all()) and 0 <= built.confidence <= 1, "no build")


def _rank(given: tuple[Any, str]) -> None:
    bank = QuestionBank.parse(_no_path(given[0]))
    ranked = cq.rank(bank, given[1])
    check(sorted(one.qid for one in ranked) == sorted(bank.qids), "no permutation")


def _track(given: tuple[Any, Any, Any]) -> None:
    """The evaluator stops at the first exception, so there must be none, whatever it passes as rows."""
    text, state, bank = given
    state, questions = _no_path(state), bank if isinstance(bank, list) else [str(type(bank))]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            check(TrackClassifier().clarification_required(text, state) in (0, 1), "no decision")
            ranked = TrackRanker().rank_questions(text, state, questions)
        except cq.InputError as error:
            raise AssertionError(f"the evaluation would end here: {error}") from None
    check(len(ranked) == len(questions), "questions are lost")


def _no_path(x: Any) -> Any:
    """The value, unless it would be taken for the path of a file on this machine."""
    return None if isinstance(x, str) and x.lstrip()[:1] not in ("[", "{") else x
