"""The pairs of everyday wordings: what the card says of them, and that they are carried out."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from conftest import every

import cq
import pipelines.reader
from cq.reading.pairs import Pair, pairs_in
from pipelines.reader.pairs import bundled_pairs, check

CARD = Path(pipelines.reader.__file__).with_name("CARD.md").read_text(encoding="utf-8")
PAIRS = bundled_pairs()


def test_the_card_counts_them() -> None:
    kinds = Counter(one.kind for pairs in PAIRS.values() for one in pairs)
    named = [kinds["order"], kinds["message"], kinds["follow-up"], kinds["answer"], kinds.total(), len(PAIRS)]
    table = "".join(line for line in CARD.splitlines() if line.startswith("|"))
    assert [int(one.replace(",", "")) for one in re.findall(r"\d[\d,]*", table)] == named


@pytest.mark.parametrize("writer", sorted(PAIRS))
def test_no_text_comes_twice_in_one_place(writer: str) -> None:
    said = Counter((one.text.casefold(), one.world, one.before, one.question) for one in PAIRS[writer])
    assert max(said.values()) == 1


def test_some_are_carried_out() -> None:
    """Of every kind, and of half the writers."""
    some = [one for writer in sorted(PAIRS) for one in PAIRS[writer]][:: every(600)]
    assert {one.kind for one in some} == {"order", "message", "follow-up", "answer"}
    faults = [(one.text, checked.faults) for one in some if one.canonical and (checked := check(one)).faults]
    assert len(faults) <= len(some) // 100, faults


def test_what_a_canonical_changes_is_told() -> None:
    pair = Pair(
        kind="order", text="pop a red one dead centre", world=(), canonical=("Put a red block in the middle",)
    )
    assert check(pair).changes == (((0, 5, 5), 3),)
    assert check(pair.model_copy(update={"canonical": ("Flumph the red block",)})).faults


@pytest.mark.parametrize(
    "line",
    [
        '{"kind": "order"}',
        '{"kind": "order", "text": " "}',
        '{"kind": "answer", "text": "red"}',
        "{",
        '{"a": 1}',
    ],
)
def test_a_line_that_is_no_pair_is_refused(line: str) -> None:
    with pytest.raises(cq.InputError, match="line 1"):
        list(pairs_in(line.encode(), "pairs.jsonl"))
