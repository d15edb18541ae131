"""What the answers to questions leave of the obstacles."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from cq.language.length import MOST_CHARACTERS, TOO_LONG, is_too_long
from cq.language.lexicon import NUMBERS
from cq.language.obstacles.find import find_obstacles
from cq.language.obstacles.grammar import ADJECTIVE
from cq.language.obstacles.obstacle import REFUSED, Obstacle
from cq.language.obstacles.scene import CHOICE
from cq.language.obstacles.wording import COLOUR, FOREIGN_COLOURS, normalised
from cq.language.request import Exchange, Request
from cq.language.spelling import VOCABULARY, corrected
from cq.world import COLOURS, World

_ASKED = {
    name: re.compile(pattern)
    for name, pattern in {
        "colour": rf"\bcolours?\b|\b(?:{COLOUR}) or (?:{COLOUR})\b",
        "count": r"\bhow (?:many|much)\b|\bnumber\b|\bquantity\b",
        "size": r"\bhow (?:tall|long|wide|big|large|high|far|deep)\b|\bsize\b|\bheight\b|\blength\b|"
        r"\bby how\b",
        "where": r"\bwhere\b|\bwhich (?:\w+ )?(?:side|spot|edge|corner|end|position|place|cell|part)|"
        r"\blocation\b|\bposition\b|\bplaced?\b(?=.*\?)|\bon which\b",
        "direction": r"\bdirections?\b|\bwhich (?:way|side)\b|\bhorizontal|\bvertical|\btowards?\b",
        "arrangement": r"\barrang|\bhorizontal|\bvertical|\bdiagonal|\bwhich way\b|\border\b|\bstacked\b|"
        r"\bdirection",
        "facing": r"\bfac(?:e|ing)\b|\blooking\b|\borient",
        "which": r"\bwhich (?!colour|way|direction|side|edge|corner|spot|position|place)|"
        r"\bwhat (?:\w+ )?(?:block|tower|column|structure|row|one|wall)|\bdo you mean\b|"
        r"\bdid you mean\b|\bthere (?:is|are)\b|\bsee no\b|\bmean\b|\bon which\b",
        "action": r"\bwhat (?:should|do|would|shall|exactly)\b|\bwhat to (?:do|build)\b|\bwhat is it\b",
    }.items()
}
_SETTLES_TOO = {"count": {"size"}, "size": {"count"}, "where": {"direction"}, "action": {"which"}}
_NO_ANSWER = re.compile(
    r"\b(?:do not|don't|dont|cannot|can't) (?:really )?(?:know|say|tell|understand)\b|\bno idea\b|"
    r"\bnot (?:really )?sure\b|\bdunno\b|\bunsure\b|\bno clue\b|"
    r"\bwhat do you mean\b|\bgood question\b|^(?:hmm+|um+|er+|eh|huh|what)\W*$"
)
_IN_RETURN = re.compile(
    r"(?:(?:and|but|so|sorry|well|hmm+)[ ,]+)*"
    r"(?:(?:what|which|where|who|why|how|is there|are there|do you|did you)\b(?! about| if| not\b).*\?+|"
    r"(?:what|which|why|how|huh|pardon)(?: one)?[.!?]*)"
)
_WHICH_MEANT = re.compile(r"(?:[^?]*\. )?which (?P<what>[a-z ]+) do you mean(?:: [^?]*)?\?")
_CHOOSES_NOTHING = frozenset(
    "the block one it that this mean want please yes yeah yep yup sure correct exactly which do you".split()
)
"""Words of an answer that do not tell one block from another."""
_WITHDRAWN = re.compile(
    r"(?:(?:oh|ok|okay|well|sorry|no|actually|please)[ ,]+)*"
    r"(?:never ?mind|forget (?:it|that|about it)|cancel(?: it| that)?|stop|leave it(?: as it is)?|"
    r"do not bother|don't bother|nothing|"
    r"none(?: of (?:them|these|those))?|neither(?: of (?:them|these|those))?)"
)
_COUNTED = re.compile(rf"\b(?:{'|'.join(NUMBERS)}|\d+) (?:{COLOUR}|ones|blocks|high|tall|long|wide)\b")
_MADE = re.compile(rf"^(?:(?:a|an|{'|'.join(NUMBERS)}|\d+|some) )?(?:{COLOUR})\b")
MOST_BLOCKS = 100
"""The greatest number that is taken for an answer."""
_TELLING = frozenset(VOCABULARY) | frozenset(
    """yes yeah yep yup right exactly correct sure no nope nah not all both any each every one ones it
    that this these those two three four five six seven eight nine ten eleven twelve first second third
    fourth fifth last former latter same other either neither none here there you choose pick decide
    matter want mean single just only more most none couple few several whole entire half double up down
    upwards downwards upward downward sideways across along""".split()
)
_NOUN = re.compile(r"\b(?:tower|column|pillar|stack|pile|row|line|wall|square|block|cube|structure)s?\b")


def obstacles_of(request: Request, world: World) -> tuple[Obstacle, ...]:
    """What still stands in the way of a request in its world.

    A question settles the obstacles that it asks about if its answer says anything. An answer that names
    something absent, or something that several things fit, brings an obstacle of its own.
    """
    questions = [one.question for one in request.exchanges]
    if any(map(is_too_long, request.said)) or max(map(len, questions), default=0) > MOST_CHARACTERS:
        return (Obstacle("nonsense", "action", request.text, TOO_LONG),)
    left = find_obstacles(request.instruction, world, bool(request.context))
    for exchange in request.exchanges:
        left = _after(exchange, left, world)
    return tuple(left)


def says_anything(answer: str) -> bool:
    """Whether an answer decides something: "I don't know" does not, "just pick one" does."""
    text = normalised(corrected(answer))
    return bool(re.search(r"\w", text)) and (bool(CHOICE.search(text)) or not _NO_ANSWER.search(text))


def is_understood(answer: str) -> bool:
    """Whether an answer has a word that can mean something here: of building, of choosing, a number up to
    `MOST_BLOCKS`, yes or no, or that nobody knows.
    """
    text = normalised(corrected(answer))
    words = set(re.findall(r"[a-z]+", text))
    numbers = [int(one) for one in re.findall(r"\d+", text)]
    return (
        bool(words & _TELLING)
        or any(1 <= one <= MOST_BLOCKS for one in numbers)
        or bool(CHOICE.search(text) or _NO_ANSWER.search(text))
    )


def is_withdrawn(answer: str) -> bool:
    """Whether an answer takes the instruction back, or wants nothing of it."""
    return bool(_WITHDRAWN.fullmatch(normalised(answer).strip(" .!,")))


def is_question_in_return(answer: str) -> bool:
    """Whether an answer only asks something: "What?", "Which blocks are there?"."""
    asked = re.findall(r"[^.!?\n]*\w[^.!?\n]*[.!?]*", normalised(answer))
    return (
        bool(asked) and all(_IN_RETURN.fullmatch(one.strip()) for one in asked) and not CHOICE.search(answer)
    )


def unchosen(exchange: Exchange, world: World) -> str | None:
    """What a question of the form "Which yellow block do you mean: …?" asks about, "yellow block", if its
    answer has no word that can choose: of a place, a number, a property, a colour that stands. None for
    other questions, and for answers that leave the choice open.
    """
    found = _WHICH_MEANT.fullmatch(exchange.question.strip().casefold())
    answer = normalised(corrected(exchange.answer))
    if found is None or CHOICE.search(answer) or not says_anything(exchange.answer):
        return None
    words = set(re.findall(r"[a-z]+|\d+", answer)) - set(found["what"].split()) - _CHOOSES_NOTHING
    standing = {COLOURS[one - 1] for one in np.unique(world.grid[world.grid > 0]).tolist()}
    telling = _TELLING - (set(COLOURS) - standing) | set(re.findall(r"[a-z]+", exchange.question.casefold()))
    described = any(re.fullmatch(rf"\d+|{ADJECTIVE}", word) for word in words)
    return None if described or words & telling else found["what"]


def asked_about(question: str) -> set[str]:
    """The question types (see `Obstacle.question_type`) that a question asks about."""
    text = normalised(corrected(question))
    asked = {name for name, pattern in _ASKED.items() if pattern.search(text)}
    return asked | {more for name in asked for more in _SETTLES_TOO.get(name, ())}


def _after(exchange: Exchange, left: Sequence[Obstacle], world: World) -> list[Obstacle]:
    """The obstacles that one question and its answer leave."""
    if not says_anything(exchange.answer):
        return list(left)
    if any(one.kind in REFUSED for one in left):
        return find_obstacles(exchange.answer, world)
    settled = _settled(exchange, left)
    rest = [one for one in left if not any(one is other for other in settled)]
    return [*rest, *_of_answer(exchange, settled, world)]


def _settled(exchange: Exchange, left: Sequence[Obstacle]) -> list[Obstacle]:
    asked = asked_about(exchange.question)
    if not asked:
        return list(left[:1])
    question = normalised(exchange.question)
    asked |= _told_besides(exchange) & {one.question_type for one in left if one.kind == "open"}
    meant = [one for one in left if one.question_type in asked or _is_named(one, question)]
    references = [one for one in meant if one.question_type == "which"]
    if len(references) > 1:
        words = set(re.findall(rf"\b(?:{COLOUR})\b|{_NOUN.pattern}", question))
        named = [one for one in references if words & set(one.phrase.split())] or references[:1]
        meant = [one for one in meant if one.question_type != "which" or any(one is other for other in named)]
    return meant


def _told_besides(exchange: Exchange) -> set[str]:
    """The question types that an answer settles unasked: "two blue ones" tells a number and a colour."""
    answer = normalised(corrected(exchange.answer))
    told = {"count", "size"} if _COUNTED.search(answer) else set()
    return told | (
        {"colour"} if "which" not in asked_about(exchange.question) and _MADE.search(answer) else set()
    )


def _is_named(obstacle: Obstacle, question: str) -> bool:
    """Whether a normalised question says that this cannot be: "No block is white. Which one …?"."""
    pattern = rf"\bno\b[^.?]*\b{re.escape(obstacle.phrase)}\b"
    return obstacle.kind == "impossible" and bool(obstacle.phrase) and bool(re.search(pattern, question))


def _of_answer(exchange: Exchange, settled: Sequence[Obstacle], world: World) -> list[Obstacle]:
    """The obstacles that an answer brings: it too names what is absent, or a colour that no block has."""
    answer, asked = normalised(corrected(exchange.answer)), asked_about(exchange.question)
    if "colour" in asked and re.search(rf"\b(?:{FOREIGN_COLOURS})\b", answer):
        return [
            one
            for one in find_obstacles(f"put a {answer} block in the middle", world)
            if (one.kind, one.question_type) == ("impossible", "colour")
        ]
    names_colour = re.search(rf"\b(?:{COLOUR})\b", answer)
    if (
        "which" not in asked
        or "colour" in asked
        or not names_colour
        or CHOICE.search(answer)
        or answer.startswith("no")
    ):
        return []
    nouns = _NOUN.findall(" ".join(one.phrase for one in settled))
    meant = re.sub(r"\bone\b", nouns[-1], answer) if nouns else answer
    meant = re.sub(
        r"^(?:sorry|oh|ah|i mean|i meant|i mean to say|then|ok|okay|yes|well|please)[, ]+", "", meant
    )
    kinds = ("absent", "several") if nouns else ("absent",)
    return [one for one in find_obstacles(f"remove {meant}", world) if one.kind in kinds]
