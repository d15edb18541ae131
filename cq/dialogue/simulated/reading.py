"""What a builder's question asks of the architect, clause by clause."""

from __future__ import annotations

import re
from dataclasses import dataclass

from cq.language.lexicon import NUMBERS
from cq.language.questions import ASKED, MENTIONED, asked_types, mentioned_types
from cq.language.words import colours_in, speaks_of_adding, speaks_of_removing, split_clauses
from cq.world import COLOURS

TOPICS = ("order", "summary", "colours", "amounts", "shape", "place", "which")
"""What the architect can tell: the order of colours, all that changes, colours, counts, shapes with their
sizes, places, and which blocks are meant."""

_YES_NO = re.compile(
    r"^\W*(?:(?:so|and|but|then|also|ok|okay) )*"
    r"(?:do|does|did|should|shall|is|are|am|was|were|can|could|will|would|must)\b"
)
_MEANT = re.compile(r"\b(?:do|did) you mean\b")
_ORDER = re.compile(r"\border\b|\bsequence\b|\bwhich (?:\w+ ){0,3}first\b|\bsorted\b|\bpattern\b")
_WAY = re.compile(r"\bdirections?\b|\bwhich way\b|\bhead(?:ing)?\b")
_SHAPE = re.compile(
    r"\bhow (?:exactly )?(?:do|should|are|is|would|will|to|can|must)\b|\bshape\b|\bflat\b|\bstanding\b|"
    r"\bconfigur|\balign|\bparallel|\bperpendicular|\barrang|\bhorizontal|\bvertical|\bdiagonal|"
    r"\bin an? (?:column|row|line|tower|stack|circle|square)\b|\bon top of each other\b|"
    r"\borientation\b.*\bblocks?\b|\bhow many (?:\w+ ){0,2}(?:wide|tall|long|high|deep)\b"
)
_DISTANCE = re.compile(r"\bhow far\b|\bhow much (?:space|room)\b|\bhow close\b|\bdistance\b")
_SPOT = re.compile(r"\bwhat (?:squares?|grids?|levels?|cells?|rows?|columns?|side|edge|corner|height)\b")
_BESIDES_FACING = re.compile(
    r"\bwhere\b|\bwhich (?!way|direction)|\bhow (?:many|tall|long|wide|big)\b|\bcolou?r|\bblocks? be\b"
)
_PLACE_WORDS = frozenset("top bottom middle between edge corner ground".split()) | {"next to"}
"""Mentioned types of which a clause asks for a place, if it asks for nothing else."""

_COLOUR = "|".join(COLOURS)

ATOMS: dict[str, re.Pattern[str]] = {
    "corner": re.compile(
        r"\b(?:in|at|by|to|near)? ?(?:the )?(northeast|northwest|southeast|southwest) corner\b"
    ),
    "edge": re.compile(
        r"\b(?:on|at|by|along|near)? ?(?:the )?(north|south|east|west)(?:ern)? (?:edge|border)\b"
    ),
    "floor": re.compile(r"\b(?:on|at|from)? ?(?:the )?(?:ground|floor)(?: level)?\b"),
    "count": re.compile(
        rf"\b(?:(?:exactly|only|just) )?(\d{{1,3}}|{'|'.join(NUMBERS)}) (?:more |new )?"
        rf"(?=(?:(?:{_COLOUR}) )?(?:blocks?|cubes?|boxes|box|ones)\b)"
    ),
    "colour": re.compile(rf"\b({_COLOUR})(?: colou?r(?:ed)?)?s?\b"),
    "upright": re.compile(r"\b(?:vertical(?:ly)?|upright|standing|upwards?)\b"),
    "level": re.compile(r"\b(?:horizontal(?:ly)?|flat|sideways)\b"),
    "diagonal": re.compile(r"\bdiagonal(?:ly)?\b"),
    "any": re.compile(r"\b(?:anything|something|(?:any|some)(?: of the)?(?: existing)? blocks?)\b"),
}
"""What an option or a yes/no question can claim and the difference can decide, in the order of reading."""

TOPIC_OF_ATOM = {
    "colour": "colours",
    "count": "amounts",
    "upright": "shape",
    "level": "shape",
    "diagonal": "shape",
    "corner": "place",
    "edge": "place",
    "floor": "place",
    "any": "amounts",
}

_FILLERS = frozenset(
    "so and but then also ok okay do does did should shall is are am was were can could will would must i "
    "you me we it they them the a an one ones block blocks cube cubes box boxes new be to that place placed "
    "put build built building add added adding remove removed removing destroy destroyed break broken take "
    "taken away color colour colored coloured colors colours please or need want going in total made "
    "make".split()
)
_ABOUT_THE_EDIT = re.compile(r"\b(?:it|they|them)\b")


