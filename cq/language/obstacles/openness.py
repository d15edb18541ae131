"""Obstacles of openness: the colour, the number, the size, the place or the direction is not said at all."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cq.language.lexicon import NUMBERS
from cq.language.obstacles.grammar import VERB
from cq.language.obstacles.mentions import Mention
from cq.language.obstacles.obstacle import Obstacle
from cq.language.obstacles.referents import find_referents
from cq.language.obstacles.scene import Scene
from cq.language.obstacles.structures import components
from cq.language.obstacles.wording import COLOUR
from cq.world.directions import COMPASS

_N = rf"(?:\d+|{'|'.join(name for name in NUMBERS if name != 'one')})"
_COMPASS = "|".join(COMPASS)
_SAME = re.compile(
    r"\b(?:same|match\w*|identical|equal|copy|copies|mirror\w*|duplicat\w*|replica\w*|repeat|similar|"
    r"any colou?r|coloured|alternat\w*|like (?:the|this|that)|"
    r"colours?|rainbow|checker\w*|pattern)\b"
)
_SIZE_CUES = re.compile(
    rf"\b(?:{_N}|each|every|both|all|until|fill\w*|cover\w*|surround\w*|enclos\w*|entire|whole|full|"
    rf"complete\w*|same|as (?:\w+ as|high|tall|long|wide|big|large)|between|gaps?|holes?|up to|"
    r"reach\w*|connect\w*|join\w*|link\w*|across|replac\w*|turn|chang\w*|swap|exchang\w*|recolou?r|paint|"
    r"halve|double|half|copy|mirror|identical|equal|edge to edge|"
    r"to the (?:\w+ )?(?:edge|wall|ceiling|top|border|side|limit|corner|floor|ground)|from .* to|corners|"
    r"ends|sides|outline|border|frame|ring|one|rest|single|"
    r"around(?! the (?:centre|middle|edge))|roof|level|completely|entirely|\d+x\d+|per|perimeter|small|"
    r"its place|their place|so that|plus|cross|letter|shape|diagonal|layer)\b"
)
_PLACE_CUES = re.compile(
    rf"\b(?:{_COMPASS}|(?:north|south)\w*|(?:east|west)\w*|middle|cent\w*|corners?|edges?|sides?|left\w*|"
    rf"right\w*|front|behind|there|here|around|anywhere|"
    r"somewhere|wherever|top|above|below|under\w*|beneath|over|next|beside|near|between|inside|within|"
    r"adjacent|along|across|gaps?|holes?|ends?|each|every|"
    r"where|it|them|other|others|attach\w*|connect\w*|against|around|same (?:place|spot)|instead|place of|"
    r"back|that|these|this|those|(?:row|column|square) \d|"
    r"\d+(?:st|nd|rd|th)|first|second|third|symmetr\w*|mirror\w*|extend\w*|extending|touch\w*|long(?:er)?|"
    r"tall(?:er)?|higher|bigger|wider|replac\w*|ceiling|fill|cover|whole|entire|outside|perimeter|border)\b"
)
_SIDES = re.compile(
    rf"\b(?:{_COMPASS}|(?:north|south|east|west)\w*|left|right|front|behind|back|top|above|below|under\w*|"
    rf"beneath|over|between|around|each|every|all|both|"
    r"any|surround\w*|diagonal\w*|side (?:that|which|facing)|opposite|outer|inner|inside|outside|towards?|"
    r"middle|centre|corners?|ends?)\b"
)
_DIRECTIONS = re.compile(
    rf"\b(?:{_COMPASS}|(?:north|south|east|west)\w*|left|right|front|behind|back|up|upwards?|vertical\w*|"
    rf"high|tall|on top|to|towards?|until|between|"
    r"across|through|around|each|every|all|both|any|ends?|tower|column|stack\w*|pillar|forwards?|backwards?|"
    r"down\w*|away)\b"
)
_STARTS = re.compile(r"\b(?:start\w*|begin\w*|from)\b")
_LINE = re.compile(r"\b(?:row|line|beam|diagonal|diagonally|touch|touching|consecutive)\b")
_BESIDE = re.compile(
    r"\b(?:next to|beside|near|against|adjacent to|touching|alongside|close to|by|attach\w* (?:[\w ]+ )?to|"
    r"(?:to|on|at) the side of|stick [\w ]+ to|at|besides|around the area of)$"
)
_FILLS = re.compile(r"\b(?:gaps?|holes?|each|every|both|between|corners)\b")
_VAGUE_NUMBER = re.compile(r"\b(?:some|few|several|many|lots of|a lot of|a bit|a little|bunch)\b")
_RESIZED = re.compile(
    r"\b(?:(?:lower|raise|shorten|lengthen|heighten|widen|shrink|enlarge|extend|grow|reduce)\b|(?:make|"
    r"making|get|build) (?:the|this|that|it|its|both|each|all) ?(?:[\w-]+ ){0,5}?"
    r"(?:taller|higher|longer|shorter|lower|wider|bigger|smaller|larger)\b)"
)
_BY_HOW_MUCH = re.compile(
    rf"\b(?:{_N}|one|an?(?= (?:{COLOUR} )?(?:block|level|layer|cube|row|column))|half|halve|double|twice|"
    rf"until|till|as \w+ as|same|equal|level with|to the|up to|reach\w*|match\w*|between|"
    r"completely|all the way|so that|each|every|ceiling|single)\b"
)
_UNNAMED = re.compile(
    r"^(?:please |now |then |facing \w+,? |can you |could you )*(?:(?P<make>build|make|create|construct|"
    r"place|put|add|erect|stack|lay|set)|(?P<remove>remove|take|delete|destroy|break|clear|erase)) "
    r"(?:me |us |up |down |away )?(?P<what>something|anything|things?|stuff|some(?: more)?|a few(?: more)?|"
    r"few|several|more|a (?:few|couple)(?: more)?|two|three|four|five|\d+|one|"
    r"an? (?P<noun>(?:\w+ ){0,2}?\w+))(?: (?P<rest>.*))?$"
)
_IT_PLACED = re.compile(
    r"(?:please |now |can you |could you )*(?:put|place|build|add|stack|move|set|do|make|drop) "
    r"(?P<it>it|that|this|them|these|those)\b"
)
_HOLE = re.compile(r"\b(?:make|cut|punch|knock|break|open|create|leave) an? (?:\w+ )?(?:hole|gap|opening)\b")
_AN_END = re.compile(
    r"\b(?:at|on|to|from) (?:the|one|an|either) (?:very )?(?:end|ends) of (?:the|this|that)\b"
)
_RELATIVE = re.compile(
    r"\b(?:to|on|at|from|towards?|into|in) (?:the|its|your|my)? ?(?:very |far |immediate )?(?:left|right|"
    r"front|back)\b(?! (?:and|or) (?:right|left) (?:ends?|sides?))|\bin front\b|\bbehind\b|"
    r"\bleft(?:most)?(?= of| side| end| edge| corner|most| (?:\w+ )?(?:tower|column|block|one))|"
    r"\b(?:leftmost|rightmost)\b|\bright(?= of| side| end| edge| corner)|\b(?:the|its) (?:left|"
    r"right)(?: (?:tower|column|block|one|row|end|side|wall|cube))?\b|\bmove [\w ]+ (?:left|right)\b"
)
_MOVES_TO = re.compile(
    rf"\b(?:{_COMPASS}|(?:north|south)\w*|left|right|front|behind|back|up\w*|down\w*|on|onto|"
    rf"to(?! the side)|next|beside|above|below|under|between|into|forwards?|backwards?|corner|middle|centre|"
    rf"against|where|place)\b"
)


def open_obstacles(scene: Scene) -> Iterator[Obstacle]:
    """What a short text leaves so open that nobody could build it."""
    yield from _of_facing(scene)
    if not scene.is_short or scene.leaves_choice:
        return
    text = scene.text
    made = [
        one
        for one in scene.mentions
        if not one.existing
        and one.family not in ("", "hole")
        and not (one.definite and one.noun in ("one", "ones"))
    ]
    found = _UNNAMED.match(text.rstrip(" .!"))
    named = any(one.family and not one.anchor for one in scene.mentions)
    if found and not named and not re.search(rf"\b(?:{COLOUR})\b", text):
        yield _of_unnamed(found)
        return
    found = _IT_PLACED.match(text)
    moved = found is not None and "move" in found[0] and len(components(scene.grid > 0)) == 1
    if not scene.context and not scene.mentions and found and not moved:
        yield _open("action", found["it"], f"it is not said what “{found['it']}” is")
        return
    yield from _of_colour(scene, made)
    yield from _of_number(scene, made)
    yield from _of_place(scene, made)
    yield from _of_direction(scene, made)


def _of_facing(scene: Scene) -> Iterator[Obstacle]:
    if scene.facing is None and (found := _RELATIVE.search(scene.text)):
        yield _open("facing", found[0].strip(), "left, right, front and behind need a direction to face")


def _of_unnamed(found: re.Match[str]) -> Obstacle:
    what = found["what"]
    if found["remove"]:
        return _open("which", what, "it is not said which blocks to remove")
    if found["noun"]:
        return _open("action", what, f"it is not said of which blocks to make “{what}”")
    return _open("action", what, "it is not said what to build")


def _of_colour(scene: Scene, made: list[Mention]) -> Iterator[Obstacle]:
    if _SAME.search(scene.text) or _free_colours(scene):
        return
    fills = re.search(
        r"\b(?:fill|plug|close|bridge|connect|join|link|surround|enclose|crown|top|cap|cover)\b", scene.text
    )
    plain = next((one for one in made if not one.colours), None)
    if plain is not None and not re.search(r"\bmore\b", plain.text):
        yield _open("colour", plain.text, f"no colour is given for “{plain.text}”")
    elif (
        not made
        and fills
        and re.match(
            r"(?:\w+ )?(?:fill|plug|connect|join|link|surround|enclose|crown|top|cap|cover)\b", scene.text
        )
    ):
        yield _open("colour", fills[0], "no colour is given")


def _of_number(scene: Scene, made: list[Mention]) -> Iterator[Obstacle]:
    for sentence in scene.sentences:
        if (found := _RESIZED.search(sentence)) and not _BY_HOW_MUCH.search(
            _without_existing(sentence, scene)
        ):
            yield _open("size", found[0], "it is not said by how many blocks")
            return
    for one in made:
        sentence = _without_existing(scene.sentences[one.sentence], scene).replace("each other", "")
        others = sentence.replace(one.text, " ", 1) if not one.count else sentence
        if _FILLS.search(scene.sentences[one.sentence].replace("each other", "")):
            continue
        if any(
            other.anchor and other.plural and not other.part and not other.count for other in scene.mentions
        ):
            continue  # "Red blocks on the blue blocks": one on each.
        sized = any(word.startswith("size ") for word in one.adjectives)
        vague = _VAGUE_NUMBER.search(one.text)
        if one.family == "unit" and one.plural and not one.count and (vague or not _SIZE_CUES.search(others)):
            yield _open("count", one.text, f"no number is given for “{one.text}”")
            return
        if (
            one.family in ("tower", "row", "wall", "area", "arch", "thing")
            and not sized
            and not _SIZE_CUES.search(others.replace(" a single ", " "))
        ):
            yield _open("size", one.text, f"no size is given for “{one.text}”")
            return
    text = scene.text
    for one in scene.mentions:
        uncounted = (
            one.family == "unit"
            and one.role == "removed"
            and not one.count
            and (
                _VAGUE_NUMBER.search(one.text)
                or (
                    one.plural
                    and not one.determiners
                    and not one.colours
                    and re.match(r" (?:off|from|out of)\b", one.after)
                )
            )
        )
        if (
            uncounted
            and not _SIZE_CUES.search(re.sub(r"\bone\b", "", _without_existing(text, scene)))
            and len(find_referents(one, scene).groups) > 1
        ):
            yield _open("count", one.text, f"no number is given for “{one.text}”")
            return


def _of_place(scene: Scene, made: list[Mention]) -> Iterator[Obstacle]:
    text = scene.text
    if (found := _HOLE.search(text)) and not _PLACE_CUES.search(text[found.end() :].replace("that", "")):
        yield _open("where", found[0], "it is not said where in it")
        return
    if (
        (found := _AN_END.search(text))
        and not _SIDES.search(re.sub(r"\bends?\b", "", text[found.start() :]))
        and not re.search(rf"\b(?:{_COMPASS}|left|right|top|bottom|back|front)(?:\w*) end", text)
    ):
        yield _open("where", found[0], "it is not said which end")
        return
    for one in scene.mentions:
        if (
            one.role == "moved"
            and one.family in ("unit", "tower", "row")
            and not _MOVES_TO.search(one.after)
            and scene.words[0] in ("move", "shift", "slide", "relocate", "push")
        ):
            yield _open("direction", one.text, f"it is not said where “{one.text}” goes")
            return
        beside = (
            one.anchor
            and one.family not in ("", "hole")
            and (found := _BESIDE.search(one.link))
            and (made or scene.words[0] in ("attach", "stick"))
        )
        if beside and found and found[0] != "at" and not _SIDES.search(_without_existing(text, scene)):
            yield _open("where", f"{found[0]} {one.text}", f"it is not said on which side of “{one.text}”")
            return
        if (
            one.anchor
            and made
            and made[0].count == 1
            and made[0].family == "unit"
            and one.family in ("row", "wall", "area")
            and re.search(r"\b(?:on|onto|on top of|upon|atop)$", one.link)
        ):
            rest = _without_existing(text, scene).replace("on top of", "on")
            if (
                not one.every
                and not one.plural
                and not _SIDES.search(rest)
                and len(find_referents(one, scene).groups) == 1
            ):
                yield _open("where", one.text, f"“{one.text}” has several blocks to place it on")
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
            yield _open("where", first.text, f"no place is given for “{first.text}”")


def _of_direction(scene: Scene, made: list[Mention]) -> Iterator[Obstacle]:
    text = scene.text
    rest = _without_existing(text, scene)
    several = any((one.count or 2) > 1 or one.family == "row" for one in made)
    if (
        several
        and _LINE.search(text)
        and _STARTS.search(text)
        and not _DIRECTIONS.search(
            re.sub(r"\b(?:in|at) the (?:middle|centre)\b|\b(?:put|lay|set) down\b", "", rest)
        )
    ):
        yield _open("direction", (_LINE.search(text) or [""])[0], "it is not said in which direction")
    elif re.match(r"(?:\w+ )?(?:extend|lengthen|continue)\b", text) and not _DIRECTIONS.search(
        re.sub(r"\bto an? (?:row|line|column|tower)\b", "", rest)
    ):
        yield _open("direction", scene.words[0], "it is not said in which direction")


def _free_colours(scene: Scene) -> bool:
    """Whether the text names a colour that is not only the colour of something that stands."""
    text = scene.text
    for one in scene.mentions:
        if one.existing and one.colours:
            text = text.replace(one.text, " ", 1)
    return bool(re.search(rf"\b(?:{COLOUR})", text))


def _without_existing(text: str, scene: Scene) -> str:
    """The text without the phrases of things that stand."""
    for one in scene.mentions:
        if one.existing and one.family:
            text = text.replace(one.text, " ", 1)
    return text


def _open(question: str, phrase: str, text: str) -> Obstacle:
    return Obstacle("open", question, phrase, text)
