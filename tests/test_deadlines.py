"""Work past its deadline ends within one step, and leaves nothing behind that changes an answer."""

from __future__ import annotations

import itertools
import random
import time
from contextlib import suppress
from contextvars import copy_context
from functools import cache

import numpy as np
import pytest

import cq
from cq.deadlines import Deadline, check_deadline, watched, worked, working
from cq.errors import DeadlineError

TEXT = "Put a green block on every corner of the purple tower"
BANK = [f"Which of the {i} blocks do you mean?" for i in range(100)]
CALLS = {
    "classify": lambda text: cq.classify(text),
    "rank": lambda text: cq.rank(BANK, text),
    "build": lambda text: cq.build(text),
    "ask": lambda text: cq.ask(text),
    "say": lambda text: cq.Dialogue().say(text),
}


@pytest.mark.parametrize("name", CALLS)
def test_no_step_begins_past_the_deadline(name):
    text = f"{TEXT} {name}"  # A text that nobody has read.
    with pytest.raises(DeadlineError, match="within 0 seconds"), Deadline(0):
        CALLS[name](text)


def test_what_was_stopped_gives_the_same_answer_later():
    text = f"{TEXT} and 2 red ones beside it"
    for seconds in (0.02, 0.05, 0.1):
        with suppress(DeadlineError), Deadline(seconds):
            cq.build(text)
            cq.rank(BANK, text)
    fresh = cq.Pipeline.from_pretrained()
    assert np.array_equal(cq.build(text).grid, fresh.build(text).grid)
    assert cq.rank(BANK, text) == fresh.rank(BANK, text)


def test_a_block_within_another_ends_with_it():
    with Deadline(60) as around, Deadline(60):
        check_deadline()
        around.end()
        with pytest.raises(DeadlineError, match="within 60 seconds"):
            check_deadline()


def test_a_deadline_by_the_processor_does_not_count_waiting():
    with Deadline(0.05, time.thread_time):
        time.sleep(0.1)
        check_deadline()
        with pytest.raises(DeadlineError, match=r"within 0\.05 seconds"):
            for _ in watched(itertools.count()):
                pass


def test_it_ends_with_its_block_and_from_another_thread():
    check_deadline()
    with Deadline(60) as deadline:
        check_deadline()
        deadline.end()
        with pytest.raises(DeadlineError):
            check_deadline()
    check_deadline()


def test_a_context_that_was_copied_in_the_block_goes_on_after_it():
    with Deadline(0.02):
        context = copy_context()
    time.sleep(0.03)
    context.run(check_deadline)


def busy(seconds: float) -> None:
    ends = time.thread_time() + seconds
    while time.thread_time() < ends:
        check_deadline()


def test_only_work_on_orders_counts_for_them():
    with Deadline(0.05, worked):
        busy(0.1)
        with working(), working(), pytest.raises(DeadlineError):
            busy(1)
    with working():
        busy(0.1)


def world(width: int, height: int, share: float) -> cq.World:
    """A zone that is filled to a share with blocks of random colours."""
    half, rng = width // 2, random.Random(1)
    blocks = [
        [x, 63 + y, z, rng.choice(("blue", "green", "red", "orange", "purple", "yellow"))]
        for y in range(height)
        for x in range(-half, width - half)
        for z in range(-half, width - half)
        if rng.random() < share
    ]
    return cq.World.parse(blocks, zone={"width": width, "depth": width, "height": height})


SLOW = {
    "next to a block": ("ask", "Remove the tower next to the red block", (11, 9, 0.5)),
    "three deep": (
        "ask",
        "Remove the tower next to the block next to the red block beside the blue block",
        (11, 9, 0.5),
    ),
    "a wall": ("build", "Build a wall around the yellow block next to the blue wall", (11, 9, 0.5)),
    "full": ("say", "Break the yellow one", (64, 16, 1)),
    "full, joined": ("build", "Remove the second blue structure", (64, 16, 1)),
    "half of all": ("build", "Copy half of the towers to the north edge", (64, 16, 1)),
    "openings": ("build", "Fill all red blocks with green blocks", (64, 16, 1)),
    "lines": ("build", "Put a row of blue blocks from each blue structure to the north edge", (64, 16, 1)),
    "phrases": ("ask", "Place a red block on top of the block", (64, 16, 1)),
    "full, classified": ("classify", "Put a row of blue blocks from half of the structures", (64, 16, 1)),
}


@cache
def warm() -> None:
    """Loading takes no time of an order."""
    cq.ask("Place a red block next to the flargle")


@pytest.mark.parametrize("name", SLOW)
def test_without_a_deadline_of_its_own_an_order_is_answered_or_given_up_soon(name):
    call, text, size = SLOW[name]
    given = world(*size)
    warm()
    began = time.thread_time()
    with suppress(DeadlineError):
        cq.Dialogue(given).say(text) if call == "say" else getattr(cq, call)(text, given)
    assert time.thread_time() - began < 3
