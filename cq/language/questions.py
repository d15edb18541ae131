"""What can be asked about an instruction: one table of question types.

A question type has a kind of ambiguity, patterns of texts that are about it, and the findings about a noun
phrase that leave it open in a world.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cq.language.grounding import MISSING

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class QuestionType:
    """One thing that a question asks for or a text mentions.

    The patterns are over lower-case text; None matches nothing. `asked` matches a clause that asks for it,
    `mentioned` a text that mentions it. `whole_question` matches a question of its kind; it is stricter,
    because it labels questions for evaluation and training. `opened_by` names the kinds of finding
    (`cq.language.grounding.FINDING_KINDS`) that leave it open.
    """

    name: str
    kind: str
    asked: str | None = None
    mentioned: str | None = None
    whole_question: str | None = None
    opened_by: frozenset[str] = frozenset()


def _opened(*findings: str) -> frozenset[str]:
    return frozenset(findings)


QUESTION_TYPES = (
    QuestionType(
        "colour",
        "colour",
        r"\bcolou?rs?\b",
        r"\bcolou?r",
        opened_by=_opened("no colour"),
        whole_question=r"\bcolou?rs?\b",
    ),
    QuestionType(
        "count",
        "count",
        r"\bhow (?:many|much)\b|\bnumber of\b|\bquantity\b",
        opened_by=_opened("no count", "no size"),
        whole_question=r"\bhow many\b|\bnumber of\b",
    ),
    QuestionType(
        "size",
        "size",
        r"\bhow (?:tall|long|wide|big|large|high|far)\b|\bsize\b|\bheight\b|\blength\b",
        opened_by=_opened("no size"),
        whole_question=r"\bhow (?:tall|long|wide|big|large|high|far)\b|\bsize\b|\bheight\b|\blength\b",
    ),
    QuestionType(
        "where",
        "place",
        r"\bwhere\b|\bwhich (?:square|spot|edge|corner|position|place|grid)|\blocation\b|"
        r"\bposition\b|\bplacement\b|\bwhat (?:spot|place|position)",
        opened_by=_opened("no place"),
        whole_question=r"\bwhere\b|\bwhich (?:square|spot|side|edge|corner|position|place)|\blocation\b|"
        r"\bposition\b",
    ),
    QuestionType(
        "side",
        "place",
        r"\bside\b|\b(?:left|right) or\b|\bor (?:the )?(?:left|right)\b",
        r"\bsides?\b",
    ),
    QuestionType(
        "arrangement",
        "direction",
        r"\bhorizontal|\bvertical|\bdiagonal|\bwhich way\b|\barrang|\border\b|\bstack|\brow\b",
        opened_by=_opened("no arrangement"),
        whole_question=r"\bdirections?\b|\bhorizontal|\bvertical|\bdiagonal|\bwhich way\b|\border\b|\barrang",
    ),
    QuestionType("direction", "direction", r"\bdirections?\b|\b(?:north|south|east|west)", r"\bdirection"),
    QuestionType(
        "facing",
        "orientation",
        r"\bfacing\b|\borient|\bface\b|\bturn\b",
        r"\bfac(?:e|ing)",
        whole_question=r"\bfacing\b|\borient|\bface\b",
    ),
    QuestionType(
        "which",
        "reference",
        r"\bwhich\b",
        opened_by=_opened("one of many", "one of many shapes", "some of many", "many anchors"),
        whole_question=r"\bwhich\b|\bwhat (?:\w+ )?(?:block|tower|column|structure|box)|\bdo you mean\b|"
        r"\bthere (?:is|are)\b",
    ),
    QuestionType(
        "what",
        "reference",
        r"\bwhat (?:\w+ ){0,3}(?:blocks?|ones?|tower|column|structure|box)",
        opened_by=MISSING | _opened("one of many", "some of many"),
    ),
    QuestionType(
        "missing",
        "reference",
        r"\bthere (?:is|are|was|were)?\s*(?:only|no|n't|not)|"
        r"\bthere(?:'s| is| are) \w*\s*(?:only|no)\b|\bno \w+ (?:\w+ )?(?:blocks?|box)|"
        r"n't (?:see|any|appear)|\bdoes ?n.t appear|\bdo not see|\bsee no\b|\bempty\b|"
        r"\bnot? (?:\w+ )?(?:exist|present)|\bno existing\b|\b(?:aren|isn).t (?:a|any)|"
        r"\bthere (?:aren|isn).t",
        opened_by=MISSING,
    ),
    QuestionType("meaning", "reference", r"\bmeant?\b|\brefer|\bsupposed\b"),
    QuestionType(
        "several",
        "reference",
        r"\bmore than one|\bmultiple|"
        r"\bthere (?:is|are) (?:two|three|four|five|six|seven|eight|several|multiple|many|\d+)\b",
    ),
    QuestionType(
        "action",
        "action",
        r"\bwhat (?:should|do|to|would)\b(?! (?:you mean))|\binstructions?\b|"
        r"\b(?:remove|destroy|add) or\b",
        whole_question=r"\bwhat (?:should|do) i (?:build|do|destroy)|\binstructions?\b|\bremove or\b|"
        r"\bdestroy or\b",
    ),
    QuestionType("start", "place", r"\bstart|\bbegin|\bfirst\b|\boriginat"),
    QuestionType(
        "anchor",
        "place",
        r"\bnext to\b|\bbeside|\badjacent|\bon top of (?:what|which|where)|\b(?:of|to) what\b|"
        r"\b(?:left|right) of\b",
    ),
    QuestionType("left", "place", mentioned=r"\bleft"),
    QuestionType("right", "place", mentioned=r"\bright"),
    QuestionType("front", "place", mentioned=r"\bfront"),
    QuestionType("behind", "place", mentioned=r"\bbehind|\bback\b"),
    QuestionType("top", "place", mentioned=r"\btop|\bupper|\babove|\bover\b"),
    QuestionType("bottom", "place", mentioned=r"\bbottom|\bbelow|\bunder|\bbeneath|\blow"),
    QuestionType("middle", "place", mentioned=r"\bmiddle|\bcent"),
    QuestionType("corner", "place", mentioned=r"\bcorner"),
    QuestionType("edge", "place", mentioned=r"\bedge|border|\bend"),
    QuestionType("between", "place", mentioned=r"\bbetween"),
    QuestionType("next to", "place", mentioned=r"\bnext|\bbeside|\badjacent|near"),
    QuestionType("each", "reference", mentioned=r"\beach\b|\bboth\b|\bevery"),
    QuestionType("highest", "reference", mentioned=r"\bhighest|\btallest|\btop ?most"),
    QuestionType("first", "direction", mentioned=r"\bfirst|\bbegin|\bstart"),
    QuestionType("remove", "action", mentioned=r"\bdestroy|\bremov|\bbreak|\bbroke|\bdelet|\bdestruct"),
    QuestionType("add", "action", mentioned=r"\bplac|\bput|\bbuild|\bbuilt|\badd|\bstack|\bcreat|\bmake"),
    QuestionType("replace", "action", mentioned=r"\breplac|\bchang|\bswap"),
    QuestionType("move", "action", mentioned=r"\bmov"),
    QuestionType("ground", "place", mentioned=r"\bground|\bfloor"),
    QuestionType("map", "place", mentioned=r"\bmap|\bgrid|\bboard|\bworld"),
    QuestionType("horizontal", "direction", mentioned=r"\bhorizont"),
    QuestionType("vertical", "direction", mentioned=r"\bvertic"),
    QuestionType("mirror", "direction", mentioned=r"\bmirror|\bsymmetr"),
    QuestionType("touch", "place", mentioned=r"\bconnect|\btouch|\battach"),
    QuestionType("north", "direction", mentioned=r"\bnorth"),
    QuestionType("south", "direction", mentioned=r"\bsouth"),
    QuestionType("east", "direction", mentioned=r"\beast|\b(?:north|south)east"),
    QuestionType("west", "direction", mentioned=r"\bwest|\b(?:north|south)west"),
    QuestionType("row", "reference", mentioned=r"\brow|\bline"),
    QuestionType("tower", "reference", mentioned=r"\btower|\bcolumn|\bstack|\bpil"),
    QuestionType("square", "reference", mentioned=r"\bsquare|\brectangle|\bcube"),
    QuestionType(
        "negation", "reference", mentioned=r"\bno\b|\bnone\b|n't\b|\bonly\b|\bnot\b|\bcannot\b|\bempty"
    ),
)

AMBIGUITY_KINDS = tuple(one.kind for one in QUESTION_TYPES if one.whole_question is not None)
"""What is ambiguous: colour, count, size, place, direction (how several blocks lie, and in which order),
orientation (the facing), reference (which blocks are meant), action.
"""
ASKED = tuple(one.name for one in QUESTION_TYPES if one.asked is not None)
"""Names of the types that a clause can ask for, in order."""
MENTIONED = tuple(one.name for one in QUESTION_TYPES if one.mentioned is not None)
"""Names of the types that a text can mention, in order."""
OPENED_BY = {one.name: one.opened_by for one in QUESTION_TYPES if one.opened_by}
"""Names of the types that findings can leave open, with these findings."""

_ASKED = [re.compile(one.asked) for one in QUESTION_TYPES if one.asked is not None]
_MENTIONED = [re.compile(one.mentioned) for one in QUESTION_TYPES if one.mentioned is not None]
_WHOLE_QUESTION = {
    one.kind: re.compile(one.whole_question) for one in QUESTION_TYPES if one.whole_question is not None
}


def asked_types(clauses: Sequence[str]) -> Flags:
    """For each clause which of `ASKED` it asks for: bool (n, len(ASKED))."""
    return _matches(clauses, _ASKED)


def mentioned_types(texts: Sequence[str]) -> Flags:
    """For each text which of `MENTIONED` it mentions: bool (n, len(MENTIONED))."""
    return _matches(texts, _MENTIONED)


def question_kinds(question: str) -> frozenset[str]:
    """The kinds of ambiguity that a question asks about: some of `AMBIGUITY_KINDS`, or none."""
    text = question.casefold()
    return frozenset(kind for kind, pattern in _WHOLE_QUESTION.items() if pattern.search(text))


def _matches(texts: Sequence[str], patterns: Sequence[re.Pattern[str]]) -> Flags:
    lowered = [text.casefold() for text in texts]
    flags = [[bool(pattern.search(text)) for pattern in patterns] for text in lowered]
    return np.array(flags, dtype=bool).reshape(len(texts), len(patterns))
