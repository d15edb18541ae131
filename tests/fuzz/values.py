"""Hypothesis strategies for what users and attackers give: texts, JSON, worlds, banks, dialogues, files."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from hypothesis import strategies as st

import cq

Strategy = st.SearchStrategy[Any]

COMMANDS = (
    "Place a red block on top of the highest block.",
    "Break the yellow one",
    "Build a wall, three blocks long, to the north of the tower.",
    "Remove all blue blocks and put 2 green ones there.",
)
WORDS = [*" ".join(COMMANDS).split(), "<Architect>", "<Builder>", "?", "63"]
NASTY_TEXTS = (
    *("", " ", "\0", "\ud800", "[/]", "[link=x]", "\x1b]0;x\x07", "$\\undefined$", "=1+1", "/dev/zero", "-"),
    *("[" * 100_000, "{" * 5_000, "9" * 5_000, "<Architect>" * 50, "a" * 20_000, "\u202e", "ﷺ" * 500, "NaN"),
)


def answered(call: Callable[[Any], object], value: Any) -> None:
    """Call a function: it answers, or refuses with one of cq's own errors; anything else fails the test."""
    with suppress(cq.CqError):
        call(value)


def mostly(good: Strategy, hostile: Strategy) -> Strategy:
    """Good values in three of four draws. Hypothesis would merge a plain choice with the hostile ones."""
    return st.sampled_from([good, good, good, hostile]).flatmap(lambda one: one)


def one_hostile(*each: Strategy, hostile: Strategy) -> Strategy:
    """Tuples of arguments: all as `each` says, or one of them replaced by a hostile value."""
    damaged = [
        st.tuples(*(hostile if i == at else one for i, one in enumerate(each))) for at in range(len(each))
    ]
    return mostly(st.tuples(*each), st.one_of(*damaged))


def as_json(value: Any) -> str:
    """The value as JSON, with null for what cannot be written."""
    try:
        return json.dumps(value, default=str)
    except ValueError:
        return "null"


texts: Strategy = st.one_of(
    st.text(max_size=60),
    st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join),
    # By their number: Hypothesis would write out the texts themselves.
    st.integers(0, len(NASTY_TEXTS) - 1).map(NASTY_TEXTS.__getitem__),
    st.sampled_from(COMMANDS),
    st.text(st.characters(categories=("Cs", "Cc", "Cf", "Mn", "So")), max_size=20),
)
numbers: Strategy = st.one_of(
    st.integers(-12, 95),
    st.integers(),
    st.floats(),
    st.sampled_from([-(2**63), True]),
    # Sampled as exponents: numbers of thousands of digits cannot be shown by anything.
    st.sampled_from([400, 5000]).map(lambda exponent: 10**exponent),
)
scalars: Strategy = st.one_of(st.none(), st.booleans(), numbers, texts, st.binary(max_size=20))
json_values: Strategy = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-12, 95), st.floats(), texts),
    lambda inner: st.one_of(st.lists(inner, max_size=5), st.dictionaries(texts, inner, max_size=4)),
    max_leaves=12,
)
coordinates = st.one_of(st.integers(-6, 6), numbers)
block = st.tuples(
    coordinates,
    st.one_of(st.integers(62, 72), coordinates),
    coordinates,
    st.one_of(st.sampled_from(["red", "Green", 57, 1, 6]), scalars),
)
blocks = st.lists(st.one_of(block, block.map(list), scalars), max_size=6)
states = st.fixed_dictionaries(
    {"worldEndingState": st.one_of(json_values, st.fixed_dictionaries({"blocks": blocks}))},
    optional={"avatarInfo": json_values, "tape": texts},
)
values: Strategy = st.one_of(scalars, json_values, blocks, states, st.builds(object))
good_worlds: Strategy = st.lists(
    st.tuples(
        st.integers(-5, 5), st.integers(63, 71), st.integers(-5, 5), st.sampled_from(["red", "blue", "green"])
    ),
    max_size=8,
    unique_by=lambda one: one[:3],
)
"""Lists of blocks that can be read."""
worlds: Strategy = mostly(good_worlds, st.one_of(values, states.map(as_json)))
good_banks: Strategy = st.lists(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(lambda one: " ".join(one) + "?"),
    min_size=1,
    max_size=6,
)
banks: Strategy = mostly(good_banks, st.one_of(values, st.lists(texts, max_size=6)))
good_turns = st.tuples(st.sampled_from(["architect", "builder"]), st.sampled_from(COMMANDS))
turns = st.one_of(st.tuples(st.sampled_from(["architect", "builder", "x"]), texts), values)
dialogues: Strategy = mostly(st.lists(good_turns, max_size=4), st.one_of(values, st.lists(turns, max_size=5)))
instructions: Strategy = mostly(st.sampled_from(COMMANDS), texts)
contents: Strategy = st.one_of(
    st.binary(max_size=200),
    texts.map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.one_of(states, json_values).map(lambda one: as_json(one).encode("utf-8", "surrogatepass")),
)
