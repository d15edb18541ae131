"""What a clarifying question asks, clause by clause, read from its words.

"How many blocks are in the row, and where does it start?" is two clauses: one asks for a count, one for a
place. A clause is a row of flags, so that whole banks are compared with an instruction as matrices.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cq.language.lexicon import NUMBERS
from cq.language.topics import TOPICS, Flags, topics
from cq.ranking.offsets import starts_of, taken
from cq.world.palette import COLOURS

Places = npt.NDArray[np.int64]

ASKS = {
    "colour": r"\bcolou?rs?\b",
    "count": r"\bhow (?:many|much)\b|\bnumber of\b|\bquantity\b",
    "size": r"\bhow (?:tall|long|wide|big|large|high|far)\b|\bsize\b|\bheight\b|\blength\b",
    "where": r"\bwhere\b|\bwhich (?:square|spot|edge|corner|position|place|grid)|\blocation\b|"
    r"\bposition\b|\bplacement\b|\bwhat (?:spot|place|position)",
    "side": r"\bside\b|\b(?:left|right) or\b|\bor (?:the )?(?:left|right)\b",
    "arrangement": r"\bhorizontal|\bvertical|\bdiagonal|\bwhich way\b|\barrang|\border\b|\bstack|\brow\b",
    "direction": r"\bdirections?\b|\b(?:north|south|east|west)",
    "facing": r"\bfacing\b|\borient|\bface\b|\bturn\b",
    "which": r"\bwhich\b",
    "what": r"\bwhat (?:\w+ ){0,3}(?:blocks?|ones?|tower|column|structure|box)",
    "missing": r"\bthere (?:is|are|was|were)?\s*(?:only|no|n't|not)|"
    r"\bthere(?:'s| is| are) \w*\s*(?:only|no)\b|\bno \w+ (?:\w+ )?(?:blocks?|box)|"
    r"n't (?:see|any|appear)|\bdoes ?n.t appear|\bdo not see|\bsee no\b|\bempty\b|"
    r"\bnot? (?:\w+ )?(?:exist|present)|\bno existing\b|\b(?:aren|isn).t (?:a|any)|\bthere (?:aren|isn).t",
    "meaning": r"\bmeant?\b|\brefer|\bsupposed\b",
    "several": r"\bmore than one|\bmultiple|"
    r"\bthere (?:is|are) (?:two|three|four|five|six|seven|eight|several|multiple|many|\d+)\b",
    "action": r"\bwhat (?:should|do|to|would)\b(?! (?:you mean))|\binstructions?\b|"
    r"\b(?:remove|destroy|add) or\b",
    "start": r"\bstart|\bbegin|\bfirst\b|\boriginat",
    "anchor": r"\bnext to\b|\bbeside|\badjacent|\bon top of (?:what|which|where)|\b(?:of|to) what\b|"
    r"\b(?:left|right) of\b",
}
"""A pattern for each thing that a clause can ask. A clause may ask several, or none."""

SHAPES = (
    "tower column row line wall stack pillar pile structure figure shape cross bar rectangle square layer "
    "grid arch bridge stair platform pyramid cube letter hole gap circle ring level corner center centre "
    "middle edge side top bottom ground"
).split()
LARGEST_NUMBER = 20

_ASKS = [re.compile(pattern) for pattern in ASKS.values()]
_SHAPE = re.compile(rf"\b(?:{'|'.join(SHAPES)})")
_NUMBER = re.compile(rf"\b(?:{'|'.join(NUMBERS)}|\d{{1,2}})\b")
_COLOUR = re.compile("|".join(COLOURS))
_REMOVES = re.compile(r"\b(?:remov|destroy|destruct|break|broke|delet|clear|tak)")
_ADDS = re.compile(r"\b(?:plac|put|build|built|add|creat|mak|construct|stack|arrang|position)")
_END = re.compile(
    r"[.?!;\n]+|\band (?=(?:where|which|what|how|in which|should|do)\b)|\bor do\b|"
    r"\bso (?=where|which|what|how)|\bbecause\b"
)


@dataclass(frozen=True)
class Clauses:
    """All clauses of n questions, those of a question side by side, at least one each."""

    starts: Places
    """(n + 1,) where the clauses of each question begin, and the end."""
    asks: Flags
    """(c, len(ASKS))."""
    colours: Flags
    """(c, 6)."""
    numbers: Flags
    """(c, LARGEST_NUMBER + 1)."""
    shapes: Flags
    """(c, len(SHAPES))."""
    removes: Flags
    """(c,) speaks of removing."""
    adds: Flags
    """(c,) speaks of placing, and not of removing."""

    @property
    def asking(self) -> dict[str, Flags]:
        """By what can be asked, which clauses ask it: (c,)."""
        return dict(zip(ASKS, self.asks.T, strict=True))

    def take(self, places: Places) -> Clauses:
        """The clauses of some questions, by place, in that order."""
        starts, rows = taken(self.starts, places)
        parts = (self.asks, self.colours, self.numbers, self.shapes, self.removes, self.adds)
        return Clauses(starts, *(part[rows] for part in parts))


def read_questions(questions: Sequence[str]) -> Clauses:
    """The clauses of all questions."""
    split = [
        [c for c in _END.split(q.casefold()) if re.search(r"\w\w", c)] or [q.casefold()] for q in questions
    ]
    texts = [clause for clauses in split for clause in clauses]
    removes = np.array([bool(_REMOVES.search(t)) for t in texts], dtype=bool)
    adds = np.array([bool(_ADDS.search(t)) for t in texts], dtype=bool)
    return Clauses(
        starts_of(len(clauses) for clauses in split),
        np.array([[bool(p.search(t)) for p in _ASKS] for t in texts], dtype=bool).reshape(-1, len(ASKS)),
        _flags([colours_in(t) for t in texts], len(COLOURS)),
        _flags([numbers_in(t) for t in texts], LARGEST_NUMBER + 1),
        _flags([shapes_in(t) for t in texts], len(SHAPES)),
        removes,
        adds & ~removes,
    )


def question_features(questions: Sequence[str], clauses: Clauses) -> npt.NDArray[np.float32]:
    """What each question is like, whatever the instruction: (n, len(question_names()))."""
    starts = clauses.starts[:-1]
    named = (clauses.colours, clauses.numbers, clauses.shapes)
    return np.column_stack(
        [
            np.maximum.reduceat(clauses.asks, starts),
            topics(questions),
            *(np.maximum.reduceat(flags, starts).sum(1) for flags in named),
            np.log1p(np.array([len(q.split()) for q in questions], dtype=np.float32)),
        ]
    ).astype(np.float32)


def question_names() -> list[str]:
    """Names of the columns of `question_features`, in order."""
    return [*ASKS, *(f"of {topic}" for topic in TOPICS), "colours", "numbers", "shapes", "length (log)"]


def colours_in(text: str) -> set[int]:
    """Places in `COLOURS` of the colours that a lower-case text names."""
    return {COLOURS.index(word) for word in _COLOUR.findall(text)}


def numbers_in(text: str) -> set[int]:
    """Numbers up to `LARGEST_NUMBER` that a lower-case text names, in words or digits."""
    found = {NUMBERS[word] if word in NUMBERS else int(word) for word in _NUMBER.findall(text)}
    return {number for number in found if number <= LARGEST_NUMBER}


def shapes_in(text: str) -> set[int]:
    """Places in `SHAPES` of the words for shapes and their parts in a lower-case text."""
    return {SHAPES.index(word) for word in _SHAPE.findall(text)}


def _flags(sets: list[set[int]], width: int) -> Flags:
    flags = np.zeros((len(sets), width), dtype=bool)
    for row, members in zip(flags, sets, strict=True):
        row[list(members)] = True
    return flags
