"""Remarks about an open question that are not answers to it: "why?", "what are my options?", "wait"."""

from __future__ import annotations

from dataclasses import replace

from cq.clarity import Clarity
from cq.dialogue.asking import in_other_words
from cq.dialogue.questions import ClarifyingQuestion
from cq.dialogue.replying import SMALL_TALK
from cq.dialogue.turn import Turn
from cq.language.reading import read
from cq.language.replies import reply_in
from cq.language.request import is_talk
from cq.language.rules.follow_ups import FOLLOW_UP
from cq.language.tokens import tokenize
from cq.reading.obstacles import is_off_topic

NOT_UNCLEAR = Clarity(True, 0.0, 0.5)
"""The clarity of talk, about which no question is asked."""
_AGREED = frozenset("ok okay alright hm hmm yeah yep lol well so".split())
"""The words of texts that say nothing."""
_ADDRESSING = frozenset("you your yourself yours".split())
"""Words that speak to the builder."""
DROPPED = "I dropped that. Tell me what to do instead."


def aside(text: str, asked: Turn) -> Turn | None:
    """The builder's turn about a text on the question of its turn `asked`; None for other texts."""
    question, word = asked.question, reply_in(text)
    if question is None or word not in ("why", "options", "wait"):
        return None
    if word == "wait":
        patient = replace(question, asked=f"Take your time. {question.asked}")
        return Turn("ask", asked.clarity, patient, None, asked.reasons, lambda: asked.questions or [])
    return Turn("reply", asked.clarity, reply=_why(asked) if word == "why" else _options(question))


def remark(text: str) -> str | None:
    """The reply to a text that only agrees, denies or complains: "yes", "not there", "too tall"."""
    if is_talk(text):
        return None
    complaint = read(text, "Complaint")[0]
    if complaint.program and complaint.is_full:
        return SMALL_TALK["blame"]
    is_order = read(text)[0].is_full or read(text, FOLLOW_UP)[0].is_full
    if not is_order and all(token.text in _AGREED or not token.text.isalnum() for token in tokenize(text)):
        return "All right."
    word = "" if is_order else reply_in(text)
    return {"no": SMALL_TALK["blame"], "none": SMALL_TALK["blame"], "yes": "All right."}.get(word)


def is_chat(text: str) -> bool:
    """Whether a text speaks to the builder, and not of anything that can be built."""
    reading = read(text)[0]
    words = {token.text for token in reading.tokens}
    return is_off_topic(reading) and not words.isdisjoint(_ADDRESSING)


def reminder(asked: Turn) -> Turn:
    """The builder's turn about chat while it waits for an answer."""
    assert asked.question is not None
    return Turn("reply", asked.clarity, reply=f"I know nothing but blocks. {asked.question.asked}")


def _options(question: ClarifyingQuestion) -> str:
    if not question.options:
        return in_other_words(question).asked
    *most, last = [option.text for option in question.options]
    return f"You can say {', '.join(most)} or {last}, or give me another order."


def _why(asked: Turn) -> str:
    if asked.reasons and not any(reason.startswith("an answer is expected") for reason in asked.reasons):
        return f"I ask because {' and '.join(asked.reasons)}."
    return "I ask because what I build depends on it."
