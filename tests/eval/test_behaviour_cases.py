"""The behaviour cases are well-formed and in words of their own."""

from __future__ import annotations

import json
import random
import re
import zipfile
from collections import Counter

import numpy as np
import pytest
import yaml
from conftest import DATA, every, needs_data
from hypothesis import given
from hypothesis import strategies as st

import cq
from cq.data import normalise
from cq.language.request import Exchange
from cq.world import COLOURS, SHAPE
from cq.world.directions import COMPASS
from cq.world.grid import HALF
from eval.behaviours.case import BUILD_KINDS, FOLDER, KINDS, TURN_KINDS, Case, load_cases
from eval.behaviours.notation import changed, parse_blocks, parse_world
from eval.behaviours.outcome import asked_kinds

CASES = load_cases()

LEAST = dict.fromkeys(TURN_KINDS, 25) | dict.fromkeys(BUILD_KINDS, 15) | {"clear": 100, "dialogue": 40}

PHRASES = st.lists(st.sampled_from(("red 0,0,0", "blue 1,0..2,-3", "green -5..5,8,5 4,0,4")), unique=True)


def test_every_case_is_well_formed_and_every_kind_has_many():
    found = Counter(case.kind for case in CASES)
    assert set(found) == set(KINDS)
    assert sum(found[kind] for kind in TURN_KINDS) >= 300
    assert sum(found[kind] for kind in BUILD_KINDS) >= 240
    assert all(found[kind] >= least for kind, least in LEAST.items()), found
    assert sum(case.target is not None for case in CASES if case.kind == "clear") >= 100


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_has_no_case_twice(kind):
    keys = Counter(
        (normalise(case.instruction), case.blocks, case.facing, case.exchanges)
        for case in CASES
        if case.kind == kind
    )
    assert not [key for key, times in keys.items() if times > 1]


@pytest.mark.parametrize("case", [c for c in CASES if c.target is not None], ids=lambda case: case.id)
def test_a_target_is_another_world_in_the_zone_or_the_same_one(case):
    assert case.target.shape == SHAPE
    assert np.array_equal(case.target, case.world.grid) == case.unchanged
    assert set(np.unique(case.target)) <= set(range(len(COLOURS) + 1))


@pytest.mark.parametrize("case", [c for c in CASES if c.exchanges], ids=lambda case: case.id)
def test_what_a_dialogue_asked_is_settled(case):
    assert all(asked_kinds(exchange.question.text) & case.settled for exchange in case.exchanges)


def test_every_file_and_every_world_is_used():
    assert {path.stem for path in FOLDER.glob("*.yaml")} == {"worlds", *KINDS}
    worlds = yaml.safe_load((FOLDER / "worlds.yaml").read_text(encoding="utf-8"))
    assert set(worlds.values()) <= {case.blocks for case in CASES}


def test_the_world_stays_in_the_kind_for_it_alone():
    assert {case.kind for case in CASES if case.unchanged} == {"builds-nothing"}
    assert all(case.unchanged for case in CASES if case.kind == "builds-nothing")


def test_every_sentence_about_a_build_is_said_once():
    said = Counter(normalise(case.instruction) for case in CASES if case.kind in BUILD_KINDS)
    assert not [words for words, times in said.items() if times > 1]


@pytest.mark.parametrize("case", [c for c in CASES if c.kind == "builds-facing"], ids=lambda case: case.id)
def test_a_case_about_the_builders_look_has_a_facing(case):
    assert case.facing in COMPASS


def minecraft_utterances() -> set[str]:
    """What was said in the recorded Minecraft dialogues, normalised; none if they are not at hand."""
    said: set[str] = set()
    if (path := DATA / "minecraft_dialogues.zip").is_file():
        with zipfile.ZipFile(path) as archive:
            for name in archive.namelist():
                if name.endswith("observations.json"):
                    # The last world has the whole talk: the rest of the large file need not be parsed.
                    _, _, last = archive.read(name).decode().rpartition('"ChatHistory":')
                    history, _ = json.JSONDecoder().raw_decode(last.lstrip())
                    said |= {normalise(line.partition("> ")[2]) for line in history}
    return said


@needs_data
def test_no_case_is_in_the_words_of_a_recording(singleturn):
    recorded = {normalise(text) for text in singleturn["instruction"][:]} | minecraft_utterances()
    assert len(recorded) > 4000
    said = {normalise(case.instruction): case.id for case in CASES}
    assert not sorted(said[words] for words in said.keys() & recorded)


