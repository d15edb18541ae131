"""Generators of hostile input, one for each kind of defect that was found.

`make fuzz MINUTES=60` draws from all of them in turn, with a new seed (`fuzz.__main__`).
"""

from __future__ import annotations

import importlib
import itertools
import random
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cq
from cq.errors import CqError
from cq.files.json_input import parse_json
from cq.jobs.places import Place
from cq.jobs.rows import RowFile
from cq.language.instruction import MAX_CHARACTERS
from cq.language.lexicon import is_known
from cq.language.reading import read
from cq.language.tokens import tokenize

SECONDS = 1.0
"""Of processor time that a text may take, on a machine that runs `spin` in `SPIN` seconds."""
SPIN = 0.08

Check = Callable[[Any], None]
Draw = Callable[[random.Random], Any]
GENERATORS: dict[str, tuple[Draw, Check, int]] = {}


def generator(check: Check, at_a_time: int) -> Callable[[Draw], Draw]:
    """Register a function that draws an input, what must hold for it, and how many are drawn in a row: more
    of those that take little time.
    """

    def register(draw: Draw) -> Draw:
        GENERATORS[draw.__name__] = draw, check, at_a_time
        return draw

    return register


def register_all() -> None:
    """Import the modules that register generators."""
    for path in sorted(Path(__file__).parent.glob("*.py")):
        if "@generator(" in path.read_text(encoding="utf-8"):
            importlib.import_module(f"fuzz.{path.stem}")


def spin() -> float:
    """Seconds of processor time for fixed work: how fast this machine is now."""
    began = time.process_time()
    sum(i * i for i in range(1_000_000))
    return time.process_time() - began


def fragments() -> list[str]:
    """Words and short phrases of the language's own rules."""
    from cq.language.grammar import GRAMMAR

    words = sorted({" ".join(s.word for s in one.symbols) for one in GRAMMAR.rules if one.symbols})
    return [one.strip() for one in words if one.strip()]


_FRAGMENTS: list[str] = []


def fragment(rng: random.Random) -> str:
    if not _FRAGMENTS:
        _FRAGMENTS.extend(fragments())
    return rng.choice(_FRAGMENTS)


# --- reading ------------------------------------------------------------------------------------------------


def reads_in_time(text: str) -> None:
    """All functions answer within `SECONDS`, twice as long where the machine is twice as slow."""
    for call in (cq.classify, cq.build, cq.ask, _answer):
        # Other jobs on the machine make one call slow, a text makes all; what is kept is of the same text.
        took = _seconds(call, text)
        for cut in (1, 2):
            took = took if took < SECONDS else min(took, _seconds(call, text[:-cut]))
        assert took < SECONDS, f"{call.__name__} took {took:.2f} s for {text[:80]!r}… of {len(text)}"


def _seconds(call: Callable[[str], Any], text: str) -> float:
    """Of processor time, on a machine that runs `spin` in `SPIN` seconds."""
    slow, began = max(1.0, spin() / SPIN), time.process_time()
    with suppress(CqError):
        call(text)
    return (time.process_time() - began) / slow


def _answer(text: str) -> None:
    talk = cq.Dialogue([(-3, 63, 0, "yellow"), (3, 63, 0, "yellow")])
    talk.say("Break the yellow one")
    talk.answer(text)


@generator(reads_in_time, 1)
def repeated_fragments(rng: random.Random) -> str:
    """Fragments of the lexicon, again and again."""
    some = " ".join(fragment(rng) for _ in range(rng.choice([1, 1, 2, 3, 5])))
    times = rng.choice([2, 3, 14, 20, 60, 400, MAX_CHARACTERS])
    return " ".join(itertools.islice(itertools.repeat(some), times))[:MAX_CHARACTERS].strip() or "a"


