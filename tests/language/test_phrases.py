"""The noun phrases of instructions."""

from __future__ import annotations

from cq.language.phrases import parse_phrases


def test_phrases_of_an_instruction():
    made, anchor = parse_phrases("Place a tower of five red blocks to the left of the highest blue block.")
    assert (made.colours, made.count, made.shape, made.existing, made.placed) == ((3,), 5, True, False, True)
    assert (anchor.colours, anchor.singular, anchor.existing, anchor.anchor) == ((1,), True, True, True)
    assert anchor.adjectives == {"highest"}
    removed, made = parse_phrases("Destroy the two yellow blocks and replace them with a row of green blocks")
    assert (removed.count, removed.removed, made.removed, made.existing) == (2, True, False, False)
    assert parse_phrases("Very well done") == []


def test_a_phrase_has_its_whole_noun_and_weights_read_what_they_learned():
    (ring,) = parse_phrases("Build a red ring in the middle")
    assert (ring.text, ring.matched, ring.shape, ring.names_structure) == ("a red ring", "a red", False, True)
    (tower,) = parse_phrases("Build a tower of three red blocks")
    assert (tower.text, tower.head) == ("a tower of three red blocks", "tower")
    assert tower.matched == tower.text
    (block,) = parse_phrases("Place a red block on the ground")
    assert not block.names_structure
