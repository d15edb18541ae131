"""Stored pieces of a long job."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
import torch

from cq.modeling.checkpoints import CheckpointStore


def state_of_a_job() -> dict:
    """A network's and its optimizer's state, after a step."""
    torch.manual_seed(0)
    network = torch.nn.Linear(3, 1)
    optimizer = torch.optim.AdamW(network.parameters(), 0.1)
    network(torch.ones(2, 3)).sum().backward()
    optimizer.step()
    return {
        "network": network.state_dict(),
        "optimizer": optimizer.state_dict(),
        "note": ["kept", 1, 2.5, None, True],
    }


def assert_equal(a: object, b: object) -> None:
    assert type(a) is type(b)
    if isinstance(a, torch.Tensor):
        assert a.dtype == b.dtype
        assert torch.equal(a, b)
    elif isinstance(a, dict):
        assert list(a) == list(b)
        for key in a:
            assert_equal(a[key], b[key])
    elif isinstance(a, (list, tuple)):
        assert len(a) == len(b)
        for one, other in zip(a, b, strict=True):
            assert_equal(one, other)
    else:
        assert a == b


def test_a_state_is_created_once_and_read_back_equal(tmp_path):
    created, finished = [], []

    def create() -> dict:
        created.append(1)
        return state_of_a_job()

    store = CheckpointStore(tmp_path / "jobs", lambda: finished.append(1))
    first = store.get_or_create("a", create)
    again = CheckpointStore(tmp_path / "jobs", lambda: finished.append(1)).get_or_create("a", create)
    assert len(created) == 1
    assert len(finished) == 2
    assert_equal(first, state_of_a_job())
    assert_equal(again, first)
    optimizer = torch.optim.AdamW(torch.nn.Linear(3, 1).parameters(), 0.5)
    optimizer.load_state_dict(again["optimizer"])
    assert optimizer.param_groups[0]["lr"] == 0.1
    assert_equal(optimizer.state_dict(), first["optimizer"])


def test_keys_are_told_apart_and_a_failed_piece_leaves_nothing(tmp_path):
    store = CheckpointStore(tmp_path)
    assert store.get_or_create("a", lambda: {"n": 1}) == {"n": 1}
    assert store.get_or_create("b", lambda: {"n": 2}) == {"n": 2}
    assert store.get_or_create("a", lambda: pytest.fail("created twice")) == {"n": 1}

    def fail() -> dict:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.get_or_create("c", fail)
    assert len(list(tmp_path.iterdir())) == 2
    assert store.get_or_create("c", lambda: {"n": 3}) == {"n": 3}


def test_another_version_of_torch_creates_the_state_again(tmp_path, monkeypatch):
    CheckpointStore(tmp_path).get_or_create("a", lambda: {"n": 1})
    monkeypatch.setattr(torch, "__version__", "0.0")
    assert CheckpointStore(tmp_path).get_or_create("a", lambda: {"n": 2}) == {"n": 2}


def test_without_a_folder_nothing_is_stored(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    created, finished = [], []
    store = CheckpointStore(on_finished=lambda: finished.append(1))
    for _ in range(2):
        assert store.get_or_create("a", lambda: created.append(1) or {"n": 1}) == {"n": 1}
    assert len(created) == len(finished) == 2
    assert list(tmp_path.iterdir()) == []


class Harmful:
    """What a pickle could do when it is read."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self):
        return Path.touch, (self.path,)


def test_code_in_a_checkpoint_is_not_run(tmp_path):
    store = CheckpointStore(tmp_path)
    store.get_or_create("a", lambda: {"n": 1})
    (path,) = tmp_path.iterdir()
    torch.save({"n": Harmful(tmp_path / "harm")}, path)
    assert store.get_or_create("a", lambda: {"n": 2}) == {"n": 2}
    assert not (tmp_path / "harm").exists()


def test_a_damaged_checkpoint_is_made_anew(tmp_path, caplog):
    store, rng = CheckpointStore(tmp_path), random.Random(0)
    expected = {"weights": torch.arange(5000).float()}
    store.get_or_create("a", lambda: expected)
    (path,) = tmp_path.iterdir()
    whole = path.read_bytes()
    damaged = [b"", whole[:-1], whole[: len(whole) // 2]]
    for _ in range(60):
        place = rng.randrange(len(whole))
        damaged.append(whole[:place] + bytes([whole[place] ^ 1 << rng.randrange(8)]) + whole[place + 1 :])
    for content in damaged:
        path.write_bytes(content)
        assert_equal(store.get_or_create("a", lambda: expected), expected)
    assert "is made anew" in caplog.text
