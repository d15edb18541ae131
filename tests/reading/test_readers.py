"""The bundled readers: everyday words are built, a batch is read as its lines, noise is nothing."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import cq
from cq.pipeline.default import default_pipeline
from cq.reading.prompt import Prompt, sentences_of
from cq.reading.readers import Readers

TOWERS = [(-3, 62 + level, 0, "red") for level in (1, 2, 3)] + [
    (3, 62 + level, 0, "blue") for level in (1, 2, 3, 4)
]
STRIP = [(x, 63, 3, "yellow") for x in range(-5, 0)]


def world() -> cq.World:
    return cq.World.parse([*TOWERS, *STRIP], facing="north")


@pytest.fixture(scope="module")
def readers() -> Readers:
    found = default_pipeline().readers
    assert isinstance(found, Readers)
    return found


@pytest.mark.parametrize(
    ("said", "plain"),
    [
        ("plonk a green un on that tall blue thing", "Put a green block on the blue tower"),
        ("bin the whole yellow strip", "Remove the yellow row"),
        ("lop the top two off the blue column", "Remove the top two blocks of the blue tower"),
        ("chuck a purple in each corner", "Put a purple block in each corner"),
    ],
)
def test_everyday_words_are_built_as_plain_ones(said: str, plain: str) -> None:
    talks = [cq.Dialogue(world()) for _ in range(2)]
    turns = [talk.say(text) for talk, text in zip(talks, (said, plain), strict=True)]
    assert [one.action for one in turns] == ["build", "build"]
    assert talks[0].world == talks[1].world


def test_a_batch_is_read_as_its_lines_are(readers: Readers) -> None:
    lines = ["make it taller", "nah, the other one", "pop three reds by the blue column, then bin the strip"]
    lines += ["two", "a" * 300]
    prompts = [Prompt(one) for one in lines]
    together = readers.network.network.read([one.line for one in prompts])
    for one, found in zip(prompts, together, strict=True):
        (alone,) = readers.network.network.read([one.line])
        assert [each.tokens for each in alone] == [each.tokens for each in found]
        np.testing.assert_allclose(
            [each.log_probability for each in alone], [each.log_probability for each in found], atol=1e-3
        )


@pytest.mark.parametrize(
    "text", ["Book me a table for four at seven", "qwzx plimf", "What a lovely day it is!"]
)
def test_nothing_is_built_of_what_is_no_order(text: str) -> None:
    turn = cq.Dialogue(world()).say(text)
    assert turn.build is None


def test_a_pipeline_without_readers_reads_by_the_grammar(tmp_path: Path) -> None:
    pipeline = cq.Pipeline.from_pretrained()
    pipeline.readers = None
    pipeline.save_pretrained(tmp_path)
    assert cq.Pipeline.from_pretrained(tmp_path).readers is None
    assert cq.Dialogue(world(), pipeline=pipeline).say("Remove the yellow row").action == "build"


def test_saved_readers_read_the_same(readers: Readers, tmp_path: Path) -> None:
    readers.save_pretrained(tmp_path)
    again = Readers.load(tmp_path, readers.network.backbone)
    prompts = [
        Prompt("bin the whole yellow strip"),
        Prompt("two", order="make a tower", question="How tall?"),
    ]
    for one, other in zip(readers.network.read(prompts), again.network.read(prompts), strict=True):
        assert [each.program for each in one] == [each.program for each in other]
    np.testing.assert_allclose(readers.judge.weights, again.judge.weights, atol=1e-4)


def test_sentences_of_a_message() -> None:
    assert sentences_of("First a red one. Then blue on top!\nok? done") == [
        "First a red one.",
        "Then blue on top! ok?",
        "done",
    ]


def test_a_part_of_what_the_same_message_builds_has_no_name_yet() -> None:
    """It is guessed about like anything else, without an exception."""
    text = "wall time. purple, 4 long 3 high, on the back edge. ok then knock the top layer off its too tall"
    turn = cq.ask(text, cq.World.parse([], facing="north"))
    assert turn.guess is not None
    assert not any("None" in one for one in turn.assumptions)
