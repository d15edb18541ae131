"""What `cq.explain` tells: the rules that read a text, what its words mean, what they leave open."""

from __future__ import annotations

import json

import pytest

import cq
from cq.language.program import Remove
from cq.reading.explained_references import Block

WORLD = cq.World.parse(
    [
        (0, 63, 0, "red"),
        (0, 64, 0, "red"),
        (2, 63, 2, "blue"),
        (-2, 63, 2, "blue"),
        (3, 63, -3, "green"),
    ]
)
LOW, HIGH = Block(0, 0, 1, "red"), Block(0, 0, 2, "red")


def test_a_text_that_is_read_in_full_is_sure():
    told = cq.explain("Remove the red tower", WORLD)
    assert told.is_sure
    assert not told.doubts
    assert not told.unread
    assert not told.holes
    assert [type(one) for one in told.programs[0].commands] == [Remove]
    assert told.outcomes[0].removed == (LOW, HIGH)
    assert not told.outcomes[0].placed
    assert told.outcomes[0].grid[:2, 5, 5].tolist() == [0, 0]


def test_rules_stand_before_the_rules_of_their_parts():
    told = cq.explain("Remove the red tower", WORLD)
    whole, *_ = told.rules
    assert whole.words == "remove the red tower"
    assert whole.rule.startswith("Remove: ")
    assert (whole.start, whole.end, whole.depth) == (0, 4, 0)
    colour = next(one for one in told.rules if one.rule == "Colour: red")
    assert (colour.words, colour.value) == ("red", '"red"')
    assert colour.depth > whole.depth


def test_phrases_mean_things_and_places_mean_cells():
    told = cq.explain("Put a green block on the red tower", WORLD)
    meant = {one.words: one.ways for one in told.denotations}
    assert meant["the red tower"] == ((((LOW, HIGH),), 1.0),)
    assert meant["on the red tower"] == ((((Block(0, 0, 3),),), 1.0),)


def test_it_means_what_was_made_before():
    told = cq.explain("Remove the green block. Put a red block on the red tower. Then paint it blue", WORLD)
    pronoun = next(one for one in told.denotations if one.words == "it")
    assert pronoun.ways[0][0] == ((Block(0, 0, 3, "red"),),)
    assert told.outcomes[0].placed == (Block(0, 0, 3, "blue"),)


def test_a_phrase_that_several_things_fit_is_a_hole_with_options():
    told = cq.explain("Remove the blue block", WORLD)
    assert not told.is_sure
    assert [hole.kind for hole in told.holes] == ["which"]
    assert [share for _, share in told.holes[0].options] == [0.5, 0.5]
    assert told.holes[0].taken == told.holes[0].options[0][0]
    phrase = next(one for one in told.denotations if one.words == "the blue block")
    assert {things[0][0].x for things, _ in phrase.ways} == {-2, 2}
    assert sum(one.probability for one in told.outcomes) == pytest.approx(1)
    assert "50%" in told.doubts[0]


def test_an_area_that_may_be_meant_is_an_option_of_cells():
    ring = [(a, b) for a in range(3) for b in range(3) if (a, b) != (1, 1)]
    world = cq.World.parse([(x + d, 63, z + d, "red") for x, z in ring for d in (-4, 1)])
    (hole,) = cq.explain("Fill the inside of the square with blue", world).holes
    assert [text.split(" + ")[0] for text, _ in hole.options] == ["x -3, z -3, level 1", "x 2, z 2, level 1"]


def test_what_is_not_there_is_said():
    told = cq.explain("Remove the purple tower", WORLD)
    assert not told.outcomes
    assert not told.is_sure
    phrase = next(one for one in told.denotations if one.words == "the purple tower")
    assert not phrase.ways
    assert phrase.failure
    assert phrase.failure in told.doubts[0]


def test_unread_words_are_listed_and_take_away_certainty():
    told = cq.explain("Frobnicate and remove the red tower", WORLD)
    assert told.unread == ("frobnicate",)
    assert not told.is_sure
    assert "frobnicate" in told.doubts[0]


def test_a_text_without_any_reading_has_no_program():
    told = cq.explain("Fnord snark boojum", WORLD)
    assert not told.programs
    assert not told.rules
    assert told.unread == ("fnord", "snark", "boojum")
    assert "no rule reads it" in told.doubts


def test_answers_are_read_on_their_own_and_fill_the_program():
    before = [("architect", "Remove the blue block"), ("builder", "Which blue block do you mean?")]
    told = cq.explain("the western one", WORLD, before)
    assert [one.text for one in told.said] == ["Remove the blue block", "the western one"]
    assert told.said[1].rules[0].words == "the western one"
    assert told.is_sure
    assert told.outcomes[0].removed == (Block(-2, 2, 1, "blue"),)


def test_an_answer_that_is_not_read_is_said_to_be_so():
    before = [("architect", "Remove the blue block"), ("builder", "Which blue block do you mean?")]
    told = cq.explain("the snarkish one", WORLD, before)
    assert "snarkish" in told.unread
    assert not told.is_sure


def test_the_world_may_be_empty_and_texts_many():
    one, two = cq.explain(["Remove the red tower", "Turn left"])
    assert not one.is_sure
    assert two.said[0].text == "Turn left"


def test_what_is_no_text_is_refused():
    with pytest.raises(cq.InputError):
        cq.explain("")


def test_an_explanation_is_json():
    for text in ("Remove the red tower", "Remove the blue block", "Put it on the purple one", "Fnord"):
        told = cq.explain(text, WORLD)
        data = json.loads(json.dumps(told.to_dict()))
        assert [cq.Program.from_dict(one["program"]) for one in data["programs"]] == list(told.programs)
        assert data["is_sure"] is told.is_sure


def test_an_explanation_prints_as_text():
    text = str(cq.explain("Remove the red tower", WORLD))
    assert text.startswith("Remove the red tower\n  words: remove · the · red · tower")
    assert "red at x 0, z 0, level 1; red at x 0, z 0, level 2" in text
    assert text.endswith("Sure: every word is read, and they mean one build.")


def test_long_texts_end_soon():
    told = cq.explain("Remove the red tower and then " * 300, WORLD)
    assert not told.is_sure or told.outcomes
