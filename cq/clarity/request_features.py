"""The input of a classifier without a world: sentence vectors, form and n-grams of a request."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from cq.clarity.features import ClarityFeatures
from cq.clarity.ngrams import ngram_counts
from cq.encoder.backbone import l2_normalize
from cq.reading.grounded import GroundedInstruction
from cq.types import Floats

VECTOR_SCALE, FORM_SCALE = 3.0, 0.5
"""Scales of vectors of unit length and of the form in linear models: the regularisation covers both."""

PREPOSITIONS = frozenset(
    "in at on for from to by with of about into after before during between under over".split()
)
POINTING = frozenset("it this that these those they them he she him her his their its there".split())
VAGUE = frozenset(
    "some something someone somewhere anything any thing things stuff few several various good best nice "
    "better new certain".split()
)
OWN = frozenset("my our i me we".split())
NUMBERS = frozenset("one two three four five six seven eight nine ten dozen hundred".split())
QUESTIONS = frozenset("who what when where which how why".split())
COMMON = (
    PREPOSITIONS
    | POINTING
    | OWN
    | QUESTIONS
    | frozenset("a an the and or is are was do does can could please you your not be have has more".split())
)
"""Words of which nearly every English text of some length has one."""

SHORT = 4
"""Texts with fewer words say too little about their language."""

_WORDS = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*|\d+|[^\w\s]")


def request_features(instructions: Sequence[GroundedInstruction]) -> ClarityFeatures:
    """For n texts: sentence vectors of unit length of the middle and the last layer (n, 2 × width) as
    `words`,
    the `form` (n, 15) as `findings`, and n-grams.

    The middle layer keeps more of the specificity of the words than the last one: without it the area under
    the curve on a corpus outside the training is 0.01 to 0.05 lower.
    """
    texts = [instruction.text for instruction in instructions]
    states = [instruction.encoding.states.mean(0) for instruction in instructions]
    middle, last = (
        l2_normalize(np.stack([layers[i] for layers in states])) for i in (len(states[0]) // 2, -1)
    )
    rows = np.array([form(text) for text in texts], dtype=np.float32)
    return ClarityFeatures(np.hstack([middle, last]), rows, ngram_counts(texts))


def linear_input(x: ClarityFeatures) -> Floats:
    """The input of linear models from the vectors and the form: (n, 2 × width + 15)."""
    return np.hstack([VECTOR_SCALE * x.words, FORM_SCALE * x.findings])


def form(text: str) -> list[float]:
    """The form of a text: its length, its numbers of names, numbers and details after prepositions, and
    whether it points to something, is vague, or is a question.
    """
    words = _WORDS.findall(text)
    lower = [word.lower() for word in words]
    count = max(len(words), 1)
    names = sum(
        word[0].isupper() and word != "I" and before not in '.?!:"' for before, word in pairwise(words)
    )
    asked = [not group.isdisjoint(lower) for group in (POINTING, VAGUE, OWN, NUMBERS)]
    return [
        np.log1p(len(words)),
        any(map(str.isdigit, text)),
        np.log1p(names),
        np.log1p(sum(word in PREPOSITIONS for word in lower)),
        *asked,
        '"' in text,
        text.rstrip().endswith("?"),
        bool(lower) and lower[0] in QUESTIONS,
        sum(map(len, words)) / count / 5,
        lower.count("a") / count * 5,
        lower.count("the") / count * 5,
        "," in text or ";" in text,
    ]


def is_english(instruction: GroundedInstruction) -> bool:
    """Whether a text may be English: in the Latin alphabet, and with common words or few word pieces. Short
    texts count as English.
    """
    text = instruction.text
    letters = [letter for letter in text if letter.isalpha()]
    if sum(letter > "ɏ" for letter in letters) > 0.3 * len(letters):
        return False
    words = [word.lower() for word in _WORDS.findall(text) if word[0].isalpha()]
    if len(words) < SHORT:
        return True
    return sum(word in COMMON for word in words) >= len(words) / 4 or _pieces(instruction) < 1.5


def _pieces(instruction: GroundedInstruction) -> float:
    """Word pieces per word or mark: words of another language have more of them."""
    return (len(instruction.encoding.ids) - 2) / max(len(_WORDS.findall(instruction.text)), 1)
