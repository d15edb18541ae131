"""The grammar as a whole: rules fit their classes and each other, and what is said is read back."""

from __future__ import annotations

import random
from collections import defaultdict
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

import cq.language.rules  # noqa: F401
from cq.language.declaring import rule
from cq.language.grammar import GRAMMAR, Rule, categories_of
from cq.language.notation import rules
from cq.language.program import Command, Keep, Make, OnTop, Ref, Remove, Thing
from cq.language.reading import read
from cq.language.sampling import agrees, sample
from cq.language.say import say, spaced

RULES = GRAMMAR.rules
BUILT_IN = {"Number", "Integer"}
GOALS = ("Command", "Answer", "FollowUp")
"""What texts are read as: instructions, and answers."""


def test_every_slot_and_fixed_field_is_one_of_the_class():
    for one in RULES:
        if is_dataclass(one.makes):
            known = {field.name for field in fields(one.makes)} | {"self"}
            named = {symbol.into.rstrip("+") for symbol in one.symbols if symbol.into} | set(one.fixed)
            assert named <= known, one.name


@pytest.mark.parametrize(
    ("pattern", "fixed"),
    [("take {nothing:Ref} away", {}), ("take {ref} away", {"nothing": 1})],
)
def test_a_slot_without_a_field_fails_when_it_is_loaded(pattern, fixed):
    with pytest.raises(ValueError, match="nothing"):
        rule(Remove, pattern, **fixed)


def test_a_pattern_of_too_many_sequences_fails_when_it_is_loaded():
    with pytest.raises(ValueError, match="use a class of words"):
        rule(Remove, "(a|b|c|d|e) (a|b|c|d|e) (a|b|c|d|e) {ref}")


def test_every_category_in_a_slot_and_every_class_of_words_has_rules():
    made = {category for one in RULES for category in categories_of(one.category)} | BUILT_IN
    missing = {
        (one.name, symbol.category)
        for one in RULES
        for symbol in one.symbols
        if symbol.category and symbol.category not in made
    }
    assert not missing


def test_every_category_is_part_of_an_instruction_or_an_answer():
    """A category that nothing uses has rules that never read anything."""
    used = set().union(*map(GRAMMAR.leading_to, GOALS))
    unused = {one.category for one in RULES if not one.category.startswith("@")} - used
    assert not unused


def test_no_two_rules_have_the_same_symbols_and_the_same_meaning():
    found: dict[Any, list[Rule]] = defaultdict(list)
    for one in RULES:
        if not one.category.startswith("@"):
            meaning = repr((sorted(one.fixed.items()), one.value))
            found[one.category, one.symbols, one.makes, meaning].append(one)
    assert not [[one.name for one in rules] for rules in found.values() if len(rules) > 1]


def test_no_rule_pays_for_being_used():
    assert not [one.name for one in RULES if one.cost < 0]


def test_no_rule_is_without_symbols():
    assert not [one.name for one in RULES if not one.symbols]


def test_a_class_of_words_belongs_to_one_module():
    """Two classes of one name would be one class, with the words of both."""
    with pytest.raises(ValueError, match=r"give the one of .* another name"):
        rules("@needs: needs")


@pytest.mark.parametrize(
    ("entry", "wrong"),
    [
        ("Remove(nothing=1): take {ref} away", "nothing"),
        ("Remove = nowhere: take {ref} away", "nowhere"),
        ("Remove: take {ref} [away", "never closed"),
    ],
)
def test_an_entry_that_is_wrong_says_so_when_it_is_loaded(entry, wrong):
    with pytest.raises(ValueError, match=wrong):
        rules(entry)


def test_rules_that_hand_on_go_in_no_circle():
    """Of rules that only hand a constituent on, none leads back to its category for nothing."""
    steps: dict[str, set[str]] = defaultdict(set)
    for one in RULES:
        if one.makes is None and one.slots and len(one.symbols) == 1:
            steps[one.symbols[0].category] |= set(categories_of(one.category))
    for start in list(steps):
        seen, todo = set(), [start]
        while todo:
            for category in steps.get(todo.pop(), ()):
                assert category != start, start
                if category not in seen:
                    seen.add(category)
                    todo.append(category)


# --- saying -------------------------------------------------------------------------------------------------


def drawn(count: int, seed: int = 0, depth: int = 4) -> list[tuple[Command, str]]:
    """Random commands with the words from which they were drawn."""
    rng = random.Random(seed)
    found = (sample("Command", rng, depth) for _ in range(20 * count))
    return [one for one in found if one is not None][:count]


def test_what_is_said_is_read_back_and_most_is_said():
    values = [value for value, _ in drawn(100)]
    said = [(value, say(value)) for value in values]
    for value, words in said:
        if words is not None:
            best = read(words)[0]
            assert best.program == (value,), words
            assert best.is_full
    assert sum(words is not None for _, words in said) >= 0.8 * len(said)


def test_what_is_drawn_is_read_as_it_was_drawn_or_as_something_else_in_full():
    """Words that random rules make can mean two things; mostly they mean what was drawn."""
    values = drawn(300, seed=1, depth=3)
    same = sum(read(words)[0].program == (value,) for value, words in values)
    assert same >= 0.6 * len(values)


SAID = [
    "put a purple block on the red tower",
    "put a three by four wall in the middle",
    "stack three green blocks on it",
    "put a green row going east from the red block",
    "remove the red and blue blocks",
    "put a block on each tower",
    "remove all blocks except the red ones",
    "put a red block two north and one east of the middle",
]


@pytest.mark.parametrize("text", SAID)
def test_people_s_words_are_said_as_they_were_written(text):
    best = read(text)[0]
    assert best.is_full
    assert ". ".join(say(one) or "" for one in best.program) == text


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("put a orange block on a arch", "put an orange block on an arch"),
        ("put a one", "put a one"),
        ("the tower 's top , it", "the tower's top, it"),
        ("( 2 , 3 )", "(2, 3)"),
    ],
)
def test_words_are_spaced_and_articles_fit(words, text):
    assert spaced(words) == text


@pytest.mark.parametrize(
    ("value", "fits"),
    [
        (Ref("row", number=3, plural=True), True),
        (Ref("row", number=3), False),
        (Ref("row", plural=True, quantifier="a"), False),
        (Thing("row", count=1, plural=True), False),
        (Thing("row", plural=True), True),
        (Keep(Ref("row", number=3)), True),
    ],
)
def test_number_and_noun_agree(value, fits):
    assert agrees(value) is fits


def test_drawn_things_agree_with_their_numbers():
    for value, _ in drawn(100, seed=2):
        assert agrees(value)


def test_what_the_rules_have_no_words_for_is_not_said():
    assert say(Remove(Ref("no such noun"))) is None
    assert say(Make(Thing("block", count=1), OnTop(Ref("no such noun")))) is None


def test_saying_anything_ends_soon():
    deep = Ref("block", quantifier="the")
    for colour in ("red", "blue", "green", "red", "blue", "green"):
        deep = Ref("tower", quantifier="the", colours=(colour,), of=deep, others=(deep,), but=deep)
    say(Remove(deep))
