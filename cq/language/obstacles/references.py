"""Obstacles of reference: something named is not there, several things fit, or fewer stand than are said."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np

from cq.language.lexicon import read_digits
from cq.language.obstacles import structures
from cq.language.obstacles.counts import DEMANDING, ORDINALS, _ordinal, count_obstacles, is_apart
from cq.language.obstacles.grammar import ROW, TOWER, WALL
from cq.language.obstacles.mention import Mention
from cq.language.obstacles.obstacle import Cells, Obstacle
from cq.language.obstacles.reference_texts import absent, absent_colour, fewer, there_are
from cq.language.obstacles.referents import find_referents
from cq.language.obstacles.scene import Scene
from cq.language.obstacles.wording import COLOUR
from cq.world.palette import COLOURS

_EVERYTHING = re.compile(
    r"\b(?:remove|delete|destroy|break|clear|erase|eliminate|demolish|wipe|take|"
    r"knock|empty) (?:\w+ )??"
    r"(?:everything|all|the (?:whole |entire )?(?:board|grid|zone|world|area|field|floor|place))\b"
)
_IT_REMOVED = re.compile(
    r"(?:please |now |can you |could you |just )*"
    r"(?:remove|delete|destroy|break|erase|eliminate|demolish|take|knock|smash|pull|tear) (?:\w+ )??"
    r"(?P<it>it|that|this|them|these|those)(?: (?:away|down|out|off|now|please|apart|for me))*$"
)
_IT_CHANGED = re.compile(
    r"(?:please |now |can you |could you |just )*"
    r"(?:turn|paint|repaint|colour|recolour|dye|change|make|convert|replace|move|shift) "
    r"(?P<it>it|that|this)\b(?! (?:(?:\w+ )?(?:block|tower|row|wall|one)s?\b))"
)
_LINED_UP = re.compile(rf"\b(?:{TOWER}|{ROW}|{WALL})\b")
_STEP = re.compile(rf"\b({'|'.join(ORDINALS)}|\d+(?:st|nd|rd|th)) steps?\b")
_COMPASS = re.compile(r"(?:north|south|east|west)")


def reference_obstacles(scene: Scene) -> Iterator[Obstacle]:
    """What is wrong with the things that a text takes to be there, in order of mention."""
    yield from _of_pronouns(scene)
    yield from _of_steps(scene)
    mentions = scene.mentions
    for i, mention in enumerate(mentions):
        if not mention.existing:
            continue
        if (
            mention.anchor
            and mention.family not in ("unit", "")
            and not (mention.definite or mention.every or mention.part)
            and not (mention.colours and not mention.determiners and not mention.plural and scene.is_short)
        ):
            continue  # "Beside a tower" names no particular one.
        if _means_what_is_made(mention, _made_before(mention, mentions[:i])) or _is_of_the_zone(mention):
            continue
        parts = mentions[i + 1 : i + 2] if _is_part_of(mention, mentions[i + 1 : i + 2]) else []
        yield from _of_existing(mention, parts[0] if parts else None, mentions[:i], scene)


def _of_pronouns(scene: Scene) -> Iterator[Obstacle]:
    """ "Remove it" and "clear everything", where no other words say what is meant."""
    blocks = scene.blocks(())
    if not len(blocks) and (found := _EVERYTHING.search(scene.text)) and not scene.mentions:
        yield Obstacle("impossible", "which", found[0], "nothing stands that could be removed")
    found = _IT_REMOVED.match(scene.text)
    if found and any(one.family for one in scene.mentions):
        found = None
    found = found or _IT_CHANGED.match(scene.text)
    if not found or scene.context:
        return
    groups = structures.components(scene.grid > 0)
    if not groups:
        yield Obstacle("absent", "which", found["it"], f"nothing stands that “{found['it']}” could mean")
    elif len(groups) > 1 and found["it"] in ("it", "that", "this"):
        text = f"“{found['it']}” could be any of {len(groups)} things"
        yield Obstacle("several", "which", found["it"], text, blocks)


def _of_steps(scene: Scene) -> Iterator[Obstacle]:
    """ "The fourth step of the stairs" where they have three."""
    found = _STEP.search(scene.text)
    if not found or any(not one.existing for one in scene.mentions):
        return
    steps = len(np.unique(scene.blocks(())[:, 0]))
    if steps and (ORDINALS.get(found[1]) or read_digits(found[1][:-2])) > steps:
        yield Obstacle("absent", "which", found[0], f"there {there_are(steps, 'step')}")


def _made_before(mention: Mention, before: Sequence[Mention]) -> list[Mention]:
    """What the text makes before, without what it places at this landmark."""
    return [one for one in before if not one.existing and (is_apart(one, mention) or not mention.anchor)]


def _means_what_is_made(mention: Mention, made: Sequence[Mention]) -> bool:
    """Whether it may be something that the text makes before."""
    if not made:
        return False
    colours = {colour for one in made for colour in one.colours}
    if mention.colours:
        return bool(colours & set(mention.colours)) or any(not one.colours for one in made)
    return not mention.adjectives & {"existing", "original"} or any(
        one.family == mention.family for one in made
    )


def _is_of_the_zone(mention: Mention) -> bool:
    """Whether it may be a part of the zone: "the north wall", "the middle square", "the first row"."""
    sided = any(_COMPASS.match(word) for word in mention.adjectives)
    if sided and mention.family == "row" and mention.role == "changed" and mention.link.endswith("make"):
        return True
    if mention.colours or mention.role != "seen":
        return False
    if mention.family == "wall":
        return sided or not re.search(r"\b(?:on|onto|in|of|inside)$|\badd\b.* to$", mention.link)
    if mention.noun.startswith(("platform", "carpet", "square")):
        return (
            not re.search(r"\b(?:on|onto|of|off)$", mention.link)
            or bool(mention.adjectives & _OF_THE_ZONE)
            or mention.noun == "platform"
        )
    if mention.family in ("row", "tower"):
        return sided or bool(mention.adjectives & (_OF_THE_ZONE | set(ORDINALS)))
    return "corner" in mention.adjectives and not re.search(r"\b(?:on|onto|top of)$", mention.link)


_OF_THE_ZONE = frozenset("corner middle central centre empty same first last bottom top".split())


def _is_part_of(mention: Mention, following: Sequence[Mention]) -> bool:
    """Whether the next phrase is the whole that this one is a part of: "the top block of the tower"."""
    if not following or following[0].sentence != mention.sentence or not following[0].anchor:
        return False
    between = mention.after[: max(0, len(mention.after) - len(following[0].after) - len(following[0].text))]
    return bool(
        re.fullmatch(
            r" ?(?:out of|off(?: of| the top of)?|of|from(?: the (?:top|bottom) of)?|in|on|away from) ?",
            between,
        )
    )


def _of_existing(
    mention: Mention, whole: Mention | None, before: Sequence[Mention], scene: Scene
) -> Iterator[Obstacle]:
    found = find_referents(mention, scene)
    groups, certain = list(found.groups), found.certain
    if (
        mention.role in DEMANDING
        and mention.family == "unit"
        and groups
        and _LINED_UP.search(mention.after)
        and _ordinal(mention) > (longest := structures.longest_run(scene.grid > 0))
    ):
        yield absent(mention, scene, f"no line of more than {longest} blocks stands")
        return
    if whole is not None and not _means_what_is_made(whole, _made_before(whole, before)):
        inside = find_referents(whole, scene)
        if (
            inside.groups
            and whole.family in ("tower", "row", "wall", "area")
            and mention.family in ("unit", "")
        ):
            cells = {tuple(cell) for cell in inside.cells}
            groups = [g for g in find_referents(mention, scene).known if tuple(g[0]) in cells]
            if not groups and mention.colours and scene.is_short:
                yield absent(mention, scene, f"no {_name(mention)} is in {whole.text}")
                return
            if 0 < len(groups) < _ordinal(mention) and mention.role in DEMANDING:
                yield absent(mention, scene, f"{whole.text} has only {len(groups)} such blocks")
                return
            taken = re.search(r"\b(?:off|top)\b", mention.after[:20]) is not None or bool(mention.adjectives)
            if mention.count and mention.count > len(groups) and mention.role in DEMANDING:
                yield fewer(mention, groups, scene)
                return
            if taken or len(inside.groups) > 1:
                return
            certain = True
        elif not inside.groups:
            certain = False
        elif mention.noun == "leg" and not mention.adjectives:
            certain = True
    colours_missing = [c for c in mention.colours if not len(scene.blocks((c,)))]
    either = re.search(r"/| or ", mention.text) is not None
    if either and len(colours_missing) < len(mention.colours):
        return
    if colours_missing and not (mention.family or scene.is_short):
        return
    if colours_missing:
        if any(COLOURS[c - 1] in _free_colours(mention, before, scene) for c in colours_missing):
            return
        yield absent_colour(mention, colours_missing, scene)
        return
    if not found.known:
        acted = any(one.role != "seen" and is_apart(one, mention) for one in before)
        if (
            mention.family not in ("unit", "")
            and (acted or (not scene.is_short and mention.role not in DEMANDING))
            and len(scene.blocks(()))
        ):
            return
        if not before and scene.context and not mention.colours:
            return
        if mention.family == "hole" and structures.has_hole(scene.grid):
            return
        if (
            mention.family in ("row", "area", "thing", "arch", "hole")
            and len(scene.blocks(mention.colours))
            and not _lacks(mention, scene)
        ):
            return
        yield absent(mention, scene)
        return
    if _lacks(mention, scene) and (scene.is_short or mention.role in DEMANDING):
        yield absent(mention, scene)
        return
    if not groups:
        if certain and (scene.is_short or mention.role in DEMANDING):
            words = mention.text + " ".join(mention.after.split(" ")[:5])
            yield absent(mention, scene, f"nothing that stands is “{words.strip()}”")
        return
    yield from count_obstacles(mention, found, groups, certain, before, scene)


def _lacks(mention: Mention, scene: Scene) -> bool:
    """Whether no block or structure of the noun's family stands."""
    grid, blocks = scene.grid, scene.blocks(mention.colours)
    if not len(blocks):
        return True
    if mention.family == "hole":
        return scene.is_short and not structures.has_hole(grid)
    if mention.family == "arch":
        if mention.noun.startswith("stair"):
            return not structures.has_steps(blocks)
        if mention.noun.startswith("arch"):
            return not len(structures.floating(grid > 0, grid))
        return len(blocks) < 3 or (not mention.noun.startswith(("cross",)) and _is_flat(blocks))
    if mention.family == "row":
        return not structures.has_aligned(blocks)
    if mention.family == "area":
        return len(blocks) < 4 and not mention.colours
    return False


def _is_flat(cells: Cells) -> bool:
    return bool((cells[:, 0] == cells[0, 0]).all() or len({tuple(c) for c in cells[:, 1:]}) == 1)


def _free_colours(mention: Mention, before: Sequence[Mention], scene: Scene) -> set[str]:
    """Colours that the text names before a phrase, but not as colours of things that stand."""
    said = " . ".join([*scene.sentences[: mention.sentence], mention.before])
    for one in before:
        if one.existing and one.colours:
            said = said.replace(one.text, " ", 1)
    return set(re.findall(COLOUR, said))


def _name(mention: Mention) -> str:
    names = " or ".join(COLOURS[c - 1] for c in mention.colours)
    return f"{names} block"
