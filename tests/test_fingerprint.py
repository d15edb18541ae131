"""Fingerprints: equal for equal values, different for all others."""

from __future__ import annotations

import copy
import os
import subprocess
import sys
import time
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
import torch
from conftest import examples
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from cq.files import digests
from cq.files.digests import LENGTH, digest_once, file_digest, fingerprint
from cq.jobs.weights_digest import pipeline_digest

scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary()
arrays = hnp.arrays(
    st.sampled_from([np.int8, np.int64, np.float32, np.float64, np.bool_]), hnp.array_shapes(max_side=3)
)
values = st.recursive(
    scalars | arrays,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@dataclass(frozen=True)
class Config:
    rate: float
    layers: tuple[int, ...] = ()


@dataclass(frozen=True)
class OtherConfig:
    rate: float
    layers: tuple[int, ...] = ()


def spelled(value: object) -> str:
    """The value with all its types, spelled out: what a fingerprint must tell apart."""
    if isinstance(value, np.ndarray):
        return f"array({value.dtype.str}, {value.shape}, {value.tobytes()!r})"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{spelled(k)}: {spelled(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(spelled, value)) + "]"
    return f"{type(value).__name__}({value!r})"


@examples(30)
@given(values)
def test_equal_values_have_equal_fingerprints(value):
    assert fingerprint(value) == fingerprint(copy.deepcopy(value))
    assert len(fingerprint(value)) == LENGTH
    assert set(fingerprint(value)) <= set("0123456789abcdef")


@examples(30)
@given(values, values)
def test_different_values_have_different_fingerprints(a, b):
    assume(spelled(a) != spelled(b))
    assert fingerprint(a) != fingerprint(b)


@examples(30)
@given(st.lists(values, max_size=4), st.lists(values, max_size=4))
def test_parts_are_told_apart_by_number_order_and_nesting(a, b):
    assert (fingerprint(*a) == fingerprint(*b)) == (spelled(a) == spelled(b))
    assert fingerprint(*a) != fingerprint(a)
    assert fingerprint(a, b) != fingerprint(*a, *b)


@examples(30)
@given(arrays)
def test_arrays_are_told_apart_by_shape_dtype_and_content(x):
    assert fingerprint(x) == fingerprint(np.asfortranarray(x)) == fingerprint(x[::-1][::-1])
    assert fingerprint(x) != fingerprint(x[None])
    assert fingerprint(x) != fingerprint(x.tolist())
    for dtype in (np.int8, np.int64, np.float32, np.float64, np.bool_):
        with np.errstate(all="ignore"):
            other = x.astype(dtype)
        assert (fingerprint(other) == fingerprint(x)) == (other.dtype == x.dtype)
    changed = x.copy()
    changed.flat[0] = not changed.flat[0]
    assert fingerprint(changed) != fingerprint(x)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        (1, True),
        (1, 1.0),
        (1, "1"),
        ("a", b"a"),
        (None, "None"),
        (0.0, -0.0),
        (np.float32(1), np.float64(1)),
        (np.float64(1), 1.0),
        (("ab", "c"), ("a", "bc")),
        ([[1], 2], [1, [2]]),
        ([], [[]]),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        ({"a": 1}, [("a", 1)]),
        (Config(0.1), Config(0.1, (1,))),
        (Config(0.1), OtherConfig(0.1)),
        (Config(0.1), {"rate": 0.1, "layers": ()}),
        (np.zeros((2, 3)), np.zeros((3, 2))),
        (np.array([1, 2]), np.array([2, 1])),
        (np.array([1], dtype="<i4"), np.array([1], dtype=">i4")),
        (torch.zeros(2), torch.zeros(2, dtype=torch.float16)),
    ],
)
def test_values_that_are_easily_confused(a, b):
    assert fingerprint(a) != fingerprint(b)


def test_lists_and_tuples_are_both_sequences_and_modules_are_their_state():
    assert fingerprint([1, (2, 3)]) == fingerprint((1, [2, 3]))
    assert fingerprint("\ud800") == fingerprint("\ud800") != fingerprint("\ud801")
    a, b = torch.nn.Linear(2, 2), torch.nn.Linear(2, 2)
    assert fingerprint(a) != fingerprint(b)
    b.load_state_dict(a.state_dict())
    assert fingerprint(a) == fingerprint(b)
    with torch.no_grad():
        b.bias[0] += 1
    assert fingerprint(a) != fingerprint(b)


@pytest.mark.parametrize(
    "value",
    [
        object(),
        {1, 2},
        lambda: 1,
        Config,
        print,
        iter([1]),
        1j,
        np.array([object()]),
        np.array(["a"], object),
    ],
    ids=lambda value: type(value).__name__,
)
@pytest.mark.parametrize("wrap", [lambda v: v, lambda v: [v], lambda v: {"a": v}])
def test_values_without_a_plain_content_are_refused(value, wrap):
    with pytest.raises(TypeError, match="no fingerprint of"):
        fingerprint(wrap(value))


def test_another_process_gives_the_same():
    code = (
        "import numpy as np; from cq.files.digests import fingerprint; "
        "print(fingerprint('a', {'b': [1, 2.5, None]}, np.arange(3)))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == fingerprint("a", {"b": [1, 2.5, None]}, np.arange(3))


def test_a_file_that_stays_as_it_is_is_read_once(tmp_path, monkeypatch):
    path, read = tmp_path / "a", list[Path]()
    path.write_bytes(b"old")
    monkeypatch.setattr(digests, "SETTLED", 0)
    monkeypatch.setattr(digests, "file_digest", lambda one: read.append(one) or file_digest(one))
    assert [digest_once(path) for _ in range(3)] == [sha256(b"old").hexdigest()] * 3
    assert len(read) == 1
    os.link(path, tmp_path / "b")  # It has another time now, which costs one more reading.
    digest_once(path), digest_once(tmp_path / "b")
    assert len(read) == 2


@pytest.mark.parametrize("settled", [0, digests.SETTLED])
def test_every_change_of_a_file_is_noticed(tmp_path, monkeypatch, settled):
    path = tmp_path / "a"
    path.write_bytes(b"old")
    monkeypatch.setattr(digests, "SETTLED", settled)
    before = digest_once(path), path.stat()
    time.sleep(0.02 if settled == 0 else 0)  # Longer than the clock of the file system ticks.
    path.write_bytes(b"new")
    os.utime(path, ns=(before[1].st_atime_ns, before[1].st_mtime_ns))  # As `cp --preserve` does.
    assert digest_once(path) == sha256(b"new").hexdigest() != before[0]
    (tmp_path / "other").write_bytes(b"xxx")
    os.replace(tmp_path / "other", path)
    assert digest_once(path) == sha256(b"xxx").hexdigest()


def test_the_weights_are_read_once_by_a_job(monkeypatch):
    pipeline_digest(None)
    monkeypatch.setattr(digests, "file_digest", lambda one: pytest.fail(f"{one} is read again"))
    assert pipeline_digest(None) == pipeline_digest(None)
