"""Messages read one order after the other: each in the world that those before it leave."""

from __future__ import annotations

import pytest

import cq
from cq.language.request import Request
from cq.pipeline.default import default_pipeline
from cq.reading.messages import MOST_CLAUSES, read_messages
from cq.reading.prompt import Prompt, clauses_of
from cq.reading.reader import ReadProgram
from cq.reading.readers import Readers

MESSAGES = (
    "Build a tower of three red blocks in the middle. Pop a blue one on it. Then bin the yellow strip.",
    "Build a row of four green blocks along the north edge. Paint its east end purple.",
    "Put a red block in the middle",
    "ta very much. Remove the yellow row.",
)


@pytest.fixture(scope="module")
def readers() -> Readers:
    found = default_pipeline().readers
    assert isinstance(found, Readers)
    return found


def world() -> cq.World:
    return cq.World.parse([(x, 63, 3, "yellow") for x in range(-5, 0)], facing="north")


def test_messages_are_read_as_a_batch_as_they_are_alone(readers: Readers) -> None:
    messages = [(Request(text), world(), "") for text in MESSAGES]
    together = read_messages(messages, readers.network.read)
    assert [bool(one) for one in together] == [True, True, False, True]
    for message, found in zip(messages, together, strict=True):
        (alone,) = read_messages([message], readers.network.read)
        assert [one.program for one in alone] == [one.program for one in found]


def test_an_order_is_read_in_the_world_that_those_before_it_leave(readers: Readers) -> None:
    seen: list[Prompt] = []

    def read(prompts: list[Prompt]) -> list[tuple[ReadProgram, ...]]:
        seen.extend(prompts)
        return readers.network.read(prompts)

    read_messages([(Request(MESSAGES[1]), world(), "Remove the red block")], read)
    first, second = seen[0], next(prompt for prompt in seen if prompt.text.startswith("Paint"))
    assert (first.before, first.stands) == ("Remove the red block", "yellow row 5 south west")
    assert "it: green row 4 north" in second.stands
    assert second.before == "Remove the red block. put a green four block row along the north edge"


def test_clauses_end_at_sentences_at_then_and_at_a_comma_before_and() -> None:
    text = "a red row, two blue ones, then bin it. now a tower n then a hat, and a flag\nok"
    assert [text[start:end] for start, end in clauses_of(text)] == [
        "a red row, two blue ones",
        "then bin it.",
        "now a tower",
        "then a hat",
        "and a flag",
    ]


@pytest.mark.parametrize("text", ["", "Build a wall", "Go. " * (MOST_CLAUSES + 1)])
def test_no_message_is_read_by_clauses_without_some_of_them(readers: Readers, text: str) -> None:
    assert read_messages([(Request(text), world(), "")], readers.network.read) == [()]


def test_what_a_message_builds_is_spoken_of_in_it() -> None:
    talk = cq.Dialogue(world())
    assert talk.say(MESSAGES[0]).action == "build"
    plain = cq.Dialogue(world())
    plain.say("Build a tower of three red blocks in the middle")
    plain.say("Put a blue block on the red tower")
    plain.say("Remove the yellow row")
    assert talk.world.grid.tolist() == plain.world.grid.tolist()