@dataclass(frozen=True)
class Clause:
    """One clause of a question.

    `topics` are some of `TOPICS`, `atoms` (name in `ATOMS`, value) pairs; `side` is "removed" or "placed" if
    the words tell, `colours` the ids that it names. `is_understood` says that the atoms and fillers are all
    that it holds, so that a plain yes or no means what the builder hears.
    """

    topics: tuple[str, ...]
    side: str | None
    colours: frozenset[int]
    atoms: tuple[tuple[str, str], ...]
    is_yes_no: bool
    is_choice: bool
    is_understood: bool


def read_question(question: str) -> list[Clause]:
    """The clauses of a question, in order."""
    texts = split_clauses(question)
    return [
        _read_clause(text, {name for name, flag in zip(ASKED, flags, strict=True) if flag})
        for text, flags in zip(texts, asked_types(texts), strict=True)
    ]


def _read_clause(text: str, asked: set[str]) -> Clause:
    # "There is no orange block, did you mean yellow?" asks for what follows.
    *before, after = _MEANT.split(text)
    # "Which yellow block do you mean?" asks for what comes before.
    before, text = (before, after) if re.search(r"\w", after) else ([], text)
    removes, adds = speaks_of_removing(text), speaks_of_adding(text) or bool(re.search(r"\bnew\b", text))
    side = "removed" if removes and not adds else "placed" if adds and not removes else None
    atoms, rest = _atoms(text)
    choice = bool(re.search(r"\bor\b", text))
    yes_no = bool(before or _YES_NO.search(text)) and not choice
    understood = (
        bool(atoms)
        and (side is not None or bool(_ABOUT_THE_EDIT.search(text)))
        and not set(re.findall(r"[^\W\d]+|\d+", rest)) - _FILLERS
    )
    claims = [name for name, _ in atoms] if yes_no or choice else []
    if claims.count("colour") == 1 and not (before or understood):
        # One colour beside words that are not understood is most often that of a block that stands.
        claims.remove("colour")
    return Clause(
        _topics(text, asked, claims, yes_no),
        side,
        frozenset(index + 1 for index in colours_in(text)),
        atoms,
        yes_no,
        choice,
        understood,
    )


def _topics(text: str, asked: set[str], atoms: list[str], yes_no: bool) -> tuple[str, ...]:
    if "facing" in asked and not _BESIDES_FACING.search(text):
        return ()
    way, distance = bool(_WAY.search(text)), bool(_DISTANCE.search(text))
    found = {TOPIC_OF_ATOM[name] for name in atoms} - {"colours", "amounts"}
    tests = {
        "order": bool(_ORDER.search(text)),
        "colours": "colour" in asked,
        "amounts": ("count" in asked and not distance) or "any" in atoms,
        "shape": ("size" in asked and not distance) or (bool(_SHAPE.search(text)) and not way),
        "place": bool(asked & {"where", "side", "start", "anchor"}) or way or distance,
    }
    found |= {topic for topic, holds in tests.items() if holds}
    # What a clause asks for if it asks for nothing of the above; the first that holds.
    mentioned = {name for name, flag in zip(MENTIONED, mentioned_types([text])[0], strict=True) if flag}
    otherwise = {
        "which": bool(asked & {"which", "what", "several"}) and not _SPOT.search(text),
        "place": bool(_SPOT.search(text)) or "direction" in asked,
        "shape": "arrangement" in asked,
        "amounts": "count" in atoms,
        "colours": "colour" in atoms,
        "summary": bool(asked & {"missing", "action"}),
    }
    found = found or set([topic for topic, holds in otherwise.items() if holds][:1])
    if not found and mentioned & _PLACE_WORDS:
        found = {"place"}
    if not found and yes_no and (speaks_of_removing(text) or speaks_of_adding(text)):
        found = {"amounts"}
    return tuple(topic for topic in TOPICS if topic in found)


def _atoms(text: str) -> tuple[tuple[tuple[str, str], ...], str]:
    """The atoms of a clause, and the text without them."""
    atoms: list[tuple[str, str]] = []
    for name, pattern in ATOMS.items():
        for match in pattern.finditer(text):
            value = match[1] if match.re.groups else ""
            atoms.append((name, str(NUMBERS.get(value, value)) if name == "count" else value))
        text = pattern.sub(" ", text)
    return tuple(atoms), text
