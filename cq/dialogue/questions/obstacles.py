"""Questions about obstacles: what must be asked before anything can be built."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np

from cq.building.decoding.candidates import Candidates
from cq.dialogue.questions.change import Cell, Change
from cq.dialogue.questions.grouping import MOST_OPTIONS, changes_of, group_texts
from cq.dialogue.questions.question import ClarifyingQuestion, Option
from cq.dialogue.questions.references import refer, refer_to_column
from cq.dialogue.questions.sensible import sensible_options, with_usual
from cq.dialogue.questions.templates import listing, noun_of, question_text
from cq.dialogue.questions.value import AnswerValue
from cq.language.denials import SAY_ANEW
from cq.language.instruction import GroundedInstruction
from cq.language.obstacles import REFUSED, UNREAD, Obstacle
from cq.language.obstacles.scene import Scene
from cq.world import COLOUR_IDS, COLOURS
from cq.world.directions import COMPASS
from cq.world.grid import Grid

_ATTRIBUTE = {
    "colour": "colour",
    "count": "count placed",
    "size": "size",
    "where": "where",
    "arrangement": "arrangement",
    "direction": "direction",
}
COLUMNS = ("tower", "column", "stack", "pillar", "pile")
"""Words for blocks that stand on each other."""


def obstacle_questions(
    instruction: GroundedInstruction, candidates: Candidates, value: AnswerValue
) -> list[ClarifyingQuestion]:
    """One question for each obstacle of an instruction that an answer can remove, in their order."""
    changes = changes_of(candidates)
    found = {}
    for obstacle in instruction.obstacles:
        if obstacle.kind in REFUSED:
            continue
        if obstacle.kind == UNREAD:
            question = _with(obstacle, SAY_ANEW, ())
        elif obstacle.question_type == "which" or _is_about_standing_blocks(obstacle, instruction):
            question = _which(obstacle, instruction, candidates, changes)
        elif obstacle.question_type == "action":
            head = (
                "What should I build, block by block"
                if obstacle.kind == "open"
                else "What should I do instead"
            )
            question = _with(obstacle, listing(head, ()), ())
        elif obstacle.question_type == "facing":
            options = tuple(Option(one) for one in COMPASS)
            question = _with(obstacle, listing("How should I face", COMPASS), options)
        else:
            question = _of_attribute(obstacle, instruction, candidates, value)
        found[question.text] = question
    return list(found.values())


def _which(
    obstacle: Obstacle, instruction: GroundedInstruction, candidates: Candidates, changes: Sequence[Change]
) -> ClarifyingQuestion:
    """Which of several blocks is meant, or what is meant by a block that is not there."""
    start = candidates.start
    if not start.any():
        if any(not phrase.existing for phrase in instruction.phrases):
            return _with(obstacle, f"Where should {noun_of(instruction)} go instead?", (), "where")
        return _with(obstacle, "What should I build instead?", (), "action")
    cells = sorted(
        ((int(y), int(x), int(z)) for y, x, z in obstacle.cells if start[y, x, z]), key=_as_on_a_map
    )
    if cells:
        columns = any(word in obstacle.phrase for word in COLUMNS)
        named = _references(start, cells, columns)
        colours = {int(start[cell]) for cell in cells}
        colour = f"{COLOURS[min(colours) - 1]} " if len(colours) == 1 else ""
        head = f"Which {colour}{'tower' if columns else 'block'} do you mean"
    else:
        named = {
            f"the {COLOURS[colour - 1]} {'one' if (start == colour).sum() == 1 else 'ones'}": [
                (y, x, z) for y, x, z in np.argwhere(start == colour).tolist()
            ]
            for colour in np.unique(start[start > 0]).tolist()
        }
        head = "Which block do you mean"
    options = [_option(text, some, candidates, changes) for text, some in named.items()]
    likeliest = sorted(options, key=lambda one: -round(one.probability, 9))[:MOST_OPTIONS]
    options = [one for one in options if one in likeliest] if cells else likeliest
    shown = [one.text for one in options] + (["something else"] if len(named) > MOST_OPTIONS else [])
    text = listing(head, shown) if len(shown) > 1 else f"Do you mean {shown[0]}?"
    return _with(obstacle, text, tuple(options), "which")


def _of_attribute(
    obstacle: Obstacle, instruction: GroundedInstruction, candidates: Candidates, value: AnswerValue
) -> ClarifyingQuestion:
    """What the attribute of the build should be, with the builder's guesses as options."""
    attribute = _ATTRIBUTE[obstacle.question_type]
    phrases = instruction.phrases
    if attribute == "count placed" and phrases and all(phrase.existing for phrase in phrases):
        attribute = "count removed"
    groups = group_texts(attribute, candidates)
    options = sensible_options(attribute, groups, instruction, candidates)
    options = with_usual(attribute, options, candidates)
    if attribute.startswith("count"):
        options = tuple(sorted(options, key=lambda one: int(one.text)))
    if (obstacle.kind, attribute) == ("impossible", "count placed"):
        options = ()  # The builder's guesses are far from what was wanted.
    texts = [one.text for one in options] if len(options) > 1 else []
    question = question_text(attribute, texts, noun_of(instruction))
    return _with(obstacle, question, options if texts else (), gain=value(groups))


def _is_about_standing_blocks(obstacle: Obstacle, instruction: GroundedInstruction) -> bool:
    """Whether a colour that no block can have is that of blocks which should stand already."""
    if (obstacle.kind, obstacle.question_type) != ("impossible", "colour"):
        return False
    text = instruction.request.instruction.casefold()
    stand_in = next((one for one in COLOURS if one not in text), COLOURS[0])
    scene = Scene.of(re.sub(rf"\b{re.escape(obstacle.phrase)}\b", stand_in, text), instruction.world)
    return any(one.existing and COLOUR_IDS[stand_in] in one.colours for one in scene.mentions)


def _with(
    obstacle: Obstacle, text: str, options: tuple[Option, ...], type_: str | None = None, gain: float = 0.0
) -> ClarifyingQuestion:
    """The question after a sentence about its obstacle. What is merely open needs no such sentence."""
    reason = obstacle.text.strip().rstrip(".")
    if reason and obstacle.kind not in ("open", "several"):
        text = f"{reason[0].upper()}{reason[1:]}. {text}"
    return ClarifyingQuestion(type_ or obstacle.question_type, text, options, gain, obstacle)


def _as_on_a_map(cell: Cell) -> Cell:
    """Orders cells from north to south, each row from west to east, from the ground up."""
    y, x, z = cell
    return z, x, y


def _references(start: Grid, cells: Sequence[Cell], columns: bool) -> dict[str, list[Cell]]:
    """The blocks that could be meant, or their columns, by their references."""
    found: dict[str, list[Cell]] = {}
    for cell in cells:
        found.setdefault((refer_to_column if columns else refer)(start, cell), []).append(cell)
    return found


def _option(text: str, cells: Iterable[Cell], candidates: Candidates, changes: Sequence[Change]) -> Option:
    """The option of some blocks; its members remove one of them, or build on or next to it."""
    meant = set(cells)
    members = [i for i, change in enumerate(changes) if _handled(change) & meant]
    return Option(text, tuple(members), float(candidates.probabilities[members].sum()))


def _handled(change: Change) -> set[Cell]:
    return set(change.removed) or {block for _, block, _ in change.touching}
