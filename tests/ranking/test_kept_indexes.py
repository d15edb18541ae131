"""Indexes of banks: each computed once, none waits for another bank, and a fork never hangs."""

from __future__ import annotations

import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import cq
from cq.ranking import QuestionBank
from cq.ranking.bank import MAX_INDEXES, KeptIndexes

BANKS = [QuestionBank.parse([f"Where is {i}?"]) for i in range(MAX_INDEXES + 2)]


def test_an_index_is_computed_once_however_many_threads_ask():
    created: list[QuestionBank] = []
    kept = KeptIndexes(lambda bank: created.append(bank) or (time.sleep(0.02), bank)[1])
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(kept.get, BANKS[:2] * 8)) == set(BANKS[:2])
    assert sorted(created, key=BANKS.index) == BANKS[:2]
    for bank in BANKS:
        kept.get(bank)
    assert kept._kept.cache_info().currsize == MAX_INDEXES


@pytest.fixture
def slow_bank():
    """Indexes, one of which another thread computes until the event is set."""
    begun, finish = threading.Event(), threading.Event()

    def create(bank: QuestionBank) -> QuestionBank:
        if bank is BANKS[0] and threading.current_thread() is not threading.main_thread():
            begun.set()
            finish.wait(30)
        return bank

    kept = KeptIndexes(create)
    thread = threading.Thread(target=kept.get, args=(BANKS[0],))
    thread.start()
    begun.wait(30)
    yield kept
    finish.set()
    thread.join()


def test_a_bank_does_not_wait_for_another(slow_bank):
    assert slow_bank.get(BANKS[1]) is BANKS[1]


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_the_child_of_a_fork_does_not_wait_for_a_thread_of_its_parent(slow_bank):
    child = os.fork()
    if child == 0:
        os._exit(0 if slow_bank.get(BANKS[0]) is BANKS[0] else 1)
    for _ in range(500):
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            assert status == 0
            return
        time.sleep(0.02)
    os.kill(child, 9)
    os.waitpid(child, 0)
    pytest.fail("the child hangs")


def test_repeats_in_a_bank_move_no_other_question():
    questions = [*cq.QuestionBank.parse(None).questions[:12], "How wide should the wall be?"]
    for text in ("Build a wall", "Remove the red block next to the tower"):
        order = [one.question for one in cq.rank(questions, text)]
        for repeated in (questions[:1] * 5, questions[3:5] * 3, questions[-1:]):
            again = [one.question for one in cq.rank([*questions, *repeated], text)]
            assert list(dict.fromkeys(again)) == order
