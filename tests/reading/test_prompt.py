"""What a reader is given, and colours in the order of mention."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cq.language.reading import read
from cq.reading.prompt import Prompt, renamed, renamed_program, renaming
from cq.world.palette import COLOURS


def test_a_line_holds_what_was_said_before() -> None:
    assert Prompt("three", order="build a tower", question="How tall?").line == (
        "three | order: build a tower | asked: How tall?"
    )


def test_the_first_colour_gets_the_first_name() -> None:
    line = "Paint the purple tower red"
    names = renaming(line)
    assert renamed(line, names) == f"Paint the {COLOURS[0]} tower {COLOURS[1]}"


@given(st.permutations(COLOURS))
def test_names_are_given_back(order: list[str]) -> None:
    line = f"Put a {order[0]} block on the {order[1]} one, then {order[2]} ones"
    names = renaming(line)
    back = {new: old for old, new in names.items()}
    assert sorted(names.values()) == sorted(COLOURS)
    assert renamed(renamed(line, names), back) == line
    program = read(line)[0].program
    assert renamed_program(renamed_program(program, names), back) == program


def test_colours_of_a_palette_have_names_too() -> None:
    names = renaming("a pink tower", ("pink", "red"))
    assert names["pink"] == COLOURS[0]
    assert len(set(names.values())) == len(names)


def test_a_colour_of_two_words_is_one_colour() -> None:
    names = renaming("the light blue block on the blue one", ("blue", "light blue"))
    line = renamed("the light blue block on the blue one", names)
    assert line == f"the {COLOURS[0]} block on the {COLOURS[1]} one"
    back = {new: old for old, new in names.items()}
    assert renamed(line, back) == "the light blue block on the blue one"
