"""What results look like in a notebook: well-formed HTML, without scripts, with all text escaped."""

from __future__ import annotations

from xml.etree import ElementTree

from conftest import examples
from hypothesis import given
from hypothesis import strategies as st

import cq
from cq.dialogue.questions import ClarifyingQuestion, Option
from cq.ranking.question_list import QuestionList
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


@examples(30)
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
    assert all(name in text(built.build) for name in ("before", "built", "plan"))
    assert turn.questions[0].question in text(turn.questions)
    assert len([one for one in elements(cq.rank(["Where?", "Why?"], "Build a wall")) if one.tag == "tr"]) == 3
    assert "Break the yellow one" in text(dialogue)


def test_hostile_text_is_escaped():
    clarity = cq.Clarity(False, 0.7, 0.3, (HOSTILE,))
    question = ClarifyingQuestion("which", HOSTILE, (Option(HOSTILE),))
    asked = QuestionList([cq.RankedQuestion(1, HOSTILE, HOSTILE, 1.0)])
    for shown in (
        asked,
        clarity,
        cq.Turn("ask", clarity, question),
        cq.Turn("refuse", clarity, reasons=(HOSTILE,)),
    ):
        assert HOSTILE in text(shown)


def test_reprs_are_short(towers):
    results = [
        cq.ask("Build a wall", towers),
        cq.ask("Remove the two blue blocks", towers),
        cq.build("Remove the two blue blocks", towers),
        cq.World.parse(towers),
    ]
    assert [len(repr(one)) < 200 for one in results] == [True] * 4


def test_a_build_draws_itself_beside_a_target(capsys, tmp_path, towers):
    built = cq.build("Remove the two blue blocks", towers)
    built.draw(target=towers)
    out = capsys.readouterr().out
    assert "break the block" in out
    assert "2 actions lead from the build to it" in out
    built.draw(target=towers, out=tmp_path / "build.png")
    assert (tmp_path / "build.png").read_bytes().startswith(b"\x89PNG")


def test_actions_tell_where_they_are():
    (action,) = cq.build("Place a red block in the middle", None).actions
    assert (action.x, action.y, action.z, action.level) == (0, 63, 0, 1)
    assert str(action) == "place red at x 0, z 0, level 1"
