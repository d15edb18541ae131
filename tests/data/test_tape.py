"""Tapes: recordings are replayed; the events are typed; damage is named."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import numpy as np
import pytest
from conftest import DATA, every, needs_data

from cq.data import actions, replay
from cq.data.iglu.events import BlockChange, Break, Change, Look, Move, Place, Recover, Step
from cq.errors import InputError, MissingFileError
from cq.world import World

TAPE = """1 action start_recover_world_state
2 action select_and_place_block 57 0 63 0 0.5 64.12 4 -0.1 0 -1
3 block_change  (0, 63, 0, 0, 57)
4 action finish_recover_world_state
5 pos_change (1, 63, -2.5)
6 set_look (-0.5, 3.14)
7 action step_forward
8 action break 0 63 0 0.5 64.12 4 -0.1 0 -1
9 block_change  (0, 63, 0, 57, 0) (1, 63, 0, 0, 91)
"""


def _recordings(name: str, count: int, step: int = 1) -> list[dict]:
    """Some of the recordings of an archive that has so many."""
    with zipfile.ZipFile(DATA / name) as zipped:
        files = [n for n in zipped.namelist() if not n.endswith(("/", ".csv"))]
        assert len(files) == count
        return [json.loads(zipped.read(n)) for n in files[:: every(step)]]


@needs_data
@pytest.mark.parametrize(
    ("name", "count", "step"),
    [("iglu_raw_sample.zip", 52, 1), ("iglu_singleturn.zip", 10_247, 10)],
    ids=["full", "thinned"],
)
def test_a_recording_replays_to_its_final_world(name, count, step):
    for recording in _recordings(name, count, step):
        assert np.array_equal(replay(actions(recording)), World.parse(recording).grid), recording["tape"]


@needs_data
def test_a_full_tape_ends_where_the_builder_stands():
    near = 0
    for recording in _recordings("iglu_raw_sample.zip", 52):
        done = actions(recording)
        assert [one.tick for one in done] == sorted(one.tick for one in done)
        last = [one.position for one in done if isinstance(one, Move)][-1]
        near += np.allclose(last, recording["avatarInfo"]["pos"], atol=0.5)
    # Two recordings give a pose that their tape never comes near.
    assert near == 50


def test_events_are_typed():
    done = actions(TAPE)
    assert [type(one) for one in done] == [
        Recover,
        Place,
        BlockChange,
        Recover,
        Move,
        Look,
        Step,
        Break,
        BlockChange,
    ]
    assert done[1] == Place(2, (0, 63, 0), 57, (0.5, 64.12, 4), (-0.1, 0, -1))
    assert done[1].colour == "blue"
    assert done[6] == Step(7, "forward")
    assert done[8].changes == (Change((0, 63, 0), 57, 0), Change((1, 63, 0), 0, 91))
    assert World.parse(replay(done)).blocks() == [(1, 63, 0, 3)]


def test_exchanged_strides_of_the_first_engine_build_are_corrected():
    tape = "1 action select_and_place_block 60 0 64 -2\n2 block_change  (0, 64, 0, 0, 60)\n"
    assert World.parse(replay(actions(tape))).blocks() == [(0, 64, -2, 3)]


def test_a_recording_is_read_from_its_path(tmp_path: Path):
    path = tmp_path / "step-2"
    path.write_text(json.dumps({"tape": TAPE}))
    assert actions(path) == actions(str(path)) == actions({"tape": TAPE}) == actions(TAPE)


def test_unreadable_recordings_are_named(tmp_path: Path):
    with pytest.raises(InputError, match=r"line 2 of the tape, '2 action fly'.*unknown event 'action fly'"):
        actions("1 set_look (0, 0)\n2 action fly\n")
    with pytest.raises(InputError, match=r"line 1 .*block_change"):
        actions("1 block_change  (0, 63, 0, 0)\n")
    with pytest.raises(InputError, match="line 1"):
        actions("1 block_change  (__import__('os').getcwd(), 63, 0, 0, 57)\n")
    with pytest.raises(InputError, match="holds its tape under 'tape'"):
        actions({"worldEndingState": {"blocks": []}})
    with pytest.raises(MissingFileError, match="no recording at"):
        actions(tmp_path / "nothing")


def test_a_tape_that_is_not_complete_is_refused():
    with pytest.raises(InputError, match=r"tick 2: the change at \(0, 63, 0\) is from block 57"):
        replay(actions("1 set_look (0, 0)\n2 block_change  (0, 63, 0, 57, 0)\n"))
    with pytest.raises(InputError, match="outside the building zone"):
        replay(actions("1 set_look (0, 0)\n2 block_change  (0, 62, 0, 0, 57)\n"))
    with pytest.raises(InputError, match="colour id 1 "):
        replay(actions("1 set_look (0, 0)\n2 block_change  (0, 63, 0, 0, 1)\n"))
