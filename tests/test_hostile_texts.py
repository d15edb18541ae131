"""Every text of at most 10,000 characters is answered soon: work is counted, and what takes too much of it
counts as not read.
"""

from __future__ import annotations

import contextlib
import random
import signal
import warnings
from collections.abc import Callable, Iterator

import numpy as np
import pytest

import cq
from cq.language.instruction import MAX_CHARACTERS
from cq.language.length import LONGEST_SENTENCE, MOST_CHARACTERS, TOO_LONG, is_too_long
from cq.language.reading import read
from cq.reading.instruction import sure_build
from cq.semantics.parts import STATES

SECONDS = 6.0
"""Processor time that a call may take: three times the limit of two seconds, for machines that are slow."""

WORLD = [
    *((-3, 63 + i, -2, "red") for i in range(4)),
    *((x, 63, z, colour) for x, z, colour in ((5, 3, "yellow"), (-4, 4, "yellow"), (2, 1, "blue"))),
]
COLOURS = "red on blue on green on orange on purple on yellow on"
WORDS = """place put build remove red blue green a the block blocks tower row wall on in of to next left north
    east top middle corner and then , with same it that two three 3 each all side high between""".split()


def repeated(unit: str, characters: int = MAX_CHARACTERS) -> str:
    """A text of so many characters."""
    return (unit * (characters // len(unit) + 1))[:characters].strip()


def mixed(seed: int, characters: int) -> str:
    """Words of the vocabulary in random order."""
    rng = random.Random(seed)
    return " ".join(rng.choice(WORDS) for _ in range(characters))[:characters]


TEXTS = {
    "stack": f"Stack {COLOURS} {COLOURS} red",
    "stack more": f"Stack {COLOURS} {COLOURS} {COLOURS} {COLOURS} red",
    "same, short": repeated("same ", 450),
    "same, long": repeated("same "),
    "end on": "end on " * 14,
    "long": "long " * 20,
    "first": "Put the " + repeated("first ", 450) + " block",
    "first in sentences": repeated("Put the " + "first " * 70 + "block. ", 950),
    "relations": "Remove " + repeated("the red block that is next to ", 450) + " the blue one",
    "relations of relations": "Put a red block on " + repeated("the block on the tower beside ", 240) + " it",
    "sizes": "Build a red tower" + " 3 high with a blue block on top" * 12,
    "colours": "Place " + " and ".join(f"{n} red blocks" for n in range(2, 26)) + " left of the yellow one",
    "sentences": "Place a red block on top of the highest block. " * 200,
    "short sentences": repeated("Remove the blue one. ", 950),
    "many builds": "Build roughly a huge house with a roof. " * 8,
    "a word": "q" * MAX_CHARACTERS,
    "digits": "7" * MAX_CHARACTERS,
    "brackets": "a " + "([" * 4_000,
    "commas": repeated("a, "),
    "lines": repeated("on red\n"),
    "script": repeated("кра 红色 "),
    "square of no end": "Build a 99999 by 99999 red square in the middle",
    "cube of no end": "Build a red cube 1000 by 1000 by 1000 in the middle",
    **{
        f"mixed {seed}": mixed(seed, characters)
        for seed, characters in enumerate((110, 240, 480, 950, 9_900))
    },
}
hostile = pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())


class _TooSlow(Exception):
    pass


@pytest.fixture(autouse=True)
def _no_warnings() -> Iterator[None]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Long texts are truncated, with a warning.
        yield


@pytest.fixture(scope="module")
def asked() -> dict[str, object]:
    """A dialogue with an open question."""
    dialogue = cq.Dialogue(WORLD)
    assert dialogue.say("Break the yellow one").action == "ask"
    return dialogue.to_dict()


def soon(call: Callable[[], cq.Turn]) -> cq.Turn:
    """What a call gives. Fails if it takes more than `SECONDS` of processor time."""

    def stop(*_: object) -> None:
        raise _TooSlow

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        return call()
    except _TooSlow:
        pytest.fail(f"it took more than {SECONDS} seconds")
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@hostile
def test_a_dialogue_answers_soon(text, asked):
    opened = cq.Dialogue.from_dict(asked)
    with contextlib.suppress(cq.InputError):  # Digits are the number of an option.
        soon(lambda: opened.answer(text))
    said = cq.Dialogue(WORLD)
    turn = soon(lambda: said.say(text))
    assert turn.action in ("ask", "build", "refuse")
    if turn.action == "ask":
        soon(lambda: said.answer("the red one by the east edge"))


@pytest.mark.parametrize("name", ["same, long", "relations", "mixed 4"])
def test_every_function_answers_soon(name):
    text = TEXTS[name]
    soon(lambda: cq.classify(text, WORLD))
    soon(lambda: cq.rank(["Which one?", text], text, WORLD))
    soon(lambda: cq.build(text, WORLD))
    soon(lambda: cq.ask("the red one", WORLD, dialogue=[("architect", text), ("builder", "Which one?")]))
    soon(lambda: cq.ask("the red one", WORLD, dialogue=[("architect", "Break it"), ("builder", f"{text}?")]))


def test_a_text_that_is_too_long_is_refused_and_says_why():
    longest = "Put a red block on the blue one. " * 40
    run_on = "Put a red block on the blue one and " * 15
    for text in (longest, run_on):
        turn = cq.ask(text, WORLD)
        assert (turn.action, turn.reasons) == ("refuse", (TOO_LONG,))
        assert not cq.classify(text, WORLD).in_domain
        assert sure_build(text, cq.World.parse(WORLD).grid) is None


def test_an_answer_that_is_too_long_is_refused(asked):
    opened = cq.Dialogue.from_dict(asked)
    turn = opened.answer("the one by the east edge " * 60)
    assert (turn.action, turn.reasons) == ("refuse", (TOO_LONG,))


def test_what_is_too_long():
    assert not is_too_long("a" * LONGEST_SENTENCE)
    assert is_too_long("a" * (LONGEST_SENTENCE + 1))
    sentences = ("a" * (MOST_CHARACTERS // 4 - 1) + ".") * 4
    assert not is_too_long(sentences)
    assert is_too_long(sentences + "a")


@pytest.mark.parametrize("size", [12, 100, 1_000, 99_999])
@pytest.mark.parametrize(
    "text",
    [
        "Build a {} by {} red square in the middle",
        "Build a red pyramid with a base of {} by {} in the middle",
        "Build a red plus with arms of {} blocks in the middle",
        "Build a red staircase of {} steps in the northwest corner going east",
        "Build a red tower {} high in the middle",
    ],
)
def test_what_is_larger_than_the_zone_is_not_built(text, size):
    start = np.zeros((9, 11, 11), np.int8)
    assert soon(lambda: sure_build(text.replace("{}", str(size)), start)) is None


def test_a_text_reads_alike_whatever_was_read_before():
    start = cq.World.parse(WORLD).grid
    text = "Place a red block on the highest block, and remove the blue one"
    first = sure_build(text, start)
    assert first is not None
    for other in (*TEXTS.values(), *(f"place {n} red blocks in the middle" for n in range(300))):
        sure_build(other, start)
    assert np.array_equal(first, sure_build(text, start))


@pytest.mark.parametrize("word", sorted(STATES))
def test_parts_of_what_is_not_there_are_asked_about_or_refused(word):
    """In an empty world all blocks are a thing without cells."""
    for text in (f"Keep their {word}", f"Remove the {word} blocks", f"Put a red block on the {word} of them"):
        assert cq.ask(text).action in ("ask", "refuse", "build", "reply")


def test_nothing_is_read_of_a_text_that_is_much_too_long():
    """An answer is read in several ways, each of which would take a third of a second."""
    (found,) = read("touching fifty nine walls of a small hut " * 200)
    assert (found.program, found.is_full, found.over_budget) == ((), False, True)
    assert found.unread_words[:2] == ("touching", "fifty")
