"""The words of the questions."""

from __future__ import annotations

from collections.abc import Sequence

from cq.dialogue.questions.wording import listed
from cq.language.instruction import GroundedInstruction
from cq.language.obstacles.mention import Mention
from cq.language.obstacles.scene import Scene
from cq.language.phrases import Phrase
from cq.world import COLOURS


def question_text(
    attribute: str, options: Sequence[str], noun: str, colour: int | None = None, more: bool = False
) -> str:
    """A plain question for an attribute, with its options. `noun` names what is built ("the tower"),
    `colour` is the id that all blocks it asks about have; `more` says that other answers are likely too.
    """
    block = f"{COLOURS[colour - 1]} block" if colour else "block"
    plural = any(option.startswith(("all ", "both ")) or " and " in option for option in options)
    head = {
        "colour": f"What colour should {noun} be",
        "count placed": f"How many {block}s should I place",
        "count removed": f"How many {block}s should I remove",
        "size": f"What size should {noun} be",
        "arrangement": f"How should {noun} be arranged",
        "direction": "In what direction should it go",
        "where": f"Where should {noun} go",
        "which anchor": f"Which {block} should I build on or next to",
        "which removed": f"Which {block}{'s' if plural else ''} should I remove",
        "action": "What should I do",
    }[attribute]
    shown = [*options, "something else"] if more else list(options)
    return listing(head, shown if options else ())


def listing(head: str, options: Sequence[str]) -> str:
    """A question with its options: "What colour should it be: red or blue?"."""
    return f"{head}: {listed(options, 'or')}?" if options else f"{head}?"


def noun_of(instruction: GroundedInstruction, colour: int | None = None) -> str:
    """What the request builds, with its article: "the tower", "the red blocks", "the new blocks".

    With a colour id, the phrase that has this colour counts.
    """
    new = [phrase for phrase in instruction.phrases if not phrase.existing]
    if colour is not None:
        new = [phrase for phrase in new if colour in phrase.colours]
    names = list(dict.fromkeys(_noun(phrase) for phrase in new))
    if len(names) == 1 and (colour is None or names[0] not in ("new block", "new blocks")):
        return f"the {names[0]}"
    if colour is None and (made := structure_made(instruction)) is not None:
        return f"the {_colour(made.colours)}{made.noun}"
    return f"the {COLOURS[colour - 1]} blocks" if colour else "the new blocks"


def structure_made(instruction: GroundedInstruction) -> Mention | None:
    """The structure that an instruction makes; None if it makes none, or other things too."""
    scene = Scene.of(instruction.request.instruction, instruction.world)
    made = [one for one in scene.mentions if not one.existing and one.family not in ("", "hole")]
    return made[0] if len(made) == 1 and made[0].family != "unit" else None


def _noun(phrase: Phrase) -> str:
    colour = _colour(phrase.colours)
    if phrase.names_structure:
        return colour + phrase.head
    number = "block" if phrase.singular and phrase.count == 1 else "blocks"
    return (colour or "new ") + number


def _colour(colours: Sequence[int]) -> str:
    """The colour of all blocks with a space behind it; nothing if they have none, or several."""
    return f"{COLOURS[colours[0] - 1]} " if len(set(colours)) == 1 else ""
