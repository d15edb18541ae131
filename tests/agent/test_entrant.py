"""The builder of Build What I Mean: it asks what is missing, and learns what its speakers mean by that."""

from __future__ import annotations

import pytest

from cq import InputError
from cq.agent import Entrant

FULL = "Stack two red blocks in the top left corner. Put a green block on the highlighted square."
NUMBER = (
    "Stack two red blocks on the middle square. Then stack green blocks directly in front of the red ones."
)
COLOUR = "Build a blue tower of three blocks in the bottom right corner. Put a block immediately to its left."


def opened(instruction: str, speaker: str = "Ada", start: str = "") -> str:
    return (
        f"[TASK_DESCRIPTION] Grid: 9x9 cells.\n[SPEAKER] {speaker}\n[START_STRUCTURE] {start}\n{instruction}"
    )


def blocks(reply: str) -> set[str]:
    assert reply.startswith("[BUILD];"), reply
    return set(reply.removeprefix("[BUILD];").split(";"))


def test_what_is_said_in_full_is_built_without_a_question() -> None:
    assert blocks(Entrant().reply(opened(FULL, start="Blue,300,50,0"))) == {
        "Blue,300,50,0",
        "Red,-400,50,-400",
        "Red,-400,150,-400",
        "Green,0,50,0",
    }


@pytest.mark.parametrize(
    "answer", ["Answer: three", "3", "Three green blocks.", "Answer: It is 3 blocks high."]
)
def test_a_missing_number_is_asked_for_once(answer: str) -> None:
    entrant = Entrant()
    question = entrant.reply(opened(NUMBER))
    assert question.startswith("[ASK];How ")
    assert {f"Green,0,{50 + 100 * y},100" for y in range(3)} <= blocks(entrant.reply(answer))


def test_a_speaker_who_means_the_same_is_soon_asked_no_more_and_another_is() -> None:
    entrant = Entrant()
    meant = "Blue,400,50,400;Blue,400,150,400;Blue,400,250,400;Blue,300,50,400"
    asked = []
    for _ in range(3):
        reply = entrant.reply(opened(COLOUR))
        asked.append(reply.startswith("[ASK];What colour"))
        reply = entrant.reply("Blue") if asked[-1] else reply
        assert blocks(reply) == set(meant.split(";"))
        assert entrant.reply(f"Feedback: Correct structure built. {meant}") == ""
    assert asked == sorted(asked, reverse=True)
    assert asked[0]
    assert not asked[-1]
    assert entrant.reply(opened(COLOUR, "Ben")).startswith("[ASK]")


def test_a_speaker_who_means_something_else_is_asked_again_and_again() -> None:
    entrant = Entrant()
    for colour in ("Red", "Green", "Red", "Purple"):
        assert entrant.reply(opened(COLOUR)).startswith("[ASK]")
        built = entrant.reply(f"{colour}.")
        assert f"{colour},300,50,400" in blocks(built)
        entrant.reply(f"Feedback: Correct structure built. {built.removeprefix('[BUILD];')}")
    assert entrant.speakers["Ada"].p_same("colour") < 0.25


def test_what_is_not_understood_is_built_as_well_as_it_can_be() -> None:
    assert Entrant().reply(opened("Frobnicate the wibble.", start="Red,0,50,0")).startswith("[BUILD];")


def test_messages_out_of_turn_are_refused() -> None:
    with pytest.raises(InputError, match="before a round"):
        Entrant().reply("Answer: red")
