"""Which answers are worth offering: a builder's guess can be far from anything that a person would mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from cq.building.decoding.candidates import Candidates
from cq.dialogue.questions.change import Change, neighbour
from cq.dialogue.questions.grouping import changes_of, options_of
from cq.dialogue.questions.question import Option
from cq.dialogue.questions.references import LAST, MIDDLE, exact_place
from cq.dialogue.questions.templates import structure_made
from cq.language.instruction import GroundedInstruction
from cq.language.obstacles.mention import Mention
from cq.world import COLOURS
from cq.world.directions import COMPASS, OFFSETS

_IN_THE_AIR = re.compile(
    r"\b(?:float\w*|hover\w*|hang\w*|fly\w*|air|sky|mid-?air|levels?|layers?|ceiling|above|over|high up)\b"
)
_WELL_KNOWN = ((MIDDLE, MIDDLE), (0, 0), (LAST, 0), (0, LAST), (LAST, LAST))
"""The middle and the corners of the zone, (x, z)."""
OFFERED = 3
"""How many colours, places or directions are offered at least, where the builder guesses fewer."""


def sensible_options(
    attribute: str,
    groups: Sequence[str | None],
    instruction: GroundedInstruction,
    candidates: Candidates,
    colour: int | None = None,
) -> tuple[Option, ...]:
    """The options among `groups`, one for each candidate (n,), that an answerer may choose; possibly none.
    With `colour`, an IGLU 2022 id, only its blocks count.

    Left out are several colours at once, where the builder also guesses one; places in the air that no word
    asks for; and sizes that the named structure cannot have, as one block for a tower.
    """
    makes_sense = _test(attribute, instruction)
    pairs = zip(groups, changes_of(candidates, colour), strict=True)
    kept = [group if makes_sense(change) else None for group, change in pairs]
    return options_of(groups if attribute == "colour" and not any(kept) else kept, candidates)


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
    structure = structure_made(instruction) if attribute in ("size", "count placed") else None
    return lambda change: structure is None or _can_have(structure, change)


def _floats(change: Change) -> bool:
    """Whether what is placed stands on nothing and touches no other block."""
    beside = (neighbour(cell, offset) for cell in change.placed for offset in OFFSETS.values())
    touches = any(cell and change.built[cell] and cell not in change.placed for cell in beside)
    return bool(change.placed) and min(y for y, _, _ in change.placed) > 0 and not touches


def _can_have(structure: Mention, change: Change) -> bool:
    """Whether a structure can have the size of what is placed."""
    up, *flat = change.extent
    if structure.plural:
        return len(change.placed) > 1
    if structure.family == "tower":
        return up > 1 and max(flat) == 1
    if structure.family == "row":
        return up == 1 and min(flat) == 1 < max(flat)
    if structure.family in ("wall", "arch") and not structure.noun.startswith("cross"):
        return up > 1 and max(flat) > 1
    if structure.family == "area":
        low, high = sorted(change.extent)[1:]
        return low > 1 and (structure.noun != "square" or low == high)
    return len(change.placed) > 1
