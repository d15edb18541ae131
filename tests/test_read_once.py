"""One `ask` reads an instruction once: its program and its token vectors."""

from __future__ import annotations

from collections import Counter

import pytest

import cq
import cq.language.reading as reading
from cq.language.chart import Chart
from cq.language.kept import kept_by_text
from cq.language.tokens import tokenize
from cq.pipeline.default import default_pipeline
from cq.reading import instruction as meaning

UNCLEAR = ["Place some blocks next to it", "Put it there", "Remove the orange tower and build a wall"]
CLEAR = "Place a red block on top of the blue tower."


class Calls:
    """What was parsed, tokenized and encoded, and how often."""

    def __init__(self) -> None:
        self.parsed: Counter[tuple[str, ...]] = Counter()
        self.tokenized: Counter[str] = Counter()
        self.encoded: list[tuple[tuple[int, ...], ...]] = []


@pytest.fixture(scope="module")
def _warm(towers):
    """A first call has read the anchors and the bank's questions."""
    cq.ask("Build a wall of glass", towers)
    cq.rank(None, "Build a wall of glass", towers)


@pytest.fixture
def calls(monkeypatch, _warm):
    """Counters around the real functions."""
    calls, encoder = Calls(), default_pipeline().backbone.encoder
    tokenize = encoder.tokenize
    backbone = default_pipeline().backbone
    encode = backbone.encode_tokens

    class CountedChart(Chart):
        def __init__(self, tokens, *given, goal, **options):
            if goal == "Command":
                calls.parsed[tuple(token.text for token in tokens)] += 1
            super().__init__(tokens, *given, goal=goal, **options)

    def counted_tokenize(texts):
        calls.tokenized.update(texts)
        return tokenize(texts)

    def counted_encode(texts, *layers):
        encoded = encode(texts, *layers)
        calls.encoded.append(tuple(one.ids for one in encoded))
        return encoded

    monkeypatch.setattr(reading, "Chart", CountedChart)
    monkeypatch.setattr(reading, "_read", kept_by_text(reading._read.__wrapped__))
    monkeypatch.setattr(meaning, "_heard", kept_by_text(meaning._heard.__wrapped__))
    monkeypatch.setattr(encoder, "tokenize", counted_tokenize)
    monkeypatch.setattr(backbone, "encode_tokens", counted_encode)
    return calls


def words_of(text: str) -> tuple[str, ...]:
    return tuple(token.text for token in tokenize(text))


def ids_of(text: str, calls: Calls) -> tuple[int, ...]:
    """The token ids of a text, not counted."""
    counted = Counter(calls.tokenized)
    (ids,) = default_pipeline().backbone.encoder.tokenize([text])
    calls.tokenized = counted
    return tuple(ids)


@pytest.mark.parametrize("text", UNCLEAR)
def test_one_unclear_instruction(calls, towers, text):
    """Its builder also encodes the text in its canonical frames, which is other text; its reader has encoder
    layers of its own, and reads once, or again for further programs.
    """
    turn = cq.ask(text, towers)
    assert turn.questions is not None
    assert turn.clarity.reasons is not None
    assert calls.parsed[words_of(text)] == 1
    assert set(calls.parsed.values()) == {1}
    assert calls.tokenized[text] <= 3
    assert calls.encoded[0] == (ids_of(text, calls),)


def test_an_instruction_that_is_given_twice_is_encoded_once(calls, towers):
    cq.ask([UNCLEAR[0], UNCLEAR[0]], [towers, None])
    assert calls.tokenized[UNCLEAR[0]] <= 2  # What the reader reads is the same text where nothing stands.
    assert calls.encoded[0] == (ids_of(UNCLEAR[0], calls),)


def test_a_clear_instruction(calls, towers):
    turn = cq.ask(CLEAR, towers)
    assert turn.build is not None
    assert calls.parsed == {words_of(CLEAR): 1}
    assert calls.tokenized[CLEAR] == 1
    assert sum(batch.count(ids_of(CLEAR, calls)) for batch in calls.encoded) == 1


def test_clear_and_unclear_ones_together(calls, towers):
    texts = [CLEAR, *UNCLEAR]
    turns = cq.ask(texts, [towers] * 4)
    assert [turn.build is not None for turn in turns] == [True, False, False, False]
    assert all(turn.questions is not None for turn in turns[1:])
    assert set(map(words_of, texts)) <= calls.parsed.keys()
    assert set(calls.parsed.values()) == {1}
    for text in texts:
        assert calls.tokenized[text] == 1
    assert sorted(calls.encoded[0]) == sorted(ids_of(text, calls) for text in texts)


def test_a_function_computes_only_what_it_needs(calls, towers):
    cq.build(CLEAR, towers)
    assert calls.tokenized[CLEAR] <= 1
    cq.classify(UNCLEAR[0], towers)
    cq.rank(None)
    assert calls.parsed[words_of(UNCLEAR[0])] == 1
    assert calls.tokenized[UNCLEAR[0]] == 2


def test_a_dialogue_reads_what_was_said_as_one_text(calls, towers):
    turn = cq.ask(
        "Red, three of them", towers, dialogue=[("architect", UNCLEAR[0]), ("builder", "Which colour?")]
    )
    text = f"{UNCLEAR[0]}. Red, three of them."
    assert turn.action in ("ask", "build")
    assert set(calls.parsed.values()) == {1}
    assert calls.tokenized[text] == 1
    assert calls.encoded[0] == (ids_of(text, calls),)
