"""Tokens: the words, numbers and marks of a text, in lower case, each with its place in the text."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_TOKEN = re.compile(r"(?<![\w-])-\d+|\d+|[^\W\d_]+(?:['’´`][^\W\d_]+)?|[^\w\s]")
"""A number, signed where a minus stands alone before it; a word with its apostrophe; or one mark."""

_IGNORED = frozenset("\"'“”„«»‘’*_`´-–—•")
_MARKS = {
    "...": ".",
    "..": ".",
    "。": ".",
    "।": ".",
    "۔": ".",
    "、": ",",
    "،": ",",
    "؛": ";",
    "؟": "?",
    "¿": "?",
    "¡": "!",
}
"""Marks of other scripts, and dots that are one character, as those of English."""
_TELLING = re.compile(
    r"SQUARE|CIRCLE|TRIANGLE|DIAMOND|BRICK|BLOCK|ARROW|POINTING|DIGIT|NUMBER|KEYCAP|PLUS|MINUS|MULTIPLICATION"
    r"|CROSS MARK|BALLOT X|SALTIRE|NO |PROHIBIT|NEGATIVE|OCTAGONAL|THUMBS DOWN|DEGREE"
)
"""Names of pictures that may be a part of an order: a colour, a direction, a number, or a negation."""
_JOINERS = ("Cf", "Me", "Mn")
"""Categories of the characters that make one picture of several, and are not seen alone."""
_ENDINGS = {"n't": "not", "'s": "'s", "'re": "are", "'d": "would", "'ll": "will", "'ve": "have", "'m": "am"}
_WHOLE = {
    "can't": ("can", "not"),
    "won't": ("will", "not"),
    "cannot": ("can", "not"),
    "it's": ("it", "is"),
    "that's": ("that", "is"),
    "there's": ("there", "is"),
    "what's": ("what", "is"),
    "who's": ("who", "is"),
    "where's": ("where", "is"),
    "let's": ("let", "us"),
    "dont": ("do", "not"),
    "doesnt": ("does", "not"),
    "isnt": ("is", "not"),
    "arent": ("are", "not"),
    "thats": ("that", "is"),
    "whats": ("what", "is"),
    "theres": ("there", "is"),
    "em": ("them",),
    "idk": ("i", "do", "not", "know"),
    "wanna": ("want", "to"),
    "ontop": ("on", "top"),
    "infront": ("in", "front"),
}


_LITTLE = frozenset("the a an of to it is and with".split())
"""Words that a slip writes twice."""
_BEFORE_CLAUSES = frozenset("so until till if when".split())
"""Words behind which "its" is a slip for "it's"."""
_BEFORE_NOUNS = frozenset("in on of to at from with under above behind".split())
"""Words behind which "it's" is a slip for "its"."""


@dataclass(frozen=True)
class Token:
    """One word, number or mark; `text` is in lower case, `start` and `end` are offsets in the text that was
    read.
    """

    text: str
    start: int
    end: int

    @property
    def number(self) -> int | None:
        """The integer that it writes, at most a million; None for other tokens."""
        digits = self.text.lstrip("-")
        if not digits.isdecimal():
            return None
        value = int(digits) if len(digits) < 7 else 1_000_000
        return -value if self.text.startswith("-") else value


@lru_cache(maxsize=16)  # One text is tokenized for each family of wordings; a few long ones fill 100 MB.
def tokenize(text: str) -> tuple[Token, ...]:
    """The tokens of a text, in order; contractions are spelled out ("don't" is "do", "not")."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        # Full-width letters and digits are other forms of the same ones.
        word = unicodedata.normalize("NFKC", match[0]).casefold()
        word = word.replace("’", "'").replace("´", "'").replace("`", "'")
        word = _MARKS.get(word, word)
        if word in _IGNORED or _is_ornament(word) or (word in _LITTLE and found and found[-1].text == word):
            continue
        if word == "it's" and found and found[-1].text in _BEFORE_NOUNS:
            word = "its"
        elif word == "its" and found and found[-1].text in _BEFORE_CLAUSES:
            word = "it's"
        elif word == "/" and found and found[-1].text == "w" and found[-1].end == match.start():
            found[-1] = Token("with", found[-1].start, match.end())
            continue
        found += [Token(part, match.start(), match.end()) for part in _parts(word)]
    return tuple(found)


def _is_ornament(mark: str) -> bool:
    """Whether a mark is an emoji that says nothing of blocks, or a part of a picture that is seen with it."""
    if len(mark) != 1 or mark.isalnum() or mark.isascii():
        return False
    kind = unicodedata.category(mark)
    is_picture = kind == "So" or "\U0001f3fb" <= mark <= "\U0001f3ff"  # Those are tones of skin.
    return kind in _JOINERS or (is_picture and not _TELLING.search(unicodedata.name(mark, "")))


def _parts(word: str) -> tuple[str, ...]:
    if word in _WHOLE:
        return _WHOLE[word]
    for ending, spoken in _ENDINGS.items():
        if word.endswith(ending) and len(word) > len(ending):
            return word[: -len(ending)], spoken
    return (word,)
