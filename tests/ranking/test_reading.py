"""Questions are read once, whatever bank they are in; what is kept survives damage and keeps to its limit."""

from __future__ import annotations

import logging
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cq.errors import InputError
from cq.ranking.index import QuestionIndex
from cq.ranking.question_store import DAY, QuestionStore
from cq.ranking.reading import Anchors

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


@given(
    st.dictionaries(st.text(), st.tuples(st.integers(0, 5), st.integers(0, 5)), max_size=5),
    st.sampled_from(["float16", "float32", "uint8", "bool"]),
)
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_arrays_come_back_as_they_were(tmp_path, shapes, dtype):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CQ_CACHE", str(tmp_path))
        store = QuestionStore("arrays")
        drawn = np.random.default_rng(0).integers(0, 2, 1000).astype(dtype)
        # Transposed: the memory of an array may lie in any order.
        records = {text: {"a": drawn[: n * m].reshape(n, m).T} for text, (n, m) in shapes.items()}
        store.put(records)
        found = store.get(list(records))
        assert set(found) == set(records)
        for text, record in records.items():
            assert found[text]["a"].dtype == record["a"].dtype
            np.testing.assert_array_equal(found[text]["a"], record["a"])


def record(content: int, size: int) -> dict[str, np.ndarray]:
    return {"content": np.full(size, content, np.uint8)}


def test_records_come_back_and_damaged_ones_do_not(cache, caplog):
    store = QuestionStore("kind")
    records = {f"question {i} \ud800": record(i, 100) for i in range(3)}
    assert store.get(list(records)) == {}
    store.put(records)
    assert set(store.get([*records, "unknown"])) == set(records)
    assert store.missing([*records, "unknown"]) == {"unknown"}
    assert QuestionStore("another kind").get(list(records)) == {}
    content = store.path.read_bytes()
    store.path.write_bytes(content.replace(b"\x01" * 100, b"\x02" * 100))
    with caplog.at_level(logging.WARNING):
        assert set(store.get(list(records))) == {text for text in records if "1" not in text}
    assert f"{store.path} holds damaged records" in caplog.text


@pytest.mark.parametrize("content", [b"no database" * 1000, None])
def test_a_file_that_is_no_such_database_is_named(cache, caplog, content):
    store = QuestionStore("kind")
    store.path.parent.mkdir()
    if content:
        store.path.write_bytes(content)
    else:
        with closing(sqlite3.connect(store.path)) as connection, connection:
            connection.execute("CREATE TABLE records (other TEXT)")
    with caplog.at_level(logging.WARNING):
        assert store.get(["a"]) == {}
    assert f"{store.path} cannot be used" in caplog.text
    store.put({"a": record(1, 1)})
    # What is no database is made anew; another's database stays as it is.
    assert set(store.get(["a"])) == ({"a"} if content else set())


def test_threads_may_write_at_once(cache):
    with ThreadPoolExecutor(8) as pool:
        list(
            pool.map(
                lambda i: QuestionStore("kind").put({f"{i}": record(i, i), "all": record(0, 4)}), range(24)
            )
        )
    assert len(QuestionStore("kind").get([str(i) for i in range(24)])) == 24


def test_the_oldest_records_are_dropped_above_the_limit(cache, monkeypatch):
    monkeypatch.setenv("CQ_CACHE_LIMIT", "2")
    store = QuestionStore("kind")
    for i in range(8):
        monkeypatch.setattr("time.time", lambda i=i: 1e9 + 2 * DAY * i)
        store.put({f"{i}": record(i, 300_000)})
        store.get(["0"])
    # The first one was used again and again.
    kept = sorted(store.get([str(i) for i in range(8)]))
    assert kept[0] == "0"
    assert kept[1:] == [str(i) for i in range(8 - len(kept) + 1, 8)]
    assert len(kept) >= 3
    for i in range(40):
        store.put({f"{i} {k}": record(k, 30_000 + i) for k in range(2)})
    assert store.path.stat().st_size <= 2_000_000
    monkeypatch.setenv("CQ_CACHE_LIMIT", "much")
    with pytest.raises(InputError, match="CQ_CACHE_LIMIT is 'much'"):
        store.put({"a": record(1, 1)})