def test_no_case_is_in_the_words_of_a_synthetic_sentence():
    from cq.building.synthetic import synthetic_task

    made: set[str] = set()
    for seed in range(0, 600, every(4)):
        instruction = synthetic_task(random.Random(seed)).instruction
        made |= {normalise(text) for text in (instruction, *re.split(r"\. *", instruction))}
    said = {normalise(case.instruction): case.id for case in CASES}
    assert not sorted(said[words] for words in said.keys() & made)


@given(PHRASES)
def test_the_notation_and_the_world_hold_the_same_blocks(phrases):
    text = "; ".join(phrases)
    blocks, grid = parse_blocks(text), parse_world(text).grid
    assert len(blocks) == np.count_nonzero(grid)
    assert all(COLOURS[grid[y, x + HALF, z + HALF] - 1] == colour for x, y, z, colour in blocks)


@given(PHRASES.filter(bool), PHRASES)
def test_a_change_and_its_opposite_give_the_start(added, kept):
    add = "; ".join(one for one in added if one not in kept)
    start = parse_world("; ".join(kept)).grid
    if not add:
        return
    target = changed(start, "", add)
    assert np.count_nonzero(target) > np.count_nonzero(start)
    assert np.array_equal(changed(target, add, ""), start)


@pytest.mark.parametrize("facing", COMPASS)
def test_a_facing_is_that_of_the_builders_pose(facing):
    world = parse_world("red 0,0,0", facing)
    assert world.pose.facing == facing
    x, _, z = world.pose.direction
    assert np.allclose(np.array(world.pose.position)[[0, 2]], -6 * np.array([x, z]))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"expect": ["ignore"]}, "ignore"),
        ({"expect": []}, "expects no action"),
        ({"about": ["taste"], "expect": ["ask"]}, "taste"),
        ({"about": ["colour"]}, "expects none"),
        ({"kind": "odd"}, "'odd'"),
        ({"instruction": " "}, "empty"),
        ({"world": "moon"}, "'moon'"),
        ({"facing": "up"}, "'up'"),
        ({"colour": "red"}, "colour"),
        ({"id": None}, "lacks"),
        ({"blocks": "red 0,0,0"}, "gives a world and blocks"),
        ({"unchanged": True, "add": "red 1,0,0"}, "cannot stay unchanged"),
        ({"unchanged": True, "expect": ["ask"]}, "'build' alone"),
        ({"kind": "builds-edits"}, "need one right build"),
        ({"exchanges": [["Which?", "This"]]}, "exchanges"),
        ({"exchanges": [["Which?"]]}, "not a question and an answer"),
        ({"expect": ["ask"], "add": "red 1,0,0"}, "'build' alone"),
        ({"add": "red 0,0,0"}, "not all of these cells are empty"),
        ({"remove": "blue 0,0,0"}, "not all of these blocks stand"),
        ({"remove": "red 0,0,0", "add": "red 0,0,0"}, "change nothing"),
        ({"add": "red 0,9,0"}, "outside the building zone"),
        ({"add": "red 3..1,0,0"}, "empty range"),
        ({"add": "red 1,0"}, "not a cell"),
        ({"add": "red"}, "not a colour with cells"),
        ({"add": "pink 1,0,0"}, "pink"),
    ],
)
def test_a_malformed_case_is_one_clear_error(fields, message):
    row = {"id": "a", "world": "one", "instruction": "Do it", "expect": ["build"]} | fields
    kind = row.pop("kind", "clear")
    row = {name: value for name, value in row.items() if value is not None}
    with pytest.raises(cq.InputError, match=re.escape(message)) as error:
        Case.parse(kind, row, {"one": "red 0,0,0"})
    assert "'a'" in str(error.value) or "id" not in row


def test_a_settled_matter_cannot_be_what_is_asked():
    with pytest.raises(cq.InputError, match="settled already"):
        Case("a", "dialogue", "Do it", frozenset({"ask"}), about=frozenset({"count"}),
             exchanges=(Exchange.of("How many?", "two"),), settled=frozenset({"count"}))  # fmt: skip


def test_two_cases_with_one_id_are_an_error(tmp_path):
    for path in FOLDER.glob("*.yaml"):
        (tmp_path / path.name).write_text(path.read_text(encoding="utf-8"), encoding="utf-8")
    content = yaml.safe_load((tmp_path / "typos.yaml").read_text(encoding="utf-8"))
    content["cases"].append(content["cases"][0])
    (tmp_path / "typos.yaml").write_text(yaml.safe_dump(content), encoding="utf-8")
    with pytest.raises(cq.InputError, match="two cases have the id 'typos-001'"):
        load_cases(tmp_path)
