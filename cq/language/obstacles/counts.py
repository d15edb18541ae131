"""Obstacles of number: more are named than stand, or one is meant of several that stand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cq.language.lexicon import NUMBERS, read_digits
from cq.language.obstacles.mention import Mention
from cq.language.obstacles.obstacle import Cells, Obstacle
from cq.language.obstacles.reference_texts import absent, fewer, several, there_are
from cq.language.obstacles.referents import Referents
from cq.language.obstacles.scene import ORANGE, YELLOW, Scene

ORDINALS = {
    word: place
    for place, word in enumerate(
        "second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth".split(), 2
    )
}
DEMANDING = frozenset({"removed", "changed", "moved"})


def is_apart(one: Mention, mention: Mention) -> bool:
    """Whether two phrases, the first earlier, are in different clauses."""
    gap = mention.before[one.end :].strip()
    if one.sentence == mention.sentence and gap in ("and", ",", "or", "&"):
        return False
    return one.sentence < mention.sentence or bool(re.search(r"\b(?:and|then|after|before)\b|[,:]", gap))


def count_obstacles(
    mention: Mention,
    found: Referents,
    groups: Sequence[Cells],
    certain: bool,
    before: Sequence[Mention],
    scene: Scene,
) -> Iterator[Obstacle]:
    """A phrase that names more things than stand, or one where several fit."""
    stands, said = len(groups), mention.count
    structure = mention.family in ("tower", "row", "wall", "area")
    if structure and not mention.plural:
        said = None  # "The 3 block tower" has three blocks.
    ordinal = _ordinal(mention)
    if (
        mention.family in ("tower", "unit")
        and ordinal > len(found.known)
        and not re.match(r" (?:of|from|in|on|off|counted|counting)\b", mention.after)
        and (scene.is_short or mention.role in DEMANDING)
    ):
        yield absent(mention, scene, f"there {there_are(len(found.known), mention.noun)}")
        return
    if "both" in mention.determiners and at_most(mention, found, scene) < 2:
        yield fewer(mention, found.known, scene)
        return
    counted = mention.role in DEMANDING or (
        scene.is_short and mention.anchor and (mention.definite or bool(mention.part))
    )
    if said and counted and said > at_most(mention, found, scene):
        yield fewer(mention, found.known, scene)
        return
    if mention.noun == "one" and any(one.family not in ("unit", "") or not mention.colours for one in before):
        return
    if not mention.plural and len(mention.colours) > 1:
        return
    if re.search(r"\b(?:each|every)\b", mention.before):
        return
    if any(one.existing and (one.family, one.colours) == (mention.family, mention.colours) for one in before):
        return  # What was mentioned before is meant again.
    if mention.family == "area" and any(len(group) < 4 for group in groups):
        return
    acted = {"removed", "changed", "moved"}
    if any(
        one.role in acted
        and is_apart(one, mention)
        and (not one.colours or set(one.colours) & set(mention.colours))
        for one in before
    ):
        return
    if not scene.is_short and mention.role not in acted:
        return  # In a long text, what was said before chooses among them.
    if not certain or scene.leaves_choice or mention.every or not is_ambiguous_kind(mention):
        return
    taken = NUMBERS.get(mention.part.split()[-1] if mention.part else "", 0)
    if taken and taken > at_most(mention, found, scene) and mention.role in DEMANDING:
        yield fewer(mention, found.known, scene)
        return
    if taken:
        total = said or stands
        if 0 < taken < max(total, stands) and stands > taken:
            yield several(mention, groups, scene)
        return
    if mention.plural:
        if said and said < stands and (mention.role in DEMANDING):
            yield several(mention, groups, scene)
        return
    if stands > 1 and (mention.definite or said == 1):
        yield several(mention, groups, scene)


def at_most(mention: Mention, found: Referents, scene: Scene) -> int:
    """How many things a phrase can mean at most."""
    if mention.family == "unit":
        alike = len(scene.blocks((ORANGE,))) if YELLOW in mention.colours and YELLOW in scene.standing else 0
        return len(found.known) + alike
    if mention.family == "tower":
        return max(len(found.known), len({tuple(cell) for group in found.known for cell in group[:, 1:]}))
    return 1_000


def _ordinal(mention: Mention) -> int:
    """The place in a sequence that a phrase names, "the third block"; 0 if none."""
    digits = [
        read_digits(word[:-2]) for word in mention.adjectives if re.fullmatch(r"\d+(?:st|nd|rd|th)", word)
    ]
    return max([*digits, *(ORDINALS.get(word, 0) for word in mention.adjectives)], default=0)


def is_ambiguous_kind(mention: Mention) -> bool:
    """Whether several things of this kind must be told apart."""
    known = mention.family in ("unit", "tower", "row", "wall", "area")
    return known or mention.noun in ("thing", "object", "leg")
