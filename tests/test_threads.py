"""How many threads a process takes."""

from __future__ import annotations

import os

import pytest
import torch
from fuzz.children import forked
from threadpoolctl import threadpool_info, threadpool_limits

from cq.errors import InputError
from cq.modeling import threads
from cq.modeling.threads import one_numpy_thread, side_by_side


@pytest.fixture(autouse=True)
def _same_threads_afterwards():
    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


def test_a_container_may_use_no_more_than_its_quota(tmp_path, monkeypatch):
    quota = tmp_path / "cpu.max"
    monkeypatch.setattr(threads, "CGROUP_QUOTA", quota)
    everything = threads.usable_cores()
    expected = {"100000 100000": 1, "50000 100000": 1, "max 100000": everything, "?": everything}
    for text, cores in expected.items():
        quota.write_text(text)
        assert threads.usable_cores() == cores


def test_cores_in_use_are_not_free(monkeypatch):
    monkeypatch.setattr(threads, "usable_cores", lambda: 8)
    for load, free in ((0.2, 8), (3.0, 5), (30.0, 1)):
        monkeypatch.setattr("os.getloadavg", lambda load=load: (load, 0.0, 0.0), raising=False)
        assert threads.free_cores() == free


def test_cq_threads_decides_and_must_be_a_number(monkeypatch):
    import torch

    monkeypatch.setenv("CQ_THREADS", "3")
    threads.use_free_cores()
    assert torch.get_num_threads() == 3
    for wrong in ("0", "-1", "many", "1.5"):
        monkeypatch.setenv("CQ_THREADS", wrong)
        with pytest.raises(InputError, match="CQ_THREADS"):
            threads.use_free_cores()


def test_a_pinned_worker_keeps_one_thread():
    def work() -> None:
        os.environ["CQ_THREADS"] = "4"
        threads.pin_one_thread()
        threads.use_free_cores()
        assert torch.get_num_threads() == 1

    assert forked(work).code == 0


def numpy_threads() -> set[int]:
    libraries = [one for one in threadpool_info() if one["user_api"] == "blas"]
    return {one["num_threads"] for one in libraries if "numpy" in one["filepath"]}


def test_numpy_computes_with_one_thread_meanwhile_and_as_before_afterwards():
    with threadpool_limits(2, "blas"):
        before = numpy_threads()
        with one_numpy_thread():
            assert numpy_threads() == {1}
            with one_numpy_thread():
                pass
            assert numpy_threads() == {1}
        assert numpy_threads() == before


def test_several_items_at_once_compute_with_one_thread_each():
    torch.set_num_threads(2)
    found = side_by_side(lambda i: (i, torch.get_num_threads()), range(5))
    assert found == [(i, 1) for i in range(5)]
    assert torch.get_num_threads() == 2
    with pytest.raises(ZeroDivisionError):
        side_by_side(lambda i: 1 / i, [1, 0])
    assert torch.get_num_threads() == 2
    assert side_by_side(str, []) == []
