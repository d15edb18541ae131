"""The messages of Build What I Mean: what parses, and what is refused by name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cq import InputError
from cq.agent import ZONE, format_structure, parse_round, parse_structure
from cq.world.palette import COLOURS

CELLS = st.dictionaries(
    st.tuples(st.integers(-4, 4), st.integers(0, 4), st.integers(-4, 4)),
    st.sampled_from(COLOURS),
    max_size=30,
)


@given(CELLS)
def test_structures_are_read_back(cells: dict[tuple[int, int, int], str]) -> None:
    text = ";".join(f"{c.capitalize()},{100 * x},{50 + 100 * y},{100 * z}" for (x, y, z), c in cells.items())
    world = parse_structure(text)
    assert set(format_structure(world).split(";")) == set(text.split(";"))
    assert world.grid.shape == (5, 9, 9)
    assert all(world.grid[y, x + 4, z + 4] == 1 + COLOURS.index(c) for (x, y, z), c in cells.items())


def test_a_round_tells_its_speaker_its_start_and_its_instruction() -> None:
    message = "[TASK_DESCRIPTION] Grid.\n[SPEAKER] Ada\n[START_STRUCTURE] Red,0,50,0;\nPut a block\non it."
    begun = parse_round(message)
    assert begun is not None
    assert (begun.speaker, begun.instruction, len(begun.start)) == ("Ada", "Put a block on it.", 1)
    assert begun.start.zone == ZONE
    unnamed = parse_round("[START_STRUCTURE] nan\nPut a red block in the middle.")
    assert unnamed is not None
    assert (unnamed.speaker, len(unnamed.start)) == ("", 0)
    assert parse_round("Answer: red") is None


@pytest.mark.parametrize(
    ("structure", "named"),
    [
        ("Red,0,50", "Red,0,50"),
        ("Red,a,50,0", "Red,a,50,0"),
        ("Pink,0,50,0", "Pink"),
        ("Red,50,50,0", "Red,50,50,0"),
        ("Red,500,50,0", "5"),
        ("Red,0,550,0", "68"),
        ("Red,0,50,0;Blue,0,50,0", "Blue,0,50,0"),
    ],
)
def test_what_is_no_structure_is_refused_by_name(structure: str, named: str) -> None:
    with pytest.raises(InputError, match=named):
        parse_structure(structure)


def test_a_round_without_an_instruction_is_refused() -> None:
    with pytest.raises(InputError, match="instruction"):
        parse_round("[SPEAKER] Ada\n[START_STRUCTURE] Red,0,50,0")
