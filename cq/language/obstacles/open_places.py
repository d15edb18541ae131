"""Obstacles of place: a text does not say where something goes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cq.language.obstacles.grammar import VERB
from cq.language.obstacles.mention import Mention
from cq.language.obstacles.obstacle import Obstacle
from cq.language.obstacles.referents import find_referents
from cq.language.obstacles.scene import Scene
from cq.world.directions import COMPASS

COMPASS_NAMES = "|".join(COMPASS)
_PLACE_CUES = re.compile(
    rf"\b(?:{COMPASS_NAMES}|(?:north|south)\w*|(?:east|west)\w*|middle|cent\w*|corners?|edges?|sides?|left\w*|"
    rf"right\w*|front|behind|there|here|around|anywhere|"
    r"somewhere|wherever|top|above|below|under\w*|beneath|over|next|beside|near|between|inside|within|"
    r"adjacent|along|across|gaps?|holes?|ends?|each|every|"
    r"where|it|them|other|others|attach\w*|connect\w*|against|around|same (?:place|spot)|instead|place of|"
    r"back|that|these|this|those|(?:row|column|square) \d|"
    r"\d+(?:st|nd|rd|th)|first|second|third|symmetr\w*|mirror\w*|extend\w*|extending|touch\w*|long(?:er)?|"
    r"tall(?:er)?|higher|bigger|wider|replac\w*|ceiling|fill|cover|whole|entire|outside|perimeter|border)\b"
)
_SIDES = re.compile(
    rf"\b(?:{COMPASS_NAMES}|(?:north|south|east|west)\w*|left|right|front|behind|back|top|above|below|under\w*|"
    rf"beneath|over|between|around|each|every|all|both|"
    r"any|surround\w*|diagonal\w*|side (?:that|which|facing)|opposite|outer|inner|inside|outside|towards?|"
    r"middle|centre|corners?|ends?)\b"
)
_BESIDE = re.compile(
    r"\b(?:next to|beside|near|against|adjacent to|touching|alongside|close to|by|attach\w* (?:[\w ]+ )?to|"
    r"(?:to|on|at) the side of|stick [\w ]+ to|at|besides|around the area of)$"
)
_HOLE = re.compile(r"\b(?:make|cut|punch|knock|break|open|create|leave) an? (?:\w+ )?(?:hole|gap|opening)\b")
_AN_END = re.compile(
    r"\b(?:at|on|to|from) (?:the|one|an|either) (?:very )?(?:end|ends) of (?:the|this|that)\b"
)
_MOVES_TO = re.compile(
    rf"\b(?:{COMPASS_NAMES}|(?:north|south)\w*|left|right|front|behind|back|up\w*|down\w*|on|onto|"
    rf"to(?! the side)|next|beside|above|below|under|between|into|forwards?|backwards?|corner|middle|centre|"
    rf"against|where|place)\b"
)


def place_obstacles(scene: Scene, made: list[Mention]) -> Iterator[Obstacle]:
    """Nothing says where what is made or moved goes."""
    text = scene.text
    if (found := _HOLE.search(text)) and not _PLACE_CUES.search(text[found.end() :].replace("that", "")):
        yield open_obstacle("where", found[0], "it is not said where in it")
        return
    if (
        (found := _AN_END.search(text))
        and not _SIDES.search(re.sub(r"\bends?\b", "", text[found.start() :]))
        and not re.search(rf"\b(?:{COMPASS_NAMES}|left|right|top|bottom|back|front)(?:\w*) end", text)
    ):
        yield open_obstacle("where", found[0], "it is not said which end")
        return
    for one in scene.mentions:
        if (
            one.role == "moved"
            and one.family in ("unit", "tower", "row")
            and not _MOVES_TO.search(one.after)
            and scene.words[0] in ("move", "shift", "slide", "relocate", "push")
        ):
            yield open_obstacle("direction", one.text, f"it is not said where “{one.text}” goes")
            return
        beside = (
            one.anchor
            and one.family not in ("", "hole")
            and (found := _BESIDE.search(one.link))
            and (made or scene.words[0] in ("attach", "stick"))
        )
        if beside and found and found[0] != "at" and not _SIDES.search(without_existing(text, scene)):
            yield open_obstacle(
                "where", f"{found[0]} {one.text}", f"it is not said on which side of “{one.text}”"
            )
            return
        if (
            one.anchor
            and made
            and made[0].count == 1
            and made[0].family == "unit"
            and one.family in ("row", "wall", "area")
            and re.search(r"\b(?:on|onto|on top of|upon|atop)$", one.link)
        ):
            rest = without_existing(text, scene).replace("on top of", "on")
            if (
                not one.every
                and not one.plural
                and not _SIDES.search(rest)
                and len(find_referents(one, scene).groups) == 1
            ):
                yield open_obstacle("where", one.text, f"“{one.text}” has several blocks to place it on")
                return
    first = next(
        (one for one in made if one.family in ("unit", "tower", "row", "wall", "area", "arch", "thing")), None
    )
    makes = any(match.lastgroup == "make" for match in VERB.finditer(text)) and not any(
        match.lastgroup in ("change", "extend", "move") for match in VERB.finditer(text)
    )
    if first is not None and makes and not any(one.existing for one in scene.mentions):
        rest = text
        for one in made:
            rest = rest.replace(one.text, " ")
        rest = re.sub(
            r"\bon top of (?:each other|one another|another)\b|\bnext to each other\b|\bthat touch\b|"
            r"\ball\b|\beach other\b|\bover there\b|\bthat\b",
            " ",
            rest,
        )
        if not _PLACE_CUES.search(rest):
            yield open_obstacle("where", first.text, f"no place is given for “{first.text}”")


def without_existing(text: str, scene: Scene) -> str:
    """The text without the phrases of things that stand."""
    for one in scene.mentions:
        if one.existing and one.family:
            text = text.replace(one.text, " ", 1)
    return text


def open_obstacle(question: str, phrase: str, text: str) -> Obstacle:
    """An obstacle of kind "open" of a question type."""
    return Obstacle("open", question, phrase, text)
