"""Work past its deadline ends within one step, and leaves nothing behind that changes an answer."""

from __future__ import annotations

import itertools
import time
from contextlib import suppress

import numpy as np
import pytest

import cq
from cq.deadlines import Deadline, check_deadline, watched
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
