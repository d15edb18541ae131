"""Typing noise: manners, slips of the hand, dropped articles, capitals and full stops."""

from __future__ import annotations

import random
from collections.abc import Callable

MANNERS = (
    "please {}",
    "{} please",
    "{}, please",
    "now {}",
    "ok {}",
    "ok, {}",
    "okay now {}",
    "hey, {}",
    "hi, {}",
    "{}, thanks",
    "{}. thank you",
    "great, {}",
    "next, {}",
    "first of all, {}",
    "could you {}?",
    "can you please {}?",
    "i want you to {}",
    "i'd like you to {}",
    "let's {}",
    "you should {}",
)
"""Phrases around an instruction."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def disturbed(rng: random.Random, text: str) -> str:
    """A text as somebody types it; most only change in capitals and the full stop."""
    if rng.random() < 0.2:
        text = rng.choice(MANNERS).format(text)
    words = text.split(" ")
    if rng.random() < 0.12:
        words = [word for word in words if word not in ("the", "a", "an")] or words
    if rng.random() < 0.12:
        at = rng.randrange(len(words))
        words[at] = (
            rng.choice(SLIPS)(rng, words[at]) if len(words[at]) > 3 and words[at].isalpha() else words[at]
        )
    text = " ".join(words)
    if rng.random() < 0.7:
        text = ". ".join(sentence[:1].upper() + sentence[1:] for sentence in text.split(". "))
    return text if text[-1] in ".?!" else text + rng.choice((".", ".", ".", "", "", "!"))


def _left_out(rng: random.Random, word: str) -> str:
    at = rng.randrange(1, len(word))
    return word[:at] + word[at + 1 :]


def _twice(rng: random.Random, word: str) -> str:
    at = rng.randrange(len(word))
    return word[:at] + word[at] + word[at:]


def _turned(rng: random.Random, word: str) -> str:
    at = rng.randrange(len(word) - 1)
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def _hit_beside(rng: random.Random, word: str) -> str:
    at = rng.randrange(1, len(word))
    return word[:at] + rng.choice(LETTERS) + word[at + 1 :]


SLIPS: tuple[Callable[[random.Random, str], str], ...] = (_left_out, _twice, _turned, _hit_beside)
