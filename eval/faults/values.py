"""Hypothesis strategies for what users and attackers give: texts, JSON, worlds, banks, dialogues, files."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import strategies as st

Strategy = st.SearchStrategy[Any]

WORDS = "place a red block on top of the highest tower remove two blue ones wall <Architect> <Builder> ? ! 63"
COMMANDS = (
    "Place a red block on top of the highest block.",
    "Break the yellow one",
    "Build a wall, three blocks long, to the north of the tower.",
    "Remove all blue blocks and put 2 green ones there.",
)
NASTY_TEXTS = (
    *("", " ", "\0", "\ud800", "[/]", "[link=x]", "\x1b]0;x\x07", "$\\undefined$", "=1+1", "/dev/zero", "-"),
    *("[" * 100_000, "{" * 5_000, "9" * 5_000, "<Architect>" * 50, "a" * 20_000, "\u202e", "ﷺ" * 500, "NaN"),
)
texts: Strategy = st.one_of(
    st.text(max_size=60),
    st.lists(st.sampled_from(WORDS.split()), max_size=12).map(" ".join),
    # By their number: Hypothesis would write out the texts themselves.
    st.integers(0, len(NASTY_TEXTS) - 1).map(NASTY_TEXTS.__getitem__),
    st.sampled_from(COMMANDS),
    st.text(st.characters(categories=("Cs", "Cc", "Cf", "Mn", "So")), max_size=20),
)


def mostly(good: Strategy, hostile: Strategy) -> Strategy:
    """Good values in three of four draws. Hypothesis would merge a plain choice with the hostile ones."""
    return st.sampled_from([good, good, good, hostile]).flatmap(lambda one: one)


def as_bytes(text: str) -> bytes:
    """The text as a file's content, half characters included."""
    return text.encode("utf-8", "surrogatepass")


def as_json(value: Any) -> str:
    """The value as JSON, with null for what cannot be written."""
    try:
        return json.dumps(value, default=str)
    except ValueError:
        return "null"


numbers: Strategy = st.one_of(
    st.integers(-12, 95),
    st.integers(),
    st.floats(),
    st.sampled_from([-(2**63), True, float("nan"), float("inf")]),
    # Sampled as exponents: numbers of thousands of digits cannot be shown by anything.
    st.sampled_from([400, 5000]).map(lambda exponent: 10**exponent),
)
scalars: Strategy = st.one_of(st.none(), st.booleans(), numbers, texts, st.binary(max_size=20))
json_values: Strategy = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-12, 95), st.floats(), texts),
    lambda inner: st.one_of(st.lists(inner, max_size=5), st.dictionaries(texts, inner, max_size=4)),
    max_leaves=12,
)
json_texts: Strategy = texts.map(lambda text: text.encode("utf-8", "replace").decode())
"""Texts that JSON can hold in UTF-8."""


coordinates = st.one_of(st.integers(-6, 6), numbers)
colours = st.one_of(st.sampled_from(["red", "blue", "Green", 57, 47, 1, 6]), scalars)
block = st.tuples(coordinates, st.one_of(st.integers(62, 72), coordinates), coordinates, colours)
blocks = st.lists(st.one_of(block, block.map(list), scalars), max_size=6)
poses = st.one_of(
    json_values, st.fixed_dictionaries({"pos": st.lists(numbers), "look": st.lists(numbers, max_size=3)})
)
states = st.fixed_dictionaries(
    {"worldEndingState": st.one_of(json_values, st.fixed_dictionaries({"blocks": blocks}))},
    optional={"avatarInfo": poses, "tape": texts},
)
values: Strategy = st.one_of(scalars, json_values, blocks, states, st.builds(object))
good_block = st.tuples(
    st.integers(-5, 5),
    st.integers(63, 71),
    st.integers(-5, 5),
    st.sampled_from(["red", "blue", "green", "yellow"]),
)
good_worlds: Strategy = st.lists(good_block, max_size=8, unique_by=lambda one: one[:3])
"""Lists of blocks that can be read."""
good_states: Strategy = st.fixed_dictionaries(
    {"worldEndingState": st.fixed_dictionaries({"blocks": good_worlds})},
    optional={"avatarInfo": st.just({"pos": [0, 63, 0], "look": [0, 0.5]})},
)
hostile_worlds: Strategy = st.one_of(values, states.map(as_json))
worlds: Strategy = mostly(st.one_of(good_worlds, good_states, good_states.map(as_json)), hostile_worlds)
good_banks: Strategy = st.lists(
    st.lists(st.sampled_from(WORDS.split()), min_size=1, max_size=6).map(lambda one: " ".join(one) + "?"),
    min_size=1,
    max_size=6,
)
banks: Strategy = mostly(
    st.one_of(good_banks, st.dictionaries(texts, st.sampled_from(WORDS.split()), min_size=1, max_size=5)),
    st.one_of(values, st.lists(texts, max_size=6), st.lists(scalars, max_size=4)),
)
turns = st.one_of(st.tuples(st.sampled_from(["architect", "builder", "x"]), texts), values)
good_turns = st.tuples(st.sampled_from(["architect", "builder"]), st.sampled_from(COMMANDS))
dialogues: Strategy = mostly(st.lists(good_turns, max_size=4), st.one_of(values, st.lists(turns, max_size=5)))
instructions: Strategy = mostly(st.sampled_from(COMMANDS), texts)
cells = st.one_of(st.sampled_from(["qid", "question", "instruction", "clear", "yes", "no", "a", ""]), texts)
tables: Strategy = st.lists(st.lists(cells, min_size=1, max_size=4).map(",".join), max_size=5).map("\n".join)
json_lines: Strategy = st.lists(
    st.one_of(json_values, st.fixed_dictionaries({"instruction": json_values, "clear": st.just("no")})),
    max_size=4,
).map(lambda rows: "\n".join(json.dumps(row) for row in rows))


@st.composite
def flipped(draw: Any, content: bytes) -> bytes:
    """The content with a few bits flipped, bytes cut out or doubled, or its end cut off."""
    damaged = bytearray(content)
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, max(0, len(damaged) - 1)))
        how = draw(st.sampled_from(["bit", "bit", "bit", "cut", "double", "end"]))
        if how == "bit" and damaged:
            damaged[place] ^= 1 << draw(st.integers(0, 7))
        elif how == "cut":
            del damaged[place : place + draw(st.integers(1, 40))]
        elif how == "double":
            damaged[place:place] = damaged[place : place + draw(st.integers(1, 40))]
        else:
            del damaged[place:]
    return bytes(damaged)


def arguments(*each: Strategy, hostile: Strategy | None = None) -> Strategy:
    """Tuples of arguments: all as `each` says, or one of them replaced by a hostile value."""
    good, bad = st.tuples(*each), values if hostile is None else hostile
    damaged = [
        st.tuples(*(bad if i == place else one for i, one in enumerate(each))) for place in range(len(each))
    ]
    return mostly(good, st.one_of(*damaged))


contents: Strategy = st.one_of(
    st.binary(max_size=200),
    *(one.map(as_bytes) for one in (texts, tables, json_lines)),
    st.one_of(states, json_values).map(lambda one: as_bytes(as_json(one))),
)
