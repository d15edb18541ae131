"""Our own requests with a detail omitted, and whole: the training data of a classifier without a corpus.

`omissions.txt` has complete requests of many domains, in which each optional detail is marked with its kind.
Omitting a detail that a person would have to ask for gives an unclear request with a known missing detail.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

TEMPLATES = Path(__file__).with_name("omissions.txt")
VARIANTS = 6
"""Whole requests and requests with an omission, of each template with a detail."""

_DETAIL = re.compile(r"\[([^][|]*)\|([^][|]*)(?:\|([^][]*))?\]")
_SLOT = re.compile(r"\{\w+\}")


class Example(NamedTuple):
    """A request, and the kinds of its missing details, in order; none if it is complete."""

    text: str
    kinds: tuple[str, ...]


def omissions(seed: int = 0) -> Iterator[tuple[int, Example]]:
    """Examples, each after the number of its template."""
    rng = random.Random(seed)
    values, templates = _templates()
    for number, template in enumerate(templates):
        count = len(_DETAIL.findall(template))
        seen = set()
        for variant in range(2 * VARIANTS if count else 1):
            # Half of them are complete; the others lack one or more details.
            lacks = variant % 2 * rng.randint(1, count) if count else 0
            example = _filled(template, set(rng.sample(range(count), lacks)), values, rng)
            if example.text not in seen:
                seen.add(example.text)
                yield number, example


@lru_cache
def _templates() -> tuple[dict[str, list[str]], list[str]]:
    lines = [line for line in TEMPLATES.read_text(encoding="utf-8").splitlines() if line.strip()]
    lines = [line for line in lines if not line.startswith("#")]
    is_value = [line.startswith("{") and "}:" in line for line in lines]
    pairs = [line.split(":", 1) for line, is_one in zip(lines, is_value, strict=True) if is_one]
    values = {name: [value.strip() for value in found.split("/")] for name, found in pairs}
    return values, [line for line, is_one in zip(lines, is_value, strict=True) if not is_one]


def _filled(template: str, left_out: set[int], values: dict[str, list[str]], rng: random.Random) -> Example:
    kinds: list[str] = []
    numbers = iter(range(len(_DETAIL.findall(template))))

    def detail(match: re.Match[str]) -> str:
        whole, kind, instead = match.group(1), match.group(2), match.group(3) or ""
        if next(numbers) not in left_out:
            return str(rng.choice(whole.split("/")))
        kinds.append(kind)
        return str(rng.choice(instead.split("/")))

    text = _DETAIL.sub(detail, template)
    while _SLOT.search(text):  # A value may contain values.
        text = _SLOT.sub(lambda match: rng.choice(values[match.group()]), text)
    text = re.sub(r" ([,.?:;])", r"\1", re.sub(r"\s+", " ", text)).strip(" ,;")
    return Example(text[:1].upper() + text[1:], tuple(dict.fromkeys(kinds)))
