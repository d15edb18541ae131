"""Which answers are worth offering: a builder's guess can be far from anything that a person would mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import numpy as np

from cq.building.decoding.candidates import Candidates
from cq.dialogue.questions.change import Change
from cq.dialogue.questions.grouping import changes_of, options_of
from cq.dialogue.questions.question import Option
from cq.dialogue.questions.references import LAST, MIDDLE, exact_place
from cq.language.instruction import GroundedInstruction
from cq.language.obstacles.mention import Mention
from cq.language.obstacles.scene import Scene
from cq.world import COLOURS
from cq.world.directions import COMPASS

_IN_THE_AIR = re.compile(
    r"\b(?:float\w*|hover\w*|hang\w*|fly\w*|air|sky|mid-?air|levels?|layers?|ceiling|above|over|high up)\b"
)
_WELL_KNOWN = ((MIDDLE, MIDDLE), (0, 0), (LAST, 0), (0, LAST), (LAST, LAST))
"""The middle and the corners of the zone, (x, z)."""
OFFERED = 3
"""How many colours, places or directions are offered at least, where the builder guesses fewer."""


def sensible_options(
    attribute: str, groups: Sequence[str | None], instruction: GroundedInstruction, candidates: Candidates
) -> tuple[Option, ...]:
    """The options among `groups`, one for each candidate (n,), that an answerer may choose; possibly none.

    Left out are several colours at once, where the builder also guesses one; places in the air that no word
    asks for; and sizes that the named structure cannot have, as one block for a tower.
    """
    changes = changes_of(candidates)
    kept = list(groups)
    if attribute == "colour":
        kept = [
            None if len(set(one.placed.values())) > 1 else group for group, one in _pairs(groups, changes)
        ]
    elif attribute == "where" and not _IN_THE_AIR.search(instruction.text.casefold()):
        kept = [None if _floats(one) else group for group, one in _pairs(groups, changes)]
    elif attribute in ("size", "count placed") and (made := _structure(instruction)):
        kept = [group if _can_have(made, one) else None for group, one in _pairs(groups, changes)]
    if attribute == "colour" and not any(kept):
        kept = list(groups)
    return options_of(kept, candidates)


def with_usual(attribute: str, options: tuple[Option, ...], candidates: Candidates) -> tuple[Option, ...]:
    """The options, and the usual answers behind them if there is only one or none."""
    if len(options) > 1:
        return options
    usual: list[str] = []
    if attribute == "direction":
        usual = [f"to the {side}" for side in COMPASS]
        options = ()
    elif attribute == "colour":
        usual = list(COLOURS)
    elif attribute == "where":
        free = [(x, z) for x, z in _WELL_KNOWN if not candidates.start[:, x, z].any()]
        usual = [exact_place((0, x, z)) for x, z in free][:OFFERED]
    named = [one.text for one in options]
    return (*options, *(Option(one) for one in usual if one not in named))


def _test(attribute: str, instruction: GroundedInstruction) -> Callable[[Change], bool]:
    """Whether what a build changes has a value of an attribute that is worth offering."""
    if attribute == "colour":
        return lambda change: len(set(change.placed.values())) == 1
    if attribute == "where" and not _IN_THE_AIR.search(instruction.text.casefold()):
        return lambda change: not _floats(change)
    structure = _structure(instruction) if attribute in ("size", "count placed") else None
    return lambda change: structure is None or _can_have(structure, change)


def _floats(change: Change) -> bool:
    """Whether what is placed stands on nothing and touches nothing."""
    return bool(change.placed) and min(cell[0] for cell in change.placed) > 0 and not change.touching


def _structure(instruction: GroundedInstruction) -> Mention | None:
    """The structure that an instruction makes; None if it makes none, or several."""
    scene = Scene.of(instruction.request.instruction, instruction.world)
    made = [one for one in scene.mentions if not one.existing and one.family not in ("", "hole")]
    return made[0] if len(made) == 1 and made[0].family != "unit" else None


def _can_have(structure: Mention, change: Change) -> bool:
    """Whether a structure can have the size of what is placed."""
    up, *flat = change.extent
    if structure.plural:
        return len(change.placed) > 1
    if structure.family == "tower":
        return up > 1 and max(flat) == 1
    if structure.family == "row":
        return up == 1 and min(flat) == 1 < max(flat)
    if structure.family in ("wall", "area"):
        return int(np.count_nonzero(np.array(change.extent) > 1)) > 1
    return len(change.placed) > 1
