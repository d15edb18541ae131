"""The brief architect: all it says is true of the target, and the same seed says the same."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import every

from cq import World
from cq.dialogue.questions import TYPES, ClarifyingQuestion
from cq.world import COLOURS, Pose
from cq.world.grid import HALF, SHAPE
from eval.loop.brief_architect import MANNERS, UNKNOWN, BriefArchitect
from eval.loop.brief_words import number

START = [(2, 63, 0, "red"), (2, 64, 0, "red"), (-3, 63, 1, "red"), (0, 63, 4, "blue"), (5, 63, 5, "yellow")]
TEXTS = (
    "What colour should the red blocks be",
    "How many green blocks should I place",
    "How many blocks should I remove",
    "Should it be green",
    "Where should the new blocks go: by the wall or in the middle",
    "On which side of the blue block should it go",
    "Which red block do you mean",
    "Which blocks should I remove: all or the blue one",
    "What should I do",
)


def grid(rng: np.random.Generator, blocks: int) -> np.ndarray:
    """Towers and single blocks in random columns."""
    made = np.zeros(SHAPE, dtype=np.int8)
    for _ in range(blocks):
        x, z = rng.integers(0, 2 * HALF + 1, size=2)
        made[: rng.integers(1, 4), x, z] = rng.integers(1, 4)
    return made


def worlds(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """A start, and a target in which some blocks and a line are placed, and some columns are gone."""
    rng = np.random.default_rng(seed)
    start = grid(rng, rng.integers(0, 5))
    target = start.copy()
    if rng.random() < 0.4:
        target[:, rng.integers(0, 11) :] = 0
    if rng.random() < 0.8:
        new = grid(rng, rng.integers(1, 4))
        target[new > 0] = new[new > 0]
    if rng.random() < 0.5:
        target[rng.integers(0, 3), rng.integers(0, 11), 2 : 3 + rng.integers(0, 9)] = rng.integers(1, 7)
    return start, target


@pytest.mark.parametrize("seed", range(0, 60, every(4)))
def test_what_it_says_is_true_of_the_target(seed):
    start, target = worlds(seed)
    changed = start != target
    for kind in (*TYPES, "other"):
        for text in TEXTS:
            architect = BriefArchitect(start, target, seed)
            said = architect.say(ClarifyingQuestion(kind, text + "?"))
            assert all(changed[cell] for cell in said.cells)
            assert all(start[cell] for cell in said.landmarks)
            about = {int(world[cell]) for cell in (*said.cells, *said.landmarks) for world in (start, target)}
            named = {i for i, name in enumerate(COLOURS, start=1) if name in said.text}
            assert named <= about, said
            nothing = any(words in said.text for words in (*UNKNOWN, "none", "nothing new"))
            assert said.cells or said.landmarks or nothing


@pytest.mark.parametrize("seed", range(0, 40, every(3)))
def test_places_and_counts_are_those_of_the_change(seed):
    rng = np.random.default_rng(seed)
    start = World.parse(START).grid
    x, z = map(int, rng.choice(np.argwhere(start[0] == 0)))
    target = start.copy()
    target[: 1 + seed % 3, x, z] = 2
    x, z = x - HALF, z - HALF
    ways = [
        f"{abs(n)} {low if n < 0 else high}"
        for n, low, high in ((z, "north", "south"), (x, "west", "east"))
        if n
    ]
    architect = BriefArchitect(START, target, seed)
    for _ in range(20):
        said = architect.say(ClarifyingQuestion("where", "Where should it go?"))
        if "(" in said.text and "red" not in said.text:
            assert f"({x}, {z})" in said.text
        if "of the middle" in said.text:
            assert " and ".join(ways) in said.text
        if "corner" in said.text:
            assert abs(x) == abs(z) == HALF
        assert {cell[1:] for cell in said.cells} == {(x + HALF, z + HALF)}
        count = architect.answer(ClarifyingQuestion("count", "How many?"))
        assert str(1 + seed % 3) in count or number(1 + seed % 3) in count
        high = architect.answer(ClarifyingQuestion("size", "What size?"))
        assert str(1 + seed % 3) in high or number(1 + seed % 3) in high or "one block" in high


def answers(kind, text, target, start=START):
    """Without what people put around an answer."""
    asked = ClarifyingQuestion(kind, text)
    found = {BriefArchitect(start, target, seed).answer(asked) for seed in range(200)}
    for manner in MANNERS:
        head, tail = manner.split("{}")
        found = {one.removeprefix(head).removesuffix(tail) for one in found}
    return found


LINE = [*START, *[(x, 63, 0, "green") for x in (-1, 0, 1)]]
TWO_COLOURS = [*START, *[(0, 63 + y, 0, "green" if y else "blue") for y in range(3)]]
PAINTED = [*START[:3], (0, 63, 4, "green"), START[4]]


def with_green(x: int, z: int, level: int = 1) -> list:
    return [*START, (x, 62 + level, z, "green")]


@pytest.mark.parametrize(
    ("kind", "question", "target", "some", "never"),
    [
        ("colour", "What colour?", with_green(0, 0), {"green", "make it green"}, {"red"}),
        ("colour", "Should it be green?", with_green(0, 0), {"yes"}, {"no, green"}),
        ("colour", "Should it be red?", with_green(0, 0), {"no, green"}, {"yes"}),
        (
            "where",
            "Where?",
            with_green(1, 4),
            {"next to the blue one, on its east side"},
            {"on the blue one"},
        ),
        ("where", "Where?", with_green(2, 0, level=3), {"on the taller red one"}, {"x 2, z 0"}),
        ("where", "Where?", with_green(2, 4), {"2 east of the blue block"}, {"just east of the blue one"}),
        ("where", "Where?", with_green(0, 0), {"right in the middle"}, {"5 north of the middle"}),
        (
            "where",
            "Where?",
            with_green(5, -5),
            {"northeast corner", "in the ne corner"},
            {"southeast corner"},
        ),
        ("which", "Which red block?", with_green(2, 0, level=3), {"the eastern one"}, {"the western one"}),
        ("which", "Which blocks should I remove?", START[2:], {"the taller red one"}, {"the blue one"}),
        ("which", "Which red block should I remove?", START[3:], {"both"}, {"the taller one"}),
        ("which", "Which blocks should I remove?", [], {"all"}, {"the blue one"}),
        (
            "which",
            "Which should I remove?",
            [START[0], *START[2:]],
            {"the top block of the taller red one"},
            {"all"},
        ),
        ("direction", "Which way?", LINE, {"west-east"}, {"n-s"}),
        ("direction", "On which side of the blue one?", with_green(-1, 4), {"west"}, {"east"}),
        ("size", "How big?", LINE, {"3 long"}, {"3 high"}),
        ("size", "How big?", TWO_COLOURS, {"3 high"}, {"the green 2 high"}),
        ("direction", "Which way?", TWO_COLOURS, {"straight up"}, {"no idea"}),
        ("action", "What should I do?", PAINTED, {"make the blue one green"}, set()),
        ("action", "What then?", with_green(0, 0), {"put a green block, right in the middle"}, set()),
        ("other", "How would you say it in other words?", START, set(UNKNOWN), set()),
        ("", "How many blocks should I place?", with_green(0, 0), {"one", "only 1"}, {"green"}),
    ],
)
def test_it_answers_as_people_type(kind, question, target, some, never):
    found = answers(kind, question, target)
    assert some <= found
    assert not never & found


def test_a_seed_says_the_same():
    for kind in TYPES:
        asked = ClarifyingQuestion(kind, "Where should the green blocks go?")
        one, other = (BriefArchitect(START, START[1:], seed=3) for _ in range(2))
        assert [one.answer(asked) for _ in range(5)] == [other.answer(asked) for _ in range(5)]


def test_left_and_right_only_where_the_builder_looks_north():
    target = World.parse([*START, (2, 65, 0, "green")]).grid
    by_hand = answers("which", "Which red block?", target)
    turned = answers(
        "which", "Which red block?", target, World(World.parse(START).grid, Pose.towards("south"))
    )
    assert {"the right one", "the back one"} <= by_hand
    assert not {"the right one", "the back one"} & turned
