"""`ClarifyingQuestion`: a question as a value, made by the builder or read from words."""

from __future__ import annotations

from dataclasses import dataclass, field

from cq.language.tokens import tokenize
from cq.language.vocabulary import ASKED

QUESTION_TYPES = (
    "colour",
    "count",
    "size",
    "where",
    "direction",
    "facing",
    "which",
    "action",
    "confirmation",
)
COUNTED = ("count", "size")
"""The types whose answer is a number."""
_UNLISTED = frozenset({"colour", "count", "confirmation"})
"""Types whose options the words of a question leave out: everybody knows them, or the first one is said."""
_KINDS = {"where": ("place",), "action": (), "confirmation": ()}
"""The kinds of hole that a type asks for, where they are not of the same name."""
LIKE_THIS = "Like this"
"""The beginning of the question whether a build is meant; the build follows a colon."""


@dataclass(frozen=True)
class Option:
    """An answer that a question offers: its words and its probability."""

    text: str
    probability: float = 0.0


@dataclass(frozen=True)
class ClarifyingQuestion:
    """A question. `type` is one of `QUESTION_TYPES`, `asked` its words without the options.

    `value`, in [0, 1], is the changed F1 that its answer is expected to add. `lists_options` is false for the
    words of a user's bank, which are asked as they are. `about` is the subject of an answer: an open end of
    the "words", all new "blocks", or all new blocks of a colour.
    """

    type: str
    asked: str
    options: tuple[Option, ...] = ()
    value: float = 0.0
    lists_options: bool = True
    about: str = "words"
    in_words: bool = field(default=False, repr=False, compare=False)
    """Whether it was read in words, which may ask for several kinds of hole."""

    @property
    def text(self) -> str:
        """The question in full, with its options if it lists them."""
        is_listed = self.lists_options and self.type not in _UNLISTED
        listed = [option.text for option in self.options] if is_listed else []
        if not listed:
            return self.asked
        return f"{self.head}: {', '.join(listed[:-1])}{' or ' * (len(listed) > 1)}{listed[-1]}?"

    @property
    def head(self) -> str:
        """Its words without the options and the mark."""
        return self.asked.rstrip(" ?")

    @property
    def offered(self) -> tuple[str, ...]:
        """The words of its options."""
        return tuple(option.text for option in self.options)

    @property
    def named(self) -> tuple[str, ...]:
        """The words of the options that the architect has read; of a confirmation the first."""
        is_named = self.in_words or (self.lists_options and self.type not in _UNLISTED)
        return self.offered if is_named else self.offered[: self.type == "confirmation"]

    @property
    def is_counted(self) -> bool:
        """Whether its answer is a number; a number that answers another question counts the options."""
        return self.type in COUNTED

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of hole that it asks for."""
        return kinds_asked(self.asked) if self.in_words else frozenset(_KINDS.get(self.type, (self.type,)))


def question_in(text: str) -> ClarifyingQuestion:
    """A question in words: the options follow a colon, as in "Which one: the red one or the blue one?"."""
    head, _, listed = text.partition(":")
    if head == LIKE_THIS:
        return ClarifyingQuestion("confirmation", text, (Option(listed.strip(" ?")),))
    kinds = kinds_asked(head)
    types = [name for name in QUESTION_TYPES if kinds.intersection(_KINDS.get(name, (name,)))]
    options = tuple(map(Option, _options_in(listed)))
    return ClarifyingQuestion(
        types[0] if types else "action", head if options else text, options, in_words=True
    )


def _options_in(listed: str) -> tuple[str, ...]:
    if not listed:
        return ()
    *most, last = listed.strip(" ?.").split(", ")
    named = [option.strip().removeprefix("or ") for option in (*most, *last.split(" or "))]
    return tuple(
        option.split(")")[-1].strip() if option[1:2] == ")" else option for option in named if option
    )  # "1) red"


def kinds_asked(question: str) -> frozenset[str]:
    """The kinds of hole that a question in words asks about; its options do not count."""
    words = [token.text for token in tokenize(question.split(":")[0])]
    asked = [
        kind
        for word, after in zip(words, (*words[1:], ""), strict=False)
        if word != "which" or after not in ASKED or after in ("one", "ones")  # "Which side" is no thing.
        for kind in ASKED.get(word, ())
    ]
    return frozenset(asked)
