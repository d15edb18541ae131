"""The behaviour runner counts what the library did, with a builder whose every turn is known."""

from __future__ import annotations

import numpy as np
import pytest
import yaml
from typer.testing import CliRunner

import cq
from cq import Turn, World
from cq.building import Build
from cq.building.actions import actions_between
from cq.clarity import Clarity
from cq.dialogue.questions import ClarifyingQuestion
from cq.language.request import Exchange
from cq.language.spoken import Turns
from cq.world import COLOURS, SHAPE
from cq.world.grid import HALF
from eval.__main__ import application
from eval.behaviours import evaluate
from eval.behaviours.case import Case
from eval.behaviours.outcome import Outcome, asked_kinds, run_builds, run_cases
from eval.behaviours.table import (
    ACTS,
    ALL,
    ASKS,
    CONFIDENT_ERRORS,
    CONFIDENT_SHARE,
    EXACT,
    ON_TOPIC,
    REPEATS,
    RIGHT_ACTION,
    build_counts,
    counts,
)

COLOUR, SIZE = "What colour should it be?", "How tall is it?"
RED = COLOURS.index("red") + 1


def scripted(instruction: list[str], world: list[World], *, dialogue: list[Turns | None]) -> list[Turn]:
    """Does what the architect's last words say: "ask" and "refuse", else it builds a red block in the middle
    with the confidence that they end in. It asks about what the builder was not asked before."""
    return [_turn(*one) for one in zip(instruction, world, dialogue, strict=True)]


def build(instruction: list[str], world: list[World]) -> list[Build]:
    """As `scripted` builds."""
    return [_build(*one) for one in zip(instruction, world, strict=True)]


def _build(words: str, world: World) -> Build:
    grid = np.array(world.grid)
    grid[0, HALF, HALF] = RED
    plan = np.zeros((7, *SHAPE), dtype=np.float32)
    return Build(grid, tuple(actions_between(world.grid, grid)), plan, float(words.split()[-1]))


def _turn(words: str, world: World, before: Turns | None) -> Turn:
    clarity = Clarity(True, 0.5, 0.5)
    if words.startswith("refuse"):
        return Turn("refuse", clarity)
    if words.startswith("ask"):
        asked = [text for speaker, text in before or () if speaker == "builder"]
        text = next(one for one in (words.partition(": ")[2], COLOUR, SIZE) if one and one not in asked)
        return Turn("ask", clarity, ClarifyingQuestion("action", text))
    return Turn("build", clarity, build=_build(words, world))


def case(number: int, kind: str, instruction: str, expect: str, **fields: object) -> Case:
    return Case(f"case-{number}", kind, instruction, frozenset(expect.split()), **fields)


def talk(number: int, answer: str, expect: str, **fields: object) -> Case:
    """A dialogue in which the colour was asked and then, with `answer`, settled."""
    exchanges = (Exchange.of(COLOUR, answer),)
    return case(
        number, "dialogue", "ask", expect, exchanges=exchanges, settled=frozenset({"colour"}), **fields
    )


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
    case(16, "absent", "refuse", "ask refuse", about=frozenset({"colour"})),
    talk(11, "build at 0.9", "build", add="red 0,0,0"),
    talk(12, "ask", "ask", about=frozenset({"size"})),
    talk(13, "ask: What about its colour?", "ask", about=frozenset({"size"})),
    talk(14, "ask: And the colour?", "build", add="red 0,0,0"),
    talk(15, "refuse", "build"),
]


@pytest.fixture(scope="module")
def outcomes() -> list[Outcome]:
    return run_cases(COUNTED, scripted)