@generator(reads_in_time, 1)
def chained_fragments(rng: random.Random) -> str:
    """Many different fragments in a row, with ordinary words between."""
    joins = ("and", "of the", "on", ",", "then", "to the left of", "with")
    parts = [f"{fragment(rng)} {rng.choice(joins)}" for _ in range(rng.choice([5, 20, 100, 700]))]
    return " ".join(parts)[:MAX_CHARACTERS].strip() or "a"


def mixed_is_unread(word: str) -> None:
    """A word of mixed scripts is reported, and its pieces are not repaired."""
    found = read(f"Place a {word} block")[0]
    assert word.casefold() in found.unread_words, (word, found.unread_words)


@generator(mixed_is_unread, 50)
def lookalikes(rng: random.Random) -> str:
    """Words of the lexicon with one letter of another script."""
    other = dict(zip("aceopxyi", "асеорхуі", strict=True))
    while True:
        word = rng.choice(tokenize(fragment(rng)) or tokenize("red")).text
        places = [i for i, mark in enumerate(word) if mark in other]
        if len(word) > 2 and word.isalpha() and places and len(places) < len(word) and is_known(word):
            at = rng.choice(places)
            return word[:at] + other[word[at]] + word[at + 1 :]


# --- rows of jobs -------------------------------------------------------------------------------------------


def rows_are_kept(case: tuple[str, bytes, list[dict[str, str]]]) -> None:
    """A file is refused by name, or all its rows are read as they were written."""
    ending, content, rows = case
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"rows.{ending}"
        path.write_bytes(content)
        try:
            rows_of = RowFile(Place(str(path)))
            found = [row for some in rows_of.batches(3) for row in some]
            assert rows_of.count() == len(found)
        except CqError:
            return
    assert [row["instruction"] for row in found] == [row["instruction"] for row in rows], content


@generator(rows_are_kept, 100)
def lost_quotes(rng: random.Random) -> tuple[str, bytes, list[dict[str, str]]]:
    """CSV whose cells have lost their closing quotes. (That of one and the opening one of the next would be
    a text of two lines.)
    """
    rows, lines = [], ["instruction,id"]
    for number in range(rng.randint(2, 8)):
        text = rng.choice(["Build a wall", "Break it, please", "Put one\nthere", "a b"])
        rows.append({"instruction": text})
        lines.append(f'"{text}",{number}')
    whole = "\n".join(lines) + "\n"
    places = [i for i, mark in enumerate(whole) if mark == '"'][1::2]
    for at in sorted(rng.sample(places, rng.choice([0, 1, 2, len(places)])), reverse=True):
        whole = whole[:at] + whole[at + 1 :]
    return "csv", whole.encode(), rows


@generator(rows_are_kept, 100)
def changing_keys(rng: random.Random) -> tuple[str, bytes, list[dict[str, str]]]:
    """JSON lines of which each has keys of its own, and some a key twice, which is refused."""
    rows, lines = [], []
    for number in range(rng.randint(1, 6)):
        text = rng.choice(["Build a wall", "Break it"])
        rows.append({"instruction": text})
        twice = ', "instruction": "other"' if rng.random() < 0.05 else ""
        lines.append(f'{{"{rng.choice("abcd")}": {number}, "instruction": "{text}"{twice}}}')
    return "jsonl", "\n".join(lines).encode(), rows


# --- JSON ---------------------------------------------------------------------------------------------------


def parses(text: str) -> None:
    """A value, or one of cq's errors."""
    with suppress(CqError):
        value = parse_json(text, "a text")
        cq.World.parse(value if not isinstance(value, str) else [value])


@generator(parses, 100)
def deep_json(rng: random.Random) -> str:
    """Nesting around the interpreter's limit, of lists and objects, closed or not."""
    depth = rng.choice([rng.randint(900, 1100), rng.randint(1, 60), 5_000, 100_000])
    opening, closing = rng.choice([("[", "]"), ('{"a":', "}"), ('[{"blocks":', "}]")])
    return (
        opening * depth + rng.choice(["1", "", "NaN", '"' * 3]) + closing * rng.choice([depth, depth - 1, 0])
    )
