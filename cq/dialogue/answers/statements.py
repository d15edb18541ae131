"""What one sentence of an answer tells: of which side, how many of which colour, how they lie, and where."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import numpy as np

from cq.dialogue.questions.settled import colour_ids
from cq.dialogue.reading.lexicon import CELLS, COLOUR, NUMBER, SIDE, normal, number
from cq.dialogue.reading.masks import Mask, inside_box
from cq.dialogue.reading.places import Places
from cq.language.length import is_too_long
from cq.world import COLOUR_IDS, SHAPE
from cq.world.directions import OFFSETS, axis_and_sign

PLACED, REMOVED = "placed", "removed"

_REMOVED = re.compile(
    r"\b(?:(?:that|which|it|has to|have to|must|should|to) go(?:es)?\b|what goes|goes are|gone\b|rid of|"
    r"remov\w*|destroy\w*|break\w*|delet\w*|take (?:it |them )?(?:away|out|off)|knock)"
)
_PLACED = re.compile(
    r"\b(?:new|want|need\w*|plac\w+|put|build|add|more|make|use|belongs?|begins?|cover|takes|start\w*)\b"
)
_NOTHING = re.compile(
    r"\b(?:nothing|no blocks?|none|not any|keep everything|all of it stays|"
    r"don't (?:place|put|remove|break))\b"
)
_STAYS = re.compile(r"\bkeep everything\b|\bstays\b|\b(?:no block|nothing) (?:has to go|goes|to remove)\b")
_NO_COLOUR = re.compile(rf"\bno (?:new )?({COLOUR})|\bnone of .*\b({COLOUR})|\bnot (?:the )?({COLOUR})")
_REST = re.compile(r"\b(?:besides these|that leaves|elsewhere|the rest)\b")
_AMOUNT = re.compile(
    rf"\b({NUMBER}|a|an|another) (?:more |new |additional |existing )*({COLOUR})\b"
    rf"(?! (?:one|block) (?:{SIDE}most|highest|lowest))"
)
_A_BLOCK = re.compile(
    rf"\b(?:the|that|this|which|a|{COLOUR}|\w+est|\w+most|first|second|third|last|top|bottom|middle) one\b|"
    r"\bone (?:of|another|that|by|on|in|at|next|which)\b"
)
_JUST_ONE = re.compile(rf"\bjust one (?:new )?({COLOUR})|\b({COLOUR}) one is by itself")
_HEADING = re.compile(
    r"\b(?:head(?:s|ing)?|go(?:es|ing)?|run(?:s|ning)?|extend(?:s|ing)?|lead(?:s|ing)?|then|towards?|to the) "
    rf"(?:to (?:the )?|towards? (?:the )?)?({SIDE}|up|down|left|right)(?:wards?)?\b"
    r"(?! (?:edge|side|face|corner))"
)
_WAY = re.compile(
    rf"\b({SIDE}|up|down|left|right)(?:wards?)?\b(?! (?:edge|side|face|corner|of|block|one|{COLOUR}))"
)
_OF = r"(?: of| is| should be|:)"
_DIMENSIONS = (
    ("up", rf"({NUMBER}) (?:{CELLS} |levels? )?(?:high|tall)|height{_OF} ({NUMBER})"),
    ("across", rf"({NUMBER}) (?:{CELLS} )?from (?:west to east|east to west)"),
    ("along", rf"({NUMBER}) (?:{CELLS} )?from (?:north to south|south to north)"),
    ("long", rf"({NUMBER}) (?:{CELLS} )?(?:long|wide|deep|across)|(?:length|width){_OF} ({NUMBER})"),
)
_BY = re.compile(rf"\b({NUMBER}) ?(?:x|by|×) ?({NUMBER})(?: ?(?:x|by|×) ?({NUMBER}))?")
_BOTH_ENDS = r"(?:{0}[- ](?:to[- ])?{1}|{1}[- ](?:to[- ])?{0})"
_SHAPES = (
    ("wall", r"upright sheet|\bwall\b"),
    ("sheet", r"flat sheet|mixed"),
    ("west-east", _BOTH_ENDS.format("west", "east")),
    ("north-south", _BOTH_ENDS.format("north", "south")),
    (
        "upright",
        r"\bupright\b|\bvertical\w*|one on (?:top of )?another|on top of (?:each|one an)other|\bstack\w*|"
        r"\btowers?\b|\bcolumns?\b|\bpillars?\b|\bpole\b",
    ),
    ("diagonal", r"\bdiagonal\w*|\bslant\w*"),
    ("level", r"\bhorizontal\w*|\bflat\b|\bside by side\b|\brows?\b|\blines?\b"),
    ("solid", r"\bsolid\b|\bcubes?\b"),
    ("apart", r"\bapart\b|\bdo not touch\b|\bseparate\w*|\bscattered\b"),
)
_EDGES = "bottom|west|east|north|south|top"
_ORDER = re.compile(rf"\bfrom ({_EDGES}) to (?:{_EDGES})\b.*?((?:{COLOUR}(?:, | and |,| then )?)+)")
_EVERY = re.compile(r"\b(?:every|each|all|both)\b")


@dataclass(frozen=True)
class Statement:
    """What a sentence tells. What it does not tell is None or empty.

    `lines` are the alternatives of cells that it fixes, each a tuple of (y, x, z); one of them holds. `order`
    are colour ids along `order_axis` (0 upwards, 1 eastwards, 2 southwards), from its low end.
    """

    side: str
    text: str
    colours: frozenset[int] = frozenset()
    amounts: tuple[tuple[int, int], ...] = ()
    count: int | None = None
    nothing: bool = False
    not_colours: frozenset[int] = frozenset()
    cells: Mask | None = None
    lines: tuple[tuple[tuple[int, int, int], ...], ...] = ()
    direction: str | None = None
    shape: str | None = None
    dimensions: tuple[tuple[str, int], ...] = ()
    order: tuple[int, ...] = ()
    order_axis: int | None = None
    every: bool = False


def read_statements(answer: str, side: str, places: Places, asks_way: bool = False) -> list[Statement]:
    """The statements of an answer, sentence by sentence; none of one that is too long to read. `side` is the
    one that the question is about; `asks_way` says that it asks for a direction.
    """
    if is_too_long(answer):
        return []
    sentences = [one for one in re.split(r"[.!;?\n]+", normal(answer)) if re.search(r"\w", one)]
    return [_read(one.strip(), side, places, asks_way) for one in sentences]


def _read(text: str, asked: str, places: Places, asks_way: bool) -> Statement:
    side = REMOVED if _REMOVED.search(text) else PLACED if _PLACED.search(text) else asked
    if _STAYS.search(text) or (_NOTHING.search(text) and not re.search(COLOUR, text)):
        side = REMOVED if _STAYS.search(text) else PLACED if re.search(r"\bnew\b", text) else side
        return Statement(side, text, nothing=True)
    if match := _NO_COLOUR.search(text):
        return Statement(side, text, not_colours=colour_ids(match[0]))
    if _REST.search(text):
        return Statement(side, text)
    if match := _ORDER.search(text):
        sequence = [COLOUR_IDS[word] for word in re.findall(COLOUR, match[2])]
        axis_reversed = match[1] in ("east", "south", "top")
        axis, _ = axis_and_sign({"bottom": "down", "top": "up"}.get(match[1], match[1]))
        sequence = sequence[::-1] if axis_reversed else sequence
        return Statement(side, text, order=tuple(sequence), order_axis=axis)
    dimensions, text_left = _dimensions(text)
    shape = next((name for name, pattern in _SHAPES if re.search(pattern, text)), None)
    whole, text_left = _filled(text_left, places)
    heading = None
    cells: Mask | None = None
    if asks_way and not shape and len(text.split()) < 8 and (match := _WAY.search(text)):
        return Statement(side, text, direction=places.heading(match[1]))
    if whole is None:
        cells, text_left = places.read(text_left)
        if match := _HEADING.search(text_left):
            heading = places.heading(match[1])
            text_left = text_left[: match.start()] + text_left[match.end() :]
    amounts = tuple((_amount(n), COLOUR_IDS[c]) for n, c in _AMOUNT.findall(text_left))
    if match := _JUST_ONE.search(text):
        amounts = ((1, COLOUR_IDS[match[1] or match[2]]),)
    numbers = re.findall(rf"\b{NUMBER}\b", _A_BLOCK.sub(" ", text_left))
    count = number(numbers[0]) if numbers and not amounts else None
    statement = Statement(
        side,
        text,
        colours=colour_ids(text_left),
        amounts=amounts,
        count=count,
        cells=cells,
        direction=heading,
        shape=shape,
        dimensions=dimensions,
        every=bool(_EVERY.search(text_left)),
        lines=whole or (),
    )
    if cells is not None and heading is not None:
        length = sum(n for n, _ in amounts) or count
        return _line(statement, cells, heading, length)
    return statement


def _line(statement: Statement, cells: Mask, heading: str, length: int | None) -> Statement:
    lines = []
    for start in np.argwhere(cells)[:24]:
        steps = np.arange(length or 1)[:, None] * np.array(OFFSETS[heading])
        line = start + steps
        if ((line >= 0) & (line < SHAPE)).all():
            lines.append(tuple((int(y), int(x), int(z)) for y, x, z in line))
    return replace(statement, lines=tuple(lines)) if lines else statement


def _filled(text: str, places: Places) -> tuple[tuple[tuple[tuple[int, int, int], ...], ...] | None, str]:
    """The cells of "all from … to …" and of "slant from … to …", and the rest of the text."""
    match = re.search(
        r"\b(?:all|slants?|slanted|diagonal\w*|filled?|fills?) from (.+?) to (.+?)(?: with (.*))?$", text
    )
    if not match:
        return None, text
    (one, _), (other, _) = places.read(match[1]), places.read(match[2])
    if one is None or other is None or one.sum() != 1 or other.sum() != 1:
        return None, text
    first, last = np.argwhere(one)[0], np.argwhere(other)[0]
    if "slant" in match[0] or "diagonal" in match[0]:
        n = int(abs(last - first).max())
        cells = np.round(first + np.linspace(0, 1, n + 1)[:, None] * (last - first)).astype(int)
    else:
        cells = np.argwhere(inside_box(np.minimum(first, last), np.maximum(first, last)))
    told = tuple((int(y), int(x), int(z)) for y, x, z in cells)
    return (told,), text[: match.start()] + " " + (match[3] or "")


def _dimensions(text: str) -> tuple[tuple[tuple[str, int], ...], str]:
    found: list[tuple[str, int]] = []
    if match := _BY.search(text):
        found += [("base", number(match[1]) * 100 + number(match[2]))]
        if match[3]:
            found.append(("up", number(match[3])))
        text = _BY.sub(" ", text)
    for name, pattern in _DIMENSIONS:
        for match in re.finditer(pattern, text):
            value = next((group for group in match.groups() if group), None)
            if value:
                found.append((name, number(value)))
        text = re.sub(pattern, " , ", text)
    return tuple(found), text


def _amount(word: str) -> int:
    return 1 if word in ("a", "an", "another") else number(word)
