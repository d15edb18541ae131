"""JSON that users hand in: a key that is there twice is refused everywhere, and a byte order mark is read."""

from __future__ import annotations

import importlib.util
import json
from codecs import BOM_UTF8
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from toy_items import ITEM
from toy_transcripts import transcript

import cq
from cq import World, arena
from cq.arena.cases import load_cases
from cq.arena.remote import move_from_json
from cq.cli.chat import load
from cq.cli.dialogue_option import read_dialogue
from cq.data.cells import cell_value
from cq.data.iglu.tape import actions
from cq.dialogue.understood import fit
from cq.errors import InputError
from cq.files.json_input import parse_json
from cq.guard.tools import Tool
from cq.jobs.places import Place
from cq.jobs.rows import RowFile
from cq.reading.pairs import pairs_by_writer
from cq.tables.cells import cell_list
from cq.training.guard import read_items

EPISODE = {"id": "a:1", "request": "Put a block", "meant": [[0, 63, 0, "red"]]}
WORLD = {"worldEndingState": {"blocks": [[0, 63, 0, 57]]}}
Reader = Callable[[Path], Any]
JSON: dict[str, tuple[Reader, Any]] = {
    "a world": (World.parse, WORLD),
    "a world as bytes": (lambda path: World.from_json(path.read_bytes()), WORLD),
    "a saved dialogue": (load, cq.Dialogue().to_dict()),
    "a recording": (actions, {"tape": "0 set_look (0, 0)"}),
    "cases": (
        load_cases,
        [{"id": "a", "world": [], "text": "Put a block", "final": [[0, 0, 1, "red"]], "answers": {}}],
    ),
    "counts": (lambda path: fit([path], path.parent / "weights"), {"understood": {"colour": [1, 2]}}),
}
LINES: dict[str, tuple[Reader, Any]] = {
    "episodes": (lambda path: arena.episodes(str(path)), EPISODE),
    "transcripts": (arena.read_transcripts, transcript()),
    "rows": (lambda path: next(RowFile(Place(str(path))).batches(9)), {"instruction": "Put a block"}),
    "pairs": (
        lambda path: pairs_by_writer([path])[path.stem],
        {"kind": "order", "text": "Put a block", "canonical": ["Put a block"]},
    ),
    "items": (lambda path: read_items([path]), ITEM),
}
BOTH = {**JSON, **LINES}


def written(folder: Path, what: str, text: str, start: bytes = b"") -> Path:
    path = folder / f"given.{'jsonl' if what in LINES else 'json'}"
    path.write_bytes(start + text.encode() + b"\n")
    return path


def doubled(value: Any) -> str:
    """The JSON text of a value whose first object has its last key twice, the second time with null."""
    if isinstance(value, list):
        return f"[{doubled(value[0])}]"
    return f"{json.dumps(value)[:-1]}, {json.dumps(list(value)[-1])}: null}}"


@pytest.mark.parametrize("what", BOTH)
def test_a_byte_order_mark_is_read(tmp_path, what):
    read, value = BOTH[what]
    expected = read(written(tmp_path, what, json.dumps(value)))
    found = read(written(tmp_path, what, json.dumps(value), BOM_UTF8))
    assert repr(found) == repr(expected)  # Arrays have no single truth.


@pytest.mark.parametrize("what", BOTH)
def test_a_key_that_is_there_twice_is_refused(tmp_path, what):
    read, value = BOTH[what]
    with pytest.raises(InputError, match="is there twice; remove one"):
        read(written(tmp_path, what, doubled(value)))


@pytest.mark.parametrize("what", BOTH)
def test_utf_16_is_read_or_named(tmp_path, what):
    read, value = BOTH[what]
    path = written(tmp_path, what, "")
    path.write_bytes(json.dumps(value).encode("utf-16"))
    try:
        found = read(path)
    except InputError:
        return
    assert repr(found) == repr(read(written(tmp_path, what, json.dumps(value))))


@pytest.mark.parametrize("what", LINES)
def test_separators_of_unicode_do_not_end_a_line(tmp_path, what):
    """As `str.splitlines` has it, U+2028 and the like do."""
    read, value = LINES[what]
    name = next(name for name in ("request", "agent", "instruction", "text", "writer") if name in value)
    path = written(tmp_path, what, json.dumps({**value, name: "a\u2028b\x85c"}, ensure_ascii=False))
    assert len(read(path)) == 1


@pytest.mark.parametrize(
    "read",
    [
        cell_value,
        World.parse,
        World.from_json,
        lambda text: cell_list(f"[{text}]", "x"),
        lambda text: parse_json(text, "it"),
        lambda text: parse_json(f'[{{"a": {text}}}]'.encode(), "it"),
        lambda text: move_from_json(parse_json(text, "it"), World.parse()),
    ],
)
def test_texts_with_a_key_twice_are_refused(read):
    with pytest.raises(InputError, match="the key 'blocks' is there twice"):
        read('{"blocks": [[0, 63, 0, 57]], "blocks": []}')


@pytest.mark.skipif(importlib.util.find_spec("jsonschema") is None, reason="needs the extra agents")
def test_an_argument_whose_json_has_a_key_twice_is_not_taken_for_an_object():
    schema = {"type": "object", "properties": {"to": {"type": "object"}}}
    tool = Tool("send", "", schema)
    assert tool.tidied({"to": '{"a": 1}'}) == {"to": {"a": 1}}
    twice = {"to": '{"a": 1, "a": 2}'}
    assert tool.tidied(twice) == twice


def test_studies_and_transcripts_with_a_byte_order_mark_are_read(tmp_path):
    pytest.importorskip("fastapi")
    from cq.web.study.design import Design

    study = {"title": "T", "consent": "C", "tasks": [{"id": "a", "title": "A", "from": "goals/lamp"}]}
    for name in ("study.json", "study.yaml"):
        (tmp_path / name).write_bytes(BOM_UTF8 + json.dumps(study).encode())
        assert Design.load(tmp_path / name).tasks[0].id == "a"
    (tmp_path / "said.txt").write_bytes(BOM_UTF8 + b"<Architect> Put a block")
    assert read_dialogue(str(tmp_path / "said.txt")) == "<Architect> Put a block"
