"""Slot features: the slots of a question against those that the instruction fills and leaves open.

Match features judge a clause by its best phrase. These look at the instruction as a whole: which things it
mentions that the question does not, and the other way round; which slots it leaves open; and which obstacles
(`cq.language.obstacles`) it has, and the questions about them.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from cq.language.questions import AMBIGUITY_KINDS, KIND_OF, MENTIONED, OPENED_BY, mentioned_types
from cq.language.words import LARGEST_NUMBER, colours_in, numbers_in
from cq.ranking.clauses import (
    KIND_PREFIX,
    STRUCTURE_NOUNS,
    Clauses,
    parse_clauses,
    question_feature_names,
    question_features,
    structures_in,
)
from cq.ranking.match_features import PhraseFlags
from cq.reading.grounded import GroundedInstruction
from cq.types import Floats
from cq.world import World
from cq.world.palette import COLOURS


def slot_features(
    questions: Floats, clauses: Clauses, instruction: GroundedInstruction, phrases: PhraseFlags
) -> dict[str, Floats]:
    """Feature name → value for each of n questions: float32 (n,). `questions` are their question features,
    `clauses` their clauses; `phrases` are those of the instruction.
    """
    columns = dict(zip(question_feature_names(), questions.T, strict=True))
    text = instruction.text.casefold()
    return {
        **_mentioned(columns, text),
        **_agreement(clauses, text),
        **_open(columns, phrases),
        **_obstacles(columns, clauses, instruction),
        **_claimed_counts(clauses, instruction.world),
        "length of the question (log)": columns["length (log)"],
    }


@lru_cache(maxsize=1)
def slot_feature_names() -> tuple[str, ...]:
    """Names of the features, in order."""
    nothing, clauses = GroundedInstruction("", World.parse()), parse_clauses(["where?"])
    questions = question_features(["where?"], clauses)
    return tuple(slot_features(questions, clauses, nothing, PhraseFlags.of(nothing)))


def _mentioned(columns: dict[str, Floats], text: str) -> dict[str, Floats]:
    """Whether both mention a thing, or only the question."""
    found: dict[str, Floats] = {}
    for name, said in zip(MENTIONED, mentioned_types([text])[0], strict=True):
        asked = columns[f"mentions {name}"]
        found |= {f"both mention {name}": asked * said, f"question alone mentions {name}": asked * (not said)}
    return found


def _agreement(clauses: Clauses, text: str) -> dict[str, Floats]:
    """How many colours, numbers and shapes both name, or only one of them."""
    said = {
        "colours": _flags(colours_in(text), len(COLOURS)),
        "numbers": _flags(numbers_in(text), LARGEST_NUMBER + 1),
        "shapes": _flags(structures_in(text), len(STRUCTURE_NOUNS)),
    }
    found: dict[str, Floats] = {}
    for name, of_text in said.items():
        of_question = _of_questions(getattr(clauses, name), clauses)
        found |= {
            f"{name} of both": of_question @ of_text,
            f"{name} of the question alone": of_question @ (1 - of_text),
            f"{name} of the instruction alone": (1 - of_question) @ of_text,
        }
    return found


def _open(columns: dict[str, Floats], phrases: PhraseFlags) -> dict[str, Floats]:
    """Whether any phrase leaves open the question's slot."""
    found: dict[str, Floats] = {}
    for name, is_open in zip(OPENED_BY, np.asarray(phrases.open.any(0)), strict=True):
        asked = columns[f"asks for {name}"]
        found |= {
            f"asks {name}, open anywhere": asked * is_open,
            f"asks {name}, open nowhere": asked * ~is_open,
        }
    return found


def _obstacles(
    columns: dict[str, Floats], clauses: Clauses, instruction: GroundedInstruction
) -> dict[str, Floats]:
    """Whether the question is of a kind that an obstacle calls for, and names its colours."""
    obstacles = instruction.obstacles
    called = {KIND_OF.get(obstacle.question_type) for obstacle in obstacles}
    none = np.zeros_like(columns["length (log)"])
    kinds = np.stack([none, *(columns[f"{KIND_PREFIX}{kind}"] for kind in AMBIGUITY_KINDS if kind in called)])
    named = {colour for obstacle in obstacles for colour in colours_in(obstacle.phrase.casefold())}
    absent = any(obstacle.kind == "absent" for obstacle in obstacles)
    claims = columns["asks for missing"]
    return {
        "kinds that an obstacle calls for": kinds.sum(0),
        "no kind that an obstacle calls for": (1 - kinds.max(0)) * bool(called),
        "colours of obstacles": _of_questions(clauses.colours, clauses) @ _flags(named, len(COLOURS)),
        "claims missing, something absent": claims * absent,
        "claims missing, nothing absent": claims * (not absent),
    }


def _claimed_counts(clauses: Clauses, world: World) -> dict[str, Floats]:
    """How many clauses name one colour and one number, with that many of its blocks in the world or not."""
    counts = np.array([world.count_of(colour) for colour in COLOURS])
    claims = (clauses.colours.sum(1) == 1) & (clauses.numbers.sum(1) == 1)
    right = claims & (counts[clauses.colours.argmax(1)] == clauses.numbers.argmax(1))
    starts = clauses.offsets[:-1]
    return {
        name: np.add.reduceat(flags.astype(np.float32), starts)
        for name, flags in {"true counts": right, "false counts": claims & ~right}.items()
    }


def _of_questions(flags: npt.NDArray[np.bool_], clauses: Clauses) -> Floats:
    """Flags of clauses as those of questions: (n, width)."""
    return np.maximum.reduceat(flags, clauses.offsets[:-1]).astype(np.float32)


def _flags(members: set[int], width: int) -> Floats:
    return np.isin(np.arange(width), list(members)).astype(np.float32)
