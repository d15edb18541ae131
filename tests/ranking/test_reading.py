"""Questions are read once, whatever bank they are in; what is kept survives damage and keeps to its limit."""

from __future__ import annotations

import logging
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cq.errors import InputError
from cq.ranking import reading
from cq.ranking.index import QuestionIndex
from cq.ranking.question_store import QuestionStore
from cq.ranking.reading import Anchors, Reading

QUESTIONS = ("Where is the red tower?", "How many blocks should I use?", "Which colour?")


@pytest.fixture
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("CQ_CACHE", str(tmp_path))
    return tmp_path


@pytest.fixture
def texts_read(monkeypatch) -> list[str]:
    """Every text that is read from now on."""
    texts: list[str] = []
    read = Anchors.read

    def noted(self: Anchors, questions):
        texts.extend(questions)
        return read(self, questions)

    monkeypatch.setattr(Anchors, "read", noted)
    return texts


def test_a_bank_reads_only_questions_that_no_other_bank_has_had(backbone, cache, texts_read):
    anchors = Anchors.fit(backbone, QUESTIONS)
    QuestionIndex(QUESTIONS, anchors)
    assert texts_read == list(QUESTIONS)
    QuestionIndex((*QUESTIONS[1:], "What is next to it?"), anchors)
    assert texts_read[3:] == ["What is next to it?"]
    # Another process has the same file and no memory.
    QuestionIndex(QUESTIONS, Anchors(backbone, anchors.statistics))
    assert len(texts_read) == 4


def test_readings_are_equal_from_memory_from_disk_and_in_another_batch(backbone, cache):
    anchors = Anchors.fit(backbone, QUESTIONS)
    new = anchors.readings(QUESTIONS)
    again = anchors.readings(QUESTIONS)
    stored = Anchors(backbone, anchors.statistics).readings(QUESTIONS)
    alone = [anchors.read([text])[text] for text in QUESTIONS]
    for of_one in zip(new, again, stored, alone, strict=True):
        for name, array in vars(of_one[0]).items():
            for other in of_one[1:3]:
                np.testing.assert_array_equal(getattr(other, name), array)
            np.testing.assert_allclose(getattr(of_one[3], name), array, atol=2e-3)


@given(st.integers(1, 40), st.integers(1, 8), st.integers(0, 2**32 - 1))
@settings(max_examples=20, deadline=None)
def test_a_reading_comes_back_from_its_bytes(tokens, width, seed):
    rng = np.random.default_rng(seed)
    kinds = len(reading.interaction_feature_names())
    shapes = ((tokens, 3, width), (3, width), (tokens,), (kinds,), (kinds,))
    types = (np.float16, np.float16, np.float32, np.float32, np.float32)
    one = Reading(*(rng.normal(size=s).astype(t) for s, t in zip(shapes, types, strict=True)))
    content = one.to_bytes()
    again = Reading.from_bytes(content, width)
    for name, array in vars(one).items():
        np.testing.assert_array_equal(getattr(again, name), array)
    with pytest.raises(ValueError, match="no reading"):
        Reading.from_bytes(content[:-1], width)


def test_records_come_back_and_damaged_ones_do_not(tmp_path, caplog):
    store = QuestionStore(tmp_path / "folder" / "store.sqlite")
    records = {f"question {i} \ud800": bytes([i]) * 100 for i in range(3)}
    assert store.get(list(records)) == {}
    store.put(records)
    assert store.get([*records, "unknown"]) == records
    content = store.path.read_bytes()
    store.path.write_bytes(content.replace(b"\x01" * 100, b"\x02" * 100))
    with caplog.at_level(logging.WARNING):
        assert set(store.get(list(records))) == {text for text in records if "1" not in text}
    assert "damaged" in caplog.text


def test_a_file_that_is_no_database_is_made_anew(tmp_path):
    store = QuestionStore(tmp_path / "store.sqlite")
    store.path.write_bytes(b"no database" * 1000)
    assert store.get(["a"]) == {}
    store.put({"a": b"1"})
    assert store.get(["a"]) == {"a": b"1"}


def test_threads_may_write_at_once(tmp_path):
    path = tmp_path / "store.sqlite"
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda i: QuestionStore(path).put({f"{i}": bytes(i), "all": b"same"}), range(24)))
    assert len(QuestionStore(path).get([str(i) for i in range(24)])) == 24


def test_the_oldest_records_are_dropped_above_the_limit(tmp_path, monkeypatch):
    monkeypatch.setenv("CQ_CACHE_LIMIT", "1")
    store = QuestionStore(tmp_path / "store.sqlite")
    for i in range(5):
        monkeypatch.setattr("time.time", lambda i=i: 1e9 + i)
        store.put({f"{i}": bytes(300_000)})
    assert sorted(store.get([str(i) for i in range(5)])) == ["2", "3", "4"]
    for i in range(40):
        store.put({f"{i} {k}": bytes(30_000 + i) for k in range(2)})
    assert store.path.stat().st_size <= 1_000_000
    monkeypatch.setenv("CQ_CACHE_LIMIT", "much")
    with pytest.raises(InputError, match="CQ_CACHE_LIMIT is 'much'"):
        store.put({"a": b"1"})
