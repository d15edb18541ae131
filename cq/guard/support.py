"""Whether a talk tells the value of an argument, denies it, or somebody made the value up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from cq.guard.meaning import Similarity
from cq.guard.mentions import Argument, Mention, Turn, mentions
from cq.guard.numbers import numbers, unit_of
from cq.guard.tools import MISSING, fits
from cq.guard.words import Span, Words, plain, stem

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

TOLD = 0.5
"""From this probability on, a talk tells a value in place of the argument's default."""

Talk = Sequence[Turn]


@dataclass(frozen=True)
class Answered:
    """A question about an argument and its answer, as two turns, and the value that was read in it."""

    argument: Argument
    value: Any
    turns: tuple[Turn, Turn]


def with_answers(talk: Talk, answered: Sequence[Answered], argument: Argument, value: Any) -> Talk:
    """A talk with the later answers that speak of an argument. An answer speaks of the one in question; of
    another one only if it mentions the value of that, or more than its own value; the same value is its own.
    """
    turns = list(talk)
    for answer in answered:
        own = [mention.span for mention in mentions(answer.turns[1:], answer.argument, answer.value)]
        found = mentions(answer.turns[1:], argument, value)
        is_topic = isinstance(value, bool) or plain(str(value)) == plain(str(answer.value))
        if any(
            (mention.is_value and not is_topic) or not any(_overlap(mention.span, span) for span in own)
            for mention in found
        ):
            turns += answer.turns
    return turns


def needs_no_telling(argument: Argument, value: Any, talk: Talk) -> bool:
    """Whether a value is the schema's default, empty, or a text that agents word themselves."""
    if value is None or value == "" or "const" in argument.schema or is_default(argument, value):
        return True
    is_own = argument.name.casefold() in COMPOSED and isinstance(value, str)
    return is_own and plain(value).strip() not in {turn.text.strip() for turn in talk}


def is_default(argument: Argument, value: Any) -> bool:
    default = argument.schema.get("default", MISSING)
    return bool(value == default) and isinstance(value, bool) == isinstance(default, bool)


def verdict(
    talk: Talk,
    argument: Argument,
    value: Any,
    similarity: Similarity | None = None,
    tool: str = "",
    spent: int = 0,
) -> str:
    """The verdict of a talk on a value: "told", "denied", "corrected" or "not told". With a similarity, words
    near to an option in meaning stand for it, unless they are words about the `tool`. What the first `spent`
    turns mention does not count.
    """
    found = mentions(talk, argument, value)
    if not found and "enum" in argument.schema and similarity is not None:
        found = _meant(talk, argument.schema["enum"], value, similarity, tool)
    found = [mention for mention in found if mention.turn >= spent]
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


def verdict_since(
    talk: Talk, spent: int, argument: Argument, value: Any, similarity: Similarity, tool: str
) -> str:
    """The verdict of a talk on a value, whose first `spent` turns belong to earlier requests: "carried" if
    only they tell it. What a result has told that nobody said before it is told for good.
    """
    said = verdict(talk, argument, value, similarity, tool, spent)
    if not spent or said != "not told" or verdict(talk, argument, value, similarity, tool) != "told":
        return said
    found = [mention for mention in mentions(talk[:spent], argument, value) if mention.is_value]
    is_news = bool(found) and talk[found[0].turn].speaker == "found"
    return "told" if is_news else "carried"


def is_requested(talk: Talk, found: Sequence[Mention]) -> bool:
    """Whether a request, not an answer, mentions a value; "a table" is not 1."""
    return any(
        _is_of_user(talk, mention) and (mention.turn == 0 or talk[mention.turn - 1].speaker != "assistant")
        for mention in found
    )


def _is_of_user(talk: Talk, mention: Mention) -> bool:
    """Whether the user mentions a value; "a table" is not 1."""
    turn = talk[mention.turn]
    return mention.is_value and turn.speaker == "user" and turn.text[slice(*mention.span)] not in ("a", "an")


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
    return [value for value in _likely(talk, argument) if verdict(talk, argument, value) == "told"]


def told_instead(
    talk: Talk, argument: Argument, others: Iterable[tuple[Argument, Any]]
) -> tuple[Any, float] | None:
    """The only number, option or boolean that the user tells for an argument, with the judge's probability.
    Places that tell the values of `others`, the arguments beside it, do not count. None if there is not one.
    """
    from cq.guard.judge import bundled

    own = {value: mentions(talk, argument, value) for value in _likely(talk, argument)}
    taken = [
        mention for other, value in others for mention in mentions(talk, other, value) if mention.is_value
    ]
    told = []
    for value, found in own.items():
        if any(
            _is_of_user(talk, mention)
            and not any(mention.turn == at.turn and _overlap(mention.span, at.span) for at in taken)
            for mention in found
        ):
            chance = bundled().chances(talk, argument, found)["denied" if value is False else "told"]
            told += [(value, chance)] if chance >= TOLD else []
    return told[0] if len(told) == 1 else None


def _overlap(span: Span, other: Span) -> bool:
    return span[0] < other[1] and other[0] < span[1]


def _likely(talk: Talk, argument: Argument) -> list[Any]:
    """The numbers, options or booleans that a talk may tell for an argument."""
    schema = argument.schema
    likely = list(schema.get("enum", ())) or ([True, False] if schema.get("type") == "boolean" else [])
    if schema.get("type") in ("integer", "number"):
        unit = unit_of(argument.about)
        likely = sorted({number for turn in talk for number, _ in numbers(turn.text, unit)})
    return [value for value in likely if fits(value, schema)]


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
