"""The closed loop: what is scored is the world at the end of a talk."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import needs_data
from typer.testing import CliRunner

import cq
from cq import InputError, MissingFileError, Turn
from cq.building import Build
from cq.building.actions import actions_between
from cq.building.training.recorded_builds import RecordedBuild
from cq.clarity import Clarity
from cq.dialogue.guess import Guess
from cq.dialogue.questions import ClarifyingQuestion, Option
from cq.types import Grid
from cq.world import COLOUR_IDS
from cq.world.grid import SHAPE
from eval.__main__ import application
from eval.loop import fold_pipeline
from eval.loop.answerers import ARCHITECTS, Says, load_answers, recorded
from eval.loop.episodes import Episode, Exchange, play_all
from eval.loop.rows import drawn, unclear_rows
from eval.loop.tables import AFTER, BEFORE, GAIN, kind_table, talk_table, understood_by_kind

EMPTY = np.zeros(SHAPE, dtype=np.int8)
CLARITY = Clarity(True, 0.5, 0.5)
WHERE = ClarifyingQuestion("where", "Where should it go?")


def grid(*columns: int, colour: str = "green") -> Grid:
    made = EMPTY.copy()
    made[0, list(columns), 5] = COLOUR_IDS[colour]
    return made


TARGET = grid(5)
ROW = RecordedBuild("Put a block.", EMPTY, TARGET, None, clear=False, fold=0)


def build(made: Grid, confidence: float = 0.5) -> Build:
    plan = np.zeros((7, *SHAPE), dtype=np.float32)
    return Build(made, tuple(actions_between(EMPTY, made)), plan, confidence)


def asks(made: Grid, confidence: float = 0.5, question: ClarifyingQuestion = WHERE) -> Turn:
    return Turn("ask", CLARITY, question, guess=Guess(build(made, confidence)))


def builds(made: Grid, confidence: float = 0.5) -> Turn:
    return Turn("build", CLARITY, build=build(made, confidence), guess=Guess(build(made, confidence)))


class Scripted(cq.Pipeline):
    """Builds a grid without a question, and takes some turns in order."""

    def __init__(self, first: Grid, *turns: Turn) -> None:
        self._first, self._turns = first, list(turns)

    def build(self, instruction: Any, *_: Any) -> Any:
        return [build(self._first) for _ in instruction]

    def ask(self, *_: Any, **__: Any) -> Any:
        return self._turns.pop(0)


def played(first: Grid, *turns: Turn, says: Says) -> Episode:
    (episode,) = play_all([ROW], [7], [says], Scripted(first, *turns))
    return episode


def test_the_world_at_the_end_is_scored():
    episode = played(grid(4), asks(grid(4)), builds(grid(4, 5)), says=recorded(["over there"]))
    assert (episode.number, episode.changed_cells, episode.before) == (7, 1, 0.0)
    assert episode.after == pytest.approx(2 / 3)
    assert (episode.action, episode.built, episode.worse, episode.exact_after) == (
        "build",
        True,
        False,
        False,
    )
    (exchange,) = episode.exchanges
    assert (exchange.type, exchange.answer) == ("where", "over there")
    assert exchange.gain == pytest.approx(2 / 3)
    assert played(grid(4), asks(grid(4)), builds(TARGET), says=recorded(["in the middle"])).exact_after


@pytest.mark.parametrize("last", [asks(TARGET), Turn("refuse", CLARITY, guess=Guess(build(TARGET)))])
def test_a_talk_that_ends_without_a_build_counts_as_the_start(last):
    """Even where the build would have been right."""
    episode = played(TARGET, asks(TARGET), last, says=recorded(["over there"]))
    assert (episode.before, episode.after, episode.built, episode.worse) == (1.0, 0.0, False, True)
    assert episode.exact_before
    assert not episode.exact_after


@pytest.mark.parametrize(
    ("after", "understood"),
    [
        (builds(grid(4)), False),
        (builds(grid(4), 0.4), False),
        (builds(grid(4), 0.6), True),
        (builds(grid(3), 0.4), True),
        (Turn("refuse", CLARITY), False),
    ],
)
def test_an_answer_is_understood_if_the_guess_is_another_or_more_probable(after, understood):
    episode = played(grid(4), asks(grid(4)), after, says=recorded(["over there"]))
    assert [one.understood for one in episode.exchanges] == [understood]


def test_an_answer_that_the_dialogue_refuses_ends_the_talk():
    question = replace(WHERE, options=(Option("here", 0.5), Option("there", 0.5)))
    episode = played(TARGET, asks(TARGET, question=question), says=recorded(["3"]))
    assert [(one.answer, one.understood) for one in episode.exchanges] == [("3", False)]
    assert not episode.built


def test_no_more_answers_are_given_than_questions_are_allowed():
    turns = [asks(grid(x)) for x in range(9)]
    assert len(played(TARGET, *turns, says=lambda _: "over there").exchanges) == 4


def test_rows_are_numbered_and_drawn_among_those_that_are_unclear_and_change_something():
    every = [
        replace(ROW, fold=i % 3, clear=i % 2 == 0, target=EMPTY if i % 5 == 0 else TARGET) for i in range(60)
    ]
    unclear = unclear_rows(every)
    assert len(unclear) == 24
    assert drawn(unclear, seed=3) == np.random.default_rng(3).permutation(24).tolist()
    assert drawn(unclear, count=4, seed=3) == drawn(unclear, seed=3)[:4]
    assert {unclear[i].fold for i in drawn(unclear, fold=1)} == {1}
    assert sorted(drawn(unclear, among={2, 5})) == [2, 5]
    with pytest.raises(InputError, match=r"in fold 7; the folds are \[0, 1, 2\]"):
        drawn(unclear, fold=7)


EPISODES = [
    Episode(0, 1, 0.5, 1.0, False, True, "build", True, (Exchange("where", "?", "there", True, 0.5),)),
    Episode(1, 3, 0.5, 0.0, False, False, "ask", False, (Exchange("where", "?", "so", False, -0.1),)),
    Episode(2, 4, 1.0, 0.992, True, False, "build", True, (Exchange("colour", "?", "red", True, 0.0),)),
]


def test_talks_are_scored_by_changed_cells_and_what_ends_badly_is_counted():
    table = talk_table(EPISODES, np.arange(3), 10)
    told = {name: row["changed F1, weighted"].split()[0] for name, row in table.items()}
    assert told == {BEFORE: "0.750", AFTER: "0.621", GAIN: "-0.129"}
    after = table[AFTER]
    assert (after["rows"], after["questions"]) == (3, 3)
    assert (after["rows made worse"], after["nothing built"]) == (1, 1)
    assert after["exact"].startswith("0.333")


def test_kinds_of_question_are_counted():
    table = kind_table(EPISODES)
    assert list(table) == ["where", "colour"]
    assert table["where"] == {"asked": 2, "understood": 1, "share": 0.5, "mean change of changed F1": 0.2}
    assert understood_by_kind(EPISODES) == {"where": [1, 2], "colour": [1, 1]}


@pytest.mark.parametrize("name", ARCHITECTS)
def test_an_architect_knows_the_target_of_a_row(name):
    row = replace(ROW, facing="east")
    asked = ClarifyingQuestion("colour", "What colour should the block be?")
    assert "green" in ARCHITECTS[name](row, 7).answer(asked).casefold()
    assert ARCHITECTS[name](row, 7).answer(asked) == ARCHITECTS[name](row, 7).answer(asked)


def test_an_unknown_architect_is_named_with_the_known_ones():
    result = CliRunner().invoke(application("loop"), ["loop", "--architect", "terse"])
    assert isinstance(result.exception, InputError)
    assert "'terse'" in str(result.exception)
    assert "own or brief" in str(result.exception)


@pytest.mark.parametrize(
    ("held", "said"),
    [
        ("[]", "row number"),
        ('{"9": []}', "rows are 0 to 8"),
        ('{"x": []}', "not a row"),
        ('{"1": "red"}', "row 1"),
    ],
)
def test_a_file_that_holds_no_answers_is_refused(tmp_path: Path, held: str, said: str):
    path = tmp_path / "answers.json"
    path.write_text(held)
    with pytest.raises(InputError, match=said):
        load_answers(path, 9)
    with pytest.raises(MissingFileError):
        load_answers(tmp_path / "none.json", 9)


def test_the_pipeline_of_a_fold_has_not_seen_it(monkeypatch, tmp_path):
    bundled = cq.Pipeline.from_pretrained()
    held: dict[str, Any] = {}

    class Examples:
        folds = unclear = np.array([0, 1, 2, 1])
        x = np.arange(4)

    def network(rows: Any, fold: int, *_: Any) -> Any:
        held["fold"] = fold
        return bundled.builder.networks[0]

    def classifier(x: Any, unclear: Any, folds: Any, *_: Any) -> Any:
        held["folds"] = folds.tolist()
        return bundled.classifier.model

    monkeypatch.setattr(fold_pipeline, "fold_network", network)
    monkeypatch.setattr(fold_pipeline, "fit_classifier", classifier)
    monkeypatch.setattr(fold_pipeline, "clarity_examples", lambda *_: Examples)
    monkeypatch.setattr(fold_pipeline, "training_dialogues", list)
    pipeline = fold_pipeline.fold_pipeline(None, [], 1, tmp_path)
    assert held == {"fold": 1, "folds": [0, 2]}
    assert len(pipeline.builder.networks) == 1
    assert pipeline.classify("Put a red block in the middle.").p_unclear < 0.5


@needs_data
def test_recorded_answers_are_replayed_and_what_was_understood_is_written(tmp_path):
    answers, out, fit = (tmp_path / f"{name}.json" for name in ("answers", "out", "fit"))
    answers.write_text(json.dumps({"3": ["all of it", "yes"], "250": []}))
    command = ["loop", "--bundled", "--answers", str(answers), "--samples", "9", "--out", str(out)]
    result = CliRunner().invoke(application("loop"), [*command, "--fit", str(fit)], catch_exceptions=False)
    assert "2 unclear rows of all folds: the network has seen these rows" in result.output
    episodes = json.loads(out.read_text())["episodes"]
    assert {one["number"]: len(one["exchanges"]) for one in episodes}[250] == 0
    asked = [exchange["type"] for one in episodes for exchange in one["exchanges"]]
    counted = json.loads(fit.read_text())["understood"]
    assert sum(number for _, number in counted.values()) == len(asked)
