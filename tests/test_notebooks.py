"""What results look like in a notebook: well-formed HTML, without scripts, with all text escaped."""

from __future__ import annotations

from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

import cq
from cq.dialogue.questions import ClarifyingQuestion, Option
from cq.world.grid import HALF

HOSTILE = "<script>alert(1)</script> & “one”"
SVG = "{http://www.w3.org/2000/svg}"

CELLS = st.tuples(st.integers(-HALF, HALF), st.integers(63, 71), st.integers(-HALF, HALF))


def elements(shown) -> list[ElementTree.Element]:
    """All elements of the HTML that a notebook shows."""
    root = ElementTree.fromstring(f"<body>{shown._repr_html_()}</body>")
    assert root.find(".//script") is None
    return list(root.iter())


def text(shown) -> str:
    return " ".join("".join(one.itertext()) for one in elements(shown))


@given(st.dictionaries(CELLS, st.sampled_from(["red", "blue"]), max_size=12))
def test_a_world_shows_the_visible_faces_of_its_blocks(blocks):
    world = cq.World.parse([(*cell, colour) for cell, colour in blocks.items()])
    hidden = sum(
        neighbour in blocks
        for x, y, z in blocks
        for neighbour in ((x + 1, y, z), (x, y + 1, z), (x, y, z + 1))
    )
    faces = [one for one in elements(world) if one.tag == f"{SVG}polygon"]
    assert len(faces) == 3 * len(blocks) - hidden
    assert world.describe() in text(world)


def test_results_show_what_they_hold(towers):
    dialogue = cq.Dialogue(towers)
    turn = dialogue.say("Break the yellow one")
    assert turn.question.text in text(turn)
    assert all(option.text in text(turn) for option in turn.question.options)
    assert "unclear" in text(turn.clarity)
    assert "could be any of 4 blocks" in text(turn.clarity)
    built = dialogue.answer(1)
    assert "1 action" in text(built)
    assert "break the block" in text(built.build)
    assert "Break the yellow one" in text(dialogue)


def test_hostile_text_is_escaped():
    clarity = cq.Clarity(False, 0.7, 0.3, (HOSTILE,))
    question = ClarifyingQuestion("which", HOSTILE, (Option(HOSTILE),))
    for shown in (clarity, cq.Turn("ask", clarity, question), cq.Turn("refuse", clarity, reasons=(HOSTILE,))):
        assert HOSTILE in text(shown)
