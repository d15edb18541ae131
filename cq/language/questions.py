"""Questions about an instruction: one table of question types.

A question type has a kind of ambiguity, wordings of texts that are about it, and the open ends of a noun
phrase that call for it (`cq.reading.phrases.OPEN_ENDS`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from cq.language.wordings import Form, forms, padded, says

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class QuestionType:
    """One thing that a question asks for or a text mentions.

    The wordings (`cq.language.wordings.forms`) are those of a clause that asks for it (`asked`), of a text
    that mentions it (`mentioned`) and of a question of its kind (`labels`: stricter, because it labels
    questions for evaluation and training). `opened_by` are the open ends that call for it.
    """

    name: str
    kind: str
    asked: str = ""
    mentioned: str = ""
    labels: str = ""
    opened_by: str = ""


_LENGTHS = "how tall|how long|how wide|how big|how large|how high|how far|size|height|length"
_PLACES = (
    "where|which square*|which spot*|which edge|which corner|which position|which place|location|position"
)
_NONE = (
    "there no*|there only|there is no*|there is only|there are no*|there are only|there was no|there were no|"
    "no _ block*|no _ box*|not see|not any|not appear|see no|"
    "empty|not exist|not _ exist*|not present|no existing|no present|is not a|is not any|are not a|"
    "are not any"
)

QUESTION_TABLE = (
    QuestionType("colour", "colour", "color|colors|colour|colours", "color*|colour*",
                 "color|colors|colour|colours", "colour"),
    QuestionType("count", "count", "how many|how much|number of|quantity", "", "how many|number of",
                 "count size"),
    QuestionType("size", "size", _LENGTHS, "", _LENGTHS, "size"),
    QuestionType("where", "place", f"{_PLACES}|which grid|placement|what spot*|what place*|what position*",
                 "", f"{_PLACES}|which side", "place"),
    QuestionType("side", "place", "side|left or|right or|or left|or right|or the left|or the right",
                 "side|sides"),
    QuestionType("arrangement", "direction",
                 "horizontal*|vertical*|diagonal*|which way|arrang*|order|stack*|row", "",
                 "direction|directions|horizontal*|vertical*|diagonal*|which way|order|arrang*",
                 "arrangement"),
    QuestionType("direction", "direction", "direction|directions|north*|south*|east*|west*", "direction*"),
    QuestionType("facing", "orientation", "facing|orient*|face|turn", "face*|facing*",
                 "facing|orient*|face"),
    QuestionType("which", "reference", "which", "",
                 "which|what block*|what tower*|what column*|what structure*|what box*|"
                 "what _ block*|what _ tower*|what _ column*|what _ structure*|what _ box*|"
                 "do you mean|there is|there are", "which"),
    QuestionType("what", "reference",
                 "|".join(f"what {gap}{noun}" for gap in ("", "_ ", "_ _ ", "_ _ _ ")
                          for noun in "block* one* tower column structure box".split()),
                 opened_by="absent which"),
    QuestionType("missing", "reference", _NONE, opened_by="absent"),
    QuestionType("meaning", "reference", "mean|meant|refer*|supposed"),
    QuestionType("several", "reference",
                 "more than one*|multiple*|"
                 + "|".join(f"there {verb} {number}" for verb in ("is", "are") for number in
                            "two three four five six seven eight several multiple many 1* 2* 3* 4* 5* 6* 7* "
                            "8* 9*".split())),
    QuestionType("action", "action",
                 "what should|what do i|what do we|what do you want|what to|what would|instruction*|"
                 "remove or|destroy or|add or", "",
                 "what should i build|what should i do|what should i destroy|what do i build|what do i do|"
                 "what do i destroy|instruction|instructions|remove or|destroy or"),
    QuestionType("start", "place", "start*|begin*|first|originat*"),
    QuestionType("anchor", "place",
                 "next to|beside*|adjacent*|on top of what|on top of which|on top of where|of what|to what|"
                 "left of|right of"),
    QuestionType("left", "place", mentioned="left*"),
    QuestionType("right", "place", mentioned="right*"),
    QuestionType("front", "place", mentioned="front*"),
    QuestionType("behind", "place", mentioned="behind*|back"),
    QuestionType("top", "place", mentioned="top*|upper*|above*|over"),
    QuestionType("bottom", "place", mentioned="bottom*|below*|under*|beneath*|low*"),
    QuestionType("middle", "place", mentioned="middle*|cent*"),
    QuestionType("corner", "place", mentioned="corner*"),
    QuestionType("edge", "place", mentioned="edge*|border*|end*"),
    QuestionType("between", "place", mentioned="between*"),
    QuestionType("next to", "place", mentioned="next*|beside*|adjacent*|near*"),
    QuestionType("each", "reference", mentioned="each|both|every*"),
    QuestionType("highest", "reference", mentioned="highest*|tallest*|topmost*|top most*"),
    QuestionType("first", "direction", mentioned="first*|begin*|start*"),
    QuestionType("remove", "action", mentioned="destroy*|remov*|break*|broke*|delet*|destruct*"),
    QuestionType("add", "action", mentioned="plac*|put*|build*|built*|add*|stack*|creat*|make*"),
    QuestionType("replace", "action", mentioned="replac*|chang*|swap*"),
    QuestionType("move", "action", mentioned="mov*"),
    QuestionType("ground", "place", mentioned="ground*|floor*"),
    QuestionType("map", "place", mentioned="map*|grid*|board*|world*"),
    QuestionType("horizontal", "direction", mentioned="horizont*"),
    QuestionType("vertical", "direction", mentioned="vertic*"),
    QuestionType("mirror", "direction", mentioned="mirror*|symmetr*"),
    QuestionType("touch", "place", mentioned="connect*|touch*|attach*"),
    QuestionType("north", "direction", mentioned="north*"),
    QuestionType("south", "direction", mentioned="south*"),
    QuestionType("east", "direction", mentioned="east*|northeast*|southeast*"),
    QuestionType("west", "direction", mentioned="west*|northwest*|southwest*"),
    QuestionType("row", "reference", mentioned="row*|line*"),
    QuestionType("tower", "reference", mentioned="tower*|column*|stack*|pil*"),
    QuestionType("square", "reference", mentioned="square*|rectangle*|cube*"),
    QuestionType("negation", "reference", mentioned="no|none|not|only|cannot|empty*"),
)  # fmt: skip

AMBIGUITY_KINDS = tuple(row.kind for row in QUESTION_TABLE if row.labels)
"""The kinds of ambiguity: colour, count, size, place, direction (how several blocks lie, and in which order),
orientation (the facing), reference (which blocks are meant), action.
"""
ASKED = tuple(row.name for row in QUESTION_TABLE if row.asked)
"""Names of the types that a clause can ask for, in order."""
MENTIONED = tuple(row.name for row in QUESTION_TABLE if row.mentioned)
"""Names of the types that a text can mention, in order."""
KIND_OF = {row.name: row.kind for row in QUESTION_TABLE}
"""The kind of ambiguity of each type."""
OPENED_BY = {row.name: frozenset(row.opened_by.split()) for row in QUESTION_TABLE if row.opened_by}
"""Name of a type → the open ends that call for it."""

ASKED_WORDINGS = {row.name: forms(row.asked) for row in QUESTION_TABLE if row.asked}
"""The wordings of clauses that ask for each of `ASKED`."""
_MENTIONED = [forms(row.mentioned) for row in QUESTION_TABLE if row.mentioned]
_LABELS = {row.kind: forms(row.labels) for row in QUESTION_TABLE if row.labels}


def asked_types(clauses: Sequence[str]) -> Flags:
    """Whether each clause asks for each of `ASKED`: bool (n, len(ASKED))."""
    return _flags(clauses, list(ASKED_WORDINGS.values()))


def mentioned_types(texts: Sequence[str]) -> Flags:
    """Whether each text mentions each of `MENTIONED`: bool (n, len(MENTIONED))."""
    return _flags(texts, _MENTIONED)


def _flags(texts: Sequence[str], columns: Sequence[tuple[Form, ...]]) -> Flags:
    rows = [[says(words, wordings) for wordings in columns] for words in map(padded, texts)]
    return np.array(rows, dtype=bool).reshape(len(texts), len(columns))


def question_kinds(question: str) -> frozenset[str]:
    """The kinds of ambiguity that a question asks about: some of `AMBIGUITY_KINDS`, or none."""
    return frozenset(kind for kind, wordings in _LABELS.items() if says(padded(question), wordings))
