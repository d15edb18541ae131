"""Obstacles of openness: the colour, the number, the size, the place or the direction is not said at all."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cq.language.lexicon import NUMBERS
from cq.language.obstacles.mention import Mention
from cq.language.obstacles.obstacle import Obstacle
from cq.language.obstacles.open_places import COMPASS_NAMES, open_obstacle, place_obstacles, without_existing
from cq.language.obstacles.referents import find_referents
from cq.language.obstacles.scene import Scene
from cq.language.obstacles.structures import components
from cq.language.obstacles.wording import COLOUR

_N = rf"(?:\d+|{'|'.join(name for name in NUMBERS if name != 'one')})"
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
_DIRECTIONS = re.compile(
    rf"\b(?:{COMPASS_NAMES}|(?:north|south|east|west)\w*|left|right|front|behind|back|up|upwards?|vertical\w*|"
    rf"high|tall|on top|to|towards?|until|between|"
    r"across|through|around|each|every|all|both|any|ends?|tower|column|stack\w*|pillar|forwards?|backwards?|"
    r"down\w*|away)\b"
)
_STARTS = re.compile(r"\b(?:start\w*|begin\w*|from)\b")
_LINE = re.compile(r"\b(?:row|line|beam|diagonal|diagonally|touch|touching|consecutive)\b")
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
    r"draw|sketch|place|put|add|erect|stack|lay|set)|"
    r"(?P<remove>remove|take|delete|destroy|break|clear|erase)) "
    r"(?:me |us |up |down |away )?(?P<what>something|anything|things?|stuff|some(?: more)?|a few(?: more)?|"
    r"few|several|more|a (?:few|couple)(?: more)?|two|three|four|five|\d+|one|"
    r"an? (?P<noun>(?:\w+ ){0,2}?\w+))(?: (?P<rest>.*))?$"
)
_WRITTEN = re.compile(
    r"(?:please |now |can you |could you )*(?:write|spell)(?: out| me)* (?:the (?:words?|name|letters) )?"
    rf"(?!(?:out|me|an?|the|letters?|digits?|numbers?|capital|{COLOUR})\b)(?P<word>[a-z]{{2,}})\b"
)
"""More than one letter: how letters stand beside each other is not known."""
_IT_PLACED = re.compile(
    r"(?:please |now |can you |could you )*(?:put|place|build|add|stack|move|set|do|make|drop) "
    r"(?P<it>it|that|this|them|these|those)\b"
)
_RELATIVE = re.compile(
    r"\b(?:to|on|at|from|towards?|into|in) (?:the|its|your|my)? ?(?:very |far |immediate )?(?:left|right|"
    r"front|back)\b(?! (?:and|or) (?:right|left) (?:ends?|sides?))|\bin front\b|\bbehind\b|"
    r"\bleft(?:most)?(?= of| side| end| edge| corner|most| (?:\w+ )?(?:tower|column|block|one))|"
    r"\b(?:leftmost|rightmost)\b|\bright(?= of| side| end| edge| corner)|\b(?:the|its) (?:left|"
    r"right)(?: (?:tower|column|block|one|row|end|side|wall|cube))?\b|\bmove [\w ]+ (?:left|right)\b"
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
    if found := _WRITTEN.match(text):
        yield open_obstacle(
            "action", found["word"], f"it is not said where the letters of “{found['word']}” go"
        )
        return
    found = _IT_PLACED.match(text)
    moved = found is not None and "move" in found[0] and len(components(scene.grid > 0)) == 1
    if not scene.context and not scene.mentions and found and not moved:
        yield open_obstacle("action", found["it"], f"it is not said what “{found['it']}” is")
        return
    yield from _of_colour(scene, made)
    yield from _of_number(scene, made)
    yield from place_obstacles(scene, made)
    yield from _of_direction(scene, made)


def _of_facing(scene: Scene) -> Iterator[Obstacle]:
    if scene.facing is None and (found := _RELATIVE.search(scene.text)):
        yield open_obstacle(
            "facing", found[0].strip(), "left, right, front and behind need a direction to face"
        )


def _of_unnamed(found: re.Match[str]) -> Obstacle:
    what = found["what"]
    if found["remove"]:
        return open_obstacle("which", what, "it is not said which blocks to remove")
    if found["noun"]:
        return open_obstacle("action", what, f"it is not said of which blocks to make “{what}”")
    return open_obstacle("action", what, "it is not said what to build")


def _of_colour(scene: Scene, made: list[Mention]) -> Iterator[Obstacle]:
    if _SAME.search(scene.text) or _free_colours(scene):
        return
    fills = re.search(
        r"\b(?:fill|plug|close|bridge|connect|join|link|surround|enclose|crown|top|cap|cover)\b", scene.text
    )
    plain = next((one for one in made if not one.colours), None)
    if plain is not None and not re.search(r"\bmore\b", plain.text):
        yield open_obstacle("colour", plain.text, f"no colour is given for “{plain.text}”")
    elif (
        not made
        and fills
        and re.match(
            r"(?:\w+ )?(?:fill|plug|connect|join|link|surround|enclose|crown|top|cap|cover)\b", scene.text
        )
    ):
        yield open_obstacle("colour", fills[0], "no colour is given")


def _of_number(scene: Scene, made: list[Mention]) -> Iterator[Obstacle]:
    for sentence in scene.sentences:
        if (found := _RESIZED.search(sentence)) and not _BY_HOW_MUCH.search(
            without_existing(sentence, scene)
        ):
            yield open_obstacle("size", found[0], "it is not said by how many blocks")
            return
    for one in made:
        sentence = without_existing(scene.sentences[one.sentence], scene).replace("each other", "")
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
            yield open_obstacle("count", one.text, f"no number is given for “{one.text}”")
            return
        if (
            one.family in ("tower", "row", "wall", "area", "arch", "thing")
            and not sized
            and not _SIZE_CUES.search(others.replace(" a single ", " "))
        ):
            yield open_obstacle("size", one.text, f"no size is given for “{one.text}”")
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
            and not _SIZE_CUES.search(re.sub(r"\bone\b", "", without_existing(text, scene)))
            and len(find_referents(one, scene).groups) > 1
        ):
            yield open_obstacle("count", one.text, f"no number is given for “{one.text}”")
            return


def _of_direction(scene: Scene, made: list[Mention]) -> Iterator[Obstacle]:
    text = scene.text
    rest = without_existing(text, scene)
    several = any((one.count or 2) > 1 or one.family == "row" for one in made)
    if (
        several
        and _LINE.search(text)
        and _STARTS.search(text)
        and not _DIRECTIONS.search(
            re.sub(r"\b(?:in|at) the (?:middle|centre)\b|\b(?:put|lay|set) down\b", "", rest)
        )
    ):
        yield open_obstacle("direction", (_LINE.search(text) or [""])[0], "it is not said in which direction")
    elif re.match(r"(?:\w+ )?(?:extend|lengthen|continue)\b", text) and not _DIRECTIONS.search(
        re.sub(r"\bto an? (?:row|line|column|tower)\b", "", rest)
    ):
        yield open_obstacle("direction", scene.words[0], "it is not said in which direction")


def _free_colours(scene: Scene) -> bool:
    """Whether the text names a colour that is not only the colour of something that stands."""
    text = scene.text
    for one in scene.mentions:
        if one.existing and one.colours:
            text = text.replace(one.text, " ", 1)
    return bool(re.search(rf"\b(?:{COLOUR})", text))
