"""The behaviour runner counts what the library did, on a pipeline whose every answer is known."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
import yaml
from typer.testing import CliRunner

import cq
from cq.api import default_pipeline
from cq.building import Build
from cq.building.actions import actions_between
from cq.clarity import Clarity
from cq.language import GroundedInstruction
from cq.ranking import QuestionBank, RankedQuestion
from cq.world import COLOURS, SHAPE
from cq.world.grid import HALF
from eval.__main__ import application
from eval.behaviours import evaluate
from eval.behaviours.case import Case, Exchange
from eval.behaviours.outcome import Outcome, asked_kinds, is_supported, run_cases
from eval.behaviours.table import ACTS, ASKS, CONFIDENT_ERRORS, EXACT, ON_TOPIC, UNSUPPORTED, counts


class Scripted:
    """All three parts: asks a fixed question where an instruction says "ask", builds a red block in the
    middle otherwise, with the confidence that the instruction ends in."""

    def classify(
        self, instructions: Sequence[GroundedInstruction], cost_of_asking: float | None = None
    ) -> list[Clarity]:
        return [Clarity("ask" not in one.text, 0.5, 0.5) for one in instructions]

    def rank(
        self, bank: QuestionBank, instructions: Sequence[GroundedInstruction], *, top_k: int | None = None
    ) -> list[list[RankedQuestion]]:
        return [[RankedQuestion(1, "q", "What colour should it be?", 1.0)] for _ in instructions]

    def build(self, instructions: Sequence[GroundedInstruction]) -> list[Build]:
        return [self._build(one) for one in instructions]

    def _build(self, one: GroundedInstruction) -> Build:
        grid = np.array(one.world.grid)
        grid[0, HALF, HALF] = COLOURS.index("red") + 1
        plan = np.zeros((7, *SHAPE), dtype=np.float32)
        return Build(grid, tuple(actions_between(one.world.grid, grid)), plan, float(one.text.split()[-1]))


def case(number: int, kind: str, instruction: str, expect: str, **fields: object) -> Case:
    return Case(f"case-{number}", kind, instruction, frozenset(expect.split()), **fields)


COUNTED = [
    case(1, "absent", "ask me", "ask", about=frozenset({"colour"})),
    case(2, "absent", "ask me", "ask refuse", about=frozenset({"size", "count"})),
    case(3, "absent", "build at 0.9", "ask", about=frozenset({"colour"})),
    case(4, "absent", "build at 0.7", "refuse"),
    case(5, "clear", "build at 0.9", "build", add="red 0,0,0"),
    case(6, "clear", "build at 0.81", "build", add="blue 0,0,0"),
    case(7, "clear", "build at 0.8", "build", add="blue 0,0,0"),
    case(8, "clear", "ask me", "build", add="red 0,0,0"),
    case(9, "clear", "build at 0.95", "build"),
    case(10, "open", "build at 0.95", "ask build"),
    case(11, "dialogue", "build at 1.0", "build", exchanges=(Exchange("Which?", "This one"),)),
]


@pytest.fixture(scope="module")
def scripted() -> cq.Pipeline:
    return cq.Pipeline(default_pipeline().backbone, Scripted(), Scripted(), Scripted())


@pytest.fixture(scope="module")
def outcomes(scripted) -> list[Outcome]:
    return run_cases([one for one in COUNTED if is_supported(one)], scripted.ask)


def test_the_table_counts_by_kind(outcomes):
    columns = ("cases", ASKS, ON_TOPIC, ACTS, EXACT, CONFIDENT_ERRORS, UNSUPPORTED)
    assert counts(COUNTED, outcomes) == {
        kind: dict(zip(columns, row, strict=True))
        for kind, row in {
            "absent": (4, "2/4", "1/3", "–", "–", 1, 0),
            "open": (1, "–", "–", "–", "–", 0, 0),
            "clear": (5, "–", "–", "4/5", "1/4", 1, 0),
            "dialogue": (1, "–", "–", "–", "–", "–", 1),
            "all": (11, "2/4", "1/3", "4/5", "1/4", 2, 1),
        }.items()
    }


def test_failures_are_named(outcomes):
    said = {one.case.id: "; ".join(one.failures) for one in outcomes if one.failures}
    assert said == {
        "case-2": "the question is not about count or size",
        "case-3": "build instead of ask; confidence above 0.8",
        "case-4": "build instead of refuse",
        "case-6": "another build than the only right one; confidence above 0.8",
        "case-7": "another build than the only right one",
        "case-8": "ask instead of build",
    }
    first = outcomes[0].to_dict()
    assert (first["id"], first["action"], first["question"]) == (
        "case-1",
        "ask",
        "What colour should it be?",
    )


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("In which direction does it go?", {"direction"}),
        ("On which side of the tower?", {"place"}),
        ("Which colour do you want?", {"colour"}),
        ("Which red block?", {"reference"}),
        ("Which block, and on which side of it?", {"reference", "place"}),
        ("Shall we begin?", set()),
    ],
)
def test_which_side_does_not_ask_which_blocks_are_meant(question, kinds):
    assert asked_kinds(question) == kinds


def test_a_dialogue_cannot_be_run_yet(scripted):
    with pytest.raises(cq.InputError, match="'case-11' is a dialogue"):
        run_cases(COUNTED, scripted.ask)


def test_the_command_prints_the_table_and_writes_the_outcomes(tmp_path):
    out = tmp_path / "behaviours.json"
    arguments = ["behaviours", "--kinds", "off-topic,dialogue", "--verbose", "--out", str(out)]
    result = CliRunner().invoke(application("behaviours"), arguments)
    assert result.exit_code == 0, result.output
    assert ASKS.split()[0] in result.output
    written = yaml.safe_load(out.read_text(encoding="utf-8"))
    assert set(written["table"]) == {"off-topic", "dialogue", "all"}
    assert {row["kind"] for row in written["outcomes"]} == {"off-topic"}
    for row in written["outcomes"]:
        assert bool(row["failures"]) == (f"{row['id']}:" in result.output)
    with pytest.raises(cq.InputError, match="'odd'"):
        evaluate.main(kinds="odd")
