"""Generators of faults: damaged archives, damaged files that are kept, and requests of every shape."""

from __future__ import annotations

import io
import json
import random
import tarfile
import zipfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fastapi.testclient import TestClient
from fuzz.acting import random_world
from fuzz.generators import fragment, generator
from fuzz.test_damage import KEPT, changes_no_answer, damaged

import cq
from cq.data.storage.archive import unpack
from cq.errors import CqError
from cq.web.app import create_app

MEMBERS = {"a/one.csv": b"id,text\n1,Build a wall\n" * 40, "a/two.json": b"[1, 2]", "three": b"\0\1\2" * 700}


def unpacks_whole_or_not(case: tuple[str, bytes]) -> None:
    """An archive unpacks to all its members as they were, or is refused. A plain tar has no checksum of what
    its members hold.
    """
    name, content = case
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(content)
        try:
            out = unpack(path, Path(folder) / "out")
        except CqError:
            return
        files = {one.relative_to(out).as_posix(): one for one in out.rglob("*") if one.is_file()}
        found = {name: one.read_bytes() for name, one in files.items()}
    held: Callable[[bytes], object] = len if name.endswith(".tar") else bytes
    assert {name: held(one) for name, one in found.items()} == {n: held(one) for n, one in MEMBERS.items()}


@cache
def _packed(name: str) -> bytes:
    sink = io.BytesIO()
    if name.endswith(".zip"):
        with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as zipped:
            for member, content in MEMBERS.items():
                zipped.writestr(member, content)
        return sink.getvalue()
    with tarfile.open(fileobj=sink, mode="w:gz" if name.endswith("gz") else "w") as tar:
        for member, content in MEMBERS.items():
            info = tarfile.TarInfo(member)
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))
    return sink.getvalue()


@generator(unpacks_whole_or_not, 50)
def damaged_archives(rng: random.Random) -> tuple[str, bytes]:
    """Archives with a flipped bit, cut, or with a part twice."""
    name = rng.choice(["set.zip", "set.tar", "set.tar.gz"])
    return name, damaged(_packed(name), rng.randrange(1 << 30))


@cache
def _folder() -> TemporaryDirectory[str]:
    return TemporaryDirectory()


@generator(lambda case: changes_no_answer(Path(_folder().name), *case), 5)
def damaged_files(rng: random.Random) -> tuple[str, int, int]:
    """A kept file of each kind, damaged."""
    return rng.choice(list(KEPT)), rng.randrange(100), rng.randrange(1 << 30)


@cache
def _client() -> TestClient:
    cq.rank(None, "Build a wall", top_k=1)  # Loading is no work of the first request.
    cq.ask("Build a wall")
    return TestClient(create_app("127.0.0.1"), base_url="http://127.0.0.1", raise_server_exceptions=True)


def is_answered_or_refused(case: tuple[str, bytes, str]) -> None:
    """A request gets what it asks for, or one sentence why not, which names no file of this machine."""
    address, body, label = case
    answer = _client().post(address, content=body, headers={"Content-Type": label})
    assert answer.status_code in (200, 400, 413, 422), (answer.status_code, answer.text[:200])
    if answer.status_code != 200:
        (said,) = answer.json().values()
        assert "Traceback" not in said, said
        assert str(Path(__file__).parents[2]) not in said, said


@generator(is_answered_or_refused, 10)
def requests(rng: random.Random) -> tuple[str, bytes, str]:
    """Requests of which a field has another type, is missing or unknown, or the whole is no JSON."""
    world = random_world(rng).to_recorded()
    text = " ".join(fragment(rng) for _ in range(rng.choice([1, 2, 4])))
    bodies: dict[str, dict[str, Any]] = {
        "/api/classify": {"instruction": text, "world": world, "cost_of_asking": 0.2},
        "/api/build": {"instruction": text, "world": world, "dialogue": [["architect", text]]},
        "/api/ask": {"instruction": text, "world": world, "questions": ["Where?", text], "max_questions": 2},
        "/api/rank": {"instruction": text, "questions": {"a": text, "b": "Which colour?"}, "top_k": 2},
        "/api/dialogue": {"world": world, "say": text},
        "/api/score": {"built": world, "target": world, "start": None},
        "/api/world": {"world": world},
        "/v2/rerank": {"query": text, "documents": [text, {"text": "Where?"}], "top_n": 1},
    }
    address = rng.choice(list(bodies))
    body = bodies[address]
    key = rng.choice(list(body))
    odd = (None, True, -1, 1e308, float("nan"), "", "\ud800", [], [[]], {}, {"a": 1}, "x" * 3000, 10**400)
    change = rng.randrange(4)
    if change == 0:
        body[key] = rng.choice(odd)
    elif change == 1:
        del body[key]
    elif change == 2:
        body[rng.choice(["worlds", "__class__", "", key.upper()])] = rng.choice(odd)
    content = json.dumps(body).encode()
    if rng.random() < 0.3:
        content = damaged(content, rng.randrange(1 << 30))
    return address, content, rng.choice(["application/json"] * 5 + ["text/plain", "multipart/form-data"])
