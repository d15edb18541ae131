"""Every regular expression of the library takes linear time, and words that are repeated are read soon."""

from __future__ import annotations

import ast
import importlib
import random
import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import reduce
from operator import or_
from typing import NamedTuple

from conftest import every
from fuzz.generators import SPIN, fragments, spin
from test_architecture import FILES

from cq.language.reading import read

CHARACTERS = 10_000
SECONDS = 0.025
"""For so many characters: quadratic time is 0.05 s and more, linear time 0.005 s."""
GIVEN = {
    "cq.guard.tools: p",
    "cq.reading.prompt: one",
    "cq.reading.prompt: f'\\\\b({names})(s|ish)?\\\\b'",
}
"""Patterns in the schema of a tool, whose author is trusted; names of colours, which are escaped."""
MARKS = ("a", "7", " ", "\n", ",", ".", "-", "'", "<", "@", "/", "$", "[", "_", "é")
FROM_THE_BEGIN = ("match", "fullmatch")


class Pattern(NamedTuple):
    """A pattern, where it stands, and what looks for it in a text."""

    place: str
    text: str
    find: Callable[[str], object]


def _patterns() -> Iterator[Pattern]:
    """All calls of `re` in the library. A pattern that is only matched is matched from the begin."""
    for module, path in FILES.items():
        text = path.read_text(encoding="utf-8")
        if "import re\n" not in text:
            continue
        tree = ast.parse(text)
        nodes, uses = list(ast.walk(tree)), defaultdict(set)
        for one in nodes:
            if isinstance(one, ast.Attribute):
                uses[ast.unparse(one.value)].add(one.attr)
        names = {ast.unparse(one.value): one.targets[0] for one in nodes if isinstance(one, ast.Assign)}
        for call in (one for one in nodes if isinstance(one, ast.Call)):
            function, first = ast.unparse(call.func), call.args[0] if call.args else None
            if not function.startswith("re.") or first is None or f"{module}: {ast.unparse(first)}" in GIVEN:
                continue
            is_escaped = isinstance(first, ast.Call) and ast.unparse(first.func) == "re.escape"
            if function == "re.escape" or is_escaped:
                continue  # It looks for a text as it stands.
            whole = ast.unparse(call)
            used = uses[ast.unparse(names[whole]) if whole in names else whole] | {function[3:]}
            flags = [one.attr for one in ast.walk(call) if isinstance(one, ast.Attribute)]
            flag = reduce(or_, (getattr(re, one) for one in flags if one.isupper()), re.RegexFlag(0))
            table = isinstance(first, ast.Subscript)
            written = ast.unparse(first.value if table else first)
            found = eval(written, vars(importlib.import_module(module)))
            for text in found.values() if table else [found]:
                compiled = re.compile(text, flag)
                begins = [getattr(compiled, one) for one in FROM_THE_BEGIN if one in used]
                only = begins and used <= {*FROM_THE_BEGIN, "compile"}
                yield Pattern(f"{module}: {text}", text, begins[0] if only else _all_of(compiled))


def _all_of(pattern: re.Pattern[str]) -> Callable[[str], object]:
    return lambda text: sum(1 for _ in pattern.finditer(text))


def _texts(pattern: str) -> Iterator[tuple[str, str]]:
    """Pieces of what a pattern is about, again and again, and an end that fits nothing."""
    rng = random.Random(repr(pattern))
    words = sorted({*re.findall(r"[A-Za-z]+|[^\w\s\\]", pattern), *MARKS})
    units = [*words, *("".join(rng.choices(words, k=k)) for k in (2, 2, 3, 4) for _ in range(3))]
    for unit in units:
        yield unit, ""
        yield unit, "\0"


def _is_slow(find: Callable[[str], object], unit: str, end: str = "") -> bool:
    """Whether it takes long, and for a text of four times the length much more than four times as long."""

    def seconds(characters: int, times: int = 2) -> float:
        text, spent = unit * (characters // len(unit)) + end, []
        for _ in range(times):
            began = time.process_time()
            find(text)
            spent.append(time.process_time() - began)
        return min(spent)

    quarter = CHARACTERS // 4
    if seconds(quarter, 1) < SECONDS / 16 or (whole := seconds(CHARACTERS)) < SECONDS:
        return False
    return whole > 8 * seconds(quarter)


def test_every_pattern_takes_linear_time():
    patterns = list(_patterns())
    assert len(patterns) > 50
    assert any(one.place.startswith("cq.utterances") for one in patterns)
    slow = [(one.place, text) for one in patterns for text in _texts(one.text) if _is_slow(one.find, *text)]
    assert not slow


def test_a_quadratic_pattern_is_found():
    assert _is_slow(_all_of(re.compile(r"\s+x")), " ")


def _is_read_soon(text: str, slow: float) -> bool:
    """A pause of the whole process makes one call slow, a text makes all three; a space more is another text
    to what is kept."""
    for more in ("", " ", "  "):
        began = time.thread_time()
        read(text + more)
        if (time.thread_time() - began) / slow < 1:
            return True
    return False


def test_fragments_of_the_lexicon_twice_and_three_times_are_read_soon():
    """150 of them. The generator `repeated_fragments` draws others, and calls all functions."""
    read("Build a wall")  # Loading takes no time of a text.
    slow = max(1.0, spin() / SPIN)
    some = random.Random(38).sample(fragments(), 1500 // every(10))
    texts = [" ".join([one] * n) for one in some for n in (2, 3)]
    assert not [text for text in texts if not _is_read_soon(text, slow)]