def test_the_table_counts_by_kind(outcomes):
    columns = ("cases", RIGHT_ACTION, ON_TOPIC, EXACT, REPEATS, CONFIDENT_ERRORS)
    assert counts(outcomes) == {
        name: dict(zip(columns, row, strict=True))
        for name, row in {
            "absent": (5, "3/5", "1/3", "–", "–", 1),
            "open": (1, "1/1", "–", "–", "–", 0),
            "clear": (5, "4/5", "–", "1/4", "–", 1),
            "dialogue": (5, "3/5", "1/2", "1/2", "2/5", 0),
            ASKS: (7, "5/7", "2/5", "–", "1/2", 1),
            ACTS: (8, "5/8", "–", "2/6", "1/3", 1),
            ALL: (16, "11/16", "2/5", "2/6", "2/5", 2),
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
        "case-13": "the question is not about size; it asks again what was answered",
        "case-14": "ask instead of build; it asks again what was answered",
        "case-15": "refuse instead of build",
    }
    first = outcomes[0].to_dict()
    assert (first["id"], first["action"], first["question"]) == ("case-1", "ask", COLOUR)
    assert outcomes[-1].to_dict()["exchanges"] == [[COLOUR, "refuse"]]


def test_builds_are_right_cell_by_cell_and_counted_by_kind():
    cases = [
        case(1, "builds-edits", "at 0.9", "build", add="red 0,0,0"),
        case(2, "builds-edits", "at 0.9", "build", add="blue 0,0,0"),
        case(3, "builds-edits", "at 0.8", "build", add="red 0..1,0,0"),
        case(4, "builds-nothing", "at 0.5", "build", blocks="red 0,0,0", unchanged=True),
        case(5, "builds-nothing", "at 0.5", "build", unchanged=True),
    ]
    outcomes = run_builds(cases, build)
    assert [one.exact for one in outcomes] == [True, False, False, True, False]
    assert [len(one.failures) for one in outcomes] == [0, 2, 1, 0, 1]
    assert build_counts(outcomes) == {
        "builds-edits": {EXACT: "1/3", CONFIDENT_SHARE: "1/2"},
        "builds-nothing": {EXACT: "1/2", CONFIDENT_SHARE: "0/1"},
        ALL: {EXACT: "2/5", CONFIDENT_SHARE: "1/3"},
    }
    assert build_counts([]) == {}


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


def test_a_dialogue_is_asked_with_what_was_said_before():
    one = case(
        1,
        "dialogue",
        "Build a tower",
        "ask",
        exchanges=(Exchange.of("Where?", "there"), Exchange.of(COLOUR, "red")),
    )

    def ask(instruction: list[str], world: list[World], *, dialogue: list[Turns | None]) -> list[Turn]:
        assert (instruction, dialogue) == (
            ["red", "ask"],
            [
                (
                    ("architect", "Build a tower"),
                    ("builder", "Where?"),
                    ("architect", "there"),
                    ("builder", COLOUR),
                ),
                None,
            ],
        )
        return [Turn("ask", Clarity(True, 0.5, 0.5)) for _ in instruction]

    assert all(outcome.is_right_action for outcome in run_cases([one, case(2, "open", "ask", "ask")], ask))


def test_the_command_prints_the_table_and_writes_the_outcomes(tmp_path):
    folder, out = tmp_path / "cases", tmp_path / "behaviours.json"
    folder.mkdir()
    files = {
        "worlds": {"empty": "", "pair": "red 0,0,0; blue 3,0,0"},
        "off-topic": {"cases": [{"id": "a", "instruction": "How was your day?", "expect": ["refuse"]}]},
        "dialogue": {
            "cases": [
                {
                    "id": "b",
                    "world": "pair",
                    "instruction": "Remove the green block",
                    "exchanges": [["There is no green block. Which one do you mean?", "the blue one"]],
                    "expect": ["build"],
                    "settled": ["reference"],
                    "remove": "blue 3,0,0",
                }
            ]
        },
        "pose": {"cases": [{"id": "c", "instruction": "Left", "expect": ["ask"]}]},
        "builds-nothing": {
            "defaults": {"expect": ["build"]},
            "cases": [{"id": "d", "blocks": "red 0,0,0", "instruction": "Do nothing", "unchanged": True}],
        },
    }
    for name, content in files.items():
        (folder / f"{name}.yaml").write_text(yaml.safe_dump(content), encoding="utf-8")
    arguments = ["talks", "--cases", str(folder), "--kinds", "off-topic,dialogue,typos,builds-nothing"]
    result = CliRunner().invoke(
        application("talks", "behaviours"), [*arguments, "--verbose", "--out", str(out)]
    )
    assert result.exit_code == 0, result.output
    assert RIGHT_ACTION.split()[0] in result.output
    written = yaml.safe_load(out.read_text(encoding="utf-8"))
    assert set(written["tables"]["Behaviours"]) <= {"off-topic", "dialogue", ASKS, ACTS, ALL}
    assert set(written["tables"]["Builds with one right answer"]) == {"builds-nothing", ALL}
    assert [row["id"] for row in written["outcomes"]] == ["a", "b", "d"]
    assert [row["repeats"] for row in written["outcomes"][:2]] == [None, False]
    for row in written["outcomes"]:
        assert bool(row["failures"]) == (f"{row['id']}: '" in result.output)


def test_unknown_kinds_and_folders_without_cases_are_errors(tmp_path):
    with pytest.raises(cq.InputError, match="'odd'"):
        evaluate.main(kinds="odd")
    with pytest.raises(cq.InputError, match="not a folder of cases"):
        evaluate.main(cases=tmp_path)
