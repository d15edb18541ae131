"""Obstacles of space: what reaches beyond the zone of 9 x 11 x 11 cells, and what no block can be or do."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cq.language.lexicon import NUMBERS, read_digits
from cq.language.obstacles.foreign import foreign_obstacles, too_large
from cq.language.obstacles.mention import Mention
from cq.language.obstacles.obstacle import Cells, Obstacle
from cq.language.obstacles.referents import find_referents
from cq.language.obstacles.scene import Scene
from cq.language.obstacles.wording import number_of
from cq.world.directions import COMPASS, SIDES, axis_and_sign, turn
from cq.world.grid import DEPTH, HALF, HEIGHT, WIDTH

MOST_BLOCKS = WIDTH * DEPTH
"""A floor has as many; nobody means more."""
MOST_ACTIONS = 40
"""A builder takes as many about one instruction (`cq.building.model.trajectory.MAX_ACTIONS`)."""

_N = rf"\d+|{'|'.join(NUMBERS)}"
_HIGH = re.compile(
    rf"\b({_N})[ -](?:\w+ )?(?:(?:block|cube|brick|layer|level|space|cell)s?[ -])?(?:high|tall|in height)\b"
)
_WIDE = re.compile(
    rf"\b({_N})[ -](?:\w+ )?(?:(?:block|cube|brick|space|cell|square)s?[ -])?(?:long|wide|deep|in length|"
    rf"in width)\b"
)
_LEVEL = re.compile(rf"\b(?:height|level|layer|altitude) (?:of |number )?({_N})\b")
_LINE_NUMBER = re.compile(r"\b(?:row|column|line) (?:number )?(\d+)\b")
_LAYERS = re.compile(rf"\b({_N}) (?:layers|levels|storeys|stories|floors) (?:high|tall|of)\b")
_SIZE = re.compile(r"\b(\d+)x(\d+)(?:x(\d+))?\b")
_UP = re.compile(
    r"\b(?:tower|column|pillar|stack|stacking|stacked|pile|vertical|vertically|on top of (?:each other|"
    r"one another|another|the other))\b"
)
_ALONG = re.compile(r"\b(?:row|line|beam|horizontal|horizontally)\b")
_LAID_OUT = re.compile(
    r"\b(?:\d+x\d+|fill\w*|cover\w*|whole|entire|every|each|edges|border|outline|perimeter|"
    r"pyramid|(?:\w+ )?(?:rows|columns|towers|layers|walls) of)\b"
)
"""Words that tell where each of many blocks goes."""
_IN_A_ROW = re.compile(r" (?:in|as) (?:a|one) (?:\w+ )?(?:row|line)\b| horizontally\b")
_SIDED = rf"(?P<side>{'|'.join(COMPASS)}|left|right|in front|behind)"
_STEPS = re.compile(
    rf"\b(?P<n>{_N}) (?:(?:empty )?(?:space|block|square|cell|step|tile|field|place|spot|"
    rf"unit|mile|met(?:er|re)|kilomet(?:er|re)|yard|foot|inch)s? |feet |km |inches )?"
    rf"(?:further |more |away )?(?:to the |towards? (?:the )?)?"
    rf"(?P<side>{'|'.join(COMPASS)})(?:ward|wards)?(?: of (?:the )?(?P<middle>centre|middle)|"
    rf" from (?:the )?(?P<from>centre|middle))?(?!\w)"
)
_AT_SIDE = re.compile(
    rf"(?:\b(?:directly|immediately|just|straight|right|exactly) )?(?:(?:to|on|at) (?:the|"
    rf"its) )?(?:immediate |direct |very )?(?:far )?"
    rf"{_SIDED}(?:ern)?(?: side)?(?: of)?(?: the)?$"
)
_BELOW = re.compile(r"\b(?:below|under|underneath|beneath)$")
_ABOVE = re.compile(r"\b(?:on|onto|upon|atop|above|over|on top of|to the top of)(?: the)?$")
_GOES = re.compile(
    rf"\b(?:goes|going|runs|running|go|run|extend\w*|lead\w*|stretch\w*|head\w*|continu\w*|build\w*|"
    rf"towards?|to the)(?: (?:out|on|off|away|straight))?"
    rf"(?: (?:to|towards?))?(?: the)? (?P<side>{'|'.join(COMPASS)})(?:ward|wards)?\b(?! of| side| edge|"
    rf" border)"
)
_TALLER = re.compile(
    rf"\b(?P<n>{_N}|a) (?:more )?(?:\w+ )?(?:blocks?|cubes?|levels?|layers?)? ?(?:taller|higher)\b|"
    rf"\bby (?P<m>{_N}|a)\b"
)
_INSIDE = re.compile(r"\b(?:inside|within|into)$")


def zone_obstacles(scene: Scene) -> Iterator[Obstacle]:
    """What does not fit into the zone or into this world of blocks."""
    yield from foreign_obstacles(scene)
    for index, sentence in enumerate(scene.sentences):
        yield from _of_sizes(sentence)
        mentions = [one for one in scene.mentions if one.sentence == index]
        for mention in mentions:
            yield from _of_numbers(mention, sentence)
            if mention.existing:
                yield from _of_landmark(mention, mentions, sentence, scene)


def _of_sizes(sentence: str) -> Iterator[Obstacle]:
    for pattern, most, what in (
        (_HIGH, HEIGHT, "high"),
        (_LAYERS, HEIGHT, "high"),
        (_LEVEL, HEIGHT, "high"),
        (_LINE_NUMBER, WIDTH, "wide"),
        (_WIDE, max(WIDTH, DEPTH), "wide"),
    ):
        for found in pattern.finditer(sentence):
            if number_of(found[1]) > most:
                yield too_large(found[0], f"the zone is only {most} blocks {what}")
    for found in _SIZE.finditer(sentence):
        sides = sorted((int(side) for side in found.groups() if side), reverse=True)
        if sides[0] > WIDTH or (len(sides) == 3 and sides[-1] > HEIGHT):
            yield too_large(found[0], f"the zone is {WIDTH} by {DEPTH} blocks wide and {HEIGHT} high")
        elif 0 in sides:
            yield Obstacle("impossible", "size", found[0], f"“{found[0]}” leaves nothing to build")


def _of_numbers(mention: Mention, sentence: str) -> Iterator[Obstacle]:
    if mention.fraction or mention.count == 0:
        yield Obstacle("impossible", "count", mention.text, f"“{mention.text}” is no number of blocks")
        return
    if mention.existing:
        return
    size = next((read_digits(word[5:]) for word in mention.adjectives if word.startswith("size ")), 0)
    count = size or (mention.count or 0 if mention.family == "unit" else 0)
    where = mention.text if size else f"{mention.before[-30:]} {mention.text} {mention.after[:45]}"
    if count > HEIGHT and (mention.family == "tower" or _UP.search(where)) and not _ALONG.search(where):
        yield too_large(mention.text, f"the zone is only {HEIGHT} blocks high")
    elif count > max(WIDTH, DEPTH) and (mention.family == "row" or _IN_A_ROW.match(mention.after)):
        yield too_large(mention.text, f"the zone is only {WIDTH} blocks wide")
    elif count > MOST_ACTIONS and not _LAID_OUT.search(sentence):
        yield Obstacle(
            "impossible",
            "count",
            mention.text,
            f"{count} blocks are too many; one instruction places at most {MOST_ACTIONS}",
        )
    elif max(count, mention.count or 0) > MOST_BLOCKS:
        yield Obstacle(
            "impossible",
            "count",
            mention.text,
            f"“{mention.text}” are too many; the floor of the zone has {MOST_BLOCKS} cells",
        )


def _of_landmark(
    mention: Mention, mentions: list[Mention], sentence: str, scene: Scene
) -> Iterator[Obstacle]:
    """What is to be next to, above, below or inside something that stands, and cannot."""
    found = find_referents(mention, scene)
    if mention.anchor and mention.family == "unit" and not mention.plural and _INSIDE.search(mention.link):
        yield Obstacle(
            "impossible", "where", mention.text, f"nothing can be inside “{mention.text}”; a block is solid"
        )
        return
    if len(found.groups) != 1 or not found.certain:
        return
    cells = found.cells
    made = [one for one in mentions if not one.existing]
    if any(
        set(one.colours) & set(mention.colours)
        for one in scene.mentions
        if not one.existing and one.sentence < mention.sentence
    ):
        return
    if mention.anchor and (made or mentions[0].role == "moved"):
        count = _stacked(made[-1]) if made else 1
        if _BELOW.search(mention.link) and not cells[:, 0].any() and "ground" not in mention.link:
            yield too_large(
                mention.text, f"“{mention.text}” is on the ground; nothing fits below it", "where"
            )
        elif _ABOVE.search(mention.link) and _is_one_column(cells) and not _ALONG.search(sentence):
            room = HEIGHT - 1 - int(cells[:, 0].max())
            if count > room:
                yield too_large(
                    mention.text,
                    f"only {room} more blocks fit on “{mention.text}”"
                    if room
                    else f"“{mention.text}” reaches the top of the zone; nothing fits on it",
                    "count" if room else "where",
                )
        elif (side := _AT_SIDE.search(mention.link)) and (direction := _compass(side["side"], scene)):
            axis, sign = axis_and_sign(direction)
            room = HALF - int(((cells[:, axis] - HALF) * sign).max())
            if room == 0 and not re.search(
                r"\b(?:from|at|along|in|end|edge)$", mention.link[: side.start()].strip()
            ):
                yield too_large(
                    mention.text,
                    f"“{mention.text}” is at the {direction} edge; nothing fits {direction} of it",
                    "where",
                )
    if goes := _GOES.search(mention.after):
        count = max([_stacked(one) for one in made], default=0)
        axis, sign = axis_and_sign(goes["side"])
        room = HALF - int(((cells[:, axis] - HALF) * sign).max())
        if count > room + 1:
            yield too_large(
                mention.text, f"only {room} cells are left {goes['side']} of “{mention.text}”", "where"
            )
    if mention.role == "moved" and (steps := _STEPS.search(mention.after)):
        axis, sign = axis_and_sign(steps["side"])
        if int(((cells[:, axis] - HALF) * sign).max()) + number_of(steps["n"]) > HALF:
            yield too_large(steps[0], f"that is beyond the {steps['side']} edge of the zone", "where")
    if (
        mention.role in ("changed", "extended")
        and mention.family in ("tower", "unit")
        and (taller := _TALLER.search(mention.after))
    ):
        word = taller["n"] or taller["m"]
        if int(cells[:, 0].max()) + (1 if word == "a" else number_of(word)) >= HEIGHT:
            yield too_large(
                mention.text, f"“{mention.text}” would be higher than the {HEIGHT} blocks of the zone", "size"
            )


def middle_obstacles(scene: Scene) -> Iterator[Obstacle]:
    """Places that are counted from the middle and lie beyond the edge."""
    for found in _STEPS.finditer(scene.text):
        if (found["middle"] or found["from"]) and number_of(found["n"]) > HALF:
            yield too_large(found[0], f"the {found['side']} edge is {HALF} cells from the middle", "where")


def _compass(side: str, scene: Scene) -> str | None:
    if side in COMPASS:
        return side
    name = {"in front": "back", "behind": "front"}.get(
        side, side
    )  # In front of a thing is the builder's side.
    return turn(scene.facing, SIDES[name]) if scene.facing else None


def _stacked(mention: Mention) -> int:
    """How many blocks a phrase places."""
    size = next((read_digits(word[5:]) for word in mention.adjectives if word.startswith("size ")), 0)
    return size or mention.count or 1


def _is_one_column(cells: Cells) -> bool:
    return len({tuple(cell) for cell in cells[:, 1:]}) == 1
