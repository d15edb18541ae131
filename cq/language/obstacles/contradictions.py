"""Obstacles of logic: a text that denies what it says itself."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cq.language.lexicon import NUMBERS
from cq.language.obstacles.obstacle import Obstacle
from cq.language.obstacles.scene import Scene
from cq.language.obstacles.wording import COLOUR, number_of
from cq.world.directions import COMPASS, OPPOSITE

_N = rf"(?:\d+|{'|'.join(NUMBERS)})"
_SIDE = "|".join(COMPASS)
_TWO_FACINGS = re.compile(
    rf"\b(?:fac|look)\w* (?:to the )?({_SIDE}) (?:and|while|but) (?:also )?(?:(?:fac|"
    rf"look)\w* )?(?:to the )?({_SIDE})\b(?! (?:of|side|wall))"
)
_ONE_COLOUR = re.compile(
    rf"\b(?:a|an|one|the|this|that|single) ({COLOUR}) (?:block|cube|box|brick|"
    rf"one)\b(?: [\w ,]{{0,30}}?)? (?:that|which) (?:is|are|should be|must be|has to be) "
    rf"(?:also |all |entirely |completely |fully |not )*({COLOUR})\b|"
    rf"\b(?:block|cube|box|brick) (?:that|which) is ({COLOUR})(?: all over| entirely|"
    rf" completely)? and (?:also )?({COLOUR})\b|"
    rf"\b({COLOUR}) and (?:also )?({COLOUR}) (?:all over|at once|at the same time|entirely|completely)\b|"
    rf"\b(?:a|one|single) ({COLOUR}) and ({COLOUR}) (?:block|cube|brick|box) (?:that|which)\b"
)
_NOT_ITSELF = re.compile(
    rf"\b({COLOUR}) (?:block|cube|box|brick|one)\b[\w ]{{0,20}} (?:that|which) (?:is|are) not ({COLOUR})\b|"
    rf"\b({COLOUR})(?: all over| entirely| completely| through and through)?,? (?:but|and|yet|while|though) "
    rf"(?:\w+ )??(?:(?:is|be|are) )?(?:not|never) (?:\w+ )?({COLOUR})\b"
)
_SIZED = re.compile(
    rf"\b(?:tower|column|pillar|stack|pile) of (?:exactly )?({_N}) [\w ]*?(?:blocks?|cubes?|bricks?|"
    rf"ones?)\b(?!.*\beach\b).*?\b({_N})[ -](?:(?:block|cube|brick)s?[ -])?(?:high|tall)\b|"
    rf"\b({_N})[ -](?:(?:block|cube|brick)s?[ -])?(?:high|tall) (?:\w+ )?(?:tower|column|pillar|"
    rf"stack) (?:made )?(?:of|from|with) (?:exactly |only )?({_N}) (?:\w+ )?(?:blocks|block|cubes|bricks)\b"
)
_ONLY = re.compile(
    rf"\b(?:of|with) ({_N}) (?:\w+ )?(?:blocks|cubes|bricks)\b.*\b(?:using|with|out of|from) (?:only|just|"
    rf"exactly|no more than|at most) ({_N}) (?:\w+ )?(?:blocks?|cubes?|bricks?)\b|"
    rf"\b(?:of|with|exactly|only) ({_N}) (?:\w+ )?(?:blocks|cubes|bricks)\b.*\b(?:using|with|out of|from) "
    rf"({_N}) (?:\w+ )?(?:blocks?|cubes?|bricks?) (?:in total|altogether|overall|in all)\b"
)
_BOTH_SIDES = re.compile(rf"\b({_SIDE}) (?:of|side)\b.*\band\b.*\b({_SIDE}) (?:of|side)\b")
_AT_ONCE = re.compile(
    r"\b(?:at (?:the same time|once)|simultaneously|(?:using|with) (?:only |just )?(?:one|a single) block)\b"
)
_ONE_BLOCK = re.compile(r"\b(?:using|with) (?:only |just )?(?:one|a single) block\b")
_SAYS_NO = re.compile(
    r"\bhigher than each other\b|\b(?:taller|longer|shorter|bigger|smaller|wider|lower) than (?:each other|"
    r"one another|itself|themselves)\b|"
    r"\bneither (?:there|here|placed|standing) nor\b|\bwithout (?:using|placing|adding|touching|"
    r"removing) any(?:thing)?(?: blocks?)?$|"
    r"\b(?:and|but) (?:also )?(?:do not|never) (?:build|place|put|add|remove|do) (?:it|them|anything|any|"
    r"that)\b|"
    r"\b(?:taller|higher|longer|bigger|larger|wider) by (?:removing|taking|deleting|breaking|destroying)\b|"
    r"\b(?:shorter|lower|smaller|narrower) by (?:adding|placing|putting|stacking|building)\b|"
    r"\bbut (?:also )?(?:leave|keep) (?:it|them|everything) (?:as (?:it is|they are)|unchanged|empty|where|"
    r"there)\b|"
    r"\b(?:square|round) (?:circle|ball|sphere|square|triangle)\b|\bempty (?:block|tower)\b|\binvisible\b|"
    r"\bon top of (?:and|as well as|but also|while) (?:also )?(?:below|under|underneath|beneath)\b|"
    r"\bvertical(?:ly)? (?:and|but) (?:also )?horizontal(?:ly)? at\b|"
    r"\b(?:horizontal|flat) (?:tower|column|pillar)\b.*\bhigh\b|\bon top of itself\b|\bnext to itself\b"
)
_EMPTIES = re.compile(
    r"\b(?:remove|delete|destroy|break|clear|erase|wipe|take away) (?:away )?(?:absolutely )?(?:everything|"
    r"all(?: the| of the)? blocks|all of them|the whole (?:world|zone|grid))\b"
)
_LEAVES_ONE = re.compile(
    rf"\band (?:then )?(?:leave|keep) (?:just |only )?(?:one|two|three|some|{_N})\b(?! (?:{COLOUR}))|"
    rf"\b(?:leave|keep)\b.*\bdo not (?:leave|keep) (?:any|one|a)\b"
)
_STAYS = re.compile(
    r"\b(?:keep|leave) (it|them|(?:the|that|those|all) [\w ]*?(?:blocks?|ones?|towers?|cubes?|rows?|"
    r"walls?))(?: (\w+))?"
)


_LEFT_EMPTY = re.compile(
    r"\b(?P<landmark>(?:on top of|on|next to|beside|below|under|in|inside) the \w+(?: \w+)??),? "
    r"(?:but|and|yet|while|though)\b.*\b(?:nothing|no blocks?|not|never)\b.* "
    r"(?P<again>(?:on top of|on|next to|beside|below|under|in|inside) the \w+(?: \w+)??)$"
)
_SHARED = re.compile(
    r"\b(?:exactly |precisely |right )?(?:where|(?:same|very|exact) (?:cell|spot|place|position) as) "
    r"(?P<first>the [\w ]+?)\b(?: (?:is|stands|sits|lies))?(?: now)?,? (?:and|but|while) "
    r"(?:leav|keep|also leav|also keep)\w* (?P<other>it|the [\w ]+?) "
    r"(?:there|in place|too|as well|where it is|where it stands|standing)\b"
)
_END_OF_ZONE = re.compile(
    rf"\b((?:{_SIDE})(?:east|west)?)(?:ern|ernmost|most)? (?:corner|edge|end|side|border)\b"
)


def contradictions(scene: Scene) -> Iterator[Obstacle]:
    """What a text says and denies."""
    for sentence in scene.sentences:
        for found in _TWO_FACINGS.finditer(sentence):
            if found[1] != found[2]:
                yield _contradiction("facing", found[0], f"nobody can face {found[1]} and {found[2]} at once")
        for pattern in (_ONE_COLOUR, _NOT_ITSELF):
            for found in pattern.finditer(sentence):
                first, second = [part for part in found.groups() if part]
                if (first == second) == (pattern is _NOT_ITSELF):
                    yield _contradiction(
                        "colour",
                        found[0],
                        f"one block cannot be {first} and {'not ' if first == second else ''}{second}",
                    )
        for pattern in (_SIZED, _ONLY):
            for found in pattern.finditer(sentence):
                first, second = [part for part in found.groups() if part]
                if number_of(first) != number_of(second):
                    yield _contradiction(
                        "size", found[0], f"{first} blocks and {second} blocks cannot both be right"
                    )
        sides = _BOTH_SIDES.search(sentence)
        if sides and OPPOSITE.get(sides[1]) == sides[2] and _AT_ONCE.search(sentence):
            yield _contradiction("where", sides[0], f"one block cannot be {sides[1]} and {sides[2]} at once")
        everywhere = re.search(
            r"\b(?:all|both|each|every|two|three|four) (?:\w+ )?(?:corners|sides|edges|ends)\b", sentence
        )
        if everywhere and (once := _ONE_BLOCK.search(sentence)):
            yield _contradiction("count", once[0], f"one block cannot be in {everywhere[0]}")
        if denied := _SAYS_NO.search(sentence):
            yield _contradiction("action", denied[0], f"“{denied[0]}” contradicts itself")
        if _EMPTIES.search(sentence) and (left := _LEAVES_ONE.search(sentence)):
            yield _contradiction("which", left[0], "all cannot be removed while something is left")
    yield from _kept(scene)
    yield from _of_places(scene)


def _of_places(scene: Scene) -> Iterator[Obstacle]:
    """One place that is filled and left empty, holds two blocks, or lies at two ends of the zone."""
    for sentence in scene.sentences:
        if (left := _LEFT_EMPTY.search(sentence)) and left["landmark"] == left["again"]:
            yield _contradiction("action", left[0], f"something and nothing is to be {left['landmark']}")
        if shared := _SHARED.search(sentence):
            other = set(re.findall(COLOUR, shared["other"]))
            if not other or other <= set(re.findall(COLOUR, shared["first"])):
                yield _contradiction("where", shared[0], "one cell holds only one block")
        made = [one for one in scene.mentions if not one.existing]
        single = len(made) == 1 == len(scene.mentions) and made[0].family == "unit" and made[0].count == 1
        ends = [found[1] for found in _END_OF_ZONE.finditer(sentence)]
        if single and not scene.leaves_choice and any(_are_opposite(one, ends[0]) for one in ends[1:]):
            yield _contradiction("where", made[0].text, f"one block cannot be {ends[0]} and {ends[-1]}")


def _are_opposite(one: str, other: str) -> bool:
    parts = [re.findall(_SIDE, side) for side in (one, other)]
    return any(OPPOSITE.get(side) in parts[1] for side in parts[0])


def _kept(scene: Scene) -> Iterator[Obstacle]:
    """The same thing removed or recoloured and kept; or used as a landmark after it is removed."""
    acted = [
        one
        for one in scene.mentions
        if one.role in ("removed", "changed") and one.family in ("unit", "tower", "row", "wall", "area")
    ]
    for one in acted:
        for other in scene.mentions:
            same = (
                (other.family, other.colours) == (one.family, one.colours)
                and other.definite
                and one.definite
                and not (
                    one.adjectives - {"whole"}
                    or other.adjectives
                    or one.part
                    or other.part
                    or one.plural != other.plural
                )
            )
            if not same or other is one or scene.mentions.index(other) < scene.mentions.index(one):
                continue
            kept = re.search(r"\b(?:leav|keep)\w*$", other.link) is not None
            if kept and other.role == "kept" and scene.is_short:
                yield _contradiction("action", other.text, f"“{one.text}” cannot be {one.role} and kept")
            elif (
                one.role == "removed"
                and other.anchor
                and re.search(r"\b(?:on top of|on|onto|atop|above|next to|beside)$", other.link)
                and scene.is_short
                and len(scene.blocks(one.colours)) == 1
                and not _is_made_again(one, other, scene)
            ):
                yield _contradiction(
                    "where", other.text, f"“{other.text}” is removed before something is placed at it"
                )
        if (
            one.role == "changed"
            and (found := re.search(rf"\b(?:keep|leave)\w* (?:it|them) ({COLOUR})\b", one.after))
            and (new := re.search(rf"^ (?:\w+ )?({COLOUR})\b", one.after))
            and new[1] != found[1]
        ):
            yield _contradiction(
                "colour", found[0], f"“{one.text}” cannot become {new[1]} and stay {found[1]}"
            )


def _is_made_again(one: object, other: object, scene: Scene) -> bool:
    mentions = scene.mentions
    between = mentions[mentions.index(one) + 1 : mentions.index(other)]  # type: ignore[arg-type]
    return any(not m.existing and m.colours == other.colours for m in between)  # type: ignore[attr-defined]


def _contradiction(question: str, phrase: str, text: str) -> Obstacle:
    return Obstacle("contradiction", question, phrase, text)
