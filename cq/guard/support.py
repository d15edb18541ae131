"""Whether a talk tells the value of an argument, denies it, or somebody made the value up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cq.guard.meaning import Similarity
from cq.guard.mentions import Argument, Mention, Turn, mentions
from cq.guard.numbers import numbers, unit_of
from cq.guard.tools import MISSING, fits
from cq.guard.words import Words, plain, stem

COMPOSED = frozenset(
    "body message content summary description subject note notes comment reason query prompt".split()
)
"""Arguments that an agent words itself, whatever the talk says."""
DENIED = 0.6
"""From this probability on, a mention in a request is denied or corrected. Of the verdict "not told", see
`Judge.not_told`.
"""
SAME_WORD = 0.55
"""From this cosine on, a word stands for an option, such as "ran" for "run". Chosen by `eval loop guard`."""

Talk = Sequence[Turn]


def needs_no_telling(argument: Argument, value: Any, talk: Talk) -> bool:
    """Whether a value is the schema's default, empty, or a text that agents word themselves."""
    schema = argument.schema
    if value is None or value == "" or "const" in schema:
        return True
    default = schema.get("default", MISSING)
    if value == default and isinstance(value, bool) == isinstance(default, bool):
        return True
    is_own = argument.name.casefold() in COMPOSED and isinstance(value, str)
    return is_own and plain(value).strip() not in {turn.text.strip() for turn in talk}


def verdict(
    talk: Talk, argument: Argument, value: Any, similarity: Similarity | None = None, tool: str = ""
) -> str:
    """The verdict of a talk on a value: "told", "denied", "corrected" or "not told". With a similarity, words
    near to an option in meaning stand for it, unless they are words about the `tool`.
    """
    found = mentions(talk, argument, value)
    if not found and "enum" in argument.schema and similarity is not None:
        found = _meant(talk, argument.schema["enum"], value, similarity, tool)
    speakers = {(talk[mention.turn].speaker, mention.turn) for mention in found if mention.is_value}
    answered = max((at for at, turn in enumerate(talk) if turn.speaker == "user"), default=-1)
    if not speakers or all(speaker == "assistant" and at > answered for speaker, at in speakers):
        return "not told"
    if all(speaker != "user" for speaker, _ in speakers) and any(
        speaker == "found" for speaker, _ in speakers
    ):
        return "told"
    from cq.guard.judge import bundled

    judge = bundled()
    chances = judge.chances(talk, argument, found)
    said = max(chances, key=lambda answer: chances[answer])
    is_open = chances["denied"] + chances["corrected"] < DENIED and chances["not told"] <= judge.not_told
    if is_open and (is_requested(talk, found) or _is_taken_up(talk, found, answered)):
        said = "told"
    if value is False:
        return {"told": "denied", "not told": said}.get(said, "told")
    return said


def is_requested(talk: Talk, found: Sequence[Mention]) -> bool:
    """Whether a request, not an answer, mentions a value; "a table" is not 1."""
    return any(
        mention.is_value
        and talk[mention.turn].speaker == "user"
        and (mention.turn == 0 or talk[mention.turn - 1].speaker != "assistant")
        and talk[mention.turn].text[slice(*mention.span)] not in ("a", "an")
        for mention in found
    )


def _is_taken_up(talk: Talk, found: Sequence[Mention], answered: int) -> bool:
    """Whether the user has asked, the assistant has told the value, and the user then gives an order."""
    told = [mention.turn for mention in found if mention.is_value and 0 < mention.turn < answered]
    is_order = not talk[answered].text.endswith("?")
    return is_order and any(
        (talk[at].speaker, talk[at - 1].speaker) == ("assistant", "user")
        and talk[at - 1].text.endswith("?")
        and not talk[at].text.endswith("?")
        for at in told
    )


def told_values(talk: Talk, argument: Argument) -> list[Any]:
    """The numbers, options or booleans that a talk tells for an argument."""
    schema = argument.schema
    likely = list(schema.get("enum", ())) or ([True, False] if schema.get("type") == "boolean" else [])
    if schema.get("type") in ("integer", "number"):
        unit = unit_of(argument.about)
        likely = sorted({number for turn in talk for number, _ in numbers(turn.text, unit)})
    return [value for value in likely if fits(value, schema) and verdict(talk, argument, value) == "told"]


def _meant(talk: Talk, listed: list[Any], value: Any, similarity: Similarity, tool: str) -> list[Mention]:
    """The word that is nearest to this option in meaning. Codes have no meaning."""
    own = set(Words.of(tool).content)
    texts = [
        option for option in listed if isinstance(option, str) and len(option) > 2 and not option.isupper()
    ]
    words = [
        (word, Mention(at, span, True))
        for at, turn in enumerate(talk)
        for word, span in Words(turn.text).spans
        if len(word) > 2 and word.isalpha() and stem(word) not in own
    ]
    if not words or value not in texts:
        return []
    near = {option: similarity([word for word, _ in words], option) for option in texts}
    if near[value] < SAME_WORD or near[value] < max(near.values()):
        return []
    return [max(words, key=lambda word: similarity([word[0]], value))[1]]
